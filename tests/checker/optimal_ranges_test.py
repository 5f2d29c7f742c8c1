"""optimal_ranges_test.py ALLNASH ALLNASH_CHECK: bounds on what optimal strategies play, beside a linear program of SciPy's HiGHS over all of
them. Bounds with the numbers that the program finds are verified; of texts with a word changed, a line gone, doubled or moved, whatever is
verified is true by the program."""
import itertools
import os
import random
import re
import sys
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

from second_opinion import mutants, verdict_of, written

try:
    import numpy
    from scipy.optimize import linprog
except ImportError:
    numpy = None

ALLNASH, CHECKER = sys.argv[1:]
ROUNDS = int(os.environ.get("MUTANTS", "600"))
NEAR = 1e-7


class Side:
    """One player of a certificate, as a graph of arcs (tail, heads), with payoffs against each arc of the opponent. A table is a graph of one
    node; its arcs are the strategies that are played."""

    def __init__(self, arcs, others, payoffs, value, opposed):
        self.arcs, self.others, self.payoffs = arcs, others, payoffs  # by index; payoffs and value as this player sees them
        self.value = value
        self.opposed = opposed  # the opponent's own flow
        self.own, self.other = sorted(arcs), sorted(others)

    def best(self, gains, allowed=None):
        """What the best way through the graph earns, and from each node."""
        leaving = {}
        for a, (tail, _) in self.arcs.items():
            if allowed is None or a in allowed:
                leaving.setdefault(tail, []).append(a)
        worth = {}

        def of(node):
            if node not in worth:
                worth[node] = max((gains.get(a, 0) + sum(map(of, self.arcs[a][1])) for a in leaving.get(node, [])), default=Fraction(0))
            return worth[node]

        return of(0)

    def against(self, numbers):
        return {a: sum(self.payoffs(a, b) * y for b, y in numbers.items()) for a in self.own}

    def siblings(self, arc):
        return [a for a in self.own if self.arcs[a][0] == self.arcs[arc][0]]

    def program(self, weights, of=None):
        """The most of the weights over all optimal flows, a flow that has it, and the multipliers of the opponent's arcs; nothing if no
        optimal flow gets there. With arcs `of`, over multiples of optimal flows that have 1 on these together."""
        nodes = sorted({tail for tail, _ in self.others.values()} | {0})
        count, place = len(self.own), {node: t for t, node in enumerate(nodes)}
        width = count + len(nodes) + 1  # flows, potentials, units
        upper = numpy.zeros((len(self.other) + 1, width))
        for row, b in enumerate(self.other):
            tail, heads = self.others[b]
            upper[row, count + place[tail]] += 1
            for head in heads:
                if head in place:
                    upper[row, count + place[head]] -= 1
            upper[row, :count] = [-float(self.payoffs(a, b)) for a in self.own]
        upper[-1, count + place[0]], upper[-1, -1] = -1, float(self.value)
        tails = sorted({tail for tail, _ in self.arcs.values()})
        equal = numpy.zeros((len(tails) + 1, width))
        for row, node in enumerate(tails):
            equal[row, :count] = [(self.arcs[a][0] == node) - self.arcs[a][1].count(node) for a in self.own]
            equal[row, -1] = -(node == 0)
        equal[-1, :count] = [a in (of or []) for a in self.own]
        equal[-1, -1] = of is None
        goal = numpy.zeros(width)
        goal[:count] = [-float(weights.get(a, 0)) for a in self.own]
        bounds = [(0, None)] * count + [(None, None)] * len(nodes) + [(0, None)]
        found = linprog(goal, upper, numpy.zeros(len(upper)), equal, [0] * len(tails) + [1], bounds, method="highs")
        if found.status == 2:
            return None
        assert found.status == 0, found.message
        return -found.fun, found.x[:count], -found.ineqlin.marginals[:-1]

    def weights(self, bound, number):
        """w of the bound w x <= m."""
        sign = 1 if bound["most"] else -1
        weights = dict.fromkeys(self.siblings(bound["arc"]), -sign * number) if bound["share"] else {}
        weights[bound["arc"]] = weights.get(bound["arc"], 0) + sign
        return weights

    def extreme(self, bound):
        """The least or the most of what the bound speaks of; nothing if no optimal strategy gets there."""
        sign = 1 if bound["most"] else -1
        found = self.program({bound["arc"]: sign}, self.siblings(bound["arc"]) if bound["share"] else None)
        return found and sign * found[0]


