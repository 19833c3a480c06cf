"""Serve an application on loopback, behind its guard, until the process is stopped.

The viewer is one such application; another page on the same server (an annotation desk) adds its routes to
`r3gym.viewer.app.viewer_routes` and names the paths that take a POST.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from r3gym.errors import InputError
from r3gym.viewer.guarding import Guard

_LOOPBACK = "127.0.0.1"


def serve(
    application: Callable[[Callable[[], bool]], ASGIApp],
    port: int,
    ready: Callable[[str], object],
    *,
    page: str = "/",
    writable: tuple[str, ...] = (),
) -> None:
    """Serve an application; ``ready`` is called with the address of a page, token included, when it can be opened.

    ``application`` is called once, with a function that says whether the server is stopping: streams end then. Port 0
    takes any. ``writable`` are the beginnings of the paths that take a POST (`r3gym.viewer.guarding`).
    """
    token = secrets.token_urlsafe(24)
    with _bound(port) as listening:
        bound = listening.getsockname()[1]
        app = Guard(application(lambda: server.should_exit), token, bound, writable)
        settings = uvicorn.Config(
            app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=5, ws="none"
        )
        server = uvicorn.Server(settings)
        ready(f"http://{_LOOPBACK}:{bound}{page}?token={token}")
        server.run(sockets=[listening])


def _bound(port: int) -> socket.socket:
    """Return a socket that listens already, so that a browser that is quicker than the server waits."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_LOOPBACK, port))
    except OSError as error:
        listening.close()
        raise InputError(f"--port {port}: {error.strerror}; give another, or none: then a free one is taken") from None
    listening.listen(64)
    return listening
