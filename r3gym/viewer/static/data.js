// The documents of the run: the same addresses on the server and in a bundle.

export class Failure extends Error {}

export async function load(path) {
  let answer;
  try {
    answer = await fetch(`data/${path}`);
  } catch {
    throw new Failure("The server does not answer; is r3gym view still running?");
  }
  if (answer.ok) return answer.json();
  let said = null;
  try {
    said = (await answer.json()).error;
  } catch {
    // a static server answers with a page of its own
  }
  throw new Failure(said ?? (answer.status === 404 ? "There is no such document in this run." : `The server answered ${answer.status}.`));
}

// The list as columns. An episode that failed and was played again has two entries; `counts` tells which one counts.
export class Episodes {
  constructor() {
    this.length = 0;
    this.column = new Map();
    this.places = new Map();
    this.listeners = new Set();
  }

  add(chunk) {
    if (chunk.start > this.length) throw new Failure("The list has a gap; reload the page.");
    const from = this.length - chunk.start;
    for (const name of Object.keys(chunk.columns)) {
      const values = chunk.columns[name];
      const worded = WORDS.has(name);
      if (!this.column.has(name)) this.column.set(name, []);
      const own = this.column.get(name);
      for (let n = from; n < chunk.length; n++) own.push(worded && values[n] !== null ? chunk.words[values[n]] : values[n]);
    }
    const keys = this.column.get("key");
    const failures = this.column.get("failure");
    for (let n = this.length; n < keys.length; n++) {
      const known = this.places.get(keys[n]);
      if (known === undefined || failures[known] !== null || failures[n] === null) this.places.set(keys[n], n);
    }
    this.length = keys.length;
    for (const listener of this.listeners) listener();
  }

  get(name, place) {
    return this.column.get(name)?.[place] ?? null;
  }

  place(key) {
    return this.places.get(key);
  }

  counts(place) {
    return this.places.get(this.column.get("key")[place]) === place;
  }
}

const WORDS = new Set(["kind", "policy", "setting", "domain", "suite", "contest", "problem", "scheduler", "regime", "signs", "ending", "failure", "message", "board"]);

// Everything that is known of the run, and what changes while a campaign runs.
export const run = { document: null, episodes: new Episodes(), open: [], openListeners: new Set(), complete: false, lost: false };

export async function openRun() {
  run.document = await load("run.json");
  run.open = run.document.open;
  const chunks = run.document.chunks;
  for (let n = 0; n < chunks; n++) {
    const chunk = await load(`index/${n}.json`);
    run.episodes.add(chunk);
    if (n === 0) queueMicrotask(() => follow(chunks));
  }
  if (!chunks) follow(0);
  run.complete = true;
}

function lost(now) {
  if (run.lost === now) return;
  run.lost = now;
  for (const listener of run.openListeners) listener();
}

function follow() {
  if (!run.document.live) return;
  const wait = () => {
    if (!run.complete) return void setTimeout(wait, 50);
    const stream = new EventSource(`data/events?entries=${run.episodes.length}`);
    stream.addEventListener("entries", (event) => run.episodes.add(JSON.parse(event.data)));
    stream.addEventListener("unfinished", (event) => {
      run.open = JSON.parse(event.data);
      for (const listener of run.openListeners) listener();
    });
    stream.addEventListener("open", () => lost(false));
    stream.addEventListener("error", () => {
      // a browser would ask again with the old number of entries
      stream.close();
      lost(true);
      setTimeout(wait, 2000);
    });
    addEventListener("pagehide", () => stream.close());
  };
  wait();
}

// Search in the texts of all records; `told` gets {key, where, excerpt} and {done, of}.
export async function searchTexts(query, told, signal) {
  if (!run.document.live) return searchBundle(query, told, signal);
  const answer = await fetch(`data/search?q=${encodeURIComponent(query)}`, { signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) told(JSON.parse(line));
  }
}

// A bundle has no server to ask: its documents are read one after another.
async function searchBundle(query, told, signal) {
  const wanted = query.toLowerCase();
  const episodes = run.episodes;
  for (let place = 0; place < episodes.length && !signal.aborted; place++) {
    if (episodes.counts(place) && episodes.get("record", place)) {
      const key = episodes.get("key", place);
      try {
        const found = findText(await load(`episode/${key}.json`), wanted, "");
        if (found) told({ key, where: found[0], excerpt: found[1] });
      } catch {
        // a document that is not in the bundle has no text
      }
    }
    told({ done: place + 1, of: episodes.length });
  }
}

function findText(value, wanted, where) {
  if (typeof value === "string") {
    const at = value.toLowerCase().indexOf(wanted);
    return at < 0 ? null : [where, value.slice(Math.max(0, at - 60), at + wanted.length + 60)];
  }
  if (value && Array.isArray(value.parts)) return findText(value.parts.map((part) => part[1]).join(""), wanted, where);
  if (value && typeof value === "object") {
    const named = typeof value.id === "string" ? value.id : where;
    for (const part of Object.values(value)) {
      const found = findText(part, wanted, named);
      if (found) return found;
    }
  }
  return null;
}
