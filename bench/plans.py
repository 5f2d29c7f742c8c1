#!/usr/bin/env python3
"""plans.py BUILD_DIR [--only matches|times|votes] [--leagues N] [--players MOST] [--write PAGE]: what plans of `rank` save, and how fast an `Arena` is.

`matches`: until it is settled who is first, by plan and by round robin. `times`: of planning. `votes`: how many pairs four processes take
from an `Arena` and record, in a second. Tables go between the marks of PAGE that have their names.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pages import show_or_write

PROCESSES, VOTES = 4, 1000
VOTER = """
import random, sys
import allnash
arena = allnash.Arena(sys.argv[1])
luck = random.Random(int(sys.argv[2]))
print("ready", flush=True)
sys.stdin.readline()
for _ in range(int(sys.argv[3])):
    pair = arena.next()
    arena.record(*pair, luck.choice(pair), ticket=pair.ticket)
"""


def votes(build):
    """Each vote is a pair that is handed out and a result that is on the disk before the next."""
    os.environ["PYTHONPATH"] = str(build / "python")
    with tempfile.TemporaryDirectory(dir=".") as folder:
        path = os.path.join(folder, "arena.db")
        make = f"import allnash; allnash.Arena({path!r}, [f'player {{t}}' for t in range(50)])"
        subprocess.run([sys.executable, "-B", "-c", make], check=True)
        voters = [subprocess.Popen([sys.executable, "-B", "-c", VOTER, path, str(t), str(VOTES)], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE) for t in range(PROCESSES)]
        for one in voters:
            one.stdout.readline()
        begun = time.perf_counter()
        for one in voters:
            one.stdin.write(b"go\n")
            one.stdin.flush()
        for one in voters:
            if one.wait() != 0:
                sys.exit("a voter failed")
        taken = time.perf_counter() - begun
    return ("| processes | votes | in a second |\n| ---: | ---: | ---: |\n"
            f"| {PROCESSES} | {PROCESSES * VOTES:,} | {PROCESSES * VOTES / taken:,.0f} |\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--only", choices=["matches", "times", "votes"])
    parser.add_argument("--leagues", default="24", help="of 12 players; of 20 half as many, of 50 a quarter")
    parser.add_argument("--players", default="50", help="the most of a league")
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    for name in [given.only] if given.only else ["matches", "times", "votes"]:
        if name == "votes":
            table = votes(given.build.resolve())
        else:
            table = subprocess.run([given.build / "bench/bench_planner", "--only", name, "--leagues", given.leagues,
                                    "--players", given.players], check=True,
                                   stdout=subprocess.PIPE, text=True).stdout
        mark = f"<!-- {name} -->"
        page = given.write if given.write and mark in given.write.read_text() else None
        show_or_write(page, {name: table}, "make bench-plans")


if __name__ == "__main__":
    main()
