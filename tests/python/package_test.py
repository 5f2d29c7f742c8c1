"""The package as pip makes and installs it: wheels, one with its libraries inside, and the sources."""
import os
import platform
import re
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import allnash
import environment

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ["ALLNASH_BUILD"]).resolve()
# What numbers and files are left to; NumPy and Python itself use none of these.
OURS = ["flint", "Clp", "CoinUtils", "gmp", "mpfr", "fmt", "sqlite3"]
RUNTIME = re.compile(r"(linux-vdso|/?.*/?ld-linux.*|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s))\.so")


def run(*words, **how):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **how)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def clean():
    """The environment without what leads to the build folder."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "ALLNASH_BUILD")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "--no-index", "-w", folder,
        ROOT, env={**os.environ, "ALLNASH_BUILD": str(BUILD)})
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def bundled(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bundled")
    run(sys.executable, "-B", ROOT / "python" / "bundle_wheel.py", wheel, folder)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(bundled, tmp_path_factory):
    """An interpreter that sees the bundled wheel and nothing else."""
    return environment.make(tmp_path_factory.mktemp("alone"), bundled)


def members(path):
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


def test_what_the_wheel_holds(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = Parser().parsestr(archive.read(next(n for n in names if n.endswith("METADATA"))).decode())
    assert metadata["Name"] == "allnash" and metadata["Version"] == allnash.__version__
    needed = [need for need in metadata.get_all("Requires-Dist") if "extra ==" not in need]
    assert metadata["Requires-Python"] == ">=3.11" and not needed
    assert "Typing :: Typed" in metadata.get_all("Classifier")
    sources = {f"allnash/{path.name}" for path in (ROOT / "python/allnash").iterdir() if path.suffix in {".py", ".pyi"}}
    package = {name for name in names if name.startswith("allnash/")}
    library = {name for name in package if name.startswith("allnash/liballnash.so.")}
    compiled = {name for name in package if name.startswith("allnash/_allnash.cpython-")}
    assert len(library) == len(compiled) == 1
    stubs = {f"allnash/{module}.pyi" for module in ("_solve", "_ledger", "_rank")}
    assert package == sources | library | compiled | stubs | {"allnash/py.typed", "allnash/allnash-check"}


def test_what_the_bundled_wheel_holds(wheel, bundled):
    major, minor = map(int, re.search(r"-manylinux_(\d+)_(\d+)_" + platform.machine(), bundled.name).groups())
    here = tuple(map(int, os.confstr("CS_GNU_LIBC_VERSION").split()[1].split(".")))
    assert (2, 17) <= (major, minor) <= here  # what it was built with cannot ask for more
    more = members(bundled) - members(wheel)
    for name in OURS:
        assert any(re.fullmatch(rf"allnash/libs/lib{name}-[0-9a-f]{{8}}\.so.*", member) for member in more), name
    terms = {name for name in more if name.startswith("allnash/libs/copyright/")}
    assert len(terms) >= len(OURS) and all(name.startswith("allnash/libs/") for name in more - terms)
    assert not members(wheel) - members(bundled)


def test_the_tag_says_what_is_needed(bundled, tmp_path):
    """The newest symbols of the C library that anything inside uses are of the version in the tag, or older ones that go
    with the C++ library that is needed."""
    with zipfile.ZipFile(bundled) as archive:
        archive.extractall(tmp_path)
    used = "".join(run("objdump", "-p", path) for path in tmp_path.glob("allnash/**/*") if path.is_file() and
                   path.read_bytes()[:4] == b"\x7fELF")
    newest = max(int(minor) for minor in re.findall(r"\bGLIBC_2\.(\d+)", used))
    tagged = int(re.search(r"manylinux_2_(\d+)", bundled.name).group(1))
    assert newest <= tagged and (newest == tagged or "GLIBCXX_3.4.29" in used)
    assert f"manylinux_2_{tagged}" in next(tmp_path.glob("*.dist-info/WHEEL")).read_text()


def test_every_library_is_found_inside(installed):
    package = next(installed.parents[1].glob("lib/python3.*/site-packages/allnash"))
    programs = [package / "allnash-check", *package.glob("*.so*"), *package.glob("libs/*.so*")]
    assert len(programs) > len(OURS) + 2
    for program in programs:
        for line in run("ldd", program, env=clean()).splitlines():
            name, _, place = line.strip().partition(" => ")
            assert RUNTIME.match(name) or place.startswith(str(package)), f"{program.name}: {line}"


def test_the_bundled_wheel_works_alone(installed, tmp_path):
    """Where libraries of the system are out of reach: in their place there are files that cannot be loaded."""
    for name in OURS:
        for path in Path("/usr/lib").glob(f"*/lib{name}.so*"):
            (tmp_path / path.name).touch()
    decoys = {path.name for path in tmp_path.iterdir()}
    assert all(any(decoy.startswith(f"lib{name}.so.") for decoy in decoys) for name in OURS), decoys
    loaded = run(installed, "-B", ROOT / "tests/python/try_package.py", cwd=tmp_path,
                 env={**clean(), "LD_LIBRARY_PATH": str(tmp_path)}).split()
    for name in OURS:
        places = [path for path in loaded if re.match(rf"lib{name}[-.]", Path(path).name)]
        assert places and all(path.startswith(str(installed.parents[1])) for path in places), name


def test_the_decoys_would_be_seen(wheel, tmp_path):
    """The same without libraries inside fails: the test above does not pass by chance."""
    python = environment.make(tmp_path / "alone", wheel)
    decoys = tmp_path / "decoys"
    decoys.mkdir()
    for path in Path("/usr/lib").glob("*/libflint.so*"):
        (decoys / path.name).touch()
    done = subprocess.run([python, "-B", "-c", "import allnash._allnash"], capture_output=True, text=True,
                          env={**clean(), "LD_LIBRARY_PATH": str(decoys)})
    assert done.returncode != 0 and "libflint" in done.stderr


def test_the_wheel_works_alone(wheel, tmp_path):
    """Installed into a folder, with the build folder out of sight."""
    target = tmp_path / "installed"
    run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", target, wheel)
    script = ("import allnash, os\n"
              f"assert allnash.__file__.startswith({str(target)!r})\n"
              "result = allnash.solve([[3, 0], [1, 2]])\n"
              "assert result.value * 2 == 3 and allnash.check(result, [[3, 0], [1, 2]])\n"
              "maps = open('/proc/self/maps').read()\n"
              f"assert {str(target)!r} + '/allnash/liballnash' in maps and {str(BUILD)!r} not in maps\n")
    run(sys.executable, "-B", "-c", script, cwd=tmp_path, env={**clean(), "PYTHONPATH": str(target)})


def sources():
    """The files of the project: those that git knows or would, or else all of them."""
    done = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        return {name for name in done.stdout.splitlines() if (ROOT / name).is_file()}
    return {str(path.relative_to(ROOT)) for path in ROOT.rglob("*")
            if path.is_file() and not path.relative_to(ROOT).parts[0].startswith("build")}


def test_the_source_distribution_is_the_whole_project(tmp_path):
    """`make sdist` also builds from it; here what it holds is compared, and CMake takes it."""
    run(sys.executable, "-B", "setup.py", "-q", "sdist", "-d", tmp_path, cwd=ROOT,
        env={**os.environ, "ALLNASH_BUILD": str(tmp_path / "build")})
    (archive,) = tmp_path.glob("*.tar.gz")
    root = f"allnash-{allnash.__version__}"
    assert archive.name == f"{root}.tar.gz"
    with tarfile.open(archive) as files:
        held = {member.name.removeprefix(root + "/"): member for member in files.getmembers() if member.isfile()}
        assert sources() <= set(held), sources() - set(held)
        assert set(held) - sources() <= {"PKG-INFO", "setup.cfg"}
        assert held["scripts/install-deps"].mode & 0o100
        files.extractall(tmp_path)
    for name in sources():
        assert (tmp_path / root / name).read_bytes() == (ROOT / name).read_bytes(), name
    run("cmake", "-S", tmp_path / root, "-B", tmp_path / "configured", "-G", "Ninja", "-Wno-dev", "-DALLNASH_TESTS=OFF",
        "-DALLNASH_BENCH=OFF", f"-DALLNASH_PYTHON={sys.executable}")
