"""The rules of the mathematics judge that are decisions, each with its other side, and properties that always hold."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from r3gym.domains.math.judging.equal import compare
from r3gym.domains.math.judging.latex_tokens import is_grouped


@pytest.mark.parametrize("answer", ["30, 100", r"\{30, 100\}", "30,100", "30; 100", r"30 \text{ and } 100"])
def test_digits_with_one_comma_are_a_list_in_a_reference(answer: str) -> None:
    assert compare(answer, "30,100").equal
    assert not compare("30100", "30,100").equal
    assert compare("30100", "30,100").undecided


def test_digits_with_one_comma_are_what_the_reference_is_in_an_answer() -> None:
    assert compare("2,402", "2402").equal
    assert compare("2,402", "2, 402").equal
    assert not compare("(2,402)", "2402").equal


def test_digits_that_can_only_be_a_number_are_one_on_both_sides() -> None:
    for text in ("10,000", "1,234,567", "1{,}234", r"12\,345"):
        assert not is_grouped(text)
        plain = "".join(c for c in text if c.isdigit())
        assert compare(text, plain).equal
        assert compare(plain, text).equal


def test_log_without_a_base_is_natural_and_unsure_where_base_ten_would_fit() -> None:
    assert compare(r"\log 2", r"\ln 2").equal
    finding = compare(r"\log 100", "2")
    assert not finding.equal
    assert finding.undecided


def test_a_sign_of_a_missing_domain_is_filled_in_from_the_other_side_only() -> None:
    assert compare(r"n \text{ odd}", r"\text{all odd integers } n").equal
    assert compare(r"n \text{ odd}", r"\text{all odd positive integers } n").equal
    assert not compare(r"n \text{ odd}", r"\text{all odd integers } n \ge 3").equal
    assert not compare(r"\text{all odd integers}", r"\text{all odd positive integers}").equal


def test_only_bound_letters_may_be_renamed() -> None:
    assert compare(r"3k, k \in \mathbb{Z}", r"3m, m \in \mathbb{Z}").equal
    assert not compare("3k", "3m").equal
    assert compare("f(t) = t^2", "f(x) = x^2").equal
    assert not compare("f(x) = a x", "f(x) = b x").equal


def test_an_approximation_is_not_the_value_and_the_exact_part_counts() -> None:
    assert compare(r"\sqrt2 \approx 1.414", r"\sqrt2").equal
    assert not compare(r"\sqrt2 \approx 1.414", "1.414").equal
    assert not compare("0.333", r"\frac13").equal


def test_an_option_is_its_letter_or_its_value_and_both_must_fit_another_option() -> None:
    assert compare(r"\textbf{(B) } 5", "B").equal
    assert compare(r"\textbf{(B) } 5", "5").equal
    assert not compare("(B) 5", "(C) 5").equal
    assert not compare("(B) 5", "(B) 6").equal


def test_a_statement_is_no_name() -> None:
    for statement, side in (("x^2 = 4", "4"), ("2+3=6", "6"), ("a=b", "b"), ("1 = 2", "2")):
        assert not compare(statement, side).equal
        assert not compare(side, statement).equal


def test_integrals_and_infinite_sums_are_computed() -> None:
    assert compare(r"\int_0^1 x^2 dx", r"\frac13").equal
    assert compare(r"\sum_{n=1}^{\infty} \frac{1}{n^2}", r"\frac{\pi^2}{6}").equal
    assert not compare(r"\int_0^1 x^2 dx", r"\frac12").equal


_small = st.integers(-9, 9)


@settings(deadline=None, max_examples=60)
@given(_small, st.integers(1, 9), _small, st.integers(1, 9), st.integers(-4, 4))
def test_progressions_are_equal_exactly_when_they_are(a: int, d: int, b: int, e: int, shift: int) -> None:
    one = rf"{d}k + {a}, k \in \mathbb{{Z}}".replace("+ -", "- ")
    other = rf"{e}n + {b + shift * e}, n \in \mathbb{{Z}}".replace("+ -", "- ")
    assert compare(one, other).equal == (d == e and (a - b) % d == 0)


@settings(deadline=None, max_examples=60)
@given(_small, _small, st.booleans(), st.booleans(), _small, _small, st.booleans(), st.booleans())
def test_intervals_are_equal_exactly_when_their_ends_are(
    a: int, b: int, p: bool, q: bool, c: int, d: int, r: bool, s: bool
) -> None:
    a, b, c, d = min(a, b), max(a, b) + 1, min(c, d), max(c, d) + 1
    one = f"{'[' if p else '('}{a},{b}{']' if q else ')'}"
    other = f"{c} {'<=' if r else '<'} x {'<=' if s else '<'} {d}"
    assert compare(one, other).equal == ((a, b, p, q) == (c, d, r, s))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.fractions(-9, 9, max_denominator=9), min_size=1, max_size=4, unique=True))
def test_sets_do_not_depend_on_order_and_tuples_do(values: list[Fraction]) -> None:
    shuffled = sorted(values)
    as_set = r"\{" + ",".join(rf"\frac{{{v.numerator}}}{{{v.denominator}}}" for v in values) + r"\}"
    assert compare(r"\{" + ", ".join(str(v) for v in shuffled) + r"\}", as_set).equal
    ordered = "(" + ", ".join(map(str, values)) + ")"
    turned = "(" + ", ".join(map(str, shuffled)) + ")"
    assert compare(turned, ordered).equal == (shuffled == values)


_PIECES = [
    *r"\{}()[]^_/,.;$ 0129abnxk+-=<>|!%'~&:",
    r"\frac", r"\sqrt", r"\text{", r"\boxed{", r"\pm", r"\cup", " or ", " and ", r"\in", r"\mathbb{Z}", r"\mid",
    r"\pmod{4}", r"\equiv", r"\ge", r"\ldots", r"\sum_{k=1}^{n}", r"\log_2", r"\sin", r"\begin{cases}",
    r"\end{cases}", r"\\", r"\text{ if }", r"\text{ odd}", r"\text{ for all }", r"\setminus", r"\{", r"\}", r"\infty",
    r"\lfloor", r"\rfloor", r"\binom", r"\max", r"\approx", "°", r"\choose", r"\begin{pmatrix}", r"\end{pmatrix}",
]  # fmt: skip
_soup = st.lists(st.sampled_from(_PIECES), max_size=25).map("".join)


@settings(deadline=None, max_examples=150)
@given(_soup, _soup)
def test_no_input_raises_and_equality_is_never_unsure(one: str, other: str) -> None:
    finding = compare(one, other)
    assert not (finding.equal and finding.undecided)
    assert finding.how.startswith("unsure") == finding.undecided
