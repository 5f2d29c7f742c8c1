"""foreign.py FOLDER: one league of engines in the forms that programs and people write matches in.

Each is a list of matches (white, black, result), result from white's side. Those that tell no order have the same totals."""
import json
import random
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

NAMES = ["Müller 2.1", "Stone", "O'Neil, Ann", "dev-12 (x64)"]
TIE = "1/2-1/2"


def matches(count=96):
    lots = random.Random(36)
    pairs = [(a, b) for a in NAMES for b in NAMES if a != b]
    played = [(*pairs[t % len(pairs)], lots.choices(["1-0", "0-1", TIE], [4, 3, 2])[0]) for t in range(count)]
    return played


def totals(played):
    """Plays and sum of each pair, as the one with the lower name sees it."""
    found = {}
    for white, black, result in played:
        share = {"1-0": Fraction(1), "0-1": Fraction(0), TIE: Fraction(1, 2)}[result]
        pair = tuple(sorted((white, black)))
        plays, total = found.get(pair, (0, Fraction(0)))
        found[pair] = (plays + 1, total + (share if pair[0] == white else 1 - share))
    return found


def scores(played):
    """Wins, losses and draws of each pair (a, b), both ways round."""
    found = {(a, b): Counter() for a in NAMES for b in NAMES if a != b}
    for white, black, result in played:
        found[white, black][{"1-0": "w", "0-1": "l", TIE: "d"}[result]] += 1
        found[black, white][{"1-0": "l", "0-1": "w", TIE: "d"}[result]] += 1
    return found


def quoted(text, separator=","):
    return '"' + text.replace('"', '""') + '"' if separator in text or '"' in text else text


def lines(header, rows, separator=","):
    return "\n".join(separator.join(quoted(str(cell), separator) for cell in row) for row in [header, *rows]) + "\n"


def winner(match, first, second, tie):
    return {"1-0": first, "0-1": second, TIE: tie}[match[2]]


def pgn_of_cutechess(played):
    games = []
    for number, (white, black, result) in enumerate(played):
        games.append(f'[Event "?"]\n[Site "?"]\n[Date "2024.05.{1 + number // 24:02}"]\n[Round "{number + 1}"]\n[White "{white}"]\n'
                     f'[Black "{black}"]\n[Result "{result}"]\n[PlyCount "4"]\n[TimeControl "40/60"]\n\n'
                     f'1. e4 {{+0.31/14 0.52s}} e5 {{-0.20/12 1.1s, "quoted" ]}} 2. Nf3 {{book}} Nc6\n{{White mates}} {result}\n')
    return "\n".join(games) + '\n[Event "broken off"]\n[White "Stone"]\n[Black "Müller 2.1"]\n[Result "*"]\n\n1. d4 *\n'


def pgn_of_a_site(played):
    games = []
    for number, (white, black, result) in enumerate(played):
        games.append(f'[Event "Rated \\"Blitz\\" game"]\n[Site "https://example.org/{number:08x}"]\n[UTCDate "2024.05.01"]\n'
                     f'[UTCTime "{number // 60:02}:{number % 60:02}:00"]\n[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n'
                     f"1. e4 $1 {{ [%eval 0.2] [%clk 0:03:00] }} (1. d4 d5 ({{1-0}} 1... f5 1-0) 2. c4) 1... c5 ; a remark [White \"no\"]\n"
                     f"2. O-O {{ the comment\nruns on }} {result}\n\n")
    return "\ufeff% exported\n" + "\n".join(games)


def pgn_of_tags_alone(played):
    return "".join(f'[White "{white}"][Black "{black}"]\n[Result "{result}"]\n\n' for white, black, result in played)


def cutechess(played):
    """Four games at a time: they do not end in the order in which they began."""
    out = ["Indexing opening suite...", 'Warning: Illegal PV move e2e5 from "Stone"']
    for first in range(0, len(played), 4):
        some = list(enumerate(played, 1))[first:first + 4]
        out += [f"Started game {number} of {len(played)} ({white} vs {black})" for number, (white, black, _) in some]
        out += [f"Finished game {number} ({white} vs {black}): {result} {{White mates}}"
                for number, (white, black, result) in reversed(some)]
    return "\n".join(out + ["Rank Name                          Elo     +/-   Games   Score    Draw", "Finished match"]) + "\n"


def cutechess_scores(played):
    out = []
    for (a, b), score in scores(played).items():
        if a > b:
            continue
        w, l, d = score["w"], score["l"], score["d"]
        if w > 1:
            out.append(f"Score of {a} vs {b}: 1 - 0 - 0  [1.000] 1")
        out.append(f"Score of {a} vs {b}: {w} - {l} - {d}  [{(w + d / 2) / (w + l + d):.3f}] {w + l + d}")
        out.append(f"...      {a} playing White: {w} - 0 - 0  [1.000] {w}")
        out.append("Elo difference: 12.3 +/- 45.6, LOS: 70.1 %, DrawRatio: 20.0 %")
    return "\n".join(out) + "\nFinished match\n"


def fastchess(played):
    out = []
    for (a, b), score in scores(played).items():
        if a < b:
            games = sum(score.values())
            points = score["w"] + score["d"] / 2
            out += ["--------------------------------------------------", f"Results of {a} vs {b} (10+0.1, 1t, 16MB, UHO.epd):",
                    "Elo: 3.47 +/- 12.30, nElo: 5.1 +/- 18.0", "LOS: 71.0 %, DrawRatio: 45.0 %, PairsRatio: 1.05",
                    f"Games: {games}, Wins: {score['w']}, Losses: {score['l']}, Draws: {score['d']}, "
                    f"Points: {points} ({100 * points / games:.2f} %)", "Ptnml(0-2): [1, 2, 3, 2, 1]"]
    return "\n".join(out) + "\n"


