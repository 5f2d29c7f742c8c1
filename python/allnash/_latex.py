"""Answers as LaTeX."""
from __future__ import annotations

from fractions import Fraction
from typing import Any, Iterable, Sequence

from ._answers import FlowResult, ResponseResult, Result

SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
           ">": r"\textgreater{}", **{sign: "\\" + sign for sign in "&%$#_{}"}}
MOST_CELLS = 20  # rows, and columns, of a table of payoffs


def escaped(thing: Any) -> str:
    return "".join(SPECIAL.get(sign, sign) for sign in str(thing))


def number(value: Fraction | int | None) -> str:
    """In mathematics, exactly."""
    if value is None:
        return ""
    exact = Fraction(value)
    if exact.denominator == 1:
        return f"${exact.numerator}$"
    sign = "-" if exact < 0 else ""
    return f"${sign}\\frac{{{abs(exact.numerator)}}}{{{exact.denominator}}}$"


def table(columns: str, lines: Iterable[Sequence[str]], heads: Sequence[str]) -> str:
    body = [" & ".join(line) + r" \\" for line in lines]
    return "\n".join([f"\\begin{{tabular}}{{{columns}}}", " & ".join(heads) + r" \\ \hline", *body, r"\end{tabular}"])


def value_line(result: Any) -> str:
    if result.value is not None:
        return f"Value: {number(result.value)}."
    if result.low is None and result.high is None:
        return "The value is not known."
    return f"The value lies between {number(result.low) or 'an unknown number'} and {number(result.high) or 'an unknown number'}."


def of_table(result: Result) -> str:
    """The payoffs with a probability beside each row and below each column, if the table is small; then the strategies."""
    rows, columns = result.shape
    played = result.row_strategy, result.column_strategy
    names = [[escaped(labels[t] if labels else t) for t in range(size)]
             for labels, size in ((result.row_labels, rows), (result.column_labels, columns))]
    if max(rows, columns) > MOST_CELLS or None in played:
        parts = [strategy_table(player, {name[t]: p for t, p in strategy.items()})
                 for player, strategy, name in zip(("row player", "column player"), played, names) if strategy is not None]
        return "\n\n".join([*parts, value_line(result)])
    mine, yours = played
    assert mine is not None and yours is not None
    lines = [[names[0][i], *(number(result.payoff(i, j)) for j in range(columns)), number(mine.get(i, Fraction(0)))]
             for i in range(rows)]
    lines[-1][-1] += " \\\\ \\hline\n" + " & ".join(["", *(number(yours.get(j, Fraction(0))) for j in range(columns)), ""])
    return table("l|" + "c" * columns + "|c", lines, ["", *names[1], ""]) + "\n\n" + value_line(result)


def strategy_table(player: str, strategy: dict[Any, Fraction]) -> str:
    return table("lc", [[name, number(p)] for name, p in strategy.items()], [player, "probability"])


def of_flows(result: FlowResult) -> str:
    parts = []
    for is_row, player in ((True, "row player"), (False, "column player")):
        behaviour = result.row_behaviour if is_row else result.column_behaviour
        strategy = result.row_strategy if is_row else result.column_strategy
        if behaviour:
            lines = [[escaped(name) if first else "", escaped(action), number(p)] for name, actions in behaviour.items()
                     for first, (action, p) in zip([True] + [False] * len(actions), actions.items())]
            parts.append(table("llc", lines, [player, "action", "probability"]))
        elif strategy:
            parts.append(strategy_table(player, {escaped(name): p for name, p in strategy}))
    return "\n\n".join([*parts, value_line(result)])


def of_responses(result: ResponseResult) -> str:
    parts = [strategy_table(player, {escaped(name): p for name, p in strategy.items()})
             for player, strategy in (("row player", result.row_strategy), ("column player", result.column_strategy)) if strategy]
    return "\n\n".join([*parts, value_line(result)])
