"""Lines as people say them, in games that are at the table: what is meant is read, and what may not be is asked."""

from __future__ import annotations

from functools import cache

import pytest

from referee.game import Game
from referee.notation import Guessed, NearMiss, split_lines, write
from referee.notation.faults import WithFacts
from referee.ruleset import Ambiguous, Impossible, LineError, NotUnderstood, Spoken, UnknownName
from rulesets.lightning_poland.names import AnyForce
from tests.dd import at_omaha
from tests.kiss import battle
from tests.lv import marching
from tests.na import in_actions
from tests.pl import at_table
from tests.test_notation import reader

FKA = 'unit "4 FKA" german light strength 2 start tabora'
FORCES = ('force "4 Panzer" of german cost 2 rating 3', 'force "9 Div" of polish cost 1 rating 1')


@cache
def game(name: str) -> Game:
    """A game at the table in which nothing is reported but what these tests read."""
    made = {
        "africa": lambda: in_actions().game,
        "east": lambda: marching("invented-ruse", FKA).game,
        "fire": lambda: battle().until("fire", "british").game,
        "movement": lambda: battle().until("movement", "british").game,
        "poland": lambda: at_table(*FORCES).game,
        "omaha": lambda: at_omaha().game,
        "raided": lambda: marching("invented-ruse", FKA, FKA.replace("4", "6"), "pass", "draw").game,
        "defence": lambda: at_table("german> battle krakow xvi-corps").game,
    }
    return made[name]()


def read(name: str, line: str) -> str:
    """The canonical spelling of a line."""
    return write(game(name).reader().read(line))


@pytest.mark.parametrize(
    ("name", "line", "canonical"),
    [
        ("east", "march 2 tabora from mombasa", "march mombasa tabora count 2"),
        ("east", "march from moshi to tabora", "march moshi tabora"),
        ("east", "march to tabora 101", "march 101-inv tabora"),
        ("east", "unit 4 FKA", "unit 4-fka"),
        ("east", "unit 7 FKA german light strength 2", 'unit title "7 FKA" of german type light strength 2'),
        ("movement", 'recon-1 9"', "move 4ind/recon-1 distance 9"),
        ("movement", "recon-1 9 inches", "move 4ind/recon-1 distance 9"),
        ("movement", "recon 1 9", "move 4ind/recon-1 distance 9"),
        ("movement", "recon-1 9.5in", "move 4ind/recon-1 distance 9.5"),
        ("fire", "recon-1 at art", "fire 4ind/recon-1 at 15pz/art-1"),
        ("fire", "4ind/recon-1 at hq 6in", "fire 4ind/recon-1 at 15pz/hq range 6"),
        ("poland", "battle all krakow", "battle krakow xvi-corps"),
        ("poland", "prepare 2 cards", "prepare 2"),
        ("east", "march all from moshi to tabora", "march moshi tabora"),
        ("poland", "objective danzig 2", 'objective title "Danzig" points 2'),
        ("poland", "objective krakow 2 pol", "objective krakow by polish points 2"),
        ("poland", 'objective krakow title "Krakau"', 'objective krakow title "Krakau"'),
        ("poland", "force 4 panzer attack +2", "force 4-panzer attack 2"),
        ("poland", "reinforce 4 pz, invented-i-corps", "reinforce 4-panzer,invented-i-corps"),
        ("poland", "discard 4 panzer", 'discard named "4 Panzer"'),
        ("poland", "discard storm and 4 pz", 'discard named "Storm, 4 Panzer"'),
        ("poland", "discard 3, 4 panzer", 'discard 3 "4 Panzer"'),
        ("poland", "discard two", "discard 2"),
        ("poland", "discard a card", "discard 1"),
        ("poland", "discard the lot", "discard 9"),
        ("poland", "discard no cards", "discard 0"),
        ("poland", "discard storm rain", 'discard named "Storm, Rain"'),
        ("poland", "discard raid and storm", 'discard named "Raid, Storm"'),
        ("africa", "discard minefield and dive bomber", 'discard 2 named "Minefield, Dive Bomber"'),
    ],
)
def test_what_can_only_be_meant_is_read(name: str, line: str, canonical: str) -> None:
    assert read(name, line) == canonical


@pytest.mark.parametrize(
    ("name", "line", "lines"),
    [
        ("east", "march 4 fka from nairobi to mombasa", ("german> march 4-fka mombasa",)),
        ("africa", "5pz from tripoli to tobruk", ("axis> move 5-panzer tobruk",)),
        ("africa", "card dive-bomer", ("card dive-bomber", 'card "Dive-bomer"')),
        ("poland", "objective 4 cost", ('objective "4 Cost"',)),
        ("poland", "card mud weather", ('card "Mud Weather"',)),
        ("poland", "polish> card mudd plain yes", ('polish> card "Mudd" plain yes',)),
        ("poland", "force 3 4-panzer", ("force 4-panzer", 'force "3 4-panzer"')),
        ("defence", "commit none", ("polish> pass",)),
        ("poland", "objective posen pol 2", ('objective "Posen" pol 2', 'objective "Posen Pol" 2')),
        ("poland", "card snow 3", ('card "Snow" 3', 'card "Snow 3"')),
        ("poland", "force bomber", ('force "Bomber" german', 'force "Bomber" polish')),
        ("poland", "discard 3 div", ('discard "3 div"', 'discard 3 "div"')),
        ("omaha", "attack 352", ("allied> attack 1-inf 352-inf", "allied> attack 29-inf 352-inf")),
    ],
)
def test_what_may_be_meant_is_asked_and_one_digit_away(name: str, line: str, lines: tuple[str, ...]) -> None:
    with pytest.raises(Guessed) as caught:
        read(name, line)
    assert caught.value.lines == lines


