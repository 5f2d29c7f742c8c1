// Of a game of chance: what was played how often, and what that is worth.
import { approximate, decimal, grouped } from "./numbers.js";
import { data, el, name, nameElement, result, section, table } from "./page.js";

/// What any method must play for the same claim, in the mean.
function floor() {
  const { floor_plays: seen, floor_plays_sure: sure } = result;
  const parts = [];
  if (seen !== undefined) parts.push(`${grouped(seen)} plays on average, if payoffs are as these plays showed`);
  if (sure !== undefined) parts.push(`${grouped(sure)} whatever they are, a promise of its own with the same confidence`);
  return parts.length > 0 ? ` No method certifies these strategies to these bounds with fewer than ${parts.join("; ")}.` : "";
}

export function showNoise() {
  if (result.plays === undefined || !data.map?.plays?.length) return;
  const played = data.map.plays.filter(([r, c]) => !result.symmetric || data.map.rows[r] < data.map.columns[c]);
  const most = [...played].sort((a, b) => b[2] - a[2]).slice(0, 20);
  const lines = most.map(([r, c, plays, mean]) => el("tr", {},
    el("th", { scope: "row" }, nameElement("row", data.map.rows[r]), " against ", el("bdi", {}, name("column", data.map.columns[c]))),
    el("td", { class: "n" }, grouped(plays)), el("td", { class: "n" }, decimal(approximate(mean), 5))));
  const facts = `${grouped(result.plays)} plays of ${grouped(result.entries)} entries, ${decimal(result.plays / Math.max(1, result.entries), 3)} an entry; ${grouped(result.attempts)} ${result.attempts === 1 ? "pair of strategies was" : "pairs of strategies were"} frozen to be certified.`;
  section("plays", "Plays",
    el("p", { class: "note" }, `${facts}${floor()} The bounds and the upper limits of probabilities hold together with confidence ${result.confidence}; the means below are of what was played.`),
    el("div", { class: "scroll" }, table("The entries played most", [["Entry"], ["Plays", "n"], ["Mean payoff", "n"]], lines)));
}
