#!/usr/bin/env python3
"""examples_test.py ALLNASH DICE SOURCE_DIR: the oracle programs in examples/ work.

Each is asked for its whole table, as a user would try it by hand; the game in that table and the game that
allnash asks it for have the same answer. docs/oracles.md shows one of them as it is, and links to the others.
"""
import json
import re
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

ALLNASH, DICE, SOURCE = sys.argv[1], sys.argv[2], Path(sys.argv[3])
EXAMPLES = SOURCE / "examples"
PROGRAMS = [  # what runs it, its file, agents
    (f"python3 {EXAMPLES}/duel.py", "duel.py", 20),
    (f"python3 {EXAMPLES}/light_cycles.py", "light_cycles.py", 24),
    (DICE, "dice.cpp", 13),
    (f"sh {EXAMPLES}/undercut.sh", "undercut.sh", 100),
]


def table_of(command, agents):
    requests = "".join(f"{i} {j}\n" for i in range(agents) for j in range(agents))
    done = subprocess.run(command, shell=True, input=requests, capture_output=True, text=True, check=True)
    lines = done.stdout.split("\n")
    assert lines.pop() == "" and len(lines) == agents * agents, command
    rows = [lines[i * agents:(i + 1) * agents] for i in range(agents)]
    assert all(Fraction(rows[i][j]) == -Fraction(rows[j][i]) for i in range(agents) for j in range(agents)), command
    return "".join(",".join(row) + "\n" for row in rows)


def solved(*arguments):
    done = subprocess.run([ALLNASH, "solve", *arguments, "--symmetric", "--json", "--vertices", "50",
                           "--method", "lazy"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    # An oracle is asked for a few matches both ways; a table need not be.
    result["queries"] -= result.pop("mirrored", 0)
    result.pop("repeats", None)
    for cost in ("seconds", "ratio"):
        del result[cost]
    return result


def check_example(command, file, agents, folder):
    page = (EXAMPLES / file).read_text()
    shown = re.search(r"allnash solve oracle --oracle .* --rows (\d+) --columns (\d+) --symmetric", page)
    assert shown and {int(shown[1]), int(shown[2])} == {agents}, f"{file}: how it is run"
    table = folder / f"{file}.csv"
    table.write_text(table_of(command, agents))
    expected = solved(str(table))
    size = str(agents)
    found = solved("oracle", "--oracle", command, "--rows", size, "--columns", size, "--workers", "2")
    assert found == expected, file
    print(f"{file}: {found['queries']} of {agents * (agents - 1) // 2} matches, "
          f"{len(found['row_support'])} agents worth playing")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for command, file, agents in PROGRAMS:
            check_example(command, file, agents, Path(folder))
    docs = (SOURCE / "docs/oracles.md").read_text()
    blocks = re.findall(r"```\w+\n(.*?)```", docs, re.S)
    assert (EXAMPLES / "duel.py").read_text() in blocks, "docs/oracles.md does not show duel.py as it is"
    for _, file, _ in PROGRAMS[1:]:
        assert f"](../examples/{file})" in docs, f"docs/oracles.md has no link to {file}"
    names = subprocess.run(["python3", EXAMPLES / "light_cycles.py", "--names"], capture_output=True, text=True)
    assert len(names.stdout.splitlines()) == 24


main()
