// The page of one episode: lanes, curves, verdicts, answers, transcript, files; followed while it is played.

import { folded, h, link, number } from "./dom.js";
import { Failure, load, run } from "./data.js";
import { filesSection, problemStrip, verdictTable, versionsSection } from "./answers.js";
import { curvesSection } from "./curves.js";
import { finder } from "./find.js";
import { lanesChart } from "./lanes.js";
import { orderOfList } from "./list.js";
import { plain } from "./source.js";
import { completionElement, transcriptEntry } from "./transcript.js";

export async function episodePage([key], parameters) {
  let shown;
  try {
    shown = await load(`episode/${key}.json`);
  } catch (error) {
    if (!(error instanceof Failure) || run.episodes.place(key) === undefined) throw error;
    return withoutRecord(key, error.message);
  }
  const element = h("section", { class: "page episode" });
  const entries = new Map();
  const transcript = h("div", { class: "transcript" });
  const lanesPlace = h("div");
  const head = h("div");
  const answers = h("div");
  const verdicts = h("div");
  const search = finder(element);
  const follow = h("input", { type: "checkbox", checked: true });
  let curves = null;

  function step(id) {
    const found = document.getElementById(`at-${id}`);
    if (!found) return;
    if (found.tagName === "DETAILS") found.open = true;
    found.scrollIntoView({ block: "center" });
    found.classList.add("here");
    setTimeout(() => found.classList.remove("here"), 1600);
    history.replaceState(null, "", link("episode", key, [["at", id]]));
  }

  function draw() {
    head.replaceChildren(heading(shown, key), ...(shown.banner ? [h("p", { class: `banner ${shown.banner[0]}`, role: "status" }, shown.banner[1])] : []), problemStrip(shown), h("dl", { class: "facts" }, shown.facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))));
    lanesPlace.replaceChildren(lanesChart(shown, { chosen: step }));
    verdicts.replaceChildren(verdictTable(shown));
    answers.replaceChildren(...[versionsSection(shown)].flat());
    if (shown.completion) transcript.replaceChildren(completionElement(shown.completion));
    const list = shown.completion ? shown.transcript.filter((entry) => entry.type === "turn") : shown.transcript;
    for (const [n, entry] of list.entries()) {
      const text = JSON.stringify(entry);
      const known = entries.get(n);
      if (known?.text === text) continue;
      const made = transcriptEntry(entry);
      if (known) {
        for (const open of known.element.querySelectorAll("details[open]")) if (open.id) made.querySelector(`#${CSS.escape(open.id)}`)?.setAttribute("open", "");
        known.element.replaceWith(made);
      } else transcript.append(made);
      entries.set(n, { text, element: made });
    }
    if (!list.length && !shown.completion) transcript.replaceChildren(h("p", { class: "quiet" }, "Nothing was recorded."));
  }

  const section = (id, title, ...content) => h("section", { id: `at-${id}` }, h("h2", null, title), content);
  const curvesPlace = h("div", null, h("p", { class: "quiet" }, "Reading the campaign's curves …"));
  element.append(...[head, toc(key, shown), section("lanes", "Lanes", lanesPlace), section("curves", "Response curves", curvesPlace), section("verdicts", "Verdicts", verdicts),
    section("answers", "Answers", answers),
    section("transcript", shown.completion ? "Completion" : "Transcript", h("div", { class: "tools" }, search.element, h("button", { type: "button", click: () => unfold(true) }, "Unfold all"), h("button", { type: "button", click: () => unfold(false) }, "Fold all"),
      shown.running ? h("label", { class: "follow" }, follow, "Follow") : null), transcript),
    shown.notes.length ? section("notes", "Calls and cuts", h("ul", null, shown.notes.map((note) => h("li", null, note)))) : null,
    section("files", "Files", filesSection(shown)), section("particulars", "Particulars", shown.particulars.map(particular))].filter(Boolean));
  draw();

  function unfold(open) {
    for (const part of transcript.querySelectorAll("details")) {
      part.fill?.();
      part.open = open;
    }
  }

  // While it is played: the document is asked for again when its file has grown.
  let size = null;
  let asking = false;
  async function again() {
    const mine = run.open.find((one) => one.key === key);
    if (asking || !element.isConnected || (mine && mine.size === size)) return;
    if (!mine && !shown.running && shown.ending !== "interrupted") return;
    if (!mine && run.episodes.place(key) === undefined && !shown.running) return;
    asking = true;
    const from = mine?.size ?? null;
    try {
      shown = await load(`episode/${key}.json`);
      if (size !== from || !mine) draw();
      size = from;
      if (follow.checked && shown.running && document.scrollingElement.scrollTop > 0) transcript.lastElementChild?.scrollIntoView({ block: "end" });
      if (!shown.running) readCurves();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    } finally {
      asking = false;
    }
  }
  run.openListeners.add(again);
  run.episodes.listeners.add(again);

  async function readCurves() {
    if (curves || run.episodes.place(key) === undefined) {
      if (!curves) curvesPlace.replaceChildren(h("p", { class: "quiet" }, "Response curves and regret are shown when the episode has a result."));
      return;
    }
    try {
      curves = await load(`analysis/${key}.json`);
      curvesPlace.replaceChildren(curvesSection(curves));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      curvesPlace.replaceChildren(h("p", { class: "quiet" }, error.message));
    }
  }

  let focused = -1;
  function move(by) {
    const parts = [...transcript.querySelectorAll(".turn, .transcript > .step")];
    if (!parts.length) return;
    focused = Math.max(0, Math.min(parts.length - 1, focused + by));
    const target = parts[focused];
    target.scrollIntoView({ block: "start" });
    (target.querySelector("summary") ?? target).focus({ preventScroll: true });
  }

  const sibling = (by) => {
    const order = orderOfList();
    const at = order.indexOf(run.episodes.place(key)) + by;
    if (at >= 0 && at < order.length) location.hash = link("episode", run.episodes.get("key", order[at]));
  };

  const jump = (given) => given.get("at") && (document.getElementById(`at-${given.get("at")}`)?.matches("section") ? document.getElementById(`at-${given.get("at")}`).scrollIntoView() : step(given.get("at")));

  return {
    element,
    title: shown.title,
    update: jump,
    ready: () => {
      scrollTo(0, 0);
      readCurves();
      jump(parameters);
    },
    leave: () => {
      search.clear();
      run.openListeners.delete(again);
      run.episodes.listeners.delete(again);
    },
    keys: [
      ["j", "next turn", () => move(1)], ["k", "previous turn", () => move(-1)], ["n", "next episode of the list", () => sibling(1)], ["p", "previous episode of the list", () => sibling(-1)],
      ["e", "unfold all", () => unfold(true)], ["c", "fold all", () => unfold(false)], ["/", "search in this episode", () => search.focus()], ["u", "back to the list", () => history.length > 1 ? history.back() : (location.hash = "#/")],
    ],
  };
}

