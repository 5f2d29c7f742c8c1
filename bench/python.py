#!/usr/bin/env python3
"""python.py BUILD: what the Python module adds to the C++ time, beside scipy's linprog (HiGHS).

Run by the interpreter that the module was built for.
"""
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[1]) / "python"))

import numpy  # noqa: E402

import allnash  # noqa: E402
from run import ratio, seconds, table  # noqa: E402

REPEATS = 5


def timed(call, repeats=REPEATS):
    """(seconds, what the call returned) of the quickest."""
    runs = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = call()
        runs.append((time.perf_counter() - start, result))
    return min(runs, key=lambda run: run[0])


def added_to_arrays():
    """The whole call less the run inside it: reading the array, starting, making the result."""
    lines = []
    rng = numpy.random.default_rng(1)
    skill = rng.standard_normal(1000)
    for name, array, method in (
            ("noise", rng.random((1000, 1000)), "full"),
            ("noise, integers", rng.integers(-100, 100, size=(1000, 1000)), "full"),
            ("skills", skill[:, None] - skill[None, :] + rng.random((1000, 1000)), "auto")):
        added = []
        for _ in range(3 if method == "full" else REPEATS):
            taken, result = timed(lambda: allnash.solve(array, method=method), 1)
            added.append((taken - result.seconds, result.seconds))
        least, inside = min(added)
        lines.append([name, str(array.dtype), method, seconds(inside), f"{1e3 * least:.1f}"])
    table("allnash.solve on a 1000 x 1000 array: seconds in C++, milliseconds that Python adds (to be under 50)",
          ["game", "type", "method", "C++", "added, ms"], lines)


def added_to_functions():
    """The same game from a table in memory and through Python, by an indexed array; microseconds a payoff."""
    lines = []
    rng = numpy.random.default_rng(2)
    array = rng.integers(-1000, 1000, size=(1000, 1000))
    floats = rng.random((1000, 1000))
    rows = array.tolist()
    for name, game, arguments in (
            ("batch, integers", array, {"batch": lambda i, j: array[i, j]}),
            ("batch, floats", floats, {"batch": lambda i, j: floats[i, j]}),
            ("one by one", array, {"payoff": lambda i, j: rows[i][j]})):
        # A budget: reading, which is what is measured here, and no solving.
        options = {"method": "full", "budget": 500000}
        plain = timed(lambda: allnash.solve(game, **options))[0]
        called, result = timed(lambda: allnash.solve(shape=game.shape, **arguments, **options))
        lines.append([name, str(result.queries), f"{1e6 * (called - plain) / result.queries:.2f}"])
    table("Payoffs from a Python function, beside the same from an array (to be within 5 in batch form)",
          ["function", "payoffs", "added, microseconds a payoff"], lines)


def beside_linprog():
    try:
        from highs import solve as by_highs
    except ImportError:
        print("scipy is not installed: no comparison with its linprog\n")
        return
    lines = []
    for n in (100, 200, 500, 1000):
        array = numpy.random.default_rng(n).random((n, n))
        repeats = 3 if n <= 200 else 1
        ours, result = timed(lambda: allnash.solve(array, method="full"), repeats)
        theirs, value = timed(lambda: by_highs(array), repeats)
        assert abs(float(result.value) - value) < 1e-6
        lines.append([str(n), seconds(ours), seconds(theirs), ratio(ours / theirs)])
    table("Random float arrays: allnash.solve, all equilibria and the proof, beside one floating solution by "
          "scipy's linprog (HiGHS); seconds, whole calls", ["n", "allnash", "linprog", "allnash/linprog"], lines)


if __name__ == "__main__":
    added_to_arrays()
    added_to_functions()
    beside_linprog()
