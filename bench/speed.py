#!/usr/bin/env python3
"""speed.py BUILD [--write DIR] [--sizes N...] [--limit SECONDS] [--large]: how long known games take, beside others.

Measures everything in one run and prints a page of Markdown, or writes it to DIR/speed.md with a plot DIR/speed.svg.
A peer that is not installed is left out. Nothing else is written outside a temporary folder.
"""
import argparse
import math
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from run import PYTHON, Programs, read_csv, timed, write_for_lrsnash

PEERS = {"HiGHS simplex": ("highs", "highs-ds"), "HiGHS interior point": ("highs", "highs-ipm"),
         "Clp simplex": ("clp", "dual"), "Clp barrier": ("clp", "barrier")}
COLOURS = ["#c0392b", "#2c7fb8", "#7fcdbb", "#756bb1", "#bcbddc"]


class Solvers:
    def __init__(self, build, folder, limit):
        self.build, self.folder, self.limit = build, folder, limit
        has_scipy = f"command -v {PYTHON} && {PYTHON} -c 'import numpy, scipy.optimize'"
        self.highs = subprocess.run(has_scipy, shell=True, capture_output=True).returncode == 0

    def run(self, command):
        """The numbers that a driver prints: seconds, processor seconds, value, ...; None where it fails."""
        try:
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                                  timeout=3 * self.limit + 60)
        except subprocess.TimeoutExpired:
            return None
        found = [float(word) for word in done.stdout.split()] if done.returncode == 0 else None
        return found if found and not math.isnan(found[2]) else None

    def ours(self, game, repeats, limit=None):
        return self.run([self.build / "bench/bench_solve_alone", game, repeats, limit or self.limit])

    def peer(self, name, game, repeats):
        program, method = PEERS[name]
        if program == "clp":
            return self.run([self.build / "bench/bench_clp_alone", game, repeats, method, self.limit])
        if not self.highs:
            return None
        file = self.folder / "game.npy"
        subprocess.run([self.build / "allnash", "generate", game, "-o", file], check=True)
        return self.run([PYTHON, Path(__file__).with_name("highs.py"), file, repeats, method, self.limit])


def number(value):
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.0f}"


