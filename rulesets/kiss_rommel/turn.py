"""The turn: what is asked in each phase, how phases and turns are closed, and what the rules do by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.components.facts import replace
from referee.components.geometry import EPSILON
from referee.components.memo import remembered
from referee.ruleset import Action, Ask, Consequence, Finding, Setup, action
from rulesets.kiss_rommel.air import air_phases
from rulesets.kiss_rommel.deployment import STAGES, TITLES, ask_deployment, first_stage, left_behind, supply_bases
from rulesets.kiss_rommel.dice import ask_dice, dice_decide
from rulesets.kiss_rommel.fire import may_reach
from rulesets.kiss_rommel.ground import ask_terrain
from rulesets.kiss_rommel.losses import commanders, nothing_remains, swappable, without
from rulesets.kiss_rommel.measuring import origin
from rulesets.kiss_rommel.minefields import THROUGH_GAP, dangerous, may_clear, mines_allowed
from rulesets.kiss_rommel.muster import ask_muster, muster_gaps, units_muster
from rulesets.kiss_rommel.names import AXIS, BRITISH, DIGS_IN, SIDES, Arm, Status, Unit, enemy_of
from rulesets.kiss_rommel.options import read_options
from rulesets.kiss_rommel.organisation import shipped
from rulesets.kiss_rommel.phases import PHASES
from rulesets.kiss_rommel.stands import Stand
from rulesets.kiss_rommel.table import Table
from rulesets.kiss_rommel.victory import (
    FIRST_DIE,
    LAST_TURN,
    ask_claim,
    ask_turn_end,
    battle_over,
    claimable,
    may_claim,
)
from rulesets.kiss_rommel.words import IS, OWN, THE, WHO

NAMED = 8
"""Units that a list names before it only counts."""

NEAR = 2
"""Inches from a minefield within which infantry may be meant to stand beside it."""

GO_ON = ": go on with the next phase"
"""How a question ends in a phase in which nothing can be done but to attack from the air."""


def start(setup: Setup) -> Table:
    """The empty table. Raises NotUnderstood for options that cannot be."""
    options = read_options(setup.options)
    units = supply_bases()
    return Table(side=AXIS, step="terrain", turn=0, rulings=setup.rulings, box=shipped(), options=options, units=units)


def asks(table: Table) -> Ask | None:
    """The first thing still open: dice, the claim, then the step of the set-up or the phase of the turn."""
    if table.winner:
        return None
    if table.trial is not None and (ask := ask_dice(table, table.trial)):
        return ask
    if ask := ask_claim(table):
        return ask
    match table.step:
        case "terrain":
            return ask_terrain(table)
        case "muster":
            question = "All cards are there: go on with the minefields"
            return ask_muster(table) or Ask("KO5", BRITISH, ("pass",), question, may=True, step=True, enter="pass")
        case "minefields":
            return _ask_mines(table)
        case "deployment":
            return ask_deployment(table)
        case "turn-end":
            return ask_turn_end(table)
        case _:
            return _ask_phase(table)


def _ask_mines(table: Table) -> Ask:
    allowed = mines_allowed(table, table.stage_now)
    laid = sum(field.side == table.stage_now for field in table.mines.values())
    many = "" if allowed is None else f", {max(0, allowed - laid)} left"
    verbs = ("minefield", "pass")
    question = f"Minefields{many}; pass when done{origin(table, table.stage_now)}"
    return Ask("KO5", table.stage_now, verbs, question, enter="" if allowed and not laid else "pass")


def _ask_phase(table: Table) -> Ask:
    us, step = table.side, table.step
    air = ("air",) if step in air_phases(table) else ()
    claim = claimable(table, us)
    offer = "; `claim` takes the Major Victory" if claim else ""
    match step:
        case "hq-return":
            back = _returnable(table)
            may = f"HQs may bring back one Scattered unit each: {_listed(back)}; pass leaves them"
            question = may if back else f"No HQ can bring a Scattered unit back{GO_ON}"
            verbs = ("return", "swap", *air, *claim, "pass")
            enter = next((f"return {unit}" for unit in back if _brought_back(table, unit)), "pass")
            idle = not back and not _begun(table)
            return Ask("KC2", us, verbs, question, may=True, step=True, enter=enter, idle=idle)
        case "mines":
            may, near = "Infantry beside a minefield may clear a gap, one unit of each division", _nearest_mines(table)
            beside = near is not None and near[0] <= table.margin + EPSILON
            far = f" ({near[1]} is {table.length(near[0])} away)" if near and near[0] <= table.inches(NEAR) else ""
            question = may if beside else f"No infantry can clear a minefield{far}{GO_ON}"
            idle = not beside and not _begun(table)
            verbs = ("clear", *air, *claim, "pass")
            return Ask("KX2", us, verbs, question, may=True, step=True, enter="pass", idle=idle)
        case "movement":
            question = f"Movement, {_left(table, 'moved')}{_through(table)}; pass ends it{offer}"
            return Ask("KT2", us, ("move", "exit", "capture", *air, *claim, "pass"), question, step=True, enter="pass")
        case "dug-in-fire":
            left = tuple(unit for unit in _may_fire_dug_in(table) if may_reach(table, unit))
            question = f"Dug-in units may fire: {_listed(left) or 'none has a target'}; pass ends it"
            only = "" if left else "pass"
            lost = "the fire of the Dug-in units" if left else ""
            return Ask("KT2", enemy_of(us), ("fire", "pass"), question, step=True, enter="pass", forced=only, lost=lost)
        case _:
            question = f"Fire, {_left(table, 'fired')}; pass ends the turn of {SIDES[us]}{offer}"
            return Ask("KT2", us, ("fire", *air, *claim, "pass"), question, step=True, enter="pass")


def _left(table: Table, what: str) -> str:
    done = [getattr(stand, what) for stand in _able(table).values()]
    verb = {"moved": "to move", "fired": "to fire"}[what]
    return f"{done.count(False)} of {len(done)} units {verb}"


def _through(table: Table) -> str:
    """How many units went through each gap in this turn, of those that may; "" where none did."""
    return "".join(f", {gap}: {cleared.used} of {THROUGH_GAP}" for gap, cleared in table.gaps.items() if cleared.used)


def _begun(table: Table) -> bool:
    """Whether something was done in the phase, so that the players wait for its end, and say `pass` at it."""
    done = table.returned if table.step == "hq-return" else table.cleared
    return bool(done or table.bombed.get(table.side))


@remembered
def _able(table: Table) -> Mapping[Unit, Stand]:
    """The Mover's units on the table that move and fire."""
    types = table.box.types
    return {
        unit: stand
        for unit, stand in table.units.items()
        if stand.status is Status.TABLE and stand.side == table.side and types[stand.type].arm is not Arm.BASE
    }


