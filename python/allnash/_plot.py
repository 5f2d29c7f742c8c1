"""Pictures of a result, by matplotlib."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _optional
from ._answers import Result
from ._display import Side, bounds, number, sides
from ._optional import Needs

if TYPE_CHECKING:
    import numpy
else:
    numpy = _optional.numpy()

MOST_CELLS = 400  # rows, and columns, of cells
MOST_PAYOFFS = 60  # largest side on which payoffs are shown one by one
MOST_NUMBERS = 12  # largest side on which payoffs are written into their cells
MOST_NAMES = 30  # along a side
MOST_BARS = 14  # a player
FEWEST_BARS = 8  # space for at least so many, so that few are not thick
LONGEST_NAME = 22  # characters
LONGEST_NUMBER = 6  # characters of a payoff in its cell


def asked_share(result: Result) -> numpy.ndarray:
    """For each cell of the picture the share of its entries that were asked."""
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
    """Payoffs as floats, NaN if they were not asked."""
    rows, columns = result.shape
    known = ((result.payoff(row, column) for column in range(columns)) for row in range(rows))
    return numpy.array([[numpy.nan if payoff is None else float(payoff) for payoff in line] for line in known])


def short(name: Any) -> str:
    text = str(name).replace("$", r"\$")
    return text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME - 1] + "\u2026"


def draw_payoffs(result: Result, axes: Any) -> None:
    """Each entry as a colour, pale at the value, hatched if it was not asked."""
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
        if max(table.shape) <= MOST_NUMBERS:
            write_payoffs(result, axes, image)
    rows, columns = result.shape
    for count, labels, axis in ((rows, result.row_labels, axes.yaxis), (columns, result.column_labels, axes.xaxis)):
        if labels and count <= MOST_NAMES:
            axis.set_ticks(range(count), [short(name) for name in labels])
    if result.column_labels and columns <= MOST_NAMES:
        axes.tick_params(axis="x", labelrotation=60 if max(map(len, map(str, result.column_labels))) > 3 else 0)


def write_payoffs(result: Result, axes: Any, image: Any) -> None:
    """Numbers in the cells, white on dark ones."""
    rows, columns = result.shape
    for row in range(rows):
        for column in range(columns):
            payoff = result.payoff(row, column)
            if payoff is None:
                continue
            red, green, blue, _ = image.cmap(image.norm(float(payoff)))
            light = 0.3 * red + 0.6 * green + 0.1 * blue > 0.5
            text = str(payoff) if len(str(payoff)) <= LONGEST_NUMBER else f"{float(payoff):.4g}"
            axes.text(column, row, text, ha="center", va="center", fontsize="small", color="black" if light else "white")


def draw_asked(result: Result, axes: Any) -> None:
    rows, columns = result.shape
    of = rows * (rows - 1) // 2 if result.symmetric else rows * columns
    if max(rows, columns) <= MOST_PAYOFFS:
        draw_payoffs(result, axes)
    else:
        axes.imshow(asked_share(result), cmap="Blues", vmin=0, vmax=1, interpolation="nearest", aspect="auto",
                    extent=(-0.5, columns - 0.5, rows - 0.5, -0.5))
    what = "matches" if result.symmetric else "payoffs"
    if result.plays is None:
        axes.set_title(f"{result.queries:,} of {of:,} {what} asked for", fontsize="medium")
    else:
        axes.set_title(f"averages of {result.plays:,} plays", fontsize="medium")
    axes.set_xlabel("column")
    axes.set_ylabel("row")
    axes.spines[:].set_visible(False)


def has_many(side: Side) -> bool:
    return side.polytope is not None and side.polytope.dimension > 0


def draw_strategies(result: Result, axes: Any) -> None:
    axes.spines[["top", "right", "left"]].set_visible(False)
    known = f"value {number(result.value)}" if result.proved else bounds(result).replace("`row_strategy`", "the strategy")
    axes.set_title(known, fontsize="medium")
    players = sides(result)
    if not players:
        axes.text(0.5, 0.5, f"{result.status}: no strategy is known", ha="center", transform=axes.transAxes)
        axes.set_axis_off()
        return
    names: list[str] = []
    for side in players[:1] if result.symmetric else players:
        shown = sorted(side.strategy, key=lambda index: (-side.strategy[index], index))[:MOST_BARS]
        places = numpy.arange(len(names), len(names) + len(shown))
        player = "either player" if result.symmetric else {"rows": "row player", "columns": "column player"}[side.name]
        axes.barh(places, [float(side.strategy[t]) for t in shown], color=side.colour, height=0.7, label=player)
        if has_many(side):
            spans = side.ranges()
            low, high = ([float(spans[t][end]) for t in shown] for end in (0, 1))
            axes.hlines(places, low, high, color="#1b2230", linewidth=1.5)
            axes.plot([*low, *high], [*places, *places], "|", color="#1b2230", markersize=7)
        names += [short(side.label(t)) for t in shown]
        left = len(side.strategy) - len(shown)
        if left > 0:
            names.append(f"and {left} more")
        names.append("")
    axes.set_yticks([place for place, name in enumerate(names) if name], [name for name in names if name])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(max(len(names) - 1, FEWEST_BARS) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.set_xlabel("probability" + ("; lines span all equilibria" if any(map(has_many, players)) else ""))
    axes.legend(frameon=False, fontsize="small")


def two_axes(size: tuple[int, int], ratios: tuple[float, float] = (1, 1)) -> Any:
    """A new figure with two parts, side by side."""
    with Needs("matplotlib", "plot"):
        from matplotlib import pyplot
    return pyplot.subplots(1, 2, figsize=size, width_ratios=ratios, layout="constrained")[1]


def plot(result: Result, axes: Any = None) -> Any:
    table, strategies = two_axes((11, 5), (1.25, 1)) if axes is None else axes
    draw_asked(result, table)
    draw_strategies(result, strategies)
    return table.figure
