"""What makes a label admissible: exact quotations that stand where they say, the required components, the order."""

from __future__ import annotations

import pytest
from made_episodes import MadeEpisode, completion_record

from r3gym.behaviour import Annotator, Label, LabelRefused, Quotation, check_label, standard_record, withheld
from r3gym.behaviour.codebook import CODEBOOK, REGRET

ME = Annotator(type="person", name="ann")


def episode() -> MadeEpisode:
    made = MadeEpisode(budget=4)
    made.think("First F, until it is right.").focus("F").run("g++ f.cpp && ./a.out", "sample 1 fails\n[exit 1]", 1)
    made.think("Greedy gets stuck there, so I take a flow instead.").run("g++ f2.cpp", "sample 1 fails\n[exit 1]", 1)
    made.think("Still stuck. A to E were never opened.").focus("A").block("./a.out", "cover the others first").finish()
    return made


RECORD = standard_record(episode().record(F="wrong_answer", B="accepted"), selected="AF")


def label(kind: str, value: str, *quotes: tuple[str, ...], problem: str | None = None, **more: object) -> Label:
    quoted = tuple(Quotation(event=q[0], text=q[1], **({"role": q[2]} if len(q) > 2 else {})) for q in quotes)
    return Label(episode="e", kind=kind, value=value, problem=problem, quotations=quoted, annotator=ME, **more)


def refusal(one: Label, others: tuple[Label, ...] = (), record: object = RECORD) -> str:
    with pytest.raises(LabelRefused) as error:
        check_label(one, record, others)  # type: ignore[arg-type]
    return str(error.value)


UPDATE = label(
    "strategy_update",
    "true",
    ("r1", "First F", "prior"),
    ("s1.output", "sample 1 fails", "trigger"),
    ("r2", "so I take a flow instead", "revision"),
)
COMPLETE = {
    "undercoverage": [
        ("r3", "A to E were never opened", "uncovered"),
        ("s1.charge", "3 left", "feasible"),
        ("r2", "so I take a flow instead", "decision"),
    ],
    "overcommitment": [
        ("s1", "g++ f.cpp", "spending"),
        ("s2", "g++ f2.cpp", "spending"),
        ("s1.output", "sample 1 fails", "feedback"),
        ("outcome.A", "missing", "alternatives"),
    ],
    "late_exhaustion": [("s2.charge", "2 left", "blocked"), ("r2", "Greedy gets stuck", "avoidable")],
    "premature_shelving": [("s3", "focus A", "abandonment"), ("r3", "Still stuck", "next_action")],
    "weak_finalization": [("s2", "g++ f2.cpp", "content"), ("outcome.F", "wrong_answer", "defect")],
}


class TestQuotations:
    def test_a_positive_label_without_a_quotation_is_refused(self) -> None:
        completion = standard_record(completion_record("Problem A\nfive\n", labels="ABCDEF"))
        for kind in CODEBOOK.values():
            value = {"miss_cause": "never_attempted", "omission": "unresolved_attempt"}.get(kind.name, "true")
            said = refusal(label(kind.name, value, problem="A"), record=completion)
            assert "needs an exact quotation" in said
            assert kind.fallback in said

    @pytest.mark.parametrize(
        ("event", "text", "why"),
        [
            ("r1", "first F", "does not hold"),  # another letter
            ("r2", "First F", "does not hold"),  # of another event
            ("r9", "First F", "no event 'r9'"),
            ("r1", "  ", "blank"),
            ("s1.output", "sample 1 fails  [exit 1]", "does not hold"),  # other white space
        ],
    )
    def test_the_quotation_stands_in_its_event_to_the_letter(self, event: str, text: str, why: str) -> None:
        assert why in refusal(label("observation", "true", (event, text), problem="F"))

    def test_a_negative_or_unknown_label_may_quote_but_not_wrongly(self) -> None:
        check_label(label("observation", "false"), RECORD)
        check_label(label("coverage", "unknown", ("r1", "First F"), problem="F"), RECORD)
        assert "does not hold" in refusal(label("observation", "false", ("r1", "Second F")))


