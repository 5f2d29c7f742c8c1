"""All equilibria in hand: what may vary over them, which one to play, and whether a strategy is one of them."""
from __future__ import annotations

import json
import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping, NamedTuple, Sequence, overload

from . import _allnash, _policy

if TYPE_CHECKING:
    from ._flows import FlowResult
    from ._responses import ResponseResult
    from ._result import Result

WHO = Literal[0, 1, "row", "column"]
HOW = ("sensible", "interior", "max_entropy", "vertex")
SHOWN = 10  # mistakes in the text of a judgement


class Range(NamedTuple):
    """The least and the most of a number over all equilibria. Where a limit left the search open `exact` is False: the ends are then
    certain bounds, and equilibria do reach all from `reached[0]` to `reached[1]`."""

    least: Fraction
    most: Fraction
    exact: bool = True
    reached: tuple[Fraction, Fraction] | None = None


class ActionRange(NamedTuple):
    """Of an action at an information set: how often it is taken, counting how often own moves lead to the set, and its probability there,
    None where no equilibrium leads to the set."""

    flow: Range
    probability: Range | None


class Free(NamedTuple):
    """Strategies, information sets or arcs that vary together, whatever the others do: all equilibrium strategies are all combinations of
    one point of each such block."""

    dimension: int
    what: list[Any]  # numbers of strategies, information sets, or arcs
    vertices: list[Any] | None  # the extreme points; None where they are many, or not quickly found
    text: str | None  # of a tree with one parameter: `card 1: bet b, 0 <= b <= 1/3; card 3: bet 3b`


class Loss(NamedTuple):
    """A choice that loses: a strategy, an Action or an Arc; how often it is taken, and what it loses, times that."""

    where: Any
    often: Fraction
    loss: Fraction


class Judgement:
    """A strategy held against all equilibria. Of a table known in part `value`, `guaranteed` and `exploitability` are pairs of bounds."""

    def __init__(self, player: str, fields: dict[str, Any]) -> None:
        self.player = player
        self.__dict__.update(fields)

    player: str
    """"row" or "column"."""
    value: Fraction | Any
    """The value of the game."""
    guaranteed: Fraction | Any
    """What the strategy earns, or concedes, against a best reply."""
    exploitability: Fraction | Any
    """How far that is from the value: 0 for an equilibrium strategy."""
    optimal: bool | None
    """Whether it is an equilibrium strategy; no tolerance decides that. None while unread payoffs may."""
    mistakes: list[Loss]
    """Own choices that lose against the opponent's equilibrium strategy, the worst first. With those of `punished` they add up to the
    exploitability."""
    punished: list[Loss]
    """Choices of the opponent's equilibrium strategy that he should leave to punish."""
    reply: Any
    """A best reply of the opponent, in the form of his strategies."""
    distance: Fraction | None
    """The largest difference, over strategies or flows, from the nearest equilibrium strategy; None where that was not searched."""
    nearest: Any
    """That strategy."""
    repaired: list[Any]
    """Information sets whose probabilities were divided by their sum, which was within 1/1000 of 1; of a table ["all"]."""
    ask_next: tuple[int, int] | None
    """Of a table known in part: the payoff that may tell most."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Judgement):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((self.player, self.exploitability))

    def __repr__(self) -> str:
        lines = [f"<allnash.Judgement of the {self.player} player's strategy",
                 f"  value       {shown(self.value)}",
                 f"  {'guarantees' if self.player == 'row' else 'concedes  '}  {shown(self.guaranteed)}",
                 f"  loses       {shown(self.exploitability)}",
                 f"  optimal     {'unread payoffs may decide that' if self.optimal is None else 'yes' if self.optimal else 'no'}"]
        if self.distance is not None:
            lines.append(f"  distance    {shown(self.distance)}")
        for name, losses in (("mistake", self.mistakes), ("punished", self.punished)):
            lines += [f"  {name:10}  {place_text(one.where)} loses {shown(one.loss)}" for one in losses[:SHOWN]]
        return "\n".join(lines) + ">"


class PairJudgement(NamedTuple):
    """The judgements of both players' strategies. `exploitability` is the sum of theirs (NashConv)."""

    row: Judgement
    column: Judgement

    @property
    def exploitability(self) -> Fraction | Any:
        """What opponents of both win together; bounds where one of them has bounds."""
        one, two = self.row.exploitability, self.column.exploitability
        return (one[0] + two[0], one[1] + two[1]) if isinstance(one, tuple) and isinstance(two, tuple) else total(one, two)

    @property
    def optimal(self) -> bool | None:
        """Whether it is an equilibrium."""
        both = (self.row.optimal, self.column.optimal)
        return False if False in both else None if None in both else True


