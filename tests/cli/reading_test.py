"""Which columns of a file say what was played, and what its numbers mean: read without a guess, or refused with the options that tell."""
import json
import random

from program import Program, main


def records(header, *rows):
    """The same as JSON lines."""
    return "".join(json.dumps(dict(zip(header.split(","), row.split(",")))) + "\n" for row in rows)


def table(header, *rows, separator="\n"):
    return separator.join([header, *rows]) + separator


class Reading(Program):
    def ranked(self, text, *options):
        # As bytes: line ends stay as they are.
        (self.folder / "file").write_bytes(text.encode())
        return self.json("rank", "file", "--resamples", 0, *options)

    def plays(self, text, *options):
        return self.ranked(text, *options)["plays"]

    def notes(self, text, *options):
        return " ".join(self.ranked(text, *options).get("notes", []))

    def refusal(self, text, *options):
        (self.folder / "file").write_bytes(text.encode())
        return self.refused("rank", "file", "--resamples", 0, *options)

    def means(self, text, *options):
        return {(one["row"], one["column"]): (one["plays"], one["mean"]) for one in self.ranked(text, *options)["pairings"]}


class LogsAndCounts(Reading):
    def test_a_winner_beats_columns_that_look_like_counts(self):
        """Games within a match, wins so far, a rating: three matches stay three."""
        for header, rows in (
                ("player_a,player_b,winner,wins,losses", ("A,B,A,11,2", "B,C,B,8,5", "C,A,C,7,6")),
                ("white,black,result,w,l", ("A,B,1-0,11,2", "B,C,0-1,5,8", "C,A,1/2-1/2,7,6")),
                ("home,away,winner,won,lost", ("A,B,A,11,2", "B,C,B,8,5", "C,A,C,7,6")),
                ("model_a,model_b,winner,n,mean", ("A,B,model_a,11,0.4", "B,C,model_b,8,0.5", "C,A,tie,7,0.3")),
                ("model_a,model_b,winner,games,average", ("A,B,model_a,10,0.4", "B,C,model_b,12,0.5", "C,A,tie,17,0.3")),
                ("row,column,outcome,n,mean", ("A,B,1,10,0.4", "B,C,0,12,0.5", "C,A,0.5,17,0.3")),
                ("row,column,score,wins,losses", ("A,B,1,3,9", "B,C,0,6,2", "C,A,0.5,5,1")),
                ("a,b,winner_a,winner_b,winner_tie,wins,losses", ("A,B,1,0,0,5,2", "B,C,0,1,0,3,4", "C,A,1,0,0,9,1"))):
            for text in (table(header, *rows), records(header, *rows)):
                self.assertEqual(self.plays(text), 3, text)
                self.assertRegex(self.notes(text), "each line is one match, by '.*' are not read")
        # What each side scored is neither counts nor the result.
        log = table("home_team,away_team,home_games,away_games,winner", "A,B,3,2,A", "A,C,1,3,C")
        self.assertEqual((self.plays(log), self.notes(log)), (2, ""))
        self.assertNotIn("look", self.refusal(table("home_team,away_team,home_score,away_score", "A,B,2,1", "B,A,0,0")))
        log = table("player_a,player_b,winner,wins,losses", "A,B,A,1,12", "A,B,A,8,5", "A,B,A,7,6")
        self.assertEqual(self.means(log), {(0, 0): (3, 1)})
        self.assertEqual(self.plays(log, "--count", "wins,losses"), 39)

    def test_a_rate_beside_its_counts_changes_nothing(self):
        for text in (table("row,column,wins,losses,score", "A,B,3,1,0.75", "B,C,2,2,0.5", "C,A,1,3,0.25"),
                     table("row,column,wins,losses,score", "A,B,2,1,0.667", "B,C,2,2,0.500", "C,A,1,4,0.200"),
                     table("row,column,wins,losses,ties,score", "A,B,3,1,1,3.5", "B,C,2,1,0,2", "C,A,1,3,0,1"),
                     table("row,column,wins,losses,result", "A,B,3,1,75%", "B,C,2,2,50%", "C,A,1,3,25%")):
            self.assertEqual(self.plays(text), 12)
            self.assertRegex(self.notes(text), "of 'wins'.* and '.*': lines are read as so many matches")

    def test_a_file_of_two_readings_is_refused_with_both(self):
        text = table("row,column,wins,losses,score", "A,B,3,0,1", "B,C,2,0,1", "C,A,0,3,0")
        self.assertEqual(self.refusal(text), "file: it can be read in two ways: each line is one match, by 'score' (--count 1), or as many as "
                                             "'wins' and 'losses' say (--count wins,losses)")
        self.assertEqual((self.plays(text, "--count", "1"), self.plays(text, "--count", "wins,losses")), (3, 8))
        self.assertEqual(self.plays(text, "--result", "score"), 3)
        text = table("row,column,n,mean,payoff", "A,B,30,0.4,0.3", "B,C,20,0.5,0.6")
        self.assertIn("(--count 1), or as many as 'n' and 'mean' say (--count n)", self.refusal(text))
        self.assertEqual((self.plays(text, "--count", "1"), self.plays(text, "--count", "n")), (2, 50))

    def test_rates_of_many_matches_are_not_one_each(self):
        for header, rows, options in (
                ("Deck,Foe,Num Matches,Rate", ("A,B,87999,52.3", "B,C,100,48.1"), ("--sides", "Deck,Foe", "--result", "Rate")),
                ("Deck,Foe,Battles,Rate", ("A,B,87999,.523", "B,C,100,.481"), ("--sides", "Deck,Foe", "--result", "Rate")),
                ("row,column,games,score", ("A,B,87999,0.523", "B,C,100,0.4"), ()),
                ("bot_1,bot_2,episodes,score", ("A,B,87999,0.523", "B,C,100,0.4"), ()),
                ("row,column,matches,outcome", ("A,B,87999,52.3%", "B,C,100,40%"), ())):
            plays = header.split(",")[2]
            for more in ((), ("--payoff-range", "0,100")):
                for text in (table(header, *rows), records(header, *rows)):
                    said = self.refusal(text, *options, *more)
                    self.assertRegex(said, "two ways: each line is one match, by '.*' [(]--count 1[)], or as many as .*(--count|'Num Matches')")
            hundred = () if "%" in rows[0] or "0." in rows[1] or ",." in rows[0] else ("--payoff-range", "0,100")
            self.assertEqual(self.plays(table(header, *rows), *options, "--count", plays, *hundred), 88099)
            self.assertEqual(self.plays(table(header, *rows), *options, "--count", 1, *hundred), 2)
        # Many lines of JSON, of which only the first are kept whole.
        text = records("Deck,Foe,Battles,Rate", *(f"A,B,{100 + t % 7},0.52" for t in range(300)))
        self.assertIn("two ways", self.refusal(text, "--sides", "Deck,Foe", "--result", "Rate"))
        # Numbers of games in a row, and lines of one match each, are no counts.
        self.assertEqual(self.plays(table("n,row,column,outcome", "1,A,B,0.5", "2,B,C,0.25", "3,C,A,1")), 3)
        self.assertEqual(self.plays(table("games,row,column,outcome", "1,A,B,0.5", "1,B,C,0.25", "1,C,A,1")), 3)

    def test_results_with_their_number(self):
        """As `select ..., count(*) group by` writes them."""
        text = table("white,black,result,count", "A,B,1-0,37", "A,B,0-1,22", "A,B,1/2-1/2,10")
        self.assertIn("(--count 1), or as many as 'count' says (--count count)", self.refusal(text))
        ((plays, mean),) = self.means(text, "--count", "count").values()
        self.assertEqual((plays, round(69 * mean, 2)), (69, 42))
        flags = table("a,b,winner_a,winner_b,winner_tie,k", "A,B,1,0,0,5", "A,B,0,1,0,4", "B,A,0,0,1,2")
        self.assertEqual((self.plays(flags), self.plays(flags, "--count", "k")), (3, 11))
        # From both sides it is the same table twice.
        text = table("white,black,result,count", *(f"{a},{b},{r},{n}" for a, b, s in (("A", "B", 1), ("B", "A", 0)) for r, n in
                                                   (("1-0", 3700 + s), ("0-1", 3701 - s))))
        self.assertIn("from the other side", self.refusal(text, "--count", "count"))

    def test_counts_that_are_not_all_of_the_matches(self):
        """Ties without a column of their own. Fails where wins and losses are taken for all matches, though another column counts more."""
        for header, said in (("a,b,wins,losses,games", "'wins' and 'losses' add up to 8, and 'games' says 10: a column 'ties' has those that are ties"),
                             ("a,b,w,l,n", "'w' and 'l' add up to 8, and 'n' says 10: a column 'ties' has those that are ties"),
                             ("a,b,won,lost,Total Matches", "'won' and 'lost' add up to 8, and 'Total Matches' says 10: a column 'ties' has those that are ties")):
            text = table(header, "A,B,3,5,10", "B,C,4,5,9")
            wins, losses = header.split(",")[2:4]
            self.assertEqual(self.refusal(text), f"file:2: {said}\n`allnash rank file --count {wins},{losses}` leaves the rest out")
            self.assertEqual(self.plays(text, "--count", f"{wins},{losses}"), 17)
        self.assertIn("'wins', 'losses' and 'ties' add up to 9, and 'games' says 10\n",
                      self.refusal(table("a,b,wins,losses,ties,games", "A,B,3,5,1,10", "B,C,4,5,0,9")))
        # What agrees is read, and so is a column that counts something else: lines, or sets within a match.
        for text, plays in ((table("a,b,wins,losses,games", "A,B,3,5,8", "B,C,4,5,9"), 17),
                            (table("a,b,wins,losses,ties,games", "A,B,3,5,2,10", "B,C,4,5,0,9"), 19),
                            (table("n,a,b,wins,losses", "1,A,B,3,5", "2,B,C,4,5"), 17),
                            (table("a,b,wins,losses,runs", "A,B,3,5,90", "B,C,4,5,2"), 17)):
            self.assertEqual(self.plays(text), plays)

    def test_headings_of_counts(self):
        for header in ("Player 1,Player 2,Num Matches,Win Rate", "Team A,Team B,Games Played,WR", "p1,p2,sample_size,win%"):
            self.assertEqual(self.plays(table(header, '"A","B","87,999",0.5', "B,C,1,1")), 88000)
        self.assertEqual(self.plays(table("hero,foe,V,D", "A,B,4,3"), "--sides", "hero,foe", "--count", "V,D"), 7)
        self.assertEqual(self.plays(table("hero,foe,V,D,N", "A,B,4,3,2"), "--sides", "hero,foe", "--count", "V,D,N"), 9)
        text = table("row,column,wins,losses", "A,B,4,3")
        self.assertEqual(self.refusal(text, "--count", "wns"), "file: count: no heading is 'wns'; there are row, column, wins, losses")
        self.assertIn("is not a heading C, nor headings W,L or W,L,T", self.refusal(text, "--count", "a,b,c,d"))
        self.assertIn("no heading says who won: 'winner', 'outcome', 'wins' and 'losses', or 'plays' and 'mean'",
                      self.refusal(table("row,column,x", "A,B,4")))


