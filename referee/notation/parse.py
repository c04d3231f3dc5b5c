"""A line into an action: the notation is read off the fields of the action classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any

from referee.components.memo import remembered
from referee.notation.faults import Incomplete, NearMiss, unanswered
from referee.notation.fields import NUMBER, begun, kind_of, number, points, short, usage
from referee.notation.filling import (
    by_keyword_only,
    everything,
    implied,
    of_one_side,
    one_die,
    out_of_range,
    refuse_bare_number,
    zero,
)
from referee.notation.titles import in_quotes, names_of, with_more, with_titles, words_of
from referee.notation.words import SIDE_PREFIX, Group, Token, check_text, fold, groups, match, near, some
from referee.ruleset import (
    Action,
    Ambiguous,
    Ask,
    Die,
    Form,
    Impossible,
    LineError,
    Name,
    NotUnderstood,
    Slot,
    Table,
    Text,
    UnknownName,
    slots_of,
)
from referee.ruleset.table import CONNECTING

Verbs = Sequence[type[Action[Any]]]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads lines against one table. `verbs` are all actions; `asked` gives the open questions, the nearest first."""

    table: Table
    verbs: Verbs
    sides: Mapping[str, str]
    asked: Callable[[], Iterable[Ask]] = tuple

    def read(self, line: str) -> Action[Any]:
        """The action that a line reports.

        Raises NotUnderstood, Ambiguous, UnknownName or Impossible, each with the column of the word to blame.
        """
        check_text(line)
        written, start = self.prefix(line)
        words = groups(line, start)
        if not words:
            raise NotUnderstood("Nothing is reported here.", start)
        try:
            return self._act(words, written, len(line))
        except (UnknownName, NearMiss):
            side = written or self._acting(words)
            if side == self.table.side:
                raise
        acting = replace(self, table=self.table.but(side=side))  # what is not known is taught to the side that acts
        return acting._act(words, written, len(line))

    def _acting(self, words: list[Group]) -> str:
        """The side that a line is asked of which names something unknown."""
        cls, _ = self._verb(words, "")
        if cls is not None:
            return self.speaker(cls, {})
        ask = next(iter(self.asked()), None)
        return ask.side if ask else self.table.side

    def _act(self, words: list[Group], written: str, end: int) -> Action[Any]:
        cls, rest = self._verb(words, written)
        if cls is None:
            return self._bare(words, written, end)
        return self._build(cls, rest, written, end)

    def verb_of(self, word: str) -> list[type[Action[Any]]]:
        """The actions that a first word may mean."""
        wanted = fold(word)
        if not wanted:
            return []
        exact = _by_word(tuple(self.verbs)).get(wanted)
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

    def _verb(self, words: list[Group], written: str) -> tuple[type[Action[Any]] | None, list[Group]]:
        hits = self.verb_of(words[0].bare)
        lacking = len(words) == 1 and len(hits) == 1 and any(not slot.optional for slot in slots_of(hits[0]))
        if lacking and self._answers(words, written):  # `panic` is a verb, and a value that is asked for
            return None, words
        if len(hits) == 1:
            return hits[0], words[1:]
        if len(hits) > 1 and not self._answers(words, written):
            choices = tuple(v.verb for v in hits)
            raise Ambiguous(f"{words[0].bare!r} may be {' or '.join(choices)}.", words[0].column, choices)
        return None, words

    def _asked_verbs(self, written: str) -> list[type[Action[Any]]]:
        """The verbs that a bare value may answer: of the open question, and behind windows that it lets pass.

        A written side may also answer a later question of its own, which goes before those of the other side.
        """
        names: dict[str, None] = {}
        if written:
            names = {verb: None for ask in self.asked() if ask.side == written for verb in ask.verbs}
        for ask in self.asked():
            names |= dict.fromkeys(ask.verbs)
            if ask.step or not ask.may:
                break
        by_name = {v.verb: v for v in self.verbs}
        return [by_name[n] for n in names if n in by_name and slots_of(by_name[n])]

    def _answers(self, words: list[Group], written: str) -> bool:
        for cls in self._asked_verbs(written):
            try:
                self._values(cls, words, 0, bare=True)
            except LineError:
                continue
            return True
        return False

    def _bare(self, words: list[Group], written: str, end: int) -> Action[Any]:
        """A line without a verb answers the open question."""
        fault: LineError | None = None
        ask = next(iter(self.asked()), None)
        numbers = all(NUMBER.fullmatch(t.text) for group in words for t in group.tokens)
        stray = numbers and not (ask and (ask.among or len(ask.verbs) == 1))  # where much may be done, it names nothing
        for cls in self._asked_verbs(written):
            if stray and any(slot.form is Form.NAME and not slot.optional for slot in slots_of(cls)):
                continue
            try:
                return self._build(cls, words, written, end, bare=True)
            except Ambiguous as error:
                fault = fault or error
            except LineError:
                continue
        if fault:
            raise fault
        raise unanswered(words, ask, self._asked_verbs(written), self.verbs)

    def _build(
        self, cls: type[Action[Any]], words: list[Group], written: str, end: int, bare: bool = False
    ) -> Action[Any]:
        try:
            values = self._values(cls, words, end, bare)
        except Ambiguous as error:
            if longer := with_more(words, error.column, error.choices):
                return self._build(cls, longer, written, end, bare)
            raise
        side = written or self.speaker(cls, values)
        return cls(side, **values)

    def _values(self, cls: type[Action[Any]], words: list[Group], end: int, bare: bool = False) -> dict[str, Any]:
        """The fields of an act. A line with its verb may end in free words; a bare one must put them in quotes."""
        slots = slots_of(cls)
        words = with_titles(self.table, cls, words)
        by_keyword = _by_keyword(cls)
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
            rest = next((s for s in slots if s.form is Form.TEXT and s.field not in values), None)
            refusing = out_of_range(slots, group, values)
            if refusing:
                self._value(refusing, group)  # says what the range is
            if rest is None or bare:
                raise self._misfit(cls, group, values)
            if cls.learns:
                self._all_title(cls, words, i, values)
            values[rest.field] = Text(words_of(words[i:]))
            break
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
        else:  # `red` is the side, and not the card "Convoy of the Reds"
            slots.sort(key=lambda s: not self._spelled_out(s, word))
        for slot in slots:
            if (slot.form is Form.TEXT and not quoted) or by_keyword_only(cls, slot, values):
                continue
            if slot.many and slot.word and self._one_more(cls, group, values, of_a_side=True):
                return True
            if unclear and slot.optional and (slot.word or slot.form in (Form.NUMBER, Form.MEASURE)):
                continue  # a shortened name that fits two is neither a count nor what a connecting word would name
            try:
                value = self._value(slot, group)
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

    def _all_title(self, cls: type[Action[Any]], words: list[Group], at: int, values: Mapping[str, Any]) -> None:
        """Raises NotUnderstood where an unquoted title goes on into what is told of the card."""
        slots = [s for s in slots_of(cls) if s.form is not Form.TEXT]
        if any(s.field not in values and not s.optional for s in slots):
            return  # what is missing says more
        known = [name for s in slots if s.form is Form.NAME for name in names_of(self.table, s.type)]
        meant = near(words[at].bare, known)
        hint = f"Did you mean {' or '.join(meant)}? " if meant else ""
        for end in range(at + 1, len(words)):
            if any(s.keyword == words[end].bare or self._spelled_out(s, words[end].bare) for s in slots):
                line = in_quotes(cls.verb, words, at, end)
                raise NotUnderstood(f"{hint}A new title stands in quotes: {line[:200]}", words[at].column, meant)

    def _spelled_out(self, slot: Slot, word: str) -> bool:
        """Whether a word is the whole of what a field may hold, and no shortening."""
        if slot.form is Form.NAME:
            return word in names_of(self.table, slot.type)
        return slot.form is Form.CHOICE and word in _choices(slot)

    def _misfit(self, cls: type[Action[Any]], group: Group, values: Mapping[str, Any]) -> LineError:
        """Why a value fits no field: the reason of the first field that is still without one."""
        slots = [s for s in slots_of(cls) if s.field not in values and s.form is not Form.FLAG]
        slots.sort(key=lambda s: (s.optional, group.tokens[0].quoted and s.form is not Form.NAME))
        for slot in slots:
            try:
                self._value(slot, group)
            except LineError as error:
                return error
        word = group.tokens[0]
        return NotUnderstood(f"{short(word.text)!r} is one word too many: {usage(cls)}", word.column)

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
            return slot.type(self._pick(slot, token, _choices(slot)))
        return slot.type(self._pick(slot, token, names_of(self.table, slot.type)))

    def _pick(self, slot: Slot, token: Token, names: Mapping[str, str]) -> str:
        hits = match(token.text, names)
        if len(hits) == 1:
            return hits[0]
        word = short(token.text)
        if hits:
            raise Ambiguous(
                f"{word!r} may be {' or '.join(hits[:9])}.", token.column, tuple(hits), length=len(token.text)
            )
        what = kind_of(slot)
        if slot.form is Form.CHOICE:
            meant = near(token.text, names) or tuple(names)
            raise NotUnderstood(f"{word!r} is not {what}: {', '.join(meant)}.", token.column, meant)
        self._absent(slot.type, token)
        spelled = {**{title: name for name, title in names.items()}, **{name: name for name in names}}
        meant = tuple(dict.fromkeys(spelled[near_one] for near_one in near(token.text, spelled)))
        teach = self.table.teach(slot.type, token.text)
        if meant:
            said = f"{word!r} is not {what}. Did you mean {' or '.join(meant)}?"
            if not teach:
                raise NotUnderstood(said, token.column, meant)
            raise NearMiss(f"{said} A new one is taught with: {teach}", token.column, meant, teach)
        hint = f" Teach it with: {teach}" if teach else f" There are: {some(names)}."
        raise UnknownName(f"No {slot.type.kind} is called {word!r}.{hint}", token.column, (teach,) if teach else ())

    def _absent(self, kind: type[Name], token: Token) -> None:
        absent = self.table.absent(kind)
        hits = match(token.text, {name: name for name in absent})
        if hits:
            reason, _, rule = absent[hits[0]].partition(" [")
            raise Impossible(f"{hits[0]} {reason}.", token.column, rule=rule.rstrip("]") or "notation")


@remembered
def _by_word(verbs: tuple[type[Action[Any]], ...]) -> Mapping[str, list[type[Action[Any]]]]:
    """The actions that a whole word or its short form means."""
    found: dict[str, list[type[Action[Any]]]] = {}
    for act in verbs:
        for word in {act.verb, act.short} - {""}:
            found.setdefault(word, []).append(act)
    return found


@cache
def _by_keyword(cls: type[Action[Any]]) -> Mapping[str, Slot]:
    return {slot.keyword: slot for slot in slots_of(cls)}


def _choices(slot: Slot) -> Mapping[str, str]:
    """The words of a choice, each as its own title."""
    kind: type[StrEnum] = slot.type
    return _words_of_choice(kind)


@cache
def _words_of_choice(kind: type[StrEnum]) -> Mapping[str, str]:
    return {member.value: member.value for member in kind}
