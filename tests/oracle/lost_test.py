#!/usr/bin/env python3
"""lost_test.py ALLNASH ALLNASH_CHECK ALLNASH_MPI PLAYER: plays that were handed out and never came back.

The player answers a win at once and a loss long after every run has ended, by a coin that no seed decides: the one
entry is 1/2. Runs are stopped and go on with their ledger, again and again. If what is missing were asked again, wins
alone would come back, and soon `low` would be far above the truth.
"""
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from fractions import Fraction
from pathlib import Path

from answers import ENVIRONMENT, program, run, run_tests

ALLNASH, CHECKER, ALLNASH_MPI, PLAYER = sys.argv[1:]
GAME = ["--rows", "1", "--columns", "1", "--noisy", "--payoff-range", "0,1", "--epsilon", "0.4"]
# Chances of the system's own: luck must not fail a test, and wins that were chosen must.
OWN_CHANCES = [*GAME[:-1], "0.3", "--delta", "1e-5"]
MPIRUN = ["mpirun", "--oversubscribe", "-n", "3", ALLNASH_MPI]


def show(ledger):
    return json.loads(run(ALLNASH, "ledger", "show", ledger, "--json").stdout)


def assert_true(result):
    """The confidence of OWN_CHANCES is for all bounds of all runs together: nobody will see this fail for bad luck."""
    assert result["status"] == "stopped", result
    assert Fraction(result["low"]) <= Fraction(11, 20), result


class Stopped:
    """Runs that end while plays are out, one after the other."""

    def __init__(self, folder, launch, *options):
        self.limit = "0.08" if launch == [ALLNASH] else "0.4"
        self.ledger, self.log = folder / "run.db", folder / "log"
        self.words = [*launch, "solve", "oracle", "--oracle", f"{PLAYER} coin=99 log={self.log}", *OWN_CHANCES, "--json",
                      "--ledger", self.ledger, *options]

    def begun(self):
        return self.log.stat().st_size if self.log.exists() else 0

    def until_nothing_moves(self, process):
        """All copies are busy with losses, or the run has ended."""
        last, since = self.begun(), time.monotonic()
        while process.poll() is None and (time.monotonic() - since < 0.05 or last == self.begun_before):
            time.sleep(0.01)
            if self.begun() != last:
                last, since = self.begun(), time.monotonic()

    def once(self, how):
        self.begun_before = self.begun()
        words = [str(word) for word in self.words] + (["--time-limit", self.limit] if how == "time limit" else [])
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT,
                                   start_new_session=True)
        if how != "time limit":
            self.until_nothing_moves(process)
        killed = how == "kill" and process.poll() is None
        if how == "Ctrl-C":
            process.send_signal(signal.SIGINT)
        if killed:
            os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate(timeout=60)
        for _ in range(200):
            if run(ALLNASH, "ledger", "show", self.ledger, code=None).returncode == 0:
                break
            time.sleep(0.1)  # ranks of MPI outlive their launcher by a moment
        if killed or (not out and "mpirun" in words):  # which may keep back what was written after Ctrl-C
            return None
        assert process.returncode in (0, 3) or "mpirun" in words, (process.returncode, out, err)
        return json.loads(out)


def stop_and_go_on(folder, launch, how, runs, *options):
    runs_of = Stopped(folder, launch, *options)
    for _ in range(runs):
        result = runs_of.once(how)
        if result is not None:
            assert_true(result)
    # However the last one ended: a look at what there is.
    last = runs_of.once("time limit")
    assert_true(last)
    assert last["failures"] > 0, last
    shown = show(runs_of.ledger)
    lost = shown["plays"]["failures"] + shown["plays"]["open"]
    assert shown["payoffs"] > 0 and lost > 0, shown
    assert shown["smallest"] == "1", "no loss has ever come back"
    begun = runs_of.begun() // len("0,0\n")
    assert shown["payoffs"] + lost >= begun, "what was begun is known"
    print(f"  {how}: {shown['payoffs']} came back, {lost} did not, low {float(Fraction(last['low'])):.3f}")


def test_time_limits(folder):
    stop_and_go_on(folder, [ALLNASH], "time limit", 30, "--workers", 16)


def test_interrupts(folder):
    stop_and_go_on(folder, [ALLNASH], "Ctrl-C", 30, "--workers", 16)


def test_kills(folder):
    stop_and_go_on(folder, [ALLNASH], "kill", 30, "--workers", 16)


