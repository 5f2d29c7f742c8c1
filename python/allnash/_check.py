"""Proofs, checked by the program allnash-check, which shares no code with the rest."""
from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from . import _allnash, _games
from ._noisy import NoisyResult
from ._options import in_words
from ._result import Result

FIRST_WORD = "allnash-"  # of every kind of certificate


class Verdict(NamedTuple):
    """What the checker said. As a truth value: whether the proof holds."""

    verified: bool
    reason: str  # why it was rejected; empty when it was not

    def __bool__(self) -> bool:
        return self.verified


def checker() -> str:
    """The program that came with the module, or else the one on the PATH."""
    beside = Path(__file__).absolute().with_name("allnash-check")
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("allnash-check")
    if found is None:
        raise FileNotFoundError("the program allnash-check is neither beside the module nor on the PATH")
    return found


def check(certificate: Any, game: Any = None, *, labels: Any = False, decimals: bool = False) -> Verdict:
    """Check a proof in exact arithmetic, by a program of its own.

    `certificate` is a Result, the text of a certificate, or the path of one. With a `game`, anything
    that `solve` takes as one, each payoff that the proof rests on is compared with it; `labels` and
    `decimals` are those of `solve`.

    >>> game = [[3, 0], [1, 2]]
    >>> allnash.check(allnash.solve(game), game)
    Verdict(verified=True, reason='')
    >>> allnash.check(allnash.solve(game), [[3, 0], [1, 1]]).verified
    False
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [checker(), certificate_file(certificate, Path(folder))]
        if game is not None:
            command += game_file(game, Path(folder), labels, decimals)
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    said = done.stdout.strip()
    if done.returncode == 0:
        return Verdict(True, "")
    if done.returncode == 1:
        return Verdict(False, said.removeprefix("rejected: "))
    raise _allnash.InputError(in_words(done.stderr.strip().removeprefix("allnash-check: ")))


def certificate_file(certificate: Any, folder: Path) -> str:
    path = folder / "certificate"
    if isinstance(certificate, (Result, NoisyResult)):
        certificate.write_certificate(path)
    elif isinstance(certificate, str) and certificate.startswith(FIRST_WORD) and "\n" in certificate:
        path.write_text(certificate)
    elif isinstance(certificate, (str, os.PathLike)):
        _games.require_file(os.fspath(certificate))
        return str(Path(certificate).absolute())
    else:
        raise TypeError(f"a certificate is a Result, a text or a path, not {type(certificate).__name__}")
    return str(path)


def game_file(game: Any, folder: Path, labels: Any, decimals: bool) -> list[str]:
    if isinstance(game, (str, os.PathLike)) and not os.fspath(game).startswith("family:"):
        _games.require_file(os.fspath(game))
        return [str(Path(game).absolute()), *(["--labels"] if labels is True else [])]
    path = folder / "game.csv"
    _games.load(game, labels, decimals).game.write(str(path))
    return [str(path)]
