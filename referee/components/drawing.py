"""A table drawn as text: one sign for each piece, ground in the background."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.components.geometry import Point, Shape

COLUMNS = 76
"""Signs in a row, the frame left out: with it the picture fits a screen of 80."""

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
    rows = max(1, round(depth / (across * _TALL)))
    down = depth / rows
    signs = [[" "] * columns for _ in range(rows)]
    areas = list(ground)
    for r, row in enumerate(signs):
        for c in range(columns):
            middle = Point((c + 0.5) * across, depth - (r + 0.5) * down)
            for shape, sign in areas:
                if shape.gap(middle) <= min(across, down) / 2:
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
