"""What is said of mistakes that people make: what is wrong, where, and what to write instead, in words of Python."""
import re
from fractions import Fraction

import numpy
import pandas
import pytest

import allnash
from allnash._options import in_words

RPS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
TEN = pandas.DataFrame([[5, 7, 2], [3, 5, 6], [8, 4, 5]], index=list("abc"), columns=list("abc"))
move, chance = allnash.GameTree.move, allnash.GameTree.chance
HALF = Fraction(1, 2)


def refused(error, words, function, *arguments, **options):
    with pytest.raises(error) as caught:
        function(*arguments, **options)
    said = str(caught.value)
    assert re.search(words, said), said
    assert "--" not in said and "`" not in said, said
    return said


def test_a_word_that_resembles_a_built_in_game():
    for word, name in (("kuhn", "trees:kuhn"), ("kun", "trees:kuhn"), ("leduc", "trees:leduc"), ("lattice", "paths:lattice"), ("elo", "family:elo")):
        with pytest.raises(FileNotFoundError, match=re.escape(f"No such file or directory (a game of this name is built in: '{name}')")):
            allnash.solve(word)
    with pytest.raises(FileNotFoundError, match=r"No such file or directory: 'my game'"):
        allnash.solve("my game")


@pytest.mark.parametrize("other, words", [
    ((-numpy.array(RPS)).tolist(), r"These two add up to 0 everywhere, so that the first one alone is the game$"),
    (1 - numpy.array(RPS), r"These two add up to 1 everywhere, so that the first one alone is the game$"),
    (RPS, r"These two do not add up to one number, so that no such game has both; allnash solves zero-sum games$"),
    ([[1, 2]], r"a game is one table, what the row player wins from the column player$"),
    (3, r"two games are solved by two calls$"),
])
def test_two_tables(other, words):
    refused(TypeError, r"^solve\(\) takes one game, and 2 were given; .*" + words, allnash.solve, numpy.array(RPS), other)


def test_a_function_without_its_name():
    for function in (lambda i, j: 0, max):
        refused(TypeError, r"by name: solve\(payoff=f, shape=\(rows, columns\)\)$", allnash.solve, function, shape=(3, 3))


def test_a_frame_with_gaps_that_may_be_symmetric():
    frame = TEN.astype(float).mask(numpy.tril(numpy.ones((3, 3), dtype=bool)))
    result = allnash.solve(frame)
    assert result.stop_reason.endswith("if it is symmetric, add symmetric=True") and "--" not in repr(result)


@pytest.mark.parametrize("diagonal", [5, None, 0])
def test_a_table_of_ten_points(diagonal):
    frame = TEN.astype(float)
    numpy.fill_diagonal(frame.values, numpy.nan if diagonal is None else diagonal)
    first = "'a' against 'a'" if diagonal == 5 else "'a' against 'b'"
    said = refused(allnash.InputError, f"^{first} contradicts a symmetric game: ", allnash.solve, frame, symmetric=True)
    assert said.endswith("; matches that pay 10 together need payoff_range=(0, 10)")
    if diagonal == 0:
        refused(allnash.InputError, "^'a' against 'a' .*it is 0 and must be 5; leave cells of the diagonal empty$", allnash.solve, frame,
                symmetric=True, payoff_range=(0, 10))
    else:
        assert allnash.solve(frame, symmetric=True, payoff_range=(0, 10)).value == 5
    refused(allnash.InputError, r"^entry \(0, 1\) .*; matches that pay 10 together need payoff_range=\(-2, 12\)$", allnash.solve,
            [[0, 12, 5], [-2, 0, 10], [5, 0, 0]], symmetric=True)


def test_chances_that_do_not_add_up():
    thirds = chance({name: (1 / 3, 0) for name in "abc"})
    refused(allnash.InputError, r"add up to 0?.*, not to 1; a third is Fraction\(1, 3\) or '1/3'$", allnash.GameTree, thirds)
    assert allnash.solve(allnash.GameTree(chance({name: ("1/3", 1) for name in "abc"}))).value == 1


