"""From a reply to a turn: the actions it asks for, or what is wrong with it. Pure functions that never raise."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from r3gym.core.actions import Action, Verb, parse_helper
from r3gym.models.messages import ChatReply
from r3gym.policies.agent.arguments import ProblemNames, read_arguments, read_object
from r3gym.policies.agent.encoding import sendable_json, short
from r3gym.policies.agent.pasted_calls import pasted
from r3gym.policies.agent.protocol_errors import ProtocolError, ProtocolErrorKind
from r3gym.policies.agent.tools import find_tool

#: What the chat-completions form allows as a tool's name.
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class ParsedCall:
    """One call of a turn: either an action or a fault.

    ``id``, ``name`` and ``arguments`` are what is put back into the dialogue. Servers parse the arguments of old calls
    again and refuse a whole request for one bad call, so they are a JSON object here whatever the model wrote, and the
    name has the form that the protocol allows. The record keeps what the model wrote.
    """

    id: str
    name: str
    arguments: str
    action: Action | None = None
    fault: ProtocolError | None = None
    #: What was understood though it was not sent as the tool asks for it.
    tolerated: tuple[str, ...] = ()


@dataclass(frozen=True)
class Turn:
    """The parsed reply: its calls in order, or the fault of a turn without any."""

    calls: tuple[ParsedCall, ...] = ()
    fault: ProtocolError | None = None

    @property
    def faults(self) -> tuple[tuple[int | None, ProtocolError], ...]:
        """All protocol errors with the number of their call from 0 (None for the turn itself)."""
        of_calls = tuple((n, call.fault) for n, call in enumerate(self.calls) if call.fault is not None)
        return of_calls if self.fault is None else ((None, self.fault), *of_calls)

    @property
    def tolerated(self) -> tuple[str, ...]:
        """What was tolerated in the calls that are performed, with the number of the call from 0."""
        return tuple(
            f"call {n}: {what}"
            for n, call in enumerate(self.calls)
            if call.action is not None
            for what in call.tolerated
        )

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions to perform, in order."""
        return tuple(call.action for call in self.calls if call.action is not None)

    @property
    def completes(self) -> bool:
        """Whether the turn ends the contest."""
        return len(self.calls) == 1 and self.calls[0].action is not None and is_completion(self.calls[0].action)


def read_native(reply: ChatReply, names: ProblemNames, *, max_tokens: int, taken: frozenset[str] = frozenset()) -> Turn:
    """Read a reply with native tool calls; ``taken`` are the call ids that the dialogue already holds."""
    calls, used = [], set(taken)
    for number, raw in enumerate(reply.tool_calls):
        name = raw.name.strip()
        # Some servers give no id, or the same one in every turn; Mistral's wants nine letters and digits.
        own = raw.id if raw.id and raw.id not in used else _fresh_id(len(taken) + number, used)
        used.add(own)
        tool = find_tool(name)
        sent_back = tool.name if tool else name if _NAME.fullmatch(name) else "unknown_tool"
        call = ParsedCall(own, sent_back, "{}")
        if tool is None:
            calls.append(replace(call, arguments=_sent_back(raw.arguments), fault=_unknown(name)))
            continue
        arguments, tolerated, fault = read_object(raw.arguments, tool)
        call = replace(call, arguments=sendable_json(arguments), tolerated=tolerated)
        calls.append(read_call(call, name, arguments, names) if fault is None else replace(call, fault=fault))
    return judge_turn(tuple(calls), reply, max_tokens)


def judge_turn(calls: tuple[ParsedCall, ...], reply: ChatReply, max_tokens: int) -> Turn:
    """Apply the rules for a turn as a whole, the same for both modes."""
    stopped = {
        "length": ProtocolError(ProtocolErrorKind.CUT, f"{max_tokens} tokens"),
        "content_filter": ProtocolError(ProtocolErrorKind.FILTERED),
    }.get(reply.finish)
    if stopped is not None:  # half a command must not run, and a server may have closed its quotes by itself
        return Turn(tuple(replace(call, action=None, fault=stopped) for call in calls), None if calls else stopped)
    if not calls:
        text = reply.content.strip()
        return Turn(
            fault=ProtocolError(pasted(text) or ProtocolErrorKind.TEXT)
            if text
            else ProtocolError(ProtocolErrorKind.EMPTY)
        )
    if len(calls) > 1:
        alone = ProtocolError(ProtocolErrorKind.COMPLETION_NOT_ALONE)
        calls = tuple(
            replace(call, action=None, fault=alone) if call.action and is_completion(call.action) else call
            for call in calls
        )
    return Turn(calls)


def is_completion(action: Action) -> bool:
    """Return whether an action ends the contest: as the tool, or as the shell word."""
    helper = parse_helper(action.text) if action.verb is Verb.COMMAND else action
    return helper is not None and helper.verb is Verb.FINISH


def read_call(call: ParsedCall, name: str, arguments: Mapping[str, Any], names: ProblemNames) -> ParsedCall:
    """Return the call with its action, or with what is wrong with it."""
    tool = find_tool(name)
    if tool is None:
        return replace(call, fault=_unknown(name))
    read = read_arguments(tool, arguments, names)
    if read.wrong:
        return replace(call, fault=ProtocolError(ProtocolErrorKind.BAD_ARGUMENTS, read.wrong))
    if tool.verb is Verb.COMMAND and not read.values["command"].strip():
        return replace(call, fault=ProtocolError(ProtocolErrorKind.EMPTY_COMMAND))
    respelled = (f"{short(name)} for the tool {tool.name}",) if name not in (tool.name, "task_complete") else ()
    return replace(call, action=tool.action(read.values), tolerated=(*call.tolerated, *respelled, *read.tolerated))


def _unknown(name: str) -> ProtocolError:
    return ProtocolError(
        ProtocolErrorKind.UNKNOWN_TOOL, f"there is no tool {short(name)}" if name else "the call names no tool"
    )


def _sent_back(text: str) -> str:
    """Return the arguments of a call to no tool as an object that servers can parse."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return "{}"
    return sendable_json(value) if isinstance(value, dict) else "{}"


def _fresh_id(number: int, used: set[str]) -> str:
    while (own := f"r3call{number:03d}") in used:
        number += 1
    return own
