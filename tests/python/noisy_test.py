"""Games of chance: play= and play_batch=, executors, ledgers, the loop of one's own."""
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy
import pytest

import allnash
from games import driven, even_interrupted, interrupted_after, pennies

SETTINGS = {"payoff_range": (0, 1), "epsilon": 0.2, "seed": 3}


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
    assert same(pickle.loads(pickle.dumps(result))) == same(result) and pickle.loads(pickle.dumps(result)) == result
    assert "0.95" in repr(result)


def test_batches_and_executors_change_nothing():
    alone = allnash.solve(play=pennies, shape=(2, 2), **SETTINGS)
    assert same(allnash.solve(play_batch=pennies_batch, shape=(2, 2), **SETTINGS)) == same(alone)
    with ThreadPoolExecutor(3) as pool:
        assert same(allnash.solve(play=pennies, shape=(2, 2), executor=pool, **SETTINGS)) == same(alone)


def test_a_loop_of_ones_own():
    result = driven(allnash.Solver((2, 2), by_play=True, **SETTINGS), pennies)
    assert same(result) == same(allnash.solve(play=pennies, shape=(2, 2), **SETTINGS))


def test_a_failing_function_loses_nothing(tmp_path):
    calls = []

    def falters(mine, yours, seed):
        calls.append(seed)
        if len(calls) == 100:
            raise OSError("no more")
        return pennies(mine, yours, seed)

    ledger = tmp_path / "run.db"
    with pytest.raises(OSError):
        allnash.solve(play=falters, shape=(2, 2), seeded=True, ledger=ledger, **SETTINGS)
    result = allnash.solve(play=pennies, shape=(2, 2), seeded=True, ledger=ledger, **SETTINGS)
    assert result.recalled == 99
    assert same(result) == same(allnash.solve(play=pennies, shape=(2, 2), **SETTINGS))


def test_symmetric_games_know_their_value():
    def league(mine, yours, seed):
        assert mine < yours
        return Fraction(1, 2) if seed % 10 == 0 else random.Random(seed).random() < 0.7

    result = allnash.solve(play=league, shape=(3, 3), symmetric=True, **SETTINGS)
    assert result.value - result.low <= Fraction(str(SETTINGS["epsilon"])) and result.high == 1 - result.low
    assert "1/2, by symmetry; guaranteed: at least " in repr(result) and "from" not in repr(result)
    assert result.value == Fraction(1, 2)
    assert result.row_strategy == result.column_strategy


@pytest.mark.parametrize("error, words, wrong", [
    *((allnash.InputError, "", {key: value}) for key, value in (("payoff_range", None), ("payoff_range", (1, 0)), ("epsilon", None),
                                                               ("epsilon", -1), ("method", "full"))),
    (allnash.InputError, "outside the range", {"play": lambda mine, yours, seed: 7}),
    (TypeError, "", {"game": numpy.zeros((2, 2)), "shape": None}),
    (TypeError, "", {"shape": None}),
])
def test_what_is_missing_or_wrong_is_refused(error, words, wrong):
    with pytest.raises(error, match=words):
        allnash.solve(**{"play": pennies, "shape": (2, 2), **SETTINGS, **wrong})


TRUTH = Fraction(1, 2)
SELDOM = Fraction(1, 10**5)  # delta: chances here are the system's own, and luck must not fail a test


class Losses:
    """Losses that nobody waits for: they end with the test."""

    over = threading.Event()


def quick_wins(mine, yours, seed):
    """Even chances of its own. A loss takes longer than any run here."""
    if os.urandom(1)[0] < 128:
        return 1
    if "LOSS" in os.environ:
        open(os.environ["LOSS"], "w").close()
    Losses.over.wait(30)
    return 0


def quick_wins_batch(rows, columns, seeds):
    return [quick_wins(*cell) for cell in zip(rows, columns, seeds)]


RUN = """
import os, sys, threading, time
sys.path.insert(0, {folder!r})
import noisy_test, allnash
from concurrent.futures import ProcessPoolExecutor
if __name__ == "__main__":
    pool = ProcessPoolExecutor(4)
    def die():  # the pool's processes die with us, and know nothing of a ledger
        while not os.path.exists(os.environ["LOSS"]):
            time.sleep(0.01)
        for process in list((pool._processes or {{}}).values()):
            process.kill()
        import signal
        os.kill(os.getpid(), signal.SIGKILL)
    threading.Thread(target=die, daemon=True).start()
    allnash.solve(play=noisy_test.quick_wins, shape=(1, 1), executor=pool, ledger={ledger!r},
                  delta=noisy_test.SELDOM, payoff_range=(0, 1), epsilon=0.3)
"""


