#!/usr/bin/env python3
"""reach.py PROGRAM: the largest planted game that `--method paper --exit never` ends on in a limit of processor time.

From a small game on, n is put where the last run has it take nine tenths of the limit, at most four times
as large, until a run takes more than four fifths of it. A run that does not end is tried again a tenth smaller.
"""
import argparse
import json
import os
import resource
import signal
import subprocess

SMALL = {2: 400, 3: 50, 4: 20}
# More subsets than this are not searched.
MOST_SUBSETS = 10 ** 8


def largest_searchable(k):
    n, subsets = k, 1
    while subsets <= MOST_SUBSETS:
        n += 1
        subsets = subsets * n // (n - k)
    return n - 1


def seconds_of(program, n, k, limit, options):
    """Processor seconds of a run that ended in an answer, or None."""
    words = [program, "solve", f"family:planted,n={n},k={k}", "--method", "paper", "--exit", "never", "--vertices", "0",
             "--json", *options]
    cut = lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit)))
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, preexec_fn=cut) as run:
        text = run.stdout.read()
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode == -signal.SIGKILL:
        return None
    assert run.returncode == 0 and json.loads(text)["status"] == "proved", (words, run.returncode)
    return usage.ru_utime + usage.ru_stime


def reach(program, k, limit, options, first=None):
    n, best, failed = first or SMALL[k], None, False
    top = largest_searchable(k)
    while True:
        seconds = seconds_of(program, n, k, limit, options)
        print(f"k = {k}, n = {n}: " + (f"{seconds:.1f} s" if seconds else "not in the limit"), flush=True)
        if seconds is None:
            failed = True
            n = n * 9 // 10
            continue
        best = n
        if failed or seconds > 0.8 * limit or n == top:
            return best, seconds
        n = min(top, 4 * n, max(n + 1, int(n * (0.9 * limit / seconds) ** (1 / k))))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--limit", type=float, default=600, help="seconds of processor time")
    parser.add_argument("--options", default="--threads 1", help="more options of the program")
    parser.add_argument("--k", type=int, nargs="*", default=list(SMALL))
    parser.add_argument("--first", type=int, help="the n to begin with")
    options = parser.parse_args()
    for k in options.k:
        n, seconds = reach(options.program, k, options.limit, options.options.split(), options.first)
        print(f"k = {k}: n = {n} in {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
