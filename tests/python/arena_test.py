"""`Arena`: a league that many processes use at once, and that are killed."""
import contextlib
import json
import os
import pickle
import queue
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import allnash

KILLS = int(os.environ.get("ALLNASH_KILLS", "8"))
# Takes pairs and records who won, until it is killed. What `record` has returned for is told on standard output, a line each, and every
# third result is sent twice.
VOTER = """
import os, random, sys
import allnash
arena = allnash.Arena(sys.argv[1])
luck = random.Random(int(sys.argv[2]))
for vote in range(int(sys.argv[3])):
    pair = arena.next()
    a, b = pair
    winner = a if luck.random() < 0.6 else b
    for again in range(2 if vote % 3 == 0 else 1):
        if arena.record(a, b, winner, ticket=pair.ticket) != (again == 0):
            sys.exit("a vote counted twice, or not at all")
    os.write(1, f"{pair.ticket}\\n".encode())
"""


def lines_of(arena):
    return arena.export().splitlines()[1:]


def test_pairs_and_results(tmp_path):
    arena = allnash.Arena(tmp_path / "arena.db", ["Ada", "Bo", "Cy, the third"])
    pair = arena.next()
    a, b = pair
    assert {a, b} < set(arena.players) and arena.plays == 0 and (pair.a, pair.b) == (a, b)
    again = pickle.loads(pickle.dumps(pair))
    assert again == pair and again.ticket == pair.ticket == 1
    assert arena.record(a, b, a, ticket=pair.ticket) and not arena.record(a, b, a, ticket=pair.ticket)
    assert arena.record(b, a, "tie") and arena.record("Di", a, 0.25)
    assert arena.players == ["Ada", "Bo", "Cy, the third", "Di"] and arena.plays == 3
    assert [line.rsplit(",", 1)[1] for line in lines_of(arena)] == ["1", "1/2", "1/4"]
    again = allnash.Arena(tmp_path / "arena.db")
    assert again.export() == arena.export() and len(again.next(5)) == 5


def test_the_board_is_what_rank_says_of_the_export(tmp_path):
    arena = allnash.Arena(tmp_path / "arena.db", [f"player {t}" for t in range(5)], for_="order")
    luck = random.Random(1)
    for a, b in arena.next(120):
        arena.record(a, b, a if luck.random() < 0.5 + 0.1 * (b > a) else b)
    arena.export(tmp_path / "log.csv")
    board = arena.board(plan=20)
    as_the_arena_knows = {"schedule": "any", "distinct": True}
    assert board.plays == 120 and board.to_json() == allnash.rank(tmp_path / "log.csv", for_="order", plan=20, **as_the_arena_knows).to_json()
    build = os.environ.get("ALLNASH_BUILD")
    if build and os.access(Path(build) / "allnash", os.X_OK):
        said = subprocess.run([Path(build) / "allnash", "rank", "log.csv", "--json", "--for", "order", "--plan", "20", "--schedule", "any", "--distinct"], cwd=tmp_path,
                              capture_output=True, text=True, check=True).stdout
        assert json.loads(said) == json.loads(board.to_json())


def test_nothing_is_certified_that_needs_a_schedule_without_results(tmp_path):
    """Pairs come from a plan that follows results. Fails if orders against common opponents are certified all the same, or if matches of a
    double round robin in which the better one always wins are taken for copies of each other."""
    arena = allnash.Arena(tmp_path / "arena.db")
    for _ in range(20):
        for a in "abcde":
            for b in sorted(set("abcde") - {a}):
                arena.record(a, b, min(a, b))
    board = arena.board(resamples=0)
    assert board.plays == 400
    certified = board.certified
    assert certified["direct"] and certified["own_score"]["a"] > 0.5
    assert certified["same_field"] == [] and certified["may_be_first"] == ["a", "b", "c", "d", "e"] and certified["assumed"] == {}
    assert set(certified["withheld"]) == {"same_field", "may_be_first"}
    fixed = arena.board(resamples=0, schedule="fixed").certified
    assert ("a", "e") in fixed["same_field"] and fixed["withheld"] == {}


