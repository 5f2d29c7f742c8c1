#!/usr/bin/env python3
"""Find all equilibria of a game in a CSV file whose first line and column are names.

usage: csv_game.py [FILE]
"""
import sys
import tempfile
from pathlib import Path

import allnash

KICKS = """,dives left,stays,dives right,waits
left,50,90,95,75
centre,90,20,90,80
right,95,90,50,75
"""


def show(path):
    result = allnash.solve(path, labels=True)
    print(f"value {result.value}, about {float(result.value):.4g}")
    for player, polytope in (("row", result.row_set), ("column", result.column_set)):
        print(f"The {player} player has {len(polytope.vertices)} extreme optimal strategies, "
              f"and all mixtures of them:")
        for vertex in polytope.vertices:
            print("  " + ", ".join(f"{name} {p}" for name, p in polytope.named(vertex).items()))
    print("checked:", allnash.check(result, path, labels=True).verified)


def main():
    if len(sys.argv) > 1:
        show(sys.argv[1])
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kicks.csv"
        path.write_text(KICKS)
        show(path)


if __name__ == "__main__":
    main()
