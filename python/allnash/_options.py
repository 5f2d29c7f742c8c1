"""The options of `solve` as keyword arguments: names, defaults and texts come from the library's table."""
from __future__ import annotations

import difflib
import functools
import inspect
import os
import re
import textwrap
from typing import Any, Callable

from . import _allnash


def keyword(name: str) -> str:
    """The keyword for an option: time_limit for --time-limit."""
    return name.replace("-", "_")


def as_keyword(option: re.Match[str]) -> str:
    """Rewrites options in backticks in messages of the library: `game-id NAME` is game_id, `payoff-range 0,1`
    payoff_range=(0, 1)."""
    name, argument = keyword(option[1]), (option[2] or "").strip()
    if name == "decimal":
        name = "decimal_mark"
    if name == "payoff_range" and argument[:1].isdigit():
        return f"{name}=({argument.replace(',', ', ')})"
    return name if not argument or argument.isupper() else f"{name} {argument}"


def in_words(text: str) -> str:
    """Rewrites options of the command line as keywords: time_limit for --time-limit."""
    text = re.sub(r"`allnash (methods|families)`", r"`allnash.\1()`", text)
    text = text.replace("`noisy`", "play=, for games of chance (noisy)")
    text = text.replace("give them as decimals, in text", "read them as decimals: decimals=True")
    names = "|".join([name for name, *_ in _allnash.option_table()] + ["labels", "header", "separator", "decimal"])
    text = re.sub(rf"`({names})( [^`]+)?`", as_keyword, text)
    # A command of the program stays as typed.
    return re.sub(r"`allnash [^`]*`|(?<![\w./-])--([a-z][a-z0-9-]*)",
                  lambda found: keyword(found[1]) if found[1] else found[0], text)


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
    own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    setattr(function, "__signature__", signature.replace(parameters=own + parameters(table)))
    head, mark, tail = (function.__doc__ or "").partition("{options}")
    indent = head[head.rfind("\n") + 1:]
    lines = [f"- `{keyword(name)}`: {in_words(meaning)} (default: {default})"
             for name, _, meaning, default in table]
    wrapped = [textwrap.fill(line, 110, initial_indent=indent, subsequent_indent=indent + "  ") for line in lines]
    function.__doc__ = head + "\n".join(wrapped).lstrip() + tail if mark else head
    return function
