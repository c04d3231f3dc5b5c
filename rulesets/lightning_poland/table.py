"""The state of the table, and the questions that every rule asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from referee.components import owing
from referee.components.decks import CardTable, Side
from referee.components.facts import replace
from referee.components.learning import title_of, titles_of
from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Debt, Finding, Kind, Name, illegal
from rulesets.lightning_poland.box import Box
from rulesets.lightning_poland.names import GERMAN, PLAYERS, SIDES, AnyForce, Card, Force, Objective, Reserve, Source


@dataclass(frozen=True, slots=True)
class Owed(owing.Owed[Force]):
    """Something a side must or may do before the turn goes on.

    what    "draw" (may), "drop" (cards from the hand), "cost" (one card; nobody told whether there is a cost),
            "remove", "retire" (own committed forces), "stay" (may), "text" (may: by hand; its count is 0 once some of
            it was carried out)
    source  the card by which it is owed
    """


@dataclass(frozen=True, slots=True)
class InPlay:
    """An action card that lies in the battle, and who played it."""

    card: Card
    side: str


@dataclass(frozen=True, slots=True)
class Told:
    """A value that players added on the word of a card."""

    side: str
    value: int
    source: Source


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle: facts only; what comes next is read off them.

    side       who attacks
    attackers  forces that are committed; `defenders` those of the other side
    ready      the defender has said what he commits
    cards      action cards in play, in the order in which they came
    told       values that texts added
    turn       who may play action cards now
    played     he played one since the turn to play came to him; `opened` says that the attacker ever did
    dark       the card that was played last, if nobody had told what its text does, and when
    passes     passes in a row
    over       both passed; `resolved` says that the Resolution texts were called up, `winner` is the side that won
    total      the sum as it was last said
    """

    side: str
    objective: Objective
    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...] = ()
    ready: bool = False
    cards: tuple[InPlay, ...] = ()
    told: tuple[Told, ...] = ()
    turn: str = ""
    played: bool = False
    opened: bool = False
    dark: tuple[Card, ...] = ()
    passes: int = 0
    over: bool = False
    resolved: bool = False
    winner: str = ""
    total: str = ""

    @property
    def forces(self) -> tuple[Force, ...]:
        """All committed forces."""
        return self.attackers + self.defenders

    def committed(self, side: str) -> tuple[Force, ...]:
        """The committed forces of a side."""
        return self.attackers if side == self.side else self.defenders


