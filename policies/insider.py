"""What an insider knows: right and wrong drafts for a problem, made from its key and the bank's submissions.

Only measuring instruments use this. It reads the bank directly and never goes through an environment.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from r3gym.core.domain import Domain
from r3gym.core.keys import AnswerKey, CodeKey
from r3gym.core.tier import Tier
from r3gym.domains.code.packages import Expected, read_submissions
from r3gym.suites import load_keys

#: A program that compiles, runs and solves nothing: the wrong draft of a problem that has no submissions.
EMPTY_PROGRAM = "int main() { return 0; }\n"


@dataclass(frozen=True)
class Drafts:
    """Drafts of one problem; ``right`` is None when the bank has no accepted C++ program to hand out."""

    tier: Tier
    right: str | None
    wrong: tuple[str, ...]


def insider_drafts(suite: str, domain: Domain, problem_ids: Collection[str]) -> dict[str, Drafts]:
    """The drafts of the given problems."""
    return {p: _drafts(key) for p, key in load_keys(suite, domain, problem_ids).items()}


def _drafts(key: AnswerKey) -> Drafts:
    if isinstance(key, CodeKey):
        return _program_drafts(key)
    wrong = tuple(str(n) for n in (90001, 90017, 90023) if str(n) != key.reference)
    return Drafts(key.tier, key.reference, wrong)


def _program_drafts(key: CodeKey) -> Drafts:
    found = () if key.tests is None else read_submissions(key.tests)
    programs = [
        (s.expected, s.files[0].read_text("utf-8"))
        for s in found
        if len(s.files) == 1 and s.files[0].suffix in (".cpp", ".cc")
    ]
    right = next((text for expected, text in programs if expected is Expected.ACCEPTED), None)
    wrong = tuple(text for expected, text in programs if expected is Expected.WRONG_ANSWER)
    return Drafts(key.tier, right, wrong or (EMPTY_PROGRAM,))
