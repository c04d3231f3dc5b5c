"""The menu while typing: the next word out of the legal acts, or a command and its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from referee.commands import COMMANDS
from referee.notation import usage
from referee.places import places
from referee.prompt.choices import reads_legal
from referee.prompt.menu import unlisted
from referee.prompt.offers import Offer, of_words, offers
from referee.prompt.talk import Talk

SEARCHED = 500
"""Lines of the history that are looked through for a suggestion."""


class NextWord(Completer):
    """Offers the next word only, and never one that the game does not allow."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.fuzzy = True

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The offers for the word before the cursor; nothing behind a `;`, for that table is not known yet."""
        text = document.text_before_cursor
        if ";" in text or "\n" in text:
            return
        word, found = self.offered(text)
        for offer in found:
            yield Completion(offer.word, start_position=-len(word), display_meta=offer.meta)

    def offered(self, text: str) -> tuple[str, list[Offer]]:
        """The word that is being typed, and what it may become."""
        if self.talk.question and not self.talk.question.free:
            word = text.split(" ")[-1]
            return word, of_words({c.word: "" for c in self.talk.question.offered}, word)
        command = self._command_words(text)
        if command is not None:
            word = "" if text[-1].isspace() else text.split()[-1]
            return word, of_words(command, word)
        word, found = ("", []) if self.talk.readonly else offers(self.talk.tree, text, self.fuzzy)
        first = text.lstrip()
        if len(first.split()) > 1 or first[-1:].isspace():
            return word, found
        known = {offer.word for offer in found}
        return first, found + [o for o in of_words(self._first_words(), first) if o.word not in known]

    def _first_words(self) -> dict[str, str]:
        """What else a line may begin with: verbs whose acts cannot be listed, and commands."""
        known = {c.name: c.help for c in COMMANDS if c.looks or not self.talk.readonly}
        known |= {"save": "Try to save again, or elsewhere.", "quit": "Leave; everything is saved."}
        verbs = [] if self.talk.readonly else unlisted(self.talk.game)
        return {cls.verb: usage(cls) for cls in verbs} | known

    def _command_words(self, text: str) -> Mapping[str, str] | None:
        """The words that may follow a command; None if the line is no command with such words."""
        first, space, rest = text.lstrip().partition(" ")
        game = self.talk.game
        if not space or any(first in (cls.verb, cls.short) for cls in game.ruleset.actions):
            return None
        place = len(rest.split()) - (0 if not rest or rest[-1].isspace() else 1)
        if place == 0 and first in ("help", "legal", "?"):
            return {cls.verb: cls.rule for cls in game.ruleset.actions}
        if place == 0 and first in ("rule", "house"):
            return {rule.id: rule.heading for rule in game.ruleset.rulebook.rules.values()}
        if first == "ruling":
            rulings = game.ruleset.rulebook.rulings
            if place == 0:
                return {each.id: each.question for each in rulings.values()}
            which = rulings.get(rest.split()[0])
            return dict(which.choices) if which and place == 1 else {}
        if first == "adjust" and place % 2 == 0:
            return places(game.ruleset, game.seen)
        return {} if first in {c.name for c in COMMANDS} else None


class FromHistory(AutoSuggest):
    """The grey suggestion: the last line that began so, if it could be reported now without a fault."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk

    def get_suggestion(self, buffer: Buffer, document: Document) -> Suggestion | None:
        """The rest of that line; None if there is none."""
        text = document.text
        if not text.strip() or self.talk.question:
            return None
        for line in buffer.history.get_strings()[: -SEARCHED - 1 : -1]:
            if line.startswith(text) and line != text and self._fits(line):
                return Suggestion(line[len(text) :])
        return None

    def _fits(self, line: str) -> bool:
        if line.split()[0] in {c.name for c in COMMANDS if c.looks}:
            return True
        return reads_legal(self.talk.game, line)