def battles(played, tie="tie"):
    return [{"question_id": f"{t:032x}", "model_a": one[0], "model_b": one[1], "winner": winner(one, "model_a", "model_b", tie),
             "judge": f"user{t % 7}", "turn": 1, "anony": True, "language": "English", "tstamp": 1.7e9 + t,
             "conversation_a": [{"role": "user", "content": "model_b?\n"}], "toxic": {"flagged": False, "winner_score": 0.5}}
            for t, one in enumerate(played)]


def nested(played):
    return [{"id": t, "match": {"player1": one[0], "player2": one[1]}, "vote": {"winner": winner(one, "player1", "player2", "draw"),
             "by": {"id": 3}}} for t, one in enumerate(played)]


def chart(played, cell, half=False):
    rows = [[a, *("" if a == b or (half and a > b) else cell(scores(played)[a, b]) for b in NAMES)] for a in NAMES]
    return lines(["", *NAMES], rows)


def dashes(score):
    return f"{score['w']}-{score['l']}-{score['d']}"


def rate(score):
    plays = sum(score.values())
    return f"{100 * (score['w'] + score['d'] / 2) / plays:.4f}% ({plays})"


def forms():
    """Name of a file, its bytes, whether its totals are told to the last digit."""
    played = matches()
    halves = {"1-0": "1-0", "0-1": "0-1", TIE: "½-½"}
    points = {"1-0": "1-0", "0-1": "0-1", TIE: "0.5-0.5"}
    pairs = [(pair, score) for pair, score in scores(played).items() if pair[0] < pair[1]]
    w_l_d = [(*pair, score["w"], score["l"], score["d"]) for pair, score in pairs]
    files = {
        "cutechess.pgn": pgn_of_cutechess(played).replace("\n", "\r\n"),
        "site.pgn": pgn_of_a_site(played),
        "latin1.pgn": pgn_of_cutechess(played).encode("latin-1"),
        "tags.pgn": pgn_of_tags_alone(played),
        "cutechess.log": cutechess(played),
        "cutechess.txt": cutechess_scores(played),
        "fastchess.txt": fastchess(played),
        "results.csv": lines(["White", "Black", "Result"], played),
        "halves.csv": "\ufeff" + lines(["Round", "White", "Black", "Result", "Opening"],
                                       [(t, a, b, halves[r], "C00") for t, (a, b, r) in enumerate(played)], ";"),
        "points.tsv": lines(["engine1", "engine2", "score"], [(a, b, points[r]) for a, b, r in played], "\t"),
        "arena.jsonl": "\n".join(json.dumps(one) for one in battles(played, "tie (bothbad)")) + "\n",
        "arena.json": json.dumps(battles(played, "both_bad"), ensure_ascii=False),
        "pretty.json": json.dumps({"version": 2, "battles": battles(played)}, indent=2),
        "nested.jsonl": "\n".join(json.dumps(one) for one in nested(played)),
        "flags.csv": lines(["id", "model_a", "model_b", "prompt", "winner_model_a", "winner_model_b", "winner_tie"],
                           [(t, a, b, "say \"hi\",\nplease", int(r == "1-0"), int(r == "0-1"), int(r == TIE))
                            for t, (a, b, r) in enumerate(played)]),
        "names.csv": lines(["Home Team", "Away Team", "Winner"], [(a, b, winner((a, b, r), a, b, "Draw")) for a, b, r in played]),
        "numbers.csv": lines(["Player 1", "Player 2", "winner"], [(a, b, winner((a, b, r), 1, 2, "tie")) for a, b, r in played]),
        "player.csv": lines(["player", "opponent", "result"], [(a, b, winner((a, b, r), "Win", "Loss", "Draw")) for a, b, r in played]),
        "excel.csv": "sep=;\r\n" + lines(["p1", "p2", "outcome"], [(a, b, winner((a, b, r), 1, 0, 0.5)) for a, b, r in played],
                                          ";").replace("\n", "\r\n"),
        "itself.csv": lines(["white", "black", "result"], [*played[:10], ("Stone", "Stone", "1-0"), *played[10:],
                                                           ("Stone", NAMES[0], "*")]),
        "chart.csv": chart(played, dashes),
        "triangle.csv": chart(played, dashes, half=True),
        "rates.csv": chart(played, rate),
        "wld.csv": lines(["Player", "Opponent", "W", "L", "D"], w_l_d),
        "reordered.csv": lines(["losses", "deck_b", "ties", "wins", "deck_a"], [(l, b, d, w, a) for a, b, w, l, d in w_l_d]),
        "means.tsv": lines(["Team 1", "Team 2", "Games", "Win rate"],
                           [(a, b, w + l + d, f"{(w + d / 2) / (w + l + d):.6f}") for a, b, w, l, d in w_l_d], "\t"),
    }
    return {name: (text if isinstance(text, bytes) else text.encode(), name not in ("rates.csv", "means.tsv"))
            for name, text in files.items()}


def write(folder):
    for name, (data, _) in forms().items():
        (Path(folder) / name).write_bytes(data)


if __name__ == "__main__":
    write(sys.argv[1])
