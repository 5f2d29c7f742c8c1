"""Strategies that leave a league, come back, or have hardly played."""
import random

from program import Program, main

STRENGTHS = {"ann": 3, "bob": 2, "cid": 2, "dan": 1, "eve": 6}


def log_of(rounds, names=STRENGTHS, seed=1):
    lots = random.Random(seed)
    names = list(names)
    lines = []
    for _ in range(rounds):
        for i, a in enumerate(names):
            for b in names[i + 1:]:
                first = lots.random() * (STRENGTHS[a] + STRENGTHS[b]) < STRENGTHS[a]
                lines.append(f"{a},{b},{a if first else b}")
    return lines


def text(lines):
    return "\n".join(["player_a,player_b,winner", *lines]) + "\n"


class Leaving(Program):
    def ranked(self, lines, *options, code=0):
        return self.json("rank", "-", "--resamples", 20, *options, words=text(lines), code=code)

    def without_notes(self, result):
        return {key: value for key, value in result.items() if key not in ("notes", "left_out")}

    def test_who_is_dropped_never_played(self):
        lines = log_of(60)
        rest = [line for line in lines if "eve" not in line and "dan" not in line]
        dropped = self.ranked(lines, "--drop", "eve", "--drop=dan")
        self.assertEqual(self.without_notes(dropped), self.without_notes(self.ranked(rest)))
        self.assertEqual(dropped["left_out"], [{"label": "dan", "matches": 180, "why": "dropped"}, {"label": "eve", "matches": 180, "why": "dropped"}])
        self.assert_has(str(dropped["notes"]), "'dan' (180), 'eve' (180)", "holds if results did not decide")
        self.write("stay.txt", "ann\r\n\r\n bob \r\ncid\r\n")
        self.assertEqual(self.ranked(lines, "--only", "stay.txt"), dropped)
        self.assertEqual(self.ranked(lines, "--drop", "EVE", "--drop", "Dan", "--join-names")["low"], dropped["low"])

    def test_sides_are_dropped_by_name(self):
        lines = [f"a{t % 3},d{t // 3 % 3},{int((t * 7 + t // 9) % 10 < 5)}" for t in range(900)]
        result = self.json("rank", "-", "--drop", "a0", "--drop", "d1", words="\n".join(["attack,defence,outcome", *lines]))
        self.assertEqual((result["row_labels"], result["column_labels"], result["plays"]), (["a1", "a2"], ["d0", "d2"], 400))
        self.assertEqual([(one["label"], one["side"]) for one in result["left_out"]], [("a0", "row"), ("d1", "column")])

    def test_refusals(self):
        lines = log_of(3)
        self.write("few.txt", "ann\n")
        self.write("none.txt", "\n")
        for options, said in ((["--drop", "zoe"], "standard input: drop: nobody is called 'zoe'"),
                              (["--only", "few.txt"], "standard input: too few strategies are left: 1"),
                              (["--only", "none.txt"], "none.txt: no name is in it"),
                              (["--only", "gone.txt"], "gone.txt: cannot read: No such file or directory"),
                              (["--min-matches", "1000"], "standard input: too few strategies are left: 0"),
                              (["--drop", ""], "--drop: '' is not a name of printable characters")):
            self.assertEqual(self.refused("rank", "-", *options, words=text(lines)), said)

    def test_few_matches(self):
        lines = log_of(50, ["ann", "bob", "cid"]) + ["eve,ann,eve", "bob,eve,eve"]
        result = self.ranked(lines, "--min-matches", 10)
        self.assertEqual(result["left_out"], [{"label": "eve", "matches": 2, "why": "few matches"}])
        self.assertIn("fewer than 10 matches, and left out: 'eve' (2)", str(result["notes"]))
        self.assertEqual(self.without_notes(result), self.without_notes(self.ranked(log_of(50, ["ann", "bob", "cid"]))))
        self.assertNotIn("left_out", self.ranked(lines, "--min-matches", 2))

    def test_counts_and_charts_are_dropped_from(self):
        counts = "row,column,wins,losses\nx,y,30,20\ny,z,25,25\nx,z,40,10\n"
        result = self.json("rank", "-", "--drop", "z", words=counts)
        self.assertEqual((result["plays"], result["labels"]), (50, ["x", "y"]))
        result = self.json("rank", "-", "--drop", "z", words=",x,y,z\nx,,52% (50),80% (9)\ny,48% (50),,\n"[:-1] + "\nz,20% (9),,\n")
        self.assertEqual((result["plays"], result["labels"]), (50, ["x", "y"]))


class InALedger(Program):
    def look(self, lines, *options, name="log.csv"):
        self.write(name, text(lines))
        return self.json("rank", name, "--ledger", "league.db", "--resamples", 20, *options)

    def test_an_opponent_leaves_and_comes_back(self):
        lines = log_of(150, ["ann", "bob", "dan"]) + log_of(100, ["ann", "bob", "eve", "dan"], 2)
        first = self.look(lines)
        played = {first["labels"][int(number)] for number in first["row_strategy"]}
        gone = next(name for name in ("dan", "bob") if name not in played)
        after = self.look(lines, "--drop", gone)
        self.assertNotIn(gone, after["labels"])
        self.assertEqual(after["recalled"], len(lines), "no match is lost")
        # Remembered, and of no effect on what the ledger has.
        again = self.json("rank", "--ledger", "league.db", "--resamples", 20)
        self.assertEqual((again["labels"], again["low"], again["left_out"]), (after["labels"], after["low"], after["left_out"]))
        self.allnash("rank", "--ledger", "league.db", "--certificate", "proof")
        self.assertEqual(self.check("proof"), "verified with confidence 0.95")
        # It plays again.
        lines += log_of(2, ["ann", gone], 3)
        back = self.look(lines)
        self.assertIn(gone, back["labels"])
        self.assertIn(f"'{gone}' is back", str(back["notes"]))
        self.assertNotIn("left_out", back)
        self.assertEqual(back["plays"], len(lines))
        self.assertNotIn("left_out", self.json("rank", "--ledger", "league.db", "--resamples", 20))

    def test_a_mixture_that_plays_one_that_left_is_over(self):
        lines = log_of(200)
        first = self.look(lines)
        self.assertEqual([first["labels"][int(number)] for number in first["row_strategy"]], ["eve"])
        after = self.look(lines, "--drop", "eve")
        self.assertIn("the mixture of attempt 1 plays a strategy that is gone", str(after["notes"]))
        self.assertNotIn("eve", after["labels"])
        self.assertEqual(after["attempts"], 2, "another is frozen at once")
        self.assertNotIn("4", after["row_strategy"])
        # What is played from now on certifies it.
        more = self.look(lines + log_of(200, ["ann", "bob", "cid", "dan"], 5))
        self.assertIs(more["promised"], True)
        self.assertNotIn("eve", [more["labels"][int(number)] for number in more["row_strategy"]])
        self.write("all.txt", "\n".join(STRENGTHS))
        everybody = self.json("rank", "--ledger", "league.db", "--only", "all.txt", "--resamples", 20)
        self.assertIn("eve", everybody["labels"])
        self.assertGreater(float(eval_fraction(everybody["low"])), 0.3, "the first mixture stands again")

    def test_few_matches_are_of_one_look(self):
        lines = log_of(60, ["ann", "bob", "cid"]) + ["ann,eve,eve"]
        self.assertEqual(self.look(lines, "--min-matches", 5)["left_out"][0]["why"], "few matches")
        self.assertNotIn("left_out", self.look(lines))


def eval_fraction(text):
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


if __name__ == "__main__":
    main()
