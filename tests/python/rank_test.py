"""Matches that were played, as files and as frames."""
import json
import pickle
import random
import re
from fractions import Fraction

import pytest

import allnash


def log(path, agents=4, rounds=200):
    draw = random.Random(3)
    lines = ["question_id,model_a,model_b,winner"]
    for t in range(rounds * agents):
        a, b = draw.sample(range(agents), 2)
        lines.append(f"q{t},agent {a},agent {b},{'model_a' if draw.random() < 0.5 + (b - a) / 8 else 'model_b'}")
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_log(tmp_path):
    ranking = allnash.rank(log(tmp_path / "arena.csv"), plan=5, resamples=20)
    assert ranking.status == "certified" and ranking.symmetric and ranking.plays == 800
    assert ranking.confidence == Fraction(19, 20) and ranking.value == Fraction(1, 2)
    assert sum(ranking.row_strategy.values()) == 1 and ranking.low <= Fraction(1, 2) <= ranking.high
    assert ranking.row_tiers[0] == ["agent 0"] and len(ranking.next) == 5
    assert allnash.check(ranking.certificate)
    assert "agent 0" in repr(ranking) and json.loads(ranking.to_json())["plays"] == 800
    page = ranking.report(tmp_path / "page.html", title="arena").html
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1))
    assert data["title"] == "arena" and data["league"]["plays"] == 800


def test_the_leaderboard_is_a_frame(tmp_path):
    pandas = pytest.importorskip("pandas")
    ranking = allnash.rank(log(tmp_path / "arena.csv"), resamples=20)
    board = ranking.leaderboard
    assert isinstance(board, pandas.DataFrame) and list(board.index) == [f"agent {i}" for i in range(4)]
    assert list(board["rank"]) == [1, 2, 3, 4] and board["score"].is_monotonic_decreasing
    assert (board["low"] < board["score"]).all() and (board["score"] < board["high"]).all()
    assert allnash.rank(log(tmp_path / "arena.csv"), resamples=0).leaderboard is None


def arrays(count=600):
    draw = random.Random(5)
    names = ["Ada", "Bo, the 2nd", "Cy", "De"]
    pairs = [draw.sample(range(4), 2) for _ in range(count)]
    won = [draw.random() < 0.5 + (b - a) / 8 for a, b in pairs]
    return [names[a] for a, _ in pairs], [names[b] for _, b in pairs], won


def test_three_arrays_and_datasets():
    """Kills: sides that are swapped, words taken for the first side's, a count that is read as an outcome, nested columns that are written."""
    left, right, won = arrays()
    ranking = allnash.rank(left, right, won, resamples=20)
    assert ranking.plays == 600 and ranking.leaderboard.index[0] == "Ada"
    by_name = [a if one else b for a, b, one in zip(left, right, won)]
    for outcome in ([float(one) for one in won], ["left" if one else "right" for one in won], by_name):
        assert allnash.rank(left, right, outcome, resamples=20).leaderboard.equals(ranking.leaderboard)
    weighted = allnash.rank(["a", "a", "b"], ["b", "b", "c"], [1, 0, 0.5], weights=[30, 10, 4], resamples=20)
    assert weighted.plays == 44 and [(one["plays"], one["mean"]) for one in weighted.pairings] == [(40, 0.75), (4, 0.5)]
    assert "a column says what the first side got" in allnash.explain(left, right, won)
    frame = pytest.importorskip("pandas").DataFrame({"talk": [[{"role": "user"}]] * 600, "model_a": left, "model_b": right, "winner": by_name})

    class Dataset:  # of Hugging Face, as far as it is used
        def to_pandas(self):
            return frame

        def to_csv(self, path):
            raise AssertionError

    class Polars:
        def write_csv(self):
            return frame[["model_a", "model_b", "winner"]].to_csv(index=False)

        def to_pandas(self):
            raise AssertionError("it needs pyarrow")

    for matches in (Dataset(), Polars()):
        assert allnash.rank(matches, resamples=20).leaderboard.equals(ranking.leaderboard)
    for wrong, said in (((left, right[:-1], won), "different lengths: 600, 599, 600"), ((left, right, [*won[:-1], None]), "something is missing"),
                        ((left, right, [*won[:-1], "tie"]), "words and numbers"), (({"train": Dataset()},), "take one of them: ...['train']")):
        with pytest.raises(allnash.InputError, match=re.escape(said)):
            allnash.rank(*wrong)
    with pytest.raises(allnash.InputError, match="0.5 is not a number of matches"):
        allnash.rank(left, right, won, weights=[0.5] * 600)
    with pytest.raises(TypeError, match="are three"):
        allnash.rank(left, right)


