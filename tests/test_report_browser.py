"""Reports in a real browser: nothing overflows at 360 and 1280 pixels, in light and dark, and all text can be read."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.check import judge_transcript
from referee.review.account import account_of
from referee.review.html import write_html
from referee.review.report import report_of
from referee.ruleset.find import load_ruleset, ruleset_names
from referee.sheet.model import sheet_of
from referee.sheet.page import write_page
from referee.transcript import read_file
from tests.browser import CHROMIUM
from tests.conftest import ROOT
from tests.noughts import RULESET
from tests.pages import hostile_game
from tests.table import WHOLE_GAMES

WIDTHS = (360, 1280)
DARK = "--force-dark-mode"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here, so no page can be measured")

MEASURE = """
<!doctype html><meta charset="utf-8"><title>measuring</title><pre id="out"></pre>
<script type="application/json" id="pages">PAGES</script>
<script>
const pages = JSON.parse(document.getElementById("pages").textContent);
const found = [];
function light(color) {
  const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function behind(element, view) {
  for (let e = element; e; e = e.parentElement) {
    const color = view.getComputedStyle(e).backgroundColor;
    if (!/rgba\\(.*, 0\\)|transparent/.test(color)) return color;
  }
  return "rgb(255, 255, 255)";
}
function scrolls(element, view) {
  for (let e = element.parentElement; e; e = e.parentElement)
    if (["auto", "scroll", "hidden"].includes(view.getComputedStyle(e).overflowX)) return true;
  return false;
}
async function measure(name, text, width) {
  const frame = document.createElement("iframe");
  frame.style = `width:${width}px;height:800px;border:0`;
  frame.srcdoc = text;
  await new Promise(done => { frame.onload = done; document.body.append(frame); });
  const page = frame.contentDocument, view = frame.contentWindow;
  for (const details of page.querySelectorAll("details")) details.open = true;
  const room = page.documentElement.clientWidth;
  const out = {name, width, room, wide: page.documentElement.scrollWidth, over: [], faint: [], cut: []};
  out.paper = light(view.getComputedStyle(page.body).backgroundColor);
  for (const e of page.body.querySelectorAll("*")) {
    const box = e.getBoundingClientRect();
    if (box.width && (box.right > room + 1 || box.left < -1) && !scrolls(e, view) && !e.closest("svg"))
      out.over.push(`${e.localName}.${e.className}`);
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (own && box.width > 1 && !e.closest("svg")) {
      const a = light(view.getComputedStyle(e).color), b = light(behind(e, view));
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < 4.5) out.faint.push(`${e.localName} ${contrast.toFixed(1)}`);
    }
  }
  for (const svg of page.querySelectorAll("svg[role=img]")) {
    const frame = svg.getBoundingClientRect();
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1
        || box.top < frame.top - 1) out.cut.push(`${svg.querySelector("title").textContent}: ${text.textContent}`);
    }
  }
  frame.remove();
  found.push(out);
}
(async () => {
  for (const [name, text] of pages) for (const width of WIDTHS) await measure(name, text, width);
  document.getElementById("out").textContent = JSON.stringify(found);
  document.getElementById("pages").remove();
})();
</script>
"""


def page(path: Path) -> str:
    """The page of an example game."""
    return write_html(report_of(account_of(judge_transcript(read_file(path)).game)))


@pytest.fixture(scope="module")
def pages() -> list[tuple[str, str]]:
    """The pages of all whole games, and one that is meant badly; the sheets of all games."""
    found = [(str(path.relative_to(ROOT)), page(path)) for path in WHOLE_GAMES]
    found += [(f"sheet of {name}", write_page(sheet_of(load_ruleset(name)))) for name in ruleset_names()]
    found.append(("hostile sheet", write_page(sheet_of(RULESET, hostile_game()))))
    return [*found, ("hostile", write_html(report_of(account_of(hostile_game()))))]


def browse(tmp_path: Path, *words: str) -> str:
    """What Chromium prints."""
    assert CHROMIUM is not None
    always = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={tmp_path}/profile")
    done = subprocess.run([CHROMIUM, *always, *words], capture_output=True, text=True, timeout=180, check=True)
    return done.stdout


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_overflows_and_all_text_can_be_read(pages: list[tuple[str, str]], dark: bool, tmp_path: Path) -> None:
    inside = json.dumps(pages).replace("<", "\\u003c")
    file = tmp_path / "measure.html"
    file.write_text(MEASURE.replace("WIDTHS", json.dumps(WIDTHS)).replace("PAGES", inside), encoding="utf-8")
    theme = (DARK,) if dark else ()
    dom = browse(tmp_path, "--virtual-time-budget=60000", *theme, "--dump-dom", file.as_uri())
    shown = re.search(r'<pre id="out">(.*?)</pre>', dom, re.S)
    assert shown, dom[:500]
    found: list[dict[str, Any]] = json.loads(unescape(shown.group(1)))
    assert [(each["name"], each["width"]) for each in found] == [(name, width) for name, _ in pages for width in WIDTHS]
    for each in found:
        where = f"{each['name']} at {each['width']}"
        assert each["wide"] <= each["room"], f"{where} is {each['wide']} wide"
        assert not each["over"], f"{where}: {each['over'][:5]}"
        assert not each["faint"], f"{where}: {sorted(set(each['faint']))[:5]}"
        assert not each["cut"], f"{where}: {each['cut'][:5]}"
        assert (each["paper"] < 0.1) == dark, f"{where}: the theme is not what was asked for"


@pytest.mark.parametrize("path", [WHOLE_GAMES[0], WHOLE_GAMES[-1]], ids=lambda path: path.stem)
def test_a_report_prints_on_a4(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(page(path), encoding="utf-8")
    browse(tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={tmp_path}/page.pdf", file.as_uri())
    data = (tmp_path / "page.pdf").read_bytes()
    boxes = {tuple(map(float, box)) for box in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)}
    assert boxes
    assert all(abs(width - 595) < 2 and abs(height - 842) < 2 for width, height in boxes)
