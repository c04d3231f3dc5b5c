"""The March Phase: units move by the card in effect, singly or as stacks (11.0, 12.3, 12.4, 28.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Annotated, Any

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from referee.components.wording import capital
from referee.ruleset import (
    Action,
    Ask,
    Few,
    Finding,
    Impossible,
    Kind,
    NotYet,
    Span,
    Told,
    Word,
    action,
    illegal,
    needs,
    warning,
)
from rulesets.lettow_vorbeck.allowance import held_aboard, may_march, share_of, traveller
from rulesets.lettow_vorbeck.arrival import (
    NO_WAY_OUT,
    apart,
    arrival,
    most_spaces,
    moves_everybody,
    ready,
    shares,
    stays,
)
from rulesets.lettow_vorbeck.cards import unnamed
from rulesets.lettow_vorbeck.contingents import contingents, mixed, mixed_words
from rulesets.lettow_vorbeck.forts import without_fort
from rulesets.lettow_vorbeck.learning import LearnRoute
from rulesets.lettow_vorbeck.names import (
    ALLIED,
    OCEAN_BOX,
    POOL,
    SIDES,
    Cargo,
    Mover,
    Place,
    Space,
    Type,
    Way,
    enemy_of,
)
from rulesets.lettow_vorbeck.reach import destinations, led_through
from rulesets.lettow_vorbeck.recruiting import all_drawn
from rulesets.lettow_vorbeck.table import Table, listed, many_units, phase_rule
from rulesets.lettow_vorbeck.words import some_units, the_place, the_units

CARRIED = 3
"""Land units that a fleet transports (12.4.C)."""


def ask_march(table: Table) -> Ask | None:
    """Units move, or stay (6.2.1.3, 6.2.2.3); None when the card moves nobody."""
    card = table.current(table.side)
    if card is not None and card.move is not UNKNOWN and not card.move:
        return None
    shared = to_be_parted(table)
    if shared:
        question = f"March: {mixed_words(table, shared[0])}; move one of them away"
        return Ask("29.B", table.side, ("march", "pass"), question, step=True, duty=f"parting {table.title(shared[0])}")
    allowed = "as the card says"
    if card is not None and card.move is not UNKNOWN:
        allowed = ", ".join(f"{word} {spaces}" for word, spaces in card.move.items())
    names = unnamed(table)
    names_it = " (draw NAME: it is that card)" if names else ""
    rule, question = phase_rule(table, table.side, 3), f"March: {allowed}{names_it}"
    late = ("recruit",) if all_drawn(table, table.side) else ()  # judged here, as one too many (27.1.C)
    begun, own = table.marched or table.marched_unnamed, table.pieces[table.side]
    last_first = (unit for unit in reversed(own.roster) if own.named.get(unit, POOL) not in NO_WAY_OUT)
    may = not begun and table.decks[table.side].in_effect and any(ready(table, unit) for unit in last_first)
    lost = "the whole march" if may else ""
    verbs = (*names, "march", "pass")
    return Ask(rule, table.side, verbs, question, may=True, step=True, enter="pass", early=late, lost=lost)


@remembered
def ready_to_march(table: Table, side: str) -> tuple[str, ...]:
    """The units of a side that may move now."""
    return tuple(u for u in table.pieces[side].roster if ready(table, u))


@remembered
def stack(table: Table, side: str, place: str) -> tuple[tuple[str, ...], int]:
    """What moves when a space is named as a stack: its units that may move, and how many unnamed ones."""
    named = tuple(u for u in table.named_in(place, side) if ready(table, u))
    unnamed = table.unnamed_in(place, side) - table.marched_unnamed.get(place, 0)
    return named, 0 if place in NO_WAY_OUT else max(0, unnamed)


def can_leave(table: Table, unit: str) -> bool:
    """Whether a unit has a place to march to that breaks no rule, as far as it is known; a card that is not known may
    let it go any distance.
    """
    if stays(table, unit):
        return False
    spaces = share_of(table, unit).spaces
    side, here = table.side_of(unit), table.place_of(unit)
    far = len(table.box.spaces) if spaces is None else spaces
    there = destinations(table, traveller(table, unit), here, far)
    return any(not any(f.kind is Kind.ILLEGAL for f in arrival(table, side, (unit,), (), 0, to)) for to in there)


@remembered
def to_be_parted(table: Table) -> tuple[str, ...]:
    """The spaces with two Allied contingents that can still be parted (29.B)."""
    if table.side != ALLIED or table.step != "march":
        return ()
    for_good = ((s, [u for u in table.named_in(s, ALLIED) if not can_leave(table, u)]) for s in mixed(table))
    return tuple(s for s, units in for_good if len(contingents(table, units)) <= 1)


@action(
    "march", rule="11.A", short="m", alias="move",
    examples=("march 1-kar taveta", "march 1-fka,2-fka tabora", "march moshi taveta", "march 1-kar moshi via taveta"),
)  # fmt: skip
class March(Action[Table]):
    """Units move from one space to another, by land, rail, river or water; then their movement is completed.

    Name units, or the space whose whole stack moves, or that space and the `count` of unnamed units. `carrying`: land
    units that a fleet takes along. `via`: the spaces between, in their order; it tells that way, and is judged by it.
    """

    units: Annotated[tuple[Mover, ...], Few(1)]
    to: Place
    count: Annotated[int | None, Span(1, 40, "units"), Word("count"), Told()] = None
    carrying: Annotated[tuple[Cargo, ...], Word("carrying"), Told()] = ()
    via: Annotated[tuple[Space, ...], Word("via", only=True), Told()] = ()

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """Units that may still move and the stacks that they make, then the places that they can reach."""
        if field == "units":
            units = ready_to_march(table, self.side)
            own = table.pieces[self.side]
            stacks = dict.fromkeys([*map(own.named.__getitem__, units), *own.unnamed])
            return [Mover(m) for m in (*units, *(s for s in stacks if any(stack(table, self.side, s))))]
        return [Place(p) for p in self._all_reached(table)] if field == "to" else None

    def _all_reached(self, table: Table) -> Iterable[str]:
        """The places that every mover can reach, as far as it is known."""
        units, spaces, unnamed = self._movers(table)
        found: set[str] | None = None
        for here in dict.fromkeys(map(table.place_of, units)) or spaces[:1]:
            group = tuple(u for u in units if table.place_of(u) == here)
            for _, who, left in shares(table, self.side, group, unnamed):
                if left is None:  # nobody knows how far they get
                    return (*table.box.spaces, *((OCEAN_BOX,) if self.side == ALLIED else ()))
                there = destinations(table, who, here, left).keys()
                found = set(there) if found is None else found & there
        return sorted(found or ())

    def _movers(self, table: Table) -> tuple[tuple[str, ...], tuple[str, ...], int]:
        """The units that move by name, the spaces of the unnamed ones, and how many those are.

        A space stands for those in it that may still move; where none may, for all that are known by name.
        """
        units = [str(m) for m in self.units if m in table.box.units]
        spaces = [str(m) for m in self.units if m not in table.box.units]
        count = self._count()
        if count is not None:
            return tuple(units), tuple(spaces), count
        unnamed = 0
        for space in spaces:
            named, more = stack(table, self.side, space)
            if not named and not more and space not in NO_WAY_OUT:
                named = table.named_in(space, self.side)
            units += [u for u in named if u not in units]
            unnamed += more
        return tuple(units), tuple(spaces), unnamed

    def begins(self, table: Table) -> str:
        """The place that all of them leave."""
        units, spaces, _ = self._movers(table)
        places = {*map(table.place_of, units), *spaces}
        return places.pop() if len(places) == 1 else ""

    def _count(self) -> int | None:
        """The count, if this act has got so far."""
        try:
            return self.count
        except NotYet:
            return None

    def judge(self, table: Table) -> Iterator[Finding]:
        """Raises Impossible where a space is named beside units or another space: who moves where is not said then."""
        if len(self.units) > 1 and any(m not in table.box.units for m in self.units):
            raise Impossible("Name either units or one space: march UNIT TO, or march SPACE TO.", rule="11.E")
        ours = table.side == self.side
        if not ours or table.step != "march":  # of two such reasons the rule of the order of play is one, said once
            rule = "6.2" if ours or table.battle is not None else "11.A"
            phase = "March Phase" if ours else "player-turn"
            yield illegal(rule, f"it is not the {phase} of the {SIDES[self.side]} side", "wait for it")
            return
        if groups := self._by_space(table):
            for group in groups:
                yield from group.judge(table)
            return
        units, spaces, unnamed = self._movers(table)
        begun = set_out(table, self.side, units, spaces, unnamed)
        yield from begun
        if any(f.kind is Kind.ILLEGAL for f in begun):
            return
        way = self._way(table)
        if way:
            yield from _new_routes(table, way)
        over = way.via if way else ()
        yield from arrival(self._on_the_map(table), self.side, units, spaces, unnamed, self.to, over)
        if self.count is not None:
            yield from self._counted(table, spaces)
        if self.carrying:
            yield from self._transport(table, units, spaces)
        if passed_fort(table, self.side, units, self.to, self.via):
            place = table.title(table.forts[enemy_of(self.side)])
            leads = "the way" if self.via else "every way there"
            message = f"{leads} leads through {place}, where nobody holds the fort: it is removed"
            yield warning("22.3.A", message)

    def _by_space(self, table: Table) -> list[March]:
        """The marches of units of several spaces that converge on one (11.F); none where one stack goes, or a way or
        what a fleet carries is told, which is of one.
        """
        units, spaces, _ = self._movers(table)
        places = dict.fromkeys(map(table.place_of, units))
        if len(places) < 2 or spaces or self.via or self.carrying:
            return []
        each = (tuple(Mover(u) for u in units if table.place_of(u) == place) for place in places)
        return [replace(self, units=group) for group in each]

    def _way(self, table: Table) -> LearnRoute | None:
        """The way that is told with it, over other spaces of the map; one that is named twice in a row counts once."""
        if not self.via or not {start := self.begins(table), self.to} <= table.box.spaces.keys():
            return None
        spaces = tuple(Space(space) for space, _ in groupby((start, *self.via, self.to)))
        return LearnRoute(self.side, spaces[0], spaces[-1], via=spaces[1:-1]) if len(spaces) > 2 else None

    def _on_the_map(self, table: Table) -> Table:
        """The table with the way that is told with it; a map that has no such way stays as it is (3.2)."""
        way = self._way(table)
        return table if way is None or any(way.news(table, Way.NO)) else way.apply(table)

    def _counted(self, table: Table, spaces: tuple[str, ...]) -> Iterator[Finding]:
        if not spaces:
            yield illegal("11.E", "a count is of the unnamed units of a stack", "march SPACE SPACE count NUMBER")
            return
        there = max(0, table.unnamed_in(spaces[0], self.side) - table.marched_unnamed.get(spaces[0], 0))
        if self.count is not None and self.count > there:
            message = f"{many_units(there)} without a name may still leave {table.title(spaces[0])}, not {self.count}"
            yield illegal("11.E", message, f"count {there}" if there else "another stack")

    def _transport(self, table: Table, units: tuple[str, ...], spaces: tuple[str, ...]) -> Iterator[Finding]:
        fleets = [u for u in units if table.card_of(u).type is Type.FLEET]
        if len(fleets) != len(units) or not fleets:
            yield illegal("12.4.A", "only a fleet carries land units", "march FLEET SPACE carrying UNIT")
            return
        found = tuple(f for unit in self.carrying for f in self._aboard(table, unit, table.place_of(fleets[0])))
        yield from found
        if len(self.carrying) > CARRIED * len(fleets):
            message = f"{many_units(len(self.carrying))} for {len(fleets)} fleet, which carries {CARRIED}"
            yield illegal("12.4.C", message, f"{CARRIED} at the most")
        if self.side == ALLIED and not found and not any(apart(table, units, self.to)):
            yield from apart(table, (*units, *self.carrying), self.to)

    def _aboard(self, table: Table, unit: Cargo, here: str) -> Iterator[Finding]:
        """Whether a fleet may take a unit along: it moves too, so what holds it back where it is counts (12.4.A)."""
        if table.side_of(unit) != self.side:
            yield illegal("12.4.A", f"{unit} is an enemy, and a fleet carries friendly units", "a unit of its own side")
        elif table.place_of(unit) != here or table.card_of(unit).type is Type.FLEET:
            yield illegal("12.4.A", f"{unit} is no land unit in {table.title(here)}", "a land unit in its space")
        elif unit in table.marched:
            yield illegal("12.4.B", f"{unit} has moved this turn and is not carried", "a unit that has not moved")
        else:
            yield from held_aboard(table, unit)

    def apply(self, table: Table) -> Table:
        if groups := self._by_space(table):
            for group in groups:
                table = group.apply(table)
            return table
        units, spaces, unnamed = self._movers(table)
        own = [u for u in units if table.side_of(u) == self.side]
        aboard = [u for u in self.carrying if table.side_of(u) == self.side]
        passed = passed_fort(table, self.side, units, self.to, self.via)
        table = self._on_the_map(table)
        if passed:
            table = without_fort(table, enemy_of(self.side))
        table = table.put([*own, *aboard], self.to)
        table = table.but(marched=table.marched.union(own, aboard), carried=table.carried.union(aboard))
        there = min(unnamed, table.unnamed_in(spaces[0], self.side)) if spaces else 0
        if not there or spaces[0] == self.to:
            return table
        table = table.with_pieces(self.side, table.pieces[self.side].shift(there, spaces[0], self.to))
        moved = table.marched_unnamed.get(self.to, 0) + there
        return table.but(marched_unnamed={**table.marched_unnamed, self.to: moved})

    def story(self, before: Table, after: Table) -> str:
        """Who marched where."""
        units, _, unnamed = self._movers(before)
        start = self.begins(before)
        origin = f" from {the_place(before, start)}" if start else ""
        carried = f", carrying {the_units(before, self.carrying)}" if self.carrying else ""
        return f"{capital(some_units(before, units, unnamed))} marched{origin} to {the_place(after, self.to)}{carried}"


def _new_routes(table: Table, way: LearnRoute) -> Iterator[Finding]:
    """What a way tells of the map that nobody had told (3.2)."""
    new = tuple(way.news(table, UNKNOWN))
    if new and not any(way.news(table, Way.NO)):
        routes = listed(f"{table.title(start)} to {table.title(end)}" for start, end in new)
        message = f"new on the map by what is told here, a route: {routes}"
        yield warning("3.2", message, f"route {new[0][0]} {new[0][1]} no, if there is none")


def passed_fort(table: Table, side: str, units: tuple[str, ...], to: str, over: tuple[str, ...] = ()) -> bool:
    """Whether units that march together surely pass through an enemy fort that nobody holds (22.3.A); `over`: the
    spaces of their way, if it is told.
    """
    fort = table.forts.get(enemy_of(side), "")
    here = table.place_of(units[0]) if units else ""
    if not fort or fort in (here, to) or here not in table.box.spaces or fort in table.occupied(enemy_of(side)):
        return False
    if over:
        return fort in over
    spaces = share_of(table, units[0]).spaces or 0
    return led_through(table, traveller(table, units[0]), here, spaces, to, fort)


@remembered
def set_out(
    table: Table, side: str, units: tuple[str, ...], spaces: tuple[str, ...], unnamed: int
) -> tuple[Finding, ...]:
    """Whether some units may set out together, wherever they go."""
    return tuple(_set_out(table, side, units, spaces, unnamed))


def _set_out(
    table: Table, side: str, units: tuple[str, ...], spaces: tuple[str, ...], unnamed: int
) -> Iterator[Finding]:
    done = [u for u in units if u in table.marched and u not in table.carried and table.side_of(u) == side]
    if len(done) > 1:  # told of once
        yield illegal("11.E", f"{listed(done)} have completed their movement this turn", "units that have not moved")
        units = tuple(u for u in units if u not in done)
        if spaces or not units:
            return
    for unit in units:
        if table.side_of(unit) != side:
            yield illegal("11.A", f"{unit} is not a unit of the {SIDES[side]} side", "one of its own")
            return
        box = table.place_of(unit)
        if box in NO_WAY_OUT:
            yield illegal("11.A", f"{unit} is not on the map: {table.title(box)}", "a unit on the map")
            return
        held = may_march(table, unit)
        yield from held
        if spaces and any(f.kind is Kind.ILLEGAL for f in held):  # a stack is told of once
            return
    if any(space in NO_WAY_OUT for space in spaces):
        yield illegal("11.A", f"no unit marches out of the {table.title(spaces[0])}", "a stack on the map")
        return
    if len({table.place_of(u) for u in units}) > 1:
        yield illegal("11.E", "a stack that moves together starts in one space", "one line for each space")
    elif not units and not unnamed:
        where = listed(map(table.title, spaces))
        if any(table.count_in(s, side) for s in spaces):
            yield illegal("11.E", f"all in {where} have completed their movement this turn", "another stack, or pass")
        else:
            message = f"no {SIDES[side]} unit that could march is in {where}"
            yield illegal("11.A", message, "another stack, or pass")
    elif unnamed:
        most = most_spaces(table, side)
        if most == 0:
            yield illegal("11.C", "the card moves nobody", "pass")
        elif not moves_everybody(table, side):
            yield needs("11.C", "which units these are is not known, so neither is whether the card moves them")
