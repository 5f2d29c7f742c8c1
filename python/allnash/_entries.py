"""Entries as the compiled part tells them, numbers of 64 bits, and as users take them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from . import _optional

if TYPE_CHECKING:
    import numpy

BYTES = 8  # of a number


class Entries:
    """Lines of (row, column), or for plays (row, column, seed)."""

    def __init__(self, data: bytes, width: int = 2) -> None:
        self.data = data
        self.width = width

    @property
    def of_plays(self) -> bool:
        return self.width == 3

    def __len__(self) -> int:
        return len(self.data) // (BYTES * self.width)

    def part(self, first: int, count: int) -> Entries:
        size = BYTES * self.width
        return Entries(self.data[first * size:(first + count) * size], self.width)

    def some(self, which: Sequence[int]) -> Entries:
        if len(which) == len(self):
            return self
        return Entries(b"".join(self.part(t, 1).data for t in which), self.width)

    def lines(self) -> list[tuple[int, ...]]:
        if not self.data:
            return []
        table: Any = memoryview(self.data).cast("q", (len(self), self.width)).tolist()
        return [tuple(line) for line in table]

    def array(self) -> numpy.ndarray:
        numpy = _optional.numpy()
        return numpy.frombuffer(self.data, dtype=numpy.int64).reshape(-1, self.width).copy()

    def columns(self) -> list[numpy.ndarray]:
        """Rows, columns and, of plays, seeds."""
        return [column.copy() for column in self.array().T]

    def table(self) -> Any:
        """For users: an array, or where there is no NumPy the lines."""
        try:
            return self.array()
        except ModuleNotFoundError:
            return self.lines()

    def named(self) -> str:
        """For the notes of exceptions."""
        lines = self.lines()
        first, last = lines[0], lines[-1]
        if len(lines) == 1:
            return f"while asking for the payoff of entry ({first[0]}, {first[1]})"
        return (f"while asking for the payoffs of {len(lines)} entries, "
                f"from ({first[0]}, {first[1]}) to ({last[0]}, {last[1]})")
