"""A line that failed: what was surely meant by it, and the choices that stand for what may have been meant."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from referee.commands.ahead import before
from referee.commands.answers import Secret, doubted, number_answers
from referee.course import enact
from referee.game import Answer, Game
from referee.judge import missed
from referee.notation import Guessed, Incomplete, fold, write
from referee.notation.faults import NO_TEXT, NUMBERED, SHORT, TITLE
from referee.notation.filling import EVERY
from referee.notation.titles import names_of
from referee.notation.words import PLAIN, stems_of
from referee.prompt.choices import MOST, Choice, choices, reads_legal, replacing
from referee.prompt.naming import LONGEST_TITLE, begun_title, number_and_words, with_title
from referee.prompt.offers import Tree, offers
from referee.prompt.teach import teaches
from referee.ruleset import HOLDS, Ambiguous, Form, Impossible, Kind, LineError, NotUnderstood, UnknownName, slots_of

MOST_EACH = 4
"""Lines that are offered for one that speaks of all, or lacks its verb."""

LONG_LINE = 40
"""Characters of a line that may be a title alone."""

_AND = re.compile(r"\s*[&+,/]\s*|\s+(?:and|und|et)\s+")
"""What stands between the names of players of one side."""

_UMLAUT = re.compile("([aou])e")

_ADDRESS = re.compile(r'\s*([^">:]{1,60}?)\s*[>:]\s*(\S.*)')
"""Who acts, written before a line as the screen prints it: `Red: draw`."""


def repairs(game: Game, tree: Tree, line: str, answer: Answer, error: LineError) -> tuple[Choice, ...]:
    """What would do in a line that failed, as choices that mend it; without numbers where a number is an answer."""
    numbered, words = not number_answers(game), error.choices
    if isinstance(error, Guessed):
        return choices(error.lines, error.lines, numbered)
    if isinstance(error, Impossible) and (lines := _begun_first(game, line)):
        return choices([lines], [lines], numbered)
    if not (words or error.column) and (rest := _behind_a_word(game, line)):
        return choices([rest], [rest], numbered)
    if type(error) is NotUnderstood and (verbs := _with_verb(game, line, error)):
        return choices(verbs, verbs, numbered)
    if not words and (lines := _each(game, tree, line, column_in(line, answer))):
        return choices([lines], [lines], numbered)
    if isinstance(error, Incomplete):
        words = tuple(offer.word for offer in offers(tree, f"{line} ")[1] if offer.word != error.slot.word)
        words = words or _names_behind(game, line, error)
        words += ("all",) if words and error.slot.many and reads_legal(game, f"{line} all") else ()
    offered = replacing(line, column_in(line, answer), words, numbered)
    return tuple(_whole(game, each) for each in offered) if type(error) is NotUnderstood else offered


def _names_behind(game: Game, line: str, error: Incomplete) -> tuple[str, ...]:
    """The names with which a line that says who acts may be legal: behind what was told already."""
    lacks = error.slot.form is Form.NAME and error.slot != slots_of(error.act)[0]
    names = names_of(game.table, error.slot.type) if lacks else {}
    return tuple(name for name in names if reads_legal(game, f"{line} {name}"))


def _begun_first(game: Game, line: str) -> str:
    """A line that is done in a battle or the like, behind the Enter that would begin it; "" for any other line."""
    ask = game.ask
    with suppress(LineError):
        during = game.reader().read(line).during
        if ask is None or not ask.enter or not during or getattr(game.table, during) is not None:
            return ""
        begun = enact(game.ruleset, game.table, game.reader().read(f"{ask.side}> {ask.enter}"))[0]
        return f"{ask.enter}; {line}" if getattr(begun, during) is not None else ""
    return ""


def _each(game: Game, tree: Tree, line: str, column: int) -> str:
    """The lines that say of each thing what a line says of all or of both, where one act is of one thing; "" if that is
    not what is wrong, or would break a rule.
    """
    word = line[column:].partition(" ")[0]
    if fold(word) not in EVERY:
        return ""
    begun, rest = line[:column], line[column + len(word) :]
    each = [f"{begun}{offer.word}{rest}" for offer in offers(tree, begun)[1]]
    legal = [piece for piece in each if reads_legal(game, piece)]
    return "; ".join(legal) if EVERY[fold(word)] in (None, len(legal)) and 1 < len(legal) <= MOST_EACH else ""


def _behind_a_word(game: Game, line: str) -> str:
    """What stands behind the first word of a line, if that is an act with its verb; "" if not. It is only offered, for
    that word may say that it is not meant.
    """
    first, _, rest = line.strip().partition(" ")
    if first.endswith(">") or fold(rest.split(" ")[0]) not in {act.verb for act in game.ruleset.actions}:
        return ""
    with suppress(LineError):
        game.reader().read(rest)
        return rest
    return ""


def _whole(game: Game, choice: Choice) -> Choice:
    """A choice, whose word stands for those before the bad one too, if its line can only be read so: in `draw rain
    fall` for the title `rainfall`.
    """
    head, word, rest = choice.line.rpartition(choice.word)
    words = head.split()
    for kept in range(len(words), 0, -1):
        line = f"{' '.join(words[:kept])} {word}{rest}"
        with suppress(LineError):
            game.reader().read(line)
            return choice if kept == len(words) else replace(choice, line=line)
    return choice


def _with_verb(game: Game, line: str, error: LineError) -> list[str]:
    """A line that begins with a name and lacks its verb, with each verb of acts on things with which it can be read;
    only with those that are legal, where there are some. Else, if it is no slip of a verb, with those that are asked
    for and would teach the name. [] if those are many, and where a word behind the name is to be chosen. What is open
    now has been tried with a known name already.
    """
    reader = game.reader()
    try:
        begun = line[: reader.prefix(line)[1]]
    except LineError:  # nobody plays that side
        return []
    body = line[len(begun) :]
    if body.isdecimal() or reader.verb_of(body.partition(" ")[0]) or (error.choices and error.column > len(begun)):
        return []
    known, new = [], []
    now, goes = {verb for ask in reader.open_now() for verb in ask.verbs}, "to" in body.lower().split()[1:-1]
    for act in game.ruleset.actions:
        slots = slots_of(act)
        if act.learns or act.aside or not any(slot.form is Form.NAME for slot in slots[:1]):
            continue
        if goes and not any(slot.keyword == "to" for slot in slots):
            continue
        try:
            written = write(reader.read(f"{begun}{act.verb} {body}"))
            if _letters(written.partition(" ")[2]).startswith(_letters(body.partition(" ")[0])):  # it does it
                known.append(f"{begun}{written}")
        except UnknownName as unknown:
            if act.verb in now and unknown.choices and _may_be_title(body):
                new.append(f"{begun}{act.verb} {body}")
        except LineError:
            continue
    lines = [line for line in known if reads_legal(game, line)] or known or ([] if error.choices else new)
    return lines if len(lines) <= MOST_EACH else []


def _letters(words: str) -> str:
    """Words without what stands between them."""
    return "".join(filter(str.isalnum, fold(words)))


def _may_be_title(words: str) -> bool:
    """Whether some words may be the title of something new: few of them, no bare number, and one that is a word."""
    each = words.split()
    titles = all(TITLE.fullmatch(word) or NUMBERED.fullmatch(word) or word.isdecimal() for word in each)
    return titles and len(words) <= LONG_LINE and any(len(word) >= SHORT and word.isalpha() for word in each)


def column_in(typed: str, answer: Answer) -> int:
    """The column of a fault in the line as it was typed, of which the answer may have read the end only."""
    assert answer.error is not None
    inner = answer.line != typed and typed.endswith(answer.line)
    return answer.error.column + (len(typed) - len(answer.line) if inner else 0)


def mended(game: Game, line: str, answer: Answer) -> str:
    """The line that was surely meant by one that failed, or that says better what is wrong; "" if there is none."""
    error = answer.error
    if error is None or isinstance(error, Secret):
        return without_address(game, line) if error else ""
    if (begun := without_address(game, line) or _verb_first(game, line)) and begun != line:
        return begun
    if titled := number_and_words(game, line, error):
        return titled
    if isinstance(error, Ambiguous):
        return _asked_for(game, line, error) or with_title(game, line, error)
    if error.choices or isinstance(error, Guessed | Impossible):
        return ""
    if titled := begun_title(game, line, column_in(line, answer)):
        return titled
    return _with_keyword(game, line) or _hyphened(game, line, answer)


def addressed(game: Game, line: str) -> str:
    """The side that stands before a line, in the notation or in the players' words; "" if none does."""
    with suppress(LineError):
        return game.reader().prefix(without_address(game, line) or line)[0]
    return ""


