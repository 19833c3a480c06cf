"""Model profiles: how a model is called, as a small TOML file. A key is never in it, only the name of its variable."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from r3gym.utils.redaction import redact
from r3gym.utils.services import ModelName, ServiceUrl, VariableName, provider_fields

#: Request fields that r3gym sets itself; a profile that set them too would change the protocol unnoticed.
_OWN_FIELDS = frozenset(
    {"model", "messages", "tools", "tool_choice", "response_format", "stream", "stream_options", "n", "seed"}
    | {"max_tokens", "max_completion_tokens", "temperature", "top_p", "reasoning_effort"}
)


#: Where a model is and how to get in, which no record holds.
_PLACE = {"base_url", "api_key_env"}


class _ProfileTable(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


ExtraBody = Annotated[dict[str, Any], AfterValidator(provider_fields(_OWN_FIELDS))]


class Prices(_ProfileTable):
    """What a million tokens cost, in ``currency``."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached_input: float | None = Field(default=None, ge=0)
    currency: str = "USD"


class Thinking(_ProfileTable):
    """The reasoning channel: whether it is on, and what a provider wants in the request to switch it on or off.

    ``enabled`` None: not said. Then neither switch is sent, the provider's default holds, and the model's first reply
    in the tool-free setting shows whether it thinks. A call that switches thinking off does not ask for the profile's
    ``reasoning_effort`` but for ``off_effort``, if any.
    """

    enabled: bool | None = None
    on: ExtraBody = Field(default_factory=dict, repr=False)
    off: ExtraBody = Field(default_factory=dict, repr=False)
    off_effort: str | None = None


class ModelProfile(_ProfileTable):
    """How a model is called. Parameters that are None are left out of the request: the provider's default holds.

    ``tools``: ``native`` calls, a constrained ``json`` object per turn, or ``auto`` (a probe at the start decides).
    ``toolset``: which tools an agent is offered, the paper's ``two`` or one for each action, ``six``.
    ``system_role``: an agent's role is sent as a system message; some chat templates have none.
    ``cap_field``: the request field that caps the completion. ``requests_per_minute`` and ``concurrency`` bound all
    episodes of this process together. ``paper_name`` names the paper's model whose published caps apply.
    ``resend_reasoning``: an agent's earlier reasoning is sent with its turns, as ``reasoning_content``. DeepSeek's
    thinking models refuse tool calls without it; most other services ignore it, and some refuse it.
    ``requests_per_turn`` bounds the requests of one turn over all layers: retries, weaker response formats, a shortened
    dialogue. ``idempotency_header`` names the header in which the service takes idempotency keys, if it does.
    """

    name: str
    model: ModelName
    base_url: ServiceUrl | None = Field(default=None, repr=False)
    api_key_env: VariableName | None = Field(default=None, repr=False)
    paper_name: str | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    reasoning_effort: str | None = None
    thinking: Thinking = Thinking()
    extra_body: ExtraBody = Field(default_factory=dict, repr=False)
    context_window: int = Field(default=32768, ge=512)
    max_turn_tokens: int = Field(default=8192, ge=16)
    cap_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    tools: Literal["auto", "native", "json"] = "auto"
    toolset: Literal["two", "six"] = "two"
    system_role: bool = True
    resend_reasoning: bool = False
    stream: bool = False
    timeout_s: float = Field(default=600, gt=0, le=86400)
    retries: int = Field(default=6, ge=0, le=50)
    requests_per_turn: int | None = Field(default=None, ge=1, le=100)
    idempotency_header: str | None = Field(default=None, pattern=r"^[A-Za-z][A-Za-z0-9-]{0,63}$")
    concurrency: int = Field(default=64, ge=1, le=4096)
    requests_per_minute: float | None = Field(default=None, gt=0)
    prices: Prices | None = None

    @property
    def most_requests(self) -> int:
        """How many requests one turn may send: by default its retries, two weaker response formats, and the first."""
        return self.retries + 3 if self.requests_per_turn is None else self.requests_per_turn

    def to_record(self) -> dict[str, Any]:
        """Return what a record keeps: all that affects a reply, without address, key's variable name and secrets."""
        kept: dict[str, Any] = redact(self.model_dump(mode="json", exclude=_PLACE))
        return kept

    def shaping_fields(self) -> dict[str, Any]:
        """Return all that affects a reply as it is sent, secrets included: to be hashed, never to be written.

        What a request itself shows (its messages and tools) is left out.
        """
        return self.model_dump(mode="json", exclude=_PLACE | {"toolset", "system_role"})
