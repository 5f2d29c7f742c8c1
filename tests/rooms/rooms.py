"""Which room may use what, and a scan of the tree for what it may not.

The build already hides rooms from one another: each sees only the headers of what it links. This
scan reads the sources themselves, so that it also sees third-party headers, printing, files and
unseeded randomness, and it reads what the build links.
"""
import re
from pathlib import Path

PUBLIC = "allnash"  # include/allnash
POSIX = {"fcntl.h", "poll.h", "signal.h", "spawn.h", "unistd.h",
         "sys/ioctl.h", "sys/mman.h", "sys/prctl.h", "sys/resource.h", "sys/stat.h", "sys/types.h", "sys/wait.h"}

# room: (rooms it may include besides itself, headers from outside besides the standard library's)
# A header from outside that ends in "/" stands for all that begin with it.
ROOMS = {
    "include/allnash": (set(), {"nothing"}),  # which is nowhere: it ends a compilation before C++20
    "src/exact": ({PUBLIC}, {"flint/", "gmp.h"}),
    "src/json": (set(), {"nlohmann/"}),
    "src/game": ({PUBLIC, "exact"}, {"fmt/"}),
    "src/sources": ({PUBLIC, "exact", "game"}, {"fmt/"} | POSIX),
    "src/ledger": ({PUBLIC, "exact", "game", "sources"}, {"fmt/", "sqlite3.h"} | POSIX),
    "src/chance": ({PUBLIC, "exact"}, set()),
    "src/subgame": ({PUBLIC, "exact", "game"}, {"coin/", "cblas.h", "sys/mman.h"}),
    "src/certificate": ({PUBLIC, "exact", "game", "chance"}, set()),
    "src/methods": ({PUBLIC, "exact", "game", "ledger", "chance", "subgame", "certificate"}, set()),
    "src/league": ({PUBLIC, "exact", "json", "game", "ledger", "chance", "subgame", "certificate", "methods"}, set()),
    "src/solve": ({PUBLIC, "exact", "json", "game", "sources", "ledger", "chance", "subgame", "certificate", "methods"},
                  set()),
    "src/report": ({PUBLIC, "json"}, {"sha2.h"}),
    "checker": (set(), {"gmp.h"}),
    "cli": ({PUBLIC}, {"CLI/", "fmt/", "mpi.h"} | POSIX),
    "python": ({PUBLIC}, {"pybind11/"} | POSIX),
    "bench": ({PUBLIC, "chance", "ledger", "subgame", "methods"}, {"benchmark/", "coin/", "fmt/"} | POSIX),
}

# What each target may link. `allnash_flint` brings GMP.
LINKS = {
    "room_exact": {"allnash_flint"},
    "room_json": {"nlohmann_json::nlohmann_json"},
    "room_game": {"room_exact", "fmt::fmt"},
    "room_sources": {"room_game", "room_exact", "fmt::fmt", "Threads::Threads"},
    "room_ledger": {"room_sources", "room_game", "room_exact", "fmt::fmt", "SQLite::SQLite3",
                    "Threads::Threads"},
    "room_chance": {"room_exact"},
    "room_subgame": {"room_game", "room_exact", "PkgConfig::clp", "BLAS::BLAS", "LAPACK::LAPACK",
                     "Threads::Threads"},
    "room_certificate": {"room_game", "room_exact", "room_chance"},
    "room_methods": {"room_certificate", "room_subgame", "room_ledger", "room_chance", "room_game", "room_exact",
                     "Threads::Threads"},
    "room_league": {"room_methods", "room_certificate", "room_subgame", "room_ledger", "room_chance", "room_game",
                    "room_exact", "room_json"},
    "room_solve": {"room_methods", "room_certificate", "room_subgame", "room_ledger", "room_chance", "room_sources",
                   "room_game", "room_exact", "room_json"},
    "room_report": {"room_json", "PkgConfig::md"},
    "allnash-check": {"${GMP_LIBRARY}"},
    "cli_commands": {"allnash", "fmt::fmt"},
    "allnash-cli": {"allnash_public", "${program_needs}"},
    "allnash-mpi": {"cli_commands", "MPI::MPI_CXX"},
}

# What no file of a folder may say: (folder, folders inside it that are free, what, why).
NO_FILES = "only sources/ and ledger/ open files"
NO_PRINTING = "only sources/ and ledger/ talk to the outside"
NO_EXIT = "a library does not end its program"
SEEDED = "all randomness comes from the seed"
FORBIDDEN = [
    ("src", {"sources", "ledger"}, r"#\s*include\s*<(fstream|filesystem)>|\b(fopen|ifstream|ofstream)\b", NO_FILES),
    ("src", {"sources", "ledger"}, r"#\s*include\s*<(iostream|cstdio|stdio\.h|print|syncstream|fmt/ostream\.h)>"
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
STANDARD = re.compile(r"[a-z][a-z0-9_]*")  # <vector>, <cstdint>: no folder, no ending


def plain(text):
    """The text without comments, strings and characters; lines stay where they were."""
    return NOT_CODE.sub(lambda m: m.group(1) or "\n" * m.group().count("\n"), text)


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES and p.is_file())


def include_fault(room, allowed, file, bracket, name):
    """Why this #include is not allowed, or None."""
    rooms, outside = allowed
    own = Path(room).name
    first = name.split("/")[0]
    if "/" in name and first in {PUBLIC} | {Path(r).name for r in ROOMS}:
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


def scan_includes(root):
    for room, allowed in ROOMS.items():
        for file in sources(root / room):
            text = plain(file.read_text())
            for match in INCLUDE.finditer(text):
                fault = include_fault(room, allowed, file, *match.groups())
                if fault:
                    line = line_of(text, match.start(1))
                    yield f"{file.relative_to(root)}:{line}: {room} {fault}"


def scan_words(root):
    for folder, free, pattern, why in FORBIDDEN:
        for file in sources(root / folder):
            if file.relative_to(root / folder).parts[0] in free:
                continue
            text = plain(file.read_text())
            for match in re.finditer(pattern, text):
                line = line_of(text, match.start())
                yield f"{file.relative_to(root)}:{line}: '{match.group().strip()}': {why}"


def scan_unknown_rooms(root):
    for folder in sorted(p for p in (root / "src").glob("*") if p.is_dir() and sources(p)):
        if f"src/{folder.name}" not in ROOMS:
            yield f"src/{folder.name}: a room that the table does not have"
    for file in sources(root / "src"):
        if file.parent == root / "src":
            yield f"{file.relative_to(root)}: lies in no room"


def links(cmake):
    """(target, what it links) for every add_room and target_link_libraries of a known target."""
    cmake = re.sub(r"#[^\n]*", "", cmake)
    for match in re.finditer(r"\badd_room\s*\(([^)]*)\)", cmake):
        name, *linked = match.group(1).split()
        yield f"room_{name}", linked
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
        if target.startswith("room_${"):  # the body of add_room itself
            continue
        allowed = LINKS.get(target)
        if allowed is None and target.startswith("room_"):
            yield f"{file}: {target} is a room that the table does not have"
        for name in linked if allowed is not None else []:
            if name not in allowed:
                yield f"{file}: {target} may not link {name}"


def scan(root):
    root = Path(root).resolve()
    return [fault for check in (scan_includes, scan_words, scan_unknown_rooms, scan_links)
            for fault in check(root)]
