"""The picture of a table as inline SVG: ground, ways and places, then the pieces, with labels where there is room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import hypot

from markupsafe import Markup

from referee.components.geometry import Point, Shape
from referee.review.markup import shortened, tag
from referee.review.svg import style_class
from referee.ruleset import Ground, Picture, Piece, Place, Way

WIDTH = 800.0
MARGIN = 12.0
NEAR_RINGS = 4
"""How far out room is looked for that leaves the connections to be seen; what is nearer is better than further off."""
RINGS = 7
"""How far from its place a stack may stand, in rows: further than its own label, for it must not hide another."""
LONGEST = 40
"""Letters of a label."""

_LETTER, _ROW = 7.4, 18.0
_NEAR = 16.0
_STEP = 3.0
_KINDS: Mapping[str, tuple[str, ...]] = {
    "sea": ("sea", "water", "lake", "river", "coast"),
    "high": ("hill", "ridge", "high", "escarpment", "mountain", "dune"),
    "green": ("wood", "forest", "palm", "oasis", "scrub", "orchard"),
    "built": ("town", "village", "building", "city", "fort", "ruin", "road"),
    "danger": ("mine", "wire", "danger", "depression", "marsh"),
}
"""What ground is tinted like, by words in its kind. Its label says what it is."""


_WAYS: Mapping[str, tuple[str, ...]] = {
    "rails": ("rail", "train"),
    "water": ("river", "sea", "lake", "water"),
    "unsure": ("unknown", "not told"),
}
"""What a connection is drawn like, by words in its kind; any other is a plain line. The legend says what it is."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A rectangle of the drawing, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: _Box) -> bool:
        """Whether they overlap."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


@dataclass(slots=True)
class _Sheet:
    """The drawing as it grows: what is taken, and how table lengths become lengths of the drawing."""

    picture: Picture
    styles: Mapping[str, int]
    scale: float = 1.0
    margin: float = MARGIN
    height: float = 0.0
    taken: list[_Box] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scale = (WIDTH - 2 * MARGIN) / max(self.picture.width, 1e-6)
        crowd = max(Counter(piece.at for piece in self.picture.pieces).values(), default=0)
        self.margin = MARGIN + (crowd * _ROW if crowd > 1 else 0)
        self.height = self.picture.height * self.scale + 2 * self.margin

    def at(self, point: Point) -> tuple[float, float]:
        """Where a position of the table is in the drawing; y grows downwards there."""
        return MARGIN + point.x * self.scale, self.height - self.margin - point.y * self.scale

    def edges(self) -> tuple[float, float]:
        """The upper and lower edge: those of the table, or of what lies on it where there is no ground to be seen."""
        if self.picture.ground or not self.taken:
            return 0.0, self.height
        return min(box.y for box in self.taken) - MARGIN, max(box.y + box.height for box in self.taken) + MARGIN

    def crossed(self, box: _Box) -> bool:
        """Whether a connection runs through a box, as far as steps of a few pixels show."""
        for way in self.picture.ways:
            (x, y), (to_x, to_y) = self.at(way.start), self.at(way.end)
            steps = max(int(hypot(to_x - x, to_y - y) / _STEP), 1)
            spots = ((x + (to_x - x) * i / steps, y + (to_y - y) * i / steps) for i in range(steps + 1))
            if any(box.x < a < box.x + box.width and box.y < b < box.y + box.height for a, b in spots):
                return True
        return False

    def look(self, side: str) -> str:
        """The class of a side."""
        return style_class(self.styles[side]) if side in self.styles else "none"

    def spot(self, x: float, y: float, width: float, height: float, gap: float, rings: int = 2) -> _Box | None:
        """Room for something beside a point, the nearest first, off the connections if it can be; None if none."""
        free = list(self._free(x, y, width, height, gap, rings))
        near = (box for box in self._free(x, y, width, height, gap, min(rings, NEAR_RINGS)) if not self.crossed(box))
        box = next(near, free[0] if free else None)
        if box is not None:
            self.taken.append(box)
        return box

    def _free(self, x: float, y: float, width: float, height: float, gap: float, rings: int) -> Iterator[_Box]:
        for far in (gap + ring * (_ROW + 6) for ring in range(rings)):
            for left, top in (
                (x + far, y - height / 2),
                (x - far - width, y - height / 2),
                (x - width / 2, y + far),
                (x - width / 2, y - far - height),
                (x + far / 2, y + far),
                (x + far / 2, y - far - height),
                (x - far / 2 - width, y + far),
                (x - far / 2 - width, y - far - height),
            ):
                box = _Box(left, top, width, height)
                inside = left >= 2 and top >= 2 and left + width <= WIDTH - 2 and top + height <= self.height - 2
                if inside and not any(box.meets(other) for other in self.taken):
                    yield box


def picture_of(picture: Picture, styles: Mapping[str, int], title: str, key: str) -> Markup:
    """A picture as an element; `styles` are those of the sides, `key` makes its ids unique on the page."""
    sheet = _Sheet(picture, styles)
    ground = [_ground(sheet, each) for each in picture.ground]
    ways = [_way(sheet, way) for way in picture.ways]
    marks = list(_marks(sheet))
    top, bottom = sheet.edges()
    return tag(
        "svg",
        tag("title", shortened(title, 200), id=f"{key}-title"),
        tag("desc", "The table from above. The same in words stands below it.", id=f"{key}-desc"),
        tag("rect", x=0, y=f"{top:.0f}", width=WIDTH, height=f"{bottom - top:.0f}", class_="table"),
        *(*ground, *ways, *marks),
        viewBox=f"0 {top:.0f} {WIDTH:.0f} {bottom - top:.0f}",
        role="img",
        aria_labelledby=f"{key}-title {key}-desc",
        class_="picture",
    )


def legend(picture: Picture, styles: Mapping[str, int], sides: Mapping[str, str]) -> list[tuple[Markup, str]]:
    """What the signs of a picture mean: a sample of each, and its name."""
    there = {piece.side for piece in picture.pieces} | {place.side for place in picture.places}
    found = [(_sample(_dot(styles, side)), sides[side]) for side in sides if side in there]
    kinds = _place_kinds(picture)
    if len(kinds) > 1:
        found += [(_sample(_sign(picture, kind, (16, 8), 5, "none")), kind) for kind in kinds]
    ways = dict.fromkeys(way.kind for way in picture.ways if way.kind)
    return found + [(_sample(*_line("M0 8H32", kind)), kind) for kind in ways if len(ways) > 1]


def _sample(*inside: Markup) -> Markup:
    return tag("svg", *inside, viewBox="0 0 32 16", class_="swatch", aria_hidden="true", focusable="false")


def _dot(styles: Mapping[str, int], side: str) -> Markup:
    look = f"piece {style_class(styles[side])}"
    if styles[side] % 2:
        return tag("rect", x=11, y=3, width=10, height=10, class_=look)
    return _disc(16, 8, 5.5, look)


def _disc(x: float, y: float, r: float, look: str) -> Markup:
    return tag("circle", cx=x, cy=y, r=r, class_=look)


def _place_kinds(picture: Picture) -> list[str]:
    """The kinds of places, the most common first."""
    return [kind for kind, _ in Counter(place.kind for place in picture.places if place.kind).most_common()]


def _sign(picture: Picture, kind: str, at: tuple[float, float], r: float, look: str) -> Markup:
    """A place: a circle; a thick one if it is of the second kind, and a square if of a third."""
    (x, y), kinds = at, _place_kinds(picture)
    rank = kinds.index(kind) if kind in kinds else 0
    if rank > 1:
        box = {"x": f"{x - r:.1f}", "y": f"{y - r:.1f}", "width": f"{2 * r:g}", "height": f"{2 * r:g}"}
        return tag("rect", **box, class_=f"place {look}")
    return tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{r:g}", class_=f"place {look}{' ring' * rank}")


def _width(text: str) -> float:
    return len(text) * _LETTER + 6


def _ground(sheet: _Sheet, ground: Ground) -> Markup:
    words = ground.kind.lower()
    tint = next((tint for tint, known in _KINDS.items() if any(word in words for word in known)), "other")
    title = tag("title", shortened(": ".join(filter(None, (ground.kind, ground.label))), 200))
    if len(ground.shape.points) == 1:
        x, y = sheet.at(ground.shape.points[0])
        r = f"{ground.shape.radius * sheet.scale:.1f}"
        return tag("circle", title, cx=f"{x:.1f}", cy=f"{y:.1f}", r=r, class_=f"ground {tint}")
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(sheet.at, ground.shape.corners()))
    return tag("polygon", title, points=corners, class_=f"ground {tint}")


def _middle(shape: Shape) -> Point:
    points = shape.corners() or shape.points
    return Point(sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points))


def _ground_labels(sheet: _Sheet) -> Iterator[Markup]:
    for ground in sheet.picture.ground:
        label = shortened(ground.label, LONGEST)
        if not label or not ground.shape.points:
            continue
        x, y = sheet.at(_middle(ground.shape))
        for down in (0, -_ROW, _ROW):
            box = _Box(x - _width(label) / 2, y + down - _ROW / 2, _width(label), _ROW)
            if not any(box.meets(other) for other in sheet.taken):
                sheet.taken.append(box)
                yield tag("text", label, x=f"{x:.1f}", y=f"{y + down + 4:.1f}", text_anchor="middle", class_="faint")
                break


def _way(sheet: _Sheet, way: Way) -> Markup:
    (x, y), (to_x, to_y) = sheet.at(way.start), sheet.at(way.end)
    inside = [tag("title", shortened(way.kind, 200))] if way.kind else []
    return tag("g", *inside, *_line(f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}", way.kind))


def _line(d: str, kind: str) -> list[Markup]:
    """A connection; a railway has sleepers across it."""
    look = next((look for look, known in _WAYS.items() if any(word in kind.lower() for word in known)), "")
    drawn = [tag("path", d=d, class_=f"way {look}".rstrip())]
    return [*drawn, tag("path", d=d, class_="way sleepers")] if look == "rails" else drawn


def _marks(sheet: _Sheet) -> Iterator[Markup]:
    """Places with their names above them, and the pieces. Lines to pieces lie under the places."""
    places: list[Markup] = []
    for place in sheet.picture.places:
        x, y = sheet.at(place.at)
        sheet.taken.append(_Box(x - 12, y - 12, 24, 24))
        places.append(_sign(sheet.picture, place.kind, (x, y), 11, sheet.look(place.side)))
    names = [_name(sheet, place) for place in sheet.picture.places]
    yield from (*_pieces(sheet), *places, *names)


def _name(sheet: _Sheet, place: Place) -> Markup:
    """The name of a place above it; below or beside it where a connection, another name or the edge is in the way."""
    x, y = sheet.at(place.at)
    label = shortened(place.label, LONGEST)
    width = _width(label) * 1.08
    left = min(max(x - width / 2, 2), WIDTH - width - 2)
    above, below = (_Box(left, top, width, _ROW) for top in (y - 16 - _ROW, y + 14))
    beside = [_Box(at, y - _ROW / 2, width, _ROW) for at in (x + 16, x - 16 - width) if 2 <= at <= WIDTH - width - 2]
    inside = [box for box in (above, below, *beside) if box.y >= 2]
    alone = [box for box in inside if not any(box.meets(other) for other in sheet.taken)]
    box = next((box for box in alone if not sheet.crossed(box)), (alone or inside or [below])[0])
    sheet.taken.append(box)
    x, y = box.x + width / 2, box.y + 14
    return tag("text", label, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor="middle", class_="strong")


def _pieces(sheet: _Sheet) -> Iterator[Markup]:
    """Pieces that lie in one place are a list beside it; one that stands alone is a mark where it stands."""
    groups: dict[tuple[float, float], list[Piece]] = {}
    for piece in sheet.picture.pieces:
        groups.setdefault(sheet.at(piece.at), []).append(piece)
    places = {sheet.at(place.at) for place in sheet.picture.places}
    alone = {at: group[0] for at, group in groups.items() if at not in places and len(group) == 1}
    for (x, y), piece in alone.items():
        sheet.taken.append(_Box(x - 6, y - 6, 12, 12))
        yield _mark(sheet, x, y, piece)
    yield from _ground_labels(sheet)
    for (x, y), piece in alone.items():
        label = shortened(_label(piece), LONGEST)
        box = sheet.spot(x, y, _width(label), _ROW - 4, 7)
        if box:  # without room for it, the label is left to the words below
            yield from _leader(x, y, box)
            yield tag("text", label, x=f"{box.x + 3:.1f}", y=f"{box.y + 11:.1f}", class_="small")
    for at, group in sorted(groups.items(), key=lambda item: -len(item[1])):
        if at not in alone:
            yield from _stack(sheet, at, group)


def _leader(x: float, y: float, box: _Box) -> Iterator[Markup]:
    """A line from a position to what belongs to it, where that does not stand close by."""
    to_x, to_y = min(max(x, box.x), box.x + box.width), min(max(y, box.y), box.y + box.height)
    if hypot(to_x - x, to_y - y) > _NEAR:
        yield tag("path", d=f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}", class_="leader")


def _label(piece: Piece) -> str:
    return f"{piece.label} ({', '.join(piece.marks)})" if piece.marks else piece.label


def _mark(sheet: _Sheet, x: float, y: float, piece: Piece) -> Markup:
    look = f"piece {sheet.look(piece.side)}"
    title = tag("title", shortened(_label(piece), 200))
    if sheet.styles.get(piece.side, 0) % 2:
        return tag("rect", title, x=f"{x - 5:.1f}", y=f"{y - 5:.1f}", width=10, height=10, class_=look)
    return tag("circle", title, cx=f"{x:.1f}", cy=f"{y:.1f}", r=5.5, class_=look)


def _stack(sheet: _Sheet, at: tuple[float, float], group: list[Piece]) -> Iterator[Markup]:
    labels = [shortened(_label(piece), LONGEST) for piece in group]
    width, height = max(map(_width, labels)) + 14, len(group) * _ROW
    x, y = at
    box = sheet.spot(x, y, width, height, 15, rings=RINGS)
    if box is None:  # no room: it covers something rather than being left out
        box = _Box(min(max(x - width / 2, 2), WIDTH - width - 2), min(y + 14, sheet.height - height - 2), width, height)
        sheet.taken.append(box)
    yield from _leader(x, y, box)
    for i, (piece, label) in enumerate(zip(group, labels, strict=True)):
        top = box.y + i * _ROW
        yield tag("rect", x=f"{box.x:.1f}", y=f"{top:.1f}", width=f"{width:.1f}", height=_ROW - 1, class_="plate")
        yield _mark(sheet, box.x + 9, top + _ROW / 2 - 0.5, piece)
        yield tag("text", label, x=f"{box.x + 18:.1f}", y=f"{top + 13:.1f}", class_="small")
