"""The components of Lightning: North Africa: what ships, what is missing, and a whole set keyed in."""

from __future__ import annotations

from pathlib import Path

from referee.stock import take_stock
from rulesets.lightning_north_africa import RULESET
from tests.conftest import Run


def test_what_ships_is_marked_stated_or_inferred(data_folder: Path) -> None:
    stock = take_stock(RULESET)
    assert {item.component.kind for item in stock.items} == {"force", "card", "plan"}
    known = {item.component.name: item for item in stock.items}
    assert known["5-panzer"].origin == "inferred"
    assert known["9-australian"].origin == "stated"
    assert "base" not in known["7-armored"].missing
    assert "cost" in known["21-panzer"].missing
    assert not {"cost", "entry"} & {*known["7-armored"].missing}  # it stands on the map when the game begins
    assert known["encircle"].missing == ["each", "symbol"]
    assert all(item.component.kind in stock.learnable for item in stock.items)


def test_a_card_learned_in_one_game_is_on_file_in_the_next(call: Run) -> None:
    line = 'card "Sand Storm" allied when action effect none cost 1 harm 0 battle none bonus none\n'
    call("play", "lightning-north-africa", "--name", "one", text=line)
    told = call("components", "lightning-north-africa", "-v").output
    assert "sand-storm (Sand Storm, Allied) [learned.ref:2]" in told
    assert "[Component " in _exported(call)


def test_the_next_evening_nothing_is_asked_again(call: Run) -> None:
    first = 'starts 7-armored\nready\ndraw\ncard "Storm" axis\nplay storm\ncard storm when action cost 0 harm 0\n'
    first += "card storm effect draw\ncard storm amount 2\ndecline\ndraw\n"
    call("play", "lightning-north-africa", "--name", "one", text=first)
    output = call("play", "lightning-north-africa", "--name", "two", text="ready\ndraw\nplay storm\n\n\n").output
    assert "needs" not in output
    assert "#5 ok axis> draw" in output
    assert "axis hand 4 -> 6" in output


def _exported(call: Run) -> str:
    call("play", "lightning-north-africa", "--name", "two", text="")
    return call("export", "two").output
