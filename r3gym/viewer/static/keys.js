// Keys of the current page. A page gives [key, what it does, function]; fields for text keep their keys.

import { h } from "./dom.js";

let current = [];
let everywhere = [["?", "show these shortcuts", () => showHelp()]];
let before = "";

export function setKeys(keys) {
  current = keys;
}

// Keys of all pages, added once.
export function addKeys(keys) {
  everywhere = [...everywhere, ...keys];
}

export function showHelp() {
  const lines = [...current, ...everywhere].map(([key, what]) => [h("dt", null, key.split(" ").map((k) => h("kbd", null, k))), h("dd", null, what)]);
  const dialog = h("dialog", { class: "help", "aria-label": "Keyboard shortcuts" },
    h("h2", null, "Keyboard"), h("dl", null, lines), h("button", { type: "button", click: () => dialog.close() }, "Close"));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const field = event.target.closest?.("input:not([type=checkbox]):not([type=range]), select, textarea");
  if (field) {
    if (event.key === "Escape") field.blur();
    return;
  }
  const pressed = before ? `${before} ${event.key}` : event.key;
  before = "";
  const known = [...current, ...everywhere];
  const found = known.find(([key]) => key === pressed);
  if (found) {
    // a button or a link that has the focus is pressed by Enter and Space as everywhere
    if (["Enter", " "].includes(event.key) && event.target.closest?.("a, button, summary, input")) return;
    event.preventDefault();
    found[2]();
  } else if (known.some(([key]) => key.startsWith(`${pressed} `))) before = pressed;
});
