"""How to Play: the phases of a player-turn, what is asked in each, and how the turn goes on (6.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.components.facts import replace
from referee.components.memo import remembered
from referee.ruleset import Action, Ask, Consequence, Debt, Finding, action, illegal, omission, warning
from rulesets.lettow_vorbeck.battle import (
    air_lost,
    ask_air,
    ask_battles,
    ask_reveal,
    contested,
    hidden_in_battle,
    must_attack,
)
from rulesets.lettow_vorbeck.cards import (
    ask_card,
    drawn_already,
    played_out,
    put_away,
    told_later,
    went_by,
)
from rulesets.lettow_vorbeck.contingents import mixed, mixed_words
from rulesets.lettow_vorbeck.events import event, event_due, event_to_tell
from rulesets.lettow_vorbeck.fire import (
    ask_dice,
    ask_effect,
    ask_fire,
    new_round,
    now_fires,
    thrown,
)
from rulesets.lettow_vorbeck.forts import fort_lost
from rulesets.lettow_vorbeck.losing import ask_rally, ask_retreat, victory_in_battle
from rulesets.lettow_vorbeck.losses import ask_losses, panics_ignored
from rulesets.lettow_vorbeck.major import ask_spoils, nothing_to_take
from rulesets.lettow_vorbeck.march import ask_march, to_be_parted
from rulesets.lettow_vorbeck.names import ALLIED, TURNS, Event, enemy_of, turn_title
from rulesets.lettow_vorbeck.parts import Battle
from rulesets.lettow_vorbeck.pursuit import ask_pursuit
from rulesets.lettow_vorbeck.recruiting import ask_recruits, nobody_arrives
from rulesets.lettow_vorbeck.setup import ask_setup
from rulesets.lettow_vorbeck.superiority import ask_superiority, ask_who, superiority
from rulesets.lettow_vorbeck.supply import out_of_supply
from rulesets.lettow_vorbeck.table import Table, listed
from rulesets.lettow_vorbeck.victory import last_turn, undecided_centres, wiped_out
from rulesets.lettow_vorbeck.words import THE, WHO, the_place

STEPS = {
    "setup": "Set-up",
    "card": "Campaign Card Phase",
    "recruit": "Recruiting Phase",
    "march": "March Phase",
    "battle": "Battle Phase",
    "turn": "End Turn Phase",
    "over": "After the last turn",
}


@remembered
def asks(table: Table) -> Ask | None:
    """The first thing still open: the battle, then the phase of the turn."""
    if table.winner:
        return None
    if table.battle is not None:
        return _ask_battle(table, table.battle)
    ask, teller = _ask_phase(table), event_due(table)
    if ask is None:
        return None
    if due := event_to_tell(table, teller):
        ask = replace(ask, question=f"{ask.question}; {due}")
    if not teller:
        return ask
    return replace(ask, early=(*ask.early, "put"), also=ask.also or ("" if teller == ask.side else teller))


def _ask_phase(table: Table) -> Ask | None:
    """What a phase asks for."""
    match table.step:
        case "setup":
            return ask_setup(table)
        case "card":
            return ask_card(table)
        case "recruit":
            return ask_recruits(table)
        case "march":
            return ask_march(table)
        case "battle":
            ask = ask_battles(table)
            return replace(ask, early=("pass",)) if ask else None
        case _:
            return _ask_turn(table)


def _ask_battle(table: Table, battle: Battle) -> Ask | None:
    """A battle in the order of the book (13.1.B to 13.6, 20.0, 19.0)."""
    if battle.winner:
        first = ask_retreat(table, battle) or ask_rally(table, battle)
        if first is None:
            return ask_spoils(table, battle) or ask_pursuit(table, battle)
        if not battle.spoils:
            return first
        return replace(first, early=("enlist", "sacrifice"), also=enemy_of(first.side))  # at once, says the book (20.C)
    hidden = hidden_in_battle(table, battle)
    if hidden:
        return ask_reveal(table, battle, hidden)
    if not battle.dice:
        return ask_air(table, battle) or ask_superiority(table, battle)
    if not battle.superior:
        return ask_who(table, battle)
    if battle.firing:
        return ask_dice(table, battle)
    if battle.untold:
        return ask_effect(table, battle)
    if battle.eliminations or battle.panics:
        return ask_losses(table, battle)
    fires = now_fires(table)
    return ask_fire(table, battle, fires) if fires else None  # a fact told late may leave nobody who has a die


def _ask_turn(table: Table) -> Ask:
    """The Turn marker is moved on, by either side; after the last turn the game ends (6.2.3)."""
    side, other = table.side, enemy_of(table.side)
    if table.turn < TURNS:
        question = f"Move the Turn marker to {turn_title(table.turn + 1)}"
        late = ("pass",) if went_by(table, side, "march") else ()
        duty = "moving the Turn marker"
        return Ask("6.2.3", side, ("turn",), question, step=True, enter="turn", duty=duty, early=late, also=other)
    unknown = undecided_centres(table)
    question = f"{turn_title(table.turn)} was the last turn: the game ends"
    if unknown:
        where = listed(map(table.title, unknown))
        question += f"; who wins hangs on whether {where} is a supply centre (`space {unknown[0]} centre yes`, or no)"
    told = any(table.box.cards[card].event is Event.TEXT for card in table.spent)  # what it did may still be told
    idle = not (unknown or told)
    return Ask("6.2.3", side, ("pass", "turn", "draw"), question, step=True, enter="pass", also=other, idle=idle)


def crosses(passed: Sequence[Ask]) -> bool:
    """A line may go past all of a player-turn that is left once its card is drawn: only that duty is a whole turn."""
    return not any("draw" in ask.verbs and ask.duty for ask in passed)


def closed(table: Table) -> Table:
    """The open window is let pass, or an optional phase ended."""
    battle, ask = table.battle, asks(table)
    if battle is None or ask is None:
        return next_step(table)
    match ask.verbs[0]:
        case "air":
            return table.with_battle(aired=True)
        case "enlist":
            return table.with_battle(spoils=battle.spoils[1:])
        case _:
            return table.with_battle(pursued=True)


def skipped(table: Table) -> Table:
    """The table went past a duty."""
    battle, ask = table.battle, asks(table)
    if battle is not None and ask is not None:
        return _skipped_in_battle(table, battle, ask.verbs[0])
    if table.step == "battle":
        return table.but(passed_over=(*table.passed_over, *contested(table)[:1]))
    if table.step == "recruit":
        return table.but(due={})
    return next_turn(table) if table.step == "turn" else next_step(table)


def _skipped_in_battle(table: Table, battle: Battle, verb: str) -> Table:
    """The table went past one duty of a battle: dice and losses by themselves, of the rest all that is left of it."""
    match verb:
        case "shots":
            return thrown(table, [])
        case "effect":
            return table.with_battle(untold=battle.untold[1:])
        case "eliminate":
            return table.with_battle(eliminations=0)
        case "panic":
            return table.with_battle(panics=0)
        case "retreat":
            return table.with_battle(stays=True)
        case "rally":
            return table.with_battle(rallied=True)
        case "sacrifice":
            return table.with_battle(spoils=battle.spoils[1:])
        case _:
            return _left(table, battle)


AFTER = {"card": "recruit", "recruit": "march", "march": "battle", "battle": "turn", "turn": "over"}


def next_step(table: Table) -> Table:
    """The next phase of this player-turn; after the last turn, the end."""
    over: dict[str, Any] = {"due": {}, "drawn": {}} if table.step == "recruit" else {}
    table = table.but(step=AFTER.get(table.step, table.step), **over)
    if table.step == "march":
        units = tuple(table.pieces[table.side].named)
        doubtful = out_of_supply(table, units, sure=False)
        return table.but(unsupplied=out_of_supply(table, units), doubtful=doubtful)
    return table


def next_turn(table: Table) -> Table:
    """The Turn marker goes on by one space, and the first player begins (6.1)."""
    return table.but(turn=table.turn + 1, step="card", side=table.ruled("LQ1"), spent=())


@action("pass", rule="6.2", examples=("pass",))
class Pass(Action[Table]):
    """The player whose turn it is does no more in this phase."""

    def judge(self, table: Table) -> Iterator[Finding]:
        skipped_battles = _skipped_by_pass(table, self.side)
        if skipped_battles:
            for space in skipped_battles:
                message = f"the battle in {table.title(space)} was skipped"
                yield omission(must_attack(table, space), message, f"battle {space}")
            return
        open_now = table.battle is not None or table.step in ("recruit", "march")
        if not open_now and not played_out(table) and not went_by(table, self.side, "march"):
            yield illegal("6.2", f"no phase of {THE[self.side]} is open that could end", "go on")
            return
        undrawn = _undrawn(table)
        if undrawn:
            yield omission("27.1.C", f"{undrawn} was skipped", "recruit UNIT PLACE")
        for space in to_be_parted(table):
            yield illegal("29.B", f"{mixed_words(table, space)} at the end of a phase", "march one of them away")
            return
        if table.step == "march" and table.side == ALLIED:
            for space in mixed(table):
                yield warning("29.B", f"{mixed_words(table, space)}, and cannot be parted any more")

    def apply(self, table: Table) -> Table:
        skipped_battles = _skipped_by_pass(table, self.side)
        if skipped_battles:
            owed = (
                Debt(must_attack(table, s), table.side, f"the battle in {table.title(s)}", table.turn)
                for s in skipped_battles
            )
            return table.but(passed_over=table.passed_over + skipped_battles, parked=(*table.parked, *owed))
        if table.battle is not None or not (table.step in ("recruit", "march") or played_out(table)):
            return table
        undrawn = _undrawn(table)
        debts = (Debt("27.1.C", table.side, undrawn, table.turn),) if undrawn else ()
        return next_step(table.but(parked=(*table.parked, *debts)))

    def story(self, before: Table, after: Table) -> str:
        """Which phase is over."""
        if before.step == "turn":
            return f"{turn_title(before.turn)} was played to its end"
        phase = STEPS[before.step] if before.battle is None and before.step in ("recruit", "march") else ""
        return f"{WHO[self.side]} ended their {phase}" if phase else f"{WHO[self.side]} did nothing more"


def _skipped_by_pass(table: Table, side: str) -> tuple[str, ...]:
    """The battles of its own that the `pass` of a side leaves out (13.A, 19.2.B).

    Behind a march that went by unasked it only ends that march.
    """
    ours = side == table.side and table.battle is None and table.step == "battle"
    due = ours and not went_by(table, side, "march")
    return contested(table) if due else ()


def _undrawn(table: Table) -> str:
    """The reinforcements that must still be drawn (27.1.C); "" if there are none."""
    ask = ask_recruits(table) if table.step == "recruit" else None
    return ask.duty if ask is not None else ""


@action("turn", rule="6.2.3", examples=("turn",))
class NextTurn(Action[Table]):
    """The Turn marker is moved to the next space of the track."""

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.turn >= TURNS:
            yield illegal("6.2.3", f"{turn_title(table.turn)} is the last turn: the game ends with it", "pass")

    def apply(self, table: Table) -> Table:
        if table.step != "turn":
            return table
        return next_turn(table) if table.turn < TURNS else next_step(table)

    def story(self, before: Table, after: Table) -> str:
        """The turn that begins."""
        return f"{turn_title(after.turn)} began" if after.turn != before.turn else "The Turn marker stayed where it was"


def consequences(table: Table) -> Consequence[Table] | None:
    """What the rules make happen by themselves, the next thing first."""
    first = fort_lost(table) or drawn_already(table) or event(table)
    if first is not None:
        return first
    if table.battle is None:
        return nobody_arrives(table) or wiped_out(table) or _end_of_phase(table)
    return (
        air_lost(table)
        or superiority(table)
        or panics_ignored(table)
        or victory_in_battle(table)
        or new_round(table)
        or nothing_to_take(table)
        or wiped_out(table)
        or _end_of_battle(table, table.battle)
    )


def _end_of_battle(table: Table, battle: Battle) -> Consequence[Table] | None:
    if not battle.winner or asks(table) is not None:
        return None
    return Consequence("13.B", f"the battle in {the_place(table, battle.space)} is over", _left(table, battle))


def _left(table: Table, battle: Battle) -> Table:
    """The table without the battle. Panic ends with it, though the rally was forgotten (13.3.2)."""
    pursuits = {s: side for s, side in table.pursuits.items() if s != battle.space}
    passed = table.passed_over
    if battle.space in contested(table):  # nobody could end it: it is not fought again this turn
        passed = (*passed, battle.space)
    return table.but(battle=None, fought=battle, pursuits=pursuits, passed_over=passed, panicked=frozenset())


def _end_of_phase(table: Table) -> Consequence[Table] | None:
    """A phase in which nothing is to be done goes by; the player-turn ends with the Battle Phase (6.2, 7.B)."""
    if table.winner:
        return None
    if table.step == "over":
        return last_turn(table)
    if table.step not in ("recruit", "march", "battle") or asks(table) is not None:
        return None
    if table.step != "battle":
        after = next_step(table)
        return Consequence("6.2", f"{STEPS[table.step]} is over; {STEPS[after.step]} begins", after)
    return _end_of_player_turn(table)


def _end_of_player_turn(table: Table) -> Consequence[Table]:
    side = table.side
    other = enemy_of(side)
    after = put_away(table, side).but(
        marched=frozenset(),
        carried=frozenset(), marched_unnamed={}, builders=frozenset(), unsupplied=frozenset(), passed_over=(),
        doubtful=frozenset(), pulled=frozenset(), pursuits={}, air_used=False, happened=False, due={},
        spent=told_later(table, side),
    )  # fmt: skip
    where = "out of play" if len(after.decks[side].removed) > len(table.decks[side].removed) else "to the discards"
    if side == table.ruled("LQ1"):
        message = f"the player-turn of {THE[side]} is over, their card goes {where}; {THE[other]} begin"
        return Consequence("7.B", message, after.but(side=other, step="card"))
    message = f"the player-turn of {THE[side]} is over, their card goes {where}; the turn ends"
    return Consequence("7.B", message, after.but(step="turn"))
