"""growth_test.py ALLNASH ALLNASH_CHECK: files of some megabytes that take the programs seconds of work and megabytes of memory, where
one pass through the whole graph for each of its nodes, or a long number kept at each, takes minutes and gigabytes."""
import os
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ALLNASH, CHECKER = sys.argv[1:]
SECONDS = 40  # of processor time: about ten times what it takes, and a third of what a pass for each node takes
MEGABYTES = 500
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


def certificate(arcs, strategies, played):
    """Of the row player alone: each arc is (tail, heads)."""
    nodes = 1 + max(head for _, heads in arcs for head in heads)
    lines = ["allnash-flows 1", "value 0", "constant 0", f"row-nodes {nodes}", f"row-arcs {len(arcs)}"]
    lines += [" ".join(map(str, [tail, "-", *heads])) for tail, heads in arcs]
    lines += ["column-nodes 1", "column-arcs 0", "payoffs 0", f"row-strategies {strategies}", f"row-flow 1 {len(played)}"]
    lines += [f"{a} 1" for a in played]
    return "\n".join([*lines, "column-strategies 1", "column-flow 1 0", "end", ""])


def ladder(first, last):
    """Steps of one and of two nodes, and the number of ways."""
    arcs = [(n, [n + step]) for n in range(first, last) for step in (1, 2) if n + step <= last]
    ways, before = 1, 1
    for _ in range(last - first - 1):
        ways, before = ways + before, ways
    return arcs, ways


class Growth(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def run_within(self, *command):
        """Its output, and what it wrote as errors."""
        with open(self.folder / "out", "w+") as out, open(self.folder / "err", "w+") as err:
            process = subprocess.Popen(command, stdout=out, stderr=err, cwd=self.folder,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertGreaterEqual(process.returncode, 0, "it takes too long")
            self.assertLess(used.ru_maxrss // 1024, MEGABYTES, "it takes too much memory")
            out.seek(0)
            err.seek(0)
            return out.read(), err.read()

    def check(self, text):
        (self.folder / "proof").write_text(text)
        return self.run_within(CHECKER, "proof")[0].strip()

    def fork(self, half, meet):
        """Two ladders from one fork, and their arcs of one step; where they meet, at a node with an arc."""
        left, ways = ladder(1, half)
        right, others = ladder(half + 1, 2 * half)
        arcs = [(0, [1, half + 1]), *left, *right]
        if meet:
            arcs += [(half, [2 * half + 1]), (2 * half, [2 * half + 1]), (2 * half + 1, [2 * half + 2])]
        played = [a for a, (tail, heads) in enumerate(arcs) if tail == 0 or heads[0] == tail + 1 or tail > 2 * half]
        return certificate(arcs, ways * others, played)

    def test_nodes_that_are_met_once(self):
        self.assertEqual(self.check(self.fork(40000, meet=False)), "verified, one equilibrium")
        self.assertEqual(self.check(self.fork(40000, meet=True)), "rejected: a strategy of the row player reaches a node twice")

    def test_numbers_of_strategies(self):
        steps = 120000
        arcs = [(n, [n + 1]) for n in range(steps) for _ in range(2)]
        played = range(0, 2 * steps, 2)
        self.assertEqual(self.check(certificate(arcs, 2**steps, played)), "verified, one equilibrium")
        self.assertEqual(self.check(certificate(arcs, 2**steps + 1, played)), "rejected: the row player's strategies are not as many as claimed")

    def test_chance_moves_in_a_row(self):
        moves = 60000
        lines = ['EFG 2 R "thirds" { "a" "b" }']
        for n in range(moves):
            lines += [f'c "" {n + 1} "" {{ "x" 1/3 "y" 1/3 "z" 1/3 }} 0', 't "" 1 "" { 1, -1 }', 't "" 2 "" { -2, 2 }']
        lines += ['p "" 1 1 "" { "l" "r" } 0', 't "" 1', 't "" 2', ""]
        (self.folder / "thirds.efg").write_text("\n".join(lines))
        self.run_within(ALLNASH, "solve", "thirds.efg", "--quiet", "--certificate", "proof")
        self.assertEqual(self.run_within(CHECKER, "proof", "thirds.efg")[0], "verified\n")

    def test_a_set_at_which_moves_are_forgotten(self):
        sets = 150000
        lines = ['EFG 2 R "long" { "a" "b" }']
        for n in range(1, sets):
            lines += [f'p "" 1 {n} "" {{ "l" "r" }} 0', 't "" 1 "" { 1, -1 }']
        lines.append(f'p "" 1 {sets} "" {{ "l" "r" }} 0')
        lines += [f'p "" 1 {sets + 1} "" {{ "l" "r" }} 0', 't "" 1', 't "" 1'] * 2
        (self.folder / "long.efg").write_text("\n".join([*lines, ""]))
        said = self.run_within(ALLNASH, "solve", "long.efg")[1]
        self.assertIn("is met after 'r' at 'set 150000', and on line 300001 after 'l' at 'set 150000'", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
