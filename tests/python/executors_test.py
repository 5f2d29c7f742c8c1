"""Payoffs computed on executors: threads, processes, dask, MPI."""
import os
import random
import shutil
import subprocess
import sys
import threading
import time
import traceback
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

import allnash
from allnash import _drive, _fleet
from games import even_interrupted, interrupted_after, rough, undercut, undercut_rows

SHAPE = (25, 25)
SUPPORT = [20, 21, 22, 23, 24]


class CalledOff(Exception):
    def __init__(self, who, why):  # two arguments: harder to send
        super().__init__(who, why)


def breaks_down(row, column):
    if (row, column) == (3, 3):
        raise CalledOff("three", "rain")
    return undercut(row, column)


def breaks_down_rows(rows, columns):
    if ((rows == 3) & (columns == 3)).any():
        raise CalledOff("three", "rain")
    return undercut_rows(rows, columns)


def dies(row, column):
    os._exit(1)


def assert_answers(executor):
    """What every executor must do."""
    plain = allnash.solve(payoff=undercut, shape=SHAPE)
    result = allnash.solve(payoff=undercut, shape=SHAPE, executor=executor)
    assert result.row_support == SUPPORT and (result.asked == plain.asked).all()
    assert (result.queries, result.rounds) == (plain.queries, plain.rounds)
    result = allnash.solve(batch=undercut_rows, shape=SHAPE, executor=executor)
    assert result.row_support == SUPPORT and (result.asked == plain.asked).all()
    with pytest.raises(CalledOff) as caught:
        allnash.solve(payoff=breaks_down, shape=SHAPE, executor=executor, method="full")
    assert caught.value.args == ("three", "rain")
    assert "while asking for the payoff of entry (3, 3)" in caught.value.__notes__
    assert "breaks_down" in "".join(traceback.format_exception(caught.value))
    with pytest.raises(CalledOff) as caught:
        allnash.solve(batch=breaks_down_rows, shape=SHAPE, executor=executor, method="full")
    assert "while asking for the payoffs of" in caught.value.__notes__[-1]


def test_threads():
    with ThreadPoolExecutor(4) as executor:
        assert_answers(executor)


def test_processes():
    with ProcessPoolExecutor(2) as executor:
        assert_answers(executor)
        with pytest.raises(BrokenProcessPool) as caught:
            allnash.solve(payoff=dies, shape=SHAPE, executor=executor)
        assert "entry (" in caught.value.__notes__[-1]


def test_dask():
    distributed = pytest.importorskip("distributed")
    with distributed.Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None) as client:
        with client.get_executor() as executor:
            assert_answers(executor)


def test_mpi(tmp_path):
    pytest.importorskip("mpi4py")
    if not shutil.which("mpiexec"):
        pytest.skip("mpiexec is not installed")
    script = tmp_path / "script.py"
    script.write_text("import sys\n"
                      f"sys.path.insert(0, {os.path.dirname(__file__)!r})\n"
                      "import executors_test\n"
                      "from mpi4py.futures import MPIPoolExecutor\n"
                      "if __name__ == '__main__':\n"
                      "    with MPIPoolExecutor() as executor:\n"
                      "        executors_test.assert_answers(executor)\n"
                      "    print('as it should')\n")
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl="self,vader", OMPI_MCA_plm="isolated",
                       TMPDIR=str(tmp_path))
    done = subprocess.run(["mpiexec", "-n", "3", sys.executable, "-B", "-m", "mpi4py.futures", script],
                          env=environment, capture_output=True, text=True, timeout=120)
    assert done.stdout == "as it should\n", done.stdout + done.stderr


class Watched(Executor):
    """Threads, and how many calls were in flight at most."""

    def __init__(self, workers):
        self.pool = ThreadPoolExecutor(workers)
        self._max_workers = workers
        self.open = self.most = 0
        self.lock = threading.Lock()
        self.futures = []

    def submit(self, function, /, *args, **kwargs):
        with self.lock:
            self.open += 1
            self.most = max(self.most, self.open)
        future = self.pool.submit(function, *args, **kwargs)
        future.add_done_callback(self.close)
        self.futures.append(future)
        return future

    def close(self, future):
        with self.lock:
            self.open -= 1


