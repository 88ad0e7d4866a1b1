"""Channels that the index found, read from the store and checked once more, with a reason per condition."""

from __future__ import annotations

from collections.abc import Sequence

from serendip.catalogue.channel import Channel
from serendip.catalogue.document import project
from serendip.search.asking import Row
from serendip.search.compiled import Compiled
from serendip.search.ports import ChannelReader, Hit
from serendip.search.reasons import Reason, reasons
from serendip.search.verify import Verdict, shown, verify


def rows(compiled: Compiled, hits: Sequence[Hit], reader: ChannelReader) -> tuple[Row, ...]:
    """The hits that are still there and meet every hard condition, in their order."""
    found = {hit.cid: hit for hit in hits}
    out: list[Row] = []
    for channel in reader.get_many(list(found)):
        verdicts = judge(compiled, channel)
        if shown(verdicts, any_keyword=compiled.wanted.any_keyword):
            hit = found[channel.cid]
            out.append(Row(channel, hit.score, hit.similarity, explain(compiled, verdicts, channel)))
    return tuple(out)


def judge(compiled: Compiled, channel: Channel) -> tuple[Verdict, ...]:
    """Every step on the channel's stored values."""
    return verify(compiled.steps, project(channel, compiled.wanted.today))


def explain(compiled: Compiled, verdicts: Sequence[Verdict], channel: Channel) -> tuple[Reason, ...]:
    """One reason per step, in the order of the steps."""
    return reasons(compiled.wanted.conditions, verdicts, channel, compiled.wanted.today)


def failed_steps(compiled: Compiled, channel: Channel) -> tuple[int, ...]:
    """Indices of the hard conditions that ``channel`` does not meet; with OR, one met keyword is enough."""
    verdicts = [v for v in judge(compiled, channel) if v.step.hard]
    words = [v for v in verdicts if v.is_positive_keyword]
    enough = compiled.wanted.any_keyword and any(v.state == "met" for v in words)
    unmet = [v for v in verdicts if v.state == "unmet" and not (enough and v.is_positive_keyword)]
    return tuple(v.step.condition for v in unmet)
