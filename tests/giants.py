"""Giants that strangers may send, and what the program says about each, in its memory and in a second.

`tests.test_bounds` has each refused in the default run; `python -m tests.bench giants` takes the time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from referee import catalogue, lines, position, transcript
from referee.lines import SUM_KEY, chained_sum
from referee.piped import MOST_FAILED
from tests.conftest import ROOT, toy_header

MEMORY = 500 << 20
"""Bytes that the program may have."""

GUARD = 20
"""Seconds of the processor after which it is killed, so that a hanging program ends a test. It measures nothing."""

GIANT = 1 << 30
HEAD = b'[Ruleset "lightning-north-africa"]\n'
PIPED = ("play", "lightning-north-africa", "--name", "x")
PLACED = (*PIPED, "--position")
COMPONENTS = ("components", "lightning-north-africa", "check")
CHILD = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
resource.setrlimit(resource.RLIMIT_CPU, ({GUARD}, {GUARD}))
from referee.cli import main
from tests.bench.inside import peak
try:
    main(sys.argv[1:])
finally:
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"\\nUSED {{used.ru_utime + used.ru_stime}} {{peak()}}", file=sys.stderr)
"""


@dataclass(frozen=True, slots=True)
class Giant:
    """A giant: the command that meets it, how its file is made or the shell command that speaks it, what is said."""

    what: str
    words: tuple[str, ...]
    said: str
    file: str = ""
    make: Callable[[Path], Path] | None = None
    feed: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """How a giant was met: the exit status, the text, seconds of the processor, the most MB of memory held."""

    status: int
    text: str
    seconds: float
    memory: float


def refuse(giant: Giant, folder: Path) -> Refusal:
    """Give a giant to the real program."""
    words, path = list(giant.words), giant.make(folder / giant.file) if giant.make else None
    if path:
        words.append(path.stem if path.suffix == ".jsonl" else str(path))
    child = [sys.executable, "-c", CHILD, *words]
    source = (
        subprocess.Popen(giant.feed, shell=True, stdout=subprocess.PIPE, start_new_session=True) if giant.feed else None
    )
    try:
        done = subprocess.run(
            child, stdin=source.stdout if source else subprocess.DEVNULL, capture_output=True, cwd=ROOT, timeout=300,
            env={**os.environ, "REFEREE_DATA": str(folder)},
        )  # fmt: skip
    finally:
        if source and source.stdout:
            source.stdout.close()
            source.kill()
            source.wait()
        if path:
            path.unlink()
    text, _, used = (done.stdout + done.stderr).decode().rpartition("\nUSED ")
    if not text:
        raise RuntimeError(f"{giant.what}: killed after {GUARD} seconds of the processor, or for want of memory")
    seconds, memory = used.split()
    return Refusal(done.returncode, text, float(seconds), float(memory))


# How they are made


def sparse(size: int = GIANT, head: bytes = b"") -> Callable[[Path], Path]:
    """A file of zeros that takes no room."""

    def make(path: Path) -> Path:
        with path.open("wb") as file:
            file.write(head)
            file.truncate(size)
        return path

    return make


