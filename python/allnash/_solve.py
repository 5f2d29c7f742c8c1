"""`solve` and `Solver`."""
from __future__ import annotations

import os
import time
import warnings
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping, NamedTuple, Sequence

from . import _allnash, _drive, _fleet, _flows, _games, _hint, _labels, _states
from ._entries import Entries
from ._flows import FlowResult, GameTree, PathGame
from ._interrupt import Interrupted
from ._labels import Labels
from ._options import documented, options_from
from ._result import CERTAIN, Result

if TYPE_CHECKING:
    import tempfile

    import numpy

    from ._states import HasEdges, HasInitialState, HasMoves, HasRoot, HasTables

OF_WIN_RATES = ("a function of win rates goes with payoff_range=(0, 1), as it is: 0.7 and 0.3 are read as decimals, "
                "which add up to 1")


@documented
def solve(
    game: Any = None,
    *others: Any,
    payoff: Callable[[int, int], Any] | None = None,
    batch: Callable[[numpy.ndarray, numpy.ndarray], Any] | None = None,
    play: Callable[[int, int, int], Any] | None = None,
    play_batch: Callable[[numpy.ndarray, numpy.ndarray, numpy.ndarray], Any] | None = None,
    seeded: bool = False,
    unanswered: Literal["lost", "again"] = "lost",
    shape: tuple[int, int] | None = None,
    executor: Any = None,
    hedge: bool = False,
    labels: bool | tuple[Iterable[Any] | None, Iterable[Any] | None] | None = False,
    decimals: bool = True,
    header: bool = False,
    separator: str | None = None,
    decimal_mark: str | None = None,
    costs: Any = None,
    max_nodes: int | None = None,
    chance: Literal["exact", "normalise"] | None = None,
    certificate: str | os.PathLike[str] | None = None,
    trace: str | os.PathLike[str] | None = None,
    progress: bool | Callable[[dict[str, Any]], None] = False,
    **options: Any,
) -> Result | FlowResult:
    """Find the value and every equilibrium of a two-player zero-sum game, and prove them.

    The game is one of

    - a NumPy array, nested lists, or a pandas DataFrame, whose labels are kept. Integers, Fractions, Decimals and
      text such as "1/3" count at their exact value, floats as the decimals that they print as: 0.1 is 1/10;
    - the path of a .csv, .tsv, .npy, .nfg or .mtx file, or "family:NAME,key=value,...";
    - a game too large to write down: a PathGame, a GameTree, the path of a .paths or .efg file, "paths:NAME,..." or
      "trees:NAME,...". It takes `certificate` and `time_limit` alone, and the result is a FlowResult;
    - a game object: a State or Game of OpenSpiel, or anything with the methods of its State; a game of pygambit; Nashpy's
      Game; a pair of networkx graphs, as a PathGame has them;
    - `payoff`, a function of a row and a column, or `batch`, a function of an array of rows and an array of columns
      of one length, with `shape` the numbers of rows and columns;
    - `play`, a function of a row, a column and a seed, or `play_batch`, the same of arrays, with `shape`: a game of
      chance. Each call plays the entry once, and what is said holds with probability 1 - delta. It needs
      `payoff_range` and `epsilon`.

    Further arguments:

    - `seeded`: of a game of chance, say that the function draws all its chances from the seed. Otherwise a play that
      had begun and not returned when a run with a `ledger` ended counts as lost, the worst outcome for each player,
      when the ledger is used again.
    - `unanswered`: "again" says that whether a play is answered does not depend on what it pays, as with a visitor who
      leaves: it is then asked for again, and not lost.
    - `executor`: calls the function there: anything with the interface of concurrent.futures.Executor, or a Client of
      dask.distributed. The functions and their arguments must be what it can send.
    - `hedge`: a payoff that takes 2.5 times as long as the median of the last ones is asked of an idle worker, too, and
      the first answer counts. That helps where a worker is slow, and not the payoff itself. Such copies are no queries;
      `result.hedged` counts them. Of plays it needs `seeded`, since of others the quicker one may be the better one.
    - `labels`: names of strategies, as (rows, columns): two lists, or None in place of one. True when they are the
      first line and first column of a .csv or .tsv file.
    - `decimals`: read a float as the shortest decimal that rounds to it, as it prints. False takes the value of its
      bits: 0.1 is then 3602879701896397/36028797018963968.
    - `header`, `separator`, `decimal_mark`: of a .csv or .tsv file: whether its first line names the columns (and
      the rows have no names), and its cell separator and decimal mark, such as ";" and ",".
    - `costs`: what asking for each entry costs: an array or a file of the game's shape, or a function of row and
      column, called once for each entry whose cost is looked at. Cheap entries are preferred among those of equal
      use, and the result has `cost`. Not for games of chance.
    - `max_nodes`: of a game object: how many nodes it may have, a million unless said otherwise.
    - `chance`: of a game object: "normalise" divides probabilities of chance by their sum where that is within 1 % of 1.
      Otherwise they must add up to exactly 1, as fractions of small denominator next to the floats, as decimals or bit by bit.
    - `certificate`: the path of a file for the proof, which `check` verifies.
    - `trace`: the path of a file for what happens in the run, one JSON object per line.
    - `progress`: True for a tqdm progress bar, or a function that receives reports.

    Options, with the names and meanings of the command line:

    {options}

    With a `ledger`, 4 of the payoffs that it has are asked of the function again, since a function has no identity: one
    that has changed raises InputError, which names the entry and both payoffs. `game_id` vouches for the game, and
    check_repeat=0 turns this off. `result.rechecked` counts them; they are no queries.

    Returns a Result. Ctrl-C ends the run at once and raises Interrupted, a KeyboardInterrupt, whose `result` has the bounds
    that are known by then. Raises InputError, a ValueError, for an invalid game or option. An exception raised
    by your own function is passed on unchanged, with a note that names the entry, unless `on_failure` says otherwise.

    >>> allnash.solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).row_strategy
    {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}

    Any function can be the game. Here the higher number wins 1, but undercutting by one wins 2:

    >>> def payoff(mine, yours):
    ...     if abs(mine - yours) == 1:
    ...         return 2 if mine < yours else -2
    ...     return (mine > yours) - (mine < yours)
    >>> result = allnash.solve(payoff=payoff, shape=(100, 100))
    >>> result.row_support
    [95, 96, 97, 98, 99]

    A game of chance, where matching pennies go wrong once in ten times:

    >>> import random
    >>> def play(mine, yours, seed):
    ...     return 1 if (random.Random(seed).random() < 0.9) == (mine == yours) else 0
    >>> result = allnash.solve(play=play, shape=(2, 2), payoff_range=(0, 1), epsilon=0.2)
    >>> result.status, result.confidence
    ('certified', '0.95')
    >>> float(result.high - result.low) <= 0.2
    True
    """
    if others:
        raise TypeError(f"solve() takes one game, and {1 + len(others)} were given; {_games.of_two_tables(game, others[0])}")
    large = _flows.game_of(game) or _states.of(game)
    own = large is not None and options.get("method") in _flows.METHODS  # a method that is not in the option table
    settings = options_from("solve", {**options, "method": None} if own else options)
    functions = {"payoff": payoff, "batch": batch, "play": play, "play_batch": play_batch}
    given = [name for name, it in {"a game": game, **functions}.items() if it is not None]
    if callable(game) and not _games.is_table(game):
        raise TypeError("a function of a row and a column is given by name: solve(payoff=f, shape=(rows, columns))")
    if len(given) != 1:
        raise TypeError("one of a game, payoff=, batch=, play= and play_batch= is needed; "
                        f"given: {', '.join(given) or 'none'}")
    if large is not None:
        reading = _states.reading(max_nodes, chance, decimals, progress) if isinstance(large, _states.StateGame) else None
        of_objects = {} if reading else {"decimals": not decimals, "progress": progress, "max_nodes": max_nodes, "chance": chance}
        _flows.refuse_arguments({"seeded": seeded, "shape": shape, "executor": executor, "hedge": hedge, "labels": labels,
                                 "header": header, "separator": separator, "decimal_mark": decimal_mark, "costs": costs,
                                 "trace": trace, **of_objects}, options)
        return _flows.solve(large, options.get("time_limit"), certificate, options.get("method") or "auto", reading)
    for argument, it in (("max_nodes", max_nodes), ("chance", chance)):
        if it is not None:
            raise TypeError(f"{argument}= goes with a game object, which is asked node by node")
    table = _states.table_of(game)
    game = game if table is None else table
    name = given[0]
    by_play = name.startswith("play")
    refuse_at_odds(by_play, seeded, unanswered, costs, "play= and play_batch=")
    text = _games.Text(header, separator, decimal_mark)
    answerer: _drive.Answerer | None = None
    if game is None:
        text.refuse()
        answerer = answerer_for(name, functions[name], executor, settings.ahead > 0, bool(hedge), by_play and not seeded)
        if shape is None:
            raise TypeError(f"{name}= needs shape=(rows, columns)")
        hint = _hint.of(functions[name]) if settings.ledger is not None else ""
        asked = Asking(by_play, bool(seeded), unanswered == "again", hint=hint)
        run, names = asked_game(shape, labels, decimals, settings, trace, asked, costs)
    else:
        for argument, it in (("shape", shape), ("executor", executor), ("hedge", hedge or None)):
            if it is not None:
                raise TypeError(f"{argument}= goes with a function, not with a game that is known")
        run, names = known_game(_games.load(game, labels, decimals, text), settings, trace, costs)
    report = _drive.reporter(progress)
    try:
        answer, interrupt = _drive.finish(run, answerer, report)
        result = Result(answer, *names)
    except _allnash.InputError as error:
        if answerer is not None and "contradicts a symmetric game" in str(error):
            error.add_note(OF_WIN_RATES)
        raise
    finally:
        if isinstance(report, _drive.Bar):
            report.close()
    _drive.tell_idle(answerer)
    if certificate is not None and result.status in CERTAIN:
        result.write_certificate(certificate)
    if interrupt is not None:
        raise Interrupted(result) from interrupt
    return result


