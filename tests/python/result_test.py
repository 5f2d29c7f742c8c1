"""Results that are kept: compared, pickled, written as JSON and read again."""
import copy
import inspect
import json
import os
import pickle
import rlcompleter
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy
import pytest

import allnash
from games import KICKS, KICKS_COLUMNS, KICKS_ROW, RPS, pennies

BUILD = Path(os.environ["ALLNASH_BUILD"])


def of_chance(**options):
    return allnash.solve(play=pennies, shape=(2, 2), payoff_range=(0, 1), epsilon=0.2, labels=(["h", "t"], None), **options)


RESULTS = {
    "proved": lambda: allnash.solve(KICKS),
    "named": lambda: allnash.solve(KICKS, labels=(["left", "centre", "right"], [1, ("a", 2), "r", None])),
    "symmetric": lambda: allnash.solve(RPS, symmetric=True),
    "fractions": lambda: allnash.solve([[Fraction(1, 3**50), -2], [7**40, Fraction(-1, 7)]]),
    "many": lambda: allnash.solve("family:undercut,n=200"),
    "cut": lambda: allnash.solve(numpy.zeros((6, 6)), vertices=2),
    "stopped": lambda: allnash.solve("family:random,n=40", budget=700),
    "no bounds": lambda: allnash.solve("family:random,n=40", budget=0),
    "no saddle": lambda: allnash.solve(RPS, method="saddle-bienstock"),
    "within": lambda: allnash.solve([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]], payoff_range=(0, 1), epsilon=0.6),
    "bounded": lambda: allnash.solve("family:random,n=40", budget=1000, payoff_range=(-100, 100)),
    "half symmetric": lambda: allnash.solve("family:elo,n=60,noise=0.5", symmetric=True, budget=150, method="lazy"),
    "certified": lambda: of_chance(),
    "stopped chance": lambda: of_chance(budget=200),
    "no plays": lambda: of_chance(budget=0),
}
NEED_PROOF = ["brings_in", "row_set", "column_set", "row_support", "column_support", "row_dimension", "column_dimension",
              "row_vertices", "column_vertices", "row_vertices_complete", "column_vertices_complete", "row_ranges", "column_ranges",
              "row_free", "column_free", "row_sensible", "column_sensible", "sensible"]


@pytest.mark.parametrize("name", RESULTS)
def test_the_same_run_gives_an_equal_result(name):
    result, again = RESULTS[name](), RESULTS[name]()
    assert result == again and hash(result) == hash(again) and result is not again
    others = [RESULTS[other]() for other in RESULTS if other != name]
    assert all(result != other for other in others)
    assert result != 3 and result != result.to_json()


def test_what_results_differ_by():
    result = allnash.solve(KICKS)
    assert result != allnash.solve(KICKS, seed=2) and result != allnash.solve(KICKS, vertices=1)
    assert result != allnash.solve(KICKS, labels=(["a", "b", "c"], None))
    assert result.row_set == allnash.solve(KICKS, labels=(["a", "b", "c"], None)).row_set
    assert result.row_set != result.column_set and result.row_set != 1
    pennies = allnash.solve([[1, -1], [-1, 1]])
    assert pennies.row_set != pennies.column_set  # the same strategies, of another player
    assert len({result, allnash.solve(KICKS), pennies}) == 2


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_pickle_keeps_everything(name, protocol):
    result = RESULTS[name]()
    back = pickle.loads(pickle.dumps(result, protocol))
    assert back == result and repr(back) == repr(result) and back.seconds == result.seconds
    assert back.to_json() == result.to_json()
    assert back.row_labels == result.row_labels and back.column_labels == result.column_labels
    assert (back.asked == result.asked).all()
    for row, column in result.asked.tolist():
        assert back.payoff(row, column) == result.payoff(row, column)
        assert back.payoff(column % back.shape[0], row % back.shape[1]) == result.payoff(
            column % back.shape[0], row % back.shape[1])
    if result.status in ("proved", "within", "certified"):
        assert back.certificate == result.certificate and allnash.check(back)
    else:
        with pytest.raises(allnash.NotProved):
            back.certificate
    if result.proved:
        assert back.row_set == result.row_set and back.row_set.contains(result.row_strategy)
        assert back.column_set.max_entropy() == result.column_set.max_entropy()


