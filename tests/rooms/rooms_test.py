#!/usr/bin/env python3
"""rooms_test.py SOURCE_DIR BUILD_DIR: the tree keeps to its wings and rooms, and the scan would see it if it did not."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import rooms

SOURCE_DIR = BUILD_DIR = None

GOOD_CMAKE = """
function(add_room name)
  target_link_libraries(room_${name} PUBLIC allnash_public ${ARGN})
endfunction()
set(wings core payoffs matrix answer)
add_room(core/exact allnash_flint)
add_room(core/game core/exact fmt::fmt)  # payoffs/sources in a comment is nothing
add_room(core/lp core/game PkgConfig::clp)
add_room(payoffs/sources core/game core/exact)
add_room(payoffs/asking core/game)
target_link_libraries(room_asking PRIVATE room_sources)
add_room(matrix/lazy payoffs/asking)
add_room(answer/solve matrix/lazy)
"""

MAP = """
| room | what lives there | may use |
| `core/exact` | numbers | FLINT |
| `core/game` | pairs | exact |
| `core/lp` | known games | game, Clp |
| `payoffs/sources` | tables | game, exact |
| `payoffs/asking` | asking | game, sources |
| `matrix/lazy` | a method | asking |
| `answer/solve` | answers | lazy |
"""

GOOD = {
    "docs/map.md": MAP,
    "CMakeLists.txt": GOOD_CMAKE,
    "cmake/programs.cmake": "target_link_libraries(allnash-check PRIVATE ${GMP_LIBRARY})\n",
    "include/allnash/game.hpp": '#include <vector>\n#include "allnash/rational.hpp"\n',
    "src/core/exact/rational.cpp": '#include <flint/fmpq.h>\n#include "allnash/rational.hpp"\n',
    "src/core/game/pair.cpp": '#include <fmt/format.h>\n#include "core/exact/matrix.hpp"\n'
                         '// std::cout, exit(1) and #include <iostream> in a comment are nothing\n'
                         'auto s = "printf(";  auto r = R"(exit(1) " )";\n'
                         'void f() { queue.exit(); run_time(0); at_exit(1); }\n',
    "src/payoffs/sources/open.cpp": '#include <fstream>\n#include <iostream>\n#include <sys/wait.h>\n',
    "src/payoffs/sources/files/csv.cpp": '#include "text.hpp"\n#include "payoffs/sources/table.hpp"\n',
    "src/payoffs/sources/files/text.hpp": "#pragma once\n",
    "checker/exact.cpp": "#include <gmp.h>\n#include <iostream>\n",
    "cli/main.cpp": '#include <CLI/CLI.hpp>\n#include <cstdio>\n#include "allnash/allnash.hpp"\n',
}

# file, text, words the scan must say
BAD = [
    ("include/allnash/game.hpp", "#include <flint/fmpq.h>\n", "may not include flint/fmpq.h"),
    ("include/allnash/game.hpp", '#include "core/exact/matrix.hpp"\n', "may not include core/exact/"),
    ("src/core/exact/rational.cpp", '#include "core/game/pair.hpp"\n', "may not include core/game/"),
    ("src/core/exact/rational.cpp", "#include <fmt/format.h>\n", "may not include fmt/format.h"),
    ("src/core/game/pair.cpp", "#  include <coin/ClpSimplex.hpp>\n", "may not include coin/ClpSimplex.hpp"),
    ("src/core/game/pair.cpp", '#include "../../payoffs/sources/files/text.hpp"\n', "reaches out of the room"),
    ("src/payoffs/sources/open.cpp", '#include <core/lp/subgame.hpp>\n', "may not include core/lp/"),
    ("src/payoffs/sources/open.cpp", "#include <flint/flint.h>\n", "may not include flint/flint.h"),
    ("src/core/lp/a.cpp", '#include "payoffs/asking/payoff_ledger.hpp"\n', "may not include payoffs/asking/"),
    ("src/core/lp/a.cpp", '#include "matrix/lazy/run.hpp"\n', "may not include matrix/lazy/"),
    ("src/matrix/lazy/a.cpp", '#include "answer/solve/x.hpp"\n', "may not include answer/solve/"),
    ("src/matrix/lazy/a.cpp", "#include <nlohmann/json.hpp>\n", "may not include nlohmann/json.hpp"),
    ("src/answer/solve/a.cpp", "#include <unistd.h>\n", "may not include unistd.h"),
    ("checker/exact.cpp", '#include "allnash/rational.hpp"\n', "may not include allnash/"),
    ("checker/exact.cpp", "#include <flint/fmpz.h>\n", "may not include flint/fmpz.h"),
    ("cli/main.cpp", '#include "core/exact/access.hpp"\n', "may not include core/exact/"),
    ("cli/main.cpp", "#include <nlohmann/json.hpp>\n", "may not include nlohmann/json.hpp"),
    ("src/core/game/pair.cpp", "#include <fstream>\n", rooms.NO_FILES),
    ("src/core/game/pair.cpp", "#include <iostream>\n", rooms.NO_PRINTING),
    ("src/answer/solve/a.cpp", "#include <cstdio>\n", rooms.NO_PRINTING),
    ("src/answer/solve/a.cpp", 'void f() { std::fprintf(stderr, "x"); }\n', rooms.NO_PRINTING),
    ("src/matrix/lazy/a.cpp", "void f() { fmt::print(x); }\n", rooms.NO_PRINTING),
    ("src/matrix/lazy/a.cpp", "void f() { exit(1); }\n", rooms.NO_EXIT),
    ("src/payoffs/sources/open.cpp", "void f() { std::exit(1); }\n", rooms.NO_EXIT),
    ("src/matrix/lazy/a.cpp", "std::random_device d;\n", rooms.SEEDED),
    ("src/matrix/lazy/a.cpp", "auto g = time(nullptr);\n", rooms.SEEDED),
    ("src/matrix/lazy/a.cpp", "std::mt19937_64 g(Clock::now().count());\n", rooms.SEEDED),
    ("src/core/extra/a.cpp", "\n", "src/core/extra: a room that the table does not have"),
    ("src/core/a.cpp", "\n", "src/core/a.cpp: lies in no room"),
    ("CMakeLists.txt", GOOD_CMAKE + "target_link_libraries(room_game PRIVATE room_lazy)", "core/game uses matrix/lazy"),
    ("CMakeLists.txt", GOOD_CMAKE.replace("matrix answer)", "answer matrix)"), "whose wing stands below its own"),
    ("CMakeLists.txt", GOOD_CMAKE + "target_link_libraries(room_game PRIVATE OpenSSL::SSL)", "core/game links OpenSSL::SSL"),
    ("CMakeLists.txt", GOOD_CMAKE + "target_link_libraries(room_lazy PRIVATE room_sources)",
     "matrix/lazy may not see the sources"),
    ("docs/map.md", MAP.replace("| exact |", "| exact, solve |"), "docs/map.md: core/game uses exact"),
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
                self.assertTrue(faults[0].startswith(name) or words.startswith("src/core/extra"))

    def test_what_was_compiled_of_this_tree(self):
        self.assertEqual(list(rooms.scan_symbols(Path(SOURCE_DIR), Path(BUILD_DIR))), [])

    def test_a_symbol_of_a_wing_below_is_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "CMakeLists.txt").write_text(GOOD_CMAKE)
            for room, text in (("game", "int of_core() { return 1; }"),
                               ("lazy", "int of_core(); int outside(); int of_matrix() { return of_core() + outside(); }"),
                               ("asking", "int of_matrix(); int of_payoffs() { return of_matrix(); }")):
                made = root / f"build/CMakeFiles/room_{room}.dir"
                made.mkdir(parents=True)
                (root / "one.cpp").write_text(text)
                subprocess.run(["c++", "-c", root / "one.cpp", "-o", made / "one.cpp.o"], check=True)
            faults = list(rooms.scan_symbols(root, root / "build"))
        self.assertEqual(len(faults), 1, faults)
        self.assertRegex(faults[0], "payoffs needs .*of_matrix.* of matrix, which stands below it")

    def test_a_fault_names_its_line(self):
        faults = faults_of({**GOOD, "src/core/game/pair.cpp": "/* one\ntwo */\n\n#include <iostream>\n"})
        self.assertEqual(faults[0].split(": ")[0], "src/core/game/pair.cpp:4")


if __name__ == "__main__":
    SOURCE_DIR, BUILD_DIR = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
