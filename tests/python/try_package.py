"""Run where there is nothing but allnash: solves, checks a proof, says what a part would need and where code came from.

Prints the libraries that allnash brought into the process, a line each.
"""
import importlib.util
import pickle
import sys


def libraries():
    with open("/proc/self/maps") as maps:
        return {words[-1] for words in map(str.split, maps) if ".so" in words[-1]}


before = libraries()
for name in ("numpy", "scipy", "pandas", "matplotlib", "tqdm", "mpi4py", "distributed"):
    assert importlib.util.find_spec(name) is None, f"{name} is here too"

import allnash  # noqa: E402

assert allnash.__file__.startswith(sys.prefix), allnash.__file__
GAME = [[3, 0], [1, 2]]
result = allnash.solve(GAME)
assert result.value * 2 == 3 and list(map(float, result.row_strategy.values())) == [0.25, 0.75]
assert allnash.check(result, GAME) and not allnash.check(result, [[3, 0], [1, 1]])
assert allnash.solve("family:random,n=60").proved  # with Clp, exact repair and FLINT

# All that needs no array works without NumPy.
assert result.asked == [(0, 0), (0, 1), (1, 0), (1, 1)] and result.payoff(1, 1) == 2
assert pickle.loads(pickle.dumps(result)) == allnash.Result.from_json(result.to_json()) == result
assert "<table>" in result._repr_html_() and result.report().html and "3/2" in repr(result)
assert result.row_set.contains(result.row_strategy) and result.row_set.contains([0.25, 0.75])
assert result.row_set.sample(1) == result.row_strategy and result.row_set.max_entropy() == {0: 0.25, 1: 0.75}
assert allnash.solve(payoff=lambda i, j: GAME[i][j], shape=(2, 2), labels=(["a", "b"], None)).value == result.value
solver = allnash.Solver((2, 2))
while entries := solver.step():
    entries = solver.step([GAME[i][j] for i, j in entries])
assert solver.result.value == result.value
chance = allnash.solve(play=lambda i, j, seed: seed % 2, shape=(2, 2), payoff_range=(0, 1), epsilon=0.5)
assert chance.status == "certified" and allnash.check(chance) and len(chance.asked) == chance.entries

# What needs a package names it.
segment = allnash.solve([[1, 1, 2], [1, 1, 0]]).column_set
for ask, package in ((lambda: result.row_array, "arrays"), (lambda: segment.sample(1), "arrays"),
                     (segment.max_entropy, "arrays"), (result.plot, "arrays"), (result.to_frame, "frames"),
                     (lambda: allnash.solve(batch=lambda i, j: i, shape=(2, 2)), "arrays")):
    try:
        ask()
    except ModuleNotFoundError as error:
        assert f"allnash[{package}]" in "".join(error.__notes__), error.__notes__
    else:
        raise AssertionError(package)
print("\n".join(sorted(libraries() - before)))
