"""Run where there is nothing but NumPy and allnash: solves, checks a proof, and says where code came from.

Prints the libraries that allnash brought into the process, a line each.
"""
import importlib.util
import sys

import numpy


def libraries():
    with open("/proc/self/maps") as maps:
        return {words[-1] for words in map(str.split, maps) if ".so" in words[-1]}


before = libraries()
for name in ("scipy", "pandas", "matplotlib", "tqdm", "mpi4py", "distributed"):
    assert importlib.util.find_spec(name) is None, f"{name} is here too"

import allnash  # noqa: E402

assert allnash.__file__.startswith(sys.prefix), allnash.__file__
GAME = [[3, 0], [1, 2]]
result = allnash.solve(numpy.array(GAME))
assert result.value * 2 == 3 and result.row_array.tolist() == [0.25, 0.75]
assert allnash.check(result, GAME) and not allnash.check(result, [[3, 0], [1, 1]])
assert allnash.solve("family:random,n=60").proved  # with Clp, exact repair and FLINT
print("\n".join(sorted(libraries() - before)))