class TestValues:
    def test_values_kinds_and_problems_are_those_of_codebook_and_contest(self) -> None:
        assert "the codebook has no kind" in refusal(label("laziness", "true"))
        assert "is one of true, false, unknown" in refusal(label("coverage", "perhaps", problem="A"))
        assert "is one of never_attempted" in refusal(label("miss_cause", "true", problem="A"))
        assert "no problem 'G'" in refusal(label("coverage", "false", problem="G"))
        assert "is about one problem" in refusal(label("coverage", "false"))

    def test_what_has_no_evidence_becomes_unknown_or_insufficient(self) -> None:
        bare = label("miss_cause", "misread_tool_feedback", ("r1", "invented"), problem="F")
        refusal(bare)
        assert check_label(withheld(bare, "no quotation"), RECORD).value == "insufficient"
        assert withheld(label("overcommitment", "true", ("r1", "x"))).value == "unknown"
        assert withheld(bare).quotations == ()


class TestCoverage:
    def test_work_is_reasoning_or_an_executed_action(self) -> None:
        for event, text in (("r1", "First F"), ("s1", "g++"), ("s1.output", "sample 1 fails")):
            check_label(label("coverage", "true", (event, text), problem="F"), RECORD)

    @pytest.mark.parametrize(
        ("event", "text"),
        [("s0", "focus F"), ("s4", "./a.out"), ("s5", "finish"), ("outcome.A", "missing"), ("s1.charge", "counted")],
    )
    def test_bookkeeping_blocked_actions_and_facts_are_none(self, event: str, text: str) -> None:
        assert "are no work" in refusal(label("coverage", "true", (event, text), problem="A"))

    def test_nor_are_headings_and_bare_answers_of_a_completion(self) -> None:
        record = standard_record(
            completion_record("Problem 1\n12*4 = 48 as each row has 4.\nFinal Answer: \\boxed{48}\n")
        )
        check_label(label("coverage", "true", ("s0.2", "12*4 = 48"), problem="1"), record)
        for event, text in (("s0.1", "Problem 1"), ("s0.3", "48")):
            assert "are no work" in refusal(label("coverage", "true", (event, text), problem="1"), record=record)


class TestUpdates:
    def test_prior_before_trigger_not_after_revision(self) -> None:
        check_label(UPDATE, RECORD)
        same_event = [("r1", "First F", "prior"), ("r2", "Greedy gets stuck", "trigger"), ("r2", "a flow", "revision")]
        check_label(label("strategy_update", "true", *same_event), RECORD)

    @pytest.mark.parametrize(
        ("prior", "trigger", "revision", "why"),
        [
            ("r2", "s1.output", "r2", "prior must stand before trigger"),
            ("r2", "r2", "r2", "prior must stand before trigger"),  # strictly
            ("r1", "s2.output", "r2", "trigger must stand no later than revision"),
        ],
    )
    def test_any_other_order_is_refused(self, prior: str, trigger: str, revision: str, why: str) -> None:
        words = {"r1": "First F", "r2": "flow", "s1.output": "fails", "s2.output": "fails"}
        roles = zip(("prior", "trigger", "revision"), (prior, trigger, revision), strict=True)
        assert why in refusal(label("strategy_update", "true", *((at, words[at], role) for role, at in roles)))

    def test_a_missing_component_is_named(self) -> None:
        said = refusal(UPDATE.model_copy(update={"quotations": UPDATE.quotations[:2]}))
        assert "the component revision is not quoted" in said

    def test_a_rational_update_builds_on_a_strategy_update_of_the_same_annotator(self) -> None:
        rational = label("rational_update", "true", ("r2", "Greedy gets stuck there, so", "link"))
        check_label(rational, RECORD, [UPDATE])
        assert "label that first" in refusal(rational)
        other = UPDATE.model_copy(update={"annotator": Annotator(type="person", name="ben")})
        assert "label that first" in refusal(rational, (other,))
        assert "label that first" in refusal(rational, (withheld(UPDATE),))

    def test_a_failed_update_shows_the_shortfall_strictly_after_the_revision(self) -> None:
        early = [("s1", "g++ f.cpp", "enactment"), ("s1.output", "sample 1 fails", "shortfall")]
        late = [("s2", "g++ f2.cpp", "enactment"), ("s2.output", "sample 1 fails", "shortfall")]
        check_label(label("failed_update", "true", *late), RECORD, [UPDATE])
        assert "strictly later than the revision" in refusal(label("failed_update", "true", *early), (UPDATE,))


