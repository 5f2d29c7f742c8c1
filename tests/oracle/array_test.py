#!/usr/bin/env python3
"""array_test.py ALLNASH SOURCE: examples/slurm with a stand-in for sbatch that loses tasks, and its loop killed half way."""
import collections
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ALLNASH, SOURCE = sys.argv[1:]
SHAPE = ["8", "8"]
# Runs the tasks of an array side by side, as Slurm does: their number and nothing else tells them apart. Each task gets a
# ticket; some of them never start, and one dies with its simulator in the middle of it.
SBATCH = """#!/usr/bin/env python3
import os, re, subprocess, sys
last = int(re.fullmatch(r"--array=0-([0-9]+)", sys.argv[1]).group(1))
for task in range(last + 1):
    with open("tickets", "a") as tickets:
        tickets.write("x")
        ticket = tickets.tell()
    if ticket in (3, 12, 20):
        continue
    environment = {**os.environ, "SLURM_ARRAY_TASK_ID": str(task), "SIM": f"python3 sim.py {int(ticket == 14)}"}
    subprocess.Popen(sys.argv[2:], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
"""
SIM = """
import os, sys
dies = sys.argv[1] == "1"
for number, line in enumerate(sys.stdin):
    i, j = map(int, line.split())
    with open("begun", "a") as begun:
        begun.write(f"{i},{j}\\n")
    if dies and number == 1:
        os.kill(os.getpid(), 9)
    print(7 * i - 5 * j + (i * 7919 + j * 104729 + i * j * 31) % 60, flush=True)
"""


def main():
    with tempfile.TemporaryDirectory(prefix="array") as name:
        folder = Path(name)
        (folder / "bin").mkdir()
        (folder / "bin/allnash").symlink_to(Path(ALLNASH).resolve())
        (folder / "bin/sbatch").write_text(SBATCH)
        (folder / "bin/sbatch").chmod(0o755)
        (folder / "sim.py").write_text(SIM)
        plain = subprocess.run([ALLNASH, "solve", "oracle", "--oracle", "python3 sim.py 0", "--rows", SHAPE[0], "--columns",
                                SHAPE[1], "--certificate", "alone.cert", "--check-repeat", "0", "--quiet"], cwd=folder,
                               stdout=subprocess.DEVNULL)
        assert plain.returncode == 0
        asked = sorted((folder / "begun").read_text().split())
        (folder / "begun").unlink()
        environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "OUT": "12", "LEASE": "1s", "SLICE": "2",
                       "PAUSE": "0.1"}
        loop = [Path(SOURCE) / "examples/slurm/solve.sh", *SHAPE]

        def tickets():
            file = folder / "tickets"
            return file.stat().st_size if file.exists() else 0

        first = subprocess.Popen(loop, cwd=folder, env=environment, start_new_session=True)
        while tickets() < 8 and first.poll() is None:
            os.sched_yield()
        assert first.poll() is None, "it was over before it could be killed"
        os.killpg(first.pid, signal.SIGKILL)  # with all tasks that are under way
        first.wait()
        done = subprocess.run(loop, cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, (done.returncode, done.stderr)
        assert (folder / "answer.cert").read_bytes() == (folder / "alone.cert").read_bytes()
        assert not list((folder / "refused").iterdir())
        exported = subprocess.run([ALLNASH, "ledger", "export", "run.db"], cwd=folder, capture_output=True, text=True, check=True)
        kept = sorted(line.rsplit(",", 1)[0] for line in exported.stdout.split()[1:])
        assert set(kept) >= set(asked), "what a plain run asks, and what was asked ahead"
        begun = collections.Counter((folder / "begun").read_text().split())
        assert set(begun) >= set(kept) and tickets() > 20
        print(f"{tickets()} tasks: {len(asked)} payoffs, {begun.total()} begun")


main()
