"""The shape of the project: small modules, which of them may know which, and what a ruleset must bring."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.commands.call import COMMANDS
from referee.ruleset.base import ENGINE_VERBS
from referee.ruleset.find import load_ruleset, ruleset_names

ROOT = Path(__file__).parent.parent
ENGINE = sorted((ROOT / "referee").rglob("*.py"))
RULESETS = sorted((ROOT / "rulesets").rglob("*.py"))
LONGEST_MODULE = 400


def imported(file: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def within(module: str, package: str) -> bool:
    """Whether a module is a package, or in it."""
    return module == package or module.startswith(f"{package}.")


def named(file: Path) -> str:
    """A file in the report of the tests."""
    return str(file.relative_to(ROOT))


@pytest.mark.parametrize("file", [*ENGINE, *RULESETS], ids=named)
def test_a_module_is_small(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("file", ENGINE, ids=named)
def test_the_engine_imports_no_ruleset(file: Path) -> None:
    assert [module for module in imported(file) if within(module, "rulesets")] == []


@pytest.mark.parametrize("file", RULESETS, ids=named)
def test_a_ruleset_imports_of_the_engine_only_what_is_made_for_it(file: Path) -> None:
    own = ".".join(file.relative_to(ROOT).parts[:2])
    allowed = ("referee.ruleset", "referee.components", own)
    ours = [module for module in imported(file) if within(module, "referee") or within(module, "rulesets")]
    assert [module for module in ours if not any(within(module, each) for each in allowed)] == []


@pytest.mark.parametrize("game", ruleset_names())
def test_a_ruleset_brings_whole_games(game: str) -> None:
    assert list((ROOT / "examples" / game.replace("-", "_")).glob("*.ref"))


@pytest.mark.parametrize("game", ruleset_names())
def test_rulings_are_whole(game: str) -> None:
    for ruling in load_ruleset(game).rulebook.rulings.values():
        assert ruling.question.endswith("?"), ruling.id
        assert ruling.reason, ruling.id
        assert len(ruling.reason) < 200, ruling.id


def test_commands_that_change_a_record_belong_to_the_referee() -> None:
    assert {command.name for command in COMMANDS if not command.looks} == ENGINE_VERBS


@pytest.mark.parametrize("game", ruleset_names())
def test_no_verb_of_a_ruleset_hides_a_command(game: str) -> None:
    """`seal` and `reveal` are no names of commands, but other spellings where a ruleset leaves them free."""
    verbs = {word for act in load_ruleset(game).actions for word in (act.verb, act.short)}
    assert verbs & {command.name for command in COMMANDS} == set()
