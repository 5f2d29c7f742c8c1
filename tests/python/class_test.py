"""What a class looks at: extreme equilibria one by one, pictures, LaTeX, and the methods that all results share."""
import itertools
import json
from fractions import Fraction

import pytest

import allnash

numpy = pytest.importorskip("numpy")
pyplot = pytest.importorskip("matplotlib.pyplot")

KICKS = [[50, 90, 95, 75], [90, 20, 90, 80], [95, 90, 50, 75]]
PATROL = [("s", "t", "bridge"), ("s", "t", "ferry")]
SMUGGLER = [("home", "river"), ("river", "town", "bridge"), ("river", "town", "ferry")]


@pytest.fixture(autouse=True)
def no_figure_is_left():
    yield
    pyplot.close("all")


def met():
    game = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    return allnash.solve_responses(
        lambda i, j: game[i][j], lambda y: max((sum(p * game[i][j] for j, p in y.items()), i) for i in range(3))[::-1],
        lambda x: min((sum(p * game[i][j] for i, p in x.items()), j) for j in range(3))[::-1], start=(0, 0))


RESULTS = {
    "table": lambda: allnash.solve(KICKS),
    "paths": lambda: allnash.solve(allnash.PathGame(PATROL, SMUGGLER, {("bridge", "bridge"): 3, ("ferry", "ferry"): 1})),
    "tree": lambda: allnash.solve("trees:kuhn"),
    "responses": met,
}


def test_extreme_equilibria_one_after_the_other():
    result = allnash.solve(KICKS)
    listed = list(result.equilibria())
    assert [tuple(one) for one in listed] == list(itertools.product(result.row_vertices, result.column_vertices))
    assert len(listed) == 2 and listed[0].row == result.row_vertices[0]
    cut = allnash.solve([[0] * 5] * 5, vertices=2)
    found = cut.equilibria()
    assert len([next(found) for _ in range(4)]) == 4
    with pytest.raises(allnash.NotProved, match="the option `vertices` lengthens it"):
        next(found)
    with pytest.raises(allnash.NotProved):
        next(allnash.solve(KICKS, budget=2).equilibria())


@pytest.mark.parametrize("kind", RESULTS)
def test_results_of_all_kinds_have_one_set_of_methods(kind):
    result, again = RESULTS[kind](), RESULTS[kind]()
    assert result == again and hash(result) == hash(again) and result != 3
    assert float(result.value) == float(Fraction(result.value))
    for is_row, array in ((True, result.row_array), (False, result.column_array)):
        assert array.dtype == float and (array >= 0).all() and array.sum() > 0
    pandas = pytest.importorskip("pandas")
    for exact in (False, True):
        assert isinstance(result.to_frame(exact=exact), pandas.DataFrame)
    figure = result.plot()
    assert len(figure.axes) >= 2
    assert result.to_latex().startswith("\\begin{tabular}") and result.to_latex().rstrip().endswith(".")


def test_results_that_differ_are_not_equal():
    assert RESULTS["paths"]() != allnash.solve(allnash.PathGame(PATROL, SMUGGLER))
    assert RESULTS["tree"]() != allnash.solve("trees:kuhn,cards=4")
    assert RESULTS["table"]() != RESULTS["tree"]()


def test_frames_of_large_games():
    pytest.importorskip("pandas")
    frame = RESULTS["paths"]().to_frame(exact=True)
    assert frame.loc[("column", "river", "town", "ferry"), "flow"] == Fraction(3, 4)
    assert list(frame.index.names) == ["player", "tail", "head", "feature"] and bool(frame["played"].all())
    assert len(frame) == 5
    result = RESULTS["tree"]()
    frame = result.to_frame(exact=True)
    assert frame.loc[("column", "card 2, bet", "call"), "probability"] == Fraction(1, 3)
    assert frame["flow"].sum() == sum(result.row_flow.values()) + sum(result.column_flow.values())
    assert len(frame) == len(result.row_array) + len(result.column_array) == 24
    assert not frame.loc[("column", "card 1, bet", "call"), "played"]


