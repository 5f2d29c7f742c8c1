// Whether an answer hangs on payoffs that may be equal but for rounding: a strategy that is out by very little, or by less than the last place of a
// payoff that looks like a rounded third, or one that is played next to never. The program says the same of the table as it was.
import { approximate, finite } from "./numbers.js";

const NEXT_TO_NOTHING = 1e-9;

// The unit of the last place of a decimal that looks like a third, rounded or cut to three digits or more; 0 for others.
function unitOfThird(text) {
  const [, whole, part] = /^-?(\d+)\.(\d+)$/.exec(finite(text) ?? "") ?? [];
  if (part === undefined) return 0;
  const digits = (whole + part).replace(/^0+/, "");
  if (digits.length < 3 || !/(33|66|67)$/.test(digits)) return 0;
  const unit = 10 ** -part.length;
  const size = Math.abs(approximate(text));
  const nearest = Math.round(3 * size);
  const off = size - nearest / 3;
  return nearest % 3 !== 0 && off <= unit / 2 && off > -unit ? unit : 0;
}

// The first strategy, by how much it falls short, and the third, if that is why; null if there is none. `found` has what is played, and what brings in.
export function nearTie(payoffs, found) {
  const sizes = payoffs.flat().map(approximate);
  if (sizes.every(Number.isInteger)) return null;
  const reach = Math.max(...sizes) - Math.min(...sizes);
  const played = (key) => found[key].ranges.flatMap((ends, t) => (ends[1] === "0" ? [] : [t]));
  const lines = { row: payoffs, column: payoffs[0].map((_, c) => payoffs.map((line) => line[c])) };
  const coarsest = (texts) => texts.reduce((best, text) => (unitOfThird(text) > unitOfThird(best) ? text : best), "0");
  const third = coarsest(played("row").flatMap((row) => played("column").map((column) => payoffs[row][column])));
  for (const [key, other] of [["row", "column"], ["column", "row"]]) {
    const rare = found[key].ranges.findIndex(([, most]) => most !== "0" && approximate(most) < NEXT_TO_NOTHING);
    if (rare >= 0) return { key, index: rare, third: null };
    for (const [index, { short }] of found[key].bringsIn) {
      const least = approximate(short[0]);
      if (least > 0 && least < NEXT_TO_NOTHING * reach) return { key, index, short: short[0], third: null };
      const its = coarsest([third, ...played(other).map((t) => lines[key][index][t])]);
      if (least > 0 && least < unitOfThird(its)) return { key, index, short: short[0], third: its };
    }
  }
  return null;
}