def test_calls_in_flight_are_bounded():
    executor = Watched(2)
    assert allnash.solve(payoff=undercut, shape=SHAPE, executor=executor).row_support == SUPPORT
    assert 2 <= executor.most <= 8


def test_answers_are_taken_in_the_order_they_come():
    """The first call of the batch lasts until all others are in: nothing waits for it."""
    release, rest = threading.Event(), []

    def payoff(row, column):
        if (row, column) == (0, 0):
            assert release.wait(20)
        else:
            rest.append((row, column))
            if len(rest) == 15:
                release.set()
        return row - column

    with ThreadPoolExecutor(2) as executor:
        result = allnash.solve(payoff=payoff, shape=(4, 4), executor=executor, method="full", check_repeat=0)
    assert result.queries == 16 and result.row_support == [3]


def test_calls_that_run_are_kept_when_another_fails():
    running, failed = threading.Event(), threading.Event()
    kept = []

    def payoff(row, column):
        if (row, column) == (0, 0):
            running.set()
            assert failed.wait()
            while not any(future.cancelled() for future in executor.futures):
                time.sleep(0.001)  # until the failure is known
            kept.append((row, column))
            return 1
        if (row, column) == (0, 1):
            running.wait()
            failed.set()
            raise CalledOff("one", "fog")
        return 0

    executor = Watched(2)
    with pytest.raises(CalledOff):
        allnash.solve(payoff=payoff, shape=(20, 20), executor=executor, method="full", check_repeat=0)
    assert kept == [(0, 0)]
    assert any(future.cancelled() for future in executor.futures) and len(executor.futures) <= 10
    executor.pool.shutdown()


@pytest.mark.parametrize("how", ["time limit", "interrupted"])
def test_the_end_does_not_wait_for_calls(how):
    begun, release = threading.Event(), threading.Event()

    def payoff(row, column):
        if (row, column) != (0, 0):
            begun.set()
            release.wait()
        return 0

    executor = Watched(2)
    limit = 0.2 if how == "time limit" else None
    if how == "interrupted":
        interrupted_after(begun)
    result = even_interrupted(allnash.solve, payoff=payoff, shape=(20, 20), executor=executor, method="full",
                              time_limit=limit)
    assert result.stop_reason == how and result.asked.tolist() in ([[0, 0]], [])
    assert not all(future.done() for future in executor.futures), "calls are still running"
    release.set()
    executor.pool.shutdown()


def test_an_executor_that_will_not_take_calls():
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(RuntimeError, match="cannot schedule new futures"):
        allnash.solve(payoff=undercut, shape=SHAPE, executor=executor)
    with pytest.raises(TypeError, match="executor must have submit"):
        allnash.solve(payoff=undercut, shape=SHAPE, executor=3)


def test_a_future_that_is_answered_at_once():
    class Here(Executor):
        def submit(self, function, /, *args, **kwargs):
            future = Future()
            future.set_result(function(*args, **kwargs))
            return future

    assert allnash.solve(payoff=undercut, shape=SHAPE, executor=Here()).row_support == SUPPORT


def difference(row, column):
    return row - column


class Counted(ThreadPoolExecutor):
    """How many calls it was sent."""

    calls = 0

    def submit(self, function, /, *args, **kwargs):
        self.calls += 1
        return super().submit(function, *args, **kwargs)


def test_quick_payoffs_go_many_to_a_call():
    with Counted(2) as executor:
        result = allnash.solve(payoff=difference, shape=(100, 100), executor=executor, method="full", check_repeat=0)
    assert result.queries == 10_000 and executor.calls < 500


