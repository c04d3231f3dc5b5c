"""The fewest keys that a transcript can be typed with at the prompt, everything on file: `python -m tests.keystrokes`.

Each act is tried as Enter, as a digit, as a bare value, and with every word shortened as far as the referee still
understands the same act. Enter counts as a key.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from referee.fold import REFEREE
from referee.game import Game
from referee.log import Entry, Log
from referee.prompt.talk import Talk
from referee.review.log import as_it_was
from referee.ruleset import Table
from tests.table import EXAMPLES, judge_file

EXAMPLE = EXAMPLES / "lightning_north_africa/rulebook-turn.ref"
INVENTED = Path(__file__).parent / "invented"


@dataclass(frozen=True, slots=True)
class Typed:
    """What is typed for one act: its keys, with Enter, and the act in full."""

    line: str
    act: str

    @property
    def keys(self) -> int:
        """Keys, Enter included."""
        return len(self.line) + 1


def shortest(path: Path) -> list[Typed]:
    """What is typed for each act of a transcript. Raises AssertionError where no typing leads to the same table."""
    game = on_file(judge_file(path).game)
    entries = [entry for entry in judge_file(path).game.log.entries if entry.by != REFEREE]
    found: list[Typed] = []
    for entry in entries:
        wanted = _after(game, f"{entry.side}> {entry.line}")
        if wanted.table == game.table:
            continue  # the referee did it by itself
        line = next(line for line in _ways(game, entry, wanted.table) if _after(game, line).table == wanted.table)
        found.append(Typed(line, f"{entry.side}> {entry.line}"))
        game = _after(game, line)
    return found


def on_file(game: Game) -> Game:
    """A new game of the same header, in which an invented set of components was taught."""
    fresh = Game(game.ruleset, Log.memory(game.log.header))
    talk = Talk(fresh)
    talk.hear((INVENTED / f"{game.ruleset.name.replace('-', '_')}.ref").read_text(encoding="utf-8"))
    return fresh


def _after(game: Game, line: str) -> Game:
    """A copy of the game in which a line was typed; a question of the referee itself changes nothing yet."""
    copy = as_it_was(game, len(game.log.entries))
    talk = Talk(copy)
    talk.opening()
    talk.hear(line)
    return copy


def _ways(game: Game, entry: Entry, wanted: Table) -> list[str]:
    """Lines that may mean the act, the shortest first: Enter, a digit, the act without verb, whole, with its side."""
    words = entry.line.split()
    wholes = [words[1:], words, [f"{entry.side}>", *words]]
    understood = [whole for whole in wholes if whole and _after(game, " ".join(whole)).table == wanted]
    shortened = [_shortened(game, whole, wanted) for whole in understood]
    return ["", *map(str, range(1, 10)), *sorted(shortened, key=len)]


def _shortened(game: Game, words: list[str], wanted: Table) -> str:
    """Each word cut, from the last one on, as far as the line means the same."""
    for i in range(len(words) - 1, -1, -1):
        for length in range(1, len(words[i])):
            cut = [*words[:i], words[i][:length], *words[i + 1 :]]
            if _after(game, " ".join(cut)).table == wanted:
                words = cut
                break
    return " ".join(words)


def main() -> None:
    """Print what is typed for each act, and the sum."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", nargs="*", type=Path, default=[EXAMPLE], metavar="FILE", help="a transcript")
    for path in options.parse_args().files:
        typed = shortest(path)
        print(path)
        for one in typed:
            print(f"{one.keys:4}  {one.line or 'Enter':<24} {one.act}")
        print(f"{sum(one.keys for one in typed):4}  keys in {len(typed)} lines")


if __name__ == "__main__":
    main()
