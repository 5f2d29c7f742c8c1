#!/usr/bin/env python3
"""costs.py BUILD_DIR [--seeds N] [--first S]: what is spent above the floor, with and without `--costs`.

Games of 150 x 150 whose entries cost from 1 to 20 at random. Without `--costs` the method does not see the costs; what
it asked for is taken from its ledger and priced afterwards.
"""
import argparse
import csv
import io
import json
import tempfile
from fractions import Fraction
from pathlib import Path

from leagues import run

N = 150
FAMILIES = ["lowrank,rank=5", "spinning,cycles=3", "elo,noise=0.5"]


def measured(program, family, seed, folder):
    """Spent above the floor without and with the costs, and the cost of the floor."""
    game, costs, ledger = f"family:{family},n={N},seed={seed}", folder / "costs.csv", folder / "run.db"
    costs.write_text(run(program, "generate", f"family:random,n={N},low=1,high=20,seed={1000 + seed}"))
    price = [[int(cell) for cell in line] for line in csv.reader(io.StringIO(costs.read_text()))]
    options = ["--method", "lazy", "--json", "--seed", seed, "--vertices", 0]
    informed = json.loads(run(program, "solve", game, *options, "--costs", costs))
    ledger.unlink(missing_ok=True)
    run(program, "solve", game, *options, "--ledger", ledger)
    asked = list(csv.reader(io.StringIO(run(program, "ledger", "export", ledger))))[1:]
    blind = sum(price[int(row)][int(column)] for row, column, _ in asked)
    floor = Fraction(informed["floor_cost"])
    return float(blind - floor), float(Fraction(informed["cost"]) - floor), float(floor)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--first", type=int, default=1)
    arguments = parser.parse_args()
    print("| game | floor | above it, costs unseen | above it, with `--costs` | saved | cheaper in |")
    print("| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        for family in FAMILIES:
            found = [measured(arguments.build / "allnash", family, seed, Path(name))
                     for seed in range(arguments.first, arguments.first + arguments.seeds)]
            blind, informed, floor = (sum(column) / len(found) for column in zip(*found))
            cheaper = sum(with_costs < without for without, with_costs, _ in found)
            print(f"| {family} | {floor:.0f} | {blind:.0f} | {informed:.0f} | {1 - informed / blind:.0%} | "
                  f"{cheaper} of {len(found)} |", flush=True)


if __name__ == "__main__":
    main()
