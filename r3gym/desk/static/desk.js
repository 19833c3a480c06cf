// One record on the desk: the two sides, what is active, and what keys and buttons do to it.

import { h } from "../../static/dom.js";
import { finder } from "../../static/find.js";
import { Cards } from "./cards.js";
import { Codebook } from "./codebook.js";
import { recordElement } from "./record.js";
import { WordSelection, markQuotations, selected } from "./words.js";

export class Desk {
  // `told` is called when something was saved or refused; `say` puts a sentence into the bar below the record.
  constructor(codebook, record, told) {
    this.codebook = codebook;
    this.record = record;
    this.told = told;
    this.events = new Map(record.events.map((one) => [one.id, one.n]));
    this.cards = new Cards(codebook, record, (card) => this.cardTold(card));
    const first = this.cards.all.find((one) => one.state === "empty") ?? this.cards.all[0];
    this.active = { card: first, role: first.kind.components[0].role };
    this.picking = null;
    this.book = new Codebook(this);
    this.left = recordElement(record);
    this.find = finder(this.left);
    this.bar = h("div", { class: "bar", role: "status" });
    this.quoteButton = h("button", { type: "button", click: () => this.quoteSelection() }, "Quote ", h("kbd", null, "Enter"));
    this.element = h("div", { class: "desk" },
      h("div", { class: "sides-of", role: "group", "aria-label": "Side" }, ["record", "codebook"].map((side) => h("button", { type: "button", "data-side": side, click: () => this.turnTo(side) }, side))),
      h("section", { class: "pane left", tabindex: "0", "aria-label": "Record" }, h("div", { class: "tools" }, this.find.element), this.left, h("div", { class: "bar-place" }, this.bar, this.quoteButton)),
      h("section", { class: "pane right", tabindex: "0", "aria-label": "Codebook" }, this.book.element));
    this.selectionChanged = () => {
      if (!this.quiet) this.tellBar();
      this.quiet = false;
    };
    document.addEventListener("selectionchange", this.selectionChanged);
    this.keydown = (event) => this.pickingKey(event);
    addEventListener("keydown", this.keydown, true);
    markQuotations(this.left, this.cards.quotations);
    this.turnTo("record");
    this.tellBar();
  }

  leave() {
    document.removeEventListener("selectionchange", this.selectionChanged);
    removeEventListener("keydown", this.keydown, true);
    CSS.highlights?.clear();
  }

  turnTo(side) {
    document.body.dataset.side = side;
    for (const button of this.element.querySelectorAll(".sides-of button")) button.setAttribute("aria-pressed", String(button.dataset.side === side));
  }

  cardTold(card) {
    this.book.update(card);
    this.told();
  }

  // -- cards

  choose(card, role = null) {
    const before = this.active.card;
    if (before === card && role === null) return;
    this.active = { card, role: role ?? this.openRole(card) };
    if (before !== card) this.book.update(before);
    this.book.update(card);
    this.book.show(card);
    this.tellBar();
  }

  openRole(card) {
    const open = card.kind.components.find((one) => card.quoted(one.role).length < one.least);
    return (open ?? card.kind.components[0]).role;
  }

  step(by) {
    const all = this.cards.all;
    this.choose(all[(all.indexOf(this.active.card) + by + all.length) % all.length]);
  }

  toGroup(group) {
    const card = this.cards.all.find((one) => one.kind.group === group);
    if (card) this.choose(card);
    else document.getElementById(`group-${group}`)?.scrollIntoView({ block: "start" });
  }

  nextRole() {
    const { card, role } = this.active;
    const roles = card.kind.components.map((one) => one.role);
    this.choose(card, roles[(roles.indexOf(role) + 1) % roles.length]);
  }

  setValue(card, value) {
    card.value = value;
    this.active = { card, role: this.openRole(card) };
    this.cards.changed(card);
    this.tellBar();
  }

  nth(n) {
    const value = this.active.card.kind.values[n - 1];
    if (value) this.setValue(this.active.card, value);
  }

  withdraw(card) {
    this.cards.withdraw(card).then(() => {
      markQuotations(this.left, this.cards.quotations);
      this.book.update(card);
    });
  }

  another(card) {
    const made = this.cards.another(card);
    this.active = { card: made, role: made.kind.components[0].role };
    this.book.draw();
    this.book.show(made);
  }

  // -- quotations

  addQuote(card, role, { event, text }, typed = false) {
    card.quotations.push({ event, text, role });
    if (!card.value && card.kind.name !== "miss_cause") card.value = "true";
    this.active = { card, role: typed ? role : this.openRole(card) };
    const slot = () => this.book.elements.get(card).querySelector(`[data-role="${role}"] .quotation:last-child .event-id`);
    if (typed) {
      this.book.update(card);
      slot().focus();
    } else {
      this.cards.changed(card);
      markQuotations(this.left, this.cards.quotations);
    }
    this.tellBar();
  }

  removeQuote(card, one) {
    card.quotations.splice(card.quotations.indexOf(one), 1);
    this.active = { card, role: one.role };
    this.cards.changed(card);
    markQuotations(this.left, this.cards.quotations);
  }

