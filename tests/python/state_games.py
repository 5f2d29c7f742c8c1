"""Games written against the interface of OpenSpiel's State and Game, in plain Python, and a second opinion on them: the
sequence form as a linear program for HiGHS, and best responses by brute force. Nothing here uses allnash."""
import copy
import itertools
from fractions import Fraction

CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4


class State:
    """What the games share. A game has `moves()`, and `play(action)`, which changes the state."""

    def child(self, action):
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self):
        return copy.deepcopy(self)

    def is_terminal(self):
        return self.current_player() == TERMINAL

    def action_to_string(self, player, action):
        return f"move {action}"


class Game:
    def __init__(self, make, *parameters):
        self.make, self.parameters = make, parameters

    def new_initial_state(self):
        return self.make(*self.parameters)

    def num_players(self):
        return 2


class Kuhn(State):
    """Kuhn's poker with floats for chances, as OpenSpiel has them."""

    def __init__(self, cards=3):
        self.deck, self.hand, self.line = cards, [], ""

    def clone(self):
        state = Kuhn(self.deck)
        state.hand, state.line = self.hand[:], self.line
        return state

    def current_player(self):
        if len(self.hand) < 2:
            return CHANCE
        return TERMINAL if self.line in ("pp", "bp", "bb", "pbp", "pbb") else len(self.line) % 2

    def chance_outcomes(self):
        rest = [card for card in range(self.deck) if card not in self.hand]
        return [(card, 1 / len(rest)) for card in rest]

    def legal_actions(self, player=None):
        return [0, 1]

    def apply_action(self, action):
        if len(self.hand) < 2:
            self.hand.append(action)
        else:
            self.line += "pb"[action]

    def returns(self):
        pot = 2.0 if self.line.endswith("bb") else 1.0
        if self.line.endswith("bp"):
            won = 1.0 if len(self.line) % 2 == 0 else -1.0
        else:
            won = pot if self.hand[0] > self.hand[1] else -pot
        return [won, -won]

    def information_state_string(self, player):
        return f"{self.hand[player]}{self.line}"

    def action_to_string(self, player, action):
        return f"Deal:{action}" if player == CHANCE else ("Pass", "Bet")[action]


