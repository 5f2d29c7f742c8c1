#!/usr/bin/env python3
"""highs.py GAME.npy REPEATS: one floating solution by HiGHS, through scipy.

Solves min v, A y <= v, sum y = 1, y >= 0. Prints the least seconds of the repeats, without the time
that Python takes to start and to read the game, and the value.
"""
import sys
import time

import numpy
from scipy.optimize import linprog

game = numpy.load(sys.argv[1]).astype(float)
rows, columns = game.shape
cost = numpy.zeros(columns + 1)
cost[-1] = 1
upper = numpy.hstack([game, -numpy.ones((rows, 1))])
equal = numpy.ones((1, columns + 1))
equal[0, -1] = 0
bounds = [(0, None)] * columns + [(None, None)]

best = float("inf")
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    solution = linprog(cost, A_ub=upper, b_ub=numpy.zeros(rows), A_eq=equal, b_eq=[1], bounds=bounds,
                       method="highs")
    best = min(best, time.perf_counter() - start)
print(best, solution.fun)
