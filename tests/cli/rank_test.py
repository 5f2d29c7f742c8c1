"""Matches on the command line: what goes in, what is refused, what comes out."""
import json
import signal
import subprocess
import time

from program import PROGRAM, Program, main


def log_of(agents, rounds, of_ten):
    """Everybody against everybody in turn; of ten matches the lower number wins `of_ten`."""
    lines = [f"agent {i},agent {j},{'model_a' if (turn * 7 + i + j) % 10 < of_ten else 'model_b'}"
             for turn in range(rounds) for i in range(agents) for j in range(i + 1, agents)]
    return "\n".join(["model_a,model_b,winner", *lines]) + "\n"


class Rank(Program):
    def ranked(self, text, *options, code=0):
        return self.json("rank", "-", *options, words=text, code=code)

    def test_it_says_first_whom_to_play(self):
        text = self.allnash("rank", "-", "--plan", 3, "--resamples", 20, words=log_of(4, 300, 7)).stdout
        self.assertTrue(text.startswith("play       agent 0 100%\n           earns 0."), text)
        self.assert_has(text, "sure       95% confidence", "(schedule any)", "Play next, the most useful first")
        self.assertNotIn("proved", text)
        self.assertLess(text.find("agent 0     "), text.find("agent 1     "), "a tier above")

    def test_json_has_what_the_contract_names(self):
        options = ["--plan", 2, "--schedule", "fixed", "--delta"]
        command = ["rank", "-", "--json", *options]
        said = self.allnash(*command, "0.1", "--certificate", "proof", "--report", "page.html", words=log_of(3, 400, 6)).stdout
        result = json.loads(said)
        expected = {"status": "certified", "confidence": "9/10", "schedule": "fixed", "symmetric": True, "plays": 1200, "entries": 3,
                    "value": "1/2", "tiers": [[0], [1], [2]]}
        self.assertEqual({key: result[key] for key in expected}, expected)
        self.assertEqual((len(result["labels"]), len(result["next"])), (3, 2))
        self.assertEqual(result["averages"]["row_support"], [0])
        self.assertEqual(result["resampled"]["times"], 200)
        self.assertIn("0", result["resampled"]["played"])
        self.assertLess({"low", "high", "row_strategy", "column_strategy", "row_caps"}, set(result))
        self.assertEqual(self.check("proof"), "verified with confidence 0.9")
        self.assertGreater(len(self.read("page.html")), 10_000)
        self.assertEqual(self.allnash(*command, "1/10", words=log_of(3, 400, 6)).stdout, said, "the same bytes")

    def test_epsilon_is_an_exit_code(self):
        self.ranked(log_of(3, 400, 5), "--epsilon", "0.2")
        self.assertEqual(self.ranked(log_of(3, 400, 5), "--epsilon", "0.001", code=3)["status"], "stopped")

    def test_two_sided_logs_have_two_strategies(self):
        lines = [f"a{t % 3},d{t // 3 % 3},{1 if (t * 7 + t // 9) % 10 < (8 if t % 3 == t // 3 % 3 else 3) else -1}" for t in range(900)]
        result = self.ranked("\n".join(["attack,defence,outcome", *lines]), "--payoff-range", "-1,1", "--certificate", "proof")
        self.assertEqual((result["symmetric"], len(result["row_labels"]), result["column_labels"][0]), (False, 3, "d0"))
        self.assertNotIn("value", result)
        self.assertIn("rows", result["averages"]["tiers"][0])
        self.assertEqual(self.check("proof"), "verified with confidence 0.95")

    def test_charts_need_counts(self):
        self.write("counts.csv", ",x,y,z\nx,,400,500\ny,400,,300\nz,,,\n")
        chart = ",x,y,z\nx,-,52.4%,60 %\ny,47.6%,n/a,48%\nz,40%,,\n"
        result = self.ranked(chart, "--counts", "counts.csv")
        self.assertEqual((result["plays"], result["value"]), (1200, "50"))
        said = self.refused("rank", "-", words=chart)
        self.assertTrue(said.startswith("standard input: no two headings name the sides of a match (ro"), said)
        self.write("other.csv", ",x,y\nx,,4\ny,4,\n")
        said = self.refused("rank", "-", "--counts", "other.csv", words=chart)
        self.assertEqual(said, "other.csv: 2 x 2 counts where the chart has 3 x 3")

    def test_refusals(self):
        count = "is not a count: a whole number, 0 or more"
        for text, said in (
                ("a,b,winner\nx,y,a\nx,x,b\n", ":3: 'x' is paired with itself"),
                ("row,column,outcome\nx,y,1\ny,x,2\n", ":3: the outcome 2 is outside the range 0,1"),
                ("row,column,wins,losses\nx,y,-3,1\n", f":2: wins: '-3' {count}"),
                ("row,column,wins,losses\nx,y,3,1.5\n", f":2: losses: '1.5' {count}"),
                ("row,column,plays,mean,sum_of_squares\nx,y,10,0.5,6\n",
                 ":2: no outcomes in the range have this mean and this sum of squares"),
                ("row,column,outcome\nx,y\n", ":2: 2 cells where the header has 3"), ("", ": empty file"),
                ("a,b,winner\n", ": no match is in it")):
            self.assertEqual(self.refused("rank", "-", words=text), "standard input" + said)
        unknown = self.refused("rank", "-", words="left,right,winner\nx,y,left\ny,x,nobody\n")
        self.assertTrue(unknown.startswith("standard input:3: the winner 'nobody' is neither of the two"), unknown)
        self.assertIn("tie (bothbad)", unknown)
        said = self.refused("rank", "-", "--schedule", "any", words="row,column,wins,losses\nx,y,3,1\n")
        self.assertEqual(said, "--schedule: `any` needs the order of playing, and counts have none; with `fixed` you say that results did "
                               "not decide who met whom and how often")
        self.assertEqual(self.refused("rank", "-", "--delta", "2", words="a,b,winner\nx,y,a\n"), "--delta: 2 is not in (0, 1)")
        said = self.refused("rank", "-", "--tie", "0", words="a,b,winner\nx,y,a\ny,x,a\n")
        self.assertTrue(said.startswith("--tie: in a symmetric game it "), said)
        self.assertEqual(self.refused("rank", "/no/such/file"), "/no/such/file: cannot read: No such file or directory")
        self.assertEqual(self.refused("rank"), "FILE is missing (see allnash rank --help)")

    def test_names_that_look_alike_are_told_and_joined_on_request(self):
        log = "a,b,winner\nGPT,y,a\ngpt,y,b\ny,GPT,a\n"
        apart = self.ranked(log)
        self.assertEqual(len(apart["labels"]), 3)
        self.assertIn("'GPT' and 'gpt' differ by blanks or case alone", str(apart["notes"]))
        self.assertEqual(self.ranked(log, "--join-names")["labels"], ["GPT", "y"])

    def test_help_lists_the_words(self):
        self.assert_has(self.allnash("rank", "--help").stdout, "tie (bothbad)", "player_a,player_b", "bothbad", "--two-sided")


