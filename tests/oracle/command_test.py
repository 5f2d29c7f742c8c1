#!/usr/bin/env python3
"""command_test.py ALLNASH PLAYER SOURCE_DIR: `allnash solve oracle`: a program of the user's answers for payoffs, well or badly."""
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from answers import answer, run_tests

ALLNASH, PLAYER, SOURCE = sys.argv[1:]


def run(*words, code=0, **how):
    done = subprocess.run([ALLNASH, *map(str, words)], **{"capture_output": True, "text": True, "timeout": 120, **how})
    assert code is None or done.returncode == code, (words, done.returncode, done.stdout[:500], done.stderr[:500])
    return done


def words_for(command, rows, columns, *options):
    return ["solve", "oracle", "--oracle", command, "--rows", rows, "--columns", columns, *options]


def solve(command, rows, columns, *options, **how):
    return run(*words_for(command, rows, columns, *options), **how)


def until(done):
    """However long that takes: a test that never ends is ended from outside."""
    while not done():
        time.sleep(0.01)


def said_when_asked(process, wanted):
    """Lines that it says on SIGUSR1, up to one that is wanted."""
    said = []
    while not said or not wanted(said[-1]):
        process.send_signal(signal.SIGUSR1)
        said.append(process.stderr.readline())
        assert said[-1], "it has ended"
    return said


