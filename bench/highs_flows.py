#!/usr/bin/env python3
"""highs_flows.py GAME.txt METHOD LIMIT: the value of a game on flows in floating point, by HiGHS, through scipy.

GAME.txt is what bench_flow_game prints. The linear program has the size of the two graphs: the row player's flow f, how much
of each feature it has, z, what each feature of the column player then pays, g, and what the column player pays from each of
its nodes on, w. Maximise w at the start, where one unit of f leaves the start and what enters a node leaves it, and where
w at the tail of an arc is at most the g of its feature plus w at its heads. METHOD is highs-ds, the dual simplex method, or
highs-ipm, the interior point with crossover. Prints the processor seconds of the solver alone, without the time that
Python takes to start and to read the game, and the value: nan where LIMIT seconds were not enough.
"""
import sys
import time

import numpy
from scipy.optimize import linprog
from scipy.sparse import coo_matrix


class Side:
    def __init__(self, lines):
        self.nodes, arcs, self.features = map(int, next(lines).split())
        self.arcs = [tuple(map(int, next(lines).split())) for _ in range(arcs)]  # tail, feature, heads
        tails = sorted({arc[0] for arc in self.arcs})
        self.number = {node: t for t, node in enumerate(tails)}  # of nodes that are no ends

    def heads(self, arc):
        return [self.number[head] for head in arc[2:] if head in self.number]


class Entries:
    """A sparse matrix, entry by entry; those at one place add up."""

    def __init__(self):
        self.rows, self.columns, self.values = [], [], []

    def add(self, row, column, value):
        self.rows.append(row)
        self.columns.append(column)
        self.values.append(value)

    def matrix(self, rows, columns):
        return coo_matrix((self.values, (self.rows, self.columns)), shape=(rows, columns)).tocsc()


def read(path):
    with open(path) as file:
        lines = iter(file)
        row, column = Side(lines), Side(lines)
        constant, payoffs = next(lines).split()
        return row, column, float(constant), [next(lines).split() for _ in range(int(payoffs))]


def problem(row, column, payoffs):
    first_z = len(row.arcs)
    first_g = first_z + row.features
    first_w = first_g + column.features
    variables = first_w + len(column.number)
    nodes = len(row.number)
    # What leaves a node less what enters it; then z, then g.
    equal = Entries()
    for a, arc in enumerate(row.arcs):
        equal.add(row.number[arc[0]], a, 1)
        for head in row.heads(arc):
            equal.add(head, a, -1)
        if arc[1] >= 0:
            equal.add(nodes + arc[1], a, 1)
    for feature in range(row.features):
        equal.add(nodes + feature, first_z + feature, -1)
    for mine, yours, payoff in payoffs:
        equal.add(nodes + row.features + int(yours), first_z + int(mine), float(payoff))
    for feature in range(column.features):
        equal.add(nodes + row.features + feature, first_g + feature, -1)
    equations = nodes + row.features + column.features
    right = numpy.zeros(equations)
    right[row.number[0]] = 1
    least = Entries()
    for b, arc in enumerate(column.arcs):
        least.add(b, first_w + column.number[arc[0]], 1)
        for head in column.heads(arc):
            least.add(b, first_w + head, -1)
        if arc[1] >= 0:
            least.add(b, first_g + arc[1], -1)
    cost = numpy.zeros(variables)
    cost[first_w + column.number[0]] = -1
    return {"c": cost, "A_eq": equal.matrix(equations, variables), "b_eq": right,
            "A_ub": least.matrix(len(column.arcs), variables), "b_ub": numpy.zeros(len(column.arcs)),
            "bounds": [(0, None)] * first_z + [(None, None)] * (variables - first_z)}


def main():
    path, method, limit = sys.argv[1], sys.argv[2], float(sys.argv[3])
    row, column, constant, payoffs = read(path)
    asked = problem(row, column, payoffs)
    start = time.process_time()
    solution = linprog(**asked, method=method, options={"time_limit": limit})
    used = time.process_time() - start
    print(used, constant - solution.fun if solution.status == 0 else float("nan"))


if __name__ == "__main__":
    main()
