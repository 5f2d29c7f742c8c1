// Cycles of a league, each as a ring: every strategy beats the next, and the last the first.
import { el, section, shape } from "./page.js";
import { league, named, payoff, sides, whole } from "./league.js";
import { pairing } from "./pairings.js";

const RINGS = 6;
const CORNERS = [[60, 14], [104, 90], [16, 90]]; // clockwise from the top

function arrowTo(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const cut = ([x, y], part) => [x + (dx / length) * part, y + (dy / length) * part];
  const [start, end] = [cut(from, 12), cut(to, -14)];
  const centre = [60, 65];
  const bend = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2].map((at, t) => at + (at - centre[t]) * 0.45);
  return `M${start}Q${bend} ${end}`;
}

function ring({ strategies, draws }, number) {
  const tip = shape("marker", { id: `ring-${number}`, viewBox: "0 0 8 8", refX: 5, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto" }, shape("path", { class: "tip", d: "M0,0L8,4L0,8z" }));
  const parts = [shape("defs", {}, tip)];
  strategies.forEach((index, t) => {
    const to = (t + 1) % 3;
    parts.push(shape("path", { class: "edge row", d: arrowTo(CORNERS[t], CORNERS[to]), "marker-end": `url(#ring-${number})` }));
    const pair = pairing(index, strategies[to]);
    const [x, y] = [(CORNERS[t][0] + CORNERS[to][0]) / 2, (CORNERS[t][1] + CORNERS[to][1]) / 2];
    const inward = [x + (60 - x) * 0.3, y + (65 - y) * 0.3 + 4];
    parts.push(shape("text", { class: "rate", x: inward[0], y: inward[1], "text-anchor": "middle" }, pair === null ? "?" : payoff(pair.mean)));
  });
  CORNERS.forEach(([cx, cy]) => parts.push(shape("circle", { class: "node row", cx, cy, r: 8 })));
  const [top, right, left] = strategies.map((index) => named(sides[0], index));
  const words = strategies.map((index) => sides[0].labels[index]);
  return el("figure", { class: "ring" },
    el("span", { class: "corner top" }, top),
    shape("svg", { viewBox: "0 0 120 104", role: "img", "aria-label": `${[...words, words[0]].join(" beats ")}` }, ...parts),
    el("span", { class: "corner left" }, left), el("span", { class: "corner right" }, right),
    el("figcaption", {}, `in ${whole(draws / league.estimate.draws)} of the leagues`));
}

export function showCycles() {
  const cycles = league.estimate?.cycles ?? [];
  if (cycles.length === 0) return;
  section("cycles", "Who beats whom in a ring",
    el("p", { class: "note" }, "An arrow leads from the winner to the loser; the number is what the winner’s matches paid on average, ? where the two never met. The surest rings come first."),
    el("div", { class: "rings" }, ...cycles.slice(0, RINGS).map(ring)));
}
