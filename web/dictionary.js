// A linear program in whole numbers: a dictionary, in which some variables, the basic ones, are written by the others, which are 0.
//
// Row r says: basic variable r = (right[r] - sum of cells[r][c] times variable c) / unit, with unit > 0. All variables are at least 0.
// An exchange of two variables keeps all numbers whole, since each is a minor of the first dictionary, and unit is one as well (Edmonds
// 1967; Bareiss 1968). Where ties could let exchanges go round in a circle, the variable with the lowest number is taken (Bland 1977), so
// that every search ends.

const PATIENCE = 20;  // exchanges that gain nothing before Bland's rule is used

export class Dictionary {
  constructor(basic, free, cells, right, unit) {
    this.basic = basic;  // by row: the number of its variable
    this.free = free;    // by column
    this.cells = cells;
    this.right = right;
    this.unit = unit;
    this.exchanges = 0;
  }

  copy() {
    return new Dictionary([...this.basic], [...this.free], this.cells.map((line) => [...line]), [...this.right], this.unit);
  }

  // Without these columns, whose variables stay 0.
  keepColumns(keep) {
    const kept = this.free.map((_, c) => c).filter(keep);
    this.free = kept.map((c) => this.free[c]);
    this.cells = this.cells.map((line) => kept.map((c) => line[c]));
  }

  keepRows(keep) {
    const kept = this.basic.map((_, r) => r).filter(keep);
    this.basic = kept.map((r) => this.basic[r]);
    this.cells = kept.map((r) => this.cells[r]);
    this.right = kept.map((r) => this.right[r]);
  }

  // Lets basic variable `r` and free variable `s` change places.
  exchange(r, s) {
    ++this.exchanges;
    const { cells, right, unit } = this;
    const line = cells[r];
    const pivot = line[s];
    const flip = pivot < 0n;
    const next = flip ? -pivot : pivot;
    for (let i = 0; i < cells.length; ++i) {
      if (i === r) continue;
      const other = cells[i];
      const factor = flip ? -other[s] : other[s];
      if (factor === 0n) {
        if (next === unit) continue;
        for (let c = 0; c < other.length; ++c) if (other[c] !== 0n) other[c] = other[c] * next / unit;
        right[i] = right[i] * next / unit;
        continue;
      }
      for (let c = 0; c < other.length; ++c) {
        if (c !== s && (other[c] !== 0n || line[c] !== 0n)) other[c] = (other[c] * next - factor * line[c]) / unit;
      }
      right[i] = (right[i] * next - factor * right[r]) / unit;
      other[s] = -factor;
    }
    line[s] = unit;
    if (flip) {
      for (let c = 0; c < line.length; ++c) line[c] = -line[c];
      right[r] = -right[r];
    }
    [this.basic[r], this.free[s]] = [this.free[s], this.basic[r]];
    this.unit = next;
  }

  // The row that limits the growth of free variable `s` first; -1 if none does.
  limit(s) {
    let best = -1;
    for (let r = 0; r < this.cells.length; ++r) {
      const cell = this.cells[r][s];
      if (cell <= 0n) continue;
      if (best < 0) { best = r; continue; }
      const difference = this.right[r] * this.cells[best][s] - this.right[best] * cell;
      if (difference < 0n || (difference === 0n && this.basic[r] < this.basic[best])) best = r;
    }
    return best;
  }

  // The column whose entry is furthest below 0 in a line, with Bland's rule the one of the lowest variable; -1 if none is.
  falling(line, bland) {
    let best = -1;
    for (let c = 0; c < line.length; ++c) {
      if (line[c] >= 0n) continue;
      if (best < 0 || (bland ? this.free[c] < this.free[best] : line[c] < line[best])) best = c;
    }
    return best;
  }

  row(variable) { return this.basic.indexOf(variable); }

  // Makes a variable as large as it can be; false if it has no bound.
  maximise(variable) {
    const place = this.free.indexOf(variable);
    if (place >= 0) {
      const r = this.limit(place);
      if (r < 0) return false;
      this.exchange(r, place);
    }
    const row = this.row(variable);
    if (row < 0) return true;  // it stays 0
    for (let idle = 0; ;) {
      const s = this.falling(this.cells[row], idle > PATIENCE);
      if (s < 0) return true;
      const r = this.limit(s);
      if (r < 0) return false;
      idle = this.right[r] === 0n ? idle + 1 : 0;
      this.exchange(r, s);
    }
  }

  // Makes a variable as small as it can be, at the least 0.
  minimise(variable) {
    for (let idle = 0; ;) {
      const row = this.row(variable);
      if (row < 0 || this.right[row] === 0n) return;
      const s = this.falling(this.cells[row].map((cell) => -cell), idle > PATIENCE);
      if (s < 0) return;
      const r = this.limit(s);
      idle = this.right[r] === 0n ? idle + 1 : 0;
      this.exchange(r, s);
    }
  }

  // Leaves only solutions in which a variable is 0, of which the dictionary is one.
  fixZero(variable) {
    const row = this.row(variable);
    let place = this.free.indexOf(variable);
    if (row >= 0) {
      const line = this.cells[row];
      place = line.findIndex((cell) => cell > 0n);
      if (place < 0) {  // it is a sum of free variables
        this.keepColumns((c) => line[c] === 0n);
        return;
      }
      this.exchange(row, place);
    }
    if (place >= 0) this.keepColumns((c) => c !== place);
  }

  // A variable as a line of cells, with its right side at the end.
  line(variable) {
    const row = this.row(variable);
    if (row >= 0) return [...this.cells[row], this.right[row]];
    return [...this.free.map((one) => (one === variable ? -this.unit : 0n)), 0n];
  }

  // Whether a variable is the same everywhere.
  isConstant(variable) {
    const row = this.row(variable);
    if (row >= 0) return this.cells[row].every((cell) => cell === 0n);
    return !this.free.includes(variable);
  }

  // A variable times `unit`.
  at(variable) {
    const row = this.row(variable);
    return row < 0 ? 0n : this.right[row];
  }
}