def test_sets_are_pickled_and_copied_too():
    columns = allnash.solve(KICKS).column_set
    columns.vertices
    for back in (pickle.loads(pickle.dumps(columns)), copy.deepcopy(columns)):
        assert back == columns and back.contains(KICKS_COLUMNS[0]) and not back.contains({0: 1})
    result = copy.deepcopy(allnash.solve(KICKS))
    assert result == allnash.solve(KICKS) == copy.copy(result)


def test_a_pickle_crosses_processes(tmp_path):
    path = tmp_path / "result"
    script = ("import allnash, pickle, sys\n"
              "pickle.dump(allnash.solve([[3, 0], [1, 2]]), open(sys.argv[1], 'wb'))")
    subprocess.run([sys.executable, "-B", "-c", script, path], check=True)
    with path.open("rb") as file:
        assert pickle.load(file) == allnash.solve([[3, 0], [1, 2]])


def test_a_damaged_pickle_is_refused():
    data = pickle.dumps(allnash.solve(KICKS))
    assert b"0 0 1 32/1\n" in data  # 50, in base 16
    for damaged in (data.replace(b"32/1\n", b"3211\n"), data.replace(b"32/1\n", b"32/0\n"),
                    data.replace(b"0 0 1 32/1\n", b"9 0 1 32/1\n")):
        with pytest.raises(Exception):
            pickle.loads(damaged)


@pytest.mark.parametrize("name", RESULTS)
def test_json_there_and_back(name):
    result = RESULTS[name]()
    for text in (result.to_json(), result.to_json().encode(), json.dumps(json.loads(result.to_json()), indent=1)):
        back = allnash.Result.from_json(text)
        assert back == result and hash(back) == hash(result)
        assert back.to_json() == result.to_json() and repr(back).splitlines()[0] == repr(result).splitlines()[0]
        assert (back.value, back.low, back.high, back.floor, back.ratio) == (
            result.value, result.low, result.high, result.floor, result.ratio)
        assert (back.recalled, back.repeats, back.stop_reason) == (result.recalled, result.repeats, result.stop_reason)
        for field in ("confidence", "plays", "entries", "attempts", "row_caps", "queries", "symmetric"):
            assert getattr(back, field) == getattr(result, field), field
        if "row_strategy" in json.loads(text):
            assert (back.row_strategy, back.column_strategy) == (result.row_strategy, result.column_strategy)
        assert pickle.loads(pickle.dumps(back)) == result
    if result.proved:
        assert back.row_set == result.row_set and back.column_vertices == result.column_vertices
        assert (back.row_array == result.row_array).all()


def test_json_has_no_payoffs():
    back = allnash.Result.from_json(allnash.solve(KICKS).to_json())
    for ask in (lambda: back.asked, lambda: back.payoff(0, 0), lambda: back.certificate,
                lambda: back.row_set.contains(KICKS_ROW), lambda: back.column_set.sample(1),
                lambda: back.column_set.max_entropy(), lambda: allnash.check(back), back.plot):
        with pytest.raises(LookupError, match="JSON has no payoffs"):
            ask()
    assert back.row_set.max_entropy() == {0: 0.4, 1: 0.2, 2: 0.4}  # a point needs none


def test_names_come_back_from_json():
    result = allnash.solve([[2, 3], [0, 9]], labels=(["up", "down"], ["l", "r"]))
    back = allnash.Result.from_json(result.to_json())
    assert back.row_set.support_labels == result.row_set.support_labels == ["up"]
    assert back.row_labels == ["up", None] and back.column_labels == ["l", None]  # JSON has those of the supports


