"""A table of links: hosts, reserved words, malformed encodings, look-alikes, forwarding links.

One case a line: link, platform, kind, id, state; ``~`` marks a link that needs the network, ``-`` is none.
"""

import pytest

from serendip.platforms.urls import recognise

UC = "UCabcdefghijklmnopqrstuv"
SEC = "MS4wLjABAAAAEc8EKgWVEpEQoDRRp8_M53psgc-BoKqre-jICyt6aBA"
HEX = "5a1b2c3d4e5f6a7b8c9d0e1f"

TABLE = f"""
https://youtube.com/@gearlab                          youtube channel @gearlab exact
http://m.youtube.com/@gearlab/shorts                  youtube channel @gearlab exact
https://music.youtube.com/channel/{UC}                youtube channel {UC} exact
https://gaming.youtube.com/c/gearlab                  youtube channel gearlab resolvable~
https://www.youtubekids.com/channel/{UC}              youtube channel {UC} exact
https://studio.youtube.com/channel/{UC}/videos        youtube channel {UC} exact
https://www.youtube.com/@gear.lab-demo_1              youtube channel @gear.lab-demo_1 exact
https://www.youtube.com/@gear·lab                     youtube channel @gear·lab exact
https://www.youtube.com/%40gearlab/about              youtube channel @gearlab exact
https://www.youtube.com/@gearlab/community?lb=x       youtube channel @gearlab exact
https://www.youtube.com/@{"a" * 30}                   youtube channel @{"a" * 30} exact
https://www.youtube.com/@{"a" * 31}                   - unknown - invalid
https://www.youtube.com/@                             - unknown - invalid
https://www.youtube.com/@/videos                      - unknown - invalid
https://www.youtube.com/@a%2Fb                        - unknown - invalid
https://www.youtube.com/@a%20b                        - unknown - invalid
https://www.youtube.com/@a%00b                        - unknown - invalid
https://www.youtube.com/@%                            - invalid - invalid
https://www.youtube.com/@%e6%9c                       - invalid - invalid
https://www.youtube.com/@%ff%fe                       - invalid - invalid
https://www.youtube.com/@%E6%9C%A8%E5%B7%ZZ           - invalid - invalid
https://www.youtube.com/watch?v=%ZZ                   - invalid - invalid
https://www.youtube.com/watch?v=AbCdEfGhIjK&utm=%ZZ   youtube video AbCdEfGhIjK resolvable~
https://www.youtube.com/channel/                      - unknown - invalid
https://www.youtube.com/channel/{UC.lower()}          - unknown - invalid
https://www.youtube.com/channel/{UC}x                 - unknown - invalid
https://www.youtube.com/channel/{UC[:-1]}             - unknown - invalid
https://www.youtube.com/user/                         - unknown - invalid
https://www.youtube.com/shorts/abc                    - unknown - invalid
https://youtu.be/xyz                                  - unknown - invalid
https://www.youtube.com/watch?v=AbCdEfGhIj            youtube other - invalid
https://www.youtube.com/c/木工小馆                    youtube channel 木工小馆 resolvable~
https://www.youtube.com/watch                         youtube other - invalid
https://www.youtube.com/watch?v=                      youtube other - invalid
https://m.youtube.com/watch?list=PL12345&v=AbCdEfGhIjK youtube video AbCdEfGhIjK resolvable~
https://www.youtube.com/watch?list=PL12345            youtube playlist PL12345 context~
https://www.youtube.com/embed/videoseries?list=PL12345 youtube playlist PL12345 context~
https://www.youtube.com/playlist?list=UULFabcdefghijklmnopqrstuv youtube playlist UULFabcdefghijklmnopqrstuv exact
https://www.youtube-nocookie.com/embed/AbCdEfGhIjK    youtube video AbCdEfGhIjK resolvable~
https://youtu.be/AbCdEfGhIjK?t=10                     youtube video AbCdEfGhIjK resolvable~
https://www.youtube.com/live/AbCdEfGhIjK?si=x         youtube video AbCdEfGhIjK resolvable~
https://www.youtube.com/v/AbCdEfGhIjK                 youtube video AbCdEfGhIjK resolvable~
https://www.youtube.com/hashtag/%E9%9C%B2%E8%90%A5    youtube other 露营 context
https://www.youtube.com/feed/trending                 youtube other - unsupported
https://www.youtube.com/premium                       youtube other - unsupported
https://www.youtube.com                               youtube other - unsupported
https://www.youtube.com/about                         - unknown - unsupported
https://www.youtube.com/howyoutubeworks               - unknown - unsupported
https://www.youtube.com/gearlabdemo/videos            youtube channel gearlabdemo resolvable~
https://www.youtube.com:443/@gearlab                  youtube channel @gearlab exact
https://www.youtube.com:8443/@gearlab                 - unknown - unsupported
https://www.youtube.com:99999/@gearlab                - invalid - invalid
https://www.youtube.com:x/@gearlab                    - invalid - invalid
https://user:pass@www.youtube.com/@gearlab            youtube channel @gearlab exact
https://www.youtube.com./@gearlab                     youtube channel @gearlab exact
https://www.youtube.com//@gearlab//                   youtube channel @gearlab exact
https://www.youtube.com/a/../@gearlab                 - unknown - unsupported
https://youtube.com.evil.io/@gearlab                  - unknown - unsupported
https://www.youtube.com@evil.io/@gearlab              - unknown - unsupported
https://www.youtube.com%2f@evil.io/@gearlab           - unknown - unsupported
https://evil.io/www.youtube.com/@gearlab              - unknown - unsupported
https://evil.io/?u=https://www.youtube.com/@gearlab   - unknown - unsupported
https://evil.io#@www.youtube.com/@gearlab             - unknown - unsupported
https://notyoutube.com/@gearlab                       - unknown - unsupported
https://youtube.co/@gearlab                           - unknown - unsupported
https://youtube.com.cn/@gearlab                       - unknown - unsupported
https://youtubе.com/@gearlab                          - unknown - unsupported
https://уoutube.com/@gearlab                          - unknown - unsupported
https://xn--youtub-8of.com/@gearlab                   - unknown - unsupported
https://foo.www.youtube.com/@gearlab                  - unknown - unsupported
https://127.0.0.1/@gearlab                            - unknown - unsupported
https://[::1]:8080/@gearlab                           - unknown - unsupported
https://[::1/@gearlab                                 - invalid - invalid
https://localhost/@gearlab                            - unknown - unsupported
https://you%74ube.com/@gearlab                        - invalid - invalid
https://-/                                            - unknown - unsupported
https://instagram.com/gearlab.demo                    instagram channel gearlab.demo exact
https://m.instagram.com/Gear_Lab/                     instagram channel Gear_Lab exact
https://instagr.am/gearlab                            instagram channel gearlab exact
https://www.instagram.com/gearlab/tagged/             instagram channel gearlab exact
https://www.instagram.com/gearlab/?utm_source=qr#x    instagram channel gearlab exact
https://www.instagram.com/reels/CAbCdEfGhIj/          instagram video CAbCdEfGhIj resolvable~
https://www.instagram.com/gearlab/reel/CAbCdEfGhIj/   instagram video CAbCdEfGhIj resolvable~
https://www.instagram.com/p/CAbCdEfGhIj/embed/captioned/ instagram post CAbCdEfGhIj resolvable~
https://www.instagram.com/share/p/BAxYz12             instagram other BAxYz12 resolvable~
https://www.instagram.com/stories/gearlab/            instagram post gearlab exact
https://www.instagram.com/stories/me/                 - unknown - unsupported
https://www.instagram.com/explore/                    - unknown - unsupported
https://www.instagram.com/accounts/login/?next=%2Fgearlab%2F - unknown - unsupported
https://www.instagram.com/direct/inbox/               - unknown - unsupported
https://www.instagram.com/p/                          - unknown - invalid
https://www.instagram.com/                            - unknown - unsupported
https://www.instagram.com/{"a" * 31}                  - unknown - unsupported
https://www.instagram.com/gear-lab                    - unknown - unsupported
https://www.instagram.com/../gearlab                  - unknown - unsupported
https://instagram.com.evil.io/gearlab                 - unknown - unsupported
https://www.threads.com/@gearlab                      instagram channel @gearlab exact
https://www.tiktok.com/@gear.lab_1                    tiktok channel gear.lab_1 exact
https://m.tiktok.com/@gearlab                         tiktok channel gearlab exact
https://tiktok.com/@gearlab/likes                     tiktok channel gearlab exact
https://www.tiktok.com/@{SEC}                         tiktok channel {SEC} exact
https://www.tiktok.com/@6820838815978423302           tiktok channel 6820838815978423302 exact
https://www.tiktok.com/@12345                         tiktok channel 12345 exact
https://vt.tiktok.com/ZSabcdEFG                       tiktok other ZSabcdEFG resolvable~
https://www.tiktok.com/share/video/7253412088251534594 tiktok video 7253412088251534594 resolvable~
https://www.tiktok.com/player/v1/7253412088251534594  tiktok video 7253412088251534594 resolvable~
https://www.tiktok.com/search/user?q=camping%20gear   tiktok other - context
https://www.tiktok.com/@                              - unknown - invalid
https://www.tiktok.com/@a/b/c                         - unknown - invalid
https://www.tiktok.com/foryou                         - unknown - unsupported
https://www.tiktok.com/                               - unknown - unsupported
https://twitter.com/gearlab                           x channel gearlab exact
https://www.twitter.com/gearlab/with_replies          x channel gearlab exact
https://mobile.twitter.com/gearlab                    x channel gearlab exact
https://m.x.com/gearlab                               x channel gearlab exact
https://nitter.net/gearlab                            x channel gearlab exact
https://fixupx.com/gearlab/status/123/video/1         x post 123 exact
https://twitter.com/#!/gearlab                        x channel gearlab exact
https://twitter.com/gearlab/statuses/123              x post 123 exact
https://x.com/i/status/123                            x post 123 resolvable~
https://x.com/intent/user?screen_name=gearlab         x channel gearlab exact
https://x.com/intent/post?text=hello                  - unknown - unsupported
https://x.com/hashtag/camping?src=hashtag_click       x other - context
https://x.com/explore/tabs/trending                   x other - unsupported
https://x.com/i/communities/12345                     x other - unsupported
https://x.com/compose/post                            - unknown - unsupported
https://x.com/login                                   - unknown - unsupported
https://x.com/{"a" * 16}                              - unknown - invalid
https://x.com/gear-lab                                - unknown - unsupported
https://x.co/gearlab                                  - unknown - unsupported
https://ax.com/gearlab                                - unknown - unsupported
https://pic.twitter.com/AbCdEf                        x other - unsupported~
https://space.bilibili.com/100000001/dynamic          bilibili channel 100000001 exact
https://space.bilibili.com/abc                        - unknown - unsupported
https://m.bilibili.com/space/100000001?from=x         bilibili channel 100000001 exact
https://www.bilibili.com/video/av92494333/            bilibili video av92494333 resolvable~
https://bilibili.com/BV13x41117TL                     bilibili video BV13x41117TL resolvable~
https://www.bilibili.com/video/BV13x4                 - unknown - invalid
https://b23.tv/av92494333                             bilibili video av92494333 resolvable~
https://b23.tv/ep21495                                bilibili playlist ep21495 context~
https://bili22.cn/AbCd                                bilibili other AbCd resolvable~
https://live.bilibili.com/blanc/196?x=1               bilibili channel 196 resolvable~
https://www.bilibili.com/                             bilibili other - unsupported
https://www.bilibili.com/ranking                      bilibili other - unsupported
https://search.bilibili.com/upuser?keyword=%E9%9C%B2  bilibili other - context
https://bilibili.com.evil.io/video/BV13x41117TL       - unknown - unsupported
https://rednote.com/user/profile/{HEX}                xiaohongshu channel {HEX} exact
https://www.xiaohongshu.com/user/profile/{HEX[:-1]}   - unknown - invalid
https://www.xiaohongshu.com/user/profile/{HEX}/6411cf99000000001300b6d9 xiaohongshu post 6411cf99000000001300b6d9 resolvable~
https://xhslink.com/m/AbCdEf                          xiaohongshu other AbCdEf resolvable~
https://www.xiaohongshu.com/explore                   xiaohongshu other - unsupported
https://www.douyin.com/user/{SEC}?vid=1               douyin channel {SEC} exact
https://www.douyin.com/user/93864497380               douyin channel 93864497380 exact
https://www.douyin.com/user/self?modal_id=1           douyin other - unsupported
https://www.douyin.com/note/6961737553342991651       douyin video 6961737553342991651 resolvable~
https://www.douyin.com/search/x?modal_id=7253412088251534594 douyin video 7253412088251534594 resolvable~
https://live.douyin.com/gear.lab                      douyin channel gear.lab resolvable~
https://www.douyin.com/video/123                      - unknown - invalid
https://www.zhihu.com/people/gearlab-demo             zhihu channel gearlab-demo exact
https://www.zhihu.com/question/1/answer/2             zhihu post 2 resolvable~
https://www.zhihu.com/question/1                      zhihu other 1 unsupported
https://zhuanlan.zhihu.com/p/123456                   zhihu post 123456 resolvable~
https://www.zhihu.com/hot                             - unknown - unsupported
https://weibo.com/u/2066652961                        weibo channel 2066652961 exact
https://m.weibo.cn/u/2066652961?uid=1                 weibo channel 2066652961 exact
https://weibo.com/p/1003062066652961                  weibo channel 2066652961 exact
https://weibo.com/n/%C4%BE%B9%A4                      - invalid - invalid
https://weibo.com/login.php                           - unknown - unsupported
https://weibo.com/hot/search                          - unknown - unsupported
https://m.weibo.cn/status/4797699866951785            weibo post 4797699866951785 resolvable~
https://weibo.com/7827771738/N4xlMvjhI?type=comment   weibo post N4xlMvjhI exact
https://new.reddit.com/user/gearlab_demo/submitted    reddit channel gearlab_demo exact
https://de.reddit.com/r/camping/top/?t=all            reddit channel camping exact
https://www.reddit.com/r/all                          - unknown - unsupported
https://np.reddit.com/r/camping/comments/6rrwyj       reddit post 6rrwyj resolvable~
https://i.redd.it/abc.jpg                             reddit other abc.jpg resolvable~
https://reddit.com.evil.io/user/gearlab_demo          - unknown - unsupported
https://a.b.reddit.com/user/gearlab_demo              - unknown - unsupported
https://cn.v2ex.com/member/gearlabdemo                v2ex channel gearlabdemo exact
https://www.v2ex.com/t/1000000?p=2#reply3             v2ex post 1000000 resolvable~
https://www.v2ex.com/t/abc                            - unknown - invalid
https://linux.do/u/gearlabdemo/activity/topics        linux.do channel gearlabdemo exact
https://linux.do/t/838591                             linux.do post 838591 resolvable~
https://linux.do/c/develop/4                          linux.do other develop/4 context
https://linux.do.evil.io/u/gearlabdemo                - unknown - unsupported
https://bgm.tv/user/sai/timeline                      bangumi channel sai exact
https://bangumi.tv/subject/12/comments                bangumi post 12 unsupported
https://chii.in/group/boring                          bangumi other boring context
https://www.kuaishou.com/profile/3xmd7kz3v6aph9s      kuaishou channel 3xmd7kz3v6aph9s exact
https://www.kuaishou.com/short-video/3xf8enb8dbj6uig  kuaishou video 3xf8enb8dbj6uig resolvable~
https://www.kuaishou.com/f/X-AbCdEf12345              kuaishou other X-AbCdEf12345 resolvable~
https://                                              - invalid - invalid
https://www.                                          - unknown - invalid
https://...                                           - invalid - invalid
https://#                                             - invalid - invalid
https://example.com/%ZZ                               - invalid - invalid
"""  # noqa: E501

