"""`allnash solve` on game trees: built in, and from files of Gambit's."""
from fractions import Fraction

from program import Program, main

OPENING = 'EFG 2 R "t" { "A" "B" }\n'
PENNIES = OPENING + """p "" 1 1 "" { "heads" "tails" } 0
p "" 2 1 "" { "same" "same" } 0
t "" 1 "" { 1, 0 }
t "" 2 "" { 0, 1 }
p "" 2 1 0
t "" 2
t "" 1
"""


class Trees(Program):
    def test_kuhn_poker_is_as_kuhn_found_it(self):
        found = self.json("solve", "trees:kuhn")
        self.assertEqual((found["status"], found["value"]), ("proved", "-1/18"))
        self.assertEqual((found["row_strategies"], found["column_strategies"]), ("27", "64"))
        self.assertEqual((found["row_support_size"], found["column_support_size"]), ("8", "4"))
        self.assertEqual((found["row_dimension"], found["column_dimension"]), (1, 0))
        row = {at: {action: Fraction(p) for action, p in actions.items()} for at, actions in found["row_behaviour"].items()}
        bluff = row["card 1"]["bet"]
        self.assertTrue(0 < bluff < Fraction(1, 3))
        self.assertEqual(row, {"card 1": {"check": 1 - bluff, "bet": bluff}, "card 2": {"check": 1},
                               "card 3": {"check": 1 - 3 * bluff, "bet": 3 * bluff}, "card 1, check bet": {"fold": 1},
                               "card 2, check bet": {"fold": Fraction(2, 3) - bluff, "call": Fraction(1, 3) + bluff},
                               "card 3, check bet": {"call": 1}})
        self.assertEqual(found["column_behaviour"],
                         {"card 1, check": {"check": "2/3", "bet": "1/3"}, "card 2, check": {"check": "1"},
                          "card 3, check": {"bet": "1"}, "card 1, bet": {"fold": "1"},
                          "card 2, bet": {"fold": "2/3", "call": "1/3"}, "card 3, bet": {"call": "1"}})

    def test_files_may_add_up_to_any_number_and_repeat_labels(self):
        found = self.json("solve", self.write("pennies.efg", PENNIES))
        self.assertEqual((found["value"], found["row_dimension"], found["column_dimension"]), ("1/2", 0, 0))
        self.assertEqual(found["row_behaviour"], {"set 1": {"heads": "1/2", "tails": "1/2"}})
        self.assertEqual(found["column_behaviour"], {"set 1": {"same #1": "1/2", "same #2": "1/2"}})
        told = self.run_program("solve", "pennies.efg").stdout
        self.assertIn("  set 1  heads 1/2, tails 1/2\n", told)
        self.assertIn("2 of 2 reduced strategies\n", told)

    def test_what_is_not_solved_is_refused_with_the_line(self):
        forgets = OPENING + """p "" 1 1 "A" { "l" "r" } 0
p "" 1 2 "B" { "u" } 0
t "" 0
p "" 1 2 "B" { "u" } 0
t "" 0
"""
        self.assertEqual(self.refused("solve", self.write("forgets.efg", forgets)),
                         "forgets.efg:5: information set 'B' of player 1 is met after 'r' at 'A', and on line 3 after "
                         "'l' at 'A': only games in which nobody forgets are solved")
        self.assertEqual(self.refused("solve", self.write("cut.efg", PENNIES[:40])),
                         "cut.efg:2: quoted text that does not end")
        self.assertEqual(self.refused("solve", "trees:kuhn,cards=1"),
                         "trees:kuhn: cards must be an integer from 2 to 1000000, not '1'")
        self.assertIn("missing.efg", self.refused("solve", "missing.efg"))


main()
