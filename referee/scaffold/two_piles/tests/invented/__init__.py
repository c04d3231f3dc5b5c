"""Invented cards, and what must hold of every table, for the invariants."""
