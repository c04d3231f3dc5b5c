"""The cases K1 to K17 of the facts on K.I.S.S. Rommel, each under the rules that it is about."""

from __future__ import annotations

import pytest

from referee.ruleset import Kind
from rulesets.kiss_rommel.names import Status
from rulesets.kiss_rommel.victory import score
from tests.kiss import Battle, battle, in_fire, in_movement, mustered, new_game

# K1: force cards and organisation


def at_muster(**options: str) -> Battle:
    return Battle(new_game(options=options)).play("axis> north top")


def test_ko2_a_muster_with_a_blank() -> None:
    made = at_muster().play(*mustered(["15pz"], ["4ind"]))
    sizes = [len(made.table.of_division(name, Status.RESERVE)) for name in ("15pz", "4ind")]
    assert sizes == [12, 13]
    assert made.flags == []
    assert made.rules(Kind.WARNING) == ["KO3", "KO3"], "both organisations are inferred"


def test_ko2_a_second_chosen_card() -> None:
    line = 'division "21st Invented" german as "21inv" hq 1 tank 2'
    assert at_muster().play(line, "pick 15pz", "pick 21inv").flags == ["KO2"]
    assert at_muster(beginner="yes").play(line, "pick 15pz", "pick 21inv").flags == []


def test_ko2_a_quicker_game_has_four_cards() -> None:
    five = [f"axis> {line}" for line in ("pick 15pz", "blank", "blank", "blank", "blank")]
    assert at_muster().play(*five).flags == []
    assert at_muster(quicker="yes").play(*five).flags == ["KO2"]
    assert at_muster().play(*five[:4], "british> pass").flags == ["KO2"] * 2, "an omission of each side"


# K3: the first Mover


def test_kt1_the_british_move_first() -> None:
    made = in_movement().play("british> move 4ind/inf-1 3")
    assert made.flags == ["KT1"]
    assert "the Axis player is always the first" in made.found[0].message


# K5: fire by place. A target and its rivals in front of one firer.

ELSEWHERE = {f"15pz/{word}": "2,40" for word in ("recon-1", "recon-2", "tank-2", "tank-3", "88-1", "art-1")}
ELSEWHERE |= {f"15pz/inf-{n}": "2,44" for n in range(1, 5)}
HQS = {"15pz/hq": "2,2", "4ind/hq": "60,2"}


def shot(line: str, at: dict[str, str], **more: object) -> list[str]:
    made = in_fire(at={**HQS, **at}, **more)
    made.play(line)
    assert made.failed == []
    return made.flags


def far(gap: float, y: float = 20.0) -> str:
    """A place so far to the right of 20,20, from edge to edge."""
    return f"{20 + gap + 30 / 25.4:.4f},{y}"


def test_kf6_a_tank_at_seven_inches() -> None:
    at = {"15pz/tank-1": "20,20", "4ind/inf-1": far(7), "15pz/recon-1": "22,25"}
    assert shot("fire 15pz/tank-1 at 4ind/inf-1", at) == ["KF6"]
    assert shot("fire 15pz/tank-1 at 4ind/inf-1", {**at, "4ind/inf-1": far(6)}) == []


def test_kf3_a_tank_passes_over_the_nearest() -> None:
    at = {"15pz/tank-1": "20,20", "4ind/inf-1": far(3), "4ind/inf-2": far(5, 20.5)}
    made = in_fire(at={**HQS, **at}).play("fire 15pz/tank-1 at 4ind/inf-2")
    assert made.flags == ["KF3"]
    assert "4ind/inf-1 is nearer" in made.found[0].message


def test_kf2_artillery_with_a_spotter_of_its_own_division() -> None:
    at = {"15pz/art-1": "20,20", "4ind/inf-1": far(17), "15pz/recon-1": far(9)}
    assert shot("fire 15pz/art-1 at 4ind/inf-1", at) == []


