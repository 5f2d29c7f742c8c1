"""Answers from matches that were played."""
from __future__ import annotations

import os
import tempfile
import time
from typing import Any, Callable

from . import _allnash
from ._labels import quoted
from ._match_frames import as_frame, by_label, is_frame, kinds_of, text_of_arrays, text_of_frame, with_counts
from ._options import documented, in_words, keyword, option_texts, text_of
from ._ranking import Ranking


def text_of_matches(matches: Any, chart: bool) -> bytes:
    """A file's bytes, or a frame of pandas or polars as CSV."""
    if isinstance(matches, (str, os.PathLike)):
        with open(matches, "rb") as file:
            return file.read()
    if isinstance(matches, bytes):  # arrays
        return matches
    if is_frame(matches):
        return text_of_frame(matches)
    if hasattr(matches, "to_csv"):  # pandas and similar
        return str(matches.to_csv(index=chart)).encode()
    if hasattr(matches, "write_csv"):  # polars
        return str(matches.write_csv()).encode()
    raise TypeError(f"matches are a file or a frame, not {type(matches).__name__}")


def rank_texts(options: dict[str, Any], names: dict[str, str], folder: str) -> list[tuple[str, str]]:
    """The options as text. Names and shares that are not in a file are written into one in the folder."""
    options = dict(options)
    dropped = options.pop("drop", None)
    only, field = options.get("only"), options.get("field")
    for option in ("sides", "scores", "count"):
        headings = options.get(option)
        if isinstance(headings, (tuple, list)):
            options[option] = ",".join(quoted(str(heading)) for heading in headings)
    lines = {}
    if only is not None and not isinstance(only, (str, os.PathLike)):
        lines["only"] = [str(name) for name in only]
    if field is not None and not isinstance(field, (str, os.PathLike)):
        lines["field"] = [f"{quoted(str(name))},{text_of(share)}" for name, share in dict(field).items()]
    for option, text in lines.items():
        options[option] = os.path.join(folder, option)
        with open(options[option], "w", encoding="utf-8") as file:
            file.write("\n".join(text) + "\n")
    texts = option_texts("rank", options, names)
    if isinstance(dropped, str):
        dropped = [dropped]
    return texts + [("drop", str(name)) for name in dropped or []]


def patiently(seconds: float, use: Callable[[], Any]) -> Any:
    """Calls what uses a ledger file, again and again for so many seconds while another run has the file."""
    end = time.monotonic() + seconds
    while True:
        try:
            return use()
        except _allnash.InUseError:
            if time.monotonic() >= end:
                raise
        time.sleep(0.01 + os.getpid() % 20 / 1000)  # different processes at different times


def use_matches(matches: Any, counts: Any, options: dict[str, Any], use: Callable[..., Any]) -> tuple[Any, Any]:
    """What `use` makes of the matches as text, their name, the counts and the options; and the frame, if they are one."""
    names = {keyword(option): option for option, *_ in _allnash.rank_option_table()}
    name = os.fspath(matches) if isinstance(matches, (str, os.PathLike)) else "matches"
    table = as_frame(matches)
    if is_frame(table):
        table, counts = with_counts(table, counts)
    chart = counts is not None
    with tempfile.TemporaryDirectory() as folder:
        texts = rank_texts(options, names, folder)
        texts_by_name = {option for option, _ in texts}
        try:
            text = None if matches is None and "ledger" in texts_by_name else text_of_matches(table, chart)
            played = text_of_matches(counts, True) if chart else None
            return use(text, str(name), played, texts), table
        except _allnash.InputError as error:
            said = in_words(str(error)).replace(folder + os.sep, "")
            if is_frame(table):
                said = by_label(said, table, text_of_matches(table, chart))
            raise type(error)(said) from None


def of_arrays(matches: Any, right: Any, outcome: Any, weights: Any, options: dict[str, Any]) -> Any:
    """The matches: arrays of both sides and the outcomes as text, anything else as it is."""
    if right is None and outcome is None and weights is None:
        return matches
    if right is None or outcome is None:
        raise TypeError("matches in arrays are three: rank(left, right, outcome); weights= says how many matches each line is")
    if weights is not None:
        options.setdefault("count", "count")
    return text_of_arrays(matches, right, outcome, weights)


def rank(matches: Any, right: Any = None, outcome: Any = None, *, weights: Any = None, counts: Any = None, wait: float = 10,
         **options: Any) -> Ranking:
    """Who is best, what to play, and how sure that is, from matches that were played.

    `matches` is a file, a frame of pandas or polars, a dataset of Hugging Face, or three arrays: `rank(left, right, outcome)`, where
    an outcome is what the left one got, 0 to 1, or the winner's name, "left", "right" or "tie"; `weights` says of each line how many
    matches it is. Frames are a log, a table of counts, a frame of wins whose axes are called `winner` and
    `loser`, or, with `counts` (a frame like it, or a number for all), a chart; with `ledger` it may be None: the answer
    is then from what the ledger has, also while another run uses it. Otherwise a ledger that another run uses is waited for,
    for `wait` seconds, and then InUseError is raised. docs/how_sure.md says what the answer means and what it rests on. Options
    (`drop` is a name or a list of names; `only` may be a list, too, and `field` a dict of shares by name):

    {options}
    """
    matches = of_arrays(matches, right, outcome, weights, options)
    ranking, table = use_matches(matches, counts, options, lambda *read: Ranking(patiently(wait, lambda: _allnash.rank(*read))))
    if is_frame(table):
        ranking._kinds = kinds_of(table, ranking._labels("row"), ranking._labels("column"))
    return ranking


def explain(matches: Any, right: Any = None, outcome: Any = None, *, weights: Any = None, counts: Any = None, **options: Any) -> str:
    """How `rank` reads matches: what the file or frame is, its columns, the first five matches, what is left out.

    Takes what `rank` takes, and answers nothing else. Options:

    {options}
    """
    matches = of_arrays(matches, right, outcome, weights, options)
    return str(use_matches(matches, counts, options, _allnash.explained)[0])


documented(rank, _allnash.rank_option_table())
documented(explain, _allnash.rank_option_table())
