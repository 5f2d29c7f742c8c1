"""NumPy is enough for arrays: the module with every other package out of reach. Without NumPy: package_test.py."""
import subprocess
import sys

ALONE = """
import sys

OTHERS = {"scipy", "pandas", "matplotlib", "tqdm", "dask", "distributed", "mpi4py", "IPython"}

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in OTHERS:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
before = set(sys.modules)
import pickle, warnings
import allnash

from_outside = {name.partition(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names
assert from_outside == {"allnash"}, from_outside
slow = {"asyncio", "concurrent.futures", "subprocess", "tempfile", "logging", "pathlib", "html"} & set(sys.modules)
assert not slow, f"imported before they are needed: {slow}"
import numpy

kicks = numpy.array([[50, 90, 95, 75], [90, 20, 90, 80], [95, 90, 50, 75]])
result = allnash.solve(kicks, labels=(["l", "c", "r"], None))
assert result.value == 76 and result.row_array.tolist() == [0.4, 0.2, 0.4]
assert pickle.loads(pickle.dumps(result)) == allnash.Result.from_json(result.to_json()) == result
assert allnash.check(result, kicks) and "c: 1/5" in repr(result) and "<table>" in result._repr_html_()
assert result.row_set.contains(result.row_strategy) and result.row_set.sample(1) == result.row_strategy
assert result.row_set.max_entropy() == {0: 0.4, 1: 0.2, 2: 0.4}
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert allnash.solve(kicks, progress=True).proved
assert "tqdm" in str(caught[0].message)
for ask, package in ((result.column_set.sample, "allnash[convex]"), (result.column_set.max_entropy, "allnash[convex]"),
                     (result.plot, "allnash[plot]")):
    try:
        ask()
    except ModuleNotFoundError as error:
        assert package in error.__notes__[-1], error.__notes__
    else:
        raise AssertionError(package)
"""


def test_numpy_is_enough(tmp_path):
    done = subprocess.run([sys.executable, "-B", "-c", ALONE], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
