// What if, on the page of a league: the estimated rates of its pairings as a table that can be changed. An estimate, no proof.
import { Changes } from "./changes.js";
import { Explorer } from "./explore.js";
import { hundred, league, nameOf, payoff, range, sides, winRates } from "./league.js";
import { approximate, grouped } from "./numbers.js";
import { added, exactNumber } from "./numbers_in.js";
import { data, el } from "./page.js";

const finest = winRates ? 2 : Math.max(0, Math.ceil(4 - Math.log10(range.width)));  // digits after the point

function ratesTable() {
  const { rows, columns, means } = league.rates;
  const rate = (mean) => exactNumber((hundred * mean).toFixed(finest));
  const sum = !league.symmetric ? null : hundred === 100 ? "100" : added(...league.range);
  const names = Object.fromEntries([["row", rows], ["column", columns]].map(([key, list]) => [key, list.map((index) => (league.symmetric ? league.labels : league[`${key}_labels`])[index])]));
  let payoffs = means.map((line) => line.map(rate));
  if (league.symmetric) {  // of mirrored rates the upper one is there
    const even = exactNumber(((approximate(sum)) / 2).toFixed(finest + 1));
    const upper = payoffs;
    payoffs = rows.map((_, i) => rows.map((_, j) => (i === j ? even : i < j ? upper[i][j - i - 1] : added(sum, upper[j][i - j - 1], -1n))));
  }
  return { payoffs, names, sum, whole: winRates ? String(hundred * range.high) : null, places: winRates ? 1 : Math.max(0, finest - 1) };
}

// The scores of a leaderboard with the changes: those that are estimated, and what changed. Opponents that are banned meet nobody.
function scoresOf({ changes }) {
  const { rows } = league.rates;
  const share = (index) => league.field?.shares[index] ?? (league.field ? 0 : 1 / league.labels.length);
  const board = new Map(league.leaderboard.map((one) => [one.index, one.score]));
  const left = 1 - changes.now.banned.row.reduce((sum, j) => sum + share(rows[j]), 0);
  const against = (i, payoffs, met) => rows.reduce((sum, other, j) => sum + (met(j) ? share(other) * approximate(payoffs[i][j]) / hundred : 0), 0);
  // What the table leaves of a score comes from players that it does not have. If it has all, the score's draws and the table's differ by
  // so much, which grows with no ban.
  const hasAll = rows.reduce((sum, index) => sum + share(index), 0) > 1 - 1e-9;
  return rows.map((index, i) => {
    const rest = board.get(index) - against(i, changes.first, () => true);
    return against(i, changes.now.payoffs, (j) => !changes.isBanned("row", j)) / left + rest / (hasAll ? 1 : left);
  });
}

function scoreCell(index, explorer) {
  const board = league.leaderboard.find((one) => one.index === league.rates.rows[index]).score;
  const [first, now] = [board, scoresOf(explorer)[index]].map((score) => payoff(score, 1));
  return first === now ? now : `${first} → ${now}`;
}

function fault(text, number) {
  const size = approximate(number);
  if (size < hundred * range.low || size > hundred * range.high) return `“${text}” is no rate: rates are from ${payoff(range.low)} to ${payoff(range.high)}.`;
  if (hundred === 100 && size > 0 && size < 1 && !/[%/–-]/.test(text)) return `“${text}” may be ${payoff(size)} or ${payoff(size / 100, 2)}: write it with a %.`;
  return null;
}

export function showRates() {
  if (!league.rates) return;
  const changes = new Changes(ratesTable());
  const lead = el("p", { class: "lead", id: "what-if" });
  const some = changes.count("row") < sides[0].labels.length ? ` The table has the first ${grouped(changes.count("row"))} players.` : "";
  const typed = winRates ? "55% or 6-4" : "5.5 or 11/2";
  const mirrored = changes.symmetric ? " The mirrored cell changes with it." : "";
  new Explorer(changes, {
    title: data.title, typed, region: "Estimated rates", unit: winRates ? "%" : "", points: winRates ? " points" : "", payoff: "rate",
    strategy: { row: sides[0].kind, column: sides[sides.length - 1].kind }, players: { either: "The equilibrium of these rates", row: "As a row", column: "As a column" },
    top: [el("p", { class: "note" }, `The estimated rates of all pairings, in drawn leagues that fit the matches.${some} Click a cell and type, such as ${typed}, or ban somebody: the table is solved anew as if its rates were the truth. An estimate, no proof.${mirrored}`), lead],
    lead: "What if", value: changes.symmetric ? null : "Estimated value", exact: false, fault, named: nameOf,
    column: league.leaderboard ? { head: "Score", cell: scoreCell } : null,
    headline: (parts) => lead.replaceChildren(...(parts ? [...parts, " An estimate."] : [])),
  });
}
