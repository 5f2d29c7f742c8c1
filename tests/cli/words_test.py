"""What the program says of payoffs that vary, of averages of plays, of win rates, and what it refuses."""
import json
import re
import subprocess
from pathlib import Path

from program import PROGRAM, Program, main

# Answers from the formula given, and writes down what it was asked.
SIM = """import random, sys
chance = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
for line in sys.stdin:
    i, j = map(int, line.split())
    with open("asked", "a") as log:
        log.write(line)
    print({formula}, flush=True)
"""
STEADY = "(37 * i + 91 * j + 13 * i * j) % 101"
COIN = "chance.randint(0, 1)"
MATCHES = "row,column,outcome\nann,bob,1\nann,bob,0\nann,bob,1\nbob,cid,1\ncid,ann,1\ncid,ann,0\nann,ann,1\n"


class Words(Program):
    def solve(self, *arguments, code=0):
        return self.json("solve", *arguments, "--quiet", code=code)

    def oracle(self, formula=STEADY, side=30, seed=""):
        (self.folder / "sim.py").write_text(SIM.format(formula=formula))
        (self.folder / "asked").write_text("")
        return ["oracle", "--oracle", f"python3 sim.py {seed}".strip(), "--rows", str(side), "--columns", str(side)]

    def asked(self):
        return (self.folder / "asked").read_text().splitlines()


class Repeats(Words):
    def test_a_random_program_is_found_out_early(self):
        """A coin passes 8 repeats with probability 1/256: two of 20 would be a fault."""
        missed = 0
        for seed in range(20):
            done = subprocess.run([PROGRAM, "solve", *self.oracle(COIN, 40, seed), "--quiet"], cwd=self.folder, capture_output=True,
                                  text=True, timeout=120)
            if done.returncode == 0:
                missed += 1
                continue
            self.assertEqual(done.returncode, 4)
            self.assertRegex(done.stderr, r"entry \(\d+, \d+\) has two payoffs, [01] and [01]: .* if they are random, see --noisy\n")
            self.assertLess(len(self.asked()), 40, "8 payoffs, 8 repeats, and what was on its way")
        self.assertLess(missed, 2)

    def test_it_can_be_turned_off(self):
        self.assertNotIn("repeats", self.solve(*self.oracle(COIN, 5), "--check-repeat", "0"))
        self.assertEqual(len(self.asked()), len(set(self.asked())))

    def test_they_are_counted_and_are_no_queries(self):
        result = self.solve(*self.oracle())
        self.assertEqual(result["repeats"], 8)
        self.assertEqual(len(self.asked()), result["queries"] + 8)
        self.assertEqual(len(set(self.asked())), result["queries"])
        without = self.solve(*self.oracle(), "--check-repeat", "0")
        for key in ("value", "row_strategy", "queries", "rounds"):
            self.assertEqual(result[key], without[key], key)
        self.assertIn("repeats    8, none differed\n", self.run_program("solve", *self.oracle(), "--quiet").stdout)
        few = self.solve(*self.oracle(), "--budget", "5", code=3)
        self.assertEqual((few["queries"], few["repeats"], len(self.asked())), (3, 2, 5), "the budget is for all")

    def test_a_ledger_remembers_them(self):
        command = self.oracle()
        first = self.solve(*command, "--budget", "5", "--ledger", "run.db", code=3)
        second = self.solve(*command, "--budget", "50", "--ledger", "run.db", code=3)
        third = self.solve(*command, "--ledger", "run.db")
        self.assertEqual((first["repeats"], second["repeats"]), (2, 6))
        self.assertNotIn("repeats", third)
        self.assertEqual(len(self.asked()), third["queries"] + 8)
        self.assertNotIn("repeats", self.solve("oracle", "--ledger", "run.db"))

    def test_tables_and_families_are_asked_nothing_twice(self):
        self.assertNotIn("repeats", self.solve("family:random,n=12", "--method", "lazy"))

    def test_a_symmetric_one_that_is_random(self):
        done = self.run_program("solve", *self.oracle(COIN, 40, 3), "--symmetric", "--payoff-range", "0,1", "--quiet",
                                code=self.code_of(COIN))
        self.assertIn("random, see --noisy", done.stderr)

    def code_of(self, formula):
        """Whichever check comes first finds it: the same match twice, or a match both ways."""
        return subprocess.run([PROGRAM, "solve", *self.oracle(formula, 40, 3), "--symmetric", "--payoff-range", "0,1", "--quiet"],
                              cwd=self.folder, capture_output=True, timeout=120).returncode


