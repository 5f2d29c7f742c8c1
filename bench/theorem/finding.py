#!/usr/bin/env python3
"""finding.py BUILD [N FIRST LAST]: what finding costs on `planted`, and on `hidden-cells`, into docs/research/finding.md.

finding.py BUILD --hidden-cells writes the second table alone."""
import json
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import pages  # noqa: E402

HEADS = ["k", "proved bound", "first line found, in lines", "informed", "`auto`", "most", "`auto` / informed", "informed is right"]

METHODS = ["lazy", "auto", "reweighted"]


def hidden_cells(build, size=200, seeds=range(1, 21)):
    """Queries over the floor by method: the mean over these seeds, and the most."""
    rows = []
    for k in (1, 2, 5, 10):
        ratios = {method: [] for method in METHODS}
        for method in METHODS:
            for seed in seeds:
                game = f"family:hidden-cells,n={size},k={k},seed={seed}"
                printed = subprocess.run([f"{build}/allnash", "solve", game, "--method", method, "--json"], capture_output=True,
                                         text=True, check=True).stdout
                result = json.loads(printed)
                ratios[method].append(result["queries"] / result["floor"])
        floor = 2 * size * k - k * k
        bound = 1 + k * (size - k) * (1 - k / size) / 2 / floor
        rows.append([k, f"{bound:.3f}", *(f"{statistics.mean(ratios[one]):.2f} ({max(ratios[one]):.2f})" for one in METHODS)])
    return pages.table(["k", "bound of Theorem 11", *(f"`{one}`" for one in METHODS)], rows, right=5)


def main():
    build, *words = sys.argv[1:]
    page = pages.ROOT / "docs/research/finding.md"
    pages.write_tables(page, {"hidden cells": hidden_cells(build)}, "make bench-finding")
    if words == ["--hidden-cells"]:
        return
    printed = subprocess.run([f"{build}/bench/bench_finding", *words], capture_output=True, text=True, check=True).stdout
    rows = []
    for line in printed.splitlines():
        *cells, right, seeds = line.split()
        rows.append([*cells, f"{right} of {seeds}"])
    command = "make bench-finding" + (f' FINDING="{" ".join(words)}"' if words else "")
    pages.write_tables(page, {"finding": pages.table(HEADS, rows, right=7)}, command)


main()
