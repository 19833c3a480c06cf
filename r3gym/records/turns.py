"""The model calls of an episode: every request with its reply, its errors, and its usage.

Ids are simple and stable: turns are ``t1``, ``t2`` ... in the order of the calls, and the reasoning of turn ``t3`` is
``r3``.
"""

from __future__ import annotations

from pydantic import Field

from r3gym.records.model_base import Count, FrozenModel, JsonObject, Text


class TokenUsage(FrozenModel):
    """Tokens of one call, as the provider reported them."""

    prompt_tokens: int = Field(description="Tokens of the request.")
    completion_tokens: int = Field(description="Tokens of the reply, reasoning included.")
    reasoning_tokens: int | None = Field(default=None, description="Tokens of reasoning among them.")
    cached_tokens: int | None = Field(default=None, description="Tokens of the request that came from a cache.")


class UsageSums(FrozenModel):
    """Tokens and cost of all calls together, those of the probe included."""

    calls: Count = Field(default=0, description="Replies.")
    attempts: Count = Field(default=0, description="Requests, including those that failed.")
    failed: Count = Field(default=0, description="Requests that failed.")
    unreported: Count = Field(default=0, description="Replies without token counts, which are missing in the sums.")
    doubtful: Count = Field(default=0, description="Replies with token counts that cannot be true.")
    prompt_tokens: Count = Field(default=0, description="Tokens of the requests.")
    completion_tokens: Count = Field(default=0, description="Tokens of the replies.")
    reasoning_tokens: Count = Field(default=0, description="Tokens of reasoning among them.")
    cached_tokens: Count = Field(default=0, description="Tokens of the requests that came from a cache.")
    cost: float | None = Field(
        default=None, description="The cost of the replies with token counts; None without prices or without counts."
    )
    unsettled: Count = Field(
        default=0, description="Failed requests that may have been billed: no answer came in time, or it broke off."
    )
    unsettled_tokens: Count = Field(default=0, description="An upper bound on their tokens, by r3gym's estimate.")
    unsettled_cost: float | None = Field(default=None, description="An upper bound on their cost; None without prices.")
    currency: Text | None = Field(default=None, description="The currency of the cost.")
    unreported_cost: float | None = Field(
        default=None, description="An upper bound on the cost of the replies without token counts; None: not known."
    )


class CallsPaid(FrozenModel):
    """All requests to the model for the episode, over all processes that played it; each reply is counted once."""

    usage: UsageSums = Field(description="Tokens and cost of every request, the unused replies too.")
    lost: Count = Field(default=0, description="Failed requests that were under way when a process was killed.")
    unused: Count = Field(default=0, description="Replies that did not fit when a replay differed.")
    resumed: Count = Field(default=0, description="How often the episode was taken up again with stored replies.")
    diverged: Text | None = Field(default=None, description="Where the last replay that differed did so, and why.")
    restored: Count = Field(
        default=0,
        description="Steps of the last replay that printed something else (a time, a duration) and left the same: what "
        "the contestant saw the first time is what it saw, and what stands here.",
    )


class SentMessages(FrozenModel):
    """The messages of a request, as the difference from the previous request; `messages_of` restores the full list."""

    kept: Count = Field(description="The number of messages that are kept from the start of the previous request.")
    added: tuple[JsonObject, ...] = Field(description="The messages after them, in the chat-completions form.")


class ToolCallMade(FrozenModel):
    """A tool call as the model wrote it, whether or not it could be parsed."""

    id: Text = Field(description="The provider's id of the call.")
    name: Text = Field(description="The tool that was named.")
    arguments: Text = Field(description="The arguments as text.")


class StageCall(FrozenModel):
    """The fields that only a call of the tool-free setting has."""

    number: int = Field(description="1: the budgeted call. 2: the finaliser.")
    cap_kind: Text | None = Field(default=None, description="What the cap is: the budget, or a safety cap.")
    charged: bool | None = Field(default=None, description="Whether its tokens count against the budget.")
    thinking: bool | None = Field(default=None, description="Whether the reasoning channel was on.")
    outcome: Text | None = Field(default=None, description="done, cap, filtered, stopped, empty or failed.")


class ModelTurn(FrozenModel):
    """One call of the model. It is stored before the reply is used."""

    id: Text = Field(description="t1, t2 ... in the order of the calls.")
    sent: SentMessages | None = Field(default=None, description="The messages of the request.")
    messages: Count | None = Field(default=None, description="How many messages the request had.")
    max_tokens: int | None = Field(default=None, description="The cap of the reply.")
    content: Text | None = Field(default=None, description="What the model said; quoted by the turn's id.")
    reasoning: Text | None = Field(default=None, description="The id of its reasoning, None when it showed none.")
    tool_calls: tuple[ToolCallMade, ...] = Field(default=(), description="The tool calls of the reply.")
    finish: Text | None = Field(default=None, description="The provider's reason why the reply ended.")
    usage: TokenUsage | None = Field(default=None, description="Tokens; None when the provider did not say.")
    cost: float | None = Field(default=None, description="What the call cost; None without prices.")
    served_model: Text | None = Field(default=None, description="The model that the provider says it used.")
    attempts: int | None = Field(default=None, description="The number of requests until the reply.")
    unsettled: int | None = Field(default=None, description="How many of them failed and may have been billed.")
    doubtful: Text | None = Field(default=None, description="What cannot be true in the reported token counts.")
    steps: tuple[Text, ...] = Field(default=(), description="The ids of the steps that the turn caused.")
    said: tuple[Text, ...] = Field(
        default=(), description="The messages to the model after the turn, besides the results of its calls."
    )
    tolerated: tuple[Text, ...] = Field(
        default=(), description="What was understood in its calls though not sent as the tools ask for it."
    )
    stage: StageCall | None = Field(default=None, description="Tool-free only: which of the two calls this is.")
    failure: Text | None = Field(default=None, description="Why no reply came.")


class Reasoning(FrozenModel):
    """One piece of reasoning, stored separately so that it can be quoted."""

    id: Text = Field(description="r3 is the reasoning of turn t3; r0 that of a completion without a recorded call.")
    turn: Text | None = Field(description="The turn that it belongs to.")
    text: Text = Field(description="What the provider showed of it.")


class ProtocolErrorNote(FrozenModel):
    """A reply of the model that was not a valid action. It is answered and never charged."""

    turn: Text | None = Field(description="The turn's id.")
    call: int | None = Field(description="Which tool call, from 0; None for the whole turn.")
    kind: Text = Field(description="What was wrong, in one word.")
    detail: Text = Field(description="What exactly was wrong.")
    answer: Text = Field(description="What the model was told.")


class Trim(FrozenModel):
    """A cut in the dialogue so that it fits the model's context window."""

    before_turn: Text | None = Field(description="The turn whose request was cut.")
    what: Text = Field(description="What was cut: output, reasoning, text, turn.")
    turn: Text | None = Field(description="The turn that it was cut from.")
    chars: int | None = Field(description="How many characters.")
    why: Text = Field(description="The reason: r3gym's estimate, or the service's refusal.")
