// What the page asks its worker: everything about a table, with numbers as text, `p` or `p/q`.
import { bringsIn } from "./bringing.js";
import { equilibriaOf, fraction } from "./equilibria.js";
import { everyoneIn } from "./everyone.js";

function read(text) {
  const [top, bottom] = text.split("/");
  return fraction(BigInt(top), BigInt(bottom ?? "1"));
}

const written = ([top, bottom]) => (bottom === 1n ? String(top) : `${top}/${bottom}`);

// The payoffs over one denominator.
function whole(payoffs) {
  const numbers = payoffs.map((line) => line.map(read));
  const scale = numbers.flat().reduce((all, [, bottom]) => all * fraction(bottom, all)[0], 1n);
  return { scale, game: numbers.map((line) => line.map(([top, bottom]) => top * (scale / bottom))) };
}

function playerText(player) {
  return { ranges: player.ranges.map((ends) => ends.map(written)), sensible: player.sensible.map(written) };
}

function listText(list, scale) {
  const real = ([top, bottom]) => written(fraction(top, bottom * scale));
  return list.map(({ strategy, short, against, by }) => ({ strategy, short: short.map(real), against, by: by && real(by) }));
}

// A request has `payoffs`, whether the game is `symmetric`, and `what`: "everyone", or nothing for the equilibria.
export function answer({ payoffs, symmetric, what }) {
  const { game, scale } = whole(payoffs);
  if (what === "everyone") {
    const found = everyoneIn(game, scale, symmetric);
    return { changes: found && found.map((one) => ({ ...one, by: written(one.by) })) };
  }
  const found = equilibriaOf(game, symmetric);
  const lists = bringsIn(found, game, symmetric);
  return {
    value: written(fraction(found.value[0], found.value[1] * scale)),
    row: { ...playerText(found.row), bringsIn: listText(lists.row, scale) },
    column: { ...playerText(found.column), bringsIn: listText(lists.column, scale) },
  };
}
