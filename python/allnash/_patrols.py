"""Patrols and other games of routes: graphs from roads and checkpoints, routes as people read them, and what can be said of
being caught at least once."""
from __future__ import annotations

from fractions import Fraction
from typing import Any, Callable, Hashable, Iterable, Mapping, NamedTuple, Sequence

from . import _allnash, _drive, _games
from ._answers import FlowResult, Strategy
from ._moves import Arc
from ._options import options_from
from ._result import Result

MOST_STATES = 200_000  # of the search for the luckiest route


class Route(NamedTuple):
    """A route of a path game: its nodes and its arcs, and how often it is taken."""

    nodes: tuple[Any, ...]
    arcs: tuple[Any, ...]
    probability: Fraction

    @property
    def features(self) -> tuple[Any, ...]:
        """What it passes: the features of its arcs, without those that have none."""
        return tuple(arc.feature for arc in self.arcs if arc.feature not in (None, ""))


class Caught(NamedTuple):
    """Between these ends lies the value of the game in which only whether the two meet counts, and not how often."""

    low: Fraction
    high: Fraction


# ---- graphs

def roads_of(given: Any) -> Iterable[tuple[Any, Any, int]]:
    """(place, place, steps) of each road; of a networkx graph the steps are the attribute `steps`, 1 without one."""
    edges = getattr(given, "edges", None)
    if callable(edges):
        for a, b, attributes in edges(data=True):
            yield a, b, int(attributes.get("steps", 1))
        return
    for road in given:
        if not 2 <= len(road) <= 3:
            raise TypeError(f"a road is (place, place) or (place, place, steps), not {road!r}")
        yield road[0], road[1], int(road[2]) if len(road) == 3 else 1


def time_expanded(roads: Any, steps: int, start: Any = None, end: Any = None, *, wait: bool = True) -> list[Arc]:
    """The arcs of everything that can be done on roads in a number of steps, for a PathGame.

    `roads` are (place, place) or (place, place, steps), which can be used both ways, or a networkx graph whose edges may have
    an attribute `steps`; a directed one is used as it is directed. A route begins at `start` (a place, a list of places, or
    None for any) and ends at `end` after so many steps. With `wait` one may stay at a place.

    Features are (road, t), for being on a road (place, place) in step t, whichever way, and (place, t) for staying there, so
    that two routes have a feature in common just if they meet: PathGame(patrol, smuggler) without payoffs counts that.

    >>> arcs = allnash.time_expanded([("a", "b"), ("b", "c")], 2, "a", "c")
    >>> [arc.feature for arc in arcs if arc.feature]
    [(('a', 'b'), 0), (('b', 'c'), 1)]
    """
    if steps < 1:
        raise _allnash.InputError(f"steps: {steps} is below 1")
    directed = bool(getattr(roads, "is_directed", lambda: False)())
    moves: dict[Any, list[tuple[Any, int, Any]]] = {}  # place -> (next place, steps, road)
    for a, b, length in roads_of(roads):
        if length < 1:
            raise _allnash.InputError(f"the road from {a!r} to {b!r} takes {length} steps")
        moves.setdefault(a, []).append((b, length, (a, b)))
        moves.setdefault(b, [])
        if not directed:
            moves[b].append((a, length, (a, b)))
    if wait:
        for place in moves:
            moves[place].append((place, 1, place))
    first, last = places_of(start, moves, "start"), places_of(end, moves, "end")
    after: dict[Any, list[Arc]] = {}
    for t in range(steps):
        for place, ways in moves.items():
            for there, length, road in ways:
                if t + length <= steps:
                    way = [(place, t), *((road, (place, there), t + k) for k in range(1, length)), (there, t + length)]
                    for k, (tail, head) in enumerate(zip(way, way[1:])):
                        after.setdefault(tail, []).append(Arc(tail, head, (road, t + k)))
    begin, finish = "start", "end"
    for place in first:
        after.setdefault(begin, []).append(Arc(begin, (place, 0), None))
    for place in last:
        after.setdefault((place, steps), []).append(Arc((place, steps), finish, None))
    arcs = useful(after, begin, finish)
    if not arcs:
        raise _allnash.InputError(f"no route of {steps} steps leads from {start!r} to {end!r}")
    return arcs


def places_of(given: Any, moves: Mapping[Any, Any], what: str) -> list[Any]:
    if given is None:
        return list(moves)
    places = list(given) if isinstance(given, (list, set, frozenset)) else [given]
    for place in places:
        if place not in moves:
            raise _allnash.InputError(f"{what}: no road leads to {place!r}")
    return places


