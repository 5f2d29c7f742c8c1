// What the parts of a league's page share: its players and their strategies in order, names, and payoffs in words.
import { approximate, decimal, grouped, percents, plural } from "./numbers.js";
import { data, el, shape } from "./page.js";

export const league = data.league;
const [lowest, highest] = league.range.map(approximate);
const NAMED = 4; // strategies of a mixture that are named in a sentence
const LITTLE = 0.05; // of a mixture of many, not worth a name in a sentence
const ENDLESS = 28; // letters without a place to break a line

// One player: labels, and by index what is played, limits, and what the drawn leagues show.
function sideOf(key) {
  const labels = league.symmetric ? league.labels : league[`${key}_labels`];
  const estimate = league.estimate;
  const tiers = {};
  (estimate?.tiers ?? league.tiers ?? []).forEach((tier, t) => { for (const one of league.symmetric ? tier : tier[`${key}s`]) tiers[one] = t; });
  const side = {
    key, labels, tiers, kind: data.kinds?.[key] || "Strategy", // what its user calls a strategy
    play: numbersOf(estimate ? estimate[`${key}_strategy`] : league.averages?.[`${key}_strategy`]),
    caps: numbersOf(league[`${key}_caps`]),
    drawn: estimate ? estimate.strategies ?? estimate[`${key}_strategies`] : null,
  };
  side.totals = totalsOf(side);
  side.shown = shownShares(side.play);
  side.order = ranked(side);
  side.number = [];
  side.order.forEach((index, t) => { side.number[index] = t + 1; });
  return side;
}

export function numbersOf(strategy) {
  return Object.fromEntries(Object.entries(strategy ?? {}).map(([index, weight]) => [index, approximate(weight)]));
}

// The parts of a mixture by index, in whole percent that add up to 100.
export function shownShares(strategy) {
  const all = Object.entries(strategy);
  const texts = percents(all.map(([, weight]) => weight));
  return Object.fromEntries(all.map(([index], t) => [index, whole(Number(texts[t]) / 100)]));
}

// How many matches each strategy has, and what they paid on average: to the row, in a symmetric game to itself.
function totalsOf(side) {
  if (side.drawn) return side.labels.map((_, t) => side.drawn[t]);
  const totals = side.labels.map(() => ({ matches: 0, average: null }));
  const add = (index, plays, mean) => {
    const one = totals[index];
    one.matches += plays;
    one.average = (one.average ?? 0) + (plays * (mean - (one.average ?? 0))) / one.matches;
  };
  for (const [row, column, plays, mean] of league.pairings) {
    add(side.key === "row" ? row : column, plays, mean);
    if (league.symmetric) add(column, plays, lowest + highest - mean);
  }
  return totals;
}

// By tier, then by what is played, then by how often and by rating, or by what was earned.
function ranked(side) {
  const worth = (t) => side.drawn?.[t].rating.median ?? (side.totals[t].average ?? lowest) * (side.key === "row" ? 1 : -1);
  const key = (t) => [side.tiers[t] ?? 0, -(side.play[t] ?? 0), -(side.drawn?.[t].played ?? 0), -worth(t), t];
  const keys = side.labels.map((_, t) => key(t));
  return side.labels.map((_, t) => t).sort((a, b) => {
    const at = keys[a].findIndex((value, place) => value !== keys[b][place]);
    return at < 0 ? 0 : keys[a][at] - keys[b][at];
  });
}

export const sides = (league.symmetric ? ["row"] : ["row", "column"]).map(sideOf);
export const lastSide = sides[sides.length - 1]; // the opponents of the first

// A name may go on in a new line after a sign between its words, and else only if it is very long.
export function nameOf(text) {
  const parts = text.split(/(?<=[_/.:@|])(?=.)/u);
  const long = text.split(/[\s_/.:@|-]/u).some((word) => word.length > ENDLESS);
  return el("bdi", { class: long ? "name endless" : "name", dir: "auto" }, ...parts.flatMap((part, t) => (t === 0 ? [part] : [el("wbr"), part])));
}

export function named(side, index) {
  return nameOf(side.labels[index]);
}

// Payoffs. Of win rates they are percent of the matches. `more` digits are for what is known well.
export const range = { low: lowest, high: highest, width: highest - lowest };
export const winRates = lowest === 0 && (highest === 1 || league.percent === true);
export const hundred = winRates && highest === 1 ? 100 : 1; // payoffs may be percent already
const places = winRates ? 0 : Math.max(0, Math.ceil(-Math.log10(range.width / 100) - 1e-9));

