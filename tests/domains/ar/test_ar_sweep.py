"""Every generator of reasoning-gym: its own references count, garbage does not, and hostile text ends in time.

The default run takes a sample of the generators; the slow run takes all of them.
"""

from __future__ import annotations

import json
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome
from r3gym.domains.ar.judging.guards import may_be_correct
from r3gym.domains.ar.judging.judge import judge_ar
from r3gym.domains.ar.judging.scoring import raw_score, score
from r3gym.domains.ar.key import ARKey

factory = pytest.importorskip("reasoning_gym.factory")

#: A mixture of other generators, with no items of its own.
NOT_ALONE = {"composite"}
GENERATORS = sorted(set(factory.DATASETS) - NOT_ALONE)

#: Their items come without a reference answer, since any solution counts.
WITHOUT_REFERENCE = {"boxnet", "graph_color", "propositional_logic", "rubiks_cube", "rush_hour"}

#: A reference that its own scorer or our guard refuses, and why.
KNOWN_BAD = {"intermediate_integration": "where sympy finds no antiderivative the reference is an unevaluated Integral"}

SAMPLE = [
    "arc_agi", "base_conversion", "circuit_logic", "codeio", "countdown", "dice", "futoshiki", "game_of_life_halting",
    "graph_color", "group_anagrams", "kakurasu", "knights_knaves", "number_sorting", "polynomial_equations", "puzzle24",
    "rush_hour", "simple_integration", "spiral_matrix", "survo", "time_intervals", "word_sorting",
]  # fmt: skip
REST = [name for name in GENERATORS if name not in SAMPLE]

GARBAGE = [
    "nan", "I do not know", "[]", "{}", "ZZZ", r"\boxed{}", "None", "[[]]", ". . .", "1/0", "the answer", "(", "-", "∅",
]  # fmt: skip

HOSTILE = {
    "a number beyond everything": "1e999999",
    "powers of powers": "9**9**9**9",
    "deep brackets": "(" * 40_000 + ")" * 40_000,
    "deep lists": "[" * 40_000,
    "many braces": "{" * 90_000,
    "a megabyte of braces": "{" * 1_000_000,
    "many digits": "7" * 90_000,
    "a long line of moves": "R9999999999 " * 5,
    "nested quotes": "\\\"" * 30_000,
    "control characters": "\x00\x1b[2J\ud800",
}  # fmt: skip

#: Seconds that one answer may take; a busy machine starts workers slowly, and their start is not counted.
TIMEOUT_S = 15.0


@cache
def items_of(generator: str, count: int = 2) -> list[dict[str, Any]]:
    dataset_class, config_class = factory.DATASETS[generator]
    dataset = dataset_class(config=config_class(size=count, seed=7))
    items = []
    for number in range(count):
        item = dataset[number]
        metadata = json.loads(json.dumps(item["metadata"], default=str))  # as a stored key has it
        items.append({"answer": item["answer"], "metadata": metadata})
    return items


def check_references_and_garbage(generator: str) -> None:
    for item in items_of(generator):
        reference = item["answer"]
        assert (reference is None) is (generator in WITHOUT_REFERENCE)
        if reference is not None and generator not in KNOWN_BAD:
            stripped = reference.strip()
            assert raw_score(stripped, reference, generator, item["metadata"]) == 1.0
            assert may_be_correct(generator, stripped, reference, item["metadata"])
            assert score(f"\n {stripped} ", reference, generator, item["metadata"]).correct
        key = "no reference" if reference is None else reference
        for garbage in GARBAGE:
            if garbage != key.strip():
                assert not score(garbage, key, generator, item["metadata"]).correct, garbage


def check_hostile(generator: str, trace: Path) -> None:
    item = items_of(generator)[0]
    reference = item["answer"] if item["answer"] is not None else "no reference"
    key = ARKey("p", Tier.EASY, reference, generator, item["metadata"])
    code = f"__import__('os').system('touch {trace}')"
    for name, answer in {**HOSTILE, "code": code, "code in a list": f"[{code}]"}.items():
        start = time.monotonic()
        verdict = judge_ar(answer, key, timeout_s=TIMEOUT_S)
        assert verdict.outcome is Outcome.WRONG_ANSWER, (name, verdict)
        assert time.monotonic() - start < 200, name  # includes the start of a worker
    assert not trace.exists()


@pytest.mark.parametrize("generator", SAMPLE)
def test_references_count_and_garbage_does_not(generator: str) -> None:
    check_references_and_garbage(generator)


@pytest.mark.slow
@pytest.mark.parametrize("generator", REST)
def test_references_count_and_garbage_does_not_everywhere(generator: str) -> None:
    check_references_and_garbage(generator)


@pytest.mark.parametrize("generator", SAMPLE[::2])
def test_hostile_answers_are_wrong_answers(generator: str, tmp_path: Path) -> None:
    check_hostile(generator, tmp_path / "ran")


@pytest.mark.slow
@pytest.mark.parametrize("generator", [*SAMPLE[1::2], *REST])
def test_hostile_answers_are_wrong_answers_everywhere(generator: str, tmp_path: Path) -> None:
    check_hostile(generator, tmp_path / "ran")


def test_the_lists_are_complete() -> None:
    assert set(SAMPLE) <= set(GENERATORS)
    assert set(factory.DATASETS) == {*SAMPLE, *REST, *NOT_ALONE}
    assert len(factory.DATASETS) >= 100
