"""The interface against its own description: random requests over HTTP, good and bad ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from serendip.bootstrap import Home
from serendip.core.clock import FixedClock
from serendip.settings import Settings
from serendip.web.app import create_app
from serendip.web.stream import Pace
from tests.integration.search.conftest import CHANNELS, TODAY
from tests.integration.web.test_stream import Running

seeded = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    home = Home(Settings(home=tmp_path_factory.mktemp("home")), FixedClock.on(TODAY))
    home.store.write(CHANNELS)
    home.catch_up()
    server = Running(home, Pace())
    yield server
    server.stop()
    server.http.close()
    server.http.close()


@pytest.fixture(scope="module")
def line() -> Iterator[requests.Session]:
    with requests.Session() as opened:
        yield opened


def _operations() -> dict[str, Any]:
    """What the document names, without the streams: they have no end and are tested by themselves."""
    app = create_app(Home(Settings.model_construct()))  # nothing is read or opened
    document = schemathesis.openapi.from_dict(app.openapi()).exclude(path_regex="/events$")
    return {found.ok().label: found.ok() for found in document.get_all_operations()}


OPERATIONS = _operations()


def _modes() -> Iterator[Any]:
    """Good requests to every operation, bad ones to those of which a request can be bad."""
    for name, operation in OPERATIONS.items():
        yield pytest.param(name, GenerationMode.POSITIVE, id=f"{name} good")
        if operation.body or operation.query:
            yield pytest.param(name, GenerationMode.NEGATIVE, id=f"{name} bad")


@pytest.mark.parametrize(("name", "mode"), list(_modes()))
def test_every_answer_is_one_that_the_document_names(
    running: Running, line: requests.Session, name: str, mode: GenerationMode
):
    """Half of the requests to sessions reach one that is there, at its revision."""

    @seeded
    @given(OPERATIONS[name].as_strategy(generation_mode=mode))
    def check(case: Case) -> None:
        _aim(case, running)
        case.call_and_validate(base_url=str(running.http.base_url), session=line, checks=CHECKS)

    check()


def _aim(case: Case, running: Running) -> None:
    given = case.path_parameters or {}
    if "session_id" in given and len(given["session_id"]) % 2:
        now = running.http.post("/api/sessions", json={"platform": "youtube"}).json()
        given["session_id"] = now["session_id"]
        if isinstance(case.body, dict) and case.body.get("revision") is not None:
            case.body["revision"] = now["revision"]
