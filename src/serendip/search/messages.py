"""The in-box messages of the specification (section 20.1), as data: code, zh, en.

``notice(code, **values)`` fills one in. Messages are shown, never parsed: machines read the code.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MESSAGES: Final[dict[str, tuple[str, str]]] = {
    "MSG_EMPTY_INPUT": (
        "请输入关键词、频道链接或一句话需求",
        "Enter a keyword, a channel link, or describe what you need",
    ),
    "MSG_INPUT_TOO_LONG": (
        "输入过长（{n}/{max} 字符），请缩短后再搜索",
        "Input too long ({n}/{max} characters). Shorten it and search again",
    ),
    "MSG_KEYWORD_TOO_LONG": ("单个关键词最多 {max} 个字符", "A keyword can have at most {max} characters"),
    "MSG_TOO_MANY_KEYWORDS": ("最多添加 {max} 个关键词", "At most {max} keywords"),
    "MSG_DUPLICATE_KEYWORD": ("关键词“{text}”已存在", "Keyword “{text}” is already there"),
    "MSG_EDIT_KEYWORD_ONLY": (
        "这里只能修改关键词；链接或需求请在末尾输入",
        "Only a keyword can be edited here; type links or requests at the end",
    ),
    "MSG_OPPOSITE_KEYWORD": (
        "“{text}”已是{now}关键词，要改为{then}吗？",
        "“{text}” is already {now} keyword. {then} it instead?",
    ),
    "MSG_CORRECTED": ("已按“{text}”搜索（输入为“{typed}”）", "Searching “{text}” (you typed “{typed}”)"),
    "MSG_RANGE_REVERSED": ("已按 {min}–{max} 理解", "Read as {min}–{max}"),
    "MSG_ANCHOR_OUTSIDE": (
        "锚点频道不符合“{cond}”，仍作为参考置顶",
        "The anchor does not meet “{cond}”; it stays on top as reference",
    ),
    "MSG_ONLY_EXCLUDED": (
        "只有排除词无法搜索，请至少添加一个条件",
        "Only excluded words. Add at least one condition",
    ),
    "MSG_SECOND_ANCHOR": (
        "已有锚点 {a}，要替换为新链接吗？",
        "You already have the anchor {a}. Replace it with the new link?",
    ),
    "MSG_URL_MISMATCH": (
        "当前在 {current} 频道搜索页，该链接属于 {detected}",
        "You are on the {current} channel search page; this link belongs to {detected}",
    ),
    "MSG_URL_INCOMPLETE": (
        "当前无法识别该链接，可直接粘贴频道主页链接或只输入频道名",
        "This link cannot be recognised. Paste a channel home page link or just type the channel name",
    ),
    "MSG_URL_UNSUPPORTED": (
        "当前版本不支持用该类链接起搜",
        "This version cannot start a search from this type of link",
    ),
    "MSG_URL_DEAD": ("未能识别该链接对应的频道", "No channel could be found for this link"),
    "MSG_URL_TIMEOUT": (
        "识别该链接超时，可重试或修改链接",
        "Identifying this link took too long. Retry or change the link",
    ),
    "MSG_URL_NOT_ASKED": (
        "无法向平台查询该链接属于哪个频道：{reason}。可改为粘贴频道主页链接，或只输入频道名",
        "The platform could not be asked whose link this is: {reason}. Paste the channel's home page link, "
        "or just type the channel name",
    ),
    "MSG_URL_TAKEN_OUT": ("已移除链接 {url}（撤销）", "Link taken out: {url} (Undo)"),
    "MSG_TARGET_LOCKED": ("精确目标已锁定", "Exact target locked"),
    "MSG_ANCHOR_LOCKED": (
        "已按 URL 锁定频道：{a}。相似频道由该锚点召回；其他描述只作为条件或参考，不会自动扩展为“找类似频道”",
        "Channel locked by URL: {a}. Similar channels come from this anchor; the rest of your text only "
        "acts as conditions or reference and is not expanded into “find similar channels”",
    ),
    "MSG_ANCHOR_UNKNOWN": (
        "目录中还没有频道 {a}，暂时无法找相似频道；关键词和条件照常生效",
        "The channel {a} is not in the catalogue yet, so similar channels cannot be found; "
        "keywords and conditions still work",
    ),
    "MSG_ANCHOR_WITHOUT_TEXT": (
        "频道 {a} 没有可供比较的文字，暂时无法找相似频道；关键词和条件照常生效",
        "The channel {a} has no text that could be compared, so similar channels cannot be found; "
        "keywords and conditions still work",
    ),
    "MSG_ONE_KEYWORD": (
        "整段文字被当作一个关键词；用逗号分开多个词，或写成一句话（例如“帮我找…的频道”）",
        "The whole text was read as one keyword; separate words by commas, or write a sentence "
        "(“find … channels”)",
    ),
    "MSG_PLATFORM_CONFLICT": (
        "当前仅在 {current} 频道中搜索，“{detected}”未作为条件生效",
        "This page searches {current} channels only; “{detected}” is not applied",
    ),
    "MSG_NOT_UNDERSTOOD": (
        "未能理解“{text}”，暂未生效",
        "“{text}” was not understood and is not applied",
    ),
    "MSG_SOFT_REFERENCE": (
        "待澄清：你说的“{text}”目前会先作为参考，不直接过滤结果",
        "Pending: “{text}” is only a reference for now and does not filter results",
    ),
    "MSG_REPLACED": ("{field}：{old} → {new}（撤销）", "{field}: {old} → {new} (Undo)"),
    "MSG_ADDED": ("{field}：已加入 {new}，现为 {all}", "{field}: added {new}, now {all}"),
    "MSG_REMOVED": ("已移除“{text}”（撤销）", "“{text}” removed (Undo)"),
    "MSG_NOT_THERE": ("没有“{text}”这样的条件可去掉", "There is no condition “{text}” to take out"),
    "MSG_INFERRED_ASIDE": (
        "已有“{set}”，推断的“{text}”仅作参考",
        "“{set}” is set already, so the inferred “{text}” is only a reference",
    ),
    "MSG_CONFLICT": (
        "“{a}”与“{b}”冲突，请选择保留哪一个",
        "“{a}” conflicts with “{b}”. Choose which one to keep",
    ),
    "MSG_LOW_RECALL": ("相似结果较少，可尝试调整", "Few similar results. Adjust the search?"),
    "MSG_NO_RECALL": (
        "当前条件下没有结果，可尝试以下调整",
        "No results for these conditions. Try one of these",
    ),
    "MSG_SEARCH_FAILED": (
        "搜索失败，条件已保留，可重试",
        "Search failed. Your conditions are kept; retry",
    ),
    "MSG_SEARCH_CAUSE": ("原因：{reason}", "Why: {reason}"),
    "MSG_SEARCH_INTERRUPTED": ("上次搜索被中断，可重试", "The last search was interrupted. Retry"),
    "MSG_NOTHING_MEETS_ALL": (
        "没有频道同时符合全部条件",
        "No channel meets all of these conditions",
    ),
    "MSG_WITHOUT": ("去掉“{cond}”有 {n} 个频道", "Without “{cond}”: {n}"),
    "MSG_NO_CONDITION": (
        "还没有可执行的条件，先显示热门频道；可补充主题、地区、粉丝量等",
        "Nothing to search by yet, so leading channels are shown; add a topic, a country, a size",
    ),
    "MSG_UNKNOWN_LEFT_OUT": (
        "另有 {n} 个频道未公开{fields}，可选择显示",
        "{n} more with unknown {fields}; you can include them",
    ),
    "MSG_OTHER_TARGET": (
        "在全部来源中有 {n} 个频道（当前只匹配{target}）",
        "{n} channels match in all sources (now matching {target} only)",
    ),
    "MSG_COLLAPSE_BLOCKED": (
        "暂不能收起：{reason}。可先处理，或开始新搜索",
        "Cannot collapse yet: {reason}. Resolve it, or start a new search",
    ),
    "MSG_UNSUPPORTED": ("暂不支持：{reason}", "Not supported: {reason}"),
    "MSG_SENSITIVE": ("该需求无法执行：{reason}", "This request cannot be carried out: {reason}"),
}


@dataclass(frozen=True, slots=True)
class Notice:
    """One message with its values filled in."""

    code: str
    zh: str
    en: str

    def text(self, locale: str) -> str:
        """The sentence for ``zh`` or ``en``."""
        return self.zh if locale == "zh" else self.en

    def as_dict(self) -> dict[str, str]:
        """``{code, zh, en}``."""
        return {"code": self.code, "zh": self.zh, "en": self.en}


def notice(code: str, *, zh: dict[str, object] | None = None, **values: object) -> Notice:
    """Fill in a message. ``zh`` overrides values whose wording differs between the languages."""
    in_zh, in_en = MESSAGES[code]
    return Notice(code, in_zh.format(**{**values, **(zh or {})}), in_en.format(**values))
