"""What the mathematics judge calls equal, and above all what it does not. In-process: no hostile input
here.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from r3gym.domains.math.judging.equal import compare
from r3gym.domains.math.judging.latex import canonical
from r3gym.domains.math.judging.read import read_answer

EQUAL = [
    (r"\frac12", "0.5"),
    (r"\frac{\sqrt3}{2}", "sqrt(3)/2"),
    ("x=3 or x=-3", r"\pm 3"),
    (r"\{1,2,3\}", "3, 2, 1"),
    ("n = 2, 5, 13", "13, 5, 2"),
    (r"0<t\le 4", "(0,4]"),
    (r"4 \ge t > 0", "(0,4]"),
    (r"t<3.9", r"(-\infty,3.9)"),
    (r"\frac{(2n)!}{4^n n!}", r"\frac{(2n)!}{n! \cdot 4^n}"),
    ("(n + 1)! - (n - 1)!", "(n-1)!(n^2+n-1)"),
    ("403/144", r"2\frac{115}{144}"),
    (r"-\pi\ln 2", r"-\pi \log 2"),
    ("9 km/h", r"9 \mathrm{~km} / \mathrm{h}"),
    ("9", r"9 \mathrm{~km} / \mathrm{h}"),
    ("72 degrees", r"72^{\circ}"),
    (r"\frac{4}{\sqrt{3}} \sin^2 80^\circ", r"\frac{4\sqrt3}{3}\sin^2(80°)"),
    (r"\sin^2 30^\circ", "1/4"),
    ("0.4", r"40 \%"),
    (r"(2,2),(17,12),(12,17)", r"(2,2),(12,17),(17,12)"),
    (r"10^8 \pi", r"100,000,000 \pi"),
    (r"\boxed{337}", "337"),
    (r"f(x)=\frac1x", "f(x) = 1/x"),
    ("x^{-1}", r"f(x)=\frac1x"),
    ("yes.", r"\text{Yes}"),
    (r"\lfloor \log_2 n \rfloor + 1", r"1+\lfloor \log_2(n) \rfloor"),
    (r"\binom{2k+1}{3} - k(2k+1)", r"\frac{(2k+1)(2k)(2k-1)}{6}-2k^2-k"),
    (r"2^{101}-1", r"-1+2\cdot 2^{100}"),
    ("(a,b,p)=(3,4,3),(2,2,2)", "(a,b,p) = (2,2,2), (3,4,3)"),
    (r"c=-1, L=2/\pi", r"L = \frac{2}{\pi}, c=-1"),
    (r"\sqrt{2}+\sqrt{3}", r"\sqrt{5+2\sqrt6}"),
    (r"\binom{10}{3}", "120"),
    (r"\emptyset", r"\varnothing"),
    ("(0,1)", "0<x<1"),
    (r"[2,\infty)", r"x \ge 2"),
    (r"\frac{2}{3}+\frac{1}{3}\left(\frac{1}{4}\right)^{2013}", r"\frac{2+4^{-2013}}{3}"),
    (r"16\sqrt[19]{k^4}", r"16 k^{4 / 19}"),
    ("x > 2 or x < -2", r"x<-2 \text{ or } x>2"),
    (r"(-\infty,-2)\cup(2,\infty)", r"(2,\infty)\cup(-\infty,-2)"),
    ("1/2(n+2)(n-1)", r"\frac{1}{2}(n+2)(n-1)"),
]

DIFFERENT = [
    ("12 3", "123"),
    ("12 3", "15"),
    ("No", "on"),
    ("5", r"\text{No}"),
    ("n", "N"),
    ("A", "a"),
    ("x'", "x"),
    ("5!!", "120!"),
    ("(2,5)", "(5,2)"),
    ("(0,1)", "[0,1]"),
    ("0.333", "1/3"),
    ("0.333333", "1/3"),
    ("1.414213562", r"\sqrt2"),
    ("1e999999", "5"),
    ("t<3.9", r"t \le 3.9"),
    ("10^{100}", "10^{100}+1"),
    (r"\gcd(a,b)", "1"),
    ("2.5.1", "0.25"),
    ("40", "0.4"),
    (r"40\%", "40"),
    ("-5", "5"),
    ("x2", "2x"),
    ("1,2", "1,2,3"),
    ("F,G,A", "A,F,G"),
    ("(30,100)", "30100"),
    ("4", "4 or 5"),
    ("n=3", "m=3"),
    (r"\sin 80", r"\sin 80^\circ"),
    (r"\lceil n/2\rceil", "n/2"),
    ("", "5"),
    ("5 cm", "5 km"),
    (r"\infty", "1"),
    (r"\{1,1,2\}", r"\{1,2,2\}"),
    ("3k", "3k+1"),
    ("x < 2", "y<2"),
    ("f(x)=x", "f(x)=2x"),
    ("3)", "3"),
    ("a_1", "a_2"),
    ("x_{1}2", "x_{12}"),
    ("1/2x", r"\frac{1}{2x}"),
    (r"\frac{1}{2x}", r"\frac{1}{2}x"),
]


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_the_same_answer_in_another_dress_is_equal_both_ways(one: str, other: str) -> None:
    assert compare(one, other).equal
    assert compare(other, one).equal


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_answers_are_never_equal_either_way(one: str, other: str) -> None:
    assert not compare(one, other).equal
    assert not compare(other, one).equal


def test_prose_that_cannot_be_decided_is_unsure() -> None:
    finding = compare("all even numbers", r"2k \text{ for } k \ge 1")
    assert not finding.equal
    assert finding.undecided


@given(st.integers(-(10**12), 10**12), st.integers(-(10**12), 10**12))
def test_integers_are_equal_exactly_when_they_are(a: int, b: int) -> None:
    assert compare(str(a), str(b)).equal == (a == b)


@settings(deadline=None, max_examples=25)
@given(st.integers(-99, 99), st.integers(1, 99), st.integers(1, 9))
def test_fractions_are_equal_reduced_or_not(a: int, b: int, factor: int) -> None:
    assert compare(rf"\frac{{{a * factor}}}{{{b * factor}}}", f"{a}/{b}").equal
    assert not compare(rf"\frac{{{a * factor + 1}}}{{{b * factor}}}", f"{a}/{b}").equal


_PIECES = [
    *r"\{}()[]^_/,.;$ 0129abnx+-=<>|!%'~&",
    r"\frac",
    r"\sqrt",
    r"\text{",
    r"\boxed{",
    r"\pm",
    r"\cup",
    "or",
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=60).map("".join))
def test_the_canonical_form_and_its_shape_are_total(text: str) -> None:
    tokens = canonical(text)
    assert all(token for token in tokens)
    read_answer(tuple(tokens))


@settings(deadline=None)
@given(st.text(max_size=40))
def test_every_text_equals_itself_or_is_empty(text: str) -> None:
    assert compare(text, text).equal or not canonical(text)
