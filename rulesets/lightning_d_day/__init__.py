"""Lightning: D-Day. Each module carries a heading of the rulebook; rulebook.toml lists every rule."""

from pathlib import Path

from referee.components.decks import ASPECTS
from referee.ruleset import Ruleset, read_rulebook
from rulesets.lightning_d_day import display
from rulesets.lightning_d_day.action_cards import Play
from rulesets.lightning_d_day.attack import Attack
from rulesets.lightning_d_day.battle import Tell
from rulesets.lightning_d_day.beaches import Activate
from rulesets.lightning_d_day.by_card import Again, Count, Cover, Drop, Flip, Gain, Remove, Rollover, Shift, Trim
from rulesets.lightning_d_day.learning import LearnCard, LearnForce, LearnPile, LearnTurn
from rulesets.lightning_d_day.names import SIDES
from rulesets.lightning_d_day.on_file import on_file
from rulesets.lightning_d_day.options import OPTIONS
from rulesets.lightning_d_day.picture import CHARTS, picture
from rulesets.lightning_d_day.setup import Ready, checklist, start
from rulesets.lightning_d_day.table import Table
from rulesets.lightning_d_day.turn import STEPS, Pass, asks, closed, consequences, crosses, skipped
from rulesets.lightning_d_day.turn_end import Discard, Draw, Hand
from rulesets.lightning_d_day.victory import ended_by, told_after_the_end
from rulesets.lightning_d_day.words import titles

RULESET: Ruleset[Table] = Ruleset(
    name="lightning-d-day",
    title="Lightning: D-Day",
    version="3",
    sides=SIDES,
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    actions=(
        Ready,
        Activate,
        Attack,
        Play,
        Pass,
        Tell,
        Count,
        Rollover,
        Discard,
        Draw,
        Remove,
        Trim,
        Flip,
        Cover,
        Shift,
        Gain,
        Drop,
        Again,
        Hand,
        LearnForce,
        LearnCard,
        LearnTurn,
        LearnPile,
    ),
    start=start,
    asks=asks,
    closed=closed,
    skipped=skipped,
    crosses=crosses,
    consequences=consequences,
    ended_by=ended_by,
    afterwards=told_after_the_end,
    layout=display.layout,
    phrases=display.PHRASES,
    aspects=ASPECTS,
    put=display.put,
    state=display.state,
    show=display.show,
    status=display.status,
    checklist=checklist,
    why=display.why,
    topics={"totals": None, "beaches": None, "hand": None},
    victory=("Victory",),
    step_rule="turn.sides",
    late_rules=frozenset({"turn.order"}),
    steps=STEPS,
    setup=frozenset({"setup"}),
    options=OPTIONS,
    on_file=on_file,
    titles=titles,
    charts=CHARTS,
    picture=picture,
)
