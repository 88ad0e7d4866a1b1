"""What was looked for in a segment before: it never changes, and repairs ask for the same words again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")
_ENTRY_BYTES = 256


class Memory(Generic[V]):
    """Results by key, forgotten all at once when they grow beyond ``limit`` bytes.

    Safe to use from many threads: at worst the same thing is looked for twice.
    """

    def __init__(self, limit: int, size: Callable[[V], int]) -> None:
        self._limit, self._size = limit, size
        self._held: dict[Hashable, V] = {}
        self._bytes = 0

    def of(self, key: Hashable, look: Callable[[], V]) -> V:
        """The value of ``key``; ``look`` finds it when it is not held."""
        held = self._held.get(key)
        if held is not None:
            return held
        found = look()
        self._bytes += self._size(found) + _ENTRY_BYTES
        if self._bytes > self._limit:
            self._held, self._bytes = {}, 0
        self._held[key] = found
        return found
