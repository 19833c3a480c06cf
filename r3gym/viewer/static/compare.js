// Two episodes side by side, aligned by what was spent of the budget.

import { h, link, number } from "./dom.js";
import { load } from "./data.js";
import { problemStrip } from "./answers.js";
import { lanesChart, unitsOf } from "./lanes.js";
import { completionElement, stepElement } from "./transcript.js";
import { folded, firstLine } from "./dom.js";
import { plain } from "./source.js";

export async function comparePage([left, right]) {
  const both = await Promise.all([left, right].map((key) => load(`episode/${key}.json`)));
  const scale = Math.max(...both.map(unitsOf));
  const same = both.every((one) => one.lanes.steps);
  const step = (id) => document.querySelectorAll(`[id="at-${CSS.escape(id)}"]`).forEach((one) => { one.open = true; one.scrollIntoView({ block: "center" }); });
  const heads = both.map((one, n) => h("div", { class: "side" }, h("h2", null, h("a", { href: link("episode", [left, right][n]) }, one.title)), h("p", { class: "quiet" }, one.facts.filter(([name]) => ["score", "run", "budget", "scheduler"].includes(name)).map(([name, value]) => `${name} ${value}`).join(" · ")),
    one.banner ? h("p", { class: `banner ${one.banner[0]}` }, one.banner[1]) : null, problemStrip(one), lanesChart(one, { scale, chosen: step, width: 640 })));
  const element = h("section", { class: "page compare" }, h("h1", null, "Two episodes"), h("p", { class: "quiet" }, both[0].contest === both[1].contest ? `Both are of the contest ${both[0].contest}.` : "They are of different contests."),
    h("div", { class: "sides" }, heads), h("h2", null, same ? "Step by step, aligned by units spent" : "What was written"), same ? aligned(both) : h("div", { class: "sides" }, both.map((one) => (one.completion ? completionElement(one.completion) : h("div", null, steps(one).map(([, part]) => part))))));
  return { element, title: `${both[0].title} and ${both[1].title}`, keys: [["s", "swap the sides", () => { location.hash = link("compare", [right, left]); }], ["u", "back", () => history.back()]] };
}

// [units spent before the step, element] for every step, with the reasoning of its turn before it.
function steps(one) {
  const found = [];
  let spent = 0;
  for (const entry of one.transcript) {
    const turn = entry.type === "turn";
    for (const [name, said] of turn ? [["reasoning", entry.reasoning], ["reply", entry.content]] : []) if (said.trim()) found.push([spent, folded(h("span", { class: "step-line" }, h("span", { class: `tag ${name}` }, name), h("span", { class: "quiet" }, firstLine(said))), () => plain(said), { kind: "part" })]);
    for (const step of turn ? entry.steps : [entry.step]) {
      found.push([step.charge === "counted" ? step.spent : spent, stepElement(step)]);
      spent = step.spent;
    }
  }
  return found;
}

function aligned(both) {
  const sides = both.map(steps);
  const last = Math.max(...sides.flat().map(([at]) => at), 0);
  const rows = [];
  for (let unit = 0; unit <= last; unit++) {
    const parts = sides.map((side) => side.filter(([at]) => at === unit).map(([, part]) => part));
    if (!parts[0].length && !parts[1].length) continue;
    rows.push(h("div", { class: "unit" }, h("h3", null, number(unit), h("span", { class: "hidden" }, " units spent")), parts.map((part) => h("div", null, part))));
  }
  return h("div", { class: "units" }, rows);
}
