"""A TinyDB storage that only ever appends: one JSON document a line, on the disk before `append` returns.

A line is `{"table":...,"id":...,<the document>,"sum":"16 hex digits"}`. The sum covers the sum of the line before and
this line's own bytes without the sum, so a changed, lost, doubled or moved line no longer fits. The first line is the
header, so line 5 is entry 4. A record that was cut exactly at a line's end still fits; that shows by the last-entry
mark, a small file in the state folder. POSIX only (`os.pwrite`, a folder that can be synced). No clock is read here.
"""

from __future__ import annotations

import errno
import getpass
import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn

from tinydb import TinyDB
from tinydb.storages import Storage
from tinydb.table import Document, Table

MAX_LINE = 1 << 20  # bytes, with the newline
MAX_LINES = 1_000_000
MAX_FILE = 512 << 20  # bytes
MAX_DEPTH = 32  # JSON lists and objects inside each other
HEADER, ENTRIES = "header", "entries"

_SUM_KEY = b',"sum":"'
_TAIL = len(_SUM_KEY) + 16 + len(b'"}\n')
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
        return cls(path, _PLAIN_REASONS.get(number, error.strerror or str(error)), number)


@dataclass(frozen=True, slots=True)
class Line:
    """One sound line: its number in the file from 1, its table, its id in that table, and the document."""

    number: int
    table: str
    id: int
    document: dict[str, Any]


class DamagedRecord(RecordError):
    """A record that cannot be trusted as it stands; nothing on the disk was changed.

    `line` is the number of the bad line (0: the file as a whole), `good` the lines before it, `later` the well-formed
    lines behind it (they do not follow from what is before them), `raw` the bytes of the bad line itself.
    """

    path: Path | None = None
    line = 0
    good: tuple[Line, ...] = ()
    later: tuple[Line, ...] = ()

    def __init__(self, reason: str, raw: bytes = b"") -> None:
        super().__init__(reason)
        self.reason, self.raw = reason, raw

    def at(self, path: Path, line: int = 0, good: Iterable[Line] = (), later: Iterable[Line] = ()) -> DamagedRecord:
        """The same damage, with its place."""
        self.path, self.line, self.good, self.later = path, line, tuple(good), tuple(later)
        return self

    def __str__(self) -> str:
        if self.path is None or not self.line:
            return f"{self.path or 'This'} cannot be used as a record: {self.reason}."
        last = f"The last good one is {_line_name(self.line - 1)}" if self.line > 1 else "No line before it is good"
        advice = "Nothing was changed; `referee doctor` opens what is good and keeps the rest."
        return f"{self.path} is damaged at {_line_name(self.line)}: {self.reason}. {last}. {advice}"


def _line_name(line: int) -> str:
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
    if len(body) + _TAIL > MAX_LINE:
        raise ValueError(f"the line would be longer than {MAX_LINE} bytes; say it in fewer words")
    return body


def _too_deep(body: bytes, document: object) -> bool:
    # Nearly every line has fewer brackets than it may be deep, so the document itself is hardly ever looked through.
    return body.count(b"{") + body.count(b"[") > MAX_DEPTH and _deeper(document, MAX_DEPTH)


def _deeper(value: object, left: int) -> bool:
    if not isinstance(value, dict | list | tuple):
        return False
    return not left or any(_deeper(item, left - 1) for item in (value.values() if isinstance(value, dict) else value))


def _sum(before: str, body: bytes) -> str:
    return hashlib.blake2b(before.encode() + body, digest_size=8).hexdigest()


def _split(raw: bytes) -> tuple[bytes, str]:
    """The body of a line and the sum that it claims."""
    if len(raw) > MAX_LINE:
        raise DamagedRecord(f"it is longer than {MAX_LINE} bytes", raw)
    if raw[-_TAIL : len(_SUM_KEY) - _TAIL] != _SUM_KEY or raw[-3:] != b'"}\n':
        raise DamagedRecord("it does not end in a checksum", raw)
    return raw[:-_TAIL] + b"}", raw[-19:-3].decode("latin-1")


def _parse(number: int, body: bytes) -> Line:
    """The document of a line; raises DamagedRecord for anything that this module would not have written."""
    try:
        document = json.loads(body.decode())
        # Writing it again must give the same bytes: no doubled keys, no NaN, no half characters get in.
        sound = isinstance(document, dict) and _to_json(document).encode() == body and not _too_deep(body, document)
    except (ValueError, RecursionError):  # RecursionError is the JSON reader's own bound on depth, far above ours
        sound = False
    if not sound:
        raise DamagedRecord("it is not a JSON document as the referee writes it", body)
    table, identity = document.pop("table", None), document.pop("id", None)
    if not isinstance(table, str) or type(identity) is not int:
        raise DamagedRecord("it has no table name or no number", body)
    return Line(number, table, identity, document)


