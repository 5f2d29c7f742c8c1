"""allnash.Ledger: rounds planned here and played elsewhere, payoffs in and out, what a file tells."""
import io
import json
import os
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import allnash
from games import KICKS, RPS, undercut

BUILD = Path(os.environ["ALLNASH_BUILD"])
NAMES = (["rock", "paper", "scissors"],) * 2


def test_rounds_by_hand(tmp_path):
    ledger = allnash.Ledger(tmp_path / "run.db", (40, 40), seed=3)
    asked = []
    while plan := ledger.plan():
        asked += plan
        assert plan.stop_reason is None and plan.out == []
        done = ledger.add({(i, j): undercut(i, j) for i, j in plan})
        assert done["added"] == len(plan) and done["known"] == 0
    result = ledger.result()
    assert len(asked) == len(set(asked)) == result.queries and result.row_support == [35, 36, 37, 38, 39]
    alone = allnash.solve(payoff=undercut, shape=(40, 40), seed=3, check_repeat=0)
    assert sorted(asked) == [tuple(line) for line in alone.asked.tolist()] and result.value == alone.value
    assert ledger.shape == (40, 40) and ledger.state["payoffs"] == len(asked) and not ledger.state["running"]
    assert ledger.info["payoffs"] == len(asked) and ledger.info["rows"] == 40
    never = allnash.solve(payoff=lambda i, j: 1 / 0, shape=(40, 40), seed=3, ledger=ledger.path)
    assert never.recalled == never.queries


def test_plans_hand_out_for_a_while(tmp_path):
    """Two of every three are lost, and the time is ours."""
    ledger = allnash.Ledger(tmp_path / "run.db", (12, 12))
    whole = ledger.plan()
    assert whole.until == {} and not whole.done
    now, handed_out = 1000, 0
    while not (plan := ledger.plan(out=6, lease=60, now=now)).done:
        assert len(plan) + len(plan.out) <= 6 and not set(plan) & set(plan.out)
        assert set(plan.until) == {*plan, *plan.out}
        assert all(plan.until[entry] == now + 60 for entry in plan) and all(now < end for end in plan.until.values())
        handed_out += len(plan)
        ledger.add({(i, j): undercut(i, j) for i, j in plan[::3]})
        now += 25
    assert plan == [] and plan.stop_reason is None
    known = allnash.solve(payoff=undercut, shape=(12, 12))
    assert ledger.result().value == known.value
    assert ledger.info["payoffs"] == known.queries < handed_out


def test_plans_go_beyond_the_round_at_a_price(tmp_path):
    ledger = allnash.Ledger(tmp_path / "run.db", (20, 20), ahead="20%")
    alone = allnash.solve(payoff=undercut, shape=(20, 20), check_repeat=0)
    handed_out, ahead = set(), 0
    while not (plan := ledger.plan(out=40, lease=60, now=1000)).done:
        assert not handed_out & set(plan) and len(plan) + len(plan.out) <= 40
        handed_out |= set(plan)
        ahead += plan.ahead
        ledger.add({(i, j): undercut(i, j) for i, j in [*plan.out, *plan][:10]})
    assert ahead > 0 and handed_out >= set(map(tuple, alone.asked.tolist()))
    again = allnash.solve(payoff=lambda i, j: 1 / 0, shape=(20, 20), ledger=ledger.path)
    assert (again.queries, again.value) == (alone.queries, alone.value)


def test_leases_of_the_command_line_are_those_of_python(tmp_path):
    path = tmp_path / "run.db"
    plan = allnash.Ledger(path, (6, 6)).plan(out=3, lease=1, now=0)
    words = [BUILD / "allnash", "solve", "oracle", "--ledger", path, "--plan", "--json", "--out", "4", "--lease", "1h"]
    again = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    assert [(entry["row"], entry["column"]) for entry in again["entries"]][:3] == plan, "their lease has run out"
    assert len(again["entries"]) == 4 and "out" not in again
    late = allnash.Ledger(path).plan(lease=5)
    assert len(late.out) == 4 and set(late.until.values()) >= {again["until"]}