  // A button of a slot: take what is selected, else wait there for the next selection.
  quote(card, role) {
    const found = selected(this.left);
    this.choose(card, role);
    if (found && !found.error) this.take(found);
    else this.turnTo("record");
  }

  quoteSelection() {
    const found = selected(this.left);
    if (!found) return this.say("Select words of the record first: with the mouse, or v and the arrow keys.");
    if (found.error) return this.say(found.error);
    this.take(found);
  }

  take(found) {
    const { card, role } = this.active;
    this.picking = null;
    this.quiet = true; // the selection that goes must not take the sentence with it
    getSelection().removeAllRanges();
    this.addQuote(card, role, found);
    this.book.show(card);
    this.say(`Quoted ${found.event} as ${role.replaceAll("_", " ")} of ${card.kind.title}${card.problem ? ` ${card.problem}` : ""}.`);
  }

  // -- events

  get current() {
    return document.activeElement?.closest?.("[data-event]") ?? this.left.querySelector(".event.here");
  }

  goTo(id) {
    const event = [...this.left.querySelectorAll("[data-event]")].find((one) => one.dataset.event === id);
    if (!event) return this.say(`There is no event ${id} in this record.`);
    this.turnTo("record");
    this.focusEvent(event);
  }

  focusEvent(event) {
    for (const one of this.left.querySelectorAll(".event.here")) one.classList.remove("here");
    event.classList.add("here");
    event.focus({ preventScroll: true });
    event.scrollIntoView({ block: "nearest" });
  }

  move(by) {
    const all = [...this.left.querySelectorAll("[data-event]")];
    if (!all.length) return;
    const at = all.indexOf(this.current);
    this.focusEvent(all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + by))]);
  }

  // The next event on the problem of the active card.
  moveOn(by) {
    const problem = this.active.card.problem;
    const all = [...this.left.querySelectorAll("[data-event]")];
    let at = all.indexOf(this.current) + by;
    while (at >= 0 && at < all.length && all[at].dataset.problem !== problem) at += by;
    if (all[at]) this.focusEvent(all[at]);
    else this.say(problem ? `No more events on problem ${problem}.` : "The active card names no problem.");
  }

  pick() {
    const event = this.current;
    if (!event) return this.say("Go to an event first: j and k.");
    const fold = event.querySelector("details");
    fold.fill();
    fold.open = true;
    this.picking = new WordSelection(event);
    if (!this.picking.words.length) this.picking = null;
    this.tellBar();
  }

  pickingKey(event) {
    if (!this.picking || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, textarea, select")) return;
    if (event.key === "Escape") {
      this.picking = null;
      getSelection().removeAllRanges();
    } else if (!this.picking.key(event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
    this.tellBar();
  }

  // -- the bar: where the next quotation goes

  say(text) {
    this.bar.textContent = text;
  }

  tellBar() {
    const { card, role } = this.active;
    const found = selected(this.left);
    this.quoteButton.disabled = !found || Boolean(found.error);
    const aim = `${card.kind.title}${card.problem ? ` ${card.problem}` : ""}: ${role.replaceAll("_", " ")}`;
    this.say(found?.error ?? `${found ? found.event : "The next quotation"} → ${aim}`);
  }

  editQuotes() {
    const element = this.book.elements.get(this.active.card);
    (element.querySelector(`[data-role="${this.active.role}"] textarea`) ?? element.querySelector("textarea"))?.focus();
  }

  editNote() {
    this.book.elements.get(this.active.card).querySelector(".note")?.focus();
  }

  keys() {
    return [
      ["j", "next event", () => this.move(1)],
      ["k", "previous event", () => this.move(-1)],
      ["J", "next event on the card's problem", () => this.moveOn(1)],
      ["K", "previous event on the card's problem", () => this.moveOn(-1)],
      ["v", "select words: ← → by one, ↑ ↓ by ten, with Shift the beginning, End to the end, Esc to leave", () => this.pick()],
      ["Enter", "quote what is selected in the active component", () => this.quoteSelection()],
      [".", "next component of the card", () => this.nextRole()],
      ["]", "next card", () => this.step(1)],
      ["[", "previous card", () => this.step(-1)],
      ...this.valueKeys(),
      ["e", "edit the quotation", () => this.editQuotes()],
      ["m", "write a note (Esc to leave)", () => this.editNote()],
      ["+", "another label of this kind", () => this.active.card.kind.about === "episode" && this.another(this.active.card)],
      ["w", "take the label back", () => this.withdraw(this.active.card)],
      ["g c", "to coverage", () => this.toGroup("coverage")],
      ["g m", "to selected misses", () => this.toGroup("cause")],
      ["g a", "to online adaptation", () => this.toGroup("adaptation")],
      ["g r", "to decision regret", () => this.toGroup("regret")],
      ["g e", "to engineering issues", () => this.toGroup("engineering")],
      ["/", "search in the record", () => this.find.focus()],
    ];
  }

  valueKeys() {
    return [...Array(8).keys()].map((n) => [String(n + 1), ["true", "false", "unknown"][n] ? `${["true", "false", "unknown"][n]}, or cause ${n + 1}` : `cause ${n + 1}`, () => this.nth(n + 1)]);
  }
}
