"""Where links begin and end in a text."""

import pytest

from serendip.platforms.urls import find_links, recognise

HANDLE = "https://www.youtube.com/@abc"

ONE = [
    ("swim vest {}", HANDLE),
    ("{}，帮我找类似的", HANDLE),
    ("找和{}类似的频道", HANDLE),
    ("找和 {} 类似的频道", HANDLE),
    ("{}这个频道", HANDLE),
    ("{}のチャンネル", HANDLE),
    ("{}에서", HANDLE),
    ("{}：很好", HANDLE),
    ("{}。", HANDLE),
    ("{}！！", HANDLE),
    ("{}？", HANDLE),
    ("{}、", HANDLE),
    ("{}……", HANDLE),
    ("{}...", HANDLE),
    ("{}, and more", HANDLE),
    ("{},美国,1w+", HANDLE),
    ("{},US,10k+", HANDLE),
    ("{};beauty", HANDLE),
    ("{}|beauty", HANDLE),
    ("{}'s channel", HANDLE),
    ("{}😀好", HANDLE),
    ("{}\u200b后面", HANDLE),
    ("{}#", HANDLE),
    ("**{}**", HANDLE),
    ("~{}~", HANDLE),
    ("`{}`", HANDLE),
    ("<{}>", HANDLE),
    ("<a href=\"{}\">x</a>", HANDLE),
    ("({})", HANDLE),
    ("（{}）", HANDLE),
    ("[{}]", HANDLE),
    ("[name]({})", HANDLE),
    ("【{}】", HANDLE),
    ("《{}》", HANDLE),
    ("「{}」", HANDLE),
    ("{{{}}}", HANDLE),
    ("“{}”。", HANDLE),
    ("‘{}’", HANDLE),
    ("'{}'", HANDLE),
    ('"{}"', HANDLE),
    ("链接:{}", HANDLE),
    ("链接：{}", HANDLE),
    ("profile:{}", HANDLE),
    ("1.{}", HANDLE),
    ("- {}\n- 第二", HANDLE),
    ("标题_abc{}", HANDLE),
    ("看{}", "youtube.com/@abc"),
    ("频道:{} 美国", "youtube.com/@abc"),
    ("频道：{}，美国", "m.youtube.com/@abc"),
    ("see {}", "www.youtube.com/@abc"),
    ("see {}.", "YOUTU.BE/AbCdEfGhIjK"),
    ("{} 帐篷", "https://www.youtube.com/results?search_query=露营"),
    ("{}，找相似", "https://www.youtube.com/@木工小馆"),
    ("{} 后", "https://weibo.com/n/木工小馆"),
    ("{} канал", "https://www.youtube.com/@любимый"),
    ("{} ok", "https://www.youtube.com/@สวัสดี"),
    ("{}帮我找", "https://www.instagram.com/gearlab/"),
    ("({})", "https://en.wikipedia.org/wiki/Go_(game)"),
    ("({}).", "https://example.com/a,b;c"),
    ("{}，好", "https://例子.中国/x"),
]  # fmt: skip


@pytest.mark.req("CS-023")
@pytest.mark.parametrize(("around", "url"), ONE)
def test_one_link_without_what_surrounds_it(around, url):
    text = around.format(url)
    (found,) = find_links(text)
    assert text[found.start : found.end] == url
    assert recognise(text) == found.link


NONE = [
    "",
    "swim vest",
    "american football, 1.5w+",
    "@mkbhd",
    "24/7 a.b c",
    "youtube.com",
    "x.com and t.co",
    "www.",
    "www.youtube",
    "example.com/x",
    "me@youtube.com/x",
    "myx.com/abc",
    "not-youtube.com/@abc",
    "youtube.com.evil.io/@abc",
    "youtube.com@evil.io/@abc",
    "youtubе.com/@abc",
    "аyoutube.com/@abc",
    "javascript:alert(1)",
    "JavaScript:location='https://www.youtube.com/@abc'",
    "data:text/html,https://www.youtube.com/@abc",
    "file:///etc/passwd",
    "file://www.youtube.com/@abc",
    "ftp://www.youtube.com/@abc",
    "view-source:https://www.youtube.com/@abc",
    "blob:https://www.youtube.com/@abc",
    "git+https://www.youtube.com/@abc",
    "vnd.youtube:AbCdEfGhIjK",
    "vnd.youtube://www.youtube.com/watch?v=AbCdEfGhIjK",
    "snssdk1128://user/profile/93864497380",
    "intent://www.youtube.com/@abc#Intent;scheme=https;end",
    "-foo://www.youtube.com/@abc",
    "instagram://user?username=abc",
]


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_link(text):
    assert find_links(text) == []
    link = recognise(text)
    assert (link.state, link.kind, link.platform, link.canonical_url) == ("not_a_link", "unknown", None, None)


