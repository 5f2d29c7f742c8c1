"""Games too large to write down: path games, game trees, and what is found of them."""
from __future__ import annotations

import json
import os
import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, Hashable, Iterable, Literal, Mapping, NamedTuple, Sequence

from . import _allnash, _choices, _flow_display, _games, _optional, _policy, _report
from ._choices import ActionRange, Free, Judgement, Range
from ._interrupt import Interrupted
from ._moves import Action as Action, Arc as Arc
from ._policy import Policy
from ._report import Report
from ._result import NotProved

if TYPE_CHECKING:
    import numpy

    from ._patrols import Caught, Route
    from ._states import Reading, StateGame

DIGITS = 4000  # read at a time, below Python's limit for one integer


class Restored(NamedTuple):
    """Numbers that were read as the fractions that they were probably rounded from: how many distinct ones, and the
    largest change of one."""

    numbers: int
    largest: Fraction


class Words:
    """Distinct texts for objects of any kind: how an object prints, if that is unique."""

    def __init__(self) -> None:
        self.word: dict[Hashable, str] = {}
        self.thing: dict[str, Any] = {}

    def of(self, thing: Hashable) -> str:
        if thing in self.word:
            return self.word[thing]
        text = str(thing)
        if not text or text in self.thing:
            text = repr(thing)
        while text in self.thing:
            text += "'"
        self.word[thing] = text
        self.thing[text] = thing
        return text


class Graph:
    """One player's arcs, as they were given and in words."""

    def __init__(self, given: Any, where: str) -> None:
        self.nodes, self.features = Words(), Words()
        self.arcs: list[Arc] = []
        self.words: list[tuple[str, str, str]] = []
        for number, one in enumerate(edges_of(given, where)):
            arc = arc_of(one, f"{where}: arc {number}")
            try:
                feature = "" if arc.feature is None else self.features.of(arc.feature)
                self.words.append((self.nodes.of(arc.tail), self.nodes.of(arc.head), feature))
            except TypeError as error:  # an unhashable object
                raise TypeError(f"{where}: arc {number}: {error}") from None
            self.arcs.append(arc)


def edges_of(given: Any, where: str) -> Iterable[Any]:
    """The given arcs, or those of a graph with the interface of networkx."""
    edges = getattr(given, "edges", None)
    if not callable(edges):
        return iter(given)
    if not getattr(given, "is_directed", lambda: True)():
        raise _allnash.InputError(f"{where}: an undirected graph; arcs of a path game lead from one node to another")
    return iter(edges(data=True))


def arc_of(one: Any, where: str) -> Arc:
    try:
        tail, head, *rest = one
    except (TypeError, ValueError):
        rest = [None, None]
    if len(rest) > 1:
        raise TypeError(f"{where} is (tail, head) or (tail, head, feature), not {one!r}")
    feature = rest[0] if rest else None
    if isinstance(feature, Mapping):  # attributes, as in networkx
        feature = feature.get("feature")
    return Arc(tail, head, feature)


def payoffs_in_words(payoffs: Any, rows: Graph, columns: Graph, row_features: Sequence[Hashable] | None,
                     column_features: Sequence[Hashable] | None) -> list[tuple[str, str, Any]]:
    if payoffs is None:
        payoffs = {(feature, feature): 1 for feature in rows.features.word if feature in columns.features.word}
    if isinstance(payoffs, Mapping) or callable(payoffs):
        if row_features is not None or column_features is not None:
            raise TypeError("row_features and column_features go with a table of payoffs")
        if callable(payoffs):
            return [(f, g, payoffs(rows.features.thing[f], columns.features.thing[g]))
                    for f in rows.features.thing for g in columns.features.thing]
        return [(rows.features.of(f), columns.features.of(g), payoff) for (f, g), payoff in payoffs.items()]
    table = payoffs.tolist() if hasattr(payoffs, "tolist") else [list(line) for line in payoffs]
    named = []
    for features, size, name in ((row_features, len(table), "row_features"),
                                 (column_features, len(table[0]) if table else 0, "column_features")):
        named.append(list(range(size) if features is None else features))
        if len(named[-1]) != size:
            raise _allnash.InputError(f"{name}: {len(named[-1])} features of a table with {size}")
    if any(len(line) != len(named[1]) for line in table):
        raise _allnash.InputError("payoffs: rows of different lengths")
    return [(rows.features.of(f), columns.features.of(g), payoff) for f, line in zip(named[0], table)
            for g, payoff in zip(named[1], line) if payoff != 0]


