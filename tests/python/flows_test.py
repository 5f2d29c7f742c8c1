"""Path games and game trees in Python. Small ones are written out, and `solve` on the table is a second opinion."""
import itertools
import json
import os
import pickle
import random
import signal
import sys
import threading
from fractions import Fraction
from pathlib import Path

import pytest

import allnash

ROOT = Path(__file__).parents[2]
PATROL = [("s", "t", "bridge"), ("s", "t", "ferry")]
SMUGGLER = [("home", "river"), ("river", "town", "bridge"), ("river", "town", "ferry")]
CAUGHT = {("bridge", "bridge"): 3, ("ferry", "ferry"): 1}
QUARTERS = {"bridge": Fraction(1, 4), "ferry": Fraction(3, 4)}


class DiGraph:
    """With the interface of networkx."""

    def __init__(self, arcs, directed=True):
        self.arcs, self.directed = arcs, directed

    def is_directed(self):
        return self.directed

    def edges(self, data=False):
        assert data
        return [(tail, head, {"feature": rest[0], "weight": 1} if rest else {}) for tail, head, *rest in self.arcs]


def paths(arcs):
    """All paths, as lists of arcs."""
    heads, tails = {arc[1] for arc in arcs}, {arc[0] for arc in arcs}
    (source,) = tails - heads

    def after(node):
        if node not in tails:
            yield []
        for arc in arcs:
            if arc[0] == node:
                yield from ([arc, *rest] for rest in after(arc[1]))

    return list(after(source))


def written_out(rows, columns, payoffs):
    return [[sum(payoffs.get((a[2], b[2]), 0) for a in row for b in column) for column in paths(columns)]
            for row in paths(rows)]


def random_graph(draw, features):
    """Nodes 0 to n in this order; each but the ends is entered and left. Arcs may be parallel."""
    n = draw.randint(1, 4)
    arcs = [(node, draw.randint(node + 1, n)) for node in range(n)]
    arcs += [(draw.randint(0, node - 1), node) for node in range(1, n + 1)]
    arcs += [tuple(sorted(draw.sample(range(n + 1), 2))) for _ in range(draw.randint(0, 3))]
    arcs = [(*arc, draw.choice([None, *features])) for arc in arcs]
    draw.shuffle(arcs)
    return arcs


def test_built_in_games():
    result = allnash.solve("paths:blotto,fields=10,mine=20,yours=18")
    assert (result.status, result.value, result.proved, result.tree) == ("proved", 1, True, False)
    assert (result.row_support_size, result.column_support_size) == (252, 780175)
    assert (result.row_strategies, result.column_strategies) == (10015005, 4686825)
    assert isinstance(result.value, Fraction) and isinstance(result.row_support_size, int)
    assert sum(p for _, p in result.row_strategy) == 1 and result.row_behaviour is None
    assert {sum(map(int, text.split(","))) for text, _ in result.column_strategy} == {18}
    assert sum(p for arc, p in result.row_flow.items() if arc.head is None) == 1
    assert set(result.row_support) == set(result.row_flow)
    assert allnash.check(result) and allnash.check(result.certificate)
    assert result.low == result.high == 1 and result.stop_reason is None
    assert json.loads(result.to_json())["row_support_size"] == "252"
    assert "252 strategies played" in repr(result) and "780175" in result._repr_html_()


