#!/usr/bin/env python3
"""paths.py BUILD [--limit S] [--write PAGE]: games too large to write down, all equilibria of each: processor seconds of `allnash solve`
and of `allnash-check` on its certificate. A run that takes longer than the limit (60 s) is stopped, and the table says so. Then the same
by best responses alone, one equilibrium of each: how many calls it takes, by what is responded to."""
import argparse
import json
import os
import resource
import subprocess
import tempfile
from pathlib import Path

from pages import show_or_write, table

# The game, and the seconds that it should take.
GAMES = [
    ("paths:blotto,fields=10,mine=20,yours=18", 0.03),
    ("paths:blotto,fields=10,mine=20,yours=18,values=linear", 0.03),
    ("paths:blotto,fields=10,mine=20,yours=18,values=random", 0.03),
    ("paths:blotto,fields=10,mine=50,yours=45", 0.2),
    ("paths:blotto,fields=10,mine=50,yours=45,values=linear", 0.2),
    ("paths:blotto,fields=20,mine=60,values=linear", 1),
    ("paths:blotto,fields=20,mine=100,yours=90", 2),
    ("paths:blotto,fields=10,mine=100,yours=90", 1),
    ("paths:lattice,width=12,height=12,block=3", 0.02),
    ("paths:lattice,width=20,height=20,block=1", 0.04),
    ("paths:lattice,width=20,height=20,block=5", 0.1),
    ("paths:lattice,width=30,height=30,block=3", 0.3),
    ("paths:lattice,width=50,height=50,block=5", 2),
    ("paths:lattice,width=60,height=60,block=10", 10),
    ("paths:subsets,n=200,mine=40,rank=200", 5),
    ("trees:kuhn,cards=200", 0.1),
    ("trees:kuhn,cards=400", 0.3),
    ("trees:leduc", 0.01),
    ("trees:leduc,ranks=13", 2),
    ("trees:leduc,ranks=20", 20),
    ("trees:liars-dice", 2),
]


# By best responses.
ASKED = [
    "paths:blotto,fields=10,mine=20,yours=18",
    "paths:blotto,fields=10,mine=20,yours=18,values=random",
    "paths:blotto,fields=10,mine=50,yours=45,values=random",
    "paths:lattice,width=8,height=8,block=2",
    "paths:lattice,width=12,height=12,block=3",
    "paths:lattice,width=20,height=20",
    "paths:subsets,n=40,mine=10,rank=40",
]


def seconds_of(command):
    """Processor seconds of a program, and what it wrote."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stdout


def short(digits):
    return digits if len(digits) <= 15 else f"{digits[0]}.{digits[1:3]}e{len(digits) - 1}"


def measured(build, game, asked, limit, proof):
    seconds, text = seconds_of([build / "allnash", "solve", game, "--json", "--quiet", "--time-limit", str(limit), "--certificate", proof])
    answer = json.loads(text)
    arcs = answer["row_arcs"] + answer["column_arcs"]
    if answer["status"] != "proved":
        return [game, f"stopped by the {answer['stopped_by']}", f"{arcs:,}", answer["iterations"], "", f"{seconds:.2f}", asked, ""]
    check, verdict = seconds_of([build / "allnash-check", proof])
    value = answer["value"] if len(answer["value"]) <= 20 else f"{len(answer['value'].split('/')[0].lstrip('-'))} digits"
    supports = f"{short(answer['row_support_size'])} x {short(answer['column_support_size'])}"
    said = f"{check:.2f}" if verdict.strip() == "verified" else verdict.strip()
    return [game, value, f"{arcs:,}", answer["iterations"], supports, f"{seconds:.2f}", asked, said]


def calls(build, game, limit):
    """Iterations, calls and payoffs for each way to choose what is responded to."""
    cells = [game]
    for what in ("vertex", "centre", "both"):
        answer = json.loads(seconds_of([build / "bench/bench_responses", game, what, str(limit)])[1])
        done = answer["status"] == "equilibrium"
        cells.append(" / ".join(f"{answer[key]:,}" for key in ("iterations", "responses", "payoffs")) if done else f"not in {limit:g} s")
    return cells


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--games", nargs="*", help="only games whose names contain one of these")
    parser.add_argument("--responses", action="store_true", help="only by best responses")
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for game, asked in GAMES:
            if arguments.responses or (arguments.games and not any(part in game for part in arguments.games)):
                continue
            rows.append(measured(arguments.build, game, asked, arguments.limit, Path(folder) / "proof"))
            if not arguments.write:
                print(*rows[-1], sep="  ", flush=True)
    heads = ["game", "value", "arcs", "iterations", "supports", "solve, s", "goal, s", "check, s"]
    tables = {} if arguments.responses else {"paths": table(heads, rows, 3)}
    asked = [calls(arguments.build, game, arguments.limit) for game in ASKED
             if not arguments.games or any(part in game for part in arguments.games)]
    tables["responses"] = table(["game; iterations / calls / payoffs", "vertex", "centre", "both"], asked, 3)
    options = f"--limit {arguments.limit:g}{' --responses' if arguments.responses else ''}"
    show_or_write(arguments.write, tables, f"make bench-paths PATHS=\"{options}\"")


if __name__ == "__main__":
    main()
