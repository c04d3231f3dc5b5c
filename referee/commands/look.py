"""Commands that only look: lines of plain text about the game, and nothing is changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from referee.branches import left
from referee.commands.answers import passing
from referee.commands.call import BY_NAME, COMMANDS, Call, find_call, pick
from referee.commands.keys import keys_line
from referee.commands.later import open_values, where_due
from referee.commands.rows import places_of, rows_on
from referee.commands.rules import rule_lines
from referee.commands.sealing import UMPIRE, note_lines
from referee.commands.verbs import first_line, verb_help
from referee.commands.why import topics, why_lines
from referee.components.learning import noted
from referee.components.unknown import UNKNOWN
from referee.dice import tell_dice
from referee.game import Game
from referee.judge import Legal
from referee.notation import fold, match, near, plain, usage, write
from referee.notation.words import Group, Token
from referee.places import places
from referee.review.log import log_lines, record
from referee.review.marks import disputes
from referee.ruleset import Action, Ask, Component, Die, LineError, NotUnderstood, Table, slots_of
from referee.telling import many, outcome, said_by
from referee.veil import veil

SHORT_LIST = 4
"""Rows of a verb that `legal` shows without being asked for this verb."""

LONG_LIST = 300
SETUP = "setup"
"""What `show` is asked for to see the set-up again."""

_FROM_TO = re.compile(r"(\d{1,6})\s*-\s*(\d{1,6})")

LOG_LINES = 10


def look(game: Game, line: str) -> list[str] | None:
    """What a looking command shows, in lines; None if the line is no such command (then `run` takes it)."""
    try:
        call = find_call(game, line)
    except LineError:
        return None
    if call is None or not call.command.looks:
        return None
    try:
        return [plain(text) for text in _LOOK[call.command.name](game, call)]
    except LineError as error:
        return [plain(error.message)]


def misread(game: Game, call: Call) -> str:
    """What is wrong with the words behind a looking command that names something; "" if they mean something."""
    if not call.free() or call.command.name not in ("show", "legal", "help"):
        return ""
    try:
        next(_LOOK[call.command.name](game, call), "")  # words are read before the first line is made
    except LineError as error:
        return error.message
    return ""


def tell_ask(game: Game, ask: Ask) -> str:
    """What is open, in one line: who, what, by which rule, and what an empty line does."""
    enter = f"  (Enter: {ask.enter})" if ask.enter else f"  (Enter: {passing(ask)})" if ask.may else ""
    return f"{game.ruleset.sides[ask.side]}: {ask.question or ', '.join(ask.verbs)} [{ask.rule}]{enter}"


def _legal(game: Game, call: Call) -> Iterator[str]:
    only = _verb(game, call.free()) if call.free() else None
    if game.held:
        yield f"held: {said_by(game.held)}"
    ask = game.ask
    if ask is None:
        yield over(game)
        return
    yield tell_ask(game, ask)
    found: dict[tuple[str, str, str], list[str]] = {}
    unsure: dict[tuple[str, str, str], list[str]] = {}
    for one in game.legal():
        if only is None or only.verb == one.action.verb:
            group = unsure if one.needs else found
            acts = group.setdefault((one.action.side, one.action.verb, one.ask.rule), [])
            acts += [text for text in (_written(one),) if text not in acts[-1:]]
    for heading, groups in (("", found), ("a value is not known yet: ", unsure)):
        for (side, verb, rule), acts in groups.items():
            title = f"{heading}{game.ruleset.sides[side]}: {verb} [{rule}]"
            if only is None and rule != ask.rule and len(acts) > SHORT_LIST:  # behind what is open
                yield f"{title}: {len(acts)} ways (`legal {verb}`)"
                continue
            yield title
            if only is None:
                rows = _merged(acts)
                yield from (f"  {row}" for row in rows[:SHORT_LIST])
                if len(rows) > SHORT_LIST:
                    yield f"  and more: `legal {verb}` lists all {len(acts)}"
                continue
            yield from (f"  {act}" for act in acts[:LONG_LIST])
            if len(acts) > LONG_LIST:
                yield f"  and {len(acts) - LONG_LIST} more"
    if ask.unnamed and (only is None or only.verb == ask.unnamed.split()[0]):
        yield f"{game.ruleset.sides[ask.side]}: {ask.unnamed} [{ask.rule}]"
    elif not found and not unsure:
        yield "Nothing is legal." if only is None else f"No {only.verb} is legal now."


def _written(one: Legal) -> str:
    """A legal act as a line; of several dice that are due, how many: any will do, in any order, and the same twice."""
    slots = slots_of(type(one.action))
    if one.ask.dice > 1 and len(slots) == 1 and slots[0].type is Die:
        return f"{one.action.verb}: {one.ask.dice_told}, each 1 to 6"
    return write(one.action)


def _merged(acts: Sequence[str]) -> list[str]:
    """Acts that differ in the last word only, in one row: `move guard hill / ford`."""
    lasts: dict[str, list[str]] = {}
    for act in acts:
        head, _, last = act.rpartition(" ")
        lasts.setdefault(head, []).append(last)
    return [f"{head} {' / '.join(_gathered(words))}".strip() for head, words in lasts.items()]


def _gathered(words: Sequence[str]) -> list[str]:
    """Words that begin alike up to a stroke, in one: `15pz/hq, tank-1..3` for four of them."""
    whole: dict[str, list[str]] = {}
    for word in words:
        begin, stroke, rest = word.rpartition("/")
        whole.setdefault(f"{begin}/" if stroke else word, []).extend([rest] if stroke else [])
    return [f"{begin}{', '.join(_in_runs(rests))}" for begin, rests in whole.items()]


def _in_runs(words: Sequence[str]) -> list[str]:
    """Words that are numbered one after the other, in one: `tank-1..3`."""
    runs: list[tuple[str, int, int]] = []
    for word in words:
        stem, dash, number = word.rpartition("-")
        at = int(number) if dash and number.isdecimal() else -1
        if runs and at > 0 and runs[-1][0] == stem and runs[-1][2] == at - 1:
            runs[-1] = (stem, runs[-1][1], at)
        else:
            runs.append((stem if at >= 0 else word, at, at))
    ends = (f"{stem}-{first}" if first == last else f"{stem}-{first}..{last}" for stem, first, last in runs)
    return [end if last >= 0 else stem for end, (stem, _, last) in zip(ends, runs, strict=True)]


def _why(game: Game, call: Call) -> Iterator[str]:
    yield from why_lines(game, call.free())


def show_lines(game: Game, seen_by: str = "") -> Iterator[str]:
    """The table on one screen, what is still open, and what is to be done now; as a side sees it, or the umpire."""
    side = seen_by if seen_by != UMPIRE else ""
    table = game.ruleset.view(game.table, side) if side else game.table if seen_by else game.seen
    veiled = veil(game, side or (game.viewer if not seen_by else ""))
    yield from game.ruleset.show(table)
    yield from map(veiled, open_items(game))
    yield from note_lines(game, seen_by == UMPIRE)
    if game.held:
        yield veiled(f"held: {said_by(game.held)}")
    ask = game.ask and game.ruleset.asks(table)
    yield over(game) if ask is None else tell_ask(game, ask)


def component_lines(game: Game, words: str, kind: str = "") -> list[str]:
    """What is on file of the components that words name, or of all of a kind (`cards`); [] where there is none.

    `kind` is the only one that is meant.
    """
    there = [one for one in game.ruleset.on_file(game.seen) if kind in ("", one.kind)]
    of_kind = [one for one in there if fold(words) in _of_kind(one)]
    hits = match(words, {one.name: one.title for one in there}) if words else []
    return [_component(one) for one in of_kind or _without_parts([one for one in there if one.name in hits])]


def _of_kind(one: Component) -> tuple[str, str]:
    """What all components of a kind are called."""
    return one.kind, f"{one.kind}s"


def _without_parts(found: list[Component]) -> list[Component]:
    """Components without those of another kind that are called after one of them: of a space its routes."""
    whole = min(found, key=lambda one: len(one.name), default=None)
    return [one for one in found if whole and (one.kind == whole.kind or not one.name.startswith(f"{whole.name}-"))]


def _component(one: Component) -> str:
    facts = (f"{name} {'not known' if fact is UNKNOWN else noted(fact)}" for name, fact in one.facts.items())
    now = f"; now {one.now}" if one.now else ""
    return f"{one.kind} {one.name} ({one.title}): {', '.join(facts)}{now}"


def read_viewer(game: Game, text: str) -> str:
    """The side that looks, or the umpire, who sees all. Raises LineError."""
    may = {**game.ruleset.sides, **({UMPIRE: game.umpire} if game.umpire else {})}
    if not game.umpire and fold(text) == UMPIRE:
        raise NotUnderstood("This game has no umpire; name one at its start with --umpire NAME.")
    return pick(Group((Token(text, 0),)), may, "side")


def _laid_out(game: Game) -> Table:
    """The table as it was set up; while that goes on, as it is."""
    return game.table if game.table.step in game.ruleset.setup else game.timeline.start


def _show(game: Game, call: Call) -> Iterator[str]:
    words = [w for w in call.words() if w.bare not in ("as", "--as")]
    if call.free().lower() == SETUP:
        yield from (f"[ ] {line}" for line in game.ruleset.checklist(_laid_out(game)))
        return
    side = match(call.free(), {**game.ruleset.sides, UMPIRE: UMPIRE})
    about = "" if side else call.free()
    found = component_lines(game, about) if about else []
    if about and fold(about) not in {word for one in game.ruleset.on_file(game.seen) for word in _of_kind(one)}:
        found += rows_on(game, about) or places_of(game, about)
    if found:
        yield from found
        return
    if len(words) > 1 or words and not words[0].bare:
        raise call.wrong("One side looks at a time.")
    seen_by = read_viewer(game, words[0].bare) if words else ""
    if game.viewer and seen_by not in ("", game.viewer):
        raise NotUnderstood(f"This screen shows what {game.ruleset.sides[game.viewer]} may see, and no more.")
    yield from show_lines(game, seen_by)


def open_items(game: Game) -> Iterator[str]:
    """Duties that the table went past, values that are not known yet, disputes that are not settled."""
    sides = game.ruleset.sides
    yield from open_values(game)
    yield from (f"disputed: entry {n}: {text} (`settle {n} \"HOW\"`)" for n, text in disputes(game).items())
    for item, debt in enumerate(game.table.parked, 1):
        what = f"{debt.what} ({sides.get(debt.side, debt.side)}, turn {debt.turn}) [{debt.rule}]"
        told = f"`{where} ...` tells it, " if (where := where_due(game, debt)) else ""
        yield f"still open: {what}; {told}`paid {item}` strikes it off"


def _open(game: Game, call: Call) -> Iterator[str]:
    found = list(open_items(game))
    yield from found or ["Nothing is open but the question itself."]


def _branches(game: Game, call: Call) -> Iterator[str]:
    sides = game.ruleset.sides
    found = left(game)
    for one in found:
        end, step = one.end, game.ruleset.step_title(one.end.step)
        yield (
            f"branch {one.number}: from entry {one.first.number} on ({said_by(one.first)}), {many(one.acts, 'act')}, "
            f"ends in turn {end.turn} ({', '.join(filter(None, (sides.get(end.side, end.side), step)))})"
            + (f", {outcome(end, sides)}" if end.winner else "")
            + (f", with fix {','.join(map(str, one.fixed))}" if one.fixed else "")
        )
    if not found:
        yield "No course of the game was left."


def over(game: Game) -> str:
    """That the game is over, and who won."""
    return f"The game is over: {outcome(game.table, game.ruleset.sides)}."


def _audit(game: Game, call: Call) -> Iterator[str]:
    yield "Go over the table with a finger; `adjust KEY VALUE` mends what differs (a key is written THING.WORD)."
    things: dict[str, list[str]] = {}
    for key, value in places(game.ruleset, game.seen).items():
        thing, _, aspect = key.rpartition(".")
        if value:
            things.setdefault(thing, []).append(f"{aspect} {value}")
    rows = ((thing or "table", ", ".join(parts)) for thing, parts in things.items())
    for (_, told), alike in groupby(rows, key=lambda row: (row[0].partition("/")[0] if "/" in row[0] else "", row[1])):
        yield f"[ ] {', '.join(thing for thing, _ in alike)}: {told}"
    there = {key.rpartition(".")[2] for key in places(game.ruleset, game.seen)}
    yield from (f"{aspect}: {meaning}" for aspect, meaning in game.ruleset.aspects.items() if aspect in there)
    yield from map(veil(game, game.viewer), open_items(game))


def _log(game: Game, call: Call) -> Iterator[str]:
    text, rows = call.free(), record(game)
    last = rows[-1].entry.number if rows else 0
    if found := _FROM_TO.fullmatch(text):
        rows = [row for row in rows if int(found[1]) <= row.entry.number <= int(found[2])]
    elif text and not (text.isascii() and text.isdigit()):
        rows = [row for row in rows if fold(text) in fold(" ".join(log_lines(game, [row])).partition("#")[2])]
    else:
        rows = rows[-max(int(text[:9] or LOG_LINES), 1) :]
    yield from log_lines(game, rows)
    if not rows:
        yield _no_rows(text, last)


def _no_rows(text: str, last: int) -> str:
    """Why the record shows nothing."""
    if not last:
        return "The record is empty."
    found = _FROM_TO.fullmatch(text)
    if found and int(found[1]) > last:
        return f"The last entry is {last}."
    return f"No entry speaks of {text[:40]!r}." if not found else f"No entry stands from {found[1]} to {found[2]}."


def dice_lines(game: Game) -> list[str]:
    """The dice that count, by side, and those that were cocked."""
    return tell_dice((step.entry for step in game.timeline.steps), game.ruleset.sides)


def _dice(game: Game, call: Call) -> Iterator[str]:
    yield from dice_lines(game)


def _rule(game: Game, call: Call) -> Iterator[str]:
    words = call.free()
    if not words:
        raise call.wrong("Which rule?")
    yield from rule_lines(game.ruleset.rulebook, words, game.table.rulings, game.table.house)


def _help(game: Game, call: Call) -> Iterator[str]:
    word = call.free()
    asked = call.line[: call.start].endswith("?")
    if asked and not word:
        yield from _legal(game, call)
        if game.ask and game.ask.duty and not game.ask.may:
            yield "`later`: not known yet; the table goes on, and `fix` tells it"
        return
    if word and (fold(word) != "all" or game.reader().verb_of("all")):
        command = BY_NAME.get(fold(word))
        acts = game.reader().verb_of(word)
        if len(acts) != 1 and command:
            yield f"{command.usage}: {command.help}"
            yield from [topics(game)] if command.name == "why" and game.ruleset.topics else ()
        elif asked and not acts:
            yield from _rule(game, call)
        else:
            yield from verb_help(_verb(game, word), game)
        return
    if word:
        yield from (f"{usage(act)}: {first_line(act)}" for act in game.ruleset.actions)
        yield from ("", *(f"{command.usage}: {command.help}" for command in COMMANDS))
        return
    asides = [act.verb for act in game.ruleset.actions if act.aside]
    yield f"Acts: {', '.join(act.verb for act in game.ruleset.actions if not act.aside)}."
    if asides:
        yield f"At any time: {', '.join(asides)}."
    yield f"To look: {', '.join(c.name for c in COMMANDS if c.looks)}."
    yield f"Commands: {', '.join(c.name for c in COMMANDS if not c.looks)}, save, quit."
    yield "`help VERB` explains one of them, `help all` all; `?` lists what may be done now."
    side = next(iter(game.ruleset.sides))
    yield f"Names may be shortened; `{side}> ...` says who acts; `;` joins lines; `#` starts a comment."
    yield keys_line()


def _verb(game: Game, word: str) -> type[Action[Any]]:
    hits = game.reader().verb_of(word)
    if len(hits) == 1:
        return hits[0]
    if hits:
        raise NotUnderstood(f"{word[:40]!r} may be {' or '.join(v.verb for v in hits)}.")
    verbs = [act.verb for act in game.ruleset.actions]
    meant = near(word, verbs) or tuple(verbs)
    raise NotUnderstood(f"{word[:40]!r} is no verb. There are: {', '.join(meant)}.")


_LOOK: Mapping[str, Callable[[Game, Call], Iterator[str]]] = {
    "legal": _legal,
    "why": _why,
    "show": _show,
    "audit": _audit,
    "log": _log,
    "dice": _dice,
    "open": _open,
    "branches": _branches,
    "rule": _rule,
    "help": _help,
}
