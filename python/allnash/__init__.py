"""Every Nash equilibrium of a two-player zero-sum matrix game, from few payoffs, proved.

The row player maximises, the column player minimises; rows and columns are numbered from 0.

>>> import allnash
>>> result = allnash.solve([[3, 0], [1, 2]])
>>> result.value
Fraction(3, 2)
>>> result.row_strategy
{0: Fraction(1, 4), 1: Fraction(3, 4)}
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._allnash import InputError as InputError, InUseError as InUseError, SourceError as SourceError, __version__ as __version__
    from ._arena import Arena as Arena, Pairing as Pairing
    from ._check import Verdict as Verdict, check as check
    from ._choices import ActionRange as ActionRange, Free as Free, Judgement as Judgement, Loss as Loss, PairJudgement as PairJudgement, Range as Range, judge as judge
    from ._flows import Action as Action, Arc as Arc, FlowResult as FlowResult, GameTree as GameTree, PathGame as PathGame, Restored as Restored
    from ._interrupt import Interrupted as Interrupted
    from ._ledger import Ledger as Ledger, Plan as Plan
    from ._options import families as families, methods as methods
    from ._patrols import Caught as Caught, Route as Route, checkpoints as checkpoints, time_expanded as time_expanded
    from ._policy import Policy as Policy
    from ._polytope import Polytope as Polytope
    from ._rank import explain as explain, rank as rank
    from ._ranking import Estimate as Estimate, Ranking as Ranking
    from ._report import Report as Report
    from ._responses import Bound as Bound, ResponseResult as ResponseResult, solve_responses as solve_responses
    from ._result import BringsIn as BringsIn, Equilibrium as Equilibrium, NotProved as NotProved, Result as Result
    from ._solve import Solver as Solver, solve as solve

_HOMES = {
    "_allnash": ("InputError", "InUseError", "SourceError", "__version__"),
    "_arena": ("Arena", "Pairing"),
    "_check": ("Verdict", "check"),
    "_choices": ("ActionRange", "Free", "Judgement", "Loss", "PairJudgement", "Range", "judge"),
    "_flows": ("Action", "Arc", "FlowResult", "GameTree", "PathGame", "Restored"),
    "_interrupt": ("Interrupted",),
    "_ledger": ("Ledger", "Plan"),
    "_options": ("families", "methods"),
    "_patrols": ("Caught", "Route", "checkpoints", "time_expanded"),
    "_policy": ("Policy",),
    "_polytope": ("Polytope",),
    "_rank": ("explain", "rank"),
    "_ranking": ("Estimate", "Ranking"),
    "_report": ("Report",),
    "_responses": ("Bound", "ResponseResult", "solve_responses"),
    "_result": ("BringsIn", "Equilibrium", "NotProved", "Result"),
    "_solve": ("Solver", "solve"),
}
__all__ = sorted(name for names in _HOMES.values() for name in names)


def __getattr__(name: str) -> object:
    """Loads what is used when it is used: workers that import this package for one function load nothing else."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            found = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
