"""Strategies for game trees as policies: probabilities at every information set."""
from __future__ import annotations

from fractions import Fraction
from typing import Any, Iterable, Mapping, Sequence

from . import _allnash

RULED_OUT = "never reached by the own moves"
AFTER_MISTAKE = "reached only after a mistake"
GRID = 2 ** 53  # floats are multiples of 1 / GRID, so that sums of them are exact


class Policy(dict[Any, list[tuple[Any, Any]]]):
    """What to do at each information set: {information set: [(action, probability), ...]}, with all actions there.

    `marks` says of some sets why it does not matter, or hardly, what is done there:

    - "never reached by the own moves": the strategy itself never gets there, so that an equilibrium says nothing about it.
      Of the sensible strategy what stands there is what is sensible after a slip of one's own. Of another it is the best reply to
      the opponent's strategy of the proof, with the best play afterwards; where that leaves several actions, or the opponent never
      gets there either, to one that mixes in a little of every action. Actions that are still equal are equally likely.
    - "reached only after a mistake": the opponent's strategy of the proof never lets it happen. Known of game objects alone.
    """

    player: int
    marks: dict[Any, str]
    choose: str
    """Which of the equilibrium strategies it is: "sensible", "interior", "vertex" or "max_entropy"."""

    def __init__(self, sets: Mapping[Any, Sequence[tuple[Any, Any]]], player: int, marks: Mapping[Any, str],
                 choose: str = "interior") -> None:
        super().__init__({name: list(actions) for name, actions in sets.items()})
        self.player = player
        self.marks = dict(marks)
        self.choose = choose

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[Any, Any]:
        """{action: probability} at a state, as policies of OpenSpiel have it."""
        return dict(self[state.information_state_string(self.player if player_id is None else player_id)])

    def floats(self) -> Policy:
        """The same with floats, which are at most 2^-53 off and add up to exactly 1.0 at each set."""
        return Policy({name: rounded(actions) for name, actions in self.items()}, self.player, self.marks, self.choose)

    def __reduce__(self) -> tuple[Any, ...]:
        return Policy, (dict(self), self.player, self.marks, self.choose)


def rounded(actions: Sequence[tuple[Any, Any]]) -> list[tuple[Any, float]]:
    """Multiples of 2^-53 by largest remainder."""
    shares = [Fraction(p) * GRID for _, p in actions]
    whole = [int(share) for share in shares]
    by_remainder = sorted(range(len(shares)), key=lambda t: (whole[t] - shares[t], t))
    for t in by_remainder[:GRID - sum(whole)]:
        whole[t] += 1
    return [(action, number / GRID) for (action, _), number in zip(actions, whole)]


def player_of(player: Any) -> int:
    if player in ("row", "column"):
        return 0 if player == "row" else 1
    if player not in (0, 1) or isinstance(player, float):
        raise _allnash.InputError(f"player {player!r} where there are 0, which is \"row\", and 1, which is \"column\"")
    return int(player)


def fill(table: Any, policies: Iterable[Policy]) -> Any:
    """Writes policies into an object that has `policy_for_key` or `action_probability_array`, as OpenSpiel's TabularPolicy."""
    by_key: dict[Any, list[tuple[Any, Any]]] = {}
    for policy in policies:
        for name, actions in policy.items():
            if by_key.setdefault(name, actions) != actions:
                raise _allnash.InputError(f"both players have an information set {name!r}, and do different things there: "
                                          "one table cannot hold both")
    lookup: Any = getattr(table, "state_lookup", None)
    unknown = []
    for name, actions in by_key.items():
        if lookup is not None and name not in lookup:
            unknown.append(name)
            continue
        line: Any = table.policy_for_key(name) if hasattr(table, "policy_for_key") else table.action_probability_array[table.state_lookup[name]]
        for action in range(len(line)):
            line[action] = 0.0
        for action, probability in rounded(actions):
            line[action] = probability
    if unknown:
        raise _allnash.InputError(f"the table has no information state {unknown[0]!r}"
                                  + (f" and {len(unknown) - 1} others" if len(unknown) > 1 else "")
                                  + "; is it one of another game?")
    return table


def table_for(game: Any) -> Any:
    """A table to fill: the object itself, or OpenSpiel's TabularPolicy of a game."""
    if hasattr(game, "policy_for_key") or hasattr(game, "action_probability_array"):
        return game
    from open_spiel.python import policy

    return policy.TabularPolicy(game)
