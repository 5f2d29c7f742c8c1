"""Games known by best responses: `solve_responses`."""
from __future__ import annotations

import ast
import json
import os
import queue
import urllib.parse
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, Hashable, Iterator, Literal, NamedTuple

from . import _allnash, _choices, _drive, _fleet, _optional, _policy, _report
from ._choices import Judgement
from ._display import cells, escaped, number
from ._interrupt import Interrupted
from ._optional import Needs
from ._result import NotProved

if TYPE_CHECKING:
    from concurrent.futures import Future

    import numpy

    from ._fleet import Cluster, Pool

MOST_SHOWN = 12  # strategies of a mixture that are shown
CERTAIN = ("equilibrium", "within", "no better response found")  # statuses with a certificate
FLOATS = ("a float counts as the decimal that it prints as, and sums of floats mostly miss by a little: return ints, Fractions or "
          "text, or say Bound(value) or None for a value that is rounded")


class Bound(NamedTuple):
    """What a response says in place of its value where it is not known to be a best one: no strategy does better than `value`."""

    value: Any


class Names:
    """Texts for strategies in certificates and ledger files: a string is used as it is, other objects as `=` and
    their literal. Characters that are not allowed are escaped as in a URL, %20 for a blank."""

    def __init__(self, kept: bool) -> None:
        self.kept = kept  # whether a file keeps answers, from which strategies are read again
        self.text: dict[Hashable, str] = {}
        self.strategy: dict[str, Any] = {}

    def of(self, strategy: Hashable) -> str:
        known = self.text.get(strategy)
        if known is not None:
            return known
        text = escaped_word(strategy) if isinstance(strategy, str) else "=" + quoted(literal(strategy))
        if self.kept and self.read(text) != strategy:
            raise _allnash.InputError(f"ledger: {strategy!r} could not be read from the file again: strategies are to be texts, "
                                      "numbers, or tuples of these")
        while text in self.strategy:
            text += "'"
        self.text[strategy] = text
        self.strategy[text] = strategy
        return text

    def read(self, text: str) -> Any:
        """The strategy of a text; None if no strategy has it."""
        if text in self.strategy:
            return self.strategy[text]
        plain = urllib.parse.unquote(text)
        if not text.startswith("="):
            return plain
        try:
            return ast.literal_eval(plain[1:])
        except (ValueError, SyntaxError):
            return None

    def called(self, text: str) -> Any:
        """The strategy of a text that may be known from the file only."""
        strategy = self.read(text)
        if text not in self.strategy:
            self.strategy[text] = strategy
            self.text[strategy] = text
        return strategy


def quoted(text: str) -> str:
    return "".join(one if one.isprintable() and not one.isspace() and one != "%" else urllib.parse.quote(one) for one in text)


def escaped_word(text: str) -> str:
    """Escapes a string so that empty strings and those that look like literals stay distinct."""
    word = quoted(text)
    return "%3D" + word[1:] if word.startswith("=") else word or "%"


def literal(strategy: Any) -> str:
    if type(strategy) is tuple:
        return "(" + ",".join(map(literal, strategy)) + ("," if len(strategy) == 1 else "") + ")"
    return repr(strategy)


class Answer(NamedTuple):
    """The answer to a question."""

    strategy: str = ""
    total: Any = None
    proof: str = "exact"


