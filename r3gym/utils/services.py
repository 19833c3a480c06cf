"""Services that a configuration names: addresses, models, environment variables of keys, provider-specific fields.

A key is the value of an environment variable; configurations hold only that variable's name.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, StringConstraints

from r3gym.errors import InputError
from r3gym.utils.redaction import HIDDEN

#: The key that is sent to servers without keys.
NO_KEY = "no-key"


def _service_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or " " in text or not (text.isascii() and text.isprintable()):
        raise ValueError("must be an address such as https://host/v1 or http://127.0.0.1:8081")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("must hold no user, password, query or fragment: keys come from the environment")
    return text.rstrip("/")


ServiceUrl = Annotated[str, AfterValidator(_service_url)]
ModelName = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
VariableName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")]


def provider_fields(own: frozenset[str]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return a validator of provider-specific request fields: JSON values only, and none of ``own`` (set by r3gym)."""

    def check(value: dict[str, Any]) -> dict[str, Any]:
        taken = sorted(own & set(value))
        if taken:
            raise ValueError(f"{', '.join(taken)}: set by r3gym itself; give only what your provider adds")
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError):
            raise ValueError("must hold JSON values only") from None
        if HIDDEN in json.dumps(value):
            raise ValueError(f"holds {HIDDEN}, which stands for a secret in a copy; give the original file or value")
        return value

    return check


def read_key(variable: str | None, whose: str) -> str:
    """Return the key in an environment variable, or `NO_KEY` when no variable is given.

    Raise `InputError`, with ``whose`` as the name of the setting, when the variable is not set or holds no valid key.

    >>> read_key(None, "judges: math.api_key_env")
    'no-key'
    """
    if variable is None:
        return NO_KEY
    key = os.environ.get(variable, "").strip()
    if key and key.isascii() and key.isprintable():
        return key
    state = "is not a key (one line of ASCII)" if key else "is not set"
    raise InputError(
        f"{whose}: the environment variable {variable} {state}; "
        f"export {variable}=KEY, or leave api_key_env out for a server without keys"
    )
