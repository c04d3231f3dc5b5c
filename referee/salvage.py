"""What of a damaged record's bytes can still be had. Pure: nothing is read from a disk or written there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from referee.lines import ENTRIES, TAIL, DamagedRecord, Line, chained_sum, parse_line, split_sum

MOST_FLIPPED = 20
"""Lines in which a flipped bit is looked for; a file with more has another fault."""

MOST_TRIED = 50
"""How often, on the average, a line is tried in another place than its own."""

LONGEST_FLIPPED = 4096
"""Bytes of a line in which a flipped bit is looked for: trying all of them takes a fifth of a second."""

_END = b"\n"
_BOM = b"\xef\xbb\xbf"
_LINE = re.compile(r'"side":"([^"\\]*)","line":"([^"\\]+)"')


class Found(NamedTuple):
    """What a file holds of a record.

    good    its lines from the header on, as they were written: the chain of checksums proves each of them
    lost    what stands in the file besides, in its order and each line once
    later   the entries among that: well formed, and each either fits the sum that the line before it claims, or has a
            line missing before it
    """

    good: list[bytes]
    lost: list[bytes]
    later: list[Line]


def find(raw: bytes) -> Found:
    """The lines of a damaged file.

    Since a sum of 64 bits fits only the line that was written, a line that was moved is found, one that was doubled or
    put in from elsewhere is left out, and a single flipped bit is turned back, even that of a line's end. Line ends
    that another program converted are as they were.
    """
    # No two lines of a record are alike, so that a copy can be dropped at once.
    pieces = list(dict.fromkeys(piece.removesuffix(b"\r") + _END for piece in raw.removeprefix(_BOM).split(_END)))
    good: list[bytes] = []
    skipped: list[int] = []
    total, at, flipped, left = "", 0, 0, MOST_TRIED * len(pieces)
    while left > 0:
        ahead = range(at, len(pieces))
        index, after, tried = _next(total, pieces, chain(ahead[:1], skipped, ahead[1:]))
        left -= tried
        if index is None:
            mended = _turned_back(total, pieces[at : at + 2]) if flipped < MOST_FLIPPED else None
            if mended is None:
                break
            pieces[at : at + mended.used] = mended.pieces
            flipped += 1
            continue
        if index < at:
            skipped.remove(index)
        else:
            skipped += range(at, index)
            at = index + 1
        good.append(pieces[index])
        total = after
    lost = [piece for piece in (*(pieces[index] for index in skipped), *pieces[at:]) if piece != _END]
    return Found(good, lost, list(_later(len(good) - 1, lost)))


def _next(before: str, pieces: Sequence[bytes], places: Iterable[int]) -> tuple[int | None, str, int]:
    """Where the line is that follows from a sum, its own sum, and how many lines were tried for it."""
    tried = 0
    for tried, index in enumerate(places, 1):
        if total := _sum_if_fits(before, pieces[index]):
            return index, total, tried
    return None, "", tried


def _sum_if_fits(before: str, piece: bytes) -> str:
    """The sum of a line that follows from the sum before it; "" if it does not."""
    try:
        body, claimed = split_sum(piece)
    except DamagedRecord:
        return ""
    return claimed if chained_sum(before, body) == claimed else ""


class _Mended(NamedTuple):
    """So many pieces, and what stands in their place."""

    used: int
    pieces: list[bytes]


def _turned_back(before: str, pieces: Sequence[bytes]) -> _Mended | None:
    """The next line, after a single bit in it was turned back; None if that does not help."""
    first = pieces[0] if pieces else b""
    if len(first) > LONGEST_FLIPPED:
        return None
    for at, byte in _flips(first):
        rest = first[at + 1 :]
        line = first[:at] + byte + (b"" if byte == _END else rest)
        if _sum_if_fits(before, line):
            return _Mended(1, [line, rest] if byte == _END else [line])
    for second in pieces[1:]:  # a byte that became the end of a line
        for bit in range(8):
            line = first[:-1] + bytes([_END[0] ^ 1 << bit]) + second
            if _sum_if_fits(before, line):
                return _Mended(2, [line])
    return None


def _flips(line: bytes) -> Iterator[tuple[int, bytes]]:
    """The places of a line, and the bytes with one bit flipped that may have stood there."""
    try:
        split_sum(line)
    except DamagedRecord:  # then the fault is in the sum's own words, or two lines have run together
        tail = len(line) - TAIL
    else:
        tail = 0
    for at in range(len(line) - 1):
        for bit in range(8):
            byte = bytes([line[at] ^ 1 << bit])
            if at >= tail or byte == _END:
                yield at, byte


def _later(last: int, lost: Iterable[bytes]) -> Iterator[Line]:
    """The entries among the lines that no chain reaches; `last` is the number of the last one that it does reach."""
    claimed = ""
    for piece in lost:
        before, claimed = claimed, ""
        with suppress(DamagedRecord):
            body, claimed = split_sum(piece)
            line = parse_line(0, body)
            # Where no line is missing before it, a line whose sum does not fit is a changed one.
            if line.table == ENTRIES and line.id > last and (_sum_if_fits(before, piece) or line.id > last + 1):
                yield line
                last = line.id


def legible(piece: bytes) -> str:
    """What can still be read of the line of a damaged entry, as it would be typed; "" if nothing."""
    found = _LINE.search(piece.decode(errors="replace"))
    if not found:
        return ""
    side, line = found.groups()
    return f"{side}> {line}" if side else line