def test_what_a_leaderboard_says_is_by_name():
    left, right, won = arrays()
    ranking = allnash.rank(left, right, won)
    told = json.loads(ranking.to_json())
    names = told["labels"]
    assert ranking.case == told["case"] and ranking.shaky == told["shaky"] and ranking.changed["since"] == "first half"
    assert ranking.may_be_first[0] == "Ada" and ("Ada", "De") in ranking.order and ranking.islands is None
    assert len(ranking.order) == len(told["order"]["pairs"]) and set(sum(ranking.order, ())) <= set(names)
    one, other = ranking.compare("Ada", "De"), ranking.compare("De", "Ada")
    assert one["beats"] > 0.9 and one["beats"] + other["beats"] == pytest.approx(1) and one["matches"] == other["matches"] > 50
    assert one["average"] + other["average"] == pytest.approx(1) and one["scores_more"] > 0.9
    with pytest.raises(allnash.InputError, match="'Eve' is not a player"):
        ranking.compare("Ada", "Eve")
    with pytest.raises(allnash.InputError, match="rank again"):
        pickle.loads(pickle.dumps(ranking)).compare("Ada", "De")
    pytest.importorskip("matplotlib")
    axes = ranking.plot_leaderboard().axes[0]
    assert [tick.get_text().split("  ")[0] for tick in axes.get_yticklabels()] == [one["name"] for one in told["leaderboard"]]
    low, high = axes.collections[0].get_segments()[0][:, 0]
    assert (low, high) == pytest.approx((told["leaderboard"][0]["low"], told["leaderboard"][0]["high"]))
    assert [tick.get_text() for tick in ranking.plot_matrix().axes[0].get_yticklabels()] == [one["name"] for one in told["leaderboard"]]
    with pytest.raises(allnash.InputError, match="only a symmetric league"):
        allnash.rank(["x", "y"], ["a", "b"], [1, 0]).plot_leaderboard()


def test_the_estimate_is_by_name(tmp_path):
    ranking = allnash.rank(log(tmp_path / "arena.csv"), plan=4, resamples=20)
    estimate = ranking.estimate
    assert ranking.row_play == ranking.column_play == estimate.row_strategy
    assert allnash.rank(tmp_path / "arena.csv", resamples=0).row_play is None
    assert sum(estimate.row_strategy.values()) == 1 and max(estimate.row_strategy, key=estimate.row_strategy.get) == "agent 0"
    assert estimate.worst_case["low"] <= estimate.worst_case["median"] <= estimate.worst_case["high"] <= 0.5
    assert estimate.draws == 20 and estimate.guessed == 0 and estimate.column_worst_case is None
    assert set(estimate.rows) == {f"agent {t}" for t in range(4)} and estimate.rows == estimate.columns
    assert estimate.rows["agent 0"]["rating"]["median"] > estimate.rows["agent 3"]["rating"]["median"]
    assert "agent 0" in repr(estimate) and "worst case" in repr(estimate)
    path = tmp_path / "ring.csv"
    path.write_text("row,column,wins,losses\nrock,paper,200,800\npaper,scissors,200,800\nscissors,rock,200,800\n")
    ranking = allnash.rank(path, plan=6, resamples=20)
    assert ranking.estimate.cycles == [(("rock", "scissors", "paper"), 20)]
    assert ranking.next_for == ["play"] * 6 and len(ranking.next) == 6, "no single best"
    assert allnash.rank(path, plan=4, for_="promise", resamples=20).next_for == ["promise"] * 4
    assert allnash.rank(path, plan=3, for_="paper,rock", resamples=20).next == [("paper", "rock")] * 3
    assert allnash.rank(path, resamples=0).estimate is None