def sides_of(text):
    """The row player's side and the column player's, of a certificate that was verified."""
    lines = [line.split(" ") for line in text.splitlines()]
    said = {line[0]: line for line in reversed(lines)}
    value = Fraction(said["value"][1])
    if lines[0][0] == "allnash-flows":
        at = 3
        graphs, flows = [], []
        for _ in "rc":
            count = int(lines[at + 1][1])
            graphs.append([(int(tail), feature, list(map(int, heads))) for tail, feature, *heads in lines[at + 2:at + 2 + count]])
            at += 2 + count
        payoffs = {(f, g): Fraction(a) for f, g, a in lines[at + 1:at + 1 + int(lines[at][1])]}
        for player in ("row", "column"):
            start = lines.index(said[f"{player}-flow"])
            flows.append({int(a): Fraction(int(x), int(lines[start][1])) for a, x in lines[start + 1:start + 1 + int(lines[start][2])]})
        arcs = [{a: (tail, heads) for a, (tail, _, heads) in enumerate(graph)} for graph in graphs]
        pay = lambda a, b: payoffs.get((graphs[0][a][1], graphs[1][b][1]), Fraction(0))
        value -= Fraction(said["constant"][1])
    else:
        rows, columns = map(int, said["shape"][1:])
        flows = []
        for player in ("row", "column"):
            start = lines.index(said[f"{player}-strategy"])
            flows.append({int(i): Fraction(x) for i, x in lines[start + 1:start + 1 + int(lines[start][1])]})
        table = {(int(line[1]), j): Fraction(a) for line in lines if line[0] == "row" for j, a in enumerate(line[2:])}
        unplayed = [i for i in range(rows) if i not in flows[0]]
        table |= {(i, int(line[1])): Fraction(a) for line in lines if line[0] == "column" for i, a in zip(unplayed, line[2:])}
        if said["symmetric"][1] == "yes":
            table |= {(j, i): -a for (i, j), a in table.items()}
        arcs = [{i: (0, []) for i in range(rows)}, {j: (0, []) for j in range(columns)}]
        pay = lambda i, j: table[i, j]
        played = [{i: arcs[0][i] for i in flows[0]}, {j: arcs[1][j] for j in flows[1]}]
        return [Side(played[0], arcs[1], pay, value, flows[1]), Side(played[1], arcs[0], lambda j, i: -pay(i, j), -value, flows[0])]
    return [Side(arcs[0], arcs[1], pay, value, flows[1]), Side(arcs[1], arcs[0], lambda b, a: -pay(a, b), -value, flows[0])]


def bounds_of(text):
    """The bounds that a text states, by player."""
    result = [[], []]
    player = None
    for line in text.splitlines():
        word, *rest = line.split(" ")
        if word in ("row-ranges", "column-ranges"):
            player = 0 if word == "row-ranges" else 1
        elif word in ("most", "least"):
            *kind, arc, number = rest
            result[player].append({"most": word == "most", "share": kind == ["share"], "arc": int(arc), "number": Fraction(number),
                                   "attained": False})
        elif word == "attained":
            result[player][-1]["attained"] = True
    return result


def numbers_line(numbers):
    """One unit, and whole numbers by index."""
    parts = {a: x for a, x in sorted(numbers.items()) if x}
    unit = 1
    for x in parts.values():
        unit *= (x * unit).denominator
    return " ".join([str(unit), *(f"{a} {x * unit}" for a, x in parts.items())])


def near(x):
    return Fraction(float(x)).limit_denominator(5000)


def rational(indices, floats):
    return {a: near(x) for a, x in zip(indices, floats) if near(x)}


def adds_up(arcs, flow, units=None):
    left = {}
    for a, x in flow.items():
        left[arcs[a][0]] = left.get(arcs[a][0], 0) - x
        for head in arcs[a][1]:
            left[head] = left.get(head, 0) + x
    tails = {tail for tail, _ in arcs.values()}
    return all(not left.get(node, 0) for node in tails - {0}) and units in (None, -left.get(0, 0)), -left.get(0, Fraction(0))


