// A league: whom to play, how sure, who is out, who might be in, what to play next.
import { approximate, decimal, grouped, inWords, percent, plural } from "./numbers.js";
import { data, el, section, shape, table } from "./page.js";

const league = data.league;
const OUT = 0.01; // whom every equilibrium plays less than this is out
const NAMED = 4;

// One player: labels, what is played, caps, and what describes it, by index.
function sideOf(key) {
  const both = league.symmetric;
  const labels = both ? league.labels : league[`${key}_labels`];
  const resampled = league.resampled ?? { times: 0 };
  const tiers = {};
  (league.tiers ?? []).forEach((tier, t) => { for (const one of both ? tier : tier[`${key}s`]) tiers[one] = t + 1; });
  return {
    key, labels, tiers, times: resampled.times,
    plays: league[`${key}_strategy`] ?? {}, caps: league[`${key}_caps`] ?? {},
    share: league.averages?.[`${key}_strategy`] ?? {},
    played: resampled[both ? "played" : `${key}_played`] ?? {},
    quartiles: resampled[both ? "quartiles" : `${key}_quartiles`] ?? {},
  };
}
const sides = league ? (league.symmetric ? ["row"] : ["row", "column"]).map(sideOf) : [];

function named(side, index) {
  return el("bdi", { title: side.labels[index], dir: "auto" }, side.labels[index]);
}

function cap(side, index) {
  return index in side.caps ? approximate(side.caps[index]) : 1;
}

function byTier(side) {
  const key = (t) => [side.tiers[t] ?? 0, -approximate(side.share[t] ?? "0"), -approximate(side.plays[t] ?? "0"), t];
  return side.labels.map((_, t) => t).sort((a, b) => {
    const [one, two] = [key(a), key(b)];
    const at = one.findIndex((value, place) => value !== two[place]);
    return at < 0 ? 0 : one[at] - two[at];
  });
}

function leagueMix(side) {
  const all = Object.entries(side.plays).map(([index, weight]) => [Number(index), approximate(weight)]).sort((a, b) => b[1] - a[1]);
  const some = all.length > NAMED ? all.slice(0, NAMED - 1) : all;
  const parts = some.flatMap(([index, weight], t) => [t === 0 ? "" : ", ", `${decimal(100 * weight, 3)}% `, named(side, index)]);
  return all.length > some.length ? [...parts, ` and ${plural(all.length - some.length, "other")}`] : parts;
}

function worth(text) {
  return decimal(approximate(text), 4);
}

// A bound, if it is one.
function bound(text, end, words) {
  return text === league.range[end] ? "nothing so far" : worth(text) + words;
}

function leagueHeadline() {
  if (!league.promised) return [`Nothing is promised yet: ${league.why}.`];
  const words = ["Play ", ...leagueMix(sides[0])];
  if (league.symmetric) return [...words, `: at least ${worth(league.low)} on average against any single opponent.`];
  return [...words, `: ${bound(league.low, 0, " or more on average against any single column")}. Against it, `, ...leagueMix(sides[1]), `: ${bound(league.high, 1, " or less")}.`];
}

function leagueTile(term, text, small) {
  return el("div", {}, el("dt", {}, term), el("dd", {}, text, small ? el("small", {}, small) : null));
}

function countsOf(test) {
  return sides.reduce((sum, side) => sum + side.labels.filter((_, t) => test(side, t)).length, 0);
}

function planWords() {
  if (!league.next?.length) return ["not asked", "--plan N names matches"];
  const [first] = league.next;
  return [el("span", { class: "pair" }, `${first.row_label} – ${first.column_label}`), `and ${grouped(league.next.length - 1)} more; then likely about ${decimal(league.forecast, 4)}`];
}

function leagueTiles() {
  const sure = `${decimal(100 * approximate(league.confidence), 4)}%`;
  const out = countsOf((side, t) => cap(side, t) < OUT);
  const maybe = countsOf((side, t) => cap(side, t) >= OUT);
  const value = league.value === undefined ? `the value is at most ${worth(league.high)}` : `the value is ${inWords(league.value)}`;
  return el("dl", { class: "tiles" },
    leagueTile("Guaranteed", bound(league.low, 0, ""), value),
    leagueTile("How sure", sure, "that all of it holds together"),
    leagueTile("Out", grouped(out), "optimal mixes play them below 1%"),
    leagueTile("Might be in", grouped(maybe), "not yet excluded"),
    leagueTile("Play next", ...planWords()));
}

