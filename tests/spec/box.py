"""A person at the search box, over HTTP: what is posted, and the snapshot that came back last."""

from __future__ import annotations

from typing import Any

import httpx

AT_REST_S = 20
AGENT_STATES = frozenset(
    {"idle", "retrieving", "results_ready", "clarifying", "refining", "empty_repair", "unsupported"}
)


class Refused(Exception):
    """The server refused an action; the body says why."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        super().__init__(f"{status} {error}")
        self.status, self.error = status, error
        self.code: str = error["code"]


class Box:
    """One search box on one platform's page."""

    def __init__(
        self, http: httpx.Client, platform: str = "youtube", locale: str = "zh", *, new: bool = True
    ) -> None:
        self.http, self.platform, self.locale = http, platform, locale
        self.trail: list[tuple[str, str]] = []
        self.now: dict[str, Any] = {}
        self.open()
        if new and self.now["revision"]:
            self.reset()

    def open(self) -> dict[str, Any]:
        """Open the page: the active session of this platform."""
        return self._take(
            self.http.post("/api/sessions", json={"platform": self.platform, "locale": self.locale})
        )

    def reload(self) -> dict[str, Any]:
        """The same session as it is stored."""
        return self._take(self.http.get(f"/api/sessions/{self.now['session_id']}"))

    def reset(self) -> dict[str, Any]:
        """New search."""
        return self._take(
            self.http.post(
                f"/api/sessions/{self.now['session_id']}/reset", json={"revision": self.now["revision"]}
            )
        )

    def act(
        self, action: str, *, wait: float = AT_REST_S, revision: int | None = None, **said: Any
    ) -> dict[str, Any]:
        """Post one action, based on the last snapshot; with ``wait`` answers when the session is at rest."""
        request_id = said.pop("request_id", None)
        body: dict[str, Any] = {
            "revision": self.now["revision"] if revision is None else revision,
            "action": {"action": action, **said},
        }
        if request_id is not None:
            body["request_id"] = request_id
        where = f"/api/sessions/{self.now['session_id']}/actions"
        return self._take(self.http.post(where, params={"wait": wait}, json=body))

    def rest(self) -> dict[str, Any]:
        """Wait until nothing runs any more; changes nothing."""
        return self.act("set_locale", locale=self.locale)

    def submit(self, text: str, **options: Any) -> dict[str, Any]:
        """Type ``text`` and press Enter."""
        return self.act("submit", text=text, **options)

    def nodes(self, field: str) -> list[dict[str, Any]]:
        """The conditions of one field, in the session's words."""
        return [n for n in self.now["graph"]["nodes"] if n["field"] == field]

    def node(self, field: str) -> dict[str, Any]:
        """The one condition of a field."""
        (only,) = self.nodes(field)
        return only

    def codes(self) -> list[str]:
        """The codes of the open messages."""
        return [m["code"] for m in self.now["notices"]]

    def handles(self) -> list[str]:
        """Who is shown, in order."""
        return [item["handle"] for item in self.now["results"]["items"]]

    def items(self) -> list[dict[str, Any]]:
        """The rows shown, without the pinned anchor."""
        return self.now["results"]["items"]

    def pinned(self) -> str | None:
        """The handle of the channel on top."""
        pinned: dict[str, Any] | None = self.now["results"]["pinned"]
        return None if pinned is None else pinned["handle"]

    def fact(self, name: str) -> list[Any]:
        """The value of a fact on every shown row."""
        return [item["facts"][name]["value"] for item in self.items()]

    def notice(self, code: str) -> dict[str, Any]:
        """The one open message of a code."""
        (only,) = [m for m in self.now["notices"] if m["code"] == code]
        return only

    def choose(self, code: str, label: str) -> dict[str, Any]:
        """Press a button of a message."""
        (action,) = [c["action"] for c in self.notice(code)["choices"] if c["label_zh"] == label]
        said = dict(action)
        return self.act(said.pop("action"), **said)

    def answer(self, number: int = 0) -> dict[str, Any]:
        """Take an option of the open question."""
        asked = self.now["question"]
        chosen = asked["options"][number]["option_id"]
        return self.act("answer", question_id=asked["question_id"], option_id=chosen)

    def refused(self, action: str, **said: Any) -> str:
        """The code by which an action is refused; the session must stand as it stood."""
        before = self.reload()
        try:
            self.act(action, **said)
        except Refused as refusal:
            assert self.reload() == before
            return refusal.code
        raise AssertionError(f"{action} was not refused")

    @property
    def state(self) -> tuple[str, str]:
        """Container and agent state."""
        return self.now["container"], self.now["agent_state"]

    def _take(self, response: httpx.Response) -> dict[str, Any]:
        body = response.json()
        if response.is_error:
            raise Refused(response.status_code, body["error"])
        self.now = body
        assert body["agent_state"] in AGENT_STATES
        self.trail.append((body["container"], body["agent_state"]))
        return body
