// The answer in a sentence, and what it cost.
import { approximate, decimal, exactly, grouped, inWords, isFraction, percent, plural } from "./numbers.js";
import { data, el, players, result } from "./page.js";

function title() {
  const size = `${grouped(result.rows)} × ${grouped(result.columns)}`;
  const kind = result.symmetric ? "symmetric zero-sum game" : "zero-sum game";
  return data.title ? [el("bdi", {}, data.title), `, a ${size} ${kind}`] : [`A ${size} ${kind}`];
}

// What the best strategy known guarantees, in a symmetric game, whose value is known from the start; null before there is one.
function guaranteed() {
  if (typeof result.low !== "string") return null;
  return result.low === result.value && !data.players[0].strategies && !data.running ? null : result.low;
}

function between() {
  if (result.value !== undefined && result.status !== "proved") {
    const known = `The value is ${inWords(result.value)} by symmetry`;
    const least = guaranteed();
    if (least === null) return `${known}; no strategy is known yet that guarantees anything`;
    return `${known}, and the best strategy ${data.running ? "so far" : "found"} guarantees at least ${inWords(least)}`;
  }
  if (typeof result.low !== "string" && typeof result.high !== "string") return "Nothing is known of the value yet";
  const ends = [result.low, result.high].map((end) => (typeof end === "string" ? inWords(end) : null));
  if (ends[0] === null) return `The value is at most ${ends[1]}`;
  if (ends[1] === null) return `The value is at least ${ends[0]}`;
  if (result.low === result.high) return `The value is ${ends[0]}`;
  return `The value lies between ${ends[0]} and ${ends[1]}`;
}

// Of a ledger that was averaged from plays: what is exact is about its averages.
function ofAverages(before = "") {
  return result.averaged_plays ? `${before}exact, for these averages of ${plural(result.averaged_plays, "play")}` : "";
}

const sentences = {
  proved: () => `The value is ${inWords(result.value)}${equilibria()}${ofAverages(": ")}.`,
  within: () => `${between()}${ofAverages(": ")}.`,
  certified: () => `${between()}, with confidence ${result.confidence}.`,
  "no strict saddle point": () => "The game has no strict saddle point.",
  failure: () => "No equilibrium of the given sizes was found.",
  stopped: () => `${between()}${result.confidence ? `, with confidence ${result.confidence}` : ""}${ofAverages(": ")}.`,
};

function sentence() {
  const make = sentences[result.status] ?? sentences.stopped;
  return make();
}

// How many equilibria there are, as the end of a sentence.
function equilibria() {
  const [row, column] = data.players;
  if (row.dimension === undefined) return "";
  if (row.dimension === 0 && column.dimension === 0) {
    const pure = row.support === 1 && column.support === 1;
    return pure ? ", and there is exactly one equilibrium, in pure strategies" : ", and there is exactly one equilibrium";
  }
  return ", and there are infinitely many equilibria";
}

function ofPlayer(player, { key }) {
  const whose = key === "row" ? "The row player" : "the column player";
  if (player.dimension === 0) return `${whose} has one optimal strategy`;
  const listed = player.vertices ? ` with ${player.vertices_complete ? "" : "more than "}${plural(player.vertices, "extreme point")}` : "";
  return `${whose} has a set of dimension ${player.dimension}${listed}`;
}

function whichEquilibria() {
  const [row, column] = data.players;
  if (row.dimension === undefined || row.dimension + column.dimension === 0) return null;
  return el("p", { class: "lead" }, `${ofPlayer(row, players[0])}, ${ofPlayer(column, players[1])}. Every pair of an optimal row strategy and an optimal column strategy is an equilibrium.`);
}

function unit() {
  return result.plays !== undefined ? "play" : result.symmetric ? "match" : "payoff";
}

function many(number, word) {
  return word === "match" && number !== 1 ? `${grouped(number)} matches` : plural(number, word);
}

function asked() {
  return result.plays ?? result.queries;
}

function cost() {
  if (result.plays !== undefined) {
    return `It took ${plural(result.plays, "play")} of ${plural(result.entries, "entry").replace("entrys", "entries")}, in ${plural(result.rounds, "round")}.`;
  }
  const of = data.size > 0 ? ` of ${grouped(data.size)}` : "";
  const text = `It took ${grouped(asked())}${of} ${unit() === "match" ? "matches" : "payoffs"}`;
  if (typeof result.floor !== "number") return `${text} so far.`.replace(" so far", data.running ? " so far" : "");
  const ratio = result.ratio === 1 ? "exactly the floor" : `${decimal(result.ratio, 4)} times the floor of ${grouped(result.floor)}`;
  if (result.range_used) {
    const enough = result.hindsight ? ` Looking back, ${grouped(result.hindsight)} of them would have been enough for this pair of strategies.` : "";
    return `${text}, since every payoff was known to lie in a range: ${ratio}, below which no method can go without one.${enough}`;
  }
  return `${text}: ${ratio}. No correct method can ask for fewer than the floor.`;
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
    const least = guaranteed() === null ? "nothing guaranteed yet" : `at least ${decimal(approximate(result.low), 5)} guaranteed`;
    return tile("Value, by symmetry", exactly(result.value) ?? decimal(approximate(result.value), 6), least);
  }
  if (result.value !== undefined && result.status === "proved") {
    const exact = exactly(result.value);
    const about = `≈ ${decimal(approximate(result.value), 6)}`;
    if (exact === null) return tile("Value", about, `exact: ${result.value.replace("~", "").length} characters`);
    return tile("Value", exact, isFraction(result.value) ? about : "exact");
  }
  const ends = [result.low, result.high].map((end) => (typeof end === "string" ? decimal(approximate(end), 5) : "?"));
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
  list.push(tile(`${unit() === "play" ? "Plays" : unit() === "match" ? "Matches asked" : "Payoffs asked"}`, grouped(asked()), share));
  if (typeof result.floor === "number") list.push(tile("Against the floor", `× ${decimal(result.ratio, 4)}`, `floor ${grouped(result.floor)}`));
  if (result.cost !== undefined) {
    const floor = result.floor_cost !== undefined ? `floor ${decimal(approximate(result.floor_cost), 6)}` : null;
    list.push(tile("Cost", decimal(approximate(result.cost), 6), floor));
  }
  list.push(tile("Rounds", grouped(result.rounds), result.recalled ? `${grouped(result.recalled)} from the ledger` : null));
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
  document.title = data.title ? `${data.title}: allnash report` : "allnash report";
  const why = result.stop_reason && !data.running ? el("p", { class: "note" }, `Stopped: ${result.stop_reason}. The bounds hold whatever the payoffs that were not asked are.`) : null;
  const live = data.running ? el("p", { class: "note", id: "live" }, `Written ${document.lastModified}, while the run goes on. Bounds are rounded.`) : null;
  const averaged = result.averaged_plays ? el("p", { class: "note", id: "averages" },
    `The payoffs are averages of ${plural(result.averaged_plays, "play")}: the answer is ${ofAverages()}. Other plays would have other averages, and may have other equilibria.`) : null;
  const words = el("p", { class: "verdict", id: "verdict" }, sentence());
  document.getElementById("report").append(
    el("section", { id: "answer", "aria-label": "The answer" }, el("h1", {}, chip(), ...title()), words,
      el("p", { class: "lead" }, cost()), whichEquilibria(), averaged, why, live, tiles()));
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