def total(one: Any, two: Any) -> Any:
    if isinstance(one, tuple):
        return one[0] + two, one[1] + two
    if isinstance(two, tuple):
        return one + two[0], one + two[1]
    return one + two


def shown(number: Any) -> str:
    if isinstance(number, tuple):
        return f"{shown(number[0])} to {shown(number[1])}"
    text = str(number)
    return text if len(text) <= 24 else f"about {float(number):.10g}"


def place_text(where: Any) -> str:
    if isinstance(where, tuple):
        return ": ".join(str(part) for part in (where if len(where) == 2 else (where[0], where[2] or where[1])))
    return str(where)


def range_of(found: Sequence[Any]) -> Range:
    least, most, exact, low, high = found
    return Range(least, most, exact, None if exact else (low, high))


NEVER = Range(Fraction(0), Fraction(0))


def how_of(choose: Any) -> Any:
    if choose is not None and choose not in HOW:
        raise _allnash.InputError(f"choose: {choose!r} is not one of {', '.join(map(repr, HOW))}")
    return choose


def text_of(path: Any) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise _allnash.InputError(f"{os.fspath(path)}: cannot be read: {error.strerror}") from error


# Tables.

def table_ranges(result: Result, is_row: bool) -> tuple[dict[int, Range], list[Free]]:
    ranges, blocks = _allnash.answer_ranges(result._answer, is_row, None)
    free = []
    for dimension, choices, vertices in blocks:
        points = None if vertices is None else [{t: p for t, p in zip(choices, vertex) if p} for vertex in vertices]
        free.append(Free(dimension, choices, points, None))
    return {number: range_of(found) for number, found, _ in ranges}, free


def table_weights(result: Result, strategy: Any, is_row: bool) -> tuple[list[Any], list[Any]]:
    """The probabilities of all strategies, and what was repaired."""
    size = result.shape[0 if is_row else 1]
    if isinstance(strategy, str) and strategy == "uniform":
        return [Fraction(1, size)] * size, []
    if isinstance(strategy, (str, os.PathLike)):
        return _allnash.read_strategy(result._answer, is_row, text_of(strategy), os.fspath(strategy))
    from ._polytope import Polytope

    reader = Polytope(result._answer, is_row, result._row_labels if is_row else result._column_labels)
    weights: list[Any] = [Fraction(0)] * size
    for place, probability in reader._weights(strategy).items():
        weights[place] = exact(probability)
    if any(p < 0 for p in weights):
        raise _allnash.InputError("a probability below 0")
    return repaired(weights, "the probabilities")


def exact(number: Any) -> Fraction:
    return number if isinstance(number, Fraction) else Fraction(_allnash.number_text(number, True))


def repaired(weights: list[Any], what: str) -> tuple[list[Any], list[Any]]:
    whole = sum(weights, Fraction(0))
    if whole == 1:
        return weights, []
    if abs(whole - 1) > Fraction(1, 1000):
        raise _allnash.InputError(f"{what} add up to {shown(whole)}, not to 1")
    return [p / whole for p in weights], ["all"]


def played(numbers: Sequence[Fraction]) -> dict[int, Fraction]:
    return {t: p for t, p in enumerate(numbers) if p}


