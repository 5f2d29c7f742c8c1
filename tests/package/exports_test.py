#!/usr/bin/env python3
"""exports_test.py SOURCE_DIR LIBRARY: every function that a public header declares can be linked to, and a shared
library shows nothing else of ours.
"""
import re
import subprocess
import sys
from pathlib import Path

root, library = Path(sys.argv[1]), Path(sys.argv[2])
for header in sorted((root / "include/allnash").glob("*.hpp")):
    text = re.sub(r"//[^\n]*", "", header.read_text())
    for match in re.finditer(r"^(?!ALLNASH_EXPORT|using|namespace|inline|constexpr|template|static)"
                             r"[A-Za-z][\w:<>&*, ]*?[ &*](\w+)\(", text, re.M):
        sys.exit(f"{header.name}: {match.group(1)} is not exported")

if library.suffix != ".a":
    said = subprocess.run(["nm", "-DC", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    shown = [line.split(" ", 2)[2] for line in said.splitlines() if re.match(r"\w+ [TDBR] ", line)]
    rooms = [path.name for path in (root / "src").iterdir()]
    hidden = [name for name in shown if re.match(rf"allnash::({'|'.join(rooms)})::", name)]
    if hidden or not any(name.startswith("allnash::solve(") for name in shown):
        sys.exit(f"{library.name} shows {hidden or 'no solve'}")
    print(f"{len(shown)} symbols")
