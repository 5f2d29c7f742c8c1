#!/usr/bin/env python3
"""run.py BUILD [--games DIR] [--limit SECONDS] [--only SECTION]...: the measurements, side by side in one run.

Sections: vertices, reading, ledger, oracle, stragglers, subgames, paper, python. Without --only all.
A peer that is not installed is left out, with a word on it. Nothing is written outside a temporary folder.
"""
import argparse
import csv
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

PYTHON = "/usr/bin/python3"  # where Debian's scipy is; another one may come first in the path
SHORT = 1  # runs of up to this many seconds are repeated, and the best of three counts


class Programs:
    def __init__(self, build):
        self.allnash = build / "allnash"
        self.read_game = build / "bench/bench_read_game"
        self.ledger_rate = build / "bench/bench_ledger_rate"
        self.oracle = build / "bench/bench_oracle"
        self.subgames = build / "bench/bench_subgames"
        self.lrsnash = shutil.which("lrsnash")
        self.python = PYTHON if (build / "python/allnash").is_dir() else None
        if not self.lrsnash:
            print("lrsnash (Debian package lrslib) is not installed: its columns stay empty\n")


def timed(command, limit):
    """Wall-clock seconds of a whole process, and how it ended: None when the limit was reached."""
    start = time.perf_counter()
    try:
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=limit)
    except subprocess.TimeoutExpired:
        return limit, None
    return time.perf_counter() - start, done


def best_of_three(command, limit):
    runs = [timed(command, limit)]
    if runs[0][0] <= SHORT:
        runs += [timed(command, limit), timed(command, limit)]
    return min(runs, key=lambda run: run[0])


