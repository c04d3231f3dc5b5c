"""What is fuzzed: each target takes any bytes. An exception that it lets out, or an assertion that fails, is a find.

The documented exceptions are caught here, and nothing else.
"""

from __future__ import annotations

import json
import os
import tempfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from io import BytesIO, StringIO
from pathlib import Path

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from referee.catalogue import read_files
from referee.check import Unusable, judge_transcript, tell_result, to_json
from referee.commands import look, run
from referee.digest import digest_of
from referee.fold import BrokenRecord, first_table
from referee.game import Game
from referee.lines import SUM_KEY, RecordError, chained_sum
from referee.log import Log
from referee.notation import split_lines, write
from referee.piped import Table as Piped
from referee.position import read_position
from referee.prompt.completer import NextWord
from referee.prompt.shell import Shell
from referee.prompt.talk import Talk
from referee.review.account import account_of
from referee.review.exchange import NoExport, read_json, write_json
from referee.review.html import write_html
from referee.review.markdown import write_markdown
from referee.review.report import report_of
from referee.ruleset import LineError
from referee.ruleset.find import NoSuchRuleset, load_ruleset
from referee.transcript import Unreadable, read_transcript, write_transcript
from tests.fuzz.seats import PLAYED, Seat, seats, short

MOST_LINES = 12
"""Acts of one input: a find is easier to read in few, and a table of many is played by the random games."""

