"""What a report says: a plain model made of the account of a game. The page and Markdown are made of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee import __version__
from referee.commands.later import open_values
from referee.fold import REFEREE
from referee.library import TITLE, title_of
from referee.review.account import Account, Chapter, Moment, Ruled
from referee.review.graphs import Data, Graph, course_of, graphs_of, turn_of, turn_title
from referee.review.sentences import followed, passed, sentence
from referee.review.turning import Stop, stops_of
from referee.review.versions import otherwise
from referee.telling import many, said_by

ABOUT_STORY = (
    "Each paragraph has the number of its entry in the record. Reactions that were declined and acts that only ended a "
    "step are left out; what followed by itself stands behind an arrow, with its rule."
)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the story: its number, whose act it was, the sentence, what followed of itself, what was found.

    rule  of a sentence that tells what happened by itself; "" of an act
    """

    number: int
    side: str
    sentence: str
    rule: str
    then: tuple[tuple[str, str], ...]
    findings: tuple[Ruled, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """What happened in one step of a turn."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: `told` says in a few words how much happened."""

    number: int
    title: str
    told: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A ruling in force: the rule, its heading, the question, the choice and what it means; whether it is another one
    than by default."""

    rule: str
    heading: str
    question: str
    choice: str
    meaning: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A finding for the table of all findings."""

    side: str
    heading: str
    ruled: Ruled


@dataclass(frozen=True, slots=True)
class Report:
    """All that a report says of a game.

    title, name    what is on the box; how this game is called
    facts          who, when and where: a word and a text
    result         how it ended, a sentence; `decided` when and by what, sentences
    rulings        all that are in force; `house` the rules that this game changed; `options` what was chosen
    by_rule        how often each rule was found broken, or was spoken of: rule, heading, kind, times
    rejudged       what the rules of today judge otherwise, both verdicts; of a record of another version
    open           disputes, duties and values that are still open
    made_by        which program and which version of the ruleset
    """

    account: Account
    title: str
    name: str
    facts: tuple[tuple[str, str], ...]
    result: str
    decided: tuple[str, ...]
    stops: tuple[Stop, ...]
    graphs: tuple[Graph, ...]
    turns: tuple[Turn, ...]
    findings: tuple[Found, ...]
    by_rule: tuple[tuple[str, str, str, int], ...]
    rulings: tuple[Decision, ...]
    house: tuple[tuple[str, str, str], ...]
    options: tuple[tuple[str, str, str], ...]
    rejudged: tuple[str, ...]
    open: tuple[str, ...]
    made_by: str

    @property
    def flagged(self) -> tuple[str, ...]:
        """For each finding "flag" if it speaks of a breach of a rule, else ""."""
        return tuple("flag" if found.ruled.is_flag else "" for found in self.findings)

    @property
    def findings_data(self) -> Data:
        """All findings as a table."""
        heads = ("Entry", "Turn", "Side", "Kind", "Rule", "Heading", "What was said", "Outcome")
        rows = []
        for found in self.findings:
            ruled = found.ruled
            what = (ruled.kind, ruled.rule, found.heading, ruled.text, ruled.outcome)
            rows.append((str(ruled.entry.number), str(ruled.turn), found.side, *what))
        return Data(heads, tuple(rows))

    @property
    def by_rule_data(self) -> Data:
        """How often each rule was spoken of, as a table."""
        rows = tuple((rule, heading, kind, str(times)) for rule, heading, kind, times in self.by_rule)
        return Data(("Rule", "Heading", "Kind", "Times"), rows)

    @property
    def rulings_data(self) -> Data:
        """The rulings in force as a table."""
        rows = []
        for each in self.rulings:
            default = "no, changed" if each.changed else "yes"
            rows.append((each.rule, each.heading, each.question, f"{each.choice}: {each.meaning}", default))
        return Data(("Ruling", "Heading", "Question", "In force", "Default"), tuple(rows))

    @property
    def house_data(self) -> Data:
        """The house rules as a table."""
        return Data(("Rule", "Heading", "In this game"), self.house)

    @property
    def options_data(self) -> Data:
        """The options as a table."""
        return Data(("Option", "Chosen", "Meaning"), self.options)

    @property
    def totals_data(self) -> Data:
        """The totals as a table."""
        rows = tuple((what, str(count)) for what, count in self.account.totals().items())
        return Data(("What", "How many"), rows)


def report_of(account: Account) -> Report:
    """The report of a game."""
    game, course = account.game, course_of(account)
    ruleset, header = game.ruleset, game.log.header
    version = f"{ruleset.title}, version {header.version}"
    if ruleset.version != header.version:
        version += f" (read with version {ruleset.version})"
    return Report(
        account=account,
        title=ruleset.title,
        name=title_of(header),
        facts=tuple(_facts(account)),
        result=_result(account),
        decided=tuple(_decided(account)),
        stops=stops_of(course),
        graphs=graphs_of(course),
        turns=tuple(_turns(account)),
        findings=tuple(_findings(account)),
        by_rule=tuple(_by_rule(account)),
        rulings=tuple(_rulings(account)),
        house=tuple((rule, _heading(account, rule), mode) for rule, mode in game.table.house.items()),
        options=tuple(_options(account)),
        rejudged=tuple(
            account.veiled(f"Entry {d.entry.number}, {said_by(d.entry)}: {d.short}", *game.timeline.tables)
            for d in otherwise(game)
        ),
        open=tuple(account.veiled(text, *game.timeline.tables) for text in _open(account)),
        made_by=f"Referee {__version__}, {version}",
    )


def _facts(account: Account) -> Iterator[tuple[str, str]]:
    header, sides = account.game.log.header, account.game.ruleset.sides
    for side, title in sides.items():
        yield title, header.players.get(side) or "nobody named"
    for what, value in (("Date", header.date), ("Place", header.place), ("Umpire", header.umpire)):
        if value:
            yield what, value
    yield from ((tag, value) for tag, value in header.tags.items() if tag != TITLE)


def _who(account: Account, side: str) -> str:
    """`the Reds (Anna)`."""
    game = account.game
    player = game.log.header.players.get(side)
    title = game.ruleset.titles(game.table).get(side) or game.ruleset.sides.get(side, side)
    return f"{title} ({player})" if player else title


def _result(account: Account) -> str:
    table = account.game.table
    if not table.winner:
        step = account.game.ruleset.step_title(table.step)
        return f"The game is not over: it is {_lower(turn_of(account, table))}, {step}."
    turns = f"after {many(account.turns, 'turn')}"
    if table.winner == "draw":
        return f"The game ended in a draw {turns}."
    return sentence(f"{_who(account, table.winner)} won {turns}")


def _decided(account: Account) -> Iterator[str]:
    moment = account.decided
    if moment is None:
        return
    step = account.game.ruleset.step_title(moment.before.step)
    when = _lower(turn_of(account, moment.before))
    within = "" if when.startswith("before") else "in "
    yield f"It was decided {within}{when}, {step}, with entry {moment.entry.number}."
    if moment.sentence:
        yield sentence(moment.sentence)
    for rule, what in _then(account, moment):
        yield f"{sentence(what)} [{rule}]"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _then(account: Account, moment: Moment) -> Iterator[tuple[str, str]]:
    """What followed by itself: the rule, and the sentence."""
    for said in moment.entry.consequences:
        if what := followed(account.game.ruleset, said, moment.before):
            yield said.partition(": ")[0], account.veiled(what, moment.before, moment.after)


def _turns(account: Account) -> Iterator[Turn]:
    by_turn: dict[int, list[Chapter]] = {}
    for chapter in account.chapters:
        by_turn.setdefault(chapter.turn, []).append(chapter)
    found: dict[int, list[Ruled]] = {}
    for ruled in account.findings:
        found.setdefault(ruled.entry.number, []).append(ruled)
    for turn, chapters in by_turn.items():
        acts = sum(not moment.by_referee for chapter in chapters for moment in chapter.moments)
        sections: list[Section] = []
        for chapter in chapters:
            title = _title(account, chapter)
            lines = tuple(_lines(account, chapter, found))
            if sections and sections[-1].title == title:
                sections[-1] = Section(title, sections[-1].lines + lines)
            elif lines:
                sections.append(Section(title, lines))
        told = [many(acts, "report")]
        flags = sum(r.is_flag for section in sections for line in section.lines for r in line.findings)
        told += [many(flags, "breach of a rule", "breaches of rules")] if flags else []
        told += [] if sections else ["and nothing happened"]
        yield Turn(turn, turn_title(account, chapters[0].moments[0].before), ", ".join(told), tuple(sections))


def _title(account: Account, chapter: Chapter) -> str:
    ruleset = account.game.ruleset
    return f"{ruleset.sides.get(chapter.side, chapter.side)}: {ruleset.step_title(chapter.step)}"


def _lines(account: Account, chapter: Chapter, found: dict[int, list[Ruled]]) -> Iterator[Line]:
    """The moments that have something to tell; a reaction that was declined, or a step without any act, has not."""
    for moment in chapter.moments:
        entry, then = moment.entry, list(_then(account, moment))
        findings = tuple(r for r in found.get(entry.number, ()) if r.entry == entry) if entry.findings else ()
        told, rule = "" if not findings and _only_ends(account, moment) else moment.sentence, ""
        if not told and then:
            ((rule, told), *then) = then
        elif not told and findings:
            told = account.veiled(passed(account.game.ruleset, entry, moment.before), moment.before)
        if told:
            by = entry.side if entry.by != REFEREE else ""
            yield Line(entry.number, by, told, rule, tuple(then), findings)


def _only_ends(account: Account, moment: Moment) -> bool:
    """Whether an act does nothing but end a step: by itself it leaves the table as it was."""
    before, after = moment.before, moment.after
    if moment.act is None or moment.entry.dice or moment is account.decided:
        return False
    if (before.turn, before.side, before.step) == (after.turn, after.side, after.step):
        return False
    layout = account.game.ruleset.layout
    return layout(before) == layout(moment.act.apply(before))


def _heading(account: Account, rule: str) -> str:
    """The heading of a rule, or of the rule that a ruling belongs to; "" for what is none of the game's."""
    book = account.game.ruleset.rulebook
    ruling = book.rulings.get(rule)
    found = book.rules.get(ruling.rule if ruling else rule)
    return found.heading if found else ""


def _findings(account: Account) -> Iterator[Found]:
    sides = account.game.ruleset.sides
    for ruled in account.findings:
        side = sides.get(ruled.entry.side, ruled.entry.side)
        yield Found(side, _heading(account, ruled.rule), ruled)


def _by_rule(account: Account) -> Iterator[tuple[str, str, str, int]]:
    times: dict[tuple[str, str], int] = {}
    for ruled in account.findings:
        times[ruled.rule, ruled.kind] = times.get((ruled.rule, ruled.kind), 0) + 1
    for (rule, kind), count in sorted(times.items(), key=lambda item: (-item[1], item[0])):
        yield rule, _heading(account, rule), kind, count


def _rulings(account: Account) -> Iterator[Decision]:
    chosen = account.game.table.rulings
    for ruling in account.game.ruleset.rulebook.rulings.values():
        choice = chosen.get(ruling.id, ruling.default)
        meaning = ruling.choices.get(choice, "")
        changed = choice != ruling.default
        yield Decision(ruling.id, _heading(account, ruling.rule), ruling.question, choice, meaning, changed)


def _options(account: Account) -> Iterator[tuple[str, str, str]]:
    """What was chosen at the set-up: the question, the choice, and what it means."""
    chosen = account.game.log.header.options
    for option in account.game.ruleset.options:
        choice = chosen.get(option.name, option.default)
        yield option.question, choice, option.choices.get(choice, "")


def _open(account: Account) -> Iterator[str]:
    sides = account.game.ruleset.sides
    for number, text in account.disputes.items():
        yield f"Disputed, entry {number}: {text}"
    for debt in account.game.table.parked:
        yield f"Not done: {debt.what} ({sides.get(debt.side, debt.side)}, turn {debt.turn}) [{debt.rule}]"
    for text in open_values(account.game):
        yield sentence(text.partition("; `")[0])
    if account.game.held:
        yield f"Flagged, and neither taken back nor let stand: entry {account.game.held.number}."
