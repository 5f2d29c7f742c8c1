"""What a ranking of matches says, by name."""
from __future__ import annotations

import json
import math
import os
import zlib
from fractions import Fraction
from typing import Any, Callable

from . import _allnash
from ._display import percent
from ._options import in_words
from ._report import Report


class Field(property):
    """An attribute that the JSON of a ranking tells by its name: what `read` makes of it, or of None where it is not
    there."""

    def __init__(self, doc: str, read: Callable[[Ranking, str, Any], Any]) -> None:
        super().__init__(self.of)
        self.__doc__ = doc
        self.read = read

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def of(self, ranking: Ranking) -> Any:
        return self.read(ranking, self.name, ranking._json.get(self.name))


def from_answer(doc: str) -> Any:
    return Field(doc, lambda ranking, name, found: found)


def number(doc: str) -> Any:
    return Field(doc, lambda ranking, name, found: None if found is None else Fraction(found))


def in_python(doc: str) -> Any:
    """A text, with options as they are called here."""
    return Field(doc, lambda ranking, name, found: found and in_words(found))


def by_name(doc: str) -> Any:
    """Of row_... or column_...: numbers by the names of that player's strategies."""
    return Field(doc, lambda ranking, name, found: {ranking._labels(name)[int(index)]: Fraction(text)
                                                    for index, text in (found or {}).items()})


class Estimate:
    """What to play, judged by leagues that are drawn to fit the matches. An estimate, and no promise. Strategies are known by
    name; what is told as `low`, `median` and `high` is a middle part of what the drawn leagues show."""

    def __init__(self, told: dict[str, Any], labels: dict[str, list[str]]) -> None:
        self._told = told
        self._labels = labels

    @property
    def row_strategy(self) -> dict[str, Fraction]:
        """Whom to play, and how often: the mixture with the best worst case, on average over the draws."""
        return self._strategy("row")

    @property
    def column_strategy(self) -> dict[str, Fraction]:
        """The same for the columns."""
        return self._strategy("column")

    def _strategy(self, player: str) -> dict[str, Fraction]:
        return {self._labels[player][int(index)]: Fraction(text) for index, text in self._told[player + "_strategy"].items()}

    @property
    def worst_case(self) -> dict[str, float]:
        """What `row_strategy` earns against its worst opponent: the middle 80 %."""
        return dict(self._told["worst_case"])

    @property
    def column_worst_case(self) -> dict[str, float] | None:
        """What the best row earns against `column_strategy`: the middle 80 %. None in a symmetric game."""
        found = self._told.get("column_worst_case")
        return None if found is None else dict(found)

    @property
    def draws(self) -> int:
        """How many leagues were drawn."""
        return int(self._told["draws"])

    @property
    def guessed(self) -> int:
        """How many pairings never met, and are guessed from the ratings."""
        return int(self._told["guessed"])

    @property
    def rows(self) -> dict[str, dict[str, Any]]:
        """Of each strategy `matches`, `average`, `rating` (the middle 80 %, on the Elo scale), in how many draws it is `played`, and
        its `share` there (the middle half)."""
        return self._strategies("row")

    @property
    def columns(self) -> dict[str, dict[str, Any]]:
        """The same for the columns."""
        return self._strategies("column")

    def _strategies(self, player: str) -> dict[str, dict[str, Any]]:
        found = self._told["strategies"] if "strategies" in self._told else self._told[player + "_strategies"]
        return {self._labels[player][int(index)]: dict(one) for index, one in found.items()}

    @property
    def cycles(self) -> list[tuple[tuple[str, str, str], int]]:
        """Three strategies each, every one of which beats the next and the last the first, and in how many draws."""
        names = self._labels["row"]
        return [((names[a], names[b], names[c]), draws)
                for (a, b, c), draws in ((one["strategies"], one["draws"]) for one in self._told.get("cycles", []))]

    def __repr__(self) -> str:
        low, median, high = (self.worst_case[part] for part in ("low", "median", "high"))
        return f"<allnash.Estimate: {played_text(self.row_strategy)}; worst case about {median:.4f} ({low:.4f} to {high:.4f})>"


def played_text(strategy: dict[str, Fraction]) -> str:
    return ", ".join(f"{name} {percent(weight, 1)}" for name, weight in sorted(strategy.items(), key=lambda one: -one[1]))


