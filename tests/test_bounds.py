"""What comes from strangers is refused when it is too much, runs no code, and stays inside the data folder.

Each giant is given to the real program, which may have so much memory and no more, and has a second of the processor.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from referee import catalogue, lines, position, transcript
from referee.cli.parts import print_text
from referee.library import open_log
from referee.lines import SUM_KEY, chained_sum
from referee.notation.words import is_control
from referee.piped import MOST_FAILED
from tests.conftest import ROOT, Run, toy_header, write
from tests.fuzz.targets import unshown

SECONDS = 2.0
"""A second, and as much again where other programs share the processor."""

MEMORY = 500 << 20
GIANT = 1 << 30
HEAD = b'[Ruleset "lightning-north-africa"]\n'
CHILD = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
from referee.cli import main
try:
    main(sys.argv[1:])
finally:
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"\\nUSED {{used.ru_utime + used.ru_stime}} {{used.ru_maxrss << 10}}", file=sys.stderr)
"""


def refused(folder: Path, *words: str | Path, feed: str = "", seconds: float = SECONDS) -> str:
    """What the program says about a giant, in time and in its memory. `feed` is a shell command that speaks to it."""
    child = [sys.executable, "-c", CHILD, *map(str, words)]
    source = subprocess.Popen(feed, shell=True, stdout=subprocess.PIPE, start_new_session=True) if feed else None
    try:
        done = subprocess.run(
            child, stdin=source.stdout if source else subprocess.DEVNULL, capture_output=True, cwd=ROOT, timeout=120,
            env={**os.environ, "REFEREE_DATA": str(folder)},
        )  # fmt: skip
    finally:
        if source and source.stdout:
            source.stdout.close()
            source.kill()
            source.wait()
    said = (done.stdout + done.stderr).decode()
    text, _, used = said.rpartition("\nUSED ")
    assert "Traceback" not in text, text[-2000:]
    assert done.returncode in (1, 2), text[-500:]
    time, memory = map(float, used.split())
    assert time < seconds, f"{time} s"
    assert memory < MEMORY, f"{memory / 2**20} MiB"
    return text


def sparse(path: Path, size: int = GIANT, head: bytes = b"") -> Path:
    """A file of zeros that takes no room."""
    with path.open("wb") as file:
        file.write(head)
        file.truncate(size)
    return path


