// The matches of a league to play next, and what each is good for.
import { grouped } from "./numbers.js";
import { el, section, table } from "./page.js";
import { lastSide, named, planned, sides } from "./league.js";

const LISTED = 60;
const PURPOSES = { top: "who is first", order: "the order", play: "what to play", pair: "who wins more", estimate: "what to play",
  promise: "a higher promise" };

export function showPlan() {
  const plan = planned();
  if (plan.length === 0) return;
  const lines = plan.slice(0, LISTED).map(({ row, column, purpose, times }) => el("tr", {},
    el("td", { class: "n" }, grouped(times)), el("td", {}, named(sides[0], row), " – ", named(lastSide, column)), el("td", {}, PURPOSES[purpose])));
  const rest = plan.length > LISTED ? ` The first ${LISTED} of ${grouped(plan.length)} pairings are shown.` : "";
  section("next", "What to play next", el("p", { class: "note" }, `The most useful first.${rest}`),
    table(null, [["Matches", "n"], ["Pairing"], ["for"]], lines, { id: "next-matches" }));
}