def test_a_frame(tmp_path):
    pandas = pytest.importorskip("pandas")
    path = log(tmp_path / "arena.csv")
    frame = pandas.read_csv(path)
    assert allnash.rank(frame, resamples=5).to_json() == allnash.rank(path, resamples=5).to_json()
    chart = pandas.DataFrame([["", "60%"], ["40%", ""]], index=["x", "y"], columns=["x", "y"])
    counts = pandas.DataFrame([[0, 1000], [1000, 0]], index=["x", "y"], columns=["x", "y"])
    ranking = allnash.rank(chart, counts=counts)
    assert ranking.plays == 1000 and ranking.value == 50 and ranking.row_strategy == {"x": 1}


RATES = [[0.5, 0.6, 0.3], [0.4, 0.5, 0.7], [0.7, 0.3, 0.5]]
DECKS = ["Burn", "Elves", "Mill"]


def square(pandas, cells, labels=DECKS, **names):
    return pandas.DataFrame(cells, index=labels, columns=labels).rename_axis(**names)


def test_a_square_frame():
    """The labels of both axes are the strategies, with counts as a frame in any order or as one number."""
    pandas = pytest.importorskip("pandas")
    rates = square(pandas, RATES)
    counts = square(pandas, [[0, 100, 100], [100, 0, 100], [100, 100, 0]]).loc[["Mill", "Burn", "Elves"], ["Elves", "Mill", "Burn"]]
    ranking = allnash.rank(rates, counts=counts, resamples=5)
    assert ranking.plays == 300 and set(ranking.estimate.rows) == set(DECKS)
    for one in ranking.pairings:
        assert one["mean"] == pytest.approx(RATES[DECKS.index(one["row"])][DECKS.index(one["column"])])
    assert allnash.rank(rates, counts=100, resamples=5) == ranking
    assert allnash.rank(rates.mask(rates == 0.5), counts=100, resamples=5) == ranking
    numbered = allnash.rank(square(pandas, RATES, [7, 8, 9]), counts=100, resamples=0)
    assert set(numbered.row_caps) <= {"7", "8", "9"} and numbered.plays == 300
    read = rates.reset_index()  # as pandas reads a chart without being told that names stand in the first column
    assert allnash.rank(read, counts=counts.reset_index(), resamples=5) == ranking
    with pytest.raises(allnash.InputError, match="averages for the pairings, and counts=... must say of how many"):
        allnash.rank(rates)
    cells = allnash.rank(square(pandas, [["", "60-40-0", "30-70-0"], ["", "", "70-30-0"], ["", "", ""]]), resamples=0)
    assert cells.plays == 300


def test_a_frame_of_wins():
    pandas = pytest.importorskip("pandas")
    wins = square(pandas, [[0, 60, 30], [40, 0, 70], [70, 30, 0]])
    with pytest.raises(allnash.InputError, match="rename_axis"):
        allnash.rank(wins)
    ranking = allnash.rank(wins.rename_axis(index="winner", columns="loser"), resamples=0)
    assert {(one["row"], one["column"]): (one["plays"], one["mean"]) for one in ranking.pairings} == {
        ("Burn", "Elves"): (100, 0.6), ("Burn", "Mill"): (100, 0.3), ("Elves", "Mill"): (100, 0.7)}
    log = pandas.DataFrame([("a", "b")] * 30 + [("b", "a")] * 20 + [("c", "a")] * 5, columns=["Winner", "Loser"])
    ranking = allnash.rank(pandas.crosstab(log.Winner, log.Loser), resamples=0)
    assert ranking.plays == 55 and "by" not in repr(ranking)
    assert {(one["row"], one["column"]): one["mean"] for one in ranking.pairings} == {("a", "b"): 0.6, ("a", "c"): 0}
    assert allnash.rank(log.value_counts(), resamples=0).low == ranking.low  # a series, its lines in another order
    assert allnash.rank(log.groupby(["Winner", "Loser"]).size(), resamples=0) == ranking
    with pytest.raises(allnash.InputError, match="'Burn' has wins against itself"):
        allnash.rank(wins.replace(0, 1).rename_axis(index="winner", columns="loser"))


