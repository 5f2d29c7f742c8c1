// Each player's strategies: how often they are played over all equilibria, and what they earn.
import { approximate, decimal, grouped, plural } from "./numbers.js";
import { data, el, nameElement, numberElement, players, result, section, table } from "./page.js";

const SHOWN = 25;

function span(one, widest) {
  const [low, high] = [approximate(one.low), approximate(one.high)];
  const at = (number) => `${(100 * number) / widest}%`;
  const bar = el("i");
  if (one.low === one.high) {
    bar.style.left = "0";
    bar.style.width = at(high);
    return el("span", { class: "span one", "aria-hidden": "true" }, bar);
  }
  bar.style.left = at(low);
  bar.style.width = at(high - low);
  const mark = el("b");
  mark.style.left = at(one.entropy ?? approximate(one.plays));
  return el("span", { class: "span", "aria-hidden": "true" }, bar, mark);
}

function rangeWords(one) {
  if (one.low === one.high) return numberElement(one.low);
  return el("span", {}, numberElement(one.low), " to ", numberElement(one.high));
}

function line(key, one, kinds, widest) {
  const cells = [el("th", { scope: "row" }, nameElement(key, one.index))];
  if (kinds.range) {
    cells.push(el("td", {}, one.plays !== undefined ? span(one, widest) : ""));
    cells.push(el("td", { class: "n" }, one.plays !== undefined ? rangeWords(one) : "0"));
  } else if (kinds.plays) {
    cells.push(el("td", {}, one.plays !== undefined ? span({ ...one, low: one.plays, high: one.plays }, widest) : ""));
    cells.push(el("td", { class: "n" }, one.plays !== undefined ? numberElement(one.plays) : "0"));
  }
  if (kinds.entropy) cells.push(el("td", { class: "n" }, one.entropy !== undefined ? decimal(one.entropy, 4) : "0"));
  if (kinds.cap) cells.push(el("td", { class: "n" }, one.cap !== undefined ? decimal(approximate(one.cap), 3) : "1"));
  if (kinds.earns) cells.push(el("td", { class: "n" }, one.earns !== undefined ? numberElement(one.earns) : "?"));
  if (kinds.short) {
    cells.push(el("td", { class: "n" }, one.short === undefined ? "?" : one.plays !== undefined ? "played" : numberElement(one.short)));
  }
  return el("tr", { class: one.plays === undefined ? "out" : undefined, "data-index": one.index }, ...cells);
}

function strategyTable(player, key) {
  const list = player.strategies;
  const any = (field) => list.some((one) => one[field] !== undefined);
  const kinds = {
    range: any("high"), plays: any("plays"), entropy: any("entropy") && player.dimension > 0,
    cap: any("cap"), earns: any("earns"), short: any("short"),
  };
  const widest = Math.max(...list.map((one) => approximate(one.high ?? one.plays ?? "0")), 1e-12);
  const heads = [["Strategy"]];
  if (kinds.range) heads.push(["Probability", ""], [player.dimension > 0 ? "over all equilibria" : "exact", "n"]);
  else if (kinds.plays) heads.push(["Probability", ""], ["exact", "n"]);
  if (kinds.entropy) heads.push(["of largest entropy", "n"]);
  if (kinds.cap) heads.push(["at most, in any equilibrium", "n"]);
  const whom = result.status === "proved" ? "equilibrium" : "the strategy found";
  if (kinds.earns) heads.push([key === "row" ? `Earns against ${whom}` : `Concedes against ${whom}`, "n"]);
  if (kinds.short) heads.push(["Falls short by", "n"]);
  const lines = list.map((one) => line(key, one, kinds, widest));
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
    parts.push(nameElement(key, index), " ", numberElement(probability, 3));
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
  if (player.support === undefined) return "What it plays guarantees the bound.";
  const played = `${grouped(player.support)} of ${plural(player.count, "strategy").replace("strategys", "strategies")} ${player.support === 1 ? "is" : "are"} played`;
  if (player.dimension === 0) return `${played}; the optimal strategy is unique.`;
  const all = player.vertices_complete ? "" : " Not all extreme strategies are listed, so the ranges may be wider.";
  return `${played}; the optimal strategies form a set of dimension ${player.dimension}. The bar spans the probabilities that occur, the mark is the strategy of largest entropy.${all}`;
}

export function showPlayers() {
  const both = players.filter((_, place) => data.players[place].strategies);
  if (!both.length) return;
  const one = result.symmetric && both.length === 2;
  const parts = [];
  for (const { key, title, goal } of one ? both.slice(0, 1) : both) {
    const player = data.players[key === "row" ? 0 : 1];
    parts.push(el("h3", {}, one ? "Either player" : `${title}, who ${goal}`), el("p", { class: "note" }, summary(player)), strategyTable(player, key), extremePoints(player, key));
  }
  section("strategies", "What to play", ...parts);
}
