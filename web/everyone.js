// Everyone in: a short list of changes after which every strategy is played by some equilibrium.
//
// A heuristic in three steps. Floating point first looks for one change for each strategy that is out, each near the smallest that brings it in alone, so
// that all of them are played at once, newcomers with a small share; where these changes, rounded, give a table that plays as many strategies as a table
// of its shape can with a single equilibrium, they are taken. Then the smallest change that brings a strategy in and leaves fewer out than before is
// made, again and again. Where that goes on no more, as where payoffs tie, mixes of all strategies near the optimal ones are made an equilibrium (`levelled`).
// Exact arithmetic decides at every step. There is no list only where its numbers would be too long to be solved in the page.
import { bringsIn, less } from "./bringing.js";
import { Dictionary } from "./dictionary.js";
import { commonPart, equilibriaOf, fraction, inFloat } from "./equilibria.js";

const FEWEST_PARTS = 20n;  // of which a newcomer has about one
const MOST_DIGITS = 4_000;  // of the numbers of a table that is solved
const MOST_WORK = 30_000;  // payoffs of the games that are solved in search of a list

// The game with a payoff changed, and with the mirrored one in a symmetric game, over its least common denominator.
function changed({ game, scale }, { row, column, by: [top, bottom] }, symmetric) {
  const next = game.map((line) => line.map((cell) => cell * bottom));
  next[row][column] += top * scale;
  if (symmetric) next[column][row] -= top * scale;
  const all = next.flat().reduce((common, cell) => (common === 1n ? common : commonPart(cell, common)), scale * bottom);
  return { game: next.map((line) => line.map((cell) => cell / all)), scale: (scale * bottom) / all };
}

// All that could be done about strategies that are not played, smallest first.
function waysIn({ game, scale }, lists, symmetric) {
  const ways = [];
  for (const player of symmetric ? ["row"] : ["row", "column"]) {
    for (const { strategy, against, by } of lists[player]) {
      if (!by) continue;
      const [row, column] = player === "row" ? [strategy, against] : [against, strategy];
      ways.push({ player, strategy, row, column, size: by, by: fraction(player === "row" ? by[0] : -by[0], by[1] * scale) });
    }
  }
  return ways.sort((a, b) => (less(a.size, b.size) ? -1 : less(b.size, a.size) ? 1 : 0)).map(({ size, ...way }) => way);
}

// The solution of linear equations in floating point; null where they have none or many.
function solution(lines) {
  const rows = lines.map((line) => [...line]);
  const size = rows.length;
  for (let c = 0; c < size; ++c) {
    let best = c;
    for (let r = c + 1; r < size; ++r) if (Math.abs(rows[r][c]) > Math.abs(rows[best][c])) best = r;
    if (Math.abs(rows[best][c]) < 1e-11) return null;
    [rows[c], rows[best]] = [rows[best], rows[c]];
    for (let r = 0; r < size; ++r) {
      const factor = rows[r][c] / rows[c][c];
      if (r === c || factor === 0) continue;
      for (let t = c; t <= size; ++t) rows[r][t] -= factor * rows[c][t];
    }
  }
  return rows.map((line, r) => line[size] / line[r]);
}

// A player's mix in which newcomers have a share each and the others make all of `theirs` of the opponent's strategies earn the same.
// `cells` are payoffs by own strategy. Null if there is none.
function levelMix(cells, own, theirs, newcomers, share) {
  const lines = theirs.map((other) => [...own.map((one) => cells[one][other]), -1, -newcomers.reduce((sum, one) => sum + share * cells[one][other], 0)]);
  const found = solution([...lines, [...own.map(() => 1), 0, 1 - share * newcomers.length]]);
  if (!found) return null;
  const mix = new Map(newcomers.map((one) => [one, share]));
  own.forEach((one, t) => mix.set(one, found[t]));
  return { mix, value: found[own.length] };
}

// The amounts by which each newcomer's payoff against the strategy that is played most is to be raised, for both players at once.
function amountsFor(cells, played, newcomers, share) {
  const now = [cells.map((line) => [...line]), cells[0].map((_, c) => cells.map((line) => -line[c]))];  // as each player sees them
  let amounts = [];
  for (let round = 0; round < 60; ++round) {
    const mixes = [0, 1].map((p) => levelMix(now[p], played[p], played[1 - p], newcomers[p], share));
    if (mixes.some((one) => !one || [...one.mix.values()].some((part) => !(part > 0)))) return null;
    amounts = [];
    for (const p of [0, 1]) {
      const { mix, value } = mixes[1 - p];  // what the opponent plays, and what each of the player's strategies is to earn against it
      for (const one of newcomers[p]) {
        const against = played[1 - p].reduce((a, b) => (mix.get(b) > mix.get(a) + 1e-9 ? b : a));
        const earned = [...mix].reduce((sum, [other, part]) => sum + part * (p === 0 ? cells[one][other] : -cells[other][one]), 0);
        amounts.push({ p, one, against, amount: (-value - earned) / mix.get(against) });
      }
    }
    for (const side of [0, 1]) now[side].forEach((line, one) => line.forEach((_, other) => { now[side][one][other] = side === 0 ? cells[one][other] : -cells[other][one]; }));
    for (const { p, one, against, amount } of amounts) {
      now[p][one][against] += amount;
      now[1 - p][against][one] -= amount;
    }
  }
  return amounts;
}

