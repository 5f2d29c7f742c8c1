#!/usr/bin/env python3
"""serve.py DATABASE PORT [PROCESSES]: keeps so many processes (2) of server.py running, each of which may be killed."""
import subprocess
import sys
import time
from pathlib import Path


def main(database, port, processes="2"):
    command = [sys.executable, Path(__file__).parent / "server.py", database, port]
    running = []
    try:
        while True:
            running = [one for one in running if one.poll() is None]
            running += [subprocess.Popen(command) for _ in range(int(processes) - len(running))]
            time.sleep(0.05)
    except KeyboardInterrupt:
        pass
    finally:
        for one in running:
            one.kill()
            one.wait()


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
