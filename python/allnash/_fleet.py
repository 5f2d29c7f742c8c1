"""Where calls go: to an executor, or to a dask cluster, which loses workers and makes their calls again by itself.

A play that is not seeded must not be made twice without a word: it may have been lost because of what it would have
paid, and its second try would then be a chosen one. On dask each try reports itself to a queue that the scheduler keeps,
and begins when the scheduler has confirmed that. The reports of a call stand in that queue in the order in which its
tries began. So an answer is the first try's if its own report is there and no other try's; any other counts as lost.
"""
from __future__ import annotations

import sys
import time
import uuid
from collections import defaultdict
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Callable

from . import _allnash
from ._calls import TRY, dask, reported

if TYPE_CHECKING:
    import asyncio

    from concurrent.futures import Executor

UNKNOWN_SIZE = 64  # workers of an executor that does not tell how many it has
RECOUNT = 1.0  # seconds after which the workers of a cluster are counted again


class Lost(Exception):
    """A call that will never return. `blamed` when the call itself may be the reason."""

    def __init__(self, why: str, blamed: bool) -> None:
        super().__init__(why)
        self.blamed = blamed


class Call(Future):
    """A call on a cluster."""

    repeated = False  # what it returned or raised may be that of a second try


def fleet_of(executor: Any, once: bool) -> Pool | Cluster:
    """With `once` no call may be made twice without a word. Throws InputError where the executor says that it would."""
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
    if once:  # as ipyparallel has it
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
    """Any executor. It is taken to make each call once, and to raise an exception where it cannot."""

    once = False

    def __init__(self, executor: Executor) -> None:
        size = getattr(executor, "_max_workers", None)
        self.workers = int(size or UNKNOWN_SIZE)
        self.known_size = size is not None
        self.submit: Callable[..., Future[Any]] = executor.submit


class Cluster:
    """A dask cluster. What is lost with a worker or the scheduler raises Lost."""

    known_size = True

    def __init__(self, client: Any, how: dict[str, Any], once: bool) -> None:
        if client.asynchronous:
            raise TypeError("executor: a dask Client made with asynchronous=True cannot be waited for here")
        if once:
            refuse_retries(how.get("retries"))
        self.client = client
        self.how = {**how, "pure": False}  # a call that is made twice is two calls, not one and a look into a cache
        self.once = once
        self.reports = Reports(client)
        self.size = 1
        self.counted = time.monotonic()
        self.require_open()
        client.sync(self.count)

    def require_open(self) -> None:
        if self.client.status in ("closing", "closed"):
            raise _allnash.SourceError("executor: the dask client is closed, or could not reach its scheduler again")

    @property
    def workers(self) -> int:
        """How many calls run at once, as counted a moment ago."""
        if time.monotonic() - self.counted > RECOUNT:
            self.counted = time.monotonic()
            self.client.loop.add_callback(self.count)
        return self.size

    async def count(self) -> None:
        chosen = None if self.how.get("allow_other_workers") else self.how.get("workers")
        try:
            threads = await self.client.nthreads(chosen, asynchronous=True)
            if chosen and not threads:  # named by their hosts
                threads = await self.client.nthreads(asynchronous=True)
        except Exception:  # the scheduler is away: what it had is the best guess
            return
        self.size = max(1, sum(threads.values()))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Call:
        self.require_open()
        call = Call()
        reports, name = None, uuid.uuid4().hex
        if self.once:
            if self.reports.broken:
                self.reports = Reports(self.client)
            reports = self.reports
            future = self.client.submit(reported, reports.name, name, function, *arguments, **self.how)
        else:
            future = self.client.submit(function, *arguments, **self.how)
        # What nobody waits for any longer is released, and so not begun.
        call.add_done_callback(lambda _: future.release())
        self.client.loop.add_callback(self.follow, future, call, reports, name)
        return call

    async def follow(self, future: Any, call: Call, reports: Reports | None, name: str) -> None:
        """Waits for dask's future, in the client's own thread, and passes on what became of it."""
        result, error = None, None
        try:
            result = await self.client.gather(future, asynchronous=True)
        except BaseException as raised:
            error = self.lost(future, raised, reports) or raised
        if reports and not isinstance(error, Lost):
            number = error.__dict__.pop(TRY, None) if error else None
            if error is None and result is not None:
                number, result = result
            if error is None and number is None:
                error = Lost("its worker could not reach the scheduler", blamed=True)
            else:
                call.repeated = not await reports.has_only(name, number)
        if not call.set_running_or_notify_cancel():
            return
        if error is None:
            call.set_result(result)
        else:
            call.set_exception(error)

    def lost(self, future: Any, raised: BaseException, reports: Reports | None) -> Lost | None:
        """Whether that is what becomes of a call that is lost, and not an exception of the user's function."""
        if future.status == "error":
            return Lost(f"{type(raised).__name__}: {raised}", blamed=True) if isinstance(raised, dask().KilledWorker) else None
        if future.status == "cancelled" or isinstance(raised, OSError) or not isinstance(raised, Exception):
            if reports:
                reports.broken = True  # a new scheduler knows nothing of what was reported to the old one
            return Lost(f"{type(raised).__name__}: {raised}", blamed=future.status != "cancelled")
        return None


class Reports:
    """Which tries of which calls have begun. It is read from the client's own thread alone."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.name = "allnash-" + uuid.uuid4().hex
        self.broken = False  # some may be missing, for good
        self.queue: Any = None
        self.reading: asyncio.Lock | None = None
        self.tries: defaultdict[str, set[str]] = defaultdict(set)

    async def has_only(self, call: str, number: str | None) -> bool:
        """Whether this try of the call has begun and no other has. It is asked once for each call."""
        import asyncio

        self.reading = self.reading or asyncio.Lock()
        async with self.reading:  # what one reads is not there for the next
            if not self.broken:
                await self.read()
        return not self.broken and self.tries.pop(call, set()) == {number}

    async def read(self) -> None:
        try:
            if self.queue is None:
                self.queue = await dask().Queue(self.name, client=self.client)
            for call, number in await self.queue.get(batch=True, asynchronous=True):
                self.tries[call].add(number)
        except BaseException:  # they may have been taken out of the queue and lost on their way
            self.broken = True
