"""One case per known fault of reasoning-gym's scorers: the fault is there, and the guarded judge does not
have it.
"""

from __future__ import annotations

from typing import Any

import pytest

from r3gym.judging.ar_guards import arithmetic
from r3gym.judging.ar_scoring import UnknownGenerator, raw_score, score, with_tuples

#: generator, reference, metadata, a wrong answer to which the scorer alone gives full credit
FAULTS: list[tuple[str, str, dict[str, Any], str]] = [
    ("game_of_life_halting", "False", {}, "True"),
    ("game_of_life_halting", "False", {}, "anything"),
    ("game_of_life", "[[0,1],[1,0]]", {}, "[[0,1,1],[1,0,1],[1,1,1]]"),
    ("complex_arithmetic", "2.0 - 90.0i", {"result": [2.0, -90.0]}, "nan"),
    ("figlet_font", "PSEUDOPODIUM", {}, "PSEUDOPODIXX"),
    ("letter_jumble", "again failing", {}, "again failing or not"),
    ("number_sorting", "['1', '5']", {"direction": "ascending"}, '["1", "6"]'),
    ("decimal_arithmetic", "0.0004", {}, "0.0001"),
    ("pool_matrix", "100.0 200.0", {}, "101.0 200.0"),
    ("gsm_symbolic", "5", {}, "5 or 6"),
    ("polynomial_equations", "", {}, "no idea"),
    ("polynomial_equations", "2.0", {}, "2.0, apples"),
    ("puzzle24", "6*4*(2-1)", {"numbers": [6, 4, 2, 1]}, "8*3*1*1"),
    ("coin_flip", "0.375", {}, "0.3"),
    ("fraction_simplification", r"$\frac{1}{2}$", {"simplified_numerator": 1, "simplified_denominator": 2},
     r"$\frac{1}{2} or \frac{1}{3}$"),
]  # fmt: skip


@pytest.mark.parametrize(("generator", "reference", "metadata", "wrong"), FAULTS)
def test_a_known_scorer_fault_is_contained(
    generator: str, reference: str, metadata: dict[str, Any], wrong: str
) -> None:
    assert raw_score(wrong, reference, generator, metadata) == 1.0, "the fault is gone: the guard can go too"
    assert not score(wrong, reference, generator, metadata).correct


EVALUATING = ["binary_matrix", "spiral_matrix", "string_insertion", "n_queens", "countdown", "puzzle24"]


@pytest.mark.parametrize("generator", [*EVALUATING, "simple_integration", "polynomial_multiplication"])
def test_an_answer_is_never_run_as_python(generator: str, tmp_path: Any) -> None:
    trace = tmp_path / "ran"
    answer = f"[open({str(trace)!r}, 'w').close()]"
    metadata = {"valid_answers": [], "numbers": [1], "target": 1, "variable": "x", "integrand": "x"}
    assert not score(answer, "1 2 3", generator, metadata).correct
    assert not trace.exists()


def test_partial_credit_is_no_credit() -> None:
    assert 0 < raw_score("the answer is 4321", "4321", "count_primes", {}) < 1
    assert not score("the answer is 4321", "4321", "count_primes", {}).correct


def test_a_scorer_that_raises_means_a_wrong_answer() -> None:
    assert not score("two times three", "2 × 3", "prime_factorization", {}).correct
    assert score("3 × 2", "2 × 3", "prime_factorization", {}).correct


def test_answers_are_stripped() -> None:
    assert score("  4321\n", "4321", "count_primes", {}).correct


def test_an_unknown_generator_is_not_a_wrong_answer() -> None:
    with pytest.raises(UnknownGenerator, match="no generator 'nope'"):
        score("x", "y", "nope", {})


def test_json_lists_that_were_tuples_are_read_both_ways() -> None:
    assert with_tuples({"output": [[1, 2]]}) == {"output": ((1, 2),)}
    grid = {"output": [[1, 2], [3, 4]]}
    assert raw_score("1 2\n3 4", "1 2\n3 4", "arc_agi", grid) == 1.0


def test_three_letter_word_ladders_are_scored() -> None:
    ladder = {"start_word": "EYE", "end_word": "DOE"}
    assert score("eye, dye, doe", "EYE,DYE,DOE", "word_ladder", ladder).correct


def test_arithmetic_reads_integers_and_nothing_else() -> None:
    assert arithmetic("-(2 - 5) * 4 / 3")[0] == 4
    for text in ("2**9", "1.5", "abs(1)", "True", "a", "", "(" * 300):
        with pytest.raises((ValueError, SyntaxError)):
            arithmetic(text)
