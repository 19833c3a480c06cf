"""Who may ask: only a browser on this machine that was given the token, and only to read.

- The token is in the address that is printed; the first request exchanges it for a cookie, so that it is not in the
  addresses of later requests. It is compared in constant time.
- The ``Host`` must be loopback: a page of another site that points its own name at 127.0.0.1 gets nothing.
- Nothing but GET and HEAD is answered, unless an application names paths that take a POST (the viewer names none). A
  POST must come from a page of this very server, because a browser sends the cookie for a page of any other port of
  this machine too; it must be JSON, which no form of another page can send, and of a stated, small length.
- Every answer forbids scripts that are not files of the viewer, frames, plug-ins, and requests to anywhere else.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: What a page of the viewer may do; the same words are in ``static/index.html``, for a bundle on any server.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_READING = ("GET", "HEAD")
#: The longest body of a POST, in bytes.
LONGEST_BODY = 1 << 20


class Guard:
    """An ASGI application around another one, for one port and one token.

    ``writable`` are the beginnings of the paths that take a POST.
    """

    def __init__(self, app: ASGIApp, token: str, port: int, writable: tuple[str, ...] = ()) -> None:
        self._app = app
        self._token = token
        self._writable = writable
        self._cookie = f"r3gym_{port}"  # cookies do not tell ports apart: two viewers need two names
        self._hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on with safe headers."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await (refusal or self._app)(scope, receive, send_safely)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._hosts:
            return PlainTextResponse("r3gym: this address is not served here\n", 421)
        writable = scope["path"].startswith(self._writable) if self._writable else False
        allowed = (*_READING, "POST") if writable else _READING
        if scope["method"] not in allowed:
            return PlainTextResponse("r3gym: read-only\n", 405, {"Allow": ", ".join(allowed)})
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        given = [value for name, value in query if name == "token"]
        if scope["method"] in _READING and self._known(given):
            rest = urlencode([pair for pair in query if pair[0] != "token"])
            page = "/" + scope["path"].lstrip("/")  # "//name" would lead to another machine
            answer = RedirectResponse(page + (f"?{rest}" if rest else ""), 303)
            answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict", path="/")
            return answer
        if self._known(self._sent(headers)):
            return _refused_write(headers) if scope["method"] == "POST" else None
        return PlainTextResponse(
            "r3gym: open the address that the command printed; it holds the token that this page needs\n", 403
        )

    def _sent(self, headers: Headers) -> Iterable[str]:
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            yield bearer.strip()
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return
        if cookie is not None:
            yield cookie.value

    def _known(self, tokens: Iterable[str]) -> bool:
        own = self._token.encode()
        return any(secrets.compare_digest(token.encode("utf-8", "replace"), own) for token in tokens)


def _refused_write(headers: Headers) -> Response | None:
    """Refuse a POST that another page could have caused, or whose length is not known to be small."""
    if headers.get("origin") != f"http://{headers['host']}":
        return PlainTextResponse("r3gym: only its own pages may write\n", 403)
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return PlainTextResponse("r3gym: what is written must be application/json\n", 415)
    length = headers.get("content-length", "")
    if not length.isdecimal() or "transfer-encoding" in headers:
        return PlainTextResponse("r3gym: what is written needs a Content-Length\n", 411)
    if len(length) > 9 or int(length) > LONGEST_BODY:
        return PlainTextResponse(f"r3gym: at most {LONGEST_BODY:,} bytes can be written at once\n", 413)
    return None
