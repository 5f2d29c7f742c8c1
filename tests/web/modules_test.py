#!/usr/bin/env python3
"""modules_test.py SOURCE_DIR: the page's modules fit into one script, import what they use, and reach for nothing."""
import re
import sys
from pathlib import Path

web = Path(sys.argv[1]) / "web"
makes = (Path(sys.argv[1]) / "cmake/web.cmake").read_text()
listed = {kind: re.search(rf"set\(web_{kind} ([^)]*)\)", makes).group(1).split() for kind in ("shared", "solver", "explore", "game", "league", "flows")}
if sorted(sum(listed.values(), [])) != sorted(path.stem for path in web.glob("*.js")):
    sys.exit("cmake/web.cmake does not list the modules that are in web/")


def check(place, module, order, defined):
    text = (web / f"{module}.js").read_text()
    imports = re.findall(r"^import \{ ([^}]*) \} from \"\./(\w+)\.js\";$", text, re.M)
    if text.count("\nimport ") + text.startswith("import ") != len(imports):
        sys.exit(f"{module}.js: an import is not on a line of its own")
    body = re.sub(r"^import .*$", "", text, flags=re.M)
    for names, source in imports:
        if source not in order[:place]:
            sys.exit(f"{module}.js imports from {source}.js, which comes later")
        for name in names.split(", "):
            if not re.search(rf"^export (?:async )?(?:function|const|class) {name}\b", (web / f"{source}.js").read_text(), re.M):
                sys.exit(f"{module}.js: {source}.js does not export {name}")
            if not re.search(rf"\b{name}\b", body):
                sys.exit(f"{module}.js: {name} is imported and not used")
    for name in re.findall(r"^(?:export )?(?:function|const|let|class) (\w+)", text, re.M):
        if name in defined:
            sys.exit(f"{module}.js: {name} is in {defined[name]}.js too, and they share one script")
        defined[name] = module
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch(", "XMLHttpRequest", "http://", "https://"):
        if word in text.replace("http://www.w3.org/2000/svg", ""):
            sys.exit(f"{module}.js: {word}")


def written(path):
    """What a page has of a file: of a module neither comments nor imports."""
    text = path.read_text()
    return (re.sub(r"^ *//.*\n|^import .*\n", "", text, flags=re.M) if path.suffix == ".js" else text).encode()


largest = 0
for kind in ("solver", "game", "league", "flows"):
    names_of_page = {}
    solves = kind in ("game", "league")
    modules = listed["solver"] if kind == "solver" else listed["shared"] + (listed["explore"] if solves else []) + listed[kind]
    for at, one in enumerate(modules):
        check(at, one, modules, names_of_page)
    print(f"{kind}: {len(names_of_page)} names")
    own = modules + (listed["solver"] if solves else [])
    largest = max(largest, sum(len(written(web / name)) for name in ["page.html", "style.css", *(f"{one}.js" for one in own)]))
if re.search(r"url\(|@import|https?:", (web / "style.css").read_text()):
    sys.exit("style.css reaches for another file")
if largest > 150_000:
    sys.exit(f"a page has {largest} bytes before its data; it is to stay below 150,000")
print(f"{largest} bytes")
