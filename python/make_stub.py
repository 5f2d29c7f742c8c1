"""make_stub.py SOURCE STUB: writes the type stub of a module whose functions take **options, with the options of the
library's table in their place."""
import ast
import copy
import sys
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[2]).absolute().parents[1]))
sys.dont_write_bytecode = True

from allnash._allnash import option_table, rank_option_table  # noqa: E402
from allnash._options import default_of, keyword  # noqa: E402


TABLES = {"_rank": rank_option_table()}

# Types of options that accept more in Python than the table says.
TYPES = {
    "ahead": "float | str",
    "on_failure": "float | Fraction | str",
    "schedule": "Literal['any', 'fixed'] | None",
    "winner": "Literal['name', 'side'] | None",
    "sides": "tuple[str, ...] | str | None",
    "scores": "tuple[str, str] | str | None",
    "matches_each": "int | None",
    "drop": "str | Iterable[str] | None",
    "only": "str | os.PathLike[str] | Iterable[str] | None",
    "field": "str | os.PathLike[str] | Mapping[str, float | Fraction | str] | None",
    "plan": "int | None",
    "resamples": "int | None",
    "zone": "float | Fraction | str",
    "compare": "str | None",
}


def annotation(name, argument, default):
    if name in TYPES:
        return TYPES[name]
    if argument == "FILE":
        return "str | os.PathLike[str] | None"
    if argument == "A,B":
        return "tuple[float | Fraction, float | Fraction] | str | None"
    if argument == "D":
        return "float | Fraction | str"
    if argument in ("E", "X"):
        return "float | Fraction | str | None"
    if default is None:
        return "str | None" if argument in ("NAME", "COMMAND", "C", "CHARACTER") else "float | None"
    return "float" if argument == "FRACTION" else type(default).__name__


def spelt(function):
    """Without its body, and with the options by name."""
    if function.name == "solve":
        function.args.vararg = None  # games too many, which are refused
    if function.args.kwarg is not None:
        function.args.kwarg = None
        for name, argument, _, text in TABLES.get(Path(sys.argv[1]).stem, option_table()):
            default = default_of(argument, text)
            kind = ast.parse(annotation(keyword(name), argument, default)).body[0].value
            function.args.kwonlyargs.append(ast.arg(keyword(name), kind))
            function.args.kw_defaults.append(ast.Constant(default))
    function.decorator_list = [one for one in function.decorator_list if ast.unparse(one) != "documented"]
    function.body = [ast.Expr(ast.Constant(...))]
    return function


# The kind of result of a game given by name is only known when it is opened.
OBJECTS = "HasMoves | HasInitialState | HasRoot"
GRAPHS = "tuple[HasEdges, HasEdges] | tuple[HasEdges, HasEdges, Any]"
SOLVE = [("PathGame | GameTree", "FlowResult"), (OBJECTS, "FlowResult"), (GRAPHS, "Any"), ("HasTables", "Result"),
         ("str | os.PathLike[str]", "Any"), ("Iterable[Any] | None", "Result")]
OF_FLOWS = {"certificate", "time_limit", "threads"}
OF_OBJECTS = OF_FLOWS | {"max_nodes", "chance", "decimals", "progress"}


def by_game(function):
    """`solve` for each kind of game."""
    for game, result in SOLVE:
        one = copy.deepcopy(function)
        one.args.args[0].annotation = ast.parse(game).body[0].value
        if not game.endswith("| None"):
            one.args.defaults = []
        if result == "FlowResult":
            own = OF_OBJECTS if game == OBJECTS else OF_FLOWS
            named = [(arg, default) for arg, default in zip(one.args.kwonlyargs, one.args.kw_defaults) if arg.arg in own]
            one.args.kwonlyargs, one.args.kw_defaults = map(list, zip(*named))
        one.returns = ast.parse(result).body[0].value
        one.decorator_list.insert(0, ast.Name("overload"))
        yield one


def of_users(node):
    """What users see: no methods and functions with an underscore or without annotations of their own."""
    return not node.name.startswith("_") or node.name.startswith("__")


def stub_of(tree):
    lines = ["from fractions import Fraction", "from typing import overload"]
    if Path(sys.argv[1]).stem in TABLES:
        lines += ["from collections.abc import Iterable, Mapping", "from typing import Literal"]
    public = {"solve", "Solver", "Ledger", "Plan", "explain", "rank"}
    for node in tree.body:
        if isinstance(node, ast.If):  # imports for type checkers
            lines += map(ast.unparse, node.body)
        elif isinstance(node, (ast.Import, ast.ImportFrom)) and "annotations" not in ast.unparse(node):
            lines.append(ast.unparse(node))
        elif isinstance(node, ast.FunctionDef) and node.name in public:
            function = spelt(node)
            lines += map(ast.unparse, by_game(function) if node.name == "solve" else [function])
        elif isinstance(node, ast.ClassDef) and node.name in public:
            node.body = [spelt(one) if isinstance(one, ast.FunctionDef) else one for one in node.body
                         if isinstance(one, ast.AnnAssign) or isinstance(one, ast.FunctionDef) and of_users(one)]
            lines.append(ast.unparse(node))
    return "\n".join(lines) + "\n"


Path(sys.argv[2]).write_text(stub_of(ast.parse(Path(sys.argv[1]).read_text())))
