"""slips_test.py ALLNASH ALLNASH_CHECK: plans that certificates prove best in the slip order, beside linear programs of SciPy's HiGHS, one for each
order of slips. Of texts with a word changed, a line gone, doubled or moved, whatever is verified is best by the programs."""
import os
import random
import re
import sys
import unittest
from fractions import Fraction

from optimal_ranges_test import changed, linprog, numpy, sides_of
from second_opinion import mutants, verdict_of, written

ALLNASH, CHECKER = sys.argv[1:]
ROUNDS = int(os.environ.get("MUTANTS", "600"))
NEAR = 1e-7
GAMES = ["trees:kuhn", "trees:kuhn,cards=4", "trees:kuhn,cards=3,bets=2", "trees:liars-dice,sides=2", "paths:blotto,fields=3,mine=4",
         "paths:blotto,fields=3,mine=5,yours=3", "paths:lattice,width=3,height=4,block=1", "paths:lattice,width=4,height=3,block=2",
         "paths:lattice,width=3,height=5,block=2,seed=2"]


class Slips:
    """The slip order of the player who has this side, by linear programs over flows and worths of the opponent's nodes."""

    def __init__(self, side):
        self.side = side
        self.played = set(side.opposed)
        self.nodes = sorted({tail for tail, _ in side.others.values()})
        self.orders = self.find_orders()
        self.most = max((order for order, _ in self.orders.values()), default=0)

    def find_orders(self):
        """{arc: (order, weight)} of the opponent's arcs that he does not play: arc by arc, from the arcs that lead to its node."""
        others = self.side.others
        leading = {node: [b for b, (_, heads) in others.items() if node in heads] for node in self.nodes}
        known = {}

        def of(node):
            """The order before the node and the weight on the way there."""
            if node == 0 or any(b in self.played for b in leading[node]):
                return 0, Fraction(1)
            ways = [slip(b) for b in leading[node]]
            least = min(order for order, _ in ways)
            return least, sum(weight for order, weight in ways if order == least)

        def slip(b):
            if b not in known:
                tail = others[b][0]
                order, weight = of(tail)
                known[b] = order + 1, weight / sum(others[c][0] == tail for c in others)
            return known[b]

        return {b: slip(b) for b in others if b not in self.played}

    def best(self, plan=None):
        """The sums of weighted losses, order by order; with a plan those of its best worths. Nothing if it is not optimal."""
        side = self.side
        count, place = len(side.own), {node: t for t, node in enumerate(self.nodes)}
        width = count + len(self.nodes)
        losses = {}
        for b in side.other:
            tail, heads = side.others[b]
            line = numpy.zeros(width)
            line[:count] = [float(side.payoffs(a, b)) for a in side.own]
            line[count + place[tail]] += 1
            for head in heads:
                if head in place:
                    line[count + place[head]] -= 1
            losses[b] = line
        upper = [-losses[b] for b in side.other]
        limits = [0.0] * len(upper)
        equal = [losses[b] for b in self.played]
        right = [0.0] * len(equal)
        for node in sorted({tail for tail, _ in side.arcs.values()}):
            line = numpy.zeros(width)
            line[:count] = [(side.arcs[a][0] == node) - side.arcs[a][1].count(node) for a in side.own]
            equal.append(line)
            right.append(float(node == 0))
        start = numpy.zeros(width)
        start[count + place[0]] = 1
        equal.append(start)
        right.append(-float(side.value))
        bounds = [(0, None)] * count + [(None, None)] * len(self.nodes)
        if plan is not None:
            bounds[:count] = [(float(plan.get(a, 0)),) * 2 for a in side.own]
        sums = []
        for order in range(1, self.most + 1):
            goal = sum((float(weight) * losses[b] for b, (its, weight) in self.orders.items() if its == order), numpy.zeros(width))
            found = linprog(-goal, numpy.array(upper), limits, numpy.array(equal), right, bounds, method="highs")
            if found.status != 0:
                return None
            sums.append(-found.fun)
            upper.append(-goal)
            limits.append(found.fun + NEAR / 10)
        return sums


def plans_of(text):
    """{player: (number of slips, plan)}."""
    lines = text.splitlines()
    found = {}
    for at, line in enumerate(lines):
        if re.fullmatch("(row|column)-slips \\d+", line):
            unit, *words = map(int, lines[at + 1].split(" ")[1:])
            found[line.split("-")[0]] = int(line.split(" ")[1]), {a: Fraction(x, unit) for a, x in zip(words[::2], words[1::2])}
    return found


@unittest.skipIf(numpy is None, "SciPy is missing")
class BestAgainstSlips(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.texts = [written([ALLNASH, "solve", game, "--quiet", "--choose", "sensible"]) for game in GAMES]
        cls.sides = [[Slips(side) for side in sides_of(text)] for text in cls.texts]
        cls.sums = [[slips.best() for slips in pair] for pair in cls.sides]

    def assert_best(self, at, text):
        for player, (count, plan) in plans_of(text).items():
            column = player == "column"
            slips = self.sides[at][column]
            self.assertEqual(count, slips.most)
            sums = slips.best(plan)
            self.assertIsNotNone(sums, text)
            for mine, best in zip(sums, self.sums[at][column]):
                self.assertAlmostEqual(mine, best, delta=1e-5, msg=text)

    def test_what_the_program_writes_is_the_best_of_the_linear_programs(self):
        several = 0
        for at, text in enumerate(self.texts):
            said = verdict_of(CHECKER, text)
            plans = plans_of(text)
            whose = {2: "both players", 1: f"the {next(iter(plans), '')} player"}.get(len(plans))
            self.assertEqual(said, "verified" + (f", with the best plan against slips of {whose}" if whose else ""), GAMES[at])
            self.assert_best(at, text)
            several += any(count > 1 for count, _ in plans.values())
        self.assertGreater(several, 0)

    def test_another_optimal_plan_is_rejected(self):
        """In Kuhn's poker one that bets less of the worst card."""
        text = self.texts[0]
        unit, *words = map(int, re.search(r"row-slips 1\nplan ([\d ]+)\n", text)[1].split(" "))
        own = {a: Fraction(x, unit) for a, x in zip(words[::2], words[1::2])}
        interior = sides_of(text)[1].opposed
        other = {a: (own.get(a, 0) + interior.get(a, 0)) / 2 for a in {*own, *interior}}
        bottom = max(p.denominator for p in other.values())
        line = " ".join(["plan", str(bottom), *(f"{a} {p * bottom}" for a, p in sorted(other.items()) if p)])
        said = verdict_of(CHECKER, re.sub(r"(row-slips 1\n)plan [\d ]+", r"\1" + line, text))
        self.assertRegex(said, "rejected: .*a slip that loses is more often than it must be|rejected: .*the plan takes an arc that is not best")

    def test_changed_texts_are_rejected_or_true(self):
        draw = random.Random(5)
        starts = [text.find("row-slips") if "row-slips" in text else text.find("column-slips") for text in self.texts]
        ways = [list(mutants(text[start:], changed)) if start > 0 else [] for text, start in zip(self.texts, starts)]
        some = [at for at, list_of in enumerate(ways) if list_of]
        verified = 0
        for _ in range(ROUNDS):
            at = draw.choice(some)
            other = self.texts[at][:starts[at]] + draw.choice(ways[at])
            said = verdict_of(CHECKER, other)
            if said.startswith("verified"):
                verified += 1
                self.assert_best(at, other)
            else:
                self.assertTrue(said.startswith("rejected: "), said)
        self.assertLess(verified, ROUNDS / 4)
        print(f"{ROUNDS} texts changed, {verified} verified and true")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
