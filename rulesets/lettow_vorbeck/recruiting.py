"""The Recruiting Phase and Reinforcements (6.2.1.2, 6.2.2.2, 27.0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from referee.components.wording import capital
from referee.ruleset import (
    Action,
    Ask,
    Consequence,
    Few,
    Finding,
    Impossible,
    Kind,
    Span,
    Told,
    Word,
    action,
    illegal,
    needs,
    ruling,
)
from rulesets.lettow_vorbeck.arriving import arrival, homeless, nations_of, placeable, places_for
from rulesets.lettow_vorbeck.box import UNITS
from rulesets.lettow_vorbeck.cards import brings_unknown, recruits, recruits_skipped, still_due, unnamed, went_by
from rulesets.lettow_vorbeck.contingents import others_there
from rulesets.lettow_vorbeck.forts import may_build
from rulesets.lettow_vorbeck.names import (
    ASIDE,
    AT_END,
    BOXES,
    GERMAN,
    KONIGSBERG,
    POOL,
    SA_BOX,
    SIDES,
    AnyUnit,
    Nation,
    Place,
)
from rulesets.lettow_vorbeck.reach import aground
from rulesets.lettow_vorbeck.table import Table, by_ruling, listed, many_units, nation_of, phase_rule
from rulesets.lettow_vorbeck.words import THE, some_units, the_place

BY_CARD = {KONIGSBERG: "27.2.A", SA_BOX: "27.3.A"}
"""Boxes from which units come by a card of their own."""

LOST = "what the card brings"
"""What is lost with a Recruiting Phase that is let pass."""

AGAIN = ("draw",)
"""A second card is judged in that phase, and ends nothing: there is one in a player-turn (7.C)."""


def available(table: Table, side: str) -> int:
    """How many of the reinforcements that are due can be drawn, of those that are on file."""
    there = {box: table.count_in(box, side) for box in table.due}
    return sum(min(count or there[box], there[box]) for box, count in table.due.items())


def to_come(table: Table, side: str) -> int:
    """How many are due as the card says; where all units of the game are on file, no more than there are."""
    if len(table.box.units) >= UNITS:
        return available(table, side)
    return sum(count or table.count_in(box, side) for box, count in table.due.items())


def not_on_file(table: Table, side: str) -> str:
    """The box that reinforcements still come from, though nobody who is on file lies there; "" if there is none.

    Where all units of the game are on file, such a box is empty.
    """
    if len(table.box.units) >= UNITS:
        return ""
    return next((box for box in table.due if not table.count_in(box, side)), "")


def nobody_arrives(table: Table) -> Consequence[Table] | None:
    """Reinforcements of which none has a place where it may arrive stay where they are."""
    side = table.side
    if table.step != "recruit" or not table.due or not available(table, side) or not homeless(table, side):
        return None
    if side == GERMAN and may_build(table, side):
        return None  # a fort built now would be such a place (27.2.B)
    message = f"there is no place where units of {THE[side]} may arrive: they stay {by_ruling(table, 'LQ15')}"
    return Consequence("27.1.C", message, table.but(due={}))


def left_homeless(table: Table, side: str) -> Mapping[str, int]:
    """What was due in a Recruiting Phase that went by because nobody has a place, while nothing was done since."""
    due = recruits(table.played(side), table) if went_by(table, side, "recruit") else {}
    return due if due and homeless(table.but(due=due), side) else {}


def all_drawn(table: Table, side: str) -> bool:
    """Whether a side has just drawn all that its card brings, which ended its Recruiting Phase."""
    over = table.side == side and table.step != "recruit" and went_by(table, side, "recruit")
    if not over or not recruits(table.current(side), table):
        return False
    return not recruits_skipped(table, side) and not left_homeless(table, side)


def ask_recruits(table: Table) -> Ask | None:
    """Reinforcements are drawn, a fort is built or removed, in any order; None when nothing of it is open."""
    side = table.side
    due = available(table, side)
    forts: tuple[str, ...] = ()
    if table.options.forts and (may_build(table, side) or side in table.forts):
        forts = ("build", "dismantle")
    sure = bool(due) and placeable(table, side)
    if sure or (due and not homeless(table, side)):
        return _ask_due(table, due, forts, sure)
    if not due and (box := not_on_file(table, side)):
        return _ask_who(table, box, forts)
    unknown = brings_unknown(table)
    verbs = ("recruit", *forts) if unknown or due else forts
    if not verbs:
        return None
    question = "Which reinforcements does the card bring?" if unknown else "May build a fort, or remove it"
    rule = phase_rule(table, side, 2) if unknown else "22.1.A"
    lost = LOST if unknown and table.decks[side].in_effect else ""  # without a card nothing is lost with the phase
    names = unnamed(table)
    question = f"{question} (draw NAME: it is that card)" if names else question
    return Ask(rule, side, (*names, *verbs, "pass"), question, True, True, enter="pass", lost=lost, early=AGAIN)


def _ask_due(table: Table, due: int, forts: tuple[str, ...], sure: bool) -> Ask:
    """So many units are to be drawn: a duty only if it is sure that one of them may arrive somewhere (27.1.C)."""
    every, verbs = to_come(table, table.side), ("recruit", *forts, "pass")
    many = many_units(every)
    on_file = f" ({due} on file)" if due < every else ""
    question = f"{many}{on_file} to be drawn from the {listed(BOXES[box] for box in table.due)}"
    if sure:
        return Ask("27.1.C", table.side, verbs, f"{question}, and placed", duty=f"drawing {many}", early=AGAIN)
    question += "; where one may arrive is not known: recruit UNIT PLACE, or pass"
    return Ask("27.1.C", table.side, verbs, question, may=True, step=True, enter="recruit", lost=LOST, early=AGAIN)


def _ask_who(table: Table, box: str, forts: tuple[str, ...]) -> Ask:
    """Units are drawn of which none is on file: which they are is told as they come (27.1.C)."""
    many = f"{many_units(table.due[box])} to be drawn" if table.due[box] else "Units come"
    question = f"{many} from the {BOXES[box]}: which, and where to? recruit NAME PLACE; pass if none is left there"
    verbs = ("recruit", *forts, "pass")
    return Ask("27.1.C", table.side, verbs, question, may=True, step=True, enter="recruit", lost=LOST, early=AGAIN)


@action(
    "recruit", rule="6.2.1.2", short="rec", timed=True,
    examples=("recruit 3-kar nairobi", "recruit count 2 tabora", "recruit 3-kar"),
)  # fmt: skip
class Recruit(Action[Table]):
    """Units are drawn blind from the recruit pool (or come by their card) and are placed.

    By `count` where they shall stay hidden. Without a place: a drawn unit that has no place where it may arrive.
    """

    units: Annotated[tuple[AnyUnit, ...], Few(1)] = ()
    to: Place | None = None
    count: Annotated[int | None, Span(1, 20, "units"), Word("count"), Told()] = None

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """Units in the boxes that something comes from, and those that may lie there."""
        if field != "units":
            return None
        own = table.pieces[self.side]
        return [AnyUnit(u) for u in own.roster if own.named.get(u, POOL) in (POOL, KONIGSBERG, SA_BOX, ASIDE)]

    def judge(self, table: Table) -> Iterator[Finding]:
        """Raises Impossible where the unit is left out or named twice, or the place left out where there is one."""
        if twice := next((unit for i, unit in enumerate(self.units) if unit in self.units[:i]), None):
            raise Impossible(f"{twice} is named twice, and is one unit.", rule="27.1.C")
        if not self.units and (self.count is None or not_on_file(table, self.side)):
            own = table.pieces[self.side]
            there = tuple(u for u in own.roster if own.named.get(u, "") in table.due)
            new = "" if there else '; one that is not on file is taught by it: recruit "NAME" PLACE'
            said = f"Which unit was drawn? recruit NAME {self.to or 'PLACE'}{new}"
            raise Impossible(said, AT_END, there, rule="27.1.C")
        left = left_homeless(table, self.side)
        drawn = tuple(self._drawn(table.but(step="recruit", side=self.side, due=left) if left else table))
        yield from drawn
        theirs = any(table.side_of(unit) != self.side for unit in self.units)
        if theirs or any(f.rule.startswith("6.2") for f in drawn):  # or in the wrong phase: where to does not matter
            return
        if self.to is None:
            yield from () if any(f.kind is Kind.ILLEGAL for f in drawn) else self._nowhere(table)
            return
        found = [f for nation in self._nations(table) for f in self._place(table, nation, self.to)]
        found = found or list(self._whoever(table, self.to))
        yield from found
        if any(f.kind is Kind.ILLEGAL for f in found):
            return
        ashore = any(f.kind is Kind.ILLEGAL for f in aground(table, self.units, self.to, ""))
        yield from aground(table, self.units, self.to, _said(self._harbours(table)) if ashore else "")
        if others_there(table, self.units, self.to):
            message = f"units of another Allied contingent are in {table.title(self.to)}"
            yield illegal("29.B", f"{message}, and stay there to the end of the phase", "another place")

    def _drawn(self, table: Table) -> Iterator[Finding]:
        """Where the units come from, and how many; in another phase nobody is drawn."""
        if all_drawn(table, self.side):
            yield illegal("27.1.C", "all the reinforcements that the card brings have been drawn", "march, or pass")
            return
        if table.step != "recruit" or table.side != self.side:
            rule = "6.2" if table.side == self.side else phase_rule(table, self.side, 2)
            first = table.side == self.side and table.step == "card"
            instead = "draw NAME (the card says how many come), and then recruit" if first else "wait for it"
            yield illegal(rule, "units are drawn in the own Recruiting Phase", instead)
            return
        faults = [f for unit in self.units for f in self._source(table, unit)]
        yield from faults
        many = len(self.units) + (self.count or 0)
        left = to_come(table, self.side)
        if faults or brings_unknown(table):
            return
        if many > left:
            instead = f"{left} of the pool" if left else "pass"
            yield illegal("27.1.C", f"{many_units(left)} to be drawn, not {many}", instead)
        elif self.count is not None and many > (there := available(table, self.side)):
            on_file = f"{many_units(there)} to be drawn {'is' if there == 1 else 'are'} on file"
            yield needs("27.1.C", f"{on_file}, not {many}: the others are here once they are on file")

    def _source(self, table: Table, unit: str) -> Iterator[Finding]:
        if table.side_of(unit) != self.side:
            yield illegal("27.1.C", f"{unit} is not a unit of the {SIDES[self.side]} side", "one of its own")
            return
        box, from_pool = table.place_of(unit), POOL in table.due or brings_unknown(table)
        if box in table.due or (box in ("", POOL) and from_pool):
            return
        unmarked = box == ASIDE and table.card_of(unit).start is UNKNOWN  # it may lie in the pool
        if box in ("", POOL) or (unmarked and not from_pool):
            where = listed(BOXES[b] for b in table.due)
            yield illegal("27.1.C", "the card draws nobody from the pool", f"the {where}" if table.due else "pass")
        elif box in BY_CARD and table.decks[self.side].in_effect and table.current(self.side) is None:
            yield needs(BY_CARD[box], f"whether the card in effect brings {unit} is not known", "")
        elif box in BY_CARD:
            yield illegal(BY_CARD[box], f"{unit} comes by its own card, and is not drawn", "a unit of the pool")
        elif unmarked:
            yield needs("27.1.C", f"whether {unit} is marked R is not known", f"unit {unit} start ?")
        else:
            yield illegal("27.1.C", f"{unit} is not in the pool: {table.title(box)}", "a unit of the pool")

    def _nations(self, table: Table) -> Iterator[Nation]:
        found: dict[Nation, None] = {}
        for unit in self.units:
            nation = nation_of(table, unit)
            if nation is not UNKNOWN:
                found[nation] = None
        yield from found

    def _place(self, table: Table, nation: Nation, to: Place) -> Iterator[Finding]:
        right, rule, teach = arrival(table, nation, to)
        place = table.title(to)
        if right is None:
            yield needs(rule, f"whether {nation.title()} units may arrive in {place} is not known", teach)
            return
        if right:
            return
        where = _elsewhere(table, nation, tuple(u for u in self.units if nation_of(table, u) is nation))
        if rule == "27.1.D":
            yield illegal(rule, f"enemy units are in {place}", where)
        else:
            yield illegal(rule, f"{nation.title()} reinforcements do not arrive in {place}", where)

    def _whoever(self, table: Table, to: Place) -> Iterator[Finding]:
        """Units of which the nation is not known, or which are not named: what holds for all that it may be."""
        nameless = [unit for unit in self.units if nation_of(table, unit) is UNKNOWN]
        if not nameless and self.units:
            return
        answers = [arrival(table, nation, to)[:2] for nation in nations_of(self.side)]
        if any(rule == "27.1.D" for _, rule in answers):
            yield illegal("27.1.D", f"enemy units are in {table.title(to)}", "another place")
        elif not any(right or right is None for right, _ in answers):
            message = f"no {SIDES[self.side]} reinforcements arrive in {table.title(to)}"
            yield illegal(answers[0][1], message, "another place")
        elif not all(right for right, _ in answers):
            rule = answers[0][1]
            yield from (
                needs(rule, f"the nation of {unit} is not known", f"unit {unit} nation ?") for unit in nameless
            )

    def _harbours(self, table: Table) -> Iterator[str]:
        """The places where fleets may arrive."""
        for nation in self._nations(table):
            yield from places_for(table, nation, tuple(u for u in self.units if nation_of(table, u) is nation))

    def _anywhere(self, table: Table) -> Iterator[str]:
        """The places where units that are not named may arrive."""
        for nation in nations_of(self.side):
            yield from places_for(table, nation, (), maybe=True)

    def _nowhere(self, table: Table) -> Iterator[Finding]:
        """That no place is told: it is asked for, if there may be one. Raises Impossible."""
        if self.count is not None and any(self._anywhere(table)):
            said = f"Which, and where to? recruit NAME PLACE; hidden: recruit count {self.count} PLACE"
            raise Impossible(said, AT_END, rule="27.1.C")
        for unit in self.units:
            nation = nation_of(table, unit)
            nations = nations_of(self.side) if nation is UNKNOWN else (nation,)
            places = {place: None for each in nations for place in places_for(table, each, (unit,), maybe=True)}
            if places:
                raise Impossible(f"Where to? recruit {listed(self.units)} PLACE", AT_END, tuple(places), rule="27.1.C")
        message = f"no place for the unit that was drawn: it stays in the pool {by_ruling(table, 'LQ15')}"
        yield ruling("LQ15", message, "ruling LQ15 redraw")

    def apply(self, table: Table) -> Table:
        own = [u for u in self.units if table.side_of(u) == self.side]
        boxes = [table.place_of(u) or POOL for u in own]
        if self.to is None:
            return _came(table, boxes) if table.ruled("LQ15") == "keep" else table
        table = table.put(own, self.to)
        if self.count is not None:
            table = table.put_unnamed(self.side, POOL, self.to, self.count)
            boxes += [next((b for b in table.due if b != POOL), POOL)] * self.count
        return _came(table, boxes)

    def story(self, before: Table, after: Table) -> str:
        """Who arrived where."""
        units = capital(some_units(before, self.units, self.count or 0))
        return f"{units} arrived in {the_place(after, self.to)}" if self.to else f"{units} found no place to arrive"


def _came(table: Table, boxes: Iterable[str]) -> Table:
    """The table after units came out of some boxes: fewer are due, or it is kept until it is told how many are."""
    came = Counter(boxes)
    if table.step == "recruit" and brings_unknown(table):
        return table.but(drawn={box: table.drawn.get(box, 0) + came[box] for box in {**table.drawn, **came}})
    return table.but(due=still_due(table.due, came))


def _said(places: Iterable[str]) -> str:
    """Places where a unit may arrive, in words."""
    found = tuple(places)
    return listed(found) if found else "no place that is on file: it stays where it was"


@remembered
def _elsewhere(table: Table, nation: Nation, units: tuple[str, ...]) -> str:
    """The places where units may arrive, or may perhaps, in words: the same for each place where they may not."""
    sure = tuple(places_for(table, nation, units))
    perhaps = () if sure else tuple(places_for(table, nation, units, maybe=True))
    if not perhaps:
        return _said(sure)
    return f"perhaps {listed(perhaps)}; what tells it: {arrival(table, nation, perhaps[0])[2]}"
