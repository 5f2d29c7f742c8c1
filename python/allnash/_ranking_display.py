"""A ranking as a table, as HTML for notebooks, and as a picture."""
from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from . import _allnash, _optional
from ._answers import Ranking
from ._display import bar, cells, confidence_text, escaped, percent
from ._optional import Needs
from ._plot import MOST_NAMES, short, two_axes

MOST_LINES = 40  # in a notebook
MOST_BARS = 20
COLOURS = {"row": "#2563c9", "column": "#c2570c"}


def players(ranking: Ranking) -> list[str]:
    return ["row"] if ranking.symmetric else ["row", "column"]


def kind(ranking: Ranking, player: str) -> str:
    """The word for a strategy."""
    return ranking._kinds[player == "column"] or "strategy"


def promised_mix(ranking: Ranking, player: str) -> dict[str, Fraction]:
    """The mixture that promises something, if there is one."""
    worst, best = ranking.range
    if player == "row" or ranking.symmetric:
        return ranking.row_strategy if ranking.low > worst else {}
    return ranking.column_strategy if ranking.high < best else {}


def lines(ranking: Ranking, player: str) -> list[dict[str, Any]]:
    """The data of each strategy of a player, strategies to play first."""
    names = ranking._labels(player)
    estimate = ranking.estimate
    described = {} if estimate is None else estimate.rows if player == "row" else estimate.columns
    play = {} if estimate is None else estimate.row_strategy if player == "row" else estimate.column_strategy
    promised = promised_mix(ranking, player)
    caps = ranking.row_caps if player == "row" else ranking.column_caps
    found = []
    for name in names:
        line: dict[str, Any] = {"strategy": name}
        if estimate is not None:
            one = described[name]
            line |= {"play": float(play.get(name, 0)), "matches": one["matches"], "average": one["average"],
                     "rating": one["rating"]["median"], "rating_low": one["rating"]["low"],
                     "rating_high": one["rating"]["high"], "played": one["played"] / estimate.draws,
                     "share_low": one["share"]["low"], "share": one["share"]["median"], "share_high": one["share"]["high"]}
        line |= {"promised": float(promised.get(name, 0)), "cap": float(caps.get(name, 1))}
        found.append(line)
    return sorted(found, key=lambda line: (-line.get("play", line["promised"]), -line.get("rating", 0.0)))


def frame(ranking: Ranking) -> Any:
    with Needs("pandas", "frames"):
        import pandas
    if ranking.symmetric:
        return pandas.DataFrame(lines(ranking, "row")).set_index("strategy").rename_axis(kind(ranking, "row"))
    both = [{"player": player, **line} for player in players(ranking) for line in lines(ranking, player)]
    return pandas.DataFrame(both).set_index(["player", "strategy"])


def verdict(ranking: Ranking) -> str:
    """What to play, how good that is, and what is promised, in a sentence each."""
    def mix(strategy: dict[str, Any]) -> str:
        return ", ".join(f"{name} {percent(weight)}" for name, weight in sorted(strategy.items(), key=lambda one: -one[1]))

    said = ""
    if (estimate := ranking.estimate) is not None:
        worst = estimate.worst_case
        said = (f"Play {mix(estimate.row_strategy)}: about {worst['median']:.3f} against the worst opponent "
                f"({worst['low']:.3f} to {worst['high']:.3f}; an estimate). ")
    if not ranking.promised:
        return said + f"Nothing is promised yet: {ranking.why}."
    if not (mixture := promised_mix(ranking, "row")):
        return said + "Nothing is promised to the rows yet."
    least = math.floor(10000 * ranking.low) / 10000
    return said + f"Promised with confidence {confidence_text(ranking.confidence)}: {mix(mixture)} earns {least} or more."


def table(ranking: Ranking, player: str) -> str:
    """A table with bars for what to play, or without an estimate for what is promised, and beside them how sure that is."""
    estimated = ranking.estimate is not None
    heads = [kind(ranking, player), "", *(["play", "rating", "played", "share"] if estimated else []), "promised"]
    found = lines(ranking, player)
    share = "play" if estimated else "promised"
    most = max((line[share] for line in found), default=0) or 1
    body = [cells("th", heads)]
    for line in found[:MOST_LINES]:
        described = [percent(line["play"]), f"{line['rating']:.0f} ({line['rating_low']:.0f} to {line['rating_high']:.0f})",
                     percent(line["played"]), f"{percent(line['share_low'])} to {percent(line['share_high'])}"] if estimated else []
        body.append(cells("td", [line["strategy"]]) + bar(line[share], line[share], most, COLOURS[player])
                    + cells("td", [*described, percent(line["promised"])]))
    if len(found) > MOST_LINES:
        body.append(cells("td", [f"and {len(found) - MOST_LINES} more", *[""] * (len(heads) - 1)]))
    title = "" if ranking.symmetric else f"<p>{player}s</p>"
    return title + f"<table>{''.join(f'<tr>{line}</tr>' for line in body)}</table>"


def board_table(ranking: Ranking) -> str:
    """The leaderboard, where there is one."""
    board = ranking._json.get("leaderboard") or []
    if not board:
        return ""
    body = [cells("th", ["ranks", "player", "score", "middle 90 %", "first", "matches"])]
    for one in board[:MOST_LINES]:
        body.append(cells("td", [ranks(one), one["name"], f"{one['score']:.3f}", f"{one['low']:.3f} to {one['high']:.3f}",
                                 percent(one["first"]), str(one["matches"])]))
    if len(board) > MOST_LINES:
        body.append(cells("td", [f"and {len(board) - MOST_LINES} more", *[""] * 5]))
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in body)}</table>"


