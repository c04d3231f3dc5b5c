"""`referee components`: what is on file, what is missing, and the files that a person keeps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run

pytestmark = pytest.mark.usefixtures("patrol")


@pytest.fixture
def folder(data_folder: Path) -> Path:
    """The folder of the component files."""
    folder = data_folder / "components" / "patrol"
    folder.mkdir(parents=True)
    return folder


def test_what_is_on_file_and_what_is_missing(call: Run, patrol: None, folder: Path) -> None:
    (folder / "mine.ref").write_text('# a comment\nunit "Scout" blue strength 3\nunit scout strength 4\nnonsense\n')
    lines = call("components", "patrol").output.splitlines()
    assert lines[1:] == [
        "  mine.ref: 2 facts",
        "unit: 3 on file, 1 value missing",
        "  alpha (Alpha, Red) [stated]: strength 2",
        "  bravo (Bravo, Blue) [unknown]: nothing known; missing: strength",
        "  scout (Scout, Blue) [mine.ref:3]: strength 4",
        f"{folder / 'mine.ref'}:3: warning: on file scout has strength 3; now it has 4",
        f"{folder / 'mine.ref'}:4: 'nonsense' is no verb. `?` lists what may be done now.",
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
    assert "strength 5" in call("components", "patrol").output
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
    assert "strength 5" in call("components", "patrol").output
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
