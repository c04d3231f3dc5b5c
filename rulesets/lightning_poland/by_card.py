"""Plain verbs for what a card's text says: `remove army-krakow by to-the-last`. They are lawful on its word alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from referee.components.decks import Side
from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.components.wording import capital, counted, many_cards, numeral
from referee.ruleset import Action, Finding, Impossible, Span, Word, action, illegal, needs, warning
from rulesets.lightning_poland.action_cards import out_of_play
from rulesets.lightning_poland.box import ActionCard
from rulesets.lightning_poland.effects import RULES, VERB_OF, alive, texts_in_play
from rulesets.lightning_poland.names import COUNTED, SIDES, AnyForce, Card, Effect, Force, Source, When
from rulesets.lightning_poland.table import Battle, Owed, Table, Told, discarded_force, joined
from rulesets.lightning_poland.words import THE, WHO, by, title


def owed_by(table: Table, source: str | None, what: str, side: str = "") -> Owed | None:
    """What is owed by a card (None: by any) of this kind, or by its text at large; of one side, or of any."""
    for owed in table.owed:
        if owed.what in (what, "text") and source in (None, owed.source):
            if owed.what == "text" and source is None:
                continue
            if side in ("", owed.side) or owed.what == "text":
                return owed
    return None


def on_the_word(table: Table, source: Source | None, what: str, side: str = "") -> Iterator[Finding]:
    """An act by a card is owed, or its text allows it while it is in force."""
    if owed_by(table, source, what, side) is not None:
        return
    source = _that_says(table, what) if source is None else source
    if source is None:
        message = f"no card says {what}; committed forces go back to the hand"
        yield illegal("battle.11", message, "the hand, or by CARD")
    else:
        yield from _in_force(table, source, what)


def _that_says(table: Table, what: str) -> Source | None:
    """The card in play whose text does this, if it is known of one."""
    played = table.battle.cards if table.battle else ()
    return next((Source(c.card) for c in played if table.box.cards[c.card].effect == what), None)


def not_too_many(table: Table, source: Source, what: str, count: int, side: str) -> Iterator[Finding]:
    """An act by a card that owes it is done no more often than it is owed."""
    owed = owed_by(table, source, what, side)
    if owed is not None and owed.what != "text" and count > owed.count:
        yield illegal(owed.rule, f"{owed.source} is good for {owed.count}, not for {count}", f"{owed.count}")


def _in_force(table: Table, source: Source, what: str) -> Iterator[Finding]:
    card, battle = table.box.cards.get(source), table.battle
    if card is None:
        yield from _other_text(table, source, battle)
        return
    playing = joined(c.card for c in battle.cards) if battle else "none"
    timed = RULES.get(card.when, "battle.10") if isinstance(card.when, When) else "battle.10"
    known = card.effect in COUNTED and card.amount is not UNKNOWN
    if card.plain is True or card.effect is Effect.NONE:
        yield illegal("battle.10", f"{card.title} has no such text", "what its text says")
    elif battle is None or all(str(c.card) != source for c in battle.cards):
        yield illegal(timed, f"{source} is not in play, so its text does not happen", f"in play: {playing}")
    elif known and str(card.effect) != what:
        yield illegal("battle.10", f"{card.title} does `{card.effect}`, not `{what}`", f"{card.effect}")
    elif message := _wrong_time(card, battle, known):
        yield illegal(timed, f"the text of {card.title} {message}", "at its time")
    elif card.effect is UNKNOWN:
        yield needs("battle.10", f"the effect of {card.title} is not known", f"card {source} effect ?")


def _wrong_time(card: ActionCard, battle: Battle, known: bool) -> str:
    """Why the text of a card in play cannot be carried out now; "" if it can."""
    resolving = battle.over and not battle.winner
    if card.when is When.PLAYED:
        return "happens only when it is played"
    if card.when is When.RESOLUTION and not resolving:
        return "happens when the winner is determined"
    if card.when is When.AFTER and not battle.winner:
        return "happens after the Battle is over"
    return "is done already" if known or card.when is When.AFTER else ""


def _other_text(table: Table, source: Source, battle: Battle | None) -> Iterator[Finding]:
    """The text of a force in the battle, or of the objective."""
    there = () if battle is None else (*battle.forces, battle.objective)
    if source not in map(str, there):
        yield illegal("types.force", f"{source} takes no part in a battle now", f"one of {joined(map(str, there))}")
        return
    card = table.box.forces.get(source) or table.box.objectives[source]
    if card.plain is True or (card.effect is not UNKNOWN and card.effect != "text"):
        yield illegal("types.force", f"{card.title} has no such text", "what its text says")
    elif card.effect is UNKNOWN:
        verb = "force" if source in table.box.forces else "objective"
        yield needs("types.force", f"the effect of the text of {card.title} is not known", f"{verb} {source} effect ?")


def counted_off(table: Table, source: Source | None, what: str, count: int = 1, side: str = "") -> Table:
    """The table after an act by a card, counted off what it owes; a text at large stays open until it is let pass."""
    owed = owed_by(table, source, what, side) or owed_by(table, source, what)
    if owed is None or owed.what != "text":
        return table if owed is None else table.paid(owed, count)
    begun = replace(owed, count=0)
    return table.but(owed=tuple(begun if each is owed else each for each in table.owed))


def on_a_force(table: Table, source: Source | None, what: str, force: Force, acting: str) -> Iterator[Finding]:
    """A force is handled on the word of a card: by the side that owes it, and one of the forces that it is owed in."""
    refused = tuple(on_the_word(table, source, what))
    yield from refused
    owed = owed_by(table, source, what, acting) or owed_by(table, source, what)
    committed = table.battle.forces if table.battle else ()
    yield from own_to_do(table, owed, acting)
    if owed is not None and owed.what != "text" and force not in alive(table, owed):
        yield illegal(owed.rule, f"{owed.source} is for another force than {force}", joined(alive(table, owed)))
    elif force not in committed and not refused:
        yield warning("battle.11", f"{force} is not committed to this battle")


def own_to_do(table: Table, owed: Owed | None, acting: str) -> Iterator[Finding]:
    """What the text of a card has one side do, that side does; what it is at large, nobody knows but the players."""
    if owed is not None and owed.what != "text" and owed.side != acting:
        card, who, verb = title(table, owed.source), SIDES[owed.side], VERB_OF.get(owed.what, owed.what)
        yield illegal(owed.rule, f"the text of {card} is for {who} to carry out", f"{owed.side}> {verb} ...")


def in_the_game(table: Table, force: Force) -> None:
    """Raises Impossible for a force that was removed."""
    if force in table.gone:
        raise Impossible(f"{force} is out of the game.", rule="battle.11")


def laid_out(table: Table, force: Force, by: str) -> Table:
    """The table with a force on it that a text was used on in the hand."""
    return table if force in table.on_table else table.brought(force, by)


def may_speak(table: Table) -> Iterable[Source]:
    """The cards by whose word anything may be done now: what is owed by them, or they are in the battle."""
    battle = table.battle
    there = () if battle is None else (*(c.card for c in battle.cards), *battle.forces, battle.objective)
    return dict.fromkeys(Source(name) for name in (*(o.source for o in table.owed if o.source), *there))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ByCard(Action[Table]):
    """An act on the word of a card; the card need not be named where only one can be meant."""

    def implied(self, field: str, table: Table) -> Any:
        if field != "by":
            return None
        due = (o for o in table.owed if o.what == "text" or VERB_OF.get(o.what, o.what) == self.verb)
        owed = {o.source for o in due if o.source}
        sources = owed or ({*texts_in_play(table, table.battle)} if table.battle else set())
        return Source(min(sources)) if len(sources) == 1 else None

    def among(self, field: str, table: Table) -> Iterable[Source] | None:
        return may_speak(table) if field == "by" else None


@action("remove", rule="battle.10.after", timed=True, examples=("remove army-krakow by to-the-last",))
class Remove(ByCard):
    """A force is removed from the game on the word of a card."""

    force: Force
    by: Annotated[Source | None, Word("by")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        force = self.force
        in_the_game(table, force)
        yield from on_a_force(table, self.by, "remove", force, self.side)

    def apply(self, table: Table) -> Table:
        table = counted_off(table, self.by, "remove", side=self.side)
        table = laid_out(table, self.force, "remove").without(self.force)
        return table.but(gone=(*table.gone, self.force))

    def story(self, before: Table, after: Table) -> str:
        return f"{capital(title(before, self.force))} was removed from the game{by(before, self.by)}"


@action("retire", rule="battle.10.after", timed=True, examples=("retire army-krakow by to-the-last",))
class Retire(ByCard):
    """A force on the table is discarded on the word of a card."""

    force: Force
    by: Annotated[Source | None, Word("by")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        force = self.force
        in_the_game(table, force)
        yield from on_a_force(table, self.by, "retire", force, self.side)

    def apply(self, table: Table) -> Table:
        side = table.side_of(self.force)
        table = counted_off(table, self.by, "retire", side=self.side)
        table = laid_out(table, self.force, "retire").without(self.force)
        return discarded_force(table.with_cards(side, table.cards[side].bury()), self.force)

    def story(self, before: Table, after: Table) -> str:
        return f"{capital(title(before, self.force))} was laid on the discards{by(before, self.by)}"


@action("stay", rule="battle.11", timed=True, examples=("stay xvi-corps", "stay xvi-corps by orderly-retreat"))
class Stay(ByCard):
    """A committed force goes back to the row of face-up forces and not to the hand, as a text allows."""

    force: AnyForce
    by: Annotated[Source | None, Word("by")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        force = Force(self.force)
        in_the_game(table, force)
        if force in table.row:
            yield illegal("battle.11", f"{force} lies in the row already", "a committed force")
        elif force not in table.on_table:
            message = f"{force} is in the hand: committed forces go back there, and not to the row"
            yield illegal("battle.11", message, "the hand; Reinforce puts it on the table")
        else:
            yield from on_a_force(table, self._source(table), "stay", force, self.side)

    def _source(self, table: Table) -> Source | None:
        """The card that allows it: the one that is named, else the force's own text."""
        own = any(o.what == "stay" and o.source == self.force for o in table.owed)
        return Source(self.force) if self.by is None and own else self.by

    def apply(self, table: Table) -> Table:
        force = Force(self.force)
        table = laid_out(counted_off(table, self._source(table), "stay", side=self.side), force, "stay").without(force)
        return table.but(row=(*table.row, force))

    def story(self, before: Table, after: Table) -> str:
        return f"{capital(title(before, self.force))} stayed face up on the table{by(before, self.by)}"


