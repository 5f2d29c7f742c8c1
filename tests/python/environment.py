"""environment.py FOLDER PACKAGE: makes a virtual environment with a package of allnash, a wheel or a source distribution;
nothing else is seen from it."""
import subprocess
import sys
import venv
from pathlib import Path


def make(folder, package):
    """Returns the interpreter in it."""
    venv.create(folder, with_pip=False, symlinks=True)
    python = Path(folder) / "bin" / "python"
    site = Path(subprocess.run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], check=True,
                               capture_output=True, text=True).stdout.strip())
    # A source distribution is built by the tools of the interpreter that makes the environment.
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation",
                    "--disable-pip-version-check", "--root-user-action=ignore", "--target", site, package], check=True)
    return python


if __name__ == "__main__":
    make(*sys.argv[1:])
