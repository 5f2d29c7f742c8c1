"""Matches in the forms that other programs write them in: read without an option, and to the last match."""
import json
from fractions import Fraction

import foreign
from program import Program, main


class Foreign(Program):
    def totals(self, *arguments, words=""):
        """Plays and sum of each pair, as the one with the lower name sees it; and the answer."""
        self.allnash("rank", *arguments, "--resamples", 0, "--certificate", "proof", words=words)
        result = self.json("rank", *arguments, "--resamples", 0, words=words)
        labels, found = result["labels"], {}
        proof = self.read("proof").splitlines()
        first = next(t for t, line in enumerate(proof) if line.startswith("box ")) + 1
        low, high = (Fraction(end) for end in next(line for line in proof if line.startswith("range ")).split()[1:])
        for line in proof[first:first + int(proof[first - 1].split()[1])]:
            row, column, plays, least, most = line.split()[:5]
            total = (Fraction(least) + Fraction(most)) / 2
            pair = labels[int(row)], labels[int(column)]
            plays = int(plays)
            found[tuple(sorted(pair))] = (plays, total if pair[0] < pair[1] else plays - total)
        return found, result

    def test_twenty_six_forms_of_one_league(self):
        foreign.write(self.folder)
        expected = foreign.totals(foreign.matches())
        forms = foreign.forms()
        self.assertGreaterEqual(len(forms), 20)
        for name, (_, exact) in forms.items():
            with self.subTest(name):
                found, result = self.totals(name)
                self.assertEqual({pair: plays for pair, (plays, _) in found.items()}, {pair: plays for pair, (plays, _) in expected.items()})
                for pair, (_, total) in found.items():
                    self.assertAlmostEqual(float(total), float(expected[pair][1]), delta=0 if exact else 1e-3)
                self.assertEqual(sorted(result["labels"]), sorted(foreign.NAMES))

    def test_notes_say_what_was_left_out(self):
        foreign.write(self.folder)
        notes = {name: " ".join(self.json("rank", name, "--resamples", 0).get("notes", [])) for name in foreign.forms()}
        self.assertIn("1 game was not finished (`*`): no match", notes["cutechess.pgn"])
        self.assert_has(notes["itself.csv"], "1 game was not finished", "1 line of a strategy against itself left out")
        self.assertIn("read as wins, losses and draws of the row", notes["chart.csv"])
        self.assertIn("the last of each pair counts", notes["cutechess.txt"])
        self.assertEqual(notes["results.csv"], "")

    def test_logs_have_their_order(self):
        """Games of cutechess count in the order in which they began."""
        foreign.write(self.folder)
        said = self.allnash("rank", "results.csv", "--certificate", "a").stdout
        self.assertEqual(self.allnash("rank", "cutechess.log", "--certificate", "b").stdout, said)
        self.assertEqual(self.read("a"), self.read("b"))

    def test_pgn_that_is_refused(self):
        tags = '[White "x"]\n[Black "y"]\n'
        for text, said in (
                (tags + '[Result "1-0"]\n\n1. e4 0-1\n', ":1: the game's tag Result is '1-0', and its moves end with '0-1'; --skip leaves "
                                                        "such games out, and counts them"),
                (tags + '[Result "1-0"]\n\n1. e4 {no end\n\n[White "y"]\n[Black "x"]\n[Result "0-1"]\n',
                 ":5: a comment begins here that does not end before the next game, in line 7"),
                (tags + '[Result "1-0"]\n\n1. e4 {no end\n', ":5: a comment begins here that does not end"),
                ('[White "x"]\n[Result "1-0"]\n\n1. e4 1-0\n', ":1: black: the name is empty; --skip leaves such lines out, and counts them"),
                ('[White "?"]\n[Black "y"]\n[Result "1-0"]\n', ":1: white: the name is empty; --skip leaves such lines out, and counts them"),
                (tags + "\n1. e4 e5\n", ":1: result: nobody has won, and nobody drawn: the cell is empty; --skip leaves such lines out, and "
                                        "counts them"),
                ('[White "x\n[Black "y"]\n[Result "1-0"]\n', ":1: the tag 'White' does not end: \"] is missing"),
                (tags + '[Result "*"]\n', ": no match is in it")):
            self.assertEqual(self.refused("rank", "-", words=text), "standard input" + said)
        skipped = self.json("rank", "-", "--skip", words=tags + '[Result "1-0"]\n\n1. e4 0-1\n' + tags + '[Result "1-0"]\n\n1. e4 1-0\n'
                            '[White "?"]\n[Black "y"]\n[Result "1-0"]\n')
        self.assertEqual(skipped["plays"], 1)
        self.assertIn("2 lines without a name or a result left out", str(skipped["notes"]))

    def test_cutechess_that_is_refused(self):
        score = "Score of a vs b: 5 - 3 - 2  [0.600] 10\n"
        for text, said in (
                (score + "Score of a vs b: 5 - 2 - 9  [0.594] 16\n", ":2: this score does not hold that of line 1, so that it is of another "
                                                                    "tournament; give each a file of its own"),
                ("Score of a vs b: 5 - 2 - 3  [0.600] 10\n", ":1: the rate in brackets does not agree with the wins, losses and draws"),
                ("Score of a vs b: 5 - 3 - 2  [0.600] 11\n", ":1: the number of games is not the sum of the three"),
                ("Score of a vs b vs c: 5 - 3 - 2\n", ":1: 'a vs b vs c' are not two names with ' vs ' between them once"),
                ("Finished game 1 (a vs b): 1-0 {x}\n" + score, ":2: this score is of 10 games, and 1 of the two are listed: lines `Finished "
                 "game` are missing; without any of them the scores alone are read")):
            self.assertEqual(self.refused("rank", "-", words=text), "standard input" + said)
        twice = "Started game 1 of 2 (a vs b)\nFinished game 1 (a vs b): 1-0 {x}\nStarted game 2 of 2 (b vs a)\n"
        found, result = self.totals("-", words=twice + "Started game 1 of 2 (a vs b)\nFinished game 1 (a vs b): 0-1 {x}\n")
        self.assertEqual(found, {("a", "b"): (2, 1)})
        self.assertIn("1 game was started and not finished", str(result["notes"]))

    def test_headings_that_are_not_known(self):
        log = "id,hero,foe,who won\n1,ann,bob,ann\n2,bob,cid,cid\n3,cid,ann,draw\n"
        said = self.refused("rank", "-", words=log)
        self.assertTrue(said.endswith("\n'hero' and 'foe' look like the sides, 'who won' like the result:\n"
                                      "`allnash rank - --sides hero,foe --result 'who won'`"), said)
        self.assertEqual(self.json("rank", "-", "--sides", "hero,foe", "--result", "who won", words=log)["plays"], 3)
        said = self.refused("rank", "-", "--sides", "hero,villain", words=log)
        self.assertEqual(said, "standard input: sides: no heading is 'villain'; there are id, hero, foe, who won")
        said = self.refused("rank", "-", words=log.replace("hero,foe", "white,black"))
        self.assertTrue(said.endswith("\n'who won' looks like the result:\n`allnash rank - --result 'who won'`"), said)
        records = "".join(json.dumps({"x": {"hero": a, "foe": b}, "won": w}) + "\n" for a, b, w in (("p", "q", "p"), ("q", "p", "hero")))
        found, _ = self.totals("-", "--sides", "x.hero,x.foe", "--result", "won", words=records.replace('"hero"}', '"x.hero"}'))
        self.assertEqual(found, {("p", "q"): (2, 1)})

    def test_two_pairs_of_sides_are_refused(self):
        log = "player_a,player_b,deck_a,deck_b,winner\nann,bob,red,blue,a\nbob,ann,red,blue,b\n"
        said = self.refused("rank", "-", words=log)
        self.assertEqual(said, "standard input: two pairs of headings name sides of a match, and either could be ranked:\n"
                               "`allnash rank - --sides player_a,player_b`\n`allnash rank - --sides deck_a,deck_b`")
        self.assertEqual(self.json("rank", "-", "--sides", "deck_a,deck_b", words=log)["row_labels"], ["red"])

    def test_results_of_other_kinds_are_refused(self):
        said = self.refused("rank", "-", words="home,away,result\nx,y,2-1\ny,x,0-0\n")
        self.assertEqual(said, "standard input: 'result' can be read in two ways:\n`allnash rank - --count result` takes a line as so many games\n"
                               "`allnash rank - --scores result` takes it as one match, which the higher score won")
        for text, said in (("x,y,65\ny,x,30\n", "65 is outside the range 0,1; if these are percent, say --payoff-range 0,100"),
                           ("x,y,-1\ny,x,1\n", "-1 is outside the range 0,1; if a loss is -1 and a win 1, say --payoff-range -1,1"),
                           ("x,y,2\ny,x,1\n", "2 is outside the range 0,1; --payoff-range A,B gives the range, and a column named winner "
                                              "says who won"),
                           ("x,y,500\ny,x,1\n", "500 is outside the range 0,1; --payoff-range A,B gives the range")):
            self.assertEqual(self.refused("rank", "-", words="row,column,outcome\n" + text), "standard input:2: the outcome " + said)

    def test_an_empty_winner_is_left_out_where_the_user_says_so(self):
        log = "a,b,winner\nx,y,a\ny,x,\nx,y,b\n,y,b\n"
        said = self.refused("rank", "-", words=log)
        self.assertTrue(said.startswith("standard input:3: winner: nobody has won, and nobody drawn: the cell is empty; --skip leaves"), said)
        result = self.json("rank", "-", "--skip", words=log)
        self.assertEqual(result["plays"], 2)
        self.assertIn("2 lines without a name or a result left out (`skip`)", str(result["notes"]))

    def test_separators_and_decimal_marks(self):
        log = "row;column;outcome\nx;y;0,25\ny;x;0,5\n"
        self.assertIn("'0,25'", self.refused("rank", "-", words=log))
        found, _ = self.totals("-", "--decimal-mark", ",", words=log)
        self.assertEqual(found, {("x", "y"): (2, Fraction(3, 4))})
        said = self.refused("rank", "-", "--decimal-mark", ",", words="row;column;outcome\nx;y;0.25\n")
        self.assertEqual(said, "standard input:2: outcome: '0.25' has a point where the decimal mark is a comma")
        found, _ = self.totals("-", "--separator", "|", words="row|column|outcome\nx,1|y|1\ny|x,1|1\n")
        self.assertEqual(found, {("x,1", "y"): (2, 1)})
        self.assertEqual(self.refused("rank", "-", "--separator", "ab", words=log), "--separator: ab is not one character, or tab")

    def test_charts_with_their_counts_in_them(self):
        found, _ = self.totals("-", words=",x,y,z\nx,-,52% (100),60.5 % (n=40)\ny,48% (100),-,\nz,39.5% (40 games),n/a,\n")
        self.assertEqual({pair: plays for pair, (plays, _) in found.items()}, {("x", "y"): 100, ("x", "z"): 40})
        said = self.refused("rank", "-", words=",x,y\nx,,10-5-3\ny,10-5-3,\n")
        self.assertEqual(said, "standard input:3: 'y' against 'x' has 10-5-3 where 'x' against 'y' has 10-5-3, read as wins, losses and draws: "
                               "one of the two is wrong, unless rows and columns are different sides (--two-sided)")
        said = self.refused("rank", "-", words=",x,y\nx,,10-5-3\ny,40% (18),\n")
        self.assertEqual(said, "standard input:2: cells like 128-69-3 and cells like 65% (197) in one chart; line 3 has the others")
        # Counts by label, whatever their order.
        self.write("counts.csv", ",z,y,x\ny,7,,40\nz,,7,9\nx,9,40,\n")
        found, _ = self.totals("-", "--counts", "counts.csv", words=",x,y,z\nx,,1/40,3/9\ny,39/40,,2/7\nz,6/9,5/7,\n")
        self.assertEqual(found, {("x", "y"): (40, 1), ("x", "z"): (9, 3), ("y", "z"): (7, 2)})
        self.write("counts.csv", ",x,y,w\nx,,4,9\ny,4,,7\nw,,,\n")
        said = self.refused("rank", "-", "--counts", "counts.csv", words=",x,y,z\nx,,1/4,3/9\ny,3/4,,2/7\nz,6/9,5/7,\n")
        self.assertEqual(said, "counts.csv: its labels are not those of the chart, which has a row 'z'")

    def test_seats_that_were_swapped(self):
        """White wins nearly always: by itself that is no strength."""
        games = [("x", "y", "1-0"), ("x", "y", "1/2-1/2"), ("y", "x", "1-0"), ("z", "x", "0-1"), ("y", "x", "0-1"), ("y", "x", "1-0"), ("x", "z", "1-0")]
        log = "white,black,result\n" + "".join(",".join(game) + "\n" for game in games)
        found, result = self.totals("-", "--pair-seats", words=log)
        # Games 1 and 3, games 2 and 5, games 4 and 7; game 6 has no partner.
        self.assertEqual(found, {("x", "y"): (2, Fraction(1, 2) + Fraction(3, 4)), ("x", "z"): (1, 1)})
        self.assertIn("a play is two matches with the seats swapped; 1 match has no partner", str(result["notes"]))
        said = self.refused("rank", "-", "--pair-seats", words="row,column,wins,losses\nx,y,3,1\ny,x,2,2\n")
        self.assertEqual(said, "--pair-seats: counts do not tell which matches go together; it needs a log")
        said = self.refused("rank", "-", "--pair-seats", words="row,column,outcome\nx,y,1\n")
        self.assertEqual(said, "--pair-seats: no strategy of the log was in both seats")
        self.assertEqual(self.refused("rank", "-", "--pair-seats", "--two-sided", words=log), "--pair-seats: with --two-sided a seat is a part of the game")
        # A longer version of the log goes on in a ledger.
        self.write("log.csv", log)
        self.json("rank", "log.csv", "--pair-seats", "--ledger", "league.db")
        self.write("log.csv", log + "x,y,0-1\nx,z,1-0\n")
        again = self.json("rank", "log.csv", "--pair-seats", "--ledger", "league.db")
        self.assertEqual((again["recalled"], again["plays"]), (3, 4))


if __name__ == "__main__":
    main()
