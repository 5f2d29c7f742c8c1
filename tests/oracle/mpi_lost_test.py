#!/usr/bin/env python3
"""mpi_lost_test.py ALLNASH ALLNASH_MPI ALLNASH_MPIRUN PLAYER: ranks that die, or are silent for a while, on this machine.

A rank that is killed is known by its silence alone, so each test takes as long as a rank may be silent. Skips, with
exit code 77, where MPI or its launcher is missing.
"""
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from answers import ENVIRONMENT, answer, need_mpi, program, run, run_tests, settled

ALLNASH, ALLNASH_MPI, ALLNASH_MPIRUN, PLAYER = sys.argv[1:]
MPIRUN = ["mpirun", "--oversubscribe", "-n", "4", ALLNASH_MPI]
os.environ["PATH"] = ENVIRONMENT["PATH"] = f"{Path(ALLNASH).resolve().parent}:{os.environ['PATH']}"  # it reads the ledger
SILENCE = ["--rank-timeout", "2"]  # long enough for ranks that wait for a core


def solve(launch, player, *options, **how):
    return run(*launch, "solve", "oracle", "--oracle", player, "--rows", 40, "--columns", 40, "--json", *options, code=None,
               **how)


def notes(folder, *names):
    return [(folder / name).read_text().split() if (folder / name).exists() else [] for name in names]


def asked_twice(lines, repeats):
    """How many requests were made again, but for those that compare answers."""
    return len(lines) - len(set(lines)) - repeats


# A copy that, as the first of all, sends its rank a signal once some payoffs have been asked.
SIGNAL = """mkdir {folder}/first 2>/dev/null && echo $PPID > {folder}/rank && (
  while [ $(wc -l < {folder}/asked) -lt 60 ]; do sleep 0.01; done; kill -{signal} $PPID; touch {folder}/sent) &
exec {player} seconds=0.005 log={folder}/asked"""


def signalling(folder, signal):
    folder.mkdir()
    (folder / "asked").touch()
    return SIGNAL.format(folder=folder, signal=signal, player=PLAYER)


def test_dying_rank(folder):
    """It is left out, and what it was asked goes to others: the answer is the same, and so is the exit code."""
    for name, code, options in (("proved", 0, []), ("stopped", 3, ["--budget", "900"])):
        place = folder / name
        program = signalling(place, "KILL")
        done = solve(MPIRUN, program, "--method", "full", *SILENCE, *options)
        assert done.returncode == code, (done.returncode, done.stderr)
        for said in ("was killed by signal 9", "has fallen silent and is left out; 2 of 3 go on"):
            assert said in done.stderr, done.stderr
        result = settled(done.stdout)
        if code == 0:
            assert result == EXPECTED
        else:
            assert result["queries"] == 892  # 8 of the budget were repeats
        [asked] = notes(place, "asked")
        assert asked_twice(asked, 8) <= 4, "more was asked again than one rank had in flight"


