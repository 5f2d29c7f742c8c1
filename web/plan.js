// The matches of a league to play next, and what each is good for.
import { grouped } from "./numbers.js";
import { el, section, table } from "./page.js";
import { lastSide, named, planned, sides } from "./league.js";

const LISTED = 60;

export function showPlan() {
  const plan = planned();
  if (plan.length === 0) return;
  const lines = plan.slice(0, LISTED).map(({ row, column, purpose, times }) => el("tr", {},
    el("td", { class: "n" }, grouped(times)), el("td", {}, named(sides[0], row), " – ", named(lastSide, column)), el("td", {}, purpose)));
  const rest = plan.length > LISTED ? ` The first ${LISTED} of ${grouped(plan.length)} pairings are shown.` : "";
  section("next", "What to play next", el("p", { class: "note" }, `The most useful first: for the estimate, to know better what to play, or for a higher promise.${rest}`),
    table(null, [["Matches", "n"], ["Pairing"], ["for the"]], lines, { id: "next-matches" }));
}