def test_what_the_command_line_wrote(tmp_path):
    path = tmp_path / "kicks.csv"
    path.write_text("\n".join(",".join(map(str, row)) for row in KICKS))
    done = subprocess.run([BUILD / "allnash", "solve", path, "--json"], capture_output=True, text=True)
    assert allnash.Result.from_json(done.stdout) == allnash.solve(KICKS)


GOOD = json.loads('{"status":"proved","rows":2,"columns":1,"method":"full","seed":1,"value":"1","row_support":[0],'
                  '"column_support":[0],"row_strategy":{"0":"1"},"column_strategy":{"0":"1"},"row_dimension":0,'
                  '"column_dimension":0,"row_vertices":[{"0":"1"}],"column_vertices":[{"0":"1"}],'
                  '"row_vertices_complete":true,"column_vertices_complete":true,"queries":2,"floor":2,"ratio":1.0,'
                  '"rounds":1,"seconds":0.1}')


def test_a_result_by_hand():
    assert allnash.Result.from_json(json.dumps(GOOD)).value == 1


@pytest.mark.parametrize("change, words", [
    ({"status": "guessed"}, "no status 'guessed'"),
    ({"status": None}, ""),
    ({"rows": None}, ""),
    ({"rows": 0}, "has no entries"),
    ({"rows": "2"}, ""),
    ({"value": "one"}, "'one' is not a number"),
    ({"value": None}, ""),
    ({"row_support": [5]}, "no strategy 5"),
    ({"row_support": [-1]}, "no strategy -1"),
    ({"row_strategy": {"2": "1"}}, "no strategy 2"),
    ({"row_strategy": {"x": "1"}}, ""),
    ({"row_strategy": {"0": "1/2"}}, "do not sum to 1"),
    ({"row_strategy": {"0": "3/2", "1": "-1/2"}}, "not above 0"),
    ({"row_vertices": {"0": "1"}}, ""),
    ({"row_support_labels": ["a", "b"]}, "a name for each"),
    ({"floor": 0}, "floor"),
    ({"seed": -1}, ""),
])
def test_what_is_no_result(change, words):
    with pytest.raises(allnash.InputError, match="^this is not a result in JSON: .*" + words):
        allnash.Result.from_json(json.dumps({**GOOD, **change}))


@pytest.mark.parametrize("text", ["", "[]", "3", "{", '{"status": "proved"}', b"\xff", "null", *(
    json.dumps({key: value for key, value in GOOD.items() if key != left}) for left in GOOD if left != "ratio")])
def test_texts_that_are_no_result(text):
    with pytest.raises(allnash.InputError, match="^this is not a result in JSON: "):
        allnash.Result.from_json(text)


def test_names_that_do_not_mislead():
    result = allnash.solve(KICKS)
    assert result.proved and result.row_set is result.row_set and not hasattr(result, "rows")
    assert result.shape == (3, 4) == (json.loads(result.to_json())["rows"], json.loads(result.to_json())["columns"])
    assert result.row_array.dtype == result.column_array.dtype == float
    assert result.row_array.tolist() == [0.4, 0.2, 0.4] and result.column_array.shape == (4,)
    assert result.column_array.sum() == pytest.approx(1)


def test_what_is_there_without_a_proof():
    result = allnash.solve("family:random,n=50", budget=100)
    assert not result.proved and result.status == "stopped" and result.stop_reason == "budget" and result.queries == 100
    assert "stopped (budget)" in repr(result) and "stopped (budget)" in result._repr_html_()
    for name in ("value", "row_strategy", "column_strategy", "row_array", "column_array", "floor", "ratio", "confidence"):
        assert hasattr(result, name) and getattr(result, name) is None
    for name in [*NEED_PROOF, "certificate"]:
        with pytest.raises(allnash.NotProved, match=r"stopped \(budget\); nothing is known of the value"):
            getattr(result, name)


