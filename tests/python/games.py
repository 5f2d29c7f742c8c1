"""Games with known answers, and what tests do with runs."""
import os
import random
import signal
import threading
from fractions import Fraction

# Penalties. By hand: x = (2/5, 1/5, 2/5) holds every column but none to 76; the columns' optimal set is a segment.
KICKS = [[50, 90, 95, 75], [90, 20, 90, 80], [95, 90, 50, 75]]
KICKS_VALUE = Fraction(76)
KICKS_ROW = {0: Fraction(2, 5), 1: Fraction(1, 5), 2: Fraction(2, 5)}
KICKS_COLUMNS = [{1: Fraction(1, 15), 3: Fraction(14, 15)}, {0: Fraction(2, 5), 1: Fraction(1, 5), 2: Fraction(2, 5)}]

RPS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


def undercut(mine, yours):
    """The higher number wins 1, but undercutting by one wins 2: the five highest are played."""
    if abs(mine - yours) == 1:
        return 2 if mine < yours else -2
    return (mine > yours) - (mine < yours)


def pennies(mine, yours, seed):
    """A play of matching pennies in which the wrong one wins one time in ten."""
    return 1 if (random.Random(seed).random() < 0.9) == (mine == yours) else 0


def rough(row, column):
    """An Elo-like game."""
    return 10 * row - 10 * column + (row * 7919 + column * 104729 + row * column * 31) % 200


def interrupted_after(event):
    """A thread that presses Ctrl-C once the event has come."""
    def interrupt():
        event.wait()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    return thread


def even_interrupted(solve, *arguments, **options):
    """The result, also of a run that Ctrl-C ended."""
    try:
        return solve(*arguments, **options)
    except KeyboardInterrupt as error:
        return error.result


def driven(solver, payoff, asked=None):
    """The result of a solver that is answered by a function; what it asked for goes to the list."""
    entries = solver.step()
    while len(entries):
        lines = [tuple(entry) for entry in entries.tolist()]
        if asked is not None:
            asked += lines
        entries = solver.step([payoff(*line) for line in lines])
    return solver.result


def undercut_rows(rows, columns):
    difference = columns - rows
    payoff = -(difference > 0).astype(int) + (difference < 0)
    payoff[difference == 1] = 2
    payoff[difference == -1] = -2
    return payoff
