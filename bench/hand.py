#!/usr/bin/env python3
"""hand.py BUILD [--runs N] [--limit S] [--write PAGE]: what it takes to have all equilibria in hand.

Processor seconds of `allnash` beyond those of the solution alone, the middle one of several runs: all exact ranges of a player,
the sensible plans of both, and the judgement of uniform play. How many bounds are exact stands beside them.
"""
import argparse
import json
import resource
import statistics
import subprocess
from pathlib import Path

from pages import show_or_write, table

# The game, the player, and the seconds that all ranges should take.
RANGES = [("trees:kuhn", "row", 0.01), ("trees:kuhn,cards=13", "row", 0.01), ("trees:kuhn,cards=13", "column", 0.01),
          ("trees:leduc", "row", 0.05), ("trees:leduc", "column", 0.05), ("trees:leduc,ranks=13", "row", 20),
          ("trees:liars-dice", "row", 3)]
SENSIBLE = [("trees:kuhn", 0.01), ("trees:kuhn,cards=13", 0.03), ("trees:leduc", 0.03), ("trees:leduc,ranks=13", 10)]
JUDGED = [("trees:leduc", 0.01), ("trees:liars-dice", 0.1)]


def cost(words, limit):
    """Processor seconds and what was printed; nothing if the limit ended it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(words, capture_output=True, encoding="utf-8", timeout=limit, check=True)
    except subprocess.TimeoutExpired:
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def middle(words, runs, limit):
    found = []
    for _ in range(runs):
        one = cost(words, limit)
        if one is None:
            return None
        found.append(one)
    return statistics.median(seconds for seconds, _ in found), found[0][1]


def beyond(program, game, more, options, command=("solve",)):
    """Seconds beyond those of the solution, and the answer."""
    alone = middle([program, "solve", game, "--choose", "none", "--json"], options.runs, options.limit)
    whole = middle([program, *command, game, *more, "--json"], options.runs, options.limit)
    if alone is None or whole is None:
        return None
    return max(0.0, whole[0] - alone[0]), json.loads(whole[1])


def text(seconds):
    return "-" if seconds is None else f"{seconds:.3g}"


def counted(ranges):
    ends = [part for actions in ranges.values() for part in actions.values()]
    exact = sum("exact" not in part for part in ends)
    varying = sum(part["flow"][0] != part["flow"][1] for part in ends)
    return f"{varying} of {len(ends)}", f"{exact} of {len(ends)}"


def range_rows(program, options):
    rows = []
    for game, player, asked in RANGES:
        found = beyond(program, game, [f"--ranges={player}", "--choose", "none"], options)
        if found is None:
            rows.append([f"`{game}`", player, "-", "-", f"more than {options.limit}", asked])
            continue
        varying, exact = counted(found[1][f"{player}_ranges"])
        rows.append([f"`{game}`", player, varying, exact, text(found[0]), asked])
    return rows


def sensible_rows(program, options):
    rows = []
    for game, asked in SENSIBLE:
        found = beyond(program, game, ["--choose", "sensible"], options)
        both = found is not None and "row_sensible" in found[1] and "column_sensible" in found[1]
        rows.append([f"`{game}`", "both" if both else "not found", text(found and found[0]), asked])
    return rows


def judged_rows(program, options):
    rows = []
    for game, asked in JUDGED:
        found = beyond(program, game, ["uniform"], options, ("judge",))
        loses = found and found[1]["exploitability"]
        rows.append([f"`{game}`", loses or "-", text(found and found[0]), asked])
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    program = str((options.build / "allnash").resolve())
    tables = {
        "ranges": table(["game", "player", "arcs that vary", "exact", "seconds", "asked"], range_rows(program, options), 2),
        "sensible": table(["game", "found", "seconds", "asked"], sensible_rows(program, options), 2),
        "judged": table(["game, uniform play", "loses", "seconds", "asked"], judged_rows(program, options), 2),
    }
    show_or_write(options.write, tables, "make bench-hand")


if __name__ == "__main__":
    main()
