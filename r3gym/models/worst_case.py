"""Our own estimates of tokens: what a request may cost at most, and whether a reported count can be true.

An estimate is made of characters: three ASCII characters to a token, one of any other script. Tokenisers make fewer
tokens of English, mathematics and programs, so an estimate is meant to be high, not exact.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from r3gym.models.messages import ChatReply, ChatRequest, Usage
from r3gym.models.profile import ModelProfile

#: ASCII characters per token, fewer than tokenisers have in English, mathematics or programs.
CHARACTERS_PER_TOKEN = 3
#: No text in use has more characters per token than this over any length; a count below it is not believed.
MOST_CHARACTERS_PER_TOKEN = 10
#: Texts up to this length are too short to say anything about a count.
SHORT_TEXT = 400


def estimated_tokens(text: str) -> int:
    """Return a cautious estimate of a text's tokens.

    >>> estimated_tokens("What is 17 + 25?"), estimated_tokens("百二十")
    (6, 3)
    """
    plain = len(text) if text.isascii() else sum(map(str.isascii, text))
    return -(-plain // CHARACTERS_PER_TOKEN) + len(text) - plain


def worst_case(profile: ModelProfile, body: Mapping[str, Any]) -> Usage:
    """Return the most that one request with this body can be billed for: the whole prompt and a reply up to its cap.

    Without a cap the reply may fill what the prompt leaves of the context window.
    """
    said = [body.get(name) for name in ("messages", "tools", "response_format")]
    prompt = estimated_tokens(json.dumps([part for part in said if part is not None], ensure_ascii=False))
    cap = body.get(profile.cap_field)
    return Usage(prompt, cap if isinstance(cap, int) else max(profile.context_window - prompt, 0))


def worst_request(profile: ModelProfile, request: ChatRequest) -> Usage:
    """Return `worst_case` of a request before it is made a body."""
    body = {"messages": list(request.messages), "tools": list(request.tools) or None, "response_format": request.schema}
    return worst_case(profile, {**body, profile.cap_field: request.max_tokens})


def believable(tokens: int, characters: int) -> bool:
    """Return whether a count of tokens can be that of a text of so many characters; short texts prove nothing.

    >>> believable(10, 98_000), believable(20_000, 98_000), believable(0, 300)
    (False, True, True)
    """
    return characters <= SHORT_TEXT or tokens * MOST_CHARACTERS_PER_TOKEN >= characters


def doubt(request: ChatRequest, reply: ChatReply) -> str:
    """Return what is not believable in the reported usage of a reply, "" for nothing or where none was reported."""
    if reply.usage is None:
        return ""
    asked = sum(len(str(message.get("content") or "")) for message in request.messages)
    written = len(reply.content) + len(reply.reasoning) + sum(len(call.arguments) for call in reply.tool_calls)
    found = [
        f"{tokens} {kind} tokens were reported for {characters} characters"
        for kind, tokens, characters in (
            ("prompt", reply.usage.prompt_tokens, asked),
            ("completion", reply.usage.completion_tokens, written),
        )
        if not believable(tokens, characters)
    ]
    return "; ".join(found)
