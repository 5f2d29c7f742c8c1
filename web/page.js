// The page's frame: elements, sections, names, and colours. All text goes in as text, never as markup.
import { approximate, decimal, exactly, finite, grouped, isFraction, ofHundred } from "./numbers.js";

export const data = JSON.parse(document.getElementById("data").textContent);
export const result = data.result;

export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function section(id, title, ...children) {
  const link = el("a", { href: `#${id}` }, title);
  document.getElementById("contents").append(link);
  const element = el("section", { id, "aria-labelledby": `${id}-title` }, el("h2", { id: `${id}-title` }, title), ...children);
  document.getElementById("report").append(element);
  return element;
}

export const players = [
  { key: "row", title: "Row player", goal: "maximises" },
  { key: "column", title: "Column player", goal: "minimises" },
];

export function hasNames(player) {
  return Boolean(data.names && Object.keys(data.names[player]).length);
}

export function name(player, index) {
  return data.names?.[player]?.[index] ?? String(index);
}

// Whether the whole game was there and read at once, as a table is: then nothing is to be said of asking.
export function allKnown() {
  return !data.running && result?.plays === undefined && result?.queries - (result?.mirrored ?? 0) === data.size && result.rounds <= 1;
}

// Payoffs are written as decimals where all that are known are such, and as fractions where one of them needs it.
const inDecimals = (data.map?.values ?? []).every((text) => finite(text) !== null);

export function payoffText(text) {
  return (inDecimals ? finite(text) : null) ?? text;
}

// A name on its own, whatever direction it is written in.
export function nameElement(player, index, tag = "bdi") {
  const text = name(player, index);
  return el(tag, { title: hasNames(player) ? `${text} (${player} ${index})` : `${player} ${index}`, dir: "auto" }, text);
}

// How numbers are written: as the reader chooses. Probabilities are percent, decimals or fractions; payoffs are decimals, or
// fractions where probabilities are.
const numbers = [];
let writing = "percent";

function shown(text, digits, probability) {
  const about = approximate(text);
  if (writing === "percent" && probability) return `${ofHundred(100 * about, digits)}%`;
  const exact = writing === "fractions" && typeof text === "string" ? exactly(text) : null;
  if (exact === null) return `${writing === "fractions" ? "≈ " : ""}${decimal(about, digits)}`;
  return isFraction(text) ? `${exact} ≈ ${decimal(about, digits)}` : exact;
}

function written(text, digits, probability) {
  const exact = typeof text === "string" ? { title: isFraction(text) ? text.slice(0, 400) : undefined, "data-exact": text } : {};
  const element = el("span", exact);
  const write = () => { element.textContent = shown(text, digits, probability); };
  numbers.push(write);
  write();
  return element;
}

// A payoff, or a probability: exact ones come as text.
export function numberElement(text, digits = 4) {
  return written(text, digits, false);
}
export function probabilityElement(text, digits = 3) {
  return written(text, digits, true);
}

export function writeNumbers(choice) {
  writing = choice;
  for (const write of numbers) write();
}

export function radios(title, key, choices, chosen, choose) {
  const boxes = choices.map(([value, text]) => {
    const box = el("input", { type: "radio", name: key, value, checked: value === chosen });
    box.addEventListener("change", () => choose(value));
    return el("label", {}, box, text);
  });
  return el("fieldset", {}, el("legend", {}, title), ...boxes);
}

export function count(number) {
  return grouped(number);
}

export function colour(variable) {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}

export function parse(text) {
  const digits = text.replace("#", "");
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
}

export function mix(from, to, part) {
  return from.map((c, i) => Math.round(c + (to[i] - c) * part));
}

// Draws again whenever the colours or the width change.
const drawings = [];
export function redraws(draw) {
  drawings.push(draw);
  draw();
}
export function redrawAll() {
  for (const draw of drawings) draw();
}

// On a narrow page a line becomes a card, in which numbers stand beside the heads of their columns.
export function table(caption, heads, lines, attributes = {}) {
  for (const line of lines) {
    [...line.children].forEach((cell, t) => { if (heads[t]?.[0] && typeof heads[t][0] === "string") cell.dataset.head ??= heads[t][0]; });
  }
  const head = el("tr", {}, ...heads.map(([text, kind]) => el("th", { scope: "col", class: kind }, text)));
  return el("table", { ...attributes, class: `cards ${attributes.class ?? ""}`.trim() }, caption ? el("caption", {}, caption) : null, el("thead", {}, head), el("tbody", {}, ...lines));
}
