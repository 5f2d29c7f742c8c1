// A game too large to write down: its value, how many strategies are played, and how. Of a path game each player's graph with
// the flow through it, of a tree what is done at each information set.
import { approximate, decimal, exactly, grouped, inWords, isFraction, percent, plural } from "./numbers.js";
import { data, el, players, probabilityElement, radios, redraws, section, shape, table, writeNumbers } from "./page.js";

const flows = data.flows;
const NAMES = [[13, "trillion"], [10, "billion"], [7, "million"]];
const TALL = 300; // pixels for a flow of 1
const BREADTH = 14; // pixels of a node from left to right
const SETS = 40;

// A count of any length, given by its digits.
function countInWords(digits) {
  if (digits.length < 7) return grouped(digits);
  const name = NAMES.find(([length]) => digits.length >= length && digits.length < length + 3);
  if (name) return `about ${decimal(Number(digits) / 10 ** (name[0] - 1), 3)} ${name[1]}`;
  const power = String(digits.length - 1).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
  return `about ${digits[0]}.${digits.slice(1, 3)} × 10${power}`;
}

function headlineOfFlows() {
  if (flows.status === "proved") {
    const used = flows.players.map((player, t) => `the ${players[t].key} player uses ${countInWords(player.support)} of ${countInWords(player.strategies)} ${player.strategies === "1" ? "strategy" : "strategies"}`);
    return `The value is ${inWords(flows.value)}. Over all equilibria, ${used.join(", and ")}.`;
  }
  if (flows.value !== undefined) return `The value is ${inWords(flows.value)}, and one equilibrium is known.`;
  const ends = [flows.low, flows.high].map((end, t) => (end === undefined ? null : inWords(end, t === 0 ? -1 : 1)));
  if (ends[0] === null && ends[1] === null) return "Nothing is known of the value yet.";
  if (ends[0] === null) return `The value is at most ${ends[1]}.`;
  if (ends[1] === null) return `The value is at least ${ends[0]}.`;
  return `The value lies between ${ends[0]} and ${ends[1]}.`;
}

function freedom(player) {
  if (player.dimension === undefined) return null;
  const at = player.dimension_proved ? "" : "at most ";
  if (player.dimension === 0) return "one optimal way to play";
  return `${at}${plural(player.dimension, "degree")} of freedom`;
}

function tilesOfFlows() {
  const tile = (term, value, more) => el("div", {}, el("dt", {}, term), el("dd", {}, value, more ? el("small", {}, more) : null));
  const short = (digits) => (digits.length < 10 ? grouped(digits) : countInWords(digits).replace("about ", "≈ "));
  const exact = (digits) => (digits.length < 10 || digits.length > 24 ? "" : `exactly ${grouped(digits)}`);
  const tiles = [];
  if (flows.value !== undefined) {
    const about = `≈ ${decimal(approximate(flows.value), 6)}`;
    tiles.push(exactly(flows.value) === null ? tile("Value", about) : tile("Value", exactly(flows.value), isFraction(flows.value) ? about : null));
  }
  flows.players.forEach((player, t) => {
    const all = `of ${short(player.strategies)} ${player.strategies === "1" ? "strategy" : "strategies"}`;
    const more = [exact(player.support ?? player.strategies), player.support === undefined ? "" : all, freedom(player)].filter(Boolean).join("; ");
    tiles.push(player.support === undefined ? tile(`${players[t].title} has`, short(player.strategies), `strategies${more ? `; ${more}` : ""}`) : tile(`${players[t].title} plays`, short(player.support), more));
  });
  const time = flows.seconds < 0.01 ? "below 0.01 s" : `${decimal(flows.seconds, 3)} s`;
  tiles.push(tile("Time", time, `${plural(flows.iterations, "iteration")}; ${flows.players.map((player) => grouped(player.arcs)).join(" and ")} arcs`));
  return el("dl", { class: "tiles" }, ...tiles);
}

