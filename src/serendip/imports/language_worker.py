"""A process that tells languages, so that large imports do not wait for it. Speaks JSON lines on its pipes.

Its importer is the only one who starts it. It ends when its input does, whatever became of the importer.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Self

import orjson

from serendip.imports.language import detect


class LanguageWorker:
    """The importer's end: one question is under way at a time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is the importer's to handle
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, texts: Sequence[str]) -> None:
        """Send texts. The answer to the texts before must have been fetched."""
        pipe = self._process.stdin
        if pipe is None:
            raise BrokenPipeError
        pipe.write(orjson.dumps([t.encode("utf-8", "replace").decode() for t in texts]) + b"\n")
        pipe.flush()

    def answer(self) -> list[str | None]:
        """The languages of the texts asked about last. Raises ``OSError`` when the worker is gone."""
        pipe = self._process.stdout
        line = pipe.readline() if pipe is not None else b""
        if not line:
            raise BrokenPipeError("the language worker is gone")
        return orjson.loads(line)

    def close(self) -> None:
        """End the process."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue
        self._process.kill()
        self._process.wait()


def serve() -> None:
    """Answer each line of texts with a line of codes, until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(orjson.dumps(detect(orjson.loads(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    serve()
