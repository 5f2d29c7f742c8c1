#!/usr/bin/env python3
"""make_site.py BUILD_DIR: the site, into BUILD_DIR/site/html.

Pages come from docs/, those that are of the site alone from site/, the Python reference from docstrings of the module in
BUILD_DIR, the C++ reference from the headers by Doxygen. Any web server can serve the folder, and a browser can open it
from disk, but for the search, which needs a server.
"""
import argparse
import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
AT_THE_TOP = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}  # pages of the site, too
LINK = re.compile(r"(\]\()(\.\./[^)#]+|[\w./-]+\.md)(#[^)]*)?(\))")


def page(source, files):
    """A page with its links where things are on the site; files outside docs/ come along."""
    up = "../" * len(source.parent.relative_to(ROOT).parts[1:])  # from the page to the top of the site

    def target(match):
        path = Path(os.path.normpath(source.parent / match.group(2)))
        if path.is_relative_to(source.parent) or path.is_relative_to(ROOT / "docs"):
            return match.group(0)
        name = path.relative_to(ROOT).as_posix()
        if name not in AT_THE_TOP:
            files.add(name)
        on_site = AT_THE_TOP.get(name) or f"files/{name}" + ("" if path.is_file() else "/index.md")
        return match.group(1) + up + on_site + (match.group(3) or "") + match.group(4)

    return LINK.sub(target, source.read_text())


def collect(pages):
    """Every page and picture of docs/ and site/, and the files that they link to."""
    files = set()
    for folder in (ROOT / "docs", ROOT / "site"):
        for source in sorted(folder.rglob("*")):
            copy = pages / source.relative_to(folder)
            copy.parent.mkdir(exist_ok=True)
            if source.suffix == ".md":
                copy.write_text(page(source, files))
            elif source.suffix in (".svg", ".png", ".css"):
                shutil.copy(source, copy)
    front = (pages / "index.md").read_text()
    (pages / "index.md").write_text(front.replace("@queries@", query_table()).replace("@speed@", speed_table()))
    for name, on_site in AT_THE_TOP.items():
        text = (ROOT / name).read_text().replace("](docs/", "](")
        for other in AT_THE_TOP:
            text = text.replace(f"]({other})", f"]({AT_THE_TOP[other]})")
        (pages / on_site).write_text(text)
    for name in sorted(files):
        copy_file(ROOT / name, pages / "files" / name)


def copy_file(source, target):
    """A file as it is; a folder as a page that lists it."""
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
        return
    target.mkdir(parents=True, exist_ok=True)
    listed = [path for path in sorted(source.iterdir()) if path.is_file()]
    for path in listed:
        shutil.copy(path, target / path.name)
    lines = "\n".join(f"- [{path.name}]({path.name})" for path in listed)
    (target / "index.md").write_text(f"# {source.name}\n\n{lines}\n")


def doc_of(thing):
    """Its docstring as Markdown: examples become blocks of code."""
    text = inspect.getdoc(thing) or ""
    lines, block = [], False
    for line in text.splitlines():
        starts = line.startswith(">>>")
        if starts and not block:
            lines += ["", "```python"]
            block = True
        if block and not line.strip():
            lines.append("```")
            block = False
        lines.append(line if block else re.sub(r"^( {2,})(?=\S)", r"\1", line).replace("<", "&lt;"))
    return "\n".join([*lines, "```"] if block else lines)


def signature_of(thing):
    try:
        return re.sub(r"'([\w.\[\], |]+)'", r"\1", str(inspect.signature(thing)))
    except (TypeError, ValueError):
        return ""


def type_of(owner, name, value):
    """Of an attribute: as the class declares it, or as what computes it returns."""
    said = owner.__annotations__.get(name) or getattr(value.fget, "__annotations__", {}).get("return")
    return f": {said}" if said else ""


