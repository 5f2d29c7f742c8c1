#!/usr/bin/env python3
"""documents_test.py SOURCE_DIR BUILD_DIR: the commands that the documents show do what is said of them.

Every line `    allnash ...` of a document is run, in order, in a folder of its own where the files lie that the text
takes for granted. What follows two blanks or more on such a line is said of it, not typed.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

root, build = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
SIM = """import sys
for line in sys.stdin:
    i, j = map(int, line.split())
    print(0 if i == j else 2 if i == j - 1 else -2 if i == j + 1 else 1 if i > j else -1, flush=True)
"""


MATCHES = "row,column,outcome\nalice,bob,1\nalice,bob,0\nbob,carol,1\nalice,carol,-1\n"


def commands(document):
    for line in re.sub(r" \\\n +", " ", (root / document).read_text()).splitlines():
        match = re.match(r"    (allnash(?:-check)? (?!.*(?:GAME|LEDGER|COMMAND|--version)).*?)(?:  .*)?$", line)
        if match:
            yield match.group(1).rstrip()


def run(command, folder, document):
    done = subprocess.run(["bash", "-c", f"PATH={build}:$PATH; {command}"], cwd=folder, capture_output=True, text=True,
                          timeout=300)
    if done.returncode != 0:
        sys.exit(f"{document}: {command}\nends with exit code {done.returncode}\n{done.stderr}")
    return done


def answer_batch(folder):
    """Whoever runs the simulations of batch.csv writes answers.csv."""
    entries = (folder / "batch.csv").read_text().split()[1:]
    said = subprocess.run([sys.executable, "sim.py"], cwd=folder, capture_output=True, text=True,
                          input="".join(entry.replace(",", " ") + "\n" for entry in entries)).stdout.split()
    (folder / "answers.csv").write_text("".join(f"{entry},{payoff}\n" for entry, payoff in zip(entries, said)))
    return len(entries)


def rounds(plan, take, folder, document):
    """`and again, until the plan is its first line alone`"""
    (folder / "run.db").unlink(missing_ok=True)
    for _ in range(200):
        run(plan, folder, document)
        if answer_batch(folder) == 0:
            return
        run(take, folder, document)
    sys.exit(f"{document}: {plan}: there is no end to it")


def play(document, least):
    listed = list(commands(document))
    if len(listed) < least:
        sys.exit(f"{document}: {len(listed)} commands were found")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sim.py").write_text(SIM)
        (folder / "examples").symlink_to(root / "examples")
        (folder / "league.csv").symlink_to(root / "examples/league.csv")
        (folder / "matches.csv").write_text(MATCHES)
        (folder / "arena.csv").write_text(subprocess.run([sys.executable, root / "examples/arena.py", "12000"], capture_output=True,
                                                         text=True, check=True).stdout)
        (folder / "agents.txt").write_text("Aster\nElder\nFern\nHazel\nIris\nKelp\nMaple\nQuince\n")
        (folder / "costs.csv").write_text("0,1,2\n1,0,3\n2,3,0\n")
        (folder / "now.txt").write_text("dora\nalice\nbob\n")
        for place, command in enumerate(listed):
            if "old.csv" in command:
                (folder / "old.csv").write_text((folder / "all.csv").read_text())
            if "--plan" in command and "> batch.csv" in command:
                rounds(command, listed[place + 1], folder, document)
            elif "answers.csv" not in command:
                run(command, folder, document)
    return len(listed)


def check_figures():
    """Pages of figures say which commit was measured, when, and by which target of the Makefile."""
    targets = set(re.findall(r"^(bench[\w-]*):", (root / "Makefile").read_text(), re.M))
    said = {}
    for page in sorted((root / "docs").rglob("*.md")):
        for line in re.findall(r"^Made by .*", page.read_text(), re.M):
            match = re.match(r"Made by `make (bench[\w-]*)[^`]*`: allnash \S+(?: with changes)?, \d{4}-\d\d-\d\d[.;]", line)
            if not match or match.group(1) not in targets:
                sys.exit(f"{page}: {line}\nshould be: Made by `make TARGET`: allnash COMMIT, DATE.")
            said.setdefault(match.group(1), page)
    untold = targets - {"bench-programs", "bench-turns"} - set(said)
    if untold:
        sys.exit(f"no page says that it was made by {sorted(untold)}")


check_figures()
total = sum(play(document, least) for document, least in
            [("docs/all_equilibria.md", 5), ("docs/five_minutes.md", 6), ("docs/how_sure.md", 5), ("docs/large_games.md", 6), ("docs/leagues.md", 10), ("docs/ledger.md", 8),
             ("docs/noise.md", 2), ("docs/oracles.md", 3), ("docs/ranges.md", 2), ("docs/report.md", 4), ("docs/research/saddle_points.md", 1),
             ("docs/workers.md", 1)])
print(f"{total} commands")
