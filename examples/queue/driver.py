#!/usr/bin/env python3
"""driver.py DATABASE ROWS COLUMNS LEDGER CERTIFICATE [RUN]: solves a game whose payoffs workers take from the queue.

It decides what to ask, and may be killed and started again at any time: the ledger has what it has taken in, the queue what
was answered or begun meanwhile, and nothing of that is asked again.
"""
import os
import platform
import sys

import allnash
import psycopg2
from psycopg2.extras import execute_values

from worker import RUN, wait, worker_name

IDLE = """SELECT (SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND datname = current_database())
               - (SELECT count(*) FROM questions WHERE run = %s AND payoff IS NULL)"""
# Questions of runs that have ended, but for those that are being worked on.
SWEEP = """DELETE FROM questions WHERE (run, i, j) IN
               (SELECT run, i, j FROM questions WHERE run NOT IN (SELECT id FROM runs) FOR UPDATE SKIP LOCKED)"""


def enter(db, name, ledger, shape):
    """The number of the run. A run of this name goes on, if it is the same one: of another game nothing may be taken."""
    with db, db.cursor() as sql:
        sql.execute(SWEEP)
        sql.execute("INSERT INTO runs (name, ledger, rows, columns) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING",
                    (name, ledger, *shape))
        sql.execute("SELECT id, ledger, rows, columns FROM runs WHERE name = %s", (name,))
        number, *there = sql.fetchone()
    if there != [ledger, *shape]:
        sys.exit(f"the queue has a run {name!r} of the ledger {there[0]}, {there[1]} x {there[2]}: give this one another name, "
                 f"or end that one: DELETE FROM runs WHERE name = '{name}'")
    return number


def ask(db, run, entries):
    with db, db.cursor() as sql:
        execute_values(sql, "INSERT INTO questions (run, i, j) VALUES %s ON CONFLICT DO NOTHING",
                       [(run, i, j) for i, j in entries])
        sql.execute("NOTIFY questions")


def new_answers(db, run):
    with db, db.cursor() as sql:
        sql.execute("UPDATE questions SET seen = true WHERE run = %s AND payoff IS NOT NULL AND NOT seen RETURNING i, j, payoff",
                    (run,))
        return {(i, j): payoff for i, j, payoff in sql}


def idle(db, run, name):
    with db, db.cursor() as sql:
        sql.execute(IDLE, (worker_name(name), run))
        return max(0, sql.fetchone()[0])


def main(database, rows, columns, ledger, certificate, name=RUN):
    shape = int(rows), int(columns)
    solver = allnash.Solver(shape, ledger=ledger, ahead="10%")
    db = psycopg2.connect(database, application_name="allnash driver")
    run = enter(db, name, f"{platform.node()}:{os.path.realpath(ledger)}", shape)
    with db, db.cursor() as sql:
        sql.execute("LISTEN answers")
        sql.execute("UPDATE questions SET seen = false WHERE run = %s AND seen", (run,))  # by a driver that is no more
    asked, answers = set(), {}
    wanted = solver.step(by_name=True)
    while wanted:
        if fresh := [entry for entry in wanted if entry not in asked]:
            ask(db, run, fresh)
            asked.update(fresh)
        answers.update(new_answers(db, run))
        ready = {entry: answers.pop(entry) for entry in wanted if entry in answers}
        if not ready and not fresh:
            wait(db)
        wanted = solver.step(ready, idle=idle(db, run, name), by_name=True)
    print(solver.result)
    solver.result.write_certificate(certificate)
    with db, db.cursor() as sql:  # workers end with their run
        sql.execute("DELETE FROM runs WHERE id = %s", (run,))
        sql.execute(SWEEP)
        sql.execute("NOTIFY questions")


if __name__ == "__main__":
    main(*sys.argv[1:])
