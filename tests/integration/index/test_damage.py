"""What is broken is said to be broken, with the way out; nothing else is ever shown for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from serendip.catalogue.document import IndexDoc
from serendip.core.errors import Damaged, NotFound
from serendip.index.embedded import EmbeddedIndex
from serendip.search.ports import Query


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """A small index of two commits with deleted rows and vectors."""
    docs = [
        IndexDoc(n, "x", (), {"channel_tag": f"tag{n}"}, {"n": n}, {}, 0.5, bytes([n]) * 256)
        for n in range(9)
    ]
    with EmbeddedIndex.open_writer(tmp_path) as writer:
        writer.upsert(docs, 1)
        writer.commit()
        writer.upsert(docs[:3], 2)
    return tmp_path


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[64] ^= 0x55  # the first byte of the first array
    path.write_bytes(data)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def other(path: Path) -> None:
    path.write_bytes(b"{}" * 50)


HARMS = [
    *((pattern, harm) for pattern in ("*.seg", "*.marks") for harm in (cut, flip, empty, other, Path.unlink)),
    *(("*.vec", harm) for harm in (cut, empty, other, Path.unlink)),
    *(("manifest.json", harm) for harm in (cut, flip, empty, other)),
]
"""Not among them: any 256 bytes are a vector, and without a manifest there is no index."""


@pytest.mark.parametrize(("pattern", "harm"), HARMS)
def test_a_broken_file_is_reported_with_the_command_that_repairs(
    index: Path, pattern: str, harm: Callable[[Path], None]
) -> None:
    harm(next(index.glob(pattern)))
    for opening in (EmbeddedIndex.open_reader, EmbeddedIndex.open_writer):
        with pytest.raises(Damaged) as caught:
            opening(index)
        assert "serendip index rebuild" in caught.value.zh
        assert "serendip index rebuild" in caught.value.en
    with EmbeddedIndex.open_writer(index, anew=True) as writer:
        writer.rebuild([IndexDoc(7, "x", (), {}, {}, {}, 0.5)], 5)
    reader = EmbeddedIndex.open_reader(index)
    assert (reader.search(Query()).total, reader.applied_seq()) == (1, 5)


def test_no_index_is_not_a_broken_one(tmp_path: Path) -> None:
    with pytest.raises(NotFound) as caught:
        EmbeddedIndex.open_reader(tmp_path)
    assert "serendip index rebuild" in caught.value.en


def test_verify_reads_every_byte(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serendip.index.container.CHECKED_BYTES", 0)
    EmbeddedIndex.open_reader(index).verify()
    segment = max(index.glob("*.seg"), key=lambda path: path.stat().st_size)
    flip(segment)
    reader = EmbeddedIndex.open_reader(index)
    with pytest.raises(Damaged):
        reader.verify()
