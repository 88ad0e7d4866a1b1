"""What the box says about its search."""

from __future__ import annotations

import pytest

from serendip.core.errors import InputError
from serendip.search.session import events as ev
from serendip.search.session.summary import SummaryItem, summarise
from tests.unit.session.outcomes.steps import ABC, DESCRIBE, Run
from tests.unit.session.texts import TEXTS

MIXED = f"{ABC} 美国，英语，近 30 天活跃，性价比高"


def lines(run: Run, locale: str = "zh") -> list[str]:
    """The sentences of the session layer."""
    return [getattr(line, locale) for line in summarise(run.session).lines]


@pytest.mark.req("CS-153")
def test_mixed_input_is_told_in_the_words_of_the_specification():
    run = Run().anchor(MIXED).found(30)
    assert lines(run) == [
        "已按 URL 锁定频道：@abc",
        "已生效条件：美国 / 英语 / 近 30 天活跃",
        "待澄清：你说的“性价比高”目前会先作为参考，不直接过滤结果",
    ]
    assert lines(run, "en")[:2] == [
        "Channel locked by URL: @abc",
        "Effective: United States / English / active in the last 30 days",
    ]


@pytest.mark.req("CS-264")
def test_the_summary_follows_the_graph():
    run = Run().submit("帮我找美国的美妆博主，粉丝 5k 以上").found(128)
    said = summarise(run.session)
    assert (said.results_zh, said.results_en) == ("共 128 个频道", "128 channels")
    assert "美国" in said.searching_by_zh
    assert "United States" in said.searching_by_en
    run.do(ev.Remove(run.node("country").node_id)).found(1)
    said = summarise(run.session)
    assert said.results_en == "1 channel"
    told = [said.searching_by_zh, *lines(run), *(i.label_zh for i in said.effective)]
    assert not [t for t in told if "美国" in t]


def test_nothing_searched_nothing_claimed():
    said = summarise(Run().session)
    assert (said.results_zh, said.effective, said.lines) == ("", (), ())
    assert said.searching_by_en


@pytest.mark.req("CS-154", "CS-155")
@pytest.mark.parametrize("text", [t for t in TEXTS if t.strip()])
def test_every_part_that_is_not_effective_is_in_the_summary_with_its_reason(text: str):
    run = Run()
    try:
        run.submit(text)
    except InputError:
        return  # a limit: nothing was taken in
    said = summarise(run.session)
    listed: dict[str, tuple[SummaryItem, ...]] = {
        "reference": said.reference,
        "pending": said.pending,
        "unsupported": said.unsupported,
    }
    nodes = {n.node_id: n for n in run.session.graph.nodes}
    for span in run.session.inputs[-1].spans if run.session.inputs else ():
        if span.status == "effective":
            continue
        assert span.note_zh
        assert span.note_en
        here = [i for i in listed[span.status] if i.node_id in span.node_ids or _of(i, span.text)]
        assert here or any(nodes[n].effective for n in span.node_ids), (span, said)
    assert all(i.note_zh and i.note_en for items in listed.values() for i in items)


def _of(item: SummaryItem, text: str) -> bool:
    return item.span is not None and item.span.text in text


def test_a_part_goes_with_the_text_that_it_belongs_to():
    run = Run().submit("美国，1w+，blorptang 率 7").found(20)
    assert [i.label_zh for i in summarise(run.session).pending] == ["blorptang 率 7"]
    run.submit("近 30 天活跃").found(20)
    assert summarise(run.session).pending
    for node in [n for n in run.session.graph.nodes if n.intent_id == "i1"]:
        run.do(ev.Remove(node.node_id)).found(20)
    assert summarise(run.session).pending == ()


def test_keywords_are_named_apart_and_any_of_them_is_said():
    run = Run().submit("swim vest, pool toys").found(20)
    assert summarise(run.session).searching_by_zh == "正在搜索：关键词：swim vest、pool toys"
    run.do(ev.SetAnyKeyword(any=True)).found(20)
    assert summarise(run.session).searching_by_en == "Searching: any of the keywords: swim vest, pool toys"


@pytest.mark.req("CS-186")
def test_without_conditions_nothing_looks_like_an_error():
    view = Run().view
    assert (view.results.zero_kind, view.agent_state, view.repair.repair_reason) == (
        "no_condition",
        "idle",
        None,
    )
    assert view.notices == ()


def test_a_wider_scope_is_told():
    run = Run().anchor().found(0, DESCRIBE).do(ev.ExpandRecall()).found(9)
    said = summarise(run.session)
    assert (said.recall_scope_zh, said.recall_scope_en) == ("召回范围：较宽", "Recall scope: wide")
    assert said.lines[-1].kind == "recall_scope"
