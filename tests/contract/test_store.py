"""What every store must do. A second database joins by one more entry of ``STORES``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from serendip.catalogue.channel import Channel, ContentItem, Fact, Identity, Observation
from serendip.catalogue.ports import ImportProgress
from serendip.core.errors import InputError
from serendip.store.channels import Store, open_store

STORES: dict[str, Callable[[Path], Store]] = {"sqlite": lambda folder: open_store(folder / "s.db")}


@pytest.fixture(params=sorted(STORES))
def make(request: pytest.FixtureRequest) -> Callable[[Path], Store]:
    return STORES[request.param]


@pytest.fixture
def store(make: Callable[[Path], Store], tmp_path: Path) -> Iterator[Store]:
    with make(tmp_path) as opened:
        yield opened


def native(value: str) -> Identity:
    return Identity("channel_id", value)


def handle(value: str) -> Identity:
    return Identity("handle", value)


def see(*ids: Identity, at: str | None = None, platform: str = "youtube", **parts) -> Observation:
    return Observation(platform, ids, parts.pop("source", "file"), observed_at=at, **parts)


def one(store: Store, cid: int) -> Channel:
    (channel,) = store.get_many([cid])
    return channel


def test_what_was_written_is_read(store):
    facts = {
        "followers": Fact(0, "2022-12", "declared", "rounded"),
        "category": Fact(("a", "b")),
        "verified": Fact(value=True),
        "avg_views": Fact(1.5, None, "reported"),
    }
    written = see(
        native("UC1"),
        handle("Ann"),
        name="Änn 安",
        description="d",
        tags=("t",),
        titles=("x",),
        facts=facts,
        at="2023",
    )
    (outcome,) = store.write([written])
    channel = one(store, outcome.cid)
    assert outcome.status == "created"
    assert (channel.name, channel.description, channel.tags, channel.titles) == (
        "Änn 安",
        "d",
        ("t",),
        ("x",),
    )
    assert channel.ids == (native("UC1"), handle("Ann"))
    assert channel.facts["followers"] == facts["followers"]
    assert channel.facts["category"] == Fact(("a", "b"), "2023")
    assert channel.value("verified") is True
    assert channel.sources == ("file",)
    assert channel.text_as_of["name"] == "2023"


def test_outcomes_say_what_became_of_each_row(store):
    first = see(handle("a"), facts={"followers": Fact(1, "2022")})
    more = see(handle("A"), facts={"followers": Fact(2, "2023")})
    statuses = [o.status for o in store.write([first, first, more])]
    assert statuses == ["created", "unchanged", "updated"]
    assert [o.status for o in store.write([first, more])] == ["unchanged", "unchanged"]
    assert store.count() == 1


def test_the_same_again_writes_no_change(store):
    store.write([see(handle("a"), name="n", description="#x")])
    seq = store.last_seq()
    store.write([see(handle("a"), name="n", description="#x")])
    assert store.last_seq() == seq


def test_a_row_without_identity_refuses_the_whole_batch(store):
    with pytest.raises(InputError) as caught:
        store.write([see(handle("a")), see(handle(" @ ")), see(handle("b"))])
    assert (caught.value.code, caught.value.details["position"]) == ("ERR_NO_IDENTITY", 1)
    assert (store.count(), store.last_seq()) == (0, 0)


@pytest.mark.parametrize("facts", [{"followers": Fact(2**70)}, {"city": Fact("\ud800")}])
def test_what_cannot_be_stored_refuses_the_whole_batch(store, facts):
    with pytest.raises(InputError) as caught:
        store.write([see(handle("a")), see(handle("b"), facts=facts)])
    assert caught.value.code == "ERR_NOT_STORABLE"
    assert caught.value.details["name"] == "'b'"
    assert (store.count(), store.last_seq()) == (0, 0)
    assert store.by_identity("youtube", "handle", "a") is None
    assert [o.cid for o in store.write([see(handle("a"))])] == [1]


def test_identities_find_their_channel(store):
    cid = store.write([see(native("UCa"), handle("@Ann"), Identity("custom", "AnnTV"))])[0].cid
    for kind, value in (("channel_id", "UCa"), ("handle", "@ANN"), ("handle", "ann"), ("custom", "anntv")):
        found = store.by_identity("youtube", kind, value)
        assert found is not None, kind
        assert found.cid == cid
    assert store.by_identity("youtube", "channel_id", "uca") is None
    assert store.by_identity("tiktok", "handle", "ann") is None
    assert store.by_identity("youtube", "handle", "") is None


def test_channels_come_in_the_order_asked_for(store):
    cids = [o.cid for o in store.write([see(handle(h)) for h in "abc"])]
    assert [c.cid for c in store.get_many([cids[2], 999, cids[0], cids[2]])] == [cids[2], cids[0], cids[2]]
    assert store.get_many([]) == []


def test_a_renamed_channel_keeps_its_id_and_its_past(store):
    cid = store.write([see(native("UC1"), handle("old"), at="2021")])[0].cid
    assert store.write([see(native("UC1"), handle("new"), at="2023")])[0].cid == cid
    assert store.by_identity("youtube", "handle", "old") is None
    assert store.by_identity("youtube", "handle", "new").cid == cid
    assert one(store, cid).former_handles == ("old",)
    assert store.write([see(handle("old"), at="2020")])[0].cid == cid
    taken = store.write([see(handle("old"), at="2024")])[0]
    assert (taken.status, taken.cid != cid) == ("created", True)
    assert store.by_identity("youtube", "handle", "old").cid == taken.cid
    assert one(store, cid).handle == "new"


def test_two_records_of_one_channel_are_joined_and_both_ids_resolve(store):
    item = ContentItem("v1", "title", published_at="2024-01-01")
    first, second = store.write(
        [
            see(handle("ann"), facts={"followers": Fact(5, "2022-01-01")}),
            see(native("UC1"), facts={"followers": Fact(9, "2022-02-01")}, content=(item,), at="2024-02"),
        ]
    )
    before = store.last_seq()
    joined = store.write([see(native("UC1"), handle("ann"))])[0]
    assert (joined.status, joined.cid, store.count()) == ("updated", first.cid, 1)
    changed, deleted, seq = store.changes_since(before)
    assert (changed, deleted, seq) == ([first.cid], [second.cid], store.last_seq())
    assert [c.cid for c in store.get_many([second.cid, first.cid])] == [first.cid, first.cid]
    assert store.by_identity("youtube", "channel_id", "UC1").cid == first.cid
    assert store.snapshots_of(second.cid, "followers") == [("2022-01-01", 5.0), ("2022-02-01", 9.0)]
    assert [i.content_id for i in store.content_of(second.cid)] == ["v1"]
    assert store.write([see(native("UC1"), name="N")])[0].cid == first.cid


def test_a_channel_joined_twice_still_resolves(store):
    a, b, c = (
        o.cid for o in store.write([see(handle("a")), see(Identity("custom", "b")), see(native("UC"))])
    )
    store.write([see(native("UC"), Identity("custom", "b"))])
    store.write([see(native("UC"), handle("a"))])
    assert [x.cid for x in store.get_many([a, b, c])] == [a, a, a]
    assert store.count() == 1


def test_different_native_ids_are_never_joined_and_the_newer_has_the_handle(store):
    old = store.write([see(native("UC1"), handle("h"), at="2021")])[0].cid
    new = store.write([see(native("UC2"), handle("h"), at="2023")])[0].cid
    assert old != new
    assert store.by_identity("youtube", "handle", "h").cid == new
    assert (one(store, old).handle, one(store, old).former_handles) == (None, ("h",))
    assert store.write([see(native("UC1"), handle("h"), at="2020")])[0].status == "unchanged"
    assert store.by_identity("youtube", "handle", "h").cid == new
    assert store.by_identity("youtube", "channel_id", "UC1").cid == old


def test_a_name_alone_joins_only_the_same_name_of_the_same_platform(store):
    named = see(Identity("name", "Ann  Pool"), name="Ann Pool")
    known = store.write([see(handle("ann"), Identity("name", "Ann Pool"), name="Ann Pool"), named, named])
    assert [o.status for o in known] == ["created", "created", "unchanged"]
    elsewhere = see(Identity("name", "ann pool"), platform="tiktok")
    assert store.write([see(Identity("name", "ann pool")), elsewhere])[0].cid == known[1].cid
    assert store.count() == 3


def test_changes_come_in_pages_each_channel_once(store):
    cids = [o.cid for o in store.write([see(handle(f"h{i}")) for i in range(5)])]
    store.write([see(handle("h1"), name="Renamed", at="2024")])
    seen: list[int] = []
    seq = 0
    while (page := store.changes_since(seq, 2))[2] != seq:
        seen += page[0]
        seq = page[2]
    assert seen == [cids[0], cids[2], cids[3], cids[4], cids[1]]
    assert seq == store.last_seq() == 6


def test_deleted_channels_are_gone_and_named(store):
    a, b = (
        o.cid
        for o in store.write(
            [see(native("UC1"), handle("a"), facts={"followers": Fact(1, "2022")}), see(handle("b"))]
        )
    )
    seq = store.last_seq()
    assert store.delete([a, 999, a]) == 1
    assert store.changes_since(seq) == ([], [a], seq + 1)
    assert store.get_many([a, b]) == store.get_many([b])
    assert store.by_identity("youtube", "handle", "a") is None
    assert store.snapshots_of(a, "followers") == []
    assert store.count() == 1
    again = store.write([see(native("UC1"))])[0]
    assert (again.status, again.cid > b) == ("created", True)


def test_figures_over_time_make_growth(store):
    days = [("2024-03-31", 150), ("2024-01-01", 100), ("2024-03-01", 120)]
    cid = store.write([see(handle("a"), facts={"followers": Fact(v, d)}) for d, v in days])[0].cid
    assert store.snapshots_of(cid, "followers") == sorted((d, float(v)) for d, v in days)
    facts = one(store, cid).facts
    assert facts["growth_followers_pct_30"].value == pytest.approx(0.25)
    assert facts["growth_followers_pct_90"].value == pytest.approx(0.5)
    assert store.snapshots_of(cid, "avg_views") == []


def test_a_long_history_is_known_to_its_first_day(store):
    def day(number: int, followers: int) -> Observation:
        when = (date(2020, 1, 1) + timedelta(days=number)).isoformat()
        return see(handle("a"), facts={"followers": Fact(followers, when)})

    cid = store.write([day(i, 1000 + i) for i in range(1200)])[0].cid
    assert len(store.snapshots_of(cid, "followers")) == 1200
    assert [o.status for o in store.write([day(0, 1000), day(1199, 2199)])] == ["unchanged"] * 2
    assert one(store, cid).facts["growth_followers_pct_365"].value == pytest.approx(2199 / 1834 - 1)
    assert store.write([day(0, 1)])[0].status == "unchanged"
    assert store.write([day(0, 1001)])[0].status == "updated"
    assert store.snapshots_of(cid, "followers")[0] == ("2020-01-01", 1001.0)
    store.write([day(1200, 2200)])
    assert one(store, cid).facts["growth_followers_pct_365"].value == pytest.approx(2200 / 1835 - 1)


def test_content_makes_averages_and_is_merged_by_id(store):
    first = ContentItem("v1", "one", published_at="2024-01-01", views=10, likes=None)
    later = ContentItem("v1", "one", published_at=None, views=30)
    cid = store.write(
        [see(handle("a"), content=(first, ContentItem("v2", "two", published_at="2024-02-01")), at="2024-02")]
    )[0].cid
    assert one(store, cid).value("avg_views") == 10
    assert store.write([see(handle("a"), content=(later,), at="2024-03")])[0].status == "updated"
    assert store.write([see(handle("a"), content=(later,), at="2024-03")])[0].status == "unchanged"
    assert [(i.content_id, i.views) for i in store.content_of(cid)] == [("v2", None), ("v1", 30)]
    channel = one(store, cid)
    assert (channel.value("avg_views"), channel.value("last_upload_at")) == (30, "2024-02-01")
    assert channel.titles == ("two", "one")
    assert [i.content_id for i in store.content_of(cid, limit=1)] == ["v2"]


def test_derived_facts_are_made_anew_not_merged(store):
    cid = store.write(
        [see(handle("a"), facts={"avg_views": Fact(10, "2023"), "followers": Fact(100, "2023")})]
    )[0].cid
    assert one(store, cid).value("view_rate") == 0.1
    store.write([see(handle("a"), facts={"followers": Fact(1000, "2024")})])
    channel = one(store, cid)
    assert channel.value("view_rate") == 0.01
    assert set(channel.stated) == {"avg_views", "followers"}


def test_channels_by_name(store):
    store.write(
        [
            see(handle("a"), name="Ann Pool"),
            see(handle("b"), name="ANN POOL"),
            see(handle("c"), name="Annie 100%_"),
        ]
    )
    store.write([see(handle("a"), name="Ann  Pool", platform="tiktok")])
    assert [c.handle for c in store.by_name("ann pool", "youtube")] == ["a", "b"]
    assert len(store.by_name("ＡＮＮ pool")) == 3
    assert [c.handle for c in store.by_name("ann", "youtube", prefix=True)] == ["a", "b", "c"]
    assert [c.handle for c in store.by_name("annie 100%_")] == ["c"]
    assert store.by_name("ann%", prefix=True) == store.by_name("  ") == []
    assert len(store.by_name("ann", prefix=True, limit=2)) == 2


def test_all_channels_in_lists(store):
    store.write([see(handle(f"h{i}")) for i in range(7)])
    store.delete([4])
    lists = list(store.iter_channels(batch=3))
    assert [[c.cid for c in part] for part in lists] == [[1, 2, 3], [5, 6, 7]]


def test_progress_is_written_with_its_rows(store):
    assert store.progress("f") is None
    half = ImportProgress("f", 10, {"col": "name"}, {"created": 1})
    store.write([see(handle("a"))], half)
    assert store.progress("f") == half
    with pytest.raises(InputError):
        store.write([see(handle(""))], ImportProgress("f", 20))
    assert store.progress("f") == half
    done = ImportProgress("f", 30, {"col": "name"}, {"created": 2}, finished=True)
    store.save_progress(done)
    assert store.progress("f") == done


def test_mappings_vectors_and_notes(store):
    assert store.mapping("sig") is None
    store.save_mapping("sig", {"a": 1})
    store.save_mapping("sig", {"a": ["名"]})
    assert store.mapping("sig") == {"a": ["名"]}
    store.save_vectors({b"h1": b"\1" * 256, b"h2": b"\2" * 256})
    assert store.vectors([b"h2", b"h3", b"h2"]) == {b"h2": b"\2" * 256}
    with pytest.raises(ValueError, match="256"):
        store.save_vectors({b"h4": b"short"})
    assert store.vectors([b"h4"]) == {}
    store.save_meta("demo", "yes")
    assert (store.meta("demo"), store.meta("other")) == ("yes", None)


def test_a_reopened_store_is_the_same(make, tmp_path):
    with make(tmp_path) as first:
        cid = first.write([see(native("UC1"), handle("a"), name="n", facts={"followers": Fact(3, "2022")})])[
            0
        ].cid
        known, seq = one(first, cid), first.last_seq()
    with make(tmp_path) as again:
        assert one(again, cid) == known
        assert (again.last_seq(), again.count()) == (seq, 1)


identity = st.one_of(
    st.sampled_from("AB").map(native),
    st.sampled_from("xyz").map(handle),
    st.sampled_from("cd").map(lambda v: Identity("custom", v)),
    st.sampled_from("no").map(lambda v: Identity("name", v)),
)
observation = st.builds(
    lambda ids, at, followers, item: see(
        *ids,
        at=at,
        facts={"followers": Fact(followers, at)},
        content=(ContentItem(item, item, views=followers),),
    ),
    st.lists(identity, min_size=1, max_size=3),
    st.sampled_from([None, "2022", "2022-12", "2023"]),
    st.integers(0, 5),
    st.sampled_from("12"),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(observation, min_size=1, max_size=8), st.data())
def test_how_rows_are_cut_into_batches_does_not_matter(make, tmp_path_factory, observations, data):
    cuts = data.draw(st.sets(st.integers(1, len(observations))))
    with make(tmp_path_factory.mktemp("a")) as whole, make(tmp_path_factory.mktemp("b")) as parts:
        whole.write(observations)
        bounds = sorted({0, len(observations)} | cuts)
        for low, high in pairwise(bounds):
            parts.write(observations[low:high])
        assert all_of(whole) == all_of(parts)
        check(whole)
        check(parts)


def all_of(store: Store) -> list[Channel]:
    return [channel for part in store.iter_channels() for channel in part]


def check(store: Store) -> None:
    """Every identity leads to its channel, and no two channels have one native id or handle."""
    channels = all_of(store)
    assert store.count() == len(channels)
    held = [(i.kind, i.value.casefold()) for c in channels for i in c.ids]
    assert len(held) == len(set(held))
    for channel in channels:
        for i in channel.ids:
            found = store.by_identity(channel.platform, i.kind, i.value)
            assert found is not None
            assert found.cid == channel.cid
    changed, deleted, seq = store.changes_since(0)
    assert set(changed) == {c.cid for c in channels}
    assert not set(changed) & set(deleted)
    assert seq == store.last_seq()
