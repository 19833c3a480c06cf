// The transcript: turns with reasoning, reply, calls and steps; bodies are made when they are opened.

import { duration, firstLine, folded, h, number } from "./dom.js";
import { plain, source, sourceText } from "./source.js";

export function transcriptEntry(entry, running = false) {
  return entry.type === "step" ? stepElement(entry.step) : turn(entry, running);
}

export const entryId = (entry) => (entry.type === "step" ? entry.step.id : entry.id);

function turn(entry) {
  const sent = entry.messages.length;
  const kept = entry.kept ? ` after ${entry.kept} that were sent before` : "";
  return h("article", { class: "turn", id: `at-${entry.id}`, tabindex: "-1" },
    h("h3", null, `Turn ${entry.id.slice(1)} `, h("small", { class: "quiet" }, entry.facts.join(" · "))),
    sent ? text(`sent-${entry.id}`, "sent", h("span", { class: "quiet" }, `${sent} ${sent === 1 ? "message" : "messages"}${kept}`), () => entry.messages.map(([role, said]) => h("div", { class: "message" }, h("b", null, role), plain(said))), entry.messages.map(([role, said]) => `${role}\n${said}`).join("\n")) : null,
    entry.failure ? h("p", { class: "banner bad" }, `No reply: ${entry.failure}`) : null,
    entry.reasoning.trim() ? fold(`r-${entry.id}`, "reasoning", entry.reasoning) : null,
    entry.content.trim() ? fold(`c-${entry.id}`, "reply", entry.content) : null,
    entry.calls.length ? text(`calls-${entry.id}`, "calls", h("span", { class: "quiet" }, `${entry.calls.length} as the model wrote them: ${entry.calls.map(([name]) => name).join(", ")}`), () => entry.calls.map(([name, given]) => h("div", { class: "message" }, h("b", null, name), source(given))), entry.calls.map(([name, given]) => `${name} ${sourceText(given)}`).join("\n")) : null,
    entry.errors.map(([kind, detail, answer]) => h("div", { class: "banner odd" }, h("b", null, `Protocol error: ${kind.replaceAll("_", " ")}. `), detail, h("p", { class: "quiet" }, "Answered: ", answer))),
    entry.tolerated.map((said) => h("p", { class: "quiet" }, `Understood all the same: ${said}`)),
    entry.steps.map(stepElement),
    entry.said.map((said, n) => fold(`said-${entry.id}-${n}`, "told", said)));
}

export function stepElement(step) {
  const command = sourceText(step.source);
  const what = [step.named && step.verb !== "command" ? ` ${step.named}` : "", command ? " " : ""];
  const summary = h("span", { class: "step-line" }, tag(step), h("b", null, step.verb), what, h("code", null, firstLine(command)),
    step.versions.map(([label, version]) => h("span", { class: "tag version" }, `${label} v${version}`)),
    step.output ? h("span", { class: "quiet output-line" }, `→ ${firstLine(step.output)}`) : null);
  const facts = [step.id, step.problem ? `problem ${step.problem}` : "", step.focus && step.focus !== step.problem ? `focus ${step.focus}` : "", `spent ${number(step.spent)}`, step.remaining === null ? "" : `${number(step.remaining)} left`,
    step.exit, step.effects, duration(step.seconds)].filter(Boolean);
  const body = () => [
    h("p", { class: "quiet" }, facts.join(" · ")),
    h("p", { class: step.charge === "blocked" ? "reason odd" : "reason" }, h("b", null, step.charge.replace("_", " ")), step.category ? ` by ${step.category}` : "", step.word ? [" because of ", h("code", null, step.word)] : "", step.reason ? `: ${step.reason}` : ""),
    step.guard ? h("p", { class: "banner odd" }, h("b", null, "The guard: "), step.guard) : null,
    step.driver ? h("p", { class: "quiet" }, `The driver's next choice: ${step.driver}`) : null,
    command ? source(step.source) : null,
    step.output ? [h("h4", null, "Output"), plain(step.output)] : null,
    step.full_output ? folded("The output as it was before it was cut", () => plain(step.full_output)) : null,
  ];
  const element = folded(summary, body, { kind: `step ${step.charge}`, id: `at-${step.id}` });
  element.searched = [step.verb, command, step.output, step.full_output, step.reason, step.guard, step.effects].join("\n");
  return element;
}

const tag = (step) => h("span", { class: `tag ${step.guard ? "guard" : step.charge}` }, step.problem ? h("b", null, step.problem) : null, step.charge === "counted" ? `paid ${number(step.spent)}` : step.guard ? "guard" : step.charge.replace("_", " "));

const fold = (id, name, said) => text(id, name, h("span", { class: "quiet" }, firstLine(said)), () => plain(said), said);

function text(id, name, peek, body, searched) {
  const element = folded(h("span", { class: "step-line" }, h("span", { class: `tag ${name}` }, name), peek), body, { kind: "part", id: `at-${id}` });
  element.searched = searched;
  return element;
}

// A tool-free episode: the completion in the sections of its problems.
export function completionElement(given) {
  const facts = [`${number(given.tokens)} tokens`, `charged ${number(given.charged)}`, `finish ${given.finish || "–"}`].join(" · ");
  const sections = (parts, name) => parts.map(([label, said], n) => {
    const element = folded(h("span", { class: "step-line" }, h("span", { class: `tag ${name}` }, label ? h("b", null, label) : null, name), h("span", { class: "quiet" }, firstLine(said)), h("span", { class: "quiet length" }, `${number(said.length)} characters`)), () => plain(said), { kind: "part", open: name === "text" && given.final === null });
    element.searched = said;
    return element;
  });
  return h("article", { class: "turn" }, h("p", { class: "quiet" }, facts),
    given.reasoning.length ? [h("h3", null, "Reasoning"), sections(given.reasoning, "reasoning")] : null,
    h("h3", null, "Completion"), given.text.length ? sections(given.text, "text") : h("p", { class: "quiet" }, "No visible text."),
    given.final === null ? null : [h("h3", null, "Finaliser ", h("small", { class: "quiet" }, [given.final_finish ? `finish ${given.final_finish}` : "", given.trace_dropped ? `${number(given.trace_dropped)} characters of the trace did not fit` : ""].filter(Boolean).join(" · "))), sections([["", given.final]], "final")],
    given.audit.length ? h("p", { class: "quiet" }, "Audit: ", given.audit.map(([label, found, coverage]) => `${label} ${found ? "in the trace" : `not in the trace (${Math.round(coverage * 100)} % of it)`}`).join("; ")) : null);
}
