"""The page of `referee watch --html` in a real browser: from a file and a server it shows by itself what is new."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from referee.commands import run
from referee.durable import write_whole
from referee.game import Game
from referee.log import Log
from referee.ruleset.find import load_ruleset
from referee.veil import NOBODY
from referee.watch.news import news_of
from referee.watch.page import waiting_page, write_page
from tests.browser import CHROMIUM, Browser
from tests.conftest import ROOT, toy_header
from tests.noughts import RULESET
from tests.pages import hostile_game

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here, so no page can be measured")

WIDTHS = (360, 1280)
RECORDS = ("kiss-by-place", "lv-battle", "d-day-corrected", "na-corrected", "poland-corrected")
"""A game of each ruleset."""

MEASURE = """
(() => {
  const light = color => {
    const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = e => {
    for (; e; e = e.parentElement) {
      const color = getComputedStyle(e).backgroundColor;
      if (!/rgba\\(.*, 0\\)|transparent/.test(color)) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const room = document.documentElement.clientWidth;
  const out = {wide: document.documentElement.scrollWidth - room, over: [], faint: []};
  out.sideways = [...document.querySelectorAll(".scroll")].filter(e => e.scrollWidth > e.clientWidth).length;
  out.paper = light(getComputedStyle(document.body).backgroundColor);
  for (const e of document.body.querySelectorAll("*")) {
    const box = e.getBoundingClientRect();
    if (e.closest("svg, [hidden]") || box.width < 2) continue;
    if (box.right > room + 1 && !e.closest(".scroll > *")) out.over.push(`${e.localName}.${e.className}`);
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const a = light(getComputedStyle(e).color), b = light(behind(e));
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) out.faint.push(`${e.localName} ${contrast.toFixed(1)}`);
  }
  return out;
})()
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all tests."""
    found = Browser(tmp_path_factory.mktemp("browser"))
    yield found
    found.close()


def put(file: Path, game: Game) -> None:
    """The page of a game, as it is kept."""
    write_whole(file, write_page(news_of(game, NOBODY), game.ruleset).encode(), over=True)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_overflows_and_all_text_can_be_read(browser: Browser, dark: bool, tmp_path: Path) -> None:
    for name in RECORDS:
        with Log.open(ROOT / "tests" / "records" / f"{name}.jsonl", None, readonly=True) as log:
            put(tmp_path / f"{name}.html", Game(load_ruleset(log.header.ruleset), log))
    put(tmp_path / "hostile.html", hostile_game())
    (tmp_path / "waiting.html").write_text(waiting_page(f"No game is called {'x' * 300}."))
    for file in sorted(tmp_path.glob("*.html")):
        for width in WIDTHS:
            browser.show(file.as_uri(), width, dark=dark)
            browser.see(f"innerWidth === {width} && document.title && location.href.endsWith('{file.name}')")
            found: dict[str, Any] = browser.ask(MEASURE)
            assert found["wide"] <= 0, (file.name, width)
            assert found["over"] == [], (file.name, width)
            assert found["sideways"] == 0, (file.name, width)
            assert found["faint"] == [], (file.name, width)
            assert (found["paper"] < 0.1) == dark


def test_a_tap_shows_the_picture_nearer(browser: Browser, tmp_path: Path) -> None:
    with Log.open(ROOT / "tests" / "records" / "kiss-by-place.jsonl", None, readonly=True) as log:
        put(tmp_path / "near.html", Game(load_ruleset(log.header.ruleset), log))
    browser.show((tmp_path / "near.html").as_uri(), 360)
    browser.see("innerWidth === 360 && location.href.endsWith('near.html')")
    wide = "document.querySelector('.picture').getBoundingClientRect().width"
    tap = "document.querySelector('.picture').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    assert browser.ask(wide) < 360 < browser.ask(f"{tap}, {wide}")
    assert browser.ask(f"{tap}, {wide}") < 360


class Quiet(SimpleHTTPRequestHandler):
    """What `python -m http.server` is, without its log."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ThreadingHTTPServer]:
    """A server of a folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as found:
        thread = threading.Thread(target=found.serve_forever, args=(0.05,))
        thread.start()
        yield found
        found.shutdown()
        thread.join()


@pytest.mark.parametrize("served", [False, True], ids=["file", "server"])
def test_it_shows_what_is_new(browser: Browser, served: bool, tmp_path: Path, server: ThreadingHTTPServer) -> None:
    game = Game(RULESET, Log.memory(toy_header()))
    file = tmp_path / "index.html"
    file.write_text(waiting_page("Not begun."))
    browser.show(f"http://127.0.0.1:{server.server_port}/" if served else file.as_uri(), 400, 300)
    browser.see("document.body.innerText.includes('Not begun.')")
    browser.ask("window.here = 1")  # it would be gone if the page were loaded anew
    put(file, game)
    browser.see("document.title.startsWith('Turn 1, Noughts')")
    browser.ask("scrollTo(0, 40), document.querySelector('details').open = false, 0")
    run(game, "place a1")
    put(file, game)
    waited = browser.see("document.querySelector('.last')?.innerText.includes('Noughts: place a1.')")
    assert waited < 5  # half a second where the machine is not busy
    kept = browser.ask("[window.here, scrollY, document.querySelector('details').open, history.length]")
    assert kept[:3] == [1, 40, False]
    run(game, "-")
    put(file, game)
    browser.see("document.querySelector('footer')?.innerText.includes('Entry 2')")
    assert browser.ask("history.length") == kept[3]
    assert browser.ask("document.getElementById('lost').hidden")
