"""A plain yes, no or pass, said to the open question: the line that it stands for."""

from __future__ import annotations

from referee.commands.call import find_call
from referee.components.wording import listed
from referee.game import Game
from referee.notation import fold, write
from referee.notation.numbers import FIGURES
from referee.notation.words import PLAIN, SIDE_PREFIX
from referee.ruleset import BREACHES, HOLDS, Ask, Form, Kind, LineError, NotUnderstood, slots_of

YES, NO = PLAIN[:2], PLAIN[2:]
WHOLE = {"y": "yes", "n": "no"}
"""Plain words in one letter, and as the words of a question that has them for values."""

PASS = "pass"
"""How players say at any table that they let something pass; the verb of a ruleset that is called so."""

SHOWN = 4
"""Verbs that are told to somebody who only said yes."""

STILL_ASKED = "A change waits: keep does it, Enter gives it up."
"""To a bare value behind one."""

DONE = "done"
"""The same of what they have begun."""


class Secret(NotUnderstood):
    """What nobody may read yet was typed; the line is not shown again."""


def number_answers(game: Game) -> bool:
    """Whether a bare number answers the open question, so that it cannot pick a choice.

    A number that may be left out is an answer only where its verb stands first, and a bare number is no name there.
    """
    ask = game.ask
    if ask is None:
        return False
    for cls in game.ruleset.actions:
        if cls.verb not in ask.verbs:
            continue
        numbers = {s.field for s in slots_of(cls) if s.form in (Form.NUMBER, Form.MEASURE)}
        required = {s.field for s in slots_of(cls) if not s.optional}
        if numbers and required <= numbers and (required or (cls.verb == ask.verbs[0] and _counts(game))):
            return True
    return False


def _counts(game: Game) -> bool:
    """Whether a bare number says how many."""
    try:
        act = game.reader().read("1")
    except LineError:
        return False
    return any(slot.form is Form.NUMBER and getattr(act, slot.field) == 1 for slot in slots_of(type(act)))


def passing(ask: Ask) -> str:
    """What letting an open question pass is called: a plain no where yes or no is asked."""
    words = ask.question.lower()
    closed = words.startswith("may ") or (words.endswith("?") and not words.startswith(("w", "how")))
    return "no" if closed else "let it pass"


def enter_answers(ask: Ask) -> bool:
    """Whether an empty line does what is asked for, which stands first among the verbs, and does not end it."""
    return bool(ask.enter) and ask.enter.split()[0] == ask.verbs[0]


def meant(game: Game, line: str) -> str:
    """The line; for a plain yes, no or pass what it says to the open question, or to what waits to be kept or held; for
    a number in words its figures, where a number is the answer.

    `pass` lets the open question pass, and is no act of a later one. A word that the question itself takes stays what
    it is, and so does a line with its side before it, as a record writes it. Raises NotUnderstood where neither yes nor
    no says anything, for a bare value while a flagged line waits, and for one that is chosen in secret (Secret).
    """
    keep_secret(game, line)
    word, ask = fold(line.strip()), game.ask
    if figure := _figure(game, word):
        return figure
    if ask and word in WHOLE and not (game.held or game.draft) and takes(game, ask, WHOLE[word]):
        return f"{ask.side}> {WHOLE[word]}"
    plain = word in YES or word in NO
    if game.held or game.draft:
        if plain or (game.held and word == PASS):
            return _waiting(game, word)
        if is_bare(game, line) and not (_says_again(game, line) or _is_skipped(game, line)):
            raise NotUnderstood(STILL_ASKED if game.draft else _still_held(game), length=len(line))
        return line
    if word == PASS and ask and ask.enter == DONE:  # it is what Enter does, even where the verb may be written
        return f"{ask.side}> {DONE}"
    if not (plain or (word and PASS.startswith(word))) or (ask and takes(game, ask, word)):
        return line
    if plain:
        meaning = ask and (_yes(game, ask) if word in YES else "" if _ends_step(ask, word) else _no(ask))
        if not meaning:
            raise NotUnderstood(_no_answer(ask, word), length=len(line))
        return meaning
    if ask is None:
        return line
    passes = word == PASS or [act.verb for act in game.reader().verb_of(word)] == [PASS]
    through = (_no(ask) or _as_enter(ask)) if passes else line
    if not through and game.table.step in game.ruleset.setup:  # a set-up is ended, and nothing of it is let pass
        raise NotUnderstood(_no_answer(ask, word), length=len(line))
    return through or line


