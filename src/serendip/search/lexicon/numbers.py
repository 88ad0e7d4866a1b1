"""Numbers as people write them in zh and en, with magnitude and unit: ``1.5w``, 三个月, ``8+ min``.

Made for requests about channels, so ``w`` is ten thousand, ``m`` a million and ``一年半`` 545 days.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from serendip.search.lexicon.tokens import CLASS, Quantity, Token

_ZH_DIGITS: Final = {
    "零": 0, "一": 1, "二": 2, "两": 2, "俩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
    "九": 9,
}  # fmt: skip
_ZH_PLACES: Final = {"十": 10, "百": 100, "千": 1000}
_EN_WORDS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90, "once": 1, "twice": 2, "thrice": 3, "half a": 0.5,
    "a dozen": 12,
    "dozen": 12, "a hundred": 100, "a": 1, "an": 1,
}  # fmt: skip
_MAGNITUDES: Final = {
    "千万": 1e7, "百万": 1e6, "十万": 1e5, "亿": 1e8, "万": 1e4, "w": 1e4, "千": 1e3, "k": 1e3, "m": 1e6,
    "mn": 1e6,
    "mil": 1e6, "mio": 1e6, "mill": 1e6, "million": 1e6, "millions": 1e6, "thousand": 1e3, "b": 1e9,
    "bn": 1e9,
    "billion": 1e9, "hundred": 100, "百": 100, "lakh": 1e5, "lakhs": 1e5, "crore": 1e7, "thou": 1e3,
    "ks": 1e3,
}  # fmt: skip
_CURRENCIES: Final = {
    "USD": "刀|美金|美元|美刀|usd|us dollars?|us\\$|dollars?|bucks|\\$",
    "CNY": "块钱|块|元|rmb|人民币|cny|yuan|¥",
    "EUR": "欧元|欧(?![美洲盟])|eur|euros?|€",
    "GBP": "英镑|镑|gbp|pounds?|quid|£",
    "JPY": "日元|日币|jpy|yen",
    "HKD": "港币|港元|hkd",
    "TWD": "台币|新台币|twd|ntd",
    "KRW": "韩元|韩币|krw|₩",
    "INR": "卢比|inr|rupees|₹",
    "CAD": "加元|cad",
    "AUD": "澳元|aud",
    "SGD": "新币|sgd",
}
_TIMES: Final = (
    ("seconds", 3600, "个?小时|个?钟头|hours?|hrs?|h"),
    ("seconds", 60, "分钟|分(?![享类析丝之])|minutes?|mins?"),
    ("seconds", 1, "秒钟?|seconds?|secs?|s"),
    ("years", 1, "周?岁|years?[ -]old|years?[ -]olds|yrs? old|y/o|yo"),
    ("days", 1, "天|日(?![更常本语文元币系式])|days?|(?<=\\d\\d)d"),
    ("days", 7, "个?星期|个?礼拜|周(?![岁边]|更(?!新))|weeks?|wks?"),
    ("days", 30, "个半?月|月(?![更均度])|months?|mos"),
    ("days", 90, "个?季度|quarters?"),
    ("days", 365, "年(?!轻|龄|代)|years?|yrs?"),
)
_PREFIXES: Final = {"us$": "USD", "$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "hk$": "HKD", "nt$": "TWD",
                    "₹": "INR",
                    "usd": "USD", "rmb": "CNY", "eur": "EUR", "gbp": "GBP", "a$": "AUD",
                    "c$": "CAD"}  # fmt: skip


def _either(words: dict[str, float]) -> str:
    return "|".join(sorted((re.escape(w) for w in words), key=len, reverse=True))


_MAGNITUDE = (
    r"(?:(?<=[\d.百十一二两三四五六七八九])\s?(?P<mag>千万|百万|十万|亿|万|千|百)"
    r"|\s?(?P<mag_en>" + _either({w: 1 for w in _MAGNITUDES if w.isascii()}) + r")(?![a-z]))"
)
_UNIT = (
    r"(?:\s?(?P<pct>%|percent|pct|个百分点|个点|成(?![为长员功立熟分交本品人都]))"
    + "".join(rf"|[\s-]?(?P<c_{code}>{words})(?![a-z])" for code, words in _CURRENCIES.items())
    + "".join(rf"|[\s-]?(?P<t_{i}>{words})(?![a-z])" for i, (_, _, words) in enumerate(_TIMES))
    + ")"
)
_DECIMAL: Final = re.compile(r"\d+,\d{1,2}")
_DECIMAL_COMMA = (
    r"(?<!\d,)\d+,\d{1,2}(?=\s?(?:%|[万亿]|(?:"
    + _either({w: 1 for w in _MAGNITUDES if w.isascii()})
    + r")(?![a-z])))"
)
"""A comma before one or two digits and a magnitude or a percent sign is a decimal comma."""
_ZH = "[一二两俩三四五六七八九十百千万亿零]"
_FIGURE: Final = re.compile(
    r"(?:(?<![a-z])(?P<cur>" + _either(dict.fromkeys(_PREFIXES, 1)) + r")\s?)?"
    r"(?:(?P<over>(?<![超别要能得不])过(?=[\d.]+\s?[万wk千]))?"
    r"(?<![a-z0-9_.])(?P<num>\d{1,3}(?:,\d{3})+(?:\.\d+)?|" + _DECIMAL_COMMA + r"|\d+(?:\.\d+)?|\.\d+)"
    + r"(?:" + _MAGNITUDE + r")?(?P<tail>(?<=万)\d千?)?"
    r"|(?P<few>(?:a )?(?:couple(?: of)?|few)"
    r"(?=\s(?:days?|weeks?|months?|years?|hours?|minutes?)(?![a-z]))"
    r"|几(?=天|日(?!本)|周|个?星期|个?礼拜|个月))"
    r"|(?P<half>半|half an?|half-an?)(?=\s?(?:年|个?月|个?小时|hour|year|month))"
    r"|(?<![a-z])(?P<en>" + _either({w: 1 for w in _EN_WORDS if w not in {"a", "an"}}) + r")(?![a-z])"
    r"(?:\s(?P<en_mag>hundred thousand|hundred|thousand|million|billion|k))?"
    r"|(?P<zh>(?:十几|二十几|几十|几百|几千|几|数十|数百|数千|数|好几|(?<!以)上|(?<![超不])过|小)[十百千]?[万亿]+"
    r"|(?:几|数|好几|上)[百千](?!年)|十几|几十|几百|几千|" + _ZH + "+(?:点" + _ZH + r"+)?))"
    r"(?:(?P<ge>\+)?(?:" + _UNIT + r")(?P<and_half>半)?)?"
)  # fmt: skip
_DECADE: Final = re.compile(r"(?<![a-z])in (?:their|her|his) (?:early |mid |late )?([2-9])0s(?![a-z])")
_FRACTION: Final = re.compile(r"百分之([\d.]+|[一二两三四五六七八九十百]+)")
_EN_PARTS: Final = re.compile(
    r"(?<![a-z])(?:(?P<part>half|(?:a |one )?quarter|three quarters)(?: of)? a|an?) "
    r"(?P<unit>hundred thousand|thousand|million|billion)(?! of)(?: and a (?P<more>half|quarter))?(?![a-z])"
)
_PARTS: Final = {"half": 0.5, "quarter": 0.25, "quarters": 0.75}
_EN_VAGUE: Final = re.compile(
    r"(?<![a-z])(?:(?:a )?few|several|couple) (?P<small>hundred|thousand|million)(?![a-z])"
    r"|(?<![a-z])(?P<order>tens|hundreds) of (?:thousands|millions)(?![a-z])"
    r"|(?<![a-z])(?P<six>six|five|seven)[- ]figures?(?![a-z])"
)


def zh_value(text: str) -> float | None:
    """The value of a Chinese numeral (``两万三``, ``一百二十``), or None when it is none."""
    if "点" in text:
        whole, _, part = text.partition("点")
        head, tail = zh_value(whole), part.rstrip("万千百亿")
        if head is None or not tail or any(c not in _ZH_DIGITS for c in tail):
            return None
        decimal = float(f"{head:g}." + "".join(str(_ZH_DIGITS[c]) for c in tail))
        factor = {"万": 1e4, "千": 1e3, "百": 100, "亿": 1e8}.get(part[-1], 1.0)
        return decimal * factor
    text = text.lstrip("零") or text
    for char, unit in (("亿", 1e8), ("万", 1e4), ("千", 1e3), ("百", 100.0), ("十", 10.0)):
        head, said, tail = text.rpartition(char)
        if said:
            low = (zh_value(head) if head else 1.0) or 0.0
            if len(tail) == 1 and tail in _ZH_DIGITS and unit > 10:
                return low * unit + _ZH_DIGITS[tail] * unit / 10
            return low * unit + (zh_value(tail.lstrip("零")) or 0.0 if tail else 0.0)
    if not text or any(c not in _ZH_DIGITS for c in text):
        return None
    return float("".join(str(_ZH_DIGITS[c]) for c in text))


def _vague_zh(text: str) -> tuple[float, float] | None:
    """The span of a number that is left open: 几千 is 2,000 to 9,000, 十几万 is 110,000 to 190,000."""
    unit = 1.0
    rest = text
    while rest and rest[-1] in "万亿":
        unit *= 1e4 if rest[-1] == "万" else 1e8
        rest = rest[:-1]
    for head, base in (("二十几", 20.0), ("十几", 10.0)):
        if rest == head:
            return (base + 1) * unit, (base + 9) * unit
    for head in ("好几", "几", "数"):
        if rest.startswith(head):
            for char in rest[len(head) :]:
                unit *= _ZH_PLACES.get(char, 1)
            return 2 * unit, 9 * unit
    return None


def _written(figures: str) -> float:
    """A number in digits: ``1,500`` is fifteen hundred, the ``1,5`` of ``1,5M`` one and a half."""
    decimal = _DECIMAL.fullmatch(figures)
    return float(figures.replace(",", "." if decimal else ""))


def _time_or_unit(match: re.Match[str]) -> tuple[str, float, str]:
    """The class of a number by its unit, the factor of the unit and the currency."""
    groups = match.groupdict()
    if groups["pct"]:
        return "ratio", 0.1 if groups["pct"] == "成" else 0.01, ""
    for code in _CURRENCIES:
        if groups[f"c_{code}"]:
            return "money", 1.0, code
    for i, (kind, factor, _) in enumerate(_TIMES):
        if groups[f"t_{i}"]:
            return kind, float(factor), ""
    if groups["cur"]:
        return "money", 1.0, _PREFIXES[groups["cur"]]
    return "plain", 1.0, ""


def _said(groups: Mapping[str, str | None]) -> tuple[float, float]:
    """Base and magnitude of a number in words: half a, a couple of, three hundred thousand."""
    if groups["half"]:
        return 0.5, 1.0
    if few := groups["few"]:
        return (2.0 if "couple" in few else 3.0), 1.0
    factor = 1.0
    for word in (groups["en_mag"] or "").split():
        factor *= _MAGNITUDES.get(word, 1.0)
    return float(_EN_WORDS[groups["en"] or ""]), factor


def _token(match: re.Match[str]) -> Token | None:
    kind, unit_factor, currency = _time_or_unit(match)
    groups = match.groupdict()
    spoken, vague = False, None
    factor = 1.0
    if groups["num"]:
        base = _written(groups["num"])
        if unit_factor == 365 and 1900 <= base <= 2100:
            return None
        factor = _MAGNITUDES[groups["mag"] or groups["mag_en"]] if groups["mag"] or groups["mag_en"] else 1.0
    elif not groups["zh"]:
        spoken, base, factor = not groups["half"], *_said(groups)
    else:
        spoken, text = True, groups["zh"]
        vague = _vague_zh(text)
        base = zh_value(text.lstrip("上过小")) or 0.0
        if vague is None and text[0] in "上过小":
            groups["ge"] = "+"
        factor = 1e4 if text.endswith("万") and not vague else 1.0
        base /= factor
    low = high = round(base * factor * unit_factor, 6)
    if groups["tail"]:
        low = high = low + float(groups["tail"].rstrip("千")) * 1000
    if vague:
        low, high = (v * unit_factor for v in vague)
    if (groups["and_half"] or match.group().endswith("个半月")) and kind == "days":
        low = high = low + unit_factor / 2
    if kind == "days" and groups["half"] and unit_factor == 365:
        low = high = 180.0
    if kind == "plain" and vague:
        kind = "vague"
    at_least = bool(groups["ge"] or groups["over"])
    return Token(
        match.start(), match.end(), CLASS[kind], match.group(),
        Quantity(low, high, factor > 1 or bool(vague), base, factor, currency, at_least, spoken),
    )  # fmt: skip


def figures(folded: str) -> Iterator[Token]:
    """Every number of a folded text, left to right, longest first; vague ones as a span."""
    for match in _EN_VAGUE.finditer(folded):
        yield _en_vague(match)
    for match in _EN_PARTS.finditer(folded):
        yield _en_part(match)
    for match in _DECADE.finditer(folded):
        age = float(match.group(1)) * 10
        yield Token(
            match.start(), match.end(), CLASS["years"], match.group(), Quantity(age, age + 9, base=age)
        )
    for match in _FRACTION.finditer(folded):
        said = match.group(1)
        share = (float(said) if said[0].isdigit() else zh_value(said) or 0.0) / 100
        quantity = Quantity(share, share, base=share)
        yield Token(match.start(), match.end(), CLASS["ratio"], match.group(), quantity)
    for match in _FIGURE.finditer(folded):
        token = _token(match) if match.group() else None
        if token is not None:
            yield token


def _en_part(match: re.Match[str]) -> Token:
    """``a quarter of a million``, ``a million and a half``."""
    factor = 1.0
    for word in match["unit"].split():
        factor *= _MAGNITUDES[word]
    base = _PARTS[match["part"].split()[-1]] if match["part"] else 1.0
    base += _PARTS[match["more"]] if match["more"] else 0.0
    value = base * factor
    quantity = Quantity(value, value, scaled=True, base=base, factor=factor, spoken=True)
    return Token(match.start(), match.end(), CLASS["plain"], match.group(), quantity)


def _en_vague(match: re.Match[str]) -> Token:
    scale = {"hundred": 100.0, "thousand": 1e3, "million": 1e6}
    if match["small"]:
        low, high = 2 * scale[match["small"]], 9 * scale[match["small"]]
    elif match["six"]:
        low = {"five": 1e4, "six": 1e5, "seven": 1e6}[match["six"]]
        high = low * 10 - 1
    else:
        unit = 1e6 if "million" in match.group() else 1e3
        low, high = (20 * unit, 90 * unit) if match["order"] == "tens" else (200 * unit, 900 * unit)
    return Token(match.start(), match.end(), CLASS["vague"], match.group(), Quantity(low, high, scaled=True))
