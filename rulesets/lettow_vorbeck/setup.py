"""Setting Up the Game: the Allies first, then the Germans (25.0)."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Annotated

from referee.components.cards import Holding
from referee.components.facts import replace
from referee.components.hidden import Pieces
from referee.components.unknown import UNKNOWN, Unknown
from referee.components.wording import capital
from referee.ruleset import (
    Action,
    Ask,
    Few,
    Finding,
    Impossible,
    Kind,
    Setup,
    Span,
    Told,
    Word,
    action,
    illegal,
    needs,
    omission,
)
from rulesets.lettow_vorbeck.box import DECK, UNITS, shipped
from rulesets.lettow_vorbeck.names import (
    ALLIED,
    ANYWHERE,
    ASIDE,
    AT_END,
    BOXES,
    GERMAN,
    KONIGSBERG,
    OCEAN_BOX,
    POOL,
    SA_BOX,
    SIDES,
    AnyUnit,
    Land,
    Place,
    turn_title,
)
from rulesets.lettow_vorbeck.options import read_options
from rulesets.lettow_vorbeck.parts import Deck
from rulesets.lettow_vorbeck.table import Table, listed, many_units
from rulesets.lettow_vorbeck.words import THE, WHO, some_units, the_place

ROW = 70
"""Characters of a row of the set-up list, behind its mark."""

TIED = "\N{NO-BREAK SPACE}"
"""What joins the words of a title, so that no row ends between them."""

SETUP_RULES = {ALLIED: "25.1", GERMAN: "25.2"}


def first_place(start: str | Unknown, spaces: object) -> str:
    """Where a unit lies when the set-up begins: where it starts, or aside until its owner places it."""
    if start is UNKNOWN or start in set(map(str, ANYWHERE)):
        return ASIDE
    return str(start) if str(start) in BOXES or str(start) in spaces else ASIDE  # type: ignore[operator]


def start(setup: Setup) -> Table:
    """The table before the first turn: what has only one place lies there, the rest aside. Raises NotUnderstood."""
    box = shipped()
    table = Table(
        side=ALLIED,
        step="setup",
        turn=1,
        rulings=setup.rulings,
        box=box,
        options=read_options(setup.options),
        pieces={side: Pieces(()) for side in SIDES},
        decks={side: Deck(Holding(DECK)) for side in SIDES},
    )
    for name, card in box.units.items():
        table = joined(table, name, first_place(card.start, box.spaces))
    return table


def joined(table: Table, unit: str, place: str) -> Table:
    """The table with a unit more, in a place."""
    side = table.side_of(unit)
    own = table.pieces[side]
    return table.with_pieces(side, Pieces((*own.roster, unit), {**own.named, unit: place}, own.unnamed))


def ask_setup(table: Table) -> Ask:
    """Units are laid out, the Allies first; then the side that has the first turn begins."""
    side = table.side
    waiting = table.named_in(ASIDE, side)
    unnamed = table.count_in(ASIDE, side) - len(waiting)
    left = [*waiting, *([f"{many_units(unnamed)} not named"] if unnamed else [])]
    missing = _not_on_file(table)
    question = f"Set-up: {f'{listed(left)}.' if left else 'is all laid out?'}{missing}"
    lost = "units that are not on file" if missing and side == GERMAN else ""
    return Ask("25.0", side, ("deploy", "ready"), question[:200], step=True, enter="" if left else "ready", lost=lost)


def _not_on_file(table: Table) -> str:
    """Which units nobody told of yet, though the side surely has some: those of its pool, and of the Germans those that
    they may place, of which the book does not say how many there are. All are told when every unit of the game is.
    """
    if len(table.box.units) >= UNITS:
        return ""
    starts = {table.card_of(unit).start for unit in table.pieces[table.side].roster}
    unknown: dict[str, str] = {}
    if table.side == GERMAN:
        unknown[Land.GEA] = f"{'perhaps more of ' if Land.GEA in starts else ''}those it may place"
    if POOL not in starts:
        unknown[POOL] = "those marked R"
    marks = "` or `".join(unknown)
    return f" Not on file: {listed(unknown.values())} (`unit TITLE {table.side} start {marks}`)" if unknown else ""


def _homes(table: Table, unit: str) -> Iterator[str]:
    """The spaces and boxes in which a unit may be set up, as far as it is known."""
    start = table.card_of(unit).start
    if start in set(map(str, ANYWHERE)):
        yield from (space for space, card in table.box.spaces.items() if card.land == start)
    elif start is not UNKNOWN and (start in table.box.spaces or start in BOXES):
        yield str(start)


def shown_start(table: Table, unit: str, to: str) -> str | Unknown:
    """Where a unit starts: as it is told, or as a place in the set-up shows it, for 25.1 and 25.2 leave no other: a
    box, and German East Africa for the Germans. UNKNOWN where it does not.
    """
    start = table.card_of(unit).start
    if start is not UNKNOWN or table.step != "setup":
        return start
    own = (POOL, KONIGSBERG) if table.side_of(unit) == GERMAN else (POOL, SA_BOX, OCEAN_BOX)
    if to in own:
        return to
    there = table.box.spaces[to].land if to in table.box.spaces else UNKNOWN
    return str(Land.GEA) if there is Land.GEA and table.side_of(unit) == GERMAN else UNKNOWN


@action(
    "deploy", rule="25.0", timed=True,
    examples=("deploy 1-kar voi", "deploy 10-fka,13-fka tabora", "deploy count 3 tabora"),
)  # fmt: skip
class Deploy(Action[Table]):
    """Units are set up in a space or box: by name, or by `count` where they shall stay hidden."""

    units: Annotated[tuple[AnyUnit, ...], Few(1)] = ()
    to: Place | None = None
    count: Annotated[int | None, Span(1, 40, "units"), Word("count"), Told()] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        """Raises Impossible where the unit or the place is left out."""
        if table.step != "setup":
            yield illegal("25.0", "the set-up is over", "if a unit lies elsewhere: adjust UNIT.at PLACE")
            return
        if table.side != self.side:
            who = SIDES[table.side]
            yield illegal("25.0", f"{who} sets up now", f"{who}: deploy, then ready")
            return
        for unit in self.units:
            if table.side_of(unit) != self.side:
                yield illegal("25.0", f"{unit} is not a unit of the {SIDES[self.side]} side", "one of its own")
        if self.to is None:
            raise self._nowhere(table)
        for unit in self.units:
            if table.side_of(unit) == self.side:
                yield from self._where(table, unit, self.to)
        if not self.units and self.count is None:
            waiting = table.named_in(ASIDE, self.side)
            raise Impossible(f"Which unit? deploy UNIT {self.to}", AT_END, waiting, rule="25.0")
        yield from self._counted(table)

    def _nowhere(self, table: Table) -> Impossible:
        """That the place is left out; or the unit, where those that are named lie in their places already."""
        waiting = table.named_in(ASIDE, self.side)
        if waiting and self.units and not any(table.place_of(unit) in ("", ASIDE) for unit in self.units):
            where = f"{self.units[0]} lies in {table.title(table.place_of(self.units[0]))} already"
            return Impossible(f"{where}. Which unit? deploy UNIT PLACE", 0, waiting, rule="25.0")
        what = listed(self.units) if self.units else "UNIT" if self.count is None else f"count {self.count}"
        homes = tuple(dict.fromkeys(place for unit in self.units for place in _homes(table, unit)))
        return Impossible(f"Where to? deploy {what} PLACE", AT_END, homes, rule="25.0")

    def _counted(self, table: Table) -> Iterator[Finding]:
        spare = len(table.named_in(ASIDE, self.side)) + table.unnamed_in(ASIDE, self.side)
        if self.count is None or self.count <= spare:
            return
        rule = SETUP_RULES[self.side]
        if _not_on_file(table):  # there may be as many, and the table has no more than are on file
            on_file = f"{many_units(spare)} to be placed {'is' if spare == 1 else 'are'} on file"
            yield needs(rule, f"{on_file}, not {self.count}: the others lie here once they are on file")
        else:
            yield illegal(rule, f"{many_units(spare)} to be placed, not {self.count}", f"at most {spare}, or by name")

    def _where(self, table: Table, unit: str, to: Place) -> Iterator[Finding]:
        card, rule = table.card_of(unit), SETUP_RULES[table.side_of(unit)]
        if card.start is UNKNOWN:
            if shown_start(table, unit, to) is UNKNOWN:
                yield self._start_asked(table, unit, to, rule)
            return
        if card.start not in set(map(str, ANYWHERE)):
            if card.start != to:
                yield illegal(rule, f"{card.title} starts in {table.title(card.start)}", card.start)
            return
        land = Land(card.start)
        there = table.box.spaces[to].land if to in table.box.spaces else Land.OTHER
        if there is UNKNOWN:
            yield needs(rule, f"the country of {table.title(to)} is not known", f"space {to} land ?")
        elif there is not land:
            spaces = [s for s, c in table.box.spaces.items() if c.land is land]
            yield illegal(rule, f"{card.title} starts {ANYWHERE[land]}", listed(spaces) if spaces else ANYWHERE[land])

    def _start_asked(self, table: Table, unit: str, to: Place, rule: str) -> Finding:
        """What tells where a unit starts: for a German one in a space the country, which shows it."""
        if table.side_of(unit) == GERMAN and to in table.box.spaces and table.box.spaces[to].land is UNKNOWN:
            return needs(rule, f"the country of {table.title(to)} is not known", f"space {to} land ?")
        return needs(rule, f"where {unit} starts is not known", f"unit {unit} start ?")

    def apply(self, table: Table) -> Table:
        if self.to is None:
            return table
        own = [u for u in self.units if table.side_of(u) == self.side]
        shown = {u: start for u in own if (start := shown_start(table, u, self.to)) != table.card_of(u).start}
        if shown and not any(f.kind is Kind.ILLEGAL for f in self.judge(table)):
            cards = {u: replace(table.card_of(u), start=start) for u, start in shown.items()}
            table = table.but(box=replace(table.box, units={**table.box.units, **cards}))
        table = table.put(own, self.to)
        return table if self.count is None else table.put_unnamed(self.side, ASIDE, self.to, self.count)

    def story(self, before: Table, after: Table) -> str:
        """Where they lie."""
        units = capital(some_units(before, self.units, self.count or 0))
        return f"{units} set up in {the_place(after, self.to)}" if self.to else f"{units} set up nowhere"


@action("ready", rule="25.0", examples=("ready",))
class Ready(Action[Table]):
    """A side has set up."""

    def judge(self, table: Table) -> Iterator[Finding]:
        waiting = table.count_in(ASIDE, self.side)
        if waiting and self._due(table):
            rule = SETUP_RULES[self.side]
            instead = "deploy UNIT PLACE, and then ready"
            yield omission(rule, f"{many_units(waiting)} not placed", instead)

    def _due(self, table: Table) -> bool:
        """Whether it is this side that sets up now; the other's word ends no set-up."""
        return table.step == "setup" and table.side == self.side

    def apply(self, table: Table) -> Table:
        if not self._due(table):
            return table
        if table.side == ALLIED:
            return table.but(side=GERMAN)
        return table.but(side=table.ruled("LQ1"), step="card")

    def story(self, before: Table, after: Table) -> str:
        """Who has set up."""
        return f"{WHO[self.side]} had set up"


