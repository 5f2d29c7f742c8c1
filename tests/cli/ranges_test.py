"""`--payoff-range` and `--epsilon` on the command line: what is printed, what is refused, what is kept."""
from program import Program, main

EXAMPLE = "1/2,0,1\n0,1,1/2\n"  # with payoffs in [0, 1] five of six will do


class Ranges(Program):
    def solved(self, *options, csv=EXAMPLE, code=0):
        return self.json("solve", "-", *options, words=csv, code=code)

    def test_json_says_what_the_proof_needed(self):
        result = self.solved("--payoff-range", "0,1", "--method", "lazy")
        expected = {"status": "proved", "value": "1/3", "payoff_range": ["0", "1"], "range_used": True, "floor": 6, "hindsight": 5,
                    "range_floor": 5}
        self.assertEqual({key: result[key] for key in expected}, expected)
        full = self.solved("--payoff-range", "0,1", "--method", "full")
        self.assertEqual((full["range_used"], full["hindsight"], full["hindsight_ratio"]), (False, 5, 1.2))

    def test_within_a_tolerance(self):
        result = self.solved("--payoff-range", "0,1", "--epsilon", "0.4", csv="0.2,0.4,0.6\n0.3,0.3,0.3\n0.1,0.9,0.5\n")
        self.assertEqual((result["status"], result["epsilon"]), ("within", "2/5"))
        self.assertTrue(isinstance(result["row_strategy"], dict) and isinstance(result["column_strategy"], dict))
        self.assertTrue(result["floor"] is None and result["ratio"] is None)
        self.assertNotIn("value", result)

    def test_a_stopped_run_has_strategies_as_soon_as_they_are_known(self):
        none = self.solved("--budget", 1, code=3)
        self.assertEqual([none[key] for key in ("row_strategy", "column_strategy", "low", "high")], [None] * 4)
        ranged = self.solved("--budget", 1, "--payoff-range", "0,1", code=3)
        self.assertEqual((ranged["low"], ranged["high"]), ("0", "1"))
        self.assertTrue(isinstance(ranged["row_strategy"], dict) and isinstance(ranged["column_strategy"], dict))
        symmetric = self.solved("--budget", 1, "--payoff-range", "0,1", "--symmetric", code=3,
                                csv="0.5,1,0,1\n0,0.5,1,1\n1,0,0.5,1\n0,0,0,0.5\n")
        self.assertEqual(symmetric["value"], "1/2")

    def test_the_text_says_the_same_for_people(self):
        proved = self.allnash("solve", "-", "--payoff-range", "0,1", "--method", "full", words=EXAMPLE).stdout
        self.assert_has(proved, "hindsight  5 of these prove the answer, given the range: 1.200", "range      checked, but not used")
        within = self.allnash("solve", "-", "--epsilon", 2, words=EXAMPLE).stdout
        self.assert_has(within, "the value to within 2", "guarantees at least", "concedes at most")

    def test_certificates_are_written_and_verified(self):
        self.write("game.csv", EXAMPLE)
        for options in (["--payoff-range", "0,1", "--epsilon", "0.7"], ["--epsilon", "0.7"], ["--payoff-range", "0,1"]):
            self.allnash("solve", "game.csv", "--certificate", "proof", *options)
            self.assertEqual(self.check("proof", "game.csv"), "verified")
        self.check("proof", self.write("other.csv", "1/2,0,1\n0,1,3/2\n"), code=1)

    def test_refusals(self):
        two, above = "is not two numbers A,B with A < B", "is not a number above 0, such as 0.05 or 1/20"
        for options, said in ((["--payoff-range", "0,0.9"], "entry (0, 2): the payoff 1 is outside the payoff range 0,9/10"),
                              (["--payoff-range", "1,1"], f"payoff-range: 1,1 {two}"),
                              (["--payoff-range", "2,1"], f"payoff-range: 2,1 {two}"),
                              (["--payoff-range", "0,inf"], f"payoff-range: 0,inf {two}"),
                              (["--payoff-range", "0"], f"payoff-range: 0 {two}"), (["--epsilon", "0"], f"epsilon: 0 {above}"),
                              (["--epsilon=-1"], f"epsilon: -1 {above}"), (["--epsilon", "nan"], f"epsilon: nan {above}"),
                              (["--method", "random-play"], "method random-play: it needs --payoff-range and --epsilon")):
            self.assertIn(said, self.refused("solve", "-", *options, words=EXAMPLE))

    def test_nothing_is_lost_of_what_an_oracle_answered_before_the_payoff_outside(self):
        oracle = "while read i j; do echo $(( (i + j) % 2 + (i == 2 ? 5 : 0) )); done"
        run = ["solve", "oracle", "--oracle", oracle, "--rows", 3, "--columns", 3, "--ledger", "run.db", "--method", "full"]
        self.assertIn("is outside the payoff range 0,1", self.refused(*run, "--payoff-range", "0,1"))
        self.assertGreater(self.json("ledger", "show", "run.db")["payoffs"], 0)
        # From the file it is refused in the same words, and without the range it serves.
        self.assertIn("is outside the payoff range 0,1", self.refused(*run, "--payoff-range", "0,1"))
        self.allnash(*run)


