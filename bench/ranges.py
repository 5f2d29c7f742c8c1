#!/usr/bin/env python3
"""ranges.py ALLNASH [GAMES_FOLDER] [--write PAGE]: payoffs asked where all lie in a known range, and for a tolerance.

Writes the two tables of PAGE, between its marks, or prints them. GAMES_FOLDER holds tables that cannot be computed
(rrps43.csv and a Kuhn table); games that are not there are left out.
"""
import argparse
import csv
import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from statistics import mean

from pages import show_or_write, table

SEEDS = 5


def solve(allnash, game, *options):
    done = subprocess.run([allnash, "solve", game, "--json", "--quiet", *options], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{game} {' '.join(options)}: {done.stderr}")
    return json.loads(done.stdout)


def least_range(path):
    payoffs = [Fraction(cell) for row in csv.reader(open(path)) for cell in row]
    return min(payoffs), max(payoffs)


def games(folder):
    """Name, game with {seed} where it has one, range, symmetric."""
    kuhn, rrps = folder / "medium/kuhn_27x64.csv", folder / "real/rrps43.csv"
    if kuhn.exists():
        low, high = least_range(kuhn)
        yield "Kuhn poker, 27 x 64", str(kuhn), f"{low},{high}", False
    yield "Blotto, 5 soldiers on 3 fields", "family:blotto,soldiers=5,fields=3", "-1,1", True
    yield "Blotto, 10 soldiers on 3 fields", "family:blotto,soldiers=10,fields=3", "-1,1", True
    yield "Blotto, 5 soldiers on 5 fields", "family:blotto,soldiers=5,fields=5", "-1,1", True
    if rrps.exists():
        yield "rrps43", str(rrps), "-1000,1000", False
    yield "elo, n = 2000, noise 0.1", "family:elo,n=2000,noise=0.1,seed={seed}", "-1.6,1.6", True
    yield "elo, n = 2000, noise 0.5", "family:elo,n=2000,noise=0.5,seed={seed}", "-2,2", True
    yield "spinning, n = 2000, 3 cycles", "family:spinning,n=2000,cycles=3,seed={seed}", "-2.5,2.5", True


def thousands(number):
    return f"{round(number):,}"


def range_table(allnash, folder):
    heads = ["game", "range", "floor", "without the range", "with it", "and all extreme strategies", "hindsight",
             "with it / hindsight"]
    lines, ratios = [], []
    for name, game, ends, symmetric in games(folder):
        runs = []
        for seed in range(1, SEEDS + 1):
            common = ["--seed", str(seed), *(["--symmetric"] if symmetric else [])]
            this = game.format(seed=seed)
            plain = solve(allnash, this, *common, "--budget", "1000000000", "--vertices", "0")
            ranged = solve(allnash, this, *common, f"--payoff-range={ends}", "--vertices", "0")
            listed = solve(allnash, this, *common, f"--payoff-range={ends}")
            runs.append((plain["floor"], plain["queries"], ranged["queries"], listed["queries"], ranged["hindsight"]))
        each = [run[2] / run[4] for run in runs]
        ratios.append(mean(each))
        cells = [thousands(mean(run[t] for run in runs)) for t in range(5)]
        lines.append([name, ends.replace(",", " to "), *cells, f"{ratios[-1]:.2f}"])
        print(*lines[-1], file=sys.stderr, flush=True)
    return table(heads, [*lines, ["mean", "", "", "", "", "", "", f"**{mean(ratios):.2f}**"]])


def bound(n, m, width, epsilon):
    """Grigoriadis and Khachiyan: ln(nm) (width/epsilon)^2 steps, a row and a column each."""
    return (n + m) * math.ceil(math.log(n * m) * (width / epsilon) ** 2)


TOLERANCES = [
    ("random, 0 or 1", "family:random,n=2000,low=0,high=1,seed={seed}", 0, 1, 0.1, 2000),
    ("random, 0 or 1", "family:random,n=2000,low=0,high=1,seed={seed}", 0, 1, 0.2, 2000),
    ("random, 0 to 100", "family:random,n=2000,low=0,high=100,seed={seed}", 0, 100, 10, 2000),
    ("random, 0 to 100", "family:random,n=2000,low=0,high=100,seed={seed}", 0, 100, 5, 2000),
    ("random, 0 to 100", "family:random,n=8000,low=0,high=100,seed={seed}", 0, 100, 10, 8000),
    ("spinning, 3 cycles", "family:spinning,n=2000,cycles=3,seed={seed}", -2.5, 2.5, 0.1, 2000),
]


def tolerance_table(allnash):
    methods = ["auto", "random-play"]
    heads = ["game", "n", "epsilon / range", *(f"`{name}`" for name in methods), "of the matrix (auto)",
             "bound of the literature", "seconds (auto)"]
    lines = []
    for name, game, low, high, epsilon, n in TOLERANCES:
        asked, seconds = {}, []
        for method in methods:
            runs = [solve(allnash, game.format(seed=seed), "--seed", str(seed), "--method", method, "--epsilon",
                          str(epsilon), f"--payoff-range={low},{high}", "--vertices", "0") for seed in range(1, 3)]
            asked[method] = mean(run["queries"] for run in runs)
            seconds.append(mean(run["seconds"] for run in runs))
        cells = [thousands(asked[method]) for method in methods]
        lines.append([name, n, f"{epsilon / (high - low):g}", *cells, f"{100 * asked['auto'] / n / n:.1f}%",
                          thousands(bound(n, n, high - low, epsilon)), f"{seconds[0]:.1f}"])
        print(*lines[-1], file=sys.stderr, flush=True)
    return table(heads, lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("allnash")
    parser.add_argument("games", nargs="?", default=".")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--only", choices=["ranges", "tolerances"])
    given = parser.parse_args()
    tables = {}
    if given.only != "tolerances":
        tables["ranges"] = range_table(given.allnash, Path(given.games))
    if given.only != "ranges":
        tables["tolerances"] = tolerance_table(given.allnash)
    show_or_write(given.write, tables, "make bench-ranges")


main()
