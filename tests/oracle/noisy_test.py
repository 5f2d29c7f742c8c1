#!/usr/bin/env python3
"""noisy_test.py PROGRAM CHECKER SOURCES: games of chance from the command line.

Runs that are killed and resumed, programs that fail in every way, certificates true and false.
"""
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time

from answers import answer, program, run, run_tests

PROGRAM, CHECKER, SOURCES = sys.argv[1:]
LEAGUE = f"{sys.executable} -B {SOURCES}/examples/coin_league.py"
NOISY = ["--noisy", "--payoff-range", "0,1", "--epsilon", "0.1"]


def solve(command, *options, size=3, **how):
    return run(PROGRAM, "solve", "oracle", "--oracle", command, "--rows", size, "--columns", size, "--json", *NOISY, *options, code=None,
               **how)


def check(text, folder, *game):
    (folder / "c").write_text(text)
    done = run(CHECKER, folder / "c", *game, code=None)
    return done.returncode, done.stdout.strip()


def test_the_answer(folder):
    result = answer(solve(LEAGUE, "--symmetric", size=5))
    assert result["status"] == "certified" and result["value"] == "1/2" and result["confidence"] == "0.95"
    assert set(result) >= {"low", "high", "row_strategy", "column_strategy", "plays", "entries", "attempts",
                           "row_caps", "column_caps", "rounds"}
    assert result["entries"] == 10
    assert answer(solve(LEAGUE, "--symmetric", "--workers", 3, size=5)) == result, "workers change nothing"


def test_killed_runs_go_on(folder):
    choose = random.Random(1)
    log = folder / "log"
    slow = program(folder, f"time.sleep(0.001); open({str(log)!r}, 'a').write('.')")
    expected = answer(solve(slow, "--workers", 3, "--epsilon", "0.3", "--seeded"))
    ledger = folder / "run.db"
    words = [PROGRAM, "solve", "oracle", "--oracle", slow, "--rows", "3", "--columns", "3", *NOISY, "--epsilon", "0.3",
             "--workers", "3", "--ledger", ledger, "--seeded"]
    for _ in range(8):
        log.write_text("")
        started = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        plays = choose.randrange(1, expected["plays"] // 16)
        while log.stat().st_size < plays:
            time.sleep(0.001)
        assert started.poll() is None, "it ended before it was killed"
        started.kill()
        started.wait()
    last = solve(slow, "--workers", 3, "--epsilon", "0.3", "--ledger", ledger, "--seeded")
    assert answer(last) == expected
    assert json.loads(last.stdout)["recalled"] > 0


def test_a_league_of_killed_runs(folder):
    """Runs with other settings, each killed: no play is asked twice but what was out, and no attempt begins twice."""
    log, names, ledger = folder / "log", folder / "names", folder / "league.db"
    names.write_text("a\nb\nc\n")
    slow = program(folder, f"time.sleep(0.001); open({str(log)!r}, 'a').write(f'{{seed}}\\n')")
    labels = ["--row-names", names, "--column-names", names]
    choose = random.Random(2)
    log.write_text("")
    attempts = 0
    for time_ in range(8):
        words = [PROGRAM, "solve", "oracle", "--oracle", slow, "--rows", "3", "--columns", "3", *labels, *NOISY,
                 "--epsilon", str(0.3 - 0.01 * time_), "--seed", str(time_), "--workers", "3", "--ledger", ledger, "--seeded"]
        before = log.stat().st_size
        started = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while log.stat().st_size < before + 20 * choose.randrange(20, 120) and started.poll() is None:
            time.sleep(0.001)
        started.kill()
        started.wait()
        shown = json.loads(run(PROGRAM, "ledger", "show", ledger, "--json").stdout)
        assert shown["plays"]["attempts"] >= attempts
        attempts = shown["plays"]["attempts"]
    done = solve(slow, *labels, "--epsilon", "0.2", "--workers", 3, "--ledger", ledger, "--seeded", "--certificate", folder / "c")
    result = json.loads(done.stdout)
    assert result["status"] == "certified" and result["attempts"] >= attempts, done
    assert check((folder / "c").read_text(), folder) == (0, "verified with confidence 0.95")
    seeds = log.read_text().split()
    assert result["plays"] == len(set(seeds)), (result["plays"], len(set(seeds)))
    assert len(seeds) - len(set(seeds)) <= 8 * 3 * 64, "beyond what was out"
    assert answer(solve(slow, *labels, "--epsilon", "0.2", "--ledger", ledger, "--seeded")) == answer(done)
    assert len(log.read_text().split()) == len(seeds), "an answer that is there asks nothing"


def test_failing_programs(folder):
    for rule, code, words in [
        ("if (i, j) == (1, 2): print('win'); sys.exit()", 4, "entry (1, 2)"),
        ("if (i, j) == (1, 2): print('nan'); continue", 4, "entry (1, 2)"),
        ("if (i, j) == (1, 2): print(7, flush=True); continue", 2, "entry (1, 2): a play paid 7, which is outside"),
        ("if not win: sys.exit(3)", 4, "ended with exit code 3"),
    ]:
        done = solve(program(folder, rule))
        assert done.returncode == code, (rule, done)
        assert words in done.stderr, (rule, done.stderr)
        assert done.stdout == ""
    # A copy that dies when it loses, and draws anew when it is asked again: all are wins, and it is no certainty.
    done = solve(program(folder, "win = os.urandom(1)[0] < 128\n    if not win: sys.exit(3)"), "--budget", 200,
                 "--oracle-retries", 1000, "--delta", "1e-5")
    result = json.loads(done.stdout)
    assert done.returncode == 3 and result["status"] == "stopped"
    assert eval(result["low"]) <= 0.5, result
    assert result["failures"] > 5


def test_a_disk_that_fills(folder):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (120000, 120000))

    # The thread sanitizer has a file of its own in TMPDIR, larger than the limit, and does without where it cannot.
    done = solve(LEAGUE, "--ledger", folder / "full.db", size=5, preexec_fn=limit,
                 env={**os.environ, "TMPDIR": str(folder / "none")})
    assert done.returncode == 3, done
    result = json.loads(done.stdout)
    assert result["stop_reason"].startswith("ledger file: "), result


