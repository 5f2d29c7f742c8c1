#!/usr/bin/env python3
"""how_sure.py BUILD_DIR [--write PAGE]: the figures of docs/how_sure.md, from the league in examples/league.csv.

Matches are coins with the league's win rates. First: the averages of so many matches a pair are solved, and it is counted how
often they have the equilibrium of the rates themselves. Then: how many matches a certified answer takes. With --log FILE
it writes a log of 560 such matches between eight of the agents instead, which is how examples/matches.csv was made.
"""
import argparse
import csv
import json
import random
import statistics
import subprocess
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

from pages import show_or_write, table

LEAGUE = Path(__file__).resolve().parents[1] / "examples/league.csv"
EIGHT = ("Aster", "Elder", "Fern", "Hazel", "Iris", "Kelp", "Maple", "Quince")


def rates():
    names, *rows = csv.reader(LEAGUE.open())
    return names[1:], {(row[0], name): float(cell) for row in rows for name, cell in zip(names[1:], row[1:])}


def log(path, plays=20):
    rate, rng, lines = rates()[1], random.Random(1), []
    for place, first in enumerate(EIGHT):
        for second in EIGHT[place + 1:]:
            for _ in range(plays):
                row, column = (first, second) if rng.random() < 0.5 else (second, first)
                lines.append(f"{row},{column},{int(rng.random() < rate[row, column])}")
    rng.shuffle(lines)
    path.write_text("\n".join(["row,column,outcome", *lines]) + "\n")


def solved(program, *arguments):
    done = subprocess.run([program, "solve", *arguments, "--symmetric", "--payoff-range", "0,1", "--json", "--quiet"],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def averages(plays, rng):
    """The league as so many matches of each pair show it."""
    names, rate = rates()
    wins = {}
    for place, row in enumerate(names):
        for column in names[place + 1:]:
            won = sum(rng.random() < rate[row, column] for _ in range(plays))
            wins[row, column], wins[column, row] = Fraction(won, plays), Fraction(plays - won, plays)
    return "".join(",".join(str(wins.get((row, column), Fraction(1, 2))) for column in names) + "\n" for row in names)


def true_equilibria(program):
    """How often averages have the equilibrium of the rates."""
    truth, rows = tuple(solved(program, LEAGUE, "--labels")["row_support"]), []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "averages.csv"
        for plays in (10, 50, 200, 1000, 5000):
            rng, supports = random.Random(plays), Counter()
            for _ in range(200):
                file.write_text(averages(plays, rng))
                supports[tuple(solved(program, file)["row_support"])] += 1
            rows.append([f"{plays:,}", f"{190 * plays:,}", supports[truth], len(supports)])
    return table(["matches a pair", "matches", "logs with the true agents in the equilibrium", "different answers among 200 logs"],
                 rows, right=4)


def certified(program):
    """How many matches a certified answer takes."""
    rows = []
    for epsilon in ("0.2", "0.1", "0.05", "0.02"):
        counts = sorted(solved(program, LEAGUE, "--labels", "--noisy", "--coin", "--epsilon", epsilon, "--seed", str(seed))["plays"]
                        for seed in range(101, 121))
        rows.append([f"{50 - 100 * float(epsilon):g} %", epsilon, f"{statistics.median(counts):,.0f}", f"{counts[0]:,} to {counts[-1]:,}"])
    return table(["the mix wins at least", "epsilon", "matches, median of 20 seeds", "least to most"], rows, right=4)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--log", type=Path)
    given = parser.parse_args()
    if given.log:
        return log(given.log)
    program = given.build / "allnash"
    show_or_write(given.write, {"averages": true_equilibria(program), "certified": certified(program)}, "make bench-leagues")


main()
