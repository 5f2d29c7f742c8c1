"""What tests of the program share."""
import json
import tempfile
import time
from pathlib import Path


def settled(text):
    """A result without what changes from run to run."""
    result = json.loads(text)
    for changing in ("seconds", "recalled", "repeats"):
        result.pop(changing, None)
    return result


def answer(done):
    """That of a run, which must have gone well."""
    assert done.returncode == 0, done.stderr
    return settled(done.stdout)


def run_tests(names):
    """Every function test_..., each with a folder of its own."""
    for test in [value for name, value in names.items() if name.startswith("test_")]:
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            test(Path(folder))
            print(f"{test.__name__}: {time.monotonic() - start:.1f} s", flush=True)
