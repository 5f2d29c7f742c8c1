#!/usr/bin/env python3
"""advice.py BUILD_DIR GAMES_FOLDER [--leagues N] [--write PAGE]: the section "What to play" of docs/noise_results.md.

How good it truly is to play what `rank` says, in leagues whose win rates are known. A page that has no such section yet, or
none any more since the rest of it was written anew, gets one at its end.
"""
import argparse
import subprocess
from pathlib import Path

from pages import show_or_write

SECTION = """
## What to play

Matches are drawn from leagues whose win rates are known. What a mixture truly earns against its worst opponent, where the
value is 0.5: the equilibrium of the averages (pairs that never met as even), the estimate of `allnash rank`, and the mixture
that it promises most for. Random leagues are drawn anew for each log.

<!-- advice -->
<!-- end of advice -->
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("games", type=Path)
    parser.add_argument("--leagues", type=int, default=40)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    done = subprocess.run([given.build / "bench/bench_advice", given.games, "--leagues", str(given.leagues)], check=True,
                          stdout=subprocess.PIPE, text=True)
    if given.write and "<!-- advice -->" not in given.write.read_text():
        given.write.write_text(given.write.read_text() + SECTION)
    show_or_write(given.write, {"advice": done.stdout}, "make bench-leagues")


if __name__ == "__main__":
    main()
