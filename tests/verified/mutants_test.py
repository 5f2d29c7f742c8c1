"""Faults in the files that are not trusted never make the verified checker say something false.

    mutants_test.py SOURCE FOLDER

One program is built with a fault in each place, and an environment variable that names the one that shows.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# The row pays -5 in column 0 and -9 in column 1: the value is -9, and the certificate says -5, as 5/-1. A reader that takes that
# for a fraction with the denominator -1 turns every comparison with the value around: -9 is then more than 5/-1.
DENOMINATOR = ("allnash-certificate 1\nshape 1 2\nsymmetric no\nvalue 5/-1\nrow-strategy 1\n0 1\ncolumn-strategy 1\n0 1\n"
               "row 0 -5 -9\ncolumn 0\nend\n")
TRUE = "allnash-certificate 1\nshape 2 1\nsymmetric no\nvalue 1\nrow-strategy 1\n0 1\ncolumn-strategy 1\n0 1\nrow 0 1\ncolumn 0 0\nend\n"
# A row of the number -1, which no game has.
INDEX = TRUE.replace("\n0 1\ncolumn-s", "\n-1 1\ncolumn-s").replace("row 0 1", "row -1 1")
# Both rows are optimal, and every mixture of them.
TWO = ("allnash-certificate 1\nshape 2 1\nsymmetric no\nvalue 1\nrow-strategy 2\n0 1/2\n1 1/2\ncolumn-strategy 1\n0 1\n"
       "row 0 1\nrow 1 1\ncolumn 0\nend\n")
FALSE = TRUE.replace("column 0 0", "column 0 2")

# Where each fault is put: file, what stands there, and what comes in its place.
FAULTS = [
    ("reader.ml", "let canonical s =\n",
     'let faulty name = Sys.getenv_opt "FAULT" = Some name\n\nlet canonical s =\n'
     '  if faulty "denominator" && s = "5/-1" then Some { qnum = Integer.of_int 5; qden = Integer.minus_one } else\n'),
    ("reader.ml", "      let index = count text 0 (strategies - 1) in\n      if index <= last then",
     '      let index = if faulty "index" then int_of_string (field text) else count text 0 (strategies - 1) in\n'
     '      if index <= last && not (faulty "index") then'),
    ("reader.ml", 'Pair { evidence = body; value = first }',
     'Pair { evidence = body; value = if faulty "value" then { first with qnum = Integer.succ first.qnum } else first }'),
    ("reader.ml", "  let columns = count text 1 largest_shape in\n",
     '  let columns = count text 1 largest_shape in\n  let rows = if faulty "shape" then rows - 1 else rows in\n'),
    ("evidence.ml", "let of_fraction f =",
     'let of_fraction f = if Reader.faulty "points" then { qnum = Fraction.num (Fraction.neg f); qden = Integer.neg (Fraction.den f) } else'),
    ("evidence.ml", "let of_certificate c =\n",
     'let of_certificate c =\n  if Reader.faulty "evidence" then\n'
     '    let nothing = { points = []; free = []; modulus = Integer.of_int 2; inverse = [] } in Some (nothing, nothing) else\n'
     '  if Reader.faulty "failure" then failwith "evidence" else\n'),
    ("reasons.ml", "let limits = function\n", 'let limits = function\n  | _ when Reader.faulty "limits" -> ()\n'),
    ("reasons.ml", "let why subject game =\n", 'let why subject game =\n  if Reader.faulty "limits" then "" else\n'),
]

PART = "verified: value and supports of all equilibria"
# The fault, the certificate, the exit code and the first words of the answer.
EXPECTED = [
    ("none", TRUE, 0, PART + ", one equilibrium"), ("none", TWO, 0, PART + ", optimal sets of dimensions 1 and 0"),
    ("none", FALSE, 1, "rejected: "), ("none", DENOMINATOR, 1, "rejected: line 4"), ("none", INDEX, 1, "rejected: line 6"),
    ("denominator", DENOMINATOR, 1, "rejected: the text is not"), ("denominator", TRUE, 0, PART),
    ("index", INDEX, 1, "rejected: the text is not"), ("index", TRUE, 0, PART),
    ("value", TRUE, 1, "rejected: the text is not"), ("shape", TRUE, 1, "rejected: the text is not"),
    ("evidence", TWO, 0, PART + "\n"), ("points", TWO, 0, PART + "\n"), ("failure", TWO, 0, PART + "\n"),
    ("limits", FALSE, 1, "rejected: "), ("limits", TRUE, 0, PART),
]


def main():
    source = Path(sys.argv[1]).resolve()
    if not shutil.which("ocamlfind") or subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True).returncode:
        print("skipped: no OCaml with Zarith here; `make verified` installs it")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(source / "verified", copy / "verified")
        shutil.copy(source / "CMakeLists.txt", copy)
        for name, old, new in FAULTS:
            file = copy / "verified/ocaml" / name
            text = file.read_text()
            assert text.count(old) == 1, (name, old)
            file.write_text(text.replace(old, new))
        made = subprocess.run(["make", "-C", copy / "verified", f"BUILD={folder}/build", "program"], capture_output=True, text=True)
        assert made.returncode == 0, made.stdout + made.stderr
        proof = copy / "proof"
        for fault, text, code, words in EXPECTED:
            proof.write_text(text)
            run = subprocess.run([copy / "build/allnash-check-verified", proof], capture_output=True, text=True,
                                 env={**os.environ, "FAULT": fault})
            assert run.returncode == code and run.stdout.startswith(words), (fault, text, run.returncode, run.stdout, run.stderr)
    print(f"{len(FAULTS)} faults in files that are not trusted: nothing false is verified")


if __name__ == "__main__":
    main()
