"""Missing data: the question that asks for it, and the line that writes the answer down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from referee.commands import NO, YES, component_lines, look
from referee.commands.verbs import meanings_of
from referee.components.unknown import UNKNOWN
from referee.fold import REFEREE
from referee.game import Answer, Game
from referee.judge import candidates
from referee.notation import Incomplete, Reader
from referee.notation.told import says_when
from referee.notation.words import NUMBER, PLAIN, groups
from referee.prompt.choices import MOST, Choice, choices
from referee.ruleset import CONNECTING, Finding, Form, LineError, Slot, slots_of

_UNKNOWN = " is not known"
_ASKS = ("the ", "what ", "when ", "how ", "which ")
_WHETHER = re.compile(r"whether (.+?) (is|has|may) (.+) is not known")
_BLANK = re.compile(r'(?<![^\s,"])\?(?![^\s,"])')


@dataclass(frozen=True, slots=True)
class Missing:
    """A datum that a rule needs: why, the line with `?` in its place, and the values that are possible if known.

    `keyword` is the field of the line that takes it, `then` a line that is run when it was told, and `number` says that
    it is one.
    """

    rule: str
    why: str
    line: str
    wanted: str = "What is it?"
    offered: tuple[Choice, ...] = ()
    example: str = ""
    keyword: str = ""
    then: str = ""
    number: bool = False

    @property
    def plain(self) -> bool:
        """Whether a plain yes or no answers it."""
        return {choice.word for choice in self.offered} == {"yes", "no"}

    @property
    def zero(self) -> bool:
        """Whether a number is asked for, and that 0 says that there is nothing."""
        return self.number and "(0: " in self.why

    @property
    def about(self) -> str:
        """What the line tells something of: `card rains`."""
        return " ".join(group.tokens[0].text for group in groups(self.line)[:2])

    def question(self, leaves: str = "") -> str:
        """The question, in one line, with how it may be answered; `leaves` is what leaves all of its thing unknown."""
        why = self.why.rstrip(".")
        how = f"as in {self.example}; ? explains; " if self.example else ""
        given_up = "give it up" if self.then else "not known"
        leave = f"Enter: {given_up}{f'; `{leaves}`: no more about this one' if leaves else ''}"
        if (found := _WHETHER.fullmatch(why)) and self.plain:
            return f"[{self.rule}] {found[2].capitalize()} {found[1]} {found[3]}? ({how}{leave})"
        if why.lower().startswith(_ASKS) and why.endswith(_UNKNOWN):  # what is wanted stands in the reason
            return f"[{self.rule}] {why[0].upper()}{why[1:].removesuffix(_UNKNOWN)}? ({how}{leave})"
        return f"[{self.rule}] {why}. {self.wanted} ({how}{leave})"

    def help(self, game: Game) -> list[str]:
        """What the words that may be answered mean; else what the line that is asked for says, and how."""
        verb = self.line.split()[0]
        slots = (slot for act in game.reader().verb_of(verb) for slot in slots_of(act) if slot.keyword == self.keyword)
        meant = [line for slot in slots for line in (*meanings_of(slot), *_range_of(slot))]
        return [f"The answer goes into: {self.line}", *(meant or look(game, f"help {verb}") or [])]


def _range_of(slot: Slot) -> Iterator[str]:
    """What a number may be, and what it counts."""
    if slot.form is Form.NUMBER and slot.span:
        yield f"{slot.keyword}: a whole number, {slot.span.low:g} to {slot.span.high:g} {slot.span.unit}".rstrip()


def missing(game: Game, finding: Finding) -> Missing | None:
    """What a finding needs; None if nothing can be asked."""
    found = _BLANK.search(finding.teach)
    if not found:
        return None
    slot = _slot(game, finding.teach[: found.start()])
    if slot is None:
        return Missing(finding.rule, finding.message, finding.teach)
    listed = slot.form in (Form.NAME, Form.CHOICE)
    itself = finding.teach.split() if slot.form is Form.NAME else ()  # nothing is told of a thing by naming it again
    values = [value for each in candidates(slot, game.seen) if (value := str(each)) not in itself] if listed else []
    if len(values) > MOST:
        values = []
    wanted = f"Which {slot.type.kind}?" if slot.form is Form.NAME else f"{slot.keyword.capitalize()}?"
    example = "" if values else _example(game, finding.teach, slot)
    offered = choices(values, values)
    number = slot.form in (Form.NUMBER, Form.MEASURE)
    return Missing(finding.rule, finding.message, finding.teach, wanted, offered, example, slot.keyword, number=number)


def facts_by_thing(game: Game) -> Mapping[str, Mapping[str, object]]:
    """What is known of each thing, by its kind and its name or title, as `Missing.about` has it."""
    there = game.ruleset.on_file(game.seen)
    return {f"{one.kind} {called}": one.facts for one in there for called in (one.title, one.name)}


def gone(game: Game) -> set[str]:
    """What is out of the game, as `Missing.about` has it."""
    return {f"{one.kind} {one.name}" for one in game.ruleset.on_file(game.seen) if one.gone}


def told_already(facts: Mapping[str, Mapping[str, object]], datum: Missing) -> bool:
    """Whether a datum is on file by now."""
    return facts.get(datum.about, {}).get(datum.keyword, UNKNOWN) is not UNKNOWN


def more_unknown(game: Game, datum: Missing) -> bool:
    """Whether more than one datum of the same thing is not known."""
    return sum(fact is UNKNOWN for fact in facts_by_thing(game).get(datum.about, {}).values()) > 1


def _example(game: Game, teach: str, slot: Slot) -> str:
    """A value of a field, out of the examples of the verb that tells it; "" where none has it."""
    verbs = game.reader().verb_of(teach.split()[0])
    told = (re.search(rf"\b{re.escape(slot.keyword)} (\S+)", text) for act in verbs for text in act.examples)
    return next((found[1] for found in told if found), "")


def is_report(game: Game, line: str) -> bool:
    """Whether a line begins with a verb, written out or so that it can be read; with more words, also with a piece of
    one that the open question asks for.
    """
    word, *rest = line.lower().split()
    if any(word in (cls.verb, cls.short) for cls in game.ruleset.actions):
        return True
    begun = [cls.verb for cls in game.reader().verb_of(word)]
    if rest and len(word) > 1 and len(begun) == 1 and game.ask and begun[0] in game.ask.verbs:
        return True
    try:
        act = game.reader().read(line)
    except LineError:
        return False
    return act.verb.startswith(line.split()[0].lower())


def is_deed(game: Game, line: str) -> bool:
    """Whether a line without a verb answers the open question of the game and names two things: who goes where."""
    try:
        act = game.reader().read(line)
    except LineError:
        return False
    named = [slot for slot in slots_of(type(act)) if slot.form is Form.NAME and getattr(act, slot.field)]
    return game.ask is not None and act.verb in game.ask.verbs and len(named) > 1


def teaches(game: Game, line: str) -> bool:
    """Whether a line tells what is printed on a component."""
    try:
        return game.reader().read(line).learns
    except LineError:
        return False


def also_told(game: Game, answer: Answer) -> str:
    """The line that teaches what an act said of a component by the way; "" if nothing."""
    acts = [entry.number for entry in answer.entries if entry.kind in ("act", "stand") and entry.by != REFEREE]
    at = next((at for at, step in enumerate(game.timeline.steps) if [step.entry.number] == acts), None)
    if at is None:
        return ""
    before, line = game.timeline.tables[at], f"{answer.side}> {answer.line}"
    with suppress(LineError):
        act = Reader(before, game.ruleset.actions, game.ruleset.sides).read(line)
        also = act.also_told(before)
        return f"{answer.side}> {also}" if also else ""
    return ""


def on_file(game: Game, line: str) -> list[str]:
    """What is known of a component, for a line that only names it and so teaches nothing; [] for any other."""
    try:
        act = game.reader().read(line)
        told = [getattr(act, slot.field) for slot in slots_of(type(act)) if getattr(act, slot.field) != slot.default]
        if not act.learns or len(told) != 1 or act.apply(game.table) != game.table:
            return []
    except LineError:
        return []
    return component_lines(game, str(told[0]), act.verb)


def as_row(game: Game, datum: Missing, reply: str) -> str:
    """The line that tells several facts of a thing of which one is asked for, by their words: `hq 1 recon 2`. "" for an
    answer that does not, or is a line of its own.
    """
    first, *rest = reply.lower().split() or [""]
    found = _BLANK.search(datum.line)
    if not rest or not datum.keyword or found is None:
        return ""
    row = f"{datum.line[: found.start()].rstrip().removesuffix(datum.keyword)}{reply}"
    if first == datum.keyword:
        return row
    with suppress(LineError):
        game.reader().read(reply)
        return ""
    numbered = [word for number, word in pairwise((first, *rest)) if NUMBER.fullmatch(number) and word.isalpha()]
    several = NUMBER.fullmatch(first) and len(numbered) > 1  # then its own fault is told, and not that of an answer
    return row if several or teaches(game, row) else ""


def as_facts(game: Game, asked: Sequence[Missing], reply: str) -> str:
    """The line that tells several facts of a thing of which the first `asked` is wanted, each number and each plain yes
    or no that has no word of its own behind that of the next one `asked`: `inf 4, no`; behind others a no is a 0 too.
    "" for an answer that does not, and for one that may as well begin with the number of a choice.
    """
    wanted, words = asked[0], reply.lower().replace(",", " ").split()
    begun, _, behind = wanted.line.partition(f" {wanted.keyword} ?")
    if behind or len(words) < 2 or not wanted.keyword:
        return ""
    slots = {slot.keyword: slot for act in game.reader().verb_of(begun.split()[0]) for slot in slots_of(act)}
    words = [word for at, word in enumerate(words) if word not in CONNECTING and not says_when(slots, words, at)]
    numbers = [each.keyword for each in asked if each.number and each.keyword not in words]
    plain = [each.keyword for each in asked if each.plain and each.keyword not in words]
    told: list[str] = []
    for at, word in enumerate(words):
        told_behind = any(map(NUMBER.fullmatch, words[at + 2 : at + 3]))  # then the next word is not of this one
        near = (*words[max(0, at - 1) : at], *words[at + 1 : at + 2][told_behind:])
        own = [slots[each] for each in near if each in slots]
        if NUMBER.fullmatch(word) and numbers and not any(slot.form is Form.NUMBER for slot in own):
            told.append(numbers.pop(0))
        elif word in PLAIN and plain and not own:
            told.append(plain.pop(0))
            word = "yes" if word in YES else "no"
        elif word in NO and told and numbers and not own:
            told.append(numbers.pop(0))
            word = "none"
        told.append(word)
    row = f"{begun} {' '.join(told)}"
    chosen = any(str(choice.number) == words[0] for choice in wanted.offered)
    with suppress(LineError):
        act = game.reader().read(row)
        if act.learns and not (chosen and getattr(act, slots[wanted.keyword].field) is None):
            return row
    return ""


def with_facts(game: Game, teach: str, reply: str) -> str:
    """The line that teaches a new thing, with what a reply tells of it by a word of its facts: `infantry, no text`, or
    which goes first into a `?` of that line; the reply itself where it is a line of its own, or tells none.
    """
    facts = {slot.keyword for act in game.reader().verb_of(teach.split()[0]) for slot in slots_of(act) if slot.word}
    words = reply.lower().replace(",", " ").split()
    row = filled(teach, " ".join(words)) if _BLANK.search(teach) else f"{teach} {' '.join(words)}"
    if reply == teach or teaches(game, reply) or not (facts & {*words} or teaches(game, row)):
        return reply
    with suppress(LineError):
        game.reader().read(reply)
        return reply
    return reply if is_report(game, reply) else row


def as_other(game: Game, datum: Missing, reply: str) -> str:
    """The line that tells another number of the thing than the one that is asked for, by what it counts: `1 loss` where
    the cards are asked for. "" for any other answer.
    """
    number, _, unit = reply.lower().strip().partition(" ")
    acts = game.reader().verb_of(datum.line.split()[0])
    slots = [slot for act in acts for slot in slots_of(act) if slot.span and slot.span.unit]
    if not number.isdecimal() or datum.keyword not in [slot.keyword for slot in slots]:
        return ""
    units = [(slot.keyword, slot.span.unit) for slot in slots if slot.span]
    found = [keyword for keyword, name in units if unit in (name, name.removesuffix("s"), name.removesuffix("es"))]
    begun = datum.line.partition(f" {datum.keyword} ")[0]
    return f"{begun} {found[0]} {number}" if len(found) == 1 and found[0] != datum.keyword else ""


def _slot(game: Game, begun: str) -> Slot | None:
    """The field that comes next in an unfinished line: the one whose keyword ends it, else the first that is due, else
    the first that may be left out and has no keyword.
    """
    words = begun.split()
    verbs = game.reader().verb_of(words[0]) if words else []
    named = [slot for slot in slots_of(verbs[0]) if slot.keyword == words[-1]] if len(verbs) == 1 else []
    if named:
        return named[0]
    try:
        act = game.reader().read(begun)
    except Incomplete as error:
        return error.slot
    except LineError:
        return None
    return next((slot for slot in slots_of(type(act)) if slot.optional and not slot.word), None)


def filled(line: str, value: str) -> str:
    """The line with a value in the place of its first `?`."""
    found = _BLANK.search(line)
    assert found is not None
    return line[: found.start()] + value + line[found.end() :]
