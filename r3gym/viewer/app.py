"""The viewer's routes: pages, documents, search, and a stream of what is new. All of them only read."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from r3gym.errors import InputError
from r3gym.records.reading import RecordError
from r3gym.viewer.documents import Documents
from r3gym.viewer.index import CHUNK, index_chunk
from r3gym.viewer.pages import page_routes
from r3gym.viewer.run import Run, UnknownEpisode
from r3gym.viewer.searching import search

#: How often a run is looked at for something new, and the share of time that looking may take.
_EVERY_S = 0.5
_SHARE = 0.1


def viewer_routes(run: Run, stopping: Callable[[], bool] = lambda: False) -> list[Route]:
    """Return the routes for a run; streams end when it is ``stopping``. They are served behind a guard (`serving`)."""
    documents = Documents(run, live=True)

    def document(make: Callable[[Request], dict[str, Any]]) -> Callable[[Request], Response]:
        def answer(request: Request) -> Response:
            try:
                return JSONResponse(make(request))
            except UnknownEpisode as error:
                return JSONResponse({"error": str(error)}, 404)
            except (RecordError, InputError) as error:
                return JSONResponse({"error": f"the record cannot be shown: {error}"}, 422)

        return answer

    def run_json(_: Request) -> dict[str, Any]:
        run.refresh()
        return documents.run_document() | {"open": documents.open_episodes()}

    def events(request: Request) -> Response:
        return StreamingResponse(_events(documents, request, stopping), media_type="text/event-stream")

    return [
        *page_routes(),
        Route("/data/run.json", document(run_json)),
        Route("/data/index/{number:int}.json", document(lambda r: documents.chunk(r.path_params["number"]))),
        Route("/data/episode/{key}.json", document(lambda r: documents.episode(r.path_params["key"]))),
        Route("/data/analysis/{key}.json", document(lambda r: documents.analysis(r.path_params["key"]))),
        Route("/data/board/{key}.json", document(lambda r: documents.board(r.path_params["key"]))),
        Route("/data/search", lambda r: StreamingResponse(_found(run, r), media_type="application/x-ndjson")),
        Route("/data/events", events),
    ]


def _found(run: Run, request: Request) -> Iterator[bytes]:
    for one in search(run, request.query_params.get("q", "")):
        yield json.dumps(one).encode() + b"\n"


async def _events(documents: Documents, request: Request, stopping: Callable[[], bool]) -> AsyncIterator[bytes]:
    """Yield what is new since the page's list, as server-sent events: entries, and the episodes without a result.

    The stream ends when the browser goes away, which the server notices when it sends; an empty comment is sent so
    that this happens soon.
    """
    known = request.query_params.get("entries", "0")
    at = int(known) if known.isdecimal() and len(known) < 12 else 0
    before: Any = None
    while not stopping():
        began = time.monotonic()
        events: list[tuple[str, Any]] = []
        complete = await run_in_threadpool(documents.run.refresh)
        entries = documents.run.entries
        while at < len(entries):
            events.append(("entries", index_chunk(entries[at : at + CHUNK], at)))
            at = min(len(entries), at + CHUNK)
        opened = await run_in_threadpool(documents.open_episodes)
        if opened != before:
            events.append(("unfinished", opened))
            before = opened
        for name, value in events:
            yield f"event: {name}\ndata: {json.dumps(value)}\n\n".encode()
        if not events:
            yield b":\n\n"
        again = time.monotonic() + max(_EVERY_S, (time.monotonic() - began) / _SHARE)
        while complete and not stopping() and time.monotonic() < again:
            await asyncio.sleep(_EVERY_S / 5)
