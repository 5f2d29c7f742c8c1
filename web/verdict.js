// The answer in a sentence, and what it cost.
import { approximate, decimal, exactly, grouped, inWords, isFraction, lower, ofHundred, percent, percents, plural, roughly, upper } from "./numbers.js";
import { allKnown, data, el, hasNames, nameElement, payoffText, players, result } from "./page.js";
import { inOrder } from "./players.js";

// Whom the floor binds: a method that looks for less, or in fewer games, may ask less.
const METHOD = "method that finds all equilibria of every game";

function title() {
  const size = `${grouped(result.rows)} × ${grouped(result.columns)}`;
  const kind = result.symmetric ? "symmetric zero-sum game" : "zero-sum game";
  return data.title ? [el("bdi", {}, data.title), `, a ${size} ${kind}`] : [`A ${size} ${kind}`];
}

function between() {
  if (result.value !== undefined && result.status !== "proved") {
    const known = `The value is ${inWords(result.value)} by symmetry`;
    if (data.guaranteed === undefined) return `${known}; no strategy is known yet that guarantees anything`;
    return `${known}, and the best strategy ${data.running ? "so far" : "found"} guarantees at least ${inWords(data.guaranteed, -1)}`;
  }
  if (typeof result.low !== "string" && typeof result.high !== "string") return "Nothing is known of the value yet";
  const ends = [result.low, result.high].map((end, t) => (typeof end === "string" ? inWords(end, t === 0 ? -1 : 1) : null));
  if (ends[0] === null) return `The value is at most ${ends[1]}`;
  if (ends[1] === null) return `The value is at least ${ends[0]}`;
  if (result.low === result.high) return `The value is ${ends[0]}`;
  return `The value lies between ${ends[0]} and ${ends[1]}`;
}

// Of a ledger that was averaged from plays: what is exact is about its averages.
function averages() {
  return `these averages of ${plural(result.averaged_plays, "play")}`;
}

// Strategies that the headline names; of more, those that are played most.
function most() {
  return result.symmetric ? 4 : 3;
}

function listed(parts) {
  return parts.flatMap((part, t) => [t === 0 ? "" : t === parts.length - 1 ? " and " : ", ", ...part]);
}

function called(key, index) {
  if (hasNames(key)) return [nameElement(key, index), ""].filter(Boolean);
  return [`${result.symmetric ? "strategy" : key} ${index}`];
}

// Where a player has many optimal strategies: "Rock 67 to 100% and Paper 0 to 33%", over all of them.
function rangesInWords(key, player) {
  const played = player.strategies.filter((one) => one.plays !== undefined);
  played.sort((a, b) => approximate(b.high) - approximate(a.high) || approximate(b.low) - approximate(a.low));
  const total = player.support ?? played.length;
  const some = total > most() ? played.slice(0, most() - 1) : played;
  const share = (text) => ofHundred(100 * approximate(text), 2);
  const ends = ({ low, high }) => (share(low) === share(high) ? `${share(high)}%` : `${share(low)} to ${share(high)}%`);
  const parts = some.map((one) => [...called(key, one.index), ` ${ends(one)}`]);
  return listed(total > some.length ? [...parts, [`${grouped(total - some.length)} more`]] : parts);
}

// "Rock, Paper and Scissors equally", "60% Rock and 40% Paper".
function mixWords(key) {
  const player = data.players[key === "row" ? 0 : 1];
  if (result.status === "proved" && player.dimension > 0 && player.vertices_complete) return rangesInWords(key, player);
  const all = inOrder(player).filter((one) => one.plays !== undefined);
  const total = player.support ?? all.length;
  if (total === 1) return called(key, all[0].index);
  const equal = all.every((one) => one.plays === all[0].plays);
  const some = total > most() ? all.slice(0, most() - 1) : all;
  const shares = percents(some.map((one) => approximate(one.plays)));
  const rounded = some.some((one, t) => Math.abs(100 * approximate(one.plays) - Number(shares[t])) > 1e-9);
  const names = listed(some.map((one, t) => (equal ? called(key, one.index) : [`${shares[t]}% `, ...called(key, one.index)])));
  if (total <= most()) return equal ? [...names, " equally"] : [rounded ? "about " : "", ...names];
  const first = equal ? " equally: " : `, most of all ${rounded ? "about " : ""}`;
  return [`a mix of ${grouped(total)}${first}`, ...names, equal ? " among them" : ""];
}

// Whether a player has a strategy, which then attains the player's bound.
function has(place) {
  return Boolean(data.players[place].strategies?.some((one) => one.plays !== undefined)) && typeof (place === 0 ? result.low : result.high) === "string";
}

// What the two strategies are good for, when nothing is proved of them but bounds.
function bounded() {
  const sure = result.confidence ? ` with confidence ${result.confidence}` : "";
  const now = data.running || result.status === "stopped" ? "So far: " : "";
  const least = has(0) ? `earns at least ${roughly(result.low, -1)}` : "";
  if (result.symmetric && has(0)) return [`${now}${now ? "play " : "Play "}`, ...mixWords("row"), `: that ${least}${sure}.`];
  const parts = [];
  if (has(0)) parts.push("As the row player play ", ...mixWords("row"), `: that ${least}. `);
  if (has(1)) parts.push("As the column player play ", ...mixWords("column"), `: that concedes at most ${roughly(result.high, 1)}.`);
  if (!parts.length) return [`${between()}${sure}.`];
  if (sure) parts.push(` Both hold together${sure}.`);
  return now ? ["So far. ", ...parts] : parts;
}

