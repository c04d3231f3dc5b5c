"""Referee: a companion referee for wargames on a real table."""

__version__ = "0.1.0"
