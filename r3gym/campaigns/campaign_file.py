"""A campaign as a TOML file: policies x settings x domains x suites x budgets x schedulers x repeats.

`load_campaign` checks the whole file and reports all errors at once, before anything is played or written. Relative
paths start at the folder of the campaign file.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from r3gym.accounting import POLICY_VERSION
from r3gym.core.domain_name import DomainName
from r3gym.core.known_domains import get_domain, paper_domains
from r3gym.core.paper_constants import PRESSURES, REPEATS
from r3gym.core.setting import Setting
from r3gym.domains.prompt_files import prompts_hash
from r3gym.errors import InputError
from r3gym.judging.judges import Judges, check_judges, load_judges
from r3gym.policies.registry import policy_kinds
from r3gym.policies.spec import PlainName, PolicySpec
from r3gym.records.rows import RunKind

#: The source of caps when the campaign measures them itself.
MEASURED = "measured"

#: The prefix of caps that the paper published, followed by the model's name.
PUBLISHED = "published"

#: Fields of the file that affect no episode.
_NOT_DEFINING = frozenset({"executor", "attempts", "records", "max_calls", "max_cost"})

Share = Annotated[float, Field(gt=0, le=10)]


class _CampaignTable(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class EnvLimits(_CampaignTable):
    """The environment's limits (`r3gym.envs.ContestEnv`); they belong to the agentic setting."""

    command_timeout_s: float = Field(default=120.0, gt=0)
    output_bytes: int = Field(default=16 * 1024, ge=256)
    record_output_bytes: int = Field(default=256 * 1024, ge=256)
    free_step_cap: int = Field(default=400, ge=1)
    wall_clock_s: float = Field(default=7200.0, gt=0)
    memory_mb: int = Field(default=2048, ge=64)


class TargetChoice(_CampaignTable):
    """Target-in-suite: how many contests of each suite, and the frozen seed of their choice."""

    contests: int = Field(default=10, ge=1)
    seed: int = 0


class ExecutorChoice(_CampaignTable):
    """Where episodes are played. It does not affect them, so it is not part of the campaign's definition."""

    name: Literal["local", "ray"] = "local"
    workers: int | None = Field(default=None, ge=1, le=4096)
    address: str | None = None


class CampaignFile(_CampaignTable):
    """The fields of a campaign file."""

    name: PlainName
    seed: int = 0
    repeats: int = Field(default=REPEATS, ge=1, le=1000)
    kinds: tuple[RunKind, ...] = Field(default=(RunKind.CONTEST,), min_length=1)
    settings: tuple[Setting, ...] = Field(default=(Setting.AGENTIC,), min_length=1)
    domains: tuple[DomainName, ...] = Field(default=tuple(map(str, paper_domains())), min_length=1)
    suites: tuple[str, ...] = Field(default=("embedded",), min_length=1)
    contests: tuple[int | str, ...] | None = Field(default=None, min_length=1)
    pressures: tuple[Share, ...] = ()
    budgets: tuple[Annotated[int, Field(ge=0)], ...] = ()
    schedulers: tuple[str, ...] = Field(default=("none",), min_length=1)
    calibration: str | None = None
    judges: dict[str, Any] | str | None = None
    sandbox: str = "bubblewrap"
    show_difficulty: bool = False
    limits: EnvLimits = EnvLimits()
    target: TargetChoice = TargetChoice()
    records: Literal["all", "failed", "none"] = "all"
    attempts: int = Field(default=3, ge=1, le=20)
    max_calls: int | None = Field(default=None, ge=1)
    max_cost: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    executor: ExecutorChoice = ExecutorChoice()

    @model_validator(mode="after")
    def _agree(self) -> CampaignFile:
        for name in ("kinds", "settings", "domains", "suites", "contests", "pressures", "budgets", "schedulers"):
            values = getattr(self, name) or ()
            if len(set(values)) != len(values):
                raise ValueError(f"{name}: something is named twice; name each once")
        if self.pressures and self.budgets:
            raise ValueError("pressures and budgets: give one or the other")
        return self

    def capped_kinds(self) -> tuple[RunKind, ...]:
        """Return the kinds whose budgets come from a calibration."""
        by_pressure = () if self.budgets else (RunKind.CONTEST,)
        return tuple(kind for kind in self.kinds if kind in (RunKind.CURVE, RunKind.TARGET, *by_pressure))

    def contest_levels(self) -> tuple[tuple[float | None, int | None], ...]:
        """Return the contests' levels: (pressure, None) or (None, budget)."""
        if self.budgets:
            return tuple((None, budget) for budget in self.budgets)
        return tuple((pressure, None) for pressure in self.pressures or PRESSURES)


