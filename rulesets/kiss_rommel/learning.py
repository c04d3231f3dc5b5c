"""What players tell about their own copy: the organisation of divisions, and rows of the unit table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from referee.components.facts import replace
from referee.components.learning import told
from referee.components.unknown import UNKNOWN
from referee.components.wording import figured, listed
from referee.ruleset import Action, Component, Finding, Span, Text, Told, Word, action, illegal, needs, warning
from rulesets.kiss_rommel.names import SIDES, Arm, Card, Nation, Status, TypeName
from rulesets.kiss_rommel.organisation import Division, UnitType, Value, short_name
from rulesets.kiss_rommel.table import Table

Count = Span(0, 20, "bases")
WORDS = ("hq", "recon", "tank", "cruiser", "itank", "tiger", "motor", "foot", "artillery", "flak88")
"""The types that have a word of their own in the line of a division."""

Bases = Annotated[int | None, Count, Told()]
"""How many bases of a type a division has; None where the line does not say."""

Infantry = Annotated[int | None, Span(0, 20, "infantry bases"), Told()]
"""The same of infantry, which people say behind its kind: `6 foot infantry`."""


@action(
    "division",
    rule="KO3",
    learns=True,
    examples=(
        'division "21st Panzer" german as "21pz" hq 1 recon 2 tank 3 motor 4 artillery 1 flak88 1',
        "division 15pz tank 2",
        'division "7th Panzer" german as "7pz" hq 1 extra pz2,pz4 counts 3,1',
    ),
)
class LearnDivision(Action[Table]):
    """Tell the organisation on a force card: of a division on file, or of a new one by its title and nation.

    `as` is what its units are called by (21pz/tank-1). tank: the nation's own; the British have cruisers and itanks.
    extra and counts: other types on file, and how many of each.
    """

    division: Card | None = None
    title: Text | None = None
    nation: Nation | None = None
    name: Annotated[Text | None, Word("as")] = None
    hq: Annotated[Bases, Word("hq")] = None
    recon: Annotated[Bases, Word("recon")] = None
    tank: Annotated[Bases, Word("tank")] = None
    cruiser: Annotated[Bases, Word("cruiser")] = None
    itank: Annotated[Bases, Word("itank")] = None
    tiger: Annotated[Bases, Word("tiger")] = None
    motor: Annotated[Infantry, Word("motor")] = None
    foot: Annotated[Infantry, Word("foot")] = None
    artillery: Annotated[Bases, Word("artillery")] = None
    flak88: Annotated[Bases, Word("flak88")] = None
    extra: Annotated[tuple[TypeName, ...], Word("extra"), Told()] = ()
    counts: Annotated[tuple[int, ...], Count, Word("counts"), Told()] = ()

    def judge(self, table: Table) -> Iterator[Finding]:
        division, title, nation = self.division, self.title, self.nation
        if division is None and not short_name(self.name or title or ""):
            yield illegal("KO3", "a new division needs a title of letters or digits", "a title in quotes")
        if division is None and nation is None:
            yield illegal("KO3", f"the nation of {title or 'the division'} is not said", f"one of {', '.join(Nation)}")
        if division is not None and table.of_division(division, *(s for s in Status if s is not Status.RESERVE)):
            yield warning("KO3", f"{division} is deployed already, so this counts from the next battle on")
        if division is not None and (title is not None or self.name is not None):
            yield warning("KO3", f"{division} is on file and keeps its name")
        if len(self.extra) != len(self.counts):
            said = f"{listed(self.extra) or 'no type'} under extra, and {figured(len(self.counts), 'count')}"
            own = [kind for kind in self.extra if kind in WORDS]
            instead = f"{own[0]} NUMBER" if own else f"extra {self.extra[0] if self.extra else 'pz4'} counts 3"
            yield illegal("KO3", said, instead)
        if any(table.box.types[kind].arm is Arm.BASE for kind in self.extra):
            yield illegal("KO3", "Supply bases belong to no division", "another type")
        known = None if division is None else table.box.divisions[division]
        whose = nation or (known.nation if known else None)
        if self.tank and whose in (Nation.BRITISH, Nation.FRENCH):
            yield illegal("KO3", "the tanks of this nation have several types", "cruiser, itank or extra")
        drawn = (card.division for cards in table.cards.values() for card in cards)
        if division is not None and known is not None and whose is not known.nation and division in drawn:
            yield from untold(self.apply(table), division)

    def _counts(self) -> dict[str, int]:
        return told(
            hq=self.hq, recon=self.recon, tank=self.tank, cruiser=self.cruiser, itank=self.itank, tiger=self.tiger,
            motor=self.motor, foot=self.foot, artillery=self.artillery, flak88=self.flak88,
        )  # fmt: skip

    def apply(self, table: Table) -> Table:
        name = str(self.division or short_name(self.name or self.title or ""))
        known = table.box.divisions.get(name)
        nation = self.nation or (known.nation if known else None)
        if not name or name in SIDES or nation is None:
            return table
        known = known or Division(str(self.title or name)[:60].strip(), nation)
        known = _as_of(known, nation)
        counts = {_type_of(nation, kind): count for kind, count in self._counts().items()}
        extra = zip(self.extra, self.counts, strict=False)
        counts |= {str(kind): count for kind, count in extra if table.box.types[kind].arm is not Arm.BASE}
        units: Mapping[str, Value] = known.units or {}
        if len(counts) > 1:  # a line of several types tells the whole card, a single one only its own
            units = {kind: count for kind, count in units.items() if count is not UNKNOWN}
        elif counts and known.units is None and self.division is not None:
            units = known.asked
        told_of = {**units, **counts} if counts or known.units is not None else None
        return with_division(table, name, replace(known, units=told_of, source="told"))


def untold(table: Table, card: Card) -> Iterator[Finding]:
    """What is not known of a force card, each type of unit by itself (KO3)."""
    division = table.box.divisions[card]
    asked = [keyword_of(kind) for kind, count in division.asked.items() if count is UNKNOWN]
    at_once = ""
    if len(asked) > 1:
        at_once = f" (or all at once: `{asked[0]} 1 {asked[1]} 2 ...`, or the numbers of {', '.join(asked)})"
    for kind, count in division.asked.items():
        if count is UNKNOWN:
            bases = "HQs" if kind == "hq" else f"{table.box.types[kind].title} bases"
            first = at_once if keyword_of(kind) == asked[0] else ""
            message = f"how many {bases} are on the card of {division.title}{first} is not known"
            yield needs("KO3", message, f"division {card} {keyword_of(kind)} ?")


def keyword_of(kind: str) -> str:
    """The word of a type in the line of a division."""
    return "tank" if kind == "italian-tank" else kind


def _as_of(division: Division, nation: Nation) -> Division:
    """A division as one of another nation: what is told of it stays, what is open is what that nation may have."""
    if division.nation is nation or division.units is None:
        return replace(division, nation=nation)
    units = division.units.items()
    told_of = {_type_of(nation, keyword_of(kind)): count for kind, count in units if count is not UNKNOWN}
    usual = Division(division.title, nation).asked if UNKNOWN in division.units.values() else {}
    return replace(division, nation=nation, units={**usual, **told_of})


def _type_of(nation: Nation, kind: str) -> str:
    return "italian-tank" if kind == "tank" and nation is Nation.ITALIAN else kind


def with_division(table: Table, name: str, division: Division) -> Table:
    """The table that knows a division."""
    divisions: Mapping[str, Division] = {**table.box.divisions, name: division}
    return table.but(box=replace(table.box, divisions=divisions))


@action(
    "type", rule="KS2", learns=True, examples=("type cruiser save 5", 'type "Panzer III" tank as "pz3" move 6 save 4')
)
class LearnType(Action[Table]):
    """Tell a row of the unit table: of a type on file, or of a new one by its title and arm. Lengths are inches."""

    type: TypeName | None = None
    title: Text | None = None
    arm: Arm | None = None
    name: Annotated[Text | None, Word("as")] = None
    move: Annotated[int | None, Span(0, 24, "inches"), Word("move")] = None
    range: Annotated[int | None, Span(0, 48, "inches"), Word("range")] = None
    spot: Annotated[int | None, Span(0, 48, "inches"), Word("spot")] = None
    save: Annotated[int | None, Span(2, 6, "on the die"), Word("save")] = None

    def _changed(self) -> TypeName | None:
        """The type on file that is changed; None for a new one: with a title, the word "tank" is its arm."""
        titled = self.title is not None or self.name is not None
        arm_only = titled and self.arm is None and str(self.type) in set(Arm)
        return None if arm_only else self.type

    def _arm(self) -> Arm | None:
        return self.arm or (Arm(str(self.type)) if self.type is not None and str(self.type) in set(Arm) else None)

    def judge(self, table: Table) -> Iterator[Finding]:
        changed = self._changed()
        if changed is not None:
            row = table.box.types[changed]
            if self.title is not None or self.name is not None:
                yield warning("KS2", f"{changed} is on file and keeps its name")
            facts = told(move=self.move, range=self.range, spot=self.spot, save=self.save)
            for fact, value in facts.items():
                old = getattr(row, fact)
                if old is not UNKNOWN and old != value and row.source == "stated":
                    yield warning("KS2", f"the rules give a {row.title} {fact} {old}; now it is {value}")
            return
        if not short_name(self.name or self.title or ""):
            yield illegal("KS2", "a new type needs a title of letters or digits", "a title in quotes")
        if self._arm() is None:
            yield illegal("KS2", f"the arm of {self.title or 'the type'} is not said", f"one of {', '.join(Arm)}")

    def apply(self, table: Table) -> Table:
        changed, arm = self._changed(), self._arm()
        name = str(changed or short_name(self.name or self.title or ""))
        known = table.box.types.get(name)
        if known is None and (not name or arm is None):
            return table
        known = known or UnitType(str(self.title or name)[:60].strip(), name, arm or Arm.TANK)
        facts = told(move=self.move, range=self.range, spot=self.spot, save=self.save)
        row = replace(known, **facts, source="told" if changed is None else known.source)
        return table.but(box=replace(table.box, types={**table.box.types, name: row}))


def on_file(table: Table) -> Iterator[Component]:
    """Divisions and types, and what is known of each."""
    for name, division in table.box.divisions.items():
        facts = {keyword_of(kind): count for kind, count in division.asked.items()}
        yield Component("division", name, division.title, division.side, facts, division.source)
    for name, row in table.box.types.items():
        values = {"move": row.move, "range": row.range, "spot": row.spot, "save": row.save}
        yield Component("type", name, row.title, "", values, row.source)
