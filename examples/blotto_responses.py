#!/usr/bin/env python3
"""A game that is known by best responses: Colonel Blotto, with 1, 2, 3, ... as the values of the fields.

    allnash solve responses --oracle 'python3 examples/blotto_responses.py 10 20 18'

Both players divide their soldiers among the fields; who has more on a field wins its value. With 20 soldiers
against 18 on 10 fields there are 10,015,005 strategies against 4,686,825, and nobody lists them: the best
response to a mixture is a small dynamic program, field by field. A strategy is its numbers with commas between.
"""
import sys

FIELDS, MINE, YOURS = (int(word) for word in sys.argv[1:4]) if len(sys.argv) > 3 else (10, 20, 18)
SOLDIERS = {"row": MINE, "column": YOURS}


def read(strategy):
    return [int(number) for number in strategy.split(",")]


def won(mine, yours):
    return (mine > yours) - (mine < yours)


def payoff(row, column):
    return sum((field + 1) * won(mine, yours) for field, (mine, yours) in enumerate(zip(read(row), read(column))))


def respond(player, mixture):
    """The strategy that wins most against a mixture, a list of (strategy, weight), and what it wins."""
    opponents = [(read(strategy), weight) for strategy, weight in mixture]
    best = [(0, [])] + [None] * SOLDIERS[player]  # by how many soldiers are placed on the fields so far
    for field in range(FIELDS):
        gain = [sum(weight * (field + 1) * won(here, other[field]) for other, weight in opponents)
                for here in range(SOLDIERS[player] + 1)]
        best = [max((before[0] + gain[placed - used], before[1] + [placed - used])
                    for used, before in enumerate(best[:placed + 1]) if before)
                for placed in range(SOLDIERS[player] + 1)]
    won_by_it, strategy = best[-1]
    return ",".join(map(str, strategy)), won_by_it if player == "row" else -won_by_it


for line in sys.stdin:  # one request a line, until allnash closes the input
    what, *words = line.split()
    if what == "start":  # any strategy of this player
        print(",".join(map(str, [0] * (FIELDS - 1) + [SOLDIERS[words[0]]])), flush=True)
    elif what == "payoff":  # what two strategies pay, to the row player
        print(payoff(*words), flush=True)
    else:  # respond PLAYER, and the opponent's mixture: strategies and whole weights in turn
        mixture = zip(words[1::2], map(int, words[2::2]))
        print(*respond(words[0], list(mixture)), flush=True)
