"""What stands on the sheet of a game: how it is won, the turn, verbs, keys, commands, options and rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.commands.call import BY_NAME
from referee.commands.keys import KEYS
from referee.commands.verbs import first_line, short_form
from referee.fold import first_table
from referee.game import Game
from referee.notation import Reader, usage
from referee.ruleset import Action, Die, Ruleset, slots_of

COMMANDS = (
    "stand", "back", "undo", "redo", "fix", "later", "legal", "why", "show", "audit", "log", "rule", "help", "note",
    "adjust", "ruling", "paid",
)  # fmt: skip
"""Those of the referee's own commands that every evening needs; DICE where there are dice."""

DICE = ("roll",)

LONE = 4
"""Headings of one verb each that share a group."""


@dataclass(frozen=True, slots=True)
class Row:
    """A verb, command or key: how it is written, a shorter spelling ("" if there is none), what it does."""

    shape: str
    meaning: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Verbs that belong together. `taught`: they tell what is printed on components, and are asked for in play."""

    title: str
    rows: tuple[Row, ...]
    taught: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a ruling or option: the word for it, what it means, whether it is in force, and the default."""

    word: str
    meaning: str
    in_force: bool
    default: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A ruling or an option. `free`: what was chosen, or what else may be, where any value will do."""

    name: str
    question: str
    choices: tuple[Choice, ...]
    free: str = ""

    @property
    def usual(self) -> bool:
        """Whether the default is in force."""
        return all(choice.in_force == choice.default for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: of a ruleset with its defaults, or of a saved game with what it plays by.

    facts  the sides, and of a game its name and players
    won    how the game ends and who has won, in sentences
    once   the steps that are done before the first turn; `steps` are those of every turn
    typing what holds of every line
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    won: tuple[str, ...]
    once: tuple[str, ...]
    steps: tuple[str, ...]
    groups: tuple[Group, ...]
    typing: tuple[str, ...]
    keys: tuple[Row, ...]
    commands: tuple[Row, ...]
    options: tuple[Question, ...]
    rulings: tuple[Question, ...]
    house: tuple[str, ...] = ()


def sheet_of(ruleset: Ruleset[Any], game: Game | None = None) -> Sheet:
    """The sheet of a ruleset; of a game with its players, options, rulings and house rules."""
    table = game.table if game else first_table(ruleset, {}, {})
    rulings = {**ruleset.rulebook.defaults(), **(game.table.rulings if game else {})}
    options = game.log.header.options if game else {}
    facts = [("sides", " and ".join(ruleset.sides.values()))]
    if game:
        players = [f"{player} ({ruleset.sides.get(side, side)})" for side, player in game.log.header.players.items()]
        facts = [("game", game.log.name), ("players" if players else "sides", ", ".join(players) or facts[0][1])]
        facts += [("umpire", game.umpire)] if game.umpire else []
    return Sheet(
        title=ruleset.title,
        facts=tuple(facts),
        won=tuple(rule.summary for rule in ruleset.rulebook.rules.values() if rule.heading in ruleset.victory),
        once=tuple(title for step, title in ruleset.steps.items() if step in ruleset.setup),
        steps=tuple(title for step, title in ruleset.steps.items() if step not in ruleset.setup),
        groups=tuple(_groups(ruleset, Reader(table, ruleset.actions, ruleset.sides))),
        typing=tuple(_typing(ruleset)),
        keys=tuple(Row(key.name, key.meaning) for key in KEYS),
        commands=tuple(Row(BY_NAME[name].usage, BY_NAME[name].help) for name in _commands(ruleset)),
        options=tuple(_options(ruleset, options)),
        rulings=tuple(
            Question(one.id, one.question, _choices(one.choices, rulings[one.id], one.default))
            for one in ruleset.rulebook.rulings.values()
        ),
        house=tuple(f"{rule}: {mode}" for rule, mode in table.house.items()),
    )


def _groups(ruleset: Ruleset[Any], reader: Reader) -> Iterator[Group]:
    """The verbs under the headings of the book, in the order of play; what is told of components comes last."""
    played: dict[str, list[Row]] = {}
    anytime: list[Row] = []
    taught: list[Row] = []
    for act in ruleset.actions:
        row = Row(usage(act), first_line(act), short_form(reader, act))
        (taught if act.learns else anytime if act.aside else played.setdefault(_heading(ruleset, act), [])).append(row)
    lone: dict[str, Row] = {}
    for heading, rows in played.items():
        if len(rows) == 1 and len(lone) < LONE:
            lone[heading] = rows[0]
            continue
        yield from _together(lone)
        lone = {heading: rows[0]} if len(rows) == 1 else {}
        if len(rows) > 1:
            yield Group(heading, tuple(rows))
    yield from _together(lone)
    if anytime:
        yield Group("At any time", tuple(anytime))
    if taught:
        yield Group("What is printed on your copy", tuple(taught), taught=True)


def _together(lone: Mapping[str, Row]) -> Iterator[Group]:
    """A group of the headings that have one verb only."""
    if lone:
        yield Group(" · ".join(lone), tuple(lone.values()))


def _heading(ruleset: Ruleset[Any], act: type[Action[Any]]) -> str:
    rule = ruleset.rulebook.rules.get(act.rule)
    return rule.heading if rule else "Other"


def _commands(ruleset: Ruleset[Any]) -> tuple[str, ...]:
    thrown = any(issubclass(slot.type, Die) for act in ruleset.actions for slot in slots_of(act))
    return COMMANDS + DICE if thrown else COMMANDS


def _typing(ruleset: Ruleset[Any]) -> Iterator[str]:
    yield "Words may be shortened to any beginning that means one thing only; a verb to what stands behind it here."
    yield "A bare value answers the open question."
    yield "A line that breaks a rule is held: Enter takes it back, `stand` lets it stand."
    yield f"`{next(iter(ruleset.sides))}> ...` says who acts; `;` joins lines; quotes go round what has blanks in it."


def _options(ruleset: Ruleset[Any], chosen: Mapping[str, str]) -> Iterator[Question]:
    for one in ruleset.options:
        value = chosen.get(one.name, one.default)
        free = one.free if value in one.choices else f"{value} (in force)"
        yield Question(one.name, one.question, _choices(one.choices, value, one.default), free)


def _choices(choices: Mapping[str, str], chosen: str, default: str) -> tuple[Choice, ...]:
    return tuple(Choice(word, meaning, word == chosen, word == default) for word, meaning in choices.items())