def _returnable(table: Table) -> list[Unit]:
    """Scattered units of the Mover that an HQ can still bring back, and HQs that can swap."""
    found = []
    for unit, stand in table.units.items():
        if stand.status is not Status.SCATTERED or stand.side != table.side:
            continue
        swaps = table.arm_of(unit) is Arm.HQ and table.ruled("KQ3") == "hq-phase" and swappable(table, unit)
        if swaps or _brought_back(table, unit):
            found.append(unit)
    return found


def _brought_back(table: Table, unit: Unit) -> bool:
    """Whether an HQ that brought nobody back in this turn can bring a unit back."""
    hqs = [hq for hq in commanders(table, unit) if table.stand(hq).status is Status.TABLE and hq != unit]
    return any(table.stand(hq).division not in table.returned for hq in hqs)


def _nearest_mines(table: Table) -> tuple[float, Unit] | None:
    """How far infantry of the Mover is from a minefield, and which: the first that may stand beside one, by its
    position or for want of one, else the nearest. None if none may clear any.
    """
    shapes = [table.mines[name].shape for name in dangerous(table, table.side)]
    nearest: tuple[float, Unit] | None = None
    for unit, stand in table.units.items():
        if stand.side != table.side or not may_clear(table, unit, stand):
            continue
        for shape in shapes:
            far = 0.0 if shape is None or stand.at is None else max(0.0, shape.gap(stand.at) - table.base / 2)
            nearest = min(nearest or (far, unit), (far, unit))
            if far <= table.margin + EPSILON:
                return nearest
    return nearest


@remembered
def _may_fire_dug_in(table: Table) -> tuple[Unit, ...]:
    enemy = enemy_of(table.side)
    return tuple(
        unit
        for unit, stand in table.units.items()
        if stand.trench and stand.side == enemy and stand.status is Status.TABLE and not stand.dug_fired
        and table.arm_of(unit) in DIGS_IN
    )  # fmt: skip


def _listed(units: Sequence[Unit]) -> str:
    more = f" and {len(units) - NAMED} more" if len(units) > NAMED else ""
    return ", ".join(units[:NAMED]) + more


def closed(table: Table) -> Table:
    """The open window is let pass, or an optional phase ended."""
    trial = table.trial
    if trial is not None and ask_dice(table, trial) is not None:
        return table.but(trials=(replace(trial, stays=True), *table.trials[1:]))
    claim = may_claim(table)
    if claim and table.step in (*PHASES, "turn-end"):
        return table.but(offered=table.offered | {claim})
    return next_step(table)


def skipped(table: Table) -> Table:
    """The table went past a duty: what the dice were to decide is left undecided."""
    if table.trials:
        return without(table)
    return next_step(table)


def next_step(table: Table) -> Table:
    """The next step of the set-up, or the next phase in which something can be done."""
    match table.step:
        case "terrain":
            return table.but(step="muster")
        case "muster":
            return table.but(step="minefields", stage=BRITISH)
        case "minefields" if table.stage_now == BRITISH:
            return table.but(stage=AXIS)
        case "minefields":
            return _deploy(table, first_stage(table))
        case "deployment":
            return _deploy(table, first_stage(table, table.stage_now))
        case "turn-end":
            return _entered(table.but(step=PHASES[0]))
        case "fire":
            return table.but(step="turn-over", undone=_undone(table))
        case step if step in PHASES:
            following = table.but(step=PHASES[PHASES.index(step) + 1], undone=_undone(table))
            return _entered(following)
        case _:
            return table


