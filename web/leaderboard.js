// The leaderboard of a league: scores with their intervals, sorted and searched as one likes; two players side by side; what the first
// place hangs on, and what changed.
import { grouped } from "./numbers.js";
import { el, section } from "./page.js";
import { intervalBar, league, matches, named, nameOf, payoff, range, sides, whole } from "./league.js";

const FIRST_ROWS = 50;
const COMMON = 8; // opponents of two players that are shown

const board = league.leaderboard;
const certainly = league.certified ?? {};

function ranksOf(one) {
  return one.rank_low === one.rank_high ? String(one.rank_low) : `${one.rank_low}–${one.rank_high}`;
}

// What each of the columns shows, and what it is sorted by.
const COLUMNS = [
  { head: "Ranks", kind: "n", by: (one) => one.rank_low + one.rank_high, show: ranksOf },
  { head: "Player", kind: "who", by: (one) => one.name.toLowerCase(), show: (one) => named(sides[0], one.index) },
  { head: "Score", kind: "n score", by: (one) => -one.score, show: (one) => payoff(one.score, 1) },
  { head: "", kind: "picture", show: (one) => intervalBar(one.low, one.score, one.high) },
  { head: "middle 90%", kind: "n", by: (one) => -one.low, show: (one) => `${payoff(one.low, 1)} to ${payoff(one.high, 1)}` },
  { head: "first", kind: "n", by: (one) => -one.first, show: (one) => whole(one.first) },
  { head: "sure", kind: "n", by: (one) => -ownScore(one), show: (one) => (certainly.own_score?.[one.index] === undefined ? "–" : `≥ ${payoff(Math.floor(1000 * ownScore(one)) / 1000, 1)}`) },
  { head: "Matches", kind: "n", by: (one) => -one.matches, show: (one) => grouped(one.matches) },
];

function ownScore(one) {
  const text = certainly.own_score?.[one.index];
  if (text === undefined) return range.low;
  const [p, q] = String(text).split("/");
  return Number(p) / Number(q ?? 1);
}

function line(one) {
  const cells = COLUMNS.map(({ head, kind, show }) => el(kind === "who" ? "th" : "td", { class: kind, scope: kind === "who" ? "row" : undefined, "data-head": head || undefined }, show(one)));
  return el("tr", { "data-index": one.index }, ...cells);
}

function boardTable() {
  const lines = board.map((one) => ({ one, row: line(one) }));
  const body = el("tbody", {});
  const more = el("button", { type: "button" });
  const search = el("input", { type: "search", id: "board-search", placeholder: "Find a player", "aria-label": "Find a player" });
  let sorted = { column: COLUMNS[2], up: true };
  let shown = FIRST_ROWS;
  const heads = COLUMNS.map((column) => {
    if (!column.by) return el("th", { scope: "col", class: column.kind }, column.head);
    const button = el("button", { type: "button", class: "sort" }, column.head);
    const head = el("th", { scope: "col", class: column.kind }, button);
    button.addEventListener("click", () => { sorted = { column, up: sorted.column === column ? !sorted.up : true }; draw(); });
    column.at = head;
    return head;
  });

  function draw() {
    const wanted = search.value.trim().toLowerCase();
    const found = lines.filter(({ one }) => one.name.toLowerCase().includes(wanted));
    const worth = ({ one }) => sorted.column.by(one);
    found.sort((a, b) => (worth(a) < worth(b) ? -1 : worth(a) > worth(b) ? 1 : 0) * (sorted.up ? 1 : -1));
    body.replaceChildren(...found.slice(0, shown).map(({ row }) => row));
    more.hidden = found.length <= shown;
    more.textContent = `Show all ${grouped(found.length)}`;
    for (const { at } of COLUMNS) at?.setAttribute("aria-sort", "none");
    sorted.column.at.setAttribute("aria-sort", sorted.up ? "ascending" : "descending");
  }
  search.addEventListener("input", draw);
  more.addEventListener("click", () => { shown = board.length; draw(); });
  draw();
  return [el("p", { class: "bar" }, search), el("table", { id: "board-table", class: "cards" }, el("thead", {}, el("tr", {}, ...heads)), body), el("p", {}, more)];
}

// Two players side by side.

// What one won of its matches with another: how many, and the mean.
function metEachOther(index, other) {
  const one = league.pairings.find(([row, column]) => (row === index && column === other) || (row === other && column === index));
  if (!one) return null;
  return { plays: one[2], mean: one[0] === index ? one[3] : range.low + range.high - one[3] };
}

