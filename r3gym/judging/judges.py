"""The choice of a judge per domain: a small file or mapping, validated as a whole before anything is judged.

By default everything is judged on this machine. The services that the paper used can be chosen here. API keys are not
part of the configuration: it holds only the name of the environment variable with the key.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from r3gym.core.bank import Bank
from r3gym.core.domain import Domain
from r3gym.core.known_domains import check_domain, get_domain, paper_domains
from r3gym.errors import InputError
from r3gym.utils.redaction import redact, redact_url, secrets_of, sounds_secret


@dataclass(frozen=True)
class Judges:
    """The judge of every domain by the domain's name; each domain's default judges on this machine.

    Domains that a file does not name have their defaults. The paper's domains are always part of ``sections``, others
    only if they are named.
    """

    sections: Mapping[str, Any]

    def of(self, domain: str) -> Any:
        """Return the settings of a domain's judge."""
        return self.sections[domain] if domain in self.sections else _bank(domain).default_settings()

    def to_json(self) -> dict[str, Any]:
        """Return plain values from which the same judges can be loaded."""
        return {name: section.model_dump(mode="json") for name, section in self.sections.items()}

    def record_of(self, domain: str) -> dict[str, Any]:
        """Return the settings of one judge for a record, without addresses, names of keys and secrets."""
        kept: dict[str, Any] = redact(
            self.of(domain).model_dump(mode="json", exclude=set(_bank(domain).private_settings))
        )
        return kept

    def secrets(self) -> tuple[str, ...]:
        """Return the texts in the settings that no file or message may repeat."""
        return secrets_of(self.to_json())

    def to_record(self) -> dict[str, Any]:
        """Return the settings of all judges for a record."""
        return {name: self.record_of(name) for name in self.sections}

    def prices(self) -> dict[str, Any]:
        """Return the prices of each judge that asks a model (`r3gym.models.profile.Prices`), None where not given."""
        return {name: section.prices for name, section in self.sections.items() if hasattr(section, "prices")}

    def waits_for_network(self, domain: Domain) -> bool:
        """Return whether judging this domain is mostly waiting for a service."""
        return _bank(domain.name).waits_for_network(self.of(domain.name))


def _bank(domain: str) -> Bank[Any]:
    bank: Bank[Any] = get_domain(domain).bank
    return bank


@cache
def offline() -> Judges:
    """Return the judges that need no service."""
    return Judges({domain.name: domain.bank.default_settings() for domain in paper_domains()})


def load_judges(given: Mapping[str, Any] | Judges | str | Path | None) -> Judges:
    """Load judges from a mapping, or from a TOML or JSON file; raise `InputError` that lists all faults.

    >>> load_judges(None) == load_judges({}) == offline()
    True
    >>> load_judges({"code": {"judge": "oracle"}})
    Traceback (most recent call last):
    r3gym.errors.InputError: judges: code.judge: no judge is called 'oracle'; choose 'local', 'lightcpverifier'
    """
    if given is None:
        return offline()
    if isinstance(given, Judges):
        return given
    source = "judges" if isinstance(given, Mapping) else str(given)
    value = dict(given) if isinstance(given, Mapping) else _read(Path(given))
    faults: list[str] = []
    sections = dict(offline().sections)
    if not isinstance(value, dict):
        raise InputError(f"{source}: the whole: give one section per domain")
    for name, section in value.items():
        try:
            sections[name] = _section(name, section)
        except ValidationError as error:
            faults += [_fault(name, e) for e in error.errors()]
        except InputError:
            faults.append(_unknown(str(name)))
    if faults:
        raise InputError(f"{source}: {'; '.join(faults)}")
    return Judges(sections)


def _section(name: str, section: Any) -> Any:
    """Validate one section of a judges file, given as plain values or as settings, and return the settings."""
    settings = _bank(check_domain(str(name))).judge_settings
    given = section.model_dump() if isinstance(section, BaseModel) else section
    return TypeAdapter(settings).validate_python(given)


def check_judges(judges: Judges, domain: Domain) -> None:
    """Check the judge of a domain before judging; raise `InputError` when something that it needs is missing."""
    _bank(domain.name).check_judge(judges.of(domain.name))


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


def _fault(domain: str, error: Any) -> str:
    """Describe one fault in one line. The value is shown only where it cannot be a secret key."""
    parts = [domain, *(str(part) for part in error["loc"])]
    if len(parts) > 1 and not isinstance(_bank(domain).judge_settings, type):
        del parts[1]  # pydantic names the variant of the union there
    place, kind, given = ".".join(parts) or "the whole", error["type"], error["input"]
    if kind == "union_tag_invalid":
        context = error["ctx"]
        return f"{place}.judge: no judge is called {context['tag']!r}; choose {context['expected_tags']}"
    if kind == "union_tag_not_found":
        return f"{place}.judge: missing; say which judge decides"
    if kind == "extra_forbidden":
        return _unknown(place)
    if parts[-1:] == ["api_key_env"]:
        return f"{place}: must be the name of an environment variable (letters, digits, _), not the key itself"
    message = error["msg"].removeprefix("Value error, ")
    shown = "" if kind == "missing" or not _showable(parts, given) else f" (given {str(given)[:60]!r})"
    return f"{place}: {message[:1].lower()}{message[1:]}{shown}"


def _showable(parts: list[str], given: Any) -> bool:
    """Return whether a wrong value can be shown: a number, or a text where no address and no secret belongs."""
    if isinstance(given, int | float):
        return True
    private = {"url", "base_url", "extra_body"} & set(parts) or any(map(sounds_secret, parts))
    return isinstance(given, str) and not private and redact_url(given) == given


def _unknown(place: str) -> str:
    """Describe an unknown field or section."""
    if sounds_secret(place.rpartition(".")[2]):
        return f"{place}: keys do not belong here; give the name of an environment variable as api_key_env"
    return f"{place}: unknown; remove it or correct its spelling"
