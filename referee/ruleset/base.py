"""What a ruleset is: the one object that a game hands to the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from referee.ruleset.action import Action
from referee.ruleset.picture import Chart, Picture
from referee.ruleset.rulebook import BadRuleset, Rulebook
from referee.ruleset.table import Ask, Consequence, Name, Table

T = TypeVar("T", bound=Table)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is decided before the first turn. `known` holds component facts that a record brought along."""

    rulings: Mapping[str, str]
    options: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice at the set-up that changes what is played, not how a rule is read (that is a `Ruling`).

    `choices` maps each choice to what it means; `default` is what Enter takes. `free` says what else may be written
    where any value will do (a number, a list of names); the ruleset's `start` reads it and raises NotUnderstood.
    """

    name: str
    question: str
    choices: Mapping[str, str]
    default: str
    free: str = ""


@dataclass(frozen=True, slots=True)
class Component:
    """A card, counter or chart, and what is known of it.

    kind    the verb that teaches it; `facts` are named by that verb's keywords, so that a line can be made of them
    name    its notation name; `title` is what is printed, `side` who owns it ("" if nobody does)
    facts   what is printed on it; UNKNOWN marks what nobody knows yet
    source  "stated" in a source, "inferred" from one, or "told" by the players
    gone    it is out of the game that is played: nothing is asked of it any more
    now     where or how it lies now, in words, where that is another thing than what is printed on it
    """

    kind: str
    name: str
    title: str
    side: str
    facts: Mapping[str, object]
    source: str = "told"
    gone: bool = False
    now: str = ""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a game that is over did to the campaign that it belongs to.

    lines    what it changed, and where the campaign stands now
    options  what the next game is set up with; what is not named is as by default
    open     options of the next game that cannot be told from the table, and are for the players to say
    over     why there is no next game ("total defeat of the British"); "" if there is one
    """

    lines: tuple[str, ...]
    options: Mapping[str, str]
    open: tuple[str, ...] = ()
    over: str = ""


def _nothing_on_file(table: Table) -> Iterable[Component]:
    return ()


def _no_picture(table: Table) -> Picture | None:
    return None


def _no_titles(table: Table) -> Mapping[str, str]:
    return {}


def _turn(table: Table) -> int:
    return table.turn


def _by_no_rule(table: Table) -> str:
    return ""


def _nothing(table: Table, act: Action[Any]) -> bool:
    return False


def _past_one_step(passed: Sequence[Ask]) -> bool:
    return sum(ask.step for ask in passed) <= 1


def _sees_all(table: T, side: str) -> T:
    return table


