"""Driving a run: waiting for it, answering its batches, stopping it, telling of its progress.

A run computes on a thread of its own, which never enters Python. Everything here happens in the thread
that called `solve`: the user's functions are called there, and there Ctrl-C arrives.
"""
from __future__ import annotations

import atexit
import itertools
import queue
import time
import weakref
from typing import TYPE_CHECKING, Any, Callable, Iterator

from . import _allnash
from ._entries import Entries

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

TICK = 0.05  # seconds at most before a signal, the end of the time or a report is seen
HAND_OVER = 0.001  # seconds of calls after which payoffs are handed over: no more is lost in a crash
MOST_NOTED = 64  # plays written down together before they are played: all of them are lost in a crash
UNKNOWN_SIZE = 256  # calls in flight on an executor that does not tell how many it runs at once

Reporter = Callable[[dict[str, Any]], None]
Answerer = Callable[[_allnash.Run, Entries], None]  # answers a batch, or as much of it as there is time for

_running: weakref.WeakSet[_allnash.Run] = weakref.WeakSet()
_prices: weakref.WeakKeyDictionary[_allnash.Run, Callable[..., Any]] = weakref.WeakKeyDictionary()


@atexit.register
def _end_all() -> None:
    """No thread may be left computing when the interpreter goes."""
    for run in list(_running):
        run.end()


def started(run: _allnash.Run, costs: Callable[..., Any] | None = None) -> _allnash.Run:
    """`costs` is the function that tells what an entry costs, where there is one."""
    _running.add(run)
    if costs is not None:
        _prices[run] = costs
    return run


def wait(run: _allnash.Run) -> str:
    """For the run to ask or end, but not for long. What entries cost is told meanwhile."""
    while (state := run.wait(TICK)) == "pricing":
        told = []
        for cell in Entries(run.unpriced()).lines():
            try:
                told.append(_prices[run](*cell))
            except Exception as error:
                error.add_note(f"while asking for the cost of entry ({cell[0]}, {cell[1]})")
                raise
        run.price(told)
    return state


def wind_up(run: _allnash.Run) -> None:
    """Ends the run, with what it knows."""
    try:
        run.stop()
        run.let_go()
        while wait(run) != "finished":
            pass
    except BaseException:
        run.end()
        raise


def finish(run: _allnash.Run, answerer: Answerer | None, report: Reporter | None) -> _allnash.Answer:
    """Drives the run to its end. Ctrl-C ends it early, with what it knows; so does nothing else."""
    try:
        while (state := wait(run)) != "finished":
            if report:
                report(run.progress())
            if state == "asking" and answerer:
                answerer(run, Entries(*run.asked()))
                if run.stopping:
                    run.let_go()
    except KeyboardInterrupt:
        wind_up(run)
    except BaseException:
        run.end()
        raise
    return run.take()


def each(function: Callable[..., Any]) -> Answerer:
    """Calls the function for one entry after the other."""

    def answer(run: _allnash.Run, entries: Entries) -> None:
        ready: list[Any] = []
        first, since = 0, time.monotonic()
        pieces = Pieces(len(entries))
        try:
            for t, cell in enumerate(entries.lines()):
                if run.noted and t == pieces.end and not run.hand_out(pieces.next()):
                    break
                try:
                    ready.append(function(*cell))
                except Exception as error:
                    error.add_note(entries.part(t, 1).named())
                    raise
                if time.monotonic() - since > HAND_OVER:
                    taken, ready = ready, []
                    run.answer(range(first, first + len(taken)), taken)
                    first, since = first + len(taken), time.monotonic()
                if run.stopping:
                    break
        finally:  # what was learned before an exception is kept
            run.answer(range(first, first + len(ready)), ready)

    return answer


