"""Leagues on the command line: match lists in, next matches out, ledgers merged, what entries cost."""
from program import Program, main

NO_SHAPE = "league.db: no such ledger file; rows and columns are needed to make one"


class Leagues(Program):
    def imported(self, text, *options, ledger="league.db"):
        return self.allnash("ledger", "import", ledger, *options, words=text).stdout

    def exported(self, ledger="league.db"):
        return self.allnash("ledger", "export", ledger).stdout


class MatchList(Leagues):
    def test_it_is_averaged_exactly_and_told(self):
        first = self.imported('row,column,outcome\nann,bob,1\nann,bob,0\nbob, ann ,-1\n'
                              '"Smith, J",ann,1/2\n"Smith, J",ann,0.25\nann,ann,1\n', "--symmetric")
        self.assertEqual(first, "2 payoffs added, 0 known before\n5 plays of 2 entries, averaged\n"
                                "1 plays of a strategy against itself left out\na new ledger of 3 x 3, symmetric\n"
                                "3 new strategies: ann, bob, Smith, J\n")
        self.assertEqual(self.exported(), 'row,column,payoff,plays\nann,bob,2/3,3\nann,"Smith, J",-3/8,2\n')
        self.assertEqual(self.imported("eve,ann,1\n"), "1 payoffs added, 0 known before\n1 new strategies: eve\n")
        self.assertEqual(self.imported("row,column,outcome\nann,eve,-2\nann,eve,0\n"),
                         "0 payoffs added, 1 known before\n2 plays of 1 entries, averaged\n")

    def test_it_may_name_strategies_by_number(self):
        self.assertEqual(self.imported("0,4,1\n0,4,2\n3,1,1\n", "--average"),
                         "2 payoffs added, 0 known before\n3 plays of 2 entries, averaged\na new ledger of 4 x 5\n")
        self.assertEqual(self.exported(), "row,column,payoff,plays\n0,4,3/2,2\n3,1,1,1\n")
        self.assertEqual(self.imported("2023,2024,1\n", "--labels", "--symmetric", ledger="years.db"),
                         "1 payoffs added, 0 known before\na new ledger of 2 x 2, symmetric\n2 new strategies: 2023, 2024\n")
        self.imported("2025,2024,1\n", ledger="years.db")  # numbers are labels here

    def test_refusals_are_one_line_and_add_nothing(self):
        for text in ("0,4,1\n", "row,column,outcome\n"):
            self.assertEqual(self.refused("ledger", "import", "league.db", words=text), NO_SHAPE)
        self.assertEqual(self.files(), set())
        self.imported("ann,bob,1\n")
        before = self.exported()
        for text, said in (
                ("ann,cid,1\nann,dan,3\n\nann,cid,2\n", "4: the entry of 'ann' and 'cid' has two payoffs, 1 in line 1 and 2 here"),
                ("eve,bob,1\nann,bob,2\n", "2: the entry of 'ann' and 'bob' has two payoffs, 1 in the ledger and 2 here"),
                ("row,column,outcome\nann,bob,2\nann,bob,1\n",
                 "2: the entry of 'ann' and 'bob' has two payoffs, 1 in the ledger and 3/2, the mean of 2 plays here"),
                ("eve,bob,1\nann,bob\n", "2: 'ann,bob' is not row,column,payoff"),
                ("eve,bob,1\nann,bob,1,1\n", "2: 'ann,bob,1,1' is not row,column,payoff"),
                ("eve,bob,won\n", "1: 'won' is not a number"), ("eve,bob,nan\n", "1: payoff is not a number (nan)"),
                ("eve,bob,\n", "1: '' is not a number"), ("eve,,1\n", "1: the column is empty"),
                ("\"eve,bob,1\n", "1: a quoted cell that does not end on its line"),
                ("0,bob,1\n", "1: '0' is no label of a row, and the ledger knows its rows by label")):
            self.assertEqual(self.refused("ledger", "import", "league.db", words=text), f"standard input:{said}")
            self.assertEqual((self.exported(), self.json("ledger", "show", "league.db")["rows"]), (before, 1))

    def test_win_rates_add_up_to_the_range(self):
        """What one side gets of a match and what the other gets add up to 1."""
        self.imported("row,column,outcome\nann,bob,1\nbob,ann,0\nbob,ann,1\nann,ann,1\n", "--symmetric", "--payoff-range", "0,1")
        self.assertEqual(self.exported(), "row,column,payoff,plays\nann,bob,2/3,3\n")
        self.imported("cid,ann,3/4\n")
        self.assertEqual(self.exported(), "row,column,payoff,plays\nann,bob,2/3,3\nann,cid,1/4,\n")
        for text, said in (
                ("bob,ann,1/2\n", "the entry of 'ann' and 'bob' has two payoffs, 2/3 in the ledger and 1/2 here"),
                ("ann,ann,0\n", "the entry of 'ann' and 'ann' of a symmetric game is 1/2, not 0")):
            self.assertEqual(self.refused("ledger", "import", "league.db", words=text), f"standard input:1: {said}")
        self.write("names", "bob\nann\n")
        solve = ["solve", "oracle", "--row-names", "names", "--symmetric", "--ledger", "league.db"]
        self.assertEqual(self.refused(*solve), "league.db: of a symmetric game in which the payoffs of a match add up to 1; here they "
                         "add up to 0, which is the sum of the payoff range's ends: give its --payoff-range A,B")
        turned = self.json(*solve, "--payoff-range", "0,1")
        self.assertEqual((turned["value"], turned["row_support_labels"]), ("1/2", ["ann"]))


