#!/usr/bin/env python3
"""paths.py BUILD [--limit S] [--peers S] [--alone] [--tables NAME ...] [--write PAGE]: games too large to write down, all equilibria of each: processor seconds of `allnash solve`
and of `allnash-check` on its certificate. Beside them the value alone in floating point, by HiGHS and by Clp, and one equilibrium by
double oracle, which responds to vertices. A run that takes longer than the limit (60 s; of the others --peers) is stopped, and the table says so. Then how far the
limit and 4 GB reach. Then the same by best responses alone, one equilibrium of each: how many calls it takes, by what is responded to."""
import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

from pages import show_or_write, table

# The game, and the seconds that it should take.
GAMES = [
    ("paths:blotto,fields=10,mine=20,yours=18", 0.03),
    ("paths:blotto,fields=10,mine=20,yours=18,values=linear", 0.03),
    ("paths:blotto,fields=10,mine=20,yours=18,values=random", 0.03),
    ("paths:blotto,fields=10,mine=50,yours=45", 0.2),
    ("paths:blotto,fields=10,mine=50,yours=45,values=linear", 0.2),
    ("paths:blotto,fields=10,mine=50,yours=45,values=random", 0.2),
    ("paths:blotto,fields=20,mine=60", 1),
    ("paths:blotto,fields=20,mine=60,values=linear", 1),
    ("paths:blotto,fields=20,mine=60,values=random", 1),
    ("paths:blotto,fields=20,mine=100,yours=90", 2),
    ("paths:blotto,fields=20,mine=100,yours=90,values=linear", 2),
    ("paths:blotto,fields=20,mine=100,yours=90,values=random", 2),
    ("paths:blotto,fields=10,mine=100,yours=90", 1),
    ("paths:blotto,fields=10,mine=100,yours=90,values=linear", 1),
    ("paths:blotto,fields=10,mine=100,yours=90,values=random", 1),
    ("paths:lattice,width=12,height=12,block=3", 0.02),
    ("paths:lattice,width=20,height=20,block=1", 0.04),
    ("paths:lattice,width=20,height=20,block=5", 0.1),
    ("paths:lattice,width=30,height=30,block=3", 0.3),
    ("paths:lattice,width=50,height=50,block=5", 2),
    ("paths:lattice,width=60,height=60,block=10", 10),
    ("paths:subsets,n=200,mine=40,rank=200", 5),
    ("trees:kuhn,cards=3", 0.01),
    ("trees:kuhn,cards=13", 0.01),
    ("trees:kuhn,cards=200", 0.1),
    ("trees:kuhn,cards=400", 0.3),
    ("trees:leduc", 0.01),
    ("trees:leduc,suits-seen", 0.1),
    ("trees:leduc,ranks=13", 2),
    ("trees:leduc,ranks=20", 20),
    ("trees:liars-dice", 2),
]

# Those that the limit and the memory may not suffice for.
FAR = [
    "paths:blotto,fields=30,mine=200,yours=180",
    "paths:lattice,width=100,height=100,block=10",
    "trees:kuhn,cards=2000",
    "trees:leduc,ranks=26",
]
TABLES = ["paths", "far", "responses"]
MEMORY = 4 << 30  # bytes that a program may take there

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


def run(command, memory=None, timeout=None):
    """Processor seconds of a program, its exit code, and what it wrote; nothing where the timeout ended it."""

    def bounded():
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
                              preexec_fn=bounded if memory else None, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.returncode, done.stdout


def seconds_of(command):
    seconds, _, text = run(command)
    return seconds, text


def short(digits):
    return digits if len(digits) <= 15 else f"{digits[0]}.{digits[1:3]}e{len(digits) - 1}"


def agrees(answer, value):
    """Whether a floating value is that of the answer, or lies in its bounds, but for rounding."""
    low, high = (answer.get(key) or answer.get("value") for key in ("low", "high"))
    room = 1e-5 * max(1, abs(value))
    return (not low or value >= Fraction(low) - room) and (not high or value <= Fraction(high) + room)


def linear_program(command, methods, answer, limit):
    """Processor seconds for the value by the quicker of a solver's methods."""
    best = math.inf
    for method in methods:
        done = run([*command, method, str(limit)], timeout=2 * limit + 60)
        if done is None or done[1] != 0:
            continue
        seconds, value = map(float, done[2].split())
        if math.isnan(value):
            continue
        if not agrees(answer, value):
            raise SystemExit(f"{method} says {value}, allnash {answer}")
        best = min(best, seconds)
    return f"{best:.2f}" if math.isfinite(best) else f"> {limit:g}"