class InALedger(Program):
    def ranked(self, log, *options):
        return self.json("rank", *([log] if log else []), "--ledger", "league.db", "--resamples", 0, *options)

    def assert_same(self, one, other, *keys):
        for key in keys:
            self.assertEqual(one[key], other[key], key)

    def test_each_match_counts_once(self):
        self.write("short.csv", log_of(4, 60, 7))
        self.write("long.csv", log_of(4, 150, 7))
        first = self.ranked("short.csv")
        self.assertEqual((first["plays"], first["recalled"]), (360, 0))
        again = self.ranked("short.csv")
        self.assertEqual(again["recalled"], 360)
        self.assert_same(first, again, "low", "high", "row_strategy", "row_caps", "plays", "attempts")
        longer = self.ranked("long.csv", "--certificate", "proof", "--quiet")
        self.assertEqual((longer["plays"], longer["recalled"]), (900, 360))
        self.assertEqual(self.check("proof"), "verified with confidence 0.95")
        # A certificate of a league with another attempt is none.
        text = self.read("proof")
        self.assert_has(text, "newcomers kept", f"\ncolumn-caps {len(longer['row_caps'])}\n")
        at = text.index("attempt ")
        self.check(self.write("other", text[:at] + "attempt 9" + text[at + 9:]), code=1)
        self.assertEqual(self.ranked("")["low"], longer["low"])
        self.assertIn("log        short.csv: 900 matches", self.allnash("ledger", "show", "league.db").stdout)
        self.assertEqual(self.json("ledger", "show", "league.db")["plays"]["logs"], [{"name": "short.csv", "matches": 900}])
        self.assertEqual(self.allnash("ledger", "export", "league.db").stdout.count("\n"), 901)

    def test_what_contradicts_it_is_refused(self):
        lines = log_of(3, 40, 7).splitlines(keepends=True)
        self.write("log.csv", "".join(lines))
        self.ranked("log.csv")
        before = (self.folder / "league.db").read_bytes()
        lines[9] = lines[9].replace("model_a\n", "model_?\n").replace("model_b\n", "model_a\n").replace("model_?\n", "model_b\n")
        self.write("changed.csv", "".join(lines))
        self.write("counts.csv", "row,column,wins,losses\nx,y,1,2\n")
        for arguments, said in (
                (["changed.csv"], "changed.csv:10: this match is another one"),
                (["log.csv", "--delta", "0.1"], "of another league: its delta is '0.05', here it is '0.1'"),
                (["log.csv", "--payoff-range", "0,2"], "of another league: its payoff-range"),
                (["log.csv", "--two-sided"], "of another league: its symmetric"),
                (["log.csv", "--schedule", "fixed"], "--schedule: a ledger's matches are read as `any`"),
                (["counts.csv"], "--ledger: it takes logs")):
            self.assertIn(said, self.refused("rank", *arguments, "--ledger", "league.db", "--resamples", 0))
        self.assertIn("it takes logs", self.refused("rank", "counts.csv", "--ledger", "new.db"))
        self.assertNotIn("new.db", self.files())
        self.assertEqual((self.folder / "league.db").read_bytes(), before)
        self.assertIn("--log: there is no --ledger", self.refused("rank", "log.csv", "--log", "x"))

    def test_strategies_join(self):
        self.ranked(self.write("one.csv", log_of(3, 100, 7)))
        result = self.ranked(self.write("two.csv", log_of(5, 60, 8)))
        self.assertEqual((len(result["labels"]), result["recalled"], result["plays"]), (5, 300, 900))
        self.assertNotEqual(result["low"], "0")

    def test_nothing_twice_nothing_lost_when_killed(self):
        """Killed at any moment, an import is whole or nothing, and the same command goes on."""
        self.write("log.csv", log_of(6, 2000, 7))
        whole = self.json("rank", "log.csv", "--ledger", "whole.db", "--resamples", 0)
        killed = 0
        for moment in range(12):  # the first at once
            run = subprocess.Popen([PROGRAM, "rank", "log.csv", "--ledger", "league.db", "--resamples", "0"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.04 * moment)
            run.kill()
            killed += run.wait() == -signal.SIGKILL
        self.assertGreater(killed, 0)
        after = self.ranked("log.csv")
        self.assertIn(after["recalled"], (0, 30000))
        self.assert_same(after, whole, "plays", "low", "high", "row_strategy", "row_caps")

    def test_live_runs_and_logs_share_a_file(self):
        """A live run recalls the matches of a log and goes on with its attempt; later looks count its plays."""
        self.ranked(self.write("log.csv", log_of(3, 200, 7)))
        self.write("truth.csv", ",agent 0,agent 1,agent 2\nagent 0,0.5,0.7,0.7\nagent 1,0.3,0.5,0.7\nagent 2,0.3,0.3,0.5\n")
        live = self.json("solve", "truth.csv", "--labels", "--noisy", "--coin", "--symmetric", "--payoff-range", "0,1", "--epsilon", "0.05",
                         "--ledger", "league.db", "--quiet")
        self.assertEqual((live["recalled"], live["attempts"]), (600, 1))
        later = self.json("rank", "--ledger", "league.db")
        self.assertEqual((later["plays"], later["attempts"]), (live["plays"], 1))


main()
