"""Freeze the items of the study in docs/study: easy reasoning-gym items for a model of 1.5 billion parameters.

    python tools/study_items.py docs/study/pool.jsonl

Run by hand and never at run time, like ``freeze_ar.py``: what is played is only ever the written rows. Each statement
is the generator's question without its remarks on the form of the answer, and a closing sentence of ours: without one a
small model forgets the answer tags in every second reply. It asks for the answer at once, or for short steps first, so
that some items cost a few tokens and others need room to think aloud.
"""

from __future__ import annotations

import json
import math
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

VERSION = "0.1.25"
AT_ONCE = "Write the result at once, as <answer>result</answer>."
IN_STEPS = "Work it out in short steps, then write the result as <answer>result</answer>."
_FORM = re.compile(r"\s*(?:Give only the [\w ]+ as your final answer\.|Reply only with a name\.)")


@dataclass(frozen=True)
class Family:
    """Items of one generator with the same settings and the same closing sentence."""

    name: str
    title: str
    generator: str
    closing: str
    seed: int
    picks: tuple[int, ...]
    params: dict[str, Any] = field(default_factory=dict)


_SUM = {"min_terms": 2, "max_terms": 2, "min_digits": 1, "max_digits": 1}
_LONG_SUM = {"min_terms": 3, "max_terms": 3, "min_digits": 2, "max_digits": 2}
_PRODUCT = {"min_terms": 2, "max_terms": 2, "min_digits": 1, "max_digits": 1}
_LONG_PRODUCT = {"min_terms": 2, "max_terms": 2, "min_digits": 2, "max_digits": 2}
_DECIMALS = {**_SUM, "min_decimal_places": 1, "max_decimal_places": 1}
_PAIR = {"min_numbers": 2, "max_numbers": 2}
_FRACTION = {"min_value": 1, "max_value": 9, "min_factor": 2, "max_factor": 6, "styles": ("plain",)}
_EQUATION = {"min_terms": 2, "max_terms": 2, "min_value": 1, "max_value": 10, "operators_weights": (0.5, 0.5, 0.0)}

_LIST = {"min_numbers": 4, "max_numbers": 4, "min_decimals": 0, "max_decimals": 0}

FAMILIES = (
    Family("sum", "A sum", "chain_sum", AT_ONCE, 51000, (0, 1), _SUM),
    Family("long-sum", "A longer sum", "chain_sum", IN_STEPS, 52000, (0, 1, 2), _LONG_SUM),
    Family("product", "A product", "products", AT_ONCE, 53000, (1,), _PRODUCT),
    Family("long-product", "A longer product", "products", IN_STEPS, 54000, (0, 1), _LONG_PRODUCT),
    Family("decimals", "Decimals", "decimal_chain_sum", AT_ONCE, 55000, (0, 1), _DECIMALS),
    Family("divisor", "Common divisor", "gcd", AT_ONCE, 56000, (0, 1), {**_PAIR, "min_value": 4, "max_value": 30}),
    Family("multiple", "Common multiple", "lcm", IN_STEPS, 57000, (0, 1), {**_PAIR, "min_value": 2, "max_value": 12}),
    Family("fraction", "Lowest terms", "fraction_simplification", IN_STEPS, 58000, (0, 2), _FRACTION),
    Family("equation", "An equation", "simple_equations", IN_STEPS, 59000, (0, 1, 2), _EQUATION),
    Family("who", "Who is it", "needle_haystack", AT_ONCE, 60000, (0,),
           {"min_num_statements": 3, "max_num_statements": 3}),
    Family("letters", "Counting letters", "letter_counting", IN_STEPS, 61000, (0, 1), {"min_words": 2, "max_words": 3}),
    Family("bits", "Bits", "count_bits", IN_STEPS, 62000, (0,), {"min_n": 3, "max_n": 30}),
    Family("duration", "Duration", "time_intervals", IN_STEPS, 63000, (0, 1),
           {"task_types": ["time"], "max_time_difference_seconds": 7200}),
    Family("factors", "Prime factors", "prime_factorization", IN_STEPS, 65000, (0, 1),
           {"min_value": 6, "max_value": 60}),
    Family("filter", "Keep or remove", "number_filtering", AT_ONCE, 66000, (0, 1), _LIST),
    Family("backwards", "Backwards", "spell_backward", AT_ONCE, 64000, (0,), {"min_word_len": 4, "max_word_len": 4}),
)  # fmt: skip


