"""Statistics over a folder of records: they are the sums of the accounts of its games."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.game import Game
from referee.library import data_folder as games_folder
from referee.library import open_game
from referee.log import Entry, Log
from referee.review import figures
from referee.review.account import account_of
from referee.review.figures import FATES, Played, Skipped, Wanted, read_all, read_one, records_in
from referee.review.stats import statistics
from referee.ruleset import BREACHES
from referee.ruleset.find import load_ruleset
from tests.conftest import Run
from tests.records import FOLDER

FLAGGED = """place a1
hand
place a1
back
place a1
stand "we agreed"
hand
place b1
hand
place b1
stand
undo
fix 1 nought> place c3 keep
place b1
stand
"""
"""Findings of every fate but one: taken back, let stand, undone, and one that a correction changes."""


def played(call: Run, name: str, text: str, players: str = "nought=Anna,cross=Ben") -> str:
    """A saved game of noughts and crosses."""
    call("play", "noughts", "--name", name, "--players", players, text=text, status=None)
    return name


def counted(call: Run, *words: str) -> dict[str, Any]:
    """What `stats --json` says."""
    found: dict[str, Any] = json.loads(call("stats", *words, "--json").stdout)
    return found


def test_the_figures_of_a_game_are_those_of_its_account(call: Run) -> None:
    played(call, "flagged", FLAGGED)
    records = [games_folder() / "flagged.jsonl", *FOLDER.glob("*.jsonl")]
    fates: Counter[str] = Counter()
    for record in records:
        with Log.open(record, None, readonly=True) as log:
            account = account_of(Game(load_ruleset(log.header.ruleset), log))
            said = [row for e in log.entries if e.kind != "stand" for row in e.findings]
        totals, found = account.totals(), read_one(record, Wanted())
        assert isinstance(found, Played)
        assert (found.entries, found.turns) == (totals["entries"], totals["turns"])
        assert sum(tally.total for tally in found.dice.values()) == totals["dice"]
        kinds = Counter(kind for kind, _, _ in Counter(found.became).elements())
        assert all(kinds[kind] == totals[kind] for kind in ("illegal", "omission", "warning", "ruling", "needs"))
        by_rule = Counter(rule for kind, rule, _ in Counter(found.became).elements() if kind in BREACHES)
        assert by_rule == Counter(ruled.rule for ruled in account.findings if ruled.is_flag)
        assert Counter(found.said) == Counter((row["kind"], row["rule"]) for row in said)
        fates.update(fate for _, _, fate in Counter(found.became).elements())
    assert set(fates) == set(FATES)


def test_results_lengths_and_players_over_all_games(call: Run) -> None:
    red = "place a1\n-\nhand\nplace b1\nhand\nplace a2\nhand\nplace b2\nhand\nplace a3\n"
    played(call, "first", red)
    played(call, "second", red, "nought=ben,cross=ANNA")
    played(call, "third", "place a1\nresign nought\n")
    played(call, "fourth", "agree\n")
    played(call, "fifth", "house turn.place off \"short\"\nruling win.diagonal no\n", "nought=Clara")
    found = counted(call)
    noughts = found["rulesets"]["noughts"]
    assert (found["games"], noughts["won"], noughts["drawn"], noughts["open"]) == (5, {"nought": 2, "cross": 1}, 1, 1)
    assert noughts["endings"] == {"rules": 2, "resigned": 1, "agreed": 1, "open": 1}
    assert noughts["turns"] == {"least": 1, "mean": 2, "most": 3}
    assert (noughts["rulings"], noughts["house"]) == ({"win.diagonal no": 1}, {"turn.place off": 1})
    anna, ben, clara = (found["players"][name] for name in ("Anna", "Ben", "Clara"))
    assert [anna[each] for each in ("games", "won", "lost", "drawn", "open")] == [4, 1, 2, 1, 0]
    assert [ben[each] for each in ("games", "won", "lost", "drawn", "open")] == [4, 2, 1, 1, 0]
    assert anna["sides"] == {"noughts": {"nought": 3, "cross": 1}}
    assert (clara["games"], clara["open"]) == (1, 1)
    text = call("stats").output
    assert "Noughts won 2, Crosses won 1, drawn 1, open 1" in text
    assert "decided by the rules 2, by resignation 1, by agreement 1" in text
    assert "Anna: 4 games, won 1, lost 2, drawn 1, open 0" in text


def test_dice_go_with_the_player_and_not_with_the_side(call: Run, patrol: None) -> None:
    for name, players in (("one", "red=Anna,blue=Ben"), ("two", "red=Ben,blue=Anna")):
        call("play", "patrol", "--name", name, "--players", players, text="shoot alpha\n6,6\nshoot bravo\n1,2\n")
    dice = {name: player["dice"] for name, player in counted(call)["players"].items()}
    assert dice["Anna"] == dice["Ben"]
    assert (dice["Anna"]["total"], dice["Anna"]["mean"], dice["Anna"]["faces"]["6"]) == (4, 3.75, 2)
    assert "Anna" in call("stats").output.splitlines()[-2 - 1]


def test_only_some_games_are_asked_about(call: Run, evening: str, data_folder: Path) -> None:
    shutil.copy(FOLDER / "na-learned.jsonl", data_folder)
    played(call, "other", "place a1\n", "nought=Clara")
    assert counted(call)["games"] == 3
    assert list(counted(call, "--ruleset", "lightning-n")["rulesets"]) == ["lightning-north-africa"]
    assert counted(call, "--player", "  clara ")["games"] == 1
    assert counted(call, "--since", "9999-01-01")["games"] == 0
    assert "No ruleset is called 'chess'" in call("stats", "--ruleset", "chess", status=1).output
    assert counted(call, str(FOLDER))["games"] == len(list(FOLDER.glob("*.jsonl")))


def test_what_cannot_be_read_is_named_and_left_out(call: Run, evening: str, data_folder: Path) -> None:
    (data_folder / "bad.jsonl").write_bytes(b"rubbish\n")
    shutil.copy(data_folder / "evening.jsonl", data_folder / "short.jsonl")
    (data_folder / "short.jsonl").write_bytes((data_folder / "evening.jsonl").read_bytes()[:-9])
    (data_folder / "folder.jsonl").mkdir()
    found = counted(call)
    assert found["games"] == 2  # a line that was cut short is left out, the game is not
    assert {row["name"] for row in found["skipped"]} == {"bad", "folder"}
    assert "left out: bad: " in call("stats").output


@pytest.mark.parametrize("folder", ["none", "evening.jsonl", "a\0b"])
def test_a_folder_that_is_none(call: Run, evening: str, data_folder: Path, folder: str) -> None:
    output = call("stats", str(data_folder / folder), status=1).output
    assert "cannot be read" in output
    assert "Traceback" not in output


def test_no_game_at_all(call: Run, tmp_path: Path) -> None:
    assert call("stats", str(tmp_path)).output == "0 games\n"


def test_other_processes_count_as_this_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    records = records_in(FOLDER)
    here = list(read_all(records, Wanted(), None))
    monkeypatch.setattr(figures, "FEW", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert list(read_all(records, Wanted(), None)) == here


def test_a_pause_is_no_time_at_the_table(evening: str) -> None:
    entry = open_game(evening, readonly=True).log.entries[0]
    times = ["2026-11-30T19:00:00+00:00", "2026-11-30T19:30:00+00:00", "", "2026-12-02T19:00:00+00:00", "rubbish",
             "9999-12-31T23:59:59-12:00", "2026-12-02T20:00:00+01:00", "2026-12-02T19:15:00+00:00"]  # fmt: skip
    entries: list[Entry] = [replace(entry, time=time) for time in times]
    assert figures._hours(entries) == pytest.approx(0.75)
    assert figures._hours([replace(entry, time="")]) is None
    assert figures._hours([replace(entry, time=""), entry]) is None, "one time is no length of time"


def test_skipped_records_are_no_games() -> None:
    found = statistics([Skipped("x", "damaged"), None])
    assert (len(found.games), found.to_json()["skipped"]) == (0, [{"name": "x", "why": "damaged"}])


def test_nothing_is_written(call: Run, evening: str, data_folder: Path) -> None:
    before = {path: path.read_bytes() for path in data_folder.rglob("*") if path.is_file()}
    call("stats")
    call("rejudge", evening)
    assert {path: path.read_bytes() for path in data_folder.rglob("*") if path.is_file()} == before


def test_the_columns_of_findings_add_up(call: Run) -> None:
    played(call, "flagged", FLAGGED)
    for row in counted(call)["rulesets"]["noughts"]["findings"]:
        assert row["said"] + row["later"] == sum(row[fate] for fate in FATES)


def test_what_only_a_correction_found_was_found_later(call: Run) -> None:
    played(call, "late", "place a1\nhand\nplace b2\nhand\nfix 1 nought> place b2 keep\n")
    row = next(row for row in counted(call)["rulesets"]["noughts"]["findings"] if row["kind"] == "illegal")
    assert (row["said"], row["later"], row["stands"]) == (0, 1, 1)
    assert "later" in call("stats").output


def test_a_game_that_was_never_begun_is_not_counted(call: Run, evening: str) -> None:
    before = counted(call)
    call("play", "noughts", "--name", "empty")
    assert counted(call) == before