// A stopped run may have a bound, or a strategy, for one player alone.
function stoppedWords() {
  const ends = [flows.low, flows.high].filter((end) => end !== undefined).length;
  if (ends === 0) return "No bound is known yet.";
  const shown = flows.players.filter((player) => player.graph || player.sets).length;
  const hold = ends === 2 ? "These bounds hold" : "This bound holds";
  if (shown === 0) return `${hold}.`;
  return `${hold}; ${shown === 2 ? "the strategies below guarantee them" : "the strategy below guarantees its player’s bound"}.`;
}

function showFlowVerdict() {
  const tree = flows.kind === "tree";
  const why = { "time limit": "stopped by the time limit", interrupt: "interrupted", precision: "stopped: floating point does not tell which arcs are played" };
  const counted = tree ? "Strategies are reduced pure strategies: they say what to do wherever their own moves lead." : "A strategy is a path through the player’s graph.";
  const said = {
    proved: "The counts are exact, and every strategy that is not counted is played in no equilibrium.",
    equilibrium: "Exact best responses to the strategies of one equilibrium earn the value; there may be other equilibria.",
    stopped: stoppedWords(),
  }[flows.status];
  document.title = data.title ? `${data.title} – allnash` : "allnash report";
  document.getElementById("report").append(el("section", { id: "answer" },
    el("h1", {}, el("bdi", {}, data.title), `${data.title ? ", a " : "A "}${tree ? "game tree" : "path game"}`),
    el("p", { class: "verdict long", id: "verdict" }, headlineOfFlows()),
    el("p", { class: "lead" }, el("span", { class: flows.status === "stopped" ? "chip open" : "chip" }, flows.status === "stopped" ? why[flows.stopped_by] ?? "stopped" : flows.status), `${said} ${counted}`),
    tilesOfFlows()));
}

// Nodes and arcs of the picture, as objects. An arc that passes layers by has a place in each of them. Each layer is in an order
// in which arcs cross less: by where what enters comes from.
function layersOf(graph) {
  const nodes = graph.nodes.map(([layer, label, flow, count]) => ({ layer, label, flow, count, into: [], out: [] }));
  const layers = Array.from({ length: graph.layers }, (_, t) => nodes.filter((node) => node.layer === t));
  const arcs = graph.drawn.map(([from, to, flow, count, played, label]) => {
    const arc = { from: nodes[from], to: nodes[to], flow, count, played, label, stops: [] };
    let last = nodes[from];
    for (let t = last.layer + 1; t <= arc.to.layer; ++t) {
      const next = t === arc.to.layer ? arc.to : { layer: t, flow, into: [], out: [], passing: true };
      if (next !== arc.to) layers[t].push(next);
      const piece = { from: last, to: next, flow };
      last.out.push(piece);
      next.into.push(piece);
      arc.stops.push(piece);
      last = next;
    }
    return arc;
  });
  for (const layer of layers) {
    const keys = new Map(layer.map((node, t) => {
      const all = node.into.reduce((sum, piece) => sum + piece.flow, 0);
      return [node, all > 0 ? node.into.reduce((sum, piece) => sum + piece.flow * piece.from.rank, 0) / all : node.into[0]?.from.rank ?? t / layer.length];
    }));
    layer.sort((a, b) => (a.label === "") - (b.label === "") || keys.get(a) - keys.get(b));
    layer.forEach((node, t) => { node.rank = (t + 0.5) / layer.length; });
  }
  return { layers, arcs };
}

