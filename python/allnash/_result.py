"""What a run found."""
from __future__ import annotations

import json
import os
from fractions import Fraction
from numbers import Integral
from typing import TYPE_CHECKING, Any, Callable, Iterator, NamedTuple

from . import _allnash, _choices, _display, _policy, _report
from ._choices import Free, Judgement, Range
from ._entries import Entries
from ._options import in_words
from ._polytope import Polytope, Strategy, dense, place_of
from ._report import Report

if TYPE_CHECKING:
    import numpy

MOST_EXPLORED = 40  # rows, and columns, of a table whose page can be edited
CERTAIN = ("proved", "within", "certified")  # statuses with a certificate


class NotProved(LookupError):
    """Asked for what only a proof tells, of a run that ended before one. The text says what is known instead."""


class Field(property):
    """An attribute that the compiled part provides by name, None if the run did not find it; one that needs a proof
    raises NotProved instead. Its name, type and meaning are stated in the class, and nowhere else in Python."""

    def __init__(self, doc: str, proof: bool) -> None:
        super().__init__(self.read)
        self.__doc__ = doc
        self.proof = proof

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def read(self, result: Result) -> Any:
        found = result._answer.get(self.name)
        if found is None and self.proof:
            raise result._not_proved()
        return found


def from_answer(doc: str) -> Any:
    return Field(doc, proof=False)


def needs_proof(doc: str) -> Any:
    return Field(doc, proof=True)


