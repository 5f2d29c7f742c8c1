"""Pages, files, and the players' strategies as a frame."""
from __future__ import annotations

import json
import os
from fractions import Fraction
from typing import Any

from . import _allnash
from ._answers import FlowResult, Result
from ._optional import Needs

FRAME_HEIGHT = 720  # in a notebook, in pixels


def write_text(path: str | os.PathLike[str], text: str) -> None:
    try:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError as error:
        raise _allnash.InputError(f"{os.fspath(path)}: cannot write: {error.strerror}") from error


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
        write_text(path, self._html)

    def _repr_html_(self) -> str:
        from html import escape

        # In a frame of its own, page and notebook cannot affect each other's styles and scripts.
        return (f'<iframe title="allnash report" sandbox="allow-scripts allow-downloads" srcdoc="{escape(self._html)}" '
                f'style="width: 100%; height: {FRAME_HEIGHT}px; border: 1px solid #8888"></iframe>')

    def __repr__(self) -> str:
        return f"<allnash.Report: a page of {len(self._html)} characters>"


def report(answer: _allnash.Answer | _allnash.FlowSolution, path: str | os.PathLike[str] | None, title: str) -> Report:
    page = Report(answer.report(title))
    if path is not None:
        page.save(path)
    return page


COLUMNS = {"low": "low", "high": "high", "plays": "plays", "earns": "earns", "short": "regret"}  # keys of a report's data


def value_of(one: dict[str, Any], key: str, exact: bool) -> Any:
    """A number of the page's data, as exact text or as a float."""
    if key not in one:
        unplayed = key in ("low", "high", "plays") and "short" in one
        return (Fraction(0) if exact else 0.0) if unplayed else None
    if isinstance(one[key], float | int):
        return float(one[key])
    number = Fraction(one[key].lstrip("~"))
    return number if exact else float(number)


def frame(result: Result, exact: bool) -> Any:
    with Needs("pandas", "frames"):
        import pandas
    # Without a proof, the strategy that attains a bound need not be optimal.
    columns = {**COLUMNS, "plays": "one_optimal" if result.proved else "plays"}
    lines, places = [], []
    players = json.loads(result._answer.report_json())["players"]
    sides = (result.row_labels, result.row_caps), (result.column_labels, result.column_caps)
    for player, (labels, caps) in zip(players, sides):
        for one in player.get("strategies", []):
            index = one["index"]
            places.append((player["player"], labels[index] if labels else index))
            cap = None if caps is None else caps.get(index, Fraction(1))
            lines.append([*(value_of(one, key, exact) for key in columns), cap if exact or cap is None else float(cap)])
    index = pandas.MultiIndex.from_tuples(places, names=["player", "strategy"])
    table = pandas.DataFrame(lines, index=index, columns=[*columns.values(), "cap"], dtype=object if exact else float)
    return table.dropna(axis="columns", how="all")


def flow_table(result: FlowResult) -> tuple[list[str], list[tuple[Any, ...]], list[dict[str, Any]]]:
    """Names of what tells lines apart, that of each line, and what a line says."""
    names = ["player", "set", "action"] if result.tree else ["player", "tail", "head", "feature"]
    lines: list[dict[str, Any]] = []
    places: list[tuple[Any, ...]] = []
    for is_row in (True, False):
        policy = result._policy(is_row, named=True) if result.tree and result._solution.flow(is_row) else None
        played = set(result.row_support if is_row else result.column_support) if result.proved else None
        chances = {} if policy is None else {(name, action): p for name, actions in policy.items() for action, p in actions}
        for arc, amount in result._arcs(is_row):
            line: dict[str, Any] = {"flow": amount}
            if played is not None:
                line["played"] = arc in played
            if policy is not None:
                line["probability"] = chances[arc.set, arc.action]
                line["mark"] = policy.marks.get(arc.set, "")
            places.append(("row" if is_row else "column", *arc))
            lines.append(line)
    return names, places, lines


def flow_frame(result: FlowResult, exact: bool) -> Any:
    with Needs("pandas", "frames"):
        import pandas
    names, places, lines = flow_table(result)
    if not exact:
        lines = [{name: float(it) if isinstance(it, Fraction) else it for name, it in line.items()} for line in lines]
    return pandas.DataFrame(lines, index=pandas.MultiIndex.from_tuples(places, names=names))


def flow_csv(result: FlowResult, path: str | os.PathLike[str] | None) -> str:
    import csv
    import io

    names, places, lines = flow_table(result)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*names, *(lines[0] if lines else ())])
    for place, line in zip(places, lines):
        writer.writerow(["" if it is None else it for it in (*place, *line.values())])
    if path is not None:
        write_text(path, out.getvalue())
    return out.getvalue()
