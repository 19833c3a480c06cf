"""One case per known fault of reasoning-gym's scorers: the fault is there, and the guarded judge does not
have it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from r3gym.domains.ar.judging import scoring
from r3gym.domains.ar.judging.guards import EVALUATES_FOR_PARTIAL_CREDIT, GUARDS, arithmetic
from r3gym.domains.ar.judging.scoring import UnknownGenerator, raw_score, score, with_tuples

SOKOBAN = {"gamestr": "+ + + + +\n+ * @ X +\n+ + + + +"}
HANOI = {"num_disks": 1, "num_pegs": 3, "start_peg": 1, "target_peg": 3, "solution_length": 1}


def _over(peg: int) -> str:
    """Two disks from peg 1 to peg 4 over another one."""
    moves = [(1, 1, peg), (2, 1, 4), (1, peg, 4)]
    return "\n".join(f"Move disk {disk} from Peg {start} to Peg {end}" for disk, start, end in moves)


FOUR_PEGS = {**HANOI, "num_disks": 2, "num_pegs": 4, "target_peg": 4, "solution_length": 3}
LOCK = {
    "initial_value": 1,
    "initial_state": "red",
    "target_value": 2,
    "buttons": [{"name": "A", "type": "add", "value": 1, "active_state": "any"}],
}
KAKURASU = {"row_sums": [1, 2], "col_sums": [1, 2], "n_rows": 2, "n_cols": 2}
SURVO = {"board_size": 2, "solution": [[1, 2], [3, 4]]}
LOGIC = {"premises": ["(Q ↔ R)", "¬R"], "variables": ["Q", "R"]}
INTEGRAL = {"variable": "x", "integrand": "2*x"}
ORTHO = {"task_type": "orthocenter", "ortho": ["7.234", "-4.131"]}
HALF = {"simplified_numerator": 1, "simplified_denominator": 2}
CUBE = {"cube_size": 3, "scramble_moves": "U"}
GRAPH = {"puzzle": {"vertices": [0, 1], "edges": [[0, 1]], "color_options": [1, 2]}}
PARTS = {"solution": [["a", "a"], ["aa"]]}
SUM = {"words_letters": ["A", "A"], "result_letters": "B", "allow_leading_zero": False}
WORDS = {"sorted_words": ["ant", "bee"]}

#: generator, reference, metadata, a wrong answer to which the scorer alone gives full credit
FAULTS: list[tuple[str, str, dict[str, Any], str]] = [
    ("advanced_geometry", "(7.234, -4.131)", ORTHO, "(7.234, -4.131), or (0, 0)"),
    ("coin_flip", "0.375", {}, "0.3"),
    ("complex_arithmetic", "2.0 - 90.0i", {"result": [2.0, -90.0]}, "nan"),
    ("cryptarithm", "A=1,B=2", SUM, "A=4,A=1,B=2"),
    ("decimal_arithmetic", "0.0004", {}, "0.0001"),
    ("figlet_font", "PSEUDOPODIUM", {}, "PSEUDOPODIXX"),
    ("fraction_simplification", r"$\frac{1}{2}$", HALF, r"$\frac{1}{2} or \frac{1}{3}$"),
    ("game_of_life", "[[0,1],[1,0]]", {}, "[[0,1,1],[1,0,1],[1,1,1]]"),
    ("game_of_life_halting", "False", {}, "True"),
    ("game_of_life_halting", "False", {}, "anything"),
    ("game_of_life_halting", "True", {}, "False"),
    ("game_of_life", "[[0,1],[1,0]]", {}, "[[0,true],[1,0]]"),
    ("graph_color", '{"0": 1, "1": 2}', GRAPH, '{"0": 1, "1": 2, "2": 1}'),
    ("graph_color", '{"0": 1, "1": 2}', GRAPH, '{"0": true, "1": 2}'),
    ("graph_color", '{"0": 1, "1": 2}', GRAPH, '{"0": 2, "1": 2, "0": 1}'),
    ("gsm_symbolic", "5", {}, "5 or 6"),
    ("gsm_symbolic", "5", {}, "It is unlikely to be 5"),
    ("gsm_symbolic", "5", {}, "~5"),
    ("gsm_symbolic", "5", {}, "-5"),
    ("gsm_symbolic", "5", {}, "certainly not 5"),
    ("intermediate_integration", "x**2 + C", INTEGRAL, "Integral(2*x, x)"),
    ("simple_integration", "x**2 + C", INTEGRAL, "Integral(2*x, x)"),
    ("kakurasu", "1 0\n0 1", KAKURASU, "1 0 and then 77\n0 1 or something else"),
    ("knights_knaves", "Liam is a pioneer, and Ella is a laggard.", {},
     "It is wrong that Liam is a pioneer and Ella is a laggard."),
    ("knights_knaves", "Liam is a pioneer, and Ella is a laggard.", {},
     "It is unlikely that Liam is a pioneer, and Ella is a laggard."),
    ("knights_knaves", "Liam is a pioneer, and Ella is a laggard.", {},
     "Suppose Liam is a pioneer, and Ella is a laggard. That is a contradiction."),
    ("letter_jumble", "again failing", {}, "again failing or not"),
    ("number_format", "475922.07", {"solution": 475922.07}, "475,922.071"),
    ("number_sorting", "['1', '5']", {"direction": "ascending"}, '["1", "6"]'),
    ("palindrome_partitioning", '[["a", "a"], ["aa"]]', PARTS, '[["a", "a"], ["aa"], ["aa"]]'),
    ("polynomial_equations", "", {}, "no idea"),
    ("polynomial_equations", "2.0", {}, "2.0, apples"),
    ("pool_matrix", "100.0 200.0", {}, "101.0 200.0"),
    ("propositional_logic", "¬Q", {"premises": ["Q", "¬Q"], "variables": ["Q"]}, "¬Q, my guess"),
    ("puzzle24", "6*4*(2-1)", {"numbers": [6, 4, 2, 1]}, "8*3*1*1"),
    ("quantum_lock", "A", LOCK, "Use the door: A"),
    ("rubiks_cube", "None", CUBE, "U' 12b34"),
    ("sokoban", "R", SOKOBAN, "Right, I guess"),
    ("survo", "1 2\n3 4", SURVO, "77, 1 2\n3 4 or not"),
    ("time_intervals", "99 days", {"task_type": "date"}, "99 or 67 days"),
    ("tower_of_hanoi", "Move disk 1 from Peg 1 to Peg 3", HANOI, "no|Move disk 1 from Peg 1 to Peg 3"),
    ("word_sorting", "ant, bee", WORDS, "ant, bee, cow"),
]  # fmt: skip


@pytest.mark.parametrize(("generator", "reference", "metadata", "wrong"), FAULTS)
def test_a_known_scorer_fault_is_contained(
    generator: str, reference: str, metadata: dict[str, Any], wrong: str
) -> None:
    assert raw_score(wrong, reference, generator, metadata) == 1.0, "the fault is gone: the guard can go too"
    assert not score(wrong, reference, generator, metadata).correct


#: generator, reference, metadata, a right answer in other words than the reference
RIGHT: list[tuple[str, str, dict[str, Any], str]] = [
    ("advanced_geometry", "(7.234, -4.131)", ORTHO, "( 7.2340, -4.131 )"),
    ("codeio", '{"a": 1, "b": [2]}', {}, '{"b": [2], "a": 1}'),
    ("coin_flip", "0.375", {}, "3/8"),
    ("complex_arithmetic", "2.0 - 90.0i", {"result": [2.0, -90.0]}, "2-90i"),
    ("countdown", "3*8 + 1", {"numbers": [1, 3, 8], "target": 25}, "1 + (8 * 3)"),
    ("cryptarithm", "A=1,B=2", SUM, "B = 4, A = 2"),
    ("decimal_arithmetic", "0.0004", {}, "4e-4"),
    ("figlet_font", "PSEUDO", {}, "pseudo"),
    ("fraction_simplification", r"$\frac{1}{2}$", HALF, "1/2"),
    ("game_of_life", "[[0,1],[1,0]]", {}, "[[0, 1], [1, 0]]"),
    ("game_of_life_halting", "False", {}, "false"),
    ("graph_color", '{"0": 1, "1": 2}', GRAPH, '{"1": 1, "0": 2}'),
    ("gsm_symbolic", "5", {}, "5 apples"),
    ("gsm_symbolic", "5", {}, "The answer is 5."),
    ("gsm_symbolic", "5", {}, "**5**"),
    ("gsm_symbolic", "5", {}, "$5"),
    ("intermediate_integration", "x**2 + C", INTEGRAL, "C + x*x"),
    ("simple_integration", "x**2 + C", INTEGRAL, "x**2 + 7"),
    ("kakurasu", "1 0\n0 1", KAKURASU, "10\n01"),
    ("knights_knaves", "Liam is a pioneer, and Ella is a laggard.", {}, "Ella is a laggard, Liam is a pioneer"),
    ("knights_knaves", "Liam is a pioneer, and Ella is a laggard.", {}, "Liam is pioneer\nElla is a laggard"),
    ("knights_knaves", "Liam is a pioneer, and Ella is a laggard.", {},
     "So the answer is Liam is a pioneer and Ella is a laggard"),
    ("letter_jumble", "again failing", {}, "Again failing"),
    ("number_format", "475922.07", {"solution": 475922.07}, "4.759220700000000e+05"),
    ("number_sorting", "['1', '5']", {"direction": "ascending"}, "[1, 5.0]"),
    ("palindrome_partitioning", '[["a", "a"], ["aa"]]', PARTS, '[["aa"], ["a", "a"]]'),
    ("polynomial_equations", "-2.0, 2.0", {}, "2, -2"),
    ("polynomial_multiplication", "y**2 + 44*y", {}, "44*y + y**2"),
    ("pool_matrix", "100.0 200.0", {}, "100 200"),
    ("propositional_logic", "(¬Q ∨ R)", LOGIC, "¬R ∧ ¬Q"),
    ("puzzle24", "6*4*(2-1)", {"numbers": [6, 4, 2, 1]}, "(2-1) * 4 * 6"),
    ("quantum_lock", "A", LOCK, "[a]"),
    ("rubiks_cube", "None", CUBE, "U'"),
    ("sokoban", "R", SOKOBAN, "R L"),
    ("survo", "1 2\n3 4", SURVO, " 1  2\n 3 4"),
    ("time_intervals", "05:21", {"task_type": "time"}, "5:21"),
    ("time_intervals", "2 days, 05:21", {"task_type": "datetime"}, "2 days, 05:21:00"),
    ("tower_of_hanoi", _over(2), FOUR_PEGS, _over(3)),
    ("word_sorting", "ant, bee", WORDS, "ant,bee"),
]  # fmt: skip


@pytest.mark.parametrize(("generator", "reference", "metadata", "right"), RIGHT)
def test_a_guard_lets_other_right_answers_through(
    generator: str, reference: str, metadata: dict[str, Any], right: str
) -> None:
    assert score(right, reference, generator, metadata).correct


#: generator, reference, metadata, a wrong answer that only a guard or the scorer refuses: nothing is evaluated
REFUSED: list[tuple[str, str, dict[str, Any], str]] = [
    ("codeio", '{"a": 1.0}', {}, 'It prints {"a": 1.0}, I think.'),
    ("codeio", '{"a": "' + "x" * 400 + '"}', {}, '{"a": "' + "x" * 399 + 'y"}'),
    ("countdown", "3*8 + 1", {"numbers": [1, 3, 8], "target": 25}, "5**2"),
    ("countdown", "3*8 + 1", {"numbers": [1, 3, 8], "target": 25}, "25 + 0*(1+3+8)"),
    ("intermediate_integration", "x**2 + C", INTEGRAL, "9**9**9**9"),
    ("simple_integration", "x**2 + C", INTEGRAL, "x**2 + 9**(9**(9**9))"),
    ("simple_integration", "x**2 + C", INTEGRAL, "x**2 + 3**99999999"),
    ("polynomial_multiplication", "y**2", {}, "1e999999*y"),
    ("polynomial_multiplication", "y**2", {}, "__import__('os').getpid()"),
    ("quantum_lock", "A", LOCK, "B"),
    ("rush_hour", "None", {"board_config": "BBoKMxDDDKMoIAAKLoIoJEELooJGGoxooHHFF"}, "A+999999999"),
]  # fmt: skip


@pytest.mark.parametrize(("generator", "reference", "metadata", "wrong"), REFUSED)
def test_a_wrong_answer_is_refused(generator: str, reference: str, metadata: dict[str, Any], wrong: str) -> None:
    assert not score(wrong, reference, generator, metadata).correct


def test_every_guard_has_a_case_and_is_in_the_documentation() -> None:
    assert set(GUARDS) == {row[0] for row in (*FAULTS, *REFUSED)}
    documented = (Path(__file__).resolve().parents[3] / "docs" / "judging.md").read_text("utf-8")
    missing = [name for name in (*GUARDS, *EVALUATES_FOR_PARTIAL_CREDIT) if f"`{name}`" not in documented]
    assert missing == []


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


@pytest.mark.parametrize("number", [0.05, 0.5, 0.99, 1.0])
def test_full_credit_alone_is_correct(monkeypatch: pytest.MonkeyPatch, number: float) -> None:
    monkeypatch.setattr(scoring, "raw_score", lambda *_: number)
    found = score("4322", "4321", "count_primes", {}, guarded=False)
    assert (found.correct, found.score) == (number == 1.0, number)


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
