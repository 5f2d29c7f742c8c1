"""What users hand over as a game, turned into one."""
from __future__ import annotations

import difflib
import errno
import os
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, NamedTuple

from . import _allnash, _labels
from ._labels import Labels


NEAR = 1e-9  # tolerance for a sum that shows where payoffs come from


class MissingFile(FileNotFoundError, _allnash.InputError):
    """A file that is not there, as Python says it. It is an InputError like all else that is wrong with a game."""


class Loaded(NamedTuple):
    """A game and the labels of its strategies."""

    game: _allnash.Game
    labels: Labels
    table: Any = None  # what the user gave, if payoffs can be looked up by [row][column]
    gap: tuple[int, int] | None = None  # a missing entry


class Text(NamedTuple):
    """How a .csv or .tsv file is written, where it is not as usual."""

    header: bool = False
    separator: str | None = None
    decimal_mark: str | None = None

    def refuse(self) -> None:
        """For games that are not in files."""
        if self != Text():
            raise TypeError("header, separator and decimal_mark are for files")

    def parts(self) -> tuple[bool, str, str]:
        for name, sign in (("separator", self.separator), ("decimal_mark", self.decimal_mark)):
            if sign is not None and len(sign) != 1:
                raise _allnash.InputError(f"{name}: {sign!r} is not one character")
        return self.header, self.separator or "", self.decimal_mark or ""


def load(game: Any, labels: Any = False, decimals: bool = True, text: Text = Text()) -> Loaded:
    """A path, a family, a pandas DataFrame, an array, or rows of numbers."""
    names = _labels.given(labels)
    if isinstance(game, (str, os.PathLike)):
        return opened(os.fspath(game), labels is True, names, decimals, text)
    text.refuse()
    if labels and names is None:
        raise TypeError("labels=True is for files; a DataFrame's own labels are always kept, "
                        "and labels=(rows, columns) names the strategies of a table")
    if all(hasattr(game, name) for name in ("to_numpy", "index", "columns")):
        own = names or Labels(list(game.index), list(game.columns))
        missing = game.isna().to_numpy() if hasattr(game, "isna") else None
        return from_table(game.to_numpy(), own, decimals, missing)
    if hasattr(game, "toarray"):  # a sparse matrix of SciPy
        game = game.toarray()
    return from_table(game, names or Labels(), decimals)


def opened(path: str, labels: bool, names: Labels | None, decimals: bool, text: Text) -> Loaded:
    if not decimals:
        raise TypeError("decimals=False is for floats of Python; numbers in a file are read as they are written, and floats "
                        "in a .npy file as they print: numpy.load reads them for decimals=False")
    if path != "-" and not path.startswith("family:"):
        require_file(path)
    game = _allnash.open_game(path, labels, *text.parts())
    own = Labels(game.row_labels, game.column_labels)
    if names is None:
        return Loaded(game, own)
    game.rename(*names.checked(game.shape).texts())
    return Loaded(game, Labels(names.rows or own.rows, names.columns or own.columns))


def require_file(path: str) -> None:
    if not os.path.exists(path):
        raise MissingFile(errno.ENOENT, os.strerror(errno.ENOENT) + built_in_like(path), path)


def built_in_like(path: str) -> str:
    """For a word that is no file and resembles the name of a built-in game."""
    names = [f"family:{name}" for name, *_ in _allnash.family_table()] + [name for name, *_ in _allnash.flow_family_table()]
    by_word = {name.partition(":")[2]: name for name in reversed(names)}
    like = difflib.get_close_matches(path.partition(",")[0], by_word, 1, 0.75)
    return f" (a game of this name is built in: {by_word[like[0]]!r})" if like else ""


def from_table(table: Any, labels: Labels, decimals: bool, missing: Any = None) -> Loaded:
    """`missing` marks entries that are not known, as the mask of an array does."""
    if hasattr(table, "dtype") and hasattr(table, "ndim"):  # an array of NumPy
        if table.ndim != 2:
            raise _allnash.InputError(f"a game is a table of 2 dimensions; this array has {table.ndim}")
        if 0 in table.shape:
            raise _allnash.InputError(f"a game of {table.shape[0]} x {table.shape[1]} has no entries")
        if hasattr(table, "mask"):
            missing = table.mask | [[False] * table.shape[1]] * table.shape[0]  # a mask may be a single value
            table = table.data
        if missing is not None and missing.any():
            return chart(table, labels, decimals, missing)
        table = numeric(table, decimals)
        names = labels.checked(table.shape).texts()
        if table.dtype.kind in "biu" or table.dtype in ("float32", "float64"):
            return Loaded(_allnash.array_game(table, decimals, *names), labels, table)
    rows = lines_of(table)
    names = labels.checked((len(rows), len(rows[0]))).texts()
    flat = [payoff for row in rows for payoff in row]
    return Loaded(_allnash.table_game(len(rows), len(rows[0]), flat, decimals, *names), labels, rows)


