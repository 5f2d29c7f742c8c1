"""trees_test.py ALLNASH ALLNASH_CHECK: certificates beside the game trees that they are about. The checker reads a tree and makes its
sequence form by itself: another text of the same game is verified, another game is rejected, and what is no game is refused."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ALLNASH, CHECKER = sys.argv[1:]
POKER = """EFG 2 R "One card" { "Alice" "Bob" }
"A comment"

c "" 1 "" { "king" 1/3 "queen" 2/3 } 1 "antes" { -1, -1 }
p "" 1 1 "king" { "raise" "fold" } 0
p "" 2 1 "Bob" { "call" "fold" } 2 "" { -1, 0 }
t "" 3 "" { 4, -1 }
t "" 4 "" { 3, 0 }
t "" 5 "" { 0, 2 }
p "" 1 2 "queen" { "raise" "fold" } 0
p "" 2 1 2
t "" 6 "" { 0, 3 }
t "" 4
t "" 5
"""
# What is put in place of what, and what the checker says then.
SAME = [("One card", "Another \\\"title\\\""), ('"A comment"\n', ""), ("\n", "\r\n"), ("{ 4, -1 }", "{ 4.0 -1 }"),
        ('"Bob"', '"Robert"'), ('p "" 2 1 2', 'p "" 2 1 "Bob" { "call" "fold" } 2 "" { -1, 0 }'), (" 5", " 7"), ("EFG 2 R", "EFG 2 D"), ("EFG 2 R", "\ufeffEFG 2 R")]
SETS = "rejected: the information sets of the "
PAYOFFS = "rejected: the payoffs are not those of GAME"
OTHER = [("{ 4, -1 }", "{ 5, -2 }", PAYOFFS), ("1/3", "1/4", PAYOFFS), ("{ -1, -1 }", "{ -2, 0 }", PAYOFFS),
         ('p "" 2 1 2', 'p "" 2 2 "" { "call" "fold" } 2', SETS + "column player are not those of GAME"),
         ('p "" 1 1 "king" { "raise" "fold" } 0', 'p "" 1 1 "king" { "raise" } 0', SETS + "row player are not those of GAME")]
NONE = [("EFG", "NFG", ":1: 'EFG' belongs here, not 'NFG'"), ("2/3", "1/2", ":4: probabilities that do not add up to 1"),
        ("{ 4, -1 }", "{ 4, 0 }", ":8: payoffs that do not add up to one number"),
        ('p "" 2 1 2', 'p "" 1 2 2', ":11: an information set at which moves are forgotten"),
        ('p "" 2 1 2', 'p "" 2 1 9', ":11: an outcome without its payoffs"), ('p "" 2 1 2', 'p "" 2 8 2', ":11: an information set without its actions"),
        ('"Alice" "Bob"', '"Alice"', ":1: the game does not have two players")]


class Trees(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.prove(POKER)

    def prove(self, text):
        (self.folder / "poker.efg").write_text(text)
        subprocess.run([ALLNASH, "solve", "poker.efg", "--quiet", "--certificate", "proof"], check=True, capture_output=True, cwd=self.folder)

    def check(self, text):
        (self.folder / "game.efg").write_bytes(text.encode())
        return subprocess.run([CHECKER, "proof", "game.efg"], capture_output=True, text=True, cwd=self.folder)

    def test_the_game_itself_in_any_words_is_verified(self):
        self.assertEqual(self.check(POKER).stdout, "verified\n")
        for old, new in SAME:
            self.assertEqual(self.check(POKER.replace(old, new)).stdout, "verified\n", (old, new))
        # Decimals are taken at their exact values.
        self.assertEqual(self.check(POKER.replace("1/3", "0.3333").replace("2/3", "0.6667")).stdout.strip(), PAYOFFS)

    def test_rounded_probabilities_are_read_as_the_program_reads_them(self):
        for third, two_thirds in (("0.333333", "0.666667"), ("0.3333333", "6.66666667e-1"), ("0.33333333333333331", "0.66666666666666663")):
            text = POKER.replace("1/3", third).replace("2/3", two_thirds)
            exact = text if third == "0.333333" else POKER  # these two add up to 1 as they are
            self.prove(text)
            self.assertEqual(self.check(exact).stdout, "verified\n", third)
        def three(king, queen, ace):
            return POKER.replace('"king" 1/3 "queen" 2/3', f'"king" {king} "queen" {queen} "ace" {ace}') + 't "" 9 "" { 0, 2 }\n'

        self.prove(three("0.166667", "1.66667e-01", "0.666667"))
        self.assertEqual(self.check(three("1/6", "1/6", "2/3")).stdout, "verified\n")
        for wrong in ("0.666668", "0.6667", "0.66666", "0.6666671", "3333333/5000000"):
            self.assertEqual(self.check(three("0.166667", "0.166667", wrong)).returncode, 2, wrong)
        equal = [f'"{t}" 0.000505' for t in range(1980)]
        leaves = "".join(f't "" {t + 1} "" {{ {t}, -{t} }}\n' for t in range(1980))
        self.prove(f'EFG 2 R "t" {{ "A" "B" }}\nc "" 1 "" {{ {" ".join(equal)} }} 0\n{leaves}')
        self.assertEqual(self.check(f'EFG 2 R "t" {{ "A" "B" }}\nc "" 1 "" {{ {" ".join(equal).replace("0.000505", "1/1980")} }} 0\n{leaves}').stdout,
                         "verified\n")

    def test_another_game_is_rejected(self):
        for old, new, said in OTHER:
            text = POKER.replace(old, new)
            if new == "1/4":
                text = text.replace("2/3", "3/4")
            if 'king" { "raise" }' in new:
                text = text.replace('t "" 5 "" { 0, 2 }\n', "").replace('t "" 5\n', 't "" 5 "" { 0, 2 }\n')
            done = self.check(text)
            self.assertEqual((done.returncode, done.stdout.strip()), (1, said), (old, new, done.stderr))

    def test_what_is_no_game_is_refused_with_its_line(self):
        for old, new, said in NONE:
            done = self.check(POKER.replace(old, new, 1))
            self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"allnash-check: game.efg{said}\n"), (old, new))

    def test_every_cut_is_refused_or_told_apart(self):
        for length in range(0, len(POKER) - 1, 3):
            self.assertNotEqual(self.check(POKER[:length]).stdout, "verified\n", length)

    def test_a_certificate_of_a_matrix_is_of_no_tree(self):
        (self.folder / "pennies.csv").write_text("1,-1\n-1,1\n")
        subprocess.run([ALLNASH, "solve", "pennies.csv", "--quiet", "--certificate", "proof"], check=True, capture_output=True, cwd=self.folder)
        self.assertEqual(self.check(POKER).stdout, "rejected: it is of a matrix, and GAME is a game tree\n")


unittest.main(argv=sys.argv[:1])