def table(heads, lines):
    rows = [heads, ["---"] * len(heads), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"


def random_games(solvers, sizes):
    """By size: our figures and each peer's; a peer that did not end in time is not asked for a larger game."""
    figures = {}
    stopped = set()
    for n in sizes:
        game, repeats = f"family:random,n={n}", 3 if n <= 500 else 1
        row = {"allnash": solvers.ours(game, repeats)}
        for name in PEERS:
            row[name] = None if name in stopped else solvers.peer(name, game, repeats)
            if row[name] is None:
                stopped.add(name)
            elif abs(row[name][2] - row["allnash"][2]) > 1e-6:
                print(f"{game}: {name} finds the value {row[name][2]}, allnash {row['allnash'][2]}", file=sys.stderr)
        figures[n] = row
        print(n, {name: found and found[:2] for name, found in row.items()}, file=sys.stderr, flush=True)
    return figures


def random_tables(figures, limit):
    seconds, ratios = [], []
    for n, row in figures.items():
        ours = row["allnash"]
        cells = [str(n), f"{ours[3]:.0f}", f"{number(ours[0])} ({number(ours[1])})"]
        shares = [str(n)]
        for name in PEERS:
            found = row[name]
            cells.append(f"{number(found[0])} ({number(found[1])})" if found else f"over {limit:.0f}")
            shares.append(f"{ours[1] / found[1]:.2f}" if found else f"below {ours[1] / limit:.2f}")
        seconds.append(cells)
        ratios.append(shares)
    return (table(["n", "support", "allnash", *PEERS], seconds),
            table(["n", *(f"over {name}" for name in PEERS)], ratios))


def fresh_process(build, figures):
    lines = []
    for n in (100, 200):
        if n not in figures or not figures[n]["HiGHS simplex"]:
            continue
        command = [build / "allnash", "solve", f"family:random,n={n}", "--method", "full", "--json", "--quiet"]
        used = min(processor(command) for _ in range(5))
        warm = figures[n]["HiGHS simplex"][1]
        lines.append([str(n), number(used), number(warm), f"{used / warm:.2f}"])
    return table(["n", "allnash, whole process", "HiGHS simplex, warm", "ratio"], lines)


def in_process(build):
    """allnash.solve in Python over scipy's linprog, and doubles over integers."""
    done = subprocess.run([PYTHON, Path(__file__).with_name("python.py"), build, "ratios"], capture_output=True, text=True)
    found = {(kind, int(n)): (float(ours), float(theirs)) for kind, n, ours, theirs in
             (line.split() for line in done.stdout.splitlines())}
    if done.returncode != 0 or not found:
        return "Not measured: scipy or the module is missing.\n"
    lines = []
    for n in sorted({n for _, n in found}):
        cells = [f"{1e3 * ours:.3g} / {1e3 * theirs:.3g} = {ours / theirs:.2f}"
                 for ours, theirs in (found[kind, n] for kind in ("integers", "doubles"))]
        lines.append([str(n), *cells, f"{found['doubles', n][0] / found['integers', n][0]:.1f}"])
    return table(["n", "integers", "doubles", "doubles over integers"], lines)


def watched(solvers):
    lines = []
    for n in (3, 10, 20, 30, 50, 64, 65, 100):
        found = solvers.ours(f"family:random,n={n}", 100)
        lines.append([str(n), f"{1e3 * found[1]:.3f}", f"{1e3 * found[5]:.3f}", f"{found[5] / found[1]:.2f}"])
    return table(["n", "unwatched", "watched", "ratio"], lines)


def report_page(build, folder):
    command = [build / "allnash", "solve", "family:random,n=700", "--method", "full", "--json", "--quiet"]
    alone = min(processor(command) for _ in range(3))
    both = min(processor([*command, "--report", folder / "page.html"]) for _ in range(3))
    return f"{number(alone)} s to solve, {number(both - alone)} s for the page"


def beside_textbook(build):
    lines = []
    for game in ("planted-10", "elo-0.5"):
        done = subprocess.run([build / "bench/bench_queries", "--families", game, "--methods", "auto,textbook", "--seeds", "1"],
                              capture_output=True, text=True)
        told = [line.split() for line in done.stderr.splitlines() if line.endswith("of the processor")]
        used = {method: float(words[-4]) for words in told for method in ("auto", "textbook") if method + ":" in words}
        ours, theirs = used["auto"], used["textbook"]
        lines.append([game, number(ours), number(theirs), f"{ours / theirs:.2f}"])
    return table(["game, n = 2000", "auto", "textbook", "ratio"], lines)


def processor(command, limit=600):
    """Processor seconds of a whole process; the limit where it was not enough."""
    before = children()
    _, done = timed(command, limit)
    return limit if done is None else children() - before


def children():
    """Processor seconds of all processes that have ended, to the microsecond; os.times counts hundredths."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def starting(build, folder, lrsnash):
    (folder / "rps.csv").write_text("0,1,-1\n-1,0,1\n1,-1,0\n")
    payoffs = read_csv((folder / "rps.csv").read_text())
    write_for_lrsnash(payoffs, folder / "rps.lrs")
    commands = {"allnash solve": [build / "allnash", "solve", folder / "rps.csv"],
                "allnash-check --version": [build / "allnash-check", "--version"]}
    if lrsnash:
        commands["lrsnash"] = [lrsnash, folder / "rps.lrs"]
    lines = []
    for name, command in commands.items():
        walls = []
        before = children()
        for _ in range(50):
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            walls.append(time.perf_counter() - start)
        used = (children() - before) / 50
        lines.append([name, f"{min(walls) * 1e3:.1f}", f"{used * 1e3:.1f}"])
    return table(["3 x 3 game, milliseconds", "wall clock, least of 50", "processor, mean"], lines)


def zero_one_minus_one(build, folder, solvers, sizes):
    """Antisymmetric games of -1, 0 and 1: many ties, and an equilibrium that is rarely unique by accident."""
    lines = []
    for n in sizes:
        file = folder / f"skew{n}.csv"
        state, half = 1, {}
        with open(file, "w") as out:
            for i in range(n):
                row = []
                for j in range(n):
                    if j > i:
                        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
                        half[i, j] = (state >> 33) % 3 - 1
                    row.append(0 if i == j else half[i, j] if j > i else -half[j, i])
                out.write(",".join(map(str, row)) + "\n")
        ours = solvers.ours(file, 1)
        lines.append([str(n), f"{ours[3]:.0f}", number(ours[0]), number(ours[1])] if ours else [str(n), "", "", ""])
    return table(["n", "support", "seconds", "processor seconds"], lines)


def near_ties(build, folder):
    """Games on which the interior point guesses wrong: strategies that are hardly played, or fall short by hardly anything."""
    table_near_a_face = Path(__file__).parent.parent / "tests/core/lp/near_a_face_135x137.csv"
    games = {"a restricted game of a large Blotto, 135 x 137": table_near_a_face}
    for n in (50, 100, 200):
        rng = random.Random(n)
        half = {(i, j): rng.randint(-50, 50) for i in range(n) for j in range(i + 1, n)}
        rows, columns = ([10 ** rng.randint(0, 6) for _ in range(n)] for _ in range(2))
        payoffs = [[rows[i] * columns[j] * (half[i, j] if i < j else -half.get((j, i), 0)) for j in range(n)] for i in range(n)]
        games[f"antisymmetric, then lines times 1 to 10^6, n = {n}"] = folder / f"near{n}.csv"
        (folder / f"near{n}.csv").write_text("\n".join(",".join(map(str, row)) for row in payoffs) + "\n")
    lines = []
    for name, file in games.items():
        command = [build / "allnash", "solve", file, "--method", "full", "--json", "--quiet", "--vertices", "0"]
        lines.append([name, number(min(processor(command) for _ in range(3)))])
    return table(["game", "processor seconds"], lines)


def against_lrsnash(build, folder, lrsnash, limit):
    lines = []
    for game in ("random,n=10", "random,n=20", "random,n=40", "rps,n=31", "lowerbound,n=30,k=5",
                 "blotto,fields=3,soldiers=5", "blotto,fields=3,soldiers=6", "blotto,fields=3,soldiers=9"):
        command = [build / "allnash", "solve", f"family:{game}", "--method", "full", "--json", "--quiet", "--vertices",
                   "100000", "--time-limit", limit]
        ours = processor(command)
        text = subprocess.run([build / "allnash", "generate", f"family:{game}"], capture_output=True, text=True).stdout
        write_for_lrsnash(read_csv(text), folder / "game.lrs")
        theirs = processor([lrsnash, folder / "game.lrs"], limit) if lrsnash else None
        ended = theirs is not None and theirs < limit
        lines.append([game, number(ours), "" if theirs is None else number(theirs) if ended else f"over {limit:.0f}",
                      "" if theirs is None else ("" if ended else "over ") + f"{theirs / max(ours, 1e-3):.1f}"])
    return table(["game", "allnash", "lrsnash", "lrsnash/allnash"], lines)


def large(solvers):
    found = solvers.ours("family:random,n=5000", 1, 3600)
    if not found:
        return "n = 5000 did not end.\n"
    return table(["n", "support", "seconds", "processor seconds", "peak memory, GB"],
                 [["5000", f"{found[3]:.0f}", number(found[0]), number(found[1]), f"{found[4] / 1024:.1f}"]])


def plot(figures):
    """Processor seconds against n, both logarithmic."""
    width, height, left, bottom = 640, 400, 60, 40
    curves = {name: [(n, row[name][1]) for n, row in figures.items() if row[name]] for name in ("allnash", *PEERS)}
    points = [point for curve in curves.values() for point in curve]
    low_n, high_n = min(n for n, _ in points), max(n for n, _ in points)
    low_s = 10 ** math.floor(math.log10(min(s for _, s in points)))
    high_s = 10 ** math.ceil(math.log10(max(s for _, s in points)))

    def x(n):
        return left + (width - left - 170) * math.log(n / low_n) / max(math.log(high_n / low_n), 1e-9)

    def y(s):
        return height - bottom - (height - bottom - 20) * math.log(s / low_s) / math.log(high_s / low_s)

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
             'font-size="12">', f'<rect width="{width}" height="{height}" fill="white"/>']
    for n in figures:
        lines += [f'<line x1="{x(n):.1f}" y1="20" x2="{x(n):.1f}" y2="{height - bottom}" stroke="#eee"/>',
                  f'<text x="{x(n):.1f}" y="{height - bottom + 16}" text-anchor="middle">{n}</text>']
    for power in range(round(math.log10(low_s)), round(math.log10(high_s)) + 1):
        at = y(10 ** power)
        lines += [f'<line x1="{left}" y1="{at:.1f}" x2="{width - 170}" y2="{at:.1f}" stroke="#eee"/>',
                  f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{10 ** power:g} s</text>']
    ends = []
    for (name, curve), colour in zip(curves.items(), COLOURS):
        if not curve:
            continue
        path = " ".join(f"{x(n):.1f},{y(s):.1f}" for n, s in curve)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [f'<circle cx="{x(n):.1f}" cy="{y(s):.1f}" r="3" fill="{colour}"/>' for n, s in curve]
        ends.append((y(curve[-1][1]), x(curve[-1][0]), name, colour))
    last = 0.0
    for at, across, name, colour in sorted(ends):
        last = max(at + 4, last + 14)  # names do not cover one another
        lines.append(f'<text x="{across + 8:.1f}" y="{last:.1f}" fill="{colour}">{name}</text>')
    lines.append(f'<text x="{(left + width - 170) / 2:.0f}" y="{height - 6}" text-anchor="middle">n, uniform random '
                 'n x n games; processor seconds</text></svg>')
    return "\n".join(lines) + "\n"


def page(parts):
    text = Path(__file__).with_name("speed_page.md").read_text()
    for name, part in parts.items():
        text = text.replace("{" + name + "}", part.rstrip("\n"))
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--write", type=Path, help="the folder that speed.md and speed.svg go to")
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 200, 500, 1000, 2000])
    parser.add_argument("--limit", type=float, default=300, help="seconds that a solver may take (%(default)s)")
    parser.add_argument("--large", action="store_true", help="n = 5000 too")
    arguments = parser.parse_args()
    build, lrsnash = arguments.build.resolve(), Programs(arguments.build.resolve()).lrsnash
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        solvers = Solvers(build, folder, arguments.limit)
        figures = random_games(solvers, arguments.sizes)
        seconds, ratios = random_tables(figures, arguments.limit)
        parts = {"random": seconds, "ratios": ratios, "fresh": fresh_process(build, figures),
                 "skew": zero_one_minus_one(build, folder, solvers, [500, 1000]),
                 "near_ties": near_ties(build, folder),
                 "starting": starting(build, folder, lrsnash),
                 "lrsnash": against_lrsnash(build, folder, lrsnash, min(20, arguments.limit)),
                 "in_process": in_process(build), "watched": watched(solvers),
                 "report_page": report_page(build, folder), "textbook": beside_textbook(build),
                 "large": large(solvers) if arguments.large else "Measured with `make bench SPEED=--large`.",
                 "limit": f"{arguments.limit:.0f}",
                 "machine": f"{os.cpu_count()} cores, {platform.machine()}; load {load:.1f} when the run began and "
                            f"{os.getloadavg()[0]:.1f} when it ended"}
    if arguments.write:
        (arguments.write / "speed.md").write_text(page(parts))
        (arguments.write / "speed.svg").write_text(plot(figures))
    else:
        print(page(parts))


if __name__ == "__main__":
    main()
