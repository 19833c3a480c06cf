// Selecting words of an event: by mouse as everywhere, or by keys, word by word.

export const textOf = (event) => event.querySelector(".said");

// What is selected now, if it stands in one event: {event, text}, or {error}, or null.
export function selected(root) {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const place = (node) => (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest?.(".said");
  const first = place(range.startContainer);
  let last = place(range.endContainer);
  if (!first || !root.contains(first)) return null;
  // a triple click ends the selection at the start of what follows
  if (last !== first && range.endOffset === 0) last = first;
  if (last !== first) return { error: "A quotation stands in one event; select within one." };
  const whole = new Range();
  whole.selectNodeContents(first);
  if (range.compareBoundaryPoints(Range.START_TO_START, whole) > 0) whole.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, whole) < 0) whole.setEnd(range.endContainer, range.endOffset);
  const text = whole.toString().trim();
  return text ? { event: first.closest("[data-event]").dataset.event, text } : null;
}

// A selection that arrow keys move: `from` and `to` are places in the list of words.
export class WordSelection {
  constructor(event) {
    this.node = textOf(event).firstChild;
    this.words = this.node ? [...this.node.data.matchAll(/\S+/g)].map((found) => [found.index, found.index + found[0].length]) : [];
    this.from = 0;
    this.to = 0;
    this.show();
  }

  key(key, shift) {
    const last = this.words.length - 1;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 10, ArrowUp: -10 }[key];
    if (key === "End") this.to = last;
    else if (key === "Home") this.from = this.to;
    else if (step && shift) this.from += step;
    else if (step) this.to += step;
    else return false;
    const between = (n) => Math.max(0, Math.min(last, n));
    this.from = between(this.from);
    this.to = between(this.to);
    if (this.from > this.to) [this.from, this.to] = shift || key === "Home" ? [this.from, this.from] : [this.to, this.to];
    this.show();
    return true;
  }

  show() {
    if (!this.words.length) return;
    const range = new Range();
    range.setStart(this.node, this.words[this.from][0]);
    range.setEnd(this.node, this.words[this.to][1]);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    const box = range.getClientRects();
    const end = box[box.length - 1];
    if (end && (end.bottom > innerHeight - 90 || end.top < 60)) this.node.parentElement.closest(".pane").scrollBy(0, end.top - innerHeight / 2);
  }
}

// Mark what is quoted already, without a change of the text.
export function markQuotations(root, quotations) {
  if (!CSS.highlights) return;
  const ranges = [];
  for (const { event, text } of quotations) {
    const node = [...root.querySelectorAll("[data-event]")].find((one) => one.dataset.event === event);
    const words = node && textOf(node).firstChild;
    const at = words && text ? words.data.indexOf(text) : -1;
    if (at < 0) continue;
    const range = new Range();
    range.setStart(words, at);
    range.setEnd(words, at + text.length);
    ranges.push(range);
  }
  CSS.highlights.set("quoted", new Highlight(...ranges));
}
