#!/usr/bin/env python3
"""Compare 60 agents by matches, and play only the matches that matter.

Each match is slow, so they are played on all cores. The game is symmetric: one match tells what both
players of it get, and an agent against itself is a draw.
"""
import random
import time
from concurrent.futures import ProcessPoolExecutor

import allnash

AGENTS = 60


def strength(agent):
    """Made up: agents get better, and three styles beat one another in a circle."""
    return agent / 10, agent % 3


def play(one, other):
    """The points of `one` over `other` in a match of 200 games. Stands for hours of simulation."""
    if one > other:
        return -play(other, one)  # the same match from the other side
    time.sleep(0.001)
    dice = random.Random(one * AGENTS + other)  # the same match always has the same outcome
    (skill, style), (skill_other, style_other) = strength(one), strength(other)
    edge = skill - skill_other + (0, 2, -2)[(style - style_other) % 3]
    chance = 1 / (1 + 10 ** (-edge / 4))
    return sum(1 if dice.random() < chance else -1 for _ in range(200))


def main():
    with ProcessPoolExecutor() as executor:
        result = allnash.solve(payoff=play, shape=(AGENTS, AGENTS), symmetric=True, executor=executor)
    every = AGENTS * (AGENTS - 1) // 2
    print(f"{result.queries} of {every} matches were played, {result.mirrored} of them again the other way, to compare")
    print("The best mixture of agents:")
    for agent, probability in result.row_strategy.items():
        print(f"  agent {agent}: {float(probability):.1%}")
    print("checked:", allnash.check(result).verified)


if __name__ == "__main__":
    main()