def test_kf2_artillery_with_a_spotter_of_another_division() -> None:
    at = {**ELSEWHERE, "15pz/tank-1": "2,40", "15pz/art-1": "20,20", "4ind/inf-1": far(17), "21inv/recon-1": far(9)}
    assert shot("fire 15pz/art-1 at 4ind/inf-1", at, axis=("15pz", "21inv")) == ["KF2"]


RIVALS = {"15pz/88-1": "20,20", "15pz/recon-1": "22,24", "4ind/inf-1": far(5)}


def test_kf3_an_88_takes_the_nearest_tank_past_infantry() -> None:
    at = {**RIVALS, "7inv/itank-1": far(11)}
    more = {"british": ("4ind", "7inv")}
    assert shot("fire 15pz/88-1 at 7inv/itank-1", at, **more) == []
    nearer = {**at, "7inv/itank-2": far(8)}
    assert shot("fire 15pz/88-1 at 7inv/itank-1", nearer, **more) == ["KF3"]
    farther = {**at, "4ind/inf-2": far(9)}
    assert shot("fire 15pz/88-1 at 4ind/inf-2", farther, **more) == ["KF3"]


def test_kf4_a_tank_fires_across_a_hill() -> None:
    at = {"15pz/tank-1": "20,20", "4ind/inf-1": far(5), "15pz/recon-1": f"{20 + 5:.4f},26"}
    hill = ("hill at 23,20 radius 1",)
    assert shot("fire 15pz/tank-1 at 4ind/inf-1", at, terrain=hill) == ["KF4"]
    over = {"15pz/art-1": "20,20", "4ind/inf-1": far(5), "15pz/recon-1": "25,26"}
    assert shot("fire 15pz/art-1 at 4ind/inf-1", over, terrain=hill) == []


@pytest.mark.parametrize(
    ("line", "flags"),
    [
        ("fire 15pz/tank-1 at 4ind/inf-1 range 7 spotter 15pz/recon-1 sight 8 nearest", ["KF6"]),
        ("fire 15pz/tank-1 at 4ind/inf-1 range 5 nearer 4ind/inf-2", ["KF3"]),
        ("fire 15pz/art-1 at 4ind/inf-1 range 17 spotter 15pz/recon-1 sight 9", []),
        ("fire 15pz/art-1 at 4ind/inf-1 range 17 spotter 21inv/recon-1 sight 9", ["KF2"]),
        ("fire 15pz/art-1 at 4ind/inf-1 range 17 spotter 15pz/recon-1 sight 10", ["KS1"]),
        ("fire 15pz/88-1 at 7inv/itank-1 range 11 spotter 15pz/recon-1 sight 8 nearer 4ind/inf-1", []),
        ("fire 15pz/88-1 at 7inv/itank-1 range 11 spotter 15pz/recon-1 sight 8 nearer 7inv/itank-2", ["KF3"]),
        ("fire 15pz/88-1 at 4ind/inf-2 range 9 spotter 15pz/recon-1 sight 8 nearer 4ind/inf-1", ["KF3"]),
    ],
)
def test_kf2_to_kf6_by_the_tape(line: str, flags: list[str]) -> None:
    made = in_fire(axis=("15pz", "21inv"), british=("4ind", "7inv")).play(line)
    assert made.failed == []
    assert made.flags == flags


def test_kf4_by_the_tape() -> None:
    made = in_fire(terrain=("hill",)).play("fire 15pz/tank-1 at 4ind/inf-1 range 5 nearest over hill-1")
    assert made.flags == ["KF4"]


# K7: Scattered or Destroyed


def lost_at(hq: float, target: str = "7inv/itank-1", **options: str) -> tuple[Status, dict[str, int]]:
    """A British unit, or with the sides turned round an Italian one, fails its save so far from its HQ."""
    axis = ("15pz", "132inv")
    made = battle(axis=axis, british=("7inv", "1brig"), attach=("1brig 7inv",), options=options)
    italian = target.startswith("132inv")
    made.until("fire", "british" if italian else "axis")
    firer = "7inv/inf-1" if italian else "15pz/tank-1"
    made.play(f"fire {firer} at {target} range 5 nearest roll 5 save 1 hq {hq}")
    assert (made.failed, made.flags) == ([], [])
    return made.unit(target).status, score(made.table)