def useful(after: Mapping[Any, Sequence[Arc]], begin: Any, finish: Any) -> list[Arc]:
    """The arcs on ways from the beginning to the end, each once."""
    reached, waiting = {begin}, [begin]
    met: list[Arc] = []
    while waiting:
        for arc in after.get(waiting.pop(), ()):
            met.append(arc)
            if arc.head not in reached:
                reached.add(arc.head)
                waiting.append(arc.head)
    before: dict[Any, list[Any]] = {}
    for arc in met:
        before.setdefault(arc.head, []).append(arc.tail)
    leading, waiting = {finish}, [finish]
    while waiting:
        for tail in before.get(waiting.pop(), ()):
            if tail not in leading:
                leading.add(tail)
                waiting.append(tail)
    return list(dict.fromkeys(arc for arc in met if arc.head in leading))


def checkpoints(points: Iterable[Hashable], most: int) -> list[Arc]:
    """The arcs of choosing at most so many of the points to guard, for a PathGame: point by point, an arc with the point as its
    feature, or one without a feature.

    A smuggler passes one of three points, and two of them are guarded:

    >>> guards = allnash.checkpoints(["bridge", "ferry", "ford"], 2)
    >>> smuggler = [("home", "town", point) for point in ("bridge", "ferry", "ford")]
    >>> allnash.solve(allnash.PathGame(guards, smuggler)).value
    Fraction(2, 3)
    """
    listed = list(points)
    if not 0 <= most <= len(listed):
        raise _allnash.InputError(f"{most} of {len(listed)} checkpoints")
    after: dict[Any, list[Arc]] = {}
    for place, point in enumerate(listed):
        for used in range(min(place, most) + 1):
            node: Any = (place, used)
            after.setdefault(node, []).append(Arc(node, (place + 1, used), None))
            if used < most:
                after[node].append(Arc(node, (place + 1, used + 1), point))
    for used in range(most + 1):
        after.setdefault((len(listed), used), []).append(Arc((len(listed), used), "end", None))
    return useful(after, (0, 0), "end")


# ---- routes

class Side:
    """One player's graph, with what an arc earns against each arc of the opponent."""

    def __init__(self, arcs: Sequence[Any]) -> None:
        self.arcs = arcs
        self.after: dict[Any, list[int]] = {}
        heads = {arc.head for arc in arcs}
        for number, arc in enumerate(arcs):
            self.after.setdefault(arc.tail, []).append(number)
        (self.start,) = {arc.tail for arc in arcs} - heads
        self.order = self.sorted_nodes()

    def sorted_nodes(self) -> list[Any]:
        """Each node after those that lead to it."""
        missing: dict[Any, int] = {}
        for arc in self.arcs:
            missing[arc.head] = missing.get(arc.head, 0) + 1
        order, ready = [], [self.start]
        while ready:
            node = ready.pop()
            order.append(node)
            for number in self.after.get(node, ()):
                head = self.arcs[number].head
                missing[head] -= 1
                if missing[head] == 0:
                    ready.append(head)
        return order

    def best(self, gain: Sequence[Fraction], choose: Callable[..., Any]) -> tuple[Fraction, list[int]]:
        """The path whose arcs earn most, or least."""
        worth: dict[Any, Fraction] = {}
        step: dict[Any, int] = {}
        for node in reversed(self.order):
            ways = self.after.get(node)
            if not ways:
                worth[node] = Fraction(0)
                continue
            step[node] = choose(ways, key=lambda number: gain[number] + worth[self.arcs[number].head])
            worth[node] = gain[step[node]] + worth[self.arcs[step[node]].head]
        path, node = [], self.start
        while node in step:
            path.append(step[node])
            node = self.arcs[step[node]].head
        return worth[self.start], path

    def through(self, arcs: set[int]) -> list[list[int]]:
        """A path of these arcs through each of them for which there is one."""
        before: dict[Any, list[int]] = {self.start: []}
        for node in self.order:
            if node in before:
                for number in self.after.get(node, ()):
                    if number in arcs:
                        before.setdefault(self.arcs[number].head, [*before[node], number])
        onwards: dict[Any, list[int]] = {}
        for node in reversed(self.order):
            if not self.after.get(node):
                onwards[node] = []
                continue
            for number in self.after[node]:
                if number in arcs and self.arcs[number].head in onwards:
                    onwards.setdefault(node, [number, *onwards[self.arcs[number].head]])
        paths = {(*before[arc.tail], number, *onwards[arc.head]) for number, arc in enumerate(self.arcs)
                 if number in arcs and arc.tail in before and arc.head in onwards}
        return [list(path) for path in sorted(paths)]

    def divided(self, flow: Sequence[Fraction]) -> list[tuple[list[int], Fraction]]:
        """A flow as a mixture of paths, the widest first."""
        left = list(flow)
        result: list[tuple[list[int], Fraction]] = []
        while True:
            wide: dict[Any, Fraction] = {}
            step: dict[Any, int] = {}
            for node in reversed(self.order):
                ways = [number for number in self.after.get(node, ()) if left[number] > 0 and self.arcs[number].head in wide]
                if not self.after.get(node):
                    wide[node] = Fraction(2)
                elif ways:
                    step[node] = max(ways, key=lambda number: min(left[number], wide[self.arcs[number].head]))
                    wide[node] = min(left[step[node]], wide[self.arcs[step[node]].head])
            if self.start not in step:
                return result
            path, node = [], self.start
            while node in step:
                path.append(step[node])
                node = self.arcs[step[node]].head
            share = min(left[number] for number in path)
            for number in path:
                left[number] -= share
            result.append((path, share))

    def route(self, path: Sequence[int], probability: Fraction) -> Route:
        arcs = tuple(self.arcs[number] for number in path)
        return Route((self.start, *(arc.head for arc in arcs)), arcs, probability)


