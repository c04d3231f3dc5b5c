"""All that a ruleset needs of the engine. A ruleset imports this and `referee.components`, and nothing else."""

from referee.components.geometry import Point
from referee.ruleset.action import (
    Action,
    Behind,
    Die,
    Few,
    Form,
    Listing,
    Meant,
    NotYet,
    Slot,
    Span,
    Spoken,
    Text,
    Told,
    Word,
    action,
    slots_of,
)
from referee.ruleset.base import Aftermath, Component, Option, Ruleset, Setup
from referee.ruleset.finding import (
    BREACHES,
    FAULTS,
    HOLDS,
    Ambiguous,
    Finding,
    Impossible,
    Kind,
    LineError,
    NotUnderstood,
    UnknownName,
    doubt,
    illegal,
    needs,
    omission,
    ruling,
    warning,
)
from referee.ruleset.picture import Chart, Ground, Picture, Piece, Place, Way
from referee.ruleset.rulebook import Rule, Rulebook, Ruling, Treatment, read_rulebook
from referee.ruleset.table import CONNECTING, Ask, Consequence, Debt, Name, Table

__all__ = [
    "CONNECTING", "FAULTS", "BREACHES", "Action", "Aftermath", "Ambiguous", "Ask", "Behind", "Chart", "Component",
    "Consequence", "Debt", "Die", "Few", "Finding", "Form", "Ground", "Impossible", "Kind", "LineError", "Listing",
    "Meant", "Name", "NotUnderstood", "NotYet", "Option", "Picture", "Piece", "Place", "Point", "Rule", "Rulebook",
    "Ruleset", "Ruling", "Setup", "Slot", "Span", "Spoken", "Table", "Text", "Told", "Treatment", "UnknownName",
    "HOLDS", "Way", "Word", "action", "doubt", "illegal", "needs", "omission", "read_rulebook", "ruling", "slots_of",
    "warning",
]
