// Verdicts with all of the judge's words, versions of answers with their differences, and files.

import { folded, h, number } from "./dom.js";
import { shownSign, tone } from "./signs.js";
import { difference, plain, source } from "./source.js";

export function problemStrip(document_) {
  return h("div", { class: "problems" }, document_.problems.map((one, n) => h("a", { class: `problem ${one.sign ? tone(one.sign) : "none"}`, href: `${location.hash.split("?")[0]}?at=verdicts`, title: one.problem },
    h("span", { class: "top" }, h("i", { class: `dot shade${n % 6}` }), h("b", null, one.label), h("span", { class: "mark-of" }, shownSign(one.sign))), h("span", { class: "word" }, one.word),
    h("small", null, `${number(one.spent)} spent${one.tier ? ` · ${one.tier}` : ""}`))));
}

export function verdictTable(document_) {
  const rows = document_.problems.map((one) => [
    h("tr", null, h("th", { scope: "row" }, one.label), h("td", { class: "problem-id" }, one.problem, one.tier ? h("small", { class: "quiet" }, ` ${one.tier}`) : null), h("td", { class: "parsed" }, one.parse || "–"),
      h("td", { class: "verdict" }, h("span", { class: `tag ${one.tone}` }, one.word), one.score !== null && one.score > 0 && one.score < 1 ? h("small", { class: "quiet" }, ` score ${number(one.score)}`) : null),
      h("td", { class: "judge" }, one.judge || "–", one.standing === "stand-in" ? h("small", { class: "quiet" }, " stand-in") : null), h("td", { class: "number spent" }, number(one.spent)),
      h("td", { class: "long" }, one.detail ? h("p", null, one.detail) : null, one.notes.map((note) => h("p", { class: "quiet" }, note)), one.second ? h("p", { class: "quiet" }, `${one.second[0]} says ${one.second[1]}`) : null,
        one.tests ? tests(one.tests) : null, one.answer === null ? null : folded(h("span", { class: "quiet" }, "the answer as it was read"), () => plain(one.answer)))),
  ]);
  return h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "Verdicts" }, h("table", { class: "verdicts" }, h("thead", null, h("tr", null, ["", "Problem", "Parsed", "Verdict", "Judge", "Spent", "The judge's words"].map((name) => h("th", { scope: "col", class: name === "Spent" ? "number" : null }, name || h("span", { class: "hidden" }, "Label"))))), h("tbody", null, rows)));
}

function tests(given) {
  const passed = given.filter(([, outcome]) => outcome === "accepted").length;
  return h("div", { class: "tests" }, h("span", { class: "quiet" }, `${passed} of ${given.length} tests `), given.map(([n, outcome]) => h("i", { class: `test ${outcome === "accepted" ? "good" : "bad"}`, title: `test ${n}: ${outcome}`, role: "img", "aria-label": `test ${n}: ${outcome}` })));
}

export function versionsSection(document_) {
  if (!document_.versions.length) return h("p", { class: "quiet" }, document_.versions_known ? "No answer had a version: nothing was written as an answer." : "This record does not say which versions the answers had; the files that were judged are below.");
  return document_.versions.map((one) => folded(h("span", { class: "step-line" }, h("span", { class: "tag version" }, h("b", null, one.label), `${one.versions.length} ${one.versions.length === 1 ? "version" : "versions"}`), h("code", null, one.path)), () => versions(one), { kind: "part", id: `versions-${one.label}` }));
}

function versions(one) {
  const shown = h("div");
  const choices = [];
  for (const version of one.versions) {
    const at = `after ${version.step}, ${number(version.spent)} spent`;
    choices.push([`v${version.version} (${at})`, () => (version.source ? source(version.source) : h("p", { class: "quiet" }, "Its text was not kept."))]);
  }
  one.versions.slice(1).forEach((version, n) => choices.push([`v${one.versions[n].version} → v${version.version}`, () => difference(version.change)]));
  if (one.overall) choices.push([`v${one.versions[0].version} → v${one.versions.at(-1).version}`, () => difference(one.overall)]);
  const first = one.versions.length > 1 ? one.versions.length * 2 - 2 : 0;
  const pick = h("select", { "aria-label": `What to show of answer ${one.label}`, change: () => show(Number(pick.value)) }, choices.map(([name], n) => h("option", { value: n, selected: n === first }, name)));
  const show = (n) => shown.replaceChildren(choices[n][1]());
  show(first);
  return [pick, shown];
}

export function filesSection(document_) {
  if (!document_.files.length) return h("p", { class: "quiet" }, "The record holds no files.");
  const named = new Map([["judged", "judged"], ["own", "own file"]]);
  return [document_.files.map((one) => {
    const line = h("span", { class: "step-line" }, h("span", { class: `tag ${one.what}` }, named.get(one.what)), h("code", null, one.path), h("span", { class: "quiet" }, one.note));
    if (!one.source) return h("div", { class: "part flat" }, line);
    const element = folded(line, () => source(one.source), { kind: "part" });
    element.searched = `${one.path}\n${one.source.parts.map((part) => part[1]).join("")}`;
    return element;
  }), document_.files_left_out ? h("p", { class: "quiet" }, `${number(document_.files_left_out)} more files of the contestant are not listed.`) : null];
}