def judge_table(result: Result, strategy: Any, is_row: bool, time_limit: float | None) -> Judgement:
    weights, fixed = table_weights(result, strategy, is_row)
    found = _allnash.answer_judged(result._answer, is_row, weights, time_limit)
    one = {key: pair[0] if pair[0] == pair[1] else pair for key, pair in found.items()
           if key in ("value", "guaranteed", "exploitability")}
    near = found.get("distance")
    return Judgement("row" if is_row else "column", {
        **one, "optimal": found["optimal"], "ask_next": found["ask_next"], "repaired": fixed,
        "mistakes": [Loss(*loss) for loss in found.get("mistakes", [])],
        "punished": [Loss(*loss) for loss in found.get("punished", [])],
        "reply": played(found["reply"]) if "reply" in found else None,
        "distance": near, "nearest": None if near is None else played(found["nearest"])})


# Path games and trees.

class Places:
    """The information sets or nodes of a player, and their arcs, by the names that the user has for them."""

    def __init__(self, result: FlowResult, is_row: bool) -> None:
        game, solution = result._game, result._solution
        walked = getattr(game, "_walked", None)
        own = walked.actions(is_row) if walked is not None else None
        move = game._moves(is_row)
        self.tree = result.tree
        self.names: list[Any] = []
        self.arcs: list[list[tuple[int, Any]]] = []  # by set: number and action
        self.called: list[dict[Any, int]] = []  # by set: every name of an action
        self.place: dict[Any, int] = {}
        self.moves: dict[int, Any] = {}  # by arc: Action or Arc
        self.numbers: dict[Any, int] = {}
        tails: dict[int, Any] = {}
        self.count = 0  # of arcs, with that of the start
        for number, arc, _ in solution.arcs(is_row):
            self.count += 1
            if result._is_start(number):
                continue
            one = self.moves[number] = move(number, arc)
            self.numbers.setdefault(one, number)
            tails[number] = one.tail if not self.tree else None
        self.labels: dict[str, Any] = {}
        self.label: list[str] = []
        for place, (label, arcs) in enumerate(_allnash.flow_sets(solution, is_row)):
            name = game._set(is_row, label) if self.tree else tails[arcs[0][0]] if arcs else label  # type: ignore[union-attr]
            self.labels[label] = name
            self.label.append(label)
            self.names.append(name)
            self.place[name] = self.place[label] = place
            here: list[tuple[int, Any]] = []
            called: dict[Any, int] = {}
            for t, (number, word, head) in enumerate(arcs):
                if self.tree:
                    action = game._action(is_row, label, word) if own is None else own[place][t]  # type: ignore[union-attr]
                    names = [word, game._action(is_row, label, word), action]  # type: ignore[union-attr]
                else:
                    action = self.moves[number]
                    names = [action, tuple(action), word, head, action.head, action.feature]
                here.append((number, action))
                for one in names:
                    if one is not None:
                        called.setdefault(one, number)
            self.arcs.append(here)
            self.called.append(called)

    def at(self, name: Any) -> int:
        try:
            return self.place[name]
        except (KeyError, TypeError):
            raise _allnash.InputError(f"{name!r} is no {'information set' if self.tree else 'node'} of the player") from None

    def arc(self, place: int, action: Any) -> int:
        try:
            return self.called[place][action]
        except (KeyError, TypeError):
            raise _allnash.InputError(f"{action!r} is no action at {self.names[place]!r}") from None


def flow_ranges(result: FlowResult, is_row: bool, names: list[str]) -> tuple[dict[int, tuple[Range, Range | None]], list[Free]]:
    """By arc, and the blocks."""
    (ranges, blocks), text = _allnash.flow_ranges(result._solution, is_row, names, None)
    by_arc = {number: (range_of(flow), None if share is None else range_of(share)) for number, flow, share in ranges}
    places = result._places(is_row)
    free = []
    if result.tree:
        game: Any = result._game
        for block in json.loads(text)["row_free" if is_row else "column_free"] if text else []:
            points = block["vertices"]
            if points is not None:
                points = [{places.labels[label]: {game._action(is_row, label, word): Fraction(p) for word, p in actions.items()}
                           for label, actions in point.items()} for point in points]
            free.append(Free(block["dimension"], [places.labels[label] for label in block["sets"]], points, block.get("text")))
        return by_arc, free
    for dimension, choices, vertices in blocks:
        points = None if vertices is None else [{places.moves[t]: p for t, p in zip(choices, vertex) if p} for vertex in vertices]
        free.append(Free(dimension, [places.moves[t] for t in choices], points, None))
    return by_arc, free


