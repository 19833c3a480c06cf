// What is read from and written to the server. A write that returns is on the disk.

export class Refused extends Error {
  constructor(reasons, draft) {
    super(reasons.join("; "));
    this.reasons = reasons;
    this.draft = draft;
  }
}

export class Unreachable extends Error {}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Unreachable("The server does not answer; is r3gym annotate still running?");
  }
  let said = null;
  try {
    said = await answer.json();
  } catch {
    // the guard answers in plain text
  }
  if (answer.ok && said) return said;
  if (answer.status === 403) throw new Unreachable("Open the address that r3gym annotate printed last: it was started again.");
  throw new Refused(said?.reasons ?? [`the server answered ${answer.status}`], said?.draft ?? false);
}

export const load = (path) => ask(`data/${path}`, {});

export const send = (name, body) =>
  ask(name, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
