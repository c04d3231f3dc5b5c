"""A table drawn as text: one sign for each piece, ground in the background."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.components.geometry import Point, Shape

COLUMNS = 76
"""Signs in a row, the frame left out: with it the picture fits a screen of 80."""

ROWS = 16
"""Rows at the most: with the frame, a heading and a legend the picture fits a screen of 24."""

_TALL = 2.0
"""A sign is about twice as high as it is wide."""


def text_map(
    width: float, depth: float, ground: Iterable[tuple[Shape, str]], pieces: Iterable[tuple[Point, str]]
) -> Iterator[str]:
    """The rows of a picture, the upper edge first. A piece off the table stands at the nearest edge.

    Of two pieces in one place the first is seen, then `+` says that there are more.
    """
    columns = COLUMNS
    across = width / columns
    rows = max(1, min(ROWS, round(depth / (across * _TALL))))
    down = depth / rows
    signs = [[" "] * columns for _ in range(rows)]
    near = min(across, down) / 2
    for shape, sign in ground:
        left, low, right, high = shape.bounds(near)
        inside = [x for x in range(columns) if left <= (x + 0.5) * across <= right]
        for r, row in enumerate(signs):
            heights = [depth - (r + part) * down for part in (1 / 6, 1 / 2, 5 / 6)]  # a sign shows what is thin as well
            for c in inside if low <= heights[0] and heights[-1] <= high else ():
                if any(shape.gap(Point((c + 0.5) * across, y)) <= near for y in heights):
                    row[c] = sign
    taken: set[tuple[int, int]] = set()
    for point, sign in pieces:
        c = min(columns - 1, max(0, int(point.x / across)))
        r = min(rows - 1, max(0, int((depth - point.y) / down)))
        signs[r][c] = "+" if (r, c) in taken else sign
        taken.add((r, c))
    yield f"+{'-' * columns}+"
    yield from (f"|{''.join(row)}|" for row in signs)
    yield f"+{'-' * columns}+"
