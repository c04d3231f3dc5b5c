"""The screen of `referee review`: prompt-toolkit around `Stepper`, and nothing that decides anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.output import Output

from referee.notation import plain
from referee.prompt.faults import Faults
from referee.prompt.lines import wrapped
from referee.prompt.say import fitted
from referee.review.stepping import Stepper

KEYS = """\
right, n, space     the next entry
left, p             the entry before
] or Page Down      the next turn of a side
[ or Page Up        the beginning of this turn, or of the one before
f, F                the next finding, the one before
Home, End           the beginning, the last entry
g 41 Enter          entry 41
up, down            scroll the lower part of the screen
w                   why: what was said to the entry, and the rules
a                   all entries of the record, or those that count
b                   branch from here: a what-if copy, a new saved game
?                   these keys
q                   quit
""".splitlines()

BAR = ("? keys", "q quit", "n p step", "] [ turn", "f finding", "g go to", "w why", "b branch")


class Screen:
    """Shows a game entry by entry: the entry above, the table (or an explanation) below, the keys in the last line."""

    def __init__(self, stepper: Stepper, input: Input | None = None, output: Output | None = None) -> None:
        """Make the screen. The last two are for tests."""
        self.stepper = stepper
        self.below: Callable[[], Iterable[str]] = stepper.show
        self.scroll = 0
        self._asked: Callable[[str], None] | None = None
        self._label = ""
        self._line = Buffer(multiline=False, accept_handler=self._answered)
        self.app: Application[None] = Application(
            layout=self._layout(), key_bindings=self._keys(), full_screen=True, input=input, output=output
        )
        self.app.ttimeoutlen = 0.05  # Escape closes what is open at once

    def run(self) -> None:
        """Show it until the reader leaves. A mistake of the program ends it, and is raised."""
        faults = Faults(self.app)
        self.app.run(pre_run=faults.watch, set_exception_handler=False)
        faults.check()

    # What is where

    def _layout(self) -> Layout:
        asking = Condition(lambda: self._asked is not None)
        label = FormattedTextControl(lambda: self._label)
        question = VSplit([
            Window(label, dont_extend_width=True, height=1),
            Window(BufferControl(self._line), height=1),
        ])  # fmt: skip
        self._reading = Window(FormattedTextControl(self._above_text, focusable=True, show_cursor=False),
                               height=lambda: self._above, wrap_lines=True)  # fmt: skip
        bar = FormattedTextControl(lambda: "\n".join(self._bar_lines()))
        return Layout(
            HSplit([
                Window(FormattedTextControl(self._title), height=1, style="reverse"),
                self._reading,
                Window(FormattedTextControl(self._border), height=1),
                Window(FormattedTextControl(self._below_text), wrap_lines=True),
                ConditionalContainer(question, asking),
                ConditionalContainer(Window(bar, height=lambda: len(self._bar_lines()), style="reverse"), ~asking),
            ]),
            focused_element=self._reading,
        )  # fmt: skip

    @property
    def _columns(self) -> int:
        return self.app.output.get_size().columns

    @property
    def _above(self) -> int:
        """Lines of the upper part: a third of the screen, so that the table stays where it is."""
        return max(2, self.app.output.get_size().rows // 3)

    @property
    def _room(self) -> int:
        """Lines of the lower part."""
        return max(1, self.app.output.get_size().rows - self._above - 2 - len(self._bar_lines()))

    def _title(self) -> StyleAndTextTuples:
        name = plain(self.stepper.game.log.header.name)
        return [("", fitted([name, *self.stepper.heading()], self._columns))]

    def _border(self) -> str:
        """What stands below it."""
        stepper = self.stepper
        what = "the table" if self.below == stepper.show else "why" if self.below == stepper.why else "the keys"
        return f"── {what} {'─' * (self._columns - len(what) - 4)}"

    def _bar_lines(self) -> list[str]:
        """What is told to the last key, else the keys."""
        if self.stepper.said:
            return list(wrapped([plain(self.stepper.said)], self._columns))
        return [fitted(BAR, self._columns)]

    def _above_text(self) -> StyleAndTextTuples:
        lines = list(wrapped(self.stepper.entry(), self._columns))
        if len(lines) > self._above:
            lines[self._above - 1 :] = ["… (w shows all of it)"]
        return [("", "\n".join(lines))]

    def _below_text(self) -> StyleAndTextTuples:
        lines = list(wrapped(self.below(), self._columns))
        self.scroll = max(0, min(self.scroll, len(lines) - self._room))
        shown = lines[self.scroll : self.scroll + self._room]
        if len(lines) > self.scroll + self._room:
            shown[-1] = f"… (down: {len(lines) - self.scroll - self._room + 1} more)"
        return [("", "\n".join(shown))]

    # What the keys do

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        stepper = self.stepper
        asking = Condition(lambda: self._asked is not None)

        def moves(do: Callable[[], None], *names: str) -> None:
            for name in names:

                @keys.add(name, filter=~asking)
                def _move(event: KeyPressEvent) -> None:
                    if self.below != stepper.show:
                        self._show(stepper.show)
                    stepper.said = ""
                    do()

        moves(lambda: stepper.step(1), "right", "n", " ")
        moves(lambda: stepper.step(-1), "left", "p", "backspace")
        moves(lambda: stepper.turn(1), "]", "pagedown")
        moves(lambda: stepper.turn(-1), "[", "pageup")
        moves(lambda: stepper.finding(1), "f")
        moves(lambda: stepper.finding(-1), "F")
        moves(lambda: stepper.go(0, ""), "home")
        moves(lambda: stepper.go(len(stepper.rows), ""), "end")
        moves(stepper.toggle, "a")
        moves(lambda: None, "escape")
        moves(lambda: self._ask("Go to entry: ", "", stepper.to_number), "g")
        moves(lambda: self._ask("Name of the what-if copy: ", stepper.usual_name, stepper.branch), "b")
        moves(lambda: self._show(stepper.why), "w")
        moves(lambda: self._show(lambda: KEYS), "?", "h")

        @keys.add("up", filter=~asking)
        def _up(event: KeyPressEvent) -> None:
            self.scroll -= 1

        @keys.add("down", filter=~asking)
        def _down(event: KeyPressEvent) -> None:
            self.scroll += 1

        @keys.add("escape", filter=asking, eager=True)
        @keys.add("c-c", filter=asking)
        def _give_up(event: KeyPressEvent) -> None:
            self._asked = None
            event.app.layout.focus(self._reading)

        @keys.add("q", filter=~asking)
        @keys.add("c-c", filter=~asking)
        @keys.add("c-d", filter=~asking)
        def _quit(event: KeyPressEvent) -> None:
            event.app.exit()

        return keys

    def _show(self, below: Callable[[], Iterable[str]]) -> None:
        """What stands in the lower part from now on."""
        self.below, self.scroll = below, 0

    def _ask(self, label: str, default: str, then: Callable[[str], None]) -> None:
        """Ask for something in the last line."""
        self._label, self._asked = label, then
        self._line.text = default
        self._line.cursor_position = len(default)
        self.app.layout.focus(self._line)

    def _answered(self, buffer: Buffer) -> bool:
        then, self._asked = self._asked, None
        self.app.layout.focus(self._reading)
        if then:
            then(buffer.text)
        return False


def review(stepper: Stepper) -> None:
    """Step through a game at this terminal."""
    Screen(stepper).run()
