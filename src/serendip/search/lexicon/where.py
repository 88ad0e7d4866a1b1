"""Places and languages: the creator's country, the audience's country and the content's language are three
different conditions and are never mixed up (addendum A-6).
"""

from __future__ import annotations

from typing import Final

from serendip.catalogue import places
from serendip.search.lexicon.sets import words
from serendip.search.lexicon.state import BREAKS, Draft, State
from serendip.search.lexicon.tokens import CLASS, classes

_EXPANDED: Final = frozenset({"@DACH"})
"""Regions that are written out, because people mean exactly these countries."""
_FROM: Final = classes("filler list comma joiner of mainly country city label open not")
_SPOKEN: Final = words("spoken")
_CULTURE: Final = words("culture")
"""What makes 法国菜 or Korean skincare a topic instead of a place."""


def read(state: State) -> None:
    """Take every place and language that is still free."""
    for i in range(len(state.tokens)):
        kind = state.kinds[i]
        if kind == CLASS["demonym"]:
            _demonym(state, i)
        elif kind == CLASS["country"]:
            _country(state, i)
        elif kind == CLASS["city"]:
            _city(state, i)
        elif kind == CLASS["language"]:
            _language(state, i)
        elif kind == CLASS["free"]:
            state.take(i, i + 1, "hard")
            state.doubt("explicit_any", "said to be free")
        elif kind == CLASS["anywhere"]:
            _anywhere(state, i)


def _anywhere(state: State, index: int) -> None:
    """``住哪`` beside ``无所谓``, ``where they live`` beside ``doesn't matter``: the place is left open."""
    own = state.fragment[index]
    near = range(max(0, index - 4), min(len(state.tokens), index + 5))
    if any(state.tokens[n].kind == CLASS["free"] and state.fragment[n] == own for n in near):
        state.take(index, index + 1, "hard")
    else:
        state.kinds[index] = CLASS["word"] if state.tokens[index].text.isascii() else CLASS["han"]


def _weak(state: State, index: int) -> bool:
    """Whether a word that names a place only at times (Nice, Polish) does not do so here."""
    token = state.tokens[index]
    if "weak" not in token.flags:
        return False
    before = state.previous(index)
    if token.kind == CLASS["demonym"] and state.text[token.start].isupper():
        return False
    if before < 0:
        return True
    said = state.tokens[before].text
    return not (said in {"in", "from", "near", "based in", "based", "located in", "living in", "在", "around"}
                or (said in {"or", "and", ",", "、", "/"}
                    and state.tokens[before - 1].kind in classes("country city")))  # fmt: skip


def _cultural(state: State, index: int) -> bool:
    """Whether the next word makes a topic of this place (泰国菜, Japanese food)."""
    if index + 1 >= len(state.tokens):
        return False
    after = state.tokens[index + 1]
    if state.tokens[index].kind == CLASS["country"] and not state.chinese:
        return False
    if state.tokens[index].text.endswith("speaking"):
        return False
    if after.text in _CULTURE and not (after.spaced and state.chinese):
        return True
    return state.tokens[index].kind == CLASS["language"] and after.text in {
        "学习", "教学", "学", "老师", "lessons", "learning", "teacher", "teachers", "tutor", "tutors",
        "grammar", "课程",
    }  # fmt: skip


def _values(state: State, index: int) -> list[str]:
    out: list[str] = []
    for code in state.tokens[index].value:
        out += places.expand(code) if code in _EXPANDED else (code,)
    return out


def _country(state: State, index: int) -> None:
    token = state.tokens[index]
    if _weak(state, index) or _cultural(state, index):
        state.kinds[index] = CLASS["word"] if token.text.isascii() else CLASS["han"]
        return
    if "outside" in token.flags:
        _overseas(state, index)
        return
    _put(state, "country", _values(state, index), index)


def _overseas(state: State, index: int) -> None:
    """海外 is every country but China; beside an exclusion of China it adds nothing."""
    if state.audience[index]:
        draft = Draft("audience_country", "in", "exclude", ["CN"], "derived")
        state.add(draft, index, index + 1)
        return
    known = next((d for d in state.drafts if d.field == "country" and d.kind == "exclude"), None)
    if known and known.values == ["CN"]:
        known.tokens.append(index)
        state.take(index, index + 1, "hard")
        state.owner[index].append(state.drafts.index(known))
        return
    if state.negated[index]:
        _put(state, "country", ["CN"], index, plain=True)
        return
    draft = Draft("country", "in", "exclude", ["CN"], "derived")
    draft.note = ("海外按不在中国理解", "“overseas” read as anywhere but China")
    state.add(draft, index, index + 1)


def _demonym(state: State, index: int) -> None:
    token = state.tokens[index]
    if _weak(state, index):
        state.kinds[index] = CLASS["word"] if token.text.isascii() else CLASS["han"]
        return
    after = state.following(index)
    nxt = state.kinds[after] if after < len(state.kinds) else ""
    spoken = nxt in classes("language_word") or (
        after < len(state.tokens) and after == index + 1 and state.tokens[after].text in _SPOKEN
    )
    if spoken or _language_only(state, index):
        languages = next((v for k, v, _ in token.also if k == CLASS["language"]), None)
        if languages is not None:
            _put_language(state, list(languages), index, together=False)
            return
    if _cultural(state, index):
        state.kinds[index] = CLASS["word"] if token.text.isascii() else CLASS["han"]
        return
    if any(k == CLASS["language"] for k, _, _ in token.also):
        state.doubt("language_vs_country")
    _put(state, "country", list(token.value), index)


