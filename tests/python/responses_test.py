"""Games known by best responses, given by functions of Python."""
import os
import random
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction

import pytest

import allnash

TABLE = [[random.Random(7 * i + j).randint(-9, 9) for j in range(30)] for i in range(25)]
VALUE = allnash.solve(TABLE).value


def payoff(i, j):
    return TABLE[i][j]


def earned(player, mixture):
    """By strategy, against a mixture of the opponent."""
    count = len(TABLE) if player == "row" else len(TABLE[0])
    return [sum(p * (TABLE[one][other] if player == "row" else TABLE[other][one]) for other, p in mixture.items())
            for one in range(count)]


def respond_row(mixture):
    sums = earned("row", mixture)
    return sums.index(max(sums)), max(sums)


def respond_column(mixture):
    sums = earned("column", mixture)
    return sums.index(min(sums)), min(sums)


def assert_equilibrium(result):
    assert (result.status, result.value, result.low, result.high) == ("equilibrium", VALUE, VALUE, VALUE)
    assert min(earned("column", result.row_strategy)) == VALUE == max(earned("row", result.column_strategy))
    assert sum(result.row_strategy.values()) == 1 == sum(result.column_strategy.values())


@pytest.mark.parametrize("respond_to", ["centre", "vertex", "both"])
def test_an_equilibrium(respond_to, tmp_path):
    result = allnash.solve_responses(payoff, respond_row, respond_column, respond_to=respond_to, certificate=tmp_path / "proof")
    assert_equilibrium(result)
    assert result.stop_reason is None and result.recalled is None and result.restricted_value is None
    assert 2 <= result.responses and result.payoffs == result.row_strategies_met * result.column_strategies_met
    assert (tmp_path / "proof").read_text() == result.certificate
    assert allnash.check(result) and not allnash.check(result.certificate.replace(f"equilibrium {VALUE}", "equilibrium 0"))
    assert '"status":"equilibrium"' in result.to_json().replace(" ", "")
    assert "value   ~0.000583722817" in repr(result) and "responses and" in result._repr_html_()


def test_executors_change_nothing():
    plain = allnash.solve_responses(payoff, respond_row, respond_column)
    for make in (lambda: ThreadPoolExecutor(3), lambda: ProcessPoolExecutor(2)):
        with make() as pool:
            result = allnash.solve_responses(payoff, respond_row, respond_column, executor=pool)
        assert_equilibrium(result)
        assert (result.row_strategy, result.responses, result.payoffs) == (plain.row_strategy, plain.responses, plain.payoffs)


def test_strategies_of_any_kind():
    """Tuples, text with blanks, what begins as a literal does, and objects: each is handed back as it was."""
    names = ["rock", "a b", "=1", 1, (1, 2), ("x y", (3,)), "50%", "", Fraction(1, 3), frozenset({2}), "\u00e9\u2003"]

    def wins(row, column):
        assert any(row is name for name in names) or row in names
        return (names.index(row) - names.index(column)) % len(names) % 3 - 1

    def respond(sign, best):
        def response(mixture):
            sums = {name: sum(p * (wins(name, other) if sign > 0 else wins(other, name)) for other, p in mixture.items())
                    for name in names}
            name = best(names, key=lambda one: sums[one])
            return name, sums[name]
        return response

    result = allnash.solve_responses(wins, respond(1, max), respond(-1, min))
    table = allnash.solve([[wins(row, column) for column in names] for row in names])
    assert result.status == "equilibrium" and result.value == table.value
    assert set(result.row_strategy) | set(result.column_strategy) <= set(names)
    assert result.certificate.count("%2520") == 0


def test_bounds_and_nothing():
    def rounded(player):
        respond = respond_row if player == "row" else respond_column

        def response(mixture):
            best, value = respond(mixture)
            return best, allnash.Bound(value + (Fraction(1, 8) if player == "row" else Fraction(-1, 8)))
        return response

    result = allnash.solve_responses(payoff, rounded("row"), rounded("column"))
    assert result.status == "within" and result.value is None
    assert result.low == VALUE - Fraction(1, 8) and result.high == VALUE + Fraction(1, 8)
    for alone in (lambda found: found[0], lambda found: (found[0], None)):
        result = allnash.solve_responses(payoff, lambda x: alone(respond_row(x)), lambda y: alone(respond_column(y)))
        assert (result.status, result.value, result.low, result.restricted_value) == ("no better response found", None, None, VALUE)
        assert min(earned("column", result.row_strategy)) == VALUE
    result = allnash.solve_responses(payoff, respond_row, respond_column, epsilon=100)
    assert result.status == "within" and result.low <= VALUE <= result.high


def test_a_start():
    seen = []

    def responding(respond):
        def response(mixture):
            seen.append(mixture)
            return respond(mixture)
        return response

    rows, columns = responding(respond_row), responding(respond_column)
    assert_equilibrium(allnash.solve_responses(payoff, rows, columns, start=(3, 4)))
    assert all(sum(mixture.values()) == 1 for mixture in seen)
    assert {3: 1} in seen and {4: 1} in seen
    seen.clear()
    allnash.solve_responses(payoff, rows, columns)
    assert seen[:2] == [{}, {}]