def begun(command, *options):
    """A run of 6 x 6."""
    return subprocess.Popen([ALLNASH, *map(str, words_for(command, 6, 6, "--method", "full", *options))], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def lines_in(path):
    return path.read_text().split("\n")[:-1]


def test_it_answers_as_a_table_of_the_same_payoffs_does(folder):
    payoff = lambda i, j: (i * 7919 + j * 104729) % 1009 - (i * j) % 503  # the player's
    (folder / "game.csv").write_text("".join(",".join(str(payoff(i, j)) for j in range(30)) + "\n" for i in range(25)))
    for method in ("lazy", "full"):  # not auto, which reads the whole of a table because that costs nothing
        options = ["--json", "--method", method, "--vertices", 50]
        done = solve(PLAYER, 25, 30, *options)
        assert done.stderr == ""
        assert answer(done) == answer(run("solve", folder / "game.csv", *options))


def test_same_seed_same_queries_same_bytes_whatever_the_workers_and_their_pace(folder):
    for method in ("auto", "lazy"):
        runs = []
        for workers in (1, 2, 8):
            log = folder / f"asked-{method}-{workers}"
            done = solve(f"{PLAYER} jitter=0.002 log={log}", 40, 40, "--json", "--workers", workers, "--method", method, "--seed", 7)
            asked = sorted(lines_in(log))
            result = json.loads(done.stdout)
            assert result["repeats"] == 8 and len(set(asked)) + 8 == len(asked) == result["queries"] + 8, "asked twice"
            runs.append((re.sub(r'"seconds":[^}]*', "", done.stdout), asked))
        assert runs[0] == runs[1] == runs[2]


def test_only_digits_are_written_to_the_program(folder):
    solve(f"tee {folder}/heard | {PLAYER}", 9, 7)
    lines = lines_in(folder / "heard")
    assert len(lines) > 7 and all(re.fullmatch("[0-9]+ [0-9]+", line) for line in lines), lines


def test_a_plan_needs_the_shape_alone_and_starts_no_program(folder):
    plan = run("solve", "oracle", "--rows", 4, "--columns", 5, "--plan").stdout
    assert plan.startswith("row,column\n"), plan
    assert solve(f"{PLAYER} pids={folder}", 4, 5, "--plan").stdout == plan
    assert not list(folder.iterdir())


def test_symmetric_games_ask_one_match_for_two_entries(_):
    asked = json.loads(solve(f"sh {SOURCE}/examples/undercut.sh", 30, 30, "--symmetric", "--json").stdout)
    computed = json.loads(run("solve", "family:undercut,n=30", "--symmetric", "--json").stdout)
    assert asked["mirrored"] == 5, "matches asked both ways"
    assert asked["queries"] == computed["queries"] + 5, "and counted"
    for result in (asked, computed):
        for key in ("mirrored", "queries", "ratio", "repeats", "seconds"):
            result.pop(key, None)
    assert asked == computed


def test_win_rates_are_no_symmetric_game(_):
    done = solve("while read -r i j; do echo $((10 + i - j))/20; done", 10, 10, "--symmetric", code=2)
    assert done.stdout == "" and re.fullmatch(
        r"entry \(\d, \d\) contradicts a symmetric game: it is \d\.\d+ and entry \(\d, \d\) is \d\.\d+, and the two must add up to 0; "
        r"win rates need --payoff-range 0,1; if payoffs are random, see --noisy\n", done.stderr), done.stderr


def test_a_program_that_does_not_flush_is_told_of(_):
    process = begun("sleep 60", "--json")
    said = process.stderr.readline()
    process.send_signal(signal.SIGINT)
    assert process.communicate()[1] == "" and process.returncode == 3
    assert said == ("no answer from the oracle program after 5 s: if its payoffs are quick to compute, it may not be flushing its "
                           "output after each line (print(..., flush=True) in Python)\n"), said


def test_a_changed_program_needs_a_name_for_the_game(folder):
    def solved(command, *more, code=0):
        return solve(command, 5, 5, "--ledger", folder / "run.db", "--json", *more, code=code)

    solved(PLAYER)
    solved(PLAYER)
    other = solved(f"echo 1; {PLAYER}", code=2)
    assert other.stderr.endswith("; if that is the same game, give it a name: --game-id NAME\n"), other.stderr
    solved(f"{PLAYER} seconds=0", "--game-id", "mine")
    solved(PLAYER, "--game-id", "mine")
    solved(PLAYER, code=2)  # it has a name now


def test_a_ledger_that_holds_a_proof_needs_no_program(folder):
    ledger = ["--ledger", folder / "run.db", "--json"]
    first = answer(solve(PLAYER, 9, 8, *ledger))
    for shape in ([], ["--rows", 9, "--columns", 8]):
        assert answer(run("solve", "oracle", *ledger, *shape)) == first
    missing = run("solve", "oracle", "--rows", 4, "--columns", 4, "--ledger", folder / "new.db", code=4).stderr
    assert missing.endswith(": there is no oracle program to ask, and the ledger does not have it; --plan lists what is left to ask\n"), missing
    run("solve", "oracle", "--ledger", folder / "none.db", code=2)


def test_a_failure_names_the_entry_and_ends_with_code_four(_):
    for fault, message in (("exit", "ended with exit code 3"), ("complain", "ended with exit code 1: the simulator has no such agent"),
                           ("hang", "was silent for over 0.3 s"), ("word", "answered: 'win' is not a number"),
                           ("nothing", "answered: '' is not a number"), ("infinite", "answered: infinite payoff"),
                           ("half", "ended with exit code 0"), ("long", "wrote a line of over 100000 characters")):
        done = solve(f"{PLAYER} at=2,3 fault={fault}", 6, 6, "--oracle-timeout", 0.3, "--workers", 2, "--method", "full",
                     "--oracle-retries", 1, code=4)
        assert done.stdout == "", fault
        said = f"entry (2, 3): the oracle program {message} (tried 2 times); --on-failure goes on without this payoff, and "
        assert done.stderr.splitlines()[-1].startswith(said), done.stderr
    for command, options, words in (
            ("read x; kill -9 $$", ["--oracle-retries", 0], ["the oracle program was killed by SIGKILL"]),
            ("/nowhere/at/all", [], ["/nowhere/at/all: not found"]),
            ("while read -r x; do echo 1; echo 1; done", ["--workers", 2], ["a line more than it was asked for", "after entry ("])):
        said = solve(command, 9, 9, *options, code=4).stderr
        assert all(word in said for word in words), said


def test_what_fails_once_is_tried_again_on_a_fresh_copy(folder):
    expected = answer(solve(PLAYER, 6, 6, "--json", "--method", "full"))
    for fault in ("exit", "crash", "hang", "word", "nothing", "infinite", "half", "long"):
        place = folder / fault
        place.mkdir()
        done = solve(f"{PLAYER} at=2,3 fault={fault} once={place}/done log={place}/asked pids={place}", 6, 6, "--json", "--method", "full",
                     "--oracle-timeout", 0.3, "--oracle-retries", 1)
        assert answer(done) == expected, fault
        assert lines_in(place / "asked").count("2,3") == 2, fault
        assert len(list(place.iterdir())) == 4, fault  # the two files, and two copies


def test_a_hundred_thousand_answers_and_a_megabyte_of_chatter(_):
    done = solve(f"{PLAYER} burst=1000000 chatter=9", 400, 250, "--json", "--quiet", "--method", "full", "--vertices", 0, "--workers", 2)
    assert json.loads(done.stdout)["queries"] == 100000
    # All of it is passed on: a burst from each copy, ten bytes with each answer, 8 of them repeats.
    assert len(done.stderr) == 2 * 1000001 + 100008 * 10


def test_long_answers_do_not_block_long_queues(_):
    """A window of requests whose answers are many times what a pipe holds."""
    long, plain = (answer(solve(player, 60, 60, "--json", "--method", "full")) for player in (f"{PLAYER} digits=2000", PLAYER))
    assert long == plain


def test_ctrl_c_during_an_answer_that_takes_an_hour_ends_with_what_is_known(folder):
    process = begun(f"{PLAYER} at=3,3 fault=hang log={folder}/asked", "--json", "--check-repeat", 0)
    until((folder / "asked").exists)  # so that it knows the signal
    said_when_asked(process, lambda line: line.startswith("27 queries, "))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, err) == (3, "")
    result = json.loads(out)
    assert (result["status"], result["stop_reason"]) == ("stopped", "interrupted")
    assert result["queries"] == 27, "shells: 6 + 5 + 5 + 4 + 4 + 3"
    assert result["low"] is not None


