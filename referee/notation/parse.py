"""A line into an action: the notation is read off the fields of the action classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from referee.notation.bare import numbered, open_now, refuse_answer
from referee.notation.faults import (
    Incomplete,
    NearMiss,
    OtherSide,
    another_verbs,
    refuse_free_title,
    refuse_title,
    too_many,
    unanswered,
    unmatched,
)
from referee.notation.fields import (
    MEASURE,
    NUMBER,
    begun,
    by_word,
    choices_of,
    keywords_of,
    kind_of,
    number,
    points,
    short,
    spelled_out,
    usage,
)
from referee.notation.filling import (
    by_keyword_only,
    dice_of_one,
    everything,
    implied,
    of_one_side,
    one_die,
    out_of_range,
    refuse_bare_number,
    zero,
)
from referee.notation.guesses import refuse_guesses
from referee.notation.joined import with_both
from referee.notation.titles import names_of, said_whole, with_more, with_number, with_titles, words_of
from referee.notation.told import told_apart
from referee.notation.words import PLAIN, SIDE_PREFIX, Group, Token, check_text, fold, groups, match
from referee.ruleset import (
    Action,
    Ambiguous,
    Ask,
    Die,
    Form,
    LineError,
    NotUnderstood,
    Slot,
    Table,
    Text,
    UnknownName,
    slots_of,
)
from referee.ruleset.table import CONNECTING

Verbs = Sequence[type[Action[Any]]]

NO_TEXT = frozenset({*PLAIN, "all", "everything"})
"""Words that are no name or text of something, where they stand without quotes."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads lines against one table. `verbs` are all actions; `asked` gives the open questions, the nearest first.

    `written` is the side that stands before the line which is read.
    """

    table: Table
    verbs: Verbs
    sides: Mapping[str, str]
    asked: Callable[[], Iterable[Ask]] = tuple
    written: str = ""

    def read(self, line: str) -> Action[Any]:
        """The action that a line reports.

        Raises NotUnderstood, Ambiguous, UnknownName or Impossible, each with the column of the word to blame.
        """
        check_text(line)
        written, start = self.prefix(line)
        words = groups(line, start)
        if not words:
            raise NotUnderstood("Nothing is reported here.", start)
        reader = Reader(self.table, self.verbs, self.sides, self.asked, written)
        try:
            return reader._act(words, len(line))
        except (UnknownName, NearMiss):
            side = written or reader._acting(words)
            if side == self.table.side:
                raise
        acting = replace(reader, table=self.table.but(side=side))  # what is not known is taught to the side that acts
        return acting._act(words, len(line))

    def _acting(self, words: list[Group]) -> str:
        """The side that a line is asked of which names something unknown."""
        cls, _ = self._verb(words)
        if cls is not None:
            return self.speaker(cls, {})
        ask = next(iter(self.asked()), None)
        return ask.side if ask else self.table.side

    def _act(self, words: list[Group], end: int) -> Action[Any]:
        cls, rest = self._verb(words)
        act = self._bare(words, end) if cls is None else self._build(cls, told_apart(cls, rest), end)
        refuse_guesses(self.table, act, rest)
        return act

    def verb_of(self, word: str) -> list[type[Action[Any]]]:
        """The actions that a first word may mean."""
        wanted = fold(word)
        if not wanted:
            return []
        exact = by_word(tuple(self.verbs)).get(wanted)
        return [*exact] if exact else [v for v in self.verbs if v.verb.startswith(wanted)]

    def speaker(self, act: type[Action[Any]], values: Mapping[str, Any]) -> str:
        """Who acts: the owner of the first named piece, else the side that is asked for such an act."""
        for slot in slots_of(act):
            if slot.form is not Form.NAME or not values.get(slot.field) or act.actor not in ("", slot.field):
                continue
            first = values[slot.field][0] if slot.many else values[slot.field]
            owner = self.table.owner(first)
            if owner:
                return owner
        for ask in () if act.aside else self.asked():
            if act.verb in (*ask.verbs, *ask.early):
                return ask.side
        return self.table.side

    def prefix(self, line: str) -> tuple[str, int]:
        """The side that is written before a line ("" if none is), and where the line begins behind it."""
        found = SIDE_PREFIX.match(line)
        if not found:
            return "", len(line) - len(line.lstrip())
        hits = match(found.group(1), self.sides)
        if len(hits) != 1:
            sides = tuple(self.sides)
            raise NotUnderstood(f"No side is called {found.group(1)!r}; write {' or '.join(sides)}.", 0, sides)
        return hits[0], found.end()

    def _verb(self, words: list[Group]) -> tuple[type[Action[Any]] | None, list[Group]]:
        """The act that the first word means, and the other words; None for a line that begins with a value.

        The beginning of one verb, which may be used now, means that before a name that it begins as well; one of
        several verbs means the name, and then the verb that may be used now.
        """
        hits, alone = self.verb_of(words[0].bare), len(words) == 1
        if len(hits) == 1 and not (alone and any(not slot.optional for slot in slots_of(hits[0]))):
            return hits[0], words[1:]
        if not hits:
            return None, words
        now = self.answering()
        due = [cls for cls in hits if cls in now]
        if len(hits) == 1 and due and not self._says_whole(words[0]):
            return hits[0], words[1:]
        if self._answers(words):  # `panic` is a verb, and a value that is asked for
            return None, words
        if len(due) == 1 or len(hits) == 1:
            return [*due, *hits][0], words[1:]
        choices = tuple(v.verb for v in hits)
        raise Ambiguous(f"{words[0].bare!r} may be {' or '.join(choices)}.", words[0].column, choices)

    def _says_whole(self, group: Group) -> bool:
        """Whether a word is the whole of a value that the open question takes."""
        slots = [slot for cls in self.answering() for slot in slots_of(cls)]
        return any(spelled_out(self.table, slot, group.bare) for slot in slots)

    def answering(self) -> list[type[Action[Any]]]:
        """The verbs that a bare value may answer: of the open question, and behind windows that it lets pass.

        A written side may also answer a later question of its own, which goes before those of the other side.
        """
        names: dict[str, None] = {}
        if self.written:
            names = {verb: None for ask in self.asked() if ask.side == self.written for verb in ask.verbs}
        names |= {verb: None for ask in open_now(self.asked()) for verb in ask.verbs}
        by_name = {v.verb: v for v in self.verbs}
        return [by_name[n] for n in names if n in by_name and slots_of(by_name[n])]

    def _answers(self, words: list[Group]) -> bool:
        for cls in self.answering():
            try:
                self._answer(cls, words, 0)
            except LineError:
                continue
            return True
        return False

    def _bare(self, words: list[Group], end: int) -> Action[Any]:
        """A line without a verb answers the open question."""
        fault: LineError | None = None
        ask = next(iter(self.asked()), None)
        numbers = all(NUMBER.fullmatch(t.text) for group in words for t in group.tokens)
        stray = numbers and not (ask and (ask.among or len(ask.verbs) == 1))  # where much may be done, it names nothing
        verbs = self.answering()
        for cls in verbs:
            if stray and any(slot.form is Form.NAME and not slot.optional for slot in slots_of(cls)):
                continue
            if numbers and (dice := dice_of_one(cls, self.speaker(cls, {}), words, self.table)):
                with suppress(LineError):
                    return self._answer(cls, dice, end)
            try:
                return self._answer(cls, words, end)
            except OtherSide as error:  # a verb behind it that aims at the other side is meant only if it is said
                raise fault or error from None
            except Ambiguous as error:
                fault = fault or error
            except LineError as error:
                if len(verbs) == 1 and error.column > words[0].column:  # it is the answer, as far as it goes
                    fault = fault or error
        if fault:
            raise fault
        raise unanswered(words, ask, verbs, self.verbs)

    def _answer(self, cls: type[Action[Any]], words: list[Group], end: int) -> Action[Any]:
        """The act that a line without a verb is, if it is one of this kind. Raises LineError."""
        act = self._build(cls, words, end, bare=True)
        refuse_answer(self.table, act, words, open_now(self.asked()), self.written)
        return act

    def _build(
        self, cls: type[Action[Any]], words: list[Group], end: int, bare: bool = False
    ) -> Action[Any]:
        try:
            values = self._values(cls, words, end, bare)
        except Ambiguous as error:
            if longer := with_more(words, error.column, error.choices):
                return self._build(cls, longer, end, bare)
            raise
        except NotUnderstood as error:
            if type(error) is NotUnderstood and (longer := with_number(self.table, cls, words)):
                return self._build(cls, longer, end, bare)
            raise
        side = self.written or self.speaker(cls, values)
        return cls(side, **values)

    def _values(self, cls: type[Action[Any]], words: list[Group], end: int, bare: bool = False) -> dict[str, Any]:
        """The fields of an act. A line with its verb may end in free words; a bare one must put them in quotes."""
        slots = slots_of(cls)
        if not said_whole(self.table, cls, words):
            words = with_titles(self.table, cls, with_both(self.table, cls, words))
        by_keyword = keywords_of(cls)
        values: dict[str, Any] = {}
        named: Slot | None = None
        for i, group in enumerate(words):
            word = group.bare
            if named is not None:
                if named.type is Die and not named.many:
                    one_die(cls, named, words[i : i + 2])
                values[named.field] = self._value(named, zero(named, group))
                named = None
                continue
            slot = by_keyword.get(word) or begun(cls, words[i:])
            if slot and slot.form is Form.FLAG:
                values[slot.field] = True
                continue
            if slot and slot.field not in values and i + 1 < len(words):
                named = slot
                continue
            if word in CONNECTING:
                continue
            if self._take(cls, group, values):
                continue
            if word == "all" and everything(cls, self.speaker(cls, values), values, self.table):
                continue
            refuse_bare_number(cls, group, values)
            refuse_title(cls, group, values)
            rest = next((s for s in slots if s.form is Form.TEXT and s.field not in values), None)
            refusing = out_of_range(slots, group, values)
            if refusing:
                self._value(refusing, group)  # says what the range is
            if rest is None or bare:
                raise self._misfit(cls, group, values)
            if cls.learns:
                refuse_free_title(self.table, cls, words, i, values)
            elif group.bare in NO_TEXT and not group.tokens[0].quoted:
                raise self._misfit(cls, group, values)
            values[rest.field] = Text(words_of(words[i:]))
            break
        if cls.learns and not values:
            raise NotUnderstood(f"{cls.verb} tells nothing yet: {usage(cls)}", end)
        for slot in slots:
            if slot.field in values:
                continue
            value = slot.default
            if not slot.optional:
                value = implied(cls, self.speaker(cls, values), slot, values, self.table)
            if value is None and not slot.optional:
                raise Incomplete(f"{cls.verb} needs {kind_of(slot)}: {usage(cls)}", end, slot, cls)
            values[slot.field] = value
        return {slot.field: values[slot.field] for slot in slots}

    def _take(self, cls: type[Action[Any]], group: Group, values: dict[str, Any]) -> bool:
        """Give a value to the first field that it fits; a list field takes a further value when nothing else does."""
        unclear: Ambiguous | None = None
        quoted, word = group.tokens[0].quoted, group.bare
        slots = [s for s in slots_of(cls) if s.field not in values and s.form is not Form.FLAG]
        if quoted:  # words in quotes are a text rather than a name, where there is a place for both
            slots.sort(key=lambda s: s.form is not Form.TEXT)
        elif slots and not spelled_out(self.table, slots[0], word):
            # `red` is the side, and not the card "Convoy of the Reds"
            slots.sort(key=lambda s: not spelled_out(self.table, s, word))
        for slot in slots:
            if (slot.form is Form.TEXT and not quoted) or by_keyword_only(cls, slot, values):
                continue
            if slot.many and slot.word and self._one_more(cls, group, values, of_a_side=True):
                return True
            if unclear and slot.optional and (slot.word or slot.form in (Form.NUMBER, Form.MEASURE)):
                continue  # a shortened name that fits two is neither a count nor what a connecting word would name
            try:
                value = self._fit(cls, slot, group)
            except Ambiguous as error:
                unclear = unclear or error
            except LineError:
                continue
            else:
                if unclear and set(value if slot.many else (value,)) & set(unclear.choices):
                    raise unclear  # what it may be there, it is not surely here
                values[slot.field] = value
                return True
        if unclear:
            raise unclear
        return self._one_more(cls, group, values, of_a_side=True) or self._one_more(cls, group, values, of_a_side=False)

    def _one_more(self, cls: type[Action[Any]], group: Group, values: dict[str, Any], of_a_side: bool) -> bool:
        """Add a value to a list that was begun: `attack hill guard scouts` names two of one side."""
        for slot in slots_of(cls):
            if not slot.many or slot.field not in values:
                continue
            try:
                longer = values[slot.field] + self._value(slot, group)
            except LineError:
                continue
            if of_a_side and not of_one_side(self.table, slot, longer):
                continue
            values[slot.field] = longer
            return True
        return False

    def _misfit(self, cls: type[Action[Any]], group: Group, values: Mapping[str, Any]) -> LineError:
        """Why a value fits no field: the reason of the first field that is still without one."""
        slots = [s for s in slots_of(cls) if s.field not in values and s.form is not Form.FLAG]
        slots.sort(key=lambda s: (s.optional, group.tokens[0].quoted and s.form is not Form.NAME))
        if not MEASURE.fullmatch(group.bare):  # a word is meant as no number that may be left out
            slots = [s for s in slots if not s.optional or s.form not in (Form.NUMBER, Form.MEASURE)]
        for slot in slots:
            try:
                self._fit(cls, slot, group)
            except LineError as error:
                return error
        return too_many(self.table, cls, group)

    def _fit(self, cls: type[Action[Any]], slot: Slot, group: Group) -> Any:
        """A value for a field of an act. A bare number names nothing of a side that is not asked for such an act."""
        named = numbered(self.table, cls, slot, group, self.written, self.asked)
        return self._value(slot, zero(slot, group) if named is None else Group((Token(named, group.column),)))

    def _value(self, slot: Slot, group: Group) -> Any:
        if slot.form is Form.POINT:
            return points(slot, group)
        if slot.many:
            return tuple(self._one(slot, token) for token in group.tokens)
        if len(group.tokens) > 1 and slot.type is Die:
            raise NotUnderstood(f"1 die is due ({slot.keyword}), not {len(group.tokens)}.", group.tokens[1].column)
        if len(group.tokens) > 1:
            raise NotUnderstood(f"{kind_of(slot)} is one value, not a list.", group.tokens[1].column)
        return self._one(slot, group.tokens[0])

    def _one(self, slot: Slot, token: Token) -> Any:
        if slot.form is Form.TEXT:
            return Text(token.text)
        if slot.form is Form.NUMBER or slot.form is Form.MEASURE:
            return number(slot, token)
        if slot.form is Form.CHOICE:
            return slot.type(self._pick(slot, token, choices_of(slot)))
        return slot.type(self._pick(slot, token, names_of(self.table, slot.type)))

    def _pick(self, slot: Slot, token: Token, names: Mapping[str, str]) -> str:
        hits = match(token.text, names)
        if slot.form is Form.NAME and (other := another_verbs(tuple(self.verbs), token, names)):
            raise other
        if len(hits) == 1:
            return hits[0]
        if hits:
            said = f"{short(token.text)!r} may be {' or '.join(hits[:9])}."
            raise Ambiguous(said, token.column, tuple(hits), length=len(token.text))
        raise unmatched(self.table, tuple(self.verbs), slot, token, names)
