"""Calls pasted into a message: models trained on other harnesses write them as JSON or markup instead of calling."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from r3gym.policies.agent.protocol_errors import ProtocolErrorKind

#: The marks of the tool-call dialects in use: Hermes and Qwen, Claude, Llama, Mistral, DeepSeek, Gemma.
_MARKUP = re.compile(
    r"<\s*/?\s*(?:tool_calls?|function_calls?|tool_code|tool_use|invoke|bash_command|mark_task_complete)\b"
    r"|<function[=\s]|<\|(?:python_tag|tool_calls?(?:_begin|_section_begin)?)\|?>|\[TOOL_CALLS?\]|<｜tool",
    re.IGNORECASE,
)
_TERMINUS_KEYS = frozenset({"commands", "keystrokes", "task_complete", "is_task_complete", "is_blocking"})
_CALL_KEYS = frozenset(
    {"command", "cmd", "tool", "tool_name", "tool_calls", "function", "arguments", "parameters", "action", "actions"}
)
#: How JSON that was never finished begins.
_BEGINS = re.compile(r'(?:^|```\w*)\s*[\[{]\s*\{?\s*"(\w+)"\s*:')
#: How many objects of a message are looked at.
_LOOK = 50


def pasted(content: str) -> ProtocolErrorKind | None:
    """Return which kind of pasted call a message holds, or None for plain text.

    >>> pasted('I will look: ```json\\n{"command": "ls"}\\n```')
    <ProtocolErrorKind.PASTED_JSON: 'pasted_json'>
    >>> pasted("<tool_call>ls</tool_call>"), pasted("The set {1, 2} is the answer.")
    (<ProtocolErrorKind.PASTED_MARKUP: 'pasted_markup'>, None)
    """
    if _MARKUP.search(content):
        return ProtocolErrorKind.PASTED_MARKUP
    for value in _objects(content):
        keys = set(value)
        if keys & _TERMINUS_KEYS:
            return ProtocolErrorKind.PASTED_TERMINUS
        if keys & _CALL_KEYS:
            return ProtocolErrorKind.PASTED_JSON
    begun = _BEGINS.search(content)
    if begun and begun[1] in _TERMINUS_KEYS | {"analysis"}:
        return ProtocolErrorKind.PASTED_TERMINUS
    return ProtocolErrorKind.PASTED_JSON if begun and begun[1] in _CALL_KEYS else None


def _objects(content: str) -> Iterator[dict[str, Any]]:
    """Yield the outermost JSON objects of a text."""
    decoder, start = json.JSONDecoder(), 0
    for _ in range(_LOOK):
        start = content.find("{", start)
        if start < 0:
            return
        try:
            value, start = decoder.raw_decode(content, start)
        except (ValueError, RecursionError):
            start += 1
            continue
        yield value