// The whole bar is 100 %: the upper limit, and the middle half of the drawn leagues.
function capBar(side, index) {
  const at = (number) => `${100 * number}%`;
  const parts = [shape("rect", { class: "room", x: 0, width: "100%", height: "100%", rx: 3 }),
    shape("rect", { class: "certain", x: 0, width: at(cap(side, index)), height: "100%", rx: 3 })];
  const middle = side.quartiles[index];
  if (middle) {
    const width = Math.max(middle[2] - middle[0], 0.008);
    parts.push(shape("rect", { class: "likely", x: at(Math.min(middle[0], 1 - width)), width: at(width), y: "25%", height: "50%", rx: 2 }));
  }
  return shape("svg", { class: "span caps", "aria-hidden": "true" }, ...parts);
}

// How often in drawn leagues: a strip that is filled as far.
function strip(share) {
  return shape("svg", { class: "span strip", "aria-hidden": "true" },
    shape("rect", { class: "room", width: "100%", height: "100%", rx: 2 }),
    shape("rect", { class: "mark", width: `${100 * share}%`, height: "100%", rx: 2 }));
}

function percentOr(text, none) {
  return text === undefined ? none : `${decimal(100 * approximate(text), 3)}%`;
}

function leagueLine(side, index) {
  const most = cap(side, index);
  const often = side.played[index] ?? 0;
  const cells = [el("th", { scope: "row" }, named(side, index)),
    el("td", { class: "n" }, percentOr(side.plays[index], "–")),
    el("td", {}, capBar(side, index)),
    el("td", { class: "n" }, most < 1 ? `at most ${decimal(100 * most, 3)}%` : "0 to 100%")];
  if (league.averages) cells.push(el("td", { class: "n" }, String(side.tiers[index])), el("td", { class: "n" }, percentOr(side.share[index], "0")));
  if (side.times > 0) cells.push(el("td", {}, strip(often)), el("td", { class: "n" }, percent(often)));
  return el("tr", { class: most < OUT ? "out" : undefined, "data-index": index }, ...cells);
}

function leagueTable(side) {
  const heads = [["Strategy"], ["Play", "n"], ["Upper limit and estimate"], ["Upper limit", "n"]];
  if (league.averages) heads.push(["Tier", "n"], ["In the averages", "n"]);
  if (side.times > 0) heads.push(["Drawn leagues"], ["", "n"]);
  const caption = league.symmetric ? null : side.key === "row" ? "Rows" : "Columns";
  return el("div", { class: `scroll ${side.key}` }, table(caption, heads, byTier(side).map((t) => leagueLine(side, t)), { id: `league-${side.key}` }));
}

function showStrategies() {
  const legend = el("p", { class: "legend" },
    el("span", {}, el("i", { class: "swatch certain" }), "upper limit: no optimal mix plays more"),
    el("span", {}, el("i", { class: "swatch likely" }), "estimate: the middle half of the drawn leagues"));
  const times = sides[0].times;
  const told = league.averages
    ? `Tiers and shares are those of the equilibria of the averages, exactly: a description of these matches, not a promise.${times > 0 ? ` So are ${grouped(times)} drawn leagues that fit them.` : ""}`
    : "Some pairings were never played: the averages have no tiers and shares.";
  section("strategies", "Who is out, who might be in", el("p", { class: "note" }, told), ...sides.map(leagueTable), legend);
}

// One strategy's matches with each opponent: the average, and a confidence interval.
function pairingsOf(side, index) {
  const [low, high] = league.range.map(approximate);
  const list = [];
  for (const [row, column, plays, mean, from, to] of league.pairings) {
    if ((side.key === "row" ? row : column) === index) {
      list.push([side.key === "row" ? column : row, plays, mean, from, to]);
    } else if (league.symmetric && column === index) {
      list.push([row, plays, low + high - mean, low + high - to, low + high - from]);
    }
  }
  return list;
}

function intervalBar(mean, from, to) {
  const [low, high] = league.range.map(approximate);
  const at = (number) => `${(100 * (number - low)) / (high - low)}%`;
  return shape("svg", { class: "span", "aria-hidden": "true" },
    shape("rect", { class: "room", width: "100%", height: "100%", rx: 3 }),
    shape("rect", { class: "reach", x: at(from), width: `${(100 * (to - from)) / (high - low)}%`, height: "100%", rx: 3 }),
    shape("rect", { class: "mark", x: at(mean), width: 3, height: "100%", transform: "translate(-1.5)" }));
}

