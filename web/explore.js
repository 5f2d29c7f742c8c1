// What if: a table can be changed, and everything is solved anew.
import { Grid } from "./grid.js";
import { nearTie } from "./near_tie.js";
import { approximate, decimal, exactly, finite, grouped, inWords, ofHundred, plural } from "./numbers.js";
import { added } from "./numbers_in.js";
import { el, section, table } from "./page.js";
import { Solving } from "./solving.js";

const SOLVING = "Solving …";

const share = (text) => `${ofHundred(100 * approximate(text), 3)}%`;

export function endsWords([least, most]) {
  return least === most ? share(least) : `${share(least).slice(0, -1)} to ${share(most)}`;
}

// A payoff as a short decimal: that which it is, or rounded to the nearest, up (1) or down (-1).
function about(text, towards = 0) {
  const short = finite(text);
  return short !== null && short.length <= 9 ? short.replace("-", "−") : decimal(approximate(text), 4, towards);
}

// A number in full where it is short, and else as a decimal.
function inFull(text) {
  const shown = exactly((finite(text) ?? text).replace("-", "−"));
  const near = decimal(approximate(text), 6);
  return shown === null ? `≈ ${near}` : shown.includes("/") ? `${shown} ≈ ${near}` : shown;
}

export class Explorer {
  // `words` are those of the page: `title` of the file, what stands at the `top`, what may be `typed`, the table's name (`region`), the `unit` of payoffs, that of what is between two (`points`), and what they are called (`payoff`), what a player's strategy is
  // called (`strategy`) and each player (`players`), `lead`, before what to play, and `value`; `named` makes a name an element; `headline` shows the headline's parts, null of the table
  // as it was; `exact` where the payoffs are not estimates; `fault` says why a number that was typed is refused; `column` is another one of the list of strategies, with its `head` and `cell`.
  constructor(changes, words) {
    this.changes = changes;
    this.words = words;
    this.keys = this.changes.symmetric ? ["row"] : ["row", "column"];
    this.before = null;  // what was found for the table as it was
    this.found = null;
    this.grid = new Grid(this.changes, (place, typed) => this.typed(place, typed));
    this.solving = new Solving((answer, fault) => this.show(answer, fault));
    this.searching = new Solving((answer, fault) => this.showEveryone(answer, fault));
    this.make();
    this.ask();
  }

