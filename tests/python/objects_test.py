"""Game objects: OpenSpiel's State and Game, pygambit's Game, Nashpy's Game, graphs of networkx. The games are written
against the documented interfaces (state_games.py); values come from a linear program of the test's own."""
import json
import math
import pickle
import random
import signal
import threading
from decimal import Decimal
from fractions import Fraction

import pytest

import allnash
import state_games as games

SMALL = {
    "kuhn": games.Kuhn(),
    "kuhn of 5": games.Kuhn(5),
    "goofspiel at once": games.Goofspiel(3, True),
    "goofspiel hidden": games.Goofspiel(3, False),
    "liar's dice": games.LiarsDice(2),
    "phantom tic-tac-toe": games.PhantomTicTacToe(),
    "battleship": games.Battleship(3, 2),
}
LARGER = {"leduc": games.Leduc(), "liar's dice of 3": games.LiarsDice(3), "battleship of 4": games.Battleship(4, 2)}


def policies_of(result):
    return [result.policy(player) for player in (0, 1)]


@pytest.mark.parametrize("name", SMALL)
def test_values_and_policies_against_a_second_opinion(name):
    result = allnash.solve(SMALL[name])
    root = games.Node(SMALL[name])
    assert result.proved
    assert float(result.value) == pytest.approx(games.value_by_linear_program(root), abs=1e-9)
    for player, policy in enumerate(policies_of(result)):
        assert games.guaranteed(root, player, policy) == result.value
        assert all(sum(p for _, p in actions) == 1 for actions in policy.values())
    assert allnash.check(result)


@pytest.mark.parametrize("name", LARGER)
def test_larger_games_against_a_linear_program(name):
    result = allnash.solve(LARGER[name])
    assert float(result.value) == pytest.approx(games.value_by_linear_program(games.Node(LARGER[name])), abs=1e-7)
    assert allnash.check(result)


def test_the_games_of_the_command_line():
    assert allnash.solve(games.Game(games.Kuhn)).value == Fraction(-1, 18)
    assert allnash.solve(games.Leduc()).value == allnash.solve("trees:leduc").value
    assert allnash.solve(games.LiarsDice(3)).value == allnash.solve("trees:liars-dice,sides=3").value


def test_two_lines_to_a_policy():
    policy = allnash.solve(games.Kuhn()).policy(0)
    assert policy["2pb"] == [(0, Fraction(0)), (1, Fraction(1))]
    state = games.Kuhn().child(1).child(0)
    assert policy.action_probabilities(state) == dict(policy["1"])
    assert set(policy) == {f"{card}{line}" for card in range(3) for line in ("", "pb")}


def test_sets_that_own_moves_rule_out_are_completed():
    """Who bets with a sure winner never faces a bet after checking; if it does, it calls."""
    class Sure(games.Kuhn):
        def clone(self):
            state = super().clone()
            state.__class__ = Sure
            return state

        def returns(self):  # betting the 2 is always called for 3
            won = super().returns()
            if self.hand[0] == 2 and self.line.startswith("b"):
                return [3.0, -3.0]
            return won

    result = allnash.solve(Sure())
    policy = result.policy("row")
    assert dict(policy["2"])[1] == 1
    assert policy["2pb"] == [(0, 0), (1, 1)]
    assert policy.marks["2pb"] == "never reached by the own moves"
    assert result.row_behaviour.keys() == set(policy) - {name for name, mark in policy.marks.items() if "own" in mark}
    assert games.guaranteed(games.Node(Sure()), 0, policy) == result.value


