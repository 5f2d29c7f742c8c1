#!/usr/bin/env python3
"""driver.py DATABASE ROWS COLUMNS LEDGER CERTIFICATE: solves a game whose payoffs workers take from the queue.

It decides what to ask, and may be killed and started again at any time: the ledger has what it has taken in, the queue what
was answered or begun meanwhile, and nothing of that is asked again.
"""
import sys

import allnash
import psycopg2
from psycopg2.extras import execute_values

from worker import wait

IDLE = """SELECT (SELECT count(*) FROM pg_stat_activity WHERE application_name = 'allnash worker' AND datname = current_database())
               - (SELECT count(*) FROM questions WHERE payoff IS NULL)"""


def ask(db, entries):
    with db, db.cursor() as sql:
        execute_values(sql, "INSERT INTO questions (i, j) VALUES %s ON CONFLICT DO NOTHING", entries)
        sql.execute("NOTIFY questions")


def new_answers(db):
    with db, db.cursor() as sql:
        sql.execute("UPDATE questions SET seen = true WHERE payoff IS NOT NULL AND NOT seen RETURNING i, j, payoff")
        return {(i, j): payoff for i, j, payoff in sql}


def idle(db):
    with db, db.cursor() as sql:
        sql.execute(IDLE)
        return max(0, sql.fetchone()[0])


def main(database, rows, columns, ledger, certificate):
    solver = allnash.Solver((int(rows), int(columns)), ledger=ledger, ahead="10%")
    db = psycopg2.connect(database, application_name="allnash driver")
    with db, db.cursor() as sql:
        sql.execute("LISTEN answers")
        sql.execute("UPDATE questions SET seen = false WHERE seen")  # by a driver that is no more
    asked, answers = set(), {}
    wanted = solver.step(by_name=True)
    while wanted:
        if fresh := [entry for entry in wanted if entry not in asked]:
            ask(db, fresh)
            asked.update(fresh)
        answers.update(new_answers(db))
        ready = {entry: answers.pop(entry) for entry in wanted if entry in answers}
        if not ready and not fresh:
            wait(db)
        wanted = solver.step(ready, idle=idle(db), by_name=True)
    print(solver.result)
    solver.result.write_certificate(certificate)
    with db, db.cursor() as sql:  # what was asked ahead and is not needed, but for what is being worked on
        sql.execute("DELETE FROM questions WHERE (i, j) IN (SELECT i, j FROM questions FOR UPDATE SKIP LOCKED)")


if __name__ == "__main__":
    main(*sys.argv[1:])
