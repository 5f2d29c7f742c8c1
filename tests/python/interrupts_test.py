"""Ctrl-C ends what follows, too, and what was known is not lost."""
import pickle
import signal
import os

import pytest

import allnash
from games import undercut


def test_a_loop_of_runs_ends_with_the_first(tmp_path):
    runs = []

    def pressed(i, j):
        if len(runs) == 2 and (i, j) != (0, 0):
            os.kill(os.getpid(), signal.SIGINT)
        return undercut(i, j)

    with pytest.raises(KeyboardInterrupt) as ended:
        for name in "abc":
            runs.append(name)
            allnash.solve(payoff=pressed, shape=(30, 30), ledger=tmp_path / name, certificate=tmp_path / f"{name}.cert")
    assert runs == ["a", "b"] and isinstance(ended.value, allnash.Interrupted)
    result = ended.value.result
    assert result.status == "stopped" and result.stop_reason == "interrupted" and "`result`" in str(ended.value)
    assert pickle.loads(pickle.dumps(ended.value)).result == result
    assert (tmp_path / "a.cert").exists() and not (tmp_path / "b.cert").exists()


def test_an_interrupt_after_the_last_payoff_is_not_swallowed():
    """All was known by then: the result is proved, and the program ends all the same."""
    asked = []

    def payoff(i, j):
        asked.append((i, j))
        if len(asked) == 4:
            signal.raise_signal(signal.SIGINT)
        return [[3, 0], [1, 2]][i][j]

    with pytest.raises(KeyboardInterrupt) as ended:
        allnash.solve(payoff=payoff, shape=(2, 2), method="full", check_repeat=0)
    assert ended.value.result.status in ("proved", "stopped")
