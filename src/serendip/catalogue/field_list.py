"""The list of fields and facts; ``catalogue.fields`` gives access by name."""

from __future__ import annotations

from serendip.catalogue.field_types import ALL_PLATFORMS, NUMERIC_OPS, FactSpec, FieldSpec

_ALL = ALL_PLATFORMS
_YIT = ("youtube", "instagram", "tiktok")
_ITX = ("instagram", "tiktok", "x")
_YT = ("youtube", "tiktok")
_NUM = NUMERIC_OPS
_SET = ("eq", "in")
_WISH = ("prefer",)
_ACCOUNT_TYPES = "creator|brand_official|media|store|ecommerce_seller|dealer|reseller|repost|artist|mcn"
_SORTS = "relevance|similarity|followers|avg_views|engagement_rate|growth|last_active|price"
_RATE_NOTE = "derived; the formula is in its note; above 1 where more people react than follow"
_GROWTH_NOTE = "from our own snapshots, per window; unknown until two of the right distance exist"

_SUBJECT: tuple[FieldSpec, ...] = (
    FieldSpec("platform", "enum", "", _SET, _ALL, "平台", "Platform", "platform", "terms", True,
        "one per search"),
    FieldSpec("anchor", "ref", "url, handle or id", ("eq",), _ALL, "参照频道", "Reference channel", "",
        "none", False, "at most one; pinned, not ranked"),
    FieldSpec("keyword", "text", "", ("contains",), _ALL, "关键词", "Keyword", "text", "none", True,
        "against tags, name, description, published content, or all of them"),
    FieldSpec("hashtag", "text", "", _SET, _ALL, "话题标签", "Hashtag", "hashtag", "terms", True,
        "from the channel's description, titles and content"),
    FieldSpec("mention", "text", "", _SET, _ALL, "提及账号", "Mentioned account", "mention", "terms", True,
        "from the channel's description, titles and content"),
    FieldSpec("category", "enum", "taxonomy code", ("in",), _ALL, "类目", "Category", "category", "terms",
        True, "the platform's or the source's own category, mapped to ours"),
    FieldSpec("topic", "semantic", "", _WISH, _ALL, "主题", "Topic", "", "none", False,
        "similarity of meaning; soft unless pinned"),
    FieldSpec("content_style", "enum", "review, unboxing, tutorial, vlog ...", ("prefer", "in"), _ALL,
        "内容形式风格", "Content style", "text", "none", True, "from words in titles and descriptions"),
    FieldSpec("tone", "tag", "", _WISH, _ALL, "调性", "Tone", "", "none", False, "always soft"),
    FieldSpec("content_format", "enum", "short|long|live|reel|photo|carousel|story|podcast", ("in",), _ALL,
        "内容格式", "Content format", "content_format", "terms", True,
        "formats among the newest known items"),
    FieldSpec("video_duration_sec", "int", "s", _NUM, _YIT, "视频时长", "Video length", "video_duration_sec",
        "number", True, "median of the newest known items"),
)  # fmt: skip

_CREATOR: tuple[FieldSpec, ...] = (
    FieldSpec("country", "iso2", "ISO 3166-1", ("in",), _ALL, "国家/地区", "Country", "country", "terms",
        True, "where the creator is; never the audience; guesses are country_guess"),
    FieldSpec("city", "text", "", _SET, _ALL, "城市", "City", "city", "terms", True,
        "as the channel or a source states it", "admin_region/city"),
    FieldSpec("language", "iso639", "ISO 639-1", ("in",), _ALL, "内容语言", "Content language", "language",
        "terms", True, "declared, or detected from texts and then guessed"),
    FieldSpec("creator_gender", "enum", "male|female|org", ("eq",), _ALL, "创作者性别", "Creator's gender",
        "creator_gender", "terms", True, "declared or marketplace values only, never inferred"),
    FieldSpec("creator_age", "int", "18-24 .. 65+", ("between",), _YIT, "创作者年龄", "Creator's age",
        "creator_age", "number", True,
        "adults only; declared or marketplace values only; a bucket counts as its middle"),
    FieldSpec("creator_persona", "tag", "", ("in", "prefer"), _ALL, "创作者身份", "Persona", "text", "none",
        True, "as the description says it of itself"),
    FieldSpec("creator_tier", "enum", "nano|micro|mid|macro|head|mega", ("in",), _ALL, "量级", "Tier",
        "followers", "number", True, "editable bands of followers"),
    FieldSpec("account_type", "enum", _ACCOUNT_TYPES, ("in",), _ALL, "账号类型", "Account type",
        "account_type", "terms", True, "mostly excluded"),
    FieldSpec("verified", "bool", "", ("eq",), _ALL, "认证", "Verified", "verified", "terms", True,
        "the platform's badge; on x it can be bought"),
    FieldSpec("is_official_artist", "bool", "", ("eq",), ("youtube",), "官方音乐人", "Official artist",
        "is_official_artist", "terms", True),
    FieldSpec("made_for_kids", "bool", "", ("eq",), ("youtube",), "儿童内容", "Made for kids",
        "made_for_kids", "terms", True),
    FieldSpec("private", "bool", "", ("eq",), _ITX, "私密账号", "Private account", "private", "terms", True,
        "", "private/protected"),
    FieldSpec("has_email", "bool", "", ("eq",), _ALL, "有邮箱", "Has an e-mail", "has_email", "terms", True,
        "a business contact published in the description; absent is unknown"),
    FieldSpec("contact_channel", "enum", "email|whatsapp|line|site|telegram", ("in",), _ALL, "联系方式",
        "Contact by", "contact_channel", "terms", True, "published in the description; absent is unknown"),
    FieldSpec("account_age_days", "int", "days", _NUM, ("youtube", "x"), "账号年龄", "Account age",
        "created_at", "date", True),
)  # fmt: skip

