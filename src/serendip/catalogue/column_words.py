"""The words of column names per field: zh, en, es, de, fr, pt, folded by ``column_names.fold_header``.

The lists are in ``data/column_names.tsv``; the patterns are here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from serendip.catalogue.vocabulary import rows

IGNORE: Final = "ignore"
"""The field of names that are well known and of no use in the catalogue: places in a ranking, national
statistics, phone numbers."""


@cache
def names() -> Mapping[str, str]:
    """Folded name to field. A name that is listed under two fields belongs to the first."""
    found: dict[str, str] = {}
    for field, listed in rows("serendip.catalogue", "column_names.tsv"):
        for name in listed.split("|"):
            found.setdefault(name, field)
    return found


AUDIENCE_WORDS: Final = (
    r"\b(audience|audiences|audiencia|publico|viewers?|demographics?)\b",
    r"\b(followers?|subscribers?|fans) (countr(y|ies)|region|location|geo|gender|age|language|female|male)\b",
    r"\b(seguidores|suscriptores) (pais|edad|genero|idioma)\b",
    r"\b(pais|paises|genero|edad|idioma) (de|del|de la|de los) (publico|audiencia|seguidores|suscriptores)\b",
    r"\b(zielgruppe|publikum|publikums?\w*|auditoire|spectateurs?|zuschauer\w*)\b",
    r"\b(land|lander|alter|geschlecht|sprache) (der|des) (abonnenten|follower|zuschauer|publikums)\b",
    r"\b(pays|age|genre|sexe|langue) (des|de l|du) (abonnes|audience|public|spectateurs)\b",
    r"\b(pais|paises|genero|sexo|idade|idioma) (do|da|dos|das) (publico|audiencia|seguidores|inscritos)\b",
    r"受众|观众|粉丝.{0,3}(国家|地区|地域|国别|性别|年龄|语言|语种|兴趣|画像|分布|真实)",
)
"""Patterns that make a column the audience's (addendum A-6)."""

PLATFORM_WORDS: Final = (
    (r"(?<![a-z])youtub(?:er|eur)( name)?(?![a-z])", "youtube", "name"),
    (r"(?<![a-z])tik ?toker( name)?(?![a-z])", "tiktok", "name"),
    (r"(?<![a-z])instagrammer( name)?(?![a-z])", "instagram", "name"),
    (r"(?<![a-z])you ?tube(?![a-z])|(?<![a-z])yt(?![a-z])|油管", "youtube", ""),
    (r"(?<![a-z])tik ?tok(?![a-z])|海外抖音", "tiktok", ""),
    (r"(?<![a-z])instagram(?![a-z])|(?<![a-z])ig(?![a-z])|(?<![a-z])insta(?![a-z])", "instagram", ""),
    (r"(?<![a-z])twitter(?![a-z])|(?<![a-z])x com(?![a-z])|推特", "x", ""),
    (r"(?<![a-z])bili ?bili(?![a-z])|哔哩哔哩|(?<![a-z])b站", "bilibili", ""),
    (r"(?<![a-z])douyin(?![a-z])|抖音", "douyin", ""),
    (r"(?<![a-z])xiaohongshu(?![a-z])|小红书|(?<![a-z])rednote(?![a-z])", "xiaohongshu", ""),
    (r"(?<![a-z])weibo(?![a-z])|微博", "weibo", ""),
    (r"(?<![a-z])kuaishou(?![a-z])|快手", "kuaishou", ""),
    (r"(?<![a-z])zhihu(?![a-z])|知乎", "zhihu", ""),
    (r"(?<![a-z])reddit(?![a-z])", "reddit", ""),
)
"""(pattern, platform, words that stay in its place)."""
