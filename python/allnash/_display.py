"""A result as text, and as HTML for notebooks."""
from __future__ import annotations

import html as markup
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Iterator

if TYPE_CHECKING:
    from ._polytope import Polytope, Strategy
    from ._result import Result

MOST_WEIGHTS = 8  # of a strategy
MOST_VERTICES = 5
LONGEST = 64  # bits of a fraction that is shown in full


def number(value: Fraction | None) -> str:
    """A fraction as it is when short, about it otherwise."""
    if value is None:
        return "?"
    if value.numerator.bit_length() + value.denominator.bit_length() <= LONGEST:
        return str(value)
    try:
        return f"~{float(value):.9g}"
    except OverflowError:
        return "~" + ("-" if value < 0 else "") + f"2^{abs(value.numerator // value.denominator).bit_length()}"


def count(amount: int, word: str) -> str:
    return f"{amount} {word}" + ("" if amount == 1 else "es" if word.endswith("x") else "s")


def weights(polytope: Polytope, strategy: Strategy) -> list[tuple[str, str]]:
    """(name, probability) for the first few; the rest are counted."""
    shown = [(str(name), number(p)) for name, p in list(polytope.named(strategy).items())[:MOST_WEIGHTS]]
    if len(strategy) > MOST_WEIGHTS:
        shown.append((f"and {len(strategy) - MOST_WEIGHTS} more", ""))
    return shown


def strategies(polytope: Polytope) -> list[Strategy]:
    """Those worth showing: the extreme ones, or where none is listed the one of the proof."""
    listed: list[Strategy] = polytope.vertices[:MOST_VERTICES]
    return listed or [polytope.interior_point]


def summary(polytope: Polytope) -> str:
    text = f"{len(polytope.support)} of {polytope.size} played"
    if polytope.dimension == 0:
        return text + ", one optimal strategy"
    if not polytope.vertices:
        return text + f", dimension {polytope.dimension}, no extreme strategies listed"
    more = "" if polytope.complete else " or more"
    return text + f", dimension {polytope.dimension}, {len(polytope.vertices)}{more} extreme strategies"


def facts(result: Result) -> Iterator[tuple[str, str]]:
    rows, columns = result.shape
    if result.status == "proved":
        yield "value", number(result.value)
    else:
        yield "value", f"from {number(result.low)} to {number(result.high)}"
    total = rows * (rows - 1) // 2 if result.symmetric else rows * columns
    yield "queries", f"{result.queries} of {total}, in {count(result.rounds, 'round')}"
    if result.status == "proved":
        yield "floor", f"{result.floor}, ratio {result.ratio:.3f}"
    if result.hindsight is not None:
        yield "needed", f"{result.hindsight} of them, in hindsight and with the range"
    yield "method", result.method


def heading(result: Result) -> str:
    rows, columns = result.shape
    why = f" ({result.stop_reason})" if result.stop_reason else ""
    return f"{rows} x {columns} game: {result.status}{why}"


def text(result: Result) -> str:
    lines = [f"<allnash.Result: {heading(result)}"]
    lines += [f"  {name:<8} {fact}" for name, fact in facts(result)]
    if result.status == "proved":
        for name, polytope in (("rows", result.row_set), ("columns", result.column_set)):
            lines.append(f"  {name:<8} {summary(polytope)}")
            for strategy in strategies(polytope):
                parts = [f"{label}: {p}" if p else label for label, p in weights(polytope, strategy)]
                lines.append(" " * 11 + ", ".join(parts))
            if len(polytope.vertices) > MOST_VERTICES:
                lines.append(" " * 11 + f"and {len(polytope.vertices) - MOST_VERTICES} more")
    return "\n".join(lines) + ">"


def cells(kind: str, values: list[Any]) -> str:
    return "<tr>" + "".join(f"<{kind}>{markup.escape(str(value))}</{kind}>" for value in values) + "</tr>"


def strategy_table(name: str, polytope: Polytope) -> str:
    """One line per strategy of the game, one column per extreme optimal strategy."""
    shown = strategies(polytope)
    names = polytope.named({t: t for t in polytope.support})
    lines = [cells("th", [name, *range(1, len(shown) + 1)])]
    for label, index in list(names.items())[:4 * MOST_WEIGHTS]:
        lines.append(cells("td", [label, *(number(strategy.get(index, Fraction(0))) for strategy in shown)]))
    left = len(names) - 4 * MOST_WEIGHTS
    if left > 0:
        lines.append(cells("td", [f"and {left} more", *("" for _ in shown)]))
    return f"<p>{name}: {markup.escape(summary(polytope))}</p><table>{''.join(lines)}</table>"


def html(result: Result) -> str:
    body = "".join(cells("td", [name, fact]) for name, fact in facts(result))
    parts = [f"<p><b>{markup.escape(heading(result))}</b></p>", f"<table>{body}</table>"]
    if result.status == "proved":
        parts.append(strategy_table("rows", result.row_set))
        parts.append(strategy_table("columns", result.column_set))
    return "<div>" + "".join(parts) + "</div>"
