// How the run was made, so that it can be made again.
import { data, el, result, section } from "./page.js";

export function showDetails() {
  const made = data.league ?? result;
  const facts = [["allnash", data.version], ...(made.method ? [["method", made.method]] : []), ["seed", String(made.seed)], ...data.settings.filter(([key]) => key !== "method" && key !== "seed")];
  if (data.certificate) facts.push(["certificate, SHA-256", data.certificate]);
  const list = facts.flatMap(([term, text]) => [el("dt", {}, term), el("dd", { class: term.startsWith("certificate") ? "hash" : undefined, dir: "auto" }, text)]);
  const again = data.league
    ? "The same matches, options and seed give the same answer."
    : "The same game, options and seed give the same answer on any machine, and the same queries on one machine with one set of libraries.";
  section("run", "The run", el("p", { class: "note" }, again), el("dl", { class: "facts" }, ...list));
  document.getElementById("foot").append(el("p", {}, `Made by allnash ${data.version}. This file needs nothing else and sends nothing anywhere; its numbers are in its source as JSON.`));
}