def _deploy(table: Table, stage: str) -> Table:
    if stage:
        return table.but(step="deployment", stage=stage)
    return _entered(table.but(step=PHASES[0], stage="", turn=1, side=AXIS))


def _entered(table: Table) -> Table:
    """The phase that is entered, or the first one behind it in which something can be done."""
    while table.step in ("hq-return", "mines", "dug-in-fire") and not _has_work(table):
        table = table.but(step=PHASES[PHASES.index(table.step) + 1])
    return table


def _has_work(table: Table) -> bool:
    match table.step:
        case "hq-return":
            return any(s.status is Status.SCATTERED and s.side == table.side for s in table.units.values())
        case "mines":
            mines = any(True for _ in dangerous(table, table.side))
            return mines and any(s.side == table.side and may_clear(table, u, s) for u, s in table.units.items())
        case _:
            return bool(_may_fire_dug_in(table))


def _undone(table: Table) -> tuple[str, ...]:
    """What is left undone in a phase that is closed, for the announcement."""
    match table.step:
        case "hq-return":
            left = _returnable(table)
            return (f"still Scattered, though an HQ could have brought it back: {_listed(left)}",) if left else ()
        case "movement":
            still = [unit for unit, stand in _able(table).items() if not stand.moved]
            return (f"did not move: {_listed(still)}",) if still else ()
        case "dug-in-fire":
            quiet = _may_fire_dug_in(table)
            return (f"Dug-in, and did not fire: {_listed(quiet)}",) if quiet else ()
        case "fire":
            silent = [unit for unit, stand in _able(table).items() if not stand.fired]
            return (f"did not fire: {_listed(silent)}",) if silent else ()
        case _:
            return ()


@action("pass", rule="KT2", short="next", alias="done", examples=("pass", "next", "done"))
class Pass(Action[Table]):
    """The phase, or the step of the set-up, is over. The referee says what was left undone."""

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.step == "muster":
            yield from muster_gaps(table)
        elif table.step == "deployment" and self.side == STAGES[table.stage_now]:
            yield from left_behind(table)

    def apply(self, table: Table) -> Table:
        return table if table.step in ("turn-end", "over", "turn-over") else next_step(table)

    def story(self, before: Table, after: Table) -> str:
        if after is before:
            return f"{WHO[self.side]} passed, and nothing came of it"
        if before.step == "deployment":
            return f"The deployment of the {TITLES.get(before.stage_now, 'units')} was over"
        own = OWN[self.side]
        done = {
            "terrain": "laid no more terrain",
            "muster": "closed the muster",
            "minefields": "laid no more minefields",
            "hq-return": f"ended the return of {own} units",
            "mines": f"ended {own} mine clearance",
            "movement": f"ended {own} movement",
            "dug-in-fire": f"ended the fire of {own} Dug-in units",
        }
        return f"{WHO[self.side]} {done.get(before.step, f'ended {own} fire')}"


def consequences(table: Table) -> Consequence[Table] | None:
    """What the rules make happen by themselves, the next thing first."""
    return (
        dice_decide(table)
        or nothing_remains(table)
        or units_muster(table)
        or _announced(table)
        or battle_over(table)
        or _end_of_turn(table)
    )


def _announced(table: Table) -> Consequence[Table] | None:
    if not table.undone:
        return None
    return Consequence("KT2", table.undone[0], table.but(undone=table.undone[1:]))


def _end_of_turn(table: Table) -> Consequence[Table] | None:
    if table.step == "turn-begins":
        message = f"the battle goes on; {THE[table.side]} {IS[table.side]} the Mover of turn {table.turn}"
        return Consequence("KT3", message, _entered(table.but(step=PHASES[0])))
    if table.step != "turn-over":
        return None
    other = enemy_of(table.side)
    turn = table.turn + (other == AXIS)
    after = table.but(
        side=other,
        turn=turn,
        step=PHASES[0],
        units=_rested(table),
        returned=frozenset(),
        cleared=frozenset(),
        bombed={},
        gaps={name: replace(gap, used=0) if gap.used else gap for name, gap in table.gaps.items()},
    )
    if turn > LAST_TURN:
        message = f"turn {LAST_TURN} is over, and it is the last"
        return Consequence("KT3", message, table.but(step="over", last=LAST_TURN))
    message = f"the turn of {THE[table.side]} is over; {THE[other]} {IS[other]} the Mover of turn {turn}"
    if other == AXIS and turn >= FIRST_DIE:
        return Consequence("KT1", message, after.but(step="turn-end"))
    return Consequence("KT1", message, _entered(after))


def _rested(table: Table) -> Mapping[Unit, Stand]:
    """The units with the marks of the Mover's turn taken off."""
    return {
        unit: replace(stand, moved=False, fired=False, dug_fired=False)
        if stand.side == table.side and (stand.moved or stand.fired or stand.dug_fired)
        else stand
        for unit, stand in table.units.items()
    }
