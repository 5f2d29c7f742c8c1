#!/usr/bin/env python3
"""make_games.py [--check]: writes the classic games in this folder, NAME.csv, and answers.json, what is true of
each: value, supports, dimensions and every extreme optimal strategy. With --check it only compares.

The answers come from the theorem of Shapley and Snow, tried on every square submatrix in Python's fractions. That
shares nothing with allnash, and is hopeless beyond some eight strategies a player.
"""
import json
import sys
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path

HERE = Path(__file__).resolve().parent


def sign(number):
    return (number > 0) - (number < 0)


# Exact answers.

def solve_linear(matrix, right):
    """The only solution of a square system, or None."""
    size = len(matrix)
    rows = [[Fraction(x) for x in row] + [Fraction(b)] for row, b in zip(matrix, right)]
    for k in range(size):
        pivot = next((r for r in range(k, size) if rows[r][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for r in range(size):
            if r != k and rows[r][k]:
                factor = rows[r][k]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[k])]
    return [row[-1] for row in rows]


def equalising(block):
    """Probabilities of the rows of a square block, all of whose columns then pay the same, and that payoff."""
    size = len(block)
    system = [[block[i][j] for i in range(size)] + [-1] for j in range(size)] + [[1] * size + [0]]
    solution = solve_linear(system, [0] * size + [1])
    if solution is None or min(solution[:-1]) < 0:
        return None
    return solution[:-1], solution[-1]


def spread(weights, chosen, count):
    dense = [Fraction(0)] * count
    for index, weight in zip(chosen, weights):
        dense[index] = weight
    return tuple(dense)


def extreme_strategies(game):
    """The value, and the extreme optimal strategies of both players, sorted as dense vectors."""
    rows, columns = len(game), len(game[0])
    flipped = [[-game[i][j] for i in range(rows)] for j in range(columns)]
    value, row_points, column_points = None, set(), set()
    for size in range(1, min(rows, columns) + 1):
        for chosen_rows in combinations(range(rows), size):
            for chosen_columns in combinations(range(columns), size):
                x = equalising([[game[i][j] for j in chosen_columns] for i in chosen_rows])
                if x is None or (value is not None and x[1] != value):
                    continue
                y = equalising([[flipped[j][i] for i in chosen_rows] for j in chosen_columns])
                if y is None:
                    continue
                dense_x, dense_y = spread(x[0], chosen_rows, rows), spread(y[0], chosen_columns, columns)
                if min(sum(dense_x[i] * game[i][j] for i in range(rows)) for j in range(columns)) < x[1]:
                    continue
                if max(sum(dense_y[j] * game[i][j] for j in range(columns)) for i in range(rows)) > x[1]:
                    continue
                value = x[1]
                row_points.add(dense_x)
                column_points.add(dense_y)
    return value, sorted(row_points), sorted(column_points)


def dimension(points):
    """Of the affine hull."""
    rows = [[a - b for a, b in zip(point, points[0])] for point in points[1:]]
    rank = 0
    for k in range(len(points[0])):
        pivot = next((r for r in range(rank, len(rows)) if rows[r][k]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for r in range(rank + 1, len(rows)):
            factor = rows[r][k] / rows[rank][k]
            rows[r] = [x - factor * y for x, y in zip(rows[r], rows[rank])]
        rank += 1
    return rank


def answer(game):
    value, row_points, column_points = extreme_strategies(game)

    def player(points):
        return {"support": [k for k in range(len(points[0])) if any(point[k] for point in points)],
                "dimension": dimension(points),
                "vertices": [{str(k): str(p) for k, p in enumerate(point) if p} for point in points]}
    return {"value": str(value), "row": player(row_points), "column": player(column_points)}


# The games.

def table(rows, columns, payoff):
    return [[Fraction(payoff(i, j)) for j in range(columns)] for i in range(rows)]


def cyclic(n):
    """Each option beats the (n - 1)/2 before it."""
    return table(n, n, lambda i, j: 0 if i == j else 1 if (i - j) % n <= (n - 1) // 2 else -1)


def morra(fingers):
    """Show some fingers and guess the other's; whoever alone is right wins the sum."""
    moves = list(product(range(1, fingers + 1), repeat=2))

    def payoff(i, j):
        (mine, my_guess), (yours, your_guess) = moves[i], moves[j]
        return (mine + yours) * ((my_guess == yours) - (your_guess == mine))
    return table(len(moves), len(moves), payoff)


def blotto(fields, mine, yours):
    """Soldiers to fields; a field goes to whoever has more there."""
    def ways(soldiers):
        return [way for way in product(range(soldiers + 1), repeat=fields) if sum(way) == soldiers]
    a, b = ways(mine), ways(yours)
    return table(len(a), len(b), lambda i, j: sum(sign(x - y) for x, y in zip(a[i], b[j])))


def duel(steps, silent):
    """Fire at time t/steps, hitting with that probability; in a noisy duel whoever hears a miss waits and hits."""
    def payoff(i, j):
        p, q = Fraction(i + 1, steps), Fraction(j + 1, steps)
        if i == j:
            return p - q
        if silent:
            return p - (1 - p) * q if i < j else -q + (1 - q) * p
        return 2 * p - 1 if i < j else 1 - 2 * q
    return table(steps, steps, payoff)


def undercut(n):
    """The higher number wins 1, but one less than the other's wins 2."""
    return table(n, n, lambda i, j: 0 if i == j else 2 if i == j - 1 else -2 if i == j + 1 else sign(i - j))


def goofspiel(cards):
    """Bids for prizes 1, 2, ... in that order, all bids made in advance."""
    plans = list(permutations(range(cards)))
    return table(len(plans), len(plans), lambda i, j: sum(
        (k + 1) * sign(a - b) for k, (a, b) in enumerate(zip(plans[i], plans[j]))))


def kuhn(mine, yours):
    """Kuhn's poker with three cards, on plans that no other plan beats outright."""
    def play(first, second, a, b):
        bet, call = first[a]
        if bet:
            return 1 if not second[b][0] else 2 * sign(a - b)
        if not second[b][1]:
            return sign(a - b)
        return -1 if not call else 2 * sign(a - b)

    def payoff(i, j):
        deals = list(permutations(range(3), 2))
        return Fraction(sum(play(mine[i], yours[j], a, b) for a, b in deals), len(deals))
    return table(len(mine), len(yours), payoff)


# (bet at once, call a bet later): jack, queen, king. The queen never bets, the jack never calls.
FIRST = [[jack, queen, king] for jack in ((0, 0), (1, 0)) for queen in ((0, 0), (0, 1)) for king in ((0, 1), (1, 1))]
# (call a bet, bet after a check): the jack never calls, the king does both, the queen checks.
SECOND = [[jack, queen, (1, 1)] for jack in ((0, 0), (0, 1)) for queen in ((0, 0), (1, 0))]


def literal(text):
    return [[Fraction(word) for word in line.split()] for line in text.split(" / ")]


def games():
    yield "matching_pennies", literal("1 -1 / -1 1")
    yield "odds_and_evens_of_dixit", literal("2 -3 / -3 4")
    yield "rock_paper_scissors", cyclic(3)
    yield "rock_paper_scissors_lizard_spock", cyclic(5)
    yield "seven_in_a_ring", cyclic(7)
    yield "rock_paper_scissors_well", literal("0 -1 1 -1 / 1 0 -1 1 / -1 1 0 -1 / 1 -1 1 0")
    yield "rock_paper_scissors_with_two_rocks", literal("0 0 -1 1 / 0 0 -1 1 / 1 1 0 -1 / -1 -1 1 0")
    yield "rock_paper_scissors_with_stakes", literal("0 -1 2 / 1 0 -3 / -2 3 0")
    yield "morra_of_two_fingers", morra(2)
    yield "penalty_kick", literal("58 95 / 93 70")
    yield "penalty_kick_with_centre", literal("63 100 94 / 81 0 89 / 90 100 44")
    yield "battle_of_the_bismarck_sea", literal("2 2 / 1 3")
    yield "inspection", literal("0 -10 / -6 4")
    yield "hide_and_seek", literal("1 0 0 / 0 2 0 / 0 0 3")
    yield "hide_and_seek_of_four", literal("1/2 0 0 0 / 0 1/3 0 0 / 0 0 1/4 0 / 0 0 0 1/5")
    yield "blotto_of_two_fields", blotto(2, 4, 3)
    yield "blotto_of_three_fields", blotto(3, 2, 2)
    yield "blotto_against_fewer", blotto(3, 2, 1)
    yield "silent_duel", duel(6, True)
    yield "noisy_duel", duel(6, False)
    yield "undercut", undercut(7)
    yield "goofspiel_of_three_cards", goofspiel(3)
    yield "kuhn_poker", kuhn(FIRST, SECOND)
    yield "bluff_or_fold", literal("1 0 / 1/2 1")
    yield "prisoners_of_zero", literal("0 0 0 / 0 0 0 / 0 0 0")
    yield "one_by_one", literal("-7/3")
    yield "one_row", literal("4 -2 9 -2")
    yield "one_column", literal("1 / 5 / 5 / 2")
    yield "saddle_point", literal("4 2 5 / 3 1 9 / 8 2 6")
    yield "strict_saddle_point", literal("9 1 2 / 8 5 7 / 3 4 6")
    yield "saddle_and_more", literal("2 2 3 / 2 2 1 / 1 3 2")
    yield "doubled_column", literal("3 0 0 / 1 2 2")
    yield "dominated_by_a_mixture", literal("4 0 / 0 4 / 1 1")
    yield "segment_of_optima", literal("1 -1 0 / -1 1 0 / 0 0 0")
    yield "square_of_optima", literal("1 0 1 0 / 0 1 0 1 / 1 1 0 0 / 0 0 1 1")
    yield "identity_of_five", table(5, 5, lambda i, j: int(i == j))
    yield "differences", table(6, 6, lambda i, j: abs(i - j))
    yield "products", table(5, 6, lambda i, j: (i - 2) * (j - 3))
    yield "hilbert", table(5, 5, lambda i, j: Fraction(1, i + j + 1))
    yield "large_and_small", literal("1000000000000 -1 / -1 1/1000000000000")
    yield "tall", table(8, 3, lambda i, j: (i * i + 3 * i * j + 5 * j) % 11)
    yield "wide", table(3, 8, lambda i, j: (7 * i + 5 * j + i * j * j) % 13)


def main():
    check = sys.argv[1:] == ["--check"]
    files, answers = {}, {}
    for name, game in games():
        files[HERE / f"{name}.csv"] = "".join(",".join(map(str, row)) + "\n" for row in game)
        answers[name] = answer(game)
    lines = ",\n".join(f'  "{name}": {json.dumps(answers[name])}' for name in answers)
    files[HERE / "answers.json"] = "{\n" + lines + "\n}\n"
    for path, text in files.items():
        if not check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            sys.exit(f"{path.name} is not what make_games.py makes")
    stray = {path.name for path in HERE.glob("*.csv")} - {path.name for path in files}
    if stray:
        sys.exit(f"of no game: {', '.join(sorted(stray))}")
    print(f"{len(answers)} games")


if __name__ == "__main__":
    main()
