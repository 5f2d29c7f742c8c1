#!/usr/bin/env python3
"""Resume after a crash: payoffs that were paid for are never asked for again.

With `ledger=` every payoff goes to a file before the next one is computed. Here the first run dies in the
middle of a match, as if the machine had lost its power; the second goes on from the file.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import allnash

SIZE = 40
CRASH = """
import os
import sys

import allnash
import resume

matches = 0


def play(one, other):
    global matches
    matches += 1
    if matches == 101:
        os._exit(9)  # nothing is tidied up
    return resume.play(one, other)


allnash.solve(payoff=play, shape=(resume.SIZE, resume.SIZE), ledger=sys.argv[1], game_id="resume")
"""


def play(one, other):
    """A match between two agents; stands for hours of work. The higher number wins 1, but undercutting by
    one wins 2."""
    if abs(one - other) == 1:
        return 2 if one < other else -2
    return (one > other) - (one < other)


def main():
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "matches.ledger"
        died = subprocess.run([sys.executable, "-c", CRASH, ledger], cwd=Path(__file__).parent)
        print(f"the first run died with code {died.returncode}, after 100 matches")

        played = []

        def counted(one, other):
            played.append((one, other))
            return play(one, other)

        result = allnash.solve(payoff=counted, shape=(SIZE, SIZE), ledger=ledger, game_id="resume")
        print(f"the second recalled {result.recalled} of them and played {len(played)} more")
        print(f"{result.queries} in all, value {result.value}, numbers worth playing: {result.row_support}")
        assert result.recalled == 100 and result.recalled + len(played) == result.queries


if __name__ == "__main__":
    main()
