"""Intervals: a paired bootstrap over contests, exact in the estimate, the same for the same seed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from r3gym.analysis.bootstrap import ResampledFigure, Resampling, macro, resample
from r3gym.analysis.figure import Figure
from r3gym.oracle.resampling import draw_contests

SMALL = Resampling(resamples=40, seed=7)
VALUES = st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 9)), min_size=1, max_size=6)


@settings(deadline=None)
@given(VALUES)
def test_a_resample_is_the_figure_of_the_drawn_contests(pairs: list[tuple[int, int]]) -> None:
    figure = Figure.of([a for a, _ in pairs], [b for _, b in pairs])
    found = resample({("f", ""): figure}, SMALL.counts(len(pairs), "math"))["f", ""]
    for drawn, value in zip(draw_contests(len(pairs), 40, (7, *b"math")), found.values, strict=True):
        numerator, denominator = int(figure.numerator[drawn].sum()), int(figure.denominator[drawn].sum())
        if denominator == 0:
            assert np.isnan(value)
        else:
            assert value == numerator / denominator


def test_resamples_without_a_value_are_left_out_and_counted() -> None:
    figure = Figure.of([1, 0], [1, 0])  # a ratio that does not exist when only the second contest is drawn
    at = resample({("f", ""): figure}, SMALL.counts(2, "ar"))["f", ""].interval()
    assert at.estimate == 1.0
    assert 0 < at.resamples < 40


def test_a_ratio_to_zero_is_null() -> None:
    at = resample({("f", ""): Figure.of([0, 0], [0, 0])}, SMALL.counts(2, "ar"))["f", ""].interval()
    assert (at.estimate, at.low, at.high) == (None, None, None)


def test_draws_are_the_same_in_every_cell_of_a_domain_and_others_in_other_domains() -> None:
    assert (SMALL.counts(5, "math") == SMALL.counts(5, "math")).all()
    assert (SMALL.counts(5, "math") != SMALL.counts(5, "code")).any()
    assert (SMALL.counts(5, "math").sum(axis=0) == 5).all()


def test_a_paired_difference_of_a_figure_with_itself_has_no_width() -> None:
    figure = Figure.of([3, 1, 2], 5)
    at = resample({("f", ""): figure.minus(figure)}, SMALL.counts(3, "math"))["f", ""].interval()
    assert (at.estimate, at.low, at.high) == (0.0, 0.0, 0.0)


def test_a_macro_is_the_plain_mean_over_domains_that_have_the_figure() -> None:
    values = np.array([0.2, 0.4])
    found = macro(
        {
            "math": {("f", ""): ResampledFigure(0.25, values)},
            "code": {("f", ""): ResampledFigure(None, values * np.nan)},  # not eligible: nothing to divide by
            "ar": {("f", ""): ResampledFigure(0.75, values + 0.2), ("g", ""): ResampledFigure(1.0, values)},
        }
    )
    mean, over = found["f", ""]
    assert mean.value == 0.5
    assert mean.values == pytest.approx([0.3, 0.5])
    assert over == ("math", "ar")
    assert found["g", ""][1] == ("ar",)