class Kept:
    """The content of a ranking without its input: this is what is pickled."""

    TITLE = "title of a page that is kept"  # occurs nowhere else in a page

    def __init__(self, ranked: _allnash.Ranked | Kept, kinds: tuple[str, str]) -> None:
        self._json = ranked.to_json()
        self._certificate = ranked.certificate()
        self._page = zlib.compress(ranked.report(self.TITLE, *kinds).encode())

    def to_json(self) -> str:
        return self._json

    def certificate(self) -> str:
        return self._certificate

    def compare(self, first: int, second: int) -> str:
        raise _allnash.InputError("compare: the leagues that were drawn are not pickled; rank again")

    def report(self, title: str, row_kind: str, column_kind: str) -> str:
        said = json.dumps(title, ensure_ascii=False)
        for sign in "<>&":  # so that it cannot end its HTML element
            said = said.replace(sign, f"\\u{ord(sign):04x}")
        return zlib.decompress(self._page).decode().replace(json.dumps(self.TITLE), said)


class Ranking:
    """What `rank` says. Strategies are known by name."""

    def __init__(self, ranked: _allnash.Ranked | Kept, kinds: tuple[str, str] = ("", "")) -> None:
        self._ranked = ranked
        self._kinds = kinds  # words for rows and columns
        self._json: dict[str, Any] = json.loads(ranked.to_json())

    def __reduce__(self) -> tuple[Any, ...]:
        return Ranking, (self._ranked if isinstance(self._ranked, Kept) else Kept(self._ranked, self._kinds), self._kinds)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranking) and self._json == other._json

    status: str = from_answer(""""certified", or "stopped" where that is not to epsilon, or the run was interrupted.""")
    confidence: Fraction = number("""The probability with which all promised mixtures and upper limits hold together; `certified` has a delta of its own.""")
    symmetric: bool = from_answer("""Whether the two sides of a match are the same strategies.""")
    plays: int = from_answer("""How many matches there are.""")
    recalled: int | None = from_answer("""With `ledger`, how many of them were in it already.""")
    value: Fraction | None = number("""Of a symmetric game.""")
    low: Fraction = number("""The least that `row_strategy` earns on average against any single opponent.""")
    high: Fraction = number("""The most that any single row earns on average against `column_strategy`.""")
    promised: bool = from_answer("""Whether anything above the worst payoff can be promised.""")
    why: str | None = in_python("""Where nothing can, the reason.""")
    row_strategy: dict[str, Fraction] = by_name("""The mixture that guarantees `low`. What to play is `row_play`.""")
    column_strategy: dict[str, Fraction] = by_name("""The same for the columns.""")
    row_caps: dict[str, Fraction] = by_name("""Upper limits: no optimal mix plays the strategy with a greater probability.
        Of strategies that are not listed nothing from 0 to 1 can be excluded yet.""")
    column_caps: dict[str, Fraction] = by_name("""The same for the columns.""")

    @property
    def range(self) -> tuple[Fraction, Fraction]:
        """The least and the most that a match pays."""
        low, high = self._json["range"]
        return Fraction(low), Fraction(high)

    @property
    def row_promises(self) -> list[dict[str, Any]]:
        """All mixtures that promise something, what one would have played first: `strategy`, `low`, and `worst_case`, the
        middle 80 % of what it likely earns. The best of them is `row_strategy`."""
        return self._promises("row", "low")

    @property
    def column_promises(self) -> list[dict[str, Any]]:
        """The same for the columns, with `high` for `low`. Empty in a symmetric game."""
        return [] if self.symmetric else self._promises("column", "high")

    def _promises(self, player: str, bound: str) -> list[dict[str, Any]]:
        labels = self._labels(player)
        return [{"strategy": {labels[int(index)]: Fraction(text) for index, text in one["strategy"].items()},
                 bound: Fraction(one[bound]), "worst_case": one.get("worst_case")}
                for one in self._json[f"{player}_promises"]]

    @property
    def pairings(self) -> list[dict[str, Any]]:
        """Of each pairing that met, by name: `row`, `column`, `plays`, their `mean`, and the interval from `low` to `high` that
        the true mean is in, all of them at once."""
        rows, columns = self._labels("row"), self._labels("column")
        return [{**one, "row": rows[one["row"]], "column": columns[one["column"]]} for one in self._json["pairings"]]

    @property
    def left_out(self) -> dict[str, str]:
        """Who is neither played nor an opponent, and why: "dropped" or "few matches"."""
        return {one["label"]: one["why"] for one in self._json.get("left_out", [])}

    @property
    def field(self) -> dict[str, tuple[float, float, float]] | None:
        """With `field`, what each strategy earns against it: low, median and high of an estimate's middle 80 %."""
        found, labels = self._json.get("field"), self._labels("row_")
        return found and {labels[int(index)]: (one["low"], one["median"], one["high"]) for index, one in found["earns"].items()}

    @property
    def certified(self) -> dict[str, Any] | None:
        """What is certified of single players, by name, all of it together with probability 1 - `delta`. None where sides differ.

        - `own_score`: what a player earns at least, on average over matches like its own;
        - `same_field`: pairs (above, below), of whom the first scores more against the opponents that both met;
        - `direct`: pairs (winner, loser), of whom the first earns more than half of their own matches;
        - `may_be_first`: if somebody is outscored by nobody against common opponents, one such player is among these;
        - `assumed`: what is assumed for some of these kinds, beside that matches are independent and nobody changes;
        - `withheld`: which of these kinds are not stated since results may have decided who met whom, and why.
        """
        found, names = self._json.get("certified"), self._labels("row_")
        if found is None:
            return None
        return {"delta": Fraction(found["delta"]),
                "own_score": {names[int(index)]: Fraction(low) for index, low in found["own_score"].items()},
                "same_field": [(names[above], names[below]) for above, below in found["same_field"]],
                "direct": [(names[winner], names[loser]) for winner, loser in found["direct"]],
                "may_be_first": [names[index] for index in found["may_be_first"]],
                "assumed": dict(found.get("assumed", {})),
                "withheld": {kind: in_words(why) for kind, why in found.get("withheld", {}).items()}}

    def _labels(self, player: str) -> list[str]:
        """The labels of the player that a field, row_... or column_..., is about."""
        labels: list[str] = self._json["labels" if self.symmetric else player.partition("_")[0] + "_labels"]
        return labels

    @property
    def estimate(self) -> Estimate | None:
        """What to play. None where no league was drawn (`resamples=0`)."""
        found = self._json.get("estimate")
        return None if found is None else Estimate(found, {player: self._labels(player) for player in ("row", "column")})

    @property
    def leaderboard(self) -> Any:
        """The players of a symmetric league by their score against the field, an estimate: a pandas DataFrame with `rank`, `score`,
        `low`, `high` (its middle 90 %), `rank_low`, `rank_high`, `first`, `near_first` and `matches` by name; without pandas a list
        of dictionaries. None where there is no leaderboard."""
        found = self._json.get("leaderboard")
        if found is None:
            return None
        lines = [{"name": one["name"], "rank": place, **{key: one[key] for key in one if key not in ("name", "index")}}
                 for place, one in enumerate(found, 1)]
        try:
            import pandas
        except ImportError:
            return lines
        return pandas.DataFrame(lines).set_index("name")

    case: str | None = from_answer("""Whom the answer names first: "bring", against a field; "clear", one player is best; "cyclic", no single
        one is, so play `row_play`; "rivals", one of a few is; "early", too many may be. None where there is no leaderboard.""")
    shaky: dict[str, Any] | None = from_answer("""How few `matches` `of` all the first place hangs on: without them `leader` would be first.""")
    changed: dict[str, Any] | None = from_answer("""What changed since the last look at a ledger, or in the second half of a log. `contradicting` are
        players whose newer matches contradict what the older ones told of them; since a look also who led, who `moved` and who
        `joined`.""")
    islands: dict[str, Any] | None = from_answer("""Players who are linked to the first by few matches.""")

    @property
    def may_be_first(self) -> list[str]:
        """The fewest players one of whom is first with probability 95 %; empty where there is no leaderboard."""
        return [self._labels("row")[index] for index in self._json.get("may_be_first", [])]

    @property
    def order(self) -> list[tuple[str, str]]:
        """Pairs (above, below) that are all in this order with probability 90 %; an estimate. Empty where there is no leaderboard."""
        names = self._labels("row")
        return [(names[above], names[below]) for above, below in self._json.get("order", {}).get("pairs", [])]

    def compare(self, first: str, second: str) -> dict[str, Any]:
        """Two players of a leaderboard side by side, estimates: the probability that the first `beats` the second, and that it
        `scores_more` against the field; their `matches` against each other with the first one's `average`, and how many
        `common_opponents` they met."""
        names = self._labels("row_") if self.symmetric else []
        for name in (first, second):
            if name not in names:
                raise _allnash.InputError(f"compare: {name!r} is not a player of this league")
        found: dict[str, Any] = json.loads(self._ranked.compare(names.index(first), names.index(second)))
        return found

    @property
    def row_play(self) -> dict[str, Fraction] | None:
        """What to play, as `row_play` of a Result: the estimate's mixture. What is promised is `row_strategy`, which may be
        another one. None where no league was drawn (`resamples=0`)."""
        return None if self.estimate is None else self.estimate.row_strategy

    @property
    def column_play(self) -> dict[str, Fraction] | None:
        """The same for the columns."""
        return None if self.estimate is None else self.estimate.column_strategy

    def _tiers(self, player: str) -> list[list[str]] | None:
        tiers, labels = self._json.get("tiers"), self._labels(player)
        return tiers and [[labels[index] for index in (tier if self.symmetric else tier[player + "s"])] for tier in tiers]

    @property
    def row_tiers(self) -> list[list[str]] | None:
        """Who is played in equilibria of the averages, who of the rest, and so on. Where some pairings never met: who is played in
        at least half of the drawn leagues, in a tenth, in some, in none."""
        return self._tiers("row")

    @property
    def column_tiers(self) -> list[list[str]] | None:
        """The same for the columns."""
        return self._tiers("column")

    @property
    def enough(self) -> dict[str, Any] | None:
        """Whether the matches are enough: `for` which question, whether it is `settled`, and about how many `more` matches it
        takes (None: never, or after fifty times as many matches); `others` has the same of other questions. A forecast and no
        promise. None where rows and columns differ, or nobody knows how many matches there were."""
        found = self._json.get("enough")
        return None if found is None else dict(found)

    @property
    def next(self) -> list[tuple[str, str]]:
        """The matches to play next, the most useful first: as many as `plan` says, or ten. A pair that is to meet more than once
        is there as often. `next_for` says what each is good for."""
        return [pair for pair, _ in self._next()]

    @property
    def next_for(self) -> list[str]:
        """Of each match of `next` the question that it is to answer: "top", who is best; "order", "play", or "pair", which of two
        players wins more; "promise", for a higher guarantee; where rows and columns differ "estimate", what to play."""
        return [purpose for _, purpose in self._next()]

    def _next(self) -> list[tuple[tuple[str, str], str]]:
        return [((one["row_label"], one["column_label"]), one["for"])
                for one in self._json.get("next", []) for _ in range(one["count"])]

    @property
    def notes(self) -> list[str]:
        """What there is to know of the input."""
        return [in_words(note) for note in self._json.get("notes", [])]

    @property
    def certificate(self) -> str:
        """What `allnash.check` recounts."""
        return self._ranked.certificate()

    def to_json(self) -> str:
        """All of it, as the command line prints it."""
        return self._ranked.to_json()

    def to_frame(self) -> Any:
        """Every strategy as a line of a pandas DataFrame, what to play first. Needs pandas. The columns:

        - `play`: how much to play it, an estimate; `promised`: its probability in `row_strategy`, which promises `low`;
        - `matches`, and `average`: what its matches paid to the row player;
        - `rating`, from `rating_low` to `rating_high`: on the Elo scale, with its middle 80 %;
        - `played`: the part of the drawn leagues in which an equilibrium plays it; `share`, from `share_low` to `share_high`: its
          probability there, with its middle half;
        - `cap`: no optimal mix plays it more, with the confidence of the promise.

        In a game of two sides the index says whose strategy it is, too.
        """
        from . import _ranking_display

        return _ranking_display.frame(self)

    def plot(self, axes: Any = None) -> Any:
        """Draw what to play and the averages of the pairings, with matplotlib, on two `axes` or a figure of its own, which is
        returned."""
        from . import _ranking_display

        return _ranking_display.plot(self, axes)

    def plot_leaderboard(self, axes: Any = None, *, most: int = 30) -> Any:
        """Draw the scores of the leaderboard with their middle 90 %, the best on top, with matplotlib; returns the figure."""
        from . import _ranking_display

        return _ranking_display.plot_leaderboard(self, axes, most)

    def plot_matrix(self, axes: Any = None) -> Any:
        """Draw the averages of all pairings, hatched where they never met, with matplotlib; returns the figure."""
        from . import _ranking_display

        return _ranking_display.plot_matrix(self, axes)

    def _repr_html_(self) -> str:
        from . import _ranking_display

        return _ranking_display.html(self)

    def report(self, path: str | os.PathLike[str] | None = None, *, title: str = "") -> Report:
        """The page, saved where there is a path."""
        page = Report(self._ranked.report(title, *self._kinds))
        if path is not None:
            page.save(path)
        return page

    def __repr__(self) -> str:
        estimate = f"play {played_text(self.estimate.row_strategy)}; " if self.estimate else ""
        low = f"at least {math.floor(10000 * self.low) / 10000:.4f}"
        promise = f"{played_text(self.row_strategy)} promises {low}" if self.low > self.range[0] else "nothing promised yet"
        kinds = " by " + " and ".join(filter(None, dict.fromkeys(self._kinds))) if any(self._kinds) else ""
        return f"<allnash.Ranking{kinds} of {self.plays} matches: {estimate}{promise}>"
