"""Constants of a package: ``{{name}}`` in its texts, validators and flags stands for a value of problem.yaml.

::

    constants:
        max_n: 1000
        limit: {value: 1000000, latex: "10^6"}    # {{limit}} or {{limit.value}}, and {{limit.latex}}
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_NAME = re.compile(r"\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}")
_NAME_BYTES = re.compile(_NAME.pattern.encode())

Constant = str | int | float


def named_constants(stated: Mapping[str, Constant | Mapping[str, Constant]]) -> dict[str, str]:
    """Return the values by the names that a text uses.

    >>> named_constants({"n": 5, "limit": {"value": 1000, "latex": "10^3"}})
    {'n': '5', 'limit.value': '1000', 'limit.latex': '10^3', 'limit': '1000'}
    """
    found: dict[str, str] = {}
    for name, value in stated.items():
        if not isinstance(value, Mapping):
            found[name] = str(value)
            continue
        found |= {f"{name}.{variant}": str(text) for variant, text in value.items()}
        if "value" in value:
            found[name] = str(value["value"])
    return found


def fill_constants(text: str, constants: Mapping[str, str]) -> str:
    """Return the text with the names of constants replaced; other names in braces stay as they are."""
    return _NAME.sub(lambda found: constants.get(found[1], found[0]), text) if constants else text


def fill_constant_bytes(data: bytes, constants: Mapping[str, str]) -> bytes:
    """Do the same in a source file, whatever its encoding is."""

    def value(found: re.Match[bytes]) -> bytes:
        known = constants.get(found[1].decode("ascii", "replace"))
        return found[0] if known is None else known.encode()

    return _NAME_BYTES.sub(value, data) if constants else data
