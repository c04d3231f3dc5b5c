"""The system calls that change a file below a folder: counted, and each can be refused or be the last one."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

CHANGES = (
    "open", "write", "pwrite", "fsync", "ftruncate", "link", "unlink", "rename", "replace", "mkdir", "fchmod",
)  # fmt: skip
KILLED = -signal.SIGKILL
"""How a child ends that is killed, as `os.waitstatus_to_exitcode` says it."""

Hook = Callable[[int, str, Path], None]
"""Called before each call with its number from 1, its name and the file or folder that it is about."""


@contextmanager
def watched(folder: Path, hook: Hook) -> Iterator[None]:
    """Call `hook` before each change below a folder; what it raises is raised in the call's place."""
    paths: dict[int, Path] = {}
    count = 0

    def wrapped(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **keywords: Any) -> Any:
            nonlocal count
            first = arguments[0]
            path = paths.get(first) if isinstance(first, int) else Path(os.fsdecode(first)).absolute()
            reads = name == "open" and not arguments[1] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            if path is not None and path.is_relative_to(folder) and not reads:
                count += 1
                hook(count, name, path)
            result = real(*arguments, **keywords)
            if name == "open" and path is not None:
                paths[result] = path
            return result

        return call

    with ExitStack() as stack:
        for name in CHANGES:
            stack.enter_context(patch.object(os, name, wrapped(name, getattr(os, name))))
        yield


def killed_before(folder: Path, at: int, act: Callable[[], object]) -> int:
    """Do something in a child that is killed before its change number `at` below a folder (0: never): how it ended.

    KILLED; 0 if it was done; what it left with; 2 for an exception that it let out, which is printed.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    def hook(number: int, name: str, path: Path) -> None:
        if number == at:
            os.kill(os.getpid(), signal.SIGKILL)

    status = 2
    try:
        with watched(folder, hook):
            act()
        status = 0
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 2
    except BaseException:  # whatever it is, the child must end here
        traceback.print_exc(file=sys.stdout)
    finally:
        sys.stdout.flush()
        os._exit(status)
