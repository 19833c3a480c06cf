"""One request to a model service and its result: an answer, or a failure that says whether a retry may help."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from r3gym.models.connections import free_client, web_library
from r3gym.models.profile import ModelProfile
from r3gym.models.reply_reading import InvalidReplyError, parse_json
from r3gym.models.retrying import asked_wait, may_pass
from r3gym.models.streaming import StreamedCompletion, events

T = TypeVar("T")

#: Upper bound on the body of a chat completion.
MAX_BODY_BYTES = 64 << 20
#: Hints to the user when a service refuses a request, by status.
_HINTS = {
    400: "does the service take the profile's parameters?",
    401: "is the key right?",
    403: "is the key right, and may it use this model?",
    404: "are base_url and model right?",
    405: "is base_url right?",
    413: "the request is too long for the service",
    422: "does the service take the profile's parameters?",
}
#: Error codes after which a retry cannot help, whatever the status.
_FINAL_CODES = frozenset({"insufficient_quota", "billing_not_active"})


@dataclass(frozen=True)
class RequestFailure:
    """The reason why there is no reply, without address, key or text of the service.

    ``passing``: a retry may help; ``wait``: the service asked for this many seconds. ``status`` is the HTTP status
    of an error, None when the connection failed or the body was no completion. ``begun``: a body had begun to arrive.
    ``code`` is the service's own word for the error, where it is one. ``attempts`` counts the requests so far, and
    ``unsettled`` those that the service may have billed: it got the request, and its answer came not, not whole or too
    late. An error status is an answer, and services do not bill those. ``refused``: not sent, by whose word;
    ``retry_in_s``: when a breaker that refused it lets a call through.
    """

    reason: str
    passing: bool
    status: int | None = None
    wait: float | None = None
    begun: bool = False
    attempts: int = 1
    code: str = ""
    unsettled: int = 0
    refused: Literal["", "breaker", "bill", "deadline"] = ""
    retry_in_s: float = 0.0


@dataclass
class _Progress:
    """How far an exchange has come; ``begun``: the service sent the head of a good answer."""

    begun: bool = False


async def attempt(
    profile: ModelProfile, body: dict[str, Any], key: str, read: Callable[[Any], T], *, idempotency_key: str = ""
) -> T | RequestFailure:
    """Send one request, receive the whole answer within the profile's time-out, and read its JSON value.

    The ``idempotency_key`` goes out in the header that the profile names, if it names one.
    """
    progress = _Progress()
    headers = {"Authorization": f"Bearer {key}"}
    if profile.idempotency_header and idempotency_key:
        headers[profile.idempotency_header] = idempotency_key
    got = await _attempt(profile, body, headers, read, progress)
    return replace(got, begun=progress.begun) if isinstance(got, RequestFailure) else got


async def _attempt(
    profile: ModelProfile,
    body: dict[str, Any],
    headers: dict[str, str],
    read: Callable[[Any], T],
    progress: _Progress,
) -> T | RequestFailure:
    import openai

    web = web_library()
    try:
        async with asyncio.timeout(profile.timeout_s):
            return read(await _exchange(profile, body, headers, progress))
    except (TimeoutError, openai.APITimeoutError) as error:
        unsettled = int(not isinstance(error.__cause__, web.ConnectTimeout))
        return RequestFailure(f"did not answer within {profile.timeout_s:g} s", passing=True, unsettled=unsettled)
    except openai.APIStatusError as error:
        return _status_failure(error.status_code, _lower(error.response.headers), error.code)
    except InvalidReplyError as fault:
        if fault.status is not None:
            return _status_failure(fault.status, {}, None)
        return RequestFailure(f"sent {fault}", passing=True, unsettled=1)
    except openai.APIConnectionError as error:
        unsettled = int(not isinstance(error.__cause__, web.ConnectError))  # sent, and the connection ended
        return RequestFailure("cannot be reached", passing=True, unsettled=unsettled)
    except (openai.OpenAIError, web.HTTPError, web.StreamError, OSError):
        return RequestFailure("lost the connection in the middle of its answer", passing=True, unsettled=1)
    except Exception as error:  # its message may quote the address or a header, so only its type is kept
        return RequestFailure(f"could not be called ({type(error).__name__})", passing=False)


async def _exchange(profile: ModelProfile, body: dict[str, Any], headers: dict[str, str], progress: _Progress) -> Any:
    """Return the JSON value of the answer; events of a stream are joined to one."""
    with free_client(profile.base_url or "") as client:
        request = client.chat.completions.with_streaming_response.create(
            model=profile.model,
            messages=[],
            extra_body=body,  # sent unchanged: avoids the client's own conversion
            extra_headers=headers,
        )
        async with request as response:
            progress.begun = True
            return await _received(response, stream=body["stream"])


async def _received(response: Any, *, stream: bool) -> Any:
    """Return the JSON value of an answer that has begun."""
    pieces = _bounded(response.iter_bytes())
    if not stream or "event-stream" not in response.headers.get("content-type", "event-stream"):
        return parse_json(b"".join([piece async for piece in pieces]))
    joined = StreamedCompletion()
    async for event in events(pieces):
        joined.add(event)
    return joined.completion()


async def _bounded(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    size = 0
    async for piece in pieces:
        size += len(piece)
        if size > MAX_BODY_BYTES:
            raise InvalidReplyError(f"more than {MAX_BODY_BYTES >> 20} MiB")
        yield piece


def _status_failure(status: int, headers: Mapping[str, str], code: object) -> RequestFailure:
    word = code if isinstance(code, str) and re.fullmatch(r"[a-z]{1,30}(_[a-z]{1,30}){1,5}", code) else ""
    hint = "" if may_pass(status) else _HINTS.get(status, "")
    reason = f"answered HTTP {status}" + (f" ({word})" if word else "") + (f"; {hint}" if hint else "")
    wait = asked_wait(headers, time.time())
    return RequestFailure(reason, may_pass(status) and word not in _FINAL_CODES, status, wait, code=word)


def _lower(headers: Any) -> dict[str, str]:
    return {str(name).lower(): str(value) for name, value in headers.items()}