def test_trees():
    result = allnash.solve("trees:kuhn")
    assert result.tree and result.value == Fraction(-1, 18) and result.row_strategy is None
    assert (result.row_dimension, result.column_dimension, result.dimensions_proved) == (1, 0, True)
    assert result.column_behaviour["card 1, check"] == {"check": Fraction(2, 3), "bet": Fraction(1, 3)}
    low, high = (result.row_behaviour[f"card {card}"].get("bet", 0) for card in (1, 3))
    assert high == 3 * low
    assert result.row_flow[allnash.Action("card 1", "bet")] == low
    done = {allnash.Action(label, action) for label, actions in result.row_behaviour.items() for action in actions}
    assert done == set(result.row_flow) == set(result.row_support)
    assert allnash.Action("card 1", "fold") not in result.row_support
    assert "card 1, check bet" in result._repr_html_() and "8 strategies played" in repr(result)
    poker = ROOT / "examples" / "poker.efg"
    for game in (poker, allnash.GameTree.from_efg(poker.read_text())):
        result = allnash.solve(game)
        assert result.value == Fraction(1, 3) and allnash.check(result, poker)
        assert result.row_behaviour["Alice has a queen"] == {"raise": Fraction(1, 3), "fold": Fraction(2, 3)}


def test_the_page(tmp_path):
    page = allnash.solve("trees:kuhn").report(tmp_path / "kuhn.html", title="three cards")
    assert (tmp_path / "kuhn.html").read_text() == page.html
    assert '"title":"three cards"' in page.html.replace('": ', '":') and "card 2, check bet" in page.html


def test_the_certificate_goes_into_a_file(tmp_path):
    result = allnash.solve("trees:kuhn", certificate=tmp_path / "proof.txt")
    assert (tmp_path / "proof.txt").read_text() == result.certificate
    assert not allnash.check(result.certificate.replace("value -1/18", "value -1/19"))


@pytest.mark.parametrize("as_graph", [list, iter, DiGraph])
def test_a_game_of_arcs(as_graph):
    game = allnash.PathGame(as_graph(PATROL), as_graph(SMUGGLER), CAUGHT)
    assert repr(game) == "<allnash.PathGame: 2 and 3 arcs>"
    result = allnash.solve(game)
    assert result.value == Fraction(3, 4)
    assert result.row_flow == {("s", "t", feature): p for feature, p in QUARTERS.items()}
    assert result.column_flow == {("home", "river", None): 1, **{("river", "town", f): p for f, p in QUARTERS.items()}}
    assert sorted(result.column_strategy) == [("home>river,river>town:bridge", Fraction(1, 4)),
                                              ("home>river,river>town:ferry", Fraction(3, 4))]


def test_payoffs_of_many_kinds():
    numpy = pytest.importorskip("numpy")
    table = [[3, 0], [0, "1"]]
    numbered = [[(0, 1, 0), (0, 1, 1)]] * 2
    for game in (allnash.PathGame(PATROL, SMUGGLER, lambda f, g: CAUGHT.get((f, g), 0)),
                 allnash.PathGame(PATROL, SMUGGLER, table, row_features=list(QUARTERS), column_features=list(QUARTERS)),
                 allnash.PathGame(*numbered, numpy.array([[3, 0], [0, 1]])),
                 allnash.PathGame(*numbered, {(0, 0): Fraction(3), (1, 1): 1.0})):
        assert allnash.solve(game).value == Fraction(3, 4)
    tenth = {("bridge", "bridge"): 0.1, ("ferry", "ferry"): 0.1}
    assert allnash.solve(allnash.PathGame(PATROL, SMUGGLER, tenth)).value == Fraction(1, 20)
    assert allnash.solve(allnash.PathGame(PATROL, SMUGGLER, tenth, decimals=False)).value == Fraction(0.1) / 2


def test_nodes_and_features_of_any_kind():
    """1 and "1" are two nodes; so are None and "None"; so are a feature and its text."""
    rows = [(1, "1", ("x", 1)), ("1", None, "('x', 1)"), (1, None, 2.5)]
    payoffs = {(("x", 1), "b"): 5, ("('x', 1)", "b"): -2, (2.5, "b"): 1}
    result = allnash.solve(allnash.PathGame(rows, [("s", "t", "b")], payoffs))
    assert result.value == 3 and result.row_support == [tuple(rows[0]), tuple(rows[1])]
    assert result.column_flow == {("s", "t", "b"): 1}
    equal = allnash.solve(allnash.PathGame([(1, 2), (1, 2)], [("s", "t", "b")], {}))
    assert (equal.row_strategies, equal.row_flow) == (2, {(1, 2, None): 1})