class Leduc(State):
    """Leduc poker: six cards of three ranks, two rounds with at most two bets each."""

    def __init__(self):
        self.hand, self.public, self.rounds = [], None, [""]

    def clone(self):
        state = Leduc()
        state.hand, state.public, state.rounds = self.hand[:], self.public, self.rounds[:]
        return state

    def over(self):
        line = self.rounds[-1]
        return line.endswith("f") or (len(self.rounds) == 2 and self.closed(line))

    @staticmethod
    def closed(line):
        return line.endswith("c") and len(line) > 1

    def current_player(self):
        if self.over():
            return TERMINAL
        if len(self.hand) < 2 or (self.closed(self.rounds[0]) and self.public is None):
            return CHANCE
        return len(self.rounds[-1]) % 2

    def chance_outcomes(self):
        rest = [card for card in range(6) if card not in self.hand]
        return [(card, 1 / len(rest)) for card in rest]

    def legal_actions(self, player=None):
        line = self.rounds[-1]
        facing = line.endswith("r")
        return [action for action, may in ((0, facing), (1, True), (2, line.count("r") < 2)) if may]

    def apply_action(self, action):
        if len(self.hand) < 2:
            self.hand.append(action)
        elif self.closed(self.rounds[0]) and self.public is None:
            self.public = action
            self.rounds.append("")
        else:
            self.rounds[-1] += "fcr"[action]

    def returns(self):
        paid = [1, 1]
        for size, line in zip((2, 4), self.rounds):
            for turn, letter in enumerate(line):
                mover = turn % 2
                if letter == "c":
                    paid[mover] = max(paid)
                elif letter == "r":
                    paid[mover] = max(paid) + size
        line = self.rounds[-1]
        if line.endswith("f"):
            winner = len(line) % 2  # who did not move last
        else:
            ranks = [card // 2 for card in self.hand]
            strength = [rank + 10 * (rank == self.public // 2) for rank in ranks]
            winner = None if strength[0] == strength[1] else int(strength[1] > strength[0])
        if winner is None:
            return [0.0, 0.0]
        won = float(paid[1 - winner])
        return [won, -won] if winner == 0 else [-won, won]

    def information_state_string(self, player):
        return f"[{self.hand[player]}][{'' if self.public is None else self.public}][{'/'.join(self.rounds)}]"


class Goofspiel(State):
    """Bids of cards 1 to n for prizes in rising order; only who won is seen. Moves at once, or hidden one after the other."""

    def __init__(self, cards=3, at_once=True):
        self.cards, self.at_once = cards, at_once
        self.bids, self.waiting = ([], []), None

    def clone(self):
        state = Goofspiel(self.cards, self.at_once)
        state.bids, state.waiting = (self.bids[0][:], self.bids[1][:]), self.waiting
        return state

    def current_player(self):
        if len(self.bids[1]) == self.cards:
            return TERMINAL
        return SIMULTANEOUS if self.at_once else 0 if self.waiting is None else 1

    def legal_actions(self, player=None):
        who = self.current_player() if player is None else player
        return [card for card in range(1, self.cards + 1) if card not in self.bids[who]]

    def apply_action(self, action):
        if self.waiting is None:
            self.waiting = action
        else:
            self.apply_actions([self.waiting, action])
            self.waiting = None

    def apply_actions(self, actions):
        for bids, action in zip(self.bids, actions):
            bids.append(action)

    def results(self):
        return "".join("WLD"[0 if a > b else 1 if a < b else 2] for a, b in zip(*self.bids))

    def returns(self):
        won = sum(prize * ((a > b) - (a < b)) for prize, (a, b) in enumerate(zip(*self.bids), 1))
        return [float((won > 0) - (won < 0)), float((won < 0) - (won > 0))]

    def information_state_string(self, player):
        return f"{self.bids[player]} {self.results()}"


class LiarsDice(State):
    """A die each of the given sides; rising bids of a number of a face; the highest face is wild."""

    def __init__(self, sides=2):
        self.sides, self.dice, self.bids = sides, [], []

    def clone(self):
        state = LiarsDice(self.sides)
        state.dice, state.bids = self.dice[:], self.bids[:]
        return state

    def current_player(self):
        if len(self.dice) < 2:
            return CHANCE
        return TERMINAL if self.bids and self.bids[-1] == 2 * self.sides else len(self.bids) % 2

    def chance_outcomes(self):
        return [(face, 1 / self.sides) for face in range(self.sides)]

    def legal_actions(self, player=None):
        if not self.bids:
            return list(range(2 * self.sides))
        return list(range(self.bids[-1] + 1, 2 * self.sides + 1))

    def apply_action(self, action):
        (self.dice if len(self.dice) < 2 else self.bids).append(action)

    def returns(self):
        number, face = divmod(self.bids[-2], self.sides)
        there = sum(die in (face, self.sides - 1) for die in self.dice)
        caller = (len(self.bids) - 1) % 2
        winner = caller if there < number + 1 else 1 - caller
        return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def information_state_string(self, player):
        return f"{self.dice[player]}: {self.bids}"


class PhantomTicTacToe(State):
    """On a board of 2 x 2, with two in a row or a column: who tries a taken field learns so, and tries again."""

    LINES = ((0, 1), (2, 3), (0, 2), (1, 3))

    def __init__(self):
        self.tries, self.fields, self.mover = ([], []), [None] * 4, 0

    def clone(self):
        state = PhantomTicTacToe()
        state.tries, state.fields, state.mover = (self.tries[0][:], self.tries[1][:]), self.fields[:], self.mover
        return state

    def winner(self):
        return next((self.fields[a] for a, b in self.LINES if self.fields[a] is not None and self.fields[a] == self.fields[b]), None)

    def current_player(self):
        return TERMINAL if self.winner() is not None or None not in self.fields else self.mover

    def legal_actions(self, player=None):
        tried = [field for field, _ in self.tries[self.mover]]
        return [field for field in range(4) if field not in tried]

    def apply_action(self, action):
        free = self.fields[action] is None
        self.tries[self.mover].append((action, free))
        if free:
            self.fields[action] = self.mover
            self.mover = 1 - self.mover

    def returns(self):
        winner = self.winner()
        return [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def information_state_string(self, player):
        return " ".join(f"{field}{'+' if free else '-'}" for field, free in self.tries[player])


class Battleship(State):
    """A ship of two cells each, hidden in a row of cells; shots in turn, each ship sunk by two hits; who sinks first wins."""

    def __init__(self, cells=3, shots=2):
        self.cells, self.most = cells, shots
        self.ships, self.shots = [], ([], [])

    def clone(self):
        state = Battleship(self.cells, self.most)
        state.ships, state.shots = self.ships[:], (self.shots[0][:], self.shots[1][:])
        return state

    def hit(self, player, cell):
        return self.ships[1 - player] <= cell <= self.ships[1 - player] + 1

    def sunk_by(self, player):
        return len(self.ships) == 2 and sum(self.hit(player, cell) for cell in self.shots[player]) == 2

    def current_player(self):
        if len(self.ships) < 2:
            return len(self.ships)
        if self.sunk_by(0) or self.sunk_by(1) or len(self.shots[1]) == self.most:
            return TERMINAL
        return len(self.shots[0]) - len(self.shots[1])

    def legal_actions(self, player=None):
        if len(self.ships) < 2:
            return list(range(self.cells - 1))
        mover = self.current_player()
        return [cell for cell in range(self.cells) if cell not in self.shots[mover]]

    def apply_action(self, action):
        if len(self.ships) < 2:
            self.ships.append(action)
        else:
            self.shots[self.current_player()].append(action)

    def returns(self):
        won = float(self.sunk_by(0)) - float(self.sunk_by(1))
        return [won, -won]

    def information_state_string(self, player):
        if len(self.ships) <= player:
            return f"{player} places"
        seen = [(cell, self.hit(player, cell)) for cell in self.shots[player]]
        return f"{player}: {self.ships[player]} {seen} {self.shots[1 - player]}"


# ---- a second opinion

class Node:
    """A node of the whole tree: `sets` has (player, information set, actions) of who moves there."""

    def __init__(self, state):
        player = state.current_player()
        self.paid, self.chances, self.sets, self.after = None, None, [], {}
        if player == TERMINAL:
            self.paid = Fraction(state.returns()[0])
        elif player == CHANCE:
            outcomes = state.chance_outcomes()
            self.chances = {action: Fraction(p).limit_denominator(1000) for action, p in outcomes}
            self.after = {action: Node(state.child(action)) for action in self.chances}
        else:
            movers = (0, 1) if player == SIMULTANEOUS else (player,)
            self.sets = [(p, state.information_state_string(p), tuple(state.legal_actions(p))) for p in movers]
            for moves in itertools.product(*(actions for _, _, actions in self.sets)):
                after = state.clone()
                after.apply_actions(list(moves)) if len(movers) == 2 else after.apply_action(moves[0])
                self.after[moves] = Node(after)


def value_by_linear_program(root):
    """What player 0 guarantees: maximise q(start) over plans x, where at each set of player 1 (and at the start) q is at
    most what each action earns against x, with what follows it."""
    import numpy
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix

    sequences = [{(): 0}, {(): 0}]
    sets = [{}, {}]  # name -> (number, sequence before, its sequences)
    payoffs = {}

    def walk(node, ways, chance):
        if node.paid is not None:
            key = tuple(sequences[p][ways[p]] for p in (0, 1))
            payoffs[key] = payoffs.get(key, 0) + chance * node.paid
        elif node.chances is not None:
            for action, p in node.chances.items():
                walk(node.after[action], ways, chance * p)
        else:
            for p, name, actions in node.sets:
                if name not in sets[p]:
                    own = [ways[p] + ((name, action),) for action in actions]
                    for way in own:
                        sequences[p][way] = len(sequences[p])
                    sets[p][name] = (len(sets[p]), ways[p], own)
                assert sets[p][name][1] == ways[p]
            for moves, after in node.after.items():
                there = list(ways)
                for (p, name, _), action in zip(node.sets, moves):
                    there[p] = ways[p] + ((name, action),)
                walk(after, there, chance)

    walk(root, [(), ()], Fraction(1))
    rows, free = len(sequences[0]), 1 + len(sets[1])
    entries = [(1.0, (0, 0))]  # the plan: one unit at the start, conserved at each set
    for number, before, own in sets[0].values():
        entries += [(-1.0, (1 + number, sequences[0][before]))]
        entries += [(1.0, (1 + number, sequences[0][way])) for way in own]
    equal = coo_matrix(([e[0] for e in entries], zip(*(e[1] for e in entries))), shape=(1 + len(sets[0]), rows + free))
    # For each sequence of player 1: q(its set) - sum of q(sets after it) - payoff against x <= 0.
    entries = [(1.0, (0, rows))] + [(-float(v), (b, a)) for (a, b), v in payoffs.items()]
    for number, before, own in sets[1].values():
        entries += [(1.0, (sequences[1][way], rows + 1 + number)) for way in own]
        entries += [(-1.0, (sequences[1][before], rows + 1 + number))]
    most = coo_matrix(([e[0] for e in entries], zip(*(e[1] for e in entries))), shape=(len(sequences[1]), rows + free))
    cost = numpy.zeros(rows + free)
    cost[rows] = -1
    right = numpy.zeros(1 + len(sets[0]))
    right[0] = 1
    found = linprog(cost, A_ub=most, b_ub=numpy.zeros(len(sequences[1])), A_eq=equal, b_eq=right,
                    bounds=[(0, None)] * rows + [(None, None)] * free, method="highs")
    assert found.status == 0
    return -found.fun


def guaranteed(root, player, policy):
    """What player 0 gets where `player` follows the policy and the other one replies as well as can be, by brute force.
    `policy` is {information state: [(action, probability)]}."""
    other, better = 1 - player, max if player == 1 else min
    met = {}  # the other's sets: [(node, reach, what is drawn with which probability there)]

    def walk(node, reach):
        if node.paid is not None:
            return
        if node.chances is not None:
            for action, p in node.chances.items():
                walk(node.after[action], reach * p)
            return
        for p, name, _ in node.sets:
            if p == other:
                met.setdefault(name, []).append((node, reach))
        own = next((dict(policy[name]) for p, name, _ in node.sets if p == player), None)
        place = next((t for t, (p, _, _) in enumerate(node.sets) if p == player), None)
        for moves, after in node.after.items():
            walk(after, reach if own is None else reach * own[moves[place]])

    walk(root, Fraction(1))
    chosen = {}

    def worth(node, reach):
        """Of a node, times the reach of the other moves."""
        if node.paid is not None:
            return reach * node.paid
        if node.chances is not None:
            return sum(worth(node.after[action], reach * p) for action, p in node.chances.items())
        total = 0
        for moves, after in node.after.items():
            p = Fraction(1)
            for (who, name, _), action in zip(node.sets, moves):
                p *= dict(policy[name])[action] if who == player else choice(name) == action
            total += worth(after, reach * p) if p else 0
        return total

    def choice(name):
        if name not in chosen:
            nodes = met[name]
            actions = next(actions for who, its, actions in nodes[0][0].sets if who == other and its == name)
            totals = {}
            for action in actions:
                chosen[name] = action
                totals[action] = sum(worth(node, reach) for node, reach in nodes)
            chosen[name] = better(totals, key=totals.get)
        return chosen[name]

    return worth(root, Fraction(1))