def _language_only(state: State, index: int) -> bool:
    """``Spanish or Portuguese`` alone, ``in French``, ``content in German``: languages, not people."""
    before = state.previous(index, classes("filler"))
    said = state.tokens[index - 1].text if index else ""
    if said in {"in", "speak", "speaks", "speaking", "language", "用", "说", "讲"}:
        return True
    if before >= 0 and state.tokens[before].kind == CLASS["language_word"]:
        return True
    if before >= 0 and state.tokens[before].kind in classes("joiner list"):
        earlier = before - 1
        if earlier >= 0 and state.owner[earlier]:
            owner = state.drafts[state.owner[earlier][0]]
            return owner.field == "language"
    own = state.fragment[index]
    others = [k for k, f in zip(state.kinds, state.fragment, strict=True) if f == own]
    allowed = classes("demonym joiner filler list comma stop taken language mainly")
    return all(k in allowed for k in others) and len([k for k in others if k not in BREAKS]) > 1 - (own > 0)


def _city(state: State, index: int) -> None:
    token = state.tokens[index]
    if (
        _weak(state, index)
        or ("ambiguous" in token.flags and _weak_name(state, index))
        or _cultural(state, index)
    ):
        state.kinds[index] = CLASS["word"] if token.text.isascii() else CLASS["han"]
        return
    city, country = token.value
    if "subdivision" in token.flags:
        state.doubt("subnational_region", f"{city} has no country code; {country} is used")
        _put(state, "country", [country], index)
        return
    field = "audience_country" if state.audience[index] else "city"
    if field == "audience_country":
        _put(state, "country", [country], index)
        return
    kind = state.kind_of(index, index + 1)
    same = next((d for d in state.drafts if d.field == "city" and d.kind == kind), None)
    if same is not None:
        same.values.append(city)
        same.op = "in"
        state.add(same, index, index + 1)
    else:
        state.add(Draft("city", "prefer" if kind == "soft" else "eq", kind, [city]), index, index + 1)
    if kind == "hard" and country:
        _derive_country(state, country)


def _weak_name(state: State, index: int) -> bool:
    return not (index and state.tokens[index - 1].text in {"in", "from", "based in", "near", "在"})


def _derive_country(state: State, code: str) -> None:
    known = next((d for d in state.drafts if d.field == "country" and d.kind == "hard"), None)
    if known is None:
        draft = Draft("country", "in", "hard", [code], "derived")
        draft.note = ("由城市推得", "follows from the city")
        state.drafts.append(draft)
    elif known.source == "derived" and code not in known.values:
        known.values.append(code)


_TURNS: Final = frozenset({"but", "yet", "however", "但", "但是", "却", "不过", "可是"})
_ADDS: Final = frozenset(
    {"also", "too", "as well", "也", "还", "也行", "也可以", "fine", "ok", "also fine", "not only"}
)


def _turns(state: State, last: int, index: int) -> bool:
    """``US only but in the UK``: a place said against another one is a condition of its own."""
    between = range(last + 1, index)
    if not any(state.tokens[i].text in _TURNS for i in between) or any(state.negated[i] for i in between):
        return False
    return not any(t.text in _ADDS for t in state.tokens[max(0, last - 2) : index + 3])


def _put(state: State, field: str, values: list[str], index: int, *, plain: bool = False) -> None:
    """Add values to the one condition of this field and kind; places of one request mean any of them."""
    audience = state.audience[index]
    name = f"audience_{field}" if audience else field
    kind = "exclude" if plain else state.kind_of(index, index + 1)
    op = "prefer" if kind == "soft" else "in"
    draft = next((d for d in reversed(state.drafts) if d.field == name and d.kind == kind), None)
    against = draft is not None and bool(draft.tokens) and _turns(state, draft.tokens[-1], index)
    if against:
        draft = None
    if draft is None or (draft.source == "derived" and kind == "hard" and not draft.tokens):
        if draft is not None:
            state.drafts.remove(draft)
        draft = Draft(name, op, kind, [], extra={"against": True} if against else {})
    if kind == "exclude" and field == "country":
        state.doubt("negation_scope")
    for value in values:
        if value not in draft.values:
            draft.values.append(value)
    state.add(draft, index, index + 1)


def _language(state: State, index: int) -> None:
    token = state.tokens[index]
    if _cultural(state, index) or _weak(state, index):
        state.kinds[index] = CLASS["word"] if token.text.isascii() else CLASS["han"]
        return
    if "language_area" in token.flags:
        state.doubt("language_vs_country", f"{token.text}: language or countries that speak it")
    _put_language(state, list(token.value), index, together="all" in token.flags)


def _put_language(state: State, values: list[str], index: int, *, together: bool) -> None:
    _put(state, "language", values, index)
    number = state.owner[index][-1]
    draft = state.drafts[number]
    around = {t.text for t in state.tokens[max(0, index - 3) : index + 4]}
    if together or around & {"双语", "bilingual", "both", "都会", "都能"}:
        draft.extra["match"] = "all"
    words = classes("language_word")
    for i in (index - 1, index + 1):
        if 0 <= i < len(state.kinds) and state.kinds[i] in words:
            state.add(draft, i, i + 1)
