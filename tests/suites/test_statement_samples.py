"""Samples read out of published statements."""

from __future__ import annotations

from r3gym.core.problem import Sample
from r3gym.domains.code.statement_samples import samples_of


def test_an_empty_line_after_every_line_is_the_scrapers_not_the_samples() -> None:
    statement = "#### Input #1\n\n```\n\n2\n\n1 5\n\n7\n\n```\n\n#### Output #1\n\n```\n3\n\n4\n5\n```\n"
    assert samples_of(statement) == (Sample("2\n1 5\n7\n", "3\n\n4\n5\n"),)


def test_a_closing_fence_may_follow_the_last_line() -> None:
    statement = "#### Input #1\n\n```\n1\n```\n\n#### Output #1\n\n```\n3 1 2```\n\n### Note\n"
    assert samples_of(statement) == (Sample("1\n", "3 1 2\n"),)


def test_several_samples_keep_their_order() -> None:
    block = "#### Input #{n}\n\n```\n{n}\n```\n\n#### Output #{n}\n\n```\n{n}{n}\n```\n\n"
    found = samples_of("".join(block.format(n=n) for n in (1, 2, 10)))
    assert [s.input for s in found] == ["1\n", "2\n", "10\n"]


def test_an_input_without_output_is_left_out() -> None:
    assert samples_of("#### Input #1\n\n```\n1\n```\n") == ()
