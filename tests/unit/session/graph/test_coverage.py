"""Every character of every text is in exactly one span, and spans agree with their nodes (I-8, I-9)."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from serendip.core.errors import InputError
from serendip.core.text import is_mark
from serendip.search.parse import Context, read
from serendip.search.session import graph
from serendip.search.session.model import Session
from tests.unit.session.graph.box import NOW, RULES
from tests.unit.session.texts import TEXTS

WORDS = st.sampled_from(
    [*TEXTS, "美国", "再加", "不要", "只要", "去掉", "粉丝", "1w+", "5k-20k", "博主", "最近活跃", "swim", " ",
     "，", "; ", "only", "UK", "not", "creators", "@abc", "高级感", "帮我找", "🎉", "“", "”", "x.com/a", "\n"]
)  # fmt: skip


def check(text: str, platform: str = "youtube", start: Session | None = None) -> Session:
    session = start or Session("s1", "ann", platform, "zh", NOW, NOW)
    context = Context(expanded=True, has_results=start is not None)
    try:
        after, intent_id = graph.land(session, read(text, platform, context=context), "search_box", RULES)
    except InputError as refused:
        if refused.code not in {"ERR_KEYWORD_TOO_LONG", "ERR_TOO_MANY_KEYWORDS"}:
            raise
        return session
    intent = after.inputs[-1]
    assert intent.intent_id == intent_id
    covered = [0] * len(intent.raw_text)
    for span in intent.spans:
        assert intent.raw_text[span.start : span.end] == span.text
        for i in range(span.start, span.end):
            covered[i] += 1
        nodes = [after.graph.node(i) for i in span.node_ids]
        assert None not in nodes
        if span.status != "effective":
            assert span.note_zh
            assert span.note_en
        elif span.role != "task":
            assert any(n is not None and n.effective for n in nodes), (text, span)
    for char, times in zip(intent.raw_text, covered, strict=True):
        assert times == 1 or (times == 0 and is_mark(char)), (text, intent.spans)
    return after


def test_every_real_text_is_covered(shared: Path):
    lines = (shared / "data" / "queries.dev.jsonl").read_text(encoding="utf-8").splitlines()
    queries = [json.loads(line) for line in lines]
    assert len(queries) > 50
    session: dict[str, Session] = {}
    for query in queries:
        check(query["text"], query["page_platform"])
        platform = query["page_platform"]
        session[platform] = check(query["text"], platform, session.get(platform))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(WORDS, st.text(max_size=12)), max_size=6), st.text(max_size=40))
def test_random_texts_are_covered(parts: list[str], other: str):
    session = check("".join(parts))
    check(other, start=session)
