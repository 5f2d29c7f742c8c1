#!/usr/bin/env python3
"""readme_test.py SOURCE_DIR: the README's C++ example is the program that the package test runs."""
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
blocks = re.findall(r"```cpp\n(.*?)```", (root / "README.md").read_text(), re.S)
program = (root / "tests/package/stranger/main.cpp").read_text()
if program not in blocks:
    sys.exit("README.md: its C++ example is not tests/package/stranger/main.cpp")
links = re.findall(r"\]\(([^)#:]+)\)", (root / "README.md").read_text())
missing = [link for link in links if not (root / link).exists()]
if missing:
    sys.exit("README.md: points to what is not there: " + ", ".join(missing))