def test_slow_payoffs_go_one_to_a_call():
    def slow(row, column):
        time.sleep(0.015)
        return row - column

    with Counted(4) as executor:
        result = allnash.solve(payoff=slow, shape=(9, 9), executor=executor, method="full", check_repeat=0)
    assert executor.calls == result.queries == 81


class FailsLate:
    """Counts the payoffs that it gives in a file, since it may be called in another process."""

    def __init__(self, given):
        self.given = given

    def __call__(self, row, column):
        if (row, column) == (70, 50):
            raise CalledOff("seventy", "snow")
        with open(self.given, "ab") as file:
            file.write(b".")
        return row - column


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_what_a_call_answered_before_it_failed_is_kept(pool, tmp_path):
    ledger, given = tmp_path / "known.db", tmp_path / "given"
    options = dict(shape=(100, 100), method="full", check_repeat=0, ledger=ledger)
    with pool(1) as executor, pytest.raises(CalledOff) as caught:
        allnash.solve(payoff=FailsLate(given), executor=executor, **options)
    assert caught.value.args == ("seventy", "snow")
    first, advice = caught.value.__notes__
    assert first == "while asking for the payoff of entry (70, 50)" and "on_failure" in advice
    assert not [name for name in caught.value.__dict__ if name != "__notes__"]
    result = allnash.solve(payoff=difference, **options)
    assert result.recalled == given.stat().st_size > 0


def test_workers_that_have_no_allnash():
    class Elsewhere(ThreadPoolExecutor):
        def submit(self, function, /, *args, **kwargs):
            if function.__module__.startswith("allnash"):
                function, args = self.missing, ()
            return super().submit(function, *args, **kwargs)

        @staticmethod
        def missing():
            raise ModuleNotFoundError("No module named 'allnash'", name="allnash")

    with Elsewhere(2) as executor:
        assert_answers(executor)


class Rough:
    """A game in which one payoff of a round lasts until the others had time to go ahead of it."""

    def __init__(self, patience=0.2):
        self.patience = patience
        self.plain = rough
        self.called = []
        self.lock = threading.Lock()

    def __call__(self, row, column):
        with self.lock:
            self.called.append((row, column))
        if (row * 31 + column * 17) % 23 == 0:
            time.sleep(self.patience)
        return self.plain(row, column)

    def batch(self, rows, columns):
        return [self(int(row), int(column)) for row, column in zip(rows, columns)]


AHEAD = dict(shape=(30, 30), method="lazy", check_repeat=0)


def answer_of(result):
    return result.value, result.row_support, result.column_support, result.rounds, result.asked.tolist()


@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize("kind", ["payoff", "batch"])
def test_idle_workers_go_ahead(kind, symmetric):
    game = Rough()
    if symmetric:
        game.plain = lambda row, column, plain=game.plain: plain(row, column) - plain(column, row)
    without = allnash.solve(payoff=game.plain, symmetric=symmetric, **AHEAD)
    assert without.in_vain is None
    with ThreadPoolExecutor(6) as executor:
        function = {"payoff": game, "batch": game.batch}[kind]
        result = allnash.solve(**{kind: function}, executor=executor, ahead=0.2, symmetric=symmetric, **AHEAD)
    assert answer_of(result) == answer_of(without)
    assert len(game.called) == len(set(game.called))
    assert result.queries == without.queries and len(game.called) <= result.queries + result.in_vain
    early = set(game.called[:40]) - set(map(tuple, without.asked[:40].tolist()))
    assert early or symmetric


def test_a_budget_counts_what_is_asked_ahead(tmp_path):
    ledger = tmp_path / "known.db"
    game = Rough(0.05)
    with ThreadPoolExecutor(6) as executor:
        result = allnash.solve(payoff=game, executor=executor, ahead=0.2, budget=120, ledger=ledger, **AHEAD)
    assert result.stop_reason == "budget" and result.queries <= 120 and len(game.called) <= 120
    again = Rough(0)
    with ThreadPoolExecutor(6) as executor:
        result = allnash.solve(payoff=again, executor=executor, ahead=0.2, ledger=ledger, **AHEAD)
    assert result.status == "proved"
    # What was still being computed when the budget was spent may be asked again.
    assert len(set(again.called) & set(game.called)) <= 6