def without_address(game: Game, line: str) -> str:
    """An act without the words by which players call whom or what it is for: `red attack hill` and `Anna: attack hill`
    as it is written with a side; `north: attack hill`, where the open question begins with that word. "" for any other.
    """
    if (found := _ADDRESS.match(line)) and (side := _side_of(game, found[1]) or _shortened(game, found[1])):
        return f"{side}> {found[2]}"
    first, _, rest = line.strip().partition(" ")
    called, rest = fold(first.removesuffix(":")), rest.lstrip()
    verb, verb_of = rest.partition(" ")[0], game.reader().verb_of
    if not verb_of(verb) and not any(act.verb == stem for stem in stems_of(fold(verb)) for act in verb_of(stem)):
        return ""
    if side := _side_of(game, called):
        return f"{side}> {rest}"
    return rest if first.endswith(":") and game.ask and fold(game.ask.question).startswith(f"{called}:") else ""


def _verb_first(game: Game, line: str) -> str:
    """A line that says first who does something (`guard attack hill`), with its verb at the beginning, if it can be
    read then, or lacks something; "" if not. A plain yes or no is nobody who does it.
    """
    words, verbs = line.split(), {word for act in game.ruleset.actions for word in (act.verb, act.alias) if word}
    at = next((i for i in range(1, len(words)) if _said(words[i:], verbs)[0]), 0)
    if not at or ":" in line or fold(words[0]) in PLAIN:
        return ""
    verb, count = _said(words[at:], verbs)
    better = " ".join((verb, *words[:at], *words[at + count :]))
    try:
        game.reader().read(better)
    except Incomplete:  # what it lacks is asked for
        return better
    except LineError:
        return ""
    return better


