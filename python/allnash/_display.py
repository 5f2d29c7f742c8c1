"""A result as text, and as HTML for notebooks."""
from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, Iterator, NamedTuple

from ._answers import Polytope, Result, Strategy

MOST_WEIGHTS = 8  # of a strategy that are shown
MOST_VERTICES = 5
LONGEST = 64  # bits of a fraction shown in full


def number(value: Fraction | None) -> str:
    """A fraction, exact if short, otherwise rounded."""
    if value is None:
        return "?"
    if value.numerator.bit_length() + value.denominator.bit_length() <= LONGEST:
        return str(value)
    try:
        return f"~{float(value):.9g}"
    except OverflowError:
        return "~" + ("-" if value < 0 else "") + f"2^{abs(value.numerator // value.denominator).bit_length()}"


def percent(share: float | Fraction, places: int = 0) -> str:
    """Nearly none is `<1%`, and nearly all `>99%`: neither is none or all."""
    text, last = f"{float(share):.{places}%}", 10.0**-places
    if share > 0 and text == f"{0:.{places}%}":
        return f"<{last:.{places}f}%"
    return f">{100 - last:.{places}f}%" if share < 1 and text == f"{1:.{places}%}" else text


def confidence_text(confidence: Fraction) -> str:
    """Four decimals, or two digits of what is missing to 1; rounded down."""
    places = max(4, len(str(int(1 / (1 - confidence)))) + 1)
    return f"{Decimal(int(confidence * 10**places)).scaleb(-places):f}".rstrip("0")


def count(amount: int, word: str) -> str:
    return f"{amount} {word}" + ("" if amount == 1 else "es" if word.endswith("x") else "s")


class Side(NamedTuple):
    """A player and what is known of its optimal strategies."""

    name: str
    labels: list[Any]
    size: int
    strategy: Strategy  # that of the proof, or one that attains the bound
    strategies: list[Strategy]  # the listed extreme ones, or `strategy` alone
    polytope: Polytope | None  # None without a proof
    attains: str  # what the strategy guarantees, without a proof
    colour: str

    def label(self, index: int) -> Any:
        return self.labels[index] if self.labels else index

    def summary(self) -> str:
        if self.polytope is None:
            return f"{len(self.strategy)} of {self.size} played, which {self.attains}"
        text = f"{len(self.polytope.support)} of {self.size} played"
        if self.polytope.dimension == 0:
            return text + ", one optimal strategy"
        if not self.polytope.vertices:
            return text + f", dimension {self.polytope.dimension}, no extreme strategies listed"
        more = "" if self.polytope.complete else " or more"
        return text + f", dimension {self.polytope.dimension}, {len(self.strategies)}{more} extreme strategies"

    def ranges(self) -> dict[int, tuple[Fraction, Fraction]]:
        """The smallest and the largest probability of each strategy over the listed strategies."""
        listed = {t: [point.get(t, Fraction(0)) for point in self.strategies] for t in self.strategy}
        return {t: (min(played), max(played)) for t, played in listed.items()}


def sides(result: Result) -> list[Side]:
    """The players with a known strategy."""
    found = []
    for name, is_row, labels, size, strategy, attains, colour in (
            ("rows", True, result.row_labels, result.shape[0], result.row_strategy,
             f"guarantees {number(result.low)}", "#2563c9"),
            ("columns", False, result.column_labels, result.shape[1], result.column_strategy,
             f"concedes at most {number(result.high)}", "#c2570c")):
        polytope = result._set(is_row) if result.proved else None
        if strategy is not None:
            listed = (polytope.vertices if polytope else []) or [strategy]
            found.append(Side(name, labels, size, strategy, listed, polytope, attains, colour))
    return found


def bounds(result: Result) -> str:
    if result.low is None and result.high is None:
        return "nothing is known of the value"
    sure = f", with confidence {result.confidence}" if result.confidence else ""
    if result.symmetric:
        least = number(result.low) if result.row_strategy else "nothing yet"
        return f"the value is {number(result.value)} by symmetry, and `row_strategy` guarantees {least}{sure}"
    return f"the value lies between {number(result.low)} and {number(result.high)}{sure}"


def facts(result: Result) -> Iterator[tuple[str, str]]:
    rows, columns = result.shape
    if result.solved_as:
        yield "solved as", result.solved_as
    if result.averaged_plays:
        yield "answer", averages(result)
    if result.proved:
        yield "value", number(result.value)
    elif result.symmetric:
        least = f"at least {number(result.low)}" if result.row_strategy else "nothing yet"
        yield "value", f"{number(result.value)}, by symmetry; guaranteed: {least}"
    else:
        yield "value", f"from {number(result.low)} to {number(result.high)}"
    total = rows * (rows - 1) // 2 if result.symmetric else rows * columns
    if result.plays is None:
        distinct = f"{result.queries - (result.mirrored or 0)} of {total}"
        both = f"{result.queries}: {distinct} matches, {result.mirrored} of them both ways" if result.mirrored else distinct
        yield "queries", f"{both}, in {count(result.rounds, 'round')}"
    else:
        yield "plays", f"{result.plays}, of {result.entries} of {total} entries, in {count(result.rounds, 'round')}"
        if result.failures:
            yield "lost", f"{count(result.failures, 'play')}, counted as the worst for each player"
    if result.recalled:
        again = f"; {result.rechecked} of its {'plays' if result.plays is not None else 'payoffs'} asked again, as they were" if result.rechecked else ""
        yield "recalled", f"{result.recalled} of these from the ledger{again}"
    if result.ratio is not None:
        yield "floor", f"{result.floor}, ratio {result.ratio:.3f}"
    if result.hindsight is not None:
        yield "needed", f"{result.hindsight} of them, in hindsight, with the range and this pair of strategies"
    yield "method", result.method
    for note in result.notes:
        yield "note", note


