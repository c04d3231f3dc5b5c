"""The screen of `referee watch`: what is new in big letters, painted anew when the record or the window changes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import Output

from referee.notation import plain
from referee.prompt.faults import Faults
from referee.prompt.lines import wrapped
from referee.prompt.say import fitted
from referee.watch.follow import PAUSE, Follower
from referee.watch.letters import HEIGHT, INK, big, low
from referee.watch.news import News, news_of

KEYS = ("q leaves", "up and down scroll")
SMALL, LOW = 20, 36
"""Lines of a screen below which there is no room for big letters; for those of five lines, and all of the score."""

PAGE = 10
"""Lines that Page Up and Page Down scroll."""

Styled = tuple[str, str]
"""How a line looks, and the line."""


class Screen:
    """Shows a game as it goes on, and waits for one that has not begun."""

    def __init__(self, follower: Follower, input: Input | None = None, output: Output | None = None) -> None:
        """Make the screen. The last two are for tests."""
        self.follower, self.scroll = follower, 0
        self.news: News | None = None
        self.app: Application[None] = Application(
            layout=Layout(Window(FormattedTextControl(self._text, focusable=True, show_cursor=False))),
            key_bindings=self._keys(), full_screen=True, input=input, output=output,
        )  # fmt: skip

    def run(self) -> None:
        """Show it until the reader leaves. A mistake of the program, or a LibraryError, ends it and is raised."""
        self._look()
        faults = Faults(self.app)

        def begin() -> None:
            faults.watch()
            self.app.create_background_task(self._keep_looking())

        self.app.run(pre_run=begin, set_exception_handler=False)
        faults.check()

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            if self._look():
                self.app.invalidate()

    def _look(self) -> bool:
        if not self.follower.look():
            return False
        game = self.follower.game
        self.news = news_of(game, self.follower.sees) if game else None
        return True

    def _text(self) -> StyleAndTextTuples:
        size = self.app.output.get_size()
        rows, columns = size.rows - 1, size.columns
        if self.news is None:
            lines = [_bar(["Referee"], columns), *_set("bold", wrapped([plain(self.follower.waits)], columns))]
        else:
            lines = list(head_of(self.news, columns, size.rows, _ink(self.app.output.encoding())))
            table = _set("", wrapped((*self.news.words, *self.news.still), columns))
            room = max(1, rows - len(lines))
            self.scroll = max(0, min(self.scroll, len(table) - room))
            lines += _cut(table[self.scroll :], room)
        lines = [*lines[:rows], *[("", "")] * (rows - len(lines)), _bar((*self._state(), *KEYS), columns)]
        painted: StyleAndTextTuples = []
        for style, line in lines:
            painted += [(style, line), ("", "\n")]
        return painted[:-1]

    def _state(self) -> Iterator[str]:
        """How far the record goes, and when it was written last."""
        if self.news:
            yield f"entry {self.news.entries}"
            yield plain(self.news.time.partition("T")[2][:8])

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        for name, lines in {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE}.items():

            @keys.add(name)
            def _scroll(event: KeyPressEvent, lines: int = lines) -> None:
                self.scroll += lines

        @keys.add("q")
        @keys.add("c-c")
        @keys.add("c-d")
        def _quit(event: KeyPressEvent) -> None:
            event.app.exit()

        return keys


def head_of(news: News, columns: int, rows: int, ink: str = INK) -> Iterator[Styled]:
    """All but the table: the game, turn and side in big letters, what is due, the last verdict, the score."""
    most = max(1, rows // 8)  # so that something of the table is always seen
    yield _bar(news.game, columns)
    yield from _set("bold", _headline(news, columns, rows, ink))
    yield "bold", fitted((news.turn, *news.where), columns)
    yield from _cut(_set("", wrapped([f"Due: {news.due}"], columns)), most)
    if news.last:
        said = _set("", wrapped([f"Last, {news.last.verdict}: {news.last.told}"], columns))
        said += _set("bold" if news.last.flagged else "", wrapped([f"  {each}" for each in news.last.found], columns))
        said += _set("", wrapped([f"  then {each}" for each in news.last.then], columns))
        yield from _cut(said, 2 * most if news.last.flagged else most)
    if scores := [f"{each.title}: {each.told}" for each in news.scores if each.decisive]:
        lines = [fitted(scores, columns)] if rows < LOW else wrapped([" · ".join(scores)], columns)
        yield from _cut(_set("", lines), most)
    yield "", ("─" if ink == INK else "-") * (columns - 1)


def _headline(news: News, columns: int, rows: int, ink: str) -> Iterable[str]:
    """The turn and who is to act, and on a high screen the step, in big letters as far as there is room."""
    room, both = columns - 1, f"{news.turn} {news.who}"
    plainly = [fitted([f"{news.turn}: {news.who}"], columns)]
    if rows < LOW:
        fits = rows >= SMALL and ink == INK
        return (low(both, room) or low(news.who, room) if fits else []) or plainly
    step = low(news.step, room) if ink == INK else []
    if letters := big(both, room, ink):
        return [*letters, "", *step]
    who, turn = big(news.who, room, ink), big(news.turn, room, ink)
    if not who:
        return plainly
    return [*turn, "", *who, "", *step] if turn and rows >= LOW + HEIGHT else [*who, "", *step]


def _set(style: str, lines: Iterable[str]) -> list[Styled]:
    return [(style, line) for line in lines]


def _cut(lines: list[Styled], most: int) -> list[Styled]:
    """The first of many lines; the last one says that there are more, or where there is room for one only its end."""
    if len(lines) <= most:
        return lines
    if most == 1:
        style, first = lines[0]
        return [(style, f"{first}…")]
    return [*lines[: most - 1], ("", f"… {len(lines) - most + 1} more lines")]


def _bar(parts: Sequence[str], columns: int) -> Styled:
    return "reverse", fitted([part for part in parts if part], columns - 1).ljust(columns - 1)


def _ink(encoding: str) -> str:
    """What big letters are made of, where the terminal has it."""
    try:
        INK.encode(encoding)
    except UnicodeEncodeError:
        return "#"
    return INK


def watch(follower: Follower) -> None:
    """Show a game at this terminal until the reader leaves."""
    Screen(follower).run()
