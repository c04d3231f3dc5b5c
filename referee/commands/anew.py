"""A fact that is told to be another one than it was: the first act since that would have ended otherwise with it."""

from __future__ import annotations

from dataclasses import replace

from referee.commands.changes import changes_told
from referee.components.learning import slug
from referee.correct import rerun
from referee.edits import Edit
from referee.fold import REFEREE
from referee.game import Answer, Game
from referee.notation.words import groups
from referee.ruleset import Kind, LineError

RECENT = 150
"""Entries of this turn and the one before that are judged once more."""


def told_anew(game: Game, answer: Answer) -> Answer:
    """The answer to a fact that was warned of, for another one was on file, with the line that judges again what the
    old one decided. To tell it counts from now on, and changes nothing that was done.
    """
    warned = any(finding.kind is Kind.WARNING for finding in answer.findings)
    if answer.status != "ok" or not warned or not _learns(game, answer.line):
        return answer
    line = f"{answer.side}> {answer.line}"
    first = _since(game, answer.line)
    if not first:
        return answer
    try:
        run = rerun(game, (Edit(first, "insert", line),), lambda scratch, text: scratch.report(text, "", ""))
    except LineError:
        return answer  # at that time it could not be told
    told = changes_told(game, run)
    act = next((c.old for c in run.changes if c.number in told and c.old and not _learns(game, c.old.line)), None)
    if act is None or any(f"entry {act.number} " in finding.message for finding in answer.findings):
        return answer
    text = f"with it entry {act.number} ({act.line}) ends otherwise: `insert {act.number} {line}` judges it again"
    return replace(answer, told=(*answer.told, text))


def _since(game: Game, line: str) -> int:
    """The first act of this turn and the one before behind the line that told the same thing before; 0 if none is."""
    number, steps, tables = 0, game.timeline.steps, game.timeline.tables
    about = _about(line)
    for at in range(len(steps) - 2, max(-1, len(steps) - RECENT), -1):
        entry = steps[at].entry
        if tables[at].turn < game.table.turn - 1 or (_learns(game, entry.line) and _about(entry.line) == about):
            break
        number = number if entry.by == REFEREE else entry.number
    return number


def _learns(game: Game, line: str) -> bool:
    """Whether a line of the record tells a fact, and is no act on the table."""
    return any(act.learns and act.verb == line.partition(" ")[0] for act in game.ruleset.actions)


def _about(line: str) -> list[str]:
    """What a line tells something of: `force 352-inf`, by its name also where a title taught it."""
    return [slug(group.tokens[0].text) for group in groups(line)[:2]]
