"""Floats by their shortest decimals, or by their bits; and tables of floats that are declared symmetric."""
import json
import re
from decimal import Decimal
from fractions import Fraction

import numpy
import pandas
import pytest

import allnash
from games import driven

TABLE = [[0.1, -2.5e-7], [-1 / 3, 1e22]]
EXACT = [[Fraction(repr(payoff)) for payoff in row] for row in TABLE]


def answer(result):
    said = json.loads(result.to_json())
    del said["seconds"]
    said.pop("repeats", None)  # of a function
    return {name: fact for name, fact in said.items() if not name.endswith("_labels")}  # a frame has some


@pytest.mark.parametrize("game", [
    {"game": TABLE},
    {"game": numpy.array(TABLE)},
    {"game": numpy.array(TABLE, dtype=">f8")},
    {"game": numpy.array(TABLE, dtype=object)},
    {"game": [[numpy.float64(payoff) for payoff in row] for row in TABLE]},
    {"payoff": lambda i, j: TABLE[i][j], "shape": (2, 2)},
    {"payoff": lambda i, j: numpy.array(TABLE[i][j]), "shape": (2, 2)},
    {"batch": lambda i, j: numpy.array(TABLE)[i, j], "shape": (2, 2)},
    {"batch": lambda i, j: numpy.array(TABLE)[i, j].tolist(), "shape": (2, 2)},
])
def test_floats_by_their_shortest_decimals(game):
    exact = allnash.solve(EXACT)
    assert answer(allnash.solve(**game)) == answer(exact)
    assert answer(allnash.solve(**game, decimals=True)) == answer(exact)
    assert allnash.solve(**game, decimals=False).value != exact.value  # as their bits say


def test_a_solver_and_a_proof_too():
    result = driven(allnash.Solver((2, 2)), lambda i, j: TABLE[i][j])
    assert result.value == allnash.solve(EXACT).value
    assert allnash.check(result, TABLE) and not allnash.check(result, TABLE, decimals=False)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_each_float_has_a_shortest_decimal_of_its_own(dtype):
    tenth = numpy.array([[0.1]], dtype=dtype)
    for game in (tenth, tenth.astype(dtype).byteswap().newbyteorder(), [[tenth[0, 0]]]):
        assert allnash.solve(game).value == Fraction(1, 10)
        assert allnash.solve(game, decimals=False).value == Fraction(float(tenth[0, 0]))
    assert allnash.solve(batch=lambda i, j: tenth[i, j], shape=(1, 1)).value == Fraction(1, 10)


@pytest.mark.parametrize("number", [0.0, -0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 123456789.125])
def test_decimals_at_the_ends(number):
    for game in (numpy.array([[number]]), [[number]]):
        assert allnash.solve(game).value == Fraction(repr(number))


def test_long_doubles():
    tenth = numpy.array([[numpy.longdouble(1) / 10]])
    assert allnash.solve(tenth).value == Fraction(1, 10)
    assert allnash.solve([[tenth[0, 0]]]).value == Fraction(1, 10)


def test_what_is_exact_stays_so():
    table = [[Fraction(1, 3), Decimal("0.30")], ["1/7", 5]]
    assert answer(allnash.solve(table, decimals=False)) == answer(allnash.solve(table))
    integers = numpy.array([[2**63 - 1, 3], [4, -5]])
    assert answer(allnash.solve(integers, decimals=False)) == answer(allnash.solve(integers))
    with pytest.raises(TypeError, match="decimals=False is for floats"):
        allnash.solve("family:matching,n=2", decimals=False)
    with pytest.raises(TypeError, match="decimals= is not for games on flows"):
        allnash.solve("trees:kuhn", decimals=False)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf"), numpy.float32("nan"),
                                    numpy.float16("inf"), numpy.longdouble("inf"), numpy.longdouble("nan")])
def test_what_is_no_number_is_none_as_a_decimal(number):
    for game in ([[number]], numpy.array([[number]])):
        with pytest.raises(ValueError, match=r"entry \(0, 0\): (not a number \(nan\)|infinite payoff)"):
            allnash.solve(game)
    with pytest.raises(ValueError, match=r"entry \(0, 0\): (not a number \(nan\)|infinite payoff)"):
        allnash.solve(payoff=lambda i, j: number, shape=(1, 1))


WINS = numpy.array([[0.5, 0.7, 0.1], [0.3, 0.5, 0.9], [0.9, 0.1, 0.5]])


@pytest.mark.parametrize("game", [WINS - 0.5, (WINS - 0.5).tolist()], ids=["array", "rows"])
def test_rounding_in_a_symmetric_table_is_named_with_a_way_out(game):
    with pytest.raises(allnash.InputError) as caught:
        allnash.solve(game, symmetric=True)
    said = str(caught.value)
    assert "entry (0, 1) contradicts a symmetric game: it is 0.19999999999999996, and entry (1, 0) is -0.2" in said
    assert "rounding" in said
    way_out = said[said.index("solve("):]
    assert way_out == "solve(numpy.round(game, 12), symmetric=True)"
    result = eval("allnash." + way_out, {"allnash": allnash, "numpy": numpy, "game": game})
    assert result.value == 0 and result.payoff(0, 1) == Fraction(1, 5)


def test_win_rates_in_a_symmetric_table_are_named_with_a_way_out():
    with pytest.raises(allnash.InputError, match=r"entry \(0, 0\).*it is 0\.5 and not 0; .* win rates") as caught:
        allnash.solve(WINS, symmetric=True)
    way_out = str(caught.value)[str(caught.value).index("solve("):]
    result = eval("allnash." + way_out, {"allnash": allnash, "numpy": numpy, "game": WINS})
    assert result.value == Fraction(1, 2) and result.payoff(0, 1) == Fraction(7, 10)
    assert result == allnash.solve([[Fraction(str(rate)) for rate in row] for row in WINS], symmetric=True,
                                   payoff_range=(0, 1))