def keep_secret(game: Game, line: str) -> None:
    """Raises Secret for a value alone, or in a line that cannot be read, where it is chosen in secret: it would be
    taken for an answer to a question behind that, most likely the other side's.
    """
    ask = game.ask
    if ask is None or not ask.secret or game.held or game.draft or find_call(game, line):
        return
    reader, text = game.reader(), line.strip()
    side, start = reader.prefix(text)
    words = text[start:].split()
    if side not in ("", ask.side) or not words:
        return
    for said in (words, *([word] for word in reversed(words))):
        before = f"{side}> " if side else ""
        try:
            act = reader.read(f"{before}{' '.join(said)}")
        except LineError:
            continue
        if act.verb in ask.verbs or act.verb.startswith(fold(said[0])) or fold(said[0]) in (act.short, act.alias):
            if said is words:
                return
            continue
        goes_on = f"Enter (`{ask.enter}`) goes on without it" if ask.enter else "it is told when it is asked for"
        other = f"; `{act.verb} ...` says it for {game.ruleset.sides[act.side]}" if act.side != ask.side else ""
        raise Secret(f"What is chosen here stays secret, and is not written down: {goes_on}{other}.", length=len(line))


def _figure(game: Game, word: str) -> str:
    """The figures of a number in words, where a number answers the open question; none, where it asks how many."""
    counted = word in NO[2:] and game.ask is not None and game.ask.question.lower().startswith("how many")
    figure = "0" if counted else FIGURES.get(word, "")
    return figure if figure and not (game.held or game.draft) and number_answers(game) else ""


def spoken(game: Game, line: str) -> str:
    """A line as somebody says it at the table: the plain word alone where the side that is asked stands before it.

    In a record `red> pass` is the act; a player who is asked and types it answers. While a line is held it is the act
    too: a bare `pass` would only say that this is not meant.
    """
    addressed, ask = SIDE_PREFIX.match(line), game.ask
    if ask is None or addressed is None or fold(addressed[1]) != ask.side:
        return line
    word = line[addressed.end() :].strip()
    return word if fold(word) in (*PLAIN, *(() if game.held else (PASS,))) else line


def _waiting(game: Game, word: str) -> str:
    """What a plain yes or no says to a correction that may be kept, or to a flagged line, which needs a reason. Of a
    flagged line `pass` says no more than that it is not meant: Enter would only take it back as well.
    """
    if word in NO or word == PASS:
        return "back"
    if game.draft:
        return "keep"
    if doubted(game):
        return "stand"
    raise NotUnderstood('Does it stand? stand "WHY" lets it stand, back takes it back.', choices=("stand", "back"))


def doubted(game: Game) -> bool:
    """Whether the flagged line only waits for a doubt (`Sure?`), to which a plain yes is the answer."""
    kinds = {row.get("kind") for row in game.held.findings} if game.held else set()
    return bool(kinds & HOLDS) and not kinds & BREACHES


def _says_again(game: Game, line: str) -> bool:
    """Whether several words without a verb are another of the kind of the flagged line, and so what it should say."""
    held, words = game.held, line.split()
    if held is None or len(words) < 2 or all(word.isdecimal() for word in words):
        return False
    return game.reader().read(line).verb == held.line.partition(" ")[0]


def _is_skipped(game: Game, line: str) -> bool:
    """Whether a value is the die that is due, which the flagged line skips."""
    ask, held = game.ask, game.held
    if ask is None or held is None or not ask.dice or held.line.partition(" ")[0] in ask.verbs:
        return False
    return game.reader().read(line).verb in ask.verbs


