"""The keys of the prompt, beside those of every line editor."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.application import get_app, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import Condition, has_completions, has_focus
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from referee.commands.keys import KEYS
from referee.prompt.completer import NextWord
from referee.prompt.patience import Patience
from referee.prompt.talk import Talk

Lines = Callable[[], list[str]]
Tell = Callable[[list[str]], None]


def bindings(
    talk: Talk, completer: NextWord, patience: Patience, tell: Tell, wish: Callable[[Lines], None]
) -> KeyBindings:
    """All keys. `tell` prints above the prompt; `wish` leaves something to be done instead of reading the line."""
    keys = KeyBindings()
    typing = has_focus(DEFAULT_BUFFER)
    empty = Condition(lambda: not get_app().current_buffer.text)

    @keys.add("enter", filter=typing)
    def _enter(event: KeyPressEvent) -> None:
        """Take the selected entry of the menu, else submit the line."""
        buffer = event.current_buffer
        if take_entry(buffer, completer):
            return
        if buffer.text.strip() in ("", talk.default) and not patience.takes():
            return
        buffer.validate_and_handle()

    @keys.add("escape", filter=typing & has_completions, eager=True)
    def _escape(event: KeyPressEvent) -> None:
        """Close the menu."""
        event.current_buffer.cancel_completion()

    def shows(name: str, command: str) -> None:
        @keys.add(name)
        def _show(event: KeyPressEvent) -> None:
            run_in_terminal(lambda: tell(talk.peek(command)))

    for key in KEYS:
        for name in key.name.lower().split() if key.shows else ():
            shows(name, key.shows)

    @keys.add("f5")
    def _fuzzy(event: KeyPressEvent) -> None:
        """Fuzzy matching on or off."""
        completer.fuzzy = not completer.fuzzy
        state = "on" if completer.fuzzy else "off"
        run_in_terminal(lambda: tell([f"Fuzzy matching is {state}."]))

    @keys.add("f6", filter=typing & empty)
    def _stand(event: KeyPressEvent) -> None:
        """Let the flagged line stand: only the reason is to be typed."""
        if talk.game.held:
            event.current_buffer.insert_text('stand ""')
            event.current_buffer.cursor_left()

    @keys.add("c-z", filter=typing)
    def _undo(event: KeyPressEvent) -> None:
        """Undo typing; on an empty line ask whether the last act is to be undone."""
        if event.current_buffer.text:
            event.current_buffer.undo()
            return
        wish(talk.ask_undo)
        event.app.exit(result="")

    return keys


def take_entry(buffer: Buffer, completer: NextWord) -> bool:
    """Take the entry that is selected in the menu, if one is; a space follows where the line must go on."""
    state = buffer.complete_state
    if state is None or state.current_completion is None:
        return False
    word = state.current_completion.text
    _, found = completer.offered(state.original_document.text_before_cursor)
    more = any(offer.word == word and offer.more for offer in found)
    buffer.complete_state = None
    if more:
        buffer.insert_text(" ")
    return True
