"""The public benchmark's references against our judges: each equals itself in disguise, and no other."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from r3gym.domains.ar.judging.guards import may_be_correct
from r3gym.domains.ar.judging.scoring import raw_score, score
from r3gym.domains.math.judging.equal import compare
from tests.shared_data import shared_data

DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": lambda s: s,
    "boxed": lambda s: rf"\boxed{{{s}}}",
    "display": lambda s: rf"\[{s}\]",
    "dollars": lambda s: f"${s}$",
    "tfrac": lambda s: s.replace(r"\frac", r"\tfrac"),
    "dfrac": lambda s: s.replace(r"\frac", r"\dfrac"),
    "left-right": lambda s: re.sub(
        r"(?<!\\)(?<!\\left)(?<!\\right)([()])", lambda m: (r"\left" if m[1] == "(" else r"\right") + m[1], s
    ),
    "spaces": lambda s: re.sub(r"([+\-=])", r" \1 ", s) + " \n",
    "double box": lambda s: rf"\[\boxed{{\boxed{{{s}}}}}\]",
    "align": lambda s: rf"\begin{{align*}}{s}\end{{align*}}",
    "words before": lambda s: f"The answer is {s}",
    "period": lambda s: f"${s}$.",
    "bold": lambda s: f"**{s}**",
    "no left-right": lambda s: re.sub(r"\\(?:left|right)(?![a-z.])", "", s),
    "slanted": lambda s: re.sub(r"\\([lg])eq?(?![a-z])", r"\\\1eqslant", s),
    "text": lambda s: s.replace(r"\text{", r"\mathrm{").replace(r"\ldots", r"\dots"),
    "slash": lambda s: re.sub(r"\\d?frac\{([^{}]*)\}\{([^{}]*)\}", r"(\1)/(\2)", s),
}

#: What a public answer can lose without losing its meaning; used on a text without spaces.
_DRESS = re.compile(r"\\text|\$|^\\\(|\(m,n\)=|^[a-z]=|\\mathrm\{~km\}/\\mathrm\{h\}|\^\\circ|\\[\[\]()]")


def public_rows(name: str) -> list[dict[str, Any]]:
    lines = shared_data(f"r3bench/{name}").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


@pytest.mark.parametrize("disguise", DISGUISES)
def test_every_public_math_answer_equals_itself(disguise: str) -> None:
    rows = public_rows("math.jsonl")
    missed = [r["problem_id"] for r in rows if not compare(DISGUISES[disguise](r["answer"]), r["answer"]).equal]
    assert len(rows) == 300
    assert missed == []


def _meaning(answer: str) -> str:
    """A crude second opinion, written apart from the judge: what is left of a public answer without its dress."""
    bare = _DRESS.sub("", re.sub(r"\s", "", answer))
    bare = re.sub(r"[{}]", "", bare).lower()
    if bare in ("3\\midn", "3kforintegersk\\geq1"):
        return "multiples of 3"
    if re.match(r"no[.,]|no$", bare):
        return "no"
    if re.fullmatch(r"(\(\d,\d\),?)+", bare):
        return " ".join(sorted(re.findall(r"\(.*?\)", bare)))
    return {r"\frac12": "0.5"}.get(bare, bare)


def test_cross_pairs_of_different_public_math_answers_are_never_equal() -> None:
    answers = sorted({row["answer"] for row in public_rows("math.jsonl")})
    pairs = [(a, b) for a in answers for b in answers if _meaning(a) != _meaning(b)]
    random.Random(7).shuffle(pairs)
    wrong = [pair for pair in pairs[:5000] if compare(*pair).equal]
    assert wrong == []


def test_a_public_math_answer_with_one_digit_changed_is_never_equal() -> None:
    wrong = []
    for answer in sorted({row["answer"] for row in public_rows("math.jsonl")}):
        if "pmod" in answer:
            continue  # another residue of the same class is the same answer
        for digit in list(re.finditer(r"\d", answer))[:6]:
            changed = answer[: digit.start()] + str((int(digit[0]) + 3) % 10) + answer[digit.end() :]
            wrong += [changed] if compare(changed, answer).equal else []
    assert wrong == []


def test_every_public_ar_reference_gets_full_credit_from_the_guarded_scorer() -> None:
    rows = public_rows("abstract_reasoning.jsonl")
    missed = []
    for row in rows:
        key = (row["answer"], row["generator"], row["metadata"]["generator_metadata"])
        answer = row["answer"].strip()
        if raw_score(answer, *key) != 1.0 or not may_be_correct(key[1], answer, key[0], key[2]):
            missed.append(row["problem_id"])
    assert len(rows) == 300
    assert missed == []


def test_wrong_answers_to_every_public_ar_item_get_none() -> None:
    accepted = []
    for row in public_rows("abstract_reasoning.jsonl"):
        reference, metadata = row["answer"], row["metadata"]["generator_metadata"]
        numbers = list(re.finditer(r"\d", reference))
        wrong = ["", "nan", "I do not know", "[]", reference.strip() + " or something else entirely 77 Zz"]
        if numbers and row["generator"] not in _SEVERAL_RIGHT:
            last = numbers[0]
            wrong.append(reference[: last.start()] + str((int(last.group()) + 1) % 10) + reference[last.end() :])
        accepted += [(row["problem_id"], w) for w in wrong if score(w, reference, row["generator"], metadata).correct]
    # knights_knaves reads past trailing words that assign no role: harmless, and as the paper's scorer does
    # it.
    assert [item for item in accepted if "knights_knaves" not in item[0]] == []


#: Generators whose items have several right answers, so that a changed digit can be right.
_SEVERAL_RIGHT = {"graph_color", "cryptarithm", "n_queens", "countdown", "puzzle24"}
