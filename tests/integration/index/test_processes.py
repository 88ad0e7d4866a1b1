"""Several processes on one index: who may write, who sees what, and what a kill leaves."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from serendip.catalogue.document import IndexDoc
from serendip.core.errors import Unavailable
from serendip.index import manifest
from serendip.index.embedded import EmbeddedIndex
from serendip.search.ports import ByField, Query, Terms, TextClause
from tests.contract.reference import Reference
from tests.integration.index import writing

ROOT = Path(__file__).resolve().parents[3]
KILLS = int(os.environ.get("SERENDIP_KILLS", "10"))
"""How often the writer is killed; a soak sets more."""

READER = """
import sys
from pathlib import Path
from serendip.index import manifest
from serendip.index.embedded import EmbeddedIndex
from serendip.search.ports import Query
reader = EmbeddedIndex.open_reader(Path(sys.argv[1]))
print(reader.search(Query()).total, flush=True)
for line in sys.stdin:
    assert reader.wait_for(int(line), 30)
    print([hit.cid for hit in reader.search(Query()).hits], flush=True)
"""


def run(*arguments: str) -> subprocess.Popen[str]:
    """A Python process with pipes."""
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, *arguments], stdin=pipe, stdout=pipe, text=True, cwd=ROOT)


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def doc(cid: int) -> IndexDoc:
    return IndexDoc(cid, "youtube", (), {}, {"followers": float(cid)}, {}, 0.5)


def test_a_reader_in_another_process_sees_each_commit(tmp_path: Path) -> None:
    with EmbeddedIndex.open_writer(tmp_path) as writer, run("-c", READER, str(tmp_path)) as reader:
        assert line_of(reader) == "0"
        for seq, expected in ((1, "[1]"), (2, "[2, 1]")):
            writer.upsert([doc(seq)], seq)
            writer.commit()
            assert reader.stdin is not None
            print(seq, file=reader.stdin, flush=True)
            assert line_of(reader) == expected
        writer.upsert([doc(3)], 3)  # no commit is asked for: it comes by itself
        print(3, file=reader.stdin, flush=True)
        assert line_of(reader) == "[3, 2, 1]"
        reader.kill()


def test_one_process_writes_and_the_other_is_told_which(tmp_path: Path) -> None:
    with run("-m", "tests.integration.index.writing", str(tmp_path), "1") as holder:
        assert line_of(holder) == "1"
        with pytest.raises(Unavailable) as refused:
            EmbeddedIndex.open_writer(tmp_path)
        assert str(holder.pid) in refused.value.zh
        assert str(holder.pid) in refused.value.en
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        EmbeddedIndex.open_writer(tmp_path).close()


def test_a_second_writer_in_the_same_process_is_refused(tmp_path: Path) -> None:
    with EmbeddedIndex.open_writer(tmp_path), pytest.raises(Unavailable):
        EmbeddedIndex.open_writer(tmp_path)


def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    seed, rng = 11, random.Random(11)
    oracle, at = Reference(), 0
    for _ in range(KILLS):
        acknowledged = killed_at_some_moment(tmp_path, seed, rng)
        with EmbeddedIndex.open_writer(tmp_path) as writer:
            applied = writer.applied_seq()
            assert applied >= acknowledged
            for seq in range(at + 1, applied + 1):
                apply(oracle, seed, seq)
            resent = applied + 1
            apply(writer, seed, resent)
            apply(oracle, seed, resent)
            at = resent
            writer.commit()
            assert_equal(EmbeddedIndex.open_reader(tmp_path), oracle)
        named = {ref.name for ref in manifest.read(tmp_path).segments}
        assert {path.name.split(".")[0] for path in tmp_path.iterdir()} == named | {"manifest", "writer"}


def killed_at_some_moment(folder: Path, seed: int, rng: random.Random) -> int:
    """Start a writer, kill it between or in the middle of commits; returns what it had acknowledged."""
    with run("-m", "tests.integration.index.writing", str(folder), str(seed)) as process:
        seen = [line_of(process) for _ in range(rng.randint(1, 12))]
        time.sleep(rng.random() * 0.03)  # the moment within a commit
        process.send_signal(signal.SIGKILL)
        assert process.stdout is not None
        seen += process.stdout.read().split()
        process.wait()
    return int(seen[-1])


def apply(index: object, seed: int, seq: int) -> None:
    now = writing.change(seed, seq)
    index.upsert(now.docs, seq - 1)
    index.set_vectors(now.vectors)
    index.delete(now.gone, seq)


def assert_equal(reader: EmbeddedIndex, oracle: Reference) -> None:
    """Every channel, every value that a query can see."""
    for query in (
        Query(limit=1000, facets=("country",)),
        Query((Terms("country", ("US",)),), rank=ByField("followers", descending=False), limit=1000),
        Query(text=(TextClause("all_sources", ("word3",), (1.0,)),), limit=1000),
        Query(text=(TextClause("channel_name", ("频道1",), (1.0,)),), limit=1000),
    ):
        mine, theirs = reader.search(query), oracle.search(query)
        assert mine.hits == theirs.hits
        assert (mine.total, mine.facets) == (theirs.total, theirs.facets)
    for cid in range(1, writing.CHANNELS):
        assert reader.vector(cid) == oracle.vector(cid)
