"""Every choice of every ruling of K.I.S.S. Rommel, in a scene in which it shows another verdict or state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.ruleset import Kind
from rulesets.kiss_rommel.campaign import campaign_after
from rulesets.kiss_rommel.names import GapName, Status, TrenchName
from tests.kiss import RULESET, Battle, battle, in_fire, in_movement, mustered, new_game

Scene = Callable[[dict[str, str]], Any]
SHOT = "fire 15pz/tank-1 at 4ind/inf-1 range 5 nearest"
DOWN = "roll 5 save 1"
NO_SAVE = "How far is 9inv/tiger-1 from 9inv/hq? It has no save against 8inv/88-1 [KS3]."


def flags(made: Battle) -> list[str]:
    assert made.failed == [], made.failed
    return made.flags


def status(made: Battle, unit: str) -> str:
    assert made.failed == [], made.failed
    return str(made.unit(unit).status)


def kq1(ruled: dict[str, str]) -> Any:
    made = in_movement(rulings=ruled).play("exit 15pz/tank-1").until("hq-return")
    return flags(made.play("return 15pz/tank-1 distance 5 enemy 9"))


def kq2(ruled: dict[str, str]) -> Any:
    made = battle(rulings=ruled).until("fire", "british")
    made.play(f"fire 4ind/inf-1 at 15pz/hq range 5 nearest {DOWN}", "decline")
    return status(made.play(f"fire 4ind/inf-2 at 15pz/tank-1 range 5 nearest {DOWN}"), "15pz/tank-1")


def kq3(ruled: dict[str, str]) -> Any:
    made = battle(rulings=ruled).until("fire", "british")
    made.play(f"fire 4ind/inf-1 at 15pz/hq range 5 nearest {DOWN}")
    asked = made.question.startswith("15pz/hq may swap")
    if asked:
        made.play("decline")
    return asked, flags(made.until("hq-return").play("swap 15pz/inf-1"))


def kq4(ruled: dict[str, str]) -> Any:
    at = {"1brig/itank-1": "60,20", "7inv/hq": "40,20", "4ind/hq": "62,24"}
    made = in_fire(british=("7inv", "1brig", "4ind"), attach=("1brig 7inv",), at=at, rulings=ruled)
    return status(made.play(f"fire 15pz/tank-1 at 1brig/itank-1 range 5 nearest {DOWN}"), "1brig/itank-1")


def kq5(ruled: dict[str, str]) -> Any:
    return status(in_fire(rulings=ruled).play(f"{SHOT} {DOWN} hq 12"), "4ind/inf-1")


def kq6(ruled: dict[str, str]) -> Any:
    return flags(in_fire(rulings=ruled).play(SHOT.replace("nearest", "nearer 4ind/inf-2 unseen")))


def kq7(ruled: dict[str, str]) -> Any:
    at = {"15pz/tank-1": "20,20", "4ind/inf-1": "25,20", "4ind/inf-2": "20,25"}
    made = in_fire(at=at, rulings=ruled).play("fire 15pz/tank-1 at 4ind/inf-1")
    return made.rules(Kind.RULING), made.rules(Kind.WARNING), made.flags


def kq8(ruled: dict[str, str]) -> Any:
    far = "fire 15pz/art-1 at 4ind/inf-1 range 17 spotter 15pz/recon-1 sight 12"
    return flags(in_fire(rulings=ruled).play(far))


def kq9(ruled: dict[str, str]) -> Any:
    made = battle(dug=("4ind/inf-1",), rulings=ruled).until("dug-in-fire")
    made.play("fire 4ind/inf-1 at 15pz/tank-1 range 5 nearest roll 1").until("fire", "british")
    return flags(made.play("fire 4ind/inf-1 at 15pz/tank-1 range 5 nearest roll 1"))


def kq10(ruled: dict[str, str]) -> Any:
    made = battle(dug=("4ind/inf-1",), rulings=ruled).until("movement", "british").play("move 4ind/inf-1 3")
    assert not made.table.dug_in("4ind/inf-1"), "the status is lost in any case"
    return list(made.table.trenches)


def kq11(ruled: dict[str, str]) -> Any:
    first = ("terms planes-axis 2",)
    return flags(in_movement(first=first, rulings=ruled).play("air 4ind/inf-1 roll 3"))


def kq12(ruled: dict[str, str]) -> Any:
    made = in_fire(dug=("4ind/inf-1",), first=("terms planes-axis 2",), rulings=ruled)
    return status(made.play("air 4ind/inf-1 roll 5 save 4 hq 3"), "4ind/inf-1")


def kq13(ruled: dict[str, str]) -> Any:
    made = in_movement(mines=("british> minefield",), rulings=ruled)
    return status(made.play("move 15pz/tank-1 5 mines mines-1 roll 1 hq 20"), "15pz/tank-1")


def kq14(ruled: dict[str, str]) -> Any:
    made = over(
        in_movement(axis=("7small",), first=SMALL, rulings=ruled).play("exit 7small/tank-1", "exit 7small/tank-2")
    )
    return campaign_after(made.table)["left_out"]


SMALL = ('division "7th Small Invented" german as "7small" hq 1 tank 3',)


def over(made: Battle) -> Battle:
    """The battle after turn 9, which ends it."""
    while not made.table.winner:
        ask = made.game.ask
        assert ask is not None
        made.play("6" if made.table.step == "turn-end" else "decline" if not ask.enter else f"{ask.side}> pass")
    return made


def kq15(ruled: dict[str, str]) -> Any:
    return flags(in_movement(rulings=ruled).play("exit 15pz/recon-1 flank"))


def kq16(ruled: dict[str, str]) -> Any:
    made = in_fire(rulings=ruled).play(f"fire 15pz/tank-1 at british/base-1 range 5 nearest {DOWN} hq 3")
    return status(made, "british/base-1")


def kq17(ruled: dict[str, str]) -> Any:
    return flags(in_movement(rulings=ruled).play("capture british/base-1 15pz/inf-1"))


def kq18(ruled: dict[str, str]) -> Any:
    made = battle(rulings=ruled)
    while made.table.step != "turn-end":
        ask = made.game.ask
        assert ask is not None
        made.play(f"{ask.side}> {ask.enter}")
    return flags(made.fresh().play("british> end 2"))


def kq19(ruled: dict[str, str]) -> Any:
    far = "fire 15pz/art-1 at 4ind/inf-1 range 17 spotter 15pz/recon-1 sight 9"
    return flags(in_fire(rulings=ruled).play(far))


CLOSE = {"15pz/tank-1": "20,20", "4ind/inf-1": "22,20"}


def kq20(ruled: dict[str, str]) -> Any:
    return flags(in_movement(at=CLOSE, rulings=ruled).play("move 15pz/tank-1 to 18,20"))


def kq21(ruled: dict[str, str]) -> Any:
    line = "fire 15pz/tank-1 at 4ind/inf-1 range 6 nearest spotter 15pz/recon-1 sight 12"
    return flags(in_fire(rulings=ruled).play(line))


def kq22(ruled: dict[str, str]) -> Any:
    line = "fire 15pz/tank-1 at 4ind/inf-1 range 5 nearer british/base-1"
    return flags(in_fire(rulings=ruled).play(line))


def kq23(ruled: dict[str, str]) -> Any:
    first = ('division "9th Invented" german as "9inv" hq 1 tiger 1 flak88 1', "type tiger move 6 range 6")
    made = battle(axis=("9inv",), british=("4ind",), first=first, options={"tiger": "yes"}, rulings=ruled)
    guns = ('division "8th Invented" british as "8inv" hq 1 flak88 1',)
    made = battle(axis=("9inv",), british=("8inv",), first=first + guns, options={"tiger": "yes"}, rulings=ruled)
    made.until("fire", "british").play("fire 8inv/88-1 at 9inv/tiger-1 range 5 nearest", "5")
    return made.question.partition(":")[0]


def kq24(ruled: dict[str, str]) -> Any:
    british = [f"4ind/inf-{n}" for n in range(1, 10)]
    axis = [*(f"15pz/inf-{n}" for n in range(1, 5)), "15pz/art-1", "15pz/88-1", "15pz/hq", "15pz/recon-1"]
    made = Battle(new_game(ruled))
    made.play("axis> north top", *mustered(["15pz"], ["4ind"]), "british> pass", "british> pass", "axis> pass")
    made.play(*(f"deploy {unit} dug-in" for unit in british), "deploy british", "british> pass")
    return flags(made.fresh().play(*(f"deploy {unit} dug-in" for unit in axis)))


def kq25(ruled: dict[str, str]) -> Any:
    made = Battle(new_game(ruled)).play("axis> north top", *mustered(["15pz"], ["4ind"]))
    made.play("british> pass", "zone british defence 54,18", "british> pass", "axis> pass")
    return flags(made.fresh().play("deploy 4ind/inf-1 at 66,40 dug-in"))


def alone(ruled: dict[str, str]) -> Battle:
    """A division of an HQ and three tanks loses the tanks: one Scattered, two Destroyed."""
    made = battle(axis=("7small",), first=SMALL, rulings=ruled).until("fire", "british")
    for n, hq in ((1, 3), (2, 20), (3, 20)):
        made.play(f"fire 4ind/inf-{n} at 7small/tank-{n} range 5 nearest {DOWN} hq {hq}")
    return made


def kq26(ruled: dict[str, str]) -> Any:
    return status(alone(ruled), "7small/hq")


def kq27(ruled: dict[str, str]) -> Any:
    return status(alone(ruled), "7small/hq")


def kq28(ruled: dict[str, str]) -> Any:
    at = {"15pz/hq": "10,10", "15pz/inf-1": "12,20"}
    made = battle(at=at, rulings=ruled).until("fire", "british")
    made.play(f"fire 4ind/inf-1 at 15pz/hq range 5 nearest {DOWN}", "swap 15pz/inf-1")
    return str(made.unit("15pz/hq").at)


def kq29(ruled: dict[str, str]) -> Any:
    made = in_movement(mines=("axis> minefield",), rulings=ruled).play("move 15pz/tank-1 6 mines mines-1")
    return made.rules(Kind.WARNING), made.question.startswith("15pz/tank-1 crosses")


def kq30(ruled: dict[str, str]) -> Any:
    first = ('division "9th Invented" french as "9inv" hq 1 extra charb counts 2', "type charb move 6")
    made = battle(british=("9inv",), first=first, options={"blitzkrieg": "yes"}, rulings=ruled)
    return flags(made.until("movement", "british").play("move 9inv/charb-1 5"))


def kq31(ruled: dict[str, str]) -> Any:
    at = {"15pz/tank-1": "20,20", "4ind/inf-1": "25,20", "4ind/inf-2": "20,26"}
    at |= {f"15pz/{word}": "2,40" for word in ("hq", "recon-1", "recon-2", "tank-2", "tank-3", "88-1", "art-1")}
    at |= {f"15pz/inf-{n}": "2,44" for n in range(1, 5)}
    made = in_fire(at=at, terrain=("hill at 22.5,20 radius 0.5",), rulings=ruled)
    return flags(made.play("fire 15pz/art-1 at 4ind/inf-1 range 17"))


def kq32(ruled: dict[str, str]) -> Any:
    at = {"15pz/recon-1": "20,20", "4ind/inf-1": "24,22.5"}
    return flags(in_movement(at=at, rulings=ruled).play("move 15pz/recon-1 to 28.5,20"))


def kq33(ruled: dict[str, str]) -> Any:
    made = Battle(new_game(ruled)).play("terms width 72 depth 48", "axis> north top", *mustered(["15pz"], ["4ind"]))
    made.play("british> pass", "british> pass", "axis> pass")
    return flags(made.fresh().play("deploy 4ind/hq at 60,20"))


def kq34(ruled: dict[str, str]) -> Any:
    at = {"15pz/tank-1": "20,20", "4ind/inf-1": "26.8,20"}
    return flags(
        in_fire(at=at, rulings=ruled).play("fire 15pz/tank-1 at 4ind/inf-1 nearest spotter 15pz/tank-1 sight 5")
    )


def kq35(ruled: dict[str, str]) -> Any:
    made = battle(british=("7inv", "1brig"), attach=("1brig 7inv",), rulings=ruled).until("fire", "british")
    return flags(made.play("fire 7inv/art-1 at 15pz/tank-1 range 9 spotter 1brig/itank-1 sight 5"))


ODD = ('division "7th Odd Invented" german as "7odd" hq 1 tank 4',)


def kq36(ruled: dict[str, str]) -> Any:
    made = battle(axis=("7odd",), first=ODD, rulings=ruled).until("fire", "british")
    made.play(*(f"fire 4ind/inf-{n} at 7odd/tank-{n} range 5 nearest {DOWN} hq 20" for n in (1, 2)))
    return campaign_after(over(made).table)["left_out"]


def major(ruled: dict[str, str], **options: str) -> Battle:
    """The Axis destroys all Supply bases and claims."""
    made = in_fire(rulings=ruled, options=options)
    for n in (1, 2, 3):
        made.play(f"fire 15pz/tank-{n} at british/base-{n} range 5 nearest roll 5 save 1")
    return made.play("claim")


def kq37(ruled: dict[str, str]) -> Any:
    return campaign_after(major(ruled).table)["options"]["halved"]


def kq38(ruled: dict[str, str]) -> Any:
    made = Battle(new_game(ruled, {"halved": "both"})).play("terms mines 5", "axis> north top")
    made.play(*mustered(["15pz"], ["4ind"]), "british> pass")
    return flags(made.fresh().play(*["british> minefield"] * 3))


def kq39(ruled: dict[str, str]) -> Any:
    after = campaign_after(major(ruled, areas="Tunisia,Tobruk,Cairo").table)
    return after["area"], after["defeat"]


SEEN: dict[str, tuple[Scene, dict[str, Any]]] = {
    "KQ1": (kq1, {"hq": ["KC2"], "command": []}),
    "KQ2": (kq2, {"destroyed": "destroyed", "scattered": "scattered"}),
    "KQ3": (kq3, {"at-once": (True, ["KC3"]), "hq-phase": (False, [])}),
    "KQ4": (kq4, {"named": "destroyed", "nearest": "scattered"}),
    "KQ5": (kq5, {"inclusive": "scattered", "less": "destroyed"}),
    "KQ6": (kq6, {"spotted": [], "nearest": ["KF3"]}),
    "KQ7": (kq7, {"firer": (["KQ7"], [], []), "defender": ([], ["KQ7"], [])}),
    "KQ8": (kq8, {"yes": ["KS1"], "no": []}),
    "KQ9": (kq9, {"yes": [], "no": ["KF1"]}),
    "KQ10": (kq10, {"stays": [TrenchName("trench-1")], "gone": []}),
    "KQ11": (kq11, {"turn": [], "fire": ["KT2"]}),
    "KQ12": (kq12, {"normal": "table", "none": "scattered"}),
    "KQ13": (kq13, {"hq": "destroyed", "scattered": "scattered"}),
    "KQ14": (kq14, {"no": [], "yes": ["7small"]}),
    "KQ15": (kq15, {"flag": ["KM3"], "scatter": []}),
    "KQ16": (kq16, {"destroyed": "destroyed", "test": "scattered"}),
    "KQ17": (kq17, {"fire": ["KV1"], "contact": []}),
    "KQ18": (kq18, {"either": [], "axis": ["KT3"]}),
    "KQ19": (kq19, {"division": [], "own": ["KF2"]}),
    "KQ20": (kq20, {"away": [], "hold": ["KM1"]}),
    "KQ21": (kq21, {"yes": ["KS1"], "no": []}),
    "KQ22": (kq22, {"yes": ["KF3"], "no": []}),
    "KQ23": (kq23, {"no": NO_SAVE, "yes": "9inv/tiger-1 is hit"}),
    "KQ24": (kq24, {"side": [], "both": ["KD1"]}),
    "KQ25": (kq25, {"anywhere": [], "zones": ["KD1"]}),
    "KQ26": (kq26, {"no": "destroyed", "yes": "table"}),
    "KQ27": (kq27, {"destroyed": "destroyed", "fights-on": "table"}),
    "KQ28": (kq28, {"stays": "10,10", "unit": "12,20"}),
    "KQ29": (kq29, {"enemy": (["KX1"], False), "all": ([], True)}),
    "KQ30": (kq30, {"foot": ["KB2"], "motor": []}),
    "KQ31": (kq31, {"block": ["KF2"], "open": []}),
    "KQ32": (kq32, {"path": ["KM1"], "end": []}),
    "KQ33": (kq33, {"west": [], "east": ["KO7"]}),
    "KQ34": (kq34, {"edges": [], "centres": ["KF6"]}),
    "KQ35": (kq35, {"yes": [], "no": ["KF2"]}),
    "KQ36": (kq36, {"up": [], "down": ["7odd"]}),
    "KQ37": (kq37, {"both": "both", "loser": "british"}),
    "KQ38": (kq38, {"down": ["KP4"], "up": []}),
    "KQ39": (kq39, {"stop": ("Cairo", ""), "defeat": ("Cairo", "british")}),
}
CHOICES = [(ruling, choice) for ruling, (_, seen) in SEEN.items() for choice in seen]


@pytest.mark.parametrize(("ruling", "choice"), CHOICES)
def test_choice_shows(ruling: str, choice: str) -> None:
    scene, seen = SEEN[ruling]
    assert scene({ruling: choice}) == seen[choice]


def test_every_choice_of_every_ruling_has_a_scene() -> None:
    assert {r.id: set(r.choices) for r in RULESET.rulebook.rulings.values()} == {r: set(s[1]) for r, s in SEEN.items()}


def test_the_default_is_what_is_in_force() -> None:
    for ruling, (scene, seen) in SEEN.items():
        assert scene({}) == seen[RULESET.rulebook.rulings[ruling].default], ruling


def test_a_gap_has_no_ruling_of_its_own() -> None:
    made = battle(mines=("british> minefield",)).play(
        "clear 15pz/inf-1 mines-1 roll 6", "pass", "move 15pz/inf-2 6 gap gap-1"
    )
    assert made.table.gaps[GapName("gap-1")].used == 1
    assert made.unit("15pz/inf-2").status is Status.TABLE
