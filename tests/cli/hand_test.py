"""All equilibria in hand: `--ranges`, `--choose`, and `allnash judge`."""
import json
import random
import sys
from collections import Counter
from fractions import Fraction

from program import Program, main

# Guess the ace (a puzzle of von Stengel's lectures and of Miltersen and Sorensen's papers): player 1 sees the card of 52, may
# stop the game, or pay 1000 to player 2 if she names it; she says whether it is the ace of spades or another.
ACE = """EFG 2 R "guess the ace" { "dealer" "guesser" }
c "" 1 "" { "ace" 1/52 "other" 51/52 } 0
p "" 1 1 "ace" { "stop" "play" } 0
t "" 1 "" { 0, 0 }
p "" 2 1 "guess" { "ace" "other" } 0
t "" 2 "" { -1000, 1000 }
t "" 3 "" { 0, 0 }
p "" 1 2 "other" { "stop" "play" } 0
t "" 4 "" { 0, 0 }
p "" 2 1 "guess" { "ace" "other" } 0
t "" 5 "" { 0, 0 }
t "" 6 "" { -1000, 1000 }
"""
# Rock, paper, scissors, known by best responses.
ORACLE = """import sys
table = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
for line in sys.stdin:
    kind, *rest = line.split()
    if kind == "start":
        print(0)
    elif kind == "payoff":
        print(table[int(rest[0])][int(rest[1])])
    else:
        who, *mixture = rest
        weights = {int(s): int(w) for s, w in zip(mixture[::2], mixture[1::2])}
        earned = [sum(w * (table[i][j] if who == "row" else table[j][i]) for j, w in weights.items()) for i in range(3)]
        best = (max if who == "row" else min)(range(3), key=lambda i: earned[i])
        print(best, earned[best])
    sys.stdout.flush()
"""
# A row that pays nothing whatever the other does, and matching pennies.
PENNIES = "1,-1\n-1,1\n0,0\n"


