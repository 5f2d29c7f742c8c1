// The table whose cells are edited where they stand. With the keyboard: arrows move, typing or Enter starts, Enter or Tab ends, Escape gives up.
import { approximate, finite } from "./numbers.js";
import { colour, el, mix, parse, redraws } from "./page.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Grid {
  // `change` takes a cell and what was typed, and returns a message if that is no payoff.
  constructor(changes, change) {
    this.changes = changes;
    this.change = change;
    this.at = [0, 0];
    this.middle = null;
    const heads = { row: new Map(), column: new Map() };
    const head = (player, index) => {
      const ends = el("small", {});
      const its = el("th", { scope: player === "row" ? "row" : "col", [`data-${player}`]: changes.name(player, index), title: changes.name(player, index) }, el("bdi", { class: "name" }, changes.name(player, index)), ends);
      heads[player].set(index, { its, ends });
      return its;
    };
    this.heads = heads;
    const columns = changes.first[0].map((_, column) => column);
    const line = el("tr", {}, el("td", {}), ...columns.map((column) => head("column", column)));
    this.cells = changes.first.map((_, row) => columns.map((column) => el("td", { class: "n", "data-cell": `${row},${column}`, tabindex: -1, "aria-readonly": this.canEdit([row, column]) ? null : "true" })));
    const lines = this.cells.map((cells, row) => el("tr", {}, head("row", row), ...cells));
    this.table = el("table", { class: "grid edit", id: "edit", role: "grid", "aria-label": "Payoffs to the row player; type into a cell to change it" }, el("thead", {}, line), el("tbody", {}, ...lines));
    this.table.addEventListener("click", (event) => this.clicked(event));
    this.table.addEventListener("keydown", (event) => this.pressed(event));
    this.table.addEventListener("focusin", (event) => { const cell = this.place(event.target); if (cell) this.move(cell, false); });
    this.cell([0, 0]).tabIndex = 0;
    redraws(() => this.paint());
  }

  cell([row, column]) { return this.cells[row][column]; }

  place(target) {
    const cell = target.closest?.("[data-cell]");
    return cell ? cell.dataset.cell.split(",").map(Number) : null;
  }

  move(to, focus = true) {
    this.cell(this.at).tabIndex = -1;
    this.at = to;
    const cell = this.cell(to);
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  canEdit([row, column]) { return !(this.changes.symmetric && row === column); }

  clicked(event) {
    const place = this.place(event.target);
    if (place && !event.target.closest("input")) this.edit(place);
  }

  pressed(event) {
    if (event.target.closest("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const place = this.place(event.target);
    if (!place) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      this.move(this.within([place[0] + step[0], place[1] + step[1]]));
    } else if (event.key === "Enter" || event.key === "F2") {
      event.preventDefault();
      this.edit(place);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.change(place, this.changes.first[place[0]][place[1]]);
    } else if (/^[\d.,+−-]$/.test(event.key)) {
      event.preventDefault();
      this.edit(place, event.key);
    }
  }

  within([row, column]) {
    const last = (place, count) => Math.max(0, Math.min(count - 1, place));
    return [last(row, this.cells.length), last(column, this.cells[0].length)];
  }

  edit(place, typed = null) {
    this.move(place, false);
    if (!this.canEdit(place)) { this.cell(place).focus(); return; }
    const cell = this.cell(place);
    const now = this.changes.now.payoffs[place[0]][place[1]];
    const box = el("input", { type: "text", inputmode: "text", autocomplete: "off", spellcheck: "false", "aria-label": `${this.changes.name("row", place[0])} against ${this.changes.name("column", place[1])}` });
    box.value = typed ?? finite(now) ?? now;
    cell.replaceChildren(box);
    cell.classList.add("editing");
    box.focus();
    if (typed === null) box.select();
    let open = true;
    const close = (take, to) => {
      if (!open) return;
      const fault = take ? this.change(place, box.value) : null;
      if (fault) { box.setAttribute("aria-invalid", "true"); if (to) return; }
      open = false;
      cell.classList.remove("editing");
      this.paint();
      if (to) this.move(this.within(to));
    };
    box.addEventListener("blur", () => close(true, null));
    box.addEventListener("keydown", (event) => {
      event.stopPropagation();
      const [row, column] = place;
      if (event.key === "Escape") close(false, place);
      else if (event.key === "Enter") close(true, [row + (event.shiftKey ? -1 : 1), column]);
      else if (event.key === "Tab") close(true, [row, column + (event.shiftKey ? -1 : 1)]);
      else return;
      event.preventDefault();
    });
  }

  // The least and the most of a strategy, or null while they are found.
  range(player, index, ends, words) {
    const head = this.heads[player].get(index);
    const banned = this.changes.isBanned(player, index);
    head.ends.textContent = banned ? "banned" : words;
    head.its.classList.toggle("out", banned || ends[1] === "0");
    head.its.dataset.least = ends[0];
    head.its.dataset.most = ends[1];
  }

  paint() {
    const { payoffs } = this.changes.now;
    const sizes = payoffs.map((line) => line.map(approximate));
    const least = Math.min(...sizes.flat());
    const most = Math.max(...sizes.flat());
    const middle = this.middle !== null && this.middle >= least && this.middle <= most ? this.middle : (least + most) / 2;
    const [low, mid, high] = ["--map-low", "--map-mid", "--map-high"].map((variable) => parse(colour(variable)));
    this.cells.forEach((line, row) => line.forEach((cell, column) => {
      const text = payoffs[row][column];
      const size = sizes[row][column];
      const span = size < middle ? middle - least : most - middle;
      const [red, green, blue] = mix(mid, size < middle ? low : high, span > 0 ? Math.abs(size - middle) / span : 0);
      cell.style.background = `rgb(${red} ${green} ${blue})`;
      cell.style.color = 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#111820" : "#ffffff";
      const first = this.changes.first[row][column];
      cell.classList.toggle("changed", text !== first);
      cell.classList.toggle("banned", this.changes.isBanned("row", row) || this.changes.isBanned("column", column));
      cell.dataset.exact = text;
      const shown = this.changes.shown(text);
      cell.title = `${this.changes.name("row", row)} against ${this.changes.name("column", column)}: ${shown}${text === first ? "" : `; it was ${this.changes.shown(first)}`}`;
      if (!cell.classList.contains("editing")) cell.textContent = this.changes.short(text);
    }));
  }
}

