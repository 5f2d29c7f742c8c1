#!/usr/bin/env python3
"""game_objects.py BUILD: how long game objects in plain Python take to be read, in processor seconds. `own` is what the object
takes for the same questions, asked by a loop in Python that keeps nothing; `beyond` is what reading takes more. Memory is
what the process grows by at most while it reads, in megabytes, each game in a process of its own.
"""
import multiprocessing
import resource
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(sys.argv[1]) / "python"), str(Path(__file__).parents[1] / "tests" / "python")]

import state_games as games  # noqa: E402
from allnash import _allnash  # noqa: E402

GAMES = {"Kuhn's poker, 330 cards": (games.Kuhn, 330), "liar's dice, 6 sides": (games.LiarsDice, 6),
         "goofspiel, 5 cards, at once": (games.Goofspiel, 5), "battleship, 6 cells": (games.Battleship, 6, 3)}


def asked(state):
    """Puts the questions that a pass through the game puts."""
    nodes, waiting, met = 0, [state], set()
    while waiting:
        state = waiting.pop()
        nodes += 1
        if state.is_terminal():
            state.returns()
            continue
        player = state.current_player()
        if player == games.CHANCE:
            waiting += [state.child(action) for action, _ in state.chance_outcomes()]
        elif player == games.SIMULTANEOUS:
            lists = [state.legal_actions(p) for p in (0, 1)]
            met.update(state.information_state_string(p) for p in (0, 1))
            for a in lists[0]:
                for b in lists[1]:
                    after = state.clone()
                    after.apply_actions([a, b])
                    waiting.append(after)
        else:
            actions = state.legal_actions()
            met.add(state.information_state_string(player))
            waiting += [state.child(action) for action in actions]
    return nodes


def timed(work):
    begin = time.process_time()
    found = work()
    return found, time.process_time() - begin


def measure(name):
    make, *parameters = GAMES[name]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    walked, whole = timed(lambda: _allnash.walk_state(make(*parameters), 10 ** 8, False, True, None, False, None))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    nodes, own = timed(lambda: asked(make(*parameters)))
    assert nodes == walked.nodes
    return f"{name:28} {nodes:10,} nodes  own {own:6.2f} s  beyond {whole - own:6.2f} s  {nodes / whole:10,.0f} nodes/s  {grown:5.0f} MB"


if __name__ == "__main__":
    for name in GAMES:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            print(pool.apply(measure, (name,)), flush=True)