def test_a_board_reads_every_name_that_an_arena_takes(tmp_path):
    """Fails if a name is taken that ends every answer, or that is another player's in the log."""
    arena = allnash.Arena(tmp_path / "arena.db")
    for name in ("tab\tin it", "bell\a", "\x1b[31m", "\x85", "half of a letter \ud800", " first", "last ", "", " ", "BYE", "*** bye ***", "Freilos", "two\nlines", 7):
        with pytest.raises(allnash.InputError, match="is not a name|is no player"):
            arena.add(name)
    names = ["tie", "draw", "-", "a,b", "\"q\"", "1", "2", "row", "nan", "=1+1", "#x", "*", "Goodbye", "\u00e9", "e\u0301", "any", "white", "Ada", "ada"]
    for name in names:
        arena.record(name, "other", 1)
        arena.record("other", name, 1)
    board = arena.board(resamples=0)
    assert board.plays == 2 * len(names) and sorted(board.certified["may_be_first"]) == sorted([*names, "other"])


def test_pairs_come_from_the_plan(tmp_path):
    """After ten matches each; the plan is of two that are close, and nobody asks for the far last."""
    arena = allnash.Arena(tmp_path / "arena.db", ["first", "second", "third", "last"])
    strength = {"first": 3, "second": 3, "third": 1, "last": 0}
    luck = random.Random(4)
    for _ in range(400):
        a, b = luck.sample(arena.players[:4], 2)
        arena.record(a, b, a if luck.random() < 1 / (1 + 2.7 ** (strength[b] - strength[a])) else b)
    arena.plan()
    planned = arena.board(plan=200).next
    dealt = [tuple(pair) for pair in arena.next(200)]
    assert sorted(map(sorted, dealt)) == sorted(map(sorted, planned))
    assert sum({"first", "second"} & set(pair) != set() for pair in dealt) > 190
    # Spread out, not pair by pair, and endless.
    assert len(set(dealt[:4])) > 1 and len(arena.next(500)) == 500


def test_one_plans_at_a_time(tmp_path, monkeypatch):
    """Each arena here is one of several processes. If who began is gone, another begins after a minute."""
    begun, go_on = queue.Queue(), threading.Event()
    monkeypatch.setattr(allnash.Arena, "plan", lambda arena: begun.put(arena) or go_on.wait(60))
    arenas = [allnash.Arena(tmp_path / "arena.db", ["a", "b", "c"]) for _ in range(3)]
    for a, b in arenas[0].next(20, now=1000):
        arenas[0].record(a, b, a)
    for arena in arenas:
        arena.next(now=1001)
    assert begun.get(timeout=60) is arenas[0]
    arenas[1].next(now=1060)
    arenas[2].next(now=1062)
    assert begun.get(timeout=60) is arenas[2] and begun.empty()
    go_on.set()
    for thread in threading.enumerate():
        if thread.name == "allnash arena plan":
            thread.join()
    arenas[1].next(now=1063)
    assert begun.get(timeout=60) is arenas[1], "the others have ended"


def test_newcomers_come_first(tmp_path):
    arena = allnash.Arena(tmp_path / "arena.db", ["a", "b", "c"])
    for a, b in arena.next(60):
        arena.record(a, b, a)
    arena.add("new")
    pairs = arena.next(12)
    assert all("new" in pair for pair in pairs[:10]) and {name for pair in pairs[:10] for name in pair} == {"a", "b", "c", "new"}


def test_a_lease_ends(tmp_path):
    arena = allnash.Arena(tmp_path / "arena.db", ["a", "b", "c", "d"], lease=100)
    first = arena.next(3, now=1000)
    assert len({tuple(sorted(pair)) for pair in first}) == 3, "what is out is not handed out again"
    arena.record(*first[0], "tie", ticket=first[0].ticket)
    assert arena.next(2, now=1099.5)[0].ticket > 3
    again = arena.next(2, now=1100)
    assert [tuple(one) for one in again] == [tuple(one) for one in first[1:]], "given again, the oldest first"
    assert [tuple(one) for one in arena.next(2, now=1101)] != [tuple(one) for one in again]
    # The slow one may record all the same, and the second as well: two matches.
    assert arena.record(*first[1], "tie", ticket=first[1].ticket) and arena.record(*again[0], "tie", ticket=again[0].ticket)
    assert arena.plays == 3


