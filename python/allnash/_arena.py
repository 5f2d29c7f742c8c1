"""A league that goes on: pairs to play next, results as they come, the leaderboard meanwhile."""
from __future__ import annotations

import contextlib
import io
import os
import sqlite3
import tempfile
import threading
import time
import unicodedata
from fractions import Fraction
from typing import Any, Iterable, Iterator, NamedTuple

from . import _allnash
from ._labels import quoted
from ._options import keyword, option_texts
from ._rank import rank
from ._ranking import Ranking

_APPLICATION = 0x616C6E62
_VERSION = 1
_FEW = 10  # matches that a player is to have before the plan is about it
_PLANNED = 200  # matches of a plan
_PATIENCE = 60  # seconds that a process waits for others
_PLANNING = 60  # seconds until somebody else may plan, if who began to is gone
_TABLES = """
CREATE TABLE players (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, matches INTEGER NOT NULL DEFAULT 0,
                      out INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE pairs (a INTEGER NOT NULL, b INTEGER NOT NULL, matches INTEGER NOT NULL DEFAULT 0, out INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID;
CREATE TABLE tickets (ticket INTEGER PRIMARY KEY AUTOINCREMENT, a INTEGER NOT NULL, b INTEGER NOT NULL, until REAL NOT NULL,
                      is_out INTEGER NOT NULL) STRICT;
CREATE INDEX tickets_out ON tickets (until) WHERE is_out;
CREATE TABLE matches (number INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER NOT NULL, outcome TEXT NOT NULL,
                      ticket INTEGER UNIQUE) STRICT;
CREATE TABLE planned (place INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER NOT NULL, count INTEGER NOT NULL,
                      dealt INTEGER NOT NULL) STRICT;
CREATE TABLE facts (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
"""


def _check_name(name: str) -> None:
    """Refuses what the log of an arena could not tell: readers trim blanks, refuse control characters, and leave free rounds out."""
    if not isinstance(name, str) or not name or name != name.strip() or any(unicodedata.category(sign) in ("Cc", "Cs") for sign in name):
        raise _allnash.InputError(f"{name!r} is not a name: a text without control characters, and without blanks at its ends")
    if "".join(sign for sign in name.lower() if sign not in " *-()[]._<>") in ("bye", "freilos"):
        raise _allnash.InputError(f"{name!r} is no player: logs call a round by this name in which somebody rested")


class _Two(NamedTuple):
    a: str
    b: str


class Pairing(_Two):
    """Two players, `a` and `b`, who are to meet. It unpacks into their names; `ticket` says which handing out it is."""

    ticket = 0


