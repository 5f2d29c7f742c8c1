// The heat map: what was asked, when, and what it paid. Mouse, touch and keys read it out; a table says the same.
import { approximate, decimal, grouped } from "./numbers.js";
import { allKnown, colour, data, el, mix, name, parse, payoffText, radios, redraws, result, section } from "./page.js";

// Cells by place in the map: text of the payoff, its size, round, plays; null where nothing was asked.
function readCells() {
  const { rows, columns, values, cells, rounds, plays } = data.map;
  if (plays) {
    const grid = rows.map(() => columns.map(() => null));
    for (const [r, c, times, mean] of plays) {
      grid[r][c] = { text: mean, size: approximate(mean), plays: times };
    }
    return grid;
  }
  const sizes = values.map(approximate);
  return cells.map((line, r) => line.map((place, c) => (place < 0 ? null : { text: payoffText(values[place]), exact: values[place], size: sizes[place], round: rounds ? rounds[r][c] : undefined })));
}

// How far each line is from being played: below 0 for those that are, lowest for those played most.
function distances(player) {
  const found = new Map();
  for (const one of data.players[player].strategies ?? []) {
    if (one.plays !== undefined) found.set(one.index, -1 - approximate(one.plays));
    else if (one.short !== undefined) found.set(one.index, approximate(one.short));
  }
  return found;
}

function ordered(lines, far) {
  const places = lines.map((_, place) => place);
  if (!far) return places;
  const key = (place) => far.get(lines[place]) ?? Infinity;
  return places.sort((a, b) => (key(a) === key(b) ? lines[a] - lines[b] : key(a) - key(b)));
}

const TILT = Math.PI / 3.2;  // of the columns’ names

class HeatMap {
  constructor() {
    this.cells = readCells();
    this.far = [distances(0), distances(1)];
    this.sort = this.far[0].size && this.far[1].size ? "payoff" : "file";
    this.colours = "payoff";
    this.at = null;
    const all = this.cells.flat().filter((cell) => cell).map((cell) => cell.size);
    this.least = all.reduce((a, b) => Math.min(a, b), Infinity);
    this.most = all.reduce((a, b) => Math.max(a, b), -Infinity);
    const value = result.value !== undefined ? approximate(result.value) : NaN;
    this.middle = value >= this.least && value <= this.most ? value : (this.least + this.most) / 2;
    this.gaps = this.cells.flat().some((cell) => !cell);
    this.lastRound = this.cells.flat().reduce((last, cell) => Math.max(last, cell?.round ?? 0), 0);
    this.mostPlays = this.cells.flat().reduce((last, cell) => Math.max(last, cell?.plays ?? 0), 0);
    this.arrange();
    this.canvas = el("canvas", { id: "map-canvas", tabindex: 0, role: "img", "aria-label": this.label(), "aria-describedby": "map-readout" }, "The table below holds the same.");
    this.readout = el("output", { class: "readout", id: "map-readout", "aria-live": "polite" }, this.hint());
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("pointerdown", (event) => this.point(event));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("focus", () => { if (!this.at && this.canvas.matches(":focus-visible")) this.move(0, 0); });
    this.canvas.addEventListener("pointerleave", () => { if (document.activeElement !== this.canvas) this.leave(); });
    this.canvas.addEventListener("blur", () => this.leave());
  }

  hint() {
    return "Point at an entry, or give the map the focus and use the arrow keys, to read it.";
  }

  label() {
    return `Heat map of ${this.rows.length} rows and ${this.columns.length} columns. Arrow keys move from entry to entry.`;
  }

  arrange() {
    const far = this.sort === "payoff" ? this.far : [null, null];
    this.rows = ordered(data.map.rows, far[0]);
    this.columns = ordered(data.map.columns, far[1]);
  }

  row(place) { return data.map.rows[this.rows[place]]; }
  column(place) { return data.map.columns[this.columns[place]]; }
  cell(r, c) { return this.cells[this.rows[r]][this.columns[c]]; }

