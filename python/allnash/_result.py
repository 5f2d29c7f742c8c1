"""What a run found."""
from __future__ import annotations

import json
import os
from fractions import Fraction
from typing import Any

import numpy

from . import _allnash, _display, _report, _stored
from ._polytope import Polytope, Strategy
from ._report import Report


class NotProved(AttributeError):
    """The run ended before there was an answer: this attribute is not known."""


def dense(strategy: Strategy | None, size: int) -> numpy.ndarray | None:
    if strategy is None:
        return None
    result = numpy.zeros(size)
    for index, probability in strategy.items():
        result[index] = float(probability)
    return result


class Result:
    """The outcome of a run.

    `status` is "proved", "within" (the tolerance `epsilon`), "stopped" (by budget, time or Ctrl-C; see
    `stop_reason`), or, from a method that looks for a strict saddle point alone, "no strict saddle
    point". The answer is there when it is "proved". Otherwise `value`, `floor` and `ratio` are None, and
    the sets of optimal strategies and what describes them raise NotProved; `low` and `high` bound the
    value in any case, and the strategies are those that attain these bounds, None while none is known.
    There is a certificate when the status is "proved" or "within".

    Results compare by all that they say but the seconds, can be pickled, and come back from their JSON.

    >>> allnash.solve([[3, 0], [1, 2]])
    <allnash.Result: 2 x 2 game: proved
      value    3/2
      queries  4 of 4, in 1 round
      floor    4, ratio 1.000
      method   auto
      rows     2 of 2 played, one optimal strategy
               0: 1/4, 1: 3/4
      columns  2 of 2 played, one optimal strategy
               0: 1/2, 1: 1/2>
    """

    def __init__(self, answer: _allnash.Answer, row_labels: list[Any], column_labels: list[Any]) -> None:
        self._answer = answer
        self._row_labels = row_labels
        self._column_labels = column_labels
        self._sets: dict[bool, Polytope] = {}

    def _proved(self) -> _allnash.Answer:
        if not self.proved:
            why = f"{self.status} ({self.stop_reason})" if self.stop_reason else self.status
            raise NotProved(f"there is no answer: {why}; low and high bound the value")
        return self._answer

    def _certain(self) -> _allnash.Answer:
        return self._answer if self.status == "within" else self._proved()

    def _set(self, is_row: bool) -> Polytope:
        if is_row not in self._sets:
            labels = self._row_labels if is_row else self._column_labels
            self._sets[is_row] = Polytope(self._proved(), is_row, labels)
        return self._sets[is_row]

    @property
    def proved(self) -> bool:
        """Whether there is an answer, with its proof."""
        return self._answer.status == "proved"

    @property
    def status(self) -> str:
        """"proved", "within", "stopped" or "no strict saddle point"."""
        return self._answer.status

    @property
    def stop_reason(self) -> str | None:
        """When stopped: "budget", "time limit", "interrupted", or what is wrong with the ledger file."""
        return self._answer.stop_reason or None

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self._answer.shape

    @property
    def symmetric(self) -> bool:
        """Whether the game was declared symmetric."""
        return self._answer.symmetric

    @property
    def method(self) -> str:
        """The method that answered."""
        return self._answer.method

    @property
    def seed(self) -> int:
        """The seed of all randomness."""
        return self._answer.seed

    @property
    def value(self) -> Fraction | None:
        """The value of the game; None when it is not known. That of a symmetric game always is."""
        return self._answer.value

    @property
    def low(self) -> Fraction | None:
        """The value is at least this; None when no bound is known."""
        return self._answer.low

    @property
    def high(self) -> Fraction | None:
        """The value is at most this; None when no bound is known."""
        return self._answer.high

    @property
    def row_set(self) -> Polytope:
        """All optimal strategies of the row player."""
        return self._set(True)

    @property
    def column_set(self) -> Polytope:
        """All optimal strategies of the column player."""
        return self._set(False)

    @property
    def rows(self) -> Polytope:
        """The older name of `row_set`; the number of rows is shape[0]."""
        return self.row_set

    @property
    def columns(self) -> Polytope:
        """The older name of `column_set`; the number of columns is shape[1]."""
        return self.column_set

    @property
    def row_support(self) -> list[int]:
        """Every row that some optimal strategy plays."""
        return self.row_set.support

    @property
    def column_support(self) -> list[int]:
        """Every column that some optimal strategy plays."""
        return self.column_set.support

    @property
    def row_strategy(self) -> Strategy | None:
        """An optimal strategy that plays the whole support: the row player's half of the proof. Where
        there is no proof, one that guarantees `low`, or None while none is known."""
        return self._answer.row_strategy

    @property
    def column_strategy(self) -> Strategy | None:
        """An optimal strategy that plays the whole support: the column player's half of the proof. Where
        there is no proof, one that concedes at most `high`, or None while none is known."""
        return self._answer.column_strategy

    @property
    def row_array(self) -> numpy.ndarray | None:
        """`row_strategy` as an array of floats, one for each row."""
        return dense(self.row_strategy, self.shape[0])

    @property
    def column_array(self) -> numpy.ndarray | None:
        """`column_strategy` as an array of floats, one for each column."""
        return dense(self.column_strategy, self.shape[1])

    @property
    def row_dimension(self) -> int:
        """The dimension of the set of optimal strategies; 0 when there is one alone."""
        return self.row_set.dimension

    @property
    def column_dimension(self) -> int:
        """The dimension of the set of optimal strategies; 0 when there is one alone."""
        return self.column_set.dimension

    @property
    def row_vertices(self) -> list[Strategy]:
        """The extreme optimal strategies, sorted."""
        return self.row_set.vertices

    @property
    def column_vertices(self) -> list[Strategy]:
        """The extreme optimal strategies, sorted."""
        return self.column_set.vertices

    @property
    def row_vertices_complete(self) -> bool:
        """False when the list was cut; see the option `vertices`."""
        return self.row_set.complete

    @property
    def column_vertices_complete(self) -> bool:
        """False when the list was cut; see the option `vertices`."""
        return self.column_set.complete

    @property
    def row_labels(self) -> list[Any]:
        """The names of the rows, or an empty list."""
        return self._row_labels

    @property
    def column_labels(self) -> list[Any]:
        """The names of the columns, or an empty list."""
        return self._column_labels

    @property
    def queries(self) -> int:
        """How many distinct payoffs were asked for."""
        return self._answer.queries

    @property
    def recalled(self) -> int | None:
        """With a ledger file: how many of the queries it answered. The others were paid for."""
        return self._answer.recalled

    @property
    def cost(self) -> Fraction | None:
        """With costs: what was spent on the queries."""
        return self._answer.cost

    @property
    def recalled_cost(self) -> Fraction | None:
        """With costs and a ledger file: what of the cost was of payoffs that it had."""
        return self._answer.recalled_cost

    @property
    def floor_cost(self) -> Fraction | None:
        """With costs: what the payoffs cost that no correct method can do without. None on a stopped run."""
        return self._answer.floor_cost

    @property
    def repeats(self) -> int | None:
        """How many payoffs were asked for again, to compare: a few of a function, or as check_repeat says."""
        return self._answer.repeats

    @property
    def averaged_plays(self) -> int | None:
        """Where payoffs in the ledger file are averages of a match list: of how many plays. What is said is then
        exact for these averages, and not for the game that was played. None where there are none."""
        return self._answer.averaged_plays

    @property
    def mirrored(self) -> int | None:
        """Of a symmetric function: how many of the queries were matches asked the other way too, to compare."""
        return self._answer.mirrored

    @property
    def rounds(self) -> int:
        """How many batches they were asked for in."""
        return self._answer.rounds

    @property
    def floor(self) -> int | None:
        """No method that is right on every game asks for fewer payoffs of this one; None when that is not
        known, since it follows from the answer."""
        return self._answer.floor if self.proved else None

    @property
    def ratio(self) -> float | None:
        """queries / floor."""
        return self._answer.ratio if self.proved else None

    @property
    def payoff_range(self) -> tuple[Fraction, Fraction] | None:
        """The range that the payoffs were said to lie in."""
        return self._answer.payoff_range

    @property
    def range_used(self) -> bool:
        """Whether the method left out what the range makes needless."""
        return self._answer.range_used

    @property
    def hindsight(self) -> int | None:
        """With a range: how few of the payoffs asked for would have proved the answer with the pair of strategies that
        was found; another pair may need fewer. None without one."""
        return self._answer.hindsight

    @property
    def range_floor(self) -> int | None:
        """With a range, where both optimal strategies are unique: no correct method that knows the range asks fewer."""
        return self._answer.range_floor

    @property
    def solved_as(self) -> str:
        """Where the game solved is another than the one given, with the same equilibria: how it comes from that. Value,
        bounds and certificate are those of the game solved. Empty otherwise."""
        return self._answer.solved_as

    @property
    def epsilon(self) -> Fraction | None:
        """The tolerance that was asked for."""
        return self._answer.epsilon

    @property
    def seconds(self) -> float:
        """How long the run took."""
        return self._answer.seconds

    @property
    def asked(self) -> numpy.ndarray:
        """The entries that were seen, a line (row, column) each, by row, then column. Of a match in a
        symmetric game, the entry above the diagonal."""
        return self._answer.entries()

    def payoff(self, row: int, column: int) -> Fraction | None:
        """The payoff of an entry that was seen, None for another."""
        if not (0 <= row < self.shape[0] and 0 <= column < self.shape[1]):
            raise IndexError(f"entry ({row}, {column}) of a game of {self.shape[0]} x {self.shape[1]}")
        return self._answer.payoff(row, column)

    @property
    def certificate(self) -> str:
        """The proof as text, for `check` and the program allnash-check. Made when it is asked for."""
        return self._certain().certificate()

    def write_certificate(self, path: str | os.PathLike[str]) -> None:
        """Write the proof to a file."""
        self._certain().write_certificate(os.fspath(path))

    def to_json(self) -> str:
        """The result as the command line's --json prints it, on one line. The payoffs are not part of it."""
        return self._answer.to_json()

    @classmethod
    def from_json(cls, text: str | bytes) -> Result:
        """The result that `to_json` or the command line's --json wrote down.

        It has all but the payoffs that the run saw: what rests on them (`asked`, `payoff`, `certificate`,
        `contains`, `sample`, `max_entropy`) raises PayoffsMissing. Of the names, those outside the supports
        are None.

        >>> result = allnash.solve([[3, 0], [1, 2]])
        >>> allnash.Result.from_json(result.to_json()) == result
        True
        """
        return cls(*_stored.from_json(text))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash((self.status, self.shape, self.method, self.seed, self.value, self.queries))

    def _content(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(self.to_json())
        del content["seconds"]
        return content

    def __repr__(self) -> str:
        return _display.text(self)

    def _repr_html_(self) -> str:
        return _display.html(self)

    def report(self, path: str | os.PathLike[str] | None = None, title: str = "") -> Report:
        """The answer and how it was found as one self-contained HTML page.

        Written to a file when a path is given. What is returned shows the page in a notebook; its `html`
        is the page as text.

        >>> allnash.solve([[3, 0], [1, 2]]).report().html[:15]
        '<!doctype html>'
        """
        return _report.report(self._answer, path, title)

    def to_frame(self, exact: bool = False) -> Any:
        """The players' strategies as a pandas DataFrame, one line for each, those that are played first.

        `low` and `high` are the least and the most that the strategy is played in any equilibrium, `proof`
        its probability in the strategy of the proof, `earns` what it pays to the row player against the opponent's strategy of the proof, and `short` how far that is from
        being played. Numbers are floats, or Fractions if `exact` says so. Of a large game, the 300
        strategies of each player that are played or come nearest to it. Needs pandas.
        """
        return _report.frame(self._answer, self._row_labels, self._column_labels, exact)

    def plot(self, axes: Any = None) -> Any:
        """Draw the game and how it is played, with matplotlib.

        `axes` are two to draw on; without them a figure is made. Returns the figure. Up to 60 x 60 entries
        are shown by their payoffs, hatched where they were not asked for; a larger game is drawn in at most
        400 x 400 cells, each as dark as the share of its entries that was asked for.
        """
        from . import _plot

        return _plot.plot(self, axes)