def proved(side, bound, shift):
    """The lines of a bound as tight as it can be, with exact numbers near to those of the program, or nothing where there are none so
    near. `shift` times the opponent's own flow is taken away, which changes nothing but the numbers."""
    extreme = side.extreme(bound)
    if extreme is None:
        return None
    number = near(extreme)
    found = side.program(side.weights(bound, number))
    multipliers = rational(side.other, found[2])
    limit = (0 if bound["share"] else number if bound["most"] else -number)
    good, units = adds_up(side.others, multipliers)
    gains = side.against(multipliers)
    for a, w in side.weights(bound, number).items():
        gains[a] = gains.get(a, 0) + w
    if not good or min(multipliers.values(), default=0) < 0 or side.best(gains) > limit + units * side.value:
        return None
    for b, y in side.opposed.items():
        multipliers[b] = multipliers.get(b, 0) - shift * y
    of = side.siblings(bound["arc"]) if bound["share"] else None
    _, flow, _ = side.program({bound["arc"]: 1 if bound["most"] else -1}, of)
    flow = rational(side.own, flow / sum(x for a, x in zip(side.own, flow) if side.arcs[a][0] == 0))
    against = {b: -sum(side.payoffs(a, b) * x for a, x in flow.items()) for b in side.other}
    opponent = Side(side.others, {}, None, None, {})
    there = sum(flow.get(a, 0) for a in of) if of else 1
    if not adds_up(side.arcs, flow, 1)[0] or -opponent.best(against) != side.value or flow.get(bound["arc"], 0) != number * there:
        return None
    name = "most" if bound["most"] else "least"
    kind = "" if not bound["kind"] else "share " if bound["share"] else "flow "
    return f"{name} {kind}{bound['arc']} {number}\nagainst {numbers_line(multipliers)}\n", f"attained {numbers_line(flow)}\n"


def with_ranges(text, draw):
    """The certificate with bounds of both players, and how many were not found in exact numbers."""
    flows = text.startswith("allnash-flows")
    missed = 0
    for player, side in zip(("row", "column"), sides_of(text)):
        if player == "column" and "symmetric yes" in text:
            continue
        lines, witnesses = [], {}
        for arc, share, most in itertools.product(side.own, [False, True] if flows else [False], [False, True]):
            found = proved(side, {"arc": arc, "share": share, "most": most, "kind": flows}, draw.choice([0, Fraction(1, 2), 1]))
            if found is None:
                missed += 1
                continue
            statement, attained = found
            lines.append(statement + (f"attained by {witnesses[attained]}\n" if attained in witnesses else attained))
            witnesses.setdefault(attained, len(lines) - 1)
        if lines:
            text = text.replace("end\n", f"{player}-ranges {len(lines)}\n{''.join(lines)}end\n")
    return text, missed


def untrue(text):
    """A bound that the text states and that does not hold by the program, or nothing."""
    for side, bounds in zip(sides_of(text), bounds_of(text)):
        for bound in bounds:
            extreme = side.extreme(bound)
            over = None if extreme is None else (extreme - float(bound["number"])) * (1 if bound["most"] else -1)
            if (over is None and bound["attained"]) or (over is not None and (over > NEAR or bound["attained"] and over < -NEAR)):
                return bound, extreme
    return None


def changed(word):
    try:
        value = Fraction(word)
    except ValueError:
        yield from {"most": ["least"], "least": ["most"], "flow": ["share"], "share": ["flow"], "by": ["0"]}.get(word, [])
        return
    for other in (value + 1, value - 1, -value, value * 2, value / 2, value + Fraction(1, 1000), 0):
        if other != value:
            yield str(other)


def solved(game, *options):
    return written([ALLNASH, "solve", game, "--quiet", *options])


def tables(draw, count):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.csv"
        for _ in range(count):
            rows, columns = draw.randint(2, 5), draw.randint(2, 5)
            symmetric = draw.random() < 0.2
            table = [[draw.choice([-1, 0, 0, 1, 2]) for _ in range(columns)] for _ in range(rows)]
            if symmetric:
                table = [[0 if i == j else draw.choice([-1, 0, 1]) if i < j else 0 for j in range(rows)] for i in range(rows)]
                table = [[table[i][j] if i <= j else -table[j][i] for j in range(rows)] for i in range(rows)]
            path.write_text("\n".join(",".join(map(str, row)) for row in table) + "\n")
            yield solved(path, *(["--symmetric"] if symmetric else []))


