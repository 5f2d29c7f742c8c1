"""Payoffs and plays on a dask cluster: each call is a call, what is lost is known, workers die and come back."""
import contextlib
import functools
import os
import random
import signal
import socket
import subprocess
import sys
import time

import pytest

import allnash
from allnash import _fleet
from games import undercut

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


@pytest.mark.parametrize("kind, ahead", [("play", None), ("play", 2), ("play_batch", None)])
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
    """Kills by those who are told to, so many in all: they count them in a folder."""

    def __init__(self, folder, count, scheduler):
        self.folder, self.count, self.scheduler = str(folder), count, scheduler
        os.makedirs(folder)

    def made(self):
        return len(os.listdir(self.folder))

    def one(self, pids=None):
        """A process of these, or else that which calls. With the one in the middle dies the scheduler."""
        for number in range(self.count):
            try:
                os.close(os.open(os.path.join(self.folder, str(number)), os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            if number == self.count // 2:
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


def dies_of_losses(kills, row, column, seed):
    won = CHANCE.randrange(2)
    if not won and CHANCE.random() < 0.3:
        kills.one()
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


def test_workers_and_the_scheduler_are_killed(fleet, tmp_path, monkeypatch):
    # Any worker may be killed, so that one innocent entry may be lost each time.
    monkeypatch.setattr("allnash._drive.RETRIES", KILLS)
    client, scheduler = fleet
    kills = Kills(tmp_path / "kills", KILLS, scheduler)
    plain = allnash.solve(payoff=undercut, shape=SHAPE)
    while kills.made() < KILLS:
        result = allnash.solve(payoff=functools.partial(kills_somebody, kills), shape=SHAPE, executor=client.get_executor())
        assert result.row_support == SUPPORT and (result.asked == plain.asked).all()
    print(f"{kills.made()} workers and a scheduler killed by payoffs")


def test_plays_that_die_of_losses(fleet, tmp_path):
    """Of plays that come back without a word six are won for five that are lost."""
    client, scheduler = fleet
    kills = Kills(tmp_path / "kills", KILLS, scheduler)
    failures = 0
    while kills.made() < KILLS:
        result = allnash.solve(play=functools.partial(dies_of_losses, kills), executor=client.get_executor(), budget=100,
                               **OF_PLAYS)
        assert result.low is None or result.low <= 0.5 <= result.high
        failures += result.failures
    assert failures >= KILLS
    print(f"{kills.made()} workers and a scheduler killed by plays, {failures} plays lost")


def test_an_entry_that_kills_its_workers_is_named(fleet):
    client, _ = fleet
    with pytest.raises(allnash.SourceError, match=r"entry \(3, 3\): lost with its worker, and again in 2 more tries"):
        allnash.solve(payoff=kills_its_worker, shape=SHAPE, executor=client, method="full", check_repeat=0)
