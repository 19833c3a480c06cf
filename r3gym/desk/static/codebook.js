// The right side: the codebook, a card for each label.

import { h } from "../../static/dom.js";
import { GROUPS } from "./cards.js";

const TITLES = { coverage: ["Coverage", "Substantive work on each problem"], cause: ["Selected misses", "One primary cause for each"], adaptation: ["Online adaptation", ""], regret: ["Decision regret", ""], engineering: ["Engineering", ""] };
const words = (text) => text.replaceAll("_", " ");
const STATES = { saved: "saved", changed: "changed", saving: "saving …", refused: "not saved: a draft", unsaved: "not saved", empty: "" };

export class Codebook {
  // `desk` has: codebook, record, cards, active {card, role}, choose(card, role), quote(card, role), events (id -> place in time)
  constructor(desk) {
    this.desk = desk;
    this.elements = new Map();
    this.element = h("div", { class: "codebook" });
    this.draw();
  }

  draw() {
    this.elements.clear();
    this.element.replaceChildren(...GROUPS.map((group) => {
      const [title, about] = TITLES[group];
      const cards = this.desk.cards.all.filter((one) => one.kind.group === group);
      return h("section", { class: "group", id: `group-${group}`, "aria-label": title }, h("h2", null, title, about ? h("small", { class: "quiet" }, ` ${about}`) : null),
        group === "cause" && this.desk.record.no_oracle ? h("p", { class: "banner" }, this.desk.record.no_oracle)
          : group === "cause" && !cards.length ? h("p", { class: "quiet" }, "The contest misses nothing that the oracle selects.") : null,
        cards.map((card) => this.cardElement(card)));
    }));
  }

