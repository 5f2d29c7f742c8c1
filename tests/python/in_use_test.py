"""A league that another run is using: what waits for it, what is refused, and what may be looked at."""
import os
import subprocess

import pytest

import allnash
from allnash import _rank

NAMES = ["a", "b", "c"]


def log_of(path, count):
    lines = [f"{NAMES[k % 3]},{NAMES[(k + 1) % 3]},{1 if k % 5 else 0}" for k in range(count)]
    path.write_text("row,column,outcome\n" + "\n".join(lines) + "\n")
    return path


def user_of(path):
    solver = allnash.Solver((3, 3), labels=(NAMES, NAMES), by_play=True, symmetric=True, payoff_range=(0, 1), epsilon=0.2,
                            ledger=path)
    assert len(solver.step())
    return solver


def look(code, *words):
    done = subprocess.run([os.path.join(os.environ["ALLNASH_BUILD"], "allnash"), *words], capture_output=True, text=True)
    assert done.returncode == code, done.stderr


def test_a_run_in_use(tmp_path):
    with allnash.Solver((5, 5), ledger=tmp_path / "run.db") as solver:
        assert len(solver.step())
        look(0, "report", tmp_path / "run.db", "-o", tmp_path / "page.html")
        assert (tmp_path / "page.html").exists()


def test_a_league_in_use(tmp_path, monkeypatch):
    path = tmp_path / "league.db"
    log = log_of(tmp_path / "log.csv", 60)
    before = allnash.rank(log, ledger=path)
    solver = user_of(path)
    with pytest.raises(allnash.InUseError, match="league.db: in use by another run"):
        allnash.rank(log_of(log, 90), ledger=path, wait=0)

    looked = allnash.rank(None, ledger=path)
    assert looked.plays == before.plays and looked.estimate.row_strategy == before.estimate.row_strategy
    assert any("is in use" in note for note in looked.notes)
    look(0, "rank", "--ledger", path, "--wait", "0")
    assert allnash.Ledger(path).state["running"]
    with pytest.raises(allnash.InUseError):  # who leaves is written into the file
        allnash.rank(None, ledger=path, drop="c", wait=0)

    waits = []

    def ends_meanwhile(seconds):
        waits.append(seconds)
        if len(waits) == 3:
            solver.stop()
            del solver._run
    monkeypatch.setattr(_rank.time, "sleep", ends_meanwhile)
    assert allnash.rank(log, ledger=path).plays == 90 and len(waits) == 3
