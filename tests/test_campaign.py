"""Campaigns: battles that follow from one another, with a toy ruleset and with three battles of K.I.S.S. Rommel."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.campaign import read_campaign
from referee.library import games, open_game
from referee.prompt.first import FirstScreen
from referee.ruleset import find
from tests.conftest import ROOT, Run

NOUGHT_WINS = "place a1\n-\nhand\nplace b1\nhand\nplace a2\nhand\nplace b2\nhand\nplace a3\n"
DRAW = "agree\n"


@pytest.fixture
def match(call: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line, with a toy ruleset that has campaigns beside the others."""
    real = dict(find._entries())

    def entries() -> Iterator[tuple[str, str]]:
        yield from {**real, "match": "tests.match"}.items()

    monkeypatch.setattr(find, "_entries", entries)
    return call


def options_of(name: str) -> dict[str, str]:
    """The options in the header of a saved game."""
    with open_game(name, readonly=True).log as log:
        return dict(log.header.options)


# A chain of games


def test_a_campaign_goes_from_battle_to_battle_until_it_is_over(match: Run) -> None:
    first = ("play", "match", "--campaign", "Club Evening")
    match(*first, "--players", "nought=Anna", "--umpire", "Clara", text="place a1\n")
    assert "club-evening-1 is being fought" in match("show", "club-evening").output
    match(*first, text=NOUGHT_WINS.removeprefix("place a1\n"))
    assert [s.path.stem for s in games()] == ["club-evening-1"]

    shown = match("show", "club-evening").output
    assert "club-evening-1: Noughts won, turn 3" in shown
    assert "the score is 1-0" in shown
    assert "Next is club-evening-2, with these options: score 1-0." in shown

    match("play", "club-evening", text=NOUGHT_WINS)
    header = read_campaign("club-evening").last.header
    assert header is not None
    assert (header.players, header.umpire) == ({"nought": "Anna"}, "Clara")
    assert (options_of("club-evening-2"), header.tags) == (
        {"score": "1-0", "boast": "nobody"}, {"Campaign": "club-evening", "Battle": "2"}
    )  # fmt: skip
    assert "The campaign is over: Noughts won the match." in match("show", "club-evening").output
    said = match("play", "match", "--campaign", "club-evening", status=1).output
    assert "The campaign club-evening is over: Noughts won the match" in said
    assert len(games()) == 2


def test_a_campaign_for_programs(match: Run) -> None:
    match("play", "match", "--campaign", "c", text=NOUGHT_WINS)
    row = json.loads(match("show", "c", "--json").output)
    assert row == {
        "campaign": "c",
        "ruleset": "match",
        "battles": [
            {
                "name": "c-1", "number": 1, "winner": "nought", "turn": 3, "changed": ["the score is 1-0"],
                "options": {"score": "0-0", "boast": "nobody"},
            }
        ],
        "unfinished": None,
        "over": None,
        "next": {"name": "c-2", "options": {"score": "1-0"}, "open": []},
    }  # fmt: skip
    assert json.loads(match("games", "--json").output)[0]["campaign"] == "c"
    assert "campaign c," in match("games").output


def test_what_only_the_players_know_is_asked_for(match: Run) -> None:
    match("play", "match", "--campaign", "c", text=DRAW)
    assert "For you to say: boast" in match("show", "c").output
    assert "give --option boast=VALUE" in match("play", "c", status=1).output
    match("play", "--campaign", "c", "--option", "boast=cross", text="")
    assert options_of("c-2") == {"score": "0-0", "boast": "cross"}


def test_rulings_of_the_last_battle_hold_in_the_next(match: Run) -> None:
    match("play", "match", "--campaign", "c", text="ruling win.diagonal no\n" + NOUGHT_WINS)
    match("play", "c", text="")
    with open_game("c-2", readonly=True).log as log:
        assert log.header.rulings == {"win.diagonal": "no"}


def test_a_battle_that_was_set_up_otherwise_is_named(match: Run) -> None:
    match("play", "match", "--campaign", "c", text=NOUGHT_WINS)
    match("play", "c", "--option", "score=0-1", text="")
    assert "set up with score 0-1; after c-1 it is 1-0" in match("show", "c").output


def test_an_undone_battle_is_not_over_any_more(match: Run) -> None:
    match("play", "match", "--campaign", "c", text=NOUGHT_WINS)
    match("play", "c-1", text="undo\n")
    assert "c-1 is being fought" in match("show", "c").output
    match("play", "c-1", text="redo\n")
    match("play", "c", text="")
    match("play", "c-1", text="undo\n")
    assert "c-1 was not over when this began" in match("show", "c").output


def test_a_lost_or_damaged_battle_is_said(match: Run, data_folder: Path) -> None:
    match("play", "match", "--campaign", "c", text=NOUGHT_WINS)
    match("play", "c", text="")
    (data_folder / "c-1.jsonl").unlink()
    assert "it is battle 2 by its tag; the one before it is not on record" in match("show", "c").output
    (data_folder / "c-3.jsonl").write_text("{\n")
    assert "c-3: cannot be read" in match("show", "c").output
    assert "cannot be read" in match("play", "c", status=1).output


