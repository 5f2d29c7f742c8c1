#!/usr/bin/env python3
"""explore_test.py ALLNASH FOLDER: a report whose table is edited, in Chromium.

The page's solver says the same as the program of random tables. Cells are edited by mouse and keys, undone, sent as links and saved; what brings
a strategy in does, and nothing smaller.
"""
import json
import random
import urllib.parse
from fractions import Fraction
from pathlib import Path

from browser import HOSTILE, PHONE, PROGRAM, Browser, Page, main
from tables import by_program, claims_of, differences, in_browser, random_tables, request

try:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    pass

NAMES = ["Ryo", "Jun", "Toro", "Mia", "Kato"]
RATES = [["5", "5.5", "6", "4.5", "6"], ["4.5", "5", "5.5", "5", "4"], ["4", "4.5", "5", "6", "3.5"], ["5.5", "5", "4", "5", "5.5"],
         ["4", "6", "6.5", "4.5", "5"]]


def csv_text(names, cells):
    quoted = ['"' + name.replace('"', '""') + '"' for name in names]
    return "," + ",".join(quoted) + "\n" + "".join(",".join([name, *line]) + "\n" for name, line in zip(quoted, cells))


class Explore(Browser):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = Path(cls.folder.name)
        (folder / "fighters.csv").write_text(csv_text(NAMES, RATES))
        (folder / "pennies.csv").write_text("1,-1,3\n-1,1,0\n")
        (folder / "commas.csv").write_text(csv_text(['a,b', 'c & "d"', "1"], [["0", "1", "-1"], ["-1", "0", "1"], ["1", "-1", "0"]]))

    def solved(self):
        WebDriverWait(self.driver, 60).until(lambda _: self.script("return document.querySelector('#explore')?.getAttribute('aria-busy') === null"))

    def open(self, name, *arguments, query=""):
        page = Page(self, name, *arguments)
        if query:
            self.driver.get(page.path.as_uri() + query)
        self.solved()
        return page

    def cell(self, row, column):
        return self.find(f"[data-cell='{row},{column}']")

    def payoffs(self):
        return self.script("return [...document.querySelectorAll('#edit tbody tr')].map((line) => [...line.querySelectorAll('td')].map((cell) => cell.dataset.exact))")

    def ranges(self, player):
        return self.script(f"return [...document.querySelectorAll('[data-{player}]')].map((head) => [head.dataset.{player}, head.dataset.least, head.dataset.most])")

    def value(self):
        return self.find("#value").get_attribute("data-exact")

    def assert_right(self, symmetric=False):
        """What is shown is what the program says of the payoffs that are shown."""
        self.solved()
        cells = [[Fraction(cell) for cell in line] for line in self.payoffs()]
        result = by_program(PROGRAM, self.folder.name, (cells, symmetric))
        self.assertEqual(self.value(), result["value"])
        for player in ("row", "column"):
            for index, (_, least, most) in enumerate(self.ranges(player)):
                self.assertEqual([least, most], result[f"{player}_ranges"].get(str(index), ["0", "0"]))

    def click(self, css):
        self.find(css).click()
        self.solved()

    def type(self, row, column, text):
        self.cell(row, column).click()
        self.driver.switch_to.active_element.send_keys(text, Keys.ENTER)
        self.solved()

    def test_the_solver_of_the_page_agrees_with_the_program(self):
        self.open("pennies", "pennies.csv")
        tables = random_tables(240, 7, larger=36)
        for table, said in zip(tables, in_browser(self.driver, [request(table) for table in tables])):
            self.assertEqual(differences(table, said, by_program(PROGRAM, self.folder.name, table)), [], table)

    def test_what_brings_a_strategy_in_is_the_least_that_does(self):
        self.open("pennies", "pennies.csv")
        tables = random_tables(180, 8)
        claims = []
        for table, said in zip(tables, in_browser(self.driver, [request(table) for table in tables])):
            for player in ("row", "column"):
                unplayed = [t for t, ends in enumerate(said[player]["ranges"]) if ends[1] == "0"]
                self.assertEqual([one["strategy"] for one in said[player]["bringsIn"]], unplayed)
                claims += [(player, one["strategy"], *claim) for one in said[player]["bringsIn"] for claim in claims_of(table, player, one)]
        self.assertGreater(len(claims), 1000)
        answers = in_browser(self.driver, [request(table) for _, _, table, _ in claims])
        for (player, strategy, table, comes_in), said in zip(claims, answers):
            self.assertEqual(said[player]["ranges"][strategy][1] != "0", comes_in, (player, strategy, table))

    def test_everyone_comes_in_with_the_changes_that_are_listed(self):
        self.open("pennies", "pennies.csv")
        tables = random_tables(120, 9)
        lists = in_browser(self.driver, [{**request(table), "what": "everyone"} for table in tables])
        after = []
        for (cells, symmetric), said in zip(tables, lists):
            self.assertLess(len(said["changes"]), len(cells) + len(cells[0]))
            for one in said["changes"]:
                cells[one["row"]][one["column"]] += Fraction(one["by"])
                if symmetric:
                    cells[one["column"]][one["row"]] -= Fraction(one["by"])
            after.append((cells, symmetric))
        for said in in_browser(self.driver, [request(table) for table in after]):
            self.assertTrue(all(ends[1] != "0" for player in ("row", "column") for ends in said[player]["ranges"]))

    def test_everyone_comes_in_where_no_payoffs_tie(self):
        self.open("everyone", "fighters.csv", "--labels")
        draw = random.Random(5)
        tables = []
        for size, unit in ((3, 100), (5, 100), (6, 100), (9, 100), (12, 100), (8, 2), (12, 2)):  # the last two as designers write them
            for symmetric in (True, False):
                cells = [[Fraction(draw.randint(-999, 999) * unit // 100, unit) for _ in range(size)] for _ in range(size)]
                if symmetric:
                    cells = [[cells[i][j] - cells[j][i] for j in range(size)] for i in range(size)]
                tables.append((cells, symmetric))
        lists = [said["changes"] for said in in_browser(self.driver, [{**request(table), "what": "everyone"} for table in tables])]
        self.assertNotIn(None, lists)
        self.click("#everyone")
        WebDriverWait(self.driver, 60).until(lambda _: "changes, after which" in self.find("#told").text)
        self.solved()
        for player in ("row", "column"):
            self.assertNotIn("0", [most for _, _, most in self.ranges(player)])
        self.assert_right()
        self.assertEqual(len(self.find("#told").text.split("2 changes")), 2)
        self.find("#undo").click()
        self.solved()
        self.assertEqual(self.ranges("row")[1], ["Jun", "0", "0"])

    def test_one_change_for_each_that_is_out(self):
        """In charts as designers write them, where the equilibrium is unique."""
        self.open("charts", "fighters.csv", "--labels")
        draw = random.Random(2)
        tables = []
        for _ in range(30):
            skill = [draw.gauss(0, 0.5) for _ in range(12)]
            cells = [[Fraction(0)] * 12 for _ in range(12)]
            for i in range(12):
                for j in range(i):
                    cells[i][j] = Fraction(max(-8, min(8, round(2 * (skill[i] - skill[j] + draw.gauss(0, 0.9))))), 2)
                    cells[j][i] = -cells[i][j]
            tables.append((cells, True))
        before = in_browser(self.driver, [request(table) for table in tables])
        lists = [said["changes"] for said in in_browser(self.driver, [{**request(table), "what": "everyone"} for table in tables])]
        self.assertNotIn(None, lists)
        unique = [t for t, said in enumerate(before) if all(least == most for least, most in said["row"]["ranges"])]
        self.assertGreater(len(unique), 9)
        for t in unique:
            self.assertLessEqual(len(lists[t]), len(before[t]["row"]["bringsIn"]))

    def test_typing_with_the_mouse(self):
        self.open("fighters", "fighters.csv", "--labels")
        self.assertEqual(self.value(), "5")
        self.assertEqual(self.ranges("row"), [["Ryo", "2/5", "2/5"], ["Jun", "0", "0"], ["Toro", "1/5", "1/5"], ["Mia", "2/5", "2/5"], ["Kato", "0", "0"]])
        self.type(1, 0, "11/2")
        self.assertEqual((self.payoffs()[1][0], self.payoffs()[0][1]), ("11/2", "9/2"))  # mirrored
        self.assert_right()
        self.type(0, 2, "3-7")
        self.assertEqual((self.payoffs()[0][2], self.payoffs()[2][0]), ("3", "7"))
        self.assert_right()
        self.assertIn("What if, with 2 changes: play ", self.find("#verdict").text)
        self.assertIn("Toro", self.find("#news").text)
        self.cell(0, 0).click()  # the diagonal stays
        self.assertEqual(self.driver.find_elements(By.CSS_SELECTOR, "#edit input"), [])
        self.type(0, 1, "many")
        self.assertIn("no payoff", self.find("#told").text)
        self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.assertEqual(self.payoffs()[0][1], "9/2")
        self.shoot("edited")

    def test_ties_that_hang_on_rounding(self):
        (Path(self.folder.name) / "thirds.csv").write_text("1,0,0\n0,1,0\n0,0,1\n0.3,0.3,0.25\n")
        self.open("thirds", "thirds.csv")
        near = lambda: [line.text for line in self.driver.find_elements(By.CSS_SELECTOR, "#near-tie")]
        for column, text, said in ((0, "0.333", []), (1, "0.333", []), (2, "0.333", ["3 falls short by 0.0003333 only, and 0.333 counts as 333/1000, not as a third"]),
                                   (2, "1/3", ["3 falls short by 0.0002222 only, and 0.333"]), (1, "1/3", ["3 falls short"]), (0, "1/3", []), (0, "0.3333333333", ["falls short"]),
                                   (0, "0.32", []), (2, "0.3466666666666", ["3 falls short by 2.222e-14 only"])):
            self.type(3, column, text)
            self.assertEqual(len(near()), len(said), text)
            for one in said:
                self.assertIn(one, near()[0])

    def test_where_no_worker_may_be_made(self):
        """Without workers, and with one that ends with an error, the page solves by itself, and only what was asked last."""
        for text in ("window.Worker = undefined", "window.Worker = class { postMessage() { setTimeout(() => this.onerror(new Event('error'))); } terminate() {} }"):
            own = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": text})["identifier"]
            try:
                self.open("alone", "fighters.csv", "--labels")
                self.type(1, 0, "11/2")
                self.assert_right()
                self.script("for (const t of [0, 1, 2]) document.querySelector(`#row-mixes [data-ban='${t}']`).click()")
                self.solved()
                self.assertEqual([most for _, _, most in self.ranges("row")][:3], ["0", "0", "0"])
                self.click("#undo")
                self.click("#undo")
                self.click("#undo")
                self.assert_right()
                self.click("#reset")
                self.find("#everyone").click()
                WebDriverWait(self.driver, 60).until(lambda _: "after which" in self.find("#told").text)
            finally:
                self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": own})

    def test_a_table_that_is_not_symmetric(self):
        self.open("pennies", "pennies.csv")
        self.assert_right()
        self.type(0, 0, "2,5")
        self.assertEqual(self.payoffs(), [["5/2", "-1", "3"], ["-1", "1", "0"]])
        self.assert_right()
        self.type(1, 2, "-0.25")
        self.assert_right()

    def test_with_the_keyboard_alone(self):
        self.open("keys", "fighters.csv", "--labels")
        self.cell(0, 0).send_keys(Keys.ARROW_RIGHT)
        press = lambda *keys: self.driver.switch_to.active_element.send_keys(*keys)
        press(Keys.ARROW_DOWN, Keys.ARROW_UP)
        press("7")
        press(".25", Keys.TAB)
        self.solved()
        self.assertEqual(self.payoffs()[0][1], "29/4")
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("data-cell"), "0,2")
        press(Keys.ENTER)
        press("4", Keys.ENTER)
        self.solved()
        self.assertEqual(self.payoffs()[0][2], "4")
        self.assert_right()
        press(Keys.CONTROL + "z")
        self.solved()
        self.assertEqual(self.payoffs()[0][2], "6")
        press(Keys.CONTROL + "y")
        self.solved()
        self.assertEqual(self.payoffs()[0][2], "4")
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys("zz").key_up(Keys.CONTROL).perform()
        self.solved()
        self.assertEqual([[Fraction(text) for text in line] for line in RATES], [[Fraction(text) for text in line] for line in self.payoffs()])
        self.assertTrue(self.find("#verdict").text.endswith("That is the only equilibrium."))

    def test_undo_redo_reset(self):
        self.open("undone", "fighters.csv", "--labels")
        first = self.payoffs()
        self.assertFalse(self.find("#undo").is_enabled())
        self.type(0, 1, "1")
        second = self.payoffs()
        self.type(0, 2, "2")
        for button, then in (("undo", second), ("undo", first), ("redo", second), ("reset", first), ("undo", second)):
            self.click(f"#{button}")
            self.assertEqual(self.payoffs(), then)
        self.assert_right()

    def test_links(self):
        page = self.open("linked", "fighters.csv", "--labels", query="?set=Ryo,Jun,6-4&set=2,0,4.25")
        self.assertEqual((self.payoffs()[0][1], self.payoffs()[2][0], self.payoffs()[0][2]), ("6", "17/4", "23/4"))
        self.assert_right()
        shown = self.payoffs()
        self.driver.get(self.find("#link").get_attribute("href"))
        self.solved()
        self.assertEqual(self.payoffs(), shown)
        self.assertIn("The value stays.", self.find("#news").text)
        for query in ("?set=Nobody,Jun,6", "?set=Ryo,Jun,x", "?set=Ryo,Jun", "?ban=Nobody", "?set=%E0%A4%A,1,2"):
            self.driver.get(page.path.as_uri() + query)
            self.solved()
            self.assertIn("Not understood in the link", self.find("#told").text)
        self.driver.get(page.path.as_uri() + "?" + urllib.parse.urlencode([("set", "Kato,Ryo,6"), ("set", "Toro,Mia,5.5")]))
        self.solved()
        self.assertEqual((self.payoffs()[4][0], self.payoffs()[2][3]), ("6", "11/2"))
        self.open("commas", "commas.csv", "--labels", "--symmetric", query="?set=" + urllib.parse.quote('a,b') + "," + urllib.parse.quote('c & "d"') + ",3")
        self.assertEqual(self.payoffs()[0][1], "3")
        # The column named 1 is the last one: names come first.
        self.type(0, 2, "7")
        self.driver.get(self.find("#link").get_attribute("href"))
        self.solved()
        self.assertEqual(self.payoffs()[0], ["0", "3", "7"])

    def test_saving(self):
        self.open("saved", "commas.csv", "--labels")
        self.type(0, 1, "1/3")
        text = urllib.parse.unquote(self.find("#csv").get_attribute("href").split(",", 1)[1])
        path = Path(self.folder.name) / "again.csv"
        path.write_text(text)
        again = self.open("again", "again.csv", "--labels")
        self.assertEqual(self.payoffs(), [["0", "1/3", "-1"], ["-1/3", "0", "1"], ["1", "-1", "0"]])
        self.assertEqual(list(again.data["names"]["row"].values()), ["a,b", 'c & "d"', "1"])

    def test_two_actions_are_enough(self):
        self.open("actions", "fighters.csv", "--labels")
        self.click("#row-mixes [data-bring='1']")
        self.assertNotEqual(self.ranges("row")[1][2], "0")
        self.assert_right()
        self.click("#reset")
        self.click("#row-mixes [data-ban='3']")
        self.assertEqual((self.ranges("row")[3], self.ranges("column")[3]), (["Mia", "0", "0"], ["Mia", "0", "0"]))
        cells = [[Fraction(text) for t, text in enumerate(line) if t != 3] for i, line in enumerate(RATES) if i != 3]
        result = by_program(PROGRAM, self.folder.name, (cells, False))
        left = [one for one in self.ranges("row") if one[0] != "Mia"]
        self.assertEqual([[least, most] for _, least, most in left], [result["row_ranges"].get(str(t), ["0", "0"]) for t in range(4)])
        self.driver.get(self.find("#link").get_attribute("href"))
        self.solved()
        self.assertEqual(self.ranges("row")[3], ["Mia", "0", "0"])
        self.click("#row-mixes [data-ban='3']")
        self.assertEqual(self.ranges("row")[3], ["Mia", "2/5", "2/5"])

    def test_what_is_printed_brings_it_in(self):
        """The new payoff is rounded to the side where it still is enough."""
        draw = random.Random(12)
        (Path(self.folder.name) / "thirds.csv").write_text("\n".join(",".join(str(draw.randint(0, 999)) for _ in range(7)) for _ in range(7)) + "\n")
        self.open("printed", "thirds.csv")
        ways = self.script("""return [...document.querySelectorAll('#mixes [data-bring]')].map((button) => [button.closest('table').id.split('-')[0], Number(button.dataset.bring),
            button.closest('td').textContent.match(/against (\\d+) by [\\d.]+ to (−?[\\d.]+)/).slice(1)])""")
        self.assertGreater(len(ways), 4)
        rounded = 0
        for player, strategy, (against, payoff) in ways:
            rounded += "." in payoff
            place = (strategy, int(against)) if player == "row" else (int(against), strategy)
            self.type(*place, payoff.replace("−", "-"))
            self.assertNotEqual(self.ranges(player)[strategy][2], "0", (player, strategy))
            self.click("#reset")
        self.assertGreater(rounded, 4)

    def test_hostile_names(self):
        (Path(self.folder.name) / "hostile.csv").write_text(csv_text(HOSTILE, [[str((3 * i + 5 * j) % 7) for j in range(6)] for i in range(6)]))
        page = self.open("hostile", "hostile.csv", "--labels")
        self.type(0, 1, "4.5")
        self.assert_right()
        self.assertEqual(self.driver.title, "hostile.csv – allnash")
        self.assertEqual(len(self.driver.find_elements(By.CSS_SELECTOR, "main script, main img, iframe")), 0)
        self.assertEqual([name for name, _, _ in self.ranges("row") if len(name) < 300], [name for name in HOSTILE if len(name) < 300])
        for query in ("?set=</script><img src=x>,1,2", "?ban=<b>"):
            self.driver.get(page.path.as_uri() + query)
            self.solved()
            self.assertEqual(len(self.driver.find_elements(By.CSS_SELECTOR, "main script, main img, main b")), 0)
        self.assert_fits()

    def test_forty_by_forty(self):
        draw = random.Random(4)
        for size in (40, 41):
            lines = [",".join(str(draw.randint(0, 999)) for _ in range(size)) for _ in range(size)]
            (Path(self.folder.name) / f"table{size}.csv").write_text("\n".join(lines) + "\n")
        self.open("forty", "table40.csv")
        self.assert_right()
        self.type(3, 4, "1001/2")
        self.assert_right()
        self.assert_fits()
        self.shoot("forty")
        for name, *game in (("larger", "table41.csv"), ("unread", "table40.csv", "--method", "lazy")):
            Page(self, name, *game)
            self.assertEqual(self.driver.find_elements(By.CSS_SELECTOR, "#explore"), [])

    def test_looks(self):
        for name, look in (("explore", {}), ("explore_phone", PHONE), ("explore_dark", {"dark": True})):
            self.look(**look)
            self.open("looks", "fighters.csv", "--labels", query="?set=Ryo,Toro,4&ban=Kato")
            self.assert_fits()
            self.assert_nothing_cut_off()
            self.assertGreater(len(self.shoot(name)), 20_000)
        self.look()
        self.assertGreater(len(self.print_page("explore")), 10_000)

    def test_the_page_is_small_and_alone(self):
        page = self.open("small", "family:random,n=12,low=0,high=100")
        self.assertLess(len(page.source), 200_000)
        reached = self.script("return performance.getEntriesByType('resource').map((one) => one.name)")
        self.assertEqual([one for one in reached if not one.startswith(("blob:", "data:"))], [])
        self.assertEqual(json.loads(json.dumps(page.result))["value"], self.value())


if __name__ == "__main__":
    main()