class Hand(Program):
    def kuhn(self, *options):
        return self.json("solve", "trees:kuhn", *options)

    def test_the_family_of_kuhn_poker(self):
        """Kuhn 1950: card 1 bets b in [0, 1/3], card 3 bets 3b, card 2 calls 1/3 + b."""
        found = self.kuhn("--ranges")
        self.assertEqual(found["row_ranges"]["card 1"]["bet"], {"flow": ["0", "1/3"], "probability": ["0", "1/3"]})
        self.assertEqual(found["row_ranges"]["card 3"]["bet"]["probability"], ["0", "1"])
        self.assertEqual(found["row_ranges"]["card 2, check bet"]["call"]["probability"], ["1/3", "2/3"])
        self.assertEqual(found["row_ranges"]["card 2"], {"check": {"flow": ["1", "1"], "probability": ["1", "1"]}})
        self.assertEqual(found["column_ranges"]["card 2, bet"]["call"]["flow"], ["1/3", "1/3"])
        self.assertEqual(found["column_free"], [])
        block, = found["row_free"]
        self.assertEqual((block["dimension"], sorted(block["sets"])), (1, ["card 1", "card 2, check bet", "card 3"]))
        self.assertEqual([vertex["card 1"] for vertex in block["vertices"]],
                         [{"check": "1"}, {"check": "2/3", "bet": "1/3"}])
        self.assertEqual(block["text"], "card 1: bet b, 0 <= b <= 1/3; card 3: bet 3b; card 2, check bet: call 1/3 + b")

    def test_what_is_asked_for_alone(self):
        whole = self.kuhn("--ranges")
        self.assertEqual(self.kuhn("--ranges=card 3")["row_ranges"], {"card 3": whole["row_ranges"]["card 3"]})
        self.assertNotIn("column_ranges", self.kuhn("--ranges=row"))
        self.assertEqual(self.kuhn("--ranges=column")["column_ranges"], whole["column_ranges"])
        self.assertEqual(self.refused("solve", "trees:kuhn", "--ranges=card 9"),
                         "ranges: 'card 9' is no information set of this game")
        table = self.write("pennies.csv", PENNIES)
        self.assertEqual(self.refused("solve", table, "--ranges=9"), "ranges: '9' is no strategy of this game")
        self.assertEqual(self.refused("solve", table, "--choose", "best"),
                         "--choose: 'best' is not one of: sensible, interior, max-entropy, vertex, none")

    def test_certificates_state_the_ranges(self):
        for game, bounds in (("trees:kuhn", 72), ("paths:blotto,fields=3,mine=4,yours=3", None), (self.write("pennies.csv", PENNIES), 10)):
            self.run_program("solve", game, "--ranges", "--certificate", "proof", "--quiet")
            said = self.check("proof")
            self.assertIn("bounds on optimal strategies, all attained", said)
            if bounds:
                self.assertIn(f"with {bounds} bounds", said)
            # A bound that is a little tighter is false, and is found to be.
            lines = self.read("proof").splitlines()
            place = next(t for t, line in enumerate(lines) if line.startswith(("most ", "least ")))
            *words, number = lines[place].split()
            wrong = Fraction(number) + (Fraction(-1, 1000) if words[0] == "most" else Fraction(1, 1000))
            self.write("wrong", "\n".join([*lines[:place], " ".join([*words, str(wrong)]), *lines[place + 1:]]) + "\n")
            self.check("wrong", code=1)

    def test_tables(self):
        found = self.json("solve", self.write("pennies.csv", PENNIES), "--ranges")
        self.assertEqual(found["row_ranges"], {"0": ["0", "1/2"], "1": ["0", "1/2"], "2": ["0", "1"]})
        self.assertEqual(found["column_ranges"], {"0": ["1/2", "1/2"], "1": ["1/2", "1/2"]})
        self.assertEqual(found["row_free"], [{"dimension": 1, "strategies": [0, 1, 2],
                                              "vertices": [{"0": "0", "1": "0", "2": "1"}, {"0": "1/2", "1": "1/2", "2": "0"}]}])
        self.assertEqual(found["column_free"], [])
        # Nothing is gained by any of them: the mean of the one that plays rows 0 and 1 most and the one that plays row 2 most.
        self.assertEqual(found["row_sensible"], {"0": "1/4", "1": "1/4", "2": "1/2"})
        self.assertNotIn("row_sensible", self.json("solve", "pennies.csv", "--choose", "none"))
        told = self.run_program("solve", "pennies.csv", "--ranges").stdout
        self.assertIn("row player, over all equilibria\n  row 0  0 to 1/2\n  row 1  0 to 1/2\n  row 2  0 to 1\n", told)

    def test_what_brings_a_strategy_in(self):
        """The change does it, a little less does not, against any strategy of the opponent; counted on tables with ties. Fails if ratios are taken at
        one optimal strategy of the opponent, or if optimal strategies that leave a column out are forgotten."""
        draw = random.Random(4)
        none = tested = 0
        for number in range(14):
            symmetric = ["--symmetric"] if number % 3 == 0 else []
            rows, columns = draw.randint(2, 4), draw.randint(2, 4)
            cells = [[Fraction(draw.randint(-1, 1)) for _ in range(columns)] for _ in range(rows)]
            if symmetric:
                cells = [[cells[i][j] if i < j < columns else Fraction(0) for j in range(rows)] for i in range(rows)]
                cells = [[cells[i][j] - cells[j][i] for j in range(rows)] for i in range(rows)]

            def support(player, row=0, column=0, by=Fraction(0)):
                table = [list(line) for line in cells]
                table[row][column] += by
                if symmetric:
                    table[column][row] -= by
                text = "".join(",".join(map(str, line)) + "\n" for line in table)
                return self.json("solve", self.write("table.csv", text), *symmetric, "--choose", "none")[f"{player}_support"]

            said = self.json("solve", self.write("table.csv", "".join(",".join(map(str, line)) + "\n" for line in cells)), *symmetric)
            count = {"row": len(cells), "column": len(cells[0])}
            for player in count:
                named = [one["strategy"] for one in said["brings_in"] if one["player"] == player]
                self.assertEqual(named, [t for t in range(count[player]) if t not in said[f"{player}_support"]])
            for one in said["brings_in"][:3]:
                player, strategy = one["player"], one["strategy"]
                sign = 1 if player == "row" else -1
                if one["by"] is not None:
                    self.assertIn(strategy, support(player, one["row"], one["column"], Fraction(one["by"])))
                    tested += 1
                none += one["by"] is None
                size = 10**6 if one["by"] is None else abs(Fraction(one["by"])) * Fraction(999, 1000)
                for other in range(count["column" if player == "row" else "row"]):
                    if size > 0 and not (symmetric and other == strategy):
                        place = (strategy, other) if player == "row" else (other, strategy)
                        self.assertNotIn(strategy, support(player, *place, sign * size))
        self.assertGreater(tested, 10)
        self.assertGreater(none, 0)
        self.write("fighters.csv", ",Ryo,Jun,Toro\nRyo,5,5.5,6\nJun,4.5,5,5.5\nToro,4,4.5,5\n")
        told = self.run_program("solve", "fighters.csv", "--labels", "--ranges").stdout
        self.assertIn("  Jun   short by 1/2; raise against Ryo by 1/2\n  Toro  short by 1; raise against Ryo by 1\n", told)

    def test_the_plan_to_play(self):
        """Slips are dear in proportion to how likely they are: the other card, of 51 times the chance."""
        found = self.json("solve", self.write("ace.efg", ACE), "--choose", "sensible")
        self.assertEqual(found["column_sensible"], {"guess": {"other": "1"}})
        kuhn = self.kuhn("--choose", "sensible")
        self.assertEqual(kuhn["row_sensible"]["card 1"], {"check": "2/3", "bet": "1/3"})
        self.assertEqual(kuhn["row_sensible"]["card 3, check bet"], {"call": "1"})  # its own slip leads there
        self.assertEqual(kuhn["row_after_own_slip"], ["card 3, check bet"])
        told = self.run_program("solve", "trees:kuhn").stdout
        self.assertIn("the optimal strategy to play:\n  card 1             check 2/3, bet 1/3\n", told)

    def test_the_strategies_of_a_path_game_to_play(self):
        """What is shown of a path game is the sensible flow in few strategies; the pair of the proof plays every strategy of the support."""
        game = "paths:lattice,width=4,height=4,block=2"
        shown = {}
        told = self.run_program("solve", game).stdout.split("column player")[1].split("the optimal strategy to play:\n")[1]
        for line in told.split("\n\n")[0].splitlines():
            strategy, probability = line.split()
            shown[strategy] = Fraction(probability)
        self.assertEqual(sum(shown.values()), 1)
        found = self.json("solve", game)
        often, listed = Counter(), Counter()
        for one in found["column_sensible"]:
            often[one["arc"][-1]] += Fraction(one["probability"])
        for strategy, probability in shown.items():
            for label in strategy.split(","):
                listed[label] += probability
        del often[""]  # the way out of the last column
        self.assertEqual(listed, often)
        self.assertLess(len(shown), len(found["column_strategy"]) // 4)

    def test_other_equilibria_to_show(self):
        vertex = self.kuhn("--choose", "vertex")["row_vertex"]
        self.assertIn(vertex["card 1"], ({"check": "1"}, {"check": "2/3", "bet": "1/3"}))
        mixed = self.kuhn("--choose", "max-entropy")
        bet = Fraction(mixed["row_max_entropy"]["card 1"]["bet"])
        self.assertEqual(Fraction(mixed["row_max_entropy"]["card 3"]["bet"]), 3 * bet)
        self.assertEqual(Fraction(mixed["row_max_entropy"]["card 2, check bet"]["call"]), Fraction(1, 3) + bet)
        # The two mixes of the pennies and the third row weigh the same.
        table = self.write("pennies.csv", PENNIES)
        found = self.json("solve", table, "--choose", "max-entropy")["row_max_entropy"]
        for p in found.values():
            self.assertLess(abs(Fraction(p) - Fraction(1, 3)), Fraction(1, 10 ** 6))
        self.assertIn(self.json("solve", table, "--choose", "vertex")["row_vertex"], ({"2": "1"}, {"0": "1/2", "1": "1/2"}))

    def test_certificates_prove_the_plan(self):
        for game in ("trees:kuhn", self.write("ace.efg", ACE), "paths:blotto,fields=3,mine=4,yours=3"):
            self.run_program("solve", game, "--choose", "sensible", "--ranges", "--certificate", "proof", "--quiet")
            self.assertRegex(self.check("proof"), "^verified, with [0-9]+ bounds on optimal strategies, all attained, with the best plan against slips")

    def test_a_judged_mixture_of_a_game_of_responses(self):
        self.write("oracle.py", ORACLE)
        command = f"{sys.executable} {self.folder / 'oracle.py'}"
        mine = self.write("mix.json", '{"0": 0.5, "1": "1/2"}')
        said = self.json("judge", "responses", mine, "--oracle", command)
        self.assertEqual((said["value"], said["guaranteed"], said["exploitability"], said["optimal"], said["reply"]), ("0", "-1/2", "1/2", False, "1"))
        even = self.write("even.csv", "0,1/3\n1,1/3\n2,1/3\n")
        pair = self.json("judge", "responses", mine, even, "--oracle", command)
        self.assertEqual((pair["column"]["optimal"], pair["exploitability"]), (True, "1/2"))

    def test_a_judged_behaviour(self):
        """Of Kuhn's family with b = 1/5; the middle card that calls 0.533 is short of 8/15 by rounding alone."""
        plan = {"card 1": {"check": 0.8, "bet": 0.2}, "card 2": {"check": 1}, "card 3": {"check": "2/5", "bet": "3/5"},
                "card 1, check bet": {"fold": 1}, "card 2, check bet": {"fold": "7/15", "call": "8/15"},
                "card 3, check bet": {"call": 1}}
        said = self.json("judge", "trees:kuhn", self.write("plan.json", json.dumps(plan)))
        self.assertEqual((said["value"], said["guaranteed"], said["exploitability"], said["optimal"], said["distance"]),
                         ("-1/18", "-1/18", "0", True, "0"))
        plan["card 2, check bet"] = {"fold": 0.466, "call": 0.533}
        said = self.json("judge", "trees:kuhn", self.write("plan.json", json.dumps(plan)))
        self.assertEqual((said["exploitability"], said["optimal"], said["repaired"]), ("1/29970", False, ["card 2, check bet"]))
        self.assertEqual(said["mistakes"], [])
        self.assertEqual([(one["set"], one["action"], one["loss"]) for one in said["punished"]],
                         [("card 1, check", "bet", "1/29970")])
        self.assertLess(0, Fraction(said["distance"]))
        self.assertLess(Fraction(said["distance"]), Fraction(1, 3000))
        lines = "".join(f"{at},{action},{p}\n" for at, actions in (("card 1", {"check": 1}), ("card 3", {"bet": "1"}))
                        for action, p in actions.items())
        self.assertEqual(self.refused("judge", "trees:kuhn", self.write("part.csv", lines)),
                         "part.csv: nothing is said of 'card 2', which it reaches")
        self.assertEqual(self.refused("judge", "trees:kuhn", self.write("off.csv", lines + "card 2,check,0.9\n")),
                         "off.csv: the probabilities at 'card 2' add up to 9/10, not to 1")
        self.assertEqual(self.refused("judge", "trees:kuhn", self.write("odd.csv", "card 2,raise,1\n")),
                         "odd.csv:1: 'raise' is no action at 'card 2'")

    def test_uniform_play(self):
        said = self.json("judge", "trees:leduc", "uniform")
        parts = sum(Fraction(one["loss"]) for one in said["mistakes"] + said["punished"])
        self.assertEqual(parts, Fraction(said["exploitability"]))
        self.assertAlmostEqual(float(parts), 2.574, 3)
        self.assertAlmostEqual(float(sum(Fraction(one["loss"]) for one in said["mistakes"])), 0.686, 3)

    def test_options_of_the_judged_game(self):
        """Names, other separators, ranges: a game is read as `solve` reads it. Fails where an option is unknown, taken and not used, or where it is
        not said that another game than that of the file was solved."""
        mine = self.write("mine.csv", "name,probability\nleft,1/2\nright,1/2\n")
        self.write("kicks.csv", ",dives left,dives right\nleft,50,95\nright,95,50\n")
        said = self.json("judge", "kicks.csv", mine, "--labels")
        self.assertEqual((said["value"], said["guaranteed"], said["optimal"]), ("145/2", "145/2", True))
        self.write("kicks.tsv", "x;dives left;dives right\nleft;50,5;95,5\nright;95,5;50,5\n")
        said = self.json("judge", "kicks.tsv", mine, "--labels", "--separator", ";", "--decimal-mark", ",")
        self.assertEqual(said["value"], "73")
        self.write("bare.csv", "50,95\n95,50\n")
        self.write("names", "left\nright\n")
        self.assertTrue(self.json("judge", "bare.csv", mine, "--row-names", "names")["optimal"])
        self.write("part.csv", ",left,right\nleft,,0.4\nright,,\n")
        said = self.json("judge", "part.csv", mine, "--labels", "--payoff-range", "0,1")
        self.assertEqual((said["guaranteed"], said["optimal"]), (["0", "7/10"], None))
        self.assertEqual(self.json("judge", "part.csv", mine, "--labels", "--payoff-range", "0,1", "--symmetric")["guaranteed"], "9/20")
        self.assertEqual(self.refused("judge", "trees:kuhn", "uniform", "--labels"), "--labels: only a CSV or TSV file takes it; --row-names "
                         "and --column-names name the strategies of any game")
        self.assertEqual(self.refused("judge", "trees:kuhn", "uniform", "--budget", "3"), "--budget is not for games on flows (trees:kuhn)")
        self.assertEqual(self.refused("judge", "oracle", "uniform"), "oracle: judge takes tables, families, path games, game trees and responses")
        self.assertEqual(self.refused("judge", "bare.csv", mine, "--workers", "2"), "--workers: judge takes it with GAME responses only")
        self.assertEqual(self.refused("judge", "bare.csv", "."), ".: is a directory")
        ended = self.run_program("judge", "bare.csv", mine, "--row-names", "names", "--budget", "3", code=3)
        self.assertEqual(ended.stderr, "bare.csv: not solved, so that nothing is judged: stopped by the budget\n")
        # The second column pays 10 more than in the game with the same equilibria that is solved.
        self.write("costs.nfg", 'NFG 1 R "x" { "a" "b" } { { "left" "right" } { "L" "R" } }\n\n3 -6 0 0 10 0 11 -2\n')
        told = self.run_program("judge", "costs.nfg", mine).stdout
        self.assertTrue(told.startswith("solved as  A - g(column), which has the same equilibria"), told)
        self.assertIn("guarantees 1/2", told)
        self.assertTrue(self.json("judge", "costs.nfg", mine)["solved_as"].startswith("A - g(column)"))

    def test_a_judged_mixture(self):
        table = self.write("pennies.csv", PENNIES)
        said = self.json("judge", table, self.write("mine.csv", "name,probability\n0,0.75\n1,0.25\n"))
        self.assertEqual((said["value"], said["guaranteed"], said["exploitability"], said["optimal"]), ("0", "-1/2", "1/2", False))
        self.assertEqual((said["mistakes"], said["reply"], said["distance"]), ([], {"1": "1"}, "1/4"))
        self.assertEqual(said["punished"], [{"strategy": 0, "name": "0", "often": "1/2", "loss": "1/2"}])
        self.assertEqual(said["nearest"], {"0": "1/2", "1": "1/2"})
        pair = self.json("judge", table, "mine.csv", self.write("yours.json", '{"0": 1}'))
        self.assertEqual((pair["row"]["exploitability"], pair["column"]["exploitability"], pair["exploitability"]),
                         ("1/2", "1", "3/2"))
        self.assertEqual(self.refused("judge", table, self.write("who.csv", "9,1\n"), "--player", "column"),
                         "who.csv:1: '9' is no strategy of this game")


if __name__ == "__main__":
    main()
