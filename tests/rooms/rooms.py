"""Which room may use what, and a scan of the tree for what it may not.

The table is CMakeLists.txt: `set(wings ...)` has the wings in their order, and a line
`add_room(WING/ROOM what it may use)` each room. The build hides rooms from one another by it: each sees
only the headers of what it links. This scan reads the same lines and the sources themselves, so that it
also sees headers of libraries, printing, files and unseeded randomness; and what was compiled, so that
it sees a wing that needs a symbol of a wing below it.
"""
import re
import subprocess
from pathlib import Path

PUBLIC = "allnash"  # include/allnash
POSIX = {"fcntl.h", "poll.h", "signal.h", "spawn.h", "unistd.h",
         "sys/file.h", "sys/ioctl.h", "sys/mman.h", "sys/prctl.h", "sys/resource.h", "sys/stat.h", "sys/time.h", "sys/types.h", "sys/wait.h"}

# The headers of what a room may link. One that ends in "/" stands for all that begin with it.
HEADERS = {
    "allnash_flint": {"flint/", "gmp.h"},
    "nlohmann_json::nlohmann_json": {"nlohmann/"},
    "fmt::fmt": {"fmt/"},
    "Eigen3::Eigen": {"Eigen/"},
    "SQLite::SQLite3": {"sqlite3.h"},
    "PkgConfig::clp": {"coin/"},
    "BLAS::BLAS": {"cblas.h"},
    "LAPACK::LAPACK": {"sys/mman.h"},  # its memory is taken beforehand
    "PkgConfig::md": {"sha2.h"},
    "Threads::Threads": set(),
}
FILES = {"payoffs/sources", "payoffs/file", "league/reading"}  # the rooms that open files
ASKS = {"payoffs/asking", "answer/solve"}  # the rooms that see the sources: one asks them, one makes them

# What else is there: (rooms that it may include besides itself, headers of libraries)
OTHERS = {
    "include/allnash": (set(), {"nothing"}),  # which is nowhere: it ends a compilation before C++20
    "checker": (set(), {"gmp.h"}),
    "cli": ({PUBLIC}, {"CLI/", "fmt/", "mpi.h"} | POSIX),
    "python": ({PUBLIC}, {"pybind11/"} | POSIX),
    "bench": ({PUBLIC, "core/base", "core/lp", "matrix/reweighted", "matrix/research", "chance/evidence", "chance/play", "league/certify", "league/estimate",
               "large/graphs"}, {"benchmark/", "coin/", "fmt/"} | POSIX),
}
LINKS = {
    "allnash-check": {"${GMP_LIBRARY}"},
    "cli_commands": {"allnash", "fmt::fmt"},
    "allnash-cli": {"allnash_public", "${program_needs}"},
    "allnash-mpi": {"cli_commands", "MPI::MPI_CXX"},
}

# What no file of a folder may say: (folder, folders inside it that are free, what, why).
NO_FILES = "only sources, file and reading open files"
NO_PRINTING = "only sources, file and reading talk to the outside"
NO_EXIT = "a library does not end its program"
SEEDED = "all randomness comes from the seed"
FORBIDDEN = [
    ("src", FILES, r"#\s*include\s*<(fstream|filesystem)>|\b(fopen|ifstream|ofstream)\b", NO_FILES),
    ("src", FILES, r"#\s*include\s*<(iostream|cstdio|stdio\.h|print|syncstream|fmt/ostream\.h)>"
                         r"|\b\w*printf\s*\(|\b(puts|fputs|putchar|perror)\s*\("
                         r"|\bfmt::print|\bstd::(cout|cerr|clog|cin)\b", NO_PRINTING),
    ("src", set(), r"(?<![\w.>])(std::|::)?(exit|_Exit|quick_exit|abort|terminate)\s*\(", NO_EXIT),
    ("src", set(), r"\brandom_device\b|\bs?rand\s*\(|\btime\s*\(\s*(nullptr|NULL|0|&|\))"
                   r"|\b(mt19937\w*|minstd_rand\w*|seed\w*)\b[^;\n]*\b(now|clock)\s*\(", SEEDED),
]

