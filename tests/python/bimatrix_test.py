"""examples/bimatrix.py: regrets by brute force, on random games and on games of either case, and what was asked for."""
import importlib.util
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/bimatrix.py"


@pytest.fixture(scope="module")
def bimatrix():
    spec = importlib.util.spec_from_file_location("bimatrix", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def counted(bimatrix, table):
    return bimatrix.Counted(lambda i, j: table[i][j], len(table), len(table[0]))


def gains(own, other, table, transpose=False):
    """What a player could gain, from the whole table."""
    earn = [sum(q * (table[j][i] if transpose else table[i][j]) for j, q in other.items())
            for i in range(len(table[0]) if transpose else len(table))]
    return max(earn) - sum(p * earn[i] for i, p in own.items())


def check(bimatrix, R, C, epsilon):
    rows, columns = counted(bimatrix, R), counted(bimatrix, C)
    x, y = bimatrix.approximate_equilibrium(rows, columns, epsilon)
    assert sum(x.values()) == 1 and min(x.values()) >= 0 and sum(y.values()) == 1 and min(y.values()) >= 0
    regrets = gains(x, y, R), gains(y, x, C, transpose=True)
    assert max(regrets) <= bimatrix.LIMIT + epsilon
    assert bimatrix.regrets(rows, columns, x, y) == regrets
    assert rows.queries <= len(R) * len(R[0]) and columns.queries <= len(R) * len(R[0])
    return regrets


def table(draw, n, m, payoff):
    return [[payoff(draw) for _ in range(m)] for _ in range(n)]


def test_neither_player_gains_more_than_promised(bimatrix):
    draw = random.Random(3)
    kinds = [lambda d: Fraction(d.randint(0, 1)), lambda d: Fraction(d.randint(0, 10), 10),
             lambda d: Fraction(d.random() < 0.2), lambda d: Fraction(d.random() < 0.8)]
    for t in range(60):
        n, m = draw.randint(1, 7), draw.randint(1, 7)
        R, C = table(draw, n, m, kinds[t % 4]), table(draw, n, m, kinds[draw.randrange(4)])
        check(bimatrix, R, C, Fraction(1, 20))


def test_where_the_bound_is_tight(bimatrix):
    # The first case with v near the limit, and the second with the players in either place.
    near = Fraction(38, 100)
    assert max(check(bimatrix, [[near, near], [near, near]], [[0, 0], [0, 0]], Fraction(1, 100))) == 0
    # v = 1/2: both players could gain (1 - v)/(2 - v) = 1/3, the second one nearly.
    R, C = [[Fraction(1, 2), Fraction(1, 2)], [0, 1]], [[0, Fraction(1, 100)], [1, 0]]
    turned = [[[game[j][i] for j in range(2)] for i in range(2)] for game in (C, R)]
    third, little = Fraction(1, 3), Fraction(1, 50)
    for regrets in check(bimatrix, R, C, Fraction(1, 1000)), check(bimatrix, *turned, Fraction(1, 1000))[::-1]:
        assert abs(regrets[0] - third) < little and abs(regrets[1] - third) < little


def test_it_prints_regrets_and_queries():
    done = subprocess.run([sys.executable, EXAMPLE, "--size", "60"], capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first.startswith("the row player gains at most 0.") and first.endswith("promised: 0.4320")
    assert second.endswith("of 7200 (two matrices of n^2 = 3600)")
    found, whole = (int(word) for word in second.split() if word.isdigit() and word not in ("7200", "3600"))
    assert found <= whole < 7200 / 2
