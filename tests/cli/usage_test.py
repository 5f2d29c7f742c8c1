"""What the program says of itself, and of a command line that it cannot run."""
import os
import platform
import re
import subprocess
import unittest
from pathlib import Path

from program import PROGRAM, Program, main

DOCS = Path(__file__).resolve().parents[2] / "docs"
# What the short help of `solve` shows for each kind of game: at most 20, with --help.
SHOWN = {
    (): {"method", "seed", "vertices", "budget", "time-limit", "symmetric", "payoff-range", "epsilon", "labels", "ledger", "oracle", "rows",
         "columns", "workers", "noisy", "certificate", "report", "json", "quiet"},
    ("game.csv",): {"method", "seed", "vertices", "budget", "time-limit", "symmetric", "payoff-range", "epsilon", "labels", "header",
                    "separator", "decimal-mark", "row-names", "column-names", "certificate", "report", "title", "json", "quiet"},
    ("oracle",): {"oracle", "rows", "columns", "workers", "oracle-timeout", "symmetric", "payoff-range", "epsilon", "budget", "time-limit",
                  "ledger", "plan", "lease", "ahead", "on-failure", "noisy", "certificate", "report", "json"},
    ("oracle", "--noisy"): {"noisy", "coin", "oracle", "rows", "columns", "workers", "seeded", "payoff-range", "epsilon", "delta",
                            "symmetric", "seed", "budget", "time-limit", "ledger", "plan", "certificate", "report", "json"},
    ("trees:kuhn",): {"ranges", "choose", "method", "time-limit", "certificate", "report", "title", "json", "quiet"},
    ("responses",): {"oracle", "workers", "oracle-timeout", "oracle-retries", "respond-to", "budget", "time-limit", "epsilon", "ledger",
                     "game-id", "certificate", "json", "quiet"},
}
METHODS = ["auto", "lazy", "full", "noisy"]
FOR_RESEARCH = ["paper", "reweighted", "sparse-binary", "random-play", "saddle-bienstock", "saddle-dallant", "saddle-random",
                "saddle-lasvegas", "saddle-midsearch"]
SANITIZED = "asan" in subprocess.run(["ldd", PROGRAM], capture_output=True, text=True).stdout