def _numbers(question: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", question)]


def _arithmetic(question: str) -> str:
    """The value of the sum or product in a question, in exact tenths."""
    text = re.findall(r"[\d.]+(?: [-+*] [\d.]+)+", question)[-1]
    value = eval(text)  # our own digits and operators, found by the pattern above
    return f"{round(value, 6):g}"


def _reduced(question: str) -> str:
    top, bottom = _numbers(question)
    return f"{top // math.gcd(top, bottom)}/{bottom // math.gcd(top, bottom)}"


def _root(question: str) -> str:
    found = re.search(r"(?:(\d+)\*)?\b[a-z] ([-+]) (\d+) = (-?\d+)", question)
    assert found is not None, question
    factor, sign, shift, right = found.groups()
    return str((int(right) + (-int(shift) if sign == "+" else int(shift))) // int(factor or 1))


def _letters(question: str) -> str:
    letter, text = re.findall(r'"([^"]*)"', question)
    return str(text.lower().count(letter))


def _duration(question: str) -> str:
    (h1, m1), (h2, m2) = [(int(h), int(m)) for h, m in re.findall(r"(\d\d):(\d\d)", question)]
    minutes = (h2 * 60 + m2 - h1 * 60 - m1) % 1440
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _factors(question: str) -> str:
    left, found = _numbers(question)[0], []
    for divisor in range(2, left + 1):
        while left % divisor == 0:
            found.append(str(divisor))
            left //= divisor
    return " × ".join(found)


def _filtered(question: str) -> str:
    keep, larger = question.startswith("Keep"), "larger than" in question
    bound, *numbers = re.findall(r"-?\d+", question)
    return str([n for n in numbers if ((int(n) > int(bound)) == larger) == keep])


#: The reference once more, from the question alone: a generator's own answer is not always right.
RECOMPUTED: dict[str, Callable[[str], str]] = {
    "chain_sum": _arithmetic,
    "products": _arithmetic,
    "decimal_chain_sum": _arithmetic,
    "gcd": lambda q: str(math.gcd(*_numbers(q))),
    "lcm": lambda q: str(math.lcm(*_numbers(q))),
    "fraction_simplification": _reduced,
    "simple_equations": _root,
    "needle_haystack": lambda q: re.findall(rf"(\S+) {re.findall(r'Who (.*)[?]', q)[0]}[.]", q)[0],
    "letter_counting": _letters,
    "count_bits": lambda q: str(_numbers(q)[-1].bit_count()),
    "time_intervals": _duration,
    "prime_factorization": _factors,
    "number_filtering": _filtered,
    "spell_backward": lambda q: q.split()[-1][::-1],
}


def rows() -> list[dict[str, Any]]:
    """The pool, sorted by id."""
    import reasoning_gym

    found = []
    for family in FAMILIES:
        size = max(family.picks) + 1
        dataset = reasoning_gym.create_dataset(family.generator, seed=family.seed, size=size, **family.params)
        for pick in family.picks:
            entry = dataset[pick]
            question = re.sub(r" +\n", "\n", _FORM.sub("", entry["question"].strip()))
            again = RECOMPUTED[family.generator](question)
            if again != entry["answer"]:
                raise SystemExit(f"{family.name} {pick}: the reference is {entry['answer']!r}, we find {again!r}")
            found.append(
                {
                    "id": f"{family.name}-{pick + 1}",
                    "title": family.title,
                    "statement": f"{question}\n{family.closing}",
                    "answer": entry["answer"],
                    "generator": family.generator,
                    "metadata": json.loads(json.dumps(entry["metadata"], default=str)),
                }
            )
    return sorted(found, key=lambda row: str(row["id"]))


def main() -> None:
    if version("reasoning-gym") != VERSION:
        raise SystemExit(f"reasoning-gym {VERSION} is needed, {version('reasoning-gym')} is installed")
    pool = rows()
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in pool]
    Path(sys.argv[1]).write_text("".join(lines), encoding="utf-8")
    print(f"froze {len(pool)} items into {sys.argv[1]}")


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    main()
