#!/usr/bin/env python3
"""crash_test.py PROGRAM PLAYER: a run with four workers is killed at 200 random moments and resumed.

After each kill the ledger is sound and has lost nothing; no payoff is asked that it holds; and at the end
the answer is that of a run that nobody disturbed.
"""
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from answers import settled

PROGRAM, PLAYER = sys.argv[1:]
KILLS, WORKERS, AHEAD = 200, 4, 4  # AHEAD: requests that a slow worker holds at most
SIZE = "60"


def command(player, *options):
    return [PROGRAM, "solve", "oracle", "--oracle", player, "--rows", SIZE, "--columns", SIZE, "--json", "--method",
            "lazy", "--check-repeat", "0", "--workers", str(WORKERS), *options]


class Ledger:
    """Looked at in a copy, so that what a kill left behind is for the next run to find."""

    def __init__(self, folder):
        self.file, self.copy = folder / "run.db", folder / "copy.db"

    def payoffs(self):
        if not self.file.exists():
            return {}
        for ending in ("", "-wal"):
            Path(f"{self.copy}{ending}").unlink(missing_ok=True)
            if Path(f"{self.file}{ending}").exists():
                shutil.copyfile(f"{self.file}{ending}", f"{self.copy}{ending}")
        with closing(sqlite3.connect(self.copy)) as database:
            check = database.execute("PRAGMA integrity_check").fetchall()
            assert check == [("ok",)], check
            if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'plays'").fetchall():
                return {}  # killed before the file was laid out
            return {(i, j): payoff for i, j, payoff in database.execute('SELECT row, "column", payoff FROM plays')}


def asked_in(log):
    if not log.exists():
        return []
    return [tuple(map(int, line.split(","))) for line in log.read_text().split("\n")[:-1]]


def wait_for(log, requests, run):
    while len(asked_in(log)) < requests and run.poll() is None:
        time.sleep(0.001)


def check_life(asked, before, after):
    """What one run asked, and the ledger before and after it."""
    assert len(set(asked)) == len(asked), "a payoff was asked twice within a run"
    assert not set(asked) & before.keys(), "a payoff was asked that the ledger held"
    assert before.items() <= after.items(), "the ledger lost a payoff"
    assert after.keys() - before.keys() <= set(asked), "the ledger holds a payoff that nobody was asked for"
    in_flight = set(asked) - after.keys()
    assert len(in_flight) <= WORKERS * AHEAD, f"{len(in_flight)} payoffs were in flight"
    return len(in_flight)


def main():
    choose = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        expected = settled(subprocess.run(command(PLAYER), capture_output=True, check=True).stdout)
        ledger, known, lives = Ledger(folder), {}, []
        for life in range(KILLS):
            log = folder / f"asked{life}"
            run = subprocess.Popen(command(f"{PLAYER} jitter=0.01 log={log}", "--ledger", ledger.file, "--game-id", "player"),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            # 200 lives are to come far, but not to the end: a life lasts for so many requests, and a moment.
            far = len(known) > 0.7 * expected["queries"]
            wait_for(log, choose.randrange(0, 3 if far else 25), run)
            time.sleep(choose.uniform(0, 0.01))
            assert run.poll() is None, f"run {life} ended by itself: {run.stderr.read()}"
            run.kill()
            run.communicate()
            found = ledger.payoffs()
            lives.append((log, known, found))
            known = found
        log = folder / "asked_last"
        last = subprocess.run(command(f"{PLAYER} log={log}", "--ledger", ledger.file, "--game-id", "player"), capture_output=True)
        assert last.returncode == 0, last.stderr
        assert settled(last.stdout) == expected, "the answer differs"
        lives.append((log, known, ledger.payoffs()))
        # The copies of a killed run die a moment after it, so their logs are read at the end.
        in_flight = sum(check_life(asked_in(log), before, after) for log, before, after in lives)
    assert len(known) > 200, f"only {len(known)} payoffs came through the kills"
    print(f"{KILLS} kills, {len(known)} of {expected['queries']} payoffs before the last run, {in_flight} in flight")


main()
