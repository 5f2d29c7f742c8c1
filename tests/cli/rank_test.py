"""Matches on the command line: what goes in, what is refused, what comes out."""
import json
import os
import random
import signal
import subprocess
import sys
import time
import unittest

from program import PROGRAM, Program, main

SANITIZED = "asan" in subprocess.run(["ldd", PROGRAM], capture_output=True, text=True).stdout


def log_of(agents, rounds, of_ten):
    """Everybody against everybody in turn; of ten matches the lower number wins `of_ten`."""
    lines = [f"agent {i},agent {j},{'model_a' if (turn * 7 + i + j) % 10 < of_ten else 'model_b'}"
             for turn in range(rounds) for i in range(agents) for j in range(i + 1, agents)]
    return "\n".join(["model_a,model_b,winner", *lines]) + "\n"


def share(text):
    """Of a fraction such as 3/4."""
    over, _, under = text.partition("/")
    return int(over) / int(under or 1)


class Rank(Program):
    def ranked(self, text, *options, code=0):
        return self.json("rank", "-", *options, words=text, code=code)

    def test_it_says_first_whom_to_play(self):
        text = self.allnash("rank", "-", "--plan", 3, "--resamples", 20, "--all", words=log_of(4, 300, 7)).stdout
        self.assertTrue(text.startswith("best       agent 0: scores 6"), text)
        self.assertIn("play       agent 0 100%\n           an estimate: against its worst opponent it wins about 50.0% of", text)
        self.assertIn("promised   agent 0 100%\n           wins at least ", text)
        self.assert_has(text, "sure       95% confidence", "(schedule any)", "Play next, the most useful first")
        told = [text.find(words) for words in ("play  ", "promised  ", "enough?  ", "next  ", "Play next", "to know who is first")]
        self.assertEqual(told, sorted(told), "what to play, what is promised, what to play next")
        self.assertNotIn("proved", text)
        self.assertLess(text.find("agent 0     "), text.find("agent 1     "), "a tier above")

    def test_it_says_what_is_enough_and_what_is_next(self):
        """Kills: a settled question that wants more; `more` of another question; a plan for another one than asked."""
        near = self.ranked(log_of(4, 9, 6), "--for", "top")["enough"]
        far = self.ranked(log_of(4, 600, 6), "--for", "top")["enough"]
        self.assertEqual((near["for"], near["settled"], far["settled"], far["more"]), ("top", False, True, 0))
        self.assertLess(near["probability"], 0.95)
        self.assertTrue(near["more"] is None or near["more"] >= 10)
        self.assertEqual([one["for"] for one in near["others"]], ["order"])
        result = self.ranked(log_of(4, 9, 6), "--plan", 50, "--for", "agent 3,agent 1")
        self.assertEqual([(one["row"], one["column"], one["for"], one["count"]) for one in result["next"]], [(3, 1, "pair", 50)])
        self.assertEqual(result["enough"]["for"], "agent 3,agent 1")
        for count in (1, 7, 500):
            for question in ("top", "order", "play", "promise"):
                matches = self.ranked(log_of(4, 9, 6), "--plan", count, "--for", question)["next"]
                self.assertEqual(sum(one["count"] for one in matches), count, question)
                self.assertEqual({one["for"] for one in matches}, {question})
        text = self.allnash("rank", "-", "--for", "order", words=log_of(4, 600, 6)).stdout
        self.assert_has(text, "enough?    the order of all: ", "; who is first: yes", "next       ", "--plan 50")
        for asked in ("best", "agent 0,agent 9", "agent 0,agent 0"):
            self.assertIn("neither top, order, play or promise, nor two players", self.refused("rank", "-", "--for", asked, words=log_of(4, 9, 6)))
        self.assertIn("rows and columns are different", self.refused("rank", "-", "--for", "top", words="row,column,outcome\na,x,1\nb,y,0\n"))

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

    def test_the_estimate_is_told_by_the_keys_of_the_contract(self):
        result = self.ranked(log_of(3, 400, 6), "--plan", 4)
        estimate = result["estimate"]
        self.assertEqual(round(1000 * sum(map(share, estimate["row_strategy"].values()))), 1000)
        self.assertEqual((estimate["row_strategy"], estimate["draws"], estimate["guessed"]), (estimate["column_strategy"], 200, 0))
        self.assertNotIn("column_worst_case", estimate)
        worst = estimate["worst_case"]
        self.assertEqual(sorted(worst.values()), [worst["low"], worst["median"], worst["high"]])
        self.assertLessEqual(worst["high"], 0.5)
        self.assertEqual(sorted(estimate["strategies"]), ["0", "1", "2"])
        first = estimate["strategies"]["0"]
        self.assertEqual(sorted(first), ["average", "matches", "played", "rating", "share"])
        self.assertEqual((first["matches"], first["average"]), (800, 0.6))
        self.assertGreater(first["played"], 100)
        self.assertGreater(first["rating"]["median"], estimate["strategies"]["2"]["rating"]["median"])
        self.assertEqual(result["resampled"]["played"]["0"], first["played"] / 200)
        self.assertEqual({one["for"] for one in result["next"]}, {"top"})
        self.assertEqual(sum(one["count"] for one in result["next"]), 4)
        self.assertNotIn("estimate", self.ranked(log_of(3, 400, 6), "--resamples", 0))
        # Another seed draws other leagues, and promises the same.
        other = self.ranked(log_of(3, 400, 6), "--seed", 2)
        self.assertNotEqual(other["estimate"]["strategies"], estimate["strategies"])
        self.assertEqual((other["low"], other["row_strategy"]), (result["low"], result["row_strategy"]))

    def test_the_leaderboard_is_told_by_the_keys_of_the_contract(self):
        """Kills: scores of the other side, ranks from 0, an order turned round, a field that is not heard, a zone in percent."""
        result = self.ranked(log_of(4, 400, 6), "--compare", "agent 3,agent 0")
        board = result["leaderboard"]
        self.assertEqual(sorted(board[0]), ["first", "high", "index", "low", "matches", "name", "near_first", "rank_high", "rank_low", "score"])
        self.assertEqual(([one["name"] for one in board], [one["index"] for one in board]), ([f"agent {i}" for i in range(4)], [0, 1, 2, 3]))
        for place, one in enumerate(board):
            # The last of four wins 0.4 against all three others, and has itself for an opponent, too.
            self.assertAlmostEqual(one["score"], (0.5 + 0.6 * (3 - place) + 0.4 * place) / 4, delta=0.01)
            self.assertLess(one["low"], one["score"])
            self.assertLess(one["score"], one["high"])
            self.assertEqual((one["rank_low"], one["rank_high"], one["matches"]), (place + 1, place + 1, 1200))
        self.assertEqual((result["case"], board[3]["near_first"], result["may_be_first"]), ("clear", 0, [0]))
        self.assertGreater(board[0]["first"], 0.98)
        self.assertEqual(result["order"]["confidence"], 0.9)
        self.assertEqual(sorted(result["order"]["pairs"]), [[i, j] for i in range(4) for j in range(i + 1, 4)])
        both = result["compare"]
        self.assertEqual((both["first"], both["matches"], both["average"], both["common_opponents"]), ("agent 3", 400, 0.4, 2))
        self.assertLess(max(both["beats"], both["scores_more"]), 0.01)
        other = self.ranked(log_of(4, 400, 6), "--compare", "agent 0,agent 3")["compare"]
        self.assertAlmostEqual(other["beats"] + both["beats"], 1)
        # A field of one opponent; a zone as wide as all scores.
        self.write("field.csv", "name,share\nagent 3,1\n")
        field = self.ranked(log_of(4, 400, 6), "--field", "field.csv", "--zone", "0.3")
        self.assertEqual(field["case"], "bring")
        self.assertAlmostEqual(field["leaderboard"][0]["score"], 0.6, delta=0.02)
        self.assertEqual({one["near_first"] for one in field["leaderboard"]}, {1})

    def test_the_first_screen_goes_by_the_case(self):
        """Kills: a single best in a cycle, a best of equals, lines wider than a screen, what is weak unfolded."""
        cycle = "row,column,outcome\n" + "".join(f"{a},{b},{t % 10 < 8:d}\n" for t in range(100) for a, b in ("xy", "yz", "zx"))
        even = "row,column,wins,losses\n" + "".join(f"p{i},p{j},300,300\n" for i in range(12) for j in range(i))
        near = "row,column,wins,losses\n" + "".join(f"a{i},a{j},{52 + 10 * (i < 2 <= j)},{48 - 10 * (i < 2 <= j)}\n"
                                                    for j in range(6) for i in range(j))
        for text, case, label in ((cycle, "cyclic", "play       "), (even, "early", "too early  "), (near, "rivals", "best       one of "),
                                  (log_of(4, 300, 7), "clear", "best       agent 0: ")):
            said = self.allnash("rank", "-", "--zone", "0", words=text).stdout
            self.assertTrue(said.startswith(label), said)
            self.assertLessEqual(max(map(len, said.splitlines())), 80, said)
            self.assertNotIn("upper limit\n", said)
            self.assertIn("upper limit\n", self.allnash("rank", "-", "--all", words=text).stdout)
            self.assertEqual(self.ranked(text, "--zone", "0")["case"], case)

    def test_it_says_what_the_first_place_hangs_on_and_what_changed(self):
        """Kills: the matches of this look among the old ones; the last look forgotten when nothing is new; islands by degree alone."""
        draw = random.Random(7)
        def some(count, skills):
            lines = []
            for _ in range(count):
                a, b = draw.sample(range(len(skills)), 2)
                lines.append(f"p{a},p{b},{'model_a' if draw.random() < 0.5 + skills[a] - skills[b] else 'model_b'}\n")
            return lines
        head = "model_a,model_b,winner\n"
        old = some(600, [0.2, 0.15, 0, 0, -0.2])
        new = some(600, [0.2, 0.15, -0.3, 0, 0.3, 0.1])
        self.write("log.csv", head + "".join(old))
        result = self.json("rank", "log.csv", "--ledger", "league.db")
        self.assertNotIn("changed", result, "there is no look before the first")
        shaky = result["shaky"]
        self.assertEqual((shaky["of"], set(shaky)), (600, {"matches", "of", "leader"}))
        self.assertTrue(1 <= shaky["matches"] < 60 and shaky["leader"] in ("p0", "p1"))
        self.write("log.csv", head + "".join(old + new))
        changed = self.json("rank", "log.csv", "--ledger", "league.db")["changed"]
        self.assertEqual((changed["since"], changed["before"], changed["new"], changed["joined"]), ("last look", 600, 600, ["p5"]))
        self.assertEqual({one["name"]: one["deviations"] > 0 for one in changed["contradicting"]}, {"p2": False, "p4": True})
        moved = {one["name"]: one for one in changed["moved"]}
        self.assertIn("p2", moved)
        self.assertLess(moved["p2"]["before"][1], moved["p2"]["now"][0], "down, and the ranks have nothing in common")
        self.assertEqual(self.json("rank", "--ledger", "league.db")["changed"], changed, "nothing is new, so it is still the last look")
        text = self.allnash("rank", "--ledger", "league.db").stdout
        self.assert_has(text, "changed    since the last look, with 600 more matches: ", "; new: p5; 2 players play unlike before: ", "shaky      without ")
        alone = self.json("rank", "log.csv")["changed"]
        self.assertEqual((alone["since"], alone["before"], "leader" in alone), ("first half", 600, False))
        self.assertEqual({one["name"] for one in alone["contradicting"]}, {"p2", "p4"})
        # Two groups with many matches in them, and nine between them.
        groups = some(300, [0.1, 0, -0.1]) + [line.replace("p", "q") for line in some(200, [0.1, 0, -0.1])]
        links = [f"p{t % 3},q{t % 2},model_a\n" for t in range(9)]
        for count, apart in ((9, ["q0", "q1", "q2"]), (10, None)):
            self.write("groups.csv", head + "".join(groups + (links + links)[:count]))
            found = self.json("rank", "groups.csv").get("islands")
            self.assertEqual(found and (found["fewer_than"], sorted(found["players"])), apart and (10, apart))
        self.assertNotIn("shaky", self.ranked("row,column,plays,mean\na,b,200,0.6\nb,c,200,0.5\n"), "single results are not known")

    def test_few_matches_are_no_cycle(self):
        """Of nearly equal players every mixture of many is the safer choice while little is known: that is too early, and no cycle."""
        draw = random.Random(4)
        lines = ["model_a,model_b,winner"]
        for _ in range(400):
            a, b = draw.sample(range(30), 2)
            lines.append(f"p{a},p{b},{draw.choice(['model_a', 'model_b'])}")
        result = self.ranked("\n".join(lines) + "\n")
        self.assertEqual((result["case"], result["enough"]["for"]), ("early", "top"))
        ring = "row,column,wins,losses\n" + "".join(f"p{t},p{(t + 1) % 3},70,30\n" for t in range(3))
        result = self.ranked(ring)
        self.assertEqual((result["case"], result["enough"]["for"]), ("cyclic", "play"))
        # Where all score alike, everybody is within the zone of the best, and still nobody is best.
        result = self.ranked(ring.replace("70,30", "800,200"))
        self.assertEqual((result["case"], result["leaderboard"][0]["near_first"] > 0.9), ("cyclic", True))

    def test_csv_has_a_line_for_each_player(self):
        lines = self.allnash("rank", "-", "--csv", words=log_of(4, 300, 7)).stdout.splitlines()
        self.assertEqual((lines[0], len(lines)), ("name,score,low,high,rank_low,rank_high,first,matches", 5))
        self.assertRegex(lines[1], r"^agent 0,0\.6\d*,0\.6\d*,0\.6\d*,1,1,1(\.0)?,900$")
        self.assertEqual(self.refused("rank", "-", "--csv", "--json", words=log_of(4, 9, 7)), "--csv: --json asks for another form")
        for other in ("--certified", "--all", "--plan=3", "--compare=p0,p1"):
            self.assertEqual(self.refused("rank", "-", "--csv", other, words=log_of(4, 9, 7)),
                             f"--csv: it prints the leaderboard alone, so that {other.split('=')[0]} would not be shown; leave one of them out")
        said = self.refused("rank", "-", "--csv", words="attack,defence,wins,losses\na,c,5,5\n")
        self.assertEqual(said, "only a symmetric league with an estimate has a leaderboard")
        self.assertEqual(self.refused("rank", "-", "--compare", "agent 0,nobody", words=log_of(4, 9, 7)),
                         "--compare: 'agent 0,nobody' does not name two players of this league")

    def test_a_pairing_that_never_met_is_no_end(self):
        """Kills: an estimate that needs all pairings, a pairing that never met as even."""
        lines = [line for line in log_of(5, 100, 7).splitlines() if not line.startswith("agent 0,agent 4")]
        text = "\n".join(lines) + "\n"
        result = self.ranked(text)
        self.assertNotIn("averages", result)
        self.assertEqual((result["estimate"]["guessed"], result["estimate"]["row_strategy"]), (1, {"0": "1"}))
        self.assertEqual(result["tiers"], result["estimate"]["tiers"])
        said = self.allnash("rank", "-", words=text).stdout
        self.assertIn("guessed    1 of 10 pairings never met; the estimate takes them from the ratings", said)
        self.assertTrue(said.startswith("best       agent 0: scores "), said)

    def test_few_matches_are_an_estimate_and_no_promise(self):
        said = self.allnash("rank", "-", words="row,column,plays,mean\np,f,1,0.5\nq,g,1,0.5\n").stdout
        self.assert_has(said, "an estimate", "promised   nothing yet", "guessed    2 of 4 pairings")
        self.assertLess(said.find("an estimate"), said.find("promised   nothing yet"))

    def test_nothing_is_all_or_none_that_is_not(self):
        """Neither a confidence nor a share rounds to 100% or 0%."""
        self.write("log.csv", log_of(3, 100, 7))
        for delta, sure in (("0.00001", "99.999%"), ("1e-12", "99.9999999999%"), ("1/30000", "99.9966%"), ("1/3", "66.6%"), ("0.05", "95%")):
            self.assertIn(f"sure       {sure} confidence", self.allnash("rank", "log.csv", "--delta", delta, "--resamples", 0).stdout)
        # x wins all but one of 30,000 matches.
        said = self.allnash("rank", "-", "--all", words="row,column,wins,losses\nx,y,29999,1\nx,z,29999,1\ny,z,51,49\n").stdout
        self.assertRegex(said, r"\n  x  .* 60,000  0\.99997 ")

    def test_without_an_estimate_nothing_is_to_be_played(self):
        """A mixture that was frozen, and promises nothing yet, is no advice."""
        self.write("first.csv", "a,b,winner\nx,y,a\ny,x,a\nz,x,a\n")
        said = self.allnash("rank", "first.csv", "--resamples", 0, "--ledger", "league.db").stdout
        self.assertTrue(said.startswith("play       no estimate: no leagues were drawn that fit the matches\npromised   nothing yet: "), said)
        said = self.allnash("rank", "-", "--resamples", 0, words=log_of(4, 200, 7)).stdout
        self.assertRegex(said, r"^play       no estimate: .*\npromised   agent 0 100%\n           wins at least ")

    def test_both_sides_have_an_estimate(self):
        lines = "a,c,8000,2000\na,d,3000,7000\nb,c,2000,8000\nb,d,6000,4000\n"
        estimate = self.ranked("attack,defence,wins,losses\n" + lines)["estimate"]
        # x = (4, 5)/9, y = (3, 6)/9, value 7/15 of the averages.
        self.assertAlmostEqual(share(estimate["row_strategy"]["0"]), 4 / 9, delta=0.03)
        self.assertAlmostEqual(share(estimate["column_strategy"]["0"]), 1 / 3, delta=0.03)
        self.assertAlmostEqual(estimate["worst_case"]["median"], 7 / 15, delta=0.01)
        self.assertAlmostEqual(estimate["column_worst_case"]["median"], 7 / 15, delta=0.01)
        self.assertEqual(sorted(estimate["row_strategies"]), sorted(estimate["column_strategies"]))
        said = self.allnash("rank", "-", words="attack,defence,wins,losses\n" + lines).stdout
        self.assert_has(said, "columns    d ", "the best row against it wins about 46.")

    def test_payoffs_of_another_range(self):
        lines = [f"{a},{b},{10 * (t % 3 - 1) + 5 * (a < b)}" for t in range(90) for a, b in (("x", "y"), ("y", "z"), ("x", "z"))]
        result = self.ranked("\n".join(["row,column,outcome", *lines]) + "\n", "--payoff-range", "-20,20")
        estimate = result["estimate"]
        self.assertEqual(estimate["row_strategy"], {"0": "1"})
        self.assertEqual(estimate["strategies"]["0"]["average"], 5)
        self.assertLessEqual(estimate["worst_case"]["high"], 0)
        self.assertGreater(estimate["worst_case"]["low"], -5)

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
        alone = self.ranked(chart)
        self.assertEqual((alone["plays"], alone["counted"], alone["promised"], alone["row_promises"], alone["low"]), (0, False, False, [], "0"))
        self.assertIn("bring its counts", alone["why"])
        self.assertIn("worst_case", alone["estimate"])
        self.assertIn("promised   nothing: a chart of rates alone does not tell", self.allnash("rank", "-", "--all", words=chart).stdout)
        self.assertIn("nothing is sure yet against every opponent: a chart of rates", " ".join(self.allnash("rank", "-", words=chart).stdout.split()))
        self.assertEqual(self.allnash("rank", "-", "--epsilon", "1", words=chart, code=3).returncode, 3)
        self.assertNotIn("counted", self.ranked(chart, "--matches-each", 400))
        said = self.refused("rank", "-", "--ledger", "rates.db", "--log", "chart", words=chart)
        self.assertIn("means do not tell single matches, which a ledger keeps", said)
        self.assertFalse((self.folder / "rates.db").exists())
        said = self.refused("rank", "-", words="agent,games,points\nx,10,3\n")
        self.assertTrue(said.startswith("standard input: no two headings name the sides of a match (`allnash rank --help` lists those that do)"), said)
        self.write("other.csv", ",x,y\nx,,4\ny,4,\n")
        said = self.refused("rank", "-", "--counts", "other.csv", words=chart)
        self.assertEqual(said, "other.csv: 2 x 2 counts where the chart has 3 x 3")

    def test_refusals(self):
        count = "is not a count: a whole number, 0 or more"
        for text, said in (
                ("row,column,outcome\nx,y,1\ny,x,2\n", ":3: the outcome 2 is outside the range 0,1; --payoff-range A,B gives the "
                 "range, and a column named winner says who won"),
                ("row,column,wins,losses\nx,y,-3,1\n", f":2: wins: '-3' {count}"),
                ("row,column,wins,losses\nx,y,3,1.5\n", f":2: losses: '1.5' {count}"),
                ("row,column,plays,mean,sum_of_squares\nx,y,10,0.5,6\n",
                 ":2: no outcomes in the range have this mean and this sum of squares"),
                ("row,column,outcome\nx,y\n", ":2: 2 cells where the header has 3"), ("", ": empty file"),
                ("a,b,winner\n", ": no match is in it"),
                ("a,b,winner\nx\x01,y,a\n", ":2: a: the name 'x?' has a control character"),
                ('{"a":"x","b":"y","winner":"a","winner":"b"}\n', ":1: the key 'winner' stands there twice")):
            self.assertEqual(self.refused("rank", "-", words=text), "standard input" + said)
        unknown = self.refused("rank", "-", words="left,right,winner\nx,y,left\ny,x,nobody\n")
        self.assertTrue(unknown.startswith("standard input:3: the winner 'nobody' is neither of the two"), unknown)
        self.assertIn("`allnash rank - --sides nobody=left,right --result winner`", unknown)
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

    def test_what_is_no_better_than_the_worst_is_no_promise(self):
        self.write("log.csv", "a,b,winner\nx,y,a\ny,x,a\nz,x,a\n")
        text = self.allnash("rank", "log.csv", "--ledger", "league.db", "--all").stdout
        self.assertNotIn("earns", text)
        self.assertIn("promised   nothing yet: ", text)
        result = self.json("rank", "log.csv", "--ledger", "league.db")
        self.assertEqual((result["low"], result["promised"]), ("0", False))
        self.assertIn(result["why"], " ".join(text.split()))
        self.assertIs(self.ranked(log_of(3, 100, 7))["promised"], True)
        two = self.allnash("rank", "-", words="row,column,plays,mean\np,f,1,0.5\nq,g,1,0.5\n").stdout
        self.assert_has(two, "promised   nothing yet", "against    nothing yet")

    def test_a_column_that_sums_up_is_no_deck(self):
        self.write("counts.csv", ",x,y,Overall\nx,,40,40\ny,40,,40\n")
        chart = ",x,y,Overall\nx,,60%,60%\ny,40%,,40%\n"
        said = "standard input: column 'Overall' sums up the others, and is no strategy: take it out; if it is a strategy, give it another name"
        self.assertEqual(self.refused("rank", "-", "--counts", "counts.csv", words=chart), said)
        self.assertEqual(self.refused("solve", "-", "--labels", words=chart), said)
        self.assertEqual(self.refused("solve", "-", "--labels", words=",x,y\nx,50%,60%\ny,40%,50%\nWin rate,45%,55%\n"),
                         said.replace("column 'Overall'", "row 'Win rate'"))
        # A strategy that only one side has is one, and so is any name where the sides have little in common.
        self.json("solve", "-", "--labels", words=",rock,paper,well\nrock,0,-1,-1\npaper,1,0,1\n")
        self.json("solve", "-", "--labels", words=",none,all\nfew,0,1\nmany,1,0\n")

    def test_help_lists_the_words(self):
        self.assert_has(self.allnash("rank", "--help").stdout, "tie (bothbad)", "player_a,player_b", "bothbad", "--two-sided")

    @unittest.skipIf(SANITIZED, "no limit on memory under a sanitizer, which reserves more addresses than any allows")
    def test_many_names_of_one_match_each(self):
        """No table of all pairings is made: 30,000 names in 200 megabytes."""
        for file, header in (("one.csv", ""), ("two.csv", "p1,p2,1\n")):
            self.write(file, "row,column,outcome\n" + header + "".join(f"p{2 * t},p{2 * t + 1},{t % 3 // 2}\n" for t in range(15_000)))
            done = self.allnash("-c", 'ulimit -v 200000; exec "$@"', "sh", PROGRAM, "rank", file, "--json", "--plan", 2, "--certificate",
                                "proof", program="/bin/sh")
            result = json.loads(done.stdout)
            self.assertEqual((result["plays"], result["low"], len(result["next"])), (15_000 + bool(header), "0", 2))
            self.assertIn("nothing is promised", str(result["notes"]))
            self.assertEqual(self.check("proof"), "verified with confidence 0.95")
        self.assertIn("two.csv: 30000 x 30000 strategies, and a league in a ledger has at most 5,000 of a side",
                      self.refused("rank", "two.csv", "--ledger", "league.db"))

    def test_what_is_known_of_few_among_many_is_said(self):
        """Caps are those of the league without the many."""
        core = "".join(f"a,b,{int(t % 20 > 0)}\nb,c,{int(t % 19 > 0)}\na,c,{int(t % 17 > 0)}\n" for t in range(400))
        many = "".join(f"p{2 * t},p{2 * t + 1},1\n" for t in range(600))
        result = self.ranked("row,column,outcome\n" + core + many, "--certificate", "proof", "--resamples", 0)
        self.assertEqual(len(result["labels"]), 1203)
        self.assertEqual([result["labels"][int(index)] for index in result["row_caps"]], ["b", "c"])
        self.assertEqual(self.check("proof"), "verified with confidence 0.95")


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
        shown = self.allnash("ledger", "show", "league.db").stdout
        self.assert_has(shown, "log        short.csv: 900 matches", "outcomes   from 0 to 1\n")
        self.assertNotIn("\n  ", shown)  # no line without its name
        self.assertEqual(self.json("ledger", "show", "league.db")["plays"]["logs"], [{"name": "short.csv", "matches": 900}])
        self.assertEqual(self.allnash("ledger", "export", "league.db").stdout.count("\n"), 901)

    def test_what_contradicts_it_is_refused(self):
        lines = log_of(3, 40, 7).splitlines(keepends=True)
        self.write("log.csv", "".join(lines))
        self.ranked("log.csv")
        before = (self.folder / "league.db").read_bytes()
        lines[9] = lines[9].replace("model_a\n", "model_?\n").replace("model_b\n", "model_a\n").replace("model_?\n", "model_b\n")
        self.write("changed.csv", "".join(lines))
        self.write("means.csv", "row,column,plays,mean\nx,y,10,0.4\n")
        for arguments, said in (
                (["changed.csv"], "changed.csv:10: this match differs from the copy of the log"),
                (["log.csv", "--delta", "0.1"], "of another league: its delta is '0.05', here it is '0.1'"),
                (["log.csv", "--payoff-range", "0,2"], "of another league: its payoff-range"),
                (["log.csv", "--two-sided"], "of another league: its symmetric"),
                (["log.csv", "--schedule", "fixed"], "--schedule: a ledger's matches are read as `any`"),
                (["means.csv"], "means.csv: means do not tell single matches")):
            self.assertIn(said, self.refused("rank", *arguments, "--ledger", "league.db", "--resamples", 0))
        self.assertIn("do not tell single matches", self.refused("rank", "means.csv", "--ledger", "new.db"))
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

    def test_another_seed_promises_nothing_else(self):
        draw = random.Random(9)
        lines = [f"{','.join(draw.sample('xyz', 2))},{draw.choice(['a', 'b', 'tie'])}\n" for _ in range(400)]
        self.write("log.csv", "player_a,player_b,winner\n" + "".join(lines[:250]))
        self.write("longer.csv", "player_a,player_b,winner\n" + "".join(lines))
        promised = set()
        for seed in range(1, 7):
            for log in ("log.csv", "longer.csv"):
                result = self.json("rank", log, "--ledger", f"{seed}.db", "--resamples", 0, "--seed", seed)
            promised.add(json.dumps([result[key] for key in ("low", "row_strategy", "row_caps", "attempts")]))
        self.assertEqual(len(promised), 1)

    def test_live_runs_and_logs_share_a_file(self):
        """A live run recalls the matches of a log and goes on with its attempt; later looks count its plays."""
        self.ranked(self.write("log.csv", log_of(3, 200, 7)))
        self.write("truth.csv", ",agent 0,agent 1,agent 2\nagent 0,0.5,0.7,0.7\nagent 1,0.3,0.5,0.7\nagent 2,0.3,0.3,0.5\n")
        live = self.json("solve", "truth.csv", "--labels", "--noisy", "--coin", "--symmetric", "--payoff-range", "0,1", "--epsilon", "0.05",
                         "--ledger", "league.db", "--quiet")
        self.assertEqual((live["recalled"], live["attempts"]), (600, 1))
        later = self.json("rank", "--ledger", "league.db")
        self.assertEqual((later["plays"], later["attempts"]), (live["plays"], 1))


