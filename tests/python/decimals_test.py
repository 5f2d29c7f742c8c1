"""decimals=True: floats by their shortest decimals; and tables of floats that are declared symmetric."""
import json
from decimal import Decimal
from fractions import Fraction

import numpy
import pytest

import allnash
from games import driven

TABLE = [[0.1, -2.5e-7], [-1 / 3, 1e22]]
EXACT = [[Fraction(repr(payoff)) for payoff in row] for row in TABLE]


def answer(result):
    said = json.loads(result.to_json())
    del said["seconds"]
    said.pop("repeats", None)  # of a function
    return said


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
    assert answer(allnash.solve(**game, decimals=True)) == answer(exact)
    assert allnash.solve(**game).value != exact.value  # as their bits say


def test_a_solver_and_a_proof_too():
    result = driven(allnash.Solver((2, 2), decimals=True), lambda i, j: TABLE[i][j])
    assert result.value == allnash.solve(EXACT).value
    assert allnash.check(result, TABLE, decimals=True) and not allnash.check(result, TABLE)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_each_float_has_a_shortest_decimal_of_its_own(dtype):
    tenth = numpy.array([[0.1]], dtype=dtype)
    for game in (tenth, tenth.astype(dtype).byteswap().newbyteorder(), [[tenth[0, 0]]]):
        assert allnash.solve(game, decimals=True).value == Fraction(1, 10)
    assert allnash.solve(batch=lambda i, j: tenth[i, j], shape=(1, 1), decimals=True).value == Fraction(1, 10)


@pytest.mark.parametrize("number", [0.0, -0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 123456789.125])
def test_decimals_at_the_ends(number):
    for game in (numpy.array([[number]]), [[number]]):
        assert allnash.solve(game, decimals=True).value == Fraction(repr(number))


def test_long_doubles():
    tenth = numpy.array([[numpy.longdouble(1) / 10]])
    assert allnash.solve(tenth, decimals=True).value == Fraction(1, 10)
    assert allnash.solve([[tenth[0, 0]]], decimals=True).value == Fraction(1, 10)


def test_what_is_exact_stays_so():
    table = [[Fraction(1, 3), Decimal("0.30")], ["1/7", 5]]
    assert answer(allnash.solve(table, decimals=True)) == answer(allnash.solve(table))
    integers = numpy.array([[2**63 - 1, 3], [4, -5]])
    assert answer(allnash.solve(integers, decimals=True)) == answer(allnash.solve(integers))
    with pytest.raises(TypeError, match="decimals=True is for floats"):
        allnash.solve("family:matching,n=2", decimals=True)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf"), numpy.float32("nan"),
                                    numpy.float16("inf"), numpy.longdouble("inf"), numpy.longdouble("nan")])
def test_what_is_no_number_is_none_as_a_decimal(number):
    for game in ([[number]], numpy.array([[number]])):
        with pytest.raises(ValueError, match=r"entry \(0, 0\): (not a number \(nan\)|infinite payoff)"):
            allnash.solve(game, decimals=True)
    with pytest.raises(ValueError, match=r"entry \(0, 0\): (not a number \(nan\)|infinite payoff)"):
        allnash.solve(payoff=lambda i, j: number, shape=(1, 1), decimals=True)


WINS = numpy.array([[0.5, 0.7, 0.1], [0.3, 0.5, 0.9], [0.9, 0.1, 0.5]])


@pytest.mark.parametrize("game", [WINS - 0.5, (WINS - 0.5).tolist()], ids=["array", "rows"])
def test_rounding_in_a_symmetric_table_is_named_with_a_way_out(game):
    with pytest.raises(allnash.InputError) as caught:
        allnash.solve(game, symmetric=True)
    said = str(caught.value)
    assert "entry (0, 1) contradicts a symmetric game: it is 0.19999999999999996, and entry (1, 0) is -0.2" in said
    assert "rounding" in said
    way_out = said[said.index("solve("):]
    assert way_out == "solve(numpy.round(game, 12), symmetric=True, decimals=True)"
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


def test_floats_that_miss_the_sum_of_a_range_are_named_with_a_way_out():
    """0.7 and 0.3 add up to 1 as decimals; as the binary numbers that they are they do not."""
    for game in ({"game": WINS}, {"payoff": lambda i, j: WINS[i][j], "shape": (3, 3)}):
        with pytest.raises(allnash.InputError, match=r"must add up to 1; floats, which are binary, miss that by 6e-17; "
                                                     r"read them as decimals: decimals=True"):
            allnash.solve(**game, symmetric=True, payoff_range=(0, 1))
        assert allnash.solve(**game, symmetric=True, payoff_range=(0, 1), decimals=True).value == Fraction(1, 2)


@pytest.mark.parametrize("game, words", [
    ([[0, 2], [1, 0]], r"entry \(0, 1\) .*it is 2, and entry \(1, 0\) is 1, not the opposite$"),
    ([[0, "1/3"], ["1/4", 0]], r"it is 1/3, and entry \(1, 0\) is 1/4, not the opposite$"),
    ([[Fraction(1), 0], [0, 0]], r"entry \(0, 0\) .*it is 1 and not 0$"),
])
def test_the_values_that_contradict_are_named(game, words):
    with pytest.raises(allnash.InputError, match=words):
        allnash.solve(game, symmetric=True)
