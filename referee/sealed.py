"""Sealed notes: the record holds a salted hash, a private file beside it the words, until they are revealed.

The private file is readable by its owner only, and is only added to. Nothing that is folded needs it.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from referee.durable import add_line
from referee.lines import MAX_LINE, DamagedRecord, open_plain, reason_of
from referee.log import Entry

ENDING = ".sealed"
SALT = 16
"""Bytes of salt, so that nobody finds short words by trying."""

HASH = 64
"""Characters of a hash."""


class Unprovable(Exception):
    """A sealed note cannot be opened, or its words are not those that were sealed; the message says so plainly."""


@dataclass(frozen=True, slots=True)
class Note:
    """The words of a sealed note, with the salt that makes its hash."""

    side: str
    text: str
    salt: str

    @property
    def hash(self) -> str:
        """What stands in the record."""
        return hashlib.sha256(bytes.fromhex(self.salt) + f"{self.side}\n{self.text}".encode()).hexdigest()


def sealed(side: str, text: str) -> Note:
    """A new note with a salt of its own."""
    return Note(side, text, secrets.token_hex(SALT))


def proven(side: str, text: str, salt: str, expected: str) -> bool:
    """Whether these are the words that were sealed."""
    try:
        return Note(side, text, salt).hash == expected
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Vault:
    """The private file beside a record; `path` is None for a record that is kept nowhere."""

    path: Path | None
    notes: dict[str, Note] = field(default_factory=dict)

    def keep(self, note: Note) -> None:
        """Keep the words of a note; they are on the disk when this returns. Raises Unprovable."""
        if self.path is not None:
            row = json.dumps({"hash": note.hash, "side": note.side, "salt": note.salt, "text": note.text})
            try:
                add_line(self.path, row, private=True)
            except OSError as error:
                raise Unprovable(f"{self.path} cannot be written: {reason_of(error)}; nothing is sealed.") from error
        self.notes[note.hash] = note

    def words(self, entry: Entry) -> Note:
        """The words of a sealed entry, proven. Raises Unprovable."""
        expected, side = str(entry.data.get("hash", "")), entry.side
        note = self.notes.get(expected) or self._read(expected)
        if not proven(side, note.text, note.salt, expected):
            raise Unprovable(
                f"The words in {self.path} are not those that were sealed (entry {entry.number}): they or their salt "
                f"were changed."
            )
        return note

    def _read(self, expected: str) -> Note:
        if self.path is None:
            raise Unprovable("The words of this note are not here: it was sealed in another record.")
        for claimed, note in self._rows():
            if claimed == expected:
                return note
        raise Unprovable(f"{self.path} holds no words for this note: they were taken out, or their hash was changed.")

    def _rows(self) -> Iterator[tuple[str, Note]]:
        """What the private file holds: the hash that stands beside each note, and the note. Raises Unprovable."""
        if self.path is None:
            return
        try:
            opened = open_plain(self.path, os.O_RDONLY | os.O_NOFOLLOW)
            with open(opened, encoding="utf-8", errors="replace") as file:
                while row := file.readline(MAX_LINE):
                    with suppress(ValueError, KeyError, TypeError, RecursionError):
                        raw = json.loads(row)
                        yield str(raw["hash"]), Note(str(raw["side"]), str(raw["text"]), str(raw["salt"]))
        except FileNotFoundError:
            raise Unprovable(f"{self.path} is not there any more, so the words of this note are lost.") from None
        except OSError as error:
            raise Unprovable(f"{self.path} cannot be read: {reason_of(error)}.") from error
        except DamagedRecord as error:
            raise Unprovable(f"{self.path} cannot be read: {error.reason}.") from error

    def carry(self, path: Path | None) -> Vault:
        """The vault of the same game on another record: what can be read here is kept there too. Raises Unprovable."""
        vault = Vault(path)
        with suppress(Unprovable):
            self.notes.update(dict(self._rows()) | self.notes)
        for claimed, note in self.notes.items():
            if proven(note.side, note.text, note.salt, claimed):  # what was tampered with stays where it is
                vault.keep(note)
        return vault


def vault_of(record: Path | None) -> Vault:
    """The vault beside a record."""
    return Vault(record.with_suffix(ENDING) if record else None)