def test_mpi(folder):
    if not Path(ALLNASH_MPI).exists() or not shutil.which("mpirun"):
        print("  skipped: there is no allnash-mpi, or no mpirun")
        return
    for how in ("time limit", "Ctrl-C", "kill"):
        place = folder / how.split()[0]
        place.mkdir()
        stop_and_go_on(place, MPIRUN, how, 2, "--workers", 8)


def test_sources_that_draw_from_the_seed(folder):
    """Asking again is harmless: a run that is killed again and again ends as one that nobody disturbed."""
    league = program(folder, "win = random.Random(seed).random() < 0.6; time.sleep(0 if win else 0.002)")
    words = [ALLNASH, "solve", "oracle", "--oracle", league, *GAME, "--json", "--workers", 3, "--seeded"]
    expected = json.loads(run(*words).stdout)
    ledger = folder / "seeded.db"
    for moment in (0.1, 0.15, 0.2):
        process = subprocess.Popen([str(word) for word in [*words, "--ledger", ledger]], stdout=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        process.wait()
    again = json.loads(run(*words, "--ledger", ledger).stdout)
    for cost in ("seconds", "recalled"):
        expected.pop(cost, None)
        again.pop(cost, None)
    assert again == expected


def test_copies_that_fail(folder):
    """Tried again with its seed, a play of a program that draws from the seed pays what it would have."""
    dies = program(folder, f"""mark = {str(folder)!r} + f'/{{seed}}'
    if not win and not os.path.exists(mark) and seed % 4 == 0:
        open(mark, 'w').close()
        sys.exit(3)""")
    words = [ALLNASH, "solve", "oracle", "--oracle", dies, *GAME, "--json"]
    lost = json.loads(run(*words, "--budget", 60, code=None).stdout)
    assert lost["failures"] > 0, lost
    for mark in folder.glob("[0-9]*"):
        mark.unlink()
    again = json.loads(run(*words, "--budget", 60, "--seeded", code=None).stdout)
    assert "failures" not in again, again


def test_by_hand(folder):
    """A lab imports what is quick and plans again. The plan that is out is not handed out twice."""
    ledger = folder / "hand.db"
    words = [ALLNASH, "solve", "oracle", *OWN_CHANCES, "--ledger", ledger]
    header, *plan = run(*words, "--plan").stdout.split()
    assert header == "row,column,seed" and plan
    for batch in range(6):
        assert plan, batch
        wins = plan[1::2]
        run(ALLNASH, "ledger", "import", ledger, text="".join(f"{line},1\n" for line in wins))
        out = plan[::2]
        assert show(ledger)["plays"]["open"] == len(out)
        # What is out stays out: neither a plan nor a run takes it for unplayed.
        again = run(*words, "--plan", code=3)
        assert again.stdout == header + "\n" and f"{len(out)} plays of earlier plans are still pending" in again.stderr, again
        listed = json.loads(run(*words, "--plan", "--json", code=3).stdout)
        assert [f"{one['row']},{one['column']},{one['seed']}" for one in listed["out"]] == out and not listed["entries"]
        waits = run(*words, code=2)
        handed_out = ("1 play that a plan handed out has" if len(out) == 1 else
                      f"{len(out)} plays that a plan handed out have")
        assert f"{handed_out} not been imported" in waits.stderr, waits
        # Given up, they count as lost, and the next plan goes on.
        said = run(ALLNASH, "ledger", "import", ledger, text="".join(f"{line},lost\n" for line in out)).stdout
        assert f"{len(out)} plays given up as lost" in said, said
        late = run(ALLNASH, "ledger", "import", ledger, text="".join(f"{line},1\n" for line in out)).stdout
        assert f"{len(out)} plays came too late: they count as lost" in late, late
        if wins:
            again = run(ALLNASH, "ledger", "import", ledger, text=f"{wins[0]},lost\n", code=2).stderr
            assert "has two payoffs, 1 in the ledger and lost here" in again, again
        plan = run(*words, "--plan").stdout.split()[1:]
    run(ALLNASH, "ledger", "import", ledger, text="".join(f"{line},lost\n" for line in plan))
    result = json.loads(run(*words, "--oracle", f"{PLAYER} coin=99", "--json", "--time-limit", "0.15", "--workers", 4,
                            code=3).stdout)
    assert_true(result)


def test_lost_plays_and_the_checker(folder):
    """A few lost plays cost a run little: it is certified with them, and its certificate is verified."""
    words = [ALLNASH, "solve", "oracle", *GAME, "--ledger", folder / "few.db"]
    plan = run(*words, "--plan").stdout.split()[1:]
    run(ALLNASH, "ledger", "import", folder / "few.db", text="".join(f"{line},lost\n" for line in plan))
    result = json.loads(run(*words, "--oracle", program(folder), "--seeded", "--certificate",
                            folder / "few", "--json").stdout)
    assert result["failures"] == len(plan) and result["status"] == "certified", result
    assert Fraction(result["low"]) <= Fraction(1, 2) <= Fraction(result["high"]), result
    assert run(CHECKER, folder / "few").stdout == "verified with confidence 0.95\n"


def seal_of(text):
    value = 0xcbf29ce484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return value - 2**64 if value >= 2**63 else value


def write_total(database):
    """What the file says of its plays, after they were changed by other means."""
    seals = [seal for (seal,) in database.execute("SELECT seal FROM plays")]
    total = (sum(seals) + 2**63) % 2**64 - 2**63
    database.execute("UPDATE totals SET rows = ?, sum = ?, seal = ? WHERE name = 'plays'",
                     (len(seals), total, seal_of(f"plays,{len(seals)},{total}")))


def test_seals(folder):
    ledger, kept = folder / "sealed.db", folder / "kept.db"
    words = [ALLNASH, "solve", "family:matching,n=2", "--noisy", "--coin", "--payoff-range", "0,1", "--epsilon", "0.4",
             "--ledger", ledger]
    run(*words)
    shutil.copy(ledger, kept)
    with closing(sqlite3.connect(kept)) as database:
        row, column, seed, place = database.execute('SELECT row, "column", seed, place FROM plays WHERE number = 9').fetchone()
        plays = database.execute("SELECT count(*) FROM plays").fetchone()[0]
    for change, said in [
        ("UPDATE plays SET payoff = 1 WHERE payoff = 0 AND number > 50", "does not match its checksum"),
        ("UPDATE plays SET payoff = 'x' WHERE number = 9", "play 9 does not match its checksum"),
        ("UPDATE plays SET lost = 1 WHERE number = 9", "play 9 does not match its checksum"),
        ("UPDATE plays SET payoff = NULL WHERE number = 9", "play 9 does not match its checksum"),
        ("UPDATE plays SET number = 100000 WHERE number = 9", "play 100000 does not match its checksum"),
        ("DELETE FROM plays WHERE number = 9", f"and {plays - 1} can be read"),
        ("UPDATE facts SET value = '9' WHERE name = 'seed'", "the record of its run does not match its checksum"),
        ("UPDATE facts SET value = value || ' ' WHERE kind = 'frozen'", "attempt 1 does not match its checksum"),
        ("PRAGMA user_version = 1", "damaged"),
        ("PRAGMA user_version = 8", "made by a newer allnash"),
        (f"UPDATE plays SET payoff = 9, seal = {seal_of(f'{row},{column},1,{seed},{place},9,9,0,0,0')} WHERE number = 9",
         f"entry ({row}, {column}): a play paid 9, which is outside the range 0,1"),
    ]:
        shutil.copy(kept, ledger)
        Path(f"{ledger}-wal").unlink(missing_ok=True)
        with closing(sqlite3.connect(ledger)) as database:
            database.execute(change)
            if "outside the range" in said:
                write_total(database)
            database.commit()
        done = run(*words, code=2)
        assert said in done.stderr and done.stderr.count("\n") == 1, (change, done)
    shutil.copy(kept, ledger)
    with closing(sqlite3.connect(ledger)) as database:
        database.execute("UPDATE plays SET payoff = 1 WHERE payoff = 0 AND number < 40")
        database.commit()
        changed = database.execute("SELECT changes()").fetchone()[0]
    whole = run(ALLNASH, "ledger", "export", kept).stdout.split()
    assert "does not match its checksum" in run(ALLNASH, "ledger", "export", ledger, code=2).stderr
    sound = run(ALLNASH, "ledger", "export", "--sound", ledger)
    assert set(sound.stdout.split()) < set(whole) and f"{changed} payoffs are damaged" in sound.stderr, sound.stderr


def test_older_files(folder):
    ledger = folder / "older.db"
    with closing(sqlite3.connect(ledger)) as database:
        database.executescript("PRAGMA application_id = 1634496112; PRAGMA user_version = 1;"
                               "CREATE TABLE run (place INTEGER PRIMARY KEY, name TEXT, value TEXT);"
                               'CREATE TABLE plays (number INTEGER PRIMARY KEY, row, "column", payoff, failed);')
    done = run(ALLNASH, "ledger", "show", ledger, code=2)
    assert done.stderr == f"{ledger}: a ledger of version 1, made by an older allnash; this one reads version 7\n", done.stderr


run_tests(globals())
