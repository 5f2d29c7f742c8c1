"""allnash-check-verified against allnash-check: the same verdict on real, forged and mutated certificates.

    agreement_test.py BUILD SOURCE FOLDER [--mutants N] [--seed S]

BUILD has allnash, allnash-check and tests/verdicts; FOLDER is where allnash-check-verified is built.
"""
import argparse
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

FAMILIES = [
    "random,n=12", "random,n=5,m=14", "random,n=9,low=0,high=1", "planted,n=30,k=3", "lowrank,n=12,rank=2",
    "elo,n=12,noise=1/10", "elo,n=8,noise=2", "spinning,n=12,cycles=2", "bell,n=9,width=3",
    "polynomial,n=9,degree=3", "undercut,n=12", "blotto,fields=3,soldiers=4", "matching,n=6", "rps,n=7",
    "lowerbound,n=10,k=4", "binary,n=12,k=3",
]
# Options besides: symmetric games, payoffs in a range, bounds.
VARIANTS = [
    ("rps,n=7", ["--symmetric"]), ("undercut,n=9", ["--symmetric"]), ("rps,n=5", ["--symmetric", "--payoff-range=-1,1"]),
    ("undercut,n=9", ["--symmetric", "--payoff-range=-2,2"]), ("blotto,fields=3,soldiers=4", ["--symmetric"]),
    ("binary,n=12,k=3", ["--payoff-range=0,1"]), ("random,n=9", ["--payoff-range=-100,100"]),
    ("planted,n=20,k=3", ["--payoff-range=-400,400"]), ("lowerbound,n=10,k=4", ["--payoff-range=0,2"]),
    ("random,n=9", ["--epsilon=10"]), ("random,n=9", ["--epsilon=5", "--payoff-range=-100,100"]),
    ("rps,n=7", ["--symmetric", "--epsilon=1/10"]), ("rps,n=7", ["--symmetric", "--epsilon=1/10", "--payoff-range=-1,1"]),
    ("binary,n=12,k=3", ["--epsilon=1/20", "--payoff-range=0,1"]),
]


def limited():
    """A gigabyte of memory at most, for hostile files."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


class Programs:
    def __init__(self, build, source, folder):
        self.build, self.source = Path(build), Path(source)
        self.verified, self.verdicts = Path(folder) / "allnash-check-verified", Path(folder) / "verdicts"

    def solve(self, game, options, folder):
        file = Path(folder) / "proof"
        file.unlink(missing_ok=True)
        run = subprocess.run([self.build / "allnash", "solve", game, "--vertices=0", "--certificate", file, *options],
                             capture_output=True, text=True, timeout=120)
        assert run.returncode == 0 and file.exists(), (game, options, run.stderr)
        return file.read_bytes()

    def batch(self, program, texts):
        """Texts of certificates; or of certificates with a game, its file's name and whether it has labels."""
        def record(entry):
            if isinstance(entry, bytes):
                return b"%d -\n" % len(entry) + entry
            text, game, name, labels = entry
            return b"%d %d %s %d\n" % (len(text), len(game), name.encode(), labels) + text + game

        stream = b"".join(record(entry) for entry in texts)
        run = subprocess.run([program], input=stream, capture_output=True, timeout=3000)
        assert run.returncode == 0, run.stderr
        lines = run.stdout.decode("latin-1").splitlines()
        assert len(lines) == len(texts), (program, len(lines), len(texts))
        return lines

    def both(self, texts):
        """The indices of texts that both accept; fails where they differ."""
        ours = self.batch(self.verdicts, texts)
        theirs = self.batch(self.build / "tests" / "verdicts", texts)
        accepted = []
        for t, (mine, other) in enumerate(zip(ours, theirs)):
            if mine.split(":")[0] != other.split(":")[0]:
                sys.exit(f"verified checker: {mine}\nallnash-check: {other}\n{texts[t]}")
            if mine == "verified":
                accepted.append(t)
        return accepted

    def program(self, name, *arguments):
        run = subprocess.run([name, *arguments], capture_output=True, text=True, timeout=60, preexec_fn=limited)
        return run.returncode, run.stdout.split(":")[0].strip(), run.stderr


