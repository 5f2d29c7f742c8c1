// Everyone in: a short list of changes after which every strategy is played by some equilibrium.
//
// A heuristic in two steps. Floating point first looks for one change for each strategy that is out, each near the smallest that brings it in alone, so
// that all of them are played at once, newcomers with a small share; where these changes, rounded, give a table that plays as many strategies as a table
// of its shape can with a single equilibrium, they are taken. Then the smallest change that brings a strategy in and leaves fewer out than before is
// made, again and again. Exact arithmetic decides at every step.
import { bringsIn, less } from "./bringing.js";
import { commonPart, equilibriaOf, fraction } from "./equilibria.js";

const MOST_TRIES = 300;  // games solved in search of a list

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
function together(now, look, out, symmetric) {
  const { table: { game, scale }, found, lists } = now;
  const least = game.flat().reduce((a, b) => (a < b ? a : b));
  const most = game.flat().reduce((a, b) => (a > b ? a : b));
  const span = Number(most - least) / Number(scale) || 1;
  const middle = Number(least) / Number(scale);
  const cells = game.map((line) => line.map((cell) => Number(cell) / Number(scale) - middle));
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
      if (out(then) < out(now) && then.found.row.ranges.filter((ends) => ends[1][0] !== 0n).length >= size) return { ways, then };
    }
  }
  return null;
}

// The changes, or null if none were found: where equilibria are not unique, a change can put out what was in.
export function everyoneIn(game, scale, symmetric) {
  const look = (table) => {
    const found = equilibriaOf(table.game, symmetric);
    return { table, found, lists: bringsIn(found, table.game, symmetric) };
  };
  const out = ({ lists }) => lists.row.length + (symmetric ? 0 : lists.column.length);
  const changes = [];
  let now = look({ game, scale });
  let tries = 0;
  const first = together(now, look, out, symmetric);
  if (first) {
    changes.push(...first.ways);
    now = first.then;
  }
  while (out(now) > 0) {
    let next = null;
    for (const way of waysIn(now.table, now.lists, symmetric)) {
      if (++tries > MOST_TRIES) return null;
      const then = look(changed(now.table, way, symmetric));
      if (out(then) >= out(now)) continue;
      changes.push(way);
      next = then;
      break;
    }
    if (!next) return null;
    now = next;
  }
  return changes;
}
