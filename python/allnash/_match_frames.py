"""Matches in a frame of pandas, a log, counts, or a chart whose index and columns are the strategies; in a dataset; in arrays."""
from __future__ import annotations

import numbers
import re
import sys
from typing import Any

from . import _allnash
from ._labels import quoted


def is_frame(matches: Any) -> bool:
    pandas: Any = sys.modules.get("pandas")
    return pandas is not None and isinstance(matches, pandas.DataFrame)


def of_dataset(dataset: Any) -> Any:
    """A dataset of Hugging Face, or a table of Arrow, as a frame of pandas, without columns whose cells are lists or records, such as
    conversations."""
    frame = dataset.to_pandas()

    def is_plain(name: Any) -> bool:
        return not any(isinstance(cell, (list, dict, tuple, bytes)) or hasattr(cell, "tolist") and getattr(cell, "ndim", 0) > 0
                       for cell in frame[name].head(20))

    return frame[[name for name in frame.columns if is_plain(name)]]


def as_frame(matches: Any) -> Any:
    """A series of wins, as `log[["winner", "loser"]].value_counts()` makes it, or a dataset as a frame; anything else as it is."""
    if isinstance(matches, dict):
        splits = [name for name, one in matches.items() if hasattr(one, "to_pandas")]
        if splits:
            raise _allnash.InputError(f"matches: a dataset of several parts; take one of them: ...[{splits[0]!r}]")
    if hasattr(matches, "to_pandas") and not hasattr(matches, "write_csv"):  # frames of polars are written as they are
        return of_dataset(matches)
    pandas: Any = sys.modules.get("pandas")
    if pandas is None or not isinstance(matches, pandas.Series):
        return matches
    return matches.unstack() if matches.index.nlevels == 2 else matches.to_frame()


def labels_of(axis: Any) -> list[str]:
    """The labels as text."""
    return [str(label) for label in axis]


def is_chart(frame: Any) -> bool:
    """Whether rows and columns have the same labels."""
    return frame.index.nlevels == frame.columns.nlevels == 1 and sorted(labels_of(frame.index)) == sorted(labels_of(frame.columns))


def has_labels(frame: Any) -> bool:
    """Whether the index names the lines: its labels are text or those of the columns, or it has a name that no column
    has. The numbers that pandas gives to the lines of a log are no names."""
    names = [name for name in frame.index.names if name is not None]
    if names:
        return not any(name in frame.columns for name in names)
    return is_chart(frame) or any(isinstance(label, str) for label in frame.index)


def with_numbers(frame: Any) -> Any:
    """Replaces True and False, which mean won and lost, by 1 and 0."""
    from pandas.api.types import infer_dtype

    if not frame.columns.is_unique:
        return frame
    logical = [name for name in frame.columns if infer_dtype(frame[name], skipna=True) == "boolean"]
    return frame.astype({name: "boolean" for name in logical}).astype({name: "Int64" for name in logical})


def text_of_frame(frame: Any) -> bytes:
    """The frame as CSV."""
    return str(with_numbers(frame).to_csv(index=has_labels(frame))).encode()


def by_label(message: str, frame: Any, text: bytes) -> str:
    """A message that names lines of the text of a frame, with the labels of the frame's lines in their place."""
    if text.count(b"\n") != len(frame) + 1:  # a cell has several lines
        return message

    def label(line: str) -> str:
        place = int(line) - 2
        if not 0 <= place < len(frame):
            return f"line {line}"
        found = frame.index[place]
        return repr(found) if isinstance(found, str) else str(found)

    def labels(found: re.Match[str]) -> str:
        rest = str(found[2])
        return ("rows " if rest else "row ") + label(found[1]) + re.sub(r"\d+", lambda one: label(str(one[0])), rest)

    message = re.sub(r"^matches:1: ", "matches: its columns: ", message)
    message = re.sub(r"^matches:(\d+): ", lambda found: f"matches: row {label(found[1])}: ", message)
    return re.sub(r"\blines? (\d+)((?:(?:, | and | to )\d+)*)", labels, message)


