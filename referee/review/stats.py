"""Statistics over many games: what they are made of is in `referee.review.figures`, one game at a time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.dice import FACES, Tally, tell_tallies
from referee.review.figures import FATES, Played, Skipped, same_name
from referee.ruleset import BREACHES
from referee.telling import many

ENDINGS = {"rules": "by the rules", "resigned": "by resignation", "agreed": "by agreement", "open": "open"}


@dataclass(slots=True)
class Player:
    """One player over all games and sides. `name` is as it was written first."""

    name: str
    games: int = 0
    results: Counter[str] = field(default_factory=Counter)
    sides: Counter[tuple[str, str]] = field(default_factory=Counter)
    faces: Counter[int] = field(default_factory=Counter)
    cocked: int = 0

    @property
    def dice(self) -> Tally:
        """The player's dice that count."""
        return Tally(self.faces, self.cocked)

    def to_json(self) -> dict[str, Any]:
        """As `stats --json` has it."""
        sides: dict[str, dict[str, int]] = {}
        for (ruleset, side), count in self.sides.items():
            sides.setdefault(ruleset, {})[side] = count
        return {
            "games": self.games,
            **{result: self.results[result] for result in ("won", "lost", "drawn", "open")},
            "sides": sides,
            "dice": {
                "faces": {str(face): self.faces[face] for face in FACES},
                "total": self.dice.total,
                "cocked": self.cocked,
                "mean": round(self.dice.mean, 3) if self.dice.total else None,
                "chance": round(self.dice.chance, 3),
            },
        }


@dataclass(frozen=True, slots=True)
class Statistics:
    """Games, and the records that could not be counted."""

    games: Sequence[Played]
    skipped: Sequence[Skipped]

    def by_ruleset(self) -> dict[str, list[Played]]:
        """The games of each ruleset, by its name."""
        found: dict[str, list[Played]] = {}
        for game in sorted(self.games, key=lambda each: each.ruleset):
            found.setdefault(game.ruleset, []).append(game)
        return found

    def players(self) -> list[Player]:
        """Everybody who is named, the most frequent first."""
        found: dict[str, Player] = {}
        for game in self.games:
            named = {same_name(name) for name in game.players.values() if name.strip()}
            for who in named:
                mine = [side for side, name in game.players.items() if same_name(name) == who]
                player = found.setdefault(who, Player(" ".join(game.players[mine[0]].split())))
                player.games += 1
                player.results[_result(game, mine)] += 1
                for side in mine:
                    player.sides[game.ruleset, side] += 1
                    tally = game.dice.get(side, Tally({}))
                    player.faces.update(tally.faces)
                    player.cocked += tally.cocked
        return sorted(found.values(), key=lambda each: (-each.games, each.name.casefold()))

    def to_json(self) -> dict[str, Any]:
        """What `stats --json` prints."""
        return {
            "games": len(self.games),
            "skipped": [{"name": each.name, "why": each.why} for each in self.skipped],
            "rulesets": {name: _ruleset_json(games) for name, games in self.by_ruleset().items()},
            "players": {player.name: player.to_json() for player in self.players()},
        }


def statistics(read: Iterable[Played | Skipped | None]) -> Statistics:
    """What was read, together."""
    found = list(read)
    games = [each for each in found if isinstance(each, Played)]
    return Statistics(games, [each for each in found if isinstance(each, Skipped)])


def _result(game: Played, mine: Sequence[str]) -> str:
    """How a game went for who plays some sides; whoever plays both wins in any case."""
    if game.winner in ("", "draw"):
        return "drawn" if game.winner else "open"
    return "won" if game.winner in mine else "lost"


def finding_rows(games: Iterable[Played]) -> list[dict[str, Any]]:
    """The findings by rule, those of which most was said first.

    `said` counts what the referee said when it was reported, a line that was held and then stood once. The fates count
    what became of it, as the account of each game does: of all that was said, and of what was found `later`, when a
    correction had the game judged again.
    """
    said: Counter[tuple[str, str]] = Counter()
    became: Counter[tuple[str, str, str]] = Counter()
    among: Counter[tuple[str, str]] = Counter()
    headings: dict[str, str] = {}
    for game in games:
        said.update(game.said)
        became.update(game.became)
        among.update({(kind, rule) for kind, rule, _ in game.became})
        headings |= game.headings
    keys = {(kind, rule) for kind, rule, _ in became} | set(said)
    rows = [
        {
            "kind": kind,
            "rule": rule,
            "heading": headings.get(rule, ""),
            "games": among[kind, rule],
            "said": said[kind, rule],
            "later": sum(became[kind, rule, fate] for fate in FATES) - said[kind, rule],
            **{fate: became[kind, rule, fate] for fate in FATES},
        }
        for kind, rule in keys
    ]
    return sorted(rows, key=lambda row: (-int(str(row["said"])), row["kind"], row["rule"]))