def chart(table: Any, labels: Labels, decimals: bool, missing: Any) -> Loaded:
    """As a file with blank cells is read, which must have names, too."""
    gap = tuple(int(places[0]) for places in missing.nonzero())
    if not labels.rows or not labels.columns:
        raise _allnash.InputError(f"entry {gap}: missing; only a table with names for rows and columns may have gaps")
    rows, columns = table.shape
    names = labels.checked((rows, columns)).texts()
    lines = [",".join(["", *(f"column {column}" for column in range(columns))])]
    for row in range(rows):
        cells = [f"row {row}"]
        for column in range(columns):
            try:
                cells.append("" if missing[row, column] else _allnash.number_text(table[row, column], decimals))
            except (TypeError, ValueError) as error:
                error.args = (f"entry ({row}, {column}): {error}",)
                raise
        lines.append(",".join(cells))
    game = _allnash.chart_game("\n".join(lines) + "\n")
    game.rename(*names)
    return Loaded(game, labels, gap=(gap[0], gap[1]))


def numeric(array: Any, decimals: bool) -> Any:
    """The same numbers in a type that is read as it stands: half floats grow, bytes are turned round."""
    if array.dtype == "float16" and not decimals:  # its shortest decimal differs from that of the wider float
        return array.astype("float32")
    if array.dtype.kind in "biuf" and not array.dtype.isnative:
        return array.astype(array.dtype.newbyteorder("="))
    if array.dtype.kind not in "biufOU":
        raise TypeError(f"an array of type {array.dtype} is not a table of numbers")
    return array


def is_table(game: Any) -> bool:
    """Whether it looks like a table, also if it can be called."""
    return any(hasattr(game, name) for name in ("__iter__", "__array__", "to_numpy", "toarray"))


def of_two_tables(one: Any, other: Any) -> str:
    """Advice for two tables, which are a game only if their payoffs add up to one number."""
    games = []
    for table in (one, other):
        try:
            games.append(lines_of(table.tolist() if hasattr(table, "tolist") else table))
        except (TypeError, ValueError):
            return "two games are solved by two calls"
    zero_sum = "a game is one table, what the row player wins from the column player"
    try:
        sums = {Fraction(_allnash.number_text(a, True)) + Fraction(_allnash.number_text(b, True))
                for rows in zip(*games, strict=True) for a, b in zip(*rows, strict=True)}
    except (TypeError, ValueError):
        return zero_sum
    if len(sums) == 1:
        return f"{zero_sum}. These two add up to {sums.pop()} everywhere, so that the first one alone is the game"
    return f"{zero_sum}. These two do not add up to one number, so that no such game has both; allnash solves zero-sum games"


def lines_of(table: Any) -> list[list[Any]]:
    """The rows of a table, all of one length."""
    try:
        rows = [list(row) for row in table]
    except TypeError:
        raise TypeError(f"a game must be a table of numbers, a path or a DataFrame, not {type(table).__name__}") from None
    if not rows or not rows[0]:
        raise _allnash.InputError("the game has no entries")
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise _allnash.InputError(f"row {number} has {len(row)} payoffs where row 0 has {len(rows[0])}")
    return rows


def refuse_asymmetric(loaded: Loaded, settings: _allnash.Options) -> None:
    """Of a table that was declared symmetric and is not: which values say so, as they were given, and what to do."""
    if settings.payoff_range:
        return  # the library's message states the sum
    fault = loaded.game.symmetry_fault(settings) if loaded.table is not None else None
    if fault is None:
        return
    row, column = fault
    here, there = loaded.table[row][column], loaded.table[column][row]
    said = f"{match_name(loaded.labels, row, column)} contradicts a symmetric game: it is {here}"
    said += " and not 0" if row == column else f", and {match_name(loaded.labels, column, row)} is {there}, not the opposite"
    raise _allnash.InputError(said + (way_out(here, there) or of_matches(loaded)))


def match_name(labels: Labels, row: int, column: int) -> str:
    if labels.rows and labels.columns:
        return f"{labels.rows[row]!r} against {labels.columns[column]!r}"
    return f"entry ({row}, {column})"


def of_matches(loaded: Loaded) -> str:
    """Advice for a table each of whose matches pays the same together, such as ten points."""
    ends = loaded.game.range_of_matches()
    return f"; matches that pay {ends[0] + ends[1]} together need payoff_range=({ends[0]}, {ends[1]})" if ends else ""


def way_out(here: Any, there: Any) -> str:
    """Advice alone hangs on what is near: the game has been refused already."""
    try:
        total = float(here) + float(there)
    except (TypeError, ValueError, OverflowError):
        return ""
    floats = isinstance(here, Real) and not isinstance(here, Rational)
    if abs(total - 1) < NEAR:
        return "; these look like win rates, which add up to 1: solve(game, symmetric=True, payoff_range=(0, 1))"
    if abs(total) < NEAR and floats:
        return ("; they differ by the rounding of floats (win rates need no 0.5 subtracted: payoff_range=(0, 1)): "
                "solve(numpy.round(game, 12), symmetric=True)")
    return ""


def shape_of(shape: Any) -> tuple[int, int]:
    try:
        rows, columns = (int(side.__index__()) for side in shape)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"shape must be two whole numbers, not {shape!r}") from None
    if rows < 1 or columns < 1:
        raise _allnash.InputError(f"a game of {rows} x {columns} has no entries")
    return rows, columns


def costs_of(costs: Any, shape: tuple[int, int]) -> _allnash.Game | bool | None:
    """For costs=: of an array, a frame or a path the game; True of a function of row and column, which is called
    once for each entry whose cost matters."""
    if costs is None or callable(costs):
        return callable(costs) or None
    game = load(costs).game
    _allnash.check_costs(game, *shape)
    return game
