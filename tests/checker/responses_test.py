"""responses_test.py ALLNASH ALLNASH_CHECK: certificates of games known by best responses. What `solve` writes is verified; a text with a
word changed, a line gone, moved or doubled is verified just where a second opinion finds it true."""
import math
import random
import shlex
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

from second_opinion import Untrue, insist, mutants, number, verdict_of, written

ALLNASH, CHECKER = (Path(path).resolve() for path in sys.argv[1:])
ORACLE = Path(__file__).resolve().parent.parent / "oracle" / "table_responses.py"
BEST = "verified, responses assumed"
AMONG = "verified for the strategies met alone"


def verdict(text):
    return verdict_of(CHECKER, text)


def certificate_of(table, *words):
    command = shlex.join(["python3", str(ORACLE), ";".join(",".join(map(str, row)) for row in table), *words])
    return written([ALLNASH, "solve", "responses", "--oracle", command, "--quiet"], ends=(0, 3))


def is_name(word):
    return word != "" and all(c > " " and c != "\x7f" for c in word)


def second_opinion(text):
    """What the checker should say of a text, with `rejected` for whatever reason."""
    try:
        insist(text.endswith("\n"))
        lines = [line.split(" ") for line in text[:-1].split("\n")]
        insist(lines.pop(0) == ["allnash-responses", "1"] and lines.pop() == ["end"])
        kind, *claims = lines.pop(0)
        claims = [number(word) for word in claims]
        insist(len(claims) == {"equilibrium": 1, "within": 2, "restricted": 1}.get(kind))
        low, high = claims[0], claims[-1]
        insist(kind != "within" or low < high)
        sides = []
        for player in ("row", "column"):
            key, count = lines.pop(0)
            insist(key == player + "-strategies" and number(count) >= 1)
            listed, lines = lines[:int(count)], lines[int(count):]
            insist(len(listed) == int(count) and all(len(words) == 2 and is_name(words[0]) for words in listed))
            weights = {name: number(word) for name, word in listed}
            insist(len(weights) == len(listed) and all(w >= 0 and w.denominator == 1 for w in weights.values()))
            insist(math.gcd(*map(int, weights.values())) == 1)
            sides.append(weights)
        insist(lines.pop(0) == ["payoffs"])
        table = [[number(word) for word in words] for words in lines[:len(sides[0])]]
        responses = lines[len(sides[0]):]
        insist(len(table) == len(sides[0]) and all(len(row) == len(sides[1]) for row in table) and len(responses) == 2)
        rows = [sum(a * y for a, y in zip(row, sides[1].values())) for row in table]
        columns = [sum(row[j] * x for row, x in zip(table, sides[0].values())) for j in range(len(sides[1]))]
        for player, sums, bound, sign in ((0, rows, high * sum(sides[1].values()), 1), (1, columns, low * sum(sides[0].values()), -1)):
            key, name, *said = responses[player]
            insist(key == ("row", "column")[player] + "-response" and is_name(name))
            earned = dict(zip(sides[player], sums)).get(name)
            if said != ["unproved"]:
                insist(len(said) == 1 or len(said) == 2 and said[0] == "bound")
                insist(all(sign * one <= sign * number(said[-1]) for one in sums))
                insist(len(said) == 2 or earned in (None, number(said[0])))
            if kind == "restricted":
                insist(earned is not None and max(sums, key=lambda one: sign * one) == bound)
            else:
                insist(said != ["unproved"] and number(said[-1]) == bound)
        return AMONG if kind == "restricted" else BEST
    except (Untrue, ValueError, IndexError):
        return "rejected"


def changed(word):
    try:
        value = Fraction(word)
    except ValueError:
        yield from {"bound": ["value", "unproved"], "unproved": ["bound", "0"], "equilibrium": ["restricted", "within"],
                    "restricted": ["equilibrium"], "r0": ["r1", "", "x\ty", "x\x7f"], "c0": ["c1"]}.get(word, [])
        return
    for other in (value + 1, -value, value * 2, value / 2, value - Fraction(1, 1000)):
        yield str(other)
    yield from ("0", "bound " + word, "unproved", "0" + word)


def drawn(random_, most):
    rows, columns = random_.randint(1, most), random_.randint(1, most)
    return [[random_.randint(-3, 3) for _ in range(columns)] for _ in range(rows)]


class Responses(unittest.TestCase):
    def test_what_is_written_is_verified(self):
        random_ = random.Random(1)
        for _ in range(5):
            table = drawn(random_, 7)
            for words, said in (([], BEST), (["bound"], BEST), (["unproved"], AMONG), (["bound", "1/7"], BEST)):
                text = certificate_of(table, *words)
                self.assertEqual((verdict(text), second_opinion(text)), (said, said), text)

    def test_other_texts_are_verified_where_they_are_true(self):
        rps, two = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [[0, 2], [1, 0]]
        kept = 0
        for table, words in ((rps, []), (two, ["bound", "1/7"]), (two, ["unproved"])):
            for text in mutants(certificate_of(table, *words), changed):
                said = verdict(text)
                self.assertEqual(said if said in (BEST, AMONG) else said.split(":")[0], second_opinion(text), text)
                kept += said in (BEST, AMONG)
        # What nobody relies on may be another: the name of a strategy that is not played, what an unplayed pair pays.
        self.assertLess(kept, 60)

    def test_a_game_is_not_compared(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "proof").write_text(certificate_of([[1]]))
            (Path(folder) / "game.csv").write_text("1\n")
            done = subprocess.run([CHECKER, "proof", "game.csv"], cwd=folder, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (1, "rejected: it is of a game of responses, and GAME is a matrix\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
