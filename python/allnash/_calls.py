"""What a worker of an executor runs: several calls of the user's function, one after the other.

It is imported wherever the executor's workers are, and so imports next to nothing.
"""
from __future__ import annotations

import functools
import importlib
import time
import uuid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

ANSWERED = "_allnash_answered"  # of an exception: what the calls before it returned
TRY = "_allnash_try"  # of an exception: the try that raised it


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


def reported(reports: str, call: str, function: Callable[..., Any], *arguments: Any) -> tuple[str, Any] | None:
    """(this try, what the function returned), on a worker of dask. The scheduler knows of the try before it begins: dask
    may make a call several times, and what the try would have paid may be why it is lost. None where the scheduler
    could not be told; nothing was begun then."""
    number = uuid.uuid4().hex
    try:
        queue_of(reports, dask().get_client()).put([call, number])
    except Exception:
        return None
    try:
        return number, function(*arguments)
    except Exception as error:
        setattr(error, TRY, number)
        raise


def dask() -> Any:
    """Its half for many machines. Not by `import`: checkers of types would then read all of it."""
    return importlib.import_module("distributed")


@functools.lru_cache(maxsize=8)
def queue_of(name: str, client: Any) -> Any:
    """Never closed: the scheduler forgets a queue, and all that is in it, when everybody has closed it."""
    return dask().Queue(name, client=client)


def answered_before(error: Exception) -> list[Any] | None:
    """Takes it off the exception again, which is the user's. None where the exception is not of a call."""
    return error.__dict__.pop(ANSWERED, None)
