"""How to Resolve a Battle 10: what the texts of cards do, and when; what is owed by them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.unknown import UNKNOWN
from referee.components.wording import capital, many_cards
from referee.ruleset import Ask, Consequence
from rulesets.lightning_poland.box import ActionCard, ForceCard, ObjectiveCard
from rulesets.lightning_poland.names import COUNTED, MOST_CARDS, Effect, ForceText, ObjectiveText, When
from rulesets.lightning_poland.table import Battle, InPlay, Owed, Table, joined
from rulesets.lightning_poland.words import THE, title

RULES = {When.PLAYED: "battle.10.played", When.RESOLUTION: "battle.10.resolution", When.AFTER: "battle.10.after"}
"""The rule of each time at which a text happens."""

VERBS = ("gain", "drop", "remove", "retire", "stay", "value", "cancel")
"""The plain verbs by which a text is carried out."""

VERB_OF = {"draw": "gain"}
"""The verb that carries out an effect, where it is not called as the effect is."""

OF_FORCES = ("remove", "retire", "stay")
"""What is owed in committed forces; the verbs that pay it are called so too."""


def effect_of(table: Table, played: InPlay, when: When) -> Iterator[Owed]:
    """What a card in play makes its player do at this time."""
    card, name, battle = table.box.cards[played.card], str(played.card), table.battle
    if card.plain is True or card.effect is Effect.NONE or battle is None:
        return
    reason = f"the text of {name}"
    if card.effect is UNKNOWN or card.when is UNKNOWN or card.when is When.NONE:
        if when is When.AFTER:  # it is reminded of once, at the end
            yield Owed(RULES[when], played.side, "text", 1, (), f"{reason}, by hand: VERB ... by {name}", name)
        return
    if card.when is not when:
        return
    if card.effect not in COUNTED or card.amount is UNKNOWN:
        yield Owed(RULES[when], played.side, "text", 1, (), f"{reason}, by hand: VERB ... by {name}", name)
    elif card.effect is Effect.DROP:
        yield Owed(RULES[when], table.enemy_of(played.side), "drop", card.amount, (), reason, name)
    else:
        among = () if card.effect is Effect.DRAW else battle.committed(played.side)
        yield Owed(RULES[when], played.side, str(card.effect), card.amount, among, reason, name)


def after_battle(table: Table, battle: Battle) -> Iterator[Owed]:
    """What happens after a battle: the texts of the cards still in play, of the winner and of the loser."""
    for played in battle.cards:
        yield from effect_of(table, played, When.AFTER)
    for force in battle.forces:
        if table.box.forces[force].effect is ForceText.STAY:
            yield Owed("battle.11", table.side_of(force), "stay", 1, (force,), f"the text of {force}", force)


def resolution(table: Table) -> Consequence[Table] | None:
    """When both passed the Resolution texts happen, of the cards that are in play then."""
    battle = table.battle
    if battle is None or not battle.over or battle.resolved:
        return None
    after = table.with_battle(resolved=True)
    for played in battle.cards:
        after = after.owing(*effect_of(table, played, When.RESOLUTION))
    return Consequence("battle.9", "both sides passed, so no more action cards are played", after)


def texts_in_mind(table: Table, battle: Battle) -> tuple[str, ...]:
    """Cards in the battle with a text that only the players can carry out."""
    found = [
        str(f)
        for f in battle.forces
        if (card := table.box.forces[f]).plain is not True and card.effect in (ForceText.TEXT, UNKNOWN)
    ]
    notes = table.box.objectives[battle.objective]
    if notes.plain is not True and notes.effect in (ObjectiveText.TEXT, UNKNOWN):
        found.append(str(battle.objective))
    return tuple(found)


def texts_in_play(table: Table, battle: Battle) -> tuple[str, ...]:
    """All cards in the battle with a text to be carried out by hand, the action cards too."""
    cards = [(str(c.card), table.box.cards[c.card]) for c in battle.cards]
    by_hand = [name for name, card in cards if card.plain is not True and card.effect in (Effect.TEXT, UNKNOWN)]
    return (*by_hand, *texts_in_mind(table, battle))


def text_verbs(table: Table, battle: Battle) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The verbs that carry out texts, where a card in the battle has one: those that may be used now, and those that
    are too early, for the effect is asked for in its time.
    """
    box = table.box
    there: list[ActionCard | ForceCard | ObjectiveCard] = [box.objectives[battle.objective]]
    there += [box.cards[c.card] for c in battle.cards]
    there += [box.forces[f] for f in battle.forces]
    texts = {str(card.effect) for card in there if _has_text(card) and card.effect != "none"}
    if texts - set(map(str, COUNTED)):
        return VERBS, ()
    return (), tuple(verb for verb in VERBS if any(VERB_OF.get(effect, effect) == verb for effect in texts))


def _has_text(card: ActionCard | ForceCard | ObjectiveCard) -> bool:
    """Whether a card is known to have a text."""
    return card.plain is False or (card.plain is UNKNOWN and card.effect is not UNKNOWN)