class Asking(NamedTuple):
    """How a game is asked."""

    by_play: bool = False
    seeded: bool = False
    lost_by_chance: bool = False
    by_steps: bool = False
    anonymous: bool = True  # what a ledger has may be of another game
    hint: str = ""  # what can be told of the function


def refuse_at_odds(by_play: bool, seeded: bool, unanswered: Any, costs: Any, of_chance: str) -> None:
    if unanswered not in ("lost", "again"):
        raise _allnash.InputError(f"unanswered: {unanswered!r} is not 'lost' or 'again'")
    if unanswered == "again" and (not by_play or seeded):
        raise TypeError(f"unanswered='again' goes with {of_chance}" +
                        (", and without seeded=True, which asks again as it is" if by_play else ""))
    if by_play and costs is not None:
        raise TypeError(f"costs= is not for {of_chance}")
    if seeded and not by_play:
        raise TypeError(f"seeded=True goes with {of_chance}")


def known_game(loaded: _games.Loaded, settings: _allnash.Options, trace: Any, costs: Any) -> tuple[_allnash.Run, Labels]:
    """A run on a game that is known in full."""
    if settings.symmetric:
        _games.refuse_asymmetric(loaded, settings)
    priced = _games.costs_of(costs, loaded.game.shape)
    run = _allnash.Run(loaded.game, settings, path_text(trace), priced)
    return _drive.started(run, costs if priced is True else None), loaded.labels