class Numbers(Reading):
    def test_percent_beside_parts_of_one(self):
        for text in (",Ann,Bob,Cid\nAnn,,0.55 (100),60% (100)\nBob,,,45% (50)\nCid,,,\n", ",Ann,Bob,Cid\nAnn,,0.55,60%\nBob,,,45%\nCid,,,\n",
                     "row,column,plays,mean\nAnn,Bob,100,0.55\nAnn,Cid,100,60%\nBob,Cid,50,45%\n",
                     "row,column,outcome\nAnn,Bob,0.55\nAnn,Cid,60%\nBob,Cid,45%\n"):
            self.assertRegex(self.refusal(text), "^file:2: .*'0.55' has no %, and another cell has 60%: it may be 55% or 0.55%; with "
                                                 "--payoff-range 0,1 it is 55%, with --payoff-range 0,100 0.55%$")
            for unit, range_ in ((0.01, "0,1"), (1, "0,100")):
                counted = () if "(" in text or "plays" in text or "outcome" in text else ("--matches-each", 50)
                means = [one["mean"] for one in self.ranked(text, "--payoff-range", range_, *counted)["pairings"]]
                for mean, expected in zip(means, (0.55, 60 * unit, 45 * unit)):
                    self.assertAlmostEqual(mean, expected)
        # Numbers above 1 are percent where others are; a strategy against itself may be written as a part.
        self.assertEqual([one["mean"] for one in self.ranked(",Ann,Bob,Cid\nAnn,0.5,55,60%\nBob,,,45%\nCid,,,\n", "--matches-each", 9)["pairings"]],
                         [55, 60, 45])
        said = self.refused("solve", "-", "--labels", words=",x,y\nx,50%,0.6\ny,40%,50%\n")
        self.assertTrue(said.startswith("standard input:2: the chart has '0.6' and '50%': the first may be 60% or 0.6%; with a % in every cell"), said)

    def test_percent_in_counts_and_logs(self):
        for text, options in (("row,column,plays,mean\nA,B,100,51.06%\nB,C,50,40 %\n", ()),
                              ("row;column;plays;mean\nA;B;100;51,06 %\nB;C;50;40%\n", ("--decimal-mark", ","))):
            result = self.ranked(text, *options)
            self.assertEqual((result["range"], [one["mean"] for one in result["pairings"]], result["percent"]), (["0", "100"], [51.06, 40], True))
        self.assertEqual([one["mean"] for one in self.ranked("row,column,plays,mean\nA,B,100,51.06%\n", "--payoff-range", "0,1")["pairings"]], [0.5106])
        self.assertEqual(self.means("row,column,outcome\nA,B,100%\nA,B,50%\n"), {(0, 0): (2, 75)})
        self.assertIn("is written with a %: outcomes lie between 0 and 100", self.notes("row,column,outcome\nA,B,100%\nA,B,50%\n"))

    def test_percent_charts_win(self):
        text = ",x,y,z\nx,,52% (400),60% (400)\ny,,,45% (50)\nz,,,\n"
        (self.folder / "file").write_text(text)
        said = self.allnash("rank", "file", "--report", "page.html").stdout
        self.assertRegex(" ".join(said.split()), "scores [0-9.]+% .* wins at least [0-9.]+% of its matches")
        self.assertNotIn("earns", said)
        self.assertIs(self.data("page.html")["league"]["percent"], True)

    def test_thousands(self):
        for cells, options in (('"1,000","2,000"', ()), ("1 000,2 000", ()), ("1\u202f000,2\u00a0000", ()), ("1'000,2\u2019000", ()),
                               ("1000.0,2000", ())):
            self.assertEqual(self.plays(f"row,column,wins,losses\nA,B,{cells}\n", *options), 3000, cells)
        text = "row;column;wins;losses\nA;B;1.000;2.000\n"
        self.assertEqual(self.refusal(text), "file:2: wins: '1.000' may be 1 or 1000: with --decimal-mark , points group thousands; otherwise write 1")
        self.assertEqual(self.plays(text, "--decimal-mark", ","), 3000)
        self.assertIn("with --decimal-mark , points group thousands, and it is 1050", self.refusal("row;column;wins;losses\nA;B;950;1.050\n"))
        self.assertEqual(self.plays('row,column,wins,losses\nA,B,"12,34,567",0\n'), 1234567)
        self.assertEqual(self.plays(',x,y\nx,,"52% (1,234)"\ny,,\n'), 1234)
        self.assertIn("'1.234' is not a count", self.refusal(",x,y\nx,,52% (1.234)\ny,,\n"))
        self.assertIn("'1,5' is not a number", self.refusal('row,column,wins,losses\nA,B,"1,5",2\n'))

    def test_scores_of_a_pair(self):
        text = ",x,y,z\nx,,6-4,3-2\ny,4-6,,1\u20131\nz,2-3,1-1,\n"
        self.assertEqual(self.plays(text), 17)
        self.assertIn("cells like 128-69 are read as wins and losses of the row", self.notes(text))
        self.assertIn("has 5-6 where 'x' against 'y' has 6-4, read as wins and losses", self.refusal(text.replace("4-6", "5-6")))
        self.assertIn("no two headings name the sides", self.refusal("player,record\nann,12-5\nbob,8-3\n"))
        for text in (table("home,away,score", "A,B,6-4", "B,A,3-2"), table("row,column,outcome", "A,B,1", "B,A,6-4")):
            self.assertRegex(self.refusal(text), "can be read in two ways:\n`allnash rank file --count (score|outcome)` takes a line as so many games\n")
        self.assertRegex(self.refusal(table("row,column,plays,mean", "A,B,10,6-4")),
                         "a score such as 6-4 .*: who won in a column 'winner', or both numbers in columns 'wins' and 'losses'")


