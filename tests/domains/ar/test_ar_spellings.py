"""Other spellings of a right answer count, and never one that says two things."""

from __future__ import annotations

import pytest

from r3gym.domains.ar.judging.scoring import score

PUZZLE = {"puzzle": {"vertices": [0, 1], "edges": [[0, 1]], "num_colors": 2, "color_options": [1, 2]}}


@pytest.mark.parametrize("answer", ['{"0": 1, "1": 2}', "{'0': 1, '1': 2}", "{'0': 2,\n '1': 1}"])
def test_json_as_python_prints_it_is_read(answer: str) -> None:
    assert score(answer, '{"0": 1, "1": 2}', "graph_color", PUZZLE).correct


@pytest.mark.parametrize("answer", ["{'0': 1, '1': 1}", "{'0': 2, '0': 1, '1': 2}", "{'0': True, '1': 2}", "{'0': 1}"])
def test_wrong_answers_stay_wrong_in_it(answer: str) -> None:
    assert not score(answer, '{"0": 1, "1": 2}', "graph_color", PUZZLE).correct


def test_thousands_separators_are_read_in_whole_numbers_only() -> None:
    assert score("1,234", "1234", "leg_counting", {}).correct
    assert not score("1,23", "123", "leg_counting", {}).correct
    assert not score("12,34", "1234", "leg_counting", {}).correct
