"""What a patch makes of a plan, and the words of changes."""

from __future__ import annotations

from dataclasses import replace

from serendip.search.conditions import Condition
from serendip.search.guide import labels
from serendip.search.guide.changes import drop, together
from serendip.search.guide.patches import patched, put, searchable
from serendip.search.session.model import Node, Patch, Placed
from tests.unit.guide.plans import hard, keyword, plan_of

US = hard("country", "in", "US")
SIZE = hard("followers", "between", 5_000, 20_000)
UNBOX = keyword("开箱")


def test_a_replaced_node_keeps_its_id_and_place_and_the_plan_its_rest() -> None:
    plan = plan_of(US, SIZE, page=3, cursor="c")
    after = patched(plan, put(plan.nodes[1], hard("followers", "gte", 1)))
    assert [(p.node.node_id, p.node.condition.op) for p in after.nodes] == [("n1", "in"), ("n2", "gte")]
    assert (after.page, after.cursor) == (1, None)


def test_a_note_on_the_old_value_is_not_kept() -> None:
    (placed,) = plan_of(replace(SIZE, source="derived", note_zh="…", note_en="read as its band")).nodes
    node = put(placed, replace(placed.node.condition, values=(1_000, 20_000))).put[0].node
    assert (node.condition.note_zh, node.condition.note_en) == (None, None)
    assert node.edited_from == placed.node.condition


def test_nodes_are_added_in_their_places_and_dropped_by_id() -> None:
    plan = plan_of(US, SIZE)
    first = Placed(Node("", "explicit", keyword("x")), 0)
    after = patched(plan, Patch(put=(first, Placed(Node("", "explicit", UNBOX), 9)), drop=("n1",)))
    assert [p.node.field for p in after.nodes] == ["keyword", "followers", "keyword"]


def test_what_is_not_effective_is_in_no_plan() -> None:
    waits = Node("n9", "explicit", hard("tone", "prefer", "x", status="pending"))
    plan = plan_of(US)
    assert patched(plan, Patch(put=(Placed(waits, 1),))) == plan


def test_wishes_and_exclusions_are_nothing_to_search_by() -> None:
    wish = Condition("posting_frequency", "prefer", "soft", (1,))
    out = Condition("keyword", "contains", "exclude", ("开箱",))
    assert not searchable(plan_of(wish, out))
    assert searchable(plan_of(wish, out, US))


def test_labels_name_the_exact_change_in_both_languages() -> None:
    assert labels.removal(US) == ("去掉“美国”", "Remove “United States”")
    assert labels.change(SIZE, hard("followers", "between", 1_000, 100_000)) == (
        "粉丝数：5,000–20,000 → 1,000–100,000",
        "Followers: 5,000–20,000 → 1,000–100,000",
    )
    assert labels.change(US, hard("country", "in", "@NORTH_AMERICA")) == (
        "国家/地区：美国 → 北美",
        "Country: United States → North America",
    )


def test_several_removals_are_one_list() -> None:
    plan = plan_of(US, UNBOX)
    both = together([drop(p, 0.5) for p in plan.nodes])
    assert (both.zh, both.en) == ("去掉“美国”、“开箱”", "Remove “United States”, “开箱”")
    assert both.patch == Patch(drop=("n1", "n2"))
    assert both.kind == "remove_condition"
