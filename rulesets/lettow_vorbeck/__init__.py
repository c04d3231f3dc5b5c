"""Lettow-Vorbeck: East Africa 1914-18. Each module carries headings of the rulebook; rulebook.toml lists every rule."""

from pathlib import Path

from referee.ruleset import Ruleset, read_rulebook
from rulesets.lettow_vorbeck import display
from rulesets.lettow_vorbeck.battle import Air, Fight, Reveal
from rulesets.lettow_vorbeck.breakoff import BreakOff
from rulesets.lettow_vorbeck.cards import Draw
from rulesets.lettow_vorbeck.drawing import CHARTS, picture
from rulesets.lettow_vorbeck.events import Put
from rulesets.lettow_vorbeck.explaining import TOPICS, why
from rulesets.lettow_vorbeck.fire import Effect, Fire, Shots
from rulesets.lettow_vorbeck.forts import Build, Dismantle
from rulesets.lettow_vorbeck.learning import LearnCard, LearnResult, LearnRoute, LearnSpace, LearnUnit
from rulesets.lettow_vorbeck.losing import Rally, Retreat
from rulesets.lettow_vorbeck.losses import Eliminate, Panic
from rulesets.lettow_vorbeck.major import Enlist, Sacrifice
from rulesets.lettow_vorbeck.march import March
from rulesets.lettow_vorbeck.names import SIDES
from rulesets.lettow_vorbeck.on_file import on_file
from rulesets.lettow_vorbeck.options import OPTIONS
from rulesets.lettow_vorbeck.pursuit import Pursue
from rulesets.lettow_vorbeck.recruiting import Recruit
from rulesets.lettow_vorbeck.setup import Deploy, Ready, checklist, start
from rulesets.lettow_vorbeck.superiority import Superior, Superiority
from rulesets.lettow_vorbeck.table import Table
from rulesets.lettow_vorbeck.turn import STEPS, NextTurn, Pass, asks, closed, consequences, crosses, skipped
from rulesets.lettow_vorbeck.words import titles_of

RULESET: Ruleset[Table] = Ruleset(
    name="lettow-vorbeck",
    title="Lettow-Vorbeck: East Africa 1914-18",
    version="3",
    sides=SIDES,
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    actions=(
        Deploy,
        Ready,
        Draw,
        Recruit,
        Build,
        Dismantle,
        March,
        Pass,
        Fight,
        Reveal,
        Air,
        Superiority,
        Superior,
        Fire,
        Shots,
        Effect,
        Eliminate,
        Panic,
        BreakOff,
        Retreat,
        Rally,
        Enlist,
        Sacrifice,
        Pursue,
        NextTurn,
        Put,
        LearnSpace,
        LearnRoute,
        LearnUnit,
        LearnCard,
        LearnResult,
    ),
    start=start,
    asks=asks,
    closed=closed,
    skipped=skipped,
    crosses=crosses,
    consequences=consequences,
    layout=display.layout,
    phrases=display.PHRASES,
    aspects=display.ASPECTS,
    put=display.put,
    state=display.state,
    show=display.show,
    status=display.status,
    checklist=checklist,
    why=why,
    topics=TOPICS,
    victory=("Victory",),
    step_rule="6.2",
    steps=STEPS,
    setup=frozenset({"setup"}),
    options=OPTIONS,
    on_file=on_file,
    view=display.view,
    titles=titles_of,
    reminders=frozenset({"6.2", "7.1.3", "8.1"}),
    charts=CHARTS,
    picture=picture,
)
