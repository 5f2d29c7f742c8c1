#!/usr/bin/env python3
"""mutants.py SOURCE_DIR BUILD_DIR: each change below makes the method of src/league/ wrong, and its tests must notice.

It edits the tree, builds test_league, runs the test that is to fail, and puts the tree back. Not a part of `make test`.
"""
import subprocess
import sys
from pathlib import Path

FROZEN, BOX, ATTEMPTS = "src/league/frozen.cpp", "src/league/box.cpp", "src/league/attempts.cpp"
MUTANTS = [
    ("a level of 1/2", FROZEN, "binomial_lower_bound(rounds.plays, rounds.wins, level)",
     "binomial_lower_bound(rounds.plays, rounds.wins, Rational(1, 2))", "Frozen.OneOpponentOnTheBoundary"),
    ("plays before the freeze counted", FROZEN, "(early ? pairings_[where].early : pairings_[where].later).push_back(match);",
     "if (early) pairings_[where].early.push_back(match);\n    pairings_[where].later.push_back(match);",
     "Frozen.LuckBeforeTheFreezeDoesNotCount"),
    ("results in the order of arrival, wins sooner", FROZEN, "push_back(match);\n  }\n",
     "push_back(match);\n  }\n  for (Pairing& one : pairings_) std::ranges::stable_partition(one.later, &Match::won);\n",
     "Frozen.MoreMatchesThanPlanned"),
    ("missing plays left out", FROZEN, "    trial.plays += plays;",
     "    trial.plays += std::min<std::int64_t>(plays, std::ssize(pairing.later));", "Frozen.PairingsThatResultsDecide"),
    ("a plan from the finished counts", FROZEN, "if (schedule_ == Schedule::fixed) return", "return",
     "Frozen.PairingsThatResultsDecide"),
    ("ties resolved after looking", FROZEN, "lots.coin(outcomes_[play.outcome])", "outcomes_[play.outcome].sign() > 0",
     "Frozen.OneOpponentOnTheBoundary"),
    ("caps without the union", BOX, "Rational(2 * pairings) / level", "Rational(pairings > 0 ? 2 : 1) / level", "Box.AllIntervalsHoldTogether"),
    ("the budget restarted at each attempt", "src/chance/budget.cpp", "return total_ * of_series(number);",
     "return total_ * of_series(number > 0 ? 1 : number) * Rational(2);", "Attempts.OneDeltaOverAllAttempts"),
    ("the freeze moved at each look", ATTEMPTS, "if (past_.frozen.empty()) open_first(before);",
     "past_.frozen.clear();\n  past_.joined.clear();\n  open_first(0 * before);", "Attempts.OneOpponentOnTheBoundary"),
    ("plays before a league's freeze counted", ATTEMPTS, "{attempt.since, methods::noisy::frozen_text(", "{0, methods::noisy::frozen_text(",
     "Attempts.LuckBeforeTheFreezeDoesNotCount"),
]

root, build = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
survived = []
for name, file, old, new, test in MUTANTS:
    path = root / file
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"{file}: {old!r} is there {text.count(old)} times")
    try:
        path.write_text(text.replace(old, new))
        subprocess.run(["cmake", "--build", build, "--target", "test_league"], check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run([build / "tests/test_league", f"--gtest_filter={test}"], stdout=subprocess.PIPE, text=True)
    finally:
        path.write_text(text)
    print(f"{name}: {'seen' if done.returncode else 'SURVIVES'} by {test}", flush=True)
    if done.returncode == 0:
        survived.append(name)
sys.exit(1 if survived else 0)
