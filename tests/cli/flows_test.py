"""Games too large to write down, on the command line: what is printed, what is refused, what is kept."""
import os
import signal
import subprocess
from fractions import Fraction

from program import PROGRAM, Program, main

BLOTTO = "paths:blotto,fields=10,mine=20,yours=18"
FILE = """allnash-paths 1
row-arcs 4
s a up
s b down
a t -
b t -
column-arcs 2
s t left
s t right
payoffs 2
up left 3
down right 1/2
end
"""


class Flows(Program):
    def test_blotto(self):
        result = self.json("solve", BLOTTO, "--certificate", "proof.txt")
        expected = {"status": "proved", "value": "1", "row_strategies": "10015005", "column_strategies": "4686825",
                    "row_support_size": "252", "column_support_size": "780175"}
        self.assertEqual({key: result[key] for key in expected}, expected)
        self.assertEqual({sum(map(int, played["strategy"].split(","))) for played in result["row_strategy"]}, {20})
        self.assertEqual(self.check("proof.txt"), "verified")
        self.assert_has(self.allnash("solve", BLOTTO).stdout, "value      1", "252 of 10,015,005 strategies", "proved: all equilibria")

    def test_one_equilibrium_by_best_responses(self):
        result = self.json("solve", "trees:kuhn", "--method", "responses", "--certificate", "proof.txt")
        self.assertEqual((result["status"], result["value"]), ("equilibrium", "-1/18"))
        self.assertNotIn("row_support_size", result)
        self.assertGreater(result["responses"], 0)
        self.assertEqual(self.check("proof.txt"), "verified, one equilibrium")
        self.assertEqual(self.json("solve", "trees:kuhn", "--method", "flows")["status"], "proved")
        self.write("table.csv", "1,0\n0,1\n")
        self.assert_has(self.allnash("solve", "table.csv", "--method", "flows", code=2).stderr, "only path games and game trees take it")

    def test_a_file(self):
        self.write("game.paths", FILE)
        result = self.json("solve", "game.paths")
        self.assertEqual((result["value"], result["row_dimension"], result["column_dimension"]), ("3/7", 0, 0))
        self.assertEqual(result["row_strategy"], [{"strategy": "s>b,b>t", "probability": "6/7"},
                                                  {"strategy": "s>a,a>t", "probability": "1/7"}])
        self.assertEqual({played["strategy"] for played in result["column_strategy"]}, {"s>t:left", "s>t:right"})

    def test_a_tree_is_answered_by_information_set(self):
        result = self.json("solve", "trees:kuhn")
        self.assertEqual((result["value"], result["row_support_size"], result["column_support_size"]), ("-1/18", "8", "4"))
        self.assertTrue(result["row_behaviour"] and result["column_behaviour"])
        self.assertNotIn("row_strategy", result)

    def test_files_that_are_no_game(self):
        for old, new, said in (
                ("allnash-paths 1", "allnash-paths 2", "g.paths:1: the first line is not 'allnash-paths 1'"),
                ("row-arcs 4", "row-arcs four", "g.paths:2: 'row-arcs' and a number are expected here"),
                ("row-arcs 4", "row-arcs 5", "g.paths:7: a line 'TAIL HEAD FEATURE' is expected here"),
                ("a t -", "a t", "g.paths:5: a line 'TAIL HEAD FEATURE' is expected here"),
                ("b t -", "b u -", "g.paths:2: row-arcs: two sinks, 't' and 'u'"),
                ("s b down", "c b down", "g.paths:2: row-arcs: two sources, 's' and 'c'"),
                ("b t -", "b s -", "g.paths: row graph: a cycle: 's' -> 'b' -> 's'"),
                ("up left 3", "up left x", "g.paths:11: 'x' is not a number"),
                ("up left 3", "up middle 3", "g.paths:11: 'middle' is no feature of the column player's arcs"),
                ("up left 3", "left up 3", "g.paths:11: 'left' is no feature of the row player's arcs"),
                ("down right 1/2", "up left 1/2", "g.paths:12: the payoff of 'up' and 'left' stands twice"),
                ("end\n", "", "g.paths:13: 'end' is expected here"),
                ("end\n", "end\nend\n", "g.paths:14: something follows 'end'")):
            self.write("g.paths", FILE.replace(old, new, 1) if old != "end\n" else FILE[:-4] + new)
            self.assertEqual(self.refused("solve", "g.paths"), said)
        self.assertEqual(self.refused("solve", "none.paths"), "none.paths: No such file or directory")

    def test_names_that_are_no_game(self):
        for name, said in (
                ("paths:chess", "paths:chess: unknown path game (path games: blotto, lattice, subsets)"),
                ("paths:blotto,fields=2", "paths:blotto: missing key 'mine' (keys: fields, mine, yours, values, seed)"),
                ("paths:blotto,fields=0,mine=1", "paths:blotto: fields must be an integer from 1 to 10000, not '0'"),
                ("paths:blotto,fields=2,mine=2,values=odd", "paths:blotto: values must be equal, linear or random, not 'odd'"),
                ("paths:blotto,fields=10000,mine=10000", "paths:blotto: more than 50,000,000 arcs"),
                ("paths:lattice,width=1,height=1", "paths:lattice: a lattice of one node has no arc to block"),
                ("paths:lattice,width=2,height=1,block=2", "paths:lattice: block must be an integer from 1 to 1, not '2'"),
                ("paths:subsets,n=3,mine=4,rank=1", "paths:subsets: mine must be an integer from 1 to 3, not '4'")):
            self.assertEqual(self.refused("solve", name), said)

    def test_options_that_say_nothing_here_are_refused(self):
        for option in (["--threads", "2"], ["--seed", "3"], ["--method", "full"], ["--symmetric"], ["--budget", "5"], ["--ledger", "l"], ["--trace", "t"], ["--report-every", "2", "--report", "r.html"],
                       ["--vertices", "3"], ["--epsilon", "1"]):
            self.assertIn(f"{option[0]} is not for games on flows", self.refused("solve", BLOTTO, *option))

    def test_a_large_game_that_is_stopped_shows_a_strategy(self):
        game = "paths:blotto,fields=10,mine=36,yours=34"  # 5,698 and 5,110 arcs
        result = self.json("solve", game, "--time-limit", "1e-9", code=3)
        self.assertEqual(result["stopped_by"], "time limit")
        for player, soldiers in (("row", 36), ("column", 34)):
            listed = sum(Fraction(played["probability"]) for played in result[player + "_strategy"])
            for played in result[player + "_strategy"][:50]:
                self.assertEqual(sum(map(int, played["strategy"].split(","))), soldiers)
            unlisted = Fraction(result.get(player + "_unlisted", "0"))
            self.assertEqual(listed + unlisted, 1)
            if unlisted:  # then the flow says how each arc is taken
                flow = result[player + "_flow"]
                self.assertEqual(sum(Fraction(arc["probability"]) for arc in flow if arc["from"] == f"field0left{soldiers}"), 1)
        self.assertEqual(self.allnash("solve", game, "--time-limit", "1e-9", code=3).stdout.count("a strategy that guarantees its bound"), 2)

    def test_a_tree_of_many_actions_is_answered(self):
        actions = 3000
        self.write("wide.efg", 'EFG 2 R "wide" { "A" "B" }\np "" 1 1 "" {' + ' ""' * actions + " } 0\n"
                   + "".join(f't "" {a + 1} "" {{ {a % 7}, {-(a % 7)} }}\n' for a in range(actions)))
        result = self.json("solve", "wide.efg")
        self.assertEqual((result["status"], result["value"]), ("proved", "6"))
        self.assertEqual(len(next(iter(result["row_behaviour"].values()))), sum(a % 7 == 6 for a in range(actions)))

    def test_a_game_that_is_not_made_in_time(self):
        result = self.json("solve", "trees:kuhn,cards=400", "--time-limit", "1e-9", code=3)
        self.assertEqual([result[key] for key in ("status", "stopped_by", "low", "row_strategies", "row_arcs", "row_behaviour")],
                         ["stopped", "time limit", None, None, None, None])
        said = self.allnash("solve", "trees:kuhn,cards=400", "--time-limit", "1e-9", "--report", "page.html", code=3)
        self.assertIn("stopped by the time limit before the game was made", said.stdout)
        self.assertEqual(said.stderr, "page.html: not written, because the game was not made in time\n")
        self.assertEqual(self.refused("solve", "paths:subsets,n=10000,mine=1,rank=10000"), "paths:subsets: more than 33554432 payoffs")

    def test_ctrl_c_while_a_table_is_read_says_so(self):
        table = self.folder / "table.csv"
        os.mkfifo(table)
        with subprocess.Popen([PROGRAM, "solve", table], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            with open(table, "wb"):  # waits until the program has opened it, and leaves it waiting for the first line
                run.send_signal(signal.SIGINT)
                said = run.communicate()
        self.assertEqual((run.returncode, said), (-signal.SIGINT, (b"", b"allnash: interrupted before there was an answer\n")))

    def test_a_run_that_is_stopped_has_bounds(self):
        result = self.json("solve", BLOTTO, "--time-limit", "1e-9", "--certificate", "proof.txt", code=3,
                           said="proof.txt: not written, because there is no proof\n")
        self.assertEqual((result["status"], result["stopped_by"]), ("stopped", "time limit"))
        low, high = (Fraction(result[key]) for key in ("low", "high"))
        self.assertTrue(low <= 1 <= high)
        self.assertFalse((self.folder / "proof.txt").exists())


main()
