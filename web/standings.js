// Every strategy of a league: what to play of it, what it may be at most, its rating; and who is left out.
import { grouped } from "./numbers.js";
import { el, section, shape } from "./page.js";
import { league, limit, nameOf, named, payoff, sides, sure, whole, winRates } from "./league.js";

const AT_ONCE = 40;
const OUT = 0.01; // whom every equilibrium plays less than this is out

function capOf(side, index) {
  return side.caps[index] ?? 1;
}

// The bar is what is played; the line in it spans the middle half of the drawn leagues; the thin mark is the limit.
function shareBar(side, index) {
  const at = (number) => `${100 * number}%`;
  const play = side.play[index] ?? 0;
  const parts = [shape("rect", { class: "room", width: "100%", height: "100%", rx: 3 }),
    shape("rect", { class: "share", width: at(play), height: "100%", rx: 3 })];
  const drawn = side.drawn?.[index].share;
  if (drawn && drawn.high > drawn.low) parts.push(shape("line", { class: "half", x1: at(drawn.low), x2: at(drawn.high), y1: "50%", y2: "50%" }));
  const cap = capOf(side, index);
  if (cap < 1) parts.push(shape("line", { class: "limit", x1: at(cap), x2: at(cap), y1: 0, y2: "100%" }));
  return shape("svg", { class: parts.length > 2 || play > 0 ? "span shares" : "span shares nothing", "aria-hidden": "true" }, ...parts);
}

// Ratings of one player on one scale.
function ratingBar(side, index) {
  const all = Object.values(side.drawn).map((one) => one.rating);
  const [least, most] = [Math.min(...all.map((one) => one.low)), Math.max(...all.map((one) => one.high))];
  const at = (number) => (most > least ? (100 * (number - least)) / (most - least) : 50);
  const { low, median, high } = side.drawn[index].rating;
  return shape("svg", { class: "span rating", "aria-hidden": "true" },
    shape("line", { class: "axis", x1: 0, x2: "100%", y1: "50%", y2: "50%" }),
    shape("line", { class: "half", x1: `${at(low)}%`, x2: `${at(high)}%`, y1: "50%", y2: "50%" }),
    shape("circle", { class: "mark", cx: `${at(median)}%`, cy: "50%", r: 3.5 }));
}

function ratingWords({ low, median, high }) {
  return [`${Math.round(median)} `, el("small", {}, `${Math.round(low)}–${Math.round(high)}`)];
}

function middleHalf({ low, high }) {
  const ends = [low, high].map((share) => whole(share));
  return ends[0] === ends[1] || high < 0.01 ? ends[1] : `${ends[0].replace("%", "")}–${ends[1]}`;
}

// The columns of the table: a heading, a class, and the content for a strategy.
function columns(side) {
  const list = [["", "place n", (t) => String(side.number[t])], [side.kind, "who", (t) => named(side, t)],
    ["Play", "n play", (t) => side.shown[t] ?? "–"], ["Share", "picture", (t) => shareBar(side, t)]];
  if (side.drawn) list.push(["in leagues", "n", (t) => middleHalf(side.drawn[t].share)]);
  list.push(["limit", "n", (t) => (capOf(side, t) < 1 ? limit(capOf(side, t)) : "none")]);
  if (side.drawn) {
    list.push(["played in", "n", (t) => whole(side.drawn[t].played / league.estimate.draws)],
      ["Rating", "picture rate", (t) => ratingBar(side, t)], ["Elo", "n elo", (t) => el("span", {}, ...ratingWords(side.drawn[t].rating))]);
  }
  list.push(["Matches", "n", (t) => grouped(side.totals[t].matches)],
    [side.key === "column" ? "concedes" : winRates ? "wins" : "earns", "n", (t) => (side.totals[t].average === null ? "–" : payoff(side.totals[t].average))]);
  return list;
}

// What the strategies of a tier have in common.
function tierWords(side, some) {
  if (!side.drawn) return `Tier ${side.tiers[some[0]] + 1} of the averages`;
  const first = some[0] === side.order[0];
  const [verb, leagues] = first ? ["Played in", "the leagues that fit the matches"] : ["In", "them"];
  const least = Math.min(...some.map((t) => side.drawn[t].played)) / league.estimate.draws;
  return `${verb} ${least >= 0.5 ? "at least half" : least >= 0.1 ? "at least a tenth" : least > 0 ? "some" : "none"} of ${leagues}`;
}