def test_kc1_within_and_beyond_command_range() -> None:
    assert lost_at(12) == (Status.SCATTERED, {"axis": 0, "british": 0})
    assert lost_at(12.5) == (Status.DESTROYED, {"axis": 1, "british": 0})


def test_kn1_italians_at_ten_inches() -> None:
    assert lost_at(10, "132inv/foot-1")[0] is Status.SCATTERED
    options = {"italian-hq": "yes"}
    assert lost_at(10, "132inv/foot-1", **options) == (Status.DESTROYED, {"axis": 0, "british": 1})


def test_kc1_a_brigade_counts_from_the_hq_it_was_given_to() -> None:
    assert lost_at(20, "1brig/itank-1")[0] is Status.DESTROYED
    assert lost_at(11, "1brig/itank-1")[0] is Status.SCATTERED


# K9: the HQ swaps


def test_kc3_an_hq_swaps_and_is_destroyed_with_the_last_unit() -> None:
    made = battle(axis=("21inv",), british=("4ind",)).until("fire", "british")
    units = [u for u in made.table.of_division("21inv", Status.TABLE) if "inf" not in u and "hq" not in u]
    for n, unit in enumerate(units[:3], 2):
        made.play(f"fire 4ind/inf-{n} at {unit} range 5 nearest roll 6 save 1 hq 20")
    assert len(made.table.of_division("21inv", Status.TABLE)) == 5, "the HQ and four units"
    made.play("fire 4ind/inf-1 at 21inv/hq range 5 nearest roll 6 save 1")
    assert made.question.startswith("21inv/hq may swap")
    made.play("swap 21inv/inf-1")
    assert made.unit("21inv/inf-1").status is Status.SCATTERED
    assert made.unit("21inv/hq").status is Status.TABLE
    rest = [u for u in made.table.of_division("21inv", Status.TABLE) if "hq" not in u]
    for n, unit in enumerate(rest, 6):
        made.play(f"fire 4ind/inf-{n} at {unit} range 5 nearest roll 6 save 1 hq 20")
    assert (made.failed, made.flags) == ([], [])
    assert made.unit("21inv/hq").status is Status.DESTROYED
    destroyed = len(made.table.of_division("21inv", Status.DESTROYED))
    assert score(made.table) == {"axis": 0, "british": destroyed}
    assert made.unit("21inv/inf-1").status is Status.SCATTERED, "which counts nothing"


# K11: minefields

MINES = ("british> minefield",)


def test_kx1_a_recon_crosses_in_two_turns() -> None:
    made = in_movement(mines=MINES).play("move 15pz/recon-1 4 mines mines-1 roll 3")
    assert any("stopped in front" in said for said in made.said)
    made.until("fire").until("movement").play("move 15pz/recon-1 4 mines mines-1 roll 5")
    assert any("goes through" in said for said in made.said)
    assert made.flags == []


def test_kx1_a_tank_throws_one_far_from_its_hq() -> None:
    made = in_movement(mines=MINES).play("move 15pz/tank-1 4 mines mines-1 roll 1 hq 14")
    assert made.unit("15pz/tank-1").status is Status.DESTROYED
    near = in_movement(mines=MINES).play("move 15pz/tank-1 4 mines mines-1 roll 1 hq 11")
    assert near.unit("15pz/tank-1").status is Status.SCATTERED


def test_kx2_clearance() -> None:
    made = battle(mines=MINES)
    assert made.table.step == "mines"
    assert made.play("clear 15pz/inf-1 mines-1 roll 4").flags == []
    assert not made.table.gaps
    assert made.play("clear 15pz/inf-2 mines-1 roll 4").flags == ["KX2"], "a second unit of the division"
    assert made.fresh().play("clear 15pz/tank-1 mines-1 roll 6").flags == ["KX2"], "no infantry"


