// Scoreboards as ICPC shows them, with time in units of the budget; a contest can be replayed.

import { h, link, number, svg } from "./dom.js";
import { load, run } from "./data.js";
import { shownSign, tone } from "./signs.js";

export async function boardsPage(_, parameters) {
  const contests = new Map();
  const episodes = run.episodes;
  for (let place = 0; place < episodes.length; place++) {
    if (!episodes.counts(place) || episodes.get("score", place) === null || ["curve", "single"].includes(episodes.get("kind", place))) continue;
    const key = episodes.get("board", place);
    const known = contests.get(key) ?? { key, place, count: 0, solved: 0, policies: new Set() };
    known.count++;
    known.solved += episodes.get("score", place);
    known.policies.add(episodes.get("policy", place));
    contests.set(key, known);
  }
  const rows = [...contests.values()].map((one) => h("tr", null, h("th", { scope: "row" }, h("a", { href: link("board", one.key) }, episodes.get("contest", one.place))), h("td", null, episodes.get("domain", one.place)), h("td", null, episodes.get("setting", one.place).replace("_", "-")), h("td", null, episodes.get("suite", one.place)), h("td", { class: "number" }, number(one.policies.size)), h("td", { class: "number" }, number(one.count)), h("td", { class: "number" }, (one.solved / one.count).toFixed(2))));
  return { element: h("section", { class: "page" }, h("h1", null, "Scoreboards"), rows.length ? h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "Contests" }, h("table", { class: "contests" }, h("thead", null, h("tr", null, ["Contest", "Domain", "Setting", "Suite", "Policies", "Episodes", "Mean score"].map((name, n) => h("th", { scope: "col", class: n > 3 ? "number" : null }, name)))), h("tbody", null, rows))) : h("p", { class: "quiet" }, "No contest has a result yet.")), title: "Scoreboards", update: () => {} };
}

export async function boardPage([key], given) {
  const board = await load(`board/${key}.json`);
  const regimes = [...new Set(board.lines.map((line) => `${line.regime}${line.kind === "contest" ? "" : ` (${line.kind})`}`))].sort();
  const regimeOf = (line) => `${line.regime}${line.kind === "contest" ? "" : ` (${line.kind})`}`;
  let parameters = given;
  let playing = null;
  const table = h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "Scoreboard" });
  const slider = h("input", { type: "range", min: "0", step: "1", "aria-label": "Units spent", input: () => at(Number(slider.value)) });
  const said = h("output", { class: "number" });
  const button = h("button", { type: "button", class: "play", click: () => (playing ? pause() : play()) }, "▶ Replay");
  const pick = (name, label, values) => h("label", null, label, h("select", { change: (event) => write(name, event.target.value) }, values.map((value) => h("option", { value }, value))));
  const repeats = () => [...new Set(board.lines.filter((line) => regimeOf(line) === regime()).map((line) => String(line.repeat)))].sort((a, b) => a - b);
  const regime = () => (regimes.includes(parameters.get("regime")) ? parameters.get("regime") : regimes[0]);
  const repeat = () => (repeats().includes(parameters.get("repeat")) ? parameters.get("repeat") : repeats()[0]);
  const controls = h("div", { class: "tools" });
  const end = () => Math.max(1, ...lines().map((line) => Math.max(line.spent, board.steps ? (line.budget ?? 0) : 0)));
  const lines = () => board.lines.filter((line) => regimeOf(line) === regime() && String(line.repeat) === repeat());
  const time = () => (parameters.has("t") ? Math.min(Number(parameters.get("t")) || 0, end()) : end());

  function write(name, value) {
    const next = new URLSearchParams(parameters);
    next.set(name, value);
    if (name !== "t") next.delete("t");
    parameters = next;
    history.replaceState(null, "", link("board", key, next));
    draw();
  }
  const at = (value) => write("t", String(value));

  function play() {
    if (time() >= end()) at(0);
    button.textContent = "❚❚ Pause";
    const step = Math.max(1, end() / 60);
    playing = setInterval(() => {
      at(Math.min(end(), Math.round((time() + step) * 100) / 100));
      if (time() >= end()) pause();
    }, board.steps ? Math.max(120, Math.min(600, 8000 / end())) : 120);
  }
  function pause() {
    clearInterval(playing);
    playing = null;
    button.textContent = "▶ Replay";
  }

  function draw() {
    const now = time();
    slider.max = String(end());
    slider.value = String(now);
    said.textContent = `${number(now)} of ${number(end())} units`;
    const ranked = lines().map((line) => standing(line, now, end())).sort((a, b) => b.solved - a.solved || a.penalty - b.penalty || a.name.localeCompare(b.name));
    let rank = 0;
    const rows = ranked.map((one, n) => {
      if (!n || one.solved !== ranked[n - 1].solved || one.penalty !== ranked[n - 1].penalty) rank = n + 1;
      return h("tr", null, h("td", { class: "number rank" }, rank), h("th", { scope: "row" }, h("a", { href: link("episode", one.line.key) }, one.name)), h("td", { class: "number solved" }, one.solved), h("td", { class: "number" }, number(one.penalty)),
        board.problems.map(([label]) => one.cells.get(label) ?? h("td", { class: "cell none" }, "")), h("td", { class: "strip" }, strip(one.line, now, end(), board)));
    });
    table.replaceChildren(h("table", { class: "board" }, h("thead", null, h("tr", null, h("th", { scope: "col" }, "#"), h("th", { scope: "col" }, "Policy"), h("th", { scope: "col" }, "Solved"), h("th", { scope: "col", title: "The sum of the units spent when each solved problem had its final answer" }, "Units"),
      board.problems.map(([label, problem, tier], n) => h("th", { scope: "col", class: "cell", title: `${problem} ${tier}` }, h("i", { class: `dot shade${n % 6}` }), label, tier ? h("small", { class: "quiet" }, ` ${tier[0].toUpperCase()}`) : null)), h("th", { scope: "col" }, "Budget, unit by unit"))), h("tbody", null, rows)));
  }

  function frame() {
    controls.replaceChildren(regimes.length > 1 ? pick("regime", "Budget ", regimes) : h("span", { class: "quiet" }, regimes[0]), repeats().length > 1 ? pick("repeat", "Repeat ", repeats()) : "", button, slider, said);
    const [first, second] = controls.querySelectorAll("select");
    if (regimes.length > 1) first.value = regime();
    if (repeats().length > 1) (second ?? first).value = repeat();
  }

  frame();
  draw();
  return {
    element: h("section", { class: "page" }, h("h1", null, board.contest, " ", h("small", { class: "quiet" }, `${board.domain} · ${board.setting} · ${board.suite}`)), controls, table,
      h("p", { class: "quiet" }, board.steps ? "A cell shows the units spent when the final answer was there, and the paid steps on the problem. Answers are judged once, at the end: until its final answer is there a problem shows its versions as pending. " : "A completion has no steps: each problem's share of the tokens is laid out in presented order. ", "Ties are broken by the sum of units over solved problems."),
      h("p", null, h("a", { href: link("", null, [["contest", key]]) }, "All episodes of this contest"))),
    title: `${board.contest}, scoreboard`,
    update: (next) => { parameters = next; frame(); draw(); },
    leave: pause,
    keys: [[" ", "play or pause", () => (playing ? pause() : play())], ["ArrowRight", "one unit on", () => at(Math.min(end(), time() + 1))], ["ArrowLeft", "one unit back", () => at(Math.max(0, time() - 1))], ["u", "back", () => history.back()]],
  };
}

