// What the answer about a league rests on.
import { el, section } from "./page.js";
import { league } from "./league.js";

export function showPremises() {
  const schedule = league.recalled !== undefined && league.schedule === "fixed"
    ? "Some matches came as counts. Results may have decided who joined and when somebody looked. They decided neither who met whom nor how often between two looks, nor how long the first log was, nor whether or when a log was added, nor who left."
    : league.recalled !== undefined
    ? "Results may have decided who met whom, who joined and when somebody looked. They decided neither how long the first log was, nor whether or when a log was added, nor who left."
    : league.schedule === "any"
    ? "Results may have decided who met whom, and for how long. The length of the log was not decided by them: it was not ended because it looked settled."
    : "Results decided neither who met whom nor how often: a round robin, pairings at random, a table of counts.";
  section("assumed", "What this rests on", el("ul", {},
    el("li", {}, schedule),
    el("li", {}, "No strategy changed, matches are independent of one another, and seats do not matter or were drawn by lot."),
    ...(league.certified?.assumed ? [el("li", {}, "Who scores more than whom, and who may be first, also rests on this: results decided neither who met whom nor how often.")] : []),
    ...[...(league.stop_reason ? [`The run was ${league.stop_reason}: what was not reached by then is left out.`] : []), ...(league.notes ?? [])].map((note) => el("li", { dir: "auto" }, note))));
}
