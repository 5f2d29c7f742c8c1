#!/usr/bin/env python3
"""ten_weeks.py [LEDGER [WEEKS]]: a league of agents that grows for ten weeks, in one ledger.

Agents join and leave by name, and the tolerance becomes smaller. Whatever is said in any of the weeks holds, all
of it together, with the one probability that the ledger was made with. Only what is new is played.
"""
import math
import random
import sys

import allnash

ROSTER = {f"agent {t}": 1.2 - 0.15 * t for t in range(12)}
WEEKS = [  # who joins with which strength, who leaves, the tolerance
    ({}, [], 0.12),
    ({"anna": -0.5, "bert": -1.0}, [], 0.12),
    ({}, ["agent 11"], 0.12),
    ({"carl": 0.0}, [], 0.12),
    ({}, [], 0.1),
    ({"dora": -0.8}, ["bert"], 0.1),
    ({"emil": 2.5}, [], 0.1),
    ({}, ["agent 10"], 0.1),
    ({"fred": -0.2}, [], 0.1),
    ({}, [], 0.09),
]


def main(ledger="ten_weeks.db", weeks=len(WEEKS)):
    agents = dict(ROSTER)
    for week, (joining, leaving, epsilon) in enumerate(WEEKS[:weeks], 1):
        agents.update(joining)
        for name in leaving:
            del agents[name]
        names = list(agents)

        def play(row, column, seed):
            edge = agents[names[row]] - agents[names[column]]
            return int(random.Random(seed).random() < 1 / (1 + math.exp(-edge)))

        result = allnash.solve(play=play, shape=(len(names), len(names)), labels=(names, names), symmetric=True,
                               seeded=True, payoff_range=(0, 1), epsilon=epsilon, ledger=ledger, game_id="ten weeks")
        best = ", ".join(f"{names[i]} {float(part):.0%}" for i, part in sorted(
            result.row_strategy.items(), key=lambda one: -one[1])[:3])
        print(f"week {week}: {len(names)} agents, {result.plays - result.recalled:5} new plays of {result.plays:5}, "
              f"attempt {result.attempts}: at least {float(result.low):.3f} by {best}")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:]))
