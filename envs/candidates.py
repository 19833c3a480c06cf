"""Candidates: what is visible of an answer without judging it (whether there is one, whether it changed)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from r3gym.core.artifact import Artifact
from r3gym.core.contest import Contest
from r3gym.core.domain import Domain
from r3gym.core.verdict import ParsedAnswer
from r3gym.judging.artifacts import MAX_ARTIFACT_BYTES
from r3gym.sandbox import FileRefused, Workspace
from r3gym.utils.hashing import hash_bytes


@dataclass(frozen=True)
class Candidate:
    """The answer of one problem as the runtime tracks it: content digest, version, paid checks since it changed.

    ``digest`` is None while there is no answer; ``last`` is the digest of the latest answer there was.
    """

    digest: str | None = None
    version: int = 0
    checks: int = 0
    last: str | None = None

    @property
    def present(self) -> bool:
        """Whether there is an answer at all."""
        return self.digest is not None


NO_CANDIDATE = Candidate()


@dataclass(frozen=True)
class NewVersion:
    """A version of an answer that has just appeared, with its content."""

    label: str
    version: int
    digest: str
    content: str


def follow(before: Candidate, digest: str | None, *, checked: bool) -> Candidate:
    """Return the candidate after a command; ``checked`` when that command was paid for this problem.

    A change of content starts a new version; writing the same bytes again is no change, even if the file was removed
    in between.
    """
    if digest is None:
        return replace(before, digest=None)
    if digest != before.last:
        return Candidate(digest, before.version + 1, 0, digest)
    return replace(before, digest=digest, checks=before.checks + (checked and before.present))


def digests(workspace: Workspace, contest: Contest) -> dict[str, str | None]:
    """Return a digest of each problem's answer, None where there is none."""
    domain, labels = contest.domain, contest.labels
    if not domain.shares_artifact:
        return {label: workspace.hash_file(domain.artifact(label)) for label in labels}
    parsed = _parsed(workspace, contest)
    return {p.label: None if p.answer is None else hash_bytes(p.answer.encode()) for p in parsed}


def content(workspace: Workspace, contest: Contest, label: str) -> str:
    """Return the content of one problem's answer as text, the content that `digests` digests."""
    if contest.domain.shares_artifact:
        return next((p.answer or "" for p in _parsed(workspace, contest) if p.label == label), "")
    try:
        data = workspace.read_file(contest.domain.artifact(label), MAX_ARTIFACT_BYTES)
    except FileRefused as refused:
        return f"[refused: {refused}]"
    return (data or b"").decode("utf-8", errors="replace")


def _parsed(workspace: Workspace, contest: Contest) -> tuple[ParsedAnswer, ...]:
    files = {}
    for path in contest.domain.artifact_paths(contest.labels):
        try:
            files[path] = workspace.read_file(path, MAX_ARTIFACT_BYTES)
        except FileRefused:
            files[path] = None
    return _parse(contest.domain, contest.labels, tuple(files.items()))


@lru_cache(maxsize=4)  # a file is parsed once per change, not for every command and every problem
def _parse(
    domain: Domain, labels: tuple[str, ...], files: tuple[tuple[str, bytes | None], ...]
) -> tuple[ParsedAnswer, ...]:
    return domain.parse_artifacts({path: Artifact(data) for path, data in files}, labels)
