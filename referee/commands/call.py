"""The referee's own commands, how a line is told to be one, and reading their words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.game import Game
from referee.notation import check_text, fold, match, near, quoted
from referee.notation.words import PLAIN, Group, groups, some
from referee.places import choices, places
from referee.ruleset import (
    Ambiguous,
    LineError,
    NotUnderstood,
    Option,
    Rulebook,
    Ruleset,
    Table,
    UnknownName,
)

_WORD = re.compile(r'[^\s"]+')
ALIASES = {"-": "decline", "?": "help", "seal": "hide", "reveal": "unhide"}
"""Other words that call a command."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the referee's own. `whole` means that it must be typed in full, `looks` that it changes nothing."""

    name: str
    usage: str
    help: str
    looks: bool = False
    whole: bool = False


COMMANDS = (
    Command("stand", 'stand ["WHY"]', "The flagged line stands, though a rule is broken."),
    Command("back", "back", "Take the flagged line back."),
    Command("decline", "decline", "Let the open window pass; `-` does the same."),
    Command("skip", "skip", "Go past the open duty on purpose; it stays on the list of open items.", whole=True),
    Command("later", "later", "The answer is not known yet: go on without it; `fix` tells it.", whole=True),
    Command("undo", "undo [N | to turn N]", "Take back the flagged line, else the last act (or N), and what followed."),
    Command("redo", "redo [N]", "Bring back what was undone last."),
    Command("fix", "fix N LINE | fix N drop", "Correct entry N: all that follows is judged again.", whole=True),
    Command("insert", "insert N LINE", "Report before entry N what was forgotten there.", whole=True),
    Command("keep", 'keep [dropping N,N] ["WHY"]', "Do what was asked about: a correction, a long undo.", whole=True),
    Command("branches", "branches", "Courses of the game that were left, and can be gone back to.", True, True),
    Command("branch", "branch N", "Go back to a course of the game that was left.", whole=True),
    Command("note", 'note "TEXT"', "Write something into the record."),
    Command("adjust", 'adjust KEY VALUE [KEY VALUE ...] ["WHY"]', "Make the record fit the table (see `audit`)."),
    Command("ruling", "ruling ID CHOICE", "Decide a point on which the book is silent."),
    Command("house", 'house RULE off|warn|on "WHY"', "Change a rule for this game."),
    Command("paid", 'paid [N] ["HOW"]', "A duty that was passed over has been made good, or is waived."),
    Command("open", "open", "Open items: duties passed over, values not known yet, disputes.", True, True),
    Command("dispute", 'dispute N "WHAT"', "Note that entry N is disputed.", whole=True),
    Command("settle", 'settle N "HOW"', "Note how a dispute about entry N was settled.", whole=True),
    Command("roll", "roll", "The referee throws the dice that are asked for."),
    Command("cocked", "cocked [N]", "The die fell askew: it is kept in the record, and thrown again."),
    Command("late", "late DICE", "Dice that were thrown before their act was declared, or are told only now."),
    Command("dice", "dice", "The dice of both sides against what fair dice give.", looks=True),
    Command("hide", 'hide SIDE "TEXT"', "Seal a note, so that it cannot be changed unseen (or `seal`).", whole=True),
    Command("unhide", "unhide [N]", "Open a sealed note, and prove its words (or `reveal`).", whole=True),
    Command("resign", "resign [SIDE]", "A side gives up.", whole=True),
    Command("agree", "agree", "Both sides agree on a draw.", whole=True),
    Command("legal", "legal [VERB]", "What may be done now.", looks=True),
    Command("why", "why [N | WORDS]", "Explain a verdict, a value, or what would be said to a line.", looks=True),
    Command("show", "show [setup | as SIDE | NAME]", "The table; its set-up; what a side sees; or a card.", looks=True),
    Command("audit", "audit", "All that lies on the table, to be checked with a finger.", looks=True),
    Command("log", "log [N | N-N | WORDS]", "The last N entries, some, or those that speak of it.", looks=True),
    Command("rule", "rule ID | WORDS", "Show a rule, or all rules in which the words stand.", looks=True),
    Command("help", "help [VERB | all]", "How to write a verb or a command.", looks=True),
)
BY_NAME = {command.name: command for command in COMMANDS}


@dataclass(frozen=True, slots=True)
class Call:
    """A command as it was typed: who is named before it, and where its words begin."""

    command: Command
    side: str
    line: str
    start: int

    def words(self) -> list[Group]:
        """The words behind the command. Raises NotUnderstood."""
        return groups(self.line, self.start)

    def free(self, start: int | None = None) -> str:
        """The words behind the command (or from a column on) as free text, with or without quotes around them."""
        start = self.start if start is None else start
        text = self.line[start:].strip()
        if text.count('"') % 2:
            raise NotUnderstood('A quote is opened and not closed: "...".', self.line.index('"', start))
        if text.startswith('"') and len(found := groups(text)) == 1 and len(found[0].tokens) == 1:
            return found[0].tokens[0].text
        return text

    def wrong(self, message: str) -> NotUnderstood:
        """What is wrong with the words, and how the command is written."""
        return NotUnderstood(f"{message} Write: {self.command.usage}", self.start)


