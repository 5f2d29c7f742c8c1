#!/usr/bin/env python3
"""hedge_test.py ALLNASH ALLNASH_CHECK ALLNASH_MPI: copies of slow questions, of real programs.

An execution is slow by chance, not by entry: some of the first executions answer only once a second one of the same
question has answered. Without copies such a run would never end.
"""
import json
import shutil
import sys
from pathlib import Path

from answers import answer, program, run, run_tests, settled

ALLNASH, CHECKER, ALLNASH_MPI = sys.argv[1:]
GAME = ["--rows", "12", "--columns", "12", "--json"]
PLAYS = ["--noisy", "--seeded", "--payoff-range", "0,1", "--epsilon", "0.4", "--rows", "3", "--columns", "3", "--json"]
SLOW = """
import os, random, sys, time
folder, kind = sys.argv[1:]


def make(name):
    try:
        os.mkdir(os.path.join(folder, name))
        return True
    except FileExistsError:
        return False


def wait_for(name):
    while not os.path.exists(os.path.join(folder, name)):
        time.sleep(0.001)


def wait_for_a_copy(name):
    # Not all copies of the program may wait: two at a time.
    slot = next((slot for slot in ("slot1", "slot2") if make(slot)), None)
    if slot is None:
        return False
    make(name + " waits")
    wait_for(name + " done")
    os.rmdir(os.path.join(folder, slot))
    return True


for line in sys.stdin:
    i, j, *seed = map(int, line.split())
    name = f"{i} {j} {seed}"
    first = make(name)
    paid = int(random.Random(seed[0]).random() < 0.6) if seed else (7 * i + 11 * j * j) % 17 - (i * j) % 5
    if kind == "slow" and first and (i + 5 * j + sum(seed)) % 7 == 0:
        wait_for_a_copy(name)
    if kind == "differs" and (i, j) == (11, 11):
        wait_for("the late answer")
    late = kind == "differs" and (i, j) == (3, 4) and first and wait_for_a_copy(name)
    print(paid + int(late), flush=True)
    if late:
        make("the late answer")
    if not first:
        make(name + " done")
"""


def slow(folder, kind="slow"):
    file, marks = folder / "slow.py", folder / f"marks_{kind}_{len(list(folder.iterdir()))}"
    file.write_text(SLOW)
    marks.mkdir()
    return f"exec {sys.executable} -S -B {file} {marks} {kind}", marks


def solve(launch, command, *options, code=0):
    return run(*launch, "solve", "oracle", "--oracle", command, *options, code=code)


def waited(marks):
    return len(list(marks.glob("* waits")))


def test_exact_payoffs(folder):
    proofs = [folder / "without", folder / "with"]
    plain = solve([ALLNASH], slow(folder, "quick")[0], *GAME, "--certificate", proofs[0])
    command, marks = slow(folder)
    done = solve([ALLNASH], command, *GAME, "--workers", 4, "--hedge", "--certificate", proofs[1])
    assert answer(done) == answer(plain)
    assert proofs[0].read_bytes() == proofs[1].read_bytes()
    assert run(CHECKER, proofs[1]).stdout.startswith("verified")
    result = json.loads(done.stdout)
    # Those that were repeated to compare have had a second answer without a copy.
    assert 0 < waited(marks) - 8 <= result["hedged"] <= result["queries"], (waited(marks), result)
    assert "hedged" not in json.loads(plain.stdout)


def test_the_answer_for_people(folder):
    text = solve([ALLNASH], slow(folder)[0], *GAME[:-1], "--workers", 4, "--hedge").stdout
    assert "asked of a second worker, too" in text, text


def test_plays(folder):
    proofs = [folder / "without", folder / "with"]
    plain = solve([ALLNASH], slow(folder, "quick")[0], *PLAYS, "--certificate", proofs[0])
    command, marks = slow(folder)
    done = solve([ALLNASH], command, *PLAYS, "--workers", 4, "--hedge", "--certificate", proofs[1])
    assert answer(done) == answer(plain)
    assert proofs[0].read_bytes() == proofs[1].read_bytes()
    assert json.loads(done.stdout)["hedged"] >= waited(marks) > 0


def test_a_ledger_has_each_payoff_once(folder):
    command, _ = slow(folder)
    ledger = ["--ledger", folder / "run.db", "--game-id", "slow"]
    first = json.loads(solve([ALLNASH], command, *GAME, "--workers", 4, "--hedge", *ledger).stdout)
    again = json.loads(solve([ALLNASH], "exit 1", *GAME, *ledger).stdout)
    assert again["recalled"] == again["queries"] == first["queries"] and "hedged" not in again
    shown = json.loads(run(ALLNASH, "ledger", "show", folder / "run.db", "--json").stdout)
    assert shown["payoffs"] == first["queries"]


def test_two_answers(folder):
    """The second answer to (3, 4) comes before the last entry is answered."""
    done = solve([ALLNASH], slow(folder, "differs")[0], *GAME, "--workers", 4, "--hedge", "--method", "full", "--check-repeat",
                 0, code=4)
    assert "entry (3, 4) has two payoffs, 8 and 9: payoffs must not change" in done.stderr, done.stderr


def test_refused(folder):
    done = solve([ALLNASH], program(folder), *[word for word in PLAYS if word != "--seeded"], "--hedge", code=2)
    assert done.stderr == ("--hedge: of plays it needs --seeded: where a play draws from elsewhere, the quicker of two would "
                           "count, and what a play pays may make it quick\n"), done.stderr
    done = run(ALLNASH, "solve", "family:matching,n=2", "--hedge", code=2)
    assert done.stderr == "--hedge: only GAME oracle takes it\n", done.stderr


def test_over_mpi(folder):
    if not Path(ALLNASH_MPI).exists() or not shutil.which("mpirun"):
        print("  skipped: there is no allnash-mpi, or no mpirun")
        return
    plain = solve([ALLNASH], slow(folder, "quick")[0], *GAME)
    command, marks = slow(folder)
    launch = ["mpirun", "--oversubscribe", "-n", "4", ALLNASH_MPI]
    done = solve(launch, command, *GAME, "--workers", 2, "--hedge")
    assert settled(done.stdout) == answer(plain)
    assert json.loads(done.stdout)["hedged"] >= waited(marks) - 8 > 0


run_tests(globals())
