"""Pictures of a result, by matplotlib."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from ._optional import needs

if TYPE_CHECKING:
    from ._result import Result

MOST_CELLS = 400  # a side
MOST_BARS = 60


def asked_share(result: Result) -> numpy.ndarray:
    """For each cell of the picture the share of its entries that was asked for."""
    rows, columns = result.shape
    asked = result.asked
    if result.symmetric:
        asked = numpy.concatenate([asked, asked[:, ::-1]])
    bins = min(rows, MOST_CELLS), min(columns, MOST_CELLS)
    shape = (0, rows), (0, columns)
    edges = [numpy.ceil(numpy.linspace(0, side, parts + 1)) for side, parts in zip((rows, columns), bins)]
    counts, *_ = numpy.histogram2d(asked[:, 0], asked[:, 1], bins=edges, range=shape)
    return counts / numpy.outer(numpy.diff(edges[0]), numpy.diff(edges[1]))


def draw_asked(result: Result, axes: Any) -> None:
    rows, columns = result.shape
    axes.imshow(asked_share(result), cmap="Blues", vmin=0, vmax=1, interpolation="nearest", aspect="auto",
                extent=(-0.5, columns - 0.5, rows - 0.5, -0.5))
    axes.set_title(f"{result.queries} payoffs asked for")
    axes.set_xlabel("column")
    axes.set_ylabel("row")


def draw_strategies(result: Result, axes: Any) -> None:
    axes.set_title("strategies")
    if result.status != "proved":
        axes.text(0.5, 0.5, f"{result.status}: none is known", ha="center", transform=axes.transAxes)
        axes.set_axis_off()
        return
    names: list[str] = []
    for player, polytope, colour in (("row", result.row_set, "C0"), ("column", result.column_set, "C1")):
        heaviest = sorted(polytope.interior_point.items(), key=lambda item: (-item[1], item[0]))[:MOST_BARS // 2]
        shown = polytope.named(dict(sorted(heaviest)))
        places = range(len(names), len(names) + len(shown))
        axes.barh(places, [float(p) for p in shown.values()], color=colour, label=f"{player} player")
        names += [str(name) for name in shown]
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("probability")
    axes.legend()


def plot(result: Result, axes: Any = None) -> Any:
    if axes is None:
        with needs("matplotlib", "plot"):
            from matplotlib import pyplot
        _, axes = pyplot.subplots(1, 2, figsize=(10, 4.5), layout="constrained")
    table, strategies = axes
    draw_asked(result, table)
    draw_strategies(result, strategies)
    return table.figure
