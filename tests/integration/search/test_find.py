"""From text to verified rows over a real store and index."""

import pytest

from serendip.core.errors import InputError
from tests.integration.search.conftest import handles


def codes(outcome):
    return [n.code for n in outcome.notices]


def test_a_keyword_finds_channels_in_its_target_and_in_no_other(find):
    assert set(handles(find("swim vest"))) == {"swimshop", "pooltoys", "vestcn", "quiet", "depths"}
    assert handles(find("swim vest", target="channel_description")) == ["swimtalk"]
    assert "swimtalk" in handles(find("swim vest", target="all_sources"))


def test_words_of_the_other_language_are_found_and_said(find):
    rows = find("游泳背心").rows
    because = {r.channel.handle: r.reasons[0] for r in rows}
    assert because["vestcn"].matches[0]["words"] == "游泳背心"
    assert because["swimshop"].matches[0] == {
        "target": "channel_tag",
        "words": "swim vest",
        "phrase": "swim vest",
    }


def test_only_the_platform_of_the_page_is_searched(find):
    assert handles(find("swim vest", platform="instagram")) == ["swimshop"]


def test_excluded_words_subtract_and_alone_search_nothing(find):
    assert "pooltoys" not in handles(find("swim vest", excluded=("toy",)))
    alone = find("", excluded=("toy",))
    assert (handles(alone), codes(alone)) == ([], ["MSG_ONLY_EXCLUDED"])


def test_keywords_combine_by_and_and_with_the_switch_by_or(find):
    assert handles(find("swim vest, pool")) == ["swimshop"]
    assert "pooltoys" in handles(find("swim vest, pool", any_keyword=True))


def test_a_channel_is_found_by_its_own_name_first(find):
    found = find("toy")
    assert handles(found)[0] == "toyhouse"
    assert found.rows[0].reasons[0].matches[0]["target"] == "identity"


def test_hard_conditions_filter_and_each_row_says_why(find):
    found = find("找美国的 swim vest 频道，粉丝 1w 以上，近30天活跃")
    assert handles(found) == ["swimshop", "pooltoys"] or handles(found) == ["pooltoys", "swimshop"]
    shop = next(r for r in found.rows if r.channel.handle == "swimshop")
    by_field = {r.field: r for r in shop.reasons}
    assert by_field["followers"].met is True
    assert (by_field["followers"].value, by_field["followers"].as_of) == (12_000, "2026-11-20")
    assert by_field["last_active_days"].value == 5
    assert by_field["country"].basis == "reported"


def test_unknown_is_left_out_counted_and_shown_when_asked(find):
    text = "美国的 swim vest 频道，粉丝 1w 以上"
    found = find(text)
    assert {"quiet", "depths"}.isdisjoint(handles(found))
    assert found.unknown == 1
    assert "MSG_UNKNOWN_LEFT_OUT" in codes(found)
    everyone = find(text, unknown="include")
    depths = next(r for r in everyone.rows if r.channel.handle == "depths")
    assert {r.field: r.met for r in depths.reasons}["followers"] is None
    assert "quiet" not in handles(everyone)


def test_nothing_that_is_not_met_is_shown(find):
    for text in ("swim vest，粉丝 5w 以上", "swim vest, not in the US", "swim vest channels from China"):
        for row in find(text, unknown="include").rows:
            assert all(r.met is not False for r in row.reasons if r.hard), (text, row)


def test_wishes_change_the_order_and_never_who_is_found(find):
    plain = find("美国的 swim vest 频道")
    wish = find("美国的 swim vest 频道，最好是玩具类的")
    assert set(handles(plain)) == set(handles(wish)) == {"swimshop", "pooltoys", "depths"}
    assert handles(wish)[0] == "pooltoys"


def test_an_anchor_is_pinned_and_the_others_are_similar(find):
    found = find("https://www.youtube.com/@SwimShop")
    assert found.pinned.channel.handle == "swimshop"
    assert "swimshop" not in handles(found)
    assert found.sort == "similarity"
    scores = [r.similarity for r in found.rows]
    assert scores == sorted(scores, reverse=True)


