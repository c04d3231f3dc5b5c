"""Which entries of a record are shown: by side, turn, verb, rule, flag, and by the thing that they are about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.commands.call import pick
from referee.game import Game
from referee.hands import differences
from referee.log import ENTRY_KINDS, Entry
from referee.notation import fold, match, near
from referee.notation.words import Group, Token
from referee.review.log import Row, seen
from referee.ruleset import Name, NotUnderstood, Table, slots_of
from referee.veil import veil

Test = Callable[[Row], bool]
_TURNS = re.compile(r"(\d{1,4})(?:\s*-\s*(\d{1,4}))?")
_WORD = re.compile(r'[^\s,"]+')
_ACTS = frozenset({"act", "held", "stand", "back"})
_CALLED = {"close": "decline", "seal": "hide", "reveal": "unhide"}
"""How the kinds of entries are typed that are typed otherwise."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for, as it was typed; "" asks for nothing. All of it must hold of an entry.

    turn  a number or a range, `3-5`;  rule  an id, a heading, or the beginning of one;  unit  anything on the table
    """

    side: str = ""
    turn: str = ""
    verb: str = ""
    rule: str = ""
    unit: str = ""
    flags: bool = False

    def choose(self, game: Game, rows: Sequence[Row]) -> list[Row]:
        """The entries that are asked for. Raises LineError for a word that names nothing.

        What the viewer may not see is found by its turn only, so that no filter tells more than the log.
        """
        tests: list[Test] = [_by_side(game, self.side)] if self.side else []
        tests += [_by_verb(game, self.verb)] if self.verb else []
        tests += [_by_rule(game, rows, self.rule)] if self.rule else []
        tests += [lambda row: row.is_flagged] if self.flags else []
        tests += [_by_unit(game, rows, self.unit)] if self.unit else []
        if tests and game.viewer:
            veiled = veil(game, game.viewer)
            tests.append(lambda row: all(veiled(entry.line) == entry.line for entry in row.versions))
        tests += [_by_turn(self.turn)] if self.turn else []
        return [row for row in rows if all(test(row) for test in tests)]


def _group(word: str) -> Group:
    return Group((Token(word.strip(), 0),))


def _by_side(game: Game, word: str) -> Test:
    side = pick(_group(word), game.ruleset.sides, "side")
    return lambda row: any(entry.side == side for entry in row.versions)


def _by_turn(word: str) -> Test:
    found = _TURNS.fullmatch(word.strip())
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if first > last:
        raise NotUnderstood(f"{word[:40]!r} is no turn; write a number, or a range as in 3-5.")
    return lambda row: first <= row.before.turn <= last


def _by_verb(game: Game, word: str) -> Test:
    acts = {act.short: act.verb for act in game.ruleset.actions if act.short}
    kinds = {_CALLED.get(kind, kind) for kind in ENTRY_KINDS - _ACTS} | {"insert"}
    verbs = {act.verb for act in game.ruleset.actions} | kinds
    verb = acts.get(fold(word)) or pick(_group(word), {each: each for each in sorted(verbs)}, "verb")
    return lambda row: any(_verb(entry) == verb for entry in row.versions)


def _verb(entry: Entry) -> str:
    return entry.line.partition(" ")[0] or _CALLED.get(entry.kind, entry.kind)


def _by_rule(game: Game, rows: Iterable[Row], word: str) -> Test:
    """By findings, and by what a rule made happen of itself."""
    book = game.ruleset.rulebook
    names = {rule: "" for row in rows for rule in _rules(row)}
    names |= {ruling.id: "" for ruling in book.rulings.values()}
    names |= {rule.id: rule.heading for rule in book.rules.values()}
    meant = frozenset(match(word, names))
    if not meant:
        close = near(word, [*names, *names.values()])
        hint = f"Did you mean {' or '.join(close)}?" if close else f"`referee rulebook {game.ruleset.name}` lists them."
        raise NotUnderstood(f"{word[:40]!r} is no rule of this game. {hint}")
    return lambda row: not meant.isdisjoint(_rules(row))


def _rules(row: Row) -> set[str]:
    caused = {said.partition(": ")[0] for entry in row.versions for said in entry.consequences}
    return {finding.get("rule", "") for entry in row.versions for finding in entry.findings} | caused


def _by_unit(game: Game, rows: Sequence[Row], word: str) -> Test:
    """By entries that name a thing, or change it on the table; what is part of it (`4ind/hq` of `4ind`) too."""
    layouts = [_layout(game, table) for table in (game.timeline.start, *(row.after for row in rows))]
    names = {key.rpartition(".")[0]: "" for layout in layouts for key in layout} | _names(game)
    thing = fold(pick(_group(word), names, "thing on the table"))

    def is_it(name: str) -> bool:
        return fold(name) == thing or fold(name).startswith(f"{thing}/")

    def fits(row: Row) -> bool:
        if any(is_it(name) for entry in row.versions for name in _WORD.findall(entry.line)):
            return True
        changed = differences(_layout(game, row.before), _layout(game, row.after))
        return any(is_it(key.rpartition(".")[0]) for key, _, _ in changed)

    return fits


def _layout(game: Game, table: Table) -> Mapping[str, str]:
    return game.ruleset.layout(seen(game, table))


def _names(game: Game) -> dict[str, str]:
    """What could be named at the beginning and can be now, with titles; what is no longer there as well.

    Words that only lines which teach something know (`101-inv-2`: it moves two spaces) are no things on the table.
    """
    acts = [act for act in game.ruleset.actions if not act.learns]
    kinds = {slot.type for act in acts for slot in slots_of(act) if issubclass(slot.type, Name)}
    found: dict[str, str] = {}
    for table in (seen(game, game.timeline.start), game.seen):
        for kind in kinds:
            found |= dict.fromkeys(map(str, table.absent(kind)), "")
            found |= {str(name): str(title) for name, title in table.names(kind).items()}
    return found
