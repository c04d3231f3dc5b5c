"""What the prompt says: answers, faults, questions and the toolbar, in plain words. Verdicts are words, not colours."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from referee.commands import enter_line, passing
from referee.commands.answers import doubted
from referee.fold import REFEREE, acts_of
from referee.game import Answer, Game
from referee.log import Entry
from referee.notation import plain
from referee.prompt.choices import Choice, listed
from referee.ruleset import BREACHES, Finding, Kind, LineError
from referee.telling import deed, deeds

WORDS = {
    Kind.ILLEGAL: "ILLEGAL",
    Kind.OMISSION: "OMISSION",
    Kind.DOUBT: "Sure?",
    Kind.WARNING: "Warning",
    Kind.RULING: "Ruling",
    Kind.NEEDS: "Not judged",
}
"""The word for each kind of finding; the other kinds are told with their column."""

HOLD = 'Enter takes it back; stand "why" lets it stand.'
SURE = "Enter takes it back; yes does it."
"""What a flagged line waits for: one that breaks a rule, and one of which it is only asked whether it is meant."""

Fragments = list[tuple[str, str]]


def title(game: Game, side: str) -> str:
    """A side as the players call it; a draw and the referee have no title."""
    return game.ruleset.sides.get(side, side)


def speaker(game: Game) -> str:
    """The side that the prompt belongs to: of the held line, else the one that is asked."""
    if game.held:
        return game.held.side
    ask = game.ask
    return ask.side if ask else game.table.side


def finding_lines(finding: Finding) -> list[str]:
    """A finding in one line, and what would have been legal in another."""
    word = WORDS.get(finding.kind, str(finding.kind).replace("-", " ").capitalize())
    line = f"{word} [{finding.rule}] {finding.message}"
    if not finding.instead:
        return [line]
    if finding.kind in BREACHES:
        return [line, f"  Legal: {finding.instead}"]
    return [f"{line} ({finding.instead})"]


def answer_lines(game: Game, answer: Answer, windows: bool = False) -> list[str]:
    """What became of a line that was understood: the line in full, findings, what happened, what hands must do.

    `windows`: those of the other side that it let pass are told too.
    """
    said = [f"Given up, and nothing of it was done: {answer.dropped}"] if answer.dropped else []
    said += [taken_back(game, e) for e in answer.entries if e.kind == "back"]
    if answer.status == "known":
        return [*said, f"{title(game, answer.side)}: {answer.line}: done already."]
    headline = _headline(game, answer)
    said += [headline] if headline else []
    said += _passed_over(game, answer, windows)
    said += _findings(game, answer)
    said += [f"  {what}" for what in (*answer.said, *answer.told)]
    if answer.hands:
        said.append(f"  On the table: {'; '.join(answer.hands)}.")
    return said


def _passed_over(game: Game, answer: Answer, windows: bool) -> list[str]:
    """The steps and chances that a line went past without a word, so that it is seen. A window of the other side that
    stood on the screen is not among them, for to let that pass is what going on means (but not for the side whose turn
    it is); `windows`: none did.
    """
    closed = {entry.number for entry in answer.entries if entry.kind == "close" and entry.by == REFEREE}
    before = zip(game.timeline.steps, game.timeline.tables, strict=False) if closed else ()
    said, side = [], answer.side
    for step, table in before:
        if step.entry.number not in closed:
            continue
        ask, shown = game.ruleset.asks(table), step.entry is answer.entries[0] and not windows
        if ask and not ask.idle and (ask.step or not shown or ask.side in (answer.side, table.side)):
            whose, side = "" if ask.side == side else f"{title(game, ask.side)}: ", ask.side
            said.append(f"{whose}{ask.question}")
    return [f"  Let pass: {'; '.join(said)} (`undo` is before it)"] if said else []


def _findings(game: Game, answer: Answer) -> list[str]:
    """The findings. A ruling is told in full once a game, later only its id.

    Of a held line it is not told, for nothing was done yet; of a line that stands, it alone.
    """
    said: list[str] = []
    again: list[str] = []
    stands = any(entry.kind == "stand" for entry in answer.entries)
    fresh = {entry.number for entry in answer.entries}
    told = {
        row.get("rule")
        for entry in game.log.entries
        if entry.number not in fresh and entry.kind != "held"
        for row in entry.findings
        if row.get("kind") == Kind.RULING
    }
    for finding in answer.findings:
        if finding.kind is not Kind.RULING:
            said += [] if stands else finding_lines(finding)
        elif answer.status != "held" and finding.rule not in told:
            said += finding_lines(finding)
        elif answer.status != "held":
            again.append(finding.rule)
    return [*said, *([_as_before(list(dict.fromkeys(again)))] if again else [])]


def _as_before(rules: list[str]) -> str:
    """That rulings count which were told already, and how they are read again."""
    return f"Ruled as before: {' '.join(f'[{rule}]' for rule in rules)} (`rule {rules[0]}` tells it)"


def _turned_back(game: Game, answer: Answer) -> str:
    """What was undone, or done again: the act, or how many and the one that the table is now before, or after."""
    turns = [e for e in answer.entries if e.kind in ("undo", "redo")]
    of = [game.entry(number) for number in turns[-1].of]
    of = of if turns[-1].kind == "undo" else of[::-1]
    act = deed(game.ruleset.sides, next((e for e in of if e.by != REFEREE), of[0]))
    word = "Undone" if turns[-1].kind == "undo" else "Done again"
    if (acts := acts_of(turns[-1])) == 1:
        return f"{word}: {act}"
    return f"{word}: {acts} acts: {deeds(game.ruleset.sides, of)}"


def taken_back(game: Game, entry: Entry) -> str:
    """That a flagged line was taken back."""
    return f"Taken back: {title(game, entry.side)}: {entry.line}"


def _headline(game: Game, answer: Answer) -> str:
    """The line as it was understood, and what was done with it. "" when only a line was taken back."""
    who = f"{title(game, answer.side)}: " if answer.side else ""
    entries = [e for e in answer.entries if e.kind != "back"]
    if answer.entries and not entries:
        return ""
    kinds = {e.kind for e in entries}
    first = entries[0].kind if entries else ""
    if first in ("undo", "redo"):
        return _turned_back(game, answer)
    if first == "close" and len(entries) == 1:
        return f"{title(game, answer.side)} lets it pass."
    standing = next((e for e in entries if e.kind == "stand" or e.verdict.endswith("-stands")), None)
    if standing and answer.status == "ok":
        because = f' because "{standing.why}"' if standing.why else ""
        broken = any(row.get("kind") in BREACHES for row in standing.findings)
        return f"{who}{answer.line}: it {'STANDS' if broken or because else 'counts'}{because}."
    return f"{who}{answer.line}" if answer.line or not kinds else who


def held_lines(game: Game, held: Entry) -> list[str]:
    """The flagged line that waits since last time, told again."""
    said = [f"Still waiting: {title(game, held.side)}: {held.line}"]
    for row in held.findings:
        kind = Kind(row.get("kind", Kind.ILLEGAL))
        said += finding_lines(Finding(kind, row.get("rule", ""), row.get("message", ""), row.get("instead", "")))
    return said


def fault_lines(line: str, error: LineError, offered: Sequence[Choice], width: int = 80) -> list[str]:
    """Why a line failed: the line, a caret under the bad word, the reason, and numbered choices."""
    said = [*pointed(line, error.column, error.length, width), error.message]
    if offered:
        said.append(f"  {listed(offered)}")
    return said


def pointed(line: str, column: int, length: int, width: int) -> list[str]:
    """The part of a line around a column, with carets under it; columns hold whatever the characters are."""
    column = min(max(column, 0), len(line))
    end = column + length if length else _end_of_word(line, column)
    room = max(width - 10, 16)
    start = 0 if column < room - 12 else column - room // 2
    shown = [_shown(c) for c in line[start : start + room]]
    before = sum(map(_cells, shown[: column - start]))
    marked = sum(map(_cells, shown[column - start : end - start])) or 1
    head, tail = "..." if start else "", "..." if start + room < len(line) else ""
    carets = "^" * max(1, min(marked, room - before))
    return [f"  {head}{''.join(shown)}{tail}", f"  {' ' * (before + len(head))}{carets}"]


def _end_of_word(line: str, column: int) -> int:
    end = column
    while end < len(line) and not line[end].isspace() and line[end] != ",":
        end += 1
    return end


def _shown(char: str) -> str:
    return char if char.isprintable() else "?"


def _cells(char: str) -> int:
    """How many columns of a terminal a character takes."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def enter_does(game: Game) -> str:
    """What Enter on an empty line will do now."""
    line = enter_line(game)
    if line == "decline" and game.ask:
        return passing(game.ask)
    return line.rpartition("> ")[2] or "help"