// Changes in decimals with which more strategies are played at once, and what is found then; null if none are found.
function together(now, lists, look, symmetric) {
  const { table: { game, scale }, found } = now;
  const least = game.flat().reduce((a, b) => (a < b ? a : b));
  const most = game.flat().reduce((a, b) => (a > b ? a : b));
  const span = inFloat(most - least, scale) || 1;
  const cells = game.map((line) => line.map((cell) => inFloat(cell - least, scale)));
  const size = Math.min(game.length, game[0].length) - (symmetric && game.length % 2 === 0 ? 1 : 0);
  const played = ["row", "column"].map((key) => found[key].ranges.flatMap((ends, t) => (ends[1][0] === 0n ? [] : [t])));
  if (played[0].length !== played[1].length || played[0].length >= size) return null;
  const newcomers = ["row", "column"].map((key) => lists[key].filter((one) => one.by).sort((a, b) => (less(a.by, b.by) ? -1 : 1)).slice(0, size - played[0].length).map((one) => one.strategy));
  for (const share of [0.04, 0.02, 0.01, 0.003].map((part) => part * Math.min(1, 5 / size))) {
    const amounts = amountsFor(cells, played, newcomers, share);
    if (!amounts) continue;
    for (const digits of [2, 3, 4, 6]) {
      const unit = 10 ** Math.max(0, digits - Math.floor(Math.log10(span)));
      const ways = amounts.filter(({ p }) => !symmetric || p === 0).map(({ p, one, against, amount }) => ({
        player: p === 0 ? "row" : "column", strategy: one, row: p === 0 ? one : against, column: p === 0 ? against : one,
        by: fraction(BigInt(Math.round(amount * unit)) * (p === 0 ? 1n : -1n), BigInt(unit)) }));
      const then = look(ways.reduce((table, way) => changed(table, way, symmetric), now.table));
      if (then.out < now.out && then.found.row.ranges.filter((ends) => ends[1][0] !== 0n).length >= size) return { ways, then };
    }
  }
  return null;
}

const sizeOf = (number) => (number < 0n ? -number : number);

// A mix that plays all, as whole numbers: a player's optimal mix, `own` with what is played and by how much, a little of the newcomers, and shifts with
// which as many as can be of the opponent's strategies that are played, `theirs` without the first, still earn the value. `cells(one, other)` are
// payoffs less the value.
function fullMix(own, newcomers, theirs, cells) {
  const right = theirs.map((other) => newcomers.reduce((sum, one) => sum - cells(one, other), 0n));
  const dictionary = new Dictionary(theirs.map((_, r) => own.length + r), own.map((_, c) => c), theirs.map((other) => own.map(({ one }) => cells(one, other))), right, 1n);
  theirs.forEach((_, r) => {
    const s = dictionary.free.findIndex((variable, c) => variable < own.length && dictionary.cells[r][c] !== 0n);
    if (s >= 0) dictionary.exchange(r, s);
  });
  const common = own.reduce((all, { part }) => all * fraction(part[1], all)[0], 1n);
  const { unit } = dictionary;
  const first = own.map(({ part }) => part[0] * (common / part[1]));
  const shift = own.map((_, c) => dictionary.at(c));
  const parts = own.reduce((most, _, c) => {  // so that no share shrinks to less than half
    const needed = 2n * sizeOf(shift[c]) * common / (unit * first[c]) + 1n;
    return needed > most ? needed : most;
  }, FEWEST_PARTS);
  const mix = new Map(newcomers.map((one) => [one, common * unit]));
  own.forEach(({ one }, c) => mix.set(one, first[c] * unit * parts + shift[c] * common));
  return mix;
}

