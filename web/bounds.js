// How the bounds on the value closed in as payoffs were asked.
import { approximate, decimal, grouped } from "./numbers.js";
import { data, el, redraws, result, section, shape, table } from "./page.js";
import { duration } from "./verdict.js";

const HEIGHT = 260;

function points() {
  const list = data.history.map(([queries, seconds, low, high]) => ({ queries, seconds, low, high }));
  const asked = result.plays ?? result.queries;
  const exact = (text) => (typeof text === "string" ? approximate(text) : null);
  const end = result.status === "proved" ? exact(result.value) : null;
  const [low, high] = end === null ? [exact(result.low), exact(result.high)] : [end, end];
  if (low !== null || high !== null) list.push({ queries: asked, seconds: result.seconds, low, high });
  return list;
}

function ticks(from, to, count) {
  if (!(to > from)) return [from];
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
  const list = [];
  for (let t = Math.ceil(from / step) * step; t <= to + step * 1e-9; t += step) list.push(Math.abs(t) < step * 1e-9 ? 0 : t);
  return list;
}

// A line that stays until the next point changes it, in pieces where nothing is known.
function steps(list, side, x, y) {
  let path = "";
  let last = null;
  for (const point of list) {
    const value = point[side];
    if (value === null) continue;
    path += last === null ? `M${x(point.queries)},${y(value)}` : `H${x(point.queries)}V${y(value)}`;
    last = value;
  }
  return path;
}

function drawChart(svg, list) {
  const width = Math.max(280, Math.min(920, svg.parentElement.clientWidth || 700));
  const pad = { left: 56, right: 14, top: 14, bottom: 40 };
  const known = list.flatMap((point) => [point.low, point.high]).filter((value) => value !== null);
  let [least, most] = [Math.min(...known), Math.max(...known)];
  if (least === most) [least, most] = [least - 1, most + 1];
  const room = (most - least) * 0.06;
  [least, most] = [least - room, most + room];
  const last = Math.max(...list.map((point) => point.queries), 1);
  const x = (queries) => pad.left + ((width - pad.left - pad.right) * queries) / last;
  const y = (value) => pad.top + ((HEIGHT - pad.top - pad.bottom) * (most - value)) / (most - least);
  svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", HEIGHT);
  const parts = [];
  for (const tick of ticks(least, most, 5)) {
    parts.push(shape("line", { class: "axis", x1: pad.left, x2: width - pad.right, y1: y(tick), y2: y(tick) }));
    parts.push(shape("text", { x: pad.left - 8, y: y(tick) + 4, "text-anchor": "end" }, decimal(tick, 3)));
  }
  for (const tick of ticks(0, last, width < 500 ? 3 : 6)) {
    parts.push(shape("text", { x: x(tick), y: HEIGHT - pad.bottom + 18, "text-anchor": "middle" }, grouped(Math.round(tick))));
  }
  parts.push(shape("text", { x: width - pad.right, y: HEIGHT - 4, "text-anchor": "end" }, result.plays !== undefined ? "plays" : "payoffs asked"));
  if (result.status === "proved") {
    const value = approximate(result.value);
    parts.push(shape("line", { class: "value-line", x1: pad.left, x2: width - pad.right, y1: y(value), y2: y(value) }));
  }
  if (typeof result.floor === "number" && result.floor <= last) {
    parts.push(shape("line", { class: "floor-line", x1: x(result.floor), x2: x(result.floor), y1: pad.top, y2: HEIGHT - pad.bottom }));
    const left = x(result.floor) > width / 2;
    parts.push(shape("text", { x: x(result.floor) + (left ? -6 : 6), y: pad.top + 8, "text-anchor": left ? "end" : "start" }, "floor"));
  }
  parts.push(shape("path", { class: "low", d: steps(list, "low", x, y) }), shape("path", { class: "high", d: steps(list, "high", x, y) }));
  svg.replaceChildren(...parts);
}

// Whether there was a time when the value was known roughly: bounds that come with the proof are no curve.
function told(list) {
  const known = list.flatMap((point) => [point.low, point.high]).filter((value) => value !== null);
  const spread = Math.max(...known) - Math.min(...known);
  const moments = new Set(list.filter((point) => point.low !== null || point.high !== null).map((point) => point.queries));
  return moments.size > 1 && spread > 1e-9 * Math.max(1, ...known.map(Math.abs));
}

export function showBounds() {
  const list = points();
  if (!told(list)) return;
  const symmetric = result.symmetric && result.plays === undefined;
  const svg = shape("svg", { role: "img", "aria-label": "Lower and upper bound on the value against payoffs asked; the table below holds the same" });
  const shown = list.length > 60 ? list.filter((_, place) => place % Math.ceil(list.length / 60) === 0 || place === list.length - 1) : list;
  const number = (value) => (value === null ? "?" : decimal(value, 5));
  const lines = shown.map((point) => el("tr", {}, el("td", { class: "n" }, grouped(point.queries)), el("td", { class: "n" }, number(point.low)), el("td", { class: "n" }, number(point.high)), el("td", { class: "n" }, duration(point.seconds))));
  const legend = el("div", { class: "legend" }, key("low", symmetric ? "guaranteed" : "the value is at least"), key("high", symmetric ? "conceded" : "the value is at most"), result.status === "proved" ? key("value-line", "the value") : null);
  section("bounds", "How the bounds closed",
    el("p", { class: "note" }, symmetric
      ? "The value is known by symmetry. The lower line is what the best strategy known at the time guarantees, whatever the payoffs not yet asked are; the upper line mirrors it."
      : "At every moment of the run the value was known to lie between the two lines, whatever the payoffs not yet asked are."),
    el("figure", {}, svg, legend),
    el("details", {}, el("summary", {}, "The bounds as a table"), el("div", { class: "scroll" }, table(null, [[result.plays !== undefined ? "Plays" : "Payoffs asked", "n"], ["At least", "n"], ["At most", "n"], ["Time", "n"]], lines))));
  redraws(() => drawChart(svg, list));
}

function key(kind, words) {
  return el("span", {}, shape("svg", { width: 26, height: 10, "aria-hidden": "true" }, shape("line", { class: kind, x1: 0, x2: 26, y1: 5, y2: 5 })), words);
}
