"""Objective Card and How to Win: who may capture what, the path to it, points, and what a side still needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.components.unknown import UNKNOWN
from referee.components.wording import by_ruling
from referee.ruleset import Consequence, Finding, Kind, illegal, needs, ruling
from rulesets.lightning_poland.names import MOST_POINTS, POINTS_TO_WIN, SIDES, Objective
from rulesets.lightning_poland.table import Table, joined
from rulesets.lightning_poland.words import THE


def targets(table: Table, side: str) -> tuple[Objective, ...]:
    """The objectives that a side may attack, as far as is known."""
    return tuple(o for o in map(Objective, table.box.objectives) if not is_closed(table, side, o))


def is_closed(table: Table, side: str, objective: Objective) -> bool:
    """Whether a side surely may not attack an objective now."""
    return any(f.kind is Kind.ILLEGAL for f in may_attack(table, side, objective))


def may_attack(table: Table, side: str, objective: Objective) -> Iterator[Finding]:
    """An enemy objective that is not captured yet, and open."""
    card, holder = table.box.objectives[objective], table.captured.get(objective, "")
    if holder:
        yield from _captured(table, side, objective, holder)
        return
    if card.by is UNKNOWN:
        yield needs("battle.1", f"who may capture {objective} is not known", f"objective {objective} by ?")
    elif card.by != side:
        message = f"{objective} is no enemy objective of {SIDES[side]}"
        yield illegal("battle.1", message, "an objective of the other side")
        return
    yield from path(table, side, objective)


def _captured(table: Table, side: str, objective: Objective, holder: str) -> Iterator[Finding]:
    if holder == side:
        yield illegal("battle.1", f"{objective} is captured by {SIDES[side]} already", "another objective")
    elif table.ruled("win-retake") == "no":
        message = f"{objective} is captured, and stays so {by_ruling(table, 'win-retake')}"
        yield illegal("battle.1", message, "another objective")
    else:
        yield ruling("win-retake", f"{objective} was captured, and may be taken back")


def path(table: Table, side: str, objective: Objective) -> Iterator[Finding]:
    """Special Notes may close an objective until others have fallen."""
    card = table.box.objectives[objective]
    if card.open is True or card.plain is True:
        return
    if card.open is UNKNOWN and card.plain is UNKNOWN:
        return  # whether it has any notes at all is asked first
    if card.open is UNKNOWN:
        message = f"whether {objective} is open from the beginning is not known"
        yield needs("types.objective", message, f"objective {objective} open ?")
        return
    fallen = table.held_by(side)
    if card.after is UNKNOWN:
        closed = f"{card.title} is closed until other objectives have fallen"
        if not fallen:
            yield illegal("types.objective", f"{closed}, and none has", "an objective that is open")
            return
        yield needs("types.objective", f"{closed}; which is not known", f"objective {objective} after ?")
        return
    missing = [o for o in card.after if o not in fallen]
    need = len(card.after) if card.need in (UNKNOWN, 0) else card.need
    if len(card.after) - len(missing) < need:
        some = "" if need == len(card.after) else f"{need} of "
        message = f"{card.title} is closed until the path has fallen: {some}{joined(card.after)}"
        yield illegal("types.objective", message, joined(missing))


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a side is: points of captured objectives, those still to be had, and of how many the value is unknown."""

    points: int
    unsure: int
    left: int
    left_unsure: int

    @property
    def sure(self) -> bool:
        """It has ten points, whatever the unknown values are."""
        return self.points >= POINTS_TO_WIN

    @property
    def most(self) -> int:
        """The points that it can have at the end, if every unknown value is the highest that there is."""
        return self.points + self.left + MOST_POINTS * (self.unsure + self.left_unsure)


def points_of(table: Table, side: str) -> int:
    """The points that a side has, as far as they are known."""
    had = (table.box.objectives[o].points for o in table.held_by(side))
    return sum(p for p in had if p is not UNKNOWN)


def standing(table: Table, side: str) -> Standing:
    """How far a side is, with the objectives that are on file."""
    cards = table.box.objectives
    had = [cards[o].points for o in table.held_by(side)]
    left = [c.points for o, c in cards.items() if c.by == side and Objective(o) not in table.captured]
    return Standing(
        points_of(table, side), had.count(UNKNOWN),
        sum(p for p in left if p is not UNKNOWN), left.count(UNKNOWN),
    )  # fmt: skip


def score_words(table: Table, side: str) -> str:
    """The points of a side in a few words: `4`, `4 + Krakow (points unknown)`, `4 + 2 unknown`."""
    now = standing(table, side)
    if not now.unsure:
        return str(now.points)
    if now.unsure > 1:
        return f"{now.points} + {now.unsure} unknown"
    cards = (table.box.objectives[o] for o in table.held_by(side))
    return f"{now.points} + {next(card.title for card in cards if card.points is UNKNOWN)} (points unknown)"


def standing_words(table: Table, side: str) -> str:
    """The points of a side, what it still needs, and whether it can get there."""
    now = standing(table, side)
    unsure = f" + {now.unsure} unknown" if now.unsure else ""
    points = "point" if now.points == 1 and not unsure else "points"
    if now.sure:
        return f"{now.points}{unsure} {points}"
    short = POINTS_TO_WIN - now.points
    left = f"left on file {now.left}" + (f" + {now.left_unsure} unknown" if now.left_unsure else "")
    if now.points + now.left >= POINTS_TO_WIN:
        can = "can get there"
    elif now.most >= POINTS_TO_WIN:
        can = "can get there if unknown values allow it"
    else:
        can = "not with the objectives on file"
    return f"{now.points}{unsure} {points}, {short} more to win; {left}: {can}"


def ended_by(table: Table) -> str:
    """The rule by which the game is over: ten points; "" after a resignation."""
    return "win" if any(points_of(table, side) >= POINTS_TO_WIN for side in SIDES) else ""


def victory(table: Table) -> Consequence[Table] | None:
    """The first player with ten points of captured objectives wins."""
    for side in SIDES:
        points = points_of(table, side)
        if points >= POINTS_TO_WIN:
            message = f"{THE[side]} have {points} points of captured objectives, and win"
            return Consequence("win", message, table.but(winner=side))
    return None
