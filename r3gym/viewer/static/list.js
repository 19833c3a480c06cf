// The list of all episodes: filters, search, sort; only the rows in sight are elements.

import { duration, folded, h, link, number } from "./dom.js";
import { run, searchTexts } from "./data.js";
import { facetBar, filtered } from "./facets.js";
import { signs } from "./signs.js";

const COLUMNS = [
  ["score", "Score", "number"], ["signs", "Problems", ""], ["policy", "Policy", ""], ["contest", "Contest", ""], ["domain", "Domain", ""],
  ["setting", "Setting", ""], ["regime", "Budget", ""], ["scheduler", "Scheduler", ""], ["repeat", "Rep.", "number"],
  ["spent", "Spent", "number"], ["ending", "Ended", ""], ["seconds", "Time", "number"],
];
const SPARE = 12;
//: Columns whose words may be longer than their place: the whole is told where the pointer rests.
const WHOLE = new Set(["policy", "contest", "domain", "scheduler", "regime"]);
const LOST = "The server does not answer any more: what is shown is what it told until then. Start r3gym view again and open its new address.";
//: What the reader marked for a comparison, and where they were, when they come back to the list.
const kept = { marked: null, selected: 0, order: [], scroll: 0 };

export const orderOfList = () => kept.order;

// One notice is a sentence; many are folded, so that they do not push the list away.
function told(notices) {
  if (notices.length < 2) return notices.map((notice) => h("p", { class: "banner odd" }, notice));
  return [folded(`${number(notices.length)} things could not be read`, () => h("ul", null, notices.map((notice) => h("li", null, notice))), { kind: "banner odd notice-list", open: unfolded })].map((one) => {
    one.addEventListener("toggle", () => { unfolded = one.open; });
    return one;
  });
}
let unfolded = false;

