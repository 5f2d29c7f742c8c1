// What to ask for next.
import { plural } from "./numbers.js";
import { allKnown, data, el, nameElement, result, section, table } from "./page.js";

export function showNext() {
  if (allKnown() && result.status === "proved") return;
  if (result.status === "proved" || result.status === "certified" || result.status === "within") {
    const text = result.status === "proved"
      ? `Nothing more: the answer is ${result.averaged_plays ? "exact for these averages" : "proved"}, and every payoff that was not asked may be anything${result.range_used ? " in the range" : ""}. Either player can use any optimal strategy; the other cannot gain by answering it.`
      : "Nothing more: the value is known as well as was asked for.";
    section("next", "What to ask next", el("p", { class: "note" }, text));
    return;
  }
  if (!data.next) return;
  const lines = data.next.entries.map(([row, column]) => el("tr", {}, el("td", {}, nameElement("row", row)), el("td", {}, nameElement("column", column))));
  const more = data.next.count > lines.length ? ` The first ${lines.length} are:` : "";
  section("next", "What to ask next",
    el("p", { class: "note" }, `The run was about to ask for ${data.next.count >= 1000 ? "1,000 or more payoffs" : plural(data.next.count, "payoff")}.${more}`),
    el("div", { class: "scroll" }, table(null, [["Row"], ["Column"]], lines, { id: "next-entries" })));
}
