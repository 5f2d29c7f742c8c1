"""flows_test.py ALLNASH ALLNASH_CHECK: certificates of games on flows. What `solve` writes is verified; a text with a number changed, a line
gone, moved or doubled is verified just where a second opinion, which lists all pure strategies, finds it true; other texts are rejected."""
import itertools
import math
import random
import sys
import unittest
from fractions import Fraction

from second_opinion import Untrue, insist, mutants, number, verdict_of, written

ALLNASH, CHECKER = sys.argv[1:]


def verdict(text):
    return verdict_of(CHECKER, text)


def certificate_of(game, *options):
    return written([ALLNASH, "solve", game, "--quiet", *options])


def whole(word, least=0):
    insist(word.isdecimal() and str(int(word)) == word and int(word) >= least)
    return int(word)


class Reader:
    def __init__(self, text):
        insist(text.endswith("\n"))
        self.lines = text[:-1].split("\n")

    def words(self):
        insist(self.lines)
        return self.lines.pop(0).split(" ")

    def after(self, key, count=1):
        words = self.words()
        insist(words[0] == key and len(words) == count + 1)
        return words[1:]


def graph(reader, player):
    nodes = whole(reader.after(f"{player}-nodes")[0], 1)
    arcs = []
    for _ in range(whole(reader.after(f"{player}-arcs")[0])):
        tail, feature, *heads = reader.words()
        heads = [whole(head) for head in heads]
        arcs.append((whole(tail), None if feature == "-" else whole(feature), heads))
        insist(all(n < nodes for n in [arcs[-1][0], *heads]))
    return nodes, arcs


def ways(nodes, arcs):
    """All pure strategies, each a list of arcs; every node must be on one, and no strategy at a node twice."""
    leaving = {n: [a for a, arc in enumerate(arcs) if arc[0] == n] for n in range(nodes)}
    seen = set()

    def of(open_nodes, taken, visited):
        seen.update(visited)
        if not open_nodes:
            yield taken
            return
        node, rest = open_nodes[0], open_nodes[1:]
        if not leaving[node]:
            yield from of(rest, taken, visited)
            return
        for a in leaving[node]:
            heads = arcs[a][2]
            inner = [h for h in heads if leaving[h]]
            insist(len(set(inner)) == len(inner) and not set(inner) & visited)
            yield from of(rest + tuple(heads), taken + (a,), visited | set(heads))

    result = list(itertools.islice(of((0,), (), {0}), 3000))
    insist(len(result) < 3000 and seen == set(range(nodes)))
    return result


def flow(reader, player, arcs, strategies, all_of_them):
    insist(whole(reader.after(f"{player}-strategies")[0]) == len(strategies))
    support = whole(reader.after(f"{player}-support")[0]) if all_of_them else None
    unit, count = (whole(word) for word in reader.after(f"{player}-flow", 2))
    insist(unit > 0)
    amounts = {}
    for _ in range(count):
        arc, amount = reader.words()
        insist(whole(arc) < len(arcs) and (not amounts or whole(arc) > max(amounts)))
        amounts[whole(arc)] = Fraction(whole(amount, 1), unit)
    inside = [s for s in strategies if set(s) <= set(amounts)]
    insist(support in (None, len(inside)) and {a for s in inside for a in s} == set(amounts))
    left = {arc[0]: Fraction(0) for arc in arcs}
    if arcs:
        left[0] = Fraction(1)
    for a, amount in amounts.items():
        left[arcs[a][0]] -= amount
        for head in arcs[a][2]:
            if head in left:
                left[head] += amount
    insist(not any(left.values()))
    insist(math.gcd(unit, *(int(unit * x) for x in amounts.values())) == 1)
    return amounts, inside


def true(text):
    """What to say of the text, by listing all strategies; nothing if what it claims does not hold."""
    try:
        reader = Reader(text)
        insist(reader.words() == ["allnash-flows", "1"])
        value, constant = number(reader.after("value")[0]), number(reader.after("constant")[0])
        graphs = [graph(reader, "row"), graph(reader, "column")]
        payoffs = {}
        last = (-1, -1)
        for _ in range(whole(reader.after("payoffs")[0])):
            f, g, payoff = reader.words()
            insist((whole(f), whole(g)) > last and number(payoff) != 0)
            last = (whole(f), whole(g))
            payoffs[last] = number(payoff)
        strategies = [ways(*each) for each in graphs]
        all_of_them = len(reader.lines) > 1 and reader.lines[1].startswith("row-support ")
        played = [flow(reader, player, each[1], mine, all_of_them) for player, each, mine in zip(["row", "column"], graphs, strategies)]
        insist(reader.words() == ["end"] and not reader.lines)
        for player in (0, 1):
            arcs, others = graphs[player][1], graphs[1 - player][1]
            earns = {a: sum(payoffs.get((arc[1], others[b][1]) if player == 0 else (others[b][1], arc[1]), 0) * amount
                            for b, amount in played[1 - player][0].items()) for a, arc in enumerate(arcs)}
            best = [constant + sum(earns[a] for a in s) for s in strategies[player]]
            extreme = max(best) if player == 0 else min(best)
            insist(extreme == value)
            insist(not all_of_them or [s for s, b in zip(strategies[player], best) if b == extreme] == played[player][1])
        return "verified" if all_of_them else "verified, one equilibrium"
    except (Untrue, ValueError, IndexError, TypeError, RecursionError):
        return None


