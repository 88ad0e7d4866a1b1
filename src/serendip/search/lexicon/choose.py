"""Which of its readings a word has, by what stands beside it (``min 10k``, ``10k min``; 推, 推婴儿车)."""

from __future__ import annotations

from typing import Final

from serendip.search.lexicon.bounds import NUMBERS
from serendip.search.lexicon.tokens import CLASS, Token, classes
from serendip.search.lexicon.vocabulary import vocabulary

_PAIRS: Final = ((CLASS["least"], CLASS["least_after"]), (CLASS["most"], CLASS["most_after"]))
_COUNTED: Final = classes("plain vague least_after")
_THINGS: Final = classes("word han topic brand category plain counter demonym persona style format")
_ASIDE: Final = classes("filler mark of")
_BREAKS: Final = classes("comma list stop")
_SAYS: Final = frozenset({":", "=", "是", "is", "为"})
_NUMBER_LEADS: Final = classes("about between least most")
_ABBREVIATED: Final = classes("platform metric contact")
"""YT, IG and TG name platforms and ER a figure before they name a country."""
_BETWEEN: Final = classes("joiner list comma least_after mark")


def settle(text: str, tokens: list[Token]) -> None:
    """Give every token of a text the reading that its neighbours ask for, in place."""
    _women_who(tokens)
    _choose(tokens)
    _codes(text, tokens)


def _women_who(tokens: list[Token]) -> None:
    """``female fitness coach``: before a persona the gender is the person's, no part of a topic."""
    for i in range(len(tokens) - 2, -1, -1):
        token, after = tokens[i], tokens[i + 1]
        head, _, rest = token.text.partition(" ")
        if token.kind != CLASS["topic"] or after.kind != CLASS["persona"] or head not in {"female", "male"}:
            continue
        table = vocabulary().by_surface
        whole = table.get(f"{rest} {after.text}")
        cut = token.start + len(head) + 1
        gender = table[head][0]
        person = Token(cut, after.end, CLASS["persona"], f"{rest} {after.text}", spaced=True)
        parts = [
            Token(token.start, cut - 1, gender.kind, head, gender.value, gender.flags, spaced=token.spaced)
        ]
        if whole and whole[0].kind == CLASS["persona"]:
            person.value, person.flags = whole[0].value, whole[0].flags
            parts.append(person)
        else:
            known = table.get(rest)
            word = Token(cut, token.end, known[0].kind if known else CLASS["word"], rest, spaced=True)
            if known:
                word.value, word.flags = known[0].value, known[0].flags
            parts += [word, after]
        tokens[i : i + 2] = parts


def _choose(tokens: list[Token]) -> None:
    """Settle words that read differently by what stands beside them."""
    for i, token in enumerate(tokens):
        if token.also:
            following = tokens[i + 1].kind if i + 1 < len(tokens) else ""
            _choose_bound(token, following)
            _choose_about(token, following)
            if token.text == "不过" and i and tokens[i - 1].kind in _BREAKS:
                _prefer(token, CLASS["filler"])
            if i + 1 < len(tokens) and tokens[i + 1].text in _SAYS:
                _prefer(token, CLASS["label"])
            if token.text == "~" and i and tokens[i - 1].kind in NUMBERS:
                token.kind = CLASS["range"]
            _choose_verb(tokens, i)
            if token.kind == CLASS["level"] and not any(
                t.kind == CLASS["metric"] for t in tokens[max(0, i - 2) : i + 3]
            ):
                _prefer(token, CLASS["tier"])
        elif token.kind == CLASS["audience"] and i and tokens[i - 1].kind in _COUNTED:
            _choose_figure(token)


def _choose_verb(tokens: list[Token], index: int) -> None:
    """推婴儿车 promotes, 推 is a platform; 关注环保 is a subject, 关注 1 万以上 a figure."""
    token = tokens[index]
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if token.kind == CLASS["platform"]:
        thing = after is not None and not after.spaced and (after.kind in _THINGS or after.text[0] in "我一")
        if thing:
            _prefer(token, CLASS["do"])
    elif token.kind == CLASS["metric"] and any(a[0] == CLASS["do"] for a in token.also):
        beside = [t.kind for t in tokens[max(0, index - 1) : index]]
        beside += [t.kind for t in tokens[index + 1 : index + 4] if t.kind not in _ASIDE][:1]
        if not any(kind in NUMBERS | _NUMBER_LEADS for kind in beside):
            _prefer(token, CLASS["do"])


def _choose_figure(token: Token) -> None:
    """``10k followers in Spain`` counts followers, it does not say where they are."""
    if token.text.partition(" ")[0] in {"followers", "subscribers", "fans"}:
        token.kind, token.value, token.flags = CLASS["metric"], "followers", frozenset()


def _prefer(token: Token, kind: str) -> None:
    other = next((a for a in token.also if a[0] == kind), None)
    if other is not None:
        token.kind, token.value, token.flags = other


def _choose_about(token: Token, following: str) -> None:
    """``about 50k`` is an estimate, ``about chess`` a subject; ``from Spain`` begins no range."""
    if token.kind not in _NUMBER_LEADS or following in NUMBERS:
        return
    other = next((a for a in token.also if a[0] not in _NUMBER_LEADS), None)
    if other is not None:
        token.kind, token.value, token.flags = other


def _choose_bound(token: Token, following: str) -> None:
    """``min 10k`` is a bound before its number, ``10k min`` one behind it."""
    kinds = {token.kind, *(kind for kind, _, _ in token.also)}
    for before, after in _PAIRS:
        if before in kinds and after in kinds:
            wanted = before if following in NUMBERS else after
            if token.kind != wanted:
                token.also = ((token.kind, token.value, token.flags), *token.also)
                token.kind, token.value, token.flags = next(a for a in token.also if a[0] == wanted)
            return


def _codes(text: str, tokens: list[Token]) -> None:
    """Country codes that are also words, in capitals beside another code (NL + BE; DE, IT)."""
    codes = vocabulary().codes
    at = [
        i for i, t in enumerate(tokens)
        if t.end - t.start == 2 and text[t.start : t.end].isupper()
        and (t.kind == CLASS["country"] or (text[t.start : t.end] in codes and t.kind not in _ABBREVIATED))
    ]  # fmt: skip
    if len(at) < 2 or all(tokens[i].kind == CLASS["country"] for i in at):
        return
    for _ in at:
        for i in at:
            last = i + 1 >= len(tokens) or tokens[i + 1].kind in _BETWEEN
            beside = (n for n in (i - 2, i + 2) if n in at and tokens[(i + n) // 2].kind in _BETWEEN)
            if last and any(tokens[n].kind == CLASS["country"] for n in beside):
                code = codes[text[tokens[i].start : tokens[i].end]]
                tokens[i].kind, tokens[i].value, tokens[i].flags = code.kind, code.value, code.flags
