"""What a completion is charged and how much of it counts, whatever the server reports."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from r3gym.core.completion import Completion, FinishReason, ToolFreeProtocol, completion_from_dict, completion_to_dict
from r3gym.core.metering import meter
from r3gym.envs.spaces import MAX_COUNT, completion_action_space

COMPLETIONS = st.builds(
    Completion,
    text=st.text(max_size=60),
    reasoning=st.text(max_size=60),
    tokens=st.none() | st.integers(0, 200),
    finish=st.sampled_from(FinishReason),
)
FINALISED = st.builds(
    Completion,
    text=st.text(max_size=20),
    reasoning=st.text(max_size=20),
    tokens=st.none() | st.integers(0, MAX_COUNT),
    finish=st.sampled_from(FinishReason),
    final=st.text(max_size=20),
    final_finish=st.sampled_from(FinishReason),
)


@given(COMPLETIONS, st.none() | st.integers(0, 100))
def test_never_more_than_the_cap_is_charged_and_never_more_than_was_written_counts(
    completion: Completion, cap: int | None
) -> None:
    metered = meter(completion, cap)
    assert metered.charged >= 0
    assert cap is None or metered.charged <= cap
    assert completion.reasoning.startswith(metered.reasoning)
    assert completion.text.startswith(metered.text)
    assert not metered.text or metered.reasoning == completion.reasoning, "reasoning is written before text"
    if not metered.over_cap:
        assert (metered.reasoning, metered.text) == (completion.reasoning, completion.text)
        assert not metered.reported or metered.charged == completion.tokens


@given(COMPLETIONS, st.integers(0, 100))
def test_over_the_cap_the_share_that_counts_is_the_cap_in_all_tokens(completion: Completion, cap: int) -> None:
    metered = meter(completion, cap)
    tokens = completion.tokens or 0
    assert metered.over_cap == (tokens > cap)
    if metered.over_cap:
        written = len(completion.reasoning) + len(completion.text)
        assert len(metered.reasoning) + len(metered.text) == written * cap // tokens
        assert metered.charged == cap
        assert metered.cut


def test_without_a_report_the_cap_is_charged() -> None:
    for tokens in (None, 0):
        metered = meter(Completion("text", tokens=tokens), 70)
        assert (metered.charged, metered.reported, metered.text) == (70, False, "text")
    assert meter(Completion("", tokens=0), 70).charged == 0, "nothing was written and nothing counted"
    assert meter(Completion("text"), None).charged == 0, "an unbudgeted run has no cap to charge"


def test_a_completion_that_ends_at_its_cap_for_an_unknown_reason_was_cut() -> None:
    assert meter(Completion("x", tokens=70, finish=FinishReason.OTHER), 70).cut
    assert not meter(Completion("x", tokens=69, finish=FinishReason.OTHER), 70).cut
    assert not meter(Completion("x", tokens=70, finish=FinishReason.STOP), 70).cut


def test_only_an_unbudgeted_run_hits_a_safety_cap() -> None:
    assert meter(Completion("x", tokens=70, finish=FinishReason.LENGTH), None).hit_safety_cap
    assert not meter(Completion("x", tokens=70, finish=FinishReason.LENGTH), 70).hit_safety_cap


@given(FINALISED)
def test_the_gymnasium_form_keeps_everything_and_lies_in_the_space(completion: Completion) -> None:
    for protocol in ToolFreeProtocol:
        two_stage = protocol.may_finalise
        kept = completion if two_stage else replace(completion, final=None, final_finish=FinishReason.STOP)
        action = completion_to_dict(completion, protocol)
        assert action in completion_action_space(1000, two_stage=two_stage)
        assert completion_from_dict(action, protocol) == kept


def test_a_finaliser_that_did_not_run_is_not_one_that_said_nothing() -> None:
    for final in (None, ""):
        action = completion_to_dict(Completion("x", final=final), ToolFreeProtocol.TWO_STAGE)
        assert completion_from_dict(action, ToolFreeProtocol.TWO_STAGE).final == final
