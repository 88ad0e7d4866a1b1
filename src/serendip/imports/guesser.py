"""Languages for the observations of an import: told here, for large files by a second process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Self

from serendip.catalogue.channel import Observation
from serendip.imports.language import detect, text_of, with_language

if TYPE_CHECKING:
    from serendip.imports.language_worker import LanguageWorker

LARGE: Final = 1024 * 1024
"""Bytes of a file from which a second process pays: starting it costs about as much as 5,000 texts."""


class Guesser:
    """Asked about a batch, it answers before it is asked about the next one."""

    def __init__(self, size: int, *, wanted: bool) -> None:
        self._wanted = wanted
        self._large = size >= LARGE
        self._worker: LanguageWorker | None = None
        self._texts: list[str] = []
        self._places: list[int] = []
        self._asked = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._worker is not None:
            self._worker.close()

    def ask(self, observations: Sequence[Observation]) -> None:
        """Begin with the observations that have a text and no language."""
        if not self._wanted:
            return
        found = [(i, text) for i, o in enumerate(observations) if (text := text_of(o))]
        self._places, self._texts = [i for i, _ in found], [text for _, text in found]
        self._asked = bool(found) and self._large and self._start()

    def answer(self, observations: Sequence[Observation]) -> list[Observation]:
        """The observations that were asked about, with the languages that could be told."""
        out = list(observations)
        for i, code in zip(self._places, self._codes(), strict=True):
            out[i] = with_language(out[i], code)
        self._places, self._texts = [], []
        return out

    def _start(self) -> bool:
        from serendip.imports.language_worker import LanguageWorker

        try:
            self._worker = self._worker or LanguageWorker()
            self._worker.ask(self._texts)
        except OSError:
            self._large = False
        return self._large

    def _codes(self) -> list[str | None]:
        if self._asked and self._worker is not None:
            try:
                return self._worker.answer()
            except (OSError, ValueError):
                self._large = False  # the worker died: go on without it
        return detect(self._texts) if self._texts else []