def question_lines(game: Game, offered: Sequence[Choice] | None = None, enter: str = "") -> list[str]:
    """The open question, what Enter does (`enter`, if not the usual), and the values that can be named.

    `offered` are those values numbered; None if other numbers are on the screen.
    """
    if game.draft and not enter:
        return ["Enter gives it up; keep does it."]
    if game.held and not enter:
        return [SURE if doubted(game) else HOLD]
    if game.table.winner:
        return [f"{_outcome(game)} `undo` takes the last report back, `quit` leaves."]
    ask = game.ask
    if ask is None:
        return ["Nothing is open."]
    words = ask.question or f"Waiting for: {', '.join(ask.verbs)}."
    named = ", ".join(ask.among or ())
    if offered and named and words.endswith(named):  # the question ends with the values: they are numbered there
        words, offered = f"{words.removesuffix(named)}{listed(offered)}", ()
        named = ""
    said = [f"{title(game, ask.side)}: {words} (Enter: {enter or enter_does(game)})"]
    if offered:
        said.append(f"  {listed(offered)}")
    elif offered is not None and named:
        said.append(f"  One of {named}")
    return said


def _outcome(game: Game) -> str:
    winner, players = game.table.winner, game.log.header.players
    if winner == "draw":
        return "The game is drawn."
    who = f" ({players[winner]})" if players.get(winner) else ""
    return f"The game is over: {title(game, winner)}{who} won."