SUFFIXES = {".hpp", ".cpp", ".h", ".cc", ".hh", ".ipp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
# An #include is kept whole: the name in it is no string.
NOT_CODE = re.compile(r'(^[ \t]*#[ \t]*include[^\n]*)|R"([^(\s]*)\(.*?\)\2"|//[^\n]*|/\*.*?\*/'
                      r'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.M | re.S)
ROOM = re.compile(r"[a-z]+/[a-z]+")
STANDARD = re.compile(r"[a-z][a-z0-9_]*")  # <vector>, <cstdint>: no folder, no ending


def plain(text):
    """The text without comments, strings and characters; lines stay where they were."""
    return NOT_CODE.sub(lambda m: m.group(1) or "\n" * m.group().count("\n"), text)


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES and p.is_file())


def include_fault(room, allowed, names, file, bracket, name):
    """Why this #include is not allowed, or None."""
    rooms, outside = allowed
    own = PUBLIC if room == f"include/{PUBLIC}" else room.removeprefix("src/")
    first = PUBLIC if name.startswith(PUBLIC + "/") else "/".join(name.split("/")[:2])
    if "/" in name and first in names:
        return None if first in rooms | {own} and room != "checker" else f"may not include {first}/"
    if bracket == '"' and (file.parent / name).is_file():
        inside = (file.parent / name).resolve().is_relative_to(room_folder(file, room))
        return None if inside else f"reaches out of the room with \"{name}\""
    if bracket == "<" and STANDARD.fullmatch(name):
        return None
    if any(name == header or (header.endswith("/") and name.startswith(header)) for header in outside):
        return None
    return f"may not include {name}"


def room_folder(file, room):
    depth = len(Path(room).parts)
    for parent in file.resolve().parents:
        if parent.parts[-depth:] == Path(room).parts:
            return parent
    return file.parent


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def wings(root):
    """The wings, in their order."""
    return re.search(r"\bset\(wings ([a-z ]+)\)", (root / "CMakeLists.txt").read_text())[1].split()


def linked_by_rooms(root):
    """{WING/ROOM: the rooms and libraries that it links}, in the order of the table."""
    table = {}
    for _, target, linked in all_links(root):
        if ROOM.fullmatch(target):
            table.setdefault(target, []).extend(linked)
    folders = {room.split("/")[1]: room for room in table}
    for _, target, linked in all_links(root):
        room = folders.get(target.removeprefix("room_"))
        if target.startswith("room_") and room:
            table[room].extend(folders.get(name.removeprefix("room_"), name) for name in linked)
    return table


def allowed_by_table(root):
    """{folder: (rooms that it may include besides itself, headers of libraries)}"""
    allowed = dict(OTHERS)
    for room, linked in linked_by_rooms(root).items():
        rooms = {PUBLIC} | {name for name in linked if ROOM.fullmatch(name)}
        headers = set().union(*(HEADERS.get(name, set()) for name in linked))
        allowed[f"src/{room}"] = (rooms, headers | (POSIX if room in FILES else set()))
    return allowed


def scan_includes(root):
    table = allowed_by_table(root)
    names = {PUBLIC} | {room.removeprefix("src/") for room in table}
    for room, allowed in table.items():
        for file in sources(root / room):
            text = plain(file.read_text())
            for match in INCLUDE.finditer(text):
                fault = include_fault(room, allowed, names, file, *match.groups())
                if fault:
                    line = line_of(text, match.start(1))
                    yield f"{file.relative_to(root)}:{line}: {room} {fault}"


def scan_words(root):
    for folder, free, pattern, why in FORBIDDEN:
        for file in sources(root / folder):
            if "/".join(file.relative_to(root / folder).parts[:2]) in free:
                continue
            text = plain(file.read_text())
            for match in re.finditer(pattern, text):
                line = line_of(text, match.start())
                yield f"{file.relative_to(root)}:{line}: '{match.group().strip()}': {why}"


def scan_unknown_rooms(root):
    table = linked_by_rooms(root)
    for folder in sorted(p for p in (root / "src").glob("*/*") if p.is_dir() and sources(p)):
        room = str(folder.relative_to(root / "src"))
        if room not in table:
            yield f"src/{room}: a room that the table does not have"
    for file in sources(root / "src"):
        if len(file.relative_to(root / "src").parts) < 3:
            yield f"{file.relative_to(root)}: lies in no room"


def links(cmake):
    """(target, what it links) for every add_room and target_link_libraries of a known target."""
    cmake = re.sub(r"#[^\n]*", "", cmake)
    for match in re.finditer(r"\badd_room\s*\(([^)]*)\)", cmake):
        name, *linked = match.group(1).split()
        yield name, linked
    for match in re.finditer(r"\btarget_link_libraries\s*\(([^)]*)\)", cmake):
        name, *linked = match.group(1).split()
        yield name, [word for word in linked if word not in {"PUBLIC", "PRIVATE", "INTERFACE"}]


def all_links(root):
    """(file, target, what it links) over the build's own files."""
    for file in [root / "CMakeLists.txt", *sorted((root / "cmake").glob("*.cmake"))]:
        for target, linked in links(file.read_text()):
            yield file.relative_to(root), target, linked


def scan_links(root):
    for file, target, linked in all_links(root):
        for name in linked if target in LINKS else []:
            if name not in LINKS[target]:
                yield f"{file}: {target} may not link {name}"
    order = wings(root)
    above = set()
    for room, linked in linked_by_rooms(root).items():
        wing = room.split("/")[0]
        if wing not in order:
            yield f"CMakeLists.txt: {room} lies in no wing"
            continue
        for name in linked:
            if not ROOM.fullmatch(name):
                if name not in HEADERS and name != "allnash_public":
                    yield f"CMakeLists.txt: {room} links {name}, whose headers are not known"
            elif name not in above:
                yield f"CMakeLists.txt: {room} uses {name}, which does not stand above it"
            elif order.index(name.split("/")[0]) > order.index(wing):
                yield f"CMakeLists.txt: {room} uses {name}, whose wing stands below its own"
            if name == "payoffs/sources" and room not in ASKS:
                yield f"CMakeLists.txt: {room} may not see the sources: only the ledger asks them"
        above.add(room)


def symbols(objects):
    """(names that these object files define, names that they need)"""
    defined, needed = set(), set()
    listed = subprocess.run(["nm", "--format=posix", *map(str, objects)], check=True, capture_output=True, text=True)
    for line in listed.stdout.splitlines():
        name, kind, *_ = line.split() + [""]
        if kind in "UwvWV":
            (needed if kind in "Uwv" else defined).add(name)
        elif kind.isupper():
            defined.add(name)
    return defined, needed - defined


def scan_symbols(root, build):
    """No wing needs a symbol that only wings below it define: linked alone with those above, it is whole."""
    folders = {room.split("/")[1]: room.split("/")[0] for room in linked_by_rooms(root)}
    objects = {wing: [] for wing in wings(root)}
    for folder in sorted((build / "CMakeFiles").glob("*.dir")):
        kind, _, name = folder.name.removesuffix(".dir").partition("_")
        wing = folders.get(name) if kind == "room" else name if kind == "loops" else None
        if wing:
            objects[wing].extend(folder.rglob("*.cpp.o"))
            objects[wing].extend(folder.rglob("*.cxx.o"))
    tables = {wing: symbols(files) for wing, files in objects.items() if files}
    above = set()
    for wing, (defined, needed) in tables.items():
        above |= defined
        below = {name: other for other, (given, _) in tables.items() for name in given}
        for name in sorted(needed - above):
            if name in below:
                yield f"{wing} needs {name} of {below[name]}, which stands below it"


def scan_map(root):
    """The table of docs/map.md names the rooms that each room uses."""
    page = root / "docs" / "map.md"
    if not page.is_file():
        return
    told = {}
    for match in re.finditer(r"^\| `([a-z]+/\w+)`[^|]*\|[^|]*\|([^|]*)\|", page.read_text(), re.M):
        told[match.group(1)] = set(re.findall(r"[\w/]+", match.group(2)))
    rooms = linked_by_rooms(root)
    short = {room: room.split("/")[1] for room in rooms}
    for room, linked in rooms.items():
        used = {short[name] for name in linked if name in rooms}
        if room not in told:
            yield f"docs/map.md: {room} is missing"
        elif told[room] & set(short.values()) - {short[room]} != used:
            yield f"docs/map.md: {room} uses {', '.join(sorted(used)) or 'no room'}"


def scan(root):
    root = Path(root).resolve()
    return [fault for check in (scan_includes, scan_words, scan_unknown_rooms, scan_links, scan_map)
            for fault in check(root)]