def test_leases_that_make_no_sense(tmp_path):
    ledger = allnash.Ledger(tmp_path / "run.db", (6, 6))
    with pytest.raises(TypeError, match="^out= goes with lease="):
        ledger.plan(out=3)
    with pytest.raises(TypeError, match="^now= goes with lease="):
        ledger.plan(now=3)
    for lease in (0, -1, 0.5, 2e9, float("nan")):
        with pytest.raises(allnash.InputError, match="is not a number of seconds from 1 to 1e9"):
            ledger.plan(lease=lease)
    with pytest.raises(allnash.InputError, match="^out: 0 is not a whole number of 1 or more"):
        ledger.plan(out=0, lease=5)
    chance = allnash.Ledger(tmp_path / "plays.db", (3, 3), by_play=True, payoff_range=(0, 1), epsilon=0.1)
    with pytest.raises(allnash.InputError, match="^lease: not for games of chance"):
        chance.plan(lease=5)


def test_the_plan_is_that_of_the_command_line(tmp_path):
    mine, theirs = tmp_path / "mine.db", tmp_path / "theirs.db"
    plan = allnash.Ledger(mine, (30, 20)).plan()
    words = [BUILD / "allnash", "solve", "oracle", "--rows", "30", "--columns", "20", "--ledger", theirs, "--plan", "--json"]
    said = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    assert plan == [(entry["row"], entry["column"]) for entry in said["entries"]] and plan


def test_a_league_by_name(tmp_path):
    path = tmp_path / "league.db"
    ledger = allnash.Ledger(path, labels=NAMES, symmetric=True)
    places = {name: place for place, name in enumerate(NAMES[0])}
    while plan := ledger.plan():
        assert all(row in places and column in places for row, column in plan)
        ledger.add({(row, column): RPS[places[row]][places[column]] for row, column in plan})
    again = allnash.Ledger(path)  # the file knows the rest
    assert again.row_labels == NAMES[0] and again.shape == (3, 3) and again.plan() == []
    result = again.result()
    assert result.value == 0 and result.row_labels == NAMES[0] and result.symmetric
    with pytest.raises(allnash.InputError, match="no strategy named 'well'"):
        ledger.add({("well", "rock"): 1})
    grown = allnash.Ledger(path, labels=([*NAMES[0], "well"],) * 2, symmetric=True)
    assert grown.shape == (4, 4) and {"well"} <= {name for entry in grown.plan() for name in entry}


def test_win_rates_as_decimals(tmp_path):
    ledger = allnash.Ledger(tmp_path / "league.db", (2, 2), symmetric=True, payoff_range=(0, 1))
    ledger.add({(0, 1): 0.7})
    assert "0,1,7/10" in ledger.export() and ledger.result().payoff(1, 0) == Fraction(3, 10)


def test_out_in_and_merged(tmp_path):
    one, two, three = (allnash.Ledger(tmp_path / f"{name}.db", (3, 4)) for name in ("one", "two", "three"))
    one.add({(0, j): KICKS[0][j] for j in range(4)})
    two.add({(i, j): KICKS[i][j] for i in (1, 2) for j in range(4)})
    text = one.export(tmp_path / "one.csv")
    assert (tmp_path / "one.csv").read_text() == text and text.splitlines()[1] == "0,0,50"
    assert three.import_(tmp_path / "one.csv")["added"] == three.import_(io.StringIO(text))["known"] == 4
    assert three.merge(two)["added"] == 8 and three.merge(two.path)["known"] == 8
    assert three.result().value == 76 and three.export(sound=True) == three.export()
    with pytest.raises(allnash.InputError):
        three.add({(0, 0): 51})
    assert three.result().value == 76
    with pytest.raises(FileNotFoundError):
        three.import_(tmp_path / "none.csv")