def graphs():
    for game in ("paths:blotto,fields=2,mine=3,yours=2", "paths:lattice,width=2,height=2", "paths:subsets,n=4,mine=2,rank=2", "trees:kuhn",
                 "trees:kuhn,cards=4"):
        yield solved(game)
        yield solved(game, "--method", "responses")


# A game 0 1 / 0 2: every row strategy is optimal, and only the first column. As a table; as graphs, where the column player's second arc is the
# same in either case; and one in which the first row alone is not optimal.
TABLE = ("allnash-certificate 1\nshape 2 2\nsymmetric no\nvalue 0\nrow-strategy 2\n0 1/2\n1 1/2\ncolumn-strategy 1\n0 1\nrow 0 0 1\nrow 1 0 2\n"
         "column 0\nrow-ranges 2\nleast 0 0\nagainst 1\nattained 1 1 1\nmost 0 1\nagainst 1\nattained 1 0 1\nend\n")
GRAPHS = ("allnash-flows 1\nvalue 0\nconstant 0\nrow-nodes 1\nrow-arcs 2\n0 0\n0 1\ncolumn-nodes 3\ncolumn-arcs 3\n0 0 1\n0 1 1\n1 - 2\n"
          "payoffs 2\n0 1 1\n1 1 2\nrow-strategies 2\nrow-support 2\nrow-flow 2 2\n0 1\n1 1\ncolumn-strategies 2\ncolumn-support 1\n"
          "column-flow 1 2\n0 1\n2 1\nrow-ranges 2\nleast flow 0 0\nagainst 1\nattained 1 1 1\nmost share 0 1\nagainst 1\nattained 1 0 1\nend\n")
PENNIES = ("allnash-certificate 1\nshape 3 2\nsymmetric no\nvalue 0\nrow-strategy 3\n0 1/4\n1 1/4\n2 1/2\ncolumn-strategy 2\n0 1/2\n1 1/2\n"
           "row 0 1 -1\nrow 1 -1 1\nrow 2 0 0\ncolumn 0\ncolumn 1\nrow-ranges 1\nmost 0 1/2\nagainst 2 1 1\nattained 2 0 1 1 1\nend\n")
# Whether the row player goes to his second node, and what he takes there, is all one.
BRANCHES = ("allnash-flows 1\nvalue 0\nconstant 0\nrow-nodes 3\nrow-arcs 4\n0 - 1\n0 - 2\n1 - 2\n1 - 2\ncolumn-nodes 1\ncolumn-arcs 0\npayoffs 0\n"
            "row-strategies 3\nrow-support 3\nrow-flow 4 4\n0 2\n1 2\n2 1\n3 1\ncolumn-strategies 1\ncolumn-support 1\ncolumn-flow 1 0\n"
            "row-ranges 1\nmost share 2 1\nagainst 1\nattained 1 0 1 2 1\nend\n")
