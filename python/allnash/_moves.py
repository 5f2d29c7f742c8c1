"""What players of games too large to write down do: arcs of graphs, actions in trees."""
from __future__ import annotations

from typing import Any, NamedTuple


class Arc(NamedTuple):
    """An arc of a path game: nodes and feature as they were given. Of a file or a built-in game they are text, and
    `feature` is what the arc is called."""

    tail: Any
    head: Any  # None if the path ends with the arc
    feature: Any


class Action(NamedTuple):
    """An action at an information set of a game tree."""

    set: Any
    action: Any