def test_limits(folder):
    solve("sleep 100", 6, 6, "--time-limit", 0.3, code=3)
    solve(f"{PLAYER} log={folder}/asked", 40, 40, "--budget", 33, "--workers", 4, code=3)
    assert len(lines_in(folder / "asked")) == 33


def alive(pid):
    """A process that has ended may stay in the table until whoever inherited it looks."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_copies_die_when_the_program_is_killed(folder):
    # Through a shell that waits for it, so that the copy is a grandchild.
    process = begun(f"{PLAYER} pids={folder} at=0,1 fault=hang; true", "--workers", 3)
    until(lambda: len(list(folder.iterdir())) == 3)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    pids = [path.name for path in folder.iterdir()]
    until(lambda: not any(map(alive, pids)))


def test_sigusr1_shows_the_state(folder):
    """One of two workers hangs, the other answers for what is not with it: what this comes to is shown when it is asked for."""
    process = begun(f"{PLAYER} at=3,3 fault=hang log={folder}/asked", "--quiet", "--workers", 2, "--check-repeat", 0)
    until((folder / "asked").exists)  # so that it knows the signal

    def whole(line):
        found = re.fullmatch(r"(\d+) queries, (\d) in flight, [0-9.]+/s, .*[0-9.]+ s, reading, worker [01] at \(3, 3\) for \d+ s\n", line)
        return found and int(found[1]) + int(found[2]) == 36

    said = said_when_asked(process, whole)
    counts = [int(line.split()[0]) for line in said if re.match(r"[0-9]+ quer", line)]
    assert counts == sorted(counts), said
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 3 and err == "", err


def test_a_short_run_shows_no_progress(_):
    assert solve(f"{PLAYER} seconds=0.01", 6, 6).stderr == ""


def test_workers_work_side_by_side(folder):
    """None answers before all have been asked: one after the other they would wait for ever."""
    program = folder / "sim.py"
    program.write_text("import os, sys, time\n"
                       "asked = 0\n"
                       "for line in sys.stdin:\n"
                       "    asked += 1\n"
                       f"    open(f'{folder}/{{os.getpid()}}.{{asked}}', 'w').close()\n"
                       f"    while asked == 1 and sum(name.endswith('.1') for name in os.listdir('{folder}')) < 8:\n"
                       "        time.sleep(0.01)\n"
                       "    print(sum(map(int, line.split())), flush=True)\n")
    solve(f"python3 {program}", 10, 10, "--method", "full", "--workers", 8)
    assert len(list(folder.glob("*.1"))) == 8


run_tests(globals())
