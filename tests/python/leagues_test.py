"""Games that grow, and entries that cost."""
import math
import random
import threading
from fractions import Fraction

import numpy
import pytest

import allnash
from games import RPS, driven, even_interrupted, undercut


@pytest.mark.parametrize("ledger", [False, True])
@pytest.mark.parametrize("labels", [False, True])
def test_a_game_grows(tmp_path, ledger, labels):
    options = {"vertices": 0} | ({"ledger": tmp_path / "run.db"} if ledger else {})
    names = ([f"r{i}" for i in range(40)], [f"c{j}" for j in range(38)]) if labels else None
    solver = allnash.Solver((40, 38), labels=names, **options)
    asked = []
    assert driven(solver, undercut, asked).shape == (40, 38)
    for i in range(40, 45):
        assert solver.add_row(f"r{i}" if labels else None) == i
    assert solver.add_column("c38" if labels else None) == 38
    grown = driven(solver, undercut, asked)
    fresh = allnash.solve(payoff=undercut, shape=(45, 39), vertices=0)
    assert grown.shape == (45, 39) and grown.value == fresh.value
    assert grown.row_support == fresh.row_support and grown.column_support == fresh.column_support
    assert len(asked) == len(set(asked)), "asked twice"
    assert grown.queries == len(asked) and grown.recalled > 0
    if labels:
        assert grown.row_labels[-1] == "r44"


def test_a_symmetric_game_grows_by_strategies():
    solver = allnash.Solver((2, 2), symmetric=True, labels=(["rock", "paper"], ["rock", "paper"]))
    asked = []
    assert driven(solver, lambda i, j: RPS[i][j], asked).row_support == [1]
    assert solver.add_row("scissors") == 2
    result = driven(solver, lambda i, j: RPS[i][j], asked)
    assert result.row_support == [0, 1, 2] and result.column_labels == ["rock", "paper", "scissors"]
    assert len(asked) == len(set(asked)) <= 6  # three matches, asked both ways to compare


def test_growth_in_the_middle_of_a_run_keeps_what_was_answered():
    solver = allnash.Solver((3, 3), method="full")
    entries = solver.step().tolist()
    solver.step({tuple(entry): RPS[entry[0]][entry[1]] for entry in entries[:4]})
    solver.add_column()
    asked = []
    result = driven(solver, lambda i, j: (RPS[i] + [2])[j], asked)
    assert result.value == 0 and len(asked) == 8
    assert not {tuple(entry) for entry in entries[:4]} & set(asked)


def test_games_of_chance_grow_in_their_ledger(tmp_path):
    """Whoever joins is played, and the others are not; what was out when it joined is asked again."""
    strengths = {"a": 1.0, "b": 0.6, "c": 0.2, "d": 0.0, "e": -0.5}
    names = list(strengths)
    solver = allnash.Solver((5, 5), labels=(names, names), by_play=True, seeded=True, symmetric=True, payoff_range=(0, 1),
                            epsilon=0.12, seed=2, ledger=tmp_path / "l.db")

    def paid(i, j, seed):
        edge = strengths[names[i]] - strengths[names[j]]
        return int(random.Random(int(seed)).random() < 1 / (1 + math.exp(-edge)))

    first = driven(solver, paid)
    assert first.status == "certified" and first.attempts == 1
    names.append("new")
    strengths["new"] = -1.5
    assert solver.add_row("new") == 5
    noted = []
    second = driven(solver, paid, noted)
    assert second.status == "certified" and second.attempts == 1 and second.shape == (6, 6)
    assert noted and all(5 in play[:2] for play in noted), "all are matches of the new one"
    assert second.recalled == first.plays and second.row_strategy == first.row_strategy
    strengths["champion"] = 3.0
    names.append("champion")
    solver.add_column("champion")
    assert len(solver.step())
    names.append("late")
    strengths["late"] = -2.0
    solver.add_row("late")
    third = driven(solver, paid)
    assert third.status == "certified" and third.attempts > 1 and third.failures in (None, 0)
    assert third.row_strategy[names.index("champion")] > 0


def test_a_ledger_of_chance_with_names_is_not_used_by_place(tmp_path):
    """Without names the strategies may stand in another order, and no play tells."""
    settings = {"payoff_range": (0, 1), "epsilon": 0.4, "ledger": tmp_path / "c.db"}

    def paid(first):
        return lambda i, j, seed: int(i == first)

    named = allnash.solve(shape=(2, 2), labels=(["a", "b"], ["x", "y"]), play=paid(0), **settings)
    assert named.status == "certified" and named.row_strategy[0] == 1
    message = "it knows its rows by label, 'a', 'b', and this game has no labels"
    with pytest.raises(allnash.InputError, match=message):
        allnash.solve(shape=(2, 2), play=paid(1), **settings)
    with pytest.raises(allnash.InputError, match=message):
        allnash.solve(shape=(2, 2), play=paid(1), seed=2, game_id="g", **settings)
    with pytest.raises(allnash.InputError, match=message):
        allnash.Solver((2, 2), by_play=True, **settings).step()
    turned = allnash.solve(shape=(2, 2), labels=(["b", "a"], ["x", "y"]), play=paid(1), **settings)
    assert turned.row_strategy[1] == 1


