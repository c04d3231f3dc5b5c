"""K.I.S.S. Rommel. Each module carries a heading of the rules; rulebook.toml lists every rule."""

from pathlib import Path

from referee.ruleset import Ruleset, read_rulebook
from rulesets.kiss_rommel import display, drawing
from rulesets.kiss_rommel.air import Air
from rulesets.kiss_rommel.campaign import aftermath
from rulesets.kiss_rommel.deployment import Deploy
from rulesets.kiss_rommel.dice import First, Save, Tell, ToEnemyHQ, ToHQ
from rulesets.kiss_rommel.fire import Fire
from rulesets.kiss_rommel.ground import Agreed, LayTerrain, North, Zone
from rulesets.kiss_rommel.learning import LearnDivision, LearnType, on_file
from rulesets.kiss_rommel.leaving import Capture, Exit
from rulesets.kiss_rommel.losses import Return, Swap
from rulesets.kiss_rommel.minefields import Clear, LayMines
from rulesets.kiss_rommel.movement import Move
from rulesets.kiss_rommel.muster import Attach, Blank, Deal, Pick
from rulesets.kiss_rommel.names import SIDES, Unit
from rulesets.kiss_rommel.options import OPTIONS
from rulesets.kiss_rommel.phases import STEPS
from rulesets.kiss_rommel.placing import Place
from rulesets.kiss_rommel.table import Table
from rulesets.kiss_rommel.turn import Pass, asks, closed, consequences, skipped, start
from rulesets.kiss_rommel.victory import Claim, EndDie, ended_by, played
from rulesets.kiss_rommel.words import titles

RULESET: Ruleset[Table] = Ruleset(
    name="kiss-rommel",
    title="K.I.S.S. Rommel",
    version="3",
    sides=SIDES,
    rulebook=read_rulebook(Path(__file__).with_name("rulebook.toml")),
    actions=(
        LayTerrain,
        North,
        Zone,
        Agreed,
        Pick,
        Deal,
        Blank,
        Attach,
        LayMines,
        Deploy,
        Return,
        Swap,
        Clear,
        Move,
        Exit,
        Capture,
        Fire,
        Air,
        First,
        Save,
        ToHQ,
        ToEnemyHQ,
        Tell,
        Place,
        Pass,
        EndDie,
        Claim,
        LearnDivision,
        LearnType,
    ),
    start=start,
    asks=asks,
    closed=closed,
    skipped=skipped,
    consequences=consequences,
    layout=display.layout,
    phrases=display.PHRASES,
    aspects=display.ASPECTS,
    put=display.put,
    state=display.state,
    show=display.show,
    status=display.status,
    checklist=display.checklist,
    why=display.why,
    topics={"targets": Unit, "spots": Unit, "hq": Unit, "score": None},
    victory=("Victory", "Victory points", "Length of the battle"),
    step_rule="KT2",
    ended_by=ended_by,
    steps=STEPS,
    setup=frozenset({"terrain", "muster", "minefields", "deployment"}),
    options=OPTIONS,
    on_file=on_file,
    campaign=aftermath,
    titles=titles,
    reminders=frozenset({"KT1", "KT2"}),
    charts=drawing.CHARTS,
    picture=drawing.picture,
    played=played,
)
