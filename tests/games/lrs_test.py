#!/usr/bin/env python3
"""lrs_test.py FOLDER: the answers of the classic games are those of lrsnash (Debian's lrslib), a program by others.

lrsnash lists every extreme equilibrium of a bimatrix game, so of A against -A every extreme optimal strategy.
"""
import json
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

folder = Path(sys.argv[1])
program = shutil.which("lrsnash")
if program is None:
    print("SKIPPED: lrsnash is not installed (scripts/install-deps test)")
    sys.exit(77)


def strategies(game):
    """The extreme strategies of the two players, as sets of dense vectors."""
    rows = ["".join(f" {x}" for x in row) for row in game]
    flipped = ["".join(f" {-x}" for x in row) for row in game]
    with tempfile.TemporaryDirectory() as work:
        file = Path(work) / "game"
        file.write_text("\n".join([f"{len(game)} {len(game[0])}", "", *rows, "", *flipped]) + "\n")
        said = subprocess.run([program, file], capture_output=True, text=True, check=True, timeout=60).stdout
    found = {"1": set(), "2": set()}
    for line in said.splitlines():
        words = line.split()
        if len(words) > 2 and words[0] in found:
            found[words[0]].add(tuple(Fraction(word) for word in words[1:-1]))
    return found["1"], found["2"]


def vertices(player, count):
    return {tuple(Fraction(vertex.get(str(k), 0)) for k in range(count)) for vertex in player["vertices"]}


compared = 0
for name, answer in json.loads((folder / "answers.json").read_text()).items():
    game = [[Fraction(word) for word in line.split(",")] for line in (folder / f"{name}.csv").read_text().split()]
    if len(game) == 1 or len(game[0]) == 1:
        continue  # lrsnash wants two strategies a player
    rows, columns = strategies(game)
    if rows != vertices(answer["row"], len(game)) or columns != vertices(answer["column"], len(game[0])):
        sys.exit(f"{name}: lrsnash finds {rows} and {columns}")
    compared += 1
if compared < 30:
    sys.exit(f"only {compared} games were compared")
print(f"{compared} games agree with lrsnash")
