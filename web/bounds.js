// How the bounds on the value closed in as payoffs were asked.
import { approximate, decimal, grouped, lower, upper } from "./numbers.js";
import { data, el, redraws, result, section, shape, table } from "./page.js";
import { duration, unasked } from "./verdict.js";

const HEIGHT = 260;

function points() {
  const list = data.history.map(([queries, seconds, low, high]) => ({ queries, seconds, low, high }));
  const asked = result.plays ?? result.queries;
  const exact = (text) => (typeof text === "string" ? approximate(text) : null);
  const end = result.status === "proved" ? exact(result.value) : null;
  const last = oneLine() ? [exact(data.guaranteed), null] : [exact(result.low), exact(result.high)];
  const [low, high] = end === null ? last : [end, end];
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

// In a symmetric game the value is known from the start, and one strategy serves both players: what tells is how far the
// best one known fell short of it.
function oneLine() {
  return Boolean(result.symmetric) && typeof result.value === "string";
}

function shortfall(list, x, y) {
  const path = steps(list, "low", x, y);
  if (!path) return [];
  const known = list.filter((point) => point.low !== null);
  const value = y(approximate(result.value));
  const area = `${path}H${x(list[list.length - 1].queries)}V${value}H${x(known[0].queries)}Z`;
  return [shape("path", { class: "gap", d: area }), shape("path", { class: "low", d: path })];
}

function drawChart(svg, list) {
  const width = Math.max(280, Math.min(920, svg.parentElement.clientWidth || 700));
  const pad = { left: 56, right: 14, top: 14, bottom: 40 };
  const known = list.flatMap((point) => [point.low, oneLine() ? approximate(result.value) : point.high]).filter((value) => value !== null);
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
  if (result.value !== undefined) {
    const value = approximate(result.value);
    parts.push(shape("line", { class: "value-line", x1: pad.left, x2: width - pad.right, y1: y(value), y2: y(value) }));
  }
  if (typeof result.floor === "number" && result.floor <= last) {
    parts.push(shape("line", { class: "floor-line", x1: x(result.floor), x2: x(result.floor), y1: pad.top, y2: HEIGHT - pad.bottom }));
    const left = x(result.floor) > width / 2;
    parts.push(shape("text", { x: x(result.floor) + (left ? -6 : 6), y: pad.top + 8, "text-anchor": left ? "end" : "start" }, "floor"));
  }
  if (oneLine()) parts.push(...shortfall(list, x, y));
  else parts.push(shape("path", { class: "low", d: steps(list, "low", x, y) }), shape("path", { class: "high", d: steps(list, "high", x, y) }));
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
  const one = oneLine();
  const value = one ? approximate(result.value) : NaN;
  const asked = result.plays !== undefined ? "Plays" : "Payoffs asked";
  const svg = shape("svg", { role: "img", "aria-label": `${one ? "What the best strategy known guaranteed" : "Lower and upper bound on the value"} against ${asked.toLowerCase()}; the table below holds the same` });
  const shown = list.length > 60 ? list.filter((_, place) => place % Math.ceil(list.length / 60) === 0 || place === list.length - 1) : list;
  const number = (bound, round) => (bound === null ? "?" : round(bound));
  const second = (point) => (one ? (point.low === null ? null : value - point.low) : point.high);
  const lines = shown.map((point) => el("tr", {}, ...[grouped(point.queries), number(point.low, lower), number(second(point), upper), duration(point.seconds)].map((text) => el("td", { class: "n" }, text))));
  const heads = one ? ["Guaranteed", "Short of the value by"] : ["At least", "At most"];
  const keys = one ? [key("low", "guaranteed by the best strategy known")] : [key("low", "the value is at least"), key("high", "the value is at most")];
  if (result.value !== undefined) keys.push(key("value-line", "the value"));
  const sure = `, ${unasked().replace("that were not asked", "not yet asked")}`;
  section("bounds", one ? "How the guarantee grew" : "How the bounds closed",
    el("p", { class: "note" }, one
      ? `The value is known by symmetry. The line is what the best strategy known at the time guarantees${sure}.`
      : `At every moment of the run the value was known to lie between the two lines${sure}.`),
    el("figure", {}, svg, el("div", { class: "legend" }, ...keys)),
    el("details", {}, el("summary", {}, `${one ? "The guarantee" : "The bounds"} as a table`), el("div", { class: "scroll" }, table(null, [[asked, "n"], ...heads.map((head) => [head, "n"]), ["Time", "n"]], lines))));
  redraws(() => drawChart(svg, list));
}

function key(kind, words) {
  return el("span", {}, shape("svg", { width: 26, height: 10, "aria-hidden": "true" }, shape("line", { class: kind, x1: 0, x2: 26, y1: 5, y2: 5 })), words);
}
