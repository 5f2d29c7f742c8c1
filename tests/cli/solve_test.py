"""`allnash solve`: exit codes, the JSON, the readable answer, and stopping."""
import json
import signal
import subprocess
import time
from fractions import Fraction

from program import PROGRAM, Program, main

PROVED_KEYS = ["status", "rows", "columns", "method", "seed", "value", "row_support", "column_support", "row_strategy",
               "column_strategy", "row_dimension", "column_dimension", "row_vertices", "column_vertices",
               "row_vertices_complete", "column_vertices_complete", "queries", "floor", "ratio", "rounds", "seconds",
               "row_sensible", "column_sensible", "brings_in"]
SMALL = "3,0\n1,2\n"
PENNIES = "1,-1\n-1,1\n"


class Json(Program):
    def solved(self, csv, *options, code=0):
        return self.json("solve", "-", *options, words=csv, code=code)

    def test_it_has_the_documented_keys_in_order(self):
        result = self.solved(SMALL)
        self.assertEqual(list(result), PROVED_KEYS)
        row = {"0": "1/4", "1": "3/4"}
        expected = {"status": "proved", "value": "3/2", "row_support": [0, 1], "row_strategy": row,
                    "column_strategy": {"0": "1/2", "1": "1/2"}, "row_vertices": [row], "row_dimension": 0,
                    "row_vertices_complete": True, "queries": 4, "floor": 4, "ratio": 1.0, "seed": 1}
        self.assertEqual({key: result[key] for key in expected}, expected)

    def test_saddle_point_methods_answer_with_the_point_or_that_there_is_none(self):
        for name in ("saddle-bienstock", "saddle-dallant", "saddle-random", "saddle-lasvegas"):
            found = self.solved("5,6,4\n1,9,3\n", "--method", name)
            self.assertEqual((found["status"], found["value"], found["row_support"], found["column_support"]),
                             ("proved", "4", [0], [2]))
            none = self.solved(PENNIES, "--method", name)
            self.assertEqual((none["status"], none["method"]), ("no strict saddle point", name))
            self.assertNotIn("value", none)

    def test_given_sizes_may_end_in_failure(self):
        failed = self.solved(PENNIES, "--method", "paper", "--k1", 1, "--k2", 1, code=1)
        self.assertEqual((failed["status"], failed["low"], failed["high"]), ("failure", "0", "0"), "all payoffs are known")
        self.assertNotIn("value", failed)
        found = self.solved(PENNIES, "--method", "paper", "--k1", 2, "--k2", 2)
        self.assertEqual((found["status"], found["value"]), ("proved", "0"))

    def test_it_lists_every_extreme_strategy_or_as_many_as_allowed(self):
        ties = "0,0\n0,0\n"
        whole = self.solved(ties)
        self.assertEqual((whole["row_dimension"], whole["row_vertices"]), (1, [{"1": "1"}, {"0": "1"}]))
        cut = self.solved(ties, "--vertices", 1)
        self.assertEqual((len(cut["row_vertices"]), cut["row_vertices_complete"]), (1, False))
        none = self.solved(ties, "--vertices", 0)
        self.assertEqual((none["column_vertices"], none["column_vertices_complete"]), ([], False))

    def test_it_says_which_games_are_symmetric_and_labelled(self):
        rps = "x,rock,paper,scissors\nrock,0,-1,1\npaper,1,0,-1\nscissors,-1,1,0\n"
        result = self.solved(rps, "--labels", "--symmetric")
        self.assertEqual((result["symmetric"], result["queries"], result["value"]), (True, 3, "0"))
        self.assertEqual(result["row_support_labels"], ["rock", "paper", "scissors"])

    def test_equal_runs_give_equal_bytes(self):
        first, second = (self.allnash("solve", "family:random,n=25", "--json").stdout.split('"seconds"')[0] for _ in range(2))
        self.assertEqual(first, second)


class Solve(Program):
    def test_what_is_no_game_is_refused(self):
        for game in ("missing.csv", ".", "family:nope,n=3"):
            self.refused("solve", game)
        self.refused("solve", "-", "--json")
        self.write("game.csv", "1,2\n3,4\n5\n")
        self.assertEqual(self.refused("solve", "game.csv", "--json"), "game.csv:3: 1 value where line 1 has 2")
        self.refused("solve", "-", "--symmetric", words="0,1\n1,0\n")

    def test_semicolons_and_decimal_commas_are_read(self):
        result = self.json("solve", "-", "--separator", ";", "--decimal-mark", ",", words="1,5;0\n0,5;1\n")
        self.assertEqual(result["value"], "3/4")

    def test_a_certificate_may_go_to_standard_output(self):
        self.write("game.csv", SMALL)
        shown = self.allnash("solve", "game.csv", "--certificate", "-")
        self.assertIn("value      3/2", shown.stderr)
        self.allnash("solve", "game.csv", "--certificate", "proof")
        self.assertEqual(shown.stdout, self.read("proof"))
        stopped = self.allnash("solve", "game.csv", "--certificate", "-", "--budget", 1, code=3)
        self.assertEqual(stopped.stdout, "")


