"""The report page, and the players' strategies as a frame."""
from __future__ import annotations

import html as markup
import json
import os
from fractions import Fraction
from typing import Any

from . import _allnash
from ._optional import needs

FRAME_HEIGHT = 720  # pixels in a notebook


class Report:
    """A report page: `html` is its text, `save` writes it, and a notebook shows it."""

    def __init__(self, html: str) -> None:
        self._html = html

    @property
    def html(self) -> str:
        """The page."""
        return self._html

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file."""
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(self._html)
        except OSError as error:
            raise _allnash.InputError(f"{os.fspath(path)}: cannot write: {error.strerror}") from error

    def _repr_html_(self) -> str:
        # A frame of its own: neither the notebook's style nor its scripts reach the page, nor the other way round.
        return (f'<iframe title="allnash report" sandbox="allow-scripts" srcdoc="{markup.escape(self._html)}" '
                f'style="width: 100%; height: {FRAME_HEIGHT}px; border: 1px solid #8888"></iframe>')

    def __repr__(self) -> str:
        return f"<allnash.Report: a page of {len(self._html)} characters>"


def report(answer: _allnash.Answer, path: str | os.PathLike[str] | None, title: str) -> Report:
    page = Report(answer.report(title))
    if path is not None:
        page.save(path)
    return page


COLUMNS = {"low": "low", "high": "high", "plays": "proof", "earns": "earns", "short": "short"}


def value_of(one: dict[str, Any], key: str, exact: bool) -> Any:
    """A number of the page's data: text that is exact, or a float."""
    if key not in one:
        unplayed = key in ("low", "high", "plays") and "short" in one
        return (Fraction(0) if exact else 0.0) if unplayed else None
    if isinstance(one[key], float | int):
        return float(one[key])
    number = Fraction(one[key].lstrip("~"))
    return number if exact else float(number)


def frame(answer: _allnash.Answer, row_labels: list[Any], column_labels: list[Any], exact: bool) -> Any:
    with needs("pandas", "frames"):
        import pandas
    lines, places = [], []
    for player, labels in zip(json.loads(answer.report_json())["players"], (row_labels, column_labels)):
        for one in player.get("strategies", []):
            places.append((player["player"], labels[one["index"]] if labels else one["index"]))
            lines.append([value_of(one, key, exact) for key in COLUMNS])
    index = pandas.MultiIndex.from_tuples(places, names=["player", "strategy"])
    table = pandas.DataFrame(lines, index=index, columns=list(COLUMNS.values()), dtype=object if exact else float)
    return table.dropna(axis="columns", how="all")
