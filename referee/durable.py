"""Files and folders put on the disk so that neither a kill nor a power cut leaves them half made."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Make a new or a removed name in a folder durable. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, where they are not there; the new names are durable. Raises OSError."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def write_whole(path: Path, data: bytes, over: bool = False, like: Path | None = None) -> None:
    """Put a file in its place whole or not at all; it is durable on return.

    over: one that is there is replaced, where a link leads to it too, and keeps who may read it. like: a file that the
    same people may read as this one.

    A kill may leave a hidden `.NAME....part` beside it, never a part under the name itself. Raises FileExistsError and
    other OSErrors, ValueError for a name that no file can have.
    """
    if over:
        path = Path(os.path.realpath(path))
    mode = _mode_of(like or path) if like or over else None
    part = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    descriptor = os.open(part, flags, 0o666 if mode is None else mode)
    try:
        try:
            if mode is not None:
                _share(descriptor, mode)
            _write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if over:
            part.replace(path)
        else:
            _place_new(part, path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    try:
        sync_folder(path.parent)
    except OSError:
        if not over:
            with suppress(OSError):
                path.unlink()
        raise


def _mode_of(path: Path) -> int | None:
    """Who may read and write a file; None if it is not there. Raises OSError."""
    try:
        return stat.S_IMODE(path.stat().st_mode) & 0o666
    except FileNotFoundError:
        return None


def _share(descriptor: int, mode: int) -> None:
    """Open a new file, which fewer people may read, to as many. A memory stick knows no such thing: it stays as it is.

    Raises OSError.
    """
    if stat.S_IMODE(os.fstat(descriptor).st_mode) != mode:
        with suppress(PermissionError):
            os.fchmod(descriptor, mode)


def _place_new(part: Path, path: Path) -> None:
    """Give the file its name, which nobody may have."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links, as on a memory stick
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        part.rename(path)
    else:
        with suppress(OSError):  # the file is in its place; a part that is left over does no harm
            part.unlink()


def add_line(path: Path, line: str, heading: str = "", private: bool = False) -> None:
    """Add a line to a file; it is durable on return. A new file begins with the heading.

    A last line that was cut short is ended first, so that it spoils no other. `private`: only its owner may read the
    file, and it is no link. Raises OSError.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | (os.O_NOFOLLOW if private else 0)
    descriptor = os.open(path, flags, 0o600 if private else 0o666)
    try:
        if private:
            os.fchmod(descriptor, 0o600)
        size = os.fstat(descriptor).st_size
        torn = size and os.pread(descriptor, 1, size - 1) != b"\n"
        before = "\n" if torn else "" if size else heading
        _write_all(descriptor, f"{before}{line}\n".encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if not size:
        sync_folder(path.parent)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