  update(card) {
    const before = this.elements.get(card);
    if (!before) return;
    // what is being typed stays: only the state is told again
    if (before.contains(document.activeElement) && document.activeElement.matches("textarea, input, select")) return this.tell(card, before);
    const held = before.contains(document.activeElement) ? document.activeElement.dataset.hold : null;
    before.replaceWith(this.cardElement(card));
    if (held) this.elements.get(card).querySelector(`[data-hold="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }

  show(card) {
    this.elements.get(card)?.scrollIntoView({ block: "nearest" });
  }

  cardElement(card) {
    const active = this.desk.active.card === card;
    const open = active || card.quotations.length > 0 || card.positive || card.note || card.reasons.length > 0;
    const title = `${card.kind.title}${card.problem ? ` · ${card.problem}` : ""}${card.instance > 1 ? ` (${card.instance})` : ""}`;
    const element = h("section", { class: `card ${active ? "active" : ""}`, "aria-label": title, "data-kind": card.kind.name, "data-problem": card.problem, "data-instance": card.instance, click: () => this.desk.choose(card) },
      h("div", { class: "card-top" }, h("h3", null, title), this.values(card, active), h("span", { class: "state" })),
      h("div", { class: "refusal", role: "alert" }),
      open ? [active ? h("p", { class: "quiet rule" }, this.ruleOf(card)) : null, this.problem(card),
        card.kind.components.map((one) => this.slot(card, one, active)), this.times(card), this.below(card, active)] : null);
    this.elements.set(card, element);
    this.tell(card, element);
    return element;
  }

  ruleOf(card) {
    return card.kind.name === "miss_cause" && card.value ? this.desk.codebook.causes[card.value] : card.kind.rule;
  }

  values(card, active) {
    return h("div", { class: "values", role: "group", "aria-label": "Value" }, card.kind.values.map((value, n) => h("button", {
      type: "button", "aria-pressed": String(card.value === value), class: `value ${value}`, "data-hold": `value-${value}`, title: this.desk.codebook.causes[value],
      click: (event) => { event.stopPropagation(); this.desk.setValue(card, value); } }, active ? h("kbd", null, n + 1) : null, words(value))));
  }

  // Labels of episodes may name the problem at their centre.
  problem(card) {
    if (card.kind.about === "problem") return null;
    const choice = h("select", { "data-hold": "problem", change: () => { card.problem = choice.value || null; this.desk.cards.changed(card); } },
      ["", ...this.desk.record.problems.map((one) => one.label)].map((label) => h("option", { value: label, selected: (card.problem ?? "") === label }, label || "the episode")));
    return h("label", { class: "about-problem" }, "About ", choice);
  }

  slot(card, component, active) {
    const quotes = card.quoted(component.role);
    const chosen = active && this.desk.active.role === component.role;
    const missing = card.positive && quotes.length < component.least;
    return h("div", { class: `slot ${chosen ? "chosen" : ""} ${missing ? "missing" : ""}`, role: "group", "aria-label": words(component.role), "data-role": component.role },
      h("div", { class: "slot-top" }, h("b", null, words(component.role)), component.least > 1 ? h("small", { class: "quiet" }, ` at least ${component.least}, from different steps`) : null,
        h("small", { class: "quiet" }, ` ${component.rule}`),
        h("button", { type: "button", class: "quote-here", "data-hold": `quote-${component.role}`, click: (event) => { event.stopPropagation(); this.desk.quote(card, component.role); } }, "Quote here"),
        h("button", { type: "button", class: "plain", "data-hold": `type-${component.role}`, click: (event) => { event.stopPropagation(); this.desk.addQuote(card, component.role, { event: "", text: "" }, true); } }, "type")),
      h("div", { class: "refusal", role: "alert", "data-reasons": component.role }),
      quotes.map((one) => this.quotation(card, one, component)));
  }

  quotation(card, one, component) {
    const at = this.desk.events.get(one.event);
    const event = h("input", { type: "text", class: "event-id", value: one.event, "aria-label": `Event of the ${words(component.role)}`, spellcheck: "false", autocomplete: "off", input: () => { one.event = event.value.trim(); this.desk.cards.changed(card); } });
    const text = h("textarea", { rows: Math.min(5, 1 + Math.floor(one.text.length / 60)), "aria-label": `Words of the ${words(component.role)}`, spellcheck: "false", input: () => { one.text = text.value; this.desk.cards.changed(card); } }, one.text);
    return h("div", { class: "quotation" },
      h("button", { type: "button", class: "time", title: "Go to the event", click: (press) => { press.stopPropagation(); this.desk.goTo(one.event); } }, at === undefined ? "t?" : `t${at}`), event,
      h("button", { type: "button", class: "remove", "aria-label": "Remove the quotation", click: (press) => { press.stopPropagation(); this.desk.removeQuote(card, one); } }, "×"), text);
  }

  // t_prior < t_trigger <= t_revision, as they stand.
  times(card) {
    if (!card.kind.order.length || !card.quotations.length) return null;
    const at = (role) => card.quoted(role).map((one) => this.desk.events.get(one.event)).filter((n) => n !== undefined);
    const parts = card.kind.order.map(([first, second, strictly]) => {
      const [a, b] = [at(first), at(second)];
      const known = a.length && b.length;
      const holds = known && (strictly ? Math.min(...a) < Math.max(...b) : Math.min(...a) <= Math.max(...b));
      return h("span", { class: `tag ${known ? (holds ? "good" : "bad") : ""}` }, `${first} ${a.length ? `t${Math.min(...a)}` : "?"} ${strictly ? "<" : "≤"} ${second} ${b.length ? `t${Math.max(...b)}` : "?"}`);
    });
    return h("p", { class: "times" }, parts);
  }

  below(card, active) {
    const note = h("input", { type: "text", class: "note", value: card.note, placeholder: "Note", "aria-label": "Note", "data-hold": "note", input: () => { card.note = note.value; this.desk.cards.changed(card); } });
    return h("div", { class: "below" }, note,
      card.blank ? null : h("button", { type: "button", class: "withdraw", "data-hold": "withdraw", click: (event) => { event.stopPropagation(); this.desk.withdraw(card); } }, "Take back"),
      card.kind.name === "miss_cause" || card.kind.name === "coverage" || !active ? null : h("button", { type: "button", class: "plain", "data-hold": "another", click: (event) => { event.stopPropagation(); this.desk.another(card); } }, "another"));
  }

  // State and reasons: each sentence stands beside the component that it names, the others below the title.
  tell(card, element) {
    element.dataset.state = card.state;
    element.querySelector(".state").textContent = card.stale ? "the verdicts have changed since: look again" : STATES[card.state];
    const left = [...card.reasons];
    for (const place of element.querySelectorAll("[data-reasons]")) {
      const role = place.dataset.reasons;
      const ids = card.quoted(role).map((one) => one.event).filter(Boolean);
      const own = left.filter((said) => new RegExp(`(^|component )${role}\\b`).test(said) || ids.some((id) => said.startsWith(`${id} does not hold`) || said.includes(`event '${id}'`) || said.includes(`quotation of ${id} `)));
      place.replaceChildren(...own.map((said) => h("p", null, said)));
      for (const said of own) left.splice(left.indexOf(said), 1);
    }
    const rest = element.querySelector(".refusal:not([data-reasons])");
    const before = card.stored && ["refused", "unsaved"].includes(card.state) ? ["What was saved before still stands."] : [];
    rest.replaceChildren(...[...left, ...before].map((said) => h("p", null, said)));
    if (card.state === "unsaved") rest.append(h("button", { type: "button", click: (event) => { event.stopPropagation(); this.desk.cards.save(card); } }, "Save again"));
  }
}
