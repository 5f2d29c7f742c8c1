"""The options of `solve` as keyword arguments: names, defaults and texts come from the library's table."""
from __future__ import annotations

import csv
import difflib
import functools
import inspect
import os
import re
import shlex
import textwrap
from keyword import iskeyword
from typing import Any, Callable

from . import _allnash


def keyword(name: str) -> str:
    """The keyword for an option: time_limit for --time-limit, for_ for --for."""
    return name.replace("-", "_") + "_" * iskeyword(name)


@functools.cache
def flags() -> frozenset[str]:
    """Options that are on or off, by their names on the command line."""
    tables = (_allnash.option_table(), _allnash.rank_option_table())
    return frozenset({name for table in tables for name, argument, *_ in table if not argument} |
                     {"labels", "header", "seeded"})


@functools.cache
def names_in_messages() -> str:
    """All options that messages of the library name, as a regular expression."""
    tables = (_allnash.option_table(), _allnash.rank_option_table())
    names = {name for table in tables for name, *_ in table} | flags() | {"separator", "decimal"}
    return "|".join(sorted(names, key=len, reverse=True))


def as_keyword(option: re.Match[str]) -> str:
    """Rewrites options in backticks in messages of the library: `game-id NAME` is game_id, `payoff-range 0,1`
    payoff_range=(0, 1), `symmetric` symmetric=True."""
    name, argument = keyword(option[1]), (option[2] or "").strip()
    if not argument:
        return f"{name}=True" if option[1] in flags() else name
    if argument in ("A,B", "C") or argument.isupper() and name not in HEADINGS:
        return name
    return f"{name}={value_text(name, argument)}"


QUOTES = "'\""
WORDS = {"tab": r"'\t'"}  # what is said otherwise on the command line
HEADINGS = ("sides", "scores", "count")  # options that take headings, one or more


def value_text(name: str, argument: str) -> str:
    """A value as typed on the command line, as Python writes it: (0, 1) for 0,1, ('W', 'L') for W,L."""
    if name == "payoff_range":
        return f"({argument.replace(',', ', ')})"
    if name in HEADINGS:
        quoted = argument[0] in QUOTES and argument[-1] == argument[0]
        headings = next(csv.reader(shlex.split(argument) if quoted else [argument]))
        return repr(tuple(headings) if len(headings) > 1 else headings[0])
    return argument if argument[0] in QUOTES else WORDS.get(argument, repr(argument))


def as_call(command: re.Match[str]) -> str:
    """Rewrites a command of `rank` as the call that does the same."""
    words = shlex.split(command[1])
    given = {keyword(word[2:]): shlex.quote(value) for word, value in zip(words, words[1:]) if word.startswith("--")}
    return f"rank(..., {', '.join(f'{name}={value_text(name, value)}' for name, value in given.items())})"


def in_words(text: str) -> str:
    """Rewrites options of the command line as keywords: time_limit for --time-limit, symmetric=True for --symmetric."""
    text = re.sub(r"`allnash (methods|families)`", r"`allnash.\1()`", text)
    text = re.sub(r"`allnash rank ([^`]* --[^`]*)`", as_call, text)
    text = text.replace("`allnash rank --help` lists", "docs/files.md has examples of")
    text = text.replace("`noisy`", "play=, for games of chance (noisy)")
    text = text.replace("give them as decimals, in text", "read them as decimals, as without decimals=False")
    text = text.replace("`decimals`", "decimals=False takes the binary number")
    text = text.replace("thirds are written 1/3", "a third is Fraction(1, 3) or '1/3'")
    text = re.sub(rf"`({names_in_messages()})( [^`]+)?`", as_keyword, text)

    def typed(found: re.Match[str]) -> str:  # a command of the program stays as typed
        if not found[1]:
            return found[0]
        return keyword(found[1]) + ("=True" if found[1] in flags() else "")

    return re.sub(r"`allnash [^`]*`|(?<![\w./-])--([a-z][a-z0-9-]*)", typed, text)


def methods() -> dict[str, str]:
    """The names that `method` takes, with a line on each.

    >>> allnash.methods()["full"]
    'asks for every payoff, then solves the known game'
    """
    return dict(_allnash.method_table())


def families() -> dict[str, tuple[str, str]]:
    """The built-in games: for each name its keys with their defaults, and what an entry is.

    >>> allnash.families()["matching"]
    ('n', 'the identity: matching pennies on n sides')
    """
    return {name: (keys, meaning) for name, keys, meaning in _allnash.family_table()}


def default_of(argument: str, text: str) -> Any:
    """The default that the table states in words, as a value; None where it depends on the rest of the input."""
    if not argument:
        return False
    if text in ("none", "off") or " " in text:
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def text_of(value: Any) -> str:
    """An option's value as typed on the command line."""
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, (tuple, list)):
        return ",".join(text_of(one) for one in value)
    if hasattr(value, "item"):  # a NumPy number
        value = value.item()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


Table = list[tuple[str, str, str, str]]


@functools.cache
def option_names() -> dict[str, str]:
    """Each option of `solve` by its keyword."""
    return {keyword(name): name for name, *_ in _allnash.option_table()}


def option_texts(caller: str, given: dict[str, Any], names: dict[str, str]) -> list[tuple[str, str]]:
    """Options by name, as text. Raises TypeError for an unknown keyword."""
    for name in given:
        if name not in names:
            like = difflib.get_close_matches(name, names, 1)
            raise TypeError(f"{caller}() got an unexpected keyword argument {name!r}; " +
                            (f"did you mean {like[0]!r}? " if like else "") + f"its options are {', '.join(names)}")
    return [(names[name], text_of(value)) for name, value in given.items() if value is not None]


def options_from(caller: str, given: dict[str, Any]) -> _allnash.Options:
    """Raises TypeError for an unknown keyword, InputError for a value out of range."""
    return _allnash.Options(option_texts(caller, given, option_names()))


def parameters(table: Table) -> list[inspect.Parameter]:
    return [inspect.Parameter(keyword(name), inspect.Parameter.KEYWORD_ONLY,
                              default=default_of(argument, default))
            for name, argument, _, default in table]


def documented(function: Callable[..., Any], table: Table | None = None) -> Callable[..., Any]:
    """Puts the options into a function's signature and, for {options}, into its docstring."""
    table = _allnash.option_table() if table is None else table
    signature = inspect.signature(function)
    rest = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    own = [p for p in signature.parameters.values() if p.kind not in rest]
    setattr(function, "__signature__", signature.replace(parameters=own + parameters(table)))
    head, mark, tail = (function.__doc__ or "").partition("{options}")
    indent = head[head.rfind("\n") + 1:]
    lines = [f"- `{keyword(name)}`: {in_words(meaning)} (default: {default})"
             for name, _, meaning, default in table]
    wrapped = [textwrap.fill(line, 110, initial_indent=indent, subsequent_indent=indent + "  ") for line in lines]
    function.__doc__ = head + "\n".join(wrapped).lstrip() + tail if mark else head
    return function