def test_the_set_of_optimal_strategies_is_drawn():
    simplex = allnash.solve([[1] * 4])
    assert simplex.column_set.plot().axes[0].name == "3d"
    assert len(simplex.column_set.plot().axes[0].lines) == 6  # of a tetrahedron
    triangle = allnash.solve([[1] * 3]).column_set.plot().axes[0]
    (patch,) = triangle.patches
    assert sorted(map(tuple, patch.get_xy()[:-1].tolist())) == [(0, 0), (0, 1), (1, 0)]
    segment = allnash.solve(KICKS).column_set.plot().axes[0]
    assert len(segment.lines) == len(allnash.solve(KICKS).column_set.support)
    for line in segment.lines:  # straight from one extreme strategy to the other
        assert len(line.get_xdata()) == 2
    point = allnash.solve([[3, 0], [1, 2]], labels=(["up", "down"], None)).row_set.plot().axes[0]
    assert [bar.get_height() for bar in point.patches] == [0.25, 0.75]
    with pytest.raises(allnash.InputError, match="dimension 4; sets of up to 3"):
        allnash.solve([[1] * 5]).column_set.plot()
    with pytest.raises(allnash.InputError, match="was cut"):
        allnash.solve([[1] * 4], vertices=2).column_set.plot()
    square = allnash.solve([[1, 0, 1, 0], [0, 1, 0, 1]])  # half and half of columns 0 or 2, 1 or 3
    corners = square.column_set.plot().axes[0].patches[0].get_xy()[:-1]
    area = abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, numpy.roll(corners, -1, axis=0)))) / 2
    assert area == pytest.approx(1 / 4)


def test_a_game_of_two_rows_or_columns_is_drawn_by_its_lines():
    game = [[3, 0, 5], [1, 2, 5]]
    axes = allnash.solve(game).plot_lines().axes[0]
    envelope = max(axes.lines, key=lambda line: line.get_zorder() == 4)
    assert list(zip(envelope.get_xdata(), envelope.get_ydata()))[1] == pytest.approx((0.75, 1.5))
    for place, least in zip(envelope.get_xdata(), envelope.get_ydata()):
        assert least == pytest.approx(min(a + place * (b - a) for a, b in zip(*game)))
    turned = allnash.solve([[-a for a in column] for column in zip(*game)]).plot_lines().axes[0]
    most = max(turned.lines, key=lambda line: line.get_zorder() == 4)
    assert most.get_ydata() == pytest.approx(-envelope.get_ydata())
    with pytest.raises(allnash.InputError, match="3 x 4: this picture is for two rows or two columns"):
        allnash.solve(KICKS).plot_lines()


def test_numbers_are_written_into_cells():
    texts = [text.get_text() for text in allnash.solve([[Fraction(1, 3), 0], [1, 2]]).plot().axes[0].texts]
    assert texts == ["1/3", "0", "1", "2"]
    assert allnash.solve(numpy.eye(13)).plot().axes[0].texts[:] == []


def test_latex():
    result = allnash.solve([[3, 0], [1, 2]], labels=(["up & away", "down"], ["l_1", "r"]))
    assert result.to_latex() == r"""\begin{tabular}{l|cc|c}
 & l\_1 & r &  \\ \hline
up \& away & $3$ & $0$ & $\frac{1}{4}$ \\
down & $1$ & $2$ & $\frac{3}{4}$ \\ \hline
 & $\frac{1}{2}$ & $\frac{1}{2}$ &  \\
\end{tabular}

Value: $\frac{3}{2}$."""
    large = allnash.solve(numpy.eye(30)).to_latex()
    assert large.count("\\begin{tabular}{lc}") == 2 and "$\\frac{1}{30}$" in large
    assert r"card 2, bet & fold & $\frac{2}{3}$ \\" in allnash.solve("trees:kuhn").to_latex()
    stopped = allnash.solve(KICKS, budget=3)
    assert "value" in stopped.to_latex()


def test_pictures_of_large_games():
    figure = RESULTS["paths"]().plot()
    assert figure._suptitle.get_text() == "value 3/4"
    with pytest.raises(allnash.InputError, match="arcs; up to 600 are drawn"):
        allnash.solve("paths:blotto,fields=10,mine=20,yours=18").plot()
    assert len(allnash.solve("trees:leduc").plot().axes) == 2


def test_json_is_one_object_for_each_kind():
    for make in RESULTS.values():
        assert isinstance(json.loads(make().to_json()), dict)
