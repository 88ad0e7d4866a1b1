"""``serendip parse --jsonl``: one line out for every line in."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

from serendip.cli.parse import parse_jsonl


def answers(*lines: bytes) -> list[dict[str, Any]]:
    sink = io.BytesIO()
    parse_jsonl(lines, sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_the_shape_of_a_line() -> None:
    (line,) = answers(
        json.dumps(
            {"id": "q1", "text": "找美国的露营博主，粉丝5-20k，最近活跃", "page_platform": "youtube"}
        ).encode()
    )
    assert (line["id"], line["input_type"], line["lang"], line["page_platform"]) == (
        "q1",
        "natural_language",
        "mixed",
        "youtube",
    )
    by_field = {c["field"]: c for c in line["conditions"]}
    assert by_field["country"] == {
        "field": "country", "op": "in", "kind": "hard", "values": ["US"],
        "source": "explicit", "span": "美国",
    }  # fmt: skip
    assert by_field["followers"]["values"] == [5000, 20000]
    assert by_field["keyword"]["target"] == "default"
    assert by_field["last_active_days"]["source"] == "derived"
    assert line["ambiguities"][0].keys() >= {"code", "ask"}
    assert "expected_state" not in line


def test_a_bad_line_is_answered_and_reading_goes_on() -> None:
    out = answers(
        b"{",
        b"",
        b'{"id": 1}',
        b'{"text": "x", "page_platform": "myspace"}',
        b'{"id": 7, "text": "x"}',
        b"[1]",
    )
    assert [(o["id"], o.get("line"), o.get("error", {}).get("code")) for o in out] == [
        (None, 1, "ERR_NOT_JSON"), (None, 3, "ERR_INVALID_VALUE"), (None, 4, "ERR_UNKNOWN_PLATFORM"),
        (7, None, None), (None, 6, "ERR_INVALID_VALUE"),
    ]  # fmt: skip


def test_the_command_reads_standard_input() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from serendip.cli.main import run; run()", "parse", "--jsonl"],
        input=b'{"id": "a", "text": "\xe9\x9c\xb2\xe8\x90\xa5", "page_platform": "youtube"}\nnonsense\n',
        capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["id"], "error" in line) for line in lines] == [("a", False), (None, True)]
