"""Errors with a meaning of their own: a wrong call, and a model service that cannot be used."""

from __future__ import annotations


class InputError(ValueError):
    """What the user gave cannot be used; nothing was done and nothing is lost."""


class ModelFailure(Exception):
    """A model service could not be used after all retries: nobody's answer, so the episode is void, never scored.

    The message holds no key, header, address or text of a reply. ``status`` is the HTTP status of the last answer, None
    when there was none. ``begun``: the service had begun to answer, but what it sent is no completion.
    """

    def __init__(self, message: str = "", status: int | None = None, *, begun: bool = False) -> None:
        super().__init__(message)
        self.status, self.begun = status, begun
