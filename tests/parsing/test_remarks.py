"""What a contestant is told about the reading of its answers."""

from __future__ import annotations

from known_domains import CODE, MATH

from r3gym.core.artifact import Artifact
from r3gym.core.domain import Domain
from r3gym.parsing.remarks import reading_remark


def remarks(domain: Domain, content: bytes) -> list[str]:
    files = dict.fromkeys(domain.artifact_paths(domain.labels(2)), Artifact(content))
    return [reading_remark(found) for found in domain.parse_artifacts(files, domain.labels(2))]


def test_a_plain_answer_and_a_missing_one_need_no_remark() -> None:
    assert remarks(MATH, b"Problem 1\n\\boxed{1}\n") == ["", ""]


def test_several_sections_are_told_with_the_one_that_counts() -> None:
    text = b"Problem 1\n\\boxed{1}\nProblem 2\n\\boxed{2}\nProblem 1 (corrected)\n\\boxed{3}\n"
    assert remarks(MATH, text) == [", 2 sections for problem 1: the last one counts", ""]


def test_what_cannot_be_read_is_told() -> None:
    assert remarks(MATH, b"Problem 1\n\\boxed{1\nProblem 2\n\\boxed{}") == [
        ", would be read as malformed: the box is not closed",
        ", would be read as unparsable: the box is empty",
    ]
    assert "no main function" in remarks(CODE, b"int f();")[0]
