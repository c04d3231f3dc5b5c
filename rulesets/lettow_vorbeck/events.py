"""Events of Campaign Cards: when they happen, and those that are carried out by hand (7.1.3, 8.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Consequence, Few, Finding, Word, action, illegal, needs
from rulesets.lettow_vorbeck.box import CampaignCard
from rulesets.lettow_vorbeck.cards import ORDER, STARTS, recruits_skipped, went_by
from rulesets.lettow_vorbeck.names import POOL, AnyUnit, Card, Event, Phase, Place, enemy_of
from rulesets.lettow_vorbeck.table import Table, listed
from rulesets.lettow_vorbeck.words import the_place, the_units

WHEN = {
    Phase.IMMEDIATELY: "at once",
    Phase.RECRUITING: "in the Recruiting Phase",
    Phase.MARCH: "in the March Phase",
    Phase.BATTLE: "in the Battle Phase",
}


def event(table: Table) -> Consequence[Table] | None:
    """The event of the card happens when its phase has come (7.1.3, 8.1)."""
    if table.happened or table.step not in ORDER:
        return None
    card = table.current(table.side)
    if card is None or card.event is UNKNOWN:
        return None
    when = Phase.IMMEDIATELY if card.phase is UNKNOWN else card.phase
    if ORDER[table.step] < STARTS[when]:
        return None
    match card.event:
        case Event.INTERVENTION if not table.war:
            return Consequence("28.1.B", "Belgium and Portugal enter the war", table.but(happened=True, war=True))
        case Event.RESHUFFLE:
            deck = table.decks[table.side]
            after = table.but(happened=True).with_deck(table.side, holding=deck.holding.shuffle(), discarded=())
            return Consequence("7.2", f"{card.title}: the discards are shuffled into the deck", after)
        case Event.TEXT:
            rule = "8.1" if when is Phase.IMMEDIATELY else "7.1.3"
            message = f"{card.title}: its event happens now; put UNIT PLACE by {_name(table)}"
            return Consequence(rule, message, table.but(happened=True))
        case Event.BONUS:
            message = f"{card.title}: +1 for Tactical Superiority when attacking this turn"
            return Consequence("8.2", message, table.but(happened=True))
        case _:
            return None


def _just_over(table: Table, name: str) -> bool:
    """Whether a card was that of the player-turn that is just over, and the next card is not drawn."""
    side = table.box.cards[name].side
    deck = table.decks[side]
    over = table.step == "turn" if side == table.side else table.step == "card"
    return over and not deck.in_effect and name in (*deck.discarded[-1:], *deck.removed[-1:])


def event_due(table: Table) -> str:
    """The side of which a March or Battle event belongs here; telling it ends what comes before (7.1.3)."""
    late = table.step == "card"  # the other side, until the next card is drawn
    sides: tuple[str, ...] = (table.side, enemy_of(table.side)) if late else (table.side,)
    for side in sides:
        card = table.played(side)
        if card is None or card.event is not Event.TEXT or card.phase not in (Phase.MARCH, Phase.BATTLE):
            continue
        if recruits_skipped(table, side):  # the event came too early, which says more than what it went past
            continue
        if _in_its_phase(table, card, card.phase):
            return side
    return ""


def _in_its_phase(table: Table, card: CampaignCard, phase: Phase) -> bool:
    """Whether an event may be told now: in its phase, or behind it where that went by unasked (7.1.3, 7.B)."""
    due = max(STARTS[phase], ORDER["recruit"])
    if table.current(card.side) is card and ORDER.get(table.step) == due:
        return True
    return went_by(table, card.side, next(p for p, at in ORDER.items() if at == due))


def event_to_tell(table: Table, teller: str) -> str:
    """How the event of a card is told that is carried out by hand, and may be told now; "" if there is none. `teller`
    is the side of which one belongs here (`event_due`).
    """
    side = teller or table.side
    card = table.played(side)
    if card is None or card.event is not Event.TEXT:
        return ""
    now = table.step in ("recruit", "march") if card.phase is UNKNOWN else _in_its_phase(table, card, card.phase)
    name = next((n for n in (table.decks[side].current, *table.spent) if table.box.cards.get(n) is card), "")
    return f"{card.title}: put UNIT PLACE by {name}" if teller or now else ""


def _name(table: Table) -> str:
    return table.decks[table.side].current


def battle_bonus(table: Table, side: str) -> bool | None:
    """The card in effect adds 1 for Tactical Superiority when its side attacks (8.2, 13.1.1.C); None: not known."""
    if side != table.side or not table.decks[side].in_effect:
        return False
    card = table.current(side)
    return None if card is None or card.event is UNKNOWN else card.event is Event.BONUS


@action(
    "put", rule="8.4", actor="by", timed=True,
    examples=("put 1-kar voi by allied-push", "put desg pool by sabotage"),
)  # fmt: skip
class Put(Action[Table]):
    """What the text of a card does to units: they go to a space or a box (`pool`: they are eliminated)."""

    units: Annotated[tuple[AnyUnit, ...], Few(1)]
    to: Place
    by: Annotated[Card, Word("by")]

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """The cards in effect, and those of which something may still be told."""
        if field != "by":
            return None
        in_effect = [d.current for d in table.decks.values() if d.in_effect and d.current]
        just_over = [name for name in table.box.cards if _just_over(table, name)]
        return [Card(name) for name in dict.fromkeys((*in_effect, *table.spent, *just_over))]

    def judge(self, table: Table) -> Iterator[Finding]:
        now = [d.current for d in table.decks.values() if d.in_effect and d.current]
        card = table.box.cards[self.by]
        if self.by not in (*now, *table.spent) and not _just_over(table, self.by):
            yield illegal("7.C", f"{card.title} is not in effect", f"by {listed(now)}" if now else "no card is")
        elif card.event is UNKNOWN:
            yield needs("7.1.3", f"the event of {card.title} is not known", f"card {self.by} event ?")
        elif card.event is not Event.TEXT:
            yield illegal("8.0", f"the event of {card.title} is {card.event}, and puts no units anywhere", "march")
        elif card.phase is not UNKNOWN and not _in_its_phase(table, card, card.phase):
            message = f"the event of {card.title} happens {WHEN[card.phase]}, not now"
            yield illegal("7.1.3", message, "the units stay where they are")

    def apply(self, table: Table) -> Table:
        return table.eliminated(self.units) if self.to == POOL else table.put(self.units, self.to)

    def story(self, before: Table, after: Table) -> str:
        """What the card did."""
        card = before.box.cards[self.by].title
        return f"By {card}, {the_units(before, self.units)} went to {the_place(after, self.to)}"
