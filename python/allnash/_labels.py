"""The names of strategies, as users give them: they need not be text."""
from __future__ import annotations

from typing import Any, Iterable, Mapping, NamedTuple, Sequence

from . import _allnash


class Labels(NamedTuple):
    """One name for each row and each column, or an empty list for a player without names."""

    rows: list[Any] = []
    columns: list[Any] = []

    def named(self, lines: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Entries (row, column, ...) by name, or by number for a player without names."""
        rows, columns = self
        return [(rows[row] if rows else row, columns[column] if columns else column, *rest)
                for row, column, *rest in lines]

    def numbered(self, payoffs: Mapping[tuple[Any, ...], Any]) -> dict[tuple[Any, ...], Any]:
        """What is by entries as `named` has them, by number."""
        places = [{name: place for place, name in enumerate(side)} for side in self]

        def number(side: int, name: Any) -> Any:
            if places[side] and name not in places[side]:
                raise KeyError(f"there is no {('row', 'column')[side]} named {name!r}")
            return places[side].get(name, name)

        return {(number(0, row), number(1, column), *rest): payoff for (row, column, *rest), payoff in payoffs.items()}

    def texts(self) -> tuple[list[str], list[str]]:
        return [str(label) for label in self.rows], [str(label) for label in self.columns]

    def checked(self, shape: tuple[int, ...]) -> Labels:
        """Raises InputError unless there is one for each strategy, and none twice."""
        for side, labels, count in (("row", self.rows, shape[0]), ("column", self.columns, shape[1])):
            if labels and len(labels) != count:
                raise _allnash.InputError(f"labels: {len(labels)} names of {side}s where there are {count}")
            refuse_repeated(side, labels)
        return self


def refuse_repeated(side: str, labels: Sequence[Any]) -> None:
    """By their text, by which results and files name strategies: 1 and "1" are one name."""
    places: dict[str, int] = {}
    for place, label in enumerate(labels):
        first = places.setdefault(str(label), place)
        if first != place:
            raise _allnash.InputError(f"a second {side} named {str(label)!r}: {side}s {first} and {place}")


def given(labels: Any) -> Labels | None:
    """For labels=: what was given by name. None for True and False, which speak of a file."""
    if labels is None or isinstance(labels, bool):
        return None
    try:
        rows, columns = (side_of(side) for side in ([] if isinstance(labels, str) else labels))
    except (TypeError, ValueError):
        raise TypeError("labels must be (rows, columns), two lists of names, or None in place of one; "
                        "or True where a file holds the names") from None
    return Labels(rows, columns)


def of_shape(labels: Any, shape: tuple[int, int]) -> Labels:
    """For labels= of a game that is in no file."""
    names = given(labels)
    if labels and names is None:
        raise TypeError("labels=True is for files; name the strategies by labels=(rows, columns)")
    return (names or Labels()).checked(shape)


def side_of(labels: Any) -> list[Any]:
    if isinstance(labels, str):
        raise TypeError
    return [] if labels is None else list(labels)


def quoted(text: str) -> str:
    """As a cell of CSV."""
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\n\r') else text