def test_match_lists_are_averaged(tmp_path):
    ledger = allnash.Ledger(tmp_path / "league.db", symmetric=True, payoff_range=(0, 1))
    done = ledger.import_(io.BytesIO(b"row,column,outcome\na,b,1\na,b,0\na,b,1\n"))
    assert done["plays"] == 3 and done["new_rows"] == ["a", "b"] and done["made"]
    result = ledger.result()
    assert result.averaged_plays == 3 and result.payoff(0, 1) == Fraction(2, 3) and result.row_labels == ["a", "b"]


def test_a_report_of_a_file(tmp_path):
    ledger = allnash.Ledger(tmp_path / "run.db", (3, 4))
    ledger.add({(0, 0): 50})
    page = ledger.report(tmp_path / "page.html").html
    assert (tmp_path / "page.html").read_text() == page and "run.db" in page
    assert ledger.result().status == "stopped"


def test_a_report_of_a_league_is_that_of_rank(tmp_path):
    (tmp_path / "log.csv").write_text("a,b,winner\n" + "x,y,a\ny,z,a\nz,x,b\n" * 20)
    ranking = allnash.rank(tmp_path / "log.csv", ledger=tmp_path / "league.db", delta=0.01)
    ledger = allnash.Ledger(tmp_path / "league.db")
    page = ledger.report(tmp_path / "page.html").html
    assert (tmp_path / "page.html").read_text() == page and '"title":"league.db"' in page
    assert f'"plays":{ranking.plays}' in page and '"confidence":"99/100"' in page
    with pytest.raises(allnash.InputError, match="a league of logs or counts, from which `rank` answers"):
        ledger.result()


def test_plays_are_planned_and_lost(tmp_path):
    def play(i, j, seed):
        return 1 if (random.Random(seed).random() < 0.9) == (i == j) else 0

    options = {"payoff_range": (0, 1), "epsilon": 0.3, "seed": 3}
    ledger = allnash.Ledger(tmp_path / "run.db", (2, 2), by_play=True, **options)
    first = ledger.plan()
    assert first and all(len(one) == 3 for one in first)
    waiting = ledger.plan()
    assert not set(first) & set(waiting) and set(waiting.out) >= set(first)
    done = ledger.add({first[0]: "lost", **{one: play(*one) for one in first[1:]}})
    assert done["lost"] == 1 and done["added"] == len(first) - 1
    while plan := ledger.plan():
        ledger.add({one: play(*one) for one in plan})
    result = ledger.result()
    assert result.status == "certified" and result.failures == 1 and result.low <= Fraction(1, 2) <= result.high


def test_what_is_wrong_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError):
        allnash.Ledger(tmp_path / "none.db").plan()
    with pytest.raises(allnash.InputError, match="none.db"):
        allnash.Ledger(tmp_path / "none.db").info
    with pytest.raises(TypeError, match=r"Ledger\(\) got an unexpected keyword argument 'sede'"):
        allnash.Ledger(tmp_path / "none.db", sede=1)
    with pytest.raises(TypeError, match="the ledger is the path"):
        allnash.Ledger(tmp_path / "none.db", ledger="other.db")
    (tmp_path / "text.db").write_text("no ledger")
    with pytest.raises(allnash.InputError, match="text.db"):
        allnash.Ledger(tmp_path / "text.db").result()


def test_ctrl_c_ends_a_plan(tmp_path):
    """A file whose game takes long to solve again: the interrupt is Python's."""
    script = ("import allnash, os, signal, sys, threading\n"
              "allnash.solve('family:random,n=100', ledger=sys.argv[1], vertices=0)\n"
              "threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
              "try:\n"
              "    for _ in range(1000):\n"
              "        allnash.Ledger(sys.argv[1]).result()\n"
              "except KeyboardInterrupt:\n"
              "    print('interrupted')\n")
    done = subprocess.run([sys.executable, "-B", "-c", script, tmp_path / "run.db"], capture_output=True, text=True)
    assert done.stdout == "interrupted\n", done.stderr
