"""Tablut: the king and his Swedes against the Muscovites, as Linnaeus saw it played in Lapland in 1732."""

from importlib.resources import files

from referee.ruleset import Ruleset, read_rulebook

from tablut import display
from tablut.board import SIDES, Board, start
from tablut.ending import consequences
from tablut.moving import Move, asks, played
from tablut.picture import CHARTS, picture


def unchanged(table: Board) -> Board:
    """The table past a question that can be let pass or skipped; Tablut has none."""
    return table


RULESET: Ruleset[Board] = Ruleset(
    name="tablut",
    title="Tablut",
    version="1",
    sides=SIDES,
    rulebook=read_rulebook(files(__package__).joinpath("rulebook.toml")),
    actions=(Move,),
    start=start,
    asks=asks,
    closed=unchanged,
    skipped=unchanged,
    consequences=consequences,
    layout=display.layout,
    phrases=display.PHRASES,
    aspects=display.ASPECTS,
    put=display.put,
    state=display.state,
    show=display.show,
    status=display.status,
    checklist=display.checklist,
    why=display.why,
    victory=("The way out", "The end"),
    step_rule="law.8",
    steps={"move": "Move"},
    titles=display.titles,
    reminders=frozenset({"law.6"}),
    charts=CHARTS,
    picture=picture,
    played=played,
)