def changed(word):
    try:
        value = Fraction(word)
    except ValueError:
        if word == "-":
            yield "0"
        return
    for other in (value + 1, value - 1, -value, value * 2, value / 2):
        if other != value:
            yield str(other)


GAMES = ["paths:blotto,fields=3,mine=3,yours=2", "paths:lattice,width=2,height=2", "paths:subsets,n=4,mine=2,rank=2", "trees:kuhn"]


class Flows(unittest.TestCase):
    def test_what_is_written_is_verified(self):
        for game in GAMES:
            with self.subTest(game):
                for options, says in ([], "verified"), (["--method", "responses"], "verified, one equilibrium"):
                    text = certificate_of(game, *options)
                    self.assertEqual(true(text), says)
                    self.assertEqual(verdict(text), says)

    def test_changed_texts_are_verified_where_they_are_true(self):
        draw = random.Random(5)
        rejected = 0
        for game, *options in [*([game] for game in GAMES), *([game, "--method", "responses"] for game in GAMES)]:
            text = certificate_of(game, *options)
            others = [other for other in dict.fromkeys(mutants(text, changed)) if other != text]
            others = draw.sample(others, min(40 if options else 80, len(others)))
            for mutant, answer in zip(others, map(verdict, others)):
                with self.subTest(game, mutant=mutant):
                    self.assertEqual(answer if answer.startswith("verified") else None, true(mutant), answer)
                    self.assertTrue(answer.startswith("verified") or answer.startswith("rejected: "))
                    rejected += answer.startswith("rejected: ")
        self.assertGreater(rejected, 300)

    def test_an_equilibrium_that_is_not_the_centre_is_rejected(self):
        # Two columns that pay alike: the flow that plays one of them is optimal, but not all there is.
        text = ("allnash-flows 1\nvalue 1\nconstant 0\nrow-nodes 1\nrow-arcs 1\n0 0\ncolumn-nodes 1\ncolumn-arcs 2\n0 0\n0 1\n"
                "payoffs 2\n0 0 1\n0 1 1\nrow-strategies 1\nrow-support 1\nrow-flow 1 1\n0 1\ncolumn-strategies 2\n")
        whole_one = text + "column-support 2\ncolumn-flow 2 2\n0 1\n1 1\nend\n"
        part = text + "column-support 1\ncolumn-flow 1 1\n0 1\nend\n"
        self.assertEqual(verdict(whole_one), "verified")
        self.assertEqual(verdict(part), "rejected: the arcs of the column player's best responses are not those that the flow plays")

    def test_without_its_supports_it_claims_one_equilibrium(self):
        text = certificate_of("trees:kuhn")
        neither = "".join(line + "\n" for line in text.split("\n")[:-1] if "-support " not in line)
        self.assertEqual(verdict(neither), "verified, one equilibrium")
        for player in ("row", "column"):
            one = "".join(line + "\n" for line in text.split("\n")[:-1] if not line.startswith(f"{player}-support "))
            self.assertTrue(verdict(one).startswith("rejected: "), one)

    def test_flows_that_are_no_equilibrium_are_rejected(self):
        text = ("allnash-flows 1\nvalue 1\nconstant 0\nrow-nodes 1\nrow-arcs 2\n0 0\n0 1\ncolumn-nodes 1\ncolumn-arcs 1\n0 0\n"
                "payoffs 1\n1 0 1\nrow-strategies 2\nrow-flow 1 1\n{row} 1\ncolumn-strategies 1\ncolumn-flow 1 1\n0 1\nend\n")
        self.assertEqual(verdict(text.format(row=1)), "verified, one equilibrium")
        self.assertEqual(verdict(text.format(row=0)), "rejected: the best responses of the column player do not earn the value")

    def test_other_spellings_are_rejected(self):
        text = certificate_of(GAMES[0])
        for other in (text[:-1], text + "\n", text.replace("\n", "\r\n"), text.replace(" ", "  ", 1), text + "end\n", " " + text,
                      text.replace("allnash-flows 1", "allnash-flows 2"), text.replace("value ", "value 0"), text.replace("value ", "value +")):
            self.assertTrue(verdict(other).startswith("rejected: "), other)

    def test_a_graph_that_is_none_is_rejected(self):
        def with_rows(nodes, *arcs):
            return (f"allnash-flows 1\nvalue 0\nconstant 0\nrow-nodes {nodes}\nrow-arcs {len(arcs)}\n" + "".join(arc + "\n" for arc in arcs) +
                    "column-nodes 1\ncolumn-arcs 0\npayoffs 0\nrow-strategies 1\nrow-support 1\n"
                    f"row-flow 1 {len(arcs)}\n" + "".join(f"{a} 1\n" for a in range(len(arcs))) +
                    "column-strategies 1\ncolumn-support 1\ncolumn-flow 1 0\nend\n")
        self.assertEqual(verdict(with_rows(2, "0 - 1", "1 -")), "verified")
        for rows, words in ((with_rows(3, "0 - 1", "1 - 2", "2 - 1"), "a cycle or a node out of reach"),
                            (with_rows(2, "0 - 1", "1 - 0"), "leads to node 0"),
                            (with_rows(3, "0 - 1"), "that no arc enters"),
                            (with_rows(4, "0 - 1 2", "1 - 3", "2 - 3", "3 -"), "reaches a node twice"),
                            (with_rows(3, "0 - 1", "2 - 1 1"), "out of reach"),
                            (with_rows(1099511627776, "0 - 1"), "that no arc enters")):
            self.assertIn(words, verdict(rows))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