class Averages(Words):
    said = "exact, for these averages of 6 plays"

    def league(self, *options):
        return self.run_program("ledger", "import", "league.db", "-", *options, words=MATCHES)

    def test_the_answer_is_about_the_averages(self):
        self.league("--symmetric", "--payoff-range", "0,1")
        command = ["oracle", "--ledger", "league.db", "--symmetric", "--payoff-range", "0,1"]
        text = self.run_program("solve", *command, "--quiet").stdout
        self.assertIn(f"answer     {self.said}\n", text)
        self.assertNotIn("prove", text.replace("prove the answer, given the range", ""))
        result = self.solve(*command)
        self.assertEqual((result["status"], result["averaged_plays"]), ("proved", 6))
        self.assertIn("3, averages of 6 plays", self.run_program("ledger", "show", "league.db").stdout)
        self.assertEqual(json.loads(self.run_program("ledger", "show", "league.db", "--json").stdout)["averaged_plays"], 6)
        self.run_program("report", "league.db", "-o", "page.html")
        self.assertEqual(self.data("page.html")["result"]["averaged_plays"], 6)
        self.assertNotIn("averaged_plays", self.solve("family:rps,n=3", "--ledger", "rps.db"))

    def test_their_numbers_of_plays_go_with_them(self):
        self.league("--symmetric")
        listed = self.run_program("ledger", "export", "league.db").stdout
        self.assertEqual(listed, "row,column,payoff,plays\nann,bob,2/3,3\nann,cid,-1/2,2\nbob,cid,1,1\n")
        self.run_program("ledger", "import", "again.db", "-", "--symmetric", words=listed)
        self.assertEqual(self.run_program("ledger", "export", "again.db").stdout, listed)
        self.run_program("ledger", "merge", "both.db", "league.db")
        self.assertEqual(self.run_program("ledger", "export", "both.db").stdout, listed)
        self.run_program("ledger", "import", "both.db", "-", words="row,column,payoff\nann,dan,1\n")
        self.assertIn("\nann,dan,1,\n", self.run_program("ledger", "export", "both.db").stdout)
        self.assertIn("both.db, version", self.run_program("ledger", "show", "both.db").stdout)
        sound = self.run_program("ledger", "export", "--sound", "both.db").stdout
        self.assertIn("\nann,bob,2/3,3\n", sound)
        done = self.run_program("ledger", "import", "new.db", "-", words="row,column,payoff,plays\nann,bob,1,-3\n", code=2)
        self.assertIn("standard input:2: '-3' is not a number of plays", done.stderr)

    def test_a_longer_list_with_the_same_means_counts(self):
        self.run_program("ledger", "import", "l.db", "-", words="row,column,outcome\nann,bob,1\n")
        self.run_program("ledger", "import", "l.db", "-", words="row,column,outcome\nann,bob,1\nann,bob,1\n")
        self.assertIn("1, averages of 2 plays", self.run_program("ledger", "show", "l.db").stdout)

    def test_a_changed_number_is_damage(self):
        import sqlite3
        self.league("--symmetric")
        with sqlite3.connect(self.folder / "league.db") as database:
            database.execute("UPDATE plays SET plays = 1000 WHERE plays = 3")
        database.close()
        done = self.run_program("ledger", "show", "league.db", code=2)
        self.assertIn("damaged: the payoff of entry (0, 1) does not match its checksum", done.stderr)

    def test_a_mean_of_many_digits_can_be_read_again(self):
        lines = "".join(f"a,b,1/{10 ** 3000 + 2 * t + 1}\n" for t in range(12))
        self.run_program("ledger", "import", "long.db", "-", words="row,column,outcome\n" + lines)
        listed = self.run_program("ledger", "export", "long.db").stdout
        self.assertGreater(len(listed), 60_000)
        self.run_program("ledger", "import", "back.db", "-", words=listed)
        self.assertEqual(self.run_program("ledger", "export", "back.db").stdout, listed)
        self.assertEqual(self.solve("oracle", "--ledger", "long.db")["status"], "proved")


