"""Equilibria as objects: vertices, membership, sampling, maximum entropy."""
from fractions import Fraction

import numpy
import pytest

import allnash
from games import KICKS, KICKS_COLUMNS, KICKS_ROW, RPS

scipy_optimize = pytest.importorskip("scipy.optimize")


def test_a_segment():
    columns = allnash.solve(KICKS).column_set
    assert columns.dimension == 1 and columns.complete and columns.vertices == KICKS_COLUMNS
    assert columns.support == [0, 1, 2, 3] and columns.size == 4
    assert set(columns.interior_point) == {0, 1, 2, 3}
    assert columns.dense(KICKS_COLUMNS[1]).tolist() == [0.4, 0.2, 0.4, 0]
    assert "dimension 1, 2 vertices, 4 of 4 columns" in repr(columns)


def between(left, right, share):
    return {t: (1 - share) * left.get(t, 0) + share * right.get(t, 0) for t in set(left) | set(right)}


def test_membership_is_exact():
    result = allnash.solve(KICKS)
    columns = result.column_set
    for share in (0, Fraction(1, 3), Fraction(1, 10**30), 1):
        point = between(*KICKS_COLUMNS, share)
        assert columns.contains(point) and point in columns
        assert columns.contains([point.get(t, 0) for t in range(4)])
    for share in (-Fraction(1, 10**30), 1 + Fraction(1, 10**30)):
        assert not columns.contains(between(*KICKS_COLUMNS, share))
    assert result.row_set.contains(KICKS_ROW) and result.row_set.contains(["2/5", "1/5", "2/5"])
    assert not result.row_set.contains({0: Fraction(2, 5), 1: Fraction(1, 5), 2: Fraction(2, 5) + Fraction(1, 10**30)})
    assert not result.row_set.contains({0: 1})


def test_floats_count_as_they_print_unless_a_tolerance_is_asked_for():
    rows = allnash.solve(KICKS).row_set
    tenths = numpy.array([0.4, 0.2, 0.4])
    assert rows.contains(tenths) and rows.contains([0.4, 0.2, 0.4]) and rows.contains({0: 0.4, 1: 0.2, 2: 0.4})
    rounded = numpy.array([0.4 - 1e-15, 0.2, 0.4 + 1e-15])
    assert not rows.contains(rounded) and not rows.contains(rounded.tolist())
    assert rows.contains(rounded, tolerance=1e-12)
    thirds = allnash.solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).row_set
    assert not thirds.contains([1 / 3] * 3) and thirds.contains([1 / 3] * 3, tolerance=1e-12)
    assert not rows.contains([0.41, 0.2, 0.39], tolerance=1e-3)
    halves = allnash.solve([[1, -1], [-1, 1]]).row_set
    assert halves.contains([0.5, 0.5]) and halves.contains(numpy.array([0.5, 0.5]))


def test_every_condition_counts():
    # Rows 0 and 1 mix in any way that leaves column 2, loose, at 0 or above; row 2 is never played.
    rows = allnash.solve([[0, 0, 3], [0, 0, -1], [-1, -1, 9]]).row_set
    assert rows.support == [0, 1] and rows.dimension == 1
    assert rows.vertices == [{0: Fraction(1, 4), 1: Fraction(3, 4)}, {0: Fraction(1)}]
    assert rows.contains({0: "1/4", 1: "3/4"}) and rows.contains({0: 1})
    assert not rows.contains({0: "6/25", 1: "19/25"})  # column 2
    assert not rows.contains({0: "1/2", 1: "1/4"})  # the sum
    assert not rows.contains({0: "5/4", 1: "-1/4"})  # below 0
    assert not rows.contains({0: "1/2", 2: "1/2"})  # outside the support
    assert rows.contains({0: "6/25", 1: "19/25"}, tolerance="1/20")
    assert not rows.contains({0: "6/25", 1: "19/25"}, tolerance="1/30")


