#!/usr/bin/env python3
"""An oracle program in Python: when to fire in a silent duel.

    allnash solve oracle --oracle 'python3 examples/duel.py' --rows 20 --columns 20 --symmetric

Two duellists walk towards each other in 20 steps. Each has one shot, which hits with probability s/20 when fired
at step s, and neither hears the other's. The payoff is 1 for being the only one left, -1 for the opposite.
"""
import sys
from fractions import Fraction

STEPS = 20


def payoff(i, j):
    mine, yours = Fraction(i + 1, STEPS), Fraction(j + 1, STEPS)
    if i < j:
        return mine - (1 - mine) * yours
    if i > j:
        return (1 - yours) * mine - yours
    return Fraction(0)


for line in sys.stdin:  # one request a line, until allnash closes the input
    i, j = map(int, line.split())
    print(payoff(i, j), flush=True)  # such as -37/400; flush, or allnash waits for ever
