"""Builds the Python package by CMake. ALLNASH_BUILD names a build folder to use, such as build, when it has
been configured already; without it there is one of pip's own, build/pip."""
import os
import re
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()
GIVEN = os.environ.get("ALLNASH_BUILD")
WORK = (Path(GIVEN).resolve() if GIVEN else ROOT / "build") / "pip"


def version():
    return re.search(r"project\(allnash VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class CMakeBuild(build_ext):
    """The package as `cmake --install --component python` puts it together: one list of files, not two."""

    def run(self):
        target = ROOT / "python" if self.inplace else Path(self.build_lib).resolve()
        if not self.inplace:
            shutil.rmtree(target / "allnash", ignore_errors=True)
        build = WORK.parent if GIVEN else WORK / "cmake"
        if not GIVEN:
            self.spawn(["cmake", "-S", str(ROOT), "-B", str(build), "-G", "Ninja", "-Wno-dev", "-DALLNASH_TESTS=OFF",
                        "-DALLNASH_BENCH=OFF", f"-DALLNASH_PYTHON={sys.executable}"])
        self.spawn(["cmake", "--build", str(build), "--target", "allnash_python_package"])
        self.spawn(["cmake", "--install", str(build), "--component", "python", "--prefix", str(target)])

    def get_outputs(self):
        return [str(path) for path in (Path(self.build_lib) / "allnash").rglob("*") if path.is_file()]


WORK.mkdir(parents=True, exist_ok=True)
os.environ.pop("DESTDIR", None)  # make's, for the installation: CMake only gathers files here
# Every file of the package comes from CMake, so setuptools is told of an extension alone.
setup(version=version(), packages=[], ext_modules=[Extension("allnash._allnash", [])],
      cmdclass={"build_ext": CMakeBuild},
      options={"build": {"build_base": str(WORK)}, "egg_info": {"egg_base": str(WORK)}})
