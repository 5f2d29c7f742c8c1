"""Ledger files: what is known of a game, whoever asked for it."""
from __future__ import annotations

import csv
import functools
import io
import json
import os
import tempfile
import time
from typing import Any, Iterable, Mapping

from . import _allnash, _games, _labels, _report
from ._entries import Entries
from ._labels import Labels, quoted
from ._options import documented, options_from
from ._ranking import Ranking
from ._report import Report
from ._result import Result


class Plan(list[tuple[Any, ...]]):
    """What to ask for next: a list of entries (row, column), or plays (row, column, seed).

    - `out`: what earlier plans handed out and nobody has added yet: plays, or with `lease` entries whose lease lasts;
    - `until`: with `lease`, when the lease of each that is out ends, these among them: {entry: seconds since 1970};
    - `ahead`: with `lease` and the option `ahead`, how many of the entries, the last ones, no round has asked for yet;
    - `done`: whether the run asks for nothing more, whatever is out;
    - `stop_reason`: why there is no plan, where a limit came first; None otherwise.
    """

    out: list[tuple[Any, ...]]
    until: dict[tuple[Any, ...], int]
    ahead: int
    done: bool
    stop_reason: str | None


class Ledger:
    """A ledger file, and the game that it belongs to: rounds planned here and played elsewhere, payoffs from files.

    Strategies are named by label where the game has labels, and by number otherwise. The file is the only state:
    what `solve(..., ledger=path)` asked for is in it, and what is added here is never asked for again.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> game = [[3, 0], [1, 2]]
    >>> ledger = allnash.Ledger(folder.name + "/league.db", (2, 2))
    >>> while plan := ledger.plan():
    ...     _ = ledger.add({(row, column): game[row][column] for row, column in plan})
    >>> ledger.result().value
    Fraction(3, 2)
    >>> print(ledger.export(), end="")
    row,column,payoff
    0,0,3
    0,1,0
    1,0,1
    1,1,2
    """

    @documented
    def __init__(self, path: str | os.PathLike[str], shape: tuple[int, int] | None = None, *,
                 labels: tuple[Iterable[Any] | None, Iterable[Any] | None] | None = None, decimals: bool = True,
                 by_play: bool = False, seeded: bool = False, **options: Any) -> None:
        """The ledger file at this path, which need not be there yet.

        - `shape`: the numbers of rows and columns, and `labels`: the names of both, as in `solve`. Without them they
          are what the file has, or what a file of payoffs names that is imported.
        - `decimals`: of floats that are added, as in `solve`.
        - `by_play`: the game is one of chance; `seeded`: its plays draw all their chances from the seed.

        Options are those of `solve`, and meant for `plan`; `symmetric` and `payoff_range` tell what a new file is for.
        """
        if options.pop("ledger", None) is not None:
            raise TypeError("the ledger is the path")
        self._path = os.fspath(path)
        self._made = functools.partial(Ledger, self._path, shape, labels=labels, decimals=decimals, by_play=by_play,
                                       seeded=seeded, **options)
        self._settings = options_from("Ledger", {**options, "ledger": self._path})
        names = _labels.given(labels)
        if shape is None and names is not None:
            shape = len(names.rows), len(names.columns)
        self._given = None
        if shape is not None:
            self._given = _games.shape_of(shape), _labels.of_shape(labels, _games.shape_of(shape))
        self._decimals, self._by_play, self._seeded = decimals, by_play, seeded

    def __reduce__(self) -> tuple[Any, ...]:
        """The same file, opened anew."""
        return self._made, ()

    @property
    def path(self) -> str:
        """The path of the file."""
        return self._path

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self._game()[0]

    @property
    def row_labels(self) -> list[Any]:
        """The names of the rows, or an empty list."""
        return self._game()[1].rows

    @property
    def column_labels(self) -> list[Any]:
        """The names of the columns, or an empty list."""
        return self._game()[1].columns

    @property
    def info(self) -> dict[str, Any]:
        """What `allnash ledger show --json` prints: which game the file belongs to and how much is in it. All of the
        file is read and checked."""
        return json.loads(_allnash.ledger_info(self._path))

    @property
    def state(self) -> dict[str, Any]:
        """Where the run that fills the file stands, or ended; the run is not disturbed.

        - `running`: whether a run has the file open; `status`: of a run that has ended, "" before;
        - `payoffs`: how many are in the file, or how many plays;
        - `rows`, `columns`, `symmetric`, `by_play`, `budget`: of the game and the run;
        - `progress`: what the last run said of itself, as reports of `solve(progress=...)` do; None without one.
        """
        return _allnash.ledger_state(self._path)

    def plan(self, *, out: int | None = None, lease: float | None = None, now: float | None = None) -> Plan:
        """What a run with these options would ask for next: nothing once the payoffs prove the answer.

        With `lease`, a number of seconds, the entries are handed out for that time, and the file says so: plans leave
        them out until they are added or the time has passed. With `out`, too, there are only as many as bring the
        number of those that are out to this. `now` is the time, in seconds since 1970, if not that of the clock.

        Of a game of chance the plays are handed out: no later plan has them, unless the game is `seeded`, and the run
        goes on once what they paid is added, or that they are lost.
        """
        if lease is None and (out is not None or now is not None):
            raise TypeError(f"{'now' if out is None else 'out'}= goes with lease=, after which an entry is handed out again")
        if lease is not None and not 1 <= lease <= 1e9:
            raise _allnash.InputError(f"lease: {lease} is not a number of seconds from 1 to 1e9")
        moment = int(time.time() if now is None else now)
        seconds = 0 if lease is None else int(lease)
        shape, names = self._game()
        asked, gone, width, reason, done, ends, plan_ahead = _allnash.ledger_plan(
            *shape, *names.texts(), self._settings, self._by_play, self._seeded, out, seconds, moment)
        plan = Plan(names.named(Entries(asked, width).lines()))
        plan.out = names.named(Entries(gone, width).lines())
        plan.until = dict(zip(plan.out, ends))
        if seconds:
            plan.until.update((entry, moment + seconds) for entry in plan)
        plan.ahead, plan.done, plan.stop_reason = plan_ahead, done, reason or None
        return plan

    def add(self, payoffs: Mapping[tuple[Any, ...], Any]) -> dict[str, Any]:
        """Add payoffs, by entry as `plan` names them: {(row, column): payoff}, of plays {(row, column, seed): payoff},
        with "lost" for one that will never come back.

        All of them are added or, where one contradicts what is known, none. Returns what became of them, as `import_`.
        """
        form = "(row, column, seed)" if self._by_play else "(row, column)"
        if not isinstance(payoffs, Mapping):
            raise TypeError(f"payoffs are a mapping {{{form}: payoff}}, not {type(payoffs).__name__}: of a plan and its payoffs "
                            "dict(zip(plan, payoffs)) makes one")
        names = [set(map(str, side)) for side in self._game()[1]]
        lines = []
        for entry, payoff in payoffs.items():
            if not isinstance(entry, tuple) or len(entry) != (3 if self._by_play else 2):
                raise TypeError(f"an entry is {form}, not {entry!r}")
            cells = [str(key) for key in entry]
            for name, known in zip(cells, names):
                if known and name not in known:
                    raise _allnash.InputError(f"there is no strategy named {name!r}")
            lines.append(",".join([*map(quoted, cells), self._text(entry, payoff)]))
        head = "row,column,seed,payoff" if self._by_play else "row,column,payoff"
        return self._import("\n".join([head, *lines]) + "\n", "payoffs", False)

    def _text(self, entry: tuple[Any, ...], payoff: Any) -> str:
        if isinstance(payoff, str) and payoff == "lost":
            return "lost"
        try:
            return _allnash.number_text(payoff, self._decimals)
        except (TypeError, ValueError) as error:
            raise type(error)(f"entry {entry!r}: {error}") from None

    def import_(self, table: Any, average: bool = False) -> dict[str, Any]:
        """Add the payoffs of a file, by its path, or of anything that can be read: lines `row,column,payoff`, as
        `export` writes them, or a match list, lines `row,column,outcome` after a header that says so, or with
        `average`.

        All of it is added or, where something is wrong, nothing. Returns what became of it, as a dictionary: `added`,
        `known` before, `plays` that were averaged, `new_rows`, `new_columns` and others.
        """
        if hasattr(table, "read"):
            text, name = table.read(), str(getattr(table, "name", "table"))
        else:
            name = os.fspath(table)
            _games.require_file(name)
            with open(name, "rb") as file:
                text = file.read()
        return self._import(text, name, average)

    def export(self, path: str | os.PathLike[str] | None = None, sound: bool = False) -> str:
        """All payoffs as CSV, lines `row,column,payoff`, or of plays `row,column,seed,payoff`; written to a file when a
        path is given. With `sound`, of a damaged file what is intact.
        """
        text = _allnash.ledger_export(self._path, sound)
        if path is not None:
            _report.write_text(path, text)
        return text

    def merge(self, other: Ledger | str | os.PathLike[str]) -> dict[str, Any]:
        """Add all that another ledger file holds. Returns what became of it, as `import_`."""
        return _allnash.ledger_merge(self._path, other.path if isinstance(other, Ledger) else os.fspath(other))

    def result(self) -> Result:
        """What the payoffs in the file tell: the answer, or bounds where they are not enough. Nothing is asked."""
        answer = _allnash.ledger_answer(self._path)
        return Result(answer, *(answer.get(name) for name in ("row_labels", "column_labels")))

    def averages(self) -> Result:
        """Of a ledger of plays, the equilibria of the averages: exact for these averages, which differ from the game's
        payoffs by chance, and so no promise. Plays that are lost are left out. Entries that were never played are unknown:
        there may be bounds alone.
        """
        info = self.info
        if "plays" not in info:
            raise _allnash.InputError(f"{self._path}: a ledger of payoffs, whose answer is result()")
        lines = list(csv.reader(io.StringIO(self.export())))[1:]
        outcomes = "".join(f"{quoted(row)},{quoted(column)},{paid}\n" for row, column, _, paid in lines if paid != "lost")
        with tempfile.TemporaryDirectory(prefix="allnash-") as folder:
            named = self._game()
            averaged = Ledger(os.path.join(folder, "averages.db"), named[0], labels=named[1], symmetric=info["symmetric"],
                              payoff_range=info["plays"]["run"]["payoff-range"])
            averaged._import("row,column,outcome\n" + outcomes, self._path, True)
            return averaged.result()

    def report(self, path: str | os.PathLike[str] | None = None, title: str = "") -> Report:
        """What the file tells, as one HTML page, while a run fills it or long after; see `Result.report`. Of a league to
        which logs or counts were added, the page of `rank`."""
        title = title or os.path.basename(self._path)
        if (league := _allnash.ledger_league(self._path)) is not None:
            return Ranking(league).report(path, title=title)
        return _report.report(_allnash.ledger_answer(self._path), path, title)

    def _import(self, text: str | bytes, name: str, average: bool) -> dict[str, Any]:
        shape, names = self._given or ((0, 0), Labels())
        return _allnash.ledger_import(self._path, text, name, *shape, *names.texts(), self._settings, average)

    def _game(self) -> tuple[tuple[int, int], Labels]:
        """Its shape and labels: as they were given, or as the file has them."""
        if self._given is not None:
            return self._given
        _games.require_file(self._path)
        rows, columns, row_labels, column_labels, symmetric = _allnash.ledger_shape(self._path)
        self._settings.symmetric = symmetric
        return (rows, columns), Labels(row_labels, column_labels)

    def __repr__(self) -> str:
        return f"<allnash.Ledger: {self._path}>"