class Called:
    """An attribute row_... or column_... of a result, with the names of that player's strategies in place of
    numbers."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, view: Any, owner: type) -> Any:
        if view is None:
            return self
        labels = view._result.row_labels if self.name.startswith("row") else view._result.column_labels
        return with_names(getattr(view._result, self.name), labels)


def called() -> Any:
    return Called()


def with_names(found: Any, labels: list[Any]) -> Any:
    """Strategies, numbers by strategy, or a list of these, by name if there are names."""
    if isinstance(found, dict):
        return {labels[strategy] if labels else strategy: number for strategy, number in found.items()}
    if isinstance(found, list):
        return [with_names(one, labels) for one in found]
    return labels[found] if labels and found is not None else found


class ByName:
    """What a result says of strategies, by their labels; by number where there are none. Otherwise as in Result."""

    def __init__(self, result: Result) -> None:
        self._result = result

    row_strategy: dict[Any, Fraction] | None = called()
    column_strategy: dict[Any, Fraction] | None = called()
    row_support: list[Any] = called()
    column_support: list[Any] = called()
    row_vertices: list[dict[Any, Fraction]] = called()
    column_vertices: list[dict[Any, Fraction]] = called()
    row_caps: dict[Any, Fraction] | None = called()
    column_caps: dict[Any, Fraction] | None = called()


class Equilibrium(NamedTuple):
    """A strategy of each player."""

    row: Strategy
    column: Strategy


class BringsIn(NamedTuple):
    """A strategy that no equilibrium plays, and the smallest change of one of its payoffs with which some equilibrium plays it."""

    player: str
    strategy: int
    short: tuple[Fraction, Fraction]  # the least and the most that it falls short of the value, over all equilibria
    row: int | None  # the payoff to change; None where no single one will do
    column: int | None
    by: Fraction | None  # what to add to it


class Result:
    """The outcome of a run, of every kind of game and in every status.

    `status` is

    - "proved": the value and all equilibria are known, exactly;
    - "within": `low` and `high` are as near to each other as `epsilon` asks;
    - "certified": the same of a game of chance, with probability `confidence`;
    - "stopped": by budget, time, Ctrl-C or payoffs that failed; see `stop_reason`;
    - "no strict saddle point", from a method that looks for nothing else;
    - "failure", from the paper's method for given sizes, where they do not fit.

    What is not known is None: `low`, `high` and the strategies that attain them are there as soon as they are known,
    in any status. What needs a proof (supports, dimensions, vertices, the sets of optimal strategies) raises
    NotProved in another status than "proved". There is a certificate when it is "proved", "within" or "certified".

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
        self._found: dict[Any, Any] = {}

    status: str = from_answer("""One of those above.""")
    @property
    def stop_reason(self) -> str | None:
        """When stopped: "budget", "time limit", "interrupted", or what else ended the run, such as what is wrong with the
        ledger file. None otherwise."""
        reason = self._answer.get("stop_reason")
        return reason and in_words(reason)

    symmetric: bool = from_answer("""Whether the game was declared symmetric.""")
    method: str = from_answer("""The method that answered.""")
    seed: int = from_answer("""The seed of all randomness.""")

    value: Fraction | Any = from_answer("""The value of the game; None when it is not known. That of a symmetric game always
        is.""")
    low: Fraction | None = from_answer("""The value is at least this; None when no bound is known. In a symmetric game, whose
        value is known, what `row_strategy` guarantees; the value itself, which promises nothing, while there is none.""")
    high: Fraction | None = from_answer("""The value is at most this; None when no bound is known. In a symmetric game the
        mirror image of `low`.""")
    row_strategy: Strategy | None = from_answer("""An optimal strategy that plays the whole support: the row player's half of
        the proof. Where there is no proof, one that guarantees `low`, or None while none is known.""")
    column_strategy: Strategy | None = from_answer("""An optimal strategy that plays the whole support: the column player's
        half of the proof. Where there is no proof, one that concedes at most `high`, or None while none is known.""")

    row_support: list[int] = needs_proof("""Every row that some optimal strategy plays.""")
    column_support: list[int] = needs_proof("""Every column that some optimal strategy plays.""")
    row_dimension: int = needs_proof("""The dimension of the set of optimal strategies; 0 when there is one alone.""")
    column_dimension: int = needs_proof("""The dimension of the set of optimal strategies; 0 when there is one alone.""")
    row_vertices: list[Strategy] = needs_proof("""The extreme optimal strategies, sorted.""")
    column_vertices: list[Strategy] = needs_proof("""The extreme optimal strategies, sorted.""")
    row_vertices_complete: bool = needs_proof("""False when the list was cut; see the option `vertices`.""")
    column_vertices_complete: bool = needs_proof("""False when the list was cut; see the option `vertices`.""")

    kernels: list[dict[str, Any]] | None = from_answer("""With the option `kernels`, for each pair of extreme optimal strategies
        the square subgame that it comes from (Shapley and Snow): a dict of `row_vertex` and `column_vertex`, their places in
        `row_vertices` and `column_vertices`, and of `rows` and `columns`. None without the option or a proof.""")
    kernels_complete: bool | None = from_answer("""With the option `kernels`, False when that list was cut.""")

    confidence: str | None = from_answer("""Of a game of chance: 1 - delta, as a decimal, the probability with which all that
        is said here holds together, but for `floor_plays_sure`. None for other games.""")
    plays: int | None = from_answer("""Of a game of chance: how many plays it took.""")
    entries: int | None = from_answer("""Of a game of chance: how many distinct entries were played.""")
    attempts: int | None = from_answer("""Of a game of chance: how often strategies were fixed to be certified.""")
    floor_plays: int | None = from_answer("""Of a game of chance, where bounds are certified: no method certifies these
        strategies to these bounds with fewer plays on average, if payoffs are as these plays showed.""")
    floor_plays_sure: int | None = from_answer("""The same whatever the payoffs are, a promise of its own with the same
        confidence; `None` where plays were lost.""")
    failures: int | None = from_answer("""Of a game of chance: how many plays count as lost.""")
    row_caps: dict[int, Fraction] | None = from_answer("""Of a game of chance: by row, where below 1, what its probability in
        any equilibrium does not exceed.""")
    column_caps: dict[int, Fraction] | None = from_answer("""Of a game of chance: by column, where below 1, what its
        probability in any equilibrium does not exceed.""")

    queries: int = from_answer("""How many distinct payoffs were asked for; of a game of chance, how many plays.""")
    recalled: int | None = from_answer("""With a ledger file: how many of the queries it answered. The others were paid
        for.""")
    rechecked: int | None = from_answer("""Where a ledger file answered for a function, which has no identity: how many of its
        payoffs were asked for again and agreed. They are no queries. None where none had to be.""")
    failed: list[dict[str, Any]] = from_answer("""With on_failure: the entries that failed, as dicts of `row`, `column`, `why`
        and the `payoff` that each counts as, None for anything in the payoff range.""")
    @property
    def notes(self) -> list[str]:
        """What one should know of this result, a text each: that payoffs may be equal but for rounding, or that all of
        them come from a ledger."""
        return [in_words(note) for note in self._answer.get("notes")]

    counters: dict[str, dict[str, int]] = from_answer("""Of the methods `paper` and `reweighted`: by phase ("values", "search" and
        "check") the payoffs that it looked at (`looks`), those of them asked for the first time (`queries`), its oracle's
        `calls`, and `stages`. Empty for other methods.""")
    rounds: int = from_answer("""How many batches they were asked for in.""")
    floor: int | None = from_answer("""No method that finds all equilibria of every game asks fewer payoffs of this one; None
        when that is not known, since it follows from the answer.""")
    seconds: float = from_answer("""How long the run took.""")
    cost: Fraction | None = from_answer("""With costs: what was spent on the queries.""")
    recalled_cost: Fraction | None = from_answer("""With costs and a ledger file: what of the cost was of payoffs that it
        had.""")
    floor_cost: Fraction | None = from_answer("""With costs: what the payoffs of the floor cost: no method that finds all equilibria
        of every game spends less. None on a stopped run.""")
    repeats: int | None = from_answer("""How many payoffs were asked for again, to compare: a few of a function, or as
        check_repeat says.""")
    mirrored: int | None = from_answer("""Of a symmetric function: how many of the queries were matches asked the other way
        too, to compare.""")
    in_vain: int | None = from_answer("""With ahead: how many of the queries were asked ahead and not needed.""")
    hedged: int | None = from_answer("""How many questions were asked of a second worker, too, since the first took long; they
        are no queries.""")
    averaged_plays: int | None = from_answer("""Where payoffs in the ledger file are averages of a match list: of how many
        plays. What is said is then exact for these averages, and not for the game that was played.""")

    payoff_range: tuple[Fraction, Fraction] | None = from_answer("""The range that the payoffs were said to lie in.""")
    range_used: bool = from_answer("""Whether the method left out what the range makes needless.""")
    hindsight: int | None = from_answer("""With a range: how few of the payoffs asked for would have proved the answer with
        the pair of strategies that was found; another pair may need fewer. None without one.""")
    range_floor: int | None = from_answer("""With a range, where both optimal strategies are unique: no method that knows the
        range, and finds all equilibria of every game in it, asks fewer.""")
    epsilon: Fraction | None = from_answer("""The tolerance that was asked for.""")
    solved_as: str = from_answer("""Where the game solved is another than the one given, with the same equilibria: how it
        comes from that. Value, bounds and certificate are those of the game solved. Empty otherwise.""")

    @property
    def proved(self) -> bool:
        """Whether the value and all equilibria are known."""
        return self.status == "proved"

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self._answer.get("rows"), self._answer.get("columns")

    @property
    def ratio(self) -> float | None:
        """queries / floor; None when the floor is not known."""
        return None if self.floor is None else self.queries / self.floor

    @property
    def row_labels(self) -> list[Any]:
        """The names of the rows, or an empty list."""
        return self._row_labels

    @property
    def column_labels(self) -> list[Any]:
        """The names of the columns, or an empty list."""
        return self._column_labels

    @property
    def by_name(self) -> ByName:
        """Strategies, supports, vertices and caps by the labels of strategies, as a Ranking has them.

        >>> allnash.solve([[3, 0], [1, 2]], labels=(["up", "down"], None)).by_name.row_strategy
        {'up': Fraction(1, 4), 'down': Fraction(3, 4)}
        """
        return ByName(self)

    @property
    def row_play(self) -> dict[Any, Fraction] | None:
        """What the row player should play: `row_strategy`, by name where the rows have names, as `row_play` of a Ranking is
        what to play. None while nothing is known.

        >>> allnash.solve([[3, 0], [1, 2]], labels=(["up", "down"], None)).row_play
        {'up': Fraction(1, 4), 'down': Fraction(3, 4)}
        """
        return self.by_name.row_strategy

    @property
    def column_play(self) -> dict[Any, Fraction] | None:
        """What the column player should play: `column_strategy`, by name where the columns have names."""
        return self.by_name.column_strategy

    @property
    def row_set(self) -> Polytope:
        """All optimal strategies of the row player."""
        return self._set(True)

    @property
    def column_set(self) -> Polytope:
        """All optimal strategies of the column player."""
        return self._set(False)

    @property
    def row_array(self) -> numpy.ndarray | None:
        """`row_strategy` as an array of floats, one for each row. Needs NumPy."""
        return None if self.row_strategy is None else dense(self.row_strategy, self.shape[0])

    @property
    def column_array(self) -> numpy.ndarray | None:
        """`column_strategy` as an array of floats, one for each column. Needs NumPy."""
        return None if self.column_strategy is None else dense(self.column_strategy, self.shape[1])

    @property
    def asked(self) -> numpy.ndarray:
        """The entries that were seen, a line (row, column) each, by row, then column: an array, or without NumPy a
        list of pairs. Of a match in a symmetric game, the entry above the diagonal."""
        return Entries(self._answer.asked()).table()

    def payoff(self, row: Any, column: Any) -> Fraction | None:
        """The payoff of an entry that was seen, None for another. Of a game of chance the average of its plays. A row or
        column is a number, or its name where the game has names."""
        places = [self._place(is_row, key) for is_row, key in ((True, row), (False, column))]
        if None in places:
            raise IndexError(f"entry ({row}, {column}) of a game of {self.shape[0]} x {self.shape[1]}")
        return self._answer.payoff(*(place for place in places if place is not None))

    def _place(self, is_row: bool, key: Any) -> int | None:
        """The index of a strategy that is called by number or by name; None for a number that is too high or low."""
        place = place_of(key, self.shape[0 if is_row else 1])
        labels = self.row_labels if is_row else self.column_labels
        if place is None and key in labels:
            return labels.index(key)
        if place is None and not isinstance(key, Integral):
            raise KeyError(f"there is no {'row' if is_row else 'column'} named {key!r}")
        return place

    @property
    def certificate(self) -> str:
        """The proof as text, for `check` and the program allnash-check. Made when it is asked for."""
        if self.status not in CERTAIN:
            raise self._not_proved()
        return self._answer.certificate()

    def write_certificate(self, path: str | os.PathLike[str], *, further: bool = False) -> None:
        """Write the proof to a file; with `further` with lines that prove `row_ranges` and `column_ranges`, too."""
        text = self.certificate
        if further:
            self._set(True)
            text = _allnash.answer_certificate(self._answer, None)
        _report.write_text(path, text)

    def to_json(self) -> str:
        """The result as the command line's --json prints it, on one line. The payoffs are not part of it."""
        return self._answer.to_json()

    @classmethod
    def from_json(cls, text: str | bytes) -> Result:
        """The result that `to_json` or the command line's --json wrote down.

        It has all but the payoffs that the run saw: what rests on them (`asked`, `payoff`, `certificate`,
        `contains`, `sample`, `max_entropy`) raises LookupError. Of the names, those outside the supports
        are None.

        >>> result = allnash.solve([[3, 0], [1, 2]])
        >>> allnash.Result.from_json(result.to_json()) == result
        True
        """
        try:
            fields = json.loads(text)
            if not isinstance(fields, dict):
                raise ValueError(f"a result is an object, not {type(fields).__name__}")
            answer = _allnash.Answer(fields)
        except KeyError as error:
            raise _allnash.InputError(f"this is not a result in JSON: {error} is missing") from None
        except (TypeError, ValueError, IndexError, RuntimeError) as error:
            raise _allnash.InputError(f"this is not a result in JSON: {error}") from None
        labels = ([name or None for name in answer.get(side)] for side in ("row_labels", "column_labels"))
        return cls(answer, *labels)

    def report(self, path: str | os.PathLike[str] | None = None, title: str = "") -> Report:
        """The answer and how it was found as one self-contained HTML page.

        Written to a file when a path is given. What is returned shows the page in a notebook; its `html`
        is the page as text.

        >>> allnash.solve([[3, 0], [1, 2]]).report().html[:15]
        '<!doctype html>'
        """
        return _report.report(self._answer, path, title)

    def explore(self, path: str | os.PathLike[str] | None = None, title: str = "") -> Report:
        """The report of a table of at most 40 x 40, all of which was read: a page whose cells can be edited, which then solves the
        table anew by itself. Shown in a notebook, and written to a file when a path is given.

        >>> allnash.solve([[3, 0], [1, 2]]).explore().html[:15]
        '<!doctype html>'
        """
        if not self.proved:
            raise self._not_proved()
        if max(self.shape) > MOST_EXPLORED:
            raise ValueError(f"a table of at most {MOST_EXPLORED} x {MOST_EXPLORED} can be explored, and this one is {self.shape[0]} x {self.shape[1]}")
        entries = self.shape[0] * (self.shape[0] - 1) // 2 if self.symmetric else self.shape[0] * self.shape[1]
        if len(self.asked) < entries:
            raise ValueError("payoffs of this game were not read: method='full' reads all of them")
        return self.report(path, title)

    @property
    def brings_in(self) -> list[BringsIn]:
        """For every strategy that no equilibrium plays: how far it falls short of the value, and the smallest change of one of its own
        payoffs with which some equilibrium plays it; in a symmetric game the mirrored payoff changes with it.

        >>> allnash.solve([[3, 0], [1, 2], [0, 1]]).brings_in[0].by
        Fraction(2, 1)
        """
        if not self.proved:
            raise self._not_proved()
        found = []
        for one in json.loads(self._answer.brings_in()):
            least, most = one["short"]
            by = None if one["by"] is None else Fraction(one["by"])
            found.append(BringsIn(one["player"], one["strategy"], (Fraction(least), Fraction(most)), one["row"], one["column"], by))
        return found

    @property
    def row_ranges(self) -> dict[int, Range]:
        """The least and the most of every row of the support over all equilibria.

        >>> allnash.solve([[1, 1, 0], [1, 0, 1]]).column_ranges[1]
        Range(least=Fraction(1, 2), most=Fraction(1, 2), exact=True, reached=None)
        """
        return self._ranges(True)[0]

    @property
    def column_ranges(self) -> dict[int, Range]:
        """The least and the most of every column of the support over all equilibria."""
        return self._ranges(False)[0]

    @property
    def row_free(self) -> list[Free]:
        """The blocks of rows that vary together: all optimal strategies are all combinations of one point of each."""
        return self._ranges(True)[1]

    @property
    def column_free(self) -> list[Free]:
        """The blocks of columns that vary together: all optimal strategies are all combinations of one point of each."""
        return self._ranges(False)[1]

    def row_range(self, row: Any) -> Range:
        """The least and the most of one row, by number or name, over all equilibria."""
        return self.row_ranges.get(self._number(row, True), _choices.NEVER)

    def column_range(self, column: Any) -> Range:
        """The least and the most of one column, by number or name, over all equilibria."""
        return self.column_ranges.get(self._number(column, False), _choices.NEVER)

    @property
    def row_sensible(self) -> Strategy | None:
        """The optimal strategy that one should play, which earns most against the opponent's cheapest mistake, then against the
        next (Dresher 1961); None where finding it would take too long, or unread payoffs decide it.

        >>> allnash.solve([[1, 1, 3], [1, 1, 2]]).row_sensible
        {0: Fraction(1, 1)}
        """
        return self._sensible(True)

    @property
    def column_sensible(self) -> Strategy | None:
        """The optimal strategy that one should play, as `row_sensible`."""
        return self._sensible(False)

    @property
    def sensible(self) -> tuple[Strategy | None, Strategy | None]:
        """`row_sensible` and `column_sensible`."""
        return self.row_sensible, self.column_sensible

    def policy(self, player: Any, choose: Any = None) -> dict[Any, Any]:
        """What the player should play, by name where there are names. `choose` is "sensible", "interior" (the strategy of the
        proof), "vertex" (an extreme optimal strategy), "max_entropy" (floats; needs SciPy), or None: the sensible one, or where
        that is not known the interior one."""
        _choices.how_of(choose)
        is_row = _policy.player_of(player) == 0
        chosen: Any = self._set(is_row).interior_point
        if choose in (None, "sensible"):
            found = self._sensible(is_row)
            if found is None and choose is not None:
                raise NotProved("the sensible strategy was not found: unread payoffs decide it, or its linear program is too large")
            chosen = chosen if found is None else found
        elif choose == "vertex":
            chosen = self._set(is_row).vertices[0]
        elif choose == "max_entropy":
            chosen = self._set(is_row).max_entropy()
        return self._set(is_row).named(chosen)

    def judge(self, strategy: Any, player: Any = "row", *, time_limit: float | None = None) -> Judgement:
        """Hold a strategy against all equilibria: see `allnash.judge`. Payoffs that this run did not read are not asked for: where
        the strategy needs some, the judgement has bounds by `payoff_range`; `method="full"` reads a table whole."""
        return _choices.judge_table(self, strategy, _policy.player_of(player) == 0, time_limit)

    def contains(self, strategy: Any, player: Any = "row") -> bool:
        """Whether the strategy is one of the player's equilibrium strategies, decided exactly: see `Polytope.contains`."""
        return self._set(_policy.player_of(player) == 0).contains(strategy)

    def to_frame(self, exact: bool = False) -> Any:
        """The players' strategies as a pandas DataFrame, one line for each, those that are played first.

        Numbers are floats, or Fractions if `exact` says so. Of a large game, the 300 strategies of each player that
        are played or come nearest to it. Needs pandas. The columns, as far as they are known:

        - `low` and `high`: the least and the most that the strategy is played in any equilibrium;
        - `one_optimal`: its probability in one optimal strategy, that of the proof; where nothing is proved, `plays`: its
          probability in the strategy that attains the bound;
        - `earns`: what the row player gets where it is played against the opponent's strategy of the proof;
        - `regret`: by how much that is worse than the value for whoever plays it; 0 for strategies in the support;
        - `cap`: of a game of chance, an upper limit of its probability in any equilibrium.
        """
        return _report.frame(self, exact)

    def equilibria(self) -> Iterator[Equilibrium]:
        """Every extreme equilibrium, one after the other: each extreme optimal strategy of the row player with each of the
        column player. All equilibria are mixtures of these, player by player. Where a list of vertices was cut, NotProved is
        raised after the last one that is known; see the option `vertices`.

        >>> for row, column in allnash.solve([[1, 1, 0], [1, 0, 1]]).equilibria():
        ...     print(row, column)
        {0: Fraction(1, 2), 1: Fraction(1, 2)} {1: Fraction(1, 2), 2: Fraction(1, 2)}
        """
        for row in self.row_vertices:
            for column in self.column_vertices:
                yield Equilibrium(row, column)
        if not (self.row_vertices_complete and self.column_vertices_complete):
            raise NotProved("there are more extreme equilibria: a list of vertices was cut; the option `vertices` lengthens it")

    def to_latex(self) -> str:
        """The game as LaTeX, with the players' probabilities beside and below it, and the value. Of a game of more than 20
        rows or columns, the strategies alone."""
        from . import _latex

        return _latex.of_table(self)

    def plot_lines(self, axes: Any = None) -> Any:
        """Draw a game of two rows or two columns as in textbooks, with matplotlib: a line for each of the opponent's
        strategies over the probability of one's second strategy, what is guaranteed, and the optimal strategies. Returns the
        figure."""
        from . import _class_plots

        return _class_plots.plot_lines(self, axes)

    def plot(self, axes: Any = None) -> Any:
        """Draw the game and how it is played, with matplotlib.

        `axes` are two to draw on; without them a figure is made. Returns the figure. Up to 60 x 60 entries
        are shown by their payoffs, hatched where they were not asked for, and up to 12 x 12 with the numbers written into
        them; a larger game is drawn in at most
        400 x 400 cells, each as dark as the share of its entries that was asked for.
        """
        from . import _plot

        return _plot.plot(self, axes)

    def _not_proved(self) -> NotProved:
        return NotProved(f"there is no proof: {_display.heading(self)}; {_display.bounds(self)}")

    def _ranges(self, is_row: bool) -> tuple[dict[int, Range], list[Free]]:
        if not self.proved:
            raise self._not_proved()
        return self._kept(("ranges", is_row), lambda: _choices.table_ranges(self, is_row))

    def _sensible(self, is_row: bool) -> Strategy | None:
        if not self.proved:
            raise self._not_proved()
        return self._kept(("sensible", is_row), lambda: _allnash.answer_sensible(self._answer, is_row, None))

    def _kept(self, what: Any, find: Callable[[], Any]) -> Any:
        """What was found once."""
        if what not in self._found:
            self._found[what] = find()
        return self._found[what]

    def _number(self, strategy: Any, is_row: bool) -> int:
        return self._set(is_row)._place(strategy)

    def _set(self, is_row: bool) -> Polytope:
        if not self.proved:
            raise self._not_proved()
        if is_row not in self._sets:
            self._sets[is_row] = Polytope(self._answer, is_row, self._row_labels if is_row else self._column_labels)
        return self._sets[is_row]

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