function proved() {
  const by = result.averaged_plays ? `by ${averages()} ` : "";
  const [row, column] = data.players;
  const unique = row.dimension === 0 && column.dimension === 0;
  const which = unique ? "That is the only equilibrium." : `There are infinitely many equilibria${[row, column].every((one) => one.dimension === 0 || one.vertices_complete) ? "; ranges are over all of them" : ", and this is one"}.`;
  if (result.symmetric) return ["Play ", ...mixWords("row"), `: ${by}${row.support === 1 ? "nothing" : "no mix"} does better. ${which}`];
  return ["As the row player play ", ...mixWords("row"), "; as the column player play ", ...mixWords("column"), `: ${by}neither can do better. ${which}`];
}

const sentences = {
  proved,
  "no strict saddle point": () => ["The game has no strict saddle point."],
  failure: () => ["No equilibrium of the given sizes was found."],
};

// What the bounds hold for.
export function unasked() {
  if (result.plays !== undefined) return `with confidence ${result.confidence}`;
  return `whatever the payoffs that were not asked are${result.payoff_range ? ", in their range" : ""}`;
}

function headline() {
  return (sentences[result.status] ?? bounded)();
}

function ofPlayer(player, { key }) {
  const whose = { row: "The row player", column: "the column player", either: "Either player" }[key];
  if (player.dimension === 0) return `${whose} has one optimal strategy`;
  const points = player.vertices ? ` with ${player.vertices_complete ? "" : "more than "}${plural(player.vertices, "extreme point")}` : "";
  return `${whose} has a set of optimal strategies of dimension ${player.dimension}${points}`;
}

function whichEquilibria() {
  const [row, column] = data.players;
  if (row.dimension === undefined || row.dimension + column.dimension === 0) return null;
  if (result.symmetric) return el("p", { class: "lead" }, `${ofPlayer(row, { key: "either" })}, and every two of them are an equilibrium.`);
  return el("p", { class: "lead" }, `${ofPlayer(row, players[0])}, ${ofPlayer(column, players[1])}. Every optimal row strategy with every optimal column strategy is an equilibrium.`);
}

// How many distinct matches, payoffs or plays were asked for.
function asked() {
  return result.plays ?? result.queries - (result.mirrored ?? 0);
}

function unit() {
  return result.plays !== undefined ? "play" : result.symmetric ? "match" : "payoff";
}

function many(number, word) {
  return word === "match" && number !== 1 ? `${grouped(number)} matches` : plural(number, word);
}


function value() {
  if (result.status === "proved") return `The value is ${inWords(result.value)}. `;
  if (result.value !== undefined) return `The value is ${inWords(result.value)} by symmetry. `;
  return `${between()}. `;
}

function cost() {
  if (result.plays !== undefined) {
    return `It took ${plural(result.plays, "play")} of ${plural(result.entries, "entry").replace("entrys", "entries")}, in ${plural(result.rounds, "round")}.`;
  }
  const units = unit() === "match" ? "matches" : "payoffs";
  if (allKnown()) return `All ${grouped(asked())} ${units} of the game were read.`;
  const of = data.size > 0 ? ` of ${grouped(data.size)}` : "";
  const text = `It took ${grouped(asked())}${of} ${units}`;
  if (typeof result.floor !== "number") return `${text}${data.running ? " so far" : ""}.`;
  if (result.range_used) {
    const enough = result.hindsight ? ` Looking back, ${grouped(result.hindsight)} of them would have been enough for this pair of strategies.` : "";
    return `${text}, since every payoff was known to lie in a range. Without one no ${METHOD} asks fewer than ${grouped(result.floor)}.${enough}`;
  }
  if (asked() === result.floor) return `${text}, and no ${METHOD} asks fewer.`;
  return `${text}. No ${METHOD} asks fewer than ${grouped(result.floor)}.`;
}

function chip() {
  if (data.running) return el("span", { class: "chip open", id: "running" }, "Running");
  const words = { proved: result.averaged_plays ? "Exact, for these averages" : "Proved", certified: `Certified at ${result.confidence}`, within: "Within tolerance", stopped: "Stopped", failure: "No answer" };
  const done = ["proved", "certified", "within", "no strict saddle point"].includes(result.status);
  return el("span", { class: done ? "chip" : "chip open" }, words[result.status] ?? result.status);
}

function tile(term, value, note) {
  return el("div", {}, el("dt", {}, term), el("dd", {}, value, note ? el("small", {}, note) : null));
}