class PathGame:
    """A game in which each player takes a path through a graph.

    `row_arcs` and `column_arcs` are arcs (tail, head) or (tail, head, feature), or a networkx.DiGraph whose edges may
    have an attribute `feature`. Nodes and features are anything that can be a key of a dictionary. A graph has one node
    that no arc enters, where paths start, one that none leaves, where they end, and no cycle.

    `payoffs` says what a feature of an arc of the row player's path and one of the column player's pay together: a
    dictionary {(feature, feature): payoff}, in which those left out pay 0, a function of two features, or a table with a
    row for each of `row_features` and a column for each of `column_features`; without these features are numbers. Without
    payoffs the row player gets 1 where both take an arc of the same feature, as a patrol that meets a smuggler. Two
    paths pay the sum over all pairs of an arc of each, so that a feature that is met twice pays twice; where only the first
    time counts, write the game as a table. `decimals` as in `solve`.

    A patrol watches the bridge or the ferry, and a smuggler takes one of them:

    >>> patrol = [("s", "t", "bridge"), ("s", "t", "ferry")]
    >>> smuggler = [("home", "river"), ("river", "town", "bridge"), ("river", "town", "ferry")]
    >>> game = allnash.PathGame(patrol, smuggler, {("bridge", "bridge"): 3, ("ferry", "ferry"): 1})
    >>> allnash.solve(game).value
    Fraction(3, 4)
    """

    def __init__(self, row_arcs: Any, column_arcs: Any,
                 payoffs: Mapping[tuple[Any, Any], Any] | Callable[[Any, Any], Any] | Any = None, *,
                 row_features: Sequence[Hashable] | None = None, column_features: Sequence[Hashable] | None = None,
                 decimals: bool = True) -> None:
        self._rows, self._columns = Graph(row_arcs, "row_arcs"), Graph(column_arcs, "column_arcs")
        paid = payoffs_in_words(payoffs, self._rows, self._columns, row_features, column_features)
        self._game = _allnash.path_game(self._rows.words, self._columns.words, paid, decimals)

    @classmethod
    def patrol(cls, roads: Any, steps: int, *, base: Any = None, start: Any = None, goal: Any = None, wait: bool = True) -> PathGame:
        """A patrol on roads against an intruder who goes from `start` to `goal`, both in so many steps; the patrol begins and
        ends at `base`. The payoff is how often they meet: on a road in one step, or staying at one place. Places, roads and
        `wait` as in `time_expanded`.

        >>> roads = [("west", "bridge"), ("west", "ford"), ("bridge", "east"), ("ford", "east")]
        >>> allnash.solve(allnash.PathGame.patrol(roads, 2, start="west", goal="east")).value
        Fraction(1, 1)
        """
        from ._patrols import time_expanded

        return cls(time_expanded(roads, steps, base, base, wait=wait), time_expanded(roads, steps, start, goal, wait=wait))

    def __repr__(self) -> str:
        return f"<allnash.PathGame: {len(self._rows.arcs)} and {len(self._columns.arcs)} arcs>"

    def _moves(self, is_row: bool) -> Callable[[int, Any], Any]:
        arcs = (self._rows if is_row else self._columns).arcs
        return lambda number, _: arcs[number]


class Move(NamedTuple):
    """A node of a tree where a player moves."""

    player: int
    set: Hashable
    actions: Mapping[Any, Any]


class Chance(NamedTuple):
    """A node of a tree where chance moves: what follows each of its moves, and how probable that is."""

    actions: Mapping[Any, tuple[Any, Any]]


