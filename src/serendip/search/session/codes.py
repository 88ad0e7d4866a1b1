"""One value of a listed field, checked: places, languages, categories, choices, switches, words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from babel.numbers import list_currencies

from serendip.catalogue import places
from serendip.catalogue.field_types import FieldSpec
from serendip.catalogue.languages import language_code, languages
from serendip.catalogue.taxonomy import categories

MAX_VALUES: Final = 50
"""At most so many values of one field."""

MAX_WORD: Final = 100
"""At most so many characters in one value."""

_SHORT: Final = 3
"""Only codes of this length are looked up as abbreviations (UK, USA); names are for free text."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What would have been a value, in two languages."""

    zh: str
    en: str


class Refused(Exception):
    """A value that cannot be used; the caller names the field."""

    def __init__(self, expected: Expected) -> None:
        super().__init__(expected.en)
        self.expected = expected


def read(spec: FieldSpec, value: Any) -> Any:
    """The value as it is stored and compared. Raises ``Refused``."""
    if spec.type == "bool":
        if not isinstance(value, bool):
            raise Refused(Expected("应为是或否", "true or false"))
        return value
    text = _word(value)
    if spec.type == "iso2":
        return _place(text)
    if spec.type == "iso639":
        return _language(text)
    if spec.name == "category":
        return _choice(text, tuple(categories()))
    if spec.type == "enum" and "|" in spec.unit:
        return _choice(text, tuple(spec.unit.split("|")))
    return text.lstrip({"hashtag": "#", "mention": "@"}.get(spec.name, "")) or text


def currency(value: Any) -> str:
    """An ISO 4217 code in capitals. Raises ``Refused``."""
    text = _word(value).upper()
    if text not in list_currencies():
        raise Refused(Expected("应为 ISO 4217 币种代码，例如 USD", "an ISO 4217 currency code such as USD"))
    return text


def _word(value: Any) -> str:
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text:
        raise Refused(Expected("应为文字或代码", "a word or a code"))
    if len(text) > MAX_WORD:
        raise Refused(Expected(f"每个值最多 {MAX_WORD} 个字符", f"at most {MAX_WORD} characters a value"))
    return text


def _place(text: str) -> str:
    code = text.upper()
    if code in places.countries() or code in places.regions():
        return code
    if f"@{code}" in places.regions():
        return f"@{code}"
    named = places.country_code(text) if len(text) <= _SHORT else None
    if named is None:
        raise Refused(
            Expected("应为 ISO 3166-1 国家代码（例如 US）或地区代码（例如 @EU）",
                     "an ISO 3166-1 country code such as US, or a region code such as @EU")
        )  # fmt: skip
    return named


def _language(text: str) -> str:
    code = text.lower()
    if code in languages():
        return code
    found = language_code(text) if "-" in text or "_" in text else None
    if found is None:
        raise Refused(Expected("应为 ISO 639-1 语言代码，例如 en", "an ISO 639-1 language code such as en"))
    return found


def _choice(text: str, choices: tuple[str, ...]) -> str:
    code = text.casefold()
    if code not in choices:
        listed = ", ".join(choices)
        raise Refused(Expected(f"可选：{listed}", f"one of {listed}"))
    return code
