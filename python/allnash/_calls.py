"""What a worker of an executor runs: several calls of the user's function, one after the other.

It is imported wherever the executor's workers are, and so imports next to nothing.
"""
from __future__ import annotations

import functools
import importlib
import pickle
import time
import uuid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

ANSWERED = "_allnash_answered"  # attribute of an exception: what the calls before it returned
TRY = "_allnash_try"  # attribute of an exception: the try that raised it
MOST_TOLD = 4096  # bytes of an answer sent as a message: dask's scheduler keeps the last 100,000 messages


class Calls:
    """The user's function for several entries, one after the other."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, lines: list[tuple[int, ...]], most: float) -> tuple[float, list[Any]]:
        """(seconds, results of the calls). No call begins after `most` seconds; the remaining entries go to others.
        An exception carries the results of the calls before it."""
        start = time.perf_counter()
        answered: list[Any] = []
        try:
            for line in lines:
                answered.append(self.function(*line))
                if time.perf_counter() - start > most:
                    break
        except Exception as error:
            setattr(error, ANSWERED, answered)
            raise
        return time.perf_counter() - start, answered


class Whole:
    """The user's function of arrays."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, *columns: Any) -> tuple[float, Any]:
        start = time.perf_counter()
        payoffs = self.function(*columns)
        return time.perf_counter() - start, payoffs


class DaskCall:
    """A function as a worker of dask calls it. What it returns is also told to the client in a message: dask leaves it
    on the worker until it is fetched, and makes the call again if the worker dies before that.

    With `reports` the scheduler knows of each try before it begins: dask may make a call several times, and what the
    first try would have paid may be why it is lost."""

    def __init__(self, function: Callable[..., Any], topic: str, reports: str | None) -> None:
        self.function = function
        self.topic = topic
        self.reports = reports

    def __call__(self, call: str, arguments: bytes) -> tuple[str, Any] | None:
        """(id of this try, result of the function). None if the scheduler could not be told; then nothing was
        begun."""
        number = uuid.uuid4().hex
        if self.reports:
            try:
                queue_of(self.reports, dask().get_client()).put([call, number])
            except Exception:
                return None
        try:
            answer = number, self.function(*pickle.loads(arguments))
        except Exception as error:
            setattr(error, TRY, number)
            raise
        self.tell(call, answer)
        return answer

    def tell(self, call: str, answer: tuple[str, Any]) -> None:
        try:
            text = pickle.dumps(answer)
            if len(text) <= MOST_TOLD:
                dask().get_worker().log_event(self.topic, [call, text])
        except Exception:  # the exception is fetched as dask can send it
            pass


def dask() -> Any:
    """The package `distributed`. Not by `import`, since type checkers would then read all of it."""
    return importlib.import_module("distributed")


@functools.lru_cache(maxsize=8)
def queue_of(name: str, client: Any) -> Any:
    """Never closed: the scheduler drops a queue and its content when all clients have closed it."""
    return dask().Queue(name, client=client)


def answered_before(error: Exception) -> list[Any] | None:
    """Removes the attribute from the user's exception and returns it; None if the exception is not from a call."""
    return error.__dict__.pop(ANSWERED, None)
