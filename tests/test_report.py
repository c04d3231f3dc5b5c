"""Reports: what they say, that all exports agree, that text stays text, and that what they hold can be read again."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from referee.check import judge_transcript
from referee.commands import run
from referee.components.geometry import Shape
from referee.game import Game
from referee.library import open_game
from referee.log import Log
from referee.review.account import Account, account_of
from referee.review.exchange import NoExport, read_json, write_json
from referee.review.graphs import course_of, graphs_of
from referee.review.html import write_html
from referee.review.markdown import write_markdown
from referee.review.report import report_of
from referee.review.svg import drawing
from referee.review.turning import MOST, stops_of
from referee.ruleset import Chart, Ground, Picture, Piece, Place, Point, Way
from referee.transcript import read_file, read_transcript, write_transcript
from referee.veil import NOBODY, sight, veil
from tests.conftest import NEW, ROOT, Run, toy_header
from tests.correcting import play
from tests.noughts import RULESET, Board
from tests.pages import HOSTILE, LONG, Element, hostile_game, parsed, table_rows
from tests.table import WHOLE_GAMES


@pytest.fixture(autouse=True)
def _toy(noughts: None) -> None:
    """The toy ruleset is installed, so that its exports can be read again."""


def whole(path: Path) -> Account:
    """The account of an example game."""
    return account_of(judge_transcript(read_file(path)).game)


def page_of(game: Game) -> Element:
    """The page of a game, taken apart."""
    return parsed(write_html(report_of(account_of(game))))


def rendered(game: Game) -> str:
    """The Markdown of a game as a forum shows it."""
    text = write_markdown(report_of(account_of(game)))
    return str(MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).render(text))


def read_again(game: Game) -> Game:
    """A game written as JSON, and read."""
    return read_json(BytesIO(write_json(account_of(game)).encode()))


def with_charts(game: Game) -> Game:
    """A toy game whose ruleset draws."""
    charts: tuple[Chart[Board], ...] = (
        Chart("The middle", "", lambda t: {"b2": t.tokens.get("b2", "")}, decisive=True),
        Chart("Tokens", "tokens", lambda t: {s: sum(o == s for o in t.tokens.values()) for s in ("nought", "cross")}),
        Chart("Never known", "", lambda t: {}),
    )
    ruleset = replace(RULESET, charts=charts, picture=picture)
    again = Game(ruleset, Log.memory(toy_header()))
    for entry in game.log.entries:
        again.timeline.take(entry)
        again.log.append(entry)
    return again


def picture(table: Board) -> Picture:
    """The board as a drawing."""
    at = {f"{c}{r}": Point(10.0 * x, 10.0 * y) for x, c in enumerate("abc") for y, r in enumerate("123")}
    pieces = tuple(Piece(at[square], f"token of {side}", side, ("new",)) for square, side in table.tokens.items())
    ground = (Ground(Shape((Point(0, 0), Point(20, 20))), "hill", "the board"),)
    places = tuple(Place(point, square) for square, point in at.items())
    return Picture(20, 20, ground, places, (Way(at["a1"], at["c3"]),), pieces, note="A toy.")


# What it says


@pytest.mark.parametrize("path", WHOLE_GAMES, ids=lambda path: path.stem)
def test_a_page_is_whole_and_needs_nothing_from_outside(path: Path) -> None:
    text = write_html(report_of(whole(path)))
    page = parsed(text)
    assert not page.all("script", "link", "img", "iframe", "object", "base", "form")
    assert not re.search(r"\s(src|on\w+|style)=", re.sub(r"<style>.*?</style>", "", text, flags=re.S))
    assert all(link.attributes["href"].startswith("#") for link in page.all("a"))
    ids = re.findall(r'\sid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert {link.attributes["href"][1:] for link in page.all("a")} <= set(ids)
    assert not re.search(r"url\(|@import|https?:", text)
    policy = page.all("meta")[1].attributes["content"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", WHOLE_GAMES, ids=lambda path: path.stem)
def test_a_page_works_for_a_screen_reader(path: Path) -> None:
    page = parsed(write_html(report_of(whole(path))))
    assert page.all("html")[0].attributes["lang"] == "en"
    assert [len(page.all(name)) for name in ("h1", "main", "header", "footer")] == [1, 1, 1, 1]
    levels = [int(heading.name[1]) for heading in page.all("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for table in page.all("table"):
        assert len(table.all("caption")) == 1
        assert all(cell.attributes["scope"] in ("col", "row") for cell in table.all("th"))
        assert len({len(row.all("th", "td")) for row in table.all("tr")}) == 1
    for svg in page.all("svg"):
        assert svg.attributes.get("aria-hidden") or svg.attributes["role"] == "img"
        assert svg.attributes.get("aria-hidden") or svg.all("title")[0].text
    for drawn in page.all("figure"):
        assert drawn.all("table", "pre"), "each drawing has its data beside it"


def test_the_result_and_when_it_was_decided() -> None:
    report = report_of(whole(ROOT / "examples/lightning_north_africa/axis-wins-in-cairo.ref"))
    assert report.result == "The Axis (Anna) won after 4 turns."
    assert report.decided[0] == "It was decided in turn 4, Allied, Draw Two Cards, with entry 179."
    assert report.decided[-1].endswith("[win.axis]")
    assert ("Allied", "Ben") in report.facts
    assert report.stops[-1].why[-1] == "The game was decided."
    assert any("Control of Tobruk: Axis (before: Allied)." in stop.why for stop in report.stops)


def test_turning_points_are_what_decides_a_game_and_no_draws() -> None:
    cairo = report_of(whole(ROOT / "examples/lightning_north_africa/axis-wins-in-cairo.ref")).stops
    assert [stop.when for stop in cairo] == [
        "At the start", "Turn 1, Axis, after entry 36", "Turn 2, Axis, after entry 102",
        "Turn 4, Axis, after entry 147", "Turn 4, Allied, after entry 179",
    ]  # fmt: skip
    assert "Forces on the map, Allied: from 3 to 1." in cairo[2].why, "both that were lost in this turn"
    tape = report_of(whole(ROOT / "examples/kiss_rommel/by-the-tape.ref")).stops
    assert {"Turn 5, Axis, after entry 102", "Turn 6, Axis, after entry 113"} <= {stop.when for stop in tape}
    assert ("Victory points, Axis: from 2 to 4.", "Destroyed units, British: from 2 to 4.") in [s.why for s in tape]


def test_turns_are_those_that_were_played() -> None:
    account = whole(ROOT / "examples/kiss_rommel/by-the-tape.ref")
    report = report_of(account)
    assert account.totals()["turns"] == 9
    assert report.result == "The Axis (Anna) won after 9 turns."
    assert report.decided[0] == "It was decided before turn 10, Axis, Turn-end die, with entry 146."
    assert "over after 9 turns" in report.decided[-1]
    assert report.turns[-1].title == "Before turn 10"
    assert {graph.last for graph in report.graphs if graph.curves} == {9}


@pytest.mark.parametrize("path", WHOLE_GAMES, ids=lambda path: path.stem)
def test_every_line_of_a_story_says_something(path: Path) -> None:
    report = report_of(whole(path))
    lines = [line for turn in report.turns for section in turn.sections for line in section.lines]
    assert lines
    assert all(line.sentence for line in lines)
    assert not re.search(r"^- \(\d+\)$", write_markdown(report), re.M)


def test_what_happens_by_itself_stands_in_place_of_a_declined_reaction() -> None:
    report = report_of(whole(ROOT / "examples/kiss_rommel/by-the-tape.ref"))
    lines = {line.number: line for turn in report.turns for section in turn.sections for line in section.lines}
    assert lines[101].sentence.startswith("The 4th Indian's HQ is Scattered")
    assert (lines[101].rule, lines[101].then) == ("KC1", ())
    assert 124 not in lines, "the Axis only ended its fire"


def test_an_entry_that_was_undone_keeps_its_turn(game: Game) -> None:
    play(game, "place a1", "hand", "place a1", "stand", "hand", "place b1", "hand", "place b1", "stand")
    turns = [(found.entry.number, found.turn) for found in account_of(game).findings]
    play(game, "undo to turn 2", "keep", "undo", "undo")
    assert [turn for _, turn in turns] == [1, 2]
    assert [(found.entry.number, found.turn) for found in account_of(game).findings] == turns


def test_disputes_are_counted_open_and_settled(game: Game) -> None:
    play(game, "place a1", 'dispute 1 "no"', 'dispute 2 "nor this"', 'settle 1 "yes"')
    totals = account_of(game).totals()
    assert (totals["open disputes"], totals["settled disputes"]) == (1, 1)


def test_a_game_that_goes_on_ends_in_a_resignation_or_a_draw(game: Game) -> None:
    assert report_of(account_of(game)).result == "The game is not over: it is turn 1, Noughts, place."
    play(game, "place a1", "nought> resign")
    assert report_of(account_of(game)).result == "Crosses (Ben) won after 1 turn."
    play(game, "undo", "agree")
    report = report_of(account_of(game))
    assert report.result == "The game ended in a draw after 1 turn."
    assert "Both sides agreed on a draw." in report.decided


def test_an_empty_game_has_a_report_too(game: Game) -> None:
    assert "Nothing was found against any report." in page_of(game).text
    assert "There is nothing to draw." in page_of(game).text
    assert "place" in rendered(game)


def test_rulings_house_rules_and_what_is_open(game: Game) -> None:
    play(game, "ruling win.diagonal no", 'house turn.place off "a trial"', "place a1", 'dispute 3 "was it a1?"')
    page = page_of(game)
    rows = table_rows(next(t for t in page.all("table") if t.all("caption")[0].text.startswith("Rulings in force")))
    assert [row[-1] for row in rows if row[0] == "win.diagonal"] == ["no, changed"]
    house = next(t for t in page.all("table") if t.all("caption")[0].text.startswith("House rules"))
    assert table_rows(house)[0][::2] == ["turn.place", "off"]
    assert "Disputed, entry 3: was it a1?" in page.text
    assert "was it a1?" in write_markdown(report_of(account_of(game)))
    play(game, 'settle 3 "yes"')
    assert "Disputed, entry 3" not in page_of(game).text


# Findings and what became of them


def outcomes(game: Game) -> list[str]:
    """What became of every finding."""
    return [ruled.outcome for ruled in account_of(game).findings]


def test_what_became_of_a_flagged_line(game: Game) -> None:
    play(game, "place a1", "-", "hand", "place a1")
    assert outcomes(game) == ["held"]
    play(game, "back", "place a1", 'stand "why not"')
    assert outcomes(game) == ["taken back", "stands: why not"]
    play(game, "undo")
    assert outcomes(game) == ["taken back", "undone"]


def test_a_corrected_entry_keeps_what_was_said_then(game: Game) -> None:
    play(game, "place a1", "hand", "place a1", "stand", "hand")
    number = len(game.log.entries) + 1
    play(game, "fix 4 cross> place b2 keep")
    assert outcomes(game) == [f"corrected by entry {number}"]
    play(game, "undo")
    assert outcomes(game) == ["stands"]
    play(game, "fix 4 drop keep")
    dropped = [o for o in outcomes(game) if o.startswith("dropped by entry")]
    assert len(dropped) == 1


def test_what_breaks_a_rule_since_a_correction_stands_for_its_reason(game: Game) -> None:
    play(game, "place a1", "hand", "place b2", "hand", 'fix 1 nought> place b2 keep "too late"')
    assert outcomes(game) == ["stands: too late"]
    assert account_of(game).totals()["illegal"] == 1
    play(game, "undo")
    assert outcomes(game) == ["undone"]


def test_a_finding_stands_in_the_turn_in_which_its_entry_was_written(game: Game) -> None:
    play(game, "place a1", "hand", "place a1", "back", "place b2", "hand")
    play(game, "place a1", "stand", "undo", "place c3", "hand")
    number = len(game.log.entries) + 1
    play(game, "insert 3 cross> swap keep", "place a1", "back")  # what is put in has the number of the correction
    found = [(ruled.entry.number, ruled.turn) for ruled in account_of(game).findings]
    assert [turn for at, turn in found if at < number] == [1, 2]
    assert [turn for at, turn in found if at > number] == [2]


def test_an_umpire_is_named_with_what_he_let_stand() -> None:
    game = Game(RULESET, Log.memory(replace(toy_header(), umpire="Clara")))
    play(game, "place a1", "hand", "place a1", 'stand "he was tired"')
    assert outcomes(game) == ["stands: he was tired (ruled by Clara)"]


# Drawings


def test_charts_and_turning_points_are_read_off_the_tables(game: Game) -> None:
    play(game, "place b2", "swap", "hand", "place a1", "hand", "place c3", "hand")
    course = course_of(account_of(with_charts(game)))
    strip, curve, *rest = graphs_of(course)
    assert [part[2] for part in strip.bands[0].parts] == ["nobody", "Noughts", "Crosses"]
    assert [c.points[-1][1] for c in curve.curves] == [1, 2]
    assert curve.data.heads == ("When", "Noughts", "Crosses")
    assert not rest, "a chart without any value is left out"
    assert any("The middle, b2: Crosses (before: nobody)." in stop.why for stop in stops_of(course))
    page = page_of(with_charts(game))
    drawn = [svg for svg in page.all("svg") if svg.attributes.get("class") == "picture"][-1]
    assert "token of cross (new)" in drawn.text
    assert "the board" in drawn.text


def test_a_value_that_is_not_known_is_a_gap(game: Game) -> None:
    play(game, "place b2", "-", "hand", "place a1", "hand")
    first = {"nought": 1.0}
    chart: Chart[Board] = Chart("Odd", "", lambda t: first if len(t.tokens) == 1 else {})
    again = with_charts(game)
    again.ruleset = replace(again.ruleset, charts=(chart,))
    graph = graphs_of(course_of(account_of(again)))[0]
    assert [value for _, value in graph.curves[0].points] == [None, 1.0, None]
    assert graph.data.rows[-1][-1] == "–"
    assert parsed(str(drawing(graph, "g"))).all("path")


@pytest.mark.parametrize("path", WHOLE_GAMES, ids=lambda path: path.stem)
def test_no_report_shows_too_many_tables(path: Path) -> None:
    stops = report_of(whole(path)).stops
    assert 1 < len(stops) <= MOST
    assert stops[0].when == "At the start"


# All exports agree


@pytest.mark.parametrize("path", WHOLE_GAMES, ids=lambda path: path.stem)
def test_totals_are_the_same_in_every_export(path: Path) -> None:
    account = whole(path)
    report = report_of(account)
    said = {key: str(value) for key, value in account.totals().items()}
    section = next(s for s in parsed(write_html(report)).all("section") if s.attributes["id"] == "totals")
    assert dict(table_rows(section)) == said
    text = write_markdown(report).partition("## Totals")[2]
    assert dict(re.findall(r"^\| ([\w ]+) \| (\d+) \|$", text, re.M)) == said
    assert json.loads(write_json(account))["totals"] == account.totals()
    kinds = ("illegal", "omission", "doubt", "warning", "ruling", "needs")
    assert len(report.findings) == sum(account.totals()[kind] for kind in kinds)


@pytest.mark.parametrize("path", WHOLE_GAMES, ids=lambda path: path.stem)
def test_transcript_and_json_lead_to_the_same_table_digest_for_digest(path: Path) -> None:
    game = whole(path).game
    again = read_again(game)
    assert again.log.entries == game.log.entries
    assert [step.digest for step in again.timeline.steps] == [step.digest for step in game.timeline.steps]
    transcript = judge_transcript(read_transcript(write_transcript(game).encode())).game
    assert transcript.timeline.digest == again.timeline.digest == game.timeline.digest


def test_json_keeps_what_counts_no_longer(game: Game) -> None:
    play(game, "place a1", "-", "hand", "place a1", "back", "place b2", "hand", "undo", "undo", "place c3")
    play(game, "fix 1 nought> place a2 keep", 'note "x"', 'dispute 1 "y"', "hand", "undo")
    play(game, "place a2")
    again = read_again(game)
    assert (again.table, again.held) == (game.table, game.held)
    assert len(again.timeline.branches) == len(game.timeline.branches) > 0
    assert len(again.timeline.undone) == len(game.timeline.undone) > 0
    assert account_of(again).totals() == account_of(game).totals()


# Text stays text


def test_text_of_strangers_is_text_on_the_page() -> None:
    game = hostile_game()
    text = write_html(report_of(account_of(game)))
    page = parsed(text)
    assert not page.all("script", "img", "a b")
    assert not re.search("[\x00-\x09\x0b-\x1f\u202a-\u202e\u2066-\u2069]", text)
    spelled_out = (r"\x1b[31mred", r"\u202eright to left")
    for shown in (HOSTILE[0], HOSTILE[1], HOSTILE[2], HOSTILE[5], LONG, "y" * 10_000, *spelled_out):
        assert shown in page.text
    names = [b.text for b in page.all("bdi")]
    assert HOSTILE[0] in names, "a name has its own direction"
    assert any("\u05d0" in name for name in names)


def test_text_of_strangers_is_text_in_markdown() -> None:
    html = rendered(hostile_game())
    assert not re.search(r"<(script|img|a|em|s|code|del)\b", html.replace("<pre><code>", ""))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "[a](http://evil.example) **b** `c` | d" in html
    assert "a &amp; b &amp;amp; c" in html
    assert LONG in html
    text = write_markdown(report_of(account_of(hostile_game())))
    assert not re.search("[\x00-\x09\x0b-\x1f\u202a-\u202e]", text)
    assert "http://" not in text, "no forum makes a link of it"
    assert "www.evil" not in text


def test_the_table_of_findings_keeps_its_columns_in_markdown() -> None:
    rows = [row for row in rendered(hostile_game()).split("<tr>") if "<td" in row]
    assert rows
    assert "a1 holds a token" in "".join(rows)


def test_hostile_text_survives_json_and_transcript() -> None:
    game = hostile_game()
    again = read_again(game)
    assert again.log.header == game.log.header
    assert again.log.entries == game.log.entries


# JSON from a stranger


def _document() -> dict[str, Any]:
    game = Game(RULESET, Log.memory(toy_header()))
    for line in ("place a1", "-", "hand", 'note "n"', "fix 1 nought> place c3 keep"):
        run(game, line)
    found: dict[str, Any] = json.loads(write_json(account_of(game)))
    return found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d.update(form="other"), "its field \"form\""),
        (lambda d: d.update(more=1), "unknown field 'more'"),
        (lambda d: d.pop("totals"), "no field 'totals'"),
        (lambda d: d.update(entries={}), "are no list"),
        (lambda d: d.update(totals={"acts": "1"}), "no whole numbers"),
        (lambda d: d.update(digest="0" * 16), "Its digest is not"),
        (lambda d: d["entries"].pop(), "Its digest is not"),
        (lambda d: d["header"].update(format=99), "format 99"),
        (lambda d: d["header"].update(colour="red"), "unknown field 'colour'"),
        (lambda d: d["header"].update(players={"red": "x"}), "no side 'red'"),
        (lambda d: d["header"].update(options={"size": "x"}), "no option 'size=x'"),
        (lambda d: d["header"].update(components=["x" * 100]), None),
        (lambda d: d["entries"][0].update(number=5), "number 1, not 5"),
        (lambda d: d["entries"][0].update(kind="wish"), "no kind of entry"),
        (lambda d: d["entries"][0].update(side="red"), "not as the referee writes"),
        (lambda d: d["entries"][0].update(dice=[{}]), "not as the referee writes"),
        (lambda d: d["entries"][0].update(dice=[{"value": 7, "for": "x", "source": "table"}]), "not as the referee"),
        (lambda d: d["entries"][0].update(dice=[{"value": True, "for": "", "source": "table"}]), "not as the referee"),
        (lambda d: d["entries"][0].update(data={"what": 1}), "not as the referee writes"),
        (lambda d: d["entries"][0].update(kind="paid", data={"item": "1"}), "not as the referee writes"),
        (lambda d: d["entries"][0].update(kind="undo", data={"acts": 10**9}), "not as the referee writes"),
        (lambda d: d["entries"][0].update(kind="dispute", data={"entry": []}), "not as the referee writes"),
        (lambda d: d["entries"][0].update(kind="branch"), "not as the referee writes"),
        (lambda d: d["entries"][3].update(line='note "'), "not as the referee writes"),
        (lambda d: d["entries"][4]["data"].update(kept=-1), "not as the referee writes"),
        (lambda d: d["entries"][4]["data"]["steps"].append(1), "what is no entry"),
        (lambda d: d["entries"][4]["data"]["steps"][0].update(kind="fix"), "which no correction does"),
        (lambda d: d["entries"][4]["data"]["steps"][0].update(dice=[{}]), "not as the referee writes"),
        (lambda d: d["entries"][4]["data"]["steps"][0].update(number=99), "holds an entry 99"),
    ],
)
def test_json_that_was_tampered_with_is_refused_in_a_sentence(change: Any, said: str | None) -> None:
    document = _document()
    change(document)
    stream = BytesIO(json.dumps(document).encode())
    if said is None:
        assert read_json(stream).timeline.unlearned, "what teaches nothing any more is kept, and said"
        return
    with pytest.raises(NoExport, match=re.escape(said)):
        read_json(stream)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"[]", b"{", b"\xff", b'{"form": NaN}', b'{"form": 1, "form": 1}', b"[" * 100_000,
        b'{"form": ' + b"9" * 5000 + b"}",
    ],
)  # fmt: skip
def test_what_is_no_json_of_ours_is_refused(data: bytes) -> None:
    with pytest.raises(NoExport):
        read_json(BytesIO(data))


def test_json_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.review.exchange.LARGEST", 100)
    with pytest.raises(NoExport, match="too much for a game"):
        read_json(BytesIO(b" " * 101))


# On the command line


def test_reports_are_written_and_read_again(call: Run, evening: str, data_folder: Path, tmp_path: Path) -> None:
    record = data_folder / "evening.jsonl"
    before = record.read_bytes()
    files = [str(tmp_path / f"e.{ending}") for ending in ("html", "md", "ref", "json")]
    output = call("report", evening, *(word for file in files for word in ("-o", file))).output
    assert output.count("Written: ") == 4
    assert record.read_bytes() == before
    call("import", files[3], "--name", "second")
    call("import", files[2], "--name", "third")
    digests = {json.loads(call("show", name, "--json").stdout)["digest"] for name in (evening, "second", "third")}
    assert len(digests) == 1
    assert open_game("second", readonly=True).log.entries == open_game(evening, readonly=True).log.entries
    again = [str(tmp_path / f"again-{i}.md") for i in range(2)]
    call("report", files[3], "-o", again[0])
    call("report", files[2], "-o", again[1])
    assert Path(again[0]).read_text() == Path(files[1]).read_text()


def test_a_report_is_written_over_with_force_only_and_nothing_else_is(call: Run, evening: str, tmp_path: Path) -> None:
    for ending in ("html", "md", "ref", "json"):
        file = tmp_path / f"e.{ending}"
        call("report", evening, "-o", str(file))
        text = file.read_text()
        assert "--force" in call("report", evening, "-o", str(file), status=1).output
        call("report", evening, "-o", str(file), "--force")
        assert file.read_text() == text
        file.write_text("mine")
        assert "no report of ours" in call("report", evening, "-o", str(file), "--force", status=1).output
        assert file.read_text() == "mine"
    kept = tmp_path / "kept.ref"
    kept.write_text('[Ruleset "noughts"]\n\nplace a1  # by hand\n')
    assert "no report of ours" in call("report", evening, "-o", str(kept), "--force", status=1).output
    assert "by hand" in kept.read_text()
    kept.unlink()
    assert sorted(path.suffix for path in tmp_path.iterdir() if path.is_file()) == [".html", ".json", ".md", ".ref"]


def test_nothing_is_written_where_one_of_several_cannot_be(call: Run, evening: str, tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("mine")
    call("report", evening, "-o", str(tmp_path / "a.html"), "-o", str(tmp_path / "b.md"), status=1)
    assert not (tmp_path / "a.html").exists()


@pytest.mark.parametrize(
    ("words", "said", "status"),
    [
        (("report", "evening"), "Missing option", 2),
        (("report", "evening", "-o", "game.txt"), "the ending says what is written", 2),
        (("report", "evening", "-o", "a.md", "-o", "a.md"), "named twice", 2),
        (("report", "nobody", "-o", "a.md"), "No game is called", 1),
        (("report", "nowhere.ref", "-o", "a.md"), "unusable", 1),
        (("report", "nowhere.json", "-o", "a.md"), "unusable", 1),
        (("report", "evening", "-o", "/nowhere/a.md"), "cannot be written", 1),
        (("import", "nowhere.json"), "unusable", 2),
    ],
)
def test_what_cannot_be_written_or_read_is_said(
    call: Run, evening: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str,
    status: int,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert said in call(*words, status=status).output
    assert not list(tmp_path.glob("*.md"))


def test_a_transcript_with_lines_that_fail_is_mended_first(call: Run, tmp_path: Path) -> None:
    file = tmp_path / "torn.ref"
    file.write_text('[Ruleset "noughts"]\n\nplace z9\n')
    assert "must be mended first" in call("report", str(file), "-o", str(tmp_path / "a.md"), status=1).output


def test_an_import_of_json_keeps_the_version_that_the_game_was_begun_with(call: Run, tmp_path: Path) -> None:
    call(*NEW, text="place a1\n")
    call("report", "evening", "-o", str(tmp_path / "e.json"))
    document = json.loads((tmp_path / "e.json").read_text())
    document["header"]["version"] = "0"
    (tmp_path / "e.json").write_text(json.dumps(document))
    call("import", str(tmp_path / "e.json"), "--name", "old")
    assert open_game("old", readonly=True).log.header.version == "0"


# What only one side may know


def test_a_reader_is_told_no_more_than_he_may_know(call: Run, patrol: None, tmp_path: Path) -> None:
    lines = "shoot alpha\n1,1\ncreep bravo\nshoot bravo\nstand\n1,1\n"
    call("play", "patrol", "--name", "night", text=lines)
    for name in ("all", "nobody", "red", "blue"):
        out = [str(tmp_path / f"{name}{ending}") for ending in (".html", ".md")]
        option = () if name == "all" else ("--as", name)
        told = call("report", "night", "-o", out[0], "-o", out[1], *option).output
        assert ("`--as nobody` leaves that out" in told) == (name == "all")
        for file in out:
            text = Path(file).read_text().lower()
            knows = name in ("all", "blue")
            assert (text.count("bravo") > 1) == knows, f"{file}: at the start all see it"
            assert bool(re.search("not for .* to see", text)) == (not knows), file
    call("report", "night", "-o", str(tmp_path / "x.json"), "--as", "red", status=2)
    assert "There is no side" in call("report", "night", "-o", str(tmp_path / "x.md"), "--as", "x", status=1).output


def test_the_tables_of_a_report_are_what_its_reader_may_see() -> None:
    played = judge_transcript(read_file(ROOT / "examples" / "lettow_vorbeck" / "every-option.ref")).game
    game = Game(played.ruleset, Log.memory(played.log.header))
    for entry in played.log.entries[:60]:
        game.timeline.take(entry)
        game.log.append(entry)
    course = course_of(account_of(game, NOBODY))
    assert all(table == sight(game.ruleset, table, NOBODY) for table in course.tables)
    assert course.tables[-1] != game.table
    page = re.sub(r"<style>.*?</style>|<[^>]*>", "\n", write_html(report_of(course.account)), flags=re.DOTALL)
    assert veil(game, NOBODY)(page) == page
