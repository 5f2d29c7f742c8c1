"""What tests of the program share."""
import json


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