// A line as it stood when so many units were spent.
function standing(line, now, end) {
  const cells = new Map();
  let solved = 0, penalty = 0;
  for (const cell of line.cells) {
    const decided = cell.time === null ? now >= end : cell.time <= now;
    const paid = cell.paid.filter((unit) => unit <= now).length;
    const pending = cell.answers.filter((unit) => unit <= now).length;
    if (decided && cell.sign === "+") {
      solved++;
      penalty += cell.time ?? 0;
    }
    const sign = decided ? cell.sign : "";
    const kind = decided ? tone(cell.sign) : pending ? "pending" : paid ? "working" : "none";
    const top = decided ? (cell.time === null ? shownSign(sign) : `${shownSign(sign)} ${number(cell.time)}`) : pending ? `v${pending}` : paid ? "…" : "";
    const below = paid || (decided && cell.paid.length) ? `${paid} paid` : decided && cell.spent ? number(cell.spent) : "";
    const words = new Map(run.document.signs).get(sign);
    cells.set(cell.label, h("td", { class: `cell ${kind}`, title: decided ? words : kind }, h("b", null, top), h("small", null, below)));
  }
  return { line, cells, solved, penalty, name: line.scheduler === "none" ? line.policy : `${line.policy} · ${line.scheduler}` };
}

// The budget of a line, unit by unit: which problem each went to, and when answers came.
function strip(line, now, end, board) {
  const x = (unit) => (unit / end) * 300;
  const parts = [svg("rect", { class: "ground", x: 0, y: 6, width: 300, height: 14 })];
  let begin = 0;
  for (const [n, [label]] of board.problems.entries()) {
    const cell = line.cells.find((one) => one.label === label);
    if (!cell) continue;
    const spans = board.steps ? cell.paid.map((unit) => [unit - 1, unit]) : [[begin, begin + cell.spent]];
    begin += cell.spent;
    for (const [from, to] of spans) if (from < now) {
      parts.push(svg("rect", { class: `paid shade${n % 6}`, x: x(from) + 0.3, y: 6, width: Math.max(0.8, x(Math.min(to, now)) - x(from) - 0.6), height: 14 }, svg("title", null, `${label}: ${board.steps ? `unit ${to}` : `${number(to - from)} units`}`)));
      if (x(to) - x(from) > 12 && to <= now) parts.push(svg("text", { class: "within", x: (x(from) + x(to)) / 2, y: 16.5, "text-anchor": "middle" }, label));
    }
    if (cell.time !== null && cell.time <= now && cell.sign) parts.push(svg("path", { class: `answer ${tone(cell.sign)}`, d: `M${Math.min(297, Math.max(3, x(cell.time)))} 5 l3 -5 h-6 z` }, svg("title", null, `${label}: final answer at ${number(cell.time)}`)));
  }
  if (now < end) parts.push(svg("line", { class: "now", x1: x(now), x2: x(now), y1: 0, y2: 24 }));
  return svg("svg", { viewBox: "0 0 300 24", role: "img", "aria-label": `${line.policy}: ${number(line.spent)} units` }, parts);
}
