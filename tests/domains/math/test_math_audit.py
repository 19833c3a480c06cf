"""Labelled pairs of an audit, judged both ways: written by someone who had not seen the judge or its other pairs."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from r3gym.domains.math.judging.equal import compare

Pair = tuple[bool, str, str]


@cache
def directions() -> tuple[Pair, ...]:
    lines = (Path(__file__).parent / "math_audit_pairs.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return tuple(
        pair
        for row in rows
        for pair in ((row["same"], row["one"], row["other"]), (row["same"], row["other"], row["one"]))
    )


@cache
def verdicts() -> dict[Pair, str]:
    found = {}
    for pair in directions():
        said = compare(pair[1], pair[2])
        found[pair] = "equal" if said.equal else "unsure" if said.undecided else "different"
    return found


def test_no_different_pair_is_equal() -> None:
    assert [pair for pair, said in verdicts().items() if not pair[0] and said == "equal"] == []


def test_nearly_all_same_pairs_are_equal_and_the_rest_goes_to_a_model_judge() -> None:
    same = {pair: said for pair, said in verdicts().items() if pair[0]}
    assert len(same) > 500
    assert sum(said == "equal" for said in same.values()) >= 0.92 * len(same)
    # (a, b) = (k, 2k) against (t, 2t): which letters are free is nowhere said.
    assert {pair[1] for pair, said in same.items() if said == "different"} <= {"(a,b)=(k,2k)", "(t,2t)"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a=b=c=1", "(1,1,1)"),
        ("x=y=2", "x=2, y=2"),
        (r"n\equiv\pm2\pmod5", r"n\equiv 2,3 \pmod 5"),
        (r"\therefore x=5", "5"),
        (r"\implies x=5", "x = 5"),
        (r"\\frac{\\sqrt{3}}{2}", r"\frac{\sqrt3}{2}"),
        (r"\\text{Yes}", "yes"),
    ],
)
def test_what_the_audit_added_is_equal_both_ways(one: str, other: str) -> None:
    assert compare(one, other).equal
    assert compare(other, one).equal


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a=b=c=1", "1"),
        ("a=b=c=1", "(1,1,2)"),
        ("x=y=z", "(1,1,1)"),
        (r"n\equiv\pm1\pmod6", r"n\equiv1\pmod6"),
        (r"\begin{pmatrix}1\\\pi\end{pmatrix}", r"\begin{pmatrix}1\pi\end{pmatrix}"),
        ("n^2+k", "m^2+k"),
        (r"\frac{a}{b}", r"\frac{b}{a}"),
    ],
)
def test_and_not_more_than_that(one: str, other: str) -> None:
    assert not compare(one, other).equal
    assert not compare(other, one).equal


@pytest.mark.parametrize(("one", "other"), [("P(x)=c", "P(x)=k"), ("2^k", "2^m"), ("S=A=12", "12")])
def test_other_letters_for_what_may_be_a_parameter_are_unsure(one: str, other: str) -> None:
    found = compare(one, other)
    assert not found.equal
    assert found.undecided


def test_swapped_letters_are_different_and_not_unsure() -> None:
    assert not compare(r"\frac{a}{b}", r"\frac{b}{a}").undecided
    assert not compare("A, C", "A, B").undecided