def repeated(path: Path, piece: bytes, size: int, head: bytes = b"", tail: bytes = b"") -> Path:
    """A file of one piece over and over."""
    path.write_bytes(head + piece * (size // len(piece)) + tail)
    return path


# Transcripts, positions, component files


@pytest.mark.parametrize("feed", ["cat /dev/zero", "yes", "yes '[Red \"x\"]'", "yes | tr -d '\\n'"])
def test_a_pipe_without_an_end_is_no_transcript(tmp_path: Path, feed: str) -> None:
    assert "larger than 16 MiB" in refused(tmp_path, "check", "-", feed=feed)


def test_giant_transcripts_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.ref"
    many_lines, many_tags = f"more than {transcript.MOST_LINES:,} lines", f"more than {transcript.MOST_TAGS:,} tags"
    cases: list[tuple[Callable[[], Path], str]] = [
        (lambda: sparse(file), "larger than 16 MiB"),
        (lambda: repeated(file, b"draw\n", 10 << 20, HEAD), many_lines),
        (lambda: repeated(file, b"draw;" * 9000 + b"\n", 10 << 20, HEAD), many_lines),
        (lambda: repeated(file, b"\r", 10 << 20, HEAD), many_lines),
        (lambda: repeated(file, b'[Component "card a b"]\n', 1 << 20, HEAD), many_tags),
        (lambda: repeated(file, b"x\n", 200_000, HEAD), "Here reading stops: 500 lines could not be read."),
        (lambda: repeated(file, b"x " * 15_000 + b"\n", 4 << 20, HEAD), "reading stops: 1 line could not be read"),
        (lambda: repeated(file, b"draw " + b"9" * 31_000 + b"\n", 1 << 20, HEAD), "Here reading stops"),
        (lambda: repeated(file, b"[" * 100_000 + b"\n", 9 << 20, HEAD), "This tag is not whole"),
    ]
    for make, said in cases:
        assert said in refused(tmp_path, "check", make())


def test_a_million_names_of_tags_take_no_time(tmp_path: Path) -> None:
    tags = b"".join(b'[K%d "x"]\n' % number for number in range(10**5))
    file = tmp_path / "x.ref"
    file.write_bytes(HEAD + tags)
    assert f"more than {transcript.MOST_TAGS:,} tags" in refused(tmp_path, "check", file)


def test_giant_component_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.ref"
    cases: list[tuple[Callable[[], Path], str]] = [
        (lambda: sparse(file), f"larger than {catalogue.MOST_BYTES >> 20} MiB"),
        (lambda: repeated(file, b"\n", 1 << 20), f"more than {catalogue.MOST_LINES:,} lines"),
        (lambda: repeated(file, b"card x;", 1 << 20), f"more than {catalogue.MOST_LINES:,} lines"),
        (lambda: repeated(file, b"card x\n", 30_000), "Here reading stops"),
        (lambda: repeated(file, b"card " + b"x," * 9000 + b"\n", 1 << 20), "Here reading stops"),
    ]
    for make, said in cases:
        assert said in refused(tmp_path, "components", "lightning-north-africa", "check", make())


def test_giant_positions_are_refused(tmp_path: Path) -> None:
    file, words = tmp_path / "x.txt", ("play", "lightning-north-africa", "--name", "x", "--position")
    cases: list[tuple[Callable[[], Path], str]] = [
        (lambda: sparse(file), "larger than 16 MiB"),
        (lambda: repeated(file, b"turn.number 4\n", 100_000), f"more than {position.MOST_LINES:,} lines"),
        (lambda: repeated(file, b"turn.number " + b"9" * 30_000 + b"\n", 1 << 20), "is a number from 0 to 999"),
    ]
    for make, said in cases:
        assert said in refused(tmp_path, *words, make())
    assert not list(tmp_path.glob("*.jsonl"))


# Lines at the prompt


def test_a_pipe_without_an_end_is_no_player(tmp_path: Path) -> None:
    words = ("play", "lightning-north-africa", "--name")
    assert "A line of 512000 characters" in refused(tmp_path, *words, "zero", feed="cat /dev/zero")
    assert f"the last {MOST_FAILED:,} lines all failed" in refused(tmp_path, *words, "yes", feed="yes")


# Records


def chained(path: Path, bodies: Iterable[bytes]) -> Path:
    """A record with right sums, whatever is in its lines."""
    total = ""
    with path.open("wb") as file:
        for body in bodies:
            total = chained_sum(total, body)
            file.write(body[:-1] + SUM_KEY + total.encode() + b'"}\n')
    return path


def header(**more: object) -> bytes:
    """The first line of a record."""
    document = {"table": "header", "id": 1, **toy_header().to_json(), "ruleset": "lightning-north-africa", **more}
    return json.dumps(document, separators=(",", ":")).encode()


def entry(number: int, data: bytes = b"{}") -> bytes:
    """A line of a record."""
    kind = b'"kind":"note","side":"","line":"note x","data":%b}' % data
    return b'{"table":"entries","id":%d,"number":%d,%b' % (number, number, kind)


def test_giant_records_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    dense = b'{"x":[%b]}' % b",".join([b"[]"] * 250_000)
    most = lines.MAX_LINES
    cases: list[tuple[Callable[[], Path], str]] = [
        (lambda: sparse(file), "larger than 48 MiB"),
        (lambda: sparse(file, 40 << 20), "longer than 1048576 bytes"),
        (lambda: repeated(file, b"\n", 20 << 20), f"more than {most:,} lines"),
        (lambda: repeated(file, b"{}\n", 10 << 20), f"more than {most:,} lines"),
        (lambda: chained(file, [header(), *(entry(n, dense) for n in range(1, 20))]), "more than 3,000,000 values"),
        (lambda: chained(file, [header(), entry(1, b'{"x":%b%b}' % (b"[" * 400_000, b"]" * 400_000))]), "not a JSON"),
        (lambda: chained(file, [header(), entry(1, b'{"x":%b}' % (b"9" * 1_000_000))]), "not a JSON document"),
        (lambda: chained(file, [header(**{f"k{n}": "" for n in range(60_000)})]), "unknown field"),
    ]
    for make, said in cases:
        assert said in refused(tmp_path, "show", make().stem)


def test_a_hundred_thousand_entries_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chained(tmp_path / "long.jsonl", [header(), *map(entry, range(1, 100_001))])
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    with open_log("long") as log:
        assert len(log.entries) == 100_000


# Exports


def test_giant_exports_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    cases: list[tuple[Callable[[], Path], str]] = [
        (lambda: sparse(file), "larger than 48 MiB"),
        (lambda: repeated(file, b"{},", 47 << 20, b"["), "more than 3,000,000 values"),
        (lambda: repeated(file, b'"ab",', 14 << 20, b"[", b"1]"), 'its field "form" is not'),
        (lambda: repeated(file, b'{"a":1},', 4 << 20, b"[", b"1]"), 'its field "form" is not'),
        (lambda: repeated(file, b"x", 40 << 20, b'"', "\U0001f3b2".encode() + b'"'), "96 MiB in memory"),
        (lambda: repeated(file, b"[", 1 << 20), "recursion"),
        (lambda: repeated(file, b'{"x":', 1 << 20), "recursion"),
        (lambda: repeated(file, b"9", 1_000_000), "4300 digits"),
    ]
    for make, said in cases:
        assert said in refused(tmp_path, "import", make())


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
