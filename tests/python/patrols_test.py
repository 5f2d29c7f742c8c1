"""Patrols and Blotto for people. Small games are written out as tables of all routes, which are a second opinion."""
import csv
import io
import itertools
from fractions import Fraction

import pytest

import allnash

ROADS = [("w", "b"), ("w", "f"), ("b", "e"), ("f", "e"), ("b", "f")]


def paths(arcs):
    """All paths, as lists of arcs."""
    heads, tails = {arc.head for arc in arcs}, {arc.tail for arc in arcs}
    (source,) = tails - heads

    def after(node):
        if node not in tails:
            yield []
        for arc in arcs:
            if arc.tail == node:
                yield from ([arc, *rest] for rest in after(arc.head))

    return list(after(source))


def meetings(route, other):
    return len({arc.feature for arc in route if arc.feature} & {arc.feature for arc in other if arc.feature})


def walks(roads, steps, start, end, wait):
    """What one can do on roads, by brute force: what is passed in each step."""
    found = set()

    def go(place, t, passed):
        if t == steps:
            if end in (None, place):
                found.add(tuple(passed))
            return
        if wait:
            go(place, t + 1, [*passed, place])
        for a, b, *length in roads:
            length = length[0] if length else 1
            for here, there in ((a, b), (b, a)):
                if here == place and t + length <= steps:
                    go(there, t + length, [*passed, *[(a, b)] * length])

    for place in [start] if start else {place for road in roads for place in road[:2]}:
        go(place, 0, [])
    return found


@pytest.mark.parametrize("start, end, wait", [("w", "e", True), ("w", "e", False), (None, "b", True), (None, None, False)])
@pytest.mark.parametrize("roads", [ROADS, [("w", "b", 2), ("b", "e"), ("w", "e", 3)]])
def test_time_expanded_roads(roads, start, end, wait):
    for steps in (2, 3):
        expected = walks(roads, steps, start, end, wait)
        if not expected:
            with pytest.raises(allnash.InputError, match="no route of"):
                allnash.time_expanded(roads, steps, start, end, wait=wait)
            continue
        arcs = allnash.time_expanded(roads, steps, start, end, wait=wait)
        found = [tuple(arc.feature for arc in path if arc.feature) for path in paths(arcs)]
        assert len(arcs) == len(set(arcs))
        assert {tuple(what for what, _ in path) for path in found} == expected
        assert all([t for _, t in path] == list(range(steps)) for path in found)


def test_a_patrol_in_one_call_is_the_table_of_its_routes():
    game = allnash.PathGame.patrol(ROADS, 3, base="b", start="w", goal="e")
    result = allnash.solve(game)
    rows = paths(allnash.time_expanded(ROADS, 3, "b", "b"))
    columns = paths(allnash.time_expanded(ROADS, 3, "w", "e"))
    assert result.value == allnash.solve([[meetings(row, column) for column in columns] for row in rows]).value
    with pytest.raises(allnash.InputError, match="start: no road leads to 'x'"):
        allnash.time_expanded(ROADS, 3, "x")
    with pytest.raises(allnash.InputError, match="steps: 0 is below 1"):
        allnash.time_expanded(ROADS, 0)
    with pytest.raises(allnash.InputError, match="takes 0 steps"):
        allnash.time_expanded([("a", "b", 0)], 3)


def test_roads_of_networkx():
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph()
    graph.add_edge("w", "b", steps=2)
    graph.add_edge("b", "e")
    assert allnash.time_expanded(graph, 3, "w", "e") == allnash.time_expanded([("w", "b", 2), ("b", "e")], 3, "w", "e")
    directed = networkx.DiGraph([("w", "b"), ("b", "e")])
    assert len(paths(allnash.time_expanded(directed, 2, wait=False))) == 1


@pytest.mark.parametrize("points, most", [(4, 0), (4, 1), (4, 2), (4, 4)])
def test_checkpoints(points, most):
    names = [f"c{t}" for t in range(points)]
    arcs = allnash.checkpoints(names, most)
    chosen = [tuple(arc.feature for arc in path if arc.feature) for path in paths(arcs)]
    assert sorted(chosen) == sorted(some for k in range(most + 1) for some in itertools.combinations(names, k))
    smuggler = [("home", "town", name) for name in names]
    assert allnash.solve(allnash.PathGame(arcs, smuggler)).value == Fraction(most, points)
    with pytest.raises(allnash.InputError, match="5 of 4"):
        allnash.checkpoints(names, 5)


