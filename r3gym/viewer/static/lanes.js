// Lanes: one for each problem, over units of the budget. Above the line what cost nothing, on it what was paid.

import { h, number, svg } from "./dom.js";

const LANE = 34;
const LEFT = 44;
const RIGHT = 14;
const TOP = 8;
const BOTTOM = 34;

// `scale` is the number of units to show, so that two episodes can share one; `chosen` is called with a step's id.
export function lanesChart(document_, { scale = null, chosen = () => {}, width = 1000 } = {}) {
  const { lanes, total, spent, steps, unit, elsewhere, drivers } = document_.lanes;
  const units = scale ?? unitsOf(document_);
  const shown = elsewhere.spans.length || elsewhere.marks.length ? [...lanes, { label: "–", ...elsewhere }] : lanes;
  const height = TOP + shown.length * LANE + BOTTOM;
  const x = (value) => LEFT + (Math.min(value, units) / units) * (width - LEFT - RIGHT);
  const parts = [axis(x, units, total, height, unit)];
  if (total !== null && steps) parts.push(svg("line", { class: "limit", x1: x(total), x2: x(total), y1: 2, y2: height - BOTTOM }));
  const problems = new Map(document_.problems.map((one) => [one.label, one]));
  for (const [n, lane] of shown.entries()) {
    const y = TOP + n * LANE;
    const problem = problems.get(lane.label);
    parts.push(svg("line", { class: "lane", x1: LEFT, x2: width - RIGHT, y1: y + LANE - 9, y2: y + LANE - 9 }));
    parts.push(svg("text", { class: `label ${problem?.tone ?? ""}`, x: LEFT - 10, y: y + LANE - 8, "text-anchor": "end" }, lane.label));
    for (const [from, to, step, about] of lane.spans)
      parts.push(mark("rect", { class: `paid shade${n % 6} ${about === "reasoning" ? "thought" : ""}`, x: x(from) + 0.5, y: y + LANE - 20, width: Math.max(2, x(to) - x(from) - 1), height: 11, rx: 2 }, step, `${steps ? step : about} · ${lane.label}: ${steps ? about : `${number(to - from)} ${unit}`}`, chosen, steps));
    for (const [at, kind, step, about] of lane.marks) parts.push(sign(kind, x(at), y + 7, step, about, chosen));
    for (const [at, version, step] of lane.versions)
      parts.push(mark("path", { class: "version", d: `M${x(at)} ${y + LANE - 7} l4 6 h-8 z` }, step, `${step} · answer ${lane.label}, version ${version}`, chosen, true));
  }
  for (const [at, next, step] of drivers)
    parts.push(mark("path", { class: "driver", d: `M${x(at) - 3} ${height - BOTTOM} l3 -6 l3 6 z` }, step, `${step} · the driver's choice: ${next ?? "no more paid steps"}`, chosen, true));
  const name = `Budget lanes: ${number(spent)} of ${total === null ? "unlimited" : number(total)} ${unit}`;
  return h("figure", { class: "chart" }, h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": name },
    svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "lanes", role: "group", "aria-label": name }, parts)), legend(steps));
}

export const unitsOf = ({ lanes }) => Math.max(1, lanes.total ?? 0, lanes.spent) + (lanes.steps ? 1 : 0);

function axis(x, units, total, height, unit) {
  const step = niceStep(units / 10);
  const parts = [];
  for (let at = 0; at <= units; at += step) parts.push(svg("line", { class: "tick", x1: x(at), x2: x(at), y1: TOP, y2: height - BOTTOM }), svg("text", { class: "axis", x: x(at), y: height - BOTTOM + 14, "text-anchor": "middle" }, number(at)));
  parts.push(svg("text", { class: "axis", x: x(units), y: height - 4, "text-anchor": "end" }, `units of the budget (${unit || "counted actions"})`));
  return parts;
}

export function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  return [1, 2, 5, 10].map((n) => n * power).find((one) => one >= rough) ?? power;
}

function sign(kind, x, y, step, about, chosen) {
  const title = `${step} · ${kind.replace("_", " ")}: ${about}`;
  if (kind === "free") return mark("circle", { class: "free", cx: x, cy: y, r: 2.6 }, step, title, chosen, true);
  if (kind === "guard") return mark("path", { class: "guard", d: `M${x} ${y - 5} l5 5 l-5 5 l-5 -5 z` }, step, title, chosen, true);
  return mark("path", { class: kind, d: `M${x - 3.5} ${y - 3.5} l7 7 m0 -7 l-7 7` }, step, title, chosen, true);
}

function mark(name, attributes, step, title, chosen, clickable) {
  return svg(name, { ...attributes, class: `${attributes.class} mark`, click: clickable ? () => chosen(step) : null }, svg("title", null, title));
}

function legend(steps) {
  const key = (shape, text) => h("span", { class: "key" }, svg("svg", { viewBox: "0 0 14 12", width: 14, height: 12, "aria-hidden": "true" }, shape), text);
  if (!steps) return h("figcaption", null, key(svg("rect", { class: "paid shade0", x: 1, y: 2, width: 12, height: 8, rx: 2 }), "text about the problem"), key(svg("rect", { class: "paid shade0 thought", x: 1, y: 2, width: 12, height: 8, rx: 2 }), "reasoning about it"), "each by its share of what was charged");
  return h("figcaption", null,
    key(svg("rect", { class: "paid shade0", x: 1, y: 2, width: 12, height: 8, rx: 2 }), "paid"), key(svg("circle", { class: "free", cx: 7, cy: 6, r: 2.6 }), "free"),
    key(svg("path", { class: "blocked", d: "M3.5 2.5l7 7m0-7l-7 7" }), "blocked"), key(svg("path", { class: "guard", d: "M7 1l5 5l-5 5l-5-5z" }), "blocked by the guard"),
    key(svg("path", { class: "version", d: "M7 3l4 6h-8z" }), "new version of the answer"));
}
