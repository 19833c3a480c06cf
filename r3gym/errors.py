"""Errors with a meaning of their own: a wrong call, and a model service that cannot be used."""

from __future__ import annotations


class InputError(ValueError):
    """Invalid user input; nothing was changed."""


class SuiteError(InputError):
    """A suite cannot be loaded or built; the message lists every fault that was found."""


class MissingDomainError(SuiteError):
    """The suite has no problems of the domain that was asked for."""


class ModelFailure(Exception):
    """A model service failed after all retries; the episode is void and not scored.

    The message holds no key, header, address or text of a reply. ``status`` is the HTTP status of the last answer, None
    when there was none. ``begun``: the service had begun to answer, but what it sent is no completion.
    """

    def __init__(self, message: str = "", status: int | None = None, *, begun: bool = False) -> None:
        super().__init__(message)
        self.status, self.begun = status, begun