class Pieces:
    """The parts of a batch that are written down together before they are played: as much as takes no longer
    than HAND_OVER."""

    def __init__(self, count: int) -> None:
        self.count, self.end, self.size = count, 0, 1
        self.since = 0.0

    def next(self) -> range:
        now = time.monotonic()
        if self.end > 0:
            fast = now - self.since < HAND_OVER / 2
            self.size = min(2 * self.size, MOST_NOTED) if fast else max(self.size // 2, 1)
        self.since = now
        first, self.end = self.end, min(self.end + self.size, self.count)
        return range(first, self.end)


def at_once(function: Callable[..., Any]) -> Answerer:
    """Calls the function once for the whole batch."""

    def answer(run: _allnash.Run, entries: Entries) -> None:
        if not run.hand_out(range(len(entries))):
            return
        try:
            payoffs = function(*entries.columns())
        except Exception as error:
            error.add_note(entries.named())
            raise
        run.answer(range(len(entries)), payoffs)

    return answer


class Task:
    """One call on an executor, and the part of the batch that it answers."""

    def __init__(self, entries: Entries, first: int, count: int, whole: bool) -> None:
        part = entries.part(first, count)
        self.which = range(first, first + count)
        self.entries = part
        self.arguments = part.columns() if whole else part.lines()[0]


def tasks_of(entries: Entries, window: int, whole: bool) -> Iterator[Task]:
    """One an entry; for a function of arrays, pieces small enough to keep every worker busy."""
    size = max(1, -(-len(entries) // window)) if whole else 1
    for first in range(0, len(entries), size):
        yield Task(entries, first, min(size, len(entries) - first), whole)


class OnExecutor:
    """Answers batches by calls on an executor, taking each payoff as it arrives."""

    def __init__(self, executor: Executor, function: Callable[..., Any], whole: bool) -> None:
        self.executor = executor
        self.function = function
        self.whole = whole
        self.workers = int(getattr(executor, "_max_workers", None) or UNKNOWN_SIZE // 4)
        self.pending: dict[Future[Any], Task] = {}
        self.done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()

    def __call__(self, run: _allnash.Run, entries: Entries) -> None:
        # What waits is lost with what is played, when the run ends.
        window = self.workers if run.noted else 4 * self.workers
        tasks = tasks_of(entries, window, self.whole)
        try:
            self.submit(run, tasks, window)
            while self.pending and not run.stopping:
                if self.take_one(run, TICK):
                    self.submit(run, tasks, window)
        except BaseException as error:
            self.cancel()
            # What runs already has been paid for; only Ctrl-C does not wait for it.
            while self.pending and isinstance(error, Exception):
                self.take_quietly(run, TICK)
            raise
        finally:
            self.cancel()
            while self.take_quietly(run, 0):
                pass
            self.pending.clear()
            self.done = queue.SimpleQueue()  # calls that still run will report to nobody

    def submit(self, run: _allnash.Run, tasks: Iterator[Task], window: int) -> None:
        some = list(itertools.islice(tasks, max(window - len(self.pending), 0)))
        if not some or not run.hand_out([t for task in some for t in task.which]):
            return
        for task in some:
            try:
                future = self.executor.submit(self.function, *task.arguments)
            except Exception as error:
                error.add_note(task.entries.named())
                raise
            self.pending[future] = task
            future.add_done_callback(self.done.put)

    def cancel(self) -> None:
        for future in list(self.pending):
            if future.cancel():
                self.pending.pop(future, None)

    def take_one(self, run: _allnash.Run, timeout: float) -> bool:
        """False when none came in time. Raises what the call raised."""
        try:
            future = self.done.get(timeout=timeout) if timeout else self.done.get_nowait()
        except queue.Empty:
            return False
        task = self.pending.pop(future, None)
        if task is None:  # it was cancelled
            return True
        try:
            payoffs = future.result()
        except Exception as error:
            error.add_note(task.entries.named())
            raise
        run.answer(task.which, payoffs if self.whole else [payoffs])
        return True

    def take_quietly(self, run: _allnash.Run, timeout: float) -> bool:
        try:
            return self.take_one(run, timeout)
        except Exception:  # one is on its way to the user already
            return True


class Bar:
    """Progress on a tqdm bar."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm

        self.bar = tqdm(unit=" payoffs", dynamic_ncols=True)

    def __call__(self, now: dict[str, Any]) -> None:
        self.bar.update(now["queries"] - self.bar.n)
        if now["value"] is not None:
            least = "?" if now["low"] is None else f"{now['low']:.5g}"
            self.bar.set_postfix_str(f"guaranteed {least} of {now['value']:.5g}, {now['stage']}")
        elif now["low"] is not None or now["high"] is not None:
            ends = ["?" if end is None else f"{end:.5g}" for end in (now["low"], now["high"])]
            self.bar.set_postfix_str(f"value {ends[0]}..{ends[1]}, {now['stage']}")

    def close(self) -> None:
        self.bar.close()


def reporter(progress: Any) -> Reporter | None:
    """For progress=: False, True or a function that takes a report."""
    if callable(progress):
        return progress
    if not progress:
        return None
    try:
        return Bar()
    except ImportError:
        import warnings

        warnings.warn("progress=True shows a tqdm progress bar, which is not installed", stacklevel=3)
        return None
