// All equilibria of a table of whole numbers, exactly: value, ranges, and the sensible mix.
//
// With all payoffs above 0 the column player's optimal mixes are the solutions of: as much y as possible with B y <= 1, over their sum
// (Dantzig 1951). Floating point guesses the optimal basis, and exact exchanges lead there and repair it. In a dictionary at the optimum
// the optimal solutions are just those in which every free variable that costs something is 0. So without the columns of those the
// dictionary is of the optimal set itself, and each end of a range is an exact linear program that starts at the last one's solution. The
// row player's dictionary is the same one turned over.
import { Dictionary } from "./dictionary.js";

// A fraction in floating point, however long its numbers are.
export function inFloat(top, bottom) {
  const extra = BigInt(Math.max(0, 4 * bottom.toString(16).length - 900));  // bits
  return Number(top >> extra) / Number(bottom >> extra);
}

// Rows whose slack is free and columns that are basic at a solution in floating point.
function guessed(game) {
  const rows = game.length;
  const columns = game[0].length;
  const largest = game.flat().reduce((a, b) => (a > b ? a : b));
  const isLong = !Number.isFinite(Number(largest));
  const cells = game.map((line) => [...line.map((cell) => (isLong ? inFloat(cell, largest) : Number(cell) / Number(largest))), 1]);
  const cost = [...Array(columns).fill(-1), 0];
  const basic = cells.map((_, r) => columns + r);
  const free = cost.slice(0, columns).map((_, c) => c);
  const near = 1e-10;
  for (let steps = 0, idle = 0; steps < 50 * (rows + columns); ++steps) {
    let s = -1;
    for (let c = 0; c < columns; ++c) {
      if (cost[c] < -near && (s < 0 || (idle > 20 ? free[c] < free[s] : cost[c] < cost[s]))) s = c;
    }
    if (s < 0) break;
    let r = -1;
    for (let i = 0; i < rows; ++i) {
      if (cells[i][s] <= near) continue;
      const step = cells[i][columns] / cells[i][s];
      const best = r < 0 ? Infinity : cells[r][columns] / cells[r][s];
      if (step < best - near || (step <= best + near && (idle > 20 ? basic[i] < basic[r] : cells[i][s] > cells[r][s]))) r = i;
    }
    if (r < 0) break;
    idle = cells[r][columns] < near ? idle + 1 : 0;
    const pivot = cells[r][s];
    const line = cells[r].map((cell) => cell / pivot);
    line[s] = 1 / pivot;
    for (const other of [...cells, cost]) {
      const factor = other[s];
      if (other === cells[r] || factor === 0) continue;
      for (let c = 0; c <= columns; ++c) other[c] -= factor * line[c];
      other[s] = -factor / pivot;
    }
    cells[r] = line;
    [basic[r], free[s]] = [free[s], basic[r]];
  }
  return { rows: free.filter((one) => one >= columns).map((one) => one - columns), columns: basic.filter((one) => one < columns) };
}

// The last row of the dictionary is what is to be made large: its variable is never one of those that change places.
function firstDictionary(game) {
  const columns = game[0].length;
  const cells = [...game.map((line) => [...line]), Array(columns).fill(-1n)];
  const goal = columns + game.length;
  return new Dictionary([...game.map((_, r) => columns + r), goal], game[0].map((_, c) => c), cells, [...game.map(() => 1n), 0n], 1n);
}

function goTo(dictionary, guess) {
  const left = new Set(guess.rows);
  for (const column of guess.columns) {
    const s = dictionary.free.indexOf(column);
    const r = [...left].find((row) => dictionary.cells[row][s] !== 0n);
    if (r === undefined) continue;
    left.delete(r);
    dictionary.exchange(r, s);
  }
}

// From a dictionary whose costs are right but whose basic variables may be below 0; false if that does not end soon.
function repairDual(dictionary) {
  const last = dictionary.cells.length - 1;
  for (let steps = 0; steps < 200; ++steps) {
    let r = -1;
    for (let i = 0; i < last; ++i) {
      if (dictionary.right[i] < 0n && (r < 0 || dictionary.right[i] < dictionary.right[r])) r = i;
    }
    if (r < 0) return true;
    const [line, cost] = [dictionary.cells[r], dictionary.cells[last]];
    let s = -1;
    for (let c = 0; c < line.length; ++c) {
      if (line[c] < 0n && (s < 0 || cost[c] * line[s] > cost[s] * line[c])) s = c;
    }
    if (s < 0) return false;
    dictionary.exchange(r, s);
  }
  return false;
}

// A dictionary at the optimum.
function optimum(game) {
  const goal = game[0].length + game.length;
  let dictionary = firstDictionary(game);
  goTo(dictionary, guessed(game));
  const last = game.length;
  const isFeasible = () => dictionary.right.every((one, r) => one >= 0n || r === last);
  if (!isFeasible()) {
    const isCheap = dictionary.cells[last].every((cell) => cell >= 0n);
    if (!isCheap || !repairDual(dictionary)) dictionary = firstDictionary(game);
  }
  dictionary.maximise(goal);
  return dictionary;
}

// The optimal mixes of a player: `own` are the numbers of the variables of his strategies, `others` those of what the opponent's lose.
// A variable times `top` over `unit` of the dictionary times `bottom` is the probability, or the loss.
class OptimalMixes {
  constructor(dictionary, own, others, total) {
    this.dictionary = dictionary;
    this.own = own;
    this.others = others;
    this.top = dictionary.unit;
    this.bottom = total;
  }

