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
    if result.averaged_plays:
        yield "answer", averages(result)
    if result.status == "proved":
        yield "value", number(result.value)
    elif result.symmetric:
        least = f"at least {number(result.low)}" if result.row_strategy else "nothing yet"
        yield "value", f"{number(result.value)}, by symmetry; guaranteed: {least}"
    else:
        yield "value", f"from {number(result.low)} to {number(result.high)}"
    total = rows * (rows - 1) // 2 if result.symmetric else rows * columns
    yield "queries", f"{result.queries} of {total}, in {count(result.rounds, 'round')}"
    if result.status == "proved":
        yield "floor", f"{result.floor}, ratio {result.ratio:.3f}"
    if result.hindsight is not None:
        yield "needed", f"{result.hindsight} of them, in hindsight, with the range and this pair of strategies"
    yield "method", result.method


def averages(result: Result) -> str:
    return f"exact, for these averages of {result.averaged_plays} plays"


def heading(result: Result) -> str:
    rows, columns = result.shape
    why = f" ({result.stop_reason})" if result.stop_reason else ""
    status = averages(result) if result.averaged_plays and result.status == "proved" else result.status
    return f"{rows} x {columns} game: {status}{why}"


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


def bar(low: float, high: float, most: float, colour: str) -> str:
    """From the least to the most that a strategy is played; solid where the two are one."""
    start, end = (0.0, high) if low == high else (low, high)
    fill = colour if low == high else f"{colour}88"
    inner = f"margin-left: {100 * start / most:.1f}%; width: {max(1.0, 100 * (end - start) / most):.1f}%; background: {fill}"
    return ('<td><div style="width: 9em; height: .8em; background: #8882; border-radius: 2px">'
            f'<div style="{inner}; height: 100%; border-radius: 2px"></div></div></td>')


def ranges(polytope: Polytope) -> dict[int, tuple[Fraction, Fraction]]:
    """The least and the most that each strategy of the support is played, over the strategies that are listed."""
    points = polytope.vertices or [polytope.interior_point]
    listed = {t: [point.get(t, Fraction(0)) for point in points] for t in polytope.support}
    return {t: (min(played), max(played)) for t, played in listed.items()}


def strategy_table(name: str, polytope: Polytope, colour: str) -> str:
    """One line per strategy of the game, a bar for how often it is played, one column per extreme optimal strategy."""
    shown = strategies(polytope)
    spans = ranges(polytope)
    most = float(max(high for _, high in spans.values()))
    heads = ["probability"] if len(shown) == 1 else [f"extreme {t}" for t in range(1, len(shown) + 1)]
    lines = [cells("th", [name, "", *heads])]
    names = polytope.named({t: t for t in polytope.support})
    for label, index in list(names.items())[:4 * MOST_WEIGHTS]:
        line = cells("td", [label, *(number(strategy.get(index, Fraction(0))) for strategy in shown)])
        first = line.index("</td>") + len("</td>")
        low, high = spans[index]
        lines.append(line[:first] + bar(float(low), float(high), most, colour) + line[first:])
    left = len(names) - 4 * MOST_WEIGHTS
    if left > 0:
        lines.append(cells("td", [f"and {left} more", "", *("" for _ in shown)]))
    return f"<p>{name}: {markup.escape(summary(polytope))}</p><table>{''.join(lines)}</table>"


def verdict(result: Result) -> str:
    if result.status == "proved":
        unique = result.row_set.dimension == result.column_set.dimension == 0
        many = "exactly one equilibrium" if unique else "infinitely many equilibria"
        of = f": {averages(result)}" if result.averaged_plays else ""
        return f"The value is {number(result.value)}, and there {'is' if unique else 'are'} {many}{of}."
    if result.low is None and result.high is None:
        return "Nothing is known of the value."
    return f"The value lies between {number(result.low)} and {number(result.high)}."


def html(result: Result) -> str:
    body = "".join(cells("td", [name, fact]) for name, fact in facts(result))
    parts = [f'<p style="font-size: 1.3em; margin: .2em 0"><b>{markup.escape(verdict(result))}</b></p>',
             f"<p>{markup.escape(heading(result))}</p>", f"<table>{body}</table>"]
    if result.status == "proved":
        parts.append(strategy_table("rows", result.row_set, "#2563c9"))
        parts.append(strategy_table("columns", result.column_set, "#c2570c"))
        parts.append("<p><code>.report()</code> shows the game and how the answer was found.</p>")
    return "<div>" + "".join(parts) + "</div>"
