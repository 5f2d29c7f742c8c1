#!/usr/bin/env python3
"""engines_test.py ALLNASH SOURCE_DIR: the chess engines of examples/engines play. Left out where they are not installed."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ALLNASH, SOURCE = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
PROGRAM = SOURCE / "examples/engines/engines.py"
os.environ["PATH"] += ":/usr/games"
sys.path.insert(0, str(PROGRAM.parent))
sys.dont_write_bytecode = True
import engines  # noqa: E402

SCORE = {"1-0": "1", "0-1": "0", "1/2-1/2": "1/2"}


def run(*command, asked=""):
    done = subprocess.run([*map(str, command)], input=asked, capture_output=True, text=True)
    assert done.returncode in (0, 3), done.stderr
    return done.stdout


def games_in(path):
    for game in path.read_text().split("[Event ")[1:]:
        tags = dict(re.findall(r'\[(\w+) "(.*?)"\]', game))
        yield tags, game.split("\n\n")[1].replace("\n", " ")


def test_a_game_is_the_same_every_time(folder):
    asked = "".join(f"{i} {(i + 3) % 10} {seed}\n" for i in range(10) for seed in (1, 2))
    pgn = folder / "twenty.pgn"
    first = run(sys.executable, PROGRAM, "--pgn", pgn, asked=asked).split()
    backwards = "".join(reversed(asked.splitlines(keepends=True)))
    assert run(sys.executable, PROGRAM, asked=backwards).split() == first[::-1]
    assert len(set(first)) > 1
    names = run(sys.executable, PROGRAM, "--names").split()
    games, whites = list(games_in(pgn)), set()
    assert len(games) == len(first)
    for line, answer, (tags, moves) in zip(asked.splitlines(), first, games):
        i, j, seed = line.split()
        assert {tags["White"], tags["Black"]} == {names[int(i)], names[int(j)]} and tags["Round"] == seed
        result = tags["Result"] if tags["White"] == names[int(i)] else "-".join(reversed(tags["Result"].split("-")))
        assert SCORE[result] == answer and moves.endswith(tags["Result"])
        assert ("#" in moves) == (answer != "1/2"), moves  # a game is won by mate alone
        whites.add(tags["White"] == names[int(i)])
    assert len(whites) == 2, "one of the two always has white"


def test_a_league_of_them(folder):
    names, pgn, ledger = folder / "names.txt", folder / "games.pgn", folder / "engines.db"
    names.write_text(run(sys.executable, PROGRAM, "--names"))
    options = ["--row-names", names, "--symmetric", "--noisy", "--seeded", "--payoff-range", "0,1", "--epsilon", "0.1",
               "--workers", "2", "--ledger", ledger, "--game-id", "engines", "--budget", "90"]
    oracle = f"'{sys.executable}' '{PROGRAM}' --pgn '{pgn}'"
    said = json.loads(run(ALLNASH, "solve", "oracle", "--oracle", oracle, *options, "--json"))
    assert said["plays"] == 90
    games = list(games_in(pgn))
    assert len(games) == 90
    assert len({(tags["White"], tags["Black"], tags["Round"]) for tags, _ in games}) == 90


if any(shutil.which(program) is None for program in engines.PACKAGES):
    print("not installed:", *engines.PACKAGES)
    sys.exit(77)
with tempfile.TemporaryDirectory() as where:
    test_a_game_is_the_same_every_time(Path(where))
    test_a_league_of_them(Path(where))