def asked_game(shape: Any, labels: Any, decimals: bool, settings: _allnash.Options, trace: Any, asked: Asking,
               costs: Any = None) -> tuple[_allnash.Run, Labels]:
    """A run whose payoffs are delivered as it asks for them."""
    rows, columns = _games.shape_of(shape)
    names = _labels.of_shape(labels, (rows, columns))
    priced = _games.costs_of(costs, (rows, columns))
    run = _allnash.Run(rows, columns, *names.texts(), decimals, settings, path_text(trace), asked.by_play, asked.seeded,
                       priced, asked.lost_by_chance, asked.anonymous, asked.by_steps, asked.hint)
    return _drive.started(run, costs if priced is True else None), names


def path_text(path: str | os.PathLike[str] | None) -> str:
    return "" if path is None else os.fspath(path)


def answerer_for(name: str, function: Any, executor: Any, ahead: bool, hedge: bool, once: bool) -> _drive.Answerer:
    whole = name.endswith("batch")
    if not callable(function):
        raise TypeError(f"{name} must be a function, not {type(function).__name__}")
    if executor is None and ahead:
        raise TypeError("ahead= goes with executor=, whose workers it keeps busy")
    if executor is None and hedge:
        raise TypeError("hedge= goes with executor=, whose idle workers it gives copies of what takes long")
    if hedge and once:
        raise TypeError("hedge= plays some matches twice and counts the quicker one, which may be won more often: it is for "
                        "plays that draw all their chances from their seeds (seeded=True)")
    if executor is None:
        return _drive.at_once(function) if whole else _drive.each(function)
    return _drive.OnExecutor(_fleet.fleet_of(executor, once), function, whole, ahead, hedge)