// Places: a node is as tall as what flows through it, an arc as thick as what flows along it.
function placeFlows(layers, width) {
  const tall = (node) => Math.max(node.passing ? 1 : 4, node.flow * TALL);
  const most = Math.max(...layers.map((layer) => layer.filter((node) => !node.passing).length));
  const gap = (node) => (node.passing ? 3 : most > 6 ? 12 : 24);
  const heights = layers.map((layer) => layer.reduce((sum, node) => sum + tall(node) + gap(node), 0));
  const height = Math.max(...heights);
  layers.forEach((layer, t) => {
    let top = (height - heights[t]) / 2;
    for (const node of layer) {
      top += gap(node);
      node.x = layers.length === 1 ? 0 : (t * (width - BREADTH)) / (layers.length - 1);
      node.y = top;
      node.tall = tall(node);
      top += node.tall;
    }
  });
  for (const node of layers.flat()) {
    for (const [pieces, end, other] of [[node.out, "start", "to"], [node.into, "stop", "from"]]) {
      let at = node.y + Math.max(0, (node.tall - pieces.reduce((sum, piece) => sum + piece.flow * TALL, 0)) / 2);
      for (const piece of [...pieces].sort((a, b) => a[other].y - b[other].y)) {
        piece[end] = at + (piece.flow * TALL) / 2;
        at += piece.flow * TALL;
      }
    }
  }
  return height + 8;
}

function nodeTitle(node) {
  return node.label || plural(node.count, "other node");
}

function arcTitle(arc) {
  const what = arc.count > 1 ? `${plural(arc.count, "arc")} together` : arc.label || "an arc";
  return `${nodeTitle(arc.from)} → ${nodeTitle(arc.to)}: ${what}, ${arc.played ? percent(arc.flow) : "never played"}`;
}

function drawFlows(svg, graph, key) {
  const { layers, arcs } = layersOf(graph);
  const width = Math.max(svg.parentElement.clientWidth || 640, (layers.length - 1) * 40) - 2;
  const height = placeFlows(layers, width);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  const edges = (piece) => [piece.from.passing ? piece.from.x : piece.from.x + BREADTH, piece.to.x];
  const curve = (x1, y1, x2, y2) => `${x1},${y1}C${(x1 + x2) / 2},${y1} ${(x1 + x2) / 2},${y2} ${x2},${y2}`;
  // There along its upper edge, and back along the lower one.
  const way = (arc) => {
    const half = arc.played ? Math.max(1.25, arc.flow * TALL) / 2 : 0;
    const there = arc.stops.map((piece) => curve(edges(piece)[0], piece.start - half, edges(piece)[1], piece.stop - half));
    const back = [...arc.stops].reverse().map((piece) => curve(edges(piece)[1], piece.stop + half, edges(piece)[0], piece.start + half));
    return `M${there.join("L")}${arc.played ? `L${back.join("L")}Z` : ""}`;
  };
  const lines = arcs.map((arc) => shape("path", { class: arc.played ? `flow ${key}` : "flow out", d: way(arc) }, shape("title", {}, arcTitle(arc))));
  const fits = (text, room) => text && Array.from(text).length * 7 + 6 <= room;
  const step = layers.length > 1 ? width / (layers.length - 1) - BREADTH : width;
  const named = arcs.filter((arc) => arc.flow * TALL >= 14 && fits(arc.label, step)).map((arc) => {
    const [x1, x2] = edges(arc.stops[0]);
    const { start, stop } = arc.stops[0];
    // Near its beginning, where it lies beside the others: a fifth of the way along the curve.
    return shape("text", { class: "strong", x: Math.min(x1 + 6 + 0.16 * (x2 - x1), x2 - 7 * Array.from(arc.label).length), y: start + 0.104 * (stop - start) + 4 }, arc.label);
  });
  const boxes = layers.flat().filter((node) => !node.passing).flatMap((node) => {
    const box = shape("rect", { class: `node ${node.flow > 0 ? key : "out"}`, x: node.x, y: node.y, width: BREADTH, height: node.tall, rx: 2 },
      shape("title", {}, `${nodeTitle(node)}: ${percent(node.flow)}`));
    const text = nodeTitle(node);
    if (!fits(text, step) || (node.tall < 16 && layers[node.layer].length > 8)) return [box];
    const last = node.layer === layers.length - 1 && node.layer > 0;
    return [box, shape("text", { x: last ? node.x + BREADTH : node.x, y: node.y - 3, "text-anchor": last ? "end" : "start" }, text)];
  });
  svg.replaceChildren(...lines, ...boxes, ...named);
}

