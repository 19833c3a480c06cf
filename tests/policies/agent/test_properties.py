"""Whatever a model sends: reading never raises, and the dialogue stays one that every server accepts."""

from __future__ import annotations

import json

from agent_play import well_formed
from hypothesis import given
from hypothesis import strategies as st

from r3gym.models import ChatReply, ToolCall
from r3gym.policies.agent.arguments import ProblemNames
from r3gym.policies.agent.context import fit
from r3gym.policies.agent.dialogue import Dialogue, Exchange
from r3gym.policies.agent.json_mode import read_json
from r3gym.policies.agent.protocol_errors import ToolMode
from r3gym.policies.agent.reading import Turn, is_completion, read_native

NAMES = ProblemNames(("A", "B"), ("p7", "p9"))

WORDS = st.sampled_from(
    ["bash_command", "mark_task_complete", "task_complete", "focus_problem", "submit_answer", "shelve_problem", "ls"]
)
KEYS = st.sampled_from(["command", "problem", "note", "answer", "tool", "actions", "thought"])
TEXTS = st.text(max_size=40) | WORDS | st.sampled_from(["A", "1", "p9", "\ud800", "\x00", "  ", "mark_task_complete "])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | TEXTS, inner, max_size=4),
    max_leaves=8,
)
ARGUMENTS = TEXTS | st.dictionaries(KEYS, TEXTS, max_size=3).map(json.dumps) | VALUES.map(json.dumps)
ACTIONS = st.dictionaries(KEYS, VALUES, max_size=3) | st.builds(lambda w, c: {"tool": w, "command": c}, WORDS, TEXTS)
CONTENTS = (
    TEXTS
    | VALUES.map(json.dumps)
    | st.lists(ACTIONS | VALUES, max_size=4).map(lambda found: json.dumps({"thought": "", "actions": found}))
    | st.sampled_from(["{" * 3000, "[" * 3000, '{"actions":' * 500, "```json\n{}\n```", "```\n```", "<tool_call>"])
)
REPLIES = st.builds(
    ChatReply,
    content=CONTENTS,
    reasoning=TEXTS,
    tool_calls=st.lists(
        st.builds(ToolCall, st.sampled_from(["", "call_0", "a", "r3call000"]) | TEXTS, WORDS | TEXTS, ARGUMENTS),
        max_size=4,
    ).map(tuple),
    finish=st.sampled_from(["stop", "tool_calls", "length", "content_filter", ""]),
)
MODES = st.sampled_from(ToolMode)


def read(reply: ChatReply, mode: ToolMode, dialogue: Dialogue) -> Turn:
    if mode is ToolMode.JSON:
        return read_json(reply, NAMES, max_tokens=9)
    return read_native(reply, NAMES, max_tokens=9, taken=dialogue.call_ids)


@given(REPLIES, MODES)
def test_reading_any_reply_never_raises_and_says_of_each_call_what_it_is(reply: ChatReply, mode: ToolMode) -> None:
    turn = read(reply, mode, Dialogue("", mode))
    assert bool(turn.calls) != (turn.fault is not None)
    for call in turn.calls:
        assert (call.action is None) != (call.fault is None)
        json.dumps(json.loads(call.arguments), ensure_ascii=False).encode()
    for _, fault in turn.faults:
        assert fault.advice(mode, "1")
    ends = [action for action in turn.actions if is_completion(action)]
    assert turn.completes == bool(ends)
    assert not ends or len(turn.calls) == 1
    if reply.finish in ("length", "content_filter"):
        assert turn.actions == ()
    if mode is ToolMode.NATIVE:
        assert len(turn.calls) == len(reply.tool_calls)


@given(
    turns=st.lists(st.tuples(REPLIES, st.integers(1, 600)), max_size=8),
    mode=MODES,
    room=st.integers(0, 4000),
    resend=st.booleans(),
)
def test_any_dialogue_stays_well_formed_and_keeps_its_instruction(
    turns: list[tuple[ChatReply, int]], mode: ToolMode, room: int, resend: bool
) -> None:
    dialogue = Dialogue("the instruction", mode, resend_reasoning=resend and mode is ToolMode.NATIVE)
    for number, (reply, size) in enumerate(turns, 1):
        turn = read(reply, mode, dialogue)
        exchange = Exchange(
            turn=number,
            content=reply.content,
            reasoning=reply.reasoning,
            calls=turn.calls,
            answers=("x" * size,) * len(turn.calls),
            advice="" if turn.fault is None else turn.fault.advice(mode, "1"),
            budget="- remaining: 2",
        )
        before = dialogue.added(exchange)
        dialogue, trims = fit(before, room)
        messages = json.loads(json.dumps(dialogue.messages()))
        well_formed(messages)
        assert messages[0]["content"].startswith("the instruction")
        assert before.weight - dialogue.weight == sum(trim.chars for trim in trims)
        assert dialogue.weight <= room or dialogue.exchanges[:-1] == ()
        if before.weight <= room:
            assert (dialogue, trims) == (before, ())
        assert dialogue.exchanges[-1].calls == exchange.calls
