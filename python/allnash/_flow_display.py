"""What was found of a game too large to write down, as text, and as HTML for notebooks."""
from __future__ import annotations

from fractions import Fraction
from typing import Any

from ._answers import FlowResult
from ._display import MOST_WEIGHTS, cells, escaped, number as number

LONGEST_COUNT = 10 ** 24  # printed in full
MOST_SETS = 4 * MOST_WEIGHTS


def count(amount: int | None) -> str:
    if amount is None:
        return "uncounted"
    if amount < LONGEST_COUNT:
        return str(amount)
    power = amount.bit_length() * 30103 // 100000  # the number of digits, or one more
    while 10 ** power > amount:
        power -= 1
    digits = amount // 10 ** (power - 3)
    return f"{digits // 1000}.{digits % 1000:03d}e{power}"


def heading(result: FlowResult) -> str:
    kind, strategies = ("game tree", "reduced strategies") if result.tree else ("path game", "strategies")
    why = f" ({result.stop_reason})" if result.stop_reason else ""
    if result.row_strategies is None:
        return f"{kind}: {result.status}{why}"
    size = f"{count(result.row_strategies)} x {count(result.column_strategies)} {strategies}"
    return f"{kind} with {size}: {result.status}{why}"


def facts(result: FlowResult) -> list[tuple[str, str]]:
    if result.status == "equilibrium":
        return [("value", number(result.value))]
    if not result.proved:
        return [("value", f"from {number(result.low)} to {number(result.high)}")]
    of = "plans" if result.tree else "flows"
    at_most = "" if result.dimensions_proved else "at most "
    sides = (("rows", result.row_support_size, result.row_dimension),
             ("columns", result.column_support_size, result.column_dimension))
    return [("value", number(result.value)),
            *((name, f"{count(size)} {'strategy' if size == 1 else 'strategies'} played, "
                     f"dimension {at_most}{dimension} of the optimal {of}") for name, size, dimension in sides)]


def text(result: FlowResult) -> str:
    return "\n".join([f"<allnash.FlowResult: {heading(result)}",
                      *(f"  {name:<8} {fact}" for name, fact in facts(result))]) + ">"


def mixed(actions: dict[Any, Fraction]) -> str:
    return ", ".join(f"{action} {number(p)}" for action, p in actions.items())


def strategy_table(name: str, lines: list[tuple[Any, str]], heads: tuple[str, str], most: int) -> str:
    shown = [cells("th", list(heads)), *(cells("td", [what, played]) for what, played in lines[:most])]
    if len(lines) > most:
        shown.append(cells("td", [f"and {len(lines) - most} more", ""]))
    return f"<p>{name}</p><table>{''.join(f'<tr>{line}</tr>' for line in shown)}</table>"


def html(result: FlowResult) -> str:
    body = "".join(f"<tr>{cells('td', [name, fact])}</tr>" for name, fact in facts(result))
    parts = [f"<p><b>{escaped(heading(result))}</b></p>", f"<table>{body}</table>"]
    what = "one optimal strategy" if result.value is not None else "a strategy that guarantees its bound"
    for player, strategy, behaviour in (("row player", result.row_strategy, result.row_behaviour),
                                        ("column player", result.column_strategy, result.column_behaviour)):
        if behaviour:
            lines = [(label, mixed(actions)) for label, actions in behaviour.items()]
            parts.append(strategy_table(f"{player}: {what}", lines, ("information set", "actions"), MOST_SETS))
        elif strategy:
            lines = [(path, number(p)) for path, p in strategy]
            parts.append(strategy_table(f"{player}: {what}", lines, ("strategy", "probability"), MOST_WEIGHTS))
    return "<div>" + "".join(parts) + "</div>"
