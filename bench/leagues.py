#!/usr/bin/env python3
"""leagues.py BUILD_DIR [--seeds N] [--write PAGE]: the figures of docs/leagues.md.

What it takes when 5 agents join 60, beside solving all 65 anew. The 65 are drawn in a random order for each seed, the first
60 are solved with a ledger, and then all of them, in another order, with the same ledger. `least` is what of the floor of
the larger game the ledger does not have: nobody can do with less.

What is spent above the floor, with and without `--costs`, in games whose entries cost from 1 to 20 at random. Without
`--costs` the method does not see the costs; what it asked for is taken from its ledger and priced afterwards. Three times as
many seeds.
"""
import argparse
import csv
import io
import json
import random
import subprocess
import tempfile
from fractions import Fraction
from pathlib import Path

from pages import show_or_write, table

OLD, ALL = 60, 65
FAMILIES = [("elo,noise=0", True), ("elo,noise=0.5", True), ("spinning,cycles=3", True), ("lowrank,rank=5", False),
            ("planted,k=4", False), ("random", False)]
PRICED, PRICED_FAMILIES = 150, ["lowrank,rank=5", "spinning,cycles=3", "elo,noise=0.5"]


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def write(payoffs, rows, columns, path):
    lines = ["," + ",".join(f"agent{j}" for j in columns)]
    lines += [f"agent{i}," + ",".join(payoffs[i][j] for j in columns) for i in rows]
    path.write_text("\n".join(lines) + "\n")


def joining(program, family, symmetric, seed, folder):
    payoffs = list(csv.reader(io.StringIO(run(program, "generate", f"family:{family},n={ALL},seed={seed}"))))
    choose = random.Random(seed)
    rows = choose.sample(range(ALL), ALL)
    columns = rows if symmetric else choose.sample(range(ALL), ALL)
    game, ledger = folder / "game.csv", folder / "league.db"
    ledger.unlink(missing_ok=True)
    options = ["--labels", "--json", "--seed", seed] + ["--symmetric"] * symmetric

    def solve(*more):
        return json.loads(run(program, "solve", game, *options, *more))

    write(payoffs, rows[:OLD], columns[:OLD], game)
    old = solve("--ledger", ledger)
    known = {frozenset(line[:2]) if symmetric else tuple(line[:2])
             for line in csv.reader(io.StringIO(run(program, "ledger", "export", ledger)))}
    choose.shuffle(rows)
    columns = rows if symmetric else choose.sample(columns, ALL)
    write(payoffs, rows, columns, game)
    grown = solve("--ledger", ledger)
    anew = solve("--budget", ALL * ALL)  # a budget says that payoffs count
    assert grown["value"] == anew["value"]
    least = set()
    for side, own, others in (("row", rows, columns), ("column", columns, rows)):
        for label in anew[f"{side}_support_labels"]:
            for other in others:
                pair = (label, f"agent{other}") if side == "row" else (f"agent{other}", label)
                if not symmetric or pair[0] != pair[1]:
                    least.add(frozenset(pair) if symmetric else pair)
    return old["queries"], anew["queries"], grown["queries"] - grown["recalled"], len(least - known)


def spent(program, family, seed, folder):
    """Spent above the floor without and with the costs, and the cost of the floor."""
    game, costs, ledger = f"family:{family},n={PRICED},seed={seed}", folder / "costs.csv", folder / "run.db"
    costs.write_text(run(program, "generate", f"family:random,n={PRICED},low=1,high=20,seed={1000 + seed}"))
    price = [[int(cell) for cell in line] for line in csv.reader(io.StringIO(costs.read_text()))]
    options = ["--method", "lazy", "--json", "--seed", seed, "--vertices", 0]
    informed = json.loads(run(program, "solve", game, *options, "--costs", costs))
    ledger.unlink(missing_ok=True)
    run(program, "solve", game, *options, "--ledger", ledger)
    asked = list(csv.reader(io.StringIO(run(program, "ledger", "export", ledger))))[1:]
    blind = sum(price[int(row)][int(column)] for row, column, _ in asked)
    floor = Fraction(informed["floor_cost"])
    return float(blind - floor), float(Fraction(informed["cost"]) - floor), float(floor)


def joining_table(program, seeds, folder):
    rows = []
    for family, symmetric in FAMILIES:
        found = [joining(program, family, symmetric, seed, folder) for seed in range(1, seeds + 1)]
        means = [f"{sum(column) / len(found):.0f}" for column in zip(*found)]
        rows.append([family + ", symmetric" * symmetric, *means, max(line[2] for line in found)])
    return table(["league", f"{OLD} agents", f"{ALL} anew", f"{ALL} with the ledger of {OLD}", "least", "most of any seed"], rows, right=5)


def costs_table(program, seeds, folder):
    rows = []
    for family in PRICED_FAMILIES:
        found = [spent(program, family, seed, folder) for seed in range(201, 201 + 3 * seeds)]
        blind, informed, floor = (sum(column) / len(found) for column in zip(*found))
        cheaper = sum(with_costs < without for without, with_costs, _ in found)
        rows.append([family, f"{floor:.0f}", f"{blind:.0f}", f"{informed:.0f}", f"{1 - informed / blind:.0%}",
                     f"{cheaper} of {len(found)}"])
    return table(["game", "cost of the floor", "above it, costs unseen", "above it, with `--costs`", "saved", "cheaper in"],
                 rows, right=5)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    program = given.build / "allnash"
    with tempfile.TemporaryDirectory() as name:
        tables = {"costs": costs_table(program, given.seeds, Path(name)), "joining": joining_table(program, given.seeds, Path(name))}
    show_or_write(given.write, tables, "make bench-leagues")


if __name__ == "__main__":
    main()