def ranges_by_name(result: FlowResult, is_row: bool, by_arc: dict[int, tuple[Range, Range | None]]) -> dict[Any, Any]:
    """Of a tree {set: {action: ActionRange}}, of a path game {Arc: Range}."""
    places = result._places(is_row)
    if not result.tree:
        return {places.moves[number]: flow for number, (flow, _) in by_arc.items()}
    sets: dict[Any, dict[Any, ActionRange]] = {}
    for name, arcs in zip(places.names, places.arcs):
        for number, _ in arcs:
            if number in by_arc:
                sets.setdefault(name, {})[places.moves[number].action] = ActionRange(*by_arc[number])
    return sets


def flow_range(result: FlowResult, is_row: bool, where: Any, action: Any) -> Any:
    places = result._places(is_row)
    if not result.tree:
        number = places.arc(places.at(where), action) if action is not None else places.numbers.get(where, -1)
        if number < 0:
            raise _allnash.InputError(f"{where!r} is no arc of the player")
        tail = next(place for place, arcs in enumerate(places.arcs) if any(one == number for one, _ in arcs))
        return flow_ranges(result, is_row, [places.label[tail]])[0].get(number, (NEVER, None))[0]
    if action is None and isinstance(where, tuple) and len(where) == 2 and where in places.numbers:
        where, action = where
    place = places.at(where)
    by_arc, _ = flow_ranges(result, is_row, [places.label[place]])
    if action is None:
        return ranges_by_name(result, is_row, by_arc).get(places.names[place], {})
    number = places.arc(place, action)
    reached = any(one in by_arc for one, _ in places.arcs[place])
    return ActionRange(*by_arc[number]) if number in by_arc else ActionRange(NEVER, NEVER if reached else None)


def flow_weights(result: FlowResult, strategy: Any, is_row: bool) -> tuple[list[Any], list[Any]]:
    """The flow by arc, and the sets that were repaired."""
    solution, places = result._solution, result._places(is_row)
    if isinstance(strategy, str) and strategy == "uniform":
        return _allnash.uniform_flow(solution, is_row)
    if isinstance(strategy, (str, os.PathLike)):
        flow, fixed = _allnash.read_behaviour(solution, is_row, text_of(strategy), os.fspath(strategy))
        return flow, [places.labels.get(label, label) for label in fixed]
    if callable(getattr(strategy, "action_probabilities", None)) and not isinstance(strategy, Mapping):
        strategy = strategy.action_probabilities
    if callable(strategy):
        strategy = asked_of_states(result, strategy, is_row)
    if not isinstance(strategy, Mapping):
        raise TypeError("a strategy of a path game or tree is {set: {action: probability}}, {arc: flow}, a file's path, \"uniform\" or "
                        f"a function of a state, not {type(strategy).__name__}")
    items = list(strategy.items())
    if items and all(name in places.numbers for name, _ in items) and not any(isinstance(p, (Mapping, list)) for _, p in items):
        flow = [Fraction(0)] * places.count
        for name, amount in items:
            flow[places.numbers[name]] = exact(amount)
        if result.tree:
            flow[0] = Fraction(1)
        return flow, []
    given = []
    for name, actions in items:
        place = places.at(name)
        for action, probability in actions.items() if isinstance(actions, Mapping) else actions:
            given.append((places.arc(place, action), probability))
    flow, fixed = _allnash.flow_of_behaviour(solution, is_row, given, "strategy")
    return flow, [places.labels.get(label, label) for label in fixed]


