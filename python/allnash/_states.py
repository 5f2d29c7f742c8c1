"""Game objects as people have them: OpenSpiel's State and Game, pygambit's Game, and what has the same methods."""
from __future__ import annotations

from fractions import Fraction
from typing import Any, Callable, NamedTuple, Protocol

from . import _allnash, _drive
from ._moves import Action

CHANCE, TERMINAL = -1, -4  # OpenSpiel's numbers for who moves
MOST_NODES = 10 ** 6


# What type checkers know such objects by: methods of any signature.

class HasMoves(Protocol):
    """A State of OpenSpiel, or what has its methods."""

    @property
    def current_player(self) -> Any: ...
    @property
    def legal_actions(self) -> Any: ...
    @property
    def returns(self) -> Any: ...


class HasInitialState(Protocol):
    """A Game of OpenSpiel."""

    @property
    def new_initial_state(self) -> Any: ...


class HasRoot(Protocol):
    """A game tree of pygambit."""

    @property
    def root(self) -> Any: ...
    @property
    def players(self) -> Any: ...


class HasTables(Protocol):
    """A game of Nashpy."""

    @property
    def payoff_matrices(self) -> Any: ...


class HasEdges(Protocol):
    """A graph of networkx."""

    @property
    def edges(self) -> Any: ...


class StateGame:
    """A game that is walked node by node when it is solved."""

    def __init__(self, root: Any, rewards: bool) -> None:
        self._root = root
        self._rewards = rewards
        self._game: _allnash.FlowGame
        self._walked: _allnash.Walked

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_root": None}

    def walk(self, how: Reading, time_limit: float | None) -> _allnash.Walked:
        """Asks the object for all it has, unless that is stopped."""
        report = _drive.reporter(how.progress, Bar)
        try:
            walked = _allnash.walk_state(self._root, how.max_nodes, how.normalise, how.decimals, time_limit, self._rewards,
                                         report)
        finally:
            if isinstance(report, Bar):
                report.close()
        self._walked = walked
        if not walked.stopped:
            self._game = walked.game
        return walked

    @property
    def nodes(self) -> int:
        return self._walked.nodes

    def _moves(self, is_row: bool) -> Callable[[int, Any], Any]:
        return lambda _, arc: Action(arc[0], arc[2])

    def _set(self, is_row: bool, label: str) -> Any:
        return label

    def _action(self, is_row: bool, label: str, word: str) -> Any:
        return word

    def __repr__(self) -> str:
        return f"<allnash: a game of {self.nodes} nodes>"


class Reading(NamedTuple):
    """How a game object is read."""

    max_nodes: int = MOST_NODES
    normalise: bool = False
    decimals: bool = True
    progress: Any = None


def reading(max_nodes: Any, chance: Any, decimals: bool, progress: Any) -> Reading:
    if chance not in (None, "exact", "normalise"):
        raise _allnash.InputError(f"chance: {chance!r} is not 'exact' or 'normalise'")
    nodes = MOST_NODES if max_nodes is None else int(max_nodes)
    if nodes < 1:
        raise _allnash.InputError(f"max_nodes: {nodes} is below 1")
    return Reading(nodes, chance == "normalise", decimals, progress)


