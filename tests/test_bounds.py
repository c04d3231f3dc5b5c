"""What comes from strangers is refused when it is too much, runs no code, and stays inside the data folder.

Each giant is given to the real program, which may have so much memory and no more.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.parts import print_text
from referee.library import open_log
from referee.notation.words import is_control
from tests.conftest import ROOT, Run, write
from tests.fuzz.targets import unshown
from tests.giants import GIANTS, MEMORY, PLACED, Giant, chained, entry, header, refuse


@pytest.mark.parametrize("giant", GIANTS, ids=lambda giant: giant.what)
def test_giants_are_refused(tmp_path: Path, giant: Giant) -> None:
    """In a second, which `python -m tests.bench giants` measures: a test on a busy machine cannot."""
    met = refuse(giant, tmp_path)
    assert giant.said in met.text
    assert "Traceback" not in met.text, met.text[-2000:]
    assert met.status in (1, 2), met.text[-500:]
    assert met.memory < MEMORY >> 20
    if giant.words == PLACED:
        assert not list(tmp_path.glob("*.jsonl"))


def test_a_hundred_thousand_entries_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chained(tmp_path / "long.jsonl", [header(), *map(entry, range(1, 100_001))])
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    with open_log("long") as log:
        assert len(log.entries) == 100_000


# Code


def test_a_ruleset_of_strangers_is_loaded_only_when_it_is_chosen(tmp_path: Path) -> None:
    """A package that says when it is imported, installed beside the others."""
    stranger = tmp_path / "site" / "stranger-1.dist-info"
    stranger.mkdir(parents=True)
    (stranger / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1\n")
    names = ("aaa", "lightning-poland")  # the second is that of one of ours
    (stranger / "entry_points.txt").write_text(
        "[referee.rulesets]\n" + "".join(f"{name} = stranger_code\n" for name in names)
    )
    (tmp_path / "site" / "stranger_code.py").write_text('print("IMPORTED")\nRULESET = None\n')
    data = tmp_path / "data"
    data.mkdir()
    chained(data / "own.jsonl", [header(), entry(1)])
    good = write(tmp_path, '[Ruleset "lightning-poland"]\nnote "x"\n')

    def said(*words: str) -> str:
        path = os.pathsep.join([str(tmp_path / "site"), str(ROOT)])
        environment = {**os.environ, "PYTHONPATH": path, "REFEREE_DATA": str(data)}
        done = subprocess.run(
            [sys.executable, "-m", "referee", *words], env=environment, capture_output=True, text=True, timeout=60
        )
        return done.stdout + done.stderr

    assert "aaa: of the package stranger; `referee rulebook aaa` loads it" in said("rulesets", "-v")
    for words in (("games",), ("doctor",), ("show", "own"), ("check", good)):
        assert "IMPORTED" not in said(*words), words
    assert "IMPORTED" in said("rulebook", "aaa")


@pytest.mark.parametrize("ruleset", ["os", "tests.noughts", "rulesets.kiss_rommel", "../noughts", "noughts\x00", ""])
def test_a_record_names_an_installed_ruleset_and_no_module(call: Run, data_folder: Path, ruleset: str) -> None:
    data_folder.mkdir()
    chained(data_folder / "x.jsonl", [header(ruleset=ruleset)])
    assert "No ruleset is called" in call("show", "x", status=1).output
    file = write(data_folder, f'[Ruleset "{ruleset}"]\nnote "x"\n')
    call("check", file, status=2)
    assert [path.name for path in data_folder.iterdir() if path.is_dir()] in ([], [".state"])


# Paths


NAMES = (
    "../out", "/tmp/out", "..", ".", "a/../../out", "~root", "con", "x" * 5000, "\u2025/out", "\uff0e\uff0e\uff0fout",
    "a\x00b", "\u202eout", "-", "--", ".state", ".hidden", "%2e%2e%2fout", "a\nb", "game.jsonl", "\\..\\out", "",
)  # fmt: skip


def outside(root: Path, data: Path) -> list[Path]:
    """What was made in a folder, but for the data folder itself."""
    return [path for path in root.rglob("*") if path != data and data not in path.parents]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_no_name_leads_out_of_the_data_folder(call: Run, tmp_path: Path, data_folder: Path, name: str) -> None:
    elsewhere = tmp_path / "given"
    elsewhere.mkdir()
    doubled = name.replace('"', '""')
    tagged = write(elsewhere, f'[Ruleset "noughts"]\n[Game "{doubled}"]\n[Campaign "{doubled}"]\n\nplace a1\n')
    call("import", tagged, status=None)
    call("import", write(elsewhere, '[Ruleset "noughts"]\n\nplace a1\n'), "--name", name, status=None)
    call("play", "noughts", "--name", name, text="place a1\n", status=None)
    call("play", "match", "--campaign", name, text="", status=None)
    call("show", name, status=None)
    assert [path for path in outside(tmp_path, data_folder) if path.parent != elsewhere] == [elsewhere]
    for path in data_folder.glob("*"):
        assert path.name == ".state" or (path.suffix == ".jsonl" and path.is_file()), path
        assert len(path.name) <= 100


def test_a_record_whose_header_names_a_path_stays_where_it_is(call: Run, tmp_path: Path, data_folder: Path) -> None:
    data_folder.mkdir()
    tags = {"Campaign": "../../c", "Title": "../t", "What-if": "/w"}
    chained(data_folder / "x.jsonl", [header(ruleset="noughts", name="../../out", version="1", tags=tags)])
    for words in (("show", "x"), ("log", "x"), ("games",), ("play", "x")):
        call(*words)
    call("report", "x", "-o", str(data_folder / "x.json"), "-o", str(data_folder / "x.ref"))
    for ending in ("json", "ref"):
        call("import", str(data_folder / f"x.{ending}"))
    assert outside(tmp_path, data_folder) == []
    assert {path.name for path in data_folder.glob("*.jsonl")} == {"x.jsonl", "out.jsonl", "out-2.jsonl"}


@pytest.mark.parametrize("stem", ["..", "...", "learned", "mine", "\u202e", "x" * 200, "a b"])
def test_no_component_file_leads_out_of_its_folder(
    call: Run, patrol: None, tmp_path: Path, data_folder: Path, stem: str
) -> None:
    file = tmp_path / f"{stem}.ref"
    file.write_text('crew "Nine"\n' if stem == "a b" else "gun a 1\n")
    call("components", "patrol", "import", str(file), status=None)
    assert [path for path in outside(tmp_path, data_folder) if path != file] == []


def test_links_in_the_data_folder_are_followed_for_reading(call: Run, evening: str, tmp_path: Path) -> None:
    data = Path(os.environ["REFEREE_DATA"])
    kept = tmp_path / "cloud.jsonl"
    (data / f"{evening}.jsonl").rename(kept)
    (data / f"{evening}.jsonl").symlink_to(kept)
    before = len(kept.read_bytes())
    call("play", evening, text="place b1\n")
    assert len(kept.read_bytes()) > before, "it is the same record, kept elsewhere"
    (data / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    (data / "self.jsonl").symlink_to(data / "self.jsonl")
    (data / "folder.jsonl").symlink_to(tmp_path)
    os.mkfifo(data / "pipe.jsonl")
    output = call("games").output
    for name in ("gone", "self", "folder", "pipe"):
        assert f"{name}: damaged" in output
        call("show", name, status=1)
    call("doctor", status=1)


# Marks


MARKS = "\x1b[31m\x07\x9b2J\u202e\u2066\u200f\u200b\ufeff\u2028\U000e0041<evil>**x**</evil>"


def test_a_file_that_is_printed_for_a_person_is_made_safe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = MARKS.removeprefix("\x1b[31m")  # which click takes out of what goes into a file
    print_text(f"{text}\n")
    assert capsys.readouterr().out == f"{text}\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    print_text(f"{MARKS}\n")
    assert not unshown(capsys.readouterr().out)


def test_marks_are_shown_and_never_obeyed(call: Run, data_folder: Path) -> None:
    """One record with marks wherever text can be; every command speaks of it without obeying any."""
    data_folder.mkdir()
    finding = {"kind": "illegal", "rule": MARKS, "message": MARKS, "instead": MARKS}
    texts = {
        "number": 1, "kind": "note", "side": "", "line": f'note "{MARKS}"', "verdict": MARKS, "by": MARKS,
        "why": MARKS, "ruled": MARKS, "consequences": [MARKS], "findings": [finding], "answers": MARKS, "time": MARKS,
    }  # fmt: skip
    odd = {**texts, "number": 2, "kind": "act", "side": "nought", "line": MARKS}
    tags = {"Campaign": MARKS, MARKS: MARKS, "Title": MARKS}
    first = header(
        ruleset="noughts", version=MARKS, name=MARKS, players={"nought": MARKS}, place=MARKS, umpire=MARKS, date=MARKS,
        tags=tags, components=[MARKS], rulings={MARKS: MARKS}, options={MARKS: MARKS},
    )  # fmt: skip
    bodies = [
        json.dumps({"table": "entries", "id": n, **each}, ensure_ascii=False, separators=(",", ":")).encode()
        for n, each in ((1, texts), (2, odd))
    ]
    chained(data_folder / "x.jsonl", [json.dumps(json.loads(first), ensure_ascii=False, separators=(",", ":")).encode(),
                                      *bodies])  # fmt: skip
    (data_folder / f"{MARKS.replace('/', '')}.jsonl").write_text("x")
    file = write(data_folder, f'[Ruleset "noughts"]\n[Red "{MARKS}"]\n{MARKS}\nplace {MARKS}\n', f"{MARKS[:9]}.ref")
    broken = write(data_folder, json.dumps({"form": MARKS, MARKS: 1}), f"{MARKS[:9]}.json")
    outputs = [data_folder / f"out.{ending}" for ending in ("html", "md", "ref")]
    for words in (
        ("games",), ("show", "x"), ("show", "x", "--at", "1"), ("log", "x"), ("log", "x", "--plain"), ("dice", "x"),
        ("log", "x", "--flags"), ("doctor",), ("stats",), ("rejudge", "x"), ("diff", "x", "0"), ("diff", "x", "x"),
        ("show", MARKS), ("play", MARKS), ("check", file), ("import", file), ("import", broken),
        ("components", "noughts", "check", file), ("components", MARKS), ("rulebook", "noughts", MARKS),
        ("play", "noughts", "--players", f"nought={MARKS}", "--umpire", MARKS), ("rulebook", MARKS),
        ("play", "noughts", "--position", file), ("play", "noughts", "--option", MARKS), ("show", "x", "--as", MARKS),
        ("log", "x", "--verb", MARKS), ("log", "x", "--turn", MARKS), ("report", "x", "-o", MARKS),
        ("report", "x", *(word for path in outputs for word in ("-o", str(path)))), ("review", "x"),
        ("play", "x"), ("play", "noughts", "--campaign", MARKS), ("show", str(MARKS[:4])), ("stats", MARKS),
        ("report", file, "-o", str(data_folder / "y.md")), ("import", "--name", MARKS, file),
    ):  # fmt: skip
        result = call(*words, text=f"{MARKS}\nshow\nlog\nwhy {MARKS}\nwhy 1\nplace a1\nlegal\naudit\n", status=None)
        assert not unshown(result.output), (words, result.output)
    for words in (("games",), ("show", "x"), ("log", "x"), ("stats",), ("diff", "x", "0"), ("check", file)):
        result = call(*words, "--json", status=None)
        assert not unshown(result.output), words
        json.loads(result.stdout)
    html, markdown, exported = (path.read_text("utf-8") for path in outputs)
    assert not unshown(html + markdown)
    assert "<evil>" not in html + markdown
    assert "**x**" not in markdown
    for text in (exported, call("export", "x").output):  # a file keeps what was written, but for control characters
        assert not [mark for mark in unshown(text) if is_control(mark)], ascii(text)
