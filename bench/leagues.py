#!/usr/bin/env python3
"""leagues.py BUILD_DIR [--seeds N]: what it takes when 5 agents join 60, beside solving all 65 anew.

The 65 are drawn in a random order for each seed, the first 60 are solved with a ledger, and then all of them, in
another order, with the same ledger. `least` is what of the floor of the larger game the ledger does not have: nobody
can do with less.
"""
import argparse
import csv
import io
import json
import random
import subprocess
import tempfile
from pathlib import Path

OLD, ALL = 60, 65
FAMILIES = [("elo,noise=0", True), ("elo,noise=0.5", True), ("spinning,cycles=3", True), ("lowrank,rank=5", False),
            ("planted,k=4", False), ("random", False)]


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def write(table, rows, columns, path):
    lines = ["," + ",".join(f"agent{j}" for j in columns)]
    lines += [f"agent{i}," + ",".join(table[i][j] for j in columns) for i in rows]
    path.write_text("\n".join(lines) + "\n")


def measured(program, family, symmetric, seed, folder):
    table = list(csv.reader(io.StringIO(run(program, "generate", f"family:{family},n={ALL},seed={seed}"))))
    choose = random.Random(seed)
    rows = choose.sample(range(ALL), ALL)
    columns = rows if symmetric else choose.sample(range(ALL), ALL)
    game, ledger = folder / "game.csv", folder / "league.db"
    ledger.unlink(missing_ok=True)
    options = ["--labels", "--json", "--seed", seed] + ["--symmetric"] * symmetric

    def solve(*more):
        return json.loads(run(program, "solve", game, *options, *more))

    write(table, rows[:OLD], columns[:OLD], game)
    old = solve("--ledger", ledger)
    known = {frozenset(line[:2]) if symmetric else tuple(line[:2])
             for line in csv.reader(io.StringIO(run(program, "ledger", "export", ledger)))}
    choose.shuffle(rows)
    columns = rows if symmetric else choose.sample(columns, ALL)
    write(table, rows, columns, game)
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--seeds", type=int, default=20)
    arguments = parser.parse_args()
    print(f"| league | {OLD} agents | {ALL} anew | {ALL} with the ledger of {OLD} | least | most of any seed |")
    print("| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        for family, symmetric in FAMILIES:
            found = [measured(arguments.build / "allnash", family, symmetric, seed, Path(name))
                     for seed in range(1, arguments.seeds + 1)]
            means = [f"{sum(column) / len(found):.0f}" for column in zip(*found)]
            print(f"| {family}{', symmetric' * symmetric} | {' | '.join(means)} | {max(line[2] for line in found)} |",
                  flush=True)


if __name__ == "__main__":
    main()
