"""Reports of ledger files and `watch`, while a run fills them and afterwards."""
import hashlib
import json
import os
import pty
import random
import signal
import sqlite3
import subprocess
import sys
import time
from fractions import Fraction

from program import PROGRAM, Program, main

# The game family:undercut, with a pause before each answer; the file `asked` tells that it was started. While there is a file
# `hold` with a number, it waits after so many answers.
SIM = """import pathlib, sys, time
pathlib.Path("asked").touch()
hold = pathlib.Path("hold")
for count, line in enumerate(sys.stdin):
    i, j = map(int, line.split())
    time.sleep({pause})
    while hold.exists() and count >= int(hold.read_text() or 0):
        time.sleep(0.01)
    print(0 if i == j else 2 if i == j - 1 else -2 if i == j + 1 else 1 if i > j else -1, flush=True)
"""
PRINTED = ["--oracle", f"{sys.executable} sim.py", "--rows", "12", "--columns", "12", "--ledger", "run.db"]


class Reports(Program):
    def start(self, *arguments, pause=0.02):
        """A run with a slow oracle, once it has asked for something."""
        (self.folder / "sim.py").write_text(SIM.format(pause=pause))
        run = subprocess.Popen([PROGRAM, "solve", "oracle", *PRINTED, "--json", "--quiet", *arguments], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.stdout.close)
        self.addCleanup(run.stderr.close)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.wait_for(lambda: (self.folder / "asked").exists())
        return run

    def wait_for(self, condition):
        deadline = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def prints(self):
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.folder.glob("run.db*")}

    def test_a_running_ledger(self):
        run = self.start()
        self.wait_for(lambda: json.loads(self.state().get("queries", "0")) >= 10)
        self.run_program("report", "run.db", "-o", "now.html")
        self.assertIsNone(run.poll(), "the run ended too soon for this test")
        data = self.data("now.html")
        self.assertTrue(data["running"])
        self.assertEqual(data["result"]["status"], "stopped")
        self.assertGreaterEqual(data["result"]["queries"], 10)
        self.assertGreater(data["next"]["count"], 0)
        watched = self.run_program("watch", "run.db")
        said, fault = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0, fault)
        lines = watched.stdout.splitlines()
        self.assertIn("run running", lines[0])
        self.assertIn("to go at most", lines[0])
        self.assertIn("run proved", lines[-1])
        result = json.loads(said)
        alone = json.loads(self.run_program("solve", "family:undercut,n=12", "--method", "lazy", "--json").stdout)
        for key in ("value", "row_strategy", "column_vertices"):
            self.assertEqual(result[key], alone[key])
        self.check_ended(result)

    def state(self):
        """What the file says of its run, read from a copy as any program may."""
        copy = self.folder / "copy"
        copy.mkdir(exist_ok=True)
        for path in self.folder.glob("run.db*"):
            (copy / path.name).write_bytes(path.read_bytes())
        try:
            with sqlite3.connect(copy / "run.db") as database:
                content = database.execute("SELECT value FROM facts WHERE kind = 'state'").fetchone()
            database.close()
        except sqlite3.Error:
            return {}
        return dict(line.split("=", 1) for line in content[0].splitlines()) if content else {}

    def check_ended(self, result):
        """The page of the file is that of the answer."""
        before = self.prints()
        self.run_program("report", "run.db", "-o", "end.html")
        self.assertEqual(self.prints(), before)
        data = self.data("end.html")
        self.assertFalse(data["running"])
        for key in ("status", "value", "queries", "floor", "ratio", "rounds", "method", "seed"):
            self.assertEqual(data["result"][key], result[key], key)
        asked = [cell for line in data["map"]["rounds"] for cell in line if cell]
        self.assertEqual(len(asked), result["queries"])
        self.assertEqual(max(asked), result["rounds"])
        self.assertEqual(data["history"][-1][0], result["queries"])
        self.assertEqual([settings for settings in data["settings"] if settings[0] == "seed"], [["seed", "1"]])
        self.assertIn("run proved", self.run_program("watch", "run.db").stdout)

    def test_who_is_busy(self):
        """Two workers wait after 40 answers each: both are busy. The 8 that are repeated are among the first 16, and are told of."""
        hold = self.folder / "hold"
        hold.write_text("40")
        run = self.start("--workers", "2", "--method", "full", "--report", "live.html", "--report-every", "0.1", pause=0)
        held = {"busy": "2", "repeats": "8", "queries": "72"}
        self.wait_for(lambda: held.items() <= self.state().items())
        state = self.state()
        self.assertEqual(state["workers"], "2")
        self.assertTrue(0 < float(state["busy_share"]) <= 1, state)
        self.run_program("report", "run.db", "-o", "now.html")

        def live_is_there():
            data = self.data("live.html") if (self.folder / "live.html").exists() else {"result": {}}
            return data.get("workers", {}).get("busy") == 2 and data["result"].get("queries") == 72
        self.wait_for(live_is_there)
        for page in ("now.html", "live.html"):
            data = self.data(page)
            self.assertEqual((data["workers"]["workers"], data["workers"]["busy"]), (2, 2))
            self.assertTrue(0 < data["workers"]["share"] <= 1)
            self.assertEqual(data["result"]["repeats"], 8)
        watch = subprocess.Popen([PROGRAM, "watch", "run.db"], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        self.addCleanup(watch.stdout.close)
        line = watch.stdout.readline()
        self.assertRegex(line, r"workers 2 of 2 busy, \d+ % of the time so far, \d+ payoffs in flight; asked twice 8 to compare; to go")
        hold.unlink()
        run.communicate(timeout=60)
        self.assertIn("asked twice 8 to compare", watch.communicate(timeout=60)[0])
        self.assertNotIn("workers", self.data("live.html"))

    def test_no_more_matches_are_told_than_there_are(self):
        """Of an oracle some matches are asked both ways."""
        oracle = "while read i j; do echo $(( i == j ? 0 : (j - i + 4) % 4 == 1 ? 1 : (i - j + 4) % 4 == 1 ? -1 : 0 )); done"
        result = json.loads(self.run_program("solve", "oracle", "--oracle", oracle, "--rows", 4, "--columns", 4, "--symmetric", "--json",
                                             "--ledger", "run.db", "--report", "page.html").stdout)
        self.assertGreater(result["mirrored"], 0)
        watched = self.run_program("watch", "run.db").stdout
        self.assertIn(f"queries {result['queries']}, and 6 of 6 matches in the file, in ", watched)
        self.assertNotIn("1 rounds", watched)

    def test_watch_on_a_terminal(self):
        run = self.start(pause=0.03)
        reader, terminal = pty.openpty()
        watch = subprocess.Popen([PROGRAM, "watch", "run.db"], cwd=self.folder, stdout=terminal, stderr=subprocess.PIPE)
        os.close(terminal)
        said = b""
        try:
            while part := os.read(reader, 4096):
                said += part
        except OSError:  # the terminal is gone with its last writer
            pass
        os.close(reader)
        fault = watch.stderr.read()
        watch.stderr.close()
        self.assertEqual((watch.wait(timeout=60), fault), (0, b""))
        run.communicate(timeout=60)
        self.assertIn(b"\x1b[", said)
        self.assertIn(b"running", said)
        self.assertIn(b"proved", said.split(b"\x1b[J")[-1])

    def test_a_killed_run(self):
        run = self.start()
        self.wait_for(lambda: json.loads(self.state().get("queries", "0")) >= 10)
        run.send_signal(signal.SIGKILL)
        run.wait()
        self.assertTrue((self.folder / "run.db-wal").exists())
        before = self.prints()
        self.run_program("report", "run.db", "-o", "left.html")
        self.assertEqual(self.prints(), before)
        data = self.data("left.html")
        self.assertFalse(data["running"])
        self.assertGreater(data["next"]["count"], 0)
        self.assertIn("ended before it had an answer", self.run_program("watch", "run.db").stdout)
        (self.folder / "sim.py").write_text(SIM.format(pause=0))
        self.run_program("solve", "oracle", *PRINTED, "--json")

    def test_a_page_every_so_often(self):
        run = self.start("--report", "live.html", "--report-every", "0.2")
        self.wait_for(lambda: (self.folder / "live.html").exists())
        page = (self.folder / "live.html").read_text()
        self.assertIn('<meta http-equiv="refresh" content="1">', page)
        self.assertTrue(self.data("live.html")["running"])
        said, fault = run.communicate(timeout=60)
        self.assertEqual((run.returncode, fault), (0, ""))
        self.assertNotIn("http-equiv=\"refresh\"", (self.folder / "live.html").read_text())
        data = self.data("live.html")
        self.assertFalse(data["running"])
        self.assertEqual(data["result"]["value"], json.loads(said)["value"])
        self.assertEqual([path.name for path in self.folder.glob(".allnash-*")], [])

    def test_a_symmetric_game_shows_what_is_guaranteed(self):
        """Its value is known from the start, and says nothing of how far the run has come."""
        (self.folder / "sim.py").write_text(SIM.format(pause=0))
        command = ["solve", "oracle", *PRINTED, "--symmetric", "--json", "--quiet", "--report", "live.html", "--report-every", "0.1"]
        part = json.loads(self.run_program(*command, "--budget", "45", code=3).stdout)
        self.assertEqual(part["value"], "0")
        self.assertLess(float(Fraction(part["low"])), 0, "a mix that guarantees less than the value")
        said = self.run_program("watch", "run.db").stdout
        self.assertIn(f"value 0, known by symmetry; the best mix guarantees {float(Fraction(part['low'])):.6g}, ", said)
        self.assertNotIn("gap of 0", said)
        (self.folder / "run.db").unlink()
        (self.folder / "asked").unlink()
        (self.folder / "hold").write_text("50")
        run = self.start("--symmetric", "--report", "live.html", "--report-every", "0.1", pause=0)
        self.wait_for(lambda: (self.folder / "live.html").exists() and self.data("live.html")["result"].get("low"))
        self.assertIsNone(run.poll(), "it waits for its oracle")
        live = self.data("live.html")
        (self.folder / "hold").unlink()
        self.assertTrue(live["running"])
        self.assertEqual(live["result"]["value"], "0")
        self.assertLess(float(Fraction(live["result"]["low"])), 0)
        self.assertGreaterEqual(live["due"], 0.1)
        self.assertLess(abs(live["written"] - time.time()), 60)
        self.assertLess(live["result"]["queries"], live["size"])
        for queries, _, low, high in live["history"]:
            if low is not None:
                self.assertLessEqual(low, 0)
                self.assertEqual(high, -low)

    def test_a_page_whose_run_fails(self):
        (self.folder / "sim.py").write_text(SIM.format(pause=0.02).replace("    print(", "    if i == 7: sys.exit('no fuel')\n    print("))
        done = self.allnash("solve", "oracle", *PRINTED, "--quiet", "--report", "live.html", "--report-every", "0.1",
                            "--oracle-retries", "0", code=4)
        shown = self.data("live.html")
        self.assertFalse(shown["running"])
        self.assertIn("the run ended with an error: ", shown["result"]["stop_reason"])
        self.assertIn("no fuel", shown["result"]["stop_reason"])
        self.assertIn("no fuel", done.stderr)
        self.assertNotIn("http-equiv=\"refresh\"", (self.folder / "live.html").read_text())

    def test_a_ledger_of_plays(self):
        command = ["solve", "family:rps,n=3", "--noisy", "--coin", "--payoff-range=-1,1", "--epsilon", "0.5", "--ledger", "plays.db",
                   "--json"]
        part = json.loads(self.run_program(*command, "--budget", "60", code=3).stdout)
        self.run_program("report", "plays.db", "-o", "part.html")
        data = self.data("part.html")["result"]
        self.assertEqual((data["status"], data["plays"]), ("stopped", part["plays"]))
        self.assertGreater(self.data("part.html")["next"]["count"], 0)
        whole = json.loads(self.run_program(*command).stdout)
        self.run_program("report", "plays.db", "-o", "whole.html")
        data = self.data("whole.html")
        for key in ("status", "low", "high", "plays", "entries", "attempts", "rounds"):
            self.assertEqual(data["result"][key], whole[key], key)
        self.assertGreater(len(data["history"]), 2)
        self.run_program(*command, "--certificate", "proof.txt", "--report", "direct.html")
        self.assertEqual(self.data("direct.html")["certificate"], hashlib.sha256((self.folder / "proof.txt").read_bytes()).hexdigest())
        self.assertIn(f"plays {whole['plays']}", self.run_program("watch", "plays.db").stdout.replace(",", ""))

    def test_a_league_has_the_page_of_rank(self):
        """Of logs, of counts, while nothing is added; the file stays as it is."""
        luck = random.Random(1)
        self.write("log.csv", "row,column,outcome\n" + "".join(f"{pair},{luck.randrange(2)}\n" for _ in range(60) for pair in ("x,y", "y,z", "z,x")))
        self.json("rank", "log.csv", "--ledger", "league.db", "--delta", "0.01")
        before = (self.folder / "league.db").read_bytes()
        self.allnash("report", "league.db", "-o", "page.html")
        self.assertEqual((self.folder / "league.db").read_bytes(), before)
        ranking = self.json("rank", "--ledger", "league.db", "--delta", "0.01")
        page = self.data("page.html")
        self.assertEqual((page["title"], dict(page["settings"])["delta"]), ("league.db", "0.01"))
        for key in ("plays", "low", "confidence", "row_strategy", "labels", "promised"):
            self.assertEqual(page["league"][key], ranking[key], key)
        self.assertEqual(sum(one["count"] for one in page["league"]["next"]), 100)
        self.write("counts.csv", "row,column,wins,losses\nx,y,6,3\n")
        self.json("rank", "counts.csv", "--ledger", "counts.db")
        self.allnash("report", "counts.db", "-o", "page.html")
        self.assertEqual((self.data("page.html")["league"]["plays"], self.data("page.html")["league"]["schedule"]), (9, "fixed"))

    def test_names_from_the_ledger(self):
        (self.folder / "names").write_text("Ash\nBee\n<Cat>\n")
        self.run_program("solve", "family:rps,n=3", "--row-names", "names", "--column-names", "names", "--ledger", "named.db")
        self.run_program("report", "named.db", "-o", "named.html")
        self.assertEqual(self.data("named.html")["names"]["row"], {"0": "Ash", "1": "Bee", "2": "<Cat>"})

    def test_what_cannot_be_written_is_said_first(self):
        (self.folder / "sim.py").write_text(SIM.format(pause=0))
        (self.folder / "taken").mkdir()
        for path in ("missing/page.html", "taken", "", "sim.py/page.html"):
            done = self.run_program("solve", "oracle", *PRINTED, "--report", path, code=2)
            self.assertIn("cannot write", done.stderr)
            self.assertFalse((self.folder / "asked").exists())
            self.assertFalse((self.folder / "run.db").exists())
        self.run_program("solve", "oracle", *PRINTED, "--quiet")
        done = self.run_program("report", "run.db", "-o", "missing/page.html", code=2)
        self.assertEqual(done.stderr, "missing/page.html: cannot write: No such file or directory\n")
        self.run_program("report", "run.db", code=2)
        self.run_program("solve", "family:rps,n=3", "--report-every", "5", code=2)
        self.run_program("solve", "family:rps,n=3", "--report", "a", "--certificate", "a", code=2)
        self.run_program("solve", "family:rps,n=3", "--plan", "--report", "a", code=2)

    def test_files_that_are_no_sound_ledger(self):
        (self.folder / "sim.py").write_text(SIM.format(pause=0))
        self.run_program("solve", "oracle", *PRINTED, "--quiet")
        sound = (self.folder / "run.db").read_bytes()
        (self.folder / "text.db").write_text("no ledger, " * 200)
        (self.folder / "empty.db").write_text("")
        (self.folder / "cut.db").write_bytes(sound[:len(sound) // 2])
        (self.folder / "newer.db").write_bytes(sound)
        with sqlite3.connect(self.folder / "newer.db") as database:
            database.execute("PRAGMA user_version = 99")
        database.close()
        (self.folder / "changed.db").write_bytes(sound)
        with sqlite3.connect(self.folder / "changed.db") as database:
            database.execute("UPDATE facts SET value = 'queries=7' WHERE kind = 'point'")
        database.close()
        said = {"gone.db": "no such ledger file", ".": "is a directory", "text.db": "not a ledger file", "empty.db": "an empty file",
                "cut.db": "", "newer.db": "a ledger of version 99", "changed.db": "damaged: the record of its run"}
        for name, words in said.items():
            done = self.run_program("report", name, "-o", "page.html", code=2)
            self.assertTrue(done.stderr.startswith(f"{name}: "), done.stderr)
            self.assertIn(words, done.stderr)
            self.assertNotIn("/allnash-", done.stderr)
            self.assertFalse((self.folder / "page.html").exists())
            if name != "changed.db":
                self.run_program("watch", name, code=2)


main()