function heading(shown, key) {
  const score = shown.score === null ? h("span", { class: shown.running ? "score live" : "score bad" }, shown.running ? "playing" : "void") : h("span", { class: "score" }, h("b", null, number(shown.score)), ` of ${shown.problems.length}`);
  return h("div", { class: "heading" }, score, h("h1", null, shown.title, " ", h("small", { class: "quiet" }, shown.setting)), shown.board ? h("a", { href: link("board", shown.board) }, "Scoreboard") : null, h("code", { class: "quiet" }, key));
}

function toc(key, shown) {
  const parts = [["lanes", "Lanes"], ["curves", "Curves"], ["verdicts", "Verdicts"], ["answers", "Answers"], ["transcript", shown.completion ? "Completion" : "Transcript"], ["files", "Files"], ["particulars", "Particulars"]];
  return h("nav", { class: "toc", "aria-label": "Parts of the episode" }, parts.map(([id, title]) => h("a", { href: link("episode", key, [["at", id]]) }, title)));
}

function particular([name, given]) {
  const body = () => (Array.isArray(given) ? h("dl", { class: "facts" }, given.map(([fact, value]) => h("div", null, h("dt", null, fact), h("dd", null, value)))) : plain(given));
  const element = folded(name, body, { kind: "part" });
  element.searched = Array.isArray(given) ? given.map((pair) => pair.join(" ")).join("\n") : given;
  return element;
}

function withoutRecord(key, why) {
  const place = run.episodes.place(key);
  const names = ["policy", "contest", "problem", "domain", "setting", "kind", "regime", "scheduler", "repeat", "score", "spent", "budget", "ending", "failure", "message", "started"];
  const facts = names.map((name) => [name, run.episodes.get(name, place)]).filter(([, value]) => value !== null && value !== "");
  const curvesPlace = h("div");
  return {
    element: h("section", { class: "page" }, h("h1", null, `${run.episodes.get("contest", place)} · ${run.episodes.get("policy", place)}`), h("p", { class: "banner odd" }, why), h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))), h("h2", null, "Response curves"), curvesPlace),
    title: key,
    ready: async () => {
      try {
        curvesPlace.replaceChildren(curvesSection(await load(`analysis/${key}.json`)));
      } catch (error) {
        curvesPlace.replaceChildren(h("p", { class: "quiet" }, error.message));
      }
    },
    keys: [["u", "back to the list", () => history.back()]],
  };
}
