"""Two Piles. Each module carries a heading of the rulebook; rulebook.toml lists every rule."""

from importlib.resources import files

from referee.ruleset import Ruleset, read_rulebook

from two_piles import display
from two_piles.learning import LearnPile, on_file
from two_piles.table import SIDES, Table, start
from two_piles.taking import Knock, Take, asks, closed, consequences, played, skipped

# The docstring of Ruleset says what each of these is for, and what more there is (options, campaign, view, picture).
RULESET: Ruleset[Table] = Ruleset(
    name="two-piles",
    title="Two Piles",
    version="1",
    sides=SIDES,
    rulebook=read_rulebook(files(__package__).joinpath("rulebook.toml")),
    actions=(Take, Knock, LearnPile),
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
    victory=("The end",),
    step_rule="turns.1",
    steps={"take": "Take", "knock": "Knock"},
    on_file=on_file,
    titles=display.titles,
    charts=display.CHARTS,
    played=played,
)
