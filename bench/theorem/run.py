#!/usr/bin/env python3
"""The theorem in numbers: `make bench-theorem` writes docs/theorem_results.md and its plot.

For planted equilibria of sizes k = 1, 2, 3 and n from 100 on: what paper, padded and padded
--las-vegas ask for and look at, divided by n, beside the bound that is proved for it. A size that a
method does not end on within the limit of processor time ends its column, and the page says so.
"""
import argparse
import json
import math
import os
import resource
import subprocess

# The loops as written: left early, when nothing is unread, they would not show how looks grow.
METHODS = {"paper": ["--method", "paper", "--exit", "never"], "padded": ["--method", "padded", "--exit", "never"],
           "las vegas": ["--method", "padded", "--las-vegas", "--exit", "never"]}
COLOURS = {"paper": "#b2182b", "padded": "#2166ac", "las vegas": "#1b7837"}
DASHES = {1: "", 2: "7 3", 3: "2 3"}


def lines(n, k):
    return math.comb(n, k)


def padded_sizes(n):
    """As docs/padded.md has them."""
    sizes, cube = [1], 2
    while sizes[-1] < n:
        size = min(n, round(cube ** (1 / 3)))
        if size > sizes[-1]:
            sizes.append(size)
        cube *= 2
    cost = lambda p: (min(p) * max(p) ** 2 * (1 if p[0] == p[1] else 2), min(p))
    return sorted(((a, b) for a in sizes for b in sizes), key=cost)


def pairs_tried(method, n, k):
    if method == "paper":
        return [(a, b) for a in range(1, k + 1) for b in range(1, k + 1)]
    tried = []
    for pair in padded_sizes(n):
        if any(pair[0] <= a and pair[1] <= b for a, b in tried):
            continue
        tried.append(pair)
        if min(pair) >= k:
            return tried
    return tried


def search_bound(method, n, k1, k2, delta):
    """Looks / n of one search: the proved bound with its constants."""
    small, large = sorted((lines(n, k1), lines(n, k2)))
    if method == "las vegas":
        stages = math.ceil(math.log(small) / math.log(4 / 3))
        return (k1 + k2) * (2 * stages * (math.log2(large) + 3) + 1)
    sample = math.ceil(2 * math.log2(2 * (small + large) ** 2 / delta))
    return math.floor(math.log2(small)) * (sample + 1) * (k1 + k2) + max(k1, k2)


def bound(method, n, k, delta):
    once = lambda d: sum(search_bound(method, n, a, b, d) for a, b in pairs_tried(method, n, k))
    return 2 * once(delta / 2) if method == "paper" else once(delta)


def solve(program, method, n, k, seed, options):
    """The result, or nothing when it took more than the limit, and the processor seconds."""
    command = [program, "solve", f"family:planted,n={n},k={k},seed={seed}", *METHODS[method],
               "--seed", str(seed), "--delta", str(options.delta), "--vertices", "0", "--threads", "1", "--json"]
    limit = int(options.limit)
    cut = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=cut) as run:
        text = run.stdout.read()
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    result = json.loads(text) if run.returncode == 0 else {}
    return result if result.get("status") == "proved" else None, usage.ru_utime + usage.ru_stime


def measure(program, method, n, k, options):
    """Means over the seeds, or why there are none."""
    runs = []
    for seed in range(1, options.seeds + 1):
        result, seconds = solve(program, method, n, k, seed, options)
        if result is None:
            return f"takes more than {options.limit:g} s"
        if "counters" not in result:
            return "cannot be searched"
        runs.append((result, seconds))
    looks = [sum(part["looks"] for part in run["counters"].values()) / n for run, _ in runs]
    queries = [run["queries"] / n for run, _ in runs]
    mean = lambda numbers: sum(numbers) / len(numbers)
    return {"n": n, "k": k, "method": method, "queries": mean(queries), "least": min(queries),
            "most": max(queries), "looks": mean(looks), "bound": bound(method, n, k, options.delta),
            "seconds": mean([seconds for _, seconds in runs])}


def measure_all(program, options):
    """The rows, and where and why columns end before the largest n."""
    rows, ends = [], []
    for k in (1, 2, 3):
        for method in METHODS:
            n = 100
            while n <= options.largest:
                row = measure(program, method, n, k, options)
                print(k, method, n, row if isinstance(row, str) else f"{row['queries']:.1f}", flush=True)
                if isinstance(row, str):
                    ends.append(f"k = {k}, `{method}`: n = {n} {row}")
                    break
                rows.append(row)
                n *= 2
                # The next n takes up to 2^k times as long.
                if n <= options.largest and row["seconds"] * 2 ** k > options.limit:
                    ends.append(f"k = {k}, `{method}`: n = {n} was not tried, for n = {n // 2} took {row['seconds']:.1f} s")
                    break
    return rows, ends