export async function listPage(_, given) {
  let parameters = given;
  let hits = null;
  let excerpts = new Map();
  let searching = null;
  let rowHeight = 36;

  const query = h("input", { type: "search", id: "query", "aria-label": "Search", autocomplete: "off", spellcheck: "false", placeholder: "Search names, or texts with Enter" });
  const inTexts = h("button", { type: "button", click: () => searchNow() }, "Search texts");
  const progress = h("span", { class: "quiet", role: "status" });
  const facets = h("div", { class: "facet-place" });
  const summary = h("p", { class: "summary", role: "status" });
  const head = h("div", { role: "row", class: "row head" }, COLUMNS.map(([name, title, kind]) =>
    h("span", { role: "columnheader", class: `${name} ${kind}`, "aria-sort": "none" }, h("button", { type: "button", click: () => sortBy(name) }, title))));
  const spacer = h("div", { class: "spacer" });
  const body = h("div", { role: "rowgroup", class: "body", tabindex: "0", "aria-label": "Episodes" }, spacer);
  const grid = h("div", { role: "grid", class: "grid", "aria-label": "Episodes" }, h("div", { role: "rowgroup" }, head), body);
  const notices = h("div", { class: "notices" });
  const element = h("section", { class: "list" }, h("h1", { class: "hidden" }, "Episodes"), notices,
    h("div", { class: "tools" }, h("div", { class: "search" }, query, inTexts, progress), facets), summary, grid);

  const nodes = new Map();

  function write(change) {
    const next = new URLSearchParams(parameters);
    change(next);
    for (const [name, value] of [...next]) if (value === "") next.delete(name);
    history.replaceState(null, "", link("", null, next));
    update(next);
  }

  // The first click sorts, the second turns the order, the third takes it back.
  function sortBy(name) {
    const first = ["score", "spent", "seconds"].includes(name) ? "desc" : "asc";
    write((next) => {
      const same = next.get("sort") === name;
      if (same && next.get("dir") !== first) {
        next.delete("sort");
        next.delete("dir");
        return;
      }
      next.set("dir", same === (first === "desc") ? "asc" : "desc");
      next.set("sort", name);
    });
  }

  function compute() {
    const order = filtered(parameters, hits);
    const sort = parameters.get("sort");
    if (COLUMNS.some(([name]) => name === sort)) {
      const turn = parameters.get("dir") === "desc" ? -1 : 1;
      const value = (place) => run.episodes.get(sort, place);
      order.sort((a, b) => {
        const x = value(a), y = value(b);
        if (x === null || y === null) return (x === null) - (y === null) || a - b;
        return (typeof x === "string" ? x.localeCompare(y, "en", { numeric: true }) : x - y) * turn || a - b;
      });
    }
    kept.order = order;
    kept.selected = Math.max(0, Math.min(kept.selected, order.length - 1));
  }

  function update(next) {
    const before = parameters.get("text");
    parameters = next;
    if (document.activeElement !== query) query.value = parameters.get("text") ?? parameters.get("q") ?? "";
    if ((parameters.get("text") ?? "") !== (before ?? "")) searchAll();
    refresh();
  }

  function refresh() {
    compute();
    const opened = facets.querySelector("details[open]")?.dataset.facet;
    const within = facets.contains(document.activeElement) ? document.activeElement.value : null;
    facets.replaceChildren(facetBar(parameters, (name, values) => write((next) => {
      next.delete(name);
      for (const value of values) next.append(name, value);
    })));
    const again = opened && facets.querySelector(`[data-facet="${opened}"]`);
    if (again) {
      again.open = true;
      if (within !== null) [...again.querySelectorAll("input")].find((box) => box.value === within)?.focus();
    }
    for (const [place, [name]] of COLUMNS.entries()) {
      const mine = parameters.get("sort") === name;
      head.children[place].setAttribute("aria-sort", mine ? (parameters.get("dir") === "desc" ? "descending" : "ascending") : "none");
    }
    tell();
    nodes.clear();
    element.classList.toggle("texts", Boolean(hits));
    rowHeight = measure();
    spacer.style.height = `${kept.order.length * rowHeight}px`;
    grid.setAttribute("aria-rowcount", String(kept.order.length + 1));
    body.querySelectorAll(".row").forEach((row) => row.remove());
    draw();
  }

  const measure = () => (hits ? 62 : 36) + (matchMedia("(max-width: 760px)").matches ? 24 : 0);

  function tell() {
    const order = kept.order;
    const all = run.episodes.places.size;
    const scored = order.filter((place) => run.episodes.get("score", place) !== null);
    const solved = scored.reduce((sum, place) => sum + run.episodes.get("score", place), 0);
    const failed = order.length - scored.length;
    const cleared = [...parameters].length ? h("button", { type: "button", class: "plain", click: () => { query.value = ""; history.replaceState(null, "", "#/"); update(new URLSearchParams()); } }, "Clear all") : null;
    summary.replaceChildren(...[
      h("b", null, number(order.length)), order.length === all ? " episodes" : ` of ${number(all)} episodes`,
      scored.length ? ` · mean score ${(solved / scored.length).toFixed(2)}` : "", failed ? ` · ${number(failed)} without a result` : "",
      run.complete ? "" : " · still loading", kept.marked ? ` · marked for comparison: ${kept.marked.slice(0, 8)}` : "", " ", cleared,
    ].filter((part) => part !== null && part !== ""));
    notices.replaceChildren(...told(run.document.notices), ...(run.lost ? [h("p", { class: "banner bad" }, LOST)] : []),
      ...run.open.filter((one) => one.running).slice(0, 6).map((one) => h("a", { class: "now", href: link("episode", one.key) }, h("i", { class: "pulse" }), `${one.policy} · `, h("code", null, one.key.slice(0, 8)))));
  }

  function draw() {
    const first = Math.max(0, Math.floor(body.scrollTop / rowHeight) - SPARE);
    const last = Math.min(kept.order.length, Math.ceil((body.scrollTop + body.clientHeight) / rowHeight) + SPARE);
    for (const [n, node] of nodes) if (n < first || n >= last) {
      node.remove();
      nodes.delete(n);
    }
    for (let n = first; n < last; n++) if (!nodes.has(n)) {
      const node = row(n);
      nodes.set(n, node);
      body.append(node);
    }
    for (const [n, node] of nodes) {
      const selected = String(n === kept.selected);
      if (node.getAttribute("aria-selected") !== selected) node.setAttribute("aria-selected", selected);
    }
  }

  function row(n) {
    const place = kept.order[n];
    const get = (name) => run.episodes.get(name, place);
    const key = get("key");
    const failure = get("failure");
    const size = get("signs").length;
    const cells = {
      score: failure ? h("span", { class: "bad" }, "void") : [h("b", null, number(get("score"))), h("span", { class: "quiet" }, `/${size}`)],
      signs: signs(get("signs"), run.document.signs),
      policy: h("a", { href: link("episode", key), tabindex: "-1" }, get("policy") || "unknown"),
      contest: [get("contest"), get("problem") ? h("span", { class: "quiet" }, ` ${get("problem")}`) : null],
      domain: get("domain"),
      setting: get("setting").replace("_", "-"),
      regime: get("regime"),
      scheduler: get("scheduler") === "none" ? h("span", { class: "quiet" }, "none") : get("scheduler"),
      repeat: number(get("repeat")),
      spent: [number(get("spent")), h("span", { class: "quiet" }, `/${get("budget") === null ? "∞" : number(get("budget"))}`)],
      ending: failure ? h("span", { class: "bad", title: get("message") ?? "" }, `${failure} failure`) : (get("ending") ?? "").replace("_", " "),
      seconds: duration(get("seconds")),
    };
    const excerpt = excerpts.get(key);
    const node = h("div", { role: "row", class: kept.marked === key ? "row marked" : "row", "aria-rowindex": String(n + 2), click: (event) => {
      kept.selected = n;
      if (!event.target.closest("a")) location.hash = link("episode", key);
    } }, COLUMNS.map(([name, , kind]) => h("span", { role: "gridcell", class: `${name} ${kind}`, title: WHOLE.has(name) ? [get(name), name === "contest" ? get("problem") : null].filter(Boolean).join(" ") : null }, cells[name])),
      excerpt ? h("span", { role: "gridcell", class: "excerpt" }, h("code", null, excerpt.where), " ", excerpt.excerpt) : null);
    node.style.transform = `translateY(${n * rowHeight}px)`;
    node.style.height = `${rowHeight}px`;
    return node;
  }

  function select(n) {
    kept.selected = Math.max(0, Math.min(n, kept.order.length - 1));
    const top = kept.selected * rowHeight;
    if (top < body.scrollTop) body.scrollTop = top;
    else if (top + rowHeight > body.scrollTop + body.clientHeight) body.scrollTop = top + rowHeight - body.clientHeight;
    draw();
  }

  const keyAt = (n) => run.episodes.get("key", kept.order[n]);

  function mark() {
    const key = keyAt(kept.selected);
    if (kept.marked && kept.marked !== key) location.hash = link("compare", [kept.marked, key]);
    else kept.marked = kept.marked === key ? null : key;
    refresh();
  }

  function searchNow() {
    const wanted = query.value.trim();
    write((next) => {
      next.delete("q");
      next.set("text", wanted);
    });
  }

  async function searchAll() {
    searching?.abort();
    const wanted = parameters.get("text") ?? "";
    hits = wanted ? new Set() : null;
    excerpts = new Map();
    progress.textContent = "";
    if (!wanted) return;
    const mine = (searching = new AbortController());
    let waiting = false;
    const show = () => {
      waiting = false;
      if (searching === mine) refresh();
    };
    try {
      await searchTexts(wanted, (told) => {
        if (mine.signal.aborted) return;
        if (told.key) {
          hits.add(told.key);
          excerpts.set(told.key, told);
          if (!waiting) {
            waiting = true;
            setTimeout(show, 150);
          }
        } else progress.textContent = told.done < told.of ? `${number(told.done)} of ${number(told.of)} searched` : `all texts searched`;
      }, mine.signal);
    } catch (error) {
      if (!mine.signal.aborted) progress.textContent = String(error.message);
    }
  }

  query.addEventListener("input", () => write((next) => {
    next.delete("text");
    next.set("q", query.value);
  }));
  query.addEventListener("keydown", (event) => {
    if (event.key === "Enter") searchNow();
  });
  body.addEventListener("scroll", () => requestAnimationFrame(draw), { passive: true });
  const resized = new ResizeObserver(() => {
    if (measure() !== rowHeight) refresh();
    else draw();
  });
  resized.observe(body);
  let late = false;
  const grown = () => {
    if (late) return;
    late = true;
    setTimeout(() => {
      late = false;
      if (element.isConnected) refresh();
    }, 100);
  };
  run.episodes.listeners.add(grown);
  run.openListeners.add(grown);
  query.value = parameters.get("text") ?? parameters.get("q") ?? "";
  if (parameters.get("text")) searchAll();

  return {
    element,
    title: "Episodes",
    update,
    ready: () => {
      refresh();
      body.scrollTop = kept.scroll;
      draw();
    },
    leave: () => {
      kept.scroll = body.scrollTop;
      resized.disconnect();
      searching?.abort();
      run.episodes.listeners.delete(grown);
      run.openListeners.delete(grown);
    },
    keys: [
      ["j", "next episode", () => select(kept.selected + 1)],
      ["k", "previous episode", () => select(kept.selected - 1)],
      ["Enter", "open the episode", () => { location.hash = link("episode", keyAt(kept.selected)); }],
      ["x", "mark; marking a second one compares both", mark],
      ["G", "last episode", () => select(kept.order.length - 1)],
      ["g g", "first episode", () => select(0)],
      ["/", "search", () => query.focus()],
    ],
  };
}
