#!/usr/bin/env python3
"""worker.py DATABASE MODULE: answers questions of the queue by MODULE.payoff(i, j), until it is stopped.

Start as many as you like, anywhere, at any time, and stop them as you like. A worker holds the line of its question locked
in a transaction. When it dies its connection ends, PostgreSQL rolls the transaction back, and the next worker gets the line.
"""
import importlib
import select
import sys

import psycopg2

NEXT = """SELECT i, j FROM questions WHERE payoff IS NULL ORDER BY place FOR UPDATE SKIP LOCKED LIMIT 1"""
# Within two minutes the server notices a host that is gone and ended no connection.
KEEPALIVE = "-c tcp_keepalives_idle=60 -c tcp_keepalives_interval=15 -c tcp_keepalives_count=4"


def wait(db):
    """Until something new is told, or for a second."""
    db.poll()
    if not db.notifies and select.select([db], [], [], 1)[0]:
        db.poll()
    db.notifies.clear()


def work(db, payoff):
    """Answers one question; False when none is open."""
    with db, db.cursor() as sql:  # a transaction: committed at the end, rolled back where something fails
        sql.execute(NEXT)
        question = sql.fetchone()
        if question is None:
            return False
        sql.execute("UPDATE questions SET payoff = %s WHERE (i, j) = %s", (str(payoff(*question)), question))
        sql.execute("NOTIFY answers")
    return True


def main(database, module):
    sys.path.insert(0, "")
    payoff = importlib.import_module(module).payoff
    db = psycopg2.connect(database, application_name="allnash worker", options=KEEPALIVE)
    with db, db.cursor() as sql:
        sql.execute("LISTEN questions")
    while True:
        if not work(db, payoff):
            wait(db)


if __name__ == "__main__":
    main(*sys.argv[1:])
