// Shows the parts of a page, from top to bottom, and draws them again when the window or its colours change.
import { redrawAll } from "./page.js";

export function start(parts) {
  for (const show of parts) show();
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
}
