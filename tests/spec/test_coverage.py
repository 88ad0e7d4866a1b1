"""Nothing of a text is lost, over HTTP: every character has its part, every part its fate (CS-154)."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.spec.box import Box
from tests.spec.conftest import Running
from tests.spec.world import PLATFORMS

STATUSES = {"effective", "reference", "pending", "unsupported"}
GENERATED = 160
PIECES = (
    "美国", "Germany", "粉丝 1w+", "5k-20k followers", "均播 3000+", "最近活跃",
    "active in the last 30 days", "高级感", "good value", "不要开箱", "no unboxing", "汽配",
    "car parts", "麦克风", "IG", "TikTok", "西班牙语", "@abc", "“ABC Swimming”",
    "https://www.youtube.com/@abc", "https://x.com/abc", "blorptang 率 7", "按身高排序", "母婴",
    "beauty creators", "博主", "有邮箱", "20k-5k", "gnarf ⟟ qux", "每周更新", "#露营", "$500 以内",
    "🙂", "内容质量高", "类似的频道", "sort by height", "粉丝 5w 以上且 1w 以下", "Zürich 的",
    "«курсы»", "写一封邮件",
)  # fmt: skip
LEADS = ("帮我找", "find me", "", "", "我想找", "looking for")
JOINTS = ("，", ", ", " ", "、", " and ", "的", "\n", "；")


def generated(count: int) -> Iterator[tuple[str, str]]:
    """Texts made of pieces that mean something, nothing, or too much."""
    chance = random.Random(154)
    for _ in range(count):
        chosen = chance.sample(PIECES, chance.randint(1, 5))
        text = chance.choice(LEADS) + "".join(chance.choice(JOINTS) + piece for piece in chosen)
        yield chance.choice(PLATFORMS), text.strip()


def mark(char: str) -> bool:
    """White space, a separator or punctuation: what need not belong to a part."""
    return (
        char.isspace() or unicodedata.category(char)[0] in "PZC" or unicodedata.category(char) in {"Sk", "Sm"}
    )


def check(now: dict[str, Any]) -> None:
    """Every character in exactly one part; every part in effect, or explained and listed."""
    intent = now["inputs"][-1]
    raw, spans = intent["raw_text"], intent["spans"]
    owners = [sum(s["start"] <= i < s["end"] for s in spans) for i in range(len(raw))]
    assert max(owners, default=0) <= 1
    assert [c for c, n in zip(raw, owners, strict=True) if not n and not mark(c)] == []
    assert all(s["text"] == raw[s["start"] : s["end"]] for s in spans)
    nodes = {n["node_id"]: n for n in now["graph"]["nodes"]}
    for span in spans:
        assert span["status"] in STATUSES
        if span["status"] == "effective":
            held = [nodes[i]["status"] for i in span["node_ids"] if i in nodes]
            assert span["role"] == "task" or "effective" in held
            continue
        assert span["note_zh"]
        assert span["note_en"]
        listed = now["summary"][span["status"]]
        by_node = {item["node_id"] for item in listed}
        by_words = {item["span"]["text"] for item in listed if item["span"]}
        shown = any(i in by_node for i in span["node_ids"])
        assert shown or any(words and words in span["text"] for words in by_words), span
    for status in STATUSES - {"effective"}:
        assert all(item["note_zh"] and item["note_en"] for item in now["summary"][status])


@pytest.mark.req("CS-154", "CS-155")
def test_no_part_of_any_text_is_lost(server: Running, shared: Path):
    lines = (
        (shared / "queries.dev.jsonl").read_text("utf-8") if (shared / "queries.dev.jsonl").exists() else ""
    )
    lines = lines or (shared / "data" / "queries.dev.jsonl").read_text("utf-8")
    known = [json.loads(line) for line in lines.splitlines()]
    texts = [(q["page_platform"], q["text"]) for q in known] + list(generated(GENERATED))
    boxes = {platform: Box(server.http, platform) for platform in PLATFORMS}
    checked, aside = 0, set[str]()
    for platform, text in texts:
        box = boxes[platform]
        now = box.submit(text)
        if now["inputs"]:
            check(now)
            checked += 1
            aside |= {s["status"] for s in now["inputs"][-1]["spans"]}
        box.reset()
    assert checked >= 200
    assert aside == STATUSES


@pytest.mark.req("CS-155")
def test_what_is_not_understood_is_named(box: Box):
    box.submit("美国，1w+，blorptang 率 7")
    (left,) = [s for s in box.now["inputs"][0]["spans"] if s["status"] != "effective"]
    assert (left["role"], left["status"]) == ("unknown", "pending")
    assert box.notice("MSG_NOT_UNDERSTOOD")["zh"] == "未能理解“blorptang 率 7”，暂未生效"
    assert box.notice("MSG_NOT_UNDERSTOOD")["en"] == "“blorptang 率 7” was not understood and is not applied"
    assert {n["field"]: n["status"] for n in box.now["graph"]["nodes"]} == {
        "region": "effective",
        "followers": "effective",
    }
