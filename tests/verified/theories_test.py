"""The theories: they compile, rest on no axiom, and the extracted file is what Coq makes of them.

    theories_test.py SOURCE FOLDER [--coqchk]

With --coqchk Coq's separate checker goes over the compiled proofs too, which takes most of a minute.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

# What a reader of docs/verified.md is promised.
THEOREMS = ["decide_sound", "decide_game_sound", "dimension_unique", "check_sound", "irrelevance", "check_exists", "check_game_sound", "check_bounds_sound",
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


def no_axioms(source, folder):
    names = re.findall(r"^theories/(\w+)\.v$", (source / "verified/_CoqProject").read_text(), flags=re.M)
    assert sorted(names) == sorted(file.stem for file in (source / "verified/theories").glob("*.v")), names
    head = f"From AllNash Require Import {' '.join(name for name in names if name not in ('Reals', 'Extract'))}.\n"
    # One look at all of them, since each goes through the libraries below.
    every = ", ".join("@" + name for name in THEOREMS)
    said = coqc(folder, "Assumptions", head + f"Definition every := ({every}, Q_ring).\nPrint Assumptions every.\nPrint Libraries.\n")
    assert said.startswith("Closed under the global context\n"), said
    # Who uses the rationals does not so much as load the reals.
    assert "AllNash.Rationals" in said and "Coq.Reals" not in said, said
    said = coqc(folder, "Real", "From AllNash Require Import Reals.\nPrint Assumptions R_ring.\n")
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
    no_axioms(source, folder)
    if "--coqchk" in sys.argv[3:]:
        said = run("make", "--no-print-directory", "-C", source / "verified", f"BUILD={folder}", "coqchk")
        assert re.search(r"^\* Axioms: <none>$", said, flags=re.M), said
        print("coqchk: every proof checked anew, no axiom")
    print(f"{len(THEOREMS)} theorems, no axiom; the extracted file is up to date")


if __name__ == "__main__":
    main()
