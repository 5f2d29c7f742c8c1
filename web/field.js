// What strategies earn against a given field of opponents.
import { el, section, table } from "./page.js";
import { intervalBar, lastSide, league, middle, named, sides, whole } from "./league.js";

export function showField() {
  const field = league.field;
  if (!field) return;
  const line = (name, one, index) => el("tr", { "data-index": index, class: index === undefined ? "mix" : undefined }, el("th", { scope: "row" }, name),
    el("td", { class: "picture" }, intervalBar(one.low, one.median, one.high)),
    el("td", { class: "n", "data-head": "likely" }, middle(one).median), el("td", { class: "n", "data-head": "middle 80%" }, `${middle(one).low} to ${middle(one).high}`));
  const order = Object.keys(field.earns).map(Number).sort((a, b) => field.earns[b].median - field.earns[a].median || a - b);
  const lines = order.map((t) => line(named(sides[0], t), field.earns[t], t));
  if (field.row_strategy) lines.unshift(line("What to play, above", field.row_strategy));
  const shares = Object.entries(field.shares).sort((a, b) => b[1] - a[1]);
  section("field", "Against the field",
    el("p", { class: "note" }, "What a match earns on average against opponents that come in the shares below, with the middle 80%: an estimate, no promise."),
    table(null, [[sides[0].kind], ["", "picture"], ["Likely", "n"], ["Middle 80%", "n"]], lines, { id: "field-table", class: "cards" }),
    el("p", { class: "note" }, "The field: ", ...shares.flatMap(([index, share], t) => [t ? ", " : "", `${whole(share)} `, named(lastSide, Number(index))]), "."));
}
