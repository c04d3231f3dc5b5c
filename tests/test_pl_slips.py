"""What hurried players of Lightning: Poland type beside the mark: titles that are none, answers that teach nothing."""

from __future__ import annotations

import pytest

from referee.prompt.learning import NEW_AGAIN
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from tests.pl import Table, at_table, in_battle

TEXT = "effect text plain no attack 0 defend 0 strikes none cost no"
"""An action card with a text that is carried out by hand."""


def discarding() -> Table:
    """The Germans may discard cards."""
    return at_table("german> reinforce invented-i-corps", "german> pass")


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("rain", "Rain is a card of the Polish deck"),
        ("krakow", "krakow is an objective, and objectives lie beside the cards of the players"),
        ("raid, army-lublin", "Army Lublin is a card of the Polish deck"),
    ],
)
def test_what_is_in_no_hand_is_not_discarded(card: str, why: str) -> None:
    found = discarding().game.report(f"discard {card}").findings
    assert [(f.kind, f.rule, f.message) for f in found] == [(Kind.ILLEGAL, "turns.3", why)]


def test_an_unknown_title_that_is_discarded_is_taught_or_mended() -> None:
    talk = Talk(discarding().game)
    assert "  1) a new card: teach it  2) a new force: teach it" in talk.hear("discard raid, fog of war")
    said = talk.hear("2")
    assert 'German: force title "Fog of war" of german' in said
    assert 'German: discard named "Raid, Fog of war"' in said
    talk.hear("discard raod")
    assert 'German: discard named "Raid"' in talk.hear("1")


def test_an_unknown_title_in_quotes_is_not_judged() -> None:
    found = discarding().game.report('discard "Asdf"').findings
    assert [(f.kind, f.teach) for f in found] == [(Kind.NEEDS, 'card "Asdf" german')]


def test_a_line_waits_until_its_new_title_is_taught_rightly() -> None:
    talk = Talk(at_table().game)
    talk.hear("reinforce VIII Corps, Luftflotte 1")
    for slip in ("asdf", "force viii rating xx"):
        assert talk.hear(slip)[-2].startswith("Is it a new one?")
        assert talk.hear("")[0] == NEW_AGAIN
    assert any('force "Luftflotte 1" german' in line for line in talk.hear(""))
    assert "German: reinforce viii-corps,luftflotte-1" in talk.hear('force "Luftflotte 1" german cost 1')
    talk = Talk(at_table().game)
    talk.hear("reinforce VIII Corps")
    assert talk.hear("n")[1] == 'Given up: reinforce "VIII Corps"'


def test_a_line_of_the_other_side_does_not_pass_over_a_text() -> None:
    battle = ("german> pass", f"polish> card sortie {TEXT} when after", "polish> play sortie", "done", "german> pass")
    over = (*battle, "polish> pass", "german> result german")
    doubts = [f for f in in_battle(*over).game.report("german> draw").findings if f.kind is Kind.DOUBT]
    assert [f.message for f in doubts] == ["the text of Sortie would be passed over (Polish)."]
    table = in_battle(*over, "polish> gain polish 1 by sortie")
    assert not [f for f in table.game.report("german> draw").findings if f.kind is Kind.DOUBT], "it was carried out"


def test_an_own_text_that_is_passed_over_is_named() -> None:
    late = f"german> card raid {TEXT} when after"
    talk = Talk(in_battle(late, "german> play raid", "done", "polish> pass", "german> pass", "result german").game)
    assert any(line.startswith("  Let pass: May carry out the text of raid") for line in talk.hear("d"))


def test_a_new_title_may_begin_with_the_number_of_a_force_that_lies_there() -> None:
    ended = ("german> pass", "german> pass", "german> draw")
    panzer = ('force "7 Panzer" german cost 1', "german> reinforce 7-panzer", *ended)
    said = Talk(at_table(*panzer).game).hear("reinforce 7 tp")
    assert any('force "7 Tp" polish' in line for line in said)