def test_win_rates_add_up_as_they_print():
    """0.7 and 0.3 add up to 1 as decimals; as the binary numbers that they are they do not."""
    for game in ({"game": WINS}, {"payoff": lambda i, j: WINS[i][j], "shape": (3, 3)}):
        assert allnash.solve(**game, symmetric=True, payoff_range=(0, 1)).value == Fraction(1, 2)
        with pytest.raises(allnash.InputError, match=r"must add up to 1; floats, which are binary, miss that by 6e-17; "
                                                     r"read them as decimals, as without decimals=False"):
            allnash.solve(**game, symmetric=True, payoff_range=(0, 1), decimals=False)


# Unique as the numbers that the bits are; as the table that is meant all rows are played.
ONE_TABLE = [[.1, .7], [.3, .5], [.5, .3]]


def one_table(folder):
    """The same table as everything that has doubles in it, and as text."""
    array = numpy.array(ONE_TABLE)
    yield ONE_TABLE
    for dtype in ("f8", ">f8", "f4", "f2", "O"):
        yield array.astype(dtype)
    for dtype in ("f8", "f4", "f2", ">f4"):
        numpy.save(folder / f"{dtype[-2:]}.npy", array.astype(dtype))
        yield folder / f"{dtype[-2:]}.npy"
    yield pandas.DataFrame(array)
    yield [[str(payoff) for payoff in row] for row in ONE_TABLE]
    numpy.savetxt(folder / "table.csv", array, fmt="%g", delimiter=",")
    yield folder / "table.csv"


def test_one_table_has_one_answer(tmp_path):
    expected = allnash.solve([[Fraction(str(payoff)) for payoff in row] for row in ONE_TABLE])
    assert expected.row_dimension == 1 and len(expected.row_support) == 3
    for game in one_table(tmp_path):
        result = allnash.solve(game)
        assert answer(result) == answer(expected), game
        if not (hasattr(game, "suffix") and "f2" in game.name):  # which the checker does not read
            assert allnash.check(result, game), game
    for arguments in ({"payoff": lambda i, j: ONE_TABLE[i][j]}, {"batch": lambda i, j: numpy.array(ONE_TABLE)[i, j]}):
        result = allnash.solve(**arguments, shape=(3, 2))
        assert answer(result) == answer(expected) and not result.notes
    assert allnash.solve(ONE_TABLE, decimals=False).row_dimension == 0


def test_a_half_is_read_as_numpy_prints_it(tmp_path):
    """All of them, from files."""
    halves = numpy.arange(0x7c00, dtype="u2").view("f2")
    numpy.save(tmp_path / "halves.npy", numpy.array([halves, -halves]))
    result = allnash.solve(tmp_path / "halves.npy", method="full")
    for column, half in enumerate(halves):
        printed = Fraction(numpy.format_float_scientific(half, trim="-"))
        assert (result.payoff(0, column), result.payoff(1, column)) == (printed, -printed), half


@pytest.mark.parametrize("power", [-1074, -1022, -1017, -44, 60, 89, 1023])
def test_powers_of_two_whose_decimals_are_told_apart_by_one_side(power, tmp_path):
    """Where the nearest number of so many digits is another double's, the next one counts."""
    number = 2.0 ** power
    numpy.save(tmp_path / "power.npy", numpy.array([[number]]))
    for game in ([[number]], numpy.array([[number]]), tmp_path / "power.npy"):
        result = allnash.solve(game)
        assert result.value == Fraction(repr(number)) and allnash.check(result, game)


@pytest.mark.parametrize("game, words", [
    (numpy.array(ONE_TABLE), None),
    ([[.3, .7], [.7, .3], [.1 + .2, .8 - .1]], "row 2 does worse than the value|row 2 is played with a probability|row 0"),
    ([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1 / 3, 1 / 3, 1 / 3]], r"row 3 does worse than the value by 3.3e-17\. Round them"),
    ([["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"], ["0.333", "0.333", "0.333"]],
     r"row 3 does worse than the value by 0.00033, and the payoff 0.333 counts as 333/1000, not as a third. Write a third as 1/3"),
    ([["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"], ["1/3", "1/3", "1/3"]], None),
    ([["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"], ["0.33", "0.33", "0.33"]], None),  # a share like another
    ([[10**12, 0], [0, 10**12], [5 * 10**11 - 1, 5 * 10**11]], None),  # integers are what they are
])
def test_payoffs_that_are_equal_but_for_rounding_are_noted(game, words):
    result = allnash.solve(game)
    assert result.proved and len(result.notes) == (0 if words is None else 1), result.notes
    if words:
        assert re.search("may be equal but for rounding: .*(" + words + ")", result.notes[0]), result.notes
        assert result.notes[0] in repr(result) and json.loads(result.to_json())["notes"]


@pytest.mark.parametrize("game, words", [
    ([[0, 2], [1, 0]], r"entry \(0, 1\) .*it is 2, and entry \(1, 0\) is 1, not the opposite$"),
    ([[0, "1/3"], ["1/4", 0]], r"it is 1/3, and entry \(1, 0\) is 1/4, not the opposite$"),
    ([[Fraction(1), 0], [0, 0]], r"entry \(0, 0\) .*it is 1 and not 0$"),
])
def test_the_values_that_contradict_are_named(game, words):
    with pytest.raises(allnash.InputError, match=words):
        allnash.solve(game, symmetric=True)