// Where the flow is, in a graph of too many layers to draw.
function drawDensity(svg, graph, key) {
  const { columns, cells } = graph.density;
  const rows = Math.max(...cells.map(([, row]) => row)) + 1;
  const width = Math.max(280, svg.parentElement.clientWidth || 640) - 2;
  const [wide, tall] = [width / columns, Math.max(6, Math.min(14, 280 / rows))];
  const most = Math.max(...cells.map(([, , flow]) => flow));
  svg.setAttribute("viewBox", `0 0 ${width} ${rows * tall}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", rows * tall);
  svg.replaceChildren(shape("rect", { class: "room", width, height: rows * tall }), ...cells.map(([column, row, flow]) => shape("rect", {
    class: `cell ${key}`, x: column * wide, y: row * tall, width: wide + 0.3, height: tall + 0.3, "fill-opacity": Math.max(0.08, Math.sqrt(flow / most)),
  }, shape("title", {}, percent(flow)))));
}

function graphOf(player, key) {
  const { graph } = player;
  const svg = shape("svg", { role: "img", class: "flows", "aria-label": `The ${key} player’s graph with the flow through it; the tables below hold the strongest flows` });
  const merged = graph.nodes?.some(([, , , count]) => count > 1);
  const whole = player.arcs <= graph.drawn?.length;
  const proved = flows.status === "proved";
  const never = player.played_arcs === player.arcs ? "" : whole ? "; thin grey arcs are never played" : "; arcs that are never played are left out";
  const counted = proved ? `${grouped(player.played_arcs)} of ${plural(player.arcs, "arc")} are played in some equilibrium: just these lie on best responses to the opponent’s strategy.` : `${plural(player.arcs, "arc")}.`;
  const note = graph.density
    ? `${counted} The graph has ${grouped(graph.layers)} layers, too many to draw. They stand from left to right, the nodes of a layer one above the other; the darker, the more of the flow passes there.`
    : `${counted} Paths go from left to right. An arc is as thick as often it is taken${proved ? `, in one optimal strategy that takes them all${never}` : ""}.${whole ? "" : " A way on which nothing is decided is one arc."}${merged ? " Nodes that are seldom passed are drawn as one." : ""}${graph.left_out ? ` The ${grouped(graph.left_out)} weakest are left out.` : ""}`;
  const box = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Graph of the ${key} player` }, svg);
  return { parts: [el("p", { class: "note" }, note), el("figure", {}, box)], draw: () => (graph.density ? drawDensity : drawFlows)(svg, graph, key) };
}

// A path, which may go on in a new line after each arc.
function pathWords(text) {
  return text.split(/(?<=,)/u).flatMap((part, t) => (t === 0 ? [part] : [el("wbr"), part]));
}

function tablesOf(player) {
  const flowLines = player.strongest.map(([tail, head, label, flow]) => el("tr", {},
    el("th", { scope: "row" }, el("bdi", { dir: "auto" }, `${tail} → ${head}`)), el("td", { class: "path" }, el("bdi", { dir: "auto" }, label)), el("td", { class: "n" }, probabilityElement(flow))));
  const mixLines = player.mixture.map(([text, probability]) => el("tr", {}, el("th", { scope: "row", class: "path" }, el("bdi", { dir: "auto" }, ...pathWords(text))), el("td", { class: "n" }, probabilityElement(probability))));
  const more = player.mixed - player.mixture.length;
  const parts = [];
  if (mixLines.length) {
    const says = player.unlisted ? "The strategies that are played most; others have the rest of the probability" : `The same flow as ${plural(player.mixed, "pure strategy").replace("strategys", "strategies")}${more > 0 ? `, of which ${mixLines.length} are played most` : ""}`;
    parts.push(el("details", { open: mixLines.length <= 12 }, el("summary", {}, says), el("div", { class: "scroll" }, table(null, [["Strategy"], ["Probability", "n"]], mixLines))));
  }
  parts.push(el("details", {}, el("summary", {}, "The strongest flows"), el("div", { class: "scroll" }, table(null, [["From → to"], ["Arc"], ["How often", "n"]], flowLines))));
  return parts;
}

