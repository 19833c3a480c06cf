"""Which judge decides in which domain: a small file or mapping, checked as a whole before anything is judged.

By default everything is judged on this machine. The services that the paper used are named here; their keys are not:
a key is the value of an environment variable, and the configuration holds only that variable's name.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from r3gym.core.domain import Domain
from r3gym.errors import InputError
from r3gym.utils.services import ModelName, ServiceUrl, VariableName, provider_fields, read_key

#: What the model judge itself says in a request.
_OWN_FIELDS = frozenset({"model", "messages", "response_format", "stream", "n", "temperature", "max_tokens"})


class _Choice(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class OfflineMath(_Choice):
    """Equivalence decided on this machine (`r3gym.domains.math.judging.judge`)."""

    judge: Literal["offline"] = "offline"


class ModelMath(_Choice):
    """A model behind an OpenAI-compatible address: for all answers, or for those the offline judge leaves undecided.

    ``timeout_s`` bounds one request, ``retries`` how often a busy or failing service is asked again. ``extra_body`` is
    what a provider wants in addition, such as a switch for thinking.
    """

    judge: Literal["llm", "offline-then-llm"]
    model: ModelName
    base_url: ServiceUrl
    api_key_env: VariableName | None = None
    timeout_s: float = Field(default=120, gt=0, le=3600)
    max_tokens: int = Field(default=4096, ge=16, le=65536)
    retries: int = Field(default=4, ge=0, le=20)
    extra_body: Annotated[dict[str, Any], AfterValidator(provider_fields(_OWN_FIELDS))] = Field(default_factory=dict)


class LocalCode(_Choice):
    """Hidden tests run in a sandbox of this machine; ``sandbox`` is the contest's own when not given."""

    judge: Literal["local"] = "local"
    sandbox: str | None = None
    time_factor: float = Field(default=1.0, gt=0, le=100)
    all_tests: bool = False


class LightCPCode(_Choice):
    """A LightCPVerifier server. ``problems`` maps our problem ids to its own where they differ."""

    judge: Literal["lightcpverifier"]
    url: ServiceUrl
    problems: dict[str, str] = Field(default_factory=dict)
    timeout_s: float = Field(default=600, gt=0, le=86400)


class ScoredAR(_Choice):
    """reasoning-gym's scorers; there is no other judge for abstract reasoning."""

    judge: Literal["reasoning-gym"] = "reasoning-gym"


class Judges(_Choice):
    """The judge of every domain; the default of each is offline."""

    math: Annotated[OfflineMath | ModelMath, Field(discriminator="judge")] = OfflineMath()
    code: Annotated[LocalCode | LightCPCode, Field(discriminator="judge")] = LocalCode()
    ar: ScoredAR = ScoredAR()

    def to_json(self) -> dict[str, Any]:
        """Plain values from which the same judges can be loaded."""
        return self.model_dump(mode="json")

    def to_record(self) -> dict[str, Any]:
        """What a record keeps: which judges, and neither addresses nor the names of keys."""
        private = {"base_url", "api_key_env"}
        return self.model_dump(mode="json", exclude={"math": private, "code": {"url"}})

    def waits_for_network(self, domain: Domain) -> bool:
        """Whether judging this domain is mostly waiting for a service."""
        return isinstance(getattr(self, domain.name), ModelMath | LightCPCode)


OFFLINE = Judges()


def load_judges(given: Mapping[str, Any] | Judges | str | Path | None) -> Judges:
    """The judges named by a mapping, or by a TOML or JSON file. `InputError` lists everything that is wrong.

    >>> load_judges(None) == load_judges({}) == OFFLINE
    True
    >>> load_judges({"code": {"judge": "oracle"}})
    Traceback (most recent call last):
    r3gym.errors.InputError: judges: code.judge: no judge is called 'oracle'; choose 'local', 'lightcpverifier'
    """
    if given is None:
        return OFFLINE
    if isinstance(given, Judges):
        return given
    source = "judges" if isinstance(given, Mapping) else str(given)
    value = dict(given) if isinstance(given, Mapping) else _read(Path(given))
    try:
        return Judges.model_validate(value)
    except ValidationError as error:
        raise InputError(f"{source}: {'; '.join(_fault(e) for e in error.errors())}") from None


def check_judges(judges: Judges, domain: Domain) -> None:
    """Raise `InputError` when the judge of a domain lacks something that can be known before judging."""
    if domain.name == "math" and isinstance(judges.math, ModelMath):
        api_key(judges.math)
    if domain.name == "code" and isinstance(judges.code, LocalCode) and judges.code.sandbox is not None:
        from r3gym.sandbox import backend_names

        if judges.code.sandbox not in backend_names():
            names = ", ".join(backend_names())
            raise InputError(f"judges: code.sandbox: no sandbox backend {judges.code.sandbox!r}; there are: {names}")


def api_key(settings: ModelMath) -> str:
    """The model judge's key, from the environment."""
    return read_key(settings.api_key_env, "judges: math.api_key_env")


def _read(path: Path) -> Any:
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InputError(f"{path}: cannot be read: {reason}; give a TOML or JSON file") from None
    try:
        return json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if path.suffix.lower() == ".json" else "TOML (JSON files end in .json)"
        raise InputError(f"{path}: not {kind}: {error}") from None


def _fault(error: Any) -> str:
    """One fault in one line. The value is shown only where it cannot be a key that somebody put there."""
    parts = [str(part) for part in error["loc"]]
    if len(parts) > 1 and parts[0] in ("math", "code"):
        del parts[1]  # pydantic names the variant of the union there
    place, kind, given = ".".join(parts) or "the whole", error["type"], error["input"]
    if kind == "union_tag_invalid":
        context = error["ctx"]
        return f"{place}.judge: no judge is called {context['tag']!r}; choose {context['expected_tags']}"
    if kind == "union_tag_not_found":
        return f"{place}.judge: missing; say which judge decides"
    if kind == "extra_forbidden":
        if "key" in parts[-1].lower() or "token" in parts[-1].lower():
            return f"{place}: keys do not belong here; give the name of an environment variable as api_key_env"
        return f"{place}: unknown; remove it or correct its spelling"
    if parts[-1:] == ["api_key_env"]:
        return f"{place}: must be the name of an environment variable (letters, digits, _), not the key itself"
    message = error["msg"].removeprefix("Value error, ")
    shown = "" if kind == "missing" else f" (given {str(given)[:60]!r})"
    return f"{place}: {message[:1].lower()}{message[1:]}{shown}"