MARKS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of characters that are shown, and never obeyed."""

Target = Callable[[bytes], None]


def unshown(text: str) -> str:
    """The characters of a text that a terminal or a reader would obey."""
    return "".join(sorted({c for c in text if c not in "\n\t" and unicodedata.category(c) in MARKS}))


def seat_of(data: bytes) -> tuple[Seat, bytes]:
    """The first byte says at which table one sits, and as which side."""
    places = seats()
    first = data[0] if data else 0
    seat = places[first % len(places)]
    sides = ("", *seat.game.ruleset.sides)
    seat.game.viewer = sides[first // len(places) % 3]
    return seat, data[1:]


def text_of(data: bytes) -> str:
    """Bytes as a keyboard gives them."""
    return data.decode("utf-8", "replace")


def notation(data: bytes) -> None:
    """A line at a table: it is read, asked about, reported; what fails changes nothing, what does not can be undone."""
    seat, rest = seat_of(data)
    game, line = seat.game, text_of(rest).replace("\n", " ")
    before = _state(game)
    for text in (line, f"why {line}", f"legal {line}", f"show {line}"):
        look(game, text)
        assert _state(game) == before, "looking changed something"
    with suppress(LineError):
        act = game.reader().read(line)
        assert write(game.reader().read(f"{act.side}> {write(act)}")) == write(act), "not the same when read again"
    answer = run(game, line)
    if answer.status in ("failed", "known"):
        assert _state(game) == before, "a line that failed changed something"
    game.draft = None
    if _state(game) != before:
        try:
            _check_digest(game)
        finally:
            seat.clear()


def _state(game: Game) -> tuple[object, ...]:
    return game.timeline.digest, len(game.log.entries), game.held, game.table


def _check_digest(game: Game) -> None:
    assert digest_of(game.table) == game.timeline.digest, "the digest is not that of the table"
    again = Game(game.ruleset, game.log)
    assert again.timeline.digest == game.timeline.digest, "the record leads to another table"


def transcript(data: bytes) -> None:
    """A transcript: judged, told, written out, and the same game when that is read."""
    try:
        result = judge_transcript(short(read_transcript(data), MOST_LINES))
    except (Unreadable, Unusable):
        return
    _check_shown(tell_result(result, "x.ref"))
    json.dumps(to_json(result.game, result.found), allow_nan=False)
    _check_digest(result.game)
    again = judge_transcript(read_transcript(write_transcript(result.game).encode()))
    assert not again.failed, "what was written cannot be read"
    assert again.game.timeline.digest == result.game.timeline.digest, "what was written leads to another table"


def record(data: bytes) -> None:
    """The lines of a record, each of which gets its sum, so that what is behind the sum is reached too."""
    before, lines = "", []
    for body in data.split(b"\n")[: MOST_LINES + 1]:
        if not body.endswith(b"}"):
            lines.append(body + b"\n")
            continue
        before = chained_sum(before, body)
        lines.append(body[:-1] + SUM_KEY + before.encode() + b'"}\n')
    with _file(b"".join(lines), ".jsonl") as path:
        try:
            with Log.open(path, None, readonly=True) as log:
                game = Game(load_ruleset(log.header.ruleset), log)
                _read_all(game)
        except (RecordError, BrokenRecord, NoSuchRuleset):
            return


def _read_all(game: Game) -> None:
    """Everything that is made of a record."""
    for line in ("show", "log 9", "audit", "open", "branches", "dice", "why 1", "legal"):
        look(game, line)
    account = account_of(game)
    report = report_of(account)
    for text in (write_html(report), write_markdown(report), write_json(account), write_transcript(game)):
        text.encode()


def export(data: bytes) -> None:
    """A record as JSON."""
    try:
        game = read_json(BytesIO(data))
    except (NoExport, NoSuchRuleset):
        return
    _read_all(game)


def components(data: bytes) -> None:
    """A component file of any game."""
    seat, rest = seat_of(data)
    ruleset = seat.game.ruleset
    table = first_table(ruleset, {}, {})
    with _file(rest, ".ref") as path:
        found = read_files(ruleset, table, [path])
    with _file("\n".join(found.lines).encode(), ".ref") as path:
        again = read_files(ruleset, table, [path])
    assert again.table == found.table, "the facts that were found teach something else"
    assert not again.unusable, "a fact that was found is a fault"


def position(data: bytes) -> None:
    """What lies on a table, to begin with."""
    seat, rest = seat_of(data)
    game = seat.game
    found = read_position(game.ruleset, game.table, text_of(rest))
    if found.data and not found.faults:
        answer = run(game, found.line)
        try:
            assert answer.status == "ok", "a position without a fault cannot be set"
            _check_digest(game)
        finally:
            seat.clear()


def piped(data: bytes) -> None:
    """Lines from a pipe."""
    seat, rest = seat_of(data)
    said = StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(said):
            Piped(seat.game).sit(BytesIO(b"\n".join(rest.split(b"\n")[:MOST_LINES])))
        _check_shown(said.getvalue().split("\n"))
        _check_digest(seat.game)
    finally:
        seat.clear()


def prompt(data: bytes) -> None:
    """Lines at the prompt, and what is offered while they are typed."""
    seat, rest = seat_of(data)
    talk = Talk(seat.game)
    try:
        _check_shown(talk.opening())
        for line in text_of(rest).split("\n")[:MOST_LINES]:
            for offer in NextWord(talk).offered(line)[1]:
                _check_shown([offer.word, offer.meta])
            _check_shown(talk.hear(line))
            if talk.done:
                break
        _check_digest(seat.game)
    finally:
        seat.clear()


def keys(data: bytes) -> None:
    """Any keys, at the real prompt; then those that leave it."""
    seat, rest = seat_of(data)
    said: list[str] = []
    try:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            talk = Talk(seat.game)
            shell = Shell(talk, tell=lambda lines, width: said.extend(lines), input=pipe, output=DummyOutput())
            pipe.send_bytes(rest[:200] + b"\x1b\x1b\x07\x03" + b"\x15\x04\x03" * 9)
            shell.run()
        _check_shown(said)
        _check_digest(seat.game)
    finally:
        seat.clear()


def _check_shown(lines: Iterable[str]) -> None:
    for line in lines:
        assert not unshown(line), f"a mark is obeyed: {line!a}"


@contextmanager
def _file(data: bytes, ending: str) -> Iterator[Path]:
    """A file that is there for a moment."""
    handle, name = tempfile.mkstemp(ending)
    try:
        with open(handle, "wb") as stream:
            stream.write(data)
        yield Path(name)
    finally:
        os.unlink(name)


TARGETS: tuple[Target, ...] = (notation, position, components, transcript, record, export, piped, prompt, keys)


def seeds() -> Iterator[bytes]:
    """Inputs to begin with: the examples, cut short, and what is made of their games. The first byte is the target."""
    for number, seat in enumerate(seats()):
        game, lines = seat.game, seat.lines[PLAYED : PLAYED + 6]
        told = [line for text in seat.texts for line in split_lines(text)]
        verbs = tuple(f"{act.verb} " for act in game.ruleset.actions if act.learns)
        teaching = [line for line in told if verbs and line.startswith(verbs)][:9]
        inputs: list[tuple[Target, Iterable[str]]] = [
            *((notation, [line]) for line in (*lines, 'note "x"', "undo 3", "fix 2 drop")),
            (components, teaching), (position, ["turn.number 4"]), (piped, lines), (prompt, lines),
        ]  # fmt: skip
        for target, rows in inputs:
            yield bytes([TARGETS.index(target), number]) + "\n".join(rows).encode()
        yield bytes([TARGETS.index(keys), number]) + "\r".join(lines).encode()
        yield bytes([TARGETS.index(transcript)]) + "\n".join(seat.texts[0].split("\n")[:30]).encode()
        yield bytes([TARGETS.index(record)]) + _body(game)
        yield bytes([TARGETS.index(export)]) + write_json(account_of(game)).encode()


def _body(game: Game) -> bytes:
    """The lines of a record, without their sums."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.jsonl"
        with Log.create(path, game.log.header, None, game.log.entries):
            raw = path.read_bytes()
    return b"\n".join(line[: line.rindex(SUM_KEY)] + b"}" for line in raw.splitlines()[:6])
