"""Pictures of a result, by matplotlib."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from ._optional import needs

if TYPE_CHECKING:
    from ._polytope import Polytope
    from ._result import Result

MOST_CELLS = 400  # a side
MOST_PAYOFFS = 60  # a side, to be shown one by one
MOST_NAMES = 30  # along a side
MOST_BARS = 14  # a player
FEWEST_BARS = 8  # that there is room for, so that few are not thick
LONGEST_NAME = 22  # characters
ROW, COLUMN = "#2563c9", "#c2570c"


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


def payoffs(result: Result) -> numpy.ndarray:
    """Payoffs as floats, NaN where they were not asked for."""
    rows, columns = result.shape
    known = ((result.payoff(row, column) for column in range(columns)) for row in range(rows))
    return numpy.array([[numpy.nan if payoff is None else float(payoff) for payoff in line] for line in known])


def short(name: Any) -> str:
    text = str(name).replace("$", r"\$")
    return text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME - 1] + "\u2026"


def draw_payoffs(result: Result, axes: Any) -> None:
    """Each entry by its colour; pale is the value, hatched was not asked for."""
    from matplotlib.colors import TwoSlopeNorm

    table = payoffs(result)
    axes.set_facecolor("#eef0f4")
    axes.patch.set(hatch="////", edgecolor="#c9cfd9", linewidth=0)
    if not numpy.isnan(table).all():
        low, high = numpy.nanmin(table), numpy.nanmax(table)
        middle = float(result.value) if result.value is not None else (low + high) / 2
        room = max(high - low, 1e-12) * 1e-6
        norm = TwoSlopeNorm(middle, min(low, middle - room), max(high, middle + room))
        image = axes.imshow(table, cmap="RdBu", norm=norm, interpolation="nearest", aspect="auto")
        bar = axes.figure.colorbar(image, ax=axes, shrink=0.8, pad=0.02)
        bar.outline.set_visible(False)
    rows, columns = result.shape
    for count, labels, axis in ((rows, result.row_labels, axes.yaxis), (columns, result.column_labels, axes.xaxis)):
        if labels and count <= MOST_NAMES:
            axis.set_ticks(range(count), [short(name) for name in labels])
    if result.column_labels and columns <= MOST_NAMES:
        axes.tick_params(axis="x", labelrotation=60 if max(map(len, map(str, result.column_labels))) > 3 else 0)


def draw_asked(result: Result, axes: Any) -> None:
    rows, columns = result.shape
    of = rows * (rows - 1) // 2 if result.symmetric else rows * columns
    if max(rows, columns) <= MOST_PAYOFFS:
        draw_payoffs(result, axes)
    else:
        axes.imshow(asked_share(result), cmap="Blues", vmin=0, vmax=1, interpolation="nearest", aspect="auto",
                    extent=(-0.5, columns - 0.5, rows - 0.5, -0.5))
    what = "matches" if result.symmetric else "payoffs"
    axes.set_title(f"{result.queries:,} of {of:,} {what} asked for", fontsize="medium")
    axes.set_xlabel("column")
    axes.set_ylabel("row")
    axes.spines[:].set_visible(False)


def heaviest(polytope: Polytope) -> list[int]:
    weights = polytope.interior_point
    return sorted(weights, key=lambda index: (-weights[index], index))[:MOST_BARS]


def draw_strategies(result: Result, axes: Any) -> None:
    axes.spines[["top", "right", "left"]].set_visible(False)
    if result.status != "proved":
        axes.set_title("strategies", fontsize="medium")
        axes.text(0.5, 0.5, f"{result.status}: none is known", ha="center", transform=axes.transAxes)
        axes.set_axis_off()
        return
    from ._display import number, ranges

    axes.set_title(f"value {number(result.value)}", fontsize="medium")
    names: list[str] = []
    players = [("row player", result.row_set, ROW), ("column player", result.column_set, COLUMN)]
    if result.symmetric:
        players = [("either player", result.row_set, ROW)]
    for player, polytope, colour in players:
        spans = ranges(polytope)
        shown = heaviest(polytope)
        places = numpy.arange(len(names), len(names) + len(shown))
        axes.barh(places, [float(polytope.interior_point[t]) for t in shown], color=colour, height=0.7, label=player)
        if polytope.dimension > 0:
            low, high = ([float(spans[t][end]) for t in shown] for end in (0, 1))
            axes.hlines(places, low, high, color="#1b2230", linewidth=1.5)
            axes.plot([*low, *high], [*places, *places], "|", color="#1b2230", markersize=7)
        names += [short(name) for name in polytope.named({t: t for t in shown})]
        left = len(polytope.support) - len(shown)
        if left > 0:
            names.append(f"and {left} more")
        names.append("")
    axes.set_yticks([place for place, name in enumerate(names) if name], [name for name in names if name])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(max(len(names) - 1, FEWEST_BARS) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.set_xlabel("probability" + ("; lines span all equilibria" if any(p.dimension for _, p, _ in players) else ""))
    axes.legend(frameon=False, fontsize="small")


def plot(result: Result, axes: Any = None) -> Any:
    if axes is None:
        with needs("matplotlib", "plot"):
            from matplotlib import pyplot
        _, axes = pyplot.subplots(1, 2, figsize=(11, 5), width_ratios=(1.25, 1), layout="constrained")
    table, strategies = axes
    draw_asked(result, table)
    draw_strategies(result, strategies)
    return table.figure
