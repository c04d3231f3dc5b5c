"""Letters of five lines, or of three, to be read from two metres: capitals, digits and a few signs."""

from __future__ import annotations

import unicodedata

HEIGHT = 5
INK = "█"
_HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": INK}
"""A character by the two dots that stand in it, one above the other."""

_LETTERS = {
    "A": ".##. #..# #### #..# #..#", "B": "###. #..# ###. #..# ###.", "C": ".### #... #... #... .###",
    "D": "###. #..# #..# #..# ###.", "E": "#### #... ###. #... ####", "F": "#### #... ###. #... #...",
    "G": ".### #... #.## #..# .###", "H": "#..# #..# #### #..# #..#", "I": "### .#. .#. .#. ###",
    "J": "..## ...# ...# #..# .##.", "K": "#..# #.#. ##.. #.#. #..#", "L": "#... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...#", "N": "#...# ##..# #.#.# #..## #...#", "O": ".##. #..# #..# #..# .##.",
    "P": "###. #..# ###. #... #...", "Q": ".##. #..# #..# #.## .###", "R": "###. #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ###.", "T": "##### ..#.. ..#.. ..#.. ..#..", "U": "#..# #..# #..# #..# .##.",
    "V": "#...# #...# .#.#. .#.#. ..#..", "W": "#...# #...# #.#.# ##.## #...#", "X": "#...# .#.#. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..", "Z": "#### ...# .##. #... ####",
    "0": ".##. #..# #..# #..# .##.", "1": ".#. ##. .#. .#. ###", "2": "###. ...# .##. #... ####",
    "3": "###. ...# .##. ...# ###.", "4": "#..# #..# #### ...# ...#", "5": "#### #... ###. ...# ###.",
    "6": ".##. #... ###. #..# .##.", "7": "#### ...# ..#. .#.. .#..", "8": ".##. #..# .##. #..# .##.",
    "9": ".##. #..# .### ...# .##.",
    " ": ".. .. .. .. ..", "-": "... ... ### ... ...", ".": ". . . . #", "'": "# # . . .",
    "/": "...# ..#. ..#. .#.. #...",
}  # fmt: skip


def big(text: str, room: int, ink: str = INK) -> list[str]:
    """A text in big letters, twice as wide where there is room for it; [] if it does not fit, or has other signs."""
    rows = _dots(text, room)
    wide = 2 if rows and 2 * len(rows[0]) <= room else 1
    return ["".join((ink if dot == "#" else " ") * wide for dot in row).rstrip() for row in rows]


def low(text: str, room: int) -> list[str]:
    """The same in three lines, two dots in each character."""
    rows = _dots(text, room)
    below = [*rows[1::2], "." * room]  # the last line is half empty
    pairs = zip(rows[::2], below, strict=False)
    return ["".join(_HALVES[a + b] for a, b in zip(*pair, strict=False)).rstrip() for pair in pairs]


def _dots(text: str, room: int) -> list[str]:
    """The dots of a text, row by row; [] if they do not fit, or there is no letter for one of its signs."""
    # An accent is left out rather than the whole word.
    signs = [c for c in unicodedata.normalize("NFKD", text).upper() if not unicodedata.combining(c)]
    if not signs or any(sign not in _LETTERS for sign in signs):
        return []
    rows = [".".join(row) for row in zip(*(_LETTERS[sign].split() for sign in signs), strict=True)]
    return rows if len(rows[0]) <= room else []