def test_a_missing_proof_is_told_with_what_is_known_instead():
    with pytest.raises(allnash.NotProved, match=r"there is no proof: 40 x 40 game: stopped \(budget\); the value lies "
                                                r"between ~-\d+\.\d+ and ~\d"):
        RESULTS["bounded"]().row_support
    with pytest.raises(allnash.NotProved, match=r"of chance: certified with confidence 0\.95; the value lies between"):
        RESULTS["certified"]().column_vertices
    with pytest.raises(allnash.NotProved, match="the value is 0 by symmetry, and `row_strategy` guarantees nothing yet"):
        RESULTS["half symmetric"]().row_set


@pytest.mark.parametrize("name", RESULTS)
def test_one_result_in_every_status(name):
    """Every attribute is there or says that it needs a proof; all that shows a result shows it."""
    result = RESULTS[name]()
    assert type(result) is allnash.Result
    for part, kind in vars(allnash.Result).items():
        if not isinstance(kind, property) or part == "certificate" or (part in NEED_PROOF and not result.proved):
            continue
        getattr(result, part)
        with pytest.raises(AttributeError):
            setattr(result, part, 1)
    assert rlcompleter.Completer({"result": result}).attr_matches("result.row_su") == ["result.row_support"]
    page = result._repr_html_()
    assert page.startswith("<div>") and str(result.shape[0]) in page and result.report().html.startswith("<!doctype")
    strategies = [one for one in (result.row_strategy, result.column_strategy) if one is not None]
    assert ("probability" in page or "extreme 1" in page) == bool(strategies)
    assert len(result.asked) == (result.queries if result.plays is None else result.entries)
    if pandas := pytest.importorskip("pandas"):
        frame = result.to_frame()
        assert isinstance(frame, pandas.DataFrame) and frame.empty == (not strategies)
        assert ("cap" in frame) == (result.confidence is not None and not frame.empty)
    pytest.importorskip("matplotlib").use("Agg")
    from matplotlib import pyplot

    result.plot().canvas.draw()
    pyplot.close("all")


def test_every_field_is_stated_once():
    """What the class declares, the compiled part knows, by the same name."""
    result = RESULTS["proved"]()
    named = [part for part, kind in vars(allnash.Result).items() if type(kind).__name__ == "Field"]
    assert len(named) > 40
    for part in named:
        result._answer.get(part)
        assert part in allnash.Result.__annotations__
    said = {inspect.getdoc(vars(allnash.Result)[part]) for part in named}
    assert len(said) > 35 and all(text.endswith(".") for text in said) and "The seed of all randomness." in said
    with pytest.raises(KeyError):
        result._answer.get("colour")


def test_a_game_of_chance_has_names_and_averages():
    result = RESULTS["certified"]()
    assert result.row_labels == ["h", "t"] and "h: " in repr(result) and "with confidence 0.95" in repr(result)
    assert result.asked.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert result.payoff(0, 0) > Fraction(3, 4) > Fraction(1, 4) > result.payoff(0, 1)
    assert result.queries == result.plays > result.entries == 4 and result.row_caps == {} and result.failures == 0
    plain = RESULTS["proved"]()
    assert plain.confidence is plain.plays is plain.entries is plain.row_caps is None
    for ask in (lambda it: it.asked, lambda it: it.payoff(0, 0), lambda it: it.certificate):
        with pytest.raises(LookupError, match="JSON has no payoffs"):
            ask(allnash.Result.from_json(result.to_json()))


def test_averages_of_plays_are_named():
    result = allnash.solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], symmetric=True)
    assert result.averaged_plays is None and "proved" in repr(result)
    text = result.to_json().replace('"rounds"', '"averaged_plays": 3000, "rounds"')
    averaged = allnash.Result.from_json(text)
    assert averaged.averaged_plays == 3000 and averaged.status == "proved"
    for shown in (repr(averaged), averaged._repr_html_()):
        assert "exact, for these averages of 3000 plays" in shown and "proved" not in shown


