"""Agreement against values worked out by hand, and against the plain definitions on random labels."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from r3gym.behaviour import Annotator, Label
from r3gym.behaviour.agreement import agreement, cohen_kappa, krippendorff_alpha
from r3gym.behaviour.comparing import confusions


def coverage(who: str, values: dict[tuple[int, str], str]) -> tuple[Annotator, list[Label]]:
    me = Annotator(type="person", name=who)
    return me, [
        Label(episode=f"e{n}", kind="coverage", problem=p, value=value, annotator=me)
        for (n, p), value in values.items()
    ]


def test_kappa_by_hand() -> None:
    # 20 and 15 equal, 15 different of 50: p_o = 0.7; rows 25, 25, columns 30, 20: p_e = 0.5
    assert cohen_kappa(np.array([[20.0, 5], [10, 15]])) == pytest.approx(0.4)
    assert cohen_kappa(np.array([[3.0, 0], [0, 3]])) == 1
    assert cohen_kappa(np.array([[5.0, 0], [0, 0]])) is None  # one value only: nothing to agree about


def test_alpha_by_hand() -> None:
    # Ten units, two annotators: four true-true, four false-false, two different.
    coincidences = np.array([[8.0, 2], [2, 8]])
    assert krippendorff_alpha(coincidences) == pytest.approx(1 - 19 * 4 / (400 - 200))
    assert krippendorff_alpha(np.array([[6.0, 0], [0, 0]])) is None


def plain_alpha(units: list[list[str]]) -> float:
    """Krippendorff's alpha by pairs: observed over expected disagreement."""
    values = [value for unit in units if len(unit) > 1 for value in unit]
    observed = sum(
        sum(a != b for a, b in itertools.permutations(unit, 2)) / (len(unit) - 1) for unit in units if len(unit) > 1
    ) / len(values)
    counts, n = Counter(values), len(values)
    expected = sum(counts[a] * counts[b] for a, b in itertools.permutations(counts, 2)) / (n * (n - 1))
    return 1 - observed / expected


@pytest.mark.parametrize("annotators", [2, 3])
def test_alpha_of_random_labels_is_that_of_the_definition(annotators: int) -> None:
    draw = random.Random(annotators)
    units = [(n, p) for n in range(12) for p in "AB"]
    given = [
        {u: draw.choice(["true", "true", "false", "unknown"]) for u in units if draw.random() < 0.8}
        for _ in range(annotators)
    ]
    found = agreement(dict(coverage(f"a{n}", own) for n, own in enumerate(given)), resamples=50)
    plain = plain_alpha([[own[u] for own in given if u in own] for u in units])
    assert found[0].alpha.estimate == pytest.approx(plain)
    assert (found[0].kappa is None) == (annotators > 2)


def test_intervals_hold_the_estimate_and_shrink_with_more_episodes() -> None:
    def width(episodes: int) -> float:
        draw = random.Random(1)
        first = {(n, "A"): draw.choice(["true", "false"]) for n in range(episodes)}
        second = {unit: value if draw.random() < 0.8 else "unknown" for unit, value in first.items()}
        found = agreement(dict([coverage("a", first), coverage("b", second)]), resamples=400)[0].kappa
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        assert found.estimate is not None
        assert found.low <= found.estimate <= found.high
        return found.high - found.low

    assert width(400) < width(25)


def test_only_what_both_labelled_counts() -> None:
    one = coverage("a", {(0, "A"): "true", (1, "A"): "true", (2, "A"): "false"})
    two = coverage("b", {(0, "A"): "true", (2, "A"): "true", (3, "A"): "false"})
    found = agreement(dict([one, two]), resamples=10)[0]
    assert (found.units, found.episodes, found.observed) == (2, 2, 0.5)
    (table,) = confusions(two[1], one[1])
    assert table.counts == {("true", "true"): 1, ("false", "true"): 1}
    assert (table.precision("true"), table.recall("true"), table.recall("false")) == (0.5, 1.0, 0.0)
