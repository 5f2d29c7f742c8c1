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
        self.assertIn("the mixture of attempt 1 plays a strategy that has left", str(after["notes"]))
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

    def test_a_merge_carries_who_left(self):
        def gone(ledger):
            return [one["label"] for one in self.json("rank", "--ledger", ledger, "--resamples", 0).get("left_out", [])]

        lines = log_of(60)
        self.look(lines)
        early, late = self.folder / "early.db", self.folder / "late.db"
        early.write_bytes((self.folder / "league.db").read_bytes())
        lines += log_of(10, seed=2)
        self.look(lines, "--drop", "dan")
        late.write_bytes((self.folder / "league.db").read_bytes())
        self.allnash("ledger", "merge", "new.db", "late.db")
        self.assertEqual(gone("new.db"), ["dan"])
        self.allnash("ledger", "merge", "early.db", "late.db")
        self.assertEqual(gone("early.db"), ["dan"])
        # Of two that go equally far, whoever has left by either.
        self.look(lines, "--drop", "cid")
        self.assertEqual(gone("league.db"), ["cid", "dan"])
        self.allnash("ledger", "merge", "late.db", "league.db")
        self.assertEqual(gone("late.db"), ["cid", "dan"])
        # Who is back in the one that goes further is back.
        self.look(lines + log_of(3, ["ann", "cid"], 3))
        self.assertEqual(gone("league.db"), ["dan"])
        self.allnash("ledger", "merge", "league.db", "late.db")
        self.assertEqual(gone("league.db"), ["dan"])
        self.allnash("ledger", "merge", "late.db", "league.db")
        self.assertEqual(gone("late.db"), ["dan"])

    def test_few_matches_are_of_one_look(self):
        lines = log_of(60, ["ann", "bob", "cid"]) + ["ann,eve,eve"]
        self.assertEqual(self.look(lines, "--min-matches", 5)["left_out"][0]["why"], "few matches")
        self.assertNotIn("left_out", self.look(lines))

    def test_matches_that_are_withdrawn(self):
        lines = log_of(120, ["ann", "bob", "cid"])
        first = self.look(lines)
        fewer = lines[:100] + lines[103:300] + lines[301:]
        self.write("log.csv", text(fewer))
        before = (self.folder / "league.db").read_bytes()
        said = self.refused("rank", "log.csv", "--ledger", "league.db")
        self.assertIn("this match differs from the copy of the log", said)
        said = self.refused("rank", "log.csv", "--ledger", "league.db", "--withdrawn", 3)
        self.assertRegex(said, r"^log.csv:\d+: by its lines 4 matches that league.db has of 'log.csv' are withdrawn, and not 3; nothing was changed")
        self.assertEqual((self.folder / "league.db").read_bytes(), before)
        after = self.look(fewer, "--withdrawn", 4)
        self.assertIn("4 matches were withdrawn, and count as lost for both sides", str(after["notes"]))
        self.assertEqual(after["plays"], len(fewer))
        self.assertLess(eval_fraction(after["low"]), eval_fraction(first["low"]))
        self.assertGreater(eval_fraction(after["low"]), eval_fraction(first["low"]) - 0.1)
        self.allnash("rank", "--ledger", "league.db", "--certificate", "proof")
        self.assertEqual(self.check("proof"), "verified with confidence 0.95")
        # The log goes on from there.
        longer = fewer + log_of(3, ["ann", "bob", "cid"], 9)
        self.assertEqual(self.look(longer)["plays"], len(longer))
        shown = self.json("ledger", "show", "league.db")["plays"]["logs"]
        self.assertEqual(shown, [{"name": "log.csv", "matches": len(longer)}])
        # Something is taken out and something new stands at the end, in one step.
        last = longer[1:] + ["ann,bob,ann"]
        result = self.look(last, "--withdrawn", 1)
        self.assertEqual((result["plays"], self.look(last)["plays"]), (len(last), len(last)))

    def test_a_changed_match_is_no_withdrawn_one(self):
        lines = log_of(60, ["ann", "bob", "cid"])
        self.look(lines)
        a, b, winner = lines[50].split(",")
        lines[50] = ",".join([a, b, b if winner == a else a])
        self.write("log.csv", text(lines))
        for number in (1, 2):
            self.assertIn("none may be changed", self.refused("rank", "log.csv", "--ledger", "league.db", "--withdrawn", number))
        self.assertIn("has no log of that name", self.refused("rank", "log.csv", "--ledger", "league.db", "--log", "other", "--withdrawn", 1))
        self.assertEqual(self.refused("rank", "log.csv", "--withdrawn", 1), "--withdrawn: there is no --ledger that has more than the log")


def eval_fraction(text):
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


if __name__ == "__main__":
    main()
