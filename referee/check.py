"""Judging transcripts: every fault is reported, and a flagged line stands unless the file takes it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.catalogue import OnFile, teach
from referee.chain import LONGEST_CHAIN
from referee.commands import Call, find_call, misread, read_option, read_ruling, run
from referee.digest import spell
from referee.fold import REFEREE, BrokenRecord, first_table
from referee.game import Game
from referee.log import Header, Log
from referee.notation import Reader, plain
from referee.notation.words import PATIENCE, groups, strain
from referee.ruleset import (
    BREACHES,
    FAULTS,
    Finding,
    Kind,
    LineError,
    NotUnderstood,
    Ruleset,
    Table,
    UnknownName,
    warning,
)
from referee.ruleset.find import NoSuchRuleset, load_ruleset
from referee.telling import finding_line, many, outcome
from referee.transcript import RULE, Transcript

ASSUMED = "mechanics"
"""Who "typed" what the referee did for a transcript with the tag `[Mechanics "assumed"]`."""

_OWN_TAGS = frozenset({"ruleset", "game", "date", "place", "umpire", "ruling", "option", "component", "mechanics"})


ON_FILE = "(it is on file here: --components uses what is on file)"
"""What is said of a name that only the component files of the player know."""


Stock = Callable[[Ruleset[Any], Table | None], OnFile]
"""What is on file of a player's copy, on top of a table or of what ships: `referee.library.on_file`."""


class Unusable(Exception):
    """A transcript that cannot be judged at all; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding with its place: the entry that it became (None if it became none), and the line of the file."""

    entry: int | None
    line: int | None
    kind: str
    rule: str
    message: str
    instead: str = ""

    def to_json(self) -> dict[str, Any]:
        """As it stands in `--json`."""
        row: dict[str, Any] = {
            "entry": self.entry, "line": self.line, "kind": self.kind, "rule": self.rule, "message": self.message,
        }  # fmt: skip
        return {**row, "instead": self.instead} if self.instead else row


@dataclass(frozen=True, slots=True)
class Result:
    """A transcript after judging: the game that it leads to, and all findings in the order of the file."""

    game: Game
    found: tuple[Found, ...]

    @property
    def status(self) -> int:
        """The exit status: 1 if there is a fault or an omission."""
        return int(any(f.kind in FAULTS for f in self.found))

    @property
    def failed(self) -> tuple[Found, ...]:
        """The lines that became no entry."""
        return tuple(f for f in self.found if f.kind in FAULTS - BREACHES)


def judge_transcript(transcript: Transcript, name: str = "transcript", stock: Stock | None = None) -> Result:
    """Judge a transcript on a game that is only in memory. Raises Unusable.

    It tells itself what its components are; with `stock`, what is on file of the player's copy is known beforehand.
    """
    ruleset = _ruleset(transcript)
    header, faults = _header(transcript, ruleset, name, stock)
    try:
        game = Game(ruleset, Log.memory(header))
    except BrokenRecord as error:
        raise Unusable(f"The tags do not work: {error}") from error
    except ValueError as error:
        raise Unusable(f"The tags cannot be kept in a record: {error}.") from error
    found = [_place(f, line) for line, f in (*faults, *transcript.faults)]
    found += _Judging(game, transcript).run()
    return Result(game, tuple(sorted(found, key=lambda f: f.line or 0)))


def hinted(result: Result, transcript: Transcript, stock: Stock) -> Result:
    """The same, where a name that is unknown in the file but known on file here has a word of that behind it."""
    if all(one.kind != Kind.UNKNOWN for one in result.found):
        return result
    ruleset = result.game.ruleset
    reader = Reader(stock(ruleset, None).table, ruleset.actions, ruleset.sides)
    lines = {line.number: line.text for line in transcript.lines}
    found = []
    for one in result.found:
        known = one.kind == Kind.UNKNOWN and one.line in lines and _has_names(reader, lines[one.line])
        found.append(replace(one, message=f"{one.message} {ON_FILE}") if known else one)
    return replace(result, found=tuple(found))


