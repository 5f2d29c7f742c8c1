"""table_responses.py TABLE [exact|bound|unproved] [LOOSENESS] [FAULT ...]: a table, rows by `;` and cells by `,`, as an oracle of best
responses. Bounds are off by the looseness, for a total weight of 1. `LINE=ANSWER` gives another answer to a line, `LINE!exit` ends there,
`LINE!hang` says nothing more, `LINE!twice` answers twice. With the variable ALLNASH_ASKED every line is added to that file."""
import os
import sys
import time
from fractions import Fraction

TABLE = [[Fraction(cell) for cell in row.split(",")] for row in sys.argv[1].split(";")]
WORDS = [word for word in sys.argv[2:] if "=" not in word and "!" not in word]
HOW = WORDS[0] if WORDS else "exact"
LOOSENESS = Fraction(WORDS[1]) if len(WORDS) > 1 else Fraction(0)
OTHER = dict(word.split("=", 1) for word in sys.argv[2:] if "=" in word)
FAULT = dict(word.split("!", 1) for word in sys.argv[2:] if "!" in word and "=" not in word)


def respond(player, mixture):
    weights = [(int(name[1:]), int(weight)) for name, weight in mixture]
    if player == "row":
        sums = [sum(weight * row[j] for j, weight in weights) for row in TABLE]
    else:
        sums = [-sum(weight * TABLE[i][j] for i, weight in weights) for j in range(len(TABLE[0]))]
    best = max(range(len(sums)), key=lambda s: sums[s])
    sign = 1 if player == "row" else -1
    bound = sign * (sums[best] + LOOSENESS * sum(weight for _, weight in weights))
    name = f"{player[0]}{best}"
    return {"exact": f"{name} {sign * sums[best]}", "bound": f"{name} bound {bound}", "unproved": f"{name} unproved"}[HOW]


def answer(line):
    what, *words = line.split()
    if what == "start":
        return words[0][0] + "0"
    if what == "payoff":
        return TABLE[int(words[0][1:])][int(words[1][1:])]
    return respond(words[0], list(zip(words[1::2], words[2::2])))


for line in sys.stdin:
    line = line.rstrip("\n")
    if "ALLNASH_ASKED" in os.environ:
        with open(os.environ["ALLNASH_ASKED"], "a") as asked:
            asked.write(line + "\n")
    fault = FAULT.get(line)
    if fault == "exit":
        sys.exit(7)
    if fault == "hang":
        time.sleep(3600)
    text = OTHER[line] if line in OTHER else answer(line)
    os.write(1, f"{text}\n".encode() * (2 if fault == "twice" else 1))  # at once, so that no request comes between
