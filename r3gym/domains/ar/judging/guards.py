"""Known faults of reasoning-gym 0.1.25's scorers, and the guard in front of each one.

A guard decides whether an answer may be given full credit at all. It can only refuse, never accept, so that a guarded
scorer is at most as generous as the original. Guards use the standard library only; a guard that raises refuses.

| generator | what the scorer alone would do |
| --- | --- |
| game_of_life_halting | accept any non-empty text, whether the gold is True or False |
| game_of_life | ignore extra rows and columns, take ``true`` for 1 |
| complex_arithmetic | give full credit to ``nan`` |
| figlet_font | give full credit for any ten matching letters |
| letter_jumble | ignore words after the expected ones |
| number_sorting | accept every number within 1 of the right one |
| decimal_arithmetic | accept 0.001 off whatever the number of decimals |
| pool_matrix | accept 1 % off, of whole numbers too |
| number_format | accept 0.01 off, though the candidates to choose from differ by less |
| fraction_simplification, quantum_lock, sokoban | ignore the text around the answer |
| propositional_logic | accept what is no formula where the premises contradict each other |
| gsm_symbolic | read the first digits it finds: ``-5`` as 5, ``5 or 6`` as 5, ``not 5`` as 5 |
| knights_knaves | read roles out of any sentence: ``it is unlikely that ...`` |
| graph_color | ignore vertices that the graph does not have, take ``true`` for colour 1 |
| palindrome_partitioning | ignore that a partition is listed twice |
| cryptarithm | take the last of several digits for a letter |
| advanced_geometry | ignore what follows the second coordinate |
| kakurasu, survo | ignore everything in a row that is not a cell |
| time_intervals | read the number before the first blank: ``99 or 67 days`` as 99 days |
| tower_of_hanoi | find the move anywhere in a line |
| word_sorting | ignore words after the last expected one |
| rubiks_cube, rush_hour | ignore what is no move, and repeat a move as often as it says, a thousand million times too |
| polynomial_equations | ignore what is not a number, and accept anything where there is no solution |
| puzzle24 | cut 24.9 to 24, and not look at which four numbers were used |
| countdown, puzzle24, the integrations, polynomial_multiplication | evaluate the answer as Python |
| binary_matrix, spiral_matrix, string_insertion, n_queens | the same, for partial credit only |
| coin_flip | give full credit to a prefix of the number, and to 0 for a small probability |
| codeio | round a similarity up to full credit, take the last of several values under a key |
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from r3gym.domains.ar.judging.formula import is_formula
from r3gym.domains.ar.judging.guard_input import Guard, GuardInput
from r3gym.domains.ar.judging.json_guards import (
    each_letter_once,
    each_part_once,
    only_coloured_vertices,
    same_json,
    same_json_or_text,
)
from r3gym.domains.ar.judging.worded_guards import lone_amount, plain_roles

#: Scorers that call ``eval`` on the answer, never for full credit: their modules get an ``eval`` that refuses.
EVALUATES_FOR_PARTIAL_CREDIT = frozenset(["binary_matrix", "spiral_matrix", "string_insertion", "n_queens"])

_FUNCTIONS = frozenset("sin cos tan cot sec csc asin acos atan sinh cosh tanh exp log ln sqrt pi E Abs".split())
_NUMBER = r"-?\d+(?:\.\d*)?"
_EXPRESSION = re.compile(r"[\w\s+\-*/^().,]*", re.ASCII)

#: Powers that no item needs and that take too long: an exponent of four digits, a power of a power of numbers.
_ENDLESS = re.compile(r"(?:\*\*|\^)\s*(?:\(?\s*-?\d{4,}|\w+\s*(?:\*\*|\^)|\([^()A-Za-z]*(?:\*\*|\^))|\d[eE][+-]?\d{4,}")


def may_be_evaluated(generator: str, answer: str) -> bool:
    """Return whether the raw scorer may see an answer at all: it is no Python to run and no loop without end."""
    check = _EVALUATED.get(generator)
    return check is None or check(GuardInput(answer, "", {}))


def may_be_correct(generator: str, answer: str, reference: str, metadata: Mapping[str, Any]) -> bool:
    """Return whether the generator's guard, if there is one, lets the scorer see the answer."""
    guard = GUARDS.get(generator)
    try:
        return guard is None or guard(GuardInput(answer, reference, metadata))
    except Exception:  # guards read untrusted text: an answer that makes one raise is refused
        return False


def _same_words(attempt: GuardInput) -> bool:
    return attempt.answer.lower().split() == attempt.reference.lower().split()


