"""What is earned against a field."""
from program import Program, main

COUNTS = "row,column,wins,losses\nx,y,70,28\ny,z,24,24\nx,z,9,39\n"


class Field(Program):
    def field(self, text, *options, words=COUNTS):
        self.write("field.csv", text)
        return self.json("rank", "-", "--field", "field.csv", "--resamples", 0, *options, words=words)

    def test_shares_of_a_file(self):
        result = self.field("name,share\ny,0.75\nz,0.25\n")
        field = result["field"]
        self.assertEqual(field["shares"], {"1": 0.75, "2": 0.25})
        # (71/100) 3/4 + (10/50) 1/4
        self.assertAlmostEqual(field["earns"]["0"]["median"], 0.5825, places=6)
        self.assertLess(field["earns"]["0"]["low"], 0.58)
        self.assertGreater(field["earns"]["0"]["high"], 0.59)
        drawn = self.json("rank", "-", "--field", "field.csv", words=COUNTS)["field"]  # in leagues that fit the matches
        self.assertEqual(set(drawn["row_strategy"]), {"low", "median", "high"})
        for text in ("y;75%\nz;25%\n", "y\t30\nz\t10\n", "\ufeffdeck,meta share\r\nz,25\r\ny,75\r\n"):
            self.assertEqual(self.field(text)["field"], field, text)
        self.assertIn("field: its shares add up to 40, and are taken as parts of that", str(self.field("y,30\nz,10\n")["notes"]))
        shown = self.allnash("rank", "-", "--field", "field.csv", words=COUNTS).stdout
        self.assert_has(shown, "bring      x: scores ", "against this field")
        shown = self.allnash("rank", "-", "--field", "field.csv", "--all", words=COUNTS).stdout
        self.assert_has(shown, "Against the field, a match earns about", "the mix to play")
        self.assertIn("0.5825", self.allnash("rank", "-", "--field", "field.csv", "--resamples", 0, words=COUNTS).stdout)

    def test_shares_of_the_matches(self):
        result = self.json("rank", "-", "--field", "log", "--resamples", 0, words=COUNTS)
        self.assertEqual(result["field"]["shares"], {"0": 0.376289, "1": 0.376289, "2": 0.247423})

    def test_who_was_dropped_is_not_in_it(self):
        result = self.field("x,0.5\ny,0.25\nz,0.25\n", "--drop", "z")
        self.assertEqual(result["field"]["shares"], {"0": 0.666667, "1": 0.333333})
        self.assertIn("field: 25 % of it are strategies that were left out", str(result["notes"]))

    def test_others_are_nobody(self):
        result = self.field("deck,share\ny,0.5\nz,0.25\nOther,0.25\n")
        self.assertEqual(result["field"]["shares"], {"1": 0.666667, "2": 0.333333})
        self.assertIn("field: 25 % of it are others, whom nobody knows here; the strategies stand for them", result["notes"])
        named = self.field("y,0.5\nOther,0.5\n", words=COUNTS.replace("z", "Other"))
        self.assertEqual(named["field"]["shares"], {"1": 0.5, "2": 0.5}, "a strategy of that name")
        self.write("field.csv", "Y,1\n")
        self.assertEqual(self.refused("rank", "-", "--field", "field.csv", words=COUNTS),
                         "field.csv:1: nobody is called 'Y'; 'y' differs by blanks or case alone, and --join-names joins the two")

    def test_refusals(self):
        for text, said in (("name,share\nw,1\n", "field.csv:2: nobody is called 'w'"), ("y,-1\n", "field.csv:1: a line is name,share, with a share of 0 or more"),
                           ("name,share\ny,1\nz,many\n", "field.csv:3: a line is name,share, with a share of 0 or more"),
                           ("y,1\ny,2\n", "field.csv:2: 'y' stands there a second time"), ("name,share\n", "field.csv: no share above 0 is in it"),
                           ("y,0\n", "field.csv: no share above 0 is in it")):
            self.write("field.csv", text)
            self.assertEqual(self.refused("rank", "-", "--field", "field.csv", words=COUNTS), said)
        self.assertEqual(self.refused("rank", "-", "--field", "none.csv", words=COUNTS), "none.csv: cannot read: No such file or directory")

    def test_in_a_ledger(self):
        self.write("counts.csv", COUNTS)
        result = self.json("rank", "counts.csv", "--ledger", "league.db", "--field", "log")
        self.assertEqual(len(result["field"]["earns"]), 3)


if __name__ == "__main__":
    main()
