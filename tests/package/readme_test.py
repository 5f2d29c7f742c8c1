#!/usr/bin/env python3
"""readme_test.py SOURCE_DIR BUILD_DIR: what the README shows is so.

Its C++ example is the program that the package test builds and runs, its Python example asks for as many payoffs as
it says, its links lead somewhere, and the commands of its session print what it shows, figures included. A line `...` stands for
lines that are left out.
"""
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

root, build = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
text = (root / "README.md").read_text()

if (root / "tests/package/stranger/main.cpp").read_text() not in re.findall(r"```cpp\n(.*?)```", text, re.S):
    sys.exit("README.md: its C++ example is not tests/package/stranger/main.cpp")

for link in re.findall(r"\]\(([^)#:]+)\)", text):
    if not (root / link).exists():
        sys.exit(f"README.md: {link} is not there")


def session():
    """(command, what it prints) for each line `    $ command` and the indented lines after it."""
    for match in re.finditer(r"^    \$ (.*)\n((?:(?!    \$ )    .*\n|\n)*)", text, re.M):
        yield match.group(1), re.sub(r"^    ", "", match.group(2), flags=re.M).strip()


def lasting(output):
    """Without what changes from run to run."""
    return re.sub(r"^time .*$", "", output.strip(), flags=re.M).strip()


def is_shown(shown, printed):
    """Whether the printed text is the one shown, whose lines `...` stand for lines left out."""
    parts = [re.escape(part) for part in re.split(r"^\.\.\.$", shown, flags=re.M)]
    return re.fullmatch("(?:.*\n)*?(?:.*)".join(parts), printed) is not None


steps = list(session())
with tempfile.TemporaryDirectory() as folder:
    (Path(folder) / "examples").symlink_to(root.resolve() / "examples")
    for command, shown in steps:
        words = shlex.split(command)
        if words[0] == "cat":
            (Path(folder) / words[1]).write_text(shown + "\n")
            continue
        program = build / words[0] if words[0].startswith("allnash") else words[0]
        done = subprocess.run([program, *words[1:]], cwd=folder, capture_output=True, text=True)
        if not is_shown(lasting(shown), lasting(done.stdout)):
            sys.exit(f"README.md: {command}\nshows\n{shown}\nand the program prints\n{done.stdout}{done.stderr}")
if len(steps) < 6:
    sys.exit("README.md: its session was not found")

# Both examples play the game that is the family undercut, too.
def asked(size):
    done = subprocess.run([build / "allnash", "solve", f"family:undercut,n={size}", "--method", "lazy", "--json"],
                          capture_output=True, check=True)
    return json.loads(done.stdout)


said = re.search(r"asks for\n?\s*#?\s*(\d+) of (\d+) payoffs; the floor is (\d+)", text)
small = asked(40)
if not said or [int(word) for word in said.groups()] != [small["queries"], 1600, small["floor"]]:
    sys.exit(f"README.md: the Python example asks for {small['queries']} of 1600 payoffs; the floor is {small['floor']}")
said = re.search(r"asks for under (\d+)% of the million payoffs, and prints the (\w+) numbers", text)
large = asked(1000)
share = large["queries"] / 1_000_000
if not said or not int(said[1]) / 100 - 0.01 <= share < int(said[1]) / 100 or said[2] != "five" \
        or len(large["row_support"]) != 5:
    sys.exit(f"README.md: the C++ example asks for {share:.2%} and prints {len(large['row_support'])} numbers")
