"""players_test.py ALLNASH ALLNASH_CHECK: what a certificate claims of single players. What `rank` writes is verified; each line, forged, is
rejected for its own reason; and no claim has a match to spare that it does not need."""
import functools
import random
import re
import sys
import tempfile
import unittest
from fractions import Fraction

from second_opinion import verdict_of, written

ALLNASH, CHECKER = sys.argv[1:]
VERIFIED = "verified with confidence 0.95"


@functools.cache
def certificate(*options, players=7, matches=1400, draws=0.2):
    draw = random.Random(3)
    lines = ["row,column,outcome"]
    for _ in range(matches):
        a, b = draw.sample(range(players), 2)
        outcome = 0.5 if draw.random() < draws else int(draw.random() < 1 / (1 + 10 ** ((a - b) * 0.15)))
        lines.append(f"p{a},p{b},{outcome}")
    return written([ALLNASH, "rank", "-", "--resamples", "0", *options], input="\n".join(lines) + "\n", text=True)


class Players(unittest.TestCase):
    def setUp(self):
        self.text = certificate("--schedule", "fixed")
        self.lines = self.text.splitlines()

    def place(self, keyword):
        return next(t for t, line in enumerate(self.lines) if re.match(keyword + r"( |$)", line))

    def section(self, keyword):
        """Where the lines under a heading with their number stand."""
        start = self.place(keyword)
        return range(start + 1, start + 1 + int(self.lines[start].split()[1]))

    def with_line(self, at, *lines):
        return "\n".join([*self.lines[:at], *lines, *self.lines[at + 1:], ""])

    def with_list(self, keyword, lines):
        """The list under a heading replaced."""
        there = self.section(keyword)
        return "\n".join([*self.lines[:there.start - 1], f"{keyword} {len(lines)}", *lines, *self.lines[there.stop:], ""])

    def listed(self, keyword):
        return [self.lines[t] for t in self.section(keyword)]

    def reject(self, text, reason):
        said = verdict_of(CHECKER, text)
        self.assertTrue(said.startswith("rejected: "), said)
        self.assertIn(reason, said)

    def test_what_is_written_is_verified(self):
        for options in (("--schedule", "fixed"), ("--schedule", "any"), ()):
            text = certificate(*options)
            self.assertEqual(verdict_of(CHECKER, text), VERIFIED)
            self.assertIn("\nleague 1 " + ("withheld" if "any" in options else "compared"), text)
        for keyword in ("look", "favourites", "orders", "own-scores", "excluded"):
            self.assertTrue(self.listed(keyword), keyword)
        self.assertTrue(any(line.endswith("proved") for line in self.listed("favourites")))
        self.assertTrue(any(line.endswith("large") for line in self.listed("orders")))

    def test_without_them_the_rest_is_verified(self):
        start = self.place("league")
        self.assertEqual(verdict_of(CHECKER, "\n".join([*self.lines[:start], "end", ""])), VERIFIED)

    def test_orders(self):
        orders = self.listed("orders")
        all_ = {tuple(line.split()[:2]) for line in orders}
        missing = next((str(a), str(b)) for a in range(6, -1, -1) for b in range(7) if a != b and (str(a), str(b)) not in all_)
        more = sorted([*orders, " ".join([*missing, "large"])], key=lambda line: [int(word) for word in line.split()[:2]])
        self.reject(self.with_list("orders", more), "the matches do not show that it scores more")
        large = next(t for t in self.section("orders") if self.lines[t].endswith("large"))
        self.reject(self.with_line(large, self.lines[large].replace("large", "proved")), "the matches do not show that it scores more")
        self.reject(self.with_list("orders", [orders[0], *orders]), "pairs do not rise")
        self.reject(self.with_list("orders", ["3 3 large"]), "a player against itself")
        self.reject(self.with_line(large, self.lines[large].replace("large", "sure")), "'proved' or 'large' belongs here")

    def test_counts(self):
        """Fewer wins of the best, more of the worst, other opponents: some claim rests on each."""
        first = self.section("look").start
        words = self.lines[first].split()
        for place, change, reason in ((2, "0", "is not an integer"), (0, "1", "lower number second"), (3, "999999", "is not an integer")):
            changed = [*words[:place], change, *words[place + 1:]]
            self.reject(self.with_line(first, " ".join(changed)), reason)
        self.reject(self.with_line(first, " ".join([*words[:5], words[2], "0"])), "more is won than was played for")
        self.reject(self.with_line(first, self.lines[first], self.lines[first]), "")
        won = [str(int(words[3]) // 2) if t == 3 else word for t, word in enumerate(words)]
        self.reject(self.with_line(first, " ".join(won)), "")

    def test_favourites(self):
        favourites = self.listed("favourites")
        a, b, _ = favourites[0].split()
        self.reject(self.with_list("favourites", [f"{b} {a} large"]), "do not show that it wins more than half")
        unsure = next(f"{a} {b} proved" for a in range(7) for b in range(a + 1, 7)
                      if not any(line.startswith(f"{a} {b} ") for line in favourites))
        self.reject(self.with_list("favourites", [unsure]), "do not show that it wins more than half")

    def test_own_scores(self):
        for at in self.section("own-scores"):
            player, low = self.lines[at].split()
            self.reject(self.with_line(at, f"{player} {Fraction(low) + Fraction(1, 1000)}"), "do not show that it scores so much")
        at = self.section("own-scores").start
        self.reject(self.with_line(at, "0 1/7"), "number of thousandths")
        self.reject(self.with_line(at, "0 0"), "number of thousandths")
        self.reject(self.with_list("own-scores", ["1 1/1000", "0 1/1000"]), "players do not rise")

    def test_excluded(self):
        excluded = self.listed("excluded")
        for t, line in enumerate(excluded):
            player, *by = line.split()
            self.reject(self.with_list("excluded", [" ".join([player, *by[1:]])]), "do not show that others score more")
        best = next(str(one) for one in range(7) if not any(line.split()[0] == str(one) for line in excluded))
        others = " ".join(str(one) for one in range(7) if str(one) != best)
        self.reject(self.with_list("excluded", [f"{best} {others}"]), "do not show that others score more")
        player, *by = excluded[0].split()
        self.reject(self.with_list("excluded", [" ".join([player, by[0], *by])]), "others do not rise")

    def test_the_budget(self):
        """A greater delta makes room, a smaller one none; a second look costs."""
        self.reject(self.text.replace("\ndelta 1/20\n", "\ndelta 1/100000\n"), "")
        start = self.place("league")
        looks = ["favourites 0", "orders 0", "look 0"] * 30
        late = [*self.lines[:start], "league 31 compared", *self.lines[start + 1:self.place("favourites")], *looks,
                *self.lines[self.place("favourites"):]]
        self.reject("\n".join([*late, ""]), "the matches do not show that it scores more")

    def test_what_came_since_the_last_look(self):
        """A second look with a newcomer, and then fewer than a tenth of the matches."""
        log = ["row,column,outcome", *(f"p{t % 3},p{t % 3 + 1},{int(t % 7 > 1)}" for t in range(700))]
        more = [f"p{t % 4},p4,{int(t % 5 > 0)}" for t in range(300)]
        with tempfile.TemporaryDirectory() as folder:
            for lines in (log, log + more, log + more + ["p0,p5,1"] * 60):
                text = written([ALLNASH, "rank", "-", "--resamples", "0", "--ledger", f"{folder}/league.db", "--log", "log"],
                               input="\n".join(lines) + "\n", text=True)
        self.assertEqual(verdict_of(CHECKER, text), VERIFIED)
        self.assertRegex(text, r"\nleague 2 \w+\njoined 6 0 1 2 3 4 5\n")
        start = text.index("\nrest 1\n")
        won = re.search(r"\nrest 1\n0 5 60 60 0 0 0\nfavourites (\d+)\n", text)
        self.assertTrue(won, text[start:start + 200])
        # 0 over 5 is a pair of a newcomer: proved alone, or not at all.
        self.assertIn("\n0 5 proved\n", text[start:])
        self.reject(text[:start] + text[start:].replace("\n0 5 proved\n", "\n0 5 large\n"), "newcomers are not tested together")
        self.reject(text.replace("\n0 5 60 60 0 0 0\n", "\n0 5 60 40 0 20 0\n"), "do not show that it wins more than half")
        self.reject(text.replace("\nrest 1\n0 5 60 60 0 0 0\n", "\nrest 0\n"), "a rest without matches")
        self.reject(text.replace("joined 6 0 1 2 3 4 5", "joined 6 0 1 2 3 5 4"), "did not join in this order")

    def test_who_joined(self):
        at = self.place("joined")
        self.assertEqual(self.lines[at], "joined 7 0 1 2 3 4 5 6")
        for line, reason in (("joined 7 1 0 2 3 4 5 6", "do not rise"), ("joined 6 0 1 2 3 4 5", "who did not join"),
                             ("joined 7 0 1 2 3 4 5 5", "joined twice"), ("joined 1 0", "is not an integer")):
            self.reject(self.with_line(at, line), reason)

    def test_the_form(self):
        at = self.place("league")
        self.reject(self.with_line(at, "league 1 sometimes"), "'compared' or 'withheld' belongs here")
        self.reject(self.with_line(at, "league 0 compared"), "is not an integer")
        self.reject(self.with_line(at, "league 1 withheld"), "")
        self.reject(self.with_line(self.place("excluded") - 1), "")
        self.reject(self.text.replace("symmetric yes", "symmetric no"), "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