def toolbar(game: Game, readonly: bool = False, width: int = 80) -> Fragments:
    """Turn, side and status, cut from the right to what the terminal holds; alarms come first and are never cut."""
    alarms = ["NOT SAVED"] if game.log.failure else []
    alarms += ["READ-ONLY"] if readonly else []
    table = game.table
    parts = [f"Turn {table.turn}", title(game, table.side), *game.ruleset.status(game.seen)]
    if table.winner:
        parts = [_outcome(game).removesuffix("."), *parts[:1]]
    room = width - 1 - sum(len(a) + 3 for a in alarms)
    fragments: Fragments = []
    for alarm in alarms:
        fragments += [("class:alarm", f" {alarm} "), ("", " ")]
    return [*fragments, ("", fitted([plain(p) for p in parts if p], room))]


def fitted(parts: Sequence[str], room: int) -> str:
    """As many parts as there is room for, from the left; the first is cut if it does not fit itself."""
    text = " · ".join(parts)
    if _width(text) <= room:
        return text
    for kept in range(len(parts) - 1, 0, -1):
        text = " · ".join(parts[:kept]) + " …"
        if _width(text) <= room:
            return text
    cut = ""
    for char in parts[0] if parts else "":
        if _width(cut) + _cells(char) > room - 1:
            return cut + "…"
        cut += char
    return cut


def _width(text: Iterable[str]) -> int:
    return sum(map(_cells, text))
