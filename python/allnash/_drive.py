"""Driving a run: waiting for it, answering its batches, stopping it, telling of its progress.

A run computes on a thread of its own, which never enters Python. Everything here happens in the thread
that called `solve`: the user's functions are called there, and there Ctrl-C arrives.
"""
from __future__ import annotations

import atexit
import math
import queue
import time
import warnings
import weakref
from collections import Counter, deque
from typing import TYPE_CHECKING, Any, Callable, Collection, Iterator, Sequence

from . import _allnash
from ._calls import Calls, Whole, answered_before
from ._entries import Entries
from ._fleet import OURS, Lost
from ._options import in_words

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ._fleet import Cluster, Pool

TICK = 0.05  # longest time in seconds before a signal, the time limit or a report is noticed
HAND_OVER = 0.001  # seconds of calls after which payoffs are delivered: a crash loses no more than these
MOST_NOTED = 64  # plays recorded together before they are played: a crash loses all of them
GROWTH = 8  # limit on the growth of calls: times as many entries as in a call that was fast
MOST_PARTS = 64  # calls that replace one that was lost with its worker
SLOW = 2.5  # a payoff is slow after this many median durations
WORTH_A_COPY = 0.1  # seconds that a call must have taken before a copy is sent
FEW = 8  # with fewer payoffs a median means nothing
BETWEEN_REPORTS = 1.0  # minimum seconds between reports on waiting
LONG_EMPTY = 5.0  # seconds without any worker before a warning
LOOK_AHEAD = 0.01  # seconds between checks for questions for idle workers
ENOUGH = 2.0  # seconds of waiting before idle workers are reported
RETRIES = 2  # of an entry whose call was lost with its worker, as for --oracle-retries

Reporter = Callable[[dict[str, Any]], None]
Answerer = Callable[[_allnash.Run, Entries], None]  # answers a batch, or a part of it if stopped

_running: weakref.WeakSet[Any] = weakref.WeakSet()
_prices: weakref.WeakKeyDictionary[_allnash.Run, Callable[..., Any]] = weakref.WeakKeyDictionary()


@atexit.register
def _end_all() -> None:
    """No thread may be left computing when the interpreter goes."""
    for run in list(_running):
        run.end()


def started(run: Any, costs: Callable[..., Any] | None = None) -> Any:
    """`costs` is the function that returns the cost of an entry, if any."""
    _running.add(run)
    if costs is not None:
        _prices[run] = costs
    return run


def wait(run: _allnash.Run) -> str:
    """Waits shortly for the run to ask or end, and tells it costs meanwhile."""
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


def finish(run: _allnash.Run, answerer: Answerer | None,
           report: Reporter | None) -> tuple[_allnash.Answer, KeyboardInterrupt | None]:
    """Drives the run to its end. Ctrl-C ends it early, with what it knows, and is returned, too; so does nothing else."""
    interrupt = None
    if isinstance(answerer, OnExecutor):
        answerer.report = report
    try:
        while (state := wait(run)) != "finished":
            if report:
                report(run.progress())
            if state == "asking" and answerer:
                answerer(run, Entries(*run.asked()))
                if run.stopping:
                    run.let_go()
    except KeyboardInterrupt as error:
        interrupt = error
        wind_up(run)
    except BaseException:
        run.end()
        raise
    finally:
        if isinstance(answerer, OnExecutor):
            answerer.close()
    return run.take(), interrupt


def goes_on_without(run: _allnash.Run, entries: Entries, t: int, which: int, error: Exception) -> bool:
    """Whether the run goes on without a payoff that the user's function failed to give: `entries.part(t, 1)`, of which
    `which` is the number in the batch. Otherwise the exception gets notes."""
    if entries.of_plays:
        error.add_note(entries.part(t, 1).named())
        return False
    row, column = entries.part(t, 1).lines()[0][:2]
    why = f"entry ({row}, {column}): {type(error).__name__}: {error}"
    advice = run.do_without(which, why)
    if advice is None:
        return True
    error.add_note(entries.part(t, 1).named())
    if advice.startswith(f"{why}; "):
        error.add_note(in_words(advice[len(why) + 2:]))
    return False


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
                    taken, ready = ready, []
                    run.answer(range(first, t), taken)
                    first = t
                    if not goes_on_without(run, entries, t, t, error):
                        raise
                    first = t + 1
                if time.monotonic() - since > HAND_OVER:
                    taken, ready = ready, []
                    run.answer(range(first, first + len(taken)), taken)
                    first, since = first + len(taken), time.monotonic()
                if run.stopping:
                    break
        finally:  # answers before an exception are kept
            run.answer(range(first, first + len(ready)), ready)

    return answer


