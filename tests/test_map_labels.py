"""On a drawn map no connection runs through the name of a place."""

from __future__ import annotations

import re

from referee.review.drawing import legend, picture_of
from referee.ruleset import Picture, Place, Point, Way
from tests import na
from tests.pages import parsed

LETTER, ABOVE, BELOW = 4.0, 14.0, 4.0
"""Half a letter's width at least, and how far a name reaches above and below its base line."""


def crossings(picture: Picture) -> list[str]:
    """The names through which a connection runs, as far as a hundred points of each show."""
    page = parsed(str(picture_of(picture, {}, "x", "k")))
    names = [t for t in page.all("text") if t.attributes.get("class") == "strong"]
    assert len(names) == len(picture.places)
    lines = [p.attributes["d"] for p in page.all("path") if p.attributes.get("class") == "way"]
    assert len(lines) == len(picture.ways)
    found = []
    for name in names:
        x, y, half = float(name.attributes["x"]), float(name.attributes["y"]), len(name.text) * LETTER
        for line in lines:
            a, b, c, d = map(float, re.findall(r"[\d.]+", line))
            spots = ((a + (c - a) * i / 100, b + (d - b) * i / 100) for i in range(101))
            if any(abs(u - x) < half and y - ABOVE < v < y + BELOW for u, v in spots):
                found.append(name.text)
    return found


def test_a_name_stands_on_the_side_that_no_connection_passes() -> None:
    low, high = Point(50, 10), Point(50, 30)
    assert not crossings(Picture(100, 40, places=(Place(low, "Low"), Place(high, "High")), ways=(Way(low, high),)))


def test_the_names_of_the_regions_of_north_africa_are_clear_of_the_connections() -> None:
    picture = na.RULESET.picture(na.in_actions().game.table)
    assert picture is not None
    assert not crossings(picture)


def test_signs_that_differ_are_explained() -> None:
    spots = [Point(x, y) for x, y in ((10, 10), (40, 30), (80, 10))]
    places = tuple(Place(at, str(at), kind) for at, kind in zip(spots, ("space", "space", "fort"), strict=True))
    ways = (Way(spots[0], spots[1], "railway"), Way(spots[1], spots[2], "river"))
    told = legend(Picture(100, 40, places=places, ways=ways), {}, {})
    assert [what for _, what in told] == ["space", "fort", "railway", "river"]
    assert len({str(sample) for sample, _ in told}) == 4
