#!/usr/bin/env python3
"""engines.py [--pgn FILE] | engines.py --names: ten chess engines as an oracle program.

  python3 examples/engines/engines.py --names > names.txt
  allnash solve oracle --oracle 'python3 examples/engines/engines.py --pgn games.pgn' --row-names names.txt \\
      --symmetric --noisy --seeded --payoff-range 0,1 --epsilon 0.1 --ledger engines.db

Each line `i j seed` is one game: the answer is 1 when engine i wins, 0 when j does, 1/2 for a draw. The seed decides who has
white and the first eight moves, which are random; from there on an engine that searches to a fixed depth plays the same game
every time. Every game is added to the PGN file. Stockfish is the arbiter, too: it knows which moves are legal.
"""
import argparse
import fcntl
import os
import random
import shutil
import subprocess
import sys

PACKAGES = ["stockfish", "ethereal-chess", "glaurung", "toga2"]  # of Debian, each a program of that name
PLAYERS = [("stockfish", 2), ("stockfish", 4), ("stockfish", 6), ("ethereal-chess", 4), ("ethereal-chess", 6),
           ("ethereal-chess", 8), ("glaurung", 3), ("glaurung", 5), ("toga2", 2), ("toga2", 4)]  # and how deep they look
RANDOM_PLIES = 8
LONGEST = 300  # plies; a draw then


def name_of(player):
    return "{}-depth-{}".format(*PLAYERS[player])


class Engine:
    """A program that speaks UCI."""

    def __init__(self, program):
        self.program = program
        path = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/games")
        if path is None:
            sys.exit(f"engines.py: no program {program}: apt-get install {' '.join(PACKAGES)}")
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        offers = self.ask("uci", "uciok")
        for option, value in (("Threads", 1), ("OwnBook", "false"), ("Hash", 16)):
            if any(line.startswith(f"option name {option} ") for line in offers):
                self.tell(f"setoption name {option} value {value}")

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, last):
        """Its answer, up to a line that begins with `last`."""
        self.tell(line)
        answer = []
        for said in self.process.stdout:
            answer.append(said.strip())
            if said.startswith(last):
                return answer
        sys.exit(f"engines.py: {self.program} has ended, asked for '{line}'")

    def begin(self):
        self.tell("ucinewgame")
        self.ask("isready", "readyok")

    def move(self, moves, depth):
        self.tell("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        return self.ask(f"go depth {depth}", "bestmove")[-1].split()[1]


class Position:
    """What the arbiter says of a position."""

    def __init__(self, arbiter, moves):
        arbiter.tell("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        fen, _, checkers = arbiter.ask("d", "Checkers:")[-3:]
        self.board, turn, castling, passant, quiet, _ = fen.removeprefix("Fen: ").split()
        self.same = (self.board, turn, castling, passant)
        self.white = turn == "w"
        self.quiet_plies = int(quiet)
        self.check = checkers != "Checkers:"
        self.legal = [line.removesuffix(": 1") for line in arbiter.ask("go perft 1", "Nodes")[:-1] if line.endswith(": 1")]

    def bare(self):
        """Nobody can mate: kings and at most one knight or bishop."""
        pieces = [piece for piece in self.board if piece.isalpha() and piece not in "Kk"]
        return not pieces or len(pieces) == 1 and pieces[0] in "NnBb"

    def piece(self, square):
        line = self.board.split("/")[8 - int(square[1])]
        wide = "".join(" " * int(piece) if piece.isdigit() else piece for piece in line)
        return wide["abcdefgh".index(square[0])]

    def in_words(self, move):
        """The move as PGN has it, without the sign of a check."""
        start, end, promoted = move[:2], move[2:4], move[4:]
        piece = self.piece(start).upper()
        if piece == "K" and start[0] == "e" and end[0] in "cg":
            return "O-O" if end[0] == "g" else "O-O-O"
        takes = self.piece(end) != " " or piece == "P" and start[0] != end[0]
        if piece == "P":
            return (start[0] + "x" if takes else "") + end + ("=" + promoted.upper() if promoted else "")
        others = [one[:2] for one in self.legal
                  if one[2:4] == end and one[:2] != start and self.piece(one[:2]).upper() == piece]
        which = ""
        if others:
            if all(other[0] != start[0] for other in others):
                which = start[0]
            elif all(other[1] != start[1] for other in others):
                which = start[1]
            else:
                which = start
        return piece + which + ("x" if takes else "") + end


class Board:
    def __init__(self):
        self.engines = {}
        self.arbiter = Engine("stockfish")

    def engine(self, player):
        program = PLAYERS[player][0]
        if program not in self.engines:
            self.engines[program] = Engine(program)
        return self.engines[program]

    def play(self, white, black, seed):
        """The result as PGN has it, and the moves in words."""
        for player in (white, black):
            self.engine(player).begin()
        draw = random.Random(seed)
        moves, words, seen = [], [], {}
        while True:
            here = Position(self.arbiter, moves)
            if here.check and words:
                words[-1] += "+" if here.legal else "#"
            seen[here.same] = seen.get(here.same, 0) + 1
            if not here.legal and here.check:
                return "0-1" if here.white else "1-0", words
            if not here.legal or here.bare() or here.quiet_plies >= 100 or seen[here.same] == 3 or len(moves) >= LONGEST:
                return "1/2-1/2", words
            if len(moves) < RANDOM_PLIES:
                move = draw.choice(sorted(here.legal))
            else:
                player = white if here.white else black
                move = self.engine(player).move(moves, PLAYERS[player][1])
                if move not in here.legal:
                    sys.exit(f"engines.py: {name_of(player)} plays {move}, which is not legal, after {' '.join(moves)}")
            words.append(here.in_words(move))
            moves.append(move)


def write_pgn(path, white, black, seed, result, words):
    tags = {"Event": "allnash", "Site": "?", "Date": "????.??.??", "Round": seed, "White": name_of(white),
            "Black": name_of(black), "Result": result}
    text = "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items()) + "\n"
    line = ""
    for word in [f"{t // 2 + 1}. {word}" if t % 2 == 0 else word for t, word in enumerate(words)] + [result]:
        if len(line) + len(word) >= 80:
            text, line = text + line + "\n", ""
        line += (" " if line else "") + word
    with open(path, "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # other workers write to it, too
        file.write(text + line + "\n\n")


def main():
    arguments = argparse.ArgumentParser(description="Chess engines as an oracle program.")
    arguments.add_argument("--pgn", metavar="FILE", help="add every game to this file")
    arguments.add_argument("--names", action="store_true", help="print the engines' names, one a line")
    asked = arguments.parse_args()
    if asked.names:
        print("\n".join(map(name_of, range(len(PLAYERS)))))
        return
    board = Board()
    for line in sys.stdin:
        i, j, seed = map(int, line.split())
        white, black = (i, j) if random.Random(~seed).random() < 0.5 else (j, i)
        result, words = board.play(white, black, seed)
        if asked.pgn:
            write_pgn(asked.pgn, white, black, seed, result, words)
        won = {"1-0": "1", "0-1": "0", "1/2-1/2": "1/2"}[result if white == i else "-".join(reversed(result.split("-")))]
        print(won, flush=True)


if __name__ == "__main__":
    main()
