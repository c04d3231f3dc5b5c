"""Enter, yes and no that nobody means: behind a line that failed, behind another Enter, before anything was done."""

from __future__ import annotations

from referee.commands import NO, YES, enter_answers, enter_line, passing
from referee.commands.answers import PASS, meant, takes
from referee.fold import REFEREE
from referee.game import Game
from referee.notation import fold
from referee.ruleset import Ask, LineError, Table

UNDONE = "Nothing was done by the line before; another Enter does what is asked."
"""To Enter right behind a line that failed: it was meant for that line, and not for the question."""

UNWAITED = "Nothing was done by the line before; another Enter goes on with what waits."
"""The same where lines wait, which an Enter goes on with."""

UNSAID = "Nothing was done by the line before; another yes does what is asked."
"""The same to a plain yes."""

UNTAKEN = "Nothing was done by the line before, so there is nothing to take back."
"""To a plain no right behind one."""

BOUNCED = "Enter would end this step; press it again if you mean that."
"""To Enter right behind one that let the other side's question pass."""

UNUSED = "Nothing was done in this step yet; another Enter ends it."
"""To the first Enter in a step where more may be done."""

UNMEANT = "The step before passed by itself, and nothing was done in this one yet; another pass ends it."
"""To a pass that may have been typed for the question that the referee answered just now."""

GIVES_UP = "Enter gives up {} for good; press it again if you mean that."
"""To the first Enter at a window that offers what does not come back."""

UNLAID = "More may be laid out than is on file; another Enter ends the set-up."
"""To Enter that would end the set-up of a side of which not all may be on file."""


def refuses(text: str) -> bool:
    """Whether a text is a plain no."""
    return fold(text.strip()) in NO


def says_no(game: Game) -> bool:
    """Whether a plain no is what the open question offers to Enter."""
    ask = game.ask
    return ask is not None and enter_line(game) in ("decline", f"{ask.side}> {PASS}") and passing(ask) == "no"


def unanswered(game: Game, text: str) -> str:
    """That a plain yes or no answers nothing that is open; "" if it does."""
    try:
        meant(game, text)
    except LineError as error:
        return error.message
    return ""


class Haste:
    """What went before an Enter: `entered` is the side whose question the last one answered, "" if it was none."""

    def __init__(self) -> None:
        """Nothing went before the first line."""
        self.entered = ""
        self._warned: tuple[int, str, str, str, str, bool] | None = None
        self._cost = -1

    def against(self, game: Game, text: str, failed: bool) -> str:
        """Why Enter, a plain yes or no does nothing yet; "" if it counts, as any other line does. It is said once.

        `failed`: the line before did nothing, so that it is meant for that one.
        """
        entered, self.entered = self.entered, ""
        empty, no = not text.strip(), refuses(text)
        waits = game.held or game.draft  # there a no is the answer: the line is taken back
        said = fold(text.strip())
        bare = (no or said in YES) and not waits and not (game.ask and takes(game, game.ask, said))
        refused = no and bare
        if failed and refused and said in NO[:2] and not says_no(game):  # `none` is no word for a line
            return UNTAKEN
        if failed and bare and not (refused or unanswered(game, text)):
            return UNSAID
        if refused and (useless := unanswered(game, text)):
            return useless
        if failed and empty and not waits and enter_line(game):
            return UNDONE
        if empty and bounced(game, entered):
            return BOUNCED
        if empty and (cost := _cost(game)) and self._cost != (entries := len(game.log.entries)):
            self._cost = entries
            return cost
        now, asked = game.table, game.ask.side if game.ask else ""
        step = (now.turn, now.side, now.step, now.stage, asked, no)
        late = passes_next(game, said)
        if not (empty or no or late) or self._warned == step or not (late or ends_unused(game)):
            return ""
        self._warned = step
        return UNMEANT if late else UNUSED


def bounced(game: Game, entered: str) -> bool:
    """Whether Enter may be meant for a question that another Enter has let pass already, one of the side `entered`.

    So it is where it would end a step of the other side in which acts are legal: that is more than a key that bounced
    may do.
    """
    ask = game.ask
    if not entered or ask is None or ask.side == entered or not (ask.step and ask.may) or enter_answers(ask):
        return False
    return _more_is_legal(game, ask)


def passes_next(game: Game, said: str) -> bool:
    """Whether a pass that is typed may be meant for the step that the referee has just passed by itself, for nothing
    else could be done in it, and would end the next one, in which acts are legal.
    """
    ask, steps = game.ask, game.timeline.steps
    if ask is None or not (ask.step and steps) or ask.enter.split()[-1:] != [PASS] or game.held or game.draft:
        return False
    last, act = steps[-1].entry, next(act for act in game.ruleset.actions if act.verb == PASS)
    own = last.by == REFEREE and last.line == PASS
    return own and said in (PASS, act.short, act.alias) and _more_is_legal(game, ask)


def _cost(game: Game) -> str:
    """What an Enter would give up for good that lets a window pass which is no step, or the rest of a set-up; "" if
    nothing.
    """
    ask = game.ask
    window = ask is not None and ask.may and not (ask.step or ask.enter or game.held or game.draft)
    if ask and window and ask.lost:
        return GIVES_UP.format(ask.lost)
    return UNLAID if ends_unlaid(game) else ""


def ends_unlaid(game: Game) -> bool:
    """Whether Enter would end the set-up of a side that may have more to lay out than is on file."""
    ask = game.ask
    setup = ask is not None and game.table.step in game.ruleset.setup and not (game.held or game.draft)
    return bool(setup and ask and ask.lost and ask.enter and not ask.may)


def ends_unused(game: Game) -> bool:
    """Whether Enter would end a step in which several kinds of acts are asked for, or which offers what does not come
    back, one is legal, and none was done.

    While a game is set up, one kind of act that is no option is enough: it is missed in the whole game.
    """
    ask, now = game.ask, game.table
    if ask is None or game.held or game.draft or not ask.enter or enter_answers(ask):
        return False
    due = now.step in game.ruleset.setup and not ask.may
    others = [verb for verb in ask.verbs if verb != ask.enter.split()[0]]
    if not others or not (due or (ask.step and (ask.lost or len(others) > 1))):
        return False
    timeline = game.timeline
    for before, step in zip(reversed(timeline.tables[:-1]), reversed(timeline.steps), strict=True):
        entry, led_here = step.entry, _where(before) != _where(now)
        own = entry.side == ask.side and entry.by != REFEREE and entry.kind in ("act", "stand")
        if own and (not led_here or _begins(game, ask, entry.line.split()[0])):
            return False
        if led_here:
            break
    return _more_is_legal(game, ask)


def _where(table: Table) -> tuple[int, str, str, str]:
    """The step that a table is in. A ruleset may name a stage of a few steps only."""
    return table.turn, table.side, table.step, table.stage


def _begins(game: Game, ask: Ask, verb: str) -> bool:
    """Whether an act of a verb began the step in which a question is asked, and belongs to it."""
    if verb not in ask.verbs or verb == ask.enter.split()[0]:
        return False
    return any((act.verb, act.rule) == (verb, ask.rule) for act in game.ruleset.actions)


def _more_is_legal(game: Game, ask: Ask) -> bool:
    """Whether more can be done than to end the step."""
    passing = ask.enter.split()[:1]
    return bool(ask.unnamed) or any(legal.ask == ask and [legal.action.verb] != passing for legal in game.legal())
