#!/usr/bin/env python3
"""arena.py [MATCHES] [SEED]: a log of an arena, as such logs look. Models meet at random, better ones a little more often,
and a match is a tie now and then. The strengths behind it are made up, so that answers can be held against them."""
import random
import sys

MODELS = {"amber-70b": 1.2, "birch-xl": 1.1, "cedar-2": 0.9, "dune-mini": 0.2, "ember-8b": 0.0, "flint-1b": -0.9}
BEATS = {("amber-70b", "birch-xl"): 0.5, ("birch-xl", "cedar-2"): 0.5, ("cedar-2", "amber-70b"): 0.8}

matches = int(sys.argv[1]) if len(sys.argv) > 1 else 12000
draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
names = list(MODELS)
print("question_id,model_a,model_b,winner,judge,tstamp")
for t in range(matches):
    a, b = draw.sample(names, 2) if draw.random() < 0.7 else draw.sample(names[:4], 2)
    edge = MODELS[a] - MODELS[b] + BEATS.get((a, b), 0) - BEATS.get((b, a), 0)
    wins = draw.random() < 1 / (1 + 2.718281828459045 ** -edge)
    said = draw.choice(("tie", "tie (bothbad)")) if draw.random() < 0.15 else "model_a" if wins else "model_b"
    print(f"q{t},{a},{b},{said},author_{draw.randrange(40)},{1700000000 + 37 * t}")
