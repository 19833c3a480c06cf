"""Content hashes: the same content gives the same hash on every machine, whatever the order of dict keys."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def hash_bytes(data: bytes) -> str:
    """Return the SHA-256 hash in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def hash_json(value: Any) -> str:
    """Return the hash of a JSON value in canonical form (sorted keys, no spaces, UTF-8).

    >>> hash_json({"a": 1, "b": [2]}) == hash_json({"b": [2], "a": 1})
    True
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hash_bytes(text.encode("utf-8", errors="surrogatepass"))