def repeated(piece: bytes, size: int, head: bytes = b"", tail: bytes = b"") -> Callable[[Path], Path]:
    """A file of one piece over and over."""

    def make(path: Path) -> Path:
        path.write_bytes(head + piece * (size // len(piece)) + tail)
        return path

    return make


def record(bodies: Callable[[], Iterable[bytes]]) -> Callable[[Path], Path]:
    """A record with right sums, whatever is in its lines."""
    return lambda path: chained(path, bodies())


def chained(path: Path, bodies: Iterable[bytes]) -> Path:
    """A record with right sums, whatever is in its lines."""
    total = ""
    with path.open("wb") as file:
        for body in bodies:
            total = chained_sum(total, body)
            file.write(body[:-1] + SUM_KEY + total.encode() + b'"}\n')
    return path


def header(**more: object) -> bytes:
    """The first line of a record."""
    document = {"table": "header", "id": 1, **toy_header().to_json(), "ruleset": "lightning-north-africa", **more}
    return json.dumps(document, separators=(",", ":")).encode()


def entry(number: int, data: bytes = b"{}") -> bytes:
    """A line of a record."""
    kind = b'"kind":"note","side":"","line":"note x","data":%b}' % data
    return b'{"table":"entries","id":%d,"number":%d,%b' % (number, number, kind)


def _tags(path: Path) -> Path:
    path.write_bytes(HEAD + b"".join(b'[K%d "x"]\n' % number for number in range(10**5)))
    return path


# Which there are


_MANY_LINES, _MANY_TAGS = f"more than {transcript.MOST_LINES:,} lines", f"more than {transcript.MOST_TAGS:,} tags"
_MANY_PARTS = f"more than {catalogue.MOST_LINES:,} lines"
_MANY_ROWS = f"more than {lines.MAX_LINES:,} lines"
_DENSE = b'{"x":[%b]}' % b",".join([b"[]"] * 250_000)


def _of(words: tuple[str, ...], file: str, *cases: tuple[str, Callable[[Path], Path], str]) -> list[Giant]:
    return [Giant(f"{file.rpartition('.')[2]}: {what}", words, said, file, make) for what, make, said in cases]


def _spoken(words: tuple[str, ...], said: str, *feeds: str) -> list[Giant]:
    return [Giant(f"{words[0]}: {feed}", words, said, feed=feed) for feed in feeds]


GIANTS: list[Giant] = [
    *_spoken(
        ("check", "-"), "larger than 16 MiB", "cat /dev/zero", "yes", "yes '[Red \"x\"]'", "yes | tr -d '\\n'"
    ),
    *_of(
        ("check",), "x.ref",
        ("a giant of zeros", sparse(), "larger than 16 MiB"),
        ("lines", repeated(b"draw\n", 10 << 20, HEAD), _MANY_LINES),
        ("long joined lines", repeated(b"draw;" * 9000 + b"\n", 10 << 20, HEAD), _MANY_LINES),
        ("carriage returns", repeated(b"\r", 10 << 20, HEAD), _MANY_LINES),
        ("tags of components", repeated(b'[Component "card a b"]\n', 1 << 20, HEAD), _MANY_TAGS),
        ("names of tags", _tags, _MANY_TAGS),
        ("lines that fail", repeated(b"x\n", 200_000, HEAD), "Here reading stops: 500 lines could not be read."),
        ("long lines that fail", repeated(b"x " * 15_000 + b"\n", 4 << 20, HEAD),
         "reading stops: 1 line could not be read"),
        ("long numbers", repeated(b"draw " + b"9" * 31_000 + b"\n", 1 << 20, HEAD), "Here reading stops"),
        ("quotes", repeated(b'"' * 31_000 + b"\n", 1 << 20, HEAD), "Here reading stops"),
        ("words and quotes", repeated(b'a"' * 15_000 + b"\n", 1 << 20, HEAD), "Here reading stops"),
        ("numbers", repeated(b"discard" + b" 1" * 15_000 + b"\n", 1 << 20, HEAD), "A line of 15001 words; 500"),
        ("open brackets", repeated(b"[" * 100_000 + b"\n", 9 << 20, HEAD), "This tag is not whole"),
    ),
    *_of(
        COMPONENTS, "part.ref",
        ("a giant of zeros", sparse(), f"larger than {catalogue.MOST_BYTES >> 20} MiB"),
        ("empty lines", repeated(b"\n", 1 << 20), _MANY_PARTS),
        ("one long line", repeated(b"card x;", 1 << 20), _MANY_PARTS),
        ("lines that fail", repeated(b"card x\n", 30_000), "Here reading stops"),
        ("long lists", repeated(b"card " + b"x," * 9000 + b"\n", 1 << 20), "Here reading stops"),
    ),
    *_of(
        PLACED, "x.txt",
        ("a giant of zeros", sparse(), "larger than 16 MiB"),
        ("lines", repeated(b"turn.number 4\n", 100_000), f"more than {position.MOST_LINES:,} lines"),
        ("long numbers", repeated(b"turn.number " + b"9" * 30_000 + b"\n", 1 << 20), "is a number from 0 to 999"),
    ),
    *_spoken(PIPED, "A line of 512000 characters", "cat /dev/zero"),
    *_spoken(PIPED, f"the last {MOST_FAILED:,} lines all failed", "yes"),
    *_of(
        ("show",), "x.jsonl",
        ("a giant of zeros", sparse(), "larger than 48 MiB"),
        ("a long line of zeros", sparse(40 << 20), "longer than 1048576 bytes"),
        ("empty lines", repeated(b"\n", 20 << 20), _MANY_ROWS),
        ("empty objects", repeated(b"{}\n", 10 << 20), _MANY_ROWS),
        ("values", record(lambda: [header(), *(entry(n, _DENSE) for n in range(1, 20))]), "more than 3,000,000 values"),
        ("depth", record(lambda: [header(), entry(1, b'{"x":%b%b}' % (b"[" * 400_000, b"]" * 400_000))]), "not a JSON"),
        ("digits", record(lambda: [header(), entry(1, b'{"x":%b}' % (b"9" * 1_000_000))]), "not a JSON document"),
        ("fields", record(lambda: [header(**{f"k{n}": "" for n in range(60_000)})]), "unknown field"),
    ),
    *_of(
        ("import",), "x.json",
        ("a giant of zeros", sparse(), "larger than 48 MiB"),
        ("objects", repeated(b"{},", 47 << 20, b"["), "more than 3,000,000 values"),
        ("words", repeated(b'"ab",', 14 << 20, b"[", b"1]"), 'its field "form" is not'),
        ("pairs", repeated(b'{"a":1},', 4 << 20, b"[", b"1]"), 'its field "form" is not'),
        ("wide marks", repeated(b"x", 40 << 20, b'"', "\U0001f3b2".encode() + b'"'), "96 MiB in memory"),
        ("depth of lists", repeated(b"[", 1 << 20), "recursion"),
        ("depth of objects", repeated(b'{"x":', 1 << 20), "recursion"),
        ("digits", repeated(b"9", 1_000_000), "4300 digits"),
    ),
]  # fmt: skip
