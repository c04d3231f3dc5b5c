"""Every ruling of Lettow-Vorbeck: each choice changes a verdict or the table."""

from __future__ import annotations

from referee.ruleset import Kind
from tests.lv import RULESET, fighting, marching, placed
from tests.table import slug

RULINGS = frozenset(
    [
        "lq1",
        "lq3",
        "lq4",
        "lq5",
        "lq6",
        "lq7",
        "lq11",
        "lq12",
        "lq13",
        "lq14",
        "lq15",
        "lq17",
        "lq18",
        "lq19",
        "lq20",
        "lq21",
        "26_b_told",
        "garrisons",
        "29_b_retreat",
        "river_routes",
        "car_pursuit",
        "contested_centre",
        "fleet_retreat",
        "supply_sources",
        "breakoff_apart",
        "ocean_box",
    ]
)


def test_every_ruling_is_tested() -> None:
    assert {slug(ruling) for ruling in RULESET.rulebook.rulings} == RULINGS
    assert {f"test_{ruling}" for ruling in RULINGS - {"lq6"}} <= set(globals()), "LQ6 is case 23"


def test_lq1() -> None:
    assert placed(lq1="german").game.table.side == "german"
    assert placed(lq1="allied").game.table.side == "allied"


NO_WAY = (
    "adjust 103-inv.at taveta", "adjust 104-inv.at mombasa", "adjust 105-inv.at nairobi",
    *(f"adjust {unit}.at pool" for unit in ("mombasa-garrison", "nairobi-garrison", "208-inv", "209-inv")),
)  # fmt: skip
LOST = ("superiority 6,1", "german> fire 101-inv 5,5", "allied> panic 1-kar")


def test_lq3() -> None:
    for choice, place in (("pool", "pool"), ("dead", "dead-pile")):
        table = fighting(*LOST, "allied> retreat", before=NO_WAY, lq3=choice)
        assert (table.rules(), table.at("1-kar")) == ([], place)


def test_lq4() -> None:
    lines = ("superiority 6,1", "german> fire 101-inv 5,6", "allied> panic vol-lf")
    assert "13.3.B" in fighting(*lines, lq4="sorted").rules(Kind.WARNING)
    assert "13.3.B" not in fighting(*lines, lq4="as-they-fall").rules(Kind.WARNING)


def test_lq5() -> None:
    lines = ("superiority 6,1", "german> fire 101-inv 5,1", "allied> panic vol-lf", "allied> fire 1-kar 1,1")
    again = (*lines, "german> fire 102-inv 5,1", "allied> panic vol-lf")
    before = ("adjust 209-inv.at voi",)
    assert fighting(*again, before=before, lq5="face-up").rules() == ["13.3.2"]
    table = fighting(*again, before=before, lq5="free")
    assert (table.rules(), table.at("vol-lf")) == ([], "pool")


def test_lq7() -> None:
    gone = [f"adjust {unit}.at pool" for unit in ("mombasa-garrison", "nairobi-garrison", "pea-garrison")]
    gone += [f"adjust {unit}.at pool" for unit in ("pea-infantry", "1-fp", "2-fp", "208-inv", "209-inv", "vol-lf")]
    gone += ["adjust 1-kar.at pool", "ruling 26.B-told yes"]
    assert placed(*gone, lq7="no").winner == "german"
    assert placed(*gone, lq7="yes").winner == "", "B IEF and C IEF are in the Indian Ocean box"


def test_26_b_told() -> None:
    gone = [f"adjust {unit}.at pool" for unit in ("desg", *(f"{n}-inv" for n in (*range(102, 106), 109, 110, 111)))]
    last = ("german> draw invented-ruse", "put 101-inv pool by invented-ruse")
    table = placed(*gone, *last)
    assert (table.winner, table.told("26.B: no German unit that was told is on the map")) == ("", True)
    assert table.play("ruling 26.B-told yes").winner == "allied"
    assert placed("ruling 26.B-told yes", *gone, *last).winner == "allied"
    every = [f'unit "X {i}" german start pool' for i in range(7)]
    assert placed(*every, *gone, *last).winner == "allied", "all units of the game are on file"


AIR = (
    "german> draw invented-rains", "allied> draw invented-column", "adjust 1-kar.at tanga", "adjust 103-inv.at tanga",
    "allied> pass", "allied> battle tanga", "allied> air 1", "allied> superiority 3,4", "german> fire 103-inv 1,1",
    "allied> fire 1-kar 1,1", "allied> superiority 4,4",
)  # fmt: skip


def test_lq11() -> None:
    assert placed(*AIR, lq11="round").state["battle"]["superior"] == "german"
    assert placed(*AIR, lq11="battle").state["battle"]["superior"] == "allied"


def test_lq12() -> None:
    lines = (
        "route moshi morogoro no",
        "space moshi ways 3",
        "space morogoro ways 4",
        "route taveta moshi rail",
        "adjust 105-inv.at kigoma",
        "card invented-ruse move all-3",
    )
    march = "german> march 105-inv taveta"  # by rail to Dar es Salaam, by land to Tanga, by rail again
    assert marching("invented-ruse", *lines, march, lq12="many").rules() == []
    assert marching("invented-ruse", *lines, march, lq12="one").rules() == ["11.D"]