@dataclass(frozen=True)
class Campaign:
    """A checked campaign file. ``base`` is the folder of its relative paths; ``text`` is the file's content."""

    file: CampaignFile
    policies: tuple[PolicySpec, ...]
    judges: Judges
    base: Path
    text: str

    def policy(self, name: str) -> PolicySpec:
        """Return the policy of this name."""
        return next(policy for policy in self.policies if policy.name == name)

    def calibration_of(self, policy: PolicySpec) -> str | None:
        """Return the source of this policy's caps."""
        return policy.calibration or self.file.calibration

    def check_ready(self) -> None:
        """Raise `InputError` when an address or key is missing, which only playing needs."""
        for policy in self.policies:
            policy.check_ready()
        for domain in self.file.domains:
            check_judges(self.judges, get_domain(domain))

    def definition(self) -> dict[str, Any]:
        """Return everything that the file defines about its episodes, as plain JSON; it must not change in a folder."""
        fields = self.file.model_dump(mode="json", exclude={*_NOT_DEFINING, "judges"})
        return {
            **fields,
            "policies": {p.name: {**p.definition(), "calibration": self.calibration_of(p)} for p in self.policies},
            "judges": self.judges.to_record(),
            "prompts": prompts_hash(*self.file.domains),
            "counting_policy": POLICY_VERSION,
        }


def load_campaign(path: Path, *, base: Path | None = None) -> Campaign:
    """Read and check a campaign file. `InputError` names the field, the rule and the fix."""
    text = _read(path)
    try:
        fields = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: not TOML: {error}") from None
    return check_campaign(fields, str(path), path.parent.absolute() if base is None else base, text)


def load_without_policies(path: Path, *, base: Path) -> Campaign:
    """Read a campaign file for judging: its suites and judges, and none of its policies, whose models may be gone."""
    text = _read(path)
    try:
        fields = tomllib.loads(text)
        rest = {name: value for name, value in fields.items() if name != "policies"}
        file = CampaignFile.model_validate_json(_json(rest), strict=True)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: not TOML: {error}") from None
    except ValidationError as error:
        raise InputError(f"{path}: {'; '.join(map(_fault, error.errors()))}") from None
    return Campaign(file, (), _judges(file, base), base, text)


def check_campaign(fields: Mapping[str, Any], source: str, base: Path, text: str = "") -> Campaign:
    """Return the checked campaign of the fields of a TOML file; raise `InputError` when they are invalid."""
    rest = {name: value for name, value in fields.items() if name != "policies"}
    policies, faults = _policies(fields.get("policies"))
    file: CampaignFile | None = None
    try:
        file = CampaignFile.model_validate_json(_json(rest), strict=True)
    except ValidationError as error:
        faults += [_fault(e) for e in error.errors()]
    if faults or file is None:
        raise InputError(f"{source}: {'; '.join(faults)}")
    try:
        return _checked(file, policies, base, text)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


