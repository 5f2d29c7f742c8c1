"""Payoffs and plays on a dask cluster: each call is a call, what is lost is known, workers die and come back."""
import collections
import contextlib
import functools
import gc
import itertools
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import types
import weakref

import pytest

import allnash
from allnash import _calls, _drive, _fleet
from games import even_interrupted, interrupted_after, undercut, undercut_rows

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("ignore:Port")
CHANCE = random.SystemRandom()  # of its own in each process, and not drawn from a seed
SHAPE = (25, 25)
SUPPORT = [20, 21, 22, 23, 24]
FEW = 3
KILLS = int(os.environ.get("ALLNASH_KILLS", FEW))  # of workers in each test, and one of the scheduler


@pytest.fixture(scope="module")
def client():
    with distributed.Client(processes=False, n_workers=1, threads_per_worker=3, dashboard_address=None) as client:
        yield client


def drawn(row, column):
    return CHANCE.randrange(10**6)


@pytest.mark.parametrize("options", [{}, {"check_repeat": 1}])
def test_a_repeat_is_a_call_of_its_own(client, options):
    for executor in (client, client.get_executor(), client.get_executor(pure=True)):
        with pytest.raises(allnash.SourceError, match="has two payoffs"):
            allnash.solve(payoff=drawn, shape=(6, 6), executor=executor, **options)


def test_a_client_is_an_executor(client):
    plain = allnash.solve(payoff=undercut, shape=SHAPE)
    result = allnash.solve(payoff=undercut, shape=SHAPE, executor=client)
    assert result.row_support == SUPPORT and (result.asked == plain.asked).all()


def counted_calls(monkeypatch):
    """How many calls each message to the cluster has."""
    sent, submit_all = [], _fleet.Cluster.submit_all

    def count(self, function, lines):
        sent.append(len(lines))
        return submit_all(self, function, lines)

    monkeypatch.setattr(_fleet.Cluster, "submit_all", count)
    return sent


def test_quick_payoffs_go_many_to_a_call(client, monkeypatch):
    """By a clock on which a call takes a microsecond. Catches a share that does not grow, and parts of a round that are
    smaller than it is worth to send."""
    sent = counted_calls(monkeypatch)
    monkeypatch.setattr(_calls, "time", types.SimpleNamespace(perf_counter=itertools.count(0, 1e-6).__next__))
    plain = allnash.solve(payoff=undercut, shape=(60, 60))
    result = allnash.solve(payoff=undercut, shape=(60, 60), executor=client)
    assert (result.asked == plain.asked).all()
    assert sum(sent) < 4 * plain.rounds + 40 < plain.queries / 2


@pytest.mark.parametrize("kind, function", [("payoff", undercut), ("batch", undercut_rows)])
@pytest.mark.parametrize("told", [True, False])
def test_answers_are_told_or_else_fetched(client, monkeypatch, kind, function, told):
    """What is told needs no fetching, which would wait for workers that died. Catches answers that are not told, and those
    that are too long for that and get lost."""
    fetched, gather = [], client.gather
    monkeypatch.setattr(client, "gather", lambda *args, **kwargs: fetched.append(1) or gather(*args, **kwargs))
    if not told:
        monkeypatch.setattr(_calls, "MOST_TOLD", 0)
    plain = allnash.solve(payoff=undercut, shape=SHAPE)
    result = allnash.solve(**{kind: function}, shape=SHAPE, executor=client)
    assert (result.asked == plain.asked).all() and bool(fetched) != told


def test_nothing_is_left_behind(client, monkeypatch):
    """Of a run that has ended, or was stopped while calls ran: the client keeps neither calls nor what listened to them."""
    made, fleet_of = [], _fleet.fleet_of

    def remembered(*args):
        fleet = fleet_of(*args)
        made.append(weakref.ref(fleet))
        return fleet

    monkeypatch.setattr(_fleet, "fleet_of", remembered)
    allnash.solve(payoff=undercut, shape=SHAPE, executor=client)
    allnash.solve(payoff=undercut, shape=SHAPE, executor=client, budget=30)
    while client.futures or any(one() for one in made):
        gc.collect()
        time.sleep(0.01)
    assert len(made) == 2