def find_call(game: Game, line: str) -> Call | None:
    """The command that a line calls; None if it is a report. A verb of the ruleset always wins.

    Raises LineError, also for a beginning that fits two commands.
    """
    check_text(line)
    reader = game.reader()
    side, start = reader.prefix(line)
    found = _WORD.match(line, start)
    if not found:
        return None
    word = fold(found.group())
    if any(word in (act.verb, act.short) for act in game.ruleset.actions):
        return None
    command = BY_NAME.get(ALIASES.get(word, word))
    if command is None:
        hits = [c for c in COMMANDS if c.name.startswith(word) and not c.whole and word not in PLAIN]
        if not hits or reader.verb_of(word) or _is_report(game, line):
            return None
        if len(hits) > 1:
            names = tuple(c.name for c in hits)
            raise Ambiguous(f"{word!r} may be {' or '.join(names)}.", start, names, length=len(word))
        command = hits[0]
    return Call(command, side, line, found.end())


def _is_report(game: Game, line: str) -> bool:
    try:
        game.reader().read(line)
    except Ambiguous:
        return True
    except LineError:
        return False
    return True


def pick(token: Group, names: Mapping[str, str], what: str) -> str:
    """The one name that a word means. Raises Ambiguous, NotUnderstood (a near miss) or UnknownName."""
    word = ",".join(t.text for t in token.tokens)
    hits = match(word, names)
    if len(hits) == 1:
        return hits[0]
    if hits:
        raise Ambiguous(f"{word[:40]!r} may be {' or '.join(hits[:9])}.", token.column, tuple(hits), length=len(word))
    meant = near(word, names)
    if meant:
        raise NotUnderstood(f"{word[:40]!r} is no {what}. Did you mean {' or '.join(meant)}?", token.column, meant)
    there = f" There are: {some(names)}." if names else ""
    raise UnknownName(f"There is no {what} {word[:40]!r}.{there}", token.column)


def read_ruling(rulebook: Rulebook, words: list[Group]) -> tuple[str, str]:
    """The ruling and the choice that two words name. Raises LineError."""
    if not words:
        raise NotUnderstood(f"Which ruling: {', '.join(rulebook.rulings) or 'this game has none'}?")
    which = pick(words[0], {each: each for each in rulebook.rulings}, "ruling")
    ruling = rulebook.rulings[which]
    if len(words) != 2:
        choices = tuple(ruling.choices)
        raise NotUnderstood(f"{ruling.question} Choose: {', '.join(choices)}.", words[0].column, choices)
    return which, pick(words[1], ruling.choices, "choice of this ruling")


def read_option(options: Sequence[Option], words: list[Group]) -> tuple[str, str]:
    """The option and the choice that two words name. Raises LineError."""
    by_name = {option.name: option for option in options}
    if not words or not by_name:
        raise NotUnderstood(f"Which option: {', '.join(by_name) or 'this game has none'}?")
    option = by_name[pick(words[0], {name: name for name in by_name}, "option")]
    value = ",".join(token.text for token in words[1].tokens) if len(words) == 2 else None
    if value in option.choices or (option.free and value is not None):
        return option.name, str(value)
    if not value:
        choices = tuple(word(choice) for choice in option.choices)
        free = f", or {option.free}" if option.free else ""
        raise NotUnderstood(f"{option.question} Choose: {', '.join(choices)}{free}.", words[0].column, choices)
    return option.name, pick(words[1], {each: each for each in option.choices}, f"choice of {option.name}")


def option_lines(options: Sequence[Option]) -> Iterator[str]:
    """The options of a game and their choices; the default is marked."""
    for option in options:
        yield f"option {option.name}: {option.question}"
        for choice, meaning in option.choices.items():
            yield f"  {word(choice)}: {meaning}{' (default)' if choice == option.default else ''}"
        if option.free:
            yield f"  or {option.free}"
    if not options:
        yield "no options"


def word(text: str) -> str:
    """A word as it is written in a line: in quotes where it must be."""
    return text if re.fullmatch(r"[\w.:+/-]+", text) else quoted(text)


def adjust_line(data: Mapping[str, str]) -> str:
    """The `adjust` line that sets some places."""
    return "adjust " + " ".join(f"{word(key)} {word(value)}" for key, value in data.items())


def read_pair(ruleset: Ruleset[Any], table: Table, key: Group, value: Group) -> tuple[str, str]:
    """A key of the table and its value, both of which may be shortened. Raises LineError."""
    name = pick(key, {each: each for each in places(ruleset, table)}, "key of the table")
    known = choices(ruleset, name)
    if known:
        return name, pick(value, known, "value of " + name)
    return name, ",".join(token.text for token in value.tokens)