SHARES = [
    (
        "7.43 复制打开抖音，看看【小馆的作品】露营装备… https://v.douyin.com/iAbCdEfG/ K@w.sR 05/18 hbN:/ ",
        "douyin",
        "iAbCdEfG",
    ),
    ("长按复制此条消息，打开抖音搜索，查看TA的更多作品。 https://v.douyin.com/iAbC_-1/", "douyin", "iAbC_-1"),
    ("【露营装备大全-哔哩哔哩】 https://b23.tv/AbC12dE", "bilibili", "AbC12dE"),
    (
        "64 小馆发布了一篇小红书笔记，快来看吧！ 😆 AbC 😆 http://xhslink.com/a/AbCdEf，复制本条信息，打开【小红书】",
        "xiaohongshu",
        "AbCdEf",
    ),
    (
        "https://v.kuaishou.com/AbCdEf 露营 该作品在快手被播放过1.2万次，点击链接，打开【快手】直接观看！",
        "kuaishou",
        "AbCdEf",
    ),
    ("Check out gearlab's video! #TikTok > https://vm.tiktok.com/ZMabcdEFG/", "tiktok", "ZMabcdEFG"),
    ("我在微博看到 https://t.cn/A6AbCdEf\u200b 快来看", "weibo", "A6AbCdEf"),
]


@pytest.mark.parametrize(("text", "platform", "identity"), SHARES)
def test_share_texts_of_the_apps(text, platform, identity):
    (found,) = find_links(text)
    assert (found.link.platform, found.link.id, found.link.state) == (platform, identity, "resolvable")
    assert found.link.needs_network


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("https://x.com/a https://x.com/b", ["https://x.com/a", "https://x.com/b"]),
        ("https://x.com/ahttps://x.com/b", ["https://x.com/a", "https://x.com/b"]),
        ("https://x.com/a,https://x.com/b", ["https://x.com/a", "https://x.com/b"]),
        ("x.com/a、x.com/b", ["x.com/a", "x.com/b"]),
        ("https://example.com/a；www.tiktok.com/@b", ["https://example.com/a", "www.tiktok.com/@b"]),
        ("x.com/a(instagram.com/b)", ["x.com/a", "instagram.com/b"]),
        ("javascript:x https://x.com/b", ["https://x.com/b"]),
        ("snssdk1128://user/1，https://x.com/b", ["https://x.com/b"]),
        ("1.https://x.com/a 2.x.com/b", ["https://x.com/a"]),
    ],
)
def test_several_links_in_reading_order(text, urls):
    found = find_links(text)
    assert [text[f.start : f.end] for f in found] == urls
    assert recognise(text) == found[0].link


@pytest.mark.req("CS-018")
@pytest.mark.parametrize(
    "text", ["swim vest https://www.youtube.com/@abc", "https://www.youtube.com/@abc swim vest"]
)
def test_a_keyword_beside_a_link_stays_outside_of_it(text):
    (found,) = find_links(text)
    assert (text[: found.start] + text[found.end :]).strip() == "swim vest"
    assert (found.link.state, found.link.handle) == ("exact", "abc")


@pytest.mark.req("CS-015")
@pytest.mark.parametrize(
    "text", ["https://www.youtube.com/@abc", "youtube.com/@abc", "<https://youtu.be/xyz>，"]
)
def test_a_pure_link_leaves_nothing_but_marks(text):
    (found,) = find_links(text)
    assert not any(c.isalnum() for c in text[: found.start] + text[found.end :])
    assert found.link.site == "youtube"


@pytest.mark.req("CS-023")
@pytest.mark.parametrize(
    "text",
    [
        "“HTTPS://WWW.YouTube.com/@abc”。",
        "m.youtube.com/@ABC",
        "(www.youtube.com/@Abc/)",
        "//www.youtube.com/@abc",
        "https:/www.youtube.com/@abc",
        "http://youtube.com:80/@abc?si=x#top",
        "<https://music.youtube.com/%40abc>,",
    ],
)
def test_spellings_of_one_channel(text):
    (found,) = find_links(text)
    one = recognise("https://www.youtube.com/@abc")
    assert found.link.same_channel(one)
    assert found.link.canonical_url == one.canonical_url == "https://www.youtube.com/@abc"


@pytest.mark.req("CS-022")
def test_ten_exact_links_and_fifty_keywords_are_told_apart():
    names = [f"name_{n}" for n in range(10)]
    hosts = ("www.youtube.com/@", "www.tiktok.com/@", "x.com/", "www.instagram.com/")
    for n, name in enumerate(names):
        link = recognise(f"https://{hosts[n % 4]}{name}")
        assert (link.state, link.handle, link.needs_network) == ("exact", name, False)
    for n in range(50):
        assert find_links(f"keyword {n} 关键词.{n}/w") == []
