// Every pairing of a league: what it paid and how well that is known, as a heat map and as a table.
import { grouped } from "./numbers.js";
import { colour, el, mix, parse, redraws, section, shape, table } from "./page.js";
import { bound, intervalBar, lastSide, league, matches, named, payoff, range, sides, winRates } from "./league.js";

const MAPPED = 60; // strategies of a side, the first ones
const KEYED = 20; // columns that are named below the map
const inLedger = league.recalled !== undefined; // in a ledger, which promises nothing of single pairings

const allHere = league.pairings.length === league.entries; // a page does not hold as many as there may be

// By row and column in the eyes of the row: plays, mean, and the interval of the mean.
const met = new Map();
for (const [row, column, plays, mean, low, high] of league.pairings) {
  met.set(`${row} ${column}`, { plays, mean, low, high });
  const turned = (number) => range.low + range.high - number;
  if (league.symmetric) met.set(`${column} ${row}`, { plays, mean: turned(mean), low: turned(high), high: turned(low) });
}
// Where the colours end: those of win rates at 0 and 100 %, of other payoffs at what is furthest from the middle.
const centre = (range.low + range.high) / 2;
const furthest = [...met.values()].reduce((most, { mean }) => Math.max(most, Math.abs(mean - centre)), 0);
const reach = winRates || furthest === 0 ? range.width / 2 : furthest;

export function pairing(row, column) {
  return met.get(`${row} ${column}`) ?? null;
}

// The part of a cell's side that is filled: the range without about half of a 95 % interval of the mean.
function known(plays) {
  return Math.max(0.25, 1 - 1 / Math.sqrt(plays));
}

// An interval, rounded so that it holds as it is printed.
function outward({ low, high }) {
  return `${bound(low, Math.floor, 0)} to ${bound(high, Math.ceil, 0)}`;
}

class PairMap {
  constructor() {
    this.rows = sides[0].order.slice(0, MAPPED);
    this.columns = lastSide.order.slice(0, MAPPED);
    this.at = null;
    this.svg = shape("svg", { id: "pair-map", tabindex: 0, role: "img", "aria-describedby": "pair-readout",
      "aria-label": `Heat map of ${this.rows.length} by ${this.columns.length} strategies. Arrow keys move from pairing to pairing; the table below holds the same.` });
    this.readout = el("output", { class: "readout", id: "pair-readout", "aria-live": "polite" }, this.hint());
    for (const kind of ["pointermove", "pointerdown"]) this.svg.addEventListener(kind, (event) => this.point(event));
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("pointerleave", () => { if (document.activeElement !== this.svg) this.leave(); });
    this.svg.addEventListener("blur", () => this.leave());
  }

  hint() {
    return "Point at a pairing, or give the map the focus and use the arrow keys, to read it.";
  }

  // Names stand beside the rows where they fit, long ones cut where the page is wide; numbers, those of the table of
  // strategies, stand for them elsewhere.
  measure() {
    const width = this.svg.parentElement.clientWidth || 640;
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    const most = width < 600 ? 80 : 32;
    this.texts = this.rows.map((row) => {
      const letters = Array.from(sides[0].labels[row]);
      return `${sides[0].number[row]} ${letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : sides[0].labels[row]}`;
    });
    const longest = Math.max(...this.texts.map((text) => pen.measureText(text).width));
    const cell = (left) => Math.min(44, (width - left - 2) / this.columns.length);
    const full = longest + 14;
    this.names = full < 0.5 * width && cell(full) >= 13;
    this.left = this.names ? full : 24;
    this.top = 20;
    this.side = cell(this.left);
    this.width = this.left + this.side * this.columns.length + 2;
    this.height = this.top + this.side * this.rows.length + 2;
  }

  shade(mean) {
    return mix(this.colours[1], this.colours[mean < centre ? 0 : 2], Math.min(1, Math.abs(mean - centre) / reach));
  }

