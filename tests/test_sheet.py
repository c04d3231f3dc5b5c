"""`referee help GAME`: the sheet in lines and as a page, and that it prints on one side of A4."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from pathlib import Path

import pytest

from referee.commands import run
from referee.game import Game
from referee.log import Log
from referee.notation import usage
from referee.ruleset.find import load_ruleset, ruleset_names
from referee.ruleset.rulebook import BadRuleset
from referee.sheet.model import sheet_of
from referee.sheet.page import write_page
from referee.sheet.text import sheet_lines
from tests.browser import CHROMIUM, Browser
from tests.conftest import Run, toy_header
from tests.noughts import RULESET, Place
from tests.pages import HOSTILE, hostile_game, parsed

SMALL = 8.0
"""Points; what is smaller is hard to read on paper."""


@pytest.mark.parametrize("name", ruleset_names())
def test_the_sheet_of_a_game_has_all_that_is_typed_and_ruled(name: str) -> None:
    ruleset = load_ruleset(name)
    lines = list(sheet_lines(sheet_of(ruleset)))
    text = re.sub(r"\s+", " ", "\n".join(lines))
    page = re.sub(r"\s+", " ", parsed(write_page(sheet_of(ruleset))).text)
    assert max(map(len, lines)) <= 80
    for shown in (text, page):
        assert all(usage(act) in shown for act in ruleset.actions)
        won = [rule.summary for rule in ruleset.rulebook.rules.values() if rule.heading in ruleset.victory]
        assert won
        assert all(re.sub(r"\s+", " ", summary) in shown for summary in won)
        assert all(title in shown for title in ruleset.steps.values())
        assert all(ruling.question in shown for ruling in ruleset.rulebook.rulings.values())
        assert all(option.question in shown for option in ruleset.options)
    starred = sum(line.startswith("    * ") for line in lines)
    assert starred == len(ruleset.rulebook.rulings) + len(ruleset.options)


def test_only_a_game_with_dice_has_them_thrown() -> None:
    assert not any(row.shape == "roll" for row in sheet_of(load_ruleset("lightning-poland")).commands)
    assert any(row.shape == "roll" for row in sheet_of(load_ruleset("kiss-rommel")).commands)


def test_what_the_rulebook_has_not_cannot_be_cited() -> None:
    with pytest.raises(BadRuleset, match="no rule stands under the heading 'Glory'"):
        replace(RULESET, victory=("Glory",))
    for wrong, said in (
        ({"step_rule": "turn.9"}, "'turn.9' is cited as the step_rule, but stands in no rulebook"),
        ({"reminders": frozenset({"x"})}, "'x' is cited as a reminder"),
        ({"actions": (type("Typo", (Place,), {"rule": "turn.9"}),)}, "'turn.9' is cited by the verb 'place'"),
    ):
        with pytest.raises(BadRuleset, match=said):
            replace(RULESET, **wrong)


def test_the_sheet_of_a_saved_game_says_what_it_plays_by(call: Run, patrol: None, tmp_path: Path) -> None:
    call("play", "patrol", "--name", "evening", "--players", "red=Anna", "--option", "pack=large",
         text='house fire.1 off "kind"\n')  # fmt: skip
    told = call("help", "evening").output
    assert "game: evening; players: Anna (Red)\n" in told
    assert "    * large: two for Red\n" in told
    assert "    - small: one each (default)\n" in told
    assert "HOUSE RULES\n  fire.1: off\n" in told
    assert "    * small: one each\n" in call("help", "patrol").output
    file = tmp_path / "sheet.html"
    assert call("help", "even", "-o", str(file)).output == f"Written: {file}\n"
    assert "two for Red" in file.read_text()
    assert "is there already" in call("help", "evening", "-o", str(file), status=1).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("noughts", "-o", "sheet.pdf"), "ends in .html"),
        (("play", "-o", "sheet.html"), "name a ruleset or a saved game"),
        (("chekc",), "Did you mean the command check?"),
        (("nougths",), "Did you mean noughts?"),
    ],
)
def test_mistakes_are_sentences(call: Run, words: tuple[str, ...], said: str) -> None:
    assert said in re.sub(r"\s+", " ", call("help", *words, status=2).output)


def test_text_of_strangers_stays_text() -> None:
    tree = parsed(write_page(sheet_of(RULESET, hostile_game())))
    assert not tree.all("script", "img", "b", "a")
    assert HOSTILE[0] in tree.text
    assert "\x1b" not in tree.text


def test_a_short_form_is_understood(call: Run) -> None:
    game = Game(RULESET, Log.memory(toy_header()))
    rows = [row for group in sheet_of(RULESET).groups for row in group.rows]
    short = {row.shape.split()[0]: row.short for row in rows if row.short}
    assert short["place"] == "p"
    assert run(game, f"{short['place']} a1").status == "ok"


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here, so nothing can be printed")
def test_a_sheet_prints_on_one_side_and_can_be_read(tmp_path: Path) -> None:
    browser = Browser(tmp_path)
    try:
        for name in ruleset_names():
            file = tmp_path / f"{name}.html"
            file.write_text(write_page(sheet_of(load_ruleset(name))), encoding="utf-8")
            browser.show(file.as_uri())
            browser.see("document.title.endsWith('cheat sheet')")
            browser.call("Emulation.setEmulatedMedia", media="print")
            size = browser.ask("parseFloat(getComputedStyle(document.querySelector('.sheet dd')).fontSize)")
            assert size * 72 / 96 >= SMALL
            printed = base64.b64decode(browser.call("Page.printToPDF", preferCSSPageSize=True)["data"])
            boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
            assert len(boxes) == 1, name
            assert all(abs(float(w) - 595) < 2 and abs(float(h) - 842) < 2 for w, h in boxes)
    finally:
        browser.close()
