"""Label an episode by a model: every window once, then the causes, and once more what the program refused.

The program decides: a finding whose quotation does not stand in its event, or that lacks a component, is refused; the
model is asked once more with the reasons; what is refused again is unknown or insufficient. What the model does not
report is negative (coverage, updates, patterns) or insufficient (causes).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from r3gym.behaviour.codebook import CODEBOOK, COVERAGE, MISS_CAUSE, OMISSION, About, Answer, Cause, Omission
from r3gym.behaviour.events import StandardRecord
from r3gym.behaviour.evidence import LabelRefused, check_label, withheld
from r3gym.behaviour.label import Annotator, AnnotatorType, Label
from r3gym.behaviour.model.asking import IN_WINDOWS, PROMPT_VERSION, again, question, read_findings, schema
from r3gym.behaviour.model.windows import WINDOW_CHARS, shown, windows
from r3gym.core.setting import Setting
from r3gym.core.verdict import ParseState
from r3gym.models.chat_model import ChatModel
from r3gym.models.messages import ChatRequest

#: The cap of a reply.
REPLY_TOKENS = 1500
Place = tuple[str, str | None]


def model_annotator(model: ChatModel) -> Annotator:
    """Return the name under which a model's labels stand."""
    return Annotator(type=AnnotatorType.MODEL, name=f"{model.profile.name} {PROMPT_VERSION}")


def label_by_model(
    episode: str,
    record: StandardRecord,
    model: ChatModel,
    *,
    window: int = WINDOW_CHARS,
    reply_tokens: int = REPLY_TOKENS,
) -> tuple[Label, ...]:
    """Return a model's labels of an episode, one for each kind, and for each problem where a kind is about problems.

    Raises `ModelFailure` when the service fails.
    """
    work = _Annotation(episode, record, model, model_annotator(model), reply_tokens)
    for events in windows(record, window):
        work.ask(shown(events, window), IN_WINDOWS)
    for kinds in final_kinds(record):
        last = list(windows(record, window))[-1:]
        work.ask(shown(last[0], window) if last else "", kinds)
    return tuple(work.labels())


def final_kinds(record: StandardRecord) -> tuple[tuple[str, ...], ...]:
    """Return the questions after all windows: causes where something was missed, omissions in a completion."""
    missed = record.available and any(one.missed for one in record.problems)
    omitted = record.setting is Setting.TOOL_FREE and any(
        one.parse is not ParseState.ANSWERED for one in record.problems
    )
    return (*([(MISS_CAUSE,)] if missed else []), *([(OMISSION,)] if omitted and record.available else []))


@dataclass
class _Annotation:
    """What was accepted and what was withheld so far."""

    episode: str
    record: StandardRecord
    model: ChatModel
    annotator: Annotator
    reply_tokens: int
    accepted: dict[Place, Label] = field(default_factory=dict)
    doubtful: dict[Place, Label] = field(default_factory=dict)

    def ask(self, text: str, kinds: Sequence[str]) -> None:
        """Ask about some events, and once more about what was refused."""
        messages = question(self.record, text, kinds, self._noted())
        reply = self._complete(messages, kinds)
        refused = self._take(reply, kinds)
        if refused:
            reasons = [reason for _, reason in refused]
            refused = self._take(self._complete(again(messages, reply, reasons), kinds), kinds)
        for label, _ in refused:
            if label is not None:
                self.doubtful.setdefault((label.kind, label.problem), withheld(label, "no exact evidence, asked twice"))

    def labels(self) -> Iterator[Label]:
        """Yield the label of every place: accepted, withheld, or what silence means."""
        for kind in CODEBOOK.values():
            if kind.about is About.EPISODE:
                places = [place for place in (*self.accepted, *self.doubtful) if place[0] == kind.name]
                chosen = next((place for place in places if place in self.accepted), None)
                for place in [chosen] if chosen else places[:1] or [(kind.name, None)]:
                    yield self._label(place)
            else:
                yield from (self._label((kind.name, label)) for label in self._problems(kind.name))

    def _problems(self, kind: str) -> Sequence[str]:
        if kind == MISS_CAUSE:
            return [one.label for one in self.record.problems if one.missed] if self.record.available else []
        if kind == OMISSION:
            return self.record.labels if self.record.setting is Setting.TOOL_FREE and self.record.available else []
        return self.record.labels

    def _label(self, place: Place) -> Label:
        found = self.accepted.get(place) or self.doubtful.get(place)
        if found is not None:
            return found
        kind, problem = place
        silent = Cause.INSUFFICIENT.value if kind in (MISS_CAUSE, OMISSION) else Answer.FALSE.value
        facts = self.record.facts_of(problem)
        if kind == OMISSION and facts is not None and facts.parse is ParseState.ANSWERED:
            silent = Omission.ANSWERED.value
        return Label(episode=self.episode, kind=kind, problem=problem, value=silent, annotator=self.annotator)

    def _complete(self, messages: Sequence[object], kinds: Sequence[str]) -> str:
        request = ChatRequest(
            messages=tuple(messages),  # type: ignore[arg-type]
            max_tokens=self.reply_tokens,
            schema=schema(kinds, self.record.labels),
            run=self.episode,
        )
        return self.model.complete(request).content

    def _take(self, reply: str, kinds: Sequence[str]) -> list[tuple[Label | None, str]]:
        """Keep what the program accepts; return what it refused, with the reason."""
        findings = read_findings(reply)
        if findings is None:
            return [(None, "the reply is no JSON object with findings")]
        refused: list[tuple[Label | None, str]] = []
        for finding in sorted(findings, key=lambda one: list(CODEBOOK).index(one.kind) if one.kind in CODEBOOK else 99):
            label = finding.label(self.episode, self.record, self.annotator)
            if label is None or label.kind not in kinds:
                continue
            if not CODEBOOK[label.kind].positive(label.value):
                continue  # silence says the same
            try:
                kept = check_label(label, self.record, self.accepted.values())
            except LabelRefused as error:
                refused.append((label, str(error).removeprefix(f"{self.episode}: ")))
                continue
            self.accepted.setdefault((kept.kind, kept.problem), kept)
        return refused

    def _noted(self) -> str:
        lines = [
            f"[{quotation.event}] {quotation.text!r} ({label.kind}{'' if not label.problem else ' ' + label.problem})"
            for label in self.accepted.values()
            if label.kind != COVERAGE
            for quotation in label.quotations
        ]
        return "\n".join(lines[-20:])
