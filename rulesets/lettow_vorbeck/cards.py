"""Campaign Cards: drawn, in effect, put away (7.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.components.unknown import UNKNOWN
from referee.ruleset import (
    Action,
    Ask,
    Consequence,
    Finding,
    Impossible,
    action,
    illegal,
    needs,
)
from rulesets.lettow_vorbeck.box import CampaignCard
from rulesets.lettow_vorbeck.names import (
    AT_END,
    SIDES,
    TURNS,
    Brings,
    Card,
    Event,
    Phase,
    enemy_of,
    turn_title,
)
from rulesets.lettow_vorbeck.table import Table, phase_rule
from rulesets.lettow_vorbeck.words import THE, WHO

ORDER = {"card": 0, "recruit": 1, "march": 2, "battle": 3}
"""The phases of a player-turn (6.2)."""

STARTS = {Phase.IMMEDIATELY: 0, Phase.RECRUITING: 1, Phase.MARCH: 2, Phase.BATTLE: 3}
"""The phase in which an event of a card happens."""


def ask_card(table: Table) -> Ask:
    """The player picks the top card of his deck (6.2.1.1, 6.2.2.1)."""
    other, rule = enemy_of(table.side), phase_rule(table, table.side, 1)
    late = went_by(table, other, "march")
    question = "Which Campaign Card is drawn? Its title, or draw: not named"
    return Ask(
        rule, table.side, ("draw",), question, step=True, enter="draw",
        duty="the Campaign Card", early=("pass",) if late else (), also=other if late else "",
    )  # fmt: skip


@action("draw", rule="7.A", short="d", timed=True, examples=("draw sms-konigsberg", "draw"))
class Draw(Action[Table]):
    """The top card of the own deck is turned up: name it, or leave it unnamed and name it later. It rules this turn."""

    card: Card | None = None

    def judge(self, table: Table) -> Iterator[Finding]:
        """Raises Impossible where nothing is said of the card that is in effect without a name."""
        deck = table.decks[self.side]
        if played_out(table):
            yield illegal("6.2.3", f"{turn_title(table.turn)} was the last turn: the game ends with it", "pass")
            return
        if not deck.in_effect and went_by(table, self.side, "card"):
            yield illegal("7.C", f"{THE[self.side]} drew their card, and there is only one in a player-turn", "go on")
            return
        if table.step == "setup":
            yield illegal("7.A", "the first card is drawn when both sides have set up", "deploy, then ready")
            return
        if self.side != table.side:
            yield illegal("7.A", f"it is not the player-turn of the {SIDES[self.side]} side", "wait for it")
            return
        if self.card is None and unnamed(table):
            names = tuple(name for name, card in table.box.cards.items() if card.side == self.side)
            raise Impossible("Which card is in effect? draw NAME", AT_END, names, rule="7.A")
        if deck.in_effect and not self._names(table):
            now = f"{deck.current} is in effect" if deck.current else "a card is in effect"
            yield illegal("7.C", f"{now}, and there is only one in a player-turn", "go on with that card")
            return
        if table.step != "card" and not deck.in_effect:
            rule = phase_rule(table, self.side, 1)
            yield illegal(rule, "the card is picked before everything else", "go on without one")
            return
        if self.card is None:
            yield needs("7.A", "which card was drawn is not known; what it says is not judged")
            return
        card = table.box.cards[self.card]
        if card.side != self.side:
            yield illegal("7.A", f"{card.title} is a card of the {SIDES[card.side]} deck", "a card of the own deck")
            return
        yield from self._is_in_the_deck(table, self.card, card)
        yield from _missing(self.card, card)

    def _is_in_the_deck(self, table: Table, name: Card, card: CampaignCard) -> Iterator[Finding]:
        deck = table.decks[self.side]
        out, used = deck.removed.count(name), deck.discarded.count(name)
        if not out and not used:
            return
        if card.copies is UNKNOWN:
            yield needs("7.B", f"how many cards are called {card.title} is not known", f"card {name} copies ?")
        elif out >= card.copies:
            yield illegal("7.1.4", f"{card.title} was removed from play", "the card that was drawn")
        elif out + used >= card.copies and deck.holding.deck:
            yield illegal("7.B", f"{card.title} lies in the discards until they are reshuffled", "a card of the deck")

    def _names(self, table: Table) -> bool:
        """Whether the card is named that was turned up without a name."""
        return self.card is not None and self.side == table.side and bool(unnamed(table))

    def apply(self, table: Table) -> Table:
        if self._names(table):
            return in_force(table.with_deck(self.side, current=str(self.card)))
        deck = table.decks[self.side]
        if deck.in_effect:  # the second card rules, the first is discarded
            table = put_away(table, self.side)
            deck = table.decks[self.side]
        holding = deck.holding.draw(1)
        shuffled = holding.shuffles > deck.holding.shuffles
        discarded = () if shuffled else deck.discarded
        table = table.with_deck(self.side, holding=holding, current=str(self.card or ""), discarded=discarded)
        if played_out(table):
            return table.but(step="over")
        return in_force(table) if table.side == self.side else table

    def story(self, before: Table, after: Table) -> str:
        """The card, and what it does."""
        card = before.box.cards.get(str(self.card or ""))
        if card and self._names(before):
            return f"The card of {THE[self.side]} was {card.title}"
        return f"{WHO[self.side]} drew {card.title if card else 'a card'}"


def unnamed(table: Table) -> tuple[str, ...]:
    """What names the card in effect, where it was turned up without a name; () where it has one."""
    deck = table.decks[table.side]
    return ("draw",) if deck.in_effect and not deck.current else ()


def played_out(table: Table) -> bool:
    """Whether the last player-turn of the game is over (6.2.3)."""
    return table.turn >= TURNS and table.step == "turn"


def in_force(table: Table) -> Table:
    """The table on which the card of the side whose turn it is rules from now on."""
    step = "recruit" if table.step == "card" else table.step
    drawn = table.drawn if table.step == "recruit" else {}
    table = table.but(happened=False, drawn=drawn, step=step, spent=())
    return table.but(due=_outstanding(table) if step == "recruit" else {})


def drawn_already(table: Table) -> Consequence[Table] | None:
    """A card that was turned up too early rules the player-turn all the same: there is only one (7.C)."""
    if table.step != "card" or not table.decks[table.side].in_effect:
        return None
    return Consequence("7.C", f"the card of {THE[table.side]} is turned up already", in_force(table))


def _missing(name: str, card: CampaignCard) -> Iterator[Finding]:
    """What is printed on a card and not on file."""
    if card.recruit is UNKNOWN and card.brings is Brings.POOL:
        yield needs("7.1.1", f"how many units {card.title} recruits is not known", f"card {name} recruit ?")
    if card.move is UNKNOWN:
        yield needs("7.1.2", f"what {card.title} moves is not known", f"card {name} move ?")
    if card.event is UNKNOWN:
        yield needs("7.1.3", f"the event of {card.title} is not known", f"card {name} event ?")
    if card.remove is UNKNOWN:
        yield needs("7.1.4", f"whether {card.title} is removed from play is not known", f"card {name} remove ?")


def recruits(card: CampaignCard | None, table: Table) -> dict[str, int]:
    """The reinforcements that a card brings, by the box that they come from (27.1.C).

    All of a box come; 0 stands for as many as lie there, where none of its units is on file.
    """
    if card is None:
        return {}
    if card.brings is not Brings.POOL and card.recruit is UNKNOWN:
        there = table.count_in(card.brings, card.side)
        come = any(table.card_of(u).start == card.brings for u in table.pieces[card.side].roster)
        return {} if come and not there else {card.brings: there}
    return {card.brings: card.recruit} if card.recruit is not UNKNOWN and card.recruit else {}


def _outstanding(table: Table) -> dict[str, int]:
    """What the card in effect still brings; of those that all come, who came does not lie in the box any more."""
    card = table.current(table.side)
    due = recruits(card, table)
    return due if card is None or card.recruit is UNKNOWN else still_due(due, table.drawn)


def still_due(due: Mapping[str, int], drawn: Mapping[str, int]) -> dict[str, int]:
    """What is left of reinforcements that are due when so many came already, by the boxes that they came from.

    A box of which nobody says how many come (0) stays; one that brings nobody counts for the first that does.
    """
    left = dict(due)
    for box, many in drawn.items():
        where = box if box in left else next(iter(left), "")
        if left.get(where):
            left[where] = max(0, left[where] - many)
            if not left[where]:
                del left[where]
    return left


def brings_unknown(table: Table) -> bool:
    """Whether nobody told how many units the card in effect draws from the pool."""
    card = table.current(table.side)
    return card is None or (card.brings is Brings.POOL and card.recruit is UNKNOWN)


def learned_in_play(before: Table, after: Table) -> Table:
    """The table after something was learned of the card in effect: what it brings is due now, and did not come yet."""
    if after.step != "recruit" or not before.decks[before.side].in_effect:
        return after
    if not brings_unknown(before) or brings_unknown(after):
        return after
    return after.but(due=_outstanding(after))


def put_away(table: Table, side: str) -> Table:
    """The card in effect goes to the discards, or out of play (7.B, 7.1.4)."""
    deck, card = table.decks[side], table.current(side)
    if not deck.in_effect:
        return table
    named = (deck.current,) if deck.current else ()
    if card is not None and card.remove is True:
        return table.with_deck(side, holding=deck.holding.lay(), current="", removed=deck.removed + named)
    return table.with_deck(side, holding=deck.holding.discard(1), current="", discarded=deck.discarded + named)


def _unasked(card: CampaignCard, table: Table) -> dict[str, bool]:
    """Which phases under a card end without a word: their last draw or battle ends them, or nothing is to be done."""
    drawn = card.brings is not Brings.POOL or card.recruit is not UNKNOWN
    still = card.move is not UNKNOWN and not card.move
    return {"card": True, "recruit": drawn and not table.options.forts, "march": still, "battle": True}


def went_by(table: Table, side: str, phase: str) -> bool:
    """Whether a phase of a side ended without a word, and nothing was done since: what belongs to it may be told."""
    card = table.played(side)
    if card is None:
        return False
    over = not table.decks[side].in_effect
    if not over and (table.marched or table.marched_unnamed or table.battle is not None):
        return False
    now = len(ORDER) if over else ORDER.get(table.step, len(ORDER))
    if now <= ORDER[phase]:
        return False
    unasked = _unasked(card, table)
    return all(unasked[p] for p in ORDER if ORDER[phase] <= ORDER[p] < now)


def told_later(table: Table, side: str) -> tuple[str, ...]:
    """The card of a player-turn that ends, if a phase of it that went by unasked may still be told of."""
    card = table.current(side)
    if card is None:
        return ()
    battle_event = card.event is Event.TEXT and card.phase is Phase.BATTLE
    return (table.decks[side].current,) if battle_event or _unasked(card, table)["march"] else ()


def recruits_skipped(table: Table, side: str) -> bool:
    """Whether a side went past its reinforcements in this turn."""
    return any(debt.rule == "27.1.C" and (debt.side, debt.turn) == (side, table.turn) for debt in table.parked)