@pytest.mark.parametrize(
    ("name", "line", "teach", "does"),
    [
        ("poland", "play fog text no", 'card "Fog" german text no', 'play "Fog"'),
        ("omaha", "act 3rd british, 2", 'force "3rd British" allied beach omaha value 2', 'activate "3rd British"'),
        ("omaha", "act 4th inf, free none", 'force "4th Inf" allied beach omaha free none', 'activate "4th Inf"'),
        ("omaha", "play Naval Barrage 3", 'card "Naval Barrage" allied value 3', 'play "Naval Barrage"'),
    ],
)
def test_facts_of_what_is_not_known_belong_to_the_line_that_teaches_it(
    name: str, line: str, teach: str, does: str
) -> None:
    with pytest.raises(WithFacts) as caught:
        read(name, line)
    assert (caught.value.choices, caught.value.line) == ((teach,), does)


def test_a_word_behind_a_number_is_no_piece_of_another_name() -> None:
    with pytest.raises(Guessed) as caught:
        read("east", "recruit 9 SA")
    assert caught.value.lines == ("german> recruit to south-african count 9", 'german> recruit "9 SA"')


@pytest.mark.parametrize("line", ["recruit 10 FKA dar", "recruit 1 FKA", "march 10 fka mombasa"])
def test_a_number_before_a_word_of_numbered_names_is_a_new_name_and_no_count(line: str) -> None:
    with pytest.raises(UnknownName) as caught:
        read("east", line)
    assert caught.value.choices[0].lower() == f'unit "{line.split()[1]} fka" german'


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("battle krakow xvi-corps agianst", "'agianst' is one word too many: "),
        ("force modlin texxt no", "'texxt' tells nothing here. Did you mean text?"),
        ("force 4-panzer cost 2 cost 3", "cost is told twice."),
        ('force 4-panzer "Bomber"', "'Bomber' tells nothing about 4-panzer; what can be told: title,"),
        ("anna: krakow", "'anna' is no side; what is done begins with a verb."),
        ("battle krakow none", "No force on the table is called 'none'. There are: "),
    ],
)
def test_words_that_were_not_meant_so_tell_nothing(line: str, fault: str) -> None:
    with pytest.raises((NotUnderstood, UnknownName)) as caught:
        read("poland", line)
    assert caught.value.message.startswith(fault)


def test_only_own_things_act() -> None:
    with pytest.raises(Ambiguous) as caught:
        read("movement", "inf 12")
    assert {name.partition("/")[0] for name in caught.value.choices} == {"4ind"}


@pytest.mark.parametrize("line", ["fka nairobi", "march fka nairobi"])
def test_what_only_the_other_side_has_is_not_offered(line: str) -> None:
    with pytest.raises(UnknownName, match=r"No Allied unit .* is called 'fka'; 4-fka and 6-fka are of the other side"):
        read("raided", line)


def test_a_title_in_quotes_that_only_begins_like_another_is_a_new_one() -> None:
    with pytest.raises(UnknownName, match="Teach it with: card"):
        read("poland", 'play "stormtroops"')
    with pytest.raises(NearMiss):
        read("poland", "play stormtroops")


def test_the_only_own_thing_that_may_attack_is_meant_where_the_enemy_is_named() -> None:
    assert write(at_omaha("adjust 29-inf.at utah").game.reader().read("attack 352")) == "attack 1-inf 352-inf"


def test_a_sign_before_a_number_answers_nothing_by_itself() -> None:
    with pytest.raises(Impossible, match="answers nothing"):
        read("poland", "+2")


def test_a_new_title_does_not_change_the_name() -> None:
    table = at_table(*FORCES, 'force 4-panzer title "5 Panzer"').game.table
    assert table.names(AnyForce)["4-panzer"] == "5 Panzer"


def test_the_owner_of_a_card_on_file_is_no_other_side() -> None:
    error = game("poland").report("force 9 div german").error
    assert isinstance(error, Impossible)
    assert error.message.startswith("9 Div is polish on file, not german;")


def test_inches_open_no_quote() -> None:
    assert split_lines('move a 9"; note "b; 5"; c 2" # d') == ['move a 9"', 'note "b; 5"', 'c 2"']
    assert write(reader().read('fire 88-1 range 9"')) == "fire 88-1 range 9"
    assert write(reader().read('say "9"')) == 'say "9"'


def test_a_choice_knows_what_else_is_said_for_it() -> None:
    class End(Spoken):
        YES = "yes", "success", "won"
        NO = "no", "failed"

    assert (End("won"), End("failed"), str(End.YES)) == (End.YES, End.NO, "yes")
    with pytest.raises(ValueError, match="lost"):
        End("lost")


def test_nothing_that_is_asked_here_is_a_line_of_a_record() -> None:
    """A record holds canonical lines, which are read whatever else is known."""
    table = game("east")
    for line in ("march 101-inv tabora", "march moshi tabora count 2", 'unit title "7 FKA" of german strength 2'):
        try:
            assert read("east", f"{table.table.side}> {line}") == line
        except LineError as error:
            raise AssertionError(line) from error
