// Response curves of the six problems, the oracle's level, and the regret of every decision.

import { h, number, svg } from "./dom.js";
import { niceStep } from "./lanes.js";

const WIDTH = 200;
const HEIGHT = 110;
const BOX = { left: 26, right: 8, top: 8, bottom: 22 };

export function curvesSection(found) {
  if (!found.problems) return h("p", { class: "quiet" }, found.note);
  const far = Math.max(found.budget, ...found.problems.flatMap((one) => [one.spent, one.oracle, ...one.levels.map(([cap]) => cap)]), 1);
  return h("div", null, found.note ? h("p", { class: "banner odd" }, found.note) : null,
    h("div", { class: "small-charts" }, found.problems.map((one, n) => curve(one, far, n))),
    h("p", { class: "legend quiet" }, h("span", { class: "key" }, h("i", { class: "dot-spent" }), "spent here"), h("span", { class: "key" }, h("i", { class: "dot-oracle" }), "the oracle's level"),
      `Share of single-problem runs that succeeded, by cap, with Wilson's 95 % interval. At a budget of ${number(found.budget)} the oracle expects ${number(found.oracle)}. ${found.oracle_pays}`),
    found.regret ? regret(found) : h("p", { class: "quiet" }, "No regret by decision: the row does not say which problem each paid step was for."));
}

function curve(one, far, n) {
  const x = (cap) => BOX.left + (cap / far) * (WIDTH - BOX.left - BOX.right);
  const y = (rate) => BOX.top + (1 - rate) * (HEIGHT - BOX.top - BOX.bottom);
  const points = one.levels.map(([cap, won, runs]) => [cap, won / runs]);
  const band = [...one.levels.map(([cap, , , low]) => `${x(cap)},${y(low)}`), ...one.levels.map(([cap, , , , high]) => `${x(cap)},${y(high)}`).reverse()].join(" ");
  const at = points.reduce((rate, [cap, own]) => (cap <= one.spent ? own : rate), 0);
  const step = niceStep(far / 3);
  const ticks = [];
  for (let value = 0; value <= far; value += step) ticks.push(svg("text", { class: "axis", x: x(value), y: HEIGHT - 8, "text-anchor": "middle" }, number(value)));
  const words = `${one.label}: spent ${number(one.spent)}, ${one.solved ? "solved" : "not solved"}; the oracle gives ${number(one.oracle)} and expects ${number(one.expected)}`;
  return h("figure", null, h("figcaption", null, h("b", null, one.label), ` ${one.problem} `, h("span", { class: one.solved ? "good" : "quiet" }, one.solved ? "solved" : "not solved")),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
      [0, 0.5, 1].map((rate) => [svg("line", { class: "tick", x1: BOX.left, x2: WIDTH - BOX.right, y1: y(rate), y2: y(rate) }), svg("text", { class: "axis", x: BOX.left - 4, y: y(rate) + 3, "text-anchor": "end" }, number(rate))]), ticks,
      svg("polygon", { class: `band shade${n % 6}`, points: band }), svg("polyline", { class: `curve shade${n % 6}`, points: points.map(([cap, rate]) => `${x(cap)},${y(rate)}`).join(" ") }),
      one.levels.map(([cap, won, runs]) => svg("circle", { class: `level shade${n % 6}`, cx: x(cap), cy: y(won / runs), r: 2.2 }, svg("title", null, `cap ${number(cap)}: ${won} of ${runs}`))),
      one.expected > 0 ? svg("circle", { class: "oracle", cx: x(one.oracle), cy: y(one.expected), r: 6 }) : null,
      svg("path", { class: "spent", d: `M${x(one.spent)} ${y(at) - 5} l5 5 l-5 5 l-5 -5 z` }, svg("title", null, `spent ${number(one.spent)}`))));
}

function regret(found) {
  const { steps, unspent, execution, score } = found.regret;
  const lost = steps.reduce((sum, [, one]) => sum + one, 0);
  const most = Math.max(0.05, ...steps.map(([, one]) => one));
  const bars = steps.map(([label, one], n) => h("li", { title: `decision ${n + 1}: ${number(one)}` }, h("span", { class: "bar" }, bar(one / most)), h("b", null, label || "–"), h("span", { class: "quiet" }, one ? one.toFixed(2) : "0")));
  const terms = [["oracle", found.oracle, ""], ["regret of the decisions", -lost, ""], ["unspent", -unspent, ""], ["execution", -execution, ""], ["score", score, "total"]];
  return h("div", null, h("h3", null, "Regret per decision"),
    steps.length ? h("ol", { class: "regret" }, bars) : h("p", { class: "quiet" }, "No paid step."),
    h("table", { class: "terms" }, h("caption", null, `From the oracle to the score. ${found.oracle_pays}`), h("tbody", null, terms.map(([name, value, kind]) => h("tr", { class: kind }, h("th", { scope: "row" }, name), h("td", { class: "number" }, signed(value, name === "oracle" || kind)))))));
}

const signed = (value, whole) => (Math.abs(value) < 0.005 || whole ? "" : value < 0 ? "−" : "+") + Math.abs(value).toFixed(2);
const bar = (share) => svg("svg", { viewBox: "0 0 10 40", "aria-hidden": "true" }, svg("rect", { class: "lost", x: 1, y: 40 - 38 * share, width: 8, height: Math.max(1, 38 * share) }));
