"""Names of strategies: where they come from, and which are refused."""
import json
from fractions import Fraction

import numpy
import pytest

import allnash
from games import KICKS, KICKS_ROW, RPS, driven

pandas = pytest.importorskip("pandas")

SIDES = (["left", "centre", "right"], ["l", "stay", "r", "wait"])


def kick(row, column):
    return KICKS[row][column]


def kicks(rows, columns):
    return numpy.array(KICKS)[rows, columns]


@pytest.mark.parametrize("game", [
    {"game": KICKS},
    {"game": numpy.array(KICKS)},
    {"game": pandas.DataFrame(KICKS)},
    {"payoff": kick, "shape": (3, 4)},
    {"batch": kicks, "shape": (3, 4)},
], ids=["rows", "array", "frame", "payoff", "batch"])
def test_any_game_can_be_given_names(game):
    result = allnash.solve(**game, labels=SIDES)
    assert result.row_labels == SIDES[0] and result.column_labels == SIDES[1]
    assert result.row_set.named(result.row_strategy)["centre"] == Fraction(1, 5)
    assert json.loads(result.to_json())["row_support_labels"] == SIDES[0]
    assert "centre: 1/5" in repr(result) and "<td>centre</td>" in result._repr_html_()
    assert allnash.check(result, KICKS)


def test_names_for_files_families_and_solvers(tmp_path):
    path = tmp_path / "kicks.csv"
    path.write_text("\n".join(",".join(map(str, row)) for row in KICKS))
    assert allnash.solve(path, labels=SIDES).row_set.support_labels == SIDES[0]
    result = allnash.solve("family:rps,n=3", labels=(["r", "p", "s"], None), symmetric=True)
    assert result.row_labels == ["r", "p", "s"] and result.column_labels == ["rock", "paper", "scissors"]
    assert json.loads(result.to_json())["row_support_labels"] == ["r", "p", "s"]
    assert result.queries == 3 and allnash.check(result, RPS)
    with allnash.Solver((3, 4), labels=SIDES) as solver:
        assert driven(solver, lambda i, j: KICKS[i][j]).column_labels == SIDES[1]


def test_a_result_tells_by_name_what_it_tells_by_number():
    result = allnash.solve(KICKS, labels=SIDES)
    named = result.by_name
    assert named.row_strategy == dict(zip(SIDES[0], KICKS_ROW.values()))
    assert named.row_support == SIDES[0] and named.column_support == [SIDES[1][t] for t in result.column_support]
    assert named.row_vertices == [result.row_set.named(one) for one in result.row_vertices]
    assert named.column_vertices == [result.column_set.named(one) for one in result.column_vertices]
    assert named.row_caps is None
    plain = allnash.solve(KICKS)
    assert plain.by_name.row_strategy == plain.row_strategy and plain.by_name.row_support == plain.row_support
    stopped = allnash.solve(payoff=kick, shape=(3, 4), labels=SIDES, budget=1, method="full")
    assert stopped.by_name.row_strategy is None
    with pytest.raises(allnash.NotProved):
        stopped.by_name.row_vertices


def test_a_solver_asks_and_is_answered_by_name():
    numbers = {name: place for side in SIDES for place, name in enumerate(side)}
    with allnash.Solver((3, 4), labels=SIDES) as solver:
        entries = solver.step(by_name=True)
        with pytest.raises(KeyError, match="no row named 'up'"):
            solver.step({("up", "l"): 0}, by_name=True)
        while entries:
            assert entries[0][0] in SIDES[0] and entries[0][1] in SIDES[1]
            some = {(row, column): KICKS[numbers[row]][numbers[column]] for row, column in entries[:2]}
            entries = solver.step(some, by_name=True)
        assert solver.result == allnash.solve(payoff=kick, shape=(3, 4), labels=SIDES, check_repeat=0)
    with allnash.Solver((3, 4)) as solver:
        assert [tuple(line) for line in allnash.Solver((3, 4)).step()] == solver.step(by_name=True)


def test_a_renamed_game_asks_and_recalls_as_before(tmp_path):
    plain = allnash.solve("family:random,n=40", ledger=tmp_path / "ledger")
    renamed = allnash.solve("family:random,n=40", ledger=tmp_path / "ledger", labels=(list(range(100, 140)), None))
    assert renamed.recalled == renamed.queries == plain.queries
    assert renamed.row_set == plain.row_set


