"""examples/arena: a visitor votes in a browser, while the two processes behind the page are killed again and again."""
import os
import random
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import allnash
import queue_nursery

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
except ImportError:
    webdriver = None

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/arena"
NAMES = ["Ada", "Bo's <b>bot</b>", "Chloé", "delta, the 4th", "Echo"]
VOTES, KILLS = 120, 40


def missing():
    if found := queue_nursery.missing():
        return found
    if webdriver is None or not shutil.which("chromium") or not shutil.which("chromedriver"):
        return "Chromium, its driver or Selenium is missing (scripts/install-deps test)"
    return ""


pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Site:
    """Two processes of the example, each replaced when it is killed."""

    def __init__(self, database, port):
        self.command = [sys.executable, "-B", EXAMPLE / "server.py", database, str(port)]
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        self.running = [self.start() for _ in range(2)]

    def start(self):
        return subprocess.Popen(self.command, env=self.environment, stderr=subprocess.DEVNULL)

    def kill(self, which):
        self.running[which].kill()
        self.running[which].wait()
        self.running[which] = self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for one in self.running:
            one.kill()
            one.wait()


@pytest.fixture
def driver():
    options = webdriver.chrome.options.Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.binary_location = shutil.which("chromium")
    one = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    yield one
    one.quit()


def until(holds, what):
    for _ in range(3000):
        if found := holds():
            return found
        time.sleep(0.02)
    raise AssertionError(what)


def test_votes_in_a_browser_survive_kills(driver):
    """Every vote that the page counted is in the database once, and none that it did not. Kills: an answer before the commit, a vote without
    its ticket (then some count twice), a page that does not send again."""
    import psycopg2

    draw = random.Random(4)
    with queue_nursery.database(EXAMPLE / "schema.sql") as database:
        db = psycopg2.connect(database)
        db.autocommit = True
        sql = db.cursor()
        sql.executemany("INSERT INTO players (name) VALUES (%s)", [(name,) for name in NAMES])
        port = free_port()
        with Site(database, port) as site:
            def opened():
                try:
                    driver.get(f"http://127.0.0.1:{port}/")
                    return driver.find_elements(By.ID, "pair")
                except Exception:  # nobody listens yet
                    return None
            until(opened, "the page does not open")
            kills = sorted(draw.sample(range(VOTES - 30), KILLS))  # at the end a plan is to be made
            for vote in range(VOTES):
                until(lambda: driver.find_element(By.ID, "left").is_enabled(), f"no pair after {vote} votes")
                left, right = (driver.find_element(By.ID, side).text for side in ("left", "right"))
                assert {left, right} < set(NAMES) and left != right
                strong = min(left, right, key=NAMES.index)
                better = strong if draw.random() < 0.85 else {left: right, right: left}[strong]
                # In the page, so that the kill comes while the vote is on its way.
                driver.execute_script("document.getElementById(arguments[0]).click()",
                                      "tie" if draw.random() < 0.1 else "left" if better == left else "right")
                if kills and kills[0] == vote:
                    kills.pop(0)
                    site.kill(draw.randrange(2))
            until(lambda: driver.find_element(By.ID, "count").text == str(VOTES), "votes are missing in the page")
            sql.execute("SELECT count(*), count(DISTINCT ticket) FROM votes")
            assert sql.fetchone() == (VOTES, VOTES)
            sql.execute("SELECT count(*) FROM tickets JOIN players ON players.id IN (a, b) GROUP BY players.id")
            assert min(count for count, in sql) >= 10, "players with few matches come first"
            until(lambda: sql.execute("SELECT count(*) FROM planned") or sql.fetchone()[0], "there is no plan")
            # The leaderboard is that of `rank` of the same votes.
            sql.execute("SELECT x.name, y.name, a_got FROM votes JOIN tickets ON tickets.id = ticket "
                        "JOIN players x ON x.id = a JOIN players y ON y.id = b ORDER BY place")
            ranking = allnash.rank(*zip(*sql.fetchall()), schedule="any", distinct=True)
            assert ranking.plays == VOTES

            def board():
                driver.get(f"http://127.0.0.1:{port}/board")
                return [one.text for one in driver.find_elements(By.CSS_SELECTOR, "#board-table tbody th")]
            shown = until(board, "there is no leaderboard")
            assert shown == [one["name"] for one in ranking._json["leaderboard"]]
        db.close()