def certificates(programs):
    """Real certificates of every kind, each with its name and, where there is one, the file of its game."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for game in sorted((programs.source / "tests/games").glob("*.csv")):
            found.append((game.name, programs.solve(game, [], folder), game))
        for family in FAMILIES:
            found.append((family, programs.solve("family:" + family, [], folder), None))
        for family, options in VARIANTS:
            found.append((f"{family} {options}", programs.solve("family:" + family, options, folder), None))
        for game in sorted((programs.source / "tests/games/known/small").glob("*.csv")):
            found.append((game.name, programs.solve(game, [], folder), game))
    return found + [entry for entry in corpus(programs) if "list" not in entry[0]]


def corpus(programs):
    """The true certificates that allnash-check is tested with, and the forgeries of each."""
    folder = programs.source / "tests/checker"
    texts = {file.stem.removeprefix("valid_"): file.read_bytes() for file in (folder / "corpus").glob("*.cert")}
    found = [(name, text, None) for name, text in sorted(texts.items())]
    for line in (folder / "forgeries.txt").read_text().splitlines()[2:]:
        name, old, new, _ = (part.encode().decode("unicode_escape") for part in line.split(" | "))
        found.append((f"forged {name}", texts[name].replace(old.encode(), new.encode(), 1), None))
    return found


def lists(programs):
    """Lists of extreme strategies are not looked at: a certificate with one is verified in part exactly when
    allnash-check verifies it without."""
    texts = [text for name, text, _ in corpus(programs) if "list" in name]
    bare = [re.sub(rb"\n(row|column)-vertices .*\nend\n", b"\nend\n", text, flags=re.S) for text in texts]
    plain = programs.batch(programs.build / "tests" / "verdicts", bare)
    for text, short, verdict, mine in zip(texts, bare, plain, programs.batch(programs.verdicts, texts)):
        expected = verdict if text == short or verdict != "verified" else "verified in part"
        assert mine.split(":")[0] == expected.split(":")[0], (text, mine, verdict)
    print(f"{len(texts)} certificates with lists of extreme strategies: verified in part where the rest holds")


def mutants(texts, number, seed):
    """One change each: to a field, a byte, a line, or a number by a little, which is most often still a game."""
    draw = random.Random(seed)
    for _ in range(number):
        text = draw.choice(texts)
        kind = draw.randrange(8)
        lines = text.split(b"\n")
        at = draw.randrange(len(lines))
        if kind == 0:
            where = draw.randrange(len(text))
            yield text[:where] + bytes([draw.choice(b"\0 \n\r\t-/0123456789?x")]) + text[where + draw.randrange(2):]
        elif kind == 1:
            other = draw.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
            yield b"\n".join(lines)
        elif kind == 2:
            del lines[at]
            yield b"\n".join(lines)
        elif kind == 3:
            yield text[:draw.randrange(len(text))]
        else:
            fields = lines[at].split(b" ")
            place = draw.randrange(len(fields))
            if kind == 4:
                fields[place] = draw.choice([b"?", b"1/3", b"-1", b"0", b"1", b"99999999999999999999", b"-7/2"])
            elif kind == 5:
                fields[place] = draw.choice(draw.choice(lines).split(b" "))
            else:  # a number becomes another
                match = re.fullmatch(rb"(-?\d+)(/\d+)?", fields[place])
                if match:
                    fields[place] = b"%d" % (int(match[1]) + draw.choice([-1, 1, 5, 100])) + (match[2] or b"")
            lines[at] = b" ".join(fields)
            yield b"\n".join(lines)


def tables(found, number, seed):
    """Certificates beside texts of their games: numbers in every notation, quotes, blanks, names, and one change to most."""
    draw = random.Random(seed)

    def notation(text):
        """The number in another way, most often the same number."""
        top, _, bottom = text.partition("/")
        sign, digits = ("-", top[1:]) if top.startswith("-") else (draw.choice(["", "", "+"]), top)
        zeros = "0" * draw.choice([1, 5, 14, 15, 16, 30])
        if bottom or not digits.isdigit():
            ways = [text, text, f"{sign}{zeros}{digits}/{bottom}", f"{sign}{digits}/{bottom}0", f"{digits}/-{bottom}", f"{digits}/{bottom}."]
        else:
            ways = [text, text, f"{sign}{digits}.0", f"{sign}{digits}.", f"{sign}{zeros}{digits}", f"{sign}{digits}e0", f"{sign}{digits}E+{zeros}",
                    f"{sign}{digits}0e-1", f"{sign}{digits}0e-{zeros}1", f"{sign}.{digits}e{len(digits)}", f"{sign}{digits}0/10",
                    f"{sign}{digits}e{zeros}10000", f"{sign}{digits}e10001", f"{sign}{digits}e", f"{sign}{digits}%", f"{sign}{digits} %",
                    f"{sign}{digits}%%", f"{sign} {digits}", f"{sign}{digits}e1{zeros}", f"--{digits}", "", ".", "e1", "%", "nan", "0x1", "1_0"]
        return draw.choice(ways) if draw.random() < 0.2 else text

    def dressed(text):
        """With quotes or blanks around it."""
        return draw.choice(['"%s"', ' "%s"', '"%s" ', '"%s', '"%s"x', '""%s', " %s", "%s ", "\t%s", "%s\r", "\f%s"]) % text if draw.random() < 0.03 else text

    games = [(text, [line.split(",") for line in game.read_text().split()]) for _, text, game in found if game]
    games = [(text, rows) for text, rows in games if len(text) < 3000 and sum(map(len, rows)) < 150]
    for _ in range(number):
        text, rows = draw.choice(games)
        separator, labels, rare = draw.choice(",,,\t"), draw.random() < 0.4, draw.random() < 0.6
        table = [[dressed(notation(field)) if rare else field for field in row] for row in rows]
        if labels:
            table = [["", *(f"c{j}" for j in range(len(rows[0])))]] + [[draw.choice(["r", "50%", '"a\nb"', "1"]), *row] for row in table]
        if draw.random() < 0.1:
            row = draw.choice(table)
            draw.choice([row.pop, lambda: row.append("0"), row.clear, lambda: table.append(row), lambda: table.append([])])()
        newline = draw.choice(["\n", "\n", "\r\n"])
        game = newline.join(separator.join(row) for row in table) + draw.choice(["\n", "\n", "", "\n\n", " \n", "\n\t\r\n", "\n,"])
        if draw.random() < 0.1:
            game = "\ufeff" + game
        data = game.encode()
        if draw.random() < 0.2:
            where = draw.randrange(len(data) + 1)
            data = data[:where] + bytes([draw.choice(b"\0 \n\r\t-/0123456789?x,;\"%e.")]) + data[where + draw.randrange(2):]
        if draw.random() < 0.2:
            text = next(mutants([text], 1, draw.random()))
        name = "game" + draw.choice([".csv", ".CSV", ".Csv"] if separator == "," else [".tsv", ".TSV"])
        yield text, data, name, labels


def hostile():
    """Files that promise much; each must be rejected within a second and a gigabyte."""
    head = b"allnash-certificate 1\nshape 1099511627776 1099511627776\nsymmetric no\nvalue 0\n"
    yield b""
    yield b"\0" * 1000000
    yield b"allnash-certificate 1\n"
    yield head + b"row-strategy 1099511627776\n0 1\n"
    yield head + b"row-strategy 1\n0 1\ncolumn-strategy 1\n0 1\nrow 0" + b" 0" * 1000000 + b"\ncolumn 0 0\nend\n"
    yield head + b"row-strategy 1\n0 1/" + b"9" * 100001 + b"\n"
    yield b"allnash-certificate 1\nshape 1 1\nsymmetric no\nvalue " + b"7" * 1000000 + b"\n"
    yield b"allnash-bounds 1\nshape 2 2\nsymmetric no\nrange none\nepsilon 0\n" + b"low 0\n" * 100000
    large = [b"%d 1/%d%s" % (i, i + 2, b"1" * 3000) for i in range(500)]
    yield (b"allnash-certificate 1\nshape 500 1\nsymmetric no\nvalue 0\nrow-strategy 500\n" + b"\n".join(large)
           + b"\ncolumn-strategy 1\n0 1\n" + b"".join(b"row %d 0\n" % i for i in range(500)) + b"column 0\nend\n")


def copied(classes, size):
    """Rock, paper, scissors of so many with stakes, each strategy there more than once."""
    stakes = [1 + 7 * i % 9 for i in range(classes)]
    of = [i % classes for i in range(size)]
    weight = [Fraction(1, stakes[k] * of.count(k)) for k in of]
    x = "".join(f"{i} {w / sum(weight)}\n" for i, w in enumerate(weight))

    def payoff(i, j):
        return 0 if i == j else (1 if (i - j) % classes <= classes // 2 else -1) * stakes[i] * stakes[j]

    rows = "".join(f"row {i} " + " ".join(str(payoff(of[i], of[j])) for j in range(size)) + "\n" for i in range(size))
    columns = "".join(f"column {j}\n" for j in range(size))
    return (f"allnash-certificate 1\nshape {size} {size}\nsymmetric no\nvalue 0\nrow-strategy {size}\n{x}column-strategy {size}\n{x}"
            f"{rows}{columns}end\n").encode()


def seconds(work):
    """The processor time that programs take for it."""
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = spent()
    assert work()
    return spent() - before


def main():
    parse = argparse.ArgumentParser()
    for name in ("build", "source", "folder"):
        parse.add_argument(name)
    parse.add_argument("--mutants", type=int, default=4000)
    parse.add_argument("--seed", type=int, default=1)
    options = parse.parse_args()
    if subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True).returncode if shutil.which("ocamlfind") else True:
        print("skipped: no OCaml with Zarith here; `make verified` installs it")
        sys.exit(77)
    made = subprocess.run(["make", "-C", Path(options.source) / "verified", f"BUILD={Path(options.folder).resolve()}",
                           "program", "verdicts"], capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
    programs = Programs(options.build, options.source, options.folder)
    found = certificates(programs)
    accepted = set(programs.both([text for _, text, _ in found]))
    for t, (name, _, _) in enumerate(found):
        assert (t in accepted) != name.startswith("forged"), name
    print(f"{len(found)} certificates, the same verdict on each; {len(accepted)} verified")

    lists(programs)

    # The programs themselves, with the game and with one that differs in its last payoff.
    check = programs.build / "allnash-check"
    with tempfile.TemporaryDirectory() as folder:
        proof, changed = Path(folder) / "proof", Path(folder) / "game.csv"
        games = [entry for entry in found if entry[2]][:40]
        for name, text, game in games:
            proof.write_bytes(text)
            lines = game.read_text().split()
            lines[-1] = ",".join(lines[-1].split(",")[:-1] + ["12345"])
            changed.write_text("\n".join(lines) + "\n")
            for arguments in ([proof, game], [proof, changed]):
                ours, theirs = programs.program(programs.verified, *arguments), programs.program(check, *arguments)
                assert ours[:2] == (theirs[0], theirs[1].split(",")[0]), (name, ours, theirs)
        print(f"{len(games)} games read, as they are and changed: the same verdict")
        for t, text in enumerate(hostile()):
            proof.write_bytes(text)
            spent = seconds(lambda: programs.program(programs.verified, proof)[:2] == (1, "rejected"))
            assert spent < 1, (t, spent)
        proof.write_bytes(found[0][1].replace(b"end\n", b"row-vertices 1 0\nnonsense\nend\n"))
        run = subprocess.run([programs.verified, proof], capture_output=True, text=True)
        assert run.returncode == 3 and "verified in part: " in run.stdout and "was not looked at" in run.stdout, run.stdout
        assert programs.program(check, proof)[0] == 1  # which looks, and the list is false
        code, _, errors = programs.program(programs.verified, os.fspath(Path(folder) / "missing"))
        assert code == 2 and "cannot be read" in errors
        proof.write_bytes(b"allnash-confidence 1\n")
        code, _, errors = programs.program(programs.verified, proof)
        assert code == 2 and "game of chance" in errors, code
        for name in (b"allnash-confidenceX 1", b"allnash-league 1", b"allnash-certificates 1", b"allnash"):
            proof.write_bytes(name + b"\n")
            assert programs.program(programs.verified, proof)[:2] == programs.program(check, proof)[:2] == (1, "rejected"), name
        # Games as their names end, and in percent.
        proof.write_bytes(b"allnash-certificate 1\nshape 1 2\nsymmetric no\nvalue 50\nrow-strategy 1\n0 1\ncolumn-strategy 1\n0 1\n"
                          b"row 0 50 60\ncolumn 0\nend\n")
        for name, game, extra in (("G.CSV", "50,60\n", []), ("g.Tsv", "50\t60\n", []), ("g.csv", ",a,b\nx,50%,60 %\n", ["--labels"]),
                                    ("e.csv", "5e00000000000000000001,60\n", [])):
            (Path(folder) / name).write_text(game)
            for program in (programs.verified, check):
                assert programs.program(program, proof, Path(folder) / name, *extra)[0] == 0, (name, program)
        # A game is symmetric everywhere: here its diagonal is not 0 in a row that is not played.
        proof.write_bytes((programs.source / "tests/checker/corpus/valid_symmetric_stakes.cert").read_bytes())
        for own, code in ((0, 0), (5, 1)):
            (Path(folder) / "g.csv").write_text(f"0,1,-1,2\n-1,{own},-1/2,-1\n1,1/2,0,-3\n-2,1,3,0\n")
            for program in (programs.verified, check):
                assert programs.program(program, proof, Path(folder) / "g.csv")[0] == code, (own, program)
        # A million rows, in the stack that there is.
        large = 1000000
        game = Path(folder) / "large.csv"
        game.write_text("1\n" + "0\n" * (large - 1))
        rest = b"row-strategy 1\n0 1\ncolumn-strategy 1\n0 1\nrow 0 1\ncolumn 0" + b" 0" * (large - 1) + b"\nend\n"
        for head in (b"allnash-certificate 1\nshape %d 1\nsymmetric no\nvalue 1\n",
                     b"allnash-bounds 1\nshape %d 1\nsymmetric no\nrange none\nepsilon 1\nlow 1\nhigh 1\n"):
            proof.write_bytes(head % large + rest)
            assert programs.program(programs.verified, proof, game)[:2] == (0, "verified"), head
        # Half of many rows played, beside the game: one walk.
        rows = 80000
        game.write_text("0\n1\n" * (rows // 2))
        odd = range(1, rows, 2)
        proof.write_bytes(b"allnash-certificate 1\nshape %d 1\nsymmetric no\nvalue 1\nrow-strategy %d\n" % (rows, len(odd))
                          + b"".join(b"%d 1/%d\n" % (i, len(odd)) for i in odd) + b"column-strategy 1\n0 1\n"
                          + b"".join(b"row %d 1\n" % i for i in odd) + b"column 0" + b" 0" * (rows // 2) + b"\nend\n")
        assert seconds(lambda: programs.program(programs.verified, proof, game)[:2] == (0, "verified")) < 4
        # Strategies that are copies of each other: sets of 121 dimensions, by one elimination for all.
        proof.write_bytes(copied(79, 200))
        run = subprocess.run([programs.verified, proof], capture_output=True, text=True)
        assert "optimal sets of dimensions 121 and 121" in run.stdout, run.stdout
        assert seconds(lambda: programs.program(programs.verified, proof)[0] == 0) < 4
        run = subprocess.run([programs.verified, proof, "--no-dimensions"], capture_output=True, text=True)
        assert run.stdout == "verified: value and supports of all equilibria\n", run.stdout

    true = [found[t][1] for t in sorted(accepted) if len(found[t][1]) < 20000]
    started, tried, kept = time.time(), 0, 0
    while tried < options.mutants:
        number = min(5000, options.mutants - tried)
        changed = list(mutants(true, number, options.seed + tried))
        kept += len(programs.both(changed))
        tried += number
    print(f"{tried} mutants, the same verdict on each; {kept} are still true of some game")
    assert kept > tried / 100

    beside = list(tables(found, options.mutants, options.seed))
    kept = len(programs.both(beside))
    print(f"{len(beside)} certificates beside texts of games: the same verdict on each; {kept} verified")
    assert kept > len(beside) / 10


if __name__ == "__main__":
    main()
