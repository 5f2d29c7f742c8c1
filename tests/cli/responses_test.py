"""Games known by best responses, on the command line: what is printed, what is refused, what is kept."""
import json
import random
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from program import PROGRAM, Program, main

ROOT = Path(__file__).resolve().parents[2]
RPS = "0,-1,1;1,0,-1;-1,1,0"


def table(text, *words):
    return shlex.join([sys.executable, str(ROOT / "tests/oracle/table_responses.py"), text, *words])


def drawn(seed, rows, columns):
    random_ = random.Random(seed)
    return ";".join(",".join(str(random_.randint(-9, 9)) for _ in range(columns)) for _ in range(rows))


class Responses(Program):
    def solve(self, command, *options, code=0, **how):
        answer = self.json("solve", "responses", "--oracle", command, "--quiet", *options, code=code, **how)
        del answer["seconds"]
        return answer

    def asked(self):
        """The lines that oracles were asked so far."""
        path = self.folder / "asked"
        return path.read_text().splitlines() if path.exists() else []

    def recording(self, command):
        return f"ALLNASH_ASKED={shlex.quote(str(self.folder / 'asked'))} {command}"

    def test_blotto_has_the_value_of_the_path_game(self):
        program = f"{sys.executable} {ROOT}/examples/blotto_responses.py 5 10 9"
        answer = self.solve(program, "--certificate", "proof.txt")
        self.assertEqual(answer["status"], "equilibrium")
        self.assertEqual(answer["value"], self.json("solve", "paths:blotto,fields=5,mine=10,yours=9,values=linear")["value"])
        self.assertEqual({sum(map(int, played["strategy"].split(","))) for played in answer["row_strategy"]}, {10})
        self.assertEqual(self.check("proof.txt"), "verified, responses assumed")

    def test_workers_change_nothing(self):
        game = drawn(1, 30, 30)
        for what in ("centre", "vertex", "both"):
            one, three = (self.solve(table(game), "--workers", n, "--respond-to", what) for n in (1, 3))
            self.assertEqual(one, three)
            self.assertEqual(one["status"], "equilibrium")

    def test_what_is_said(self):
        for words, options, code, said in (
                ([], [], 0, ("value      0", "equilibrium: the value and one equilibrium", "one optimal strategy:", "r2    ", "1/3", "met        3 strategies")),
                (["bound", "1/7"], [], 0, ("low        -1/7", "high       1/7", "within: ", "guarantees its bound")),
                (["unproved"], [], 3, ("among met  0", "low        unknown", "no better response found", "optimal among those met")),
                ([], ["--budget", 1], 3, ("low        unknown", "high       1", "stopped by the budget")),
                ([], ["--epsilon", 2], 0, ("within: ", "low        -1", "high       1"))):
            done = self.allnash("solve", "responses", "--oracle", table(RPS, *words), *options, code=code)
            self.assert_has(done.stdout, *said)
            self.assertEqual(done.stderr, "")

    def test_json_says_what_is_known(self):
        self.assertEqual(self.solve(table(RPS)), {
            "status": "equilibrium", "value": "0",
            "row_strategy": [{"strategy": f"r{i}", "probability": "1/3"} for i in (0, 1, 2)],
            "column_strategy": [{"strategy": f"c{i}", "probability": "1/3"} for i in (0, 1, 2)],
            "row_strategies_met": 3, "column_strategies_met": 3, "responses": 7, "payoffs": 9, "iterations": 5})
        stopped = self.solve(table(RPS), "--budget", 0, code=3)
        self.assertEqual({key: stopped[key] for key in ("status", "stopped_by", "low", "high", "row_strategy", "responses")},
                         {"status": "stopped", "stopped_by": "budget", "low": None, "high": None, "row_strategy": None, "responses": 0})
        unproved = self.solve(table(RPS, "unproved"), code=3)
        self.assertEqual((unproved["status"], unproved["restricted_value"], unproved["low"]), ("no better response found", "0", None))

    def test_usage(self):
        for words, said in (
                (["responses"], "responses: --oracle 'COMMAND' is missing (see allnash solve --help)"),
                (["responses", "--oracle", "x", "--rows", 3], "--rows is not for GAME responses"),
                (["responses", "--oracle", "x", "--symmetric"], "--symmetric is not for GAME responses"),
                (["responses", "--oracle", "x", "--plan"], "--plan is not for GAME responses"),
                (["responses", "--oracle", "x", "--trace", "t"], "--trace is not for GAME responses"),
                (["responses", "--oracle", "x", "--method", "lazy"], "--method is not for GAME responses"),
                (["responses", "--oracle", "x", "--respond-to", "all"], "--respond-to: 'all' is not one of: centre, vertex, both"),
                (["oracle", "--oracle", "x", "--rows", 2, "--columns", 2, "--respond-to", "both"], "--respond-to: only GAME responses takes it"),
                (["family:rps,n=3", "--respond-to", "both"], "--respond-to: only GAME responses takes it")):
            self.assertEqual(self.refused("solve", *words), said)

    def test_answers_that_are_none(self):
        start, payoff, respond = "start row", "payoff r0 c0", "respond row c0 1"
        wanted = "a strategy and its sum, `STRATEGY bound NUMBER` or `STRATEGY unproved`"
        for fault, said in (
                (f"{start}=a b", "start row: the oracle program answered: 'a b' is not a strategy's name without blanks (tried 3 times)"),
                (f"{start}=", "start row: the oracle program answered: '' is not a strategy's name without blanks (tried 3 times)"),
                (f"{payoff}=abc", "payoff r0 c0: the oracle program answered: 'abc' is not a number (tried 3 times)"),
                (f"{payoff}=1 2", "payoff r0 c0: the oracle program answered: '1 2' is not a number (tried 3 times)"),
                (f"{respond}=r1", f"respond row c0 1: the oracle program answered: 'r1' is not {wanted} (tried 3 times)"),
                (f"{respond}=r1 1 2", f"respond row c0 1: the oracle program answered: 'r1 1 2' is not {wanted} (tried 3 times)"),
                (f"{respond}=r1 much", "respond row c0 1: the oracle program answered: 'much' is not a number (tried 3 times)"),
                (f"{respond}!exit", "respond row c0 1: the oracle program ended with exit code 7 (tried 3 times)")):
            done = self.run_program("solve", "responses", "--oracle", table(RPS, fault), "--quiet", code=4)
            self.assertEqual(done.stderr.rstrip("\n"), said)

    def test_a_line_too_many(self):
        done = self.run_program("solve", "responses", "--oracle", table(RPS, "start row!twice"), "--quiet", code=4)
        self.assert_has(done.stderr, "a line more than it was asked for", "'r0'")

    def test_a_line_too_many_at_the_end(self):
        """Answers from there on were those to the questions before: what was found is nothing."""
        for options in ([], ["--budget", 1]):
            done = self.run_program("solve", "responses", "--oracle", f"{table(RPS)}; echo 0", "--quiet", *options, code=4)
            self.assert_has(done.stderr, "a line more than it was asked for", "'0'")
            self.assertEqual(done.stdout, "")

    def test_an_oracle_that_contradicts_itself(self):
        for fault, said in (
                ("respond row c0 1=r1 2", "'r1 2' contradicts the payoffs: by them 'r1' has 1"),
                ("respond row c0 1=r1 99/100", "'r1 99/100' contradicts the payoffs: by them 'r1' has 1"),
                ("respond row c0 1=r0 -1", "'r0 -1' contradicts the payoffs: by them 'r0' has 0"),
                ("respond row c0 1=r1 bound 1/2", "'r1 bound 1/2' contradicts the payoffs: by them 'r1' has 1")):
            done = self.run_program("solve", "responses", "--oracle", table(RPS, fault), "--quiet", code=4)
            self.assertEqual(done.stderr.rstrip("\n"), "respond row c0 1: the answer " + said)

    def test_an_oracle_that_hangs(self):
        begun = time.monotonic()
        answer = self.solve(table(RPS, "respond column r0 1!hang"), "--time-limit", "0.5", "--workers", 2, code=3)
        self.assertLess(time.monotonic() - begun, 30)
        self.assertEqual((answer["status"], answer["stopped_by"]), ("stopped", "time limit"))
        done = self.run_program("solve", "responses", "--oracle", table(RPS, "start row!hang"), "--quiet", "--oracle-timeout", "0.2",
                                "--oracle-retries", 0, code=4)
        self.assertEqual(done.stderr, "start row: the oracle program was silent for over 0.2 s; does it flush its output after each line?\n")

    def second_line(self):
        """What the oracle is asked for its second response of the row player."""
        self.solve(self.recording(table(RPS)))
        line = [line for line in self.asked() if line.startswith("respond row")][1]
        (self.folder / "asked").unlink()
        return line

    def hung(self, line, *options):
        """A run whose oracle has been asked this line, and does not answer."""
        words = [PROGRAM, "solve", "responses", "--oracle", self.recording(table(RPS, line + "!hang")), "--json", "--quiet", *options]
        run = subprocess.Popen([str(word) for word in words], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        while line not in self.asked():
            self.assertIsNone(run.poll())
            time.sleep(0.01)
        return run

    def test_an_interrupt_tells_what_is_known(self):
        run = self.hung(self.second_line())
        begun = time.monotonic()
        run.send_signal(signal.SIGINT)
        answer = json.loads(run.communicate()[0])
        self.assertLess(time.monotonic() - begun, 10)
        self.assertEqual((run.returncode, answer["status"], answer["stopped_by"]), (3, "stopped", "interrupt"))
        self.assertEqual((answer["low"], answer["high"]), ("-105/128", "1"))

    def test_a_ledger_loses_nothing(self):
        game = drawn(2, 6, 6)
        whole = self.solve(self.recording(table(game)), "--ledger", "whole.db", "--game-id", "g")
        lines = self.asked()
        self.assertEqual(len(set(lines)), len(lines))
        self.assertEqual(whole["recalled"], 0)
        for at, line in enumerate(lines):
            if at % 9 and not line.startswith("respond"):
                continue
            (self.folder / "asked").unlink()
            name = f"{at}.db"
            self.run_program("solve", "responses", "--oracle", self.recording(table(game, line + "!exit")), "--quiet", "--ledger", name,
                             "--game-id", "g", "--oracle-retries", 0, code=4)
            answered = [one for one in self.asked() if one != line]
            again = self.solve(self.recording(table(game)), "--ledger", name, "--game-id", "g")
            self.assertEqual(sorted(one for one in self.asked() if one != line), sorted(one for one in lines if one != line))
            self.assertLessEqual(again.pop("recalled"), len(answered))
            self.assertEqual(again, {key: value for key, value in whole.items() if key != "recalled"})
        (self.folder / "asked").unlink()
        last = self.solve(self.recording(table(game)), "--ledger", "whole.db", "--game-id", "g", "--budget", 0)
        self.assertEqual((self.asked(), last["recalled"]), ([], whole["responses"] + whole["payoffs"]))

    def test_a_ledger_survives_a_kill(self):
        line = self.second_line()
        run = self.hung(line, "--ledger", "run.db", "--game-id", "g")
        run.kill()
        run.communicate()
        before = [one for one in self.asked() if one != line and not one.startswith("start")]
        answer = self.solve(self.recording(table(RPS)), "--ledger", "run.db", "--game-id", "g")
        self.assertEqual(answer["value"], "0")
        self.assertEqual(len(set(self.asked())), len(self.asked()) - 1)
        self.assertEqual(answer["recalled"], len(before))

    def test_a_ledger_is_of_one_game(self):
        self.solve(table(RPS), "--ledger", "run.db")
        said = self.refused("solve", "responses", "--oracle", table("1"), "--ledger", "run.db")
        self.assert_has(said, "run.db: its payoffs came from 'oracle ", "; if that is the same game, give it a name: --game-id NAME")
        self.assertEqual(self.refused("solve", "family:rps,n=3", "--ledger", "run.db"),
                         "run.db: a ledger of a game of responses, for `allnash solve responses`")
        self.assertEqual(self.refused("ledger", "show", "run.db"), "run.db: a ledger of a game of responses, for `allnash solve responses`")
        self.allnash("solve", "family:rps,n=3", "--ledger", "rps.db")
        self.assertEqual(self.refused("solve", "responses", "--oracle", table(RPS), "--ledger", "rps.db"),
                         "rps.db: a ledger of payoffs by number, not of a game of responses")

    def test_damage_is_noticed(self):
        self.solve(table(RPS), "--ledger", "run.db")
        whole = (self.folder / "run.db").read_bytes()
        for sql, said in (("UPDATE facts SET value = '5' WHERE name = 'payoff r0 c0'", "does not match its checksum"),
                          ("DELETE FROM facts WHERE name = 'payoff r1 c0'", "it says that it has"),
                          ("UPDATE facts SET name = 'payoff r2 c2' WHERE name = 'payoff r0 c0'", "does not match its checksum")):
            (self.folder / "run.db").write_bytes(whole)
            with sqlite3.connect(self.folder / "run.db") as database:
                database.execute(sql)
            database.close()
            self.assert_has(self.refused("solve", "responses", "--oracle", table(RPS), "--ledger", "run.db"), "run.db: damaged: ", said)
        (self.folder / "run.db").write_bytes(whole[:5000])
        self.refused("solve", "responses", "--oracle", table(RPS), "--ledger", "run.db")

    def test_no_certificate_of_a_run_that_was_stopped(self):
        done = self.allnash("solve", "responses", "--oracle", table(RPS), "--budget", 1, "--certificate", "proof.txt", "--quiet", code=3)
        self.assertEqual(done.stderr, "proof.txt: not written, because the run was stopped\n")
        self.assertFalse((self.folder / "proof.txt").exists())
        shown = self.allnash("solve", "responses", "--oracle", table(RPS), "--certificate", "-", "--quiet")
        self.assertEqual(shown.stdout.splitlines()[:2], ["allnash-responses 1", "equilibrium 0"])


if __name__ == "__main__":
    main()
