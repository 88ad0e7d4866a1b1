"""``serendip index``: how the search index stands, and building it anew."""

from __future__ import annotations

import time

from serendip.bootstrap import Home, load
from serendip.cli.console import language, out, print_json
from serendip.cli.progress import counting
from serendip.cli.remote import ask_server_to_rebuild
from serendip.core.errors import NotFound

WORDS = {
    "zh": ("频道", "目录变更序号", "索引变更序号", "落后", "待算相似度"),
    "en": ("channels", "catalogue at change", "index at change", "behind by", "waiting for similarity"),
}


def run_status(*, as_json: bool) -> None:
    """Print the catalogue's and the index's change sequence."""
    home = Home(load())
    try:
        try:
            applied, waiting = home.index.applied_seq(), home.index.without_vector()
        except NotFound:
            applied, waiting = 0, home.store.count()
        said = {"channels": home.store.count(), "catalogue_seq": home.store.last_seq(), "index_seq": applied}
    finally:
        home.close()
    said["behind"] = said["catalogue_seq"] - said["index_seq"]
    said["without_similarity"] = waiting
    if as_json:
        print_json(said)
        return
    words = WORDS["zh" if language() == "zh" else "en"]
    for word, value in zip(words, said.values(), strict=True):
        out().print(f"{word}: {value:,}")


def run_rebuild(*, as_json: bool) -> None:
    """Build the index anew; searches are answered by the old one until the new one is complete."""
    began = time.perf_counter()
    zh = language() == "zh"
    home = Home(load())
    try:
        with counting("重建索引" if zh else "Building the index") as move:
            if not ask_server_to_rebuild(home.settings):
                home.rebuild(move)
        said = {"channels": home.store.count(), "index_seq": home.index.applied_seq()}
    finally:
        home.close()
    seconds = round(time.perf_counter() - began, 2)
    if as_json:
        print_json({**said, "seconds": seconds})
    else:
        line = f"已索引 {said['channels']:,} 个频道" if zh else f"{said['channels']:,} channels indexed"
        out().print(f"{line} ({seconds} s)")
