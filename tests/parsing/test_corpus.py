"""The corpus: labelled outputs in the styles of models. Every answer must be read, and none wrongly."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from known_domains import AR, CODE, DOMAINS, MATH
from shared_data import shared_data

from r3gym.core.domain import Domain
from r3gym.core.verdict import ParseState
from r3gym.parsing import parse_completion
from r3gym.parsing.answer_file import parse_answer_file
from r3gym.parsing.cut_text import completed_part

CORPUS = Path(__file__).parent / "corpus"
BY_NAME = {domain.name: domain for domain in DOMAINS}
STUDY = Path(__file__).parents[2] / "docs" / "study" / "runs.jsonl"


def rows(name: str) -> list[dict[str, Any]]:
    with (CORPUS / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


STYLES, ODDITIES, WRONG = rows("styles"), rows("oddities"), rows("wrong_readings")
EVERY = [*STYLES, *ODDITIES, *WRONG]
#: Written by someone who had not read the parser; docs/tool-free.md says how it was read before it was a test.
STRANGER = rows("stranger")
#: By another one, later; docs/judging.md says how it was read at first sight.
SECOND_STRANGER = rows("second_stranger")


def read(text: str, domain: Domain, labels: tuple[str, ...]) -> dict[str, str | None]:
    return {found.label: found.answer for found in parse_completion(text, domain, labels)}


def faults(row: Mapping[str, Any]) -> list[str]:
    domain, labels = BY_NAME[row["domain"]], tuple(row["answers"])
    if row.get("setting") == "agentic":
        parsed = parse_answer_file(row["text"].encode(), domain.marker, labels)  # type: ignore[attr-defined]
        found = {one.label: one.answer for one in parsed}
    else:
        found = read(row["text"], domain, labels)
    return [
        f"{'lost' if found[label] is None else 'wrong'}: {row['style']} ({row['domain']}), problem {label}: "
        f"{found[label]!r} instead of {answer!r}"
        for label, answer in row["answers"].items()
        if found[label] != answer
    ]


def test_the_corpus_is_large_enough() -> None:
    assert len(EVERY) >= 400
    assert {row["domain"] for row in EVERY} == {"math", "ar", "code"}
    assert len({row["text"] for row in EVERY}) == len(EVERY)


@pytest.mark.parametrize(
    "part",
    [STYLES, ODDITIES, WRONG, STRANGER, SECOND_STRANGER],
    ids=["styles", "oddities", "wrong readings", "stranger", "second stranger"],
)
def test_every_output_of_the_corpus_is_read_right(
    part: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    right, total, bad = Counter[str](), Counter[str](), []
    for row in part:
        found = faults(row)
        bad += found
        total[row["style"]] += 1
        right[row["style"]] += not found
    with capsys.disabled():
        print(f"\n{sum(right.values())} of {sum(total.values())} outputs right, {len(total)} styles")
        for style in total:
            if right[style] < total[style]:
                print(f"  {style}: {right[style]} of {total[style]}")
    assert not bad, "\n".join(bad[:20])


def test_no_naive_reading_is_read() -> None:
    for row in WRONG:
        found = read(row["text"], BY_NAME[row["domain"]], tuple(row["answers"]))
        for label, naive in row["naive"].items():
            assert found[label] != naive, row["style"]


def test_answer_files_are_read_like_completions_with_markers() -> None:
    """What a model writes into answer.txt has the same styles; only lines without a marker count for nothing there."""
    for row in EVERY:
        domain = BY_NAME[row["domain"]]
        marks = {MATH: "boxed", AR: "<answer"}.get(domain)
        if marks is None or (marks not in row["text"] and "fbox" not in row["text"]):
            continue
        found = parse_answer_file(row["text"].encode(), domain.marker, tuple(row["answers"]))  # type: ignore[attr-defined]
        assert {one.label: one.answer for one in found} == row["answers"], row["style"]


def test_every_choice_is_explained() -> None:
    for row in EVERY:
        for found in parse_completion(row["text"], BY_NAME[row["domain"]], tuple(row["answers"])):
            assert found.why or found.state is ParseState.MISSING, row["style"]
            if found.answer is not None and found.candidates:
                assert found.answer in {one.answer for one in found.candidates} or found.label == "A"


# ---------------------------------------------------------------- cut anywhere


def chosen_for_cuts() -> Iterator[dict[str, Any]]:
    """Take one output of each style: the first set of answers in mathematics, the second (of several lines) in AR."""
    seen: set[tuple[str, str]] = set()
    for row in EVERY:
        if (row["style"], row["domain"]) not in seen and len(row["text"]) < 1500:
            seen.add((row["style"], row["domain"]))
            yield row


CUTS = list(chosen_for_cuts())


@pytest.mark.parametrize("start", [0, 8, *(pytest.param(n, marks=pytest.mark.slow) for n in (4, 12))])
def test_a_cut_never_changes_a_complete_answer(start: int) -> None:
    """At every position: a problem has no answer yet, or one that the whole text holds for it as a candidate.

    And where a labelled answer is complete it stays: the last cut of a text reads all that the whole text does.
    """
    for row in CUTS[start::16]:
        text, domain, labels = row["text"], BY_NAME[row["domain"]], tuple(row["answers"])
        whole = {found.label: found for found in parse_completion(text, domain, labels)}
        before: dict[str, str | None] = dict.fromkeys(labels)
        for at in range(len(text) + 1):
            for found in parse_completion(completed_part(text[:at], domain), domain, labels):
                if "without labels" in row["style"]:
                    continue  # six of seven boxes are six boxes
                allowed = {None, whole[found.label].answer, *(one.answer for one in whole[found.label].candidates)}
                assert found.answer in allowed, (row["style"], at, text[:at], found)
                if before[found.label] is not None and found.answer is None and whole[found.label].answer is not None:
                    raise AssertionError((row["style"], at, "lost again", text[:at], found))
                before[found.label] = found.answer


# ---------------------------------------------------------------- outputs of models


def episodes() -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted(shared_data("episodes").glob("*.json"))]


def test_outputs_of_a_strong_model_are_read_as_they_were_judged() -> None:
    """An answer that was accepted when it was played must be read; a problem that had an answer still has one."""
    played = [episode for episode in episodes() if episode["setting"] == "tool_free"]
    if not played:
        pytest.skip("no recorded episodes of this kind")
    for episode in played:
        domain, step = BY_NAME[episode["domain"]], episode["steps"][-1]
        labels = domain.labels(len(episode["problems"]))
        text = step["final"] or step["text"]
        text = completed_part(text, domain) if step["finish"] == "length" else text
        found = {one.label: one for one in parse_completion(text, domain, labels)}
        for problem in episode["result"]["problems"]:
            assert (found[problem["label"]].answer is not None) or problem["parse"] != "answered", problem


def test_answer_files_of_a_strong_model_are_read_as_they_were_judged() -> None:
    played = [episode for episode in episodes() if episode["setting"] == "agentic" and episode["domain"] != "code"]
    if not played:
        pytest.skip("no recorded episodes of this kind")
    for episode in played:
        domain = BY_NAME[episode["domain"]]
        labels = domain.labels(len(episode["problems"]))
        content = next(iter(episode["artifacts"].values()))
        text = content if isinstance(content, str) or content is None else content.get("text")
        found = parse_answer_file(None if text is None else text.encode(), domain.marker, labels)  # type: ignore[attr-defined]
        states = {one.label: one.state.value for one in found}
        for problem in episode["result"]["problems"]:
            assert states[problem["label"]] == problem["parse"], problem


def test_outputs_of_the_local_models_are_read() -> None:
    """The study's completions: whatever was answered then is answered now."""
    if not STUDY.is_file():
        pytest.skip(f"no study in {STUDY}")
    lost = total = 0
    for line in STUDY.read_text(encoding="utf-8").splitlines():
        run = json.loads(line)
        if not run.get("text"):
            continue
        labels = AR.labels(len(run["problems"]))
        text = completed_part(run["text"], AR) if run["cut"] else run["text"]
        found = parse_completion(text, AR, labels)
        for one, problem in zip(found, run["problems"], strict=True):
            total += problem["parse"] == "answered"
            lost += problem["parse"] == "answered" and one.answer is None
    assert total > 100
    assert lost == 0, f"{lost} of {total} answers are no longer read"


def test_code_is_in_the_corpus_for_one_problem_and_for_contests() -> None:
    sizes = {len(row["answers"]) for row in EVERY if BY_NAME[row["domain"]] == CODE}
    assert sizes == {1, 6}