class Walk(games.State):
    """A tree of nested tuples: ("c", {action: (p, node)}), (player, name, {action: node}), ("both", names, {(a, b): node}),
    or a list, what both get."""

    def __init__(self, node, extra=None):
        self.node, self.extra = node, extra or {}

    def clone(self):
        return type(self)(self.node, self.extra)

    def current_player(self):
        if isinstance(self.node, list):
            return games.TERMINAL
        return {"c": games.CHANCE, "both": games.SIMULTANEOUS}.get(self.node[0], self.node[0])

    def chance_outcomes(self):
        return [(action, p) for action, (p, _) in self.node[1].items()]

    def legal_actions(self, player=None):
        if self.node[0] == "both":
            return sorted({moves[player] for moves in self.node[2]})
        return list(self.node[2])

    def apply_action(self, action):
        self.node = self.node[1][action][1] if self.node[0] == "c" else self.node[2][action]

    def apply_actions(self, actions):
        self.node = self.node[2][tuple(actions)]

    def returns(self):
        return self.node

    def information_state_string(self, player):
        return self.node[1][player] if self.node[0] == "both" else self.node[1]

    def action_to_string(self, player, action):
        return str(action)


def draw(*chances, payoffs=None):
    ends = payoffs or [[t, -t] for t in range(len(chances))]
    return Walk(("c", {f"c{t}": (p, end) for t, (p, end) in enumerate(zip(chances, ends))}))


def test_marks_of_sets_that_only_a_mistake_reaches():
    tree = (1, "column starts", {"give": [5, -5], "go on": (0, "row", {"a": [1, -1], "b": [0, 0]}),
                                 "stop": [-1, 1]})
    result = allnash.solve(Walk(tree))
    assert result.policy(0).marks == {"row": "reached only after a mistake"}
    assert result.policy(1).marks == {} and dict(result.policy(1)["column starts"])["stop"] == 1
    assert result.policy(0, choose="interior")["row"] == list(result.row_behaviour["row"].items())


def test_completion_where_the_opponent_does_not_get_either():
    """Both would have to err: the best reply to an opponent that errs a little decides."""
    later = (0, "late", {"good": [2, -2], "bad": [-2, 2], "good too": [2, -2]})
    tree = (0, "first", {"safe": [1, -1], "odd": (1, "then", {"punish": [-9, 9], "err": later})})
    result = allnash.solve(Walk(tree))
    assert dict(result.policy(0)["late"])["bad"] == 0  # sensible after a slip of its own
    policy = result.policy(0, choose="interior")
    assert policy["late"] == [("good", Fraction(1, 2)), ("bad", 0), ("good too", Fraction(1, 2))]
    assert policy.marks == {"late": "never reached by the own moves"}


def test_chance_is_restored():
    result = allnash.solve(draw(1 / 3, 1 / 3, 1 / 3))
    assert result.value == 1
    assert result.chance_restored.numbers == 1
    assert result.chance_restored.largest == abs(Fraction(1, 3) - Fraction(1 / 3))
    assert result.chance_restored.largest == pytest.approx(1.9e-17, rel=0.05)
    assert allnash.solve(draw(1 / 7, 2 / 7, 4 / 7)).value == Fraction(10, 7)
    assert allnash.solve(draw(0.1, 0.2, 0.7)).chance_restored == (0, 0)  # as they print
    assert allnash.solve(draw(0.1, 0.2, 0.7)).value == Fraction(8, 5)
    assert allnash.solve(draw(Fraction(1, 3), 1 / 3, "1/3")).value == 1
    assert allnash.solve(draw(0.1234567, 0.8765433)).value == Fraction(8765433, 10 ** 7)
    exact = allnash.solve(draw(0.25, 0.75), decimals=False)
    assert exact.value == Fraction(3, 4) and exact.chance_restored.numbers == 0
    tiny = 1 / 132600
    assert allnash.solve(draw(*[tiny] * 6, 1 - 6 * tiny)).value == sum(range(6)) * Fraction(1, 132600) + 6 * (1 - Fraction(6, 132600))
    odd = [2.0 ** -60, 1 - 2.0 ** -53, 2.0 ** -53 - 2.0 ** -60]  # only the bits add up
    assert allnash.solve(draw(*odd)).value == Fraction(odd[1]) + 2 * Fraction(odd[2])


