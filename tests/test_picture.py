"""README's picture shows what the prompt says today; `python -m tests.picture` draws it anew."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import groupby

from referee.prompt.lines import wrapped
from referee.prompt.say import toolbar
from referee.prompt.talk import Talk
from referee.ruleset.find import load_ruleset
from tests.picture import LINES, OUT
from tests.table import game_of


def test_it_says_what_the_prompt_says() -> None:
    texts = ET.parse(OUT).iter("{http://www.w3.org/2000/svg}text")
    rows = ["".join(each.text or "" for each in row).rstrip() for _, row in groupby(texts, lambda text: text.get("y"))]
    talk = Talk(game_of(load_ruleset("lightning-north-africa"), {}, {}))
    said = talk.opening()
    for line in LINES:
        said += [talk.prompt + line, *talk.hear(line)]
    shown = [*wrapped([*said, talk.prompt], talk.width), *(text for _, text in toolbar(talk.game))]
    assert rows == [line.rstrip() for line in shown][-len(rows) :]
