"""Acting without native tools: each turn is one JSON object by a schema, and its answers come as a user message.

A turn holds a list of actions, as a native turn holds several calls: so both modes can express the same turns, and
the same rules and protocol errors apply. The thought corresponds to the text of a native turn; it comes first, so that
a model under a grammar can still plan before it commits to an action.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from r3gym.models.messages import ChatReply
from r3gym.policies.agent.arguments import ProblemNames
from r3gym.policies.agent.encoding import kind_of, sendable_json, short
from r3gym.policies.agent.pasted_calls import pasted
from r3gym.policies.agent.protocol_errors import ProtocolError, ProtocolErrorKind, json_example
from r3gym.policies.agent.reading import ParsedCall, Turn, judge_turn, read_call
from r3gym.policies.agent.tools import OPTIONAL, Tool, Toolset, find_tool, offered_tools
from r3gym.prompts.templates import prompt

#: The longest list that the schema allows: a small model under a grammar would otherwise write on until it is cut.
MAX_ACTIONS = 8

_FENCE = re.compile(r"```\w*\s*\n(.*)\n\s*```", re.DOTALL)


def turn_schema(labels: Sequence[str], toolset: Toolset) -> dict[str, Any]:
    """Return the JSON schema of a turn. All fields are required, as strict servers want; `read_json` accepts less."""
    return _object(
        {
            "thought": {"type": "string"},
            "actions": {
                "type": "array",
                "minItems": 1,
                "maxItems": MAX_ACTIONS,
                "items": {"anyOf": [_action(tool, labels) for tool in offered_tools(toolset).values()]},
            },
        }
    )


def json_note(label: str, toolset: Toolset) -> str:
    """Return the note before the instruction: how to act in JSON, with an example for the problem ``label``."""
    return prompt("agent_json", tools=tools_text(toolset), example=json_example(label))


def tools_text(toolset: Toolset) -> str:
    """Return the tools as lines of text, for a prompt."""
    return "\n".join(f"- {_signature(tool)}: {tool.what}" for tool in offered_tools(toolset).values())


def read_json(reply: ChatReply, names: ProblemNames, *, max_tokens: int) -> Turn:
    """Read a reply that is one JSON object, alone or in one fence."""
    text = reply.content.strip()
    fenced = _FENCE.fullmatch(text)
    text = fenced[1].strip() if fenced else text
    if reply.finish in ("length", "content_filter") or not text.startswith(("{", "[")):
        return judge_turn((), reply, max_tokens)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f": {error.msg} at character {error.pos}" if isinstance(error, json.JSONDecodeError) else ""
        return Turn(fault=ProtocolError(ProtocolErrorKind.BAD_JSON, f"the turn is not one valid JSON object{where}"))
    actions, tolerated = _actions(value)
    if actions is None:
        if pasted(text) is ProtocolErrorKind.PASTED_TERMINUS:
            return Turn(fault=ProtocolError(ProtocolErrorKind.PASTED_TERMINUS))
        wrong = "has no list of actions" if isinstance(value, dict) else f"is {kind_of(value)}, not one object"
        return Turn(fault=ProtocolError(ProtocolErrorKind.BAD_JSON, f'the turn {wrong} under the key "actions"'))
    if not actions:
        return Turn(fault=ProtocolError(ProtocolErrorKind.EMPTY))
    calls = tuple(_call(n, item, names, tolerated) for n, item in enumerate(actions, 1))
    return judge_turn(calls, reply, max_tokens)


def _actions(value: Any) -> tuple[list[Any] | None, tuple[str, ...]]:
    """Return the list of actions in a turn's JSON value (None for none), and what was tolerated.

    One action instead of a list of one is understood; anything else is not, since a list without its object is what
    models paste as an example.
    """
    if not isinstance(value, dict):
        return None, ()
    actions = value.get("actions")
    if isinstance(actions, list):
        return actions, ()
    if isinstance(actions, dict) and _names_tool(actions):
        return [actions], ("one action that is in no list",)
    if actions is None and _names_tool(value):
        return [{key: part for key, part in value.items() if key != "thought"}], ("an action in place of the turn",)
    return None, ()


def _names_tool(item: dict[str, Any]) -> bool:
    tool = item.get("tool", item.get("name"))
    return isinstance(tool, str) and find_tool(tool) is not None


def _fields(item: dict[str, Any]) -> tuple[Any, dict[str, Any], tuple[str, ...]]:
    """Return an action's tool, its arguments and what was tolerated: models also write the form of native calls."""
    named = "tool" if "tool" in item or "name" not in item else "name"
    tolerated = () if named == "tool" else ("'name' for 'tool'",)
    arguments = {key: value for key, value in item.items() if key != named}
    for wrapper in ("arguments", "args", "parameters"):
        if set(arguments) == {wrapper} and isinstance(arguments[wrapper] or {}, dict):
            return item.get(named), arguments[wrapper] or {}, (*tolerated, f"arguments inside {wrapper!r}")
    return item.get(named), arguments, tolerated


def _call(number: int, item: Any, names: ProblemNames, tolerated: tuple[str, ...]) -> ParsedCall:
    if not isinstance(item, dict):
        fault = ProtocolError(
            ProtocolErrorKind.BAD_ARGUMENTS, f"an action is an object with a tool, not {kind_of(item)}"
        )
        return ParsedCall(str(number), "unknown_tool", "{}", fault=fault)
    tool, arguments, bent = _fields(item)
    if not isinstance(tool, str):
        fault = ProtocolError(ProtocolErrorKind.UNKNOWN_TOOL, "the action names no tool")
        return ParsedCall(str(number), "unknown_tool", sendable_json(arguments), fault=fault)
    call = ParsedCall(str(number), short(tool)[1:-1], sendable_json(arguments), tolerated=(*tolerated, *bent))
    return read_call(call, tool.strip(), arguments, names)


def _action(tool: Tool, labels: Sequence[str]) -> dict[str, Any]:
    fields = {name: {k: v for k, v in kind.items() if k != "description"} for name, kind in tool.fields(labels).items()}
    return _object({"tool": {"type": "string", "enum": [tool.name]}, **fields})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _signature(tool: Tool) -> str:
    fields = [f'"{name}"{" (optional)" if name in OPTIONAL else ""}' for name in tool.arguments]
    return f"{tool.name} with {', '.join(fields)}" if fields else tool.name
