"""`hide` and `unhide` (`seal` and `reveal` where a ruleset has no such verbs): notes that only the umpire may read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.commands.call import Call, pick
from referee.game import Answer, Game
from referee.log import Entry
from referee.notation import check_text, quoted
from referee.ruleset import Impossible
from referee.sealed import HASH, Unprovable, proven, sealed

UMPIRE = "umpire"
"""Who sees all, in `show as umpire`."""


def hidden(game: Game) -> list[Entry]:
    """The sealed notes that count, the first one first; `unhide 1` opens the first."""
    return [step.entry for step in game.timeline.steps if step.entry.kind == "seal"]


def opened(game: Game) -> dict[int, Entry]:
    """Which of them were opened, by number, and the entry that did it."""
    shown = [step.entry for step in game.timeline.steps if step.entry.kind == "reveal"]
    return {int(str(entry.data["item"])): entry for entry in shown}


def hide(game: Game, call: Call, by: str) -> Answer:
    """Seal a note: its words go into the private file, a hash into the record."""
    words = call.words()
    sides = game.ruleset.sides
    if len(words) == 3 and words[1].bare == "hash":  # a line of an exported record: the words stayed where they were
        side, given = pick(words[0], sides, "side"), words[2].bare
        if not re.fullmatch(rf"[0-9a-f]{{{HASH}}}", given):
            raise call.wrong(f"A hash has {HASH} digits and letters a to f.")
    else:
        if len(words) < 2:
            raise call.wrong("Whose note, and its words?")
        side, text = pick(words[0], sides, "side"), call.free(words[1].column)
        if not text:
            raise call.wrong("A sealed note needs words.")
        note = sealed(side, text)
        check_text(f"{side}> {_line(99999, note.salt, text)}")  # it must be possible to write it down one day
        try:
            game.vault.keep(note)
        except Unprovable as error:
            raise Impossible(str(error), call.start) from None
        given = note.hash
    return game.change("seal", f"hide {side} hash {given}", {"hash": given}, by, side=side)


def unhide(game: Game, call: Call, by: str) -> Answer:
    """Open a sealed note: words and salt go into the record, and their hash must be the one that was written then."""
    notes, shown, words = hidden(game), opened(game), call.words()
    if not notes:
        raise Impossible("No note is sealed, so none can be opened.", call.start)
    closed = [i for i in range(1, len(notes) + 1) if i not in shown]
    text = words[0].bare if words else str(closed[0]) if len(closed) == 1 else ""
    if not text.isdecimal() or not 1 <= int(text[:9]) <= len(notes):
        raise call.wrong(f"Which of the sealed notes: {', '.join(map(str, closed)) or 'all are open'}?")
    item = int(text)
    if item in shown:
        raise Impossible(f"Note {item} was opened in entry {shown[item].number}.", call.start)
    entry = notes[item - 1]
    if len(words) == 4 and words[1].bare == "salt":  # a line of an exported record brings its own proof
        salt, said = words[2].bare, words[3].tokens[0].text
        if not proven(entry.side, said, salt, str(entry.data["hash"])):
            raise Impossible(f"These are not the words of note {item}: they do not fit its hash.", call.start)
    else:
        if len(words) > 1:
            raise call.wrong("One note is opened at a time.")
        try:
            note = game.vault.words(entry)
        except Unprovable as error:
            raise Impossible(f"Note {item} (entry {entry.number}) cannot be opened. {error}", call.start) from None
        salt, said = note.salt, note.text
    data = {"item": item, "text": said, "salt": salt}
    answer = game.change("reveal", _line(item, salt, said), data, by, side=entry.side)
    proof = f"Sealed in entry {entry.number} and not changed since: its words fit the hash."
    return Answer(answer.status, answer.side, answer.line, said=(*answer.said, proof), entries=answer.entries)


def _line(item: int, salt: str, text: str) -> str:
    return f"unhide {item} salt {salt} {quoted(text)}"


def note_lines(game: Game, all_words: bool) -> Iterator[str]:
    """The sealed notes for a screen; `all_words` for the umpire, who may read what is still closed."""
    shown = opened(game)
    for i, entry in enumerate(hidden(game), 1):
        head = f"sealed note {i} ({game.ruleset.sides.get(entry.side, entry.side)}, entry {entry.number})"
        if i in shown:
            yield f"{head}, opened: {shown[i].data['text']}"
        elif not all_words:
            yield f"{head}: closed"
        else:
            try:
                yield f"{head}: {game.vault.words(entry).text}"
            except Unprovable as error:
                yield f"{head}: {error}"
