"""What the table shows of one thing: its rows, or the places that `adjust` can set."""

from __future__ import annotations

from referee.game import Game
from referee.notation import fold, match


def rows_on(game: Game, words: str) -> list[str]:
    """The rows of the table that speak of something (`show pool`), each with the lines that it goes on in, and with the
    picture that it is the heading of.
    """
    rows: list[list[str]] = []
    for line in game.ruleset.show(game.seen):
        if rows and line.startswith(("    ", "|", "+-")):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows if fold(words) in fold(" ".join(row)) for line in row]


def places_of(game: Game, name: str) -> list[str]:
    """Where something is, that words name and no row of the table does (`show 15pz/inf-1`)."""
    places = game.ruleset.layout(game.seen)
    things = match(name, {thing: thing for thing in dict.fromkeys(place.rpartition(".")[0] for place in places)})
    return [f"{place}: {at}" for place, at in places.items() if [place.rpartition(".")[0]] == things]
