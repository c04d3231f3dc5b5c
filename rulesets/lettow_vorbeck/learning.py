"""What players tell about their own copy: spaces, routes, units, cards, the Battle Results Table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Any

from referee.components.facts import replace
from referee.components.learning import (
    YesNo,
    contradicts,
    in_place_of,
    name_told,
    refuse_owner,
    retitled,
    titled,
    told,
    which,
    yes,
)
from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import (
    Action,
    Few,
    Finding,
    Impossible,
    Point,
    Span,
    Text,
    Told,
    Word,
    action,
    illegal,
    needs,
    warning,
)
from rulesets.lettow_vorbeck.box import CampaignCard, SpaceCard, UnitCard, all_told, pair, way_between
from rulesets.lettow_vorbeck.cards import learned_in_play
from rulesets.lettow_vorbeck.fire import results_told
from rulesets.lettow_vorbeck.names import (
    ASIDE,
    BOXES,
    MOST_DICE,
    POOL,
    Allowance,
    AnyUnit,
    Brings,
    Card,
    Command,
    Event,
    Home,
    Land,
    Nation,
    Outcome,
    Phase,
    Side,
    Space,
    Type,
    Users,
    Water,
    Way,
    enemy_of,
)
from rulesets.lettow_vorbeck.naming import MOST_SPACES
from rulesets.lettow_vorbeck.obstacles import asked, rule_of
from rulesets.lettow_vorbeck.setup import first_place, joined
from rulesets.lettow_vorbeck.superiority import still_to_tell
from rulesets.lettow_vorbeck.table import Table


class Column(StrEnum):
    """A column of the Battle Results Table: a type of unit, or all of them."""

    ALL = "all"
    LIGHT = "light"
    INFANTRY = "infantry"
    MOUNTED = "mounted"
    CAR = "car"
    GARRISON = "garrison"
    FLEET = "fleet"
    ENGINEER = "engineer"
    ARTILLERY = "artillery"
    LEADER = "leader"
    SUPPLY = "supply"


def _named(rule: str, name: str, what: str, others: Iterable[str] = ()) -> Iterator[Finding]:
    """A line that teaches names something; spaces, boxes and units have different names. Raises Impossible."""
    yield from which(name, what, rule)
    if name in BOXES or name in others:
        raise Impossible(f"{name} is something else already, and no {what}.", rule=rule)


@action(
    "space", rule="3.1", learns=True,
    examples=('space "Taveta" land bea ways 3 stop no river no', "space tanga port ocean centre yes"),
)  # fmt: skip
class LearnSpace(Action[Table]):
    """Tell what the map says of a space: of one on file, or of a new one by its title in quotes.

    land: gea and bea are German and British East Africa. ways: how many routes lead out of it; when so many are told,
    there are no others. port: the water that it is a port on. centre: it is a supply centre, for which the game is won.
    stop: who enters must stop there. fort: who may use the fortress, fort or base that is printed there. drawn: where
    it lies on a map that a report draws, in any unit, y upwards.
    """

    space: Space | None = None
    title: Annotated[Text | None, Word("title")] = None
    land: Annotated[Land | None, Word("land")] = None
    ways: Annotated[int | None, Span(0, 20, "routes"), Word("ways")] = None
    port: Annotated[Water | None, Word("port")] = None
    centre: Annotated[YesNo | None, Word("centre", also=("center", "supply"))] = None
    stop: Annotated[YesNo | None, Word("stop")] = None
    river: Annotated[YesNo | None, Word("river")] = None
    fort: Annotated[Users | None, Word("fort")] = None
    at: Annotated[Point | None, Word("drawn")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from _named("3.1", self._name(), "space", table.box.units)
        known = table.box.spaces.get(self._name())
        yield from contradicts(known, in_place_of(known, self._facts()), "3.1")
        if self.fort not in (None, Users.NONE) and self._name() in table.forts.values():
            message = f"the fort marker stands there; `fort` tells what is printed in {table.title(self._name())}"
            yield warning("22.1.B", message, f"space {self._name()} fort none")

    def _name(self) -> str:
        return name_told(self.space, self.title)

    def _facts(self) -> dict[str, Any]:
        return told(
            title=retitled(self.space, self.title),
            land=self.land, ways=self.ways, port=self.port, centre=yes(self.centre), stop=yes(self.stop),
            river=yes(self.river), fort=self.fort, at=self.at,
        )  # fmt: skip

    def apply(self, table: Table) -> Table:
        name = self._name()
        if not name:
            return table
        known = table.box.spaces.get(name) or SpaceCard(titled(self.title))
        return table.but(box=replace(table.box, spaces={**table.box.spaces, name: replace(known, **self._facts())}))


@action(
    "route", rule="3.2", learns=True,
    examples=("route voi taveta land", "route tanga moshi rail", "route voi moshi no", "route voi moshi via taveta"),
)  # fmt: skip
class LearnRoute(Action[Table]):
    """Tell whether a route joins two spaces, and of what kind: land, rail, river; yes: one; no: none.

    via: the spaces between them, in their order; a route leads from each to the next, and of one that joins the two
    nothing is told. Units march from the one to the other on a way that is told so, if none is on file. spaces: how
    far it is that way, which is only compared.
    """

    start: Space
    end: Space
    way: Way = Way.YES
    via: Annotated[tuple[Space, ...], Word("via"), Few(1)] = ()
    spaces: Annotated[int | None, Span(1, MOST_SPACES, "spaces"), Word("spaces"), Told()] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        for start, end in self._legs():
            if start == end:
                raise Impossible(f"A route joins two spaces, and {start} is one.", rule="3.2")
            old, now = table.box.routes.get(pair(start, end)), self._way(table, pair(start, end))
            if old is not None and old is not now:
                between = f"{table.title(start)} and {table.title(end)}"
                yield warning("3.2", f"on file the route between {between} was {old}; now it is {now}")
            if old in (None, Way.NO) and now is not Way.NO:
                yield from _one_more(table, start, end)
        if self.spaces not in (None, len(self.via) + 1):
            raise Impossible(f"Over which spaces? route {self.start} {self.end} via SPACE,...", rule="3.2")
        if table.step == "march" and self.way is not Way.NO:
            yield from self._stops(table)

    def news(self, table: Table, joined: Way | Unknown) -> Iterator[tuple[Space, Space]]:
        """The steps of the way of which that is on file: `Way.NO`, that no route is there; UNKNOWN, nothing."""
        return (leg for leg in self._legs() if way_between(table.box, *leg) is joined)

    def _stops(self, table: Table) -> Iterator[Finding]:
        """What is to be told of the spaces on the way of a march, where no enemy stops it (11.1.1.B, 12.1)."""
        for space in self.via:
            if space in table.occupied(enemy_of(table.side)):
                continue
            card = table.box.spaces[space]
            lacking = [word for word, fact in (("stop", card.stop), ("river", card.river)) if fact is UNKNOWN]
            for teach in (f"space {space} {word} ?" for word in lacking):
                yield needs(rule_of(teach), asked(table, teach, self.end), teach)

    def _legs(self) -> Iterable[tuple[Space, Space]]:
        return pairwise((self.start, *self.via, self.end))

    def _way(self, table: Table, leg: str) -> Way:
        """What joins two of the spaces: of a route that only is there, the kind on file stays."""
        known = table.box.routes.get(leg, Way.NO)
        return known if self.way is Way.YES and known is not Way.NO else self.way

    def apply(self, table: Table) -> Table:
        pairs = [pair(start, end) for start, end in self._legs() if start != end]
        told = {leg: self._way(table, leg) for leg in pairs}
        over, ends = table.box.over, pair(self.start, self.end)
        if self.via and self.way is not Way.NO:
            way = (str(self.start), *map(str, self.via), str(self.end))
            over = {**over, ends: (*(old for old in over.get(ends, ()) if old != way), way)}
        return table.but(box=replace(table.box, routes={**table.box.routes, **told}, over=over))


def _one_more(table: Table, *ends: Space) -> Iterator[Finding]:
    """Whether a route is one more than the ways that were told of one of the spaces that it joins."""
    for space in ends:
        ways = table.box.spaces[space].ways
        if ways is not UNKNOWN and space in all_told(table.box):
            message = f"all {ways} ways out of {table.title(space)} are on file, and this is one more"
            yield warning("3.2", message, f"space {space} ways {ways + 1}")


@action(
    "unit", rule="4.3", learns=True,
    examples=('unit "10 FKA" german type light strength 2 elite no start gea', "unit 1-kar strength 3"),
)  # fmt: skip
class LearnUnit(Action[Table]):
    """Tell what is printed on a counter: of one on file, or of a new one by its title in quotes and its side.

    start: a space, a box, or gea and bea where its owner may choose within the country; pool: it is marked R.
    """

    unit: AnyUnit | None = None
    title: Annotated[Text | None, Word("title")] = None
    of: Side | None = None
    type: Annotated[Type | None, Word("type")] = None
    nation: Annotated[Nation | None, Word("nation")] = None
    command: Annotated[Command | None, Word("command")] = None
    strength: Annotated[int | None, Span(0, MOST_DICE, "dice"), Word("strength")] = None
    elite: Annotated[YesNo | None, Word("elite")] = None
    start: Annotated[Home | None, Word("start")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from _named("4.3", self._name(), "unit", table.box.spaces)
        known = table.box.units.get(self._name())
        refuse_owner(known, self.of)
        side = known.side if known else str(self.of or self.side)
        if self.nation is not None and (self.nation is Nation.GERMAN) != (side == "german"):
            yield illegal("29.A", f"a unit of the {side} side is not {self.nation}", "its own contingent")
        yield from contradicts(known, self._facts(), "4.3")
        if self.elite is YesNo.NO and (other := still_to_tell(table, str(self.unit or ""))):
            message = f"whether {other} is elite is not known"
            yield needs("13.1.1.B", message, f"unit {other} elite ?")

    def _name(self) -> str:
        return name_told(self.unit, self.title)

    def _facts(self) -> dict[str, Any]:
        start = None if self.start is None else str(self.start)
        return told(
            title=retitled(self.unit, self.title),
            type=self.type, nation=self.nation, command=self.command, strength=self.strength,
            elite=yes(self.elite), start=start,
        )  # fmt: skip

    def apply(self, table: Table) -> Table:
        name = self._name()
        if not name or name in BOXES:
            return table
        new = name not in table.box.units
        known = table.box.units.get(name) or UnitCard(titled(self.title), str(self.of or self.side))
        if new and known.side == "german":
            known = replace(known, nation=Nation.GERMAN)
        card = replace(known, **self._facts())
        table = results_told(table.but(box=replace(table.box, units={**table.box.units, name: card})))
        place = first_place(card.start, table.box.spaces)
        if new:
            return joined(table, name, place)
        placed = table.step == "setup" or place == POOL  # who is marked R lies in the pool, whenever that is told
        if self.start is not None and placed and table.place_of(name) == ASIDE:
            return table.put((name,), place)
        return table


@action(
    "card", rule="7.1", learns=True,
    examples=('card "Safari" german recruit 1 move light-3,infantry-2 event none remove no', "card safari move all=2"),
)  # fmt: skip
class LearnCard(Action[Table]):
    """Tell what is printed on a campaign card: of one on file, or of a new one by its title in quotes and its side.

    move: what moves how far, joined by commas: all-2, light-3, belgian-1; none. brings: where its units come from.
    event: bonus adds 1 to the own die for Tactical Superiority; intervention brings Belgium and Portugal into the war;
    reshuffle shuffles the deck; text is anything else (a raid): `put UNIT PLACE by CARD`, or a note, tells what it did.
    """

    card: Card | None = None
    title: Annotated[Text | None, Word("title")] = None
    of: Side | None = None
    copies: Annotated[int | None, Span(1, 9, "cards"), Word("copies")] = None
    recruit: Annotated[int | None, Span(0, 20, "units"), Word("recruit")] = None
    brings: Annotated[Brings | None, Word("brings")] = None
    move: Annotated[tuple[Allowance, ...], Word("move"), Few(1)] = ()
    event: Annotated[Event | None, Word("event")] = None
    phase: Annotated[Phase | None, Word("phase")] = None
    remove: Annotated[YesNo | None, Word("remove")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from _named("7.1", self._name(), "card")
        if "none" in self.move and len(self.move) > 1:
            yield illegal("7.1.2", "a card that moves nobody moves nothing else", "move none")
        known = table.box.cards.get(self._name())
        refuse_owner(known, self.of)
        yield from contradicts(known, self._facts(), "7.1")

    def _name(self) -> str:
        return name_told(self.card, self.title)

    def _facts(self) -> dict[str, Any]:
        move = allowances(self.move) if self.move else None
        return told(
            title=retitled(self.card, self.title),
            copies=self.copies, recruit=self.recruit, brings=self.brings, move=move, event=self.event,
            phase=self.phase, remove=yes(self.remove),
        )  # fmt: skip

    def apply(self, table: Table) -> Table:
        name = self._name()
        if not name:
            return table
        known = table.box.cards.get(name) or CampaignCard(titled(self.title), str(self.of or self.side))
        cards = {**table.box.cards, name: replace(known, **self._facts())}
        return learned_in_play(table, table.but(box=replace(table.box, cards=cards)))


def allowances(move: Iterable[str]) -> dict[str, int]:
    """What a card moves, by what moves: `light-2` is two spaces for light infantry."""
    parts = (word.rpartition("-") for word in move if word != "none")
    return {who: min(MOST_SPACES, int(spaces)) for who, _, spaces in parts}


@action(
    "result", rule="13.2", learns=True,
    examples=("result all 1 none 2 none 3 none 4 none 5 panic 6 elimination", "result light 5 panic"),
)  # fmt: skip
class LearnResult(Action[Table]):
    """Tell what the Battle Results Table says, for units of a type or for all: to each die none, panic, elimination."""

    column: Column
    one: Annotated[Outcome | None, Word("1")] = None
    two: Annotated[Outcome | None, Word("2")] = None
    three: Annotated[Outcome | None, Word("3")] = None
    four: Annotated[Outcome | None, Word("4")] = None
    five: Annotated[Outcome | None, Word("5")] = None
    six: Annotated[Outcome | None, Word("6")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        for kind in self._types():
            known = table.box.results.get(kind, {})
            for die, outcome in self._facts().items():
                if known.get(die, outcome) is not outcome:
                    yield warning("13.2", f"on file a {die} of {kind} was {known[die]}; now it is {outcome}")

    def _types(self) -> tuple[str, ...]:
        return tuple(map(str, Type)) if self.column is Column.ALL else (str(self.column),)

    def _facts(self) -> dict[str, Outcome]:
        dice = (self.one, self.two, self.three, self.four, self.five, self.six)
        return {str(i): outcome for i, outcome in enumerate(dice, 1) if outcome is not None}

    def apply(self, table: Table) -> Table:
        columns = {kind: {**table.box.results.get(kind, {}), **self._facts()} for kind in self._types()}
        return results_told(table.but(box=replace(table.box, results={**table.box.results, **columns})))
