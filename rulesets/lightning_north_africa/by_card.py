"""Plain verbs for a text that the referee does not carry out itself: `loss 9-australian 1 by dive-bomber`, `done`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from referee.components.decks import Side
from referee.components.facts import replace
from referee.components.wording import capital, counted, listed, numeral
from referee.ruleset import Action, Finding, Span, Word, action, illegal, ruling
from rulesets.lightning_north_africa.box import Effect
from rulesets.lightning_north_africa.interpose import all_windows_closed, in_effect
from rulesets.lightning_north_africa.losses import paid
from rulesets.lightning_north_africa.names import HAND_LIMIT, SIDES, Force, Region, Source, enemy_of
from rulesets.lightning_north_africa.table import NOWHERE, Doing, InPlay, Owed, Pending, Table, by_ruling, many_cards
from rulesets.lightning_north_africa.words import WHO, met, source, strength, the_force, the_place


def on_the_word(
    table: Table, source: Source, effect: Effect | None = None, count: Callable[[], int] = lambda: 1, who: str = ""
) -> Iterator[Finding]:
    """An act `by SOURCE` is lawful only while that card is in play, as often as it says, and as what it says.

    How often it is done is only asked of a card in play: else `legal` would try each number with each card.
    """
    table = in_effect(table, source)
    owed = owed_by(table, source, effect, who)
    if owed:
        if count() > owed.count:
            yield _too_many(source, owed.count, count())
        return
    other = owed_by(table, source, effect)
    word = _word(table, source)
    if other and who:
        message = f"{source} is for {SIDES[other.side]}, not for {SIDES[who]}"
        yield illegal("action-cards.1", message, f"{effect} of {SIDES[other.side]}")
    elif word is None:
        playing = ", ".join(w.source for w in table.in_play) or "no card"
        yield illegal("action-cards.1", f"{source} is not in play", f"in play: {playing}")
    elif word.effect is not Effect.TEXT and word.effect is not effect:
        yield illegal("action-cards.1", f"{source} does not do that", f"its effect is {word.effect}")
    elif word.bonus and (effect not in SECONDARY or who not in ("", _for_whom(word, effect))):
        yield _no_secondary(word, effect)
    elif word.left == 0:
        yield illegal("action-cards.1", f"{source} is used up", "what another card or an operation allows")
    elif word.left is not None and count() > word.left:
        yield _too_many(source, word.left, count())


def _for_whom(word: InPlay, effect: Effect | None) -> str:
    """Whose forces or cards a secondary effect is about: a Draw is for its own side, the rest strikes the other."""
    return word.side if effect is Effect.DRAW else enemy_of(word.side)


def _no_secondary(word: InPlay, effect: Effect | None) -> Finding:
    """What is done by a secondary effect that nobody told is one of three things (Action Cards 4)."""
    if effect not in SECONDARY:
        message = f"the secondary effect of {word.source} is one loss, one discard or one draw"
        return illegal("action-cards.4", message, f"{listed(SECONDARY.values(), 'or')}; or done")
    whom = _for_whom(word, effect)
    instead = f"{SECONDARY[effect]} {whom} 1 by {word.source}"
    return illegal(f"action-cards.{effect}", f"the {str(effect).title()} effect is for {SIDES[whom]}", instead)


def _too_many(source: Source, left: int, count: int) -> Finding:
    return illegal("action-cards.1", f"{source} is good for {left} now, not for {count}", f"{left}")


def owed_by(table: Table, source: Source, effect: Effect | None, who: str = "") -> Owed | None:
    """What is still due by a card (of one side, or of any), of which an act `by SOURCE` is counted off."""
    due = (o for o in table.owed if o.source == source and o.what == effect)
    return next((o for o in due if who in ("", o.side)), None)


def _word(table: Table, source: Source) -> InPlay | None:
    return next((w for w in table.in_play if w.source == source and w.left != 0), None) or next(
        (w for w in table.in_play if w.source == source), None
    )


def used(table: Table, source: Source, count: int = 1) -> Table:
    """The table after a text was used so often."""
    word = _word(table, source)
    words = tuple(
        replace(w, left=max(0, w.left - count)) if w is word and w.left is not None else w for w in table.in_play
    )
    return table.but(in_play=words)


def counted_off(table: Table, source: Source, effect: Effect, count: int = 1, who: str = "") -> Table:
    """The table after an act on the word of a card: counted off what is owed by it, or off its text."""
    table = in_effect(table, source)
    owed = owed_by(table, source, effect, who)
    return paid(table, owed, count) if owed else used(table, source, count)


def text_verbs(table: Table) -> tuple[str, ...]:
    """The verbs by which the texts in play may be carried out now."""
    verbs = {Effect.MOVE: ("shift",), Effect.HEAL: ("heal",), Effect.TEXT: tuple(VERBS)}
    found = (verb for w in table.in_play if w.left != 0 and w.side == table.side for verb in (*verbs[w.effect], "done"))
    return tuple(dict.fromkeys(found))


def text_words(table: Table) -> str:
    """What the texts in play still allow, for the question: they wait until the end of the turn, and are forgotten."""
    return "; ".join(dict.fromkeys(_allowed(table, w) for w in table.in_play if w.left != 0))


def _allowed(table: Table, word: InPlay) -> str:
    left = "" if word.left is None else f", {word.left} left"
    if word.effect is Effect.HEAL:
        hurt = [f for f in table.forces_of(word.side) if table.forces[f].losses]
        return f"{word.source}: heal {listed(hurt, 'or') or 'FORCE'}{left}"
    if word.effect is Effect.MOVE:
        return f"{word.source}: shift FORCE REGION{left}"
    verbs = SECONDARY.values() if word.bonus else VERBS
    return f"{word.source}, by hand: {listed(verbs, 'or')}; then `done`"


SECONDARY = {Effect.LOSS: "loss", Effect.DISCARD: "drop", Effect.DRAW: "gain"}
"""What the secondary effect of a battle card may be, once (Action Cards 4), and the verbs that carry it out."""

VERBS = ("loss", "heal", "shift", "remove", "gain", "drop")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ByCard(Action[Table]):
    """An act on the word of a card; the card need not be named where only one can be meant."""

    effect: ClassVar[Effect] = Effect.TEXT

    def implied(self, field: str, table: Table) -> Any:
        if field != "card":
            return None
        table = all_windows_closed(table)
        owed = [o.source for o in table.owed if o.what == self.effect and o.source]
        words = [w.source for w in table.in_play if w.left != 0 and w.effect in (self.effect, Effect.TEXT)]
        sources = {*owed} or {*words}
        return Source(min(sources)) if len(sources) == 1 else None


@action("loss", rule="action-cards.1", actor="card", timed=True, examples=("loss 9-australian 1 by dive-bomber",))
class Loss(ByCard):
    """A force suffers losses on the word of a card in play."""

    effect = Effect.LOSS
    force: Force
    card: Annotated[Source, Word("by")]
    losses: Annotated[int, Span(1, 3, "losses")] = 1

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        if field != "force":
            return None
        return (*table.forces_of(enemy_of(self.side)), *table.forces_of(self.side))  # few cards strike their owner

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.card, Effect.LOSS, lambda: self.losses)
        owed = owed_by(in_effect(table, self.card), self.card, Effect.LOSS)
        if owed and self.force not in owed.among:
            names = " or ".join(table.alive(owed.among))
            yield illegal(owed.rule, f"{self.card} strikes another force than {self.force}", names)
        word = None if owed else _word(table, self.card)
        if word and word.bonus and word.left:
            yield from self._secondary(table, word)

    def _secondary(self, table: Table, word: InPlay) -> Iterator[Finding]:
        """The Loss effect of a battle card strikes a force of the other side in the region of the battle."""
        there = table.forces_in(word.bonus, enemy_of(word.side))
        if self.force not in there:
            message = f"the Loss effect is for the enemy in {table.place(word.bonus)}, not for {self.force}"
            yield illegal("action-cards.loss", message, listed(there, "or") or f"done {word.source}")

    def apply(self, table: Table) -> Table:
        return counted_off(table, self.card, Effect.LOSS, self.losses).with_loss(self.force, self.losses)

    def story(self, before: Table, after: Table) -> str:
        losses = counted(self.losses, "loss", "losses")
        by = capital(source(before, self.card))
        return f"{by} inflicted {losses} on {the_force(before, self.force)}{strength(after, self.force)}"


@action("heal", rule="action-cards.1", actor="card", timed=True, examples=("heal 9-australian 1 by reserves",))
class Heal(ByCard):
    """Loss tokens are taken off a force on the word of a card in play."""

    effect = Effect.HEAL
    force: Force
    card: Annotated[Source, Word("by")]
    losses: Annotated[int, Span(1, 2, "losses")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.card, Effect.HEAL, lambda: self.losses)
        there = table.forces[self.force].losses
        if self.losses > there:
            most = str(there or "another force")
            yield illegal("force-cards.4", f"{self.force} has only {there} loss tokens", most)

    def apply(self, table: Table) -> Table:
        table = counted_off(table, self.card, Effect.HEAL, self.losses)
        if self.force not in table.forces:
            return table
        return table.with_force(self.force, losses=max(0, table.forces[self.force].losses - self.losses))

    def story(self, before: Table, after: Table) -> str:
        tokens, force = counted(self.losses, "loss token"), the_force(before, self.force)
        return f"{capital(source(before, self.card))} took {tokens} off {force}{strength(after, self.force)}"


@action("shift", rule="action-cards.1", actor="card", timed=True, examples=("shift 15-panzer tobruk by coast-road",))
class Shift(ByCard):
    """A force moves, or retreats, on the word of a card in play; this is no operation.

    A move in its own side's action step may be answered like any other.
    """

    effect = Effect.MOVE
    force: Force
    to: Region
    card: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.card, Effect.MOVE)
        here = table.region_of(self.force)
        if self.to == here:
            yield illegal("battles.3", f"{self.force} is in {table.place(here)} already", "another region")
        elif here != NOWHERE and self.to not in table.box.map.neighbours(here):
            far = f"{table.place(self.to)} does not touch {table.place(here)}"
            if table.ruled("battles.3-retreat") == "neighbour":
                near = " or ".join(table.box.map.neighbours(here))
                yield illegal("battles.3", f"{far} {by_ruling(table, 'battles.3-retreat')}", near)
            else:
                yield ruling("battles.3-retreat", f"{far}; the card says how far a force goes")

    def apply(self, table: Table) -> Table:
        table = counted_off(table, self.card, Effect.MOVE)
        if self.force not in table.forces:
            return table
        origin = table.region_of(self.force)
        table = table.with_force(self.force, region=self.to, moved=True)
        own = table.owner(self.card) == table.side_of(self.force) == table.side
        if table.step != "actions" or table.battle or not own or origin == NOWHERE:
            return table
        return table.but(pending=(*table.pending, Pending(table.side, Doing.MOVE, self.force, origin=origin)))

    def story(self, before: Table, after: Table) -> str:
        by, force = capital(source(before, self.card)), the_force(before, self.force)
        here = before.region_of(self.force)
        if here == self.to:
            return f"{by} left {force} where it was, in {the_place(before, here)}"
        way = f"from {the_place(before, here)} to {the_place(before, self.to)}"
        enemies = met(before, self.to, before.side_of(self.force))
        return f"{by} took {force} {way}{enemies}"


@action("remove", rule="action-cards.1", actor="card", timed=True, examples=("remove 2-armored by evacuation",))
class Remove(ByCard):
    """A force leaves the game on the word of a card in play."""

    force: Force
    card: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.card)

    def apply(self, table: Table) -> Table:
        return used(in_effect(table, self.card), self.card).with_loss(self.force, 3)

    def story(self, before: Table, after: Table) -> str:
        return f"{capital(source(before, self.card))} sent {the_force(before, self.force)} out of the game"


@action("gain", rule="action-cards.1", timed=True, examples=("gain axis 2 by convoy",))
class Gain(ByCard):
    """A side draws cards on the word of a card in play."""

    effect = Effect.DRAW
    who: Side
    card: Annotated[Source, Word("by")]
    cards: Annotated[int, Span(1, 9, "cards")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.card, Effect.DRAW, lambda: self.cards, self.who)
        total, most = table.hand(self.who) + self.cards, table.can_draw(self.who, self.cards)
        if total > HAND_LIMIT:
            room = HAND_LIMIT - table.hand(self.who)
            yield illegal("action-cards.5", f"{SIDES[self.who]} would have {many_cards(total)}, over nine", f"{room}")
        elif self.cards > most:
            message = f"{many_cards(most)} can be drawn: deck and discards of {SIDES[self.who]} are used up"
            yield illegal("setup.7", message, f"{most or 'no draw'}")

    def apply(self, table: Table) -> Table:
        return counted_off(table, self.card, Effect.DRAW, self.cards, self.who).drawn(self.who, self.cards, self.card)

    def story(self, before: Table, after: Table) -> str:
        cards, by = counted(self.cards, "card"), source(before, self.card)
        return f"{WHO[self.who]} gained {cards} by {by} and had {numeral(after.hand(self.who))} in hand"


@action("drop", rule="action-cards.1", timed=True, examples=("drop allied 1 by raid",))
class Drop(ByCard):
    """A side discards cards on the word of a card in play."""

    effect = Effect.DISCARD
    who: Side
    card: Annotated[Source, Word("by")]
    cards: Annotated[int, Span(1, 9, "cards")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.card, Effect.DISCARD, lambda: self.cards, self.who)
        if self.cards > table.hand(self.who):
            there = table.hand(self.who)
            yield illegal("discard", f"{SIDES[self.who]} has only {many_cards(there)} in hand", f"{there}")

    def apply(self, table: Table) -> Table:
        table = counted_off(table, self.card, Effect.DISCARD, self.cards, self.who)
        return table.discarded(self.who, self.cards, self.card)

    def story(self, before: Table, after: Table) -> str:
        cards, by = counted(self.cards, "card"), source(before, self.card)
        return f"{WHO[self.who]} lost {cards} from the hand by {by} and kept {numeral(after.hand(self.who))}"


@action("done", rule="action-cards.1", timed=True, examples=("done", "done dive-bomber"))
class Done(Action[Table]):
    """The text of a card in play was carried out, or nothing more is to be done by it: it is asked for no more."""

    card: Source

    def implied(self, field: str, table: Table) -> Any:
        words = {w.source for w in all_windows_closed(table).in_play if w.left != 0}
        return Source(min(words)) if field == "card" and len(words) == 1 else None

    def judge(self, table: Table) -> Iterator[Finding]:
        words = [w for w in in_effect(table, self.card).in_play if w.left != 0]
        if all(w.source != self.card for w in words):
            playing = ", ".join(w.source for w in words) or "no card"
            yield illegal("action-cards.1", f"{self.card} is not in play", f"in play: {playing}")

    def apply(self, table: Table) -> Table:
        table = in_effect(table, self.card)
        return table.but(in_play=tuple(replace(w, left=0) if w.source == self.card else w for w in table.in_play))

    def story(self, before: Table, after: Table) -> str:
        return f"Nothing more was done by {source(before, self.card)}"
