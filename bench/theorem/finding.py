#!/usr/bin/env python3
"""finding.py BUILD [N FIRST LAST]: what finding costs on `planted`, into docs/research/finding.md."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import pages  # noqa: E402

HEADS = ["k", "proved bound", "first line found, in lines", "informed", "`auto`", "most", "`auto` / informed", "informed is right"]


def main():
    build, *words = sys.argv[1:]
    printed = subprocess.run([f"{build}/bench/bench_finding", *words], capture_output=True, text=True, check=True).stdout
    rows = []
    for line in printed.splitlines():
        *cells, right, seeds = line.split()
        rows.append([*cells, f"{right} of {seeds}"])
    command = "make bench-finding" + (f' FINDING="{" ".join(words)}"' if words else "")
    pages.write_tables(pages.ROOT / "docs/research/finding.md", {"finding": pages.table(HEADS, rows, right=7)}, command)


main()
