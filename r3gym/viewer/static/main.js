// The frame of all pages: reads the address, shows its page, and says what is running.

import { h, link, number } from "./dom.js";
import { Failure, openRun, run } from "./data.js";
import { addKeys, setKeys, showHelp } from "./keys.js";
import { boardPage, boardsPage } from "./board.js";
import { comparePage } from "./compare.js";
import { episodePage } from "./episode.js";
import { listPage } from "./list.js";

const main = document.getElementById("main");
const PAGES = new Map([["", listPage], ["episode", episodePage], ["compare", comparePage], ["boards", boardsPage], ["board", boardPage]]);
let leave = null;
let shown = null;

function address() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const [page, ...keys] = path.split("/").map(decodeSafely);
  return { page, keys, parameters: new URLSearchParams(query ?? "") };
}

const decodeSafely = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

async function show() {
  const at = address();
  const place = `${at.page}/${at.keys.join("/")}`;
  if (place === shown?.place && shown.update) return shown.update(at.parameters);
  leave?.();
  leave = null;
  setKeys([]);
  const page = PAGES.get(at.page);
  shown = { place, update: null };
  const mine = shown;
  document.body.dataset.page = at.page || "list";
  tellPages(at.page);
  try {
    if (!page) throw new Failure("There is no such page.");
    const made = await page(at.keys, at.parameters);
    if (mine !== shown) return made.leave?.(); // another page was asked for meanwhile
    main.replaceChildren(made.element);
    document.title = `${made.title} – ${run.document.name}`;
    leave = made.leave;
    mine.update = made.update;
    setKeys(made.keys ?? []);
    made.ready?.();
  } catch (error) {
    if (mine !== shown) return;
    main.replaceChildren(h("section", { class: "page" }, h("h1", null, "This cannot be shown"), h("p", null, error instanceof Failure ? error.message : String(error)), h("p", null, h("a", { href: "#/" }, "All episodes"))));
    if (!(error instanceof Failure)) throw error;
  }
}

function tellPages(page) {
  const pages = [["", "Episodes"], ["boards", "Scoreboards"]];
  document.getElementById("pages").replaceChildren(...pages.map(([name, title]) => h("a", { href: link(name), "aria-current": name === page ? "page" : null }, title)));
}

function tellLive() {
  const playing = run.open.filter((one) => one.running);
  const left = run.open.length - playing.length;
  document.getElementById("live").replaceChildren(
    ...(playing.length ? [h("a", { href: link("episode", playing[0].key), class: "playing" }, h("i", { class: "pulse" }), `${number(playing.length)} playing`)] : []),
    ...(run.lost ? [h("b", { class: "lost" }, "no connection")] : []),
    ...(left ? [h("span", { class: "quiet" }, `${number(left)} unfinished`)] : []),
  );
}

addKeys([
  ["g l", "go to the list", () => { location.hash = "#/"; }],
  ["g b", "go to the scoreboards", () => { location.hash = "#/boards"; }],
]);
document.getElementById("help").addEventListener("click", showHelp);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

try {
  const opening = openRun();
  await Promise.race([opening, new Promise((ready) => run.episodes.listeners.add(ready))]);
  document.getElementById("run-name").textContent = run.document.name;
  run.openListeners.add(tellLive);
  tellLive();
  addEventListener("hashchange", show); // not before: pages read the run's document
  await show();
  await opening;
} catch (error) {
  main.replaceChildren(h("section", { class: "page" }, h("h1", null, "This run cannot be shown"), h("p", null, error.message)));
  if (!(error instanceof Failure)) throw error;
}