ENGINE_VERBS = frozenset(
    {
        "stand", "back", "decline", "skip", "later", "undo", "redo", "fix", "insert", "keep", "branch", "note",
        "adjust", "ruling", "house", "paid", "dispute", "settle", "roll", "cocked", "late", "hide", "unhide", "resign",
        "agree",
    }
)  # fmt: skip
"""Commands that no ruleset may take away: all that change a record, for nothing else does what they do."""


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[T]):
    """One game. All functions are pure: no I/O, no clock, no random number.

    name          notation name, as in `referee play NAME`
    title         the name on the box
    version       of the ruleset; a record keeps it
    sides         in order of play, with their titles: {"red": "Red", ...}
    rulebook      every rule and ruling
    actions       every verb, in the order in which the help lists them
    start         the table as it is set up
    asks          the first thing still open, in the order of the book; None when the game is over
    closed        the table after the open window was let pass
    skipped       the table after it went past the open duty
    crosses       whether a line may cross the border of a turn past these open questions; as a rule past one step
    consequences  the next thing that the rules make happen by themselves, or None
    layout        what lies on the table, flat: "guard.losses" to "2"; every hand movement is a difference of two
    phrases       what hands do when a place of the layout changes, by what follows the last dot of its key ("losses":
                  "put {new} on {thing}"; {thing} is what stands before it, {old} and {new} are the values);
                  with "-gone" behind it, when nothing is left there; with "=VALUE", when it becomes that value; with
                  "-mended", when acts are undone or corrected, and no act says where things go (cards back on a deck);
                  no phrase, no instruction
    aspects       what the words of the layout mean that do not say it themselves ("away": "cards laid aside")
    put           the table with one entry of its layout set to a value (for `adjust`); raises Impossible
    state         all that the table shows, as plain JSON values
    show          the table on one screen: lines of text
    status        words for the toolbar after turn and side: ("Actions", "hand 5/9", "Ford: Red")
    checklist     what to lay on the table before the first turn, line by line
    why           an explanation of a derived value (`why supply guard`): lines, or () if it cannot tell
    topics        the words that `why` explains ("supply"), and of which kind the names behind each are; None: sides, or
                  nothing. The names reach `why` written out
    victory       the headings of the rulebook that say how the game ends and who has won; the sheet of the game begins
                  with their rules
    step_rule     the rule that is cited when an act comes in the wrong step
    late_rules    rules that an act breaks which comes too late within its step, beside the step_rule
    afterwards    whether an act may still be told when the game is over, for the book leaves open which of the two
                  comes first; as a rule nothing may
    ended_by      the rule that ended the game, cited when somebody plays on; "": the step_rule
    steps         every step that a table can be in, with its title: {"supply": "Supply Check"}
    setup         those of them that are done once, before the first turn begins
    options       choices at the set-up, beside the rulings; the chosen ones are in `Setup.options`
    on_file       the components of the game, and what is known of each
    view          the table as one side may see it; what is hidden from that side is not on it, nor in its names
    campaign      what a table on which the game is over did to a campaign; None: the game has no campaigns, and a
                  chain of games has always the same options
    titles        what the names of the notation are called in a sentence: {"guard": "the Old Guard", "red": "the Reds"}
    reminders     rules whose consequences only remind those at the table of something, and belong in no story
    charts        what a report follows through the game, beside dice and findings
    picture       the table as it would be drawn; None while too little of it is known
    played        the last turn of which something was played; a game may be over before the turn of its table began
    tutorial      the file of a lesson that plays some of the game step by step
    """

    name: str
    title: str
    version: str
    sides: Mapping[str, str]
    rulebook: Rulebook
    actions: tuple[type[Action[T]], ...]
    start: Callable[[Setup], T]
    asks: Callable[[T], Ask | None]
    closed: Callable[[T], T]
    skipped: Callable[[T], T]
    consequences: Callable[[T], Consequence[T] | None]
    layout: Callable[[T], Mapping[str, str]]
    phrases: Mapping[str, str]
    put: Callable[[T, str, str], T]
    state: Callable[[T], Mapping[str, Any]]
    show: Callable[[T], list[str]]
    status: Callable[[T], tuple[str, ...]]
    checklist: Callable[[T], list[str]]
    why: Callable[[T, tuple[str, ...]], Iterator[str]]
    step_rule: str
    crosses: Callable[[Sequence[Ask]], bool] = _past_one_step
    late_rules: frozenset[str] = frozenset()
    afterwards: Callable[[T, Action[T]], bool] = _nothing
    ended_by: Callable[[T], str] = _by_no_rule
    steps: Mapping[str, str] = field(default_factory=dict)
    setup: frozenset[str] = frozenset()
    options: tuple[Option, ...] = ()
    on_file: Callable[[T], Iterable[Component]] = _nothing_on_file
    view: Callable[[T, str], T] = _sees_all
    campaign: Callable[[T], Aftermath] | None = None
    aspects: Mapping[str, str] = field(default_factory=dict)
    titles: Callable[[T], Mapping[str, str]] = _no_titles
    reminders: frozenset[str] = frozenset()
    charts: tuple[Chart[T], ...] = ()
    picture: Callable[[T], Picture | None] = _no_picture
    played: Callable[[T], int] = _turn
    tutorial: Path | None = None
    topics: Mapping[str, type[Name] | None] = field(default_factory=dict)
    victory: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises BadRuleset for a verb that a ruleset may not have, or a rule or heading that its rulebook has not."""
        if taken := ENGINE_VERBS & {word for act in self.actions for word in (act.verb, act.short, act.alias)}:
            raise BadRuleset(f"{self.name}: the verb {min(taken)!r} belongs to the referee itself")
        if missing := set(self.victory) - {rule.heading for rule in self.rulebook.rules.values()}:
            raise BadRuleset(f"{self.name}: no rule stands under the heading {min(missing)!r}")
        cited = {act.rule: f"by the verb {act.verb!r}" for act in self.actions}
        cited |= dict.fromkeys(self.reminders, "as a reminder") | {self.step_rule: "as the step_rule"}
        cited |= dict.fromkeys(self.late_rules, "as a late rule")
        if strange := cited.keys() - self.rulebook.rules.keys() - self.rulebook.rulings.keys():
            raise BadRuleset(f"{self.name}: {min(strange)!r} is cited {cited[min(strange)]}, but stands in no rulebook")

    def step_title(self, step: str) -> str:
        """The title of a step; its slug if the ruleset names none."""
        return self.steps.get(step, step)
