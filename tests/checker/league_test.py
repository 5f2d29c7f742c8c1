"""league_test.py ALLNASH ALLNASH_CHECK: certificates of leagues. What `rank` writes is verified; forgeries of every kind are rejected,
each for its own reason; and bounds at the edge of what the plays bear fall on the right side."""
import functools
import math
import random
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

ALLNASH, CHECKER = sys.argv[1:]
GRID = 2**20  # of the bounds on binomial probabilities
VERIFIED = "verified with confidence 0.95"


def verdict(text):
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(text)
        file.flush()
        return subprocess.run([CHECKER, file.name], capture_output=True, text=True).stdout.strip()


def certificate_of(log, *options):
    with tempfile.TemporaryDirectory() as folder:
        proof = Path(folder) / "proof"
        subprocess.run([ALLNASH, "rank", "-", "--resamples", "0", "--certificate", proof, *options], input=log, text=True, check=True,
                       capture_output=True)
        return proof.read_text()


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


@functools.cache
def by_box_alone():
    return certificate_of("row,column,plays,mean\nx,y,400,0.8\ny,z,400,0.8\nz,x,400,0.8\n")


class Forged(unittest.TestCase):
    def reject(self, text, reason=""):
        said = verdict(text)
        self.assertTrue(said.startswith("rejected: "), said)
        self.assertIn(reason, said)

    def forge(self, text, start, place, change, reason=""):
        """The first line that begins so, with one field replaced by a text, or by what a function makes of its number."""
        lines = text.splitlines(keepends=True)
        at = next(t for t, line in enumerate(lines) if line.startswith(start))
        fields = lines[at].split()
        fields[place] = str(change(Fraction(fields[place]))) if callable(change) else change
        lines[at] = " ".join(fields) + "\n"
        self.reject("".join(lines), reason)

    def test_what_is_written_is_verified(self):
        for text, words in ((symmetric_one(), "\nrounds "), (two_sided_one(), "\nstrata "), (by_box_alone(), "\nrow-box ")):
            self.assertEqual(verdict(text), VERIFIED, text)
            self.assertIn(words, text)
        self.assertNotIn("row-caps 0", symmetric_one())

    def test_what_is_far_from_doubt_is_verified(self):
        """A tail far below 2^-192, and millions of plays."""
        wins = certificate_of("row,column,wins,losses\na,b,600,0\nb,a,0,600\n", "--delta", "1e-60", "--distinct")
        self.assertIn("\nrounds 840 840 ", wins)
        self.assertEqual(verdict(wins), "verified with confidence 1 - delta")
        forged = wins.replace("rounds 840 840", "rounds 840 839")
        self.reject(forged, "the wins do not bear its bound")

        def millions(low, high, plays=18000000):
            return ("allnash-league 1\nshape 1 1\nsymmetric no\nrange 0 1\nschedule fixed\ndelta 1/20\nguarantee-level 19/800\n"
                    f"box-level 1/400\nlow {low}\nhigh {high}\nrow-box 1 0 1\ncolumn-box 1 0 1\n"
                    f"box 1\n0 0 {plays} {plays // 2} {plays // 2} {low} {high}\nrow-caps 0\ncolumn-caps 0\nend\n")

        self.assertEqual(verdict(millions("4993/10000", "5007/10000")), VERIFIED)
        self.reject(millions("4997/10000", "5007/10000"), "its plays do not bear its interval")
        # Too many to recount: refused at once.
        self.reject(millions("4993/10000", "5007/10000", 8 * 10**12), "is not an integer")
        self.reject(millions("4993/10000", "5007/10000", 10**12), "too many draws to recount")

    def test_rounds(self):
        for start, place, change, reason in (
                ("rounds", 3, lambda p: p + Fraction(1, GRID), "trial "), ("rounds", 2, lambda wins: wins - 1, "trial "),
                ("rounds", 2, "99999", "more wins than plays"), ("rounds", 1, lambda rounds: rounds + 1, "trial "),
                ("rounds", 1, "90000000", "too many plays"), ("rounds", 3, "1/3", "no multiple of 2^-20"),
                ("rounds", 3, "2", "a bound outside [0, 1)"),
                ("low", 1, lambda low: low + Fraction(1, 2**30), "low is more than the row strategy guarantees"),
                ("high", 1, lambda high: high + Fraction(1, 1000), "high does not mirror low"),
                ("row-mixture", 4, "1", "do not sum to the denominator")):
            self.forge(symmetric_one(), start, place, change, reason)

    def test_levels(self):
        for start, change, reason in (("delta", "1/25", "more than all of delta"), ("guarantee-level", "1/20", "more than all of delta"),
                                      ("box-level", "1/40", "more than all of delta"), ("box-level", "0", "more than all of delta"),
                                      ("delta", "1", "delta is not in (0, 1)"),
                                      # Less for a part is a smaller promise, which the same plays do not bear.
                                      ("guarantee-level", "1/400", "trial ")):
            self.forge(symmetric_one(), start, 1, change, reason)
        self.forge(two_sided_one(), "guarantee-level", 1, lambda half: 2 * half, "more than all of delta")

    def test_strata(self):
        for place, change, reason in (
                (2, lambda p: p + Fraction(1, 2**19), "trial "), (1, "900000000", "lambda that is too large"),
                (5, "3/2", "a centre outside [0, 1]"), (5, "-1/2", "a centre outside [0, 1]"), (5, "1/10", "does not bear its bound"),
                (7, lambda paid: paid + 1000, "cannot have"), (8, "0", "cannot have"), (7, lambda paid: paid - 3, "trial "),
                (4, lambda planned: planned + 20, "does not bear its bound")):
            self.forge(two_sided_one(), "strata", place, change, reason)
        self.forge(two_sided_one(), "high", 1, lambda high: high - Fraction(1, 1000), "high is less than the column strategy concedes")

    def test_box_and_caps(self):
        little, bears = Fraction(1, 10000), "pairing 0 1: its plays do not bear its interval"
        for start, place, change, reason in (
                ("0 1 ", 5, lambda low: low + little, bears), ("0 1 ", 6, lambda high: high - little, bears),
                ("0 1 ", 2, "300", "sums that so many plays cannot have"), ("0 1 ", 3, "400", "sums that so many plays cannot have"),
                ("0 1 ", 6, "2", "an interval outside [0, 1]"), ("0 1 ", 1, "2", "pairings do not rise"),
                ("low", 1, lambda low: low + Fraction(1, 1000), "low is more than the row strategy guarantees"),
                ("row-box", 3, "1", "the weights do not sum to 1")):
            self.forge(by_box_alone(), start, place, change, reason)
        lines = symmetric_one().splitlines()
        cap = lines[next(t for t, line in enumerate(lines) if line.startswith("row-caps")) + 1]
        self.forge(symmetric_one(), cap, 1, lambda most: most - little, "does not bear it")
        self.forge(symmetric_one(), cap, 1, "-1", "does not bear it")
        self.forge(symmetric_one(), cap, 3, "3")

    def test_text(self):
        text = symmetric_one()
        for start, place, change, reason in (("allnash-league", 1, "2", "unknown version"), ("shape", 1, "5", "not square"),
                                             ("schedule", 1, "some", "'schedule any' or 'schedule fixed'"),
                                             ("rounds", 0, "rows", "'rounds' or 'strata' belongs here")):
            self.forge(text, start, place, change, reason)
        self.reject(text[:-4])
        self.reject(text + "more\n")
        lines = text.splitlines(keepends=True)
        for t in range(len(lines)):
            self.reject("".join(lines[:t] + lines[t + 1:]))

    def test_the_edge_of_a_bound(self):
        """What is accepted is true to the last unit: the largest bound that the wins bear passes, the next multiple does not."""
        draw, level = random.Random(11), Fraction(9, 400)
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
                shown = Fraction(a, GRID)
                return ("allnash-league 1\nshape 1 1\nsymmetric no\nrange 0 1\nschedule any\ndelta 1/20\nguarantee-level 9/400\n"
                        f"box-level 1/400\nlow {shown}\nhigh 1\nrow-mixture 1 1 0 1\nrow-trials 1\nrounds {plays} {wins} {shown}\n"
                        "column-box 1 0 1\nbox 0\nrow-caps 0\ncolumn-caps 0\nend\n")

            self.assertEqual(verdict(certificate(low)), VERIFIED)
            self.reject(certificate(low + 1), "trial 0")


unittest.main(argv=sys.argv[:1])
