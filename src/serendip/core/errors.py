"""The error tree. Every error has a code for machines and a sentence in zh and en for people.

SerendipError
├── InputError        what the person gave cannot be used; says what to do
│   └── RefusedFile   a file that cannot be read safely or at all
├── NotFound          a thing that was named does not exist here
├── Unavailable       a part (server, index, model, network) does not answer; retrying may help
└── Damaged           stored data does not hold together; says how to repair it
"""

from __future__ import annotations

from typing import Any, ClassVar


class SerendipError(Exception):
    """Base of all errors that reach a person.

    Args:
        code: stable upper-case name, for example ``ERR_INPUT_TOO_LONG``.
        zh: the sentence shown when the language is Chinese.
        en: the same in English. Both say what to do.
        details: JSON-serialisable facts (``field``, ``limit``, ``line`` ...).
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, code: str, *, zh: str, en: str, **details: Any) -> None:
        super().__init__(en)
        self.code = code
        self.zh = zh
        self.en = en
        self.details = details

    def message(self, locale: str = "en") -> str:
        """The sentence for ``locale`` (``zh`` or ``en``)."""
        return self.zh if locale == "zh" else self.en

    def as_dict(self) -> dict[str, Any]:
        """The one JSON shape of an error: ``{code, message_zh, message_en, ...details}``."""
        return {"code": self.code, "message_zh": self.zh, "message_en": self.en, **self.details}


class InputError(SerendipError):
    """What the person gave cannot be used."""

    exit_code = 2


class RefusedFile(InputError):
    """A file that cannot be read safely, or is none of the formats that we read."""


class NotFound(SerendipError):
    """A thing that was named does not exist here."""

    exit_code = 3


class Unavailable(SerendipError):
    """A part does not answer; the same call may work later."""

    exit_code = 4


class Damaged(SerendipError):
    """Stored data does not hold together."""

    exit_code = 5


def internal(error: Exception) -> SerendipError:
    """A fault of ours, in words: what reaches a person instead of a traceback."""
    what = f"{type(error).__name__}: {error}"
    return SerendipError(
        "ERR_INTERNAL",
        zh=f"程序内部出错（{what}）；数据没有改变。设 SERENDIP_DEBUG=1 可查看详情",
        en=f"A fault of the program ({what}); nothing was lost. Set SERENDIP_DEBUG=1 to see the details",
    )
