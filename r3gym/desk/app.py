"""The desk's routes: the page, the documents that it reads, and three addresses that it writes to.

A write is answered with 200 only after it is on the disk. 422 says why a form is no label yet (and that it was kept as
a draft), 507 that the disk refused. What a record's file is called is told on the terminal, never to the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from r3gym.desk.changes import Change, Episode, Withdrawal
from r3gym.desk.documents import desk_document, label_json, progress, record_document
from r3gym.desk.work import NotSaved, UnknownEpisode, Work
from r3gym.errors import InputError
from r3gym.records.model_base import FrozenModel
from r3gym.viewer.pages import page_routes
from r3gym.viewer.visible_text import visible, visible_json

PAGE = "/desk/"
#: What takes a POST; everything else is read-only (`r3gym.viewer.guarding`).
WRITABLE = ("/desk/save", "/desk/withdraw", "/desk/finish")
_Sent = TypeVar("_Sent", bound=FrozenModel)


def desk_routes(work: Work, tell: Callable[[str], object]) -> list[Route]:
    """Return the routes for one annotator's work; ``tell`` gets what the terminal should say."""

    def read(make: Callable[[Request], Any]) -> Callable[[Request], Response]:
        return lambda request: _answered(lambda: make(request), tell)

    def save(change: Change) -> dict[str, Any]:
        label = work.save(change)
        return {"label": label_json(label, work.record(change.episode))}

    def withdraw(given: Withdrawal) -> dict[str, Any]:
        work.withdraw(given.episode, given.place)
        return {}

    def finish(given: Episode) -> dict[str, Any]:
        work.finish(given.episode)
        return {"episodes": progress(work), "next": work.resume_at()}

    shared = [route for route in page_routes() if route.path != "/"]  # the viewer's modules, not its page
    return [
        *shared,
        *page_routes("r3gym.desk", PAGE),
        Route("/", lambda _: RedirectResponse(PAGE)),
        Route("/desk/data/desk.json", read(lambda _: desk_document(work))),
        Route("/desk/data/record/{episode}.json", read(lambda r: record_document(work, r.path_params["episode"]))),
        _write("/desk/save", Change, save, tell),
        _write("/desk/withdraw", Withdrawal, withdraw, tell),
        _write("/desk/finish", Episode, finish, tell),
    ]


def _write(
    path: str, model: type[_Sent], do: Callable[[_Sent], dict[str, Any]], tell: Callable[[str], object]
) -> Route:
    async def answer(request: Request) -> Response:
        try:
            given = model.model_validate_json(await request.body())
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"])) or "the request"
            return JSONResponse({"reasons": [visible(f"{where}: {first['msg']}")], "draft": False}, 400)
        return await run_in_threadpool(_answered, lambda: do(given), tell)

    return Route(path, answer, methods=["POST"])


def _answered(make: Callable[[], Any], tell: Callable[[str], object]) -> Response:
    try:
        return JSONResponse(make())
    except NotSaved as refused:
        return JSONResponse({"reasons": visible_json(list(refused.reasons)), "draft": refused.draft}, 422)
    except UnknownEpisode as error:
        return JSONResponse({"reasons": [str(error)], "draft": False}, 404)
    except InputError as error:
        tell(str(error))
        said = "this record or its labels cannot be read; the terminal of r3gym annotate says why"
        return JSONResponse({"reasons": [said], "draft": False}, 500)
    except OSError as error:
        tell(str(error))
        return JSONResponse({"reasons": [f"not on the disk: {error.strerror or 'it refused'}"], "draft": False}, 507)
