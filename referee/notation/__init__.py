"""Lines and actions: one notation, read off the action classes."""

from referee.notation.faults import Guessed, Incomplete, NearMiss
from referee.notation.fields import usage
from referee.notation.parse import Reader
from referee.notation.words import LONGEST_LINE, check_text, fold, match, near, plain, quoted, readable, split_lines
from referee.notation.write import write

__all__ = [
    "LONGEST_LINE", "Guessed", "Incomplete", "NearMiss", "Reader", "check_text", "fold", "match", "near", "plain",
    "quoted", "readable", "split_lines", "usage", "write",
]
