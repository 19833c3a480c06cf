"""Real HTTP servers on loopback, for tests of what the product says to services that cannot run here."""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """What a server answers. ``cut`` drops the connection in the middle of the body, ``pieces`` sends it in bits."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    pieces: Iterator[bytes] | None = None

    def data(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


DROP = Reply(status=0)  #: close the connection without a word (-1: only the server's side of it)

Answer = Callable[[str, str, Any, dict[str, str]], Reply]


@contextmanager
def serve(answer: Answer) -> Iterator[str]:
    """A server whose every request is answered by ``answer(method, path, body, headers)``; gives its address.

    Among the headers, ``x-port`` is the client's port: requests with the same one came over the same connection.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            self._reply(json.loads(self.rfile.read(length)))

        def do_GET(self) -> None:
            self._reply(None)

        def _reply(self, body: Any) -> None:
            headers = {k.lower(): v for k, v in self.headers.items()} | {"x-port": str(self.client_address[1])}
            reply = answer(self.command, self.path, body, headers)
            try:
                self._send(reply)
            except OSError:
                self.close_connection = True  # the client gave up, as some tests want it to

        def _send(self, reply: Reply) -> None:
            if reply.status <= 0:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR if reply.status == 0 else socket.SHUT_WR)
                if reply.status < 0:
                    self.rfile.read(1)  # until the client closes its side too
                return
            data = b"" if reply.pieces is not None else reply.data()
            self.send_response(reply.status)
            for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            if reply.pieces is not None:
                self.send_header("Connection", "close")
                self.end_headers()
                for piece in reply.pieces:
                    self.wfile.write(piece)
                    self.wfile.flush()
                self.close_connection = True
                return
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if reply.cut:
                self.wfile.write(data[: len(data) // 2])
                self.wfile.flush()
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 256  # with the default of 5, many clients at once wait a second for their connection

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Say nothing of clients that were killed in the middle of a request."""
            if not isinstance(sys.exception(), OSError | json.JSONDecodeError):
                super().handle_error(request, client_address)

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False  # a handler that hangs on purpose must not hang the test
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
