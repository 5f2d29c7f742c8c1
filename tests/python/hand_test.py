"""All equilibria in hand, from Python: ranges, which one to play, and judgements, of tables, path games, trees, game objects and games known
by best responses. Answers come from extreme points, from brute force, and from best responses by the second opinion of state_games."""
import itertools
import json
import pickle
import random
from fractions import Fraction

import allnash
import pytest
import state_games

F = Fraction


def kuhn_family(b):
    """All optimal strategies of the first player, in Kuhn's own words (1950)."""
    return {"card 1": {"bet": b, "check": 1 - b}, "card 2": {"check": 1}, "card 3": {"bet": 3 * b, "check": 1 - 3 * b},
            "card 1, check bet": {"fold": 1}, "card 2, check bet": {"call": F(1, 3) + b, "fold": F(2, 3) - b},
            "card 3, check bet": {"call": 1}}


@pytest.fixture(scope="module")
def kuhn():
    return allnash.solve("trees:kuhn")


def test_the_family_of_kuhn_poker(kuhn):
    assert kuhn.row_ranges["card 3"]["bet"].probability == allnash.Range(F(0), F(1))
    assert kuhn.row_ranges["card 1"]["bet"].flow == allnash.Range(F(0), F(1, 3))
    assert kuhn.row_range("card 2, check bet", "call").probability[:2] == (F(1, 3), F(2, 3))
    assert kuhn.row_range("card 2, check bet", "call").flow.exact
    assert kuhn.row_range("card 2", "bet").flow == allnash.Range(F(0), F(0))
    assert set(kuhn.row_range("card 1")) == {"bet", "check"}
    [block] = kuhn.row_free
    assert block.dimension == 1 and set(block.what) == {"card 1", "card 3", "card 2, check bet"}
    assert block.text == "card 1: bet b, 0 <= b <= 1/3; card 3: bet 3b; card 2, check bet: call 1/3 + b"
    assert sorted(vertex["card 1"].get("bet", F(0)) for vertex in block.vertices) == [F(0), F(1, 3)]
    assert kuhn.column_free == []
    for b in (F(0), F(1, 7), F(1, 3)):
        assert kuhn.contains(kuhn_family(b))
    assert not kuhn.contains(kuhn_family(F(1, 3) - F(1, 10 ** 9)) | {"card 3": {"bet": 1, "check": 0}})
    with pytest.raises(allnash.InputError, match="'card 9' is no information set of the player"):
        kuhn.row_range("card 9", "bet")
    with pytest.raises(allnash.InputError, match="'raise' is no action at 'card 1'"):
        kuhn.row_range("card 1", "raise")


def test_policies_of_kuhn_poker(kuhn):
    policy = kuhn.policy("row")
    assert policy.choose == "sensible" and policy == kuhn.policy(0, choose="sensible") == kuhn.row_sensible == kuhn.sensible[0]
    assert dict(policy["card 1"])["bet"] == F(1, 3) and dict(policy["card 3"])["bet"] == 1
    # Ruled out by its own bets; a plan that folds the best card there would be as good, and makes no sense.
    assert dict(policy["card 3, check bet"])["call"] == 1
    assert policy.marks == {"card 3, check bet": "never reached by the own moves"}
    interior = kuhn.policy("row", choose="interior")
    assert interior.choose == "interior" and 0 < dict(interior["card 1"])["bet"] < F(1, 3)
    vertex = kuhn.policy("row", choose="vertex")
    assert dict(vertex["card 1"])["bet"] in (0, F(1, 3))
    for one in (policy, interior, vertex, kuhn.policy("row", choose="max_entropy"), kuhn_family(F(1, 5))):
        assert kuhn.contains(one)
        assert kuhn.judge(one).exploitability == 0
    assert kuhn.contains(kuhn.policy(1), "column")
    with pytest.raises(allnash.InputError, match="choose: 'best' is not one of"):
        kuhn.policy("row", choose="best")
    assert pickle.loads(pickle.dumps(kuhn)).policy("row") == policy


def test_the_largest_entropy(kuhn):
    """Of Kuhn poker by a search along its one parameter; of tables by SciPy, which finds the same."""
    from math import log

    def entropy(b):
        parts = [(1, b), (1, 3 * b), (1 - 0, F(1, 3) + b)]
        return sum(-float(p) * log(p) - float(1 - p) * log(1 - p) if 0 < p < 1 else 0 for _, p in parts)

    chosen = dict(kuhn.policy("row", choose="max_entropy")["card 1"])["bet"]
    best = max((F(t, 30000) for t in range(1, 10000)), key=entropy)
    assert abs(chosen - best) < F(1, 10000)