def double_oracle(build, game, answer, limit):
    """Processor seconds for one equilibrium by the double oracle of the literature."""
    done = run([build / "bench/bench_responses", game, "vertex", str(limit)], timeout=2 * limit + 60)
    if done is None or done[1] != 0:
        return f"> {limit:g}"
    found = json.loads(done[2])
    if found["status"] != "equilibrium":
        return f"> {limit:g}"
    if answer["status"] == "proved" and found["value"] != answer["value"]:
        raise SystemExit(f"{game}: double oracle says {found['value']}, allnash {answer['value']}")
    return f"{done[0]:.2f}"


def solved(build, game, limit, proof, memory=None):
    """The answer, and cells: value, arcs, iterations, supports, seconds, seconds of the check."""
    done = run([build / "allnash", "solve", game, "--json", "--quiet", "--time-limit", str(limit), "--certificate", proof], memory)
    seconds, code, text = done
    if code == 5:
        return {"status": "stopped"}, ["out of memory", "", "", "", f"{seconds:.2f}", ""]
    answer = json.loads(text)
    cells = [f"{answer['row_arcs'] + answer['column_arcs']:,}", answer["iterations"]]
    if answer["status"] == "stopped":
        return answer, [f"stopped by the {answer['stopped_by']}", *cells, "", f"{seconds:.2f}", ""]
    check, verdict = seconds_of([build / "allnash-check", proof])
    value = answer["value"] if len(answer["value"]) <= 20 else f"{len(answer['value'].split('/')[0].lstrip('-'))} digits"
    supports = "one equilibrium"
    if answer["status"] == "proved":
        supports = f"{short(answer['row_support_size'])} x {short(answer['column_support_size'])}"
    said = f"{check:.2f}" if verdict.startswith("verified") else verdict.strip()
    return answer, [value, *cells, supports, f"{seconds:.2f}", said]


def measured(build, game, goal, limits, folder, alone):
    answer, cells = solved(build, game, limits[0], folder / "proof")
    if alone:
        return [game, *cells[:-1], goal, cells[-1]]
    game_text = folder / "game.txt"
    game_text.write_text(seconds_of([build / "bench/bench_flow_game", game])[1])
    script = Path(__file__).with_name("highs_flows.py")
    return [game, *cells[:-1], goal, cells[-1],
            linear_program(["/usr/bin/python3", "-B", script, game_text], ("highs-ds", "highs-ipm"), answer, limits[1]),
            linear_program([build / "bench/bench_clp_flows", game], ("dual", "barrier"), answer, limits[1]),
            double_oracle(build, game, answer, limits[1])]


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
    parser.add_argument("--peers", type=float, help="the limit of other ways, if it is another")
    parser.add_argument("--games", nargs="*", help="only games whose names contain one of these")
    parser.add_argument("--alone", action="store_true", help="without other ways")
    parser.add_argument("--tables", nargs="*", choices=TABLES, default=TABLES)
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    build, limit = arguments.build, arguments.limit

    def chosen(games):
        return [one for one in games if not arguments.games or any(part in one for part in arguments.games)]

    tables = {}
    if "paths" in arguments.tables:
        goals = dict(GAMES)
        with tempfile.TemporaryDirectory() as folder:
            rows = []
            for game in chosen(goals):
                rows.append(measured(build, game, goals[game], (limit, arguments.peers or limit), Path(folder), arguments.alone))
                print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
            heads = ["game", "value", "arcs", "iterations", "supports", "solve, s", "goal, s", "check, s"]
            if not arguments.alone:
                heads += ["HiGHS, s", "Clp, s", "double oracle, s"]
            tables["paths"] = table(heads, rows, len(heads) - 5)
    if "far" in arguments.tables:
        with tempfile.TemporaryDirectory() as folder:
            rows = [[game, *solved(build, game, limit, Path(folder) / "proof", MEMORY)[1]] for game in chosen(FAR)]
            tables["far"] = table(["game", "value", "arcs", "iterations", "supports", "solve, s", "check, s"], rows, 2)
    if "responses" in arguments.tables:
        rows = [calls(build, game, limit) for game in chosen(ASKED)]
        tables["responses"] = table(["game; iterations / calls / payoffs", "vertex", "centre", "both"], rows, 3)
    options = f"--limit {limit:g}"
    if arguments.peers:
        options += f" --peers {arguments.peers:g}"
    if arguments.alone:
        options += " --alone"
    if arguments.tables != TABLES:
        options += " --tables " + " ".join(arguments.tables)
    show_or_write(arguments.write, tables, f"make bench-paths PATHS=\"{options}\"")


if __name__ == "__main__":
    main()
