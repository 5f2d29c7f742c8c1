"""Answers from matches that were played."""
from __future__ import annotations

import json
import os
from fractions import Fraction
from typing import Any

from . import _allnash
from ._options import documented, in_words, keyword, option_texts
from ._report import Report


class Ranking:
    """What `rank` says. Strategies are known by name."""

    def __init__(self, ranked: _allnash.Ranked) -> None:
        self._ranked = ranked
        self._json: dict[str, Any] = json.loads(ranked.to_json())

    def _labels(self, player: str) -> list[str]:
        labels: list[str] = self._json["labels"] if self.symmetric else self._json[f"{player}_labels"]
        return labels

    def _by_name(self, player: str, numbers: dict[str, str] | None) -> dict[str, Fraction]:
        return {self._labels(player)[int(index)]: Fraction(number) for index, number in (numbers or {}).items()}

    def _names(self, player: str, indices: list[int]) -> list[str]:
        return [self._labels(player)[index] for index in indices]

    @property
    def status(self) -> str:
        """"certified", or "stopped" where that is not to epsilon."""
        return str(self._json["status"])

    @property
    def confidence(self) -> Fraction:
        """The probability with which all that is certified holds together."""
        return Fraction(self._json["confidence"])

    @property
    def symmetric(self) -> bool:
        """Whether the two sides of a match are the same strategies."""
        return bool(self._json["symmetric"])

    @property
    def plays(self) -> int:
        """How many matches there are."""
        return int(self._json["plays"])

    @property
    def recalled(self) -> int | None:
        """With `ledger`, how many of them were in it already."""
        return self._json.get("recalled")

    @property
    def value(self) -> Fraction | None:
        """Of a symmetric game."""
        return Fraction(self._json["value"]) if "value" in self._json else None

    @property
    def low(self) -> Fraction:
        """What `row_strategy` earns at least against anybody."""
        return Fraction(self._json["low"])

    @property
    def high(self) -> Fraction:
        """What `column_strategy` concedes at most to anybody."""
        return Fraction(self._json["high"])

    @property
    def row_strategy(self) -> dict[str, Fraction]:
        """Whom to play, and how often."""
        return self._by_name("row", self._json["row_strategy"])

    @property
    def column_strategy(self) -> dict[str, Fraction]:
        """The same for the columns."""
        return self._by_name("column", self._json["column_strategy"])

    @property
    def row_caps(self) -> dict[str, Fraction]:
        """What no equilibrium plays more of, certainly; strategies that are not there may be played always."""
        return self._by_name("row", self._json["row_caps"])

    @property
    def column_caps(self) -> dict[str, Fraction]:
        """The same for the columns."""
        return self._by_name("column", self._json["column_caps"])

    @property
    def row_tiers(self) -> list[list[str]] | None:
        """Who is played in equilibria of the averages, who of the rest, and so on. None where some never met."""
        tiers = self._json.get("tiers")
        return tiers and [self._names("row", tier if self.symmetric else tier["rows"]) for tier in tiers]

    @property
    def column_tiers(self) -> list[list[str]] | None:
        """The same for the columns."""
        tiers = self._json.get("tiers")
        return tiers and [self._names("column", tier if self.symmetric else tier["columns"]) for tier in tiers]

    @property
    def next(self) -> list[tuple[str, str]]:
        """With `plan`, the matches to play next, the most useful first."""
        return [(one["row_label"], one["column_label"]) for one in self._json.get("next", [])]

    @property
    def notes(self) -> list[str]:
        """What there is to know of the input."""
        return [in_words(note) for note in self._json.get("notes", [])]

    @property
    def certificate(self) -> str:
        """What `allnash.check` recounts."""
        return self._ranked.certificate()

    def to_json(self) -> str:
        """All of it, as the command line prints it."""
        return self._ranked.to_json()

    def report(self, path: str | os.PathLike[str] | None = None, *, title: str = "") -> Report:
        """The page, saved where there is a path."""
        page = Report(self._ranked.report(title))
        if path is not None:
            page.save(path)
        return page

    def __repr__(self) -> str:
        played = ", ".join(f"{name} {float(weight):.1%}" for name, weight in
                           sorted(self.row_strategy.items(), key=lambda one: -one[1]))
        return f"<allnash.Ranking of {self.plays} matches: {played}; {float(self.low):.4f} or more>"


def text_of_matches(matches: Any, index: bool) -> bytes:
    """A file's bytes, or a frame of pandas or polars as CSV."""
    if isinstance(matches, (str, os.PathLike)):
        with open(matches, "rb") as file:
            return file.read()
    if hasattr(matches, "to_csv"):
        return str(matches.to_csv(index=index)).encode()
    if hasattr(matches, "write_csv"):
        return str(matches.write_csv()).encode()
    raise TypeError(f"matches are a file or a frame, not {type(matches).__name__}")


def rank(matches: Any, *, counts: Any = None, **options: Any) -> Ranking:
    """Whom to play, and how sure that is, from matches that were played.

    `matches` is a file or a pandas frame: a log, a table of counts, or, with `counts`, a chart; with `ledger` it may be None:
    the answer is then from what the ledger has. docs/how_sure.md says what the answer means and what it rests on. Options:

    {options}
    """
    names = {keyword(option): option for option, *_ in _allnash.rank_option_table()}
    texts = option_texts("rank", options, names)
    name = os.fspath(matches) if isinstance(matches, (str, os.PathLike)) else "matches"
    chart = counts is not None
    texts_by_name = {option for option, _ in texts}
    try:
        text = None if matches is None and "ledger" in texts_by_name else text_of_matches(matches, chart)
        return Ranking(_allnash.rank(text, str(name),
                                     text_of_matches(counts, True) if chart else None, texts))
    except _allnash.InputError as error:
        raise _allnash.InputError(in_words(str(error))) from None


documented(rank, _allnash.rank_option_table())
