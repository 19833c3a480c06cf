"""Scoring of an answer by reasoning-gym with stored metadata. Runs in the judging worker only: imports reasoning_gym.

Nothing is generated here: a scorer is a method of its data set, which is built with its default settings and generates
no item. Where a scorer depends on those settings, `_SETTINGS` widens them to cover every stored item.
"""

from __future__ import annotations

import copy
import importlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn

from r3gym.domains.ar.judging.guards import EVALUATES_FOR_PARTIAL_CREDIT, may_be_correct, may_be_evaluated
from r3gym.domains.ar.judging.spellings import spellings

Scorer = Callable[[str, dict[str, Any]], float]

#: The vocabulary of word_ladder is loaded for the configured word lengths only; the default is four letters.
_SETTINGS: dict[str, dict[str, Any]] = {"word_ladder": {"min_word_length": 3, "max_word_length": 5}}

FULL_CREDIT, NO_CREDIT = "full credit from the scorer", "no full credit from the scorer"


class UnknownGenerator(Exception):
    """A key names a generator that the installed reasoning-gym does not have."""


@dataclass(frozen=True)
class ScorerResult:
    """Whether full credit is given, the reason (without quotations), and the number; None when the guard refused."""

    correct: bool
    how: str
    score: float | None = None


def load_scorers() -> None:
    """Import reasoning-gym, which takes seconds."""
    importlib.import_module("reasoning_gym")


@cache
def scorer(generator: str) -> Scorer:
    """Return the scoring method of a generator. Raise `UnknownGenerator` if reasoning-gym has none of that name."""
    from reasoning_gym.factory import DATASETS  # type: ignore[import-untyped]

    if generator not in DATASETS:
        raise UnknownGenerator(f"reasoning-gym has no generator {generator!r}: the item's key must name one")
    dataset_class, config_class = DATASETS[generator]
    dataset = dataset_class(config=config_class(**_SETTINGS.get(generator, {})))
    if generator in EVALUATES_FOR_PARTIAL_CREDIT:
        vars(sys.modules[dataset_class.__module__])["eval"] = _refuse
    method: Scorer = dataset.score_answer
    return method


def _refuse(*_: object) -> NoReturn:
    raise ValueError("answers are not evaluated")


def raw_score(answer: str, reference: str, generator: str, metadata: Mapping[str, Any]) -> float:
    """Return the scorer's own number, or 0 when it raises an exception.

    JSON has no tuples: some scorers (arc_agi, rearc) compare with tuples, as they were generated, others (kakurasu)
    with lists. Both readings of the stored metadata mean the same, so the better score of the two counts.
    """
    method = scorer(generator)
    best = 0.0
    for read in (copy.deepcopy, with_tuples):
        entry = {"question": "", "answer": reference, "metadata": read(metadata)}
        try:
            score = float(method(answer, entry))
        except (MemoryError, RecursionError):
            raise
        except Exception:  # every scorer raises exceptions of its own on malformed answers
            score = 0.0
        if score == 1.0:
            return 1.0
        best = max(best, score)
    return best


def why_key_fails(reference: str, generator: str, metadata: Mapping[str, Any]) -> str | None:
    """Return why a scorer does not give the reference itself full credit, None when it does.

    Only the exception's name and a missing field are given: a message may quote the key.
    """
    method, reason = scorer(generator), ""
    for read in (copy.deepcopy, with_tuples):
        try:
            number = float(method(reference, {"question": "", "answer": reference, "metadata": read(metadata)}))
        except Exception as error:
            missing = f" {error.args[0]!r}" if isinstance(error, KeyError) and error.args else ""
            reason = f"{type(error).__name__}{missing}"
            continue
        if number == 1.0:
            return None
        reason = reason or f"it gives it {number:g}"
    return reason


def with_tuples(value: Any) -> Any:
    """Return the same JSON value with every list as a tuple."""
    if isinstance(value, list):
        return tuple(with_tuples(item) for item in value)
    if isinstance(value, Mapping):
        return {key: with_tuples(item) for key, item in value.items()}
    return value


def score(
    answer: str, reference: str, generator: str, metadata: Mapping[str, Any], *, guarded: bool = True
) -> ScorerResult:
    """Judge a stripped answer: full credit at exactly 1.0, or for the stored reference answer itself.

    Answers that a scorer would run as Python or repeat without end are not given to it, guarded or not. Of several
    spellings of the answer (`spellings`) one with full credit counts.
    """
    scorer(generator)  # an unknown generator is an error in the key and must not look like a wrong answer
    answer = answer.strip()
    plain = plain_lines(answer)
    if not answer:
        return ScorerResult(False, "the answer is empty", 0.0)
    if answer == reference.strip() or plain == plain_lines(reference.strip()):
        return ScorerResult(True, "same text as the reference answer", 1.0)
    spelled = [*spellings(answer, reference), *(spellings(plain, reference) if plain != answer else ())]
    found = [_score(one, reference, generator, metadata, guarded=guarded) for one in spelled]
    return next((result for result in found if result.correct), found[0])


def plain_lines(text: str) -> str:
    """Return a text with line feeds for line ends and no blanks before them, which mean nothing in any grid."""
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def _score(answer: str, reference: str, generator: str, metadata: Mapping[str, Any], *, guarded: bool) -> ScorerResult:
    if guarded and not may_be_correct(generator, answer, reference, metadata):
        return ScorerResult(False, NO_CREDIT)
    if not guarded and not may_be_evaluated(generator, answer):
        return ScorerResult(False, NO_CREDIT, 0.0)
    number = raw_score(answer, reference, generator, metadata)
    return ScorerResult(number == 1.0, FULL_CREDIT if number == 1.0 else NO_CREDIT, number)