def test_judgements_of_kuhn_poker(kuhn):
    judged = kuhn.judge("uniform")
    assert judged.exploitability == F(13, 36) == kuhn.value - judged.guaranteed
    assert sum(one.loss for one in judged.mistakes + judged.punished) == F(13, 36)
    assert not judged.optimal and judged.distance == F(1, 2)
    assert judged.mistakes[0].where == allnash.Action("card 1, check bet", "call")
    assert kuhn.contains(judged.nearest) and "loses       13/36" in repr(judged)
    rounded = kuhn_family(F(1, 5)) | {"card 2, check bet": {"call": .533, "fold": .466}}
    judged = kuhn.judge(rounded)
    assert judged.repaired == ["card 2, check bet"] and judged.exploitability == F(1, 29970)
    assert not kuhn.contains(rounded)
    pair = allnash.judge(kuhn, "uniform", "uniform")
    assert pair.exploitability == F(11, 12) == pair.row.exploitability + pair.column.exploitability and pair.optimal is False
    with pytest.raises(allnash.InputError, match="add up to 9/10"):
        kuhn.judge(kuhn_family(F(0)) | {"card 1": {"check": .9}})
    with pytest.raises(allnash.InputError, match="nothing is said of"):
        kuhn.judge({"card 1": {"bet": 1}})
    with pytest.raises(TypeError, match="a function of a state judges results of game objects"):
        kuhn.judge(lambda state: {})


def test_files_are_read_as_the_program_reads_them(kuhn, tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({name: {action: str(p) for action, p in actions.items()} for name, actions in kuhn_family(F(1, 4)).items()}))
    assert kuhn.judge(path).optimal and kuhn.judge(str(path)).optimal
    with pytest.raises(allnash.InputError, match="missing.csv: cannot be read"):
        kuhn.judge(str(tmp_path / "missing.csv"))


OBJECTS = {"kuhn": state_games.Kuhn(), "goofspiel at once": state_games.Goofspiel(3, True),
           "goofspiel hidden": state_games.Goofspiel(3, False), "liar's dice": state_games.LiarsDice(2),
           "phantom tic-tac-toe": state_games.PhantomTicTacToe(), "battleship": state_games.Battleship(3, 2)}


@pytest.mark.parametrize("name", OBJECTS)
def test_game_objects_are_judged_as_best_responses_judge_them(name):
    root = state_games.Node(OBJECTS[name])
    result = allnash.solve(OBJECTS[name])
    draw = random.Random(1)
    for player in (0, 1):
        sensible = result.policy(player, choose="sensible")
        assert result.contains(sensible, player)
        assert state_games.guaranteed(root, player, sensible) == result.value
        mixed = {}
        for one, actions in sensible.items():
            weights = [draw.randrange(4) for _ in actions]
            weights[draw.randrange(len(weights))] += 1
            mixed[one] = [(action, F(weight, sum(weights))) for (action, _), weight in zip(actions, weights)]
        judged = result.judge(mixed, player)
        assert judged.guaranteed == state_games.guaranteed(root, player, mixed)
        assert judged.exploitability == abs(result.value - judged.guaranteed)
        assert sum(one.loss for one in judged.mistakes + judged.punished) == judged.exploitability
        asked = []

        def function(state, *_):
            asked.append(state.information_state_string(player))
            return dict(mixed[asked[-1]])

        assert result.judge(function, player) == judged
        assert len(asked) == len(set(asked)) == len(mixed)


def test_ranges_of_tables_span_their_extreme_points():
    draw = random.Random(2)
    several = 0
    for _ in range(150):
        rows, columns = draw.randrange(1, 6), draw.randrange(1, 6)
        table = [[draw.randrange(3) for _ in range(columns)] for _ in range(rows)]
        result = allnash.solve(table)
        for is_row, ranges, vertices, free in ((True, result.row_ranges, result.row_vertices, result.row_free),
                                               (False, result.column_ranges, result.column_vertices, result.column_free)):
            for t in range(rows if is_row else columns):
                played = [vertex.get(t, F(0)) for vertex in vertices]
                one = (result.row_range if is_row else result.column_range)(t)
                assert one == allnash.Range(min(played), max(played)) == ranges.get(t, one)
            assert sum(block.dimension for block in free) == (result.row_dimension if is_row else result.column_dimension)
            several += bool(free)
            for choose in ("sensible", "interior", "vertex", None):
                player = "row" if is_row else "column"
                assert result.contains(result.policy(player, choose), player)
    assert several > 50


def test_dreshers_choice_gains_most_from_the_cheapest_mistake():
    """Against a grid of optimal strategies: none has losses of the opponent's mistakes that are better in order."""
    draw = random.Random(3)
    for _ in range(60):
        table = [[draw.randrange(-1, 2) for _ in range(4)] for _ in range(3)]
        result = allnash.solve(table)
        losing = [j for j in range(4) if j not in result.column_support]

        def losses(x):
            return sorted(sum(p * table[i][j] for i, p in x.items()) - result.value for j in losing)

        best = losses(result.row_sensible)
        for weights in itertools.product(range(4), repeat=len(result.row_vertices)):
            if 0 < sum(weights) and len(weights) < 5:
                x = {i: sum(F(w, sum(weights)) * vertex.get(i, 0) for w, vertex in zip(weights, result.row_vertices)) for i in range(3)}
                assert losses(x) <= best