@pytest.fixture(scope="module")
def deserted():
    """A cluster without workers."""
    with distributed.LocalCluster(processes=False, n_workers=0, threads_per_worker=3, dashboard_address=None) as cluster:
        with distributed.Client(cluster, set_as_default=False) as client:
            yield cluster, client


@pytest.mark.parametrize("how", ["time limit", "interrupted"])
def test_nobody_waits_for_workers_for_ever(deserted, how):
    begun = threading.Event()
    if how == "interrupted":
        thread = interrupted_after(begun)
    result = even_interrupted(allnash.solve, payoff=undercut, shape=SHAPE, executor=deserted[1],
                              progress=lambda _: begun.set(), time_limit=0.2 if how == "time limit" else None)
    assert result.stop_reason == how and result.queries == 0
    if how == "interrupted":
        thread.join()


def test_a_run_waits_for_workers_and_says_so(deserted, monkeypatch):
    """They are started when the run has said that it waits. Catches a run that gives up, and one that is silent."""
    monkeypatch.setattr(_fleet, "RECOUNT", 0)
    monkeypatch.setattr(_drive, "BETWEEN_REPORTS", 0)
    monkeypatch.setattr(_drive, "LONG_EMPTY", 0)
    cluster, client = deserted
    told = []

    def progress(now):
        if now.get("workers") == 0:
            told.append(now)
            if len(told) == 2:  # it has warned: the second time that it saw none
                cluster.scale(1)

    with pytest.warns(UserWarning, match="the cluster has no worker; the run goes on when one joins"):
        result = allnash.solve(payoff=undercut, shape=SHAPE, executor=client, progress=progress)
    assert result.row_support == SUPPORT
    assert told[0]["busy"] == 0 and told[0]["in_flight"] > 0


def test_workers_are_counted_as_they_come_and_go(monkeypatch):
    monkeypatch.setattr(_fleet, "RECOUNT", 0)
    with distributed.LocalCluster(processes=False, n_workers=1, threads_per_worker=3, dashboard_address=None) as cluster:
        with distributed.Client(cluster, set_as_default=False) as client:
            fleet = _fleet.fleet_of(client.get_executor(), once=False)
            assert fleet.workers == 3 and fleet.known_size
            cluster.scale(2)
            while fleet.workers != 6:
                time.sleep(0.01)
            one = list(client.nthreads())[0]
            assert _fleet.fleet_of(client.get_executor(workers=[one]), once=False).workers == 3
            assert _fleet.fleet_of(client.get_executor(workers=[one], allow_other_workers=True), once=False).workers == 6
            cluster.scale(1)
            while fleet.workers != 3:
                time.sleep(0.01)


def fair(row, column, seed):
    return CHANCE.randrange(2)


def drawn_from_seed(row, column, seed):
    return random.Random(seed).randrange(2)


OF_PLAYS = dict(shape=(1, 1), payoff_range=(0, 1), epsilon=0.2)


def test_retries_are_for_plays_that_are_seeded(client):
    executor = client.get_executor(retries=20)
    with pytest.raises(allnash.InputError, match="executor: made with retries=20"):
        allnash.solve(play=fair, executor=executor, **OF_PLAYS)
    with pytest.raises(allnash.InputError, match="executor: made with retries=20"):
        allnash.solve(play_batch=lambda rows, columns, seeds: 0 * rows, executor=executor, **OF_PLAYS)
    seeded = allnash.solve(play=drawn_from_seed, seeded=True, executor=executor, **OF_PLAYS)
    assert seeded.certificate == allnash.solve(play=drawn_from_seed, seeded=True, **OF_PLAYS).certificate
    assert allnash.solve(payoff=undercut, shape=SHAPE, executor=executor).row_support == SUPPORT


def test_a_client_that_cannot_be_used(client):
    executor = client.get_executor()
    executor.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown"):
        allnash.solve(payoff=undercut, shape=SHAPE, executor=executor)
    other = distributed.Client(client.scheduler.address, set_as_default=False)
    other.close()
    with pytest.raises(allnash.SourceError, match="the dask client is closed"):
        allnash.solve(payoff=undercut, shape=SHAPE, executor=other)


def gives_up(row, column, seed):
    """A fair coin, and a worker that has its losses made again, three of five."""
    if won := CHANCE.randrange(2):
        return won
    if CHANCE.random() < 0.6:
        raise distributed.Reschedule
    return 0


