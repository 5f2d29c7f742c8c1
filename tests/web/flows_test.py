#!/usr/bin/env python3
"""flows_test.py ALLNASH FOLDER: the pages of path games and game trees in Chromium. Screenshots go into the folder."""
import json
import subprocess
from fractions import Fraction
from pathlib import Path

from browser import HOSTILE, PHONE, Browser, Page, main

try:
    from selenium.webdriver.common.by import By
except ImportError:
    pass

WORDS = [text.replace(" ", "_") for text in HOSTILE]
ARCS = "\n".join(f"s {word} {word}\n{word} t -" for word in WORDS)


class Flows(Browser):
    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def file(self, name, text):
        path = Path(self.folder.name) / name
        path.write_text(text)
        return path

    def test_a_path_game(self):
        page = Page(self, "blotto", "paths:blotto,fields=10,mine=20,yours=18", "--certificate", "proof.txt")
        self.assertEqual(self.find("#verdict").text, "The value is 1. Over all equilibria, the row player uses 252 of about 10 million "
                         "strategies, and the column player uses 780,175 of about 4.69 million strategies.")
        self.assertIn("60 of 1,890 arcs are played in some equilibrium", self.find("#row").text)
        for player, (section, key) in zip(page.data["flows"]["players"], (("#row", "row"), ("#column", "column"))):
            probabilities = {one["strategy"]: one["probability"] for one in page.result[f"{key}_strategy"]}
            self.assertEqual(player["mixed"], len(probabilities))
            self.assertEqual({text: probabilities[text] for text, _ in player["mixture"]}, dict(player["mixture"]))
            self.assertEqual([p for _, p in player["mixture"]], sorted((p for p in probabilities.values()), key=Fraction, reverse=True)[:12])
            self.assertTrue({p for _, p in player["mixture"]} <= set(self.exact(section)))
            self.assert_flow_is_kept(player["graph"])
            self.assertEqual(len(self.all(f"{section} path.flow")), len(player["graph"]["drawn"]))
        self.assertEqual(len(self.all("#row path.flow.out")), 0)
        sha = subprocess.run(["sha256sum", "proof.txt"], cwd=self.folder.name, capture_output=True, text=True).stdout.split()[0]
        self.assertEqual(self.find(".hash").text, sha)

    def assert_flow_is_kept(self, graph):
        """What enters a node leaves it, in the picture too, unless arcs were left out; arcs lead from left to right."""
        into, out = [0.0] * len(graph["nodes"]), [0.0] * len(graph["nodes"])
        for start, stop, flow, *_ in graph["drawn"]:
            self.assertLess(graph["nodes"][start][0], graph["nodes"][stop][0])
            out[start] += flow
            into[stop] += flow
        for number, (layer, _, flow, _) in enumerate(graph["nodes"]):
            if layer > 0:
                self.assertAlmostEqual(into[number], flow)
            if layer < graph["layers"] - 1:
                self.assertAlmostEqual(out[number], flow)

    def test_a_small_graph_shows_what_is_never_played(self):
        page = Page(self, "three", "paths:blotto,fields=3,mine=4,yours=3")
        graph = page.data["flows"]["players"][0]["graph"]
        self.assert_flow_is_kept(graph)
        self.assertEqual((len(self.all("#row path.flow.row")), len(self.all("#row path.flow.out"))), (12, 13))
        # Arcs are as thick as their flow: 300 pixels for a flow of 1.
        boxes = self.script("return [...document.querySelectorAll('#row rect.node')].map((e) => [+e.getAttribute('height'), e.textContent])")
        self.assertEqual(len(boxes), len(graph["nodes"]))
        self.assertEqual(sorted(round(height, 3) for height, _ in boxes), sorted(round(max(4, 300 * node[2]), 3) for node in graph["nodes"]))

    def test_a_deep_graph_is_a_map(self):
        page = Page(self, "deep", "paths:lattice,width=12,height=12,block=3")
        row, column = (player["graph"] for player in page.data["flows"]["players"])
        self.assert_flow_is_kept(row)
        self.assertEqual(column["density"]["columns"], 96)
        self.assertEqual(len(self.all("#column rect.cell")), len(column["density"]["cells"]))
        self.assertIn("too many to draw", self.find("#column").text)

    def test_a_tree(self):
        page = Page(self, "kuhn", "trees:kuhn")
        self.assertIn("The value is −1/18", self.find("#verdict").text)
        for key, player in zip(("row", "column"), page.data["flows"]["players"]):
            behaviour = page.result[f"{key}_behaviour"]
            shown = {label: {action: p for action, p in actions if p != "0"} for label, _, actions in player["sets"]["list"]}
            self.assertEqual(shown, behaviour)
            lines = self.all(f"#{key}-sets tbody tr")
            self.assertEqual([line.find_element(By.CSS_SELECTOR, "th").text for line in lines], list(behaviour))
            said = [Fraction(text) for text in self.exact(f"#{key}-sets tbody tr:first-child")]
            self.assertEqual(said, [*map(Fraction, next(iter(behaviour.values())).values()), Fraction(1)])
        self.assertIn("bet never", self.find("#row-sets").text.replace("\u00a0", " "))

    def test_a_run_that_was_stopped(self):
        """The page stays small however large the graph is."""
        page = Page(self, "stopped", "paths:blotto,fields=20,mine=30,yours=25", "--time-limit", "1e-9", code=3)
        self.assertLess(len(page.source), 300_000)
        self.assertIn("The value lies between", self.find("#verdict").text)
        self.assertIn("stopped by the time limit", self.find("#answer").text)
        self.assert_fits()

    def test_long_strategies_stay_in_their_column(self):
        places = ["long-service-corridor-towards-the-loading-bay", "inner-courtyard-with-the-fountain", "w" * 120]
        arcs = [(f"n{layer}", f"n{layer + 1}", f"{place}-{layer}") for layer in range(4) for place in places]
        graph = f"{len(arcs)}\n" + "\n".join(map(" ".join, arcs))
        payoffs = "\n".join(f"{feature} {feature} {1 + t % 3}" for t, (_, _, feature) in enumerate(arcs))
        self.file("patrol.paths", f"allnash-paths 1\nrow-arcs {graph}\ncolumn-arcs {graph}\npayoffs {len(arcs)}\n{payoffs}\nend\n")
        for game, look in (("patrol.paths", {}), ("patrol.paths", PHONE), ("trees:kuhn,cards=4", PHONE)):
            self.look(**look)
            Page(self, "long", game)
            self.script("for (const details of document.querySelectorAll('details')) details.open = true")
            self.assert_fits()
            self.assert_nothing_cut_off()

    def test_names_are_only_ever_text(self):
        payoffs = "\n".join(f"{word} {word} {number + 1}" for number, word in enumerate(WORDS))
        arcs = f"{2 * len(WORDS)}\n{ARCS}"
        self.file("hostile.paths", f"allnash-paths 1\nrow-arcs {arcs}\ncolumn-arcs {arcs}\npayoffs {len(WORDS)}\n{payoffs}\nend\n")
        Page(self, "hostile_paths", "hostile.paths")
        self.assert_fits()
        self.assertEqual(self.driver.title, "hostile.paths – allnash")
        quoted = [json.dumps(text, ensure_ascii=False) for text in HOSTILE]
        sets = [f'p "" 1 1 {quoted[0]} {{ {quoted[1]} {quoted[2]} }} 0', f'p "" 2 1 {quoted[5]} {{ {quoted[3]} {quoted[4]} }} 0',
                't "" 1 "" { 1, -1 }', 't "" 2 "" { -1, 1 }', f'p "" 2 1 {quoted[5]} {{ {quoted[3]} {quoted[4]} }} 0',
                't "" 2', 't "" 1']
        self.file("hostile.efg", 'EFG 2 R "game" { "a" "b" }\n' + "\n".join(sets) + "\n")
        Page(self, "hostile_tree", "hostile.efg")
        self.assert_fits()
        self.assertIn(HOSTILE[0], self.find("#row-sets").text)
        self.assertEqual(self.all("main script, main img, main b"), [])

    def test_how_it_looks(self):
        for name, game in (("blotto", "paths:blotto,fields=10,mine=20,yours=18"), ("lattice", "paths:lattice,width=6,height=6,block=2"),
                           ("leduc", "trees:leduc")):
            Page(self, name, game)
            for way, how in (("desktop", {}), ("dark", {"dark": True}), ("phone", PHONE)):
                self.look(**how)
                self.driver.refresh()
                self.assert_fits()
                self.assertGreater(len(self.shoot(f"flows-{name}-{way}")), 20_000)
            self.look()
            self.assertGreater(len(self.print_page(f"flows-{name}-paper")), 15_000)


if __name__ == "__main__":
    main()