FORGED = [
    (BRANCHES, "attained 1 0 1 2 1", "attained 1 1 1", "the bound is not attained"),
    (TABLE, "most 0 1\nagainst 1", "most 0 1/2\nagainst 2 1 -1", "a number below 0 where the opponent does not play"),
    (TABLE, "most 0 1", "most 0 9/10", "the bound is not proved"),
    (TABLE, "most 0 1", "most 0 2", "the bound is not attained"),
    (TABLE, "attained 1 0 1", "attained 2 0 1 1 1", "the bound is not attained"),
    (TABLE, "attained 1 0 1", "attained 1 0 2", "the probabilities do not sum to 1"),
    (TABLE, "attained 1 0 1", "attained by 0", "the bound is not attained"),
    (TABLE, "attained 1 0 1", "attained by 1", "no earlier bound with numbers of its own"),
    (TABLE, "attained 1 1 1\nmost 0 1\nagainst 1\nattained 1 0 1", "most 0 1\nagainst 1\nattained by 0", "no earlier bound with numbers of its own"),
    (TABLE, "against 1\nattained 1 1 1", "against 2\nattained 1 1 1", "numbers with a common factor"),
    (TABLE, "attained 1 0 1", "attained 2 0 2", "numbers with a common factor"),
    (TABLE, "against 1\nattained 1 1 1", "against 1 0 0\nattained 1 1 1", "an entry that is 0 or not an integer"),
    (TABLE, "least 0 0", "least 0 00", "is not an integer or a fraction in lowest terms"),
    (TABLE, "least 0 0", "most 0 1", "bounds do not rise"),
    (TABLE, "row-ranges 2", "row-ranges 0", "is not an integer from 1"),
    (TABLE, "row-ranges 2", "column-ranges 2", "a strategy that is not played: 1"),
    (TABLE, "least 0", "least flow 0", "is not an integer"),
    (PENNIES, "attained 2 0 1 1 1", "attained 2 0 1 2 1", "the strategy that attains it is not optimal against column 1"),
    (PENNIES, "against 2 1 1", "against 2 0 1", "the bound is not proved"),
    (PENNIES, "most 0 1/2\nagainst 2 1 1\nattained 2 0 1 1 1", "most 0 1/4\nagainst 4 1 1", "the bound is not proved"),
    (GRAPHS, "most share 0 1\nagainst 1", "most share 0 1/2\nagainst 2 1 -1 2 -1", "a number below 0 where the opponent does not play"),
    (GRAPHS, "most share 0 1\nagainst 1", "most share 0 1\nagainst 1 2 1", "the numbers do not add up at node 1"),
    (GRAPHS, "most share 0 1", "most share 0 9/10", "the bound is not proved"),
    (GRAPHS, "least flow 0 0", "least flow 0 1/10", "the bound is not proved"),
    (GRAPHS, "attained 1 0 1", "attained 1 0 2", "the flow that attains it is not one unit"),
    (GRAPHS, "attained 1 0 1", "attained 2 0 1 1 1", "the bound is not attained"),
    (GRAPHS, "most share", "most", "'share' or 'flow' belongs here"),
    (GRAPHS, "row-ranges 2\nleast flow 0 0\nagainst 1\nattained 1 1 1\nmost share 0 1\nagainst 1\nattained 1 0 1",
     "column-ranges 1\nmost flow 0 1\nagainst 1\nattained 1 1 1 2 1", "the flow that attains it is not optimal"),
]


class Forgeries(unittest.TestCase):
    def test_each_is_rejected_for_its_reason(self):
        for text in (TABLE, GRAPHS, PENNIES, BRANCHES):
            self.assertTrue(verdict_of(CHECKER, text).startswith("verified, with "), text)
        for text, old, new, reason in FORGED:
            self.assertEqual(text.count(old), 1, old)
            said = verdict_of(CHECKER, text.replace(old, new))
            self.assertRegex(said, f"^rejected: .*{re.escape(reason)}", new)


@unittest.skipIf(numpy is None, "SciPy is missing")
class OptimalRanges(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        draw = random.Random(3)
        found = [with_ranges(text, draw) for text in [*tables(draw, 25), *graphs()]]
        cls.texts = [text for text, _ in found]
        cls.missed = sum(missed for _, missed in found)

    def test_the_numbers_of_a_linear_program_prove_every_range(self):
        varying = stated = 0
        for text in self.texts:
            said = verdict_of(CHECKER, text)
            count = sum(map(len, bounds_of(text)))
            self.assertRegex(said, f"^verified(, one equilibrium)?, with {count} bounds? on optimal strategies, (all )?attained$", text)
            self.assertIsNone(untrue(text), text)
            stated += count
            varying += sum(bound["number"] not in (0, 1) for of_player in bounds_of(text) for bound in of_player)
        self.assertGreater(varying, 100)
        self.assertLess(self.missed, stated / 20)

    def test_changed_texts_are_rejected_or_true(self):
        draw = random.Random(4)
        verified = 0
        starts = [text.rfind("\n", 0, text.find("-ranges")) + 1 for text in self.texts]
        ranges = [list(mutants(text[start:], changed)) for text, start in zip(self.texts, starts)]
        for _ in range(ROUNDS):
            at = draw.randrange(len(self.texts))
            text, start = self.texts[at], starts[at]
            other = text[:start] + draw.choice(ranges[at])
            if draw.random() < 0.1:
                other = draw.choice(list(mutants(text, changed)))
            said = verdict_of(CHECKER, other)
            if said.startswith("verified"):
                verified += 1
                self.assertIsNone(untrue(other), other)
            else:
                self.assertTrue(said.startswith("rejected: "), said)
        self.assertGreater(verified, ROUNDS / 100)
        self.assertLess(verified, ROUNDS / 3)
        print(f"{ROUNDS} texts changed, {verified} verified and true")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