def test_long_frames(tmp_path):
    """What the index says counts; the numbers that pandas gives to lines say nothing."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(log(tmp_path / "arena.csv"))
    whole = allnash.rank(frame, resamples=0)
    assert allnash.rank(frame.set_index("question_id"), resamples=0) == whole
    assert allnash.rank(frame.set_index("question_id").rename_axis(None), resamples=0) == whole
    assert allnash.rank(frame.set_index("model_a", drop=False), resamples=0) == whole
    assert allnash.rank(frame.set_index(["model_a", "model_b"]), resamples=0) == whole
    assert allnash.rank(frame[100:].astype("category"), resamples=0).plays == 700
    counts = frame.assign(wins=frame.winner == "model_a", losses=frame.winner == "model_b").groupby(["model_a", "model_b"])[["wins", "losses"]].sum()
    assert allnash.rank(counts, resamples=0) == allnash.rank(counts.reset_index(), resamples=0)
    assert allnash.rank(counts, resamples=0).plays == 800


def test_axes_name_the_strategies():
    pandas = pytest.importorskip("pandas")
    ranking = allnash.rank(square(pandas, RATES, index="deck"), counts=100, resamples=20)
    again = pickle.loads(pickle.dumps(ranking))
    for one in (ranking, again):
        assert repr(one).startswith("<allnash.Ranking by deck of 300 matches: ")
        assert one.to_frame().index.name == "deck" and "<th>deck</th>" in one._repr_html_()
        data = json.loads(re.search(r'id="data">(.*?)</script>', one.report().html, re.S).group(1))
        assert data["kinds"] == {"row": "deck", "column": "deck"}
    sides = pandas.DataFrame([[0.2, 0.6], [0.4, 0.5]], index=pandas.Index(["p", "q"], name="attack"), columns=pandas.Index(["s", "t"], name="defence"))
    two = allnash.rank(sides, counts=50, resamples=20)
    assert "by attack and defence of 200 matches" in repr(two)
    assert "<th>attack</th>" in two._repr_html_() and "<th>defence</th>" in two._repr_html_()
    plain = allnash.rank(square(pandas, RATES), counts=100, resamples=20)
    assert repr(plain).startswith("<allnash.Ranking of 300") and plain.to_frame().index.name == "strategy"
    assert plain == ranking


def test_two_sides(tmp_path):
    path = tmp_path / "attacks.csv"
    path.write_text("attack,defence,wins,losses\na,c,80,20\na,d,30,70\nb,c,20,80\nb,d,60,40\n")
    ranking = allnash.rank(path)
    assert not ranking.symmetric and ranking.value is None and ranking.low < ranking.high
    assert set(ranking.column_strategy) <= {"c", "d"} and ranking.column_tiers == [["c", "d"]]


def test_what_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError):
        allnash.rank(tmp_path / "missing.csv")
    path = tmp_path / "log.csv"
    path.write_text("a,b,winner\nx,y,nobody\n")
    with pytest.raises(allnash.InputError, match="log.csv:2: the winner 'nobody'"):
        allnash.rank(path)
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        allnash.rank(path, colour=1)
    with pytest.raises(allnash.InputError, match="delta: 2 is not in"):
        allnash.rank(path, delta=2)
    with pytest.raises(TypeError, match="a file or a frame"):
        allnash.rank(3)
    assert "schedule" in allnash.rank.__doc__


@pytest.mark.parametrize("text, options, said", [
    ("row,column,games,score\nx,y,9,0.5\ny,z,8,0.4\n", {}, "(count='1'), or as many as 'games' says (count='games')"),
    ("Deck,Foe,Num Matches,Rate\nx,y,9,0.5\ny,z,8,0.4\n", {"sides": ("Deck", "Foe"), "result": "Rate"}, "(count='Num Matches')"),
    ("row,column,wins,losses,score\nx,y,3,0,1\ny,z,2,0,1\n", {}, "(count=('wins', 'losses'))"),
    ("a,b,winner\nx,y,a\ny,x,\n", {}, "the cell is empty; skip=True leaves such lines out"),
    ("row,column,outcome\nx,y,-1\ny,x,1\n", {}, "say payoff_range=(-1, 1)"),
    ("row;column;wins;losses\nx;y;1.000;2.000\n", {}, "with decimal_mark=',' points group thousands"),
    ("p1,p2,champ\n1,0,1\n0,1,1\n", {"result": "champ"}, "winner='name' or payoff_range=(0, 1) says which"),
    ("id,hero,foe,who won\n1,ann,bob,ann\n2,bob,cid,cid\n3,cid,ann,draw\n", {}, "look like the sides, 'who won' like the result:\nrank(..., sides=('hero', 'foe'), result='who won')"),
    ("player_a,player_b,deck_a,deck_b,winner\np,q,r,s,a\nq,p,r,s,a\n", {}, "either could be ranked:\nrank(..., sides=('player_a', 'player_b'))\nrank(..., sides=('deck_a', 'deck_b'))"),
    (",x,y\nx,,10-5-3\ny,10-5-3,\n", {}, "unless rows and columns are different sides (two_sided=True)")])
def test_hints_name_keywords(tmp_path, text, options, said):
    path = tmp_path / "matches.csv"
    path.write_text(text)
    with pytest.raises(allnash.InputError) as caught:
        allnash.rank(path, **options)
    assert said in str(caught.value) and "--" not in str(caught.value)


def test_notes_name_keywords(tmp_path):
    path = tmp_path / "matches.csv"
    path.write_text("a,b,winner,wins,losses\nGPT,y,a,5,2\ngpt,y,b,3,4\ny,GPT,a,9,1\n")
    ranking = allnash.rank(path, resamples=0)
    assert ranking.plays == 3
    assert any("join_names=True makes them one" in note for note in ranking.notes)
    assert any("(count=('wins', 'losses') reads lines as so many matches)" in note for note in ranking.notes)
    assert allnash.rank(path, resamples=0, count=("wins", "losses")).plays == 24
    path.write_text(",x,y\nx,,60%\ny,,\n")
    assert "matches_each of how many matches" in allnash.rank(path, resamples=0).why


def test_a_league_in_a_ledger(tmp_path):
    whole = log(tmp_path / "arena.csv").read_text().splitlines(keepends=True)
    week = tmp_path / "week.csv"
    ledger = tmp_path / "league.db"
    week.write_text("".join(whole[:401]))
    first = allnash.rank(week, ledger=ledger, resamples=0)
    assert first.plays == 400 and first.recalled == 0
    again = allnash.rank(week, ledger=ledger, resamples=0)
    assert again.recalled == 400 and (again.low, again.row_strategy) == (first.low, first.row_strategy)
    longer = allnash.rank(tmp_path / "arena.csv", ledger=ledger, resamples=0)
    assert longer.plays == 800 and longer.recalled == 400 and allnash.check(longer.certificate)
    assert allnash.rank(None, ledger=ledger, resamples=0).low == longer.low
    whole[30] = whole[30].replace("model_a\n", "model_c\n").replace("model_b\n", "model_a\n").replace("model_c\n", "model_b\n")
    week.write_text("".join(whole))
    with pytest.raises(allnash.InputError, match="week.csv:31: this match differs from the copy of the log"):
        allnash.rank(week, ledger=ledger)


def test_a_league_of_frames(tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(log(tmp_path / "arena.csv"))
    ledger = str(tmp_path / "league.db")
    allnash.rank(frame[:500], ledger=ledger, resamples=0)
    ranking = allnash.rank(frame, ledger=ledger, resamples=0)
    assert ranking.plays == 800 and ranking.recalled == 500


def test_nothing_is_promised_by_a_few_matches(tmp_path):
    few = tmp_path / "few.csv"
    few.write_text("a,b,winner\nx,y,a\ny,x,a\nz,x,a\n")
    ranking = allnash.rank(few, ledger=tmp_path / "league.db", resamples=0)
    assert ranking.low == 0 and not ranking.promised and ranking.why
    assert "nothing promised yet" in repr(ranking) and "or more" not in repr(ranking)
    many = allnash.rank(log(tmp_path / "arena.csv"), resamples=0)
    assert many.promised and many.why is None


def test_a_printed_rate_is_rounded(tmp_path):
    """As in a file, so in a frame: 50.6 % is printed as 51%."""
    pandas = pytest.importorskip("pandas")
    chart = pandas.DataFrame([["", "51%"], ["49%", ""]], index=["x", "y"], columns=["x", "y"])
    counts = pandas.DataFrame([[0, 1_000_000], [1_000_000, 0]], index=["x", "y"], columns=["x", "y"])
    box = allnash.rank(chart, counts=counts, resamples=0).certificate.splitlines()
    line = box[box.index("box 1") + 1].split()
    assert line[3:5] == ["505000", "515000"]
    chart.loc["y", "x"] = "40%"
    with pytest.raises(allnash.InputError, match="'y' against 'x' has 40% where 'x' against 'y' has 51%"):
        allnash.rank(chart, counts=counts)


FOUR = "white,black,result\n" + "".join(f"{a},{b},{r}\n" for a, b, r in 30 * (
    ("x", "y", "1-0"), ("y", "x", "1/2-1/2"), ("y", "z", "0-1"), ("z", "x", "1-0"), ("x", '"w, the"', "0-1"), ('"w, the"', "z", "1-0")))


def test_foreign_files(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("".join(f'[White "{a}"]\n[Black "{b}"]\n[Result "{r}"]\n\n1. e4 {{x}} {r}\n\n'
                            for a, b, r in (("x", "y", "1-0"), ("y", "x", "1/2-1/2"), ("x", "y", "*"))))
    ranking = allnash.rank(path)
    assert ranking.plays == 2 and ranking.symmetric
    assert "1 game was not finished" in ranking.notes[0]


def test_who_is_left_out(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(FOUR)
    dropped = allnash.rank(path, drop=["w, the", "y"], resamples=0)
    assert dropped.left_out == {"w, the": "dropped", "y": "dropped"} and dropped.plays == 30
    assert allnash.rank(path, only=["z", "x"], resamples=0).row_strategy == dropped.row_strategy
    assert allnash.rank(path, drop="y", resamples=0).left_out == {"y": "dropped"}
    assert allnash.rank(path, min_matches=70, resamples=0).left_out == {"w, the": "few matches"}
    assert allnash.rank(path, resamples=0).left_out == {}
    with pytest.raises(allnash.InputError, match=r"log.csv: drop: nobody is called 'v'"):
        allnash.rank(path, drop=["v"])


def test_a_field(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(FOUR)
    field = allnash.rank(path, field={"w, the": 0.25, "y": 0.75}, resamples=0).field
    low, median, high = field["x"]
    assert abs(median - (0.75 * 46 / 62 + 0.25 * 1 / 32)) < 1e-5 and low < median < high
    assert set(allnash.rank(path, field="log", resamples=0).field) == {"x", "y", "z", "w, the"}
    assert allnash.rank(path, resamples=0).field is None
    with pytest.raises(allnash.InputError, match=r"^field:1: nobody is called 'v'$"):
        allnash.rank(path, field={"v": 1})


def test_how_a_frame_is_read_is_explained():
    log = pytest.importorskip("pandas").DataFrame({"R_fighter": ["ann", "bob"], "B_fighter": ["bob", "ann"], "Winner": ["Red", "Blue"]})
    with pytest.raises(allnash.InputError, match=r"rank\(..., sides=\('Red=R_fighter', 'Blue=B_fighter'\), result='Winner'\)$"):
        allnash.explain(log)
    said = allnash.explain(log, sides=("Red=R_fighter", "Blue=B_fighter"), result="Winner")
    assert "column     'Winner': winner\n" in said and "line 2: 'ann' against 'bob': the first won\n" in said


def test_columns_are_named(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(FOUR.replace("white,black,result", '"my, own",other,end'))
    with pytest.raises(allnash.InputError, match="look like the sides"):
        allnash.rank(path)
    assert allnash.rank(path, sides=("my, own", "other"), result="end", resamples=0).plays == 180
    path.write_text("row;column;outcome\nx;y;0,5\ny;x;1\n")
    assert allnash.rank(path, decimal_mark=",").plays == 2
    assert allnash.rank(path, decimal_mark=",", pair_seats=True).plays == 1


def test_a_table_a_picture_and_a_notebook(tmp_path):
    pytest.importorskip("pandas")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    ranking = allnash.rank(log(tmp_path / "arena.csv"))
    frame = ranking.to_frame()
    assert frame.index.name == "strategy" and set(frame.index) == {f"agent {t}" for t in range(4)}
    assert frame["play"].sum() == pytest.approx(1) and (frame["play"].diff().dropna() <= 0).all()
    assert frame["promised"].sum() == pytest.approx(1)
    assert {name: weight for name, weight in frame["play"].items() if weight} == {
        name: pytest.approx(float(weight)) for name, weight in ranking.estimate.row_strategy.items()}
    assert ((frame["rating_low"] <= frame["rating"]) & (frame["rating"] <= frame["rating_high"])).all()
    figure = ranking.plot()
    assert len(figure.axes) == 3  # and the scale of the colours
    pyplot.close(figure)
    page = ranking._repr_html_()
    assert page.index("Play ") < page.index("Promised") and page.count("<tr>") == 2 * (len(frame) + 1)
    assert page.index("<th>middle 90 %</th>") < page.index("<th>rating</th>"), "the leaderboard, then every strategy"
    path = tmp_path / "few.csv"
    path.write_text("row,column,outcome\na,x,1\nb,x,0\na,y,0\nb,y,1\n")
    few = allnash.rank(path, resamples=0)
    assert "Nothing is promised yet" in few._repr_html_() and "play" not in few.to_frame()


def test_nearly_sure_is_not_sure_and_nothing_promised_is_no_advice(tmp_path):
    path = log(tmp_path / "arena.csv")
    for delta, said in ((0.00001, "0.99999"), (0.05, "0.95"), ("1/30000", "0.999966"), ("1e-12", "0.999999999999")):
        assert f"Promised with confidence {said}: " in allnash.rank(path, delta=delta, resamples=0)._repr_html_()
    few = tmp_path / "few.csv"
    few.write_text("a,b,winner\nx,y,a\ny,x,a\nz,x,a\n")
    ranking = allnash.rank(few, resamples=0, ledger=tmp_path / "few.db")
    assert ranking.row_strategy and not ranking.promised and ranking.to_frame()["promised"].sum() == 0
    (tmp_path / "rates.csv").write_text(",x,y\nx,,65%\ny,,\n")
    assert "counted" in allnash.rank(tmp_path / "rates.csv").report().html
    assert "<th>play</th>" not in ranking._repr_html_() and ">100%<" not in ranking._repr_html_()


def test_what_is_certified_of_players_is_told_by_name(tmp_path):
    ranking = allnash.rank(log(tmp_path / "arena.csv"), resamples=0)
    found, told = ranking.certified, json.loads(ranking.to_json())
    labels = told["labels"]
    assert found["delta"] == Fraction(1, 20)
    assert found["own_score"] and all(0 < low < 1 for low in found["own_score"].values())
    assert found["same_field"] == [(labels[a], labels[b]) for a, b in told["certified"]["same_field"]]
    assert set(found["own_score"]) | set(found["may_be_first"]) <= set(labels)
    withheld = allnash.rank(tmp_path / "arena.csv", resamples=0, schedule="any").certified["withheld"]
    assert set(withheld) == {"same_field", "may_be_first"} and "schedule='any'" in withheld["same_field"]
    assert allnash.rank(tmp_path / "arena.csv", resamples=0, two_sided=True).certified is None


def test_all_promises_and_pairings_are_told(tmp_path):
    ranking = allnash.rank(log(tmp_path / "arena.csv"))
    best = max(ranking.row_promises, key=lambda one: one["low"])
    assert (best["strategy"], best["low"]) == (ranking.row_strategy, ranking.low)
    for one in ranking.row_promises:
        assert sum(one["strategy"].values()) == 1 and one["worst_case"]["low"] <= one["worst_case"]["high"] <= 0.5
    assert ranking.column_promises == [] and ranking.range == (0, 1)
    assert sum(one["plays"] for one in ranking.pairings) == 800
    for one in ranking.pairings:
        assert one["low"] <= one["mean"] <= one["high"]
    with pytest.raises(TypeError, match="did you mean 'payoff_range'"):
        allnash.rank(log(tmp_path / "arena.csv"), payof_range=(0, 1))


def test_two_sides_in_a_table(tmp_path):
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib")
    path = tmp_path / "two.csv"
    draw = random.Random(5)
    lines = [f"{row},{column},{int(draw.random() < 0.5 + 0.3 * (row == 'a'))}"
             for row in "ab" for column in "xyz" for _ in range(40)]
    path.write_text("\n".join(["row,column,outcome", *lines]) + "\n")
    ranking = allnash.rank(path, schedule="fixed")
    frame = ranking.to_frame()
    assert list(frame.index.names) == ["player", "strategy"] and len(frame) == 5
    assert frame.loc["row", "play"].sum() == pytest.approx(1) and frame.loc["column", "promised"].sum() == pytest.approx(1)
    assert ranking.column_promises and "<p>columns</p>" in ranking._repr_html_()
    assert ranking.plot() is not None
