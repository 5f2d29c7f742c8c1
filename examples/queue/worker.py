#!/usr/bin/env python3
"""worker.py DATABASE MODULE [RUN]: answers questions of a run in the queue by MODULE.payoff(i, j), until the run has ended.

Start as many as you like, anywhere, at any time, and stop them as you like. A worker holds the line of its question locked
in a transaction. When it dies its connection ends, PostgreSQL rolls the transaction back, and the next worker gets the line.
"""
import importlib
import select
import sys

import psycopg2

RUN = "run"  # the name of a run that is given none
NEXT = """SELECT i, j FROM questions WHERE run = %s AND payoff IS NULL ORDER BY place FOR UPDATE SKIP LOCKED LIMIT 1"""
# Within two minutes the server notices a host that is gone and ended no connection.
KEEPALIVE = "-c tcp_keepalives_idle=60 -c tcp_keepalives_interval=15 -c tcp_keepalives_count=4"


def worker_name(run):
    """What the server calls the workers of a run; it keeps 63 bytes of that."""
    return f"allnash worker {run}".encode("ascii", "replace")[:63].decode()


def wait(db):
    """Until something new is told, or for a second."""
    db.poll()
    if not db.notifies and select.select([db], [], [], 1)[0]:
        db.poll()
    db.notifies.clear()


def number_of(db, name):
    """The number of the run of this name; None where there is none."""
    with db, db.cursor() as sql:
        sql.execute("SELECT id FROM runs WHERE name = %s", (name,))
        found = sql.fetchone()
        return found and found[0]


def work(db, run, payoff):
    """Answers one question; False when none is open."""
    with db, db.cursor() as sql:  # a transaction: committed at the end, rolled back where something fails
        sql.execute(NEXT, (run,))
        question = sql.fetchone()
        if question is None:
            return False
        sql.execute("UPDATE questions SET payoff = %s WHERE (run, i, j) = %s", (str(payoff(*question)), (run, *question)))
        sql.execute("NOTIFY answers")
    return True


def main(database, module, name=RUN):
    sys.path.insert(0, "")
    payoff = importlib.import_module(module).payoff
    db = psycopg2.connect(database, application_name=worker_name(name), options=KEEPALIVE)
    with db, db.cursor() as sql:
        sql.execute("LISTEN questions")
    while (run := number_of(db, name)) is None:
        wait(db)
    # A later run of this name may be of another game, which this module does not know.
    while number_of(db, name) == run:
        if not work(db, run, payoff):
            wait(db)


if __name__ == "__main__":
    main(*sys.argv[1:])
