"""Pictures for a blackboard: the set of optimal strategies, the lines of a game with two strategies on a side, and what is
played in a game too large to write down."""
from __future__ import annotations

from fractions import Fraction
from typing import Any, Sequence

from . import _allnash, _optional
from ._answers import FlowResult, Polytope, ResponseResult, Result
from ._display import number
from ._optional import Needs
from ._plot import short, two_axes

MOST_DIMENSIONS = 3
MOST_LINES = 60  # of one picture
MOST_ARCS = 600
MOST_SETS = 40
COLOURS = "#2a5db0", "#b0432a"  # of the row player and the column player
DARK = "#1b2230"


def new_axes(three: bool = False) -> Any:
    with Needs("matplotlib", "plot"):
        from matplotlib import pyplot
    _, axes = pyplot.subplots(layout="constrained", subplot_kw={"projection": "3d"} if three else {})
    return axes


def name_of(labels: Sequence[Any], strategy: int) -> str:
    return short(labels[strategy] if labels else strategy)


# ---- the set of optimal strategies

def coordinates(vertices: Sequence[dict[int, Fraction]], support: Sequence[int], dimension: int) -> list[int]:
    """As many strategies as the dimension, whose probabilities tell all points of the set apart: those that vary most come
    first."""
    def spread(t: int) -> Fraction:
        all_of = [vertex.get(t, Fraction(0)) for vertex in vertices]
        return max(all_of) - min(all_of)

    chosen: list[int] = []
    kept: list[list[Fraction]] = []  # columns of differences to the first vertex, each cleared by those before
    for t in sorted(support, key=lambda t: (-spread(t), t)):
        if len(chosen) == dimension:
            break
        column = [vertex.get(t, Fraction(0)) - vertices[0].get(t, Fraction(0)) for vertex in vertices]
        for one in kept:
            place = next(v for v, entry in enumerate(one) if entry)
            factor = column[place] / one[place]
            column = [a - factor * b for a, b in zip(column, one)]
        if any(column):
            kept.append(column)
            chosen.append(t)
    return chosen


def plot_set(polytope: Polytope, labels: Sequence[Any], is_row: bool, axes: Any = None) -> Any:
    dimension, colour = polytope.dimension, COLOURS[0 if is_row else 1]
    if dimension > MOST_DIMENSIONS:
        raise _allnash.InputError(f"the set has dimension {dimension}; sets of up to {MOST_DIMENSIONS} can be drawn")
    vertices = polytope.vertices
    if not polytope.complete:
        raise _allnash.InputError("the list of vertices was cut; the option `vertices` of solve lengthens it")
    if axes is None:
        axes = new_axes(dimension == 3)
    if dimension == 0:
        played = list(polytope.interior_point.items())
        axes.bar([name_of(labels, t) for t, _ in played], [float(p) for _, p in played], color=colour)
        axes.set_ylabel("probability")
    else:
        chosen = coordinates(vertices, polytope.support, dimension)
        points = [[float(vertex.get(t, 0)) for t in chosen] for vertex in vertices]
        draw = (draw_segment, draw_polygon, draw_solid)[dimension - 1]
        draw(axes, points, colour, polytope, labels, chosen)
    axes.set_title("the optimal strategy" if dimension == 0 else f"optimal strategies: dimension {dimension}, {len(vertices)} extreme",
                   fontsize="medium")
    return axes.figure


def draw_segment(axes: Any, points: Any, colour: str, polytope: Polytope, labels: Sequence[Any], chosen: list[int]) -> None:
    """Every strategy's probability along the segment, by that of the one that varies most."""
    ends = sorted(zip(points, polytope.vertices), key=lambda one: one[0])
    for t in polytope.support:
        axes.plot([place[0] for place, _ in ends], [float(vertex.get(t, 0)) for _, vertex in ends], marker="o",
                  label=name_of(labels, t))
    axes.set_xlabel(f"probability of {name_of(labels, chosen[0])}")
    axes.set_ylabel("probability")
    axes.legend(frameon=False, fontsize="small")


def draw_polygon(axes: Any, points: Any, colour: str, polytope: Polytope, labels: Sequence[Any], chosen: list[int]) -> None:
    from math import atan2

    centre = [sum(point[k] for point in points) / len(points) for k in (0, 1)]
    around = sorted(points, key=lambda point: atan2(point[1] - centre[1], point[0] - centre[0]))
    axes.fill(*zip(*around), facecolor=colour, alpha=0.25, edgecolor=colour, linewidth=1.5)
    axes.plot(*zip(*points), "o", color=colour)
    for axis, t in zip("xy", chosen):
        getattr(axes, f"set_{axis}label")(f"probability of {name_of(labels, t)}")