@dataclass(frozen=True, kw_only=True)
class Table(CardTable):
    """Everything that lies on the table of Lightning: Poland.

    uncounted  sides of whose deck nobody told the size; the number kept for it is the most it can be
    row        the face-up, uncommitted forces; `gone` those that are out of the game
    moved      forces that came or went since the set-up, while nobody had told whether they are marked S
    captured   objectives and who holds them
    spent      action cards that were played and cards that were discarded (titles, or `#12` by printed number, with
               the side), and how often that deck had been shuffled then
    supply     Supply points placed by the Reinforce of this turn; `unpriced`: forces placed whose cost was not known
    """

    titles: ClassVar[Mapping[str, str]] = SIDES
    box: Box
    uncounted: frozenset[str] = frozenset()
    row: tuple[Force, ...] = ()
    gone: tuple[Force, ...] = ()
    moved: frozenset[str] = frozenset()
    captured: Mapping[Objective, str] = field(default_factory=dict)
    spent: Mapping[str, int] = field(default_factory=dict)
    supply: int = 0
    unpriced: tuple[Force, ...] = ()
    owed: tuple[Owed, ...] = ()
    battle: Battle | None = None

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        """Names that can be used now."""
        box = self.box
        if kind in (Force, Reserve, AnyForce):  # where it should lie is judged: any card can be taken in hand
            return titles_of(box.forces)
        if kind is Objective:
            return titles_of(box.objectives)
        if kind is Card:
            return titles_of(box.cards)
        if kind is Source:
            return {**titles_of(box.forces), **titles_of(box.objectives), **titles_of(box.cards)}
        return PLAYERS if kind is Side else {}

    def absent(self, kind: type[Name]) -> Mapping[str, str]:
        """Names that exist, and why they should not be used now: forces that are not where they should be."""
        there = self.on_table
        if kind is Reserve:
            gone = dict.fromkeys(map(str, self.gone), "is out of the game [battle.11]")
            return {**dict.fromkeys(map(str, there), "lies on the table already [turns.reinforce]"), **gone}
        if kind in (Force, Source):
            return {n: "does not lie face up on the table [battle.1]" for n in self.box.forces if n not in there}
        return {}

    def owner(self, name: Name) -> str:
        """The side that a force or card belongs to, or that may capture an objective; "" if nobody knows."""
        box, side = self.box, ""
        if isinstance(name, Force | Reserve | AnyForce):
            side = box.forces[name].side
        elif isinstance(name, Objective):
            side = str(box.objectives[name].by)
        elif isinstance(name, Card):
            side = str(box.cards[name].side)
        return side if side in SIDES else ""

    def teach(self, kind: type[Name], word: str) -> str:
        """The line that would teach a card that is not on file.

        A force must lie on the table to be committed; a new one can only be a starting force that nobody told.
        """
        if kind in (Card, Source):
            return f'card "{title_of(word)}" {self.side}'
        if kind is Force:
            return f'force "{title_of(word)}" {self.side} start yes' if self.turn == 1 else ""
        if kind in (Reserve, AnyForce):
            return f'force "{title_of(word)}" {self.side}'
        return f'objective "{title_of(word)}" by {self.side}' if kind is Objective else ""

    @property
    def nothing_played(self) -> bool:
        """Whether all lies as it was laid out: a starting force that is told only now lay there all the time."""
        return self.step == "setup" or (self.turn == 1 and self.side == GERMAN and self.step == "operation")

    def may_lie_there(self, force: str) -> bool:
        """Whether a force may lie face up since the set-up, for nobody told whether it is marked S (setup.2)."""
        there = force in self.moved or force in self.gone or force in self.on_table
        return not there and self.box.forces[force].start is UNKNOWN

    @property
    def speaker(self) -> str:
        """The side that acts next, if nothing is owed: in a battle the one that commits or plays cards."""
        battle = self.battle
        if battle is None or battle.over:
            return self.side
        return battle.turn if battle.ready else self.enemy_of(battle.side)

    @property
    def on_table(self) -> tuple[Force, ...]:
        """All forces that lie on the table."""
        return self.row + (self.battle.forces if self.battle else ())

    @property
    def supply_used(self) -> int:
        """Supply points placed by the Reinforce of this turn, those that were told later too."""
        costs = (self.box.forces[force].cost for force in self.unpriced)
        return self.supply + sum(cost for cost in costs if cost is not UNKNOWN)

    @property
    def cost_untold(self) -> tuple[Force, ...]:
        """The forces placed in this turn of which nobody told the Supply points."""
        return tuple(force for force in self.unpriced if self.box.forces[force].cost is UNKNOWN)

    def side_of(self, force: Name) -> str:
        """The side of a force."""
        return self.box.forces[force].side

    def row_of(self, side: str) -> tuple[Force, ...]:
        """The uncommitted forces of a side."""
        return tuple(f for f in self.row if self.side_of(f) == side)

    def held_by(self, side: str) -> tuple[Objective, ...]:
        """The objectives that a side captured."""
        return tuple(o for o, holder in self.captured.items() if holder == side)

    def with_battle(self, **changes: Any) -> Table:
        """The table with its battle changed, if there is one."""
        return self if self.battle is None else self.but(battle=replace(self.battle, **changes))

    def without(self, force: Force) -> Table:
        """The table without a force in the row or in the battle."""
        table = self.but(row=tuple(f for f in self.row if f != force))
        if table.battle is None:
            return table
        battle = table.battle
        return table.with_battle(
            attackers=tuple(f for f in battle.attackers if f != force),
            defenders=tuple(f for f in battle.defenders if f != force),
        )

    def brought(self, force: Force, by: str) -> Table:
        """The table after a force that is not on it was taken in hand: out of the own cards, or out of the box."""
        table = self.seen(force)
        if force in self.gone:
            return table.but(gone=tuple(f for f in self.gone if f != force))
        side = self.side_of(force)
        return table.counted(side, self.cards[side].lay(), f"{by} {force}")

    def seen(self, *forces: str) -> Table:
        """The table on which it is known where some forces lie, marked S or not."""
        new = {force for force in forces if self.box.forces[force].start is UNKNOWN} - self.moved
        return self.but(moved=self.moved | new) if new else self

    def laid_out(self, force: Force) -> Table:
        """The table on which a force lies face up since the set-up: it came out of no hand."""
        side = self.side_of(force)
        holding = self.cards[side]
        return self.with_cards(side, replace(holding, away=holding.away + 1)).but(row=(*self.row, force))

    def owing(self, *owed: Owed) -> Table:
        """The table with more to be done, behind what is owed already."""
        return self.but(owed=(*self.owed, *owed))

    def paid(self, owed: Owed, count: int = 1) -> Table:
        """The table after some of a debt was paid."""
        return self.but(owed=owing.paid(self.owed, owed, count))


