"""How long K.I.S.S. Rommel takes with 120 units on the table, all with positions: `python -m tests.bench.desert`.

A script and not a timed test: machines are shared and noisy. The best of some runs counts.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from referee.game import Game
from referee.log import Header, Log
from tests.kiss import RULESET, table_of

DIVISIONS = 5
UNITS = 12


def played(log: Log) -> Game:
    """A battle of two times five divisions of twelve units in two lines, in the Axis fire of the first turn."""
    game = Game(RULESET, log)
    lines = [
        "terms width 72 depth 48 planes-axis 2",
        "terrain hill at 36,24 radius 1",
        "terrain hill at 36,10 radius 1",
    ]
    for nation, side in (("german", "a"), ("british", "b")):
        tanks = "tank" if side == "a" else "itank"
        for n in range(DIVISIONS):
            units = f"hq 1 recon 1 {tanks} 4 motor 4 artillery 1 flak88 1"
            lines.append(f'division "{side}{n} Invented" {nation} as "{side}{n}" {units}')
    lines.append("north top")
    lines += [f"axis> {'deal' if n else 'pick'} a{n}" for n in range(DIVISIONS)]
    lines += [f"british> {'deal' if n else 'pick'} b{n}" for n in range(DIVISIONS)]
    lines += ["british> pass", "british> minefield at 40,40 46,41", "british> pass", "axis> pass"]
    for line in lines:
        assert game.report(line, stands="").status == "ok", line
    for side, x in (("british", 39), ("axis", 33)):
        for i, (unit, stand) in enumerate(list(table_of(game).units.items())):
            if stand.side == side:
                row, column = i % 20, i % 60 // 20
                place = f"{x + (column if side == 'british' else -column) * 2},{3 + row * 2.1:.2f}"
                assert game.report(f"{side}> deploy {unit} at {place}", stands="").status == "ok"
        game.report(f"{side}> pass", stands="")
    return game


def best(run: Callable[[int], object], times: int = 20) -> float:
    """Milliseconds of the quickest run."""
    found = []
    for i in range(times):
        start = time.perf_counter()
        run(i)
        found.append(time.perf_counter() - start)
    return min(found) * 1000


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        header = Header(RULESET.name, RULESET.version, "bench", {}, {}, {}, "2026-01-01")
        with Log.create(folder / "bench.jsonl", header, folder) as log:
            game = played(log)
            units = [
                u for u, s in table_of(game).units.items() if s.side == "axis" and s.status == "table" and s.division
            ]
            print(f"{sum(s.status == 'table' for s in table_of(game).units.values())} units on the table")

            def move(i: int) -> None:
                at = table_of(game).units[units[i]].at
                assert at is not None
                answer = game.report(f"axis> move {units[i]} to {at.x + 1.5:.2f},{at.y:.2f}", stands="")
                assert answer.status == "ok", answer

            print(f"a move judged and written        {best(move):7.2f} ms   under 10")
            game.report("axis> pass")
            assert game.table.step == "fire", game.table.step

            def fire(i: int) -> None:
                answer = game.report(f"axis> fire {units[i]} at b0/itank-1 roll 1", stands="")
                assert answer.status == "ok", answer

            def options(i: int) -> None:
                table = table_of(game).but(turn=1)  # a table that nobody has looked at yet
                list(RULESET.why(table, ("targets", str(units[i + 20]))))

            print(f"a shot judged and written        {best(fire):7.2f} ms   under 10")
            print(f"all fire options of one unit     {best(options):7.2f} ms   under 20")
            print(f"the table shown                  {best(lambda i: RULESET.show(table_of(game))):7.2f} ms")
            start = time.perf_counter()
            count = len(game.legal())
            print(f"all {count} legal acts listed       {(time.perf_counter() - start) * 1000:7.0f} ms")


if __name__ == "__main__":
    main()
