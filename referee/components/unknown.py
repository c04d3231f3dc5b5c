"""What nobody knows yet: a value of its own, never zero, never False, never a default."""

from __future__ import annotations

from enum import Enum
from typing import Any


class Unknown(Enum):
    """The type of `UNKNOWN`; a field that may be unknown has the type `int | Unknown`."""

    UNKNOWN = "unknown"

    def __str__(self) -> str:
        return "unknown"

    def __bool__(self) -> bool:
        raise TypeError("an unknown value is neither true nor false; compare it with UNKNOWN")


UNKNOWN = Unknown.UNKNOWN


def as_json(value: Any) -> Any:
    """The value for JSON output; null when it is unknown."""
    return None if value is UNKNOWN else value