class WinRates(Words):
    def test_reports_of_their_ledgers(self):
        for name in ("", "league"):
            path = f"of_{name}.db"
            ledger = ["--symmetric", "--payoff-range", "0,1", *(["--game-id", name] if name else [])]
            self.run_program("ledger", "import", path, "-", *ledger, words=MATCHES)
            self.run_program("report", path, "-o", "before.html")
            result = self.solve("oracle", "--ledger", path, *ledger)
            self.run_program("report", path, "-o", "after.html")
            for page in ("before.html", "after.html"):
                shown = self.data(page)
                self.assertEqual((shown["result"]["status"], shown["result"]["value"]), ("proved", "1/2"), page)
                self.assertEqual(shown["result"]["symmetric"], True)
            self.assertEqual(self.data("after.html")["result"]["floor"], result["floor"])
            self.run_program("ledger", "import", path, "-", *ledger, words=MATCHES)
            self.run_program("watch", path)

    def test_part_of_a_ledger(self):
        self.run_program("ledger", "import", "part.db", "-", "--symmetric", "--payoff-range", "0,1", words=MATCHES)
        self.run_program("ledger", "import", "part.db", "-", words="dan,ann,1/3\n")
        self.run_program("report", "part.db", "-o", "part.html")
        shown = self.data("part.html")
        self.assertEqual((shown["result"]["status"], shown["result"]["value"]), ("stopped", "1/2"))
        self.assertGreater(shown["next"]["count"], 0)

    def test_a_game_without_a_name_may_be_given_one(self):
        command = self.oracle("'1/2' if i == j else int(i > j)", 4)
        rates = ["--symmetric", "--payoff-range", "0,1", "--ledger", "run.db"]
        self.solve(*command, *rates)
        done = self.run_program("solve", *self.oracle("'1/2' if i == j else int(i > j)", 4, 7), *rates, "--quiet", code=2)
        self.assertIn("its payoffs came from 'oracle python3 sim.py', this run asks 'oracle python3 sim.py 7'", done.stderr)
        self.solve(*command, *rates, "--game-id", "ladder")

    def test_what_helps_is_said(self):
        (self.folder / "rates.csv").write_text("0.5,0.7\n0.3,0.5\n")
        done = self.run_program("solve", "rates.csv", "--symmetric", code=2)
        self.assertEqual(done.stderr, "entry (0, 0) contradicts a symmetric game: it is 0.5 and must be 0; "
                                      "win rates need --payoff-range 0,1\n")
        self.assertEqual(self.solve("rates.csv", "--symmetric", "--payoff-range", "0,1")["value"], "1/2")

    def refusal(self, *words):
        return self.run_program("solve", *words, code=2).stderr

    def test_ten_points(self):
        """Matches that divide ten points are no win rates, and not odd either: the range makes them symmetric."""
        advice = "; matches that pay 10 together need --payoff-range 0,10\n"
        for diagonal, first in (("5", "'ann' against 'ann'"), ("", "'ann' against 'bob'"), ("0", "'ann' against 'bob'")):
            (self.folder / "ten.csv").write_text(f",ann,bob,cid\nann,{diagonal},7,2\nbob,3,{diagonal},6\ncid,8,4,{diagonal}\n")
            said = self.refusal("ten.csv", "--labels", "--symmetric")
            self.assertTrue(said.startswith(first + " contradicts a symmetric game: it is ") and said.endswith(advice), said)
            if diagonal != "0":
                found = self.solve("ten.csv", "--labels", "--symmetric", "--payoff-range", "0,10")
                self.assertEqual((found["status"], found["value"]), ("proved", "5"))
        self.assertEqual(self.refusal("ten.csv", "--labels", "--symmetric", "--payoff-range", "0,10"),
                         "'ann' against 'ann' contradicts a symmetric game: it is 0 and must be 5; leave cells of the diagonal empty\n")
        (self.folder / "odd.csv").write_text("0,7,2\n3,0,6\n8,5,0\n")
        self.assertEqual(self.refusal("odd.csv", "--symmetric"),
                         "entry (0, 1) contradicts a symmetric game: it is 7 and entry (1, 0) is 3, and the two must add up to 0; "
                         "solve it as one that is not symmetric\n")

    def test_names_that_are_misspelt(self):
        self.assertIn("--rows: only GAME oracle takes it; did you mean oracle?", self.refusal("orakle", "--rows", "4"))
        self.assertNotIn("did you mean", self.refusal("game.csv", "--rows", "4"))
        for word, name in (("kuhn", "trees:kuhn"), ("leducc", "trees:leduc"), ("lattice,width=3", "paths:lattice"), ("elo", "family:elo")):
            self.assertEqual(self.refusal(word), f"{word}: no such file; did you mean {name}?\n")
        self.assertIn("unknown ending", self.refusal("strange"))

    def test_payoffs_that_are_equal_but_for_rounding(self):
        # A number with one place is as often no third.
        (self.folder / "tenths.csv").write_text("64.6,0\n0,64.6\n32.3,32.25\n")
        self.assertEqual(self.solve("tenths.csv").get("notes", []), [])
        for thirds, said in (("0.3333333333333333", "row 3 does worse than the value by 3.3e-17. Round them further"),
                             ("0.333", "row 3 does worse than the value by 0.00033, and the payoff 0.333 counts as 333/1000, not as a third."),
                             ("33.3%", "and the payoff 33.3 counts as 333/10, not as a third. Write a third as 1/3."), ("1/3", None)):
            top = "100%" if "%" in thirds else "1"
            rows = [[top if i == j else "0" for j in range(3)] for i in range(3)] + [[thirds] * 3]
            (self.folder / "thirds.csv").write_text(",a,b,c\n" + "".join(f"{i}," + ",".join(row) + "\n" for i, row in zip("0123", rows)))
            notes = self.solve("thirds.csv", "--labels").get("notes", [])
            self.assertEqual(len(notes), 0 if said is None else 1, notes)
            if said:
                self.assertIn("may be equal but for rounding: row ", notes[0])
                self.assertIn(said.replace("row 3", "row '3'"), notes[0])
                text = " ".join(self.run_program("solve", "thirds.csv", "--labels", "--quiet").stdout.split())
                self.assertIn("payoffs that may be equal but for rounding", text)

    def test_bounds_within_rounding_errors_of_zero_are_zero(self):
        """The log of a run tells bounds in floating point."""
        self.solve("family:elo,n=40,noise=3", "--symmetric", "--method", "lazy", "--budget", "300", "--ledger", "elo.db", code=3)
        watched = self.run_program("watch", "elo.db").stdout
        self.assertNotRegex(watched, r"guarantees -?\d\S*e-1[2-9]")

    def test_the_floor_for_plays_is_a_promise_of_its_own(self):
        """The bounds take the whole confidence. Fails where both are said to hold together with it."""
        self.write("rps.csv", "0,1,-1\n-1,0,1\n1,-1,0\n")
        text = " ".join(self.allnash("solve", "rps.csv", "--noisy", "--coin", "--payoff-range=-1,1", "--epsilon", "0.5", "--symmetric").stdout.split())
        self.assertIn("confidence 0.95: the probability that all bounds below hold Either player", text)
        self.assertRegex(text, r"floor \d+ if payoffs are as these plays showed, \d+ whatever they are \(a promise of its own, with the same "
                               r"confidence\): on average no method takes fewer plays that certifies these strategies to these bounds attempts")

    def test_the_floor_is_not_above_the_queries_without_a_word(self):
        league = Path(__file__).resolve().parents[2] / "examples" / "league.csv"
        text = self.run_program("solve", league, "--labels", "--symmetric", "--payoff-range", "0,1", "--method", "lazy", "--quiet").stdout
        queries, floor = (int(re.search(rf"^{word} +(\d+)", text, re.M)[1]) for word in ("queries", "floor"))
        self.assertLess(queries, floor, "a game that shows it")
        self.assertIn(f"floor {floor}: no method that finds all equilibria of every game asks fewer without the range ratio", " ".join(text.split()))
        self.assertLess(max(map(len, text.splitlines())), 81)

    def test_the_floor_is_said_of_whom_it_binds(self):
        # A method that looks for one equilibrium alone may ask fewer.
        (self.folder / "saddle.csv").write_text("5,1,1\n4,2,3\n0,1,0\n")
        text = self.run_program("solve", "saddle.csv").stdout
        self.assertIn("no method that finds all equilibria of every game asks fewer\n", text)


