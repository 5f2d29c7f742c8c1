"""Games of every kind that `solve` takes, its options, and the result."""
import inspect
import json
import os
import subprocess
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy
import pytest

import allnash
from games import KICKS, KICKS_COLUMNS, KICKS_ROW, KICKS_VALUE, RPS

BUILD = Path(os.environ["ALLNASH_BUILD"])


def assert_kicks(result):
    assert result.status == "proved"
    assert result.value == KICKS_VALUE and isinstance(result.value, Fraction)
    assert result.row_support == [0, 1, 2] and result.column_support == [0, 1, 2, 3]
    assert result.row_strategy == KICKS_ROW
    assert result.row_vertices == [KICKS_ROW] and result.column_vertices == KICKS_COLUMNS
    assert (result.row_dimension, result.column_dimension) == (0, 1)
    assert result.row_vertices_complete and result.column_vertices_complete
    assert result.queries == result.floor == 12 and result.ratio == 1


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
                                   "float16", "float32", "float64", "longdouble", ">i4", ">f8", object, str])
def test_arrays_of_every_type(dtype):
    assert_kicks(allnash.solve(numpy.array(KICKS).astype(dtype)))


@pytest.mark.parametrize("table", [
    KICKS,
    tuple(map(tuple, KICKS)),
    [numpy.array(row) for row in KICKS],
    [[Fraction(payoff) for payoff in row] for row in KICKS],
    [[Decimal(payoff) for payoff in row] for row in KICKS],
    [[str(payoff) for payoff in row] for row in KICKS],
    [[f"{2 * payoff}/2" for payoff in row] for row in KICKS],
    [[numpy.float32(payoff) for payoff in row] for row in KICKS],
    [[numpy.int64(payoff) for payoff in row] for row in KICKS],
])
def test_tables_of_every_kind(table):
    assert_kicks(allnash.solve(table))


def test_an_array_may_lie_in_any_order():
    array = numpy.array(KICKS)
    assert_kicks(allnash.solve(numpy.asfortranarray(array)))
    assert_kicks(allnash.solve(numpy.repeat(array, 2, axis=1)[:, ::2]))
    assert_kicks(allnash.solve(array[::-1, ::-1][::-1, ::-1]))
    read_only = array.copy()
    read_only.setflags(write=False)
    assert_kicks(allnash.solve(read_only))


def test_numbers_count_at_their_exact_value():
    binary = {"decimals": False}
    assert allnash.solve([[0.1]], **binary).value == Fraction(0.1) != Fraction(1, 10) == allnash.solve([[0.1]]).value
    assert allnash.solve(numpy.array([[0.1]]), **binary).value == Fraction(0.1)
    assert allnash.solve(numpy.array([[0.1]], dtype="float32"), **binary).value == Fraction(float(numpy.float32(0.1)))
    assert allnash.solve([["0.1"]]).value == allnash.solve([[Decimal("0.1")]]).value == Fraction(1, 10)
    assert allnash.solve([[True]]).value == allnash.solve(numpy.array([[True]])).value == 1
    third = numpy.longdouble(1) / 3
    assert allnash.solve(numpy.array([[third]]), **binary).value == Fraction(*third.as_integer_ratio())
    for large in (2**63 - 1, -2**63, 2**64 - 1, 3**5000, -7**20):
        assert allnash.solve([[large]]).value == large
        assert allnash.solve([[Fraction(large, 10**5001)]]).value == Fraction(large, 10**5001)
    for number in (2**63 - 1, -2**63):
        assert allnash.solve(numpy.array([[number]], dtype="int64")).value == number
    assert allnash.solve(numpy.array([[2**64 - 1]], dtype="uint64")).value == 2**64 - 1
    for number in (5e-324, 1.7976931348623157e308, -0.0):
        assert allnash.solve(numpy.array([[number]])).value == Fraction(repr(number))
        assert allnash.solve(numpy.array([[number]]), **binary).value == Fraction(number)


def test_a_difference_below_rounding_decides():
    tiny = Fraction(1, 10**40)
    assert allnash.solve([[1 + tiny], [1]]).row_support == [0]
    assert allnash.solve([[1], [1]]).row_support == [0, 1]


def test_random_games_as_the_command_line_answers(tmp_path):
    rng = numpy.random.default_rng(5)
    for number in range(8):
        game = rng.integers(-3, 4, size=rng.integers(2, 9, size=2))
        path = tmp_path / f"{number}.npy"
        numpy.save(path, game)
        done = subprocess.run([BUILD / "allnash", "solve", path, "--json"], capture_output=True, text=True)
        said = json.loads(done.stdout)
        ours = json.loads(allnash.solve(game).to_json())
        del said["seconds"], ours["seconds"]
        # What Python finds when it is asked for.
        brought, _, _ = (said.pop(key, None) for key in ("brings_in", "row_sensible", "column_sensible"))
        assert [(one.row, one.column, one.by) for one in allnash.solve(game).brings_in] == [
            (one["row"], one["column"], None if one["by"] is None else Fraction(one["by"])) for one in brought]
        assert ours == said
        from_file = json.loads(allnash.solve(path).to_json())
        del from_file["seconds"]
        assert from_file == said


