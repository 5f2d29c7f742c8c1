#!/usr/bin/env python3
"""An approximate equilibrium of a game that is not zero-sum, from few payoffs.

    bimatrix.py [--size N] [--seed S] [--epsilon E]

Two players have payoffs R[i][j] and C[i][j] in [0, 1]; each wants much of its own. Whatever they are, there are
strategies from which neither gains more than 0.382 (and E, see below) by a change, and to find them takes two zero-sum
games, each solved to within a tolerance: few payoffs, where the games have structure. The way is that of Czumaj,
Deligkas, Fasoulakis, Fearnley, Jurdzinski and Savani (2018); that so few queries suffice is due to Fearnley and Savani
(2016).

Let x*, y* and v be optimal strategies and the value of R as a zero-sum game (the row player maximises R), and x', y' and w
those of C, in which the column player maximises. Say v >= w; otherwise the players change places. Let z = (3 - sqrt 5)/2 =
0.382, for which z = (1 - z)^2.

If v <= z, play (x', y*). Against y* no row earns more than v, so the row player gains at most v <= z; against x' no column
earns more than w <= v <= z.

If v > z, let j be the column's best reply to x*, r the row's best reply to j, and p = 1/(2 - v). Play x = p x* + (1 - p) r
against j. The column player gains nothing when r is not played, and at most 1 when it is: at most 1 - p = (1 - v)/(2 - v).
The row player's best reply is r, worth R[r][j] <= 1; x* earns at least v against j. So it gains p (R[r][j] - (x*R)[j]) <=
p (1 - v) = (1 - v)/(2 - v). That falls as v rises, and at v = z it is (1 - z)/(2 - z) = z, because (2 - z) z = 1 - (1 - z)^2 = 1 - z.

With tolerances the strategies guarantee v - E instead of v and concede v + E: every step above is then off by at most E, and
so are the regrets. What is printed are the true regrets, computed from payoffs that are asked for and counted like the others.
"""
import argparse
import math
import random
from fractions import Fraction

import allnash

LIMIT = (3 - math.sqrt(5)) / 2


class Counted:
    """A matrix of payoffs that remembers which were asked for."""

    def __init__(self, payoff, rows, columns):
        self.rows, self.columns = rows, columns
        self._payoff, self._asked = payoff, {}

    def __call__(self, i, j):
        if (i, j) not in self._asked:
            self._asked[i, j] = Fraction(self._payoff(i, j))
        return self._asked[i, j]

    @property
    def queries(self):
        return len(self._asked)


def within(payoff, rows, columns, epsilon, seed):
    """Strategies of a zero-sum game in [0, 1] that are optimal to within epsilon, and bounds on its value."""
    result = allnash.solve(payoff=payoff, shape=(rows, columns), payoff_range=(0, 1), epsilon=epsilon, seed=seed,
                           vertices=0)
    low, high = (result.value, result.value) if result.proved else (result.low, result.high)
    return result.row_strategy, result.column_strategy, low, high


def earned(payoff, x, y):
    return sum(p * q * payoff(i, j) for i, p in x.items() for j, q in y.items())


def regrets(R, C, x, y):
    """What each player could gain by a change, exactly."""
    best_row = max(sum(q * R(i, j) for j, q in y.items()) for i in range(R.rows))
    best_column = max(sum(p * C(i, j) for i, p in x.items()) for j in range(C.columns))
    return best_row - earned(R, x, y), best_column - earned(C, x, y)


def swapped(payoff):
    """The same matrix with the players in each other's place, still counted once."""
    turned = lambda i, j: payoff(j, i)
    turned.rows, turned.columns = payoff.columns, payoff.rows
    return turned


def approximate_equilibrium(R, C, epsilon=Fraction(1, 20), seed=1):
    """Strategies x and y of (R, C), from which neither player gains more than 0.382 + epsilon."""
    row_x, row_y, low, high = within(R, R.rows, R.columns, epsilon, seed)
    # The column player's own zero-sum game, in which it maximises and so plays the rows.
    column_y, column_x, low_w, high_w = within(swapped(C), C.columns, C.rows, epsilon, seed)
    v, w = (low + high) / 2, (low_w + high_w) / 2
    if v < w:
        y, x = _from_larger(swapped(C), swapped(R), (column_y, column_x), row_y, w)
        return x, y
    # In the order of _from_larger: the strategies of the player with the larger value, then x' of the other game.
    return _from_larger(R, C, (row_x, row_y), column_x, v)


def _from_larger(R, C, own, other_x, v):
    """R is the game with the larger value v, `own` its strategies; other_x holds the other player down in C."""
    x, y = own
    if v <= LIMIT:
        return other_x, y
    j = max(range(R.columns), key=lambda column: sum(p * C(i, column) for i, p in x.items()))
    r = max(range(R.rows), key=lambda row: R(row, j))
    p = 1 / (2 - v)
    mixed = {i: p * share for i, share in x.items()}
    mixed[r] = mixed.get(r, 0) + (1 - p)
    return mixed, {j: Fraction(1)}


def sample_game(size, seed):
    """Payoffs of low rank in [0, 1]: four skills, and what each is worth to either side."""
    draw = random.Random(seed)
    skills = [[[Fraction(draw.randint(0, 100), 100) for _ in range(4)] for _ in range(size)] for _ in range(4)]
    rank4 = lambda left, right: lambda i, j: sum(a * b for a, b in zip(left[i], right[j])) / 4
    return Counted(rank4(skills[0], skills[1]), size, size), Counted(rank4(skills[2], skills[3]), size, size)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--size", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epsilon", type=Fraction, default=Fraction(1, 20))
    given = parser.parse_args()
    R, C = sample_game(given.size, given.seed)
    x, y = approximate_equilibrium(R, C, given.epsilon, given.seed)
    found = R.queries + C.queries
    row_regret, column_regret = regrets(R, C, x, y)
    print(f"the row player gains at most {float(row_regret):.4f} by a change, the column player {float(column_regret):.4f}; "
          f"promised: {LIMIT + float(given.epsilon):.4f}")
    print(f"{found} payoffs found it, {R.queries + C.queries} with those that the regrets took, "
          f"of {2 * given.size ** 2} (two matrices of n^2 = {given.size ** 2})")


if __name__ == "__main__":
    main()
