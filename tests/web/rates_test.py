#!/usr/bin/env python3
"""rates_test.py ALLNASH FOLDER: what if, on the page of a league: its estimated rates as a table that can be changed.

The rates are those that the leaderboard's scores are made of, the program finds the same equilibria of the table, and nothing of it is called proved
or promised.
"""
import csv
import random
from fractions import Fraction
from pathlib import Path

from browser import LEAGUE, PHONE, PROGRAM, Browser, Page, main
from tables import by_program

try:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    pass


class Rates(Browser):
    def write_log(self, name, strategies, each, header=("model_a", "model_b", "winner"), outcome=None, seed=5):
        """Skill falls from the first to the last; the first three beat one another in a ring."""
        draw = random.Random(seed)
        lines = []
        for a in range(len(strategies)):
            for b in range(a + 1, len(strategies)):
                rate = 0.5 + 0.4 * (b - a) / len(strategies) if b > 2 else 0.3 if (a, b) == (0, 2) else 0.65
                lines += [[strategies[a], strategies[b], outcome(draw, rate) if outcome else "a" if draw.random() < rate else "b"] for _ in range(each)]
        draw.shuffle(lines)
        with open(Path(self.folder.name) / name, "w", newline="") as file:
            csv.writer(file).writerows([header, *lines])

    def open(self, name, *arguments, query=""):
        page = Page(self, name, *arguments, command="rank")
        if query:
            self.driver.get(page.path.as_uri() + query)
        self.solved()
        return page

    def solved(self):
        WebDriverWait(self.driver, 60).until(lambda _: self.script("return document.querySelector('#explore')?.getAttribute('aria-busy') === null"))

    def payoffs(self):
        return [[Fraction(cell) for cell in line] for line in self.script(
            "return [...document.querySelectorAll('#edit tbody tr')].map((line) => [...line.querySelectorAll('td')].map((cell) => cell.dataset.exact))")]

    def ranges(self, player="row"):
        return dict(self.script(f"return [...document.querySelectorAll('#edit [data-{player}]')].map((head) => [head.dataset.{player}, [head.dataset.least, head.dataset.most]])"))

    def scores(self):
        """Of each player the score that is shown, in percent, after what changed."""
        return self.script("""return Object.fromEntries([...document.querySelectorAll('#row-mixes tbody tr')].map((line) =>
            [line.querySelector('th').textContent, line.querySelector('[data-head=Score]').textContent.split(' ').pop()]))""")

    def type(self, row, column, text):
        self.find(f"[data-cell='{row},{column}']").click()
        self.driver.switch_to.active_element.send_keys(text, Keys.ENTER)
        self.solved()

    def assert_right(self, names, banned=()):
        """The ranges are those that the program finds of the table without what is banned."""
        kept = [t for t, one in enumerate(names) if one not in banned]
        cells = self.payoffs()
        result = by_program(PROGRAM, self.folder.name, ([[cells[i][j] for j in kept] for i in kept], False))
        ranges = self.ranges()
        for place, index in enumerate(kept):
            self.assertEqual(ranges[names[index]], result["row_ranges"].get(str(place), ["0", "0"]))
        for one in banned:
            self.assertEqual(ranges[one], ["0", "0"])

    def test_rates_are_those_of_the_leaderboard(self):
        self.write_log("log.csv", LEAGUE, 150)
        page = self.open("log", "log.csv")
        board = page.result["leaderboard"]
        names = [one["name"] for one in board]
        self.assertEqual(list(self.ranges()), names)
        cells = self.payoffs()
        for i, one in enumerate(board):
            self.assertEqual(cells[i][i], 50)
            self.assertTrue(all(cells[i][j] + cells[j][i] == 100 for j in range(6)))
            self.assertAlmostEqual(float(sum(cells[i])) / 6, 100 * one["score"], delta=1)
        met = {(row, column): mean for row, column, _, mean, *_ in page.data["league"]["pairings"]}
        for i, one in enumerate(board):
            for j, other in enumerate(board):
                if (one["index"], other["index"]) in met:
                    self.assertAlmostEqual(float(cells[i][j]), 100 * met[one["index"], other["index"]], delta=6)
        self.assert_right(names)

    def test_a_rate_and_a_ban(self):
        self.write_log("log.csv", LEAGUE, 150)
        page = self.open("what_if", "log.csv")
        said = self.find("#play").text, self.find("#promised").text
        board = {one["name"]: one["score"] for one in page.result["leaderboard"]}
        names = list(board)
        first = self.payoffs()
        self.assertEqual(self.find("#what-if").text, "")
        self.type(0, 1, "55%")
        second = self.payoffs()
        self.assertEqual((second[0][1], second[1][0]), (55, 45))
        self.assert_right(names)
        self.find("#row-mixes [data-ban='2']").click()
        self.solved()
        self.assert_right(names, {names[2]})
        self.assertRegex(self.find("#what-if").text, r"^What if, with 1 change and 1 banned: play .*\. An estimate\.$")
        for i, name in enumerate(names):
            if i == 2:
                continue
            score = 100 * board[name] - float(sum(first[i])) / 6 + float(sum(second[i]) - second[i][2]) / 5
            self.assertAlmostEqual(float(self.scores()[name].rstrip("%")), score, delta=0.06)
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("aria-label"), f"Allow {names[2]}")
        # What the matches say stays as it was, in sight.
        self.assertEqual((self.find("#play").text, self.find("#promised").text), said)
        told = self.find("#explore").text
        self.assertIn("An estimate, no proof.", told)
        for word in ("proved", "exact", "promise", "guarantee"):
            self.assertNotIn(word, told)
        address = self.find("#link").get_attribute("href")
        shown = self.find("#what-if").text
        self.driver.get(address)
        self.solved()
        self.assertEqual((self.find("#what-if").text, self.payoffs()), (shown, second))
        self.find("#undo").click()
        self.find("#undo").click()
        self.solved()
        self.assertEqual(self.payoffs(), first)

    def test_what_is_typed(self):
        self.write_log("log.csv", LEAGUE, 60)
        self.open("typed", "log.csv")
        for text, rate in (("6-4", 60), ("61", 61), ("0.5%", Fraction(1, 2)), ("100", 100)):
            self.type(0, 1, text)
            self.assertEqual((self.payoffs()[0][1], self.payoffs()[1][0]), (rate, 100 - rate))
        for text, told in (("0.55", "may be 55% or 0.55%"), ("101", "rates are from 0% to 100%"), ("-1", "rates are from"), ("often", "is no rate")):
            self.type(0, 1, text)
            self.assertIn(told, self.find("#told").text)
            self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
            self.assertEqual(self.payoffs()[0][1], 100)

    def test_a_field(self):
        self.write_log("log.csv", LEAGUE, 100)
        (Path(self.folder.name) / "shares.csv").write_text("name,share\nBravo,0.75\nCharlie,0.25\n")
        page = self.open("field", "log.csv", "--field", "shares.csv")
        board = [one["name"] for one in page.result["leaderboard"]]
        rates = self.payoffs()
        self.find(f"#row-mixes [data-ban='{board.index('Bravo')}']").click()
        self.solved()
        score = {name: float(text.rstrip("%")) for name, text in self.scores().items() if name != "Bravo"}
        for name in score:  # only Charlie is left of the field
            self.assertAlmostEqual(score[name], float(rates[board.index(name)][board.index("Charlie")]), delta=0.8)

    def test_other_leagues(self):
        self.write_log("sides.csv", [], 0)
        draw = random.Random(4)
        chances = {"Kick left": (0.5, 0.9, 0.95), "Kick right": (0.9, 0.2, 0.9)}
        with open(Path(self.folder.name) / "sides.csv", "w", newline="") as file:
            csv.writer(file).writerows([["row", "column", "outcome"], *([row, column, int(draw.random() < chance)] for _ in range(300) for row, line in chances.items()
                                                                       for column, chance in zip(("Dive left", "Dive right", "Stay"), line))])
        self.open("sides", "sides.csv")
        self.assertEqual(sorted(self.ranges("column")), ["Dive left", "Dive right", "Stay"])
        cells = self.payoffs()
        result = by_program(PROGRAM, self.folder.name, (cells, False))
        self.assertEqual(self.find("#value").get_attribute("data-exact"), result["value"])
        self.find("#column-mixes [data-ban='0']").click()
        self.solved()
        self.assertEqual(self.find("#value").get_attribute("data-exact"), by_program(PROGRAM, self.folder.name, ([line[1:] for line in cells], False))["value"])
        # Payoffs of another range, and a league whose table has only the first players.
        self.write_log("wide.csv", LEAGUE, 60, ("row", "column", "outcome"), lambda draw, rate: round(max(-100, min(100, draw.gauss(200 * rate - 100, 30)))))
        self.open("wide", "wide.csv", "--payoff-range", "-100,100")
        cells = self.payoffs()
        self.assertTrue(all(cells[i][j] == -cells[j][i] for i in range(6) for j in range(6)))
        self.type(0, 1, "-12.5")
        self.assertEqual(self.payoffs()[1][0], Fraction(25, 2))
        self.write_log("many.csv", [f"player {t}" for t in range(45)], 4)
        page = self.open("many", "many.csv")
        self.assertEqual(list(self.ranges()), [one["name"] for one in page.result["leaderboard"][:40]])
        self.assertIn("The table has the first 40 players.", self.find("#explore").text)
        self.assert_fits()
        for arguments in (("many.csv", "--resamples", "0"),):
            Page(self, "none", *arguments, command="rank")
            self.assertEqual(self.driver.find_elements(By.CSS_SELECTOR, "#explore"), [])

    def test_looks(self):
        self.write_log("log.csv", [*LEAGUE[:5], "meta-llama/large-instruct-2024-08-06_405B"], 80)
        for name, look in (("rates", {}), ("rates_phone", PHONE), ("rates_dark", {"dark": True})):
            self.look(**look)
            self.open("looks", "log.csv", query="?set=Alpha,Bravo,40%25&ban=Delta")
            self.assert_fits()
            self.assert_nothing_cut_off()
            self.shoot(name)
        self.look()
        self.assertGreater(len(self.print_page("rates")), 10_000)


if __name__ == "__main__":
    main()
