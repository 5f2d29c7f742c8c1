// The first screen of a league: what to play and how good that is, what is promised, what to play next and what it brings.
import { approximate, grouped } from "./numbers.js";
import { data, el, shape } from "./page.js";
import { headline, showLeaderboard } from "./leaderboard.js";
import { aMatch, bound, lastSide, league, matches, middle, mixtureWords, named, numbersOf, payoff, planned, range, sides, sure, verb } from "./league.js";

const FIRST = 3; // matches to be played next that are named here

// How good a mixture is: on the way from the worst payoff to the best that anybody can be sure of, the middle 80 % of what it
// earns in the drawn leagues, and what is promised.
function goodness(side, worst, promise) {
  const row = side.key === "row";
  const [from, to] = [range.low, league.value === undefined ? range.high : approximate(league.value)];
  const place = (number) => 100 * Math.max(0, Math.min(1, (number - from) / (to - from)));
  const mark = (kind, number, text, y) => {
    const at = place(number);
    const anchor = at < 25 ? "start" : at > 75 ? "end" : "middle";
    return [shape("line", { class: kind, x1: `${at}%`, x2: `${at}%`, y1: 18, y2: 38 }), shape("text", { class: kind, x: `${at}%`, y, "text-anchor": anchor }, text)];
  };
  const parts = [shape("rect", { class: "room", x: 0, y: 22, width: "100%", height: 12, rx: 3 })];
  const said = [];
  if (worst) {
    said.push(`likely ${middle(worst).median}`);
    parts.push(shape("rect", { class: "reach", x: `${place(worst.low)}%`, y: 22, width: `${place(worst.high) - place(worst.low)}%`, height: 12 }), ...mark("median", worst.median, said[0], 12));
  }
  if (promise !== null) {
    said.push(`the best promise: ${bound(promise, row ? Math.floor : Math.ceil)}`);
    parts.push(...mark("promise", approximate(promise), said[said.length - 1], 52));
  }
  const ends = [row ? payoff(from) : `${payoff(from)}, the best`, league.value !== undefined ? `${payoff(to)}, the most anybody can be sure of` : row ? `${payoff(to)}, the best` : payoff(to)];
  return el("figure", { class: `goodness ${side.key}` },
    shape("svg", { role: "img", "aria-label": `From ${ends[0]} to ${ends[1]}: ${said.join(", ")}` }, ...parts),
    el("div", { class: "ends" }, ...ends.map((end) => el("span", {}, end))));
}

// The best of what is promised; nothing where that is no more than the worst payoff.
function promiseOf(side) {
  const text = side.key === "row" ? league.low : league.high;
  return approximate(text) === (side.key === "row" ? range.low : range.high) ? null : text;
}

function howGood(side, worst) {
  const { low, median, high } = middle(worst);
  const spread = low === high ? "" : `, and ${low} to ${high} in 8 of 10 leagues that fit the matches`;
  if (side.key === "column") return `The best row ${verb} about ${median} ${aMatch} against it${spread}.`;
  return `Against its worst opponent it ${verb} about ${median} ${aMatch}${spread}.`;
}

function playOf(side) {
  const worst = league.estimate?.[side.key === "row" ? "worst_case" : "column_worst_case"];
  const parts = [];
  if (!league.symmetric) parts.push(el("p", { class: "note side" }, side.key === "row" ? "As a row" : "As a column"));
  const mix = mixtureWords(side, side.play, 6);
  parts.push(el("p", { class: "verdict" }, ...(worst ? ["Play ", ...mix] : ["Nothing was estimated"])));
  const lead = worst ? [howGood(side, worst)] : mix.length
    ? ["No leagues were drawn that fit the matches. The equilibrium of their averages describes them, and promises nothing: ", ...mix, "."]
    : ["No leagues were drawn that fit the matches, and some pairings never met."];
  parts.push(el("p", { class: "lead" }, ...lead));
  return [...parts, goodness(side, worst, promiseOf(side))];
}

function showPlay() {
  const guessed = league.estimate?.guessed ?? 0;
  const all = league.symmetric ? (sides[0].labels.length * (sides[0].labels.length - 1)) / 2 : sides[0].labels.length * lastSide.labels.length;
  const notes = [];
  if (guessed > 0) notes.push(`${grouped(guessed)} of ${grouped(all)} pairings never met: they are guessed from the ratings.`);
  if (league.estimate?.left_out) notes.push(`${grouped(league.estimate.left_out)} strategies with low ratings were not looked at.`);
  return el("div", { id: "play", class: "answer" }, el("h2", {}, "What to play", el("span", { class: "chip plain" }, league.estimate ? "an estimate" : "no estimate")),
    el("div", { class: "sides" }, ...sides.map((side) => el("div", {}, ...playOf(side)))),
    notes.length ? el("p", { class: "note" }, notes.join(" ")) : null);
}

