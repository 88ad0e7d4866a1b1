"""What people read for codes: styles, tones, personas, kinds of input, sources, states; (zh, en)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CHOICE_LABELS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "female": ("女性", "Female"),
        "male": ("男性", "Male"),
        "high": ("高", "High"),
        "low": ("低", "Low"),
        "like_anchor": ("与锚点频道相近", "Like the anchor"),
        "review": ("测评", "Review"),
        "unboxing": ("开箱", "Unboxing"),
        "tutorial": ("教程", "Tutorial"),
        "vlog": ("Vlog", "Vlog"),
        "faceless": ("不露脸", "Faceless"),
        "talking_head": ("真人出镜", "On camera"),
        "educational": ("知识教育", "Educational"),
        "storytelling": ("讲故事", "Storytelling"),
        "interview": ("访谈", "Interview"),
        "reaction": ("反应视频", "Reaction"),
        "comparison": ("对比", "Comparison"),
        "haul": ("购物分享", "Haul"),
        "compilation": ("合集盘点", "Compilation"),
        "challenge": ("挑战", "Challenge"),
        "documentary": ("纪实", "Documentary"),
        "recommendation": ("好物推荐", "Recommendations"),
        "short": ("短视频", "Short video"),
        "long": ("长视频", "Long video"),
        "live": ("直播", "Live"),
        "reel": ("Reels", "Reels"),
        "photo": ("图文", "Photo"),
        "carousel": ("轮播图", "Carousel"),
        "story": ("限时动态", "Story"),
        "podcast": ("播客", "Podcast"),
        "premium": ("高级感", "Premium look"),
        "on_brand": ("调性合适", "On-brand"),
        "genuine": ("真实可信", "Genuine"),
        "positive": ("积极", "Positive"),
        "humorous": ("幽默", "Humorous"),
        "professional": ("专业", "Professional"),
        "energetic": ("有活力", "Energetic"),
        "calm": ("舒缓", "Calm"),
        "aesthetic": ("好看", "Aesthetic"),
        "edgy": ("有个性", "Edgy"),
        "family_friendly": ("适合全家", "Family friendly"),
        "mom": ("妈妈", "Mom"),
        "dad": ("爸爸", "Dad"),
        "student": ("学生", "Student"),
        "teacher": ("老师", "Teacher"),
        "doctor": ("医生", "Doctor"),
        "creator": ("个人创作者", "Individual creator"),
        "brand_official": ("品牌官方号", "Official brand account"),
        "media": ("媒体", "Media"),
        "store": ("店铺", "Store"),
        "ecommerce_seller": ("带货卖家", "Online seller"),
        "dealer": ("经销商", "Dealer"),
        "reseller": ("转卖", "Reseller"),
        "repost": ("搬运号", "Repost account"),
        "artist": ("艺人", "Artist"),
        "mcn": ("机构", "Agency"),
        "paid": ("付费合作", "Paid"),
        "barter": ("产品置换", "Barter"),
        "affiliate": ("分佣", "Affiliate"),
        "followers": ("粉丝数", "Followers"),
        "avg_views": ("平均播放", "Average views"),
        "engagement_rate": ("互动率", "Engagement rate"),
        "last_active": ("最近活跃", "Recent activity"),
        "growth": ("增长", "Growth"),
        "price": ("报价", "Price"),
        "relevance": ("相关性", "Relevance"),
        "similarity": ("相似度", "Similarity"),
    }
)

STATE_LABELS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "keyword": ("关键词", "keyword"),
        "url": ("链接", "link"),
        "natural_language": ("自然语言需求", "natural language"),
        "mixed": ("混合输入", "mixed input"),
        "clarifying": ("需要补充信息", "a question first"),
        "expanded_repair": ("需要修正链接", "the link needs repair"),
        "resolved_invalid": ("链接无效", "the link is malformed"),
        "resolved_unsupported": ("不支持该链接", "the link is not supported"),
        "resolved_mismatch": ("链接属于其他平台", "the link is of another platform"),
        "hard": ("筛选", "filters"),
        "soft": ("偏好", "wish"),
        "exclude": ("排除", "excludes"),
        "anchor": ("锚点频道", "anchor channel"),
        "explicit": ("用户写明", "said"),
        "derived": ("系统推断", "inferred"),
        "effective": ("已生效", "in effect"),
        "reference": ("仅参考", "only a reference"),
        "pending": ("暂未生效", "pending"),
        "unsupported": ("不支持", "not supported"),
    }
)
"""Kinds of input and of conditions, sources, states: (zh, en)."""


def state_label(code: str, locale: str) -> str:
    """A code of ``STATE_LABELS`` in words; any other stays as it is."""
    labels = STATE_LABELS.get(code)
    return code if labels is None else labels[0 if locale == "zh" else 1]
