"""league_test.py ALLNASH ALLNASH_CHECK: certificates of leagues. What `rank` writes is verified; forgeries of every kind are rejected,
each for its own reason; and bounds at the edge of what the plays bear fall on the right side."""
import functools
import math
import random
import re
import sys
import unittest
from fractions import Fraction

from second_opinion import verdict_of, written

ALLNASH, CHECKER = sys.argv[1:]
GRID = 2**20  # of the bounds on binomial probabilities
VERIFIED = "verified with confidence 0.95"


def verdict(text):
    return verdict_of(CHECKER, text)


def certificate_of(log, *options):
    return written([ALLNASH, "rank", "-", "--resamples", "0", *options], input=log, text=True)


@functools.cache
def symmetric_one():
    """A round robin of a cycle of three and one who loses to all."""
    draw = random.Random(4)
    means = [[50, 70, 30, 90], [30, 50, 70, 90], [70, 30, 50, 90], [10, 10, 10, 50]]
    lines = [f"{i},{j},{int(draw.randrange(100) < means[i][j])}" for _ in range(400) for i in range(4) for j in range(i + 1, 4)]
    return certificate_of("\n".join(["row,column,outcome", *lines]), "--schedule", "fixed")


@functools.cache
def two_sided_one():
    """Scores of little variance, so that strata bear the bounds; two sides."""
    draw = random.Random(9)
    lines = [f"a{t % 2},d{t // 2 % 2},{(60 if t % 2 == t // 2 % 2 else 40) + draw.randint(-3, 3)}" for t in range(1200)]
    return certificate_of("\n".join(["attack,defence,outcome", *lines]), "--payoff-range", "0,100")


def one_by_one(low, high, box, row_shows, schedule="any"):
    """A game of one strategy a player, whose column player's bound the box shows."""
    return (f"allnash-confidence 1\nshape 1 1\nsymmetric no\nrange 0 1\nschedule {schedule}\nepsilon 1\ndelta 1/20\nattempt only\n"
            f"newcomers none\njoint box\nlow {low}\nhigh {high}\n{box}\nrow-strategy 1\n0 1\n{row_shows}\ncolumn-caps 0\n"
            "column-strategy 1\n0 1\nrow-arms 0\nrow-caps 0\nend\n")


@functools.cache
def by_box_alone():
    return certificate_of("row,column,plays,mean\nx,y,400,0.8\ny,z,400,0.8\nz,x,400,0.8\n")


