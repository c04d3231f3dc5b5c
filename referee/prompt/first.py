"""The first screen: go on with the last game, with another one, or begin a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from referee.campaign import Campaign, first_battle, next_battle, read_campaign, refuse_terms, to_go_on
from referee.commands import enter_answers, enter_line, run
from referee.commands.call import option_lines
from referee.game import Game
from referee.hands import NONE
from referee.library import (
    NO_TERMS,
    LibraryError,
    Terms,
    campaign_of,
    discard,
    games,
    new_game,
    open_game,
    read_options,
)
from referee.log import SUFFIX, Header, Summary
from referee.notation import match, near, plain
from referee.notation.words import parts
from referee.prompt.gaps import BACK
from referee.prompt.last import UNUSABLE, Last, last_game, sentence
from referee.prompt.leaving import LEAVES
from referee.prompt.middle import ask_position
from referee.prompt.options import named_options
from referee.ruleset import Option, Ruleset
from referee.ruleset.find import NoSuchRuleset, brought_by, load_ruleset, ruleset_names
from referee.statefolder import RecordBusy
from referee.telling import many

LISTED = 9

FEW = 3
"""Options up to which each is asked on its own."""

MIDDLE = "position"
"""What is typed on the set-up screen to say what lies on the table."""

LAYING = (
    f"Lay out what is listed, then Enter: the game begins. `{MIDDLE}`: it was begun without the referee, and each "
    "place is asked for; another line is the first of the game; `q` leaves."
)

READY = ("y", "yes", "ok", "ready")
"""Other words for Enter there, and where options are listed."""


QUITS = ("q", *LEAVES)
"""What is typed to leave."""

GO_BACK = "`back` asks for the name before once more."

TUTORIAL = ("t", "tutorial")
"""What is typed to learn first."""


class WantsLesson(Exception):
    """The players want the tutorial before they play."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game that was chosen.

    busy   who else has it open: then it can only be looked at
    typed  a line that was typed before it began: the first one to be typed on
    """

    game: Game
    busy: str = ""
    typed: str = ""


@dataclass(frozen=True, slots=True)
class FirstScreen:
    """Asks and tells through two functions, so that it needs no terminal. `ask` raises EOFError when nobody answers."""

    ask: Callable[[str], str]
    tell: Callable[[Iterable[str]], None]

    def choose(self) -> Table | None:
        """The game to play; None if the players leave.

        Raises LibraryError when the data folder cannot be used, WantsLesson.
        """
        while True:
            saved = games()
            sound = [summary for summary in saved if not summary.damage][:LISTED]
            self._list_damaged(saved)
            if not sound:
                self.tell(["No game is saved yet. A new one:"])
                return self.begin()
            battles = _battles_due(sound)
            last = last_game(_name(sound[0]))
            self._list(last, sound, battles)
            reply = self.ask("go on> ").strip().lower()
            if not reply and last.over:
                return self._again(last.over, last.options)
            if reply in QUITS:
                return None
            if reply in TUTORIAL:
                raise WantsLesson
            if _is_number(reply, len(sound) + len(battles)) and int(reply) > len(sound):
                return self.battle(battles[int(reply) - len(sound) - 1].name)
            table = self.begin() if reply in ("n", "new") else self._named(reply, sound)
            if table:
                return table

    def open(self, name: str) -> Table | None:
        """A saved game; None if somebody else has it open and nobody wants to look on. Raises as `open_game` does."""
        try:
            return Table(open_game(name))
        except RecordBusy as busy:
            who = _who(busy)
            self.tell([f"{who[0].upper()}{who[1:]}, so nothing can be reported from here."])
            if self.ask("Look on without writing? (Enter: yes, n: no) ").strip().lower() in ("n", "no", *QUITS):
                return None
            return Table(open_game(name, readonly=True), who)

    def begin(
        self,
        ruleset: Ruleset[Any] | None = None,
        name: str = "",
        players: Mapping[str, str] | None = None,
        terms: Terms = NO_TERMS,
    ) -> Table:
        """A new game: which one, who plays, what to lay on the table.

        Raises EOFError when the players leave, WantsLesson.
        """
        chosen = ruleset or self._ruleset()
        given = read_options(chosen, terms.options)
        named = self._players(chosen) if players is None else players
        options = {**self._options(chosen, given), **given}
        if terms.campaign:
            return self._laid(first_battle(terms.campaign, chosen, named, options, terms), terms)
        game = new_game(chosen, name, named, options=options, umpire=terms.umpire, position=terms.position)
        return self._laid(game, terms)

    def battle(
        self,
        name: str,
        ruleset: str | None = None,
        players: Mapping[str, str] | None = None,
        terms: Terms = NO_TERMS,
    ) -> Table | None:
        """The battle of a campaign that is to be played. Raises as `open` and `begin` do."""
        campaign = to_go_on(name, ruleset)
        if campaign is None:
            assert ruleset is not None
            return self.begin(load_ruleset(ruleset), players=players, terms=terms)
        if campaign.unfinished:
            refuse_terms(campaign, players, terms)
            return self.open(campaign.unfinished)
        after = campaign.last.aftermath
        assert after is not None
        self.tell([plain(f"{campaign.last.name}: {line}") for line in after.lines])
        given = read_options(campaign.ruleset, terms.options)
        said = {**self._options(campaign.ruleset, given, after.open), **given}
        return self._laid(next_battle(campaign, players, said, terms), terms)

    def _laid(self, game: Game, terms: Terms) -> Table:
        """A new game, when what belongs on the table lies there; nothing is left of one that the players leave before.

        Raises EOFError then.
        """
        try:
            return self._lay(game, terms)
        except (EOFError, KeyboardInterrupt):
            discard(game)
            raise

    def _lay(self, game: Game, terms: Terms) -> Table:
        chosen = game.ruleset
        self.tell(["", *map(plain, game.notices)])
        if terms.position:
            self.tell([f"{chosen.title}: {game.log.header.name}. The table is as {terms.position} says."])
            return Table(game)
        self.tell([f"{chosen.title}: {game.log.header.name}. Lay on the table:"])
        self.tell([f"  [ ] {plain(line)}" for line in chosen.checklist(game.table)])
        self.tell(["  (`show setup` lists it again.)"])
        asked = f"Enter when the table is ready. (`{MIDDLE}` begins in the middle of a game) "
        while (reply := self.ask(asked).strip()).startswith("?"):
            self.tell([LAYING])
        if reply.lower() in QUITS:
            raise EOFError
        if len(reply) > 2 and MIDDLE.startswith(reply.lower()):
            ask_position(game, self.ask, self.tell)
            return Table(game)
        if reply and reply.lower() not in READY:
            return Table(game, typed=plain(reply))
        if (ask := game.ask) and ask.enter in READY and enter_answers(ask):
            run(game, enter_line(game))  # the game asks the same, and was just answered
        return Table(game)

    def _options(
        self, ruleset: Ruleset[Any], given: Mapping[str, str], only: Iterable[str] | None = None
    ) -> dict[str, str]:
        """The choice for each option (or for some) that was not given; Enter takes the default."""
        asked = [o for o in ruleset.options if o.name not in given and (only is None or o.name in set(only))]
        to_ask, chosen = self._to_change(ruleset, asked) if only is None else (asked, {})
        as_listed = {option.name: option for option in asked}
        for option in to_ask:
            self.tell(option_lines([as_listed[option.name]]))
            while option.name not in chosen:
                reply = self.ask(f"{option.name}? (Enter: {option.default or NONE}) ").strip() or option.default
                if reply.startswith("?"):
                    self.tell(option_lines([as_listed[option.name]]))
                    continue
                try:
                    chosen |= read_options(ruleset, [f"{option.name}={reply}"])
                except LibraryError as error:
                    self.tell([plain(str(error).partition(": ")[2])])
        if chosen:
            self.tell([plain(f"Chosen: {', '.join(f'{name} {choice or NONE}' for name, choice in chosen.items())}.")])
        return chosen

    def _to_change(self, ruleset: Ruleset[Any], options: list[Option]) -> tuple[list[Option], dict[str, str]]:
        """Those of many options that the players want asked, and what they chose at once (`quicker yes`); the others
        keep their defaults.
        """
        if len(options) <= FEW:
            return options, {}
        self.tell(f"  {option.name}: {option.default or NONE} ({option.question})" for option in options)
        how = "Enter: yes; `all`: ask each; or the names of those to change, as `NAME` or `NAME VALUE`"
        failed = False
        while True:
            reply = self.ask(f"Options as listed? ({how}) ").strip().lower()
            if failed and not reply:
                self.tell(["Nothing was chosen by the line before; another Enter takes the options as listed."])
                failed = False
                continue
            if reply.startswith("?"):
                self.tell(option_lines(options))
                continue
            if reply == "all":
                return options, {}
            if reply in READY:
                return [], {}
            try:
                return named_options(ruleset, options, reply.replace(",", " ").replace("=", " ").split())
            except LibraryError as error:
                self.tell([plain(str(error).removeprefix("--option "))])
                failed = True

    def _ruleset(self) -> Ruleset[Any]:
        names = ruleset_names()
        if not names:
            raise LibraryError("No ruleset is installed.")
        while True:
            if len(names) > 1:
                self.tell(map(plain, _numbered(names)))
            first = names[0] if len(names) == 1 else ""
            reply = self.ask(f"Which game? (Enter: {first}) " if first else "Which game? ").strip()
            if reply.lower() in TUTORIAL:
                raise WantsLesson
            wanted = names[int(reply) - 1] if _is_number(reply, len(names)) else _by_title(reply, names) or first
            if not wanted:
                continue
            try:
                return load_ruleset(wanted)
            except NoSuchRuleset as error:
                self.tell([str(error)])

    def _players(self, ruleset: Ruleset[Any]) -> dict[str, str]:
        """Who plays which side; a side without a name is called by its title."""
        named: dict[str, str] = {}
        sides = [*ruleset.sides.items()]
        at, twice = 0, ""
        while at < len(sides):
            side, called = sides[at]
            reply = plain(self.ask(f"Who plays {called}? (Enter: {called}) ").strip())[:60]
            if reply.startswith("?"):
                self.tell([f"Write a name; it stands in the record. Enter alone calls the player {called}.", GO_BACK])
            elif reply.lower() in BACK:
                at = max(0, at - 1)
                named.pop(sides[at][0], None)
            elif reply in named.values() and reply != twice:
                self.tell([f"Somebody is called {reply} already; write it again if one player has both sides."])
                twice = reply
            else:
                if reply.lower() == "referee":
                    self.tell(["The referee does not play; that side keeps its title."])
                elif reply:
                    named[side] = reply
                at += 1
        return named

    def _named(self, reply: str, sound: list[Summary]) -> Table | None:
        """The game that a reply names: Enter is the last one, a number stands on the list."""
        at = int(reply or 1) - 1 if not reply or _is_number(reply, len(sound)) else -1
        name = _name(sound[at]) if at >= 0 else reply
        try:
            return self.open(name)
        except UNUSABLE as error:
            new = [name for name in ruleset_names() if at < 0 and name == _by_title(reply, ruleset_names())]
            self.tell([sentence(error), *(f"`n` begins a new game, as of {name}." for name in new)])
            return None

    def _again(self, header: Header, options: Mapping[str, str]) -> Table:
        """Another game with the players of one that is over."""
        terms = Terms(options=tuple(f"{name}={choice}" for name, choice in options.items()))
        return self.begin(load_ruleset(header.ruleset), players=header.players, terms=terms)

    def _list(self, last: Last, sound: list[Summary], battles: list[Campaign]) -> None:
        self.tell(["", *last.lines])
        for i, summary in enumerate(sound[1:], 2):
            assert summary.header is not None
            tally = many(summary.entries, "entry", "entries") if summary.entries else "not begun"
            self.tell([plain(f"  {i}) {_name(summary)} ({summary.header.ruleset}, {tally})")])
        for i, campaign in enumerate(battles, len(sound) + 1):
            self.tell([plain(f"  {i}) {campaign.next}, the next battle of the campaign {campaign.name}")])
        self.tell(["  n) a new game        t) the tutorial        q) leave"])

    def _list_damaged(self, saved: list[Summary]) -> None:
        for summary in saved:
            if summary.damage:
                reason = summary.damage.rstrip(".")
                self.tell([plain(f"{_name(summary)} cannot be opened: {reason}. `referee doctor` helps.")])


def _numbered(names: list[str]) -> Iterator[str]:
    """The games that can be played, by the titles on their boxes, and the tutorial.

    The code of somebody else is not run to be asked for its title: who brought it is told instead.
    """
    broad = max(map(len, names))
    for i, name in enumerate(names, 1):
        stranger = brought_by(name)
        title = f"(brought by {stranger})" if stranger else load_ruleset(name).title
        yield f"  {i}) {name:<{broad}}  {title}"
    yield f"  t) {'tutorial':<{broad}}  learn the referee first: ten minutes"


def _by_title(reply: str, names: list[str]) -> str:
    """The ruleset whose name the words of a reply are part of, nearly spelled, if it is one only; else the reply."""
    known = {part for name in names for part in parts(name)}
    words = [next(iter(near(part, known, 1)), part) for part in parts(reply)]
    hits = match("-".join(words), {name: name for name in names})
    return hits[0] if len(hits) == 1 else reply


def _battles_due(sound: list[Summary]) -> list[Campaign]:
    """The campaigns among these games that wait for their next battle."""
    found = []
    for name in dict.fromkeys(campaign_of(summary.header) for summary in sound if summary.header):
        with suppress(*UNUSABLE):
            if name and (campaign := read_campaign(name, whole=False)).next:
                found.append(campaign)
    return found


def _who(busy: RecordBusy) -> str:
    """Who has a record open."""
    since = f" since {busy.since[:16].replace('T', ' ')}" if busy.since else ""
    return f"{busy.user or 'somebody'} on {busy.host or 'another computer'} has this game open{since}"


def _name(summary: Summary) -> str:
    return summary.path.name.removesuffix(SUFFIX)


def _is_number(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= most
