"""What is chosen at the set-up: the optional rule."""

from __future__ import annotations

from referee.ruleset import Option

OPTIONS = (
    Option(
        "adjacent",
        "Does an attacked adjacent beach defend itself (optional rule)?",
        {"lost": "no, the card that the attacker chooses is discarded", "defend": "yes, an active force, with -3"},
        "lost",
    ),
)