class Usage(Program):
    def said(self, *arguments):
        return self.allnash(*arguments).stdout

    def options_of_solve(self):
        table = self.said("options", "--markdown").split("### ")[1]
        return re.findall(r"^\| `--([a-z0-9-]+)", table, re.M)

    def test_help_of_every_command_fits_a_terminal(self):
        for command in (["--help"], ["-h"], ["solve", "--help"], ["generate", "-h"], ["ledger", "--help"], ["demo", "--help"],
                        ["families", "--help"], ["methods", "--help"], ["help"], ["help", "solve"], ["solve", "--help=all"],
                        ["help", "help"], ["families"], ["methods"]):
            done = self.allnash(*command)
            self.assertEqual(done.stderr, "")
            self.assertGreater(len(done.stdout), 20)
            self.assertEqual([line for line in done.stdout.splitlines() if len(line) > 80], [])

    def test_help_of_solve_fits_a_screen_and_shows_what_belongs_to_the_kind_of_game(self):
        for words, shown in SHOWN.items():
            with self.subTest(words):
                text = self.said("solve", *words, "--help")
                self.assertLessEqual(text.count("\n"), 50)
                self.assertEqual([line for line in text.splitlines() if len(line) > 80], [])
                self.assertEqual(set(re.findall(r"^  --([a-z0-9-]+)", text, re.M)), shown)
                self.assertLess(shown, set(self.options_of_solve()))
                self.assertLess(len(shown), 20)

    def test_the_whole_help_of_solve_names_every_option(self):
        text = self.said("solve", "--help=all")
        self.assertEqual(text, self.said("help", "research"))
        self.assert_has(text, *(f"--{name}" for name in self.options_of_solve()), "Examples:")

    def test_help_is_the_same_either_way(self):
        self.assertEqual(self.said("help"), self.said("--help"))
        self.assertEqual(self.said("help", "solve"), self.said("solve", "--help"))

    def test_lists(self):
        self.assertRegex(self.said("--version"), r"^allnash \d+\.\d+\.\d+( \([\w.-]+\))?\n$")
        self.assertRegex(self.said("--version", "--verbose"), r"^allnash .*\nlinear algebra: .+\n$")
        self.assertIn("random", self.said("families"))
        parts = self.said("methods").split("\nMethods for research")
        self.assertEqual([re.findall(r"^  ([a-z-]+)", part, re.M) for part in parts], [METHODS, FOR_RESEARCH])

    def test_kernels_are_those_that_are_named(self):
        os.environ["OPENBLAS_CORETYPE"] = "Prescott"
        try:
            said = self.said("--version", "--verbose")
        finally:
            del os.environ["OPENBLAS_CORETYPE"]
        if platform.machine() == "x86_64" and "kernels" in said:
            self.assertIn("kernels Prescott", said)

    def test_a_command_line_that_cannot_be_run_is_refused(self):
        see, see_solve = " (see allnash --help)", " (see allnash solve --help)"
        only_text = ": only a CSV or TSV file takes it; --row-names and --column-names name the strategies of any game"
        for arguments, said in (
                ([], "a command is missing" + see),
                (["--verbose", "methods"], "--verbose: only with --version (see allnash methods --help)"),
                (["nope"], "unknown command 'nope'" + see),
                (["--json"], "unknown option '--json'" + see), (["solve"], "GAME is missing" + see_solve),
                (["solve", ""], "GAME is missing" + see_solve), (["generate"], "GAME is missing (see allnash generate --help)"),
                (["solve", "a.csv", "b.csv"], "unexpected argument 'b.csv'" + see_solve),
                (["solve", "a.csv", "demo"], "unexpected argument 'demo'" + see_solve),
                (["solve", "a.csv", "--nope"], "unknown option '--nope'" + see_solve),
                (["solve", "a.csv", "-x"], "unknown option '-x'" + see_solve),
                (["solve", "a.csv", "--budget"], "--budget: its value is missing" + see_solve),
                (["solv"], "unknown command 'solv'; did you mean solve?" + see),
                (["help", "ledgr"], "unknown command 'ledgr'; did you mean ledger?" + see),
                (["solve", "a.csv", "--ledgr=x"], "unknown option '--ledgr=x'; did you mean --ledger?" + see_solve),
                (["solve", "a.csv", "--lables"], "unknown option '--lables'; did you mean --labels?" + see_solve),
                (["solve", "a.csv", "--cert", "x"], "unknown option '--cert'; did you mean --certificate?" + see_solve),
                (["ledger", "exprot", "x"],
                 "'exprot' is not show, export, import or merge; did you mean export? (see allnash ledger --help)"),
                (["ledger", "show", "x", "--sound"], "--sound: only export takes it (see allnash ledger --help)"),
                (["solve", "family:bloto,fields=2,soldiers=3"], "family:bloto: unknown family; did you mean blotto?"),
                (["solve", "a.csv", "--labels", "--header"], "--header: --labels says that already, and that rows have names too"),
                (["solve", "family:rps,n=3", "--labels"], "--labels" + only_text),
                (["solve", "oracle", "--oracle", "x", "--rows", 2, "--columns", 2, "--header"], "--header" + only_text),
                (["solve", "a.csv", "--certificate", "-", "--json"], "--certificate: - and --json both want standard output"),
                (["demo", "x"], "unexpected argument 'x' (see allnash demo --help)"),
                (["solve", "oracle"], "oracle: --rows is missing" + see_solve),
                (["solve", "oracle", "--rows", 4], "oracle: --columns is missing" + see_solve),
                (["solve", "oracle", "--rows", 4, "--columns", 4], "oracle: --oracle 'COMMAND' is missing" + see_solve)):
            self.assertEqual(self.refused(*arguments), said)

    def test_options_out_of_range_are_refused_before_the_game_is_read(self):
        count, shape = "is not a whole number of 0 or more", "is not a whole number from 1 to 4294967295"
        seconds = "is not a number of seconds from 0.001 to 1e9"
        for options, said in (
                (["--delta", "2"], "--delta: 2 is not in (0, 1)"), (["--delta", "nan"], "--delta: nan is not in (0, 1)"),
                (["--delta", ""], "--delta: '' is not in (0, 1)"), (["--vertices", "-1"], f"--vertices: -1 {count}"),
                (["--vertices=-1"], f"--vertices: -1 {count}"), (["--vertices", "1.5"], f"--vertices: 1.5 {count}"),
                (["--budget", "x"], f"--budget: x {count}"),
                (["--seed", "-3"], "--seed: -3 is not a whole number from 0 to 18446744073709551615"),
                (["--time-limit", "0"], "--time-limit: 0 is not a number of seconds above 0 and at most 1e9"),
                (["--ledger", ""], "--ledger: '' is not the name of a file"),
                (["--game-id", "two\nlines"], "--game-id: two?lines is not a name of printable characters"),
                (["--check-repeat", "1.5"], "--check-repeat: 1.5 is not in [0, 1]"),
                (["--workers", "4"], "--workers: only GAME oracle takes it"),
                (["--workers", "0"], "--workers: 0 is not a whole number from 1 to 10000"), (["--rows", "-1"], f"--rows: -1 {shape}"),
                (["--columns", "x"], f"--columns: x {shape}"), (["--oracle", ""], "--oracle: the command is empty"),
                (["--oracle-timeout", "0"], f"--oracle-timeout: 0 {seconds}"),
                (["--oracle-timeout", "nan"], f"--oracle-timeout: nan {seconds}"),
                (["--oracle-retries", "-1"], "--oracle-retries: -1 is not a whole number from 0 to 1000000")):
            self.assertEqual(self.refused("solve", "missing.csv", *options), said)

    def test_the_method_that_was_meant(self):
        said = self.refused("solve", "a.csv", "--method", "lasy")
        self.assertTrue(said.startswith("--method: lasy is not one of auto, ") and said.endswith("; did you mean lazy?"), said)

    def test_pages_name_every_option(self):
        self.assertIn(self.said("options", "--markdown"), (DOCS / "command_line.md").read_text(),
                      "docs/command_line.md must hold what `allnash options --markdown` prints")
        manual = (DOCS / "man/allnash.1").read_text().replace("\\-", "-")
        self.assert_has(manual, *(f"--{name}" for name in self.options_of_solve()), "--sound")


