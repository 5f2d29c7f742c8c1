#!/usr/bin/env python3
"""server.py DATABASE PORT: one of the processes behind an arena. Any number of them share a database and a port.

A process keeps nothing: it may be killed at any moment, and a vote that was answered is in the database.
"""
import json
import random
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import allnash
import psycopg2

FEW = 10  # matches, before which a player comes first
PLANNED = 200
PLANNING = 49  # the lock of whoever makes a plan
VOTES = """SELECT x.name, y.name, a_got FROM votes JOIN tickets ON tickets.id = ticket
           JOIN players x ON x.id = a JOIN players y ON y.id = b ORDER BY place"""
# The one with the fewest matches, where some have few, and whom it was dealt against least.
RARE = """SELECT players.id, count(tickets.id) FROM players LEFT JOIN tickets ON players.id IN (a, b)
          GROUP BY players.id ORDER BY 2, random() LIMIT 1"""
OTHER = """SELECT players.id FROM players LEFT JOIN tickets ON (a, b) IN ((players.id, %(one)s), (%(one)s, players.id))
           WHERE players.id <> %(one)s GROUP BY players.id ORDER BY count(tickets.id), random() LIMIT 1"""
DEAL = """UPDATE planned SET dealt = dealt + 1 WHERE place =
              (SELECT place FROM planned ORDER BY (dealt + 1.0) / count, place LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING a, b"""


class Arena:
    """What the database has, and what allnash says of it."""

    def __init__(self, database):
        self.database = database
        self.of_thread = threading.local()
        self.planning = threading.Lock()
        self.page, self.page_of = b"", -1
        self.drawing = threading.Lock()

    def db(self):
        """The connection of this thread."""
        if not hasattr(self.of_thread, "db"):
            self.of_thread.db = psycopg2.connect(self.database)
        return self.of_thread.db

    def close(self):
        if hasattr(self.of_thread, "db"):
            self.of_thread.db.close()
            del self.of_thread.db

    def pair(self):
        """A pair to vote on, with its ticket, in an order that is drawn by lot."""
        with self.db() as db, db.cursor() as sql:
            sql.execute(RARE)
            one, dealt = sql.fetchone()
            found = None
            if dealt >= FEW:
                sql.execute(DEAL)
                found = sql.fetchone()
            if found is None:
                sql.execute(OTHER, {"one": one})
                found = one, sql.fetchone()[0]
            sql.execute("INSERT INTO tickets (a, b) VALUES (%s, %s) RETURNING id", found)
            ticket = sql.fetchone()[0]
            sql.execute("SELECT name FROM players WHERE id IN %s", (tuple(found),))
            names = [name for name, in sql]
        random.shuffle(names)
        return {"ticket": ticket, "left": names[0], "right": names[1]}

    def vote(self, ticket, winner):
        """Whether the vote is one; then it is in the database."""
        with self.db() as db, db.cursor() as sql:
            sql.execute("SELECT x.name, y.name FROM tickets JOIN players x ON x.id = a JOIN players y ON y.id = b WHERE tickets.id = %s",
                        (ticket,))
            names = sql.fetchone()
            if names is None or winner not in (*names, "tie"):
                return False
            a_got = 0.5 if winner == "tie" else float(winner == names[0])
            sql.execute("INSERT INTO votes (ticket, a_got) VALUES (%s, %s) ON CONFLICT DO NOTHING", (ticket, a_got))
        threading.Thread(target=self.plan, daemon=True).start()
        return True

    def ranking(self, **options):
        """What allnash says of all votes, and how many they are; None before the first."""
        with self.db() as db, db.cursor() as sql:
            sql.execute(VOTES)
            left, right, outcome = zip(*rows) if (rows := sql.fetchall()) else ((), (), ())
        # Results decide which pairs come next, and each vote is one of its own.
        options = {"schedule": "any", "distinct": True, **options}
        return (allnash.rank(left, right, outcome, **options) if left else None), len(left)

    def plan(self):
        """Makes the plan anew when there are a tenth more votes; one process does so at a time, and nobody waits for it."""
        if not self.planning.acquire(blocking=False):
            return
        try:
            with self.db() as db, db.cursor() as sql:
                sql.execute("SELECT (SELECT count(*) FROM votes), coalesce((SELECT max(votes) FROM plan_of), 0), pg_try_advisory_lock(%s)",
                            (PLANNING,))
                votes, known, mine = sql.fetchone()
            if not mine or votes < max(known * 1.1, known + FEW):
                return
            ranking, votes = self.ranking(plan=PLANNED, for_="top")
            counts = {}
            for pair in ranking.next:
                counts[pair] = counts.get(pair, 0) + 1
            with self.db() as db, db.cursor() as sql:
                sql.execute("SELECT name, id FROM players")
                numbers = dict(sql.fetchall())
                sql.execute("DELETE FROM planned")
                for place, ((a, b), count) in enumerate(counts.items()):
                    sql.execute("INSERT INTO planned (place, a, b, count) VALUES (%s, %s, %s, %s)", (place, numbers[a], numbers[b], count))
                sql.execute("DELETE FROM plan_of; INSERT INTO plan_of VALUES (%s)", (votes,))
        finally:
            self.close()  # and with it the lock
            self.planning.release()

    def board(self):
        """The leaderboard as a page, made anew when there are more votes."""
        with self.drawing:
            with self.db() as db, db.cursor() as sql:
                sql.execute("SELECT count(*) FROM votes")
                votes = sql.fetchone()[0]
            if votes != self.page_of:
                ranking, votes = self.ranking()
                self.page = (ranking.report(title="Arena").html if ranking else "<!DOCTYPE html><title>Arena</title>No votes yet.").encode()
                self.page_of = votes
            return self.page


class Visitor(BaseHTTPRequestHandler):
    """Answers a visitor. What goes wrong on this side is 503: the page asks again."""

    def answer(self, code, kind, body):
        self.send_response(code)
        self.send_header("Content-Type", kind + "; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer_json(self, found):
        self.answer(200, "application/json", json.dumps(found).encode())

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (psycopg2.Error, allnash.InputError) as error:
            self.answer(503, "text/plain", str(error).encode())
        finally:
            self.server.arena.close()

    def do_GET(self):
        if self.path == "/":
            self.answer(200, "text/html", (Path(__file__).parent / "page.html").read_bytes())
        elif self.path == "/pair":
            self.answer_json(self.server.arena.pair())
        elif self.path == "/board":
            self.answer(200, "text/html", self.server.arena.board())
        else:
            self.answer(404, "text/plain", b"there is /, and /board")

    def do_POST(self):
        try:
            vote = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            ticket, winner = int(vote["ticket"]), str(vote["winner"])
        except (ValueError, KeyError, TypeError):
            return self.answer(400, "text/plain", b"a vote has a ticket and a winner")
        if self.path != "/vote" or not self.server.arena.vote(ticket, winner):
            return self.answer(400, "text/plain", b"there is no such pair")
        return self.answer_json({"recorded": True})

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    """Shares its port with other processes: the system deals visitors out among them."""

    daemon_threads = True

    def server_bind(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        super().server_bind()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    server = Server(("127.0.0.1", int(sys.argv[2])), Visitor)
    server.arena = Arena(sys.argv[1])
    server.serve_forever()
