"""The default output validator, flag by flag: every case has a name."""

from __future__ import annotations

import time
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from validator_cases import CASES

from r3gym.domains.code.judging.default_validator import difference, parse_flags


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    output, answer, flags, right = CASES[name]
    found = difference(output, answer, parse_flags(flags.split()))
    assert (found is None) is right, found


@pytest.mark.parametrize(
    ("flags", "word"),
    [
        ("float_tolerance", "needs a number"),
        ("float_tolerance x", "'x'"),
        ("float_tolerance -1", "'-1'"),
        ("float_tolerance nan", "'nan'"),
        ("float_tolerance inf", "'inf'"),
        ("case_insensitive", "'case_insensitive'"),
        ("1e-6", "'1e-6'"),
    ],
)
def test_bad_flags_name_the_word(flags: str, word: str) -> None:
    with pytest.raises(ValueError, match="validator flag") as caught:
        parse_flags(flags.split())
    assert word in str(caught.value)


tokens = st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), min_size=1, max_size=8).filter(
    lambda text: len(text.encode().split()) == 1
)
spaces = st.sampled_from([b" ", b"\n", b"\t", b"\r\n", b"  ", b"\v\f"])


@given(st.lists(tokens), st.data())
def test_white_space_never_matters_by_default(words: list[str], data: st.DataObject) -> None:
    output = b"".join(word.encode() + data.draw(spaces) for word in words)
    assert difference(output, " ".join(words).encode()) is None


@given(
    st.binary(max_size=200),
    st.binary(max_size=200),
    st.sampled_from(["", "float_tolerance 1e-6", "space_change_sensitive"]),
)
def test_any_bytes_are_judged(output: bytes, answer: bytes, flags: str) -> None:
    parsed = parse_flags(flags.split())
    assert difference(answer, answer, parsed) is None
    if output.lower().split() != answer.lower().split() and not flags:
        assert difference(output, answer, parsed) is not None
    difference(output, answer, parsed)


decimals = st.decimals(-(10**6), 10**6, places=6)


@given(decimals, decimals, st.sampled_from(["1e-6", "1e-3", "0.5"]), st.sampled_from(["absolute", "relative"]))
def test_tolerance_is_exact_arithmetic(mine: Decimal, theirs: Decimal, tolerance: str, kind: str) -> None:
    allowed = Fraction(tolerance) * (abs(Fraction(theirs)) if kind == "relative" else 1)
    expected = abs(Fraction(mine) - Fraction(theirs)) <= allowed
    flags = parse_flags([f"float_{kind}_tolerance", tolerance])
    assert (difference(f"{mine:f}".encode(), f"{theirs:f}".encode(), flags) is None) is expected


@given(decimals, st.sampled_from(["1e-6", "1e-3"]), st.integers(-3, 3))
def test_tolerance_at_its_edge(theirs: Decimal, tolerance: str, steps: int) -> None:
    mine = theirs + Decimal(tolerance) + Decimal(steps).scaleb(-12)
    flags = parse_flags(["float_absolute_tolerance", tolerance])
    assert (difference(f"{mine:f}".encode(), f"{theirs:f}".encode(), flags) is None) is (steps <= 0)


@pytest.mark.parametrize(
    "token",
    [
        b"1" * 10**6,
        b"0." + b"3" * 10**6,
        b"1" * 10**6 + b"x",
        b"1e" + b"9" * 10**6,
        b"." * 10**6,
        b"1." * 5 * 10**5,
    ],
)
def test_long_tokens_take_linear_time(token: bytes) -> None:
    start = time.process_time()
    difference(token, token[:-1] + b"7", parse_flags(["float_tolerance", "1e-6"]))
    assert time.process_time() - start < 2