class Forged(unittest.TestCase):
    def reject(self, text, reason=""):
        said = verdict(text)
        self.assertTrue(said.startswith("rejected: "), said)
        self.assertIn(reason, said)

    def forged(self, text, start, place, change):
        """Each line that begins so, with one field replaced by a text, or by what a function makes of its number."""
        lines = text.splitlines(keepends=True)
        for at in [t for t, line in enumerate(lines) if line.startswith(start)]:
            fields = lines[at].split()
            fields[place] = str(change(Fraction(fields[place]))) if callable(change) else change
            yield "".join(lines[:at] + [" ".join(fields) + "\n"] + lines[at + 1:])

    def forge(self, text, start, place, change, reason=""):
        """The first of them is rejected."""
        self.reject(next(self.forged(text, start, place, change)), reason)

    def forge_dearest(self, text, start, place, change, reason):
        """One of them is, where the bound has nothing to spare."""
        said = [verdict(one) for one in self.forged(text, start, place, change)]
        self.assertTrue(any(reason in one for one in said), said)

    def test_what_is_written_is_verified(self):
        for text, words in ((symmetric_one(), " binomial "), (two_sided_one(), " bernstein "), (by_box_alone(), "\ncolumn-arms 0\n")):
            self.assertEqual(verdict(text), VERIFIED, text)
            self.assertIn(words, text)
            self.assertIn("\nattempt only\nnewcomers none\njoint box\n", text)
        self.assertNotIn("column-caps 0", symmetric_one())

    def test_what_is_far_from_doubt_is_verified(self):
        """A tail far below 2^-192, and millions of plays."""
        wins = certificate_of("row,column,wins,losses\na,c,600,0\nb,c,600,0\n", "--delta", "1e-60")
        self.assertIn(" binomial 840 840\n", wins)
        self.assertEqual(verdict(wins), "verified with confidence 1 - delta")
        forged = wins.replace("binomial 840 840", "binomial 840 839")
        self.reject(forged, "the draws do not show the bound")

        def millions(low, high, plays=18000000):
            return one_by_one(low, high, f"box 1\n0 0 {plays} {plays // 2} {plays // 2} {low} {high}", "column-arms 0", "fixed")

        self.assertEqual(verdict(millions("4993/10000", "5007/10000")), VERIFIED)
        self.reject(millions("4997/10000", "5007/10000"), "its plays do not bear its interval")
        # Too many to recount: refused at once.
        self.reject(millions("4993/10000", "5007/10000", 8 * 10**12), "is not an integer")
        self.reject(millions("4993/10000", "5007/10000", 10**12), "too many draws to recount")

    def test_a_count_of_rounds_beyond_the_plays_is_rejected(self):
        start, shows = "group 0 binomial", "the draws do not show the bound"
        text = symmetric_one()
        for start, place, change, reason in (
                (start, 4, lambda wins: wins // 2, shows), (start, 4, "99999", "more wins than plays"),
                (start, 3, lambda plays: plays + 1, "not whole rounds"),
                ("low", 1, lambda low: low + Fraction(1, 1000), "high does not mirror low"),
                ("high", 1, lambda high: high + Fraction(1, 1000), "high does not mirror low")):
            self.forge(text, start, place, change, reason)
        self.reject(re.sub(r"(row-strategy \d+\n\d+) \S+", r"\1 1", text), "do not sum to 1")
        # The dearest arm has no win to spare, nor has low a unit of its grid.
        self.forge_dearest(text, "group 0 binomial", 4, lambda wins: wins - 1, shows)
        self.reject(self.narrower(text, Fraction(1, GRID)), shows)

    @staticmethod
    def narrower(text, by):
        low, high = (Fraction(line.split()[1]) for line in text.splitlines() if line.split()[0] in ("low", "high"))
        return text.replace(f"low {low}\nhigh {high}", f"low {low + by}\nhigh {high - by}")

    def test_another_level_is_rejected(self):
        lines = symmetric_one().splitlines()
        box, strategy = lines.index("box 6"), lines.index("row-strategy 3")
        caps = next(t for t, line in enumerate(lines) if line.startswith("column-caps"))
        guarantee = "\n".join([*lines[:box], "box 0", *lines[strategy:caps], "column-caps 0", "end", ""])
        self.assertEqual(verdict(guarantee), VERIFIED)
        shows, bears = "do not show the bound", "do not bear its interval"
        # As one of many attempts it has less to spend, and so has one that keeps a part for newcomers.
        for text, start, word, reason in (
                (guarantee, "delta", "1/25", shows), (guarantee, "attempt", "1", shows), (guarantee, "attempt", "one of 2", shows), (guarantee, "newcomers", "kept", shows),
                (guarantee, "attempt", "1 spends 2/3", shows), (guarantee, "attempt", "2 spends 1/9 2/3", shows),
                (symmetric_one(), "delta", "1/25", bears), (by_box_alone(), "delta", "1/25", bears), (by_box_alone(), "attempt", "1", bears),
                (two_sided_one(), "newcomers", "kept", shows), (symmetric_one(), "delta", "1", "delta is not in (0, 1)"),
                (by_box_alone(), "delta", "0", "delta is not in (0, 1)"), (by_box_alone(), "epsilon", "0", "epsilon is not above 0"),
                (by_box_alone(), "epsilon", "1/1000", "low is further than epsilon from the value")):
            self.forge(text, start, 1, word, reason)

    def test_strata_that_contradict_themselves_are_rejected(self):
        start, shows = "group 0 bernstein", "the draws do not show the bound"
        for place, change, reason in (
                (3, "900000000", "lambda that is too large"), (5, "3/2", "a centre outside [0, 1]"), (5, "-1/2", "a centre outside [0, 1]"),
                (7, lambda paid: paid + 1000, "cannot have"), (8, "0", "cannot have"),
                (6, lambda draws: draws + 1000, "is not an integer from 0 to")):
            self.forge(two_sided_one(), start, place, change, reason)
        for place, change in ((5, "1/10"), (7, lambda paid: paid - Fraction(1, 100)), (4, lambda planned: planned + 1)):
            self.forge_dearest(two_sided_one(), start, place, change, shows)
        little = 100 * Fraction(1, 2**19)  # of a range of 100
        self.forge(two_sided_one(), "high", 1, lambda high: high - little, shows)
        self.forge(two_sided_one(), "low", 1, lambda low: low + little, shows)

    def test_an_interval_or_a_cap_beyond_the_plays_is_rejected(self):
        little, bears = Fraction(1, 10000), "pairing 0 1: its plays do not bear its interval"
        for start, place, change, reason in (
                ("0 1 ", 5, lambda low: low + little, bears), ("0 1 ", 6, lambda high: high - little, bears),
                ("0 1 ", 2, "300", "sums that so many plays cannot have"), ("0 1 ", 3, "400", "sums that so many plays cannot have"),
                ("0 1 ", 6, "2", "an interval outside [0, 1]"), ("0 1 ", 1, "2", "pairings do not rise"),
                ("low", 1, lambda low: low + Fraction(1, 1000), "high does not mirror low"),
                ("column-arms", 1, "1", "an arm for each strategy, or none")):
            self.forge(by_box_alone(), start, place, change, reason)
        self.reject(self.narrower(by_box_alone(), little), "low is more than the row strategy guarantees")
        lines = symmetric_one().splitlines()
        cap = lines[next(t for t, line in enumerate(lines) if line.startswith("column-caps")) + 1]
        self.forge(symmetric_one(), cap, 1, lambda most: most - little, "the cap does not follow")
        self.forge(symmetric_one(), cap, 1, "-1", "the cap does not follow")
        self.forge(symmetric_one(), cap, 3, "3")

    def test_another_text_is_rejected(self):
        text = symmetric_one()
        for start, place, change, reason in (("allnash-confidence", 1, "2", "unknown version"), ("shape", 1, "5", "not square"),
                                             ("schedule", 1, "some", "'schedule any' or 'schedule fixed'"),
                                             ("group 0 binomial", 2, "rows", "'bets', 'binomial' or 'bernstein' belongs here"),
                                             ("newcomers", 1, "some", "'newcomers kept' or 'newcomers none'"), ("joint", 1, "arms", ""),
                                             ("attempt", 1, "0", "is not an integer"), ("attempt", 1, "one of 1", "is not an integer"),
                                             ("attempt", 1, "one of", "ends too early"), ("attempt", 1, "one of 2 3", "goes on after its end"),
                                             ("attempt", 1, "1 parts 3/4", "belongs here"), ("attempt", 1, "1 spends", "ends too early"),
                                             ("attempt", 1, "2 spends 3/4", "ends too early"), ("attempt", 1, "1 spends 3/4 3/4", "goes on after its end"),
                                             ("attempt", 1, "1 spends 1", "a part outside (0, 1)"), ("attempt", 1, "2 spends 0 3/4", "a part outside (0, 1)"),
                                             ("attempt", 1, "2 spends -1 3/4", "a part outside (0, 1)"),
                                             ("attempt", 1, "2 spends 1/2 1/3", "parts that go without saying")):
            self.forge(text, start, place, change, reason)
        self.reject(text[:-4])
        self.reject(text + "more\n")
        lines = text.splitlines(keepends=True)
        for t in range(len(lines)):
            self.reject("".join(lines[:t] + lines[t + 1:]))

    def test_the_largest_bound_that_the_wins_bear_is_the_last_one_verified(self):
        """What is accepted is true to the last unit: the largest bound that the wins bear passes, the next multiple does not."""
        draw, level = random.Random(11), Fraction(19, 800)
        for _ in range(200):
            plays = draw.randint(1, 300)
            wins = draw.randint(0, plays)

            def borne(a):
                """P(Bin(plays, a / GRID) >= wins) <= level, and the bound is below the average."""
                if a == 0:
                    return True
                tail = sum(math.comb(plays, t) * a**t * (GRID - a) ** (plays - t) for t in range(wins, plays + 1))
                return (wins - 1) * GRID >= plays * a and level.denominator * tail <= level.numerator * GRID**plays

            low, high = 0, GRID
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if borne(middle) else (low, middle)

            def certificate(a):
                return one_by_one(Fraction(a, GRID), 1, "box 0", f"column-arms 1\ngroup 0 binomial {plays} {wins}")

            self.assertEqual(verdict(certificate(low)), VERIFIED)
            self.reject(certificate(low + 1), "the draws do not show the bound")


unittest.main(argv=sys.argv[:1])