def averages(result: Result) -> str:
    return f"exact, for these averages of {result.averaged_plays} plays"


def heading(result: Result) -> str:
    rows, columns = result.shape
    chance = "" if result.confidence is None else " of chance"
    status = averages(result) if result.averaged_plays and result.proved else result.status
    sure = f" with confidence {result.confidence}" if result.status == "certified" else ""
    why = f" ({result.stop_reason})" if result.stop_reason else ""
    return f"{rows} x {columns} game{chance}: {status}{sure}{why}"


def weights(side: Side, strategy: Strategy) -> str:
    shown = [f"{side.label(t)}: {number(p)}" for t, p in list(strategy.items())[:MOST_WEIGHTS]]
    if len(strategy) > MOST_WEIGHTS:
        shown.append(f"and {len(strategy) - MOST_WEIGHTS} more")
    return ", ".join(shown)


def text(result: Result) -> str:
    lines = [f"<allnash.Result: {heading(result)}"]
    lines += [f"  {name:<8} {fact}" for name, fact in facts(result)]
    for side in sides(result):
        lines.append(f"  {side.name:<8} {side.summary()}")
        lines += [" " * 11 + weights(side, strategy) for strategy in side.strategies[:MOST_VERTICES]]
        if len(side.strategies) > MOST_VERTICES:
            lines.append(" " * 11 + f"and {len(side.strategies) - MOST_VERTICES} more")
    return "\n".join(lines) + ">"


def escaped(value: Any) -> str:
    from html import escape

    return escape(str(value))


def cells(kind: str, values: list[Any]) -> str:
    return "".join(f"<{kind}>{escaped(value)}</{kind}>" for value in values)


def bar(low: float, high: float, most: float, colour: str) -> str:
    """A bar from the smallest to the largest probability of a strategy; solid if they are equal."""
    start, end = (0.0, high) if low == high else (low, high)
    fill = colour if low == high else f"{colour}88"
    inner = f"margin-left: {100 * start / most:.1f}%; width: {max(1.0, 100 * (end - start) / most):.1f}%; background: {fill}"
    return ('<td><div style="width: 9em; height: .8em; background: #8882; border-radius: 2px">'
            f'<div style="{inner}; height: 100%; border-radius: 2px"></div></div></td>')


def strategy_table(side: Side) -> str:
    """One line for each strategy of the game, with a bar for its probability and one column for each extreme optimal
    strategy."""
    shown = side.strategies[:MOST_VERTICES]
    spans = side.ranges()
    most = float(max(high for _, high in spans.values()))
    heads = ["probability"] if len(shown) == 1 else [f"extreme {t}" for t in range(1, len(shown) + 1)]
    lines = [cells("th", [side.name, "", *heads])]
    for index, (low, high) in list(spans.items())[:4 * MOST_WEIGHTS]:
        played = cells("td", [number(strategy.get(index, Fraction(0))) for strategy in shown])
        lines.append(cells("td", [side.label(index)]) + bar(float(low), float(high), most, side.colour) + played)
    left = len(spans) - 4 * MOST_WEIGHTS
    if left > 0:
        lines.append(cells("td", [f"and {left} more", "", *("" for _ in shown)]))
    return (f"<p>{side.name}: {escaped(side.summary())}</p>"
            f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>")


def verdict(result: Result) -> str:
    if not result.proved:
        said = bounds(result).replace("`row_strategy` guarantees", "the strategy below guarantees")
        return said[0].upper() + said[1:] + "."
    unique = result.row_dimension == result.column_dimension == 0
    many = "is exactly one equilibrium" if unique else "are infinitely many equilibria"
    of = f": {averages(result)}" if result.averaged_plays else ""
    return f"The value is {number(result.value)}, and there {many}{of}."


def html(result: Result) -> str:
    body = "".join(f"<tr>{cells('td', [name, fact])}</tr>" for name, fact in facts(result))
    parts = [f'<p style="font-size: 1.3em; margin: .2em 0"><b>{escaped(verdict(result))}</b></p>',
             f"<p>{escaped(heading(result))}</p>", f"<table>{body}</table>", *map(strategy_table, sides(result)),
             "<p><code>.report()</code> shows the game and how the answer was found.</p>"]
    return "<div>" + "".join(parts) + "</div>"