class Names(Reading):
    def test_names_that_are_numbers_make_no_chart(self):
        self.assertEqual(self.plays("row,column,outcome\n1,2,1\n2,1,0\n1,1,1\n", "--two-sided"), 3)
        result = self.ranked("attacker,defender,wins,losses\n1,2,1,4\n2,1,0,5\n", "--two-sided")
        self.assertEqual((result["plays"], result["row_labels"], result["column_labels"]), (10, ["1", "2"], ["2", "1"]))
        chart = self.ranked(",left,right\nleft,0.58,0.95\nright,0.93,0.7\n", "--two-sided")
        self.assertEqual((chart["plays"], chart["column_labels"]), (0, ["left", "right"]))

    def test_numbers_that_are_names_of_winners(self):
        log = table("p1,p2,Winner", "17,23,17", "23,17,17")
        for options in ((), ("--result", "Winner"), ("--winner", "name"), ("--result", "Winner", "--winner", "name")):
            self.assertEqual(self.means(log, *options), {(0, 1): (2, 1)})
        log = table("p1,p2,champ", "1,2,1", "2,1,1", "1,2,2")
        self.assertIn("can mean two things: by name '1' won against '2', by side '2' won", self.refusal(log, "--result", "champ"))
        log = log.replace("1,2,2\n", "")
        self.assertEqual(self.means(log, "--result", "champ", "--winner", "side"), {(0, 1): (2, 0.5)})
        self.assertEqual(self.means(table("p1,p2,Winner", "1,2,1", "2,1,1"), "--result", "Winner", "--winner", "name"), {(0, 1): (2, 1)})
        log = table("p1,p2,champ", "1,0,1", "0,1,1")
        self.assertEqual(self.means(log.replace("champ", "outcome")), {(0, 1): (2, 0.5)}, "what the first side got, as ever")
        for options in (("--result", "champ"), ()):
            text = log if options else log.replace("champ", "result")
            self.assertRegex(self.refusal(text, *options), "the numbers in '(champ|result)' may be names of strategies, so that they say who won, or "
                                                           "what the first side got: --winner name or --payoff-range 0,1 says which")
            self.assertEqual(self.means(text, *options, "--winner", "name"), {(0, 1): (2, 1)})
            self.assertEqual(self.means(text, *options, "--payoff-range", "0,1"), {(0, 1): (2, 0.5)})

    def test_only_names_who_is_there(self):
        log = "row,column,wins,losses\nrock,paper,3,1\npaper,lizard,2,2\n"
        self.write("only.txt", "rock\r\npaper\r\n\r\nlizzard\r\n")
        self.assertEqual(self.refusal(log, "--only", "only.txt"), "only.txt:4: nobody is called 'lizzard'")
        self.write("only.txt", "rock\rpaper\r")
        self.assertEqual(self.ranked(log, "--only", "only.txt")["labels"], ["rock", "paper"])

    def test_a_field_whose_first_line_is_bad(self):
        log = "row;column;wins;losses\nrock;paper;3;1\npaper;rock;3;1\n"
        form = "a line is name,share, with a share of 0 or more"
        for field, said in (("rock,o.5\npaper,0.5\n", f"field.csv:1: {form}"), ("rock,0.5.1\npaper,0.5\n", f"field.csv:1: {form}"),
                            ("rock,half\npaper,half\n", f"field.csv:2: {form}"), ("rock\npaper,1\n", f"field.csv:1: {form}"),
                            ("rock;0,5\npaper;0,5\n", f"field.csv:1: {form}; --decimal-mark , reads decimal commas"),
                            ("rock,60%\npaper,40\n", "field.csv:2: a share without a %, and that of line 1 has one")):
            self.write("field.csv", field)
            self.assertEqual(self.refusal(log, "--field", "field.csv"), said)
        for field, options in (("name,share\nrock,60%\npaper,40%\n", ()), ("rock;0,6\npaper;0,4\n", ("--decimal-mark", ",")),
                               ("deck,meta share\rrock,3\rpaper,2\r", ())):
            self.write("field.csv", field)
            self.assertEqual(self.ranked(log, "--field", "field.csv", *options, "--resamples", 20)["field"]["shares"], {"0": 0.6, "1": 0.4})


