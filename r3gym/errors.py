"""Errors with a meaning of their own: a wrong call, a model service that cannot be used, an episode that is stopped."""

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
    when there was none. ``begun``: the service had begun to answer, but what it sent is no completion. ``attempts``
    counts the requests that were sent, ``unsettled`` those among them that the service may have billed.
    """

    def __init__(
        self,
        message: str = "",
        status: int | None = None,
        *,
        begun: bool = False,
        attempts: int = 1,
        unsettled: int = 0,
    ) -> None:
        super().__init__(message)
        self.status, self.begun, self.attempts, self.unsettled = status, begun, attempts, unsettled


class TimeLimitReached(ModelFailure):
    """The caller's deadline came before the reply: the call was cut. The episode ends by its time limit, not void."""


class CallRefused(ModelFailure):
    """The call was not sent, or not again, for a reason that is not this episode's.

    The episode is owed: it is neither a result nor a failure of its own, and is played when the reason is gone.
    ``retry_in_s``: in how many seconds a call may be let through; infinity when that needs a higher limit.
    """

    retry_in_s: float = float("inf")


class ModelUnavailable(CallRefused):
    """The circuit breaker of the model is open: its key, its quota or its service is at fault for every call."""


class BudgetReached(CallRefused):
    """The next request could exceed the limit on calls or cost."""


class EpisodeStopped(Exception):
    """The campaign is stopping: the episode is left as it is, without a result, and goes on when it is resumed."""