class GameTree:
    """A game in extensive form, of two players who win from each other, and chance.

    A tree is a node: a number is an end, and says what player 1 wins from player 2; `GameTree.move` is a move of a
    player, and `GameTree.chance` one of chance. Nodes of a player with the same `set` are one information set: there
    it does not know at which of them it is. Nobody may forget what it knew or did. `decimals` as in `solve`.

    Alice gets a king or a queen and raises or folds; Bob has seen nothing and calls or folds:

    >>> from fractions import Fraction
    >>> tree = allnash.GameTree
    >>> def bob(win):
    ...     return tree.move(2, "Bob faces a raise", {"call": win, "fold": 1})
    >>> game = tree(tree.chance({
    ...     "king": (Fraction(1, 2), tree.move(1, "king", {"raise": bob(2), "fold": -1})),
    ...     "queen": (Fraction(1, 2), tree.move(1, "queen", {"raise": bob(-2), "fold": -1}))}))
    >>> result = allnash.solve(game)
    >>> result.value
    Fraction(1, 3)
    >>> result.row_behaviour["queen"]
    {'raise': Fraction(1, 3), 'fold': Fraction(2, 3)}
    """

    def __init__(self, root: Any, *, decimals: bool = True) -> None:
        self._sets: dict[bool, Words] = {True: Words(), False: Words()}  # by player
        self._actions: dict[tuple[bool, str], Words] = {}
        listed = self._listed(root)
        try:
            self._game = _allnash.tree_game(*listed, decimals)
        except (TypeError, ValueError) as error:
            if isinstance(error, _allnash.InputError):
                raise
            raise at_its_place(error, root, decimals) from None

    @staticmethod
    def move(player: int, set: Hashable, actions: Mapping[Any, Any]) -> Move:
        """Player 1 or 2 moves, at the information set of this name; `actions` has the node that follows each action."""
        if player not in (1, 2):
            raise _allnash.InputError(f"player {player!r} where there are 1 and 2")
        if not isinstance(actions, Mapping):
            raise TypeError(f"information set {set!r}: actions are a mapping from each action to the node that follows it, "
                            f"{{action: node}}, not {type(actions).__name__}")
        return Move(player, set, actions)

    @staticmethod
    def chance(actions: Mapping[Any, tuple[Any, Any]]) -> Chance:
        """Chance moves; `actions` has the probability of each action, and the node that follows it."""
        if not isinstance(actions, Mapping):
            raise TypeError("actions of chance are a mapping from each action to its probability and the node that follows it, "
                            f"{{action: (probability, node)}}, not {type(actions).__name__}")
        return Chance(actions)

    @classmethod
    def from_efg(cls, text: str, name: str = "tree.efg") -> GameTree:
        """The tree that a text in Gambit's format .efg describes; `name` stands for it in messages."""
        tree = cls.__new__(cls)
        tree._sets, tree._actions = {}, {}
        tree._game = _allnash.read_efg(text, name)
        return tree

    def __repr__(self) -> str:
        rows, columns = self._game.arcs
        return f"<allnash.GameTree: {rows - 1} and {columns - 1} actions>"  # without the empty sequence

    def _listed(self, root: Any) -> tuple[list[tuple[int, str, list[str], list[Any]]], list[tuple[int | None, Any]]]:
        """Its information sets and its nodes, in depth-first order."""
        sets: list[tuple[int, str, list[str], list[Any]]] = []
        numbers: dict[tuple[int, str], int] = {}
        nodes: list[tuple[int | None, Any]] = []
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if isinstance(node, Chance):
                chances = [chance_of(action, one) for action, one in node.actions.items()]
                nodes.append((len(sets), None))
                sets.append((0, "", [str(action) for action in node.actions], [chance for chance, _ in chances]))
                waiting += [after for _, after in reversed(chances)]
            elif isinstance(node, Move):
                label = self._sets[node.player == 1].of(node.set)
                words = self._actions.setdefault((node.player == 1, label), Words())
                actions = [words.of(action) for action in node.actions]
                number = numbers.setdefault((node.player, label), len(sets))
                if number == len(sets):
                    sets.append((node.player, label, actions, []))
                elif sets[number][2] != actions:
                    raise _allnash.InputError(f"information set {label!r} of player {node.player} has the actions "
                                              f"{', '.join(actions)} here and {', '.join(sets[number][2])} elsewhere")
                nodes.append((number, None))
                waiting += reversed(list(node.actions.values()))
            else:
                nodes.append((None, node))
        return sets, nodes

    def _moves(self, is_row: bool) -> Callable[[int, Any], Any]:
        def action(number: int, arc: tuple[str, tuple[str, ...], str]) -> Action:
            label, _, word = arc
            return Action(self._set(is_row, label), self._action(is_row, label, word))

        return action

    def _set(self, is_row: bool, label: str) -> Any:
        return self._sets[is_row].thing[label] if self._sets else label

    def _action(self, is_row: bool, label: str, word: str) -> Any:
        return self._actions[is_row, label].thing[word] if self._sets else word


def at_its_place(error: Exception, root: Any, decimals: bool) -> Exception:
    """The same error, with the actions that lead to what is no number: an end of the tree or a probability."""
    waiting: list[tuple[Any, tuple[Any, ...]]] = [(root, ())]
    while waiting:
        node, way = waiting.pop()
        if isinstance(node, Chance):
            steps = [(action, *chance_of(action, one)) for action, one in node.actions.items()]
            numbers = [(chance, (*way, action), "the probability") for action, chance, _ in steps]
            waiting += [(after, (*way, action)) for action, _, after in reversed(steps)]
        elif isinstance(node, Move):
            numbers = []
            waiting += [(after, (*way, action)) for action, after in reversed(list(node.actions.items()))]
        else:
            numbers = [(node, way, "the end")]
        for number, there, what in numbers:
            try:
                _allnash.number_text(number, decimals)
            except (TypeError, ValueError) as fault:
                place = f"{what} after {', '.join(map(repr, there))}" if there else what
                kind = "; a node is a number, GameTree.move(...) or GameTree.chance(...)" if what == "the end" else ""
                return type(error)(f"{place}: {fault}{kind if isinstance(fault, TypeError) else ''}")
    return error


def chance_of(action: Any, one: Any) -> tuple[Any, Any]:
    try:
        probability, after = one
    except (TypeError, ValueError):
        raise TypeError(f"move {action!r} of chance is (probability, node), not {one!r}") from None
    return probability, after