def test_ledgers_of_other_leagues(folder):
    ledger = folder / "other.db"
    first = answer(solve(LEAGUE, "--ledger", ledger, size=5))
    for changed in (["--payoff-range", "0,2"], ["--delta", "0.1"], ["--symmetric"]):
        done = solve(LEAGUE, "--ledger", ledger, *changed, size=5)
        assert done.returncode == 2 and "of another league" in done.stderr, done
    later = solve(LEAGUE, "--ledger", ledger, "--seed", 2, "--epsilon", "0.2", size=5)
    assert json.loads(later.stdout)["plays"] == json.loads(later.stdout)["recalled"] == first["plays"], later
    assert "--noisy" in run(PROGRAM, "solve", "family:rps,n=5", "--ledger", ledger, code=2).stderr


def test_budgets_and_plans(folder):
    done = solve(LEAGUE, "--budget", 500, size=5)
    result = json.loads(done.stdout)
    assert done.returncode == 3 and result["plays"] == 500 and result["stop_reason"] == "budget"
    words = [PROGRAM, "solve", "oracle", "--rows", "5", "--columns", "5", *NOISY, "--plan"]
    plan = run(*words).stdout.split("\n")
    assert plan[0] == "row,column,seed" and re.fullmatch(r"0,0,\d+", plan[1])