class _Chain:
    """The whole lines of a file, each checked against the sum of the line before; a last one without end is `torn`."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.sum, self.lines, self.length, self.torn = "", 0, 0, b""

    def __iter__(self) -> Iterator[bytes]:
        while raw := self._file.readline(MAX_LINE + 1):
            if not raw.endswith(b"\n") and len(raw) <= MAX_LINE:
                self.torn = raw
                break
            body, claimed = _split(raw)
            expected = _sum(self.sum, body)
            if claimed != expected:
                raise DamagedRecord("its checksum does not fit: a line was changed, lost, doubled or moved here", raw)
            self.sum, self.lines, self.length = expected, self.lines + 1, self.length + len(raw)
            yield body
        if not self.lines:
            raise DamagedRecord("the record holds no whole line, not even the header", self.torn)

    def later(self, number: int) -> Iterator[Line]:
        """What is well formed from line `number` on, up to a line of giant length."""
        for n in range(number, MAX_LINES):
            raw = self._file.readline(MAX_LINE + 1)
            if not raw or len(raw) > MAX_LINE:
                return
            with suppress(DamagedRecord):
                yield _parse(n, _split(raw)[0])


def _open_plain(path: Path, flags: int) -> int:
    """A file descriptor of a plain file of bearable size; DamagedRecord for anything else. Raises OSError."""
    # Without O_NONBLOCK, a pipe that lies in the folder would stop the program for ever.
    descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o644)
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise DamagedRecord("it is not a plain file").at(path)
        if found.st_size > MAX_FILE:
            raise DamagedRecord(f"it is larger than {MAX_FILE >> 20} MiB").at(path)
        if found.st_size > MAX_LINES and _too_many_lines(descriptor):  # a line has at least one byte
            raise DamagedRecord(f"it has more than {MAX_LINES:,} lines").at(path)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _too_many_lines(descriptor: int) -> bool:
    """Whether lines are too many; their ends are counted, which is a hundred times faster than reading them."""
    count = 0
    with open(descriptor, "rb", buffering=0, closefd=False) as file:
        while piece := file.read(MAX_LINE):
            ends = piece.count(b"\n")
            count += ends
            # A whole piece without an end belongs to a line of giant length: reading will stop there, so may this.
            if count > MAX_LINES or (not ends and len(piece) == MAX_LINE):
                break
        file.seek(0)
    return count > MAX_LINES


def skim(path: Path) -> tuple[Line, Line]:
    """The first and the last line. Every line's sum is checked, but only these two are read as JSON.

    Raises DamagedRecord, OSError.
    """
    with open(_open_plain(path, os.O_RDONLY), "rb") as file:
        chain = _Chain(file)
        first = last = b""
        try:
            for body in chain:
                first, last = first or body, body
            return _parse(1, first), _parse(chain.lines, last)
        except DamagedRecord as damage:
            raise damage.at(path, chain.lines + 1) from None


def state_file(path: Path, state_dir: Path, ending: str) -> Path:
    """Where the state folder keeps a record's file; the full path is in its name, so two folders do not collide."""
    key = hashlib.blake2b(os.fsencode(os.path.realpath(path)), digest_size=4).hexdigest()
    return state_dir / f"{path.name}-{key}{ending}"