@pytest.mark.parametrize("labels, error, words", [
    ((["a", "b"], None), allnash.InputError, "labels: 2 names of rows where there are 3"),
    ((None, list("abcde")), allnash.InputError, "labels: 5 names of columns where there are 4"),
    ((["a", "b", "a"], None), allnash.InputError, "a second row named 'a': rows 0 and 2"),
    ((None, [1, 2, "1", 3]), allnash.InputError, "a second column named '1': columns 0 and 2"),
    (["a", "b", "c"], TypeError, r"labels must be \(rows, columns\)"),
    ("abc", TypeError, r"labels must be \(rows, columns\)"),
    (("abc", None), TypeError, r"labels must be \(rows, columns\)"),
    (7, TypeError, r"labels must be \(rows, columns\)"),
    (True, TypeError, "labels=True is for files"),
])
@pytest.mark.parametrize("game", [{"game": KICKS}, {"payoff": kick, "shape": (3, 4)}], ids=["rows", "payoff"])
def test_labels_that_are_refused(game, labels, error, words):
    with pytest.raises(error, match=words):
        allnash.solve(**game, labels=labels)


@pytest.mark.parametrize("index, columns, words", [
    (["a", "b", "a"], None, "a second row named 'a': rows 0 and 2"),
    (None, ["x", "y", "z", "y"], "a second column named 'y': columns 1 and 3"),
    ([float("nan"), float("nan"), 1], None, "a second row named 'nan'"),
    ([("a", 1), ("a", 2), ("a", 1)], None, "a second row named"),
])
def test_a_frame_whose_labels_repeat_is_refused(index, columns, words):
    """Two strategies of one name would be one in every table that shows them."""
    if index and isinstance(index[0], tuple):
        index = pandas.MultiIndex.from_tuples(index)
    with pytest.raises(allnash.InputError, match=words):
        allnash.solve(pandas.DataFrame(KICKS, index=index, columns=columns))


def test_a_series_is_read_by_its_labels():
    result = allnash.solve(pandas.DataFrame(KICKS, index=SIDES[0], columns=SIDES[1]))
    right = pandas.Series({"centre": 1, "right": 2, "left": 2}).map(lambda share: Fraction(share, 5))
    assert right.tolist() != [KICKS_ROW[t] for t in range(3)]  # another order than the game's
    assert result.row_set.contains(right)
    wrong = pandas.Series([Fraction(2, 5), Fraction(1, 5), Fraction(2, 5)], index=["centre", "right", "left"])
    assert not result.row_set.contains(wrong)  # though it is optimal by position
    assert result.column_set.contains(pandas.Series({"wait": "14/15", "stay": "1/15"}))
    with pytest.raises(KeyError, match="no strategy named 'up'"):
        result.row_set.contains(pandas.Series({"up": 1}))
    with pytest.raises(ValueError, match="two probabilities of strategy 1"):
        result.row_set.contains(pandas.Series([Fraction(1, 2), Fraction(1, 2)], index=["centre", "centre"]))


def test_a_series_without_names_is_read_by_number():
    rows = allnash.solve(KICKS).row_set
    assert rows.contains(pandas.Series({1: "1/5", 2: "2/5", 0: "2/5"}))
    assert not rows.contains(pandas.Series({1: "2/5", 2: "1/5", 0: "2/5"}))
    with pytest.raises(IndexError, match="no strategy 3"):
        rows.contains(pandas.Series({3: 1}))


def test_names_that_are_integers():
    """In a mapping an integer is an index, as in every strategy; a series goes by name."""
    shuffled = allnash.solve(KICKS, labels=([1, 2, 0], None)).row_set
    assert shuffled.contains(shuffled.interior_point) and shuffled.contains(KICKS_ROW)
    named = shuffled.named(KICKS_ROW)
    assert named == {1: Fraction(2, 5), 2: Fraction(1, 5), 0: Fraction(2, 5)}
    assert shuffled.contains(pandas.Series(named)) and not shuffled.contains(named)
    with pytest.raises(IndexError, match="integers are indices here"):
        shuffled.contains({7: 1})
    years = allnash.solve(KICKS, labels=([1990, 1991, 1992], None)).row_set  # no index looks like these
    assert years.contains(years.named(KICKS_ROW)) and years.contains(KICKS_ROW)
