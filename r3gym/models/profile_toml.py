"""Write a model profile as TOML, so that it can be read, edited and loaded again."""

from __future__ import annotations

import json
import re
from typing import Any

from r3gym.models.profile import ModelProfile


def profile_toml(profile: ModelProfile) -> str:
    """Return the profile as TOML text that loads as the same profile; fields with default values are left out.

    >>> print(profile_toml(ModelProfile(name="mine", model="m", temperature=0.0)), end="")
    name = "mine"
    model = "m"
    temperature = 0.0
    """
    fields = profile.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    return "".join(f"{name} = {_value(value)}\n" for name, value in fields.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        parts = [f"{_key(name)} = {_value(part)}" for name, part in value.items() if part is not None]
        return f"{{ {', '.join(parts)} }}" if parts else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_value(part) for part in value if part is not None)}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # TOML's strings are JSON's except for DEL


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)
