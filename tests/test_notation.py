"""The notation: what is written reads back, and what is wrong is said with its place."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.notation import LONGEST_LINE, Incomplete, NearMiss, Reader, match, near, plain, split_lines, usage, write
from referee.notation.words import groups
from referee.ruleset import (
    Action,
    Ambiguous,
    Ask,
    Form,
    Impossible,
    LineError,
    Name,
    NotUnderstood,
    Slot,
    Span,
    Table,
    Text,
    UnknownName,
    Word,
    action,
    slots_of,
)
from referee.ruleset.find import load_ruleset
from tests.dd import german_turn as d_day
from tests.noughts import RULESET, Board
from tests.pl import RULESET as LIGHTNING
from tests.pl import in_battle, new_game
from tests.table import game_of

SIDES = {"axis": "Axis", "allied": "Allied"}
FORCES = {
    "5-panzer": "5th Panzer Regiment",
    "15-panzer": "15th Panzer Division",
    "7-armored": "7th Armored Division",
    "9-australian": "9th Australian Division",
    "88-1": "88 mm Gun 1",
    "88-2": "88 mm Gun 2",
    "norfolk": "Norfolk Battalion",
}
REGIONS = {"tobruk": "Tobruk", "western-desert": "Western Desert", "cairo": "Cairo", "nord": "Nord"}
CARDS = {"dive-bomber": "Dive Bomber", "5-corps": "5th Corps"}


class Force(Name):
    """A force."""

    kind = "force"


class Region(Name):
    """A region."""

    kind = "region"


class Card(Name):
    """A card; new ones can be learned."""

    kind = "card"


class Mode(StrEnum):
    """A choice, of which some look like names."""

    NORTHWARD = "northward"
    SOUTHWARD = "southward"
    FIVE = "five-at-once"


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk(Table):
    """A table with names of three kinds."""

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        return {Force: FORCES, Region: REGIONS, Card: CARDS}[kind]

    def absent(self, kind: type[Name]) -> Mapping[str, str]:
        return {"21-panzer": "is out of the game"} if kind is Force else {}

    def owner(self, name: Name) -> str:
        return "allied" if name == "9-australian" else ""

    def teach(self, kind: type[Name], word: str) -> str:
        return f'card "{word}" axis' if kind is Card else ""


class Still(Action[Desk]):
    """Changes nothing."""

    def apply(self, table: Desk) -> Desk:
        return table


@action("march", rule="r")
class March(Still):
    """Two lists of names."""

    forces: tuple[Force, ...]
    regions: tuple[Region, ...]


@action("fire", rule="r", short="f")
class Fire(Still):
    """A name, a name with a connecting word, a measure, two numbers, a flag."""

    target: Force
    by: Annotated[Card | None, Word("by")] = None
    range: Annotated[float | None, Span(0, 24, "inches")] = None
    dice: Annotated[int | None, Span(1, 6)] = None
    modifier: int | None = None
    cover: bool = False


@action("choose", rule="r")
class Choose(Still):
    """A choice and optional names, then a number with a default."""

    mode: Mode
    force: Force | None = None
    region: Region | None = None
    count: int = 1


@action("pick", rule="r")
class Pick(Still):
    """Everything is optional."""

    mode: Mode | None = None
    force: Force | None = None
    other: Force | None = None
    count: Annotated[int | None, Span(-5, 99)] = None
    loud: bool = False
    why: Text | None = None


@action("say", rule="r")
class Say(Still):
    """Texts."""

    words: Text
    whisper: Text | None = None


@action("dial", rule="r")
class Dial(Still):
    """Lists of numbers and of measures."""

    values: tuple[int, ...]
    sizes: tuple[float, ...] = ()


@action("label", rule="r")
class Label(Still):
    """A list of texts and a measure."""

    names: tuple[Text, ...]
    size: float | None = None


@action("move", rule="r")
class Move(Still):
    """The usual act."""

    force: Force
    to: Region


VERBS: tuple[type[Action[Any]], ...] = (March, Fire, Choose, Pick, Say, Dial, Label, Move)
DESK = Desk(side="axis", step="actions", turn=1)


def reader(*asked: Ask) -> Reader:
    """A reader on the desk."""
    return Reader(DESK, VERBS, SIDES, lambda: asked)


WORDS = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=20)


def values(slot: Slot, table: Table) -> st.SearchStrategy[Any]:
    """Any value of a field."""
    low, high = (slot.span.low, slot.span.high) if slot.span else (-999_999_999, 999_999_999)
    one: st.SearchStrategy[Any]
    if slot.form is Form.NAME:
        one = st.sampled_from(sorted(table.names(slot.type))).map(slot.type)
    elif slot.form is Form.CHOICE:
        one = st.sampled_from(list(slot.type.__members__.values()))
    elif slot.form is Form.NUMBER:
        one = st.integers(int(low), int(high))
    elif slot.form is Form.MEASURE:
        one = st.integers(int(low) * 10_000, int(high) * 10_000).map(lambda n: n / 10_000)
    elif slot.form is Form.FLAG:
        one = st.booleans()
    else:
        one = WORDS.map(Text)
    if slot.many:
        one = st.lists(one, min_size=1, max_size=3).map(tuple)
    return st.one_of(st.just(slot.default), one) if slot.optional else one


def acts(verbs: tuple[type[Action[Any]], ...], table: Table, sides: Mapping[str, str]) -> st.SearchStrategy[Any]:
    """Any act of these classes."""
    return st.one_of(
        *(
            st.builds(cls, st.sampled_from(sorted(sides)), **{s.field: values(s, table) for s in slots_of(cls)})
            for cls in verbs
        )
    )


@given(acts(VERBS, DESK, SIDES))
def test_every_form_of_field_reads_back(act: Action[Any]) -> None:
    assert reader().read(f"{act.side}> {write(act)}") == act


BOARD = Board(side="nought", step="place", turn=1)


@given(acts(RULESET.actions, BOARD, RULESET.sides))
def test_the_toy_ruleset_reads_back(act: Action[Any]) -> None:
    assert Reader(BOARD, RULESET.actions, RULESET.sides).read(f"{act.side}> {write(act)}") == act


def fault_of(reader: Reader, line: str) -> LineError | None:
    """Why a line is no act; None if it is one."""
    try:
        reader.read(line)
    except LineError as error:
        return error
    return None


@given(st.text(max_size=60))
def test_any_text_is_an_act_or_a_line_error(text: str) -> None:
    for piece in [text, *split_lines(text)]:
        fault = fault_of(reader(Ask("r", "axis", ("move", "pick", "say"))), piece)
        assert fault is None or (fault.message and 0 <= fault.column <= len(piece))


@given(st.lists(st.sampled_from(["fire", "5-panzer", "by", ",", '"', ";", "#", "range", "11", "axis>", "?", "to"])))
def test_words_in_any_order_are_an_act_or_a_line_error(words: list[str]) -> None:
    for piece in split_lines(" ".join(words)):
        fault = fault_of(reader(), piece)
        assert fault is None or fault.message


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("move 5-panzer tobruk", "move 5-panzer tobruk"),
        ("MOVE 5pz to TOBR", "move 5-panzer tobruk"),
        ("mov austr w-d", "move 9-australian western-desert"),
        ("move tobruk 5-panzer", "move 5-panzer tobruk"),
        ("move force 5-pan to tobruk", "move 5-panzer tobruk"),
        ('move "5th Panzer Regiment" Cairo', "move 5-panzer cairo"),
        ("march 5-p,7-a tobruk,cairo", "march 5-panzer,7-armored tobruk,cairo"),
        ("f 88-1 by dive range 11 cover", "fire 88-1 by dive-bomber range 11 cover"),
        ("fire 88-1 range 11.50", "fire 88-1 range 11.5"),
        ("fire 88-1 cover range 3 dice 2 modifier -1", "fire 88-1 range 3 dice 2 modifier -1 cover"),
        ("say hello you there", 'say "hello you there"'),
        ('say "a ""quoted"" word"', 'say "a ""quoted"" word"'),
        ("dial 24,10", "dial values 24,10"),
        ("dial 24, 10 , 3", "dial values 24,10,3"),
        ("choose north", "choose northward"),
        ("choose south cairo", "choose southward region cairo"),
        ("march 5 pan 15 panz tobruk", "march 5-panzer,15-panzer tobruk"),
        ("march 5 panzer tobruk west desert", "march 5-panzer tobruk,western-desert"),
        ("fire norf bat dice 5 by 5 corps", "fire norfolk by 5-corps dice 5"),
    ],
)
def test_short_spellings_have_one_canonical_spelling(line: str, canonical: str) -> None:
    assert write(reader().read(line)) == canonical


@pytest.mark.parametrize(
    ("line", "kind", "column", "said"),
    [
        ("mvoe 5-panzer tobruk", NotUnderstood, 0, "Did you mean move"),
        ("move 5-panzer tobrunk", NotUnderstood, 14, "Did you mean tobruk"),
        ("move panzer tobruk", Ambiguous, 5, "5-panzer or 15-panzer"),
        ("m 5-panzer tobruk", Ambiguous, 0, "march or move"),
        ("move 21-panzer tobruk", Impossible, 5, "out of the game"),
        ("move xyzzy tobruk", UnknownName, 5, "No force is called 'xyzzy'"),
        ("move tobruk cairo", UnknownName, 12, "'cairo' is a region, and a force is wanted: 5-panzer"),
        ("fire 88-1 by zeppelin", UnknownName, 13, 'card "zeppelin" axis'),
        ("move 5-panzer", Incomplete, 13, "move needs a region"),
        ("move 5-panzer tobruk cairo", NotUnderstood, 21, "one word too many"),
        ("move 5-panzer,7-armored tobruk", NotUnderstood, 14, "one value, not a list"),
        ("march 5-panzer, tobruk,", NotUnderstood, 22, "the second is missing"),
        (",march 5-panzer tobruk", NotUnderstood, 0, "here one is missing"),
        ("march 5-panzer,,7-armored tobruk", NotUnderstood, 15, "here one is missing"),
        ('say "an open quote', NotUnderstood, 4, "opened and not closed"),
        ("fire 88-1 range 25", NotUnderstood, 16, "range is 0 to 24 inches, not 25"),
        ("fire 88-1 dice 1.5", NotUnderstood, 15, "not a number (dice)"),
        ("dial x", NotUnderstood, 5, "not a number"),
        ("choose eastward", NotUnderstood, 7, "southward"),
        ("choose xyzzy", NotUnderstood, 7, "northward, southward"),
        ("rome> move 5-panzer tobruk", NotUnderstood, 0, "axis or allied"),
        ("axis>", NotUnderstood, 5, "Nothing is reported"),
        ("", NotUnderstood, 0, "Nothing is reported"),
        ("move 5-panzer\x1b[2J tobruk", NotUnderstood, 13, "control character"),
        ("move 5-panzer\u2028tobruk", NotUnderstood, 13, "control character"),
        ("say \x00", NotUnderstood, 4, "control character"),
    ],
)
def test_what_is_wrong_is_said_with_its_column(line: str, kind: type[LineError], column: int, said: str) -> None:
    with pytest.raises(kind) as caught:
        reader().read(line)
    assert type(caught.value) is kind
    assert said in caught.value.message
    assert caught.value.column == column


def test_a_very_long_line_is_refused_and_its_message_is_short() -> None:
    with pytest.raises(NotUnderstood, match="40000 characters") as caught:
        reader().read("x" * 40_000)
    assert len(caught.value.message) < 100
    with pytest.raises(NotUnderstood) as caught:
        reader().read("x" * LONGEST_LINE)
    assert len(caught.value.message) < 100


def test_digits_are_never_shortened() -> None:
    assert match("5-p", FORCES) == ["5-panzer"]
    assert match("1-p", FORCES) == []
    assert match("88", FORCES) == ["88-1", "88-2"]


def test_near_names_are_offered_nearest_first() -> None:
    assert near("5-pnzer", FORCES)[0] == "5-panzer"
    assert near("qqq", FORCES) == ()


def test_the_speaker_is_the_prefix_then_the_owner_then_who_is_asked() -> None:
    asked = Ask("r", "allied", ("move",))
    assert reader().read("allied> move 5-panzer tobruk").side == "allied"
    assert reader().read("all>move 5-panzer tobruk").side == "allied"
    assert reader().read("move 9-australian tobruk").side == "allied"
    assert reader(asked).read("move 5-panzer tobruk").side == "allied"
    assert reader().read("move 5-panzer tobruk").side == "axis"


def test_a_bare_value_answers_the_open_question() -> None:
    asked = Ask("r", "allied", ("dial", "fire"))
    assert reader(asked).read("7-arm") == Fire("allied", Force("7-armored"))
    assert reader(asked).read("5") == Dial("allied", (5,))
    with pytest.raises(Ambiguous):
        reader(asked).read("panzer")
    with pytest.raises(NotUnderstood):
        reader().read("7-arm")


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a; b ;c", ["a", "b", "c"]),
        ("a # b; c", ["a"]),
        ("# nothing", []),
        ("", []),
        (";;", []),
        ("a#b", ["a#b"]),
        ('say "x; y # z"; b', ['say "x; y # z"', "b"]),
        ("a\nb\r\nc", ["a", "b", "c"]),
        ('say "open; b', ['say "open; b']),
    ],
)
def test_semicolons_join_and_hashes_end_lines(text: str, pieces: list[str]) -> None:
    assert split_lines(text) == pieces


def test_quotes_inside_of_a_word_are_refused() -> None:
    assert [t.text for g in groups('a "b c",d') for t in g.tokens] == ["a", "b c", "d"]
    with pytest.raises(NotUnderstood):
        groups('a"b')


def test_usage_is_read_off_the_fields() -> None:
    assert usage(Move) == "move FORCE TO"
    assert usage(Fire) == "fire TARGET [by BY] [RANGE] [DICE] [MODIFIER] [cover]"


def test_strangers_text_is_spelled_out() -> None:
    assert plain("a\x1b[2Jb\u202ec") == "a\\x1b[2Jb\\u202ec"
    assert plain("Köln") == "Köln"


def test_a_printed_title_of_several_words_is_one_value() -> None:
    table = new_game().table
    reader = Reader(table, LIGHTNING.actions, LIGHTNING.sides)
    assert write(reader.read("starts XVI Corps")) == "starts xvi-corps"
    assert write(reader.read("polish> commit Army Krakow, Army Modlin")) == "commit army-krakow,army-modlin"
    assert write(reader.read("card to the last of polish")) == "card to-the-last of polish"


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("force iv corps german cost 2", 'force "IV Corps" german cost 2'),
        ("objective lodz by german points 2", 'objective "Lodz" by german points 2'),
        ("card Stuka german type military", 'card "Stuka" german type military'),
    ],
)
def test_an_unquoted_title_swallows_nothing_that_is_told(line: str, quoted: str) -> None:
    reader = Reader(new_game().table, LIGHTNING.actions, LIGHTNING.sides)
    with pytest.raises(NotUnderstood, match="A new title stands in quotes: ") as error:
        reader.read(line)
    assert error.value.message.endswith(quoted)


def test_an_unknown_card_is_taught_to_the_side_that_is_asked() -> None:
    reader = in_battle("german> pass").game.reader()
    with pytest.raises(UnknownName, match='card "Ulans" polish'):
        reader.read("play Ulans")


def test_a_keyword_before_its_number_is_no_word_of_a_title() -> None:
    """`german tank` may be the title of a type, but here it is a nation, and how many tanks."""
    game = game_of(load_ruleset("kiss-rommel"), {}, {})
    act = game.reader().read("british> division german tank 10 extra recon counts 2")
    assert write(act) == 'division nation german tank 10 extra "recon" counts 2'


def test_first_letters_of_all_parts_are_a_name() -> None:
    names = {"portuguese-east-africa": "Portuguese East Africa", "pea-garrison": "PEA garrison"}
    assert match("pea", dict([*names.items()][:1])) == ["portuguese-east-africa"]
    assert match("pea", names) == ["pea-garrison"], "a name that begins so goes before it"
    assert match("pe", dict([*names.items()][:1])) == ["portuguese-east-africa"]


@pytest.mark.parametrize("name", ["kiss-rommel", "lettow-vorbeck", "lightning-north-africa", "lightning-poland"])
def test_a_number_behind_any_verb_is_read_or_refused(name: str) -> None:
    reader = game_of(load_ruleset(name), {}, {}).reader()
    for act in reader.verbs:
        with suppress(LineError):
            reader.read(f"{act.verb} 1 2 ?")


def test_a_word_that_stands_alone_in_another_verb_shortens_no_name() -> None:
    game = d_day().game
    for line in ("german> play all", "german> p all"):
        with pytest.raises(NotUnderstood, match=r"'all' belongs to another verb: pass \[all\]"):
            game.reader().read(line)


def test_what_is_two_kinds_in_one_is_named_by_the_other() -> None:
    with pytest.raises(UnknownName, match="'indian-ocean' is a box, and a space is wanted"):
        game_of(load_ruleset("lettow-vorbeck"), {}, {}).reader().read("retreat indian-ocean")


@pytest.mark.parametrize(("title", "near"), [("VIII Corps", False), ("XVI Korps", True), ("X Corps", False)])
def test_a_short_word_of_a_title_is_no_slip_of_the_pen(title: str, near: bool) -> None:
    with pytest.raises(NearMiss if near else UnknownName):
        in_battle().game.reader().read(f'starts "{title}"')
