#!/usr/bin/env python3
"""slurm_test.py ALLNASH ALLNASH_MPI ALLNASH_MPIRUN PLAYER DOCUMENT: the srun of docs/workers.md, on a Slurm of this machine
alone; and allnash-mpirun over it, with a rank that is killed.

Starts munged, slurmctld and slurmd in a folder of its own, on ports of its own, and ends them. Skips, with exit
code 77, where they are not installed or cannot start.
"""
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ALLNASH, ALLNASH_MPI, ALLNASH_MPIRUN, PLAYER, DOCUMENT = sys.argv[1:]
PROGRAMS = ("munged", "slurmctld", "slurmd", "srun", "sinfo")
CONF = """
ClusterName=one
SlurmctldHost={host}(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
"""


def skip(reason):
    print(f"SKIPPED: srun was not tried: {reason}")
    sys.exit(77)


def free_ports():
    with socket.socket() as one, socket.socket() as two:
        one.bind(("127.0.0.1", 0))
        two.bind(("127.0.0.1", 0))
        return one.getsockname()[1], two.getsockname()[1]


def start_munge(folder):
    munge = folder / "munge"
    munge.mkdir(mode=0o711)
    key = munge / "key"
    key.touch(mode=0o600)
    key.write_bytes(os.urandom(1024))
    return subprocess.Popen(
        ["munged", "--force", "--foreground", f"--socket={munge}/socket", f"--key-file={key}", f"--pid-file={munge}/pid",
         f"--log-file={munge}/log", f"--seed-file={munge}/seed"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def wait_for(what, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.2)
    return False


def end(processes):
    for process in reversed(processes):
        process.send_signal(signal.SIGTERM)
    for process in processes:
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def cluster(folder):
    folder.chmod(0o755)
    for name in ("state", "spool"):
        (folder / name).mkdir()
    host = socket.gethostname().split(".")[0]
    user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
    (folder / "slurm.conf").write_text(CONF.format(host=host, folder=folder, user=user, ports=free_ports()))
    environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf"),
                   "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
    processes = [start_munge(folder)]
    try:
        if not wait_for((folder / "munge/socket").exists):
            skip("munged did not start")
        for daemon in ("slurmctld", "slurmd"):
            processes.append(subprocess.Popen([daemon, "-D"], env=environment, stdout=subprocess.DEVNULL,
                                              stderr=subprocess.DEVNULL))

        def idle():
            said = subprocess.run(["sinfo", "-h", "-o", "%t"], env=environment, capture_output=True, text=True)
            return said.stdout.strip() == "idle"
        if not wait_for(idle):
            skip("no node came up")
        yield environment
        wait_for(lambda: not subprocess.run(["squeue", "-h"], env=environment, capture_output=True).stdout)
    finally:
        end(processes)


def without_time(done):
    result = json.loads(done.stdout)
    for changing in ("seconds", "recalled", "repeats"):
        result.pop(changing, None)
    return result


def restarted(folder, launch, environment):
    """Slurm ends all ranks with the one that was killed; the run goes on from its ledger."""
    asked = folder / "asked"
    asked.touch()
    player = (f"mkdir {folder}/first 2>/dev/null && (while [ $(wc -l < {asked}) -lt 50 ]; do sleep 0.01; done; kill -9 $PPID) & "
              f"exec {PLAYER} seconds=0.01 log={asked}")
    done = subprocess.run([ALLNASH_MPIRUN, ALLNASH_MPI, "solve", "oracle", "--oracle", player, "--rows", "20", "--columns", "20",
                           "--json", "--ledger", folder / "run.db", "--game-id", "player"],
                          env={**environment, "ALLNASH_MPIRUN": " ".join(launch), "PATH": f"{Path(ALLNASH).parent}:{os.environ['PATH']}"},
                          capture_output=True, text=True, timeout=120)
    return done, asked.read_text().split()


def main():
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    missing = [program for program in PROGRAMS if not shutil.which(program)]
    if missing:
        skip(f"{', '.join(missing)} not installed (scripts/install-deps test)")
    if not Path(ALLNASH_MPI).exists():
        skip("allnash-mpi is not built, for CMake found no MPI")
    launch = re.search(r"`(srun [^`]*)` can replace `mpirun`", Path(DOCUMENT).read_text()).group(1).split()
    game = ["solve", "oracle", "--oracle", PLAYER, "--rows", "20", "--columns", "20", "--json"]
    alone = subprocess.run([ALLNASH, *game], capture_output=True, check=True)
    with tempfile.TemporaryDirectory(prefix="slurm") as name, cluster(Path(name)) as environment:
        done = subprocess.run([launch[0], "--ntasks=4", *launch[1:], ALLNASH_MPI, *game], env=environment,
                              capture_output=True, text=True, timeout=120)
        again, asked = restarted(Path(name), [launch[0], "--ntasks=4", *launch[1:]], environment)
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert without_time(done) == without_time(alone)
    assert again.returncode == 0 and again.stderr.count("it goes on from there") == 1, (again.returncode, again.stderr)
    assert without_time(again) == without_time(alone)
    assert len(asked) - len(set(asked)) - 8 <= 3 * 4, "more was asked again than three workers had in flight"
    print(f"{' '.join(launch)}: as on one machine")


main()