def test_what_is_refused(tmp_path):
    arena = allnash.Arena(tmp_path / "arena.db", ["a", "b", "c"])
    pair = arena.next()
    for words, use in (("fewer than two players", lambda: allnash.Arena(tmp_path / "one.db", ["a"]).next()),
                       ("itself", lambda: arena.record("a", "a", 1)),
                       ("neither 'a' nor 'b' nor 'tie'", lambda: arena.record("a", "b", "c")),
                       ("from 0 to 1", lambda: arena.record("a", "b", 2)),
                       ("not of a match", lambda: arena.record("x", "y", 1, ticket=pair.ticket)),
                       ("is not a name", lambda: arena.add("two\nlines")),
                       ("number of pairs", lambda: arena.next(0)),
                       ("number of pairs", lambda: arena.next(1.5)),
                       ("from 0 to 1", lambda: arena.record("a", "b", 10**400)),
                       ("'tie' is a player here", lambda: arena.record("tie", "b", "tie")),
                       ("number of seconds", lambda: allnash.Arena(tmp_path / "b.db", lease=0))):
        with pytest.raises(allnash.InputError, match=words):
            use()
    assert arena.plays == 0 and "x" not in arena.players, "what is refused changes nothing"
    (tmp_path / "text").write_text("no database, but long enough to be looked at " * 30)
    with pytest.raises(allnash.InputError, match="not a database"):
        allnash.Arena(tmp_path / "text")
    with pytest.raises(TypeError, match=r"Arena\(\) got an unexpected keyword argument 'resample'; did you mean 'resamples'"):
        allnash.Arena(tmp_path / "c.db", resample=3)
    assert not (tmp_path / "c.db").exists()
    with contextlib.closing(sqlite3.connect(tmp_path / "mine.db")) as mine:
        mine.execute("CREATE TABLE of_mine (a)")
    before = (tmp_path / "mine.db").read_bytes()
    with pytest.raises(allnash.InputError, match="not the file of an arena"):
        allnash.Arena(tmp_path / "mine.db")
    assert (tmp_path / "mine.db").read_bytes() == before, "somebody else's file"
    game = allnash.Ledger(tmp_path / "game.db", (2, 2))
    game.add({(0, 0): 1})
    with pytest.raises(allnash.InputError, match="not the file of an arena"):
        allnash.Arena(tmp_path / "game.db")


def test_threads_share_it(tmp_path):
    arena = allnash.Arena(tmp_path / "arena.db", ["a", "b", "c"])

    def vote():
        for _ in range(20):
            pair = arena.next()
            arena.record(*pair, "tie", ticket=pair.ticket)

    threads = [threading.Thread(target=vote) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert arena.plays == 80


def start(path, seed, votes):
    return subprocess.Popen([sys.executable, "-B", "-c", VOTER, str(path), str(seed), str(votes)], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


def rest_of(voter):
    """What it told before it was killed, whole lines."""
    with voter:
        told = {int(line) for line in voter.stdout.read().splitlines(keepends=True) if line.endswith(b"\n")}
        said = voter.stderr.read()
    assert voter.returncode == -signal.SIGKILL, said
    return told


def test_kills_lose_nothing(tmp_path):
    """Two voters at a time, one of which is killed after some votes, again and again: what was told is there, once."""
    path = tmp_path / "arena.db"
    arena = allnash.Arena(path, [f"player {t}" for t in range(6)])
    luck = random.Random(2)
    told = set()
    steady = start(path, 0, 1000000)
    for kill in range(KILLS):
        voter = start(path, kill + 1, 1000000)
        for _ in range(luck.randrange(1, 6)):
            told.add(int(voter.stdout.readline()))
            told.add(int(steady.stdout.readline()))
        voter.send_signal(signal.SIGKILL)
        told |= rest_of(voter)
    steady.send_signal(signal.SIGKILL)
    told |= rest_of(steady)
    recorded = [ticket for ticket, in arena._file().execute("SELECT ticket FROM matches ORDER BY number")]
    assert len(recorded) == len(set(recorded)), "no match twice"
    assert told <= set(recorded), "no vote lost"
    assert len(set(recorded) - told) <= KILLS + 1, "at most one of each that died before it could tell"
    assert len(told) >= 2 * KILLS
    assert arena.board(resamples=20).plays == arena.plays == len(recorded)
    # The books agree with the matches, so that pairs that died are handed out again.
    counts = {name: sum(name in line.split(",")[:2] for line in lines_of(arena)) for name in arena.players}
    assert dict(arena._file().execute("SELECT name, matches FROM players")) == counts
    out = arena._file().execute("SELECT sum(is_out) FROM tickets").fetchone()[0]
    assert 2 * out == arena._file().execute("SELECT sum(out) FROM players").fetchone()[0] and out <= KILLS + 1
