"""Words that the findings and questions of several games have in common."""

from __future__ import annotations

from referee.ruleset.table import Table


def by_ruling(table: Table, ruling: str) -> str:
    """How a message cites the ruling that it rests on."""
    return f"(ruling {ruling}: {table.ruled(ruling)})"


def many_cards(count: int) -> str:
    """A number of cards in words."""
    return "1 card" if count == 1 else f"{count} cards"