def _has_names(reader: Reader, line: str) -> bool:
    """Whether all names of a line are known, whatever else may be wrong with it."""
    try:
        reader.read(line)
    except UnknownName:
        return False
    except LineError:
        pass
    return True


def _ruleset(transcript: Transcript) -> Ruleset[Any]:
    wanted = transcript.tag("Ruleset")
    if not wanted:
        torn = "".join(f" Line {line}: {finding.message}" for line, finding in transcript.faults[:3])
        raise Unusable(f'It has no ruleset tag; begin it with [Ruleset "NAME"] (`referee rulesets` lists them).{torn}')
    try:
        return load_ruleset(wanted)
    except NoSuchRuleset as error:
        raise Unusable(str(error)) from error


def _header(
    transcript: Transcript, ruleset: Ruleset[Any], name: str, stock: Stock | None
) -> tuple[Header, list[tuple[int, Finding]]]:
    """The header that the tags make, and what is wrong with them."""
    faults: list[tuple[int, Finding]] = []
    sides = {key: side for side, title in ruleset.sides.items() for key in (side.lower(), title.lower())}
    rulings: dict[str, str] = {}
    options: dict[str, str] = {}
    components: list[str] = []
    for tag in transcript.tags:
        if len(faults) >= PATIENCE:
            break
        try:
            if tag.name.lower() == "ruling":
                which, choice = read_ruling(ruleset.rulebook, groups(tag.value))
                rulings[which] = choice
            elif tag.name.lower() == "option":
                which, choice = read_option(ruleset.options, groups(tag.value))
                options[which] = choice
        except LineError as error:
            faults.append((tag.number, error.finding()))
    told = [tag for tag in transcript.tags if tag.name.lower() == "component"]
    table = first_table(ruleset, rulings, options) if told or stock else None
    if stock:
        known = stock(ruleset, table)
        table, components = known.table, [*known.lines]
    for tag in told:
        assert table is not None
        if len(faults) >= PATIENCE:
            break
        try:
            table, line, _ = teach(ruleset, table, tag.value)
            components.append(line)
        except LineError as error:
            faults.append((tag.number, error.finding()))
    if transcript.tag("Mechanics") not in ("", "assumed", "reported"):
        at = next(t.number for t in transcript.tags if t.name.lower() == "mechanics")
        faults.append((at, warning(RULE, 'The tag Mechanics is "assumed" or "reported"; "reported" is taken.')))
    header = Header(
        ruleset=ruleset.name,
        version=ruleset.version,
        name=plain(transcript.tag("Game") or name),
        players={sides[t.name.lower()]: t.value for t in transcript.tags if t.name.lower() in sides},
        options=options,
        rulings=rulings,
        date=transcript.tag("Date"),
        place=transcript.tag("Place"),
        umpire=transcript.tag("Umpire"),
        tags={t.name: t.value for t in transcript.tags if t.name.lower() not in {*_OWN_TAGS, *sides}},
        components=tuple(components),
    )
    return header, faults


def _place(finding: Finding, line: int, entry: int | None = None) -> Found:
    return Found(entry, line, str(finding.kind), finding.rule, finding.message, finding.instead)


