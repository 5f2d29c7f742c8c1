#!/usr/bin/env python3
"""pages.py PAGE COMMAND: writes into a page of figures which program was measured, and when.

A line of PAGE that begins with "Made by `make TARGET" becomes "Made by `COMMAND`: allnash COMMIT, DATE.", where COMMAND is
`make TARGET` and perhaps options. The scripts beside this one put their tables between the marks `<!-- NAME -->` and `<!-- end of NAME -->` of a page.
"""
import datetime
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ["CMakeLists.txt", "cli", "cmake", "include", "python", "src"]  # what is measured


def made_by(command):
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True)

    commit = git("describe", "--tags", "--always").stdout.strip() or "of an unknown commit"
    changed = git("diff", "--quiet", "HEAD", "--", *PROGRAM).returncode == 1
    return f"Made by `{command}`: allnash {commit}{' with changes' if changed else ''}, {datetime.date.today()}."


def stamp(page, command):
    target = " ".join(command.split()[:2])
    line = re.compile(f"^Made by `{re.escape(target)}[ `].*$", re.MULTILINE)
    text = page.read_text()
    if not line.search(text):
        sys.exit(f"{page}: no line begins with: Made by `{target}`")
    page.write_text(line.sub(lambda _: made_by(command), text))


def write_tables(page, tables, command):
    """Tables by the names of their marks, each with the line that says what was measured."""
    text = page.read_text()
    for name, table in tables.items():
        place = re.compile(f"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
        if not place.search(text):
            sys.exit(f"{page}: no place for {name}")
        text = place.sub(lambda match, new=table: f"{match[1]}{new.rstrip()}\n\n{made_by(command)}\n{match[2]}", text)
    page.write_text(text)


def show_or_write(page, tables, command):
    if page:
        write_tables(page, tables, command)
    else:
        print("\n\n".join(tables.values()))


def table(heads, rows, right=0):
    """A Markdown table; the last `right` columns are numbers."""
    rule = ["---"] * (len(heads) - right) + ["---:"] * right
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [heads, rule, *rows])


if __name__ == "__main__":
    stamp(Path(sys.argv[1]), sys.argv[2])