def mixtures_guarantee(result, arcs, player, routes, payoff):
    """What a mixture of routes guarantees against all paths of these arcs."""
    totals = [sum(route.probability * payoff(route.arcs, path) for route in routes) for path in paths(arcs)]
    return min(totals) if player == "row" else max(totals)


def test_routes_and_few_routes():
    patrol, smuggler = allnash.time_expanded(ROADS, 3, "b", "b"), allnash.time_expanded(ROADS, 3, "w", "e")
    result = allnash.solve(allnash.PathGame(patrol, smuggler))
    for player, arcs, other in (("row", patrol, smuggler), ("column", smuggler, patrol)):
        many, few = result.routes(player), result.routes(player, few=True)
        for routes in (many, few):
            assert sum(route.probability for route in routes) == 1
            assert mixtures_guarantee(result, other, player, routes, meetings) == result.value
            for route in routes:
                assert all(arc in arcs for arc in route.arcs)
                assert [arc.head for arc in route.arcs] == list(route.nodes[1:]) and route.nodes[0] == "start"
                assert len(route.features) == 3
        assert {route.arcs for route in few} <= {route.arcs for route in many} and len(few) <= len(many)
        flow = {}
        for route in many:
            for arc in route.arcs:
                flow[arc] = flow.get(arc, 0) + route.probability
        assert flow == (result.row_flow if player == "row" else result.column_flow)


def test_few_routes_of_blotto():
    result = allnash.solve("paths:blotto,fields=5,mine=8,yours=7")
    many, few = result.routes(0), result.routes(0, few=True)
    assert len(few) < len(many) and sum(route.probability for route in few) == 1


def test_coverage_as_a_table(tmp_path):
    result = allnash.solve(allnash.PathGame.patrol(ROADS, 2, start="w", goal="e"))
    coverage = result.coverage("row")
    assert sum(coverage.values()) == 2  # a step is always somewhere
    text = result.to_csv(tmp_path / "coverage.csv")
    assert (tmp_path / "coverage.csv").read_text() == text
    lines = list(csv.DictReader(io.StringIO(text)))
    assert set(lines[0]) == {"player", "tail", "head", "feature", "flow", "played"}
    assert sum(Fraction(line["flow"]) for line in lines if line["player"] == "row" and line["feature"]) == 2
    assert allnash.solve("trees:kuhn").to_csv().splitlines()[0] == "player,set,action,flow,played,probability,mark"


def test_caught_at_least_once_lies_between_two_proved_numbers():
    for steps, base in ((2, None), (3, "b"), (3, "w")):
        patrol, smuggler = allnash.time_expanded(ROADS, steps, base, base), allnash.time_expanded(ROADS, steps, "w", "e")
        result = allnash.solve(allnash.PathGame(patrol, smuggler))
        found = result.at_least_once()
        rows, columns = paths(patrol), paths(smuggler)
        table = [[int(meetings(row, column) > 0) for column in columns] for row in rows]
        assert found.low <= allnash.solve(table).value <= found.high <= 1
        once = [mixtures_guarantee(result, other, player, result.routes(player, few=True), lambda a, b: int(meetings(a, b) > 0))
                for player, other in (("row", smuggler), ("column", patrol))]
        assert list(found) == once
    twice = [("s", "m", "a"), ("s", "m", "b"), ("m", "t", "c"), ("m", "t", "d")]
    assert allnash.solve(allnash.PathGame(twice, twice)).at_least_once().high >= Fraction(3, 4)
    with pytest.raises(allnash.InputError, match="payoffs below 0"):
        allnash.solve(allnash.PathGame(twice, twice, {("a", "a"): -1})).at_least_once()


def test_what_is_for_paths_is_refused_for_trees():
    result = allnash.solve("trees:kuhn")
    for ask in (lambda: result.routes(0), lambda: result.coverage(0), result.at_least_once, lambda: result.to_networkx(0)):
        with pytest.raises(TypeError, match="is for path games"):
            ask()


def test_networkx_out_and_in_again():
    networkx = pytest.importorskip("networkx")
    patrol, smuggler = allnash.time_expanded(ROADS, 2, "w", "e"), allnash.time_expanded(ROADS, 2, "w", "e")
    result = allnash.solve(allnash.PathGame(patrol, smuggler))
    graphs = [result.to_networkx(player) for player in ("row", "column")]
    assert all(isinstance(graph, networkx.MultiDiGraph) for graph in graphs)
    assert {(a, b, d["feature"]): d["flow"] for a, b, d in graphs[0].edges(data=True) if d["flow"]} == result.row_flow
    assert allnash.solve(tuple(graphs)).value == result.value
