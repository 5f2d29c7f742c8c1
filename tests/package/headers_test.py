#!/usr/bin/env python3
"""headers_test.py SOURCE_DIR CXX: the examples in the headers' comments compile, and so do the C++ programs of the documents.

Each header is compiled alone first. An example of a header is a block of a comment that begins a line, indented by three blanks,
that ends statements. It is compiled as it stands, after what it takes for granted, which is listed here: one that is new needs a line, be it an empty one.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

root, compiler = Path(sys.argv[1]), sys.argv[2]
GIVEN = {
    "allnash.hpp": "",
    "large.hpp": "allnash::Rational shots(const std::string&, const std::string&);\n"
                 "std::pair<std::string, allnash::Rational> best_against(allnash::Player, std::span<const allnash::WeightedStrategy>);",
    "plan.hpp": "std::vector<allnash::Rational> simulate(const std::vector<allnash::Entry>&);",
    "rank.hpp": "",
    "report.hpp": "extern std::unique_ptr<allnash::Source> game; extern allnash::Options options; extern std::ostream& out;",
    "source.hpp": "allnash::Rational play(allnash::Entry);",
}


def examples(header):
    """(line, code) of each example in the header's comments."""
    lines = header.read_text().splitlines()
    block = []
    for number, line in enumerate(lines + [""], 1):
        if line.startswith("//   ") or (block and line == "//"):
            block.append(line[5:])
            continue
        code = "\n".join(block).rstrip()
        if re.search(r"[;{}]$", code, re.M):
            yield number - len(block), code
        block = []


def program(header, line, code):
    """Classes as they stand, statements within a function."""
    included = re.sub(r"^#include .*$", "", code, flags=re.M)
    body = included if re.match(r"\s*(class|struct) ", included) else f"void example() {{\n#line {line} \"{header}\"\n{included}\n}}"
    name = header.stem
    return f"namespace example_of_{name}_{line} {{\n{GIVEN[header.name]}\n#line {line} \"{header}\"\n{body}\n}}\n"


def compiles(text, what):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "example.cpp"
        source.write_text(text)
        done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", f"-I{root / 'include'}", source], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{what}: what it shows does not compile\n{done.stderr}")


headers = sorted((root / "include/allnash").glob("*.hpp"))
found = {header: list(examples(header)) for header in headers}
shown = {header.name for header in headers if found[header]}
if shown != set(GIVEN):
    sys.exit(f"examples are in {sorted(shown)}, and this test knows of {sorted(GIVEN)}")
for header in headers:
    compiles(f"#include <allnash/{header.name}>\n", header)
text = "#include <fstream>\n#include <iostream>\n#include <memory>\n" + "".join(f"#include <allnash/{header.name}>\n" for header in headers)
compiles(text + "".join(program(header, line, code) for header in headers for line, code in found[header]), "include/allnash")

for document in sorted((root / "docs").glob("*.md")):
    for code in re.findall(r"^```(?:cpp|c\+\+)\n(.*?)^```", document.read_text(), re.S | re.M):
        compiles(code, document)
