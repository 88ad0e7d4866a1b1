"""Repairs and questions over real channels: what is promised is what a search after it finds."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from serendip.bootstrap import Home
from serendip.search.guide.doubts import doubts
from serendip.search.guide.questions import weigh
from serendip.search.guide.repairs import suggest
from serendip.search.parse import read
from serendip.search.session import graph
from serendip.search.session.answers import by_option
from serendip.search.session.effects import RunSearch
from serendip.search.session.model import AnchorValue, Config, Question, Results, Session, Suggestion
from serendip.search.session.moves import Rules
from serendip.search.session.searching import plan
from tests.integration.guide.conftest import TODAY

NOW = datetime(2025, 6, 1, tzinfo=UTC)
RULES = Rules(NOW, Config(), read)

PARTS = (
    ("美国", "德国", "越南", "巴西的", "东南亚", "英国和加拿大", "日本"),
    ("露营", "美妆", "游戏", "科技", "vegan cooking", "钓鱼", "minecraft", "音乐", "超轻露营装备", "qzxqzx"),
    ("粉丝 5k-20k", "粉丝 100w 以上", "粉丝不超过 1k", "头部", "腰部", ""),
    ("最近活跃", "近 7 天活跃", "互动率 10% 以上", "均播 50w 以上", "不要 vlog", "英语", ""),
)


def _session(text: str, platform: str = "youtube") -> Session:
    """A session that has landed ``text``, before its first search."""
    empty = Session("s", "u", platform, "zh", NOW, NOW, as_of=TODAY)
    landed, _ = graph.land(empty, read(text, platform), "search_box", RULES)
    return landed


def _total(home: Home, session: Session) -> int:
    return _search(home, session).total


def _search(home: Home, session: Session) -> Results:
    return home.search.run(RunSearch(1, session.revision, plan(session))).results


def _suggested(home: Home, session: Session, current: int = 0) -> tuple[Suggestion, ...]:
    return suggest(plan(session), home.search, conflicts=session.graph.conflicts, current=current)


def _kept(home: Home, session: Session, found: tuple[Suggestion, ...], current: int = 0) -> None:
    """Each suggestion, taken, gives exactly what it says, and more than there was."""
    assert 1 <= len(found) <= 3
    assert len({(s.label_zh, s.label_en) for s in found}) == len(found)
    for one in found:
        if one.kind == "switch_to_nl":
            assert len(found) == 1
            continue
        taken = graph.apply_patch(session, one.patch, manual=True)
        assert _total(home, taken) == one.expected_count, one.label_en
        assert one.expected_count is not None
        assert one.expected_count > current
        assert plan(taken).anchor == plan(session).anchor


@pytest.mark.req("CS-188", "CS-189")
def test_every_suggestion_gives_exactly_what_it_says(real: Home) -> None:
    draw = Random(7)
    seen = 0
    for _ in range(150):
        text = "，".join(p for p in (draw.choice(some) for some in PARTS) if p)
        session = _session(f"帮我找{text}的频道")
        if _total(real, session) == 0:
            seen += 1
            _kept(real, session, _suggested(real, session))
    assert seen > 60


def test_a_conflict_is_resolved_by_either_side(real: Home) -> None:
    session = _session("帮我找粉丝 5w 以上且 1w 以下的频道")
    assert len(session.graph.conflicts) == 1
    found = _suggested(real, session)
    assert [s.kind for s in found[:2]] == ["resolve_conflict", "resolve_conflict"]
    _kept(real, session, found)
    for one in found[:2]:
        taken = graph.apply_patch(session, one.patch, manual=True)
        assert not [c for c in taken.graph.conflicts if not c.resolved]


@pytest.mark.req("CS-189")
def test_around_an_anchor_more_is_found_without_touching_it(real: Home) -> None:
    session, current = _around_an_anchor(real)
    found = _suggested(real, session, current)
    _kept(real, session, found, current)
    assert any(s.kind == "expand_recall_scope" for s in found)


def _around_an_anchor(home: Home) -> tuple[Session, int]:
    """A search around a channel with a condition that leaves few, and how many it finds."""
    for channels in home.store.iter_channels():
        for channel in channels:
            if channel.platform != "youtube" or home.index.vector(channel.cid) is None:
                continue
            url = f"https://www.youtube.com/channel/{channel.ids[0].value}"
            anchor = AnchorValue("youtube", channel.ids[0].value, None, channel.name, url, cid=channel.cid)
            session = graph.put_anchor(_session("粉丝 10w 以上"), anchor)
            if 0 < (total := _total(home, session)) <= 5:
                return session, total
    raise AssertionError("no channel with few similar ones")


TEXTS = (
    "find gaming creators", "帮我找音乐频道", "头部科技博主", "找最近活跃的游戏频道", "find apple creators",
    "美国博主，性价比高", "find comedy creators with good value", "美妆博主，调性合适", "find news channels",
)  # fmt: skip


@pytest.mark.req("CS-165")
def test_every_option_leads_to_the_channels_that_it_counts(real: Home) -> None:
    asked: list[Question] = []
    for text in TEXTS:
        session = _session(text)
        found = replace(session, results=_search(real, session))
        for question in weigh(plan(found), real.search, doubts(found, NOW)):
            asked.append(question)
            open_question = replace(found, question=question)
            for option in question.options:
                answered = by_option(open_question, option, RULES)
                assert _total(real, answered) == option.expected_count, option.label_en
    triggers = {q.trigger for q in asked}
    assert triggers >= {"platform_or_region_scope", "vague_level_or_category"}
    assert any(q.topic_key.startswith("soft:") for q in asked)


def test_an_empty_result_asks_with_its_ways_out(real: Home) -> None:
    session, ways = next(
        (session, ways)
        for text in TEXTS_OF_NOTHING
        if len(ways := _suggested(real, session := _session(text))) > 1 and _total(real, session) == 0
    )
    repaired = replace(session, repair=replace(session.repair, suggestions=ways))
    (question,) = weigh(plan(session), real.search, doubts(repaired, NOW))
    assert question.trigger == "empty_result_fix"
    for option in question.options:
        assert (
            _total(real, by_option(replace(repaired, question=question), option, RULES))
            == option.expected_count
        )


TEXTS_OF_NOTHING = [f"帮我找{place}{topic}频道，粉丝 100w 以上" for place in PARTS[0] for topic in PARTS[1]]