class Patient(ThreadPoolExecutor):
    """Ends without waiting for calls that sleep."""

    def __exit__(self, *_):
        self.shutdown(wait=False, cancel_futures=True)


@pytest.fixture
def ending():
    Losses.over = threading.Event()
    yield
    Losses.over.set()


@pytest.mark.parametrize("how", ["time limit", "Ctrl-C"])
@pytest.mark.parametrize("called", ["play", "play_batch"])
def test_what_did_not_come_back_is_lost(tmp_path, how, called, ending):
    """Stopped while losses are out, and resumed, a run does not have them again as wins."""
    ledger = tmp_path / "run.db"
    play = {called: quick_wins if called == "play" else quick_wins_batch}
    lost = 0
    for _ in range(25):
        with Patient(8) as pool:
            if how == "Ctrl-C":
                threading.Timer(0.08, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            result = even_interrupted(allnash.solve, **play, shape=(1, 1), executor=pool, payoff_range=(0, 1), epsilon=0.3,
                                      delta=SELDOM, ledger=ledger, time_limit=0.08 if how == "time limit" else None)
        assert result.status == "stopped" and result.low <= TRUTH + Fraction(1, 20), result
        lost = json.loads(result.to_json()).get("failures", 0)
    assert lost > 10


def test_a_killed_run_has_lost_what_was_out(tmp_path, ending):
    ledger = tmp_path / "run.db"
    script = tmp_path / "run.py"
    script.write_text(RUN.format(folder=os.path.dirname(__file__), ledger=str(ledger)))
    for number in range(4):
        how = {**os.environ, "LOSS": str(tmp_path / f"loss{number}")}
        assert subprocess.run([sys.executable, "-B", script], capture_output=True, env=how).returncode == -signal.SIGKILL

    begun = threading.Event()

    def play(mine, yours, seed):
        begun.set()
        return quick_wins(mine, yours, seed)

    interrupted_after(begun)
    with Patient(4) as pool:
        result = even_interrupted(allnash.solve, play=play, shape=(1, 1), executor=pool, payoff_range=(0, 1), epsilon=0.3,
                                  delta=SELDOM, ledger=ledger)
    assert result.status == "stopped" and result.low <= TRUTH + Fraction(1, 20), result
    assert json.loads(result.to_json())["failures"] >= 4


def test_a_loop_of_ones_own_that_is_left(tmp_path):
    ledger = tmp_path / "run.db"
    for _ in range(6):
        with allnash.Solver((1, 1), by_play=True, payoff_range=(0, 1), epsilon=0.3, delta=SELDOM,
                            ledger=ledger) as solver:
            for _ in range(20):
                plays = solver.step()
                wins = [t for t in range(len(plays)) if os.urandom(1)[0] < 128]
                if len(wins) < len(plays):  # only these have come back when it is left
                    solver._hand_over(wins, [1] * len(wins))
                    break
                solver.step([1] * len(plays))
            result = solver.stop()
            assert result.status == "stopped" and result.low <= TRUTH + Fraction(1, 20), result
    assert json.loads(result.to_json())["failures"] > 3


def test_seeded_plays_are_asked_again(tmp_path):
    """Of a function that draws from the seed nothing is lost, and the answer is that of a run that nobody stopped."""
    whole = allnash.solve(play=pennies, shape=(2, 2), **SETTINGS)
    for seeded in (True, False):
        ledger = tmp_path / f"{seeded}.db"
        for budget in (3, 50, 200):
            with allnash.Solver((2, 2), by_play=True, seeded=seeded, ledger=ledger, **SETTINGS) as solver:
                plays = solver.step()
                while len(plays) and budget > 0:
                    part = plays[:budget]
                    solver._hand_over(solver._open[:len(part)], [pennies(*play) for play in part.tolist()])
                    budget -= len(part)
                    plays = solver.step()
        result = allnash.solve(play=pennies, shape=(2, 2), seeded=seeded, ledger=ledger, **SETTINGS)
        assert (same(result) == same(whole)) == seeded
        assert ("failures" in result.to_json()) != seeded
        assert result.low <= TRUTH <= result.high
