// The table as it is read and as it is changed: payoffs, strategies that are banned, undo and redo, links and CSV.
import { approximate, decimal, finite } from "./numbers.js";
import { added, exactNumber } from "./numbers_in.js";

export class Changes {
  // A table has `payoffs`, and the `names` of both players' strategies, null where they have none; of a symmetric game `sum` is what mirrored
  // payoffs add up to, else null; of `whole` the row has six tenths where 6-4 is typed; without it 6.
  // Estimates are shown with so many `places`.
  constructor({ payoffs, names, sum, whole, places = null }) {
    this.first = payoffs;
    this.names = names;
    this.sum = sum;
    this.symmetric = sum !== null;
    this.whole = whole;
    this.places = places;
    this.now = { payoffs: this.first, banned: { row: [], column: [] } };
    this.past = [];
    this.future = [];
  }

  count(player) { return player === "row" ? this.first.length : this.first[0].length; }

  name(player, index) { return this.names[player]?.[index] ?? String(index); }

  number(typed) { return exactNumber(typed, this.whole); }

  shown(text) { return (finite(text) ?? text).replace("-", "−"); }

  // As it stands in a cell.
  short(text) {
    if (this.places !== null) return String(Number(approximate(text).toFixed(this.places))).replace("-", "−");
    const shown = this.shown(text);
    return shown.length <= 7 ? shown : decimal(approximate(text), 4);
  }

  isFirst() { return this.list().length === 0 && !this.hasBans(); }

  hasBans() { return this.now.banned.row.length + this.now.banned.column.length > 0; }

  isBanned(player, index) { return this.now.banned[player].includes(index); }

  move(next) {
    this.past.push(this.now);
    this.future = [];
    this.now = next;
  }

  // Sets payoffs, each with its mirror; false if nothing changes.
  set(cells) {
    const payoffs = this.now.payoffs.map((line) => [...line]);
    for (const [row, column, text] of cells) {
      if (this.symmetric && row === column) continue;
      payoffs[row][column] = text;
      if (this.symmetric) payoffs[column][row] = added(this.sum, text, -1n);
    }
    if (payoffs.every((line, i) => line.every((cell, j) => cell === this.now.payoffs[i][j]))) return false;
    this.move({ ...this.now, payoffs });
    return true;
  }

  ban(player, index) {
    const next = { row: [...this.now.banned.row], column: [...this.now.banned.column] };
    for (const side of this.symmetric ? ["row", "column"] : [player]) {
      const is = this.isBanned(side, index);
      next[side] = is ? next[side].filter((one) => one !== index) : [...next[side], index];
    }
    if (next.row.length >= this.count("row") || next.column.length >= this.count("column")) return false;
    this.move({ ...this.now, banned: next });
    return true;
  }

  undo() {
    if (!this.past.length) return false;
    this.future.push(this.now);
    this.now = this.past.pop();
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.now);
    this.now = this.future.pop();
    return true;
  }

  reset() {
    if (this.isFirst()) return false;
    this.move({ payoffs: this.first, banned: { row: [], column: [] } });
    return true;
  }

  // The payoffs that differ from the first ones; of mirrored ones that of the upper row.
  list() {
    const changes = [];
    this.now.payoffs.forEach((line, row) => line.forEach((text, column) => {
      if (text !== this.first[row][column] && !(this.symmetric && row > column)) changes.push({ row, column, text, was: this.first[row][column] });
    }));
    return changes;
  }

  kept(player) {
    return [...Array(this.count(player)).keys()].filter((index) => !this.isBanned(player, index));
  }

  // What the worker solves: the table without what is banned.
  request() {
    const columns = this.kept("column");
    return { payoffs: this.kept("row").map((row) => columns.map((column) => this.now.payoffs[row][column])), symmetric: this.symmetric };
  }

  query() {
    const sets = this.list().map(({ row, column, text }) => `set=${[this.name("row", row), this.name("column", column), finite(text) ?? text].map(encodeURIComponent).join(",")}`);
    const bans = ["row", "column"].flatMap((player) => (this.symmetric && player === "column" ? [] : this.now.banned[player].map((index) => `ban=${this.symmetric ? "" : `${player},`}${encodeURIComponent(this.name(player, index))}`)));
    const all = [...sets, ...bans].join("&");
    return all ? `?${all}` : "";
  }

  // Takes the changes of a link; returns what it could not read.
  take(query) {
    const unread = [];
    const cells = [];
    for (const part of query.replace(/^\?/, "").split("&")) {
      const [key, ...rest] = part.split("=");
      const words = () => splits(rest.join("="), key === "set" ? 3 : 2);
      if (key === "set") {
        const cell = words().map(([row, column, typed]) => [this.place("row", row), this.place("column", column), this.number(typed)]).find((one) => one.every((it) => it !== null));
        if (cell && !(this.symmetric && cell[0] === cell[1])) cells.push(cell);
        else unread.push(part);
      } else if (key === "ban") {
        const [player, named] = words().find(([side]) => side === "row" || side === "column") ?? ["row", decoded(rest.join("="))];
        const index = this.place(player, named);
        if (index === null || this.isBanned(player, index) || !this.ban(player, index)) unread.push(part);
      }
    }
    if (cells.length) this.set(cells);
    return unread.map(decoded);
  }

  // A strategy by its name, or else by its number.
  place(player, text) {
    const all = [...Array(this.count(player)).keys()];
    return all.find((index) => this.name(player, index) === text) ?? all.find((index) => String(index) === text) ?? null;
  }

  csv() {
    const cell = (text) => (/[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const named = this.names.row || this.names.column;
    const columns = this.kept("column");
    const lines = this.kept("row").map((row) => [...(named ? [cell(this.name("row", row))] : []), ...columns.map((column) => finite(this.now.payoffs[row][column]) ?? this.now.payoffs[row][column])]);
    if (named) lines.unshift(["", ...columns.map((column) => cell(this.name("column", column)))]);
    return lines.map((line) => `${line.join(",")}\n`).join("");
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

// All ways to read so many words between commas: a name may have commas of its own, written plainly or as %2C.
function splits(text, count) {
  const plain = text.split(",");
  if (plain.length === count) return [plain.map(decoded)];
  const parts = decoded(text).split(",");
  const ways = (from, left) => (left === 1 ? [[parts.slice(from).join(",")]]
    : [...Array(Math.max(0, parts.length - from - left + 1)).keys()].flatMap((more) => ways(from + more + 1, left - 1).map((rest) => [parts.slice(from, from + more + 1).join(","), ...rest])));
  return ways(0, count);
}
