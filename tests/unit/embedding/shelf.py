"""A store of vectors in memory, behind the cache's protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Shelf:
    def __init__(self) -> None:
        self.kept: dict[bytes, bytes] = {}
        self.saves = 0

    def vectors(self, text_hashes: Sequence[bytes]) -> dict[bytes, bytes]:
        return {key: self.kept[key] for key in text_hashes if key in self.kept}

    def save_vectors(self, by_hash: Mapping[bytes, bytes]) -> None:
        self.saves += 1
        self.kept.update(by_hash)
