"""The notebook runs, and what it shows is so."""
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
MISSING = [name for name in ("nbconvert", "ipykernel", "pandas", "matplotlib", "scipy") if not importlib.util.find_spec(name)]


@pytest.mark.skipif(bool(MISSING), reason=f"{', '.join(MISSING)} missing (scripts/install-deps test): the notebook was not run")
def test_the_notebook(tmp_path):
    for name in ("league.ipynb", "league.csv"):
        shutil.copy(EXAMPLES / name, tmp_path)
    environment = {name: text for name, text in os.environ.items() if name != "MPLBACKEND"}  # pictures go into the notebook
    done = subprocess.run([sys.executable, "-B", "-m", "nbconvert", "--to", "notebook", "--execute", "--output", "done.ipynb", "league.ipynb"],
                          cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    outputs = [output for cell in json.loads((tmp_path / "done.ipynb").read_text())["cells"] for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"]
    shown = ["".join(output.get("data", {}).get("text/html", "")) for output in outputs]
    assert any("exactly one equilibrium" in page for page in shown)
    assert any('<iframe title="allnash report"' in page for page in shown)
    assert any("image/png" in output.get("data", {}) for output in outputs)
    printed = "".join("".join(output.get("text", "")) for output in outputs)
    assert "47 of 190 matches" in printed and "verified" in printed
    assert (tmp_path / "league.html").read_text().startswith("<!doctype html>")
