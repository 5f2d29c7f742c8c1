"""bundle_wheel.py WHEEL FOLDER: writes to FOLDER the same wheel with every library that it needs inside.

Libraries go to allnash/libs, under names of their own: one that another package has loaded already, of the
same name, is then not taken for it. What every Linux brings (the C and C++ runtimes) stays outside; the tag
says which of them the wheel needs, by the versions of the symbols that its programs use. The terms under which the
libraries may be copied come along, as Debian gives them. Needs patchelf.
"""
import hashlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OUTSIDE = re.compile(r"(ld-linux.*|linux-vdso|lib(c|m|dl|rt|pthread|resolv|util|stdc\+\+|gcc_s))\.so")


def said(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def is_elf(path):
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def needed(path, beside):
    """name -> path of the libraries that are loaded with it, from outside the package."""
    found = {}
    for line in said("ldd", path).splitlines():
        name, arrow, place = line.strip().partition(" => ")
        if not arrow or OUTSIDE.match(name):
            continue
        if place.startswith("not found"):
            raise SystemExit(f"{path}: {name} is not found")
        place = Path(place.split(" (")[0])
        if place.resolve().parent != beside.resolve():
            found[name] = place
    return found


def own_name(name, path):
    """libgmp-1a2b3c4d.so.10 for libgmp.so.10."""
    stem, dot, rest = name.partition(".so")
    return f"{stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}{dot}{rest}"


def copy_terms(path, folder):
    """The file on copyright of the Debian package that a library is from."""
    for place in (path.resolve(), Path("/usr") / path.resolve().relative_to("/"), path):
        done = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True)
        if done.returncode == 0:
            package = done.stdout.split(":")[0]
            shutil.copy(f"/usr/share/doc/{package}/copyright", folder / f"{package}.txt")
            return
    raise SystemExit(f"{path} is of no Debian package: under which terms may it be copied?")


def bundle(root):
    package = root / "allnash"
    libraries = package / "libs"
    terms = libraries / "copyright"
    terms.mkdir(parents=True)
    programs = [path for path in package.iterdir() if path.is_file() and is_elf(path)]
    sources = {name: path for program in programs for name, path in needed(program, package).items()}
    names = {name: own_name(name, path) for name, path in sources.items()}
    for name, path in sorted(sources.items()):
        copy = libraries / names[name]
        shutil.copy(path, copy)
        copy_terms(path, terms)
        said("patchelf", "--set-soname", names[name], copy)
    for path in programs + [libraries / name for name in names.values()]:
        for name in said("patchelf", "--print-needed", path).split():
            if name in names:
                said("patchelf", "--replace-needed", name, names[name], path)
        place = "$ORIGIN" if path.parent == libraries else "$ORIGIN:$ORIGIN/libs"
        said("patchelf", "--set-rpath", place, path)
        path.chmod(0o755)  # unpacking drops the execute permission of allnash-check


# The C library version of the first distributions whose C++ library had these symbols.
WITH_CPP = {"GLIBCXX_3.4.26": (2, 31), "GLIBCXX_3.4.28": (2, 31), "GLIBCXX_3.4.29": (2, 34), "GLIBCXX_3.4.30": (2, 35),
            "GLIBCXX_3.4.31": (2, 38), "GLIBCXX_3.4.32": (2, 38), "GLIBCXX_3.4.33": (2, 39)}


def numbers(version):
    return tuple(map(int, version.split(".")))


def c_library(paths):
    """The least version of the C library with which all of them can be loaded, as (2, 35)."""
    used = set()
    for path in paths:
        used.update(re.findall(r"\b(?:GLIBC|GLIBCXX)_[\d.]+", said("objdump", "-p", path)))
    cpp = {name for name in used if name.startswith("GLIBCXX") and numbers(name[8:]) > (3, 4, 25)}
    if cpp - set(WITH_CPP):
        raise SystemExit(f"which C library goes with {', '.join(sorted(cpp - set(WITH_CPP)))}?")
    plain = [numbers(name[6:])[:2] for name in used if name.startswith("GLIBC_")]
    return max([*plain, *(WITH_CPP[name] for name in cpp)])


def retag(root):
    """manylinux_2_35_x86_64 for linux_x86_64."""
    major, minor = c_library([path for path in (root / "allnash").rglob("*") if path.is_file() and is_elf(path)])
    file = next(root.glob("*.dist-info/WHEEL"))
    file.write_text(file.read_text().replace(f"-linux_{platform.machine()}",
                                             f"-manylinux_{major}_{minor}_{platform.machine()}"))


def main(wheel, folder):
    with tempfile.TemporaryDirectory() as work:
        said(sys.executable, "-m", "wheel", "unpack", "-d", work, wheel)
        root = next(Path(work).iterdir())
        bundle(root)
        retag(root)
        Path(folder).mkdir(parents=True, exist_ok=True)
        said(sys.executable, "-m", "wheel", "pack", "-d", folder, root)


if __name__ == "__main__":
    main(*sys.argv[1:])
