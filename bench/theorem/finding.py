#!/usr/bin/env python3
"""finding.py BUILD [N FIRST LAST]: what finding costs on `planted`, `hidden-cells` and `steady`, into docs/research/finding.md.

finding.py BUILD --hidden-cells writes the second table alone, --defeats the third."""
import json
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import pages  # noqa: E402

HEADS = ["k", "proved bound", "first line found, in lines", "informed", "`auto`", "most", "`auto` / informed", "informed is right"]

METHODS = ["lazy", "auto", "reweighted"]


# What is hidden, and how: keys of `steady` besides n.
DEFEATS = [("means", "k=2"), ("means", "k=3"), ("means", "k=5"), ("means, a third of noise wide", "k=2,width=30"),
           ("means, decoys", "k=2,decoys=40"), ("means, a tenth outliers", "k=2,outliers=10"),
           ("means, 3 in 10 outliers", "k=2,outliers=30"), ("each line by itself", "k=2,outliers=100"),
           ("small: n = 140", "n=140,k=2")]


def queries_over_floor(build, game, seeds):
    """By method: the mean over seeds of the game and of the method, and the most."""
    cells = []
    for method in METHODS:
        ratios = []
        for seed in seeds:
            words = [f"{build}/allnash", "solve", f"{game},seed={seed}", "--method", method, "--seed", str(seed), "--json"]
            result = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
            ratios.append(result["queries"] / result["floor"])
        cells.append(f"{statistics.mean(ratios):.2f} ({max(ratios):.2f})")
    return cells


def defeats(build, seeds=range(4001, 4013)):
    rows = []
    for what, keys in DEFEATS:
        game = "family:steady," + (keys if keys.startswith("n=") else "n=300," + keys)
        rows.append([what, f"`{game.removeprefix('family:')}`", *queries_over_floor(build, game, seeds)])
    return pages.table(["hidden", "game", *(f"`{one}`" for one in METHODS)], rows, right=3)


def hidden_cells(build, size=200, seeds=range(1, 21)):
    rows = []
    for k in (1, 2, 5, 10):
        floor = 2 * size * k - k * k
        bound = 1 + k * (size - k) * (1 - k / size) / 2 / floor
        rows.append([k, f"{bound:.3f}", *queries_over_floor(build, f"family:hidden-cells,n={size},k={k}", seeds)])
    return pages.table(["k", "bound of Theorem 11", *(f"`{one}`" for one in METHODS)], rows, right=5)


def main():
    build, *words = sys.argv[1:]
    page = pages.ROOT / "docs/research/finding.md"
    if words != ["--defeats"]:
        pages.write_tables(page, {"hidden cells": hidden_cells(build)}, "make bench-finding")
    if words != ["--hidden-cells"]:
        pages.write_tables(page, {"defeats": defeats(build)}, "make bench-finding")
    if words in (["--hidden-cells"], ["--defeats"]):
        return
    printed = subprocess.run([f"{build}/bench/bench_finding", *words], capture_output=True, text=True, check=True).stdout
    rows = []
    for line in printed.splitlines():
        *cells, right, seeds = line.split()
        rows.append([*cells, f"{right} of {seeds}"])
    command = "make bench-finding" + (f' FINDING="{" ".join(words)}"' if words else "")
    pages.write_tables(page, {"finding": pages.table(HEADS, rows, right=7)}, command)


main()
