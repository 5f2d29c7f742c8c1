"""`--ledger`, `--plan` and `allnash ledger`: one game through a file."""
import json
import os
import shutil
import sqlite3
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

from program import PROGRAM, Program, main

GAME = "family:planted,n=30,k=2"


class Ledger(Program):
    def test_a_second_run_asks_nothing(self):
        first, second = (self.json("solve", GAME, "--ledger", "run.db") for _ in range(2))
        self.assertEqual((first["recalled"], second["recalled"]), (0, first["queries"]))
        for result in (first, second):
            del result["recalled"], result["seconds"]
        self.assertEqual(first, second)
        self.assertEqual(self.files(), {"run.db"})

    def test_the_report_says_what_was_new(self):
        command = ["solve", "family:rps,n=5", "--ledger", "run.db", "--check-repeat", 1]
        self.assertIn("\nledger     0 from the file, 25 new\nrepeats    25, none differed\n", self.allnash(*command).stdout)
        self.assertIn("\nledger     25 from the file, 0 new\n", self.allnash(*command).stdout)

    def test_refusals(self):
        self.allnash("solve", GAME, "--ledger", "run.db")
        self.write("x.db", "no")
        see = " (see allnash ledger --help)"
        for arguments, said in (
                (["solve", "family:planted,n=30,k=3", "--ledger", "run.db"],
                 "run.db: of another game: of 'family:planted,k=2,m=30,n=30,seed=1', this is 'family:planted,k=3,m=30,n=30,seed=1'"),
                (["solve", GAME, "--ledger", "x.db"], "x.db: not a ledger file"),
                (["ledger"], "show, export, import or merge is missing" + see),
                (["ledger", "eat", "run.db"], "'eat' is not show, export, import or merge" + see),
                (["ledger", "show"], "the ledger file is missing" + see),
                (["ledger", "show", "run.db", "x"], "unexpected argument 'x'" + see),
                (["ledger", "import", "run.db", "--rows", "0"], "--rows: 0 is not a whole number from 1 to 4294967295"),
                (["ledger", "import", "run.db", "--rows", "3"], "--rows and --columns are both needed to say the shape" + see),
                (["ledger", "import", "run.db", "missing.csv"], "missing.csv: No such file or directory"),
                (["ledger", "merge", "run.db"], "the ledger file to take in is missing" + see),
                (["ledger", "import", "run.db", "x", "y"], "unexpected argument 'y'" + see),
                (["ledger", "show", "run.db", "--average"], "--average: only import takes it" + see)):
            self.assertEqual(self.refused(*arguments), said)

    def test_of_runs_at_once_one_goes_on_and_the_others_say_why(self):
        with ThreadPoolExecutor(4) as pool:
            ended = list(pool.map(lambda _: self.allnash("solve", GAME, "--ledger", "run.db", code=None), range(4)))
        self.assertIn(0, [done.returncode for done in ended])
        for done in ended:
            if done.returncode != 0:
                self.assertEqual((done.returncode, done.stderr), (6, "run.db: in use by another run\n"))
        self.allnash("ledger", "show", "run.db")  # which reads all of it

    def test_of_imports_at_once_each_waits_for_the_others(self):
        """Each brings a strategy of its own, and one of them makes the file."""
        for number in range(20):
            self.write(f"{number}.csv", f"row,column,outcome\nall,agent {number},{number % 2}\n")
        with ThreadPoolExecutor(20) as pool:
            ended = list(pool.map(lambda number: self.allnash("ledger", "import", "league.db", f"{number}.csv", "--wait", 100, code=None),
                                  range(20)))
        self.assertEqual([(done.returncode, done.stderr) for done in ended], [(0, "")] * 20)
        self.assertEqual(self.json("ledger", "show", "league.db")["payoffs"], 20)
        with ThreadPoolExecutor(6) as pool:
            for done in pool.map(lambda number: self.allnash("rank", f"{number}.csv", "--ledger", "logs.db", "--log", number,
                                                             "--resamples", 0, "--wait", 100, code=None), range(6)):
                self.assertIn((done.returncode, done.stderr), [(0, ""), (3, "")])
        self.assertEqual(self.json("ledger", "show", "logs.db")["payoffs"], 6)

    def test_what_is_in_use_has_a_code_of_its_own(self):
        self.allnash("ledger", "import", "league.db", words="row,column,outcome\na,b,1\n")
        held = sqlite3.connect(self.folder / "league.db", isolation_level=None)
        self.addCleanup(held.close)
        held.execute("BEGIN EXCLUSIVE")
        for words in (["ledger", "show", "league.db"], ["ledger", "export", "league.db"], ["ledger", "import", "league.db"],
                      ["ledger", "merge", "league.db", "league.db2"], ["rank", "--ledger", "league.db"]):
            if "merge" in words:
                self.allnash("ledger", "import", "league.db2", words="row,column,outcome\na,b,1\n")
            self.assertEqual(self.refused(*words, "--wait", 0, code=6), "league.db: in use by another run")
        self.assertEqual(self.refused("solve", "oracle", "--oracle", "cat", "--ledger", "league.db", "--rows", 1, "--columns", 1, code=6),
                         "league.db: in use by another run")
        self.assertEqual(self.refused("ledger", "show", "league.db", "--wait", "-1"), "--wait: -1 is not a number of seconds from 0 to 1e9")
        waiting = subprocess.Popen([PROGRAM, "ledger", "show", "league.db", "--wait", "100"], cwd=self.folder, stdout=subprocess.DEVNULL)
        self.assertIsNone(waiting.poll())
        held.close()
        self.assertEqual(waiting.wait(), 0)

    @unittest.skipUnless(shutil.which("setpriv") and os.getuid() == 0, "root may write to everything")
    def test_a_league_that_may_only_be_read_is_answered_for(self):
        log = "row,column,outcome\n" + "".join(f"{'ab'[t % 2]},c,{t * 7 % 10 // 4}\n" for t in range(300))
        log = log.replace(",2\n", ",1\n")
        self.write("log.csv", log)
        first = self.json("rank", "log.csv", "--ledger", "league.db", said=None)
        ledger = self.folder / "league.db"
        self.folder.chmod(0o755)
        ledger.chmod(0o444)
        before = ledger.read_bytes()
        reader = ["--reuid", 65534, "--clear-groups", PROGRAM, "rank"]
        for words in (["--ledger", "league.db"], ["log.csv", "--ledger", "league.db"]):
            again = self.json(*reader, *words, program="setpriv", said=None)
            self.assertEqual({**again, "recalled": 0}, {**first, "recalled": 0})
        self.write("more.csv", log + "a,c,1\n")
        self.assertEqual(self.allnash(*reader, "more.csv", "--ledger", "league.db", "--log", "log.csv", program="setpriv", code=2).stderr,
                         "league.db: may only be read, and these matches are not in it\n")
        self.assertEqual(ledger.read_bytes(), before)

    def test_a_full_disk_ends_a_run_with_bounds(self):
        # Blocks of 512 bytes; the signal that comes with the limit is what a full disk does not send.
        script = "ulimit -f 120; trap '' XFSZ; exec \"$@\""
        result = self.json("-c", script, "sh", PROGRAM, "solve", "family:random,n=300", "--method", "full", "--ledger", "run.db",
                           program="/bin/sh", code=3)
        self.assertEqual(result["status"], "stopped")
        self.assertTrue(result["stop_reason"].startswith("ledger file: "), result)
        self.assertLess({"low", "high"}, set(result))

    def test_show_and_export(self):
        taken = self.allnash("ledger", "import", "run.db", "--rows", 2, "--columns", 1200, "--game-id", "my game",
                             words="1,0,-1/2\n0,1100,3\n")
        self.assertEqual(taken.stdout, "2 payoffs added, 0 known before\n")
        self.assertEqual(self.allnash("ledger", "show", "run.db").stdout,
                         "ledger     run.db, version 7\ngame       2 x 1,200\nidentity   game-id my game\npayoffs    2\n"
                         "values     from -1/2 to 3\n")
        self.assertEqual(self.json("ledger", "show", "run.db")["payoffs"], 2)
        table = "row,column,payoff\n0,1100,3\n1,0,-1/2\n"
        self.assertEqual(self.allnash("ledger", "export", "run.db").stdout, table)
        self.allnash("ledger", "export", "run.db", "out.csv")
        self.assertEqual(self.read("out.csv"), table)
        self.allnash("ledger", "export", "run.db", "/dev/full", code=2)

    def test_a_file_that_a_killed_run_left_empty_becomes_a_ledger(self):
        self.write("first.db", "")
        self.write("second.db", "")
        taken = self.allnash("ledger", "import", "first.db", "--rows", 2, "--columns", 2, words="1,0,-1/2\n")
        self.assertEqual(taken.stdout, "1 payoffs added, 0 known before\n")
        self.allnash("ledger", "merge", "second.db", "first.db")
        self.assertEqual(self.allnash("ledger", "export", "second.db").stdout, "row,column,payoff\n1,0,-1/2\n")