@pytest.mark.parametrize("chances, said", [
    ([0.333] * 3, "add up to 999/1000, not to 1"),
    ([1 / 6 + 1e-9] + [1 / 6] * 5, "not to 1"),
    ([0.5, 0.6], "add up to 11/10"),
    ([1.5, -0.5], "probability -0.5"),
    ([math.nan, 1.0], "nan"),
    ([math.inf, 1.0], "infinite"),
    ([None, 1.0], "number"),
])
def test_bad_chances(chances, said):
    inner = ("c", {f"c{t}": (p, [0, 0]) for t, p in enumerate(chances)})
    with pytest.raises((allnash.InputError, TypeError), match=said) as error:
        allnash.solve(Walk((0, "start", {"left": [0, 0], "right": inner})))
    assert "right" in str(error.value) + str(getattr(error.value, "__notes__", ""))


def test_normalise():
    result = allnash.solve(draw(0.333, 0.333, 0.333), chance="normalise")
    assert result.value == 1
    with pytest.raises(allnash.InputError, match="add up to 19/20"):
        allnash.solve(draw(0.5, 0.45), chance="normalise")
    with pytest.raises(allnash.InputError, match="'exact' or 'normalise'"):
        allnash.solve(draw(1.0), chance="round")
    with pytest.raises(TypeError, match="game object"):
        allnash.solve([[1]], chance="normalise")
    with pytest.raises(TypeError, match="max_nodes"):
        allnash.solve("trees:kuhn", max_nodes=5)


def test_payoffs():
    result = allnash.solve(draw(0.5, 0.5, payoffs=[[1 / 3, -1 / 3], [0.1, -0.1]]))
    assert result.value == Fraction(13, 60)
    assert result.payoffs_restored.numbers == 2  # a third, and its opposite
    constant = allnash.solve(draw(0.5, 0.5, payoffs=[[3, 7], [Decimal("6.5"), 3.5]]))
    assert (constant.value, constant.payoff_sum) == (Fraction(19, 4), 10)
    rounded = allnash.solve(draw(0.5, 0.5, payoffs=[[0.1234567, 1 - 0.1234567], [0, 1]]))
    assert rounded.value == Fraction(1234567, 2 * 10 ** 7)
    # Chance that never comes pays nothing, whatever it says.
    assert allnash.solve(draw(1.0, 0.0, payoffs=[[1, -1], [5, 5]])).value == 1


@pytest.mark.parametrize("payoffs, said", [
    ([[1, -1], [1, 0]], r"returns\(\) is \[1, 0\], which adds up to 1, and at the end after 'c0' to 0: .* \(after 'c1'\)"),
    ([[1, -1], [1, -1, 0]], "returns.. has 3 numbers, and not one for each of two players"),
    ([[1, -1], [1]], "1 number,"),
    ([[1, -1], [math.nan, 0]], "not a number"),
    ([[1, -1], [math.inf, -math.inf]], "infinite"),
    ([[1, -1], ["x", 0]], "'x' is not a number"),
    ([[1, -1], [1, -1 + 1e-9]], "add"),
])
def test_bad_returns(payoffs, said):
    with pytest.raises(allnash.InputError, match=said):
        allnash.solve(draw(0.5, 0.5, payoffs=payoffs))


def test_imperfect_recall_is_refused_with_both_histories():
    forgets = (0, "first", {"left": (0, "second", {"x": [1, -1]}), "right": (0, "second", {"x": [0, 0]})})
    with pytest.raises(allnash.InputError) as error:
        allnash.solve(Walk(forgets))
    assert str(error.value) == ("information state 'second' of player 0 is met after 'right' at 'first', and elsewhere after "
                                "'left' at 'first': only games in which nobody forgets are solved (after 'right')")
    twice = (0, "same", {"a": (0, "same", {"a": [0, 0]})})
    with pytest.raises(allnash.InputError, match="'same' of player 0 is met after 'a' at 'same', and elsewhere after no move"):
        allnash.solve(Walk(twice))


