"""What tests of the program share."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# What MPI needs on a machine with few cores or no separate user; a cluster needs none of it.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
COPY = """
import os, random, sys, time
for line in sys.stdin:
    i, j, seed = map(int, line.split())
    win = random.Random(seed).random() < 0.5
    {rule}
    print(int(win), flush=True)
"""


def run(*words, code=0, text=None, **how):
    """A command that ends with this exit code, if there is one."""
    done = subprocess.run([str(word) for word in words],
                          **{"input": text, "capture_output": True, "text": True, "timeout": 120, "env": ENVIRONMENT, **how})
    assert code is None or done.returncode == code, (words, done.returncode, done.stdout[:500], done.stderr[:500])
    return done


def program(folder, rule="pass"):
    """The command of an oracle program that tosses a coin drawn from the seed; `rule` sees the row, the column and the seed, and
    whether the row player wins, and may change that."""
    file = folder / f"copy{abs(hash(rule))}.py"
    file.write_text(COPY.format(rule=rule))
    return f"{sys.executable} -S -B {file}"


def settled(text):
    """A result without what changes from run to run."""
    result = json.loads(text)
    for changing in ("seconds", "recalled", "repeats", "hedged"):
        result.pop(changing, None)
    return result


def answer(done):
    """That of a run, which must have gone well."""
    assert done.returncode == 0, done.stderr
    return settled(done.stdout)


def need_mpi(program):
    """Skips, with exit code 77, where MPI or its launcher is missing."""
    missing = "" if Path(program).exists() else "allnash-mpi is not built, for CMake found no MPI"
    if not missing and not shutil.which("mpirun"):
        missing = "there is no mpirun"
    if missing:
        print(f"skipped: {missing}")
        sys.exit(77)


def run_tests(names):
    """Every function test_..., each with a folder of its own."""
    for test in [value for name, value in names.items() if name.startswith("test_")]:
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            test(Path(folder))
            print(f"{test.__name__}: {time.monotonic() - start:.1f} s", flush=True)
