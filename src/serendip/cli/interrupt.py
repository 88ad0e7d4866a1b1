"""Ctrl-C that cannot get lost."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def remembering() -> Generator[Callable[[], None]]:
    """A function that raises ``KeyboardInterrupt`` when Ctrl-C was pressed and did not get through.

    Native code that is being loaded or run may swallow the exception that Python raises for it. Main thread
    only; where Ctrl-C is ignored from outside (a job in the background) it stays ignored.
    """
    before = signal.getsignal(signal.SIGINT)
    pressed: list[int] = []

    def note(number: int, _frame: object) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    if before is signal.SIG_IGN:
        yield check
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