def draw_solid(axes: Any, points: Any, colour: str, polytope: Polytope, labels: Sequence[Any], chosen: list[int]) -> None:
    with Needs("SciPy", "convex"):
        from scipy.spatial import ConvexHull
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    numpy = _optional.numpy()
    cloud = numpy.array(points)
    hull = ConvexHull(cloud)
    axes.add_collection3d(Poly3DCollection(cloud[hull.simplices], facecolor=colour, alpha=0.15, edgecolor="none"))
    for number_here, (simplex, beside, plane) in enumerate(zip(hull.simplices, hull.neighbors, hull.equations)):
        for corner, other in enumerate(beside):  # the edge opposite to a corner, unless both sides lie in one plane
            if number_here < other and not numpy.allclose(plane, hull.equations[other], atol=1e-9):
                axes.plot(*cloud[numpy.delete(simplex, corner)].T, color=colour, linewidth=1.2)
    axes.scatter(*cloud.T, color=colour)
    for axis, t in zip("xyz", chosen):
        getattr(axes, f"set_{axis}label")(f"P({name_of(labels, t)})")


# ---- two strategies on a side

def plot_lines(result: Result, axes: Any = None) -> Any:
    rows, columns = result.shape
    if min(rows, columns) != 2:
        raise _allnash.InputError(f"a game of {rows} x {columns}: this picture is for two rows or two columns")
    of_rows = rows == 2
    others = columns if of_rows else rows

    def pays(mine: int, yours: int) -> Fraction | None:
        return result.payoff(mine, yours) if of_rows else result.payoff(yours, mine)

    lines = {t: (pays(0, t), pays(1, t)) for t in range(others)}
    known = {t: (float(ends[0]), float(ends[1])) for t, ends in lines.items() if ends[0] is not None and ends[1] is not None}
    if not known:
        raise _allnash.InputError("no payoff of this game is known in full")
    own, theirs = (result.row_labels, result.column_labels) if of_rows else (result.column_labels, result.row_labels)
    axes = new_axes() if axes is None else axes
    support = set(result.column_support if of_rows else result.row_support) if result.proved else set()
    ranked = sorted(known, key=lambda t: (t not in support, t))
    for t in ranked[:MOST_LINES]:
        played = t in support
        axes.plot([0, 1], known[t], linewidth=1.6 if played else 0.8, color=COLOURS[1 if of_rows else 0], alpha=1 if played else 0.4)
        axes.annotate(name_of(theirs, t), (1, known[t][1]), xytext=(4, 0), textcoords="offset points", fontsize="small", va="center")
    draw_envelope(axes, list(known.values()), min if of_rows else max)
    if result.proved:
        vertices = result.row_vertices if of_rows else result.column_vertices
        ends = [float(vertex.get(1, 0)) for vertex in vertices]
        axes.plot([min(ends), max(ends)], [float(result.value)] * 2, "o-", color=COLOURS[0 if of_rows else 1], linewidth=4, zorder=5)
        axes.axhline(float(result.value), color=DARK, linewidth=0.6, linestyle=":")
        axes.set_title(f"value {number(result.value)}", fontsize="medium")
    left_out = others - min(len(known), MOST_LINES)
    axes.set_xlabel(f"probability of {name_of(own, 1)} (left: {name_of(own, 0)})"
                    + (f"; {left_out} lines left out" if left_out else ""))
    axes.set_ylabel("payoff to the row player")
    axes.set_xlim(0, 1)
    return axes.figure


def draw_envelope(axes: Any, lines: list[tuple[float, float]], worst: Any) -> None:
    """What is guaranteed at each probability: the lowest line, or the highest."""
    places = {0.0, 1.0}
    for a, (left, right) in enumerate(lines):
        for other_left, other_right in lines[:a]:
            slope = (right - left) - (other_right - other_left)
            if slope and 0 < (place := (other_left - left) / slope) < 1:
                places.add(place)
    at = sorted(places)
    axes.plot(at, [worst(left + p * (right - left) for left, right in lines) for p in at], color=DARK, linewidth=2.4, zorder=4)


# ---- games too large to write down

def plot_mixtures(result: ResponseResult, axes: Any = None) -> Any:
    axes = two_axes((12, 6)) if axes is None else axes
    for one, mixture, colour, name in zip(axes, (result.row_strategy, result.column_strategy), COLOURS, ("row", "column")):
        shown = sorted((mixture or {}).items(), key=lambda line: -line[1])[:MOST_SETS]
        one.barh([short(strategy) for strategy, _ in shown], [float(p) for _, p in shown], color=colour)
        one.invert_yaxis()
        left = len(mixture or {}) - len(shown)
        one.set_title(f"{name} player" + (f", and {left} more" if left else ""), fontsize="medium")
    axes[0].figure.suptitle(f"value {number(result.value)}" if result.value is not None else result.status, fontsize="medium")
    return axes[0].figure