def test_what_cannot_grow():
    solver = allnash.Solver((2, 2), labels=(["a", "b"], None))
    with pytest.raises(TypeError, match="a label is needed"):
        solver.add_row()
    with pytest.raises(TypeError, match="have no labels"):
        solver.add_column("x")
    with pytest.raises(allnash.InputError, match="a second row named 'a'"):
        solver.add_row("a")
    assert solver.add_row("c") == 2
    with pytest.raises(TypeError, match="a game of chance changes in its ledger"):
        allnash.Solver((2, 2), by_play=True, payoff_range=(0, 1), epsilon=0.5).add_row()
    with pytest.raises(TypeError, match="a table of costs"):
        allnash.Solver((2, 2), costs=[[1, 2], [3, 4]]).add_row()


def solved(solver, payoff):
    entries, asked = solver.step(by_name=True), 0
    while len(entries):
        asked += len(entries)
        entries = solver.step({entry: payoff(*entry[:2]) for entry in entries}, by_name=True)
    return asked


@pytest.mark.parametrize("symmetric", [False, True])
def test_strategies_leave_and_come_back(symmetric):
    """Rock, paper, scissors and a well that beats two of them."""
    beats = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock"), ("well", "rock"), ("well", "scissors"),
             ("paper", "well")}

    def payoff(row, column):
        return ((row, column) in beats) - ((column, row) in beats)

    names = ["rock", "paper", "scissors", "well"]
    solver = allnash.Solver((4, 4), labels=(names, names), symmetric=symmetric)
    assert repr(solver) == "<allnash.Solver: 4 x 4 game, 0 open>"
    solved(solver, payoff)
    with_well = solver.result.by_name
    assert repr(solver) == "<allnash.Solver: 4 x 4 game, ended>" and "rock" not in with_well.row_strategy
    solver.remove_row("well")
    if not symmetric:
        solver.remove_column("well")
    asked = solved(solver, payoff)
    third = Fraction(1, 3)
    assert solver.result.by_name.row_strategy == {"rock": third, "paper": third, "scissors": third}
    assert asked <= 5, "what is known of those that stay is known"
    solver.add_row("well")
    if not symmetric:
        solver.add_column("well")
    assert solved(solver, payoff) <= 1
    assert solver.result.by_name.row_strategy == with_well.row_strategy


def test_what_cannot_leave():
    with pytest.raises(TypeError, match="remove_row: the strategies have no labels"):
        allnash.Solver((2, 2)).remove_row("a")
    solver = allnash.Solver((2, 1), labels=(["a", "b"], ["x"]))
    with pytest.raises(allnash.InputError, match="remove_row: there is no row named 'x'"):
        solver.remove_row("x")
    with pytest.raises(allnash.InputError, match="remove_column: 'x' is the only column"):
        solver.remove_column("x")


@pytest.mark.parametrize("labels", [None, (["a", "b", "c"], ["x", "y"])])
def test_the_equilibria_of_the_averages_of_plays(tmp_path, labels):
    """Plays of (i, j) pay 1 in place of 0 as often as the table says, in turn."""
    rates = [[Fraction(1, 4), Fraction(3, 4)], [Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(1, 4)]]
    ledger = allnash.Ledger(tmp_path / "plays.db", (3, 2), labels=labels, by_play=True, payoff_range=(0, 1), epsilon=0.4)
    turns = {}

    def paid(row, column, seed):
        i, j = (row, column) if labels is None else (labels[0].index(row), labels[1].index(column))
        turns[i, j] = turns.get((i, j), -1) + 1
        return int(turns[i, j] % 4 < 4 * rates[i][j])

    while plan := ledger.plan():
        ledger.add({play: paid(*play) for play in plan})
    plays = ledger.info["payoffs"]
    text = ledger.export()
    averages = {}
    for row, column, _, outcome in (line.split(",") for line in text.splitlines()[1:]):
        averages.setdefault((row, column), []).append(int(outcome))
    result = allnash.Ledger(tmp_path / "plays.db").averages()
    assert 0 < result.averaged_plays <= plays and result.proved
    mean = {entry: Fraction(sum(paid), len(paid)) for entry, paid in averages.items()}
    rows, columns = labels or (["0", "1", "2"], ["0", "1"])
    table = [[mean[row, column] for column in columns] for row in rows]
    assert result.value == allnash.solve(table).value
    with pytest.raises(allnash.InputError, match="a ledger of payoffs"):
        allnash.solve([[1, 2], [3, 4]], ledger=tmp_path / "payoffs.db")
        allnash.Ledger(tmp_path / "payoffs.db").averages()


