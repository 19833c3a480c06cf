"""The rules against hand labels: the paper's cases, and how often each rule is right on the committed records."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from case_episodes import EPISODES, SELECTED
from made_episodes import MadeEpisode, completion_record

from r3gym.behaviour import LabelSet, check_label, find_subjects, standard_record
from r3gym.behaviour.comparing import Confusion, confusions
from r3gym.behaviour.label import Label
from r3gym.behaviour.rules import label_by_rules
from r3gym.records import read_record

RECORDS = Path(__file__).parents[2] / "docs/behaviour/records"
HAND = RECORDS / "labels/hand.jsonl"


def by_rules(name: str) -> dict[tuple[str, str | None], str]:
    record = standard_record(EPISODES[name](), SELECTED.get(name))
    return {(one.kind, one.problem): one.value for one in label_by_rules(name, record)}


class TestThePapersCases:
    def test_case_1_overcommitment_and_undercoverage_four_misses_for_the_budget_spent_elsewhere(self) -> None:
        found = by_rules("case-1")
        assert (found["overcommitment", None], found["undercoverage", None]) == ("true", "true")
        causes = {problem: value for (kind, problem), value in found.items() if kind == "miss_cause"}
        assert causes == dict.fromkeys("ABDE", "spent_budget_elsewhere")  # C and F are not selected
        assert [found["coverage", label] for label in "ABCDEF"] == ["false", "false", "true", "false", "false", "false"]

    def test_case_2_a_funded_failure_is_neither_late_nor_unfinished(self) -> None:
        found = by_rules("case-2")
        assert found["miss_cause", "F"] == "genuinely_unsolved"
        assert found["omission", "F"] == "answered"

    def test_case_3_weak_finalisation_and_no_premature_shelving(self) -> None:
        found = by_rules("case-3")
        assert found["weak_finalization", None] == "true"
        assert found["premature_shelving", None] == "false"  # the first switch was the guard's
        assert found["miss_cause", "3"] == "wrong_format_or_incomplete_finalization"

    def test_the_matched_example_regrets_without_the_guard_and_not_with_it(self) -> None:
        reference, guarded = by_rules("matched-reference"), by_rules("matched-verification")
        for kind in ("overcommitment", "undercoverage"):
            assert (reference[kind, None], guarded[kind, None]) == ("true", "false")
        assert {reference["miss_cause", label] for label in "CDE"} == {"spent_budget_elsewhere"}
        assert {guarded["coverage", label] for label in "ABCDEF"} == {"true"}


@cache
def hand_and_rules() -> tuple[tuple[Label, ...], tuple[Label, ...]]:
    hand, rules = LabelSet(HAND), []
    for subject in find_subjects(RECORDS):
        rules += label_by_rules(subject.episode, subject.standard())
    return hand.labels(), tuple(rules)


def confusion(kind: str) -> Confusion:
    hand, rules = hand_and_rules()
    return next(one for one in confusions(rules, hand) if one.kind == kind)


class TestPrecision:
    """The floors are below what docs/behaviour.md states, so that a rule that gets worse is noticed."""

    @pytest.mark.parametrize(
        ("kind", "value", "precision", "recall"),
        [
            ("coverage", "true", 0.97, 0.97),
            ("coverage", "false", 0.95, 0.95),
            ("overcommitment", "true", 0.9, 0.9),
            ("late_exhaustion", "true", 0.9, 0.9),
            ("undercoverage", "true", 0.75, 0.9),
            ("weak_finalization", "true", 0.9, 0.7),
            ("premature_shelving", "true", 0.9, 0.9),
            ("observation", "true", 0.9, 0.7),
            ("miss_cause", "spent_budget_elsewhere", 0.9, 0.85),
            ("miss_cause", "never_attempted", 0.75, 0.9),
            ("miss_cause", "attempted_too_late", 0.85, 0.85),
            ("miss_cause", "genuinely_unsolved", 0.85, 0.9),
        ],
    )
    def test_rules_agree_with_hand_labels(self, kind: str, value: str, precision: float, recall: float) -> None:
        found = confusion(kind)
        assert (found.precision(value) or 0) >= precision
        assert (found.recall(value) or 0) >= recall

    def test_at_least_forty_records_are_labelled_by_hand_with_quotations(self) -> None:
        hand = LabelSet(HAND)
        assert len(hand.finished()) >= 40
        assert {name.split("-")[0] for name in hand.finished()} >= {"scripted", "local", "case", "matched"}
        for episode in hand.finished():
            record = standard_record(read_record(RECORDS / episode), SELECTED.get(episode.removesuffix(".json")))
            own = hand.labels(episode)
            for one in own:
                check_label(one, record, own)

    def test_every_label_of_the_rules_is_admissible(self) -> None:
        for subject in find_subjects(RECORDS):
            record = subject.standard()
            labels = label_by_rules(subject.episode, record)
            for n, one in enumerate(labels):
                check_label(one, record, labels[:n])


class TestCausesAndOmissions:
    def test_a_judge_that_could_not_decide_leaves_the_cause_insufficient(self) -> None:
        record = MadeEpisode().focus("A").run("x").write("A").finish().record(A="wrong_answer")
        problems = [
            one.model_copy(update={"unsure": one.label == "A"})
            for one in (record.result.problems if record.result else ())
        ]
        assert record.result is not None
        unsure = record.model_copy(update={"result": record.result.model_copy(update={"problems": tuple(problems)})})
        found = {
            one.problem: one.value for one in label_by_rules("e", standard_record(unsure)) if one.kind == "miss_cause"
        }
        assert found["A"] == "insufficient"

    def test_the_problems_of_a_cut_completion_by_what_became_of_them(self) -> None:
        text = "Problem 1\n3 + 4 = 7 by counting.\nFinal Answer: \\boxed{7}\nProblem 2\nLet x be the first term, so x"
        record = standard_record(completion_record(text, cut=True, **{"1": "accepted"}))
        found = {one.problem: one.value for one in label_by_rules("e", record) if one.kind == "omission"}
        assert found["1"] == "answered"
        assert {found[label] for label in "23456"} == {"budget_truncation"}

    def test_the_problems_of_a_whole_completion_by_what_became_of_them(self) -> None:
        text = (
            "Problem 1\nFinal Answer: seven or so, I think\nProblem 2\nLet x be the first term, so x + 3 = 9.\n"
            "Problem 3\nFinal Answer: \\boxed{1}\n"
        )
        record = standard_record(completion_record(text, **{"1": "malformed", "3": "wrong_answer"}))
        found = {one.problem: one.value for one in label_by_rules("e", record) if one.kind == "omission"}
        assert found == {
            "1": "formatting_or_alignment",
            "2": "unresolved_attempt",
            "3": "answered",
            "4": "insufficient",
            "5": "insufficient",
            "6": "insufficient",
        }

    def test_a_step_that_the_sandbox_failed_is_an_engineering_issue(self) -> None:
        made = MadeEpisode().focus("A").run("x").finish()
        made.steps[1] |= {"charge": None, "output": None}
        found = {(one.kind, one.value) for one in label_by_rules("e", standard_record(made.record()))}
        assert ("engineering_issue", "true") in found

    def test_an_episode_without_a_result_is_an_engineering_issue_and_misses_nothing(self) -> None:
        record = MadeEpisode().focus("A").run("x").record()
        void = record.model_validate(
            record.model_dump()
            | {"result": None, "failure": {"kind": "model", "message": "no answer"}, "ending": "void"}
        )
        found = {(one.kind, one.value) for one in label_by_rules("e", standard_record(void))}
        assert ("engineering_issue", "true") in found
        assert not [value for kind, value in found if kind == "miss_cause"]
