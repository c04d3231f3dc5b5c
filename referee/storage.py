"""A TinyDB storage that only ever appends: one JSON document a line, on the disk before `append` returns.

How a line looks, and how it is checked, stands in `referee.lines`. A record that was cut exactly at a line's end still
fits; that shows by the last-entry mark (`referee.statefolder`). POSIX only (`os.pwrite`, a folder that can be synced).
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from tinydb import TinyDB
from tinydb.storages import Storage
from tinydb.table import Document, Table

from referee.lines import (
    ENTRIES,
    HEADER,
    MAX_DEPTH,
    MAX_FILE,
    MAX_LINE,
    MAX_LINES,
    SUM_KEY,
    AppendOnlyError,
    Chain,
    DamagedRecord,
    Line,
    RecordError,
    SaveError,
    chained_sum,
    encode,
    line_name,
    open_plain,
    parse_line,
    skim,
)
from referee.statefolder import Mark, RecordBusy, WriterLock, state_file, sync_folder

__all__ = [
    "ENTRIES",
    "HEADER",
    "MAX_DEPTH",
    "MAX_LINE",
    "AppendOnlyError",
    "AppendStorage",
    "AppendTable",
    "DamagedRecord",
    "Line",
    "Mark",
    "MemoryStorage",
    "RecordBusy",
    "RecordDB",
    "RecordError",
    "SaveError",
    "WriterLock",
    "encode",
    "skim",
    "state_file",
]


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
            descriptor = open_plain(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL)
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
            return open_plain(self.path, os.O_RDONLY)
        try:
            return open_plain(self.path, os.O_RDWR | os.O_APPEND)
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
            chain = Chain(file)
            try:
                for body in chain:
                    line = parse_line(chain.lines, body)
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
                f"The record {self.path.name} is not the one that was last written here: {line_name(count)} is "
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
        total = chained_sum(end.sum, body)
        line = body[:-1] + SUM_KEY + total.encode() + b'"}\n'
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
