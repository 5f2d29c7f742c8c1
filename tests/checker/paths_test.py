"""paths_test.py ALLNASH ALLNASH_CHECK: certificates beside the files of path games that they are about. The checker reads the file by
itself: the same game in other words is verified; a file with a word changed is verified only where all paths pay what they paid; what
is no path game is refused."""
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

ALLNASH, CHECKER = sys.argv[1:]
GAME = """allnash-paths 1
row-arcs 5
middle t low
s middle -
s t high
s middle low
s t all
column-arcs 4
u v north
v w north
u w south
u w -
payoffs 5
low north 1
low south -1/2
high north 0
high south 3
all north 1.5
end
"""
SAME = [("middle", "centre"), ("low", "middle"), ("\n", "\r\n"), ("\n", "\n\n"), (" ", "\t  "), ("1.5", "3/2"), ("payoffs 5\nlow north 1\nlow south -1/2\nhigh north 0\n", "payoffs 4\nlow south -1/2\nlow north 1\n"),
        ("payoffs", " payoffs"), ("allnash-paths", "\ufeffallnash-paths")]
ARCS = "rejected: the arcs of the {} player are not those of GAME"
PAYOFFS = "rejected: the payoffs are not those of GAME"
OTHER = [("s t high\ns middle low", "s middle low\ns t high", ARCS.format("row")), ("v w north", "v w south", ARCS.format("column")),
         ("u w -", "u w east", ARCS.format("column")), ("s middle -", "s middle low", ARCS.format("row")),
         ("row-arcs 5", "row-arcs 6\ns t low", ARCS.format("row")), ("-1/2", "1/2", PAYOFFS), ("high north 0", "high north 1", PAYOFFS),
         ("high south 3", "high south 0", PAYOFFS), ("low north 1\nlow south -1/2", "low south 1\nlow north -1/2", PAYOFFS)]
NONE = [("allnash-paths 1", "allnash-paths 2", ":1: the first line is not 'allnash-paths 1'"), ("row-arcs 5", "row-arcs 4", "'column-arcs' and a number are"),
        ("row-arcs 5", "row-arcs x", ":2: 'x' is not an integer"), ("s middle -", "s middle", ":4: a line of three words"),
        ("low north 1", "east north 1", ":14: a payoff of a feature that no arc has"), ("high north 0", "low north 1", ":16: a payoff that stands twice"),
        ("1.5", "x", ":18: 'x' is not a number"), ("end\n", "", "'end' is expected here"), ("end\n", "end\nend\n", ":20: something follows 'end'"),
        ("s t all", "s b all", "row-arcs: the paths do not end at one node"), ("s t all", "b t all", "row-arcs: the paths do not begin at one node")]


def paths(arcs):
    """All paths, as the places of their arcs in the list."""
    start, = {tail for tail, _, _ in arcs} - {head for _, head, _ in arcs}
    ends, = {head for _, head, _ in arcs} - {tail for tail, _, _ in arcs}

    def on_from(node, steps):
        if len(steps) > len(arcs):
            raise ValueError("a cycle")
        if node == ends:
            yield steps
        for a, (tail, head, _) in enumerate(arcs):
            if tail == node:
                yield from on_from(head, steps + (a,))

    return list(on_from(start, ()))


def table(text):
    """What each pair of paths pays."""
    lines = [line.split() for line in text.splitlines() if line.split()]
    rows = lines[2:2 + int(lines[1][1])]
    lines = lines[2 + len(rows):]
    columns = lines[1:1 + int(lines[0][1])]
    pays = {(f, g): Fraction(value) for f, g, value in lines[2 + len(columns):-1]}
    return {(p, q): sum(pays.get((rows[a][2], columns[b][2]), 0) for a in p for b in q) for p in paths(rows) for q in paths(columns)}


