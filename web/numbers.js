// Numbers: exact ones come as text, an integer or p/q; `~` before a decimal says that it is rounded.

// The first digits and the power of ten of an integer of any length.
function scaled(digits) {
  const sign = digits.startsWith("-") ? -1 : 1;
  const plain = digits.replace("-", "");
  return { first: sign * Number(plain.slice(0, 17)), power: Math.max(0, plain.length - 17) };
}

export function approximate(text) {
  if (typeof text === "number") return text;
  if (text.startsWith("~")) return Number(text.slice(1));
  const [p, q] = text.split("/");
  if (q === undefined && !/^-?\d+$/.test(p)) return Number(p);
  const top = scaled(p);
  const bottom = scaled(q ?? "1");
  return (top.first / bottom.first) * 10 ** (top.power - bottom.power);
}

export function decimal(number, digits = 4, towards = 0) {
  if (!Number.isFinite(number)) return "?";
  if (number === 0) return "0";
  const size = Math.abs(number);
  if (size >= 1e9 || size < 1e-4) {
    const text = rounded(number, (x) => x.toExponential(Math.max(0, digits - 1)), 10 ** (Math.floor(Math.log10(size)) - digits + 1), towards);
    return text.replace("-", "−").replace("e−", "e-");
  }
  const places = Math.max(0, Math.min(8, digits - 1 - Math.floor(Math.log10(size))));
  const shown = rounded(number, (x) => x.toFixed(places), 10 ** -places, towards);
  const short = shown.includes(".") ? shown.replace(/\.?0+$/, "") : shown;
  return short === "-0" ? "0" : short.replace("-", "−");
}

// Rounded to the nearest, or one unit further, so that it is not above the number (towards -1) or not below it (1).
function rounded(number, write, unit, towards) {
  const text = write(number);
  return towards * (number - Number(text)) > 0 ? write(Number(text) + towards * unit) : text;
}

// Bounds, rounded so that they hold as they are printed.
export function lower(bound, digits = 5) {
  return decimal(bound, digits, -1);
}
export function upper(bound, digits = 5) {
  return decimal(bound, digits, 1);
}

export function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

export function plural(count, word) {
  return `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;
}

export function percent(part) {
  const share = 100 * part;
  if (share > 0 && share < 0.01) return "less than 0.01%";
  return `${ofHundred(share, share < 1 ? 2 : 3)}%`;
}

// A part of a hundred: it reads 100 only if it is all, whatever the digits.
export function ofHundred(share, digits) {
  for (let more = digits; more <= 10; ++more) {
    const text = decimal(share, more, share < 100 && more === 10 ? -1 : 0);
    if (text !== "100" || share >= 100) return text;
  }
}

// Parts of a whole as percent of two digits. Where all of it is there, and no part is tiny, they add up to 100: what
// rounding down leaves goes to the parts that lost most.
export function percents(parts) {
  const shares = parts.map((part) => 100 * part);
  const whole = shares.map((share) => Math.floor(share + 1e-9));
  const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
  if (Math.abs(sum(shares) - 100) > 1e-6 || Math.min(...whole) < 1) return shares.map((share) => ofHundred(share, 2));
  const lost = whole.map((_, t) => t).sort((a, b) => shares[b] - whole[b] - (shares[a] - whole[a]) || a - b);
  for (const t of lost.slice(0, 100 - sum(whole))) ++whole[t];
  return whole.map(String);
}

// Short exact text, or null when only its decimal is fit to be shown.
export function exactly(text, most = 15) {
  return text.length <= most && !text.startsWith("~") ? text.replace("-", "−") : null;
}

export function isFraction(text) {
  return text.includes("/") || text.startsWith("~");
}

// A fraction as the decimal that it is, exactly; null where it never ends, or only after many places.
export function finite(text) {
  if (!/^-?\d+(\/\d+)?$/.test(text) || text.length > 40) return null;
  const [top, bottom] = text.replace("-", "").split("/");
  if (bottom === undefined) return text;
  for (let places = 1; places <= 12; ++places) {
    const unit = 10n ** BigInt(places);
    if (unit % BigInt(bottom) !== 0n) continue;
    const digits = String(BigInt(top) * (unit / BigInt(bottom))).padStart(places + 1, "0");
    return `${text.startsWith("-") ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  }
  return null;
}

// A fraction that ends as a decimal within a few places, as that.
function ended(text) {
  const [top, bottom] = text.split("/");
  const places = [1, 2, 3, 4].find((n) => 10 ** n % Number(bottom) === 0);
  return places === undefined || top.length > 12 ? null : decimal(Number(top) / Number(bottom), 16);
}

// For a headline: a decimal, and "about" where it is rounded; a lower bound is rounded down (-1), an upper one up (1).
export function roughly(text, towards = 0) {
  if (!isFraction(text)) return exactly(text) ?? `about ${decimal(approximate(text), 4, towards)}`;
  return (text.includes("/") ? ended(text) : null) ?? `about ${decimal(approximate(text), 4, towards)}`;
}

export function inWords(text, towards = 0) {
  const short = text.includes("/") ? ended(text) : null;
  if (short !== null) return short;
  const exact = exactly(text, 24);
  if (exact === null) return `about ${decimal(approximate(text), 6, towards)}`;
  return isFraction(text) ? `${exact} (about ${decimal(approximate(text), 6, towards)})` : exact;
}
