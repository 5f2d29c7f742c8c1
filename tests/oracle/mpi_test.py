#!/usr/bin/env python3
"""mpi_test.py ALLNASH ALLNASH_MPI PLAYER: a run over four ranks, on this machine.

Skips, with exit code 77, where MPI or its launcher is missing.
"""
import sys
import tempfile
from pathlib import Path

from answers import answer, need_mpi, program, run

ALLNASH, ALLNASH_MPI, PLAYER = sys.argv[1:]
MPIRUN = ["mpirun", "--oversubscribe", "-n", "4", ALLNASH_MPI]


def solve(launch, player, *options):
    return run(*launch, "solve", "oracle", "--oracle", player, "--rows", 40, "--columns", 40, "--json", *options, code=None)


def same_answer(launch, expected, folder):
    pids = folder / "pids"
    pids.mkdir(exist_ok=True)
    assert answer(solve(launch, f"{PLAYER} jitter=0.002 pids={pids}", "--workers", "2")) == expected
    assert len(list(pids.iterdir())) == 6, "two copies on each of three ranks"


def failing_program():
    done = solve(MPIRUN, f"{PLAYER} at=3,3 fault=complain", "--method", "full", "--oracle-retries", "1")
    assert done.returncode == 4, (done.returncode, done.stderr)
    assert "entry (3, 3): the oracle program ended with exit code 1: the simulator has no such agent" in done.stderr, \
        done.stderr
    assert done.stdout == ""


def games_of_chance(folder):
    """The order in which ranks answer changes nothing: plays count in the order of asking."""
    player = program(folder, "win = random.Random(seed).random() < (0.9 if i == j else 0.3); time.sleep(0 if win else 0.001)")
    options = ["--noisy", "--payoff-range", "0,1", "--epsilon", "0.4", "--rows", "3", "--columns", "3"]
    assert answer(solve(MPIRUN, player, *options, "--workers", "2")) == answer(solve([ALLNASH], player, *options))


def main():
    need_mpi(ALLNASH_MPI)
    expected = answer(solve([ALLNASH], PLAYER))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        same_answer(MPIRUN, expected, folder)
        failing_program()
        games_of_chance(folder)


main()
