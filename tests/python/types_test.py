"""The type stubs, checked by mypy: they agree with the code, and users' programs are judged rightly by them."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(os.environ["ALLNASH_BUILD"]) / "python" / "allnash"

GOOD = """
from fractions import Fraction
from typing import Any
import numpy
import allnash

result: allnash.Result = allnash.solve(numpy.zeros((2, 2)), method="full", time_limit=2.5, vertices=10, symmetric=False)
value: Fraction | None = result.value
number: float = float(result.value)
bounds: list[Fraction | None] = [result.low, result.high]
support: list[int] = result.row_support
inside: bool = result.row_set.contains({0: 0.5, 1: 0.5}, tolerance=1e-9)
weights: dict[int, float] = result.column_set.max_entropy()
point: dict[int, Fraction] = result.column_set.sample(numpy.random.default_rng(1))
points: list[dict[int, Fraction]] = result.column_set.sample(7, size=3)
floats: numpy.ndarray | None = result.row_array
again: allnash.Result = allnash.Result.from_json(result.to_json())
same: bool = again == result
allnash.solve([[0.1]], labels=(["a"], None), decimals=True)
def payoff(i: int, j: int) -> Fraction:
    return Fraction(i, j + 1)
allnash.solve(payoff=payoff, shape=(3, 4), budget=100, ledger="matches", game_id="agents", check_repeat=0.1)
allnash.solve(payoff=payoff, shape=(3, 4), executor=None, ahead=0.1)
allnash.solve(payoff=payoff, shape=(3, 4), executor=None, ahead="10%")
play: dict[Any, Fraction] | None = result.row_play
seen: Fraction | None = result.payoff("a", 1)
counters: dict[str, dict[str, int]] = result.counters
solver = allnash.Solver((3, 4), labels=(None, ["a", "b", "c", "d"]), decimals=True, seed=2)
entries: numpy.ndarray = solver.step()
entries = solver.step([1] * len(entries))
entries = solver.step({(1, 2): Fraction(1, 3)})
chance: allnash.Result = allnash.solve(play=lambda i, j, seed: seed % 2, shape=(2, 2), payoff_range=(0, 1), epsilon=0.5)
plays: int | None = chance.plays
league = allnash.Ledger("league.db", (3, 3), symmetric=True, payoff_range=(0, 1), labels=(["a", "b", "c"], ["a", "b", "c"]))
for row, column in league.plan():
    league.add({(row, column): 0.5})
told: str = league.export()
ranking: allnash.Ranking = allnash.rank("log.csv", delta=0.01, schedule="fixed", payoff_range=(0, 1), drop=["a"], only="names",
                                        field={"b": 0.5, "c": Fraction(1, 2)}, sides=("white", "black"), plan=10, min_matches=3)
ranking = allnash.rank(None, ledger="league.db", drop="a", skip=True, tie=Fraction(1, 3), resamples=0, epsilon="1/20")
estimate: allnash.Estimate | None = ranking.estimate
promise: Fraction = ranking.low
flows: allnash.FlowResult = allnash.solve(allnash.PathGame([(0, 1, "a")], [(0, 1, "b")], {("a", "b"): 1}), time_limit=3.5)
size: int = flows.row_support_size
number = float(flows.value)
actions: list[tuple[Any, Any]] = tree_policy["set"] if (tree_policy := flows.policy("row")) else []
made: allnash.PathGame = allnash.PathGame.patrol([("a", "b")], 3, base="a", wait=False)
route: allnash.Route = flows.routes("column", few=True)[0]
bounds_once: tuple[Fraction, Fraction] = flows.at_least_once()
changed: int = flows.chance_restored.numbers
pairs: list[allnash.Equilibrium] = list(result.equilibria())
class State:
    def current_player(self) -> int:
        return -4
    def legal_actions(self) -> list[int]:
        return []
    def child(self, action: int) -> "State":
        return self
    def returns(self) -> list[float]:
        return [1.0, -1.0]
