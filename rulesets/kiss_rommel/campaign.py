"""The campaign: where the front goes after a battle, and what the next battle starts with."""

from __future__ import annotations

from typing import Any

from referee.ruleset import Aftermath
from rulesets.kiss_rommel.names import AXIS, BRITISH, SIDES, Status, enemy_of
from rulesets.kiss_rommel.options import BASE, MARGIN
from rulesets.kiss_rommel.table import Table
from rulesets.kiss_rommel.words import THE

LAST_STAND = {AXIS: "Tunisia", BRITISH: "Cairo"}
"""Where each side makes its last stand (KP3); which of the two is whose is inferred."""

NEXT = "Campaign: the next battle begins with these tags"


def half_of(table: Table, bases: int) -> int:
    """Half the bases of a division; of an odd number as ruling KQ36 says (KP2)."""
    return bases // 2 if table.ruled("KQ36") == "down" else -(-bases // 2)


def left_out(table: Table) -> list[str]:
    """The divisions that are missing from the next battle's pack: half their bases are Destroyed (KP2)."""
    return [name for name, sure in _worn(table).items() if sure]


def _worn(table: Table) -> dict[str, bool]:
    """The divisions that lost half the bases that are known of them, and whether there are surely no more."""
    lost = (Status.DESTROYED, Status.SCATTERED) if table.ruled("KQ14") == "yes" else (Status.DESTROYED,)
    found = {}
    for name, division in table.box.divisions.items():
        gone = len(table.of_division(name, *lost))
        if division.bases and gone and gone >= half_of(table, division.bases):
            found[name] = division.whole
    return found


def front_words(table: Table, front: int) -> str:
    """The area of the front in words: its name, where the areas are known, else how far it is from Tobruk."""
    names = table.options.areas
    at = _index(table, front)
    if names and at is not None and 0 <= at < len(names):
        return names[at]
    if front == 0:
        return "Tobruk"
    areas = f"{abs(front)} area{'s' if abs(front) > 1 else ''}"
    return f"{areas} {'east' if front > 0 else 'west'} of Tobruk"


def _index(table: Table, front: int) -> int | None:
    lower = [name.lower() for name in table.options.areas]
    return lower.index("tobruk") + front if lower else None


def campaign_after(table: Table) -> dict[str, Any]:
    """What the campaign makes of a battle that is over; null where it cannot be told.

    winner, result    a side or "draw"; "draw", "victory" or "major victory" (null after a resignation)
    moves, toward     areas that the front moves, and to whose last stand
    front, area       where it stands then, in areas east of Tobruk and in words
    defeat            the side that is totally defeated; "" if none, null while the areas are not known
    left_out          divisions missing from the next pack
    options           what the next battle is set up with
    """
    winner = table.winner
    result = _result(table)
    moves = {"draw": 0, "victory": 1, "major victory": 2}.get(result or "")
    after: dict[str, Any] = {
        "winner": winner, "result": result, "moves": moves, "toward": "", "front": None, "area": None,
        "defeat": None, "left_out": left_out(table), "options": {},
    }  # fmt: skip
    if moves is None or not winner:
        return after
    front, defeat = table.options.front, ""
    if moves:
        after["toward"] = LAST_STAND[enemy_of(winner)]
        front, defeat = _moved(table, winner, moves)
    after |= {"front": front, "area": front_words(table, front)}
    after["defeat"] = defeat if table.options.areas or not moves else None
    if not defeat:
        after["options"] = _next_options(table, winner, result == "major victory", front, after["left_out"])
    return after


def _result(table: Table) -> str | None:
    if table.winner == "draw":
        return "draw"
    if table.major:
        return "major victory"
    return "victory" if table.last else None


def _moved(table: Table, winner: str, moves: int) -> tuple[int, str]:
    """The front after it moved, and who is totally defeated: a battle lost at the last stand (KP3)."""
    way = 1 if winner == AXIS else -1
    front = table.options.front
    at, names = _index(table, front), table.options.areas
    if at is None:
        return front + way * moves, ""
    room = len(names) - 1 - at if way > 0 else at
    if room <= 0 or (moves > room and table.ruled("KQ39") == "defeat"):
        return front + way * max(0, room), enemy_of(winner)
    return front + way * min(moves, room), ""