function promiseLine(side, { strategy, low, high, worst_case: worst }) {
  const likely = worst ? ` (likely about ${middle(worst).median})` : "";
  const words = side.key === "row"
    ? `: ${verb} at least ${bound(low, Math.floor)} ${aMatch} against any single ${league.symmetric ? "opponent" : "column"}${likely}`
    : `: any single row ${verb} at most ${bound(high, Math.ceil)} ${aMatch} against it${likely}`;
  return el("li", {}, ...mixtureWords(side, numbersOf(strategy)), words);
}

// A promise that says nothing is none.
function kept(side) {
  return promiseOf(side) === null ? [] : league[`${side.key}_promises`].filter((one) => (side.key === "row" ? approximate(one.low) > range.low : approximate(one.high) < range.high));
}

function showPromised() {
  const near = league.status !== "stopped" || league.stop_reason === "interrupted";
  const chip = !league.promised ? el("span", { class: "chip open" }, "nothing yet") : el("span", { class: near ? "chip" : "chip open" }, near ? `${sure()} sure` : "not as near as asked");
  const parts = [el("h2", {}, "What is promised", chip)];
  if (!league.promised) {
    parts.push(el("p", {}, `Nothing is promised yet: ${league.why}.`));
  } else {
    const lines = sides.flatMap((side) => (kept(side).length ? kept(side).map((one) => promiseLine(side, one)) : [el("li", {}, `nothing yet for ${side.key}s`)]));
    const list = el("ul", { class: "promises" }, ...lines);
    // Beside a leaderboard a promise far below the value says little, and is folded.
    const weak = league.leaderboard && approximate(league.low) < approximate(league.value) - range.width / 10;
    const most = el("summary", {}, `The most that is sure against every opponent is ${bound(league.low, Math.floor)}`);
    parts.push(weak ? el("details", {}, most, list) : list);
    parts.push(el("p", { class: "note" }, `True with ${sure()} confidence, if `, el("a", { href: "#assumed" }, "what this rests on"), " is so."));
  }
  return el("div", { id: "promised", class: "answer" }, ...parts);
}

// What matches of a plan tell.
const TOLD_BY = { top: "who is first", order: "in which order the players are", play: "what to play", pair: "which of the two wins more",
  estimate: "what to play" };

function brings() {
  const count = (purpose) => (league.next ?? []).filter((one) => one.for === purpose).reduce((sum, one) => sum + one.count, 0);
  const words = [];
  if (count("promise") > 0 && league.forecast !== undefined) {
    const then = league.forecast > range.low ? `is likely about ${payoff(league.forecast, 1)}` : "is likely still nothing";
    const now = league.promised && league.symmetric ? `, after ${bound(league.low, Math.floor)} now` : "";
    words.push(`With the ${matches(count("promise"))} for the promise it ${then}${now}.`);
  }
  for (const purpose of ["top", "order", "play", "pair", "estimate"]) {
    if (count(purpose) > 0) words.push(`The ${matches(count(purpose))} make it surer ${TOLD_BY[purpose]}.`);
  }
  return words.join(" ");
}

function showSoon() {
  const plan = planned();
  const parts = [el("h2", {}, "What to play next")];
  if (plan.length === 0) {
    parts.push(el("p", {}, el("code", {}, "--plan 200"), ", in Python ", el("code", {}, "plan=200"), ", names the most useful matches and what they bring."));
  } else {
    parts.push(el("ul", {}, ...plan.slice(0, FIRST).map(({ row, column, times }) => el("li", {}, `${grouped(times)} × `, named(sides[0], row), " – ", named(lastSide, column)))),
      el("p", { class: "note" }, brings(), plan.length > FIRST ? el("span", {}, " ", el("a", { href: "#next" }, `All ${grouped(plan.length)} pairings`), ".") : null));
  }
  return el("div", { id: "soon", class: "answer" }, ...parts);
}

// What the strategies are, where their user has a word for that.
function calledBy() {
  const kinds = sides.map((side) => data.kinds?.[side.key]).filter((kind) => kind);
  return kinds.flatMap((kind, t) => [t === 0 ? " by " : " and ", el("bdi", {}, kind)]);
}

export function showAdvice() {
  const agents = sides.map((side) => grouped(side.labels.length)).join(" × ");
  const gone = league.left_out?.length ?? 0;
  const rest = gone > 0 ? el("span", {}, "; ", el("a", { href: "#left-out" }, `${grouped(gone)} left out`)) : null;
  document.title = data.title ? `${data.title} – allnash` : "allnash report";
  const report = document.getElementById("report");
  const answers = [showPlay(), el("div", { class: "beside" }, showPromised(), showSoon())];
  report.append(el("section", { id: "verdict", "aria-label": "The answer" },
    el("h1", {}, data.title ? el("bdi", {}, data.title) : "", `${data.title ? ", " : ""}${matches(league.plays)} among ${agents} strategies`, ...calledBy(), rest),
    ...(league.leaderboard ? headline() : answers)));
  if (!league.leaderboard) return;
  showLeaderboard();
  report.append(el("section", { id: "advice", "aria-label": "What to play, what is promised, what is next" }, ...answers));
}
