"""Texts that were embedded once are never embedded again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Protocol

from serendip.embedding.texts import prepare


class NamedEmbedder(Protocol):
    """An embedder whose ``name`` changes whenever its vectors would."""

    @property
    def name(self) -> str:
        """Model and projection."""
        ...

    def embed(self, texts: Sequence[str]) -> list[bytes | None]:
        """One vector per text, in order; None for empty texts."""
        ...


class VectorStore(Protocol):
    """Where vectors are kept by the hash of model and text (16 bytes)."""

    def vectors(self, text_hashes: Sequence[bytes]) -> dict[bytes, bytes]:
        """Those that are known."""
        ...

    def save_vectors(self, by_hash: Mapping[bytes, bytes]) -> None:
        """Keep them."""
        ...


class CachedEmbedder:
    """``search.ports.Embedder`` that asks ``store`` first and ``inner`` for what is left, each text once.

    Vectors are saved after every ``batch`` new texts, so that an interrupted run keeps what it has.
    """

    def __init__(self, inner: NamedEmbedder, store: VectorStore, batch: int = 256) -> None:
        self._inner = inner
        self._store = store
        self._batch = batch

    @property
    def name(self) -> str:
        """That of the model."""
        return self._inner.name

    def key(self, text: str) -> bytes:
        """16 bytes that stand for the model and the text as the model sees it."""
        return blake2b(prepare(text).encode(), digest_size=16, key=self._inner.name.encode()[:64]).digest()

    def known(self, texts: Sequence[str]) -> list[bytes | None]:
        """The vectors that the store has, in order; None for other texts: the model is not asked."""
        keys = [self.key(text) for text in texts]
        found = self._store.vectors(keys)
        return [found.get(key) for key in keys]

    def embed(self, texts: Sequence[str]) -> list[bytes | None]:
        """One vector per text, in order; None for empty texts."""
        keys = [self.key(text) for text in texts]
        known = self._store.vectors(keys)
        missing = {k: t for k, t in zip(keys, texts, strict=True) if k not in known and prepare(t)}
        pending = list(missing.items())
        for start in range(0, len(pending), self._batch):
            part = pending[start : start + self._batch]
            made = self._inner.embed([text for _, text in part])
            new = {key: vector for (key, _), vector in zip(part, made, strict=True) if vector is not None}
            self._store.save_vectors(new)
            known.update(new)
        return [known.get(key) for key in keys]
