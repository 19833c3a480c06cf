"""Records of contests built step by step, for tests that state what happened and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from r3gym.records.record import EpisodeRecord

VERBS = {"focus", "shelve", "status", "submit", "finish"}


@dataclass
class MadeEpisode:
    """An agentic episode of six problems; every method is one thing that the contestant does."""

    labels: str = "ABCDEF"
    budget: int = 10
    contestant: dict[str, Any] | None = None
    domain: str = "code"
    scheduler: str = "none"
    turns: list[dict[str, Any]] = field(default_factory=list)
    reasons: list[dict[str, Any]] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)
    candidates: list[dict[str, Any]] = field(default_factory=list)
    contents: dict[str, str] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    blocked: int = 0
    focused: str | None = None

    def think(self, text: str, said: str = "") -> MadeEpisode:
        n = len(self.turns) + 1
        self.turns.append({"id": f"t{n}", "content": said, "reasoning": f"r{n}" if text else None})
        if text:
            self.reasons.append({"id": f"r{n}", "turn": f"t{n}", "text": text})
        return self

    def _step(
        self,
        verb: str,
        problem: str,
        text: str,
        kind: str,
        output: str,
        guard: str | None = None,
        code: int | None = None,
    ) -> MadeEpisode:
        if not self.turns:
            self.think("")
        if kind == "counted":
            label = self.focused or ""
            self.spent[label] = self.spent.get(label, 0) + 1
        used = sum(self.spent.values())
        named = problem or self.focused
        self.steps.append(
            {
                "id": f"s{len(self.steps)}",
                "turn": self.turns[-1]["id"],
                "action": {"verb": verb, "problem": problem, "text": text},
                "problem": named,
                "charge": {"kind": kind, "category": "compute", "reason": guard or kind},
                "output": output,
                "guard": guard,
                "exit": None if code is None else {"code": code, "timed_out": False, "escape": False},
                "state": {"focus": self.focused, "spent": used, "remaining": self.budget - used, "problems": None},
            }
        )
        return self

    def focus(self, label: str) -> MadeEpisode:
        self.focused = label
        return self._step("focus", label, "", "free", f"focus: problem {label}")

    def shelve(self, label: str, note: str = "") -> MadeEpisode:
        return self._step("shelve", label, note, "free", f"shelved problem {label}")

    def status(self) -> MadeEpisode:
        return self._step("status", "", "", "free", f"budget: {sum(self.spent.values())} of {self.budget} used")

    def run(self, text: str, output: str = "[exit 0]", code: int = 0) -> MadeEpisode:
        return self._step("command", "", text, "counted", output, code=code)

    def free(self, text: str, output: str = "[exit 0]") -> MadeEpisode:
        return self._step("command", "", text, "free", output, code=0)

    def block(self, text: str, guard: str) -> MadeEpisode:
        self.blocked += 1
        return self._step("command", "", text, "blocked", f"blocked: {guard}", guard=guard)

    def write(self, label: str, text: str = "int main(){}") -> MadeEpisode:
        """Write an answer with a free command, which makes a version of it."""
        self.free(f"cat > /app/solution_{label}.cpp <<'EOF'\n{text}\nEOF")
        return self._changed(label, text)

    def submit(self, label: str, text: str) -> MadeEpisode:
        self._step("submit", label, text, "free", f"recorded the answer of problem {label}")
        return self._changed(label, text)

    def _changed(self, label: str, text: str) -> MadeEpisode:
        version = sum(one["label"] == label for one in self.candidates) + 1
        self.candidates.append(
            {"label": label, "version": version, "step": self.steps[-1]["id"], "content": f"c{len(self.candidates)}"}
        )
        self.contents[f"c{len(self.candidates) - 1}"] = text
        return self

    def finish(self) -> MadeEpisode:
        return self._step("finish", "", "", "free", "the contest is over")

    def record(self, ending: str = "finished", **verdicts: str) -> EpisodeRecord:
        """Return the record; ``verdicts`` are words by label, ``missing`` where none is given."""
        problems = []
        for label in self.labels:
            word = verdicts.get(f"p{label}", verdicts.get(label, "missing"))
            parse = word if word in ("missing", "malformed", "unparsable") else "answered"
            problems.append(
                {
                    "label": label,
                    "problem_id": f"x-{label}",
                    "correct": word == "accepted",
                    "parse": parse,
                    "verdict": word if parse == "answered" else None,
                    "judge": "local",
                    "standing": None,
                    "detail": "",
                    "spent": self.spent.get(label, 0),
                }
            )
        used = sum(self.spent.values())
        return EpisodeRecord.model_validate(
            {
                "settings": {
                    "env": "R3Contest-Code-v0",
                    "setting": "agentic",
                    "domain": self.domain,
                    "suite": {"reference": None, "content_hash": None},
                    "contest": "made-1",
                    "problems": [{"label": label, "problem_id": f"x-{label}"} for label in self.labels],
                    "seed": 0,
                    "budget": {"total": self.budget, "unit": "actions"},
                    "scheduler": self.scheduler,
                },
                "versions": {"r3gym": None, "counting_policy": None, "prompts": None},
                "contestant": self.contestant,
                "opening": {"instruction": None},
                "turns": self.turns,
                "reasoning": self.reasons,
                "steps": self.steps,
                "candidates": self.candidates,
                "contents": self.contents,
                "ledger": {
                    "unit": "actions",
                    "total": self.budget,
                    "spent": used,
                    "remaining": self.budget - used,
                    "per_problem": {label: self.spent.get(label, 0) for label in self.labels},
                    "unattributed": 0,
                    "free": 0,
                    "blocked": self.blocked,
                    "protocol_errors": 0,
                },
                "result": {
                    "contest": "made-1",
                    "score": sum(p["correct"] is True for p in problems),
                    "judge_errors": [],
                    "judges": ["local"],
                    "standing": None,
                    "problems": problems,
                },
                "ending": ending,
            }
        )


def completion_record(
    text: str,
    *,
    labels: str = "123456",
    budget: int = 500,
    charged: int = 100,
    cut: bool = False,
    reasoning: str = "",
    domain: str = "math",
    **verdicts: str,
) -> EpisodeRecord:
    """Return the record of a tool-free episode."""
    base = MadeEpisode(labels=labels, budget=budget, domain=domain).record(**verdicts).model_dump(mode="json")
    base["settings"] |= {"setting": "tool_free", "budget": {"total": budget, "unit": "output tokens"}}
    base["steps"] = []
    base["ledger"] |= {"unit": "output tokens", "spent": charged, "remaining": budget - charged}
    base["turns"] = []
    base["reasoning"] = [{"id": "r0", "turn": None, "text": reasoning}] if reasoning else []
    base["completion"] = {
        "id": "s0",
        "text": text,
        "tokens": charged,
        "finish": "length" if cut else "stop",
        "metered": {
            "charged": charged,
            "cut": cut,
            "cut_in_reasoning": False,
            "over_cap": False,
            "reported": True,
            "hit_safety_cap": False,
        },
        "spent": charged,
    }
    return EpisodeRecord.model_validate(base)
