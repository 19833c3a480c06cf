"""The interface of a domain: everything that differs between code, mathematics and other domains.

A domain is a folder of its own (`r3gym.domains`, or an installed package) and is found by name
(`r3gym.core.known_domains`). Data such as rows, manifests and records hold the name; rules take the object.
`r3gym.domains.answer_file.AnswerFileDomain` implements most of it for domains whose answers are short.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from r3gym.core.artifact import Artifact
from r3gym.core.domain_prompts import DomainPrompts
from r3gym.core.drafts import DraftStep, ProblemDrafts
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.core.problem import Problem
from r3gym.core.verdict import ParsedAnswer


class AnswerRefused(Exception):
    """An answer that ``submit_answer`` does not record; the message says why and what to do."""


@dataclass(frozen=True)
class StepFeedback:
    """What the exit status of a paid step indicates about an answer.

    ``tested``: paid steps run tests, so that status zero separates right answers from wrong ones. ``exit_looks`` and
    ``exit_fails`` are the probabilities of status zero when the solver believes in its draft and when it does not.
    """

    tested: bool
    exit_looks: float
    exit_fails: float


@dataclass(frozen=True)
class WorkspaceSetup:
    """What a workspace is opened with: a host folder mounted read-only, and a command that is run once."""

    shared: Path | None = None
    command: str | None = None


class Domain(ABC):
    """A domain of problems. Two objects of one name are the same domain, also after pickling.

    - ``gym_name`` is the word inside a Gymnasium id (``Code`` in ``R3Contest-Code-v0``); ``name``, its lower case, is
      the word in files, on the command line and in records; ``long_name`` is the name a reader knows it by.
    - ``shares_artifact``: all answers are in one file, which counted commands may not modify.
    - ``fenced``: answers are code blocks, so headings inside closed blocks are not headings.
    - ``marker_pattern`` matches text which shows that a truncated line may still hold an answer.
    - ``feedback`` is what a scheduler may expect of a paid step.
    - ``default_budgets``: the budget of a contest of six problems by setting, where the paper publishes none; it holds
      when neither a budget nor a pressure is given.
    - ``scripted_seconds``: processor seconds of the scripted solver per kind of run, for estimates.
    """

    gym_name: ClassVar[str]
    long_name: ClassVar[str]
    shares_artifact: ClassVar[bool] = False
    fenced: ClassVar[bool] = False
    marker_pattern: ClassVar[re.Pattern[str]]
    feedback: ClassVar[StepFeedback]
    default_budgets: ClassVar[Mapping[str, int] | None] = None
    scripted_seconds: ClassVar[Mapping[str, float]] = {"baseline": 0.5, "contest": 0.3, "curve": 0.1, "target": 0.2}

    @property
    def name(self) -> str:
        """The word in files, on the command line and in records."""
        return self.gym_name.lower()

    @property
    @abstractmethod
    def prompts(self) -> DomainPrompts:
        """The parts of the prompts that differ between domains."""

    @abstractmethod
    def labels(self, count: int = PROBLEMS_PER_CONTEST) -> tuple[str, ...]:
        """Return the labels of a contest's problems in presented order."""

    @abstractmethod
    def artifact(self, label: str) -> str:
        """Return the path of a problem's final answer in the workspace; problems may share a file."""

    def artifact_paths(self, labels: Sequence[str]) -> tuple[str, ...]:
        """Return the paths of the judged files, each once."""
        return tuple(dict.fromkeys(map(self.artifact, labels)))

    @abstractmethod
    def parse_artifacts(self, artifacts: Mapping[str, Artifact], labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
        """Parse one answer per label from the final files, by path; a refused file (a link, a pipe) is malformed."""

    @abstractmethod
    def parse_text(self, text: str, labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
        """Parse one answer per label from a tool-free completion; one label is a single problem, several a contest."""

    @abstractmethod
    def write_answer(self, old: bytes | None, labels: Sequence[str], label: str, answer: str) -> bytes:
        """Return the artifact after ``submit_answer`` recorded an answer; raise `AnswerRefused` for an invalid one."""

    @abstractmethod
    def trace_coverage(self, answer: str, trace: str) -> float:
        """Return the share of an answer that occurs in a trace, from 0 to 1 (used to audit a finaliser)."""

    def workspace_setup(self, sandbox: str) -> WorkspaceSetup:  # noqa: ARG002
        """Return what a contest's workspace is opened with in a sandbox backend."""
        return WorkspaceSetup()

    def workspace_files(self, problem: Problem) -> Mapping[str, bytes]:
        """Return the files of a problem's scratch area, which hold its public part, by name."""
        files = {"statement.md": problem.statement.strip() + "\n"}
        for number, sample in enumerate(problem.samples, 1):
            files |= {f"sample_{number}.in": sample.input, f"sample_{number}.out": sample.output}
        return {name: text.encode() for name, text in files.items()}

    @property
    @abstractmethod
    def bank(self) -> Any:
        """The private half, a `r3gym.core.bank.Bank`: keys and the judge. Only suites and the judge use it."""

    @abstractmethod
    def drafts(self, key: Any) -> ProblemDrafts:
        """Return right and wrong answers made from a key, for the scripted solver (which knows the keys by design)."""

    @abstractmethod
    def draft_step(self, label: str, draft: str, attempt: int, *, checks: bool, believed: bool) -> DraftStep:
        """Return one attempt of the scripted solver.

        With ``checks`` it tests the draft where it can; with ``believed`` it assumes that the draft is right.
        """

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<domain {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Domain) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


def scratch_area(label: str) -> str:
    """Return the folder that belongs to one problem of the contest."""
    return f"/app/problem_{label}"