def _same_letters(attempt: GuardInput) -> bool:
    return attempt.answer.replace(" ", "").lower() == attempt.reference.strip().lower()


def _finite(attempt: GuardInput) -> bool:
    return re.search(r"nan|inf", attempt.answer, re.IGNORECASE) is None


def _same_numbers(attempt: GuardInput) -> bool:
    mine, theirs = (json.loads(text.replace("'", '"')) for text in (attempt.answer, attempt.reference))
    return len(mine) == len(theirs) and all(
        Decimal(str(a)) == Decimal(str(b)) for a, b in zip(mine, theirs, strict=True)
    )


def _last_place(attempt: GuardInput) -> bool:
    mine, theirs = (Decimal(text.strip().replace(",", "")) for text in (attempt.answer, attempt.reference))
    places = theirs.as_tuple().exponent
    return mine.is_finite() and isinstance(places, int) and abs(mine - theirs) * 2 <= Decimal(1).scaleb(min(places, 0))


def _exact_number(attempt: GuardInput) -> bool:
    mine, theirs = (Decimal(text.strip().replace(",", "")) for text in (attempt.answer, attempt.reference))
    return mine == theirs


def _close_cells(attempt: GuardInput) -> bool:
    mine, theirs = attempt.answer.split(), attempt.reference.split()
    return len(mine) == len(theirs) and all(
        abs(float(a) - float(b)) <= (0.0051 if "." in b else 0) for a, b in zip(mine, theirs, strict=True)
    )


def _all_numbers(attempt: GuardInput) -> bool:
    if not attempt.reference.strip():
        return not attempt.answer
    return all(abs(float(part)) < float("inf") for part in attempt.answer.split(","))


def _is_expression(attempt: GuardInput) -> bool:
    """Return whether sympy may evaluate the answer: arithmetic, single letters and common functions only."""
    if (
        len(attempt.answer) > 2_000
        or not _EXPRESSION.fullmatch(attempt.answer)
        or re.search(r"\.\s*[A-Za-z_]|__", attempt.answer)
        or _ENDLESS.search(attempt.answer)
    ):
        return False
    return all(len(name) == 1 or name in _FUNCTIONS for name in re.findall(r"[A-Za-z_]\w*", attempt.answer))


def _countdown(attempt: GuardInput) -> bool:
    value, used = arithmetic(attempt.answer)
    return value == Fraction(attempt.metadata["target"]) and sorted(used) == sorted(attempt.metadata["numbers"])


def _puzzle24(attempt: GuardInput) -> bool:
    value, used = arithmetic(attempt.answer)
    return value == 24 and sorted(used) == sorted(attempt.metadata["numbers"])


def _lone_fraction(attempt: GuardInput) -> bool:
    return (
        re.fullmatch(r"\$?\s*(\\d?frac\s*\{\s*\d+\s*\}\s*\{\s*\d+\s*\}|-?\d+\s*/\s*-?\d+)\s*\$?", attempt.answer)
        is not None
    )


def _lone_formula(attempt: GuardInput) -> bool:
    return is_formula(attempt.answer)


def _lone_buttons(attempt: GuardInput) -> bool:
    return re.fullmatch(r"""[A-Ca-c\s→>,\-\[\]"']+""", attempt.answer) is not None


def _lone_moves(attempt: GuardInput) -> bool:
    return re.fullmatch(r"[LRUD\s]+", attempt.answer) is not None


def _lone_pair(attempt: GuardInput) -> bool:
    """Return whether the answer is one pair of coordinates, or one number with a sign of degrees in the other tasks."""
    if not attempt.reference.strip().startswith("("):
        return re.fullmatch(rf"{_NUMBER}\s*(?:°|\^\\?circ|degrees)?\.?", attempt.answer) is not None
    return re.fullmatch(rf"\(\s*{_NUMBER}\s*,\s*{_NUMBER}\s*\)|{_NUMBER}\s*,\s*{_NUMBER}", attempt.answer) is not None


def _only_bits(attempt: GuardInput) -> bool:
    return re.fullmatch(r"[01\s,\[\]]+", attempt.answer) is not None


def _only_integers(attempt: GuardInput) -> bool:
    return all(part.lstrip("-").isdecimal() for part in attempt.answer.split())


def _lone_duration(attempt: GuardInput) -> bool:
    if attempt.answer.startswith("-") != attempt.reference.strip().startswith("-"):
        return False
    clock = r"-?\d{1,4}:\d{2}(?::\d{2}(?:\.\d{3})?)?"
    return re.fullmatch(rf"-?\d+(?:\s+days?)?|(?:-?\d+ days?, )?{clock}", attempt.answer.removesuffix(".")) is not None