def _ruleset_json(games: Sequence[Played]) -> dict[str, Any]:
    results = Counter(game.winner or "open" for game in games)
    endings = Counter(game.ending for game in games)
    return {
        "title": games[0].title,
        "games": len(games),
        "won": {side: results[side] for side in games[0].sides},
        "drawn": results["draw"],
        "open": results["open"],
        "endings": {ending: endings[ending] for ending in ENDINGS},
        **{what: _range(values) for what, values in _lengths(games).items()},
        "findings": finding_rows(games),
        "rulings": dict(_decided(game.rulings for game in games)),
        "house": dict(_decided(game.house for game in games)),
    }


def _lengths(games: Sequence[Played]) -> dict[str, list[float]]:
    """How long the games were that are over; of hours those that the record knows."""
    over = [game for game in games if game.winner]
    return {
        "turns": [game.turns for game in over],
        "entries": [game.entries for game in over],
        "hours": [game.hours for game in over if game.hours is not None],
    }


def _range(values: Sequence[float]) -> dict[str, float] | None:
    if not values:
        return None
    mean = math.fsum(values) / len(values)
    return {"least": round(min(values), 2), "mean": round(mean, 2), "most": round(max(values), 2)}


def _decided(choices: Iterable[Mapping[str, str]]) -> Counter[str]:
    """In how many games each choice was made."""
    return Counter(f"{what} {choice}" for each in choices for what, choice in each.items())


def stats_lines(found: Statistics) -> Iterator[str]:
    """The statistics on a screen."""
    yield many(len(found.games), "game")
    yield from (f"  left out: {each.name}: {each.why}" for each in found.skipped)
    for games in found.by_ruleset().values():
        yield ""
        yield from _ruleset_lines(games)
    players = found.players()
    if players:
        yield ""
        yield from _player_lines(players)


def _ruleset_lines(games: Sequence[Played]) -> Iterator[str]:
    row = _ruleset_json(games)
    sides = games[0].sides
    yield f"{row['title']}: {many(len(games), 'game')}"
    won = ", ".join(f"{sides[side]} won {count}" for side, count in row["won"].items())
    yield f"  {won}, drawn {row['drawn']}, open {row['open']}"
    over = {ending: count for ending, count in row["endings"].items() if count and ending != "open"}
    if over:
        yield f"  decided {', '.join(f'{ENDINGS[ending]} {count}' for ending, count in over.items())}"
    for what in ("turns", "entries", "hours"):
        if row[what]:
            yield "  {}: {least:g} to {most:g}, mean {mean:g}".format(what, **row[what])
    yield from _finding_lines([each for each in row["findings"] if each["kind"] in BREACHES])
    for what, title in (("rulings", "decided otherwise than by default"), ("house", "house rules")):
        if row[what]:
            decided = (f"{choice} ({many(count, 'game')})" for choice, count in row[what].items())
            yield f"  {title}: {', '.join(decided)}"


def _finding_lines(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not rows:
        yield "  no rule was broken or forgotten"
        return
    width = max(19, *(len(f"{row['kind']} [{row['rule']}]") for row in rows))
    fates = [fate for fate in FATES if fate != "held" or any(row["held"] for row in rows)]
    found = [*(("later",) if any(row["later"] for row in rows) else ()), *fates]
    yield f"  {'broken or forgotten':<{width}} {'said':>6}" + "".join(f"{column:>12}" for column in found)
    for row in rows:
        name = f"{row['kind']} [{row['rule']}]"
        counts = "".join(f"{row[column]:>12}" for column in found)
        yield f"  {name:<{width}} {row['said']:>6}{counts}  {row['heading']}".rstrip()


def _player_lines(players: Sequence[Player]) -> Iterator[str]:
    for player in players:
        results = ", ".join(f"{word} {player.results[word]}" for word in ("won", "lost", "drawn", "open"))
        yield f"{player.name}: {many(player.games, 'game')}, {results}"
    rolled = [player for player in players if player.dice.total or player.cocked]
    if not rolled:
        return
    yield ""
    yield from tell_tallies([(player.name, player.dice) for player in rolled])