class Arena:
    """A league in a file that many processes use at once: web servers that take votes, workers that play matches.

    >>> import tempfile
    >>> arena = allnash.Arena(tempfile.mkdtemp() + "/arena.db", ["Ada", "Bo", "Cy"])
    >>> a, b = arena.next()
    >>> arena.record(a, b, winner := a)
    True
    >>> arena.board().plays
    1

    `next` hands pairs out for `lease` seconds, the most useful first, and `record` has a result on the disk when it returns. Whatever
    process dies, what was recorded stays, and a pair that it had out is handed out again when the lease has ended. Pairs come from
    the plan of `rank`, for the question `for_`, which a thread of some process makes anew as matches come; players with fewer
    than ten matches come first. Further keywords are those of `rank` that say how results are judged.

    The file is an SQLite database (docs/ledger_format.md). `export` writes its matches as a log, of which `rank` with `schedule="any"` and
    `distinct=True` says what `board` does: results decide which pairs come next, and each line is a match.
    """

    def __init__(self, path: str | os.PathLike[str], players: Iterable[str] = (), *, lease: float = 600, for_: str | None = None,
                 **options: Any) -> None:
        if not lease > 0:
            raise _allnash.InputError(f"lease: {lease} is not a number of seconds above 0")
        option_texts("Arena", dict.fromkeys(options), {keyword(option): option for option, *_ in _allnash.rank_option_table()})
        self._path = os.fspath(path)
        self._lease = lease
        self._options = options
        self._for = {} if for_ is None else {"for_": for_}
        self._local = threading.local()
        self._planning = threading.Lock()
        with self._changing() as file:
            self._prepare(file)
        if players:
            self.add(*players)

    # -- the file ------------------------------------------------------------------------------------------------------

    def _file(self) -> sqlite3.Connection:
        """The connection of this thread. A child of this process opens one of its own."""
        if getattr(self._local, "process", None) != os.getpid():
            file = sqlite3.connect(self._path, timeout=0, isolation_level=None)
            if self._is_ours(file):  # the mode stays in the file, and others' files are left as they are
                self._patiently(file, "PRAGMA journal_mode = WAL")  # nobody who reads waits
            file.execute("PRAGMA synchronous = NORMAL")
            self._local.file, self._local.process = file, os.getpid()
        connection: sqlite3.Connection = self._local.file
        return connection

    @classmethod
    def _is_ours(cls, file: sqlite3.Connection) -> bool:
        """Whether the file is that of an arena, or empty."""
        kind, = cls._patiently(file, "PRAGMA application_id").fetchone()
        tables, = cls._patiently(file, "SELECT count(*) FROM sqlite_master").fetchone()
        return bool(kind == _APPLICATION or (kind == 0 and tables == 0))

    @staticmethod
    def _patiently(file: sqlite3.Connection, statement: str) -> sqlite3.Cursor:
        """Waits for others. SQLite by itself would sleep for a tenth of a second, and not always wait."""
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                return file.execute(statement)
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() >= end:
                    raise
                time.sleep(0.0005)

    @contextlib.contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """A transaction, which nobody else's comes between. It outlives this process when it ends, and is on the disk after `_to_disk`."""
        try:
            file = self._file()
            self._patiently(file, "BEGIN IMMEDIATE")
        except sqlite3.DatabaseError as error:
            kind = _allnash.InUseError if "locked" in str(error) else _allnash.InputError
            raise kind(f"{self._path}: {error}") from None
        try:
            yield file
        except BaseException:
            file.execute("ROLLBACK")
            raise
        file.execute("COMMIT")

    def _to_disk(self) -> None:
        """Returns when all that ended before it is on the disk. SQLite itself would wait for the disk while it holds the lock, each
        transaction by turns; so many wait at once, for what is one write. What is not in this file any more was copied into the
        database, which SQLite does only once both are on the disk."""
        try:
            log = os.open(self._path + "-wal", os.O_RDONLY)
        except FileNotFoundError:
            return
        try:
            os.fsync(log)
        finally:
            os.close(log)

    def _prepare(self, file: sqlite3.Connection) -> None:
        kind, version = (file.execute(f"PRAGMA {fact}").fetchone()[0] for fact in ("application_id", "user_version"))
        if (kind, version) == (_APPLICATION, _VERSION):
            return
        if kind or version or file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise _allnash.InputError(f"{self._path}: not the file of an arena" if kind != _APPLICATION else
                                      f"{self._path}: an arena of version {version}, and this program knows version {_VERSION}")
        for statement in _TABLES.split(";")[:-1]:
            file.execute(statement)
        file.execute(f"PRAGMA application_id = {_APPLICATION}")
        file.execute(f"PRAGMA user_version = {_VERSION}")

    # -- players -------------------------------------------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """The names of all players, in the order in which they joined."""
        return [name for name, in self._file().execute("SELECT name FROM players ORDER BY number")]

    @property
    def plays(self) -> int:
        """How many matches were recorded."""
        return int(self._file().execute("SELECT count(*) FROM matches").fetchone()[0])

    def add(self, *players: str) -> None:
        """Lets players join; those who are there stay as they are. `record` does so by itself."""
        with self._changing() as file:
            for name in players:
                self._number(file, name)

    @staticmethod
    def _number(file: sqlite3.Connection, name: str) -> int:
        _check_name(name)
        found = file.execute("SELECT number FROM players WHERE name = ?", (name,)).fetchone()
        if found is None:
            found = file.execute("INSERT INTO players (name) VALUES (?) RETURNING number", (name,)).fetchone()
        return int(found[0])

    # -- pairs ---------------------------------------------------------------------------------------------------------

    def next(self, count: int = 1, *, now: float | None = None) -> Any:
        """A pair to play next, or with a number a list of so many; each is out for `lease` seconds, or until it is recorded.

        `now` is the time, in seconds since 1970, if not that of the clock. A pair unpacks into two names, the most useful pair
        first; `pair.ticket` goes into `record` where one result might be sent twice.
        """
        if not isinstance(count, int) or count < 1:
            raise _allnash.InputError(f"next: {count} is not a number of pairs")
        moment = time.time() if now is None else now
        with self._changing() as file:
            if file.execute("SELECT count(*) FROM players").fetchone()[0] < 2:
                raise _allnash.InputError(f"{self._path}: fewer than two players")
            late = file.execute("SELECT ticket, a, b FROM tickets WHERE is_out AND until <= ? ORDER BY until, ticket LIMIT ?",
                                (moment, count)).fetchall()
            for ticket, a, b in late:
                self._end(file, ticket, a, b)
            again = [(a, b) for _, a, b in late]
            pairs = [self._hand_out(file, *(again.pop(0) if again else self._useful(file)), moment) for _ in range(count)]
            mine = self._is_stale(file) and self._takes_over_planning(file, moment)
        if mine:
            self._plan_soon()
        return pairs if count > 1 else pairs[0]

    def _hand_out(self, file: sqlite3.Connection, a: int, b: int, moment: float) -> Pairing:
        ticket = file.execute("INSERT INTO tickets (a, b, until, is_out) VALUES (?, ?, ?, 1) RETURNING ticket",
                              (a, b, moment + self._lease)).fetchone()[0]
        self._count_out(file, a, b, 1)
        names = dict(file.execute("SELECT number, name FROM players WHERE number IN (?, ?)", (a, b)).fetchall())
        pairing = Pairing(names[a], names[b])
        pairing.ticket = ticket
        return pairing

    @classmethod
    def _end(cls, file: sqlite3.Connection, ticket: int, a: int, b: int) -> None:
        """The pair is not out any more, if it was."""
        if file.execute("UPDATE tickets SET is_out = 0 WHERE ticket = ? AND is_out", (ticket,)).rowcount:
            cls._count_out(file, a, b, -1)

    @staticmethod
    def _count_out(file: sqlite3.Connection, a: int, b: int, change: int) -> None:
        low, high = sorted((a, b))
        file.execute("UPDATE players SET out = out + ? WHERE number IN (?, ?)", (change, low, high))
        file.execute("INSERT INTO pairs (a, b, out) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET out = out + excluded.out", (low, high, change))

    @staticmethod
    def _useful(file: sqlite3.Connection) -> tuple[int, int]:
        """A player with few matches, against the one it met least; otherwise what the plan has, each pair by turns."""
        few = file.execute("SELECT number FROM players WHERE matches + out < ? ORDER BY matches + out, number LIMIT 1", (_FEW,)).fetchone()
        if few is None:
            planned = file.execute("UPDATE planned SET dealt = dealt + 1 WHERE place = (SELECT place FROM planned "
                                   "ORDER BY (dealt + 1.0) / count, place LIMIT 1) RETURNING a, b").fetchone()
            if planned is not None:
                return int(planned[0]), int(planned[1])
            few = file.execute("SELECT number FROM players ORDER BY matches + out, number LIMIT 1").fetchone()
        other = file.execute("SELECT number FROM players LEFT JOIN pairs ON pairs.a = min(number, ?1) AND pairs.b = max(number, ?1) "
                             "WHERE number <> ?1 ORDER BY coalesce(pairs.matches + pairs.out, 0), players.matches + players.out, number LIMIT 1",
                             few).fetchone()
        return int(few[0]), int(other[0])

    # -- results -------------------------------------------------------------------------------------------------------

    def record(self, a: str, b: str, result: Any, *, ticket: int | None = None) -> bool:
        """Adds a match, which is on the disk when this returns. Players that nobody knows join.

        `result` is the winner's name, "tie", or what `a` got: 1 for a win, 0 for a loss. With the `ticket` of its pair a match counts
        once, however often it is sent; returns whether it was new. Without one, each call is a match.
        """
        new = self._record(a, b, self._outcome(a, b, result), ticket)
        self._to_disk()  # also of one that is there already: whoever sent it may have died before this
        return new

    def _record(self, a: str, b: str, outcome: str, ticket: int | None) -> bool:
        with self._changing() as file:
            first, second = self._number(file, a), self._number(file, b)
            if first == second:
                raise _allnash.InputError(f"{a!r} against itself is not a match")
            low, high = sorted((first, second))
            if ticket is None:
                ended = file.execute("SELECT ticket FROM tickets WHERE is_out AND min(a, b) = ? AND max(a, b) = ? ORDER BY until, ticket LIMIT 1",
                                     (low, high)).fetchone()
            else:
                found = file.execute("SELECT min(a, b), max(a, b) FROM tickets WHERE ticket = ?", (ticket,)).fetchone()
                if found != (low, high):
                    raise _allnash.InputError(f"ticket {ticket} is not of a match of {a!r} and {b!r}")
                if file.execute("SELECT 1 FROM matches WHERE ticket = ?", (ticket,)).fetchone():
                    return False
                ended = (ticket,)
            file.execute("INSERT INTO matches (a, b, outcome, ticket) VALUES (?, ?, ?, ?)", (first, second, outcome, ticket))
            if ended is not None:
                self._end(file, ended[0], low, high)
            file.execute("UPDATE players SET matches = matches + 1 WHERE number IN (?, ?)", (low, high))
            file.execute("INSERT INTO pairs (a, b, matches) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET matches = matches + 1", (low, high))
        return True

    @staticmethod
    def _outcome(a: str, b: str, result: Any) -> str:
        if isinstance(result, str):
            known = {"tie": "1/2", b: "0", a: "1"}
            if result == "tie" and "tie" in (a, b):
                raise _allnash.InputError("result: 'tie' is a player here; say it by a number, such as 1 or 1/2")
            if result not in known:
                raise _allnash.InputError(f"result: {result!r} is neither {a!r} nor {b!r} nor 'tie'")
            return known[result]
        text = _allnash.number_text(result, True)
        if not 0 <= Fraction(text) <= 1:
            raise _allnash.InputError(f"result: {result!r} is not a number from 0 to 1")
        return str(text)

    # -- answers -------------------------------------------------------------------------------------------------------

    def export(self, path: str | os.PathLike[str] | None = None) -> str:
        """All matches as a log, in the order in which they were recorded; written to a file when a path is given."""
        out = io.StringIO()
        out.write("row,column,outcome\n")
        for a, b, outcome in self._file().execute("SELECT x.name, y.name, outcome FROM matches JOIN players x ON x.number = matches.a "
                                                  "JOIN players y ON y.number = matches.b ORDER BY matches.number"):
            out.write(f"{quoted(a)},{quoted(b)},{outcome}\n")
        if path is not None:
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(out.getvalue())
        return out.getvalue()

    def board(self, **options: Any) -> Ranking:
        """What `rank` says of the matches so far, where results decided who met whom. Nobody waits for it. Options are those of `rank`;
        `schedule="fixed"` is for an arena whose pairs came from elsewhere."""
        with tempfile.TemporaryDirectory(prefix="allnash-") as folder:
            log = os.path.join(folder, os.path.basename(self._path) + ".csv")
            self.export(log)
            # Plans follow results, and each line is a match of its own: `record` has counted it once.
            chosen: dict[str, Any] = {"schedule": "any", "distinct": True, **self._options, **self._for, **options}
            return rank(log, **chosen)

    # -- plans ---------------------------------------------------------------------------------------------------------

    def plan(self) -> None:
        """Makes the plan anew from all matches. `next` does so by itself, in a thread, once a tenth more were played."""
        played = self.plays
        if played == 0:
            return
        counts: dict[tuple[str, str], int] = {}
        for pair in self.board(plan=_PLANNED).next:
            counts[pair] = counts.get(pair, 0) + 1
        with self._changing() as file:
            if played < self._fact(file, "planned after"):
                return  # another process knew more
            numbers = {name: number for number, name in file.execute("SELECT number, name FROM players")}
            file.execute("DELETE FROM planned")
            file.executemany("INSERT INTO planned (place, a, b, count, dealt) VALUES (?, ?, ?, ?, 0)",
                             [(place, numbers[a], numbers[b], count) for place, ((a, b), count) in enumerate(counts.items())])
            self._set_fact(file, "planned after", played)

    @staticmethod
    def _set_fact(file: sqlite3.Connection, name: str, value: float) -> None:
        file.execute("INSERT INTO facts VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (name, value))

    @staticmethod
    def _fact(file: sqlite3.Connection, name: str) -> int:
        found = file.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return int(found[0]) if found else 0

    def _is_stale(self, file: sqlite3.Connection) -> bool:
        played = int(file.execute("SELECT coalesce(max(number), 0) FROM matches").fetchone()[0])
        return played > 0 and played >= max(self._fact(file, "planned after") * 11 // 10, self._fact(file, "planned after") + _FEW)

    def _takes_over_planning(self, file: sqlite3.Connection, moment: float) -> bool:
        """Whether nobody plans. Then this process is to: a plan takes as long as hundreds of votes, and one serves all."""
        if self._fact(file, "planning until") > moment:
            return False
        self._set_fact(file, "planning until", moment + _PLANNING)
        return True

    def _plan_soon(self) -> None:
        """In a thread, one at a time."""
        if not self._planning.acquire(blocking=False):
            return

        def plan() -> None:
            try:
                self.plan()
            except _allnash.InputError:
                pass  # too few matches for a plan; `board` says so to whoever asks
            finally:
                self._planning.release()
                with self._changing() as file:
                    self._set_fact(file, "planning until", 0)
                self._file().close()

        threading.Thread(target=plan, name="allnash arena plan").start()  # the process ends after it

    def __repr__(self) -> str:
        return f"<allnash.Arena: {self._path}>"