class Refusals(Words):
    def test_options_that_would_be_ignored(self):
        coin = ["family:rps,n=3", "--noisy", "--coin", "--payoff-range=-1,1", "--epsilon", "0.5"]
        for arguments, said in (
                (["family:rps,n=3", "--exit", "never"], "--exit: only methods paper and reweighted use it\n"),
                ([*coin, "--kernels"], "--kernels: a game of chance has no extreme strategies to list\n"),
                ([*coin, "--vertices", "5"], "--vertices: a game of chance has no extreme strategies to list\n")):
            self.assertEqual(self.run_program("solve", *arguments, code=2).stderr, said)

    def test_names_are_a_shape_with_noise_too(self):
        (self.folder / "names").write_text("ann\nbob\n")
        (self.folder / "coin.py").write_text(
            "import random, sys\nfor line in sys.stdin:\n    i, j, seed = map(int, line.split())\n"
            "    print(int(random.Random(seed).random() < 0.5 + 0.2 * (j - i)), flush=True)\n")
        play = ["oracle", "--oracle", "python3 coin.py", "--noisy", "--payoff-range", "0,1", "--epsilon", "0.4", "--ledger", "plays.db"]
        result = self.solve(*play, "--row-names", "names", "--column-names", "names")
        self.assertEqual((result["status"], result["rows"], result["columns"]), ("certified", 2, 2))
        again = self.solve(*play)  # the file has the shape
        self.assertEqual((again["plays"], again["recalled"]), (result["plays"], result["plays"]))
        done = self.run_program("solve", *play[:-2], code=2)
        self.assertIn("oracle: --rows is missing", done.stderr)

    def test_messages_sent_elsewhere_are_no_other_program(self):
        command = self.oracle(side=6)
        self.solve(*command, "--ledger", "run.db")
        for end in (" 2>/dev/null", " 2>>sim.log", " 2> sim.log"):
            moved = [*command[:2], command[2] + end, *command[3:]]
            self.assertEqual(self.solve(*moved, "--ledger", "run.db")["status"], "proved")
        done = self.run_program("solve", *command[:2], command[2] + " 7 2>/dev/null", *command[3:], "--ledger", "run.db", code=2)
        self.assertIn("its payoffs came from", done.stderr)

    def test_the_exit_codes_in_the_help(self):
        text = re.sub(r"\s+", " ", self.run_program("help", "research").stdout)
        self.assertIn("0 answered: proved, within --epsilon, certified with --noisy", text)
        self.assertIn("5 an internal fault, or out of memory", text)
        self.assertIn("the probability with which its bounds may be wrong", text)


main()