def _said(words: Sequence[str], verbs: Collection[str]) -> tuple[str, int]:
    """The verb that words begin with as players say it of somebody (`attacks`, `att`, `breaks off`), and of how many
    words; "" and 0 if they begin with none.
    """
    word, then = fold(words[0]), fold("".join(words[1:2]))
    for stem in (word, *stems_of(word)):
        if stem in verbs:
            return stem, 1
        if then and f"{stem}{then}" in verbs:
            return f"{stem}{then}", 2
    begun = len(word) >= SHORT and sum(verb.startswith(word) for verb in verbs) == 1
    return (word, 1) if begun else ("", 0)


def _side_of(game: Game, called: str) -> str:
    """The side that is called so, as in the notation, by its title, or by the name of a player; "" if none or two."""
    name, players = fold(called.strip()), game.log.header.players
    sides = game.ruleset.sides.items()
    called_so = {side: (side, fold(title), *_names(players.get(side, ""))) for side, title in sides}
    found = [side for side, names in called_so.items() if _UMLAUT.sub(r"\1", name) in _without_e(names)]
    if not found:  # the Poles, of whom the rulebook speaks
        titles = game.ruleset.titles(game.table)
        people = {side: fold(titles.get(side, "")).removeprefix("the ") for side in game.ruleset.sides}
        found = [side for side, title in people.items() if title and name in (title, title.removesuffix("s"))]
    return found[0] if len(found) == 1 else ""


def _shortened(game: Game, called: str) -> str:
    """The only side whose name begins so, with three letters or more: `ger: draw`; "" if none or two."""
    found = [side for side in game.ruleset.sides if len(called) > 2 and side.startswith(fold(called.strip()))]
    return found[0] if len(found) == 1 else ""


def _names(players: str) -> list[str]:
    """How the players of one side are called, who may be several: `Anna & Ben`, all or one of them."""
    each = [name for name in _AND.split(players) if name]
    return [fold(name) for name in (players, *each, *(name.split()[0] for name in each)) if name]


def _without_e(names: Iterable[str]) -> list[str]:
    """Names without the `e` that stands for an umlaut, as in Juergen."""
    return [_UMLAUT.sub(r"\1", name) for name in names]


def _asked_for(game: Game, line: str, error: Ambiguous) -> str:
    """The line with its ambiguous verb written out, if the open question asks for one of them only; "" if not."""
    if line[: error.column].strip() not in ("", *(f"{side}>" for side in game.ruleset.sides)):
        return ""
    verbs = [verb for verb in error.choices if game.ask and verb in game.ask.verbs]
    rest = line[error.column :].partition(" ")[2]
    return f"{line[: error.column]}{verbs[0]} {rest}".rstrip() if len(verbs) == 1 else ""


def _is_verb(game: Game, begun: str) -> bool:
    """Whether what stands before an unknown word is a verb alone, and so no beginning of a name."""
    word = fold(begun.rpartition(">")[2].strip())
    return any(word in (act.verb, act.short, act.alias) for act in game.ruleset.actions if word)


