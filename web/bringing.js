// What brings a strategy in that no equilibrium plays: the smallest change of one of its own payoffs with which some equilibrium plays it.
//
// A payoff of row i against column j is to be raised by the most of (value - what i earns against y) / y_j over the optimal mixes y of the
// column player; where a y has y_j = 0 and i earns less than the value, no raise is enough. Everything larger brings it in as well. In a
// symmetric game, whose mirrored payoff changes too, that is the same (docs/research/all_equilibria.md, Theorem I).
import { fraction } from "./equilibria.js";

// The most of the loss over the part of the strategy with variable `own`, over the opponent's optimal mixes; null if there is no most.
function mostRatio(face, loss, own) {
  const dictionary = face.copy();
  dictionary.minimise(own);
  if (dictionary.at(own) === 0n) {
    const without = dictionary.copy();
    without.fixZero(own);
    without.maximise(loss);
    if (without.at(loss) > 0n) return null;
    dictionary.maximise(own);
  }
  // Dinkelbach's steps: bottom * loss - top * own is made large until it is not above 0.
  const goal = -1;
  for (;;) {
    const [top, bottom] = fraction(dictionary.at(loss), dictionary.at(own));
    const [first, second] = [dictionary.line(loss), dictionary.line(own)];
    const line = first.map((cell, c) => bottom * cell - top * second[c]);
    dictionary.basic.push(goal);
    dictionary.right.push(line.pop());
    dictionary.cells.push(line);
    dictionary.maximise(goal);
    const row = dictionary.row(goal);
    const isAbove = dictionary.right[row] > 0n;
    dictionary.keepRows((r) => r !== row);
    if (!isAbove) return [top, bottom];
  }
}

export const less = ([a, b], [c, d]) => a * d < c * b;

// For each strategy of a player that is not played: what it falls short, at the least and at the most, and the opponent's strategy against
// which its payoff is to be changed, with the amount. `ranges` are those of the player, `opponent` the mixes and ranges of the other.
function ofPlayer(ranges, opponent, losses) {
  const { mixes } = opponent;
  const face = mixes.dictionary.copy();
  const list = [];
  ranges.forEach((range, strategy) => {
    if (range[1][0] !== 0n) return;
    const loss = losses[strategy];
    face.minimise(loss);
    const least = mixes.part(loss, face);
    face.maximise(loss);
    const most = mixes.part(loss, face);
    // Here the ratio is at the least what it comes to: those that may be best come first.
    const here = face.at(loss);
    const order = mixes.own.map((own, t) => ({ own, t, part: face.at(own) })).filter(({ part, t }) => opponent.ranges[t][1][0] !== 0n && part !== 0n);
    order.sort((a, b) => (a.part === b.part ? a.t - b.t : a.part > b.part ? -1 : 1));
    let best = null;
    for (const { own, t, part } of order) {
      if (best && less(best.by, fraction(here, part))) break;
      const by = face.isConstant(loss) && face.isConstant(own) ? fraction(here, part) : mostRatio(face, loss, own);
      if (by && (!best || less(by, best.by) || (!less(best.by, by) && t < best.against))) best = { against: t, by };
    }
    list.push({ strategy, short: [least, most], ...(best ?? { against: null, by: null }) });
  });
  return list;
}

// `found` is what equilibriaOf says of the game.
export function bringsIn(found, game, symmetric) {
  const columns = game[0].map((_, c) => c);
  const rows = game.map((_, r) => columns.length + r);
  const row = ofPlayer(found.row.ranges, found.column, rows);
  return { row, column: symmetric ? row : ofPlayer(found.column.ranges, found.row, columns) };
}