def test_membership_does_not_need_the_vertices():
    game = "family:blotto,fields=3,soldiers=6"
    listed = allnash.solve(game).row_set
    unlisted = allnash.solve(game, vertices=2).row_set
    assert listed.complete and not unlisted.complete and len(unlisted.vertices) == 2
    for vertex in listed.vertices:
        assert unlisted.contains(vertex)
    assert not unlisted.contains({0: 1})
    assert unlisted.max_entropy() == pytest.approx(listed.max_entropy(), abs=1e-9)
    with pytest.raises(ValueError, match="was cut"):
        unlisted.sample(1)


def test_bad_strategies():
    rows = allnash.solve(KICKS).row_set
    with pytest.raises(ValueError, match="2 probabilities where the player has 3 strategies"):
        rows.contains([1, 0])
    with pytest.raises(IndexError, match="there is no strategy 3"):
        rows.contains({3: 1})
    with pytest.raises(ValueError, match="nan"):
        rows.contains([float("nan"), 0, 1])
    with pytest.raises(TypeError):
        rows.contains([None, 0, 1])


def random_polytopes(count):
    rng = numpy.random.default_rng(11)
    while count:
        result = allnash.solve(rng.integers(-2, 3, size=rng.integers(2, 8, size=2)))
        for polytope in (result.row_set, result.column_set):
            if polytope.dimension and count:
                count -= 1
                yield polytope


def test_samples_are_optimal_and_come_from_the_seed():
    for seed, polytope in enumerate(random_polytopes(20)):
        sample = polytope.sample(numpy.random.default_rng(seed))
        assert polytope.contains(sample) and sample == polytope.sample(seed)
        assert sample != polytope.sample(seed + 1)
    unique = allnash.solve(RPS).row_set
    assert unique.sample(1) == unique.interior_point


def test_samples_are_spread_evenly():
    # The row player's set is the whole triangle; a quarter of its area has x_0 > 1/2, and 1/9 has x_0 > 2/3.
    triangle = allnash.solve(numpy.zeros((3, 1), dtype=int)).row_set
    rng = numpy.random.default_rng(3)
    firsts = numpy.array([float(triangle.sample(rng).get(0, 0)) for _ in range(800)])
    for bound in (1 / 4, 1 / 2, 2 / 3):
        share = (1 - bound) ** 2
        assert abs((firsts > bound).mean() - share) < 4 * numpy.sqrt(share * (1 - share) / 800)


def entropy(x):
    x = numpy.asarray(x)
    return float(-(x[x > 0] * numpy.log(x[x > 0])).sum())


def test_maximum_entropy_in_closed_form():
    uniform = allnash.solve(numpy.zeros((5, 2))).row_set.max_entropy()
    assert uniform == pytest.approx(dict.fromkeys(range(5), 0.2), abs=1e-12)
    # Rock twice: the two share what rock had.
    twice = [[0, 0, -1, 1], [0, 0, -1, 1], [1, 1, 0, -1], [-1, -1, 1, 0]]
    result = allnash.solve(twice, symmetric=True)
    assert result.row_set.max_entropy() == pytest.approx({0: 1 / 6, 1: 1 / 6, 2: 1 / 3, 3: 1 / 3}, abs=1e-12)
    # On a segment the derivative of the entropy has one root.
    left, right = (allnash.solve(KICKS).column_set.dense(vertex) for vertex in KICKS_COLUMNS)
    slope = lambda s: float(((right - left) * numpy.log(left + s * (right - left))).sum())
    best = scipy_optimize.brentq(slope, 1e-9, 1 - 1e-9, xtol=1e-15)
    expected = left + best * (right - left)
    found = allnash.solve(KICKS).column_set.max_entropy()
    assert [found[t] for t in range(4)] == pytest.approx(expected, abs=1e-9)


