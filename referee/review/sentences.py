"""The story of a game, an entry a sentence: an act in the words of its ruleset, all else in ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from referee.components.wording import capital, listed, stopped
from referee.hands import NONE
from referee.log import Entry
from referee.notation.words import groups
from referee.ruleset import Action, Rulebook, Ruleset, Table
from referee.telling import said_by

MANY = 8
"""Places of the table that the sentence of an adjustment names."""

_NOTATION = re.compile(r"[-/]|\d[^\W\d_]")
"""What tells a name of the notation from a common word or a number."""


def sentence(text: str) -> str:
    """A text as a sentence: it begins with a capital letter and ends in a full stop."""
    return capital(stopped(text))


def told(ruleset: Ruleset[Any], entry: Entry, act: Action[Any] | None, before: Table, after: Table) -> str:
    """The sentence of an entry, without its full stop; "" for what belongs in no story (a declined reaction).

    An act of a ruleset that has no sentence for it is told by its line; only an aside may belong in no story.
    """
    if act is not None:
        story = tidy(act.story(before, after)) or ("" if act.aside else said_by(entry))
        return f"{story} ({listed(entry.unknown)} not known yet)" if story and entry.unknown else story
    tell = _TELL.get(entry.kind)
    return tell(ruleset, entry, before).removesuffix(".") if tell else ""


def tidy(text: str) -> str:
    """A text without its full stop, and with single blanks: a title may be typed with odd ones."""
    return " ".join(text.split()).removesuffix(".")


def followed(ruleset: Ruleset[Any], consequence: str, table: Table) -> str:
    """What followed by a rule ("rule: what", as an entry keeps it), as a sentence without the rule and the full stop.

    It is "" for what only reminded those at the table.
    """
    rule, _, what = consequence.partition(": ")
    return "" if rule in ruleset.reminders else capital(tidy(_in_titles(ruleset, table, what)))


def passed(ruleset: Ruleset[Any], entry: Entry, table: Table) -> str:
    """The sentence of an entry that has none of its own, where something was found in it nevertheless."""
    return f"{capital(_side(ruleset, table, entry.side))} let it pass" if entry.kind == "close" else said_by(entry)


def _in_titles(ruleset: Ruleset[Any], table: Table, text: str) -> str:
    """A text with titles for the names of the notation, as far as those cannot be taken for common words."""
    titles = {name: title for name, title in ruleset.titles(table).items() if _NOTATION.search(name)}
    names = "|".join(re.escape(name) for name in sorted(titles, key=len, reverse=True))
    return re.sub(rf"(?<![\w/.-])({names})(?![\w/-]|\.\w)", lambda m: titles[m[1]], text) if titles else text


def _side(ruleset: Ruleset[Any], table: Table, side: str) -> str:
    """A side within a sentence."""
    return ruleset.titles(table).get(side) or ruleset.sides.get(side, "somebody")


def _why(entry: Entry) -> str:
    return f' ("{entry.why}")' if entry.why else ""


def _skip(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    ask = ruleset.asks(before)
    what = _in_titles(ruleset, before, ask.duty) if ask and ask.duty else "what was due"
    return f"{capital(_side(ruleset, before, entry.side))} skipped {what}"


def _later(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    return f"{capital(_in_titles(ruleset, before, listed(entry.unknown)))} is not known yet"


def _adjust(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    """A key is a thing and one side of it; the engine's own begin with "turn"."""
    titles = ruleset.titles(before)
    set_to = []
    for key, value in entry.data.items():
        thing, _, aspect = key.rpartition(".")
        set_to.append(f"{aspect} of {titles.get(thing, thing)} to {titles.get(str(value), value) or NONE}")
    more = [f"{len(set_to) - MANY} other things"] if len(set_to) > MANY else []
    return f"The record was made to fit the table: {listed([*set_to[:MANY], *more])}{_why(entry)}"


def _note(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    return f'A note was made: "{_words(entry.line)}"'


def _words(line: str) -> str:
    """The quoted words of a line of the referee's own."""
    return groups(line)[-1].tokens[0].text


def _ruling(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    decided = []
    for which, choice in entry.data.items():
        ruling = ruleset.rulebook.rulings.get(which)
        question = ruling.question if ruling else f"What of {which}?"
        meaning = ruling.choices.get(str(choice), choice) if ruling else choice
        decided.append(f'{entry.ruled or "The players"} decided the question "{question}": {meaning}')
    return f"{'; '.join(decided)}{_why(entry)}"


def _house(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    done = {"off": "did away with", "warn": "turned into a warning", "on": "brought back"}
    rules = [f"{done.get(str(mode), 'changed')} {_rule(ruleset.rulebook, rule)}" for rule, mode in entry.data.items()]
    return f"{entry.ruled or 'The players'} {listed(rules)}{_why(entry)}"


def _rule(rulebook: Rulebook, rule: str) -> str:
    known = rulebook.rules.get(rule)
    return f'the rule "{known.summary}" for this game' if known else f"the rule {rule}"


def _paid(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    at = int(str(entry.data["item"])) - 1
    if at >= len(before.parked):  # other rules than those it was played by skipped nothing
        return f"What had been skipped was made good{_why(entry)}"
    debt = before.parked[at]
    what = _in_titles(ruleset, before, debt.what)
    return f"{capital(_side(ruleset, before, debt.side))} made good what had been skipped: {what}{_why(entry)}"


def _dispute(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    return f'Entry {entry.data["entry"]} was disputed: "{entry.data["text"]}"'


def _settle(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    return f'The dispute about entry {entry.data["entry"]} was settled: "{entry.data["text"]}"'


def _resign(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    return f"{capital(_side(ruleset, before, entry.side))} resigned"


def _agree(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    return "Both sides agreed on a draw"


def _seal(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    return f"A note about {_side(ruleset, before, entry.side)} was sealed"


def _reveal(ruleset: Ruleset[Any], entry: Entry, before: Table) -> str:
    return f'The sealed note about {_side(ruleset, before, entry.side)} was opened: "{entry.data["text"]}"'


_TELL: Mapping[str, Callable[[Ruleset[Any], Entry, Table], str]] = {
    "skip": _skip,
    "later": _later,
    "adjust": _adjust,
    "note": _note,
    "ruling": _ruling,
    "house": _house,
    "paid": _paid,
    "dispute": _dispute,
    "settle": _settle,
    "resign": _resign,
    "agree": _agree,
    "seal": _seal,
    "reveal": _reveal,
}
"""Windows let pass, throws that do not count, and changes of the record itself belong in no story."""
