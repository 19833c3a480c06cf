"""Load model profiles: the paper's by name, your own from TOML files, or just a model's name and address."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from r3gym.errors import InputError
from r3gym.models.profile import ModelProfile


def load_profile(name: str | Path | ModelProfile, **overrides: Any) -> ModelProfile:
    """Return the profile of this name or file, with some fields replaced.

    ``name`` is a shipped profile (in any case), a path to a TOML file, a profile that is loaded already, or, with
    ``base_url``, whatever the server calls its model. Tables are merged: ``thinking={"enabled": False}`` keeps the rest
    of the table. Raises `InputError`, which lists all faults and repeats no text that may be a key.

    >>> profile = load_profile("deepseek-chat", base_url="http://127.0.0.1:8000/v1")
    >>> profile.name, profile.temperature, profile.top_p
    ('DeepSeek-Chat', 0.0, 1.0)
    >>> load_profile("qwen2.5-coder", base_url="http://127.0.0.1:8000/v1").model
    'qwen2.5-coder'
    """
    source, fields = _source(name, "base_url" in overrides)
    try:
        return ModelProfile.model_validate(_merged(fields, overrides))
    except ValidationError as error:
        raise InputError(f"{source}: {'; '.join(_fault(e) for e in error.errors())}") from None


def shipped_profiles() -> tuple[str, ...]:
    """Return the names of the profiles that ship with r3gym: the paper's models.

    >>> len(shipped_profiles())
    8
    """
    return tuple(sorted(_shipped(), key=str.lower))


def _shipped() -> dict[str, Any]:
    folder = files("r3gym").joinpath("data", "profiles")
    return {entry.name.removesuffix(".toml"): entry for entry in folder.iterdir() if entry.name.endswith(".toml")}


def _source(name: str | Path | ModelProfile, with_address: bool) -> tuple[str, dict[str, Any]]:
    """Return the profile's name for error messages, and its fields."""
    if isinstance(name, ModelProfile):
        return f"profile {name.name}", name.model_dump()
    text = str(name)
    if isinstance(name, Path) or text.lower().endswith(".toml"):
        return text, _read(Path(name))
    shipped = _shipped()
    known = {one.lower(): one for one in shipped}
    if text.lower() in known:
        found = known[text.lower()]
        return f"profile {found}", tomllib.loads(shipped[found].read_text("utf-8"))
    if with_address:
        return f"model {text[:60]!r}", {"name": text, "model": text}
    raise InputError(
        f"model {text[:60]!r}: no such profile; there are: {', '.join(shipped_profiles())}; "
        "or give the path of a TOML file, or base_url with the name that your server uses"
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        fields = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}; give a TOML file") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text; give a TOML file") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: not TOML: {error}") from None
    return {"name": path.stem, **fields}


def _merged(fields: Mapping[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(fields)
    for name, value in overrides.items():
        before = merged.get(name)
        merged[name] = {**before, **value} if isinstance(before, dict) and isinstance(value, Mapping) else value
    return merged


def _fault(error: Any) -> str:
    """Describe one fault in one line. Only numbers are repeated: any text may be a misplaced key."""
    parts = [str(part)[:40] for part in error["loc"]]
    place, kind, given = ".".join(parts) or "the whole", error["type"], error["input"]
    if kind == "extra_forbidden":
        if any(word in parts[-1].lower() for word in ("key", "token", "secret", "authorization")):
            return f"{place}: keys do not belong here; give the name of an environment variable as api_key_env"
        return f"{place}: unknown; remove it or correct its spelling"
    if parts[-1:] == ["api_key_env"]:
        return f"{place}: must be the name of an environment variable (letters, digits, _), not the key itself"
    if kind == "missing":
        return f"{place}: missing"
    message = error["msg"].removeprefix("Value error, ")
    shown = f" (given {given})" if isinstance(given, int | float) else ""
    return f"{place}: {message[:1].lower()}{message[1:]}{shown}"
