"""One line of a record, and a file of them: how a line is written, checked and read; what can be wrong with a record.

A line is `{"table":...,"id":...,<the document>,"sum":"16 hex digits"}`. The sum covers the sum of the line before and
this line's own bytes without the sum, so a changed, lost, doubled or moved line no longer fits. The first line is the
header, so line 5 is entry 4.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, NamedTuple

MAX_LINE = 1 << 20  # bytes, with the newline
MAX_LINES = 120_000
MAX_FILE = 48 << 20  # bytes; a game of 100,000 entries has 40 millions
MAX_VALUES = 3_000_000  # see `weight`; a game of 100,000 entries weighs 2.4 millions
MAX_DEPTH = 32  # JSON lists and objects inside each other
HEADER, ENTRIES = "header", "entries"

SUM_KEY = b',"sum":"'
TAIL = len(SUM_KEY) + 16 + len(b'"}\n')  # bytes of a line's end
# One spelling for each document. A circle in it ends in a RecursionError, which is caught.
_to_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":")).encode
_PLAIN_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EFBIG: "the file may not grow any larger here",
    errno.EROFS: "the disk can only be read, not written",
    errno.EIO: "the disk reports a fault",
    errno.EACCES: "writing there is not allowed",
    errno.EPERM: "writing there is not allowed",
    errno.EEXIST: "there is a file of that name already; choose another name",
    errno.ENOENT: "the file or its folder is not there",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
    errno.EISDIR: "a folder stands in its place",
}


def reason_of(error: OSError | ValueError) -> str:
    """Why a file cannot be read or written, as the system says it (ValueError: a name that no file can have)."""
    return getattr(error, "strerror", None) or str(error)


class RecordError(Exception):
    """Anything that is wrong with a record; its text is a sentence for the player."""


class AppendOnlyError(RecordError):
    """Somebody asked to change, remove or empty what is written, or to write to what was opened for reading."""


class SaveError(RecordError, OSError):
    """A write that is not on the disk. `reason` is plain English, `path` the file, `errno` the system's number."""

    def __init__(self, path: Path, reason: str, number: int = errno.EIO) -> None:
        super().__init__(number, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"{self.path} could not be saved: {self.reason}."

    @classmethod
    def because(cls, path: Path, error: OSError) -> SaveError:
        """The same failure, in plain words."""
        if isinstance(error, SaveError):
            return error
        number = error.errno or errno.EIO
        return cls(path, _PLAIN_REASONS.get(number, reason_of(error)), number)


@dataclass(frozen=True, slots=True)
class Line:
    """One sound line: its number in the file from 1, its table, its id in that table, and the document."""

    number: int
    table: str
    id: int
    document: dict[str, Any]


class DamagedRecord(RecordError):
    """A record that cannot be trusted as it stands; nothing on the disk was changed.

    `line` is the number of the bad line, 0 for the file as a whole. `referee.salvage` finds what is still good in it.
    """

    path: Path | None = None
    line = 0

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def at(self, path: Path, line: int = 0) -> DamagedRecord:
        """The same damage, with its place."""
        self.path, self.line = path, line
        return self

    def __str__(self) -> str:
        if self.path is None or not self.line:
            return f"{self.path or 'This'} cannot be used as a record: {self.reason}."
        last = f"The last good one is {line_name(self.line - 1)}" if self.line > 1 else "No line before it is good"
        advice = f"Nothing was changed; `referee doctor {self.path.stem}` says how it can be mended."
        return f"{self.path} is damaged at {line_name(self.line)}: {self.reason}. {last}. {advice}"


def line_name(line: int) -> str:
    return "line 1 (the header)" if line == 1 else f"line {line} (entry {line - 1})"


def encode(table: str, number: int, document: Mapping[str, Any]) -> bytes:
    """The line's bytes without sum and newline. Raises ValueError, in plain words, for what cannot be kept."""
    if taken := {"table", "id", "sum"} & document.keys():
        raise ValueError(f"a document cannot have a field named {min(taken)!r}: the record uses that name itself")
    try:
        body = _to_json({"table": table, "id": number, **document}).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"this cannot be written as JSON: {error}") from error
    if _too_deep(body, document):
        raise ValueError(f"a document cannot be nested more than {MAX_DEPTH} deep")
    if len(body) + TAIL > MAX_LINE:
        raise ValueError(f"the line would be longer than {MAX_LINE} bytes; say it in fewer words")
    return body


def _too_deep(body: bytes, document: object) -> bool:
    # Nearly every line has fewer brackets than it may be deep, so the document itself is hardly ever looked through.
    return body.count(b"{") + body.count(b"[") > MAX_DEPTH and _deeper(document, MAX_DEPTH)


def _deeper(value: object, left: int) -> bool:
    if not isinstance(value, dict | list | tuple):
        return False
    return not left or any(_deeper(item, left - 1) for item in (value.values() if isinstance(value, dict) else value))


def chained_sum(before: str, body: bytes) -> str:
    return hashlib.blake2b(before.encode() + body, digest_size=8).hexdigest()


