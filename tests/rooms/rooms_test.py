#!/usr/bin/env python3
"""rooms_test.py SOURCE_DIR: the tree keeps to its rooms, and the scan would see it if it did not."""
import sys
import tempfile
import unittest
from pathlib import Path

import rooms

SOURCE_DIR = None

GOOD_CMAKE = """
function(add_room name)
  target_link_libraries(room_${name} PUBLIC allnash_public ${ARGN})
endfunction()
add_room(exact allnash_flint)
add_room(game room_exact fmt::fmt)  # room_sources in a comment is nothing
add_room(sources room_game room_exact)
add_room(ledger room_game)
target_link_libraries(room_ledger PRIVATE room_sources)
add_room(subgame room_game PkgConfig::clp)
add_room(search room_ledger)
add_room(solve room_search)
"""

MAP = """
| room | what lives there | may use |
| `src/exact/` | numbers | FLINT |
| `src/game/` | pairs | exact |
| `src/sources/` | tables | game, exact |
| `src/ledger/` | asking | game, sources |
| `src/subgame/` | known games | game, Clp |
| `src/search/` | methods | ledger |
| `src/solve/` | answers | search |
"""

GOOD = {
    "docs/map.md": MAP,
    "CMakeLists.txt": GOOD_CMAKE,
    "cmake/programs.cmake": "target_link_libraries(allnash-check PRIVATE ${GMP_LIBRARY})\n",
    "include/allnash/game.hpp": '#include <vector>\n#include "allnash/rational.hpp"\n',
    "src/exact/rational.cpp": '#include <flint/fmpq.h>\n#include "allnash/rational.hpp"\n',
    "src/game/pair.cpp": '#include <fmt/format.h>\n#include "exact/matrix.hpp"\n'
                         '// std::cout, exit(1) and #include <iostream> in a comment are nothing\n'
                         'auto s = "printf(";  auto r = R"(exit(1) " )";\n'
                         'void f() { queue.exit(); run_time(0); at_exit(1); }\n',
    "src/sources/open.cpp": '#include <fstream>\n#include <iostream>\n#include <sys/wait.h>\n',
    "src/sources/files/csv.cpp": '#include "text.hpp"\n#include "sources/table.hpp"\n',
    "src/sources/files/text.hpp": "#pragma once\n",
    "checker/allnash-check.cpp": "#include <gmp.h>\n#include <iostream>\n",
    "cli/main.cpp": '#include <CLI/CLI.hpp>\n#include <cstdio>\n#include "allnash/allnash.hpp"\n',
}