def coins(seed, count, names="abcd", won=0.5):
    """Lines of a log: pairings at random, results by a coin."""
    draw = random.Random(seed)
    return [f"{','.join(draw.sample(names, 2))},{int(draw.random() < won)}\n" for _ in range(count)]


class EachMatchOnce(Program):
    def log(self, name, lines):
        return self.write(name, "row,column,outcome\n" + "".join(lines))

    def added(self, log, *options):
        return self.json("rank", log, "--ledger", "league.db", "--resamples", 0, *options)

    def not_added(self, *arguments):
        return self.refused("rank", *arguments, "--ledger", "league.db", "--resamples", 0)

    def test_a_log_that_overlaps_another_is_refused_with_the_lines(self):
        lines = coins(1, 480)
        self.added(self.log("log.csv", lines))
        of_log = "of the log 'log.csv' in league.db"
        for new, said in (
                (lines[1:], f"new.csv:2: lines 2 to 480 are matches 2 to 480 {of_log}; nothing was added"),
                (lines[::-1], f"new.csv:2: lines 2 to 481 are matches 1 to 480 {of_log}, the other way round"),
                (coins(2, 50) + lines + coins(3, 30), f"new.csv:52: lines 52 to 531 are matches 1 to 480 {of_log}"),
                (coins(2, 50) + lines[100:200] + coins(3, 50), f"new.csv:52: lines 52 to 151 are matches 101 to 200 {of_log}"),
                (coins(2, 60) + lines[:40], f"new.csv:62: lines 62 to 101 are matches 1 to 40 {of_log}"),
                (lines[400:] + coins(4, 60), f"new.csv:2: lines 2 to 81 are matches 401 to 480 {of_log}")):
            self.log("new.csv", new)
            for options in ([], ["--log", "other"]):
                fault = self.not_added("new.csv", *options)
                self.assertTrue(fault.startswith(said), fault)
                self.assertNotIn("--distinct", fault)
        self.assertIn("--log NAME", self.not_added("new.csv"))
        self.log("log.csv", lines[::-1])
        self.assertIn("the other way round; nothing was added, since each match counts once; a log has its oldest match first",
                      self.not_added("log.csv"))
        self.log("log.csv", lines)
        self.assertIn(f"are matches 1 to 480 {of_log}", self.not_added("log.csv", "--log", "other"))
        self.assertEqual(self.json("rank", "--ledger", "league.db", "--resamples", 0)["plays"], 480)
        result = self.added("new.csv", "--distinct")
        self.assertEqual(result["plays"], 620, "who says so may have them")

    def test_exports_of_the_last_days_go_on_under_one_name(self):
        lines = coins(5, 400)
        for day in range(0, 11):
            result = self.added(self.log(f"day{day}.csv", lines[20 * day:20 * day + 200]), "--log", "arena")
            self.assertEqual(result["plays"], 200 + 20 * day)
        self.assertEqual(self.json("ledger", "show", "league.db")["plays"]["logs"], [{"name": "arena", "matches": 400}])
        self.assertEqual(self.added(self.log("all.csv", lines))["plays"], 400)
        self.assertEqual(self.added("day3.csv", "--log", "arena")["plays"], 400, "nothing in it is new")
        self.assertIn("day9.csv:2: lines 2 to 201 are matches 181 to 380", self.not_added("day9.csv"))

    def test_independent_logs_that_begin_alike_are_taken(self):
        for week, results in enumerate(("101", "1011", "101", "10110", "01", "1")):
            result = self.added(self.log(f"week{week}.csv", [f"a,b,{one}\n" for one in results]))
        self.assertEqual(result["plays"], 18)
        self.assertIn("its first 1 matches are the same as those of the log 'week5.csv'",
                      str(self.added(self.log("week6.csv", ["a,b,1\n", "a,b,0\n"]))["notes"]))

    def test_round_robins_in_one_order_are_taken(self):
        pairings = [f"{one},{other}" for one in "abcd" for other in "abcd" if one < other]
        draw = random.Random(6)
        for week in range(8):
            self.added(self.log(f"week{week}.csv", [f"{pairing},{int(draw.random() < 0.8)}\n" for _ in range(5) for pairing in pairings]))
        self.assertEqual(self.json("rank", "--ledger", "league.db", "--resamples", 0)["plays"], 240)

    def test_plays_of_a_run_are_not_added_as_a_log(self):
        self.write("truth.csv", ",a,b\na,0.5,0.6\nb,0.4,0.5\n")
        self.json("solve", "truth.csv", "--labels", "--noisy", "--coin", "--symmetric", "--payoff-range", "0,1", "--epsilon", "0.2",
                  "--ledger", "league.db", "--quiet")
        plays = [line.split(",") for line in self.allnash("ledger", "export", "league.db").stdout.splitlines()[1:]]
        self.log("log.csv", [f"{row},{column},{payoff}\n" for row, column, _, payoff in plays])
        self.assertIn(f"are matches 1 to {len(plays)} of the runs in league.db", self.not_added("log.csv"))

    def test_a_log_that_repeats_itself_is_refused(self):
        lines = coins(7, 100)
        for new, said in ((lines + lines, ":102: the matches from here to line 201 are those of lines 2 to 101 once more"),
                          (lines + lines[20:] + coins(8, 20), ":102: the matches from here to line 181 are those of lines 22 to 101"),
                          ([line for line in lines for _ in range(2)], ":3: this match is that of the line before it")):
            fault = self.refused("rank", self.log("log.csv", new))
            self.assertTrue(fault.startswith("log.csv" + said), fault)
            self.assertEqual(self.json("rank", "log.csv", "--distinct", "--resamples", 0)["plays"], len(new))
        both = "".join(f"{row},{column},{won}\n{column},{row},{1 - int(won)}\n"
                       for row, column, won in (line.strip().split(",") for line in lines))
        self.assertIn("perhaps once for each side", self.refused("rank", self.log("log.csv", [both])))

    def test_a_log_with_every_match_from_both_sides_is_refused(self):
        """Grouped by player, or shuffled within a day: 200 matches counted as 400."""
        chance = random.Random(4)
        matches = [(1 + t // 10, *chance.sample("ABCDE", 2), chance.choice("01")) for t in range(200)]
        both = [line for day, a, b, won in matches for line in ((day, a, b, won), (day, b, a, 1 - int(won)))]
        chance.shuffle(both)
        for lines in (sorted(both, key=lambda line: line[1]), sorted(both, key=lambda line: line[0])):
            for dated in (True, False):
                head = "date,player,opponent,result\n" if dated else "player,opponent,result\n"
                rows = [",".join(map(str, line if dated else line[1:])) + "\n" for line in lines]
                self.write("log.csv", head + "".join(rows))
                fault = self.refused("rank", "log.csv")
                self.assertRegex(fault, "^log.csv:[0-9]+: this is the match of line [0-9]+ from the other side, and so on: the log has every match "
                                 "twice, once for each side; each match counts once [(]--distinct says that these are different matches[)]$")
                self.assertRegex(self.refused("rank", "log.csv", "--two-sided"), "from the other side")
                self.assertEqual(self.json("rank", "log.csv", "--distinct", "--resamples", 0)["plays"], 400)
        # A double round robin: as many matches from either side, on the same days, and results of their own.
        fair = [(day, a, b, chance.choice("01")) for day in range(20) for a in "ABCDE" for b in "ABCDE" if a != b]
        self.write("log.csv", "date,player,opponent,result\n" + "".join(",".join(map(str, line)) + "\n" for line in fair))
        self.assertEqual(self.json("rank", "log.csv", "--resamples", 0)["plays"], 400)
        # What results alone cannot tell is said.
        self.write("log.csv", "player,opponent,result\n" + 9 * "A,B,1\nB,A,1\nA,B,0\nB,A,0\n")
        self.assertIn("promises hold if these are different matches", str(self.json("rank", "log.csv", "--resamples", 0)["notes"]))

    def test_counts_from_both_sides_are_refused(self):
        once_more = "; list each pairing once"
        for table, said in (
                ("row,column,wins,losses\nA,B,60,40\nB,A,40,60\n", f"3: these are the matches of line 2, from the other side{once_more}"),
                ("row,column,plays,mean\nA,B,30,0.667\nA,C,9,0.5\nB,A,30,0.333\n", f"4: these are the matches of line 2, from the other side{once_more}"),
                ("row,column,wins,losses,ties\nA,B,60,40,3\nB,C,9,9,0\nC,B,9,9,0\nB,A,40,60,3\n",
                 f"4: these are the matches of line 3, from the other side{once_more}"),
                ("row,column,wins,losses\n" + 2 * "A,B,60,40\nB,C,99,70\nA,C,500,511\nA,D,33,44\n", f"6: these are the matches of line 2 once more{once_more}")):
            self.write("counts.csv", table)
            self.assertEqual(self.refused("rank", "counts.csv"), "counts.csv:" + said)
            self.json("rank", "counts.csv", "--distinct", "--resamples", 0)
        # Seats apart: no line is another's mirror. A line a match: no table.
        for table, plays in (("row,column,wins,losses\nA,B,60,40\nB,A,45,55\nA,C,5,5\nC,A,5,5\n", 220),
                             ("row,column,wins,losses\n" + 30 * "A,B,1,0\n" + "B,A,1,0\n", 31)):
            self.assertEqual(self.json("rank", self.write("counts.csv", table), "--resamples", 0)["plays"], plays)


class LongLists(Program):
    @unittest.skipIf(SANITIZED, "more memory under a sanitizer")
    def test_an_import_keeps_no_line(self):
        """400,000 outcomes of a few pairings are added up as they are read."""
        self.write("long.csv", "row,column,outcome\n" + "a,b,1\nb,c,0\nc,a,1\nb,a,1\n" * 100_000)
        # A process counts what its parent had when it was begun, so that a small one begins it.
        command = [PROGRAM, "ledger", "import", "league.db", "long.csv", "--symmetric", "--payoff-range", "0,1"]
        begin = "import os, sys; print(os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ), 0)[2].ru_maxrss)"
        said = subprocess.run([sys.executable, "-S", "-c", begin, *command], cwd=self.folder, stdout=subprocess.PIPE, text=True,
                              check=True).stdout.splitlines()
        self.assert_has("\n".join(said), "400,000 plays of 3 entries, averaged")
        self.assertLess(int(said[-1]), 25_000, "kilobytes")
        self.assertIn("a,b,1/2,200000", self.allnash("ledger", "export", "league.db").stdout)


main()
