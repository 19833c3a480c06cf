"""The charge of a completion, and how much of it counts.

The metered quantity is the provider-reported number of completion tokens of the budgeted call, reasoning included. The
server is asked to stop at the budget; these rules cover servers that do not, or that report no token count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from r3gym.core.completion import Completion, FinishReason


@dataclass(frozen=True)
class MeteredCompletion:
    """The charge, the part of reasoning and text that counts, and flags.

    ``cut``: the completion was stopped by a cap, so its last line may be incomplete. ``over_cap``: the server wrote
    more than the budget. ``reported``: the server reported how many tokens it wrote. ``hit_safety_cap``: an unbudgeted
    run was stopped, so it does not measure natural use and calibration leaves it out.
    """

    charged: int
    reasoning: str
    text: str
    cut: bool
    over_cap: bool
    reported: bool
    hit_safety_cap: bool

    @property
    def cut_in_reasoning(self) -> bool:
        """Whether the budget ran out before any visible text."""
        return self.cut and not self.text.strip()

    def summary(self) -> dict[str, Any]:
        """Return the metering as plain JSON, for infos and records."""
        return {
            "charged": self.charged,
            "cut": self.cut,
            "cut_in_reasoning": self.cut_in_reasoning,
            "over_cap": self.over_cap,
            "reported": self.reported,
            "hit_safety_cap": self.hit_safety_cap,
        }


def meter(completion: Completion, cap: int | None) -> MeteredCompletion:
    """Charge a completion against its budget (None: unbudgeted).

    - Within the cap: charged what the provider reported, and all of it counts.
    - Over the cap: charged the cap. Tokens cannot be told apart afterwards, so the share ``cap / tokens`` of the joint
      length in characters counts, reasoning first.
    - Not reported (zero tokens for a text is no report): charged the whole cap, or nothing where there is none.

    >>> meter(Completion("abcdef", "1234", tokens=20), 12).text
    'ab'
    """
    reasoning, text = completion.reasoning, completion.text
    reported = completion.tokens is not None and (completion.tokens > 0 or not reasoning + text)
    tokens = (completion.tokens if reported else cap) or 0
    over = cap is not None and tokens > cap
    if cap is not None and over:
        kept = (len(reasoning) + len(text)) * cap // tokens
        reasoning, text = reasoning[:kept], text[: max(0, kept - len(reasoning))]
    full = cap is not None and reported and tokens >= cap
    ended = completion.finish
    cut = over or ended is FinishReason.LENGTH or (ended in (FinishReason.OTHER, FinishReason.FILTER) and full)
    return MeteredCompletion(
        charged=tokens if cap is None else min(tokens, cap),
        reasoning=reasoning,
        text=text,
        cut=cut,
        over_cap=over,
        reported=reported,
        hit_safety_cap=cap is None and completion.finish is FinishReason.LENGTH,
    )
