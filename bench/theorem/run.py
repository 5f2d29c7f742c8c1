#!/usr/bin/env python3
"""The theorems in numbers: `make bench-theorem` writes docs/research/theorem_results.md and its plot.

What `paper` and `reweighted` (by the theorem, --scale 1, and as it is by default) ask for, divided by
n, against n and against k, beside the bound that is proved. A size that a method does not end on
within the limit of processor time ends its column, and the page says so.
"""
import argparse
import json
import math
import os
import resource
import subprocess
from concurrent.futures import ThreadPoolExecutor

# paper: its loop as written; left early, when nothing is unread, it would not show how looks grow.
METHODS = {"paper": ["--method", "paper", "--exit", "never"],
           "reweighted, scale 1": ["--method", "reweighted", "--scale", "1"],
           "reweighted": ["--method", "reweighted"]}
COLOURS = {"paper": "#b2182b", "reweighted, scale 1": "#2166ac", "reweighted": "#1b7837"}
DASHES = {1: "", 2: "7 3", 3: "2 3"}
SCALE = 0.05
GAMES_OF_K = (("lowerbound", 1000, 5), ("planted", 200, 4))


def sizes(n):
    """As docs/research/reweighted.md has them."""
    found, cube = [1], 2
    while found[-1] < n:
        size = min(n, round(cube ** (1 / 3)))
        if size > found[-1]:
            found.append(size)
        cube *= 2
    return found


def attempt_cost(n, own, sparse, spread):
    """Payoffs / n of an attempt, at most, in the mean: plan_of of the program for n = m."""
    rounds = max(1, math.ceil(3 * own * math.log(n)))
    parts = 3 * own
    if spread < own:
        rounds = math.ceil(2 * spread * (2 + math.log2(n)) * math.log2(2 * own)) + 1
        parts = rounds
    draws = parts * (sparse * math.log(n * n) + math.log(4))
    return 2 * (draws * (1 + rounds / parts) + rounds * (own + sparse))


def attempts(n):
    """As (cost, own, sparse, spread), in the order in which they are made; by rows and by columns alike."""
    found = []
    for own in sizes(n):
        for sparse in sizes(n):
            most = attempt_cost(n, own, sparse, own)
            spread = 1
            while spread < own:
                cost = attempt_cost(n, own, sparse, spread)
                if cost < most:
                    found += [(cost, own, sparse, spread)] * 2
                spread *= 2
            if own <= sparse:
                found += [(most, own, sparse, own)] * (1 if own == sparse else 2)
    return sorted(found)


def bound(method, n, k1, k2, delta, given):
    """Payoffs / n: what is proved, with its constants."""
    if method == "paper":
        pairs = [(k1, k2)] if given else [(a, b) for a in range(1, max(k1, k2) + 1) for b in range(1, max(k1, k2) + 1)]
        total = 0
        for a, b in pairs:
            few, many = sorted((math.comb(n, a), math.comb(n, b)))
            sample = math.ceil(2 * math.log2(2 * (few + many) ** 2 / (delta / 2)))
            total += 2 * (math.floor(math.log2(few)) * (sample + 1) * (a + b) + max(a, b))
        return total
    # What is spent on shortcuts is at most this part of the bound on the last attempt.
    part = 0 if method.endswith("scale 1") else SCALE
    small, wide = min(k1, k2), max(k1, k2)
    if given:
        return (1 + part) * attempt_cost(n, small, wide, small)
    total = 4  # the walk to a saddle point
    for cost, own, sparse, spread in attempts(n):
        total += cost
        if spread == own and own >= small and sparse >= wide:
            return total + part * cost
    return total


def solve(program, game, method, seed, given, options):
    """The result, or nothing when it took more than the limit, and the processor seconds."""
    command = [program, "solve", game, *METHODS[method], "--seed", str(seed), "--delta", str(options.delta),
               "--vertices", "0", "--threads", "1", "--json"]
    if given:
        command += ["--k1", str(given[0]), "--k2", str(given[1])]
    limit = int(options.limit)
    cut = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=cut) as run:
        text = run.stdout.read()
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    result = json.loads(text) if run.returncode == 0 else {}
    return result if result.get("status") == "proved" else None, usage.ru_utime + usage.ru_stime


