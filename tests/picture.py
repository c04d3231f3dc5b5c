"""Draw README's picture: a real session in a terminal of 80x24, as the screen shows it.

python -m tests.picture          writes examples/lightning_north_africa/session.svg
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from html import escape
from pathlib import Path

import pexpect
import pyte

OUT = Path(__file__).parents[1] / "examples/lightning_north_africa/session.svg"
COLUMNS, ROWS = 80, 24
CELL, LINE = 8.4, 18
LINES = (
    "7-arm cairo",
    "",
    "draw",
    "prep ari",
    "draw",
    "play dive 9-aus",
    "order 5-pz tobruk",
    "minefield",
    "move 15-pz cairo",
)
COLOURS = {
    "default": "#d8d8d8",
    "black": "#1c1c1c",
    "red": "#d55e00",
    "green": "#7fb685",
    "brown": "#e0b050",
    "blue": "#56a0d3",
    "magenta": "#c080c0",
    "cyan": "#60c0c0",
    "white": "#ffffff",
}


def session() -> pyte.Screen:
    """Play some lines and return the screen."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "REFEREE_DATA": folder, "TERM": "xterm"}
        words = [
            "-m",
            "referee",
            "play",
            "lightning-north-africa",
            "--name",
            "evening",
            "--players",
            "axis=Anna,allied=Ben",
        ]
        child = pexpect.spawn(sys.executable, words, env=env, dimensions=(ROWS, COLUMNS), encoding="utf-8")
        _settle(child, screen, stream)
        child.send("\r")
        _settle(child, screen, stream)
        for line in LINES:
            child.send(line)
            _settle(child, screen, stream, 0.3)
            child.send("\r")
            _settle(child, screen, stream)
        child.close(force=True)
    return screen


def _settle(child: pexpect.spawn[str], screen: pyte.Screen, stream: pyte.Stream, quiet: float = 0.8) -> None:
    """Read until nothing more comes for a while."""
    last = time.monotonic()
    while time.monotonic() - last < quiet:
        try:
            chunk = child.read_nonblocking(65536, 0.1)
        except pexpect.TIMEOUT:
            continue
        stream.feed(chunk)
        if "\x1b[6n" in chunk:  # the prompt asks where the cursor is, and draws its toolbar when it knows
            child.send(f"\x1b[{screen.cursor.y + 1};{screen.cursor.x + 1}R")
        last = time.monotonic()


def svg(screen: pyte.Screen) -> str:
    """The screen as an SVG picture."""
    width, height = COLUMNS * CELL + 24, ROWS * LINE + 24
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img" '
        'font-family="ui-monospace, DejaVu Sans Mono, Menlo, monospace" font-size="14">',
        "<title>A session of Lightning: North Africa with Referee</title>",
        f'<rect width="100%" height="100%" rx="8" fill="{COLOURS["black"]}"/>',
    ]
    for y in range(ROWS):
        out += _row(screen, y)
    return "\n".join([*out, "</svg>", ""])


def _row(screen: pyte.Screen, y: int) -> list[str]:
    """Runs of characters that look alike."""
    out: list[str] = []
    x = 0
    while x < COLUMNS:
        first = screen.buffer[y][x]
        look = (first.fg, first.bg, first.bold, first.reverse)
        end = x
        while end < COLUMNS and _look(screen.buffer[y][end]) == look:
            end += 1
        text = "".join(screen.buffer[y][i].data for i in range(x, end))
        if text.strip() or first.reverse or first.bg != "default":
            out += _run(text, x, y, first)
        x = end
    return out


def _look(char: pyte.screens.Char) -> tuple[str, str, bool, bool]:
    return (char.fg, char.bg, char.bold, char.reverse)


def _run(text: str, x: int, y: int, char: pyte.screens.Char) -> list[str]:
    left, base = 12 + x * CELL, 26 + y * LINE
    fore, back = _colour(char.fg, "default"), _colour(char.bg, "black")
    if char.reverse:
        fore, back = back, fore
    out = []
    if char.reverse or char.bg != "default":
        out.append(
            f'<rect x="{left:.1f}" y="{base - 14}" width="{len(text) * CELL:.1f}" height="{LINE}" fill="{back}"/>'
        )
    weight = ' font-weight="bold"' if char.bold else ""
    length = f' textLength="{len(text) * CELL:.1f}" lengthAdjust="spacingAndGlyphs"'
    out.append(
        f'<text x="{left:.1f}" y="{base}" fill="{fore}"{weight}{length} xml:space="preserve">{escape(text)}</text>'
    )
    return out


def _colour(name: str, default: str) -> str:
    if name == "default":
        return COLOURS[default]
    return COLOURS.get(name.removeprefix("bright"), f"#{name}" if len(name) == 6 else COLOURS[default])


def main() -> None:
    """Draw it anew."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    OUT.write_text(svg(session()), encoding="utf-8")
    print(OUT)


if __name__ == "__main__":
    main()