def test_one_string_with_other_actions_is_refused():
    tree = ("c", {"h": (0.5, (0, "s", {"x": [0, 0]})), "t": (0.5, (0, "s", {"x": [0, 0], "y": [0, 0]}))})
    with pytest.raises(allnash.InputError, match=r"'s' of player 0 has the actions \['x', 'y'\] here and \('x',\) where"):
        allnash.solve(Walk(tree))
    turned = ("c", {"h": (0.5, (0, "s", {"x": [1, -1], "y": [0, 0]})), "t": (0.5, (0, "s", {"y": [0, 0], "x": [1, -1]}))})
    result = allnash.solve(Walk(turned))  # in another order they are the same
    assert result.value == 1 and result.policy(0)["s"] == [("x", 1), ("y", 0)]


def test_a_string_of_both_players_is_two_sets():
    tree = (0, "same", {"x": (1, "same", {"u": [1, -1], "v": [-1, 1]}), "y": [0, 0]})
    result = allnash.solve(Walk(tree))
    assert result.value == 0
    assert dict(result.policy(0)["same"]) == {"x": 0, "y": 1} and dict(result.policy(1)["same"]).keys() == {"u", "v"}
    with pytest.raises(allnash.InputError, match="both players have an information set 'same'"):
        result.to_tabular(Table([]))


def test_limits_and_who_moves():
    with pytest.raises(allnash.InputError, match="more than 57 nodes; max_nodes= raises"):
        allnash.solve(games.Kuhn(), max_nodes=57)
    assert allnash.solve(games.Kuhn(), max_nodes=58).nodes == 58
    with pytest.raises(allnash.InputError, match="max_nodes: 0"):
        allnash.solve(games.Kuhn(), max_nodes=0)

    class Endless(games.Kuhn):
        def current_player(self):
            return 0

        def clone(self):
            return Endless()

        def information_state_string(self, player):
            Endless.met = getattr(Endless, "met", 0) + 1
            return str(Endless.met)

    with pytest.raises(allnash.InputError, match="more than 2000 nodes.*1988 moves and"):
        allnash.solve(Endless(), max_nodes=2000)
    with pytest.raises(allnash.InputError, match="current_player.. is 2, where 0 and 1 are the players"):
        allnash.solve(Walk((2, "third", {"x": [0, 0]})))
    three = games.Game(games.Kuhn)
    three.new_initial_state = lambda: ThreePlayers()
    with pytest.raises(allnash.InputError, match="a game of 3 players"):
        allnash.solve(three)


class ThreePlayers(games.Kuhn):
    def num_players(self):
        return 3


def test_empty_lists_are_refused():
    with pytest.raises(allnash.InputError, match="legal_actions.. is empty, and this is no end"):
        allnash.solve(Walk((0, "s", {})))
    with pytest.raises(allnash.InputError, match="chance_outcomes.. is empty"):
        allnash.solve(Walk(("c", {})))


def test_information_states_must_be_strings():
    with pytest.raises(allnash.InputError, match="information_state_string.0. is of type int, not a string"):
        allnash.solve(Walk((0, 7, {"x": [0, 0]})))


def test_rewards_on_the_way_are_refused():
    class Paying(Walk):
        def rewards(self):
            return [1.0, -1.0] if self.node[1] == "later" else [0.0, 0.0]

    tree = (0, "first", {"go": (1, "later", {"x": [0, 0]})})
    with pytest.raises(allnash.InputError, match=r"rewards\(\) is \[1.0, -1.0\] before the end.*after 'go'"):
        allnash.solve(Paying(tree))

    class Kind:
        reward_model = "RewardModel.TERMINAL"

    class Quiet(Paying):  # says that it has none on the way, and is not asked
        def get_game(self):
            return self

        def get_type(self):
            return Kind

    assert allnash.solve(Quiet(tree)).value == 0