def measure(program, family, n, k, method, given, options):
    """Means over the seeds, or why there are none."""
    k1, k2 = (1, k) if family == "lowerbound" else (k, k)
    runs = []
    for seed in range(1, options.seeds + 1):
        game = f"family:{family},n={n},k={k},seed={seed}"
        result, seconds = solve(program, game, method, seed, (k1, k2) if given else None, options)
        if result is None:
            return f"takes more than {options.limit:g} s or fails"
        if "counters" not in result:
            return "cannot be searched"
        runs.append((result, seconds))
    looks = [sum(part["looks"] for part in run["counters"].values()) / n for run, _ in runs]
    queries = [run["queries"] / n for run, _ in runs]
    mean = lambda numbers: sum(numbers) / len(numbers)
    return {"family": family, "n": n, "k": k, "method": method, "given": given, "queries": mean(queries),
            "least": min(queries), "most": max(queries), "looks": mean(looks),
            "bound": bound(method, n, k1, k2, options.delta, given), "seconds": mean([s for _, s in runs])}


def told(row):
    return row if isinstance(row, str) else f"{row['queries']:.1f}"


def column_of_n(program, options, k, method):
    """The rows of one column, and where and why it ends before the largest n."""
    rows, n = [], 100
    while n <= options.largest:
        row = measure(program, "planted", n, k, method, False, options)
        print(k, method, n, told(row), flush=True)
        if isinstance(row, str):
            return rows, [f"k = {k}, `{method}`: n = {n} {row}"]
        rows.append(row)
        n *= 2
        # The next n takes up to 2^k times as long.
        if n <= options.largest and row["seconds"] * 2 ** k > options.limit:
            return rows, [f"k = {k}, `{method}`: n = {n} was not tried, for n = {n // 2} took {row['seconds']:.1f} s"]
    return rows, []


def column_of_k(program, options, game, given, method):
    family, n, last = game
    rows = []
    for k in range(1, last + 1):
        row = measure(program, family, n, k, method, given, options)
        print(family, given, method, k, told(row), flush=True)
        if isinstance(row, str):
            return rows, [f"`{family}`, {'sizes given' if given else 'no sizes'}, `{method}`: k = {k} {row}"]
        rows.append(row)
    return rows, []


def all_columns(column, cases, options):
    """Side by side, as many as there are jobs; in order."""
    with ThreadPoolExecutor(options.jobs) as pool:
        columns = list(pool.map(lambda case: column(*case), cases))
    return [row for rows, _ in columns for row in rows], [end for _, ends in columns for end in ends]