  // Names stand beside the map in full where the page is wide.
  measure() {
    const width = this.canvas.parentElement.clientWidth || 640;
    const most = width < 500 ? 60 : 230;
    const labelled = this.rows.length <= 45 && this.columns.length <= 45;
    const pen = this.canvas.getContext("2d");
    pen.font = this.font();
    const longest = (player, lines) => Math.min(most, Math.max(...lines.map((line) => pen.measureText(name(player, line).slice(0, 60)).width)));
    const [rowNames, columnNames] = labelled ? [longest("row", data.map.rows), longest("column", data.map.columns)] : [0, 0];
    this.left = labelled ? 12 + rowNames : 20;
    const tilted = labelled && columnNames > 18;
    const beyond = tilted ? Math.cos(TILT) * columnNames + 4 : 2;
    const room = width - this.left - beyond;
    const few = Math.max(this.rows.length, this.columns.length);
    this.side = Math.max(1, Math.min(few <= 8 ? 56 : few <= 16 ? 42 : labelled ? 34 : 12, room / this.columns.length, Math.max(3, 760 / this.rows.length)));
    if (this.side > 3) this.side = Math.floor(this.side);
    this.labelled = labelled && this.side >= 10;
    this.tilted = this.labelled && tilted;
    if (!this.labelled) this.left = 20;
    this.columnRoom = this.tilted ? columnNames + 1 : this.side;
    this.top = this.tilted ? 14 + Math.sin(TILT) * columnNames : 20;
    this.width = Math.min(width, Math.ceil(this.left + this.side * this.columns.length + (this.tilted ? beyond : 2)));
    this.height = Math.ceil(this.top + this.side * this.rows.length + 2);
  }

  font() { return `12px ${getComputedStyle(document.body).fontFamily}`; }

  shade(cell) {
    if (this.colours === "round") return cell.round ? mix(this.mid, this.high, cell.round / Math.max(1, this.lastRound)) : this.mid;
    if (this.colours === "plays") return mix(this.mid, this.high, Math.log1p(cell.plays) / Math.log1p(Math.max(1, this.mostPlays)));
    const span = cell.size < this.middle ? this.middle - this.least : this.most - this.middle;
    const part = span > 0 ? Math.abs(cell.size - this.middle) / span : 0;
    return mix(this.mid, cell.size < this.middle ? this.low : this.high, part);
  }

