"""`Solver`: a run in the hands of the user."""
import gc
import os
import random
import subprocess
import sys
import time

import pytest

import allnash
from games import KICKS, RPS, driven, rough, undercut


def threads():
    """Of the process, not of Python alone."""
    return len(os.listdir("/proc/self/task"))


def test_steps_to_the_answer():
    solver = allnash.Solver((100, 100), seed=2)
    asked = []
    driven(solver, undercut, asked)
    assert solver.result.row_support == [95, 96, 97, 98, 99]
    assert len(asked) == len(set(asked)) == solver.result.queries and solver.result.repeats is None
    same = allnash.solve(payoff=undercut, shape=(100, 100), seed=2)
    assert (same.asked == solver.result.asked).all() and same.rounds == solver.result.rounds
    assert len(solver.step()) == 0
    with pytest.raises(ValueError, match="none were asked for"):
        solver.step([1])


def test_some_answers_now_and_some_later():
    solver = allnash.Solver((3, 4), method="full")
    entries = solver.step()
    assert len(entries) == 12
    first = [tuple(entry) for entry in entries.tolist()[5:8]]
    left = solver.step({entry: KICKS[entry[0]][entry[1]] for entry in first})
    assert len(left) == 9 and not set(first) & set(map(tuple, left.tolist()))
    assert (solver.step() == left).all()  # asking again changes nothing
    with pytest.raises(ValueError, match="answered already"):
        solver.step({first[0]: 1})
    with pytest.raises(ValueError, match="8 payoffs where 9 were asked for"):
        solver.step([0] * 8)
    with pytest.raises(RuntimeError, match="has not ended"):
        solver.result
    assert len(solver.step([KICKS[i][j] for i, j in left.tolist()])) == 0
    assert solver.result.value == 76 and solver.result.queries == 12 and solver.result.rounds == 1


def test_what_was_right_before_a_mistake_is_kept():
    solver = allnash.Solver((2, 2), method="full")
    assert len(solver.step()) == 4
    with pytest.raises(ValueError, match="'x' is not a number"):
        solver.step([1, 2, "x", 3])
    assert len(solver.step()) == 2
    assert len(solver.step([4, 3])) == 0
    assert solver.result.queries == 4


def test_stopping():
    solver = allnash.Solver((10, 10))
    entries = solver.step()
    solver.step({tuple(entries[0].tolist()): 5})
    result = solver.stop()
    assert result.status == "stopped" and result.stop_reason == "interrupted" and result.queries == 1
    assert solver.result is result and len(solver.step()) == 0
    assert result.payoff(*entries[0].tolist()) == 5


def test_the_time_limit_keeps_what_comes_late():
    solver = allnash.Solver((2, 3), method="full", time_limit=0.05)
    entries = solver.step()
    time.sleep(0.15)
    assert len(solver.step({tuple(entries[2].tolist()): 7})) == 0
    assert solver.result.stop_reason == "time limit" and solver.result.queries == 1


@pytest.mark.parametrize("shape, options, idle, error, words", [
    ((2, 2), {"sede": 1}, 0, TypeError, r"Solver\(\) got an unexpected keyword argument 'sede'"),
    ((2, 3), {"symmetric": True}, 0, allnash.InputError, "2 x 3 is not square"),
    ((1, 1), {"seeded": True}, 0, TypeError, "seeded"),
    ((3, 3), {}, 2, TypeError, "idle= goes with the option ahead"),
])
def test_bad_beginnings(shape, options, idle, error, words):
    with pytest.raises(error, match=words):
        allnash.Solver(shape, **options).step(idle=idle)


def test_progress():
    with allnash.Solver((30, 30)) as solver:
        entries = solver.step()
        solver.step([0] * len(entries))
        assert solver.progress["queries"] == len(entries)


def test_a_dropped_solver_leaves_no_thread():
    before = threads()
    for _ in range(20):
        allnash.Solver((50, 50)).step()
    gc.collect()
    with allnash.Solver((50, 50)) as solver:
        solver.step()
    assert threads() == before


