"""Counts and charts in a league's ledger: each look brings all that was played so far."""
import random

from program import Program, main


def counts(**cells):
    """x_y=(wins, losses, draws)"""
    lines = [",".join([*pair.split("_"), *map(str, cell)]) for pair, cell in cells.items()]
    return "\n".join(["row,column,wins,losses,draws", *lines]) + "\n"


WEEK1 = {"x_y": (60, 35, 5), "y_z": (55, 45, 0), "z_x": (40, 58, 2)}
WEEK2 = {"x_y": (130, 62, 8), "y_z": (110, 88, 2), "z_x": (81, 115, 4)}


class Counts(Program):
    def look(self, text, *options, name="counts.csv", code=0):
        self.write(name, text)
        return self.json("rank", name, "--ledger", "league.db", "--resamples", 0, *options, code=code)

    def test_each_match_counts_once(self):
        first = self.look(counts(**WEEK1))
        self.assertEqual((first["plays"], first["recalled"], first["schedule"]), (300, 0, "fixed"))
        self.assertIn("(300 matches are new)", str(first["notes"]))
        again = self.look(counts(**WEEK1))
        self.assertEqual((again["plays"], again["recalled"], again["low"]), (300, 300, first["low"]))
        later = self.look(counts(**WEEK2))
        self.assertEqual((later["plays"], later["recalled"]), (600, 300))
        self.assertIn("between two looks (300 matches are new)", str(later["notes"]))
        # Rows in another order and from the other side are the same counts.
        turned = {"x_z": (115, 81, 4), "z_y": (88, 110, 2), "x_y": (130, 62, 8)}
        self.assertEqual(self.look(counts(**turned))["recalled"], 600)
        # So is a chart of them.
        chart = ",x,y,z\nx,,130-62-8,115-81-4\ny,62-130-8,,110-88-2\nz,81-115-4,88-110-2,\n"
        self.assertEqual(self.look(chart)["recalled"], 600)
        said = self.allnash("rank", "--ledger", "league.db", "--certificate", "proof").stdout
        self.assertIn("(schedule fixed)", said)
        self.assertNotIn("(schedule any)", said)
        self.assertEqual(self.check("proof"), "verified with confidence 0.95")
        # The same answer from two looks of the same counts, on any machine.
        low = self.json("rank", "--ledger", "league.db", "--resamples", 0)["low"]
        (self.folder / "league.db").unlink()
        self.look(counts(**WEEK1))
        self.assertEqual(self.look(counts(**WEEK2))["low"], low)

    def test_the_totals_are_those_of_the_counts(self):
        self.look(counts(**WEEK1))
        self.look(counts(**WEEK2))
        self.allnash("ledger", "export", "league.db", "plays.csv")
        won = {}
        for line in self.read("plays.csv").splitlines()[1:]:
            row, column, _, payoff = line.split(",")
            won.setdefault((row, column), []).append(payoff)
        self.assertEqual({pair: (paid.count("1"), paid.count("0"), paid.count("1/2")) for pair, paid in won.items()},
                         {("x", "y"): (130, 62, 8), ("y", "z"): (110, 88, 2), ("x", "z"): (115, 81, 4)})

    def test_what_falls_is_refused_with_its_line(self):
        self.look(counts(**WEEK2))
        before = (self.folder / "league.db").read_bytes()
        self.write("counts.csv", counts(**{**WEEK2, "y_z": (109, 95, 2)}))
        said = self.refused("rank", "counts.csv", "--ledger", "league.db")
        self.assertEqual(said, "counts.csv:3: 'y' against 'z' got 1 in 109 matches, and in 110 of what league.db has of 'counts.csv'; nothing was "
                               "added, since counts hold all that was played so far (others need another name: --log NAME)")
        self.assertEqual((self.folder / "league.db").read_bytes(), before)

    def test_the_same_counts_under_another_name_are_refused(self):
        self.look(counts(**WEEK1), name="week1.csv")
        self.write("week2.csv", counts(**WEEK2))
        said = self.refused("rank", "week2.csv", "--ledger", "league.db")
        self.assertEqual(said, "week2.csv: it holds all matches that league.db has of 'week1.csv': these may be the same matches at another time, "
                               "or others; nothing was added. --log NAME says which source it is, with that name or a new one")
        self.write("week0.csv", counts(x_y=(6, 3, 0)))
        self.assertTrue(self.refused("rank", "week0.csv", "--ledger", "league.db").startswith("week0.csv: it is held by all matches that "))
        self.assertEqual(self.look(counts(**WEEK2), "--log", "week1.csv", name="week2.csv")["plays"], 600)
        self.assertEqual(self.look(counts(x_y=(6, 3, 0)), "--log", "week0", name="week0.csv")["plays"], 609)
        # Others that overlap neither way are of their own.
        self.assertEqual(self.look(counts(x_y=(900, 2, 0)), name="other.csv")["plays"], 1511)

    def test_a_log_of_the_matches_that_were_counted_is_refused(self):
        self.look(counts(x_y=(3, 2, 0), y_x=(1, 0, 0)))
        log = "row,column,outcome\n" + "x,y,1\n" * 2 + "y,x,0\nx,y,0\ny,x,1\nx,y,0\ny,x,1\n"
        self.write("log.csv", log)
        said = self.refused("rank", "log.csv", "--ledger", "league.db")
        self.assertEqual(said, "log.csv: its matches may be those of the counts 'counts.csv' that league.db has, which tell no order; nothing was "
                               "added. --distinct says that they are others")
        self.assertEqual(self.look(log, "--distinct", name="log.csv")["plays"], 13)

    def test_counts_of_matches_that_a_log_has_are_refused(self):
        """A log of a week, counts of the next, then the log of both: each match counts once, whatever was said before."""
        weeks = [[f"{a},{b},{(t * t + week) % 3 % 2}\n" for t in range(40) for a, b in ("xy", "yz", "zx")] for week in (1, 2)]
        header = "row,column,outcome\n"
        self.assertEqual(self.look(header + "".join(weeks[0]), name="arena.csv")["plays"], 120)
        second = counts(**{f"{a}_{b}": (won := weeks[1].count(f"{a},{b},1\n"), 40 - won, 0) for a, b in ("xy", "yz", "zx")})
        self.write("week2.csv", second)
        for options in ((), ("--log", "other")):
            self.assertEqual(self.refused("rank", "week2.csv", "--ledger", "league.db", *options),
                             "week2.csv: its matches may be those of the log 'arena.csv' that league.db has, and counts tell no order; nothing was "
                             "added. --distinct says that they are others")
        self.assertEqual(self.refused("rank", "week2.csv", "--ledger", "league.db", "--log", "arena.csv"),
                         "week2.csv: league.db has single matches of 'arena.csv', and here are counts; nothing was added, since it cannot be told "
                         "which of them are the same (others need another name: --log NAME)")
        mixed = self.look(second, "--distinct", name="week2.csv")
        self.assertEqual((mixed["plays"], mixed["schedule"]), (240, "fixed"))
        overlap = "promises hold if no match is in two of the log 'arena.csv' and the counts 'week2.csv', which cannot be told of all of them"
        self.assertIn(overlap, mixed["notes"])
        self.write("arena.csv", header + "".join(weeks[0] + weeks[1]))
        self.assertEqual(self.refused("rank", "arena.csv", "--ledger", "league.db"),
                         "arena.csv: its new matches may be those of the counts 'week2.csv' that league.db has, which tell no order; nothing was "
                         "added. --distinct says that they are others")
        later = self.json("rank", "--ledger", "league.db", "--resamples", 0)
        self.assertEqual(later["plays"], 240)
        self.assertIn(overlap, later["notes"])
        self.assertIn("the counts 'week2.csv' tell no order: promises hold if results did not decide who met whom, and how often, between two looks",
                      later["notes"])
        shown = self.allnash("ledger", "show", "league.db").stdout
        self.assert_has(shown, "log        arena.csv: 120 matches\n", "counts     week2.csv: 120 matches, of which it is assumed that", "assumed    no match is in two")
        self.assertEqual(self.json("ledger", "show", "league.db")["plays"]["logs"],
                         [{"name": "arena.csv", "matches": 120}, {"name": "week2.csv", "matches": 120, "form": "counts"}])

    def test_counts_of_what_a_run_played_are_refused(self):
        """A ledger's own plays, counted."""
        self.allnash("solve", "family:rps,n=3", "--noisy", "--coin", "--symmetric", "--payoff-range", "-1,1", "--epsilon", "1/2", "--row-names",
                     self.write("names", "x\ny\nz\n"), "--column-names", "names", "--ledger", "league.db")
        self.write("counts.csv", counts(x_y=(6, 3, 0)))
        said = self.refused("rank", "counts.csv", "--ledger", "league.db", "--payoff-range", "-1,1")
        self.assertIn("its matches may be those of the runs that league.db has, and counts tell no order", said)

    def test_pairs_stay_pairs(self):
        """What was read by `--pair-seats` is not added again as single matches, nor the other way round."""
        luck = random.Random(1)
        log = self.write("log.csv", "row,column,outcome\n" + "".join(f"{seats},{luck.randrange(2)}\n" for _ in range(21) for seats in ("x,y", "y,x")))
        for first, then, said in ((["--pair-seats"], [], "has pairs of matches (--pair-seats) of 'log.csv', and here are single matches;"),
                                  ([], ["--pair-seats"], "has single matches of 'log.csv', and here are pairs of matches (--pair-seats);")):
            first_look = self.json("rank", log, "--ledger", "league.db", *first)
            self.assertIn(said, self.refused("rank", log, "--ledger", "league.db", *then))
            self.write("copy.csv", self.read(log))
            self.assertIn("and only one of the two is read by --pair-seats; nothing was added", self.refused("rank", "copy.csv", "--ledger", "league.db", *then))
            later = self.json("rank", "--ledger", "league.db")
            self.assertEqual(later["plays"], first_look["plays"])
            self.assertEqual(any("a play of 'log.csv' is two matches with the seats swapped" in note for note in later.get("notes", [])), bool(first))
            self.assertEqual("pairs      log.csv: 21 pairs of matches" in self.allnash("ledger", "show", "league.db").stdout, bool(first))
            (self.folder / "league.db").unlink()

    def test_what_does_not_tell_matches_is_refused(self):
        self.write("chart.csv", ",x,y\nx,,65% (200)\ny,35% (200),\n")
        self.assertEqual(self.refused("rank", "chart.csv", "--ledger", "league.db"),
                         "chart.csv: means do not tell single matches, which a ledger keeps; it takes wins, losses and draws, as counts or as "
                         "cells like 128-69-3")
        said = self.refused("rank", "-", "--ledger", "league.db", words=counts(**WEEK1))
        self.assertEqual(said, "standard input: counts are known by their name, so that each match counts once; say it by --log NAME")
        self.assertEqual(self.files(), {"chart.csv"})
        self.json("rank", "-", "--ledger", "league.db", "--log", "mine", words=counts(**WEEK1))


if __name__ == "__main__":
    main()