def _next_options(table: Table, winner: str, major: bool, front: int, out: list[str]) -> dict[str, str]:
    """The options of the next battle: those of this one, with what has changed."""
    own = table.options
    kept = {
        "italian-hq": own.italian_hq, "italian-foot": own.italian_foot, "tiger": own.tiger, "quicker": own.quicker,
        "beginner": own.beginner, "blitzkrieg": own.blitzkrieg, "centimetres": own.centimetres,
    }  # fmt: skip
    options = {name: "yes" for name, on in kept.items() if on}
    if own.margin != MARGIN:
        options["margin"] = f"{own.margin:g}"
    if own.base != BASE:
        options["base"] = f"{own.base:g}"
    options["front"] = str(front)
    if own.areas:
        options["areas"] = ",".join(own.areas)
    if out:
        options["out"] = ",".join(out)
    if major:
        options["halved"] = "both" if table.ruled("KQ37") == "both" else enemy_of(winner)
    return options


def aftermath(table: Table) -> Aftermath:
    """What a battle that is over did to the campaign. After a resignation the players say where the front goes."""
    after = campaign_after(table)
    lines = [line.removeprefix("Campaign: ") for line in campaign_words(table) if not line.startswith(("[", NEXT))]
    if after["moves"] is None:
        options = _next_options(table, table.winner, False, table.options.front, after["left_out"])
        return Aftermath(tuple(lines), options, ("front",))
    defeated = after["defeat"]
    over = f"total defeat of {SIDES[defeated]}" if defeated else ""
    return Aftermath(tuple(lines), after["options"], over=over)


def campaign_words(table: Table) -> list[str]:
    """Where the campaign stands, in lines: before the end of a battle, and after it."""
    here = f"Campaign: the battle is fought at {front_words(table, table.options.front)}"
    if not table.winner:
        halved = " and ".join(SIDES[side] for side in table.options.halved)
        rest = f"; half the minefields and Dug-in positions for {halved}" if halved else ""
        return [here + rest] if table.options.front or table.options.areas or halved or table.options.out else []
    after = campaign_after(table)
    if after["moves"] is None:
        return ["Campaign: the side that resigned has lost; how far the front moves is for the players to say"]
    lines = [f"Campaign: {after['result']}; {front_after(table)} [KP1]"]
    if after["defeat"]:
        return [*lines, f"Campaign: total defeat of {SIDES[after['defeat']]}, which lost its last stand [KP3]"]
    if after["left_out"]:
        lines.append(f"Campaign: not in the next pack: {', '.join(after['left_out'])}")
    if doubtful := [name for name, sure in _worn(table).items() if not sure]:
        said = f"not judged: {', '.join(doubtful)} lost half the bases that are on file, but not all are"
        lines.append(f"Campaign: {said}; check the card [KP2]")
    lines.append(f"{NEXT}; Enter at `referee play` sets them up:")
    return [*lines, *(_tag(name, value) for name, value in after["options"].items())]


def _tag(name: str, value: str) -> str:
    """An option as a tag of a transcript; a value with a space stands in quotes of its own."""
    return f'[Option "{name} ""{value}"""]' if " " in value else f'[Option "{name} {value}"]'


def front_after(table: Table) -> str:
    """What the front does after a battle that was decided: "the front moves 2 areas towards Cairo, to ..."."""
    after = campaign_after(table)
    moved = abs(after["front"] - table.options.front)
    if not moved:
        return f"the front stays at {after['area']}"
    return f"the front moves {moved} area{'s' if moved > 1 else ''} towards {after['toward']}, to {after['area']}"


def follows(table: Table) -> str:
    """What a campaign makes of a battle that was decided, for the line that tells its end."""
    defeated = campaign_after(table)["defeat"]
    if defeated:
        return f"in a campaign it is the total defeat of {THE[defeated]}, which lost the last stand [KP3]"
    return f"in a campaign {front_after(table)}, and `show` tells how the next battle begins"