def test_the_interpreter_ends_with_a_solver_open():
    script = ("import allnash, sys\n"
              "solver = allnash.Solver((50, 50)); solver.step()\n"
              "sys.modules['kept'] = solver\n"
              "busy = allnash.Solver((3000, 3000), method='full')\n"
              "e = busy.step()\n"
              "print('end')\n")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


def test_a_child_process_does_not_wait_for_it():
    import multiprocessing

    solver = allnash.Solver((5, 5))
    solver.step()
    child = multiprocessing.get_context("fork").Process(target=gc.collect)
    child.start()
    child.join(10)
    assert child.exitcode == 0
    assert solver.stop().status == "stopped"


def test_many_solvers_at_once():
    solvers = [allnash.Solver((3, 3)) for _ in range(8)]
    batches = [solver.step() for solver in solvers]
    while any(len(batch) for batch in batches):
        batches = [solver.step([RPS[i][j] for i, j in batch.tolist()]) if len(batch) else batch
                   for solver, batch in zip(solvers, batches)]
    assert all(solver.result.value == 0 for solver in solvers)


def held_back(row, column):
    return (row * 31 + column * 17) % 23 == 0


def driven_one_by_one(solver, workers, most=10**9):
    """Answers entries one by one, some only when nothing else is there to do."""
    handed, answered = [], {}
    entries = solver.step()
    while len(entries) and len(answered) < most:
        lines = list(map(tuple, entries.tolist()))
        assert len(lines) == len(set(lines)) and not set(lines) & set(answered)
        handed += [line for line in lines if line not in handed]
        quick = [line for line in lines if not held_back(*line)]
        entry = (quick or lines)[0]
        answered[entry] = rough(*entry)
        entries = solver.step({entry: answered[entry]}, idle=max(0, workers - len(lines) + 1))
    return handed, answered


def test_workers_that_are_idle_go_ahead():
    plain = allnash.solve(payoff=rough, shape=(30, 30), method="lazy", check_repeat=0)
    solver = allnash.Solver((30, 30), method="lazy", ahead=0.2)
    handed, _ = driven_one_by_one(solver, 8)
    result = solver.result
    assert (result.asked == plain.asked).all() and result.rounds == plain.rounds
    assert result.queries == plain.queries and len(handed) == result.queries + result.in_vain
    order = [tuple(entry) for entry in plain.asked.tolist()]
    assert [entry for entry in handed if entry in set(order)] != order  # some came before their turn


def test_all_that_is_open_can_be_answered_at_once():
    plain = allnash.solve(payoff=rough, shape=(30, 30), method="lazy", check_repeat=0)
    solver = allnash.Solver((30, 30), method="lazy", ahead=0.2)
    entries = solver.step()
    while len(entries):
        first = tuple(entries[0].tolist())
        entries = solver.step({first: rough(*first)}, idle=5)
        if len(entries):
            with pytest.raises(ValueError, match="payoffs where"):
                solver.step([0] * (len(entries) + 1))
            entries = solver.step([rough(*entry) for entry in entries.tolist()])
    assert (solver.result.asked == plain.asked).all()


def test_a_game_that_grows_keeps_what_was_asked_ahead():
    solver = allnash.Solver((30, 30), method="lazy", ahead=0.2)
    _, before = driven_one_by_one(solver, 8, 200)
    assert solver.add_row() == 30
    _, after = driven_one_by_one(solver, 8)
    assert not set(before) & set(after) and solver.result.status == "proved"


def test_plays_are_asked_ahead():
    def play(i, j, seed):
        return int(random.Random(seed).random() < (0.7, 0.5, 0.3)[(i - j) % 3])

    options = dict(payoff_range=(0, 1), epsilon=0.4)
    without = allnash.solve(play=play, shape=(3, 3), seeded=True, **options)
    solver = allnash.Solver((3, 3), by_play=True, seeded=True, ahead=0.2, **options)
    order = random.Random(1)
    plays = solver.step()
    while len(plays):
        some = order.sample([tuple(map(int, line)) for line in plays], (len(plays) + 1) // 2)
        plays = solver.step({line: play(*line) for line in some}, idle=2)
    assert solver.result.certificate == without.certificate
    assert solver.result.queries == without.queries
