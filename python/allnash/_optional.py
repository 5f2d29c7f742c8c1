"""Packages that only a part of the module needs: nothing but Python is required."""
from __future__ import annotations

from typing import Any


class Needs:
    """Says what to install where an import fails."""

    def __init__(self, package: str, extra: str) -> None:
        self.note = f"this needs {package}: pip install 'allnash[{extra}]'"

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: Any, error: BaseException | None, __: Any) -> None:
        if isinstance(error, ModuleNotFoundError) and self.note not in getattr(error, "__notes__", ()):
            error.add_note(self.note)


def numpy() -> Any:
    """NumPy, which takes longer to import than all else here."""
    with Needs("NumPy", "arrays"):
        import numpy

        return numpy