class Pieces:
    """The parts of a batch that are recorded together before they are played: as many plays as take no longer than
    HAND_OVER."""

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
            if len(entries) == 1 and goes_on_without(run, entries, 0, 0, error):
                return
            if len(entries) > 1:
                error.add_note(entries.named())
            raise
        run.answer(range(len(entries)), payoffs)

    return answer


class Task:
    """Entries that go to a worker together, and their indices in the batch; None for an entry asked ahead."""

    def __init__(self, entries: Entries, which: Sequence[int | None]) -> None:
        self.entries = entries
        self.which = which
        self.timed = False  # whether a function of ours calls the user's and measures the time
        self.futures: list[Future[Any]] = []  # one, or two if a copy was sent
        self.since: float | None = None  # approximate time at which a worker was free for it

    def __len__(self) -> int:
        return len(self.which)

    def part(self, first: int, count: int) -> Task:
        return Task(self.entries.part(first, count), self.which[first:first + count])

    def some(self, places: Sequence[int]) -> Task:
        return Task(self.entries.some(places), [self.which[t] for t in places])

    def adopt(self, places: dict[tuple[int, ...], int]) -> list[int]:
        """Makes entries that a new batch asks for part of it, and returns their indices there."""
        self.which = [places.pop(line, None) for line in self.entries.lines()]
        return [t for t in self.which if t is not None]


class Batch:
    """The entries that a run asks for together, and those not sent yet."""

    def __init__(self, entries: Entries, under_way: Collection[int]) -> None:
        self.entries = entries
        self.unanswered = len(entries)
        self.unsent: Sequence[int] = range(len(entries))
        if under_way:
            self.unsent = [t for t in self.unsent if t not in under_way]

    def take(self, count: int) -> Task:
        which, self.unsent = self.unsent[:count], self.unsent[count:]
        if isinstance(which, range):
            return Task(self.entries.part(which.start, len(which)), which)
        return Task(self.entries.some(which), which)

    def put_back(self, which: Sequence[int | None]) -> None:
        self.unsent = [*(t for t in which if t is not None), *self.unsent]


class Share:
    """The number of entries in one call: limited by a duration, and by the growth from calls that were measured."""

    def __init__(self, sending_seconds: float) -> None:
        self.sending_seconds = sending_seconds
        self.known = False
        self.size = 1
        self.least = 1  # entries that take as long as sending them

    def note(self, count: int, seconds: float, most: float) -> None:
        self.known = True
        fits = int(most * count / seconds) if seconds > 0 else GROWTH * count
        self.size = max(1, fits if fits < self.size else max(self.size, min(fits, GROWTH * count)))
        self.least = max(1, min(self.size, int(self.sending_seconds * count / max(seconds, 1e-9))))


