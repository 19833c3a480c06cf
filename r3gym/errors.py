"""The error of a wrong call: its message names the input, the rule and the fix."""

from __future__ import annotations


class InputError(ValueError):
    """What the user gave cannot be used; nothing was done and nothing is lost."""
