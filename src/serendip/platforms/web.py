"""Any other site: a family for content, never a place of channels that we can name."""

from __future__ import annotations

from serendip.platforms.grammar import Platform

PLATFORM = Platform(key="web", name_zh="网页", name_en="Web", aliases=("website", "网站"), patterns=())