class Durations:
    """The durations of the last payoffs, and the limit beyond which one is slow."""

    def __init__(self) -> None:
        self.last: deque[float] = deque(maxlen=1001)

    def slow(self) -> float:
        """In seconds; infinite while few durations are known."""
        return SLOW * sorted(self.last)[len(self.last) // 2] if len(self.last) >= FEW else math.inf


class OnExecutor:
    """Answers batches by calls on a fleet of workers, and takes payoffs as they arrive. With `ahead`, workers that
    would be idle at the end of a batch get entries that may come next; those calls continue into the next batch. With
    `hedge`, they get copies of calls that take far longer than others; the first answer counts."""

    def __init__(self, fleet: Pool | Cluster, function: Callable[..., Any], whole: bool, ahead: bool = False,
                 hedge: bool = False) -> None:
        self.fleet = fleet
        self.function = function
        self.whole = whole
        self.ahead = ahead
        self.hedge = hedge
        self.timer: Calls | Whole | None = Whole(function) if whole else Calls(function)  # None if workers lack allnash
        self.losses: Counter[tuple[int, ...]] = Counter()  # by entry
        self.last_tries: deque[Task] = deque()  # one at a time: a dying worker loses everything that waits there
        self.trying: Task | None = None
        self.over = False  # nothing more is sent
        self.share = Share(fleet.sending_seconds)
        self.durations = Durations()
        self.pending: dict[Future[Any], Task] = {}
        self.queued: deque[Future[Any]] = deque()  # pending calls that wait for a worker, approximately
        self.running: set[Future[Any]] = set()
        self.overtaken: dict[Future[Any], tuple[Task, Any]] = {}  # copies that still run; payoffs of the first answer
        self.done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self.batch = Batch(Entries(b""), ())
        self.waited = self.idle = 0.0  # seconds, and mean idle seconds of a worker
        self.report: Reporter | None = None
        self.told = time.monotonic()  # time of the last report on waiting
        self.empty_since: float | None = None  # since when there is no worker

    @property
    def workers(self) -> int:
        return self.fleet.workers

    @property
    def free(self) -> int:
        """The number of idle workers."""
        return self.workers - len(self.pending) - len(self.overtaken)

    def __call__(self, run: _allnash.Run, entries: Entries) -> None:
        self.batch = Batch(entries, self.adopt(entries))
        try:
            while self.batch.unanswered and not run.stopping:
                self.fleet.require_open()
                self.submit(run)
                self.submit_copies(run)
                self.submit_ahead(run)
                self.wait(run)
                self.tell(run)
        except BaseException as error:
            self.over = True
            self.cancel()
            # Running calls have been paid for; only Ctrl-C does not wait for them.
            while self.pending and isinstance(error, Exception):
                self.take_quietly(run, TICK)
            self.give_up(run)
            raise
        if self.batch.unanswered:
            self.give_up(run)

    def adopt(self, entries: Entries) -> set[int]:
        """The indices of entries that were asked ahead and are being computed."""
        if not self.pending:
            return set()
        places = {line: t for t, line in reversed(list(enumerate(entries.lines())))}
        return {t for task in self.under_way() for t in task.adopt(places)}

    def under_way(self) -> list[Task]:
        """Pending tasks, oldest first."""
        return list(dict.fromkeys(self.pending.values()))

    def give_up(self, run: _allnash.Run) -> None:
        """Takes answers that have arrived and drops the rest."""
        self.over = True
        self.cancel()
        while self.take_quietly(run, 0):
            pass
        self.close()

    def close(self) -> None:
        self.cancel()
        self.pending.clear()
        self.running.clear()
        self.overtaken.clear()
        self.done = queue.SimpleQueue()  # calls that still run report to nobody
        self.fleet.close()

    def wait(self, run: _allnash.Run) -> None:
        workers, since = self.workers, time.monotonic()
        idle = max(self.free, 0)
        looks_again = self.ahead and not self.batch.unsent and idle > 0
        self.take_one(run, LOOK_AHEAD if looks_again else TICK)
        while not self.done.empty() and self.batch.unanswered:
            self.take_one(run, 0)
        seconds = time.monotonic() - since
        self.waited += seconds
        self.idle += seconds * idle / workers

    def tell(self, run: _allnash.Run) -> None:
        """Reports now and then what the run waits for, and warns if there are no workers."""
        now = time.monotonic()
        if not self.fleet.empty:
            self.empty_since = None
        elif self.empty_since is None:
            self.empty_since = now
        elif self.empty_since < now - LONG_EMPTY:
            self.empty_since = math.inf  # warn once
            warnings.warn("executor: the cluster has no worker; the run goes on when one joins", stacklevel=2)
        if now - self.told < BETWEEN_REPORTS:
            return
        self.told = now
        workers = 0 if self.fleet.empty else self.workers
        oldest = next(iter(self.pending.values()), None)
        row, column = oldest.entries.lines()[0][:2] if oldest else (0, 0)
        seconds = now - oldest.since if oldest and oldest.since is not None else 0.0
        in_flight = sum(len(task) for task in self.under_way())
        busy = min(workers, len(self.pending) + len(self.overtaken))
        run.tell_waiting(in_flight, workers, busy, row, column, seconds, 1 - self.idle / max(self.waited, TICK))
        if self.report:
            self.report(run.progress())

    def piece(self, run: _allnash.Run, window: int) -> int:
        """The number of entries in the next call: at most half a worker's share of what is left, so that near the end
        of a batch none waits behind others while a worker is idle; but as many as take as long as sending them."""
        if self.whole:
            return max(1, -(-len(self.batch.entries) // window), 1 if run.noted else self.share.least)
        if self.timer is None or self.fleet.once:  # for plays: a lost call loses one play only
            return 1
        most = min(self.share.size, MOST_NOTED) if run.noted else self.share.size
        return max(1, min(most, max(len(self.batch.unsent) // (2 * self.workers), self.share.least)))

    def submit(self, run: _allnash.Run) -> None:
        if self.last_tries and not (self.trying and self.trying.futures):
            self.trying = self.last_tries.popleft()
            self.send(run, [self.trying])
        # Waiting plays are lost when the run ends, so each worker gets one. If sending takes long, a first call shows
        # how many entries should go into a call.
        one_each = run.noted or (not self.share.known and self.fleet.sending_seconds > 0)
        window = self.workers if one_each else 4 * self.workers
        some: list[Task] = []
        while self.batch.unsent and len(self.pending) + len(some) < window:
            some.append(self.batch.take(self.piece(run, self.workers if run.noted else 4 * self.workers)))
        if some and run.hand_out([t for task in some for t in task.which if t is not None]):
            self.send(run, some)

    def submit_copies(self, run: _allnash.Run) -> None:
        """Sends copies of very slow calls to idle workers: the worker may be slow, and not the entry."""
        if not self.hedge or self.batch.unsent or self.free <= 0:
            return
        now, slow = time.monotonic(), self.durations.slow()
        for task in self.under_way():
            late = task.since is not None and now - task.since > max(slow * len(task), WORTH_A_COPY)
            if late and len(task.futures) == 1 and any(t is not None for t in task.which) and self.free > 0:
                run.hedge(len(task))
                self.send(run, [task])

    def submit_ahead(self, run: _allnash.Run) -> None:
        idle = self.free
        if not self.ahead or self.batch.unsent or idle <= 0 or not self.batch.unanswered:
            return
        size = self.piece(run, 4 * self.workers)
        found = Entries(*run.ahead(idle * size))
        size = -(-len(found) // idle)
        self.send(run, [Task(part, [None] * len(part))
                        for first in range(0, len(found), max(size, 1)) for part in [found.part(first, size)]])

    def send(self, run: _allnash.Run, tasks: list[Task]) -> None:
        if not tasks:
            return
        most = math.inf if run.noted else 2 * self.fleet.call_seconds
        lines: list[tuple[Any, ...]]
        if self.whole:
            lines = [tuple(task.entries.columns()) for task in tasks]
        elif self.timer:
            lines = [(task.entries.lines(), most) for task in tasks]
        else:
            lines = [task.entries.lines()[0] for task in tasks]
        futures: Iterator[Future[Any]] | None = None
        for task in tasks:
            try:
                futures = futures or self.fleet.submit_all(self.timer or self.function, lines)
                future = next(futures)
            except Exception as error:
                error.add_note(task.entries.named())
                raise
            task.timed = self.timer is not None
            task.futures.append(future)
            self.pending[future] = task
            self.queued.append(future)
            self.begin()
            future.add_done_callback(self.done.put)

    def begin(self) -> None:
        """Notes when calls begin; workers are assumed to begin them in the order of sending."""
        while self.queued and len(self.running) < self.workers:
            future = self.queued.popleft()
            if future in self.pending:
                self.running.add(future)
                task = self.pending[future]
                task.since = task.since or time.monotonic()

    def cancel(self) -> None:
        for future in [*self.pending, *self.overtaken]:
            if future.cancel():
                self.pending.pop(future, None)

    def withdraw(self) -> list[Task]:
        """Takes back the calls that have not begun, so that none begins while it is open whether the run goes on."""
        withdrawn = []
        for future in [future for future in self.queued if future in self.pending and future.cancel()]:
            task = self.pending.pop(future)
            task.futures.remove(future)
            if not task.futures:
                withdrawn.append(task)
        return withdrawn

    def take_one(self, run: _allnash.Run, timeout: float) -> bool:
        """Handles one finished call. False if there was none in time. Raises what the call raised."""
        try:
            future = self.done.get(timeout=timeout) if timeout else self.done.get_nowait()
        except queue.Empty:
            return False
        self.running.discard(future)
        self.begin()
        if future in self.overtaken:
            self.compare(*self.overtaken.pop(future), future)
            return True
        task = self.pending.pop(future, None)
        if task is None:  # cancelled
            return True
        task.futures.remove(future)
        try:
            payoffs = self.payoffs_of(run, future, task)
        except Lost as lost:
            if task.futures:  # its copy still runs
                return True
            self.replace(run, task, lost)
            return True
        except Exception as error:
            answered = answered_before(error)
            without = isinstance(error, ImportError) and error.name in OURS
            if self.fleet.once and without:
                error.add_note("the workers need allnash for plays that are not seeded=True")
                raise
            if task.timed and answered is None and without:
                self.timer = None  # the workers have only the user's function
                self.send(run, [task] if self.whole else [task.part(t, 1) for t in range(len(task))])
                return True
            if answered:
                self.deliver(run, task.part(0, len(answered)), answered, future)
            failed = task if answered is None else task.part(len(answered), 1)
            # A play may fail because of its result; trying again would be another play.
            if failed.entries.of_plays or any(t is not None for t in failed.which):
                first = failed.which[0]
                if len(failed) > 1 or first is None or self.over:
                    error.add_note(failed.entries.named())
                    raise
                withdrawn = self.withdraw()
                if not goes_on_without(run, failed.entries, 0, first, error):
                    raise
                self.batch.unanswered -= 1
                for rest in withdrawn:
                    self.pass_on(run, rest)
                done = len(answered or []) + 1
                if done < len(task):
                    self.pass_on(run, task.part(done, len(task)))
                return True
            if answered is not None:  # the failed entry was asked ahead, and may not be needed
                self.batch.put_back(task.which[len(answered) + 1:])
            return True
        for copy in task.futures:  # a copy keeps its worker busy until it ends
            self.pending.pop(copy, None)
            self.overtaken[copy] = task, payoffs
        self.deliver(run, task, payoffs, future)
        return True

    def replace(self, run: _allnash.Run, task: Task, lost: Lost) -> None:
        """Repeats a lost call, entry by entry if one of them may be the reason. Entries asked ahead are not
        repeated."""
        self.tell_lost(run, task)
        asked = [t for t, which in enumerate(task.which) if which is not None]
        if self.over or not asked:
            return
        task = task.some(asked)
        if not lost.blamed:
            self.send(run, [task])
        elif len(task) > MOST_PARTS:
            size = -(-len(task) // MOST_PARTS)
            self.send(run, [task.part(first, size) for first in range(0, len(task), size)])
        else:
            self.losses.update(task.entries.lines())
            for t in range(len(task)):
                self.try_again(run, task.part(t, 1), lost)

    def try_again(self, run: _allnash.Run, one: Task, lost: Lost) -> None:
        line = one.entries.lines()[0]
        if self.losses[line] > RETRIES:
            raise _allnash.SourceError(f"entry ({line[0]}, {line[1]}): lost with its worker, and again in "
                                       f"{RETRIES} more tries: {lost}") from lost
        if self.losses[line] == RETRIES:
            self.last_tries.append(one)
        else:
            self.send(run, [one])

    def tell_lost(self, run: _allnash.Run, task: Task) -> None:
        """Reports lost plays, whose results may be the reason for the loss."""
        if not self.fleet.once:
            return
        run.lose([t for t in task.which if t is not None])
        for line, which in zip(task.entries.lines(), task.which):
            if which is None:
                run.lose_ahead(*line)

    def answer_of(self, future: Future[Any], task: Task) -> tuple[float | None, Any]:
        """(seconds, payoffs), with None for seconds that were not measured. Raises what the call raised."""
        if task.timed:
            return future.result()
        return None, future.result() if self.whole else [future.result()]

    def payoffs_of(self, run: _allnash.Run, future: Future[Any], task: Task) -> Any:
        seconds, payoffs = self.answer_of(future, task)
        if seconds is None:
            self.share.known = True
            seconds = time.monotonic() - (task.since or time.monotonic())
            self.durations.last.append(seconds / len(task))
            return payoffs
        count = len(task) if self.whole else len(payoffs)
        self.share.note(count, seconds, HAND_OVER if run.noted else self.fleet.call_seconds)
        self.durations.last.append(seconds / count)
        return payoffs

    def compare(self, task: Task, payoffs: Any, late: Future[Any]) -> None:
        """The slower of two copies of a call must have the same payoffs."""
        if late.cancelled() or late.exception() is not None:
            return
        for line, first, second in zip(task.entries.lines(), payoffs, self.answer_of(late, task)[1]):
            if first != second:
                which = f"play {line[2]} of entry" if task.entries.of_plays else "entry"
                raise _allnash.SourceError(f"{which} ({line[0]}, {line[1]}) has two payoffs, {first} and {second}: it was asked "
                                           "twice, as hedge=True says, and must pay the same each time")

    def deliver(self, run: _allnash.Run, task: Task, payoffs: Any, future: Future[Any]) -> None:
        """Delivers payoffs asked ahead first: they are accepted only while the batch is not complete."""
        if getattr(future, "repeated", False):
            self.tell_lost(run, task)
        if task.timed and not self.whole and len(payoffs) < len(task):
            self.pass_on(run, task.part(len(payoffs), len(task)))
            task = task.part(0, len(payoffs))
        asked = [t for t in task.which if t is not None]
        if len(asked) < len(task):
            payoffs = list(payoffs)
            if len(payoffs) != len(task):
                raise ValueError(f"{len(payoffs)} payoffs where {len(task)} were asked for")
            for line, which, payoff in zip(task.entries.lines(), task.which, payoffs):
                if which is None:
                    run.answer_ahead(line[0], line[1], payoff, *line[2:])
            payoffs = [payoff for which, payoff in zip(task.which, payoffs) if which is not None]
        run.answer(asked, payoffs)
        self.batch.unanswered -= len(asked)

    def pass_on(self, run: _allnash.Run, rest: Task) -> None:
        """Sends again the entries that a call had no time for."""
        if self.over:
            return
        self.batch.put_back(rest.which)
        ahead = [t for t, which in enumerate(rest.which) if which is None]
        if ahead:
            self.send(run, [rest.some(ahead)])

    def take_quietly(self, run: _allnash.Run, timeout: float) -> bool:
        try:
            return self.take_one(run, timeout)
        except Exception:  # the first exception is being raised already
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


def tell_idle(answerer: Answerer | None) -> None:
    """Of workers that mostly waited for the last payoffs of batches."""
    if not isinstance(answerer, OnExecutor) or answerer.ahead or not answerer.fleet.known_size:
        return
    if answerer.waited > ENOUGH and answerer.idle > answerer.waited / 3:
        share = 100 * answerer.idle / answerer.waited
        warnings.warn(f"workers were idle for {share:.0f} % of the time in which others were waited for; ahead=0.1 gives "
                      "them what will probably be needed next", stacklevel=3)


def reporter(progress: Any, bar: Callable[[], Reporter] = Bar) -> Reporter | None:
    """For progress=: False, True or a function that takes a report."""
    if callable(progress):
        return progress
    if not progress:
        return None
    try:
        return bar()
    except ImportError:
        warnings.warn("progress=True shows a tqdm progress bar, which is not installed", stacklevel=3)
        return None
