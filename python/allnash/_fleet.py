"""Where calls go: to an executor, or to a dask cluster, which loses workers and makes their calls again by itself.

A play that is not seeded must not be made twice without a word: it may have been lost because of what it would have
paid, and its second try would then be a chosen one. On dask each try reports itself to a queue that the scheduler keeps,
and begins when the scheduler has confirmed that. The reports of a call stand in that queue in the order in which its
tries began. So an answer is the first try's if its own report is there and no other try's; any other counts as lost.
"""
from __future__ import annotations

import contextlib
import functools
import pickle
import sys
import time
import uuid
import weakref
from collections import defaultdict
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Callable, Iterator, Sequence

from . import _allnash
from ._calls import TRY, DaskCall, dask

if TYPE_CHECKING:
    import asyncio

    from concurrent.futures import Executor

UNKNOWN_SIZE = 64  # workers assumed for an executor of unknown size
OURS = ("allnash", DaskCall.__module__)
FIRST_COUNT = 1.0  # seconds to wait for the first count of a cluster's workers
RECOUNT = 1.0  # seconds between counts of a cluster's workers


class Lost(Exception):
    """A call that will never return. `blamed` when the call itself may be the reason."""

    def __init__(self, why: str, blamed: bool) -> None:
        super().__init__(why)
        self.blamed = blamed


class Call(Future):
    """A call on a cluster."""

    repeated = False  # the result may be that of a second try

    def __init__(self, topic: str | None, reports: Reports | None) -> None:
        super().__init__()
        self.name = uuid.uuid4().hex
        self.topic = topic
        self.reports = reports

    def settle(self, result: Any, error: BaseException | None) -> None:
        if not self.set_running_or_notify_cancel():
            return
        if error is None:
            self.set_result(result)
        else:
            self.set_exception(error)


def fleet_of(executor: Any, once: bool) -> Pool | Cluster:
    """With `once`, no call may be silently repeated. Raises InputError if the executor says that it would."""
    if "distributed" in sys.modules:
        if isinstance(executor, dask().Client):
            return Cluster(executor, {}, once)
        if isinstance(executor, dask().cfexecutor.ClientExecutor):
            if executor._shutdown:
                raise RuntimeError("cannot schedule new futures after shutdown")
            return Cluster(executor._client, executor._kwargs, once)
    if not callable(getattr(executor, "submit", None)):
        raise TypeError("executor must have submit(), as concurrent.futures.Executor, or be a dask Client; "
                        f"{type(executor).__name__} has not")
    if once:  # as in ipyparallel
        for holder in (executor, getattr(executor, "view", None)):
            refuse_retries(getattr(holder, "retries", None))
    return Pool(executor)


def refuse_retries(retries: Any) -> None:
    if isinstance(retries, int) and retries > 0:
        raise _allnash.InputError(
            f"executor: made with retries={retries}: a play that was lost, perhaps because of what it would have paid, "
            "would be played again without a word; make it without retries, or say seeded=True if plays draw all their "
            "chances from their seeds")


class Pool:
    """Any executor. It is assumed to make each call once, and to raise an exception if it cannot."""

    once = False
    empty = False
    call_seconds = 0.01  # limit for one call if payoffs are fast
    sending_seconds = 0.0  # to send a call and its answer

    def __init__(self, executor: Executor) -> None:
        size = getattr(executor, "_max_workers", None)
        self.workers = int(size or UNKNOWN_SIZE)
        self.known_size = size is not None
        self.submit: Callable[..., Future[Any]] = executor.submit

    def submit_all(self, function: Callable[..., Any], lines: Sequence[tuple[Any, ...]]) -> Iterator[Future[Any]]:
        for arguments in lines:
            yield self.submit(function, *arguments)

    def require_open(self) -> None:
        """A closed executor raises its own exception."""

    def close(self) -> None:
        """Nothing to do: the executor belongs to the user."""