class Charts(Program):
    """As people have them: percentages, gaps, one triangle, rounded cells."""

    def solved(self, chart, *options, code=0):
        return self.json("solve", "-", "--labels", *options, words=chart, code=code)

    def test_percentages_have_their_own_range(self):
        result = self.solved(",x,y,z\nx,50%,60 %,40.0%\ny,40%,50%,60%\nz,60%,40%,50%\n", "--symmetric")
        self.assertEqual((result["status"], result["value"]), ("proved", "50"))
        self.assertEqual(result["row_strategy"], {"0": "1/3", "1": "1/3", "2": "1/3"})
        self.assertIn("160", self.refused("solve", "-", "--labels", words=",x,y\nx,50%,160%\ny,40%,50%\n"))

    def test_one_triangle_is_enough(self):
        self.assertEqual(self.solved(",x,y,z\nx,-,60%,40%\ny,,,60%\nz,n/a,,\n", "--symmetric")["value"], "50")
        half = self.solved(",x,y\nx,,0.7\ny,,\n", "--symmetric", "--payoff-range", "0,1")
        self.assertEqual(half["row_support"], [0])

    def test_rounded_cells_are_mended_and_told(self):
        chart = ",x,y,z\nx,,52.4%,47.1%\ny,47.7%,,51%\nz,52.9%,49%,\n"
        self.assertEqual(self.solved(chart, "--symmetric")["status"], "proved")
        for form in ([], ["--json"]):
            text = self.allnash("solve", "-", "--labels", "--symmetric", *form, words=chart).stdout
            self.assertIn("1 pair of cells misses its sum by rounding", text)
        self.refused("solve", "-", "--labels", "--symmetric", words=",x,y\nx,,52%\ny,45%,\n")  # too far apart for rounding
        self.refused("solve", "-", "--labels", "--symmetric", words=",x,y\nx,0,3\ny,-2,0\n")  # whole numbers are not rounded

    def test_what_is_unknown_is_not_asked_for(self):
        chart = ",x,y,z\nx,,60%,\ny,,,60%\nz,,,\n"
        result = self.solved(chart, "--symmetric", code=3)
        self.assertEqual((result["status"], result["value"]), ("stopped", "50"))
        self.assertEqual(result["stop_reason"], "chart: cells that the answer needs are blank")
        self.assertIn("x,z", self.allnash("solve", "-", "--labels", "--symmetric", "--plan", words=chart).stdout)
        # Where it is not needed it is not missed.
        result = self.solved(",x,y\na,3,1\nb,0,-\n", "--payoff-range", "0,3", code=3)
        self.assertEqual(result["stop_reason"], "chart: cells that the answer needs are blank; if it is symmetric, add --symmetric")
        self.assertLess({"low", "high"}, set(self.solved(",x,y\na,40%,-\nb,20%,70%\n", code=3)))


main()
