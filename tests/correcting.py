"""What the tests of corrections share: lines that must be taken, and that a game is the same wherever it is read."""

from __future__ import annotations

from referee.check import judge_transcript
from referee.commands import look, run
from referee.digest import digest_of
from referee.game import Answer, Game
from referee.log import Log
from referee.telling import tell_answer
from referee.transcript import read_transcript, write_transcript


def play(game: Game, *lines: str) -> Answer:
    """Lines that must all be taken; the last answer."""
    for line in lines:
        answer = run(game, line)
        assert answer.status in ("ok", "held", "known", "asked"), (line, answer.findings)
    return answer


def told(answer: Answer) -> str:
    """All that is said to a line."""
    return "\n".join(tell_answer(answer))


def shown(game: Game, line: str) -> str:
    """What a looking command shows."""
    return "\n".join(look(game, line) or ["-"])


def same_everywhere(game: Game) -> None:
    """The digest is that of the table; reopening the record and importing its transcript lead to the same one."""
    digest = game.timeline.digest
    assert digest_of(game.table) == digest
    log = Log.memory(game.log.header)
    log.entries += game.log.entries
    again = Game(game.ruleset, log)
    assert again.table == game.table
    assert again.timeline.digest == digest
    assert not again.timeline.differs
    assert [len(b.steps) for b in again.timeline.branches] == [len(b.steps) for b in game.timeline.branches]
    assert judge_transcript(read_transcript(write_transcript(game).encode())).game.timeline.digest == digest


def states(game: Game) -> tuple[object, ...]:
    """All that a correction could change."""
    line = game.timeline
    return list(game.log.entries), game.table, list(line.steps), list(line.undone), list(line.branches), line.held
