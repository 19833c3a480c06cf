// Search in the foldable parts of a page: opens what matches and marks it without changing the text.

import { h, number } from "./dom.js";

const MOST = 500;

export function finder(root) {
  const field = h("input", { type: "search", "aria-label": "Search in this episode", placeholder: "Search in this episode", autocomplete: "off", spellcheck: "false" });
  const said = h("span", { class: "quiet", role: "status" });
  let matches = [];
  let at = -1;

  function look() {
    const wanted = field.value.toLowerCase();
    matches = [];
    at = -1;
    CSS.highlights?.clear();
    if (wanted.length < 2) return void (said.textContent = "");
    const parts = [...root.querySelectorAll("details")].filter((one) => one.searched?.toLowerCase().includes(wanted));
    for (const part of parts) {
      part.fill();
      part.open = true;
      for (const inner of part.querySelectorAll("details")) {
        inner.fill?.();
        if (inner.textContent.toLowerCase().includes(wanted)) inner.open = true;
      }
      matches.push(...ranges(part, wanted));
      if (matches.length > MOST) break;
    }
    CSS.highlights?.set("found", new Highlight(...matches.slice(0, MOST)));
    said.textContent = matches.length ? `${matches.length > MOST ? `more than ${MOST}` : number(matches.length)} in ${number(parts.length)} places` : "nothing found";
    go(1);
  }

  function go(step) {
    if (!matches.length) return;
    at = (at + step + matches.length) % matches.length;
    CSS.highlights?.set("here", new Highlight(matches[at]));
    matches[at].startContainer.parentElement?.scrollIntoView({ block: "center" });
  }

  let waiting = 0;
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, 200);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
  });
  return { element: h("div", { class: "search" }, field, said), focus: () => field.focus(), clear: () => CSS.highlights?.clear() };
}

// A match may cross coloured spans: positions in the text of a block are translated to text nodes.
function ranges(part, wanted) {
  const found = [];
  for (const block of part.querySelectorAll("pre, p, .message, summary")) {
    const nodes = [];
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    let length = 0;
    while (walker.nextNode()) {
      nodes.push([length, walker.currentNode]);
      length += walker.currentNode.length;
    }
    const text = block.textContent.toLowerCase();
    if (text.length !== length) continue; // lower case changed a length: such a text is opened, not marked
    for (let at = text.indexOf(wanted); at >= 0 && found.length <= MOST; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      const place = (offset) => {
        let n = nodes.length - 1;
        while (n > 0 && nodes[n][0] > offset) n--;
        return [nodes[n][1], offset - nodes[n][0]];
      };
      range.setStart(...place(at));
      const [node, offset] = place(at + wanted.length - 1);
      range.setEnd(node, offset + 1);
      found.push(range);
    }
  }
  return found;
}
