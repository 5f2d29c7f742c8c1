"""What a run on a game of chance found."""
from __future__ import annotations

import json
import os
from fractions import Fraction
from typing import Any

from . import _allnash, _report
from ._report import Report


def strategy_of(weights: dict[str, str] | None) -> dict[int, Fraction] | None:
    return None if weights is None else {int(index): Fraction(weight) for index, weight in weights.items()}


class NoisyResult:
    """Bounds on the value of a game of chance, and strategies that attain them, which all hold together
    with probability `confidence`.

    `status` is "certified" once the bounds are near enough, or "stopped" (see `stop_reason`).

    >>> import random
    >>> def play(mine, yours, seed):
    ...     return 1 if (random.Random(seed).random() < 0.9) == (mine == yours) else 0
    >>> result = allnash.solve(play=play, shape=(2, 2), payoff_range=(0, 1), epsilon=0.2)
    >>> result.status, result.confidence
    ('certified', '0.95')
    >>> result.high - result.low <= Fraction(1, 5)
    True
    """

    def __init__(self, answer: _allnash.Answer) -> None:
        self._json: dict[str, Any] = json.loads(answer.to_json())
        self._certificate: str = answer.confidence_certificate
        self._answer: _allnash.Answer | None = answer

    @property
    def status(self) -> str:
        """"certified" or "stopped"."""
        return self._json["status"]

    @property
    def stop_reason(self) -> str | None:
        """When stopped: "budget", "time limit", "interrupted", what is wrong with the ledger file, or that
        method saddle-midsearch found no strict saddle point."""
        return self._json.get("stop_reason")

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self._json["rows"], self._json["columns"]

    @property
    def value(self) -> Fraction | None:
        """Of a symmetric game: it is known. None otherwise."""
        return Fraction(self._json["value"]) if "value" in self._json else None

    @property
    def low(self) -> Fraction:
        """The value is at least this, and `row_strategy` guarantees it. In a symmetric game, whose value is
        known, a certified run has `value - low <= epsilon`."""
        return Fraction(self._json["low"])

    @property
    def high(self) -> Fraction:
        """The value is at most this; in a symmetric game the mirror image of `low`."""
        return Fraction(self._json["high"])

    @property
    def row_strategy(self) -> dict[int, Fraction] | None:
        """Guarantees at least `low`; None while none is known."""
        return strategy_of(self._json["row_strategy"])

    @property
    def column_strategy(self) -> dict[int, Fraction] | None:
        """Concedes at most `high`; None while none is known."""
        return strategy_of(self._json["column_strategy"])

    @property
    def confidence(self) -> str:
        """1 - delta, as a decimal: the probability with which all of this holds together."""
        return self._json["confidence"]

    @property
    def plays(self) -> int:
        """How many plays it took."""
        return self._json["plays"]

    @property
    def entries(self) -> int:
        """How many distinct entries were played."""
        return self._json["entries"]

    @property
    def attempts(self) -> int:
        """How often strategies were fixed to be certified."""
        return self._json["attempts"]

    @property
    def row_caps(self) -> dict[int, Fraction]:
        """By row, where below 1: what its probability in any equilibrium does not exceed."""
        return strategy_of(self._json["row_caps"]) or {}

    @property
    def column_caps(self) -> dict[int, Fraction]:
        """By column, where below 1: what its probability in any equilibrium does not exceed."""
        return strategy_of(self._json["column_caps"]) or {}

    @property
    def recalled(self) -> int | None:
        """With a ledger: how many of the plays it had."""
        return self._json.get("recalled")

    @property
    def certificate(self) -> str:
        """What the bounds rest on, which `check` recounts. Empty unless the status is "certified"."""
        return self._certificate

    def write_certificate(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate to a file."""
        with open(path, "w", encoding="ascii") as file:
            file.write(self._certificate)

    def report(self, path: str | os.PathLike[str] | None = None, title: str = "") -> Report:
        """The answer and how it was found as one self-contained HTML page; see `Result.report`."""
        if self._answer is None:
            raise LookupError("a result that was kept has no plays; report before it is pickled")
        return _report.report(self._answer, path, title)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_answer": None}

    def to_json(self) -> str:
        """The result as on the command line."""
        return json.dumps(self._json, separators=(",", ":"))

    def __repr__(self) -> str:
        rows, columns = self.shape
        known = self.value
        bounds = (f"value from {float(self.low):.5g} to {float(self.high):.5g}" if known is None else
                  f"value {float(known):.5g}, guarantee {float(self.low):.5g}")
        return (f"<allnash.NoisyResult: {rows} x {columns} game of chance: {self.status}, {bounds} "
                f"with confidence {self.confidence}, {self.plays} plays>")