def test_lq13() -> None:
    lines = ("space morogoro stop yes", "adjust 105-inv.at kigoma", "german> march 105-inv dar-es-salaam")
    assert marching("invented-ruse", *lines, lq13="yes").rules() == []
    assert marching("invented-ruse", *lines, lq13="no").rules() == ["11.1.1.B"]


def test_lq14() -> None:
    before = tuple(f"unit {unit} strength 0" for unit in ("101-inv", "102-inv", "1-kar", "vol-lf"))
    table = fighting("superiority 3,4", before=before, lq14="attacker-back")
    assert table.question.startswith("German retreats 101-inv and 102-inv")
    table = fighting("superiority 3,4", before=before, lq14="stay")
    assert (table.state["battle"], table.at("101-inv"), table.game.table.side) == (None, "voi", "allied")


def test_lq14_counts_too_when_a_unit_broke_off_before() -> None:
    before = tuple(f"unit {unit} strength 0" for unit in ("101-inv", "1-kar", "vol-lf"))
    lines = ("superiority 6,1", "german> breakoff 102-inv taveta")
    table = fighting(*lines, options="breakoff", before=before, lq14="stay")
    assert table.state["battle"]["round"] == 2
    table.play("superiority 6,1")
    assert table.state["battle"] is None


def test_lq15() -> None:
    lines = (
        "german> draw invented-rains",
        "allied> draw invented-drive",
        "adjust 1-fp.at kigoma",
        "adjust 2-fp.at kigoma",
    )
    more = ("adjust 101-inv.at belgian-congo", "allied> recruit 206-inv")
    for choice, due in (("keep", 2), ("redraw", 3)):
        table = placed(*lines, *more, lq15=choice)
        assert (table.rules(), table.rules(Kind.RULING)[-1:], table.state["due"]) == ([], ["LQ15"], {"pool": due})


def test_lq17() -> None:
    lines = ("adjust kona.at voi", "adjust kona.panicked yes", "superiority 1,6", "allied> fire 1-kar 6,6")
    for choice, place in (("pool", "pool"), ("card", "konigsberg")):
        table = fighting(*lines, "german> eliminate 101-inv", "german> eliminate 102-inv", lq17=choice)
        table.play("german> retreat taveta")
        assert table.at("kona") == "taveta"
        table = fighting(
            "adjust kona.at voi", "superiority 1,6", "allied> fire 1-kar 6,1", "german> eliminate kona", lq17=choice
        )
        assert (table.rules(), table.at("kona")) == ([], place)


TWO = ("german> draw invented-rains", "allied> draw invented-column", "adjust allied.war yes", "adjust 1-fp.at kigoma")


def test_lq18() -> None:
    lines = (*TWO, "adjust 1-kar.at tabora", "adjust 104-inv.at moshi", "adjust 105-inv.at moshi")
    empty = ("adjust 109-inv.at moshi", "adjust 110-inv.at moshi", "allied> march 1-kar kigoma")
    assert placed(*lines, *empty, lq18="yes").rules() == []
    assert placed(*lines, *empty, lq18="no").rules() == ["29.B"]


def test_lq19() -> None:
    lines = (*TWO, "adjust 1-kar.at bukoba", "allied> march 1-kar tabora", "allied> march 1-fp tabora")
    assert placed(*lines, lq19="apart").rules() == ["29.B"]
    assert placed(*lines, lq19="together").rules() == []


def test_lq20() -> None:
    lines = ("adjust 101-inv.at voi", "german> draw invented-ruse", "german> build 101-inv")
    table = placed(*lines, options="forts", lq20="ignore")
    assert (table.rules(), table.rules(Kind.RULING)) == ([], ["LQ20"])
    assert placed(*lines, options="forts", lq20="test").rules() == ["22.1.A"]


def test_lq21() -> None:
    hidden, shown = placed(lq21="hidden"), placed(lq21="open")
    seen = RULESET.view(hidden.game.table, "allied").pieces["german"]
    assert (seen.named.get("101-inv"), seen.unnamed["moshi"]) == (None, 3)
    assert RULESET.view(shown.game.table, "allied").pieces["german"].named["101-inv"] == "moshi"


def test_garrisons() -> None:
    line = "german> march desg tanga"
    assert marching("invented-ruse", line, garrisons="static").rules() == ["11.1.3"]
    assert marching("invented-ruse", line, garrisons="by-card").rules() == []


def test_river_routes() -> None:
    lines = ("adjust 101-inv.at rufiji", "german> march 101-inv kilwa")
    assert marching("invented-ruse", *lines, river_routes="open").rules() == []
    assert marching("invented-ruse", *lines, river_routes="closed").rules() == ["3.2"]