class Mark:
    """The last-entry mark: how many lines a record had, and the sum of the last of them.

    It is written only after the fsync of its line has returned, so whichever of its states reaches the disk speaks of
    lines that are there already: it needs no fsync, and may be behind a sound record but never ahead of one. It is 36
    bytes of fixed width with a check of its own, so a half-written one counts as none. Creating a record removes it.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self) -> tuple[int, str] | None:
        """Lines and last sum; None if there is no mark, or not a whole one."""
        if self._path is None:
            return None
        try:
            with open(_open_plain(self._path, os.O_RDONLY), "rb") as file:
                content = file.read(64).decode("ascii")
            count, last, _ = content.split()
            return (int(count), last) if content == self._content(int(count), last) else None
        except (OSError, ValueError, DamagedRecord):
            return None

    def write(self, count: int, last: str) -> None:
        """Overwrite it. A failure is of no matter: the mark is then behind, which is allowed."""
        if self._path is None:
            return
        with suppress(OSError):
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
            try:
                os.pwrite(descriptor, self._content(count, last).encode(), 0)
            finally:
                os.close(descriptor)

    def remove(self) -> None:
        """Forget what was written under this name before. Raises OSError."""
        if self._path is not None and self._path.exists():
            self._path.unlink()
            sync_folder(self._path.parent)

    @staticmethod
    def _content(count: int, last: str) -> str:
        text = f"{count:010d} {last:16s}"
        return f"{text} {_sum('', text.encode())[:7]}\n"


def sync_folder(folder: Path) -> None:
    """Make a new or a removed name in a folder durable. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class RecordBusy(RecordError):
    """Another process writes this record: `user`, `host`, `pid` and `since` say who, as far as it is known ("")."""

    def __init__(self, path: Path, who: Mapping[str, str]) -> None:
        self.path = path
        self.user, self.host, self.pid, self.since = (who.get(key, "") for key in ("user", "host", "pid", "since"))
        super().__init__(path)

    def __str__(self) -> str:
        since = f" since {self.since}" if self.since else ""
        return (
            f"{self.path} is open in another referee: {self.user or 'somebody'} on {self.host or 'some computer'}, "
            f"process {self.pid or 'unknown'}{since}. Close that one first, or open this record for reading only."
        )


class WriterLock:
    """The right to write a record, held from creation to `release`; a lock of the system, so it dies with its process.

    now: the time that a second opener is told. Raises RecordBusy, or SaveError if the state folder cannot be written.
    """

    def __init__(self, path: Path, state_dir: Path, now: str = "") -> None:
        from filelock import FileLock, Timeout  # here, because reading a record needs no lock and need not wait for it

        self._who = state_file(path, state_dir, ".who")
        try:
            state_dir.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(state_file(path, state_dir, ".lock"), thread_local=False)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise RecordBusy(path, self._read_who()) from None
        except OSError as error:
            raise SaveError.because(state_dir, error) from error
        who = {"user": _user(), "host": os.uname().nodename, "pid": str(os.getpid()), "since": now}
        with suppress(OSError):  # only a courtesy to whom comes second
            self._who.write_text(json.dumps(who), encoding="utf-8")

    def _read_who(self) -> dict[str, str]:
        try:
            with open(_open_plain(self._who, os.O_RDONLY), "rb") as file:
                who = json.loads(file.read(4096).decode())
            return {key: str(value) for key, value in who.items()}
        except (OSError, ValueError, RecursionError, AttributeError, DamagedRecord):
            return {}

    def release(self) -> None:
        """Let others write. Once is enough; more do no harm."""
        if not self._lock.is_locked:
            return  # what stands in the side file may be somebody else's by now
        with suppress(OSError):
            self._who.unlink(missing_ok=True)
        self._lock.release()


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user without a name, as in some containers
        return f"user {os.getuid()}"


class _End(NamedTuple):
    """Where a record ends: bytes and lines on the disk, the last sum, and how many documents each table has."""

    length: int
    lines: int
    sum: str
    ids: Mapping[str, int]


class MemoryStorage(Storage):
    """The tables, in memory only: a record that is not to be kept. Nothing in it can be changed either."""

    path: Path | None = None
    readonly = False
    torn = b""
    mark = "none"
    missing = 0
    notices: Sequence[str] = ()

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, dict[str, Any]]] = {}

    def read(self) -> dict[str, dict[str, Any]]:
        """Copies of all documents, so that TinyDB's own ways of changing them change nothing here."""
        return {name: {key: dict(document) for key, document in table.items()} for name, table in self.tables.items()}

    def write(self, data: object) -> NoReturn:
        """TinyDB's only way to write is to write all of it: refused."""
        raise AppendOnlyError("Nothing in a record can be changed, removed or emptied: only adding to it is possible.")

    def count(self, table: str) -> int:
        """How many documents of a table are kept."""
        return len(self.tables.get(table, ()))

    def append(self, table: str, document: Mapping[str, Any]) -> int:
        """Keep one document and return its id (1, 2, 3 ...). Raises ValueError for what could not be kept on a disk."""
        number = self.count(table) + 1
        encode(table, number, document)
        self._remember(table, number, document)
        return number

    def _remember(self, table: str, number: int, document: Mapping[str, Any]) -> None:
        self.tables.setdefault(table, {})[str(number)] = dict(document)


