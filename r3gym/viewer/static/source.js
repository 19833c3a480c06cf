// Source texts with colours and differences between versions: [class, text] pairs become elements with text.

import { h } from "./dom.js";

const CLASS = /^[a-z0-9]{0,3}$/;

export function source(given) {
  const parts = given.parts.map(([kind, text]) => (kind && CLASS.test(kind) ? h("span", { class: kind }, text) : text));
  return h("pre", { class: "source", tabindex: "0" }, h("code", null, parts));
}

export const sourceText = (given) => given.parts.map(([, text]) => text).join("");

export const plain = (text) => h("pre", { tabindex: "0" }, text);

// Long stretches of equal lines are folded: three lines around a change stay.
export function difference(lines) {
  if (!lines) return h("p", { class: "quiet" }, "The versions are too long to be compared; both are shown whole.");
  const near = lines.map(() => false);
  lines.forEach(([sign], n) => {
    if (sign !== " ") for (let at = Math.max(0, n - 3); at <= Math.min(lines.length - 1, n + 3); at++) near[at] = true;
  });
  const parts = [];
  for (let n = 0; n < lines.length; n++) {
    if (near[n]) parts.push(line(lines[n]));
    else {
      const from = n;
      while (n + 1 < lines.length && !near[n + 1]) n++;
      const hidden = lines.slice(from, n + 1);
      const fold = h("button", { type: "button", class: "plain", click: () => fold.replaceWith(...hidden.map(line)) }, `${hidden.length} equal lines`);
      parts.push(fold);
    }
  }
  return h("div", { class: "diff", role: "group", "aria-label": "Difference", tabindex: "0" }, parts);
}

function line([sign, text]) {
  const [kind, word] = sign === "+" ? ["added", "added: "] : sign === "-" ? ["removed", "removed: "] : ["", ""];
  return h("div", { class: kind }, h("span", { class: "hidden" }, word), h("span", { "aria-hidden": "true", class: "sign-of-line" }, sign), h("code", null, text || " "));
}
