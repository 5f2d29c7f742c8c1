"""dask_nursery.py scheduler PORT | workers ADDRESS COUNT: processes of dask that may be killed. Each is a child of this one,
which has imported all that they need and starts another in its place at once."""
import asyncio
import contextlib
import logging
import os
import signal
import sys

import distributed

import allnash  # noqa: F401


async def schedule(port):
    async with distributed.Scheduler(host="127.0.0.1", port=int(port), dashboard=False) as scheduler:
        await scheduler.finished()


async def work(address):
    async with distributed.Worker(address, nthreads=1, dashboard=False, death_timeout=20) as worker:
        await worker.finished()


def child(main):
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        try:
            asyncio.run(main())
        finally:
            os._exit(0)
    return pid


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    kind, where, *count = sys.argv[1:]
    main = (lambda: schedule(where)) if kind == "scheduler" else (lambda: work(where))
    children = {child(main) for _ in range(int(*count or [1]))}

    def end(*_):
        for pid in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    while True:
        children.remove(os.wait()[0])
        children.add(child(main))
