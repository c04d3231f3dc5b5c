"""The rules of one game in our own words: headings, summaries, and a ruling wherever the book is silent."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # it costs as much to import as the rest of this folder
    from importlib.resources.abc import Traversable


class BadRuleset(ValueError):
    """A ruleset or its rulebook.toml cannot be used; the message is one sentence, with the rule where it is one."""


class Treatment(StrEnum):
    """What the referee does with a rule. The first three need code and a test that carry the id."""

    JUDGED = "judged"
    MIRRORED = "mirrored"
    REMINDED = "reminded"
    INFORMATIVE = "informative"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, the heading it stands under, a summary of ours, where it stands, and what we do with it.

    `rebuilt` marks a step that the book leaves out; `reason` says why an informative rule needs no code. `keywords` are
    other words by which players look for it.
    """

    id: str
    heading: str
    summary: str
    where: str
    treatment: Treatment
    rebuilt: bool = False
    reason: str = ""
    keywords: str = ""

    def has(self, words: Collection[str]) -> bool:
        """Whether its id, heading, summary or keywords hold all of some words."""
        text = f"{self.id} {self.heading} {self.summary} {self.keywords}".lower()
        return all(word in text for word in words)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A point where the book is silent or contradicts itself: the question, its choices, and the default.

    `choices` maps each choice to what it means; `reason` says why the default is the default.
    """

    id: str
    rule: str
    question: str
    choices: Mapping[str, str]
    default: str
    reason: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules and rulings of one game, in the order of the book."""

    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]

    def defaults(self) -> dict[str, str]:
        """The default choice of every ruling."""
        return {ruling.id: ruling.default for ruling in self.rulings.values()}

    def search(self, words: str) -> list[Rule]:
        """Rules that have all the words, or a ruling that asks for them; an exact id alone, or that of its rule."""
        ids = {name.lower(): name for name in self.rules}
        ids = {ruling.id.lower(): ruling.rule for ruling in self.rulings.values()} | ids
        if words.lower() in ids:
            return [self.rules[ids[words.lower()]]]
        wanted = words.lower().split()
        questions = ((ruling.rule, f"{ruling.id} {ruling.question}".lower()) for ruling in self.rulings.values())
        asked = {rule for rule, text in questions if all(word in text for word in wanted)}
        return [rule for rule in self.rules.values() if rule.has(wanted) or rule.id in asked]


def read_rulebook(source: Traversable) -> Rulebook:
    """Read a `rulebook.toml` that ships with a ruleset.

    Raises BadRuleset when it is not well formed.
    """
    try:
        raw: dict[str, Any] = tomllib.loads(source.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadRuleset(f"{source.name} is not TOML: {error}") from error
    rules: dict[str, Rule] = {}
    rulings: dict[str, Ruling] = {}
    for table in raw.get("rule", ()):
        row = dict(table)
        asked = row.pop("ruling", [])
        try:
            rule = Rule(**{**row, "treatment": Treatment(row["treatment"])})
            own = [Ruling(rule=rule.id, **each) for each in asked]
        except (KeyError, ValueError, TypeError) as error:
            raise BadRuleset(f"rule {row.get('id')} in {source.name}: {error}") from error
        if rule.id in rules:
            raise BadRuleset(f"rule {rule.id} stands twice in {source.name}")
        rules[rule.id] = rule
        for ruling in own:
            if ruling.default not in ruling.choices or len(ruling.choices) < 2 or ruling.id in rulings:
                raise BadRuleset(f"ruling {ruling.id} in {source.name} has no proper choices, or stands twice")
            rulings[ruling.id] = ruling
    return Rulebook(rules, rulings)