def asked_of_states(result: FlowResult, function: Callable[..., Any], is_row: bool) -> dict[Any, Any]:
    """What the function says of a state of each information set."""
    root = getattr(result._game, "_root", None)
    if root is None:
        raise TypeError("a function of a state judges results of game objects")
    from ._states import CHANCE, TERMINAL

    player = 0 if is_row else 1
    found: dict[Any, Any] = {}
    waiting = [root]
    while waiting:
        state = waiting.pop()
        mover = int(state.current_player())
        if mover == TERMINAL or (hasattr(state, "is_terminal") and state.is_terminal()):
            continue
        simultaneous = mover == -2
        if mover == player or simultaneous:
            name = state.information_state_string(player)
            if name not in found:
                found[name] = function(state, player) if simultaneous else function(state)
        if simultaneous:
            for one in state.legal_actions(0):
                for two in state.legal_actions(1):
                    after = state.clone()
                    after.apply_actions([one, two])
                    waiting.append(after)
            continue
        actions = [action for action, _ in state.chance_outcomes()] if mover == CHANCE else state.legal_actions()
        for action in actions:
            if hasattr(state, "child"):
                waiting.append(state.child(action))
            else:
                after = state.clone()
                after.apply_action(action)
                waiting.append(after)
    return found


def in_words_of(result: FlowResult, flow: Sequence[Fraction], is_row: bool) -> dict[Any, Any]:
    """A flow as behaviour at the sets that it reaches, of a path game as a flow."""
    places = result._places(is_row)
    if not result.tree:
        return {places.moves[number]: amount for number, amount in enumerate(flow) if amount}
    sets: dict[Any, dict[Any, Fraction]] = {}
    for name, arcs in zip(places.names, places.arcs):
        through = sum((flow[number] for number, _ in arcs), Fraction(0))
        if through:
            sets[name] = {places.moves[number].action: flow[number] / through for number, _ in arcs if flow[number]}
    return sets


def judge_flows(result: FlowResult, strategy: Any, is_row: bool, time_limit: float | None) -> Judgement:
    result._need_value("judge")
    flow, fixed = flow_weights(result, strategy, is_row)
    found = _allnash.flow_judged(result._solution, is_row, flow, time_limit)
    own, other = result._places(is_row), result._places(not is_row)
    near = found["distance"]
    return Judgement("row" if is_row else "column", {
        "value": result.value, "guaranteed": found["guaranteed"], "exploitability": found["exploitability"],
        "optimal": found["optimal"], "ask_next": None, "repaired": fixed,
        "mistakes": [Loss(own.moves[t], often, loss) for t, often, loss in found["mistakes"]],
        "punished": [Loss(other.moves[t], often, loss) for t, often, loss in found["punished"]],
        "reply": in_words_of(result, found["reply"], not is_row),
        "distance": near, "nearest": None if near is None else in_words_of(result, found["nearest"], is_row)})


def chosen_policy(result: FlowResult, is_row: bool, choose: str) -> _policy.Policy:
    plan = _allnash.flow_chosen(result._solution, is_row, choose)
    if plan is None:
        from ._result import NotProved

        raise NotProved("the strategy was not found: its linear program is too large")
    return plan_policy(result, is_row, plan, choose)


def plan_policy(result: FlowResult, is_row: bool, plan: Any, choose: str) -> _policy.Policy:
    """A chosen plan as a policy: of a tree at every set, of a path game at the nodes that it reaches."""
    flow, _, _, behaviour, slips = plan
    places = result._places(is_row)
    sets: dict[Any, list[tuple[Any, Fraction]]] = {}
    marks: dict[Any, str] = {}
    walked = getattr(result._game, "_walked", None)
    let_in = None if walked is None else walked.let_in(result._solution, is_row)
    for place, (name, arcs) in enumerate(zip(places.names, places.arcs)):
        if result.tree:
            sets[name] = [(action, behaviour[number]) for number, action in arcs]
            if slips[place + 1] != 0:
                marks[name] = _policy.RULED_OUT
            elif let_in is not None and not let_in[place]:
                marks[name] = _policy.AFTER_MISTAKE
            continue
        through = sum((flow[number] for number, _ in arcs), Fraction(0))
        if through:
            sets[name] = [(action, flow[number] / through) for number, action in arcs]
    return _policy.Policy(sets, 0 if is_row else 1, marks, choose)