class Question:
    """A question of a run: a function of the user and its arguments."""

    def __init__(self, which: int, asked: tuple[Any, ...], functions: Functions) -> None:
        self.which = which
        self.kind, *rest = asked
        self.functions = functions
        self.player = "row" if self.kind == "payoff" else rest[0]
        self.weight = Fraction(1)
        if self.kind == "payoff":
            self.arguments: tuple[Any, ...] = tuple(map(functions.named, ("row", "column"), rest))
        elif self.kind == "respond":
            self.weight = sum((weight for _, weight in rest[1]), Fraction(0))
            other = "column" if self.player == "row" else "row"
            self.arguments = ({functions.named(other, text): weight / self.weight for text, weight in rest[1]},)
        else:
            self.arguments = ({},)

    @property
    def function(self) -> Callable[..., Any]:
        return self.functions.payoff if self.kind == "payoff" else self.functions.respond[self.player]

    def known(self) -> Answer | None:
        """The answer, if no call is needed."""
        start = self.functions.start
        if self.kind != "start" or start is None:
            return None
        return Answer(self.functions.text(self.player, start[self.player == "column"]))

    def answer(self, returned: Any) -> Answer:
        if self.kind == "payoff":
            return Answer(total=self.value_of(returned))
        strategy, said = returned if type(returned) is tuple and len(returned) == 2 else (returned, None)
        try:
            text = self.functions.text(self.player, strategy)
        except TypeError as error:  # an unhashable object
            raise TypeError(f"a strategy must be fit for a key of a dictionary: {error}") from None
        if self.kind == "start":
            return Answer(text)
        if said is None:
            return Answer(text, None, "none")
        proof = "bound" if isinstance(said, Bound) else "exact"
        value = self.value_of(said.value if isinstance(said, Bound) else said)
        return Answer(text, value * self.weight, proof)

    def value_of(self, given: Any) -> Fraction:
        self.functions.floats = self.functions.floats or isinstance(given, float)
        return Fraction(_allnash.number_text(given, self.functions.decimals))

    def named(self) -> str:
        if self.kind == "payoff":
            return "while asking for the payoff of {!r} and {!r}".format(*self.arguments)
        return f"while asking for a response of the {self.player} player"


class Functions:
    """The user's functions, and the texts for strategies."""

    def __init__(self, payoff: Callable[..., Any], respond_row: Callable[..., Any], respond_column: Callable[..., Any],
                 start: tuple[Any, Any] | None, decimals: bool, kept: bool) -> None:
        for name, function in (("payoff", payoff), ("respond_row", respond_row), ("respond_column", respond_column)):
            if not callable(function):
                raise TypeError(f"{name} must be a function, not {type(function).__name__}")
        if start is not None and not (isinstance(start, (tuple, list)) and len(start) == 2):
            raise TypeError(f"start is a strategy of each player, (row, column), not {start!r}")
        self.payoff = payoff
        self.respond = {"row": respond_row, "column": respond_column}
        self.start = start
        self.decimals = decimals
        self.names = {"row": Names(kept), "column": Names(kept)}
        self.floats = False

    def text(self, player: str, strategy: Any) -> str:
        return self.names[player].of(strategy)

    def named(self, player: str, text: str) -> Any:
        return self.names[player].called(text)


def noted(error: Exception, question: Question) -> Exception:
    error.add_note(question.named())
    return error


def hand_over(run: _allnash.ResponseRun, question: Question, returned: Any) -> None:
    try:
        answer = question.answer(returned)
    except (TypeError, ValueError) as error:
        raise noted(error, question)
    run.answer(question.which, *answer)


def one_by_one(run: _allnash.ResponseRun, questions: list[Question]) -> None:
    for question in questions:
        if run.stopping:
            return
        try:
            returned = question.function(*question.arguments)
        except Exception as error:
            raise noted(error, question)
        hand_over(run, question, returned)


