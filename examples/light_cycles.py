#!/usr/bin/env python3
"""Agents of a small game of light cycles play matches; allnash asks who beats whom.

    allnash solve oracle --oracle 'python3 examples/light_cycles.py' --rows 24 --columns 24 --symmetric

Two cycles start on opposite sides of a 9 x 9 board and leave walls behind. Both move at once, each one
step: left, ahead or right. Whoever runs into a wall or off the board loses; when both do, it is a draw.
An agent is a temper and an order of preference among the three moves: 4 x 6 = 24 agents. The payoff of a
match is 1, 0 or -1. The board looks the same to both, so the payoff of (j, i) is minus that of (i, j).
"""
import sys
from itertools import permutations

SIDE = 9
MOVES = {"left": -1, "ahead": 0, "right": 1}
HEADINGS = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # up, right, down, left: clockwise
TEMPERS = ["rash", "spacious", "wall-hugging", "chasing"]
AGENTS = [(temper, order) for temper in TEMPERS for order in permutations(MOVES)]


def ahead(cell, heading):
    return cell[0] + HEADINGS[heading][0], cell[1] + HEADINGS[heading][1]


def free(cell, walls):
    return 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE and cell not in walls


def space(cell, walls):
    """How many free cells can be reached from this one."""
    seen, edge = {cell}, [cell]
    while edge:
        here = edge.pop()
        for heading in range(4):
            there = ahead(here, heading)
            if there not in seen and free(there, walls):
                seen.add(there)
                edge.append(there)
    return len(seen)


def walls_around(cell, walls):
    return sum(not free(ahead(cell, heading), walls) for heading in range(4))


def choose(agent, me, other, walls):
    """The heading that an agent takes; of moves it finds equally good, the one it prefers."""
    temper, order = agent
    cell, heading = me
    options = [(heading + MOVES[move]) % 4 for move in order]
    options = [option for option in options if free(ahead(cell, option), walls)] or options
    if temper == "spacious":
        return max(options, key=lambda option: space(ahead(cell, option), walls))
    if temper == "wall-hugging":
        return max(options, key=lambda option: walls_around(ahead(cell, option), walls))
    if temper == "chasing":
        def distance(option):
            x, y = ahead(cell, option)
            return abs(x - other[0][0]) + abs(y - other[0][1])
        return min(options, key=distance)
    return options[0]


def match(one, two):
    """1 when the first agent wins, -1 when the second does, 0 for a draw."""
    first, second = ((1, 4), 1), ((SIDE - 2, 4), 3)
    walls = {first[0], second[0]}
    while True:
        headings = choose(one, first, second, walls), choose(two, second, first, walls)
        cells = ahead(first[0], headings[0]), ahead(second[0], headings[1])
        crash_one = not free(cells[0], walls) or cells[0] == cells[1]
        crash_two = not free(cells[1], walls) or cells[0] == cells[1]
        if crash_one or crash_two:
            return crash_two - crash_one
        walls.update(cells)
        first, second = (cells[0], headings[0]), (cells[1], headings[1])


def main():
    if sys.argv[1:] == ["--names"]:
        for temper, order in AGENTS:
            print(temper, ">".join(order))
        return
    for line in sys.stdin:  # one request a line, until allnash closes the input
        i, j = map(int, line.split())
        print(match(AGENTS[i], AGENTS[j]), flush=True)  # flush, or allnash waits for ever


if __name__ == "__main__":
    main()