def gives_up_batch(rows, columns, seeds):
    return [gives_up(*line) for line in zip(rows, columns, seeds)]


@pytest.mark.parametrize("kind, ahead", [("play", None), ("play", 0.2), ("play_batch", None)])
def test_a_play_that_dask_makes_again_counts_as_lost(client, kind, ahead, tmp_path):
    """Counted as they come back, these plays are won 5 times of 7. Three of ten are made again."""
    function = {"play": gives_up, "play_batch": gives_up_batch}[kind]
    result = allnash.solve(**{kind: function}, executor=client.get_executor(), budget=100, ahead=ahead, ledger=tmp_path / "plays.db",
                           **OF_PLAYS)
    assert result.failures > 10
    assert result.low is None or result.low <= 0.5
    again = allnash.solve(play=fair, budget=100, ledger=tmp_path / "plays.db", **OF_PLAYS)
    assert again.failures >= result.failures  # the file has them


def test_no_play_is_lost_where_nothing_happens(client):
    result = allnash.solve(play=fair, executor=client, **OF_PLAYS)
    assert result.status == "certified" and result.failures == 0
    assert result.low <= 0.5 <= result.high


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Fleet:
    """A scheduler and workers, each a process of its own that comes back when it is killed. With few kills dask gives up a
    call at once when its worker dies, where it would try three times more."""

    def __init__(self, workers):
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.parents = [self.start("scheduler", self.address.rpartition(":")[2]),
                        self.start("workers", self.address, str(workers))]

    @staticmethod
    def start(*arguments):
        folder = os.path.dirname(__file__)
        path = os.pathsep.join([folder, os.environ["PYTHONPATH"]])
        environment = dict(os.environ, PYTHONPATH=path,
                           DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0" if KILLS == FEW else "3")
        return subprocess.Popen([sys.executable, "-B", os.path.join(folder, "dask_nursery.py"), *arguments],
                                env=environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for parent in self.parents:
            parent.terminate()
            parent.wait()


class Kills:
    """Kills by those who are told to, so many in all: they count them in a folder, and write down what they died of."""

    def __init__(self, folder, count, scheduler=None):
        self.folder, self.count, self.scheduler = str(folder), count, scheduler
        self.tries = f"{folder} tries"
        os.makedirs(self.folder)
        os.makedirs(self.tries)

    def made(self):
        return len(os.listdir(self.folder))

    def causes(self):
        """The plays that killed a worker at their first try. Dask makes a play again, too, if its worker dies right after the
        answer, of another play: that answer counts, and what a later try does says nothing of it."""
        return {text for name in os.listdir(self.folder)
                if (text := open(os.path.join(self.folder, name)).read()) and text != "a later try"}

    def is_first(self, play):
        """Whether this is the first try of the play."""
        try:
            open(os.path.join(self.tries, play), "x").close()
        except FileExistsError:
            return False
        return True

    def one(self, pids=None, cause=""):
        """A process of these, or else that which calls. With the one in the middle dies the scheduler, if one is named."""
        for number in range(self.count):
            try:
                with open(os.path.join(self.folder, str(number)), "x") as file:
                    file.write(cause)
            except FileExistsError:
                continue
            if self.scheduler and number == self.count // 2:
                for pid in children_of(self.scheduler):
                    kill(pid)
            kill(CHANCE.choice(pids or [os.getpid()]))
            break


def kill(pid):
    with contextlib.suppress(ProcessLookupError):  # another's kill may have met it first
        os.kill(pid, signal.SIGKILL)


def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as children:
        return [int(child) for child in children.read().split()]


def kills_somebody(kills, row, column):
    if CHANCE.random() < 0.1:
        kills.one(children_of(os.getppid()))
    return undercut(row, column)


def dies_of_losses(kills, run, row, column, seed):
    first = kills.is_first(f"{run} {seed}")
    won = CHANCE.randrange(2)
    if not won and CHANCE.random() < 0.3:
        kills.one(cause=f"{run} {seed}" if first else "a later try")
    return won


def kills_its_worker(row, column):
    if (row, column) == (3, 3):
        os.kill(os.getpid(), signal.SIGKILL)
    return undercut(row, column)


@pytest.fixture(scope="module")
def fleet():
    with Fleet(3) as fleet, distributed.Client(fleet.address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(3, timeout=60)
        yield client, fleet.parents[0].pid


def hide():
    """As if allnash were not installed there."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "allnash"]:
        sys.modules["hidden " + name] = sys.modules[name]
        sys.modules[name] = None


def show():
    for name in [name for name in sys.modules if name.startswith("hidden ")]:
        sys.modules[name.partition(" ")[2]] = sys.modules.pop(name)


@pytest.mark.parametrize("kind, function", [("payoff", undercut), ("batch", undercut_rows)])
def test_workers_without_allnash(fleet, kind, function):
    client, _ = fleet
    plain = allnash.solve(payoff=undercut, shape=SHAPE)
    client.run(hide)
    try:
        result = allnash.solve(**{kind: function}, shape=SHAPE, executor=client)
        assert (result.asked == plain.asked).all()
        with pytest.raises(ImportError) as caught:
            allnash.solve(play=fair, executor=client, **OF_PLAYS)
        assert "the workers need allnash for plays that are not seeded=True" in caught.value.__notes__
    finally:
        client.run(show)


def test_workers_and_the_scheduler_are_killed(fleet, tmp_path, monkeypatch):
    # Any worker may be killed, so that one innocent entry may be lost each time.
    monkeypatch.setattr("allnash._drive.RETRIES", KILLS)
    client, scheduler = fleet
    kills = Kills(tmp_path / "kills", KILLS, scheduler)
    plain = allnash.solve(payoff=undercut, shape=SHAPE)
    while kills.made() < KILLS:
        result = allnash.solve(payoff=functools.partial(kills_somebody, kills), shape=SHAPE, executor=client.get_executor())
        assert result.certificate == plain.certificate and (result.asked == plain.asked).all()
    print(f"{kills.made()} workers and a scheduler killed by payoffs")


def test_plays_that_die_of_losses(fleet, tmp_path):
    """Of plays that come back without a word six are won for five that are lost."""
    client, scheduler = fleet
    kills = Kills(tmp_path / "kills", KILLS, scheduler)
    failures = 0
    for run in itertools.count():
        result = allnash.solve(play=functools.partial(dies_of_losses, kills, run), executor=client.get_executor(), budget=100,
                               **OF_PLAYS)
        assert result.low is None or result.low <= 0.5 <= result.high
        failures += result.failures
        assert failures >= len(kills.causes()) > 0
        if kills.made() == KILLS:
            break
    print(f"{kills.made()} workers and a scheduler killed by {len(kills.causes())} plays, {failures} plays lost")


def test_an_entry_that_kills_its_workers_is_named(fleet):
    client, _ = fleet
    with pytest.raises(allnash.SourceError, match=r"entry \(3, 3\): lost with its worker, and again in 2 more tries"):
        allnash.solve(payoff=kills_its_worker, shape=SHAPE, executor=client, method="full", check_repeat=0)


def begun(folder):
    """How often each payoff was begun."""
    return collections.Counter((folder / "begun").read_text().splitlines())


def noted(folder, row, column):
    with open(os.path.join(folder, "begun"), "a") as file:
        file.write(f"{row},{column}\n")
    time.sleep(0.02)
    return undercut(row, column)


def noted_and_deadly(folder, kills, row, column):
    payoff = noted(folder, row, column)
    if CHANCE.random() < 0.1:
        kills.one()
    return payoff


def test_only_what_was_in_flight_is_asked_again(fleet, tmp_path, monkeypatch):
    """A worker that kills itself takes with it what it had begun, and what it had answered a moment ago at most. Catches
    losses that bring back more than that."""
    monkeypatch.setattr("allnash._drive.RETRIES", KILLS)
    client, _ = fleet
    kills = Kills(tmp_path / "kills", KILLS)
    plain = allnash.solve(payoff=undercut, shape=(12, 12), check_repeat=0)
    runs = 0
    while kills.made() < KILLS:
        result = allnash.solve(payoff=functools.partial(noted_and_deadly, str(tmp_path), kills), shape=(12, 12), executor=client,
                               check_repeat=0)
        assert result.certificate == plain.certificate and result.queries == plain.queries
        runs += 1
    assert sum(begun(tmp_path).values()) - runs * plain.queries <= 2 * KILLS


def stands_still(folder, row, column):
    """One worker is stopped in the middle of a payoff, and goes on for no reason that a scheduler would know."""
    if (row, column) == (3, 3):
        with contextlib.suppress(FileExistsError):
            os.close(os.open(os.path.join(folder, str(os.getpid())), os.O_CREAT | os.O_EXCL))
            if len(os.listdir(folder)) == 1:
                os.kill(os.getpid(), signal.SIGSTOP)
    return undercut(row, column)


def test_a_worker_that_stands_still_is_overtaken(fleet, tmp_path):
    """Without copies of what it has, the run would wait for it for ever."""
    client, _ = fleet
    plain = allnash.solve(payoff=undercut, shape=SHAPE)
    try:
        result = allnash.solve(payoff=functools.partial(stands_still, str(tmp_path)), shape=SHAPE, executor=client, hedge=True,
                               method="full")
    finally:
        pids = os.listdir(tmp_path)
        for pid in pids:
            kill(int(pid))
    assert len(pids) == 2  # the copy went elsewhere
    assert result.value == plain.value and result.row_support == SUPPORT


@pytest.mark.parametrize("how", ["time limit", "interrupted"])
def test_nobody_waits_for_a_scheduler_that_stands_still(fleet, how):
    """The run ends with what it has, and another one goes on when the scheduler does."""
    client, scheduler = fleet
    stopped = threading.Event()

    def stop(now):
        if not stopped.is_set():
            for pid in children_of(scheduler):
                os.kill(pid, signal.SIGSTOP)
            stopped.set()

    if how == "interrupted":
        thread = interrupted_after(stopped)
    try:
        result = even_interrupted(allnash.solve, payoff=undercut, shape=SHAPE, executor=client, progress=stop,
                                  time_limit=0.3 if how == "time limit" else None)
        assert result.stop_reason == how
    finally:
        for pid in children_of(scheduler):
            os.kill(pid, signal.SIGCONT)
        if how == "interrupted":
            thread.join()
    assert allnash.solve(payoff=undercut, shape=SHAPE, executor=client).row_support == SUPPORT


DRIVER = """
import functools, sys
import distributed
import allnash
from dask_test import noted, SHAPE

address, folder = sys.argv[1:]
with distributed.Client(address, set_as_default=False) as client:
    allnash.solve(payoff=functools.partial(noted, folder), shape=SHAPE, executor=client, method="full", check_repeat=0,
                  ledger=folder + "/known.db", game_id="undercut", certificate=folder + "/certificate")
"""


@pytest.mark.skipif(KILLS == FEW, reason="the slow run of these tests has it")
def test_the_client_is_killed_and_goes_on(fleet, tmp_path):
    """It comes to its end after two kills, with the certificate of a run that nobody disturbed."""
    client, _ = fleet
    plain = allnash.solve(payoff=undercut, shape=SHAPE, method="full", check_repeat=0)
    path = os.pathsep.join([os.path.dirname(__file__), os.environ["PYTHONPATH"]])
    command = [sys.executable, "-B", "-c", DRIVER, client.scheduler.address, str(tmp_path)]
    (tmp_path / "begun").touch()
    for part in (1, 2, 3):
        driver = subprocess.Popen(command, env=dict(os.environ, PYTHONPATH=path))
        while part < 3 and len(begun(tmp_path)) < 200 * part:
            time.sleep(0.01)
        if part < 3:
            driver.kill()
        assert driver.wait() == (0 if part == 3 else -signal.SIGKILL)
    again = sum(begun(tmp_path).values()) - plain.queries
    assert (tmp_path / "certificate").read_text() == plain.certificate
    assert again <= 2 * 4 * 3 * 2  # two kills, four calls for each of three workers, two entries each


@pytest.mark.skipif(KILLS == FEW, reason="the slow run of these tests has it")
def test_a_scheduler_that_never_comes_back(tmp_path):
    """The client waits for it as long as its own timeout says. Then the run ends and says why."""
    with Fleet(1) as fleet, distributed.Client(fleet.address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=60)
        client._timeout = 0.5

        def end(now):
            for parent in fleet.parents:
                parent.terminate()
                parent.wait()

        with pytest.raises(allnash.SourceError, match="could not reach its scheduler again"):
            allnash.solve(payoff=undercut, shape=SHAPE, executor=client, progress=end)
