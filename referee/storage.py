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
from typing import Any, NoReturn

from tinydb.storages import Storage

from referee.durable import make_folder, sync_folder, write_whole
from referee.lines import (
    MAX_FILE,
    MAX_LINES,
    MAX_VALUES,
    AppendOnlyError,
    Chain,
    DamagedRecord,
    End,
    Line,
    SaveError,
    encode,
    line_name,
    open_plain,
    parse_line,
)
from referee.statefolder import Mark, state_file

_DISPLACED = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ESTALE)
"""What the system, or this module (ESTALE), says where the file is not under its name any more."""


class MemoryStorage(Storage):
    """The tables, in memory only: a record that is not to be kept. Nothing in it can be changed either."""

    path: Path | None = None
    readonly = False
    displaced = False
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

    def check_place(self) -> None:
        """In memory nothing is displaced."""

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

    path: the file. state_dir: where the last-entry mark is kept (None: no mark). create: tables and documents of a new
    record, which is made whole or not at all; its file must not exist yet. check: called with each line as it is read;
    a DamagedRecord that it raises is reported at that line.
    Raises DamagedRecord, SaveError (it cannot be made or written), FileNotFoundError and other OSErrors of reading,
    ValueError for documents that cannot be kept.

    torn: the bytes of a last line that was cut short. They are copied to `<path>.torn` and cut away, or only left out
    if `readonly`. displaced: at the last look, what has the record's name was not what was written here. mark: "fits",
    "none", "short" (`missing` lines are lost at the end) or "differs". notices: the same in sentences for the player.
    """

    path: Path

    def __init__(
        self,
        path: str | Path,
        *,
        state_dir: Path | None = None,
        readonly: bool = False,
        create: Iterable[tuple[str, Mapping[str, Any]]] | None = None,
        check: Callable[[Line], None] | None = None,
    ) -> None:
        super().__init__()
        self.path, self.readonly = Path(path), readonly
        self.torn, self.mark, self.missing = b"", "none", 0
        self.notices: list[str] = []
        self._mark = Mark(state_file(self.path, state_dir, ".mark") if state_dir else None)
        self._end = End()
        self._uncopied = b""  # a torn line that is not in the side file yet
        self._unclean = False  # whether the file may have bytes behind _end.length
        self._file: int | None = self._open() if create is None else self._create(create)
        try:
            if create is None:
                self._load(check or (lambda line: None))
                self._settle()
            self._stamp = _stamp(os.fstat(self._file))
        except BaseException:
            os.close(self._file)
            self._file = None
            raise

    def _create(self, documents: Iterable[tuple[str, Mapping[str, Any]]]) -> int:
        """A new file that holds all documents, or none. The mark of one that had its name is removed before."""
        lines = []
        for table, document in documents:
            line, self._end = self._next(table, document)
            lines.append(line)
            self._remember(table, self.count(table), document)
        try:
            make_folder(self.path.parent)
            if os.path.lexists(self.path):
                raise FileExistsError(errno.EEXIST, "it exists")
            self._mark.remove()
            write_whole(self.path, b"".join(lines))
            try:
                descriptor = self._open()
            except OSError:
                self.path.unlink(missing_ok=True)
                raise
        except OSError as error:
            raise SaveError.because(self.path, error) from error
        self._mark.write(self._end.lines, self._end.sum)
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
        ids: dict[str, int] = {}
        with open(self._file, "rb", closefd=False) as file:
            chain = Chain(file)
            try:
                for body in chain:
                    line = parse_line(chain.lines, body)
                    due = ids.get(line.table, 0) + 1
                    if line.id != due:
                        raise DamagedRecord(f"its number is {line.id} where {due} is due")
                    check(line)
                    ids[line.table] = due
                    self._remember(line.table, due, line.document)
                    if mark and mark[0] == chain.lines:
                        sum_at_mark = chain.sum
            except DamagedRecord as damage:
                raise damage.at(self.path, sum(ids.values()) + 1) from None
        self._end = End(chain.length, chain.lines, chain.sum, ids, chain.weight)
        self.torn = self._uncopied = chain.torn
        self._compare(mark, sum_at_mark)

    def _compare(self, mark: tuple[int, str] | None, sum_at_mark: str) -> None:
        if self.torn:
            self.notices.append(
                f"The last line of {self.path.name} is just being written, or was written only in part. It is left out."
                if self.readonly
                else f"The last line of {self.path.name} was written only in part. It was cut away and kept in "
                f"{self._side_file().name}."
            )
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
        line, end = self._next(table, document)
        try:
            self._write(line)
        except OSError as error:
            with suppress(OSError):  # tried again before the next write, and on closing
                self._clean()
            raise SaveError.because(self.path, error) from error
        self._remember(table, end.ids[table], document)
        # One assignment, so that Ctrl-C falls either before it (the line is cut off again) or after it (it is saved).
        self._end = end
        self._unclean = False
        self._mark.write(end.lines, end.sum)
        return end.ids[table]

    def _next(self, table: str, document: Mapping[str, Any]) -> tuple[bytes, End]:
        line, end = self._end.after(table, document)
        if end.lines > MAX_LINES or end.length > MAX_FILE or end.weight > MAX_VALUES:
            raise SaveError(self.path, "the record has reached the greatest length the referee reads", errno.EFBIG)
        return line, end

    def check_place(self) -> None:
        """Look whether the file under the record's name is what was written here; a copy of it does as well.

        Raises SaveError; `displaced` is true from then on if another program changed, moved or replaced it.
        """
        if self.readonly:
            return
        try:
            self._clean()
            found = os.stat(self.path)
            if _stamp(found) != self._stamp or found.st_size != self._end.length:
                self._take_again()
        except OSError as error:
            self.displaced = self.displaced or error.errno in _DISPLACED
            raise SaveError.because(self.path, error) from error
        self.displaced = False

    def _take_again(self) -> None:
        """Go on in the file that has the record's name now. Raises OSError unless it holds what was written here."""
        assert self._file is not None
        foreign = SaveError(self.path, "another program changed, moved or replaced the file", errno.ESTALE)
        try:
            descriptor = self._open()
        except DamagedRecord:  # no plain file, or a giant one
            raise foreign from None
        try:
            if not self._end.fits(descriptor):
                raise foreign
            os.fsync(descriptor)
            self._stamp = _stamp(os.fstat(descriptor))
        except BaseException:
            os.close(descriptor)
            raise
        old, self._file = self._file, descriptor
        os.close(old)

    def _write(self, line: bytes) -> None:
        """One write and one fsync. Raises OSError; the file may then have some bytes too many."""
        assert self._file is not None
        self.check_place()
        self._unclean = True
        written = os.write(self._file, line)
        if written != len(line):
            raise OSError(errno.ENOSPC, "the line was written only in part")
        os.fsync(self._file)
        self._stamp = _stamp(os.fstat(self._file))

    def _clean(self) -> None:
        """Cut off what is behind the last line that counts; a torn line is copied first. Raises OSError."""
        assert self._file is not None
        if not self._unclean:
            return
        if self._uncopied:
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
            mode = os.fstat(self._file).st_mode & 0o666  # no more people may read it than the record
            with open(os.open(self._side_file(), flags, mode), "ab") as side:
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


def _stamp(found: os.stat_result) -> tuple[int, int, int]:
    """What shows at a glance that a file is the same and unchanged; its contents are read where this differs."""
    return found.st_dev, found.st_ino, found.st_mtime_ns
