// The filters of the list: one facet for each column, with the number of episodes behind each value.

import { h, number } from "./dom.js";
import { run } from "./data.js";

export const FACETS = [
  ["policy", "Policy"], ["domain", "Domain"], ["setting", "Setting"], ["kind", "Kind"], ["regime", "Pressure"],
  ["scheduler", "Scheduler"], ["score", "Score"], ["ending", "Ending"], ["failure", "Failure"],
];
export const NONE = "none";

const text = (value) => (value === null ? NONE : String(value));

// The places of all entries that pass the filters, the search in names, and the search in texts (null: no such search).
export function filtered(parameters, keys) {
  const episodes = run.episodes;
  const chosen = FACETS.map(([name]) => [name, new Set(parameters.getAll(name))]).filter(([, values]) => values.size);
  const words = (parameters.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const contest = parameters.get("contest");
  const found = [];
  for (let place = 0; place < episodes.length; place++) {
    if (!episodes.counts(place)) continue;
    if (keys && !keys.has(episodes.get("key", place))) continue;
    if (contest !== null && episodes.get("board", place) !== contest) continue;
    if (!chosen.every(([name, values]) => values.has(text(episodes.get(name, place))))) continue;
    if (words.length) {
      const named = NAMES.map((name) => episodes.get(name, place) ?? "").join("\u0000").toLowerCase();
      if (!words.every((word) => named.includes(word))) continue;
    }
    found.push(place);
  }
  return found;
}

const NAMES = ["key", "policy", "domain", "contest", "problem", "suite", "scheduler", "setting", "kind", "ending", "failure", "message"];

function counts(name) {
  const found = new Map();
  const episodes = run.episodes;
  for (let place = 0; place < episodes.length; place++) {
    if (!episodes.counts(place)) continue;
    const value = text(episodes.get(name, place));
    found.set(value, (found.get(value) ?? 0) + 1);
  }
  return [...found].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
}

// `changed` gets the facet's name and its chosen values.
export function facetBar(parameters, changed) {
  const bar = h("div", { class: "facets", role: "group", "aria-label": "Filters" });
  for (const [name, title] of FACETS) {
    const chosen = parameters.getAll(name);
    const values = counts(name);
    if (values.length < 2 && !chosen.length) continue;
    const boxes = values.map(([value, count]) => h("label", null,
      h("input", { type: "checkbox", value, checked: chosen.includes(value) }), h("span", null, value), h("span", { class: "quiet" }, number(count))));
    const element = h("details", { class: chosen.length ? "facet chosen" : "facet" },
      h("summary", null, title, chosen.length ? h("b", null, chosen.length === 1 ? chosen[0] : String(chosen.length)) : null),
      h("fieldset", { change: () => changed(name, [...element.querySelectorAll("input:checked")].map((box) => box.value)) }, h("legend", { class: "hidden" }, title), boxes));
    element.addEventListener("toggle", () => {
      if (element.open) for (const other of bar.querySelectorAll("details[open]")) if (other !== element) other.open = false;
    });
    element.dataset.facet = name;
    bar.append(element);
  }
  return bar;
}

addEventListener("click", (event) => {
  for (const facet of document.querySelectorAll("details.facet[open]")) if (!facet.contains(event.target)) facet.open = false;
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const facet of document.querySelectorAll("details.facet[open]")) facet.open = false;
});
