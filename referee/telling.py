"""Findings, entries and answers in plain words, one line each; text that strangers wrote is made safe to show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.fold import REFEREE
from referee.game import Answer
from referee.log import Entry
from referee.notation import plain
from referee.ruleset import Finding, Kind, Table

SAYS_LEGAL = frozenset({Kind.ILLEGAL, Kind.OMISSION, Kind.DOUBT, Kind.WARNING})
"""Kinds of findings that say what would have been legal."""


NAMED = 5
"""Deeds that are named in one line."""


def finding_line(kind: str, rule: str, message: str, instead: str = "") -> str:
    """`illegal [operations.move] ...  (legal: ...)`."""
    legal = f"  (legal: {instead})" if instead and kind in SAYS_LEGAL else ""
    return plain(f"{kind} [{rule}] {message}{legal}")


def tell_finding(finding: Finding) -> str:
    """A finding as one line."""
    return finding_line(finding.kind, finding.rule, finding.message, finding.instead)


def tell_stored(row: Mapping[str, str]) -> str:
    """A finding of the record as one line."""
    return finding_line(row.get("kind", ""), row.get("rule", ""), row.get("message", ""), row.get("instead", ""))


def many(count: int, one: str, more: str = "") -> str:
    """So many things: `1 fact`, `2 facts`; `more` is the plural where an s alone does not make it."""
    return f"{count} {one if count == 1 else more or f'{one}s'}"


def outcome(table: Table, sides: Mapping[str, str]) -> str:
    """How a game ended: `a draw`, `Red won`."""
    return "a draw" if table.winner == "draw" else f"{sides.get(table.winner, 'nobody')} won"


def said_by(entry: Entry) -> str:
    """What an entry reports, with its side: `red> move guard hill`."""
    words = {"close": "decline", "skip": "skip", "undo": "undo", "redo": "redo"}.get(entry.kind, entry.line)
    if entry.kind in ("undo", "redo"):
        return f"{words} {_numbers(entry.of)}" if entry.of else words
    return f"{entry.side}> {words}" if entry.side else words


def as_typed(entry: Entry) -> str:
    """An entry as a line that reads as it: `said_by`, and what is not known yet as `?`."""
    unknown = entry.unknown if entry.kind != "later" else ()
    return "".join((said_by(entry), *(f" {keyword} ?" for keyword in unknown)))


def deed(sides: Mapping[str, str], entry: Entry) -> str:
    """What an entry did, with its side: `Red: move guard hill`, `Blue let it pass`."""
    who = sides.get(entry.side, entry.side)
    if entry.kind == "close":
        return f"{who} let it pass"
    return f"{who}: {entry.line or entry.kind}" if entry.side else entry.line or entry.kind


def deeds(sides: Mapping[str, str], entries: Iterable[Entry]) -> str:
    """What the players did in some entries, from the last to the first, in one line; of many only those told first."""
    done = [deed(sides, entry) for entry in reversed([*entries]) if entry.by != REFEREE]
    rest = f"; and {len(done) - NAMED} more" if len(done) > NAMED + 1 else ""
    return "; ".join(done[:NAMED] if rest else done) + rest


def _numbers(of: tuple[int, ...]) -> str:
    return f"#{of[0]}" if len(of) == 1 else f"#{of[0]} to #{of[-1]}"


def tell_entry(entry: Entry) -> str:
    """An entry as one line: `#12 ok red> move guard hill`, why it stands, and whether the referee made it."""
    why = f'  "{entry.why}"' if entry.why else ""
    own = "  (by the referee)" if entry.by == REFEREE else f"  (ruled by {entry.ruled})" if entry.ruled else ""
    unknown = f"  (not known yet: {', '.join(entry.unknown)})" if entry.unknown else ""
    return plain(f"#{entry.number} {entry.verdict} {said_by(entry)}{why}{own}{_dice(entry)}{unknown}")


def _dice(entry: Entry) -> str:
    """Where the dice came from, if not all from the table."""
    if all(die["source"] == "table" for die in entry.dice):
        return ""
    told = (f"{die['value'] or '?'} {die['source']}" for die in entry.dice)
    return f"  (dice: {', '.join(told)})"


def tell_answer(answer: Answer) -> list[str]:
    """All that the referee says to a line, without the entries: findings, what happened, what hands must do."""
    lines = [f"given up: {answer.dropped}"] if answer.dropped else []
    lines += [tell_finding(f) for f in answer.findings]
    if answer.status == "known":
        lines.append(f"already done: {answer.line}")
    if answer.status == "held":
        lines.append('held: `stand "why"` lets it stand, `back` or an empty line takes it back')
    lines += [f"then {said}" for said in answer.said]
    lines += answer.told
    lines += [f"hands: {hand}" for hand in answer.hands]
    return [plain(line) for line in lines]