def python_reference():
    import allnash

    parts = ["# Python reference\n\nMade from the docstrings of version " + allnash.__version__ + ".\n"]
    first = ["solve", "Result", "Polytope", "Report", "Solver", "Ledger", "check"]
    for name in [*first, *(name for name in allnash.__all__ if name not in first and not name.startswith("__"))]:
        thing = getattr(allnash, name)
        parts.append(f"## allnash.{name}\n")
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            parts.append(doc_of(thing) + "\n")
            for part, value in list(vars(thing).items()):
                if part.startswith("_"):
                    continue
                inner = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
                called = type_of(thing, part, value) if isinstance(value, property) else signature_of(inner)
                parts.append(f"### {name}.{part}\n\n" + (f"`{part}{called}`\n\n" if called else "") + doc_of(inner) + "\n")
        else:
            called = "" if inspect.isclass(thing) else signature_of(thing)
            parts.append((f"`{name}{called}`\n\n" if called else "") + doc_of(thing) + "\n")
    return "\n".join(parts)


def headers():
    """A line for each header: the first sentence of the comment that it begins with."""
    lines = []
    for header in sorted((ROOT / "include/allnash").glob("*.hpp")):
        said = []
        for line in header.read_text().splitlines():
            if not line.startswith("// "):
                break
            said.append(line[3:])
        lines.append(f"| `allnash/{header.name}` | {re.split(r'[.:](?: |$)', ' '.join(said))[0]} |")
    return "\n".join(lines)


def rows_of(document, columns):
    """The cells of every table line of a page that has so many columns."""
    for line in (ROOT / "docs" / document).read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == columns:
            yield cells


def query_table():
    """From the measured page: the families at 2000, what each method asked over the floor."""
    asked = {}
    for family, n, method, ratio, *_ in rows_of("query_results.md", 10):
        if n == "2000":
            asked.setdefault(family, {})[method] = ratio
    lines = [f"| {family} | **{ratios['auto']}** | {ratios['textbook']} | {ratios['full']} |"
             for family, ratios in asked.items() if {"auto", "textbook", "full"} <= set(ratios)]
    return "| game | allnash | textbook | whole table |\n| --- | --- | --- | --- |\n" + "\n".join(lines)


def speed_table():
    """From the measured page: processor seconds, which stand in brackets."""
    lines = []
    for n, _, ours, simplex, interior, clp, barrier in rows_of("speed.md", 7):
        if n.isdigit():
            seconds = [re.search(r"\(([\d.]+)\)", cell) for cell in (ours, simplex, interior, clp, barrier)]
            shown = [match.group(1) if match else "-" for match in seconds]
            lines.append(f"| {n} | **{shown[0]}** | " + " | ".join(shown[1:]) + " |")
    head = "| n | allnash | HiGHS simplex | HiGHS interior point | Clp simplex | Clp barrier |\n" + "| --- " * 6 + "|\n"
    return head + "\n".join(lines)


def cpp_reference(html):
    inside = f"INPUT = {ROOT / 'include'}\nSTRIP_FROM_PATH = {ROOT / 'include'}\nOUTPUT_DIRECTORY = {html}\nHTML_OUTPUT = cpp\n"
    done = subprocess.run(["doxygen", "-"], input=(ROOT / "site/Doxyfile").read_text() + inside, text=True, capture_output=True)
    if done.returncode != 0:
        sys.exit("doxygen: " + done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    build = parser.parse_args().build.resolve()
    sys.path.insert(0, str(build / "python"))
    pages, html = build / "site/pages", build / "site/html"
    shutil.rmtree(build / "site", ignore_errors=True)
    pages.mkdir(parents=True)
    collect(pages)
    (pages / "python_reference.md").write_text(python_reference())
    (pages / "cpp_reference.md").write_text(
        "# C++ reference\n\n[The reference, made from the headers](cpp/index.html){ .md-button }\n\n"
        "| header | what it has |\n| --- | --- |\n" + headers() + "\n")
    settings = (ROOT / "site/mkdocs.yml").read_text()
    settings = settings.replace("../build/site/pages", str(pages)).replace("../build/site/html", str(html))
    (build / "site/mkdocs.yml").write_text(settings)
    done = subprocess.run(["mkdocs", "build", "--quiet", "--config-file", build / "site/mkdocs.yml"], capture_output=True, text=True)
    if done.returncode != 0 or "WARNING" in done.stderr:
        sys.exit("mkdocs: " + done.stderr)
    cpp_reference(html)
    print(f"the site is in {html}")


if __name__ == "__main__":
    main()