class _Judging:
    """Goes through the lines of a transcript once."""

    def __init__(self, game: Game, transcript: Transcript) -> None:
        self.game = game
        self.lines = transcript.lines
        self.assumed = transcript.tag("Mechanics") == "assumed"

    def run(self) -> Iterator[Found]:
        """Judge line by line; the findings."""
        flagged = 0  # the line of the file that is held
        failed = strained = 0
        for i, line in enumerate(self.lines):
            if (call := self._call(line.text)) and call.command.looks:  # somebody kept what they typed at the prompt
                if wrong := misread(self.game, call):
                    said = f"`{call.command.name}` is the referee's own, only looks, and is passed over here: {wrong}"
                    yield _place(warning(RULE, said), line.number)
                continue
            if self.assumed:
                yield from self._mechanics(line.text, line.number)
            # A flagged line stands, unless the next line takes it back, or says itself why it stands.
            after = self._call(self.lines[i + 1].text) if i + 1 < len(self.lines) else None
            following = after.command.name if after else ""
            answer = run(self.game, line.text, stands=None if following in ("stand", "back") else "")
            if answer.status == "held" and following == "stand":
                flagged = line.number
                continue  # the answer to `stand` has its findings
            own = (e.number for e in answer.entries if e.by != REFEREE and e.kind in ("act", "held", "stand", "skip"))
            entry = next(own, None)
            for finding in answer.findings:
                yield _place(finding, flagged or line.number, entry)
            flagged = 0
            if answer.status != "failed":
                continue
            failed, strained = failed + 1, strained + strain(line.text)
            if strained >= PATIENCE:
                stopped = NotUnderstood(f"Here reading stops: {many(failed, 'line')} could not be read.")
                yield _place(stopped.finding(), line.number)
                return

    def _call(self, text: str) -> Call | None:
        try:
            return find_call(self.game, text)
        except LineError:
            return None

    def _mechanics(self, text: str, number: int) -> Iterator[Found]:
        """Do what a line would skip, as far as the rules say which line that is (a draw, the end of a step)."""
        for _ in range(LONGEST_CHAIN):
            table = self.game.table
            try:
                verdict = self.game.judge(text)
            except LineError:
                return  # a command, or a line that fails: that is reported when the line itself is taken
            due = next((ask for ask in verdict.passed if ask.duty and ask.enter), None)
            if due is None:
                return
            answer = self.game.report(f"{due.side}> {due.enter}", ASSUMED, stands="")
            if answer.status != "ok":
                return
            entry = next((e.number for e in answer.entries if e.by == ASSUMED), None)
            for finding in answer.findings:
                yield _place(finding, number, entry)
            if self.game.table is table:
                return


def stored_findings(game: Game) -> tuple[Found, ...]:
    """The findings in the record of a game: of all that counts, and of the line that is held.

    Where a side looks, only those of its own acts: the others may speak of what is hidden from it.
    """
    entries = [step.entry for step in game.timeline.steps] + ([game.held] if game.held else [])
    entries = [entry for entry in entries if game.viewer in ("", entry.side)]
    return tuple(
        Found(e.number, None, row.get("kind", ""), row.get("rule", ""), row.get("message", ""), row.get("instead", ""))
        for e in entries
        for row in e.findings
    )


def to_json(game: Game, found: tuple[Found, ...]) -> dict[str, Any]:
    """What `check --json` and `show --json` print."""
    table = game.seen
    state: Mapping[str, Any] = game.ruleset.state(table)
    return {
        "ruleset": game.ruleset.name,
        "turn": table.turn,
        "side": table.side,
        "step": table.step,
        "winner": table.winner or None,
        "state": dict(state),
        "findings": [f.to_json() for f in found],
        "digest": spell(game.timeline.digest),
    }


def tell_result(result: Result, file: str) -> list[str]:
    """The findings one a line, then a line on where the game stands."""
    count = many(len(result.found), "finding") if result.found else "no findings"
    lines = [plain(f"{file}:{f.line}: {finding_line(f.kind, f.rule, f.message, f.instead)}") for f in result.found]
    return [*lines, plain(f"{file}: {tell_state(result.game)}, {count}")]


def tell_state(game: Game) -> str:
    """Turn, side, step and winner in words."""
    table, sides = game.table, game.ruleset.sides
    where = f"turn {table.turn}, {sides.get(table.side, table.side)}, step {game.ruleset.step_title(table.step)}"
    return f"{where}, {outcome(table, sides) if table.winner else 'no winner yet'}"
