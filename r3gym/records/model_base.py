"""The base of the models in this package: they are frozen, and their texts can always be written as UTF-8."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

#: JSON of unknown origin that is nested deeper than this is kept as text: serialisers stop at a depth of about 250.
DEEPEST = 60


class FrozenModel(BaseModel):
    """An immutable value that has no fields but the declared ones."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def writable(value: Any) -> Any:
    """Return a text with lone surrogates escaped, since UTF-8 cannot encode them; any other value unchanged.

    >>> writable("a" + chr(0xD800))
    'a\\\\ud800'
    """
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", errors="backslashreplace").decode("utf-8")
    return value


def writable_json(value: Any, depth: int = DEEPEST) -> Any:
    """Return a JSON value whose texts and keys are writable; values that are nested too deeply become text."""
    if isinstance(value, str):
        return writable(value)
    if isinstance(value, dict | list | tuple) and not depth:
        return writable(json.dumps(value, ensure_ascii=False, default=str))
    if isinstance(value, dict):
        return {str(writable(str(key))): writable_json(part, depth - 1) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [writable_json(part, depth - 1) for part in value]
    return value


#: A text of a model, a program or a person.
Text = Annotated[str, BeforeValidator(writable)]
#: A JSON object whose fields belong to another package or to a plug-in.
JsonObject = Annotated[dict[str, Any], BeforeValidator(writable_json)]
Count = Annotated[int, Field(ge=0)]
