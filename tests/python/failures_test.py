"""Payoffs that a function fails to give, and plays that nobody answered."""
import warnings
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

import allnash
from games import driven, even_interrupted, pennies, undercut

GAME = [[3, 0, 5], [1, 2, 5], [0, 0, 4]]


def failing(*entries):
    def payoff(i, j):
        if (i, j) in entries:
            raise OSError("the simulator is gone")
        return GAME[i][j]
    return payoff


def test_the_message_says_what_can_be_done(tmp_path):
    with pytest.raises(OSError) as failed:
        allnash.solve(payoff=failing((2, 2)), shape=(3, 3), method="full", ledger=tmp_path / "f.db")
    notes = " ".join(failed.value.__notes__)
    assert "entry (2, 2)" in notes and "on_failure" in notes and "`allnash ledger import`" in notes
    allnash.Ledger(tmp_path / "f.db").add({(2, 2): 4})
    result = allnash.solve(payoff=failing((2, 2)), shape=(3, 3), method="full", ledger=tmp_path / "f.db")
    assert result.value == Fraction(3, 2) and result.failed == []


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("method", ["full", "auto"])
def test_a_payoff_that_decides_nothing_is_left_out(tmp_path, workers, method):
    """Column 2 and row 2 are worse whatever the entry is."""
    executor = ThreadPoolExecutor(workers) if workers else None
    path = tmp_path / "f.db"
    result = allnash.solve(payoff=failing((2, 2)), shape=(3, 3), method=method, ledger=path, executor=executor,
                           payoff_range=(0, 9), on_failure="skip")
    assert result.proved and result.value == Fraction(3, 2) and result.row_vertices == allnash.solve(GAME).row_vertices
    assert allnash.check(result)
    if method == "full":
        (failed,) = result.failed
        assert (failed["row"], failed["column"], failed["payoff"]) == (2, 2, None) and "OSError" in failed["why"]
        assert result.payoff(2, 2) is None and result.payoff(2, 1) == 0
        assert "anything in the payoff range" in repr(result)
        assert "2,2" not in allnash.Ledger(path).export()
        assert allnash.Result.from_json(result.to_json()) == result


def test_a_payoff_that_decides_leaves_bounds_that_hold():
    for missing in [(i, j) for i in range(3) for j in range(3)]:
        result = allnash.solve(payoff=failing(missing), shape=(3, 3), method="full", payoff_range=(0, 9), on_failure="skip")
        for truth in (0, Fraction(7, 3), 9):
            game = [[truth if (i, j) == missing else GAME[i][j] for j in range(3)] for i in range(3)]
            solved = allnash.solve(game)
            assert result.low <= solved.value <= result.high
            assert not result.proved or (result.row_support, result.row_vertices) == (solved.row_support, solved.row_vertices)
            earned = min(sum(p * game[i][j] for i, p in result.row_strategy.items()) for j in range(3))
            assert earned >= result.low
        assert result.proved or f"entry {missing}" in result.stop_reason


def test_a_payoff_that_counts_as_a_number():
    for value in (4, "1/2", -1):
        result = allnash.solve(payoff=failing((1, 1)), shape=(3, 3), on_failure=value)
        game = [row[:] for row in GAME]
        game[1][1] = Fraction(value)
        assert result.value == allnash.solve(game).value and result.failed[0]["payoff"] == Fraction(value)


def test_symmetric_games():
    def payoff(i, j):
        if {i, j} == {0, 3}:
            raise RuntimeError("out of memory")
        return undercut(i, j)

    whole = allnash.solve(payoff=undercut, shape=(9, 9), symmetric=True)
    result = allnash.solve(payoff=payoff, shape=(9, 9), symmetric=True, payoff_range=(-2, 2), on_failure="skip", method="full")
    assert result.proved and result.row_support == whole.row_support
    assert [(one["row"], one["column"]) for one in result.failed] == [(0, 3)]


def test_a_function_that_fails_everywhere_stops():
    with pytest.raises(OSError) as failed:
        allnash.solve(payoff=failing(*[(i, j) for i in range(9) for j in range(9)]), shape=(9, 9), on_failure=0)
    assert "more than half" in " ".join(failed.value.__notes__)
    for options, words in (({"on_failure": "skip"}, "payoff_range"), ({"on_failure": "wait"}, "stop, skip or a number"),
                           ({"on_failure": 7, "payoff_range": (0, 1)}, "outside")):
        with pytest.raises(allnash.InputError, match=words):
            allnash.solve(payoff=undercut, shape=(3, 3), **options)


CHANCE = {"by_play": True, "payoff_range": (0, 1), "epsilon": 0.3, "seed": 5}


def left(path, count, **options):
    """A loop that is left after about so many plays, with the last step unanswered: what was open then."""
    with allnash.Solver((2, 2), ledger=path, **CHANCE, **options) as solver:
        plays = solver.step()
        while count > 0:
            count -= len(plays)
            plays = solver.step([pennies(*play) for play in plays.tolist()])
        return [tuple(play) for play in plays.tolist()]


def test_plays_that_are_lost_are_told_with_what_they_cost(tmp_path):
    path = tmp_path / "run.db"
    open_plays = left(path, 60)
    solver = allnash.Solver((2, 2), ledger=path, **CHANCE)
    with pytest.warns(UserWarning, match=f"{len(open_plays)} plays handed out and not answered .* worst for each player"):
        plays = solver.step()
    assert not set(open_plays) & set(map(tuple, plays.tolist()))
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it is told once
        solver.step([pennies(*play) for play in plays.tolist()])
    result = solver.stop()
    assert result.failures == len(open_plays)
    assert any("had no answer and count as the worst for each player" in note for note in result.notes)


def test_visitors_who_leave_are_no_losses(tmp_path):
    path = tmp_path / "run.db"
    open_plays = left(path, 60, unanswered="again")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = []
        result = driven(allnash.Solver((2, 2), ledger=path, unanswered="again", **CHANCE), pennies, again)
    assert set(open_plays) <= set(again) and result.status == "certified" and not result.failures
    whole = driven(allnash.Solver((2, 2), **CHANCE), pennies)
    assert (result.low, result.high, result.plays) == (whole.low, whole.high, whole.plays)
    for options in ({"unanswered": "maybe"}, {"unanswered": "again", "seeded": True}):
        with pytest.raises((TypeError, allnash.InputError), match="unanswered"):
            allnash.Solver((2, 2), **CHANCE, **options)
