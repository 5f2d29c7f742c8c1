// The report, from top to bottom.
import { showBounds } from "./bounds.js";
import { showDetails } from "./details.js";
import { showFlows } from "./flows.js";
import { showGraph } from "./graph.js";
import { showLeague } from "./league.js";
import { showMap } from "./map.js";
import { showNext } from "./next.js";
import { showNoise } from "./noise.js";
import { data, redrawAll } from "./page.js";
import { showPlayers } from "./players.js";
import { showVerdict } from "./verdict.js";

const parts = [showVerdict, showPlayers, showMap, showNoise, showBounds, showGraph, showNext, showDetails];
for (const show of data.league ? [showLeague] : data.flows ? [showFlows] : parts) show();

let width = window.innerWidth;
window.addEventListener("resize", () => {
  if (window.innerWidth === width) return;
  width = window.innerWidth;
  redrawAll();
});
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawAll);
window.addEventListener("beforeprint", () => { document.documentElement.dataset.print = ""; redrawAll(); });
window.addEventListener("afterprint", () => { delete document.documentElement.dataset.print; redrawAll(); });
document.documentElement.dataset.ready = "";