def test_what_the_game_raises_is_passed_on_with_the_place():
    class Faulty(Walk):
        def returns(self):
            raise ZeroDivisionError("in the game")

    with pytest.raises(ZeroDivisionError, match="in the game") as error:
        allnash.solve(Faulty((0, "s", {"left": [0, 0]})))
    assert error.value.__notes__ == ["asked of the game (after 'left')"]


def test_simultaneous_moves_are_made_in_ignorance():
    pennies = ("both", ("row", "column"), {(a, b): [1 if a == b else -1, -1 if a == b else 1] for a in "ht" for b in "ht"})
    result = allnash.solve(Walk(pennies))
    assert result.value == 0
    assert result.policy(0) == {"row": [("h", Fraction(1, 2)), ("t", Fraction(1, 2))]}
    assert result.policy(1).action_probabilities(Walk(pennies)) == {"h": Fraction(1, 2), "t": Fraction(1, 2)}

    class OneChooses(Walk):
        def legal_actions(self, player=None):
            return [] if player == 1 and self.node[0] == "both" else super().legal_actions(player)

    alone = ("both", ("row", "column"), {(a, 0): [a, -a] for a in (1, 2)})
    assert allnash.solve(OneChooses(alone)).value == 2


def test_only_clone_and_only_child_will_do():
    class Cloned(games.Kuhn):
        child = None

        def clone(self):
            state = super().clone()
            state.__class__ = Cloned
            return state

    class Born:
        """The least that is needed."""

        def __init__(self, state):
            self.state = state
            for name in ("current_player", "returns", "chance_outcomes", "legal_actions", "information_state_string"):
                setattr(self, name, getattr(state, name))

        def child(self, action):
            return Born(self.state.child(action))

    assert allnash.solve(Born(games.Kuhn())).value == Fraction(-1, 18)
    Cloned.child = property()  # raises AttributeError
    assert allnash.solve(Cloned()).value == Fraction(-1, 18)


def test_floats_add_up():
    draw = random.Random(3)
    for _ in range(200):
        weights = [draw.randrange(0, 50) for _ in range(draw.randint(1, 9))]
        if sum(weights) == 0:
            continue
        exact = [(t, Fraction(w, sum(weights))) for t, w in enumerate(weights)]
        policy = allnash.Policy({"s": exact}, 0, {}).floats()
        assert math.fsum(p for _, p in policy["s"]) == sum(p for _, p in policy["s"]) == 1.0
        assert all(abs(Fraction(p) - q) <= Fraction(1, 2 ** 53) for (_, p), (_, q) in zip(policy["s"], exact))


class Table:
    """With the interface of OpenSpiel's TabularPolicy."""

    def __init__(self, names, actions=2):
        self.state_lookup = {name: place for place, name in enumerate(names)}
        self.action_probability_array = [[0.5] * actions for _ in names]

    def policy_for_key(self, key):
        return self.action_probability_array[self.state_lookup[key]]


def test_to_tabular():
    result = allnash.solve(games.Kuhn())
    names = [*result.policy(0), *result.policy(1)]
    table = Table(names)
    assert result.to_tabular(table) is table
    for policy in policies_of(result):
        for name, actions in policy.items():
            assert table.policy_for_key(name) == pytest.approx([float(p) for _, p in actions], abs=2 ** -53)
            assert sum(table.policy_for_key(name)) == 1

    class OfArrays:
        state_lookup, action_probability_array = Table(names).state_lookup, Table(names).action_probability_array

    result.to_tabular(OfArrays)
    assert OfArrays.action_probability_array == table.action_probability_array
    with pytest.raises(allnash.InputError, match="no information state .* and 11 others; is it one of another game"):
        result.to_tabular(Table([]))
    if not has_open_spiel():
        with pytest.raises(ModuleNotFoundError):
            result.to_tabular(games.Game(games.Kuhn))


