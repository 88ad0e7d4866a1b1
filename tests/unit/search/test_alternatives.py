"""The safe search inside a refused request, and when there is none (section 16)."""

from __future__ import annotations

import pytest

from serendip.search.lexicon.alternatives import alternative
from serendip.search.parse import read


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        ("帮我写一封合作邮件给美国博主", "搜索美国博主", "Search US creators"),
        ("write an outreach email to US creators", "搜索美国博主", "Search US creators"),
        ("draft a DM to UK beauty influencers", "搜索英国美妆博主", "Search UK beauty creators"),
        ("起草一份合同给日本美妆博主", "搜索日本美妆博主", "Search Japan beauty creators"),
        ("找美国美妆博主的家庭住址", "搜索美国美妆博主", "Search US beauty creators"),
        ("home addresses of US beauty creators", "搜索美国美妆博主", "Search US beauty creators"),
        (
            "write me a contract for US beauty creators with 10k+ followers",
            "搜索美国美妆博主（粉丝数：≥ 10,000）",
            "Search US beauty creators (Followers: ≥ 10,000)",
        ),
    ],
)
@pytest.mark.req("CS-211")
def test_what_is_left_is_offered_and_can_be_searched(text: str, zh: str, en: str) -> None:
    offered = alternative(read(text, "youtube"))
    assert offered is not None
    assert (offered.label_zh, offered.label_en) == (zh, en)
    assert offered.request.expected_state is None
    assert ("country", "effective") in {(c.field, c.status) for c in offered.request.conditions}


@pytest.mark.parametrize(
    "text",
    [
        "给我讲个笑话",
        "translate this to French",
        "write an email to creators",
        "帮我写一封邮件给博主",
        "send an email to @mkbhd",
        "帮我写一封邮件给李雷博主",
        "find her home address",
        "home addresses of minor creators",
        "找未成年博主的家庭住址",
        "帮我写一封邮件给孕妇博主",
        "write a message to US gay creators",
        "find pregnant influencers in the US",
        "推广博彩网站的美国博主",
        "find black creators in the US",
        "mass report US creators",
        "美国博主，粉丝1w+",
        "swim vest",
    ],
)
def test_there_is_none_where_the_rest_is_empty_or_sensitive(text: str) -> None:
    assert alternative(read(text, "youtube")) is None
