"""The chat client against a scripted server on loopback: faults, ladder, deadline, ledger."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from serendip.core.clock import FixedClock
from serendip.core.errors import Unavailable
from serendip.core.ledger import Attempt
from serendip.llm.chat import ChatClient, Model, Task
from tests.unit.llm.chat_server import ChatServer, Turn, cut, hangs, raw, says, status

NOW = datetime(2026, 11, 30, tzinfo=UTC)
TASK = Task("colours", "Name colours.", "{}", {"type": "object"})
GOOD = says('{"red": 1}')


class Pages:
    """A ledger in memory."""

    def __init__(self) -> None:
        self.attempts: list[Attempt] = []

    def record(self, attempt: Attempt) -> None:
        self.attempts.append(attempt)

    @property
    def outcomes(self) -> list[str]:
        return [a.outcome for a in self.attempts]


def ask(server: ChatServer, **model: Any) -> tuple[dict[str, Any], Pages, list[float]]:
    """The answer, the ledger, and the pauses that were made."""
    ledger, pauses = Pages(), list[float]()
    chosen = Model(server.url, "small", "secret-key", **model)
    with ChatClient(chosen, ledger, FixedClock(NOW), pauses.append) as client:
        return client.ask(TASK), ledger, pauses


def refusal(server: ChatServer, **model: Any) -> Unavailable:
    with pytest.raises(Unavailable) as told:
        ask(server, **model)
    assert "secret-key" not in f"{told.value} {told.value.zh} {told.value.as_dict()}"
    return told.value


def test_a_question_is_one_request_with_the_schema():
    with ChatServer(GOOD) as server:
        answer, ledger, _ = ask(server, price_in=1.0, price_out=5.0)
    (sent,) = server.requests
    assert answer == {"red": 1}
    assert sent["key"] == "Bearer secret-key"
    assert sent["path"] == "/v1/chat/completions"
    assert [m["role"] for m in sent["messages"]] == ["system", "user"]
    assert sent["response_format"]["json_schema"]["schema"] == TASK.schema
    (kept,) = ledger.attempts
    assert (kept.at, kept.task, kept.model, kept.outcome) == (NOW, "colours", "small", "ok")
    assert (kept.prompt_tokens, kept.completion_tokens, kept.cost) == (1000, 200, 0.002)


@pytest.mark.parametrize("code", [408, 429, 500, 502, 503, 529])
def test_a_passing_fault_is_tried_again(code: int):
    with ChatServer(status(code), GOOD) as server:
        answer, ledger, pauses = ask(server)
    assert answer == {"red": 1}
    assert ledger.outcomes == [f"HTTP {code}", "ok"]
    assert pauses == [0.5]


def test_the_server_says_how_long_to_wait():
    with ChatServer(status(429, Retry_After="3"), GOOD) as server:
        _, _, pauses = ask(server)
    assert pauses == [3.0]


def test_a_wait_beyond_the_deadline_is_not_made():
    with ChatServer(status(429, Retry_After="7"), GOOD) as server:
        assert "429" in refusal(server, seconds=5.0).en
    assert len(server.requests) == 1


def test_attempts_are_limited():
    with ChatServer(status(500)) as server:
        assert refusal(server).code == "ERR_MODEL_UNAVAILABLE"
    assert len(server.requests) == 3


def test_a_server_that_says_nothing_costs_no_more_than_the_deadline():
    with ChatServer(hangs) as server:
        refusal(server, seconds=0.2, attempts=1)


def test_a_cut_connection_is_tried_again():
    with ChatServer(cut, GOOD) as server:
        answer, ledger, _ = ask(server)
    assert answer == {"red": 1}
    assert len(ledger.attempts) == 2


@pytest.mark.parametrize("code", [400, 401, 403, 404])
def test_what_will_not_pass_is_asked_once(code: int):
    with ChatServer(status(code)) as server:
        refusal(server)
    assert len(server.requests) == 1


def test_a_format_that_the_server_does_not_know_is_left_for_good():
    unknown = status(400, '{"error": {"message": "response_format json_schema is not supported"}}')
    ledger = Pages()
    with (
        ChatServer(unknown, unknown, GOOD) as server,
        ChatClient(Model(server.url, "small"), ledger, FixedClock(NOW)) as client,
    ):
        assert client.ask(TASK) == {"red": 1}
        assert client.ask(TASK) == {"red": 1}
    formats = [r.get("response_format", {}).get("type") for r in server.requests]
    assert formats == ["json_schema", "json_object", None, None]


@pytest.mark.parametrize(
    "turn",
    [
        says('{"red": 1', finish="length"),
        says('{"red": 1}', finish="length"),
        says('{"red": 1}', finish="content_filter"),
        says(None),
        says(""),
        says(None, refusal="I cannot help with that"),
        says("There are no colours."),
        says("<think>{\"red\": 1}"),
        says('["red"]'),
        raw(b"<html>Bad gateway</html>"),
        raw(b"{}"),
        raw(b'{"choices": []}'),
        raw(b'{"choices": [{"message": "red"}]}'),
        raw(b"null"),
        raw(b'{"choices": [{"message": {"content": 5}}]}'),
    ],
    ids=range(15),
)  # fmt: skip
def test_what_is_no_whole_answer_is_none(turn: Turn):
    with ChatServer(turn) as server:
        refusal(server)


@pytest.mark.parametrize(
    "content",
    [
        '```json\n{"red": 1}\n```',
        'Here you are: {"red": 1} and nothing else.',
        '<think>{"blue": 2} or not?</think>\n{"red": 1}',
        '<THINKING>\nhm\n</THINKING>{"red": 1}',
        ' {not json} {"red": 1}',
    ],
)
def test_an_object_is_found_among_words(content: str):
    with ChatServer(says(content)) as server:
        assert ask(server)[0] == {"red": 1}


def test_braces_in_strings_do_not_end_an_object():
    with ChatServer(says(r'{"a": "}{\" }", "b": {"c": 1}} }')) as server:
        assert ask(server)[0] == {"a": '}{" }', "b": {"c": 1}}


def test_an_endless_answer_is_given_up():
    with ChatServer(says('{"red": "' + "x" * 1_100_000 + '"}')) as server:
        assert "1 MB" in refusal(server).en