function valueTile() {
  if (result.value !== undefined && result.status !== "proved") {
    const least = data.guaranteed === undefined ? "nothing guaranteed yet" : `at least ${lower(approximate(data.guaranteed))} guaranteed`;
    return tile("Value, by symmetry", exactly(result.value) ?? decimal(approximate(result.value), 6), least);
  }
  if (result.value !== undefined && result.status === "proved") {
    const exact = exactly(payoffText(result.value));
    const about = `≈ ${decimal(approximate(result.value), 6)}`;
    if (exact === null) return tile("Value", about, `exact: ${result.value.replace("~", "").length} characters`);
    return tile("Value", exact, isFraction(exact) ? about : "exact");
  }
  const ends = [result.low, result.high].map((end, t) => (typeof end === "string" ? (t === 0 ? lower : upper)(approximate(end)) : "?"));
  const gap = ends.includes("?") ? null : `gap ${decimal(approximate(result.high) - approximate(result.low), 3)}`;
  return tile("Value between", `${ends[0]} and ${ends[1]}`, gap);
}

function tiles() {
  const list = [valueTile()];
  const [row, column] = data.players;
  if (row.support !== undefined) {
    list.push(tile("Strategies played", `${grouped(row.support)} × ${grouped(column.support)}`, `of ${grouped(result.rows)} × ${grouped(result.columns)}`));
  }
  const share = result.plays === undefined && data.size > 0 ? `${percent(asked() / data.size)} of ${grouped(data.size)}` : null;
  const units = { play: "Plays", match: "Matches", payoff: "Payoffs" }[unit()];
  if (allKnown()) list.push(tile(units, grouped(asked()), "all of them"));
  else list.push(tile(unit() === "play" ? units : `${units} asked`, grouped(asked()), share));
  if (typeof result.floor === "number" && !allKnown()) list.push(tile("Against the floor", `× ${decimal(result.ratio, 4)}`, `floor ${grouped(result.floor)}`));
  if (result.cost !== undefined) {
    const floor = result.floor_cost !== undefined ? `floor ${decimal(approximate(result.floor_cost), 6)}` : null;
    list.push(tile("Cost", decimal(approximate(result.cost), 6), floor));
  }
  if (data.workers !== undefined) {
    list.push(tile("Workers busy", `${grouped(data.workers.busy)} of ${grouped(data.workers.workers)}`, `${percent(data.workers.share)} of their time so far`));
  }
  const again = [result.repeats ? `${grouped(result.repeats)} to compare` : null, result.hedged ? `${grouped(result.hedged)} that were slow` : null].filter((part) => part !== null);
  if (again.length > 0) list.push(tile("Asked twice", grouped((result.repeats ?? 0) + (result.hedged ?? 0)), again.join(", ")));
  if (result.in_vain) list.push(tile("In vain", grouped(result.in_vain), "asked ahead, not needed"));
  if (!allKnown() || result.recalled) list.push(tile("Rounds", grouped(result.rounds), result.recalled ? `${grouped(result.recalled)} from the ledger` : null));
  list.push(tile("Time", duration(result.seconds), null));
  return el("dl", { class: "tiles" }, ...list);
}

export function duration(seconds) {
  if (seconds < 0.1) return `${decimal(seconds * 1000, 2)} ms`;
  if (seconds < 100) return `${decimal(seconds, seconds < 1 ? 2 : 3)} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return `${decimal(seconds / 3600, 3)} h`;
}

export function showVerdict() {
  document.title = data.title ? `${data.title} – allnash` : "allnash report";
  const why = result.stop_reason && !data.running ? el("p", { class: "note" }, `Stopped: ${result.stop_reason}. The bounds hold ${unasked()}.`) : null;
  const live = data.running ? el("p", { class: "note", id: "live" }, `Written ${document.lastModified}, while the run goes on. Bounds are rounded.`) : null;
  const averaged = result.averaged_plays ? el("p", { class: "note", id: "averages" },
    `The payoffs are averages of ${plural(result.averaged_plays, "play")}: the answer is exact for them. Other plays would have other averages, and may have other equilibria.`) : null;
  const solved = result.solved_as ? [`The game solved is ${result.solved_as}.`] : [];
  const notes = [...solved, ...(result.notes ?? [])].map((text) => el("p", { class: "note", "data-note": true }, text));
  const words = el("p", { class: "verdict", id: "verdict" }, ...headline());
  if (words.textContent.length > 110) words.classList.add("long");
  document.getElementById("report").append(
    el("section", { id: "answer", "aria-label": "The answer" }, el("h1", {}, chip(), ...title()), words,
      el("p", { class: "lead", id: "cost" }, value(), cost()), whichEquilibria(), ...notes, averaged, why, live, tiles()));
  if (data.written !== undefined) listen();
}

// A run that dies writes no last page. One that has long been due says so itself.
function listen() {
  const patience = 3 * data.due + 20;  // seconds: the run may be busy
  const look = () => {
    const silence = Date.now() / 1000 - data.written;
    if (silence < patience) return;
    document.getElementById("running").textContent = "No news";
    document.getElementById("live").textContent = `Nothing has been heard of the run for ${duration(silence)}: it has ended without an answer, or computes. Bounds are rounded, and hold.`;
  };
  look();
  setInterval(look, 1000);
}
