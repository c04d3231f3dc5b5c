"""Which value of a line goes into which field of an act."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from referee.notation.counted import with_count
from referee.notation.faults import NO_TEXT, Guessed, Incomplete, another_verbs, too_many, unmatched
from referee.notation.fields import (
    begun,
    begun_keyword,
    choices_of,
    is_article,
    keywords_of,
    kind_of,
    number,
    points,
    short,
    spelled_out,
    usage,
)
from referee.notation.filling import EVERY, everything, implied, of_one_side
from referee.notation.joined import put_right, with_both
from referee.notation.keywords import alone, misspelt
from referee.notation.loose import as_meant, whose_dice
from referee.notation.meant import aimed, all_together, likely, nobody, numbered, offered, others_of, possible_first
from referee.notation.numbers import are_one_name, is_unit, one_die, out_of_range, without_unit, zero
from referee.notation.situation import Situation
from referee.notation.taught import (
    Free,
    behind_its_fact,
    by_keyword_only,
    is_plain,
    refuse_another,
    refuse_bare_number,
    refuse_title,
    with_capitals,
    with_free_title,
    with_numbered_title,
)
from referee.notation.titles import names_of, said_whole, with_more, with_new_title, with_number, with_titles, words_of
from referee.notation.words import MEASURE, PLAIN, Group, Token, match
from referee.notation.write import write
from referee.ruleset import (
    CONNECTING,
    Action,
    Ambiguous,
    Die,
    Form,
    Impossible,
    LineError,
    NotUnderstood,
    Slot,
    Text,
    slots_of,
)
from referee.ruleset.action import first_findings, unfinished

ALL = "all"
"""It begins no name of one thing."""


def build(now: Situation, cls: type[Action[Any]], words: list[Group], end: int, bare: bool = False) -> Action[Any]:
    """The act of a verb and the words behind it, which end at a column; `bare` where the verb was left out.

    Raises LineError where a word fits no field, or a field is left without its value.
    """
    words = with_count(now, cls, words, bare)
    fit = Fit(now, cls, bare)
    try:
        values = fit.values(words, end)
    except Ambiguous as error:
        more = with_more(words, error.column, error.choices, others_of(now, cls))
        if longer := more or (with_number(now.table, cls, words) if cls.learns else []):
            return build(now, cls, longer, end, bare)
        if act := all_together(now, words, error, lambda said: build(now, cls, said, end, bare)):
            return act
        raise
    except NotUnderstood as error:
        if type(error) is NotUnderstood and (longer := with_number(now.table, cls, words)):
            return build(now, cls, longer, end, bare)
        raise
    except Impossible as error:
        if longer := with_new_title(now.table, cls, words, error.column):
            return build(now, cls, longer, end, bare)
        raise
    values = aimed(now, cls, values) or values
    act = cls(now.written or now.speaker(cls, values), **values)
    if fit.loose:
        act = as_meant(now, act, fit.loose, words)
        if act.bare(fit.loose[0][0].field, now.table) is False and (longer := with_number(now.table, cls, words)):
            return build(now, cls, longer, end, bare)
    if fit.free and cls.learns and (titled := with_free_title(now, act, fit.free)):
        return build(now, cls, titled, end, bare)
    return with_capitals(act, fit.free) if fit.free and cls.learns else act


@dataclass(slots=True)
class Fit:
    """The fields of one act and the words that are to go into them.

    said    the values that were read so far
    free    the words of a text that stands without quotes
    loose   the numbers that were read without a word, and the fields they went into
    """

    now: Situation
    cls: type[Action[Any]]
    bare: bool = False
    said: dict[str, Any] = field(default_factory=dict)
    free: Free | None = None
    loose: list[tuple[Slot, Group]] = field(default_factory=list)

    def values(self, words: list[Group], end: int) -> dict[str, Any]:
        """The fields of an act. A line with its verb may end in free words; a bare one must put them in quotes."""
        now, cls, values = self.now, self.cls, self.said
        whole = said_whole(now.table, cls, words)
        words = behind_its_fact(now.table, cls, words, whole) if cls.learns else words
        if not whole:
            words = with_both(now.table, cls, [without_unit(cls, group) for group in put_right(cls, words)])
            words = with_titles(now.table, cls, words)
        by_keyword = keywords_of(cls)
        named: Slot | None = None
        part = -1
        for i, group in enumerate(words):
            word = group.bare
            if i == part:  # it is the number of the name before it
                continue
            if named is not None:
                if word in CONNECTING and i + 1 < len(words) and not group.tokens[0].quoted:
                    continue  # `range of 4`
                if named.type is Die and not named.many:
                    one_die(cls, named, words[i : i + 2])
                values[named.field] = self._value(named, zero(named, group))
                part = i + 1 if not whole and are_one_name(values, words[i : i + 2], whole) else part
                named = None
                continue
            slot = by_keyword.get(word) or begun(cls, words[i:])
            if slot and slot.form is Form.FLAG:
                values[slot.field] = True
                continue
            if slot and slot.field not in values and i + 1 < len(words):
                named = slot
                continue
            if word in CONNECTING or is_article(cls, word, words[i + 1 : i + 2]):
                if word == "from" and "to" in by_keyword and i + 1 < len(words):
                    return self._left(words[i + 1], [*words[:i], *words[i + 2 :]], end)
                continue
            if slot and slot.field not in values and is_plain(slot):  # what is named and no more is so
                values[slot.field] = self._choice(slot, Token(PLAIN[1], group.column))
                continue
            if slot and cls.aside:
                raise alone(slot, group, slot.field in values)
            if (slot or not whole) and is_unit(cls, words, i):
                continue
            if cls.learns and values:
                refuse_another(now.table, cls, group, values)
            if cls.learns and not whole and (fault := misspelt(now.table, cls, group, values)):
                raise fault
            if self._take(group):
                if (not whole or word.isdigit()) and are_one_name(values, words[i : i + 2], whole):
                    part = i + 1
                continue
            if word in EVERY and everything(cls, now.speaker(cls, values), values, now.table, EVERY[word]):
                continue
            again = self._unplaced(words, i, end)
            if again:
                return again
            break
        return self._filled_up(end)

    def _unplaced(self, words: list[Group], at: int, end: int) -> dict[str, Any]:
        """The fields of a line with a word that fits none, where it says them better in other words; empty where the
        line goes on as a text. Raises LineError where it can be neither.
        """
        cls, values, group, word = self.cls, self.said, words[at], words[at].bare
        slots = slots_of(cls)
        if word == "all" and at + 1 < len(words) and any(slot.many and slot.form is Form.NAME for slot in slots):
            # of what they are all may be said behind it: `all hill`
            return self._again([*words[:at], *words[at + 1 :], group], end)
        if (meant := begun_keyword(cls, words[at:])) and meant.field not in values:
            whole = Group((Token(meant.keyword, group.column),))
            return self._again([*words[:at], whole, *words[at + 1 :]], end)
        refuse_bare_number(cls, group, values)
        refuse_title(cls, group, values)
        text = next((slot for slot in slots if slot.form is Form.TEXT and slot.field not in values), None)
        if refusing := out_of_range(slots, group, values):
            self._value(refusing, group)  # says what the range is
        if text is None or self.bare:
            raise self._misfit(group, alone=len(words) == 1)
        if cls.learns and (titled := with_numbered_title(self.now.table, cls, words, at)):
            return self._again(titled, end)
        if not cls.learns and word in NO_TEXT:
            raise self._misfit(group)
        values[text.field] = Text(words_of(words[at:]))
        self.free = Free(text.field, words, at)
        return {}

    def _filled_up(self, end: int) -> dict[str, Any]:
        """All fields in their order, those that were left out with what they are then."""
        now, cls, values = self.now, self.cls, self.said
        if cls.learns and not values:
            raise NotUnderstood(f"{cls.verb} tells nothing yet: {usage(cls)}", end)
        slots = slots_of(cls)
        for slot in (each for each in slots if each.field not in values):
            lacks, side = not slot.optional, now.written or now.speaker(cls, values)
            value = implied(cls, side, slot, values, now.table) if lacks else slot.default
            if lacks and value is None:
                raise self._lacks(slot, end)
            values[slot.field] = value
        return {slot.field: values[slot.field] for slot in slots}

    def _lacks(self, slot: Slot, end: int) -> LineError:
        """The fault of a line that ends before a field that it needs; and that nothing may stand there behind what it
        says already, where that is so.
        """
        now, cls, values = self.now, self.cls, self.said
        side, asks = now.written or now.speaker(cls, values), [*now.asked()]
        said = f"{cls.verb} needs {kind_of(slot)}: {usage(cls)}"
        dice = next((values[s.field] for s in slots_of(cls) if s.type is Die and s.many and s.field in values), ())
        if dice and slot.form is Form.NAME and asks and asks[0].among:
            return whose_dice(cls, now.written, dice, asks[0].among, end)
        if values and asks and not cls.aside:
            try:
                [*first_findings(unfinished(cls, side, **values), now.table)]
            except Impossible as error:
                return Impossible(error.message, end, error.choices, rule=error.rule)
            if not any(side in (ask.side, ask.also) for ask in asks if cls.verb in (*ask.verbs, *ask.early)):
                said += f". It is not for {now.sides.get(side, side)} to {cls.verb} now."
            elif offered(now, cls, side, slot, values) == ():
                said += f". Behind that no {slot.type.kind if slot.form is Form.NAME else 'value'} is possible now."
        if slot.form is Form.NAME and slot.type.hint:
            said += f". {slot.type.hint}"
        if slot.form is Form.TEXT and cls.examples:
            said += f", as in {cls.examples[0]}"
        return Incomplete(said, end, slot, cls)

    def _again(self, words: list[Group], end: int) -> dict[str, Any]:
        """The fields read anew, of words that say the same better."""
        self.said.clear()
        self.loose.clear()
        return self.values(words, end)

    def _left(self, place: Group, others: list[Group], end: int) -> dict[str, Any]:
        """The fields of a line that says `from` where a move goes: that place is what goes, where it can be named so.

        Raises Guessed where it is more than the act can say: whether it is true is not known here.
        """
        goes = slots_of(self.cls)[0]
        with suppress(LineError):
            values = self._again([place, *(group for group in others if group.bare != "all")], end)
            if not goes.many or len(values[goes.field]) == 1:
                return values
        values = self._again(others, end)
        act = self.cls(self.now.written or self.now.speaker(self.cls, values), **values)
        begins = act.begins(self.now.table)
        named = [s for s in slots_of(self.cls) if s.form is Form.NAME]
        if begins and any(match(place.bare, names_of(self.now.table, s.type)) == [begins] for s in named):
            return values
        said = f"{self.cls.verb} does not say where it begins. Is this meant?"
        raise Guessed(said, place.column, (f"{act.side}> {write(act)}",))

    def _take(self, group: Group) -> bool:
        """Give a value to the first field that it fits; a list field takes a further value when nothing else does."""
        values = self.said
        unclear: Ambiguous | None = None
        quoted, word = group.tokens[0].quoted, group.bare
        slots = [s for s in slots_of(self.cls) if s.field not in values and s.form is not Form.FLAG]
        if quoted:  # words in quotes are a text rather than a name, where there is a place for both
            slots.sort(key=lambda s: s.form is not Form.TEXT)
        elif slots and not spelled_out(self.now.table, slots[0], word):
            # `red` is the side, and not the card "Convoy of the Reds"
            slots.sort(key=lambda s: not spelled_out(self.now.table, s, word))
            if not spelled_out(self.now.table, slots[0], word):
                slots = possible_first(self.now, self.cls, slots, word, values)
        for slot in slots:
            if (slot.form is Form.TEXT and not quoted) or by_keyword_only(self.cls, slot, values, word):
                continue
            if slot.many and slot.word and self._one_more(group, of_a_side=True):
                return True
            if unclear and slot.optional and (slot.word or slot.form in (Form.NUMBER, Form.MEASURE)):
                continue  # a shortened name that fits two is neither a count nor what a connecting word would name
            try:
                value = self._fit(slot, group)
            except Ambiguous as error:
                unclear = unclear or error
            except LineError:
                continue
            else:
                if unclear and set(value if slot.many else (value,)) & set(unclear.choices):
                    raise unclear  # what it may be there, it is not surely here
                values[slot.field] = value
                if slot.form in (Form.NUMBER, Form.MEASURE):
                    self.loose.append((slot, group))
                return True
        if unclear:
            raise unclear
        return self._one_more(group, of_a_side=True) or self._one_more(group, of_a_side=False)

    def _one_more(self, group: Group, of_a_side: bool) -> bool:
        """Add a value to a list that was begun: `attack hill guard scouts` names two of one side, `old guard` one."""
        values = self.said
        for slot in sorted(slots_of(self.cls), key=lambda s: s.field != next(reversed(values), "")):
            if not slot.many or slot.field not in values:
                continue
            try:
                more = self._value(slot, group)
            except LineError:
                continue
            again = slot.form is Form.NAME and more[:1] == values[slot.field][-1:]
            longer = values[slot.field] + more[again:]
            if of_a_side and not of_one_side(self.now.table, slot, longer):
                continue
            values[slot.field] = longer
            return True
        return False

    def _misfit(self, group: Group, alone: bool = False) -> LineError:
        """Why a value fits no field: the reason of the first field that is still without one. `alone`: the line has no
        other value.
        """
        nobody(self.now, self.cls, group)
        if fault := misspelt(self.now.table, self.cls, group, self.said):
            return fault
        slots = [s for s in slots_of(self.cls) if s.field not in self.said and s.form is not Form.FLAG]
        slots.sort(key=lambda s: (s.optional, group.tokens[0].quoted and s.form is not Form.NAME))
        if not MEASURE.fullmatch(group.bare):  # a word is meant as no number that may be left out
            slots = [s for s in slots if not s.optional or s.form not in (Form.NUMBER, Form.MEASURE, Form.POINT)]
        for slot in slots:
            try:
                self._fit(slot, group)
            except LineError as error:
                listed = len(group.tokens) > 1 and not slot.many and slot.form in (Form.NAME, Form.CHOICE)
                return self._one_each(slot, group, alone) if listed else error
        return too_many(self.now.table, self.cls, group)

    def _one_each(self, slot: Slot, group: Group, alone: bool) -> LineError:
        """The fault of a list where one value is due: that of its first word which is none; else what says the same in
        as many acts.
        """
        try:
            each = [self._one(slot, token) for token in group.tokens]
        except LineError as error:
            return error
        said, column = f"{kind_of(slot)} is one value, not a list.", group.tokens[1].column
        if not alone:
            return NotUnderstood(said, column)
        side = f"{self.now.written}> " if self.now.written else ""
        line = "; ".join(f"{self.cls.verb} {value}" for value in each)
        return Guessed(f"{said} Is this meant?", column, (side + line,))

    def _fit(self, slot: Slot, group: Group) -> Any:
        """A value for a field of an act. A bare number names nothing of a side that is not asked for such an act."""
        named = numbered(self.now, self.cls, slot, group)
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
            return self._choice(slot, token)
        return slot.type(self._pick(slot, token, names_of(self.now.table, slot.type)))

    def _choice(self, slot: Slot, token: Token) -> Any:
        """One of the words to choose from; several words for the same thing need not be told apart."""
        words = choices_of(slot)
        meant = {slot.type(word) for word in match(token.text, words)}
        return meant.pop() if len(meant) == 1 else slot.type(self._pick(slot, token, words))

    def _pick(self, slot: Slot, token: Token, names: Mapping[str, str]) -> str:
        hits = match(token.text, names)
        if slot.form is Form.NAME and (other := another_verbs(tuple(self.now.verbs), token, names)):
            raise other
        if len(hits) == 1 and (token.text != ALL or slot.form is not Form.NAME or hits[0] == ALL):
            return hits[0]
        if len(hits) > 1:
            said = f"{short(token.text)!r} may be {' or '.join(hits[:9])}."
            unclear = Ambiguous(said, token.column, tuple(hits), length=len(token.text))
            if slot.form is not Form.NAME:
                raise unclear
            return likely(self.now, self.cls, slot, unclear, self.said)
        now, values = self.now, self.said
        may = offered(now, self.cls, now.speaker(self.cls, values), slot, values) if slot.form is Form.NAME else None
        raise unmatched(now.table, tuple(now.verbs), slot, token, names, may)
