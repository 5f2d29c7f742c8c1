#!/usr/bin/env python3
"""literature.py BUILD_DIR [--write FOLDER]: the figures of docs/research/saddle_points.md and sparse_binary.md.

Payoffs asked over n and rounds, as means over seeds of game and method.
"""
import argparse
import json
import subprocess
from pathlib import Path
from statistics import mean

from pages import show_or_write, table


def solve(program, family, method, seed):
    done = subprocess.run([program, "solve", f"family:{family},seed={seed}", "--method", method, "--seed", str(seed), "--vertices", "0",
                           "--json", "--quiet"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def means(program, family, n, method, seeds):
    """Queries / n, rounds, seconds."""
    runs = [solve(program, family.format(n=n), method, seed) for seed in range(1, seeds + 1)]
    return mean(run["queries"] for run in runs) / n, mean(run["rounds"] for run in runs), mean(run["seconds"] for run in runs)


def saddle_points(program):
    rows = []
    for method in ("saddle-bienstock", "saddle-dallant", "saddle-random", "saddle-lasvegas"):
        for has_one, family in (("yes", "planted,n={n},k=1"), ("no", "random,n={n}")):
            found = [means(program, family, n, method, seeds) for n, seeds in ((1000, 10), (10_000, 5), (100_000, 3))]
            rows.append([f"`{method}`" if has_one == "yes" else "", has_one, *(f"{asked:.2f} · {rounds:,.0f}" for asked, rounds, _ in found),
                         f"{found[-1][2]:.1f}"])
    return table(["method", "saddle point", "n = 1,000", "n = 10,000", "n = 100,000", "seconds at 100,000"], rows)


def binary(program):
    methods = ("sparse-binary", "lazy", "auto")
    rows = []
    for n in (200, 600, 1500):
        for k in (2, 4, 6, 8):
            found = [means(program, "binary,n={n},k=" + str(k), n, method, 6) for method in methods]
            rows.append([n, k, *(f"{asked:.1f}, {rounds:.0f}" for asked, rounds, _ in found)])
    return table(["n", "k", *(f"`{method}`" for method in methods)], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    program = given.build / "allnash"
    for name, figures in (("saddle_points", saddle_points), ("sparse_binary", binary)):
        show_or_write(given.write and given.write / f"{name}.md", {"measured": figures(program)}, "make bench-literature")


main()