function strategyLine(list, side, index) {
  const cells = list.map(([head, kind, content]) => el(kind === "who" ? "th" : "td", { class: kind, scope: kind === "who" ? "row" : undefined, "data-head": head, "data-number": kind === "who" ? side.number[index] : undefined }, content(index)));
  return el("tr", { class: side.play[index] > 0 ? undefined : "out", "data-index": index }, ...cells);
}

function standingsTable(side) {
  const list = columns(side);
  const head = el("tr", {}, ...list.map(([text, kind]) => el("th", { scope: "col", class: kind }, text)));
  const bodies = [];
  const lines = [];
  for (let from = 0; from < side.order.length;) {
    const tier = side.tiers[side.order[from]];
    let to = from;
    while (to < side.order.length && side.tiers[side.order[to]] === tier) ++to;
    const some = side.order.slice(from, to);
    const rows = some.map((t) => strategyLine(list, side, t));
    lines.push(...rows);
    const title = tier === undefined ? null : el("tr", { class: "tier" }, el("th", { colspan: list.length, scope: "rowgroup" }, tierWords(side, some)));
    bodies.push(el("tbody", {}, title, ...rows));
    from = to;
  }
  const whose = league.symmetric ? null : el("h3", {}, side.key === "row" ? "Rows" : "Columns");
  const box = el("div", { class: side.key }, whose, el("table", { id: `league-${side.key}`, class: "standings" }, el("thead", {}, head), ...bodies));
  if (lines.length > AT_ONCE) {
    const late = [...lines.slice(AT_ONCE), ...bodies.filter((body) => lines.indexOf(body.querySelector("tr[data-index]")) >= AT_ONCE).map((body) => body.querySelector(".tier"))];
    late.forEach((line) => { if (line) line.hidden = true; });
    const more = el("button", { type: "button" }, `Show all ${grouped(lines.length)}`);
    more.addEventListener("click", () => { late.forEach((line) => { if (line) line.hidden = false; }); more.remove(); });
    box.append(el("p", {}, more));
  }
  return box;
}

function legendOf(kind, words) {
  return el("span", {}, el("i", { class: `swatch ${kind}` }), words);
}

export function showStandings() {
  const out = sides.reduce((sum, side) => sum + side.labels.filter((_, t) => capOf(side, t) < OUT).length, 0);
  const all = sides.reduce((sum, side) => sum + side.labels.length, 0);
  const drawn = league.estimate ? `From ${grouped(league.estimate.draws)} leagues drawn to fit the matches: estimates, no promises.` : "From the averages of these matches: a description, no promise.";
  const limits = out > 0 ? ` ${grouped(out)} of ${grouped(all)} are out: no optimal mix plays them more than 1%, ${sure()} sure.` : "";
  const legend = [legendOf("share", "what to play")];
  if (league.estimate) legend.push(legendOf("half", "in leagues: the middle half of its shares in the equilibria of the leagues; the mix to play is chosen against all of them at once, and may lie outside"));
  legend.push(legendOf("limit", `upper limit: no optimal mix plays more, ${sure()} sure`));
  if (league.estimate) legend.push(el("span", {}, "played in: how many of the leagues have an equilibrium with it"), el("span", {}, "Elo: with its middle 80%"));
  section("strategies", "Every strategy", el("p", { class: "note" }, drawn + limits), el("p", { class: "legend" }, ...legend), ...sides.map(standingsTable));
}

export function showLeftOut() {
  const gone = league.left_out ?? [];
  if (gone.length === 0) return;
  const words = { dropped: "dropped", "few matches": "too few matches" };
  const lines = [...gone].sort((a, b) => b.matches - a.matches).map((one) => el("li", {}, nameOf(one.label), `${one.side ? ` (${one.side})` : ""}: ${words[one.why] ?? one.why}, ${grouped(one.matches)}`));
  section("left-out", "Left out",
    el("p", { class: "note" }, "They are neither played nor opponents. The promise assumes that results did not decide who is left out. The number is that of their matches."),
    el("ul", { class: "several" }, ...lines));
}