@pytest.mark.parametrize("root, error, words", [
    (move(1, "x", {"l": None, "r": 1}), TypeError,
     r"^the end after 'l': a payoff must be a number, not NoneType; a node is a number, GameTree.move\(...\) or GameTree.chance\(...\)$"),
    (chance({"k": (HALF, 0), "q": (HALF, move(1, "x", {"l": 0, "r": "one"}))}), ValueError,
     "^the end after 'q', 'r': 'one' is not a number$"),
    (chance({"k": (HALF, move(2, "y", {"l": 1})), "q": (None, 0)}), TypeError,
     "^the probability after 'q': a payoff must be a number, not NoneType$"),
    (None, TypeError, "^the end: a payoff must be a number, not NoneType; a node is"),
])
def test_the_place_of_what_is_no_number_in_a_tree(root, error, words):
    refused(error, words, allnash.GameTree, root)


def test_actions_that_are_a_list():
    refused(TypeError, r"^information set 'x': actions are a mapping from each action to the node that follows it, "
                       r"\{action: node\}, not list$", move, 1, "x", [0, 1])
    refused(TypeError, r"^actions of chance are a mapping .*\{action: \(probability, node\)\}, not list$", chance, [(HALF, 1), (HALF, 0)])


def test_lines_of_a_frame_are_called_by_its_labels():
    log = pandas.DataFrame({"row": ["ann", "bob", "cid"], "column": ["bob", "cid", "ann"], "outcome": [1, "x", 0]}, index=[10, 20, 30])
    refused(allnash.InputError, "^matches: row 20: the winner 'x' is neither of the two nor ", allnash.rank, log)
    refused(allnash.InputError, "^matches: row 1: ", allnash.rank, log.reset_index(drop=True))


def test_payoffs_by_name():
    result = allnash.solve([[3, 0], [1, 2]], labels=(["up", "down"], None))
    assert result.payoff("down", 1) == result.payoff(1, 1) == result.payoff(numpy.int64(1), 1) == 2
    for row, column, error, words in (("left", 1, KeyError, "there is no row named 'left'"), (0, "left", KeyError, "there is no column named 'left'"),
                                      (2, 0, IndexError, r"entry \(2, 0\) of a game of 2 x 2"), (0, -1, IndexError, "of a game of 2 x 2")):
        refused(error, words, result.payoff, row, column)
    frame = allnash.solve(TEN, symmetric=True, payoff_range=(0, 10))
    assert frame.payoff("a", "b") == 7 and frame.payoff("c", "a") == 8


def test_payoffs_that_are_no_mapping(tmp_path):
    ledger = allnash.Ledger(tmp_path / "run.db", (2, 2))
    refused(TypeError, r"^payoffs are a mapping \{\(row, column\): payoff\}, not list: of a plan and its payoffs dict\(zip\(plan, payoffs\)\) makes one$",
            ledger.add, [1, 2, 3, 4])
    refused(TypeError, r"^an entry is \(row, column\), not 0$", ledger.add, {0: 1})
    refused(TypeError, r"^an entry is \(row, column\), not \(0, 1, 5\)$", ledger.add, {(0, 1, 5): 1})
    refused(TypeError, r"^entry \(0, 1\): a payoff must be a number, not NoneType$", ledger.add, {(0, 0): 1, (0, 1): None})
    plan = ledger.plan()
    assert ledger.add(dict(zip(plan, [3, 0, 1, 2])))["added"] == len(plan)


@pytest.mark.parametrize("said, words", [
    ("if it is symmetric, add --symmetric", "if it is symmetric, add symmetric=True"),
    ("with `two-sided` rows differ; `payoff-range -1,1`", "with two_sided=True rows differ; payoff_range=(-1, 1)"),
    ("it needs `payoff-range` and `epsilon`", "it needs payoff_range and epsilon"),
    ("(`separator ';'` `decimal-mark ,`)", "(separator=';' decimal_mark=',')"),
    ("it looks like tabs: `separator tab`", r"it looks like tabs: separator='\t'"),
    ("`labels`, not `header`", "labels=True, not header=True"),
    ("give its name: `game-id NAME`", "give its name: game_id"),
    ("`winner name` or `winner side`", "winner='name' or winner='side'"),
    ("skip needs `payoff-range A,B`; see `allnash rank --help`", "skip needs payoff_range; see `allnash rank --help`"),
    ("--time-limit 1 and --json", "time_limit 1 and json"),
])
def test_hints_in_words_of_python(said, words):
    assert in_words(said) == words