def test_a_game_without_campaigns_keeps_its_options(match: Run) -> None:
    match("play", "noughts", "--campaign", "c", text=NOUGHT_WINS)
    assert "Next is c-2, with these options: as by default." in match("show", "c").output
    match("play", "c", text="")
    assert options_of("c-2") == {}


# Names


def test_names_of_games_and_campaigns(match: Run) -> None:
    match("play", "match", "--campaign", "club", text=NOUGHT_WINS)
    match("play", "club", text="")
    assert "Campaign club" in match("show", "clu").output  # several games begin so, and all are of this campaign
    match("play", "match", "--name", "club", text="")
    assert "Campaign" not in match("show", "club").output  # a game of that name comes first
    match("play", "match", "--campaign", "clan", text="")
    assert "may be" in match("show", "cl", status=1).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "--campaign", "c"), "begin it with `referee play RULESET --campaign c`"),
        (("play", "match", "--campaign", " "), "A campaign needs a name."),
        (("play", "match", "--campaign", "c", "--name", "x"), "leave --name out"),
        (("play", "noughts", "--campaign", "there"), "The campaign there is one of A Match"),
        (("play", "there", "--umpire", "Clara"), "there-1 is not over"),
        (("show", "there", "--at", "1"), "there is a campaign"),
    ],
)
def test_what_cannot_be_is_a_sentence(match: Run, words: tuple[str, ...], said: str) -> None:
    match("play", "match", "--campaign", "there", text="")
    result = match(*words, status=None)
    assert result.exit_code in (1, 2)
    assert said in result.output
    assert len(games()) == 1


# The first screen


def screen(answers: list[str], seen: list[str]) -> FirstScreen:
    """A first screen that is answered."""

    def ask(message: str) -> str:
        seen.append(message)
        if not answers:
            raise EOFError
        return answers.pop(0)

    return FirstScreen(ask, seen.extend)


def test_the_first_screen_offers_the_next_battle(match: Run) -> None:
    match("play", "match", "--campaign", "c", text=DRAW)
    seen: list[str] = []
    table = screen(["2", "perhaps", "nought", ""], seen).choose()
    assert table is not None
    table.game.log.close()
    assert "  2) c-2, the next battle of the campaign c" in seen
    assert "c-1: the score is 0-0" in seen
    assert "boast? (Enter: nobody) " in seen
    assert "score? (Enter: 0-0) " not in seen
    assert table.game.log.header.name == "c-2"
    assert options_of("c-2") == {"score": "0-0", "boast": "nought"}


def test_the_first_battle_at_a_terminal(match: Run) -> None:
    from referee.library import Terms

    seen: list[str] = []
    table = screen(["Anna", "Ben", "", "", ""], seen).battle("c", "match", terms=Terms(campaign="c"))
    assert table is not None
    table.game.log.close()
    assert table.game.log.header.tags == {"Campaign": "c", "Battle": "1"}
    again = screen([""], seen).battle("c")
    assert again is not None
    again.game.log.close()
    assert again.game.log.header.name == "c-1"


# K.I.S.S. Rommel


def imported(call: Run, *numbers: int) -> None:
    """Battles of the example campaign, saved."""
    for n in numbers:
        call("import", str(ROOT / f"examples/kiss_rommel/battle-{n}.ref"), "--name", f"desert-{n}")


def test_three_battles_of_the_desert(call: Run) -> None:
    imported(call, 1, 2, 3)
    shown = call("show", "desert").output
    for line in (
        "desert-1: Axis won, turn 3",
        "major victory; the front moves 2 areas towards Cairo, to Area-F [KP1]",
        "desert-2: British won, turn 10",
        "not in the next pack: 15pz",
        "draw; the front stays at Area-E [KP1]",
        "Next is desert-4, with these options: quicker yes, front 1",
    ):
        assert line in shown
    assert "set up with" not in shown
    assert "The campaign is over" not in shown


def test_the_next_battle_of_the_desert_is_set_up_as_the_last_says(call: Run) -> None:
    imported(call, 1)
    assert "the battle is fought at Area-F; half the minefields" in call("play", "desert", text="show\n").output
    second = options_of("desert-2")
    assert (second["front"], second["halved"]) == ("2", "both")
    header = read_campaign("desert").last.header
    assert header is not None
    assert header.players == {"axis": "Anna", "british": "Ben"}


def test_after_a_resignation_the_players_say_where_the_front_goes(call: Run) -> None:
    call("play", "kiss-rommel", "--campaign", "d", text="axis> resign\n")
    assert "For you to say: front" in call("show", "d").output
    call("play", "--campaign", "d", "--option", "front=-1", text="")
    assert options_of("d-2")["front"] == "-1"


def test_a_total_defeat_ends_the_campaign(call: Run) -> None:
    text = (ROOT / "examples/kiss_rommel/battle-1.ref").read_text()
    text = text.replace("Tobruk,Area-E,Area-F,Cairo", "Tobruk").replace("Area-B,Area-C,", "")
    call("import", "-", "--name", "desert-1", text=text)
    shown = call("show", "desert").output
    assert "The campaign is over: total defeat of British." in shown
    assert "is over" in call("play", "desert", status=1).output