def test_kx2_the_seventh_unit_through_a_gap() -> None:
    made = battle(mines=MINES).play("clear 15pz/inf-1 mines-1 roll 6", "pass")
    assert [str(gap) for gap in made.table.gaps] == ["gap-1"]
    movers = ["tank-1", "tank-2", "tank-3", "recon-1", "recon-2", "inf-2"]
    made.play(*(f"move 15pz/{name} 6 gap gap-1" for name in movers))
    assert made.flags == []
    assert made.play("move 15pz/inf-3 6 gap gap-1").flags == ["KX2"]


# K13: the turn-end die


def at_turn_ten() -> Battle:
    made = battle()
    while made.table.step != "turn-end":
        ask = made.game.ask
        assert ask is not None
        made.play(f"{ask.side}> {ask.enter}")
    assert made.table.turn == 10
    return made.fresh()


def test_kt3_turn_ten_begins_without_the_die() -> None:
    made = at_turn_ten().play("axis> move 15pz/tank-1 3")
    assert made.flags == ["KT3"]
    assert made.unit("15pz/tank-1").moved


def test_kt3_the_die_goes_on_then_ends_the_battle() -> None:
    made = at_turn_ten()
    assert made.question == "The die before turn 10: 5+ ends the battle"
    made.play("4")
    assert (made.table.turn, made.table.step, made.flags) == (10, "movement", [])
    made.until("fire", "british").play("british> pass", "5")
    assert made.flags == []
    assert (made.table.winner, made.table.last) == ("draw", 10)
    assert made.play("axis> move 15pz/tank-1 3").flags != [], "turn 11 does not begin"


def test_kt3_turn_twelve_is_the_last() -> None:
    made = at_turn_ten().play("4")
    for _ in range(2):
        made.until("fire", "british").play("british> pass", "4")
    made.until("fire", "british").play("british> pass")
    assert (made.table.winner, made.table.last) == ("draw", 12)


# K17: the nearest enemy is unspotted

HIDDEN = {**ELSEWHERE, "15pz/tank-1": "20,20", "4ind/inf-1": far(5), "4ind/inf-2": "20,25.5"}


def test_kf3_the_nearest_enemy_is_not_spotted() -> None:
    hill = ("hill at 20,25.5 radius 1",)
    made = in_fire(at={**HQS, **HIDDEN}, terrain=hill).play("fire 15pz/tank-1 at 4ind/inf-1")
    assert made.flags == []
    assert made.rules(Kind.RULING) == ["KQ6"]
    taped = in_fire().play("fire 15pz/tank-1 at 4ind/inf-1 range 5 nearer 4ind/inf-2 unseen")
    assert taped.flags == []
    assert taped.rules(Kind.RULING) == ["KQ6"]
    ruled = in_fire(rulings={"KQ6": "nearest"}).play("fire 15pz/tank-1 at 4ind/inf-1 range 5 nearer 4ind/inf-2 unseen")
    assert ruled.flags == ["KF3"]


# K15: after a Major Victory


def test_kp4_a_ninth_dug_in_unit() -> None:
    lines = ["axis> north top", *mustered(["15pz"], ["4ind"]), "british> pass", "british> pass", "axis> pass"]
    nine = [f"deploy 4ind/inf-{n} dug-in" for n in range(1, 10)]
    halved = Battle(new_game(options={"halved": "both"})).play(*lines, *nine)
    assert halved.flags == ["KP4"]
    whole = Battle(new_game()).play(*lines, *nine)
    assert whole.flags == []


def test_kp2_a_division_that_is_left_out() -> None:
    made = Battle(new_game(options={"out": "15pz"})).play("axis> north top", "axis> blank", "axis> deal 15pz")
    assert made.flags == ["KP2"]
