"""Makes the shipped projection: ``python -m bench fit``.

Fitted on three quarters of the real channels (the rest measures it) and on a sample of content titles.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import numpy as np

from bench.real import real_channels, real_titles
from bench.report import emit, say
from serendip.embedding import projection
from serendip.embedding.local import LocalEmbedder

TITLES = 12_000
TARGET = Path(projection.__file__).parent / "data" / "usem3-256.npz"


def run(target: Path = TARGET) -> None:
    """Embed, fit, write ``target``."""
    texts = [c.text() for c in real_channels() if not c.held_out]
    texts += random.Random(256).sample(list(real_titles()), TITLES)
    say(f"embedding {len(texts)} texts")
    start = time.perf_counter()
    embeddings = LocalEmbedder().encode(texts)
    took = time.perf_counter() - start
    fitted = projection.fit(embeddings)
    target.parent.mkdir(exist_ok=True)
    projection.save(fitted, target)
    kept = float(np.square(embeddings @ fitted.axes.T).sum() / np.square(embeddings).sum())
    emit(
        "fit",
        "projection",
        texts=len(texts),
        texts_per_s=round(len(texts) / took, 1),
        length_kept=round(kept, 4),
    )
