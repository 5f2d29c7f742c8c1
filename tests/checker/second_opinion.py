"""What tests of certificates share: the verdict of the checker, and second opinions. A text is true unless something in it is not as it
must be."""
import subprocess
import tempfile
from fractions import Fraction
from pathlib import Path


class Untrue(Exception):
    pass


def insist(condition):
    if not condition:
        raise Untrue


def number(word):
    try:
        value = Fraction(word)
    except (ValueError, ZeroDivisionError):
        raise Untrue from None
    insist(str(value) == word)
    return value


def verdict_of(checker, text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof"
        path.write_text(text)
        return subprocess.run([checker, path], capture_output=True, text=True).stdout.strip()


def written(command, ends=(0,), **how):
    """The certificate that a command writes, which must end with one of these codes."""
    with tempfile.TemporaryDirectory() as folder:
        proof = Path(folder) / "proof"
        done = subprocess.run([*command, "--certificate", proof], capture_output=True, **how)
        assert done.returncode in ends, done.stderr
        return proof.read_text()


def mutants(text, changed):
    """The text with a word changed, as `changed` says, a line gone, doubled or moved, or another end."""
    lines = text.split("\n")[:-1]
    for at, line in enumerate(lines):
        words = line.split(" ")
        others = [" ".join([*words[:place], other, *words[place + 1:]]) for place, word in enumerate(words) for other in changed(word)]
        for there in [*([other] for other in others), [], [line, line], [line + " "]]:
            yield "\n".join([*lines[:at], *there, *lines[at + 1:], ""])
        if at > 0:
            yield "\n".join([*lines[:at - 1], line, lines[at - 1], *lines[at + 1:], ""])
    yield text[:-1]
    yield text + "end\n"
