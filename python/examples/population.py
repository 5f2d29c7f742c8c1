"""A population grown by best responses (double oracle, PSRO), on Kuhn poker.

Each player begins with one policy. Solve the game between the policies there are, find for each player the best
response to what the other mixes, and add it where it gains; when nothing gains, the mixtures are an equilibrium of all
of Kuhn poker, whose value for the first player is -1/18. `Solver` asks for no pair of policies twice: `add_row` and
`add_column` go on from all that is known.

Policies have the method that those of OpenSpiel have, so that its policies and games can take the place of these.
"""
from fractions import Fraction
from itertools import permutations, product

import allnash

CARDS = "JQK"
ENDS = {"pp": 1, "bb": 2, "pbb": 2}  # nobody folds: the higher card wins this much
FOLDS = {"bp": 1, "pbp": -1}  # payoff to the first player
TURNS = [[card + history for card in CARDS for history in histories] for histories in (("", "pb"), ("p", "b"))]


class Policy:
    """What to do in each information state: a card and what was done so far; p is pass, b is bet."""

    def __init__(self, bets):
        self.bets = bets  # information state: probability of a bet

    def action_probabilities(self, state):
        return {"b": self.bets[state], "p": 1 - self.bets[state]}


def value(first, second):
    """What the first player gets on average, exactly."""

    def play(cards, history):
        if history in FOLDS:
            return FOLDS[history]
        if history in ENDS:
            return ENDS[history] * (1 if cards[0] > cards[1] else -1)
        turn = len(history) % 2
        actions = (first, second)[turn].action_probabilities(CARDS[cards[turn]] + history)
        return sum(chance * play(cards, history + action) for action, chance in actions.items() if chance)

    deals = list(permutations(range(3), 2))
    return Fraction(sum(play(cards, "") for cards in deals)) / len(deals)


def best_response(player, mixture):
    """The best of the player's pure policies, and what the first player then gets."""
    pure = [Policy(dict(zip(TURNS[player], bets))) for bets in product((0, 1), repeat=len(TURNS[player]))]

    def earned(policy):
        return sum(chance * (value(policy, other) if player == 0 else value(other, policy)) for other, chance in mixture)

    found = [(earned(policy), policy) for policy in pure]
    return (max if player == 0 else min)(found, key=lambda pair: pair[0])


def main():
    rows, columns = ([Policy({state: 0 for state in TURNS[player]})] for player in (0, 1))  # never bet
    solver = allnash.Solver((1, 1), labels=(["first 0"], ["second 0"]))
    evaluated = []
    while True:
        entries = solver.step()
        while len(entries):
            evaluated += map(tuple, entries.tolist())
            entries = solver.step([value(rows[i], columns[j]) for i, j in entries.tolist()])
        result = solver.result
        most, best = best_response(0, [(columns[j], result.column_strategy[j]) for j in result.column_support])
        least, worst = best_response(1, [(rows[i], result.row_strategy[i]) for i in result.row_support])
        print(f"{len(rows)} x {len(columns)} policies: value {result.value}, best responses {least} and {most}")
        if least == most:
            break
        if most > result.value:
            solver.add_row(f"first {len(rows)}")
            rows.append(best)
        if least < result.value:
            solver.add_column(f"second {len(columns)}")
            columns.append(worst)
    assert result.value == Fraction(-1, 18)
    assert len(evaluated) == len(set(evaluated)), "a pair was evaluated twice"
    print(f"solved: {len(evaluated)} pairs of policies evaluated, of {2 ** 6 * 2 ** 6} pairs of pure ones")


main()
