"""Ctrl-C, and what a run knew then."""
from __future__ import annotations

from typing import Any


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a run. `result` has what was known by then, as that of a run which a limit ended.

    It is a KeyboardInterrupt: where nothing catches it, the program ends.
    """

    result: Any

    def __init__(self, result: Any) -> None:
        super().__init__(result)
        self.result = result

    def __str__(self) -> str:
        return "the run has ended; what was known by then is the attribute `result` of this exception"
