"""What the state folder keeps of a record: the mark of its last entry, and the right to write it. No clock is read."""

from __future__ import annotations

import getpass
import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from referee.durable import make_folder, sync_folder
from referee.lines import DamagedRecord, RecordError, SaveError, chained_sum, open_plain


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
            with open(open_plain(self._path, os.O_RDONLY), "rb") as file:
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
        return f"{text} {chained_sum('', text.encode())[:7]}\n"


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
            make_folder(state_dir)
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
            with open(open_plain(self._who, os.O_RDONLY), "rb") as file:
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