def alive(table: Table, owed: Owed) -> tuple[str, ...]:
    """Those of the forces among which something is owed that are still in the battle."""
    there = table.battle.forces if table.battle else ()
    return tuple(f for f in owed.among if f in there)


def ask_owed(table: Table, owed: Owed) -> Ask:
    """What is owed by a text, or for a Cost."""
    if owed.what == "draw":
        cards = many_cards(table.cards[owed.side].can_draw(owed.count, table.hand(owed.side) + owed.count))
        question = f"draw {cards} ({owed.reason})"
        verbs = ("draw", "gain")
        if table.ruled("battle.10-draw") == "may" or not table.cards[owed.side].can_draw(1, MOST_CARDS):
            lost = f"the draw of {cards} ({owed.reason})"
            return Ask(owed.rule, owed.side, verbs, f"May {question}", may=True, enter="draw", lost=lost)
        duty = f"the draw of {cards} ({owed.reason})"
        return Ask(owed.rule, owed.side, verbs, capital(question), enter="draw", duty=duty)
    if owed.what == "text":
        lost = f"the text of {title(table, owed.source)}" if owed.count else ""
        return Ask(owed.rule, owed.side, VERBS, f"May carry out {owed.reason}", may=True, step=True, lost=lost)
    if owed.what == "cost":
        question = f"Is there a Cost to {owed.source}? Then `discard`, else nothing"
        lost = f"the Cost of {title(table, owed.source)}, if it has one,"
        return Ask(owed.rule, owed.side, ("discard",), question, may=True, step=True, lost=lost)
    if owed.what == "drop":
        return _ask_drop(table, owed)
    among, verb = alive(table, owed), owed.what
    line = f"{verb} {among[0]} by {owed.source}"
    if owed.what == "stay":
        question = f"May keep {joined(among)} face up on the table ({owed.reason})"
        lost = f"the choice of {THE[owed.side]} to keep {joined(among)} on the table"
        return Ask(owed.rule, owed.side, (verb,), question, True, True, among, line, lost=lost)
    where = "from the game" if owed.what == "remove" else "to the discards"
    question = f"Must {verb} {owed.count} of {joined(among)} {where} ({owed.reason})"
    forced = line if len(among) == 1 else ""
    return Ask(owed.rule, owed.side, (verb,), question, among=among, forced=forced, duty=f"{verb} ({owed.reason})")


def _ask_drop(table: Table, owed: Owed) -> Ask:
    count = min(owed.count, table.hand(owed.side))
    cards, line = many_cards(count), "discard"
    forced = line if count == table.hand(owed.side) else ""
    duty = f"the discard of {cards} ({owed.reason})"
    question = f"Must discard {cards} ({owed.reason})"
    return Ask(owed.rule, owed.side, ("discard", "drop"), question, forced=forced, enter=line, duty=duty)


def void(table: Table) -> Consequence[Table] | None:
    """What is owed out of an empty hand, or in forces that are gone, is void."""
    for owed in table.owed:
        if owed.what in ("drop", "cost") and not table.hand(owed.side):
            why = f"{THE[owed.side]} have no card in hand to discard"
        elif owed.what in OF_FORCES and not alive(table, owed):
            why = f"no force is left to {owed.what} for the text of {title(table, owed.source)}"
        else:
            continue
        return Consequence(owed.rule, why, table.but(owed=tuple(o for o in table.owed if o is not owed)))
    return None


def text_is_told(table: Table) -> Consequence[Table] | None:
    """What the text of a card does was learned while it was to be carried out by hand: now it is owed as it says."""
    battle = table.battle
    for at, owed in enumerate(table.owed):
        card = table.box.cards.get(owed.source)
        if owed.what != "text" or card is None or battle is None or not is_told(card):
            continue
        if card.effect in COUNTED and card.amount is UNKNOWN or card.effect is Effect.TEXT and card.plain is not True:
            continue
        when = next(time for time, rule in RULES.items() if rule == owed.rule)
        played = next((c for c in battle.cards if c.card == owed.source), None)
        due = tuple(effect_of(table, played, when)) if played else ()
        after = table.but(owed=(*table.owed[:at], *due, *table.owed[at + 1 :]))
        return Consequence(owed.rule, f"the text of {title(table, owed.source)} is known now", after)
    return None


def played_text_is_told(table: Table) -> Consequence[Table] | None:
    """What the card that was played last does when it is played was learned only behind that: now it is owed."""
    battle = table.battle
    if battle is None or not battle.dark or battle.passes or battle.over:
        return None
    last = next((card for card in battle.cards if card.card in battle.dark), None)
    due = tuple(effect_of(table, last, When.PLAYED)) if last else ()
    if last is None or not due:
        return None
    message = f"the text of {title(table, last.card)} happens now, for it was just played"
    return Consequence(due[0].rule, message, table.with_battle(dark=()).owing(*due))


def is_told(card: ActionCard) -> bool:
    """Whether it is known what the text of a card does, and when; how often may still be open."""
    if card.plain is True or card.effect is Effect.NONE:
        return True
    return card.effect is not UNKNOWN and card.when not in (UNKNOWN, When.NONE)