class Named:
    """A game that the library knows by name: a file or a built-in game, which is opened when it is solved."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._game: _allnash.FlowGame

    def _moves(self, is_row: bool) -> Callable[[int, Any], Any]:
        if self._game.tree:
            return lambda _, arc: Action(arc[0], arc[2])
        return lambda _, arc: Arc(arc[0], arc[1][0] if arc[1] else None, arc[2])

    def _set(self, is_row: bool, label: str) -> Any:
        return label

    def _action(self, is_row: bool, label: str, word: str) -> Any:
        return word


def game_of(game: Any) -> PathGame | GameTree | Named | None:
    """A game too large to write down; None for another game."""
    if isinstance(game, (PathGame, GameTree)):
        return game
    if isinstance(game, tuple) and len(game) in (2, 3) and all(callable(getattr(one, "edges", None)) for one in game[:2]):
        return PathGame(*game)
    if not isinstance(game, (str, os.PathLike)) or not _allnash.names_flow_game(os.fspath(game)):
        return None
    name = os.fspath(game)
    if not name.startswith(("paths:", "trees:")):
        _games.require_file(name)
    return Named(name)


def whole(digits: str) -> int:
    number = 0
    for first in range(0, len(digits), DIGITS):
        part = digits[first:first + DIGITS]
        number = number * 10 ** len(part) + int(part)
    return number


class FlowResult:
    """What was found of a path game or a game tree.

    `status` is "proved": the value and all equilibria are known, exactly; or "equilibrium": the value and one equilibrium are,
    by best responses; or "stopped": `low` and `high` hold, and the strategies guarantee them. What needs a proof about all
    equilibria raises NotProved then.

    >>> allnash.solve("paths:blotto,fields=10,mine=20,yours=18")
    <allnash.FlowResult: path game with 10015005 x 4686825 strategies: proved
      value    1
      rows     252 strategies played, dimension 16 of the optimal flows
      columns  780175 strategies played, dimension 327 of the optimal flows>
    """

    def __init__(self, solution: _allnash.FlowSolution, game: PathGame | GameTree | Named | StateGame) -> None:
        self._solution = solution
        self._game = game
        self._found: dict[Any, Any] = {}

    @property
    def status(self) -> str:
        """"proved", "equilibrium" or "stopped"."""
        return self._solution.status

    @property
    def stop_reason(self) -> str | None:
        """When stopped: "time limit", "interrupted", "precision", where floating point does not tell which arcs are
        played, or "size", where the equations would take too much memory. None otherwise."""
        reason = self._solution.stopped_by
        return "interrupted" if reason == "interrupt" else reason or None

    @property
    def proved(self) -> bool:
        """Whether the value and all equilibria are known."""
        return self.status == "proved"

    @property
    def tree(self) -> bool:
        """Whether it is a game tree."""
        return self._solution.game.tree

    @property
    def value(self) -> Fraction | Any:
        """The value of the game, None when stopped."""
        return self._solution.value

    @property
    def low(self) -> Fraction | None:
        """The value is at least this; None when no bound is known."""
        return self._solution.low if self.value is None else self.value

    @property
    def high(self) -> Fraction | None:
        """The value is at most this; None when no bound is known."""
        return self._solution.high if self.value is None else self.value

    @property
    def row_strategies(self) -> int | None:
        """How many pure strategies there are: paths, or reduced pure strategies of a tree. None where the run was stopped
        before they were counted."""
        return self._strategies(True)

    @property
    def column_strategies(self) -> int | None:
        """How many pure strategies there are: paths, or reduced pure strategies of a tree. None where the run was stopped
        before they were counted."""
        return self._strategies(False)

    @property
    def row_support_size(self) -> int:
        """How many pure strategies are played in some equilibrium."""
        return self._support_size(True)

    @property
    def column_support_size(self) -> int:
        """How many pure strategies are played in some equilibrium."""
        return self._support_size(False)

    @property
    def row_dimension(self) -> int:
        """The dimension of the set of optimal flows; at most that, where `dimensions_proved` is False."""
        return self._dimension(True)

    @property
    def column_dimension(self) -> int:
        """The dimension of the set of optimal flows; at most that, where `dimensions_proved` is False."""
        return self._dimension(False)

    @property
    def dimensions_proved(self) -> bool:
        """Whether the dimensions are proved, and not upper limits alone."""
        return self.proved and all(self._solution.dimension(is_row)[1] for is_row in (True, False))

    @property
    def row_strategy(self) -> list[tuple[str, Fraction]] | None:
        """Of a path game: pure strategies in words, and how often each is played. An optimal strategy, or one that
        guarantees `low`; None where there is none, and of a tree. Of a large game
        that was stopped the likeliest ones; the flow has all."""
        return self._strategy(True)

    @property
    def column_strategy(self) -> list[tuple[str, Fraction]] | None:
        """Of a path game: pure strategies in words, and how often each is played. An optimal strategy, or one that
        concedes at most `high`; None where there is none, and of a tree. Of a large game
        that was stopped the likeliest ones; the flow has all."""
        return self._strategy(False)

    @property
    def row_behaviour(self) -> dict[Any, dict[Any, Fraction]] | None:
        """Of a tree: the probabilities of the actions at each information set that the strategy's own moves do not rule
        out. An optimal strategy, or one that guarantees `low`; None where there is none, and of a path game."""
        return self._behaviour(True)

    @property
    def column_behaviour(self) -> dict[Any, dict[Any, Fraction]] | None:
        """Of a tree: the probabilities of the actions at each information set that the strategy's own moves do not rule
        out. An optimal strategy, or one that concedes at most `high`; None where there is none, and of a path game."""
        return self._behaviour(False)

    @property
    def row_flow(self) -> dict[Any, Fraction]:
        """How often the strategy takes each Arc (tail, head, feature), of a tree each Action (set, action), where that is
        above 0; of equal arcs the sum. Empty where there is no strategy."""
        return self._flow(True)

    @property
    def column_flow(self) -> dict[Any, Fraction]:
        """How often the strategy takes each Arc (tail, head, feature), of a tree each Action (set, action), where that is
        above 0; of equal arcs the sum. Empty where there is no strategy."""
        return self._flow(False)

    @property
    def row_support(self) -> list[Any]:
        """Each Arc, of a tree each Action, of the strategies that are played in some equilibrium: these are all
        strategies that are made of them."""
        return self._support(True)

    @property
    def column_support(self) -> list[Any]:
        """Each Arc, of a tree each Action, of the strategies that are played in some equilibrium: these are all
        strategies that are made of them."""
        return self._support(False)

    @property
    def row_ranges(self) -> dict[Any, Any]:
        """Of a tree {set: {action: ActionRange}}, of a path game {Arc: Range}: the least and the most over all equilibria, of all
        that some equilibrium takes."""
        return self._ranges(True)[0]

    @property
    def column_ranges(self) -> dict[Any, Any]:
        """Of a tree {set: {action: ActionRange}}, of a path game {Arc: Range}: the least and the most over all equilibria, of all
        that some equilibrium takes."""
        return self._ranges(False)[0]

    @property
    def row_free(self) -> list[Free]:
        """The blocks of what varies together: all optimal strategies are all combinations of one point of each."""
        return self._ranges(True)[1]

    @property
    def column_free(self) -> list[Free]:
        """The blocks of what varies together: all optimal strategies are all combinations of one point of each."""
        return self._ranges(False)[1]

    def row_range(self, where: Any, action: Any = None) -> ActionRange | Range | dict[Any, ActionRange]:
        """What may vary at one place alone. Of a tree the ActionRange of an action at an information set, or without an action
        {action: ActionRange} of those that some equilibrium takes there; of a path game the Range of an Arc.

        >>> allnash.solve("trees:kuhn").row_range("card 1", "bet").probability
        Range(least=Fraction(0, 1), most=Fraction(1, 3), exact=True, reached=None)
        """
        self._need_proof()
        return _choices.flow_range(self, True, where, action)

    def column_range(self, where: Any, action: Any = None) -> ActionRange | Range | dict[Any, ActionRange]:
        """What may vary at one place alone. Of a tree the ActionRange of an action at an information set, or without an action
        {action: ActionRange} of those that some equilibrium takes there; of a path game the Range of an Arc."""
        self._need_proof()
        return _choices.flow_range(self, False, where, action)

    @property
    def row_sensible(self) -> Policy | None:
        """The equilibrium strategy that one should play, by the slip order: the one against which an opponent loses most by a random
        slip. As `policy`; None where finding it would take too long."""
        return self._sensible(True)

    @property
    def column_sensible(self) -> Policy | None:
        """The equilibrium strategy that one should play, by the slip order: the one against which an opponent loses most by a random
        slip. As `policy`; None where finding it would take too long."""
        return self._sensible(False)

    @property
    def sensible(self) -> tuple[Policy | None, Policy | None]:
        """`row_sensible` and `column_sensible`."""
        return self.row_sensible, self.column_sensible

    def judge(self, strategy: Any, player: Literal[0, 1, "row", "column"] = "row", *, time_limit: float | None = None) -> Judgement:
        """Hold a strategy against all equilibria: see `allnash.judge`.

        >>> judged = allnash.solve("trees:kuhn").judge("uniform")
        >>> judged.exploitability, judged.mistakes[0]
        (Fraction(13, 36), Loss(where=Action(set='card 1, check bet', action='call'), often=Fraction(1, 4), loss=Fraction(1, 24)))
        """
        return _choices.judge_flows(self, strategy, _policy.player_of(player) == 0, time_limit)

    def contains(self, strategy: Any, player: Literal[0, 1, "row", "column"] = "row") -> bool:
        """Whether the strategy is one of the player's equilibrium strategies, decided exactly. Probabilities that do not add up to
        1 are none."""
        judged = self.judge(strategy, player)
        return judged.optimal is True and not judged.repaired

    def policy(self, player: Literal[0, 1, "row", "column"],
               choose: Literal["sensible", "interior", "vertex", "max_entropy"] | None = None) -> Policy:
        """Of a tree: what the player should do at every information set, {set: [(action, probability), ...]} with Fractions;
        of a game object the sets are its information state strings and actions those of `legal_actions`. Player 0 is the row
        player. `policy(...).floats()` has floats. Of a path game {node: [(Arc, probability), ...]}, of the nodes that it reaches.

        `choose` is one of

        - "sensible": the equilibrium strategy that gains most from the opponent's slips, completed at sets that its own moves rule
          out by what is best after slips of one's own, and marked there: see `Policy`. NotProved where it is not found;
        - "interior": the strategy of the proof, which plays every action that some equilibrium plays;
        - "vertex": an extreme point of the optimal strategies; "max_entropy": one whose entropy is the largest, to nine digits;
        - None: the sensible one, or where that would take long the interior one. `policy(...).choose` says which it is."""
        _choices.how_of(choose)
        is_row = _policy.player_of(player) == 0
        if not self._solution.flow(is_row):
            raise NotProved(f"no strategy is known: {_flow_display.heading(self)}")
        if choose == "sensible" and not self.proved:
            self._need_proof()
        if choose in (None, "sensible") and self.proved:
            found = self._sensible(is_row)
            if found is not None:
                return found
            if choose == "sensible":
                raise NotProved("the sensible strategy was not found: its linear program is too large")
        if choose in ("vertex", "max_entropy"):
            self._need_proof()
            return _choices.chosen_policy(self, is_row, choose)
        return self._policy(is_row)

    def to_tabular(self, game: Any) -> Any:
        """Of a tree: fills a table with the policies of both players, and returns it. `game` is an object with
        `policy_for_key` or `action_probability_array`, such as OpenSpiel's TabularPolicy, or a game of OpenSpiel, for which
        a TabularPolicy is made."""
        return _policy.fill(_policy.table_for(game), [self.policy("row"), self.policy("column")])

    @property
    def payoff_sum(self) -> Fraction | None:
        """Of a game object: what the two players get together at every end; the column player gets this less the value.
        None of other games."""
        walked = getattr(self._game, "_walked", None)
        return None if walked is None else walked.sum

    @property
    def nodes(self) -> int | None:
        """Of a game object: how many nodes it has. None of other games."""
        walked = getattr(self._game, "_walked", None)
        return None if walked is None else walked.nodes

    @property
    def chance_restored(self) -> Restored:
        """How many distinct probabilities of chance were read as the fractions that they were probably rounded from, such
        as 1/3 for the float next to it, and the largest change of one."""
        return Restored(*self._solution.game.restored_chances)

    @property
    def payoffs_restored(self) -> Restored:
        """The same of the payoffs of a game object."""
        return Restored(*self._solution.game.restored_payoffs)

    @property
    def row_array(self) -> numpy.ndarray | None:
        """How often each arc is taken, of a tree each action, as an array of floats, in the order of `to_frame`. None where
        there is no strategy. Needs NumPy."""
        return self._array(True)

    @property
    def column_array(self) -> numpy.ndarray | None:
        """How often each arc is taken, of a tree each action, as an array of floats, in the order of `to_frame`. None where
        there is no strategy. Needs NumPy."""
        return self._array(False)

    def to_frame(self, exact: bool = False) -> Any:
        """The players' strategies as a pandas DataFrame, a line for each arc, of a tree for each action. Numbers are floats,
        or Fractions if `exact` says so. Needs pandas. The columns, as far as they are known:

        - `flow`: how often the arc or action is taken by the strategy of the proof;
        - `played`: whether some equilibrium takes it, of a proved answer;
        - `probability`: of an action, where its information set is reached, as in `policy`;
        - `mark`: of an action, what `policy` says of its information set.
        """
        return _report.flow_frame(self, exact)

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str:
        """The table of `to_frame` as CSV, with numbers as exact fractions; written to a file when a path is given."""
        return _report.flow_csv(self, path)

    def routes(self, player: Literal[0, 1, "row", "column"], few: bool = False) -> list[Route]:
        """Of a path game: the strategy of the proof as routes with nodes, arcs and probabilities, the likeliest first. With
        `few` another optimal strategy, one that mixes few of these routes, which guarantees the value exactly, as best
        responses prove. `few` needs SciPy."""
        from . import _patrols

        self._need_paths("routes")
        return _patrols.routes(self, _policy.player_of(player), few)

    def coverage(self, player: Literal[0, 1, "row", "column"]) -> dict[Any, Fraction]:
        """Of a path game: how often each feature is taken on average, by the strategy of the proof."""
        self._need_paths("coverage")
        result: dict[Any, Fraction] = {}
        for arc, amount in self._arcs(_policy.player_of(player) == 0):
            if arc.feature not in (None, ""):
                result[arc.feature] = result.get(arc.feature, Fraction(0)) + amount
        return result

    def at_least_once(self) -> Caught:
        """Of a path game whose payoffs count meetings: two numbers between which the value lies where only whether the two meet
        counts, however often. The first is what the row player's strategy of few routes guarantees, the second what the column
        player's concedes at most, both exact. How often they meet in the best case is solved for; that they meet at all is
        another game, whose own optimal strategies are not looked for, so that the two numbers may differ."""
        from . import _patrols

        self._need_paths("at_least_once")
        return _patrols.at_least_once(self)

    def to_networkx(self, player: Literal[0, 1, "row", "column"]) -> Any:
        """Of a path game: the player's graph as a networkx.MultiDiGraph, whose edges have the attributes `feature` and `flow`.
        Needs networkx."""
        from . import _patrols

        self._need_paths("to_networkx")
        return _patrols.to_networkx(self, _policy.player_of(player) == 0)

    def _need_paths(self, what: str) -> None:
        if self.tree:
            raise TypeError(f"{what}() is for path games; a tree has policy()")
        self._need_value(what)

    def _need_value(self, what: str) -> None:
        if self.value is None:
            raise NotProved(f"{what}() needs the value: {_flow_display.heading(self)}")

    def to_latex(self) -> str:
        """What is played, as LaTeX, and the value."""
        from . import _latex

        return _latex.of_flows(self)

    def plot(self, axes: Any = None) -> Any:
        """Draw what each player does, with matplotlib: of a path game the graphs, arcs as thick as they are often taken; of
        a tree a bar for each of the first 40 information sets, pale where `policy` marks them. `axes` are two to draw on;
        without them a figure is made. Returns the figure."""
        from . import _class_plots

        return _class_plots.plot_flows(self, axes)

    @property
    def iterations(self) -> int:
        """How many steps of the interior-point method it took."""
        return self._solution.iterations

    @property
    def seconds(self) -> float:
        """How long the run took."""
        return self._solution.seconds

    @property
    def certificate(self) -> str:
        """The proof as text, for `check` and the program allnash-check."""
        if self.value is None:
            self._need_proof()
        return self._solution.certificate

    def write_certificate(self, path: str | os.PathLike[str], *, further: bool = False) -> None:
        """Write the proof to a file; with `further` with lines that prove `row_ranges`, `column_ranges` and the sensible plans, too."""
        text = self.certificate
        if further:
            self._need_proof()
            text = _allnash.flow_certificate(self._solution, None)
        _report.write_text(path, text)

    def to_json(self) -> str:
        """The result as the command line's --json prints it, on one line."""
        return self._solution.to_json()

    def report(self, path: str | os.PathLike[str] | None = None, title: str = "") -> Report:
        """The answer as one self-contained HTML page: each player's graph with the flow through it, or what is done at each
        information set. Written to a file when a path is given; what is returned shows the page in a notebook."""
        return _report.report(self._solution, path, title)

    def __eq__(self, other: object) -> bool:
        """Whether they say the same, but for the seconds they took."""
        if not isinstance(other, FlowResult):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash((self.status, self.value))

    def _content(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(self.to_json())
        del content["seconds"]
        return content

    def __repr__(self) -> str:
        return _flow_display.text(self)

    def _repr_html_(self) -> str:
        return _flow_display.html(self)

    def _need_proof(self) -> None:
        if self.proved:
            return
        if self.value is not None:
            raise NotProved("one equilibrium is known, not all")
        raise NotProved(f"there is no proof: the run was stopped ({self.stop_reason}); the value lies between "
                        f"{_flow_display.number(self.low)} and {_flow_display.number(self.high)}")

    def _places(self, is_row: bool) -> _choices.Places:
        return self._kept(("places", is_row), lambda: _choices.Places(self, is_row))

    def _ranges(self, is_row: bool) -> tuple[dict[Any, Any], list[Free]]:
        def find() -> tuple[dict[Any, Any], list[Free]]:
            by_arc, free = _choices.flow_ranges(self, is_row, [])
            return _choices.ranges_by_name(self, is_row, by_arc), free

        self._need_proof()
        return self._kept(("ranges", is_row), find)

    def _sensible(self, is_row: bool) -> Policy | None:
        def find() -> Policy | None:
            plan = _allnash.flow_sensible(self._solution, is_row, None)
            return None if plan is None else _choices.plan_policy(self, is_row, plan, "sensible")

        self._need_proof()
        return self._kept(("sensible", is_row), find)

    def _kept(self, what: Any, find: Callable[[], Any]) -> Any:
        """What was found once."""
        if what not in self._found:
            self._found[what] = find()
        return self._found[what]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_found": {}}

    def _strategies(self, is_row: bool) -> int | None:
        digits = self._solution.strategies(is_row)
        return whole(digits) if digits else None

    def _support_size(self, is_row: bool) -> int:
        self._need_proof()
        return whole(self._solution.support_size(is_row))

    def _dimension(self, is_row: bool) -> int:
        self._need_proof()
        return self._solution.dimension(is_row)[0]

    def _strategy(self, is_row: bool) -> list[tuple[str, Fraction]] | None:
        return None if self.tree else self._solution.mixture(is_row) or None

    def _behaviour(self, is_row: bool) -> dict[Any, dict[Any, Fraction]] | None:
        game = self._game
        found = self._solution.behaviour(is_row) if self.tree else None
        if found is None or isinstance(game, PathGame) or not self._solution.flow(is_row):
            return None
        return {game._set(is_row, label): {game._action(is_row, label, word): p for word, p in actions.items()}
                for label, actions in found.items()}

    def _policy(self, is_row: bool, named: bool = False) -> Policy:
        """With `named` the actions of a game object are called as `Action` calls them."""
        game = self._game
        if isinstance(game, PathGame) or not self.tree:
            flow = [amount for _, _, amount in self._solution.arcs(is_row)]
            return _choices.plan_policy(self, is_row, (flow, False, [], [], []), "interior")
        walked = getattr(game, "_walked", None)
        actions = None if walked is None or named else walked.actions(is_row)
        let_in = None if walked is None else walked.let_in(self._solution, is_row)
        sets: dict[Any, list[tuple[Any, Fraction]]] = {}
        marks: dict[Any, str] = {}
        for number, (label, words, shares, out) in enumerate(_allnash.complete_policy(self._solution, is_row)):
            name = game._set(is_row, label)
            own = [game._action(is_row, label, word) for word in words] if actions is None else actions[number]
            sets[name] = list(zip(own, shares))
            if out:
                marks[name] = _policy.RULED_OUT
            elif let_in is not None and not let_in[number]:
                marks[name] = _policy.AFTER_MISTAKE
        return Policy(sets, 0 if is_row else 1, marks, "interior")

    def _flow(self, is_row: bool) -> dict[Any, Fraction]:
        move = self._game._moves(is_row)
        result: dict[Any, Fraction] = {}
        for number, arc, amount in self._solution.flow(is_row):
            if not self._is_start(number):
                one = move(number, arc)
                result[one] = result.get(one, Fraction(0)) + amount
        return result

    def _support(self, is_row: bool) -> list[Any]:
        self._need_proof()
        move = self._game._moves(is_row)
        return [move(number, arc) for number, arc in self._solution.support(is_row) if not self._is_start(number)]

    def _arcs(self, is_row: bool) -> list[tuple[Any, Fraction]]:
        """Every Arc, of a tree every Action, and how often it is taken."""
        move = self._game._moves(is_row)
        return [(move(number, arc), amount) for number, arc, amount in self._solution.arcs(is_row) if not self._is_start(number)]

    def _array(self, is_row: bool) -> numpy.ndarray | None:
        if not self._solution.flow(is_row):
            return None
        return _optional.numpy().array([float(amount) for _, amount in self._arcs(is_row)])

    def _is_start(self, number: int) -> bool:
        """For a tree: whether it is the empty sequence, which is no action."""
        return self.tree and number == 0


METHODS = ("auto", "flows", "responses")


def refuse_arguments(arguments: dict[str, Any], options: dict[str, Any]) -> None:
    """Refuses arguments about queries, tables and lists of extreme points, which do not apply here."""
    given = [name for name, value in arguments.items() if value is not None and value is not False]
    given += [name for name, value in options.items()
              if value is not None and name != "time_limit"
              and not (name == "method" and value in METHODS)]
    if given:
        raise TypeError(f"{given[0]}= is not for games on flows")


def solve(game: PathGame | GameTree | Named | StateGame, time_limit: Any, certificate: str | os.PathLike[str] | None,
          method: str = "auto", reading: Reading | None = None) -> FlowResult:
    """`reading` says how a game object is read."""
    limit = None if time_limit is None else float(time_limit)
    if isinstance(game, Named):
        solution = _allnash.open_and_solve_flows(game._name, limit, method)
        game._game = solution.game
    else:
        solution = walked_and_solved(game, limit, method, reading) if reading is not None else \
            _allnash.solve_flows(game._game, limit, method)
    result = FlowResult(solution, game)
    if certificate is not None and result.value is not None:
        result.write_certificate(certificate)
    if solution.interrupted:
        raise Interrupted(result)
    return result


def walked_and_solved(game: Any, limit: float | None, method: str, reading: Reading) -> _allnash.FlowSolution:
    """The time limit is for both."""
    begin = time.monotonic()
    walked = game.walk(reading, limit)
    if walked.stopped:
        return _allnash.unread_game(walked.interrupted)
    left = None if limit is None else max(0.0, limit - (time.monotonic() - begin))
    return _allnash.solve_flows(game._game, left, method)
