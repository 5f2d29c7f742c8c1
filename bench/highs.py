#!/usr/bin/env python3
"""highs.py GAME.npy REPEATS: one floating solution by HiGHS, through scipy.

Solves min v, A y <= v, sum y = 1, y >= 0. Prints the least seconds of the repeats, without the time
that Python takes to start and to read the game, and the value.
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
            "A_eq": equal, "b_eq": [1], "bounds": [(0, None)] * columns + [(None, None)], "method": "highs"}


def solve(game):
    return linprog(**problem(game)).fun


if __name__ == "__main__":
    asked = problem(numpy.load(sys.argv[1]).astype(float))
    best = float("inf")
    for _ in range(int(sys.argv[2])):
        start = time.perf_counter()
        solution = linprog(**asked)
        best = min(best, time.perf_counter() - start)
    print(best, solution.fun)