def counts_of_wins(frame: Any) -> Any:
    """A table of counts from a frame of wins, such as `pandas.crosstab(log.winner, log.loser)`."""
    import pandas

    labels = list(dict.fromkeys([*frame.index, *frame.columns]))
    if len(labels) != len(frame.index.union(frame.columns)) or not frame.index.is_unique or not frame.columns.is_unique:
        raise _allnash.InputError("matches: a strategy stands twice in the frame of wins")
    wins = frame.reindex(index=labels, columns=labels).fillna(0)
    for label in labels:
        if wins.loc[label, label] != 0:
            raise _allnash.InputError(f"matches: {label!r} has wins against itself")
    pairs = [(one, other, wins.loc[one, other], wins.loc[other, one]) for t, one in enumerate(labels) for other in labels[t + 1:]]
    return pandas.DataFrame([pair for pair in pairs if pair[2] or pair[3]], columns=["row", "column", "wins", "losses"])


def refuse_bare_chart(frame: Any) -> None:
    """Raises InputError for a chart whose cells do not state their numbers of matches."""
    from pandas.api.types import is_integer_dtype, is_numeric_dtype

    if not is_chart(frame) or not all(is_numeric_dtype(kind) for kind in frame.dtypes):
        return
    if any(is_integer_dtype(kind) for kind in frame.dtypes) and frame.max().max() > 1:
        raise _allnash.InputError("matches: the frame has whole numbers for the pairings. If they say how often the row beat the column, call "
                                  "the axes so: frame.rename_axis(index='winner', columns='loser'). If they are averages, counts=... says of "
                                  "how many matches")
    raise _allnash.InputError("matches: the frame has averages for the pairings, and counts=... must say of how many matches they are: a frame "
                              "with the same labels, or one number for all")


def with_counts(frame: Any, counts: Any) -> tuple[Any, Any]:
    """The frame and its counts in the form in which they are read: a single number is the count of all nonempty
    cells, and wins are counted."""
    if isinstance(counts, numbers.Integral) and not isinstance(counts, bool):
        counts = frame.notna() * int(counts)
        if is_chart(frame):
            for label in frame.index:
                counts.loc[label, label] = 0
    elif counts is None and (str(frame.index.name).lower(), str(frame.columns.name).lower()) == ("winner", "loser"):
        frame = counts_of_wins(frame)
    elif counts is None:
        refuse_bare_chart(frame)
    return frame, counts


def kinds_of(frame: Any, rows: list[str], columns: list[str]) -> tuple[str, str]:
    """Words for rows and columns: the names of the axes whose labels are the strategies. If both players have the
    same strategies, either axis decides."""
    row, column = (str(axis.name) if axis.nlevels == 1 and axis.name is not None and set(labels) <= set(labels_of(axis)) else ""
                   for axis, labels in ((frame.index, rows), (frame.columns, columns)))
    return (row or column, row or column) if rows == columns else (row, column)


def plain(cells: Any) -> list[Any]:
    """What an array, a list or a column holds, as numbers and text of Python."""
    return list(cells.tolist() if hasattr(cells, "tolist") else cells)


def text_of_arrays(left: Any, right: Any, outcome: Any, weights: Any) -> bytes:
    """Matches in arrays as CSV, a line a match. Numbers are what the left one got, words are names or sides."""
    columns = [plain(left), plain(right), plain(outcome)] + ([] if weights is None else [plain(weights)])
    lengths = {len(column) for column in columns}
    if len(lengths) > 1:
        raise _allnash.InputError(f"matches: arrays of different lengths: {', '.join(str(len(column)) for column in columns)}")
    said = columns[2]
    if any(one is None or one != one for column in columns for one in column):
        raise _allnash.InputError("matches: something is missing in the arrays; leave such matches out")
    words = [one for one in said if isinstance(one, str)]
    if words and len(words) < len(said):
        raise _allnash.InputError("matches: the outcomes are words and numbers; they are either names and ties, or what the left one got")
    heads = ["left", "right", "winner" if words else "outcome"]
    if weights is not None:
        heads.append("count")
        for one in columns[3]:
            if one != int(one) or one < 1:
                raise _allnash.InputError(f"weights: {one!r} is not a number of matches, 1, 2, ...")
        columns[3] = [int(one) for one in columns[3]]
    numbers_ = [[int(one) if isinstance(one, bool) else one for one in column] for column in columns]
    lines = [",".join(heads)] + [",".join(quoted(str(one)) for one in line) for line in zip(*numbers_)]
    return ("\n".join(lines) + "\n").encode()
