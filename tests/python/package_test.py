"""Docstrings, examples, and the package as pip makes and installs it."""
import doctest
import importlib
import os
import pkgutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import allnash

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ["ALLNASH_BUILD"]).resolve()
EXAMPLES = sorted((ROOT / "python" / "examples").glob("*.py"))


def test_the_docstrings():
    attempted = 0
    for found in pkgutil.iter_modules(allnash.__path__, "allnash."):
        module = importlib.import_module(found.name)
        outcome = doctest.testmod(module, extraglobs={"allnash": allnash})
        assert outcome.failed == 0, found.name
        attempted += outcome.attempted
    outcome = doctest.testmod(allnash)
    assert outcome.failed == 0 and attempted + outcome.attempted > 20


def test_everything_public_is_documented():
    for name in allnash.__all__:
        thing = getattr(allnash, name)
        assert name == "__version__" or thing.__doc__, name
        if isinstance(thing, type) and not issubclass(thing, Exception):
            for part, value in vars(thing).items():
                assert part.startswith("_") or not hasattr(value, "__doc__") or value.__doc__, part


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_the_pages(page):
    """Each block of Python in a page runs, and prints what its >>> lines say."""
    text = (ROOT / page).read_text()
    blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
    assert blocks
    names = {}
    for block in blocks:
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, page, page, 0)
            assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False).failed == 0
            names = test.globs
        else:
            exec(compile(block, page, "exec"), names)


@pytest.mark.parametrize("script", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_the_examples(script, tmp_path):
    done = subprocess.run([sys.executable, "-B", script], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    said = {"agents": "of 1770 matches were played", "csv_game": "dives left 2/5, stays 1/5, dives right 2/5",
            "nash_averaging": "the Nash averages stay", "resume": "the second recalled 100 matches"}
    assert said[script.stem] in done.stdout
    assert "checked: False" not in done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    environment = {**os.environ, "ALLNASH_BUILD": str(BUILD)}
    done = subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps",
                           "--no-index", "-w", folder, ROOT], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_what_the_wheel_holds(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = Parser().parsestr(archive.read(next(n for n in names if n.endswith("METADATA"))).decode())
    assert metadata["Name"] == "allnash" and metadata["Version"] == allnash.__version__
    assert metadata["Requires-Python"] == ">=3.11" and "numpy" in metadata.get_all("Requires-Dist")
    sources = {f"allnash/{path.name}" for path in (ROOT / "python/allnash").iterdir() if path.suffix in {".py", ".pyi"}}
    package = {name for name in names if name.startswith("allnash/")}
    library = {name for name in package if name.startswith("allnash/liballnash.so.")}
    compiled = {name for name in package if name.startswith("allnash/_allnash.cpython-")}
    assert len(library) == len(compiled) == 1
    assert package == sources | library | compiled | {"allnash/_solve.pyi", "allnash/py.typed", "allnash/allnash-check"}


def test_the_wheel_works_alone(wheel, tmp_path):
    """Installed into a folder, with the build folder out of sight."""
    target = tmp_path / "installed"
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", target, wheel],
                   check=True)
    script = ("import allnash, os\n"
              f"assert allnash.__file__.startswith({str(target)!r})\n"
              "result = allnash.solve([[3, 0], [1, 2]])\n"
              "assert result.value * 2 == 3 and allnash.check(result, [[3, 0], [1, 2]])\n"
              "maps = open('/proc/self/maps').read()\n"
              f"assert {str(target)!r} + '/allnash/liballnash' in maps and {str(BUILD)!r} not in maps\n")
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "ALLNASH_BUILD")}
    done = subprocess.run([sys.executable, "-B", "-c", script], cwd=tmp_path, capture_output=True, text=True,
                          env={**environment, "PYTHONPATH": str(target)})
    assert done.returncode == 0, done.stderr
