"""Serve a run on loopback until the process is stopped."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable

import uvicorn

from r3gym.errors import InputError
from r3gym.viewer.app import make_app
from r3gym.viewer.run import Run

_LOOPBACK = "127.0.0.1"


def serve(run: Run, port: int, ready: Callable[[str], object]) -> None:
    """Serve a run; ``ready`` is called with the address, token included, when it can be opened. Port 0 takes any."""
    token = secrets.token_urlsafe(24)
    with _bound(port) as listening:
        bound = listening.getsockname()[1]
        app = make_app(run, token, bound, lambda: server.should_exit)
        settings = uvicorn.Config(
            app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=5, ws="none"
        )
        server = uvicorn.Server(settings)
        ready(f"http://{_LOOPBACK}:{bound}/?token={token}")
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
