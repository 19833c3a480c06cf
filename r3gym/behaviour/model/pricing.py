"""What annotating by a model will cost at most, before a single request is sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from r3gym.behaviour.events import StandardRecord
from r3gym.behaviour.model.annotating import REPLY_TOKENS, final_kinds
from r3gym.behaviour.model.asking import IN_WINDOWS, question, schema
from r3gym.behaviour.model.windows import WINDOW_CHARS, shown, windows
from r3gym.models.messages import ChatRequest
from r3gym.models.profile import ModelProfile
from r3gym.models.worst_case import worst_request


@dataclass(frozen=True)
class Price:
    """Episodes, requests and tokens if nothing is refused, and at most, when every question is asked twice.

    ``cost`` and ``most`` are None for a profile without prices.
    """

    episodes: int
    requests: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    most: float | None
    currency: str | None


def price(
    records: Iterable[StandardRecord],
    profile: ModelProfile,
    *,
    window: int = WINDOW_CHARS,
    reply_tokens: int = REPLY_TOKENS,
) -> Price:
    """Return what these records cost, by r3gym's cautious estimate of tokens; nothing is sent."""
    episodes = requests = prompt = 0
    for record in records:
        episodes += 1
        asked = [(shown(events, window), IN_WINDOWS) for events in windows(record, window)]
        asked += [(asked[-1][0] if asked else "", kinds) for kinds in final_kinds(record)]
        for text, kinds in asked:
            request = ChatRequest(
                question(record, text, kinds, ""), max_tokens=reply_tokens, schema=schema(kinds, record.labels)
            )
            requests += 1
            prompt += worst_request(profile, request).prompt_tokens
    written = requests * reply_tokens
    rates = profile.prices
    cost = None if rates is None else (prompt * rates.input + written * rates.output) / 1e6
    # Asked again, a question carries the first reply and the reasons, about as long as the reply.
    twice = None if rates is None else ((2 * prompt + 2 * written) * rates.input + 2 * written * rates.output) / 1e6
    return Price(episodes, requests, prompt, written, cost, twice, None if rates is None else rates.currency)