def test_a_stopped_symmetric_run_says_what_is_guaranteed():
    result = allnash.solve("family:elo,n=60,noise=0.5", symmetric=True, budget=150, method="lazy")
    assert result.status == "stopped" and "by symmetry; guaranteed: " in repr(result) and "from" not in repr(result)


def test_what_to_play_has_one_name_and_one_meaning():
    named = allnash.solve(KICKS, labels=(["l", "m", "r"], None))
    assert named.row_play == named.by_name.row_strategy == {"l": Fraction(2, 5), "m": Fraction(1, 5), "r": Fraction(2, 5)}
    assert named.column_play == named.column_strategy and named.row_strategy == {0: Fraction(2, 5), 1: Fraction(1, 5), 2: Fraction(2, 5)}
    assert allnash.solve("family:elo,n=60,noise=0.5", symmetric=True, budget=0).row_play is None


def test_kernels_and_counters(tmp_path):
    game = [[0, 0], [-1, 1]]
    result = allnash.solve(game, kernels=True)
    assert result.kernels_complete is True and result.kernels == json.loads(result.to_json())["kernels"]
    assert result.kernels[0]["rows"] and set(result.kernels[0]) == {"row_vertex", "column_vertex", "rows", "columns"}
    assert allnash.solve(game).kernels is None and allnash.solve(game).kernels_complete is None
    assert result.counters == {} and allnash.solve("family:elo,n=60,noise=0.5", symmetric=True, budget=9, kernels=True).kernels is None
    searched = allnash.solve("family:planted,n=40,k=2,seed=3", method="reweighted")
    assert searched.counters == json.loads(searched.to_json()).get("counters", {}) and searched.counters["search"]["calls"] > 0
    for one in (result, searched):
        back = allnash.Result.from_json(one.to_json())
        assert back == one and (back.kernels, back.counters) == (one.kernels, one.counters)
        assert pickle.loads(pickle.dumps(one)).counters == one.counters


def test_what_brings_a_strategy_in():
    table = [[3, 0], [1, 2], [0, 1]]
    result = allnash.solve(table)
    (one,) = result.brings_in
    assert one == ("row", 2, (1, 1), 2, 0, 2) and isinstance(one, allnash.BringsIn)
    table[one.row][one.column] += one.by
    assert one.strategy in allnash.solve(table).row_support
    table[one.row][one.column] -= Fraction(1, 1000)
    assert one.strategy not in allnash.solve(table).row_support
    # Each optimal column strategy plays one of the columns: no single payoff of the third row is enough.
    assert allnash.solve([[1, 1], [1, 1], [0, 0]]).brings_in[0][3:] == (None, None, None)


def test_a_page_to_explore(tmp_path):
    report = allnash.solve([[3, 0], [1, 2]]).explore(tmp_path / "page.html", title="pennies")
    assert (tmp_path / "page.html").read_text() == report.html and 'id="solver"' in report.html
    with pytest.raises(ValueError, match="at most 40 x 40 can be explored, and this one is 41 x 41"):
        allnash.solve("family:random,n=41").explore()
    with pytest.raises(ValueError, match="payoffs of this game were not read"):
        allnash.solve("family:planted,n=30,k=2", method="lazy").explore()


def test_the_game_that_was_solved_is_named(tmp_path):
    """The value of a game with the same equilibria is not that of the file's own game."""
    (tmp_path / "costs.nfg").write_text('NFG 1 R "x" { "a" "b" } { { "T" "B" } { "L" "R" } }\n\n3 -6 0 0 10 0 11 -2\n')
    result = allnash.solve(tmp_path / "costs.nfg")
    assert "solved as A - g(column), which has the same equilibria" in repr(result)
    assert "A - g(column)" in result._repr_html_()