function verdictOf(a, b) {
  const said = [];
  for (const [x, y] of [[a, b], [b, a]]) {
    const is = (list) => (list ?? []).some(([above, below]) => above === x.index && below === y.index);
    if (is(certainly.same_field)) said.push(["Certified: ", named(sides[0], x.index), " scores more than ", named(sides[0], y.index), " against the same opponents."]);
    if (is(certainly.direct)) said.push(["Certified: ", named(sides[0], x.index), " wins more than half against ", named(sides[0], y.index), "."]);
    if (is(league.order.pairs)) said.push(["Likely: ", named(sides[0], x.index), ` scores more (in an order that holds all at once, ${whole(league.order.confidence)}).`]);
  }
  if (said.length === 0) {
    const apart = a.low > b.high || b.low > a.high;
    said.push([apart ? "Their middle 90% are apart, but the order of all does not hold it with 90%." : "Not decided: their scores' middle 90% overlap."]);
  }
  return said;
}

function factsOf(one) {
  return [payoff(one.score, 1), `${payoff(one.low, 1)} to ${payoff(one.high, 1)}`, ranksOf(one), whole(one.first), grouped(one.matches)];
}

// In a narrow table long names take several lines.
function narrowName(one) {
  return el("span", { class: "narrow" }, named(sides[0], one.index));
}

function besides(a, b) {
  const heads = ["Score", "Middle 90%", "Ranks", "First", "Matches"];
  const [left, right] = [factsOf(a), factsOf(b)];
  const lines = heads.map((head, t) => el("tr", {}, el("th", { scope: "row" }, head), el("td", { class: "n" }, left[t]), el("td", { class: "n" }, right[t])));
  const direct = metEachOther(a.index, b.index);
  lines.push(el("tr", {}, el("th", { scope: "row" }, "Against each other"), ...(direct
    ? [el("td", { class: "n" }, `${payoff(direct.mean, 1)} of ${grouped(direct.plays)}`), el("td", { class: "n" }, payoff(range.low + range.high - direct.mean, 1))]
    : [el("td", { class: "n", colspan: 2 }, "never met")])));
  // The opponents that both met and that tell most: by the difference of what the two got, and by the smaller number of matches.
  const common = board.map((one) => ({ one, first: metEachOther(a.index, one.index), second: metEachOther(b.index, one.index) }))
    .filter(({ one, first, second }) => first && second && one !== a && one !== b)
    .map((all) => ({ ...all, told: Math.abs(all.first.mean - all.second.mean) * Math.min(all.first.plays, all.second.plays) }))
    .sort((x, y) => y.told - x.told);
  const of = ({ mean, plays }) => [payoff(mean), el("small", {}, ` of ${grouped(plays)}`)];
  for (const { one, first, second } of common.slice(0, COMMON)) {
    lines.push(el("tr", { class: "common" }, el("th", { scope: "row" }, "against ", narrowName(one)), el("td", { class: "n" }, ...of(first)), el("td", { class: "n" }, ...of(second))));
  }
  const head = el("tr", {}, el("th", { scope: "col" }), el("th", { scope: "col", class: "n" }, narrowName(a)), el("th", { scope: "col", class: "n" }, narrowName(b)));
  const rest = common.length > COMMON ? `The ${COMMON} opponents that tell most of ${grouped(common.length)} whom both met.` : common.length === 0 ? "They have met no opponent in common." : "";
  return [...verdictOf(a, b).map((words) => el("p", {}, ...words)), el("div", { class: "scroll" }, el("table", { id: "two" }, el("thead", {}, head), el("tbody", {}, ...lines))), rest ? el("p", { class: "note" }, rest) : null];
}

function twoPlayers() {
  const choice = (id, chosen) => {
    const select = el("select", { id, "aria-label": id === "first-player" ? "One player" : "The other player" },
      ...board.map((one, t) => el("option", { value: String(t) }, one.name)));
    select.value = String(chosen);
    return select;
  };
  const [first, second] = [choice("first-player", 0), choice("second-player", 1)];
  const box = el("div", {});
  const draw = () => {
    const [a, b] = [board[Number(first.value)], board[Number(second.value)]];
    box.replaceChildren(...(a === b ? [el("p", { class: "note" }, "Choose two players.")] : besides(a, b)).filter((part) => part));
  };
  first.addEventListener("change", draw);
  second.addEventListener("change", draw);
  draw();
  return [el("p", { class: "bar" }, first, " and ", second), box];
}