class Solver:
    """A run that you drive yourself: it says which payoffs it wants, you say what they are.

    >>> game = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    >>> solver = allnash.Solver((3, 3))
    >>> entries = solver.step()
    >>> while len(entries):
    ...     entries = solver.step([game[i][j] for i, j in entries])
    >>> solver.result.value
    Fraction(0, 1)

    Options are those of `solve`. A Solver that is dropped ends its run; as a context manager it does so
    at the end of the block.
    """

    @documented
    def __init__(self, shape: tuple[int, int], *, labels: tuple[Iterable[Any] | None, Iterable[Any] | None] | None = None,
                 decimals: bool = True, costs: Any = None, trace: str | os.PathLike[str] | None = None,
                 by_play: bool = False, seeded: bool = False, unanswered: Literal["lost", "again"] = "lost",
                 **options: Any) -> None:
        """Begin a run on a game of this shape, (rows, columns), with `labels`, `decimals` and `costs` as in
        `solve` and its options. With `by_play` it is a game of chance: entries come as (row, column, seed), each
        to be played once; `seeded` and `unanswered` as in `solve`. All that a step returns counts as begun.

        With a `ledger` that has payoffs already, the first step asks for 4 of these again, as `solve` does.

        {options}
        """
        refuse_at_odds(by_play, seeded, unanswered, costs, "by_play=True")
        self._settings = options_from("Solver", options)
        # A caller who answers batches is asked for nothing twice in one run unless check_repeat says so.
        self._asked = Asking(by_play, bool(seeded), unanswered == "again", by_steps=True)
        self._run, self._labels = asked_game(shape, labels, decimals, self._settings, trace, self._asked, costs)
        self._shape = _games.shape_of(shape)
        self._decimals, self._costs, self._trace = decimals, costs, trace
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._changed = False
        self._by_play, self._lost = by_play, 0
        self._entries = Entries(b"", 3 if by_play else 2)
        self._open: list[int] = []
        self._ahead: dict[tuple[int, ...], bytes] = {}  # questions given out ahead of a batch, and not answered
        self._early: dict[tuple[int, ...], Any] = {}  # answers to these that came early
        self._result: Result | None = None

    def step(self, payoffs: Sequence[Any] | numpy.ndarray | Mapping[Any, Any] | None = None, *,
             idle: int = 0, by_name: bool = False) -> Any:
        """Hand over payoffs and get the entries that are wanted next.

        `payoffs` is a sequence with one payoff for each entry that the last step returned, or a mapping
        from some of these entries, as (row, column), to their payoffs. Returns an array with a line
        (row, column) for each entry wanted, or without NumPy a list of pairs; those of the last step that
        are still open come first of all. It is empty once the run has ended: `result` is then there.
        With `by_play` a line has its seed, too: (row, column, seed).

        With `by_name` strategies are called by their labels, where there are labels: a list of (row, column) is
        returned, and a mapping is from such entries.

        With the option `ahead`, `idle` is how many of your workers have nothing to do: as many entries more may
        stand at the end of what is returned, which will probably be wanted later. They are answered as the others
        are, when their payoffs are there. A forecast of them takes a while, so ask again if there are none.
        """
        if idle and not self._settings.ahead:
            raise TypeError("idle= goes with the option ahead")
        if payoffs is not None:
            by_entry = by_name and isinstance(payoffs, Mapping)
            self._answer(self._labels.numbered(payoffs) if by_entry else payoffs)
        if self._changed:
            self._start_again()
        if self._open and self._run.stopping:
            self._run.let_go()
            self._open = []
        while not self._open and self._result is None:
            state = _drive.wait(self._run)
            if state == "asking":
                self._begin(Entries(*self._run.asked()))
            elif state == "finished":
                self._take()
        if self._by_play:
            self._tell_lost()
        if idle and self._open:
            self._look_ahead(idle)
        wanted = self._entries.some(self._open)
        all_wanted = Entries(b"".join([wanted.data, *self._ahead.values()]), wanted.width)
        return self._labels.named(all_wanted.lines()) if by_name else all_wanted.table()

    def _tell_lost(self) -> None:
        """Of plays that no step will return again."""
        lost = self._run.progress().get("lost", 0) if self._result is None else self._result.failures or 0
        if lost <= self._lost:
            return
        self._lost = lost
        warnings.warn(f"{lost} {'play' if lost == 1 else 'plays'} handed out and not answered when a run ended count as the "
                      "worst for each player, so that low and high are the farther apart; unanswered='again' says that "
                      "whether a play is answered does not depend on what it pays, and asks for such plays again",
                      stacklevel=3)

    def _begin(self, entries: Entries) -> None:
        """Starts a batch, of which some entries may have been given out ahead."""
        self._entries = entries
        self._open = list(range(len(entries)))
        if not self._run.hand_out(self._open):
            self._run.let_go()
            self._open = []
        if self._ahead:
            for line in entries.lines():
                self._ahead.pop(line, None)

    def _look_ahead(self, idle: int) -> None:
        found = Entries(*self._run.ahead(idle))
        deadline = time.monotonic() + _drive.TICK
        while not len(found) and time.monotonic() < deadline:
            time.sleep(_drive.TICK / 20)
            found = Entries(*self._run.ahead(idle))
        for t, line in enumerate(found.lines()):
            self._ahead[line] = found.part(t, 1).data

    def add_row(self, label: Any = None) -> int:
        """Add a row to the game, and return its number; with a label where rows have labels.

        The next `step` goes on from all that is known, the old equilibrium first. What was asked for and is
        not answered yet will be asked for again if it is still wanted. In a symmetric game a row is a
        column, too. A game of chance needs a `ledger`: strategies with labels join the attempt that stands there,
        and plays that are not answered yet are lost, unless it is `seeded`.
        """
        return self._grow(0, label)

    def add_column(self, label: Any = None) -> int:
        """Add a column to the game, as `add_row` does a row."""
        return self._grow(1, label)

    def remove_row(self, label: Any) -> None:
        """Take the row of this label out of the game: it is neither played nor an opponent any more.

        The next `step` goes on from all that is known. Rows after it have their numbers moved, so that labels are needed;
        what is known of the row is kept, in case that it comes back by `add_row`. In a symmetric game a row is a column, too.
        """
        self._shrink(0, label)

    def remove_column(self, label: Any) -> None:
        """Take the column of this label out of the game, as `remove_row` does a row."""
        self._shrink(1, label)

    def _grow(self, side: int, label: Any) -> int:
        what = f"add_{('row', 'column')[side]}"
        labels = [list(self._labels.rows), list(self._labels.columns)]
        shape = list(self._shape)
        for one in self._sides(side):
            if bool(labels[one]) != (label is not None):
                raise TypeError(f"{what}: " + ("a label is needed, since the others have labels" if labels[one]
                                               else "the others have no labels"))
            if label is not None:
                labels[one].append(label)
            shape[one] += 1
        self._change(what, labels, shape)
        return shape[side] - 1

    def _shrink(self, side: int, label: Any) -> None:
        what = f"remove_{('row', 'column')[side]}"
        labels = [list(self._labels.rows), list(self._labels.columns)]
        shape = list(self._shape)
        for one in self._sides(side):
            if not labels[one]:
                raise TypeError(f"{what}: the strategies have no labels, by which those that stay could be known")
            if label not in labels[one]:
                raise _allnash.InputError(f"{what}: there is no {('row', 'column')[one]} named {label!r}")
            if shape[one] == 1:
                raise _allnash.InputError(f"{what}: {label!r} is the only {('row', 'column')[one]}")
            labels[one].remove(label)
            shape[one] -= 1
        self._change(what, labels, shape)

    def _sides(self, side: int) -> tuple[int, ...]:
        return (0, 1) if self._settings.symmetric else (side,)

    def _change(self, what: str, labels: list[list[Any]], shape: list[int]) -> None:
        """Continues with a game that has other strategies."""
        if self._trace is not None or callable(getattr(self._costs, "__len__", None)):
            why = "has a trace" if self._trace is not None else "has a table of costs"
            raise TypeError(f"{what}: this game {why}, which cannot change")
        if self._by_play and self._settings.ledger is None:
            raise TypeError(f"{what}: a game of chance changes in its ledger: give ledger=")
        changed = _labels.Labels(*labels).checked(tuple(shape))
        self._end_run()
        self._labels, self._shape = changed, (shape[0], shape[1])

    def _end_run(self) -> None:
        """Ends the run before its game changes. What it knows is in the ledger file of the user, or in a temporary
        one."""
        if self._changed:
            return
        if self._result is None:
            _drive.wind_up(self._run)
            self._take()
        assert self._result is not None
        if self._settings.ledger is None:
            import tempfile

            self._folder = tempfile.TemporaryDirectory(prefix="allnash-")
            self._settings.ledger = os.path.join(self._folder.name, "known.db")
            self._result._answer.keep_in(self._settings.ledger, self._labels.texts(), self._early, self._decimals)
        self._changed, self._result = True, None

    def _start_again(self) -> None:
        # What is known came from the caller of this solver.
        self._run, self._labels = asked_game(self._shape, self._labels, self._decimals, self._settings, None,
                                             self._asked._replace(anonymous=False), self._costs)
        self._changed = False

    def _answer(self, payoffs: Any) -> None:
        if not self._open:
            raise ValueError("payoffs were given, but none were asked for")
        if not isinstance(payoffs, Mapping):
            count = len(self._open)
            if self._ahead:
                if len(payoffs) != count + len(self._ahead):
                    raise ValueError(f"{len(payoffs)} payoffs where {count + len(self._ahead)} were asked for")
                self._hand_over_ahead(dict(zip(list(self._ahead), payoffs[count:])))
                payoffs = payoffs[:count]
            self._hand_over(list(self._open), payoffs)
            return
        # With check_repeat an entry may occur twice in a batch: the first occurrence is answered first.
        lines = self._entries.lines()
        places = {lines[t]: t for t in reversed(self._open)}
        for entry in payoffs:
            if entry not in places and entry not in self._ahead:
                raise ValueError(f"{'play' if self._by_play else 'entry'} {entry} was not asked for, or is answered already")
        self._hand_over_ahead({entry: payoffs[entry] for entry in payoffs if entry not in places})
        asked = {places[entry]: payoff for entry, payoff in payoffs.items() if entry in places}
        self._hand_over(list(asked), list(asked.values()))

    def _hand_over_ahead(self, payoffs: Mapping[tuple[int, ...], Any]) -> None:
        """Before those of the batch: they are accepted only while the batch is not complete."""
        for entry, payoff in payoffs.items():
            self._run.answer_ahead(entry[0], entry[1], payoff, *entry[2:])
            del self._ahead[entry]
            self._early[entry] = payoff

    def _hand_over(self, which: list[int], payoffs: Any) -> None:
        try:
            self._run.answer(which, payoffs)
        finally:
            self._open = [t for t in self._open if not self._run.answered(t)]

    def _take(self) -> None:
        self._open = []
        self._ahead.clear()
        self._result = Result(self._run.take(), *self._labels)

    def stop(self) -> Result:
        """End the run now, with the bounds that are known."""
        if self._changed:
            self._start_again()
        if self._result is None:
            _drive.wind_up(self._run)
            self._take()
        assert self._result is not None
        return self._result

    @property
    def result(self) -> Result:
        """The result. Raises RuntimeError while payoffs are still wanted."""
        if self._result is None:
            raise RuntimeError("the run has not ended: go on with step(), or end it with stop()")
        return self._result

    @property
    def progress(self) -> dict[str, Any]:
        """Queries, rounds, bounds on the value, seconds, and what the method is doing."""
        return self._run.progress()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a Solver holds a run, which can be neither pickled nor copied: what it knows is kept by ledger=")

    def __repr__(self) -> str:
        rows, columns = self._shape
        state = "ended" if self._result is not None else f"{len(self._open)} open"
        return f"<allnash.Solver: {rows} x {columns} game{' of chance' if self._by_play else ''}, {state}>"

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self._run.end()