class Routes:
    """Both graphs of a solved path game and what their arcs pay together."""

    def __init__(self, result: FlowResult) -> None:
        self.sides = tuple(Side([arc for arc, _ in result._arcs(is_row)]) for is_row in (True, False))
        self.flows = tuple([amount for _, amount in result._arcs(is_row)] for is_row in (True, False))
        self.value = result.value
        self.paid: tuple[list[list[tuple[int, Fraction]]], ...] = tuple([[] for _ in side.arcs] for side in self.sides)
        for row, column, payoff in result._solution.arc_payoffs():
            self.paid[0][row].append((column, payoff))
            self.paid[1][column].append((row, payoff))

    def gains(self, player: int, path_or_flow: Mapping[int, Fraction]) -> list[Fraction]:
        """What each arc of the opponent of `player` meets, in payoffs of the row player, against these arcs of `player`."""
        result = [Fraction(0)] * len(self.sides[1 - player].arcs)
        for number, amount in path_or_flow.items():
            for other, payoff in self.paid[player][number]:
                result[other] += payoff * amount
        return result

    def many(self, player: int) -> list[tuple[list[int], Fraction]]:
        return self.sides[player].divided(self.flows[player])

    def few(self, player: int) -> list[tuple[list[int], Fraction]]:
        """An optimal mixture of few of the paths that make up the flow. Which ones is guessed in floating point; that they
        guarantee the value is exact. A wrong guess costs time: then all paths of the flow are tried."""
        paths = [path for path, _ in self.many(player)]
        met = [self.gains(player, dict.fromkeys(path, Fraction(1))) for path in paths]
        guess, answers = guessed(self.sides[1 - player], met, 1 if player == 0 else -1)
        for chosen in (guess, range(len(paths))):
            found = self.guaranteeing(player, [paths[place] for place in chosen], [met[place] for place in chosen], answers)
            if found is not None:
                return found
        raise AssertionError("the paths of an optimal flow guarantee the value")

    def guaranteeing(self, player: int, own: Sequence[list[int]], met: Sequence[list[Fraction]],
                     answers: list[list[int]]) -> list[tuple[list[int], Fraction]] | None:
        """An extreme mixture of these paths that guarantees the value, None if there is none: they are solved as a table
        against these answers of the opponent, to which best responses are added."""
        sign, opponent = (1, self.sides[1]) if player == 0 else (-1, self.sides[0])
        table: list[list[Fraction]] = [[] for _ in own]
        while True:
            for line, gain in zip(table, met):
                line += [sign * sum((gain[number] for number in answer), Fraction(0)) for answer in answers]
            value, weights = solved(table)
            if value < sign * self.value:
                return None
            total = [sum((p * met[place][number] for place, p in weights.items()), Fraction(0)) for number in range(len(met[0]))]
            least, answer = opponent.best(total, min if player == 0 else max)
            if least == self.value:
                return sorted(((own[place], p) for place, p in weights.items()), key=lambda one: -one[1])
            answers = [answer]

    def luckiest(self, player: int, mixture: Sequence[tuple[list[int], Fraction]]) -> Fraction:
        """How often the mixture of `player` meets, at least once, the opponent's path that is best for the opponent: the
        row player wants to meet. Paths are told apart by which routes of the mixture have met them so far; of two at one node
        the one that was met by a part of the other's routes is better for whoever wants not to be met, and worse for whoever
        does."""
        side, hidden = self.sides[1 - player], player == 0  # whether the opponent hides
        meets = [0] * len(side.arcs)
        for place, (path, _) in enumerate(mixture):
            for number in path:
                for other, _ in self.paid[player][number]:
                    meets[other] |= 1 << place
        labels: dict[Any, list[int]] = {side.start: [0]}
        states = 0
        best: Fraction | None = None
        for node in side.order:
            kept = undominated(labels.pop(node, []), hidden)
            states += len(kept)
            if states > MOST_STATES:
                raise _allnash.InputError(f"more than {MOST_STATES} ways to be met by a mixture of {len(mixture)} routes")
            if not side.after.get(node):
                for label in kept:
                    met = sum((p for place, (_, p) in enumerate(mixture) if label >> place & 1), Fraction(0))
                    if best is None or (met < best if hidden else met > best):
                        best = met
            for number in side.after.get(node, ()):
                labels.setdefault(side.arcs[number].head, []).extend(label | meets[number] for label in kept)
        assert best is not None
        return best


