#!/usr/bin/env python3
"""league_test.py ALLNASH FOLDER: the page of `rank --report` in Chromium. Screenshots go into the folder.

The first screen answers; bars, limits, squares and rings are those of --json; nothing is promised in green that is not
promised; on a phone nothing is cut off and no name is broken.
"""
import csv
import json
import math
import random
import re
import subprocess
from fractions import Fraction
from pathlib import Path

from browser import HOSTILE, LEAGUE, PHONE, PROGRAM, Browser, Page, main

try:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    pass

LONG = ["meta-llama/large-instruct-2024-08-06_405B", "Ragnaros the Firelord of the Molten Core", "deepseek.chat.preview.turbo.v2",
        "reinforcement_learning_agent_checkpoint_1200000", HOSTILE[0], HOSTILE[2], "x" * 90]
LOOKS = (("desktop", {}), ("phone", PHONE), ("dark", {"dark": True}))

# Words that stand in two lines. A line may end after a blank or a sign; a name that goes on without any may break anywhere,
# and so may a checksum.
BROKEN = """
    const broken = [];
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const node = texts.currentNode;
        const element = node.parentElement;
        if (!element.getClientRects().length || element.closest('.endless, .hash, option, svg')) continue;
        for (const word of node.textContent.matchAll(/[^\\s\\-_\\/.:@|]+/gu)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            if (lines.size > 1) broken.push(word[0]);
        }
    }
    return broken"""

# What is in the colour of success, and can be seen.
GREEN = """
    const probe = document.createElement('i');
    probe.style.color = 'var(--good)';
    document.body.append(probe);
    const good = getComputedStyle(probe).color;
    probe.remove();
    return [...document.querySelectorAll('main *')].filter((e) => e.getClientRects().length && e.textContent.trim()
        && [getComputedStyle(e).color, getComputedStyle(e).fill].includes(good) && getComputedStyle(e.parentElement).color !== good
        ).map((e) => e.textContent)"""