_FIGURES: tuple[FieldSpec, ...] = (
    FieldSpec("followers", "int", "count", _NUM, _ALL, "粉丝数", "Followers", "followers", "number", True,
        "youtube rounds to three figures"),
    FieldSpec("following", "int", "count", _NUM, _ITX, "关注数", "Following", "following", "number", True),
    FieldSpec("content_count", "int", "count", _NUM, _ALL, "作品数", "Posts", "content_count", "number",
        True),
    FieldSpec("total_views", "int", "count", _NUM, ("youtube",), "总播放量", "Total views", "total_views",
        "number", True),
    FieldSpec("total_likes", "int", "count", _NUM, ("tiktok", "x"), "总获赞", "Total likes", "total_likes",
        "number", True),
    FieldSpec("avg_views", "int", "count", _NUM, _ALL, "平均播放", "Average views", "avg_views", "number",
        True, "sample and window are in its note"),
    FieldSpec("avg_likes", "int", "count", _NUM, _ALL, "平均点赞", "Average likes", "avg_likes", "number",
        True),
    FieldSpec("avg_comments", "int", "count", _NUM, _ALL, "平均评论", "Average comments", "avg_comments",
        "number", True),
    FieldSpec("avg_shares", "int", "count", _NUM, _ITX, "平均分享", "Average shares", "avg_shares", "number",
        True, "saves are avg_saves", "avg_shares/saves"),
    FieldSpec("engagement_rate", "ratio", "0-1", _NUM, _ALL, "互动率", "Engagement rate", "engagement_rate",
        "number", True, _RATE_NOTE),
    FieldSpec("view_rate", "ratio", "avg_views / followers", _NUM, _YIT, "播粉比", "View rate", "view_rate",
        "number", True, _RATE_NOTE),
    FieldSpec("est_exposure", "int", "views in 30 days", _NUM, _YIT, "预估曝光", "Estimated exposure",
        "est_exposure", "number", True, "derived from average views and posting frequency"),
    FieldSpec("growth_followers_pct", "ratio", "share per window", _NUM, _ALL, "粉丝增长率",
        "Follower growth", "growth_followers_pct_{days}", "number", True, _GROWTH_NOTE),
    FieldSpec("growth_views_pct", "ratio", "share per window", _NUM, _YT, "播放增长率", "View growth",
        "growth_views_pct_{days}", "number", True, _GROWTH_NOTE),
    FieldSpec("posting_frequency", "float", "posts/week", _NUM, _ALL, "发布频率", "Posts per week",
        "posting_frequency", "number", True,
        "from dates of items, else over the account's life; see its note"),
    FieldSpec("last_active_days", "int", "days", _NUM, _ALL, "最近活跃", "Last active", "last_upload_at",
        "date", True, "days since the newest known item"),
)  # fmt: skip

_AUDIENCE: tuple[FieldSpec, ...] = (
    FieldSpec("audience_country", "iso2", "ISO 3166-1", ("in",), _ALL, "受众国家/地区", "Audience country",
        "audience_country", "terms", True, "strongest first; its share is audience_country_share"),
    FieldSpec("audience_gender", "enum", "male|female", ("eq",), _ALL, "受众性别", "Audience gender",
        "audience_gender", "terms", True, "strongest first; its share is audience_gender_share"),
    FieldSpec("audience_age", "int", "13-17|18-24|25-34|35-44|45-54|55-64|65+", ("between",), _ALL,
        "受众年龄", "Audience age", "audience_age", "number", True,
        "buckets, strongest first; the middle of the first counts; audience_age_share"),
    FieldSpec("audience_language", "iso639", "ISO 639-1", ("in",), _ALL, "受众语言", "Audience language",
        "audience_language", "terms", True, "strongest first; its share is audience_language_share"),
    FieldSpec("audience_interest", "tag", "", ("in",), ("instagram",), "受众兴趣", "Audience interest",
        "audience_interest", "terms", True),
    FieldSpec("audience_credibility", "score", "0-100", _NUM, _YIT, "受众真实度", "Audience credibility",
        "audience_credibility", "number", True, "a vendor's model; known only when imported"),
)  # fmt: skip