def test_files_and_families(tmp_path):
    path = tmp_path / "kicks.csv"
    path.write_text("\n".join(",".join(map(str, row)) for row in KICKS))
    assert_kicks(allnash.solve(path))
    assert_kicks(allnash.solve(str(path)))
    assert allnash.solve("family:matching,n=4").value == Fraction(1, 4)
    path.write_text(",l,r\nup,1,2\ndown,3,4\n")
    result = allnash.solve(path, labels=True)
    assert result.row_labels == ["up", "down"] and result.column_labels == ["l", "r"]
    assert result.row_set.support_labels == ["down"] and result.column_set.support_labels == ["l"]
    assert json.loads(result.to_json())["row_support_labels"] == ["down"]


def test_tables_of_other_programs(tmp_path):
    path = tmp_path / "kicks.csv"
    path.write_text("l;s;r;n\n" + "\n".join(";".join(f"{payoff},0" for payoff in row) for row in KICKS))
    with pytest.raises(allnash.InputError, match="separator=';'") as caught:
        allnash.solve(path)
    assert "--" not in str(caught.value)  # keywords, not options of the command line
    result = allnash.solve(path, header=True, separator=";", decimal_mark=",")
    assert_kicks(result)
    assert result.column_labels == ["l", "s", "r", "n"] and result.row_labels == []
    path.write_text("l,s,r,n\n" + "\n".join(",".join(map(str, row)) for row in KICKS))
    assert_kicks(allnash.solve(path, header=True))
    for arguments in ({"game": KICKS, "header": True}, {"payoff": max, "shape": (2, 2), "decimal_mark": ","}):
        with pytest.raises(TypeError, match="header, separator and decimal_mark are for files"):
            allnash.solve(**arguments)
    with pytest.raises(allnash.InputError, match="separator: '::' is not one character"):
        allnash.solve(path, separator="::")


def test_a_frame_keeps_its_labels():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(KICKS, index=["left", "centre", "right"], columns=["l", "stay", "r", 7])
    result = allnash.solve(frame)
    assert_kicks(result)
    assert result.row_set.named(result.row_strategy) == {
        "left": Fraction(2, 5), "centre": Fraction(1, 5), "right": Fraction(2, 5)}
    assert result.column_set.support_labels == ["l", "stay", "r", 7]  # as they are, not as text
    assert result.row_set.contains({"left": "2/5", "centre": "1/5", "right": "2/5"})
    assert "centre: 1/5" in repr(result)
    mixed = pandas.DataFrame({"a": [1, 2], "b": [0.5, 3.0]})
    assert allnash.solve(mixed).value == 2


def test_a_sparse_matrix():
    sparse = pytest.importorskip("scipy.sparse")
    assert_kicks(allnash.solve(sparse.csr_matrix(KICKS)))


@pytest.mark.parametrize("game, error, words", [
    ([[1, 2], [3]], ValueError, "row 1 has 1 payoffs where row 0 has 2"),
    ([], ValueError, "has no entries"),
    ([[]], ValueError, "has no entries"),
    (numpy.zeros((0, 3)), ValueError, "0 x 3 has no entries"),
    (numpy.zeros(3), ValueError, "2 dimensions; this array has 1"),
    (numpy.zeros((2, 2, 2)), ValueError, "this array has 3"),
    (numpy.array([[1, numpy.nan]]), ValueError, r"entry \(0, 1\): not a number \(nan\)"),
    (numpy.array([[1.0], [-numpy.inf]]), ValueError, r"entry \(1, 0\): infinite payoff"),
    ([[1, float("inf")]], ValueError, r"entry \(0, 1\): infinite payoff"),
    ([[Decimal("NaN")]], ValueError, r"entry \(0, 0\): not a number"),
    ([[Decimal("-Infinity")]], ValueError, r"entry \(0, 0\): infinite payoff"),
    ([[1, "abc"]], ValueError, r"entry \(0, 1\): 'abc' is not a number"),
    ([[1, None]], TypeError, r"entry \(0, 1\): a payoff must be a number, not NoneType"),
    ([[1, 2j]], TypeError, r"entry \(0, 1\): a payoff must be a number, not complex"),
    (numpy.array([[1j]]), TypeError, "complex128 is not a table of numbers"),
    (numpy.array([["2020-01-01"]], dtype="datetime64[D]"), TypeError, "is not a table of numbers"),
    (5, TypeError, "must be a table of numbers, a path or a DataFrame, not int"),
    ("no such file.csv", ValueError, "No such file or directory: 'no such file.csv'"),
    ("no such file.csv", FileNotFoundError, "no such file.csv"),
    ("no such folder/game.npy", FileNotFoundError, "no such folder/game.npy"),
    ("family:nothing", ValueError, "nothing"),
])
def test_bad_games(game, error, words):
    with pytest.raises(error, match=words):
        allnash.solve(game)