class Cluster:
    """A dask cluster. A call that is lost with a worker or the scheduler raises Lost."""

    known_size = True
    call_seconds = 0.04
    sending_seconds = 0.005

    def __init__(self, client: Any, how: dict[str, Any], once: bool) -> None:
        if client.asynchronous:
            raise TypeError("executor: a dask Client made with asynchronous=True cannot be waited for here")
        if once:
            refuse_retries(how.get("retries"))
        self.client = client
        self.how = {**how, "pure": False}  # a repeated call is made again, not read from a cache
        self.once = once
        self.reports = Reports(client) if once else None
        self.topic: str | None = None  # of the messages with answers; None if the scheduler does not know it
        self.asked: dict[int, DaskCall] = {}  # by id of their functions
        self.alone = False  # the workers have the user's function, but no allnash
        self.calls: dict[str, Call] = {}  # unanswered ones
        self.size = 1
        self.empty = False  # there is no worker
        self.counted = time.monotonic()
        self.require_open()
        with contextlib.suppress(TimeoutError):  # do not wait for an unreachable scheduler
            client.sync(self.count, callback_timeout=FIRST_COUNT)

    def require_open(self) -> None:
        if self.client.status in ("closing", "closed"):
            raise _allnash.SourceError("executor: the dask client is closed, or could not reach its scheduler again")

    @property
    def workers(self) -> int:
        """The number of calls that run at once, as last counted; 1 without workers, since waiting calls may make the
        cluster start one."""
        if time.monotonic() - self.counted > RECOUNT:
            self.counted = time.monotonic()
            self.client.loop.add_callback(self.count)
        return self.size

    async def count(self) -> None:
        chosen = None if self.how.get("allow_other_workers") else self.how.get("workers")
        try:
            threads = await self.client.nthreads(chosen, asynchronous=True)
            if chosen and not threads:  # workers are named by their hosts
                threads = await self.client.nthreads(asynchronous=True)
        except Exception:  # the scheduler is unreachable: the last count is the best guess
            return
        self.empty = not threads
        self.size = max(1, sum(threads.values()))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Call:
        return next(self.submit_all(function, [arguments]))

    def submit_all(self, function: Callable[..., Any], lines: Sequence[tuple[Any, ...]]) -> Iterator[Call]:
        """Sends all in one message: single messages would take half a millisecond each."""
        self.require_open()
        if self.reports is not None and self.reports.broken:
            self.reports = Reports(self.client)
        asked = self.asker(function)
        calls = [Call(asked.topic, self.reports) for _ in lines]
        for call in calls:
            self.calls[call.name] = call
            call.add_done_callback(functools.partial(self.forget, call.name))
        if self.alone:
            for call, arguments in zip(calls, lines):
                self.follow(call, self.client.submit(function, *arguments, **self.how), None)
            return iter(calls)
        names = [call.name for call in calls]
        # As bytes, which dask does not search for futures.
        packed = [dask().protocol.pickle.dumps(arguments) for arguments in lines]
        futures = self.client.map(asked, names, packed, key=["allnash-" + name for name in names], **self.how)
        for call, future, arguments in zip(calls, futures, lines):
            self.follow(call, future, functools.partial(self.client.submit, function, *arguments, **self.how))
        return iter(calls)

    def forget(self, name: str, _: Future[Any]) -> None:
        self.calls.pop(name, None)

    def asker(self, function: Callable[..., Any]) -> DaskCall:
        """The same object for many calls, so that the function and its data are pickled once."""
        topic = self.topic
        if topic is None:
            self.topic = topic = "allnash-" + uuid.uuid4().hex
            self.client.subscribe_topic(topic, functools.partial(tell_listener, weakref.ref(self)))
        reports = self.reports.name if self.reports else None
        one = self.asked.get(id(function))
        if one is None or (one.topic, one.reports) != (topic, reports):
            self.asked[id(function)] = one = DaskCall(function, topic, reports)
        return one

    def hear(self, event: tuple[float, Any]) -> None:
        """Receives an answer from a worker, in the client's own thread, before dask reports the end of the call."""
        name, text = event[1]
        if name not in self.calls:  # the answer of another try came first
            return
        number, result = pickle.loads(text)
        call = self.calls.pop(name)
        if call.reports:
            self.client.loop.add_callback(self.settle, call, number, result, None)
        else:
            call.settle(result, None)

    def follow(self, call: Call, future: Any, send_alone: Callable[[], Any] | None) -> None:
        # Releases a future that nobody waits for, so that dask does not start it.
        call.add_done_callback(lambda _: future.release())
        self.client.loop.add_callback(self.see_to_its_end, call, future, send_alone)

    async def see_to_its_end(self, call: Call, future: Any, send_alone: Callable[[], Any] | None) -> None:
        """Waits for dask's future, in the client's own thread, and passes on its outcome. `send_alone`, if not None,
        sends the user's function without any code of ours."""
        await future._state.wait()
        if call.name not in self.calls:  # the answer was received, or is not wanted
            return
        number, result, error = None, None, None
        try:
            result = await self.client.gather(future, asynchronous=True)
        except BaseException as raised:
            error = self.lost(call, future, raised) or raised
        if send_alone and not self.once and isinstance(error, ImportError) and error.name in OURS:
            self.alone = True
            try:
                self.follow(call, send_alone(), None)
            except Exception as raised:
                call.settle(None, raised)
            return
        if error is not None:
            number = error.__dict__.pop(TRY, None)
        elif send_alone and result is not None:
            number, result = result
        if self.calls.pop(call.name, None):
            await self.settle(call, number, result, error)

    async def settle(self, call: Call, number: str | None, result: Any, error: BaseException | None) -> None:
        if call.reports and not isinstance(error, Lost):
            if number is None and error is None:
                error = Lost("its worker could not reach the scheduler", blamed=True)
            else:
                call.repeated = not await call.reports.has_only(call.name, number)
        call.settle(result, error)

    def lost(self, call: Call, future: Any, raised: BaseException) -> Lost | None:
        """Whether that is what becomes of a call that is lost, and not an exception of the user's function."""
        if future.status == "error":
            return Lost(f"{type(raised).__name__}: {raised}", blamed=True) if isinstance(raised, dask().KilledWorker) else None
        if future.status == "cancelled" or isinstance(raised, OSError) or not isinstance(raised, Exception):
            # A new scheduler knows neither the reports to the old one nor its subscribers.
            if self.topic == call.topic:
                self.close()
            if call.reports is not None:
                call.reports.broken = True
            return Lost(f"{type(raised).__name__}: {raised}", blamed=future.status != "cancelled")
        return None

    def close(self) -> None:
        """Stops listening for answers. The client belongs to the user."""
        if self.topic is not None:
            with contextlib.suppress(Exception):  # the client may be closed
                self.client.unsubscribe_topic(self.topic)
            self.topic = None


def tell_listener(cluster: weakref.ref[Cluster], event: tuple[float, Any]) -> None:
    """Passes a message to the cluster if it still exists: dask keeps subscribers as long as the client."""
    if (listener := cluster()) is not None:
        listener.hear(event)


class Reports:
    """The tries of calls that have begun. Read from the client's own thread only."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.name = "allnash-" + uuid.uuid4().hex
        self.broken = False  # some reports may be missing for good
        self.queue: Any = None
        self.reading: asyncio.Lock | None = None
        self.tries: defaultdict[str, set[str]] = defaultdict(set)

    async def has_only(self, call: str, number: str | None) -> bool:
        """Whether this try of the call has begun and no other has. Called once for each call."""
        import asyncio

        self.reading = self.reading or asyncio.Lock()
        async with self.reading:  # readers must not take each other's reports
            if not self.broken:
                await self.read()
        return not self.broken and self.tries.pop(call, set()) == {number}

    async def read(self) -> None:
        try:
            if self.queue is None:
                self.queue = await dask().Queue(self.name, client=self.client)
            for call, number in await self.queue.get(batch=True, asynchronous=True):
                self.tries[call].add(number)
        except BaseException:  # reports may have left the queue and be lost
            self.broken = True
