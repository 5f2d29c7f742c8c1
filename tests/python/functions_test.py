"""Payoffs from functions in the calling thread: batches, exceptions, Ctrl-C, time, progress, the GIL."""
import os
import random
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy
import pytest

import allnash
from games import KICKS, RPS, even_interrupted, interrupted_after, undercut, undercut_rows


def test_a_function_of_an_entry():
    asked = []

    def payoff(row, column):
        asked.append((row, column))
        assert type(row) is int and type(column) is int
        return undercut(row, column)

    result = allnash.solve(payoff=payoff, shape=(100, 100))
    assert result.row_support == result.column_support == [95, 96, 97, 98, 99]
    assert len(set(asked)) == result.queries < 10000 and len(asked) == result.queries + result.repeats
    assert sorted(set(asked)) == [tuple(entry) for entry in result.asked.tolist()]
    assert allnash.check(result)


def test_a_function_of_a_batch():
    calls = []

    def batch(rows, columns):
        assert rows.dtype == columns.dtype == numpy.int64 and rows.ndim == 1 and len(rows) == len(columns)
        calls.append(len(rows))
        return undercut_rows(rows, columns)

    result = allnash.solve(batch=batch, shape=(100, 100))
    same = allnash.solve(payoff=undercut, shape=(100, 100))
    assert result.row_vertices == same.row_vertices and (result.asked == same.asked).all()
    assert sum(calls) == result.queries + result.repeats and len(calls) == result.rounds


@pytest.mark.parametrize("kind", [list, tuple, numpy.array, lambda it: numpy.array(it, dtype=object),
                                  lambda it: numpy.array(it, dtype="float32"), lambda it: list(map(str, it))])
def test_batches_may_answer_in_any_kind_of_sequence(kind):
    table = numpy.array(KICKS)
    assert allnash.solve(batch=lambda i, j: kind(table[i, j].tolist()), shape=(3, 4)).value == 76


@pytest.mark.parametrize("answer, error, words", [
    (lambda i, j: [1], ValueError, "1 payoffs where"),
    (lambda i, j: 1, TypeError, "payoffs must be a sequence, not int"),
    (lambda i, j: [None] * len(i), TypeError, r"entry \(\d+, \d+\): a payoff must be a number, not NoneType"),
    (lambda i, j: numpy.full(len(i), numpy.nan), ValueError, r"entry \(\d+, \d+\): not a number"),
    (lambda i, j: numpy.zeros((len(i), 1)), ValueError, "one dimension"),
])
def test_bad_answers_to_a_batch(answer, error, words):
    with pytest.raises(error, match=words):
        allnash.solve(batch=answer, shape=(20, 20))


class Broken(Exception):
    pass


def test_an_exception_comes_back_as_itself():
    thrown = Broken("the match was called off")

    def play(row, column):
        if (row, column) == (2, 1):
            raise thrown
        return 0

    with pytest.raises(Broken) as caught:
        allnash.solve(payoff=play, shape=(4, 4), method="full")
    assert caught.value is thrown
    assert "while asking for the payoff of entry (2, 1)" in caught.value.__notes__
    assert "entry (2, 1)" in "".join(traceback.format_exception(caught.value))
    assert any(frame.name == "play" for frame in traceback.extract_tb(caught.value.__traceback__))

    def batch(rows, columns):
        raise thrown

    with pytest.raises(Broken) as caught:
        allnash.solve(batch=batch, shape=(4, 4), method="full")
    assert "entries, from (" in caught.value.__notes__[-1]


def test_functions_are_called_in_the_thread_that_solves():
    threads = set()
    allnash.solve(payoff=lambda i, j: threads.add(threading.get_ident()) or RPS[i][j], shape=(3, 3))
    assert threads == {threading.get_ident()}


def test_a_function_may_solve_a_game_itself():
    def inner(i, j):
        return allnash.solve([[i, j], [j, i]]).value

    table = [[inner(i, j) for j in range(4)] for i in range(4)]
    assert allnash.solve(payoff=inner, shape=(4, 4)).value == allnash.solve(table).value