def test_a_failure_ahead_is_none_unless_it_is_asked():
    game = Rough()
    needed = set(map(tuple, allnash.solve(payoff=game.plain, **AHEAD).asked.tolist()))

    def fails(row, column):
        if (row, column) not in needed:
            raise CalledOff("who", "cares")
        return game(row, column)

    with ThreadPoolExecutor(6) as executor:
        result = allnash.solve(payoff=fails, executor=executor, ahead=0.2, **AHEAD)
    assert result.status == "proved"


def test_idle_workers_are_told_of(recwarn):
    def payoff(row, column):
        if (row * 31 + column * 17) % 23 == 0:
            time.sleep(0.5)
        return rough(row, column)

    with ThreadPoolExecutor(6) as executor:
        with pytest.warns(UserWarning, match=r"workers were idle for \d+ % .*; ahead=0.1 gives them"):
            allnash.solve(payoff=payoff, executor=executor, **AHEAD)
        recwarn.clear()
        allnash.solve(payoff=payoff, executor=executor, ahead=0.2, **AHEAD)
        allnash.solve(payoff=undercut, shape=SHAPE, executor=executor)
    assert not recwarn.list


def straggling(i, j, seed):
    """A play that draws all from its seed; a few take long."""
    chance = random.Random(seed)
    won = chance.random() < (0.62, 0.5, 0.38)[(i - j) % 3]
    time.sleep(0.03 if chance.random() < 0.05 else 0)
    return int(won)


CHANCE = dict(shape=(4, 4), payoff_range=(0, 1), epsilon=0.4, seeded=True)


def test_idle_workers_play_ahead(tmp_path):
    without = allnash.solve(play=straggling, **CHANCE)
    with ThreadPoolExecutor(4) as executor:
        result = allnash.solve(play=straggling, executor=executor, ahead=0.2, ledger=tmp_path / "plays.db", **CHANCE)
    assert result.certificate == without.certificate
    assert result.queries == without.queries


def test_a_play_that_fails_ahead_is_told():
    def fails(i, j, seed):
        if seed % 50 == 0:
            raise RuntimeError("no board")
        return straggling(i, j, seed)

    with ThreadPoolExecutor(4) as executor, pytest.raises(RuntimeError, match="no board"):
        allnash.solve(play=fails, executor=executor, ahead=0.2, **CHANCE)


class Straggler:
    """Undercut, but the first call for (3, 3) ends only after a copy has answered. `second` is what the copy returns, once
    it is `seen`. The payoff of (3, 2) comes when `released` says so."""

    def __init__(self, monkeypatch, second=0):
        self.second = second
        self.lock = threading.Lock()
        self.called = []
        self.answered, self.seen, self.released = threading.Event(), threading.Event(), threading.Event()
        self.after(monkeypatch, "deliver", lambda run, task, *_: self.answered.set() if (3, 3) in task.entries.lines() else None)

    @staticmethod
    def after(monkeypatch, name, act):
        """Acts after each call of a function of what answers batches, also if it raises."""
        function = getattr(_drive.OnExecutor, name)

        def both(self, *args):
            try:
                return function(self, *args)
            finally:
                act(*args)

        monkeypatch.setattr(_drive.OnExecutor, name, both)

    def __call__(self, row, column):
        with self.lock:
            self.called.append((row, column))
            is_first = self.called.count((row, column)) == 1
        if (row, column) == (3, 3):
            assert (self.answered if is_first else self.seen).wait(20)
            return undercut(row, column) if is_first else self.second
        if (row, column) == (3, 2):
            assert self.released.wait(20)
        return undercut(row, column)


HEDGED = dict(shape=(5, 5), method="full", check_repeat=0, hedge=True)