def test_random_path_games_written_out():
    draw = random.Random(1)
    for _ in range(40):
        rows, columns = (random_graph(draw, "abc") for _ in range(2))
        used = [[arc[2] for arc in arcs if arc[2]] for arcs in (rows, columns)]
        payoffs = {pair: Fraction(draw.randint(-6, 6), draw.choice([1, 2, 3]))
                   for pair in itertools.product(*map(set, used)) if draw.random() < 0.7}
        payoffs = dict(sorted(payoffs.items()))
        result = allnash.solve(allnash.PathGame(rows, columns, payoffs))
        table = allnash.solve(written_out(rows, columns, payoffs), vertices=0)
        assert (result.row_strategies, result.column_strategies) == table.shape
        assert (result.value, result.row_support_size, result.column_support_size) == (
            table.value, len(table.row_support), len(table.column_support))
        assert allnash.check(result)


def random_tree(draw, depth, known):
    """Of perfect recall: a set is known by the player's own history and what it has seen, which is all of it or all
    but the opponent's last move."""
    if depth == 0 or draw.random() < 0.15:
        return draw.randint(-4, 4)
    kind = draw.choice([0, 1, 2])
    if kind == 0:
        return allnash.GameTree.chance({"heads": (Fraction(1, 3), random_tree(draw, depth - 1, known)),
                                        "tails": ("2/3", random_tree(draw, depth - 1, known))})
    label = (depth, known[kind - 1])
    seen = {1: known[0], 2: known[1]}
    actions = {}
    for action in ("left", "right"):
        after = [seen[1], seen[2]]
        after[kind - 1] = (label, action)
        actions[action] = random_tree(draw, depth - 1, tuple(after))
    return allnash.GameTree.move(kind, label, actions)


def sets_of(node, player, found):
    if hasattr(node, "set"):
        if node.player == player:
            found[node.set] = None
        for after in node.actions.values():
            sets_of(after, player, found)
    elif hasattr(node, "actions"):
        for _, after in node.actions.values():
            sets_of(after, player, found)
    return list(found)


def worth(node, plans):
    if hasattr(node, "set"):
        return sum(p * worth(after, plans) for action, after in node.actions.items()
                   if (p := plans[node.player - 1].get(node.set, {}).get(action, 0)))
    if hasattr(node, "actions"):
        return sum(Fraction(p) * worth(after, plans) for p, after in node.actions.values())
    return node


def test_random_trees_written_out():
    draw = random.Random(2)
    solved = 0
    while solved < 25:
        root = random_tree(draw, 4, ((), ()))
        sets = [sets_of(root, player, {}) for player in (1, 2)]
        if not all(1 <= len(one) <= 6 for one in sets):
            continue
        pure = [[{label: {action: 1} for label, action in zip(one, actions)}
                 for actions in itertools.product(("left", "right"), repeat=len(one))] for one in sets]
        result = allnash.solve(allnash.GameTree(root))
        table = allnash.solve([[worth(root, (x, y)) for y in pure[1]] for x in pure[0]], vertices=0)
        assert result.value == table.value and allnash.check(result)
        behaviour = result.row_behaviour, result.column_behaviour
        assert min(worth(root, (behaviour[0], y)) for y in pure[1]) == result.value
        assert max(worth(root, (x, behaviour[1])) for x in pure[0]) == result.value
        solved += 1


def test_a_deep_tree():
    root = 1
    for depth in range(5000):
        root = allnash.GameTree.move(1 + depth % 2, depth, {"on": root})
    assert allnash.solve(allnash.GameTree(root)).value == 1


MOVE, CHANCE = allnash.GameTree.move, allnash.GameTree.chance


