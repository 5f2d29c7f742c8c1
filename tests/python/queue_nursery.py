"""PostgreSQL in a folder of its own, and the driver and the workers of examples/queue, which may be killed."""
import contextlib
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/queue"
# Begins are written down first, a line `pid i j` each.
GAME = """
import os, time
from {module} import {function} as answer
def payoff(i, j):
    begun = os.open({log!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(begun, f"{{os.getpid()}} {{i}} {{j}}\\n".encode())
    os.close(begun)
    time.sleep({seconds})
    return answer(i, j)
"""


def program(name):
    """A program of PostgreSQL: Debian has those of the server beside the path."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), key=lambda path: float(path.split("/")[4]))
    return found[-1] if found else shutil.which(name)


def missing():
    """Why there is no queue here, or an empty text."""
    if not program("initdb") or not program("postgres"):
        return "PostgreSQL is not installed (scripts/install-deps test)"
    try:
        import psycopg2  # noqa: F401
    except ImportError:
        return "psycopg2 is not installed (scripts/install-deps test)"
    return ""


@contextlib.contextmanager
def database(schema=EXAMPLE / "schema.sql"):
    """The name of a database with the tables of an example, on a server that listens to a socket in its folder alone."""
    import psycopg2
    # The server refuses to run as root.
    nobody = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
    folder = tempfile.mkdtemp(prefix="queue")
    if nobody:
        shutil.chown(folder, "nobody", "nogroup")
    data = folder + "/data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **nobody}
    server = None
    try:
        subprocess.run([program("initdb"), "-D", data, "-U", "allnash", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
                       check=True, **quiet)
        server = subprocess.Popen([program("postgres"), "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"],
                                  **quiet)
        name = f"host={folder} user=allnash dbname=postgres"
        for _ in range(600):
            try:
                db = psycopg2.connect(name)
                break
            except psycopg2.OperationalError:
                assert server.poll() is None, "PostgreSQL did not start"
                time.sleep(0.05)
        with db, db.cursor() as sql:
            sql.execute(schema.read_text())
        db.close()
        yield name
    finally:
        if server is not None:
            server.send_signal(signal.SIGQUIT)
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


class Fleet:
    """A driver and workers, in a folder with the game; all of them end with it."""

    def __init__(self, folder, name, shape, module, function, seconds, workers):
        self.folder, self._name, self.log = Path(folder), name, Path(folder) / "begun"
        self.certificate, self.ledger = self.folder / "answer.cert", self.folder / "run.db"
        (self.folder / "game.py").write_text(
            GAME.format(module=module, function=function, log=str(self.log), seconds=seconds))
        self.log.touch()
        self.killed = []
        self._paths = os.pathsep.join([*sys.path, str(Path(__file__).parent)])
        self._shape = [str(side) for side in shape]
        self.workers = [self._start("worker.py", "game") for _ in range(workers)]
        self.driver = self._start_driver()

    def _start(self, script, *words):
        return subprocess.Popen([sys.executable, "-B", EXAMPLE / script, self._name, *words], cwd=self.folder,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE if script == "driver.py" else None,
                                env={**os.environ, "PYTHONPATH": self._paths}, text=True)

    def _start_driver(self):
        return self._start("driver.py", *self._shape, self.ledger, self.certificate)

    def begun(self):
        """What workers have begun: lines (pid, (i, j))."""
        lines = [tuple(map(int, line.split())) for line in self.log.read_text().splitlines()]
        return [(pid, (i, j)) for pid, i, j in lines]

    def kill_worker(self, pid):
        """Kills one, and starts another in its place."""
        for place, worker in enumerate(self.workers):
            if worker.pid == pid:
                worker.kill()
                worker.wait()
                self.killed.append(pid)
                self.workers[place] = self._start("worker.py", "game")

    def kill_driver(self):
        self.driver.kill()
        self.driver.wait()
        self.driver.stderr.close()
        self.driver = self._start_driver()

    def running(self):
        """Whether the driver still runs. Raises for one that failed."""
        code = self.driver.poll()
        if code is None:
            return True
        assert code == 0, self.driver.stderr.read()
        return False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in [*self.workers, self.driver]:
            process.kill()
            process.wait()
        self.driver.stderr.close()
