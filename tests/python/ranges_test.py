"""Payoffs in a known range, tolerances, and what a stopped run has in hand."""
import pickle
from fractions import Fraction

import numpy
import pytest

import allnash
from games import RPS

HALF = Fraction(1, 2)
WIN_RATES = [[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]]


def ladder(n):
    """The stronger wins 9 times in 10, but the strongest three beat each other in a ring."""
    def payoff(i, j):
        if i == j:
            return HALF
        if i < 3 and j < 3:
            return Fraction(int((j - i) % 3 == 1))
        return Fraction(9 if i < j else 1, 10)
    return payoff


def same(left, right):
    return left == right and left.to_json() == right.to_json()


def test_a_range_saves_payoffs():
    result = allnash.solve(payoff=ladder(60), shape=(60, 60), payoff_range=(0, 1), symmetric=True)
    assert result.proved and result.value == HALF and result.row_support == [0, 1, 2]
    assert result.payoff_range == (0, 1) and result.range_used
    assert result.hindsight < result.floor and result.queries < result.floor and result.ratio < 1
    plain = allnash.solve(payoff=lambda i, j: ladder(60)(i, j) - HALF, shape=(60, 60), symmetric=True)
    assert plain.queries > result.queries
    assert plain.hindsight is None and plain.payoff_range is None and plain.epsilon is None
    assert allnash.check(result)
    game = [[ladder(60)(i, j) for j in range(60)] for i in range(60)]
    assert allnash.check(result, game)
    game[50][59] = 2
    assert not allnash.check(result, game)
    assert "needed" in repr(result)


def test_win_rates_need_no_shifting():
    result = allnash.solve(WIN_RATES, symmetric=True, payoff_range=(0, 1))
    assert result.value == HALF and result.row_strategy == {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
    assert result.payoff(2, 0) == 1 and result.payoff(0, 0) == HALF
    again = pickle.loads(pickle.dumps(result))
    assert same(again, result) and again.payoff(2, 0) == 1 and again.payoff(0, 0) == HALF
    assert allnash.check(again)
    with pytest.raises(allnash.InputError, match="must add up to 1"):
        allnash.solve([[0.5, 1], [0.25, 0.5]], symmetric=True, payoff_range=(0, 1))


def test_a_tolerance():
    numbers = numpy.random.default_rng(1).random((40, 40))
    result = allnash.solve(numbers, payoff_range=(0, 1), epsilon=0.3)
    assert result.status == "within" and not result.proved and result.epsilon == Fraction(3, 10)
    assert result.high - result.low <= result.epsilon and result.queries < 1600
    assert sum(result.row_strategy.values()) == 1 == sum(result.column_strategy.values())
    assert (result.row_array @ numbers).min() >= float(result.low) - 1e-12
    assert (numbers @ result.column_array).max() <= float(result.high) + 1e-12
    assert result.value is None and result.floor is None
    assert allnash.check(result, numbers)
    for again in (allnash.Result.from_json(result.to_json()), pickle.loads(pickle.dumps(result))):
        assert same(again, result) and again.row_strategy == result.row_strategy
        assert again.epsilon == result.epsilon and again.payoff_range == (0, 1)
    assert allnash.check(pickle.loads(pickle.dumps(result)), numbers)


def test_a_certificate_of_bounds(tmp_path):
    path = tmp_path / "bounds.txt"
    result = allnash.solve(RPS, epsilon=0.5, certificate=path)
    assert result.status in ("within", "proved") and allnash.check(path, RPS)


def test_a_stopped_run_has_strategies():
    result = allnash.solve(payoff=ladder(60), shape=(60, 60), payoff_range=(0, 1), budget=200)
    assert result.status == "stopped" and 0 <= result.low <= HALF <= result.high <= 1
    game = numpy.array([[float(ladder(60)(i, j)) for j in range(60)] for i in range(60)])
    assert (result.row_array @ game).min() >= float(result.low) - 1e-12
    assert (game @ result.column_array).max() <= float(result.high) + 1e-12
    with pytest.raises(allnash.NotProved):
        result.certificate
    assert allnash.solve(payoff=ladder(60), shape=(60, 60), budget=1).row_strategy is None


def test_whether_a_strategy_is_optimal_where_payoffs_are_unread():
    result = allnash.solve(payoff=ladder(60), shape=(60, 60), payoff_range=(0, 1), symmetric=True)
    assert result.row_strategy in result.row_set
    assert {0: 1} not in result.row_set and {50: 1} not in result.row_set


@pytest.mark.parametrize("options, message", [
    ({"payoff_range": (1, 0)}, "payoff_range: 1,0 is not two numbers A,B with A < B"),
    ({"payoff_range": (0, 0)}, "payoff_range: 0,0 is not two numbers A,B with A < B"),
    ({"epsilon": 0}, "epsilon: 0 is not a number above 0, such as 0.05 or 1/20"),
    ({"epsilon": -1}, "epsilon: -1 is not a number above 0, such as 0.05 or 1/20"),
    ({"epsilon": float("nan")}, "epsilon: nan is not a number above 0, such as 0.05 or 1/20"),
    ({"payoff_range": (0, 1)}, r"entry \(0, 1\): the payoff -1 is outside the payoff range 0,1"),
])
def test_bad_input(options, message):
    with pytest.raises(allnash.InputError, match=f"^{message}$"):
        allnash.solve(RPS, **options)
