#!/usr/bin/env python3
"""fleet.py BUILD [--seeds N] [--first SEED] [--only TABLE] [--games NAME] [--skip NAME] [--write PAGE]: how busy workers are, in virtual time (bench/fleet.cpp).

"busy" is the share of the workers' time until the end, what is in vain included; "in vain" is beside what is needed; "over ideal"
is the time until the end over that of workers that never wait and do nothing in vain. "at best" is how busy they are if they know from the
beginning what is needed, and what takes long. Each figure is the mean of the seeds, and behind it the range.
"""
import argparse
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pages import show_or_write, table

FAMILIES = ["elo,noise=0.1", "elo,noise=0.5", "lowrank,rank=5", "lowrank,rank=20", "spinning,cycles=3", "planted,k=5"]
PRICE = 0.1


def run(build, game, n, workers, price, seed, stragglers, *epsilon):
    """what bench/fleet.cpp prints"""
    words = [build / "bench/bench_fleet", f"family:{game},n={n},seed={seed}", workers, price, seed, stragglers, *epsilon]
    line = subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout
    return [float(word) for word in line.split()]


def figures(workers, without, at_price):
    """(payoffs needed, busy without, busy, in vain, over ideal, at best) of one game"""
    needed, _, worked_without, end_without, useful, best = without
    _, vain, worked, end = at_price
    return (needed, 100 * worked_without / workers / end_without, 100 * worked / workers / end, 100 * vain / needed,
            end * workers / useful, 100 * useful / workers / best)


def shown(values, digits=0):
    mean, low, high = statistics.mean(values), min(values), max(values)
    return f"{mean:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def busy_table(arguments, title, cases):
    """A line for each (label, game, n, workers, stragglers, epsilon ...)."""
    rows = []
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    with ThreadPoolExecutor(2) as pool:
        for label, *case in cases:
            if arguments.games not in label or (arguments.skip and arguments.skip in label):
                continue
            game, n, workers, stragglers, *epsilon = case
            without, at_price = (list(pool.map(lambda seed, price=price: run(arguments.build, game, n, workers, price, seed, stragglers, *epsilon), seeds))
                                 for price in (0, PRICE))
            of_seeds = [figures(workers, *pair) for pair in zip(without, at_price)]
            rows.append([label, *(shown(column, 1 if place == 4 else 0) for place, column in enumerate(zip(*of_seeds)))])
            print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)
    heads = [title, "needed", "busy without, %", "busy at a price of 10 %", "in vain, %", "over ideal", "at best, %"]
    return table(heads, rows, 6) if rows else ""


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first", type=int, default=101, help="the first seed")
    parser.add_argument("--only", default="", help="only the table with this mark in the page, such as fleet-even")
    parser.add_argument("--games", default="", help="only lines with this in their name")
    parser.add_argument("--skip", default="", help="no lines with this in their name")
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    tables = {
        "fleet": ("300 x 300, 200 workers, 5 % take 20 times as long", [(name, name, 300, 200, 0.05) for name in FAMILIES]),
        "fleet-even": ("the same, all take as long", [(name, name, 300, 200, 0) for name in FAMILIES]),
        "fleet-small": ("100 x 100, 5 % take 20 times as long",
                        [(f"{name}, {workers} workers", name, 100, workers, 0.05) for workers in (16, 64) for name in FAMILIES]),
        "fleet-plays": ("plays, 20 x 20, 200 workers", [("elo,noise=0.1", "elo,noise=0.1", 20, 200, 0.05, "0.4")]),
    }
    measured = {name: busy_table(given, *table) for name, table in tables.items() if given.only in ("", name)}
    chosen = " ".join(f"--{name} {getattr(given, name)}" for name in ("seeds", "first", "only", "games", "skip")
                      if getattr(given, name) != parser.get_default(name))
    command = f'make bench-fleet FLEET="{chosen}"' if chosen else "make bench-fleet"
    show_or_write(given.write, {name: table for name, table in measured.items() if table}, command)
