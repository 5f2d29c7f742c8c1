"""Payoffs that are missing, arrays in memory as it comes, and what can be pickled."""
import copy
import json
import pickle
from fractions import Fraction

import numpy
import pandas
import pytest

import allnash

GAME = numpy.array([[3.0, 0.0], [1.0, 2.0]])
VALUE = Fraction(3, 2)
NAMES = (["x", "y"], ["u", "v"])
NOTHING = float("nan")


def masked(kind=float):
    """One payoff is marked as missing; under the mark there is a number all the same."""
    return numpy.ma.array(GAME.astype(kind), mask=[[False, True], [False, False]])


@pytest.mark.parametrize("kind", [float, int, "float16", "longdouble", ">f8", object])
def test_what_is_masked_is_missing(kind):
    with pytest.raises(allnash.InputError, match=r"entry \(0, 1\): missing"):
        allnash.solve(masked(kind))
    result = allnash.solve(masked(kind), labels=NAMES)
    assert result.status == "stopped" and [0, 1] not in result.asked.tolist()
    with pytest.raises(ValueError, match=r"entry \(0, 1\): missing"):
        allnash.solve(list(masked(kind)))
    assert allnash.solve(numpy.ma.array(GAME)).value == VALUE  # nothing is masked
    assert allnash.solve(numpy.ma.array(GAME, mask=False)).value == VALUE


def test_a_function_that_returns_what_is_masked():
    game = masked()
    for kind, function in {"payoff": lambda row, column: game[row, column],
                           "batch": lambda rows, columns: game[rows, columns]}.items():
        with pytest.raises(ValueError, match=r"entry \(0, 1\): missing: it is masked"):
            allnash.solve(**{kind: function}, shape=(2, 2), method="full")
    with pytest.raises(ValueError, match=r"entry \(0, 0\): missing"):
        allnash.solve(play=lambda *_: numpy.ma.masked, shape=(2, 2), payoff_range=(0, 1), epsilon=0.2)
    with pytest.raises(allnash.InputError, match=r"entry \(0, 1\): missing"):
        allnash.solve(GAME, costs=game)
    with pytest.raises((TypeError, ValueError)):
        allnash.solve(GAME).row_set.contains(numpy.ma.array([0.25, 0.75], mask=[False, True]))
    solver = allnash.Solver((2, 2), method="full")
    entries = solver.step()
    with pytest.raises(ValueError, match=r"entry \(0, 1\): missing"):
        solver.step(game[entries[:, 0], entries[:, 1]])


RATES = [[NOTHING, 0.7, NOTHING], [0.3, NOTHING, 0.6], [0.7, 0.4, NOTHING]]
FRAME = pandas.DataFrame(RATES, index=list("abc"), columns=list("abc"))


@pytest.mark.parametrize("frame", [FRAME, FRAME.astype("Float64"), FRAME.astype(object).where(FRAME.notna(), None)])
def test_a_frame_with_gaps_is_a_file_with_blanks(frame, tmp_path):
    frame.to_csv(tmp_path / "chart.csv")
    for options in ({"symmetric": True, "payoff_range": (0, 1)}, {"payoff_range": (0, 1)}, {}):
        ours = allnash.solve(frame, **options)
        theirs = allnash.solve(tmp_path / "chart.csv", labels=True, **options)
        assert (ours.status, ours.value, ours.low, ours.asked.tolist()) == (theirs.status, theirs.value, theirs.low,
                                                                            theirs.asked.tolist())
        assert ours.row_labels == ["a", "b", "c"]
    proved = allnash.solve(frame, symmetric=True, payoff_range=(0, 1))
    assert proved.proved and allnash.check(proved)
    for game in (frame, tmp_path / "chart.csv"):
        with pytest.raises(allnash.InputError):
            allnash.check(proved, game, **({} if game is frame else {"labels": True}))
    with pytest.raises(allnash.InputError, match=r"entry \(0, 1\): not a number"):
        allnash.solve(numpy.array([[1, NOTHING]]))  # an array has no word for what is missing


def unaligned(table):
    records = numpy.zeros(table.shape, dtype=[("one", "i1"), ("number", table.dtype)])
    records["number"] = table
    return records["number"]


