// The left side: the blinded record, event by event.

import { folded, h, number } from "../../static/dom.js";

const TITLE = { protocol_error: "protocol error", handed_in: "handed in" };
export const titleOf = (kind) => TITLE[kind] ?? kind;

export function recordElement(given) {
  const events = given.events.map(eventElement);
  return h("div", { class: "record" }, facts(given), h("div", { class: "events" }, events.length ? events : h("p", { class: "quiet" }, "Nothing happened in this record.")));
}

function facts(given) {
  const spent = given.spent === null ? "" : `${number(given.spent)} of ${given.total === null ? "unlimited" : number(given.total)} ${given.unit ?? "units"} spent`;
  return h("section", { class: "about" }, h("h1", null, "Record ", given.id),
    h("p", null, [(given.setting ?? "").replace("_", "-"), spent, `${number(given.events.length)} events`].filter(Boolean).join(" · ")),
    given.available ? null : h("p", { class: "banner bad" }, "This episode has no result."),
    h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "Frozen facts" }, h("table", { class: "outcomes" },
      h("thead", null, h("tr", null, ["Problem", "Outcome", "Spent", "Oracle"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, given.problems.map((one) => h("tr", null,
        h("th", { scope: "row" }, one.label), h("td", { class: one.correct ? "good" : "bad" }, one.word.replaceAll("_", " ")),
        h("td", null, number(one.spent)), h("td", null, one.selected === null ? "–" : one.selected ? "selects it" : "leaves it")))))));
}

function eventElement(one) {
  const head = h("span", { class: "event-head" }, h("span", { class: "time" }, `t${one.n}`),
    h("span", { class: `tag ${one.charge === "counted" || one.charge === "blocked" ? one.charge : one.kind}` }, one.problem ? h("b", null, one.problem) : null, titleOf(one.kind)),
    h("code", { class: "quiet" }, one.id), one.charge && one.charge !== "counted" ? h("span", { class: "quiet" }, one.charge.replace("_", " ")) : null,
    one.remaining === null || one.remaining === undefined ? null : h("span", { class: "quiet" }, `${number(one.remaining)} left`),
    one.fact ? h("span", { class: "quiet" }, "fact") : null);
  const part = folded(head, () => h("pre", { class: "said" }, one.text), { open: true, kind: "event-part" });
  part.searched = one.text;
  return h("article", { class: `event ${one.fact ? "fact" : ""}`, tabindex: "-1", "data-event": one.id, "data-problem": one.problem, "aria-label": `${titleOf(one.kind)} ${one.id}` }, part);
}