  draw() {
    this.measure();
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.height}px`;
    [this.low, this.mid, this.high] = ["--map-low", "--map-mid", "--map-high"].map((variable) => parse(colour(variable)));
    const pen = this.canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    this.drawCells(pen);
    this.drawPayoffs(pen);
    this.drawSupport(pen);
    this.drawLabels(pen);
    this.drawCursor(pen);
  }

  drawCells(pen) {
    const { side, left, top } = this;
    pen.fillStyle = colour("--map-none");
    pen.fillRect(left, top, side * this.columns.length, side * this.rows.length);
    const gap = side >= 8 ? 1 : 0;
    const hatch = side >= 8 ? colour("--map-hatch") : null;
    for (let r = 0; r < this.rows.length; ++r) {
      for (let c = 0; c < this.columns.length; ++c) {
        const cell = this.cell(r, c);
        const x = left + c * side;
        const y = top + r * side;
        if (cell) {
          pen.fillStyle = `rgb(${this.shade(cell).join(" ")})`;
          pen.fillRect(x, y, side - gap + (gap ? 0 : 0.5), side - gap + (gap ? 0 : 0.5));
        } else if (hatch) {
          pen.strokeStyle = hatch;
          pen.beginPath();
          pen.moveTo(x + side * 0.3, y + side * 0.7);
          pen.lineTo(x + side * 0.7, y + side * 0.3);
          pen.stroke();
        }
      }
    }
  }

  // The payoffs themselves, where all of them fit.
  drawPayoffs(pen) {
    const shown = (cell) => (cell?.text ? (cell.text.length <= 6 && !cell.text.startsWith("~") ? cell.text.replace("-", "−") : decimal(cell.size, 3)) : "");
    pen.font = `${this.side >= 40 ? 13 : 11}px ${getComputedStyle(document.body).fontFamily}`;
    const all = this.cells.flat();
    if (this.side < 26 || all.some((cell) => pen.measureText(shown(cell)).width > this.side - 4)) return;
    pen.textBaseline = "middle";
    pen.textAlign = "center";
    for (let r = 0; r < this.rows.length; ++r) {
      for (let c = 0; c < this.columns.length; ++c) {
        const cell = this.cell(r, c);
        if (!cell) continue;
        const [red, green, blue] = this.shade(cell);
        pen.fillStyle = 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#111820" : "#ffffff";
        pen.fillText(shown(cell), this.left + (c + 0.5) * this.side, this.top + (r + 0.5) * this.side + 1);
      }
    }
  }

  // The supports come first when sorted by payoff: one frame shows them.
  drawSupport(pen) {
    if (this.sort !== "payoff") return;
    const played = (player) => (data.players[player].strategies ?? []).filter((one) => one.plays !== undefined).map((one) => one.index);
    const rows = played(0).filter((index) => data.map.rows.includes(index)).length;
    const columns = played(1).filter((index) => data.map.columns.includes(index)).length;
    if (!rows || !columns) return;
    pen.strokeStyle = colour("--fg");
    pen.lineWidth = 2;
    pen.strokeRect(this.left, this.top, columns * this.side, rows * this.side);
    pen.lineWidth = 1;
  }

  drawLabels(pen) {
    pen.fillStyle = colour("--muted");
    pen.font = this.font();
    if (!this.labelled) {
      pen.textBaseline = "middle";
      pen.textAlign = "left";
      pen.fillText("columns →", this.left, 10);
      pen.save();
      pen.translate(10, this.top);
      pen.rotate(-Math.PI / 2);
      pen.textAlign = "right";
      pen.fillText("← rows", 0, 0);
      pen.restore();
      return;
    }
    const fitted = (text, room) => {
      let short = text.slice(0, 60);
      if (pen.measureText(short).width <= room && short === text) return text;
      while (short.length > 1 && pen.measureText(`${short}…`).width > room) short = short.slice(0, -1);
      return `${short}…`;
    };
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    for (let r = 0; r < this.rows.length; ++r) {
      pen.fillText(fitted(name("row", this.row(r)), this.left - 10), this.left - 6, this.top + (r + 0.5) * this.side);
    }
    pen.textAlign = this.tilted ? "left" : "center";
    for (let c = 0; c < this.columns.length; ++c) {
      const text = name("column", this.column(c));
      pen.save();
      pen.translate(this.left + (c + 0.5) * this.side, this.top - 7);
      if (this.tilted) pen.rotate(-TILT);
      pen.fillText(fitted(text, this.columnRoom), 0, 0);
      pen.restore();
    }
  }

  drawCursor(pen) {
    if (!this.at) return;
    const [r, c] = this.at;
    const x = this.left + c * this.side;
    const y = this.top + r * this.side;
    pen.strokeStyle = colour("--bg");
    pen.lineWidth = 4;
    pen.strokeRect(x - 1, y - 1, this.side + 1, this.side + 1);
    pen.strokeStyle = colour("--fg");
    pen.lineWidth = 2;
    pen.strokeRect(x - 1, y - 1, this.side + 1, this.side + 1);
    pen.lineWidth = 1;
  }

  point(event) {
    const box = this.canvas.getBoundingClientRect();
    const c = Math.floor((event.clientX - box.left - this.left) / this.side);
    const r = Math.floor((event.clientY - box.top - this.top) / this.side);
    if (r < 0 || c < 0 || r >= this.rows.length || c >= this.columns.length) return;
    if (!this.at || this.at[0] !== r || this.at[1] !== c) this.move(r, c);
  }

  key(event) {
    const [r, c] = this.at ?? [0, 0];
    const steps = {
      ArrowUp: [r - 1, c], ArrowDown: [r + 1, c], ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1],
      Home: [r, 0], End: [r, this.columns.length - 1], PageUp: [r - 10, c], PageDown: [r + 10, c],
    };
    const to = steps[event.key];
    if (!to) return;
    event.preventDefault();
    const within = (place, count) => Math.max(0, Math.min(count - 1, place));
    this.move(within(to[0], this.rows.length), within(to[1], this.columns.length));
  }

  move(r, c) {
    this.at = [r, c];
    this.readout.replaceChildren(...this.words(r, c));
    this.draw();
  }

  leave() {
    this.at = null;
    this.readout.textContent = this.hint();
    this.draw();
  }

  words(r, c) {
    const [row, column] = [this.row(r), this.column(c)];
    const named = (player, index) => (data.names?.[player]?.[index] !== undefined ? [el("bdi", {}, name(player, index)), ` (${player} ${index})`] : [`${player} ${index}`]);
    return [el("b", {}, ...named("row", row)), " against ", el("b", {}, ...named("column", column)), ": ", ...describe(this.cell(r, c), row, column)];
  }
}

function describe(cell, row, column) {
  if (!cell) return ["not asked"];
  if (cell.plays !== undefined) {
    return [`${grouped(cell.plays)} ${cell.plays === 1 ? "play" : "plays"}, which paid ${decimal(cell.size, 5)} on average`];
  }
  const text = cell.text.startsWith("~") ? `about ${decimal(cell.size, 8)}` : cell.text.replace("-", "−");
  const about = cell.text.includes("/") ? ` (about ${decimal(cell.size, 6)})` : "";
  const diagonal = result.symmetric && row === column;
  const when = diagonal && !allKnown() ? ", without being asked" : cell.round && !allKnown() ? `, asked in round ${grouped(cell.round)}` : "";
  return ["pays ", el("b", { "data-exact": cell.exact }, text), `${about}${when}`];
}

function controls(map) {
  const bars = [];
  if (map.sort === "payoff") {
    const choose = (value) => {
      map.sort = value;
      map.at = null;
      map.arrange();
      map.readout.textContent = map.hint();
      map.draw();
    };
    bars.push(radios("Order", "map-order", [["payoff", result.status === "proved" ? "payoff against equilibrium" : "those played first"], ["file", "as in the file"]], map.sort, choose));
  }
  const paint = (value) => { map.colours = value; map.draw(); };
  if (map.lastRound > 1) bars.push(radios("Colour", "map-colour", [["payoff", "payoff"], ["round", "when asked"]], "payoff", paint));
  if (map.mostPlays > 0) bars.push(radios("Colour", "map-colour", [["payoff", "mean payoff"], ["plays", "plays"]], "payoff", paint));
  return bars.length ? el("div", { class: "bar" }, ...bars) : null;
}

function legend(map) {
  const parts = [];
  if (map.least <= map.most) {
    parts.push(el("span", { class: "whole" }, decimal(map.least), el("i", { class: "ramp" }), decimal(map.most)));
    if (result.value !== undefined) parts.push(el("span", {}, `the colour in the middle is the value, ${decimal(approximate(result.value))}`));
  }
  if (map.gaps) parts.push(el("span", {}, el("i", { class: "swatch none" }), result.plays !== undefined ? "not played" : "not asked"));
  if (map.sort === "payoff") parts.push(el("span", {}, "the frame holds the strategies that are played"));
  return el("div", { class: "legend" }, ...parts);
}

// Built when it is opened: it may have 16,000 cells.
function asTable() {
  const details = el("details", {}, el("summary", {}, "The map as a table"));
  details.addEventListener("toggle", () => {
    if (!details.open || details.querySelector("table")) return;
    const cells = readCells();
    const head = el("tr", {}, el("td", {}), ...data.map.columns.map((c) => el("th", { scope: "col", dir: "auto" }, name("column", c))));
    const lines = data.map.rows.map((row, r) => el("tr", {}, el("th", { scope: "row", dir: "auto" }, name("row", row)),
      ...data.map.columns.map((_, c) => el("td", { class: "n" }, cells[r][c] ? cells[r][c].text : "·"))));
    details.append(el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Payoffs" },
      el("table", { class: "grid" }, el("caption", {}, `Payoffs to the row player${cells.flat().some((cell) => !cell) ? "; · was not asked" : ""}.`), el("thead", {}, head), el("tbody", {}, ...lines))));
  });
  return details;
}

function drawOverview(canvas) {
  const cells = data.overview;
  const side = Math.max(2, Math.min(4, Math.floor(320 / cells[0].length)));
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [side * cells[0].length, side * cells.length];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  const [none, all] = [parse(colour("--map-none")), parse(colour("--map-high"))];
  cells.forEach((line, r) => line.forEach((part, c) => {
    pen.fillStyle = `rgb(${mix(none, all, part === 0 ? 0 : 0.2 + 0.8 * (part / 1000)).join(" ")})`;
    pen.fillRect(c * side, r * side, side, side);
  }));
}

function overview() {
  if (!data.overview) return null;
  const canvas = el("canvas", { id: "overview-canvas", role: "img", "aria-label": "The whole game in coarse cells, darker where more of it was asked" });
  const figure = el("div", { class: "aside" }, el("h3", {}, "The whole game"),
    el("p", { class: "note" }, "All rows and columns in the file’s order; the darker a cell, the more of its entries were asked."), canvas);
  redraws(() => drawOverview(canvas));
  return figure;
}

export function showMap() {
  if (!data.map) return;
  const map = new HeatMap();
  const all = data.map.rows.length === result.rows && data.map.columns.length === result.columns;
  const note = all
    ? `Each cell is an entry of the game${map.gaps ? `; hatched ones were never ${result.plays === undefined ? "asked" : "played"}` : ""}.`
    : `A sample of ${grouped(data.map.rows.length)} rows and ${grouped(data.map.columns.length)} columns: those that are played, those that come nearest to it, and others spread evenly.`;
  const frame = el("div", { class: "frame" }, map.canvas);
  section("map", "The game", el("p", { class: "note" }, note), controls(map),
    el("div", { class: "maps" }, el("figure", {}, frame, map.readout, legend(map)), overview()), asTable());
  redraws(() => map.draw());
}
