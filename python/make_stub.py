"""make_stub.py TEMPLATE STUB: writes the type stub, with the options of the library's table."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[2]).absolute().parents[1]))
sys.dont_write_bytecode = True

from allnash._allnash import option_table  # noqa: E402
from allnash._options import default_of, keyword  # noqa: E402


def annotation(argument, default):
    if argument == "FILE":
        return "str | PathLike[str] | None"
    if argument == "A,B":
        return "tuple[float | Fraction, float | Fraction] | str | None"
    if argument == "E":
        return "float | Fraction | str | None"
    if default is None:
        return "str | None" if argument in ("NAME", "COMMAND") else "float | None"
    return "float" if argument == "FRACTION" else type(default).__name__


lines = []
for name, argument, _, text in option_table():
    default = default_of(argument, text)
    lines.append(f"{keyword(name)}: {annotation(argument, default)} = {default!r},")
stub = []
for line in Path(sys.argv[1]).read_text().splitlines():
    indent = "    " if "class Solver:" not in stub else "        "
    stub += [indent + option for option in lines] if line == "@OPTIONS@" else [line]
Path(sys.argv[2]).write_text("\n".join(stub) + "\n")