class Text(Program):
    def assert_narrow(self, text, most_lines):
        lines = text.splitlines()
        self.assertEqual([line for line in lines if len(line) > 80 or line.endswith(" ")], [])
        self.assertLessEqual(len(lines), most_lines)

    def test_it_fits_a_terminal_whatever_the_game(self):
        big, name = "7" * 60, "n" * 100
        for game in ("3\n", SMALL, "0,0,0\n0,0,0\n", f"1/3,0\n0,-1/{big}\n", f"{big},-{big}1\n-12345,{big}3\n", "1e300,0\n0,1e-300\n"):
            self.assert_narrow(self.allnash("solve", "-", words=game).stdout, 60)
        text = self.allnash("solve", "-", "--labels", words=f",{name},\u00e9t\u00e9\n{name},1,0\nb,0,1\n").stdout
        self.assertIn("\u00e9t\u00e9", text)
        self.assert_narrow(text, 60)

    def test_it_stays_short_for_large_games(self):
        self.assert_narrow(self.allnash("solve", "family:random,n=60").stdout, 60)
        ties = self.allnash("solve", "-", words="0,0\n" * 40).stdout  # every pure strategy is extreme here
        self.assertIn("... and 30 more; --json lists them", ties)
        self.assert_narrow(ties, 60)

    def test_it_says_what_the_contract_asks(self):
        self.assert_has(self.allnash("solve", "-", words=SMALL).stdout, "game       2 x 2\n", "value      3/2 (= 1.5)\n", "unique",
                        "2 of 2 rows: 0, 1", "row 1  3/4   75.00%", "queries    4 of 4 payoffs, in 1 round\n", "floor      4",
                        "ratio      1.000\n", "method ", "time ")

    def test_a_stopped_run_is_short(self):
        text = self.allnash("solve", "family:random,n=300", "--budget", 900, code=3).stdout
        self.assertIn("stopped    by the budget\n", text)
        self.assert_narrow(text, 16)

    def test_the_demo(self):
        text = self.allnash("demo").stdout
        self.assert_has(text, "961/18", "Mirror Hall", "11/18", "25/72", "31/66", "Try next")
        self.assert_narrow(text.split("Try next")[0], 80)
        # The commands that it names work where the user stands.
        calls = [line.split()[1:3] for line in text.splitlines() if line.startswith(f"  {PROGRAM} ")]
        self.assertEqual(len(calls), 3)
        for call in calls:
            self.allnash(*call)


class Stop(Program):
    def assert_stopped(self, result, reason):
        """Its bounds hold: payoffs of random games lie in [-100, 100]."""
        self.assertEqual((result["status"], result["stop_reason"]), ("stopped", reason))
        self.assertNotIn("value", result)
        self.assertLessEqual(Fraction(result["low"] or -100), Fraction(result["high"] or 100))

    def test_the_budget(self):
        result = self.json("solve", "family:random,n=300", "--budget", 50, code=3)
        self.assert_stopped(result, "budget")
        self.assertLessEqual(result["queries"], 50)

    def test_the_time_limit(self):
        result = self.json("solve", "family:random,n=1500", "--time-limit", 0.2, code=3)
        self.assert_stopped(result, "time limit")

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            run = subprocess.Popen([PROGRAM, "solve", "oracle", "--oracle", "echo 1; touch begun; exec sleep 1000", "--rows", "5", "--columns", "5",
                                    "--json"], stdout=subprocess.PIPE, text=True, cwd=self.folder)
            while not (self.folder / "begun").exists():
                time.sleep(0.01)
            run.send_signal(number)
            said, _ = run.communicate()
            (self.folder / "begun").unlink()
            self.assertEqual(run.returncode, 3)
            self.assert_stopped(json.loads(said), "interrupted")


class Names(Program):
    def test_they_work_with_every_game(self):
        self.write("rows", "r\np\ns\n")
        (self.folder / "columns").write_bytes(b"x\r\ny\r\nz")
        self.write("game.csv", "0,-1,1\n1,0,-1\n-1,1,0\n")
        oracle = "while read -r i j; do echo $((((i - j + 4) % 3) - 1)); done"
        for game in (["family:rps,n=3"], ["game.csv"], ["oracle", "--oracle", oracle, "--rows", 3, "--columns", 3]):
            result = self.json("solve", *game, "--row-names", "rows")
            self.assertEqual(result["row_support_labels"], ["r", "p", "s"])
            result = self.json("solve", *game, "--row-names", "rows", "--column-names", "columns")
            self.assertEqual(result["column_support_labels"], ["x", "y", "z"])
        both = self.json("solve", "game.csv", "--symmetric", "--row-names", "rows")
        self.assertEqual(both["column_support_labels"], ["r", "p", "s"])
        self.write("twice", "r\np\nr\n")
        self.assertEqual(self.refused("solve", "game.csv", "--row-names", "twice"), "names: rows 0 and 2 share the label 'r'")

    def test_of_columns_alone(self):
        result = self.json("solve", "-", "--header", words="a,b\n3,0\n1,2\n")
        self.assertEqual((result["value"], result["column_support_labels"]), ("3/2", ["a", "b"]))


main()
