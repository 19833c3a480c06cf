// The labels of one record as they are filled in: what is stored, what is changed, and how they are saved.

import { Refused, Unreachable, send } from "./server.js";

const SAVE_AFTER_MS = 250;
// The groups of the codebook, in the order in which a record is worked through.
export const GROUPS = ["coverage", "cause", "adaptation", "regret", "engineering"];

export const placeOf = ({ kind, problem, instance }) => ({ kind, problem: problem ?? null, instance });
const same = (a, b) => a.kind === b.kind && (a.problem ?? null) === (b.problem ?? null) && a.instance === b.instance;

// One label to be. `state` is empty, saved, changed, saving, refused or unsaved; `stored` is the place of what is saved.
export class Card {
  constructor(kind, problem, instance = 1) {
    Object.assign(this, { kind, problem, instance, value: "", quotations: [], note: "", state: "empty", reasons: [], stored: null, stale: false, version: 0 });
  }

  fill(form, state) {
    Object.assign(this, { value: form.value, quotations: form.quotations.map((one) => ({ ...one })), note: form.note, state });
    this.stale = Boolean(form.stale);
    return this;
  }

  form() {
    return { kind: this.kind.name, problem: this.problem ?? null, instance: this.instance, value: this.value, quotations: this.quotations.map(({ event, text, role }) => ({ event, text, role })), note: this.note };
  }

  get place() {
    return { kind: this.kind.name, problem: this.problem ?? null, instance: this.instance };
  }

  get positive() {
    return this.kind.name === "miss_cause" ? this.value !== "" && this.value !== this.kind.fallback : this.value === "true";
  }

  get blank() {
    return !this.value && !this.quotations.length && !this.note && !this.stored;
  }

  quoted(role) {
    return this.quotations.filter((one) => one.role === role || (this.kind.components.length === 1 && one.role === "evidence"));
  }
}

// All cards of a record. `told(card)` is called when a card's state has changed.
export class Cards {
  constructor(codebook, record, told) {
    this.episode = record.id;
    this.told = told;
    this.waiting = new Map();
    this.queue = Promise.resolve();
    this.all = [];
    for (const kind of GROUPS.flatMap((group) => codebook.kinds.filter((one) => one.group === group))) {
      const problems = kind.about !== "problem" ? [null] : kind.name === "miss_cause" ? record.problems.filter((one) => one.missed).map((one) => one.label) : record.problems.map((one) => one.label);
      const own = [...record.labels, ...record.drafts].filter((one) => one.kind === kind.name);
      if (kind.about === "problem") {
        for (const label of new Set([...problems, ...own.map((one) => one.problem)])) this.all.push(new Card(kind, label));
        for (const one of own) if (one.instance > 1 && !this.find(one)) this.all.push(new Card(kind, one.problem, one.instance));
      } else {
        for (const one of own) if (!this.find(one)) this.all.push(new Card(kind, one.problem, one.instance));
        if (!own.length) this.all.push(new Card(kind, null));
      }
    }
    for (const one of record.labels) Object.assign(this.find(one).fill(one, "saved"), { stored: placeOf(one) });
    for (const one of record.drafts) {
      const card = this.find(one).fill(one, "refused");
      card.reasons = ["this is a draft: it was not complete when you left it"];
    }
  }

  find(place) {
    return this.all.find((one) => same(one.place, placeOf(place)));
  }

  // Another card of a kind, behind the others: an instance that no label has yet.
  another(card) {
    const used = this.all.filter((one) => one.kind === card.kind).map((one) => one.instance);
    const made = new Card(card.kind, card.kind.about === "problem" ? card.problem : null, Math.max(...used) + 1);
    this.all.splice(this.all.findLastIndex((one) => one.kind === card.kind) + 1, 0, made);
    return made;
  }

  changed(card) {
    card.version += 1;
    card.state = "changed";
    clearTimeout(this.waiting.get(card));
    this.waiting.set(card, setTimeout(() => this.save(card), SAVE_AFTER_MS));
    this.told(card);
  }

  // Send a card now; one at a time, so that the last change is the last to be stored.
  save(card) {
    clearTimeout(this.waiting.get(card));
    this.waiting.delete(card);
    this.queue = this.queue.then(() => this.#send(card));
    return this.queue;
  }

  async #send(card) {
    const version = card.version;
    const place = card.place;
    card.state = "saving";
    this.told(card);
    await this.#outcome(card, version, async () => {
      const moved = card.stored && !same(card.stored, place) ? card.stored : null;
      await send("save", { episode: this.episode, form: card.form(), moved });
      card.stored = place;
      card.stale = false;
      return "saved";
    });
  }

  withdraw(card) {
    clearTimeout(this.waiting.get(card));
    this.waiting.delete(card);
    card.version += 1;
    const version = card.version;
    this.queue = this.queue.then(() => this.#outcome(card, version, async () => {
      await send("withdraw", { episode: this.episode, place: card.stored ?? card.place });
      if (card.stored && !same(card.stored, card.place)) await send("withdraw", { episode: this.episode, place: card.place });
      Object.assign(card, { value: "", quotations: [], note: "", stored: null, stale: false });
      return "empty";
    }));
    return this.queue;
  }

  async #outcome(card, version, work) {
    let state;
    let reasons = [];
    try {
      state = await work();
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
      state = error instanceof Refused && error.draft ? "refused" : "unsaved";
      reasons = error instanceof Refused ? error.reasons : [error.message];
    }
    if (version === card.version) Object.assign(card, { state, reasons });
    this.told(card);
  }

  // Send what waits, and wait until everything is answered.
  async flush() {
    for (const card of [...this.waiting.keys()]) this.save(card);
    await this.queue;
  }

  get unacknowledged() {
    return this.all.filter((one) => ["changed", "saving", "unsaved"].includes(one.state));
  }

  get quotations() {
    return this.all.flatMap((one) => one.quotations);
  }
}
