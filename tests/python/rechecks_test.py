"""A ledger that is used for a function which has changed: some of what it has is asked again, and refused where it differs."""
import functools
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

import allnash
from games import driven, pennies, undercut


def table_of(rows):
    return lambda i, j: rows[i][j]


FIRST, SECOND = table_of([[3, 0], [1, 2]]), table_of([[3, 0], [1, 7]])


def halves(i, j):
    return i * 2 - j


def halves_changed(i, j):
    return i * 3 - j


@pytest.mark.parametrize("workers", [0, 2])
def test_a_changed_function_is_refused(tmp_path, workers):
    """The whole answer was in the file, and was called proved."""
    path = tmp_path / "st.db"
    assert allnash.solve(payoff=FIRST, shape=(2, 2), ledger=path).value == allnash.solve([[3, 0], [1, 2]]).value
    executor = ThreadPoolExecutor(workers) if workers else None
    with pytest.raises(allnash.InputError) as refused:
        allnash.solve(payoff=SECOND, shape=(2, 2), ledger=path, executor=executor)
    message = str(refused.value)
    assert "entry (1, 1) is 2" in message and "asked again it is 7" in message and "another ledger file" in message
    batch = numpy.array([[3, 0], [1, 7]])
    with pytest.raises(allnash.InputError, match=r"entry \(1, 1\) is 2"):
        allnash.solve(batch=lambda i, j: batch[i, j], shape=(2, 2), ledger=path)
    assert allnash.solve(payoff=FIRST, shape=(2, 2), ledger=path).value == allnash.solve([[3, 0], [1, 2]]).value


def test_a_run_that_was_stopped_does_not_go_on_with_another_function(tmp_path):
    path = tmp_path / "st.db"
    assert allnash.solve(payoff=undercut, shape=(30, 30), ledger=path, budget=40).status == "stopped"
    with pytest.raises(allnash.InputError, match="of another game"):
        allnash.solve(payoff=lambda i, j: undercut(i, j) + 1, shape=(30, 30), ledger=path)


def test_what_is_asked_again_is_no_query(tmp_path):
    path = tmp_path / "st.db"
    alone = allnash.solve(payoff=undercut, shape=(30, 30))
    allnash.solve(payoff=undercut, shape=(30, 30), ledger=path, budget=100)
    calls = []

    def counted(i, j):
        calls.append((i, j))
        return undercut(i, j)

    result = allnash.solve(payoff=counted, shape=(30, 30), ledger=path)
    assert result.queries == alone.queries and result.row_vertices == alone.row_vertices
    assert result.rechecked == 16 or result.rechecked == 4  # 16 where the function has another name or text
    assert len(calls) == result.queries - result.recalled + result.rechecked + (result.repeats or 0)
    assert f"{result.recalled} of these from the ledger; {result.rechecked} of its payoffs asked again" in repr(result)
    assert allnash.Result.from_json(result.to_json()) == result
    # The seed chooses which: the same, in the same order.
    lists = []
    for seed in (1, 1, 2):
        calls.clear()
        allnash.solve(payoff=counted, shape=(30, 30), ledger=path, seed=seed)
        lists.append(calls[:4])
    assert lists[0] == lists[1] != lists[2] and len(lists[2]) == 4


def test_a_hint_is_told_and_proves_nothing(tmp_path):
    path = tmp_path / "st.db"
    allnash.solve(payoff=halves, shape=(4, 4), ledger=path)
    with pytest.raises(allnash.InputError, match=r"filled by 'halves \(source \w{8}\)', this run asks 'halves_changed"):
        allnash.solve(payoff=halves_changed, shape=(4, 4), ledger=path)
    same = allnash.solve(payoff=functools.partial(halves), shape=(4, 4), ledger=path)
    assert same.rechecked == 4 and same.notes == ["All payoffs come from the ledger file; none was new."]
    assert same.notes[0] in repr(same)
    other = allnash.solve(payoff=lambda i, j: i * 2 - j, shape=(4, 4), ledger=path)
    assert other.rechecked == same.recalled < 16 and "this run asks" in " ".join(other.notes)
    # The name that the file has now is that of the last function.
    assert allnash.solve(payoff=halves, shape=(4, 4), ledger=path).rechecked == same.recalled
    assert allnash.solve(payoff=halves, shape=(4, 4), ledger=path).rechecked == 4


