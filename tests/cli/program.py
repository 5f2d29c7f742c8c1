"""What tests of the program share: each runs it as a user does, in a folder of its own."""
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM, CHECKER = (Path(path).resolve() for path in sys.argv[1:3])


class Program(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def allnash(self, *arguments, code=0, words="", program=PROGRAM, **how):
        """What it wrote and said, where it ended with this code; without one, however it ended."""
        done = subprocess.run([str(word) for word in (program, *arguments)], cwd=self.folder, input=words, encoding="utf-8",
                              errors="backslashreplace", **{"capture_output": True, "timeout": 120, **how})
        if code is not None:
            self.assertEqual(done.returncode, code, f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def run_program(self, *arguments, code=0, words=""):
        """The same; what it refuses it says in one line."""
        done = self.allnash(*arguments, code=code, words=words)
        if code in (2, 4):
            self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1), done.stderr)
        return done

    def check(self, *arguments, code=0):
        return self.allnash(*arguments, code=code, program=CHECKER).stdout.strip()

    def json(self, *arguments, code=0, words="", program=PROGRAM, said=""):
        """What it answers: one line of JSON, and `said` beside it; None for anything."""
        done = self.allnash(*arguments, "--json", code=code, words=words, program=program)
        self.assertEqual(done.stdout.find("\n"), len(done.stdout) - 1, "one line and nothing else")
        self.assertIn(said, (None, done.stderr))
        return json.loads(done.stdout)

    def refused(self, *arguments, words="", code=2):
        """What it said, in three lines at most, when it refused."""
        done = self.allnash(*arguments, code=code, words=words)
        self.assertEqual(done.stdout, "")
        self.assertIn(done.stderr.count("\n"), range(1, 4), done.stderr)
        return done.stderr.rstrip("\n")

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def read(self, name):
        return (self.folder / name).read_text()

    def data(self, name):
        """What a report page shows."""
        return json.loads(re.search(r'id="data">(.*?)</script>', self.read(name), re.S).group(1))

    def files(self):
        """Hidden ones too."""
        return {path.name for path in self.folder.iterdir()}

    def assert_has(self, text, *words):
        for one in words:
            self.assertIn(one, text)


def main():
    unittest.main(argv=sys.argv[:1])