# Best responses.

def judge_mixture(result: ResponseResult, strategy: Mapping[Any, Any], is_row: bool) -> Judgement:
    """One best response of the opponent tells what the mixture guarantees."""
    if result.low is None or result.high is None:
        from ._result import NotProved

        raise NotProved("nothing is known of the value")
    items = {name: exact(p) for name, p in strategy.items()}
    if any(p < 0 for p in items.values()):
        raise _allnash.InputError("a probability below 0")
    weights, fixed = repaired(list(items.values()), "the probabilities")
    reply, earned = result._reply("column" if is_row else "row", {name: p for name, p in zip(items, weights) if p})
    if earned is None:
        raise _allnash.InputError("the response says nothing of what it earns, so that nothing is judged")
    from ._responses import Bound

    bound = isinstance(earned, Bound)
    number = exact(earned.value if isinstance(earned, Bound) else earned)
    low, high = result.low, result.high
    short: Any = (low - number, high - number) if is_row else (number - high, number - low)
    short = (max(short[0], Fraction(0)), max(short[1], Fraction(0)))
    if bound:  # the reply wins at most that
        short = (Fraction(0), short[1])
    optimal = True if short[1] == 0 else False if short[0] > 0 else None
    return Judgement("row" if is_row else "column", {
        "value": low if low == high else (low, high), "guaranteed": number,
        "exploitability": short[0] if short[0] == short[1] else short, "optimal": optimal, "ask_next": None,
        "repaired": fixed, "mistakes": [], "punished": [], "reply": {reply: Fraction(1)}, "distance": None, "nearest": None})


@overload
def judge(game: Any, strategy: Any, other: None = None, *, player: WHO = "row", time_limit: float | None = None,
          **options: Any) -> Judgement: ...
@overload
def judge(game: Any, strategy: Any, other: str | os.PathLike[str] | Mapping[Any, Any] | Sequence[Any] | Callable[..., Any], *,
          player: WHO = "row", time_limit: float | None = None, **options: Any) -> PairJudgement: ...


def judge(game: Any, strategy: Any, other: Any = None, *, player: WHO = "row", time_limit: float | None = None,
          **options: Any) -> Judgement | PairJudgement:
    """Hold a strategy against all equilibria: what it guarantees, by how much that falls short of the value, and where it loses that.

    `game` is a result, or what `solve` takes, with its options; a table is then read whole. `strategy` is

    - of a table {strategy: probability}, by number or name, or a sequence with one for each;
    - of a tree {information set: {action: probability}} or {information set: [(action, probability), ...]}, such as a Policy; of a game
      object also a function from a state to {action: probability}, or a policy of OpenSpiel;
    - of a path game {arc: flow}, or {node: {arc: probability}};
    - the path of a file as `allnash judge` reads it, or "uniform".

    Floats count as the decimals that they print as. Probabilities that add up to 1 within 1/1000 are divided by their sum, which
    `repaired` tells; others are refused. With `other`, the column player's strategy, both are judged.

    >>> judged = allnash.judge([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [0.5, 0.25, 0.25])
    >>> judged.exploitability, judged.optimal
    (Fraction(1, 4), False)
    >>> allnash.judge("trees:kuhn", "uniform", "uniform").exploitability
    Fraction(11, 12)
    """
    if not hasattr(game, "judge"):
        from . import _flows, _states
        from ._solve import solve

        large = _flows.game_of(game) is not None or _states.of(game) is not None
        if not large and "ledger" not in options and "payoff_range" not in options:
            options.setdefault("method", "full")
        if time_limit is not None:
            options.setdefault("time_limit", time_limit)
        game = solve(game, **options)
    elif options:
        raise TypeError(f"{next(iter(options))}= is for games that are solved first, and this one was")
    if other is None:
        found: Judgement = game.judge(strategy, player, time_limit=time_limit)
        return found
    if player != "row":
        raise TypeError("two strategies are a pair, the row player's first; player= goes with one")
    return PairJudgement(game.judge(strategy, "row", time_limit=time_limit), game.judge(other, "column", time_limit=time_limit))