def discarded_force(table: Table, name: str) -> Table:
    """The table on which it is known that a force card lies in the discards."""
    card = table.box.forces.get(name)
    if card is None or name in table.on_table:
        return table
    return table.seen(name).but(spent={**table.spent, f"{card.side} {name}": table.cards[card.side].shuffles})


def is_discarded(table: Table, side: str, name: str) -> bool:
    """Whether a card surely lies in the discards: it went there, and they were not shuffled since."""
    return table.spent.get(f"{side} {name}") == table.cards[side].shuffles


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OfTurn(Action[Table]):
    """An act of the side whose turn it is."""

    def whose(self, table: Table) -> str:
        """What the other side owes it does by the rule of that; else turns alternate."""
        what = PAYS.get(self.verb, ())
        return next((owed.rule for owed in table.owed if owed.what in what), "setup.5")


PAYS = {"draw": ("draw",), "discard": ("drop", "cost")}
"""What is owed, by the verb of a turn that pays it too."""

OPERATIONS = ("battle", "reinforce", "prepare")
"""The verbs of a turn's operation. A second one is judged where it comes, so that it is told from the enemy's."""


def one_a_turn(table: Table, side: str, *steps: str) -> Iterator[Finding]:
    """A turn has one operation, which belongs into the step `operation`, or into one of these; one that was skipped,
    and is flagged for it, may be made up for.
    """
    if table.side == side and not _skipped(table) and table.step not in ("setup", "operation", *steps):
        message = "one operation a turn: Battle, Reinforce or Prepare; this turn has had its own"
        yield illegal("turns.1", message, "discard, then draw; another operation in the next turn")


def _skipped(table: Table) -> list[Debt]:
    """The operation of this turn, if it was skipped."""
    return [d for d in table.parked if d.rule == "turns.1" and (d.side, d.turn) == (table.side, table.turn)]


def made_up_for(table: Table, side: str) -> Table:
    """The table on which the operation of a side is done: back in its step, if it was skipped before."""
    skipped = _skipped(table) if table.side == side else []
    parked = tuple(debt for debt in table.parked if debt not in skipped)
    return table.but(step="operation", parked=parked) if skipped else table


def debts_first(table: Table, rule: str) -> Iterator[Finding]:
    """What a side must do comes before the next act."""
    for owed in table.owed:
        if owed.what in ("drop", "remove", "retire"):
            yield illegal(rule, f"first comes what {owed.side} must do: {owed.what} ({owed.reason})", "do that first")
            return


def named_twice(force: str, rule: str) -> Finding:
    """A card is one card."""
    return illegal(rule, f"{force} is named twice", "name each force once")


def refused_alone(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings as the players are told them: what is illegal is not warned of, or asked about, as well."""
    every = tuple(found)
    return tuple(f for f in every if f.kind is Kind.ILLEGAL) or every


def not_on_table(table: Table, force: Name) -> str:
    """Why a force cannot be used that does not lie on the table."""
    title = table.box.forces[force].title
    return f"{title} is out of the game" if force in table.gone else f"{title} does not lie face up on the table"


def joined(names: Iterable[str], nothing: str = "none") -> str:
    """Names in a list."""
    return ", ".join(names) or nothing
