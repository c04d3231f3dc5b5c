"""One suite of invariants that goes over any ruleset; third parties run it on theirs.

    referee test-ruleset NAME --games 1000

or, in a test of their own, `examine(Subject(RULESET), games=100, illegal=4000)`. It plays games by chance: legal ones
to a winner, or to turn 200 and then an agreed draw, and ones that are mixed with acts of any verb, side and value that
stand. What must hold on the way:

- no crash, no dead end, no turn without an end; of any act at all, only `Impossible` is ever raised
- the canonical line of every act is read back as that act; a number just past its range is not notation
- what is offered as legal is judged so, Enter does nothing illegal, and the walk finds what brute force finds
- judging changes nothing; undo leads to the state before, redo back, four times over
- the digest kept up to date is that of the whole table; record and transcript replay to the live table
- the invariants of the ruleset's own (`Subject.faults`), after every act

A failure is an AssertionError with the transcript and the seed that lead there. `Counts` holds the figures, and how
often each rule was passed and flagged.
"""

from referee.invariants.counts import Counts
from referee.invariants.run import Broken, Run
from referee.invariants.subject import Faults, Subject
from referee.invariants.suite import examine, subject_of

__all__ = ["Broken", "Counts", "Faults", "Run", "Subject", "examine", "subject_of"]