@pytest.mark.parametrize("make, said", [
    (lambda: allnash.PathGame([("a", "c"), ("b", "c")], SMUGGLER, {}), "row graph: two sources, 'a' and 'b'"),
    (lambda: allnash.PathGame(PATROL, [("a", "b"), ("a", "c")], {}), "column graph: two sinks, 'b' and 'c'"),
    (lambda: allnash.PathGame(PATROL, [("s", 1), (1, 2), (2, 1), (2, "t")], {}), "column graph: a cycle: '1' -> '2' -> '1'"),
    (lambda: allnash.PathGame([], SMUGGLER, {}), "row graph: a graph without arcs"),
    (lambda: allnash.PathGame(PATROL, SMUGGLER, {("bridge", "tunnel"): 1}), "'tunnel' is no feature of the column player's arcs"),
    (lambda: allnash.PathGame(PATROL, SMUGGLER, {(2, "bridge"): 1}), "'2' is no feature of the row player's arcs"),
    (lambda: allnash.PathGame(PATROL, SMUGGLER, [[1]], row_features=["bridge"], column_features=[]),
     "column_features: 0 features of a table with 1"),
    (lambda: allnash.PathGame(PATROL, SMUGGLER, [[1, 2], [3]]), "payoffs: rows of different lengths"),
    (lambda: allnash.PathGame(DiGraph(PATROL, directed=False), SMUGGLER, {}),
     "row_arcs: an undirected graph; arcs of a path game lead from one node to another"),
    (lambda: allnash.PathGame(PATROL, SMUGGLER, {("bridge", "bridge"): float("nan")}), "nan"),
    (lambda: allnash.GameTree(MOVE(1, "a", {"l": MOVE(1, "a", {"l": 0}), "r": 1})),
     "information set 'a' of player 1 has the actions l here and l, r elsewhere"),
    (lambda: allnash.GameTree(MOVE(1, "a", {"l": MOVE(1, "b", {"x": 0}), "r": MOVE(1, "b", {"x": 1})})),
     "tree: information set 'b' of player 1 is met after 'r' at 'a', and elsewhere after 'l' at 'a': "
     "only games in which nobody forgets are solved"),
    (lambda: allnash.GameTree(CHANCE({"l": ("1/3", 0), "r": ("1/3", 1)})),
     "tree: probabilities of chance add up to 2/3, not to 1; a third is Fraction(1, 3) or '1/3'"),
    (lambda: allnash.GameTree(MOVE(2, "a", {})), "tree: information set 'a' without an action"),
    (lambda: MOVE(3, "a", {}), "player 3 where there are 1 and 2"),
    (lambda: allnash.GameTree.from_efg("EFG 1"), "tree.efg:1: "),
    (lambda: allnash.solve("paths:chess"), "paths:chess: unknown path game (path games: blotto, lattice, subsets)"),
    (lambda: allnash.solve("trees:kuhn", time_limit=-1), "time_limit: -1 is not"),
])
def test_what_is_no_game(make, said):
    with pytest.raises(ValueError) as caught:
        make()
    assert said in str(caught.value)


@pytest.mark.parametrize("make, said", [
    (lambda: allnash.PathGame([("a",)], SMUGGLER, {}), "row_arcs: arc 0 is (tail, head) or (tail, head, feature), not ('a',)"),
    (lambda: allnash.PathGame(PATROL, [("a", "b"), ([], "b")], {}), "column_arcs: arc 1: unhashable type: 'list'"),
    (lambda: allnash.PathGame(PATROL, SMUGGLER, CAUGHT, row_features=["bridge"]),
     "row_features and column_features go with a table of payoffs"),
    (lambda: allnash.GameTree(CHANCE({"l": 3})), "move 'l' of chance is (probability, node), not 3"),
    (lambda: allnash.GameTree("three"), "three"),
    (lambda: allnash.solve("trees:kuhn", symmetric=True), "symmetric= is not for games on flows"),
    (lambda: allnash.solve("trees:kuhn", labels=True), "labels= is not for games on flows"),
    (lambda: allnash.solve("trees:kuhn", progress=print), "progress= is not for games on flows"),
])
def test_what_is_given_wrongly(make, said):
    with pytest.raises((TypeError, ValueError)) as caught:
        make()
    assert said in str(caught.value)


