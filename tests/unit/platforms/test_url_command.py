"""``serendip url``: lines in, lines out; a table for people."""

import io
import json
import sys
from pathlib import Path

import pytest

from serendip.cli.url import describe, run_url
from serendip.core.errors import InputError

KEYS = ["url", "platform", "kind", "id", "needs_network", "state"]


def answers(capsysbinary):
    return [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]


def stdin(monkeypatch, content: bytes):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_every_labelled_case_through_the_command(shared, capsysbinary):
    source = shared / "data" / "url_cases.dev.jsonl"
    run_url(None, source, as_json=False)
    rows = [json.loads(line) for line in source.read_text("utf-8").splitlines()]
    found = answers(capsysbinary)
    assert len(found) == len(rows)
    for row, answer in zip(rows, found, strict=True):
        assert list(answer)[:6] == KEYS
        expected = [row[k] for k in ("url", "platform", "kind", "expected_id", "needs_network")]
        assert [answer[k] for k in KEYS[:5]] == expected


def test_a_bad_line_becomes_an_error_with_its_number(monkeypatch, capsysbinary):
    lines = [
        b'{"url": "x.com/a"}',
        b"nonsense",
        b"",
        b"[1]",
        b'{"uri": 1}',
        b'{"url": 5}',
        b"\xff",
        b'{"url": "y"}',
    ]
    stdin(monkeypatch, b"\xef\xbb\xbf" + b"\r\n".join(lines))
    run_url(None, Path("-"), as_json=False)
    found = answers(capsysbinary)
    assert [a.get("line") for a in found] == [None, 2, 4, 5, 6, 7, None]
    assert {a["error"]["code"] for a in found if "line" in a} == {"ERR_BAD_LINE"}
    assert (found[0]["state"], found[-1]["state"]) == ("exact", "not_a_link")


def test_a_line_of_many_megabytes_is_passed_over(monkeypatch, capsysbinary):
    stdin(monkeypatch, b'{"url": "' + b"a" * 5_000_000 + b'"}\n{"url": "x.com/a"}\n')
    run_url([], True, as_json=False)
    first, second = answers(capsysbinary)
    assert first["line"] == 1
    assert "1 MB" in first["error"]["message_en"]
    assert second["id"] == "a"


def test_files_by_name(tmp_path, capsysbinary):
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text('{"url": "x.com/a"}\n', "utf-8")
    two.write_text('{"url": "x.com/b"}', "utf-8")
    run_url([str(one), str(two)], True, as_json=False)
    assert [a["id"] for a in answers(capsysbinary)] == ["a", "b"]
    with pytest.raises(InputError, match="Cannot read"):
        run_url(None, tmp_path / "three", as_json=False)


def test_a_forwarding_link_says_where_it_leads():
    found = describe("https://l.instagram.com/?u=https%3A%2F%2Fyoutu.be%2FAbCdEfGhIjK")
    assert [found[k] for k in KEYS[1:]] == [
        "instagram",
        "other",
        "https://youtu.be/AbCdEfGhIjK",
        False,
        "resolvable",
    ]
    assert found["target"] == {
        "url": "https://youtu.be/AbCdEfGhIjK",
        "platform": "youtube",
        "kind": "video",
        "id": "AbCdEfGhIjK",
        "needs_network": True,
        "state": "resolvable",
    }


def test_for_people_and_as_one_document(monkeypatch, capsysbinary):
    monkeypatch.setenv("SERENDIP_LOCALE", "en")
    run_url(["https://x.com/gearlab", "hello", "caf\udce9"], None, as_json=False)
    shown = capsysbinary.readouterr().out.decode()
    assert "names the channel" in shown
    assert "not a link" in shown
    run_url(["https://x.com/gearlab", "caf\udce9"], None, as_json=True)
    assert [a["state"] for a in json.loads(capsysbinary.readouterr().out)] == ["exact", "not_a_link"]


def test_nothing_given():
    with pytest.raises(InputError, match="Give one or more links"):
        run_url(None, None, as_json=False)
