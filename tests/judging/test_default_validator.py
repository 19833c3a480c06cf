"""The default output validator, flag by flag: every row is output, answer, flags, and whether it is right."""

from __future__ import annotations

import time
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r3gym.judging.default_validator import difference, parse_flags

TABLE = [
    # Tokens: white space and case are free by default.
    ("1 2 3\n", "1 2 3\n", "", True),
    ("1\n2\r\n\t3", "1 2 3\n", "", True),
    ("\n\n 1 2 3 \n\n", "1 2 3", "", True),
    ("", "", "", True),
    (" \n", "", "", True),
    ("1 2", "1 2 3", "", False),
    ("1 2 3 4", "1 2 3", "", False),
    ("1 23", "1 2 3", "", False),
    ("", "1", "", False),
    ("1", "", "", False),
    ("YES", "yes", "", True),
    ("yes", "YES", "", True),
    ("1\v2\f3", "1 2 3", "", True),
    ("a\u00a0b", "a b", "", False),
    # Numbers are words unless a tolerance is asked for.
    ("1.0", "1", "", False),
    ("0.5", ".5", "", False),
    ("1E5", "1e5", "", True),
    # case_sensitive
    ("yes", "YES", "case_sensitive", False),
    ("YES", "YES", "case_sensitive", True),
    ("1E5", "1e5", "case_sensitive", False),
    # space_change_sensitive
    ("1 2\n", "1 2\n", "space_change_sensitive", True),
    ("1  2\n", "1 2\n", "space_change_sensitive", False),
    ("1\t2\n", "1 2\n", "space_change_sensitive", False),
    ("1 2", "1 2\n", "space_change_sensitive", False),
    ("1 2\n\n", "1 2\n", "space_change_sensitive", False),
    (" 1 2\n", "1 2\n", "space_change_sensitive", False),
    ("1 2\r\n", "1 2\n", "space_change_sensitive", False),
    ("a b\n", "A b\n", "space_change_sensitive", True),
    ("a b\n", "A b\n", "space_change_sensitive case_sensitive", False),
    # float_absolute_tolerance
    ("0.10001", "0.1", "float_absolute_tolerance 1e-4", True),
    ("0.1002", "0.1", "float_absolute_tolerance 1e-4", False),
    ("0.101", "0.1", "float_absolute_tolerance 1e-3", True),
    ("0.1010000000000000000001", "0.1", "float_absolute_tolerance 1e-3", False),
    ("1000000000.00000002", "1000000000.00000001", "float_absolute_tolerance 1e-8", True),
    ("1000000000.00000003", "1000000000.00000001", "float_absolute_tolerance 1e-8", False),
    ("1000001", "1000000", "float_absolute_tolerance 1e-6", False),
    ("-0.0", "0", "float_absolute_tolerance 0", True),
    # float_relative_tolerance: relative to the answer, not to the output
    ("1000001", "1000000", "float_relative_tolerance 1e-6", True),
    ("1000002", "1000000", "float_relative_tolerance 1e-6", False),
    ("2", "1", "float_relative_tolerance 0.5", False),
    ("1", "2", "float_relative_tolerance 0.5", True),
    ("1e-9", "0", "float_relative_tolerance 1e-6", False),
    ("0", "0.0", "float_relative_tolerance 1e-6", True),
    ("-1", "1", "float_relative_tolerance 1e-6", False),
    # float_tolerance: either of the two
    ("1e-7", "0", "float_tolerance 1e-6", True),
    ("1000000.5", "1000000", "float_tolerance 1e-6", True),
    ("1.1", "1", "float_tolerance 1e-6", False),
    ("5.1", "5", "float_absolute_tolerance 0.01 float_relative_tolerance 0.02", True),
    ("5.2", "5", "float_absolute_tolerance 0.01 float_relative_tolerance 0.02", False),
    # Any way of writing a number will do.
    ("3.14000000e-2", "0.0314", "float_tolerance 1e-9", True),
    ("+5", "5", "float_tolerance 1e-9", True),
    ("5.", "5", "float_tolerance 1e-9", True),
    (".5", "0.5", "float_tolerance 1e-9", True),
    ("5E0", "5", "float_tolerance 1e-9", True),
    ("005", "5", "float_tolerance 1e-9", True),
    # What is no number.
    ("five", "5", "float_tolerance 1e-6", False),
    ("5 x", "5", "float_tolerance 1e-6", False),
    ("5x", "5", "float_tolerance 1e-6", False),
    ("nan", "5", "float_tolerance 1e-6", False),
    ("nan", "nan", "float_tolerance 1e-6", True),
    ("inf", "5", "float_tolerance 1", False),
    ("inf", "INF", "float_tolerance 1e-6", True),
    ("-inf", "inf", "float_tolerance 1e-6", False),
    ("5", "inf", "float_tolerance 1e-6", False),
    ("1e999", "1e998", "float_tolerance 1", False),
    ("1e999", "5", "float_tolerance 1", False),
    ("1e-999", "0", "float_tolerance 1e-9", True),
    ("0x10", "16", "float_tolerance 1e-6", False),
    ("1_000", "1000", "float_tolerance 1e-6", False),
    ("1,5", "1.5", "float_tolerance 1e-6", False),
    ("1e", "1", "float_tolerance 1e-6", False),
    ("--1", "1", "float_tolerance 1e-6", False),
    ("٣", "3", "float_tolerance 1e-6", False),
    # Words stay words beside numbers; case keeps its flag.
    ("Case 1: 2.0000001", "case 1: 2", "float_tolerance 1e-6", True),
    ("Case 1: 2.0000001", "case 1: 2", "float_tolerance 1e-6 case_sensitive", False),
    ("1.0", "1", "case_sensitive float_tolerance 0", True),
]


@pytest.mark.parametrize(("output", "answer", "flags", "right"), TABLE)
def test_table(output: str, answer: str, flags: str, right: bool) -> None:
    found = difference(output.encode(), answer.encode(), parse_flags(flags.split()))
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