def is_bare(game: Game, line: str) -> bool:
    """Whether a line is a value alone: a number, or what is read as an act though no verb stands in it."""
    text = line.strip()
    if text.replace(" ", "").isdecimal():
        return True
    try:
        if has_verb(game, line):
            return False
        game.reader().read(line)
    except LineError:
        return False
    return True


def has_verb(game: Game, line: str) -> bool:
    """Whether a line is a command, or a word of it is a verb. Raises LineError for what is no line."""
    words = line.replace(">", "> ").split()
    return find_call(game, line) is not None or any(game.reader().verb_of(word) for word in words)


def _still_held(game: Game) -> str:
    """That a flagged line waits, and how to tell what is not known of it."""
    assert game.held
    found = game.judge(f"{game.held.side}> {game.held.line}").findings
    teach = dict.fromkeys(finding.teach for finding in found if finding.kind is Kind.NEEDS and finding.teach)
    told = f" What is not known is told so: {'; '.join(teach)}." if teach else ""
    return f'A line is held: Enter takes it back, stand "WHY" lets it stand.{told}'


def _no_answer(ask: Ask | None, word: str) -> str:
    """That a plain yes or no says nothing, and what would."""
    does = f" (Enter: {ask.enter or passing(ask)})" if ask and (ask.enter or ask.may) else ""
    what = "is no answer here"
    if ask and word in YES:
        acts = [verb for verb in ask.verbs if verb != ask.enter.partition(" ")[0]]
        what = f"does not say what is done: type {listed(acts[:SHOWN], 'or')}"
    return f"{word!r} {what}{does}; `?` lists what may be done now."


def takes(game: Game, ask: Ask, word: str) -> bool:
    """Whether the open question itself takes a word: as a verb, or as a value that it is part of.

    A plain yes or no is no part of a name, but a whole value.
    """
    reader, among = game.reader(), ask.among or ()
    whole = word in YES or word in NO
    if any(act.verb in ask.verbs for act in reader.verb_of(word)) or any(
        value == word or (value.startswith(word) and not whole) for value in among
    ):
        return True
    try:
        act = reader.read(word)
    except LineError:
        return False
    return act.verb in ask.verbs and word in write(act).split()


def _yes(game: Game, ask: Ask) -> str:
    """The act that is asked for, if only one is; "" if not. Where nothing else can be done it is what Enter does."""
    if ask.enter:
        verb = ask.enter.partition(" ")[0]
        only = all(legal.action.verb == verb for legal in game.legal() if legal.ask == ask)
        return f"{ask.side}> {ask.enter}" if only or enter_answers(ask) else ""
    acts = [legal.action for legal in game.legal() if legal.ask == ask]
    return f"{ask.side}> {write(acts[0])}" if len(acts) == 1 and passing(ask) == "no" else ""


def _as_enter(ask: Ask) -> str:
    """What Enter does at a question that may be left, and has no `pass` of its own."""
    return f"{ask.side}> {ask.enter}" if ask.may and ask.enter and PASS not in ask.verbs else ""


def _ends_step(ask: Ask, word: str) -> bool:
    """Whether one letter would end a step that asks for more than a yes or no: it must be said in full there."""
    return ask.step and word == NO[0] and passing(ask) != "no"


def _no(ask: Ask) -> str:
    """The line that lets the question pass; "" if it must be answered, or asks for more than a yes or no."""
    if ask.enter == DONE:
        return f"{ask.side}> {DONE}"
    if PASS in ask.verbs:
        return f"{ask.side}> {PASS}" if ask.enter in ("", PASS) else ""
    if not ask.may or (ask.step and enter_answers(ask)):
        return ""
    if not ask.enter or enter_answers(ask):
        return "decline"
    return f"{ask.side}> {ask.enter}" if passing(ask) == "no" else ""
