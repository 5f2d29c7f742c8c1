#!/usr/bin/env python3
"""fleet_dask.py BUILD [--runs N] [--write PAGE]: payoffs on a dask cluster of one machine, whose workers are killed.

Run by the interpreter that the module was built for. The scheduler and each worker, with one thread, are processes; a worker
that is killed is replaced at once by a fork (tests/python/dask_nursery.py). First payoffs that take no time: how many a second.
Then payoffs that sleep 0.1 s on 16 workers, with and without a kill a second. The ideal is the number of payoffs times 0.1 s
over 16. `full` asks all payoffs in one round, `auto` in many, and so part of what it takes above the ideal is the rounds' own:
"rounds" is what they take at least. "twice" counts payoffs that were begun more than once. Figures are the median of the runs
and their range; all depends on what else the machine does, so its load stands below.
"""
import argparse
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from pages import ROOT, show_or_write, table

NAP = 0.1
GAMES = [("full", (40, 40)), ("auto", (100, 100))]


def rough(row, column):
    """An Elo-like game with cycles."""
    noise = (row * 7919 + column * 104729 + row * column * 31) % 101
    return 10 * (row * 37 % 61 - column * 37 % 61) + noise - 50 + 200 * ((row + column) % 3 - 1)


class Sleeping:
    """The same, slowly. Each call adds a byte to a file when it begins."""

    def __init__(self, begun):
        self.begun = begun

    def __call__(self, row, column):
        with open(self.begun, "ab") as file:
            file.write(b"x")
        time.sleep(NAP)
        return rough(row, column)


class Fleet:
    """A scheduler and workers."""

    def __init__(self, build, workers):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{one.getsockname()[1]}"
        nursery = ROOT / "tests/python/dask_nursery.py"
        environment = dict(os.environ, PYTHONPATH=str(build / "python"), OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
        self.parents = [subprocess.Popen([sys.executable, "-B", nursery, *arguments], env=environment) for arguments in
                        (["scheduler", self.address.rpartition(":")[2]], ["workers", self.address, str(workers)])]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for parent in self.parents:
            parent.terminate()
            parent.wait()

    def kill_one(self):
        pid = self.parents[1].pid
        workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        try:
            os.kill(int(random.choice(workers)), signal.SIGKILL)
        except (IndexError, ProcessLookupError):
            pass


class KillsASecond:
    """While it is open, a worker is killed each second; how many were."""

    def __init__(self, fleet):
        self.fleet, self.count = fleet, 0
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while not self.over.wait(1):
            self.fleet.kill_one()
            self.count += 1

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()


def spread(numbers, digits=2):
    """The median, and the range."""
    low, middle, high = (f"{number:,.{digits}f}" for number in (min(numbers), statistics.median(numbers), max(numbers)))
    return f"{middle} ({low} to {high})"


def rounds_at_least(allnash, shape, method, workers):
    """Seconds that the rounds take where each payoff sleeps and nothing else takes time."""
    solver, seconds = allnash.Solver(shape, method=method), 0.0
    entries = solver.step()
    while len(entries):
        seconds += NAP * -(-len(entries) // workers)
        entries = solver.step([rough(int(row), int(column)) for row, column in entries])
    return seconds


def throughput(allnash, client, runs):
    rows = []
    for method, shape in [("full", (60, 60)), ("auto", (60, 60)), ("auto", (100, 100))]:
        rates = []
        for _ in range(runs):
            start = time.perf_counter()
            result = allnash.solve(payoff=rough, shape=shape, method=method, executor=client)
            rates.append(result.queries / (time.perf_counter() - start))
        rows.append([f"{shape[0]} x {shape[1]}", method, result.rounds, f"{result.queries:,}", spread(rates, 0)])
    return table(["8 workers, no time", "method", "rounds", "payoffs", "a second"], rows, 3)


def under_kills(allnash, client, fleet, workers, runs, folder):
    rows = []
    for method, shape in GAMES:
        plain = allnash.solve(payoff=rough, shape=shape, method=method)
        ideal = plain.queries * NAP / workers
        bare = rounds_at_least(allnash, shape, method, workers)
        calm, killed, kills, twice = [], [], [], []
        for run in range(2 * runs):
            begun = Path(folder) / f"{method}{run}"
            begun.touch()
            with KillsASecond(fleet) if run % 2 else tempfile.TemporaryFile() as killer:
                start = time.perf_counter()
                result = allnash.solve(payoff=Sleeping(str(begun)), shape=shape, method=method, executor=client)
                taken = time.perf_counter() - start
            if result.certificate != plain.certificate:
                sys.exit(f"fleet_dask: {method} on {shape}: another certificate")
            (killed if run % 2 else calm).append(taken)
            if run % 2:
                kills.append(killer.count)
                twice.append(begun.stat().st_size - result.queries - (result.repeats or 0))
        rows.append([f"{shape[0]} x {shape[1]}", method, plain.rounds, f"{bare / ideal:.2f}",
                     spread([taken / ideal for taken in calm]), spread([taken / ideal for taken in killed]),
                     f"{statistics.median(killed) / statistics.median(calm):.2f}", sum(kills), sum(twice)])
    heads = [f"{workers} workers, {NAP} s", "method", "rounds", "rounds over ideal", "over ideal", "with kills", "with over without",
             "kills", "twice"]
    return table(heads, rows, 7)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.build.resolve() / "python"))
    import distributed

    import allnash

    load = [os.getloadavg()[0]]
    tables = []
    for workers in (8, 16):
        with Fleet(arguments.build.resolve(), workers) as fleet, tempfile.TemporaryDirectory() as folder:
            with distributed.Client(fleet.address, timeout=60, set_as_default=False) as client:
                client.wait_for_workers(workers, timeout=60)
                tables.append(throughput(allnash, client, arguments.runs) if workers == 8 else
                              under_kills(allnash, client, fleet, workers, arguments.runs, folder))
        load.append(os.getloadavg()[0])
    tables.append(f"{arguments.runs} runs each, on {os.cpu_count()} cores whose load (over a minute) was "
                  f"{', '.join(f'{one:.1f}' for one in load)} at the beginning, in the middle and at the end.")
    show_or_write(arguments.write, {"dask": "\n\n".join(tables)}, "make bench-fleet-dask")


if __name__ == "__main__":
    main()
