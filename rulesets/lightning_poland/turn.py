"""Turns: what is asked in each step, and how the turn goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.components.decks import deck_is_empty
from referee.components.wording import by_ruling, many_cards
from referee.ruleset import Action, Ask, Consequence, Finding, action, illegal, omission, ruling
from rulesets.lightning_poland.action_cards import ask_play, cost_is_told, may_hold_one, must_play, replaced
from rulesets.lightning_poland.battle import ask_commit, nobody_to_commit, nobody_to_play, turn_to_play_over
from rulesets.lightning_poland.effects import ask_owed, played_text_is_told, resolution, text_is_told, void
from rulesets.lightning_poland.hand import ask_discard, ask_draw, can_draw, over_limit
from rulesets.lightning_poland.names import SIDES
from rulesets.lightning_poland.objectives import victory
from rulesets.lightning_poland.operations import ask_more, ask_operation, supply_used
from rulesets.lightning_poland.resolve import ask_result, cards_discarded, forces_return, running_total, undecided
from rulesets.lightning_poland.setup import ask_setup, begun
from rulesets.lightning_poland.table import Battle, Table
from rulesets.lightning_poland.words import THE, WHO

STEPS = {
    "setup": "Set-Up",
    "operation": "Operation",
    "reinforce": "Reinforce",
    "battle": "Battle",
    "discard": "Discard",
    "draw": "Draw One Card",
    "turn-end": "End of turn",
}

AFTER = {
    "operation": "discard",
    "reinforce": "discard",
    "battle": "discard",
    "discard": "draw",
    "draw": "turn-end",
    "turn-end": "turn-end",
}


def asks(table: Table) -> Ask | None:
    """The first thing still open: what is owed, the battle, then the step of the turn."""
    if table.winner:
        return None
    if table.owed:
        return ask_owed(table, table.owed[0])
    if table.battle is not None:
        return _ask_battle(table, table.battle)
    match table.step:
        case "setup":
            return ask_setup(table)
        case "operation":
            return ask_operation(table)
        case "reinforce":
            return ask_more(table)
        case "draw":
            return ask_draw(table)
        case _:
            return ask_discard(table)


def _ask_battle(table: Table, battle: Battle) -> Ask:
    if battle.over:
        return ask_result(table, battle)
    return ask_play(table, battle) if battle.ready else ask_commit(table, battle)


def crosses(passed: Sequence[Ask]) -> bool:
    """A line may go past all that is left of a turn behind its operation, so that a forgotten draw is one breach; not
    past the operation, nor out of a battle that is fought.
    """
    return not any("prepare" in ask.verbs or "play" in ask.verbs for ask in passed)


def closed(table: Table) -> Table:
    """The open window is let pass, or an optional step ended."""
    if table.owed:
        return table.but(owed=table.owed[1:])
    if table.battle is not None:
        return _battle_closed(table, table.battle)
    return next_step(table)


def _battle_closed(table: Table, battle: Battle) -> Table:
    return turn_to_play_over(table, battle) if battle.ready else table.with_battle(ready=True)


def skipped(table: Table) -> Table:
    """The table went past a duty."""
    if table.owed:
        return table.but(owed=table.owed[1:])
    if table.battle is not None:
        return undecided(table, table.battle) if table.battle.over else _battle_closed(table, table.battle)
    return next_step(table.without_draw(table.side) if table.step == "draw" else table)


def next_step(table: Table) -> Table:
    """The next step of this turn."""
    return begun(table) if table.step == "setup" else table.but(step=AFTER[table.step])


@action("done", rule="battle.4", during="battle", examples=("done",))
class Done(Action[Table]):
    """Play no more action cards for now, after some were played: the other side may answer."""

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None or battle.over or not battle.ready or table.owed:  # then it is out of its step
            return
        if not battle.played or battle.turn != self.side:
            message = f"{SIDES[self.side]} has played no action card just now that the other side could answer"
            yield illegal("battle.4", message, "pass")

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None or table.owed or battle.over or not battle.ready or battle.turn != self.side:
            return table
        return turn_to_play_over(table, battle)

    def story(self, before: Table, after: Table) -> str:
        return f"{WHO[self.side]} had played their action cards for now"


@action("pass", rule="battle.9", examples=("pass",))
class Pass(Action[Table]):
    """Commit nothing, play no more action cards for now, place no more forces, or discard no more."""

    def judge(self, table: Table) -> Iterator[Finding]:
        if must_play(table, self.side):
            message = f"the attacker plays an action card first {by_ruling(table, 'battle.4-must')}"
            yield illegal("battle.4", message, "play CARD")
        elif may_hold_one(table, self.side):
            yield ruling("battle.4-must", "one in hand that is not on file, but can be played, must be played")
        if table.step == "draw" and table.side == self.side and table.battle is None and can_draw(table, self.side):
            yield omission("turns.4", "the draw of 1 card was left out for a pass", "draw")
        over = over_limit(table, self.side)
        if over and table.battle is None and table.step == "discard":
            message = f"{many_cards(over)} over nine must go {by_ruling(table, 'turns.4-limit')}"
            yield illegal("turns.4", message, f"discard {over}")

    def whose(self, table: Table) -> str:
        """The Germans have the first turn, and turns alternate; only in a battle both sides pass."""
        return "setup.5" if table.battle is None else "battle.9"

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if table.owed:
            return table
        if battle is None:
            own = table.side == self.side and table.step in ("reinforce", "discard", "draw")
            return next_step(table) if own else table
        return _battle_closed(table, battle) if table.speaker == self.side and not battle.over else table

    def story(self, before: Table, after: Table) -> str:
        if before.battle is not None and before.battle.played:
            done = "played no more action cards for now"
        elif before.battle is not None:
            done = "passed" if before.battle.ready else "committed no force"
        else:
            done = "brought no more forces to the table" if before.step == "reinforce" else "kept their cards"
        return f"{WHO[self.side]} {done}"


def consequences(table: Table) -> Consequence[Table] | None:
    """What the rules make happen by themselves, the next thing first."""
    return (
        victory(table)
        or replaced(table)
        or void(table)
        or cost_is_told(table)
        or text_is_told(table)
        or played_text_is_told(table)
        or supply_used(table)
        or nobody_to_commit(table)
        or nobody_to_play(table)
        or running_total(table)
        or resolution(table)
        or forces_return(table)
        or cards_discarded(table)
        or deck_is_empty(table, "setup.5", "setup.5-when")
        or _battle_to_come(table)
        or _end_of_turn(table)
    )


def _battle_to_come(table: Table) -> Consequence[Table] | None:
    """A game that begins in the middle, in a battle of which nobody said what is attacked."""
    if table.step != "battle" or table.battle is not None or table.owed:
        return None
    message = f"no battle is on the table: {THE[table.side]} say which objective they attack"
    return Consequence("turns.1", message, table.but(step="operation"))


def _end_of_turn(table: Table) -> Consequence[Table] | None:
    if table.step != "turn-end" or table.battle is not None or table.owed:
        return None
    after = table.next_side(step="operation", supply=0, unpriced=())
    return Consequence("turns.5", f"the turn of {THE[table.side]} is over; {THE[after.side]} begin", after)
