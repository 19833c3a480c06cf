"""The choice of the judge of mathematics, and its settings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from r3gym.domains.judge_choice import JudgeChoice
from r3gym.models.profile import Prices
from r3gym.utils.services import ModelName, ServiceUrl, VariableName, provider_fields, read_key

#: The fields that the model judge itself sets in a request.
_OWN_FIELDS = frozenset({"model", "messages", "response_format", "stream", "n", "temperature", "max_tokens"})


class OfflineMath(JudgeChoice):
    """Equivalence decided on this machine (`r3gym.domains.math.judging.judge`)."""

    judge: Literal["offline"] = "offline"


class ModelMath(JudgeChoice):
    """A model behind an OpenAI-compatible address: for all answers, or for those the offline judge leaves undecided.

    ``timeout_s`` bounds one request, ``retries`` how often a busy or failing service is asked again. ``extra_body``
    holds provider-specific fields, such as a switch for thinking. ``prices`` are for the bill, and affect no verdict.
    """

    judge: Literal["llm", "offline-then-llm"]
    model: ModelName
    base_url: ServiceUrl
    api_key_env: VariableName | None = None
    timeout_s: float = Field(default=120, gt=0, le=3600)
    max_tokens: int = Field(default=4096, ge=16, le=65536)
    retries: int = Field(default=4, ge=0, le=20)
    extra_body: Annotated[dict[str, Any], AfterValidator(provider_fields(_OWN_FIELDS))] = Field(
        default_factory=dict, repr=False
    )
    prices: Prices | None = None


MathJudge = Annotated[OfflineMath | ModelMath, Field(discriminator="judge")]


def api_key(settings: ModelMath) -> str:
    """Return the model judge's key from the environment. Raise `InputError` if it is not set."""
    return read_key(settings.api_key_env, "judges: math.api_key_env")