def has_open_spiel():
    try:
        import open_spiel  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def test_policies_of_other_trees():
    result = allnash.solve("trees:kuhn")
    assert result.policy("column")["card 3, bet"] == [("fold", 0), ("call", 1)]
    assert result.policy(0, choose="interior").marks == {}
    assert result.policy(0).marks == {"card 3, check bet": "never reached by the own moves"}
    paths = allnash.solve("paths:blotto,fields=2,mine=2,yours=1").policy(0)
    assert all(sum(p for _, p in ways) == 1 and all(arc.tail == node for arc, _ in ways) for node, ways in paths.items())
    with pytest.raises(allnash.InputError, match="player 2 where"):
        result.policy(2)
    with pytest.raises(allnash.InputError, match="choose"):
        result.policy(0, choose="any")
    tree = allnash.GameTree.move(1, ("a", 1), {0: 3, 1: 4})
    assert allnash.solve(allnash.GameTree(tree)).policy(0) == {("a", 1): [(0, 0), (1, 1)]}


def test_pickle_and_json():
    result = pickle.loads(pickle.dumps(allnash.solve(games.Kuhn())))
    assert result.policy(0) == allnash.solve(games.Kuhn()).policy(0)
    assert (result.nodes, result.payoff_sum, result.value) == (58, 0, Fraction(-1, 18))
    assert result.policy(0).marks == pickle.loads(pickle.dumps(result.policy(0))).marks
    assert "chance_restored" not in json.loads(allnash.solve("trees:kuhn").to_json())
    found = json.loads(allnash.solve(draw(1 / 3, 1 / 3, 1 / 3)).to_json())["chance_restored"]
    assert found == {"numbers": 1, "largest": str(abs(Fraction(1, 3) - Fraction(1 / 3)))}


def test_progress():
    reports = []
    allnash.solve(games.LiarsDice(3), progress=reports.append)
    assert reports[-1]["nodes"] > 1000 and reports[-1]["stage"] == "reading"
    assert [now["nodes"] for now in reports] == sorted(now["nodes"] for now in reports)
    allnash.solve(games.Kuhn(), progress=True)


class Slow(games.LiarsDice):
    """Presses Ctrl-C at its 1,500th node."""

    met = 0

    def clone(self):
        Slow.met += 1
        if Slow.met == 1500:
            signal.raise_signal(signal.SIGINT)
        state = super().clone()
        state.__class__ = Slow
        return state


def test_interrupts_and_time_limits():
    assert threading.current_thread() is threading.main_thread()
    with pytest.raises(allnash.Interrupted) as error:
        allnash.solve(Slow(4))
    assert (error.value.result.status, error.value.result.stop_reason) == ("stopped", "interrupted")
    stopped = allnash.solve(games.LiarsDice(3), time_limit=1e-9)
    assert (stopped.status, stopped.stop_reason, stopped.low, stopped.value) == ("stopped", "time limit", None, None)
    with pytest.raises(allnash.NotProved):
        stopped.policy(0)
    repr(stopped), stopped.to_json(), stopped._repr_html_()


# ---- pygambit, Nashpy and networkx

class GambitPlayer:
    def __init__(self, label, is_chance=False):
        self.label, self.is_chance, self.strategies = label, is_chance, []


class GambitAction:
    def __init__(self, label, prob=None):
        self.label, self.prob = label, prob


class GambitInfoset:
    def __init__(self, number, label, actions):
        self.number, self.label, self.actions = number, label, actions


class GambitNode:
    def __init__(self, player=None, infoset=None, children=(), outcome=None):
        self.player, self.infoset, self.children, self.outcome = player, infoset, list(children), outcome

    @property
    def is_terminal(self):
        return not self.children


class GambitGame:
    """With the interface of pygambit's Game."""

    is_tree = True

    def __init__(self, root, players):
        self.root, self.players = root, players


