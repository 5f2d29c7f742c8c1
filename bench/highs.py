#!/usr/bin/env python3
"""highs.py GAME.npy REPEATS METHOD LIMIT: one floating solution by HiGHS, through scipy.

Solves min v, A y <= v, sum y = 1, y >= 0 by METHOD: highs-ds, the dual simplex method, or highs-ipm, the interior
point with crossover. Prints the least seconds of the repeats, without the time that Python takes to start and to read
the game, those of the processor, and the value: nan where LIMIT seconds were not enough.
"""
import sys
import time

import numpy
from scipy.optimize import linprog


def problem(game):
    rows, columns = game.shape
    cost = numpy.zeros(columns + 1)
    cost[-1] = 1
    equal = numpy.ones((1, columns + 1))
    equal[0, -1] = 0
    return {"c": cost, "A_ub": numpy.hstack([game, -numpy.ones((rows, 1))]), "b_ub": numpy.zeros(rows),
            "A_eq": equal, "b_eq": [1], "bounds": [(0, None)] * columns + [(None, None)]}


def solve(game, method="highs", limit=None):
    solution = linprog(**problem(game), method=method, options={"time_limit": limit} if limit else {})
    return solution.fun if solution.status == 0 else float("nan")


if __name__ == "__main__":
    game = numpy.load(sys.argv[1]).astype(float)
    best = used = float("inf")
    for _ in range(int(sys.argv[2])):
        start, start_used = time.perf_counter(), time.process_time()
        value = solve(game, sys.argv[3], float(sys.argv[4]))
        best = min(best, time.perf_counter() - start)
        used = min(used, time.process_time() - start_used)
        if best > 5:
            break
    print(best, used, value)