def test_a_ledger(tmp_path):
    ledger = tmp_path / "answers.db"
    first = allnash.solve_responses(payoff, respond_row, respond_column, ledger=ledger, budget=6, game_id="table")
    assert (first.status, first.stop_reason, first.responses, first.recalled) == ("stopped", "budget", 6, 0)
    assert first.low is None or first.low <= VALUE
    with pytest.raises(allnash.NotProved, match="budget"):
        first.certificate
    second = allnash.solve_responses(payoff, respond_row, respond_column, ledger=ledger, game_id="table")
    assert_equilibrium(second)
    assert second.recalled == first.responses + first.payoffs

    def never(*_):
        raise AssertionError("asked again")

    third = allnash.solve_responses(never, never, never, ledger=ledger, game_id="table")
    assert third.row_strategy == second.row_strategy and third.recalled == third.responses + third.payoffs
    with pytest.raises(ValueError):
        allnash.solve_responses(payoff, respond_row, respond_column, ledger=ledger, game_id="another")


def test_strategies_that_a_ledger_cannot_keep(tmp_path):
    with pytest.raises(allnash.InputError, match=r"ledger: frozenset\(\{1\}\) could not be read from the file again"):
        allnash.solve_responses(lambda i, j: 0, lambda x: (frozenset({1}), 0), lambda y: (1, 0), ledger=tmp_path / "l.db")
    pairs = [(1, ("a b", -2.5)), "=text", "x%y"]
    for _ in range(2):
        result = allnash.solve_responses(lambda i, j: pairs.index(i) - pairs.index(j), lambda x: (pairs[2], None),
                                         lambda y: (pairs[0], None), start=(pairs[0], pairs[1]), ledger=tmp_path / "m.db")
    assert result.row_strategy == {pairs[2]: 1} and result.recalled == result.responses + result.payoffs


@pytest.mark.parametrize("pooled", [False, True])
def test_ctrl_c_keeps_what_was_paid(pooled, tmp_path):
    """The answers before it are in the file, and the next run asks for none of them."""
    calls, over = [], threading.Event()

    def counted(i, j):
        calls.append((i, j))
        if len(calls) == 30:
            os.kill(os.getpid(), signal.SIGINT)
            if pooled:
                over.wait()
        return payoff(i, j)

    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(KeyboardInterrupt) as ended:
            allnash.solve_responses(counted, respond_row, respond_column, ledger=tmp_path / "l.db",
                                    executor=pool if pooled else None)
        result = ended.value.result
        over.set()
    assert (result.status, result.stop_reason, result.payoffs) == ("stopped", "interrupted", 29)
    assert result.low is None or result.low <= VALUE
    paid = len(calls)
    second = allnash.solve_responses(lambda i, j: calls.append((i, j)) or payoff(i, j), respond_row, respond_column,
                                     ledger=tmp_path / "l.db")
    assert_equilibrium(second)
    again = set(calls[:result.payoffs]) & set(calls[paid:])
    assert len(again) == 4 and second.recalled == result.payoffs + result.responses  # to compare


def test_a_time_limit():
    result = allnash.solve_responses(payoff, respond_row, respond_column, time_limit=1e-9)
    assert (result.status, result.stop_reason) == ("stopped", "time limit")
    assert "stopped (time limit)" in repr(result)


class Broken(Exception):
    pass


@pytest.mark.parametrize("pooled", [False, True])
def test_exceptions_are_passed_on(pooled):
    def broken(i, j):
        raise Broken

    def broken_response(mixture):
        raise Broken

    pool = ThreadPoolExecutor(2) if pooled else None
    with pytest.raises(Broken) as caught:
        allnash.solve_responses(broken, respond_row, respond_column, executor=pool)
    assert caught.value.__notes__ == ["while asking for the payoff of 0 and 0"]
    with pytest.raises(Broken) as caught:
        allnash.solve_responses(payoff, respond_row, broken_response, executor=pool)
    assert caught.value.__notes__ == ["while asking for a response of the column player"]
    assert threading.active_count() < 10


def test_answers_that_contradict():
    with pytest.raises(allnash.SourceError, match="contradicts the payoffs"):
        allnash.solve_responses(payoff, lambda x: (0, -100), respond_column)
    with pytest.raises(allnash.SourceError) as caught:
        allnash.solve_responses(lambda i, j: TABLE[i][j] / 10,
                                lambda x: (lambda best, value: (best, float(value) / 10))(*respond_row(x)),
                                lambda y: (lambda best, value: (best, float(value) / 10))(*respond_column(y)))
    assert "a float counts as the decimal that it prints as" in caught.value.__notes__[0]


@pytest.mark.parametrize("arguments, options, error, said", [
    ((3, respond_row, respond_column), {}, TypeError, "payoff must be a function, not int"),
    ((payoff, respond_row, None), {}, TypeError, "respond_column must be a function, not NoneType"),
    ((payoff, respond_row, respond_column), {"start": 3}, TypeError, r"start is a strategy of each player, \(row, column\), not 3"),
    ((payoff, respond_row, respond_column), {"respond_to": "middle"}, ValueError, "respond_to: 'middle' is not one of"),
    ((payoff, respond_row, respond_column), {"budget": -1}, ValueError, "budget: below 0"),
    ((payoff, lambda x: ([], 1), respond_column), {}, TypeError, "a strategy must be fit for a key of a dictionary"),
    ((payoff, lambda x: (1, "many"), respond_column), {}, ValueError, "many"),
    ((lambda i, j: None, respond_row, respond_column), {}, TypeError, "None"),
    ((payoff, respond_row, respond_column), {"executor": 3}, TypeError, "executor must have submit"),
])
def test_what_is_given_wrongly(arguments, options, error, said):
    with pytest.raises(error, match=said):
        allnash.solve_responses(*arguments, **options)


def test_progress():
    reports = []
    allnash.solve_responses(payoff, respond_row, respond_column, progress=reports.append)
    assert reports and {"queries", "rounds", "low", "high", "seconds", "stage"} <= set(reports[-1])