// One bar for a set, in parts as long as its actions are probable.
function actionsBar(actions) {
  let from = 0;
  const parts = actions.map(([label, probability], t) => {
    const share = approximate(probability);
    const part = shape("rect", { class: `part part${t % 4}`, x: `${100 * from}%`, width: `${100 * share}%`, height: "100%" }, shape("title", {}, `${label} ${percent(share)}`));
    from += share;
    return part;
  });
  return shape("svg", { class: "span actions", "aria-hidden": "true" }, shape("rect", { class: "room", width: "100%", height: "100%" }), ...parts);
}

function setsOf(player, key) {
  const { reached, list } = player.sets;
  const words = (actions) => actions.flatMap(([label, probability], t) => {
    const never = probability === "0";
    const parts = [el("bdi", { dir: "auto" }, label), "\u00a0", never ? "never" : probabilityElement(probability)];
    return [t ? ", " : "", el("span", { class: never ? "never" : "action" }, shape("svg", { class: "dot", width: 10, height: 10, "aria-hidden": "true" }, shape("rect", { class: never ? "room" : `part part${t % 4}`, width: 10, height: 10, rx: 2 })), ...parts)];
  });
  const lines = list.map(([label, reach, actions]) => el("tr", {}, el("th", { scope: "row" }, el("bdi", { dir: "auto" }, label)),
    el("td", { class: "picture" }, actionsBar(actions)), el("td", { class: "path" }, ...words(actions)), el("td", { class: "n" }, probabilityElement(reach))));
  lines.slice(SETS).forEach((row) => { row.hidden = true; });
  const all = player.nodes - 1;
  const proved = flows.status === "proved";
  const box = el("div", {},
    el("p", { class: "note" }, `${proved ? "One optimal strategy, which takes every action that some equilibrium takes" : flows.value === undefined ? "A strategy that guarantees the bound" : "One optimal strategy"}: ${grouped(reached)} of ${plural(all, "information set")} are reached by the player’s own moves${list.length < reached ? `; the ${list.length} that are reached most are shown` : ""}.${proved ? " What is never done here is done in no equilibrium." : ""}`),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Information sets of the ${key} player` },
      table(null, [["Information set"], [""], ["What to do"], ["Own moves lead here", "n"]], lines, { class: key, id: `${key}-sets` })));
  if (lines.length > SETS) {
    const more = el("button", { type: "button" }, `Show all ${grouped(lines.length)}`);
    more.addEventListener("click", () => { lines.forEach((row) => { row.hidden = false; }); more.remove(); });
    box.append(el("p", {}, more));
  }
  return box;
}

function showFlowPlayer(player, t) {
  const { key, title, goal } = players[t];
  if (player.sets) {
    section(key, `${title}, who ${goal}`, setsOf(player, key));
  } else if (player.graph) {
    const { parts, draw } = graphOf(player, key);
    section(key, `${title}, who ${goal}`, ...parts, ...tablesOf(player));
    redraws(draw);
  }
}

export function showFlows() {
  showFlowVerdict();
  const choices = [["percent", "percent"], ["decimals", "decimals"], ["fractions", "exact fractions"]];
  document.getElementById("answer").append(el("div", { class: "bar" }, radios("Numbers as", "numbers", choices, "percent", writeNumbers)));
  flows.players.forEach(showFlowPlayer);
}
