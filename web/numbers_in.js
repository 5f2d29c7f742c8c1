// Payoffs as people type them: 5.5, -3, 11/2, 55%, and 6-4, which is 6 of 10.

function reduced(top, bottom) {
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b !== 0n) [a, b] = [b, a % b];
  if (top === 0n) return "0";
  return bottom === a ? String(top / a) : `${top / a}/${bottom / a}`;
}

function decimalParts(text) {
  const [, sign, whole, part] = /^([+-]?)(\d*)(?:[.,](\d*))?$/.exec(text) ?? [];
  if (sign === undefined || (whole + (part ?? "")).length === 0 || text.length > 4000) return null;
  const top = BigInt(whole + (part ?? ""));
  return [sign === "-" ? -top : top, 10n ** BigInt((part ?? "").length)];
}

// The number as an integer or p/q; null if it is none. `sum` is what mirrored payoffs add up to in a symmetric game: of 6-4 the row then has
// 6 tenths of it; without a sum it has 6.
export function exactNumber(typed, sum = null) {
  const text = typed.trim().replace(/[−–]/g, "-").replace(/\s*%$/, "");
  const one = decimalParts(text);
  if (one) return reduced(...one);
  const [, first, mark, second] = /^([+-]?[\d.,]+)\s*([/-])\s*([\d.,]+)$/.exec(text) ?? [];
  const [a, b] = [decimalParts(first ?? ""), decimalParts(second ?? "")];
  if (!a || !b) return null;
  if (mark === "/") return b[0] === 0n ? null : reduced(a[0] * b[1], a[1] * b[0]);
  const all = a[0] * b[1] + b[0] * a[1];
  if (a[0] < 0n || all === 0n) return null;
  if (sum === null) return reduced(...a);
  const [top, bottom] = sum.split("/").map(BigInt);
  return reduced(a[0] * b[1] * top, all * (bottom ?? 1n));
}

export function added(one, other, sign = 1n) {
  const [a, b] = one.split("/").map(BigInt);
  const [c, d] = other.split("/").map(BigInt);
  return reduced(a * (d ?? 1n) + sign * c * (b ?? 1n), (b ?? 1n) * (d ?? 1n));
}