def plot_flows(result: FlowResult, axes: Any = None) -> Any:
    axes = two_axes((12, 6)) if axes is None else axes
    for one, is_row in zip(axes, (True, False)):
        (draw_behaviour if result.tree else draw_graph)(result, one, is_row)
        one.set_title(f"{'row' if is_row else 'column'} player", fontsize="medium")
    axes[0].figure.suptitle(f"value {number(result.value)}" if result.value is not None else f"{result.status}", fontsize="medium")
    return axes[0].figure


def draw_behaviour(result: FlowResult, axes: Any, is_row: bool) -> None:
    """A bar for each information set, divided among its actions."""
    policy = result.policy("row" if is_row else "column")
    shown = list(policy.items())[:MOST_SETS]
    colours: dict[str, Any] = {}
    for place, (_, actions) in enumerate(shown):
        left = 0.0
        for action, p in actions:
            if not p:
                continue
            name = short(action)
            colours.setdefault(name, f"C{len(colours) % 10}")
            axes.barh(place, float(p), left=left, color=colours[name], height=0.75, alpha=0.35 if shown[place][0] in policy.marks else 1)
            if p >= Fraction(1, 8):
                axes.text(left + float(p) / 2, place, name, ha="center", va="center", fontsize="x-small")
            left += float(p)
    names = [short(name) for name, _ in shown]
    if len(policy) > len(shown):
        axes.set_xlabel(f"and {len(policy) - len(shown)} more information sets")
    axes.set_yticks(range(len(names)), names, fontsize="small")
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.spines[["top", "right", "left"]].set_visible(False)


def draw_graph(result: FlowResult, axes: Any, is_row: bool) -> None:
    """The graph from left to right, arcs as thick as they are often taken; grey where they are not."""
    arcs = result._arcs(is_row)
    if len(arcs) > MOST_ARCS:
        raise _allnash.InputError(f"a graph of {len(arcs)} arcs; up to {MOST_ARCS} are drawn, and report() shows larger ones")
    place = layout([(arc.tail, arc.head) for arc, _ in arcs])
    parallel: dict[tuple[Any, Any], int] = {}
    for arc, amount in sorted(arcs, key=lambda one: one[1]):
        ends = arc.tail, arc.head
        bend = 0.15 * parallel.setdefault(ends, 0)
        parallel[ends] += 1
        share = float(amount)
        axes.annotate("", place[arc.head], place[arc.tail], arrowprops={
            "arrowstyle": "-", "linewidth": 0.6 + 6 * share, "color": COLOURS[0 if is_row else 1] if share else "#c9cfd9",
            "connectionstyle": f"arc3,rad={bend}", "shrinkA": 0, "shrinkB": 0})
        if arc.feature not in (None, "") and len(arcs) <= MOST_LINES:
            (x, y), (u, v) = place[arc.tail], place[arc.head]
            axes.text((x + u) / 2, (y + v) / 2 - bend / 2, short(arc.feature), fontsize="x-small", ha="center",
                      color=DARK if share else "#8a93a3")
    axes.plot(*zip(*place.values()), "o", color=DARK, markersize=3)
    if len(place) <= MOST_LINES:
        for node, (x, y) in place.items():
            axes.annotate(short(node), (x, y), xytext=(0, 5), textcoords="offset points", fontsize="x-small", ha="center")
    axes.margins(0.08)
    axes.set_axis_off()


def layout(arcs: Sequence[tuple[Any, Any]]) -> dict[Any, tuple[float, float]]:
    """Nodes in layers by the longest way to them; within a layer near the mean of those before."""
    after: dict[Any, list[Any]] = {}
    missing: dict[Any, int] = {}
    for tail, head in arcs:
        after.setdefault(tail, []).append(head)
        missing.setdefault(tail, 0)
        missing[head] = missing.get(head, 0) + 1
    depth = {node: 0 for node in missing}
    ready = [node for node, count in missing.items() if count == 0]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for head in after.get(node, ()):
            depth[head] = max(depth[head], depth[node] + 1)
            missing[head] -= 1
            if missing[head] == 0:
                ready.append(head)
    layers: dict[int, list[Any]] = {}
    for node in order:
        layers.setdefault(depth[node], []).append(node)
    before: dict[Any, list[Any]] = {}
    for tail, head in arcs:
        before.setdefault(head, []).append(tail)
    place: dict[Any, tuple[float, float]] = {}
    for level in sorted(layers):
        def height(node: Any) -> float:
            known = [place[tail][1] for tail in before.get(node, ()) if tail in place]
            return sum(known) / len(known) if known else 0.0

        nodes = sorted(layers[level], key=height)
        for number_there, node in enumerate(nodes):
            place[node] = float(level), number_there - (len(nodes) - 1) / 2
    return place
