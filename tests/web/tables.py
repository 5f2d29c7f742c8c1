"""Random tables, and what the program says of them beside the solver of the page."""
import json
import random
import subprocess
from fractions import Fraction
from pathlib import Path


def entry(draw, kind):
    if kind == 0:
        return Fraction(draw.randint(-2, 2))
    if kind == 1:
        return Fraction(draw.randint(0, 1))
    if kind == 2:
        return Fraction(draw.randint(0, 100), 10)
    return Fraction(draw.randint(-9, 9), draw.randint(1, 4))


def larger_table(draw, number):
    """Tables of up to 40 rows and columns: decimals as people write them, tiny integers, few directions (so that many strategies tie), large fractions
    of which few have a denominator in common, strategies twice, and symmetric ones of rates with one place."""
    kind = number % 6
    rows, columns = draw.randint(1, 40), draw.randint(1, 40)
    if kind == 0:
        return [[Fraction(draw.randint(0, 1000), draw.choice([1, 10, 100])) for _ in range(columns)] for _ in range(rows)], False
    if kind == 1:
        most = draw.choice([1, 1, 2, 5])
        return [[Fraction(draw.randint(-most, most)) for _ in range(columns)] for _ in range(rows)], False
    if kind == 2:
        own, others = ([[draw.randint(-3, 3) for _ in range(3)] for _ in range(count)] for count in (rows, columns))
        return [[Fraction(sum(a * b for a, b in zip(one, other))) for other in others] for one in own], False
    if kind == 3:
        rows, columns = min(rows, 8), min(columns, 8)
        return [[Fraction(draw.randint(-10**30, 10**30), draw.randint(1, 10**20)) for _ in range(columns)] for _ in range(rows)], False
    if kind == 4:
        lines = [[Fraction(draw.randint(0, 20), 2) for _ in range(columns)] for _ in range(rows)]
        return [list(draw.choice(lines)) for _ in range(rows)], False
    size = min(rows, 25)
    cells = [[Fraction(0)] * size for _ in range(size)]
    for i in range(size):
        for j in range(i):
            cells[i][j] = Fraction(draw.randint(-50, 50), 10)
            cells[j][i] = -cells[i][j]
    return cells, True


def random_table(draw, number):
    """Tables with many ties, decimals and fractions, of one line, and symmetric ones."""
    kind = number % 6
    if kind == 5:
        size, most = draw.randint(1, 8), draw.choice([1, 2, 2, 9])
        cells = [[Fraction(0)] * size for _ in range(size)]
        for i in range(size):
            for j in range(i):
                cells[i][j] = Fraction(draw.randint(-most, most))
                cells[j][i] = -cells[i][j]
        return cells, True
    rows, columns = draw.randint(1, 7), draw.randint(1, 7)
    if kind == 4:
        rows, columns = (1, draw.randint(1, 9)) if draw.random() < 0.5 else (draw.randint(1, 9), 1)
    return [[entry(draw, kind) for _ in range(columns)] for _ in range(rows)], False


def random_tables(count, seed, larger=0):
    """So many tables, and then larger ones."""
    draw = random.Random(seed)
    return [random_table(draw, number) for number in range(count)] + [larger_table(draw, number) for number in range(larger)]


def request(table):
    cells, symmetric = table
    return {"payoffs": [[str(cell) for cell in line] for line in cells], "symmetric": symmetric}


def in_browser(driver, requests):
    """What the solver of the open page answers."""
    return driver.execute_script("return arguments[0].map((one) => solver.answer(one))", requests)


def by_program(program, folder, table):
    cells, symmetric = table
    path = Path(folder) / "table.csv"
    path.write_text("".join(",".join(map(str, line)) + "\n" for line in cells))
    done = subprocess.run([program, "solve", path, "--json", "--ranges", "--choose", "sensible", "--quiet", *(["--symmetric"] if symmetric else [])],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def earned(cells, player, strategy):
    """What a strategy earns against each of the opponent's."""
    if player == "column":
        cells = list(zip(*cells))
    return [sum(part * line[t] for part, line in zip(strategy, cells)) for t in range(len(cells[0]))]


def differences(table, page, result):
    """Where page and program say different things of a table, in value, ranges, sensible mixes and what brings strategies in; the sensible mixes may differ where they earn the same against everything."""
    cells, _ = table
    found = [] if page["value"] == result["value"] else ["value"]
    for player, count in (("row", len(cells)), ("column", len(cells[0]))):
        ranges = [["0", "0"] for _ in range(count)]
        for index, ends in result[f"{player}_ranges"].items():
            ranges[int(index)] = ends
        if page[player]["ranges"] != ranges:
            found.append(f"{player} ranges")
        mine = [Fraction(part) for part in page[player]["sensible"]]
        its = [Fraction(result[f"{player}_sensible"].get(str(t), 0)) for t in range(count)]
        if sum(mine) != 1 or min(mine) < 0 or earned(cells, player, mine) != earned(cells, player, its):
            found.append(f"{player} sensible")
        brought = [(one["strategy"], one["short"], one["column" if player == "row" else "row"], one["by"]) for one in result["brings_in"] if one["player"] == player]
        said = [(one["strategy"], one["short"], one["against"], one["by"] and str((1 if player == "row" else -1) * Fraction(one["by"]))) for one in page[player]["bringsIn"]]
        if brought != said:
            found.append(f"{player} brings in")
    return found


def changed(table, row, column, by):
    """The table with a payoff changed, and with the mirrored one in a symmetric game."""
    cells, symmetric = table
    cells = [list(line) for line in cells]
    cells[row][column] += by
    if symmetric:
        cells[column][row] -= by
    return cells, symmetric


def claims_of(table, player, one):
    """Tables that say whether a strategy comes in with the least change named, and what each says: the change itself and a larger one bring it in, a
    smaller one against any strategy of the opponent does not; where none is named, a huge one does not."""
    cells, symmetric = table
    sign = 1 if player == "row" else -1
    for other in range(len(cells[0]) if player == "row" else len(cells)):
        if symmetric and other == one["strategy"]:
            continue
        place = (one["strategy"], other) if player == "row" else (other, one["strategy"])
        if one["by"] is None:
            yield changed(table, *place, sign * 10**6), False
            continue
        by = Fraction(one["by"])
        if by > 0:
            yield changed(table, *place, sign * by * Fraction(999, 1000)), False
        if other == one["against"]:
            yield changed(table, *place, sign * by), True
            yield changed(table, *place, sign * (2 * by + 1)), True
