// Each player's strategies: how often they are played over all equilibria, and what they earn.
import { approximate, grouped, percent, plural } from "./numbers.js";
import { data, el, nameElement, numberElement, players, probabilityElement, radios, result, section, shape, table, writeNumbers } from "./page.js";

const SHOWN = 25;

// Where a bar of either player ends: one scale serves both.
function widest() {
  const all = data.players.flatMap((player) => player.strategies ?? []);
  return Math.max(...all.map((one) => approximate(one.high ?? one.plays ?? "0")), 1e-12);
}

function span(low, high, plays) {
  const end = widest();
  const at = (number) => `${(100 * number) / end}%`;
  const bar = (kind, from, width) => shape("rect", { class: kind, x: from, width, height: "100%", rx: 3 });
  const parts = [bar("room", "0", "100%")];
  if (low === high) return shape("svg", { class: "span one", "aria-hidden": "true" }, ...parts, bar("reach", "0", at(high)));
  const mark = shape("rect", { class: "mark", x: at(plays), width: 3, height: "100%", transform: "translate(-1.5)" });
  return shape("svg", { class: "span", "aria-hidden": "true" }, ...parts, bar("reach", at(low), at(high - low)), mark);
}

function rangeWords(one) {
  if (one.low === undefined) return probabilityElement(one.plays);
  if (one.low === one.high) return probabilityElement(one.low);
  return el("span", {}, probabilityElement(one.low), " to ", probabilityElement(one.high));
}

function line(key, one, kinds) {
  const cells = [el("th", { scope: "row" }, nameElement(key, one.index))];
  if (kinds.plays) {
    const [low, high, plays] = [one.low ?? one.plays, one.high ?? one.plays, one.plays].map((text) => approximate(text ?? "0"));
    cells.push(el("td", { class: "picture" }, one.plays !== undefined ? span(low, high, plays) : ""));
    cells.push(el("td", { class: "n" }, one.plays !== undefined ? rangeWords(one) : "0"));
  }
  if (kinds.cap) cells.push(el("td", { class: "n" }, one.cap !== undefined ? probabilityElement(one.cap) : probabilityElement(1)));
  if (kinds.earns) cells.push(el("td", { class: "n" }, one.earns !== undefined ? numberElement(one.earns) : "?"));
  if (kinds.short) {
    const played = one.short !== undefined && one.plays !== undefined;
    cells.push(el("td", { class: "n", "data-head": played ? "" : undefined }, played ? "played" : one.short === undefined ? "?" : numberElement(one.short)));
  }
  return el("tr", { class: one.plays === undefined ? "out" : undefined, "data-index": one.index }, ...cells);
}

// What is played most comes first, then what comes nearest to being played.
export function inOrder(player) {
  const played = player.strategies.filter((one) => one.plays !== undefined);
  played.sort((a, b) => approximate(b.plays) - approximate(a.plays));
  return [...played, ...player.strategies.filter((one) => one.plays === undefined)];
}

function strategyTable(player, key) {
  const list = inOrder(player);
  const any = (field) => list.some((one) => one[field] !== undefined);
  const kinds = { plays: any("plays"), cap: any("cap"), earns: any("earns"), short: any("short") };
  const heads = [["Strategy"]];
  if (kinds.plays) heads.push(["Probability"], [player.dimension > 0 ? "over all equilibria" : "", "n"]);
  if (kinds.cap) heads.push(["at most, in any equilibrium", "n"]);
  const whom = result.status === "proved" ? "equilibrium" : "the strategy found";
  if (kinds.earns) heads.push([key === "row" ? `Earns against ${whom}` : `Concedes against ${whom}`, "n"]);
  if (kinds.short) heads.push(["Falls short by", "n"]);
  const lines = list.map((one) => line(key, one, kinds));
  lines.slice(SHOWN).forEach((row) => { row.hidden = true; });
  const whole = table(null, heads, lines, { class: key, id: `${key}-strategies` });
  const box = el("div", {}, el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Strategies of the ${key} player` }, whole));
  if (lines.length > SHOWN) {
    const more = el("button", { type: "button" }, `Show all ${grouped(lines.length)}`);
    more.addEventListener("click", () => { lines.forEach((row) => { row.hidden = false; }); more.remove(); });
    box.append(el("p", {}, more));
  }
  if (player.count > list.length) box.append(el("p", { class: "note" }, `${grouped(player.count - list.length)} more are ${result.status === "proved" ? "further from being played" : "not shown"}.`));
  return box;
}

function mixture(key, strategy) {
  const parts = [];
  for (const [index, probability] of strategy) {
    if (parts.length) parts.push(" · ");
    parts.push(nameElement(key, index), " ", probabilityElement(probability));
  }
  return el("li", {}, ...parts);
}

function extremePoints(player, key) {
  if (!player.extreme?.length || player.dimension === 0) return null;
  const more = player.vertices - player.extreme.length;
  const rest = more > 0 ? `the first ${player.extreme.length} of ` : "";
  const open = player.extreme.length <= 6;
  return el("details", { open }, el("summary", {}, `Extreme strategies: ${rest}${player.vertices_complete ? "" : "more than "}${grouped(player.vertices)}`),
    el("ol", { class: "mixed" }, ...player.extreme.map((strategy) => mixture(key, strategy))));
}

function summary(player) {
  if (player.support === undefined) return `What it plays guarantees the bound${result.confidence ? `, with confidence ${result.confidence}` : ""}.`;
  const played = `${grouped(player.support)} of ${plural(player.count, "strategy").replace("strategys", "strategies")} ${player.support === 1 ? "is" : "are"} played`;
  if (player.dimension === 0) return `${played}; the optimal strategy is unique.`;
  const all = player.vertices_complete ? "" : " Not all extreme strategies are listed, so the ranges may be wider.";
  return `${played}; the optimal strategies form a set of dimension ${player.dimension}. The bar spans the probabilities that occur; the mark is one optimal strategy that plays all of them.${all}`;
}

export function showPlayers() {
  const both = players.filter((_, place) => data.players[place].strategies);
  if (!both.length) return;
  const one = result.symmetric && both.length === 2;
  const choices = [["percent", "percent"], ["decimals", "decimals"], ["fractions", "exact fractions"]];
  const parts = [el("div", { class: "bar" }, radios("Numbers as", "numbers", choices, "percent", writeNumbers)),
    el("p", { class: "note" }, `A bar that fills its column stands for ${percent(widest())}.`)];
  for (const { key, title, goal } of one ? both.slice(0, 1) : both) {
    const player = data.players[key === "row" ? 0 : 1];
    parts.push(el("h3", {}, one ? "Either player" : `${title}, who ${goal}`), el("p", { class: "note" }, summary(player)), strategyTable(player, key), extremePoints(player, key));
  }
  section("strategies", "What to play", ...parts);
}
