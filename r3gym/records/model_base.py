"""What the models of this room have in common: they are frozen, and their texts can always be written as UTF-8."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

#: Nested deeper than this, JSON of unknown origin is kept as text: serialisers stop at a depth of about 250.
DEEPEST = 60


class FrozenModel(BaseModel):
    """A value: it never changes, and it has no fields but those that are declared."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def writable(value: Any) -> Any:
    """The text with lone surrogates escaped, since UTF-8 has no form for them; anything else as it is.

    >>> writable("a" + chr(0xD800))
    'a\\\\ud800'
    """
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", errors="backslashreplace").decode("utf-8")
    return value


def writable_json(value: Any, depth: int = DEEPEST) -> Any:
    """A JSON value whose texts and keys are writable; what is nested too deeply becomes its own text."""
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
#: A JSON object whose fields belong to another room or to a plug-in.
JsonObject = Annotated[dict[str, Any], BeforeValidator(writable_json)]
Count = Annotated[int, Field(ge=0)]
