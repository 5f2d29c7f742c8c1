#!/usr/bin/env python3
"""explore.py ALLNASH [--tables N] [--edits N] [--write PAGE]: the solver of the report's page, in Chromium.

Whether it says the same as the program of random tables, and how long a page takes to solve a table anew after an edit, at 12 x 12 and 40 x 40.
"""
import argparse
import random
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
options = argparse.ArgumentParser()
options.add_argument("program")
options.add_argument("--tables", type=int, default=5000)
options.add_argument("--edits", type=int, default=200)
options.add_argument("--write", type=Path)
chosen = options.parse_args()
sys.argv[1:] = [chosen.program, tempfile.mkdtemp()]
sys.path[:0] = [str(ROOT / "tests/web"), str(ROOT / "bench")]

from browser import Browser, Page  # noqa: E402
from pages import show_or_write, table  # noqa: E402
from tables import by_program, differences, in_browser, random_tables, request  # noqa: E402

# Each edit goes to a worker as it does from a cell; the clock runs until the answer is there.
TIMES = """
const [table, symmetric, edits, done] = arguments;
const cells = table.map((line) => [...line]);
const worker = new Worker(URL.createObjectURL(new Blob([document.getElementById("solver").textContent, "onmessage = ({ data }) => postMessage(solver.answer(data));"])));
const times = [];
let start = 0;
const next = () => {
  if (times.length === edits.length) { done(times); return; }
  const [row, column, text, mirrored] = edits[times.length];
  cells[row][column] = text;
  if (symmetric) cells[column][row] = mirrored;
  start = performance.now();
  worker.postMessage({ payoffs: cells, symmetric });
};
worker.onmessage = () => { times.push(performance.now() - start); next(); };
next();
"""
KINDS = [("12 x 12, payoffs such as 5.5", 12, False, lambda draw: draw.randint(0, 100)), ("12 x 12, symmetric", 12, True, lambda draw: draw.randint(-50, 50)),
         ("12 x 12, payoffs -2 to 2", 12, False, lambda draw: 10 * draw.randint(-2, 2)), ("40 x 40, payoffs such as 5.5", 40, False, lambda draw: draw.randint(0, 100)),
         ("40 x 40, symmetric", 40, True, lambda draw: draw.randint(-50, 50)), ("40 x 40, payoffs -2 to 2", 40, False, lambda draw: 10 * draw.randint(-2, 2)),
         ("40 x 40, payoffs 0 and 1", 40, False, lambda draw: 10 * draw.randint(0, 1))]


def tenths(number):
    return str(number // 10) if number % 10 == 0 else f"{number}/10" if number % 2 and number % 5 else f"{number // (2 if number % 2 == 0 else 5)}/{5 if number % 2 == 0 else 2}"


def edited(case, size, symmetric, entry):
    draw = random.Random(size)
    cells = [[entry(draw) for _ in range(size)] for _ in range(size)]
    if symmetric:
        cells = [[0 if i == j else cells[i][j] if i < j else -cells[j][i] for j in range(size)] for i in range(size)]
    edits = []
    while len(edits) < chosen.edits:
        row, column, number = draw.randrange(size), draw.randrange(size), entry(draw)
        if row != column or not symmetric:
            edits.append([row, column, tenths(number), tenths(-number)])
    times = case.driver.execute_async_script(TIMES, [[tenths(cell) for cell in line] for line in cells], symmetric, edits)
    return [f"{statistics.median(times):.1f}", f"{max(times):.1f}"]


def main():
    Case = type("Case", (Browser,), {"runTest": lambda self: None})
    Case.setUpClass()
    try:
        case = Case()
        case.driver.set_script_timeout(600)
        (Path(case.folder.name) / "small.csv").write_text("\n".join(",".join(str((7 * i + 3 * j * j) % 11) for j in range(12)) for i in range(12)) + "\n")
        size = len(Page(case, "small", "small.csv").source)
        rows = [[name, *edited(case, *kind)] for name, *kind in KINDS]
        tables = random_tables(chosen.tables - chosen.tables // 6, 1, larger=chosen.tables // 6)
        wrong = 0
        for start in range(0, len(tables), 250):
            part = tables[start:start + 250]
            for one, said in zip(part, in_browser(case.driver, [request(one) for one in part])):
                wrong += bool(differences(one, said, by_program(chosen.program, case.folder.name, one)))
    finally:
        Case.tearDownClass()
    made = {"edits": table(["table", "median, ms", "longest, ms"], rows, right=2),
            "agreement": table(["random tables", "of which page and program differ", "page of 12 x 12, bytes"], [[f"{len(tables):,}", wrong, f"{size:,}"]], right=3)}
    show_or_write(chosen.write, made, "make bench-explore")
    sys.exit(wrong > 0)


main()