class AppendStorage(MemoryStorage):
    """The record on disk. Opening reads all of it; afterwards an append costs the same however long it is.

    path: the file. state_dir: where the last-entry mark is kept (None: no mark). create: the file must not exist yet.
    check: called with each line as it is read; a DamagedRecord that it raises is reported at that line.
    Raises DamagedRecord, SaveError (it cannot be made or written), FileNotFoundError and other OSErrors of reading.

    torn: the bytes of a last line that was cut short. They are copied to `<path>.torn` and cut away, or only left out
    if `readonly`. mark: "fits", "none", "short" (`missing` lines are lost at the end) or "differs". notices: the same
    in sentences for the player.
    """

    path: Path

    def __init__(
        self,
        path: str | Path,
        *,
        state_dir: Path | None = None,
        readonly: bool = False,
        create: bool = False,
        check: Callable[[Line], None] | None = None,
    ) -> None:
        super().__init__()
        self.path, self.readonly = Path(path), readonly
        self.torn, self.mark, self.missing = b"", "none", 0
        self.notices: list[str] = []
        self._mark = Mark(state_file(self.path, state_dir, ".mark") if state_dir else None)
        self._end = _End(0, 0, "", {})
        self._uncopied = b""  # a torn line that is not in the side file yet
        self._unclean = False  # whether the file may have bytes behind _end.length
        self._file: int | None = self._create() if create else self._open()
        try:
            if not create:
                self._load(check or (lambda line: None))
                self._settle()
        except BaseException:
            os.close(self._file)
            self._file = None
            raise
        found = os.fstat(self._file)
        self._identity = (found.st_dev, found.st_ino)

    def _create(self) -> int:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = _open_plain(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL)
        except OSError as error:
            raise SaveError.because(self.path, error) from error
        try:
            sync_folder(self.path.parent)
            self._mark.remove()
        except OSError as error:
            os.close(descriptor)
            with suppress(OSError):
                self.path.unlink()
            raise SaveError.because(self.path, error) from error
        return descriptor

    def _open(self) -> int:
        if self.readonly:
            return _open_plain(self.path, os.O_RDONLY)
        try:
            return _open_plain(self.path, os.O_RDWR | os.O_APPEND)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise SaveError.because(self.path, error) from error

    def _load(self, check: Callable[[Line], None]) -> None:
        """Read and check every line, then compare with the mark."""
        assert self._file is not None
        # The mark comes first: a record that another process is writing may grow meanwhile, which is no fault.
        mark, sum_at_mark = self._mark.read(), ""
        good: list[Line] = []
        ids: dict[str, int] = {}
        with open(self._file, "rb", closefd=False) as file:
            chain = _Chain(file)
            try:
                for body in chain:
                    line = _parse(chain.lines, body)
                    due = ids.get(line.table, 0) + 1
                    if line.id != due:
                        raise DamagedRecord(f"its number is {line.id} where {due} is due", body)
                    check(line)
                    ids[line.table] = due
                    self._remember(line.table, due, line.document)
                    good.append(line)
                    if mark and mark[0] == chain.lines:
                        sum_at_mark = chain.sum
            except DamagedRecord as damage:
                number = len(good) + 1
                # Behind a line of giant length, the next piece is not a line.
                later = chain.later(number + 1) if len(damage.raw) <= MAX_LINE else ()
                raise damage.at(self.path, number, good, later) from None
        self._end = _End(chain.length, chain.lines, chain.sum, ids)
        self.torn = self._uncopied = chain.torn
        self._compare(mark, sum_at_mark)

    def _compare(self, mark: tuple[int, str] | None, sum_at_mark: str) -> None:
        if self.torn:
            kept = "It is left out." if self.readonly else f"It was cut away and kept in {self._side_file().name}."
            self.notices.append(f"The last line of {self.path.name} was written only in part. {kept}")
        if mark is None:
            return
        count, last = mark
        self.mark = "fits"
        if count > self._end.lines:
            self.mark, self.missing = "short", count - self._end.lines
            self.notices.append(
                f"The record {self.path.name} ends at entry {self._end.lines - 1}, but {count - 1} were written: the "
                f"rest is lost from the file. Bring back a copy of the file, or report what is missing again."
            )
        elif last != sum_at_mark:
            self.mark = "differs"
            self.notices.append(
                f"The record {self.path.name} is not the one that was last written here: {_line_name(count)} is "
                f"another. Somebody replaced or rewrote the file. Compare it with your own copy before you go on."
            )

    def _settle(self) -> None:
        """After a sound reading for writing: cut a torn line, and make durable what was read."""
        assert self._file is not None
        if self.readonly:
            return
        self._unclean = bool(self.torn)
        with suppress(OSError):  # on a full disk: it is tried again before the next write
            self._clean()
        try:
            # A line that was written but never acknowledged is shown to the players from now on, so it must stay.
            os.fsync(self._file)
        except OSError as error:
            raise SaveError.because(self.path, error) from error

    def count(self, table: str) -> int:
        """How many documents of a table are on the disk."""
        return self._end.ids.get(table, 0)

    def append(self, table: str, document: Mapping[str, Any]) -> int:
        """Write one document, wait until it is on the disk, and return its id (1, 2, 3 ...).

        Raises SaveError (the file is then as it was), ValueError for what cannot be kept, AppendOnlyError if read-only.
        """
        if self.readonly:
            raise AppendOnlyError(f"{self.path} is closed or open for reading only: nothing can be added.")
        end, number = self._end, self.count(table) + 1
        body = encode(table, number, document)
        total = _sum(end.sum, body)
        line = body[:-1] + _SUM_KEY + total.encode() + b'"}\n'
        if end.lines >= MAX_LINES or end.length + len(line) > MAX_FILE:
            raise SaveError(self.path, "the record has reached the greatest length the referee reads", errno.EFBIG)
        try:
            self._write(line)
        except OSError as error:
            with suppress(OSError):  # tried again before the next write, and on closing
                self._clean()
            raise SaveError.because(self.path, error) from error
        self._remember(table, number, document)
        # One assignment, so that Ctrl-C falls either before it (the line is cut off again) or after it (it is saved).
        self._end = _End(end.length + len(line), end.lines + 1, total, {**end.ids, table: number})
        self._unclean = False
        self._mark.write(self._end.lines, total)
        return number

    def _write(self, line: bytes) -> None:
        """One write and one fsync. Raises OSError; the file may then have some bytes too many."""
        assert self._file is not None
        if self._unclean:
            self._clean()
        found = os.stat(self.path)
        if (found.st_dev, found.st_ino, found.st_size) != (*self._identity, self._end.length):
            raise SaveError(self.path, "another program changed, moved or replaced the file")
        self._unclean = True
        written = os.write(self._file, line)
        if written != len(line):
            raise OSError(errno.ENOSPC, "the line was written only in part")
        os.fsync(self._file)

    def _clean(self) -> None:
        """Cut off what is behind the last line that counts; a torn line is copied first. Raises OSError."""
        assert self._file is not None
        if not self._unclean:
            return
        if self._uncopied:
            with open(self._side_file(), "ab") as side:
                side.write(self._uncopied + b"\n")
                side.flush()
                os.fsync(side.fileno())
            sync_folder(self.path.parent)
            self._uncopied = b""
        # Never make the file longer: if another program shortened it, that must show, not be filled with zeros.
        if os.fstat(self._file).st_size > self._end.length:
            os.ftruncate(self._file, self._end.length)
        self._unclean = False

    def _side_file(self) -> Path:
        return self.path.with_name(self.path.name + ".torn")

    def close(self) -> None:
        """Close the file, for ever `readonly` from then on; what was never acknowledged is cut off if possible."""
        if self._file is None:
            return
        with suppress(OSError):
            self._clean()
        os.close(self._file)
        self._file, self.readonly = None, True