class Files(Reading):
    GAMES = [{"white": "A", "black": "B", "result": "1-0"}, {"white": "B", "black": "A", "result": "1-0"}]

    def test_json_that_holds_the_games(self):
        for whole, plays in (({"games": self.GAMES}, 2), ({"players": [{"name": "A", "elo": 3}], "games": self.GAMES}, 2),
                             ({"data": {"page": 1, "games": self.GAMES}}, 2), ({"errors": [], "games": self.GAMES}, 2)):
            for text in (json.dumps(whole), json.dumps(whole) + "\n\n", json.dumps(whole, indent=1)):
                self.assertEqual(self.plays(text), plays, text)
        self.assertIn("the matches are those in 'games'", self.notes(json.dumps({"players": [{"name": "A"}], "games": self.GAMES})))
        pages = "".join(json.dumps({"page": t, "games": [{**self.GAMES[0], "black": name}]}) + "\n" for t, name in enumerate("BCD"))
        self.assertEqual(self.plays(pages), 3)
        # A record that has an array of its own is one match.
        self.assertEqual(self.plays(json.dumps({**self.GAMES[0], "moves": [{"white": "e4", "black": "e5", "result": "1-0"}] * 3}) + "\n"), 1)
        self.assertIn("two arrays of objects", self.refusal(json.dumps({"games": self.GAMES, "more": self.GAMES})))

    def test_lines_that_end_in_cr_alone(self):
        games = "".join(f'[White "{a}"]\n[Black "{b}"]\n[Result "1-0"]\n\n1. e4 ; best by test\n e5 {{a\ncomment}} 1-0\n\n' for a, b in ("AB", "BC", "CA"))
        csv = "white,black,result\nA,B,1-0\nB,C,0-1\nC,A,1-0\n"
        lines = "".join(json.dumps(one) + "\n" for one in [*self.GAMES, {**self.GAMES[0], "black": "C"}])
        engines = "".join(f"Finished game {t + 1} ({a} vs {b}): 1-0 {{x}}\n" for t, (a, b) in enumerate(("AB", "BC", "CA")))
        for text in (games, csv, lines, engines):
            for end in ("\r", "\n", "\r\n", "\r\r\n"):
                self.assertEqual(self.plays(text.replace("\n", end)), 3, repr(end))
        self.assertTrue(self.refusal("white,black,result\rA,B,1-0\rB,C,what\r").startswith("file:3: the winner 'what'"))

    def test_a_tournament_that_goes_on(self):
        """Four games at a time: a long one ends after its successors, and the log is kept all the same."""
        pairs = ["A vs B", "B vs C", "C vs A"]
        out, started, running, lots = [], 0, [], random.Random(2)
        results = [lots.choice(["1-0", "0-1", "1/2-1/2"]) for _ in range(100)]
        while started < 60 or running:
            while len(running) < 4 and started < 60:
                started += 1
                running.append(started)
                out.append(f"Started game {started} of 60 ({pairs[started % 3]})")
            # Games 8 and 30 take long.
            ends = lots.choice([game for game in running if game not in (8, 30) or started in (60, game + 20)])
            running.remove(ends)
            out.append(f"Finished game {ends} ({pairs[ends % 3]}): {results[ends]} {{x}}")
        known = 0
        for count in range(out.index(next(line for line in out if "Finished game 1 " in line)) + 1, len(out), 9):
            text = "\n".join(out[:count]) + "\n"
            result = self.ranked(text, "--ledger", "league.db", "--log", "cup")
            self.assertEqual(result["recalled"], known)
            known = result["plays"]
        self.assertIn(known, range(1, 61))
        text = "\n".join([*out, "Finished match"]) + "\n"
        self.assertEqual(self.plays(text, "--ledger", "league.db", "--log", "cup"), 60)
        self.assertEqual(self.plays(text), 60)
        part = "\n".join(out[:out.index(f"Started game 25 of 60 ({pairs[25 % 3]})")]) + "\n"
        self.assertRegex(self.notes(part), "game 8 is not finished, and [0-9]+ later games that are wait for it")
        self.assertEqual(self.plays(part), 7)
        self.assertGreater(self.plays(part, "--skip"), 15)
        self.assertIn("--skip an unfinished game is left out instead", " ".join(self.allnash("rank", "file").stdout.split()))
        # Of finished games alone a number that is missing may come, unless many have come since.
        done = [line for line in out if line.startswith("Finished") and " 8 " not in line]
        self.assertEqual(self.plays("\n".join(done[:20]) + "\n"), 7)
        many = [f"Finished game {t} (A vs B): {results[t]} {{x}}" for t in range(1, 90) if t != 8]
        self.assertEqual(self.plays("\n".join(many) + "\n"), 88)

    def test_a_log_whose_earlier_games_fill_in(self):
        """As the games of a round that is broadcast."""
        lots = random.Random(5)
        games = [(*lots.sample("ABCD", 2), lots.choice(["1-0", "0-1", "1/2-1/2"])) for _ in range(150)]

        def pgn(count, *open_games):
            return "".join(f'[White "{a}"]\n[Black "{b}"]\n[Result "{"*" if t in open_games else result}"]\n\n'
                           for t, (a, b, result) in enumerate(games[:count]))

        kept = ("--ledger", "league.db", "--log", "cup")
        self.assertEqual(self.plays(pgn(20, 11, 15), *kept), 11)
        self.assertIn("the game of line 45 is not finished, and 7 later matches wait for it", self.notes(pgn(20, 11, 15), *kept))
        self.assertEqual(self.plays(pgn(30, 15), *kept), 15)
        self.assertEqual(self.plays(pgn(40), *kept), 40)
        self.assertEqual(self.plays(pgn(150, 41), *kept), 149, "broken off")
        self.assertEqual((self.plays(pgn(20, 11, 15)), self.plays(pgn(20, 11), "--skip", "--ledger", "other.db")), (18, 19))


if __name__ == "__main__":
    main()
