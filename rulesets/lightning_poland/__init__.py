"""Lightning: Poland. Each module carries a heading of the rulebook; rulebook.toml lists every rule."""

from pathlib import Path

from referee.components.decks import ASPECTS
from referee.ruleset import Ruleset, read_rulebook
from rulesets.lightning_poland import display
from rulesets.lightning_poland.action_cards import Play
from rulesets.lightning_poland.battle import Attack, Commit
from rulesets.lightning_poland.by_card import Cancel, Drop, Gain, Remove, Retire, Stay, Value
from rulesets.lightning_poland.hand import Discard, Draw, Hand, Shuffle
from rulesets.lightning_poland.learning import LearnCard, LearnForce, LearnObjective
from rulesets.lightning_poland.names import SIDES
from rulesets.lightning_poland.objectives import ended_by
from rulesets.lightning_poland.on_file import on_file
from rulesets.lightning_poland.operations import Prepare, Reinforce
from rulesets.lightning_poland.picture import CHARTS, picture
from rulesets.lightning_poland.resolve import Result
from rulesets.lightning_poland.setup import OPTIONS, Ready, Starts, checklist, start
from rulesets.lightning_poland.table import Table
from rulesets.lightning_poland.turn import STEPS, Done, Pass, asks, closed, consequences, crosses, skipped
from rulesets.lightning_poland.words import titles

RULESET: Ruleset[Table] = Ruleset(
    name="lightning-poland",
    title="Lightning: Poland",
    version="3",
    sides=SIDES,
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    actions=(
        Starts,
        Ready,
        Attack,
        Reinforce,
        Prepare,
        Commit,
        Play,
        Done,
        Pass,
        Result,
        Discard,
        Draw,
        Shuffle,
        Remove,
        Retire,
        Stay,
        Gain,
        Drop,
        Value,
        Cancel,
        Hand,
        LearnForce,
        LearnObjective,
        LearnCard,
    ),
    start=start,
    asks=asks,
    closed=closed,
    skipped=skipped,
    crosses=crosses,
    ended_by=ended_by,
    consequences=consequences,
    layout=display.layout,
    phrases=display.PHRASES,
    aspects=ASPECTS,
    put=display.put,
    state=display.state,
    show=display.show,
    status=display.status,
    checklist=checklist,
    why=display.why,
    topics={"total": None, "points": None, "hand": None, "objectives": None},
    victory=("How to Win",),
    step_rule="turns.1",
    steps=STEPS,
    setup=frozenset({"setup"}),
    options=OPTIONS,
    on_file=on_file,
    titles=titles,
    charts=CHARTS,
    picture=picture,
)