  part(variable, dictionary = this.dictionary) {
    return fraction(dictionary.at(variable) * this.top, dictionary.unit * this.bottom);
  }

  mix(dictionary = this.dictionary) { return this.own.map((variable) => this.part(variable, dictionary)); }

  // The least and the most of each strategy.
  ranges() {
    const { dictionary, own } = this;
    const zero = new Set();
    const note = () => { for (const variable of own) if (dictionary.at(variable) === 0n) zero.add(variable); };
    const found = own.map((variable) => (dictionary.isConstant(variable) ? [this.part(variable), this.part(variable)] : null));
    note();
    own.forEach((variable, t) => {
      if (found[t]) return;
      dictionary.maximise(variable);
      note();
      found[t] = [null, this.part(variable)];
    });
    own.forEach((variable, t) => {
      if (found[t][0]) return;
      if (!zero.has(variable)) { dictionary.minimise(variable); note(); }
      found[t][0] = zero.has(variable) ? fraction(0n, 1n) : this.part(variable);
    });
    return found;
  }

  // Dresher's mix: of all optimal ones the one that earns most against the opponent's cheapest mistake, then against the next, and so on.
  // `mistakes` are the variables of what the strategies lose that no optimal mix of his plays.
  sensible(mistakes) {
    const dictionary = this.dictionary.copy();
    let open = mistakes.filter((variable) => !dictionary.isConstant(variable));
    let fresh = Math.max(...this.own, ...this.others) + 1;
    while (open.length > 0 && dictionary.free.length > 0) {
      // Each open loss is written as a margin plus what it has above it, from now on under the loss's own number.
      const margin = fresh++;
      const above = new Set(open);
      dictionary.cells.forEach((line, r) => {
        const share = dictionary.free.reduce((sum, variable, c) => (above.has(variable) ? sum + line[c] : sum), 0n);
        line.push(above.has(dictionary.basic[r]) ? share + dictionary.unit : share);
      });
      dictionary.free.push(margin);
      dictionary.maximise(margin);
      const row = dictionary.row(margin);
      const cost = dictionary.cells[row];
      const settled = new Set(dictionary.free.filter((_, c) => cost[c] > 0n));
      dictionary.keepColumns((c) => cost[c] === 0n);
      dictionary.keepRows((r) => r !== row);
      open = open.filter((variable) => !settled.has(variable) && !dictionary.isConstant(variable));
    }
    return this.meanOfMost(dictionary);
  }

  // The mean of the mixes that play one strategy most, over all strategies that still vary.
  meanOfMost(dictionary) {
    const mixes = [];
    for (const variable of this.own) {
      if (dictionary.isConstant(variable)) continue;
      dictionary.maximise(variable);
      mixes.push(this.mix(dictionary));
    }
    if (mixes.length === 0) return this.mix(dictionary);
    const sum = mixes.reduce((all, mix) => all.map((one, t) => plus(one, mix[t])));
    return sum.map(([top, bottom]) => fraction(top, bottom * BigInt(mixes.length)));
  }
}

export function commonPart(one, other) {
  let [a, b] = [one < 0n ? -one : one, other < 0n ? -other : other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

export function fraction(top, bottom) {
  if (top === 0n) return [0n, 1n];
  const a = commonPart(top, bottom);
  return bottom < 0n ? [-top / a, -bottom / a] : [top / a, bottom / a];
}

export function plus([a, b], [c, d]) {
  return b === d ? fraction(a + c, b) : fraction(a * d + c * b, b * d);
}

function turned(dictionary, rows) {
  const cells = dictionary.free.map((_, c) => rows.map((r) => -dictionary.cells[r][c]));
  return new Dictionary([...dictionary.free], rows.map((r) => dictionary.basic[r]), cells, [...dictionary.cells[dictionary.cells.length - 1]], dictionary.unit);
}

// `game` holds whole numbers. The value comes as a fraction; ranges are pairs of fractions for every strategy.
export function equilibriaOf(game, symmetric) {
  const least = game.flat().reduce((a, b) => (a < b ? a : b));
  const shift = 1n - least;
  const dictionary = optimum(game.map((line) => line.map((cell) => cell + shift)));
  const last = game.length;
  const total = dictionary.right[last];
  const value = fraction(dictionary.unit - shift * total, total);
  const columns = game[0].map((_, c) => c);
  const rows = game.map((_, r) => columns.length + r);
  const tight = [];
  for (let r = 0; r < last; ++r) if (dictionary.right[r] === 0n) tight.push(r);
  const row = new OptimalMixes(turned(dictionary, tight), rows, columns, total);
  const cost = dictionary.cells[last];
  const column = new OptimalMixes(dictionary, columns, rows, total);
  dictionary.keepColumns((c) => cost[c] === 0n);
  dictionary.keepRows((r) => r !== last);
  const found = { value, row: { mixes: row, ranges: row.ranges() }, column: { mixes: column } };
  found.column.ranges = symmetric ? found.row.ranges : column.ranges();
  const unplayed = (variables, ranges) => variables.filter((_, t) => ranges[t][1][0] === 0n);
  found.row.sensible = row.sensible(unplayed(columns, found.column.ranges));
  found.column.sensible = symmetric ? found.row.sensible : column.sensible(unplayed(rows, found.row.ranges));
  return found;
}
