"""`referee watch` where there is no screen to paint: lines, as things happen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from referee.entry import Entry
from referee.game import Game
from referee.notation import plain
from referee.review.log import Row, entry_lines
from referee.veil import veil
from referee.watch.follow import PAUSE, Follower
from referee.watch.news import news_of


def tell(follower: Follower, say: Callable[[str], None]) -> None:
    """Say what is new, without end. Raises LibraryError as `Follower.look` does."""
    while True:
        if follower.look():
            for line in told(follower):
                say(line)
        time.sleep(PAUSE)


def told(follower: Follower) -> Iterator[str]:
    """What the last look of a follower found: new entries, as the log has them, and where the game stands now."""
    game = follower.game
    if game is None:
        yield plain(follower.waits)
        return
    news = news_of(game, follower.sees)
    yield from _entries(game, follower.sees, follower.fresh) if follower.fresh else [" · ".join(news.game)]
    yield ", ".join(dict.fromkeys((news.turn, *news.where)))
    yield news.due if game.table.winner else f"{news.who}: {news.due}"


def _entries(game: Game, sees: str, entries: Sequence[Entry]) -> Iterator[str]:
    veiled = veil(game, sees, *(step.table for step in game.timeline.steps[-len(entries) - 1 :]))
    for entry in entries:
        yield from (plain(veiled(line)) for line in entry_lines(Row(entry, game.table, game.table)))