def _only_disk_moves(attempt: GuardInput) -> bool:
    lines = [line.strip() for line in attempt.answer.splitlines() if line.strip()]
    return all(re.fullmatch(r"Move disk \d+ from Peg \d+ to Peg \d+", line) for line in lines)


def _same_list(attempt: GuardInput) -> bool:
    mine, theirs = ([part.strip() for part in text.strip().split(",")] for text in (attempt.answer, attempt.reference))
    return mine == theirs


def _only_turns(attempt: GuardInput) -> bool:
    turns = attempt.answer.replace(",", " ").split()
    return len(turns) <= 1_000 and all(re.fullmatch(r"[A-Za-z]w?'?\d?'?", turn) for turn in turns)


def _only_car_moves(attempt: GuardInput) -> bool:
    moves = attempt.answer.replace(",", " ").split()
    return len(moves) <= 1_000 and all(re.fullmatch(r"[A-Z][+-]\d{1,2}", move) for move in moves)


def _coin_flip(attempt: GuardInput) -> bool:
    mine, theirs = (Fraction(text.replace(",", "")) for text in (attempt.answer, attempt.reference))
    decimals = re.fullmatch(r"[-+]?\d*\.(\d+)", attempt.answer.strip())
    half_of_last = Fraction(1, 2 * 10 ** min(len(decimals[1]), 50)) if decimals else Fraction(0)
    # As it is rounded, and not to so few places that another number of flips would round to it as well.
    return mine == theirs or abs(mine - theirs) <= min(half_of_last, Fraction(1, 10_000), abs(theirs) / 100)


def _truth(attempt: GuardInput) -> bool:
    return attempt.answer.lower() == attempt.reference.strip().lower()


def arithmetic(text: str) -> tuple[Fraction, list[int]]:
    """Return the exact value of an expression of integers with + - * / and brackets, and the integers in it.

    Raise `ValueError` or `SyntaxError` for any other or too long a text, `ZeroDivisionError` for a division by zero.

    >>> arithmetic("(1 + 2) * 8")
    (Fraction(24, 1), [1, 2, 8])
    """
    if len(text) > 500:
        raise ValueError("expression too long")
    used: list[int] = []
    return _evaluate(ast.parse(text.strip(), mode="eval").body, used), used


def _evaluate(node: ast.expr, used: list[int]) -> Fraction:
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            used.append(number)
            return Fraction(number)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluate(operand, used)
        case ast.BinOp(left=left, op=operator, right=right):
            a, b = _evaluate(left, used), _evaluate(right, used)
            match operator:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div():
                    return a / b
    raise ValueError("only integers, + - * / and brackets")


GUARDS: dict[str, Guard] = {
    "advanced_geometry": _lone_pair,
    "codeio": same_json_or_text,
    "coin_flip": _coin_flip,
    "complex_arithmetic": _finite,
    "countdown": _countdown,
    "cryptarithm": each_letter_once,
    "decimal_arithmetic": _last_place,
    "figlet_font": _same_letters,
    "fraction_simplification": _lone_fraction,
    "game_of_life": same_json,
    "game_of_life_halting": _truth,
    "graph_color": only_coloured_vertices,
    "gsm_symbolic": lone_amount,
    "intermediate_integration": _is_expression,
    "kakurasu": _only_bits,
    "knights_knaves": plain_roles,
    "letter_jumble": _same_words,
    "number_format": _exact_number,
    "number_sorting": _same_numbers,
    "palindrome_partitioning": each_part_once,
    "polynomial_equations": _all_numbers,
    "polynomial_multiplication": _is_expression,
    "pool_matrix": _close_cells,
    "propositional_logic": _lone_formula,
    "puzzle24": _puzzle24,
    "quantum_lock": _lone_buttons,
    "rubiks_cube": _only_turns,
    "rush_hour": _only_car_moves,
    "simple_integration": _is_expression,
    "sokoban": _lone_moves,
    "survo": _only_integers,
    "time_intervals": _lone_duration,
    "tower_of_hanoi": _only_disk_moves,
    "word_sorting": _same_list,
}

#: Scorers that evaluate an answer, or repeat what it says: what they may be given, whichever scorer decides.
_EVALUATED: dict[str, Guard] = {
    **dict.fromkeys(
        ["countdown", "puzzle24", "simple_integration", "intermediate_integration", "polynomial_multiplication"],
        _is_expression,
    ),
    "rubiks_cube": _only_turns,
    "rush_hour": _only_car_moves,
}