class Merge(Leagues):
    def test_it_adds_what_others_hold(self):
        self.imported("ann,bob,1\nbob,cid,2\n", "--symmetric", ledger="a.db")
        self.imported("cid,bob,-2\ndan,ann,3\n", "--symmetric", ledger="more.db")
        self.assertEqual(self.allnash("ledger", "merge", "all.db", "a.db", "more.db").stdout,
                         "a.db: 2 payoffs added, 0 known before\nmore.db: 1 payoffs added, 1 known before\n")
        before = "row,column,payoff\nann,bob,1\nann,dan,-3\nbob,cid,2\n"
        self.assertEqual(self.exported("all.db"), before)
        self.imported("eve,ann,1\ncid,bob,5\n", "--symmetric", ledger="wrong.db")
        self.imported("0,1,1\n", "--rows", 2, "--columns", 2, "--symmetric", ledger="numbers.db")
        self.imported("yan,zoe,1\n", "--symmetric", ledger="strangers.db")
        self.imported("ann,zoe,1\n", "--symmetric", "--game-id", "chess", ledger="named.db")
        self.imported("ann,zoe,1\n", "--symmetric", "--game-id", "go", ledger="other.db")
        for into, taken, said in (
                ("all.db", "wrong.db", "wrong.db: the entry of 'cid' and 'bob' has two payoffs, -2 in all.db and 5 here"),
                ("all.db", "all.db", "all.db: the same file as all.db"),
                ("all.db", "numbers.db", "numbers.db: of two ledgers one knows its rows by label and the other by number"),
                ("all.db", "strangers.db", "all.db: of another game: none of its rows, 'ann', 'bob', 'cid', ..., is a row of this one, "
                                           "which has 'yan', 'zoe'"),
                ("named.db", "other.db", "named.db: of another game: of 'game-id chess', this is 'game-id go'")):
            self.assertEqual(self.refused("ledger", "merge", into, taken), said)
        self.assertEqual(self.exported("all.db"), before)


class Plan(Leagues):
    def test_it_is_played_by_label(self):
        """A league through its files alone: the plan is played, the results come as a list."""
        names = ["rock", "paper", "scissors", '"odd", one']
        self.write("names", 'rock\npaper\n"odd", one\nscissors\n')
        command = ["solve", "oracle", "--row-names", "names", "--ledger", "league.db", "--symmetric", "--plan", "--budget", 2]
        for batch in range(20):
            plan = self.json(*command, said=None)
            self.assertEqual(plan["rows"], 4)
            if not plan["entries"]:
                break
            self.assertLessEqual(len(plan["entries"]), 2)
            header, *lines = self.allnash(*command).stdout.splitlines()
            self.assertEqual(header, "row,column")
            answers = ""
            for line, entry in zip(lines, plan["entries"]):
                i, j = names.index(entry["row_label"]), names.index(entry["column_label"])
                answers += f"{line},{-1 if i == 3 else 1 if j == 3 else (i - j + 4) % 3 - 1}\n"
            self.imported(answers)
        self.assertLess(batch, 19)
        result = self.json("solve", "oracle", "--ledger", "league.db", "--symmetric")
        self.assertEqual(result["row_support_labels"], ["rock", "paper", "scissors"])


