"""The board on a screen, as a layout for hands and `adjust`, as JSON, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.components.wording import counted, listed
from referee.ruleset import Impossible

from tablut.board import CASTLE, COLUMNS, KING, MUSCOVITE, ROWS, SIDES, SQUARES, SWEDE, TITLES, Board
from tablut.ending import ways_out
from tablut.moving import reach

MARKS = {MUSCOVITE: "M", SWEDE: "s", KING: "K"}

PHRASES = {"man-mended": "on {thing}: {new}", "captured": "{thing} men beside the board: {new}"}
"""A move is made by hand before it is told, so only what is captured, and what is taken back, is said again."""

ASPECTS = {"man": "who stands there", "captured": "men taken off the board"}


def layout(table: Board) -> dict[str, str]:
    """Every square, an empty one too, so that it can be set; and what lies beside the board."""
    squares = {f"{square}.man": table.men.get(square, "") for square in SQUARES}
    return squares | {f"{side}.captured": str(table.lost(side)) for side in SIDES}


def put(table: Board, key: str, value: str) -> Board:
    """Set one square. There is one king: he leaves the square that he was on."""
    square, _, aspect = key.partition(".")
    if aspect != "man":
        raise Impossible(f"{key} follows from the men on the board; set their squares.")
    if value not in ("", "none", *TITLES):
        raise Impossible(f"{key} is king, swede, muscovite or none, not {value!r}.")
    if table.men.get(square) == KING and value != KING:
        raise Impossible("The king is always on the board; set the square that he is on.")
    if table.men.get(square, "") == value:
        return table
    men = {each: man for each, man in table.men.items() if each != square and (man, value) != (KING, KING)}
    after = table.but(men=men if value in ("", "none") else {**men, square: value}, last=(), told=())
    if min(after.lost(MUSCOVITE), after.lost(SWEDE)) < 0:
        raise Impossible(f"All men of that kind are on the board; {key} cannot be one more {value}.")
    return after.but(seen={after.position: 1})


def state(table: Board) -> dict[str, Any]:
    """The board as JSON."""
    captured = {side: table.lost(side) for side in SIDES}
    return {"men": dict(sorted(table.men.items())), "captured": captured, "ways_out": list(ways_out(table))}


def show(table: Board) -> list[str]:
    """The board, white side below, and beside it what is to be known."""
    head = f"    {'  '.join(COLUMNS)}"
    rows = [f" {row}  {'  '.join(_mark(table, column + row) for column in COLUMNS)}  {row}" for row in reversed(ROWS)]
    notes = ["", *_notes(table)]
    notes += [""] * (len(rows) - len(notes))
    return [head, *(f"{row}{f'    {note}' if note else ''}" for row, note in zip(rows, notes, strict=True)), head]


def _mark(table: Board, square: str) -> str:
    return MARKS.get(table.men.get(square, ""), "+" if square == CASTLE else ".")


def _notes(table: Board) -> Iterator[str]:
    yield f"M  Muscovites {table.count(MUSCOVITE)}, captured {table.lost(MUSCOVITE)}"
    yield f"s  Swedes {table.count(SWEDE)}, captured {table.lost(SWEDE)}"
    yield f"K  King on {table.king}" if table.king else "K  King captured"
    if table.king != CASTLE:
        yield "+  the empty castle" if CASTLE not in table.men else ""
    yield ""
    yield f"Last move {'-'.join(table.last)}" if table.last else ""
    yield "" if table.winner else f"Ways out: {listed(ways_out(table)) or 'none'}"


def status(table: Board) -> tuple[str, ...]:
    """Words for the toolbar."""
    ways = ways_out(table)
    counts = (f"{table.count(MUSCOVITE)} against {table.count(SWEDE)} and the king",)
    return (*counts, f"way out {', '.join(ways)}") if ways and not table.winner else counts


def checklist(table: Board) -> list[str]:
    """What to lay on the table."""
    return [
        "A board of 9 by 9 squares, a1 to i9; the one in the middle, e5, is the castle.",
        "The king in the castle; 8 Swedes in a cross, two on each side of him: e3 e4 e6 e7, c5 d5 f5 g5.",
        "16 Muscovites, four in the middle of each edge: d1 e1 f1 e2, a4 a5 a6 b5, i4 i5 i6 h5, d9 e9 f9 e8.",
        f"The {SIDES[table.side]} begin.",
    ]


def titles(table: Board) -> Mapping[str, str]:
    """What the sides are called in a sentence."""
    return {side: f"the {title}" for side, title in SIDES.items()}


def why(table: Board, words: tuple[str, ...]) -> Iterator[str]:
    """`why e3`: who stands there and where he may go; `why king`: his ways out [law.3]."""
    for word in words:
        square = table.king if word.lower() == "king" else word
        if square in table.men:
            there = reach(table, square)
            squares = f"{counted(len(there), 'square')}: {listed(there) or 'he is shut in'}"
            yield f"{table.titled(square)} may go to {squares}"
            if square == table.king:
                yield f"ways out [law.3]: {listed(ways_out(table)) or 'none'}"
        elif square in SQUARES:
            yield f"{square} is {'the empty castle' if square == CASTLE else 'empty'}"
