"""Plain verbs for a text that the referee does not carry out itself: `remove 352-inf by naval-gunfire`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from referee.components.decks import Side
from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.components.wording import capital, counted, many_cards, numeral
from referee.ruleset import Action, Finding, Span, Word, action, illegal
from rulesets.lightning_d_day import piles
from rulesets.lightning_d_day.action_cards import waiting
from rulesets.lightning_d_day.attack import Target, named, once, own_and_active, right_target, struck
from rulesets.lightning_d_day.battle import answered
from rulesets.lightning_d_day.beaches import in_order
from rulesets.lightning_d_day.box import Effect
from rulesets.lightning_d_day.names import (
    SIDES,
    Beach,
    EnemyPile,
    Force,
    Pile,
    Reserve,
    Source,
    beach_of_pile,
    pile_of,
    side_of_pile,
)
from rulesets.lightning_d_day.table import Added, InPlay, Table
from rulesets.lightning_d_day.values import standing
from rulesets.lightning_d_day.words import THE, WHO, the_force, the_source

MOST_CARDS = 9
MOST_NUMBER = 9


def on_the_word(table: Table, source: Source) -> Iterator[Finding]:
    """An act `by CARD` is lawful only while that card is in play, and has a text to be carried out by hand."""
    word, cards = _word(table, source), waiting(table)
    if word is None and source in {str(p.card) for p in cards} - {str(p.card) for p in standing(table, cards)}:
        yield illegal("cards.text", f"{source} was cancelled", "what another card says")
    if word is not None and word.effect is Effect.ROLLOVER:
        message = f"{source} allows one attack on an adjacent beach and no more"
        yield illegal("cards.text", message, "rollover FORCE ENEMY")
    elif _left(table, source) == 0:
        yield illegal("cards.text", f"the text of {source} is carried out already", "what another card says")


def not_too_many(table: Table, source: Source, count: int) -> Iterator[Finding]:
    """So many cards are no more than the text of a card is still good for."""
    left = _left(table, source)
    if left and count > left:
        yield illegal("cards.text", f"the text of {source} is good for {left}, not for {count}", f"{left}")


def _left(table: Table, source: Source) -> int | None:
    """How often the text of a card can still be carried out; None where nobody told how often it can be."""
    card = table.box.cards.get(source)
    if card is None or card.amount is UNKNOWN:
        return None
    return max(0, card.amount - table.carried.get(source, 0))


def carried_out(table: Table, source: Source, count: int = 1) -> Table:
    """The table after the text of a card was carried out so many times."""
    if source not in table.box.cards:
        return table
    return table.but(carried={**table.carried, source: table.carried.get(source, 0) + count})


def _word(table: Table, source: Source) -> InPlay | None:
    return next((play for play in table.in_play if play.source == source), None)


def text_verbs(table: Table) -> tuple[str, ...]:
    """The verbs that the cards in play allow now."""
    reach = any(p.effect is Effect.ROLLOVER and p.left and p.side == table.side for p in table.in_play)
    text = any(p.effect is Effect.TEXT and p.side == table.side and _left(table, p.source) != 0 for p in table.in_play)
    return (*(("rollover",) if reach else ()), *(VERBS if text else ()))


VERBS = ("remove", "trim", "flip", "cover", "shift", "gain", "drop", "again")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ByCard(Action[Table]):
    """An act on the word of a card; the card need not be named where only one can be meant."""

    def implied(self, field: str, table: Table) -> Any:
        if field != "by":
            return None
        texts = {p.source for p in table.in_play if p.effect is Effect.TEXT and _left(table, p.source) != 0}
        return Source(min(texts)) if len(texts) == 1 else None


@action("remove", rule="cards.text", timed=True, examples=("remove 352-inf by naval-gunfire",))
class Remove(ByCard):
    """An active force leaves the game on the word of a card in play."""

    force: Force
    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        return carried_out(table, self.by).without(self.force)

    def story(self, before: Table, after: Table) -> str:
        return f"{capital(the_source(before, self.by))} took {the_force(before, self.force)} out of the game"


@action("trim", rule="cards.text", timed=True, examples=("trim german-omaha by naval-gunfire",))
class Trim(ByCard):
    """The top card of a face-down pile leaves the game on the word of a card in play."""

    pile: Pile
    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        if not table.face_down(beach_of_pile(self.pile), side_of_pile(self.pile)):
            yield illegal("cards.text", f"no card lies face down in {self.pile}", "another pile")
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        return carried_out(table, self.by).without_top(self.pile)

    def story(self, before: Table, after: Table) -> str:
        whom = Target(pile=self.pile).words(before)
        return f"{capital(the_source(before, self.by))} took {whom} out of the game"


@action("flip", rule="cards.text", timed=True, examples=("flip 29-inf at omaha by all-hands",))
class Flip(ByCard):
    """The top card of a pile is turned up on the word of a card in play; this is no action of a beach."""

    force: Reserve
    at: Annotated[Beach, Word("at")]
    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        card = table.card_of(self.force)
        if not table.face_down(self.at, card.side):
            none = f"no force of {SIDES[card.side]} lies face down at {table.place(self.at)}"
            yield illegal("cards.text", none, "another beach")
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        side, table = table.card_of(self.force).side, carried_out(table, self.by)
        return table.with_pieces(side, piles.turned_up(table.pieces[side], self.force, self.at))

    def story(self, before: Table, after: Table) -> str:
        force, by = the_force(before, Force(self.force)), capital(the_source(before, self.by))
        return f"{by} turned up {force} at {before.place(self.at)}"


@action("cover", rule="cards.text", timed=True, examples=("cover 29-inf by pinned-down",))
class Cover(ByCard):
    """An active force is turned face down where it lies, on the word of a card in play."""

    force: Force
    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        side, table = table.side_of(self.force), carried_out(table, self.by)
        return table.with_pieces(side, piles.turned_down(table.pieces[side], self.force))

    def story(self, before: Table, after: Table) -> str:
        return f"{capital(the_source(before, self.by))} turned {the_force(before, self.force)} face down"


@action("shift", rule="cards.text", timed=True, examples=("shift 352-inf gold by counterattack",))
class Shift(ByCard):
    """An active force goes to another beach on the word of a card in play."""

    force: Force
    to: Beach
    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        if self.to == table.beach_of(self.force):
            yield illegal("cards.text", f"{self.force} is at {table.place(self.to)} already", "another beach")
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        side, table = table.side_of(self.force), carried_out(table, self.by)
        return table.with_pieces(side, table.pieces[side].move(self.force, self.to))

    def story(self, before: Table, after: Table) -> str:
        here, by = before.beach_of(self.force), capital(the_source(before, self.by))
        way = f" from {before.place(here)}" if here else ""
        return f"{by} took {the_force(before, self.force)}{way} to {before.place(self.to)}"


@action("gain", rule="cards.text", timed=True, examples=("gain german 2 by reserves",))
class Gain(ByCard):
    """A side draws cards on the word of a card in play."""

    who: Side
    by: Annotated[Source, Word("by")]
    cards: Annotated[int, Span(1, MOST_CARDS, "cards")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by)
        yield from not_too_many(table, self.by, self.cards)

    def apply(self, table: Table) -> Table:
        return carried_out(table, self.by, self.cards).drawn(self.who, self.cards, self.by)

    def story(self, before: Table, after: Table) -> str:
        return f"{WHO[self.who]} gained {counted(self.cards, 'card')} by {the_source(before, self.by)}"


@action("drop", rule="cards.text", timed=True, examples=("drop allied 1 by jammed-radios",))
class Drop(ByCard):
    """A side discards cards from its hand on the word of a card in play."""

    who: Side
    by: Annotated[Source, Word("by")]
    cards: Annotated[int, Span(1, MOST_CARDS, "cards")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        if self.cards > table.hand(self.who):
            there = table.hand(self.who)
            message = f"{SIDES[self.who]} has {many_cards(there)} in hand"
            yield illegal("cards.text", message, f"{there or 'no discard'}")
        yield from on_the_word(table, self.by)
        yield from not_too_many(table, self.by, self.cards)

    def apply(self, table: Table) -> Table:
        return carried_out(table, self.by, self.cards).discarded(self.who, self.cards, self.by)

    def story(self, before: Table, after: Table) -> str:
        return f"{WHO[self.who]} lost {counted(self.cards, 'card')} from the hand by {the_source(before, self.by)}"


@action("again", rule="cards.text", timed=True, examples=("again by second-wave",))
class Again(ByCard):
    """The side whose turn it is has one more action at the present beach, on the word of a card in play."""

    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        if not table.beach:
            yield illegal("cards.text", "no beach is resolved now", "wait for the next turn")
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        table = carried_out(table, self.by)
        return table.but(again=table.again + 1) if table.beach else table

    def story(self, before: Table, after: Table) -> str:
        where = f" at {before.place(before.beach)}" if before.beach else ""
        return f"{capital(the_source(before, self.by))} gave {THE[before.side]} one more action{where}"


@action("count", rule="attack.values", during="battle", timed=True, examples=("count 2 by 21-panzer",))
class Count(Action[Table]):
    """A number counts for the side that says it in the present attack, on the word of a card in play."""

    number: Annotated[int, Span(-MOST_NUMBER, MOST_NUMBER)]
    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        battle = table.battle
        assert battle is not None
        added = (*battle.added, Added(self.side, self.number, self.by))
        return carried_out(table, self.by).but(battle=replace(answered(table, battle, self.side), added=added))

    def story(self, before: Table, after: Table) -> str:
        than = "more" if self.number >= 0 else "less"
        return f"{capital(the_source(before, self.by))} counted {numeral(abs(self.number))} {than} for {THE[self.side]}"


@action("rollover", rule="notes.rollover", timed=True, examples=("rollover 1-inf german-gold",))
class Rollover(Action[Table]):
    """A force attacks an adjacent beach on the word of a Rollover card in play; this is no action of its beach."""

    force: Force
    on: Force | None = None
    pile: EnemyPile | None = None

    def judge(self, table: Table) -> Iterator[Finding]:
        if _reach(table) is None:
            yield illegal("notes.rollover", "no Rollover card of this side is in play", "play the card first")
            return
        yield from own_and_active(table, self.side, self.force)
        if table.side_of(self.force) != self.side:
            return
        beach = table.beach_of(self.force)
        yield from in_order(table, self.side, beach)
        yield from once(table, self.force, beach)
        on, pile = self.on, self.pile
        if on is not None and pile is not None:
            yield illegal("attack.target", "one attack is on one enemy", f"rollover {self.force} {on}")
            return
        possible = within_reach(table, beach, self.side)
        meant = named(table, on, pile, possible)
        for finding in right_target(table, self.side, beach, meant, possible):
            yield illegal("notes.rollover", f"{finding.message}; a Rollover reaches adjacent beaches", finding.instead)

    def apply(self, table: Table) -> Table:
        word = _reach(table)
        if word is not None:
            left = (replace(word, left=0),)
            table = table.but(in_play=(*(p for p in table.in_play if p is not word), *left))
        beach = table.beach_of(self.force)
        table = table.but(attacked=(*table.attacked, self.force))
        meant = named(table, self.on, self.pile, within_reach(table, beach, table.side_of(self.force)))
        return struck(table, self.force, meant, rollover=True)

    def story(self, before: Table, after: Table) -> str:
        meant = named(before, self.on, self.pile, within_reach(before, before.beach_of(self.force), self.side))
        how = meant.story(before, self.force) if meant else f"nobody with {the_force(before, self.force)}"
        return f"{WHO[self.side]} rolled over {how}"


def _reach(table: Table) -> InPlay | None:
    return next((p for p in table.in_play if p.effect is Effect.ROLLOVER and p.left and p.side == table.side), None)


def within_reach(table: Table, beach: Beach, side: str) -> tuple[Target, ...]:
    """What a Rollover reaches: on each adjacent beach the active enemies, else the top card of the pile."""
    enemy, found = table.enemy_of(side), []
    for near in map(Beach, table.box.map.neighbours(beach)):
        foes = table.active_at(near, enemy)
        found += [Target(force=force) for force in foes]
        if not foes and table.face_down(near, enemy):
            found.append(Target(pile=pile_of(enemy, near)))
    return tuple(found)
