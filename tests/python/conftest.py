"""Run by hand, without ctest: the module in build/ is the one that is tested."""
import os
import sys
from pathlib import Path

if "ALLNASH_BUILD" not in os.environ:
    build = Path(__file__).parents[2] / "build"
    os.environ.update(ALLNASH_BUILD=str(build), PYTHONPATH=str(build / "python"), MPLBACKEND="Agg")
    sys.path.insert(0, str(build / "python"))
