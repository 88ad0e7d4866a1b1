"""Scores the understanding of requests on labelled queries, and its speed; one JSON line a figure.

A slot is (field, class of operator, kind, values); ``gte`` and ``gt`` are different slots. A drop is a
character that is neither white space nor punctuation and stands in no span.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from bench.report import emit
from serendip.catalogue import places
from serendip.core.text import is_mark
from serendip.search.conditions import Request
from serendip.search.parse import read
from serendip.search.parse_output import condition_json

DEV = Path(__file__).resolve().parents[1] / "../shared/data/queries.dev.jsonl"
MIN_SECONDS = 3.0


def slot(condition: dict[str, Any]) -> tuple[str, str, str, str]:
    """A condition as one comparable value; regions are written out, order of values does not count."""
    raw = condition["values"] if "values" in condition else [condition.get("value")]
    values: list[str] = []
    for value in raw:
        if isinstance(value, str) and value.startswith("@") and condition["field"].endswith("country"):
            values += places.expand(value)
        elif isinstance(value, bool | str) or value is None:
            values.append(str(value).casefold())
        else:
            values.append(f"{float(value):g}")
    ordered = values if condition["op"] == "between" else sorted(v.casefold() for v in values)
    op = "is" if condition["op"] in {"in", "eq", "contains"} else condition["op"]
    return condition["field"], op, condition["kind"], "|".join(ordered)


def drops(request: Request) -> int:
    """How many characters that mean something stand in no span, or in more than one."""
    covered = Counter(i for span in request.spans for i in range(span.start, span.end))
    return sum(1 for i, char in enumerate(request.text) if not is_mark(char) and covered[i] != 1)


def score(path: Path, *, show: bool = False) -> dict[str, float]:
    """All figures of quality for one file of labelled queries."""
    hit = said = wanted = whole = types = dropped = codes = code_hits = states = total = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        query = json.loads(line)
        request = read(query["text"], query["page_platform"])
        want = Counter(slot(c) for c in query["conditions"])
        have = Counter(slot(condition_json(c, request.text)) for c in request.conditions)
        both = (want & have).total()
        hit, said, wanted = hit + both, said + have.total(), wanted + want.total()
        right_type = request.input_type == query["input_type"]
        expected = query.get("expected_state")
        right_state = request.expected_state == expected
        good = want == have and right_type and right_state
        total, whole, types, states = total + 1, whole + good, types + right_type, states + right_state
        dropped += drops(request)
        have_codes = {a.code for a in request.ambiguities}
        want_codes = {a["code"] for a in query["ambiguities"]}
        codes, code_hits = codes + len(want_codes), code_hits + len(want_codes & have_codes)
        if show and (not good or want_codes - have_codes):
            print(f"# {query['id']} {query['text']}")
            print(f"#   missing {[*(want - have)]} extra {[*(have - want)]}")
            print(
                f"#   type {query['input_type']} -> {request.input_type}, state {expected} -> "
                f"{request.expected_state}"
            )
            print(
                f"#   codes missing {sorted(want_codes - have_codes)} extra {sorted(have_codes - want_codes)}"
            )
    precision, recall = hit / max(said, 1), hit / max(wanted, 1)
    return {
        "queries": total, "precision": precision, "recall": recall,
        "f1": 2 * precision * recall / max(precision + recall, 1e-9), "whole_query": whole / total,
        "input_type": types / total, "expected_state": states / total,
        "ambiguity_recall": code_hits / max(codes, 1),
        "silent_drops": dropped,
    }  # fmt: skip


def speed(path: Path) -> float:
    """Parses per second of processor time over the file's texts; one thread, warm."""
    queries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    texts = [(q["text"], q["page_platform"]) for q in queries]
    for text, page in texts:
        read(text, page)
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < MIN_SECONDS:
        for text, page in texts:
            read(text, page)
        done += len(texts)
    return done / spent


def run() -> None:
    """Write the figures of the development set, as a section of ``python -m bench``."""
    for figure, value in score(DEV).items():
        emit("parse", figure, value=round(value, 4))
    emit("parse", "parses per second", value=round(speed(DEV)))


def main() -> None:
    """Print the figures."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--queries", type=Path, default=DEV)
    arguments.add_argument("--misses", action="store_true", help="also print what was not right")
    given = arguments.parse_args()
    for name, value in score(given.queries, show=given.misses).items():
        print(json.dumps({"bench": "parse", "figure": name, "value": round(value, 4)}))
    print(json.dumps({"bench": "parse", "figure": "parses_per_second", "value": round(speed(given.queries))}))


if __name__ == "__main__":
    main()
