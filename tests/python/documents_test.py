"""Docstrings, pages and examples."""
import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import allnash

ROOT = Path(__file__).parents[2]
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


@pytest.mark.parametrize("page", ["docs/python.md", "docs/from_others.md", "docs/all_equilibria.md", "README.md"])
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
            "nash_averaging": "the Nash averages stay", "population": "solved: 64 pairs of policies evaluated",
            "resume": "the second recalled 100 matches", "ten_weeks": "week 10: 15 agents",
            "trained_population": "no better response found by 4 learners; certified for "}
    assert said[script.stem] in done.stdout
    assert "checked: False" not in done.stdout
