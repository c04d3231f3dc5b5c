"""Lightning: North Africa. Each module carries a heading of the rulebook; rulebook.toml lists every rule."""

from pathlib import Path

from referee.components.decks import ASPECTS
from referee.ruleset import Ruleset, read_rulebook
from rulesets.lightning_north_africa import display, drawing
from rulesets.lightning_north_africa.action_cards import Play
from rulesets.lightning_north_africa.attack_plans import Guess, Result, Reveal, Seal
from rulesets.lightning_north_africa.battle import Attack
from rulesets.lightning_north_africa.battle_cards import Add, React, Strike
from rulesets.lightning_north_africa.by_card import Done, Drop, Gain, Heal, Loss, Remove, Shift
from rulesets.lightning_north_africa.hand import Discard, Draw, Hand
from rulesets.lightning_north_africa.learning import LearnCard, LearnForce, LearnPlan
from rulesets.lightning_north_africa.losses import Lose
from rulesets.lightning_north_africa.names import SIDES, Force
from rulesets.lightning_north_africa.on_file import on_file
from rulesets.lightning_north_africa.operations import Move, Order, Prepare, Special
from rulesets.lightning_north_africa.reinforcements import Reinforce
from rulesets.lightning_north_africa.setup import Place, Ready, Starts, checklist, start
from rulesets.lightning_north_africa.supply import SupplyCheck
from rulesets.lightning_north_africa.table import Table
from rulesets.lightning_north_africa.turn import Pass, asks, closed, consequences, skipped
from rulesets.lightning_north_africa.victory import ended_by
from rulesets.lightning_north_africa.words import titles

RULESET: Ruleset[Table] = Ruleset(
    name="lightning-north-africa",
    title="Lightning: North Africa",
    version="3",
    sides=SIDES,
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    actions=(
        Starts,
        Place,
        Ready,
        Draw,
        Move,
        Order,
        Prepare,
        Special,
        Play,
        Reinforce,
        Pass,
        Attack,
        Add,
        React,
        Strike,
        Seal,
        Guess,
        Reveal,
        Result,
        Lose,
        SupplyCheck,
        Discard,
        Loss,
        Heal,
        Shift,
        Remove,
        Gain,
        Drop,
        Done,
        Hand,
        LearnForce,
        LearnCard,
        LearnPlan,
    ),
    start=start,
    asks=asks,
    closed=closed,
    skipped=skipped,
    consequences=consequences,
    ended_by=ended_by,
    layout=display.layout,
    phrases=display.PHRASES,
    aspects=ASPECTS,
    put=display.put,
    state=display.state,
    show=display.show,
    status=display.status,
    checklist=checklist,
    why=display.why,
    topics={"supply": Force, "tobruk": None, "hand": None, "battles": None},
    victory=("How to Win",),
    step_rule="steps",
    steps=display.STEPS,
    setup=frozenset({"setup"}),
    on_file=on_file,
    titles=titles,
    charts=drawing.CHARTS,
    picture=drawing.picture,
    tutorial=Path(__file__).with_name("tutorial.toml"),
)
