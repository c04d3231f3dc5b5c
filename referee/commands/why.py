"""`why`: what was said to an entry, how a derived value comes about, what would be said to a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from referee.commands.rules import rule_lines
from referee.fold import REFEREE
from referee.game import Game
from referee.log import Entry
from referee.notation import fold, match, near, write
from referee.notation.words import some
from referee.ruleset import LineError, NotUnderstood, Rule
from referee.telling import tell_entry, tell_finding, tell_stored
from referee.veil import veil


def why_lines(game: Game, words: str) -> Iterator[str]:
    """The answer to `why` with some words. Raises NotUnderstood for an entry or a thing that there is not."""
    if not words or words.isascii() and words.isdigit() and len(words) < 9:
        yield from map(veil(game, game.viewer), explain(game, _entry(game, words)))
        return
    topic, *named = fold(words).split() or [words]  # an accent alone folds to nothing
    if topic in game.ruleset.topics:
        asked = (topic, *_each_named(game, topic, named))
        yield from list(game.ruleset.why(game.seen, asked)) or [f"There is nothing to be told. {topics(game)}"]
        return
    explained = list(game.ruleset.why(game.seen, (topic, *named)))
    if explained:
        yield from explained
        return
    book = game.ruleset.rulebook
    if topic in map(fold, (*book.rules, *book.rulings)):
        yield from rule_lines(book, words, game.table.rulings)
        return
    try:
        verdict = game.judge(words)
    except LineError as error:
        meant = near(topic, game.ruleset.topics)
        yield f"`why {meant[0]}`? {topics(game)}" if meant else error.message
        yield from () if meant or not game.ruleset.topics else [topics(game)]
        return
    yield f"{verdict.action.side}> {write(verdict.action)} would be told:"
    yield from (f"  {tell_finding(f)}" for f in verdict.findings)
    if not verdict.findings:
        yield "  ok, nothing against it"


def topics(game: Game) -> str:
    """What `why` can be asked in this game."""
    words = (f"{topic} [{kind.__name__.upper()}]" if kind else topic for topic, kind in game.ruleset.topics.items())
    return f"`why` explains: {', '.join(words)}; an entry by its number; a line before it is reported."


def _each_named(game: Game, topic: str, words: Sequence[str]) -> list[str]:
    """The names that words behind a topic mean: all together one (`13 fka`), else each of them."""
    if len(words) > 1:
        with suppress(NotUnderstood):
            return [_named(game, topic, " ".join(words))]
    return [_named(game, topic, word) for word in words]


def _named(game: Game, topic: str, word: str) -> str:
    """The name that a word behind a topic means. Raises NotUnderstood."""
    kind = game.ruleset.topics[topic]
    names = {**game.ruleset.sides, **(game.seen.names(kind) if kind else {})}
    hits = match(word, names)
    if len(hits) != 1:
        found = f"may be {some(hits)}" if hits else f"is not {f'a {kind.kind}' if kind else 'a side'} here"
        raise NotUnderstood(f"{word[:40]!r} {found}. {topics(game)}")
    return hits[0]


def _entry(game: Game, number: str) -> Entry:
    entries = game.log.entries
    if number:
        if not 1 <= int(number) <= len(entries):
            raise NotUnderstood(f"There is no entry {number}; the record has {len(entries)}.")
        return game.entry(int(number))
    for entry in reversed(entries):
        if entry.by != REFEREE and entry.kind in ("act", "held", "stand", "skip"):
            return entry
    raise NotUnderstood("Nothing was reported yet.")


def explain(game: Game, entry: Entry) -> Iterator[str]:
    """What was said to an entry, each finding with its rule in full."""
    yield tell_entry(entry)
    rules = game.ruleset.rulebook.rules
    if entry.answers:
        yield f"  it came when this was open: {short_rule(rules.get(entry.answers), entry.answers)}"
    for row in entry.findings:
        yield f"  {tell_stored(row)}"
        rule = rules.get(row.get("rule", ""))
        if rule:
            yield f"    {rule.heading}: {rule.summary}"
    if not entry.findings:
        yield "  nothing was found against it"
    yield from (f"  then {said}" for said in entry.consequences)


def short_rule(rule: Rule | None, name: str) -> str:
    """A rule as it is cited with its heading."""
    return f"{rule.heading} [{name}]" if rule else f"[{name}]"