def test_who_vouches_is_not_asked(tmp_path):
    path = tmp_path / "st.db"
    allnash.solve(payoff=FIRST, shape=(2, 2), ledger=path)
    for vouched in ({"check_repeat": 0}, {"budget": 0}):
        result = allnash.solve(payoff=SECOND, shape=(2, 2), ledger=path, **vouched)
        assert result.rechecked is None and result.recalled == 4
        assert "Nothing shows that what the ledger file has is of this game" in repr(result)
    result = allnash.solve(payoff=SECOND, shape=(2, 2), ledger=path, game_id="kicks")
    assert result.rechecked is None and result.recalled == 4
    # Where the function fails the answer is the file's, and says so.
    result = allnash.solve(payoff=table_of([]), shape=(2, 2), ledger=tmp_path / "st.db", game_id="kicks")
    assert result.recalled == 4


def test_a_function_that_fails_at_what_was_imported(tmp_path):
    path = tmp_path / "st.db"
    ledger = allnash.Ledger(path, (2, 2))
    ledger.add({(0, 0): 3, (0, 1): 0, (1, 0): 1, (1, 1): 2})
    result = allnash.solve(payoff=table_of([]), shape=(2, 2), ledger=path)
    assert result.rechecked == 0 and any("IndexError" in note for note in result.notes)


@pytest.mark.parametrize("symmetric", [False, True])
def test_a_solver_that_is_resumed(tmp_path, symmetric):
    path = tmp_path / "st.db"
    options = {"symmetric": symmetric, "ledger": path}
    asked, again = [], []
    first = driven(allnash.Solver((3, 3), **options), lambda i, j: i - j, asked)
    assert len(asked) == first.queries  # nothing twice
    second = driven(allnash.Solver((3, 3), **options), lambda i, j: i - j, again)
    assert second.recalled == second.queries == first.queries and len(again) == second.rechecked == (3 if symmetric else 4)
    with pytest.raises(allnash.InputError, match="of another game"):
        driven(allnash.Solver((3, 3), **options), lambda i, j: 2 * (i - j))
    # One that grows goes on from what its own caller said.
    solver, grown = allnash.Solver((3, 3), ledger=tmp_path / "grown.db", symmetric=symmetric), []
    entries = solver.step()
    grown += map(tuple, entries.tolist())
    solver.step([i - j for i, j in grown])
    solver.add_row()
    result = driven(solver, lambda i, j: i - j, grown)
    assert result.rechecked is None and len(set(grown)) == len(grown)


def test_plays(tmp_path):
    """Of plays that are drawn from their seeds some are played again; of others nothing could be said."""
    settings = {"shape": (2, 2), "payoff_range": (0, 1), "epsilon": 0.2, "ledger": tmp_path / "run.db"}
    first = allnash.solve(play=pennies, seeded=True, **settings)
    second = allnash.solve(play=pennies, seeded=True, **settings)
    assert second.recalled == second.plays == first.plays and second.rechecked == 4
    assert "4 of its plays asked again" in repr(second)

    def changed(mine, yours, seed):
        return 1 - pennies(mine, yours, seed)

    with pytest.raises(allnash.InputError, match=r"the play of entry \(\d, \d\) with seed \d+ paid"):
        allnash.solve(play=changed, seeded=True, **settings)
    settings["ledger"] = tmp_path / "other.db"
    allnash.solve(play=pennies, **settings)
    result = allnash.solve(play=changed, **settings)
    assert result.rechecked is None and result.recalled == result.plays
    assert any("Nothing shows" in note for note in result.notes) and any("'pennies" in note for note in result.notes)


def test_best_responses(tmp_path):
    def game(factor):
        def payoff(i, j):
            return factor * ((i - j) % 3 - 1)

        def best(mixture, sign):
            earned = {i: sum(p * payoff(i, j) if sign > 0 else -p * payoff(j, i) for j, p in mixture.items()) for i in range(5)}
            one = max(earned, key=earned.get)
            return one, sign * earned[one]

        return payoff, lambda mixture: best(mixture, 1), lambda mixture: best(mixture, -1)

    path = tmp_path / "responses.db"
    first = allnash.solve_responses(*game(1), ledger=path)
    assert first.rechecked is None
    second = allnash.solve_responses(*game(1), ledger=path)
    assert second.value == first.value and 4 <= second.rechecked <= 6 and "of these from the ledger" in repr(second)
    assert (second.responses, second.payoffs) == (first.responses, first.payoffs)
    with pytest.raises(allnash.InputError, match="of another game: there the answer to 'payoff"):
        allnash.solve_responses(*game(2), ledger=path)