def test_a_file_that_is_missing():
    with pytest.raises(FileNotFoundError):
        allnash.solve("none.efg")


def test_one_equilibrium_by_best_responses(tmp_path):
    result = allnash.solve("trees:kuhn", method="responses", certificate=tmp_path / "proof")
    assert (result.status, result.proved, result.value) == ("equilibrium", False, Fraction(-1, 18))
    assert result.low == result.high == result.value and result.row_behaviour
    assert (tmp_path / "proof").read_text() == result.certificate
    assert "equilibrium" in repr(result)
    with pytest.raises(allnash.NotProved, match="one equilibrium is known, not all"):
        result.row_support_size


def assert_bounds(result, reason, tmp_path):
    assert (result.status, result.stop_reason, result.value) == ("stopped", reason, None)
    assert result.low <= 1 <= result.high
    for ask in (lambda: result.row_support_size, lambda: result.row_dimension, lambda: result.column_support,
                lambda: result.certificate):
        with pytest.raises(allnash.NotProved, match=f"stopped \\({reason}\\); the value lies between"):
            ask()
    assert f"stopped ({reason})" in repr(result) and "value    from " in repr(result)
    assert sum(p for arc, p in result.row_flow.items() if arc.head is None) == 1


def test_a_time_limit(tmp_path):
    result = allnash.solve("paths:blotto,fields=10,mine=20,yours=18", time_limit=1e-9, certificate=tmp_path / "proof.txt")
    assert_bounds(result, "time limit", tmp_path)
    assert not (tmp_path / "proof.txt").exists()


def test_ctrl_c_ends_with_what_is_known(tmp_path):
    """Another thread raises it once it sees that the game is being solved, which would take far longer."""
    from allnash import _flows

    main = threading.get_ident()

    def interrupt():
        while sys._current_frames()[main].f_code is not _flows.solve.__code__:
            os.sched_yield()
        os.kill(os.getpid(), signal.SIGINT)

    game = _flows.Named("paths:blotto,fields=10,mine=50,yours=45")
    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt) as ended:
        _flows.solve(game, None, None)
    result = ended.value.result
    thread.join()
    assert_bounds(result, "interrupted", tmp_path)


@pytest.mark.parametrize("game, options", [
    ("trees:kuhn", {}), ("paths:blotto,fields=3,mine=4,yours=3", {}), ("paths:lattice,width=3,height=3", {"method": "responses"}),
    ("paths:blotto,fields=10,mine=50,yours=45", {"time_limit": 1e-9}),
    (allnash.PathGame(PATROL, SMUGGLER, CAUGHT), {}),
    (allnash.GameTree(MOVE(1, ("a", 1), {"l": MOVE(2, 7, {"x": 0, "y": Fraction(1, 3)}), "r": 1})), {}),
])
def test_results_can_be_pickled(game, options):
    result = allnash.solve(game, **options)
    again = pickle.loads(pickle.dumps(result))
    assert (repr(again), again.to_json(), again.tree, again.iterations) == (repr(result), result.to_json(), result.tree, result.iterations)
    for name in ("row_strategy", "column_strategy", "row_behaviour", "column_behaviour", "row_flow", "column_flow"):
        assert getattr(again, name) == getattr(result, name), name
    if result.proved:
        assert (again.row_support, again.column_support) == (result.row_support, result.column_support)
        assert (again.row_support_size, again.column_dimension) == (result.row_support_size, result.column_dimension)
    if result.value is not None:
        assert again.certificate == result.certificate
    # A game comes back whole, and not only what was found of it.
    assert str(again.report()) == str(result.report())