// What the first place hangs on, and what changed.

function list(names) {
  return names.flatMap((one, t) => [t === 0 ? "" : t === names.length - 1 ? " and " : ", ", nameOf(one)]);
}

function hangsOn() {
  const said = [];
  const { shaky, islands, enough } = league;
  if (enough) {
    const words = { top: "who is first", order: "the order of all", play: "what to play" }[enough.for] ?? "which of the two wins more";
    said.push([enough.settled ? `It is settled ${words}.` : enough.more === null ? `About ${words} these players are too close: no number of matches within fifty times these would do.` : `About ${grouped(enough.more)} more matches would settle ${words}: a forecast.`]);
  }
  if (shaky) said.push([`Without ${grouped(shaky.matches)} of the ${grouped(shaky.of)} matches `, nameOf(shaky.leader), " would be first."]);
  if (islands) {
    said.push([`${islands.players.length === 1 ? "One player is" : `${grouped(islands.players.length)} players are`} linked to the first by fewer than ${islands.fewer_than} matches: `,
      ...list(islands.players.slice(0, 12)), islands.players.length > 12 ? " and others." : "."]);
  }
  return said;
}

function whatChanged() {
  const { changed } = league;
  if (!changed) return [];
  const said = [];
  if (changed.leader) {
    const { before, now } = changed.leader;
    said.push([`Since the last look there are ${matches(changed.new)} more. `, nameOf(now), before === now ? " still leads." : " leads, before it was ", ...(before === now ? [] : [nameOf(before), "."])]);
    for (const one of changed.moved) said.push([nameOf(one.name), ` moved from rank ${one.before.join("–")} to ${one.now.join("–")}.`]);
    if (changed.joined.length > 0) said.push(["New: ", ...list(changed.joined), "."]);
  }
  for (const one of changed.contradicting) {
    said.push([nameOf(one.name), ` plays unlike ${changed.leader ? "before" : "in the first half of the log"}: ${payoff(one.average)} of ${matches(one.matches)}, where ${payoff(one.expected)} was expected. Its older matches mislead.`]);
  }
  return said;
}

const CASES = { bring: "Bring", clear: "Best", rivals: "One of a few", early: "Too early to say", cyclic: "No single player is best" };

// Who is best, in a sentence, and how sure that is.
export function headline() {
  const leader = board[0];
  const points = `${(100 * league.zone).toPrecision(2).replace(/\.0$/, "")}% of the range`;
  const rivals = league.may_be_first.map((index) => named(sides[0], index));
  const words = {
    clear: ["Best: ", named(sides[0], leader.index)],
    bring: ["Bring ", named(sides[0], leader.index)],
    cyclic: ["No single player is best; ", named(sides[0], leader.index), " leads"],
    rivals: ["One of ", ...rivals.flatMap((one, t) => [t === 0 ? "" : ", ", one])],
    early: [`Too early: ${grouped(rivals.length)} of ${grouped(board.length)} may be first; `, named(sides[0], leader.index), " leads"],
  }[league.case];
  return [el("p", { class: "verdict", "data-case": league.case, title: CASES[league.case] }, ...words),
    el("p", { class: "lead" }, named(sides[0], leader.index), ` scores ${payoff(leader.score)} against the field (${payoff(leader.low)} to ${payoff(leader.high)}), is first in ${whole(leader.first)} of the leagues that fit the matches, and within ${points} of the best in ${whole(leader.near_first)}.`)];
}

export function showLeaderboard() {
  const hanging = [...hangsOn(), ...whatChanged()];
  section("leaderboard", "Leaderboard",
    el("p", { class: "note" }, `Score: the mean payoff against ${league.field ? "the field" : "all players alike"}, with its middle 90%. Ranks: the middle 90% of the ranks of this player alone. First: how likely nobody scores more. These are estimates. Sure: what the player scores at least in matches like its own, all of them together${certainly.delta ? `, certified with probability ${whole(1 - Number(certainly.delta.split("/")[0]) / Number(certainly.delta.split("/")[1]))}` : ""}.`),
    ...boardTable(), el("h3", {}, "Two players"), ...twoPlayers(),
    hanging.length > 0 ? el("h3", {}, "How firm this is") : null,
    hanging.length > 0 ? el("ul", { id: "firm" }, ...hanging.map((words) => el("li", {}, ...words))) : null);
}
