"""Builds the Python package by CMake. ALLNASH_BUILD names a build folder to use and keep, such as build;
without it a folder of pip's own is made and goes away."""
import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()


def version():
    return re.search(r"project\(allnash VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class CMakeBuild(build_ext):
    """The package as `cmake --install --component python` puts it together: one list of files, not two."""

    def run(self):
        build = Path(os.environ.get("ALLNASH_BUILD") or Path(self.build_temp).resolve() / "cmake")
        target = (ROOT / "python") if self.inplace else Path(self.build_lib).resolve()
        cmake = ["cmake", "-S", ROOT, "-B", build, f"-DALLNASH_PYTHON={sys.executable}", "-Wno-dev"]
        if not (build / "CMakeCache.txt").exists():
            cmake += ["-G", "Ninja", "-DALLNASH_TESTS=OFF", "-DALLNASH_BENCH=OFF"]
        subprocess.run(cmake, check=True)
        subprocess.run(["cmake", "--build", build, "--target", "allnash_python_package"], check=True)
        subprocess.run(["cmake", "--install", build, "--component", "python", "--prefix", target], check=True)

    def get_outputs(self):
        return [str(path) for path in (Path(self.build_lib) / "allnash").rglob("*") if path.is_file()]


# Every file of the package comes from CMake, so setuptools is told of an extension alone.
setup(version=version(), packages=[], ext_modules=[Extension("allnash._allnash", [])],
      cmdclass={"build_ext": CMakeBuild}, options={"build": {"build_base": "build/pip"},
                                                   "egg_info": {"egg_base": "python"}})