class AppendTable(Table):
    """A TinyDB table over one of the storages above: whatever reads works, `insert` adds, the rest is refused."""

    def __init__(self, storage: Storage, name: str, **options: Any) -> None:
        if not isinstance(storage, MemoryStorage):
            raise TypeError("an AppendTable needs an AppendStorage")
        super().__init__(storage, name, **options)
        self._lines = storage

    def insert(self, document: Mapping[str, Any]) -> int:
        """Append one document and return its id. The table is not rebuilt. Raises as `AppendStorage.append` does."""
        due = self._lines.count(self.name) + 1
        if isinstance(document, Document) and document.doc_id != due:
            raise AppendOnlyError(f"The next document of {self.name} has the number {due}, not {document.doc_id}.")
        number = self._lines.append(self.name, document)
        self.clear_cache()
        return number

    def insert_multiple(self, documents: Iterable[Mapping[str, Any]]) -> list[int]:
        """Append one after the other; each is on the disk before the next is written."""
        return [self.insert(document) for document in documents]

    def _read_table(self) -> dict[str, Mapping[str, Any]]:
        return dict(self._lines.tables.get(self.name, {}))

    def _update_table(self, updater: object) -> NoReturn:
        """Where TinyDB's update, upsert, remove and truncate all come through."""
        self._lines.write({})


class RecordDB(TinyDB):
    """TinyDB with the table and the storage of this module."""

    # TinyDB's documentation invites this; its annotations are narrower.
    table_class = AppendTable  # type: ignore[assignment]
    default_storage_class = AppendStorage  # type: ignore[assignment]
    default_table_name = ENTRIES