def test_judgements_of_tables():
    draw = random.Random(4)
    for _ in range(100):
        table = [[draw.randrange(-2, 3) for _ in range(4)] for _ in range(3)]
        result = allnash.solve(table)
        x = [F(draw.randrange(1, 5)) for _ in range(3)]
        x = [p / sum(x) for p in x]
        judged = allnash.judge(table, x)
        least = min(sum(p * table[i][j] for i, p in enumerate(x)) for j in range(4))
        assert judged.guaranteed == least and judged.exploitability == result.value - least
        assert judged.optimal == (judged.exploitability == 0) == result.contains(x)
        assert sum(one.loss for one in judged.mistakes + judged.punished) == judged.exploitability
        y = {j: F(1, 4) for j in range(4)}
        conceded = max(sum(p * table[i][j] for j, p in y.items()) for i in range(3))
        assert allnash.judge(table, y, player="column").exploitability == conceded - result.value
    named = allnash.solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], labels=(["rock", "paper", "scissors"], None))
    assert named.judge({"rock": 0.5, "paper": 0.5}).exploitability == F(1, 2)
    assert named.row_range("rock") == allnash.Range(F(1, 3), F(1, 3)) and named.policy("row")["paper"] == F(1, 3)
    with pytest.raises(allnash.InputError, match="add up to 1/2"):
        named.judge([0.25, 0.25, 0])


def test_tables_known_in_part():
    result = allnash.solve(payoff=lambda i, j: [[1, 0, 1], [0, 1, 1], [0, 0, 0]][i][j], shape=(3, 3), payoff_range=(0, 1), budget=5)
    judged = result.judge([0, 0, 1])
    low, high = judged.exploitability
    assert judged.optimal is None and low <= F(1, 2) <= high and judged.ask_next is not None
    assert "unread payoffs may decide that" in repr(judged)


def test_path_games():
    roads = [("s", "a", "north"), ("s", "b", "south"), ("a", "t", "ford"), ("b", "t", "bridge"), ("a", "b", "lane")]
    game = allnash.PathGame(roads, roads)
    result = allnash.solve(game)
    ranges = result.row_ranges
    assert all(isinstance(arc, allnash.Arc) and one.exact for arc, one in ranges.items())
    for player, flow in (("row", result.row_flow), ("column", result.column_flow)):
        assert result.contains(flow, player)
        policy = result.policy(player)
        assert policy.choose == "sensible" and result.contains(policy, player)
        assert all(sum(p for _, p in ways) == 1 for ways in policy.values())
    for arc, amount in result.row_flow.items():
        assert ranges[arc].least <= amount <= ranges[arc].most and result.row_range(arc) == ranges[arc]
    judged = result.judge({allnash.Arc("s", "a", "north"): 1, allnash.Arc("a", "t", "ford"): 1})
    assert judged.guaranteed == 0 and judged.exploitability == result.value
    assert result.judge({"s": {"a": 1}, "a": {"ford": 1}}) == judged
    with pytest.raises(allnash.InputError, match="what arrives at a node does not leave it again"):
        result.judge({allnash.Arc("s", "a", "north"): 1})


def test_games_known_by_best_responses():
    table = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]

    def reply_to(mixture):
        earned = {i: sum(p * table[i][j] for j, p in mixture.items()) for i in range(3)}
        best = max(earned, key=earned.get)
        return best, earned[best]

    said = {"exact": lambda i, v: (i, v), "bound": lambda i, v: (i, allnash.Bound(v - F(1, 8))), "none": lambda i, v: i}
    results = {}
    for kind, form in said.items():
        exact_first = {"used": False}

        def respond_column(mixture, form=form, exact_first=exact_first):
            best, earned = reply_to(mixture)
            return form(best, -earned) if exact_first["used"] else (best, -earned)

        result = allnash.solve_responses(lambda i, j: table[i][j], reply_to, respond_column)
        exact_first["used"] = True
        results[kind] = result
    judged = results["exact"].judge({0: F(1, 2), 1: F(1, 2)})
    assert judged.exploitability == F(1, 2) and judged.optimal is False
    assert results["exact"].contains({0: F(1, 3), 1: F(1, 3), 2: F(1, 3)}) is True
    assert allnash.judge(results["exact"], {0: 1}, {1: 1}).exploitability == 2
    assert results["bound"].judge({0: 1}).exploitability == (0, F(9, 8))
    assert results["bound"].judge({0: 1}).optimal is None
    with pytest.raises(allnash.InputError, match="says nothing of what it earns"):
        results["none"].judge({0: 1})
    with pytest.raises(allnash.InputError, match="add up to 1/2"):
        results["exact"].judge({0: F(1, 2)})


def test_what_needs_a_proof_says_so():
    stopped = allnash.solve("paths:lattice,width=40,height=40,block=3", time_limit=1e-6)
    for ask in (lambda: stopped.row_ranges, lambda: stopped.sensible, lambda: stopped.judge("uniform")):
        with pytest.raises(allnash.NotProved):
            ask()
    one = allnash.solve("paths:blotto,fields=3,mine=4", method="responses")
    assert one.status == "equilibrium" and one.contains(one.row_flow) and one.judge("uniform").distance is None
    with pytest.raises(allnash.NotProved, match="one equilibrium is known, not all"):
        one.row_ranges