def test_bad_files_say_where(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("1,2\n3,x\n")
    with pytest.raises(allnash.InputError, match=r"bad\.csv:2: 'x' is not a number"):
        allnash.solve(path)


@pytest.mark.parametrize("arguments, error, words", [
    ({}, TypeError, "one of a game, payoff=, batch=, play= and play_batch= is needed; given: none"),
    ({"game": RPS, "payoff": max}, TypeError, "given: a game, payoff"),
    ({"game": RPS, "shape": (3, 3)}, TypeError, "shape= goes with a function"),
    ({"game": RPS, "executor": 1}, TypeError, "executor= goes with"),
    ({"game": RPS, "labels": True}, TypeError, "labels=True is for files"),
    ({"payoff": max}, TypeError, r"payoff= needs shape=\(rows, columns\)"),
    ({"batch": 3, "shape": (2, 2)}, TypeError, "batch must be a function, not int"),
    ({"payoff": max, "shape": 3}, TypeError, "two whole numbers, not 3"),
    ({"payoff": max, "shape": (2, 2.5)}, TypeError, "two whole numbers"),
    ({"payoff": max, "shape": (2, 0)}, ValueError, "2 x 0 has no entries"),
    ({"game": RPS, "colour": 1}, TypeError, "unexpected keyword argument 'colour'; its options are method, delta"),
    ({"game": RPS, "delta": 2}, allnash.InputError, r"^delta: 2 is not in \(0, 1\)"),
    ({"game": RPS, "time_limit": -1}, allnash.InputError, "^time_limit: -1 is not a number of seconds"),
    ({"game": RPS, "method": "magic"}, allnash.InputError, "^method: magic is not one of auto"),
    ({"game": RPS, "budget": 1.5}, allnash.InputError, "^budget: 1.5 is not a whole number"),
    ({"game": RPS, "symmetric": "maybe"}, allnash.InputError, "^symmetric: maybe is not true or false"),
    ({"game": [[0, 1], [1, 0]], "symmetric": True}, allnash.InputError, r"entry \(0, 1\) contradicts"),
    ({"game": numpy.array([[0, 1], [1, 0]]), "symmetric": True}, allnash.InputError, r"entry \(0, 1\) contradicts"),
    ({"game": numpy.array([[0, 1], [255, 0]], dtype="uint8"), "symmetric": True}, allnash.InputError, "contradicts"),
    ({"game": numpy.array([[0, -128], [-128, 0]], dtype="int8"), "symmetric": True}, allnash.InputError, "contradicts"),
    ({"game": KICKS, "symmetric": True}, allnash.InputError, "3 x 4 is not square"),
    ({"game": [[1]], "seeded": True}, TypeError, "seeded"),
    ({"payoff": max, "shape": (9, 9), "ahead": 0.2}, TypeError, "ahead= goes with executor="),
    ({"game": [[1, 2], [3, 0]], "ahead": 0.2}, allnash.InputError, "ahead: this game's payoffs are not asked of workers"),
    ({"payoff": lambda i, j: float("inf"), "shape": (3, 3)}, ValueError, r"entry \(\d+, \d+\): infinite payoff"),
])
def test_bad_arguments(arguments, error, words):
    with pytest.raises(error, match=words):
        allnash.solve(**arguments)


def test_errors_have_classes_of_their_own():
    assert issubclass(allnash.InputError, ValueError)
    assert issubclass(allnash.SourceError, RuntimeError)
    assert issubclass(allnash.NotProved, LookupError) and not issubclass(allnash.NotProved, AttributeError)


def test_options_are_those_of_the_table():
    from allnash import _allnash
    from allnash._options import in_words

    keywords = inspect.signature(allnash.solve).parameters
    for name, _, meaning, default in _allnash.option_table():
        assert name.replace("-", "_") in keywords
        for text in (allnash.solve.__doc__, allnash.Solver.__init__.__doc__):
            assert " ".join(in_words(meaning).split()) in " ".join(text.split()) and "--" not in text
    assert keywords["vertices"].default == 1000 and keywords["delta"].default == 0.05
    assert keywords["budget"].default is None and keywords["symmetric"].default is False


def test_options_reach_the_solver():
    result = allnash.solve(RPS, symmetric=True, method="full", seed=numpy.int64(7), budget=1e6, vertices=0, delta=None)
    assert (result.symmetric, result.method, result.seed) == (True, "full", 7)
    assert result.queries == 3 and result.floor == 3  # matches
    assert result.row_vertices == [] and not result.row_vertices_complete
    assert allnash.solve(numpy.array(RPS), symmetric=True).queries == 3
    assert set(allnash.methods()) >= {"auto", "lazy", "full"} and "random" in allnash.families()


def test_what_was_seen():
    result = allnash.solve("family:undercut,n=300")
    seen = set(map(tuple, result.asked.tolist()))
    assert len(seen) == result.queries < 90000 and result.asked.tolist() == sorted(map(list, seen))
    unseen = next((i, j) for i in range(300) for j in range(300) if (i, j) not in seen)
    assert result.payoff(*unseen) is None
    assert all((i, j) in seen for i in result.row_support for j in range(300))
    with pytest.raises(IndexError):
        result.payoff(300, 0)


def test_no_strict_saddle_point():
    result = allnash.solve(RPS, method="saddle-bienstock")
    assert result.status == "no strict saddle point" and result.stop_reason is None
    assert result.value is None
    assert "no strict saddle point" in repr(result)
    assert allnash.solve([[2, 3], [1, 0]], method="saddle-bienstock").value == 2


def test_how_a_result_looks():
    result = allnash.solve(KICKS)
    text = repr(result)
    assert "3 x 4 game: proved" in text and "value    76" in text and "1: 1/15, 3: 14/15" in text
    page = result._repr_html_()
    assert "<table>" in page and "<td>14/15</td>" in page
    pandas = pytest.importorskip("pandas")
    odd = pandas.DataFrame([[1]], index=["<script>"], columns=["&"])
    assert "<script>" not in allnash.solve(odd)._repr_html_()


def test_numbers_too_long_to_show_are_rounded():
    long = Fraction(10**6000 + 1, 3**12000)
    result = allnash.solve([[long, 1], [2, long]])
    assert "~" in repr(result) and "~" in result._repr_html_()
    assert result.value == allnash.solve([[long, 1], [2, long]], method="full").value
    assert result.row_set.contains(result.row_strategy)


def test_certificates(tmp_path):
    path = tmp_path / "kicks.cert"
    result = allnash.solve(KICKS, certificate=path)
    assert path.read_text() == result.certificate
    assert result.certificate.startswith("allnash-certificate 1\nshape 3 4\n")
    for certificate in (result, result.certificate, path, str(path)):
        assert allnash.check(certificate) == allnash.Verdict(True, "")
    changed = [row[:] for row in KICKS]
    changed[1][2] += 1
    for game in (changed, numpy.array(changed)):
        verdict = allnash.check(result, game)
        assert not verdict and not verdict.verified and verdict.reason
    assert allnash.check(result, KICKS) and allnash.check(path, numpy.array(KICKS, dtype=float))
    assert not allnash.check(result.certificate.replace("value 76", "value 77"))
    csv = tmp_path / "kicks.csv"
    csv.write_text(",a,b,c,d\n" + "\n".join("x," + ",".join(map(str, row)) for row in KICKS))
    assert allnash.check(result, csv, labels=True)
    for error in (allnash.InputError, FileNotFoundError):
        with pytest.raises(error, match="no such"):
            allnash.check(tmp_path / "no such file")
        with pytest.raises(error, match="no such"):
            allnash.check(result, tmp_path / "no such file.csv")
    with pytest.raises(TypeError):
        allnash.check(7)
    family = "family:elo,n=30,noise=5"
    assert allnash.check(allnash.solve(family), family)
    assert allnash.check(allnash.solve(RPS, symmetric=True), RPS)
    with pytest.raises(allnash.InputError, match="cannot write"):
        allnash.solve(KICKS, certificate=tmp_path / "no such folder" / "x")


def test_no_certificate_without_proof(tmp_path):
    path = tmp_path / "kicks.cert"
    allnash.solve(KICKS, budget=3, certificate=path)
    assert not path.exists()


def test_a_trace(tmp_path):
    path = tmp_path / "kicks.trace"
    allnash.solve(KICKS, trace=path)
    events = [json.loads(line) for line in path.read_text().splitlines()]
    assert events[0]["event"] == "run" and events[-1]["event"] == "outcome" and events[-1]["value"] == "76"
    done = subprocess.run([BUILD / "allnash", "solve", "family:undercut,n=30", "--trace", path], capture_output=True)
    assert done.returncode == 0
    said = path.read_text()
    allnash.solve("family:undercut,n=30", trace=path)
    assert path.read_text() == said
    with pytest.raises(allnash.InputError, match="cannot write"):
        allnash.solve(KICKS, trace=tmp_path / "no such folder" / "x")