  draw() {
    this.measure();
    this.colours = ["--map-low", "--map-mid", "--map-high"].map((variable) => parse(colour(variable)));
    const { left, top, side, rows, columns } = this;
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.svg.setAttribute("width", this.width);
    this.svg.setAttribute("height", this.height);
    const parts = [shape("rect", { class: "ground", x: left, y: top, width: side * columns.length, height: side * rows.length })];
    let never = "";
    rows.forEach((row, r) => columns.forEach((column, c) => {
      const [x, y] = [left + c * side, top + r * side];
      const pair = pairing(row, column);
      if (league.symmetric && row === column) {
        parts.push(shape("rect", { class: "self", x, y, width: side, height: side }));
      } else if (pair === null) {
        never += `M${x + side * 0.3},${y + side * 0.7}L${x + side * 0.7},${y + side * 0.3}`;
      } else {
        parts.push(...this.cell(pair, row, column, x, y));
      }
    }));
    parts.push(shape("path", { class: "never", d: never }), ...this.labels());
    if (this.at) parts.push(shape("rect", { class: "cursor", x: left + this.at[1] * side, y: top + this.at[0] * side, width: side, height: side }));
    this.svg.replaceChildren(...parts);
  }

  cell(pair, row, column, x, y) {
    const inner = (this.side - 1) * known(pair.plays);
    const gap = (this.side - inner) / 2;
    const fill = this.shade(pair.mean);
    const square = shape("rect", { class: "pair", "data-row": row, "data-column": column, x: x + gap, y: y + gap, width: inner, height: inner, fill: `rgb(${fill.join(" ")})` });
    if (this.side < 30 || inner < 24) return [square];
    const dark = 0.299 * fill[0] + 0.587 * fill[1] + 0.114 * fill[2] > 140;
    return [square, shape("text", { class: "paid", x: x + this.side / 2, y: y + this.side / 2 + 4, "text-anchor": "middle", style: `fill: ${dark ? "#111820" : "#ffffff"}` }, payoff(pair.mean).replace("%", ""))];
  }

  labels() {
    const told = (number, room) => this.side >= room || number === 1 || number % (this.side >= 7 ? 5 : 10) === 0;
    const middleOf = (t) => (t + 0.5) * this.side;
    const list = [];
    this.columns.forEach((column, c) => {
      const number = lastSide.number[column];
      if (told(number, 18)) list.push(shape("text", { x: this.left + middleOf(c), y: this.top - 6, "text-anchor": "middle" }, String(number)));
    });
    this.rows.forEach((row, r) => {
      const number = sides[0].number[row];
      const text = this.names ? this.texts[r] : String(number);
      if (told(number, 13)) list.push(shape("text", { class: "of", x: this.left - 6, y: this.top + middleOf(r) + 4, "text-anchor": "end" }, text));
    });
    return list;
  }

  point(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.width / box.width;
    const c = Math.floor(((event.clientX - box.left) * scale - this.left) / this.side);
    const r = Math.floor(((event.clientY - box.top) * scale - this.top) / this.side);
    if (r < 0 || c < 0 || r >= this.rows.length || c >= this.columns.length) return;
    if (!this.at || this.at[0] !== r || this.at[1] !== c) this.move(r, c);
  }

  key(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const [r, c] = this.at ? [this.at[0] + step[0], this.at[1] + step[1]] : [0, 0];
    const within = (place, count) => Math.max(0, Math.min(count - 1, place));
    this.move(within(r, this.rows.length), within(c, this.columns.length));
  }

  move(r, c) {
    this.at = [r, c];
    const [row, column] = [this.rows[r], this.columns[c]];
    const pair = pairing(row, column);
    const words = league.symmetric && row === column ? "itself" : pair === null ? (allHere ? "never met" : "never met, or not on this page") : `${payoff(pair.mean, 1)} on average, ${matches(pair.plays)}`;
    const sure = pair === null || inLedger ? "" : `; the true mean is in ${outward(pair)}`;
    this.readout.replaceChildren(el("b", {}, named(sides[0], row)), " against ", el("b", {}, named(lastSide, column)), `: ${words}${sure}`);
    this.draw();
  }

