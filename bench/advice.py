#!/usr/bin/env python3
"""advice.py BUILD_DIR GAMES_FOLDER [--only TABLE] [--write PAGE]: what `rank` says, held against leagues whose win rates are known.

The sections of docs/noise_results.md on how often promises are false, on what each form of the same matches costs, and on how
good it truly is to play what `rank` says; and on plays beside the floor for plays. A page that has no such section yet, or none any more since the rest of it was written
anew, gets one at its end.
"""
import argparse
import subprocess
from pathlib import Path

from pages import show_or_write

SECTIONS = {"promises": """
## How often promises are false

Leagues whose win rates are known, and in which a promise is likely to be false: one opponent is on the boundary, delta is 0.45
(0.225 where results decide who meets whom). A league counts once, if *any* of the row player's promises that it ever shows is
above what its mixture truly earns. *Level*: how often that may be, which is the row player's half of delta, less what is kept for the box
or, in a ledger, for newcomers, joint statements and later attempts. *Allowed*: as many as a true level shows once in a thousand times. The
last two columns have the same leagues with a mistake made on purpose, which must show.

<!-- promises -->
<!-- end of promises -->
""", "forms": """
## What each form costs

The same matches as a log, as counts and as charts. The median of what lies between the value and the guarantee; what the
estimate truly earns against its worst opponent, where the value is 0.5, in the mean; in how many leagues its middle 80 %
holds that; seconds. Rates without wins and losses promise by the box alone, since they do not tell single matches, and rates without
counts promise nothing.

<!-- forms -->
<!-- end of forms -->
""", "advice": """
## What to play

Matches are drawn from leagues whose win rates are known. What a mixture truly earns against its worst opponent, where the
value is 0.5: the equilibrium of the averages (pairs that never met as even), the estimate of `allnash rank`, and the mixture
that it promises most for. Random leagues are drawn anew for each log.

<!-- advice -->
<!-- end of advice -->
""", "floors": """
## Plays and the floor for plays

Live runs at delta 0.05, medians over 20 seeds. The floors are those of the mixture that was certified, with its bounds
([plays_floor.md](research/plays_floor.md)): at the rates that the plays showed, and without "if". *Below*: in how many runs either was above the plays. *By
rounds*: what rounds of the mixture cost with the best stakes for the true rates, at log(1/delta), over the floor at the true rates; so much could another
division of the plays save at most. *Certifying*: the plays after the last freeze over that, which luck, the division of delta,
hedged stakes and tolerances that are reached by way of wider ones make larger.

<!-- floors -->
<!-- end of floors -->
"""}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("games", type=Path)
    parser.add_argument("--only", choices=SECTIONS)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    for name in [given.only] if given.only else SECTIONS:
        done = subprocess.run([given.build / f"bench/bench_{name}"] + [given.games] * (name != "promises"), check=True,
                              stdout=subprocess.PIPE, text=True)
        if given.write and f"<!-- {name} -->" not in given.write.read_text():
            given.write.write_text(given.write.read_text() + SECTIONS[name])
        show_or_write(given.write, {name: done.stdout}, "make bench-leagues")


if __name__ == "__main__":
    main()