def html(ranking: Ranking) -> str:
    return (f'<div><p style="font-size: 1.2em; margin: .2em 0"><b>{escaped(verdict(ranking))}</b></p>'
            f"<p>{ranking.plays} matches</p>" + board_table(ranking) + "".join(table(ranking, player) for player in players(ranking))
            + "<p><code>.report()</code> shows all of it.</p></div>")


def draw_shares(ranking: Ranking, axes: Any) -> None:
    """Bars for what to play, thin lines for the middle half of what drawn leagues play."""
    names: list[str] = []
    for player in players(ranking):
        shown = lines(ranking, player)[:MOST_BARS]
        places = range(len(names), len(names) + len(shown))
        estimated = ranking.estimate is not None
        axes.barh(places, [line["play" if estimated else "promised"] for line in shown], color=COLOURS[player], height=0.7)
        if estimated:
            axes.hlines(places, [line["share_low"] for line in shown], [line["share_high"] for line in shown],
                        color="#1b2230", linewidth=1.5)
        names += [short(line["strategy"]) for line in shown] + [""]
    axes.set_yticks([place for place, name in enumerate(names) if name], [name for name in names if name])
    axes.set_ylim(len(names) - 1.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xlabel("what to play; lines span the middle half of drawn leagues" if ranking.estimate is not None else "what is promised")
    axes.spines[["top", "right", "left"]].set_visible(False)


def draw_pairings(ranking: Ranking, axes: Any) -> None:
    """The averages of the pairings, the best of a leaderboard or the most played strategies first; hatched if they never met."""
    numpy = _optional.numpy()
    order = {player: [line["strategy"] for line in lines(ranking, player)] for player in ("row", "column")}
    if ranking._json.get("leaderboard"):
        order["row"] = [one["name"] for one in ranking._json["leaderboard"]]
    if ranking.symmetric:
        order["column"] = order["row"]
    place = {player: {name: t for t, name in enumerate(names)} for player, names in order.items()}
    averages = numpy.full((len(order["row"]), len(order["column"])), numpy.nan)
    total = float(sum(ranking.range))
    for one in ranking.pairings:
        row, column = one["row"], one["column"]
        averages[place["row"][row], place["column"][column]] = one["mean"]
        if ranking.symmetric:
            averages[place["row"][column], place["column"][row]] = total - one["mean"]
    axes.set_facecolor("#eef0f4")
    axes.patch.set(hatch="////", edgecolor="#c9cfd9", linewidth=0)
    low, high = map(float, ranking.range)
    image = axes.imshow(averages, cmap="RdBu", vmin=low, vmax=high, interpolation="nearest", aspect="auto")
    axes.figure.colorbar(image, ax=axes, shrink=0.8, pad=0.02).outline.set_visible(False)
    for player, axis in (("row", axes.yaxis), ("column", axes.xaxis)):
        if len(order[player]) <= MOST_NAMES:
            axis.set_ticks(range(len(order[player])), [short(name) for name in order[player]])
    axes.tick_params(axis="x", labelrotation=60)
    axes.set_title(f"averages of {ranking.plays:,} matches", fontsize="medium")
    axes.spines[:].set_visible(False)


def plot(ranking: Ranking, axes: Any = None) -> Any:
    shares, pairings = two_axes((11, 5), (1, 1.25)) if axes is None else axes
    draw_shares(ranking, shares)
    draw_pairings(ranking, pairings)
    return shares.figure


def one_axes(axes: Any, size: tuple[float, float]) -> Any:
    if axes is not None:
        return axes
    with Needs("matplotlib", "plot"):
        from matplotlib import pyplot
    return pyplot.subplots(figsize=size, layout="constrained")[1]


def plot_leaderboard(ranking: Ranking, axes: Any = None, most: int = 30) -> Any:
    """A point for each score, a line for its middle 90 %."""
    board = ranking._json.get("leaderboard")
    if board is None:
        raise _allnash.InputError("plot_leaderboard: only a symmetric league with an estimate has a leaderboard")
    shown = board[:most]
    axes = one_axes(axes, (7, 1.2 + 0.24 * len(shown)))
    places = range(len(shown))
    axes.hlines(places, [one["low"] for one in shown], [one["high"] for one in shown], color=COLOURS["row"], linewidth=2)
    axes.plot([one["score"] for one in shown], places, "o", color=COLOURS["row"], markersize=4)
    axes.set_yticks(places, [f"{short(one['name'])}  {ranks(one)}" for one in shown])
    axes.set_ylim(len(shown) - 0.5, -0.5)
    more = len(board) - len(shown)
    axes.set_xlabel("score against the field, with its middle 90 %" + (f"; {more} more are not shown" if more else ""))
    axes.spines[["top", "right", "left"]].set_visible(False)
    return axes.figure


def ranks(one: dict[str, Any]) -> str:
    """The ranks that hold for a player."""
    return str(one["rank_low"]) if one["rank_low"] == one["rank_high"] else f"{one['rank_low']}-{one['rank_high']}"


def plot_matrix(ranking: Ranking, axes: Any = None) -> Any:
    axes = one_axes(axes, (7, 6))
    draw_pairings(ranking, axes)
    return axes.figure