def test_costs_change_no_answer_and_are_told():
    table = numpy.random.default_rng(3).integers(1, 20, (60, 60))
    plain = allnash.solve(payoff=undercut, shape=(60, 60))
    assert plain.cost is None and plain.floor_cost is None
    for costs in (table, table.tolist(), lambda i, j: int(table[i, j])):
        result = allnash.solve(payoff=undercut, shape=(60, 60), costs=costs)
        assert result.value == plain.value and result.row_support == plain.row_support
        assert result.cost == sum(int(table[i, j]) for i, j in result.asked)
        floor = {(i, j) for i in range(60) for j in range(60) if i in plain.row_support or j in plain.column_support}
        assert result.floor_cost == sum(int(table[i, j]) for i, j in floor)
        assert allnash.Result.from_json(result.to_json()).cost == result.cost
    assert allnash.solve(RPS, costs=[["1/3"] * 3] * 3).cost == 3


@pytest.mark.parametrize("ledger", [False, True])
def test_a_function_of_costs_is_called_once_an_entry_from_here(tmp_path, ledger):
    called = []

    def cost(row, column):
        assert threading.current_thread() is threading.main_thread()
        called.append((row, column))
        return 1 + (row * 7 + column) % 3

    kept = {"ledger": tmp_path / "run.db"} if ledger else {}
    result = allnash.solve(payoff=undercut, shape=(200, 200), costs=cost, method="lazy", **kept)
    assert len(called) == len(set(called)) < 200 * 200 / 2
    assert result.cost > result.queries and result.floor_cost <= result.cost
    table = [[1 + (row * 7 + column) % 3 for column in range(200)] for row in range(200)]
    same = allnash.solve(payoff=undercut, shape=(200, 200), costs=table, method="lazy")
    assert (same.cost, same.queries, same.value) == (result.cost, result.queries, result.value)


def test_a_function_of_costs_that_fails_ends_the_run():
    def cost(row, column):
        raise OSError("no price list")

    with pytest.raises(OSError, match="no price list") as raised:
        allnash.solve(payoff=undercut, shape=(60, 60), costs=cost)
    assert "while asking for the cost of entry" in raised.value.__notes__[0]
    with pytest.raises(allnash.InputError, match=r"costs: entry \(\d+, \d+\): the cost -1 is negative"):
        allnash.solve(payoff=undercut, shape=(60, 60), costs=lambda i, j: -1)


def test_a_solver_with_a_function_of_costs_is_stopped_and_grows():
    solver = allnash.Solver((60, 60), costs=lambda i, j: 1 + i % 2)
    entries = solver.step()
    solver.step([undercut(i, j) for i, j in entries.tolist()])
    assert solver.add_row() == 60
    entries = solver.step()
    entries = solver.step([undercut(i, j) for i, j in entries.tolist()])
    assert len(entries)
    assert solver.stop().cost > 0


def test_ctrl_c_in_a_function_of_costs_ends_with_what_is_known():
    calls = 0

    def cost(row, column):
        nonlocal calls
        calls += 1
        if calls == 2500:
            raise KeyboardInterrupt
        return 1

    result = even_interrupted(allnash.solve, payoff=undercut, shape=(200, 200), costs=cost, method="lazy")
    assert result.status == "stopped" and result.cost == result.queries


@pytest.mark.parametrize("costs, message", [
    ([[1, 2], [3, 4]], "costs of 2 x 2 entries for a game of 3 x 3"),
    ([[1, 2, 3], [4, -5, 6], [7, 8, 9]], r"costs: entry \(1, 1\): the cost -5 is negative"),
    ([[1, 2, 3], [4, float("nan"), 6], [7, 8, 9]], "not a number"),
    (lambda i, j: -1, r"entry \(0, 0\): the cost -1 is negative"),
])
def test_costs_that_are_none(costs, message):
    with pytest.raises(ValueError, match=message):
        allnash.solve(RPS, costs=costs)
    with pytest.raises(TypeError, match="costs"):
        allnash.solve(play=lambda i, j, seed: 0, shape=(2, 2), payoff_range=(0, 1), epsilon=0.5, costs=costs)
