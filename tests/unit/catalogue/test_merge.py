"""Many sources, one channel: what wins, what is kept, and that order does not matter."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from serendip.catalogue.channel import Channel, ContentItem, Fact, Identity, Observation
from serendip.catalogue.merge import MAX_TAGS, MAX_TITLES, join, merge, release_handle, with_derived

NATIVE = Identity("channel_id", "UC123")


def see(*ids, at=None, source="file", **parts) -> Observation:
    return Observation("youtube", ids or (NATIVE,), source, observed_at=at, **parts)


def told(*observations: Observation) -> Channel:
    channel = None
    for observation in observations:
        channel = merge(channel, observation, cid=7)
    assert channel is not None
    return channel


def test_a_new_channel_holds_what_was_seen():
    channel = told(
        see(NATIVE, Identity("handle", "@Ann"), name=" Ann ", facts={"followers": Fact(5, "2022")})
    )
    assert (channel.cid, channel.name, channel.handle, channel.native_id) == (7, "Ann", "Ann", "UC123")
    assert channel.value("followers") == 5
    assert channel.url == "https://www.youtube.com/channel/UC123"
    assert channel.sources == ("file",)


def test_a_channel_without_a_name_is_called_by_its_identity_until_one_is_seen():
    assert told(see(Identity("handle", "ann"))).name == "ann"
    assert told(see(Identity("handle", "ann")), see(Identity("handle", "ann"), name="A")).name == "A"


def test_the_newer_figure_wins_whatever_the_order():
    old, new = see(facts={"followers": Fact(900, "2022-11")}), see(facts={"followers": Fact(5, "2022-12-02")})
    for order in permutations([old, new]):
        assert told(*order).facts["followers"] == Fact(5, "2022-12-02")


def test_an_undated_figure_has_the_date_of_its_observation():
    channel = told(see(facts={"followers": Fact(5)}, at="2022-12-31"))
    assert channel.facts["followers"].as_of == "2022-12-31"
    assert told(see(facts={"followers": Fact(5)})).facts["followers"].as_of is None


def test_zero_is_a_figure_and_what_is_no_finite_number_is_none():
    facts = {
        "followers": Fact(0),
        "avg_views": Fact(float("nan")),
        "price": Fact(float("inf")),
        "city": Fact(""),
    }
    assert dict(told(see(facts=facts)).facts) == {"followers": Fact(0)}


def test_of_one_date_declared_beats_reported_and_reported_beats_a_guess():
    places = [
        see(facts={"country": Fact("US", "2022", "guessed")}),
        see(facts={"country": Fact("DE", "2022", "declared")}),
        see(facts={"country": Fact("FR", "2022", "reported")}),
    ]
    for order in permutations(places):
        assert told(*order).value("country") == "DE"


def test_a_later_guess_does_not_replace_a_statement_about_a_place():
    stated = see(facts={"language": Fact("de", "2018", "declared")})
    guess = see(facts={"language": Fact("en", "2024", "guessed")})
    assert told(stated, guess).value("language") == told(guess, stated).value("language") == "de"


def test_creator_audience_and_guessed_countries_stay_apart():
    facts = {
        "country": Fact("ES"),
        "audience_country": Fact("IN"),
        "country_guess": Fact("US", None, "guessed"),
    }
    channel = told(see(facts=facts))
    assert [channel.value(f) for f in facts] == ["ES", "IN", "US"]
    only_guess = told(see(facts={"country_guess": Fact("US", None, "guessed")}))
    assert only_guess.value("country") is None


def test_the_latest_post_is_the_latest_that_anyone_saw():
    early = see(facts={"last_upload_at": Fact("2024-05-01", "2024-05-02")})
    late = see(facts={"last_upload_at": Fact("2023-01-01", "2024-06-01")})
    assert (
        told(early, late).value("last_upload_at") == told(late, early).value("last_upload_at") == "2024-05-01"
    )


def test_sources_that_differ_for_one_date_are_both_kept():
    one, other = (
        see(facts={"followers": Fact(100, "2022-12")}),
        see(facts={"followers": Fact(120, "2022-12")}),
    )
    channel = told(one, other, one)
    assert channel.facts["followers"].value == 120
    assert [f.value for f in channel.stated["followers"]] == [120, 100]
    newer = merge(channel, see(facts={"followers": Fact(90, "2023")}))
    assert [f.value for f in newer.stated["followers"]] == [90]


facts = st.builds(
    Fact,
    st.integers(0, 4) | st.sampled_from(["US", "DE"]),
    st.sampled_from([None, "2022", "2022-12", "2022-12-05", "2023-01"]),
    st.sampled_from(["declared", "reported", "derived", "guessed"]),
    st.sampled_from([None, "n=1"]),
)
named = st.dictionaries(st.sampled_from(["followers", "country", "last_upload_at"]), facts, min_size=1)


@given(st.lists(named, min_size=1, max_size=7), st.randoms(use_true_random=False))
def test_figures_do_not_depend_on_the_order_nor_on_repetition(told_facts, random):
    observations = [see(facts=f) for f in told_facts]
    expected = told(*observations)
    shuffled = observations * 2
    random.shuffle(shuffled)
    assert told(*shuffled).stated == expected.stated
    assert told(*shuffled).facts == expected.facts


seen = st.builds(
    lambda handle, name, text, tags, titles, at, f: see(
        NATIVE,
        Identity("handle", handle),
        name=name,
        description=text,
        tags=tags,
        titles=titles,
        facts=f,
        at=at,
    ),
    st.sampled_from(["a", "A", "b", "c"]),
    st.sampled_from([None, "Ann", "Anna", "Bo"]),
    st.sampled_from([None, "", "old text", "new text"]),
    st.lists(st.sampled_from("xyzXY"), max_size=3).map(tuple),
    st.lists(st.sampled_from(["t1", "t2", "t3"]), max_size=3).map(tuple),
    st.sampled_from([None, "2022", "2022-12-05", "2023-01"]),
    named,
)


@given(st.lists(seen, min_size=1, max_size=6))
def test_saying_it_all_again_changes_nothing(observations):
    once = told(*observations)
    again = once
    for observation in observations:
        again = merge(again, observation)
    assert again.stated == once.stated
    assert (again.name, again.description, set(again.tags)) == (once.name, once.description, set(once.tags))
    assert merge(again, observations[-1]) is again or merge(again, observations[-1]) == again


def test_the_same_observation_twice_gives_the_same_object():
    observation = see(NATIVE, Identity("handle", "ann"), name="Ann", tags=("a",), titles=("t",), at="2022")
    channel = told(observation)
    assert merge(channel, observation) is channel


def test_texts_are_the_newest_that_are_not_empty():
    new, old = (
        see(description="new", name="New", at="2023"),
        see(description="old and long", name="Old", at="2021"),
    )
    empty = see(description=" ", name="", at="2024")
    for order in permutations([new, old, empty]):
        channel = told(*order)
        assert (channel.description, channel.name) == ("new", "New")


def test_tags_are_joined_without_repeats_up_to_a_limit():
    channel = told(see(tags=("Swim", "Vest")), see(tags=("vest", "Toy")))
    assert channel.tags == ("Swim", "Vest", "Toy")
    many = see(tags=tuple(f"t{i}" for i in range(2 * MAX_TAGS)))
    assert len(told(many).tags) == MAX_TAGS


def test_titles_are_the_newest_first():
    old, new = see(titles=("a", "b"), at="2022"), see(titles=("c", "a"), at="2023")
    assert told(old, new).titles == told(new, old).titles == ("c", "a", "b")
    items = (
        ContentItem("1", "older", published_at="2022-01-01"),
        ContentItem("2", "newer", published_at="2023"),
    )
    assert told(see(content=items)).titles == ("newer", "older")
    assert len(told(see(titles=tuple(map(str, range(50))))).titles) == MAX_TITLES


def test_a_new_handle_makes_the_old_one_a_former_one():
    first = see(NATIVE, Identity("handle", "old"), at="2021")
    then = see(NATIVE, Identity("handle", "New"), at="2023")
    for order in permutations([first, then]):
        channel = told(*order)
        assert (channel.handle, channel.former_handles) == ("New", ("old",))
    back = merge(told(first, then), see(NATIVE, Identity("handle", "old"), at="2024"))
    assert (back.handle, back.former_handles) == ("old", ("New",))


def test_an_undated_handle_that_was_left_does_not_come_back():
    channel = told(see(NATIVE, Identity("handle", "one")), see(NATIVE, Identity("handle", "two")))
    again = merge(channel, see(NATIVE, Identity("handle", "one")))
    assert (again.handle, again.former_handles) == ("two", ("one",))


def test_the_same_handle_in_another_case_is_the_same():
    channel = told(see(Identity("handle", "@ANN"), at="2022"), see(Identity("handle", "ann"), at="2021"))
    assert (channel.handle, channel.former_handles) == ("ANN", ())


def test_a_native_id_is_never_replaced():
    channel = merge(told(see(NATIVE)), see(Identity("channel_id", "UC999"), Identity("handle", "h")))
    assert channel.native_id == "UC123"


def test_two_records_of_one_channel_become_one():
    one = told(see(Identity("handle", "ann"), at="2022", facts={"followers": Fact(1, "2022")}, tags=("a",)))
    figures = {"followers": Fact(9, "2023")}
    other = merge(
        None,
        see(NATIVE, Identity("handle", "anna"), at="2021", name="Anna", facts=figures, tags=("b",)),
        cid=9,
    )
    both = join(one, other)
    assert (both.cid, both.native_id, both.handle, both.former_handles) == (7, "UC123", "ann", ("anna",))
    assert (both.name, both.tags, both.value("followers")) == ("Anna", ("a", "b"), 9)
    assert both.url == "https://www.youtube.com/channel/UC123"


def test_a_handle_that_another_channel_has_now_is_a_former_one():
    channel = release_handle(told(see(NATIVE, Identity("handle", "Ann"))), "@ann")
    assert (channel.handle, channel.former_handles) == (None, ("ann",))
    assert channel.native_id == "UC123"


def test_a_derived_fact_shows_only_where_it_is_the_better_one():
    channel = told(see(facts={"avg_views": Fact(10, "2022-06"), "engagement_rate": Fact(0.5, "2023")}))
    derived = {
        "avg_views": Fact(20, "2023", "derived"),
        "engagement_rate": Fact(0.1, "2022", "derived"),
        "view_rate": Fact(0.2, None, "derived"),
    }
    shown = with_derived(channel, derived)
    assert {k: f.value for k, f in shown.facts.items()} == {
        "avg_views": 20,
        "engagement_rate": 0.5,
        "view_rate": 0.2,
    }
    assert shown.stated == channel.stated
