"""Plain verbs for a text that the referee does not carry out itself: `remove 352-inf by naval-gunfire`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from referee.components.decks import Side
from referee.components.wording import many_cards
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
    Force,
    Pile,
    Reserve,
    Source,
    beach_of_pile,
    pile_of,
    side_of_pile,
)
from rulesets.lightning_d_day.table import Added, InPlay, Table, whose
from rulesets.lightning_d_day.values import standing

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


def _word(table: Table, source: Source) -> InPlay | None:
    return next((play for play in table.in_play if play.source == source), None)


def text_verbs(table: Table) -> tuple[str, ...]:
    """The verbs that the cards in play allow now."""
    reach = any(p.effect is Effect.ROLLOVER and p.left and p.side == table.side for p in table.in_play)
    text = any(p.effect is Effect.TEXT and p.side == table.side for p in table.in_play)
    return (*(("rollover",) if reach else ()), *(VERBS if text else ()))


VERBS = ("remove", "trim", "flip", "cover", "shift", "gain", "drop", "again")


@action("remove", rule="cards.text", timed=True, examples=("remove 352-inf by naval-gunfire",))
class Remove(Action[Table]):
    """An active force leaves the game on the word of a card in play."""

    force: Force
    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        return table.without(self.force)

    def story(self, before: Table, after: Table) -> str:
        return f"The {before.title(self.force)} was removed by {before.title(self.by)}"


@action("trim", rule="cards.text", timed=True, examples=("trim german-omaha by naval-gunfire",))
class Trim(Action[Table]):
    """The top card of a face-down pile leaves the game on the word of a card in play."""

    pile: Pile
    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        if not table.face_down(beach_of_pile(self.pile), side_of_pile(self.pile)):
            yield illegal("cards.text", f"no card lies face down in {self.pile}", "another pile")
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        return table.without_top(self.pile)

    def story(self, before: Table, after: Table) -> str:
        where = before.place(beach_of_pile(self.pile))
        return f"The top face-down card of {SIDES[side_of_pile(self.pile)]} at {where} went by {before.title(self.by)}"


@action("flip", rule="cards.text", timed=True, examples=("flip 29-inf at omaha by all-hands",))
class Flip(Action[Table]):
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
        side = table.card_of(self.force).side
        return table.with_pieces(side, piles.turned_up(table.pieces[side], self.force, self.at))

    def story(self, before: Table, after: Table) -> str:
        return f"The {before.title(self.force)} was turned up at {before.place(self.at)} by {before.title(self.by)}"


@action("cover", rule="cards.text", timed=True, examples=("cover 29-inf by pinned-down",))
class Cover(Action[Table]):
    """An active force is turned face down where it lies, on the word of a card in play."""

    force: Force
    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        side = table.side_of(self.force)
        return table.with_pieces(side, piles.turned_down(table.pieces[side], self.force))

    def story(self, before: Table, after: Table) -> str:
        return f"The {before.title(self.force)} was turned face down by {before.title(self.by)}"


@action("shift", rule="cards.text", timed=True, examples=("shift 352-inf gold by counterattack",))
class Shift(Action[Table]):
    """An active force goes to another beach on the word of a card in play."""

    force: Force
    to: Beach
    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        if self.to == table.beach_of(self.force):
            yield illegal("cards.text", f"{self.force} is at {table.place(self.to)} already", "another beach")
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        side = table.side_of(self.force)
        return table.with_pieces(side, table.pieces[side].move(self.force, self.to))

    def story(self, before: Table, after: Table) -> str:
        return f"The {before.title(self.force)} went to {before.place(self.to)} by {before.title(self.by)}"


@action("gain", rule="cards.text", timed=True, examples=("gain german 2 by reserves",))
class Gain(Action[Table]):
    """A side draws cards on the word of a card in play."""

    who: Side
    by: Annotated[Source, Word("by")]
    cards: Annotated[int, Span(1, MOST_CARDS, "cards")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        return table.drawn(self.who, self.cards, self.by)

    def story(self, before: Table, after: Table) -> str:
        return f"{whose(self.who)} drew {many_cards(self.cards)} by {before.title(self.by)}"


@action("drop", rule="cards.text", timed=True, examples=("drop allied 1 by jammed-radios",))
class Drop(Action[Table]):
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

    def apply(self, table: Table) -> Table:
        return table.discarded(self.who, self.cards, self.by)

    def story(self, before: Table, after: Table) -> str:
        return f"{whose(self.who)} discarded {many_cards(self.cards)} by {before.title(self.by)}"


@action("again", rule="cards.text", timed=True, examples=("again by second-wave",))
class Again(Action[Table]):
    """The side whose turn it is has one more action at the present beach, on the word of a card in play."""

    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        if not table.beach:
            yield illegal("cards.text", "no beach is resolved now", "wait for the next turn")
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        return table.but(again=table.again + 1) if table.beach else table

    def story(self, before: Table, after: Table) -> str:
        return f"{whose(before.side)} had one more action at {before.place(before.beach)} by {before.title(self.by)}"


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
        return table.but(battle=replace(answered(table, battle, self.side), added=added))

    def story(self, before: Table, after: Table) -> str:
        return f"{self.number:+d} counted for {whose(self.side)} by {before.title(self.by)}"


@action("rollover", rule="notes.rollover", timed=True, examples=("rollover 1-inf german-gold",))
class Rollover(Action[Table]):
    """A force attacks an adjacent beach on the word of a Rollover card in play; this is no action of its beach."""

    force: Force
    on: Force | None = None
    pile: Pile | None = None

    def judge(self, table: Table) -> Iterator[Finding]:
        if _reach(table) is None:
            yield illegal("notes.rollover", "no Rollover card of this side is in play", "play the card first")
            return
        yield from own_and_active(table, self.side, self.force)
        if table.side_of(self.force) != self.side:
            return
        beach = table.beach_of(self.force)
        yield from in_order(table, beach)
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
        whom = meant.words(before) if meant else "nobody"
        return f"{whose(self.side)} rolled over {whom} with the {before.title(self.force)}"


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
