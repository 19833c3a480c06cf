"""A model that knows the embedded banks and writes in the styles of the parsing corpus.

A style is an output of the corpus whose labelled answers are replaced by right ones, so its score is known: the number
of answers that the corpus says can be read from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from loopback_model import ScriptedCompletion, calls, says

from r3gym.core.contest import Contest
from r3gym.core.known_domains import get_domain
from r3gym.policies.bank_drafts import insider_drafts
from r3gym.suites import load_suite

CORPUS = Path(__file__).parent / "parsing" / "corpus"
MARKS = {"math": "\\boxed{%s}", "ar": "<answer>%s</answer>", "code": "%s"}
#: What the finaliser's request says, and no other.
STAGE_2 = "The stopped trace follows."
#: What a stage-1 prompt says, and no other.
STAGE_1 = "You are the first of two stages"


@dataclass(frozen=True)
class Style:
    """An output of the corpus: its text, and for each label the answer that can be read, None where none can."""

    name: str
    domain: str
    text: str
    answers: Mapping[str, str | None]

    @property
    def score(self) -> int:
        return sum(answer is not None for answer in self.answers.values())

    def written(self, right: Mapping[str, str]) -> str:
        """The output with these right answers in the places of the corpus's own."""
        mark = MARKS[self.domain]
        places = {mark % answer: mark % right[label] for label, answer in self.answers.items() if answer is not None}
        anyone = "|".join(re.escape(place) for place in sorted(places, key=len, reverse=True))
        return re.sub(anyone, lambda found: places[found[0]], self.text) if places else self.text


@cache
def styles(domain: str, problems: int = 6) -> tuple[Style, ...]:
    """The outputs of the corpus that have room for any answer of the domain, right ones of several lines included."""
    rows = [json.loads(line) for name in ("styles", "oddities") for line in (CORPUS / f"{name}.jsonl").open()]
    found = [Style(r["style"], r["domain"], r["text"], r["answers"]) for r in rows if r["domain"] == domain]
    found = [style for style in found if len(style.answers) == problems]
    roomy = {style.name for style in found if any("\n" in (answer or "") for answer in style.answers.values())}
    return tuple(
        style
        for style in found
        if (domain == "math" or style.name in roomy)
        and all(style.text.count(MARKS[domain] % answer) for answer in style.answers.values() if answer is not None)
    )


def right_answers(domain: str, contest: Contest) -> dict[str, str]:
    """The right answer of each problem of an embedded contest, by its label."""
    drafts = insider_drafts("embedded", get_domain(domain), [problem.id for problem in contest.problems])
    return {
        label: str(drafts[problem.id].right) for label, problem in zip(contest.labels, contest.problems, strict=True)
    }


@dataclass(frozen=True)
class CorpusModel:
    """Answers requests: contest ``n`` in the style ``chosen[n]``, with a reasoning channel if it ``thinks``.

    A thinking model drafts its answers in the visible text or (every second contest) is cut inside its reasoning, and
    writes the corpus's output when it finalises. An agent writes it into its files and completes.
    """

    domain: str
    chosen: Sequence[Style]
    thinks: bool = False

    def __call__(self, body: dict[str, Any]) -> ScriptedCompletion:
        text = "\n".join(str(message.get("content") or "") for message in body["messages"])
        if body.get("tools"):
            turn = sum(message["role"] == "assistant" for message in body["messages"])
            return self._files(self._contest_in(text)) if turn == 0 else calls(("mark_task_complete", {}))
        if STAGE_2 in text:
            found = re.search(r"\[\[(\d+)\]\]", text)
            assert found, "the trace has the number of its contest"
            assert not any(p.statement.strip() in text for c in _contests(self.domain) for p in c.problems)
            return says(self._output(int(found[1])))
        number = self._contest_in(text)
        if not self.thinks:
            return says(self._output(number))
        if number % 2:
            return says("", reasoning=f"[[{number}]] So:\n{self._output(number)}\nand", finish="length")
        return says(self._output(number), reasoning=f"[[{number}]] Let me see.")

    def _contest_in(self, text: str) -> int:
        contests = _contests(self.domain)
        return next(n for n, c in enumerate(contests) if all(p.statement.strip() in text for p in c.problems))

    def _output(self, number: int) -> str:
        contest = _contests(self.domain)[number]
        return self.chosen[number].written(right_answers(self.domain, contest))

    def _files(self, number: int) -> ScriptedCompletion:
        if self.domain != "code":
            return calls(_write("/logs/artifacts/answer.txt", self._output(number)))
        right = right_answers(self.domain, _contests(self.domain)[number])
        answered = [label for label, answer in self.chosen[number].answers.items() if answer is not None]
        return calls(*(_write(f"/app/solution_{label}.cpp", right[label]) for label in answered))


def single_model(domain: str, style: Style, thinks: bool) -> Callable[[dict[str, Any]], ScriptedCompletion]:
    """A model for single problems: whichever problem it is shown, in one style."""

    def answer(body: dict[str, Any]) -> ScriptedCompletion:
        text = "\n".join(str(message.get("content") or "") for message in body["messages"])
        if STAGE_2 in text:
            return says(text.partition("[output]\n")[2].rpartition("\n\nEnd of the trace.")[0])
        (right,) = {
            right_answers(domain, contest)[label]
            for contest in _contests(domain)
            for label, problem in zip(contest.labels, contest.problems, strict=True)
            if problem.statement.strip() in text
        }
        said = style.written(dict.fromkeys(style.answers, right))
        if body.get("tools"):
            turn = sum(message["role"] == "assistant" for message in body["messages"])
            file = "/app/solution_A.cpp" if domain == "code" else "/logs/artifacts/answer.txt"
            written = right if domain == "code" else said
            return calls(_write(file, written)) if turn == 0 else calls(("mark_task_complete", {}))
        return says(said, reasoning="Let me see." if thinks else "")

    return answer


def _write(file: str, text: str) -> tuple[str, dict[str, str]]:
    return "bash_command", {"command": f"cat > {file} <<'END_OF_FILE'\n{text}\nEND_OF_FILE"}


@cache
def _contests(domain: str) -> tuple[Contest, ...]:
    return tuple(load_suite("embedded", get_domain(domain)).contests)