@action("gain", rule="battle.10", timed=True, examples=("gain german 2 by convoy",))
class Gain(ByCard):
    """A side draws cards on the word of a card."""

    who: Side
    by: Annotated[Source, Word("by")]
    cards: Annotated[int, Span(1, 9, "cards")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        who = self.who
        yield from on_the_word(table, self.by, "draw", who)
        yield from own_to_do(table, owed_by(table, self.by, "draw", who), self.side)
        yield from not_too_many(table, self.by, "draw", self.cards, who)

    def apply(self, table: Table) -> Table:
        return counted_off(table, self.by, "draw", self.cards, self.who).drawn(self.who, self.cards, self.by)

    def story(self, before: Table, after: Table) -> str:
        return f"{WHO[self.who]} gained {counted(self.cards, 'card')}{by(before, self.by)}"


@action("drop", rule="battle.10", timed=True, examples=("drop polish 1 by raid",))
class Drop(ByCard):
    """A side discards cards from its hand on the word of a card."""

    who: Side
    by: Annotated[Source, Word("by")]
    cards: Annotated[int, Span(1, 9, "cards")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        who = self.who
        yield from on_the_word(table, self.by, "drop", who)
        yield from not_too_many(table, self.by, "drop", self.cards, who)
        if self.cards > table.hand(who):
            there = many_cards(table.hand(who))
            yield illegal("turns.3", f"{SIDES[who]} has only {there} in hand", f"hand {who} NUMBER")

    def apply(self, table: Table) -> Table:
        return counted_off(table, self.by, "drop", self.cards, self.who).discarded(self.who, self.cards, self.by)

    def story(self, before: Table, after: Table) -> str:
        return f"{WHO[self.who]} lost {counted(self.cards, 'card')} from the hand{by(before, self.by)}"


@action("value", rule="battle.10", during="battle", timed=True, examples=("value polish 2 by krakow",))
class Value(ByCard):
    """The text of a card adds to the Force value of a side in this battle, or takes from it."""

    who: Side
    by: Annotated[Source, Word("by")]
    add: Annotated[int, Span(-9, 9)]

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by, "value")
        if table.battle is not None and table.battle.winner:
            yield illegal("battle.11", "the winner is determined already", "before the result")

    def apply(self, table: Table) -> Table:
        if table.battle is None:
            return table
        return table.with_battle(told=(*table.battle.told, Told(self.who, self.add, self.by)))

    def story(self, before: Table, after: Table) -> str:
        than = "more" if self.add >= 0 else "less"
        return f"{capital(title(before, self.by))} counted {numeral(abs(self.add))} {than} for {THE[self.who]}"


@action("cancel", rule="battle.10", during="battle", timed=True, examples=("cancel raid by counterattack",))
class Cancel(ByCard):
    """An action card in play is discarded on the word of another card."""

    card: Card
    by: Annotated[Source, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        cards = table.battle.cards if table.battle else ()
        if all(c.card != self.card for c in cards):
            yield illegal("battle.7", f"{self.card} is not in play", f"in play: {joined(c.card for c in cards)}")
        yield from on_the_word(table, self.by, "cancel")

    def apply(self, table: Table) -> Table:
        cards = table.battle.cards if table.battle else ()
        played = next((c for c in cards if c.card == self.card), None)
        return table if played is None else out_of_play(table, played)

    def story(self, before: Table, after: Table) -> str:
        return f"{capital(title(before, self.card))} was taken out of the battle{by(before, self.by)}"
