"""A process that writes into an index until it is killed: ``python -m`` style, started by the tests.

Arguments: folder, seed. Prints each sequence number once it has been committed.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from pathlib import Path

from serendip.catalogue.document import IndexDoc
from serendip.index.embedded import EmbeddedIndex

CHANNELS = 400


@dataclass(frozen=True)
class Change:
    """What one sequence number does."""

    docs: list[IndexDoc]
    gone: list[int]
    vectors: dict[int, bytes]


def change(seed: int, seq: int) -> Change:
    """The same for the same arguments, in every process."""
    rng = random.Random(seed * 1_000_003 + seq)
    cids = rng.sample(range(1, CHANNELS), rng.randint(1, 40))
    docs = [
        IndexDoc(
            cid=cid,
            platform="youtube",
            exact=(f"@user{cid}",),
            text={"channel_tag": f"common word{seq % 7}", "channel_name": f"频道{cid} stamp{seq}"},
            numbers={"followers": float(seq * 1000 + cid)},
            terms={"country": (rng.choice(["US", "DE", "JP"]),)},
            quality=0.5,
            vector=bytes([cid % 256, seq % 256]) * 128 if rng.random() < 0.5 else None,
        )
        for cid in cids
    ]
    gone = rng.sample(range(1, CHANNELS), 3)
    bare = {doc.cid: bytes([seq % 256]) * 256 for doc in docs if doc.vector is None}
    vectors = {cid: vector for cid, vector in bare.items() if cid not in gone}
    return Change(docs, gone, vectors)


def main() -> None:
    """Write for ever, from where the index is."""
    folder, seed = Path(sys.argv[1]), int(sys.argv[2])
    writer = EmbeddedIndex.open_writer(folder)
    seq = writer.applied_seq()
    while True:
        seq += 1
        now = change(seed, seq)
        writer.upsert(now.docs, seq - 1)
        writer.set_vectors(now.vectors)
        writer.delete(now.gone, seq)
        writer.commit()
        print(seq, flush=True)


if __name__ == "__main__":
    main()