def _with_keyword(game: Game, line: str) -> str:
    """The line with a word that is the keyword of a field joined to the name before it, if it can be read then: `move
    15pz hq 12,22`; "" if not.
    """
    words = line.split() or [""]
    keywords = {slot.keyword for act in game.reader().verb_of(words[0]) for slot in slots_of(act) if slot.word}
    for at in range(2, len(words)):
        if fold(words[at]) not in keywords:
            continue
        joined = " ".join([*words[: at - 1], f"{words[at - 1]}-{words[at]}", *words[at + 1 :]])
        with suppress(LineError):
            if not game.reader().read(joined).learns:  # of words that tell nothing no new title is made
                return joined
    return ""


def _hyphened(game: Game, line: str, answer: Answer) -> str:
    """The line with hyphens before unknown words, if more of it is then understood (`move old guard hill`), or a name
    in it is then nearly one that is known (`play suply drop`); "" if not.
    """
    column, better = column_in(line, answer), ""
    if _is_verb(game, line[:column]) or fold(line[column:].partition(" ")[0]) in NO_TEXT:
        return ""
    for _ in range(LONGEST_TITLE):
        before = line[:column].rstrip()
        if not before or before == line[:column] or _is_numbered_name(game, before):
            return better
        line = f"{before}-{line[column:]}"
        try:
            game.reader().read(line)
        except LineError as error:
            if error.column <= column:
                near = isinstance(answer.error, UnknownName) and error.choices and not isinstance(error, UnknownName)
                return better or (line if near else "")
            column, better = error.column, line
        else:
            return "" if teaches(game, line) else line  # of words that tell nothing no new title is made
    return better


def _is_numbered_name(game: Game, begun: str) -> bool:
    """Whether the last word before an unknown one is a whole name with its number: nothing more belongs to it."""
    word = fold(begun.split()[-1])
    if not word[-1].isdecimal():
        return False
    kinds = {slot.type for act in game.ruleset.actions for slot in slots_of(act) if slot.form is Form.NAME}
    return any(word in game.seen.names(kind) for kind in kinds)


def ways_out(game: Game, answer: Answer) -> tuple[Choice, ...]:
    """What a number does instead of a flagged line: the answer that is due, or the end of the steps before its own, and
    then the line; what a doubted line may say more, so that it is no doubt; or the same words with a verb that may be
    used now (`attack hill with guard` while moves are asked for).
    """
    if first := due_first(game, answer):
        return (first,)
    if ends := before(game, answer):
        word = "; ".join([*(line.rpartition("> ")[2] for line in ends), answer.line])
        return (Choice(1, word, "; ".join([*ends, f"{answer.side}> {answer.line}"])),)
    if doubted(game) and (more := _longer(game, answer)):
        words = [line.removeprefix(answer.line).strip() for line in more]
        return choices(words, [f"{answer.side}> {line}" for line in more])
    ask, (verb, _, rest) = game.ask, answer.line.partition(" ")
    if ask is None or not rest or verb in ask.verbs or answer.side != ask.side:
        return ()
    if any(finding.kind in HOLDS and finding.kind is not Kind.ILLEGAL for finding in answer.findings):
        return ()
    lines = []
    for other in ask.verbs:
        with suppress(LineError):
            act = game.reader().read(f"{ask.side}> {other} {rest}")
            if act.verb == other and reads_legal(game, f"{ask.side}> {write(act)}"):
                lines.append(write(act))
    return choices(lines, [f"{ask.side}> {line}" for line in lines])


def _longer(game: Game, answer: Answer) -> list[str]:
    """The legal lines that say more than a flagged one; only the shortest of them."""
    legal = [write(one.action) for one in game.legal() if one.action.side == answer.side]
    longer = [line for line in legal if line.startswith(f"{answer.line} ")]
    longer = [line for line in longer if reads_legal(game, f"{answer.side}> {line}")]
    least = min((len(line.split()) for line in longer), default=0)
    return [line for line in longer if len(line.split()) == least][:MOST]


def is_so(game: Game) -> bool:
    """Whether a flagged line that waits would change nothing any more: what it says was put right otherwise."""
    held = game.held
    if held is None:
        return False
    try:
        act = game.reader().read(f"{held.side}> {held.line}")
        return bool(act.apply(game.table) == game.table)
    except LineError:
        return False


def due_first(game: Game, answer: Answer) -> Choice | None:
    """For a line that only passes one question over: its answer and then the line, as a choice; None if it is not as
    simple.
    """
    grave = [finding for finding in answer.findings if finding.kind in HOLDS]
    asks = (place.ask for place in game.chain())
    ask = next((ask for ask in asks if ask.enter and grave == [missed(game.ruleset, ask)]), None)
    if ask is None:
        return None
    return Choice(1, f"{ask.enter}; {answer.line}", f"{ask.side}> {ask.enter}; {answer.side}> {answer.line}")
