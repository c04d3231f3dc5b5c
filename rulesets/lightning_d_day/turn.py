"""What is asked, how a window closes, and how the turn goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.components.decks import deck_is_empty
from referee.ruleset import Action, Ask, Consequence, Finding, action, illegal
from rulesets.lightning_d_day.attack import defender_gone, hit_takes_effect
from rulesets.lightning_d_day.battle import (
    ask_battle,
    battle_skipped,
    no_card_left,
    outcome,
    totals_told,
    window_closed,
)
from rulesets.lightning_d_day.beaches import begun, half_over, has_free_attack, names_known, next_beach
from rulesets.lightning_d_day.by_card import text_verbs
from rulesets.lightning_d_day.effects import windows_closed
from rulesets.lightning_d_day.names import ALLIED, GERMAN, NO_BEACH, SIDES
from rulesets.lightning_d_day.setup import ask_setup
from rulesets.lightning_d_day.table import Table
from rulesets.lightning_d_day.turn_end import (
    ask_discard,
    ask_draw,
    discards_over,
    draw_is_told,
    draw_over,
    next_turn_card,
)
from rulesets.lightning_d_day.values import cancel_words
from rulesets.lightning_d_day.victory import counted_early, game_over
from rulesets.lightning_d_day.words import THE, WHO

STEPS = {
    "setup": "Setting up the Game",
    "beaches": "Beaches",
    "discard": "Discards",
    "draw": "Draws",
    "turn-end": "Next turn card",
}


def asks(table: Table) -> Ask | None:
    """The first thing still open: an attack, a card that may be cancelled, then the step of the turn."""
    if table.winner:
        return None
    if table.battle is not None:
        return ask_battle(table, table.battle)
    if table.pending:
        last = table.pending[-1]
        question = f"{cancel_words(table, table.pending)}may cancel {table.title(last.card)}"
        question = f"{question[0].upper()}{question[1:]}"
        return Ask("notes.chaos", table.enemy_of(last.side), ("play", "pass"), question, may=True)
    match table.step:
        case "setup":
            return ask_setup(table)
        case "beaches":
            return _ask_beach(table)
        case "discard":
            return ask_discard(table)
        case _:
            return ask_draw(table)


def _ask_beach(table: Table) -> Ask:
    side, place, texts = table.side, table.place(table.beach), text_verbs(table)
    left, own = table.actions_left(table.beach), [f for f in table.all_active() if table.side_of(f) == side]
    can = {"attack": bool(own), "activate": left > 0}
    verbs, early = (*filter(can.get, can), "play", "pass", *texts), tuple(verb for verb in can if not can[verb])
    if not (texts or table.active_at(table.beach, side) or table.face_down(table.beach, side)):
        question = f"{place}: no force there"
        return Ask("turn.action", side, verbs, question, True, True, enter="pass", idle=True, early=early)
    actions = {0: "no action left", 1: "one action"}.get(left, f"{left} actions")
    free = [f for f in table.activated if has_free_attack(table, f)]
    also = f"; free attack of {', '.join(free)}" if free else ""
    choice = ": activate or attack" if own else ": activate (no active force)"
    question = f"{place}: {actions}{choice if left else ''}{also}"
    top = f"activate FORCE: turn up the top card of the pile at {place}, and write its name as it is printed"
    unnamed = top if left and table.face_down(table.beach, side) and not names_known(table, side) else ""
    return Ask("turn.action", side, verbs, question, may=True, step=True, enter="pass", early=early, unnamed=unnamed)


def crosses(passed: Sequence[Ask]) -> bool:
    """A line may go past what is left of the last beach, and past the end of the turn."""
    return sum(ask.step and "discard" not in ask.verbs for ask in passed) <= 1


def closed(table: Table) -> Table:
    """The open window is let pass, or an optional step ended."""
    if table.battle is not None:
        return window_closed(table, table.battle)
    if table.pending:
        return windows_closed(table)
    match table.step:
        case "setup":
            return begun(table, GERMAN)
        case "beaches":
            return next_beach(table)
        case _:
            return discards_over(table.but(unheard=(*table.unheard, table.ending)), table.ending)


def skipped(table: Table) -> Table:
    """The table went past a duty: the result of an attack, or a draw."""
    if table.battle is not None:
        return battle_skipped(table, table.battle)
    return draw_over(table.without_draw(table.ending), table.ending)


@action("pass", rule="turn.action", alias="next", examples=("pass", "pass all"))
class Pass(Action[Table]):
    """Do no more at this beach, or (`all`) at any further beach of this turn; play no card now; discard no cards."""

    all: bool = False

    def judge(self, table: Table) -> Iterator[Finding]:
        if (table.battle is not None or table.pending) and self.all:
            yield illegal("turn.one-card", "a card may be played now; this is not the end of a beach", "pass")
        elif table.battle is not None and table.battle.asked != self.side:
            asked = SIDES[table.battle.asked]
            yield illegal("turn.one-card", f"{asked} is asked for a card first, or lets it pass", "wait for that")
        elif table.step == "discard" and self.side in table.ended and not table.pending:
            other = SIDES[table.enemy_of(self.side)]
            yield illegal("turn.discard", f"{SIDES[self.side]} is through with it; {other} is asked", "wait for that")

    def whose(self, table: Table) -> str:
        return "turn.sides"

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is not None:
            return window_closed(table, battle) if battle.asked == self.side and not battle.over else table
        if table.pending:
            return windows_closed(table) if table.pending[-1].side != self.side else table
        if table.step == "discard":
            return discards_over(table, self.side)
        if table.step == "draw":
            return table.but(unheard=tuple(side for side in table.unheard if side != self.side))
        if table.step != "beaches" or self.side != table.side or counted_early(table):
            return table
        return half_over(table) if self.all else next_beach(table)

    def story(self, before: Table, after: Table) -> str:
        if before.battle is not None or before.pending:
            return f"{WHO[self.side]} played no card"
        if before.step in ("discard", "draw") or counted_early(before):
            return f"{WHO[self.side]} kept their cards"
        where = "at any further beach" if self.all or not before.beach else f"at {before.place(before.beach)}"
        return f"{WHO[self.side]} did no more {where}"


def consequences(table: Table) -> Consequence[Table] | None:
    """What the rules make happen by themselves, the next thing first."""
    return (
        hit_takes_effect(table)
        or defender_gone(table)
        or totals_told(table)
        or no_card_left(table)
        or outcome(table)
        or _nobody_can_answer(table)
        or deck_is_empty(table, "notes.reshuffle", "notes.reshuffle-when")
        or draw_is_told(table)
        or game_over(table)
        or _half_over(table)
        or next_turn_card(table)
    )


def _nobody_can_answer(table: Table) -> Consequence[Table] | None:
    """A card cannot be cancelled by a player without cards."""
    if table.battle is not None or not table.pending:
        return None
    if not table.empty_handed(table.enemy_of(table.pending[-1].side)):
        return None
    enemy = THE[table.enemy_of(table.pending[-1].side)]
    return Consequence("notes.chaos", f"{enemy} have no card in hand to cancel it", windows_closed(table))


def _half_over(table: Table) -> Consequence[Table] | None:
    """The German player has resolved his beaches, then the Allied player his; then both discard and draw."""
    if table.step != "beaches" or table.beach != NO_BEACH or table.battle is not None or table.pending:
        return None
    if not table.done:  # a game that begins in the middle, where nobody said at which beach
        return Consequence("turn.order", f"{THE[table.side]} begin with the first beach", begun(table, table.side))
    table = table.but(in_play=(), carried={}, done=False)
    if table.side == GERMAN:
        return Consequence("turn.sides", "the Allies resolve their beaches", begun(table, ALLIED))
    after = table.but(side=GERMAN, step="discard", ended=(), activated=(), freed=(), attacked=())
    return Consequence("turn.sides", "both sides have resolved their beaches: they may discard, then draw", after)
