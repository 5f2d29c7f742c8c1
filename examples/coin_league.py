#!/usr/bin/env python3
"""A league of five players whose matches are won by chance, for a game with noise.

  allnash solve oracle --oracle 'python3 examples/coin_league.py' --rows 5 --columns 5 --symmetric \\
      --noisy --payoff-range 0,1 --epsilon 0.05

Each line `i j seed` is one match: the answer is 1 when player i wins, 0 when j does, 1/2 for a draw. The seed
makes a match repeatable, and different from every other.
"""
import random
import sys

STRENGTH = [5, 4, 4, 2, 1]


def win_rate(i, j):
    """The stronger wins more often; and each of the first three is good against the next."""
    rate = 0.5 + 0.05 * (STRENGTH[i] - STRENGTH[j])
    if i < 3 and j < 3:
        rate += 0.2 * ((j - i + 1) % 3 - 1)
    return rate


for line in sys.stdin:
    i, j, seed = map(int, line.split())
    luck = random.Random(seed).random()
    if luck < 0.1:
        print("1/2", flush=True)
    else:
        print(1 if (luck - 0.1) / 0.9 < win_rate(i, j) else 0, flush=True)