  make() {
    const button = (id, text, act) => {
      const its = el("button", { type: "button", id }, text);
      its.addEventListener("click", act);
      return its;
    };
    this.value = el("output", { id: "value", "aria-live": "polite" });
    this.message = el("p", { class: "note", id: "told", role: "status" });
    this.news = el("div", { id: "news", "aria-live": "polite" });
    this.lists = el("div", { id: "mixes" });
    this.undo = button("undo", "Undo", () => this.step(() => this.changes.undo()));
    this.redo = button("redo", "Redo", () => this.step(() => this.changes.redo()));
    this.reset = button("reset", "Reset", () => this.step(() => this.changes.reset()));
    this.everyone = button("everyone", "Everyone in", () => this.askEveryone());
    this.link = el("a", { id: "link" }, "Link with these changes");
    this.link.hidden = location.protocol === "about:";  // a page in a notebook has no address
    this.csv = el("a", { id: "csv" }, "Save as CSV");
    this.part = section("explore", "What if",
      ...this.words.top,
      el("div", { class: "bar" }, this.undo, this.redo, this.reset, this.everyone, this.link, this.csv), this.message,
      el("p", { class: "lead", hidden: !this.words.value }, this.words.value, " ", this.value), this.news,
      el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": this.words.region }, this.grid.table), this.lists);
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest("input[type=text]")) return;
      const key = event.key.toLowerCase();
      const act = key === "y" || (key === "z" && event.shiftKey) ? () => this.changes.redo() : key === "z" ? () => this.changes.undo() : null;
      if (!act) return;
      event.preventDefault();
      this.step(act);
    });
  }

  say(text) { this.message.textContent = text; }

  typed([row, column], text) {
    const number = this.changes.number(text);
    const fault = number === null ? `“${text}” is no ${this.words.payoff}: write a number such as ${this.words.typed}.` : this.words.fault(text, number);
    if (fault) {
      this.say(fault);
      return fault;
    }
    this.step(() => this.changes.set([[row, column, number]]));
    return null;
  }

  step(act) {
    this.say("");
    if (act()) this.ask();
  }

  ask() {
    this.searching.end();
    this.grid.paint();
    const isFirst = this.changes.isFirst();
    this.undo.disabled = this.changes.past.length === 0;
    this.redo.disabled = this.changes.future.length === 0;
    this.reset.disabled = isFirst;
    this.link.href = `${location.href.split(/[?#]/)[0]}${this.changes.query()}`;
    this.csv.href = `data:text/csv;charset=utf-8,${encodeURIComponent(this.changes.csv())}`;
    this.csv.download = `${(this.words.title || "table").replace(/\.\w+$/, "").replace(/[^\w. -]/g, "_")}${isFirst ? "" : " changed"}.csv`;
    this.part.setAttribute("aria-busy", "true");
    clearTimeout(this.slow);
    this.slow = setTimeout(() => this.say(SOLVING), 700);
    this.solving.ask(this.changes.request());
  }

  show(answer, fault) {
    clearTimeout(this.slow);
    if (this.message.textContent === SOLVING) this.say("");
    if (fault) {
      this.say(`The page could not solve this table: ${fault}`);
      return;
    }
    this.found = this.spread(answer);
    if (!this.before) {
      this.before = this.found;
      const unread = this.changes.take(location.search);
      if (unread.length) this.say(`Not understood in the link: ${unread.join(", ")}.`);
      if (!this.changes.isFirst()) { this.ask(); return; }
    }
    this.value.dataset.exact = this.found.value;
    this.value.textContent = inFull(this.found.value) + this.words.unit;
    this.grid.middle = approximate(this.found.value);
    for (const key of ["row", "column"]) this.found[key].ranges.forEach((ends, index) => this.grid.range(key, index, ends, endsWords(ends)));
    this.grid.paint();
    this.showNews();
    this.showLists();
    this.part.removeAttribute("aria-busy");
    this.part.dataset.solved = this.changes.query() || "first";
  }

  // Whoever pressed a button in the lists stands at the same strategy afterwards.
  showLists() {
    const button = document.activeElement?.closest("#mixes button");
    const at = button && [button.closest("table").id, button.dataset.ban ?? button.dataset.bring];
    this.lists.replaceChildren(...this.keys.flatMap((key) => this.list(key)));
    if (at) document.getElementById(at[0])?.querySelector(`[data-ban="${at[1]}"]`)?.focus({ preventScroll: true });
  }

  // What was found for the strategies that are left, by the numbers of all.
  spread(answer) {
    const all = { value: answer.value };
    const kept = { row: this.changes.kept("row"), column: this.changes.kept("column") };
    for (const [key, other] of [["row", "column"], ["column", "row"]]) {
      const count = this.changes.count(key);
      const ranges = Array(count).fill(["0", "0"]);
      const sensible = Array(count).fill("0");
      kept[key].forEach((index, t) => { ranges[index] = answer[key].ranges[t]; sensible[index] = answer[key].sensible[t]; });
      const bringsIn = new Map(answer[key].bringsIn.map((one) => [kept[key][one.strategy], { ...one, against: one.against === null ? null : kept[other][one.against] }]));
      all[key] = { ranges, sensible, bringsIn };
    }
    return all;
  }

  // The headline, and what changed against the table as it was.
  showNews() {
    if (this.changes.isFirst()) {
      this.words.headline(null);
      this.news.replaceChildren();
      return;
    }
    const number = this.changes.list().length;
    const bans = this.changes.symmetric ? this.changes.now.banned.row.length : this.changes.now.banned.row.length + this.changes.now.banned.column.length;
    const what = [number ? plural(number, "change") : null, bans ? `${grouped(bans)} banned` : null].filter(Boolean).join(" and ");
    this.words.headline([`${this.words.lead}, with ${what}: ${this.changes.symmetric ? "play " : "as the row player play "}`, ...this.headlineOf("row"),
      ...(this.changes.symmetric ? ["."] : ["; as the column player play ", ...this.headlineOf("column"), "."]), this.words.value ? ` The value is ${inWords(this.found.value)}${this.words.unit}.` : ""]);
    const cells = this.changes.list().map(({ row, column, text, was }) => el("li", {}, this.nameElement("row", row), " against ", this.nameElement("column", column), `: ${this.about(was)} → ${this.about(text)}`));
    this.news.replaceChildren(el("h3", {}, "What changed"), el("ul", {}, ...cells, ...this.differences(), ...this.nearTie()));
  }

  name(key, index) { return this.changes.name(key, index); }

  nameElement(key, index) { return this.words.named(this.name(key, index)); }

  about(text) { return about(text) + this.words.unit; }

  // A note where the answer hangs on rounding; of estimates, which are never exact, it says nothing.
  nearTie() {
    const tie = this.words.exact ? nearTie(this.changes.now.payoffs, this.found) : null;
    if (!tie) return [];
    const what = tie.short === undefined ? " is played next to never" : ` falls short by ${about(tie.short)} only`;
    const third = tie.third ? `, and ${finite(tie.third)} counts as ${tie.third}, not as a third; write a third as 1/3` : "";
    return [el("li", { id: "near-tie" }, "The answer hangs on payoffs that may be equal but for rounding: ", this.nameElement(tie.key, tie.index), `${what}${third}.`)];
  }

  headlineOf(key) {
    const { ranges } = this.found[key];
    const played = ranges.map((ends, index) => ({ ends, index })).filter(({ ends }) => ends[1] !== "0");
    played.sort((a, b) => approximate(b.ends[1]) - approximate(a.ends[1]) || approximate(b.ends[0]) - approximate(a.ends[0]));
    const some = played.slice(0, 4);
    const named = (index) => this.words.named(this.changes.names[key] ? this.name(key, index) : `${key} ${index}`);
    return [...some.flatMap(({ ends, index }, t) => [t ? ", " : "", named(index), played.length === 1 ? "" : ` ${endsWords(ends)}`]), played.length > some.length ? ` and ${grouped(played.length - some.length)} more` : ""];
  }

  differences() {
    const by = added(this.found.value, this.before.value, -1n);
    const lines = !this.words.value ? [] : [el("li", {}, by === "0" ? "The value stays." : `The value ${by.startsWith("-") ? "falls" : "rises"} by ${about(by.replace("-", ""))}${this.words.points}, from ${this.about(this.before.value)}.`)];
    for (const key of this.keys) {
      this.found[key].ranges.forEach((ends, index) => {
        const was = this.before[key].ranges[index];
        if (was[0] === ends[0] && was[1] === ends[1]) return;
        const now = this.changes.isBanned(key, index) ? "banned" : ends[1] === "0" ? "out" : endsWords(ends);
        const side = this.changes.symmetric || this.changes.names[key] ? "" : `${key} `;
        lines.push(el("li", {}, side, this.nameElement(key, index), `: ${was[1] === "0" ? "out" : endsWords(was)} → ${now}`));
      });
    }
    return lines;
  }

  // A player's strategies: ranges, the sensible mix, and what brings in those that are not played.
  list(key) {
    const { ranges, sensible, bringsIn } = this.found[key];
    const varies = ranges.some(([least, most]) => least !== most);
    const { column, players } = this.words;
    const order = ranges.map((_, index) => index).sort((a, b) => approximate(ranges[b][1]) - approximate(ranges[a][1]) || a - b);
    const lines = order.map((index) => {
      const isBanned = this.changes.isBanned(key, index);
      const ban = el("button", { type: "button", class: "small", "data-ban": index, "aria-label": `${isBanned ? "Allow" : "Ban"} ${this.name(key, index)}` }, isBanned ? "Allow" : "Ban");
      ban.addEventListener("click", () => this.step(() => this.changes.ban(key, index) || this.say("One strategy must be left.")));
      const way = bringsIn.get(index);
      return el("tr", { class: ranges[index][1] === "0" ? "out" : undefined }, el("th", { scope: "row" }, this.nameElement(key, index)),
        el("td", { class: "n" }, isBanned ? "banned" : endsWords(ranges[index])),
        ...(varies ? [el("td", { class: "n" }, isBanned ? "" : share(sensible[index]))] : []),
        ...(column ? [el("td", { class: "n" }, isBanned ? "" : column.cell(index, this))] : []),
        el("td", { class: "way" }, ...(way ? this.way(key, index, way) : [])), el("td", { class: "n" }, ban));
    });
    const title = this.changes.symmetric ? players.either : players[key];
    const heads = [[this.words.strategy[key]], ["In equilibrium", "n"], ...(varies ? [["Sensible mix", "n"]] : []), ...(column ? [[column.head, "n"]] : []), ["What brings it in"], ["", "n"]];
    return [title ? el("h3", {}, title) : "", varies ? el("p", { class: "note" }, "There are many equilibria; a range is over all of them. The sensible mix is the one that earns most against the opponent’s mistakes.") : "", table(null, heads, lines, { id: `${key}-mixes` })];
  }

  way(key, index, { short, against, by }) {
    const { points } = this.words;
    const falls = `short by ${about(short[0])}${short[0] === short[1] ? "" : ` to ${about(short[1])}`}${points}`;
    if (by === null) return [`${falls}; no change of one of its ${this.words.payoff}s brings it in`];
    const [row, column] = key === "row" ? [index, against] : [against, index];
    const now = added(this.changes.now.payoffs[row][column], by, key === "row" ? 1n : -1n);
    const other = key === "row" ? "column" : "row";
    const go = el("button", { type: "button", class: "small", "data-bring": index }, "Try");
    go.addEventListener("click", () => this.step(() => this.changes.set([[row, column, now]])));
    // What is printed brings it in, too: it is rounded up, and every larger change does.
    const most = key === "row" ? 1 : -1;
    return [`${falls}; ${key === "row" ? "raise" : "lower"} the ${this.words.payoff} against `, this.nameElement(other, against), " by ", el("span", { "data-exact": by, title: by }, about(by, 1)), `${points} to ${about(now, most)}${this.words.unit} `, go];
  }

  askEveryone() {
    this.say("Looking for changes after which everyone is played …");
    this.searching.ask({ ...this.changes.request(), what: "everyone" });
  }

  showEveryone(answer, fault) {
    const even = this.changes.symmetric && this.changes.kept("row").length % 2 === 0
      ? " With an even number of strategies a symmetric game never has a single equilibrium that plays them all: it has an odd number." : "";
    if (fault || !answer.changes) { this.say(`No short list of changes was found after which everyone is played.${even}`); return; }
    if (!answer.changes.length) { this.say("Everyone is played already."); return; }
    const kept = { row: this.changes.kept("row"), column: this.changes.kept("column") };
    const payoffs = this.changes.now.payoffs.map((line) => [...line]);
    for (const { row, column, by } of answer.changes) {
      const [i, j] = [kept.row[row], kept.column[column]];
      payoffs[i][j] = added(payoffs[i][j], by);
      if (this.changes.symmetric) payoffs[j][i] = added(payoffs[j][i], by, -1n);
    }
    const cells = answer.changes.map(({ row, column }) => [kept.row[row], kept.column[column], payoffs[kept.row[row]][kept.column[column]]]);
    this.step(() => this.changes.set(cells));
    this.say(`${plural(cells.length, "change")}, after which some equilibrium plays each strategy.${even} Undo takes all of them back.`);
  }
}
