// What if, on the page of a game: its table, all known and exact, where that is small enough to be solved again at once.
import { Changes } from "./changes.js";
import { Explorer } from "./explore.js";
import { added } from "./numbers_in.js";
import { data, el, hasNames, name, players, result } from "./page.js";

const MOST_LINES = 40;

function canChange() {
  const map = data.map;
  return result?.status === "proved" && !data.running && map?.values !== undefined && map.rows.length <= MOST_LINES && map.columns.length <= MOST_LINES
    && map.rows.length === result.rows && map.columns.length === result.columns
    && map.cells.every((line) => line.every((place) => place >= 0));
}

// What mirrored payoffs add up to, if that is the same everywhere and both players have the same strategies; else null.
function mirrorSum(payoffs) {
  if (payoffs.length !== payoffs[0].length || payoffs.some((_, i) => name("row", i) !== name("column", i))) return null;
  if (!result.symmetric && (!hasNames("row") || payoffs.length === 1)) return null;
  const sum = added(payoffs[0][0], payoffs[0][0]);
  return payoffs.every((line, i) => line.every((cell, j) => added(cell, payoffs[j][i]) === sum)) ? sum : null;
}

function gameTable() {
  const { rows, columns, values, cells, in_full: inFull = [] } = data.map;
  const payoffs = rows.map(() => []);
  rows.forEach((row, r) => columns.forEach((column, c) => { payoffs[row][column] = values[cells[r][c]]; }));
  for (const [row, column, text] of inFull) payoffs[row][column] = text;
  const namesOf = (key, count) => (hasNames(key) ? [...Array(count).keys()].map((index) => name(key, index)) : null);
  const names = { row: namesOf("row", result.rows), column: namesOf("column", result.columns) };
  const sum = mirrorSum(payoffs);
  return { payoffs, names, sum, whole: sum === "0" ? null : sum };
}

export function showExplorer() {
  if (!canChange()) return;
  const verdict = document.getElementById("verdict");
  const first = [...verdict.childNodes];
  const changes = new Changes(gameTable());
  const mirrored = changes.symmetric ? " The mirrored cell changes with it." : "";
  new Explorer(changes, {
    title: data.title, typed: "5.5, 11/2 or 6-4", region: "The table", top: [el("p", { class: "note" }, `Click a cell and type, such as 5.5, 11/2 or 6-4: the table is solved anew, exactly, on this page.${mirrored}`)], unit: "", points: "", payoff: "payoff",
    strategy: { row: "Strategy", column: "Strategy" }, players: { either: "Either player", row: players[0].title, column: players[1].title },
    lead: "What if", value: "Value", exact: true, fault: () => null, named: (text) => el("bdi", {}, text), column: null,
    headline: (parts) => {
      document.documentElement.toggleAttribute("data-changed", parts !== null);
      verdict.replaceChildren(...(parts ?? first));
    },
  });
}
