"""Nothing that was learned is lost when `ledger=` is given."""
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

import allnash
from games import KICKS, even_interrupted, undercut

SHAPE = (40, 40)


class Broken(Exception):
    pass


def test_a_second_run_asks_nothing(tmp_path):
    path = tmp_path / "ledger"
    first = allnash.solve(payoff=undercut, shape=SHAPE, ledger=path)
    assert first.recalled == 0 and first.repeats == 8

    def never(i, j):
        raise AssertionError

    second = allnash.solve(payoff=never, shape=SHAPE, ledger=str(path))
    assert second.recalled == second.queries == first.queries and second.repeats is None
    assert (second.asked == first.asked).all() and second.row_vertices == first.row_vertices
    assert allnash.solve(payoff=undercut, shape=SHAPE).recalled is None


@pytest.mark.parametrize("workers", [None, 3])
def test_an_exception_loses_nothing(tmp_path, workers):
    path = tmp_path / "ledger"
    done = []

    def fails(i, j):
        if len(done) >= 50:
            raise Broken
        payoff = undercut(i, j)
        done.append((i, j))
        return payoff

    executor = ThreadPoolExecutor(workers) if workers else None
    with pytest.raises(Broken):
        allnash.solve(payoff=fails, shape=SHAPE, executor=executor, ledger=path, check_repeat=0)
    again = []
    result = allnash.solve(payoff=lambda i, j: again.append((i, j)) or undercut(i, j), shape=SHAPE, ledger=path,
                           check_repeat=0)
    assert result.recalled == len(done) >= 50 and not set(done) & set(again)
    assert len(done) + len(again) == result.queries


def test_a_bad_payoff_loses_none_before_it(tmp_path):
    path = tmp_path / "ledger"
    calls = []

    def fails(i, j):
        calls.append((i, j))
        return None if len(calls) == 31 else undercut(i, j)

    with pytest.raises(TypeError, match=r"entry \(\d+, \d+\)"):
        allnash.solve(payoff=fails, shape=SHAPE, ledger=path, check_repeat=0)
    assert allnash.solve(payoff=undercut, shape=SHAPE, ledger=path).recalled >= 30


def test_ctrl_c_loses_nothing(tmp_path):
    path = tmp_path / "ledger"
    calls = []

    def interrupted(i, j):
        if len(calls) == 60:
            raise KeyboardInterrupt
        calls.append((i, j))
        return undercut(i, j)

    result = even_interrupted(allnash.solve, payoff=interrupted, shape=SHAPE, ledger=path, check_repeat=0)
    assert result.stop_reason == "interrupted" and result.queries == 60
    assert allnash.solve(payoff=undercut, shape=SHAPE, ledger=path).recalled == 60


def test_a_crash_loses_nothing_that_took_time(tmp_path):
    """A process that ends without a word, right after a match: that match is kept."""
    path = tmp_path / "ledger"
    script = tmp_path / "crash.py"
    script.write_text("import os, sys, time\n"
                      "import allnash\n"
                      "count = 0\n"
                      "def play(i, j):\n"
                      "    global count\n"
                      "    if count == 25:\n"
                      "        os._exit(3)\n"
                      "    count += 1\n"
                      "    time.sleep(0.002)\n"
                      "    return i - j\n"
                      "allnash.solve(payoff=play, shape=(9, 9), method='full', ledger=sys.argv[1], check_repeat=0)\n")
    assert subprocess.run([sys.executable, "-B", script, path]).returncode == 3
    result = allnash.solve(payoff=lambda i, j: i - j, shape=(9, 9), method="full", ledger=path)
    assert result.recalled == 25 and result.queries == 81


def test_solver_and_batches(tmp_path):
    path = tmp_path / "ledger"
    solver = allnash.Solver((3, 4), method="full", ledger=path)
    entries = solver.step()
    solver.step({tuple(entries[5].tolist()): KICKS[entries[5][0]][entries[5][1]]})
    del solver
    table = numpy.array(KICKS)
    result = allnash.solve(batch=lambda i, j: table[i, j], shape=(3, 4), method="full", ledger=path)
    assert result.recalled == 1 and result.value == 76


def test_a_ledger_is_of_one_game(tmp_path):
    path = tmp_path / "ledger"
    array = numpy.array(KICKS)
    allnash.solve(array, ledger=path)
    numpy.save(tmp_path / "kicks.npy", array)
    for same in (array.astype(float), KICKS, tmp_path / "kicks.npy"):
        assert allnash.solve(same, ledger=path).recalled == 12
    array[0, 0] += 1
    with pytest.raises(allnash.InputError, match="ledger"):
        allnash.solve(array, ledger=path)
    with pytest.raises(allnash.InputError):
        allnash.solve(payoff=undercut, shape=SHAPE, ledger=path)
    with pytest.raises(allnash.InputError):
        allnash.solve(KICKS, ledger=tmp_path / "no such folder" / "ledger")


def test_repeats():
    result = allnash.solve(payoff=undercut, shape=SHAPE, check_repeat=0.5)
    assert 0 < result.repeats < result.queries
    solver = allnash.Solver((2, 2), check_repeat=1, method="full")
    entries = solver.step()
    while len(entries):  # by entry, some of which are asked twice in a batch
        entries = solver.step({(i, j): i + j for i, j in entries.tolist()})
    assert solver.result.repeats == 4 and solver.result.queries == 4
