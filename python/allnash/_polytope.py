"""The optimal strategies of one player, as a set."""
from __future__ import annotations

from fractions import Fraction
from numbers import Integral
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Union, overload

from . import _allnash, _optional
from ._answers import Strategy as Strategy
from ._optional import Needs

if TYPE_CHECKING:
    import numpy

    Rng = Union[numpy.random.Generator, int, None]


def dense(strategy: Mapping[int, Any], size: int) -> numpy.ndarray:
    result = _optional.numpy().zeros(size)
    for index, probability in strategy.items():
        result[index] = float(probability)
    return result


def place_of(key: Any, size: int) -> int | None:
    """The index of a strategy that is called by number, as integers always are; None for other keys."""
    return int(key) if isinstance(key, Integral) and 0 <= int(key) < size else None


class Polytope:
    """The optimal strategies of one player: a polytope, every point of which is optimal.

    A strategy is a dictionary of its non-zero probabilities, by index.

    >>> kicks = [[50, 90, 95, 75], [90, 20, 90, 80], [95, 90, 50, 75]]
    >>> columns = allnash.solve(kicks).column_set
    >>> columns.dimension
    1
    >>> columns.vertices[0]
    {1: Fraction(1, 15), 3: Fraction(14, 15)}
    >>> columns.contains(columns.interior_point)
    True
    """

    def __init__(self, answer: _allnash.Answer, is_row: bool, labels: list[Any]) -> None:
        self._answer = answer
        self._is_row = is_row
        self._labels = labels
        self._vertices: list[Strategy] | None = None
        self._places: dict[Any, int] | None = None  # by label

    def _get(self, name: str) -> Any:
        return self._answer.get(f"{'row' if self._is_row else 'column'}_{name}")

    @property
    def support(self) -> list[int]:
        """Every strategy of the game that some point of the set plays."""
        return self._get("support")

    @property
    def support_labels(self) -> list[Any]:
        """The names of the support; an empty list when the game has none."""
        return [self._labels[t] for t in self.support] if self._labels else []

    @property
    def size(self) -> int:
        """How many strategies the player has."""
        return self._answer.get("rows" if self._is_row else "columns")

    @property
    def dimension(self) -> int:
        """0 when the optimal strategy is unique."""
        return self._get("dimension")

    @property
    def vertices(self) -> list[Strategy]:
        """The extreme points, sorted; all points are mixtures of them when `complete`."""
        if self._vertices is None:
            self._vertices = self._get("vertices")
            assert self._vertices is not None
        return self._vertices

    @property
    def complete(self) -> bool:
        """False when the list of vertices was cut; the option `vertices` of solve lengthens it."""
        return self._get("vertices_complete")

    @property
    def interior_point(self) -> Strategy:
        """A point of the relative interior: it plays the whole support, and meets with equality only
        those conditions that every point of the set does."""
        return self._get("strategy")

    def named(self, strategy: Mapping[int, Any]) -> dict[Any, Any]:
        """The same strategy by the names of the game, where it has them."""
        return {self._labels[t] if self._labels else t: p for t, p in strategy.items()}

    def dense(self, strategy: Mapping[int, Any]) -> numpy.ndarray:
        """A strategy as an array of floats, one for each strategy of the player.

        >>> allnash.solve([[3, 0], [1, 2]]).row_set.dense({0: Fraction(1, 4), 1: Fraction(3, 4)})
        array([0.25, 0.75])
        """
        return dense(strategy, self.size)

    def contains(self, x: Any, tolerance: Any = 0) -> bool:
        """Whether x is an optimal strategy, decided in exact arithmetic.

        `x` is one of

        - a mapping from indices, or from names of the game, to probabilities; an integer is an index first;
        - a pandas Series, read by its names where the game has them;
        - a sequence with a probability for each strategy of the player.

        Floats count as the decimals that they print as, so most roundings of an optimal strategy are not optimal: a
        `tolerance` lets each condition be missed by as much. The conditions are probabilities of at least 0 that
        sum to 1, none outside the support, and no strategy of the opponent that holds x below the value.
        """
        return self._answer.contains(self._is_row, self._weights(x), tolerance)

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)

    def _weights(self, x: Any) -> dict[int, Any]:
        if isinstance(x, Mapping):
            return self._by_index((self._place(key), probability) for key, probability in x.items())
        if hasattr(x, "index") and hasattr(x, "items"):  # a pandas Series
            place = self._named_place if self._labels else self._place
            return self._by_index((place(key), probability) for key, probability in x.items())
        values = x.tolist() if hasattr(x, "tolist") else list(x)
        if len(values) != self.size:
            raise ValueError(f"{len(values)} probabilities where the player has {self.size} strategies")
        return dict(enumerate(values))

    def _by_index(self, weights: Iterable[tuple[int, Any]]) -> dict[int, Any]:
        found: dict[int, Any] = {}
        for place, probability in weights:
            if place in found:
                raise ValueError(f"two probabilities of strategy {place}")
            found[place] = probability
        return found

    def _place(self, key: Any) -> int:
        """The index of a key of a mapping: integers are indices, as in every strategy here."""
        place = place_of(key, self.size)
        if place is not None:
            return place
        if isinstance(key, Integral) and self._labels_like_indices():
            raise IndexError(f"there is no strategy {key}: integers are indices here, since names that are integers "
                             "could be mistaken for them; a pandas Series is read by name")
        return self._named_place(key)

    def _labels_like_indices(self) -> bool:
        return any(isinstance(label, Integral) and label != place and 0 <= int(label) < self.size
                   for place, label in enumerate(self._labels))

    def _named_place(self, key: Any) -> int:
        if self._places is None:
            self._places = {label: place for place, label in enumerate(self._labels)}
        if key in self._places:
            return self._places[key]
        if isinstance(key, Integral):
            raise IndexError(f"there is no strategy {key}")
        raise KeyError(f"there is no strategy named {key!r}")

    @overload
    def sample(self, rng: Rng = None, size: None = None) -> Strategy: ...
    @overload
    def sample(self, rng: Rng = None, *, size: int) -> list[Strategy]: ...

    def sample(self, rng: Rng = None, size: int | None = None) -> Strategy | list[Strategy]:
        """A random point of the set: exactly optimal, and distributed nearly uniformly.

        With `size` a list of as many, drawn one after the other. A random walk (hit and run) over the
        set in floating point comes close to the uniform distribution; the point where it ends is then
        written as a mixture of the vertices with rational weights. Needs SciPy, and the list of
        vertices to be complete. `rng` is a generator of NumPy or a seed.
        """
        if size is not None and size < 0:
            raise ValueError(f"size: {size} is below 0")
        number = 1 if size is None else size
        if self.dimension == 0:
            points = [self.interior_point for _ in range(number)]
        else:
            with Needs("SciPy", "convex"):
                from . import _convex

                points = _convex.sample(self, _optional.numpy().random.default_rng(rng), number)
        return points[0] if size is None else points

    def max_entropy(self) -> dict[int, float]:
        """The optimal strategy of largest entropy, to 1e-9: the one that Nash averaging uses.

        It is found by a convex solver of SciPy and accepted only when the first-order conditions hold
        to 1e-9; ArithmeticError otherwise. Its probabilities are irrational in general, so they are
        floats.

        >>> pennies = allnash.solve([[1, -1], [-1, 1]])
        >>> pennies.row_set.max_entropy()
        {0: 0.5, 1: 0.5}
        """
        if self.dimension == 0:
            return {t: float(p) for t, p in self.interior_point.items()}
        with Needs("SciPy", "convex"):
            from . import _convex

            return _convex.max_entropy(self)

    def plot(self, axes: Any = None) -> Any:
        """Draw the set, with matplotlib, if its dimension is at most 3: along the probabilities of those strategies that
        vary most and tell all its points apart. Of dimension 1 the probabilities of all strategies are drawn over that of one.
        `axes` are those to draw on (three-dimensional ones for dimension 3). Returns the figure."""
        from . import _class_plots

        return _class_plots.plot_set(self, self._labels, self._is_row, axes)

    def __eq__(self, other: object) -> bool:
        """Whether they are the same set of the same player, listed alike. Names do not matter."""
        if not isinstance(other, Polytope):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash((self._is_row, self.size, *self.support))

    def _content(self) -> tuple[Any, ...]:
        return (self._is_row, self.size, self.dimension, self.support, self.interior_point, self.complete,
                self.vertices)

    def __repr__(self) -> str:
        whose = "row" if self._is_row else "column"
        listed = f"{len(self.vertices)} vertices" + ("" if self.complete else " listed, there are more")
        return (f"<allnash.Polytope: optimal strategies of the {whose} player, dimension {self.dimension}, "
                f"{listed}, {len(self.support)} of {self.size} {whose}s>")