def guessed(opponent: Side, met: Sequence[Sequence[Fraction]], sign: int) -> tuple[list[int], list[list[int]]]:
    """Which of the paths a vertex of the linear program plays, and best answers to it, one through each arc on which there is
    one: weights w of the paths, and potentials q of the opponent's nodes that fall by at most what each arc meets; q at the
    start is to be as large as can be."""
    from ._optional import Needs, numpy as its_numpy

    with Needs("SciPy", "convex"):
        from scipy.optimize import linprog
        from scipy.sparse import coo_matrix

    numpy = its_numpy()
    paths, place = len(met), {node: number for number, node in enumerate(opponent.order)}
    cells = [(number, k, -sign * float(gain[number])) for k, gain in enumerate(met) for number in range(len(gain)) if gain[number]]
    for number, arc in enumerate(opponent.arcs):
        cells.append((number, paths + place[arc.tail], 1.0))
        if opponent.after.get(arc.head):
            cells.append((number, paths + place[arc.head], -1.0))
    lines, columns, numbers = zip(*cells)
    size = paths + len(place)
    cost = numpy.zeros(size)
    cost[paths + place[opponent.start]] = -1
    found = linprog(cost, A_ub=coo_matrix((numbers, (lines, columns)), shape=(len(opponent.arcs), size)), b_ub=numpy.zeros(len(opponent.arcs)),
                    A_eq=coo_matrix((numpy.ones(paths), (numpy.zeros(paths, int), numpy.arange(paths))), shape=(1, size)), b_eq=[1],
                    bounds=[(0, None)] * paths + [(None, None)] * len(place), method="highs-ds")
    if found.status != 0:
        return list(range(paths)), [opponent.best([Fraction(0)] * len(opponent.arcs), min)[1]]
    return [k for k in range(paths) if found.x[k] > 1e-9], opponent.through({t for t, off in enumerate(found.slack) if off < 1e-9})


def undominated(labels: Sequence[int], fewest: bool) -> list[int]:
    """Sets, as bits, of which none contains another that is there: the least ones, or the largest."""
    kept: list[int] = []
    for label in sorted(set(labels), key=lambda one: one.bit_count(), reverse=not fewest):
        if not any((one & label) == (one if fewest else label) for one in kept):
            kept.append(label)
    return kept


def solved(table: list[list[Fraction]]) -> tuple[Fraction, Strategy]:
    """The value of a table, and an extreme optimal strategy of the row player."""
    loaded = _games.load(table)
    run = _drive.started(_allnash.Run(loaded.game, options_from("solve", {"vertices": 1}), "", None))
    answer, interrupt = _drive.finish(run, None, None)
    if interrupt is not None:
        raise interrupt
    result = Result(answer, *loaded.labels)
    return result.value, result.row_vertices[0]


def routes(result: FlowResult, player: int, few: bool) -> list[Route]:
    both = Routes(result)
    return [both.sides[player].route(path, p) for path, p in (both.few(player) if few else both.many(player))]


def at_least_once(result: FlowResult) -> Caught:
    both = Routes(result)
    if any(payoff < 0 for line in both.paid[0] for _, payoff in line):
        raise _allnash.InputError("payoffs below 0: being caught at least once is asked of games whose payoffs count meetings")
    return Caught(both.luckiest(0, both.few(0)), min(Fraction(1), both.luckiest(1, both.few(1))))


def to_networkx(result: FlowResult, is_row: bool) -> Any:
    import networkx

    graph = networkx.MultiDiGraph()
    for arc, amount in result._arcs(is_row):
        graph.add_edge(arc.tail, arc.head, feature=arc.feature, flow=amount)
    return graph
