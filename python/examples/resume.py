#!/usr/bin/env python3
"""Resume after a crash: payoffs that were paid for are never asked for again.

With `ledger=` a payoff goes to a file before the next one is computed. Here the first run dies in the
middle of a match, as if the machine had lost its power; the second goes on from the file.
"""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import allnash

SIZE = 40


class Matches:
    """Matches between agents, counted. Each stands for hours of work."""

    def __init__(self, crash_in=None):
        self.begun = 0
        self.crash_in = crash_in

    def play(self, one, other):
        """The higher number wins 1, but undercutting by one wins 2."""
        self.begun += 1
        if self.begun == self.crash_in:
            os._exit(9)  # an abrupt end
        time.sleep(0.002)
        if abs(one - other) == 1:
            return 2 if one < other else -2
        return (one > other) - (one < other)


def solve(matches, ledger):
    return allnash.solve(payoff=matches.play, shape=(SIZE, SIZE), ledger=ledger, game_id="resume")


def main():
    if len(sys.argv) > 1:
        solve(Matches(crash_in=109), sys.argv[1])  # 8 of the first matches are played twice, to compare
        return
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "matches.ledger"
        died = subprocess.run([sys.executable, __file__, ledger])
        print(f"the first run died with code {died.returncode} in its match 109")
        matches = Matches()
        result = solve(matches, ledger)
        print(f"the second recalled {result.recalled} matches and played {matches.begun} more")
        print(f"value {result.value}, numbers worth playing: {result.row_support}")
        assert result.recalled == 100 and result.recalled + matches.begun == result.queries


if __name__ == "__main__":
    main()