object_game: allnash.FlowResult = allnash.solve(State(), max_nodes=1000, chance="normalise", progress=True)
tree: allnash.FlowResult = allnash.solve(allnash.GameTree(allnash.GameTree.move(1, "set", {"on": 1})))
def respond(mixture: dict[str, Fraction]) -> tuple[str, Fraction]:
    return "a", Fraction(0)
met: allnash.ResponseResult = allnash.solve_responses(lambda i, j: 0, respond, respond, start=("a", "b"), budget=3)
mixed: dict[str, Fraction] | None = met.row_strategy
number = float(met.value)
named: allnash.FlowResult = allnash.solve("paths:blotto,fields=3,mine=3")
table: allnash.Result = allnash.solve("game.csv", labels=True)
if not allnash.check(result.certificate):
    raise SystemExit(allnash.check(result).reason)
"""

BAD = [
    'allnash.solve([[1]], metod="full")',
    'allnash.solve([[1]], seed="x")',
    'allnash.solve([[1]], symmetric="yes please")',
    "allnash.solve(payoff=3, shape=(1, 2))",
    "allnash.solve(payoff=max, shape=(1, 2, 3))",
    "allnash.Solver(3)",
    "allnash.solve([[1]]).values",
    "allnash.solve([[1]]).value.upper()",
    "allnash.check(3).verdict",
    "allnash.solve([[1]]).low + 1",
    'allnash.solve([[1]], chance="round")',
    "allnash.solve(allnash.PathGame([(0, 1)], [(0, 1)], {})).policy(2)",
    "allnash.solve(allnash.PathGame([(0, 1)], [(0, 1)], {}), max_nodes=3)",
    "allnash.solve([[1]], labels=3)",
    "allnash.solve([[1]]).column_set.sample(size=2).items()",
    "allnash.Result.from_json(3)",
    'allnash.Ledger("league.db", 3)',
    'allnash.Ledger("league.db", simmetric=True)',
    "allnash.solve([[1]]).rows",
    "allnash.solve([[1]], decimal=',')",
    'allnash.rank("log.csv", dleta=0.1)',
    'allnash.rank("log.csv", schedule="sometimes")',
    'allnash.rank("log.csv", plan="many")',
    'allnash.rank("log.csv", two_sided="yes")',
    'allnash.rank("log.csv", drop=3)',
    'allnash.rank("log.csv", field=["a", "b"])',
    'allnash.rank("log.csv").estimate.draws',
    'allnash.rank("log.csv").tiers',
    "allnash.solve([[1]]).row_behaviour",
    "allnash.solve(allnash.PathGame([(0, 1)], [(0, 1)], {})).row_set",
]


def mypy(*words, cwd):
    pytest.importorskip("mypy")
    environment = {**os.environ, "MYPYPATH": f"{PACKAGE.parent}:{cwd}", "MYPY_CACHE_DIR": str(cwd / "cache")}
    return subprocess.run([sys.executable, "-B", "-m", *words], cwd=cwd, env=environment, capture_output=True,
                          text=True)


def test_the_package_and_the_stubs(tmp_path):
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text("import allnash\n" + "\n".join(BAD) + "\n")
    done = mypy("mypy", "--strict", "--allow-any-generics", "--no-warn-return-any", "--ignore-missing-imports",
                "--follow-imports=silent", "-p", "allnash", "-m", "good", "-m", "bad", cwd=tmp_path)
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert errors and all(line.startswith("bad.py") for line in errors), done.stdout + done.stderr
    assert {int(line.split(":")[1]) for line in errors} == set(range(2, len(BAD) + 2)), done.stdout


def test_the_stubs_agree_with_the_code(tmp_path):
    """mypy's stubtest imports the module and compares names, arguments and defaults."""
    (tmp_path / "allowed").write_text(r"allnash\._allnash\.\w+(\.__init__)?" + "\n")  # what pybind11 adds to a class
    done = mypy("mypy.stubtest", "allnash._allnash", "allnash._solve", "allnash._ledger", "allnash._rank", "--ignore-missing-stub",
                "--ignore-unused-allowlist", "--allowlist", "allowed", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