_BUSINESS: tuple[FieldSpec, ...] = (
    FieldSpec("brand_collab", "text", "", ("in",), _ALL, "合作过的品牌", "Worked with brands", "brand_collab",
        "terms", True),
    FieldSpec("has_sponsored_posts", "bool", "", ("eq",), _ALL, "有商单", "Has sponsored posts",
        "has_sponsored_posts", "terms", True),
    FieldSpec("commercial_ratio", "ratio", "sponsored / all", _NUM, _ALL, "商单占比",
        "Share of sponsored posts", "commercial_ratio", "number", True, "soft; known only when imported"),
    FieldSpec("price", "money", "price_currency per piece", _NUM, _ALL, "报价", "Price", "price", "number",
        True, "in its own currency (price_currency); currencies are not converted"),
    FieldSpec("cpm", "money", "price_currency per 1000 views", _NUM, _ALL, "CPM", "CPM", "cpm", "number",
        True, "price / average views x 1000, in the price's currency"),
    FieldSpec("gmv_30d", "money", "currency", ("gte", "eq"), ("tiktok",), "近30天GMV", "GMV in 30 days",
        "gmv_30d", "number", True, "known only when imported; the shop switch is is_shop_affiliate",
        "gmv_30d / is_shop_affiliate"),
    FieldSpec("multi_account", "join", "", ("eq",), _ALL, "多平台账号", "Other accounts", "", "none", False,
        "the same person elsewhere: linked profiles only"),
    FieldSpec("quality_score", "score", "0-100", _NUM, _ALL, "质量分", "Quality score", "quality_score",
        "number", True, "a vendor's model, as imported; our ranking prior is another figure"),
    FieldSpec("lists", "list", "seen|contacted|hidden", ("exclude",), _ALL, "已看/已联系/已隐藏", "Lists", "",
        "none", False, "per workspace", "seen/contacted/hidden"),
    FieldSpec("collab_type", "enum", "paid|barter|affiliate|gifting", ("prefer", "in"), _ALL, "合作方式",
        "Kind of collaboration", "collab_type", "terms", True, "soft: rarely known"),
    FieldSpec("value_for_money", "soft", "", _WISH, _ALL, "性价比", "Value for money", "", "none", False,
        "maps to cpm, price or engagement after one question"),
)  # fmt: skip

_CONTROLS: tuple[FieldSpec, ...] = (
    FieldSpec("sort", "control", _SORTS, ("eq",), _ALL, "排序", "Sort by", "", "none", False,
        "a control, not a filter"),
    FieldSpec("limit", "control", "", ("eq",), _ALL, "数量", "How many", "", "none", False,
        "a control, not a filter"),
)  # fmt: skip

FIELD_LIST: tuple[FieldSpec, ...] = (*_SUBJECT, *_CREATOR, *_FIGURES, *_AUDIENCE, *_BUSINESS, *_CONTROLS)
"""All fields."""

FACT_LIST: tuple[FactSpec, ...] = (
    FactSpec("last_upload_at", "date", "date", "最近发布", "Latest post", "date of the newest known item"),
    FactSpec("created_at", "date", "date", "创建日期", "Created"),
    FactSpec(
        "country_guess", "iso2", "none", "推测国家", "Guessed country", "weak evidence; never used as country"
    ),
    FactSpec("admin_region", "text", "terms", "省/州", "State or province"),
    FactSpec("location_text", "text", "none", "所在地原文", "Location as written"),
    FactSpec("avg_saves", "int", "number", "平均收藏", "Average saves"),
    FactSpec("is_shop_affiliate", "bool", "terms", "带货达人", "Shop affiliate"),
    FactSpec("price_currency", "enum", "terms", "报价币种", "Currency of the price", "ISO 4217"),
    FactSpec(
        "audience_country_share", "ratio", "number", "首要受众国家占比", "Share of the first audience country"
    ),
    FactSpec(
        "audience_gender_share", "ratio", "number", "首要受众性别占比", "Share of the first audience gender"
    ),
    FactSpec("audience_age_share", "ratio", "number", "首要受众年龄占比", "Share of the first audience age"),
    FactSpec(
        "audience_language_share",
        "ratio",
        "number",
        "首要受众语言占比",
        "Share of the first audience language",
    ),
)
"""Facts beside the fields."""
