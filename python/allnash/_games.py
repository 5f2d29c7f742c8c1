"""What users hand over as a game, turned into one."""
from __future__ import annotations

import os
from typing import Any

import numpy

from . import _allnash


class Loaded:
    """A game and the labels of its strategies as the user has them, which need not be text."""

    def __init__(self, game: _allnash.Game, row_labels: list[Any], column_labels: list[Any]) -> None:
        self.game = game
        self.row_labels = row_labels
        self.column_labels = column_labels


def load(game: Any, labels: bool = False) -> Loaded:
    """A path, a family, a frame of pandas, an array, or rows of numbers."""
    if isinstance(game, (str, os.PathLike)):
        opened = _allnash.open_game(os.fspath(game), labels)
        return Loaded(opened, opened.row_labels, opened.column_labels)
    if labels:
        raise TypeError("labels=True is for files; a frame's own labels are always kept")
    if all(hasattr(game, name) for name in ("to_numpy", "index", "columns")):
        return from_table(game.to_numpy(), list(game.index), list(game.columns))
    if hasattr(game, "toarray"):  # a sparse matrix of SciPy
        game = game.toarray()
    return from_table(game, [], [])


def from_table(table: Any, row_labels: list[Any], column_labels: list[Any]) -> Loaded:
    names = [str(label) for label in row_labels], [str(label) for label in column_labels]
    if isinstance(table, numpy.ndarray):
        if table.ndim != 2:
            raise _allnash.InputError(f"a game is a table of 2 dimensions; this array has {table.ndim}")
        if 0 in table.shape:
            raise _allnash.InputError(f"a game of {table.shape[0]} x {table.shape[1]} has no entries")
        table = numeric(table)
        if table.dtype.kind in "biuf" and table.dtype.itemsize <= 8:
            return Loaded(_allnash.array_game(table, *names), row_labels, column_labels)
        table = table.tolist()
    rows = lines_of(table)
    flat = [payoff for row in rows for payoff in row]
    return Loaded(_allnash.table_game(len(rows), len(rows[0]), flat, *names), row_labels, column_labels)


def numeric(array: numpy.ndarray) -> numpy.ndarray:
    """The same numbers in a type that is read as it stands: half floats grow, bytes are turned round."""
    if array.dtype.kind == "f" and array.dtype.itemsize == 2:
        return array.astype(numpy.float32)
    if array.dtype.kind in "biuf" and not array.dtype.isnative:
        return array.astype(array.dtype.newbyteorder("="))
    if array.dtype.kind not in "biufOU":
        raise TypeError(f"an array of type {array.dtype} is no table of numbers")
    return array


def lines_of(table: Any) -> list[list[Any]]:
    """The rows of a table, all of one length."""
    try:
        rows = [list(row) for row in table]
    except TypeError:
        raise TypeError(f"a game must be a table of numbers, a path or a frame, not {type(table).__name__}") from None
    if not rows or not rows[0]:
        raise _allnash.InputError("a game without entries")
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise _allnash.InputError(f"row {number} has {len(row)} payoffs where row 0 has {len(rows[0])}")
    return rows


def shape_of(shape: Any) -> tuple[int, int]:
    try:
        rows, columns = (int(side.__index__()) for side in shape)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"shape must be two whole numbers, not {shape!r}") from None
    if rows < 1 or columns < 1:
        raise _allnash.InputError(f"a game of {rows} x {columns} has no entries")
    return rows, columns
