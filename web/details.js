// How the run was made, so that it can be made again.
import { allKnown, data, el, result, section } from "./page.js";

export function showDetails() {
  const made = data.league ?? data.flows ?? result;
  const facts = [["allnash", data.version], ...(made.method ? [["method", made.method]] : []), ...(made.seed === undefined ? [] : [["seed", String(made.seed)]]), ...data.settings.filter(([key]) => key !== "method" && key !== "seed")];
  if (data.certificate) facts.push(["certificate, SHA-256", data.certificate]);
  const list = facts.flatMap(([term, text]) => [el("dt", {}, term), el("dd", { class: term.startsWith("certificate") ? "hash" : undefined, dir: "auto" }, text)]);
  let again = "The same game, options and seed give the same answer on any machine, and the same queries on one machine with one set of libraries.";
  if (result && allKnown()) again = "The same table gives the same answer on any machine.";
  if (data.league) again = "The same matches, options and seed give the same answer.";
  if (data.flows) again = "The value, the supports and their sizes are the same on any machine.";
  section("run", "The run", el("p", { class: "note" }, again), el("dl", { class: "facts" }, ...list));
  document.getElementById("foot").append(el("p", {}, `Made by allnash ${data.version}. This file needs nothing else and sends nothing anywhere; its numbers are in its source as JSON.`));
}