def test_car_pursuit() -> None:
    lines = ("adjust 204-inv.at voi", "adjust 1-kar.at mombasa", "adjust vol-lf.at mombasa", "adjust 101-inv.at moshi")
    attack = ("allied> draw invented-column", "allied> pass", "allied> battle voi", "allied> superiority 6,1")
    for choice, rules in (("yes", []), ("no", ["19.1.C"])):
        table = placed("german> draw invented-rains", *lines, options="pursuit", car_pursuit=choice)
        table.play("adjust 102-inv.at voi", *attack, "allied> fire 204-inv 6", "german> eliminate 102-inv")
        assert table.play("allied> pursue 204-inv taveta").rules() == rules


def test_contested_centre() -> None:
    for choice, rules in (("none", ["21.4.B"]), ("supplies", [])):
        table = marching("invented-ruse", "adjust 102-inv.at nairobi", options="supply", contested_centre=choice)
        table.play("german> pass", "german> battle nairobi", "german> superiority 6,1", "german> fire 102-inv 1,1")
        assert table.rules() == rules


def test_supply_sources() -> None:
    fort = ("space taveta fort german", "adjust 101-inv.at taveta")
    train = ("adjust 110-inv.at voi",)
    short = {("listed", fort), ("listed", train), ("forts", train)}
    for choice in ("listed", "forts", "all"):
        for lines in (fort, train):
            table = marching("invented-ruse", *lines, options="supply", supply_sources=choice)
            table.play("adjust 102-inv.at nairobi", "german> pass", "german> battle nairobi")
            table.play("german> superiority 6,1", "german> fire 102-inv 1,1")
            assert table.rules() == (["21.4.B"] if (choice, lines) in short else []), (choice, lines)


def test_fleet_retreat() -> None:
    lines = ("german> draw invented-rains", *(f"adjust {unit}.at rufiji" for unit in ("1-kar", "102-inv")))
    lost = (
        "adjust 209-inv.at kilwa", "allied> draw invented-column", "allied> pass", "allied> battle rufiji",
        "allied> superiority 6,1",
    )  # fmt: skip
    table = placed(*lines, *lost, "allied> fire 1-kar 5,5", "german> retreat", fleet_retreat="together")
    assert (table.rules(), table.at("102-inv"), table.at("111-inv")) == ([], "pool", "pool")
    assert table.rules(Kind.RULING) == ["fleet-retreat", "LQ3"]
    table = placed(*lines, *lost, "allied> fire 1-kar 5,5", "german> retreat morogoro", fleet_retreat="parted")
    assert (table.rules(), table.question) == ([], "German retreats 111-inv: nowhere: they are eliminated")
    table.play("german> retreat")
    assert (table.rules(), table.at("102-inv"), table.at("111-inv")) == ([], "morogoro", "pool")


def test_29_b_retreat() -> None:
    before = ("adjust allied.war yes", "adjust 1-fp.at nairobi")
    for choice, rules in (("barred", ["29.B"]), ("allowed", [])):
        table = fighting(*LOST, "allied> retreat nairobi", before=before, **{"29_b_retreat": choice})
        assert table.rules() == rules


def test_breakoff_apart() -> None:
    before = ("adjust 1-kar.at moshi", "german> pass", "battle moshi", "superiority 6,1")
    lines = (*before, "breakoff 101-inv tanga", "allied> fire 1-kar 1,1", "breakoff 102-inv morogoro")
    for choice, rules in (("each", []), ("together", ["18.B"])):
        table = marching("invented-ruse", *lines, options="breakoff", breakoff_apart=choice)
        assert (table.rules(), "breakoff-apart" in table.rules(Kind.RULING)) == (rules, not rules)


def test_ocean_box() -> None:
    lines = ("german> draw invented-rains", "adjust 1-kar.at mombasa", "allied> draw invented-column")
    for choice, rules in (("both", []), ("out", ["28.2.3"])):
        table = placed(*lines, "allied> march 1-kar indian-ocean", ocean_box=choice)
        assert (table.rules(), "ocean-box" in table.rules(Kind.RULING)) == (rules, not rules)


def test_lq14_a_battle_without_any_effect_is_pointed_out() -> None:
    table = fighting()
    for _ in range(10):
        table.play("superiority 6,1", "fire 101-inv 1,1", "allied> fire 1-kar 1,1", "german> fire 102-inv 1,1")
        assert not table.told("rounds without effect") or table.state["battle"]["round"] > 10
        table.play("allied> fire vol-lf 1")
    assert table.told("round 11 in Voi; ten rounds without effect")
    table.play("adjust 1-kar.panicked yes", "adjust vol-lf.panicked yes")
    assert table.question.startswith("Allied retreats 1-kar and vol-lf")


def test_11_c_each_march_by_a_card_that_is_not_known_is_judged_when_it_is_told() -> None:
    table = placed('german> card "New Card" german', "german> draw new-card", "german> pass")
    table.play("german> march 101-inv taveta", "german> move 102-inv taveta")
    assert table.rules(Kind.NEEDS).count("11.C") == 2
    late = [f.message for f in table.game.report("german> card new-card move mounted-1").findings]
    assert sum("broke it, as is known now: New Card does not move" in message for message in late) == 2
