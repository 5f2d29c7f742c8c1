"""The theories: they compile, rest on no axiom, and the extracted file is what Coq makes of them.

    theories_test.py SOURCE FOLDER
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

# What a reader of docs/verified.md is promised.
THEOREMS = ["check_sound", "irrelevance", "check_exists", "check_game_sound", "check_bounds_sound",
            "check_bounds_exists", "check_bounds_game_sound", "check_dimensions_sound", "dimensions_0_unique"]
# Coq's real numbers are themselves axioms.
OF_THE_REALS = {"ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec",
                "FunctionalExtensionality.functional_extensionality_dep"}


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def coqc(folder, name, text):
    scratch = folder / "scratch"
    scratch.mkdir(parents=True, exist_ok=True)
    (scratch / f"{name}.v").write_text(text)
    return run("coqc", "-q", "-R", folder / "theories", "AllNash", f"{name}.v", cwd=scratch)


def no_gaps(source):
    for file in sorted((source / "verified").rglob("*.v")):
        text = re.sub(r"\(\*.*?\*\)", "", file.read_text(), flags=re.S)
        found = re.search(r"\b(Admitted|admit|Axiom|Axioms|Parameter|Conjecture|Abort)\b", text)
        assert not found, f"{file.name}: {found[0]}"


def no_axioms(folder):
    names = ["Definitions", "Check", "Sound", "Games", "Dimensions", "Exists", "Necessary", "Instances"]
    head = f"From AllNash Require Import {' '.join(names)}.\n"
    said = coqc(folder, "Assumptions", head + "".join(f"Print Assumptions {name}.\n" for name in THEOREMS + ["Q_ring"]))
    assert said.split("\n").count("Closed under the global context") == len(THEOREMS) + 1, said
    said = coqc(folder, "Reals", head + "Print Assumptions R_ring.\n")
    found = set(re.findall(r"^(\S+)(?= :)", said, flags=re.M)) | set(re.findall(r"^(\S+\.\S+)$", said, flags=re.M))
    assert found <= OF_THE_REALS, said


def main():
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    no_gaps(source)
    if not shutil.which("coqc"):
        print("skipped: no Coq here; `make verified` installs it")
        sys.exit(77)
    run("make", "-C", source / "verified", f"BUILD={folder}", "theories", "examples")
    run("make", "-C", source / "verified", f"BUILD={folder}", "check-extraction")
    no_axioms(folder)
    print(f"{len(THEOREMS)} theorems, no axiom; the extracted file is up to date")


if __name__ == "__main__":
    main()