def test_plays_by_hand(folder):
    """What --plan prints is played and imported, until the ledger alone gives the answer of a run with a program."""
    ledger = folder / "hand.db"
    words = [PROGRAM, "solve", "oracle", "--rows", "3", "--columns", "3", *NOISY, "--epsilon", "0.4", "--seeded"]
    expected = answer(solve(program(folder), "--epsilon", "0.4"))

    def played(line):
        return f"{line},{int(random.Random(int(line.split(',')[2])).random() < 0.5)}"

    missing = run(*words, "--ledger", ledger, code=4).stderr
    assert "--plan" in missing, missing
    for batch in range(1000):
        plan = run(*words, "--ledger", ledger, "--plan").stdout.split()
        assert plan[0] == "row,column,seed"
        if len(plan) == 1:
            break
        if batch == 0:
            row, column, seed = plan[1].split(",")
            for bad, said in [(f"{row},{column},1", "is not row,column,seed,payoff"),
                              (f"{row},{column},1,1", f"no plan of this run has asked for a play of entry ({row}, {column}) with the seed 1"),
                              (f"2,2,{seed},1", f"no plan of this run has asked for a play of entry (2, 2) with the seed {seed}"),
                              (f"{row},{column},{seed},2", "outside the range 0,1"),
                              (f"{row},{column},{seed},win", "not a number"),
                              (f"{row},{column},x,1", "is not a whole number")]:
                refused = run(PROGRAM, "ledger", "import", ledger, text=f"{played(plan[2])}\n{bad}\n", code=2).stderr
                assert said in refused and refused.startswith("standard input:2: "), refused
            shown = json.loads(run(PROGRAM, "ledger", "show", ledger, "--json").stdout)
            assert shown["payoffs"] == 0 and shown["plays"]["open"] == len(plan) - 1, shown
            # A part of a plan, in any order: the next plan has the rest.
            part = [played(line) for line in plan[3:0:-1]]
            said = run(PROGRAM, "ledger", "import", ledger, text="\n".join(part)).stdout
            assert said == "3 payoffs added, 0 known before\n", said
            said = run(PROGRAM, "ledger", "import", ledger, text="\n".join(part)).stdout
            assert said == "0 payoffs added, 3 known before\n", said
            other = part[0][:-1] + str(1 - int(part[0][-1]))
            assert "has two payoffs" in run(PROGRAM, "ledger", "import", ledger, text=other, code=2).stderr
            assert run(*words, "--ledger", ledger, "--plan").stdout.split() == [plan[0], *plan[4:]]
            continue
        lines = ["row,column,seed,payoff", *map(played, plan[1:])]
        run(PROGRAM, "ledger", "import", ledger, text="\n".join(lines))
    done = run(*words, "--ledger", ledger, "--json")
    assert answer(done) == expected
    assert json.loads(done.stdout)["recalled"] == expected["plays"]
    exported = run(PROGRAM, "ledger", "export", ledger).stdout.split()
    assert exported[0] == "row,column,seed,payoff" and len(exported) == 1 + expected["plays"]
    assert all(played(line.rsplit(",", 1)[0]) == line for line in exported[1:])
    shown = run(PROGRAM, "ledger", "show", ledger).stdout
    assert f"plays      {expected['plays']:,} of {expected['entries']} entries; attempts {expected['attempts']}" in shown, shown
    assert "method noisy, delta 0.05, seed 1, payoff-range 0,1, epsilon 2/5" in shown, shown


def test_plays_of_a_match_list(folder):
    """A log of outcomes that grows is imported after every plan: none of its plays is taken twice."""
    ledger = folder / "list.db"
    words = [PROGRAM, "solve", "oracle", "--rows", "3", "--columns", "3", *NOISY, "--epsilon", "0.4", "--ledger", ledger]
    choose = random.Random(5)
    log = []

    def take(lines, code=0):
        return run(PROGRAM, "ledger", "import", ledger, text="\n".join(["row,column,outcome", *lines]), code=code)

    for batch in range(1000):
        plan = run(*words, "--plan").stdout.split()[1:]
        if not plan:
            break
        if batch == 0:
            log += [f"{row},{column},1" for row in range(3) for column in range(3)]
        before = len(log)
        log += [f"{line.rsplit(',', 1)[0]},{choose.randrange(2)}" for line in plan]
        said = take(log).stdout
        assert re.match(r"\d+ payoffs added, \d+ known before\n(\d+ plays that no plan has asked for yet\n)?$", said), said
        assert take(log).stdout.startswith("0 payoffs added"), "a list that was taken in is known"
        if batch == 0:
            row, column, paid = log[0].split(",")
            assert "has two payoffs" in take([f"{row},{column},{1 - int(paid)}"], code=2).stderr
            assert "is not row,column,outcome" in take(["0,0"], code=2).stderr
    result = json.loads(run(*words, "--json").stdout)
    assert result["status"] == "certified" and result["plays"] <= len(log), (result["plays"], len(log))
    exported = run(PROGRAM, "ledger", "export", ledger).stdout.split()[1:]
    for entry in {tuple(line.split(",")[:2]) for line in exported}:
        mine = [line.split(",")[3] for line in exported if tuple(line.split(",")[:2]) == entry]
        theirs = [line.split(",")[2] for line in log if tuple(line.split(",")[:2]) == entry]
        assert mine == theirs[:len(mine)], entry