export function payoff(number, more = 0) {
  const text = (hundred * number).toFixed(places + more).replace("-", "−");
  // Nearly none and nearly all of the matches are neither none nor all.
  const last = 10 ** -(places + more);
  if (winRates && number > 0 && Number(text) === 0) return `<${last}%`;
  if (winRates && number < highest && Number(text) === 100) return `>${100 - last}%`;
  return `${/^−0\.?0*$/.test(text) ? text.slice(1) : text}${winRates ? "%" : ""}`;
}

// What is promised is rounded to the safe side, so that what is printed holds, too.
export function bound(text, round, more = 1) {
  const unit = 10 ** (places + more) * hundred;
  return payoff(round(approximate(text) * unit) / unit, more);
}

export function middle({ low, median, high }) {
  const more = high > low && high - low < 0.02 * range.width ? 1 : 0;
  return { low: payoff(low, more), median: payoff(median, more), high: payoff(high, more) };
}

export const aMatch = winRates ? "of its matches" : "a match";
export const verb = winRates ? "wins" : "earns";

// A share, in whole percent: what comes after the point is not known.
export function whole(share) {
  if (share <= 0) return "0%";
  if (share < 0.01) return "<1%";
  return share < 1 && share > 0.99 ? ">99%" : `${Math.round(100 * share)}%`;
}

// An upper limit holds as it is printed.
export function limit(cap) {
  if (cap <= 0.99) return `${Math.ceil(100 * cap)}%`;
  for (let digits = 1; digits <= 8; ++digits) {
    const share = Math.ceil(10 ** (digits + 2) * cap) / 10 ** (digits + 2);
    if (share < 1) return `${(100 * share).toFixed(digits)}%`;
  }
  return "none";
}

// Rounded down, to two digits of what is missing to all.
export function sure() {
  const [p, q] = league.confidence.split("/").map(BigInt);
  const missing = 100 * approximate(`${q - p}/${q}`);
  const places = Math.min(8, Math.max(2, 1 - Math.floor(Math.log10(missing))));
  return `${decimal(Math.floor((100 - missing) * 10 ** places + 1e-4) / 10 ** places, places + 2)}%`;
}

export function matches(count) {
  return plural(count, "match").replace("matchs", "matches");
}

// A mixture in a sentence: all of it, or what is played most and how many others there are.
export function mixtureWords(side, strategy, most = NAMED) {
  const all = Object.entries(strategy).sort((a, b) => b[1] - a[1]);
  if (all.length === 1) return [named(side, Number(all[0][0]))];
  const some = all.length > most ? all.slice(0, most - 1).filter(([, weight]) => weight >= LITTLE) : all;
  if (some.length === 0 && all.length > 0) return [`a mix of ${grouped(all.length)} ${league.symmetric ? "strategies" : `${side.key}s`}`];
  const shown = shownShares(strategy);
  const before = (t) => (t === 0 ? "" : t === all.length - 1 ? " and " : ", ");
  const parts = some.flatMap(([index], t) => [before(t), `${shown[index]} `, named(side, Number(index))]);
  return all.length > some.length ? [...parts, ` and ${plural(all.length - some.length, "other")}`] : parts;
}

// A mean and its interval within the range of payoffs.
export function intervalBar(from, mean, to) {
  const at = (number) => `${(100 * (number - range.low)) / range.width}%`;
  return shape("svg", { class: "span", "aria-hidden": "true" },
    shape("rect", { class: "room", width: "100%", height: "100%", rx: 3 }),
    shape("rect", { class: "reach", x: at(from), width: `${(100 * (to - from)) / range.width}%`, height: "100%", rx: 3 }),
    shape("rect", { class: "mark", x: at(mean), width: 3, height: "100%", transform: "translate(-1.5)" }));
}

// The matches of a plan by pairing and purpose, in the order of their first.
export function planned() {
  const groups = new Map();
  for (const { row, column, for: purpose, count } of league.next ?? []) {
    const key = `${row} ${column} ${purpose}`;
    if (!groups.has(key)) groups.set(key, { row, column, purpose, times: 0 });
    groups.get(key).times += count;
  }
  return [...groups.values()];
}