// Changes after which chosen mixes that play everyone are in equilibrium: whoever earns less or more than the value is given the difference against the
// opponent's strategy that is played most. There always are such changes: at most one for each strategy, and few where the equilibrium is unique.
function levelled({ game, scale }, found, symmetric) {
  const [top, bottom] = found.value;
  const cells = game.map((line) => line.map((cell) => cell * bottom - top));
  const interior = (player) => player.mixes.meanOfMost(player.mixes.dictionary.copy());
  const sides = (symmetric ? ["row"] : ["row", "column"]).map((key) => {
    const parts = interior(found[key]);
    const all = parts.map((part, one) => ({ one, part }));
    const own = all.filter(({ part }) => part[0] !== 0n).sort((a, b) => (less(b.part, a.part) ? -1 : less(a.part, b.part) ? 1 : 0));
    return { own, newcomers: all.filter(({ part }) => part[0] === 0n).map(({ one }) => one) };
  });
  const [rows, columns] = [sides[0], sides[sides.length - 1]];
  const played = ({ own }) => own.slice(1).map(({ one }) => one);
  const x = fullMix(rows.own, rows.newcomers, played(columns), (row, column) => cells[row][column]);
  const y = symmetric ? x : fullMix(columns.own, columns.newcomers, played(rows), (column, row) => cells[row][column]);
  const [h, k] = [rows.own[0].one, columns.own[0].one];
  const change = (row, column, amount, part) => ({ row, column, by: fraction(amount, part * bottom * scale) });
  const short = cells.map((line) => -line.reduce((sum, cell, column) => sum + cell * y.get(column), 0n));
  const changes = cells.flatMap((_, row) => (row === h || short[row] === 0n ? [] : [change(row, k, short[row], y.get(k))]));
  if (!symmetric) {
    const over = cells[0].map((_, column) => -cells.reduce((sum, line, row) => sum + line[column] * x.get(row), 0n));
    over.forEach((amount, column) => { if (column !== k && amount !== 0n) changes.push(change(h, column, amount, x.get(h))); });
    const left = short[h] * x.get(h) - over.reduce((sum, amount, column) => (column === k ? sum : sum + amount * y.get(column)), 0n);
    if (left !== 0n) changes.push(change(h, k, left, x.get(h) * y.get(k)));
  }
  return changes;
}

const inDecimals = (changes, digits) => changes.map((one) => {
  const unit = 10n ** BigInt(digits);
  const [top, bottom] = one.by;
  return { ...one, by: fraction((2n * top * unit + bottom) / (2n * bottom), unit) };
});

// The changes. Where equilibria are not unique, a change can put out what was in, so that neither step need find any; then mixes are levelled.
export function everyoneIn(game, scale, symmetric) {
  const look = (table) => {
    const found = equilibriaOf(table.game, symmetric);
    const unplayed = (player) => player.ranges.filter((ends) => ends[1][0] === 0n).length;
    return { table, found, out: unplayed(found.row) + (symmetric ? 0 : unplayed(found.column)) };
  };
  const isHeavy = (denominator) => String(denominator).length * Math.min(game.length, game[0].length) > MOST_DIGITS;
  const listsOf = ({ table, found }) => bringsIn(found, table.game, symmetric);
  const changes = [];
  let now = look({ game, scale });
  const before = now;
  const mixed = () => {
    const all = levelled(before.table, before.found, symmetric).sort((a, b) => (less([sizeOf(a.by[0]), a.by[1]], [sizeOf(b.by[0]), b.by[1]]) ? -1 : 1));
    const span = Math.max(1, ...game.flat().map((cell) => Math.abs(inFloat(cell, scale))));
    for (const digits of [2, 3, 4]) {
      const ways = inDecimals(all, Math.max(0, digits - Math.floor(Math.log10(span)))).filter((one) => one.by[0] !== 0n);
      if (look(ways.reduce((table, way) => changed(table, way, symmetric), before.table)).out === 0) return ways;
    }
    const common = all.reduce((product, { by }) => product * fraction(by[1], product)[0], 1n);
    if (isHeavy(common * scale)) return null;
    return look(all.reduce((table, way) => changed(table, way, symmetric), before.table)).out === 0 ? all : null;
  };
  let work = 0;
  const first = now.out > 0 ? together(now, listsOf(now), look, symmetric) : null;
  if (first) {
    changes.push(...first.ways);
    now = first.then;
  }
  while (now.out > 0) {
    let next = null;
    for (const way of waysIn(now.table, listsOf(now), symmetric)) {
      if ((work += game.length * game[0].length) > MOST_WORK) return mixed();
      const table = changed(now.table, way, symmetric);
      if (isHeavy(table.scale)) return mixed();
      const then = look(table);
      if (then.out >= now.out) continue;
      changes.push(way);
      next = then;
      break;
    }
    if (!next) return mixed();
    now = next;
  }
  return changes;
}