def test_stopped_rank(folder):
    """One that is silent for a while is left out, and has a part again when it is back."""
    program = signalling(folder / "stop", "STOP")
    # The others wait for it: it goes on when it has been left out.
    process = subprocess.Popen([*MPIRUN, "solve", "oracle", "--oracle", program, "--rows", "40", "--columns", "40",
                                "--json", "--method", "full", *SILENCE],
                               env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = ""
    for line in process.stderr:
        said += line
        if "is left out" in line:
            os.kill(int((folder / "stop/rank").read_text()), signal.SIGCONT)
    out = process.stdout.read()
    assert process.wait() == 0, said
    assert "is back" in said and "MPI_Abort" not in said, said
    assert settled(out) == EXPECTED


def test_no_rank_left(folder):
    """Each copy kills its rank: the run says so, and the ledger has what came before."""
    killer = f"exec 3<&0; {PLAYER} seconds=0.005 <&3 & sleep 0.3; kill -9 $PPID; wait"
    done = solve(MPIRUN, killer, "--method", "full", *SILENCE, "--ledger", folder / "run.db", "--game-id", "p")
    assert done.returncode == 4, (done.returncode, done.stderr)
    assert "has fallen silent, and no other worker is left" in done.stderr, done.stderr


def test_lost_plays(folder):
    """Of plays, what a rank had when it died is lost, unless they draw from their seeds."""
    options = ["--noisy", "--payoff-range", "0,1", "--epsilon", "0.4", "--rows", "3", "--columns", "3", *SILENCE]
    for seeded in (False, True):
        place = folder / f"plays{seeded}"
        place.mkdir()
        # The first to get its tenth play kills its rank, with the play.
        copy = program(place, f"""count = globals().get('count', 0) + 1
    if count == 10:
        try:
            os.mkdir({str(place / 'first')!r})
            os.kill(os.getppid(), 9)
            time.sleep(100)
        except FileExistsError:
            pass""")
        done = solve(MPIRUN, f"exec {copy}", *options, *(["--seeded"] if seeded else []))
        assert done.returncode == 0 and "is left out" in done.stderr, done.stderr
        result = json.loads(done.stdout)
        assert (result.get("failures", 0) > 0) != seeded, result


def test_restarts(folder):
    """allnash-mpirun goes on from the ledger when rank 0 is killed, and its exit code is that of the run."""
    place = folder / "restarts"
    place.mkdir()
    # The worker's first copy kills rank 0, the first child of mpirun, which is the grandparent of the rank.
    killer = (f"mkdir {place}/first 2>/dev/null && (while [ $(wc -l < {place}/asked) -lt 300 ]; do sleep 0.01; done; "
              f"kill -9 $(pgrep -P $(ps -o ppid= -p $(ps -o ppid= -p $PPID)) | head -1)) & "
              f"exec {PLAYER} seconds=0.002 log={place}/asked")
    (place / "asked").touch()
    launch = [ALLNASH_MPIRUN, *MPIRUN[1:]]
    ledger = ["--ledger", place / "run.db", "--game-id", "player"]
    done = solve(launch, killer, "--method", "full", *ledger)
    assert done.returncode == 0 and done.stderr.count("it goes on from there") == 1, (done.returncode, done.stderr)
    assert int(re.search(r"with (\d+) payoffs in", done.stderr)[1]) >= 300 - 8 - 3 * 4, done.stderr
    assert settled(done.stdout) == EXPECTED
    [asked] = notes(place, "asked")
    assert len(set(asked)) == 1600 and asked_twice(asked, 8) <= 3 * 4, "more was asked again than was in flight"
    assert not list(place.glob("*.status.*"))
    budget = solve(launch, PLAYER, "--method", "full", "--budget", "50")
    assert budget.returncode == 2 and "--ledger FILE is missing" in budget.stderr
    budget = solve(launch, PLAYER, "--method", "full", "--budget", "50", "--ledger", place / "new.db", "--game-id", "p")
    assert budget.returncode == 3, (budget.returncode, budget.stderr)


# What mpirun starts daemons by: hosts that differ in their names alone.
AGENT = """#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
host=$1; shift
exec unshare -u sh -c 'hostname "$0"; exec sh -c "$1"' "$host" "$*"
"""


def parent(of):
    return f"$(ps -o ppid= -p {of} | tr -d ' ')"


def test_lost_host(folder):
    """allnash-mpirun goes on when a host dies with its daemon: its ranks are left out."""
    if subprocess.run(["unshare", "-u", "true"], capture_output=True).returncode != 0:
        print("  skipped: hosts cannot be made here")
        return
    agent, asked = folder / "agent", folder / "asked"
    agent.write_text(AGENT)
    agent.chmod(0o755)
    asked.touch()
    # One copy of the second host kills the daemon, the guard and the rank.
    killer = folder / "killer"
    killer.write_text(f"""[ "$(hostname)" = node2 ] && mkdir {folder}/first 2>/dev/null || exit 0
while [ $(wc -l < {asked}) -lt 100 ]; do sleep 0.01; done
guard={parent('$1')}
kill -9 {parent('$guard')} $guard $1
""")
    host = os.uname().nodename
    launch = [ALLNASH_MPIRUN, "--oversubscribe", "--mca", "plm", "rsh", "--mca", "plm_rsh_agent", agent, "--host",
              f"{host}:2,node1:1,node2:1", "-n", "4", ALLNASH_MPI]
    done = solve(launch, f"sh {killer} $PPID & exec {PLAYER} seconds=0.005 log={asked}", "--method", "full", *SILENCE, "--ledger",
                 folder / "run.db", "--game-id", "player")
    assert done.returncode == 0 and "on node2 has fallen silent and is left out; 2 of 3 go on" in done.stderr, done.stderr
    assert "it goes on from there" not in done.stderr, done.stderr
    assert settled(done.stdout) == EXPECTED
    assert asked_twice(asked.read_text().split(), 8) <= 4, "more was asked again than one rank had in flight"


# The second rank kills itself, or its guard, before MPI starts: the file `first` is there when it has. In the other file stands how
# often ranks were started.
EARLY = """#!/bin/sh
echo >> {folder}/tries
if [ "$OMPI_COMM_WORLD_RANK" = 2 ] && {{ [ {always} = yes ] || mkdir {folder}/first 2>/dev/null; }}; then
  # A library that kills whoever starts MPI, or the parent of it.
  LD_PRELOAD={folder}/early.so exec "$@"
fi
exec "$@"
"""
KILLS = """
#include <signal.h>
#include <unistd.h>
int MPI_Init_thread(int *c, char ***v, int wanted, int *got) {{
  kill({whom}(), SIGKILL);
  for (;;) pause();
}}
"""


def test_death_while_mpi_starts(folder):
    """allnash-mpirun starts the run again when a rank or its guard dies before all have met; if every time, it gives up."""
    for whom, always, code in (("getpid", "no", 0), ("getppid", "no", 0), ("getpid", "yes", 4)):
        place = folder / f"{whom}_{always}"
        place.mkdir()
        (place / "early.c").write_text(KILLS.format(whom=whom))
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", place / "early.so", place / "early.c"], check=True)
        starter = place / "starter"
        starter.write_text(EARLY.format(folder=place, always=always))
        starter.chmod(0o755)
        launch = [ALLNASH_MPIRUN, "--oversubscribe", "-n", "4", starter, ALLNASH_MPI]
        done = solve(launch, PLAYER, "--method", "full", *SILENCE, "--ledger", place / "run.db", "--game-id", "player")
        assert done.returncode == code, (whom, done.returncode, done.stderr)
        starts = len((place / "tries").read_text()) // 4
        assert starts == (5 if always == "yes" else 2), (whom, starts, done.stderr)
        if code == 0:
            assert settled(done.stdout) == EXPECTED


def test_ranks_that_never_meet(folder):
    """A start in which ranks wait for each other for longer than they may is ended."""
    launcher = folder / "launcher"
    launcher.write_text('#!/bin/sh\nexec 9<>"$ALLNASH_MPI_STATUS"\nflock 9\necho meeting >&9\nexec sleep 1000\n')
    launcher.chmod(0o755)
    done = solve([ALLNASH_MPIRUN, ALLNASH_MPI], PLAYER, "--ledger", folder / "never.db",
                 env={**ENVIRONMENT, "ALLNASH_MPIRUN": str(launcher), "ALLNASH_MPI_PATIENCE": "0"})
    assert done.returncode == 4 and "5 starts in a row have added nothing" in done.stderr, (done.returncode, done.stderr)


def test_restarts_in_vain(folder):
    """A launcher that cannot start the run is tried five times, and its exit code is passed on."""
    tries = folder / "tries"
    launcher = folder / "launcher"
    launcher.write_text(f"#!/bin/sh\necho >> {tries}\nexit 7\n")
    launcher.chmod(0o755)
    done = solve([ALLNASH_MPIRUN, ALLNASH_MPI], PLAYER, "--ledger", folder / "vain.db",
                 env={**ENVIRONMENT, "ALLNASH_MPIRUN": str(launcher)})
    assert done.returncode == 7 and "5 starts in a row have added nothing" in done.stderr, (done.returncode, done.stderr)
    assert len(tries.read_text()) == 5


need_mpi(ALLNASH_MPI)
EXPECTED = answer(solve([ALLNASH], PLAYER, "--method", "full"))
run_tests(globals())