CASES = [line.split() for line in TABLE.splitlines() if line]


def test_the_table_is_a_large_one():
    assert len({case[0] for case in CASES}) == len(CASES) >= 150


@pytest.mark.parametrize("case", CASES, ids=lambda c: c[0])
def test_a_link(case):
    url, platform, kind, identity, state = (None if part == "-" else part for part in case)
    link = recognise(url)
    assert (link.platform, link.kind, link.id) == (platform, kind, identity)
    assert link.state == state.removesuffix("~")
    assert link.needs_network is state.endswith("~")
    assert (link.failure == "incomplete") is (link.state == "invalid")
    assert (link.channel is not None) >= (link.state == "exact")


WRAPPED = [
    ("https://l.instagram.com/?u=https%3A%2F%2Fx.com%2Fgearlab&e=x", "x", "gearlab", "instagram"),
    ("https://lm.facebook.com/l.php?u=https%3A%2F%2Fyoutube.com%2F%40lab", "youtube", "@lab", "youtube"),
    ("https://www.youtube.com/redirect?q=https%3A%2F%2Ftiktok.com%2F%40lab", "tiktok", "lab", "youtube"),
    ("https://www.youtube.com/redirect?q=https://www.tiktok.com/@gearlab", "tiktok", "gearlab", "youtube"),
    ("https://www.youtube.com/attribution_link?a=1&u=/%40gearlab", "youtube", "@gearlab", "youtube"),
    ("https://consent.youtube.com/ml?continue=https://youtube.com/@lab", "youtube", "@lab", "youtube"),
    ("https://google.com/url?url=https%3A%2F%2Fx.com%2Fgearlab", "x", "gearlab", "x"),
    ("https://www.google.co.uk/url?q=youtube.com/@gearlab", "youtube", "@gearlab", "youtube"),
    ("https://link.zhihu.com/?target=https%3A//space.bilibili.com/1", "bilibili", "1", "zhihu"),
    ("https://weibo.cn/sinaurl?u=https%3A%2F%2Fx.com%2Fgearlab", "x", "gearlab", "weibo"),
    ("https://out.reddit.com/t3_x?url=https%3A%2F%2Fx.com%2Fgearlab", "x", "gearlab", "reddit"),
    ("https://www.tiktok.com/link/v2?target=https%3A%2F%2Fx.com%2Fgearlab", "x", "gearlab", "tiktok"),
    ("https://yewtu.be/channel/UCabcdefghijklmnopqrstuv", "youtube", "UCabcdefghijklmnopqrstuv", "youtube"),
    (
        "https://www.google.com/url?q=https%3A%2F%2Fl.instagram.com%2F%3Fu%3Dhttps%253A%252F%252Fx.com%252Fgearlab",
        "x", "gearlab", "instagram",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("url", "platform", "identity", "by"), WRAPPED)
def test_a_forwarding_link_is_read_through(url, platform, identity, by):
    link = recognise(url)
    assert (link.state, link.kind, link.platform, link.id) == ("exact", "channel", platform, identity)
    assert (link.wrapper.url, link.wrapper.kind, link.wrapper.needs_network) == (url, "other", False)


@pytest.mark.parametrize(
    ("url", "state"),
    [
        ("https://l.instagram.com/?e=x", "invalid"),
        ("https://www.youtube.com/redirect", "invalid"),
        ("https://www.google.com/url?q=%ZZ", "invalid"),
        ("https://www.google.com/url?q=javascript%3Aalert(1)", "unsupported"),
        ("https://www.google.com/url?q=hello", "unsupported"),
        ("https://www.google.com/url?q=https%3A%2F%2Fexample.com%2Fx", "unsupported"),
        ("https://www.google.com/search?q=youtube.com/@gearlab", "unsupported"),
    ],
)
def test_a_forwarding_link_to_nothing_we_know(url, state):
    link = recognise(url)
    assert (link.state, link.channel, link.id if link.wrapper else None) == (state, None, None)


def test_forwarding_is_followed_three_times_at_most():
    from urllib.parse import quote

    url = "https://x.com/gearlab"
    for depth in range(1, 6):
        url = "https://l.instagram.com/?u=" + quote(url, safe="")
        assert recognise(url).state == ("exact" if depth <= 3 else "unsupported")


@pytest.mark.parametrize(
    ("url", "owner"),
    [
        ("https://www.instagram.com/gearlab/p/CAbCdEfGhIj/", ("handle", "gearlab")),
        ("https://www.instagram.com/stories/gearlab/1/", ("handle", "gearlab")),
        ("https://x.com/gearlab/status/1", ("handle", "gearlab")),
        ("https://www.tiktok.com/@gearlab/video/1", ("handle", "gearlab")),
        ("https://weibo.com/7827771738/N4xlMvjhI", ("channel_id", "7827771738")),
        ("https://space.bilibili.com/1/lists/2", ("channel_id", "1")),
        ("https://www.youtube.com/playlist?list=UUabcdefghijklmnopqrstuv", ("channel_id", UC)),
        ("https://www.youtube.com/playlist?list=UUSHabcdefghijklmnopqrstuv", ("channel_id", UC)),
        ("https://www.reddit.com/user/gearlab/comments/6rrwyj/x/", ("handle", "gearlab")),
        ("https://www.youtube.com/watch?v=AbCdEfGhIjK", None),
    ],
)
def test_the_owner_that_a_link_shows(url, owner):
    assert recognise(url).channel == owner


@pytest.mark.parametrize(
    ("url", "term"),
    [
        ("https://www.youtube.com/results?search_query=camping+gear", "camping gear"),
        ("https://www.youtube.com/results?search_query=%E9%9C%B2%E8%90%A5", "露营"),
        ("https://www.youtube.com/results?search_query=露营", "露营"),
        ("https://www.youtube.com/hashtag/c%23", "c"),
        ("https://www.instagram.com/explore/tags/%E9%9C%B2%E8%90%A5/", "露营"),
        ("https://www.tiktok.com/tag/camping", "camping"),
        ("https://www.tiktok.com/search?q=camping", "camping"),
        ("https://x.com/hashtag/camping", "camping"),
        ("https://x.com/search?q=%23camping&f=user", "camping"),
        ("https://s.weibo.com/weibo?q=%23%E9%9C%B2%E8%90%A5%23", "露营"),
        ("https://www.youtube.com/playlist?list=PL12345", None),
        ("https://www.youtube.com/results", None),
    ],
)
def test_the_word_of_a_context_link(url, term):
    link = recognise(url)
    assert (link.state, link.term, link.channel) == ("context", term, None)


def test_handles_compare_without_case_and_ids_with_it():
    def pair(one, other):
        return recognise(one).same_channel(recognise(other))

    assert pair("https://x.com/GearLab", "https://twitter.com/gearlab")
    assert pair("https://www.youtube.com/@GearLab", "https://m.youtube.com/%40gearlab/videos")
    assert not pair(f"https://www.youtube.com/channel/{UC}", f"https://www.youtube.com/channel/{UC[:-1]}V")
    assert not pair("https://x.com/gearlab", "https://www.tiktok.com/@gearlab")
    assert not pair("https://www.youtube.com/c/gearlab", "https://www.youtube.com/@gearlab")
    assert not pair("https://youtu.be/AbCdEfGhIjK", "https://youtu.be/AbCdEfGhIjK")
