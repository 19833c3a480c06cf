"""Hiding secrets in everything that is written or raised, whatever the field is called.

Settings of services hold fields that a provider defines (``extra_body``): a key may stand there under any name. So
there every text is hidden unless it is known to be harmless, and elsewhere the values of fields that sound secret. The
same texts are then hidden wherever they turn up again, such as in a reply that repeats the request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

HIDDEN = "[hidden]"

#: A shorter text is hidden where it stands, but not searched for elsewhere: it may occur there by chance.
SHORTEST_SECRET = 8
#: Fields whose content a provider defines, in profiles and in settings of judges.
_FREE_FORM = frozenset({"extra_body", "extra_headers", "extra_query", "headers", "on", "off"})
#: Fields of providers with harmless texts: short words that choose something.
_HARMLESS = frozenset({"type", "effort", "mode", "format", "level", "verbosity", "service_tier", "summary", "thinking"})
_WORD = re.compile(r"[a-z][a-z_-]{0,15}")
_SOUNDS_SECRET = re.compile(
    r"(?i)(?:^|[_\-.])(?:key|apikey|auth|pwd|sig|cookie|session)(?:$|[_\-.])"
    r"|secret|passw|token(?!s|iz)|authoriz|credential|signature"
)


def sounds_secret(name: str) -> bool:
    """Return whether a field of this name is likely to hold a secret; the name of a variable is none.

    >>> [sounds_secret(name) for name in ("api_key", "X-Auth-Token", "max_tokens", "api_key_env", "monkey")]
    [True, True, False, False, False]
    """
    return _SOUNDS_SECRET.search(name) is not None and not name.endswith("_env")


def redact(settings: Any) -> Any:
    """Return settings (plain JSON values) with every text that may be a secret replaced by `HIDDEN`.

    >>> redact({"model": "m", "extra_body": {"user": "me@home", "thinking": {"type": "enabled"}, "top_k": 5}})
    {'model': 'm', 'extra_body': {'user': '[hidden]', 'thinking': {'type': 'enabled'}, 'top_k': 5}}
    """
    return _redact(settings, "", free=False)


def secrets_of(settings: Any) -> tuple[str, ...]:
    """Return the texts that `redact` hides and that are long enough to search for, the longest first."""
    found = {text for text in _secrets(settings, "", free=False) if len(text) >= SHORTEST_SECRET}
    return tuple(sorted(found, key=lambda text: (-len(text), text)))


def hide(text: str, secrets: Iterable[str]) -> str:
    """Return a text without these secrets, also where JSON has escaped them."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
        escaped = secret.replace("\\", "\\\\").replace('"', '\\"')
        text = text.replace(escaped, HIDDEN)
    return text


def redact_url(text: str) -> str:
    """Return an address without user, password, query and fragment; a text that is no address is returned as it is.

    >>> redact_url("https://me:pw@host/v1?key=1")
    'https://[hidden]@host/v1?[hidden]'
    """
    try:
        parts = urlsplit(text)
    except ValueError:
        return HIDDEN
    if not parts.netloc:
        return text
    user, at, host = parts.netloc.rpartition("@")
    netloc = f"{HIDDEN if user else ''}{at}{host}"
    return urlunsplit(
        (parts.scheme, netloc, parts.path, HIDDEN if parts.query else "", HIDDEN if parts.fragment else "")
    )


def _redact(value: Any, name: str, *, free: bool) -> Any:
    if sounds_secret(name) and value not in (None, ""):
        return HIDDEN
    if isinstance(value, Mapping):
        return {key: _redact(part, str(key), free=free or key in _FREE_FORM) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_redact(part, name, free=free) for part in value]
    if isinstance(value, str):
        return HIDDEN if free and not _harmless(name, value) else redact_url(value)
    return value


def _secrets(value: Any, name: str, *, free: bool) -> Iterator[str]:
    free = free or sounds_secret(name)
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _secrets(part, "" if sounds_secret(name) else str(key), free=free or key in _FREE_FORM)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _secrets(part, name, free=free)
    elif isinstance(value, str):
        if free and not _harmless(name, value):
            yield value
        else:
            yield from _secrets_of_url(value)


def _secrets_of_url(text: str) -> Iterator[str]:
    try:
        parts = urlsplit(text)
    except ValueError:
        return
    if parts.netloc:
        yield from (part for part in (parts.password, parts.query, parts.fragment) if part)
        yield from (value for pair in parts.query.split("&") if (value := pair.partition("=")[2]))


def _harmless(name: str, value: str) -> bool:
    return name in _HARMLESS and _WORD.fullmatch(value) is not None
