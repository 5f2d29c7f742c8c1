"""Proofs, checked by the program allnash-check, which shares no code with the rest."""
from __future__ import annotations

import os
from typing import Any, NamedTuple

from . import _allnash, _games
from ._options import in_words
from ._report import write_text
from ._flows import FlowResult
from ._responses import ResponseResult
from ._result import Result

FIRST_WORD = "allnash-"  # starts every kind of certificate


class Verdict(NamedTuple):
    """What the checker said. As a truth value: whether the proof holds."""

    verified: bool
    reason: str  # of a rejection; empty otherwise

    def __bool__(self) -> bool:
        return self.verified


def checker() -> str:
    """The program that came with the module, or the one on the PATH."""
    import shutil

    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "allnash-check")
    found = beside if os.access(beside, os.X_OK) else shutil.which("allnash-check")
    if found is None:
        raise FileNotFoundError("the program allnash-check is neither beside the module nor on the PATH")
    return found


def check(certificate: Any, game: Any = None, *, labels: Any = False, decimals: bool = True) -> Verdict:
    """Check a proof in exact arithmetic, by a program of its own.

    `certificate` is a result of any kind, the text of a certificate, or the path of one. With a `game`, anything
    that `solve` takes as one, each payoff that the proof rests on is compared with it; `labels` and
    `decimals` are those of `solve`.

    >>> game = [[3, 0], [1, 2]]
    >>> allnash.check(allnash.solve(game), game)
    Verdict(verified=True, reason='')
    >>> allnash.check(allnash.solve(game), [[3, 0], [1, 1]]).verified
    False
    """
    import subprocess
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        command = [checker(), certificate_file(certificate, folder)]
        if game is not None:
            command += game_file(game, folder, labels, decimals)
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    said = done.stdout.strip()
    if done.returncode == 0:
        return Verdict(True, "")
    if done.returncode == 1:
        return Verdict(False, said.removeprefix("rejected: "))
    raise _allnash.InputError(in_words(done.stderr.strip().removeprefix("allnash-check: ")))


def certificate_file(certificate: Any, folder: str) -> str:
    if isinstance(certificate, (Result, FlowResult, ResponseResult)):
        certificate = certificate.certificate
    if isinstance(certificate, str) and certificate.startswith(FIRST_WORD) and "\n" in certificate:
        path = os.path.join(folder, "certificate")
        write_text(path, certificate)
        return path
    if not isinstance(certificate, (str, os.PathLike)):
        raise TypeError(f"a certificate is a Result, a text or a path, not {type(certificate).__name__}")
    _games.require_file(os.fspath(certificate))
    return os.path.abspath(certificate)


def game_file(game: Any, folder: str, labels: Any, decimals: bool) -> list[str]:
    if isinstance(game, (str, os.PathLike)) and not os.fspath(game).startswith("family:"):
        _games.require_file(os.fspath(game))
        return [os.path.abspath(game), *(["--labels"] if labels is True else [])]
    path = os.path.join(folder, "game.csv")
    loaded = _games.load(game, labels, decimals)
    if loaded.gap:
        raise _allnash.InputError(f"entry {loaded.gap}: missing; a proof is compared with a table that has no gaps")
    loaded.game.write(path)
    return [path]