function showPairings() {
  const kept = league.recalled !== undefined;  // in a ledger, which promises nothing of single pairings
  const side = sides[0];
  const others = sides[sides.length - 1];
  const choice = el("select", { id: "whose" }, ...byTier(side).map((t) => el("option", { value: t }, side.labels[t])));
  const place = el("div", { class: "scroll", id: "pairings-table" });
  const draw = () => {
    const lines = pairingsOf(side, Number(choice.value)).map(([other, plays, mean, from, to]) => el("tr", {},
      el("th", { scope: "row" }, named(others, other)), el("td", { class: "n" }, grouped(plays)), el("td", { class: "n" }, decimal(mean, 4)),
      ...(kept ? [] : [el("td", {}, intervalBar(mean, from, to)), el("td", { class: "n" }, `${decimal(from, 4)} to ${decimal(to, 4)}`)])));
    const whose = el("span", {}, named(side, Number(choice.value)), " against");  // on paper there is no choice to be seen
    place.replaceChildren(table(null, [[whose], ["Matches", "n"], ["Average", "n"], ...(kept ? [] : [["Interval"], ["", "n"]])], lines));
  };
  choice.addEventListener("change", draw);
  draw();
  section("pairings", "Every pairing",
    el("p", { class: "note" }, kept ? "Averages of what was played: a description." : "All intervals hold the true means, with the stated confidence."),
    el("p", { class: "bar" }, el("label", {}, "Matches of ", choice)), place);
}

function showPlan() {
  if (!league.next?.length) return;
  const groups = new Map();
  for (const one of league.next) {
    const key = `${one.row} ${one.column}`;
    groups.set(key, [one, (groups.get(key)?.[1] ?? 0) + 1]);
  }
  const lines = [...groups.values()].slice(0, 60).map(([one, times]) => el("tr", {},
    el("td", { class: "n" }, grouped(times)), el("td", {}, named(sides[0], one.row)), el("td", {}, named(sides[sides.length - 1], one.column))));
  section("next", "What to play next",
    el("p", { class: "note" }, `The most useful matches first. With all ${grouped(league.next.length)} of them the guarantee is likely about ${decimal(league.forecast, 4)}: a forecast.`),
    el("div", { class: "scroll" }, table(null, [["Matches", "n"], ["Row"], ["Column"]], lines, { id: "next-matches" })));
}

function showAssumptions() {
  const schedule = league.recalled !== undefined
    ? "Results may have decided who met whom, who joined and when somebody looked. The length of the first log was not decided by them."
    : league.schedule === "any"
    ? "Results may have decided who met whom, and for how long. The length of the log was not decided by them: it was not ended because it looked settled."
    : "Results decided neither who met whom nor how often: a round robin, pairings at random, a table of counts.";
  section("assumed", "What this rests on", el("ul", {},
    el("li", {}, schedule),
    el("li", {}, "No strategy changed, matches are independent of one another, and seats do not matter or were drawn by lot."),
    ...(league.notes ?? []).map((note) => el("li", { dir: "auto" }, note))));
}

function showRun() {
  const facts = [["allnash", data.version], ["seed", String(league.seed)], ...data.settings.filter(([key]) => key !== "seed")];
  if (data.certificate) facts.push(["certificate, SHA-256", data.certificate]);
  const list = facts.flatMap(([term, text]) => [el("dt", {}, term), el("dd", { class: term.startsWith("certificate") ? "hash" : undefined, dir: "auto" }, text)]);
  section("run", "The run", el("p", { class: "note" }, "The same matches, options and seed give the same answer."), el("dl", { class: "facts" }, ...list));
  document.getElementById("foot").append(el("p", {}, `Made by allnash ${data.version}. This file needs nothing else and sends nothing anywhere; its numbers are in its source as JSON.`));
}

export function showLeague() {
  const agents = sides.map((side) => grouped(side.labels.length)).join(" × ");
  const words = `${data.title ? ", " : ""}${plural(league.plays, "match").replace("matchs", "matches")} among ${agents} strategies`;
  const lacks = !league.promised ? "no promise yet" : league.status === "stopped" ? "not as near as asked" : "";
  document.title = data.title ? `${data.title} – allnash` : "allnash report";
  document.getElementById("report").append(el("section", { id: "verdict" },
    el("h1", {}, el("bdi", {}, data.title), words),
    el("p", { class: "verdict long" }, ...leagueHeadline()),
    el("p", { class: "lead" }, el("span", { class: lacks ? "chip open" : "chip" }, lacks || "certified"),
      `with ${decimal(100 * approximate(league.confidence), 4)}% confidence, ${league.schedule === "any" ? "whatever decided who met whom" : "if results did not decide who met whom"}.`),
    leagueTiles()));
  showStrategies();
  showPlan();
  showPairings();
  showAssumptions();
  showRun();
}
