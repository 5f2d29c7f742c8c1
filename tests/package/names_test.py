#!/usr/bin/env python3
"""names_test.py SOURCE_DIR: what the documents name is there.

Files and folders of this tree; `Class::function`, where the class and the function are names in the sources; `Suite.Test`, with
`Suite.*` for any, where the tests have it. And what is there is named: each file of the search that allows for rounding lets doubles
decide something, and stands in the list of floating_point.md.
"""
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
ROOMS = ("bench", "checker", "cli", "cmake", "examples", "include", "python", "scripts", "site", "src", "tests", "verified", "web")
CODE = (".cpp", ".hpp", ".py", ".js")


def text_of(*folders):
    files = (path for folder in folders for path in sorted((root / folder).rglob("*")) if path.suffix in CODE)
    return "\n".join(path.read_text() for path in files)


sources, tests = text_of("src", "include", "cli", "python", "checker"), text_of("tests")
words = set(re.findall(r"\w+", sources))
suites = set(re.findall(r"\bTEST(?:_[FP])?\(\s*(\w+),\s*(\w+)\)", tests))


def fault(name):
    """What is wrong with a name that stands in backquotes, or nothing."""
    name = name.split("(")[0].rstrip("/")
    if re.fullmatch(rf"(?:{'|'.join(ROOMS)})/[\w./-]+", name):
        return "" if "NAME" in name or list(root.glob(name + "*")) else "no such file"
    if re.fullmatch(r"\w+(?:::\w+)+", name) and not name.startswith("std::"):
        return "" if set(name.split("::")) <= words else "no such name in the sources"
    suite, _, test = name.partition(".")
    if re.fullmatch(r"[A-Z]\w+\.(?:[A-Z]\w+|\*)", name) and suite[1:].lower() != suite[1:].upper():
        known = {one for one, _ in suites} if test == "*" else suites
        return "" if (suite if test == "*" else (suite, test)) in known or suite in words else "no such test"
    return ""


checked, faults = 0, []
for page in sorted([root / "README.md", root / "CONTRIBUTING.md", *(root / "docs").glob("*.md")]):
    for name in sorted(set(re.findall(r"`([^`\s]+)`", page.read_text()))):
        checked += 1
        if wrong := fault(name):
            faults.append(f"{page.name}: {name}: {wrong}")
listed = (root / "docs/research/floating_point.md").read_text()
filters = [path for path in (root / "src").rglob("*.cpp") if re.search(r"[ (=]rounding\(\w+[^;]*(?:largest|size\(\))", path.read_text())]
if len(filters) < 4:
    faults.append("no filters are found in src")
faults += [f"floating_point.md: {path.relative_to(root)} is not named" for path in filters if str(path.relative_to(root)) not in listed]
if faults:
    sys.exit("\n".join(faults))
print(f"{checked} names")
