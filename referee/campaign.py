"""Campaigns: a chain of games. Each is a record of its own, tagged with the campaign's name and its number in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.fold import BrokenRecord
from referee.game import Game
from referee.library import (
    CAMPAIGN,
    NO_TERMS,
    LibraryError,
    NoSuchGame,
    Terms,
    campaign_of,
    find_game,
    games,
    has_game,
    new_game,
    open_game,
    read_options,
)
from referee.lines import RecordError
from referee.log import SUFFIX, Header, record_name
from referee.notation import match, near
from referee.ruleset import Aftermath, Ruleset
from referee.ruleset.find import NoSuchRuleset, load_ruleset

BATTLE = "Battle"
"""The tag that says which game of its campaign a game is."""

UNREADABLE = (LibraryError, RecordError, BrokenRecord, NoSuchRuleset)


@dataclass(frozen=True, slots=True)
class Battle:
    """A game of a campaign, and what it did to the campaign; `aftermath` is None while it is not over.

    set_up    its options, the defaults included
    rulings   all that are in force in it
    damage    why its record cannot be read; "" if it can
    """

    name: str
    number: int
    header: Header | None = None
    turn: int = 0
    winner: str = ""
    aftermath: Aftermath | None = None
    set_up: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    damage: str = ""


@dataclass(frozen=True, slots=True)
class Campaign:
    """The battles of a campaign, the first one first."""

    name: str
    ruleset: Ruleset[Any]
    battles: tuple[Battle, ...]

    @property
    def last(self) -> Battle:
        """The last battle so far."""
        return self.battles[-1]

    @property
    def unfinished(self) -> str:
        """The battle that is still to be fought out; "" if there is none."""
        return "" if self.last.damage or self.last.aftermath else self.last.name

    @property
    def over(self) -> str:
        """Why there is no next battle; "" if there may be one."""
        return self.last.aftermath.over if self.last.aftermath else ""

    @property
    def next(self) -> str:
        """What the next battle will be called; "" while the last is not over, or when the campaign is."""
        return f"{self.name}-{self.last.number + 1}" if self.last.aftermath and not self.over else ""

    def due(self, said: Mapping[str, str]) -> dict[str, str]:
        """The options of the next battle: what follows from the last one, and what the players say.

        Raises LibraryError while something is left open that they do not say.
        """
        after = self.last.aftermath
        assert after is not None
        if missing := [name for name in after.open if name not in said]:
            wanted = " and ".join(f"--option {name}=VALUE" for name in missing)
            raise LibraryError(f"What {self.last.name} did to the campaign is for you to say: give {wanted}.")
        return {**after.options, **said}


def battle_number(header: Header) -> int:
    """The number of a game in its campaign, by its tag or its name; 0 if nobody told."""
    tags = {tag.lower(): value.strip() for tag, value in header.tags.items()}
    told = tags.get(BATTLE.lower()) or header.name.rpartition("-")[2]
    return int(told) if told.isascii() and told.isdigit() and len(told) < 6 else 0


def campaign_names() -> list[str]:
    """All campaigns, the one that was played last first. Raises LibraryError."""
    names = (campaign_of(summary.header) for summary in games() if summary.header)
    return list(dict.fromkeys(name for name in names if name))


def find_campaign(name: str) -> str:
    """The campaign that a name means; "" if it means none, or a game. A saved game of that full name comes first.

    Raises LibraryError when the beginning fits several.
    """
    if has_game(name):
        return ""
    there = campaign_names()
    if (full := record_name(name)) in there:
        return full
    hits = match(name, {each: each for each in there})
    try:
        find_game(name)
    except NoSuchGame:
        pass
    except LibraryError:  # it fits several games: they may be the battles of one campaign
        if len(hits) == 1:
            return hits[0]
        raise
    else:
        return ""
    if len(hits) > 1:
        raise LibraryError(f"{name[:60]!r} may be the campaign {' or '.join(hits[:9])}.")
    return hits[0] if hits else ""


def read_campaign(name: str, whole: bool = True) -> Campaign:
    """A campaign by its full name; without the whole of it, only the last battle is played through.

    Raises LibraryError, and NoSuchRuleset.
    """
    ruleset = ""
    battles: list[Battle] = []
    for summary in games():
        called = summary.path.name.removesuffix(SUFFIX)
        if summary.header is None:
            stem, _, number = called.rpartition("-")
            if stem == name and number.isascii() and number.isdigit() and len(number) < 6:
                battles.append(Battle(called, int(number), damage=summary.damage))
        elif campaign_of(summary.header) == name:
            battles.append(Battle(called, battle_number(summary.header), summary.header))
            ruleset = ruleset or summary.header.ruleset
    if not ruleset:
        meant = near(name, campaign_names())
        raise LibraryError(
            f"No campaign is called {name!r}." + (f" Did you mean {' or '.join(meant)}?" if meant else "")
        )
    battles.sort(key=lambda battle: (battle.number, battle.header.date if battle.header else ""))
    played = [_played(battle) if whole or battle is battles[-1] else battle for battle in battles]
    return Campaign(name, load_ruleset(ruleset), tuple(played))


def _played(battle: Battle) -> Battle:
    """A battle with what came of it."""
    header = battle.header
    if header is None:
        return battle
    try:
        game = open_game(battle.name, readonly=True)
    except UNREADABLE as error:
        return replace(battle, damage=str(error).rstrip("."))
    with game.log:
        after = aftermath(game)
        options = {option.name: option.default for option in game.ruleset.options} | dict(header.options)
        return replace(
            battle, turn=game.table.turn, winner=game.table.winner, aftermath=after, set_up=options,
            rulings=dict(game.table.rulings),
        )  # fmt: skip


def aftermath(game: Game) -> Aftermath | None:
    """What a game did to its campaign; None while it is not over. A ruleset without campaigns keeps the options."""
    if not game.table.winner:
        return None
    if game.ruleset.campaign is None:
        return Aftermath((), dict(game.log.header.options))
    return game.ruleset.campaign(game.table)


def to_go_on(name: str, ruleset: str | None = None) -> Campaign | None:
    """A campaign that has a battle to be played; None if nobody has begun it. Raises LibraryError where it has none."""
    name = record_name(name)
    if name not in campaign_names():
        if ruleset is None:
            begin = f"begin it with `referee play RULESET --campaign {name}`"
            raise LibraryError(f"No campaign is called {name!r}; {begin}.")
        return None
    campaign = read_campaign(name)
    if ruleset is not None and load_ruleset(ruleset).name != campaign.ruleset.name:
        raise LibraryError(f"The campaign {name} is one of {campaign.ruleset.title}.")
    if campaign.last.damage:
        raise LibraryError(f"{campaign.last.name}, its last battle, cannot be read: {campaign.last.damage}.")
    if campaign.over:
        raise LibraryError(f"The campaign {name} is over: {campaign.over}. `referee show {name}` tells how it went.")
    return campaign


def play_campaign(
    name: str, ruleset: str | None = None, players: Mapping[str, str] | None = None, terms: Terms = NO_TERMS
) -> Game:
    """The battle of a campaign that is to be played: the first, the unfinished one, or the next.

    Raises LibraryError, and as `open_game` does.
    """
    campaign = to_go_on(name, ruleset)
    if campaign is None:
        assert ruleset is not None
        loaded = load_ruleset(ruleset)
        return first_battle(name, loaded, players, read_options(loaded, terms.options), terms)
    if campaign.unfinished:
        refuse_terms(campaign, players, terms)
        return open_game(campaign.unfinished)
    return next_battle(campaign, players, read_options(campaign.ruleset, terms.options), terms)


def refuse_terms(campaign: Campaign, players: Mapping[str, str] | None, terms: Terms) -> None:
    """Raises LibraryError if something is said that a battle which goes on has already."""
    if players or terms.of_new_game:
        raise LibraryError(f"{campaign.unfinished} is not over; players, options and an umpire belong to a new battle.")


def first_battle(
    name: str, ruleset: Ruleset[Any], players: Mapping[str, str] | None, options: Mapping[str, str], terms: Terms
) -> Game:
    """The first battle of a new campaign, on a new record. Raises LibraryError."""
    name = record_name(name)
    return new_game(
        ruleset, f"{name}-1", players, options=options, umpire=terms.umpire, position=terms.position,
        tags={CAMPAIGN: name, BATTLE: "1"},
    )  # fmt: skip


def next_battle(
    campaign: Campaign, players: Mapping[str, str] | None, said: Mapping[str, str], terms: Terms = NO_TERMS
) -> Game:
    """The next battle of a campaign, on a new record. Raises LibraryError.

    Of the battle before it takes players, umpire, place and rulings, unless others are named.
    """
    last = campaign.last.header
    assert last is not None
    defaults = campaign.ruleset.rulebook.defaults()
    return new_game(
        campaign.ruleset, campaign.next, players or last.players, options=campaign.due(said),
        rulings={key: choice for key, choice in campaign.last.rulings.items() if defaults.get(key) != choice},
        place=last.place, umpire=terms.umpire or last.umpire, position=terms.position,
        tags={CAMPAIGN: campaign.name, BATTLE: str(campaign.last.number + 1)},
    )  # fmt: skip


# How it is told


def tell_campaign(campaign: Campaign) -> Iterator[str]:
    """The battles, what each changed, and where the campaign stands, in lines."""
    many = len(campaign.battles)
    yield f"Campaign {campaign.name} ({campaign.ruleset.title}), {many} battle{'s' if many > 1 else ''}"
    before: Battle | None = None
    for battle in campaign.battles:
        yield f"  {battle.name}: {_standing(campaign, battle)}"
        yield from (f"    {line}" for line in _strange(campaign, before, battle))
        yield from (f"    {line}" for line in (battle.aftermath.lines if battle.aftermath else ()))
        before = battle
    yield from _where(campaign)


def _standing(campaign: Campaign, battle: Battle) -> str:
    if battle.damage:
        return f"cannot be read: {battle.damage.rstrip('.')}; try `referee doctor`"
    return f"{outcome(campaign.ruleset, battle.winner) or 'not over'}, turn {battle.turn}"


def outcome(ruleset: Ruleset[Any], winner: str) -> str:
    """Who won, in words; "" while nobody has."""
    return "a draw" if winner == "draw" else f"{ruleset.sides.get(winner, winner)} won" if winner else ""


def _strange(campaign: Campaign, before: Battle | None, battle: Battle) -> Iterator[str]:
    """Where a battle was set up otherwise than the one before it says, or where one is missing."""
    if battle.number != (before.number + 1 if before else 1):
        yield f"it is battle {battle.number or '?'} by its tag; the one before it is not on record"
    elif before and not battle.damage and not before.damage:
        if before.aftermath is None:
            yield f"{before.name} was not over when this began"
            return
        defaults = {option.name: option.default for option in campaign.ruleset.options}
        for name, value in (defaults | dict(before.aftermath.options)).items():
            now = battle.set_up.get(name, "")
            if name not in before.aftermath.open and now != value:
                yield f"set up with {name} {now or 'none'}; after {before.name} it is {value or 'none'}"


def _where(campaign: Campaign) -> Iterator[str]:
    if campaign.over:
        yield f"The campaign is over: {campaign.over}."
    elif campaign.next:
        after = campaign.last.aftermath
        assert after is not None
        options = ", ".join(f"{name} {value}" for name, value in after.options.items() if name not in after.open)
        yield f"Next is {campaign.next}, with these options: {options or 'as by default'}."
        if after.open:
            yield f"For you to say: {', '.join(after.open)} (`--option {after.open[0]}=VALUE`)."
        yield f"`referee play {campaign.name}` begins it."
    elif campaign.unfinished:
        yield f"{campaign.unfinished} is being fought; `referee play {campaign.name}` goes on with it."


def campaign_json(campaign: Campaign) -> dict[str, Any]:
    """A campaign as `show --json` prints it."""
    rows = [
        {
            "name": battle.name, "number": battle.number, "winner": battle.winner or None, "turn": battle.turn,
            "options": dict(battle.header.options) if battle.header else {},
            "changed": list(battle.aftermath.lines) if battle.aftermath else [],
            **({"damage": battle.damage} if battle.damage else {}),
        }
        for battle in campaign.battles
    ]  # fmt: skip
    after = campaign.last.aftermath
    following = None
    if campaign.next and after:
        following = {"name": campaign.next, "options": dict(after.options), "open": list(after.open)}
    return {
        "campaign": campaign.name, "ruleset": campaign.ruleset.name, "battles": rows,
        "unfinished": campaign.unfinished or None, "over": campaign.over or None, "next": following,
    }  # fmt: skip