def test_threads_may_solve_side_by_side():
    values = {}

    def work(n):
        values[n] = allnash.solve(f"family:matching,n={n}").value

    threads = [threading.Thread(target=work, args=(n,)) for n in range(2, 12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(1 / value == n for n, value in values.items()) and len(values) == 10


def test_the_interpreter_is_free_while_a_game_is_solved():
    """A thread of Python runs on while C++ computes, and ends it: it would stand still if the GIL were held."""
    begun = threading.Event()

    thread = interrupted_after(begun)
    result = even_interrupted(allnash.solve, "family:random,n=1500", method="full", progress=lambda now: begun.set())
    thread.join()
    assert result.status == "stopped" and result.stop_reason == "interrupted"


def test_the_time_limit_ends_a_slow_function():
    def slow(i, j):
        time.sleep(0.02)
        return i * j % 7

    result = allnash.solve(payoff=slow, shape=(50, 50), time_limit=0.3)
    assert result.status == "stopped" and result.stop_reason == "time limit"
    assert result.queries == len(result.asked) < 100, "it ended when the time was over"


def test_ctrl_c_in_a_function():
    asked = []

    def interrupted(i, j):
        asked.append((i, j))
        if len(asked) == 20:
            os.kill(os.getpid(), signal.SIGINT)
        return i * j % 7

    with pytest.raises(allnash.Interrupted) as ended:
        allnash.solve(payoff=interrupted, shape=(100, 100), check_repeat=0)
    result = ended.value.result
    assert result.status == "stopped" and result.stop_reason == "interrupted"
    assert 19 <= result.queries == len(result.asked) <= len(asked)  # what was learned before is kept


def test_ctrl_c_gives_true_bounds():
    value = allnash.solve("family:elo,n=60,noise=5").value
    count = 0

    def payoff(i, j):
        nonlocal count
        count += 1
        if count == 400:
            raise KeyboardInterrupt
        return table[i][j]

    full = allnash.solve("family:elo,n=60,noise=5", method="full")
    table = [[full.payoff(i, j) for j in range(60)] for i in range(60)]
    result = even_interrupted(allnash.solve, payoff=payoff, shape=(60, 60), check_repeat=0)
    assert result.status == "stopped" and result.queries == 399
    assert result.low is None or result.low <= value
    assert result.high is None or result.high >= value


def test_progress_reports():
    reports = []

    def slow(i, j):
        time.sleep(0.001)
        return undercut(i, j)

    result = allnash.solve(payoff=slow, shape=(20, 20), progress=reports.append)
    assert reports and {"queries", "rounds", "value", "low", "high", "seconds", "stage"} == set(reports[-1])
    counts = [report["queries"] for report in reports]
    assert counts == sorted(counts) and counts[-1] <= result.queries


def test_progress_by_tqdm(capsys):
    pytest.importorskip("tqdm")
    allnash.solve(payoff=undercut, shape=(20, 20), progress=True)
    assert "payoffs" in capsys.readouterr().err


def test_progress_without_tqdm(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.warns(UserWarning, match="tqdm"):
        assert allnash.solve(RPS, progress=True).value == 0


def test_a_failing_report_ends_the_run():
    def report(now):
        raise Broken

    with pytest.raises(Broken):
        allnash.solve(payoff=lambda i, j: 0, shape=(9, 9), progress=report)


def test_the_command_line_of_python_survives_ctrl_c():
    """As a user does it: a script in a process of its own gets SIGINT and goes on with a partial result."""
    script = textwrap.dedent("""
        import allnash, time
        def slow(i, j):
            if not seen:
                print("begun", flush=True)
            seen.append((i, j))
            time.sleep(0.01)
            return 0 if i == j else 1
        seen = []
        try:
            for _ in range(3):  # the first Ctrl-C ends them all
                allnash.solve(payoff=slow, shape=(1000, 1000))
        except KeyboardInterrupt as error:
            result = error.result
        print(result.status, result.stop_reason, len(result.asked) >= len(set(seen)) - 1)
    """)
    run = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert run.stdout.readline() == "begun\n"
    run.send_signal(signal.SIGINT)
    assert run.communicate()[0] == "stopped interrupted True\n"
    assert run.returncode == 0


WINS = [[0.5, 0.7, 0.1], [0.3, 0.5, 0.9], [0.9, 0.1, 0.5]]


@pytest.mark.parametrize("shift", [0, 0.5])
def test_a_function_of_win_rates_that_is_called_symmetric(shift):
    """Rates in [0, 1] need a range, and floats minus 0.5 differ by rounding: some matches are asked both ways."""
    with pytest.raises(allnash.InputError, match=r"entry \(\d, \d\) contradicts a symmetric game: it is ") as caught:
        allnash.solve(payoff=lambda i, j: WINS[i][j] - shift, shape=(3, 3), symmetric=True)
    assert "payoff_range=(0, 1)" in caught.value.__notes__[-1]
    result = allnash.solve(payoff=lambda i, j: WINS[i][j], shape=(3, 3), symmetric=True, payoff_range=(0, 1))
    assert result.value == Fraction(1, 2) and result.row_strategy == {0: Fraction(4, 10), 1: Fraction(4, 10), 2: Fraction(2, 10)}
    assert result.mirrored and f"{result.queries}: 3 of 3 matches, {result.mirrored} of them both ways" in str(result)


@pytest.mark.parametrize("executor", [None, 2])
def test_a_random_function_is_found_out(executor):
    """Coins pass the 8 repeats with probability 1/256: three of 50 would be a fault. The message says what such games are for."""
    found, runs = 0, 50 if executor is None else 5
    for seed in range(runs):
        draw = random.Random(seed)
        pool = ThreadPoolExecutor(1) if executor else None
        try:
            allnash.solve(payoff=lambda i, j: draw.randint(0, 1), shape=(10, 10), executor=pool)
        except allnash.SourceError as error:
            assert re.search(r"has two payoffs, [01] and [01]: .*random, see play=.*noisy", str(error))
            found += 1
        if pool:
            pool.shutdown()
    assert found >= runs - 2


def test_repeats_are_few_counted_and_optional():
    calls = []

    def payoff(i, j):
        calls.append((i, j))
        return (37 * i + 91 * j + 13 * i * j) % 101

    result = allnash.solve(payoff=payoff, shape=(30, 30))
    assert result.repeats == 8 and len(calls) == result.queries + 8 and len(set(calls)) == result.queries
    assert sorted(calls[:8]) == sorted(calls[8:16]), "they come first"
    calls.clear()
    assert allnash.solve(payoff=payoff, shape=(30, 30), check_repeat=0).repeats is None and len(calls) == result.queries
    small = allnash.solve(payoff=payoff, shape=(1, 1))
    assert small.repeats == 1 and small.queries == 1
    batches = []
    allnash.solve(batch=lambda rows, columns: batches.append(len(rows)) or [payoff(i, j) for i, j in zip(rows, columns)],
                  shape=(30, 30))
    assert sum(batches) == result.queries + 8
