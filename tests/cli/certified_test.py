"""What `rank` certifies of single players, beside a second opinion in fractions: every list is what exact arithmetic makes of the counts."""
import random
import unittest
from fractions import Fraction
from math import comb

from program import Program, main

BETS = [Fraction(number, 64) for number in (1, 2, 3, 4, 6, 9, 14, 22, 34, 53, 83)]
HALF = Fraction(1, 2)


def direct_evidence(wins, losses):
    """The integral of (2q)^wins (2 - 2q)^losses 60 q^2 (1 - q)^2 over q from 1/2 to 1, by the powers of 1 - 2q, term by term."""
    a, b, total = wins + 2, losses + 2, Fraction(0)
    # q = 1/2 + t: (1/2 + t)^a (1/2 - t)^b, t from 0 to 1/2.
    for k in range(a + 1):
        for m in range(b + 1):
            power = k + m
            total += (-1) ** m * comb(a, k) * comb(b, m) * HALF ** (a + b - power) * HALF ** (power + 1) / (power + 1)
    return 2 ** (wins + losses) * 60 * total


class League:
    """Outcomes by pair, each pair from both sides."""

    def __init__(self, matches):
        self.met = {}
        for first, second, outcome in matches:
            self.met.setdefault(first, {}).setdefault(second, []).append(outcome)
            self.met.setdefault(second, {}).setdefault(first, []).append(1 - outcome)
        self.players = sorted(self.met)

    def common(self, above, below):
        return [j for j in self.met[above] if j in self.met[below]]

    def matches_of(self, above, below):
        return (sum(min(len(self.met[above][j]), len(self.met[below][j])) for j in self.common(above, below))
                + len(self.met[above].get(below, [])))

    def same_field(self, above, below):
        parts = [Fraction(1)] * len(BETS)

        def bet(amount):
            for t, stake in enumerate(BETS):
                parts[t] *= 1 + stake * amount

        for j in self.common(above, below):
            ups, downs = self.met[above][j], self.met[below][j]
            rest = [x for k, outcomes in self.met[j].items() if k not in (above, below) for x in outcomes]
            centre = (sum(1 - x for x in rest) + 1) / Fraction(len(rest) + 2)
            centre = Fraction(min(768, max(256, centre * 1024 // 1)), 1024)
            both = len(ups) + len(downs)
            for x in ups:
                bet(Fraction(len(downs), both) * (x - centre))
            for y in downs:
                bet(Fraction(len(ups), both) * (centre - y))
        for x in self.met[above].get(below, []):
            bet(x - HALF)
        return sum(parts) / len(BETS)

    def comparisons(self, level):
        pairs = [(a, b) for a in self.players for b in self.players if a != b and self.matches_of(a, b) >= 4]
        return len(pairs), {pair: self.same_field(*pair) for pair in pairs}

    @staticmethod
    def proved(family, evidence, level):
        large = [e for e in evidence.values() if e >= 1 / level]
        return sorted(list(pair) for pair, e in evidence.items() if e >= max(1 / level, (family - len(large) + 1) / level))


def own_score_evidence(outcomes, bound):
    """With e by its series, so far that the rest does not matter."""
    def exponential(x):
        total = term = Fraction(1)
        for k in range(1, 60):
            term = term * x / k
            total += term
        return total

    parts = []
    for centre in (HALF, Fraction(3, 4)):
        for stake in BETS:
            product = Fraction(1)
            for x in outcomes:
                product *= 1 + stake * (x - centre)
            parts.append(product * exponential(stake * len(outcomes) * (centre - bound)))
    return sum(parts) / len(parts)


def drawn(players, matches, seed, spread, draws):
    draw = random.Random(seed)
    strengths = [draw.gauss(0, spread) for _ in range(players)]
    for _ in range(matches):
        a, b = draw.sample(range(players), 2)
        if draw.random() < draws:
            yield a, b, HALF
        else:
            yield a, b, Fraction(int(draw.random() < 1 / (1 + 10 ** (strengths[b] - strengths[a]))))


def text_of(matches):
    """A log whose players have their numbers as names, and come in their order."""
    players = sorted({one for match in matches for one in match[:2]})
    lines = [f"p{a:02},p{b:02},{float(x)}" for a, b, x in matches]
    return players, "\n".join(["row,column,outcome", *lines]) + "\n"


class Certified(Program):
    def certified(self, text, *options):
        found = self.json("rank", "-", "--resamples", 0, *options, words=text)
        return found["labels"], found["certified"]

    def numbered(self, matches, *options):
        """What is certified, by the numbers in the names."""
        labels, found = self.certified(text_of(matches)[1], *options)
        number = [int(label[1:]) for label in labels]
        for kind in ("same_field", "direct"):
            found[kind] = sorted([number[a], number[b]] for a, b in found[kind])
        found["may_be_first"] = sorted(number[one] for one in found["may_be_first"])
        found["own_score"] = {number[int(one)]: Fraction(low) for one, low in found["own_score"].items()}
        return found

    def test_every_list_is_that_of_a_second_opinion(self):
        """Kills: q_j with the pair's own matches, shares that are rounded, a closed test that counts too few, another family."""
        stated = 0
        for seed, players, count, spread, draws in ((1, 5, 260, 0.5, 0), (2, 6, 300, 0.4, 0.4), (3, 4, 90, 0.8, 0.1)):
            matches = list(drawn(players, count, seed, spread, draws))
            league, delta = League(matches), Fraction(1, 20)
            found = self.numbered(matches, "--schedule", "fixed")
            family, evidence = league.comparisons(delta / 4)
            self.assertEqual(found["same_field"], league.proved(family, evidence, delta / 4))
            direct = {(a, b): direct_evidence(sum(x == 1 for x in league.met[a][b]), sum(x == 0 for x in league.met[a][b]))
                      for a in league.players for b in league.met[a]}
            n = len(league.players)
            self.assertEqual(found["direct"], league.proved(n * (n - 1), direct, delta / 16))
            # Evidence that the program does not list counts as 0.
            first = [i for i in league.players
                     if sum(e for (_, below), e in evidence.items() if below == i and e >= 4 / delta) < (n - 1) * 16 / delta]
            self.assertEqual(found["may_be_first"], first)
            stated += len(found["same_field"]) + len(found["direct"])
        self.assertGreater(stated, 10)

    def test_own_scores_are_the_largest_that_are_shown(self):
        matches = list(drawn(4, 160, 8, 0.6, 0.2))
        league, wanted = League(matches), 4 * 2 * 4 * 20
        for schedule in ("any", "fixed"):
            scores = self.numbered(matches, "--schedule", schedule)["own_score"]
            for player in league.players:
                outcomes = [x for list_ in league.met[player].values() for x in list_]
                low = scores.get(player, Fraction(0))
                if low > 0:
                    self.assertGreaterEqual(own_score_evidence(outcomes, low), wanted)
                self.assertLess(own_score_evidence(outcomes, low + Fraction(1, 1000)), wanted)
            self.assertTrue(scores)

    def test_order_sides_and_form_do_not_matter(self):
        matches = list(drawn(6, 900, 5, 0.5, 0.2))
        usual = self.numbered(matches, "--schedule", "fixed")
        self.assertTrue(usual["same_field"] and usual["own_score"])
        turned = [(b, a, 1 - x) if t % 3 else (a, b, x) for t, (a, b, x) in enumerate(matches)]
        random.Random(1).shuffle(turned)
        self.assertEqual(self.numbered(turned, "--schedule", "fixed"), usual)
        counts = {}
        for a, b, x in matches:
            key, won = ((a, b), x) if a < b else ((b, a), 1 - x)
            counts.setdefault(key, []).append(won)
        lines = [f"p{a:02},p{b:02},{sum(x == 1 for x in all_)},{sum(x == 0 for x in all_)},{sum(x == HALF for x in all_)}"
                 for (a, b), all_ in counts.items()]
        labels, found = self.certified("\n".join(["row,column,wins,losses,ties", *lines]) + "\n")
        number = [int(label[1:]) for label in labels]
        self.assertEqual(sorted([number[a], number[b]] for a, b in found["same_field"]), usual["same_field"])
        self.assertEqual({number[int(one)]: Fraction(low) for one, low in found["own_score"].items()}, usual["own_score"])

    def test_other_outcomes_never_count_for_more(self):
        """An outcome between 0, 1/2 and 1 shows at most what the exact product shows, and all of it where nothing is rounded."""
        draw = random.Random(2)
        matches = [(a, b, Fraction(draw.choice([1, 2, 3, 4] if a < b else [0, 1, 2]), 4))
                   for _ in range(60) for a in range(4) for b in range(4) if a != b]
        league, delta = League(matches), Fraction(1, 20)
        family, evidence = league.comparisons(delta / 4)
        found = self.numbered(matches, "--schedule", "fixed")
        exact = league.proved(family, evidence, delta / 4)
        self.assertTrue(found["same_field"])
        self.assertLessEqual({tuple(pair) for pair in found["same_field"]}, {tuple(pair) for pair in exact})

    def test_comparisons_are_withheld_from_schedules_that_follow_results(self):
        matches = list(drawn(6, 900, 5, 0.5, 0.2))
        text = text_of(matches)[1]
        _, said = self.certified(text, "--schedule", "any")
        self.assertEqual(said["same_field"], [])
        self.assertEqual(len(said["may_be_first"]), 6)
        self.assertEqual(set(said["withheld"]), {"same_field", "may_be_first"})
        self.assertTrue(said["own_score"])
        _, assumed = self.certified(text)
        self.assertTrue(assumed["same_field"])
        self.assertNotIn("withheld", assumed)
        # The answer's schedule lets results decide that, so what needs the contrary says so.
        self.assertEqual(assumed["assumed"], dict.fromkeys(("same_field", "may_be_first"), "results decided neither who met whom nor how often"))
        self.assertNotIn("assumed", said)
        # A column of rounds.
        rounds = "\n".join(line + (",round" if t == 0 else f",{t}") for t, line in enumerate(text.splitlines())) + "\n"
        _, in_rounds = self.certified(rounds)
        self.assertIn("rounds", in_rounds["withheld"]["same_field"])
        self.assertEqual(in_rounds["same_field"], [])
        _, fixed = self.certified(rounds, "--schedule", "fixed")
        self.assertEqual(fixed["same_field"], assumed["same_field"])
        self.assertNotIn("assumed", fixed)  # the schedule of the answer says it
        # Swiss tournaments, in which winners meet winners.
        draw, swiss = random.Random(4), []
        for _ in range(8):
            points = [0] * 32
            for _ in range(7):
                order = sorted(range(32), key=lambda one: (-points[one], draw.random()))
                for a, b in zip(order[::2], order[1::2]):
                    won = draw.random() < 0.5
                    points[a if won else b] += 1
                    swiss.append((a, b, Fraction(int(won))))
        _, noticed = self.certified(text_of(swiss)[1])
        self.assertIn("winners seem to meet winners", noticed["withheld"]["same_field"])

    def test_a_ledger_that_is_looked_at_once_says_the_same(self):
        matches = list(drawn(6, 900, 5, 0.5, 0.2))
        alone = self.numbered(matches)
        self.assertTrue(alone["same_field"] and alone["own_score"] and len(alone["may_be_first"]) < 6)
        kept = self.numbered(matches, "--ledger", "once.db")
        self.assertEqual(kept, alone)
        # And again from the file, which brings no matches and is no look.
        found = self.json("rank", "--ledger", "once.db", "--resamples", 0)
        again = {"labels": found["labels"], **found["certified"]}
        self.assertEqual(len(again["same_field"]), len(alone["same_field"]))
        self.assertEqual(len(again["own_score"]), len(alone["own_score"]))

    def test_what_a_ledger_stated_stays_stated(self):
        """One look, then ones at which the matches have grown by less and by more than a tenth, with players who join; each look recounted
        in fractions, with its part of delta. Kills: no division by looks, looks at every addition, statements that vanish."""
        first = list(drawn(5, 400, 5, 0.6, 0.1))
        # The best loses from now on, and two players join.
        scores = {player: sum(sum(list_) for list_ in others.values()) for player, others in League(first).met.items()}
        best = max(scores, key=scores.get)
        draw, more = random.Random(7), []
        for t in range(300):
            other = draw.choice([one for one in range(7) if one != best])
            more.append((best, other, Fraction(0)))
            if t % 2:
                more.append((5, draw.choice([0, 1, 2]), Fraction(1, 2)))
        delta, said = Fraction(1, 20), []
        ends = [400, 430, 600, len(first) + len(more)]
        looks = [400, 600, len(first) + len(more)]
        for end in ends:
            found = self.numbered((first + more)[:end], "--ledger", "growing.db", "--log", "log")
            said.append({tuple(pair) for pair in found["same_field"]})
        expected = []
        for number, end in enumerate(looks, 1):
            league, level = League((first + more)[:end]), delta / 2 / (number * (number + 1))
            family, evidence = league.comparisons(level)
            expected.append({tuple(pair) for pair in league.proved(family, evidence, level)})
        self.assertEqual(said[0], expected[0])
        self.assertEqual(said[1], said[0], "no look: the matches have not grown by a tenth")
        self.assertEqual(said[2], expected[0] | expected[1])
        self.assertEqual(said[3], expected[0] | expected[1] | expected[2])
        self.assertTrue(expected[0] - expected[2], "what the last look would not say is still said")
        # A player who has left is not spoken of; the others stand.
        left = self.json("rank", "--ledger", "growing.db", "--resamples", 0, "--drop", f"p{best:02}")
        names = left["labels"]
        stated = {(int(names[a][1:]), int(names[b][1:])) for a, b in left["certified"]["same_field"]}
        self.assertEqual(stated, {pair for pair in said[3] if best not in pair})

    def test_withdrawn_matches_end_comparisons(self):
        matches = list(drawn(5, 300, 5, 0.6, 0.1))
        self.numbered(matches, "--ledger", "less.db", "--log", "log")
        found = self.numbered(matches[:100] + matches[101:], "--ledger", "less.db", "--log", "log", "--withdrawn", 1)
        self.assertIn("withdrawn or lost", found["withheld"]["same_field"])
        self.assertTrue(found["own_score"])

    def test_the_certificate_of_a_ledger_is_verified(self):
        matches = list(drawn(5, 1500, 5, 0.6, 0.1))
        for end in (900, 1400, 1500):
            self.json("rank", "-", "--resamples", 0, "--ledger", "proved.db", "--log", "log", "--certificate", "proof",
                      words=text_of(matches[:end])[1])
        proof = self.read("proof")
        self.assertIn("\nleague 2 compared\n", proof)
        self.assertIn("\nrest ", proof)
        self.assertEqual(self.check("proof"), "verified with confidence 0.95")

    def test_the_readable_answer(self):
        text = text_of(list(drawn(6, 900, 5, 0.5, 0.2)))[1]
        told = self.allnash("rank", "-", "--resamples", 0, words=text).stdout
        self.assertIn("\ncertified  (95%) p", told)
        self.assertIn("of matches like its own", told)
        lists = self.allnash("rank", "-", "--resamples", 0, "--certified", words=text).stdout
        self.assert_has(lists, "Certified, all together with 95%:", "Scores more against the same opponents", "May be first",
                        "Scores at least, in matches like its own", "Wins more than half, head to head")
        withheld = self.allnash("rank", "-", "--resamples", 0, "--certified", "--schedule", "any", words=text).stdout
        self.assert_has(" ".join(withheld.split()), "no comparisons: results may have decided who met whom", "(--schedule any)")
        sides = self.json("rank", "-", "--resamples", 0, "--two-sided", words=text)
        self.assertNotIn("certified", sides)


main()
