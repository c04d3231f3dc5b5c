"""The table: its size and zones, up to eight pieces of terrain, where north is, and what both sides agree on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.facts import replace
from referee.components.learning import told
from referee.components.wording import counted, listed, numeral
from referee.ruleset import Action, Ask, Finding, Impossible, Point, Span, Told, Word, action, illegal, warning
from rulesets.kiss_rommel.measuring import LONGEST, SPOT, on_the_table, origin
from rulesets.kiss_rommel.minefields import MOST_MINES, shape_of, well_shaped
from rulesets.kiss_rommel.names import AXIS, BRITISH, SIDES, Edge, Ground, Landscape, SideName, ZoneKind
from rulesets.kiss_rommel.phases import STEPS
from rulesets.kiss_rommel.table import BASES, Table, Terrain, square, zone
from rulesets.kiss_rommel.words import OWN, THE, WHO, spelt

MOST_TERRAIN = 8
"""Pieces of terrain (KO4)."""

LANDS = {
    Landscape.HILL: "a hill",
    Landscape.BAD: "a stretch of bad ground",
    Landscape.ESCARPMENT: "an escarpment",
    Landscape.SOFT: "soft cover",
    Landscape.HARD: "hard cover",
}
"""Kinds of terrain in the story."""

LANDS_MORE = {
    Landscape.HILL: "hills",
    Landscape.BAD: "stretches of bad ground",
    Landscape.ESCARPMENT: "escarpments",
    Landscape.SOFT: "pieces of soft cover",
    Landscape.HARD: "pieces of hard cover",
}
"""The same, several of them."""

ATTACKS = Span(0, 20, "air attacks a turn")
SIZE = Span(12, LONGEST, "inches (a foot is 12), or centimetres if those are played")


def ask_terrain(table: Table) -> Ask:
    """Terrain first, then the direction of north, which is diced for."""
    left = MOST_TERRAIN - len(table.terrain)
    kinds = "hill, bad, escarpment" + (", soft, hard" if table.options.blitzkrieg else "")
    pieces = f"Terrain ({kinds}; `? terrain` tells them), up to {left} more"
    question = f"{pieces}; then `north` and the edge that the dice say{origin(table)}"
    return Ask("KO4", AXIS, ("terrain", "north", "zone", "pick", "deal", "blank"), question)


@action(
    "terrain",
    rule="KO4",
    timed=True,
    examples=("terrain hill at 30,20 radius 3", "terrain bad at 10,10 16,14", "terrain escarpment"),
)
class LayTerrain(Action[Table]):
    """Lay a piece of terrain: two opposite corners, more corners of a polygon, or the middle and a radius. Several of a
    kind may be laid in one line without their places.
    """

    kind: Landscape
    at: Annotated[tuple[Point, ...], SPOT, Told()] = ()
    radius: Annotated[float | None, SPOT, Word("radius", also=("r",)), Told()] = None
    count: Annotated[int, Span(1, MOST_TERRAIN, "pieces"), Told()] = 1

    def bare(self, field: str, table: Table) -> bool | None:
        """A number is no radius where nothing is told of the place."""
        return bool(self.at) or field != "radius"

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.step != "terrain":
            yield illegal(
                "KO4",
                f"terrain is laid before north is diced for; the step is {STEPS[table.step]}",
                "what is asked now",
            )
        elif len(table.terrain) + self.count > MOST_TERRAIN:
            message = f"{len(table.terrain)} pieces of terrain are laid, and {MOST_TERRAIN} are the most"
            yield illegal("KO4", message, "north EDGE")
        if self.count > 1 and self.at:
            yield illegal("KO4", "a place is told of one piece", "a line for each")
        if self.kind in (Landscape.SOFT, Landscape.HARD) and not table.options.blitzkrieg:
            yield warning("KB3", f"{self.kind} cover counts in the Blitzkrieg edition only")
        yield from well_shaped(self.at, self.radius, "KO4", line=self.kind is Landscape.ESCARPMENT)
        for point in self.at:
            yield from on_the_table(table, point)

    def apply(self, table: Table) -> Table:
        number = 1 + sum(piece.landscape is self.kind for piece in table.terrain.values())
        piece = Terrain(self.kind, shape_of(self.at, self.radius))
        fresh = {Ground(f"{self.kind}-{n}"): piece for n in range(number, number + self.count)}
        return table.but(terrain={**table.terrain, **fresh})

    def story(self, before: Table, after: Table) -> str:
        laid = LANDS[self.kind] if self.count == 1 else f"{numeral(self.count)} {LANDS_MORE[self.kind]}"
        return f"{WHO[self.side]} laid {laid} on the table"


@action("north", rule="KO4", timed=True, examples=("north top",))
class North(Action[Table]):
    """Where north is, by the throw that decides it. Positions count x to the right and y up, wherever north is."""

    edge: Edge

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.step != "terrain":
            yield illegal(
                "KO4",
                f"north is diced for once, when the terrain is laid; the step is {STEPS[table.step]}",
                "what is asked now",
            )

    def apply(self, table: Table) -> Table:
        table = table.but(north=self.edge)
        return table.but(step="muster") if table.step == "terrain" else table

    def story(self, before: Table, after: Table) -> str:
        return f"North was diced for, and lies at the {self.edge} of the table"


@action("zone", rule="KO1", timed=True, examples=("zone axis supply 6,30", "zone british defence 54,18"))
class Zone(Action[Table]):
    """What a foot square of the table is for: any point in it names it."""

    of: SideName
    kind: ZoneKind
    at: Annotated[Point, SPOT]

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.step not in ("terrain", "muster", "minefields", "deployment"):
            yield illegal("KO1", "zones are fixed before the battle", "what is asked now")
        there = [name for name, kept in table.zones.items() if kept == zone(self.of, self.kind)]
        if self.kind is ZoneKind.SUPPLY and len(there) >= BASES and square(table, self.at) not in there:
            message = f"{SIDES[self.of]} has {BASES} Supply zones"
            yield warning("KO8", f"{message}, one for each Supply base; their number is inferred")
        yield from on_the_table(table, self.at)

    def apply(self, table: Table) -> Table:
        return table.but(zones={**table.zones, square(table, self.at): zone(self.of, self.kind)})

    def story(self, before: Table, after: Table) -> str:
        return f"{WHO[self.of]} made a square foot of the table {OWN[self.of]} {self.kind.title()} zone"


@action(
    "terms",
    rule="KO1",
    aside=True,
    examples=("terms width 72 depth 48", "terms mines 4 planes 2", "terms planes-axis 2 planes-british 1"),
)
class Agreed(Action[Table]):
    """What both sides agree on where the book is silent: the size of the table, minefields, air attacks a turn.

    planes: of each side; planes-axis and planes-british: of one.
    """

    width: Annotated[float | None, SIZE, Word("width", also=("wide",)), Told()] = None
    depth: Annotated[float | None, SIZE, Word("depth", also=("deep",)), Told()] = None
    mines: Annotated[int | None, Span(0, MOST_MINES, "minefields a side"), Word("mines", only=True), Told()] = None
    planes_axis: Annotated[int | None, ATTACKS, Word("planes-axis", only=True), Told()] = None
    planes_british: Annotated[int | None, ATTACKS, Word("planes-british", only=True), Told()] = None
    planes: Annotated[int | None, ATTACKS, Word("planes", only=True), Told()] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        if not (self._planes() or told(width=self.width, depth=self.depth, mines=self.mines)):
            raise Impossible(f"terms tells nothing yet: {', or '.join(type(self).examples)}.", rule="KO1")
        yield from ()

    def _planes(self) -> dict[str, int]:
        """The air attacks of each side of which they are told."""
        one = {AXIS: self.planes_axis, BRITISH: self.planes_british}
        return told(**{side: self.planes if number is None else number for side, number in one.items()})

    def apply(self, table: Table) -> Table:
        planes = {**table.terms.planes, **self._planes()}
        terms = replace(
            table.terms,
            width=table.terms.width if self.width is None else self.width,
            depth=table.terms.depth if self.depth is None else self.depth,
            mines=table.terms.mines if self.mines is None else self.mines,
            planes=planes,
        )
        return table.but(terms=terms)

    def story(self, before: Table, after: Table) -> str:
        lengths = (("wide", self.width), ("deep", self.depth))
        size = " and ".join(f"{spelt(after, length)} {word}" for word, length in lengths if length is not None)
        table = [f"a table {size}"] if size else []
        mines = [] if self.mines is None else [f"{counted(self.mines, 'minefield')} each"]
        planes = [
            f"{counted(number, 'air attack')} a turn for {THE[side]}"
            for side, number in self._planes().items()
        ]
        return f"Both sides agreed on {listed([*table, *mines, *planes]) or 'nothing new'}"