class Costs(Leagues):
    def test_they_are_read_told_and_refused(self):
        self.write("game.csv", "3,0\n1,2\n")
        command = ["solve", "game.csv", "--costs", "costs.csv"]
        self.write("costs.csv", "1/2,2\n3,4\n")
        result = self.json(*command)
        self.assertEqual((result["cost"], result["floor_cost"]), ("19/2", "19/2"))
        self.assertIn("\ncost       19/2; that of the floor is 19/2, ratio 1.000\n", self.allnash(*command).stdout)
        self.assertEqual(self.refused(*command, "--noisy", "--coin", "--payoff-range", "0,3", "--epsilon", 1), "--costs: not with --noisy")
        for costs, said in (("1,2\n3,-4\n", ": entry (1, 1): the cost -4 is negative"),
                            ("1,2\n3,nan\n", ":2: payoff is not a number (nan)"),
                            ("1,2,3\n3,4,5\n", ": costs of 2 x 3 entries for a game of 2 x 2"),
                            ("1,2\n3\n", ":2: 1 value where line 1 has 2")):
            self.write("costs.csv", costs)
            self.assertEqual(self.refused(*command), "costs.csv" + said)
        self.assertEqual(self.refused("solve", "game.csv", "--costs", "none.csv"), "none.csv: No such file or directory")


class Tables(Leagues):
    def test_a_league_of_them_grows_and_shrinks(self):
        command = ["solve", "game.csv", "--ledger", "league.db"]

        def table(text):
            self.write("game.csv", text)

        table(",x,y\na,1,2\nb,3,0\n")
        self.json(*command, "--labels")
        table(",y,x,z\nc,9,9,9\nb,0,3,1\na,2,1,1\n")
        grown = self.json(*command, "--labels")
        self.assertEqual(grown["value"], "9")
        self.assertLessEqual(grown["queries"] - grown["recalled"], 5)
        table(",y,x\nb,0,3\na,2,1\n")
        back = self.json(*command, "--labels")
        self.assertEqual((back["value"], back["queries"]), ("3/2", back["recalled"]))
        table(",p,q\nb,0,3\na,2,1\n")
        self.assertEqual(self.refused(*command, "--labels"), "league.db: of another game: none of its columns, 'x', 'y', 'z', is a column "
                         "of this one, which has 'p', 'q'")
        table(",y,x\nb,0,3\nb,2,1\n")
        self.assertEqual(self.refused(*command, "--labels"), "game.csv:3: a second row named 'b'")
        table("0,3\n2,1\n")
        self.assertEqual(self.refused(*command), "league.db: it knows its rows by label, 'a', 'b', 'c', and this game has no labels")


class Chance(Leagues):
    def test_names_are_not_taken_by_place(self):
        """Without names the strategies may stand in another order, and no play tells."""
        play = ["--noisy", "--coin", "--payoff-range", "0,1", "--epsilon", "0.4", "--ledger", "c.db", "--game-id", "g"]
        self.write("named.csv", ",x,y\na,1,1\nb,0,0\n")
        named = self.json("solve", "named.csv", "--labels", *play)
        self.assertEqual(named["status"], "certified")
        before = self.exported("c.db")
        self.write("turned.csv", "0,0\n1,1\n")
        said = "c.db: it knows its rows by label, 'a', 'b', and this game has no labels"
        for words in (["solve", "turned.csv"], ["solve", "turned.csv", "--seed", 2], ["solve", "turned.csv", "--plan"],
                      ["solve", "oracle", "--rows", 2, "--columns", 2, "--plan"]):
            mine = [word for word in play if word != "--coin" or "oracle" not in words]
            self.assertEqual(self.refused(*words, *mine), said)
        self.assertEqual(self.refused("solve", "turned.csv", *play, "--row-names", self.write("rows.txt", "b\na\n")),
                         "c.db: it knows its columns by label, 'x', 'y', and this game has no labels")
        self.assertEqual(self.exported("c.db"), before)
        self.write("turned.csv", ",x,y\nb,0,0\na,1,1\n")
        again = self.json("solve", "turned.csv", "--labels", *play)
        self.assertEqual((named["row_strategy"], again["row_strategy"]), ({"0": "1"}, {"1": "1"}))


main()