def test_an_anchor_is_found_by_one_of_its_videos(find):
    found = find("https://www.youtube.com/watch?v=AbCdEfGhIjK")
    assert found.pinned.channel.handle == "garagelab"


def test_conditions_beside_an_anchor_filter_the_similar_ones(find):
    found = find("https://www.youtube.com/@swimshop 只要英国的")
    assert found.pinned.channel.handle == "swimshop"
    assert handles(found) == ["swimtalk"]
    assert "MSG_ANCHOR_LOCKED" in codes(found)


def test_an_unknown_anchor_is_pinned_with_what_its_link_says(find):
    alone = find("https://www.youtube.com/@nobody_here")
    assert (alone.pinned.label, alone.pinned.channel, handles(alone)) == ("@nobody_here", None, [])
    assert "MSG_ANCHOR_UNKNOWN" in codes(alone)
    assert handles(find("car parts https://www.youtube.com/@nobody_here")) == ["garagelab"]


def test_a_link_of_another_platform_searches_nothing(find):
    found = find("https://www.instagram.com/swimshop/")
    assert (handles(found), codes(found)[0]) == ([], "MSG_URL_MISMATCH")


def test_a_failed_link_beside_words_searches_nothing_by_itself(find):
    found = find("https://www.youtube.com/@bad%ZZhandle swim vest")
    assert handles(found) == []
    assert found.request.container == "expanded_repair"


def test_nothing_found_names_real_ways_out(find):
    found = find("swim vest 频道，德国的，粉丝 1k 以上")
    assert handles(found) == []
    ways = [n for n in found.notices if n.code == "MSG_WITHOUT"]
    assert ways
    without_country = find("swim vest 频道，粉丝 1k 以上")
    assert any(n.en.endswith(f": {without_country.total}") for n in ways)


def test_what_is_not_searchable_is_said(find):
    found = find("帮我找内容高级感的 swim vest 频道")
    assert any("高级感" in n.zh for n in found.notices)
    refused = find("找信某个宗教的博主")
    assert handles(refused) == []
    assert "MSG_SENSITIVE" in codes(refused)


def test_empty_input_is_refused(find):
    with pytest.raises(InputError) as caught:
        find("\u200b\u0007 ")
    assert caught.value.code == "ERR_EMPTY_INPUT"


def test_too_long_input_is_refused_whole(find):
    with pytest.raises(InputError) as caught:
        find("x" * 2001)
    assert caught.value.code == "ERR_INPUT_TOO_LONG"
    assert "2001/2000" in caught.value.en


@pytest.mark.req("CS-022")
def test_keywords_and_exact_links_with_results_stay_classic(find):
    heads = ("swim vest", "pool", "review", "car parts", "plush")
    tails = ("", "us", "2026", "best", "gift", "kids", "blue", "sale", "home", "pro")
    words = [f"{head} {tail}".strip() for head in heads for tail in tails]
    links = [f"{scheme}{host}/@{handle}" for scheme in ("https://", "") for host in ("www.youtube.com",)
             for handle in ("swimshop", "pooltoys", "vestcn", "garagelab", "quiet")]  # fmt: skip
    assert (len(words), len(links)) == (50, 10)
    ends = {find(text).request.container for text in words}
    assert ends == {"compact_classic"}
    for link in links:
        found = find(link)
        assert found.rows
        assert found.container == "compact_classic", link


@pytest.mark.req("CS-233")
def test_operators_quotes_and_sql_are_plain_characters(find):
    everything = find("100% _cotton' OR 1=1 --")
    assert everything.total == 0
    assert set(handles(find("swim%vest"))) == {"swimshop", "pooltoys", "quiet", "depths"}
    assert find("s%m v_st").total == 0
    assert find("%").total == 0
