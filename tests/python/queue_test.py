"""examples/queue: PostgreSQL as the queue, whose workers and driver are killed again and again."""
import collections
import time

import pytest

import allnash
import queue_nursery
from games import rough

SHAPE = (20, 20)
pytestmark = pytest.mark.skipif(bool(queue_nursery.missing()), reason=queue_nursery.missing())


def test_kills_cost_what_was_in_flight_and_no_more(tmp_path):
    alone = allnash.solve(payoff=rough, shape=SHAPE, check_repeat=0, certificate=tmp_path / "alone.cert")
    # When so many payoffs have begun, who began the last is killed, in the middle of it; at some of these the driver, too.
    kills = [20 * number for number in range(1, 1 + alone.queries // 20)]
    drivers = {kills[len(kills) // 3], kills[2 * len(kills) // 3]}
    with queue_nursery.database() as name, \
            queue_nursery.Fleet(tmp_path, name, SHAPE, "games", "rough", 0.02, workers=4) as fleet:
        while fleet.running():
            begun = fleet.begun()
            if kills and len(begun) >= kills[0]:
                fleet.kill_worker(begun[-1][0])
                if kills.pop(0) in drivers:
                    fleet.kill_driver()
            time.sleep(0.002)
        begun = fleet.begun()
        killed = set(fleet.killed)
    assert not kills and len(killed) > 5
    assert fleet.certificate.read_bytes() == (tmp_path / "alone.cert").read_bytes()
    # Whatever began twice was the last of a worker that was killed; nothing is asked again for the driver's sake.
    last = dict(begun)
    workers = collections.defaultdict(list)
    for pid, entry in begun:
        workers[entry].append(pid)
    twice = 0
    for entry, pids in workers.items():
        for pid in pids[:-1]:
            twice += 1
            assert pid in killed and last[pid] == entry
    assert 0 < twice <= len(killed)
    ledger = allnash.Ledger(fleet.ledger)
    kept = {tuple(map(int, line.split(",")[:2])) for line in ledger.export().split()[1:]}
    assert kept >= set(map(tuple, alone.asked.tolist()))
    assert kept <= set(workers)
