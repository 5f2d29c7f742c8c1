// Who answers whom best, among the strategies that are played.
import { plural } from "./numbers.js";
import { data, el, name, nameElement, numberElement, redraws, result, section, shape, table } from "./page.js";

function short(text, most) {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}

// Nodes by key, with their place; answers outside the support are drawn too, but pale.
function gather() {
  const nodes = new Map();
  const edges = [];
  const node = (player, index, played) => {
    const side = result.symmetric ? "row" : player;
    const id = `${side} ${index}`;
    if (!nodes.has(id)) nodes.set(id, { id, player: side, index, played });
    if (played) nodes.get(id).played = true;
    return nodes.get(id);
  };
  for (const one of data.responses) node(one.player, one.index, true);
  for (const one of data.responses) {
    const other = one.player === "row" ? "column" : "row";
    for (const best of one.best.slice(0, 12)) edges.push({ from: node(one.player, one.index, true), to: node(other, best, !one.never?.includes(best)), kind: other });
  }
  return { nodes: [...nodes.values()], edges };
}

function place(nodes, width) {
  if (result.symmetric) {
    const radius = Math.max(60, Math.min(190, width / 2 - 90, 30 + nodes.length * 10));
    nodes.forEach((node, t) => {
      const turn = (2 * Math.PI * t) / nodes.length - Math.PI / 2;
      node.x = width / 2 + radius * Math.cos(turn);
      node.y = radius + 34 + radius * Math.sin(turn);
      node.anchor = Math.cos(turn) > 0.2 ? "start" : Math.cos(turn) < -0.2 ? "end" : "middle";
      node.shift = node.anchor === "middle" ? [0, Math.sin(turn) < 0 ? -14 : 24] : [node.anchor === "start" ? 12 : -12, 4];
    });
    return 2 * radius + 78;
  }
  const sides = { row: nodes.filter((n) => n.player === "row"), column: nodes.filter((n) => n.player === "column") };
  const longest = Math.max(sides.row.length, sides.column.length);
  const gap = Math.max(20, Math.min(44, 520 / longest));
  for (const [side, list] of Object.entries(sides)) {
    const top = 30 + ((longest - list.length) * gap) / 2;
    list.forEach((node, t) => {
      node.x = side === "row" ? width * 0.33 : width * 0.67;
      node.y = top + gap * (t + 0.5);
      node.anchor = side === "row" ? "end" : "start";
      node.shift = [side === "row" ? -14 : 14, 4];
    });
  }
  return longest * gap + 44;
}

function arrow(edge) {
  const [dx, dy] = [edge.to.x - edge.from.x, edge.to.y - edge.from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const bend = result.symmetric ? 0.12 : edge.kind === "column" ? -0.05 : 0.05;
  const middle = [(edge.from.x + edge.to.x) / 2 - dy * bend, (edge.from.y + edge.to.y) / 2 + dx * bend];
  const end = [edge.to.x - ux * 11, edge.to.y - uy * 11];
  return `M${edge.from.x + ux * 8},${edge.from.y + uy * 8}Q${middle[0]},${middle[1]} ${end[0]},${end[1]}`;
}

function drawGraph(svg, { nodes, edges }) {
  const width = Math.max(280, Math.min(760, svg.parentElement.clientWidth || 640));
  const height = place(nodes, width);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  const marker = (kind) => shape("marker", { id: `tip-${kind}`, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" },
    shape("path", { d: "M0,0L8,4L0,8z", fill: `var(--${kind})` }));
  const parts = [shape("defs", {}, marker("row"), marker("column"))];
  if (!result.symmetric) {
    parts.push(shape("text", { x: width * 0.33, y: 16, "text-anchor": "middle" }, "rows"), shape("text", { x: width * 0.67, y: 16, "text-anchor": "middle" }, "columns"));
  }
  const lines = edges.map((edge) => {
    const line = shape("path", { class: `edge ${edge.kind}`, d: arrow(edge), "marker-end": `url(#tip-${edge.kind})` });
    line.edge = edge;
    return line;
  });
  parts.push(...lines);
  const beside = result.symmetric ? Math.min(...nodes.map((node) => Math.min(node.x, width - node.x))) - 16 : width * 0.33 - 24;
  const room = Math.max(6, Math.floor(beside / 7));
  for (const node of nodes) {
    const dot = shape("circle", { class: `node ${node.played ? node.player : "out"}`, cx: node.x, cy: node.y, r: 7 }, shape("title", {}, name(node.player, node.index)));
    const light = (on) => lines.forEach((line) => {
      const mine = line.edge.from === node || line.edge.to === node;
      line.classList.toggle("lit", on && mine);
      line.classList.toggle("dim", on && !mine);
    });
    dot.addEventListener("pointerenter", () => light(true));
    dot.addEventListener("pointerleave", () => light(false));
    const text = shape("text", { class: node.played ? "strong" : "", x: node.x + node.shift[0], y: node.y + node.shift[1], "text-anchor": node.anchor }, short(name(node.player, node.index), room));
    parts.push(dot, text);
  }
  svg.replaceChildren(...parts);
}

function lines() {
  return data.responses.map((one) => {
    const other = one.player === "row" ? "column" : "row";
    const answers = one.best.slice(0, 6).flatMap((index, t) => [t ? ", " : "", nameElement(other, index)]);
    if (one.ties > 6) answers.push(` and ${one.ties - 6} more`);
    return el("tr", {}, el("th", { scope: "row" }, nameElement(one.player, one.index)), el("td", {}, result.symmetric ? "agent" : one.player), el("td", {}, ...answers), el("td", { class: "n" }, numberElement(one.payoff)));
  });
}

export function showGraph() {
  if (!data.responses?.length) return;
  const graph = gather();
  const cut = data.players.some((player) => player.support > data.responses.filter((one) => one.player === player.player).length && !(result.symmetric && player.player === "column"));
  const note = result.symmetric
    ? "An arrow leads from each strategy that is played to the best answer against it. Grey ones are not played in any equilibrium."
    : "An arrow leads from each strategy that is played to the opponent’s best answers against it. Grey ones are not played in any equilibrium.";
  const svg = shape("svg", { role: "img", "aria-label": "Graph of best responses; the table below holds the same" });
  const details = el("details", {}, el("summary", {}, "The best responses as a table"),
    el("div", { class: "scroll" }, table(null, [["Against"], ["Player"], ["the best answer is"], ["Payoff", "n"]], lines())));
  const parts = [el("p", { class: "note" }, note + (cut ? ` The best answers to ${plural(data.responses.length, "strategy").replace("strategys", "strategies")} are shown.` : ""))];
  const drawn = graph.nodes.length > 1 && graph.nodes.length <= 60 && graph.edges.length <= 150;
  if (drawn) parts.push(el("figure", {}, svg));
  else details.open = graph.nodes.length > 1;
  section("responses", "Best responses", ...parts, details);
  if (drawn) redraws(() => drawGraph(svg, graph));
}
