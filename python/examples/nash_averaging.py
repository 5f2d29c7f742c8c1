#!/usr/bin/env python3
"""Nash averaging of a table of agents by tasks.

How good is an agent over many tasks? The plain mean depends on which tasks happen to be in the table:
copies of an easy one make its specialists look good. Nash averaging (Balduzzi, Tuyls, Perolat and
Graepel, 2018) lets one player choose an agent and another a task, each against the other, takes the
equilibrium of largest entropy, and scores an agent by its mean over the tasks as that equilibrium
weights them. Where the equilibrium is unique but for copies, copies of a task then change nothing.
"""
import numpy

import allnash

AGENTS = ["generalist", "climber", "swimmer", "sleeper"]
TASKS = ["wall", "tower", "cliff", "lake", "river"]
SCORES = numpy.array([
    [5, 6, 7, 5, 6],
    [9, 9, 8, 2, 2],
    [1, 2, 1, 9, 8],
    [1, 0, 1, 0, 1],
])


def nash_average(scores):
    """The score of each agent, and the weights of the tasks."""
    result = allnash.solve(scores)
    weights = result.column_set.dense(result.column_set.max_entropy())
    return scores @ weights, weights


def main():
    ratings, weights = nash_average(SCORES)
    print("agent        mean   Nash average")
    for agent, mean, rating in zip(AGENTS, SCORES.mean(axis=1), ratings):
        print(f"{agent:<12} {mean:5.2f}  {rating:5.2f}")
    print("weights of the tasks:", ", ".join(f"{task} {w:.3f}" for task, w in zip(TASKS, weights)))

    # Five more copies of the wall: the means change, the Nash averages do not.
    copied = numpy.hstack([SCORES, numpy.repeat(SCORES[:, :1], 5, axis=1)])
    again, _ = nash_average(copied)
    print("with five copies of the wall the means become", ", ".join(f"{m:.2f}" for m in copied.mean(axis=1)))
    print("and the Nash averages stay", ", ".join(f"{r:.2f}" for r in again))
    assert numpy.allclose(again, ratings, atol=1e-9)


if __name__ == "__main__":
    main()