def test_a_program_without_seeds(folder):
    (folder / "two.py").write_text("import sys\nfor line in sys.stdin:\n    i, j = map(int, line.split())\n    print(0)\n")
    done = solve(f"python3 {folder / 'two.py'}", "--oracle-retries", 0)
    assert done.stderr.splitlines()[-1].endswith("; with --noisy it is sent lines `row column seed`"), done.stderr


def test_usage(folder):
    def refusal(*words):
        return run(PROGRAM, "solve", *words, code=2).stderr.strip()

    game = "family:matching,n=2"
    assert refusal(game, "--coin") == "--coin: only with --noisy"
    assert refusal(game, "--seeded") == "--seeded: only with --noisy"
    assert refusal(game, "--noisy", "--coin", "--epsilon", "0.1") == "--noisy: --payoff-range A,B is missing"
    assert refusal(game, "--noisy", "--coin", "--payoff-range", "0,1") == "--noisy: --epsilon E is missing"
    assert refusal(game, *NOISY) == "--noisy: GAME is oracle, or --coin makes a game of chance of it"
    assert "is outside the range" in refusal(game, *NOISY, "--coin", "--payoff-range", "0,1/2")
    assert "contradicts a symmetric game" in refusal(game, *NOISY, "--coin", "--symmetric")


def certificate(folder, *words):
    file = folder / "made"
    run(PROGRAM, "solve", *words, "--noisy", "--coin", "--certificate", file, "--json")
    return file.read_text()


def test_certificates(folder):
    one = certificate(folder, "family:rps,n=5", "--symmetric", "--payoff-range", "-1,1", "--epsilon", "0.2")
    two = certificate(folder, "family:undercut,n=3", "--payoff-range", "-2,2", "--epsilon", "0.6", "--delta", "0.1")
    assert check(one, folder) == (0, "verified with confidence 0.95")
    assert check(two, folder) == (0, "verified with confidence 0.9")
    game = folder / "game.csv"
    refused = subprocess.run([PROGRAM, "solve", "family:elo,n=6,noise=0,seed=2", "--noisy", "--coin", "--payoff-range", "-1,1", "--epsilon", "0.2",
                              "--method", "saddle-midsearch", "--certificate", folder / "none"], capture_output=True, text=True)
    assert refused.returncode == 2, refused
    assert "--certificate: saddle-midsearch writes none; method noisy writes one" in refused.stderr, refused.stderr
    assert not (folder / "none").exists()
    game.write_text(subprocess.run([PROGRAM, "generate", "family:rps,n=5"], capture_output=True, text=True).stdout)
    assert check(one, folder, game)[0] == 0
    game.write_text("0,1,1,1,1\n" + "-1,0,0,0,0\n" * 4)
    assert check(one, folder, game)[0] == 1

    def changed(text, pattern, to):
        result = re.sub(pattern, to, text, count=1, flags=re.M)
        assert result != text, pattern
        return result

    for text in (one, two):
        for pattern, to in [
            (r"^low .*", "low 0"), (r"^high .*", "high 0"), (r"^epsilon .*", "epsilon 1/1000"),
            (r"^delta .*", "delta 1/100000000"), (r"^delta .*", "delta 1"), (r"^attempt .*", "attempt 100000"),
            (r"^range .*", "range -3 1"), (r"^symmetric .*", "symmetric perhaps"), (r"^end\n", ""),
            (r"^(\d+ \d+/\d+)$", r"\1\n"), (r"draws (\d) 0 \d+", r"draws \1 0 1000"), (r" 1 \d+$", " 1 1"),
            (r" 1 (\d+)$", r" 2 \1"), (r" bets (\d+) \S+", r" bets \1 1"), (r" bets", " gamma"),
            (r"^newcomers none", "newcomers kept"), (r"^newcomers .*", "newcomers 1"), (r"^group 0", "group 1"),
            (r"centres \S+", "centres 2"), (r"confidence 1", "confidence 2"), (r"joint \S+", "joint 1"), (r"^column-caps .*", "column-caps x"), (r"^shape .*", "shape 4 4"),
            (r"^row-strategy (\d+)\n(\d+) \S+", r"row-strategy \1\n\2 1/7"),
        ]:
            code, said = check(changed(text, pattern, to), folder)
            assert code == 1 and said.startswith("rejected: "), (pattern, said)


run_tests(globals())
