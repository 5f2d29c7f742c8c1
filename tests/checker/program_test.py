"""program_test.py ALLNASH ALLNASH_CHECK: what the program verifies, what it rejects and why, usage, and the comparison with a game in every
format."""
import math
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ALLNASH, CHECKER, HERE = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), Path(__file__).resolve().parent
CORPUS = HERE / "corpus"

# Matching pennies at unequal stakes, with a column that nobody plays: 2 -1 3 / -1 1 1/2. The row strategy is (2/5, 3/5), the value 1/5;
# every number is one that a double holds.
PENNIES = ("allnash-certificate 1\nshape 2 3\nsymmetric no\nvalue 1/5\nrow-strategy 2\n0 2/5\n1 3/5\ncolumn-strategy 2\n0 2/5\n1 3/5\n"
           "row 0 2 -1 3\nrow 1 -1 1 1/2\ncolumn 0\ncolumn 1\nend\n")
BY_ROW, BY_COLUMN = (2, -1, 3, -1, 1, 0.5), (2, -1, -1, 1, 3, 0.5)
SYMMETRIC = ("allnash-certificate 1\nshape 3 3\nsymmetric yes\nvalue 0\nrow-strategy 1\n0 1\ncolumn-strategy 1\n0 1\n"
             "row 0 0 2 1/4\nend\n")


def npy(kind, shape, data, by_column=False):
    header = f"{{'descr': '{kind}', 'fortran_order': {by_column}, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


