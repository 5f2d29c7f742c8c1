#!/usr/bin/env python3
"""populations.py BUILD_DIR [--seeds N] [--write PAGE]: the figures of docs/populations.md.

Runs python/examples/trained_population.py, which certifies a mixture in every turn, and then asks what it would have taken to
certify one of the final population once: by `solve`; by a table, with equally many matches of each pairing, until `rank`
promises as much; and by a table with as many as Hoeffding's bound asks for. Then the same population grown with a wider tolerance. `exploited` is what the best of all policies wins against the final mixture, reckoned from the rules, which nobody else knows.
"""
import argparse
import contextlib
import importlib.util
import io
import math
import random
import sys
import tempfile
from itertools import combinations
from pathlib import Path

from pages import ROOT, show_or_write, table

SIZES = [(4, 12), (5, 15)]
TOLERANCES = [0.1, 0.2, 0.3]  # while a population grows
MATCHES = [round(25 * 2 ** (t / 2)) for t in range(14)]  # of a pairing


def example():
    spec = importlib.util.spec_from_file_location("trained_population", ROOT / "python/examples/trained_population.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def round_robin(module, allnash, policies, low, folder):
    """Matches in all, when every pairing is played as often, until `rank` promises `low`; None if that is not enough."""
    pairs = list(combinations(range(len(policies)), 2))
    wins, played = dict.fromkeys(pairs, 0), 0
    draw = random.Random(9)
    for matches in MATCHES:
        for i, j in pairs:
            wins[i, j] += sum(module.match(policies[i], policies[j], draw) for _ in range(matches - played))
        played = matches
        lines = [f"p{i},p{j},{won},{matches - won},0" for (i, j), won in wins.items()]
        counts = Path(folder) / "counts.csv"
        counts.write_text("\n".join(["row,column,wins,losses,draws", *lines]) + "\n")
        if allnash.rank(counts, delta=module.DELTA).low >= low:
            return matches * len(pairs)
    return None


def at_once(module, allnash, policies, seed):
    """Plays to certify a mixture of all of them, whom nobody has met before."""

    def play(row, column, number):
        return module.match(policies[row], policies[column], random.Random(number))

    return allnash.solve(play=play, shape=(len(policies),) * 2, symmetric=True, seeded=True, payoff_range=(0, 1),
                         epsilon=module.EPSILON, delta=module.DELTA, seed=seed).plays


def chance_to_win(mine, yours):
    """Exactly, up to floating point."""
    lead = {0: 1.0}
    for a, b in zip(mine, yours):
        up = 0.5 if a + b == 0 else a ** 3 / (a ** 3 + b ** 3)
        moves = [(0, 1.0)] if a + b == 0 else [(1, up), (-1, 1 - up)]
        after = {}
        for at, p in lead.items():
            for move, q in moves:
                after[at + move] = after.get(at + move, 0) + p * q
        lead = after
    return sum(p * (1 if at > 0 else 0.5 if at == 0 else 0) for at, p in lead.items())


def divisions(soldiers, fields):
    if fields == 1:
        yield (soldiers,)
        return
    for here in range(soldiers + 1):
        for rest in divisions(soldiers - here, fields - 1):
            yield (here, *rest)


def grown(module, fields, soldiers, seed):
    """What the example returns, without what it prints; and the folder of its ledger goes."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        return module.main(f"{folder}/population.db", fields, soldiers, seed)


def by_tolerance(module, seeds):
    """Rows of the second table: how many policies are found, and in how many plays."""
    fields, soldiers = SIZES[0]
    usual = module.EPSILON
    rows = []
    for tolerance in TOLERANCES:
        module.EPSILON = tolerance
        runs = [grown(module, fields, soldiers, seed) for seed in seeds]
        counts = ([len(policies), result.plays, trained] for result, policies, trained in runs)
        rows.append([tolerance, *(f"{sum(column) / len(runs):,.0f}" for column in zip(*counts))])
    module.EPSILON = usual
    return rows


def measured(module, allnash, fields, soldiers, seed):
    result, policies, trained = grown(module, fields, soldiers, seed)
    with tempfile.TemporaryDirectory() as folder:
        table_plays = round_robin(module, allnash, policies, 0.5 - module.EPSILON, folder)
    exploited = max(sum(float(p) * chance_to_win(policy, policies[i]) for i, p in result.row_strategy.items())
                    for policy in divisions(soldiers, fields))
    once = at_once(module, allnash, policies, seed)
    return len(policies), result.plays, trained, once, table_plays, module.table_plays(len(policies)), exploited


def main():
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("build", type=Path)
    parse.add_argument("--seeds", type=int, default=5)
    parse.add_argument("--write", type=Path)
    arguments = parse.parse_args()
    sys.path.insert(0, str(arguments.build / "python"))
    import allnash

    module = example()
    rows = []
    for fields, soldiers in SIZES:
        strategies = math.comb(soldiers + fields - 1, fields - 1)
        runs = [measured(module, allnash, fields, soldiers, seed) for seed in range(1, arguments.seeds + 1)]
        means = [sum(column) / len(runs) if None not in column else None for column in zip(*runs)]
        shown = [f"{mean:,.0f}" if mean is not None else f"over {MATCHES[-1]} a pairing" for mean in means[:-1]]
        rows.append([f"{soldiers} soldiers, {fields} fields", f"{strategies:,}", *shown, f"{module.table_plays(strategies):,}",
                     f"{100 * means[-1]:.1f} %"])
    heads = ["game", "policies", "found", "certified in every turn", "training", "once, `solve`", "once, a table, `rank`",
             "once, a table, Hoeffding", "a table of all, Hoeffding", "exploited"]
    wide = table(["tolerance", "found", "certified in every turn", "training"],
                 by_tolerance(module, range(1, arguments.seeds + 1)), 4)
    show_or_write(arguments.write, {"populations": table(heads, rows, 9), "tolerances": wide}, "make bench-populations")


main()