  leave() {
    this.at = null;
    this.readout.textContent = this.hint();
    this.draw();
  }
}

function sample(plays) {
  const side = 16 * known(plays);
  return el("span", { class: "whole" }, shape("svg", { class: "sample", width: 16, height: 16, "aria-hidden": "true" },
    shape("rect", { class: "ground", width: 16, height: 16 }), shape("rect", { class: "known", x: (16 - side) / 2, y: (16 - side) / 2, width: side, height: side })), grouped(plays));
}

function pairLegend() {
  return el("div", { class: "legend" },
    el("span", { class: "whole" }, payoff(centre - reach), el("i", { class: "ramp" }), payoff(centre + reach)),
    el("span", {}, "the larger the square, the better it is known; matches:"), ...[1, 5, 20, 100].map(sample),
    el("span", {}, el("i", { class: "swatch none" }), allHere ? "never met" : "never met, or not on this page"));
}

// One strategy's matches with each opponent.
function pairTable() {
  const side = sides[0];
  const choice = el("select", { id: "whose" }, ...side.order.map((t) => el("option", { value: t }, side.labels[t])));
  const place = el("div", { id: "pairings-table" });
  const fill = () => {
    const index = Number(choice.value);
    const all = lastSide.order.map((other) => [other, pairing(index, other)]).filter(([, pair]) => pair);
    const lines = all.map(([other, { plays, mean, low, high }]) => el("tr", {},
      el("th", { scope: "row" }, named(lastSide, other)), el("td", { class: "n", "data-head": "matches" }, grouped(plays)), el("td", { class: "n", "data-head": "average" }, payoff(mean, 1)),
      ...(inLedger ? [] : [el("td", { class: "picture" }, intervalBar(low, mean, high)), el("td", { class: "n", "data-head": "interval" }, outward({ low, high }))])));
    const whose = el("span", {}, named(side, index), " against"); // on paper there is no choice to be seen
    place.replaceChildren(table(null, [[whose], ["Matches", "n"], ["Average", "n"], ...(inLedger ? [] : [["", "picture"], ["Interval", "n"]])], lines, { class: "cards" }));
  };
  choice.addEventListener("change", fill);
  fill();
  return [el("p", { class: "bar" }, el("label", {}, el("span", { class: "whole" }, "Matches of"), choice)), place];
}

// Where sides differ, the numbers of few columns by name.
function columnNames() {
  if (league.symmetric || lastSide.order.length > KEYED) return null;
  const names = lastSide.order.flatMap((t, place) => [place === 0 ? "Columns: " : ", ", `${lastSide.number[t]} `, named(lastSide, t)]);
  return el("p", { class: "note", id: "pair-columns" }, ...names, ".");
}

export function showPairings() {
  const map = new PairMap();
  const cut = (side) => side.order.length > MAPPED;
  const most = cut(sides[0]) || cut(lastSide) ? ` The first ${MAPPED} strategies are shown.` : "";
  const numbers = league.symmetric ? "Numbers are those of the table of strategies." : "Numbers are those of the tables of rows and of columns.";
  const sure = inLedger ? "Averages of what was played: a description." : "All intervals hold the true means, with the stated confidence.";
  const over = !allHere ? ` This page has ${grouped(league.pairings.length)} of ${grouped(league.entries)} pairings; --json has all of them.` : "";
  section("pairings", "Every pairing",
    el("p", { class: "note" }, `What the row earned against the column. ${numbers}${most} ${sure}${over}`),
    el("figure", { class: "pairs" }, map.svg, map.readout, columnNames(), pairLegend()), ...pairTable());
  redraws(() => map.draw());
}
