"""Makes the records that are not there yet; see the package."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from unittest.mock import patch

from referee.commands import run
from referee.game import Game
from referee.log import SUFFIX, Header, Log
from referee.ruleset import Finding
from referee.ruleset.find import load_ruleset
from referee.transcript import read_file
from rulesets.lightning_north_africa.operations import Move, may_operate
from rulesets.lightning_north_africa.table import Table
from tests.records import FOLDER, MANIFEST, checksum, outcome_of

EXAMPLES = FOLDER.parents[1] / "examples"
INVENTED = FOLDER.parent / "invented"


@dataclass(frozen=True)
class Making:
    """How a record is made: header and lines. `version`: of the ruleset, and `rules` how that was another one."""

    ruleset: str
    lines: Sequence[str]
    version: str = "1"
    umpire: str = ""
    components: tuple[str, ...] = ()
    players: dict[str, str] = field(default_factory=lambda: {"axis": "Anna"})
    rules: AbstractContextManager[object] = field(default_factory=nullcontext)


def example(name: str, most: int) -> list[str]:
    """The first lines of an example."""
    return [line.text for line in read_file(EXAMPLES / f"{name}.ref").lines[:most]]


def invented(name: str) -> tuple[str, ...]:
    """Lines that teach invented components."""
    return tuple(line.text for line in read_file(INVENTED / f"{name}.ref").lines)


def lax(move: Move, table: Table) -> Iterator[Finding]:
    """A rule that asks of a move only whether the force may still act, and not where it goes."""
    yield from may_operate(table, move.side, move.force)


RECORDS = {
    "na-corrected": Making(
        "lightning-north-africa",
        [
            "axis> ready", "axis> draw", "axis> prepare ariete-trento", "axis> draw", "note \"<b>an aside</b>\"",
            "axis> order 5-panzer tobruk", "axis> move 15-panzer cairo", 'stand "Ben did not mind"', "undo", "undo",
            "axis> move 15-panzer tobruk", "axis> pass", "fix 14 axis> order 15-panzer tobruk", "keep",
            "dispute 14 \"which force?\"", "undo", "redo", "hide axis \"Tobruk in turn 2\"", "unhide 1",
            "axis> move 15-panzer cairo", "back", "hide allied \"never opened\"", "settle 14 \"the 5th\"", "branch 1",
            "branch 3", "axis> move 5-panzer cairo",
        ],
    ),
    "kiss-by-place": Making("kiss-rommel", example("kiss_rommel/by-place", 75), players={"axis": "A", "british": "B"}),
    "lv-battle": Making(
        "lettow-vorbeck",
        [
            "allied> deploy 1-kar taveta", "allied> deploy vol-lf nairobi", "allied> ready",
            "german> deploy 101-inv,102-inv moshi", "german> deploy 103-inv,104-inv,105-inv tabora", "german> ready",
            "german> draw invented-ruse", "german> march moshi taveta", "german> pass", "german> battle taveta",
            "german> superiority 6,1", "german> fire 101-inv 1,1", "allied> fire 1-kar", "allied> shots 1,1",
            "german> fire 102-inv 1,1", "german> superiority 6,1", "german> fire 101-inv 5,1", "fix 12 german> fire "
            "101-inv 5,1", "keep", "german> retreat nairobi", "back", "allied> later", "rally",
        ],
        components=invented("lettow_vorbeck_map"),
        players={"german": "Anna", "allied": "Ben"},
    ),
    "na-interrupted": Making(
        "lightning-north-africa", [*example("lightning_north_africa/rulebook-turn", 11), "axis> move 5-panzer cairo"]
    ),
    "na-learned": Making(
        "lightning-north-africa",
        ["axis> ready", "axis> draw", "house actions warn \"a short evening\"", "axis> prepare 5-panzer", "axis> draw"],
        components=invented("lightning_north_africa"),
        umpire="Clara",
    ),
    "na-unknown": Making(
        "lightning-north-africa",
        ["axis> ready", "later", "axis> prepare ariete-trento", "axis> draw ?", "fix 2 axis> draw", "keep"],
    ),
    "na-version-0": Making(
        "lightning-north-africa",
        ["axis> ready", "axis> draw", "axis> move 15-panzer cairo", "axis> move 5-panzer tobruk", "axis> pass"],
        version="0",
        rules=patch.object(Move, "judge", lax),
    ),
    "poland-corrected": Making(
        "lightning-poland",
        [
            "german> starts xvi-corps", "german> ready", "german> battle krakow xvi-corps",
            "polish> commit army-krakow,army-modlin", "german> pass", "polish> play to-the-last", "polish> pass",
            "german> pass", "polish> pass", "later", "polish> remove army-krakow by to-the-last", "german> discard 2",
            "fix 4 polish> commit army-krakow", "keep", "insert 5 german> play invented-raven-german", "keep", "undo",
            "german> pass", "german> draw", "polish> prepare", "polish> battle invented-lima army-lublin", "back",
            "polish> pass", "polish> draw ?", "german> reinforce xvi-corps", "note \"the end of an evening\"",
        ],
        components=invented("lightning_poland"),
        players={"german": "Dora", "polish": "Emil"},
    ),
    "d-day-corrected": Making(
        "lightning-d-day",
        [
            "german> ready", "german> pass all", "allied> pass", "allied> pass", "allied> pass",
            "allied> activate 1-inf", "allied> attack 1-inf", "allied> pass all", "german> discard none",
            "allied> pass", "german> draw", "later", "allied> draw 2", "german> activate 352-inf", "german> pass all",
            "allied> attack 1-inf 352-inf", "german> play training", "allied> play assault", "german> play bunkers",
            "allied> play covering-fire", "fix 18 german> pass", "keep", "undo", "german> pass", "allied> pass",
            "allied> result fails", "allied> pass all",
            "pile german-gold forces 4", "german> discard 1", "allied> attack 1-inf", "back",
        ],
        players={"german": "Frida", "allied": "Gerd"},
    ),
}  # fmt: skip


def make(name: str, making: Making) -> Path:
    """Play a game on a new record."""
    ruleset = replace(load_ruleset(making.ruleset), version=making.version)
    header = Header(
        ruleset.name, making.version, name, making.players, {}, ruleset.rulebook.defaults(), "2026-11-30",
        umpire=making.umpire, seed=1, components=making.components, tags={"Values": "invented"},
    )  # fmt: skip
    time = datetime(2026, 11, 30, 19, tzinfo=timezone(timedelta(hours=1)))

    def clock() -> str:
        nonlocal time
        time += timedelta(seconds=45)
        return time.isoformat(timespec="seconds")

    path = FOLDER / f"{name}{SUFFIX}"
    with making.rules, Log.create(path, header, None) as log:
        game = Game(ruleset, log, clock)
        for line in making.lines:
            answer = run(game, line)
            if answer.status == "failed":
                print(f"{name}: {line}: {answer.findings[0].message}")
    path.with_suffix(".sealed").unlink(missing_ok=True)  # the words of sealed notes stay with the players
    return path


def main() -> None:
    """Make what is missing."""
    known = json.loads(MANIFEST.read_text(encoding="utf-8")) if MANIFEST.exists() else {}
    for name, making in RECORDS.items():
        if (FOLDER / f"{name}{SUFFIX}").exists():
            continue
        path = make(name, making)
        with Log.open(path, None, readonly=True) as log:
            known[name] = {**outcome_of(Game(load_ruleset(making.ruleset), log)), "sha256": checksum(path)}
        print(json.dumps(known[name], indent=2))
    MANIFEST.write_text(json.dumps(known, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