class OnExecutor:
    """Answers questions by calls on a fleet of workers, in the order in which they return."""

    def __init__(self, fleet: Pool | Cluster) -> None:
        self.fleet = fleet
        self.losses: Counter[str] = Counter()

    def __call__(self, run: _allnash.ResponseRun, questions: list[Question]) -> None:
        waiting, pending = list(reversed(questions)), dict[Any, Question]()
        done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        try:
            while (waiting or pending) and not run.stopping:
                while waiting and len(pending) < 4 * self.fleet.workers:
                    self.send(waiting.pop(), pending, done)
                self.take(run, pending, waiting, done, _drive.TICK)
        except BaseException as error:
            for future in list(pending):
                if future.cancel():
                    del pending[future]
            # Running calls have been paid for; only Ctrl-C does not wait for them.
            while pending and isinstance(error, Exception):
                self.take_quietly(run, pending, done, _drive.TICK)
            while self.take_quietly(run, pending, done, 0):
                pass
            raise
        for future in pending:
            future.cancel()
        while self.take_quietly(run, pending, done, 0):
            pass

    def send(self, question: Question, pending: dict[Any, Question], done: queue.SimpleQueue[Future[Any]]) -> None:
        try:
            future = self.fleet.submit(question.function, *question.arguments)
        except Exception as error:
            raise noted(error, question)
        pending[future] = question
        future.add_done_callback(done.put)

    def take(self, run: _allnash.ResponseRun, pending: dict[Any, Question], waiting: list[Question],
             done: queue.SimpleQueue[Future[Any]], timeout: float) -> bool:
        """Handles one finished call. False if there was none in time. Raises what the call raised."""
        try:
            future = done.get(timeout=timeout) if timeout else done.get_nowait()
        except queue.Empty:
            return False
        question = pending.pop(future, None)
        if question is None or future.cancelled():
            return True
        try:
            returned = future.result()
        except _fleet.Lost as lost:
            key = question.named()
            self.losses[key] += lost.blamed
            if self.losses[key] > _drive.RETRIES:
                raise _allnash.SourceError(f"{key}: lost {self.losses[key]} times: {lost}") from None
            waiting.append(question)
            return True
        except Exception as error:
            raise noted(error, question)
        hand_over(run, question, returned)
        return True

    def take_quietly(self, run: _allnash.ResponseRun, pending: dict[Any, Question], done: queue.SimpleQueue[Future[Any]],
                     timeout: float) -> bool:
        """The same without exceptions, so that they do not hide the one that ended the run."""
        try:
            return self.take(run, pending, [], done, timeout)
        except Exception:
            return True


def finish(run: _allnash.ResponseRun, functions: Functions, answerer: Callable[..., None],
           report: Any) -> tuple[dict[str, Any], KeyboardInterrupt | None]:
    """Drives the run to its end. Ctrl-C ends it early, with the answer so far, and is returned, too."""
    interrupt = None
    try:
        while (state := run.wait(_drive.TICK)) != "finished":
            if report:
                report(run.progress())
            if state == "asking":
                answer_all(run, functions, answerer)
    except KeyboardInterrupt as error:
        interrupt = error
        run.stop()
        run.let_go()
        while run.wait(_drive.TICK) != "finished":
            pass
    except BaseException:
        run.end()
        raise
    return run.take(), interrupt


def answer_all(run: _allnash.ResponseRun, functions: Functions, answerer: Callable[..., None]) -> None:
    questions = [Question(which, asked, functions) for which, asked in enumerate(run.asked())]
    unknown = []
    for question in questions:
        if (known := question.known()) is not None:
            run.answer(question.which, *known)
        else:
            unknown.append(question)
    if unknown:
        answerer(run, unknown)
    if run.stopping:
        run.let_go()


def array_of(mixture: dict[Any, Fraction] | None) -> numpy.ndarray | None:
    return None if mixture is None else _optional.numpy().array([float(p) for p in mixture.values()])


