"""What can be told of a function: a hint, and no proof, that it is the one that filled a ledger."""
from __future__ import annotations

import functools
import hashlib
import inspect
from typing import Any


def of(function: Any) -> str:
    """Its name and a hash of its text, as "payoff (source 1f0c2a9b)"; empty where Python knows neither."""
    while isinstance(function, functools.partial):
        function = function.func
    function = inspect.unwrap(function)
    named = function if hasattr(function, "__qualname__") else type(function)
    name = str(named.__qualname__)
    if not name.isprintable():
        return ""
    text = source_of(named)
    return f"{name} (source {hashlib.sha256(text).hexdigest()[:8]})" if text else name


def source_of(function: Any) -> bytes:
    try:
        return inspect.getsource(function).encode()
    except (OSError, TypeError, SyntaxError):  # typed at a prompt, or compiled
        code = getattr(function, "__code__", None)
        return b"" if code is None else code.co_code + repr((code.co_names, plain(code.co_consts))).encode()


def plain(constants: tuple[Any, ...]) -> list[Any]:
    """Without code, whose text has addresses."""
    return [one for one in constants if isinstance(one, (int, float, str, bytes, type(None)))]