class Plan(Program):
    def test_a_game_is_played_through_files(self):
        direct = self.json("solve", GAME)
        self.allnash("solve", GAME, "--method", "full", "--ledger", "all.db")
        lines = self.allnash("ledger", "export", "all.db").stdout.split()
        payoffs = {line.rsplit(",", 1)[0]: line for line in lines}
        rounds = 0
        while True:
            plan = self.allnash("solve", GAME, "--ledger", "run.db", "--plan")
            header, *asked = plan.stdout.split()
            if not asked:
                break
            self.assertEqual(plan.stderr, "")
            self.write("in.csv", "".join(payoffs[entry] + "\n" for entry in asked))
            self.allnash("ledger", "import", "run.db", "in.csv")
            rounds += 1
        self.assertEqual(header, "row,column")
        self.assertEqual(plan.stderr, "nothing is left to ask: solve will answer from the ledger\n")
        self.assertEqual(rounds, direct["rounds"])
        result = self.json("solve", GAME, "--ledger", "run.db")
        self.assertEqual(result["recalled"], direct["queries"])
        for key in ("queries", "row_vertices", "value"):
            self.assertEqual(result[key], direct[key])

    def test_a_limit_that_comes_first_is_told(self):
        done = self.allnash("solve", GAME, "--plan", "--budget", 0, code=3)
        self.assertEqual((done.stdout, done.stderr), ("", "no plan: stopped by the budget\n"))

    def test_what_is_out_is_not_handed_out_again(self):
        command = ("solve", "oracle", "--rows", 6, "--columns", 5, "--ledger", "run.db", "--plan")
        whole = self.allnash(*command).stdout.split()
        first = self.allnash(*command, "--out", 4, "--lease", "1h")
        self.assertEqual((first.stdout.split(), first.stderr), (whole[:5], ""))
        second = self.allnash(*command, "--out", 5, "--lease", "15m")
        self.assertEqual(second.stdout.split(), ["row,column", whole[5]])
        self.assertEqual(second.stderr, "4 entries of earlier plans are still out; --plan --json lists them\n")
        third = self.allnash(*command, "--out", 5, "--lease", "90s", code=3)
        self.assertEqual(third.stdout, "row,column\n")
        self.assertEqual(self.allnash(*command).stdout.split(), whole)
        told = json.loads(self.allnash(*command, "--out", 5, "--lease", 1, "--json", code=3).stdout)
        self.assertEqual((told["entries"], told["done"]), ([], False))
        self.assertEqual([f"{one['row']},{one['column']}" for one in told["out"]], [whole[5], *whole[1:5]])
        hour, quarter = told["out"][1]["until"], told["out"][0]["until"]
        self.assertEqual({one["until"] for one in told["out"]}, {hour, quarter})
        self.assertGreaterEqual(hour - quarter, 2600)
        self.write("in.csv", whole[1] + ",7\n")
        self.allnash("ledger", "import", "run.db", "in.csv")
        self.assertEqual(len(self.allnash(*command, "--out", 5, "--lease", "2d").stdout.split()), 2)
        self.assertEqual(self.json("ledger", "show", "run.db")["payoffs"], 1)

    def test_plans_at_once_wait_for_each_other_and_share_nothing(self):
        command = ("solve", "oracle", "--rows", 9, "--columns", 9, "--ledger", "run.db", "--method", "full", "--plan", "--lease", "1h")
        with ThreadPoolExecutor(6) as pool:
            plans = list(pool.map(lambda out: self.allnash(*command, "--out", out, code=None), range(3, 21, 3)))
        handed_out = [line for plan in plans for line in plan.stdout.split()[1:]]
        self.assertEqual({plan.returncode for plan in plans} - {0, 3}, set())
        self.assertEqual(len(set(handed_out)), len(handed_out))
        self.assertEqual(len(handed_out), 18)

    def test_leases_that_make_no_sense(self):
        see = " (see allnash solve --help)"
        kept = ("solve", "oracle", "--rows", 3, "--columns", 3, "--ledger", "run.db", "--plan")
        time = "is not a time such as 90s, 15m, 1h or 2d, of at most 1e9 seconds"
        for arguments, said in (
                ((*kept, "--out", 4), "--out: --lease T is missing, after which an entry is handed out again" + see),
                ((*kept, "--out", 0, "--lease", "1h"), "--out: 0 is not a whole number from 1 to 1000000000"),
                ((*kept, "--lease", "1w"), f"--lease: 1w {time}"),
                ((*kept, "--lease", "m"), f"--lease: m {time}"),
                ((*kept, "--lease", "0"), f"--lease: 0 {time}"),
                ((*kept, "--lease", "-5m"), f"--lease: -5m {time}"),
                ((*kept, "--lease", "1.5h"), f"--lease: 1.5h {time}"),
                ((*kept, "--lease", "99999999d"), f"--lease: 99999999d {time}"),
                ((*kept[:-3], "--plan", "--lease", "1h"), "--lease: --ledger FILE is missing" + see),
                ((*kept[:-1], "--lease", "1h"), "--lease: only with --plan" + see),
                ((*kept, "--lease", "1h", "--noisy", "--payoff-range", "0,1", "--epsilon", "0.1"),
                 "--lease: not with --noisy: a play is handed out once, and one that never comes back is imported as lost"),
                ((*kept, "--ahead", "10%"), "--ahead: with --plan only where --lease T hands entries out" + see),
                ((*kept, "--ahead", "10%", "--noisy", "--payoff-range", "0,1", "--epsilon", "0.1"),
                 "--ahead: a plan of plays has nothing beyond its round" + see),
                (("solve", "paths:blotto", "--lease", "1h"), "--lease: only with --plan" + see)):
            self.assertEqual(self.refused(*arguments), said)
        self.assertEqual(self.files(), set())


main()