def test_maximum_entropy_where_a_loose_condition_binds():
    # Half and half would be the most mixed, but column 2 asks for x_0 >= 3/4.
    rows = allnash.solve([[0, 0, 1], [0, 0, -3], [-1, -1, 9]]).row_set
    assert rows.vertices == [{0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1)}]
    assert rows.max_entropy() == pytest.approx({0: 0.75, 1: 0.25}, abs=1e-9)


def test_maximum_entropy_against_another_solver():
    """A primal solver on the weights of the vertices, which knows nothing of the dual."""
    for polytope in random_polytopes(40):
        found = polytope.max_entropy()
        assert polytope.contains(found, tolerance=1e-9)
        vertices = numpy.array([polytope.dense(vertex) for vertex in polytope.vertices])
        mixed = lambda w: vertices.T @ (numpy.abs(w) / numpy.abs(w).sum())
        start = numpy.ones(len(vertices))
        other = scipy_optimize.minimize(lambda w: -entropy(mixed(w)), start, method="BFGS", options={"gtol": 1e-8})
        assert entropy(list(found.values())) >= entropy(mixed(other.x)) - 1e-9
        # No direction inside the set climbs: the gradient is largest, among all points, at the point itself.
        x = polytope.dense(found)[polytope.support]
        gradient = -numpy.log(x) - 1
        heights = vertices[:, polytope.support] @ gradient
        assert heights.max() <= x @ gradient + 1e-8


def test_maximum_entropy_says_when_it_failed(monkeypatch):
    from allnash import _convex

    monkeypatch.setattr(_convex, "minimised", lambda lines, free: numpy.full(len(lines), 0.3))
    monkeypatch.setattr(_convex, "polished", lambda lines, free, multipliers: multipliers)
    with pytest.raises(ArithmeticError, match="first-order conditions"):
        allnash.solve(KICKS).column_set.max_entropy()


def test_nash_averaging_ignores_copies():
    """The property that the maximum-entropy equilibrium is chosen for: a copy of an agent changes nothing."""
    rng = numpy.random.default_rng(2)
    half = rng.integers(-5, 6, size=(6, 6))
    game = half - half.T
    copied = game[numpy.ix_([*range(6), 0, 0], [*range(6), 0, 0])]
    once, thrice = (allnash.solve(table, symmetric=True).row_set for table in (game, copied))
    first = once.dense(once.max_entropy())
    second = thrice.dense(thrice.max_entropy())
    second[0] += second[6:].sum()
    assert second[:6] == pytest.approx(first, abs=1e-9)


def test_the_picture_counts_what_was_asked():
    from allnash import _plot

    result = allnash.solve("family:undercut,n=1000")
    share = _plot.asked_share(result)
    assert share.shape == (400, 400) and 0 <= share.min() and share.max() <= 1
    sizes = [numpy.diff(numpy.ceil(numpy.linspace(0, 1000, 401)))] * 2
    assert (share * numpy.outer(*sizes)).sum() == pytest.approx(result.queries)
    small = _plot.asked_share(allnash.solve(KICKS, budget=5))
    assert small.shape == (3, 4) and small.sum() == 5
    both = _plot.asked_share(allnash.solve(RPS, symmetric=True))
    assert both.tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]


def test_many_samples_at_once():
    columns = allnash.solve(KICKS).column_set
    points = columns.sample(7, size=20)
    assert len(points) == 20 and all(columns.contains(point) for point in points)
    assert len({tuple(point.items()) for point in points}) == 20
    rng = numpy.random.default_rng(7)
    assert points == [columns.sample(rng) for _ in range(20)]  # one after the other, from one generator
    assert columns.sample(7, size=0) == [] and columns.sample(7, size=1) == [columns.sample(7)]
    assert allnash.solve(KICKS).row_set.sample(size=3) == [KICKS_ROW] * 3
    for size in (-1, 2.5, "3"):
        with pytest.raises((TypeError, ValueError)):
            columns.sample(7, size=size)
