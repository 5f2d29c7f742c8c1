"""Reports, frames and pictures of results."""
import hashlib
import json
import pickle
import re
from fractions import Fraction

import pytest

import allnash
from games import KICKS, RPS


def data_of(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1))


def test_a_report(tmp_path):
    result = allnash.solve(KICKS, labels=(["<script>", '"&', "\u202ertl"], None), vertices=5)
    report = result.report(tmp_path / "page.html", title="penalties")
    page = (tmp_path / "page.html").read_text()
    assert page == report.html and page.startswith("<!doctype html>") and page.count("</script>") == 3
    data = data_of(page)
    assert data["title"] == "penalties" and data["names"]["row"] == {"0": "<script>", "1": '"&', "2": "\u202ertl"}
    assert data["result"]["value"] == "76" and ["vertices", "5"] in data["settings"]
    assert {cell for line in data["map"]["rounds"] for cell in line} == {1}
    frame = report._repr_html_()
    assert frame.startswith("<iframe") and "<script>" not in frame and "page of" in repr(report)
    assert data["certificate"] == hashlib.sha256(result.certificate.encode()).hexdigest()


def test_a_report_that_cannot_be_written(tmp_path):
    with pytest.raises(allnash.InputError, match="cannot write"):
        allnash.solve(KICKS).report(tmp_path / "missing" / "page.html")


def test_reports_of_results_of_every_kind():
    stopped = allnash.solve("family:random,n=40", budget=700)
    assert data_of(stopped.report().html)["next"]["count"] > 0
    kept = pickle.loads(pickle.dumps(allnash.solve(KICKS)))
    assert data_of(kept.report().html)["result"]["value"] == "76"
    bare = allnash.Result.from_json(allnash.solve(KICKS).to_json())
    assert "map" not in data_of(bare.report().html)
    assert "value" not in data_of(allnash.solve(RPS, method="saddle-bienstock").report().html)["result"]


def test_a_report_of_a_game_of_chance():
    result = allnash.solve(play=lambda i, j, seed: (seed >> 7) % 2 if i == j else seed >> 5 & 1, shape=(2, 2), payoff_range=(0, 1),
                           epsilon=0.5)
    data = data_of(result.report().html)
    assert data["result"]["plays"] == result.plays == sum(plays for _, _, plays, _ in data["map"]["plays"])
    kept = data_of(pickle.loads(pickle.dumps(result)).report().html)
    assert kept["map"]["plays"] == data["map"]["plays"] and kept["certificate"] == data["certificate"]


def test_frames():
    pytest.importorskip("pandas")
    result = allnash.solve(KICKS, labels=(["left", "centre", "right"], None))
    frame = result.to_frame(exact=True)
    assert frame.index.names == ["player", "strategy"] and len(frame) == 7
    assert frame.loc[("row", "centre"), "low"] == frame.loc[("row", "centre"), "high"] == Fraction(1, 5)
    assert (frame.loc[("column", 3), "low"], frame.loc[("column", 3), "high"]) == (0, Fraction(14, 15))
    assert set(frame["earns"]) == {76} and set(frame["regret"]) == {0}
    floats = result.to_frame()
    assert floats["high"].dtype == float and floats.loc[("column", 3), "high"] == pytest.approx(14 / 15)
    dominated = allnash.solve([[3, 0, 9], [1, 2, 9], [0, 0, 0]]).to_frame(exact=True)
    assert dominated.loc[("row", 2), "regret"] == Fraction(3, 2) and dominated.loc[("row", 2), "high"] == 0
    assert allnash.solve("family:random,n=40", budget=0).to_frame().empty


def test_pictures_small_and_large(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    names = [f"agent {t} with a long name $x_{t}$" for t in range(10)]
    small = allnash.solve([[(i * 7 + j * 3) % 11 - 5 for j in range(10)] for i in range(10)], labels=(names, names), method="lazy")
    large = allnash.solve("family:spinning,n=1000,cycles=5", method="lazy")
    tall = allnash.solve([[2 * i, 2 * i + 1] for i in range(500)])
    for name, result in (("small", small), ("large", large), ("tall", tall)):
        figure = result.plot()
        figure.canvas.draw()
        size = figure.bbox.bounds
        for axes in figure.axes:  # nothing sticks out of the picture
            box = axes.get_tightbbox()
            assert box.x0 >= size[0] - 2 and box.y0 >= size[1] - 2 and box.x1 <= size[2] + 2 and box.y1 <= size[3] + 2
        figure.savefig(tmp_path / f"{name}.png")
        assert (tmp_path / f"{name}.png").stat().st_size > 5000
    _, axes = pyplot.subplots(2)
    assert small.plot(axes) is axes[0].figure
    pyplot.close("all")