# file, text, words the scan must say
BAD = [
    ("include/allnash/game.hpp", "#include <flint/fmpq.h>\n", "may not include flint/fmpq.h"),
    ("include/allnash/game.hpp", '#include "exact/matrix.hpp"\n', "may not include exact/"),
    ("src/exact/rational.cpp", '#include "game/pair.hpp"\n', "may not include game/"),
    ("src/exact/rational.cpp", "#include <fmt/format.h>\n", "may not include fmt/format.h"),
    ("src/game/pair.cpp", "#  include <coin/ClpSimplex.hpp>\n", "may not include coin/ClpSimplex.hpp"),
    ("src/game/pair.cpp", '#include "../sources/files/text.hpp"\n', "reaches out of the room"),
    ("src/sources/open.cpp", '#include <subgame/subgame.hpp>\n', "may not include subgame/"),
    ("src/sources/open.cpp", "#include <flint/flint.h>\n", "may not include flint/flint.h"),
    ("src/subgame/a.cpp", '#include "ledger/ledger.hpp"\n', "may not include ledger/"),
    ("src/subgame/a.cpp", '#include "search/run.hpp"\n', "may not include search/"),
    ("src/search/a.cpp", '#include "solve/x.hpp"\n', "may not include solve/"),
    ("src/search/a.cpp", "#include <nlohmann/json.hpp>\n", "may not include nlohmann/json.hpp"),
    ("src/solve/a.cpp", "#include <unistd.h>\n", "may not include unistd.h"),
    ("checker/allnash-check.cpp", '#include "allnash/rational.hpp"\n', "may not include allnash/"),
    ("checker/allnash-check.cpp", "#include <flint/fmpz.h>\n", "may not include flint/fmpz.h"),
    ("cli/main.cpp", '#include "exact/access.hpp"\n', "may not include exact/"),
    ("cli/main.cpp", "#include <nlohmann/json.hpp>\n", "may not include nlohmann/json.hpp"),
    ("src/game/pair.cpp", "#include <fstream>\n", rooms.NO_FILES),
    ("src/game/pair.cpp", "#include <iostream>\n", rooms.NO_PRINTING),
    ("src/solve/a.cpp", "#include <cstdio>\n", rooms.NO_PRINTING),
    ("src/solve/a.cpp", 'void f() { std::fprintf(stderr, "x"); }\n', rooms.NO_PRINTING),
    ("src/search/a.cpp", "void f() { fmt::print(x); }\n", rooms.NO_PRINTING),
    ("src/search/a.cpp", "void f() { exit(1); }\n", rooms.NO_EXIT),
    ("src/sources/open.cpp", "void f() { std::exit(1); }\n", rooms.NO_EXIT),
    ("src/search/a.cpp", "std::random_device d;\n", rooms.SEEDED),
    ("src/search/a.cpp", "auto g = time(nullptr);\n", rooms.SEEDED),
    ("src/search/a.cpp", "std::mt19937_64 g(Clock::now().count());\n", rooms.SEEDED),
    ("src/extra/a.cpp", "\n", "src/extra: a room that the table does not have"),
    ("src/a.cpp", "\n", "src/a.cpp: lies in no room"),
    ("CMakeLists.txt", GOOD_CMAKE + "target_link_libraries(room_game PRIVATE room_search)", "game uses search"),
    ("CMakeLists.txt", GOOD_CMAKE + "target_link_libraries(room_game PRIVATE OpenSSL::SSL)", "game links OpenSSL::SSL"),
    ("CMakeLists.txt", GOOD_CMAKE + "target_link_libraries(room_search PRIVATE room_sources)",
     "search may not see the sources"),
    ("docs/map.md", MAP.replace("| exact |", "| exact, solve |"), "docs/map.md: game uses exact"),
    ("cmake/programs.cmake", "target_link_libraries(allnash-check PRIVATE allnash)",
     "allnash-check may not link allnash"),
]


def faults_of(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return rooms.scan(folder)


class Rooms(unittest.TestCase):
    def test_this_tree(self):
        self.assertEqual(rooms.scan(SOURCE_DIR), [])

    def test_this_tree_is_scanned(self):
        table = rooms.allowed_by_table(Path(SOURCE_DIR))
        self.assertGreater(len(table), 15)
        for room in table:
            if room != "bench":
                self.assertTrue(rooms.sources(Path(SOURCE_DIR) / room), room)
        found = {target for _, target, _ in rooms.all_links(Path(SOURCE_DIR))}
        self.assertLessEqual(set(rooms.LINKS), found)

    def test_a_good_tree_passes(self):
        self.assertEqual(faults_of(GOOD), [])

    def test_each_fault_is_seen_alone(self):
        for name, text, words in BAD:
            with self.subTest(name=name, text=text):
                files = {**GOOD, name: text}
                if name == "CMakeLists.txt":
                    del files["docs/map.md"]  # which would not agree either
                faults = faults_of(files)
                self.assertEqual(len(faults), 1, faults)
                self.assertIn(words, faults[0])
                self.assertTrue(faults[0].startswith(name) or words.startswith("src/extra"))

    def test_a_fault_names_its_line(self):
        faults = faults_of({**GOOD, "src/game/pair.cpp": "/* one\ntwo */\n\n#include <iostream>\n"})
        self.assertEqual(faults[0].split(": ")[0], "src/game/pair.cpp:4")


if __name__ == "__main__":
    SOURCE_DIR = sys.argv.pop(1)
    unittest.main()