def checklist(table: Table) -> list[str]:
    """What to lay on the table, by place; that each deck is shuffled is only reminded (25.0)."""
    first = f"{WHO[ALLIED]} set up first; {THE[table.ruled('LQ1')]} begin the first turn (ruling LQ1)"
    lines = [first, f"Each deck of {DECK} campaign cards shuffled, face down; Turn marker on {turn_title(1)}"]
    for side in (ALLIED, GERMAN):
        lines.append(f"{SIDES[side]} units:")
        rows = "; ".join(f"{where}: {', '.join(units)}" for where, units in _by_place(table, side).items())
        lines += [f"  {row.replace(TIED, ' ')}" for row in wrap(rows, ROW)]
    lines.append("All South African units: their box")
    lines.append("German units marked Start: anywhere in German East Africa")
    lines.append("Spaces, routes and units that are not on file can be told as they come up")
    return lines


def _by_place(table: Table, side: str) -> dict[str, list[str]]:
    """The units of a side by where they start; all that are marked R come from the pool."""
    found: dict[str, list[str]] = {}
    for unit in table.pieces[side].roster:
        card = table.card_of(unit)
        where = "as marked on the counter (not on file)"
        if card.start is not UNKNOWN:
            land = card.start in set(map(str, ANYWHERE))
            where = ANYWHERE[Land(card.start)] if land else table.title(card.start)
        found.setdefault(where, []).append(card.title.replace(" ", TIED))
    known = ", ".join(found.pop(BOXES[POOL], []))
    marked = [f"all units marked R ({known})" if known else "all units marked R"]
    return {**found, BOXES[POOL]: [*marked, *(["the fort marker"] if table.options.forts else [])]}