def table(rows):
    head = ("| k | n | method | queries / n | least to most | looks / n | bound / n | looks / bound | seconds |\n"
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
    return head + "".join(
        f"| {r['k']} | {r['n']} | {r['method']} | {r['queries']:.1f} | {r['least']:.1f} to {r['most']:.1f} | "
        f"{r['looks']:.1f} | {r['bound']:.0f} | {r['looks'] / r['bound']:.3f} | {r['seconds']:.2f} |\n" for r in rows)


def plot(rows):
    """Queries / n against n, both logarithmic."""
    width, height, left, top = 760, 460, 60, 20
    inner_w, inner_h = width - left - 190, height - top - 50
    high = math.ceil(math.log10(max(r["queries"] for r in rows)))
    last = max(r["n"] for r in rows)
    x = lambda n: left + inner_w * math.log2(n / 100) / max(1, math.log2(last / 100))
    y = lambda q: top + inner_h * (1 - math.log10(max(q, 1)) / high)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="12">', f'<rect width="{width}" height="{height}" fill="white"/>']
    for power in range(high + 1):
        out.append(f'<path d="M{left} {y(10 ** power):.1f}h{inner_w}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{y(10 ** power) + 4:.1f}" text-anchor="end">{10 ** power}</text>')
    n = 100
    while n <= last:
        out.append(f'<text x="{x(n):.1f}" y="{top + inner_h + 18}" text-anchor="middle">{n}</text>')
        n *= 2
    out.append(f'<text x="{left + inner_w / 2}" y="{height - 8}" text-anchor="middle">n</text>')
    out.append(f'<text x="14" y="{top + 10}">queries / n</text>')
    place = top + 20
    for k in (1, 2, 3):
        for method, colour in COLOURS.items():
            points = [(x(r["n"]), y(r["queries"])) for r in rows if r["k"] == k and r["method"] == method]
            if not points:
                continue
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
            style = f'fill="none" stroke="{colour}" stroke-width="1.8" stroke-dasharray="{DASHES[k]}"'
            out.append(f'<polyline points="{path}" {style}/>')
            out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2.5" fill="{colour}"/>' for a, b in points]
            out.append(f'<path d="M{width - 175} {place}h36" {style}/>'
                       f'<text x="{width - 132}" y="{place + 4}">{method}, k = {k}</text>')
            place += 20
    return "\n".join(out + ["</svg>", ""])


PAGE = """# The theorem, measured

Queries / n (distinct payoffs) and looks / n (payoffs that the searches look at, each as often as they do, so that no
number is capped by n^2) on `family:planted`, with `--exit never`: means over {seeds} seeds of game and method, with the least and the most queries.
The bound is the one that is proved, with its constants and the logarithms to the base 2, for payoffs looked at: for `paper` and
`padded` what Algorithm 1 calls in all its stages, every line read whole, summed over the sizes that are tried; for Las Vegas
the mean of Theorem 2 of [padded.md](padded.md). d = {delta}. A run had {limit} s of processor time; where a column ends before
n = {largest} is said below the table. allnash {version}, made by

    make bench-theorem

![queries / n against n](theorem_results.svg)

{table}
{ends}
{growth}
"""


def growth(rows):
    """What a support of k costs against one of 1, at the largest n that all have."""
    text = ""
    for method in METHODS:
        sizes = [{r["n"] for r in rows if r["method"] == method and r["k"] == k} for k in (1, 2, 3)]
        common = set.intersection(*sizes)
        if not common:
            continue
        n = max(common)
        looks = [next(r["looks"] for r in rows if (r["method"], r["k"], r["n"]) == (method, k, n))
                 for k in (1, 2, 3)]
        text += (f"- `{method}`, n = {n}: looks for k = 2 and 3 are {looks[1] / looks[0]:.1f} and "
                 f"{looks[2] / looks[0]:.1f} times those for k = 1\n")
    return "How the looks grow with k (k^5 is 32 and 243, k^3 is 8 and 27):\n\n" + text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--write", default="docs/theorem_results.md")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--largest", type=int, default=25600)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--delta", type=float, default=0.05)
    options = parser.parse_args()
    program = f"{options.build}/allnash"
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    rows, ends = measure_all(program, options)
    ends = "".join(f"- {line}\n" for line in ends) or "- nowhere\n"
    page = PAGE.format(seeds=options.seeds, delta=options.delta, limit=f"{options.limit:g}",
                       largest=options.largest, version=version.stdout.split()[-1], table=table(rows),
                       ends="Where columns end:\n\n" + ends, growth=growth(rows))
    with open(options.write, "w", encoding="utf-8") as out:
        out.write(page)
    with open(options.write.removesuffix(".md") + ".svg", "w", encoding="utf-8") as out:
        out.write(plot(rows))


if __name__ == "__main__":
    main()
