"""What a worker of an executor runs: several calls of the user's function, one after the other.

It is imported wherever the executor's workers are, and so imports next to nothing.
"""
from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

ANSWERED = "_allnash_answered"  # of an exception: what the calls before it returned


def calls(function: Callable[..., Any], lines: list[tuple[int, ...]]) -> tuple[float, list[Any]]:
    """(seconds, what the calls returned). An exception carries what those before it returned."""
    start = time.perf_counter()
    answered = []
    try:
        for line in lines:
            answered.append(function(*line))
    except Exception as error:
        setattr(error, ANSWERED, answered)
        raise
    return time.perf_counter() - start, answered


def answered_before(error: Exception) -> list[Any] | None:
    """Takes it off the exception again, which is the user's. None where the exception is not of a call."""
    return error.__dict__.pop(ANSWERED, None)
