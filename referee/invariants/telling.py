"""What must hold of a game that is read afterwards: its story, its charts, its pictures. Nothing is changed."""

from __future__ import annotations

from math import isfinite
from typing import Any

from referee.game import Game
from referee.review.account import account_of
from referee.review.sentences import followed
from referee.ruleset import Ruleset, Table
from referee.telling import said_by


def can_be_told(game: Game) -> None:
    """Each entry that counts has a sentence or none, and each table can be drawn. Raises AssertionError."""
    for moment in account_of(game).moments:
        if moment.sentence != said_by(moment.entry):  # what a ruleset has no sentence for is told by its line
            is_sentence(moment.sentence, moment.entry.line)
        for said in moment.entry.consequences:
            is_sentence(followed(game.ruleset, said, moment.before), said)
    tables = game.timeline.tables
    for i in {0, len(tables) // 3, 2 * len(tables) // 3, len(tables) - 1}:
        can_be_drawn(game.ruleset, tables[i])


def is_sentence(text: str, line: str) -> None:
    """It begins with a capital, and its full stop is left to whoever prints it; "" is none. Raises AssertionError."""
    assert text == text.strip(), f"{line!r} is told with blanks around: {text!r}"
    assert not text.endswith("."), f"{line!r} is told with a full stop: {text!r}"
    assert not text[:1].islower(), f"{line!r} is told without a capital: {text!r}"


def can_be_drawn(ruleset: Ruleset[Any], table: Table) -> None:
    """The charts can be read, and all pieces and places of the picture lie in it. Raises AssertionError."""
    for chart in ruleset.charts:
        for name, value in chart.read(table).items():
            assert isinstance(value, str) or isfinite(value), f"{chart.title}: {name!r} is {value!r}"
    picture = ruleset.picture(table)
    if picture is None:
        return
    assert min(picture.width, picture.height) > 0, f"a picture of {picture.width} by {picture.height}"
    places = [(place.label, place.at) for place in picture.places]
    for label, at in (*places, *((piece.label, piece.at) for piece in picture.pieces)):
        inside = 0 <= at.x <= picture.width and 0 <= at.y <= picture.height
        assert inside, f"{label} is drawn at {at}, beyond the picture"
    for piece in picture.pieces:
        assert piece.side in ruleset.sides, f"{piece.label} is drawn for {piece.side!r}, which is no side"