@pytest.mark.parametrize("kind", ["f8", "f4", "i8", "i2", "u4", ">f8", ">i4", "f2", "g", "O", "U4"])
@pytest.mark.parametrize("lay", [unaligned, numpy.asfortranarray, lambda table: table[::-1, ::-1][::-1, ::-1],
                                 lambda table: numpy.repeat(table, 3, 1)[:, ::3]])
def test_arrays_as_they_lie_in_memory(kind, lay):
    table = GAME.astype(kind)
    assert allnash.solve(lay(table)).value == VALUE
    assert allnash.solve(batch=lambda rows, columns: lay(table[rows, columns].reshape(1, -1))[0], shape=(2, 2)).value == VALUE


def test_a_span_of_time_is_no_number():
    with pytest.raises(TypeError, match=r"entry \(0, 0\): a payoff must be a number, not timedelta64"):
        allnash.solve(payoff=lambda row, column: numpy.timedelta64(1, "s"), shape=(1, 1))


LOG = pandas.DataFrame({"player_1": list("abac") * 5, "player_2": list("bcca") * 5, "score": [1, 0, 1, 0] * 5})


@pytest.mark.parametrize("kind", [bool, "boolean", lambda score: score.astype(bool).astype(object)])
def test_won_and_lost_may_be_true_and_false(kind):
    log = LOG.assign(score=kind(LOG["score"]) if callable(kind) and kind is not bool else LOG["score"].astype(kind))
    assert allnash.rank(log) == allnash.rank(LOG)
    assert allnash.rank(log).to_json() == allnash.rank(LOG).to_json()


@pytest.mark.parametrize("again", [lambda one: pickle.loads(pickle.dumps(one)), copy.copy, copy.deepcopy])
def test_what_can_be_pickled(again, tmp_path):
    ranking = allnash.rank(LOG, plan=2)
    for other in (again(ranking), again(again(ranking))):
        assert other == ranking and other.to_json() == ranking.to_json() and other.row_strategy == ranking.row_strategy
        assert other.certificate == ranking.certificate and allnash.check(other.certificate)
        for title in ("", 'A & B </script> "é" \\u0041'):
            assert other.report(title=title).html == ranking.report(title=title).html
    assert ranking != allnash.rank(LOG, delta=0.2)
    result = allnash.solve(GAME, labels=NAMES)
    assert again(result) == result and again(result).certificate == result.certificate
    assert again(result.row_set) == result.row_set and again(result.report()).html == result.report().html
    assert again(allnash.check(result)) == allnash.check(result)
    ledger = allnash.Ledger(tmp_path / "known.db", labels=NAMES, method="full")
    assert len(again(ledger).plan()) == 4 and again(ledger).plan() == ledger.plan()
    with pytest.raises(TypeError, match="a Solver holds a run"):
        again(allnash.Solver((2, 2)))
    with pytest.raises(allnash.InputError, match="rain"):
        raise again(allnash.InputError("rain"))


def test_a_key_twice_in_a_record(tmp_path):
    records = [json.dumps({"player_1": "a", "player_2": "b", "score": 1}),
               '{"player_1": "b", "player_2": "a", "score": 1, "score": 0}']
    for text in ("\n".join(records), f"[{', '.join(records)}]"):
        (tmp_path / "log.json").write_text(text)
        with pytest.raises(allnash.InputError, match="log.json:2: the key 'score' stands there twice"):
            allnash.rank(tmp_path / "log.json")


def test_names_with_control_characters_are_refused_everywhere(tmp_path):
    name = "a\x01b"
    with pytest.raises(allnash.InputError, match="has a control character"):
        allnash.rank(LOG.replace("a", name))
    with pytest.raises(allnash.InputError, match="has a control character"):
        chart = FRAME.rename(index={"a": name}, columns={"a": name})
        allnash.rank(chart, counts=10 * chart.notna())
    with pytest.raises(allnash.InputError, match="has a control character"):
        allnash.solve(GAME, labels=([name, "c"], ["u", "v"]))
    with pytest.raises(allnash.InputError, match="has a control character"):
        allnash.solve(FRAME.rename(index={"a": name}))
    for made in (allnash.solve, allnash.Solver):
        with pytest.raises(allnash.InputError, match="has a control character"):
            made(shape=(2, 2), labels=([name, "c"], ["u", "v"]), **({"payoff": min} if made is allnash.solve else {}))
    with pytest.raises(allnash.InputError, match="has a control character"):
        allnash.Ledger(tmp_path / "known.db", labels=([name, "c"], ["u", "v"])).plan()