def test_a_straggler_is_asked_of_one_more_worker(monkeypatch):
    """The copy ends when the run has looked many times more, with workers idle. Catches a hedge that sends no copy, one that
    sends more and more, and copies that count as queries."""
    game, looks = Straggler(monkeypatch), []
    game.released.set()
    monkeypatch.setattr(_drive, "WORTH_A_COPY", 0)
    monkeypatch.setattr(_drive, "TICK", 0.001)

    def count(run):
        if game.called.count((3, 3)) > 1:
            looks.append(1)
        if len(looks) == 20:
            game.seen.set()

    game.after(monkeypatch, "tell", count)
    with ThreadPoolExecutor(8) as executor:
        result = allnash.solve(payoff=game, executor=executor, **HEDGED)
    plain = allnash.solve(payoff=undercut, shape=(5, 5), method="full", check_repeat=0)
    assert game.called.count((3, 3)) == 2 and set(game.called) == {(i, j) for i in range(5) for j in range(5)}
    assert result.certificate == plain.certificate and result.queries == plain.queries == 25
    assert result.hedged == len(game.called) - 25 and plain.hedged is None


@pytest.mark.parametrize("second", [0, 7])
def test_copies_must_agree(monkeypatch, second):
    """The last payoff comes when both copies have answered. Catches answers that are both taken, and not compared."""
    game = Straggler(monkeypatch, second)
    game.seen.set()
    game.after(monkeypatch, "compare", lambda *_: game.released.set())
    with ThreadPoolExecutor(4) as executor:
        if second == 0:
            result = allnash.solve(payoff=game, executor=executor, **HEDGED)
            assert result.row_support == [0, 1, 2, 3, 4] and result.queries == 25
            return
        with pytest.raises(allnash.SourceError, match=r"entry \(3, 3\) has two payoffs, 7 and 0: it was asked twice"):
            allnash.solve(payoff=game, executor=executor, **HEDGED)


def test_stragglers_and_what_is_asked_ahead():
    game = Rough()
    plain = allnash.solve(payoff=game.plain, **AHEAD)
    with ThreadPoolExecutor(6) as executor:
        result = allnash.solve(payoff=game, executor=executor, ahead=0.2, hedge=True, **AHEAD)
    assert answer_of(result) == answer_of(plain)


def test_what_cannot_be_hedged():
    with pytest.raises(TypeError, match="hedge= goes with executor="):
        allnash.solve(payoff=undercut, shape=SHAPE, hedge=True)
    with pytest.raises(TypeError, match="hedge= goes with a function"):
        allnash.solve([[1]], hedge=True)
    with ThreadPoolExecutor(2) as executor:
        for kind in ("play", "play_batch"):
            with pytest.raises(TypeError, match=r"hedge= plays some matches twice .* \(seeded=True\)"):
                allnash.solve(**{kind: straggling}, executor=executor, hedge=True, shape=(4, 4), payoff_range=(0, 1), epsilon=0.4)
        seeded = allnash.solve(play=straggling, executor=executor, hedge=True, **CHANCE)
    assert seeded.certificate == allnash.solve(play=straggling, **CHANCE).certificate


def test_a_call_ends_in_time_and_others_get_the_rest(monkeypatch):
    """Payoffs that were quick until now: calls of 40 entries end after one. Catches a rest that is dropped or asked twice."""
    answered = []

    def payoff(row, column):
        answered.append((row, column))
        return undercut(row, column)

    monkeypatch.setattr(_drive.Share, "note", lambda self, *_: setattr(self, "size", 40))
    monkeypatch.setattr(_fleet.Pool, "call_seconds", 0)
    plain = allnash.solve(payoff=undercut, **AHEAD)
    with Counted(2) as executor:
        for ahead in (None, 0.2):
            answered.clear()
            result = allnash.solve(payoff=payoff, executor=executor, ahead=ahead, **AHEAD)
            assert answer_of(result) == answer_of(plain)
            assert len(answered) == len(set(answered)) and executor.calls >= len(answered)
            executor.calls = 0
