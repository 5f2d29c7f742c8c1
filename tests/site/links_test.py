#!/usr/bin/env python3
"""links_test.py SOURCE_DIR BUILD_DIR: the site is built, every link in it leads somewhere, and every page is found."""
import json
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

root, build = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
missing = [program for program in ("mkdocs", "doxygen") if not shutil.which(program)]
if missing:
    print(f"skipped: {', '.join(missing)} missing (scripts/install-deps docs): the site was not built", file=sys.stderr)
    sys.exit(77)


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.places, self.pictures = [], {"", "top"}, 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.places |= {given[key] for key in ("id", "name") if given.get(key)}
        self.links += [given[key] for key in ("href", "src") if given.get(key)]
        self.pictures += tag == "img" and bool(given.get("alt"))


done = subprocess.run([sys.executable, "-B", root / "site/make_site.py", build], capture_output=True, text=True)
if done.returncode != 0:
    sys.exit(done.stdout + done.stderr)
html = build / "site/html"
pages = {path: Page(path.read_text(errors="replace")) for path in html.rglob("*.html")}
faults, outside = [], set()
for path, page in pages.items():
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            outside.add(link)
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target /= "index.html"
        # The page that says that there is none is served from anywhere.
        if path.name == "404.html":
            continue
        if not target.exists():
            faults.append(f"{path.relative_to(html)}: {link}")
        elif target in pages and "cpp" not in path.parts and unquote(parts.fragment) not in pages[target].places:
            faults.append(f"{path.relative_to(html)}: {link}: no such place there")
if faults:
    sys.exit("\n".join(["links that lead nowhere:", *sorted(set(faults))[:40]]))

found = {entry["location"].split("#")[0] for entry in json.loads((html / "search/search_index.json").read_text())["docs"]}
written = {path.relative_to(root / "docs").with_suffix(".html").as_posix() for path in (root / "docs").rglob("*.md")} | {"index.html", "python_reference.html", "changelog.html", "contributing.html"}
if written - found - {"index.html"}:
    sys.exit(f"not in the search: {sorted(written - found)}")
front = (html / "index.html").read_text()
if "@" + "queries" in front or pages[html / "index.html"].pictures < 2 or front.count("<table>") < 2:
    sys.exit("the first page lacks its pictures or its tables")
loaded = [link for link in outside if not link.startswith(("https://squidfunk.github.io", "https://www.doxygen.org", "mailto:"))]
if [link for link in loaded if any(word in link for word in ("fonts.", "cdn", "unpkg", "googleapis"))]:
    sys.exit(f"the site loads from elsewhere: {loaded}")
# A star after a letter is part of a name, and no emphasis.
for name in ("X*", "Y*", "i*", "j*"):
    written, shown = ((folder / f"research/theory.{kind}").read_text().count(name) for folder, kind in ((root / "docs", "md"), (html, "html")))
    if written > shown:
        sys.exit(f"theory.html: of {written} {name} {shown} are shown")
reference = (html / "python_reference.html").read_text()
if not all(f"{name}</h2>" in reference or f"allnash.{name}" in reference for name in ("solve", "Result", "Polytope", "Solver")):
    sys.exit("the Python reference lacks what users call")
print(f"{len(pages)} pages")
