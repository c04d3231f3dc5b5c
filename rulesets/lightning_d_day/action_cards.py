"""Action Cards: when they may be played and for which beach, bonuses and their price, and Chaos."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from referee.components.decks import too_few
from referee.components.learning import YesNo
from referee.components.unknown import UNKNOWN
from referee.components.wording import by_ruling
from referee.ruleset import Action, Finding, Kind, Word, action, doubt, illegal, needs, ruling
from rulesets.lightning_d_day import piles
from rulesets.lightning_d_day.battle import with_card
from rulesets.lightning_d_day.beaches import an_action_left, in_order
from rulesets.lightning_d_day.box import IN_A_BATTLE, ActionCard, Deck, Effect, Price, When
from rulesets.lightning_d_day.effects import laid, windows_closed
from rulesets.lightning_d_day.names import SIDES, Aim, Beach, Card, Force, Payment, Pile, beach_of_pile, side_of_pile
from rulesets.lightning_d_day.table import Played, Table
from rulesets.lightning_d_day.values import effective, missing, of_card
from rulesets.lightning_d_day.words import WHO

ROLES = {When.ATTACK: "attack", When.DEFENSE: "defend"}


def is_answer(card: ActionCard) -> bool:
    """Whether a card answers another one."""
    return card.when is When.ANSWER or card.effect is Effect.CANCEL


def waiting(table: Table) -> tuple[Played, ...]:
    """The cards that may still be cancelled, the last at the end."""
    return table.battle.cards if table.battle is not None else table.pending


def aim(table: Table, side: str, on: Card | None) -> int | None:
    """Which card a Chaos card of a side cancels: the one named, else the last of the enemy; None if there is none."""
    cards = waiting(table)
    stands = effective(table, cards)
    for at in reversed(range(len(cards))):
        if stands[at] and cards[at].side != side and on in (None, cards[at].card):
            return at
    return None


def _is_free(table: Table, facts: ActionCard) -> bool:
    """Whether a card is played whenever its owner wants, and so at no beach of his way; in an attack it is for that."""
    return table.battle is None and facts.when is When.ANY and facts.action is not YesNo.YES


def _rule_of_turn(facts: ActionCard) -> str:
    """The rule by which a card is played in the own turn only: a note of the book, else the text of the card."""
    if facts.action is YesNo.YES:
        return "notes.reinforcements"
    return "notes.stragglers" if facts.effect is Effect.FORCE else "cards.action"


def beach_of_play(table: Table, side: str) -> Beach:
    """The beach for which a side plays a card now: that of the attack, else the one that is resolved."""
    return table.battle.beach_of(side) if table.battle is not None else table.beach


@action("play", rule="cards.action", short="p", timed=True,
        examples=("play bunkers", "play chaos", "play mounting-casualties paying german-gold"))  # fmt: skip
class Play(Action[Table]):
    """Play an action card: for its numbers in an attack, to cancel a card, or for what it says.

    `paying PILE` pays the price of a bonus with an own face-down force, `paid` pays any other price. `on BEACH` goes on
    to that beach first; at the end of a turn it says for which beach a card is.
    """

    card: Card
    on: Aim | None = None
    paying: Annotated[Payment | None, Word("paying")] = None
    paid: bool = False

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        if field == "on":
            cards = (played.card for played in waiting(table)) if is_answer(table.box.cards[self.card]) else ()
            return dict.fromkeys(map(Aim, (*table.box.beaches, *cards)))
        return () if field == "paying" and table.box.cards[self.card].price is not Price.FORCE else None

    def judge(self, table: Table) -> Iterator[Finding]:
        facts = table.box.cards[self.card]
        if not facts.side:
            message = f"the deck of {facts.title} is not known"
            yield needs("setup.decks", message, f"card {self.card} of ?")
        elif facts.side not in (Deck.BOTH, self.side):
            deck = f"{facts.title} is a card of the {SIDES[facts.side]} deck"
            both = f"a card of {SIDES[self.side]}; or, if it is in both decks, card {self.card} of both"
            yield illegal("setup.decks", deck, both)
            return
        barred = tuple(self._not_now(table, facts))
        yield from barred
        if any(finding.kind is Kind.ILLEGAL for finding in barred):
            return
        if not is_answer(facts) and self._answered(table) is not None:
            yield illegal("notes.chaos", f"{facts.title} is played on no card", f"play {self.card}")
        yield from self._beach(table, facts)
        yield from self._price(table, facts)
        yield from self._copies(table)
        yield from self._unknown(table, facts)

    def _not_now(self, table: Table, facts: ActionCard) -> Iterator[Finding]:
        """Why no such card can be played now at all: then no more is asked about it."""
        if not table.hand(self.side):
            finding = too_few(table, self.side, "cards.action", f"{SIDES[self.side]} has no card in hand to play")
            yield finding
            if finding.kind is Kind.ILLEGAL:
                return
        yield from self._chaos(table, facts) if is_answer(facts) else self._time(table, facts)

    def _chaos(self, table: Table, facts: ActionCard) -> Iterator[Finding]:
        cards, last = waiting(table), aim(table, self.side, None)
        if last is None:
            yield illegal("notes.chaos", "no enemy card could be cancelled now", "at once after such a card")
            return
        if self.paying is not None:
            yield illegal("notes.chaos", f"{facts.title} is played on a card", f"play {self.card}")
            return
        yield from self._my_chance(table)
        at = aim(table, self.side, self._answered(table))
        if at is None:
            yield illegal("notes.chaos", f"no {self.on} of the enemy is there to be cancelled", cards[last].card)
        elif at != last and table.ruled("notes.chaos-target") == "last":
            message = f"{self.on} is not the last card {by_ruling(table, 'notes.chaos-target')}"
            yield illegal("notes.chaos", message, cards[last].card)
        elif at != last:
            yield ruling("notes.chaos-target", f"{self.on} was played before and is cancelled now")
        if at is not None and cards[at].cancels is not None:
            back = "counts again" if table.ruled("notes.chaos-restores") == "yes" else "stays cancelled"
            yield ruling("notes.chaos-restores", f"the card that {cards[at].card} cancelled {back}")

    def _my_chance(self, table: Table) -> Iterator[Finding]:
        """One card at a time: the other side may answer it before the next."""
        cards, battle = waiting(table), table.battle
        if not cards or cards[-1].side != self.side or (battle is not None and battle.asked == self.side):
            return
        message = f"one card at a time: it is for {SIDES[table.enemy_of(self.side)]} to answer, or to let it pass"
        yield illegal("turn.one-card", message, "wait for that")

    def _time(self, table: Table, facts: ActionCard) -> Iterator[Finding]:
        yield from self._my_chance(table)
        if table.battle is not None:
            yield from self._in_battle(table, facts)
            return
        if facts.when in IN_A_BATTLE:
            yield illegal("cards.action", f"{facts.title} is played in an attack, and there is none", "attack first")
            return
        own_turn = table.side == self.side and table.step == "beaches"
        if facts.when is When.TURN and not own_turn:
            yield illegal(_rule_of_turn(facts), f"{facts.title} is played in the own turn", "wait for that")
            return
        if facts.when is UNKNOWN:
            yield self._when(facts)
        if facts.action is UNKNOWN:
            message = f"whether {facts.title} is played as an action is not known"
            yield needs("notes.reinforcements", message, f"card {self.card} action ?")
        elif facts.action is YesNo.YES and not own_turn:
            yield illegal("notes.reinforcements", f"{facts.title} is an action of the own turn", "wait for that")
        elif facts.action is YesNo.YES and table.beach:
            yield from an_action_left(table, self.side, self._place(table))

    def _when(self, facts: ActionCard) -> Finding:
        message = f"the time at which {facts.title} may be played (`answer`: to another card) is not known"
        return needs("cards.action", message, f"card {self.card} when ?")

    def _in_battle(self, table: Table, facts: ActionCard) -> Iterator[Finding]:
        battle = table.battle
        assert battle is not None
        role = When.ATTACK if self.side == battle.side else When.DEFENSE
        if facts.when is not UNKNOWN and facts.when in ROLES and facts.when is not role:
            message = f"{facts.title} is played to {ROLES[facts.when]}"
            yield illegal("cards.action", message, f"a card to {ROLES[role]}")
        elif facts.when is When.TURN or facts.action is YesNo.YES:
            message = f"first the attack is resolved, then {facts.title} is played"
            yield illegal("turn.one-card", message, "wait for that")
        elif facts.when is UNKNOWN:
            yield self._when(facts)

    def _beach(self, table: Table, facts: ActionCard) -> Iterator[Finding]:
        """Only for a beach with an own active force: the one that is resolved, or in the own turn a later one; at the
        end of a turn, or by a ruling, any.
        """
        now, beach, anywhere = beach_of_play(table, self.side), self._place(table), self._anywhere(table)
        cited = f" {by_ruling(table, 'attack.cards-beach')}" if _is_free(table, facts) and not anywhere else ""
        if beach != now and not anywhere:
            if not self._goes_on(table):
                message = f"{table.place(now)} is resolved now, and cards are played for that beach{cited}"
                yield illegal("turn.order", message, f"play {self.card}")
                return
            yield from in_order(table, self.side, beach)
            if table.behind(beach):
                return
        held = [b for b in table.box.beaches if table.active_at(b, self.side)]
        if beach in held or (held and not beach):
            return
        rule = "notes.reinforcements" if facts.action is YesNo.YES else "attack.cards"
        where = table.place(beach) if beach else "any beach"
        none = f"{SIDES[self.side]} has no active force at {where}, so plays no card for it{cited if held else ''}"
        there = " or ".join(f"play {self.card} on {b}" for b in held) if anywhere else ""
        yield illegal(rule, none, there or "activate a force there first")

    def _anywhere(self, table: Table) -> bool:
        """Whether it may be for any beach: at the end of a turn, or by a ruling."""
        if not beach_of_play(table, self.side):
            return True
        return table.ruled("attack.cards-beach") == "any" and _is_free(table, table.box.cards[self.card])

    def _place(self, table: Table) -> Beach:
        """The beach for which the card is played."""
        named = Beach(self.on or "")
        return named if named in table.box.beaches else beach_of_play(table, self.side)

    def _answered(self, table: Table) -> Card | None:
        """The card that it is played on; None if none is named."""
        return None if self.on is None or Beach(self.on) in table.box.beaches else Card(self.on)

    def _goes_on(self, table: Table) -> bool:
        """Whether the side resolves its beaches now, so that it may go on to another one."""
        return table.battle is None and table.side == self.side and table.step == "beaches"

    def _price(self, table: Table, facts: ActionCard) -> Iterator[Finding]:
        pile = self._pile(table)
        if self.paying is not None and pile is None:
            message = f"{self.paying} is active; the price is an inactive force"
            yield illegal("notes.casualties", message, "an own face-down pile")
            return
        paid = self.paid
        if pile is None and not paid:
            payable = facts.price is Price.CARD and table.hand(self.side) > 1
            payable = payable or (facts.price is Price.FORCE and piles.any_face_down(table.pieces[self.side]))
            if facts.price is None or not payable:
                return
            if table.ruled("notes.unpaid-choice") == "must":
                cited = by_ruling(table, "notes.unpaid-choice")
                yield illegal("notes.unpaid", f"the price of {facts.title} can be paid {cited}", "paying PILE, or paid")
            elif table.battle is not None and facts.bonus != 0:
                more = "more" if facts.bonus is UNKNOWN else f"{facts.bonus} more"
                how = "an own face-down force, paying PILE" if facts.price is Price.FORCE else "another card, paid"
                yield doubt("notes.unpaid", f"{facts.title} adds {more} for its price", f"{how}; yes plays it without")
            return
        if pile is not None and (facts.price is not Price.FORCE or paid):
            yield illegal("notes.casualties", f"{facts.title} has no bonus that a face-down force pays for", "play it")
        elif paid and facts.price in (None, Price.FORCE):
            yield illegal("notes.unpaid", f"{facts.title} has no bonus with such a price", f"play {self.card}")
        elif paid and facts.price is Price.CARD and table.hand(self.side) < 2:
            yield illegal("notes.unpaid", "no other card is in hand to pay with", f"play {self.card}")
        elif pile is not None and side_of_pile(pile) != self.side:
            yield illegal("notes.casualties", f"{pile} is not a pile of {SIDES[self.side]}", "an own pile")
        elif pile is not None and not table.face_down(beach_of_pile(pile), self.side):
            message = f"no force lies face down in {pile}: the price cannot be paid, and there is no bonus"
            yield illegal("notes.casualties", message, f"another pile, or play {self.card}")

    def _pile(self, table: Table) -> Pile | None:
        """The pile that pays; None if none does, or a force is named by mistake."""
        pile = Pile(self.paying or "")
        return pile if pile in table.box.piles else None

    def _copies(self, table: Table) -> Iterator[Finding]:
        """A card in the discards, or on the table, is not in the hand; of a title there may be several cards."""
        if table.spent.get(self._copy) != table.cards[self.side].shuffles:
            return
        if table.ruled("cards.copies") == "no":
            message = f"{self.card} was played already {by_ruling(table, 'cards.copies')}"
            yield illegal("cards.action", message, "another card")
        else:
            yield ruling("cards.copies", f"a second card called {self.card}: copies of a title are meant to be")

    @property
    def _copy(self) -> str:
        return f"{self.side} {self.card}"

    def _unknown(self, table: Table, facts: ActionCard) -> Iterator[Finding]:
        """What must be known of a card that was played."""
        if facts.effect is UNKNOWN:
            message = f"the further effect of {facts.title} (`text`: you carry it out, `by {self.card}`) is not known"
            yield needs("cards.text", message, f"card {self.card} effect ?")
        if table.battle is not None and not is_answer(facts):
            attacking = self.side == table.battle.side
            if attacking and facts.bonus != 0 and facts.where == self._place(table):
                counts = "counts" if table.ruled("attack.values-beach") == "both" else "does not count"
                yield ruling("attack.values-beach", f"the bonus of {facts.title} for the beach {counts} in an attack")
            yield from missing(tuple(of_card(table, self._played(table), attacking)))
        elif facts.effect is Effect.FORCE and facts.value is UNKNOWN:
            message = f"the combat value of {facts.title} is not known"
            yield needs("notes.stragglers", message, f"card {self.card} value ?")

    def _played(self, table: Table) -> Played:
        facts = table.box.cards[self.card]
        paid = self.paid or self.paying is not None
        cancels = aim(table, self.side, self._answered(table)) if is_answer(facts) else None
        return Played(self.card, self.side, self._place(table), cancels, paid)

    def apply(self, table: Table) -> Table:
        facts = table.box.cards[self.card]
        if table.battle is None and not is_answer(facts):
            table = windows_closed(table)
        if self._goes_on(table) and not (table.behind(self._place(table)) or self._anywhere(table)):
            table = table.at(self._place(table))
        played = self._played(table)
        table = table.but(spent={**table.spent, self._copy: table.cards[self.side].shuffles})
        table = table.discarded(self.side, 1, f"play {self.card}")
        table = table.but(carried={source: n for source, n in table.carried.items() if source != self.card})
        if self.paid and facts.price is Price.CARD:
            table = table.discarded(self.side, 1, f"price of {self.card}")
        pile = self._pile(table)
        if pile is not None:
            table = table.without_top(pile)
        elif self.paying is not None:
            table = table.without(Force(self.paying))
        if facts.action is YesNo.YES and self.side == table.side and table.battle is None:
            table = table.but(used=table.used + 1)
        if table.battle is not None:
            return table.but(battle=with_card(table, table.battle, played))
        table, played = laid(table, played)
        return table.but(pending=(*table.pending, played))

    def story(self, before: Table, after: Table) -> str:
        facts, beach = before.box.cards[self.card], self._place(before)
        target = aim(before, self.side, self._answered(before)) if is_answer(facts) else None
        if target is not None:
            return f"{WHO[self.side]} cancelled {before.title(waiting(before)[target].card)} with {facts.title}"
        price = " and paid the price of its bonus" if self.paid or self.paying else ""
        where = f" at {before.place(beach)}" if beach else ""
        return f"{WHO[self.side]} played {facts.title}{where}{price}"
