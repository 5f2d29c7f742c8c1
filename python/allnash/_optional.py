"""Packages that only a part of the module needs: NumPy is the only requirement."""
from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator


@contextmanager
def needs(package: str, extra: str) -> Iterator[None]:
    """Says what to install where an import fails."""
    try:
        yield
    except ModuleNotFoundError as error:
        error.add_note(f"this needs {package}: pip install 'allnash[{extra}]'")
        raise