class Bar:
    """Nodes on a tqdm bar."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm

        self.bar = tqdm(unit=" nodes", dynamic_ncols=True)

    def __call__(self, now: dict[str, Any]) -> None:
        self.bar.update(now["nodes"] - self.bar.n)

    def close(self) -> None:
        self.bar.close()


def of(game: Any) -> StateGame | None:
    """A game object with the interface of OpenSpiel or of pygambit; None for anything else."""
    if is_gambit(game):
        return StateGame(GambitState(GambitGame(game), game.root, ()), False)
    if callable(getattr(game, "new_initial_state", None)):
        return StateGame(game.new_initial_state(), pays_on_the_way(game))
    if is_state(game):
        return StateGame(game, pays_on_the_way(game))
    return None


def is_state(thing: Any) -> bool:
    moves = callable(getattr(thing, "child", None)) or callable(getattr(thing, "clone", None))
    return moves and all(callable(getattr(thing, name, None)) for name in ("current_player", "legal_actions", "returns"))


def pays_on_the_way(game: Any) -> bool:
    """Whether rewards before the end must be looked for: not where the game says that it has none."""
    holder = game.get_game() if callable(getattr(game, "get_game", None)) else game
    kind = holder.get_type() if callable(getattr(holder, "get_type", None)) else None
    model = str(getattr(kind, "reward_model", ""))
    state = game.new_initial_state() if callable(getattr(game, "new_initial_state", None)) else game
    return callable(getattr(state, "rewards", None)) and not model.upper().endswith("TERMINAL")


def is_gambit(game: Any) -> bool:
    """Whether it looks like a game tree of pygambit."""
    return getattr(game, "is_tree", False) is True and hasattr(game, "players")


class GambitGame:
    """What all nodes of a game of pygambit share."""

    def __init__(self, game: Any) -> None:
        self.players = list(game.players)
        if len(self.players) != 2:
            raise _allnash.InputError(f"a game of {len(self.players)} players; games of two players are solved")
        self.labels: dict[tuple[int, str], Any] = {}  # which information set has a label

    def player(self, node: Any) -> int:
        return next(number for number, player in enumerate(self.players) if player == node.player)

    def label(self, player: int, infoset: Any) -> str:
        """Its label, or its number where it has none or shares it."""
        label = str(infoset.label)
        if label and self.labels.setdefault((player, label), infoset) == infoset:
            return label
        number = f"set {infoset.number + 1}"
        return f"{label} #{infoset.number + 1}" if label else number


class GambitState:
    """A node of a game of pygambit, with the methods of OpenSpiel's State. Payoffs on the way are added up."""

    def __init__(self, game: GambitGame, node: Any, paid: tuple[Any, ...]) -> None:
        self.game, self.node = game, node
        outcome = node.outcome
        self.paid = paid if outcome is None else (*paid, outcome)

    def current_player(self) -> int:
        player = self.node.player
        if player is None:
            return TERMINAL
        return CHANCE if player.is_chance else self.game.player(self.node)

    def is_terminal(self) -> bool:
        return bool(self.node.is_terminal)

    def returns(self) -> list[Any]:
        return [sum((number_of(outcome[player]) for outcome in self.paid), Fraction(0)) for player in self.game.players]

    def actions(self) -> list[Any]:
        return list(self.node.infoset.actions)

    def chance_outcomes(self) -> list[tuple[int, Any]]:
        return [(number, number_of(action.prob)) for number, action in enumerate(self.actions())]

    def legal_actions(self) -> list[int]:
        return list(range(len(self.actions())))

    def information_state_string(self, player: int) -> str:
        return self.game.label(player, self.node.infoset)

    def action_to_string(self, player: int, action: int) -> str:
        return str(self.actions()[action].label)

    def child(self, action: int) -> GambitState:
        return GambitState(self.game, list(self.node.children)[action], self.paid)


def number_of(number: Any) -> Fraction:
    """A number of pygambit: of its Rational, a Decimal, or a float, which counts as it prints."""
    return Fraction(_allnash.number_text(number, True))


def table_of(game: Any) -> Any:
    """What the first player wins, of an object that has the tables of both: Nashpy's Game, or a game of pygambit that is
    no tree. None for anything else."""
    if hasattr(game, "payoff_matrices"):
        tables = game.payoff_matrices
    elif getattr(game, "is_tree", None) is False and hasattr(game, "players"):
        tables = gambit_tables(game)
    else:
        return None
    if len(tables) != 2:
        raise _allnash.InputError(f"a game of {len(tables)} players; games of two players are solved")
    first, second = (table.tolist() if hasattr(table, "tolist") else table for table in tables)
    sums: dict[Fraction, tuple[int, int]] = {}
    for i, (row, other) in enumerate(zip(first, second)):
        for j, (a, b) in enumerate(zip(row, other)):
            sums.setdefault(number_of(a) + number_of(b), (i, j))
            if len(sums) > 1:
                (one, there), (another, here) = sums.items()
                raise _allnash.InputError(f"the two payoffs add up to {one} at entry {there} and to {another} at entry {here}: "
                                          "only games whose payoffs add up to one number are solved")
    return tables[0]


def gambit_tables(game: Any) -> list[Any]:
    players = list(game.players)
    counts = [len(player.strategies) for player in players]
    if len(players) != 2:
        return players
    return [[[number_of(game[i, j][player]) for j in range(counts[1])] for i in range(counts[0])] for player in players]
