"""How long Lettow-Vorbeck takes with 40 units on 60 spaces: `python -m tests.bench.march`.

A script and not a timed test: machines are shared and noisy. The best of some runs counts. Map, counters and cards are
invented for it.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from referee.commands import run
from referee.game import Game
from referee.judge import legal
from referee.log import Header, Log
from tests.bench.desert import best
from tests.lv import RULESET

WIDE, HIGH = 10, 6
UNITS = 20
NAMES = [[f"s-{x}{y}" for x in range(WIDE)] for y in range(HIGH)]
SPACES = [name for row in NAMES for name in row]


def lines() -> list[str]:
    """A grid of spaces, twenty units a side, of which all can march, and two that meet in battle."""
    routes = [(NAMES[y][x], NAMES[y][x + 1]) for y in range(HIGH) for x in range(WIDE - 1)]
    routes += [(NAMES[y][x], NAMES[y + 1][x]) for y in range(HIGH - 1) for x in range(0, WIDE, 2)]
    ways = Counter(end for route in routes for end in route)
    found = [f'space "{n}" land gea ways {ways[n]} port none centre no stop no river no fort none' for n in SPACES]
    found += [f"route {a} {b} land" for a, b in routes]
    for n in range(UNITS):
        at = _start("german", n)
        found.append(f'unit "G{n} Bench" german type light command none strength 2 elite no start {at}')
        at = _start("allied", n)
        found.append(f'unit "A{n} Bench" allied nation british type light command none strength 2 elite no start {at}')
    found.append('card "Bench" german copies 1 recruit 0 move all-2 event none remove no')
    found.append("result all 1 none 2 none 3 none 4 none 5 none 6 none")
    for side, letter in (("allied", "a"), ("german", "g")):
        found += [f"{side}> deploy {letter}-{n}-bench {_start(side, n)}" for n in range(UNITS)]
    found += ["allied> ready", "german> ready", "german> draw bench"]
    return found


def _start(side: str, n: int) -> str:
    """Where a unit begins: the sides in columns at either end of the map."""
    column = n // HIGH
    return NAMES[n % HIGH][column if side == "german" else WIDE - 1 - column]


def played(log: Log) -> Game:
    """The March Phase of the Germans."""
    game = Game(RULESET, log)
    for line in lines():
        assert game.report(line, stands="").status == "ok", line
    assert game.table.step == "march", game.table.step
    return game


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        header = Header(RULESET.name, RULESET.version, "bench", {}, {}, {}, "2026-01-01")
        with Log.create(folder / "bench.jsonl", header, folder) as log:
            game = played(log)
            spaces = RULESET.state(game.table)["units"].values()
            print(f"{sum(space in SPACES for space in spaces)} units on {len(SPACES)} spaces")

            def moves(i: int) -> None:
                legal(RULESET, game.table.but(turn=1))  # a table that nobody has looked at yet

            print(f"all {len(game.legal()):4} legal moves listed     {best(moves):7.2f} ms   under 20")

            def march(i: int) -> None:
                row, column = i % HIGH, i // HIGH
                line = f"german> march g-{i}-bench {NAMES[row][column + 1]}"
                assert game.report(line, stands="").status == "ok", line

            print(f"a march judged and written       {best(march):7.2f} ms   under 10")
            there = NAMES[0][WIDE - 1]
            raid = [f"adjust g-{n}-bench.at {there}" for n in range(UNITS)]
            for line in (*raid, "german> pass", f"german> battle {there}"):
                assert run(game, line, stands="").status == "ok", line

            def fire(i: int) -> None:
                ask = game.ask
                assert ask is not None
                line = f"fire {ask.among[0]} 1,1" if ask.among else "superiority 6,1"
                answer = game.report(f"{ask.side}> {line}", stands="")
                assert answer.status == "ok", answer

            fire(0)
            print(f"a fire judged and written        {best(fire):7.2f} ms   under 10")


if __name__ == "__main__":
    main()