class End(NamedTuple):
    """Where a record ends: bytes and lines, the last sum, and how many documents each table has."""

    length: int = 0
    lines: int = 0
    sum: str = ""
    ids: Mapping[str, int] = MappingProxyType({})
    weight: int = 0

    def after(self, table: str, document: Mapping[str, Any]) -> tuple[bytes, End]:
        """The line of the next document of a table, and where the record ends with it. Raises ValueError."""
        number = self.ids.get(table, 0) + 1
        body = encode(table, number, document)
        total = chained_sum(self.sum, body)
        line = body[:-1] + SUM_KEY + total.encode() + b'"}\n'
        ids = {**self.ids, table: number}
        return line, End(self.length + len(line), self.lines + 1, total, ids, self.weight + weight(line))

    def fits(self, descriptor: int) -> bool:
        """Whether a file is whole and ends just here. Raises OSError."""
        if os.fstat(descriptor).st_size != self.length:
            return False
        with open(descriptor, "rb", closefd=False) as file:
            chain = Chain(file)
            try:
                for _ in chain:
                    pass
            except DamagedRecord:
                return False
        return (chain.lines, chain.sum) == (self.lines, self.sum)


def weight(data: bytes) -> int:
    """What JSON will take in memory, as a number of values; counted, which is much faster than reading it."""
    return data.count(b",") + 4 * data.count(b"{")  # an object takes as much as four texts


def split_sum(raw: bytes) -> tuple[bytes, str]:
    """The body of a line and the sum that it claims. Raises DamagedRecord."""
    if len(raw) > MAX_LINE:
        raise DamagedRecord(f"it is longer than {MAX_LINE} bytes")
    if raw[-TAIL : len(SUM_KEY) - TAIL] != SUM_KEY or raw[-3:] != b'"}\n':
        raise DamagedRecord("it does not end in a checksum")
    return raw[:-TAIL] + b"}", raw[-19:-3].decode("latin-1")


def parse_line(number: int, body: bytes) -> Line:
    """The document of a line; raises DamagedRecord for anything that this module would not have written."""
    try:
        document = json.loads(body.decode())
        # Writing it again must give the same bytes: no doubled keys, no NaN, no half characters get in.
        sound = isinstance(document, dict) and _to_json(document).encode() == body and not _too_deep(body, document)
    except (ValueError, RecursionError):  # RecursionError is the JSON reader's own bound on depth, far above ours
        sound = False
    if not sound:
        raise DamagedRecord("it is not a JSON document as the referee writes it")
    table, identity = document.pop("table", None), document.pop("id", None)
    if not isinstance(table, str) or type(identity) is not int:
        raise DamagedRecord("it has no table name or no number")
    return Line(number, table, identity, document)


class Chain:
    """The whole lines of a file, each checked against the sum of the line before; a last one without end is `torn`."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.sum, self.lines, self.length, self.weight, self.torn = "", 0, 0, 0, b""

    def __iter__(self) -> Iterator[bytes]:
        while raw := self._file.readline(MAX_LINE + 1):
            if not raw.endswith(b"\n") and len(raw) <= MAX_LINE:
                self.torn = raw
                break
            body, claimed = split_sum(raw)
            expected = chained_sum(self.sum, body)
            if claimed != expected:
                raise DamagedRecord("its checksum does not fit: a line was changed, lost, doubled or moved here")
            self.sum, self.lines, self.length = expected, self.lines + 1, self.length + len(raw)
            self.weight += weight(raw)
            yield body
        if not self.lines:
            raise DamagedRecord("the record holds no whole line, not even the header")


def open_plain(path: Path, flags: int) -> int:
    """A file descriptor of a plain file of bearable size; DamagedRecord for anything else. Raises OSError."""
    # Without O_NONBLOCK, a pipe that lies in the folder would stop the program for ever.
    descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o644)
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise DamagedRecord("it is not a plain file").at(path)
        if found.st_size > MAX_FILE:
            raise DamagedRecord(f"it is larger than {MAX_FILE >> 20} MiB").at(path)
        if found.st_size > MAX_LINES and (reason := _too_much(descriptor)):  # a line has at least one byte
            raise DamagedRecord(reason).at(path)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _too_much(descriptor: int) -> str:
    """Of what there is too much, if there is; counting is a hundred times faster than reading."""
    lines = values = 0
    with open(descriptor, "rb", buffering=0, closefd=False) as file:
        while piece := file.read(MAX_LINE):
            ends = piece.count(b"\n")
            lines, values = lines + ends, values + weight(piece)
            if lines > MAX_LINES:
                return f"it has more than {MAX_LINES:,} lines"
            if values > MAX_VALUES:
                return f"it holds more than {MAX_VALUES:,} values"
            # A whole piece without an end belongs to a line of giant length: reading will stop there, so may this.
            if not ends and len(piece) == MAX_LINE:
                break
        file.seek(0)
    return ""


def skim(path: Path) -> tuple[Line, Line]:
    """The first and the last line. Every line's sum is checked, but only these two are read as JSON.

    Raises DamagedRecord, OSError.
    """
    with open(open_plain(path, os.O_RDONLY), "rb") as file:
        chain = Chain(file)
        first = last = b""
        try:
            for body in chain:
                first, last = first or body, body
            return parse_line(1, first), parse_line(chain.lines, last)
        except DamagedRecord as damage:
            raise damage.at(path, chain.lines + 1) from None
