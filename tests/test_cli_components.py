"""`referee components`: what is on file, what is missing, and the files that a person keeps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.catalogue import teach
from referee.components.geometry import Point
from referee.components.learning import noted
from referee.prompt.gaps import ask_all, gaps
from referee.ruleset.find import load_ruleset, ruleset_names
from referee.stock import take_stock
from tests.conftest import Run

pytestmark = pytest.mark.usefixtures("patrol")


@pytest.fixture
def folder(data_folder: Path) -> Path:
    """The folder of the component files."""
    folder = data_folder / "components" / "patrol"
    folder.mkdir(parents=True)
    return folder


def test_how_complete_a_copy_is(call: Run, patrol: None, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "mine.ref").write_text('# a comment\nunit "Scout" blue strength 3\nunit scout strength 4\nnonsense\n')
    lines = call("components", "patrol").output.splitlines()
    assert lines[1:3] == ["  mine.ref: 2 facts", "units  [######....]  2 of 3 values, 2 of 3 complete"]
    assert lines[-2:] == [
        f"{folder / 'mine.ref'}:3: warning: on file scout has strength 3; now it has 4",
        f"{folder / 'mine.ref'}:4: 'nonsense' is no verb. `?` lists what may be done now.",
    ]
    assert f"  {folder / 'mine.ref'}" in lines, "which file to edit"
    (folder / "mine.ref").unlink()
    monkeypatch.setenv("COLUMNS", "40")
    lines = call("components", "patrol").output.splitlines()
    assert lines[lines.index("units") :][:3] == ["units", "  [#####.....]  1 of 2 values", "  1 of 2 complete"]
    assert max(map(len, lines[:-1])) <= 40
    (folder / "deck.ref").write_text("unit bravo strength 3\n")
    told = call("components", "patrol").output
    assert "[##########]  2 of 2 values\n" in told
    assert " ask`" not in told, "there is nothing to ask for"


def test_each_component_is_listed_when_asked_for(call: Run, patrol: None, folder: Path) -> None:
    (folder / "mine.ref").write_text('unit "Scout" blue strength 3\n')
    assert call("components", "patrol", "-v").output.splitlines()[3:6] == [
        "  alpha (Alpha, Red) [stated]: strength 2",
        "  bravo (Bravo, Blue) [unknown]: nothing known; missing: strength",
        "  scout (Scout, Blue) [mine.ref:1]: strength 3",
    ]


def test_as_json(call: Run, patrol: None, folder: Path) -> None:
    (folder / "mine.ref").write_text("unit alpha strength 3\nunit ?\n")
    found = json.loads(call("components", "patrol", "--json").output)
    assert found["ruleset"] == "patrol"
    assert found["components"] == [
        {
            "kind": "unit", "name": "alpha", "title": "Alpha", "side": "red", "facts": {"strength": 3},
            "source": "told", "origin": "mine.ref:1", "missing": [],
        },
        {
            "kind": "unit", "name": "bravo", "title": "Bravo", "side": "blue", "facts": {"strength": None},
            "source": "unknown", "origin": "unknown", "missing": ["strength"],
        },
    ]  # fmt: skip
    assert [(f["line"], f["kind"]) for f in found["faults"]] == [(1, "warning"), (2, "fault")]


def test_check_finds_all_faults(call: Run, patrol: None, folder: Path, tmp_path: Path) -> None:
    assert call("components", "patrol", "check").output == "0 faults, 0 warnings\n"
    (folder / "mine.ref").write_text('unit "Scout" blue\n')
    deck = tmp_path / "deck.ref"
    deck.write_text("unit scout strength 3\nunit scuot strength 3\nshoot alpha\n")
    output = call("components", "patrol", "check", str(deck), status=1).output
    assert [line.split(": ")[0] for line in output.splitlines()] == [f"{deck}:2", f"{deck}:3", "2 faults, 0 warnings"]
    assert "Did you mean scout" in output
    rows = json.loads(call("components", "patrol", "check", str(deck), "--json", status=1).output)["faults"]
    assert [row["line"] for row in rows] == [2, 3]
    assert "cannot be read" in call("components", "patrol", "check", str(tmp_path / "none"), status=1).output


def test_a_contradiction_alone_is_no_fault(call: Run, patrol: None, folder: Path) -> None:
    (folder / "mine.ref").write_text("unit alpha strength 3\n")
    assert call("components", "patrol", "check").output.splitlines()[-1] == "0 faults, 1 warning"


def test_edit_makes_a_file_to_fill_in_and_checks_it(
    call: Run, patrol: None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "sed -i 's/# unit bravo strength ?/unit bravo strength 5/'")
    assert call("components", "patrol", "edit").output == "0 faults, 0 warnings\n"
    text = (folder / "mine.ref").read_text()
    assert "\nunit bravo strength 5\n" in text
    assert '# unit "Night Patrol" red strength 2\n' in text
    assert "strength 5" in call("components", "patrol", "-v").output
    monkeypatch.setenv("EDITOR", "sed -i 's/strength 5/strength 50/'")
    output = call("components", "patrol", "edit", status=1).output
    assert f"{folder / 'mine.ref'}:4: strength is 1 to 9, not 50" in output


def test_export_and_import(call: Run, patrol: None, folder: Path, tmp_path: Path) -> None:
    (folder / "mine.ref").write_text("unit bravo strength 5\n")
    out = tmp_path / "My Deck.ref"
    call("components", "patrol", "export", str(out))
    assert "unit bravo strength 5" in out.read_text()
    assert call("components", "patrol", "export", "-").output == out.read_text()
    assert "is there already" in call("components", "patrol", "export", str(out), status=1).output
    (folder / "mine.ref").unlink()
    assert str(folder / "my-deck.ref") in call("components", "patrol", "import", str(out)).output
    assert "strength 5" in call("components", "patrol", "-v").output
    assert "not on file already" in call("components", "patrol", "import", str(out), status=1).output
    out.write_text("unit bravo strength 6\n")
    call("components", "patrol", "import", str(out))
    assert sorted(file.name for file in folder.iterdir()) == ["my-deck-2.ref", "my-deck.ref"]


def test_import_takes_nothing_of_a_file_with_a_fault(call: Run, patrol: None, folder: Path, tmp_path: Path) -> None:
    bad = tmp_path / "learned.ref"
    bad.write_text("unit bravo strength 5\nunit bravo strength 50\n")
    output = call("components", "patrol", "import", str(bad), status=1).output
    assert "Nothing was imported" in output
    assert f"{bad}:2:" in output
    assert list(folder.iterdir()) == []
    bad.write_text("unit bravo strength 5\n")
    call("components", "patrol", "import", str(bad))
    assert [file.name for file in folder.iterdir()] == ["learned-2.ref"], "the program's own file is not overwritten"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("patrol", "export"), "name one file"),
        (("patrol", "import", "a", "b"), "name one file"),
        (("patrol", "edit", "a"), "it opens your own file"),
        (("patrol", "ask", "a"), "name no file"),
        (("patrol", "burn"), "'burn' is not one of"),
        (("petrol",), "Did you mean patrol"),
    ],
)
def test_wrong_words(call: Run, patrol: None, words: tuple[str, ...], said: str) -> None:
    assert said in call("components", *words, status=None).output


def test_a_game_without_components(call: Run) -> None:
    assert "no components that could be on file" in call("components", "noughts").output


def test_piped_play_prints_the_faults_and_goes_on(call: Run, patrol: None, folder: Path) -> None:
    (folder / "mine.ref").write_text("unit bravo strength 5\nunit bravo strength 50\n")
    output = call("play", "patrol", "--name", "x", text="shoot alpha\n", status=0).output
    assert f"{folder / 'mine.ref'}:2: strength is 1 to 9, not 50" in output
    assert "#1 ok red> shoot alpha" in output


ROSTER = "".join(f'unit "{name}" blue\n' for name in ("Able", "Baker", "Carol"))


def test_missing_values_are_asked_for_one_by_one(call: Run, patrol: None, folder: Path) -> None:
    (folder / "mine.ref").write_text(ROSTER)
    result = call("components", "patrol", "ask", text="\n99\n?\n4\n5\nq\n", status=1)
    assert "Bravo (unit, Blue): strength? 1 to 9\n" in result.output
    assert result.output.count("Able (unit, Blue): strength?") == 3, "asked again after a fault, and after `?`"
    assert "strength is 1 to 9, not 99" in result.output
    assert result.output.index("Carol") < result.output.index("2 values told")
    assert "2 still missing" in result.output
    text = (folder / "learned.ref").read_text()
    assert text.splitlines()[1:] == ["blue> unit able strength 4", "blue> unit baker strength 5"]
    assert "0 values told; 2 still missing" in call("components", "patrol", "ask", text=b"\n").output
    call("components", "patrol", "ask", text=b"\xff\x1b[2J\n", status=1)
    assert (folder / "learned.ref").read_text() == text


def test_the_choices_are_numbered(call: Run) -> None:
    output = call("components", "lightning-poland", "ask", text="\n3\nq\n").output
    assert "type?\n  1) infantry  2) mechanized  3) armored\n" in output
    told = call("components", "lightning-poland", "-v").output
    assert "type armored" in next(line for line in told.splitlines() if "learned.ref" in line and "army-krakow" in line)


def test_a_value_is_explained_and_an_answer_taken_back(call: Run, folder: Path) -> None:
    (folder / "mine.ref").write_text(ROSTER)
    output = call("components", "patrol", "ask", text="back\n?\n4\nback\n5\n\nback\nq\n").output
    assert "This is the first question." in output
    assert "A whole number, 1 to 9.\nFor example `" in output
    assert "`, which puts on file: unit bravo strength " in output
    assert "Taken back: blue> unit bravo strength 4\n" in output
    assert output.count("Able (unit, Blue): strength?") == 3, "after 4, after 5, and gone back to"
    assert "1 value told" in output
    assert "bravo (Bravo, Blue) [learned.ref:4]: strength 5" in call("components", "patrol", "-v").output
    output = call("components", "lightning-north-africa", "ask", text="?\nq\n").output
    assert "The name of a region: algeria, tripoli," in output


def test_a_long_row_breaks_between_words(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = call("components", "lightning-d-day", "-v").output.splitlines()
    assert max(map(len, lines[:-1])) <= 60
    assert all(line.startswith("      ") for line in lines if line.startswith("   "))


def test_what_a_verb_means_is_told_in_whole_paragraphs(patrol: None) -> None:
    told: list[str] = []
    ask_all(take_stock(load_ruleset("lettow-vorbeck")), lambda: None, told.append)
    assert told[0] == ""
    assert all(text.endswith(".") for text in told[1:-1]), told


def test_each_answer_is_on_file_at_once(patrol: None, data_folder: Path, folder: Path) -> None:
    (folder / "mine.ref").write_text(ROSTER)

    def answers() -> str:
        number = len((folder / "learned.ref").read_text().splitlines()) if (folder / "learned.ref").exists() else 1
        if number == 3:
            raise KeyboardInterrupt
        return str(number)

    with pytest.raises(KeyboardInterrupt):
        ask_all(take_stock(load_ruleset("patrol")), answers, lambda text: None)
    assert (folder / "learned.ref").read_text().endswith("blue> unit bravo strength 1\nblue> unit able strength 2\n")


@pytest.mark.parametrize("game", [name for name in ruleset_names() if name != "kiss-rommel"])
def test_what_is_asked_for_can_be_told(game: str, data_folder: Path) -> None:
    """A value of each kind of field is told, with the first choice there is; a game that has a gap loses one."""
    ruleset = load_ruleset(game)
    table = take_stock(ruleset).files.table
    found = list(gaps(ruleset, table))
    by_field = {(gap.component.kind, gap.slot.keyword): gap for gap in found}
    assert by_field
    for gap in by_field.values():
        first = next(iter(gap.words(table)), "1")
        after, _, _ = teach(ruleset, table, f"{gap.line} {first}")
        assert gap.key not in {other.key for other in gaps(ruleset, after)}, f"{gap.line} {first}"


def test_what_a_person_wrote_is_never_lost(
    call: Run, patrol: None, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "true")
    mine, learned = folder / "mine.ref", folder / "learned.ref"
    by_hand = b'# my own comment \xc3\xa4\r\nunit "Scout" blue  # of Ben\n\n   # no end'
    mine.write_bytes(by_hand)
    learned.write_bytes(b"# by hand\n  unit alpha strength 3   # odd   blanks\n#- nothing\nunit bravo strength 2")
    before = learned.read_bytes()
    call("play", "patrol", "--name", "x", text="unit scout strength 4\nundo\nshoot alpha\n")
    call("components", "patrol", "edit")
    call("components", "patrol", "ask", text="6\n")
    deck = tmp_path / "deck.ref"
    deck.write_text('unit "Relief" red strength 1\n')
    call("components", "patrol", "import", str(deck))
    assert mine.read_bytes() == by_hand
    added = learned.read_bytes().removeprefix(before)
    assert added.splitlines() == [
        b"", b"blue> unit scout strength 4", b"#- blue> unit scout strength 4", b"blue> unit scout strength 6"
    ]  # fmt: skip
    assert (folder / "deck.ref").read_bytes() == deck.read_bytes()


def test_a_transcript_is_its_own_unless_it_is_asked_otherwise(
    call: Run, patrol: None, folder: Path, tmp_path: Path
) -> None:
    (folder / "mine.ref").write_text('unit "Scout" red strength 1\n')
    file = tmp_path / "game.ref"
    file.write_text('[Ruleset "patrol"]\nshoot scout\nshoot nobody\n')
    lines = call("check", str(file), status=1).output.splitlines()
    assert "(it is on file here: --components uses what is on file)" in lines[0]
    assert "on file here" not in lines[1], "nobody knows that one"
    assert "on file here" in call("import", str(file), status=1).output
    output = call("check", "--components", str(file), status=1).output
    assert output.count(": unknown ") == 1
    assert "'nobody'" in output
    file.write_text('[Ruleset "patrol"]\nshoot scout\n')
    assert "1 entry saved" in call("import", "--components", str(file)).output
    assert "of red strength 1" in call("export", "game").output, "and goes on with what it knew"


def test_facts_that_differ_are_told_in_the_words_of_the_notation() -> None:
    assert [noted(fact) for fact in (True, None, (), 2.5, {"all": 2, "fleet": 4}, ("a", "b"), 3, Point(90, 60.5))] == [
        "yes", "none", "none", "2.5", "all-2,fleet-4", "a,b", "3", "90,60.5"
    ]  # fmt: skip