class Checker(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def write(self, name, text):
        (self.folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def check(self, *arguments):
        done = subprocess.run([CHECKER, *arguments], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=60)
        if done.returncode in (0, 1):
            self.assertEqual(done.stderr, "")
            self.assertEqual(done.returncode == 0, done.stdout.startswith("verified"))
            return done.stdout.rstrip("\n")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        self.assertTrue(done.stderr.startswith("allnash-check: "), done.stderr)
        return done.stderr.rstrip("\n")

    def verdict(self, text, *game):
        return self.check(self.write("c", text), *game)


class Verdicts(Checker):
    def test_every_seed_of_the_fuzzer(self):
        seeds = list(CORPUS.iterdir())
        self.assertGreaterEqual(len(seeds), 20)
        for seed in seeds:
            self.assertEqual(self.check(seed).startswith("verified"), seed.name.startswith("valid_"), seed.name)

    def test_it_says_why_it_rejects(self):
        lines = (HERE / "forgeries.txt").read_text().splitlines()[2:]
        self.assertGreaterEqual(len(lines), 65)
        for line in lines:
            base, old, new, reason = (part.encode().decode("unicode_escape") for part in line.split(" | "))
            text = (CORPUS / f"valid_{base}.cert").read_text()
            self.assertIn(old, text, line)
            self.assertEqual(self.verdict(text.replace(old, new, 1)), f"rejected: {reason}", line)

    def test_numbers_beyond_the_limits_are_rejected(self):
        text = (CORPUS / "valid_one_outside.cert").read_text().replace("value 1/5", "value " + "7" * 100001)
        self.assertTrue(self.verdict(text).startswith("rejected: line 4: '7777"))
        # A diagonal game has the value 1 / (1/d + ... + 1/d'): here a fraction of 57,000 or 133,000 digits. The answer is right, and
        # where no checker reads it that is said.
        for size, said in ((3, []), (7, ["proof: allnash-check will reject it, because it holds a number of more than 100,000 digits"])):
            entries = [f"1{'0' * 18990}{t}" for t in range(1, size + 1)]
            self.write("long.csv", "\n".join(",".join(entries[i] if i == j else "0" for j in range(size)) for i in range(size)) + "\n")
            done = subprocess.run([ALLNASH, "solve", "long.csv", "--certificate", "proof"], cwd=self.folder, capture_output=True,
                                  text=True)
            self.assertEqual((done.returncode, done.stderr.splitlines()), (0, said))
            self.assertEqual(self.check("proof").startswith("verified"), not said)
        for nothing in (b"", b"\n", b"\0\xff\n\1"):
            self.assertTrue(self.verdict(nothing).startswith("rejected: "))

    def test_bad_usage_is_refused(self):
        good = CORPUS / "valid_one_outside.cert"
        self.write("game.txt", "1,2\n")
        self.write("game.mtx", "1,2\n")
        for arguments in ([], ["--wrong", good], [good, "game.txt", "third"], [good, "--labels"], ["absent"], ["."], [good, "absent.csv"],
                          [good, "game.txt"], [good, "game.mtx"], [good, "game.mtx", "--labels"]):
            self.assertTrue(self.check(*arguments).startswith("allnash-check: "), arguments)

    def test_it_introduces_itself(self):
        for option, words in (("--help", "Usage: allnash-check CERTIFICATE [GAME]"), ("--version", "allnash-check ")):
            done = subprocess.run([CHECKER, option], capture_output=True, text=True)
            self.assertTrue(done.returncode == 0 and done.stdout.startswith(words), done)


class Games(Checker):
    def test_one_game_in_every_format(self):
        nfg = 'NFG 1 R "" { "A" "B" } { 2 3 }\n'
        files = {
            "plain.csv": "2,-1,3\n-1,1,1/2\n",
            "notations.csv": "+2,-1.0,.3e1\r\n-10/10, 1 ,500E-3\r\n\r\n",
            "quoted.csv": "\ufeff\"2\",-01,3\n-1,1,\"0.5\"",
            "plain.tsv": "2\t-1\t3\n-1\t1\t2/4\n",
            "double.npy": npy("<f8", "(2, 3)", struct.pack("<6d", *BY_ROW)),
            "big.npy": npy(">f8", "(2, 3)", struct.pack(">6d", *BY_ROW)),
            "float.npy": npy("<f4", "(2, 3)", struct.pack("<6f", *BY_ROW)),
            "columns.npy": npy("<f8", "(2, 3)", struct.pack("<6d", *BY_COLUMN), by_column=True),
            "marked.csv": b"\xef\xbb\xbf2,-1,3\n-1,1,0.5\n",
            "array.mtx": "%%MatrixMarket matrix array real general\n% remark\n\n2 3\n2\n-1\n-1\n1\n3\n0.5\n",
            "coordinate.mtx": "%%MatrixMarket Matrix Coordinate Real General\n2 3 6\n2 3 .5\n1 1 2\n1 2 -1\n1 3 3\n2 1 -1\n2 2 1e0\n",
            "payoffs.nfg": 'NFG 1 R "title" { "A" "B" } { 2 3 }\n\n2 -2 -1 1 -1 1 1 -1 3 -3 1/2 -0.5\n',
            "constant_sum.nfg": 'NFG 1 D "" { "A" "B" } { { "u" "d" } { "l" "m" "r" } }\n"a remark"\n2 8 -1 11 -1 11 1 9 3 7 1/2 19/2\n',
            # The first player gets 5 more in column 1 and 1 less in column 2; the second half of what the first then loses, and 3 more
            # in row 1.
            "same_equilibria.nfg": nfg + "2 -1 -1 7/2 4 1/2 6 5/2 2 -3/2 -1/2 11/4\n",
            "outcomes.nfg": 'NFG 1 R "say \\"hi\\"" { "A" "B" }\n{ { "u" "d" }\n{ "l" "m" "r" }\n}\n""\n{\n{ "" 2, -2 }\n{ "x" -1, 1 }\n'
                            '{ "" 1, -1 }\n{ "" 3 -3 }\n{ "" 1/2, -1/2 }\n}\n1 2 2 3 4 5\n',
        }
        other = PENNIES.replace("-1 3\n", "-1 4\n")
        self.assertEqual(self.verdict(other), "verified")
        for name, text in files.items():
            self.write(name, text)
            self.assertEqual(self.verdict(PENNIES, name), "verified", name)
            self.assertEqual(self.verdict(other, name), "rejected: entry (0, 2) is 4 in the certificate and 3 in the game", name)

    def test_names_of_strategies_are_passed_over(self):
        for name, text in (("labels.csv", ',a,"b, ""c""",7\nheads,2,-1,3\n"ta,il",-1,1,0.5\n'),
                           ("labels.tsv", "\ta\tb\t7\n1\t2\t-1\t3\n2\t-1\t1\t0.5\n"),
                           ("percent.csv", ',a,b,c\nheads,2%,-1 %,3\ntails,"-1%",1%,0.5%\n')):
            self.write(name, text)
            self.assertEqual(self.verdict(PENNIES, name, "--labels"), "verified", name)
            self.assertIn("is not a number", self.verdict(PENNIES, name))

    def test_every_type_of_integer_is_read(self):
        for kind, low, high in (("|i1", -128, 127), ("|u1", 0, 255), ("<i2", -32768, 1), (">u2", 1, 65535), (">i4", -5, 70000),
                                ("<u4", 3, 2**32 - 1), ("<i8", -2**63, 2**63 - 1), ("<u8", 1, 2**64 - 1),
                                ("<f8", "1/10", "100000000000000000000000"), (">f4", "1/10", "100000000000000000000000")):
            text = (f"allnash-certificate 1\nshape 1 2\nsymmetric no\nvalue {low}\nrow-strategy 1\n0 1\ncolumn-strategy 1\n0 1\n"
                    f"row 0 {low} {high}\ncolumn 0\nend\n")
            letter = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f4": "f", "f8": "d"}[kind[1:]]
            numbers = (0.1, 1e23) if letter in "df" else (low, high)
            data = struct.pack(kind[0].replace("|", "<") + "2" + letter, *numbers)
            self.assertEqual(self.verdict(text, self.write("g.npy", npy(kind, "(1, 2)", data))), "verified", kind)

    def test_a_symmetric_certificate_is_of_a_symmetric_game(self):
        for name, text in (("full.csv", "0,2,0.25\n-2,0,9\n-1/4,-9,0\n"),
                           ("skew.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 -2\n3 1 -.25\n"),
                           ("skew_array.mtx", "%%MatrixMarket matrix array real skew-symmetric\n3 3\n-2\n-.25\n0\n")):
            self.assertEqual(self.verdict(SYMMETRIC, self.write(name, text)), "verified", name)
        self.assertEqual(self.verdict(SYMMETRIC, self.write("broken.csv", "0,2,0.25\n-2,0,9\n-1/5,-9,0\n")),
                         "rejected: entries (2, 0) and (0, 2) are -1/5 and 1/4 in the game, which contradicts the symmetry")
        halves = ("allnash-certificate 1\nshape 2 2\nsymmetric no\nvalue 1/2\nrow-strategy 2\n0 1/2\n1 1/2\ncolumn-strategy 2\n0 1/2\n1 1/2\n"
                  "row 0 0 1\nrow 1 1 0\ncolumn 0\ncolumn 1\nend\n")
        for rest in ("coordinate integer symmetric\n2 2 1\n2 1 1\n", "array integer symmetric\n2 2\n0\n1\n0\n"):
            self.assertEqual(self.verdict(halves, self.write("g.mtx", "%%MatrixMarket matrix " + rest)), "verified", rest)

    def test_the_shape_is_that_of_the_certificate(self):
        self.assertEqual(self.verdict(PENNIES, self.write("g.csv", "2,-1,3\n-1,1,1/2\n0,0,0\n")),
                         "rejected: the shape is 2 x 3 in the certificate and 3 x 3 in the game")

    def test_what_is_no_game_is_refused_in_one_line_that_says_where(self):
        mtx, nfg = "%%MatrixMarket matrix ", 'NFG 1 R "" { "A" "B" } '
        not_zero_sum = "the game is not zero-sum, nor has it the equilibria of such a game"
        for ending, text, said in (
                ("csv", "", "a.csv:1: no payoffs"), ("csv", "1,2\n3\n", "a.csv:2: 1 values where line 1 has 2"),
                ("csv", "1,2\n3,abc\n", "a.csv:2: 'abc' is not a number"), ("csv", "1,\n", "a.csv:1: '' is not a number"),
                ("csv", "1,nan\n", "a.csv:1: 'nan' is not a number"), ("csv", "1,1/0\n", "a.csv:1: '1/0' is not a number"),
                ("csv", "1,1e99999\n", "a.csv:1: '1e99999' is not a number"),
                ("csv", "1,2\n\n3,4\n", "a.csv:3: an empty line inside the table"),
                ("csv", "\"1,2\n", "a.csv:1: a quote without its end on the line"), ("csv", "\"1\"2\n", "a.csv:1: text after a quote"),
                ("npy", "numpy", "a.npy:1: not an .npy file"),
                ("npy", npy("<c16", "(1, 1)", b"x"), "the type of the payoffs is none of"),
                ("npy", npy("<f8", "(1,)", b"12345678"), "'' is not an integer"),
                ("npy", npy("<f8", "()", b"12345678"), "the array is not 2-D"),
                ("npy", npy("<f8", "(1, 1)", b"1234567"), "the payoffs take 8 bytes and 7 are left"),
                ("npy", npy("<f8", "(99999999999, 99999999999)", b"1234567"), "fewer payoffs than"),
                ("npy", npy("<f8", "(1, 1)", struct.pack("<d", math.inf)), "infinite"),
                ("mtx", "1 2\n", "a.mtx:1: the first line is not '%%MatrixMarket matrix"),
                ("mtx", mtx + "array complex general\n1 1\n1 1\n", "a.mtx:1: the field is neither"),
                ("mtx", mtx + "array real general\n2 1\n1\n", "a.mtx:4: fewer entries than its size says"),
                ("mtx", mtx + "array real general\n1 1\n1\n2\n", "a.mtx:4: text after the last entry"),
                ("mtx", mtx + "coordinate real general\n1 1 2\n1 1 1\n", "is not an integer from 0 to 1"),
                ("mtx", mtx + "coordinate real general\n2 2 2\n1 1 1\n1 1 1\n", "a.mtx:4: an entry that was given before"),
                ("mtx", mtx + "coordinate real symmetric\n2 2 1\n1 2 1\n", "a.mtx:3: an entry outside the lower triangle"),
                ("mtx", mtx + "coordinate real general\n999999999 999999999 0\n", "too large"),
                ("nfg", "EFG 2 R", "a.nfg:1: 'NFG' belongs here, not 'EFG'"),
                ("nfg", nfg + "{ 2 2 }\n0 0 0 0\n0 0 1 1\n", f"a.nfg:3: {not_zero_sum}"),
                ("nfg", nfg + "{ 2 2 }\n0 0 0 0\n0 0 1 0\n", f"a.nfg:3: {not_zero_sum}"),
                ("nfg", nfg + "{ 2 3 }\n0 0 0 0\n0 0 2 -1\n0 0 3 -1", f"a.nfg:4: {not_zero_sum}"),
                ("nfg", nfg + "{ 1 1 }\n1 -1 1\n", "a.nfg:2: text after the last payoff"),
                ("nfg", nfg + '{ { "a" } { "b" } } { { "" 1 -1 } } 2\n', "a.nfg:1: '2' is not an integer from 0 to 1"),
                ("nfg", 'NFG 1 R "" { "A" "B" "C" } { 1 1 1 }\n1 1 1\n', "a.nfg:1: the game does not have two players")):
            self.assertIn(said, self.verdict(PENNIES, self.write(f"a.{ending}", text)))


unittest.main(argv=sys.argv[:1])