def numbers(command):
    """The numbers that a driver prints, or None where it fails."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return [float(word) for word in done.stdout.split()] if done.returncode == 0 else None


def solved(programs, game, *options):
    done = subprocess.run([programs.allnash, "solve", game, "--json", "--quiet", *options],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"allnash solve {game}: exit code {done.returncode} {done.stderr}")
    return json.loads(done.stdout)


def seconds(value):
    return "" if value is None else f"{value:.3f}" if value < 10 else f"{value:.1f}"


def ratio(value):
    return "" if value is None else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def table(title, heads, lines):
    print(title)
    widths = [max(len(line[t]) for line in [heads, *lines]) for t in range(len(heads))]
    for line in [heads, *lines]:
        cells = [word.ljust(width) if t == 0 else word.rjust(width)
                 for t, (word, width) in enumerate(zip(line, widths))]
        print("  " + "  ".join(cells).rstrip())
    print(flush=True)


def write_for_lrsnash(game, file):
    """Two payoff matrices, A and -A, after a line with the shape. `game` is lines of fractions."""
    with open(file, "w") as out:
        out.write(f"{len(game)} {len(game[0])}\n")
        for sign in (1, -1):
            out.write("\n")
            for line in game:
                out.write(" ".join(str(sign * payoff) for payoff in line) + "\n")


def read_csv(text):
    return [[Fraction(word) for word in line] for line in csv.reader(text.splitlines()) if line]


def against_lrsnash(programs, folder, game, payoffs, vertices, limit):
    """One game as a user sees it, both as whole processes; also our time inside the process."""
    ours, done = best_of_three([programs.allnash, "solve", game, "--json", "--quiet", "--method", "full",
                                "--vertices", vertices, "--time-limit", limit], 10 * limit)
    result = json.loads(done.stdout)
    proved = result["status"] == "proved"
    run = {"ours": ours, "inside": result["seconds"], "theirs": None, "note": "",
           "complete": proved and result["row_vertices_complete"] and result["column_vertices_complete"],
           "vertices": [len(result.get(side, [])) for side in ("row_vertices", "column_vertices")]}
    if programs.lrsnash:
        write_for_lrsnash(payoffs, folder / "game")
        taken, done = best_of_three([programs.lrsnash, folder / "game"], limit)
        if done and done.returncode != 0:
            run["note"] = "refuses"
        else:
            run["theirs"] = taken
            run["note"] = "" if done else ">"
    return run


HEADS = ["game", "shape", "extreme", "allnash", "inside", "lrsnash", "lrsnash/allnash"]


def comparison(name, payoffs, run):
    extreme = "{}+{}".format(*run["vertices"]) + ("" if run["complete"] else " cut")
    return [name, f"{len(payoffs)}x{len(payoffs[0])}", extreme, seconds(run["ours"]),
            seconds(run["inside"]), run["note"] + seconds(run["theirs"]),
            "" if run["theirs"] is None else run["note"] + ratio(run["theirs"] / run["ours"])]


def vertex_games(programs, folder, arguments):
    games, limit = arguments.games, arguments.limit
    files = [file for part in ("small", "medium") for file in sorted((games / part).glob("*.csv"))]
    if not files:
        print(f"No games in {games}: the comparison on them is left out (--games DIR)\n")
        return
    lines, runs = [], []
    for file in files:
        payoffs = read_csv(file.read_text())
        run = against_lrsnash(programs, folder, file, payoffs, 1000000, limit)
        runs.append(run)
        theirs = run["theirs"]
        if not run["complete"] or run["note"] or (theirs and (theirs > 0.1 or run["ours"] > theirs)):
            lines.append(comparison(file.stem, payoffs, run))
    table(f"All extreme equilibria, whole processes, {limit:g} s allowed each; seconds (inside: ours without "
          "start, reading and writing).\nGames where lrsnash takes over 0.1 s, or we are slower, or either "
          "does not finish", HEADS, lines)
    both = [run for run in runs if run["theirs"] is not None]
    slower = sum(run["ours"] > run["theirs"] for run in both)
    slower_inside = sum(run["inside"] > run["theirs"] for run in both)
    cut = sum(not run["complete"] for run in runs)
    print(f"  {len(runs)} games. lrsnash takes {len(both)} of them: we are slower on {slower} as a process, on "
          f"{slower_inside} inside. Our list is cut on {cut}.")
    starts = [best_of_three(command, limit)[0] for command in
              ([programs.allnash, "--version"], [programs.lrsnash or "true", "--help"])]
    print("  Of that, starting a process takes: allnash {:.4f}, lrsnash {:.4f}.".format(*starts))
    logs = [math.log(run["theirs"] / run["ours"]) for run in both if run["theirs"] > 0.1]
    if logs:
        print(f"  lrsnash/allnash where lrsnash takes over 0.1 s: geometric mean "
              f"{math.exp(sum(logs) / len(logs)):.1f} over {len(logs)} games; those that did not finish count "
              f"{limit:g} s")
    print()


def reading(programs, folder, _):
    file = folder / "large.csv"
    subprocess.run([programs.allnash, "generate", "family:random,n=2000", "-o", file], check=True)
    taken, kilobytes = numbers([programs.read_game, file])
    megabytes = file.stat().st_size / 1e6
    table("Reading a CSV of 2000 x 2000 integers",
          ["file, MB", "seconds", "MB/s", "peak memory, MB"],
          [[f"{megabytes:.1f}", seconds(taken), f"{megabytes / taken:.0f}", f"{kilobytes / 1e3:.0f}"]])


def ledger(programs, folder, _):
    found = numbers([programs.ledger_rate, folder, 1000])
    names = ["in memory", "in a file", "from a file", "single, in memory", "single, in a file"]
    table("Payoffs of an in-process function through the ledger: 1,000,000 in one round, then rounds of one "
          "payoff each.\nThe target is 100,000 queries a second with a ledger file",
          ["ledger", "queries/s", "us/query", "us/query of processor"],
          [[name, f"{rate:,.0f}", f"{1e6 / rate:.1f}", f"{processor:.1f}"]
           for name, rate, processor in zip(names, found[::2], found[1::2])])


def asked(programs, command, rows, columns, workers, *options):
    """Seconds that a run takes whose game is trivial to solve: every payoff is asked, in one batch."""
    result = solved(programs, "oracle", "--oracle", command, "--rows", str(rows), "--columns", str(columns), "--method",
                    "full", "--vertices", "0", "--workers", str(workers), *options)
    return result["seconds"], result["queries"]


def oracle(programs, folder, _):
    lines = []
    for name, options in (("no ledger file", []), ("ledger file", ["--ledger", str(folder / "run.db")])):
        taken, queries = min(asked(programs, programs.oracle, 400, 250, 4, *options) for _ in range(1 if options else 3))
        lines.append([name, str(queries), seconds(taken), f"{taken / queries * 1e6:.1f}"])
    table("Asking a trivial oracle program, 4 workers, solving included; wanted: under 20 microseconds a query",
          ["", "queries", "seconds", "microseconds a query"], lines)
    alone, queries = asked(programs, f"{programs.oracle} 20", 20, 20, 1)
    together, _ = asked(programs, f"{programs.oracle} 20", 20, 20, 8)
    table("Asking an oracle program that sleeps 20 ms; wanted: 8 workers at least 7 times as fast as one",
          ["queries", "1 worker, s", "8 workers, s", "times"],
          [[str(queries), seconds(alone), seconds(together), ratio(alone / together)]])


def stragglers(programs, folder, arguments):
    """Payoffs of 20 ms, one in 33 of which takes a second. Ideal is that no worker ever waits. By itself: run.py BUILD --only
    stragglers --ahead VALUE, once for each value of the option."""
    slow, quick, every = 1000, 20, 33
    lines = []
    for name, n, workers in (("elo,noise=0.5", 60, 7), ("spinning,cycles=3", 60, 7), ("lowrank,rank=5", 60, 7),
                             ("planted,k=3", 60, 7), ("elo,noise=0.5", 60, 31), ("elo,noise=0.5", 200, 15)):
        file = folder / "stragglers.csv"
        subprocess.run([programs.allnash, "generate", f"family:{name},n={n}", "-o", file], check=True)
        for ahead in arguments.ahead or ("0", "10%"):
            found = solved(programs, "oracle", "--oracle", f"{programs.oracle} {quick} {slow} {every} {file}", "--rows", str(n),
                           "--columns", str(n), "--check-repeat", "0", "--vertices", "0", "--workers", str(workers), "--ahead", ahead)
            vain = found.get("in_vain", 0)
            needed = found["queries"]
            ideal = needed * ((every - 1) * quick + slow) / every / 1000 / workers
            lines.append([f"{name}, n = {n}", str(workers), ahead, str(needed), f"{100 * vain / needed:.1f}",
                          seconds(found["seconds"]), ratio(found["seconds"] / ideal)])
            print(*lines[-1], file=sys.stderr, flush=True)
    table("Payoffs of 20 ms, 3 % of which take a second: seconds over those of workers that never wait; wanted with "
          "--ahead 10%: 1.15 with 7 workers, 2 with 31",
          ["game", "workers", "ahead", "queries needed", "in vain, %", "seconds", "over ideal"], lines)


def hedge(programs, folder, _):
    """Payoffs of 20 ms; one execution in 20 takes a second, by chance."""
    slow, quick, every, n = 1000, 20, 20, 60
    file = folder / "hedge.csv"
    lines = []
    for name in ("elo,noise=0.5", "lowrank,rank=5"):
        subprocess.run([programs.allnash, "generate", f"family:{name},n={n}", "-o", file], check=True)
        for workers in (16, 64):
            for options in ([], ["--hedge"]):
                found = solved(programs, "oracle", "--oracle", f"exec {programs.oracle} {quick} {slow} {every} {file} chance",
                               "--rows", str(n), "--columns", str(n), "--check-repeat", "0", "--vertices", "0", "--workers",
                               str(workers), *options)
                lines.append([f"{name}, n = {n}", str(workers), *(options or [""]), str(found["queries"]), str(found.get("hedged", 0)),
                              seconds(found["seconds"])])
                print(*lines[-1], file=sys.stderr, flush=True)
    table("Payoffs of 20 ms, 5 % of whose executions take a second, by chance",
          ["game", "workers", "", "queries", "asked twice", "seconds"], lines)


def subgames(programs, *_):
    lines = []
    for shape in ((1, 3), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)):
        values, supports, plain = numbers([programs.subgames, *shape])
        lines.append(["{} x {}".format(*shape), *(f"{rate / 1e6:.2f}" for rate in (values, supports, plain)),
                      ratio(values / plain)])
    table("Values of small games with integers up to 1000, one core, millions a second of processor time",
          ["shape", "value", "with supports", "plain exact LP", "value/plain"], lines)


def over_all_subgames(programs, *_):
    lines = []
    for method, game, options in (("paper", "planted,n=200,k=2", ["--exit", "never"]),
                                  ("paper", "planted,n=60,k=3", ["--exit", "never"]),
                                  ("paper", "planted,n=2000,k=1", ["--delta", "0.1"])):
        before = os.times()
        result = solved(programs, f"family:{game}", "--method", method, *options)
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        lines.append([f"{game} {method} {' '.join(options)}", seconds(result["seconds"]), seconds(used),
                      str(result["queries"]), f"{result['queries'] / result['rows']:.1f}"])
    table("The methods that go through all subgames; seconds, and seconds of processor time",
          ["game and method", "seconds", "processor", "queries", "queries/n"], lines)


def python(programs, _, arguments):
    if programs.python:
        subprocess.run([programs.python, "-B", Path(__file__).with_name("python.py"), arguments.build.resolve()], check=True)


SECTIONS = {"vertices": vertex_games, "reading": reading, "ledger": ledger, "oracle": oracle, "stragglers": stragglers, "hedge": hedge,
            "subgames": subgames, "paper": over_all_subgames, "python": python}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--games", type=Path, default=Path(__file__).parents[1] / "tests/games/known")
    parser.add_argument("--only", action="append", choices=list(SECTIONS))
    parser.add_argument("--ahead", action="append", help="of stragglers: a value of the option, as often as there are values")
    parser.add_argument("--limit", type=float, default=15, help="seconds that one game may take (%(default)s)")
    arguments = parser.parse_args()
    programs = Programs(arguments.build.resolve())
    load = os.getloadavg()[0]
    if load > 0.5:
        print(f"The machine is busy (load {load:.1f}): compare ratios, not seconds\n")
    with tempfile.TemporaryDirectory() as name:
        for section in arguments.only or SECTIONS:
            SECTIONS[section](programs, Path(name), arguments)


if __name__ == "__main__":
    main()
