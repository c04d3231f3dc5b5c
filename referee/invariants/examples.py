"""The examples of a ruleset: whole games with what the referee makes of them, and short cases that break one rule.

    FOLDER/NAME.ref                 a whole game, turn or battle; NAME.txt beside it is what the referee makes of it
    FOLDER/illegal/RULE.ref         breaks RULE in its last line, and nothing else; RULE--WORD.ref is a further case
    FOLDER/illegal/RULE.legal.ref   its twin, which differs in its last lines, and in which nothing is flagged
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.check import Found, Result, Unusable, judge_transcript
from referee.commands.look import show_lines
from referee.digest import spell
from referee.notation import plain
from referee.review.log import log_lines, record
from referee.ruleset import BREACHES, FAULTS, Kind, Ruleset, Treatment
from referee.transcript import Unreadable, read_file

LONGEST_FLAG = 150
"""Letters of a message that flags a line."""


def golden(example: Path, maker: str) -> str:
    """The record of an example and the table at its end, as text. `maker`: the command that writes it anew.

    Raises Unreadable, Unusable.
    """
    result = _judged(example)
    game = result.game
    lines = [
        f"# What the referee makes of {example.name}; made by `{maker}`.",
        *log_lines(game, record(game)),
        "",
        *show_lines(game),
        f"digest {spell(game.timeline.digest)}",
    ]
    return "".join(f"{plain(line).rstrip()}\n" for line in lines)


def whole_examples(folder: Path) -> list[Path]:
    """The whole examples of a folder."""
    return sorted(folder.glob("*.ref"))


def golden_file(example: Path) -> Path:
    """Where the golden text of an example stands."""
    return example.with_suffix(".txt")


def cases(folder: Path) -> list[Path]:
    """The cases that break a rule, without their twins."""
    return sorted(each for each in folder.glob("illegal/*.ref") if not each.name.endswith(".legal.ref"))


def rule_of(case: Path) -> str:
    """The rule that a case breaks, by its name."""
    return case.name.removesuffix(".ref").partition("--")[0]


def twin_of(case: Path) -> Path:
    """The legal twin of a case."""
    return case.with_name(case.name.removesuffix(".ref") + ".legal.ref")


def faults_of_case(case: Path) -> Iterator[str]:
    """What is wrong with a case: it breaks its rule and no other, in its last line, and says what would be legal.

    Raises Unreadable, Unusable.
    """
    flagged = _flagged(case)
    if [each.rule for each in flagged] != [rule_of(case)] or flagged[0].kind not in BREACHES:
        yield f"{case.name}: not {rule_of(case)} alone is flagged, but {_told(flagged)}"
        return
    if flagged[0].line != len(case.read_text(encoding="utf-8").splitlines()):
        yield f"{case.name}: the breach is in line {flagged[0].line}, and not in the last"
    if flagged[0].kind == Kind.ILLEGAL and not flagged[0].instead:
        yield f"{case.name}: nothing is said to be legal instead"
    if len(flagged[0].message) >= LONGEST_FLAG:
        yield f"{case.name}: the message has {len(flagged[0].message)} letters; a flag is short"


def faults_of_twin(case: Path) -> Iterator[str]:
    """What is wrong with the twin of a case. Raises Unreadable, Unusable."""
    twin = twin_of(case)
    if not twin.exists():
        yield f"{case.name} has no twin {twin.name}"
    elif flagged := _flagged(twin):
        yield f"{twin.name}: flagged is {_told(flagged)}"


def faults_of_folder(folder: Path) -> Iterator[str]:
    """That a folder has no whole example."""
    if not whole_examples(folder):
        yield f"{folder} has no whole example"


def faults_of(ruleset: Ruleset[Any], folder: Path, maker: str) -> Iterator[str]:
    """All that is wrong with the examples of a ruleset, in a sentence each. Raises Unreadable, Unusable."""
    yield from faults_of_folder(folder)
    for example in whole_examples(folder):
        told = golden_file(example)
        if _kept(told) != golden(example, maker):
            yield f"{example.name}: {told.name} is not what the referee makes of it now; `{maker}` writes it anew"
    for case in cases(folder):
        yield from faults_of_case(case)
        yield from faults_of_twin(case)
    twins = {twin_of(case) for case in cases(folder)}
    yield from (f"{each.name} is the twin of no case" for each in sorted({*folder.glob("illegal/*.legal.ref")} - twins))
    judged = {rule.id for rule in ruleset.rulebook.rules.values() if rule.treatment is Treatment.JUDGED}
    shown = {rule_of(case) for case in cases(folder)}
    yield from (f"rule {rule} is judged, and no case breaks it" for rule in sorted(judged - shown))
    yield from (f"a case is called {rule}, which is no rule that is judged" for rule in sorted(shown - judged))


def _kept(told: Path) -> str | None:
    """What stands in a file; None if it is not there or is no text."""
    try:
        return told.read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return None


def _flagged(file: Path) -> list[Found]:
    return [each for each in _judged(file).found if each.kind in FAULTS]


def _judged(file: Path) -> Result:
    """An example, judged. Raises Unreadable, Unusable with the name of its file."""
    try:
        return judge_transcript(read_file(str(file)), file.stem)
    except (Unreadable, Unusable) as error:
        raise type(error)(f"{file.name}: {error}") from error


def _told(flagged: list[Found]) -> str:
    return "; ".join(f"line {each.line}: [{each.rule}] {each.message}" for each in flagged) or "nothing"
