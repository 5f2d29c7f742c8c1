#!/usr/bin/env python3
"""fleet_queue.py BUILD: examples/queue with 16 workers and payoffs of 0.1 s, over the ideal of workers that never wait.

Without kills, and with one worker killed a second and the driver killed twice. Run by the interpreter that the module was
built for; skips where PostgreSQL or psycopg2 is not installed.
"""
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(sys.argv[1]).resolve() / "python"), str(Path(__file__).resolve().parents[1] / "tests/python")]

import allnash  # noqa: E402
import queue_nursery  # noqa: E402
from games import rough  # noqa: E402

WORKERS, SECONDS, SHAPE = 16, 0.1, (100, 100)


def timed(name, queries, kills):
    """(seconds from the driver's start to its end, payoffs begun, workers killed)."""
    drivers = [queries // 3, 2 * queries // 3] if kills else []
    with tempfile.TemporaryDirectory() as folder, \
            queue_nursery.Fleet(folder, name, SHAPE, "games", "rough", SECONDS, WORKERS) as fleet:
        start = time.monotonic()
        next_kill = start + 1
        while fleet.running():
            begun = fleet.begun()
            if drivers and len(begun) >= drivers[0]:
                drivers.pop(0)
                fleet.kill_driver()
            if kills and begun and time.monotonic() >= next_kill:
                fleet.kill_worker(begun[-1][0])
                next_kill += 1
            time.sleep(0.01)
        taken = time.monotonic() - start
        assert fleet.certificate.read_bytes() == ALONE
        return taken, len(fleet.begun()), len(fleet.killed)


if __name__ == "__main__":
    if reason := queue_nursery.missing():
        sys.exit(f"SKIPPED: {reason}")
    with tempfile.TemporaryDirectory() as folder:
        alone = allnash.solve(payoff=rough, shape=SHAPE, check_repeat=0, certificate=folder + "/alone")
        ALONE = Path(folder, "alone").read_bytes()
    ideal = alone.queries * SECONDS / WORKERS
    print(f"{SHAPE[0]} x {SHAPE[1]}, {alone.queries} payoffs of {SECONDS} s, {WORKERS} workers: ideal {ideal:.1f} s\n")
    print("| | seconds | over ideal | payoffs begun | workers killed |\n| --- | ---: | ---: | ---: | ---: |")
    for label, kills in (("no kills", False), ("one worker a second, the driver twice", True)):
        with queue_nursery.database() as name:
            taken, begun, killed = timed(name, alone.queries, kills)
            print(f"| {label} | {taken:.1f} | {taken / ideal:.2f} | {begun} | {killed} |", flush=True)
