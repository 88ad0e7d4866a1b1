"""From a text through the reducer to what is searched, and to the conflict that empties it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from serendip.catalogue.document import IndexDoc
from serendip.core.clock import epoch_day
from serendip.search.plan import Defaults, compile_conditions
from serendip.search.session import events as ev
from serendip.search.session.effects import Effect, RunSearch
from serendip.search.session.model import Patch, Results, Session, Suggestion
from serendip.search.session.reduce import reduce
from serendip.search.verify import verify
from tests.unit.session.graph.box import NOW, RULES, Box

TODAY = NOW.date()
DEFAULTS = Defaults(TODAY, "channel_tag", lambda _: ())


def state(box: Box, **numbers: float) -> str:
    """Whether a channel with these figures meets the box's conditions."""
    steps = compile_conditions([n.condition for n in box.session.graph.nodes], DEFAULTS)
    doc = IndexDoc(1, "youtube", (), {}, numbers, {}, 0.5)
    return min(v.state for v in verify(steps, doc))


def submit(text: str) -> tuple[Session, tuple[Effect, ...]]:
    return reduce(Box().session, ev.Submit(text), RULES)


@pytest.mark.req("CS-010")
@pytest.mark.parametrize(("followers", "met"), [(9_999, "unmet"), (10_000, "met"), (10_001, "met")])
def test_a_bound_is_inclusive(followers, met):
    assert state(Box().say("粉丝 1w+"), followers=followers) == met


@pytest.mark.req("CS-012")
@pytest.mark.parametrize(("days", "met"), [(29, "met"), (30, "met"), (31, "unmet")])
def test_recently_active_means_thirty_days(days, met):
    uploaded: date = TODAY - timedelta(days=days)
    assert state(Box().say("最近活跃的"), last_upload_at=epoch_day(uploaded)) == met


@pytest.mark.req("CS-162")
def test_the_page_decides_the_platform_that_is_searched():
    session, effects = submit("帮我找美国的 Instagram 红人")
    (search,) = [e for e in effects if isinstance(e, RunSearch)]
    assert (session.platform, search.plan.platform) == ("youtube", "youtube")
    assert [c.field for c in search.plan.conditions] == ["country"]


@pytest.mark.req("CS-185")
def test_a_conflict_without_results_is_repaired_by_its_sides():
    session, effects = submit("粉丝 5w 以上且 1w 以下")
    (search,) = [e for e in effects if isinstance(e, RunSearch)]
    assert [c.values for c in search.plan.conditions] == [(50_000,), (10_000,)]
    ids = tuple(n.node_id for n in session.graph.nodes)
    nothing = Results(search.seq, session.revision, zero_kind="no_recall")
    ways = tuple(
        Suggestion(f"s{i}", "resolve_conflict", (i,), "去掉", "Remove", Patch(drop=(i,)), 3) for i in ids
    )
    session, _ = reduce(session, ev.Searched(search.seq, nothing, ways), RULES)
    assert (session.agent_state, session.container) == ("empty_repair", "expanded_repair")
    assert session.repair.repair_reason == "condition_conflict"
    assert session.highlight == ids
    assert tuple(n.node_id for n in session.graph.nodes) == ids
    assert "MSG_CONFLICT" in {m.code for m in session.notices}
