"""``serendip demo``: a generated catalogue, a first search, and the JSON endpoint."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from serendip.bootstrap import Home, load
from serendip.cli.console import err, language, out
from serendip.cli.find import FindOptions, run_find
from serendip.cli.progress import counting
from serendip.cli.remote import running_server
from serendip.cli.serve import serve
from serendip.settings import Settings

if TYPE_CHECKING:
    from serendip.bootstrap import Progress
    from serendip.catalogue.channel import Observation

SEED = 7
FIRST_REQUESTS = {
    "zh": "帮我找美国做汽配评测、最近活跃、粉丝 5k-20k 的红人",
    "en": "find US car parts reviewers with 5k-20k followers, recently active",
}
BATCH = 1000
FREE_PORTS_TRIED = 50


def run_demo(count: int, *, serve_after: bool) -> None:
    """Load ``count`` generated channels, run a first search, and serve unless told not to."""
    zh = language() == "zh"
    settings = load()
    home = Home(settings)
    err().print(
        f"生成 {count:,} 个示例频道…" if zh else f"Generating {count:,} channels for a demo ...", style="dim"
    )
    try:
        with counting("示例频道" if zh else "Demo channels") as move:
            _load(home, count, move)
        with counting("索引" if zh else "Indexing") as move:
            home.catch_up(move, vectors=False)
        held = home.store.count()
    finally:
        home.close()
    err().print(
        f"目录中有 {held:,} 个频道，其中 {count:,} 个为生成的示例（`serendip demo --remove` 可删除）"
        if zh
        else (
            f"{held:,} channels in the catalogue; {count:,} of them are generated (source demo; "
            "`serendip demo --remove` takes them out)"
        ),
        style="dim",
        soft_wrap=True,
    )
    request = FIRST_REQUESTS[language()]
    out().print(f'$ serendip find "{request}" --platform youtube', style="bold")
    run_find([request], FindOptions(limit=8), use_server=False, as_json=False)
    _then(settings, serve_after=serve_after)


def _then(settings: Settings, *, serve_after: bool) -> None:
    """What the first answer need not wait for: similarity of every channel. A server does it beside."""
    if not serve_after:
        home = Home(settings)
        with counting("相似度" if language() == "zh" else "Similarity") as move:
            home.catch_up(move)
        home.close()
    elif (running := running_server(settings)) is not None:
        err().print(
            f"{'服务已在运行' if language() == 'zh' else 'A server runs already'}: {running}", soft_wrap=True
        )
    else:
        serve(settings.model_copy(update={"port": _free_port(settings)}))


def run_remove() -> None:
    """Take out every channel that only the demo knows."""
    home = Home(load())
    try:
        demo = [c.cid for some in home.store.iter_channels() for c in some if c.sources == ("demo",)]
        for start in range(0, len(demo), BATCH):
            home.store.delete(demo[start : start + BATCH])
        home.catch_up()
    finally:
        home.close()
    out().print(
        f"已删除 {len(demo):,} 个示例频道" if language() == "zh" else f"{len(demo):,} demo channels removed"
    )


def _load(home: Home, count: int, move: Progress) -> None:
    from serendip.quality.channels import generate

    today = home.clock.now().date()
    batch: list[Observation] = []
    for number, observation in enumerate(generate(count, SEED, today), start=1):
        batch.append(observation)
        if len(batch) == BATCH or number == count:
            home.store.write(batch)
            batch = []
            move(number, count)


def _free_port(settings: Settings) -> int:
    """The port of the settings, or the next one that nothing listens on."""
    for port in range(settings.port, min(65536, settings.port + FREE_PORTS_TRIED)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if probe.connect_ex((settings.host, port)) != 0:
                return port
    return settings.port