def _checked(file: CampaignFile, policies: Sequence[PolicySpec], base: Path, text: str) -> Campaign:
    """Check what the file names: policies, schedulers, sandbox, judges."""
    from r3gym.sandbox import backend_names

    names = [policy.name for policy in policies]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"policies: {', '.join(twice)}: named twice; give each policy a name of its own")
    checked = tuple(policy.located(base) for policy in policies)
    idle = [s.value for s in file.settings if not any(s in policy.settings() for policy in checked)]
    if idle:
        raise InputError(f"settings: no policy plays {', '.join(idle)}; leave it out, or add a policy that does")
    if file.sandbox not in backend_names():
        raise InputError(f"sandbox: no backend {file.sandbox!r}; there are: {', '.join(backend_names())}")
    campaign = Campaign(file, checked, _judges(file, base), base, text)
    _check_schedulers(file.schedulers)
    for policy in checked:
        _check_calibration(campaign, policy)
    return campaign


def _judges(file: CampaignFile, base: Path) -> Judges:
    return load_judges(str(base / file.judges) if isinstance(file.judges, str) else file.judges)


def _check_schedulers(names: Sequence[str]) -> None:
    from r3gym.schedulers import make_scheduler

    for name in names:
        make_scheduler(name)


def _check_calibration(campaign: Campaign, policy: PolicySpec) -> None:
    source, capped = campaign.calibration_of(policy), campaign.file.capped_kinds()
    if source is None and capped:
        raise InputError(
            f"calibration: missing; {', '.join(capped)} need caps for policy {policy.name!r}: give 'measured' (with "
            "kind 'baseline'), 'published:MODEL', or the path of a file made by `r3gym calibrate`"
        )
    if source == MEASURED and RunKind.BASELINE not in campaign.file.kinds:
        raise InputError("calibration = 'measured' needs the campaign's own baseline: add 'baseline' to kinds")
    if source == PUBLISHED and policy.paper_name() is None:
        raise InputError(
            f"calibration = 'published': policy {policy.name!r} is no model of the paper; say 'published:MODEL'"
        )


def _policies(tables: Any) -> tuple[list[PolicySpec], list[str]]:
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        return [], ["policies: missing; give at least one [[policies]] table with name and kind"]
    found, faults = [], []
    for number, table in enumerate(tables, 1):
        place = f"policies.{number}"
        kind = table.get("kind")
        made = policy_kinds().get(kind) if isinstance(kind, str) else None
        if made is None:
            faults.append(f"{place}.kind: choose one of {', '.join(policy_kinds())}")
            continue
        try:
            found.append(made.model_validate_json(_json({"name": kind, **table}), strict=True))
        except ValidationError as error:
            faults += [f"{place}.{_fault(e)}" for e in error.errors()]
    return found, faults


def _json(fields: Mapping[str, Any]) -> str:
    """Return the fields as JSON text: pydantic's strict JSON rules fit TOML (lists for tuples, texts for enums)."""
    return json.dumps(fields, default=str)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InputError(f"{path}: cannot be read: {reason}; give a campaign's TOML file") from None


def _fault(error: Any) -> str:
    """Return one error as one line. Only numbers and known words are quoted: any other text may be a secret key."""
    parts = [str(part)[:40] for part in error["loc"]]
    place, kind, given = ".".join(parts) or "the campaign", error["type"], error["input"]
    if kind == "extra_forbidden":
        if any(word in parts[-1].lower() for word in ("key", "token", "secret", "authorization")):
            return f"{place}: keys do not belong here; give the name of an environment variable as api_key_env"
        return f"{place}: unknown; remove it or correct its spelling"
    if kind == "missing":
        return f"{place}: missing"
    if parts[-1:] == ["api_key_env"]:
        return f"{place}: must be the name of an environment variable (letters, digits, _), not the key itself"
    message = error["msg"].removeprefix("Value error, ")
    shown = f" (given {given!r})" if isinstance(given, int | float) else ""
    return f"{place}: {message[:1].lower()}{message[1:]}{shown}" if parts else message + shown
