// The frame: which record is on the desk, how far the annotator is, and whether everything is saved.

import { h, number } from "../../static/dom.js";
import { addKeys, setKeys, showHelp } from "../../static/keys.js";
import { Desk } from "./desk.js";
import { load, send } from "./server.js";

const main = document.getElementById("main");
const saved = document.getElementById("saved");
let given = null;
let desk = null;

const place = () => given.episodes.findIndex((one) => one.id === desk?.record.id);
const wanted = () => decodeURIComponent(location.hash.replace(/^#\/?/, ""));
const goTo = (id) => {
  location.hash = `#/${encodeURIComponent(id)}`;
};

// Leave one record for another; what the server has not taken keeps its record in sight.
async function show() {
  const id = wanted() || given.resume || given.episodes[0]?.id;
  if (desk) {
    await desk.cards.flush();
    if (id !== (wanted() || id)) return; // another was asked for meanwhile
    if (id === desk.record.id) return;
    if (desk.cards.unacknowledged.length) {
      desk.say("Something of this record is not saved yet; it stays here until it is.");
      return goTo(desk.record.id);
    }
    desk.leave();
    desk = null;
  }
  setKeys([]);
  if (!id) return tell("Nothing to label", "No record was assigned to you.");
  try {
    const record = await load(`record/${encodeURIComponent(id)}.json`);
    if (id !== (wanted() || id) || desk) return;
    desk = new Desk(given.codebook, record, tellSaved);
    arrive();
  } catch (error) {
    tell("This record cannot be shown", error.message);
  }
}

function arrive() {
  main.replaceChildren(desk.element);
  setKeys([...desk.keys(), ["d", "done: finish the record and go on", finish], ["n", "next record", () => turn(1)], ["p", "previous record", () => turn(-1)], ["l", "list of records", showList]]);
  tellWhere();
  tellSaved();
}

function tell(title, text) {
  main.replaceChildren(h("section", { class: "page" }, h("h1", null, title), h("p", null, text), h("p", null, h("button", { type: "button", click: showList }, "List of records"))));
  setKeys([["l", "list of records", showList]]);
  tellWhere();
}

function tellWhere() {
  const done = given.episodes.filter((one) => one.finished).length;
  const at = place();
  document.title = desk ? `${desk.record.id} – desk` : "Desk";
  document.getElementById("where").replaceChildren(
    h("button", { type: "button", class: "top-button", "aria-label": "Previous record", title: "Previous record (p)", click: () => turn(-1) }, "‹"),
    h("button", { type: "button", class: "top-button list-of", title: "List of records (l)", click: showList }, desk && at >= 0 ? `${number(at + 1)} of ${number(given.episodes.length)}` : "Records"),
    h("button", { type: "button", class: "top-button", "aria-label": "Next record", title: "Next record (n)", click: () => turn(1) }, "›"),
    h("span", { class: "quiet done-of" }, `${number(done)} done`),
    desk ? h("button", { type: "button", class: "top-button finish", title: "Finish the record and go on (d)", click: finish }, desk.record.finished ? "Finished ✓" : "Finish") : null);
}

function tellSaved() {
  if (!desk) return;
  const open = desk.cards.unacknowledged;
  const drafts = desk.cards.all.filter((one) => one.state === "refused");
  const lost = open.some((one) => one.state === "unsaved");
  saved.className = lost || drafts.length ? "odd-said" : "";
  saved.textContent = lost ? "NOT SAVED" : open.length ? "saving …" : drafts.length ? `saved, but ${drafts.length} incomplete` : "all saved";
  const own = given.episodes[place()];
  if (own) own.labels = desk.cards.all.filter((one) => one.stored).length;
}

function turn(by) {
  const next = given.episodes[place() + by];
  if (next) goTo(next.id);
  else desk?.say(by > 0 ? "This is the last record." : "This is the first record.");
}

async function finish() {
  await desk.cards.flush();
  if (desk.cards.unacknowledged.length) return desk.say("Not finished: something is not saved yet.");
  try {
    const answer = await send("finish", { episode: desk.record.id });
    given.episodes = answer.episodes;
    desk.record.finished = true;
    tellWhere();
    if (answer.next) goTo(answer.next);
    else desk.say("Finished. These were all records that were assigned to you.");
  } catch (error) {
    desk.say(error.message);
  }
}

function showList() {
  const dialog = h("dialog", { class: "records", "aria-label": "Records" }, h("h2", null, "Records"),
    h("ol", null, given.episodes.map((one) => h("li", null, h("a", { href: `#/${encodeURIComponent(one.id)}`, click: () => dialog.close(), "aria-current": desk && one.id === desk.record.id ? "page" : null }, one.id), " ",
      h("span", { class: "quiet" }, one.finished ? "finished" : one.labels || one.draft ? "begun" : "", one.labels ? ` · ${number(one.labels)} labels` : "")))),
    h("button", { type: "button", click: () => dialog.close() }, "Close"));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

addEventListener("hashchange", show);
addEventListener("beforeunload", (event) => {
  if (desk?.cards.unacknowledged.length) event.preventDefault();
});
document.getElementById("help").addEventListener("click", showHelp);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addKeys([]);

try {
  given = await load("desk.json");
  document.getElementById("run-name").textContent = `Desk of ${given.annotator}`;
  await show();
} catch (error) {
  main.replaceChildren(h("section", { class: "page" }, h("h1", null, "The desk cannot be opened"), h("p", null, error.message)));
}
