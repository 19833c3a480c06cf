"""Competitive programming: a C++17 program per problem, judged by hidden tests."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from r3gym.core.artifact import Artifact
from r3gym.core.domain import AnswerRefused, Domain, StepFeedback, WorkspaceSetup
from r3gym.core.domain_prompts import DomainPrompts
from r3gym.core.drafts import DraftStep, ProblemDrafts
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.core.verdict import ParsedAnswer, ParseState
from r3gym.domains.code.completion import parse_single_code
from r3gym.domains.code.contest_completion import parse_contest_code
from r3gym.domains.code.solution_files import parse_code_files
from r3gym.domains.code.trace import program_coverage
from r3gym.domains.prompt_files import read_prompts
from r3gym.parsing.fences import without_document_fence

if TYPE_CHECKING:
    from r3gym.domains.code.bank import CodeBank


class CodeDomain(Domain):
    """Programs in C++17, one file per problem, judged by hidden tests."""

    gym_name = "Code"
    long_name = "competitive programming"
    fenced = True
    marker_pattern = re.compile(r"`{3}|~{3}|\}")
    feedback = StepFeedback(tested=True, exit_looks=0.98, exit_fails=0.05)
    scripted_seconds: ClassVar[Mapping[str, float]] = {"baseline": 12.0, "contest": 3.8, "curve": 1.1, "target": 3.8}

    @property
    def bank(self) -> CodeBank:
        """The bank: problems with their keys, and their judges."""
        from r3gym.domains.code.bank import CodeBank

        return CodeBank()

    @cached_property
    def prompts(self) -> DomainPrompts:
        """The prompt texts, read from the files beside this module."""
        return read_prompts(
            self.name,
            "tool_free_finaliser_programs",
            where="Put the program of each problem into its own file: $files.",
            where_one="Put the program into $files.",
            format="A program is complete, standalone C++17 that reads standard input and writes standard output.",
            unchanged_answer="the content of its solution file; a check that rewrites the file is work on a new answer",
            submit_note="",
            samples_note=" and its samples in sample_1.in, sample_1.out and so on",
            no_answer="MISSING",
        )

    def labels(self, count: int = PROBLEMS_PER_CONTEST) -> tuple[str, ...]:
        """Return the first ``count`` letters from A."""
        return tuple("ABCDEFGHIJKL"[:count])

    def artifact(self, label: str) -> str:
        """Return the path of the problem's source file."""
        return f"/app/solution_{label}.cpp"

    def parse_artifacts(self, artifacts: Mapping[str, Artifact], labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
        """Parse the solution files."""
        files = {label: artifacts[self.artifact(label)] for label in labels}
        parsed = parse_code_files({label: file.content for label, file in files.items()}, labels)
        return tuple(
            ParsedAnswer(p.label, ParseState.MALFORMED, detail=files[p.label].refused) if files[p.label].refused else p
            for p in parsed
        )

    def parse_text(self, text: str, labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
        """Parse the programs in a completion."""
        text = without_document_fence(text)
        return (parse_single_code(text, labels[0]),) if len(labels) == 1 else parse_contest_code(text, labels)

    def write_answer(self, old: bytes | None, labels: Sequence[str], label: str, answer: str) -> bytes:  # noqa: ARG002
        """Return the program as it is; raise `AnswerRefused` if it has no ``main``."""
        if "main" not in answer:
            raise AnswerRefused(f"that is not a whole C++ program; write it to {self.artifact(label)}")
        return answer.encode("utf-8", errors="replace")

    def trace_coverage(self, answer: str, trace: str) -> float:
        """Return the share of the program's token runs that occur in the trace."""
        return program_coverage(answer, trace)

    def workspace_setup(self, sandbox: str) -> WorkspaceSetup:
        """Provide the precompiled standard header where g++ finds it (`r3gym.domains.code.judging.pch`)."""
        from r3gym.domains.code.judging import pch
        from r3gym.domains.code.judging.languages import CPP17
        from r3gym.sandbox.interface import SHARED
        from r3gym.sandbox.opening import backend

        header = pch.folder(backend(sandbox), CPP17.header_flags)
        return WorkspaceSetup() if header is None else WorkspaceSetup(header, f"export CPLUS_INCLUDE_PATH={SHARED}")

    def drafts(self, key: Any) -> ProblemDrafts:
        """Return the drafts made from the package's submissions."""
        from r3gym.domains.code.drafting import program_drafts

        return program_drafts(key)

    def draft_step(self, label: str, draft: str, attempt: int, *, checks: bool, believed: bool) -> DraftStep:  # noqa: ARG002
        """Write a program (free), compile it and run the samples (paid), then copy it to its solution file (free)."""
        from r3gym.domains.code.drafting import program_step

        return program_step(label, draft, attempt, self.artifact(label), checks)