@unittest.skipIf(SANITIZED, "no limit on memory under a sanitizer, which reserves more addresses than any allows")
class Memory(Program):
    """Whatever there is of it: an answer, or one line and exit code 5."""

    def limited(self, megabytes, *arguments):
        """Whether there was enough."""
        done = self.allnash("-c", f"ulimit -v {1024 * megabytes}; exec \"$@\"", "sh", PROGRAM, "solve", *arguments, program="/bin/sh",
                            code=None)
        if done.returncode != 0:
            self.assertEqual((done.returncode, done.stderr), (5, "allnash: out of memory\n"), megabytes)
        return done.returncode == 0, done.stdout

    def test_too_little_is_one_line(self):
        enough = [self.limited(megabytes, "family:random,n=400", "--method", "full", "--threads", 2)[0] for megabytes in range(100, 501, 25)]
        self.assertGreater(enough.count(True), 2)
        self.assertGreater(enough.count(False), 2)

    def test_a_search_that_asks_ends(self):
        """BLAS waits for ever for a buffer that the system does not give."""
        enough = [self.limited(megabytes, "family:random,n=300")[0] for megabytes in (80, 110, 140, 170, 230, 500)]
        self.assertEqual((enough[0], enough[-1]), (False, True))
        for megabytes in (80, 140):  # small steps of a simplex method need none
            self.assertTrue(self.limited(megabytes, "family:planted,n=300,k=3")[0])

    def test_of_a_column(self):
        """A column of equal payoffs has an optimal set of nearly as many dimensions as rows: its size is known without a table of
        dimensions times rows, and where such a table is made, for a list, and there is no memory for its numbers, that is a line, too."""
        self.write("column.csv", "1/3\n" * 6000)
        enough, text = self.limited(600, "column.csv", "--time-limit", 2)
        self.assertTrue(enough)
        self.assertIn("dimension  5,999", text)
        self.write("column.csv", "1/3\n" * 3000)
        for megabytes in range(160, 361, 20):
            self.limited(megabytes, "column.csv", "--time-limit", 2)


main()
