#!/usr/bin/env python3
"""python.py BUILD [arrays] [functions] [ratios]: what the Python module adds to the C++ time.

Run by the interpreter that the module was built for. `ratios`, which `bench/speed.py` asks for, prints bare figures beside those of scipy's linprog (HiGHS).
"""
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[1]) / "python"))

import numpy  # noqa: E402

import allnash  # noqa: E402
from run import seconds, table  # noqa: E402

REPEATS = 5


def timed(call, repeats=REPEATS, clock=time.perf_counter):
    """(seconds, what the call returned) of the quickest."""
    runs = []
    for _ in range(repeats):
        start = clock()
        result = call()
        runs.append((clock() - start, result))
    return min(runs, key=lambda run: run[0])


def added_to_arrays():
    """The whole call, with all that a result shows, less the run inside it."""
    lines = []
    rng = numpy.random.default_rng(1)
    skill = rng.standard_normal(1000)
    floats = skill[:, None] - skill[None, :] + 0.1 * rng.random((1000, 1000))
    for array, method in ((floats, "full"), (floats, "auto"), ((1e4 * floats).astype(int), "full")):
        added = []
        for _ in range(REPEATS):
            taken, (result, _) = timed(lambda: looked_at(allnash.solve(array, method=method)), 1)
            added.append((taken - result.seconds, result.seconds))
        least, inside = min(added)
        lines.append([str(array.dtype), method, str(result.queries), seconds(inside), f"{1e3 * least:.1f}"])
    table("allnash.solve on a 1000 x 1000 array, elo-like: seconds in C++, milliseconds that Python adds to them "
          "(to be under 50)", ["type", "method", "queries", "C++", "added, ms"], lines)


def looked_at(result):
    return result, (result.value, result.row_strategy, result.row_vertices, result.column_vertices, repr(result))


def added_to_functions():
    """One game, of a single saddle point, from an array and from functions that look into it. What differs is how the
    payoffs come; the processor's time is told, of all threads, so that a busy machine does not blur it."""
    lines = []
    skill = numpy.arange(1000)
    array = skill[:, None] - skill[None, :]
    floats = array / 1024
    rows = array.tolist()
    for name, game, arguments in (
            ("batch, integers", array, {"batch": lambda i, j: array[i, j]}),
            ("batch, floats", floats, {"batch": lambda i, j: floats[i, j]}),
            ("one by one", array, {"payoff": lambda i, j: rows[i][j]})):
        plain = timed(lambda: allnash.solve(game, method="full"), clock=time.process_time)[0]
        called, result = timed(lambda: allnash.solve(shape=game.shape, method="full", **arguments),
                               clock=time.process_time)
        lines.append([name, str(result.queries), f"{1e6 * (called - plain) / result.queries:.2f}"])
    table("Payoffs from a Python function, beside the same from an array (to be within 5 in batch form)",
          ["function", "payoffs", "added, microseconds a payoff"], lines)


def ratios():
    """A line each: the kind of payoff, n, processor seconds of allnash.solve and of linprog."""
    from highs import solve as by_highs
    for kind in ("integers", "doubles"):
        for n in (10, 50, 100, 300, 1000):
            rng = numpy.random.default_rng(n)
            array = rng.integers(-100, 101, size=(n, n)) if kind == "integers" else rng.standard_normal((n, n))
            repeats = 20 if n <= 100 else 3 if n <= 300 else 1
            ours, result = timed(lambda: allnash.solve(array, method="full"), repeats, time.process_time)
            theirs, value = timed(lambda: by_highs(array.astype(float)), repeats, time.process_time)
            assert abs(float(result.value) - value) < 1e-6
            print(kind, n, ours, theirs, flush=True)


def main():
    parts = {"arrays": added_to_arrays, "functions": added_to_functions}
    for name in sys.argv[2:] or parts:
        {**parts, "ratios": ratios}[name]()


if __name__ == "__main__":
    main()