def gambit_poker(third=Fraction(1, 3), label="Bob"):
    """Alice is dealt a king with probability 2/3; an ante of 1 is paid at the root."""
    alice, bob, chance = GambitPlayer("Alice"), GambitPlayer("Bob"), GambitPlayer("Chance", True)
    deal = GambitInfoset(0, "", [GambitAction("king", 2 * third), GambitAction("queen", third)])
    king, queen = (GambitInfoset(t, name, [GambitAction("raise"), GambitAction("fold")]) for t, name in enumerate(["Alice", label]))
    faces = GambitInfoset(0, "", [GambitAction("call"), GambitAction("fold")])

    def end(a):
        return GambitNode(outcome={alice: a, bob: -a})

    def raised(win):
        return GambitNode(bob, faces, [end(win), end(Decimal(0))])

    return GambitGame(GambitNode(chance, deal, [GambitNode(alice, king, [raised(1), end(-2)]),
                                                GambitNode(alice, queen, [raised(-3), end(-2)])],
                                 outcome={alice: Fraction(1), bob: Fraction(-1)}), [alice, bob])


def test_a_game_of_pygambit():
    result = allnash.solve(gambit_poker())
    tree, third = allnash.GameTree, Fraction(1, 3)
    same = tree(tree.chance({card: (p, tree.move(1, card, {
        "raise": tree.move(2, "Bob", {"call": win, "fold": 1}), "fold": -1})) for card, p, win in (("king", 2 * third, 2),
                                                                                                   ("queen", third, -2))}))
    assert result.value == allnash.solve(same).value
    assert set(result.policy(0)) == {"Alice", "Bob"} and set(result.policy(1)) == {"set 1"}
    assert result.row_behaviour["Alice"] == {"raise": 1}
    shared = allnash.solve(gambit_poker(label="Alice"))
    assert set(shared.policy(0)) == {"Alice", "Alice #2"} and shared.value == result.value
    three = gambit_poker()
    three.players = [*three.players, GambitPlayer("Carol")]
    with pytest.raises(allnash.InputError, match="3 players"):
        allnash.solve(three)


def test_tables_of_pygambit_and_nashpy():
    class TableGame:
        is_tree = False

        def __init__(self, table, others):
            self.tables = table, others
            self.players = [GambitPlayer("A"), GambitPlayer("B")]
            self.players[0].strategies, self.players[1].strategies = list(table), list(table[0])

        def __getitem__(self, profile):
            i, j = profile
            return {player: table[i][j] for player, table in zip(self.players, self.tables)}

    assert allnash.solve(TableGame([[3, 0], [1, 2]], [[-3, 0], [-1, -2]])).value == Fraction(3, 2)
    with pytest.raises(allnash.InputError, match="add up to 0 at entry .0, 0. and to 1 at entry .1, 1."):
        allnash.solve(TableGame([[3, 0], [1, 2]], [[-3, 0], [-1, -1]]))

    class NashpyGame:
        def __init__(self, a, b):
            numpy = pytest.importorskip("numpy")
            self.payoff_matrices = numpy.array(a), numpy.array(b)

    assert allnash.solve(NashpyGame([[3, 0], [1, 2]], [[1, 4], [3, 2]])).value == Fraction(3, 2)


def test_a_pair_of_graphs():
    networkx = pytest.importorskip("networkx")
    patrol, smuggler = networkx.DiGraph(), networkx.MultiDiGraph()
    patrol.add_edge("s", "m", feature="bridge")
    patrol.add_edge("s", "n", feature="ferry")
    patrol.add_edge("m", "t")
    patrol.add_edge("n", "t")
    smuggler.add_edge("home", "town", feature="bridge")
    smuggler.add_edge("home", "town", feature="ferry")
    caught = {("bridge", "bridge"): 3, ("ferry", "ferry"): 1}
    assert allnash.solve((patrol, smuggler, caught)).value == Fraction(3, 4)
    assert allnash.solve((patrol, smuggler)).value == Fraction(1, 2)  # the same feature pays 1
