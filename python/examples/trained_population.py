#!/usr/bin/env python3
"""trained_population.py [LEDGER [FIELDS SOLDIERS]]: policies that are trained against a mixture, and payoffs by play.

Each policy divides soldiers among fields. On a field the larger force wins more often than not, who wins more fields
wins the match, and the match is all that anybody sees: payoffs are 1 or 0, by chance. Nobody lists the policies. The
population begins with one; then, in turns,

1. `Solver` plays matches among the policies there are, until a mixture of them is certified: it wins at least so often
   against each of them. All that is said in any turn holds together, with confidence 95 %: the ledger keeps account of that;
2. a learner is trained against that mixture: a hill climber, which moves soldiers and keeps what won more of its matches. If
   its policy wins more than half of a test that it was not trained in, it joins.

It ends when several learners in a row find no better response. That is no proof about policies that nobody found, and the
program says so: what is certified holds for the population.
"""
import math
import random
import sys
import tempfile
from itertools import accumulate
from pathlib import Path

import allnash

FIELDS, SOLDIERS = 4, 12
EPSILON, DELTA = 0.1, 0.05
LEARNERS = 4  # in a row without a better policy before it ends
STEPS, MATCHES, TEST = 60, 100, 1000  # of a learner: steps, matches in a step, matches of the final test


def match(mine, yours, draw):
    """1 when the first wins, 0 when the second does."""
    won = 0
    for a, b in zip(mine, yours):
        won += 1 if draw.random() * (a ** 3 + b ** 3) < a ** 3 else -1 if a + b else 0
    return int(won > 0 or (won == 0 and draw.random() < 0.5))


class Opponents:
    """Policies drawn from a mixture; counts the matches against them."""

    def __init__(self, policies, weights, draw):
        self.policies, self.draw = policies, draw
        self.sums = list(accumulate(map(float, weights)))
        self.matches = 0

    def won(self, policy, matches):
        """How many of so many matches it wins."""
        self.matches += matches
        rivals = self.draw.choices(self.policies, cum_weights=self.sums, k=matches)
        return sum(match(policy, rival, self.draw) for rival in rivals)


def learn(opponents, fields, soldiers):
    """A policy that was trained against them, and how much of its test it won."""
    draw = opponents.draw
    cuts = sorted(draw.choices(range(soldiers + 1), k=fields - 1))
    policy = [b - a for a, b in zip([0, *cuts], [*cuts, soldiers])]
    for _ in range(STEPS):
        other = list(policy)
        giver, taker = draw.sample(range(fields), 2)
        moved = min(other[giver], draw.randint(1, 3))
        other[giver] -= moved
        other[taker] += moved
        if opponents.won(other, MATCHES) > opponents.won(policy, MATCHES):
            policy = other
    return tuple(policy), opponents.won(policy, TEST) / TEST


def certified(solver, policies):
    """Plays what the solver asks for, until it has certified a mixture."""
    plays = solver.step()
    while len(plays):
        plays = solver.step([match(policies[i], policies[j], random.Random(int(seed))) for i, j, seed in plays])
    return solver.result


def table_plays(policies):
    """Plays to know every pairing of them to within half of the tolerance, all at once, by Hoeffding's bound."""
    pairings = policies * (policies - 1) // 2
    return pairings * math.ceil(math.log(2 * max(pairings, 1) / DELTA) / (2 * (EPSILON / 2) ** 2))


def better(policies, mixture, draw, fields, soldiers):
    """A policy that won more than half of its test against the mixture, or None; and the matches that learners took."""
    opponents = Opponents([policies[i] for i in mixture], mixture.values(), draw)
    for _ in range(LEARNERS):
        policy, share = learn(opponents, fields, soldiers)
        # Two standard deviations above a half: one that is no better joins once in forty times, and does no harm.
        if policy not in policies and share > 0.5 + 1 / math.sqrt(TEST):
            return policy, opponents.matches
    return None, opponents.matches


def name_of(policy):
    return ",".join(map(str, policy))


def main(ledger, fields=FIELDS, soldiers=SOLDIERS, seed=1):
    draw = random.Random(seed)
    policies = [(soldiers, *[0] * (fields - 1))]  # all on one field
    names = [name_of(policy) for policy in policies]
    solver = allnash.Solver((1, 1), labels=(names, names), by_play=True, seeded=True, symmetric=True, payoff_range=(0, 1),
                            epsilon=EPSILON, delta=DELTA, ledger=ledger, game_id="trained population")
    trained = 0
    while True:
        result = certified(solver, policies)
        assert result.status == "certified", result
        most = sorted(result.row_strategy.items(), key=lambda one: -one[1])[:3]
        print(f"{len(policies):2} policies, {result.plays:6} plays: wins at least {float(result.low):.3f} by "
              + ", ".join(f"{policies[i]} {float(p):.0%}" for i, p in most))
        newcomer, matches = better(policies, result.row_strategy, draw, fields, soldiers)
        trained += matches
        if newcomer is None:
            break
        policies.append(newcomer)
        solver.add_row(name_of(newcomer))
    strategies = math.comb(soldiers + fields - 1, fields - 1)
    print(f"no better response found by {LEARNERS} learners; certified for {len(policies)} policies of {strategies}")
    print(f"plays: {result.plays} to certify and {trained} to train; "
          f"to fill a table, {table_plays(len(policies))} of these policies, {table_plays(strategies)} of all")
    return result, policies, trained


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(sys.argv[1] if len(sys.argv) > 1 else str(Path(folder) / "population.db"), *map(int, sys.argv[2:]))
