"""Games of chance: play= and play_batch=, executors, ledgers, the loop of one's own."""
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy
import pytest

import allnash

SETTINGS = {"payoff_range": (0, 1), "epsilon": 0.2, "seed": 3}


def pennies(mine, yours, seed):
    return 1 if (random.Random(seed).random() < 0.9) == (mine == yours) else 0


def pennies_batch(rows, columns, seeds):
    return [pennies(*cell) for cell in zip(rows.tolist(), columns.tolist(), seeds.tolist())]


def same(result):
    return result.low, result.high, result.row_strategy, result.column_strategy, result.plays


def test_bounds_hold_and_are_checked():
    result = allnash.solve(play=pennies, shape=(2, 2), **SETTINGS)
    assert result.status == "certified"
    assert result.high - result.low <= Fraction(1, 5)
    assert result.low <= Fraction(1, 2) <= result.high
    assert result.confidence == "0.95"
    assert sum(result.row_strategy.values()) == 1
    assert allnash.check(result)
    assert allnash.check(result.certificate)
    assert not allnash.check(result.certificate.replace("delta 1/20", "delta 1/1000000"))
    assert same(pickle.loads(pickle.dumps(result))) == same(result)
    assert "0.95" in repr(result)


def test_batches_and_executors_change_nothing():
    alone = allnash.solve(play=pennies, shape=(2, 2), **SETTINGS)
    assert same(allnash.solve(play_batch=pennies_batch, shape=(2, 2), **SETTINGS)) == same(alone)
    with ThreadPoolExecutor(3) as pool:
        assert same(allnash.solve(play=pennies, shape=(2, 2), executor=pool, **SETTINGS)) == same(alone)


def test_a_loop_of_ones_own():
    solver = allnash.Solver((2, 2), by_play=True, **SETTINGS)
    plays = solver.step()
    while len(plays):
        assert plays.shape[1] == 3
        plays = solver.step([pennies(*play) for play in plays.tolist()])
    assert same(solver.result) == same(allnash.solve(play=pennies, shape=(2, 2), **SETTINGS))


def test_a_failing_function_loses_nothing(tmp_path):
    calls = []

    def falters(mine, yours, seed):
        calls.append(seed)
        if len(calls) == 100:
            raise OSError("no more")
        return pennies(mine, yours, seed)

    ledger = tmp_path / "run.db"
    with pytest.raises(OSError):
        allnash.solve(play=falters, shape=(2, 2), ledger=ledger, **SETTINGS)
    result = allnash.solve(play=pennies, shape=(2, 2), ledger=ledger, **SETTINGS)
    assert result.recalled == 99
    assert same(result) == same(allnash.solve(play=pennies, shape=(2, 2), **SETTINGS))


def test_symmetric_games_know_their_value():
    def league(mine, yours, seed):
        assert mine < yours
        return Fraction(1, 2) if seed % 10 == 0 else random.Random(seed).random() < 0.7

    result = allnash.solve(play=league, shape=(3, 3), symmetric=True, **SETTINGS)
    assert result.value == Fraction(1, 2)
    assert result.row_strategy == result.column_strategy


@pytest.mark.parametrize("wrong", [
    {"payoff_range": None}, {"epsilon": None}, {"epsilon": -1}, {"payoff_range": (1, 0)}, {"method": "full"},
])
def test_what_is_missing_or_wrong_is_refused(wrong):
    with pytest.raises(allnash.InputError):
        allnash.solve(play=pennies, shape=(2, 2), **{**SETTINGS, **wrong})


def test_play_stands_alone():
    with pytest.raises(TypeError):
        allnash.solve(numpy.zeros((2, 2)), play=pennies, **SETTINGS)
    with pytest.raises(TypeError):
        allnash.solve(play=pennies, **SETTINGS)
    with pytest.raises(allnash.InputError, match="outside the range"):
        allnash.solve(play=lambda mine, yours, seed: 7, shape=(2, 2), **SETTINGS)
