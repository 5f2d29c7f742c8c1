"""Where the program writes: files whole or not at all, and a word when it cannot."""
import os
import signal
import subprocess
import time
from pathlib import Path

from program import PROGRAM, Program, main

PENNIES = "1,-1\n-1,1\n"


class Output(Program):
    def test_unwritable_paths_are_refused_before_any_work(self):
        """A game that could not be read shows that the path was looked at first."""
        self.write("game.csv", PENNIES)
        for path, reason in (("no/such/folder.txt", "No such file or directory"), (".", "Is a directory"),
                             ("game.csv/x", "Not a directory"), ("a" * 300, "File name too long")):
            said = self.refused("solve", "missing.csv", "--certificate", path)
            self.assertEqual(said, f"{path}: cannot write: {reason}")
        said = self.refused("generate", "missing.csv", "-o", "no/game.csv")
        self.assertEqual(said, "no/game.csv: cannot write: No such file or directory")
        self.assertEqual(self.files(), {"game.csv"})

    def test_the_time_limit_counts_the_reading_of_a_table(self):
        """A table that never ends: fails, and hangs, where only the run itself is limited."""
        for command in (["solve", "-"], ["judge", "-", "uniform"]):
            run = subprocess.Popen([PROGRAM, *command, "--time-limit", "0.2"], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
            run.stdin.write("1,2\n3,4\n")
            run.stdin.flush()
            self.assertEqual(run.wait(timeout=100), 3)
            self.assertEqual((run.stdout.read(), run.stderr.read()), ("", "allnash: the time limit was over before the game had been read\n"))
            for stream in (run.stdin, run.stdout, run.stderr):
                stream.close()
        run = subprocess.Popen([PROGRAM, "solve", "-", "--time-limit", "0.2", "--report", "page.html", "--certificate", "proof"], cwd=self.folder,
                               stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.assertEqual(run.wait(timeout=100), 3)
        run.stdin.close()
        self.assertEqual(self.files(), set())

    def test_bad_input_leaves_nothing_behind(self):
        self.write("bad.csv", "1,2\n3,abc\n")
        self.write("kept.txt", "as it was")
        for certificate in ("new.txt", "kept.txt"):
            self.assertEqual(self.refused("solve", "bad.csv", "--certificate", certificate), "bad.csv:2: 'abc' is not a number")
        self.refused("generate", "bad.csv", "-o", "new.csv")
        self.refused("generate", "kept.txt", "-o", "new.xyz")
        self.assertEqual((self.files(), self.read("kept.txt")), ({"bad.csv", "kept.txt"}, "as it was"))

    def test_a_certificate_replaces_the_file_of_its_name(self):
        self.write("game.csv", PENNIES)
        self.write("proof.txt", "as it was")
        self.allnash("solve", "game.csv", "--certificate", "proof.txt")
        self.assertGreater(len(self.read("proof.txt")), 20)
        self.assertEqual(self.files(), {"game.csv", "proof.txt"})

    def test_a_link_is_followed_and_a_device_is_not_replaced(self):
        self.write("game.csv", PENNIES)
        self.write("real.txt", "")
        (self.folder / "link.txt").symlink_to("real.txt")
        self.allnash("solve", "game.csv", "--certificate", "link.txt")
        self.assertTrue((self.folder / "link.txt").is_symlink())
        self.assertGreater(len(self.read("real.txt")), 20)
        self.allnash("solve", "game.csv", "--certificate", "/dev/null")
        self.assertTrue(Path("/dev/null").is_char_device())

    def test_a_stopped_run_writes_no_certificate(self):
        done = self.allnash("solve", "family:random,n=30", "--budget", 5, "--certificate", "proof.txt", code=3)
        self.assertEqual(done.stderr, "proof.txt: not written, because there is no proof\n")
        self.assertEqual(self.files(), set())

    def test_full_disks_and_closed_outputs_are_errors(self):
        for arguments in (["solve", "family:rps,n=3", "--json"], ["--help"], ["demo"], ["generate", "family:rps,n=3"]):
            with open("/dev/full", "w") as full:
                done = self.allnash(*arguments, code=2, capture_output=False, stdout=full, stderr=subprocess.PIPE)
            self.assertEqual(done.stderr, "standard output: cannot write: No space left on device\n")
            done = self.allnash(*arguments, code=2, preexec_fn=lambda: os.close(1))
            self.assertEqual(done.stderr, "standard output: cannot write: Bad file descriptor\n")

    def test_what_cannot_be_written_loses_nothing_else(self):
        """The answer, and every other file, is there all the same; the reason is the system's, for short texts and long."""
        self.write("log.csv", "a,b,winner\n" + "x,y,a\ny,z,a\nz,x,b\n" * 40)
        noisy = ["family:rps,n=3", "--noisy", "--coin", "--symmetric", "--payoff-range", "-1,1", "--epsilon", "1/2"]
        for command, answer in ((["solve", "family:rps,n=3"], '"value":"0"'), (["solve", "family:random,n=50"], '"status":"proved"'),
                                (["solve", *noisy], '"status":"certified"'), (["rank", "log.csv"], '"status":"certified"'),
                                (["rank", "log.csv", "--ledger", "league.db"], '"status":"certified"')):
            for full, others in (("--certificate", ["--report"]), ("--report", ["--certificate"])):
                with self.subTest(command=command, full=full):
                    files = [word for other in others for word in (other, other[2:])]
                    done = self.allnash(*command, "--json", full, "/dev/full", *files, code=2)
                    self.assertEqual(done.stderr, "/dev/full: cannot write: No space left on device\n")
                    self.assertIn(answer, done.stdout)
                    for other in others:
                        self.assertGreater(len(self.read(other[2:])), 100)
                        (self.folder / other[2:]).unlink()
        # Where the answer itself cannot be written, the files are there.
        with open("/dev/full", "w") as full:
            self.allnash("solve", "family:rps,n=3", "--certificate", "proof", "--trace", "trace", code=2, capture_output=False,
                         stdout=full, stderr=subprocess.PIPE)
            done = self.allnash("solve", "family:rps,n=3", "--certificate", "-", code=2, capture_output=False, stdout=full,
                                stderr=subprocess.PIPE)
        self.assertEqual(self.check("proof"), "verified")
        self.assertGreater(len(self.read("trace")), 100)
        self.assert_has(done.stderr, "value", "standard output: cannot write: No space left on device")

    def test_a_reader_who_leaves_takes_no_file_along(self):
        """As with `head`: the files are written, the program says nothing, and ends as it would by default."""
        def unread(*arguments):
            reader, writer = os.pipe()
            os.close(reader)
            with os.fdopen(writer, "w") as output:
                done = self.allnash(*arguments, code=-signal.SIGPIPE, capture_output=False, stdout=output, stderr=subprocess.PIPE)
            self.assertEqual(done.stderr, "")

        self.write("log.csv", "a,b,winner\n" + "x,y,a\ny,z,a\nz,x,b\n" * 40)
        for command in (["solve", "family:rps,n=3"], ["solve", "family:rps,n=3", "--json"], ["solve", "trees:kuhn"], ["rank", "log.csv"]):
            with self.subTest(command=command):
                unread(*command, "--report", "page.html", "--certificate", "proof")
                self.assertTrue(self.data("page.html"))
                self.assertTrue(self.check("proof").startswith("verified"))
                for name in ("page.html", "proof"):
                    (self.folder / name).unlink()
        unread("solve", "family:rps,n=3", "--trace", "trace")
        self.assertGreater(len(self.read("trace")), 100)
        for arguments in (["--help"], ["generate", "family:rps,n=3"], ["demo"], ["rank", "log.csv", "--ledger", "league.db"],
                          ["ledger", "show", "league.db"], ["ledger", "export", "league.db"]):
            unread(*arguments)
        # All ledgers are merged, though nobody reads of the first.
        for name, line in (("one.csv", "a,x,1\nb,x,1\n"), ("two.csv", "a,x,1\nc,x,0\n")):
            self.allnash("ledger", "import", name[:3] + ".db", self.write(name, "row,column,payoff\n" + line))
        unread("ledger", "merge", "both.db", "one.db", "two.db")
        self.assertEqual(self.json("ledger", "show", "both.db")["payoffs"], 3)
        # Where the signal is ignored, as some shells and schedulers have it, the reason is said.
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "w") as output:
            done = self.allnash("solve", "family:rps,n=3", code=2, capture_output=False, stdout=output, stderr=subprocess.PIPE,
                                preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
        self.assertEqual(done.stderr, "standard output: cannot write: Broken pipe\n")

    def test_a_league_without_a_proof_answers(self):
        """Where there is nothing to certify with, `--certificate` takes nothing away from the answer."""
        self.write("log.csv", "a,b,winner\nx,y,a\ny,x,a\n")
        text = self.allnash("rank", "log.csv", "--ledger", "league.db", "--certificate", "-").stderr
        self.assertIn("matches    2 of 1 pairings", text)

    def test_a_page_needs_no_proof(self):
        """Of rates alone nothing is promised, and their page is there all the same."""
        self.write("rates.csv", ",x,y,z\nx,,65%,40%\ny,,,55%\nz,,,\n")
        self.allnash("rank", "rates.csv", "--report", "page.html")
        self.assertNotIn("certificate", self.data("page.html"))
        self.assertIn("nothing to certify", self.allnash("rank", "rates.csv", "--certificate", "proof", code=2).stderr)

    def test_generate_writes_what_it_reads(self):
        text = "1,-1/3\n5/2,1000000007\n"
        self.write("game.csv", text)
        self.assertEqual(self.allnash("generate", "game.csv").stdout, text)
        self.assertEqual(self.allnash("generate", "-", words=text).stdout, text)
        for other in ("game.tsv", "game.nfg"):
            self.allnash("generate", "game.csv", "-o", other)
            self.assertEqual(self.allnash("generate", other).stdout, text, other)
        self.allnash("generate", "game.csv", "-o", "a.npy", code=2)  # 1/3 is no double: nothing is written
        self.assertEqual(self.files(), {"game.csv", "game.tsv", "game.nfg"})

    def test_a_signal_leaves_no_temporary_file(self):
        run = subprocess.Popen([PROGRAM, "generate", "family:random,n=30000", "-o", "game.csv"], cwd=self.folder)
        while not self.files():
            time.sleep(0.01)
        run.send_signal(signal.SIGTERM)
        self.assertEqual(run.wait(), -signal.SIGTERM)
        self.assertEqual(self.files(), set())


class Trace(Program):
    def test_it_is_the_same_twice(self):
        texts = []
        for _ in range(2):
            self.allnash("solve", "family:planted,n=40,k=2", "--trace", "run.jsonl")
            texts.append(self.read("run.jsonl"))
        self.assertEqual(texts[0], texts[1])
        self.assertTrue(texts[0].startswith('{"event":"run",') and texts[0].endswith("\n"), texts[0][:200])
        self.assertIn('{"event":"outcome",', texts[0])

    def test_that_of_a_stopped_run_is_kept(self):
        self.allnash("solve", "family:random,n=30", "--budget", 5, "--trace", "run.jsonl", code=3)
        self.assertIn('"stop_reason":"budget"', self.read("run.jsonl"))

    def test_one_that_cannot_be_written_is_an_error(self):
        said = self.refused("solve", "family:rps,n=3", "--trace", "no/run.jsonl")
        self.assertEqual(said, "no/run.jsonl: cannot write: No such file or directory")
        # The answer is not lost with the trace, short or long.
        for game in ("family:rps,n=3", "family:planted,n=40,k=2"):
            done = self.allnash("solve", game, "--trace", "/dev/full", code=2)
            self.assertEqual(done.stderr, "/dev/full: cannot write: No space left on device\n")
            self.assertIn("value", done.stdout)
        said = self.refused("solve", "family:rps,n=3", "--trace", "file", "--certificate", "file")
        self.assertEqual(said, "--trace: file is the certificate's file")


main()
