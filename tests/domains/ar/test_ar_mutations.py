"""Systematic mutations of all 300 public references: each one is wrong by the way it is made, and none counts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from shared_data import shared_data

from r3gym.domains.ar.judging.scoring import score

#: Sentences that take an answer back, doubt it, or give another one beside it.
AROUND = [
    "It is unlikely that {}", "I doubt that {}", "{} (unlikely)", "It is a lie that {}", "Suppose {}", "Hardly: {}",
    "If {}", "{} is impossible", "{} could be the case", "Anything but {}", "{}, possibly", "{} x", "x {}", "{}; 5",
    "~{}", "≠{}", "{}, 5", "{} 5", "5\n{}", "{}\n5", "{} or {}", "{}, or the reverse", "probably {}", "{}?",
]  # fmt: skip


@pytest.fixture(scope="module")
def items() -> list[dict[str, Any]]:
    lines = shared_data("r3bench/abstract_reasoning.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def mutations(right: str) -> Iterator[tuple[str, str]]:
    """Wrong answers, each with the way it was made."""
    yield from ((way, way.replace("{}", right)) for way in AROUND)
    lines, parts = right.split("\n"), right.split(",")
    if len(lines) > 1:
        yield from (("a line twice", f"{lines[0]}\n{right}"), ("a line less", "\n".join(lines[1:])))
        yield from (("a cell more", f"{lines[0]} 0\n" + "\n".join(lines[1:])), ("a line more", f"{right}\nx"))
    if len(parts) > 1:
        yield from (("a part less", ",".join(parts[1:])), ("a part more", f"{right},x"))
    for found in list(re.finditer(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])", right))[:3]:
        number, before, after = found[0], right[: found.start()], right[found.end() :]
        for other in (
            f"{number}.4" if "." not in number else f"{number}9999",
            f"{int(float(number)) + 1}",
            f"{number}9",
        ):
            if "." not in number or not other.startswith(number):
                yield "another number", before + other + after
    yield from _json_mutations(right)


def _json_mutations(right: str) -> Iterator[tuple[str, str]]:
    try:
        value = json.loads(right.replace("'", '"'))
    except ValueError:
        return
    if isinstance(value, list) and value:
        for way, other in {
            "a member twice": [value[0], *value], "all twice": value + value, "a member less": value[1:],
            "a list around": [value], "an empty member": [*value, []], "a text": [*value, "x"], "null": [*value, None],
        }.items():  # fmt: skip
            yield way, json.dumps(other)
        if isinstance(value[0], list) and value[0]:
            inner = value[0]
            yield "a cell twice", json.dumps([inner + inner[:1], *value[1:]])
            yield "a boolean cell", json.dumps([[bool(inner[0]), *inner[1:]], *value[1:]])
            yield "an empty cell", json.dumps([[*inner, ""], *value[1:]])
    if isinstance(value, dict) and value:
        key = next(iter(value))
        yield "a key more", json.dumps({**value, "99": value[key]})
        yield "a key less", json.dumps({k: v for k, v in value.items() if k != key})
        yield "a boolean", json.dumps({**value, key: True})
        yield "two values", f'{{"{key}": "other", ' + right.lstrip("{ ")
        yield "a list around", json.dumps([value])


def right_all_the_same(generator: str, way: str, answer: str) -> bool:
    """Whether a mutation happens to be right: by the rules of the puzzle, not by its scorer."""
    match generator:
        case "simple_integration" | "intermediate_integration":  # any constant is right
            return way in ("{} 5", "5\n{}", "{} x")
        case "jugs" | "knight_swap":  # a plan that does more than it must
            return way in ("a member twice", "all twice")
        case "power_function":  # three significant figures are asked for
            return way == "another number"
        case "graph_color":  # another valid colouring
            return way == "another number" and "99" not in answer
        case _:
            return False


def test_no_mutation_of_a_right_answer_counts(items: list[dict[str, Any]]) -> None:
    tried, accepted = 0, []
    for item in items:
        right, data = item["answer"].strip(), item["metadata"]["generator_metadata"]
        assert score(right, item["answer"], item["generator"], data).correct
        for way, answer in mutations(right):
            if answer.strip() == right:
                continue
            tried += 1
            counts = score(answer, item["answer"], item["generator"], data).correct
            if counts and not right_all_the_same(item["generator"], way, answer):
                accepted.append((item["generator"], way, answer[:80]))
    assert tried > 8_000
    assert accepted == []