class League(Browser):
    def write(self, name, lines):
        with open(Path(self.folder.name) / name, "w", newline="") as file:
            csv.writer(file).writerows(lines)

    def write_log(self, name, strategies, count, seed=5, met=1.0):
        """Skill falls from the first to the last, and thirds of the strategies beat one another in a ring."""
        draw = random.Random(seed)
        many = range(len(strategies))
        pairs = [(a, b) for a in many for b in many if a < b and draw.random() < met]
        lines = [["model_a", "model_b", "winner"]]
        for _ in range(count):
            a, b = draw.choice(pairs)
            skill = (b - a) * 1.5 / len(strategies) + (0, 0.8, -0.8)[(b - a) % 3]
            lines.append([strategies[a], strategies[b], "a" if draw.random() < 1 / (1 + math.exp(-skill)) else "b"])
        self.write(name, lines)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def lines(self, side="row"):
        """Of each strategy of the table its index, bar, line of the middle half, and limit, in percent."""
        return self.script(f"""
            const at = (e, key) => e ? parseFloat(e.getAttribute(key)) : null;
            return [...document.querySelectorAll('#league-{side} tr[data-index]')].map((line) => {{
                const [share, half, limit] = ['.share', '.shares .half', '.limit'].map((part) => line.querySelector(part));
                return [line.dataset.index, at(share, 'width'), at(half, 'x1'), at(half, 'x2'), at(limit, 'x1')];
            }})""")

    def assert_bars(self, page, side="row"):
        """The bar is what to play, the line the middle half of the drawn leagues, the limit a mark of its own."""
        estimate = page.result["estimate"]
        drawn = estimate.get("strategies") or estimate[f"{side}_strategies"]
        lines = self.lines(side)
        self.assertEqual(len(lines), len(drawn))
        for index, share, low, high, limit in lines:
            self.assertAlmostEqual(share, 100 * float(Fraction(estimate[f"{side}_strategy"].get(index, "0"))), places=6)
            middle = drawn[index]["share"]
            if middle["high"] > middle["low"]:
                self.assertAlmostEqual(low, 100 * middle["low"], places=6)
                self.assertAlmostEqual(high, 100 * middle["high"], places=6)
            else:
                self.assertIsNone(low)
            cap = page.result[f"{side}_caps"].get(index)
            if cap is None:
                self.assertIsNone(limit)
            else:
                self.assertAlmostEqual(limit, 100 * float(Fraction(cap)), places=6)
        return lines

    def test_the_leaderboard_comes_first(self):
        """Sorted, searched, compared: what is shown is what --json has. Kills: a bar of another interval, a sort of texts, numbers of the
        pairing from the wrong side, the promise unfolded."""
        names = [*LEAGUE, HOSTILE[0], HOSTILE[4]]
        self.write_log("board.csv", names, 900)
        page = Page(self, "board", "board.csv", command="rank")
        board = page.result["leaderboard"]
        self.assertEqual(self.driver.execute_script("return document.querySelector('main section').id"), "verdict")
        self.assertEqual(self.script("return [...document.querySelectorAll('main section')].slice(1, 3).map((one) => one.id)"), ["leaderboard", "advice"])
        shown = lambda: [one.text for one in self.all("#board-table tbody th")]
        self.assertEqual(shown(), [one["name"] for one in board])
        headline = self.all("#verdict .verdict")[0]
        self.assertEqual(headline.get_attribute("data-case"), page.result["case"])
        for row, one in zip(self.all("#board-table tbody tr"), board):
            reach = row.find_element(By.CSS_SELECTOR, ".reach")
            self.assertAlmostEqual(float(reach.get_attribute("x")[:-1]), 100 * one["low"], places=3)
            self.assertAlmostEqual(float(reach.get_attribute("width")[:-1]), 100 * (one["high"] - one["low"]), places=3)
            least = one["rank_low"], one["rank_high"]
            self.assertTrue(row.text.startswith("–".join(map(str, dict.fromkeys(least)))), row.text)
        sort = {button.text: button for button in self.all("#board-table .sort")}
        sort["Matches"].click()
        met = [int(one.text.replace(",", "")) for one in self.all("#board-table tbody td:last-child")]
        self.assertEqual(met, sorted((one["matches"] for one in board), reverse=True))
        sort["Matches"].click()
        self.assertEqual([int(one.text.replace(",", "")) for one in self.all("#board-table tbody td:last-child")], met[::-1])
        self.all("#board-search")[0].send_keys("RAV")
        self.assertEqual(shown(), ["Bravo"])
        self.all("#board-search")[0].clear()
        # Two players: what they won against each other, from either side.
        a, b = board[2], board[5]
        for first, second in ((2, 5), (5, 2)):
            self.driver.execute_script("""for (const [id, at] of [['first-player', arguments[0]], ['second-player', arguments[1]]]) {
                const one = document.getElementById(id); one.value = String(at); one.dispatchEvent(new Event('change')); }""", first, second)
            cells = {row.find_element(By.TAG_NAME, "th").text: [cell.text for cell in row.find_elements(By.TAG_NAME, "td")] for row in self.all("#two tbody tr")}
            self.assertEqual(cells["Matches"], [str(board[at]["matches"]) for at in (first, second)])
            pair = [one for one in page.result["pairings"] if {one["row"], one["column"]} == {a["index"], b["index"]}]
            if pair:
                mean = pair[0]["mean"] if pair[0]["row"] == board[first]["index"] else 1 - pair[0]["mean"]
                self.assertEqual(cells["Against each other"][0], f"{100 * mean:.1f}% of {pair[0]['plays']}")
        firm = self.all("#firm")[0].text
        shaky = page.result["shaky"]
        self.assertIn(f"Without {shaky['matches']} of the {shaky['of']} matches {shaky['leader']} would be first.", firm)
        self.assertLess(float(Fraction(page.result["low"])), 0.4)
        self.assertEqual(len(self.all("#promised details:not([open])")), 1)

    def test_the_first_screen_answers(self):
        names = [*LEAGUE[:4], HOSTILE[0], HOSTILE[2]]
        self.write_log("log.csv", names, 3000)
        page = Page(self, "log", "log.csv", command="rank")
        estimate, told = page.result["estimate"], self.find("#advice").text
        self.assertIn(page.result["leaderboard"][0]["name"][:20], self.find("#verdict").text)
        for words in ("What to play", "an estimate", "What is promised", "95% sure", "What to play next", "against its worst opponent".capitalize()):
            self.assertIn(words, told)
        play = self.find("#play .verdict").text
        for index in estimate["row_strategy"]:
            self.assertIn(page.result["labels"][int(index)], play)
        self.assertEqual(sum(int(share) for share in re.findall(r"(\d+)% ", play)), 100)
        promised = math.floor(1000 * Fraction(page.result["low"])) / 10
        self.assertIn(f"wins at least {promised:.1f}% of its matches against any single opponent", self.find("#promised").text)
        self.assertLess(self.script("return document.querySelectorAll('#board-table tbody tr')[3].getBoundingClientRect().bottom"), 900)
        self.assertLess(self.script("return document.getElementById('advice').getBoundingClientRect().height"), 800)
        band = self.find("#play .goodness .reach")
        self.assertAlmostEqual(float(band.get_attribute("x")[:-1]), 200 * estimate["worst_case"]["low"], places=3)
        promise = self.find("#play line.promise").get_attribute("x1")
        self.assertAlmostEqual(float(promise[:-1]), 200 * float(Fraction(page.result["low"])), places=3)
        self.assertEqual(self.driver.title, "log.csv \u2013 allnash")
        self.assert_bars(page)
        # The page plans by itself; what is printed has the ten matches that are always there.
        self.assertEqual(sum(one["count"] for one in page.result["next"]), 10)
        self.assertEqual(sum(one["count"] for one in page.data["league"]["next"]), 100)
        alone = subprocess.run([PROGRAM, "rank", "log.csv", "--json"], cwd=self.folder.name, capture_output=True, check=True)
        self.assertEqual(json.loads(alone.stdout), page.result)
        self.assertIn(" \u00d7 ", self.find("#soon").text)
        self.assertRegex(self.find("#soon").text, "make it surer (what to play|who is first)")
        self.assertEqual(sum(int(cell.text) for cell in self.all("#next-matches td:first-child")), 100)
        for name, look in LOOKS:
            self.look(**look)
            self.assert_fits()
            self.assertEqual(self.script(BROKEN), [])
            self.assertGreater(len(self.shoot(f"matches_{name}")), 20_000)
        self.look()
        self.assertGreater(len(self.print_page("matches_print")), 15_000)

    def test_a_limit_is_not_a_share(self):
        """The strategy that nobody knows has no limit and no bar; the bar of the others is not their limit."""
        self.write("known.csv", [["row", "column", "wins", "losses"], ["a", "b", 900, 1100], ["b", "c", 900, 1100], ["c", "a", 900, 1100],
                                 ["d", "a", 100, 1900], ["d", "b", 100, 1900], ["d", "c", 100, 1900], ["e", "d", 1, 1]])
        page = Page(self, "known", "known.csv", command="rank")
        lines = {page.result["labels"][int(index)]: (share, limit) for index, share, _, _, limit in self.assert_bars(page)}
        self.assertIsNotNone(lines["d"][1])
        self.assertEqual(lines["d"][0], 0)
        self.assertIsNone(lines["e"][1])

    def test_the_map_of_pairings(self):
        self.write_log("map.csv", LEAGUE, 400, met=0.7)
        page = Page(self, "pairs", "map.csv", command="rank")
        pairs = {(one["row"], one["column"]): one for one in page.result["pairings"]}
        squares = self.script("""return [...document.querySelectorAll('#pair-map .pair')].map((one) =>
            [+one.dataset.row, +one.dataset.column, +one.getAttribute('width'), one.getAttribute('fill')])""")
        self.assertEqual({(row, column) for row, column, *_ in squares}, {*pairs, *((b, a) for a, b in pairs)})
        by_plays = []
        for row, column, width, fill in squares:
            one = pairs.get((row, column)) or pairs[column, row]
            mean = one["mean"] if (row, column) in pairs else 1 - one["mean"]
            red, _, blue = (int(part) for part in fill[4:-1].split())
            self.assertEqual(mean > 0.5, blue > red, (mean, fill))
            by_plays.append((one["plays"], width))
        by_plays.sort()
        self.assertTrue(all(few[1] <= many[1] for few, many in zip(by_plays, by_plays[1:])))
        self.assertLess(by_plays[0][1], by_plays[-1][1])
        never = self.find("#pair-map .never").get_attribute("d").count("M")
        self.assertEqual(never, 30 - 2 * len(pairs))
        self.assertGreater(never, 0)
        # By the keys: to the right of the first, then down to the left.
        order = [int(line[0]) for line in self.lines()]
        self.find("#pair-map").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        row, column = order[0], order[1]
        told = self.find("#pair-readout").text
        self.assertTrue(told.startswith(f"{page.result['labels'][row]} against {page.result['labels'][column]}: "), told)
        one = pairs.get((row, column)) or pairs.get((column, row))
        self.assertIn("never met" if one is None else f"{one['plays']} matches", told)
        # The table of one strategy.
        self.script("const s = document.getElementById('whose'); s.value = s.options[2].value; s.dispatchEvent(new Event('change'))")
        self.assertEqual(len(self.all("#pairings-table .reach")), sum(order[2] in pair for pair in pairs))
        self.assertEqual(self.find("#pairings-table th").text, f"{page.result['labels'][order[2]]} against")

    def test_cycles_are_rings(self):
        self.write_log("ring.csv", LEAGUE, 6000, seed=2)
        page = Page(self, "ring", "ring.csv", command="rank")
        cycles = page.result["estimate"]["cycles"][:6]
        rings = self.all(".ring")
        self.assertEqual(len(rings), len(cycles))
        self.assertGreater(len(cycles), 0)
        means = {(one["row"], one["column"]): one["mean"] for one in page.result["pairings"]}
        for ring, cycle in zip(rings, cycles):
            a, b, c = (page.result["labels"][index] for index in cycle["strategies"])
            self.assertEqual(ring.find_element(By.TAG_NAME, "svg").get_attribute("aria-label"), f"{a} beats {b} beats {c} beats {a}")
            corners = {place: ring.find_element(By.CSS_SELECTOR, f".{place}") for place in ("top", "right", "left")}
            self.assertEqual([corners[place].text for place in ("top", "right", "left")], [a, b, c])
            self.assertLess(corners["left"].location["x"], corners["right"].location["x"])
            self.assertLess(corners["top"].location["y"], corners["right"].location["y"])
            turned = [*cycle["strategies"][1:], cycle["strategies"][0]]
            said = [100 * (means[one, other] if one < other else 1 - means[other, one]) for one, other in zip(cycle["strategies"], turned)]
            for text, rate in zip(ring.find_elements(By.CSS_SELECTOR, "text.rate"), said):
                self.assertAlmostEqual(float(text.text[:-1]), rate, delta=0.51)
            self.assertEqual(len(ring.find_elements(By.CSS_SELECTOR, "path.edge")), 3)

    def test_many_with_long_names_that_hardly_met(self):
        names = [*LONG, *(f"provider-{t % 7}/model-{t}b-instruct-preview_{t}" for t in range(53))]
        self.write_log("many.csv", names, 4000, met=0.4)
        page = Page(self, "many", "many.csv", command="rank")
        self.assertGreater(page.result["estimate"]["guessed"], 900)
        self.assertIn("pairings never met: they are guessed from the ratings", self.find("#play").text)
        self.assert_bars(page)
        self.assertEqual(self.script("return [...document.querySelectorAll('#league-row tbody th.who')].map((e) => e.textContent).sort()"), sorted(names))
        for name, look in LOOKS:
            self.look(**look)
            self.assert_fits()
            self.assertEqual(self.script(BROKEN), [])
            cut = self.script("""return [...document.querySelectorAll('main .name, main td, main th, main li')].filter((e) =>
                !e.closest('table.grid') && e.getClientRects().length && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline').map((e) => e.textContent)""")
            self.assertEqual(cut, [])
            self.shoot(f"many_{name}")
        self.look()
        seen = "return [...document.querySelectorAll('#league-row tr[data-index]')].filter((e) => e.getClientRects().length).length"
        self.assertEqual(self.script(seen), 40)
        self.script("document.querySelector('#strategies button').click()")
        self.assertEqual(self.script(seen), 60)

    def test_a_league_without_a_promise_has_no_badge_of_success(self):
        self.write("few.csv", [["a", "b", "winner"], ["x", "y", "a"], ["y", "x", "a"], ["z", "x", "a"]])
        page = Page(self, "few", "few.csv", "--ledger", "few.db", command="rank")
        self.assertFalse(page.result["promised"])
        told = self.find("#promised").text
        self.assertIn("Nothing is promised yet: " + page.result["why"], told)
        self.assertNotIn("at least", told)
        self.assertNotIn("sure", told)
        self.assertEqual(self.find("#promised .chip").get_attribute("class"), "chip open")
        self.assertEqual(self.all("line.promise"), [])
        for _, look in LOOKS:
            self.look(**look)
            self.assertEqual(self.script(GREEN), [])

    def test_what_is_promised_is_green(self):
        """So that the test above would notice."""
        self.write_log("green.csv", LEAGUE, 3000)
        Page(self, "green", "green.csv", command="rank")
        self.assertIn("95% sure", self.script(GREEN))
        Page(self, "far", "green.csv", "--epsilon", "0.001", command="rank", code=3)
        self.assertEqual(self.find("#promised .chip").text, "not as near as asked")
        self.assertEqual(self.find("#promised .chip").get_attribute("class"), "chip open")

    def test_sides_that_differ(self):
        draw = random.Random(4)
        chances = {"Kick left": (0.5, 0.9, 0.95), "Kick right": (0.9, 0.2, 0.9), "Kick high": (0.95, 0.9, 0.5)}
        lines = [[row, column, int(draw.random() < chance)] for _ in range(300) for row, line in chances.items()
                 for column, chance in zip(("Dive left", "Dive right", "Stay"), line)]
        self.write("sides.csv", [["row", "column", "outcome"], *lines])
        page = Page(self, "sides", "sides.csv", command="rank")
        self.assert_bars(page, "row")
        self.assert_bars(page, "column")
        for side in ("row", "column"):
            self.assertIn(page.result[f"{side}_labels"][0], self.find("#play").text)
        low, high = (float(Fraction(page.result[key])) for key in ("low", "high"))
        told = self.find("#promised").text
        self.assertIn(f"at least {math.floor(1000 * low) / 10:.1f}%", told)
        self.assertIn(f"at most {math.ceil(1000 * high) / 10:.1f}%", told)
        self.assertEqual(len(self.all("#pair-map .pair")), 9)
        order = [int(line[0]) for line in self.lines("column")]
        self.assertEqual(self.find("#pair-columns").text, "Columns: " + ", ".join(
            f"{place + 1} {page.result['column_labels'][index]}" for place, index in enumerate(order)) + ".")
        self.assertEqual(self.all("#cycles"), [])
        for name, look in LOOKS:
            self.look(**look)
            self.assert_fits()
            self.assertEqual(self.script(BROKEN), [])
            self.shoot(f"sides_{name}")

    def test_another_range(self):
        draw = random.Random(8)
        lines = [[LEAGUE[a], LEAGUE[b], round(max(-100, min(100, draw.gauss(30 * (0, 1, -1)[(b - a) % 3], 30))))]
                 for _ in range(200) for a in range(6) for b in range(6) if a < b]
        self.write("wide.csv", [["row", "column", "outcome"], *lines])
        page = Page(self, "wide", "wide.csv", "--payoff-range", "-100,100", command="rank")
        told = self.find("#advice").text
        self.assertRegex(told, r"it earns about \u2212?\d+(\.\d)? a match")
        self.assertNotIn("of its matches", told)
        low = f"{math.floor(10 * Fraction(page.result['low'])) / 10:.1f}".replace("-", "\u2212")
        self.assertIn(f"earns at least {low} a match", told)
        worst = page.result["estimate"]["worst_case"]
        self.assertAlmostEqual(float(self.find("#play .goodness .reach").get_attribute("x")[:-1]), worst["low"] + 100, places=3)

    def test_who_is_left_out_and_the_field(self):
        self.write_log("field.csv", [*LEAGUE, HOSTILE[5]], 3000)
        self.write("shares.csv", [["name", "share"], ["Bravo", 0.75], ["Charlie", 0.25]])
        page = Page(self, "field", "field.csv", "--drop", "Alpha", "--drop", HOSTILE[5], "--field", "shares.csv", command="rank")
        self.assertEqual({one["label"] for one in page.result["left_out"]}, {"Alpha", HOSTILE[5]})
        self.assertIn("2 left out", self.find("#verdict h1").text)
        gone = self.find("#left-out").text
        for one in page.result["left_out"]:
            self.assertIn(f"{one['label']}: dropped, {one['matches']}", gone)
        field = page.result["field"]
        self.assertIn("75% Bravo, 25% Charlie", self.find("#field").text)
        bars = self.script("""return [...document.querySelectorAll('#field-table tbody tr')].map((line) =>
            [line.dataset.index ?? null, parseFloat(line.querySelector('.mark').getAttribute('x')), parseFloat(line.querySelector('.reach').getAttribute('x'))])""")
        self.assertEqual(len(bars), 1 + len(field["earns"]))
        for index, median, low in bars:
            earns = field["row_strategy"] if index is None else field["earns"][index]
            self.assertAlmostEqual(median, 100 * earns["median"], places=4)
            self.assertAlmostEqual(low, 100 * earns["low"], places=4)
        medians = [median for _, median, _ in bars[1:]]
        self.assertEqual(medians, sorted(medians, reverse=True))
        self.look(**PHONE)
        self.assert_fits()

    def test_a_league_in_a_ledger(self):
        self.write_log("week.csv", LEAGUE, 2000)
        page = Page(self, "week", "week.csv", "--ledger", "weeks.db", command="rank")
        self.assert_bars(page)
        self.assertEqual(len(self.all("#pair-map .pair")), 2 * len(page.result["pairings"]))
        self.assertEqual(self.all("#pairings-table .reach"), [])
        self.assertIn("who joined and when somebody looked. They decided neither how long the first log was, nor whether or when a log was added, nor who left",
                      self.find("#assumed").text)
        self.assertIn("if what this rests on is so", self.find("#promised").text)
        said = subprocess.run([PROGRAM, "rank", "--ledger", "weeks.db"], cwd=self.folder.name, capture_output=True, text=True, check=True).stdout
        self.assertIn("nor whether or when a log was added, nor who left", " ".join(said.split()))

    def test_what_is_nearly_sure_is_not_all(self):
        self.write_log("log.csv", LEAGUE, 2000)
        for delta, sure in (("0.00001", "99.999%"), ("1/30000", "99.9966%"), ("0.05", "95%"), ("0.43", "57%")):
            Page(self, "sure", "log.csv", "--resamples", "0", "--delta", delta, command="rank")
            self.assertIn(f"True with {sure} confidence", self.find("#promised").text)
        (Path(self.folder.name) / "counts.csv").write_text("row,column,wins,losses\nx,y,29999,1\nx,z,29999,1\ny,z,51,49\n")
        Page(self, "counts", "counts.csv", "--ledger", "counts.db", command="rank")
        self.assertIn("Some matches came as counts.", self.find("#assumed").text)
        self.assertIn(">99%", self.find("#league-row").text)  # of its matches it wins

    def test_no_drawn_leagues(self):
        """Whole games have an equilibrium of the averages; of the others the page says that nothing is estimated."""
        self.write_log("whole.csv", LEAGUE, 2000)
        page = Page(self, "whole", "whole.csv", "--resamples", "0", command="rank")
        self.assertIn("no estimate", self.find("#play").text)
        self.assertEqual(self.find("#play .verdict").text, "Nothing was estimated")
        shares = {index: share for index, share, *_ in self.lines()}
        for index, share in page.result["averages"]["row_strategy"].items():
            self.assertAlmostEqual(shares[index], 100 * float(Fraction(share)), places=6)
        self.write_log("parts.csv", LEAGUE, 2000, met=0.6)
        Page(self, "parts", "parts.csv", "--resamples", "0", command="rank")
        self.assertIn("Nothing was estimated", self.find("#play").text)

    def test_what_strategies_are_called(self):
        """As Python says it of a frame whose index has a name."""
        self.write_log("decks.csv", LEAGUE, 300)
        page = Page(self, "decks", "decks.csv", command="rank")
        self.assertEqual(self.find("#league-row thead .who").text, "Strategy")
        self.assertEqual(page.data["kinds"], {"row": "", "column": ""})
        page.path.write_text(page.source.replace('"row":""', '"row":"deck \\u003cb\\u003e"'))
        self.driver.get(page.path.as_uri())
        self.assertEqual(self.find("#league-row thead .who").text, "deck <b>")
        self.assertIn("6 strategies by deck <b>", self.find("#verdict h1").text)

    def test_names_are_text_and_cut_where_endless(self):
        self.write_log("hostile.csv", HOSTILE, 600)
        page = Page(self, "hostile", "hostile.csv", command="rank")
        self.assertEqual(self.driver.title, "hostile.csv \u2013 allnash")
        self.assertEqual(self.all("main script, main img, main b:not(output b)"), [])
        shown = self.script("return [...document.querySelectorAll('#league-row tbody th.who')].map((e) => e.textContent)")
        self.assertEqual({name for name in shown if len(name) < 300}, {name for name in HOSTILE if len(name) < 300})
        self.assertLess(len(page.source), 400_000)
        self.assertTrue(any(name.endswith("(10000 bytes)") for name in shown))
        self.look(**PHONE)
        self.assert_fits()

    def test_for_those_who_do_not_see_it(self):
        self.write_log("seen.csv", LEAGUE, 2000)
        Page(self, "seen", "seen.csv", command="rank")
        unnamed = self.script("""
            return [...document.querySelectorAll('svg, section, input, button, select')].filter((e) =>
                !e.closest('[aria-hidden=true]') && !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby')
                && !(e.tagName === 'BUTTON' && e.textContent.trim()) && !e.closest('label')).map((e) => e.outerHTML.slice(0, 80))""")
        self.assertEqual(unnamed, [])
        levels = [int(e.tag_name[1]) for e in self.all("h1, h2, h3")]
        self.assertEqual(levels[0], 1)
        self.assertTrue(all(after - before <= 1 for before, after in zip(levels, levels[1:])))


if __name__ == "__main__":
    main()