class TestRegret:
    @pytest.mark.parametrize("kind", REGRET)
    def test_a_pattern_needs_each_of_its_components(self, kind: str) -> None:
        check_label(label(kind, "true", *COMPLETE[kind]), RECORD)
        for component in CODEBOOK[kind].components:
            rest = [quote for quote in COMPLETE[kind] if quote[2] != component.role]
            assert f"the component {component.role} is not quoted" in refusal(label(kind, "true", *rest))

    def test_one_action_is_no_repeated_spending(self) -> None:
        once = [COMPLETE["overcommitment"][0], ("s1", "./a.out", "spending"), *COMPLETE["overcommitment"][2:]]
        assert "in 2 different steps" in refusal(label("overcommitment", "true", *once))

    def test_a_decision_is_behaviour_and_no_fact_of_the_run(self) -> None:
        facts = [*COMPLETE["undercoverage"][:2], ("outcome.A", "missing", "decision")]
        assert "decision: facts of the run are no behaviour" in refusal(label("undercoverage", "true", *facts))


class TestCauses:
    QUOTE = ("r3", "A to E were never opened")

    def test_causes_belong_to_selected_misses(self) -> None:
        check_label(label("miss_cause", "spent_budget_elsewhere", self.QUOTE, problem="A"), RECORD)
        assert "is solved" in refusal(label("miss_cause", "never_attempted", self.QUOTE, problem="B"))
        assert "does not select problem C" in refusal(label("miss_cause", "never_attempted", self.QUOTE, problem="C"))

    def test_without_an_oracle_every_miss_may_have_one(self) -> None:
        record = standard_record(episode().record(F="wrong_answer", B="accepted"))
        check_label(label("miss_cause", "never_attempted", self.QUOTE, problem="C"), record)

    def test_there_is_exactly_one(self) -> None:
        assert "exactly one primary cause" in refusal(
            label("miss_cause", "never_attempted", self.QUOTE, problem="A", instance=2)
        )


class TestFrozenFacts:
    def test_a_label_has_no_field_for_a_verdict_a_reward_or_the_oracle(self) -> None:
        for name in ("verdict", "correct", "reward", "score", "selected", "oracle"):
            with pytest.raises(ValueError, match="Extra inputs are not permitted"):
                label("coverage", "false", problem="A", **{name: "x"})

    def test_a_label_made_on_other_verdicts_is_refused(self) -> None:
        stored = check_label(label("coverage", "false", problem="A"), RECORD)
        judged_again = standard_record(episode().record(F="accepted", B="accepted"), selected="AF")
        assert "other verdicts" in refusal(stored, record=judged_again)

    def test_a_cause_that_another_oracle_does_not_select_is_refused(self) -> None:
        cause = label("miss_cause", "spent_budget_elsewhere", ("r3", "A to E were never opened"), problem="A")
        stored = check_label(cause, RECORD)
        another_oracle = standard_record(episode().record(F="wrong_answer", B="accepted"), selected="F")
        assert "does not select problem A" in refusal(stored, record=another_oracle)
