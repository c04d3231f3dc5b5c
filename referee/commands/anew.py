"""A fact that is told to be another one than it was: the first act since that would have ended otherwise with it."""

from __future__ import annotations

from dataclasses import replace

from referee.commands.changes import changes_told, results_told
from referee.components.learning import slug
from referee.correct import rerun
from referee.edits import Change, Edit
from referee.fold import REFEREE
from referee.game import Answer, Game
from referee.notation.words import groups
from referee.ruleset import Kind, LineError, slots_of
from referee.telling import many, tell_stored

FIGURES = ("no longer: ", "now also: ")
"""How results begin that only say otherwise what followed."""

RECENT = 150
"""Entries of this turn and the one before that are judged once more."""


def told_anew(game: Game, answer: Answer) -> Answer:
    """The answer to a fact that was warned of, for another one was on file, with the line that judges again what the
    old one decided. To tell it counts from now on, and changes nothing that was done.
    """
    warned = any(finding.kind is Kind.WARNING for finding in answer.findings)
    if answer.status != "ok" or not warned or not _learns(game, answer.line):
        return answer
    edit = _edit(game, answer)
    if edit is None:
        return answer
    try:
        run = rerun(game, (edit,), lambda scratch, text: scratch.report(text, "", ""))
    except LineError:
        return answer  # at that time it could not be told
    ends = [(change.old, said) for change in run.changes if change.old and (said := _otherwise(game, change))]
    if not ends or any(f"entry {ends[0][0].number} " in finding.message for finding in answer.findings):
        return answer
    moot = {change.number for change in run.of("moot")}
    act, said = next((each for each in ends if each[0].number not in moot), ends[0])
    more = f" ({many(len(ends) - 1, 'more entry', 'more entries')})" if ends[1:] else ""
    where = edit.number if edit.how == "fix" else next(iter(changes_told(game, run)))
    again = f"`{edit.how} {where} {edit.line}` judges again"
    text = f"with it entry {act.number} ({act.line or act.kind}) ends otherwise: {said}{more}; {again}"
    return replace(answer, told=(*answer.told, text))


def _edit(game: Game, answer: Answer) -> Edit | None:
    """The correction that tells the fact in its time, in this turn or the one before: in the place of the line that
    told the same before, if that told no more, else before the first act behind that. None if there was no act since.
    """
    line, number, steps, tables = f"{answer.side}> {answer.line}", 0, game.timeline.steps, game.timeline.tables
    about = _about(answer.line)
    for at in range(len(steps) - 2, max(-1, len(steps) - RECENT), -1):
        entry = steps[at].entry
        if tables[at].turn < game.table.turn - 1:
            break
        said_before = _learns(game, entry.line) and _about(entry.line) == about and steps[at].table != tables[at]
        if entry.by != REFEREE and said_before:
            if _facts(game, entry.line) <= _facts(game, answer.line):
                return Edit(entry.number, "fix", line)
            break
        number = number if entry.by == REFEREE else entry.number
    return Edit(number, "insert", line) if number else None


def _otherwise(game: Game, change: Change) -> str:
    """What an act leads to now, if the table or the verdict is another then; "" if at most its figures are others."""
    if change.old and _learns(game, change.old.line) and change.status != "fixed":
        return ""
    said = results_told(game, change)
    flagged = [tell_stored(row) for row in change.new.findings] if change.new and change.newly_flagged else []
    if not flagged and all(text.startswith(FIGURES) for text in said):
        return ""
    now = [text.removeprefix(FIGURES[1]) for text in said if text.startswith(FIGURES[1])]
    return [*flagged, *now[-1:], *said][0]


def _facts(game: Game, line: str) -> set[str]:
    """The words of the facts that a line tells."""
    words = {group.bare for group in groups(line)}
    return {slot.keyword for act in game.ruleset.actions if act.learns for slot in slots_of(act)} & words


def _learns(game: Game, line: str) -> bool:
    """Whether a line of the record tells a fact, and is no act on the table."""
    return any(act.learns and act.verb == line.partition(" ")[0] for act in game.ruleset.actions)


def _about(line: str) -> list[str]:
    """What a line tells something of: `force 352-inf`, by its name also where it was taught with its title."""
    verb, *words = groups(line)
    name = words[1:] if words and words[0].bare == "title" else words
    return [verb.bare, *(slug(group.tokens[0].text) for group in name[:1])]
