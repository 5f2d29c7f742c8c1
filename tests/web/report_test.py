#!/usr/bin/env python3
"""report_test.py ALLNASH FOLDER: the page of --report in Chromium. Screenshots go into the folder.

It opens without a message on the console, reading it by mouse and keys works, its numbers are those of --json, names
are only ever text, and it is neither blank nor wider than its window on a desktop, on a phone, in the dark and on paper.
"""
import csv
import json
import random
import re
import subprocess
import time
from fractions import Fraction
from pathlib import Path

from browser import HOSTILE, LEAGUE, PHONE, PROGRAM, Browser, Page, main

try:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    pass

BEATS = [[0, 1, -1, 3, 2, 4], [-1, 0, 1, 2, 3, 3], [1, -1, 0, 2, 2, 3], [-3, -2, -2, 0, 1, -1], [-2, -3, -2, -1, 0, 1],
         [-4, -3, -3, 1, -1, 0]]


def sizes(png):
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


class Report(Browser):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with open(Path(cls.folder.name) / "league.csv", "w", newline="") as file:
            csv.writer(file).writerows([["", *LEAGUE], *([name, *line] for name, line in zip(LEAGUE, BEATS))])
        draw = random.Random(3)
        with open(Path(cls.folder.name) / "hostile.csv", "w", newline="") as file:
            csv.writer(file).writerows([["", *HOSTILE], *([name, *(draw.randint(-9, 9) for _ in HOSTILE)] for name in HOSTILE)])
        (Path(cls.folder.name) / "uneven.csv").write_text(",a,b,c\na,0,147,-368\nb,-147,0,485\nc,368,-485,0\n")
        (Path(cls.folder.name) / "rates.csv").write_text(
            ",Aggro,Control,A combination of cards with a long name\nAggro,5.5,4.2,6.125\nControl,5.75,5.5,-2.75\n"
            "A combination of cards with a long name,4.25,6.5,5.5\n")
        (Path(cls.folder.name) / "kicks.csv").write_text("50,90,95,75\n90,20,90,80\n95,90,50,75\n")

    def assert_drawn(self, canvas="#map-canvas", least=8):
        colours = self.script(f"""
            const c = document.querySelector('{canvas}');
            const p = c.getContext('2d').getImageData(0, 0, c.width, c.height).data, met = new Set();
            for (let t = 0; t < p.length; t += 4) met.add(p[t] << 16 | p[t + 1] << 8 | p[t + 2]);
            return met.size""")
        self.assertGreaterEqual(colours, least)

    def test_the_answer_and_the_numbers(self):
        page = Page(self, "kicks", "kicks.csv")
        result = page.result
        self.assertEqual(self.find("#verdict").text, "As the row player play 40% row 0, 40% row 2 and 20% row 1; as the column player play column 3 0 to 93%, column 0 0 to 40%"
                         " and 2 more: neither can do better. There are infinitely many equilibria; ranges are over all of them.")
        self.assertEqual(self.find("#cost").text, "The value is 76. All 12 payoffs of the game were read.")
        self.assertNotIn("floor", self.find("#answer").text)
        for key, value in page.data["result"].items():
            if key != "seconds":
                self.assertEqual(value, result[key], key)
        for player in ("row", "column"):
            vertices = [{int(i): Fraction(p) for i, p in vertex.items()} for vertex in result[f"{player}_vertices"]]
            for line in self.driver.find_elements(By.CSS_SELECTOR, f"#{player}-strategies tbody tr"):
                index = int(line.get_attribute("data-index"))
                said = [Fraction(text) for text in self.exact(f"#{player}-strategies tr[data-index='{index}']")]
                played = [vertex.get(index, Fraction(0)) for vertex in vertices]
                ends = sorted({min(played), max(played)})
                self.assertEqual(said, [*ends, Fraction(result["value"])])
        listed = self.driver.find_elements(By.CSS_SELECTOR, "ol.mixed li")
        self.assertEqual(len(listed), 2)
        self.assertEqual([self.exact(f"ol.mixed li:nth-child({t + 1})") for t in range(2)],
                         [list(vertex.values()) for vertex in result["column_vertices"]])

    def test_numbers_as_the_reader_likes(self):
        page = Page(self, "kicks", "kicks.csv")
        cell = "#column-strategies tr[data-index='1'] td:nth-child(3)"
        said = {}
        for choice in ("percent", "decimals", "fractions"):
            self.find(f"input[name='numbers'][value='{choice}']").click()
            said[choice] = self.find(cell).text
        self.assertEqual(said, {"percent": "6.67% to 20%", "decimals": "0.0667 to 0.2", "fractions": "1/15 ≈ 0.0667 to 1/5 ≈ 0.2"})
        # One scale serves both players: as long as the probability is large.
        most = max(Fraction(one["high"]) for player in page.data["players"] for one in player["strategies"])
        for key, player in zip(("row", "column"), page.data["players"]):
            for one in player["strategies"]:
                reach = self.find(f"#{key}-strategies tr[data-index='{one['index']}'] .reach").get_attribute("width")
                length = Fraction(one["high"]) - (0 if one["high"] == one["low"] else Fraction(one["low"]))
                self.assertAlmostEqual(float(reach.rstrip("%")), float(100 * length / most), places=6)

    def test_the_headline_says_whom_to_play(self):
        Page(self, "league", "league.csv", "--labels", "--symmetric")
        self.assertEqual(self.find("#verdict").text, "Play Alpha, Bravo and Charlie equally: no mix does better. That is the only equilibrium.")
        Page(self, "uneven", "uneven.csv", "--labels", "--symmetric")  # 48.5%, 36.8% and 14.7% have the sum 101 when each is rounded
        self.assertEqual(self.find("#verdict").text, "Play about 48% a, 37% b and 15% c: no mix does better. That is the only equilibrium.")
        Page(self, "pure", "family:elo,n=12,noise=0", "--symmetric", "--method", "lazy")
        self.assertRegex(self.find("#verdict").text, r"^Play strategy \d+: nothing does better. That is the only equilibrium.$")
        self.assertRegex(self.find("#cost").text, r"^The value is 0. It took \d+ of 66 matches(\. No method that finds all equilibria of every game asks fewer than 11|, and no method that finds all equilibria of every game asks fewer)\.$")

    def test_a_guarantee_is_one_line(self):
        page = Page(self, "guarantee", "family:rps,n=9", "--noisy", "--coin", "--symmetric", "--payoff-range=-1,1", "--epsilon", "0.3")
        self.assertTrue(self.find("#verdict").text.startswith("Play "))
        self.assertEqual(self.find("#bounds h2").text, "How the guarantee grew")
        self.assertEqual(len(self.driver.find_elements(By.CSS_SELECTOR, "#bounds figure > svg path.low")), 1)
        self.assertEqual(self.driver.find_elements(By.CSS_SELECTOR, "#bounds path.high"), [])
        self.script("document.querySelector('#bounds details').open = true")
        last = self.driver.find_elements(By.CSS_SELECTOR, "#bounds tbody tr")[-1].find_elements(By.CSS_SELECTOR, "td")
        self.assertAlmostEqual(float(last[2].text), -float(Fraction(page.result["low"])), places=4)

    def test_nothing_is_guaranteed_before_there_is_a_strategy(self):
        # In a symmetric game the value is known from the start. That is no guarantee: a stopped run, its ledger, and a ledger that is being
        # filled have none. The oracle looks at the ledger itself, so that the run is going on then.
        folder = Path(self.folder.name)
        (folder / "spied.py").write_text(
            "import subprocess, sys\nfor t, line in enumerate(sys.stdin):\n    i, j = map(int, line.split())\n"
            f"    if t == 6: subprocess.run([{str(PROGRAM)!r}, 'report', 'spied.db', '-o', 'running.html'], check=True)\n"
            "    print(abs(j - i) * (7 * (i + j) + 3) % 11 * (1 if i < j else -1), flush=True)\n")
        stopped = [PROGRAM, "solve", "oracle", "--oracle", "python3 spied.py", "--rows", "12", "--columns", "12", "--symmetric", "--quiet",
                   "--budget", "8", "--ledger", "spied.db", "--report", "ended.html"]
        self.assertEqual(subprocess.run(stopped, cwd=folder, stdout=subprocess.DEVNULL).returncode, 3)
        subprocess.run([PROGRAM, "report", "spied.db", "-o", "read.html"], cwd=folder, check=True)
        for name, chip in (("running", "running"), ("ended", "stopped"), ("read", "stopped")):
            self.driver.get((folder / f"{name}.html").as_uri())
            self.assertEqual(self.find(".chip").text.lower(), chip)
            self.assertEqual(self.find("#verdict").text, "The value is 0 by symmetry; no strategy is known yet that guarantees anything.", name)
            self.assertIn("nothing guaranteed yet", self.find(".tiles").text)
            self.assertEqual(re.findall("guarantees at least|at least 0|How the guarantee grew", self.find("main").text), [], name)
        watched = subprocess.run([PROGRAM, "watch", "spied.db"], cwd=folder, capture_output=True, text=True, check=True).stdout
        self.assertIn("value 0, known by symmetry; nothing is guaranteed yet", watched)

    def test_bounds_hold_as_they_are_printed(self):
        number = r"at (?:least|most) about (−?[0-9]+(?:\.[0-9]+)?)"
        for seed in (1, 2):
            page = Page(self, "rounded", f"family:random,n=12,seed={seed}", "--method", "full", "--budget", "100", "--payoff-range=-100,100", code=3)
            low, high = (Fraction(page.result[end]) for end in ("low", "high"))
            said = [Fraction(text.replace("−", "-")) for text in re.findall(number, self.find("#verdict").text)]
            self.assertLessEqual(said[0], low)
            self.assertGreaterEqual(said[1], high)
            tile = [Fraction(text.replace("−", "-")) for text in re.findall(r"−?[0-9.]+", self.find(".tiles dd").text)]
            self.assertLessEqual(tile[0], low)
            self.assertGreaterEqual(tile[1], high)
            self.assertIn("whatever the payoffs that were not asked are, in their range", self.find("main").text)

    def test_the_floor_is_said_of_whom_it_binds(self):
        Page(self, "floor", "family:random,n=40", "--seed", "3")
        self.assertRegex(self.find("#cost").text, r"No method that finds all equilibria of every game asks fewer than [0-9,]+\.$")
        # The ratio of 9,001 payoffs to 9,000 is 1.000 when it is rounded.
        data = json.loads(re.search(r'id="data">(.*?)</script>', (Path(self.folder.name) / "floor.html").read_text(), re.S)[1])
        data["result"].update(queries=9001, floor=9000, ratio=1.0)
        page = (Path(self.folder.name) / "floor.html").read_text()
        (Path(self.folder.name) / "floor.html").write_text(re.sub(r'id="data">.*?</script>', lambda _: f'id="data">{json.dumps(data)}</script>', page, flags=re.S))
        self.driver.get((Path(self.folder.name) / "floor.html").as_uri())
        self.assertIn("asks fewer than 9,000.", self.find("#cost").text)

    def map_table(self):
        self.script("document.querySelector('#map details').open = true")
        self.driver.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 50))")
        return [cell.text for cell in self.driver.find_elements(By.CSS_SELECTOR, "#map table td.n")]

    def test_a_table_is_shown_as_its_owner_knows_it(self):
        # All is known and was read at once, so nothing is said of asking; payoffs are the decimals that they are.
        Page(self, "rates", "rates.csv", "--labels", "--title", "Spring league, 2026-05-01")
        self.assertEqual(self.driver.title, "Spring league, 2026-05-01 – allnash")
        self.assertIn("Spring league, 2026-05-01", self.find("h1").text)
        self.assertEqual(self.map_table(), ["5.5", "4.2", "6.125", "5.75", "5.5", "-2.75", "4.25", "6.5", "5.5"])
        canvas = self.find("#map-canvas")
        self.script("document.querySelector('#map-canvas').focus({focusVisible: true})")
        canvas.send_keys(Keys.HOME)
        self.assertRegex(self.find("#map-readout").text, r"pays −?\d\.\d+$")
        self.assertEqual(re.findall(r"\b(?:asked?|hatched|floor|rounds?)\b", self.find("main").text, re.I), [])
        (Path(self.folder.name) / "thirds.csv").write_text("1/3,0.5\n2,0\n")
        Page(self, "thirds", "thirds.csv")
        self.assertEqual(self.driver.title, "thirds.csv – allnash")
        self.assertEqual(self.map_table(), ["1/3", "1/2", "2", "0"])

    def test_tables_fit_a_phone(self):
        self.look(**PHONE)
        for name, *game in (("rates", "rates.csv", "--labels"),
                            ("cut", "family:random,n=30", "--method", "lazy", "--budget", "600"),
                            ("chance", "family:rps,n=3", "--noisy", "--coin", "--payoff-range=-1,1", "--epsilon", "0.5")):
            Page(self, name, *game, code=3 if name == "cut" else 0)
            self.script("for (const details of document.querySelectorAll('details')) details.open = true")
            self.assert_fits()
            self.assert_nothing_cut_off()

    def test_grey_answers_are_never_played(self):
        # All 30 strategies of both players are played, more than the graph shows answers to.
        draw = random.Random(1)
        lines = [[100 * (i == j) + draw.randint(0, 9) for j in range(30)] for i in range(30)]
        (Path(self.folder.name) / "mixed.csv").write_text("".join(",".join(map(str, line)) + "\n" for line in lines))
        page = Page(self, "mixed", "mixed.csv")
        self.assertEqual([len(page.result[f"{player}_support"]) for player in ("row", "column")], [30, 30])
        self.assertGreater(len(self.driver.find_elements(By.CSS_SELECTOR, "#responses svg circle")), 48)
        self.assertEqual(self.driver.find_elements(By.CSS_SELECTOR, "#responses svg circle.out"), [])

    def test_reading_the_map(self):
        page = Page(self, "league", "league.csv", "--labels", "--symmetric", "--method", "lazy")
        canvas, read = self.find("#map-canvas"), lambda: self.find("#map-readout").text
        first = read()
        self.assertIn("Point at an entry", first)
        place = self.script("const c = document.querySelector('#map-canvas'); return [c.clientWidth, c.clientHeight]")
        ActionChains(self.driver).move_to_element_with_offset(canvas, -place[0] // 2 + 200, -place[1] // 2 + 130).perform()
        self.assertIn(" against ", read())
        self.script("document.querySelector('#map-canvas').focus({focusVisible: true})")
        canvas.send_keys(Keys.PAGE_UP, Keys.HOME)
        self.assertTrue(read().startswith("Alpha (row 0) against Alpha (column 0): pays 0"), read())
        canvas.send_keys(Keys.ARROW_RIGHT)
        self.assertTrue(read().startswith("Alpha (row 0) against Bravo (column 1): pays 1, asked in round "), read())
        canvas.send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.END)
        asked = {tuple(map(int, key)) for key in self.asked_entries(page)}
        row, column = (int(n) for n in re.search(r"row (\d+)\) against .*column (\d+)\)", read()).groups())
        self.assertEqual("not asked" not in read(), (min(row, column), max(row, column)) in asked or row == column)
        self.assert_drawn()

    def asked_entries(self, page):
        return [(r, c) for r, line in enumerate(page.data["map"]["cells"]) for c, cell in enumerate(line) if cell >= 0 and r < c]

    def test_every_entry_of_the_map_is_right(self):
        page = Page(self, "league", "league.csv", "--labels", "--symmetric", "--method", "lazy")
        shown = page.data["map"]
        for r, line in enumerate(shown["cells"]):
            for c, cell in enumerate(line):
                if cell >= 0:
                    self.assertEqual(int(shown["values"][cell]), BEATS[r][c])
                    self.assertTrue(r == c or 1 <= shown["rounds"][r][c] <= page.result["rounds"])
                else:
                    self.assertEqual(shown["rounds"][r][c], 0)
        self.assertEqual(len(self.asked_entries(page)), page.result["queries"])
        # Being watched changes nothing.
        done = subprocess.run([PROGRAM, "solve", "league.csv", "--labels", "--symmetric", "--method", "lazy", "--json"],
                              cwd=self.folder.name, capture_output=True, text=True, check=True)
        alone = json.loads(done.stdout)
        self.assertEqual({**alone, "seconds": 0}, {**page.result, "seconds": 0})
        self.script("document.querySelector('#map details').open = true")
        self.driver.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 50))")
        table = [cell.text for cell in self.driver.find_elements(By.CSS_SELECTOR, "#map table.grid tbody td")]
        self.assertEqual([text for text in table if text != "·"],
                         [str(BEATS[r][c]) for r, line in enumerate(shown["cells"]) for c, cell in enumerate(line) if cell >= 0])

    def test_sorting(self):
        Page(self, "spin", "family:spinning,n=20,cycles=3", "--method", "lazy")
        canvas = self.find("#map-canvas")

        def rows():
            self.script("document.querySelector('#map-canvas').focus({focusVisible: true})")
            canvas.send_keys(Keys.PAGE_UP, Keys.PAGE_UP, Keys.HOME)
            read = []
            for _ in range(20):
                read.append(int(re.match(r"row (\d+) ", self.find("#map-readout").text).group(1)))
                canvas.send_keys(Keys.ARROW_DOWN)
            return read

        by_payoff = rows()
        order = [int(line.get_attribute("data-index"))
                 for line in self.driver.find_elements(By.CSS_SELECTOR, "#row-strategies tbody tr")]
        self.assertEqual(by_payoff, order)
        self.assertNotEqual(by_payoff, sorted(by_payoff))
        before = self.script("return document.querySelector('#map-canvas').toDataURL()")
        self.find("input[name='map-order'][value='file']").click()
        self.assertEqual(rows(), list(range(20)))
        self.assertNotEqual(self.script("return document.querySelector('#map-canvas').toDataURL()"), before)

    def test_hostile_names(self):
        for width in (1280, 390):
            self.look(width)
            page = Page(self, "hostile", "hostile.csv", "--labels")
            self.assertEqual(self.driver.title, "hostile.csv – allnash")
            self.assertEqual(len(self.driver.find_elements(By.CSS_SELECTOR, "main script, main img, main b b, iframe")), 0)
            self.assertEqual(page.source.count("</script>"), 3)
            shown = [name.get_attribute("textContent") for name in self.driver.find_elements(By.CSS_SELECTOR, "#row-strategies th bdi")]
            self.assertEqual(sorted(name for name in shown if len(name) < 300), sorted(name for name in HOSTILE if len(name) < 300))
            self.assertEqual(len(shown), len(HOSTILE))
            self.assertLess(len(page.source), 170_000)
            self.assert_fits()
        self.shoot("hostile")

    def test_a_stopped_run_says_what_is_next(self):
        page = Page(self, "stopped", "family:random,n=40", "--method", "full", "--budget", "700", code=3)
        self.assertRegex(self.find("#verdict").text, r"^So far\. As the row player play a mix of \d+, .*: that earns at least about ")
        self.assertTrue(self.find("#cost").text.startswith("The value lies between about"))
        self.assertEqual(self.find(".chip").text, "Stopped")
        shown = self.driver.find_elements(By.CSS_SELECTOR, "#next-entries tbody tr")
        self.assertEqual(len(shown), len(page.data["next"]["entries"]))
        self.assertGreater(len(shown), 0)
        cells = page.data["map"]["cells"]
        self.assertTrue(all(cells[row][column] == -1 for row, column in page.data["next"]["entries"]))

    def test_a_game_of_chance(self):
        page = Page(self, "noisy", "family:rps,n=3", "--noisy", "--coin", "--payoff-range=-1,1", "--epsilon", "0.5")
        self.assertIn("with confidence 0.95", self.find("#verdict").text)
        self.assertEqual(sum(plays for _, _, plays, _ in page.data["map"]["plays"]), page.result["plays"])
        for player, place in (("row", 0), ("column", 1)):
            said = {str(one["index"]): one["plays"] for one in page.data["players"][place]["strategies"] if "plays" in one}
            self.assertEqual(said, page.result[f"{player}_strategy"])
        self.assertIn("Plays", self.find("#plays").text)
        self.assert_fits()

    def test_a_large_game_stays_small(self):
        page = Page(self, "large", "family:lowrank,n=20000,rank=5")
        self.assertLess(len(page.source), 400_000)
        support = page.result["row_support"]
        self.assertLessEqual(set(support), set(page.data["map"]["rows"]))
        self.assertEqual(len(page.data["map"]["rows"]), 128)
        self.assert_drawn()
        self.assert_drawn("#overview-canvas", 2)
        self.assert_fits()

    def test_a_page_notices_that_its_run_is_dead(self):
        folder = Path(self.folder.name)
        (folder / "slow.py").write_text("import sys, time\nfor line in sys.stdin:\n    i, j = map(int, line.split())\n"
                                        "    time.sleep(0.02)\n    print((37 * i + 91 * j) % 11, flush=True)\n")
        path = folder / "live.html"
        run = subprocess.Popen([PROGRAM, "solve", "oracle", "--oracle", "python3 slow.py", "--rows", "40", "--columns", "40", "--quiet",
                                "--report", path, "--report-every", "1"], cwd=folder, stdout=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 60
            while not path.exists() and time.monotonic() < deadline:
                time.sleep(0.05)
        finally:
            run.kill()
            run.wait()
        page = path.read_text()
        still = page.replace('<meta http-equiv="refresh" content="1">', "")
        path.write_text(still)
        self.driver.get(path.as_uri())
        self.assertEqual(self.find(".chip").text.lower(), "running")
        data = json.loads(re.search(r'id="data">(.*?)</script>', still, re.S)[1])
        data["workers"] = {"workers": 8, "busy": 3, "share": 0.5}
        data["result"].update(repeats=8, hedged=2, in_vain=5)
        path.write_text(re.sub(r'id="data">.*?</script>', lambda _: f'id="data">{json.dumps(data)}</script>', still, flags=re.S))
        self.driver.get(path.as_uri())
        tiles = self.find(".tiles").text.lower()
        for words in ("workers busy\n3 of 8\n50", "asked twice\n10\n8 to compare, 2 that were slow", "in vain\n5\n"):
            self.assertIn(words, tiles)
        written = int(re.search(r'"written":(\d+)', page)[1])
        path.write_text(still.replace(f'"written":{written}', f'"written":{written - 600}'))
        self.driver.get(path.as_uri())
        self.assertEqual(self.find(".chip").text.lower(), "no news")
        self.assertIn("Nothing has been heard of the run for 10 min", self.find("#live").text)
        self.shoot("dead")

    def test_averages_of_plays_are_not_called_proved(self):
        folder = Path(self.folder.name)
        matches = "row,column,outcome\n" + "rock,scissors,1\n" * 3 + "paper,rock,1\nscissors,paper,1\nscissors,paper,1\n"
        subprocess.run([PROGRAM, "ledger", "import", "averaged.db", "-", "--symmetric"], input=matches, text=True, cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run([PROGRAM, "report", "averaged.db", "-o", "averaged.html"], cwd=folder, check=True)
        self.driver.get((folder / "averaged.html").as_uri())
        self.assertEqual(self.find("#verdict").text, "Play rock, scissors and paper equally: by these averages of 6 plays no mix does better. "
                                                     "That is the only equilibrium.")
        self.assertEqual(self.find(".chip").text.lower(), "exact, for these averages")
        self.assertIn("averages of 6 plays", self.find("#averages").text)
        self.assertNotIn("proved", self.find("main").text.lower())
        self.shoot("averages")

    def test_the_game_that_was_solved_is_named(self):
        """Fails where bounds and values of a game with the same equilibria stand as those of the file's own game."""
        folder = Path(self.folder.name)
        (folder / "costs.nfg").write_text('NFG 1 R "x" { "a" "b" } { { "T" "B" } { "L" "R" } }\n\n3 -6 0 0 10 0 11 -2\n')
        subprocess.run([PROGRAM, "solve", "costs.nfg", "--report", "costs.html"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        self.driver.get((folder / "costs.html").as_uri())
        self.assertTrue(self.find("[data-note]").text.startswith("The game solved is A - g(column), which has the same equilibria"))

    def test_a_noisy_symmetric_map_shows_both_sides_of_a_match(self):
        page = Page(self, "mirrored", "family:rps,n=3", "--noisy", "--coin", "--symmetric", "--payoff-range=-1,1", "--epsilon", "0.5")
        means = {(r, c): Fraction(mean) for r, c, _, mean in page.data["map"]["plays"]}
        self.assertGreater(len(means), 0)
        for (row, column), mean in means.items():
            self.assertEqual(means[column, row], -mean)
        self.script("document.querySelector('#map details').open = true")
        self.driver.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 50))")
        cells = [[cell.text for cell in line.find_elements(By.CSS_SELECTOR, "td")] for line in
                 self.driver.find_elements(By.CSS_SELECTOR, "#map table tbody tr")]
        for (row, column), mean in means.items():
            self.assertEqual(Fraction(cells[row][column]), mean)
        listed = self.driver.find_elements(By.CSS_SELECTOR, "#plays tbody tr")
        self.assertEqual(len(listed), len(means) // 2)
        self.shoot("mirrored")

    def test_pictures(self):
        looks = {"desktop": {}, "phone": PHONE, "dark": {"dark": True}}
        pictures = {}
        for name, look in looks.items():
            self.look(**look)
            Page(self, "pictures", "league.csv", "--labels", "--symmetric", "--method", "lazy")
            self.assert_fits()
            self.assert_drawn()
            pictures[name] = self.shoot(name)
            # A blank page of this size takes a few kilobytes.
            self.assertGreater(len(pictures[name]), 30_000, name)
            self.assertGreater(sizes(pictures[name])[1], 1500)
        grounds = [self.ground(look) for look in (looks["desktop"], looks["dark"])]
        self.assertEqual(grounds, ["rgb(255, 255, 255)", "rgb(17, 21, 27)"])
        self.look(dark=True)
        pdf = self.print_page("print")
        self.assertGreater(len(pdf), 20_000)
        self.assertIn(len(re.findall(rb"/Type\s*/Page\b", pdf)), range(1, 6))

    def ground(self, look):
        self.look(**look)
        return self.script("return getComputedStyle(document.body).backgroundColor")

    def test_for_those_who_do_not_see_it(self):
        Page(self, "league", "league.csv", "--labels", "--symmetric", "--method", "lazy")
        self.assertEqual(self.script("return document.documentElement.lang"), "en")
        unnamed = self.script("""
            return [...document.querySelectorAll('canvas, svg, section, [role=region], input, button')].filter((e) =>
                !e.closest('[aria-hidden=true]') && !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby')
                && !e.textContent.trim() && !e.closest('label')).map((e) => e.outerHTML.slice(0, 80))""")
        self.assertEqual(unnamed, [])
        pictures = len(self.driver.find_elements(By.CSS_SELECTOR, "#map canvas, #bounds figure > svg, #responses figure > svg"))
        tables = len(self.driver.find_elements(By.CSS_SELECTOR, "#map details, #bounds details, #responses details"))
        self.assertLessEqual(pictures, tables)
        levels = [int(e.tag_name[1]) for e in self.driver.find_elements(By.CSS_SELECTOR, "h1, h2, h3")]
        self.assertEqual(levels[0], 1)
        self.assertTrue(all(after - before <= 1 for before, after in zip(levels, levels[1:])))


if __name__ == "__main__":
    main()