def table(rows):
    head = ("| k | n | method | queries / n | least to most | looks / n | bound / n | looks / bound | seconds |\n"
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
    return head + "".join(
        f"| {r['k']} | {r['n']} | {r['method']} | {r['queries']:.1f} | {r['least']:.1f} to {r['most']:.1f} | "
        f"{r['looks']:.1f} | {r['bound']:.0f} | {r['looks'] / r['bound']:.3f} | {r['seconds']:.2f} |\n" for r in rows)


def table_of_k(rows):
    head = ("| game | n | sizes | method | k | queries / n | looks / n | bound / n | seconds |\n"
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
    return head + "".join(
        f"| {r['family']} | {r['n']} | {'given' if r['given'] else 'not'} | {r['method']} | {r['k']} | {r['queries']:.1f} | "
        f"{r['looks']:.1f} | {r['bound']:.0f} | {r['seconds']:.2f} |\n" for r in rows)


def chart(rows, across, left, width, height, label, ticks, style):
    """One plot, both axes logarithmic: queries / n against what `across` takes from a row."""
    top, low = 30, 55
    inner_w, inner_h = width - 70, height - top - low
    high = math.ceil(math.log10(max(r["queries"] for r in rows) + 1))
    first, last = min(ticks), max(ticks)
    x = lambda at: left + 50 + inner_w * math.log(at / first) / max(1e-9, math.log(last / first))
    y = lambda q: top + inner_h * (1 - math.log10(max(q, 1)) / high)
    out = []
    for power in range(high + 1):
        out.append(f'<path d="M{left + 50} {y(10 ** power):.1f}h{inner_w}" stroke="#ddd"/>'
                   f'<text x="{left + 44}" y="{y(10 ** power) + 4:.1f}" text-anchor="end">{10 ** power}</text>')
    out += [f'<text x="{x(t):.1f}" y="{top + inner_h + 18}" text-anchor="middle">{t}</text>' for t in ticks]
    out.append(f'<text x="{left + 50 + inner_w / 2}" y="{top + inner_h + 38}" text-anchor="middle">{label}</text>')
    for key in sorted({style(r)[0] for r in rows}, key=str):
        mine = sorted((r for r in rows if style(r)[0] == key), key=across)
        colour, dash = style(mine[0])[1:]
        points = [(x(across(r)), y(r["queries"])) for r in mine]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8" stroke-dasharray="{dash}"/>')
        out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2.5" fill="{colour}"/>' for a, b in points]
    return out


def plot(rows, of_k):
    """Queries / n against n (planted), and against k (both games, no sizes given)."""
    width, height = 1060, 440
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="12">', f'<rect width="{width}" height="{height}" fill="white"/>',
           '<text x="14" y="16">queries / n</text>']
    ns = sorted({r["n"] for r in rows})
    out += chart(rows, lambda r: r["n"], 0, 480, height, "n, on planted", ns,
                 lambda r: ((r["method"], r["k"]), COLOURS[r["method"]], DASHES[r["k"]]))
    free = [r for r in of_k if not r["given"]]
    if free:
        out += chart(free, lambda r: r["k"], 490, 380, height, "k, sizes not given", sorted({r["k"] for r in free}),
                     lambda r: ((r["method"], r["family"]), COLOURS[r["method"]], "" if r["family"] == "planted" else "2 3"))
    place = 40
    for method, colour in COLOURS.items():
        out.append(f'<path d="M885 {place}h30" stroke="{colour}" stroke-width="2"/><text x="920" y="{place + 4}">{method}</text>')
        place += 20
    for name, dash in [(f"k = {k}", DASHES[k]) for k in DASHES] + [("right: planted", ""), ("right: lowerbound", "2 3")]:
        out.append(f'<path d="M885 {place}h30" stroke="#444" stroke-width="2" stroke-dasharray="{dash}"/>'
                   f'<text x="920" y="{place + 4}">{name}</text>')
        place += 20
    return "\n".join(out + ["</svg>", ""])


def below(method, k1, k2, delta):
    """From which n on the bound is below n^2, that is says more than that nothing is asked twice."""
    n = 16
    while n < 2 ** 60 and bound(method, n, k1, k2, delta, True) >= n:
        n *= 2
    low, high = n // 2, n
    while high - low > max(1, low // 100):
        middle = (low + high) // 2
        low, high = (middle, high) if bound(method, middle, k1, k2, delta, True) >= middle else (low, middle)
    return f"{high:.2g}".replace("e+0", "e").replace("e+", "e") if high >= 10 ** 6 else f"{high}"


def honest(delta):
    text = ("A bound above n says nothing that reading everything would not. With sizes given, that is least to sum up, the bounds "
            "come below n from these n on:\n\n| k1, k2 | paper | reweighted, scale 1 |\n| --- | --- | --- |\n")
    for k1, k2 in ((1, 1), (1, 2), (1, 5), (2, 2), (3, 3), (4, 4)):
        cells = [below(m, k1, k2, delta) for m in ("paper", "reweighted, scale 1")]
        text += f"| {k1}, {k2} | {cells[0]} | {cells[1]} |\n"
    return text + ("\nSo for k1, k2 >= 2 the paper's bound is above n wherever the program can run it: what is measured there is how far below "
                   "its bound a method stays, and not that the bound is of use.\n")


PAGE = """# The theorems, measured

Queries / n (distinct payoffs) and looks / n (payoffs of the lines that a method calls for, each as often as it does, so that no
number is capped by n^2): means over {seeds} seeds of game and method, with the least and the most queries. `paper` runs with
`--exit never`, its loop as written, which is left only before sizes that cannot be searched. The bound is the one that is proved, with its constants,
for payoffs looked at: for `paper` what Algorithm 1 calls in all its stages, every line read whole, summed over the sizes that are tried; for
`reweighted` the mean of Theorem 1 of [reweighted.md](reweighted.md), summed over the attempts up to the one whose sizes hold the
supports, with what shortcuts may ask for before it where sizes are structured (in noise they are bounded by Theorem 10 of [theory.md](theory.md)). d = {delta}. A run had {limit} s of processor time; where a column ends before
its last size is said below the tables.

Made by `make bench-theorem`.

![queries / n against n and against k](theorem_results.svg)

## Goals

`reweighted` as it is by default, seeds {goal_seeds} of game and method.

{goals}
## Against n

On `family:planted`, supports of k rows and k columns in noise; no sizes given.

{table}
## Against k

On the games of the paper's lower bound (1 row, k columns) and on `planted` (k and k).

{table_of_k}
{growth}
Where columns end:

{ends}
## Where the bounds are below n

{honest}"""


# Queries / n that `reweighted` is to stay below by default, in the mean.
GOALS = (("planted", 1600, 1, 6), ("planted", 800, 2, 36), ("planted", 200, 3, 40), ("planted", 800, 4, 70), ("lowerbound", 1000, 2, 6))


GOAL_SEEDS = (*range(301, 313), *range(401, 417))


def goals(program, options):
    text = "| game | n | k | queries / n | least to most | goal |\n| --- | --- | --- | --- | --- | --- |\n"
    for family, n, k, goal in GOALS:
        runs = []
        for seed in options.goal_seeds or GOAL_SEEDS:
            result, _ = solve(program, f"family:{family},n={n},k={k},seed={seed}", "reweighted", seed, None, options)
            runs.append(result["queries"] / n if result else math.nan)
        mean = sum(runs) / len(runs)
        text += (f"| {family} | {n} | {k} | {mean:.1f} | {min(runs):.1f} to {max(runs):.1f} | "
                 f"{goal} {'met' if mean < goal else 'missed'} |\n")
    print(text, flush=True)
    return text


def growth(rows):
    """How the looks grow with k, beside how the bound does."""
    text = "How the looks grow from k = 1 on with sizes given, beside how the bound with its logarithms does:\n\n"
    for family in ("lowerbound", "planted"):
        for method in METHODS:
            mine = [r for r in rows if (r["family"], r["method"], r["given"]) == (family, method, True)]
            if len(mine) < 2:
                continue
            ratio = lambda key: ", ".join(f"{r[key] / mine[0][key]:.1f}" for r in mine[1:])
            text += f"- `{family}`, `{method}`, k = 2 to {mine[-1]['k']}: {ratio('looks')}; the bound: {ratio('bound')}\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--write", default="docs/research/theorem_results.md")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--largest", type=int, default=25600)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    parser.add_argument("--delta", type=float, default=0.05)
    parser.add_argument("--goal-seeds", type=int, nargs="*", help="other seeds for the goals")
    parser.add_argument("--goals-only", action="store_true")
    options = parser.parse_args()
    program = f"{options.build}/allnash"
    reached = goals(program, options)
    if options.goals_only:
        return
    rows, ends = all_columns(lambda *case: column_of_n(program, options, *case),
                             [(k, method) for k in (1, 2, 3) for method in METHODS], options)
    of_k, more_ends = all_columns(lambda *case: column_of_k(program, options, *case),
                                  [(game, given, method) for game in GAMES_OF_K for given in (True, False)
                                   for method in METHODS], options)
    ends = "".join(f"- {line}\n" for line in ends + more_ends) or "- nowhere\n"
    page = PAGE.format(seeds=options.seeds, delta=options.delta, limit=f"{options.limit:g}",
                       table=table(rows), table_of_k=table_of_k(of_k),
                       goal_seeds=", ".join(map(str, options.goal_seeds or ())) or "301 to 312 and 401 to 416", goals=reached, growth=growth(of_k), ends=ends, honest=honest(options.delta))
    with open(options.write, "w", encoding="utf-8") as out:
        out.write(page)
    with open(options.write.removesuffix(".md") + ".svg", "w", encoding="utf-8") as out:
        out.write(plot(rows, of_k))


if __name__ == "__main__":
    main()