class ResponseResult:
    """What best responses told of a game.

    `status` is

    - "equilibrium": the value and one equilibrium, since exact responses to both strategies earn the value;
    - "within": the value lies between `low` and `high`, by bounds that responses gave, or to `epsilon`;
    - "no better response found": the strategies are an equilibrium among those that were met, and nothing is proved of others;
    - "stopped": by budget, time or Ctrl-C; see `stop_reason`.
    """

    def __init__(self, found: dict[str, Any], functions: Functions) -> None:
        self._found = found
        self._functions: Functions | None = functions
        self._mixtures = {player: {functions.named(player, text): p for text, p in found[player]} or None
                          for player in ("row", "column")}

    @property
    def status(self) -> str:
        """One of those above."""
        return self._found["status"]

    @property
    def stop_reason(self) -> str | None:
        """When stopped: "budget", "time limit", "interrupted", or what is wrong with the ledger file. None otherwise."""
        reason = self._found["stopped_by"]
        return "interrupted" if reason == "interrupt" else reason or None

    @property
    def value(self) -> Fraction | Any:
        """The value of the game, of an equilibrium; None otherwise."""
        return self._found["value"]

    @property
    def low(self) -> Fraction | None:
        """The value is at least this; None when no bound is known."""
        return self._found["low"] if self.value is None else self.value

    @property
    def high(self) -> Fraction | None:
        """The value is at most this; None when no bound is known."""
        return self._found["high"] if self.value is None else self.value

    @property
    def restricted_value(self) -> Fraction | None:
        """With "no better response found": the value of the game among the strategies that were met."""
        return self._found["restricted_value"]

    @property
    def row_strategy(self) -> dict[Any, Fraction] | None:
        """{strategy: probability}: of an equilibrium, or what guarantees `low`; with "no better response found" of an
        equilibrium among the strategies that were met. None where there is none."""
        return self._mixtures["row"]

    @property
    def column_strategy(self) -> dict[Any, Fraction] | None:
        """{strategy: probability}: of an equilibrium, or what concedes at most `high`; with "no better response found" of an
        equilibrium among the strategies that were met. None where there is none."""
        return self._mixtures["column"]

    def judge(self, strategy: dict[Any, Any], player: Literal[0, 1, "row", "column"] = "row", *,
              time_limit: float | None = None) -> Judgement:
        """Hold a mixture {strategy: probability} against the equilibrium, by one more call of the opponent's response function, which is
        not counted: what it guarantees, and by how much that falls short of the value. See `allnash.judge`."""
        return _choices.judge_mixture(self, strategy, _policy.player_of(player) == 0)

    def contains(self, strategy: dict[Any, Any], player: Literal[0, 1, "row", "column"] = "row") -> bool | None:
        """Whether the mixture is one of the player's equilibrium strategies; None where bounds do not tell."""
        judged = self.judge(strategy, player)
        return False if judged.repaired else judged.optimal

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_functions": None}

    def _reply(self, player: str, mixture: dict[Any, Fraction]) -> tuple[Any, Any]:
        """The opponent's best response as the function returned it."""
        if self._functions is None:
            raise LookupError("a result that was pickled has no functions to ask")
        returned = self._functions.respond[player](mixture)
        return (returned[0], returned[1]) if type(returned) is tuple and len(returned) == 2 else (returned, None)

    @property
    def row_strategies_met(self) -> int:
        """How many strategies responses have named."""
        return self._found["row_strategies_met"]

    @property
    def column_strategies_met(self) -> int:
        """How many strategies responses have named."""
        return self._found["column_strategies_met"]

    @property
    def responses(self) -> int:
        """How many responses were asked for."""
        return self._found["responses"]

    @property
    def payoffs(self) -> int:
        """How many payoffs were asked for."""
        return self._found["payoffs"]

    @property
    def recalled(self) -> int | None:
        """With a ledger file: how many of both it had. The others were paid for."""
        return self._found["recalled"]

    @property
    def rechecked(self) -> int | None:
        """Where a ledger file answered and no `game_id` vouches for it: how many of its answers, 4 payoffs and 2 responses at
        most, were asked for again and agreed. They are not counted elsewhere."""
        return self._found["rechecked"]

    @property
    def iterations(self) -> int:
        """How often responses were asked for."""
        return self._found["iterations"]

    @property
    def seconds(self) -> float:
        """How long the run took."""
        return self._found["seconds"]

    @property
    def certificate(self) -> str:
        """What the answer rests on, as text, for `check` and the program allnash-check."""
        if self.status not in CERTAIN:
            raise NotProved(f"there is no proof: the run was stopped ({self.stop_reason}); the value lies between "
                            f"{number(self.low)} and {number(self.high)}")
        return self._found["certificate"]

    def write_certificate(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate to a file."""
        _report.write_text(path, self.certificate)

    def to_json(self) -> str:
        """The result as the command line's --json prints it, on one line."""
        return self._found["json"]

    @property
    def row_array(self) -> numpy.ndarray | None:
        """The probabilities of `row_strategy` as an array of floats, in its order. None where there is none. Needs NumPy."""
        return array_of(self.row_strategy)

    @property
    def column_array(self) -> numpy.ndarray | None:
        """The probabilities of `column_strategy` as an array of floats, in its order. None where there is none. Needs
        NumPy."""
        return array_of(self.column_strategy)

    def to_frame(self, exact: bool = False) -> Any:
        """The players' strategies as a pandas DataFrame, those that are played more first, with `probability` as a float, or
        as a Fraction if `exact` says so. Needs pandas."""
        with Needs("pandas", "frames"):
            import pandas
        places, lines = [], []
        for player, mixture in (("row", self.row_strategy), ("column", self.column_strategy)):
            for strategy, p in sorted((mixture or {}).items(), key=lambda one: -one[1]):
                places.append((player, strategy))
                lines.append([p if exact else float(p)])
        return pandas.DataFrame(lines, index=pandas.MultiIndex.from_tuples(places, names=["player", "strategy"]),
                                columns=["probability"])

    def to_latex(self) -> str:
        """The strategies as LaTeX, and the value."""
        from . import _latex

        return _latex.of_responses(self)

    def plot(self, axes: Any = None) -> Any:
        """Draw how often strategies are played, with matplotlib. `axes` are two to draw on; without them a figure is made.
        Returns the figure."""
        from . import _class_plots

        return _class_plots.plot_mixtures(self, axes)

    def __eq__(self, other: object) -> bool:
        """Whether they say the same, but for the seconds they took."""
        if not isinstance(other, ResponseResult):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash((self.status, self.value))

    def _content(self) -> dict[str, Any]:
        return {name: it for name, it in json.loads(self.to_json()).items() if name != "seconds"}

    def _facts(self) -> Iterator[tuple[str, str]]:
        if self.value is not None:
            yield "value", number(self.value)
        elif self.restricted_value is not None:
            yield "value", f"{number(self.restricted_value)} among the strategies met"
        else:
            yield "value", f"from {number(self.low)} to {number(self.high)}"
        yield "met", f"{self.row_strategies_met} and {self.column_strategies_met} strategies"
        yield "asked", f"{self.responses} responses and {self.payoffs} payoffs, in {self.iterations} iterations"
        if self.recalled:
            again = f"; {self.rechecked} of its answers asked again, as they were" if self.rechecked else ""
            yield "recalled", f"{self.recalled} of these from the ledger{again}"
        for name, mixture in (("row", self.row_strategy), ("column", self.column_strategy)):
            if mixture:
                shown = [f"{strategy}: {number(p)}" for strategy, p in list(mixture.items())[:MOST_SHOWN]]
                more = len(mixture) - len(shown)
                yield name, ", ".join(shown) + (f", and {more} more" if more > 0 else "")

    def __repr__(self) -> str:
        why = f" ({self.stop_reason})" if self.stop_reason else ""
        return "\n".join([f"<allnash.ResponseResult: {self.status}{why}",
                          *(f"  {name:<7} {fact}" for name, fact in self._facts())]) + ">"

    def _repr_html_(self) -> str:
        lines = "".join(f"<tr>{cells('td', [name, fact])}</tr>" for name, fact in self._facts())
        return f"<div><p><b>{escaped(self.status)}</b></p><table>{lines}</table></div>"


def solve_responses(
    payoff: Callable[[Any, Any], Any],
    respond_row: Callable[[dict[Any, Fraction]], Any],
    respond_column: Callable[[dict[Any, Fraction]], Any],
    *,
    start: tuple[Any, Any] | None = None,
    respond_to: str = "centre",
    executor: Any = None,
    decimals: bool = True,
    budget: int | None = None,
    time_limit: float | None = None,
    epsilon: Any = None,
    ledger: str | os.PathLike[str] | None = None,
    game_id: str | None = None,
    certificate: str | os.PathLike[str] | None = None,
    progress: bool | Callable[[dict[str, Any]], None] = False,
) -> ResponseResult:
    """Find the value and one equilibrium of a game that is known by best responses alone.

    - `payoff(row, column)` is what two strategies pay to the row player, who maximises. Strategies are anything that can be
      a key of a dictionary.
    - `respond_row(mixture)` gets a mixture of the column player, {strategy: Fraction}, and returns (strategy, value): a best
      response and what it earns, exactly. Where it is not known to be a best one, it returns (strategy, Bound(value)), when
      no strategy earns more than that, or (strategy, None), or the strategy alone, when nothing is known of others. A tuple
      of two is always a strategy and its value. `respond_column(mixture)` does the same for the column player, whose value is
      a smallest payoff, and a lower bound.
    - `start`: a strategy of each player to begin with; without it both functions are first called with an empty mixture, to
      which any strategy is a response.
    - `respond_to`: which mixtures of the strategies met so far are asked for responses to: "centre", "vertex", or "both",
      which takes fewer iterations for somewhat more calls.
    - `executor`: calls the functions there, as in `solve`.
    - `decimals`: read a float as the shortest decimal that rounds to it, as `solve` does.
    - `budget`: how many responses may be asked for; `time_limit`: in seconds; `epsilon`: end once high - low is at most this.
    - `ledger`: the path of a file that keeps every answer, so that a later run asks for none of them again, but for a few to
      compare; strategies are then texts, numbers, or tuples of these. `game_id`: what the file knows the game by; it vouches
      for the functions, of which nothing is then compared.
    - `certificate`: the path of a file for the certificate; `progress` as in `solve`.

    Returns a ResponseResult. Ctrl-C ends the run and raises Interrupted, whose `result` has the bounds that are known by
    then; a ledger has what was paid for. An answer that contradicts another raises SourceError, which names both.

    Who names the larger number wins 1, unless it is larger by just one, which loses 2:

    >>> def payoff(mine, yours):
    ...     if abs(mine - yours) == 1:
    ...         return 2 if mine < yours else -2
    ...     return (mine > yours) - (mine < yours)
    >>> def respond_row(mixture):
    ...     earned = {i: sum(p * payoff(i, j) for j, p in mixture.items()) for i in range(30)}
    ...     best = max(earned, key=earned.get)
    ...     return best, earned[best]
    >>> def respond_column(mixture):
    ...     best, earned = respond_row(mixture)
    ...     return best, -earned
    >>> result = allnash.solve_responses(payoff, respond_row, respond_column)
    >>> result.status, result.value
    ('equilibrium', Fraction(0, 1))
    """
    functions = Functions(payoff, respond_row, respond_column, start, decimals, ledger is not None)
    answerer: Callable[..., None] = one_by_one
    if executor is not None:
        answerer = OnExecutor(_fleet.fleet_of(executor, False))
    run = _allnash.ResponseRun(respond_to, budget, None if time_limit is None else float(time_limit), epsilon,
                               None if ledger is None else os.fspath(ledger), game_id or "", "functions of Python")
    _drive.started(run)
    report = _drive.reporter(progress)
    try:
        found, interrupt = finish(run, functions, answerer, report)
        result = ResponseResult(found, functions)
    except _allnash.SourceError as error:
        if functions.floats:
            error.add_note(FLOATS)
        raise
    finally:
        if isinstance(report, _drive.Bar):
            report.close()
    if certificate is not None and result.status in CERTAIN:
        result.write_certificate(certificate)
    if interrupt is not None:
        raise Interrupted(result) from interrupt
    return result