class Paths(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        (self.folder / "own.paths").write_text(GAME)
        subprocess.run([ALLNASH, "solve", "own.paths", "--quiet", "--certificate", "proof"], check=True, capture_output=True, cwd=self.folder)

    def check(self, text, proof="proof"):
        (self.folder / "game.paths").write_bytes(text.encode())
        return subprocess.run([CHECKER, proof, "game.paths"], capture_output=True, text=True, cwd=self.folder)

    def test_the_game_itself_in_any_words_is_verified(self):
        self.assertEqual(self.check(GAME).stdout, "verified\n")
        for old, new in SAME:
            self.assertEqual(self.check(GAME.replace(old, new)).stdout, "verified\n", (old, new))

    def test_one_equilibrium_is_compared_too(self):
        subprocess.run([ALLNASH, "solve", "own.paths", "--quiet", "--method", "responses", "--certificate", "one"], check=True,
                       capture_output=True, cwd=self.folder)
        self.assertEqual(self.check(GAME, "one").stdout, "verified, one equilibrium\n")
        self.assertEqual(self.check(GAME.replace("-1/2", "1/2"), "one").stdout.strip(), PAYOFFS)

    def test_another_game_is_rejected(self):
        for old, new, said in OTHER:
            self.assertIn(old, GAME)
            done = self.check(GAME.replace(old, new))
            self.assertEqual((done.returncode, done.stdout.strip()), (1, said), (old, new))

    def test_a_changed_word_is_verified_only_where_every_path_pays_the_same(self):
        lines = [line.split() for line in GAME.splitlines()]
        words = sorted({word for line in lines for word in line})
        rejected = 0
        for at in range(1, len(lines) - 1):
            for place in range(len(lines[at])):
                for other in words[(at + place) % 3::3]:
                    mutant = "\n".join(" ".join([*line[:place], other, *line[place + 1:]] if t == at else line) for t, line in enumerate(lines)) + "\n"
                    done = self.check(mutant)
                    self.assertIn(done.returncode, (0, 1, 2), mutant)
                    rejected += done.returncode == 1
                    if done.returncode == 0:
                        self.assertEqual(table(mutant), table(GAME), mutant)
        self.assertGreater(rejected, 60)

    def test_a_control_character_is_refused_by_both(self):
        # Two paths, or four where the two nodes called m are one.
        joined = ("allnash-paths 1\nrow-arcs 4\ns m a\nm t b\ns m{0} c\nm{0} t d\ncolumn-arcs 2\nu v x\nu v y\n"
                  "payoffs 4\na x 1\nb x 1\nc y 1\nd y 1\nend\n")
        (self.folder / "own.paths").write_text(joined.format(""))
        subprocess.run([ALLNASH, "solve", "own.paths", "--quiet", "--certificate", "proof"], check=True, capture_output=True, cwd=self.folder)
        for control in ("\r", "\v", "\f", "\0", "\x1b", "\x7f", "\r\r", "\r\t"):
            text = joined.format(control)
            done = self.check(text)
            self.assertEqual(done.returncode, 2, (control, done.stdout))
            self.assertIn("game.paths:5: a control character", done.stderr)
            solved = subprocess.run([ALLNASH, "solve", "game.paths"], capture_output=True, text=True, cwd=self.folder)
            self.assertEqual(solved.returncode, 2, (control, solved.stdout))
            self.assertIn("game.paths:5: a carriage return inside a line" if "\r" in control else "game.paths:5: a control character", solved.stderr)
        self.assertEqual(self.check(joined.format("").replace("\n", " \r\r\n")).stdout, "verified\n")

    def test_what_is_no_path_game_is_refused(self):
        for old, new, said in NONE:
            self.assertIn(old, GAME)
            done = self.check(GAME.replace(old, new, 1))
            self.assertEqual(done.returncode, 2, (old, new))
            self.assertIn(said, done.stderr)
            self.assertIn("game.paths:", done.stderr)

    def test_certificates_of_other_games_are_rejected(self):
        subprocess.run([ALLNASH, "solve", "trees:kuhn", "--quiet", "--certificate", "kuhn"], check=True, capture_output=True, cwd=self.folder)
        self.assertEqual(self.check(GAME, "kuhn").stdout.strip(), ARCS.format("row"))
        (self.folder / "matrix.csv").write_text("1,0\n0,1\n")
        subprocess.run([ALLNASH, "solve", "matrix.csv", "--quiet", "--certificate", "matrix"], check=True, capture_output=True, cwd=self.folder)
        self.assertEqual(self.check(GAME, "matrix").stdout.strip(), "rejected: it is of a matrix, and GAME is a path game")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
