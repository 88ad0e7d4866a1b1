"""The benchmark compares like with like: at a small size every engine gives the same answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.channels import make
from bench.compare import check, recall
from bench.ours import Answer, build, measure, synthetic
from bench.postgres import binaries
from bench.report import Timing, geometric_mean, percentile, timed
from bench.rival import RIVALS, Rival, rows
from bench.workload import Case, cases, words_of
from serendip.quality.synthetic import TODAY, synthetic_docs

COUNT, SEED = 6_000, 5


@pytest.fixture(scope="module")
def asked() -> list[Case]:
    batch = next(synthetic_docs(COUNT, SEED))
    vectors = [batch.vectors[i].tobytes() for i in range(0, COUNT, 500)]
    return cases(words_of(batch.docs()), vectors, TODAY, count=12)


@pytest.fixture(scope="module")
def measured(asked, tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    built = build(folder, synthetic(COUNT, SEED))
    assert built.disk_mib > 1
    assert built.seconds >= built.making_s > 0
    found, memory = measure(folder, asked)
    assert memory["total"] > 10
    return list(zip(asked, found, strict=True))


@pytest.fixture(params=RIVALS)
def rival(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rival]:
    if request.param == "postgres" and binaries() is None:
        pytest.skip("needs PostgreSQL")
    engine = make(request.param, tmp_path)
    yield engine
    engine.close()
    assert list(tmp_path.iterdir()) == []


def test_rivals_agree_with_the_index(rival, measured):
    assert rival.load(rows(COUNT, SEED)) > 0
    compared = 0
    for case, result in measured:
        if case.asks[0].vector is not None:
            assert rival.search(case.asks[0]) is None
            continue
        facts = check(rival, list(zip(case.asks, result.answers, strict=False)))
        if case.asks[0].page == 1:
            assert rival.counted(case.asks[0]) == (rival.search(case.asks[0]), rival.totals(case.asks[0]))
            assert all(value for key, value in facts.items() if key.endswith("_equal")), (case.name, facts)
            assert facts["sets_compared"] == facts["checked"] > 6
            compared += 1
        else:
            assert facts["totals_equal"] is not False
    assert compared == 7


def test_an_empty_comparison_is_no_agreement(measured):
    class Mute:
        """Has nothing to say."""

    facts = check(Mute(), [(measured[0][0].asks[0], Answer((), 0, 0, {}))])
    assert facts["checked"] == 0
    assert facts["sets_equal"] is None
    assert facts["totals_equal"] is None


def test_the_index_finds_the_nearest(measured, capsys):
    recall("test", COUNT, SEED, measured)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all('"recall":1.0' in line for line in lines)


def test_percentiles_and_means():
    assert percentile([3, 1, 2, 4], 0.5) == 2
    assert percentile(range(1, 101), 0.95) == 95
    assert percentile([], 0.5) == 0
    assert geometric_mean([1, 100]) == pytest.approx(10)
    calls: list[int] = []
    timing = timed([lambda i=i: calls.append(i) for i in range(5)], warm=2)
    assert calls == [0, 1, 0, 1, 2, 3, 4]
    assert timing.n == 5
    assert timing.first(2) == Timing(timing.each[:2])
