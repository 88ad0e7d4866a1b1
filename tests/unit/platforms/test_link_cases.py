"""The forms and the cases that were collected beside the project."""

import json

import pytest

from serendip.platforms.urls import recognise


def rows(shared, name):
    path = shared / "data" / name
    if not path.is_file():
        pytest.skip(f"needs {name}")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_every_case_is_read_as_labelled(shared):
    wrong = []
    for row in rows(shared, "url_cases.dev.jsonl"):
        found = recognise(row["url"])
        link = found.wrapper or found
        got = (link.platform, link.kind, link.id, link.needs_network)
        if got != (row["platform"], row["kind"], row["expected_id"], row["needs_network"]):
            wrong.append((row["url"], got))
    assert wrong == []


def test_every_form_is_known(shared):
    network = {"yes": True, "no": False}
    wrong = []
    for row in rows(shared, "url_forms.jsonl"):
        found = recognise(row["example"])
        link = found.wrapper or found
        if (link.platform, link.kind) != (row["platform"], row["kind"]):
            wrong.append((row["form"], link))
        if link.needs_network is not network.get(row["network"], link.needs_network):
            wrong.append((row["form"], link))
    assert wrong == []
